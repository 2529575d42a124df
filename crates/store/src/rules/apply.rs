//! How rules act: pauses, blocks, coefficients, limits and bids, each with what brings it back.

use super::actions::Action;
use crate::advertising::auto_bids::Lowest;
use crate::advertising::coefficients::{self, Owner};
use crate::advertising::sources::{self, SourceState};
use crate::advertising::{ads, campaigns, groups};
use crate::codes::code;
use crate::conn::{Conn, Tx};
use crate::error::{Error, Result};
use crate::rules::Rule;
use crate::scope::Scope;
use placard_model::bid::{BID_MAX, coefficient_from_decimal, coefficient_to_decimal};
use placard_model::inventory::Bid;
use placard_model::rule::plan::{Found, Thing};
use placard_model::rule::{RuleActionKind, RuleSettings, RuleSubject};
use placard_model::targeting::{Coefficient, Source};
use placard_model::{AdId, BlockId, CampaignId, GroupId, Money, SiteId};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// Steps of coefficients, of bids and of limits.
const TENTH: Money = Money::from_micros(100_000);
const MILLI: Money = Money::from_micros(1_000);

/// What was before and after.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Change {
    /// The number before; none where there was none, or where it is no number.
    pub before: Option<Money>,
    /// The number after.
    pub after: Option<Money>,
    /// The groups whose lists were changed, by a block that was written to them.
    pub groups: Vec<GroupId>,
    /// The campaign allowed the source that was blocked.
    pub was_allowed: bool,
    /// The campaign allowed no other source, and was paused instead: with an empty list it would be shown everywhere.
    pub paused_campaign: bool,
    /// When it was done, in Unix ms, where that was by its owner's yes: the moment of an undo takes the place of that of the yes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub done_at_ms: Option<i64>,
}

/// Those of some things that deliver, as far as a rule can do anything about them.
pub async fn open(conn: &Conn, settings: &RuleSettings, things: &[Thing]) -> Result<HashSet<Thing>> {
    let mut values = Vec::new();
    let ids = |of: fn(&Thing) -> i64| things.iter().map(of).collect::<HashSet<i64>>();
    let campaigns = conn.one_of("c.id", ids(|thing| thing.campaign.0), &mut values);
    let running = "c.deleted_at IS NULL AND c.archived_at IS NULL AND c.wanted AND NOT c.declined \
                   AND NOT c.paused_by_staff AND NOT c.paused_by_rule";
    let sql = match settings.subject {
        RuleSubject::Site | RuleSubject::Block | RuleSubject::Campaign => {
            format!("SELECT c.id AS campaign_id, c.id AS id FROM campaigns c WHERE {campaigns} AND {running}")
        }
        RuleSubject::Group => {
            let groups = conn.one_of("g.id", ids(|thing| thing.id), &mut values);
            format!(
                "SELECT c.id AS campaign_id, g.id AS id FROM ad_groups g JOIN campaigns c ON c.id = g.campaign_id \
                 WHERE {groups} AND {campaigns} AND {running} AND g.deleted_at IS NULL AND g.archived_at IS NULL \
                 AND g.wanted AND NOT g.paused_by_staff AND NOT g.paused_by_rule AND c.campaign_type = {}",
                code!(native)
            )
        }
        RuleSubject::Ad => {
            let ads = conn.one_of("a.id", ids(|thing| thing.id), &mut values);
            format!(
                "SELECT c.id AS campaign_id, a.id AS id FROM ads a JOIN campaigns c ON c.id = a.campaign_id \
                 WHERE {ads} AND {campaigns} AND {running} AND a.deleted_at IS NULL AND a.archived_at IS NULL \
                 AND a.review = 5 AND a.wanted AND a.halts = 0"
            )
        }
    };
    let rows = conn.rows(&sql, values).await?;
    let found = rows
        .iter()
        .map(|row| Ok(Thing { campaign: CampaignId(row.get("campaign_id")?), id: row.get("id")? }))
        .collect::<Result<HashSet<Thing>>>()?;
    if !settings.subject.is_source() {
        return Ok(found);
    }
    let running: HashSet<CampaignId> = found.iter().map(|thing| thing.campaign).collect();
    let mut open: HashSet<Thing> = things.iter().filter(|thing| running.contains(&thing.campaign)).copied().collect();
    if settings.action.kind == RuleActionKind::Block {
        for (campaign, id) in
            sources::blocked(conn, running.iter().copied(), settings.subject == RuleSubject::Site).await?
        {
            open.remove(&Thing { campaign, id });
        }
    }
    Ok(open)
}

