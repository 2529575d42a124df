//! What an encrypted push costs its sender, against a push service on this machine, and what a million subscriptions cost in memory.

use super::processor::time_of_threads;
use super::{SERVER_THREADS, runtime};
use crate::app::{App, AppState, Parts};
use crate::push_service::{PushService, Reply};
use anyhow::Context;
use axum::http::Uri;
use p256::SecretKey;
use p256::ecdh::diffie_hellman;
use placard_common::config::Config;
use placard_common::fetch::{OwnHosts, Policy};
use placard_common::vapid::{VapidPair, seal_auth};
use placard_common::webpush::{Encrypter, Recipient};
use placard_engine::Change;
use placard_model::audience::{Browser, DeviceType, Language, Os};
use placard_model::format::{BlockFormat, CampaignType, FormatMask};
use placard_model::geo::{CountryCode, Place};
use placard_model::placement::Placement;
use placard_model::push::{PushButton, PushCreative};
use placard_model::push_times::{Daytime, Pace, next_push};
use placard_model::subscription::{OPT_IN_TEMPLATE, SitePush};
use placard_model::targeting::{SourceLists, Targeting};
use placard_model::time::{DAY_MS, HOUR_MS};
use placard_model::user::{SiteStatus, UserStatus, UserType};
use placard_model::{BlockId, CategoryId, Money, SiteId, UnixMs, UserId};
use placard_store::blocks::{self, BlockSettings};
use placard_store::push_subscriptions::{NewSubscription, Subscriber, Target};
use placard_store::sites::{self, SiteSettings};
use placard_store::templates::{self, Builtin};
use placard_store::testing::insert_subscriptions;
use placard_store::users::{self, Attribution, Contacts, NewUser};
use placard_store::{Priority, Scope, Tx, vapid_keys};
use placard_worker::feeds::push::Sender;
use rand::rngs::StdRng;
use rand::{Rng as _, RngExt as _, SeedableRng as _};
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Messages that are encrypted in each way alone.
const ALONE: u32 = 4_000;
/// Messages that are sent as fast as they go.
const SENT: usize = 20_000;
/// Subscriptions that are there.
const SUBSCRIPTIONS: usize = 1_000_000;
/// Rows of one insert.
const ROWS_PER_WRITE: usize = 2_000;
/// Push ads to choose from.
const ADS: usize = 2_000;
/// For so long messages go at the rate of a million in an hour.
const STEADY: Duration = Duration::from_secs(20);
/// So many a second.
const PER_SECOND: usize = 280;
/// Threads of the database's driver: what is written before and after a message is a part of its cost.
const DATABASE_THREADS: &str = "sqlx-sqlite";
const AUTH: [u8; 16] = [9; 16];

/// Measures on a network of its own below the data folder.
pub(super) fn measure(config: Config) -> anyhow::Result<String> {
    let mut report = String::from("Pushes\n");
    alone(&mut report)?;
    peaks(&mut report);
    let (server, others) = (runtime(SERVER_THREADS)?, runtime("bench-push-service")?);
    let taken = Arc::new(AtomicU64::new(0));
    let counted = taken.clone();
    let service = others.block_on(PushService::start(Arc::new(move |received| {
        counted.fetch_add(u64::from(!received.body.is_empty()), Ordering::Relaxed);
        Box::pin(async { Reply::of(201) })
    })))?;
    let push = Some(OwnHosts { address: service.address(), is_own: |host| host == "fcm.googleapis.com" });
    let fetches = Some(Policy { push, ..Policy::default() });
    server.block_on(async {
        let parts = Parts { seed: Some(super::SEED), fetches, ..Parts::default() };
        let app = App::open(config, parts).await?;
        let before = memory_mib()?;
        let network = network(&app).await?;
        let began = Instant::now();
        subscribe(&app, &network).await?;
        writeln!(report, "  {SUBSCRIPTIONS} subscriptions written in {:.0} s", began.elapsed().as_secs_f64())?;
        let mut sender = Sender::load(app.worker.clone()).await?;
        fast(&mut report, &mut sender, &taken).await?;
        steady(&mut report, &mut sender).await?;
        writeln!(report, "  memory of the process: {before} MiB before, {} MiB with all of them", memory_mib()?)?;
        app.close().await
    })?;
    report.push('\n');
    Ok(report)
}

