//! Making the demo's people, sites and campaigns, through the API as people would.

mod push;
mod steering;

use super::transport::{Call, Transport};
use super::visitors::Page;
use super::world::{self, World};
use crate::app::AppState;
use anyhow::Context;
use axum::http::{Method, header};
use bytes::Bytes;
use parking_lot::Mutex;
use placard_common::site_owner;
use placard_model::books::posting::Operation;
use placard_model::sites::verification::{FILE_PATH, VerificationMethod};
use placard_model::user::{UserStatus, UserType};
use placard_model::{SiteId, UserId};
use placard_store::accounts::users::{Attribution, Contacts, NewUser, UserChange};
use placard_store::accounts::{terms, users};
use placard_store::money::movements;
use placard_store::money::movements::Cause;
use placard_store::network::settings;
use placard_store::publishing::site_checks::{self, DueSiteCheck, Found, LineFound, MethodFound};
use placard_store::publishing::sites;
use placard_store::{Conn, Priority, Scope, Tx};
use rustc_hash::FxHashMap;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The boundary of the demo's multipart bodies.
const BOUNDARY: &str = "placard-demo-boundary";

/// The network while it is made: who is logged in, and what got which id.
pub struct Network<'a> {
    app: &'a AppState,
    world: &'a World,
    /// The way to the API.
    pub transport: Transport,
    tokens: Mutex<FxHashMap<String, String>>,
    categories: FxHashMap<String, i64>,
    offers: FxHashMap<String, i64>,
    base_url: String,
    /// Blocks by key of the first site's.
    pub blocks: BTreeMap<String, i64>,
    /// Pages to visit.
    pub pages: Vec<Page>,
    /// How attractive each ad is.
    pub appeal: BTreeMap<i64, f64>,
    campaigns: FxHashMap<String, MadeCampaign>,
    /// All sites, in the order in which they are described.
    sites: Vec<i64>,
}

#[derive(Default)]
struct MadeCampaign {
    id: i64,
    ads: Vec<i64>,
}

impl<'a> Network<'a> {
    /// An empty network behind the transport.
    pub fn new(app: &'a AppState, world: &'a World, transport: Transport) -> Self {
        Self {
            app,
            world,
            transport,
            tokens: Mutex::default(),
            categories: FxHashMap::default(),
            offers: FxHashMap::default(),
            base_url: app.config.public_url(),
            blocks: BTreeMap::new(),
            pages: Vec::new(),
            appeal: BTreeMap::new(),
            campaigns: FxHashMap::default(),
            sites: Vec::new(),
        }
    }

    /// Sets the network's prices.
    pub async fn make_settings(&self) -> anyhow::Result<()> {
        let (base, wanted) = (self.app.settings.clone(), self.world.settings.clone());
        self.app
            .store
            .write("demo_settings", Priority::Api, async move |tx| {
                for (name, value) in &wanted {
                    settings::put(tx, base.base(), name, Some(value), None).await?;
                }
                Ok(())
            })
            .await?;
        let refused = settings::refresh(&self.app.store, &self.app.settings).await?;
        anyhow::ensure!(refused.is_empty(), "settings of the demo: {}", refused.join("; "));
        Ok(())
    }