/// Does what a rule says to something; nothing when there is nothing to change.
pub async fn act(tx: &Tx, rule: &Rule, found: &Found) -> Result<Option<Change>> {
    let scope = Scope::Advertiser(rule.advertiser);
    let Thing { campaign, id } = found.thing;
    let action = rule.settings.action;
    match action.kind {
        RuleActionKind::Tell => Ok(Some(Change::default())),
        RuleActionKind::Pause => {
            let changed = set_paused(tx, scope, rule.settings.subject, id, true).await?;
            Ok(changed.then(Change::default))
        }
        RuleActionKind::Block => {
            let sources = [source(rule.settings.subject, id)?];
            if sources::are_all_allowed(tx, campaign, &sources).await? {
                let changed = set_paused(tx, scope, RuleSubject::Campaign, campaign.0, true).await?;
                return Ok(changed.then(|| Change { paused_campaign: true, ..Change::default() }));
            }
            match sources::set(tx, campaign, &sources, Some(SourceState::Blocked), true).await {
                Ok(changed) => {
                    let allowed = changed.iter().any(|(_, before)| *before == Some(SourceState::Allowed));
                    Ok((!changed.is_empty()).then(|| Change { was_allowed: allowed, ..Change::default() }))
                }
                // The list is full: nothing was written.
                Err(Error::Conflict(_)) => Ok(None),
                Err(other) => Err(other),
            }
        }
        RuleActionKind::SetCoefficient | RuleActionKind::LowerCoefficient | RuleActionKind::RaiseCoefficient => {
            let source = source(rule.settings.subject, id)?;
            let owner = Owner::Campaign(campaign);
            let present = coefficients::of(tx, owner).await?.into_iter().find(|(of, _)| *of == source);
            let before = coefficient_to_decimal(present.map_or(Coefficient::ONE, |(_, present)| present));
            let after = if action.kind.is_step() { action.step(before, TENTH) } else { action.value };
            let Some(after) = after.filter(|after| *after != before) else { return Ok(None) };
            let Some(coefficient) = coefficient_from_decimal(after) else { return Ok(None) };
            match coefficients::set(tx, owner, source, coefficient).await {
                Ok(()) => Ok(Some(Change { before: Some(before), after: Some(after), ..Change::default() })),
                // There are as many as may be: nothing was written.
                Err(Error::Conflict(_)) => Ok(None),
                Err(other) => Err(other),
            }
        }
        RuleActionKind::LowerLimit | RuleActionKind::RaiseLimit => {
            let Some(before) = campaigns::get(tx, scope, campaign).await?.state.daily_limit else { return Ok(None) };
            let Some(after) = action.step(before, Money::CENT) else { return Ok(None) };
            campaigns::set_daily_limit(tx, scope, campaign, after).await?;
            Ok(Some(Change { before: Some(before), after: Some(after), ..Change::default() }))
        }
        RuleActionKind::LowerBid | RuleActionKind::RaiseBid => {
            let ad = ads::any(tx, scope, AdId(id)).await?;
            // A rule says nothing of bids by country, nor of those that follow something.
            let (&Bid::Everywhere(before), None) = (&ad.settings.bid, ad.auto.follows()) else { return Ok(None) };
            let lowest = Lowest::default().of(tx, &ad).await?;
            let unit = if ad.settings.push.is_some() { Money::CENT } else { MILLI };
            let after = action.step(before, unit).map(|after| after.max(lowest.min(before)).min(BID_MAX));
            let Some(after) = after.filter(|after| *after != before) else { return Ok(None) };
            ads::set_bid(tx, scope, AdId(id), after).await?;
            Ok(Some(Change { before: Some(before), after: Some(after), ..Change::default() }))
        }
    }
}

