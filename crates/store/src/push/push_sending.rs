//! Which subscriptions something is due for, and what became of what was sent.

use crate::codes::code;
use crate::conn::{Conn, Tx};
use crate::error::Result;
use crate::push::push_blocks::MAY_SEND;
use crate::push::push_messages::{bound, numbers};
use crate::push::push_subscriptions::{COLUMNS, Subscription, read};
use crate::statement::Update;
use placard_model::push::subscription::{SitePush, local_day};
use placard_model::time::HOUR_MS;
use placard_model::{BlockId, UnixMs};
use std::collections::{BTreeMap, BTreeSet};

/// Where nothing may be sent for a block now, its other subscriptions that are due are looked at again after so long, in milliseconds.
const STOPPED_PAUSE_MS: i64 = 2 * HOUR_MS;
/// The most that are put off so together, and among which they are looked for.
const STOPPED_AT_ONCE: u32 = 5_000;

/// A subscription that something may be sent to.
#[derive(Clone, Debug)]
pub struct DueSubscription {
    /// The subscription.
    pub subscription: Subscription,
    /// How its site wishes it; none when nothing may be sent for the site now: its push, the site or its owner is stopped.
    pub settings: Option<std::sync::Arc<SitePush>>,
}

/// Takes active subscriptions that are due, those first that are due for longest. Nobody else takes them for `lease_ms`: whoever took them
/// says until when each waits, with [`note_sent`], [`put_off`] or [`put_off_in_vain`]. Where one is of a block for which nothing may be sent
/// now, others of that block that are due wait without being taken: however many there are, they keep nobody else waiting for long.
pub async fn take_due(tx: &Tx, most: u32, lease_ms: i64) -> Result<Vec<DueSubscription>> {
    let sql = format!(
        concat!(
            "SELECT {} FROM push_subscriptions p WHERE p.status_id = ",
            code!(subscription_active),
            " AND p.next_send_at <= $1 ORDER BY p.next_send_at, p.id LIMIT {}"
        ),
        COLUMNS, most
    );
    let rows = tx.rows(&sql, [tx.now().0.into()]).await?;
    let taken = rows.iter().map(read).collect::<Result<Vec<_>>>()?;
    if taken.is_empty() {
        return Ok(Vec::new());
    }
    // All until the same moment: one of its own for each costs half as much again.
    let mut values = vec![tx.now().plus_ms(lease_ms).0.into()];
    let named = tx.one_of("id", taken.iter().map(|one| one.id), &mut values);
    tx.execute(&format!("UPDATE push_subscriptions SET next_send_at = $1 WHERE {named}"), values).await?;
    let settings = settings(tx, taken.iter().map(|one| one.block)).await?;
    let stopped: BTreeSet<i64> =
        taken.iter().filter(|one| !settings.contains_key(&one.block)).map(|one| one.block.0).collect();
    if !stopped.is_empty() {
        put_off_blocks(tx, stopped).await?;
    }
    let due = |subscription: Subscription| DueSubscription {
        settings: settings.get(&subscription.block).cloned(),
        subscription,
    };
    Ok(taken.into_iter().map(due).collect())
}

/// Puts off the subscriptions of blocks among those that are due for longest.
async fn put_off_blocks(tx: &Tx, blocks: BTreeSet<i64>) -> Result<()> {
    let mut values = vec![tx.now().plus_ms(STOPPED_PAUSE_MS).0.into(), tx.now().0.into()];
    let named = tx.one_of("due.block_id", blocks, &mut values);
    let sql = format!(
        concat!(
            "UPDATE push_subscriptions SET next_send_at = $1 WHERE id IN (SELECT due.id FROM \
             (SELECT p.id, p.block_id FROM push_subscriptions p WHERE p.status_id = ",
            code!(subscription_active),
            " AND p.next_send_at <= $2 ORDER BY p.next_send_at, p.id LIMIT {}) due WHERE {})"
        ),
        STOPPED_AT_ONCE, named
    );
    tx.execute(&sql, values).await.map(drop)
}

