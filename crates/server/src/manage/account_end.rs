//! Own data to take along, and the end of an account.

use super::password::check_own_password;
use super::second_factor::check_otp;
use super::webmaster_sites::open_metric;
use crate::app::AppState;
use crate::auth::CurrentUser;
use crate::error::Problem;
use crate::extract::Json;
use crate::feeds::mail as outbox;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use placard_model::{SiteId, UnixMs};
use placard_store::erasure::Holdings;
use placard_store::sites::{self, SealedMetric};
use placard_store::{Error, Priority, audit_log, erasure, export};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// Everything that is stored of a user.
#[derive(Debug, Serialize, ToSchema)]
pub struct AccountExport {
    /// When it was read.
    #[schema(value_type = String, format = DateTime)]
    pub exported_at: UnixMs,
    /// One list for each kind of data, under its name: `account`, `sessions`, `changes`, `campaigns`, `sites`, ...
    #[serde(flatten)]
    #[schema(value_type = std::collections::BTreeMap<String, Vec<Value>>)]
    pub parts: Map<String, Value>,
}

/// Everything that is stored of the own account, as a file.
#[utoipa::path(get, path = "/api/account/export", tag = "account", responses((status = 200, body = AccountExport)))]
pub async fn export_account(State(app): State<AppState>, current: CurrentUser) -> Result<impl IntoResponse, Problem> {
    let now = app.clock.now();
    app.auth.calls.call("export_account", current.address, now)?;
    let (id, actor) = (current.id(), current.actor());
    let (mut parts, counters) = app
        .store
        .read("export_account", async move |conn| {
            Ok((export::export_user(conn, id).await?, sites::list_metrics_of(conn, id).await?))
        })
        .await?;
    let counters = counters.iter().map(|(site, metric)| counter(&app, *site, metric)).collect::<anyhow::Result<_>>()?;
    parts.insert("site_counters".to_owned(), Value::Array(counters));
    app.store
        .write("note_export", Priority::Api, async move |tx| {
            audit_log::record_event(tx, &actor, "export_account", "user", id).await
        })
        .await?;
    let name = format!("attachment; filename=\"placard-account-{id}-{}.json\"", now.day());
    Ok(([(header::CONTENT_DISPOSITION, name)], Json(AccountExport { exported_at: now, parts })))
}

/// A counter of a site as its owner typed it.
fn counter(app: &AppState, site: SiteId, metric: &SealedMetric) -> anyhow::Result<Value> {
    let mut shown = serde_json::to_value(open_metric(app, metric)?)?;
    shown["site_id"] = site.0.into();
    Ok(shown)
}

/// The end of an account.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DeleteAccountForm {
    /// The password.
    #[schema(format = Password)]
    pub password: String,
    /// Code of the second factor, for who has one.
    pub otp: Option<String>,
    /// What the account holds goes to the network. Without it an account that holds money is not deleted.
    #[serde(default)]
    pub give_up_balance: bool,
}

/// Deletes the own account: campaigns and sites stop, personal data goes, all sessions end. Refused while there is money
/// in it (a balance, or earnings, pending ones too), unless that is given up.
#[utoipa::path(delete, path = "/api/account", tag = "account", request_body = DeleteAccountForm,
    responses((status = 204)))]
pub async fn delete_account(
    State(app): State<AppState>,
    current: CurrentUser,
    Json(form): Json<DeleteAccountForm>,
) -> Result<StatusCode, Problem> {
    if current.user.user_type.is_staff() {
        return Err(Problem::Forbidden("Accounts of staff are closed by the network's owner.".into()));
    }
    let checked = check_own_password(&app, &current, "password", &form.password).await?;
    let (id, actor, gives_up) = (current.id(), current.actor(), form.give_up_balance);
    // Before the code, which works once only, is used up.
    let held = app.store.read("get_holdings", async move |conn| erasure::holdings(conn, id).await).await?;
    check_holdings(held, gives_up)?;
    check_otp(&app, &current, form.otp.as_deref()).await?;
    let mails = app
        .store
        .write("delete_account", Priority::Api, async move |tx| {
            checked.still_holds(tx).await?;
            check_holdings(erasure::holdings(tx, id).await?, gives_up)?;
            let mails = erasure::erase_user(tx, id).await?;
            // Without the address, which is personal too.
            let actor = audit_log::Actor { address: String::new(), ..actor.clone() };
            audit_log::record_event(tx, &actor, "delete_account", "user", id).await?;
            Ok(mails)
        })
        .await?;
    app.auth.forget_user(id);
    outbox::remove(&app, mails).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn check_holdings(held: Holdings, gives_up: bool) -> placard_store::Result<()> {
    if gives_up || !held.is_worth_something() {
        return Ok(());
    }
    Err(Error::Conflict(format!(
        "The account is active and holds money (balance ${}, earnings ${}, of which ${} are pending). Spend it or have \
         it paid out before the account becomes deleted, or give it up.",
        held.advertiser,
        held.pending + held.available + held.referral,
        held.pending
    )))
}
