//! Landing pages of ads and what the last look at each found. A page is looked at once, however many ads lead there.
//!
//! A row is made with the first ad that leads to its address and goes when the last one is deleted. Ads name it in
//! `link_id`. Whoever looks takes what is due for a while, so that a crash in the middle looks again later.
//!
//! Pages that somebody waits for stand in a queue in front of all that are only due: `next_at` is then their place, and no
//! time. A page gets the place after the last one of who asks, or the first of all who wait: whoever asks for thousands has
//! others let in between.

use crate::advertising::inventory_changes;
use crate::conn::{Conn, Row, Tx, Value};
use crate::error::{Error, Result};
use crate::statement::{Insert, Update};
use crate::topic::Topic;
use placard_model::creative::link::{LinkState, host_of, is_example, origin_of};
use placard_model::status::{Halt, Review};
use placard_model::time::{DAY_MS, HOUR_MS};
use placard_model::{AdId, CampaignId, GroupId, UnixMs, UserId};
use sha2::{Digest as _, Sha256};
use std::collections::{HashMap, HashSet};

/// A look that is younger counts as fresh when another ad leads to the same page.
const FRESH_MS: i64 = HOUR_MS;
/// A page that failed is not looked at again by a draft that is sent sooner than after so long.
const RETRY_MS_MIN: i64 = 60_000;
/// Rows that are read to find some to look at.
const LOOKED_THROUGH: i64 = 64;
/// Below it `next_at` is a place in the queue; as a time it is in January 1970.
const PLACES_END: i64 = 1_000_000_000;
/// Pages of a host that a failure of the host is carried to at once.
const CARRIED_MAX: i64 = 1_000;
/// The longest error that is kept, in characters.
const ERROR_CHARS_MAX: usize = 200;

/// Ads for which a page is looked at by itself: those that run by their owner's wish, and those that wait for somebody.
const LIVE: &str = "a.deleted_at IS NULL AND a.archived_at IS NULL AND (a.review = 2 OR a.needs_check OR a.wanted)";

/// What is known of a landing page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkCheck {
    /// What was found.
    pub state: LinkState,
    /// HTTP status at the end of the way.
    pub status: Option<u16>,
    /// Redirects on the way.
    pub redirects: u32,
    /// Host at the end of the way; empty when nothing answered.
    pub final_host: String,
    /// That host is another than the one of the address.
    pub leads_elsewhere: bool,
    /// What the page says it is, in small letters and without parameters: `text/html`; empty when it does not say.
    pub content_type: String,
    /// Milliseconds until the page was there.
    pub elapsed_ms: Option<u32>,
    /// Why the last attempt failed, or nothing was tried; empty when it did not.
    pub error: String,
    /// Attempts in a row that failed.
    pub failures: u32,
    /// When the first of those was; none when the last one did not fail.
    pub failing_since: Option<UnixMs>,
    /// Somebody waits for the next attempt.
    pub is_asked: bool,
    /// When it was tried last.
    pub checked_at: Option<UnixMs>,
}

/// A page to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DueLinkCheck {
    /// Its row.
    pub id: i64,
    /// The address, macros unfilled.
    pub url: String,
    /// A number for its host.
    pub host_key: i64,
    /// Until when nobody else looks. Another value in its row says that somebody asked for one more look meanwhile.
    pub leased_until: UnixMs,
    /// What was known before.
    pub before: LinkCheck,
}

fn count<T: TryFrom<i64>>(row: &Row, column: &str) -> Result<Option<T>> {
    let wrong = |number| Error::Corrupt(format!("column {column}: {number}"));
    row.get::<Option<i64>>(column)?.map(|number| T::try_from(number).map_err(|_| wrong(number))).transpose()
}

fn read(row: &Row) -> Result<LinkCheck> {
    let state: i64 = row.get("state")?;
    Ok(LinkCheck {
        state: LinkState::from_id(state).ok_or_else(|| Error::Corrupt(format!("link state {state}")))?,
        status: count(row, "status")?,
        redirects: count(row, "redirects")?.unwrap_or_default(),
        final_host: row.get("final_host")?,
        leads_elsewhere: row.get("leads_elsewhere")?,
        content_type: row.get("content_type")?,
        elapsed_ms: count(row, "elapsed_ms")?,
        error: row.get("error")?,
        failures: count(row, "failures")?.unwrap_or_default(),
        failing_since: row.get::<Option<i64>>("failing_since")?.map(UnixMs),
        is_asked: row.get("is_asked")?,
        checked_at: row.get::<Option<i64>>("checked_at")?.map(UnixMs),
    })
}