/// How sites wish their notifications, by push block; those for which nothing may be sent now are left out.
pub async fn settings(
    conn: &Conn,
    blocks: impl IntoIterator<Item = BlockId>,
) -> Result<BTreeMap<BlockId, std::sync::Arc<SitePush>>> {
    let blocks: std::collections::BTreeSet<i64> = blocks.into_iter().map(|block| block.0).collect();
    let mut values = Vec::new();
    let named = conn.one_of("b.id", blocks, &mut values);
    let sql = format!(
        "SELECT b.id, b.config FROM blocks b JOIN sites s ON s.id = b.site_id JOIN users u ON u.id = b.webmaster_id \
         WHERE {named} AND {MAY_SEND}"
    );
    let mut found = BTreeMap::new();
    for row in conn.rows(&sql, values).await? {
        if let Some(settings) = SitePush::of_config(&row.get::<String>("config")?) {
            found.insert(BlockId(row.get("id")?), std::sync::Arc::new(settings));
        }
    }
    Ok(found)
}

/// When the next subscription is due; none when there is no active one.
pub async fn next_due(conn: &Conn) -> Result<Option<UnixMs>> {
    let sql = concat!(
        "SELECT next_send_at FROM push_subscriptions WHERE status_id = ",
        code!(subscription_active),
        " ORDER BY next_send_at LIMIT 1"
    );
    conn.row(sql, []).await?.map(|row| row.get("next_send_at").map(UnixMs)).transpose()
}

/// Sends nothing to subscriptions before a moment of each.
pub async fn put_off(tx: &Tx, until: &[(i64, UnixMs)]) -> Result<()> {
    wait(tx, until, "").await
}

/// Sends nothing to subscriptions before a moment of each, for there was no ad for them.
pub async fn put_off_in_vain(tx: &Tx, until: &[(i64, UnixMs)]) -> Result<()> {
    wait(tx, until, ", looks_in_vain = push_subscriptions.looks_in_vain + 1").await
}

async fn wait(tx: &Tx, until: &[(i64, UnixMs)], change: &str) -> Result<()> {
    if until.is_empty() {
        return Ok(());
    }
    // Their moments differ: one statement for all of them.
    let sql = format!(
        "UPDATE push_subscriptions SET next_send_at = v.b{change} FROM {} WHERE push_subscriptions.id = v.a",
        numbers(tx, 2)
    );
    tx.execute(&sql, [bound(until.iter().map(|(id, until)| [*id, until.0]))]).await.map(drop)
}

/// Notes that something is sent to a subscription: it counts on its own day, and nothing more is sent before `next`.
pub async fn note_sent(tx: &Tx, one: &Subscription, next: UnixMs) -> Result<()> {
    let day = local_day(tx.now(), one.subscriber.utc_offset_min);
    let today = if one.sent_day == day { one.sent_today + 1 } else { 1 };
    Update::of("push_subscriptions")
        .set("sent_day", i64::from(day.0))
        .set("sent_today", today)
        .set("last_sent_at", tx.now().0)
        .set("next_send_at", next.0)
        .set_sql("unanswered = unanswered + 1")
        .filter("id =", one.id)
        .run(tx)
        .await?;
    Ok(())
}

/// How many notifications a subscription got on the day that it is for it.
pub fn sent_today(one: &Subscription, now: UnixMs) -> i64 {
    if one.sent_day == local_day(now, one.subscriber.utc_offset_min) { one.sent_today } else { 0 }
}

/// Notes when subscriptions answered last: an impression or a click.
pub async fn note_answered(tx: &Tx, answered: &[(i64, UnixMs)]) -> Result<()> {
    for (id, at) in answered {
        Update::of("push_subscriptions")
            .set("last_answered_at", at.0)
            .set("last_seen_at", at.0)
            .set_sql("unanswered = 0")
            .filter("id =", *id)
            .filter("last_answered_at <", at.0)
            .run(tx)
            .await?;
    }
    Ok(())
}
