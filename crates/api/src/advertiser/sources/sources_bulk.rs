//! Blocks, allows and prices many sources of a campaign at once.

use crate::advertiser::campaigns::campaign_actions::entries;
use crate::advertiser::sources::SourceStateName;
use crate::auth::Advertiser;
use crate::dictionaries::targeting_fields::CoefficientEntry;
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::state::ApiState;
use axum::extract::State;
use placard_common::error::{FieldErrors, Problem};
use placard_model::bid::coefficient_from_decimal;
use placard_model::targeting::{Coefficient, Source};
use placard_model::{BlockId, CampaignId, Money, SiteId};
use placard_store::accounts::audit_log;
use placard_store::advertising::campaigns;
use placard_store::advertising::coefficients::{self, Owner};
use placard_store::advertising::sources::{self, SourceState};
use placard_store::{Error, Priority};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::ToSchema;

/// The most sources of one call.
pub(crate) const SOURCES_MAX: usize = 1_000;

/// Sources, and what is to be said of them.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SourcesForm {
    /// Sites: with the blocks together 1 to 1000.
    #[serde(default)]
    pub site_ids: Vec<i64>,
    /// Blocks.
    #[serde(default)]
    pub block_ids: Vec<i64>,
    /// Blocked, allowed, or neither.
    pub state: SourceStateName,
    /// What the list was seen to say of them: those of which it says something else by now are left alone. Null for all.
    pub seen: Option<SourceStateName>,
}

/// Sources, and their coefficient.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CoefficientsForm {
    /// Sites: with the blocks together 1 to 1000.
    #[serde(default)]
    pub site_ids: Vec<i64>,
    /// Blocks.
    #[serde(default)]
    pub block_ids: Vec<i64>,
    /// 0.2 to 9 in steps of 0.1; 1 takes it away.
    #[schema(value_type = f64)]
    pub value: Money,
    /// The coefficient that they were seen with, 1 where they had none: those with another one by now are left alone. Null
    /// for all.
    #[schema(value_type = Option<f64>)]
    pub seen: Option<Money>,
}

/// A source of which something else is said now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ChangedSource {
    /// The site, where it is one.
    #[schema(required)]
    pub site_id: Option<i64>,
    /// The block, where it is one.
    #[schema(required)]
    pub block_id: Option<i64>,
    /// What the list said before.
    pub before: SourceStateName,
}

impl ChangedSource {
    fn new((source, before): (Source, Option<SourceState>)) -> Self {
        let (site_id, block_id) = ids(source);
        Self { site_id, block_id, before: SourceStateName::of(before) }
    }
}

/// What became of sources.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChangedSources {
    /// Those of which something else was said before.
    pub changed: Vec<ChangedSource>,
    /// Those that were left alone, because something else was said than was seen.
    pub left: Vec<ChangedSource>,
    /// Sources that the list has now.
    pub listed_count: u64,
}

/// What became of coefficients.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChangedCoefficients {
    /// Those that were another before, as they were.
    pub before: Vec<CoefficientEntry>,
    /// Those that were left alone, because they had another one than was seen.
    pub left: Vec<CoefficientEntry>,
}

fn read_sources(sites: &[i64], blocks: &[i64]) -> Result<Vec<Source>, Problem> {
    let mut errors = FieldErrors::default();
    let count = sites.len() + blocks.len();
    errors.check(
        "site_ids",
        (1..=SOURCES_MAX).contains(&count),
        format!("must have 1 to {SOURCES_MAX} entries, with block_ids"),
    );
    errors.finish()?;
    let sites = sites.iter().map(|id| Source::Site(SiteId(*id)));
    Ok(sites.chain(blocks.iter().map(|id| Source::Block(BlockId(*id)))).collect())
}

const fn ids(source: Source) -> (Option<i64>, Option<i64>) {
    match source {
        Source::Site(id) => (Some(id.0), None),
        Source::Block(id) => (None, Some(id.0)),
    }
}

/// Refuses sources that there are not, by name.
async fn refuse_unknown(conn: &placard_store::Conn, sources: &[Source]) -> placard_store::Result<()> {
    let missing = sources::unknown(conn, sources).await?;
    let Some(first) = missing.first() else { return Ok(()) };
    let sites = matches!(first, Source::Site(_));
    let of_kind = missing.iter().filter(|source| matches!(source, Source::Site(_)) == sites);
    let ids = of_kind.filter_map(|source| if sites { ids(*source).0 } else { ids(*source).1 }).collect();
    Err(Error::SomeNotFound { what: if sites { "sites" } else { "blocks" }, ids })
}

/// The sources of one call, as the audit log keeps them.
#[derive(Serialize)]
struct SourcesRecord {
    state: SourceStateName,
    site_ids: Vec<i64>,
    block_ids: Vec<i64>,
}

