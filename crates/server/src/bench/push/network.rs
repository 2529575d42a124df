//! The network that pushes are measured in.

use super::super::beside::REQUESTS;
use super::super::{PLACES, SEED};
use super::{AUTH, DUE_AT_ONCE, SUBSCRIPTIONS, base64};
use crate::app::AppState;
use axum::http::Uri;
use p256::SecretKey;
use placard_common::vapid::{VapidPair, seal_auth};
use placard_engine::Change;
use placard_engine::generator::{self, GeneratedRequest, Size};
use placard_model::format::{BlockFormat, CampaignType, FormatMask};
use placard_model::push::subscription::{OPT_IN_TEMPLATE, PushCounter, SitePush};
use placard_model::push::{PushButton, PushCreative};
use placard_model::sites::placement::Placement;
use placard_model::targeting::audience::{Browser, DeviceType, Language, Os};
use placard_model::targeting::geo::{CountryCode, Place};
use placard_model::targeting::{SourceLists, Targeting};
use placard_model::time::{DAY_MS, HOUR_MS};
use placard_model::user::{SiteStatus, UserStatus, UserType};
use placard_model::{BlockId, CampaignId, CategoryId, Money, SiteId, UserId};
use placard_store::accounts::users::{self, Attribution, Contacts, NewUser};
use placard_store::publishing::blocks::{self, BlockSettings};
use placard_store::publishing::sites::{self, SiteSettings};
use placard_store::publishing::templates::{self, Builtin};
use placard_store::push::push_counts::{self, Counts};
use placard_store::push::push_subscriptions::{NewSubscription, Subscriber, Target};
use placard_store::push::vapid_keys;
use placard_store::testing::insert_subscriptions;
use placard_store::{Priority, Scope, Tx};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use sha2::{Digest as _, Sha256};
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

/// Rows of one insert.
const ROWS_PER_WRITE: usize = 2_000;
/// Push ads to choose from, and native ones.
const ADS: usize = 2_000;
/// Subscriptions came within so many days.
const SINCE_DAYS: i64 = 1_000;
/// Days of which something is counted.
const COUNTED_DAYS: i32 = 730;

/// A site that asks for subscriptions, and what is asked of others beside it.
pub(super) struct Network {
    /// Whose site it is; an advertiser, too.
    pub(super) webmaster: UserId,
    pub(super) site: SiteId,
    block: BlockId,
    key: i64,
    /// Requests for ads on pages of other sites.
    pub(super) traffic: Vec<GeneratedRequest>,
}

/// A site that asks for subscriptions, push ads to choose from, and as many native ones with their sites.
pub(super) async fn build(app: &AppState) -> anyhow::Result<Network> {
    let new = NewUser {
        email: "webmaster@bench.example".to_owned(),
        password_hash: String::new(),
        user_type: UserType::Ordinary,
        status: UserStatus::Active,
        is_trusted: false,
        is_advertiser: true,
        is_webmaster: true,
        contacts: Contacts::default(),
        manager: None,
        attribution: Attribution::default(),
    };
    let pair = VapidPair::create(&app.rng)?;
    let sealed = pair.seal(&app.keys, &app.rng)?;
    let builtin = Builtin {
        id: OPT_IN_TEMPLATE,
        format: BlockFormat::Push,
        name: "opt-in".to_owned(),
        label: "Push opt-in".to_owned(),
        definition: "{}".to_owned(),
    };
    let settings = SitePush { hour_from: 0, hour_to: 24, ..SitePush::default() };
    let block = BlockSettings {
        name: "Push".to_owned(),
        format: BlockFormat::Push,
        template: OPT_IN_TEMPLATE,
        config: serde_json::to_string(&settings)?,
        custom_styles: String::new(),
        compiled_styles: String::new(),
        passback_html: String::new(),
        passback_url: String::new(),
        refresh_s: 0,
        placement: Placement::InPlace,
        floor: blocks::Floor::default(),
        places: 1,
    };
    let site = SiteSettings {
        name: "News".to_owned(),
        domain: "news.example".to_owned(),
        category: CategoryId(1),
        allowed_categories: vec![],
        forbidden_categories: vec![],
        // So that they count for the owner's own campaigns.
        shows_own_ads: true,
    };
    let make = async move |tx: &Tx| {
        let webmaster = users::insert_user(tx, &new).await?.id;
        if !templates::list_templates(tx).await?.iter().any(|template| template.id == OPT_IN_TEMPLATE) {
            templates::put_builtins(tx, std::slice::from_ref(&builtin)).await?;
        }
        let site = sites::insert_site(tx, webmaster, &site, &[], SiteStatus::Approved).await?.id;
        let block = blocks::insert_block(tx, Scope::System, site, &block).await?.id;
        let key = vapid_keys::put(tx, &pair.public, &sealed, None).await?.id;
        Ok((webmaster, site, block, key))
    };
    let (webmaster, site, block, key) = app.store.write("bench_push", Priority::Feed, make).await?;
    let read = async move |conn: &_| blocks::list_specs(conn, blocks::Which::Site(site)).await;
    let (now, live) = (app.clock.now(), app.engine.live());
    let mut changes = Vec::new();
    for (spec, _) in app.store.read("bench_blocks", read).await? {
        app.delivery.directory.put_block(spec.dims, &spec.domain);
        changes.push(Change::Block(spec));
    }
    let generated = generator::network(Size::of_ads(2 * ADS), SEED);
    let mut native = Vec::new();
    for spec in generated.blocks {
        if spec.dims.block != block && spec.places >= PLACES {
            app.delivery.directory.put_block(spec.dims, &spec.domain);
            native.push(spec);
        }
    }
    changes.extend(native.iter().cloned().map(Change::Block));
    let mut groups = HashSet::new();
    for change in generated.changes {
        match change {
            Change::Block(_) => {}
            Change::Campaign(mut spec) if is_push(spec.id) => {
                spec.campaign_type = CampaignType::Push;
                spec.targeting = Targeting::default();
                changes.push(Change::Campaign(spec));
            }
            Change::Group(mut spec) if is_push(spec.campaign) => {
                spec.targeting = Targeting::default();
                spec.lists = SourceLists::default();
                groups.insert(spec.id);
                changes.push(Change::Group(spec));
            }
            Change::Ad(mut spec) if groups.contains(&spec.group) => {
                spec.formats = FormatMask::default().with(BlockFormat::Push);
                let language = Language::parse("en").unwrap_or_default();
                spec.creative.push = Some(PushCreative { language, buttons: PushButton::usual() });
                changes.push(Change::Ad(spec));
            }
            other => changes.push(other),
        }
    }
    app.engine.apply(changes);
    for advertiser in &generated.advertisers {
        live.set_advertiser_balance(*advertiser, Money::from_dollars(1_000_000), now);
    }
    app.engine.publish_now(now);
    app.delivery.directory.set_ready();
    app.delivery.agents.prepare();
    app.geo.tree();
    let traffic = generator::requests(&native, REQUESTS, SEED);
    Ok(Network { webmaster, site, block, key, traffic })
}

