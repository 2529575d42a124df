//! Sources that a campaign itself blocks or allows, for all of its groups.

use super::coefficients::{OWNERS_A_QUERY, source_key, source_of};
use super::in_list;
use crate::advertising::inventory_changes;
use crate::codes::code;
use crate::conn::{Conn, Row, Tx};
use crate::error::{Error, Result};
use crate::statement::Insert;
use placard_model::targeting::{CAMPAIGN_SOURCES_MAX, CampaignSources, Source};
use placard_model::{CampaignId, UnixMs};
use std::collections::{HashMap, HashSet};

/// What a campaign says of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceState {
    /// Never there.
    Blocked,
    /// Once one is allowed: nowhere else.
    Allowed,
}

impl SourceState {
    const fn code(self) -> i64 {
        match self {
            Self::Blocked => 1,
            Self::Allowed => 2,
        }
    }

    fn read(row: &Row) -> Result<Self> {
        match row.get::<i64>("state")? {
            1 => Ok(Self::Blocked),
            2 => Ok(Self::Allowed),
            other => Err(Error::Corrupt(format!("state {other} of a source"))),
        }
    }
}

/// A source that a campaign names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedSource {
    /// The source.
    pub source: Source,
    /// What is said of it.
    pub state: SourceState,
    /// Whether a rule said it.
    pub by_rule: bool,
    /// Since when.
    pub since: UnixMs,
}

/// What a campaign says of sources, in their order.
pub async fn of(conn: &Conn, campaign: CampaignId) -> Result<Vec<NamedSource>> {
    let sql = "SELECT source_kind, source_id, state, by_rule, updated_at FROM campaign_sources WHERE campaign_id = $1 \
               ORDER BY source_kind, source_id";
    let rows = conn.rows(sql, [campaign.0.into()]).await?;
    let read = |row: &Row| {
        Ok(NamedSource {
            source: source_of(row)?,
            state: SourceState::read(row)?,
            by_rule: row.get("by_rule")?,
            since: UnixMs(row.get("updated_at")?),
        })
    };
    rows.iter().map(read).collect()
}

/// What campaigns say of sources: those named, or all that say anything.
pub(super) async fn of_many(
    conn: &Conn,
    campaigns: Option<&[CampaignId]>,
) -> Result<HashMap<CampaignId, CampaignSources>> {
    let mut rows = Vec::new();
    let columns = "SELECT campaign_id, source_kind, source_id, state FROM campaign_sources";
    match campaigns {
        None => rows = conn.rows(&format!("{columns} ORDER BY campaign_id"), []).await?,
        Some(campaigns) => {
            for chunk in campaigns.chunks(OWNERS_A_QUERY) {
                let mut values = Vec::new();
                let named = in_list("campaign_id", chunk.iter().map(|id| id.0), &mut values);
                rows.extend(conn.rows(&format!("{columns} WHERE {named} ORDER BY campaign_id"), values).await?);
            }
        }
    }
    let mut by_campaign: HashMap<CampaignId, (Vec<Source>, Vec<Source>)> = HashMap::new();
    for row in &rows {
        let (blocked, allowed) = by_campaign.entry(CampaignId(row.get("campaign_id")?)).or_default();
        match SourceState::read(row)? {
            SourceState::Blocked => blocked.push(source_of(row)?),
            SourceState::Allowed => allowed.push(source_of(row)?),
        }
    }
    let set = |(blocked, allowed): (Vec<Source>, Vec<Source>)| CampaignSources {
        blocked: blocked.into_iter().collect(),
        allowed: allowed.into_iter().collect(),
    };
    Ok(by_campaign.into_iter().map(|(id, both)| (id, set(both))).collect())
}

/// The sites, or else the blocks, that campaigns block.
pub async fn blocked(
    conn: &Conn,
    campaigns: impl IntoIterator<Item = CampaignId>,
    sites: bool,
) -> Result<Vec<(CampaignId, i64)>> {
    let kind: i64 = if sites { 1 } else { 2 };
    let mut values = vec![kind.into(), SourceState::Blocked.code().into()];
    let named = conn.one_of("campaign_id", campaigns.into_iter().map(|id| id.0), &mut values);
    let sql = format!(
        "SELECT campaign_id, source_id FROM campaign_sources WHERE source_kind = $1 AND state = $2 AND {named}"
    );
    let rows = conn.rows(&sql, values).await?;
    rows.iter().map(|row| Ok((CampaignId(row.get("campaign_id")?), row.get("source_id")?))).collect()
}

/// Whether these are all sources that a campaign allows: without them it would be shown everywhere.
pub async fn are_all_allowed(conn: &Conn, campaign: CampaignId, sources: &[Source]) -> Result<bool> {
    let mut named = of(conn, campaign).await?;
    named.retain(|one| one.state == SourceState::Allowed);
    Ok(!named.is_empty() && named.iter().all(|one| sources.contains(&one.source)))
}

