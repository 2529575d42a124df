//! The demo's push: the newspaper's opt-in, and some thousands of subscribers who came and went. In the history some of them are shown
//! a notification each hour; afterwards a few hundred of them are sent real ones, which the demo's own push service takes.

use super::browsers::{self, PUSH_HOST, Reader};
use super::network::Network;
use super::visitors::{Crowd, Visitor, click_id_of};
use super::world;
use crate::app::AppState;
use anyhow::Context;
use axum::http::Method;
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use futures_util::{StreamExt as _, stream};
use placard_api::collecting::endpoint;
use placard_common::vapid;
use placard_edge::delivery::push::{self, PushAd};
use placard_edge::explain::NO_ADDRESS;
use placard_model::push::push_times::{Daytime, Pace, next_push};
use placard_model::push::subscription::{PushCounter, SubscriptionStatus};
use placard_model::targeting::audience::{Browser, DeviceType, Language, Os};
use placard_model::targeting::geo::{CountryCode, Place};
use placard_model::targeting::request::Audience;
use placard_model::time::{Clock as _, DAY_MS, ManualClock};
use placard_model::{BlockId, SiteId, TrafficSourceId, UnixMs, UserId};
use placard_store::publishing::sites;
use placard_store::push::push_counts::{self, Counts};
use placard_store::push::push_subscriptions::{self, NewSubscription, Subscriber, Target};
use placard_store::push::{push_blocks, push_sending, vapid_keys};
use placard_store::{Conn, Priority, Scope, Tx};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{Rng as _, RngExt as _};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The picture beside the newspaper's question.
const PICTURE: &str = "harbor";
/// Subscribers that the newspaper begins with.
const FIRST: usize = 1_400;
/// Those that come in a day, at least and at most.
const A_DAY: std::ops::Range<usize> = 52..84;
/// Of a hundred subscribers so many leave in a day, in thousandths.
const LEAVE_THOUSANDTHS: usize = 120;
/// They began within so many days before the history.
const DAYS_BEFORE: i64 = 150;
/// Weeks of counts before the history, so that health has something to compare with.
const WEEKS_BEFORE: i32 = 8;
/// Those who are sent real messages once the demo runs.
const LIVING: usize = 240;
/// Readers at the same time.
const READERS_AT_ONCE: usize = 48;
/// From a notification to its click, in ms.
const READING_MS: i64 = 7_000;
/// Conversions of a click.
const BOUGHT: f64 = 0.09;
/// Nothing is sent before, to the others: the year 2100.
const NEVER: UnixMs = UnixMs(4_102_444_800_000);
/// Countries of the newspaper's readers, with their minutes ahead of UTC.
const COUNTRIES: [(&str, &str, i32); 12] = [
    ("IE", "en", 0),
    ("IE", "en", 0),
    ("IE", "en", 0),
    ("IE", "ga", 0),
    ("GB", "en", 0),
    ("GB", "en", 0),
    ("DE", "de", 60),
    ("DE", "de", 60),
    ("FR", "fr", 60),
    ("ES", "es", 60),
    ("US", "en", -300),
    ("PL", "pl", 60),
];
/// What they read with.
const MACHINES: [(Browser, Os, DeviceType); 10] = [
    (Browser::Chrome, Os::Android, DeviceType::Mobile),
    (Browser::Chrome, Os::Android, DeviceType::Mobile),
    (Browser::Chrome, Os::Android, DeviceType::Mobile),
    (Browser::Chrome, Os::Android, DeviceType::Mobile),
    (Browser::Chrome, Os::Windows, DeviceType::Desktop),
    (Browser::Chrome, Os::Windows, DeviceType::Desktop),
    (Browser::Samsung, Os::Android, DeviceType::Mobile),
    (Browser::Edge, Os::Windows, DeviceType::Desktop),
    (Browser::Firefox, Os::Linux, DeviceType::Desktop),
    (Browser::Safari, Os::MacOs, DeviceType::Desktop),
];

/// The newspaper's push, as it is made.
pub struct DemoPush {
    site: SiteId,
    block: BlockId,
    webmaster: UserId,
    key: i64,
    active: Vec<i64>,
}

