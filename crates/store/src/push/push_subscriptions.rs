//! Subscriptions of browsers to a site's notifications: how they come, are joined, and end.
//!
//! A browser has one endpoint for a site, which tells it apart: a second subscription with the same endpoint is the same one. What ended
//! keeps its place and its counts for a while, and neither endpoint nor keys.

use crate::codes::code;
use crate::conn::{Conn, Row, Tx};
use crate::error::{Error, Result};
use crate::push::push_counts::{self, Counts, Dimension, GroupChanges};
use crate::scope::Scope;
use crate::statement::{Insert, Update};
use placard_model::push::subscription::{PushCounter, SubscriptionStatus};
use placard_model::targeting::audience::{Browser, DeviceType, Language, Os};
use placard_model::targeting::geo::{CountryCode, Place, PlaceId};
use placard_model::time::DAY_MS;
use placard_model::{BlockId, Day, SiteId, UnixMs, UserId};
use std::collections::{BTreeMap, BTreeSet};

/// Subscriptions that are ended, let go or forgotten in one transaction.
pub const ENDED_AT_ONCE: u32 = 1_000;
/// A subscription is let go only after so many messages in a row that it left unanswered,
pub const UNANSWERED_MIN: i64 = 20;
/// the last of them in so long: where nothing is sent, nobody can answer.
const SENT_LATELY_MS: i64 = 14 * DAY_MS;

pub(crate) const COLUMNS: &str = "p.id, p.uuid, p.site_id, p.block_id, p.webmaster_id, p.vapid_key_id, p.endpoint, \
    p.endpoint_hash, p.service, p.p256dh, p.auth_sealed, p.country_code, p.region_id, p.city_id, p.asn, p.device_type, \
    p.os, p.browser, p.language, p.utc_offset_min, p.is_imported, p.created_at, p.last_seen_at, p.status_id, p.ended_at, \
    p.failures, p.next_send_at, p.sent_day, p.sent_today, p.last_sent_at, p.last_answered_at, p.looks_in_vain";

/// Whose browser it is, as far as could be told when it subscribed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subscriber {
    /// Where its address was.
    pub place: Place,
    /// Its network's number; 0 when unknown.
    pub asn: u32,
    /// The device type.
    pub device_type: DeviceType,
    /// The operating system.
    pub os: Os,
    /// The browser.
    pub browser: Browser,
    /// The language.
    pub language: Language,
    /// Minutes that its clock is ahead of UTC.
    pub utc_offset_min: i32,
}

/// Where notifications are sent, and for whom they are encrypted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Where they are sent.
    pub endpoint: String,
    /// SHA-256 of that, in hex.
    pub endpoint_hash: String,
    /// The push service's host.
    pub service: String,
    /// The browser's public key, base64url.
    pub p256dh: String,
    /// The authentication secret, encrypted with the hash as its context.
    pub auth_sealed: Vec<u8>,
}

/// A subscription.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscription {
    /// Its number.
    pub id: i64,
    /// What the browser knows it by.
    pub uuid: String,
    /// The site.
    pub site: SiteId,
    /// The site's push block.
    pub block: BlockId,
    /// Whose site.
    pub webmaster: UserId,
    /// The keys that it was made with.
    pub vapid_key: i64,
    /// Where notifications are sent; empty once it has ended.
    pub target: Target,
    /// Whose browser it is.
    pub subscriber: Subscriber,
    /// It came from another provider.
    pub is_imported: bool,
    /// When it was made.
    pub created_at: UnixMs,
    /// When its browser was last on the site, as far as it told.
    pub last_seen_at: UnixMs,
    /// The status.
    pub status: SubscriptionStatus,
    /// When it ended.
    pub ended_at: Option<UnixMs>,
    /// Pushes in a row that failed.
    pub failures: i64,
    /// Nothing is sent before.
    pub next_send_at: UnixMs,
    /// Its own day that `sent_today` counts.
    pub sent_day: Day,
    /// Notifications on that day.
    pub sent_today: i64,
    /// When something was sent last.
    pub last_sent_at: Option<UnixMs>,
    /// The last impression or click; its beginning before the first.
    pub last_answered_at: UnixMs,
    /// Looks in a row for which there was no ad.
    pub looks_in_vain: i64,
}

