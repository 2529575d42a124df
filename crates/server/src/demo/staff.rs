//! What the demo's staff do beside moderation: a team, notes of users, and clicks that were taken back.

use super::network::Network;
use anyhow::Context;
use axum::http::Method;
use placard_model::Day;
use serde_json::{Value, json};

/// Who decides.
const GOD: &str = "god";
/// Who looks after advertisers and webmasters.
const SALES: &str = "sales";

impl Network<'_> {
    /// Makes the team of those who look after clients.
    pub async fn make_team(&self) -> anyhow::Result<()> {
        let made = self.call(GOD, Method::POST, "/api/admin/teams", json!({ "name": "Coast" })).await?;
        let path = format!("/api/admin/users/{}", self.number_of(SALES, &self.all_users().await?)?);
        self.call(GOD, Method::PUT, &path, json!({ "team_id": made["data"]["id"] })).await?;
        Ok(())
    }

    /// Writes what staff know of users.
    pub async fn write_notes(&self) -> anyhow::Result<()> {
        let all = self.all_users().await?;
        for person in self.people() {
            for note in &person.notes {
                let path = format!("/api/admin/users/{}/notes", self.number_of(&person.key, &all)?);
                let form = json!({ "text": note.text, "is_pinned": note.is_pinned });
                self.call(&note.by, Method::POST, &path, form).await?;
            }
        }
        Ok(())
    }

    async fn all_users(&self) -> anyhow::Result<Value> {
        self.call(GOD, Method::GET, "/api/admin/users?count=0", Value::Null).await
    }

    /// The number of somebody, among all users.
    fn number_of(&self, key: &str, all: &Value) -> anyhow::Result<i64> {
        let email = self.email_of(key)?;
        let users = all["data"].as_array().context("no users")?;
        let found =
            users.iter().find(|user| user["email"] == email).with_context(|| format!("{key} has no account"))?;
        found["id"].as_i64().context("a user has no number")
    }

    /// Takes the clicks of a day back on one of the sites that had some.
    pub async fn take_back(&self, day: Day) -> anyhow::Result<()> {
        // The first site is the newspaper, by which the others are measured.
        for site in self.sites().iter().skip(1) {
            let days = json!({ "site": [site.to_string()], "date_from": day.to_string(), "date_to": day.to_string() });
            let seen = self.call(GOD, Method::POST, "/api/admin/voids/preview", days.clone()).await?;
            let (clicks, cost) = (&seen["data"]["clicks"], &seen["data"]["cost"]);
            if clicks.as_u64().is_some_and(|clicks| clicks > 0) {
                let reason = "One visitor clicked all day, from changing addresses of one network.";
                let form = json!({ "choice": days, "reason": reason, "clicks": clicks, "cost": cost });
                self.call(GOD, Method::POST, "/api/admin/voids", form).await?;
                return Ok(());
            }
        }
        anyhow::bail!("nobody clicked on {day} beside the newspaper")
    }
}