    /// Makes the accounts and funds the advertisers.
    pub async fn make_people(&self) -> anyhow::Result<()> {
        let hash = self.app.auth.passwords.hash(&self.world.password, self.app.rng.bytes()).await?;
        let mut made: FxHashMap<&String, UserId> = FxHashMap::default();
        for person in &self.world.people {
            let user_type = match person.staff.as_deref() {
                Some("god") => UserType::God,
                Some("sales") => UserType::Sales,
                _ => UserType::Ordinary,
            };
            let role = person.role.as_deref();
            let status = match person.status.as_deref() {
                Some("unconfirmed") => UserStatus::Unconfirmed,
                Some("blocked") => UserStatus::Blocked,
                _ => UserStatus::Active,
            };
            let source = &person.attribution;
            let new = NewUser {
                email: person.email.clone(),
                password_hash: hash.clone(),
                user_type,
                status,
                is_trusted: person.is_trusted,
                is_advertiser: role == Some("advertiser"),
                is_webmaster: role == Some("webmaster"),
                contacts: Contacts { name: person.name.clone(), ..Contacts::default() },
                manager: person.manager.as_ref().and_then(|key| made.get(key).copied()),
                attribution: Attribution {
                    source: source.source.clone(),
                    medium: source.medium.clone(),
                    campaign: source.campaign.clone(),
                },
            };
            let change = UserChange {
                minimum_bid: person.minimum_bid.map(Some),
                status: (status == UserStatus::Blocked).then(|| (status, person.status_reason.clone())),
                ..UserChange::default()
            };
            let brought_by = person.brought_by.as_ref().and_then(|key| made.get(key).copied());
            let balance = person.balance;
            let reference = format!("demo:{}", person.key);
            let id = self
                .app
                .store
                .write("make_demo_user", Priority::Api, async move |tx| {
                    let user = users::insert_user(tx, &new).await?;
                    users::update_user(tx, Scope::System, user.id, &change).await?;
                    if let Some(referrer) = brought_by {
                        terms::set_referrer(tx, user.id, referrer, terms::referral_end(tx)).await?;
                    }
                    if let Some(balance) = balance {
                        let cause = Cause {
                            reference: &reference,
                            operation: Operation::TopUp,
                            actor: None::<UserId>,
                            comment: "First top-up",
                        };
                        if new.is_webmaster {
                            let (operation, comment) = (Operation::Correction, "Carried over from the network before");
                            let cause = Cause { operation, comment, ..cause };
                            movements::adjust_webmaster(tx, cause, user.id, balance).await?;
                        } else {
                            movements::adjust_advertiser(tx, cause, user.id, balance).await?;
                        }
                    }
                    Ok(user.id)
                })
                .await?;
            made.insert(&person.key, id);
        }
        Ok(())
    }

    /// Lets everybody log in anew, as they next do something. Access tokens last an hour of the clock, so this is called whenever it
    /// has moved on.
    pub fn log_out(&self) {
        self.tokens.lock().clear();
    }

    /// Logs everybody in, as people do who look at what they have.
    pub async fn log_in(&self) -> anyhow::Result<()> {
        for person in self.world.people.iter().filter(|person| person.status.is_none()) {
            self.token(&person.key).await?;
        }
        Ok(())
    }

    /// The access token of somebody, who logs in for it the first time.
    pub(super) async fn token(&self, who: &str) -> anyhow::Result<String> {
        if let Some(token) = self.tokens.lock().get(who) {
            return Ok(token.clone());
        }
        let person = self.world.people.iter().find(|person| person.key == who);
        let person = person.with_context(|| format!("nobody is called {who}"))?;
        let body = json!({ "grant_type": "password", "email": person.email, "password": self.world.password });
        let answer = self.transport.json(Method::POST, "/api/oauth2/accessToken", "", &body).await?;
        let token = answer["access_token"].as_str().context("no access token")?.to_owned();
        self.tokens.lock().insert(who.to_owned(), token.clone());
        Ok(token)
    }

    /// Calls the API as somebody.
    pub(super) async fn call(&self, who: &str, method: Method, path: &str, body: Value) -> anyhow::Result<Value> {
        self.transport.json(method, path, &self.token(who).await?, &body).await
    }

    /// All sites, in the order in which they are described.
    pub(super) fn sites(&self) -> &[i64] {
        &self.sites
    }

    /// Everybody, in the order in which they are described.
    pub(super) fn people(&self) -> &[world::Person] {
        &self.world.people
    }

    /// Everybody's password.
    pub(super) fn password(&self) -> &str {
        &self.world.password
    }

    /// The mail address of somebody.
    pub(super) fn email_of(&self, key: &str) -> anyhow::Result<&str> {
        let person = self.world.people.iter().find(|person| person.key == key);
        person.map(|person| person.email.as_str()).with_context(|| format!("nobody is called {key}"))
    }

