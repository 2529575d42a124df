//! Settings of the network: what an operator changes while it runs.

use crate::auth::God;
use crate::dictionaries::words::SettingKindName;
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::state::ApiState;
use axum::extract::State;
use placard_common::error::Problem;
use placard_model::UnixMs;
use placard_model::settings::{Kind, SECTIONS, SPECS, Settings, Spec, VALUE_BYTES_MAX};
use placard_store::Priority;
use placard_store::accounts::audit_log;
use placard_store::network::settings::{self, StoredSetting};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Settings that have something in common.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SettingSection {
    /// Its name, with which the names of its settings begin.
    pub name: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// What it is about.
    pub about: &'static str,
    /// Its settings.
    pub settings: Vec<SettingResource>,
}

/// A setting.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Setting)]
pub struct SettingResource {
    /// Its name: section and field.
    pub name: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// What it does.
    pub about: &'static str,
    /// Its type.
    #[schema(value_type = SettingKindName)]
    pub kind: &'static str,
    /// What a value must be, in words.
    pub range: String,
    /// What a number counts; empty when nothing in particular.
    pub unit: &'static str,
    /// Who may change it, in words.
    pub who: &'static str,
    /// The value that the database has, as text; else the default.
    pub value: String,
    /// The value where nobody set one, as text.
    pub default_value: String,
    /// Somebody set it.
    pub is_changed: bool,
    /// To be sent with a change; it grows with each.
    pub version: i64,
    /// When it was changed last; none when it never was.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub updated_at: Option<UnixMs>,
}

impl SettingResource {
    fn new(spec: &Spec, base: &Settings, stored: Option<&StoredSetting>) -> Self {
        let default_value = spec.value(base);
        let value = stored.and_then(|stored| stored.value.clone());
        Self {
            name: spec.name,
            title: spec.title,
            about: spec.about,
            kind: spec.kind.name(),
            range: spec.kind.range(),
            unit: match spec.kind {
                Kind::Whole { unit, .. } => unit.word(),
                Kind::Percent { .. } => "percent",
                Kind::Money { .. } | Kind::CountryBids { .. } => "dollars",
                Kind::Text { .. } | Kind::Users | Kind::Switch | Kind::Lines { .. } => "",
            },
            who: spec.who.words(),
            is_changed: value.is_some(),
            value: value.unwrap_or_else(|| default_value.clone()),
            default_value,
            version: stored.map_or(0, |stored| stored.version),
            updated_at: stored.map(|stored| stored.updated_at),
        }
    }
}

/// What a setting shall be.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SettingForm {
    /// The value as text; null: the default holds again.
    #[schema(nullable)]
    pub value: Option<String>,
    /// The version that was read.
    pub version: i64,
}

/// All settings, by section.
#[utoipa::path(get, path = "/api/admin/settings", tag = "admin",
    responses((status = 200, body = Data<Vec<SettingSection>>)))]
pub async fn list_settings(State(app): State<ApiState>, _god: God) -> Result<Json<Data<Vec<SettingSection>>>, Problem> {
    let stored = app.store.read("list_settings", async |conn| settings::list(conn).await).await?;
    let base = app.settings.base();
    let of = |spec: &Spec| SettingResource::new(spec, base, stored.iter().find(|one| one.name == spec.name));
    let sections = SECTIONS.iter().map(|section| SettingSection {
        name: section.name,
        title: section.title,
        about: section.about,
        settings: SPECS.iter().filter(|spec| spec.section == section.name).map(of).collect(),
    });
    Ok(data(sections.collect()))
}

/// Changes a setting. It is in force at once here, and within a second everywhere.
#[utoipa::path(put, path = "/api/admin/settings/{name}", tag = "admin", params(("name" = String, Path)),
    request_body = SettingForm, responses((status = 200, body = Data<SettingResource>)))]
pub async fn update_setting(
    State(app): State<ApiState>,
    god: God,
    Path(name): Path<String>,
    Json(form): Json<SettingForm>,
) -> Result<Json<Data<SettingResource>>, Problem> {
    let spec = Spec::find(&name).ok_or(Problem::NotFound)?;
    if !spec.who.may_change(god.user.user_type) {
        return Err(Problem::Forbidden(format!("This is changed by {}.", spec.who.words()).into()));
    }
    if form.value.as_ref().is_some_and(|value| value.len() > VALUE_BYTES_MAX) {
        return Err(Problem::field("value", format!("must have at most {VALUE_BYTES_MAX} bytes")));
    }
    let (actor, in_force) = (god.actor(), app.settings.clone());
    let version = form.version;
    let after = app
        .store
        .write("update_setting", Priority::Api, async move |tx| {
            let value = form.value.as_deref();
            let changes = settings::put(tx, in_force.base(), &name, value, Some(version)).await?;
            for change in &changes {
                let (before, after) = (change.before.as_ref(), Some(&change.after));
                audit_log::record(tx, &actor, "update_setting", "setting", 0, before, after).await?;
            }
            Ok(changes.into_iter().next().map(|change| change.after))
        })
        .await?;
    // It is stored: should it not be readable right now, the feed reads it within a second.
    if let Err(error) = settings::refresh(&app.store, &app.settings).await {
        tracing::warn!("a changed setting is not in force yet: {error}");
    }
    Ok(data(SettingResource::new(spec, app.settings.base(), after.as_ref())))
}
