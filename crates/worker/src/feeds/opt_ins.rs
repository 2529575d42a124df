//! What push subscriptions need beside sending: counts of opt-ins are written, the newest pair of keys is told to delivery, silent
//! subscriptions are let go, what ended is forgotten, and keys that nobody needs retire.

use crate::state::WorkerState;
use anyhow::Context as _;
use futures_util::future::BoxFuture;
use placard_common::loops::pause;
use placard_common::vapid::VapidPair;
use placard_model::time::{DAY_MS, HOUR_MS};
use placard_model::{BlockId, UnixMs};
use placard_store::push::push_counts::{self, Counts};
use placard_store::push::push_subscriptions::{self, ENDED_AT_ONCE};
use placard_store::push::{push_blocks, vapid_keys};
use placard_store::{Conn, Priority, Tx};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Between two writes of counts.
const INTERVAL: Duration = Duration::from_secs(2);
/// Rounds between two looks at the keys.
const KEYS_EVERY: u32 = 30;
/// Between two times of tidying up, in ms.
const TIDY_MS: i64 = HOUR_MS;
/// Push blocks that are looked at in one read.
const BLOCKS_AT_ONCE: u32 = 500;
/// Transactions of one round of tidying up: what is left waits for the next.
const TIDY_WRITES_MAX: usize = 200;

/// Keeps them until the token is cancelled.
pub fn run(app: WorkerState, stop: CancellationToken) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(async move {
        let (mut round, mut tidied): (u32, Option<UnixMs>) = (0, None);
        while !stop.is_cancelled() {
            write_counts(&app).await?;
            if round.is_multiple_of(KEYS_EVERY) {
                keep_keys(&app).await?;
            }
            let now = app.clock.now();
            if tidied.is_none_or(|at| now.since_ms(at) >= TIDY_MS) {
                tidy(&app).await?;
                tidied = Some(now);
            }
            round = round.wrapping_add(1);
            pause(&stop, INTERVAL).await;
        }
        write_counts(&app).await
    })
}

/// Writes what was counted of opt-ins.
pub async fn write_counts(app: &WorkerState) -> anyhow::Result<()> {
    let taken = app.delivery.opt_ins.take();
    if taken.is_empty() {
        return Ok(());
    }
    let counted: BTreeMap<_, Counts> = taken
        .iter()
        .map(|(of, counted)| {
            let mut counts = Counts::default();
            for (counter, count) in counted {
                counts.add(*counter, *count);
            }
            (*of, counts)
        })
        .collect();
    let counted = Arc::new(counted);
    let write = async move |tx: &Tx| push_counts::add_all(tx, &counted).await;
    if let Err(error) = app.store.write("count_opt_ins", Priority::Feed, write).await {
        app.delivery.opt_ins.give_back(taken);
        return Err(error.into());
    }
    Ok(())
}

/// Tells delivery which pair of keys is the newest. The first is made here, and another one when it has become as old as the settings
/// say.
pub async fn keep_keys(app: &WorkerState) -> anyhow::Result<()> {
    let newest = app.store.read("newest_vapid_key", async |conn: &Conn| vapid_keys::newest(conn).await).await?;
    let days = i64::from(app.settings.get().push_subscriptions.key_days);
    let now = app.clock.now();
    let is_old = |key: &vapid_keys::VapidKey| days > 0 && now.since_ms(key.created_at) >= days * DAY_MS;
    let newest = match newest {
        Some(key) if !is_old(&key) => key,
        known => {
            let pair = VapidPair::create(&app.rng).context("cannot make keys for push services")?;
            let sealed = pair.seal(&app.keys, &app.rng)?;
            let known = known.map(|key| key.id);
            let put = async move |tx: &Tx| {
                // Another process may have been faster.
                match vapid_keys::newest(tx).await? {
                    Some(found) if Some(found.id) != known => Ok(found),
                    _ => vapid_keys::put(tx, &pair.public, &sealed, None).await,
                }
            };
            let made = app.store.write("put_vapid_key", Priority::Feed, put).await?;
            tracing::info!(key = made.id, "new subscriptions are made with a new pair of keys");
            made
        }
    };
    app.delivery.opt_ins.set_newest_key(&newest.public_key);
    Ok(())
}

/// Lets silent subscriptions go, forgets what ended long ago, and retires keys.
pub async fn tidy(app: &WorkerState) -> anyhow::Result<()> {
    let (mut from, mut writes) = (BlockId(0), 0);
    loop {
        let read = async move |conn: &Conn| push_blocks::let_go_weeks(conn, from, BLOCKS_AT_ONCE).await;
        let blocks = app.store.read("list_push_blocks", read).await?;
        let Some((last, _, _)) = blocks.last() else { break };
        from = BlockId(last.0 + 1);
        for (_, site, weeks) in blocks {
            let since = weeks.map(|weeks| app.clock.now().plus_ms(-7 * DAY_MS * i64::from(weeks)));
            while writes < TIDY_WRITES_MAX {
                let go = async move |tx: &Tx| match since {
                    Some(since) => push_subscriptions::let_go(tx, site, since).await,
                    None => push_subscriptions::end_some(tx, site).await,
                };
                let gone = app.store.write("let_go_push_subscriptions", Priority::Feed, go).await?;
                if gone > 0 {
                    writes += 1;
                }
                if gone < u64::from(ENDED_AT_ONCE) {
                    break;
                }
            }
        }
    }
    let before = app.clock.now().plus_ms(-DAY_MS * i64::from(app.settings.get().push_subscriptions.ended_days));
    for _ in 0..TIDY_WRITES_MAX {
        let forget = async move |tx: &Tx| push_subscriptions::forget_ended(tx, before).await;
        if app.store.write("forget_push_subscriptions", Priority::Feed, forget).await? < u64::from(ENDED_AT_ONCE) {
            break;
        }
    }
    let retired = app
        .store
        .write("retire_vapid_keys", Priority::Feed, async |tx: &Tx| vapid_keys::retire_unused(tx).await)
        .await?;
    if retired > 0 {
        tracing::info!(retired, "pairs of keys that no subscription needs have retired");
    }
    Ok(())
}
