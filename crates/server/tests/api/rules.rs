//! Rules over HTTP: what they say, what they would have done, what a pass does, and the way back.

mod guards;

use crate::advertising::{CAMPAIGNS, ad_path, text_form};
use crate::app::{Person, TestApp, each_app};
use crate::damage;
use futures_util::FutureExt as _;
use placard_model::books::settlement::Amounts;
use placard_model::event::{ConversionState, Served, ServedAd, TokenId};
use placard_model::format::{BlockFormat, CampaignType, Target};
use placard_model::inventory::{AdDims, BlockDims};
use placard_model::targeting::audience::{Browser, DeviceType, Language, Os};
use placard_model::targeting::geo::Place;
use placard_model::targeting::request::VisitorId;
use placard_model::time::{DAY_MS, HOUR_MS};
use placard_model::{
    AdId, BlockId, CampaignId, CategoryId, Clock, GroupId, Money, OfferId, SiteId, TemplateId, TrafficSourceId, UnixMs,
    UserId, Verdict,
};
use placard_stats::FactDelta;
use placard_store::accounts::notices::{self, Told};
use placard_worker::feeds::billing::Billing;
use placard_worker::feeds::facts::Facts;
use placard_worker::feeds::rules::{self as feed, Pass};
use serde_json::{Value, json};

const RULES: &str = "/api/advertiser/rules";

/// An advertiser with a campaign of a group and two ads, all running, and the figures that rules read.
pub(crate) struct World {
    pub(crate) anna: Person,
    pub(crate) campaign: i64,
    pub(crate) group: i64,
    pub(crate) ads: [i64; 2],
    _facts: Facts,
}

impl World {
    pub(crate) async fn build(app: &TestApp) -> Self {
        let world = Self::of(app, "anna@x.org").await;
        let seller = app.webmaster("seller@x.org").await.id.0;
        for (id, domain) in [(81, "good.example"), (82, "bad.example")] {
            execute(
                app,
                &format!(
                    "INSERT INTO sites (id, webmaster_id, name, domain, category_id, status_id, allowed_categories, \
                     forbidden_categories, created_at, updated_at, updated_by) \
                     VALUES ({id}, {seller}, 'x', '{domain}', 0, 2, '[]', '[]', 0, 0, 't')"
                ),
            )
            .await;
        }
        world
    }

    /// That of an advertiser, without sites.
    async fn of(app: &TestApp, email: &str) -> Self {
        let anna = app.advertiser(email).await;
        let anna = app.api_token(&anna, &["account:read", "advertiser:read", "advertiser:write"]).await;
        app.deposit(&anna, 1_000).await;
        let campaign = app.campaign(&anna, "Campaign").await;
        let group = app.group(&anna, campaign).await;
        let ads = [app.ad(&anna, group, &text_form()).await, app.ad(&anna, group, &text_form()).await];
        run_all(app).await;
        let mut facts = Facts::load(app.app.worker.clone()).await.unwrap();
        facts.catch_up().await.unwrap();
        // Rules wait for both; nothing that is to be billed happens here.
        Billing::load(app.app.worker.clone()).await.unwrap();
        Self { anna, campaign, group, ads, _facts: facts }
    }

    pub(crate) fn served(&self, campaign: i64, ad: i64, site: i64) -> ServedAd {
        ServedAd {
            token: TokenId([0; 12]),
            served: Served {
                ad: AdId(ad),
                block: BlockId(91),
                page: 0,
                visitor: VisitorId(0),
                decided_at: UnixMs(0),
                price: Money::from_micros(500_000),
                weight_micros: 0,
                place: Place::default(),
                asn: 0,
                device_type: DeviceType::Mobile,
                os: Os::Android,
                browser: Browser::Chrome,
                language: Language::parse("de").unwrap(),
                traffic_source: TrafficSourceId(0),
                template: TemplateId(2),
                position: 0,
                control: false,
                consent: false,
            },
            ad: AdDims {
                campaign_type: CampaignType::Native,
                advertiser: self.anna.id,
                campaign: CampaignId(campaign),
                group: GroupId(self.group),
                target: Target::News,
                offer: OfferId(0),
                category: CategoryId(12),
            },
            block: BlockDims {
                webmaster: UserId(1_000),
                site: SiteId(site),
                block: BlockId(91),
                format: BlockFormat::Native,
                template: TemplateId(2),
            },
        }
    }

