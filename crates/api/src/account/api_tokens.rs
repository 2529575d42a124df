//! Personal API tokens: the API for people's scripts.

use crate::account::password::check_own_password;
use crate::account::second_factor::check_otp;
use crate::auth::reach::ApiScope;
use crate::auth::{API_TOKEN_PREFIX, Member, Tokens};
use crate::dictionaries::words::ScopeName;
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::mail::{self, Mail, Recipient};
use crate::state::ApiState;
use axum::extract::State;
use axum::http::StatusCode;
use placard_common::error::{FieldErrors, Problem};
use placard_model::{ApiTokenId, UnixMs, validate};
use placard_store::Priority;
use placard_store::accounts::api_tokens::{self, ApiToken, NewApiToken};
use placard_store::accounts::audit_log;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The longest name of a token, in characters.
pub(crate) const NAME_MAX: usize = 100;
/// Characters after the prefix by which an owner recognises a token.
const SHOWN_CHARS: usize = 6;

/// A token, without what is secret of it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ApiTokenResource {
    /// The token.
    pub id: i64,
    /// What its owner calls it.
    pub name: String,
    /// Its first characters.
    pub prefix: String,
    /// What it may.
    pub scopes: Vec<String>,
    /// When it was made.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: UnixMs,
    /// When it ends; null: when it is deleted.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub expires_at: Option<UnixMs>,
    /// When it was used last, to the minute.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub last_used_at: Option<UnixMs>,
}

impl From<ApiToken> for ApiTokenResource {
    fn from(token: ApiToken) -> Self {
        Self {
            id: token.id.0,
            name: token.name,
            prefix: token.prefix,
            scopes: token.scopes,
            created_at: token.created_at,
            expires_at: token.expires_at,
            last_used_at: token.last_used_at,
        }
    }
}

/// What a token may be given.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ApiScopeResource {
    /// The name of the scope.
    pub name: String,
    /// What it is for.
    pub label: String,
}

/// The own tokens, and what one may be given.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ApiTokenList {
    /// The tokens, newest first.
    pub data: Vec<ApiTokenResource>,
    /// Scopes that this user may give.
    pub scopes: Vec<ApiScopeResource>,
}

/// A token to make.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ApiTokenForm {
    /// What its owner calls it.
    pub name: String,
    /// What it may; at least one.
    #[schema(value_type = Vec<ScopeName>)]
    pub scopes: Vec<String>,
    /// When it ends; when omitted it holds until it is deleted.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub expires_at: Option<UnixMs>,
    /// The password.
    #[schema(format = Password)]
    pub password: String,
    /// Code of the second factor, for who has one.
    pub otp: Option<String>,
}

/// A new token.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct NewApiTokenResource {
    /// The token itself, sent as bearer token. It is shown this one time.
    pub token: String,
    /// What is shown of it later.
    #[serde(flatten)]
    pub shown: ApiTokenResource,
}

/// Lists the own API tokens.
#[utoipa::path(get, path = "/api/account/tokens", tag = "account", responses((status = 200, body = ApiTokenList)))]
pub async fn list_api_tokens(State(app): State<ApiState>, current: Member) -> Result<Json<ApiTokenList>, Problem> {
    let id = current.id();
    let found = app.store.read("list_api_tokens", async move |conn| api_tokens::list_tokens(conn, id).await).await?;
    let is_staff = current.user.user_type.is_staff();
    let scopes = ApiScope::ALL.iter().filter(|scope| is_staff || !scope.is_for_staff());
    Ok(Json(ApiTokenList {
        data: found.into_iter().map(Into::into).collect(),
        scopes: scopes
            .map(|scope| ApiScopeResource { name: scope.name().to_owned(), label: scope.label().to_owned() })
            .collect(),
    }))
}

/// Makes an API token: it outlives the session, so password and code are asked for again, and a mail tells the owner.
/// Staff need a second factor for it, except in the demonstration network.
#[utoipa::path(post, path = "/api/account/tokens", tag = "account", request_body = ApiTokenForm,
    responses((status = 201, body = Data<NewApiTokenResource>)))]
