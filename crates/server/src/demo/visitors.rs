//! Visitors of the demo network's sites: who they are and what they do on a page.

use super::transport::{Call, Transport};
use super::world::Habits;
use anyhow::Context;
use axum::http::{Method, header};
use bytes::Bytes;
use placard_common::geo::Geo;
use placard_model::targeting::geo::CountryCode;
use rand::{Rng, RngExt};
use rustc_hash::FxHashMap;
use serde::Deserialize;
use serde_json::json;
use std::net::{IpAddr, Ipv4Addr};

/// Addresses that are kept for each country.
const ADDRESSES_PER_COUNTRY: usize = 400;
/// Addresses that are tried before giving up on filling every country.
const ADDRESS_TRIES: usize = 400_000;
/// Share of shown ads that come into view.
const VIEW_SHARE: f64 = 0.66;
/// Clicks per viewed ad of average appeal.
const CLICK_SHARE: f64 = 0.028;
/// Conversions per click.
const CONVERSION_SHARE: f64 = 0.09;

/// Draws visitors: addresses that really are in the country drawn, browsers and languages to match.
pub struct Crowd {
    habits: Habits,
    addresses: FxHashMap<String, Vec<Ipv4Addr>>,
}

/// One visitor.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// Address.
    pub address: IpAddr,
    /// Browser.
    pub user_agent: String,
    /// Language tag.
    pub language: String,
    /// Where the visitor came from.
    pub referrer: String,
}

/// A page with its blocks.
#[derive(Clone, Debug, Deserialize, serde::Serialize)]
pub struct Page {
    /// Host of the page.
    pub host: String,
    /// Path of the page.
    #[serde(default = "root")]
    pub path: String,
    /// Block ids.
    pub blocks: Vec<i64>,
    /// How often it is visited, beside the others.
    pub visits: u32,
}

fn root() -> String {
    "/".to_owned()
}

impl Page {
    /// A page that nobody visits yet.
    pub fn new(host: &str, path: &str, visits: u32) -> Self {
        Self { host: host.to_owned(), path: path.to_owned(), blocks: Vec::new(), visits }
    }

    fn address(&self) -> String {
        format!("https://{}{}", self.host, self.path)
    }
}

/// An ad as the visitor sees it.
#[derive(Clone, Debug, Deserialize)]
pub struct SeenAd {
    /// The ad.
    pub id: i64,
    /// Its token.
    pub token: String,
    /// Where a click goes.
    pub click: String,
}

#[derive(Deserialize)]
struct AdsAnswer {
    blocks: Vec<AnsweredBlock>,
}

#[derive(Deserialize)]
struct AnsweredBlock {
    ads: Vec<SeenAd>,
    passback_token: Option<String>,
}

impl Crowd {
    /// Collects addresses for the countries of the habits.
    pub fn gather(geo: &Geo, rng: &mut impl Rng) -> anyhow::Result<Self> {
        let habits = Habits::load()?;
        let mut addresses: FxHashMap<String, Vec<Ipv4Addr>> =
            habits.countries.iter().map(|(country, _)| (country.clone(), Vec::new())).collect();
        for _ in 0..ADDRESS_TRIES {
            let address = Ipv4Addr::from(rng.next_u32());
            let location = geo.locate(address.into());
            let country = location.place.country;
            if country == CountryCode::UNKNOWN || geo.is_hosting(location.asn) {
                continue;
            }
            if let Some(known) = addresses.get_mut(country.as_str()).filter(|a| a.len() < ADDRESSES_PER_COUNTRY) {
                known.push(address);
            }
        }
        addresses.retain(|_, known| !known.is_empty());
        anyhow::ensure!(!addresses.is_empty(), "the geo file knows none of the visitors' countries");
        Ok(Self { habits, addresses })
    }

    /// Traffic in an hour of the day (0..24), 1.0 being average.
    pub fn rhythm(&self, hour_of_day: usize) -> f64 {
        let all: u32 = self.habits.hours.iter().sum();
        let this = self.habits.hours.get(hour_of_day).copied().unwrap_or_default();
        f64::from(this) * self.habits.hours.len() as f64 / f64::from(all.max(1))
    }

    /// Draws a visitor.
    pub fn draw(&self, rng: &mut impl Rng) -> Visitor {
        let country = weighted(&self.habits.countries, rng);
        let known = self.addresses.get(country).or_else(|| self.addresses.values().next());
        let address = known.map_or(Ipv4Addr::LOCALHOST, |list| list[rng.random_range(0..list.len())]);
        let language = self.habits.languages.iter().find(|(c, _)| c == country).map_or("en", |(_, tag)| tag.as_str());
        Visitor {
            address: address.into(),
            user_agent: weighted(&self.habits.user_agents, rng).to_owned(),
            language: language.to_owned(),
            referrer: weighted(&self.habits.referrers, rng).to_owned(),
        }
    }
}

