//! The audit log, for staff.

use crate::auth::Staff;
use crate::extract::{Json, Qs};
use crate::list::{List, Page};
use crate::staff::people::persons::{EmailsByUser, PersonResource};
use crate::state::ApiState;
use axum::extract::State;
use placard_common::error::{FieldErrors, Problem};
use placard_model::{Day, UnixMs, UserId};
use placard_store::accounts::audit_log::{self, Entry, LogFilter};
use placard_store::names::{self, Named};
use placard_store::{Conn, Scope};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::HashMap;
use utoipa::{IntoParams, ToSchema};

/// Entries of a page.
const PAGE_ROWS: u32 = 50;
/// The most rows of a page: one may have 140 kB.
const PAGE_ROWS_MAX: u32 = 500;
/// The longest kind of thing, in characters.
const SUBJECT_MAX: usize = 50;

/// What no token reads by its own calls: who is paid where to, and codes by which money is given. Of its changes a token learns that
/// they were made, and not what.
const KEPT_FROM_TOKENS: [&str; 4] = ["payout", "wallet", "denied_address", "promo_code"];
/// What tokens do not read of changes of deposits: the code that its payer named.
const CODE_OF_DEPOSIT: &str = "promo_code";

/// An entry of the audit log.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AuditEntry {
    /// Number of the entry.
    pub id: i64,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub at: UnixMs,
    /// Who; null for the command line and the program itself.
    pub actor: Option<PersonResource>,
    /// The user whose cabinet the actor used.
    pub acting_as: Option<PersonResource>,
    /// What, as verb and noun: `update_site`.
    pub action: String,
    /// Kind of what was changed: `site`.
    pub subject: String,
    /// Its id.
    pub subject_id: i64,
    /// What it is called; none where it has no name.
    pub name: Option<String>,
    /// What it was: mostly an object of its fields; null for something new.
    #[schema(value_type = Value)]
    pub before: Option<Value>,
    /// What it is; null for something deleted.
    #[schema(value_type = Value)]
    pub after: Option<Value>,
    /// From where; empty for the command line and the program.
    pub address: String,
}

impl AuditEntry {
    fn new(entry: Entry, emails: &EmailsByUser, names: &HashMap<(&str, i64), String>) -> Self {
        let state = |text: Option<String>| text.and_then(|text| serde_json::from_str(&text).ok());
        let name = names.get(&(entry.subject.as_str(), entry.subject_id)).filter(|name| !name.is_empty()).cloned();
        Self {
            id: entry.id,
            at: entry.at,
            actor: emails.get(entry.actor.user),
            acting_as: emails.get(entry.actor.acting_as),
            action: entry.action,
            subject: entry.subject,
            subject_id: entry.subject_id,
            name,
            before: state(entry.before),
            after: state(entry.after),
            address: entry.actor.address,
        }
    }
}

/// Leaves the promo code out of the state of a deposit, or of a decision on one.
fn leave_out_code(state: &mut Value) {
    let Value::Object(fields) = state else { return };
    fields.remove(CODE_OF_DEPOSIT);
    fields.values_mut().for_each(leave_out_code);
}

/// What is changed and has a name.
const NAMED: [(&str, Named); 11] = [
    ("campaign", Named::Campaign),
    ("ad_group", Named::Group),
    ("ad", Named::Ad),
    ("site", Named::Site),
    ("block", Named::Block),
    ("user", Named::User),
    ("team", Named::Team),
    ("offer", Named::Offer),
    ("category", Named::Category),
    ("traffic_source", Named::TrafficSource),
    ("template", Named::Template),
];

/// The names of what entries changed, by kind and id.
async fn names_of(
    conn: &Conn,
    scope: Scope,
    entries: &[Entry],
) -> placard_store::Result<HashMap<(&'static str, i64), String>> {
    let mut all = HashMap::new();
    for (subject, kind) in NAMED {
        let of_kind = entries.iter().filter(|entry| entry.subject == subject);
        let mut ids: Vec<i64> = of_kind.map(|entry| entry.subject_id).collect();
        ids.sort_unstable();
        ids.dedup();
        if !ids.is_empty() {
            let names = names::of_ids(conn, scope, kind, &ids).await?;
            all.extend(names.into_iter().map(|(id, name)| ((subject, id), name)));
        }
    }
    Ok(all)
}