/// Says the same of sources; none takes them off the list. Answers those of which something else was said before, with
/// that. A conflict when there would be more than [`CAMPAIGN_SOURCES_MAX`]; nothing is written then.
pub async fn set(
    tx: &Tx,
    campaign: CampaignId,
    sources: &[Source],
    state: Option<SourceState>,
    by_rule: bool,
) -> Result<Vec<(Source, Option<SourceState>)>> {
    let present: HashMap<Source, SourceState> =
        of(tx, campaign).await?.into_iter().map(|named| (named.source, named.state)).collect();
    let mut changed: Vec<(Source, Option<SourceState>)> = Vec::new();
    let mut wanted = sources.to_vec();
    wanted.sort_unstable();
    wanted.dedup();
    for source in wanted {
        let before = present.get(&source).copied();
        if before != state {
            changed.push((source, before));
        }
    }
    if changed.is_empty() {
        return Ok(changed);
    }
    let added = changed.iter().filter(|(_, before)| before.is_none()).count();
    if state.is_some() && present.len() + added > CAMPAIGN_SOURCES_MAX {
        return Err(Error::Conflict(format!(
            "The campaign has {} blocked and allowed sources, and {added} more would pass the {CAMPAIGN_SOURCES_MAX} that it \
             may have. Take some off first.",
            present.len()
        )));
    }
    for (source, _) in &changed {
        let (kind, id) = source_key(*source);
        if let Some(state) = state {
            Insert::into("campaign_sources")
                .set("campaign_id", campaign.0)
                .set("source_kind", kind)
                .set("source_id", id)
                .set("state", state.code())
                .set("by_rule", by_rule)
                .created(tx)
                .replacing("campaign_id, source_kind, source_id", &["created_at"])
                .run(tx)
                .await?;
        } else {
            let sql = "DELETE FROM campaign_sources WHERE campaign_id = $1 AND source_kind = $2 AND source_id = $3";
            tx.execute(sql, [campaign.0.into(), kind.into(), id.into()]).await?;
        }
    }
    inventory_changes::record(tx, inventory_changes::Kind::Campaign, campaign.0).await?;
    Ok(changed)
}

/// Writes the list of a campaign to another one, which has none.
pub(super) async fn copy(tx: &Tx, from: CampaignId, to: CampaignId) -> Result<()> {
    let named = of(tx, from).await?;
    for state in [SourceState::Blocked, SourceState::Allowed] {
        for by_rule in [false, true] {
            let is_one = |one: &&NamedSource| one.state == state && one.by_rule == by_rule;
            let sources: Vec<Source> = named.iter().filter(is_one).map(|one| one.source).collect();
            set(tx, to, &sources, Some(state), by_rule).await?;
        }
    }
    Ok(())
}

/// Those of some sources that there are not.
pub async fn unknown(conn: &Conn, sources: &[Source]) -> Result<Vec<Source>> {
    let mut missing = Vec::new();
    for (kind, table) in [(1, "sites"), (2, "blocks")] {
        let ids: Vec<i64> =
            sources.iter().map(|source| source_key(*source)).filter(|key| key.0 == kind).map(|key| key.1).collect();
        if ids.is_empty() {
            continue;
        }
        let mut values = Vec::new();
        let named = conn.one_of("id", ids.iter().copied(), &mut values);
        let rows = conn.rows(&format!("SELECT id FROM {table} WHERE {named}"), values).await?;
        let found: HashSet<i64> = rows.iter().map(|row| row.get("id")).collect::<Result<_>>()?;
        missing.extend(sources.iter().copied().filter(|source| {
            let (of, id) = source_key(*source);
            of == kind && !found.contains(&id)
        }));
    }
    Ok(missing)
}

/// Those of some sites that a moderator has approved: what is shown anywhere may be named to everybody.
pub async fn approved(conn: &Conn, sites: &[i64]) -> Result<HashSet<i64>> {
    let mut values = Vec::new();
    let named = conn.one_of("id", sites.iter().copied(), &mut values);
    let sql = format!(concat!("SELECT id FROM sites WHERE status_id = ", code!(site_approved), " AND {}"), named);
    conn.rows(&sql, values).await?.iter().map(|row| row.get("id")).collect()
}

/// The sites of blocks, of those that there are.
pub async fn sites_of(conn: &Conn, blocks: &[i64]) -> Result<HashMap<i64, i64>> {
    let mut values = Vec::new();
    let named = conn.one_of("id", blocks.iter().copied(), &mut values);
    let rows = conn.rows(&format!("SELECT id, site_id FROM blocks WHERE {named}"), values).await?;
    rows.iter().map(|row| Ok((row.get("id")?, row.get("site_id")?))).collect()
}