    /// Whose the newspaper is, and its domain.
    pub(super) fn newspaper(&self) -> anyhow::Result<(String, String)> {
        let site = self.world.sites.first().context("the world has no sites")?;
        Ok((site.owner.clone(), site.domain.clone()))
    }

    fn category(&self, name: &str) -> anyhow::Result<i64> {
        self.categories.get(name).copied().with_context(|| format!("no category is called \"{name}\""))
    }

    /// Makes the offers that trusted advertisers promote.
    pub async fn make_offers(&mut self) -> anyhow::Result<()> {
        for offer in &self.world.offers {
            let form = json!({
                "name": offer.name, "target_id": offer.target, "category_id": self.category(&offer.category)?,
            });
            let made = self.call("god", Method::POST, "/api/admin/offers", form).await?;
            self.offers.insert(offer.name.clone(), id_of(&made["data"])?);
        }
        Ok(())
    }

    /// Makes sites with their blocks, and approves those that have visitors.
    pub async fn make_sites(&mut self) -> anyhow::Result<()> {
        let listed = self.call("god", Method::GET, "/api/targeting/categories", Value::Null).await?;
        for entry in listed["data"].as_array().context("no categories")? {
            let name = entry["name"].as_str().context("a category without a name")?;
            self.categories.insert(name.to_owned(), id_of(entry)?);
        }
        let owner = self.world.sites.first().map_or("", |site| site.owner.as_str()).to_owned();
        let templates = self.call(&owner, Method::GET, "/api/webmaster/templates", Value::Null).await?;
        let templates = templates["data"].as_array().context("no templates")?.clone();
        for (index, site) in self.world.sites.iter().enumerate() {
            let form = json!({ "name": site.name, "domain": site.domain, "category": self.category(&site.category)? });
            let made = self.call(&site.owner, Method::POST, "/api/webmaster/sites", form).await?;
            let id = id_of(&made["data"])?;
            self.sites.push(id);
            if site.visits == 0 {
                continue;
            }
            let seen = json!({ "version": made["data"]["version"] });
            self.call("god", Method::POST, &format!("/api/admin/moderation/sites/{id}/approve"), seen).await?;
            self.verify_site(id).await?;
            let mut made_blocks = BTreeMap::new();
            for block in &site.blocks {
                let template = templates
                    .iter()
                    .find(|template| template["config"]["name"] == block.template.as_str())
                    .with_context(|| format!("no template is called {}", block.template))?;
                let mut config: Map<String, Value> =
                    template["initial_values"].as_object().cloned().unwrap_or_default();
                config.extend(block.config.clone());
                let mut form = block.form.clone();
                if let Some(Value::String(path)) = form.get_mut("passback_url") {
                    path.insert_str(0, &self.base_url);
                }
                form.insert("name".to_owned(), json!(block.name));
                form.insert("template_id".to_owned(), json!(id_of(template)?));
                form.insert("config".to_owned(), Value::Object(config));
                let path = format!("/api/webmaster/sites/{id}/blocks");
                let made = self.call(&site.owner, Method::POST, &path, Value::Object(form)).await?;
                made_blocks.insert(block.key.clone(), id_of(&made["data"])?);
            }
            if site.pages.is_empty() {
                let mut page = Page::new(&site.domain, "/", site.visits);
                page.blocks = made_blocks.values().copied().collect();
                self.pages.push(page);
            }
            for described in &site.pages {
                let mut page = Page::new(&site.domain, &described.path, described.visits);
                for key in &described.blocks {
                    page.blocks.push(*made_blocks.get(key).with_context(|| format!("no block is called {key}"))?);
                }
                self.pages.push(page);
            }
            if index == 0 {
                self.blocks = made_blocks;
            }
        }
        Ok(())
    }