/// A number for the host of an address, alike for all addresses of that host.
fn host_key(url: &str) -> i64 {
    Sha256::digest(host_of(url).as_bytes()).iter().take(8).fold(0, |key, byte| key << 8 | i64::from(*byte))
}

/// The row of a landing page that an ad leads to from now on. It is looked at soon, unless that was done a moment ago; who
/// waits for it is `by`.
pub(super) async fn want(tx: &Tx, url: &str, by: UserId) -> Result<i64> {
    let hash = Sha256::digest(url.as_bytes()).to_vec();
    Insert::into("link_checks")
        .set("url_hash", hash.clone())
        .set("url", url)
        .set("host_key", host_key(url))
        .set("state", i64::from(LinkState::Waiting.id()))
        .set("is_asked", true)
        .set("next_at", PLACES_END)
        .set("created_at", tx.now().0)
        .set("updated_by", tx.name())
        .ending("ON CONFLICT (url_hash) DO NOTHING")
        .run(tx)
        .await?;
    let sql = "SELECT id, checked_at FROM link_checks WHERE url_hash = $1";
    let row = tx.row(sql, [hash.into()]).await?.ok_or(Error::NotFound("link"))?;
    let (id, checked_at) = (row.get("id")?, row.get::<Option<i64>>("checked_at")?);
    if checked_at.is_none_or(|at| tx.now().since_ms(UnixMs(at)) >= FRESH_MS) {
        ask(tx, id, by).await?;
    }
    Ok(id)
}

/// Has the landing page of a draft that is sent looked at once more where it failed: as a draft's it was looked at once. Not so soon
/// that three looks come together, after which a page is dead.
pub(super) async fn ask_where_failed(tx: &Tx, page: i64, by: UserId) -> Result<()> {
    let before = tx.now().plus_ms(-RETRY_MS_MIN).0;
    let sql = "SELECT id FROM link_checks WHERE id = $1 AND failures > 0 AND checked_at <= $2";
    if tx.row(sql, [page.into(), before.into()]).await?.is_some() {
        ask(tx, page, by).await?;
    }
    Ok(())
}

/// Has a landing page looked at before all that are only due.
async fn ask(tx: &Tx, id: i64, by: UserId) -> Result<()> {
    let place = |row: Option<Row>| row.map(|row| row.get::<i64>("next_at")).transpose();
    let first = format!("SELECT next_at FROM link_checks WHERE next_at < {PLACES_END} ORDER BY next_at LIMIT 1");
    let first = place(tx.row(&first, []).await?)?.unwrap_or(0);
    let last = format!(
        "SELECT next_at FROM link_checks WHERE asked_by = $1 AND next_at < {PLACES_END} AND id <> $2 \
         ORDER BY next_at DESC LIMIT 1"
    );
    let last = place(tx.row(&last, [by.0.into(), id.into()]).await?)?;
    let place = last.map_or(first, |last| first.max(last + 1)).min(PLACES_END - 1);
    Update::of("link_checks")
        .set("is_asked", true)
        .set("updated_by", tx.name())
        .filter("id =", id)
        .one(tx, "link")
        .await?;
    // Who waits already keeps the better place.
    Update::of("link_checks")
        .set("next_at", place)
        .set("asked_by", by.0)
        .filter("id =", id)
        .filter("next_at >", place)
        .run(tx)
        .await?;
    tx.wake(Topic::Links);
    Ok(())
}

/// What is known of the landing pages that ads name.
pub async fn by_ids(conn: &Conn, ids: impl IntoIterator<Item = i64>) -> Result<HashMap<i64, LinkCheck>> {
    let mut values = Vec::new();
    let named = conn.one_of("id", ids, &mut values);
    let rows = conn.rows(&format!("SELECT * FROM link_checks WHERE {named}"), values).await?;
    rows.iter().map(|row| Ok((row.get("id")?, read(row)?))).collect()
}

