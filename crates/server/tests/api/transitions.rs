//! Statuses and what changes them: what people do, also where it is refused, and what comes by itself as money is spent
//! and hours go by.

use crate::advertising::{CAMPAIGNS, ad_path, campaign_form, text_form};
use crate::app::{Answer, Person, TestApp, each_app};
use crate::damage::execute;
use crate::push;
use axum::http::Method;
use placard_model::time::{DAY_MS, HOUR_MS};
use placard_model::{AdId, CampaignId, Clock as _};
use placard_store::advertising::link_checks::{self, LinkVerdict};
use placard_store::advertising::{ads, campaigns};
use placard_store::{Priority, Scope, Tx};
use serde_json::{Value, json};

/// One of each, all of one owner, whose token does not end as days go by.
struct World {
    anna: Person,
    god: Person,
    campaign: i64,
    group: i64,
    ad: i64,
    push_campaign: Value,
    push_ad: Value,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    Campaign,
    Group,
    Ad,
    PushCampaign,
    PushAd,
}

const ALL: [Of; 5] = [Of::Campaign, Of::Group, Of::Ad, Of::PushCampaign, Of::PushAd];

impl World {
    async fn build(app: &TestApp) -> Self {
        let (anna, god) = (app.advertiser("anna@x.org").await, app.god().await);
        let anna = app.api_token(&anna, &["advertiser:read", "advertiser:write"]).await;
        app.deposit(&anna, 100).await;
        let campaign = app.campaign(&anna, "Campaign").await;
        let group = app.group(&anna, campaign).await;
        let ad = app.ad(&anna, group, &text_form()).await;
        let push_campaign = app.push_campaign(&anna, "Rain").await;
        let push_ad = app.push_ad(&anna, &push::uuid(&push_campaign)).await;
        let world = Self { anna, god, campaign, group, ad, push_campaign, push_ad };
        world.run_all(app).await;
        world
    }

    /// Everything runs, whatever was before.
    async fn run_all(&self, app: &TestApp) {
        for sql in [
            "UPDATE campaigns SET wanted = TRUE, approved_once = TRUE, declined = FALSE, paused_by_staff = FALSE, \
             paused_by_rule = FALSE, archived_at = NULL, staff_reason = ''",
            "UPDATE ad_groups SET wanted = TRUE, paused_by_staff = FALSE, paused_by_rule = FALSE, archived_at = NULL",
            "UPDATE ads SET review = 5, wanted = TRUE, halts = 0, archived_at = NULL, processing_until = NULL, \
             lock_user_id = NULL, lock_until = NULL",
        ] {
            execute(&app.app, sql).await;
        }
    }

    /// Its table and number.
    fn row(&self, of: Of) -> (&'static str, i64) {
        match of {
            Of::Campaign => ("campaigns", self.campaign),
            Of::Group => ("ad_groups", self.group),
            Of::Ad => ("ads", self.ad),
            Of::PushCampaign => ("campaigns", self.push_campaign["id"].as_i64().unwrap()),
            Of::PushAd => ("ads", self.push_ad["id"].as_i64().unwrap()),
        }
    }

    fn path(&self, of: Of) -> String {
        match of {
            Of::Campaign => format!("{CAMPAIGNS}/{}", self.campaign),
            Of::Group => format!("/api/advertiser/ad_groups/{}", self.group),
            Of::Ad => ad_path(self.ad),
            Of::PushCampaign => push::campaign_path(&push::uuid(&self.push_campaign)),
            Of::PushAd => push::ad_path(&push::uuid(&self.push_ad)),
        }
    }

    async fn status(&self, app: &TestApp, of: Of) -> i64 {
        let field = if matches!(of, Of::Campaign | Of::Group) { "status" } else { "status_id" };
        app.get(&self.anna, &self.path(of)).await.expect(200)["data"][field].as_i64().unwrap()
    }

    async fn statuses(&self, app: &TestApp) -> [i64; 5] {
        let mut found = [0; 5];
        for (place, of) in found.iter_mut().zip(ALL) {
            *place = self.status(app, of).await;
        }
        found
    }

