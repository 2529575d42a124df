//! How much one account may have, and what much of it costs.

use crate::advertising::{CAMPAIGNS, ad_form, ads_of, campaign_form, text_form};
use crate::app::{Person, TestApp, each_app, each_app_with};
use crate::publishing;
use axum::http::Method;
use placard_api::media::unused;
use placard_common::config::Config;
use placard_model::Clock as _;
use placard_model::settings::{Quotas, Sessions};
use placard_model::time::{DAY_MS, HOUR_MS};
use placard_store::Conn;
use serde_json::{Value, json};
use std::fs::File;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};
use tokio_util::sync::CancellationToken;

const SITES: &str = "/api/webmaster/sites";

fn few() -> Quotas {
    Quotas {
        sites: 2,
        blocks_per_site: 3,
        blocks: 5,
        campaigns: 2,
        groups_per_campaign: 2,
        groups: 3,
        ads_per_group: 2,
        ads: 3,
        made_per_day: 8,
        ..Quotas::default()
    }
}

/// The quota that a refusal names.
#[track_caller]
fn quota(answer: &Value) -> &str {
    answer["detail"].as_str().unwrap().split('`').nth(1).unwrap()
}

async fn count(app: &TestApp, person: &Person, path: &str) -> u64 {
    app.get(person, path).await.expect(200)["pagination"]["total"].as_u64().unwrap()
}

#[tokio::test]
async fn sites_and_blocks_have_quotas() {
    each_app_with(
        |config| config.settings.quotas = few(),
        async |app| {
            let owner = app.webmaster("w@x.org").await;
            let first = publishing::site(&app, &owner, "one.example").await;
            let second = publishing::site(&app, &owner, "two.example").await;
            let third = app.post(&owner, SITES, json!({"domain": "three.example"})).await.expect(409);
            assert_eq!(quota(&third), "sites");
            let made = publishing::block(&app, &owner, &first).await;
            publishing::block(&app, &owner, &first).await;
            // A copy is refused whole.
            let copy = async |blocks: Value, sites: Value| {
                let path = format!("{SITES}/{}/blocks/copy", first["id"]);
                app.post(&owner, &path, json!({"blocks": blocks, "sites": sites})).await
            };
            copy(json!([made["id"]]), json!([first["id"], second["id"]])).await.expect(201);
            let refused = copy(json!([made["id"]]), json!([second["id"], first["id"]])).await.expect(409);
            assert_eq!(quota(&refused), "blocks_per_site");
            assert_eq!(count(&app, &owner, &format!("{SITES}/{}/blocks", second["id"])).await, 1);
            copy(json!([made["id"]]), json!([second["id"]])).await.expect(201);
            let refused = copy(json!([made["id"]]), json!([second["id"]])).await.expect(409);
            assert_eq!(quota(&refused), "blocks");
            // What is put away frees its place, but not that of the day.
            app.delete(&owner, &format!("/api/webmaster/blocks/{}", made["id"])).await.expect(204);
            copy(json!([made["id"]]), json!([second["id"]])).await.expect(201);
            app.delete(&owner, &format!("{SITES}/{}", first["id"])).await.expect(204);
            let again = publishing::site(&app, &owner, "three.example").await;
            let copies = async || copy(json!([made["id"]]), json!([again["id"]])).await;
            copies().await.expect(201);
            let last = copies().await.expect(201)["data"][0].clone();
            assert_eq!(quota(&copies().await.expect(409)), "blocks");
            app.delete(&owner, &format!("/api/webmaster/blocks/{}", last["id"])).await.expect(204);
            assert_eq!(quota(&copies().await.expect(409)), "made_per_day");
        },
    )
    .await;
}

