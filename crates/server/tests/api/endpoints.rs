//! Every endpoint with every role, compared with the committed table `endpoints.txt`: people in their sessions, staff in
//! the cabinet of the advertiser (god: `acting`, sales: `acting sales`) and of a webmaster (`in web`, `sales in web`), and an
//! API token for each scope (`:r` reads, `:w` writes). Sales look after these two and nobody else, not after the webmaster of
//! the table.
//!
//! PostgreSQL is asked by everybody once for each pattern of answers, and else by those alone whom the roles let through: whoever is
//! refused has been refused by SQLite's run at that endpoint, and by PostgreSQL's at one whose answers are the same.
//!
//! The list of endpoints is the router's own. A new one fails this test until its line is in the table; run with
//! `PLACARD_TEST_UPDATE=1` to write the table, and look at what changed.

use crate::app::{PASSWORD, Person, TestApp, each_app_with, many};
use crate::{publishing, push};
use axum::body::Body;
use axum::http::{Method, Request, header};
use placard_api::openapi;
use placard_common::config::Config;
use placard_model::UserId;
use placard_model::user::UserStatus;
use placard_server::router;
use placard_store::accounts::teams;
use placard_store::{Priority, Scope, Tx};
use placard_worker::feeds::inventory::Inventory;
use serde_json::{Value, json};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::fmt::Write;

const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/api/endpoints.txt");
pub(crate) const ROLES: [&str; 11] = [
    "nobody",
    "unconfirmed",
    "advertiser",
    "webmaster",
    "other",
    "sales",
    "god",
    "acting",
    "acting sales",
    "in web",
    "sales in web",
];
pub(crate) const ADVERTISER: usize = 2;
pub(crate) const WEBMASTER: usize = 3;
pub(crate) const OTHER: usize = 4;
pub(crate) const GOD: usize = 6;
const ACTING: [usize; 4] = [7, 8, 9, 10];
/// From here on staff act in the cabinet of a webmaster.
const ACTING_IN_WEB: usize = 9;

/// The order of calls: owners come last, so that what they delete is there for the others.
const CALLED: [usize; 7] = [0, 1, OTHER, 5, GOD, ADVERTISER, WEBMASTER];

/// API tokens: the scope, its short name, and whose the token is.
pub(crate) const TOKENS: [(&str, &str, usize); 8] = [
    ("account:read", "acc:r", ADVERTISER),
    ("advertiser:read", "adv:r", ADVERTISER),
    ("advertiser:write", "adv:w", ADVERTISER),
    ("webmaster:read", "web:r", WEBMASTER),
    ("webmaster:write", "web:w", WEBMASTER),
    ("statistics:read", "sta:r", OTHER),
    ("admin:read", "adm:r", GOD),
    ("admin:write", "adm:w", GOD),
];

/// The people of the table, and a number that makes names differ.
pub(crate) struct World {
    pub(crate) people: [Person; 11],
    /// The webmaster in whose cabinet staff act.
    pub(crate) client: Person,
    pub(crate) tokens: Vec<Person>,
    /// A push ad of the advertiser's, of which the others have their pictures.
    pub(crate) pictured: String,
    made: Cell<u32>,
}

/// What belongs to the advertiser and the webmaster of the table, made anew when a call may have changed it.
#[derive(Clone)]
pub(crate) struct Things {
    pub(crate) advertiser: UserId,
    pub(crate) site: Value,
    pub(crate) block: Value,
    pub(crate) campaign: Value,
    pub(crate) group: Value,
    pub(crate) ad: Value,
    pub(crate) push_campaign: Value,
    pub(crate) push_ad: Value,
    team: i64,
}

/// The things of the table's webmaster and of the one in whose cabinet staff act, as long as no call has changed any.
#[derive(Default)]
struct Kept {
    things: Vec<(UserId, Things)>,
    is_changed: bool,
}

impl Kept {
    /// The things of a webmaster: those of before, or new ones after a change.
    async fn things(&mut self, world: &World, app: &TestApp, webmaster: &Person) -> Things {
        if std::mem::take(&mut self.is_changed) {
            self.things.clear();
        }
        if let Some((_, things)) = self.things.iter().find(|(id, _)| *id == webmaster.id) {
            return things.clone();
        }
        let things = Box::pin(world.things(app, webmaster)).await;
        self.things.push((webmaster.id, things.clone()));
        things
    }

