//! What billing reads before it judges a batch of clicks, and the one transaction that keeps the result.

use crate::accounts::terms::{self, Terms};
use crate::billing::positions::{self, Checkpoint};
use crate::billing::settlements::{self, BatchTransactions, StoredConversion};
use crate::conn::{Conn, Tx};
use crate::error::{Error, Result};
use crate::money::movements::{self, Cause};
use crate::money::spend;
use placard_model::books::posting::{Operation, Posting};
use placard_model::books::settlement::{Released, Settlement};
use placard_model::event::EventRef;
use placard_model::{CampaignId, Day, Money, UserId};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The name of billing's position and checkpoint.
pub const FEED: &str = "billing";

/// What histories say of clicks that were taken back.
const VOID_COMMENT: &str = "Clicks taken back as invalid";

/// Whom and what a batch of clicks and postbacks is about.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Who would pay.
    pub advertisers: BTreeSet<UserId>,
    /// Who would earn.
    pub webmasters: BTreeSet<UserId>,
    /// The campaigns.
    pub campaigns: BTreeSet<CampaignId>,
    /// The days of the clicks.
    pub days: BTreeSet<Day>,
    /// Clicks that postbacks and voids name.
    pub told_of: BTreeSet<EventRef>,
}

/// Limits of a campaign, and what it spent of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CampaignLimits {
    /// At most so much a UTC day.
    pub daily: Option<Money>,
    /// At most so much at all.
    pub total: Option<Money>,
    /// Spent at all.
    pub spent_total: Money,
    /// Spent by clicks of each wanted day; days without spend are left out.
    pub spent_by_day: HashMap<Day, Money>,
}

/// What billing reads before it judges.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// Balances of all wanted advertisers.
    pub balances: HashMap<UserId, Money>,
    /// All wanted campaigns.
    pub campaigns: HashMap<CampaignId, CampaignLimits>,
    /// Terms of all wanted users.
    pub terms: HashMap<UserId, Terms>,
    /// What each referrer gets of the network's part, in basis points.
    pub referrer_bp: i64,
    /// Present states of the wanted clicks' conversions.
    pub conversions: Vec<StoredConversion>,
    /// What the clicks that postbacks and voids name were settled as; a click that is not settled is left out.
    pub told_clicks: HashMap<EventRef, Settlement>,
    /// Those of them that were taken back.
    pub voided_clicks: BTreeSet<EventRef>,
    /// What of them has left the pending accounts.
    pub released_clicks: BTreeMap<EventRef, Released>,
}

/// Reads all that is wanted.
pub async fn prefetch(conn: &Conn, wanted: &Wanted) -> Result<Found> {
    let mut found = Found { referrer_bp: conn.settings().shares.referrer.0, ..Found::default() };
    let advertisers: Vec<UserId> = wanted.advertisers.iter().copied().collect();
    if !advertisers.is_empty() {
        found.balances = advertisers.iter().map(|user| (*user, Money::ZERO)).collect();
        found.balances.extend(movements::advertiser_balances(conn, Some(&advertisers)).await?);
    }
    let users: Vec<UserId> = wanted.advertisers.union(&wanted.webmasters).copied().collect();
    if !users.is_empty() {
        found.terms = users.iter().map(|user| (*user, Terms::usual(conn))).collect();
        found.terms.extend(terms::of_users(conn, &users).await?);
    }
    let campaigns: Vec<CampaignId> = wanted.campaigns.iter().copied().collect();
    if !campaigns.is_empty() {
        found.campaigns = limits(conn, &campaigns).await?;
        let days: Vec<Day> = wanted.days.iter().copied().collect();
        for (campaign, day, spent) in spend::campaign_days(conn, &campaigns, &days).await? {
            found.campaigns.entry(campaign).or_default().spent_by_day.insert(day, spent);
        }
        // The day does not matter: only the totals are taken.
        for money in spend::campaigns(conn, Day(0), Some(&campaigns)).await? {
            found.campaigns.entry(money.campaign).or_default().spent_total = money.total;
        }
    }
    let clicks: Vec<EventRef> = wanted.told_of.iter().copied().collect();
    if !clicks.is_empty() {
        found.conversions = settlements::conversions(conn, &clicks).await?;
        let stored = settlements::of_clicks(conn, &clicks).await?;
        found.told_clicks = stored.into_iter().map(|one| (one.settlement.click, one.settlement)).collect();
        found.voided_clicks = settlements::voided(conn, &clicks).await?;
        found.released_clicks = settlements::released(conn, &clicks).await?;
    }
    Ok(found)
}