#[tokio::test]
async fn campaigns_groups_and_ads_have_quotas() {
    each_app_with(
        |config| config.settings.quotas = few(),
        async |app| {
            let anna = app.advertiser("anna@x.org").await;
            let campaign = app.campaign(&anna, "One").await;
            let groups = format!("{CAMPAIGNS}/{campaign}/ad_groups");
            let group = app.group(&anna, campaign).await;
            app.group(&anna, campaign).await;
            let refused = app.post(&anna, &groups, json!({"name": "Third"})).await.expect(409);
            assert_eq!(quota(&refused), "groups_per_campaign");
            app.ad(&anna, group, &text_form()).await;
            app.ad(&anna, group, &text_form()).await;
            let refused = app.send_form(Method::POST, &ads_of(group), &anna, &text_form()).await.expect(409);
            assert_eq!(quota(&refused), "ads_per_group");
            // A copy counts as what it makes, and leaves nothing behind.
            let copy = format!("{CAMPAIGNS}/{campaign}/copy");
            assert_eq!(quota(&app.post(&anna, &copy, json!({})).await.expect(409)), "groups");
            assert_eq!(count(&app, &anna, CAMPAIGNS).await, 1);
            app.campaign(&anna, "Two").await;
            let refused = app.post(&anna, CAMPAIGNS, campaign_form("Three")).await.expect(409);
            assert_eq!(quota(&refused), "campaigns");
            let found = app.get(&anna, &format!("{CAMPAIGNS}/list_for_copy?search=ON&count=1")).await.expect(200);
            assert_eq!((&found["data"][0]["name"], &found["pagination"]["total"]), (&json!("One"), &json!(1)));
        },
    )
    .await;
}

#[tokio::test]
async fn two_writers_cannot_both_take_the_last_place() {
    each_app_with(
        |config| config.settings.quotas.sites = 3,
        async |app| {
            let owner = app.webmaster("w@x.org").await;
            let add = async |number: u32| app.post(&owner, SITES, json!({"domain": format!("{number}.example")})).await;
            let (one, two, three, four, five) = tokio::join!(add(1), add(2), add(3), add(4), add(5));
            let made = [one, two, three, four, five].iter().filter(|answer| answer.status == 201).count();
            assert_eq!(made, 3);
            assert_eq!(count(&app, &owner, SITES).await, 3);
        },
    )
    .await;
}

#[tokio::test]
async fn few_requests_make_few_blocks() {
    each_app(async |app| {
        let owner = app.webmaster("w@x.org").await;
        let site = publishing::site(&app, &owner, "one.example").await;
        let block = publishing::block(&app, &owner, &site).await;
        let path = format!("{SITES}/{}/blocks/copy", site["id"]);
        let many = json!({"blocks": vec![&block["id"]; 50], "sites": vec![&site["id"]; 50]});
        let made = app.post(&owner, &path, many).await.expect(201);
        assert_eq!(made["data"].as_array().unwrap().len(), 1);
        let ids: Vec<i64> = (1..=50).collect();
        assert_eq!(app.post(&owner, &path, json!({"blocks": ids, "sites": ids})).await.wrong_fields(), ["sites"]);
    })
    .await;
}

#[tokio::test]
async fn uploads_of_one_account_are_few_at_once_and_a_day() {
    each_app_with(
        |config| config.settings.quotas.uploads_per_day = 5,
        async |app| {
            let anna = app.advertiser("anna@x.org").await;
            let campaign = app.campaign(&anna, "One").await;
            let group = app.group(&anna, campaign).await;
            let day = app.app.clock.now().day();
            let places: Vec<_> = (0..4).map(|_| app.app.media.place(anna.id, day, 5).unwrap()).collect();
            let refused = app.send_form(Method::POST, &ads_of(group), &anna, &ad_form()).await;
            assert!(refused.headers.contains_key("retry-after"));
            refused.expect(429);
            drop(places);
            app.ad(&anna, group, &ad_form()).await;
            let refused = app.send_form(Method::POST, &ads_of(group), &anna, &ad_form()).await.expect(409);
            assert_eq!(quota(&refused), "uploads_per_day");
        },
    )
    .await;
}

/// What the audit log has, and the changes that the engine was told of.
async fn written(app: &TestApp) -> (i64, i64) {
    let count = async |conn: &Conn, table: &str| {
        let sql = format!("SELECT COUNT(*) AS n FROM {table}");
        conn.row(&sql, []).await?.unwrap().get::<i64>("n")
    };
    let both = async |conn: &Conn| Ok((count(conn, "audit_log").await?, count(conn, "inventory_changes").await?));
    app.app.store.read("test_written", both).await.unwrap()
}

