//! Teams of managers.

use crate::auth::{God, Staff};
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::staff::people::persons::PersonResource;
use crate::state::ApiState;
use axum::extract::State;
use axum::http::StatusCode;
use placard_common::error::{FieldErrors, Problem};
use placard_model::validate::NAME_MAX;
use placard_model::{TeamId, UnixMs, validate};
use placard_store::accounts::audit_log;
use placard_store::accounts::teams::{self, Team, TeamManager};
use placard_store::{Error, Priority};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A team of managers.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Team)]
pub struct TeamResource {
    /// The team.
    pub id: i64,
    /// What staff call it.
    pub name: String,
    /// Who is in it, by mail address.
    pub managers: Vec<PersonResource>,
    /// When it was made.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: UnixMs,
}

impl TeamResource {
    fn new(team: Team, managers: &[TeamManager]) -> Self {
        let members = managers.iter().filter(|one| one.team == team.id);
        let managers = members.map(|one| PersonResource { id: one.id.0, email: one.email.clone() }).collect();
        Self { id: team.id.0, name: team.name, managers, created_at: team.created_at }
    }
}

/// Lists the teams, by name; sales see their own.
#[utoipa::path(get, path = "/api/admin/teams", tag = "admin",
    responses((status = 200, body = Data<Vec<TeamResource>>)))]
pub async fn list_teams(State(app): State<ApiState>, staff: Staff) -> Result<Json<Data<Vec<TeamResource>>>, Problem> {
    let scope = staff.scope();
    let (teams, managers) = app
        .store
        .read("list_teams", async move |conn| {
            Ok((teams::list(conn, scope).await?, teams::managers(conn, scope).await?))
        })
        .await?;
    Ok(data(teams.into_iter().map(|team| TeamResource::new(team, &managers)).collect()))
}

/// What a team is called.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TeamForm {
    /// What staff call it: no two teams are called the same.
    pub name: String,
}

impl TeamForm {
    fn read(&self) -> Result<String, Problem> {
        let mut errors = FieldErrors::default();
        let name = validate::line(&self.name, 1, NAME_MAX).unwrap_or_else(|message| {
            errors.add("name", message);
            ""
        });
        errors.finish()?;
        Ok(name.to_owned())
    }
}

/// Makes a team without managers.
#[utoipa::path(post, path = "/api/admin/teams", tag = "admin", request_body = TeamForm,
    responses((status = 201, body = Data<TeamResource>)))]
pub async fn create_team(
    State(app): State<ApiState>,
    god: God,
    Json(form): Json<TeamForm>,
) -> Result<(StatusCode, Json<Data<TeamResource>>), Problem> {
    let (name, actor) = (form.read()?, god.actor());
    let team = app
        .store
        .write("create_team", Priority::Api, async move |tx| {
            let team = teams::insert(tx, &name).await?;
            audit_log::record(tx, &actor, "create_team", "team", team.id, None::<&Team>, Some(&team)).await?;
            Ok(team)
        })
        .await?;
    Ok((StatusCode::CREATED, data(TeamResource::new(team, &[]))))
}

/// Gives a team another name.
#[utoipa::path(put, path = "/api/admin/teams/{id}", tag = "admin", params(("id" = i64, Path)), request_body = TeamForm,
    responses((status = 200, body = Data<TeamResource>)))]
pub async fn update_team(
    State(app): State<ApiState>,
    god: God,
    Path(id): Path<i64>,
    Json(form): Json<TeamForm>,
) -> Result<Json<Data<TeamResource>>, Problem> {
    let (name, actor, scope) = (form.read()?, god.actor(), god.scope());
    let (team, managers) = app
        .store
        .write("update_team", Priority::Api, async move |tx| {
            let (before, after) = teams::rename(tx, scope, TeamId(id), &name).await?;
            audit_log::record(tx, &actor, "update_team", "team", id, Some(&before), Some(&after)).await?;
            Ok((after, teams::managers(tx, scope).await?))
        })
        .await?;
    Ok(data(TeamResource::new(team, &managers)))
}

/// Deletes a team. Its managers are in none afterwards.
#[utoipa::path(delete, path = "/api/admin/teams/{id}", tag = "admin", params(("id" = i64, Path)),
    responses((status = 204)))]
pub async fn delete_team(State(app): State<ApiState>, god: God, Path(id): Path<i64>) -> Result<StatusCode, Problem> {
    let (actor, scope) = (god.actor(), god.scope());
    app.store
        .write("delete_team", Priority::Api, async move |tx| {
            let team = teams::delete(tx, scope, TeamId(id)).await?;
            audit_log::record(tx, &actor, "delete_team", "team", id, Some(&team), None::<&Team>).await?;
            Ok::<_, Error>(())
        })
        .await?;
    Ok(StatusCode::NO_CONTENT)
}
