//! People in answers for staff: ids with mail addresses; what is asked of them before staff change somebody.

use crate::state::ApiState;
use placard_common::error::Problem;
use placard_model::user::UserStatus;
use placard_model::{TeamId, UserId};
use placard_store::accounts::teams;
use placard_store::accounts::users::{self, User};
use placard_store::{Conn, Error, Scope};
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;

/// Somebody's id and mail address.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Person)]
pub struct PersonResource {
    /// The user.
    pub id: i64,
    /// Mail address.
    pub email: String,
}

impl From<&User> for PersonResource {
    fn from(user: &User) -> Self {
        Self { id: user.id.0, email: user.email.clone() }
    }
}

/// Mail addresses by user.
#[derive(Default)]
pub struct EmailsByUser(HashMap<UserId, String>);

impl EmailsByUser {
    /// Looks the addresses up, whoever they are: staff may know by whom their clients were changed.
    pub async fn of(app: &ApiState, mut ids: Vec<UserId>) -> Result<Self, Problem> {
        ids.sort_unstable();
        ids.dedup();
        let find = async move |conn: &_| users::list_emails(conn, Scope::System, &ids).await;
        Ok(Self(app.store.read("list_emails", find).await?.into_iter().collect()))
    }

    /// The same in a transaction.
    pub async fn within(conn: &Conn, ids: impl Iterator<Item = UserId>) -> placard_store::Result<Self> {
        let mut ids: Vec<UserId> = ids.collect();
        ids.sort_unstable();
        ids.dedup();
        Ok(Self(users::list_emails(conn, Scope::System, &ids).await?.into_iter().collect()))
    }

    /// A person; nobody for none.
    pub fn get(&self, id: Option<UserId>) -> Option<PersonResource> {
        let id = id?;
        Some(PersonResource { id: id.0, email: self.0.get(&id).cloned().unwrap_or_default() })
    }
}

/// Whether somebody is staff whose account is in use.
pub(crate) async fn is_active_staff(conn: &Conn, scope: Scope, id: UserId) -> placard_store::Result<bool> {
    match users::get_user(conn, scope, id).await {
        Ok(user) => Ok(user.user_type.is_staff() && user.status == UserStatus::Active),
        Err(Error::NotFound(_)) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Whether there is such a team.
pub(crate) async fn is_team(conn: &Conn, scope: Scope, id: TeamId) -> placard_store::Result<bool> {
    match teams::get(conn, scope, id).await {
        Ok(_) => Ok(true),
        Err(Error::NotFound(_)) => Ok(false),
        Err(error) => Err(error),
    }
}