impl DemoPush {
    /// Sets push up on the newspaper, and makes the subscribers that it begins with.
    pub async fn begin(app: &AppState, network: &mut Network<'_>, rng: &mut StdRng) -> anyhow::Result<Self> {
        let (owner, domain) = network.newspaper()?;
        let find = async move |conn: &Conn| sites::find_approved(conn, &domain).await;
        let site = app.store.read("find_demo_site", find).await?.context("the newspaper is no site")?;
        let path = format!("/api/webmaster/sites/{}/push", site.id);
        let known = network.call(&owner, Method::GET, &path, Value::Null).await?;
        let mut settings = known["data"]["settings"].clone();
        settings["is_on"] = json!(true);
        let picture = world::picture(PICTURE).with_context(|| format!("no picture is called {PICTURE}"))?;
        settings["picture"] = json!(format!("data:image/jpeg;base64,{}", STANDARD.encode(picture)));
        settings["questions"] = json!([
            {
                "language": "en", "title": "Hear it when the ferry is late",
                "text": "Port news and offers from our partners, at most four a day. One tap ends it.",
                "accept": "Yes, tell me", "later": "Not now",
            },
            {
                "language": "de", "title": "Erfahren Sie, wenn die Fähre später kommt",
                "text": "Neues vom Hafen und Angebote unserer Partner, höchstens viermal am Tag. Ein Klick beendet es.",
                "accept": "Ja, gern", "later": "Nicht jetzt",
            },
        ]);
        let saved = network.call(&owner, Method::PUT, &path, settings).await?;
        let block = saved["data"]["block_id"].as_i64().context("the newspaper has no push block")?;
        network.blocks.insert("push".to_owned(), block);
        let key = app.store.read("demo_push_key", async |conn: &Conn| vapid_keys::newest(conn).await).await?;
        let key = key.context("there are no keys for push services")?.id;
        let mut made =
            Self { site: site.id, block: BlockId(block), webmaster: site.webmaster, key, active: Vec::new() };
        made.subscribe(app, FIRST, DAYS_BEFORE, rng).await?;
        made.count_before(app, rng).await?;
        Ok(made)
    }

    /// One more day: some come, and some leave.
    pub async fn day(&mut self, app: &AppState, rng: &mut StdRng) -> anyhow::Result<()> {
        let came = rng.random_range(A_DAY);
        self.subscribe(app, came, 0, rng).await?;
        let leave = self.active.len() * LEAVE_THOUSANDTHS / 100 / 1_000 * rng.random_range(60..140) / 100;
        for by_link in [false, false, true] {
            let count = (leave / 3).min(self.active.len());
            let ids: Vec<i64> =
                (0..count).map(|_| self.active.swap_remove(rng.random_range(0..self.active.len()))).collect();
            let status = if by_link { SubscriptionStatus::Unsubscribed } else { SubscriptionStatus::Gone };
            let end = async move |tx: &Tx| push_subscriptions::end_all(tx, &ids, status).await;
            app.store.write("end_demo_subscriptions", Priority::Api, end).await?;
        }
        let of = BTreeMap::from([((self.site, app.clock.now().day()), asked(came, rng))]);
        let add = async move |tx: &Tx| push_counts::add_all(tx, &of).await;
        app.store.write("count_demo_push", Priority::Api, add).await?;
        Ok(())
    }