    /// Clicks of a dollar each and shows of an ad on a site, at an hour before now.
    #[expect(clippy::too_many_arguments, reason = "each test names all of them in a line")]
    pub(crate) fn happen(
        &self,
        app: &TestApp,
        hours_ago: i64,
        ad: i64,
        site: i64,
        shows: i64,
        clicks: i64,
        leads: i64,
    ) {
        let hour = app.clock.now().plus_ms(-hours_ago * HOUR_MS).hour();
        let of = self.served(self.campaign, ad, site);
        let mut fact = FactDelta::show(&of, hour, Verdict::Valid);
        fact.measures.shows = shows;
        fact.measures.clicks = clicks;
        fact.measures.amounts = Amounts { cost: Money::from_dollars(clicks), ..Amounts::default() };
        let mut all = vec![fact];
        let approved = Some((ConversionState::Approved, Money::from_dollars(5)));
        all.extend((0..leads).map(|_| FactDelta::conversion(&of, hour, Verdict::Valid, None, approved)));
        app.app.stats.append(&all, &[], &app.app.stats.positions().unwrap()).unwrap();
    }

    async fn status(&self, app: &TestApp, path: &str) -> Value {
        let found = app.get(&self.anna, path).await.expect(200)["data"].clone();
        if found["status_id"].is_null() { found["status"].clone() } else { found["status_id"].clone() }
    }

    async fn log(&self, app: &TestApp) -> Vec<Value> {
        app.get(&self.anna, &format!("{RULES}/log")).await.expect(200)["data"].as_array().unwrap().clone()
    }

    async fn make(&self, app: &TestApp, form: Value) -> i64 {
        app.post(&self.anna, RULES, save(form)).await.expect(201)["data"]["id"].as_i64().unwrap()
    }
}

/// Changes rows, past all rules.
async fn execute(app: &TestApp, sql: &str) {
    damage::execute(&app.app, sql).await;
}

/// Approves and starts everything.
async fn run_all(app: &TestApp) {
    execute(app, "UPDATE ads SET review = 5, wanted = TRUE, processing_until = NULL").await;
    execute(app, "UPDATE ad_groups SET wanted = TRUE").await;
    execute(app, "UPDATE campaigns SET wanted = TRUE, approved_once = TRUE").await;
}

/// "When a site has spent over 10 and leads exactly 0 in the last 3 days, block it."
fn no_leads() -> Value {
    json!({"name": "No leads", "subject_id": 1, "conditions": [
        {"metric_id": 1, "comparison_id": 1, "value": 10}, {"metric_id": 5, "comparison_id": 5, "value": 0}],
        "window_id": 2, "window_days": 3, "action": {"kind_id": 2}, "is_on": true, "ask_percent": 100})
}

/// "When an ad's CTR is under 0.2 today after 1,000 shows, pause it."
fn tired() -> Value {
    json!({"name": "Tired ad", "subject_id": 3, "conditions": [{"metric_id": 4, "comparison_id": 2, "value": 0.2}],
        "window_id": 1, "least_shows": 1000, "action": {"kind_id": 1}, "is_on": true, "ask_percent": 100})
}

/// A form to save: what a rule says, and what is done with it.
fn save(mut form: Value) -> Value {
    let mut body = json!({});
    for name in ["is_on", "confirmed", "version"] {
        if let Some(value) = form.as_object_mut().unwrap().remove(name) {
            body[name] = value;
        }
    }
    body["rule"] = form;
    body
}

fn with(mut form: Value, fields: Value) -> Value {
    for (name, value) in fields.as_object().unwrap() {
        form[name] = value.clone();
    }
    form
}

async fn pass(app: &TestApp) -> Pass {
    feed::look(&app.app.worker).await.unwrap()
}

