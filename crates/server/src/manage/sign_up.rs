//! Sign-up, and the confirmation of its mail address.
//!
//! An address that has an account gets the same answer after the same time; its owner reads in a mail that they have
//! one.

use super::account::CabinetRole;
use super::account_fields;
use crate::app::{App, AppState};
use crate::auth::{CurrentUser, NewLink, link_hash};
use crate::error::{FieldErrors, Problem};
use crate::extract::{ClientAddress, Json, Qs};
use crate::list::{Data, data};
use crate::mail::{self, Mail, Recipient};
use axum::extract::{FromRequestParts, State};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use placard_model::UserId;
use placard_model::user::{UserStatus, UserType};
use placard_store::account_tokens::{self, Link, LinkKind};
use placard_store::audit_log::{self, Actor};
use placard_store::users::{self, Contacts, NewUser, User, UserChange};
use placard_store::{Error, Priority, Scope, Tx, terms};
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use utoipa::{IntoParams, ToSchema};

/// A sign-up.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SignUpForm {
    /// Mail address.
    pub email: String,
    /// At least 8 characters with uppercase, lowercase, digit and special character, no whitespace.
    #[schema(format = Password)]
    pub password: String,
    /// The cabinet to begin with; advertiser when omitted.
    #[serde(default)]
    pub role: CabinetRole,
    /// What to call them.
    pub name: Option<String>,
    /// Phone.
    pub phone: Option<String>,
    /// Skype name.
    pub skype: Option<String>,
    /// Telegram name.
    pub telegram: Option<String>,
    /// The webmaster who brought them, by the number in the referral link. One that is nobody's is ignored.
    pub referral: Option<String>,
    /// Marketing source; that of the first visit when omitted.
    pub source: Option<String>,
    /// Marketing medium.
    pub medium: Option<String>,
    /// Marketing campaign.
    pub campaign: Option<String>,
}

/// A mail address.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EmailPart {
    /// The address.
    pub email: String,
}

/// Makes an account, whose address is confirmed by a mailed link. The answer is the same if there was one.
#[utoipa::path(post, path = "/api/account", tag = "account", security(()), request_body = SignUpForm,
    responses((status = 202, body = Data<EmailPart>)))]
pub async fn create_account(
    State(app): State<AppState>,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    Json(form): Json<SignUpForm>,
) -> Result<(StatusCode, Json<Data<EmailPart>>), Problem> {
    app.auth.calls.call("create_account", address, app.clock.now())?;
    let (new, password, referrer) = read_form(form, &headers)?;
    let email = new.email.clone();
    app.auth.evenly(sign_up(&app, address, new, &password, referrer)).await?;
    Ok((StatusCode::ACCEPTED, data(EmailPart { email })))
}

fn read_form(form: SignUpForm, headers: &HeaderMap) -> Result<(NewUser, String, Option<UserId>), Problem> {
    let mut errors = FieldErrors::default();
    let new = NewUser {
        email: account_fields::email(&mut errors, "email", &form.email),
        password_hash: String::new(),
        user_type: UserType::Ordinary,
        status: UserStatus::Unconfirmed,
        is_trusted: false,
        is_advertiser: form.role == CabinetRole::Advertiser,
        is_webmaster: form.role == CabinetRole::Webmaster,
        contacts: Contacts {
            name: account_fields::contact(&mut errors, "name", form.name).unwrap_or_default(),
            phone: account_fields::contact(&mut errors, "phone", form.phone).unwrap_or_default(),
            skype: account_fields::contact(&mut errors, "skype", form.skype).unwrap_or_default(),
            telegram: account_fields::contact(&mut errors, "telegram", form.telegram).unwrap_or_default(),
        },
        manager: None,
        attribution: account_fields::attribution(&mut errors, [form.source, form.medium, form.campaign], headers),
    };
    account_fields::password(&mut errors, "password", &form.password);
    errors.finish()?;
    let referrer = form.referral.and_then(|text| text.trim().parse::<i64>().ok()).map(UserId);
    Ok((new, form.password, referrer))
}