    async fn act(&self, app: &TestApp, of: Of, action: &str) -> Answer {
        let (path, (_, id)) = (self.path(of), self.row(of));
        match (of, action) {
            (Of::Ad | Of::PushAd, "approve") => {
                let form = json!({"version": app.open_ad(&self.god, id).await});
                app.post(&self.god, &format!("/api/admin/moderation/ads/{id}/approve"), form).await
            }
            (Of::Ad | Of::PushAd, "reject") => app.reject(&self.god, id, json!({"reasons": [5]})).await,
            (Of::Ad, "edit") => {
                let form = text_form().with("title", "Another text ad");
                app.send_form(Method::PUT, &path, &self.anna, &form).await
            }
            (Of::PushAd, "edit") => {
                let form = push::ad_form(&push::uuid(&self.push_campaign)).without("icon").with("title", "Sun at five");
                app.send_form(Method::PUT, &path, &self.anna, &form).await
            }
            (Of::Ad, "start" | "stop") => {
                app.put(&self.anna, &format!("/api/advertiser/ads/all/{action}"), json!({"ids": [id]})).await
            }
            (Of::Campaign | Of::PushCampaign, "pause" | "decline") => {
                app.hold(&self.god, id, action, "The page is another.").await
            }
            (Of::Campaign | Of::PushCampaign, "resume") => app.resume(&self.god, id).await,
            (Of::Ad, "remoderate") => app.post_empty(&self.anna, &format!("/api/advertiser/ads/remoderate/{id}")).await,
            (Of::Campaign | Of::Group | Of::Ad, _) => app.put_empty(&self.anna, &format!("{path}/{action}")).await,
            (Of::PushCampaign | Of::PushAd, _) => app.patch(&self.anna, &format!("{path}/{action}"), None).await,
        }
    }
}

