//! The users of the network, for staff.

use crate::auth::{God, Staff};
use crate::dictionaries::words::{UserStatusId, UserTypeId};
use crate::extract::{Json, Path, Qs};
use crate::list::{Data, List, Page, SEARCH_CHARS_MAX, data};
use crate::staff::people::persons::{EmailsByUser, PersonResource, is_active_staff, is_team};
use crate::state::ApiState;
use axum::extract::State;
use placard_common::error::{FieldErrors, Problem};
use placard_model::money::BASIS_POINTS;
use placard_model::user::{UserStatus, UserType};
use placard_model::{Money, TeamId, UnixMs, UserId, validate};
use placard_store::accounts::account_tokens::{self, LinkKind};
use placard_store::accounts::sessions::{EndReason, end_sessions_of};
use placard_store::accounts::user_list::{self, UserFilter, UserRow};
use placard_store::accounts::users::{self, User, UserChange};
use placard_store::accounts::{audit_log, terms};
use placard_store::names::Named;
use placard_store::{Conn, Error, Priority, Scope, names};
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::HashMap;
use utoipa::{IntoParams, ToSchema};

/// Users of a page.
const PAGE_ROWS: u32 = 50;
/// The longest reason of a block, in characters.
pub(crate) const REASON_MAX: usize = 500;
/// The highest lowest bid that a user may get, in dollars.
pub(crate) const MINIMUM_BID_MAX: i64 = 100;

/// What is said of somebody who cannot look after a user.
const NO_MANAGER: &str = "must be the id of active staff, for a user who is none";
/// What is said of somebody who cannot be in a team.
const NO_TEAM: &str = "must be the id of a team, for a user who is staff";

/// The id and the name of a team.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TeamName {
    /// The team.
    pub id: i64,
    /// What staff call it.
    pub name: String,
}

/// A user, as staff see them.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = AdminUser)]
pub struct UserRowResource {
    /// The user.
    pub id: i64,
    /// Mail address.
    pub email: String,
    /// What to call them.
    pub name: String,
    /// Phone.
    pub phone: String,
    /// Skype name.
    pub skype: String,
    /// Telegram name.
    pub telegram: String,
    /// What they may do beside their own cabinets.
    #[schema(value_type = UserTypeId)]
    pub type_id: u8,
    /// The status of the account.
    #[schema(value_type = UserStatusId)]
    pub status_id: u8,
    /// Why blocked.
    pub status_reason: String,
    /// Skips moderation queues.
    pub is_trusted: bool,
    /// Has the advertiser's cabinet.
    pub is_advertiser: bool,
    /// Has the webmaster's cabinet.
    pub is_webmaster: bool,
    /// A code of a second factor is asked for at login.
    pub has_second_factor: bool,
    /// Lowest native bid of this user, in dollars; null for the usual one.
    #[schema(value_type = Option<f64>)]
    pub minimum_bid: Option<Money>,
    /// The webmaster's part of a click's cost, in basis points; null for the usual one (`shares.webmaster`).
    pub share_basis_points: Option<i64>,
    /// Who looks after them.
    pub manager: Option<PersonResource>,
    /// The team that somebody of the staff is in.
    pub team: Option<TeamName>,
    /// Where they came from.
    pub source: String,
    /// By which medium.
    pub medium: String,
    /// By which campaign.
    pub campaign: String,
    /// To be sent with a change.
    pub version: i64,
    /// When the account was made.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: UnixMs,
    /// When they were last seen; null: never.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub seen_at: Option<UnixMs>,
}

impl UserRowResource {
    fn new(row: UserRow, beside: &Beside) -> Self {
        let UserRow { user, seen_at, share_bp } = row;
        Self {
            id: user.id.0,
            email: user.email,
            name: user.contacts.name,
            phone: user.contacts.phone,
            skype: user.contacts.skype,
            telegram: user.contacts.telegram,
            type_id: user.user_type.id(),
            status_id: user.status.id(),
            status_reason: user.status_reason,
            is_trusted: user.is_trusted,
            is_advertiser: user.is_advertiser,
            is_webmaster: user.is_webmaster,
            has_second_factor: user.has_second_factor,
            minimum_bid: user.minimum_bid,
            share_basis_points: share_bp,
            manager: beside.emails.get(user.manager),
            team: user.team.map(|id| beside.team(id)),
            source: user.attribution.source,
            medium: user.attribution.medium,
            campaign: user.attribution.campaign,
            version: user.version,
            created_at: user.created_at,
            seen_at,
        }
    }
}