pub(crate) fn read(row: &Row) -> Result<Subscription> {
    let moment = |column: &str| row.get::<i64>(column).map(UnixMs);
    let maybe = |column: &str| Ok::<_, Error>(row.get::<Option<i64>>(column)?.map(UnixMs));
    let status: i64 = row.get("status_id")?;
    let text = |column: &str| row.get::<String>(column);
    Ok(Subscription {
        id: row.get("id")?,
        uuid: text("uuid")?,
        site: SiteId(row.get("site_id")?),
        block: BlockId(row.get("block_id")?),
        webmaster: UserId(row.get("webmaster_id")?),
        vapid_key: row.get("vapid_key_id")?,
        target: Target {
            endpoint: text("endpoint")?,
            endpoint_hash: text("endpoint_hash")?,
            service: text("service")?,
            p256dh: text("p256dh")?,
            auth_sealed: row.get("auth_sealed")?,
        },
        subscriber: Subscriber {
            place: Place {
                country: CountryCode::parse(&text("country_code")?).unwrap_or_default(),
                region: PlaceId(row.get::<i64>("region_id")? as u64),
                city: PlaceId(row.get::<i64>("city_id")? as u64),
            },
            asn: u32::try_from(row.get::<i64>("asn")?).unwrap_or_default(),
            device_type: DeviceType::from_id(row.get("device_type")?).unwrap_or_default(),
            os: Os::from_id(row.get("os")?).unwrap_or_default(),
            browser: Browser::from_id(row.get("browser")?).unwrap_or_default(),
            language: Language::parse(&text("language")?).unwrap_or_default(),
            utc_offset_min: i32::try_from(row.get::<i64>("utc_offset_min")?).unwrap_or_default(),
        },
        is_imported: row.get("is_imported")?,
        created_at: moment("created_at")?,
        last_seen_at: moment("last_seen_at")?,
        status: SubscriptionStatus::from_id(status)
            .ok_or_else(|| Error::Corrupt(format!("subscription status {status}")))?,
        ended_at: maybe("ended_at")?,
        failures: row.get("failures")?,
        next_send_at: moment("next_send_at")?,
        sent_day: Day(row.get::<i64>("sent_day")? as i32),
        sent_today: row.get("sent_today")?,
        last_sent_at: maybe("last_sent_at")?,
        last_answered_at: moment("last_answered_at")?,
        looks_in_vain: row.get("looks_in_vain")?,
    })
}

/// A subscription that came.
#[derive(Clone, Debug)]
pub struct NewSubscription {
    /// What the browser is to know it by, should it be new.
    pub uuid: String,
    /// The site.
    pub site: SiteId,
    /// The site's push block.
    pub block: BlockId,
    /// Whose site.
    pub webmaster: UserId,
    /// The keys that it was made with.
    pub vapid_key: i64,
    /// Where notifications are sent.
    pub target: Target,
    /// Whose browser it is.
    pub subscriber: Subscriber,
    /// It comes from another provider.
    pub is_imported: bool,
    /// When it was made.
    pub created_at: UnixMs,
    /// Nothing is sent before.
    pub next_send_at: UnixMs,
}

/// What became of a subscription that came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Came {
    /// It is new, or begins again.
    New,
    /// It takes the place of another one of the same browser.
    Instead,
    /// It was known.
    Known,
}

/// A subscription by its number, within a scope.
pub async fn get(conn: &Conn, scope: Scope, id: i64) -> Result<Subscription> {
    let mut values = vec![id.into()];
    let own = scope.webmaster_rows("p.webmaster_id", &mut values);
    let sql = format!("SELECT {COLUMNS} FROM push_subscriptions p WHERE p.id = $1 AND {own}");
    read(&conn.row(&sql, values).await?.ok_or(Error::NotFound("subscription"))?)
}

