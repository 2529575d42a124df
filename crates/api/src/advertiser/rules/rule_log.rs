//! What rules did and ask for, and the way back.

use crate::auth::Advertiser;
use crate::dictionaries::words::{RuleActionKindId, RuleActionStateId, RuleSubjectId};
use crate::extract::{Json, Path, Qs};
use crate::list::{Data, List, Page, data};
use crate::state::ApiState;
use axum::extract::State;
use placard_common::error::Problem;
use placard_model::rule::{RuleActionKind, RuleSums};
use placard_model::{Money, UnixMs};
use placard_store::Priority;
use placard_store::accounts::audit_log;
use placard_store::rules::actions::{self, Action};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Rows of a page of the log.
const LOG_ROWS: u32 = 20;
/// The most rows of a page.
const LOG_ROWS_MAX: u32 = 500;

/// The figures that a rule saw.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub struct RuleFigures {
    /// Valid shows.
    pub shows: i64,
    /// Valid clicks.
    pub clicks: i64,
    /// Dollars.
    #[schema(value_type = f64)]
    pub spent: Money,
    /// Conversions, without rejected ones.
    pub leads: i64,
    /// Worth of the approved conversions, in dollars.
    #[schema(value_type = f64)]
    pub revenue: Money,
}

impl From<RuleSums> for RuleFigures {
    fn from(sums: RuleSums) -> Self {
        Self {
            shows: sums.shows,
            clicks: sums.clicks,
            spent: sums.spent,
            leads: sums.leads(),
            revenue: sums.approved_money,
        }
    }
}

/// Something that a rule did or asks for.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = RuleAction)]
pub struct RuleActionResource {
    /// Its number in the log.
    pub id: i64,
    /// The rule.
    pub rule_id: i64,
    /// What that was called.
    pub rule_name: String,
    /// In which campaign.
    pub campaign_id: i64,
    /// What that was called.
    pub campaign_name: String,
    /// What it was done to.
    #[schema(value_type = RuleSubjectId)]
    pub subject_kind_id: u8,
    /// Its number.
    pub subject_id: i64,
    /// What it was called.
    pub subject_name: String,
    /// What was done.
    #[schema(value_type = RuleActionKindId)]
    pub kind_id: u8,
    /// What became of it.
    #[schema(value_type = RuleActionStateId)]
    pub state_id: u8,
    /// The number before; null where no number was changed.
    #[schema(value_type = Option<f64>)]
    pub before: Option<Money>,
    /// The number after.
    #[schema(value_type = Option<f64>)]
    pub after: Option<Money>,
    /// The figures that it saw.
    pub figures: RuleFigures,
    /// The same in words.
    pub why: String,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub at: UnixMs,
    /// When somebody said yes or no, or took it back.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub decided_at: Option<UnixMs>,
    /// It can be taken back.
    pub can_undo: bool,
}

impl From<Action> for RuleActionResource {
    fn from(action: Action) -> Self {
        let is_done = action.state == placard_model::rule::RuleActionState::Done;
        Self {
            id: action.id,
            rule_id: action.rule,
            rule_name: action.rule_name,
            campaign_id: action.campaign.0,
            campaign_name: action.campaign_name,
            subject_kind_id: action.subject.id(),
            subject_id: action.subject_id,
            subject_name: action.subject_name,
            kind_id: action.kind.id(),
            state_id: action.state.id(),
            before: action.change.before,
            after: action.change.after,
            figures: action.sums.into(),
            why: action.why,
            at: action.at,
            decided_at: action.decided_at,
            can_undo: is_done && action.kind != RuleActionKind::Tell,
        }
    }
}

/// The query of the log.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct RuleLogQuery {
    /// Only what this rule did.
    pub rule_id: Option<i64>,
    /// Rows of a page; 20 when omitted, at most 500.
    #[param(maximum = 10000)]
    pub count: Option<u32>,
    /// The page, from 1.
    #[param(minimum = 1)]
    pub page: Option<u32>,
}

/// What rules did and ask for, newest first.
#[utoipa::path(get, path = "/api/advertiser/rules/log", tag = "advertiser", params(RuleLogQuery),
    responses((status = 200, body = List<RuleActionResource>)))]
pub async fn list_rule_actions(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Qs(query): Qs<RuleLogQuery>,
) -> Result<Json<List<RuleActionResource>>, Problem> {
    let page = Page::new(query.page, query.count, LOG_ROWS)?.at_most(LOG_ROWS_MAX);
    let scope = advertiser.scope();
    let (found, total) = app
        .store
        .read("list_rule_actions", async move |conn| {
            actions::list(conn, scope, query.rule_id, page.rows, page.offset()).await
        })
        .await?;
    let data = found.into_iter().map(RuleActionResource::from).collect();
    Ok(Json(List { data, pagination: page.pagination(total), total_statistic: None, counts_by_status: None }))
}

/// What is said to something that a rule did or asks for.
#[derive(Clone, Copy)]
enum Word {
    Undo,
    Yes,
    No,
}

async fn say(
    app: ApiState,
    advertiser: Advertiser,
    id: i64,
    word: Word,
) -> Result<Json<Data<RuleActionResource>>, Problem> {
    let (scope, actor) = (advertiser.scope(), advertiser.actor());
    let name = match word {
        Word::Undo => "undo_rule_action",
        Word::Yes => "approve_rule_action",
        Word::No => "decline_rule_action",
    };
    let said = app
        .store
        .write(name, Priority::Api, async move |tx| {
            let before = RuleActionResource::from(actions::get(tx, scope, id).await?);
            let after = match word {
                Word::Undo => actions::undo(tx, scope, id, actor.user).await?,
                Word::Yes => actions::answer(tx, scope, id, actor.user, true).await?,
                Word::No => actions::answer(tx, scope, id, actor.user, false).await?,
            };
            let after = RuleActionResource::from(after);
            audit_log::record_edit(tx, &actor, tx.name(), "rule_action", id, Some(&before), Some(&after)).await?;
            Ok(after)
        })
        .await?;
    Ok(data(said))
}

/// Takes back what a rule did: what was before is there again. A number that was changed since is left alone.
#[utoipa::path(put, path = "/api/advertiser/rules/log/{id}/undo", tag = "advertiser", params(("id" = i64, Path)),
    responses((status = 200, body = Data<RuleActionResource>)))]
pub async fn undo_rule_action(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
) -> Result<Json<Data<RuleActionResource>>, Problem> {
    say(app, advertiser, id, Word::Undo).await
}

/// Does what a rule asks for.
#[utoipa::path(put, path = "/api/advertiser/rules/log/{id}/approve", tag = "advertiser", params(("id" = i64, Path)),
    responses((status = 200, body = Data<RuleActionResource>)))]
pub async fn approve_rule_action(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
) -> Result<Json<Data<RuleActionResource>>, Problem> {
    say(app, advertiser, id, Word::Yes).await
}

/// Says no to what a rule asks for.
#[utoipa::path(put, path = "/api/advertiser/rules/log/{id}/decline", tag = "advertiser", params(("id" = i64, Path)),
    responses((status = 200, body = Data<RuleActionResource>)))]
pub async fn decline_rule_action(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
) -> Result<Json<Data<RuleActionResource>>, Problem> {
    say(app, advertiser, id, Word::No).await
}