    /// Notes how a call ended.
    fn note(&mut self, method: &Method, status: &str) {
        self.is_changed |= *method != Method::GET && status.starts_with('2');
    }
}

/// The texts of an ad without pictures.
pub(crate) const AD: [(&str, &str); 6] = [
    ("title", "A title of some length for a text ad"),
    ("short_description", "What it is about"),
    ("brand", "Shop"),
    ("original_url", "https://shop.example/"),
    ("supported_block_format_types[]", "4"),
    ("one_bid_for_all_geo", "2.00"),
];

/// The texts of a push ad.
pub(crate) const PUSH_AD: [(&str, &str); 4] =
    [("title", "Rain at four"), ("body", "Umbrellas"), ("url", "https://shop.example/"), ("bid", "0.05")];

impl World {
    pub(crate) async fn build(app: &TestApp) -> Self {
        let (god, sales) = (app.god().await, app.sales().await);
        let advertiser = app
            .person("advertiser@x.org", |new| {
                new.is_advertiser = true;
                new.manager = Some(sales.id);
            })
            .await;
        let client = app
            .person("client@x.org", |new| {
                new.is_webmaster = true;
                new.manager = Some(sales.id);
            })
            .await;
        let people = [
            Person::default(),
            app.person("unconfirmed@x.org", |new| {
                (new.is_advertiser, new.is_webmaster) = (true, true);
                new.status = UserStatus::Unconfirmed;
            })
            .await,
            advertiser.clone(),
            app.webmaster("webmaster@x.org").await,
            app.person("other@x.org", |new| (new.is_advertiser, new.is_webmaster) = (true, true)).await,
            sales.clone(),
            god.clone(),
            app.acting(&god, &advertiser).await.0,
            app.acting(&sales, &advertiser).await.0,
            app.acting(&god, &client).await.0,
            app.acting(&sales, &client).await.0,
        ];
        // The first message, so that it can be told to be done.
        app.post(&advertiser, "/api/contacts", contact()).await.expect(204);
        let mut tokens = Vec::new();
        for (scope, _, owner) in TOKENS {
            tokens.push(app.api_token(&people[owner], &[scope]).await);
        }
        let campaign = push::uuid(&app.push_campaign(&advertiser, "Pictures").await);
        let pictured = push::uuid(&app.push_ad(&advertiser, &campaign).await);
        Self { people, client, tokens, pictured, made: Cell::new(0) }
    }

    /// Things of the advertiser and of a webmaster.
    pub(crate) async fn things(&self, app: &TestApp, webmaster: &Person) -> Things {
        self.made.set(self.made.get() + 1);
        let site = publishing::site(app, webmaster, &format!("n{}.example", self.made.get())).await;
        let block = publishing::block(app, webmaster, &site).await;
        let advertiser = &self.people[ADVERTISER];
        let made = async |path: String, form: Value| {
            let answer = app.post(advertiser, &path, form).await;
            assert!(answer.status.is_success(), "{path}: {}", answer.text);
            answer.json()["data"].clone()
        };
        let campaign = made("/api/advertiser/campaigns".to_owned(), json!({"name": "c", "target_id": 1})).await;
        let groups = format!("/api/advertiser/campaigns/{}/ad_groups", campaign["id"]);
        let group = made(groups, json!({"name": "g"})).await;
        let ads = format!("/api/advertiser/ad_groups/{}/ads/universal", group["id"]);
        let answer = app.send(form(Method::POST, &ads, advertiser, &AD)).await;
        assert!(answer.status.is_success(), "{}", answer.text);
        let ad = answer.json()["data"].clone();
        let push_campaign = app.push_campaign(advertiser, "p").await;
        let push_ad = self.push_form(Method::POST, push::ADS, advertiser, &push::uuid(&push_campaign));
        let push_ad = app.send(push_ad).await.expect(201)["data"].clone();
        let team = self.team(app).await;
        Things { advertiser: advertiser.id, site, block, campaign, group, ad, push_campaign, push_ad, team }
    }
}

impl World {
    /// A form of a push ad, whose pictures are there already.
    fn push_form(&self, method: Method, path: &str, person: &Person, campaign: &str) -> Request<Body> {
        // One that is there has its pictures.
        let pictured = (method == Method::POST).then_some(("copy_of", self.pictured.as_str()));
        let named = [("campaign_uuid", campaign)].into_iter().chain(pictured);
        let fields: Vec<(&str, &str)> = PUSH_AD.into_iter().chain(named).collect();
        form(method, path, person, &fields)
    }

