//! People in answers for staff: ids with mail addresses.

use crate::state::ApiState;
use placard_common::error::Problem;
use placard_model::UserId;
use placard_store::Scope;
use placard_store::users::{self, User};
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
pub struct People(HashMap<UserId, String>);

impl People {
    /// Looks the addresses up, whoever they are: staff may know by whom their clients were changed.
    pub async fn of(app: &ApiState, mut ids: Vec<UserId>) -> Result<Self, Problem> {
        ids.sort_unstable();
        ids.dedup();
        let find = async move |conn: &_| users::list_emails(conn, Scope::System, &ids).await;
        Ok(Self(app.store.read("list_emails", find).await?.into_iter().collect()))
    }

    /// A person; nobody for none.
    pub fn get(&self, id: Option<UserId>) -> Option<PersonResource> {
        let id = id?;
        Some(PersonResource { id: id.0, email: self.0.get(&id).cloned().unwrap_or_default() })
    }
}