/// Subscriptions of these numbers, in any order.
pub async fn by_ids(conn: &Conn, ids: &[i64]) -> Result<Vec<Subscription>> {
    let mut values = Vec::new();
    let named = conn.one_of("p.id", ids.iter().copied(), &mut values);
    let sql = format!("SELECT {COLUMNS} FROM push_subscriptions p WHERE {named}");
    conn.rows(&sql, values).await?.iter().map(read).collect()
}

/// The subscription that a browser knows by a name.
pub async fn by_uuid(conn: &Conn, uuid: &str) -> Result<Option<Subscription>> {
    let sql = format!("SELECT {COLUMNS} FROM push_subscriptions p WHERE p.uuid = $1");
    conn.row(&sql, [uuid.into()]).await?.as_ref().map(read).transpose()
}

/// The subscription with an endpoint, by its hash.
pub async fn by_endpoint(conn: &Conn, hash: &str) -> Result<Option<Subscription>> {
    let sql = format!("SELECT {COLUMNS} FROM push_subscriptions p WHERE p.endpoint_hash = $1");
    conn.row(&sql, [hash.into()]).await?.as_ref().map(read).transpose()
}

/// Takes a subscription that came. The same endpoint is the same subscription: it gets the keys and what is known of its browser anew.
/// `previous` is the one that it takes the place of, should it be an active one of the same site.
///
/// # Errors
/// [`Error::Conflict`] when an active one of another site has the endpoint: no browser has the same for two.
pub async fn put(tx: &Tx, new: &NewSubscription, previous: Option<i64>) -> Result<(Subscription, Came)> {
    let known = by_endpoint(tx, &new.target.endpoint_hash).await?;
    let is_active = known.as_ref().is_some_and(|known| known.status == SubscriptionStatus::Active);
    if let Some(known) = known.as_ref().filter(|known| is_active && known.site != new.site) {
        return Err(Error::Conflict(format!("the endpoint is that of a subscription of site {}", known.site)));
    }
    let mut changes = GroupChanges::default();
    let mut counts = Counts::default();
    let id = if let Some(known) = &known {
        count_out(&mut changes, known);
        let created_at = if is_active { known.created_at } else { new.created_at };
        let row = Update::of("push_subscriptions").all(values(new)).stamped(tx).filter("id =", known.id);
        let row = row.set("created_at", created_at.0).set("last_seen_at", tx.now().0).set("ended_at", None::<i64>);
        let row = row.set("status_id", i64::from(SubscriptionStatus::Active.id())).set("failures", 0);
        let row = if is_active { row } else { begun(row, new, tx) };
        row.one(tx, "subscription").await?;
        known.id
    } else {
        let row = Insert::into("push_subscriptions").all(values(new)).set("uuid", new.uuid.as_str());
        let row = row.set("is_imported", new.is_imported).set("created_at", new.created_at.0);
        let row = row.set("last_seen_at", tx.now().0).set("next_send_at", new.next_send_at.0).stamped(tx);
        let row = row.set("last_answered_at", tx.now().0);
        row.set("status_id", i64::from(SubscriptionStatus::Active.id())).id(tx).await?
    };
    let before = match previous.filter(|before| *before != id) {
        Some(before) => by_ids(tx, &[before]).await?.pop(),
        None => None,
    };
    let before = before.filter(|one| one.site == new.site && one.status == SubscriptionStatus::Active);
    if let Some(before) = &before {
        end_row(tx, before, SubscriptionStatus::Replaced, &mut changes).await?;
        // Whom it belongs to is known for as long as before, and how often they heard from the site today.
        let row = Update::of("push_subscriptions").set("created_at", before.created_at.0);
        let row = row.set("sent_day", i64::from(before.sent_day.0)).set("sent_today", before.sent_today);
        let row = row.set("last_answered_at", before.last_answered_at.0).set("next_send_at", before.next_send_at.0);
        row.filter("id =", id).one(tx, "subscription").await?;
    }
    let now = by_ids(tx, &[id]).await?.pop().ok_or(Error::NotFound("subscription"))?;
    count_in(&mut changes, &now);
    let came = match (is_active, &before) {
        (true, _) => Came::Known,
        (false, Some(_)) => Came::Instead,
        (false, None) => Came::New,
    };
    if came == Came::New {
        counts.add(if new.is_imported { PushCounter::Imported } else { PushCounter::Accepts }, 1);
        push_counts::add_all(tx, &BTreeMap::from([((new.site, tx.now().day()), counts)])).await?;
    }
    changes.write(tx).await?;
    Ok((now, came))
}

