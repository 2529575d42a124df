//! A pass of rules over the campaigns of many advertisers: what it asks, finds and does.

use crate::app::{App, AppState, Parts};
use placard_common::config::Config;
use placard_model::books::settlement::Amounts;
use placard_model::event::{Served, ServedAd, TokenId};
use placard_model::format::{BlockFormat, CampaignType, Target};
use placard_model::inventory::{AdDims, BlockDims};
use placard_model::rule::{
    RuleAction, RuleActionKind, RuleComparison, RuleCondition, RuleMetric, RuleSettings, RuleSubject, RuleWindow,
};
use placard_model::targeting::audience::{Browser, DeviceType, Language, Os};
use placard_model::targeting::geo::Place;
use placard_model::targeting::request::VisitorId;
use placard_model::{
    AdId, BlockId, CampaignId, CategoryId, GroupId, Hour, Money, OfferId, SiteId, TemplateId, TrafficSourceId, UnixMs,
    UserId, Verdict,
};
use placard_stats::FactDelta;
use placard_store::{Priority, Scope, rules};
use placard_worker::feeds::billing::Billing;
use placard_worker::feeds::facts::Facts;
use placard_worker::feeds::rules as feed;
use std::fmt::Write as _;
use std::fs;
use std::time::Instant;

/// Advertisers, each with so many campaigns and rules.
const OWNERS: i64 = 20;
const CAMPAIGNS: i64 = 500;
const RULES: usize = 30;
/// Sites that each campaign is shown on, and days of facts.
const SITES: i64 = 10;
const DAYS: i32 = 14;
/// Facts that are written at once.
const FACTS_AT_ONCE: usize = 200_000;

/// The figures of rules, on SQLite.
pub(super) async fn measure(config: Config) -> anyhow::Result<String> {
    let folder = config.data_dir.clone();
    let app = App::open(config, Parts { seed: Some(super::SEED), ..Parts::default() }).await?;
    prepare(&app).await?;
    let mut facts = Facts::load(app.worker.clone()).await?;
    facts.catch_up().await?;
    // Rules wait for billing, too.
    Billing::load(app.worker.clone()).await?;
    write_facts(&app)?;
    let mut report = String::new();
    let (campaigns, count) = (OWNERS * CAMPAIGNS, OWNERS * RULES as i64);
    let _ = writeln!(report, "Rules: {count} of {OWNERS} advertisers over {campaigns} campaigns on {SITES} sites");
    for name in ["the first pass", "the next one"] {
        let began = Instant::now();
        let pass = feed::look(&app.worker).await?;
        let took = began.elapsed().as_secs_f64();
        anyhow::ensure!(pass.rules as i64 == count, "{} rules were looked at", pass.rules);
        let (questions, done) = (pass.questions, pass.done + pass.asked);
        let _ = writeln!(report, "  {name:<24}{took:.2} s, {questions} questions, {done} actions");
        let due = async move |tx: &placard_store::Tx| {
            tx.execute("UPDATE rules SET next_at = 0", []).await?;
            Ok(())
        };
        app.store.write("bench_rules_due", Priority::Feed, due).await?;
    }
    report.push('\n');
    drop(facts);
    app.close().await?;
    drop(app);
    fs::remove_dir_all(&folder)?;
    Ok(report)
}

async fn prepare(app: &AppState) -> anyhow::Result<()> {
    app.store
        .write("bench_rules", Priority::Feed, async |tx| {
            for owner in 1..=OWNERS {
                let sql = format!(
                    "INSERT INTO users (id, email, password_hash, type_id, status_id, is_trusted, is_advertiser, \
                     is_webmaster, is_auto_payment, created_at, updated_at, updated_by) \
                     VALUES ({owner}, 'rules-{owner}@x.example', '', 1, 3, FALSE, TRUE, FALSE, FALSE, 0, 0, 'bench')"
                );
                tx.execute(&sql, []).await?;
                let rows: Vec<String> = (0..CAMPAIGNS)
                    .map(|number| {
                        let id = owner * CAMPAIGNS + number;
                        format!("({id}, {owner}, 1, 'Campaign {id}', 1, '[]', '{{}}', TRUE, TRUE, 0, 0, 'bench')")
                    })
                    .collect();
                let sql = format!(
                    "INSERT INTO campaigns (id, advertiser_id, campaign_type, name, target, categories, targeting, \
                     wanted, approved_once, created_at, updated_at, updated_by) VALUES {}",
                    rows.join(", ")
                );
                tx.execute(&sql, []).await?;
                for number in 0..RULES {
                    let id = rules::create(tx, UserId(owner), &rule(number)).await?;
                    rules::set_on(tx, Scope::System, id, true).await?;
                }
            }
            Ok(())
        })
        .await?;
    Ok(())
}

