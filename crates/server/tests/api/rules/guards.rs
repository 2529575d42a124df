//! What rules must not bring about: a campaign that is shown everywhere, others that wait, acts on half of the figures.

use super::*;
use crate::push;
use placard_model::Hour;
use placard_model::event::{Event, RequestCount};
use placard_model::rule::RuleSums;
use placard_store::Scope;
use placard_store::advertising::{campaigns, past_limit};

async fn pass_by(app: &TestApp, things_max: usize) -> Pass {
    feed::look_by(&app.app.worker, things_max).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_block_of_the_only_allowed_source_pauses_the_campaign() {
    each_app(async |app| {
        let world = World::build(&app).await;
        next_hour(&app).await;
        world.happen(&app, 1, world.ads[0], 81, 500, 20, 0);
        world.happen(&app, 1, world.ads[0], 82, 500, 30, 2);
        let list = format!("{CAMPAIGNS}/{}/source/list", world.campaign);
        let say = async |site: i64, state: &str| {
            app.put(&world.anna, &list, json!({"site_ids": [site], "state": state})).await.expect(200);
        };
        say(81, "allowed").await;
        let campaign = format!("{CAMPAIGNS}/{}", world.campaign);
        world.make(&app, no_leads()).await;
        assert_eq!(pass(&app).await.done, 1);
        assert_eq!(world.status(&app, &campaign).await, 9);
        let undo = async || {
            let id = world.log(&app).await[0]["id"].clone();
            app.put_empty(&world.anna, &format!("{RULES}/log/{id}/undo")).await
        };
        undo().await.expect(200);
        assert_eq!(world.status(&app, &campaign).await, 2);

        // Once another one is allowed, too, it is blocked. Its owner thinks otherwise: there is nothing to take back.
        say(82, "allowed").await;
        execute(&app, "DELETE FROM rule_actions").await;
        next_hour(&app).await;
        assert_eq!(pass(&app).await.done, 1);
        assert_eq!(world.status(&app, &campaign).await, 2);
        say(81, "open").await;
        undo().await.expect(409);
        say(81, "allowed").await;
        undo().await.expect(409);
        let stats = app.get(&world.anna, &format!("{campaign}/source/stats?filters[view]=blocked")).await.expect(200);
        assert_eq!(stats["data"], json!([]));
    })
    .await;
}

/// "When a site has spent over 10 in the last 3 days, its coefficient is a half."
fn half() -> Value {
    let spent = json!([{"metric_id": 1, "comparison_id": 1, "value": 10}]);
    with(no_leads(), json!({"conditions": spent, "action": {"kind_id": 3, "value": 0.5}}))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_list_of_coefficients_holds_up_no_other_rule() {
    each_app(async |app| {
        let (full, other) = (World::build(&app).await, World::of(&app, "b@x.org").await);
        next_hour(&app).await;
        let rows: Vec<String> =
            (1..=1_000).map(|site| format!("(1, {}, 1, {}, 5, 0, 't')", full.campaign, site + 1_000)).collect();
        let columns = "owner_kind, owner_id, source_kind, source_id, tenths, updated_at, updated_by";
        let sql = format!("INSERT INTO source_coefficients ({columns}) VALUES {}", rows.join(", "));
        execute(&app, &sql).await;
        for world in [&full, &other] {
            world.happen(&app, 1, world.ads[0], 81, 500, 20, 2);
            world.make(&app, half()).await;
        }
        assert_eq!(pass(&app).await, Pass { rules: 2, done: 1, asked: 0, questions: 1 });
        assert_eq!((full.log(&app).await.len(), other.log(&app).await.len()), (0, 1));
        assert_eq!(pass(&app).await.rules, 0, "both were looked at");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_wait_for_billing() {
    each_app(async |app| {
        let world = World::build(&app).await;
        next_hour(&app).await;
        app.clock.advance_ms(HOUR_MS);
        world.happen(&app, 1, world.ads[0], 81, 5_000, 1, 0);
        world.happen(&app, 1, world.ads[1], 81, 5_000, 100, 0);
        world.make(&app, tired()).await;
        let hour: Hour = app.clock.now().hour();
        let count =
            RequestCount { block: BlockId(91), owner: None, step: 0, hour, requests: 9, places: 18, filled: 12 };
        app.app.log.append(Event::Requests(vec![count])).await.unwrap();
        app.clock.advance_ms(2 * 60_000);
        // Statistics have read it, billing has not.
        let mut facts = Facts::load(app.app.worker.clone()).await.unwrap();
        facts.catch_up().await.unwrap();
        assert_eq!(pass(&app).await, Pass::default());
        Billing::load(app.app.worker.clone()).await.unwrap().catch_up().await.unwrap();
        facts.catch_up().await.unwrap();
        assert_eq!(pass(&app).await.done, 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_things_are_asked_for_in_parts() {
    each_app(async |app| {
        let (one, other) = (World::build(&app).await, World::of(&app, "b@x.org").await);
        next_hour(&app).await;
        for world in [&one, &other] {
            world.happen(&app, 1, world.ads[0], 81, 500, 20, 0);
            world.happen(&app, 1, world.ads[0], 82, 500, 30, 2);
            world.make(&app, no_leads()).await;
        }
        // Four things of two advertisers.
        assert_eq!(pass_by(&app, 3).await, Pass { rules: 2, done: 2, asked: 0, questions: 3 });
        assert!(!app.app.health.holds("rules_cut"));
        execute(&app, "UPDATE rules SET next_at = 0").await;
        pass_by(&app, 2).await;
        assert!(app.app.health.holds("rules_cut"), "one alone has two");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn push_ads_and_push_campaigns_are_paused_like_others() {
    each_app(async |app| {
        let world = World::build(&app).await;
        let campaign = app.push_campaign(&world.anna, "Rain").await;
        let ad = app.push_ad(&world.anna, &push::uuid(&campaign)).await;
        run_all(&app).await;
        next_hour(&app).await;
        app.clock.advance_ms(HOUR_MS);
        let mut of = world.served(campaign["id"].as_i64().unwrap(), ad["id"].as_i64().unwrap(), 81);
        of.ad.campaign_type = CampaignType::Push;
        let mut fact = FactDelta::show(&of, app.clock.now().plus_ms(-HOUR_MS).hour(), Verdict::Valid);
        fact.measures.clicks = 100;
        fact.measures.amounts = Amounts { cost: Money::from_dollars(100), ..Amounts::default() };
        app.app.stats.append(&[fact], &[], &app.app.stats.positions().unwrap()).unwrap();
        let spent = json!([{"metric_id": 1, "comparison_id": 3, "value": 50}]);
        for (subject, path) in [(3, push::ad_path(&push::uuid(&ad))), (5, push::campaign_path(&push::uuid(&campaign)))]
        {
            let form = json!({"name": "Dear", "subject_id": subject, "conditions": spent, "window_id": 3,
                "action": {"kind_id": 1}, "is_on": true, "ask_percent": 100});
            world.make(&app, form).await;
            let status = async || app.get(&world.anna, &path).await.expect(200)["data"]["status_id"].clone();
            assert_eq!(status().await, 2, "{path}");
            assert_eq!(pass(&app).await.done, 1, "{path}");
            assert_eq!(status().await, 9, "{path}");
            let id = world.log(&app).await[0]["id"].clone();
            app.put_empty(&world.anna, &format!("{RULES}/log/{id}/undo")).await.expect(200);
            assert_eq!(status().await, 2, "{path}");
            execute(&app, "UPDATE rules SET is_on = FALSE").await;
        }
        // What is native was not touched.
        assert_eq!(world.status(&app, &ad_path(world.ads[0])).await, 5);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_leads_cost_and_bring_lowers_coefficients_and_raises_limits() {
    each_app(async |app| {
        let world = World::build(&app).await;
        app.clock.advance_ms(2 * HOUR_MS);
        // A lead costs 10 dollars at one, 2 at the other: 40 dollars brought 12 leads of 5, half as much again.
        world.happen(&app, 1, world.ads[0], 81, 500, 20, 2);
        world.happen(&app, 1, world.ads[0], 82, 500, 20, 10);
        execute(&app, "UPDATE campaigns SET daily_limit = 100000000").await;
        let campaign = format!("{CAMPAIGNS}/{}", world.campaign);
        let at = async |field: &str| app.get(&world.anna, &campaign).await.expect(200)["data"][field].clone();
        let rule = |subject: i64, metric: i64, over: i64, action: Value| {
            json!({"name": "By leads", "subject_id": subject, "window_id": 2, "window_days": 3, "action": action,
                "conditions": [{"metric_id": metric, "comparison_id": 1, "value": over}], "is_on": true})
        };
        let (lower, raise) =
            (json!({"kind_id": 4, "value": 50, "bound": 0.2}), json!({"kind_id": 7, "value": 20, "bound": 1_000}));
        world.make(&app, rule(1, 6, 5, lower)).await;
        world.make(&app, rule(5, 8, 60, raise.clone())).await;
        assert_eq!(pass(&app).await.done, 1);
        assert_eq!(at("coefficients").await, json!([{"site_id": 81, "value": 0.5}]));
        assert_eq!(at("daily_money_limit").await, json!(100), "50 is not over 60");
        world.make(&app, rule(5, 8, 40, raise)).await;
        assert_eq!(pass(&app).await.done, 1);
        assert_eq!(at("daily_money_limit").await, json!(120));
        let log = world.log(&app).await;
        assert_eq!((&log[0]["before"], &log[0]["after"], log.len()), (&json!(100), &json!(120), 2), "{log:?}");
        assert_eq!(log[1]["figures"]["leads"], json!(2), "{log:?}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_limit_of_midnight_is_known_after_a_late_yes_and_its_undo() {
    each_app(async |app| {
        let world = World::build(&app).await;
        let (anna, campaign) = (world.anna.id, world.campaign);
        execute(&app, "UPDATE campaigns SET daily_limit = 100000000").await;
        let form = json!({"name": "Less", "subject_id": 5, "window_id": 2, "window_days": 30, "is_on": true,
            "conditions": [{"metric_id": 1, "comparison_id": 1, "value": 1}],
            "action": {"kind_id": 6, "value": 50, "bound": 10}});
        let rule = world.make(&app, form).await;
        let now = app.clock.now().0;
        let midnight = now - now.rem_euclid(DAY_MS) + DAY_MS;
        let asked = midnight - 2 * HOUR_MS;
        let sums = serde_json::to_string(&RuleSums::default()).unwrap();
        let sql = format!(
            "INSERT INTO rule_actions (rule_id, rule_name, advertiser_id, campaign_id, campaign_name, subject, subject_id, \
             subject_name, kind, state, change, sums, why, hour, at, updated_by) VALUES ({rule}, '', {anna}, {campaign}, '', \
             5, {campaign}, '', 6, 3, '{{}}', '{sums}', '', {}, {asked}, '')",
            asked / HOUR_MS
        );
        execute(&app, &sql).await;
        let say = async |hours: i64, word: &str| {
            app.clock.set(UnixMs(midnight + hours * HOUR_MS));
            let id = world.log(&app).await[0]["id"].clone();
            app.put_empty(&world.anna, &format!("{RULES}/log/{id}/{word}")).await.expect(200);
        };
        let at = async |hours: i64| {
            let read = async move |conn: &placard_store::Conn| {
                let campaign = campaigns::get(conn, Scope::System, CampaignId(campaign)).await?;
                past_limit::daily_limit_at(conn, &campaign, UnixMs(midnight + hours * HOUR_MS)).await
            };
            app.app.store.read("test", read).await.unwrap().map(|limit| limit.to_string()).unwrap_or_default()
        };
        say(1, "approve").await;
        assert_eq!([at(0).await, at(2).await], ["100", "50"]);
        say(3, "undo").await;
        assert_eq!([at(-3).await, at(0).await, at(2).await, at(4).await], ["100", "100", "50", "100"]);
    })
    .await;
}