fn weighted<'a>(choices: &'a [(String, u32)], rng: &mut impl Rng) -> &'a str {
    let all: u32 = choices.iter().map(|(_, weight)| weight).sum();
    let mut left = rng.random_range(0..all.max(1));
    for (choice, weight) in choices {
        if left < *weight {
            return choice;
        }
        left -= weight;
    }
    choices.last().map_or("", |(choice, _)| choice)
}

/// What a visitor will do with a page's ads, decided when they are seen.
#[derive(Debug, Default)]
pub struct Plan {
    /// Tokens of ads that were rendered.
    pub shown: Vec<String>,
    /// Tokens of ads that will come into view.
    pub viewed: Vec<String>,
    /// Where the visitor will click.
    pub click: Option<String>,
    /// Whether a click will be followed by a purchase.
    pub buys: bool,
}

/// A visitor on a page.
pub struct Visit<'a> {
    transport: &'a Transport,
    visitor: Visitor,
    page: &'a Page,
}

impl<'a> Visit<'a> {
    /// Begins a visit.
    pub fn new(transport: &'a Transport, visitor: Visitor, page: &'a Page) -> Self {
        Self { transport, visitor, page }
    }

    fn headers(&self) -> Vec<(header::HeaderName, String)> {
        vec![
            (header::HeaderName::from_static("x-forwarded-for"), self.visitor.address.to_string()),
            (header::USER_AGENT, self.visitor.user_agent.clone()),
            (header::ACCEPT_LANGUAGE, self.visitor.language.clone()),
            (header::ORIGIN, format!("https://{}", self.page.host)),
            (header::REFERER, self.page.address()),
            (header::CONTENT_TYPE, "text/plain".to_owned()),
        ]
    }

    async fn post(&self, path: &str, body: serde_json::Value) -> anyhow::Result<serde_json::Value> {
        let body = Bytes::from(serde_json::to_vec(&body)?);
        let call = Call { method: Method::POST, path, headers: self.headers(), body };
        self.transport.send(call).await?.json(path)
    }

    /// Asks for the ads of the page, as the tag does, and tells of places that show what is the webmaster's own.
    pub async fn open(&self) -> anyhow::Result<Vec<SeenAd>> {
        let blocks: Vec<_> = self.page.blocks.iter().map(|id| json!({ "id": id, "placed": true })).collect();
        let answer = self
            .post(
                "/d/ads",
                json!({ "v": 1, "page": self.page.address(), "referrer": self.visitor.referrer,
                    "language": self.visitor.language, "blocks": blocks, "on_page": [] }),
            )
            .await?;
        let answer: AdsAnswer = serde_json::from_value(answer).context("/d/ads")?;
        let own: Vec<String> = answer.blocks.iter().filter_map(|block| block.passback_token.clone()).collect();
        self.report("/d/passback", &own).await?;
        Ok(answer.blocks.into_iter().flat_map(|block| block.ads).collect())
    }

    /// Decides what the visitor will do. `appeal` tells how attractive an ad is, 1.0 being average.
    pub fn plan(ads: &[SeenAd], appeal: impl Fn(i64) -> f64, rng: &mut impl Rng) -> Plan {
        let mut plan = Plan { buys: rng.random_bool(CONVERSION_SHARE), ..Plan::default() };
        for ad in ads {
            plan.shown.push(ad.token.clone());
            if rng.random_bool(VIEW_SHARE) {
                plan.viewed.push(ad.token.clone());
                if plan.click.is_none() && rng.random_bool((CLICK_SHARE * appeal(ad.id)).clamp(0.0, 1.0)) {
                    plan.click = Some(ad.click.clone());
                }
            }
        }
        plan
    }

    /// Reports rendered ads.
    pub async fn show(&self, tokens: &[String]) -> anyhow::Result<()> {
        self.report("/d/show", tokens).await
    }

    /// Reports viewable ads.
    pub async fn view(&self, tokens: &[String]) -> anyhow::Result<()> {
        self.report("/d/view", tokens).await
    }

    async fn report(&self, path: &str, tokens: &[String]) -> anyhow::Result<()> {
        if !tokens.is_empty() {
            self.post(path, json!({ "tokens": tokens, "page": self.page.address() })).await?;
        }
        Ok(())
    }

    /// Clicks an ad; answers the landing page's address.
    pub async fn click(&self, path: &str) -> anyhow::Result<Option<String>> {
        let mut headers = self.headers();
        headers.retain(|(name, _)| *name != header::ORIGIN && *name != header::CONTENT_TYPE);
        let call = Call { method: Method::GET, path, headers, body: Bytes::new() };
        Ok(self.transport.send(call).await?.location)
    }
}

/// The click id in a landing page's address.
pub fn click_id_of(landing: &str) -> Option<String> {
    let url = url::Url::parse(landing).ok()?;
    url.query_pairs().find(|(name, _)| name == "click_id").map(|(_, value)| value.into_owned())
}
