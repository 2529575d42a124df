//! Bids that follow what clicks bring: what owners set, and what the bids were hour by hour.

use super::ads::{self, Ad};
use super::{campaigns, groups, micros};
use crate::accounts::users;
use crate::advertising::inventory_changes;
use crate::conn::{Conn, Row, Tx, Value};
use crate::error::{Error, Result};
use crate::scope::Scope;
use crate::statement::{Insert, Update};
use placard_model::bid::auto_bid::{AutoBidSettings, Brought, Why};
use placard_model::bid::{lowest_native_bid, lowest_push_bid, user_minimum};
use placard_model::targeting::GeoTargeting;
use placard_model::time::HOUR_MS;
use placard_model::{AdId, GroupId, Hour, Money, UserId};
use std::collections::HashMap;

/// Hours that are kept of each ad.
pub const HOURS_KEPT: i32 = 30 * 24;
/// Ads that are found at once.
pub const DUE_AT_ONCE: usize = 10_000;
/// Hours of ads that one call forgets at most.
pub const FORGOTTEN_AT_ONCE: u64 = 5_000;

/// Stores what the bid of an ad follows.
pub async fn set(tx: &Tx, ad: &Ad, settings: &AutoBidSettings) -> Result<()> {
    if *settings == ad.auto {
        return Ok(());
    }
    if ad.state.archived_at.is_some() {
        return Err(Error::Conflict("an archived (6) ad cannot be edited: make it stopped (4) first".to_owned()));
    }
    if *settings == AutoBidSettings::default() {
        tx.execute("DELETE FROM ad_auto_bids WHERE ad_id = $1", [ad.id.0.into()]).await?;
    } else {
        Insert::into("ad_auto_bids")
            .set("ad_id", ad.id.0)
            .set("epc_coefficient", micros(settings.epc_coefficient))
            .set("epc_max", micros(settings.epc_max))
            .set("lead_cost", micros(settings.lead_cost))
            .set("bid_floor", micros(settings.bid_floor))
            .set("bid_ceiling", micros(settings.bid_ceiling))
            .created(tx)
            .replacing("ad_id", &["created_at"])
            .run(tx)
            .await?;
    }
    Update::of("ads").stamped(tx).versioned().filter("id =", ad.id.0).one(tx, "ad").await
}

/// The next native ads by number whose bids follow something, with their owners: approved ones that are wanted.
pub async fn due(conn: &Conn, after: AdId) -> Result<Vec<(AdId, UserId)>> {
    let sql = format!(
        "SELECT a.id, a.advertiser_id FROM ad_auto_bids b JOIN ads a ON a.id = b.ad_id \
         WHERE b.ad_id > $1 AND a.deleted_at IS NULL AND a.archived_at IS NULL AND a.review = 5 AND a.wanted \
         ORDER BY b.ad_id LIMIT {DUE_AT_ONCE}"
    );
    let rows = conn.rows(&sql, [after.0.into()]).await?;
    rows.iter().map(|row| Ok((AdId(row.get("id")?), UserId(row.get("advertiser_id")?)))).collect()
}

/// The lowest allowed bids, each looked for once.
#[derive(Debug, Default)]
pub struct Lowest {
    users: HashMap<UserId, Money>,
    groups: HashMap<GroupId, Money>,
}

impl Lowest {
    /// That of an ad, native or push, wherever it can be shown.
    pub async fn of(&mut self, conn: &Conn, ad: &Ad) -> Result<Money> {
        if let Some(known) = self.groups.get(&ad.group) {
            return Ok(*known);
        }
        let campaign = campaigns::get(conn, Scope::System, ad.campaign).await?;
        let above = &campaign.settings.targeting.geo;
        let lowest = if ad.settings.push.is_some() {
            lowest_push_bid(highest_minimum(conn, above))
        } else {
            let group = groups::get(conn, Scope::System, ad.group).await?;
            let own = &group.settings.targeting.geo;
            let geo = if own.is_everywhere() { above } else { own };
            lowest_native_bid(self.of_user(conn, ad.advertiser).await?, highest_minimum(conn, geo))
        };
        self.groups.insert(ad.group, lowest);
        Ok(lowest)
    }

    async fn of_user(&mut self, conn: &Conn, user: UserId) -> Result<Money> {
        if let Some(known) = self.users.get(&user) {
            return Ok(*known);
        }
        let owner = users::get_user(conn, Scope::System, user).await?;
        let own = user_minimum(owner.is_trusted, owner.minimum_bid, &conn.settings().bids);
        self.users.insert(user, own);
        Ok(own)
    }
}