/// Every other campaign is of pushes.
const fn is_push(campaign: CampaignId) -> bool {
    campaign.0 % 2 == 0
}

/// A million subscriptions, which came within some years: some are due at once, the others within the hour. And two years of counts.
pub(super) async fn subscribe(app: &AppState, network: &Network) -> anyhow::Result<()> {
    let mut rng = StdRng::seed_from_u64(2);
    let p256dh = base64(&SecretKey::from_slice(&[5; 32])?.public_key().to_sec1_bytes());
    let now = app.clock.now();
    for first in (0..SUBSCRIPTIONS).step_by(ROWS_PER_WRITE) {
        let mut rows = Vec::with_capacity(ROWS_PER_WRITE);
        for number in first..first + ROWS_PER_WRITE {
            let endpoint = format!("https://fcm.googleapis.com/fcm/send/{number:0>140}");
            let endpoint_hash = Sha256::digest(&endpoint).iter().fold(String::new(), |mut hex, byte| {
                let _ = write!(hex, "{byte:02x}");
                hex
            });
            let service = endpoint.parse::<Uri>()?.host().unwrap_or_default().to_owned();
            let next = if number < DUE_AT_ONCE { 0 } else { rng.random_range(0..HOUR_MS) };
            rows.push(NewSubscription {
                uuid: format!("{number:0>32}"),
                site: network.site,
                block: network.block,
                webmaster: network.webmaster,
                vapid_key: network.key,
                target: Target {
                    auth_sealed: seal_auth(&app.keys, &app.rng, &endpoint_hash, &AUTH)?,
                    endpoint,
                    endpoint_hash,
                    service,
                    p256dh: p256dh.clone(),
                },
                subscriber: Subscriber {
                    place: Place { country: CountryCode::parse("DE").unwrap_or_default(), ..Place::default() },
                    asn: 3_320,
                    device_type: DeviceType::Mobile,
                    os: Os::Android,
                    browser: Browser::Chrome,
                    language: Language::parse("de").unwrap_or_default(),
                    utc_offset_min: 60,
                },
                is_imported: false,
                created_at: now.plus_ms(-rng.random_range(1..SINCE_DAYS) * DAY_MS),
                next_send_at: now.plus_ms(next),
            });
        }
        let insert = async move |tx: &Tx| insert_subscriptions(tx, &rows).await;
        app.store.write("bench_subscribe", Priority::Feed, insert).await?;
    }
    let mut counts = Counts::default();
    for counter in PushCounter::ALL {
        counts.add(counter, 1_000);
    }
    let days: BTreeMap<_, _> = (0..COUNTED_DAYS).map(|ago| ((network.site, now.day().plus(-ago)), counts)).collect();
    let count = async move |tx: &Tx| push_counts::add_all(tx, &days).await;
    app.store.write("bench_counts", Priority::Feed, count).await?;
    Ok(())
}