#[tokio::test]
async fn an_edit_that_changes_nothing_writes_nothing() {
    each_app(async |app| {
        let (anna, owner) = (app.advertiser("anna@x.org").await, app.webmaster("w@x.org").await);
        let campaign = app.campaign(&anna, "One").await;
        let group = app.group(&anna, campaign).await;
        let ad = app.ad(&anna, group, &ad_form()).await;
        let site = publishing::site(&app, &owner, "one.example").await;
        let block = publishing::block(&app, &owner, &site).await;
        let puts = [
            (&anna, format!("{CAMPAIGNS}/{campaign}"), campaign_form("One")),
            (&anna, format!("/api/advertiser/ad_groups/{group}"), json!({"name": "Renamed"})),
            (&anna, format!("{CAMPAIGNS}/{campaign}/stop"), json!({})),
            (&anna, format!("{CAMPAIGNS}/{campaign}/archive"), json!({})),
            (
                &owner,
                format!("{SITES}/{}", site["id"]),
                json!({"domain": "one.example", "name": "x", "metrics": [{"url": "https://c.example/"}]}),
            ),
            (
                &owner,
                format!("/api/webmaster/blocks/{}", block["id"]),
                json!({"name": "x", "template_id": 2, "custom_styles": ".title { color: red }"}),
            ),
            (&owner, format!("/api/webmaster/blocks/{}/stop", block["id"]), json!({})),
        ];
        let edit_ad = format!("/api/advertiser/ads/universal/{ad}");
        app.send_form(Method::PUT, &edit_ad, &anna, &ad_form()).await.expect(200);
        let before = written(&app).await;
        app.send_form(Method::PUT, &edit_ad, &anna, &ad_form()).await.expect(200);
        assert_eq!(written(&app).await, before, "{edit_ad}");
        for (who, path, form) in puts {
            let put = async || app.put(who, &path, form.clone()).await.status.is_success();
            assert!(put().await, "{path}");
            let before = written(&app).await;
            assert!(put().await, "{path}");
            assert_eq!(written(&app).await, before, "{path}");
        }
    })
    .await;
}

#[tokio::test]
async fn edits_of_a_day_have_quotas() {
    each_app_with(
        |config| {
            config.settings.quotas.edits_per_day = 5;
            // The login lasts longer than the day of the quota.
            config.settings.sessions.access_minutes = 7 * 1_440;
        },
        async |app| {
            let (anna, other) = (app.advertiser("anna@x.org").await, app.advertiser("other@x.org").await);
            let campaign = app.campaign(&anna, "One").await;
            let path = format!("{CAMPAIGNS}/{campaign}");
            for n in 0..4 {
                app.put(&anna, &path, campaign_form(&n.to_string())).await.expect(200);
            }
            app.put(&anna, &path, campaign_form("3")).await.expect(200);
            let before = written(&app).await;
            let refused = app.put(&anna, &path, campaign_form("4")).await.expect(409);
            assert_eq!((quota(&refused), written(&app).await), ("edits_per_day", before));
            // Whoever used the day up can still stop spending, and not start again.
            let state = async || app.get(&anna, &path).await.expect(200)["data"]["is_started_wanted"].clone();
            app.put(&anna, &format!("{path}/stop"), json!({})).await.expect(200);
            assert_eq!(state().await, json!(false));
            let refused = app.put(&anna, &format!("{path}/start"), json!({})).await.expect(409);
            assert_eq!((quota(&refused), state().await), ("edits_per_day", json!(false)));
            app.campaign(&other, "Others have their own").await;
            app.clock.advance_ms(DAY_MS);
            app.put(&anna, &path, campaign_form("4")).await.expect(200);
        },
    )
    .await;
    each_app_with(
        |config| config.settings.quotas.audit_mib_per_day = 0,
        async |app| {
            let anna = app.advertiser("anna@x.org").await;
            let refused = app.post(&anna, CAMPAIGNS, campaign_form("One")).await.expect(409);
            assert_eq!(quota(&refused), "audit_mib_per_day");
        },
    )
    .await;
}

