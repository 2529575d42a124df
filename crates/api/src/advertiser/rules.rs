//! Rules: what advertisers have done to their campaigns by themselves.

pub mod rule_dry_run;
pub mod rule_form;
pub mod rule_log;

use crate::advertiser::rules::rule_form::RuleForm;
use crate::advertiser::rules::rule_log::RuleActionResource;
use crate::auth::Advertiser;
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::state::ApiState;
use axum::extract::State;
use axum::http::StatusCode;
use placard_common::error::Problem;
use placard_model::UnixMs;
use placard_model::rule::RuleSettings;
use placard_model::time::{DAY_MS, HOUR_MS};
use placard_store::accounts::audit_log;
use placard_store::rules::{self, ListedRule, Rule};
use placard_store::{Conn, Priority, Scope};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The days of "acted lately".
const ACTED_DAYS: i64 = 7;

/// A rule.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Rule)]
pub struct RuleResource {
    /// The rule.
    pub id: i64,
    /// What it says.
    #[serde(flatten)]
    pub settings: RuleForm,
    /// It runs.
    pub is_on: bool,
    /// Since when it runs; null when it is off.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub on_since: Option<UnixMs>,
    /// When it is looked at next; null when it is off.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub next_at: Option<UnixMs>,
    /// When it was looked at last.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub last_run_at: Option<UnixMs>,
    /// How often it acted in the last 7 days.
    pub acted_count: u64,
    /// What waits for its owner's word.
    pub asked_count: u64,
    /// What it did or asked for last.
    pub last_action: Option<RuleActionResource>,
    /// Send it back with changes, so that a stale edit is noticed.
    pub version: i64,
}

/// Rules, and when they are looked at.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Rules {
    /// The rules, oldest first.
    pub data: Vec<RuleResource>,
    /// When all that are on are looked at next: at the next full hour.
    #[schema(value_type = String, format = DateTime)]
    pub next_run_at: UnixMs,
}

impl RuleResource {
    fn new(listed: ListedRule) -> Self {
        let ListedRule { rule, last, acted, asked } = listed;
        Self {
            id: rule.id,
            settings: RuleForm::from(&rule.settings),
            is_on: rule.on_since.is_some(),
            on_since: rule.on_since,
            next_at: rule.on_since.map(|_| rule.next_at),
            last_run_at: rule.last_run_at,
            acted_count: acted,
            asked_count: asked,
            last_action: last.map(RuleActionResource::from),
            version: rule.version,
        }
    }
}

/// A rule to make or to change.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RuleSave {
    /// What it says. What is wrong with it is told by its own fields.
    pub rule: RuleForm,
    /// A new rule runs at once. A rule that is there is switched by its own calls.
    #[serde(default)]
    pub is_on: bool,
    /// It may be saved although it would stop everything that delivers now.
    #[serde(default)]
    pub confirmed: bool,
    /// The version that was read: what was changed meanwhile is not replaced. Whatever it is when omitted.
    #[serde(default)]
    pub version: Option<i64>,
}

async fn one(conn: &Conn, scope: Scope, id: i64) -> placard_store::Result<RuleResource> {
    let since = conn.now().plus_ms(-ACTED_DAYS * DAY_MS);
    Ok(RuleResource::new(rules::get_listed(conn, scope, id, since).await?))
}

/// The rules.
#[utoipa::path(get, path = "/api/advertiser/rules", tag = "advertiser", responses((status = 200, body = Rules)))]
pub async fn list_rules(State(app): State<ApiState>, advertiser: Advertiser) -> Result<Json<Rules>, Problem> {
    let (user, now) = (advertiser.id(), app.clock.now());
    let since = now.plus_ms(-ACTED_DAYS * DAY_MS);
    let listed = app.store.read("list_rules", async move |conn| rules::list(conn, user, since).await).await?;
    let next_run_at = UnixMs(now.0 - now.0.rem_euclid(HOUR_MS) + HOUR_MS);
    Ok(Json(Rules { data: listed.into_iter().map(RuleResource::new).collect(), next_run_at }))
}

/// Refuses a rule that would stop everything now, unless that is meant.
async fn check_confirmed(
    app: &ApiState,
    advertiser: &Advertiser,
    settings: &RuleSettings,
    confirmed: bool,
) -> Result<(), Problem> {
    if confirmed || !settings.action.kind.stops() {
        return Ok(());
    }
    match rule_dry_run::would_stop_everything(app, advertiser.id(), settings).await? {
        Some(count) => Err(Problem::field(
            "confirmed",
            format!("must be true: the rule would stop all {count} that deliver now. It still asks before it does."),
        )),
        None => Ok(()),
    }
}