    /// A team: the first there is, or a new one.
    async fn team(&self, app: &TestApp) -> i64 {
        let name = format!("Team of {}", self.made.get());
        let make = async move |tx: &Tx| match teams::list(tx, Scope::System).await?.into_iter().next() {
            Some(team) => Ok(team),
            None => teams::insert(tx, &name).await,
        };
        app.app.store.write("test_team", Priority::Api, make).await.unwrap().id.0
    }
}

impl Things {
    /// The address of an endpoint with the ids of these things in it; what is not among them does not exist.
    pub(crate) fn address(&self, path: &str) -> String {
        let mut segments: Vec<String> = Vec::new();
        let is_push = path.starts_with("/api-push-proxy/");
        for segment in path.split('/') {
            let id = match (segment.starts_with('{'), segments.last().map(String::as_str)) {
                (false, _) => segment.to_owned(),
                (true, Some("campaigns")) if is_push => push::uuid(&self.push_campaign),
                (true, Some("ads")) if is_push => push::uuid(&self.push_ad),
                (true, Some("sites")) => self.site["id"].to_string(),
                (true, Some("blocks")) => self.block["id"].to_string(),
                // Nothing is of it that the table's other calls need.
                (true, Some("templates")) if path.starts_with("/api/admin/") => "3".to_owned(),
                (true, Some("templates")) => self.block["template_id"].to_string(),
                (true, Some("campaigns")) => self.campaign["id"].to_string(),
                (true, Some("ad_groups")) => self.group["id"].to_string(),
                // The kind of an ad, before its verb.
                (true, Some("ads" | "universal" | "remoderate" | "update")) => self.ad["id"].to_string(),
                (true, Some("users" | "jwt")) => self.advertiser.to_string(),
                (true, Some("filters")) => "countries".to_owned(),
                (true, Some("teams")) => self.team.to_string(),
                (true, Some("texts")) => "privacy".to_owned(),
                (true, Some("payment_gateways")) => "stripe".to_owned(),
                // Banks do not call: nothing that is sent holds.
                (true, Some("callback")) => "invoice".to_owned(),
                (true, Some("currencies")) => "3".to_owned(),
                (true, Some("payment_systems")) => "4".to_owned(),
                (true, Some("payment_types")) => "4001".to_owned(),
                (true, Some("settings")) => "bids.minimum".to_owned(),
                // Mail was queued by the table's own sign-ups; each block has its first version.
                (true, Some("contact_messages" | "mails" | "versions" | "categories" | "traffic_sources")) => {
                    "1".to_owned()
                }
                (true, _) => "424242".to_owned(),
            };
            segments.push(id);
        }
        segments.join("/")
    }