#[tokio::test]
async fn pictures_that_no_ad_uses_go_and_others_stay() {
    // Logins last longer than the months of this test.
    let patient = |config: &mut Config| {
        config.settings.sessions = Sessions { access_minutes: 365 * 1_440, days: 365 };
    };
    each_app_with(patient, async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let campaign = app.campaign(&anna, "One").await;
        let group = app.group(&anna, campaign).await;
        let (used, deleted) = (app.ad(&anna, group, &ad_form()).await, app.ad(&anna, group, &ad_form()).await);
        let media = app.app.config.data_dir.join("media");
        let files = || {
            let mut found: Vec<PathBuf> = Vec::new();
            for folder in std::fs::read_dir(&media).unwrap() {
                found.extend(std::fs::read_dir(folder.unwrap().path()).unwrap().map(|file| file.unwrap().path()));
            }
            // Written when the clock of this test says that it is.
            let at = SystemTime::UNIX_EPOCH + Duration::from_millis(app.clock.now().0.unsigned_abs());
            for file in &found {
                File::options().write(true).open(file).unwrap().set_modified(at).unwrap();
            }
            found.len()
        };
        let forget = async || {
            for _ in 0..24 {
                unused::forget_unused(&app.app.api, app.clock.now(), &CancellationToken::new()).await.unwrap();
                app.clock.advance_ms(HOUR_MS);
            }
        };
        let one = files();
        assert!(one > 0);
        let delete = async |ad: i64| {
            let ids = json!({"ids": [ad]});
            app.call(Method::DELETE, "/api/advertiser/ads/all", &anna, Some(ids)).await.expect(204);
        };
        delete(deleted).await;
        let orphan = media.join("ab").join(format!("{}.jpg", "ab".repeat(32)));
        std::fs::create_dir_all(orphan.parent().unwrap()).unwrap();
        std::fs::write(&orphan, "x").unwrap();
        assert_eq!(files(), one + 1);
        forget().await;
        assert!(orphan.exists(), "what was just written stays");
        forget().await;
        assert!(!orphan.exists());
        app.clock.advance_ms(40 * DAY_MS);
        forget().await;
        assert_eq!(files(), one, "an ad that is left has them");
        delete(used).await;
        forget().await;
        // Sent again before its time is over: it stays.
        app.clock.advance_ms(20 * DAY_MS);
        let again = app.ad(&anna, group, &ad_form()).await;
        app.clock.advance_ms(20 * DAY_MS);
        forget().await;
        assert_eq!(files(), one);
        delete(again).await;
        app.clock.advance_ms(2 * DAY_MS);
        forget().await;
        app.clock.advance_ms(31 * DAY_MS);
        forget().await;
        assert_eq!(files(), 0);
    })
    .await;
}

#[tokio::test]
async fn a_source_more_than_allowed_gets_no_coefficient() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        let all: Vec<Value> = (1..=1_000).map(|id| json!({"site_id": id, "value": 2})).collect();
        let mut form = campaign_form("One");
        form["coefficients"] = all.into();
        let made = app.post(&anna, CAMPAIGNS, form).await.expect(201);
        let path = format!("{CAMPAIGNS}/{}/source/coefficient", made["data"]["id"]);
        app.post(&anna, &path, json!({"site_id": 1_001, "value": 2})).await.expect(409);
        app.post(&anna, &path, json!({"site_id": 1, "value": 1})).await.expect(200);
        app.post(&anna, &path, json!({"site_id": 1_001, "value": 2})).await.expect(200);
    })
    .await;
}

