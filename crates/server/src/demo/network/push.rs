//! The demo's push campaigns, made through the API as their owners would.

use super::{BOUNDARY, Network, id_of};
use crate::demo::transport::Call;
use crate::demo::world;
use anyhow::Context;
use axum::http::{Method, header};
use bytes::Bytes;
use placard_model::Money;
use serde::Deserialize;
use serde_json::{Value, json};

/// A push campaign.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PushCampaign {
    /// The owner's key.
    owner: String,
    name: String,
    /// Number of the target in the push API.
    target: u8,
    /// Name of the category that it advertises.
    category: String,
    /// How likely subscribers are to click its ads, 1 being average.
    appeal: f64,
    daily_limit: Option<Money>,
    /// Everywhere when empty.
    countries: Vec<String>,
    /// `day`, `evening` or all hours.
    hours: Option<String>,
    /// `asap` or `even`.
    pacing: Option<String>,
    /// Ages of subscriptions, as the API takes them.
    age: Option<Value>,
    /// As the API takes it.
    frequency_cap: Option<Value>,
    /// What becomes of it: running when absent, else stopped, waiting, rejected or archived.
    state: Option<String>,
    ads: Vec<PushAd>,
}

/// A push ad.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PushAd {
    title: String,
    body: String,
    /// Name of the picture that its icon, and its large picture, are cut from.
    art: String,
    #[serde(default)]
    has_image: bool,
    #[serde(default)]
    language: Option<String>,
    bid: Money,
    /// What the button says that opens.
    open: String,
    /// What the button says that closes.
    #[serde(default)]
    close: Option<String>,
    /// `stopped` or `draft`; as its campaign when absent.
    #[serde(default)]
    state: Option<String>,
}

impl PushAd {
    /// Whether its owner has not sent it to moderation yet.
    fn is_draft(&self) -> bool {
        self.state.as_deref() == Some("draft")
    }
}

fn described() -> anyhow::Result<Vec<PushCampaign>> {
    serde_json::from_str(include_str!("../../../assets/demo/push.json")).context("assets/demo/push.json")
}

impl Network<'_> {
    /// Makes push campaigns with their ads. At first those that run for a while; `late` makes those that wait or are rejected
    /// at the end, and puts away what ends stopped or archived.
    pub async fn make_push_campaigns(&mut self, late: bool) -> anyhow::Result<()> {
        for campaign in described()? {
            let is_late = matches!(campaign.state.as_deref(), Some("waiting" | "rejected"));
            if is_late == late {
                self.make_push_campaign(&campaign).await?;
            } else if late {
                self.retire_push_campaign(&campaign).await?;
            }
        }
        Ok(())
    }

    async fn make_push_campaign(&mut self, campaign: &PushCampaign) -> anyhow::Result<()> {
        let mut form = json!({
            "name": campaign.name,
            "target_id": campaign.target,
            "categories": [self.category(&campaign.category)?],
            "countries": campaign.countries,
            "daily_money_limit": campaign.daily_limit,
            "pacing": campaign.pacing.as_deref().unwrap_or("asap"),
            "subscription_age": campaign.age,
            "frequency_cap": campaign.frequency_cap,
        });
        if let Some(hours) = world::hours_of(campaign.hours.as_deref()) {
            form["time_targeting"] = json!(hours);
        }
        let made = self.call(&campaign.owner, Method::POST, "/api-push-proxy/campaigns", form).await?;
        let uuid = made["data"]["uuid"].as_str().context("no uuid")?.to_owned();
        for ad in &campaign.ads {
            let made = self.make_push_ad(&campaign.owner, &uuid, ad).await?;
            let id = id_of(&made["data"])?;
            if ad.is_draft() {
                continue;
            }
            self.appeal.insert(id, campaign.appeal);
            match campaign.state.as_deref() {
                Some("waiting") => {}
                Some("rejected") => self.reject(id).await?,
                _ => self.approve(id).await?,
            }
            if ad.state.as_deref() == Some("stopped") {
                let uuid = made["data"]["uuid"].as_str().context("no uuid")?;
                let path = format!("/api-push-proxy/ads/{uuid}/stop");
                self.call(&campaign.owner, Method::PATCH, &path, json!({ "substatus_id": 1 })).await?;
            }
        }
        Ok(())
    }

    async fn retire_push_campaign(&self, campaign: &PushCampaign) -> anyhow::Result<()> {
        let verb = match campaign.state.as_deref() {
            Some("stopped") => "stop",
            Some("archived") => "archive",
            _ => return Ok(()),
        };
        let found = self.call(&campaign.owner, Method::GET, "/api-push-proxy/resources/campaigns", Value::Null).await?;
        let named = found["data"].as_array().into_iter().flatten().find(|one| one["name"] == campaign.name.as_str());
        let uuid = named.and_then(|one| one["uuid"].as_str()).context("the push campaign was not made")?;
        let path = format!("/api-push-proxy/campaigns/{uuid}/{verb}");
        self.call(&campaign.owner, Method::PATCH, &path, Value::Null).await?;
        Ok(())
    }

    async fn make_push_ad(&self, owner: &str, campaign: &str, ad: &PushAd) -> anyhow::Result<Value> {
        let picture = world::picture(&ad.art).with_context(|| format!("no picture is called {}", ad.art))?;
        let fields = [
            ("campaign_uuid", campaign),
            ("title", &ad.title),
            ("body", &ad.body),
            ("url", &self.landing(&ad.open)),
            ("language_code", ad.language.as_deref().unwrap_or("en")),
            ("bid", &ad.bid.to_string()),
            ("buttons[0][action]", "open"),
            ("buttons[0][title]", &ad.open),
            ("buttons[1][action]", "close"),
            ("buttons[1][title]", ad.close.as_deref().unwrap_or("Close")),
            ("is_draft", if ad.is_draft() { "true" } else { "false" }),
        ];
        let mut body = Vec::new();
        for (name, value) in fields {
            let part = format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
            body.extend(part.into_bytes());
        }
        for name in ["icon", "image"].into_iter().take(if ad.has_image { 2 } else { 1 }) {
            let head = format!(
                "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"{}.jpg\"\r\n\
                 Content-Type: image/jpeg\r\n\r\n",
                ad.art
            );
            body.extend(head.into_bytes());
            body.extend_from_slice(&picture);
            body.extend(b"\r\n");
        }
        body.extend(format!("--{BOUNDARY}--\r\n").into_bytes());
        let token = self.token(owner).await?;
        let headers = vec![
            (header::AUTHORIZATION, format!("Bearer {token}")),
            (header::CONTENT_TYPE, format!("multipart/form-data; boundary={BOUNDARY}")),
        ];
        let call = Call { method: Method::POST, path: "/api-push-proxy/ads", headers, body: Bytes::from(body) };
        self.transport.send(call).await?.json(&format!("push ad \"{}\"", ad.title))
    }
}