/// Takes pages that are due: asked ones first, then those that are due for longest, one of a host, and none of `busy`
/// hosts. Nobody else takes them for `lease_ms`. Pages that no live ad leads to are put off by `recheck_ms` instead, and
/// forgotten when no ad does. Answers whether there may be more, too.
pub async fn take_due(
    tx: &Tx,
    most: usize,
    busy: &[i64],
    lease_ms: i64,
    recheck_ms: i64,
) -> Result<(Vec<DueLinkCheck>, bool)> {
    let mut values: Vec<Value> = vec![tx.now().0.into()];
    let is_busy = tx.one_of("l.host_key", busy.iter().copied(), &mut values);
    let has = |live: &str| {
        format!(
            "CAST(CASE WHEN EXISTS (SELECT 1 FROM ads a WHERE a.link_id = l.id AND {live}) THEN 1 ELSE 0 END AS BIGINT)"
        )
    };
    let sql = format!(
        "SELECT l.*, {} AS is_live, {} AS is_named FROM link_checks l WHERE l.next_at <= $1 AND NOT ({is_busy}) \
         ORDER BY l.next_at, l.id LIMIT {LOOKED_THROUGH}",
        has(LIVE),
        has("a.deleted_at IS NULL")
    );
    let rows = tx.rows(&sql, values).await?;
    let (mut due, mut hosts, mut changes) = (Vec::new(), HashSet::new(), 0);
    for row in &rows {
        let (id, host_key, before): (i64, i64, _) = (row.get("id")?, row.get("host_key")?, read(row)?);
        let has = |column: &str| Ok::<_, Error>(row.get::<i64>(column)? == 1);
        if !has("is_named")? {
            tx.execute("DELETE FROM link_checks WHERE id = $1", [id.into()]).await?;
        } else if !before.is_asked && !has("is_live")? {
            put_off(tx, id, tx.now().plus_ms(recheck_ms)).await?;
        } else if due.len() < most && hosts.insert(host_key) {
            let leased_until = tx.now().plus_ms(lease_ms);
            put_off(tx, id, leased_until).await?;
            due.push(DueLinkCheck { id, url: row.get("url")?, host_key, leased_until, before });
        } else {
            continue;
        }
        changes += 1;
    }
    Ok((due, changes > 0 && rows.len() as i64 == LOOKED_THROUGH))
}

/// An ad waits for the look at its page no longer when that was looked at a moment ago and nobody has asked for another look.
pub(super) async fn end_processing(tx: &Tx, ad: AdId) -> Result<()> {
    let looked = tx.now().plus_ms(-FRESH_MS).0;
    let sql = "UPDATE ads SET processing_until = NULL WHERE id = $1 AND processing_until IS NOT NULL AND EXISTS ( \
               SELECT 1 FROM link_checks l WHERE l.id = ads.link_id AND l.checked_at > $2 AND NOT l.is_asked)";
    tx.execute(sql, [ad.0.into(), looked.into()]).await.map(drop)
}

/// An ad whose landing page went, or came back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Halted {
    /// The ad.
    pub ad: AdId,
    /// Its owner.
    pub advertiser: UserId,
    /// Its campaign.
    pub campaign: CampaignId,
    /// Its group.
    pub group: GroupId,
    /// Its title.
    pub title: String,
    /// Its owner wants it to run: it is worth telling.
    pub is_wanted: bool,
}

/// The most ads of a page that one look stops or lets go on; where there were so many, the next look sees to the rest.
pub const HALTED_MAX: usize = 1_000;

