//! What the last look at each site found, and which sites are to be looked at.
//!
//! Whoever looks takes what is due for a while, so that a crash in the middle looks again later. What somebody waits for is
//! due ten years before it was asked for, so that it stands in front of all that is only due. No owner has more than their
//! share of the looks that are under way, however many sites they have.

use crate::conn::{Conn, Row, Tx, Value};
use crate::error::{Error, Result};
use crate::publishing::sites;
use crate::scope::Scope;
use crate::statement::{Insert, Update};
use crate::topic::Topic;
use placard_model::sites::verification::{Failures, News, RECHECK_MS, VerificationMethod};
use placard_model::time::DAY_MS;
use placard_model::user::SiteStatus;
use placard_model::{SiteId, UnixMs, UserId};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};

/// Rows that are read to find some to look at.
const LOOKED_THROUGH: usize = 64;
/// How far before everything else stands what somebody waits for.
const AHEAD_MS: i64 = 3_650 * DAY_MS;
/// A new site, or one with another address, is looked at after so long: it may be verified already.
const FIRST_MS: i64 = DAY_MS;

/// What a look found in one way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MethodFound {
    /// The way.
    pub method: VerificationMethod,
    /// It shows whose the site is.
    pub is_found: bool,
    /// What was found, in words.
    pub text: String,
}

/// What a look found of a line of `ads.txt`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineFound {
    /// The line that was looked for.
    pub line: String,
    /// It is there.
    pub is_found: bool,
    /// What was found, in words.
    pub text: String,
}

/// What a look at a site found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// The domain that was looked at.
    pub domain: String,
    /// Each way.
    pub methods: Vec<MethodFound>,
    /// The lines of `ads.txt`.
    pub ads_txt: Vec<LineFound>,
    /// When.
    pub at: UnixMs,
}

/// What is known of a site from looks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteCheck {
    /// The last look; none before the first.
    pub found: Option<Found>,
    /// Somebody waits for the next one.
    pub is_asked: bool,
    /// Looks in a row that found it verified no more.
    pub failures: Failures,
    /// When it is looked at next; none when that is only known once a turn is free.
    pub next_at: Option<UnixMs>,
}

/// A site to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DueSiteCheck {
    /// The site.
    pub site: SiteId,
    /// Whose.
    pub webmaster: UserId,
    /// Its domain.
    pub domain: String,
    /// Until when nobody else looks. Another value in its row says that somebody asked for one more look meanwhile.
    pub leased_until: UnixMs,
}

fn check(row: &Row) -> Result<SiteCheck> {
    let (found, next_at): (String, i64) = (row.get("found")?, row.get("next_at")?);
    let is_asked = row.get("is_asked")?;
    let read = || serde_json::from_str(&found).map_err(|error| Error::Corrupt(format!("look at a site: {error}")));
    Ok(SiteCheck {
        found: if found.is_empty() { None } else { Some(read()?) },
        is_asked,
        failures: Failures {
            count: u32::try_from(row.get::<i64>("failures")?).unwrap_or(u32::MAX),
            since: row.get::<Option<i64>>("failing_since")?.map(UnixMs),
        },
        next_at: (!is_asked).then_some(UnixMs(next_at)),
    })
}

/// Begins anew with a site: nothing is known of its domain.
pub(crate) async fn begin(tx: &Tx, site: SiteId, webmaster: UserId) -> Result<()> {
    Insert::into("site_checks")
        .set("site_id", site.0)
        .set("webmaster_id", webmaster.0)
        .set("found", "")
        .set("failures", 0i64)
        .set("failing_since", None::<i64>)
        .set("is_asked", false)
        .set("next_at", tx.now().plus_ms(FIRST_MS).0)
        .created(tx)
        .replacing("site_id", &["created_at"])
        .run(tx)
        .await?;
    Ok(())
}

/// What is known of some sites.
pub async fn of_sites(conn: &Conn, sites: &[SiteId]) -> Result<HashMap<SiteId, SiteCheck>> {
    let mut values = Vec::new();
    let named = conn.one_of("site_id", sites.iter().map(|site| site.0), &mut values);
    let rows = conn.rows(&format!("SELECT * FROM site_checks WHERE {named}"), values).await?;
    rows.iter().map(|row| Ok((SiteId(row.get("site_id")?), check(row)?))).collect()
}

/// What is known of a site of the scope, with the site.
pub async fn get(conn: &Conn, scope: Scope, site: SiteId) -> Result<(sites::Site, SiteCheck)> {
    let found = sites::get_site(conn, scope, site).await?;
    let known = of_sites(conn, &[site]).await?.remove(&site).unwrap_or_default();
    Ok((found, known))
}

/// Has a site of the scope looked at before all that are only due. Who waits already keeps their place; who asks while the
/// site is being looked at has it looked at once more, for what they changed may have been read before.
pub async fn ask(tx: &Tx, scope: Scope, site: SiteId) -> Result<(sites::Site, SiteCheck)> {
    let (found, known) = get(tx, scope, site).await?;
    if found.status == SiteStatus::Archived {
        return Err(Error::Conflict("the site is archived: it is not looked at any more".to_owned()));
    }
    let asked = Update::of("site_checks").set("is_asked", true).set("next_at", tx.now().0 - AHEAD_MS).stamped(tx);
    let asked = asked.filter("site_id =", site.0);
    if known.is_asked {
        // Taken, or put back until a moment: neither is the place of somebody who waits.
        asked.filter("next_at >", tx.now().0).run(tx).await?;
    } else {
        asked.one(tx, "site").await?;
    }
    tx.wake(Topic::SiteChecks);
    get(tx, scope, site).await
}