/// The highest minimum of the countries that are targeted, where one of them has any.
fn highest_minimum(conn: &Conn, geo: &GeoTargeting) -> Option<Money> {
    let shown = |code| {
        geo.is_everywhere()
            || geo.countries.contains(&code)
            || geo.regions.iter().chain(&geo.cities).any(|(country, _)| *country == code)
    };
    let minimums = conn.settings().bids.country_minimums();
    minimums.into_iter().filter(|(code, _)| shown(*code)).map(|(_, amount)| amount).max()
}

/// What a bid was in an hour, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BidHour {
    /// The hour.
    pub hour: Hour,
    /// The bid at its end.
    pub bid: Money,
    /// Why.
    pub why: Why,
    /// The figures that were seen.
    pub brought: Brought,
}

/// Stores a bid that an ad follows, for all places, and what it was decided by. The settings' version stays: nobody edited
/// it.
pub async fn follow(tx: &Tx, ad: &Ad, bid: Money, why: Why, brought: Brought) -> Result<bool> {
    let changed = ad.settings.bid != placard_model::inventory::Bid::Everywhere(bid);
    if changed {
        let change = Update::of("ads").set("bid", bid.micros()).set("country_bids", "[]");
        let change = change.set("lowest_bid", bid.micros()).stamped(tx);
        change.filter("id =", ad.id.0).one(tx, "ad").await?;
        inventory_changes::record(tx, inventory_changes::Kind::Ad, ad.id).await?;
    }
    Insert::into("ad_bid_hours")
        .set("ad_id", ad.id.0)
        .set("hour", i64::from(tx.now().hour().0))
        .set("bid", bid.micros())
        .set("why", why.name())
        .set("clicks", brought.clicks)
        .set("leads", brought.leads)
        .set("worth", brought.worth.micros())
        .set("spent", brought.spent.micros())
        .stamped(tx)
        .replacing("ad_id, hour", &[])
        .run(tx)
        .await?;
    Ok(changed)
}

const BID_HOUR: &str = "hour, bid, why, clicks, leads, worth, spent";

fn read_hour(row: &Row) -> Result<BidHour> {
    let (hour, why): (i64, String) = (row.get("hour")?, row.get("why")?);
    Ok(BidHour {
        hour: Hour(i32::try_from(hour).map_err(|_| Error::Corrupt(format!("hour {hour}")))?),
        bid: super::money(row, "bid")?,
        why: Why::parse(&why).ok_or_else(|| Error::Corrupt(format!("reason {why} of a bid")))?,
        brought: Brought {
            clicks: row.get("clicks")?,
            leads: row.get("leads")?,
            worth: super::money(row, "worth")?,
            spent: super::money(row, "spent")?,
        },
    })
}

/// What is noted of some ads in this hour.
pub async fn this_hour(conn: &Conn, ads: &[AdId]) -> Result<HashMap<AdId, BidHour>> {
    let mut values: Vec<Value> = vec![i64::from(conn.now().hour().0).into()];
    let named = conn.one_of("ad_id", ads.iter().map(|ad| ad.0), &mut values);
    let sql = format!("SELECT ad_id, {BID_HOUR} FROM ad_bid_hours WHERE hour = $1 AND {named}");
    let rows = conn.rows(&sql, values).await?;
    rows.iter().map(|row| Ok((AdId(row.get("ad_id")?), read_hour(row)?))).collect()
}

/// What the bid of an ad was, newest hour first, at most [`HOURS_KEPT`].
pub async fn hours(conn: &Conn, scope: Scope, ad: AdId) -> Result<(Ad, Vec<BidHour>)> {
    let ad = ads::get(conn, scope, ad).await?;
    let sql = format!("SELECT {BID_HOUR} FROM ad_bid_hours WHERE ad_id = $1 ORDER BY hour DESC LIMIT {HOURS_KEPT}");
    let rows = conn.rows(&sql, [ad.id.0.into()]).await?;
    let hours = rows.iter().map(read_hour).collect::<Result<_>>()?;
    Ok((ad, hours))
}

/// Forgets hours that are kept no longer; at most [`FORGOTTEN_AT_ONCE`]. How many.
pub async fn forget(tx: &Tx) -> Result<u64> {
    let first = tx.now().plus_ms(-i64::from(HOURS_KEPT) * HOUR_MS).hour();
    let sql = format!(
        "DELETE FROM ad_bid_hours WHERE (ad_id, hour) IN (SELECT h.ad_id, h.hour FROM ad_bid_hours h WHERE h.hour < $1 \
         ORDER BY h.hour LIMIT {FORGOTTEN_AT_ONCE})"
    );
    tx.execute(&sql, [i64::from(first.0).into()]).await
}