/// Which entries to list.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct AuditQuery {
    /// Keeps what this user did, what was done in their cabinet, and what was done to their account and to what is theirs.
    pub user_id: Option<i64>,
    /// Keeps changes of this kind of thing: `site`.
    #[param(max_length = 50)]
    pub subject: Option<String>,
    /// Keeps changes of the thing of this id.
    pub subject_id: Option<i64>,
    /// Keeps changes by this verb and noun: `update_site`.
    #[param(max_length = 50)]
    pub action: Option<String>,
    /// First day, `YYYY-MM-DD`.
    #[param(format = Date)]
    pub date_from: Option<String>,
    /// Last day, `YYYY-MM-DD`.
    #[param(format = Date)]
    pub date_to: Option<String>,
    /// The page, from 1.
    #[param(minimum = 1)]
    pub page: Option<u32>,
    /// Rows of a page; 0 means all.
    #[param(maximum = 10000)]
    pub count: Option<u32>,
}

fn read_filter(query: &AuditQuery) -> Result<LogFilter, Problem> {
    let mut errors = FieldErrors::default();
    let mut word = |field: &str, text: Option<&String>| {
        let text = text.map_or("", |text| text.trim());
        errors.check_length(field, text, 0..=SUBJECT_MAX);
        (!text.is_empty()).then(|| text.to_owned())
    };
    let (subject, action) = (word("subject", query.subject.as_ref()), word("action", query.action.as_ref()));
    let mut day = |field: &str, text: Option<&String>| {
        let day = text.map(|text| Day::parse(text));
        errors.check(field, day != Some(None), "must be a day such as 2026-11-21");
        day.flatten()
    };
    let (first, last) = (day("date_from", query.date_from.as_ref()), day("date_to", query.date_to.as_ref()));
    errors.finish()?;
    Ok(LogFilter {
        user: query.user_id.map(UserId),
        subject,
        subject_id: query.subject_id,
        action,
        since: first.map(Day::start),
        before: last.map(|day| day.plus(1).start()),
    })
}

/// Lists what was changed, and what staff tried and were refused (`refuse_call`), newest first; sales see what their clients did and what
/// was done to them, without payouts and wallets. API tokens read of payouts, wallets, denied addresses and promo codes only that they were
/// changed, and of deposits not their codes.
#[utoipa::path(get, path = "/api/admin/audit_log", tag = "admin", params(AuditQuery),
    responses((status = 200, body = List<AuditEntry>)))]
pub async fn list_audit_log(
    State(app): State<ApiState>,
    staff: Staff,
    Qs(query): Qs<AuditQuery>,
) -> Result<Json<List<AuditEntry>>, Problem> {
    let filter = read_filter(&query)?;
    let (scope, page) = (staff.scope(), Page::new(query.page, query.count, PAGE_ROWS)?.at_most(PAGE_ROWS_MAX));
    let is_token = staff.session().is_none();
    let (mut entries, total, names) = app
        .store
        .read("list_audit_log", async move |conn| {
            let entries = audit_log::list_log(conn, scope, &filter, page.rows, page.offset()).await?;
            let total = audit_log::count_log(conn, scope, &filter).await?;
            let names = names_of(conn, scope, &entries).await?;
            Ok((entries, total, names))
        })
        .await?;
    let mut ids = Vec::new();
    for entry in &mut entries {
        if is_token && KEPT_FROM_TOKENS.contains(&entry.subject.as_str()) {
            (entry.before, entry.after) = (None, None);
        }
        ids.extend(entry.actor.user);
        ids.extend(entry.actor.acting_as);
    }
    let emails = EmailsByUser::of(&app, ids).await?;
    let mut rows: Vec<AuditEntry> = entries.into_iter().map(|entry| AuditEntry::new(entry, &emails, &names)).collect();
    for row in rows.iter_mut().filter(|row| is_token && row.subject == "deposit") {
        row.before.iter_mut().chain(&mut row.after).for_each(leave_out_code);
    }
    Ok(Json(List { data: rows, pagination: page.pagination(total), total_statistic: None, counts_by_status: None }))
}