/// Makes a rule.
#[utoipa::path(post, path = "/api/advertiser/rules", tag = "advertiser", request_body = RuleSave,
    responses((status = 201, body = Data<RuleResource>)))]
pub async fn create_rule(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Json(form): Json<RuleSave>,
) -> Result<(StatusCode, Json<Data<RuleResource>>), Problem> {
    let settings = form.rule.read()?;
    check_confirmed(&app, &advertiser, &settings, form.confirmed).await?;
    let (user, scope, actor) = (advertiser.id(), advertiser.scope(), advertiser.actor());
    let made = app
        .store
        .write("create_rule", Priority::Api, async move |tx| {
            let id = rules::create(tx, user, &settings).await?;
            if form.is_on {
                rules::set_on(tx, scope, id, true).await?;
            }
            let after = one(tx, scope, id).await?;
            audit_log::record_edit(tx, &actor, "create_rule", "rule", id, None::<&()>, Some(&after)).await?;
            Ok(after)
        })
        .await?;
    Ok((StatusCode::CREATED, data(made)))
}

/// A rule.
#[utoipa::path(get, path = "/api/advertiser/rules/{id}", tag = "advertiser", params(("id" = i64, Path)),
    responses((status = 200, body = Data<RuleResource>)))]
pub async fn get_rule(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
) -> Result<Json<Data<RuleResource>>, Problem> {
    let scope = advertiser.scope();
    Ok(data(app.store.read("get_rule", async move |conn| one(conn, scope, id).await).await?))
}

/// Changes what a rule says. What it did stays as it is.
#[utoipa::path(put, path = "/api/advertiser/rules/{id}", tag = "advertiser", params(("id" = i64, Path)),
    request_body = RuleSave, responses((status = 200, body = Data<RuleResource>)))]
pub async fn update_rule(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
    Json(form): Json<RuleSave>,
) -> Result<Json<Data<RuleResource>>, Problem> {
    let scope = advertiser.scope();
    let _: Rule = app.store.read("get_rule", async move |conn| rules::get(conn, scope, id).await).await?;
    let (settings, version) = (form.rule.read()?, form.version);
    check_confirmed(&app, &advertiser, &settings, form.confirmed).await?;
    change(app, advertiser, id, Change::Update(Box::new(settings), version)).await
}

/// A change of a rule.
enum Change {
    Update(Box<RuleSettings>, Option<i64>),
    On(bool),
}

async fn change(
    app: ApiState,
    advertiser: Advertiser,
    id: i64,
    change: Change,
) -> Result<Json<Data<RuleResource>>, Problem> {
    let (scope, actor) = (advertiser.scope(), advertiser.actor());
    let name = match change {
        Change::Update(..) => "update_rule",
        Change::On(true) => "start_rule",
        Change::On(false) => "stop_rule",
    };
    let changed = app
        .store
        .write(name, Priority::Api, async move |tx| {
            let before = one(tx, scope, id).await?;
            match &change {
                Change::Update(settings, version) => rules::update(tx, scope, id, settings, *version).await?,
                Change::On(on) => rules::set_on(tx, scope, id, *on).await?,
            }
            let after = one(tx, scope, id).await?;
            audit_log::record_edit(tx, &actor, tx.name(), "rule", id, Some(&before), Some(&after)).await?;
            Ok(after)
        })
        .await?;
    Ok(data(changed))
}

/// Deletes a rule. What it did stays as it is, and in the log.
#[utoipa::path(delete, path = "/api/advertiser/rules/{id}", tag = "advertiser", params(("id" = i64, Path)),
    responses((status = 204)))]
pub async fn delete_rule(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
) -> Result<StatusCode, Problem> {
    let (scope, actor) = (advertiser.scope(), advertiser.actor());
    app.store
        .write("delete_rule", Priority::Api, async move |tx| {
            let before = one(tx, scope, id).await?;
            rules::delete(tx, scope, id).await?;
            audit_log::record_edit(tx, &actor, tx.name(), "rule", id, Some(&before), None::<&()>).await
        })
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Switches a rule on: it is looked at in a moment, and then every full hour.
#[utoipa::path(put, path = "/api/advertiser/rules/{id}/start", tag = "advertiser", params(("id" = i64, Path)),
    responses((status = 200, body = Data<RuleResource>)))]
pub async fn start_rule(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
) -> Result<Json<Data<RuleResource>>, Problem> {
    change(app, advertiser, id, Change::On(true)).await
}

/// Switches a rule off. What it did stays as it is.
#[utoipa::path(put, path = "/api/advertiser/rules/{id}/stop", tag = "advertiser", params(("id" = i64, Path)),
    responses((status = 200, body = Data<RuleResource>)))]
pub async fn stop_rule(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
) -> Result<Json<Data<RuleResource>>, Problem> {
    change(app, advertiser, id, Change::On(false)).await
}
