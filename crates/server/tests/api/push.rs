//! What tests of push campaigns and push ads share.

use crate::advertising::{Form, picture};
use crate::app::{Answer, Person, TestApp};
use axum::http::Method;
use serde_json::{Value, json};

pub(crate) const CAMPAIGNS: &str = "/api-push-proxy/campaigns";
pub(crate) const ADS: &str = "/api-push-proxy/ads";

/// A form of a push campaign with the least that it needs.
pub(crate) fn campaign_form(name: &str) -> Value {
    json!({"name": name, "target_id": 2, "categories": [19]})
}

/// A form of a push ad with the least that it needs.
pub(crate) fn ad_form(campaign: &str) -> Form {
    Form::default()
        .with("campaign_uuid", campaign)
        .with("title", "Rain at four")
        .with("body", "Umbrellas until midnight, at half their price.")
        .with("url", "https://shop.example/?c={click_id}")
        .with("bid", "0.05")
        .with("icon", picture(1))
}

pub(crate) fn campaign_path(uuid: &str) -> String {
    format!("{CAMPAIGNS}/{uuid}")
}

pub(crate) fn ad_path(uuid: &str) -> String {
    format!("{ADS}/{uuid}")
}

/// The UUID of an answered thing.
pub(crate) fn uuid(thing: &Value) -> String {
    thing["uuid"].as_str().unwrap().to_owned()
}

/// The UUIDs of a list's rows.
pub(crate) fn uuids(list: &Value) -> Vec<String> {
    list["data"].as_array().unwrap().iter().map(uuid).collect()
}

impl TestApp {
    /// A push campaign of the person's.
    pub(crate) async fn push_campaign(&self, person: &Person, name: &str) -> Value {
        self.post(person, CAMPAIGNS, campaign_form(name)).await.expect(201)["data"].clone()
    }

    /// A push ad of the campaign.
    pub(crate) async fn push_ad(&self, person: &Person, campaign: &str) -> Value {
        self.send_form(Method::POST, ADS, person, &ad_form(campaign)).await.expect(201)["data"].clone()
    }

    /// A PATCH.
    pub(crate) async fn patch(&self, person: &Person, path: &str, body: Option<Value>) -> Answer {
        self.call(Method::PATCH, path, person, body).await
    }

    /// A value of a push ad.
    pub(crate) async fn push_ad_field(&self, person: &Person, uuid: &str, field: &str) -> Value {
        self.get(person, &ad_path(uuid)).await.expect(200)["data"][field].clone()
    }

    /// A value of a push campaign.
    pub(crate) async fn push_campaign_field(&self, person: &Person, uuid: &str, field: &str) -> Value {
        self.get(person, &campaign_path(uuid)).await.expect(200)["data"][field].clone()
    }
}