/// What stands beside users under its number: their managers and teams.
struct Beside {
    emails: EmailsByUser,
    teams: HashMap<i64, String>,
}

impl Beside {
    async fn of(app: &ApiState, rows: &[UserRow]) -> Result<Self, Problem> {
        let emails = EmailsByUser::of(app, rows.iter().filter_map(|row| row.user.manager).collect()).await?;
        let ids: Vec<i64> = rows.iter().filter_map(|row| row.user.team).map(|id| id.0).collect();
        if ids.is_empty() {
            return Ok(Self { emails, teams: HashMap::new() });
        }
        let find = async move |conn: &Conn| names::of_ids(conn, Scope::System, Named::Team, &ids).await;
        Ok(Self { emails, teams: app.store.read("get_names_of_teams", find).await? })
    }

    fn team(&self, TeamId(id): TeamId) -> TeamName {
        TeamName { id, name: self.teams.get(&id).cloned().unwrap_or_default() }
    }
}

/// Which users to list.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct UserQuery {
    /// Keeps users whose id, mail address or name has this.
    #[serde(rename = "searchPhrase")]
    #[param(max_length = 200)]
    pub search_phrase: Option<String>,
    /// Keeps users of this type.
    #[param(value_type = Option<UserTypeId>, inline)]
    pub type_id: Option<i64>,
    /// Keeps users of this status.
    #[param(value_type = Option<UserStatusId>, inline)]
    pub status_id: Option<i64>,
    /// Keeps the clients of this manager.
    pub manager_id: Option<i64>,
    /// The page, from 1.
    #[param(minimum = 1)]
    pub page: Option<u32>,
    /// Rows of a page; 0 means all.
    #[param(maximum = 10000)]
    pub count: Option<u32>,
}

/// Lists users, newest first; sales see their own clients.
#[utoipa::path(get, path = "/api/admin/users", tag = "admin", params(UserQuery),
    responses((status = 200, body = List<UserRowResource>)))]
pub async fn list_users(
    State(app): State<ApiState>,
    staff: Staff,
    Qs(query): Qs<UserQuery>,
) -> Result<Json<List<UserRowResource>>, Problem> {
    let (scope, filter, page) = (staff.scope(), read_filter(&query)?, Page::new(query.page, query.count, PAGE_ROWS)?);
    let (rows, total) = app
        .store
        .read("list_users", async move |conn| {
            let rows = user_list::list_users(conn, scope, &filter, page.rows, page.offset()).await?;
            Ok((rows, user_list::count_users(conn, scope, &filter).await?))
        })
        .await?;
    let beside = Beside::of(&app, &rows).await?;
    let rows = rows.into_iter().map(|row| UserRowResource::new(row, &beside)).collect();
    Ok(Json(List { data: rows, pagination: page.pagination(total), total_statistic: None, counts_by_status: None }))
}

fn read_filter(query: &UserQuery) -> Result<UserFilter, Problem> {
    let mut errors = FieldErrors::default();
    let search = query.search_phrase.as_deref().unwrap_or_default().trim();
    errors.check("searchPhrase", search.chars().count() <= SEARCH_CHARS_MAX, "is too long");
    let user_type = query.type_id.and_then(UserType::from_id);
    errors.check("type_id", user_type.is_some() == query.type_id.is_some(), "must be 1, 12 or 13");
    let status = query.status_id.and_then(UserStatus::from_id);
    errors.check("status_id", status.is_some() == query.status_id.is_some(), "must be 1, 2, 3 or 4");
    errors.finish()?;
    let search = (!search.is_empty()).then(|| search.to_owned());
    Ok(UserFilter { search, user_type, status, manager: query.manager_id.map(UserId) })
}

