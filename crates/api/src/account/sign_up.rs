//! Sign-up, and the confirmation of its mail address.
//!
//! An address that has an account gets the same answer after the same time; its owner reads in a mail that they have
//! one.
//!
//! Anybody can sign up with the address of somebody else, and log in to what cannot do anything yet. So that nobody
//! confirms an account with the password of another person, a link that confirms stands for the password of the first
//! sign-up alone. A second sign-up with another password withdraws it, ends all sessions, and takes the place of what the
//! first said; from then on, in whatever order and however often who signs up, each mail of that account carries a link
//! that sets a new password and confirms the address by that. A second sign-up with the same password is who lost the
//! mail, and gets it again.

use crate::account::fields;
use crate::account::profile::CabinetRole;
use crate::auth::{CurrentUser, NewLink, link_hash};
use crate::extract::{ClientAddress, Json, Qs};
use crate::list::{Data, data};
use crate::mail::{self, Mail, Recipient};
use crate::state::{Api, ApiState};
use crate::webmaster::referral_code;
use axum::extract::{FromRequestParts, State};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use placard_common::error::{FieldErrors, Problem};
use placard_common::secrets::Keys;
use placard_model::user::{UserStatus, UserType};
use placard_model::{UnixMs, UserId};
use placard_store::accounts::account_tokens::{self, Link, LinkKind};
use placard_store::accounts::audit_log::{self, Actor};
use placard_store::accounts::sessions::{self, EndReason};
use placard_store::accounts::terms;
use placard_store::accounts::users::{self, Contacts, NewUser, User, UserChange};
use placard_store::{Error, Priority, Scope, Tx};
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use utoipa::{IntoParams, ToSchema};

/// How often a sign-up looks again when another one with its address comes between.
const ATTEMPTS: usize = 3;

/// A sign-up.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SignUpForm {
    /// Mail address.
    #[schema(format = "email")]
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
    /// The code of the referral link that brought them; that of the cookie when omitted. One that is nobody's is ignored.
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
    State(app): State<ApiState>,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    Json(form): Json<SignUpForm>,
) -> Result<(StatusCode, Json<Data<EmailPart>>), Problem> {
    app.auth.calls.call("create_account", address, app.clock.now())?;
    let (new, password, referrer) = read_form(form, &headers, &app.keys)?;
    let email = new.email.clone();
    app.auth.evenly(sign_up(&app, address, new, &password, referrer)).await?;
    Ok((StatusCode::ACCEPTED, data(EmailPart { email })))
}

fn read_form(form: SignUpForm, headers: &HeaderMap, keys: &Keys) -> Result<(NewUser, String, Option<UserId>), Problem> {
    let mut errors = FieldErrors::default();
    let new = NewUser {
        email: fields::email(&mut errors, "email", &form.email),
        password_hash: String::new(),
        user_type: UserType::Ordinary,
        status: UserStatus::Unconfirmed,
        is_trusted: false,
        is_advertiser: form.role == CabinetRole::Advertiser,
        is_webmaster: form.role == CabinetRole::Webmaster,
        contacts: Contacts {
            name: fields::contact(&mut errors, "name", form.name).unwrap_or_default(),
            phone: fields::contact(&mut errors, "phone", form.phone).unwrap_or_default(),
            skype: fields::contact(&mut errors, "skype", form.skype).unwrap_or_default(),
            telegram: fields::contact(&mut errors, "telegram", form.telegram).unwrap_or_default(),
        },
        manager: None,
        attribution: fields::attribution([form.source, form.medium, form.campaign], headers),
    };
    fields::password(&mut errors, "password", &form.password);
    errors.finish()?;
    let referral = form.referral.filter(|code| !code.trim().is_empty()).or_else(|| fields::referral(headers));
    let referrer = referral.and_then(|code| referral_code::decode(keys, &code));
    Ok((new, form.password, referrer))
}