    /// Verifies a site as a look would, which finds nobody to ask while the demo is made. The next one asks.
    async fn verify_site(&self, id: i64) -> anyhow::Result<()> {
        let (app, id) = (self.app, SiteId(id));
        let read = async move |conn: &Conn| sites::get_site(conn, Scope::System, id).await;
        let site = app.store.read("get_demo_site", read).await?;
        let at = app.clock.now();
        let origin = app.worker.fetcher.origins(&site.domain).swap_remove(0);
        let methods = VerificationMethod::ALL.map(|method| {
            let is_found = method == VerificationMethod::File;
            let text = if is_found { format!("Found in {origin}{FILE_PATH}.") } else { "Not looked for.".to_owned() };
            MethodFound { method, is_found, text }
        });
        let line = site_owner::ads_txt_line(app, site.webmaster).to_string();
        let ads_txt = vec![LineFound { line, is_found: true, text: format!("Found in {origin}/ads.txt.") }];
        let found = Found { domain: site.domain.clone(), methods: methods.into(), ads_txt, at };
        let due = DueSiteCheck { site: id, webmaster: site.webmaster, domain: site.domain, leased_until: at };
        let note = async move |tx: &Tx| site_checks::note(tx, &due, &found).await;
        app.store.write("verify_demo_site", Priority::Api, note).await?;
        Ok(())
    }

    /// Makes campaigns with groups and ads. Ads of campaigns that are to run are approved; `late` ones (waiting or
    /// rejected at the end) are made when `late` is asked for.
    pub async fn make_campaigns(&mut self, late: bool) -> anyhow::Result<()> {
        let world = self.world;
        for campaign in &world.campaigns {
            let is_late = matches!(campaign.state.as_deref(), Some("waiting" | "rejected"));
            if is_late != late {
                continue;
            }
            let offer = campaign
                .offer
                .as_ref()
                .map(|name| self.offers.get(name).copied().with_context(|| format!("no offer is called \"{name}\"")));
            let form = json!({
                "name": campaign.name,
                "marks": campaign.marks,
                "target_id": campaign.target,
                "categories": [self.category(&campaign.category)?],
                "offer_id": offer.transpose()?,
                "daily_money_limit": campaign.daily_limit,
                "total_money_limit": campaign.total_limit,
                "pacing": campaign.pacing.as_deref().unwrap_or("asap"),
            });
            let made = self.call(&campaign.owner, Method::POST, "/api/advertiser/campaigns", form).await?;
            let mut known = MadeCampaign { id: id_of(&made["data"])?, ads: Vec::new() };
            for group in &campaign.groups {
                let categories =
                    group.site_categories.iter().map(|name| self.category(name)).collect::<anyhow::Result<Vec<_>>>()?;
                let mut form = json!({
                    "name": group.name, "countries": group.countries, "device_types": group.device_types,
                    "categories": categories, "auto_start_ads": true,
                });
                if let Some(hours) = world::hours_of(group.hours.as_deref()) {
                    form["time_targeting"] = json!(hours);
                }
                let path = format!("/api/advertiser/campaigns/{}/ad_groups", known.id);
                let made = self.call(&campaign.owner, Method::POST, &path, form).await?;
                let group_id = id_of(&made["data"])?;
                for ad in &group.ads {
                    let id = self.make_ad(&campaign.owner, group_id, ad).await?;
                    if ad.is_draft {
                        continue;
                    }
                    self.appeal.insert(id, campaign.appeal);
                    known.ads.push(id);
                    match campaign.state.as_deref() {
                        Some("waiting") => {}
                        Some("rejected") => self.reject(id).await?,
                        _ => self.approve(id).await?,
                    }
                }
                self.call(
                    &campaign.owner,
                    Method::PUT,
                    &format!("/api/advertiser/ad_groups/{group_id}/start"),
                    Value::Null,
                )
                .await?;
            }
            self.call(
                &campaign.owner,
                Method::PUT,
                &format!("/api/advertiser/campaigns/{}/start", known.id),
                Value::Null,
            )
            .await?;
            self.campaigns.insert(campaign.key.clone(), known);
        }
        Ok(())
    }

