//! Own data to take along, and the end of an account.

use crate::account::password::check_own_password;
use crate::account::second_factor::check_otp;
use crate::auth::CurrentUser;
use crate::extract::Json;
use crate::state::ApiState;
use crate::statistics::questions::ExportTurn;
use crate::statistics::questions::clicks::{AdvertiserSide, ClickSide, WebmasterSide, own_clicks};
use crate::webmaster::sites::open_metric;
use anyhow::Context;
use axum::body::Body;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use placard_common::error::Problem;
use placard_common::mail::outbox;
use placard_model::{SiteId, UnixMs, UserId};
use placard_store::accounts::erasure::Holdings;
use placard_store::accounts::{audit_log, erasure, export};
use placard_store::publishing::sites::{self, SealedMetric};
use placard_store::{Conn, Error, Priority};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fs::File;
use std::io::{Seek, Write};
use std::sync::Arc;
use tokio::io::AsyncReadExt;
use utoipa::ToSchema;

/// Clicks of a page, in memory at once.
const CLICKS_A_PAGE: u32 = 500;
/// Bytes of a piece of an answer.
const PIECE_BYTES: usize = 64 * 1024;

/// Everything that is stored of a user.
#[derive(Debug, Serialize, ToSchema)]
pub struct AccountExport {
    /// When it was read.
    #[schema(value_type = String, format = DateTime)]
    pub exported_at: UnixMs,
    /// One list for each kind of data, under its name: `account`, `sessions`, `changes`, `campaigns`, `sites`, ... Of each the
    /// latest 10,000; of clicks as the click log of either cabinet has them, `advertiser_clicks` and `webmaster_clicks`.
    #[serde(flatten)]
    #[schema(value_type = std::collections::BTreeMap<String, Vec<Value>>)]
    pub parts: Map<String, Value>,
}

/// Everything that is stored of the own account, as a file.
#[utoipa::path(get, path = "/api/account/export", tag = "account", responses((status = 200, body = AccountExport)))]
pub async fn export_account(State(app): State<ApiState>, current: CurrentUser) -> Result<impl IntoResponse, Problem> {
    let now = app.clock.now();
    app.auth.calls.call("export_account", current.address, now)?;
    let turn = app.turns.export(current.id())?;
    let (id, actor) = (current.id(), current.actor());
    let making = app.turns.make_export()?;
    let folder = app.config.data_dir.clone();
    let file =
        tokio::task::spawn_blocking(move || tempfile::tempfile_in(folder)).await.context("no thread for a file")?;
    let file = Arc::new(file.context("cannot keep an export on disk")?);
    let (state, target) = (app.clone(), file.clone());
    app.store
        .read("export_account", async move |conn| Ok(write_export(&state, conn, id, now, &target).await))
        .await?
        .context("cannot write an export")?;
    if current.user.is_advertiser {
        write_clicks::<AdvertiserSide>(&app, id, "advertiser_clicks", &file).await?;
    }
    if current.user.is_webmaster {
        write_clicks::<WebmasterSide>(&app, id, "webmaster_clicks", &file).await?;
    }
    write(&file, "}".to_owned()).await.context("cannot write an export")?;
    drop(making);
    app.store
        .write("note_export", Priority::Api, async move |tx| {
            audit_log::record_event(tx, &actor, "export_account", "user", id).await
        })
        .await?;
    let name = format!("attachment; filename=\"placard-account-{id}-{}.json\"", now.day());
    let headers = [(header::CONTENT_DISPOSITION, name), (header::CONTENT_TYPE, "application/json".to_owned())];
    Ok((headers, file_body(&file, turn).context("cannot read an export")?))
}

/// Writes what is stored to a file, a page in memory at a time.
async fn write_export(app: &ApiState, conn: &Conn, id: UserId, now: UnixMs, file: &Arc<File>) -> anyhow::Result<()> {
    // The transaction may run again.
    file.set_len(0)?;
    (&**file).rewind()?;
    write(file, format!("{{\"exported_at\":{}", serde_json::to_string(&now)?)).await?;
    for (list, _) in export::sources() {
        write(file, format!(",\"{list}\":[")).await?;
        let mut from = None;
        loop {
            let (rows, next) = export::page(conn, id, list, from.as_ref()).await?;
            write_rows(file, from.is_none(), &rows).await?;
            from = next;
            if from.is_none() {
                break;
            }
        }
        write(file, "]".to_owned()).await?;
    }
    write(file, ",\"site_counters\":[".to_owned()).await?;
    let counters = sites::list_metrics_of(conn, id).await?;
    let counters: Vec<Value> =
        counters.iter().map(|(site, metric)| counter(app, *site, metric)).collect::<anyhow::Result<_>>()?;
    write_rows(file, true, &counters).await?;
    write(file, "]".to_owned()).await
}

/// Writes the latest clicks of one's own, a page in memory at a time.
async fn write_clicks<S: ClickSide>(app: &ApiState, id: UserId, name: &str, file: &Arc<File>) -> Result<(), Problem> {
    let failed = "cannot write the clicks of an export";
    write(file, format!(",\"{name}\":[")).await.context(failed)?;
    let (mut after, mut written) = (None, 0);
    while written < export::ROWS_MAX {
        let (rows, next) = own_clicks::<S>(app, id, after, CLICKS_A_PAGE).await?;
        let rows: Vec<Value> = rows.iter().map(serde_json::to_value).collect::<Result<_, _>>().context(failed)?;
        write_rows(file, written == 0, &rows).await.context(failed)?;
        written += rows.len() as i64;
        after = next;
        if after.is_none() {
            break;
        }
    }
    Ok(write(file, "]".to_owned()).await.context(failed)?)
}

async fn write_rows(file: &Arc<File>, is_first: bool, rows: &[Value]) -> anyhow::Result<()> {
    let rows: Vec<String> = rows.iter().map(Value::to_string).collect();
    let separator = if is_first || rows.is_empty() { "" } else { "," };
    write(file, format!("{separator}{}", rows.join(","))).await
}

async fn write(file: &Arc<File>, text: String) -> anyhow::Result<()> {
    let file = file.clone();
    Ok(tokio::task::spawn_blocking(move || (&*file).write_all(text.as_bytes())).await??)
}

/// A file from its beginning as the body of an answer. The turn is over when it is sent or given up.
fn file_body(file: &File, turn: ExportTurn) -> std::io::Result<Body> {
    let mut file = file.try_clone()?;
    file.rewind()?;
    let begin = (tokio::fs::File::from_std(file), turn);
    let pieces = futures_util::stream::try_unfold(begin, |(mut file, turn)| async move {
        let mut piece = vec![0; PIECE_BYTES];
        let length = file.read(&mut piece).await?;
        piece.truncate(length);
        std::io::Result::Ok((length > 0).then_some((piece, (file, turn))))
    });
    Ok(Body::from_stream(pieces))
}

/// A counter of a site as its owner typed it.
fn counter(app: &ApiState, site: SiteId, metric: &SealedMetric) -> anyhow::Result<Value> {
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
    State(app): State<ApiState>,
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
    outbox::remove(&app.config.data_dir, mails).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn check_holdings(held: Holdings, gives_up: bool) -> placard_store::Result<()> {
    if gives_up || !held.is_worth_something() {
        return Ok(());
    }
    Err(Error::Conflict(format!(
        "The account is active and holds money (balance {}, earnings {}, of which {} are pending). Spend it or have \
         it paid out before the account becomes deleted, or give it up.",
        held.advertiser.text(),
        (held.pending + held.available + held.referral).text(),
        held.pending.text()
    )))
}