/// Stops the ads that lead to a page that is dead, or lets those go on that lead to one that answers; ads that waited for
/// the look go to moderators. Answers the ads that were stopped or let go.
pub async fn apply(tx: &Tx, page: i64, verdict: LinkVerdict) -> Result<Vec<Halted>> {
    let sql = "UPDATE ads SET processing_until = NULL WHERE link_id = $1 AND deleted_at IS NULL \
               AND processing_until IS NOT NULL";
    tx.execute(sql, [page.into()]).await?;
    let dead = i64::from(Halt::DeadLink.id());
    let (has, change) = match verdict {
        LinkVerdict::Unknown => return Ok(Vec::new()),
        LinkVerdict::Dead => ("a.halts < 2", "halts = halts + 2"),
        LinkVerdict::Alive => ("a.halts >= 2", "halts = halts - 2"),
    };
    debug_assert_eq!(dead, 2);
    let sql = format!(
        "SELECT a.id, a.advertiser_id, a.campaign_id, a.group_id, a.title, a.wanted, a.review FROM ads a \
         WHERE a.link_id = $1 AND a.deleted_at IS NULL AND a.archived_at IS NULL AND {has} ORDER BY a.id LIMIT {HALTED_MAX}"
    );
    let mut halted = Vec::new();
    for row in &tx.rows(&sql, [page.into()]).await? {
        let ad = AdId(row.get("id")?);
        let sql = format!("UPDATE ads SET {change}, updated_by = $2 WHERE id = $1");
        tx.execute_one("ad", &sql, [ad.0.into(), tx.name().into()]).await?;
        inventory_changes::record(tx, inventory_changes::Kind::Ad, ad.0).await?;
        halted.push(Halted {
            ad,
            advertiser: UserId(row.get("advertiser_id")?),
            campaign: CampaignId(row.get("campaign_id")?),
            group: GroupId(row.get("group_id")?),
            title: row.get("title")?,
            is_wanted: row.get::<bool>("wanted")? && row.get::<i64>("review")? == i64::from(Review::Approved.id()),
        });
    }
    Ok(halted)
}

/// What a look says of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkVerdict {
    /// It answers.
    Alive,
    /// Nobody who clicks gets there.
    Dead,
    /// It may be there for people: it failed too seldom, or refuses programs.
    Unknown,
}

/// Statuses with which a page says that it is not there.
const GONE: [u16; 2] = [404, 410];

/// What a look that found something says of the page. A page that nothing answers for is dead only where one of another
/// host answered since it began to fail: else it is we who are cut off. Names that are kept for examples are nobody's, and
/// never dead.
pub async fn verdict(conn: &Conn, url: &str, found: &LinkCheck) -> Result<LinkVerdict> {
    match (found.state, found.status) {
        (LinkState::Ok, _) if found.failures == 0 => Ok(LinkVerdict::Alive),
        (LinkState::Failing, Some(status)) if GONE.contains(&status) || status >= 500 => Ok(LinkVerdict::Dead),
        (LinkState::Failing, None) if !is_example(&host_of(url)) => {
            let Some(since) = found.failing_since else { return Ok(LinkVerdict::Unknown) };
            // Of what answered longer ago than that nobody knows whether it still would.
            let since = since.max(conn.now().plus_ms(-DAY_MS)).0;
            let sql = format!(
                "SELECT 1 AS one FROM link_checks WHERE state = {} AND failures = 0 AND checked_at > $1 \
                 AND host_key <> $2 LIMIT 1",
                LinkState::Ok.id()
            );
            let has_answered = conn.row(&sql, [since.into(), host_key(url).into()]).await?.is_some();
            Ok(if has_answered { LinkVerdict::Dead } else { LinkVerdict::Unknown })
        }
        _ => Ok(LinkVerdict::Unknown),
    }
}

/// When the next page of a host that is not busy is due; none when none is left.
pub async fn next_due(conn: &Conn, busy: &[i64]) -> Result<Option<UnixMs>> {
    let mut values = Vec::new();
    let is_busy = conn.one_of("host_key", busy.iter().copied(), &mut values);
    let sql = format!("SELECT next_at FROM link_checks WHERE NOT ({is_busy}) ORDER BY next_at LIMIT 1");
    conn.row(&sql, values).await?.map(|row| row.get("next_at").map(UnixMs)).transpose()
}

async fn put_off(tx: &Tx, id: i64, until: UnixMs) -> Result<()> {
    Update::of("link_checks").set("next_at", until.0).set("updated_by", tx.name()).filter("id =", id).run(tx).await?;
    Ok(())
}

/// Lets a page that was taken wait until a moment, unless somebody asked for it meanwhile.
pub async fn put_back(tx: &Tx, page: &DueLinkCheck, until: UnixMs) -> Result<()> {
    Update::of("link_checks")
        .set("next_at", until.0)
        .set("updated_by", tx.name())
        .filter("id =", page.id)
        .filter("next_at =", page.leased_until.0)
        .run(tx)
        .await?;
    Ok(())
}

/// Lets all pages of a host that are due wait until a moment, with the one that was taken.
pub async fn put_host_off(tx: &Tx, page: &DueLinkCheck, until: UnixMs) -> Result<()> {
    put_back(tx, page, until).await?;
    Update::of("link_checks")
        .set("next_at", until.0)
        .set("updated_by", tx.name())
        .filter("host_key =", page.host_key)
        .filter("next_at <=", tx.now().0)
        .run(tx)
        .await?;
    Ok(())
}