async fn load(app: &ApiState, scope: Scope, id: UserId) -> Result<Json<Data<UserRowResource>>, Problem> {
    let row = app.store.read("get_user_row", async move |conn| user_list::get_user_row(conn, scope, id).await).await?;
    let beside = Beside::of(app, std::slice::from_ref(&row)).await?;
    Ok(data(UserRowResource::new(row, &beside)))
}

/// A user.
#[utoipa::path(get, path = "/api/admin/users/{id}", tag = "admin", params(("id" = i64, Path)),
    responses((status = 200, body = Data<UserRowResource>)))]
pub async fn get_user(
    State(app): State<ApiState>,
    staff: Staff,
    Path(id): Path<i64>,
) -> Result<Json<Data<UserRowResource>>, Problem> {
    load(&app, staff.scope(), UserId(id)).await
}

/// What god changes of a user. What is omitted stays.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UserForm {
    /// 2 blocked (all sessions end), 3 active, also for whoever has not confirmed their address.
    #[schema(minimum = 2, maximum = 3)]
    pub status_id: Option<i64>,
    /// Why blocked; told at login.
    pub status_reason: Option<String>,
    /// Skips moderation queues.
    pub is_trusted: Option<bool>,
    /// Who looks after them; null for nobody.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<i64>)]
    pub manager_id: Option<Option<i64>>,
    /// The team that somebody of the staff is in; null for none.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<i64>)]
    pub team_id: Option<Option<i64>>,
    /// Lowest native bid of this user, in dollars; null for the usual one.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<f64>)]
    pub minimum_bid: Option<Option<Money>>,
    /// The webmaster's part of a click's cost, in basis points, for clicks that are judged from now on; null for the usual one.
    /// Needs a session: API tokens are refused.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<i64>)]
    pub share_basis_points: Option<Option<i64>>,
    /// The version that was read; a change of an older one is refused. Not checked when omitted.
    pub version: Option<i64>,
}

/// Tells a null from a field that is not there.
fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// Changes a user. A block ends their sessions at once.
#[utoipa::path(put, path = "/api/admin/users/{id}", tag = "admin", params(("id" = i64, Path)),
    request_body = UserForm, responses((status = 200, body = Data<UserRowResource>)))]
pub async fn update_user(
    State(app): State<ApiState>,
    god: God,
    Path(id): Path<i64>,
    Json(form): Json<UserForm>,
) -> Result<Json<Data<UserRowResource>>, Problem> {
    if form.share_basis_points.is_some() {
        // What clicks earn is money: no token says it.
        god.own_session()?;
    }
    let (id, scope, actor) = (UserId(id), god.scope(), god.actor());
    let is_manager_fine = match form.manager_id.flatten() {
        Some(manager) => {
            let check = async move |conn: &Conn| is_active_staff(conn, scope, UserId(manager)).await;
            app.store.read("is_active_staff", check).await?
        }
        None => true,
    };
    let form = read_form(form, is_manager_fine)?;
    if form.status == Some(UserStatus::Blocked) && id == god.id() {
        return Err(Problem::Conflict("You are active, and cannot become blocked by yourself.".to_owned()));
    }
    app.store
        .write("update_user", Priority::Api, async move |tx| {
            // Read here, so that what is decided by it still holds when it is written.
            let user = users::get_user(tx, scope, id).await?;
            if form.version.is_some_and(|version| version != user.version) {
                return Err(Error::Stale { current: user.version });
            }
            let change = change_of(tx, scope, &form, &user).await?;
            if let Some(share) = form.share {
                terms::agree_share(tx, &actor, id, share).await?;
            }
            let is_blocked = matches!(change.status, Some((UserStatus::Blocked, _)));
            let (before, after) = users::update_user(tx, scope, id, &change).await?;
            if is_blocked {
                end_sessions_of(tx, id, EndReason::Block).await?;
            }
            audit_log::record(tx, &actor, "update_user", "user", id, Some(&before), Some(&after)).await
        })
        .await?;
    app.auth.forget_user(id);
    load(&app, scope, id).await
}