pub async fn create_api_token(
    State(app): State<ApiState>,
    current: Member,
    Json(form): Json<ApiTokenForm>,
) -> Result<(StatusCode, Json<Data<NewApiTokenResource>>), Problem> {
    current.check_second_factor(&app)?;
    let token = Tokens::api_token(app.rng.bytes());
    let new = read_form(&form, &token, current.user.user_type.is_staff(), app.clock.now())?;
    let checked = check_own_password(&app, &current, "password", &form.password).await?;
    check_otp(&app, &current, form.otp.as_deref()).await?;
    let (user, actor, app_) = (current.user.clone(), current.actor(), app.clone());
    let made = app
        .store
        .write("create_api_token", Priority::Api, async move |tx| {
            checked.still_holds(tx).await?;
            let made = api_tokens::insert_token(tx, user.id, &new).await?;
            let before = None::<&ApiToken>;
            audit_log::record(tx, &actor, "create_api_token", "api_token", made.id, before, Some(&made)).await?;
            let to = Recipient { user: Some(user.id), email: &user.email, name: &user.contacts.name };
            mail::queue(tx, &app_, to, &letter(&made, &actor.address)).await?;
            Ok(made)
        })
        .await?;
    Ok((StatusCode::CREATED, data(NewApiTokenResource { token, shown: made.into() })))
}

/// What the owner is told of a new token.
fn letter(made: &ApiToken, address: &str) -> Mail {
    let may = made.scopes.iter().filter_map(|name| ApiScope::from_name(name)).map(|scope| scope.label().to_owned());
    Mail::ApiTokenCreated {
        name: made.name.clone(),
        may: may.collect(),
        ends: made.expires_at,
        at: made.created_at,
        address: address.to_owned(),
    }
}

fn read_form(form: &ApiTokenForm, token: &str, is_staff: bool, now: UnixMs) -> Result<NewApiToken, Problem> {
    let mut errors = FieldErrors::default();
    let name = validate::line(&form.name, 1, NAME_MAX).unwrap_or_else(|message| {
        errors.add("name", message);
        ""
    });
    let mut scopes: Vec<String> = Vec::new();
    for scope in ApiScope::ALL {
        if form.scopes.iter().any(|name| name == scope.name()) {
            errors.check("scopes", is_staff || !scope.is_for_staff(), format!("{} is for staff", scope.name()));
            scopes.push(scope.name().to_owned());
        }
    }
    let are_known = form.scopes.iter().all(|name| ApiScope::from_name(name).is_some());
    errors.check("scopes", are_known, "has a name that is no scope");
    let most = ApiScope::ALL.len();
    errors.check("scopes", form.scopes.len() <= most, format!("must have at most {most} entries"));
    errors.check("scopes", !form.scopes.is_empty(), "needs at least one scope");
    errors.check("expires_at", form.expires_at.is_none_or(|at| at > now), "must lie in the future");
    errors.finish()?;
    let hash = Tokens::api_token_hash(token).ok_or_else(|| anyhow::anyhow!("a new API token has no valid form"))?;
    let prefix = token.get(..API_TOKEN_PREFIX.len() + SHOWN_CHARS).unwrap_or_default().to_owned();
    Ok(NewApiToken { name: name.to_owned(), prefix, hash, scopes, expires_at: form.expires_at })
}

/// Deletes an API token: it holds no longer.
#[utoipa::path(delete, path = "/api/account/tokens/{id}", tag = "account", params(("id" = i64, Path)),
    responses((status = 204)))]
pub async fn delete_api_token(
    State(app): State<ApiState>,
    current: Member,
    Path(token): Path<i64>,
) -> Result<StatusCode, Problem> {
    let (id, actor, token) = (current.id(), current.actor(), ApiTokenId(token));
    app.store
        .write("delete_api_token", Priority::Api, async move |tx| {
            let before = api_tokens::delete_token(tx, id, token).await?;
            let after = None::<&ApiToken>;
            audit_log::record(tx, &actor, "delete_api_token", "api_token", token, Some(&before), after).await
        })
        .await?;
    app.auth.forget_user(id);
    Ok(StatusCode::NO_CONTENT)
}