    /// Stops or archives the campaigns that end in this state.
    pub async fn retire(&self, state: &str) -> anyhow::Result<()> {
        let verb = if state == "archived" { "archive" } else { "stop" };
        for campaign in self.world.campaigns.iter().filter(|campaign| campaign.state.as_deref() == Some(state)) {
            let id = self.campaigns.get(&campaign.key).context("the campaign was not made")?.id;
            self.call(&campaign.owner, Method::PUT, &format!("/api/advertiser/campaigns/{id}/{verb}"), Value::Null)
                .await?;
        }
        Ok(())
    }

    /// Opens an ad for moderation; the version that is seen.
    async fn open(&self, ad: i64) -> anyhow::Result<Value> {
        let path = format!("/api/admin/moderation/ads/{ad}/lock");
        let opened = self.call("god", Method::POST, &path, Value::Null).await?;
        Ok(opened["data"]["version"].clone())
    }

    async fn approve(&self, ad: i64) -> anyhow::Result<()> {
        let form = json!({ "version": self.open(ad).await? });
        self.call("god", Method::POST, &format!("/api/admin/moderation/ads/{ad}/approve"), form).await?;
        Ok(())
    }

    async fn reject(&self, ad: i64) -> anyhow::Result<()> {
        let form = json!({
            "version": self.open(ad).await?,
            "reasons": [6, 7],
            "comment": "Capitals throughout, and a promise that the page does not keep.",
        });
        self.call("god", Method::POST, &format!("/api/admin/moderation/ads/{ad}/reject"), form).await?;
        Ok(())
    }

    /// A landing page that shows what came with a click.
    fn landing(&self, brand: &str) -> String {
        let brand: String = url::form_urlencoded::byte_serialize(brand.as_bytes()).collect();
        format!(
            "{}/demo/landing?brand={brand}&click_id={{click_id}}&campaign={{campaign_id}}&ad={{ad_id}}&site={{site_id}}\
             &block={{block_id}}&country={{country}}&city={{city}}&device={{device_type}}&os={{os}}&browser={{browser}}\
             &cost={{cost}}",
            self.base_url
        )
    }

    async fn make_ad(&self, owner: &str, group: i64, ad: &world::Ad) -> anyhow::Result<i64> {
        let picture = world::picture(&ad.art).with_context(|| format!("no picture is called {}", ad.art))?;
        let mut fields = vec![
            ("original_url", self.landing(&ad.brand)),
            ("title", ad.title.clone()),
            ("short_description", ad.description.clone()),
            ("brand", ad.brand.clone()),
            ("one_bid_for_all_geo", ad.bid.to_string()),
            ("full_text", ad.text.clone()),
            ("is_draft", ad.is_draft.to_string()),
        ];
        fields.extend(ad.formats.iter().map(|format| ("supported_block_format_types[]", format.to_string())));
        let mut body = Vec::new();
        for (name, value) in fields {
            body.extend(
                format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
                    .into_bytes(),
            );
        }
        for name in ["media_content_file_square", "media_content_file_horizontal"] {
            body.extend(
                format!(
                    "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"{}.jpg\"\r\n\
                     Content-Type: image/jpeg\r\n\r\n",
                    ad.art
                )
                .into_bytes(),
            );
            body.extend_from_slice(&picture);
            body.extend(b"\r\n");
        }
        body.extend(format!("--{BOUNDARY}--\r\n").into_bytes());
        let token = self.token(owner).await?;
        let path = format!("/api/advertiser/ad_groups/{group}/ads/universal");
        let headers = vec![
            (header::AUTHORIZATION, format!("Bearer {token}")),
            (header::CONTENT_TYPE, format!("multipart/form-data; boundary={BOUNDARY}")),
        ];
        let call = Call { method: Method::POST, path: &path, headers, body: Bytes::from(body) };
        let made = self.transport.send(call).await?.json(&format!("ad \"{}\"", ad.title))?;
        id_of(&made["data"])
    }
}

fn id_of(resource: &Value) -> anyhow::Result<i64> {
    resource["id"].as_i64().with_context(|| format!("no id in {resource}"))
}