/// A change whose fields are right by themselves.
#[expect(clippy::option_option, reason = "omitted, taken away, or given")]
struct ReadForm {
    status: Option<UserStatus>,
    reason: Option<String>,
    is_trusted: Option<bool>,
    manager: Option<Option<UserId>>,
    team: Option<Option<TeamId>>,
    minimum_bid: Option<Option<Money>>,
    share: Option<Option<i64>>,
    version: Option<i64>,
}

fn read_form(form: UserForm, is_manager_fine: bool) -> Result<ReadForm, Problem> {
    let mut errors = FieldErrors::default();
    let status = form.status_id.and_then(UserStatus::from_id);
    let status = status.filter(|status| matches!(status, UserStatus::Active | UserStatus::Blocked));
    errors.check("status_id", status.is_some() == form.status_id.is_some(), "must be 2 (blocked) or 3 (active)");
    let reason = form.status_reason.as_deref().map(|reason| match validate::line(reason, 0, REASON_MAX) {
        Ok(reason) => reason.to_owned(),
        Err(message) => {
            errors.add("status_reason", message);
            String::new()
        }
    });
    errors.check("manager_id", is_manager_fine, NO_MANAGER);
    if let Some(Some(bid)) = form.minimum_bid {
        let is_fine = bid > Money::ZERO && bid <= Money::from_dollars(MINIMUM_BID_MAX);
        errors.check("minimum_bid", is_fine, format!("must be above 0 and at most {MINIMUM_BID_MAX}"));
    }
    let is_fine = form.share_basis_points.flatten().is_none_or(|share| (0..=BASIS_POINTS).contains(&share));
    errors.check("share_basis_points", is_fine, format!("must be 0 to {BASIS_POINTS}"));
    errors.finish()?;
    Ok(ReadForm {
        status,
        reason,
        is_trusted: form.is_trusted,
        manager: form.manager_id.map(|manager| manager.map(UserId)),
        team: form.team_id.map(|team| team.map(TeamId)),
        minimum_bid: form.minimum_bid,
        share: form.share_basis_points,
        version: form.version,
    })
}

/// What changes of the user as they are now.
async fn change_of(conn: &Conn, scope: Scope, form: &ReadForm, user: &User) -> placard_store::Result<UserChange> {
    if let Some(Some(manager)) = form.manager
        && (user.user_type.is_staff() || !is_active_staff(conn, scope, manager).await?)
    {
        return Err(Error::Invalid { field: "manager_id", message: NO_MANAGER.to_owned() });
    }
    if let Some(Some(team)) = form.team
        && (!user.user_type.is_staff() || !is_team(conn, scope, team).await?)
    {
        return Err(Error::Invalid { field: "team_id", message: NO_TEAM.to_owned() });
    }
    let wanted = form.status.unwrap_or(user.status);
    if user.status == UserStatus::Deleted {
        let wanted = wanted.label().to_lowercase();
        return Err(Error::Conflict(format!("This account is deleted and cannot become {wanted}.")));
    }
    // Where a second password was given for the address, nobody knows whose the account is: only who reads its mail may say.
    if user.status == UserStatus::Unconfirmed
        && wanted == UserStatus::Active
        && !account_tokens::has_link(conn, LinkKind::Confirm, user.id).await?
    {
        return Err(Error::Conflict(
            "Nobody can say whose this account is: somebody signed up with its address again, or the link has run out. Whoever reads \
             its mail can ask for a new password, which confirms the address."
                .to_owned(),
        ));
    }
    let reason = form.reason.as_ref().unwrap_or(&user.status_reason);
    let reason = if wanted == UserStatus::Blocked { reason.clone() } else { String::new() };
    let has_changed = wanted != user.status || reason != user.status_reason;
    Ok(UserChange {
        status: has_changed.then_some((wanted, reason)),
        is_trusted: form.is_trusted,
        manager: form.manager,
        team: form.team,
        minimum_bid: form.minimum_bid,
        ..UserChange::default()
    })
}
