//! Parts of the own account beside the profile: the new mail address, the second cabinet, unwanted notices.

use crate::account::profile::{CabinetRole, UserResource};
use crate::account::sign_up::{EmailPart, TokenQuery};
use crate::auth::{CurrentUser, link_hash};
use crate::dictionaries::words::{MailKindName, NoticeName};
use crate::extract::{ClientAddress, Json, Qs};
use crate::list::{Data, data};
use crate::mail::{self, Mail, MailKind, Recipient};
use crate::state::ApiState;
use axum::extract::State;
use placard_common::error::Problem;
use placard_model::user::UserStatus;
use placard_store::accounts::account_tokens::{self, Link, LinkKind};
use placard_store::accounts::audit_log::{self, Actor};
use placard_store::accounts::users::{self, User, UserChange};
use placard_store::{Error, Priority, Scope, Tx};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// Gives an account its new mail address. The same link succeeds again. The old address gets a notice.
#[utoipa::path(get, path = "/api/account/change/confirm", tag = "account", security(()), params(TokenQuery),
    responses((status = 200, body = Data<EmailPart>)))]
pub async fn confirm_email_change(
    State(app): State<ApiState>,
    ClientAddress(address): ClientAddress,
    Qs(query): Qs<TokenQuery>,
) -> Result<Json<Data<EmailPart>>, Problem> {
    app.auth.calls.call("confirm_email_change", address, app.clock.now())?;
    let hash = link_hash(&query.token)?;
    let app_ = app.clone();
    let found = app
        .store
        .write("confirm_email_change", Priority::Api, async move |tx| {
            let link = account_tokens::get_link(tx, LinkKind::Email, &hash).await?;
            let user = users::get_user(tx, Scope::System, link.user).await?;
            if !matches!(user.status, UserStatus::Active | UserStatus::Unconfirmed) {
                return Err(Error::NotFound("link"));
            }
            if link.used_at.is_some() && user.email == link.email {
                return Ok(Some(user));
            }
            if !link.holds(tx.now()) {
                return Ok(None);
            }
            let actor = Actor { user: Some(user.id), acting_as: None, address: address.to_string() };
            let after = change_email(tx, &link, &user, &actor).await?;
            // The old address of an account that was never confirmed may be anybody's.
            let name = if user.status == UserStatus::Unconfirmed { "" } else { &user.contacts.name };
            let to = Recipient { user: Some(user.id), email: &user.email, name };
            let notice = Mail::EmailChanged { new_email: after.email.clone(), at: tx.now() };
            mail::queue(tx, &app_, to, &notice).await?;
            Ok(Some(after))
        })
        .await;
    match found {
        Ok(Some(user)) => {
            app.auth.forget_user(user.id);
            Ok(data(EmailPart { email: user.email }))
        }
        Ok(None) => Err(Problem::LinkEnded),
        Err(Error::NotFound(_)) => Err(Problem::LinkUnknown),
        // Who opens the link reads the mail of this address, and so learns nothing about anybody else.
        Err(Error::Invalid { field: "email", .. }) => {
            Err(Problem::Conflict("This address got an account of its own meanwhile.".to_owned()))
        }
        Err(error) => Err(error.into()),
    }
}

async fn change_email(tx: &Tx, link: &Link, user: &User, actor: &Actor) -> placard_store::Result<User> {
    account_tokens::use_link(tx, link.id).await?;
    // What was mailed to the old address opens nothing any longer.
    account_tokens::withdraw_links(tx, LinkKind::Reset, user.id).await?;
    account_tokens::withdraw_links(tx, LinkKind::Confirm, user.id).await?;
    let status = (user.status == UserStatus::Unconfirmed).then(|| (UserStatus::Active, String::new()));
    let change =
        UserChange { email: Some(link.email.clone()), pending_email: Some(None), status, ..UserChange::default() };
    let (before, after) = users::update_user(tx, Scope::System, user.id, &change).await?;
    audit_log::record(tx, actor, "update_email", "user", user.id, Some(&before), Some(&after)).await?;
    Ok(after)
}

/// A cabinet to switch on.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RoleForm {
    /// The cabinet.
    pub role: CabinetRole,
}

/// Switches a cabinet on, beside the one that the user has. One that is on stays on.
#[utoipa::path(post, path = "/api/account/role", tag = "account", request_body = RoleForm,
    responses((status = 200, body = Data<UserResource>)))]