    /// A body that the endpoint takes; an empty object for endpoints that are not listed here.
    pub(crate) fn body(&self, method: &Method, path: &str, role: usize) -> Option<Value> {
        let ids = json!({"ids": [self.ad["id"]]});
        let body = match (method.as_str(), path) {
            ("DELETE", "/api/advertiser/ads/all") => ids,
            ("POST", "/api/advertiser/ads/universal/{id}/explain" | "/api/admin/delivery/ads/{id}/explain") => {
                json!({"block_id": self.block["id"]})
            }
            ("DELETE", "/api/account") | ("DELETE" | "POST", "/api/account/second_factor") => {
                json!({"password": "Wrong-pass-1"})
            }
            (_, "/api/advertiser/postback_secret") if method != Method::GET => json!({"password": PASSWORD}),
            ("GET" | "DELETE", _) => return None,
            (
                _,
                "/api/advertiser/ads/all/start" | "/api/advertiser/ads/all/stop" | "/api/advertiser/ads/all/restore",
            ) => ids,
            ("PUT", "/api/advertiser/ads/all") => json!({"ads": [{"id": self.ad["id"], "brand": "B"}]}),
            ("PUT", "/api/advertiser/campaigns/all") => {
                json!({"ids": [self.campaign["id"]], "change": {"daily_money_limit": null}})
            }
            ("PUT", "/api/advertiser/ad_groups/all") => {
                json!({"ids": [self.group["id"]], "change": {"auto_start_ads": true}})
            }
            ("PUT", "/api-push-proxy/campaigns/all") => {
                json!({"uuids": [self.push_campaign["uuid"]], "change": {"daily_money_limit": null}})
            }
            (_, "/api/advertiser/ads/all/bid") => json!({"ids": [self.ad["id"]], "bid": 2.5}),
            (_, "/api/advertiser/ads/all/original_url") => {
                json!({"ids": [self.ad["id"]], "original_url": "https://shop.example/b"})
            }
            ("POST", "/api/account") => json!({"email": format!("made-by-{role}@x.org"), "password": PASSWORD}),
            ("POST", "/api/account/confirm/resend" | "/api/account/password/reset") => json!({"email": "new@x.org"}),
            ("PUT", "/api/account/password/reset/{token}") => json!({"password": PASSWORD}),
            ("POST", "/api/account/tokens") => {
                json!({"name": "script", "scopes": ["account:read"], "password": PASSWORD})
            }
            ("PUT", "/api/account/second_factor") | ("POST", "/api/account/second_factor/recovery_codes") => {
                json!({"otp": "000000"})
            }
            ("POST", "/api/admin/jwt") => json!({"code": "ple_unknown"}),
            ("PUT", "/api/account/billing") => json!({"company": "Company"}),
            ("PUT", "/api/account/notices") => json!({"list_off": [], "mail_off": []}),
            ("PUT", "/api/webmaster/seller") => json!({"is_confidential": true}),
            ("POST", "/api/contacts") => contact(),
            ("POST", "/api/account/list_views") => {
                json!({"list": "campaigns", "name": format!("View {role}"), "search": ""})
            }
            ("PUT", "/api/account/list_views/{id}") => json!({"name": "View", "search": ""}),
            ("POST", "/api/client_traces") => json!({"page": "/advertiser/campaigns", "duration_ms": 300}),
            ("POST", "/api/client_errors") => json!({"message": "x is not a function"}),
            ("POST", "/api/admin/users/{id}/notes") | ("PUT", "/api/admin/users/{id}/notes/{note_id}") => {
                json!({"text": "Calls back"})
            }
            ("PUT", "/api/admin/contact_messages/{id}") => json!({"is_done": true}),
            ("POST", "/api/admin/voids/preview") => json!({"site": ["1"]}),
            ("POST", "/api/admin/voids") => {
                json!({"choice": {"site": ["1"]}, "reason": "Robots", "clicks": 0, "cost": 0})
            }
            ("POST", "/api/admin/offers") => json!({"name": format!("Offer {role}"), "target_id": 1}),
            ("PUT", "/api/admin/offers/{id}") => json!({"name": "Offer", "target_id": 1}),
            ("POST", "/api/admin/categories") => json!({"name": format!("Category {role}")}),
            ("PUT", "/api/admin/categories/{id}") => json!({"name": "Arts"}),
            ("PUT", "/api/admin/traffic_sources/{id}") => json!({"name": "By hand"}),
            ("PUT", "/api/admin/templates/{id}") => json!({"is_archived": false}),
            ("POST", "/api/admin/teams") => json!({"name": format!("Team {role}")}),
            ("PUT", "/api/admin/teams/{id}") => json!({"name": "North"}),
            ("PUT", "/api/admin/settings/{name}") => json!({"value": "1", "version": 0}),
            // The version that nobody's change has made yet: the table's one caller who may has it.
            ("PUT", "/api/admin/currencies/{id}") => json!({"currency_rate": 1.1, "version": 1}),
            ("POST", "/api/admin/payment_systems") => json!({"name": "Bank of Anna"}),
            ("POST", "/api/admin/payment_systems/{id}/types") => json!({
                "currency_id": 1, "code": "ANNA", "name": "Account at Anna's", "address_kind": "text", "fee_fixed": 1,
                "fee_basis_points": 0, "is_active": false
            }),
            ("PUT", "/api/admin/payment_systems/{id}") => json!({"is_active": false, "version": 1}),
            ("PUT", "/api/admin/payment_types/{id}") => {
                json!({"minimum_payout": 60, "fee_fixed": 1, "fee_basis_points": 0, "is_active": false, "version": 1})
            }
            ("POST", "/api/webmaster/wallet") => {
                json!({"payment_type_id": 16_001, "number": "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", "password": PASSWORD})
            }
            ("POST", "/api/webmaster/payouts") => json!({"amount": 50, "password": PASSWORD}),
            ("POST", "/api/admin/moderation/wallets/{id}/reject" | "/api/admin/payouts/{id}/reject") => {
                json!({"comment": "No."})
            }
            ("POST", "/api/admin/payouts/{id}/pay") => json!({"transaction_hash": crate::payouts::HASH}),
            ("POST", "/api/admin/denied_addresses") => json!({"number": format!("Z{role}"), "note": "Stolen"}),
            ("POST", "/api/admin/deposits/{id}/confirm") => {
                json!({"amount": 10, "received": 0, "note": "Statement 7"})
            }
            ("POST", "/api/admin/deposits/{id}/refund") => {
                json!({"amount": 10, "returned": 0, "note": "Asked for"})
            }
            ("PUT", "/api/admin/payment_gateways/{gateway}") => json!({"key": "sk_1", "secret": "whsec_1"}),
            ("PUT", "/api/admin/texts/{slug}") => {
                json!({"title": "Privacy", "description": "What is kept.", "body": "Nothing.", "version": 0})
            }
            ("PATCH", "/api-push-proxy/campaigns/many") => {
                json!({"uuids": [self.push_campaign["uuid"]], "status_id": 1})
            }
            ("PATCH", "/api-push-proxy/ads/many") => json!({"uuids": [self.push_ad["uuid"]], "bid": 0.07}),
            (_, "/api-push-proxy/campaigns" | "/api-push-proxy/campaigns/{uuid}") => {
                json!({"name": "p", "target_id": 1})
            }
            ("POST", "/api/advertiser/campaigns") => json!({"name": "c", "target_id": 1}),
            ("PUT", "/api/advertiser/campaigns/{id}") => json!({"name": "d", "target_id": 1}),
            ("PUT", "/api/advertiser/campaigns/{id}/source/coefficient") => {
                json!({"site_ids": [self.site["id"]], "value": 1.5})
            }
            ("PUT", "/api/advertiser/campaigns/{id}/source/list") => {
                json!({"site_ids": [self.site["id"]], "state": "blocked"})
            }
            (_, "/api/advertiser/ads/all/epc_coefficient") => json!({"ids": [self.ad["id"]], "value": 1}),
            (_, "/api/advertiser/ads/all/epc_max") => json!({"ids": [self.ad["id"]], "value": 3}),
            (_, "/api/advertiser/ads/all/earnings") => {
                json!({"ids": [self.ad["id"]], "epc_coefficient": 1, "epc_max": 3})
            }
            (_, "/api/advertiser/ads/all/lead_cost") => {
                json!({"ids": [self.ad["id"]], "value": 10, "floor": 1, "ceiling": 3})
            }
            (_, "/api/advertiser/campaigns/{id}/source/coefficient") => {
                json!({"site_id": self.site["id"], "value": 1.5})
            }
            ("POST", "/api/advertiser/campaigns/{id}/ad_groups") => json!({"name": "g"}),
            ("PUT", "/api/advertiser/ad_groups/{id}") => json!({"name": "h"}),
            ("POST", "/api/admin/moderation/ads/{id}/approve") => json!({"version": self.ad["version"]}),
            ("POST", "/api/admin/moderation/ads/{id}/reject") => {
                json!({"version": self.ad["version"], "reasons": [3]})
            }
            ("POST", "/api/webmaster/sites") => json!({"domain": format!("made-by-{role}.example")}),
            ("PUT", "/api/webmaster/sites/{id}") => json!({"domain": self.site["domain"]}),
            ("POST", "/api/webmaster/sites/{site_id}/blocks") | ("PUT", "/api/webmaster/blocks/{id}") => {
                json!({"name": "x", "template_id": 2})
            }
            ("POST", "/api/webmaster/blocks/{id}/versions/{version}/restore") => {
                json!({"version": self.block["version"]})
            }
            // An address that is not public, and a page of nobody: nothing is fetched.
            ("POST", "/api/advertiser/ads/check_link") => json!({"url": "http://10.0.0.1/"}),
            (
                "POST",
                "/api/webmaster/blocks/{id}/check"
                | "/api/webmaster/blocks/{id}/framing"
                | "/api/admin/moderation/blocks/{id}/check",
            ) => {
                json!({"page": "https://other.example/"})
            }
            ("POST", "/api/webmaster/sites/{site_id}/blocks/copy") => {
                json!({"blocks": [self.block["id"]], "sites": [self.site["id"]]})
            }
            ("PUT", "/api/webmaster/sites/{site_id}/push") => push_settings(),
            ("POST", "/api/webmaster/sites/{site_id}/push/import") => {
                json!({"public_key": "x", "private_key": "y", "format": "csv", "content": "z"})
            }
            // A block that is none, and a name that nobody has.
            ("POST", "/api/push/subscriptions") => {
                json!({"block": 1, "subscription": {"endpoint": "https://x", "keys": {"p256dh": "y", "auth": "z"}}})
            }
            ("POST", "/api/push/subscriptions/unsubscribe") => json!({"name": "nobody"}),
            ("POST", "/d/push/events") => json!({"block": 424_242, "event": "asked"}),
            ("PUT", "/api/admin/campaigns/{id}/pause" | "/api/admin/campaigns/{id}/decline") => {
                json!({"version": self.campaign["version"], "reason": "The page is another."})
            }
            ("PUT", "/api/admin/payouts/{id}/transaction_hash") => {
                json!({"transaction_hash": crate::payouts::HASH, "former_hash": "typo"})
            }
            ("POST", "/api/admin/payouts/{id}/hold") => json!({"comment": "Clicks are looked at."}),
            ("POST", "/api/admin/payouts/{id}/let_go") => json!({"held_reason": "Clicks are looked at."}),
            ("PUT", "/api/admin/sites/{id}/block" | "/api/admin/sites/{id}/hold_earnings") => {
                json!({"version": self.site["version"], "reason": "Robots."})
            }
            ("PUT", "/api/admin/sites/{id}/unblock" | "/api/admin/sites/{id}/let_earnings_go") => {
                json!({"version": self.site["version"]})
            }
            ("POST", "/api/admin/deposits/{id}/ask") => json!({"payment": "5077125051"}),
            ("PUT", "/api/admin/campaigns/{id}/resume") => json!({"version": self.campaign["version"]}),
            ("POST", "/api/admin/moderation/sites/{id}/approve") => json!({"version": self.site["version"]}),
            ("POST", "/api/admin/moderation/sites/{id}/reject") => {
                json!({"version": self.site["version"], "comment": "No."})
            }
            _ => json!({}),
        };
        Some(body)
    }
}

