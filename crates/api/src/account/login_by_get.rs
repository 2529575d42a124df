//! The older calls for login, of programs that know no others. They do what those of `oauth2` do.

use crate::account::login::{self, AccessTokenAnswer, AccessTokenRequest, GrantType};
use crate::account::profile::UserResource;
use crate::auth::CurrentUser;
use crate::extract::{ClientAddress, Json};
use crate::list::Data;
use crate::state::ApiState;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use placard_common::error::Problem;
use serde::Deserialize;
use utoipa::ToSchema;

/// Credentials.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LoginForm {
    /// Mail address.
    pub email: Option<String>,
    /// Password.
    #[schema(format = Password)]
    pub password: Option<String>,
    /// Code of the second factor, or a recovery code, for who has one.
    pub otp: Option<String>,
}

/// Logs in, as `POST /api/oauth2/accessToken` does.
#[utoipa::path(post, path = "/api/auth/login", tag = "auth", security(()), request_body = LoginForm,
    responses((status = 200, body = AccessTokenAnswer)))]
pub async fn log_in_older(
    state: State<ApiState>,
    address: ClientAddress,
    headers: HeaderMap,
    Json(form): Json<LoginForm>,
) -> Result<(HeaderMap, Json<AccessTokenAnswer>), Problem> {
    let LoginForm { email, password, otp } = form;
    let request = AccessTokenRequest { grant_type: GrantType::Password, email, password, otp, refresh_token: None };
    login::create_access_token(state, address, headers, Json(request)).await
}

/// Who is logged in, as `GET /api/oauth2/user` tells.
#[utoipa::path(get, path = "/api/auth/user", tag = "auth", responses((status = 200, body = Data<UserResource>)))]
pub async fn get_current_user_older(state: State<ApiState>, current: CurrentUser) -> Json<Data<UserResource>> {
    login::get_current_user(state, current).await
}

/// Ends the session, as `GET /api/oauth2/logout` does.
#[utoipa::path(post, path = "/api/auth/logout", tag = "auth", responses((status = 204)))]
pub async fn log_out_older(state: State<ApiState>, current: CurrentUser) -> Result<StatusCode, Problem> {
    login::log_out(state, current).await
}