pub async fn add_account_role(
    State(app): State<ApiState>,
    current: CurrentUser,
    Json(form): Json<RoleForm>,
) -> Result<Json<Data<UserResource>>, Problem> {
    if current.user.status != UserStatus::Active {
        return Err(Problem::Forbidden("Confirm your mail address first.".into()));
    }
    let change = match form.role {
        CabinetRole::Advertiser => UserChange { is_advertiser: Some(true), ..UserChange::default() },
        CabinetRole::Webmaster => UserChange { is_webmaster: Some(true), ..UserChange::default() },
    };
    let (id, actor) = (current.id(), current.actor());
    let after = app
        .store
        .write("add_account_role", Priority::Api, async move |tx| {
            let (before, after) = users::update_user(tx, Scope::System, id, &change).await?;
            audit_log::record(tx, &actor, "add_account_role", "user", id, Some(&before), Some(&after)).await?;
            Ok(after)
        })
        .await?;
    app.auth.forget_user(id);
    let current = CurrentUser { user: Arc::new(after), ..current };
    Ok(data(UserResource::of_caller(&current, &app.settings.get())))
}

/// A kind of notice, and where it comes.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct NoticeResource {
    /// Its name.
    #[schema(value_type = MailKindName)]
    pub kind: &'static str,
    /// What it tells.
    pub label: &'static str,
    /// It is not kept out of the list of notices; some of those that are required come by mail alone.
    pub is_in_list: bool,
    /// It comes by mail.
    pub is_by_mail: bool,
    /// Neither can be switched off.
    pub is_required: bool,
}

fn notices(user: &User) -> Json<Data<Vec<NoticeResource>>> {
    let is_on = |kind: &MailKind, off: &[String]| kind.is_required || !off.iter().any(|off| off == kind.name);
    let notice = |kind: &MailKind| NoticeResource {
        kind: kind.name,
        label: kind.label,
        is_in_list: is_on(kind, &user.notices_off),
        is_by_mail: is_on(kind, &user.mails_off),
        is_required: kind.is_required,
    };
    data(MailKind::ALL.iter().map(notice).collect())
}

/// Kinds of notices, and where the user wants them: in the list, by mail, both or neither.
#[utoipa::path(get, path = "/api/account/notices", tag = "account",
    responses((status = 200, body = Data<Vec<NoticeResource>>)))]
pub async fn list_account_notices(current: CurrentUser) -> Json<Data<Vec<NoticeResource>>> {
    notices(&current.user)
}

/// Which kinds of notices the user does not want, and where.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NoticesForm {
    /// Names of kinds to keep out of the list of notices; all others come there.
    #[schema(value_type = Vec<NoticeName>)]
    pub list_off: Vec<String>,
    /// Names of kinds not to mail; all others are mailed.
    #[schema(value_type = Vec<NoticeName>)]
    pub mail_off: Vec<String>,
}

/// Names of kinds that can be switched off, each once.
fn read_kinds(field: &'static str, names: Vec<String>) -> Result<Vec<String>, Problem> {
    let most = MailKind::ALL.len();
    if names.len() > most {
        return Err(Problem::field(field, format!("must have at most {most} entries")));
    }
    let mut off: Vec<String> = Vec::new();
    for name in names {
        let kind = MailKind::from_name(&name).ok_or_else(|| Problem::field(field, "has a kind that does not exist"))?;
        if kind.is_required {
            return Err(Problem::field(field, format!("has {name}, which cannot be switched off")));
        }
        if !off.contains(&name) {
            off.push(name);
        }
    }
    Ok(off)
}

/// Switches kinds of notices off in the list and by mail, and all others on.
#[utoipa::path(put, path = "/api/account/notices", tag = "account", request_body = NoticesForm,
    responses((status = 200, body = Data<Vec<NoticeResource>>)))]
pub async fn update_account_notices(
    State(app): State<ApiState>,
    current: CurrentUser,
    Json(form): Json<NoticesForm>,
) -> Result<Json<Data<Vec<NoticeResource>>>, Problem> {
    let change = UserChange {
        notices_off: Some(read_kinds("list_off", form.list_off)?),
        mails_off: Some(read_kinds("mail_off", form.mail_off)?),
        ..UserChange::default()
    };
    let (id, actor) = (current.id(), current.actor());
    let after = app
        .store
        .write("update_account_notices", Priority::Api, async move |tx| {
            let (before, after) = users::update_user(tx, Scope::System, id, &change).await?;
            audit_log::record(tx, &actor, "update_account_notices", "user", id, Some(&before), Some(&after)).await?;
            Ok(after)
        })
        .await?;
    app.auth.forget_user(id);
    Ok(notices(&after))
}