async fn next_hour(app: &TestApp) {
    let now = app.clock.now().0;
    app.clock.set(UnixMs(now - now.rem_euclid(HOUR_MS) + HOUR_MS));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_rule_says_is_checked_beside_its_fields() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let other = app.advertiser("b@x.org").await;
        let made =
            app.post(&anna, RULES, save(with(no_leads(), json!({"is_on": false})))).await.expect(201)["data"].clone();
        let own = format!("{RULES}/{}", made["id"]);
        assert_eq!((&made["is_on"], &made["version"], &made["next_at"]), (&json!(false), &json!(1), &Value::Null));
        assert_eq!(app.get(&anna, &own).await.expect(200)["data"], made);

        let check = async |fields: Value, wrong: &[&str]| {
            let mut found = app.post(&anna, RULES, save(with(no_leads(), fields))).await.wrong_fields();
            found.sort();
            assert_eq!(found, wrong);
        };
        check(json!({"name": ""}), &["name"]).await;
        check(json!({"subject_id": 9}), &["subject_id"]).await;
        check(json!({"conditions": []}), &["conditions"]).await;
        check(json!({"subject_id": 3}), &["action.kind_id"]).await;
        check(json!({"window_days": 91}), &["window_days"]).await;
        check(json!({"cooldown_hours": 0, "actions_a_day": 0}), &["actions_a_day", "cooldown_hours"]).await;
        check(json!({"action": {"kind_id": 3, "value": 0.25}}), &["action.value"]).await;
        check(json!({"action": {"kind_id": 4, "value": 20}}), &["action.bound"]).await;
        app.post(&anna, RULES, save(with(no_leads(), json!({"campaigns": [424_242]})))).await.expect(404);
        check(json!({"conditions": [{"metric_id": 2, "comparison_id": 1, "value": 0.5}]}), &["conditions.0.value"])
            .await;

        // Others' rules are not there.
        for path in [own.clone(), format!("{RULES}/424242")] {
            app.get(&other, &path).await.expect(404);
            app.put(&other, &path, save(no_leads())).await.expect(404);
            app.put_empty(&other, &format!("{path}/start")).await.expect(404);
            app.delete(&other, &path).await.expect(404);
        }
        // A stale edit is told.
        let edit = with(no_leads(), json!({"name": "Other", "version": 1}));
        assert_eq!(app.put(&anna, &own, save(edit.clone())).await.expect(200)["data"]["name"], "Other");
        app.put(&anna, &own, save(with(edit, json!({"name": "Third"})))).await.expect(409);
        let started = app.put_empty(&anna, &format!("{own}/start")).await.expect(200);
        assert_eq!(started["data"]["is_on"], true);
        assert_eq!(app.put_empty(&anna, &format!("{own}/stop")).await.expect(200)["data"]["on_since"], Value::Null);
        app.delete(&anna, &own).await.expect(204);
        app.get(&anna, &own).await.expect(404);
        for _ in 0..50 {
            app.post(&anna, RULES, save(no_leads())).await.expect(201);
        }
        app.post(&anna, RULES, save(no_leads())).await.expect(409);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rule_blocks_what_it_would_have_blocked_and_it_can_be_taken_back() {
    each_app(async |app| {
        let world = World::build(&app).await;
        next_hour(&app).await;
        world.happen(&app, 2, world.ads[0], 81, 500, 20, 2);
        world.happen(&app, 2, world.ads[0], 82, 500, 8, 0);
        // Nothing yet: 8 dollars.
        let rule = world.make(&app, no_leads()).await;
        assert_eq!(pass(&app).await, Pass { rules: 1, questions: 1, ..Pass::default() });
        world.happen(&app, 0, world.ads[0], 82, 100, 4, 0);
        // Looked at once an hour.
        assert_eq!(pass(&app).await.rules, 0);
        next_hour(&app).await;

        let dry = app.post(&world.anna, &format!("{RULES}/dry_run"), dry(no_leads())).await.expect(200)["data"].clone();
        let events = dry["events"].as_array().unwrap();
        assert_eq!(events.len(), 1, "{dry}");
        assert_eq!(
            (&events[0]["subject_name"], &events[0]["at"]),
            (&json!("bad.example"), &json!(app.clock.now().to_string()))
        );
        assert_eq!((&dry["matches_now"], &dry["stops_everything_now"]), (&json!(1), &json!(false)));
        assert_eq!((&dry["total"]["spent"], &dry["given_up"]["spent"]), (&json!(32), &json!(0)));

        assert_eq!(pass(&app).await, Pass { rules: 1, done: 1, asked: 0, questions: 1 });
        assert_eq!(pass(&app).await, Pass::default());
        let log = world.log(&app).await;
        assert_eq!((log.len(), &log[0]["figures"]), (1, &events[0]["figures"]), "{log:?}");
        assert_eq!((&log[0]["why"], &log[0]["subject_name"]), (&events[0]["why"], &json!("bad.example")));
        let sources = format!("{CAMPAIGNS}/{}/source/stats?filters[view]=blocked", world.campaign);
        let blocked = async || {
            let found = app.get(&world.anna, &sources).await.expect(200);
            let rows = found["data"].as_array().unwrap().clone();
            rows.iter().map(|row| (row["site_id"].clone(), row["is_by_rule"].clone())).collect::<Vec<_>>()
        };
        assert_eq!(blocked().await, [(json!(82), json!(true))]);
        // It is told, and it stands in the audit log.
        let notices = app.get(&world.anna, "/api/account/notices/inbox").await.expect(200);
        assert_eq!((&notices["unread_count"], &notices["data"][0]["kind"]), (&json!(1), &json!("rule_acted")));
        assert!(notices["data"][0]["title"].as_str().unwrap().starts_with("No leads: blocked site bad.example"));
        let god = app.god().await;
        let audit = app.get(&god, "/api/admin/audit_log?action=rule").await.expect(200);
        assert_eq!(audit["data"][0]["action"], "rule", "{audit}");

        // Not again while it cools, although its owner took it back.
        let id = log[0]["id"].as_i64().unwrap();
        let undo = format!("{RULES}/log/{id}/undo");
        app.put_empty(&app.advertiser("b@x.org").await, &undo).await.expect(404);
        assert_eq!(app.put_empty(&world.anna, &undo).await.expect(200)["data"]["state_id"], 2);
        assert_eq!(blocked().await, []);
        app.put_empty(&world.anna, &undo).await.expect(409);
        next_hour(&app).await;
        assert_eq!(pass(&app).await.done, 0);
        app.clock.advance_ms(DAY_MS);
        assert_eq!(pass(&app).await.done, 1);
        let listed = app.get(&world.anna, RULES).await.expect(200)["data"][0].clone();
        assert_eq!((&listed["id"], &listed["acted_count"]), (&json!(rule), &json!(2)));
        assert_eq!(listed["last_action"]["state_id"], 1);
    })
    .await;
}

fn dry(mut form: Value) -> Value {
    form.as_object_mut().unwrap().remove("is_on");
    json!({"rule": form, "days": 3})
}

#[tokio::test(flavor = "multi_thread")]
async fn paused_things_show_it_until_their_owner_starts_them() {
    each_app(async |app| {
        let world = World::build(&app).await;
        next_hour(&app).await;
        app.clock.advance_ms(HOUR_MS);
        world.happen(&app, 1, world.ads[0], 81, 5_000, 1, 0);
        world.happen(&app, 1, world.ads[1], 81, 5_000, 100, 0);
        let ad = ad_path(world.ads[0]);
        world.make(&app, tired()).await;
        assert_eq!(world.status(&app, &ad).await, 5);
        assert_eq!(pass(&app).await.done, 1);
        let shown = app.get(&world.anna, &ad).await.expect(200)["data"].clone();
        assert_eq!((&shown["status_id"], &shown["halts"][0]["rule_name"]), (&json!(4), &json!("Tired ad")), "{shown}");
        assert_eq!(world.status(&app, &ad_path(world.ads[1])).await, 5);
        // Its owner knows better.
        app.put(&world.anna, "/api/advertiser/ads/all/start", json!({"ids": [world.ads[0]]})).await.expect(200);
        assert_eq!(world.status(&app, &ad).await, 5);
        assert_eq!(app.get(&world.anna, &ad).await.expect(200)["data"]["halts"], json!([]));

        // Groups and campaigns show 9; a start ends it, and so does the way back.
        let spent = json!([{"metric_id": 1, "comparison_id": 3, "value": 50}]);
        for (subject, path) in
            [(4, format!("/api/advertiser/ad_groups/{}", world.group)), (5, format!("{CAMPAIGNS}/{}", world.campaign))]
        {
            let form = json!({"name": "Dear", "subject_id": subject, "conditions": spent, "window_id": 3,
                "action": {"kind_id": 1}, "is_on": true, "ask_percent": 100});
            world.make(&app, form).await;
            assert_eq!(pass(&app).await.done, 1, "{path}");
            assert_eq!(world.status(&app, &path).await, 9);
            assert_eq!(world.status(&app, &ad).await, 4);
            app.put_empty(&world.anna, &format!("{path}/start")).await.expect(200);
            assert_eq!(world.status(&app, &path).await, 2);
            execute(&app, "DELETE FROM rule_actions").await;
            next_hour(&app).await;
            assert!(pass(&app).await.done >= 1);
            assert_eq!(world.status(&app, &path).await, 9);
            let id = world.log(&app).await[0]["id"].clone();
            app.put_empty(&world.anna, &format!("{RULES}/log/{id}/undo")).await.expect(200);
            assert_eq!(world.status(&app, &path).await, 2);
            execute(&app, "UPDATE rules SET is_on = FALSE").await;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_leave_alone_what_staff_paused() {
    each_app(async |app| {
        let world = World::build(&app).await;
        next_hour(&app).await;
        app.clock.advance_ms(HOUR_MS);
        world.happen(&app, 1, world.ads[0], 81, 5_000, 100, 0);
        let spent = json!([{"metric_id": 1, "comparison_id": 3, "value": 50}]);
        for subject in [4, 5] {
            let form = json!({"name": "Dear", "subject_id": subject, "conditions": spent, "window_id": 3,
                "action": {"kind_id": 1}, "is_on": true, "ask_percent": 100});
            world.make(&app, form).await;
        }
        execute(&app, "UPDATE campaigns SET paused_by_staff = TRUE").await;
        assert_eq!(pass(&app).await.done, 0);
        // A group that staff paused is left alone by itself.
        execute(&app, "UPDATE campaigns SET paused_by_staff = FALSE").await;
        execute(&app, "UPDATE ad_groups SET paused_by_staff = TRUE").await;
        next_hour(&app).await;
        assert_eq!(pass(&app).await.done, 1);
        assert_eq!(world.status(&app, &format!("{CAMPAIGNS}/{}", world.campaign)).await, 9);
        let paused = world.log(&app).await;
        assert_eq!((paused.len(), &paused[0]["subject_kind_id"]), (1, &json!(5)), "{paused:?}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn numbers_go_step_by_step_to_their_bound() {
    each_app(async |app| {
        let world = World::build(&app).await;
        app.clock.advance_ms(2 * HOUR_MS);
        world.happen(&app, 1, world.ads[0], 81, 1_000, 40, 10);
        let spent = json!([{"metric_id": 1, "comparison_id": 1, "value": 1}]);
        let rule = |subject: i64, action: Value| {
            json!({"name": "Step", "subject_id": subject, "conditions": spent, "window_id": 2, "window_days": 30,
                "action": action, "is_on": true, "cooldown_hours": 1})
        };
        let campaign = format!("{CAMPAIGNS}/{}", world.campaign);
        execute(&app, "UPDATE campaigns SET daily_limit = 100000000").await;
        let at = async |path: &str, field: &str| app.get(&world.anna, path).await.expect(200)["data"][field].clone();
        let ad = ad_path(world.ads[0]);
        let cases: [(Value, Vec<Value>, &str, &str); 3] = [
            (
                rule(5, json!({"kind_id": 7, "value": 20, "bound": 130})),
                vec![json!(120.0), json!(130.0), json!(130.0)],
                &campaign,
                "daily_money_limit",
            ),
            (
                rule(3, json!({"kind_id": 8, "value": 20, "bound": 1.9})),
                vec![json!(2.0), json!(1.9), json!(1.9)],
                &ad,
                "one_bid_for_all_geo",
            ),
            (
                rule(1, json!({"kind_id": 4, "value": 30, "bound": 0.6})),
                vec![json!(0.7), json!(0.6), json!(0.6)],
                &campaign,
                "coefficients",
            ),
        ];
        for (form, steps, path, field) in cases {
            world.make(&app, form).await;
            for (hour, expected) in steps.iter().enumerate() {
                let done = pass(&app).await.done;
                assert_eq!(done, usize::from(hour < 2), "{field}, hour {hour}");
                let mut found = at(path, field).await;
                if field == "coefficients" {
                    found = found[0]["value"].clone();
                }
                assert_eq!(found.as_f64(), expected.as_f64(), "{field}, hour {hour}");
                next_hour(&app).await;
            }
            // The last step is taken back; a number that was changed since is left alone.
            let log = world.log(&app).await;
            let undo = |entry: &Value| format!("{RULES}/log/{}/undo", entry["id"]);
            app.put_empty(&world.anna, &undo(&log[1])).await.expect(409);
            app.put_empty(&world.anna, &undo(&log[0])).await.expect(200);
            app.put_empty(&world.anna, &undo(&log[1])).await.expect(200);
            execute(&app, "UPDATE rules SET is_on = FALSE").await;
        }
        assert_eq!(at(&campaign, "daily_money_limit").await, 100.0);
        assert_eq!(at(&ad, "one_bid_for_all_geo").await, 2.5);
        assert_eq!(at(&campaign, "coefficients").await, json!([]));

        // A bid stays at what a country asks at least, where the ad is shown there.
        let minimum = json!({"value": "US 2.3", "version": 0});
        app.put(&app.god().await, "/api/admin/settings/bids.by_country", minimum).await.expect(200);
        world.make(&app, rule(3, json!({"kind_id": 8, "value": 20, "bound": 1.9}))).await;
        for done in [1, 0] {
            assert_eq!(pass(&app).await.done, done);
            assert_eq!(at(&ad, "one_bid_for_all_geo").await, 2.3);
            next_hour(&app).await;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dry_runs_take_the_turns_of_their_account() {
    each_app(async |app| {
        let world = World::build(&app).await;
        let (turns, anna) = (&app.app.turns, world.anna.id);
        let mut asking: Vec<_> = (0..32).map(|_| Box::pin(turns.ask(anna, std::future::pending::<()>()))).collect();
        assert!(asking.iter_mut().all(|ask| ask.as_mut().now_or_never().is_none()));
        app.post(&world.anna, &format!("{RULES}/dry_run"), dry(no_leads())).await.expect(429);
        app.post(&world.anna, RULES, save(tired())).await.expect(429);
        drop(asking);
        app.post(&world.anna, &format!("{RULES}/dry_run"), dry(no_leads())).await.expect(200);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rule_that_would_stop_everything_asks_first() {
    each_app(async |app| {
        let world = World::build(&app).await;
        app.clock.advance_ms(2 * HOUR_MS);
        world.happen(&app, 1, world.ads[0], 81, 5_000, 1, 0);
        world.happen(&app, 1, world.ads[1], 81, 5_000, 2, 0);
        let refused = app.post(&world.anna, RULES, save(tired())).await.wrong_fields();
        assert_eq!(refused, ["confirmed"]);
        let run = app.post(&world.anna, &format!("{RULES}/dry_run"), dry(tired())).await.expect(200);
        assert_eq!((&run["data"]["stops_everything_now"], &run["data"]["matches_now"]), (&json!(true), &json!(2)));
        let rule = world.make(&app, with(tired(), json!({"confirmed": true}))).await;
        // What it asks comes whatever is switched off.
        execute(&app, "UPDATE users SET notices_off = '[\"rule_acted\"]', mails_off = '[\"rule_acted\"]'").await;
        assert_eq!(pass(&app).await, Pass { rules: 1, done: 0, asked: 2, questions: 1 });
        let inbox = app.get(&world.anna, "/api/account/notices/inbox").await.expect(200);
        assert_eq!((&inbox["unread_count"], &inbox["data"][0]["kind"]), (&json!(1), &json!("rule_acted")));
        let god = app.god().await;
        let mails = app.get(&god, "/api/admin/mails?searchPhrase=asks%20before").await.expect(200);
        assert_eq!(mails["data"][0]["recipient"], "anna@x.org", "{mails}");
        for ad in world.ads {
            assert_eq!(world.status(&app, &ad_path(ad)).await, 5);
        }
        // It does not ask twice.
        next_hour(&app).await;
        assert_eq!(pass(&app).await.asked, 0);
        let log = world.log(&app).await;
        assert_eq!(log.iter().filter(|entry| entry["state_id"] == 3).count(), 2);
        let say = async |entry: &Value, word: &str| {
            app.put_empty(&world.anna, &format!("{RULES}/log/{}/{word}", entry["id"])).await.expect(200)["data"].clone()
        };
        assert_eq!(say(&log[0], "approve").await["state_id"], 1);
        assert_eq!(say(&log[1], "decline").await["state_id"], 4);
        app.put_empty(&world.anna, &format!("{RULES}/log/{}/approve", log[1]["id"])).await.expect(409);
        let paused = log[0]["subject_id"].as_i64().unwrap();
        assert_eq!(world.status(&app, &ad_path(paused)).await, 4);
        let listed = app.get(&world.anna, &format!("{RULES}/{rule}")).await.expect(200);
        assert_eq!(listed["data"]["asked_count"], 0);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn notices_are_listed_marked_and_switched_off() {
    each_app(async |app| {
        let (anna, other) = (app.advertiser("anna@x.org").await, app.advertiser("b@x.org").await);
        let user = anna.id;
        let put = async |kind: &'static str, title: &'static str| {
            let put = async move |tx: &placard_store::Tx| notices::put(tx, user, kind, title, "/x").await;
            app.app.store.write("test", placard_store::Priority::Api, put).await.unwrap();
        };
        const INBOX: &str = "/api/account/notices/inbox";
        put("low_balance", "One").await;
        put("ad_rejected", "Two").await;
        let list = app.get(&anna, INBOX).await.expect(200);
        assert_eq!((&list["unread_count"], &list["data"][0]["title"]), (&json!(2), &json!("Two")));
        assert_eq!(app.get(&other, INBOX).await.expect(200)["pagination"]["total"], 0);
        let first = list["data"][0]["id"].clone();
        let read = format!("{INBOX}/read");
        // Nobody marks what is others'.
        app.put(&other, &read, json!({"ids": [first]})).await.expect(200);
        assert_eq!(app.put(&anna, &read, json!({"ids": [first]})).await.expect(200)["unread_count"], 1);
        let unread = app.get(&anna, &format!("{INBOX}?unread=1")).await.expect(200);
        assert_eq!((&unread["pagination"]["total"], &unread["data"][0]["title"]), (&json!(1), &json!("One")));
        assert_eq!(app.put(&anna, &read, json!({})).await.expect(200)["unread_count"], 0);
        // A kind that is kept out of the list is not told here.
        app.put(&anna, "/api/account/notices", json!({"list_off": ["low_balance"], "mail_off": []})).await.expect(200);
        put("low_balance", "Three").await;
        assert_eq!(app.get(&anna, INBOX).await.expect(200)["pagination"]["total"], 2);
        // They go after 90 days.
        app.clock.advance_ms(91 * DAY_MS);
        placard_worker::feeds::schedule::hourly(&app.app.worker, app.clock.now()).await.unwrap();
        let left = notices::unread_count;
        let count = async move |conn: &placard_store::Conn| {
            left(conn, user).await?;
            notices::list(conn, user, false, Told::Everything, 20, 0).await
        };
        assert_eq!(app.app.store.read("test", count).await.unwrap().1, 0);
    })
    .await;
}