/// What it is, what its row is changed to or what comes about above it, the status of that, what somebody does, and the status afterwards or both
/// statuses that the refusal names.
type Row = (Of, &'static str, i64, &'static str, Result<i64, [&'static str; 2]>);

const RUNS: &str = "wanted = TRUE";
const STOPPED: &str = "wanted = FALSE";
const ARCHIVED: &str = "archived_at = 1";
const BY_STAFF: &str = "paused_by_staff = TRUE";
const BY_RULE: &str = "paused_by_rule = TRUE";
const BY_STAFF_STOPPED: &str = "paused_by_staff = TRUE, wanted = FALSE";
const BY_STAFF_ARCHIVED: &str = "paused_by_staff = TRUE, archived_at = 1";
const BY_STAFF_UNAPPROVED: &str = "paused_by_staff = TRUE, approved_once = FALSE";
const UNAPPROVED: &str = "approved_once = FALSE";
const DECLINED: &str = "declined = TRUE";
const WAITS: &str = "review = 2";
const OPENED: &str = "review = 2, lock_until = 9000000000000000";
const PROCESSED: &str = "review = 2, processing_until = 9000000000000000";
const REJECTED: &str = "review = 3";
const DRAFT: &str = "review = 4, wanted = FALSE";
const HALTED: &str = "halts = 1";
const DEAD: &str = "halts = 2";
/// What is above it: less than a click costs, no balance, other hours.
const DAY_SPENT: &str = "UPDATE campaigns SET daily_limit = 1";
const ALL_SPENT: &str = "UPDATE campaigns SET total_limit = 1";
const NO_MONEY: &str = "UPDATE balances SET amount = 0";
const OTHER_HOURS: &str = "";

const TRANSITIONS: &[Row] = &[
    (Of::Campaign, RUNS, 2, "stop", Ok(1)),
    (Of::Campaign, RUNS, 2, "archive", Ok(3)),
    (Of::Campaign, RUNS, 2, "unarchive", Err(["started (2)", "stopped (1)"])),
    (Of::Campaign, STOPPED, 1, "start", Ok(2)),
    (Of::Campaign, ARCHIVED, 3, "start", Err(["archived (3)", "started (2)"])),
    (Of::Campaign, ARCHIVED, 3, "stop", Err(["archived (3)", "stopped (1)"])),
    (Of::Campaign, ARCHIVED, 3, "unarchive", Ok(1)),
    (Of::Campaign, RUNS, 2, "pause", Ok(4)),
    (Of::Campaign, RUNS, 2, "decline", Ok(11)),
    (Of::Campaign, RUNS, 2, "resume", Ok(2)),
    (Of::Campaign, STOPPED, 1, "pause", Ok(4)),
    (Of::Campaign, STOPPED, 1, "resume", Ok(1)),
    (Of::Campaign, BY_RULE, 9, "pause", Ok(4)),
    (Of::Campaign, UNAPPROVED, 10, "pause", Ok(10)),
    (Of::Campaign, UNAPPROVED, 10, "decline", Ok(11)),
    (Of::Campaign, ARCHIVED, 3, "pause", Err(["archived (3)", "paused by staff (4)"])),
    (Of::Campaign, ARCHIVED, 3, "decline", Err(["archived (3)", "declined (11)"])),
    (Of::Campaign, ARCHIVED, 3, "resume", Ok(3)),
    (Of::Campaign, BY_STAFF, 4, "start", Err(["paused by staff (4)", "started (2)"])),
    (Of::Campaign, BY_STAFF, 4, "stop", Ok(4)),
    (Of::Campaign, BY_STAFF, 4, "archive", Ok(3)),
    (Of::Campaign, BY_STAFF, 4, "pause", Ok(4)),
    (Of::Campaign, BY_STAFF, 4, "decline", Ok(11)),
    (Of::Campaign, BY_STAFF, 4, "resume", Ok(2)),
    (Of::Campaign, BY_STAFF_STOPPED, 4, "resume", Ok(1)),
    (Of::Campaign, BY_STAFF_ARCHIVED, 3, "unarchive", Ok(4)),
    (Of::Campaign, BY_STAFF_ARCHIVED, 3, "resume", Err(["archived (3)", "started (2)"])),
    (Of::Campaign, BY_STAFF_UNAPPROVED, 10, "start", Err(["paused by staff (4)", "started (2)"])),
    (Of::Campaign, BY_RULE, 9, "start", Ok(2)),
    (Of::Campaign, BY_RULE, 9, "stop", Ok(1)),
    (Of::Campaign, BY_RULE, 9, "archive", Ok(3)),
    (Of::Campaign, DAY_SPENT, 5, "start", Ok(5)),
    (Of::Campaign, DAY_SPENT, 5, "stop", Ok(1)),
    (Of::Campaign, DAY_SPENT, 5, "archive", Ok(3)),
    (Of::Campaign, DAY_SPENT, 5, "pause", Ok(4)),
    (Of::Campaign, OTHER_HOURS, 6, "stop", Ok(1)),
    (Of::Campaign, OTHER_HOURS, 6, "archive", Ok(3)),
    (Of::Campaign, ALL_SPENT, 7, "stop", Ok(1)),
    (Of::Campaign, ALL_SPENT, 7, "decline", Ok(11)),
    (Of::Campaign, NO_MONEY, 8, "start", Ok(8)),
    (Of::Campaign, NO_MONEY, 8, "stop", Ok(1)),
    (Of::Campaign, UNAPPROVED, 10, "start", Ok(10)),
    (Of::Campaign, UNAPPROVED, 10, "stop", Ok(10)),
    (Of::Campaign, UNAPPROVED, 10, "archive", Ok(3)),
    (Of::Campaign, DECLINED, 11, "start", Err(["declined (11)", "started (2)"])),
    (Of::Campaign, DECLINED, 11, "stop", Ok(11)),
    (Of::Campaign, DECLINED, 11, "archive", Ok(3)),
    (Of::Campaign, DECLINED, 11, "pause", Err(["declined (11)", "paused by staff (4)"])),
    (Of::Campaign, DECLINED, 11, "decline", Ok(11)),
    (Of::Campaign, DECLINED, 11, "resume", Ok(2)),
    (Of::Group, RUNS, 2, "stop", Ok(1)),
    (Of::Group, RUNS, 2, "archive", Ok(3)),
    (Of::Group, RUNS, 2, "unarchive", Err(["started (2)", "stopped (1)"])),
    (Of::Group, STOPPED, 1, "start", Ok(2)),
    (Of::Group, ARCHIVED, 3, "start", Err(["archived (3)", "started (2)"])),
    (Of::Group, ARCHIVED, 3, "unarchive", Ok(1)),
    (Of::Group, BY_STAFF, 4, "start", Ok(4)),
    (Of::Group, BY_RULE, 9, "start", Ok(2)),
    (Of::Group, BY_RULE, 9, "stop", Ok(1)),
    (Of::Group, BY_RULE, 9, "archive", Ok(3)),
    (Of::Group, ARCHIVED, 3, "stop", Err(["archived (3)", "stopped (1)"])),
    (Of::Group, DAY_SPENT, 5, "stop", Ok(1)),
    (Of::Group, OTHER_HOURS, 6, "stop", Ok(1)),
    (Of::Group, ALL_SPENT, 7, "archive", Ok(3)),
    (Of::Group, NO_MONEY, 8, "start", Ok(8)),
    (Of::Ad, RUNS, 5, "stop", Ok(4)),
    (Of::Ad, RUNS, 5, "archive", Ok(6)),
    (Of::Ad, RUNS, 5, "edit", Ok(2)),
    (Of::Ad, RUNS, 5, "unarchive", Err(["archived (6)", "stopped (4)"])),
    (Of::Ad, RUNS, 5, "remoderate", Err(["started (5)", "waiting (2)"])),
    (Of::Ad, STOPPED, 4, "start", Ok(5)),
    (Of::Ad, HALTED, 4, "start", Ok(5)),
    (Of::Ad, DEAD, 4, "start", Ok(5)),
    (Of::Ad, HALTED, 4, "stop", Ok(4)),
    (Of::Ad, DAY_SPENT, 41, "stop", Ok(4)),
    (Of::Ad, NO_MONEY, 41, "archive", Ok(6)),
    (Of::Ad, OTHER_HOURS, 42, "stop", Ok(4)),
    (Of::Ad, OTHER_HOURS, 42, "archive", Ok(6)),
    (Of::Ad, WAITS, 2, "start", Err(["waiting for moderation (2)", "started (5)"])),
    (Of::Ad, WAITS, 2, "stop", Ok(2)),
    (Of::Ad, WAITS, 2, "approve", Ok(5)),
    (Of::Ad, WAITS, 2, "reject", Ok(3)),
    (Of::Ad, OPENED, 21, "start", Err(["in moderation (21)", "started (5)"])),
    (Of::Ad, OPENED, 21, "edit", Err(["in moderation (21)", "approved (5)"])),
    (Of::Ad, PROCESSED, 1, "stop", Ok(1)),
    (Of::Ad, REJECTED, 3, "start", Err(["rejected (3)", "started (5)"])),
    (Of::Ad, REJECTED, 3, "stop", Err(["rejected (3)", "stopped (4)"])),
    (Of::Ad, REJECTED, 3, "remoderate", Ok(2)),
    (Of::Ad, DRAFT, 4, "start", Ok(1)),
    (Of::Ad, DRAFT, 4, "stop", Ok(4)),
    (Of::Ad, DRAFT, 4, "edit", Ok(4)),
    (Of::Ad, DRAFT, 4, "archive", Ok(6)),
    (Of::Ad, DRAFT, 4, "remoderate", Ok(1)),
    (Of::Ad, ARCHIVED, 6, "start", Err(["archived (6)", "started (5)"])),
    (Of::Ad, ARCHIVED, 6, "edit", Err(["archived (6)", "stopped (4)"])),
    (Of::Ad, ARCHIVED, 6, "unarchive", Ok(4)),
    (Of::PushCampaign, RUNS, 2, "stop", Ok(1)),
    (Of::PushCampaign, RUNS, 2, "archive", Ok(3)),
    (Of::PushCampaign, RUNS, 2, "unarchive", Err(["started (2)", "stopped (1)"])),
    (Of::PushCampaign, STOPPED, 1, "start", Ok(2)),
    (Of::PushCampaign, ARCHIVED, 3, "start", Err(["archived (3)", "started (2)"])),
    (Of::PushCampaign, ARCHIVED, 3, "unarchive", Ok(1)),
    (Of::PushCampaign, RUNS, 2, "pause", Ok(4)),
    (Of::PushCampaign, RUNS, 2, "decline", Ok(11)),
    (Of::PushCampaign, ARCHIVED, 3, "pause", Err(["archived (3)", "paused by staff (4)"])),
    (Of::PushCampaign, BY_STAFF, 4, "start", Err(["paused by staff (4)", "started (2)"])),
    (Of::PushCampaign, BY_STAFF, 4, "stop", Ok(4)),
    (Of::PushCampaign, BY_STAFF, 4, "resume", Ok(2)),
    (Of::PushCampaign, BY_STAFF_STOPPED, 4, "resume", Ok(1)),
    (Of::PushCampaign, BY_RULE, 9, "start", Ok(2)),
    (Of::PushCampaign, BY_RULE, 9, "stop", Ok(1)),
    (Of::PushCampaign, DAY_SPENT, 5, "stop", Ok(1)),
    (Of::PushCampaign, OTHER_HOURS, 6, "stop", Ok(1)),
    (Of::PushCampaign, ALL_SPENT, 7, "archive", Ok(3)),
    (Of::PushCampaign, NO_MONEY, 8, "stop", Ok(1)),
    (Of::PushCampaign, UNAPPROVED, 10, "stop", Ok(10)),
    (Of::PushCampaign, DECLINED, 11, "start", Err(["declined (11)", "started (2)"])),
    (Of::PushCampaign, DECLINED, 11, "stop", Ok(11)),
    (Of::PushCampaign, DECLINED, 11, "pause", Err(["declined (11)", "paused by staff (4)"])),
    (Of::PushCampaign, DECLINED, 11, "resume", Ok(2)),
    (Of::PushAd, RUNS, 2, "stop", Ok(1)),
    (Of::PushAd, RUNS, 2, "archive", Ok(3)),
    (Of::PushAd, RUNS, 2, "edit", Ok(10)),
    (Of::PushAd, RUNS, 2, "unarchive", Err(["started (2)", "stopped (1)"])),
    (Of::PushAd, RUNS, 2, "remoderate", Err(["started (2)", "in moderation (10)"])),
    (Of::PushAd, STOPPED, 1, "start", Ok(2)),
    (Of::PushAd, HALTED, 9, "start", Ok(2)),
    (Of::PushAd, HALTED, 9, "stop", Ok(1)),
    (Of::PushAd, DAY_SPENT, 5, "stop", Ok(1)),
    (Of::PushAd, OTHER_HOURS, 6, "stop", Ok(1)),
    (Of::PushAd, ALL_SPENT, 7, "archive", Ok(3)),
    (Of::PushAd, NO_MONEY, 8, "stop", Ok(1)),
    (Of::PushAd, DEAD, 1, "start", Ok(2)),
    (Of::PushAd, WAITS, 10, "start", Ok(10)),
    (Of::PushAd, WAITS, 10, "stop", Ok(10)),
    (Of::PushAd, WAITS, 10, "approve", Ok(2)),
    (Of::PushAd, WAITS, 10, "reject", Ok(11)),
    (Of::PushAd, OPENED, 10, "edit", Err(["in moderation (10)", "approved (2)"])),
    (Of::PushAd, REJECTED, 11, "start", Err(["declined (11)", "started (2)"])),
    (Of::PushAd, REJECTED, 11, "stop", Err(["declined (11)", "stopped (1)"])),
    (Of::PushAd, REJECTED, 11, "remoderate", Ok(10)),
    (Of::PushAd, DRAFT, 1, "start", Ok(10)),
    (Of::PushAd, DRAFT, 1, "stop", Ok(1)),
    (Of::PushAd, DRAFT, 1, "edit", Ok(1)),
    (Of::PushAd, DRAFT, 1, "archive", Ok(3)),
    (Of::PushAd, DRAFT, 1, "remoderate", Ok(10)),
    (Of::PushAd, ARCHIVED, 3, "start", Err(["archived (3)", "started (2)"])),
    (Of::PushAd, ARCHIVED, 3, "edit", Err(["archived (3)", "stopped (1)"])),
    (Of::PushAd, ARCHIVED, 3, "unarchive", Ok(1)),
];

#[tokio::test]
async fn each_state_lets_happen_what_it_may() {
    each_app(async |app| {
        let world = World::build(&app).await;
        for (of, is, state, action, becomes) in TRANSITIONS {
            let name = format!("{of:?} {state}: {action}");
            world.run_all(&app).await;
            Comes::Hours(None).about(&app, &world).await;
            for above in [
                "UPDATE campaigns SET daily_limit = NULL, total_limit = NULL",
                "UPDATE balances SET amount = CASE WHEN amount = 0 THEN 100000000 ELSE amount END",
            ] {
                execute(&app.app, above).await;
            }
            let (table, id) = world.row(*of);
            match *is {
                OTHER_HOURS => Comes::Hours(Some(1)).about(&app, &world).await,
                above if above.starts_with("UPDATE") => execute(&app.app, above).await,
                own => execute(&app.app, &format!("UPDATE {table} SET {own} WHERE id = {id}")).await,
            }
            assert_eq!(world.status(&app, *of).await, *state, "{name}");
            let answer = world.act(&app, *of, action).await;
            let (expected, after) = if let Ok(after) = becomes { (200, after) } else { (409, state) };
            assert_eq!(answer.status.as_u16(), expected, "{name}: {}", answer.text);
            for named in becomes.err().into_iter().flatten() {
                assert!(answer.text.contains(named), "{name}: {}", answer.text);
            }
            assert_eq!(world.status(&app, *of).await, *after, "{name}");
        }
    })
    .await;
}

/// What comes about without anybody who asks for it.
enum Comes {
    /// Time goes by.
    After(i64),
    /// Rows are as billing or an owner leaves them.
    Rows(String),
    /// The campaigns run in the hour of the week that is so many hours away, or always.
    Hours(Option<u8>),
    /// Money comes.
    Money(i64),
    /// A rule pauses the campaigns, or lets them go on.
    Rule(bool),
    /// A look at the landing pages.
    Look(LinkVerdict),
}

impl Comes {
    async fn about(&self, app: &TestApp, world: &World) {
        let [(_, campaign), (_, push_campaign), (_, ad), (_, push_ad)] =
            [Of::Campaign, Of::PushCampaign, Of::Ad, Of::PushAd].map(|of| world.row(of));
        match self {
            Self::After(ms) => app.clock.advance_ms(*ms),
            Self::Rows(sql) => execute(&app.app, sql).await,
            Self::Money(dollars) => app.deposit(&world.anna, *dollars).await,
            Self::Hours(away) => {
                let hours = away.map(|away| (app.clock.now().hour_of_week() + away) % 168);
                for (of, mut form) in
                    [(Of::Campaign, campaign_form("Campaign")), (Of::PushCampaign, push::campaign_form("Rain"))]
                {
                    if let Some(hour) = hours {
                        form["time_targeting"] = json!([hour]);
                    }
                    app.put(&world.anna, &world.path(of), form).await.expect(200);
                }
            }
            Self::Rule(paused) => {
                let paused = *paused;
                let pause = async move |tx: &Tx| {
                    for id in [campaign, push_campaign] {
                        campaigns::set_paused_by_rule(tx, Scope::System, CampaignId(id), paused).await?;
                    }
                    Ok(())
                };
                app.app.store.write("test_rule", Priority::Api, pause).await.unwrap();
            }
            Self::Look(verdict) => {
                let verdict = *verdict;
                let look = async move |tx: &Tx| {
                    for id in [ad, push_ad] {
                        let link = ads::any(tx, Scope::System, AdId(id)).await?.link.unwrap();
                        link_checks::apply(tx, link, verdict).await?;
                    }
                    Ok(())
                };
                app.app.store.write("test_look", Priority::Api, look).await.unwrap();
            }
        }
    }
}

#[tokio::test]
async fn statuses_follow_money_hours_rules_and_pages_by_themselves() {
    each_app(async |app| {
        let world = World::build(&app).await;
        let day = app.clock.now().day().0;
        let rows = |sql: &str| Comes::Rows(sql.to_owned());
        let spent_today = format!(
            "INSERT INTO campaign_spend (campaign_id, day, advertiser_id, amount, clicks, voided, updated_by) \
             SELECT id, {day}, advertiser_id, 1000000, 4, 0, 't' FROM campaigns"
        );
        let spent = "INSERT INTO campaign_totals (campaign_id, amount, clicks) SELECT id, 1000000, 4 FROM campaigns";
        let runs = [2, 2, 5, 2, 2];
        // What comes about, and the statuses of campaign, group, ad, push campaign and push ad.
        let moments: Vec<(&str, Comes, [i64; 5])> = vec![
            ("a daily limit", rows("UPDATE campaigns SET daily_limit = 1000000"), [5, 5, 41, 2, 2]),
            ("one that pays a click", rows("UPDATE campaigns SET daily_limit = 3000000"), runs),
            ("that is reached", Comes::Rows(spent_today), [5, 5, 41, 2, 2]),
            ("also by the cheap ones", rows("UPDATE campaigns SET daily_limit = 1000000"), [5, 5, 41, 5, 5]),
            ("until the day's last moment", Comes::After(DAY_MS - 1), [5, 5, 41, 5, 5]),
            ("nothing is spent at midnight", Comes::After(1), [5, 5, 41, 2, 2]),
            ("no daily limit", rows("UPDATE campaigns SET daily_limit = NULL"), runs),
            ("a limit in all", rows("UPDATE campaigns SET total_limit = 1000000"), [7, 7, 41, 2, 2]),
            ("that is reached", rows(spent), [7, 7, 41, 7, 7]),
            ("for ever", Comes::After(DAY_MS), [7, 7, 41, 7, 7]),
            ("and raised", rows("UPDATE campaigns SET total_limit = 9000000"), runs),
            ("the next hour", Comes::Hours(Some(1)), [6, 6, 42, 6, 6]),
            ("is not there yet", Comes::After(HOUR_MS - 1), [6, 6, 42, 6, 6]),
            ("comes", Comes::After(1), runs),
            ("and goes", Comes::After(HOUR_MS), [6, 6, 42, 6, 6]),
            ("all hours", Comes::Hours(None), runs),
            ("no money", rows("UPDATE balances SET amount = 0"), [8, 8, 41, 8, 8]),
            ("some, for pushes", Comes::Money(1), [8, 8, 41, 2, 2]),
            ("a top-up", Comes::Money(50), runs),
            ("a rule", Comes::Rule(true), [9, 9, 4, 9, 9]),
            ("which ends it", Comes::Rule(false), runs),
            ("pages that nobody looked into", Comes::Look(LinkVerdict::Unknown), runs),
            ("dead pages", Comes::Look(LinkVerdict::Dead), [2, 2, 4, 2, 1]),
            ("that answer again", Comes::Look(LinkVerdict::Alive), runs),
        ];
        assert_eq!(world.statuses(&app).await, runs);
        for (name, comes, expected) in moments {
            comes.about(&app, &world).await;
            assert_eq!(world.statuses(&app).await, expected, "{name}");
        }
    })
    .await;
}