/// Notes what a look found, and when the next one is due: at once where somebody asked for it meanwhile. Nothing when the
/// page was forgotten meanwhile.
pub async fn note(tx: &Tx, page: &DueLinkCheck, found: &LinkCheck, next_at: UnixMs) -> Result<()> {
    what_was_found(found).set("updated_by", tx.name()).filter("id =", page.id).run(tx).await?;
    Update::of("link_checks")
        .set("is_asked", found.is_asked)
        .set("next_at", next_at.0)
        .filter("id =", page.id)
        .filter("next_at =", page.leased_until.0)
        .run(tx)
        .await?;
    Ok(())
}

fn how_it_failed(found: &LinkCheck) -> Update {
    let error: String = found.error.chars().take(ERROR_CHARS_MAX).collect();
    Update::of("link_checks")
        .set("error", error)
        .set("failures", i64::from(found.failures))
        .set("failing_since", found.failing_since.map(|at| at.0))
        .set("checked_at", found.checked_at.map(|at| at.0))
}

fn what_was_found(found: &LinkCheck) -> Update {
    how_it_failed(found)
        .set("state", i64::from(found.state.id()))
        .set("status", found.status.map(i64::from))
        .set("redirects", i64::from(found.redirects))
        .set("final_host", found.final_host.as_str())
        .set("leads_elsewhere", found.leads_elsewhere)
        .set("content_type", found.content_type.as_str())
        .set("elapsed_ms", found.elapsed_ms.map(i64::from))
}

/// Other pages that are due behind the same scheme, host and port as one: when nobody answers there, they fail with it.
pub async fn due_beside(tx: &Tx, page: &DueLinkCheck) -> Result<Vec<DueLinkCheck>> {
    let origin = origin_of(&page.url);
    let sql = format!(
        "SELECT * FROM link_checks WHERE host_key = $1 AND next_at <= $2 AND id <> $3 ORDER BY next_at, id LIMIT {CARRIED_MAX}"
    );
    let rows = tx.rows(&sql, [page.host_key.into(), tx.now().0.into(), page.id.into()]).await?;
    let mut beside = Vec::new();
    for row in &rows {
        let url: String = row.get("url")?;
        if origin_of(&url) == origin {
            let leased_until = UnixMs(row.get("next_at")?);
            beside.push(DueLinkCheck {
                id: row.get("id")?,
                url,
                host_key: page.host_key,
                leased_until,
                before: read(row)?,
            });
        }
    }
    Ok(beside)
}

/// Notes a failure of several pages that failed as often before. What was known of them holds until they are said to fail.
pub async fn note_failure(tx: &Tx, pages: &[DueLinkCheck], found: &LinkCheck, next_at: UnixMs) -> Result<()> {
    let change = match found.state {
        LinkState::Failing => what_was_found(found),
        _ => how_it_failed(found),
    };
    let ids: Vec<String> = pages.iter().map(|page| page.id.to_string()).collect();
    change
        .set("is_asked", found.is_asked)
        .set("next_at", next_at.0)
        .set("updated_by", tx.name())
        .filter_sql(format!("id IN ({})", ids.join(", ")))
        .run(tx)
        .await?;
    Ok(())
}

/// Has a page looked at at a moment, where it would be later.
pub async fn hasten(tx: &Tx, page: i64, at: UnixMs) -> Result<()> {
    let sooner = Update::of("link_checks").set("next_at", at.0).set("updated_by", tx.name());
    sooner.filter("id =", page).filter("next_at >", at.0).run(tx).await.map(drop)
}

/// Has the landing page `url` of an ad, which names the row `link`, looked at before all that are only due; what is known
/// of it.
pub async fn ask_of(tx: &Tx, ad: AdId, url: &str, link: Option<i64>, by: UserId) -> Result<LinkCheck> {
    let id = want(tx, url, by).await?;
    if link != Some(id) {
        Update::of("ads").set("link_id", id).filter("id =", ad.0).one(tx, "ad").await?;
    }
    ask(tx, id, by).await?;
    by_ids(tx, [id]).await?.remove(&id).ok_or(Error::NotFound("link"))
}
