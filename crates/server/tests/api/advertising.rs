//! What tests of campaigns, groups and ads share: forms, pictures, money.

use crate::app::{Answer, Person, TestApp};
use axum::body::Body;
use axum::http::{Method, Request, header};
use image::{ImageFormat, Rgb, RgbImage};
use placard_model::Money;
use placard_model::books::posting::Operation;
use placard_store::Priority;
use placard_store::money::movements::{self, Cause};
use serde_json::{Value, json};
use std::io::Cursor;

pub(crate) const CAMPAIGNS: &str = "/api/advertiser/campaigns";
pub(crate) const TITLE: &str = "A title that is long enough for native ads";

/// A form of a campaign with the least that it needs.
pub(crate) fn campaign_form(name: &str) -> Value {
    json!({"name": name, "target_id": 1, "categories": [19]})
}

/// A picture that is not the same for two seeds.
pub(crate) fn picture(seed: u8) -> Vec<u8> {
    let image = RgbImage::from_fn(640, 480, |x, y| Rgb([seed, (x / 3) as u8, (y / 2) as u8]));
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}

/// Stands before the name of a part that is a file.
const FILE: &str = "file:";

/// Parts of a multipart form.
#[derive(Clone, Default)]
pub(crate) struct Form(Vec<(String, Vec<u8>)>);

impl Form {
    pub(crate) fn with(mut self, name: &str, value: impl AsRef<[u8]>) -> Self {
        self.0.retain(|(known, _)| known != name || name.ends_with("[]"));
        self.0.push((name.to_owned(), value.as_ref().to_vec()));
        self
    }

    /// A file under a name that says nothing of it.
    pub(crate) fn with_file(self, name: &str, bytes: impl AsRef<[u8]>) -> Self {
        self.with(&format!("{FILE}{name}"), bytes)
    }

    pub(crate) fn without(mut self, name: &str) -> Self {
        self.0.retain(|(known, _)| known != name);
        self
    }

    fn body(&self) -> Vec<u8> {
        let mut body = Vec::new();
        for (name, value) in &self.0 {
            // Pictures of pushes may be texts: addresses that hold their data.
            let is_text = value.starts_with(b"data:") || value.starts_with(b"http");
            let is_picture =
                |name: &str| name.starts_with("media_content_file") || (name == "icon" || name == "image") && !is_text;
            let (name, is_file) = match name.strip_prefix(FILE) {
                Some(name) => (name, true),
                None => (name.as_str(), is_picture(name)),
            };
            let file = if is_file { "; filename=\"picture.png\"" } else { "" };
            body.extend(format!("--edge\r\nContent-Disposition: form-data; name=\"{name}\"{file}\r\n\r\n").bytes());
            body.extend(value);
            body.extend(b"\r\n");
        }
        body.extend(b"--edge--\r\n");
        body
    }
}

/// A form of an ad for native blocks, with pictures.
pub(crate) fn ad_form() -> Form {
    text_form()
        .with("title", TITLE)
        .without("supported_block_format_types[]")
        .with("supported_block_format_types[]", "1")
        .with("supported_block_format_types[]", "16")
        .with("media_content_file_square", picture(1))
        .with("media_content_file_horizontal", picture(1))
}

/// A form of an ad for text blocks.
pub(crate) fn text_form() -> Form {
    Form::default()
        .with("title", "A text ad")
        .with("short_description", "What it is about")
        .with("brand", "Shop")
        .with("original_url", "https://shop.example/?c={click_id}")
        .with("supported_block_format_types[]", "4")
        .with("one_bid_for_all_geo", "2.50")
}

impl TestApp {
    /// Sends a multipart form.
    pub(crate) async fn send_form(&self, method: Method, path: &str, person: &Person, form: &Form) -> Answer {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::AUTHORIZATION, format!("Bearer {}", person.token))
            .header(header::CONTENT_TYPE, "multipart/form-data; boundary=edge")
            .body(Body::from(form.body()))
            .unwrap();
        self.send(request).await
    }

    /// A campaign of the person's; its id.
    pub(crate) async fn campaign(&self, person: &Person, name: &str) -> i64 {
        let made = self.post(person, CAMPAIGNS, campaign_form(name)).await.expect(201);
        made["data"]["id"].as_i64().unwrap()
    }

    /// A group of the campaign; its id.
    pub(crate) async fn group(&self, person: &Person, campaign: i64) -> i64 {
        let path = format!("{CAMPAIGNS}/{campaign}/ad_groups");
        let made = self.post(person, &path, json!({"name": "Group"})).await.expect(201);
        made["data"]["id"].as_i64().unwrap()
    }

    /// An ad of the group; its id.
    pub(crate) async fn ad(&self, person: &Person, group: i64, form: &Form) -> i64 {
        let made = self.send_form(Method::POST, &ads_of(group), person, form).await.expect(201);
        made["data"]["id"].as_i64().unwrap()
    }

    /// Whole dollars for an advertiser.
    pub(crate) async fn deposit(&self, person: &Person, dollars: i64) {
        let user = person.id;
        self.app
            .store
            .write("test_deposit", Priority::Api, async move |tx| {
                let reference = format!("test:{user}:{dollars}");
                let cause = Cause { reference: &reference, operation: Operation::TopUp, actor: None, comment: "" };
                movements::adjust_advertiser(tx, cause, user, Money::from_dollars(dollars)).await
            })
            .await
            .unwrap();
    }

    /// A value of an ad.
    pub(crate) async fn ad_field(&self, person: &Person, ad: i64, field: &str) -> Value {
        self.get(person, &ad_path(ad)).await.expect(200)["data"][field].clone()
    }

    /// The shown status of a campaign.
    pub(crate) async fn campaign_status(&self, person: &Person, campaign: i64) -> i64 {
        let found = self.get(person, &format!("{CAMPAIGNS}/{campaign}")).await.expect(200);
        found["data"]["status"].as_i64().unwrap()
    }

    /// Opens an ad for moderation; the version that is seen.
    pub(crate) async fn open_ad(&self, god: &Person, ad: i64) -> Value {
        let path = format!("/api/admin/moderation/ads/{ad}/lock");
        self.post_empty(god, &path).await.expect(200)["data"]["version"].clone()
    }

    /// Opens an ad and approves it.
    pub(crate) async fn approve(&self, god: &Person, ad: i64) -> Value {
        let form = json!({"version": self.open_ad(god, ad).await});
        self.post(god, &format!("/api/admin/moderation/ads/{ad}/approve"), form).await.expect(200)
    }

    /// Opens an ad and rejects it, for the reasons of the form.
    pub(crate) async fn reject(&self, god: &Person, ad: i64, mut form: Value) -> Answer {
        form["version"] = self.open_ad(god, ad).await;
        self.post(god, &format!("/api/admin/moderation/ads/{ad}/reject"), form).await
    }

    /// A POST without a body.
    pub(crate) async fn post_empty(&self, person: &Person, path: &str) -> Answer {
        self.call(Method::POST, path, person, None).await
    }

    /// A PUT without a body.
    pub(crate) async fn put_empty(&self, person: &Person, path: &str) -> Answer {
        self.call(Method::PUT, path, person, None).await
    }
}

pub(crate) fn ads_of(group: i64) -> String {
    format!("/api/advertiser/ad_groups/{group}/ads/universal")
}

pub(crate) fn ad_path(ad: i64) -> String {
    format!("/api/advertiser/ads/universal/{ad}")
}

/// The ids of a list's rows.
pub(crate) fn ids(list: &Value) -> Vec<i64> {
    list["data"].as_array().unwrap().iter().map(|row| row["id"].as_i64().unwrap()).collect()
}
