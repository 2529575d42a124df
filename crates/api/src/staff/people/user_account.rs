//! What a user has, and where they are logged in, for staff.

use crate::account::sessions::SessionResource;
use crate::auth::Staff;
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::state::ApiState;
use axum::extract::State;
use placard_common::error::Problem;
use placard_model::books::posting::Account;
use placard_model::user::UserType;
use placard_model::{Money, UserId};
use placard_store::accounts::advertiser_sums;
use placard_store::accounts::{sessions, user_list};
use placard_store::money::movements::balance;
use serde::Serialize;
use utoipa::ToSchema;

/// What a user has.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct UserAccount {
    /// Dollars to spend; null of somebody who does not advertise.
    #[schema(value_type = Option<f64>)]
    pub balance: Option<Money>,
    /// Dollars that came in by deposits so far, less what of it went back; null of somebody who does not advertise.
    #[schema(value_type = Option<f64>)]
    pub topped_up: Option<Money>,
    /// Deposits by which something came in; null of somebody who does not advertise.
    pub deposits_count: Option<u64>,
    /// Native and push ads, deleted ones left out; null of somebody who does not advertise.
    pub ads_count: Option<u64>,
    /// Of these, those that a moderator has rejected; null of somebody who does not advertise.
    pub ads_rejected_count: Option<u64>,
    /// Dollars that can be paid out, may be below zero after a correction; null of somebody who is no webmaster.
    #[schema(value_type = Option<f64>)]
    pub available: Option<Money>,
    /// Dollars earned that wait for their day or are held back; null of somebody who is no webmaster.
    #[schema(value_type = Option<f64>)]
    pub pending: Option<Money>,
    /// Dollars that were asked for and are not paid yet; null of somebody who is no webmaster, and where sales ask, who see no payouts.
    #[schema(value_type = Option<f64>)]
    pub reserved: Option<Money>,
    /// Where they are logged in, the last seen first; null where sales ask, who see no sessions of their clients.
    pub sessions: Option<Vec<SessionResource>>,
}

/// What a user has, and where they are logged in; sales see what their own clients have.
#[utoipa::path(get, path = "/api/admin/users/{id}/account", tag = "admin", params(("id" = i64, Path)),
    responses((status = 200, body = Data<UserAccount>)))]
pub async fn get_user_account(
    State(app): State<ApiState>,
    staff: Staff,
    Path(id): Path<i64>,
) -> Result<Json<Data<UserAccount>>, Problem> {
    let (scope, id, is_god) = (staff.scope(), UserId(id), staff.user.user_type == UserType::God);
    let (spendable, earned, found) = app
        .store
        .read("get_user_account", async move |conn| {
            let user = user_list::get_user_row(conn, scope, id).await?.user;
            let spendable = if user.is_advertiser {
                let sums = advertiser_sums::of_advertiser(conn, id).await?;
                Some((balance(conn, Account::Advertiser(id)).await?, sums))
            } else {
                None
            };
            let earned = if user.is_webmaster {
                let pending = balance(conn, Account::WebmasterPending(id)).await?;
                Some((
                    balance(conn, Account::WebmasterAvailable(id)).await?,
                    pending + balance(conn, Account::Referral(id)).await?,
                    balance(conn, Account::PayoutReserve(id)).await?,
                ))
            } else {
                None
            };
            let found = if is_god { Some(sessions::list_sessions(conn, id).await?) } else { None };
            Ok((spendable, earned, found))
        })
        .await?;
    let resource = |session| SessionResource::of(&app, session, None);
    let sessions = found.map(|sessions| sessions.into_iter().map(resource).collect());
    let sums = spendable.map(|(_, sums)| sums);
    Ok(data(UserAccount {
        balance: spendable.map(|(balance, _)| balance),
        topped_up: sums.map(|sums| sums.topped_up),
        deposits_count: sums.map(|sums| sums.deposits),
        ads_count: sums.map(|sums| sums.ads),
        ads_rejected_count: sums.map(|sums| sums.rejected),
        available: earned.map(|(available, ..)| available),
        pending: earned.map(|(_, pending, _)| pending),
        reserved: earned.filter(|_| is_god).map(|(.., reserved)| reserved),
        sessions,
    }))
}
