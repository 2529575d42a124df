//! What the demo's staff do beside moderation: a team, and clicks that were taken back.

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
        let email = self.email_of(SALES)?;
        let found = self.call(GOD, Method::GET, "/api/admin/users?count=0", Value::Null).await?;
        let users = found["data"].as_array().context("no users")?;
        let sales = users.iter().find(|user| user["email"] == email).context("the team has nobody")?;
        let path = format!("/api/admin/users/{}", sales["id"]);
        self.call(GOD, Method::PUT, &path, json!({ "team_id": made["data"]["id"] })).await?;
        Ok(())
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