fn micros(elapsed: Duration, count: u32) -> f64 {
    elapsed.as_secs_f64() * 1e6 / f64::from(count)
}

/// Encryption alone: as it is done, and with RustCrypto's key agreement.
fn alone(report: &mut String) -> anyhow::Result<()> {
    let mut rng = StdRng::seed_from_u64(1);
    let reader = SecretKey::from_slice(&[5; 32])?;
    let to = Recipient::stored(&base64(&reader.public_key().to_sec1_bytes()), &AUTH)?;
    let (encrypter, plain) = (Encrypter::default(), [7; 600]);
    let began = Instant::now();
    for _ in 0..ALONE {
        std::hint::black_box(encrypter.encrypt(&to, &plain, &mut rng)?);
    }
    writeln!(report, "  encryption of 600 bytes alone: {:>6.0} µs", micros(began.elapsed(), ALONE))?;
    let theirs = reader.public_key();
    let began = Instant::now();
    for _ in 0..ALONE {
        let mut bytes = [0; 32];
        rng.fill_bytes(&mut bytes);
        let own = SecretKey::from_slice(&bytes)?;
        std::hint::black_box(own.public_key().to_sec1_bytes());
        std::hint::black_box(diffie_hellman(own.to_nonzero_scalar(), theirs.as_affine()));
    }
    writeln!(report, "  RustCrypto's key agreement alone: {:>3.0} µs", micros(began.elapsed(), ALONE))?;
    Ok(())
}

/// How even the moments of a million subscriptions are.
fn peaks(report: &mut String) {
    let daytime = Daytime { from_hour: 9, to_hour: 21 };
    let midnight = UnixMs(20_000 * DAY_MS);
    let began = Instant::now();
    let mut seconds = vec![0u32; 12 * 3_600];
    for seed in 0..SUBSCRIPTIONS as u64 {
        let at = next_push(seed, 0, daytime, Pace::PerDay(4), midnight);
        if let Some(second) = seconds.get_mut(((at.0 - midnight.0 - 9 * HOUR_MS) / 1_000) as usize) {
            *second += 1;
        }
    }
    let used = seconds.iter().filter(|count| **count > 0).count().max(1);
    let _ = writeln!(
        report,
        "  the next moment of {SUBSCRIPTIONS} subscriptions in one time zone, four a day: {:.1} in a second, {} at most; \
         {:.2} µs each",
        SUBSCRIPTIONS as f64 / used as f64,
        seconds.iter().max().copied().unwrap_or_default(),
        began.elapsed().as_secs_f64() * 1e6 / SUBSCRIPTIONS as f64
    );
}

/// As fast as it goes.
async fn fast(report: &mut String, sender: &mut Sender, taken: &AtomicU64) -> anyhow::Result<()> {
    let before = taken.load(Ordering::Relaxed);
    let (began, processor) = (Instant::now(), processor()?);
    let mut looked_at = 0;
    while looked_at < SENT {
        let some = sender.step(256).await?;
        anyhow::ensure!(some > 0, "nothing is due: {looked_at} of {SENT}");
        looked_at += some;
        sender.listen_for(Duration::ZERO).await?;
    }
    sender.finish().await?;
    let sent = taken.load(Ordering::Relaxed) - before;
    anyhow::ensure!(sent as usize >= SENT * 9 / 10, "only {sent} of {SENT} messages came");
    let spent = self::processor()?.saturating_sub(processor);
    writeln!(
        report,
        "  chosen, written, encrypted, sent over HTTP/2, answer noted: {:.0} µs of processor time a message; {:.0} a second",
        micros(spent, sent as u32),
        sent as f64 / began.elapsed().as_secs_f64()
    )?;
    Ok(())
}