/// Push of a site, switched on.
fn push_settings() -> Value {
    let question = json!({"language": "en", "title": "News", "text": "And offers.", "accept": "Yes", "later": "No"});
    json!({
        "is_on": true, "kind": "question", "questions": [question], "position": "bottom", "background": "#ffffff",
        "color": "#111111", "accent": "#113355", "delay_s": 5, "ask_page": 1, "ask_days": 7, "daily_cap": 3,
        "hour_from": 9, "hour_to": 21, "let_go_weeks": 8
    })
}

/// A message of the contact form.
fn contact() -> Value {
    json!({"name": "Eva", "email": "eva@x.org", "topic": "Something else", "message": "Hello."})
}

/// All operations of the document: method and path.
fn operations() -> Vec<(Method, String)> {
    let document: Value = serde_json::from_str(&openapi::document(router::api().1).unwrap()).unwrap();
    let mut found = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            if let Ok(method) = method.to_uppercase().parse::<Method>() {
                found.push((method, path.clone()));
            }
        }
    }
    found.sort_by_key(|(method, path)| (path.clone(), method.to_string()));
    found
}

impl World {
    /// The status of an answer to a call with these things.
    async fn status(
        &self,
        app: &TestApp,
        method: &Method,
        path: &str,
        things: &Things,
        person: &Person,
        role: usize,
    ) -> String {
        // A logout ends the session that the rest of the table needs; `accounts.rs` shows what it does.
        if path.ends_with("/logout") && !person.token.is_empty() && !person.token.starts_with("plc_") {
            return "-".to_owned();
        }
        let address = things.address(path);
        let takes_files = *method != Method::GET
            && (path.contains("/ads/") && (path.ends_with("/create") || path.contains("/update/"))
                || path.contains("/ads/universal"))
            && !path.ends_with("archive")
            && !path.ends_with("explain");
        let takes_push_files =
            matches!((method.as_str(), path), ("POST", "/api-push-proxy/ads") | ("PUT", "/api-push-proxy/ads/{uuid}"));
        let answer = if takes_push_files {
            let campaign = push::uuid(&things.push_campaign);
            app.send(self.push_form(method.clone(), &address, person, &campaign)).await
        } else if takes_files {
            app.send(form(method.clone(), &address, person, &AD)).await
        } else {
            app.call(method.clone(), &address, person, things.body(method, path, role)).await
        };
        assert!(!answer.status.is_server_error(), "{method} {path}: {}", answer.text);
        answer.status.as_u16().to_string()
    }