fn begun(row: Update, new: &NewSubscription, tx: &Tx) -> Update {
    row.set("uuid", new.uuid.as_str())
        .set("is_imported", new.is_imported)
        .set("next_send_at", new.next_send_at.0)
        .set("last_answered_at", tx.now().0)
        .set_sql("unanswered = 0")
}

/// Places have 48 bits.
const fn place_number(place: PlaceId) -> i64 {
    place.0 as i64
}

pub(crate) fn values(new: &NewSubscription) -> [(&'static str, crate::Value); 18] {
    let (target, who) = (&new.target, &new.subscriber);
    [
        ("site_id", new.site.0.into()),
        ("block_id", new.block.0.into()),
        ("webmaster_id", new.webmaster.0.into()),
        ("vapid_key_id", new.vapid_key.into()),
        ("endpoint", target.endpoint.as_str().into()),
        ("endpoint_hash", target.endpoint_hash.as_str().into()),
        ("service", target.service.as_str().into()),
        ("p256dh", target.p256dh.as_str().into()),
        ("auth_sealed", target.auth_sealed.as_slice().into()),
        ("country_code", who.place.country.as_str().into()),
        ("region_id", place_number(who.place.region).into()),
        ("city_id", place_number(who.place.city).into()),
        ("asn", i64::from(who.asn).into()),
        ("device_type", i64::from(who.device_type.id()).into()),
        ("os", i64::from(who.os.id()).into()),
        ("browser", i64::from(who.browser.id()).into()),
        ("language", who.language.as_str().into()),
        ("utc_offset_min", i64::from(who.utc_offset_min).into()),
    ]
}

/// Ends an active subscription; how it stands. One that has ended stays as it is.
pub async fn end(tx: &Tx, id: i64, status: SubscriptionStatus) -> Result<Option<Subscription>> {
    end_all(tx, &[id], status).await?;
    Ok(by_ids(tx, &[id]).await?.pop())
}

/// Ends those of these subscriptions that are active, and counts why; how many did.
pub async fn end_all(tx: &Tx, ids: &[i64], status: SubscriptionStatus) -> Result<u64> {
    let ids: BTreeSet<i64> = ids.iter().copied().collect();
    let mut changes = GroupChanges::default();
    let mut counts: BTreeMap<(SiteId, Day), Counts> = BTreeMap::new();
    let mut ended = 0;
    for known in by_ids(tx, &ids.into_iter().collect::<Vec<_>>()).await? {
        if known.status == SubscriptionStatus::Active {
            end_row(tx, &known, status, &mut changes).await?;
            ended += 1;
            if let Some(counter) = status.counter() {
                counts.entry((known.site, tx.now().day())).or_default().add(counter, 1);
            }
        }
    }
    push_counts::add_all(tx, &counts).await?;
    changes.write(tx).await?;
    Ok(ended)
}

async fn end_row(tx: &Tx, known: &Subscription, status: SubscriptionStatus, changes: &mut GroupChanges) -> Result<()> {
    count_out(changes, known);
    changes.add(known.site, Dimension::Status, status.id(), 1);
    Update::of("push_subscriptions")
        .set("status_id", i64::from(status.id()))
        .set("ended_at", tx.now().0)
        .set("endpoint", "")
        .set("p256dh", "")
        .set("auth_sealed", &[][..])
        .stamped(tx)
        .filter("id =", known.id)
        .one(tx, "subscription")
        .await
}

/// Takes a subscription out of the numbers of its site.
fn count_out(changes: &mut GroupChanges, known: &Subscription) {
    count(changes, known, -1);
}

/// Takes a subscription into the numbers of its site.
fn count_in(changes: &mut GroupChanges, known: &Subscription) {
    count(changes, known, 1);
}

fn count(changes: &mut GroupChanges, known: &Subscription, count: i64) {
    let (site, who) = (known.site, &known.subscriber);
    changes.add(site, Dimension::Status, known.status.id(), count);
    if known.status == SubscriptionStatus::Active {
        changes.add(site, Dimension::Country, who.place.country, count);
        changes.add(site, Dimension::Browser, who.browser.id(), count);
        changes.add(site, Dimension::Os, who.os.id(), count);
        changes.add(site, Dimension::Device, who.device_type.id(), count);
        changes.add(site, Dimension::Since, known.created_at.day().0, count);
        changes.add(site, Dimension::Key, known.vapid_key, count);
    }
}

/// Lets go those active subscriptions of a site that have answered nothing since a moment, though they were sent enough meanwhile, and
/// lately; at most [`ENDED_AT_ONCE`]. How many.
pub async fn let_go(tx: &Tx, site: SiteId, silent_since: UnixMs) -> Result<u64> {
    let sql = format!(
        concat!(
            "SELECT id FROM push_subscriptions WHERE site_id = $1 AND status_id = ",
            code!(subscription_active),
            " AND last_answered_at < $2 AND last_sent_at > last_answered_at AND last_sent_at > $3 AND unanswered >= {} \
             ORDER BY last_answered_at LIMIT {}"
        ),
        UNANSWERED_MIN, ENDED_AT_ONCE
    );
    let lately = tx.now().plus_ms(-SENT_LATELY_MS);
    let rows = tx.rows(&sql, [site.0.into(), silent_since.0.into(), lately.0.into()]).await?;
    let ids = rows.iter().map(|row| row.get("id")).collect::<Result<Vec<i64>>>()?;
    end_all(tx, &ids, SubscriptionStatus::LetGo).await
}

/// Ends active subscriptions of a site for which nothing is sent any more, whatever they answered; at most [`ENDED_AT_ONCE`]. How many.
pub async fn end_some(tx: &Tx, site: SiteId) -> Result<u64> {
    let sql = format!(
        concat!(
            "SELECT id FROM push_subscriptions WHERE site_id = $1 AND status_id = ",
            code!(subscription_active),
            " LIMIT {}"
        ),
        ENDED_AT_ONCE
    );
    let rows = tx.rows(&sql, [site.0.into()]).await?;
    let ids = rows.iter().map(|row| row.get("id")).collect::<Result<Vec<i64>>>()?;
    end_all(tx, &ids, SubscriptionStatus::LetGo).await
}

/// How many active subscriptions of a site have answered nothing since a moment, though they were sent enough meanwhile, and lately.
pub async fn count_silent(conn: &Conn, site: SiteId, since: UnixMs) -> Result<i64> {
    let sql = format!(
        concat!(
            "SELECT COUNT(*) AS count FROM push_subscriptions WHERE site_id = $1 AND status_id = ",
            code!(subscription_active),
            " AND last_answered_at < $2 AND last_sent_at > last_answered_at AND last_sent_at > $3 AND unanswered >= {}"
        ),
        UNANSWERED_MIN
    );
    let lately = conn.now().plus_ms(-SENT_LATELY_MS);
    let row = conn.row(&sql, [site.0.into(), since.0.into(), lately.0.into()]).await?;
    row.map_or(Ok(0), |row| row.get("count"))
}

/// Forgets subscriptions that ended before a moment; at most [`ENDED_AT_ONCE`]. Their numbers stay counted. How many.
pub async fn forget_ended(tx: &Tx, before: UnixMs) -> Result<u64> {
    let sql = format!(
        "DELETE FROM push_subscriptions WHERE id IN \
         (SELECT id FROM push_subscriptions WHERE ended_at < $1 LIMIT {ENDED_AT_ONCE})"
    );
    tx.execute(&sql, [before.0.into()]).await
}