    /// One more hour: some are sent an ad that is chosen as for any message, most are shown it, and few click. Answers the click ids that
    /// a purchase will follow.
    pub async fn hour(
        &self,
        app: &AppState,
        network: &Network<'_>,
        crowd: &Crowd,
        clock: &ManualClock,
        count: usize,
        rng: &mut StdRng,
    ) -> anyhow::Result<Vec<String>> {
        let now = clock.now();
        let mut sent: Vec<(Visitor, PushAd)> = Vec::with_capacity(count);
        for _ in 0..count {
            let (visitor, one) = (crowd.draw(rng), *self.active.choose(rng).context("there are subscribers")?);
            let audience = audience(app, &visitor, one, rng.random_range(0..90));
            if let Ok(ad) = push::choose(app, self.block, audience, None, now, rng) {
                sent.push((visitor, ad));
            }
        }
        let of = BTreeMap::from([((self.site, now.day()), of_one(PushCounter::Sent, sent.len() as i64))]);
        let add = async move |tx: &Tx| push_counts::add_all(tx, &of).await;
        app.store.write("count_demo_push", Priority::Api, add).await?;
        sent.retain(|_| browsers::arrives(rng));
        let (_, domain) = network.newspaper()?;
        let readers: Vec<(Reader<'_>, PushAd)> =
            sent.into_iter().map(|(visitor, ad)| (Reader::new(&network.transport, visitor, &domain), ad)).collect();
        let shown = stream::iter(&readers).map(async |(reader, ad)| reader.show(&ad.token).await);
        for result in shown.buffered(READERS_AT_ONCE).collect::<Vec<_>>().await {
            result?;
        }
        clock.advance_ms(READING_MS);
        let mut purchases = Vec::new();
        for (reader, ad) in &readers {
            let appeal = network.appeal.get(&ad.ad.0).copied().unwrap_or(1.0);
            if browsers::clicks(appeal, rng) {
                let landing = reader.open(&format!("/c/{}", ad.token)).await?;
                purchases.extend(landing.as_deref().and_then(click_id_of).filter(|_| rng.random_bool(BOUGHT)));
            }
        }
        placard_worker::feeds::push::note_answers(&app.worker).await?;
        Ok(purchases)
    }

    /// Weeks of counts before the history: there were more clicks then.
    async fn count_before(&self, app: &AppState, rng: &mut StdRng) -> anyhow::Result<()> {
        let today = app.clock.now().day();
        let mut of = BTreeMap::new();
        for back in 1..=7 * WEEKS_BEFORE {
            let came = rng.random_range(A_DAY) * 3 / 4;
            let mut counts = asked(came, rng);
            counts.add(PushCounter::Accepts, came as i64);
            counts.add(PushCounter::Losses, rng.random_range(8..24));
            notified(&mut counts, rng.random_range(900..1_300), 62 + i64::from(back) / 2, rng);
            of.insert((self.site, today.plus(-back)), counts);
        }
        // Those who were there before have not all come on one day.
        let mut first = Counts::default();
        first.add(PushCounter::Accepts, -(FIRST as i64));
        of.insert((self.site, today), first);
        let add = async move |tx: &Tx| push_counts::add_all(tx, &of).await;
        app.store.write("count_demo_push", Priority::Api, add).await?;
        Ok(())
    }

    /// Makes subscribers who began within so many days.
    async fn subscribe(&mut self, app: &AppState, count: usize, days: i64, rng: &mut StdRng) -> anyhow::Result<()> {
        let now = app.clock.now();
        let mut new = Vec::with_capacity(count);
        for _ in 0..count {
            let began = now.plus_ms(-rng.random_range(0..=days * DAY_MS));
            new.push(self.subscription(app, began, rng)?);
        }
        let put = async move |tx: &Tx| {
            let mut ids = Vec::with_capacity(new.len());
            for new in &new {
                ids.push(push_subscriptions::put(tx, new, None).await?.0.id);
            }
            Ok(ids)
        };
        self.active.extend(app.store.write("make_demo_subscriptions", Priority::Api, put).await?);
        Ok(())
    }

    fn subscription(&self, app: &AppState, created_at: UnixMs, rng: &mut StdRng) -> anyhow::Result<NewSubscription> {
        let (country, language, utc_offset_min) = *COUNTRIES.choose(rng).context("there are countries")?;
        let (browser, os, device_type) = *MACHINES.choose(rng).context("there are machines")?;
        let url = format!("https://{PUSH_HOST}/{:016x}{:016x}", rng.next_u64(), rng.next_u64());
        let hash = endpoint::hash(&url);
        let (secret, auth) = browsers::keys_of(&url)?;
        let auth_sealed = vapid::seal_auth(&app.keys, &app.rng, &hash, &auth)?;
        Ok(NewSubscription {
            uuid: hash.chars().take(22).collect(),
            site: self.site,
            block: self.block,
            webmaster: self.webmaster,
            vapid_key: self.key,
            target: Target {
                endpoint: url,
                endpoint_hash: hash,
                service: PUSH_HOST.to_owned(),
                p256dh: URL_SAFE_NO_PAD.encode(secret.public_key().to_sec1_bytes()),
                auth_sealed,
            },
            subscriber: Subscriber {
                place: Place { country: CountryCode::parse(country).unwrap_or_default(), ..Place::default() },
                asn: 0,
                device_type,
                os,
                browser,
                language: Language::parse(language).unwrap_or_default(),
                utc_offset_min,
            },
            is_imported: false,
            created_at,
            next_send_at: NEVER,
        })
    }

    /// What is known of the newspaper's worker file: it is where it should be.
    pub async fn finish(&self, app: &AppState, network: &Network<'_>) -> anyhow::Result<()> {
        let steps = json!([
            {"part": "answers", "light": "right", "text": "200 in 4 ms"},
            {"part": "type", "light": "right", "text": "text/javascript; charset=utf-8"},
            {"part": "line", "light": "right", "text": "It holds the line."},
            {"part": "alone", "light": "right", "text": "And nothing else."},
        ]);
        let (site, found) = (self.site, steps.to_string());
        let keep = async move |tx: &Tx| {
            sites::get_site(tx, Scope::System, site).await?;
            push_blocks::set_worker_check(tx, site, &found).await
        };
        app.store.write("keep_demo_check", Priority::Api, keep).await?;
        let (daytime, now) = (Daytime { from_hour: 9, to_hour: 21 }, app.clock.now());
        let living: Vec<(i64, UnixMs)> = self
            .active
            .iter()
            .rev()
            .take(LIVING)
            .map(|id| (*id, next_push(id.unsigned_abs(), 0, daytime, Pace::PerDay(4), now)))
            .collect();
        let wake = async move |tx: &Tx| push_sending::put_off(tx, &living).await;
        app.store.write("wake_demo_push", Priority::Api, wake).await?;
        anyhow::ensure!(network.blocks.contains_key("push"), "the newspaper asks for no subscriptions");
        Ok(())
    }
}

/// Counts of a day on which so many said yes.
fn asked(accepts: usize, rng: &mut StdRng) -> Counts {
    let mut counts = Counts::default();
    let prompts = accepts as i64 * 100 / rng.random_range(66..80) * 10;
    counts.add(PushCounter::Prompts, prompts);
    counts.add(PushCounter::Postponed, prompts * rng.random_range(66..75) / 100);
    counts.add(PushCounter::Denials, prompts * rng.random_range(30..50) / 1_000);
    counts
}

/// So many were sent; of 10,000 that were shown, so many are clicked.
fn notified(counts: &mut Counts, sent: i64, of_ten_thousand: i64, rng: &mut StdRng) {
    let shown = sent * rng.random_range(82..90) / 100;
    counts.add(PushCounter::Sent, sent);
    counts.add(PushCounter::Shown, shown);
    counts.add(PushCounter::Clicked, (shown * of_ten_thousand + rng.random_range(0..10_000)) / 10_000);
}

/// One count alone.
fn of_one(counter: PushCounter, count: i64) -> Counts {
    let mut counts = Counts::default();
    counts.add(counter, count);
    counts
}

/// A subscriber as the sender describes them.
fn audience(app: &AppState, visitor: &Visitor, subscription: i64, days: u16) -> Audience {
    let location = app.geo.locate(visitor.address);
    let agent = app.delivery.agents.read(&visitor.user_agent);
    let id = push::visitor_of(subscription);
    Audience {
        ip: NO_ADDRESS,
        place: location.place,
        asn: location.asn,
        device_type: agent.device_type,
        os: agent.os,
        browser: agent.browser,
        language: Language::parse(&visitor.language).unwrap_or_default(),
        traffic_source: TrafficSourceId(0),
        visitor: id,
        visitor_yesterday: id,
        subscription_days: Some(days),
    }
}