    /// A line of the table. Whoever is `known` to be refused for the role is not asked, if any are.
    async fn line(&self, app: &TestApp, kept: &mut Kept, method: &Method, path: &str, known: &[&str]) -> String {
        let owner = &self.people[WEBMASTER];
        let refused = |at: usize| known.get(at).filter(|status| matches!(**status, "401" | "403"));
        let mut statuses = std::array::from_fn::<_, { ROLES.len() }, _>(|at| refused(at).unwrap_or(&"").to_string());
        let things = kept.things(self, app, owner).await;
        for role in CALLED.into_iter().filter(|role| refused(*role).is_none()) {
            statuses[role] = self.status(app, method, path, &things, &self.people[role], role).await;
            kept.note(method, &statuses[role]);
        }
        // What one of them deletes is there for the others.
        for acting in ACTING.into_iter().filter(|acting| refused(*acting).is_none()) {
            let webmaster = if acting < ACTING_IN_WEB { owner } else { &self.client };
            let things = kept.things(self, app, webmaster).await;
            statuses[acting] = self.status(app, method, path, &things, &self.people[acting], acting).await;
            kept.note(method, &statuses[acting]);
        }
        let things = kept.things(self, app, owner).await;
        let mut by_token = String::new();
        for (at, token) in self.tokens.iter().enumerate() {
            let status = match refused(ROLES.len() + at) {
                Some(status) => (*status).to_owned(),
                None => self.status(app, method, path, &things, token, ROLES.len() + at).await,
            };
            kept.note(method, &status);
            let _ = write!(by_token, "{status:>7}");
        }
        let statuses = statuses.map(|status| format!("{status:>13}")).concat();
        format!("{:<8}{path:<64}{statuses}  {by_token}", method.as_str())
    }
}