async fn sign_up(
    app: &AppState,
    address: IpAddr,
    new: NewUser,
    password: &str,
    referrer: Option<UserId>,
) -> Result<(), Problem> {
    let now = app.clock.now();
    // Made for a taken address as well: it is most of the time.
    let new = NewUser { password_hash: app.auth.hash(password, &app.rng).await?, ..new };
    let link = NewLink::new(LinkKind::Confirm, app.rng.bytes(), now);
    // What the mail is for decides what it counts against; the transaction looks again.
    let email = new.email.clone();
    let known = app.store.read("get_login", async move |conn| users::get_login(conn, &email).await).await?;
    let waits = known.is_none_or(|(user, _)| user.status == UserStatus::Unconfirmed);
    let purpose = if waits { "confirm" } else { "already_registered" };
    let may_mail = app.auth.calls.may_mail(purpose, &new.email, now);
    for _ in 0..2 {
        let (app_, new, link, address) = (app.clone(), new.clone(), link.clone(), address.to_string());
        let made = app
            .store
            .write("create_account", Priority::Api, async move |tx| {
                let known = users::get_login(tx, &new.email).await?.map(|(user, _)| user);
                let (user, is_new) = match known {
                    Some(user) => (user, false),
                    None => (insert(tx, &new, referrer, &address).await?, true),
                };
                if !may_mail {
                    return Ok(());
                }
                if user.status == UserStatus::Unconfirmed {
                    let action = if is_new { "mail_confirmation" } else { "repeat_sign_up" };
                    let actor = Actor { user: None, acting_as: None, address: address.clone() };
                    mail_confirmation(tx, &app_, &user, &link, action, &actor).await
                } else {
                    let to = Recipient { user: Some(user.id), email: &user.email, name: &user.contacts.name };
                    mail::queue(tx, &app_, to, &Mail::AlreadyRegistered).await
                }
            })
            .await;
        match made {
            // Somebody took the address a moment ago: once more, as for one that is taken.
            Err(Error::Invalid { field: "email", .. }) => {}
            made => return Ok(made?),
        }
    }
    Err(Problem::Conflict("Somebody else is signing up with this address right now. Try again.".to_owned()))
}

async fn insert(tx: &Tx, new: &NewUser, referrer: Option<UserId>, address: &str) -> placard_store::Result<User> {
    let user = users::insert_user(tx, new).await?;
    if let Some(referrer) = referrer {
        let brought_by = match users::get_user(tx, Scope::System, referrer).await {
            Ok(found) => Some(found).filter(|found| found.is_webmaster && found.status == UserStatus::Active),
            Err(Error::NotFound(_)) => None,
            Err(error) => return Err(error),
        };
        if let Some(found) = brought_by {
            terms::set_referrer(tx, user.id, found.id, tx.now().plus_ms(terms::REFERRAL_MS)).await?;
        }
    }
    let actor = Actor { user: Some(user.id), acting_as: None, address: address.to_owned() };
    audit_log::record(tx, &actor, "create_account", "user", user.id, None::<&User>, Some(&user)).await?;
    Ok(user)
}

async fn mail_confirmation(
    tx: &Tx,
    app: &App,
    user: &User,
    link: &NewLink,
    action: &'static str,
    actor: &Actor,
) -> placard_store::Result<()> {
    account_tokens::insert_link(tx, LinkKind::Confirm, user.id, &user.email, &link.hash, link.expires_at).await?;
    audit_log::record_event(tx, actor, action, "user", user.id).await?;
    let to = Recipient { user: Some(user.id), email: &user.email, name: &user.contacts.name };
    mail::queue(tx, app, to, &Mail::Confirm { token: link.token.clone() }).await
}

/// Who is logged in, if anybody is. A token that does not hold is a 401.
pub struct MaybeUser(Option<CurrentUser>);

impl FromRequestParts<AppState> for MaybeUser {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, Problem> {
        if parts.headers.contains_key(AUTHORIZATION) {
            CurrentUser::from_request_parts(parts, app).await.map(|current| Self(Some(current)))
        } else {
            Ok(Self(None))
        }
    }
}

/// Who wants the mail again.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ResendForm {
    /// Mail address of the account; not needed by who is logged in.
    pub email: Option<String>,
}

