//! Pushes in the network of [`World`]: each advertiser has a push campaign, and the first site has subscribers, whose phones are
//! [`Phones`](crate::phones::Phones).

use crate::phones;
use crate::server::{Folders, USER_AGENT, token_id};
use crate::world::{Budgets, World, ad, block_settings, campaign_settings};
use anyhow::Context;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use placard_common::vapid::seal_auth;
use placard_model::event::TokenId;
use placard_model::format::{BlockFormat, FormatMask};
use placard_model::push::subscription::{OPT_IN_TEMPLATE, SitePush};
use placard_model::push::{PushButton, PushCreative, PushSettings};
use placard_model::targeting::audience::Language;
use placard_model::time::{DAY_MS, SystemClock};
use placard_model::{CampaignId, Money, SiteId, UnixMs};
use placard_server::AppState;
use placard_server::demo::browsers::{PUSH_HOST, keys_of};
use placard_store::advertising::ads::{AdSettings, Entry};
use placard_store::advertising::campaigns::CampaignSettings;
use placard_store::advertising::push;
use placard_store::publishing::blocks;
use placard_store::push::push_messages::State;
use placard_store::push::push_subscriptions::{self, NewSubscription, Subscriber, Target};
use placard_store::push::vapid_keys;
use placard_store::{Conn, Error, Priority, Result, Scope, Store, Tx};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;
use uuid::Uuid;

/// Subscribers of the site.
pub const SUBSCRIBERS: usize = 80;
/// Notifications that each gets in a day of its own.
pub const DAILY_CAP: u8 = 3;
/// Ads of each push campaign: so many that few clicks are on an ad that the same subscriber has clicked before.
const ADS: usize = 6;
/// Of a minute, in milliseconds.
const MINUTE_MS: i64 = 60_000;

/// The pushes of the network.
#[derive(Clone, Debug)]
pub struct Pushed {
    /// One for each advertiser.
    pub campaigns: Vec<CampaignId>,
    /// The site that asks for subscriptions.
    pub site: SiteId,
    /// Its host.
    pub host: String,
    /// The subscriptions; their places are the numbers of their phones.
    pub subscriptions: Vec<i64>,
}

/// A message as it is kept.
#[derive(Clone, Copy, Debug)]
pub struct Kept {
    /// Its number: a newer one has a larger one.
    pub id: i64,
    /// Its subscription.
    pub subscription: i64,
    /// How far it is, as it is stored.
    pub state: i64,
    /// How often it was sent.
    pub attempts: i64,
    /// When it was written.
    pub created_at: UnixMs,
    /// When it ended.
    pub answered_at: Option<UnixMs>,
}

impl Kept {
    /// The push service has it.
    pub const fn is_taken(&self) -> bool {
        self.state == State::Taken as i64
    }

    /// It is not sent any more.
    pub const fn is_given_up(&self) -> bool {
        self.state == State::GivenUp as i64
    }

    /// It waits, or nobody knows whether it has come.
    pub const fn is_open(&self) -> bool {
        self.state == State::Waiting as i64 || self.state == State::Sending as i64
    }
}

impl Pushed {
    /// Makes campaigns and subscriptions. The first campaign may spend `first_daily` in a day, the others what their owner has.
    pub async fn make(app: &AppState, world: &World, first_daily: Money) -> anyhow::Result<Self> {
        let owners = world.clone();
        let make = async move |tx: &Tx| advertise(tx, &owners, first_daily).await;
        let campaigns = app.store.write("make_push_campaigns", Priority::Api, make).await?;
        let dims = world.blocks.first().context("the network has no sites")?;
        let (site, webmaster) = (dims.site, dims.webmaster);
        let push = SitePush { daily_cap: DAILY_CAP, hour_from: 0, hour_to: 24, ..SitePush::default() };
        let settings = block_settings(BlockFormat::Push, OPT_IN_TEMPLATE, serde_json::to_string(&push)?, 1);
        let make = async move |tx: &Tx| {
            let block = blocks::insert_block(tx, Scope::System, site, &settings).await?.id;
            let key = vapid_keys::newest(tx).await?.ok_or(Error::NotFound("key"))?.id;
            Ok((block, key))
        };
        let (block, key) = app.store.write("make_push_block", Priority::Api, make).await?;
        let mut new = Vec::with_capacity(SUBSCRIBERS);
        for number in 0..SUBSCRIBERS {
            new.push(NewSubscription {
                uuid: format!("{number:0>32}"),
                site,
                block,
                webmaster,
                vapid_key: key,
                target: target(app, number)?,
                subscriber: subscriber(app, number),
                is_imported: false,
                created_at: app.clock.now(),
                next_send_at: app.clock.now(),
            });
        }
        let put = async move |tx: &Tx| {
            let mut ids = Vec::with_capacity(new.len());
            for new in &new {
                ids.push(push_subscriptions::put(tx, new, None).await?.0.id);
            }
            Ok(ids)
        };
        let subscriptions = app.store.write("make_subscriptions", Priority::Api, put).await?;
        let host = world.hosts.first().context("the network has no sites")?.clone();
        Ok(Self { campaigns, site, host, subscriptions })
    }
}