fn records(changed: &[(Source, Option<SourceState>)], after: Option<SourceStateName>) -> Vec<SourcesRecord> {
    let states = [SourceStateName::Open, SourceStateName::Blocked, SourceStateName::Allowed];
    let of = |state: SourceStateName| {
        let is = |before: &Option<SourceState>| after.unwrap_or_else(|| SourceStateName::of(*before)) == state;
        let named = || changed.iter().filter(|(_, before)| is(before)).map(|(source, _)| ids(*source));
        SourcesRecord {
            state,
            site_ids: named().filter_map(|(site, _)| site).collect(),
            block_ids: named().filter_map(|(_, block)| block).collect(),
        }
    };
    states.into_iter().map(of).filter(|one| !one.site_ids.is_empty() || !one.block_ids.is_empty()).collect()
}

/// Blocks or allows many sources of a campaign, or takes them off its list. A list that allows any excludes all others.
/// When one of them is unknown, none is changed.
#[utoipa::path(put, path = "/api/advertiser/campaigns/{id}/source/list", tag = "advertiser",
    params(("id" = i64, Path)), request_body = SourcesForm, responses((status = 200, body = Data<ChangedSources>)))]
pub async fn update_sources(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
    Json(form): Json<SourcesForm>,
) -> Result<Json<Data<ChangedSources>>, Problem> {
    let id = CampaignId(id);
    let (scope, actor) = (advertiser.scope(), advertiser.actor());
    let named = read_sources(&form.site_ids, &form.block_ids)?;
    let changed = app
        .store
        .write("update_sources", Priority::Api, async move |tx| {
            campaigns::get(tx, scope, id).await?;
            refuse_unknown(tx, &named).await?;
            let said: HashMap<Source, SourceState> =
                sources::of(tx, id).await?.into_iter().map(|one| (one.source, one.state)).collect();
            let (left, named): (Vec<_>, Vec<_>) = named.iter().copied().partition(|source| {
                let now = SourceStateName::of(said.get(source).copied());
                now != form.state && form.seen.is_some_and(|seen| seen != now)
            });
            if form.state == SourceStateName::Blocked && sources::are_all_allowed(tx, id, &named).await? {
                let text = "These are all sources that the campaign allows: with them blocked it would be shown on all \
                            others. Stop the campaign, or take them off its list first if that is meant.";
                return Err(Error::Conflict(text.to_owned()));
            }
            let changed = sources::set(tx, id, &named, form.state.state(), false).await?;
            let (before, after) = (records(&changed, None), records(&changed, Some(form.state)));
            audit_log::record_edit(tx, &actor, "update_sources", "campaign", id, Some(&before), Some(&after)).await?;
            let listed_count = sources::of(tx, id).await?.len() as u64;
            let changed = changed.into_iter().map(ChangedSource::new).collect();
            let left =
                left.into_iter().map(|source| ChangedSource::new((source, said.get(&source).copied()))).collect();
            Ok(ChangedSources { changed, left, listed_count })
        })
        .await?;
    Ok(data(changed))
}

/// Sets the coefficient of many sources of a campaign. When one of them is unknown, none is changed.
#[utoipa::path(put, path = "/api/advertiser/campaigns/{id}/source/coefficient", tag = "advertiser",
    params(("id" = i64, Path)), request_body = CoefficientsForm,
    responses((status = 200, body = Data<ChangedCoefficients>)))]
pub async fn update_source_coefficients(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
    Json(form): Json<CoefficientsForm>,
) -> Result<Json<Data<ChangedCoefficients>>, Problem> {
    let id = CampaignId(id);
    let (scope, actor) = (advertiser.scope(), advertiser.actor());
    let named = read_sources(&form.site_ids, &form.block_ids)?;
    let coefficient = coefficient_from_decimal(form.value)
        .ok_or_else(|| Problem::field("value", "must be 0.2 to 9 in steps of 0.1"))?;
    let seen = form.seen.map(|seen| {
        coefficient_from_decimal(seen).ok_or_else(|| Problem::field("seen", "must be 0.2 to 9 in steps of 0.1"))
    });
    let seen = seen.transpose()?;
    let changed = app
        .store
        .write("update_source_coefficients", Priority::Api, async move |tx| {
            campaigns::get(tx, scope, id).await?;
            refuse_unknown(tx, &named).await?;
            let owner = Owner::Campaign(id);
            let present: HashMap<Source, Coefficient> = coefficients::of(tx, owner).await?.into_iter().collect();
            let now = |source: &Source| present.get(source).copied().unwrap_or(Coefficient::ONE);
            let (left, named): (Vec<_>, Vec<_>) = named
                .iter()
                .copied()
                .partition(|source| now(source) != coefficient && seen.is_some_and(|seen| seen != now(source)));
            let left: coefficients::Coefficients = left.iter().map(|source| (*source, now(source))).collect();
            let before = coefficients::set_many(tx, owner, &named, coefficient).await?;
            let after: coefficients::Coefficients = before.iter().map(|(source, _)| (*source, coefficient)).collect();
            let (before, after) = (entries(&before), entries(&after));
            audit_log::record_edit(tx, &actor, "set_source_coefficient", "campaign", id, Some(&before), Some(&after))
                .await?;
            Ok(ChangedCoefficients { before, left: entries(&left) })
        })
        .await?;
    Ok(data(changed))
}