/// At the rate of a million in an hour.
async fn steady(report: &mut String, sender: &mut Sender) -> anyhow::Result<()> {
    let (began, processor) = (Instant::now(), processor()?);
    let mut sent = 0;
    while began.elapsed() < STEADY {
        let beat = Instant::now();
        sent += sender.step(PER_SECOND / 4).await?;
        sender.listen_for(Duration::from_millis(250).saturating_sub(beat.elapsed())).await?;
    }
    sender.finish().await?;
    let share = self::processor()?.saturating_sub(processor).as_secs_f64() / began.elapsed().as_secs_f64() * 100.0;
    let rate = sent as f64 / began.elapsed().as_secs_f64();
    writeln!(report, "  at {rate:.0} a second, a million in an hour: {share:.0} % of a processor")?;
    Ok(())
}

fn processor() -> anyhow::Result<Duration> {
    Ok(time_of_threads(SERVER_THREADS)? + time_of_threads(DATABASE_THREADS)?)
}

/// What the process has in memory now.
fn memory_mib() -> anyhow::Result<u64> {
    let status = std::fs::read_to_string("/proc/self/status").context("memory is read from /proc: Linux only")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    Ok(line.trim().trim_end_matches(" kB").trim().parse::<u64>()? / 1_024)
}

fn base64(bytes: &[u8]) -> String {
    use base64::Engine as _;
    base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(bytes)
}

struct Network {
    webmaster: UserId,
    site: SiteId,
    block: BlockId,
    key: i64,
}

/// A site that asks for subscriptions, and push ads to choose from.
async fn network(app: &AppState) -> anyhow::Result<Network> {
    let new = NewUser {
        email: "webmaster@bench.example".to_owned(),
        password_hash: String::new(),
        user_type: UserType::Ordinary,
        status: UserStatus::Active,
        is_trusted: false,
        is_advertiser: false,
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
        shows_own_ads: false,
    };
    let make = async move |tx: &Tx| {
        let webmaster = users::insert_user(tx, &new).await?.id;
        if !templates::list_templates(tx).await?.iter().any(|template| template.id == OPT_IN_TEMPLATE) {
            templates::put_builtins(tx, std::slice::from_ref(&builtin)).await?;
        }
        let site = sites::insert_site(tx, webmaster, &site, &[], SiteStatus::Approved).await?.id;
        let block = blocks::insert_block(tx, Scope::System, site, &block).await?.id;
        let key = vapid_keys::put(tx, &pair.public, &sealed, None).await?.id;
        Ok(Network { webmaster, site, block, key })
    };
    let network = app.store.write("bench_push", Priority::Feed, make).await?;
    let site = network.site;
    let read = async move |conn: &_| blocks::list_specs(conn, blocks::Which::Site(site)).await;
    let (now, live) = (app.clock.now(), app.engine.live());
    let mut changes = Vec::new();
    for (spec, _) in app.store.read("bench_blocks", read).await? {
        app.delivery.directory.put_block(spec.dims, &spec.domain);
        changes.push(Change::Block(spec));
    }
    let generated = placard_engine::generator::network(placard_engine::generator::Size::of_ads(ADS), super::SEED);
    for change in generated.changes {
        match change {
            Change::Block(_) => {}
            Change::Campaign(mut spec) => {
                spec.campaign_type = CampaignType::Push;
                spec.targeting = Targeting::default();
                changes.push(Change::Campaign(spec));
            }
            Change::Group(mut spec) => {
                spec.targeting = Targeting::default();
                spec.lists = SourceLists::default();
                changes.push(Change::Group(spec));
            }
            Change::Ad(mut spec) => {
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
    app.geo.tree();
    Ok(network)
}

/// A million subscriptions: some are due at once, the others within the hour.
async fn subscribe(app: &AppState, network: &Network) -> anyhow::Result<()> {
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
            let next = if number < 2 * SENT { 0 } else { rng.random_range(0..HOUR_MS) };
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
                created_at: now.plus_ms(-30 * DAY_MS),
                next_send_at: now.plus_ms(next),
            });
        }
        let insert = async move |tx: &Tx| insert_subscriptions(tx, &rows).await;
        app.store.write("bench_subscribe", Priority::Feed, insert).await?;
    }
    Ok(())
}