async fn advertise(tx: &Tx, world: &World, first_daily: Money) -> Result<Vec<CampaignId>> {
    let language = Language::parse("en").unwrap_or_default();
    let mut campaigns = Vec::new();
    let mut uuids = (1..).map(Uuid::from_u128);
    let mut uuid = || uuids.next().unwrap_or_default();
    for (n, advertiser) in world.advertisers.iter().enumerate() {
        let daily_limit = (n == 0).then_some(first_daily);
        let budgets = Budgets { balance: Money::ZERO, daily_limit, total_limit: None, bid: world.bid };
        let settings = CampaignSettings {
            push: Some(PushSettings::default()),
            ..campaign_settings(format!("Push campaign {n}"), budgets)
        };
        let campaign = push::create_campaign(tx, *advertiser, &settings, uuid(), true).await?;
        for number in 0..ADS {
            let settings = AdSettings {
                formats: FormatMask::default().with(BlockFormat::Push),
                push: Some(PushCreative { language, buttons: PushButton::usual() }),
                ..ad(number, world.bid)
            };
            push::create_ad(tx, Scope::System, campaign, &settings, uuid(), Entry::Trusted).await?;
        }
        campaigns.push(campaign);
    }
    Ok(campaigns)
}

/// Whose phone it is: where its address is, and at noon, so that its day does not end while it is sent to.
fn subscriber(app: &AppState, number: usize) -> Subscriber {
    let location = app.geo.locate(IpAddr::V4(phones::address(number)));
    let agent = app.delivery.agents.read(USER_AGENT);
    let of_day_min = (app.clock.now().0 % DAY_MS) / MINUTE_MS;
    Subscriber {
        place: location.place,
        asn: location.asn,
        device_type: agent.device_type,
        os: agent.os,
        browser: agent.browser,
        language: Language::parse("en").unwrap_or_default(),
        utc_offset_min: 12 * 60 - of_day_min as i32,
    }
}

fn target(app: &AppState, number: usize) -> anyhow::Result<Target> {
    let endpoint = phones::endpoint(number);
    let (secret, auth) = keys_of(&endpoint)?;
    // It tells subscriptions apart, and nobody asks of what it was made.
    let endpoint_hash = format!("{number:0>64}");
    Ok(Target {
        auth_sealed: seal_auth(&app.keys, &app.rng, &endpoint_hash, &auth)?,
        p256dh: URL_SAFE_NO_PAD.encode(secret.public_key().to_sec1_bytes()),
        service: PUSH_HOST.to_owned(),
        endpoint,
        endpoint_hash,
    })
}

/// The database of a server that has ended.
pub async fn database(folders: &Folders) -> anyhow::Result<Store> {
    let url = format!("sqlite://{}", folders.data.join("placard.db").display());
    Ok(Store::connect(&url, Arc::new(SystemClock)).await?)
}

/// The tokens' ids and the numbers of messages that wait, or of which nobody knows whether they have come: of others no token is kept.
pub async fn open_messages(store: &Store) -> anyhow::Result<BTreeMap<TokenId, i64>> {
    let read = async |conn: &Conn| {
        let rows = conn.rows("SELECT id, token FROM push_messages WHERE token <> ''", []).await?;
        rows.iter().map(|row| Ok((row.get("id")?, row.get::<String>("token")?))).collect::<Result<Vec<(i64, String)>>>()
    };
    let open = store.read("open_messages", read).await?;
    open.iter().map(|(id, token)| Ok((token_id(token).context("what is kept is no token")?, *id))).collect()
}

/// All messages.
pub async fn messages(store: &Store) -> anyhow::Result<Vec<Kept>> {
    let read = async |conn: &Conn| {
        let sql = "SELECT id, subscription_id, state, attempts, created_at, answered_at FROM push_messages ORDER BY id";
        let rows = conn.rows(sql, []).await?;
        let kept = rows.iter().map(|row| {
            Ok(Kept {
                id: row.get("id")?,
                subscription: row.get("subscription_id")?,
                state: row.get("state")?,
                attempts: row.get("attempts")?,
                created_at: UnixMs(row.get("created_at")?),
                answered_at: row.get::<Option<i64>>("answered_at")?.map(UnixMs),
            })
        });
        kept.collect::<Result<Vec<_>>>()
    };
    Ok(store.read("messages", read).await?)
}

/// Hours pass: all subscriptions are due, in another order each time, and so is what waits.
pub async fn pass_hours(store: &Store, round: usize) -> anyhow::Result<()> {
    // Numbers that have no factor in common with the other one.
    let mixed = 7_919 + 2 * round as i64;
    let pass = async move |tx: &Tx| {
        tx.execute("UPDATE push_subscriptions SET next_send_at = (id * $1) % 1009", [mixed.into()]).await?;
        tx.execute("UPDATE push_messages SET not_before = 0", []).await.map(drop)
    };
    Ok(store.write("pass_hours", Priority::Api, pass).await?)
}

/// Nothing new is sent from now on: what waits is due.
pub async fn send_the_rest(store: &Store) -> anyhow::Result<()> {
    let rest = async move |tx: &Tx| {
        let later = tx.now().plus_ms(DAY_MS);
        tx.execute("UPDATE push_subscriptions SET next_send_at = $1", [later.0.into()]).await?;
        tx.execute("UPDATE push_messages SET not_before = 0", []).await.map(drop)
    };
    Ok(store.write("send_the_rest", Priority::Api, rest).await?)
}