#[tokio::test]
async fn every_endpoint_answers_every_role_as_the_table_says() {
    let settings = |config: &mut Config| config.settings.quotas = many();
    each_app_with(settings, async |app| {
        let world = Box::pin(World::build(&app)).await;
        Inventory::load(app.app.worker.clone()).await.unwrap();
        let (mut table, mut kept) = (String::new(), Kept::default());
        let roles = ROLES.map(|role| format!("{role:>13}")).concat();
        let tokens = TOKENS.map(|(_, name, _)| format!("{name:>7}")).concat();
        let _ = writeln!(table, "{:<8}{:<64}{roles}  {tokens}", "method", "path");
        let committed = std::fs::read_to_string(TABLE).unwrap_or_default();
        let columns = |line| str::split_whitespace(line).collect::<Vec<_>>();
        let known: Vec<_> = committed.lines().filter(|_| app.app.store.is_postgres()).map(columns).collect();
        let mut patterns = BTreeSet::new();
        for (method, path) in operations() {
            let known = known.iter().find(|columns| columns.starts_with(&[method.as_str(), &path]));
            // A pattern that is new is asked for whole.
            let known = known.map(|columns| &columns[2..]).filter(|statuses| !patterns.insert(*statuses));
            let known = known.unwrap_or_default();
            let _ = writeln!(table, "{}", Box::pin(world.line(&app, &mut kept, &method, &path, known)).await);
        }
        if std::env::var_os("PLACARD_TEST_UPDATE").is_some() {
            std::fs::write(TABLE, &table).unwrap();
        }
        assert!(
            std::fs::read_to_string(TABLE).unwrap_or_default() == table,
            "{TABLE} differs; run this test with PLACARD_TEST_UPDATE=1 and look at what changed"
        );
    })
    .await;
}

/// A request with a form of several parts, as ads are sent.
pub(crate) fn form(method: Method, path: &str, person: &Person, fields: &[(&str, &str)]) -> Request<Body> {
    let mut body = String::new();
    for (name, value) in fields {
        let _ = write!(body, "--edge\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
    }
    body.push_str("--edge--\r\n");
    let mut request = Request::builder().method(method).uri(path);
    if !person.token.is_empty() {
        request = request.header(header::AUTHORIZATION, format!("Bearer {}", person.token));
    }
    request.header(header::CONTENT_TYPE, "multipart/form-data; boundary=edge").body(Body::from(body)).unwrap()
}