fn source(subject: RuleSubject, id: i64) -> Result<Source> {
    match subject {
        RuleSubject::Site => Ok(Source::Site(SiteId(id))),
        RuleSubject::Block => Ok(Source::Block(BlockId(id))),
        _ => Err(Error::Corrupt(format!("{} is no source", subject.label()))),
    }
}

async fn set_paused(tx: &Tx, scope: Scope, subject: RuleSubject, id: i64, paused: bool) -> Result<bool> {
    match subject {
        RuleSubject::Campaign => campaigns::set_paused_by_rule(tx, scope, CampaignId(id), paused).await,
        RuleSubject::Group => groups::set_paused_by_rule(tx, scope, GroupId(id), paused).await,
        RuleSubject::Ad => ads::set_paused_by_rule(tx, scope, AdId(id), paused).await,
        RuleSubject::Site | RuleSubject::Block => Ok(false),
    }
}

/// Brings back what was before.
pub(super) async fn undo(tx: &Tx, action: &Action) -> Result<()> {
    let scope = Scope::Advertiser(action.advertiser);
    let changed = |now: Option<Money>| {
        let shown = now.map_or_else(|| "none".to_owned(), |now| now.to_string());
        Error::Conflict(format!("It was changed since: it is {shown} now. Change it yourself."))
    };
    let (before, after) = (action.change.before, action.change.after);
    match action.kind {
        RuleActionKind::Tell => Err(Error::Conflict("Nothing was changed that could be taken back.".to_owned())),
        RuleActionKind::Pause => {
            // Started meanwhile is what an undo wants.
            set_paused(tx, scope, action.subject, action.subject_id, false).await.map(drop)
        }
        RuleActionKind::Block if action.change.paused_campaign => {
            set_paused(tx, scope, RuleSubject::Campaign, action.campaign.0, false).await.map(drop)
        }
        RuleActionKind::Block => {
            let source = source(action.subject, action.subject_id)?;
            for id in &action.change.groups {
                let Ok(group) = groups::any(tx, scope, *id).await else { continue };
                let mut lists = group.settings.lists;
                match source {
                    Source::Site(site) => lists.blacklist_sites.retain(|one| *one != site),
                    Source::Block(block) => lists.blacklist_blocks.retain(|one| *one != block),
                }
                groups::set_lists(tx, scope, *id, &lists).await?;
            }
            if action.change.groups.is_empty() {
                let before = action.change.was_allowed.then_some(SourceState::Allowed);
                let now = sources::of(tx, action.campaign).await?.into_iter().find(|named| named.source == source);
                if now.is_none_or(|now| now.state != SourceState::Blocked) {
                    let text = "It was changed since: it is not blocked any longer. Change it yourself.";
                    return Err(Error::Conflict(text.to_owned()));
                }
                sources::set(tx, action.campaign, &[source], before, false).await?;
            }
            Ok(())
        }
        RuleActionKind::SetCoefficient | RuleActionKind::LowerCoefficient | RuleActionKind::RaiseCoefficient => {
            let source = source(action.subject, action.subject_id)?;
            let owner = Owner::Campaign(action.campaign);
            let present = coefficients::of(tx, owner).await?.into_iter().find(|(of, _)| *of == source);
            let now = coefficient_to_decimal(present.map_or(Coefficient::ONE, |(_, present)| present));
            let before = before.and_then(coefficient_from_decimal).unwrap_or(Coefficient::ONE);
            if after != Some(now) {
                return Err(changed(Some(now)));
            }
            coefficients::set(tx, owner, source, before).await
        }
        RuleActionKind::LowerLimit | RuleActionKind::RaiseLimit => {
            let now = campaigns::get(tx, scope, action.campaign).await?.state.daily_limit;
            match before.filter(|_| after == now) {
                Some(before) => campaigns::set_daily_limit(tx, scope, action.campaign, before).await,
                None => Err(changed(now)),
            }
        }
        RuleActionKind::LowerBid | RuleActionKind::RaiseBid => {
            let id = AdId(action.subject_id);
            let now = match ads::any(tx, scope, id).await?.settings.bid {
                Bid::Everywhere(bid) => Some(bid),
                Bid::ByCountry(..) => None,
            };
            match before.filter(|_| after == now) {
                Some(before) => ads::set_bid(tx, scope, id, before).await,
                None => Err(changed(now)),
            }
        }
    }
}