/// Takes sites that are due: asked ones first, then those that are due for longest, at most `each` of an owner, those that
/// are under way (`busy`, by owner) included. Nobody else takes them for `lease_ms`. Sites that show no ads and are not to
/// are put off, and archived ones forgotten. Answers whether there may be more, too.
pub async fn take_due(
    tx: &Tx,
    most: usize,
    each: usize,
    busy: &BTreeMap<UserId, usize>,
    lease_ms: i64,
) -> Result<(Vec<DueSiteCheck>, bool)> {
    let mut values: Vec<Value> = vec![tx.now().0.into()];
    let is_full = tx.one_of("c.webmaster_id", full(busy, each), &mut values);
    let sql = format!(
        "SELECT c.site_id, c.webmaster_id, c.is_asked, s.domain, s.status_id FROM site_checks c \
         JOIN sites s ON s.id = c.site_id WHERE c.next_at <= $1 AND NOT ({is_full}) \
         ORDER BY c.next_at, c.site_id LIMIT {LOOKED_THROUGH}"
    );
    let rows = tx.rows(&sql, values).await?;
    let (mut due, mut busy, mut changes) = (Vec::new(), busy.clone(), 0);
    for row in &rows {
        let (site, webmaster): (i64, i64) = (row.get("site_id")?, row.get("webmaster_id")?);
        let (is_asked, status): (bool, i64) = (row.get("is_asked")?, row.get("status_id")?);
        let of_owner = busy.entry(UserId(webmaster)).or_default();
        let status = SiteStatus::from_id(status);
        if status == Some(SiteStatus::Archived) {
            tx.execute("DELETE FROM site_checks WHERE site_id = $1", [site.into()]).await?;
        } else if !is_asked && !matches!(status, Some(SiteStatus::Waiting | SiteStatus::Approved)) {
            put_off(tx, site, tx.now().plus_ms(RECHECK_MS)).await?;
        } else if due.len() < most && *of_owner < each {
            *of_owner += 1;
            let leased_until = tx.now().plus_ms(lease_ms);
            put_off(tx, site, leased_until).await?;
            due.push(DueSiteCheck {
                site: SiteId(site),
                webmaster: UserId(webmaster),
                domain: row.get("domain")?,
                leased_until,
            });
        } else {
            continue;
        }
        changes += 1;
    }
    Ok((due, changes > 0 && rows.len() == LOOKED_THROUGH))
}

fn full(busy: &BTreeMap<UserId, usize>, each: usize) -> impl Iterator<Item = i64> {
    let mut full: Vec<i64> = busy.iter().filter(|(_, count)| **count >= each).map(|(owner, _)| owner.0).collect();
    full.sort_unstable();
    full.into_iter()
}

/// When the next site is due whose owner has not their share of looks under way; none when none is left.
pub async fn next_due(conn: &Conn, each: usize, busy: &BTreeMap<UserId, usize>) -> Result<Option<UnixMs>> {
    let mut values = Vec::new();
    let is_full = conn.one_of("webmaster_id", full(busy, each), &mut values);
    let sql = format!("SELECT next_at FROM site_checks WHERE NOT ({is_full}) ORDER BY next_at LIMIT 1");
    conn.row(&sql, values).await?.map(|row| row.get("next_at").map(UnixMs)).transpose()
}

async fn put_off(tx: &Tx, site: i64, until: UnixMs) -> Result<()> {
    Update::of("site_checks").set("next_at", until.0).stamped(tx).filter("site_id =", site).run(tx).await?;
    Ok(())
}

/// Lets a site that was taken wait until a moment, unless somebody asked for it meanwhile.
pub async fn put_back(tx: &Tx, due: &DueSiteCheck, until: UnixMs) -> Result<()> {
    let change = Update::of("site_checks").set("next_at", until.0).stamped(tx);
    change.filter("site_id =", due.site.0).filter("next_at =", due.leased_until.0).run(tx).await?;
    Ok(())
}

/// Notes what a look found, and what follows from it; its owner is to be told of what is answered. Nothing when the site has
/// another address by now, or was put away.
pub async fn note(tx: &Tx, due: &DueSiteCheck, found: &Found) -> Result<Option<(News, sites::Site)>> {
    let (site, known) = get(tx, Scope::System, due.site).await?;
    if site.domain != found.domain || site.status == SiteStatus::Archived {
        return Ok(None);
    }
    let shows = found.methods.iter().filter(|method| method.is_found).map(|method| method.method);
    // The way that is known stays, as long as it is one.
    let method = shows.clone().find(|method| site.verification.method == Some(*method)).or(shows.clone().next());
    let notice_days = tx.settings().sites.notice_days;
    let followed = site.verification.after(known.failures, method, found.at, notice_days);
    let json = serde_json::to_string(found).map_err(|error| Error::Corrupt(error.to_string()))?;
    let change = Update::of("site_checks")
        .set("found", json)
        .set("failures", i64::from(followed.failures.count))
        .set("failing_since", followed.failures.since.map(|at| at.0))
        .stamped(tx);
    change.filter("site_id =", due.site.0).run(tx).await?;
    let change = Update::of("site_checks").set("next_at", followed.next_at.0).set("is_asked", false);
    change.filter("site_id =", due.site.0).filter("next_at =", due.leased_until.0).run(tx).await?;
    if followed.verification != site.verification {
        sites::set_verification(tx, &site, &followed.verification).await?;
    }
    let Some(news) = followed.news else { return Ok(None) };
    Ok(Some((news, sites::get_site(tx, Scope::System, due.site).await?)))
}

/// Forgets what was seen at the sites of a webmaster.
pub(crate) async fn forget(tx: &Tx, webmaster: UserId) -> Result<()> {
    tx.execute("DELETE FROM site_checks WHERE webmaster_id = $1", [webmaster.0.into()]).await.map(drop)
}