async fn limits(conn: &Conn, campaigns: &[CampaignId]) -> Result<HashMap<CampaignId, CampaignLimits>> {
    let mut values = vec![];
    let condition = conn.one_of("id", campaigns.iter().map(|id| id.0), &mut values);
    let sql = format!("SELECT id, daily_limit, total_limit FROM campaigns WHERE {condition}");
    let rows = conn.rows(&sql, values).await?;
    rows.iter()
        .map(|row| {
            let limit = |column: &str| row.get::<Option<i64>>(column).map(|micros| micros.map(Money::from_micros));
            let limits =
                CampaignLimits { daily: limit("daily_limit")?, total: limit("total_limit")?, ..Default::default() };
            Ok((CampaignId(row.get("id")?), limits))
        })
        .collect()
}

/// The result of judging a stretch of the log.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// The position that the stretch began at; none at the log's very beginning.
    pub from: Option<Vec<u8>>,
    /// The position after it.
    pub to: Vec<u8>,
    /// In log order.
    pub settlements: Vec<Settlement>,
    /// Of clicks on native ads: netted per account, campaign or block, and day; they add up to zero.
    pub postings: Vec<Posting>,
    /// Of clicks on push ads, likewise.
    pub push_postings: Vec<Posting>,
    /// Of voids, likewise.
    pub void_postings: Vec<Posting>,
    /// The state after this batch, from time to time.
    pub checkpoint: Option<Vec<u8>>,
}

/// Keeps a batch: position, postings, settlements, sums, conversions and checkpoint, all or nothing.
///
/// [`Error::Conflict`] when billing is not where the batch begins; nothing is stored then, and the caller starts again
/// from the stored checkpoint and position.
pub async fn commit(tx: &Tx, batch: &Batch) -> Result<()> {
    positions::advance(tx, FEED, batch.from.as_deref(), &batch.to).await?;
    let moved = BatchTransactions {
        clicks: post(tx, Operation::NativeClicks, ("clicks", ""), batch, &batch.postings).await?,
        push_clicks: post(tx, Operation::PushClicks, ("push_clicks", ""), batch, &batch.push_postings).await?,
        voids: post(tx, Operation::Void, ("voids", VOID_COMMENT), batch, &batch.void_postings).await?,
    };
    settlements::put(tx, &batch.settlements, moved).await?;
    spend::add(tx, &batch.settlements).await?;
    for settlement in &batch.settlements {
        if let Some(change) = settlement.conversion() {
            settlements::put_conversion(tx, settlement.click, change, tx.now()).await?;
        }
    }
    if let Some(body) = &batch.checkpoint {
        let checkpoint = Checkpoint { position: batch.to.clone(), body: body.clone() };
        positions::put_checkpoint(tx, FEED, &checkpoint).await?;
    }
    Ok(())
}

/// Moves the money of one kind of settlements. A click is billed once and taken back once, so that the first one of its kind
/// in a batch names the transaction for good.
async fn post(
    tx: &Tx,
    operation: Operation,
    (name, comment): (&str, &str),
    batch: &Batch,
    postings: &[Posting],
) -> Result<Option<i64>> {
    let mut costly = batch.settlements.iter().filter(|one| !one.amounts.cost.is_zero());
    let Some(first) = costly.find(|one| one.operation() == operation) else {
        if postings.is_empty() {
            return Ok(None);
        }
        return Err(Error::Database(format!("postings of {name} without one that costs something")));
    };
    let reference = format!("{name}:{}", first.click.0);
    let cause = Cause { reference: &reference, operation, actor: None, comment };
    movements::post(tx, cause, postings).await.map(Some)
}