async fn sign_up(
    app: &ApiState,
    address: IpAddr,
    new: NewUser,
    password: &str,
    referrer: Option<UserId>,
) -> Result<(), Problem> {
    let now = app.clock.now();
    // Made and compared for any address: it is most of the time.
    let new = NewUser { password_hash: app.auth.hash(password, &app.rng).await?, ..new };
    let actor = Actor { user: None, acting_as: None, address: address.to_string() };
    let links = Links::new(app, now);
    let mut may_mail = None;
    for _ in 0..ATTEMPTS {
        let email = new.email.clone();
        let known = app.store.read("get_login", async move |conn| users::get_login(conn, &email).await).await?;
        let known_hash = known.as_ref().map(|(_, hash)| hash.clone());
        let is_same = app.auth.verify(password, known_hash.clone()).await?;
        // What the mail is for decides what it counts against; the transaction looks again.
        let may_mail = *may_mail.get_or_insert_with(|| {
            let waits = known.is_none_or(|(user, _)| user.status == UserStatus::Unconfirmed);
            let purpose = if waits { "confirm" } else { "already_registered" };
            app.auth.calls.may_mail(purpose, &new.email, now)
        });
        let (app_, new, links, actor) = (app.clone(), new.clone(), links.clone(), actor.clone());
        let made = app
            .store
            .write("create_account", Priority::Api, async move |tx| {
                let found = users::get_login(tx, &new.email).await?;
                if found.as_ref().map(|(_, hash)| hash) != known_hash.as_ref() {
                    return Ok(SignedUp::Elsewhere);
                }
                match found {
                    None => {
                        let user = insert(tx, &new, referrer, &actor).await?;
                        let link = &links.confirm;
                        if may_mail {
                            mail_confirmation(tx, &app_, &user, link, "mail_confirmation", &actor).await?;
                        } else {
                            // Nobody gets this one, but it stands for the password until another one is given.
                            insert_link(tx, LinkKind::Confirm, &user, link).await?;
                        }
                        Ok(SignedUp::Here)
                    }
                    Some((user, _)) if user.status == UserStatus::Unconfirmed => {
                        let user = repeat(tx, &user, &new, is_same, referrer, &actor).await?;
                        if may_mail {
                            mail_again(tx, &app_, &user, &links, "mail_confirmation", &actor).await?;
                        }
                        Ok(if is_same { SignedUp::Here } else { SignedUp::InPlaceOf(user.id) })
                    }
                    Some((user, _)) => {
                        if may_mail {
                            let to = Recipient { user: Some(user.id), email: &user.email, name: &user.contacts.name };
                            mail::queue(tx, &app_, to, &Mail::AlreadyRegistered).await?;
                        }
                        Ok(SignedUp::Here)
                    }
                }
            })
            .await;
        match made {
            // Somebody took the address or changed its password a moment ago: once more, with what is there now.
            Ok(SignedUp::Elsewhere) | Err(Error::Invalid { field: "email", .. }) => {}
            Ok(SignedUp::Here) => return Ok(()),
            Ok(SignedUp::InPlaceOf(user)) => {
                app.auth.forget_user(user);
                return Ok(());
            }
            Err(error) => return Err(error.into()),
        }
    }
    Err(Problem::Conflict("Somebody else is signing up with this address right now. Try again.".to_owned()))
}

/// What became of a sign-up.
enum SignedUp {
    /// It is done.
    Here,
    /// It is done; what somebody else gave for this account before is gone.
    InPlaceOf(UserId),
    /// Another one with this address came between.
    Elsewhere,
}

/// The links that a mail to an account which waits for its confirmation may carry, by what the transaction finds.
#[derive(Clone)]
struct Links {
    confirm: NewLink,
    reset: NewLink,
}

impl Links {
    fn new(app: &Api, now: UnixMs) -> Self {
        Self {
            confirm: NewLink::new(LinkKind::Confirm, app.rng.bytes(), now),
            reset: NewLink::new(LinkKind::Reset, app.rng.bytes(), now),
        }
    }
}

/// Another sign-up of an account that waits: what it says takes the place of what was said before. With another password
/// it may be another person, who must not share the account with the first: whoever brought it is forgotten too.
async fn repeat(
    tx: &Tx,
    user: &User,
    new: &NewUser,
    is_same: bool,
    referrer: Option<UserId>,
    actor: &Actor,
) -> placard_store::Result<User> {
    let mut change = UserChange {
        is_advertiser: Some(new.is_advertiser),
        is_webmaster: Some(new.is_webmaster),
        contacts: new.contacts.clone().into(),
        attribution: Some(new.attribution.clone()),
        ..UserChange::default()
    };
    if is_same {
        set_referrer(tx, user.id, referrer, actor).await?;
    } else {
        change.password_hash = Some(new.password_hash.clone());
        change.pending_email = Some(None);
        account_tokens::withdraw_links(tx, LinkKind::Confirm, user.id).await?;
        account_tokens::withdraw_links(tx, LinkKind::Email, user.id).await?;
        sessions::end_sessions_of(tx, user.id, EndReason::Password).await?;
        terms::clear_referrer(tx, user.id).await?;
    }
    let (before, after) = users::update_user(tx, Scope::System, user.id, &change).await?;
    audit_log::record(tx, actor, "repeat_sign_up", "user", user.id, Some(&before), Some(&after)).await?;
    Ok(after)
}

async fn insert(tx: &Tx, new: &NewUser, referrer: Option<UserId>, actor: &Actor) -> placard_store::Result<User> {
    let user = users::insert_user(tx, new).await?;
    set_referrer(tx, user.id, referrer, actor).await?;
    let actor = Actor { user: Some(user.id), ..actor.clone() };
    audit_log::record(tx, &actor, "create_account", "user", user.id, None::<&User>, Some(&user)).await?;
    Ok(user)
}