/// Mails the link that confirms an account again, at most once a minute. The answer does not tell whether it was.
#[utoipa::path(post, path = "/api/account/confirm/resend", tag = "account", security((), ("token" = [])),
    request_body = ResendForm, responses((status = 204)))]
pub async fn resend_confirmation(
    State(app): State<AppState>,
    ClientAddress(address): ClientAddress,
    MaybeUser(current): MaybeUser,
    Json(form): Json<ResendForm>,
) -> Result<StatusCode, Problem> {
    let now = app.clock.now();
    app.auth.calls.call("resend_confirmation", address, now)?;
    let actor = match &current {
        Some(current) => current.actor(),
        None => Actor { user: None, acting_as: None, address: address.to_string() },
    };
    let email = match (current, form.email) {
        (Some(current), _) => current.user.email.clone(),
        (None, Some(email)) => users::normal_email(&email),
        (None, None) => return Err(Problem::field("email", "is required when nobody is logged in")),
    };
    let may_mail = app.auth.calls.may_mail("confirm", &email, now);
    let link = NewLink::new(LinkKind::Confirm, app.rng.bytes(), now);
    let app_ = app.clone();
    let resent = app.store.write("resend_confirmation", Priority::Api, async move |tx| {
        let known = users::get_login(tx, &email).await?.map(|(user, _)| user);
        match known.filter(|user| may_mail && user.status == UserStatus::Unconfirmed) {
            Some(user) => mail_confirmation(tx, &app_, &user, &link, "resend_confirmation", &actor).await,
            None => Ok(()),
        }
    });
    app.auth.evenly(resent).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The token of a mailed link.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct TokenQuery {
    /// The token.
    pub token: String,
}

/// Confirms the mail address of an account. The same link succeeds again: programs that look at mails open it too.
#[utoipa::path(get, path = "/api/confirm", tag = "account", security(()), params(TokenQuery),
    responses((status = 200, body = Data<EmailPart>)))]
pub async fn confirm_account(
    State(app): State<AppState>,
    ClientAddress(address): ClientAddress,
    Qs(query): Qs<TokenQuery>,
) -> Result<Json<Data<EmailPart>>, Problem> {
    app.auth.calls.call("confirm_account", address, app.clock.now())?;
    let hash = link_hash(&query.token)?;
    let found = app
        .store
        .write("confirm_account", Priority::Api, async move |tx| {
            let link = account_tokens::get_link(tx, LinkKind::Confirm, &hash).await?;
            let user = users::get_user(tx, Scope::System, link.user).await?;
            if link.email != user.email {
                return Err(Error::NotFound("link"));
            }
            if user.status == UserStatus::Active && link.used_at.is_some() {
                return Ok(Some(user));
            }
            if !link.holds(tx.now()) {
                return Ok(None);
            }
            confirm(tx, &link, user, &address.to_string()).await.map(Some)
        })
        .await;
    match found {
        Ok(Some(user)) => {
            app.auth.forget_user(user.id);
            Ok(data(EmailPart { email: user.email }))
        }
        Ok(None) => Err(Problem::LinkEnded),
        Err(Error::NotFound(_)) => Err(Problem::LinkUnknown),
        Err(error) => Err(error.into()),
    }
}

async fn confirm(tx: &Tx, link: &Link, user: User, address: &str) -> placard_store::Result<User> {
    account_tokens::use_link(tx, link.id).await?;
    match user.status {
        UserStatus::Unconfirmed => {
            let change = UserChange { status: Some((UserStatus::Active, String::new())), ..UserChange::default() };
            let (before, after) = users::update_user(tx, Scope::System, user.id, &change).await?;
            let actor = Actor { user: Some(user.id), acting_as: None, address: address.to_owned() };
            audit_log::record(tx, &actor, "confirm_account", "user", user.id, Some(&before), Some(&after)).await?;
            Ok(after)
        }
        // A second link of the same account, or one that staff confirmed.
        UserStatus::Active => Ok(user),
        UserStatus::Blocked | UserStatus::Deleted => Err(Error::NotFound("link")),
    }
}