#[tokio::test]
async fn lists_of_sites_and_blocks_are_sorted_searched_and_cut() {
    each_app(async |app| {
        let owner = app.webmaster("w@x.org").await;
        let mut sites = Vec::new();
        for name in ["Überblick", "alpha 100%", "Beta", "gamma_x"] {
            let domain = format!("{}.example", sites.len());
            let form = json!({"domain": domain, "name": name});
            sites.push(app.post(&owner, SITES, form).await.expect(201)["data"].clone());
        }
        let names = async |path: String, query: &str| {
            let list = app.get(&owner, &format!("{path}?{query}")).await.expect(200);
            let rows = list["data"].as_array().unwrap();
            let names: Vec<String> = rows.iter().map(|row| row["name"].as_str().unwrap().to_owned()).collect();
            (names, list["pagination"]["total"].as_u64().unwrap())
        };
        let check = async |query: &str, expected: &[&str], total: u64| {
            assert_eq!(names(SITES.to_owned(), query).await.0, expected, "{query}");
            assert_eq!(names(SITES.to_owned(), query).await.1, total, "{query}");
        };
        check("count=2", &["gamma_x", "Beta"], 4).await;
        check("count=2&page=2", &["alpha 100%", "Überblick"], 4).await;
        check("count=3&page=2&order_direction=asc", &["gamma_x"], 4).await;
        check("count=2&order_by=domain&order_direction=asc", &["Überblick", "alpha 100%"], 4).await;
        // Without figures all are alike, and the id decides; figures are asked for too.
        check("count=2&page=2&order_by=shows_count", &["alpha 100%", "Überblick"], 4).await;
        check("count=1&order_by=shows_count&order_direction=asc&is_show_stats=1", &["Überblick"], 4).await;
        check("searchPhrase=ALPHA", &["alpha 100%"], 1).await;
        check("searchPhrase=%25", &["alpha 100%"], 1).await;
        check("searchPhrase=_", &["gamma_x"], 1).await;
        check("searchPhrase=%C3%9Cber", &["Überblick"], 1).await;
        check("searchPhrase=2.example", &["Beta"], 1).await;
        check("filters[status][]=5&filters[status][]=5", &[], 0).await;
        let path = format!("{SITES}/{}/blocks", sites[0]["id"]);
        for name in ["b", "A", "c"] {
            app.post(&owner, &path, json!({"name": name, "template_id": 2})).await.expect(201);
        }
        let (sorted, total) = names(path.clone(), "order_by=name&order_direction=asc&count=2").await;
        assert_eq!((sorted.as_slice(), total), (&["A".to_owned(), "b".to_owned()][..], 3));
        assert_eq!(names(path.clone(), "order_by=shows_count&count=1").await.0, ["c"]);
        assert_eq!(names(path, "searchPhrase=B").await.0, ["b"]);
    })
    .await;
}

#[tokio::test]
async fn too_many_entries_are_not_read() {
    each_app(async |app| {
        let anna = app.advertiser("anna@x.org").await;
        // As many as a body may hold; each alike costs nothing, each another one was compared with all before it.
        let numbers: Vec<i64> = (1..=30_000).collect();
        let ranges: Vec<String> = (0..14_000).map(|n| format!("10.{}.{}.{}", n >> 16, n >> 8 & 255, n & 255)).collect();
        let wrong = vec!["?"; 50_000];
        for (field, values) in [
            ("categories", json!(numbers)),
            ("regions", json!(numbers)),
            ("cities", json!(numbers)),
            ("isps", json!(numbers)),
            ("ip_targetings", json!(ranges)),
            ("countries", json!(wrong)),
            ("languages", json!(wrong)),
            ("countries_groups", json!(numbers)),
            ("time_targeting", json!(vec![1; 50_000])),
        ] {
            let mut form = campaign_form("One");
            form[field] = values;
            let answer = app.post(&anna, CAMPAIGNS, form).await;
            assert!(answer.text.len() < 1_000, "{field}: {} bytes", answer.text.len());
            let errors = answer.expect(422)["errors"].clone();
            assert_eq!(errors.as_object().unwrap().len(), 1, "{field}: {errors}");
            assert!(errors[field][0].as_str().unwrap().contains("at most"), "{field}: {errors}");
        }
        let mut form = campaign_form("One");
        form["countries"] = json!(vec!["?"; 300]);
        let errors = app.post(&anna, CAMPAIGNS, form).await.expect(422)["errors"].clone();
        assert_eq!(errors.as_object().unwrap().len(), 100, "an answer names so many and no more");
    })
    .await;
}

#[tokio::test]
async fn another_login_ends_the_oldest() {
    each_app_with(
        |config| config.settings.quotas.sessions = 2,
        async |app| {
            let anna = app.advertiser("anna@x.org").await;
            app.get(&anna, "/api/account").await.expect(200);
            let login = json!({"email": "anna@x.org", "password": crate::app::PASSWORD, "grant_type": "password"});
            for _ in 0..2 {
                app.clock.advance_ms(10);
                app.post(&Person::default(), "/api/oauth2/accessToken", login.clone()).await.expect(200);
            }
            app.clock.advance_ms(5_000);
            app.get(&anna, "/api/account").await.expect(401);
        },
    )
    .await;
}