/// Keeps who brought a user, if that account is in use. Who advertises alone gets the webmaster's side, where the money comes.
async fn set_referrer(tx: &Tx, user: UserId, referrer: Option<UserId>, actor: &Actor) -> placard_store::Result<()> {
    let Some(referrer) = referrer.filter(|referrer| *referrer != user) else { return Ok(()) };
    let found = match users::get_user(tx, Scope::System, referrer).await {
        Ok(found) if found.status == UserStatus::Active && found.user_type == UserType::Ordinary => found,
        Ok(_) | Err(Error::NotFound(_)) => return Ok(()),
        Err(error) => return Err(error),
    };
    if !found.is_webmaster {
        let change = UserChange { is_webmaster: Some(true), ..UserChange::default() };
        let (before, after) = users::update_user(tx, Scope::System, found.id, &change).await?;
        audit_log::record(tx, actor, "become_webmaster", "user", found.id, Some(&before), Some(&after)).await?;
    }
    terms::set_referrer(tx, user, found.id, terms::referral_end(tx)).await
}

/// Mails an account that waits what it needs: the link that confirms, or, where more than one password was given, the
/// one that sets a new one. Links that confirm were withdrawn then, and so there is none.
async fn mail_again(
    tx: &Tx,
    app: &Api,
    user: &User,
    links: &Links,
    action: &'static str,
    actor: &Actor,
) -> placard_store::Result<()> {
    if account_tokens::has_link(tx, LinkKind::Confirm, user.id).await? {
        return mail_confirmation(tx, app, user, &links.confirm, action, actor).await;
    }
    let link = &links.reset;
    insert_link(tx, LinkKind::Reset, user, link).await?;
    audit_log::record_event(tx, actor, action, "user", user.id).await?;
    let to = Recipient { user: Some(user.id), email: &user.email, name: &user.contacts.name };
    mail::queue(tx, app, to, &Mail::SignUpAgain { token: link.token.clone() }).await
}

async fn insert_link(tx: &Tx, kind: LinkKind, user: &User, link: &NewLink) -> placard_store::Result<()> {
    account_tokens::insert_link(tx, kind, user.id, &user.email, &link.hash, link.expires_at).await
}

async fn mail_confirmation(
    tx: &Tx,
    app: &Api,
    user: &User,
    link: &NewLink,
    action: &'static str,
    actor: &Actor,
) -> placard_store::Result<()> {
    insert_link(tx, LinkKind::Confirm, user, link).await?;
    audit_log::record_event(tx, actor, action, "user", user.id).await?;
    let to = Recipient { user: Some(user.id), email: &user.email, name: &user.contacts.name };
    mail::queue(tx, app, to, &Mail::Confirm { token: link.token.clone() }).await
}

/// Who is logged in, if anybody is. A token that does not hold is a 401.
pub struct MaybeUser(Option<CurrentUser>);

impl FromRequestParts<ApiState> for MaybeUser {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &ApiState) -> Result<Self, Problem> {
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
    #[schema(format = "email")]
    pub email: Option<String>,
}

/// Mails the link that confirms an account again, at most once a minute. The answer does not tell whether it was.
#[utoipa::path(post, path = "/api/account/confirm/resend", tag = "account", security((), ("bearer" = [])),
    request_body = ResendForm, responses((status = 204)))]
pub async fn resend_confirmation(
    State(app): State<ApiState>,
    ClientAddress(address): ClientAddress,
    MaybeUser(current): MaybeUser,
    Json(form): Json<ResendForm>,
) -> Result<StatusCode, Problem> {
    app.auth.calls.call("resend_confirmation", address, app.clock.now())?;
    let actor = match &current {
        Some(current) => current.actor(),
        None => Actor { user: None, acting_as: None, address: address.to_string() },
    };
    let mut errors = FieldErrors::default();
    let given = form.email.map(|given| fields::email(&mut errors, "email", &given));
    errors.finish()?;
    let email = match (current, given) {
        (Some(current), _) => current.user.email.clone(),
        (None, Some(email)) => email,
        (None, None) => return Err(Problem::field("email", "is required when nobody is logged in")),
    };
    app.auth.evenly(resend(&app, email, actor)).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn resend(app: &ApiState, email: String, actor: Actor) -> Result<(), Problem> {
    let now = app.clock.now();
    let wanted = email.clone();
    let known = app.store.read("get_login", async move |conn| users::get_login(conn, &wanted).await).await?;
    // Only what is mailed counts; the transaction looks again, for any address, so that each takes as long.
    let waits = known.is_some_and(|(user, _)| user.status == UserStatus::Unconfirmed);
    let may_mail = waits && app.auth.calls.may_mail("confirm", &email, now);
    let (links, app_) = (Links::new(app, now), app.clone());
    app.store
        .write("resend_confirmation", Priority::Api, async move |tx| {
            let known = users::get_login(tx, &email).await?.map(|(user, _)| user);
            match known.filter(|user| may_mail && user.status == UserStatus::Unconfirmed) {
                Some(user) => mail_again(tx, &app_, &user, &links, "resend_confirmation", &actor).await,
                None => Ok(()),
            }
        })
        .await?;
    Ok(())
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
    State(app): State<ApiState>,
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