/// A rule of each kind in turn; one in ten finds something to do.
pub(super) fn rule(number: usize) -> RuleSettings {
    let (subject, kind, value) = match number % 3 {
        0 => (RuleSubject::Site, RuleActionKind::SetCoefficient, Some(Money::from_micros(500_000))),
        1 => (RuleSubject::Ad, RuleActionKind::Tell, None),
        _ => (RuleSubject::Campaign, RuleActionKind::Tell, None),
    };
    let over = if number.is_multiple_of(10) { 1 } else { 1_000_000 };
    RuleSettings {
        name: format!("Rule {number}"),
        subject,
        campaigns: Vec::new(),
        conditions: vec![RuleCondition {
            metric: RuleMetric::Spent,
            comparison: RuleComparison::Over,
            value: Money::from_dollars(over),
        }],
        window: RuleWindow::LastDays,
        window_days: if number.is_multiple_of(2) { 7 } else { 14 },
        least_shows: 0,
        least_clicks: 0,
        action: RuleAction { kind, value, bound: None },
        cooldown_hours: 24,
        actions_a_day: 5,
        ask_percent: 100,
        tells_by_mail: false,
    }
}

fn write_facts(app: &AppState) -> anyhow::Result<()> {
    let positions = app.stats.positions()?;
    let mut facts = Vec::with_capacity(FACTS_AT_ONCE);
    let today = app.clock.now().day();
    for day in 0..DAYS {
        let hour = today.plus(-day).first_hour();
        for owner in 1..=OWNERS {
            for number in 0..CAMPAIGNS {
                for site in 1..=SITES {
                    facts.push(fact(owner, owner * CAMPAIGNS + number, site, hour));
                    if facts.len() == FACTS_AT_ONCE {
                        app.stats.append(&facts, &[], &positions)?;
                        facts.clear();
                    }
                }
            }
        }
    }
    app.stats.append(&facts, &[], &positions)?;
    Ok(())
}

fn fact(owner: i64, campaign: i64, site: i64, hour: Hour) -> FactDelta {
    let ad = ServedAd {
        token: TokenId([0; 12]),
        served: Served {
            ad: AdId(campaign),
            block: BlockId(site),
            page: 0,
            visitor: VisitorId(0),
            decided_at: UnixMs(0),
            price: Money::from_micros(100_000),
            weight_micros: 0,
            place: Place::default(),
            asn: 0,
            device_type: DeviceType::Mobile,
            os: Os::Android,
            browser: Browser::Chrome,
            language: Language::default(),
            traffic_source: TrafficSourceId(0),
            template: TemplateId(1),
            position: 0,
            control: false,
            consent: false,
        },
        ad: AdDims {
            campaign_type: CampaignType::Native,
            advertiser: UserId(owner),
            campaign: CampaignId(campaign),
            group: GroupId(campaign),
            target: Target::News,
            offer: OfferId(0),
            category: CategoryId(0),
        },
        block: BlockDims {
            webmaster: UserId(1_000_000),
            site: SiteId(site),
            block: BlockId(site),
            format: BlockFormat::Native,
            template: TemplateId(1),
        },
    };
    let mut fact = FactDelta::show(&ad, hour, Verdict::Valid);
    fact.measures.shows = 1_000 + site;
    fact.measures.clicks = 3;
    fact.measures.amounts = Amounts { cost: Money::from_micros(300_000), ..Amounts::default() };
    fact
}
