//! Sites, their moderation, templates, blocks, balances of webmasters.

use crate::app::{Person, TestApp, each_app};
use crate::money_holds::{on_site, told};
use placard_api::block_css;
use placard_model::books::posting::Operation;
use placard_model::format::BlockFormat;
use placard_model::{BlockId, Money};
use placard_store::Priority;
use placard_store::money::movements::{Cause, adjust_advertiser, adjust_webmaster};
use placard_store::publishing::blocks::{Which, list_specs};
use serde_json::{Value, json};

const SITES: &str = "/api/webmaster/sites";

/// A site of the domain; the answer's `data`.
pub(crate) async fn site(app: &TestApp, owner: &Person, domain: &str) -> Value {
    app.post(owner, SITES, json!({"domain": domain})).await.expect(201)["data"].clone()
}

/// A block on the site with the template's defaults; the answer's `data`.
pub(crate) async fn block(app: &TestApp, owner: &Person, site: &Value) -> Value {
    let path = format!("{SITES}/{}/blocks", site["id"]);
    let form = json!({"name": "Sidebar", "template_id": 2});
    app.post(owner, &path, form).await.expect(201)["data"].clone()
}

fn at(resource: &str, of: &Value) -> String {
    format!("/api/webmaster/{resource}/{}", of["id"])
}

#[tokio::test]
async fn a_site_is_added_changed_and_put_away() {
    each_app(async |app| {
        let owner = app.webmaster("w@x.org").await;
        let form = json!({
            "name": "News", "domain": "https://News.Example/start?x=1", "category": 3, "forbidden_categories": [1, 2],
            "metrics": [{"url": "https://stats.example", "password": "open sesame", "comment": "read only"}]
        });
        let made = app.post(&owner, SITES, form).await.expect(201)["data"].clone();
        assert_eq!(
            (&made["domain"], &made["status_id"], &made["version"]),
            (&json!("news.example"), &json!(1), &json!(1))
        );
        let metric = json!({
            "statistics_metrics": "google_analytics", "url": "https://stats.example", "password": "open sesame",
            "comment": "read only"
        });
        let read = app.get(&owner, &at("sites", &made)).await.expect(200);
        assert_eq!(read["data"]["metrics"], json!([metric]));
        let list = app.get(&owner, SITES).await;
        assert!(!list.text.contains("sesame"), "lists carry no access data");
        let list = list.expect(200);
        assert_eq!(list["pagination"], json!({"current_page": 1, "last_page": 1, "per_page": 20, "total": 1}));
        assert_eq!(list["counts_by_status"], json!({"1": 1, "total": 1}));

        let change = json!({"name": "Daily", "domain": "news.example", "version": 1});
        let changed = app.put(&owner, &at("sites", &made), change.clone()).await.expect(200);
        assert_eq!((&changed["data"]["name"], &changed["data"]["metrics"]), (&json!("Daily"), &json!([metric])));
        app.put(&owner, &at("sites", &made), change).await.expect(409);
        let crumbs = app.get(&owner, &format!("{}/breadcrumbs", at("sites", &made))).await.expect(200);
        assert_eq!(crumbs["data"], json!({"site": {"id": made["id"], "name": "Daily"}}));

        app.delete(&owner, &at("sites", &made)).await.expect(204);
        app.delete(&owner, &at("sites", &made)).await.expect(409);
        assert_eq!(app.get(&owner, SITES).await.expect(200)["data"], json!([]));
        let archived = app.get(&owner, &format!("{SITES}?filters[status][]=5")).await.expect(200);
        assert_eq!(archived["data"][0]["id"], made["id"]);
        site(&app, &owner, "news.example").await;
    })
    .await;
}

#[tokio::test]
async fn sites_are_moderated() {
    each_app(async |app| {
        let (owner, god, sales) = (app.webmaster("w@x.org").await, app.god().await, app.sales().await);
        let made = site(&app, &owner, "news.example").await;
        let queue = "/api/admin/moderation/sites";
        let waiting = app.get(&god, queue).await.expect(200);
        assert_eq!(
            (&waiting["data"][0]["id"], &waiting["data"][0]["webmaster_email"]),
            (&made["id"], &json!("w@x.org"))
        );
        assert_eq!(app.get(&sales, queue).await.expect(200)["data"], json!([]), "not their client");
        let decide = async |person: &Person, what: &str| {
            let seen = app.get(&owner, &at("sites", &made)).await.expect(200)["data"]["version"].clone();
            let mut form = json!({"version": seen});
            if what == "reject" {
                form["comment"] = json!("no content");
            }
            app.post(person, &format!("{queue}/{}/{what}", made["id"]), form).await
        };
        decide(&owner, "approve").await.expect(403);
        decide(&sales, "approve").await.expect(404);
        decide(&god, "reject").await.expect(200);
        decide(&god, "reject").await.expect(409);
        let rejected = app.get(&owner, &at("sites", &made)).await.expect(200);
        assert_eq!(
            (&rejected["data"]["status_id"], &rejected["data"]["reject_comment"]),
            (&json!(3), &json!("no content"))
        );
        let again = app.put(&owner, &at("sites", &made), json!({"domain": "news.example"})).await.expect(200);
        assert_eq!(again["data"]["status_id"], 1, "an edit asks for another look");
        let stale = app.post(&god, &format!("{queue}/{}/approve", made["id"]), json!({"version": 2})).await;
        stale.expect(409);
        assert_eq!(decide(&god, "approve").await.expect(200)["data"]["status_id"], 2);
        let renamed = json!({"domain": "news.example", "name": "X"});
        assert_eq!(app.put(&owner, &at("sites", &made), renamed).await.expect(200)["data"]["status_id"], 2);
        let moved = json!({"domain": "other.example"});
        assert_eq!(app.put(&owner, &at("sites", &made), moved).await.expect(200)["data"]["status_id"], 1);

        let trusted = app.person("t@x.org", |new| (new.is_webmaster, new.is_trusted) = (true, true)).await;
        assert_eq!(site(&app, &trusted, "trusted.example").await["status_id"], 2);
    })
    .await;
}

#[tokio::test]
async fn a_domain_is_that_of_one_approved_site() {
    each_app(async |app| {
        let (god, sales) = (app.god().await, app.sales().await);
        let squatter = app.webmaster("squatter@x.org").await;
        let manager = sales.id;
        let owner = app.person("owner@x.org", |new| (new.is_webmaster, new.manager) = (true, Some(manager))).await;
        let trusted = app.person("t@x.org", |new| (new.is_webmaster, new.is_trusted) = (true, true)).await;
        let queue = "/api/admin/moderation/sites";
        let decide = async |who: &Person, site: &Value, what: &str| {
            let listed = app.get(&god, queue).await.expect(200);
            let row = listed["data"].as_array().unwrap().iter().find(|row| row["id"] == site["id"]).cloned();
            let version = row.map_or(json!(2), |row| row["version"].clone());
            let mut form = json!({"version": version});
            if what == "reject" {
                form["comment"] = json!("Not yours.");
            }
            app.post(who, &format!("{queue}/{}/{what}", site["id"]), form).await
        };
        // Who names it first has no right to it, and nobody learns from the answer who else is here.
        let first = site(&app, &squatter, "news.example").await;
        let second = site(&app, &owner, "news.example").await;
        assert_eq!((&first["status_id"], &second["status_id"]), (&json!(1), &json!(1)));
        assert_eq!(app.post(&owner, SITES, json!({"domain": "news.example"})).await.wrong_fields(), ["domain"]);
        let same = async |who: &Person, of: &Value| {
            let listed = app.get(who, queue).await.expect(200);
            let rows = listed["data"].as_array().unwrap().clone();
            rows.into_iter().find(|row| row["id"] == of["id"]).unwrap()["same_domain"].clone()
        };
        let row = |site: &Value, status: u8, who: &Person, email: &str| {
            json!([{"id": site["id"], "status_id": status, "is_verified": false, "webmaster_id": who.id.0, "webmaster_email": email}])
        };
        assert_eq!(same(&god, &second).await, row(&first, 1, &squatter, "squatter@x.org"));
        assert_eq!(same(&god, &first).await, row(&second, 1, &owner, "owner@x.org"));

        decide(&god, &first, "approve").await.expect(200);
        let refused = decide(&god, &second, "approve").await.expect(409)["detail"].to_string();
        for part in ["news.example", &format!("site {}", first["id"]), "approved (2)", "waiting (1)"] {
            assert!(refused.contains(part), "{part}: {refused}");
        }
        let unnamed = json!([{"id": first["id"], "status_id": 2, "is_verified": false, "webmaster_id": null, "webmaster_email": null}]);
        assert_eq!(same(&sales, &second).await, unnamed, "no client of theirs");
        // Trust gives no right to what is another's: a moderator decides.
        let third = site(&app, &trusted, "news.example").await;
        assert_eq!(third["status_id"], 1);
        let other = site(&app, &trusted, "other.example").await;
        assert_eq!(other["status_id"], 2);
        let moved = app.put(&trusted, &at("sites", &other), json!({"domain": "sub.news.example"})).await.expect(200);
        assert_eq!(moved["data"]["status_id"], 2);
        decide(&god, &third, "reject").await.expect(200);
        let moved = app.put(&trusted, &at("sites", &other), json!({"domain": "news.example"})).await.expect(200);
        assert_eq!(moved["data"]["status_id"], 1);
        // Who decides about it sees what became of the owner's other one.
        let listed = app.get(&god, queue).await.expect(200);
        let waits = listed["data"].as_array().unwrap().iter().find(|row| row["id"] == other["id"]).unwrap();
        let refused = json!([{
            "id": third["id"], "domain": "news.example", "status_id": 3, "reject_comment": "Not yours.",
        }]);
        assert_eq!((&waits["other_sites"], &waits["other_sites_count"]), (&refused, &json!(1)));

        decide(&god, &first, "reject").await.expect(200);
        decide(&sales, &second, "approve").await.expect(200);
        decide(&god, &first, "approve").await.expect(409);
    })
    .await;
}

#[tokio::test]
async fn the_queue_of_sites_tells_of_the_owners_other_ones() {
    each_app(async |app| {
        let (owner, other, god) = (app.webmaster("w@x.org").await, app.webmaster("o@x.org").await, app.god().await);
        let mut made = Vec::new();
        for number in 0..13 {
            made.push(site(&app, &owner, &format!("news-{number}.example")).await);
        }
        site(&app, &other, "other.example").await;
        app.delete(&owner, &at("sites", &made[0])).await.expect(204);
        let queue = app.get(&god, "/api/admin/moderation/sites").await.expect(200);
        let rows = queue["data"].as_array().unwrap();
        assert_eq!(rows.len(), 13);
        for row in rows.iter().filter(|row| row["webmaster_id"] == json!(owner.id.0)) {
            let told: Vec<&Value> = row["other_sites"].as_array().unwrap().iter().map(|site| &site["id"]).collect();
            let newest = made[1..].iter().rev().map(|site| &site["id"]).filter(|id| **id != row["id"]).take(10);
            let newest: Vec<&Value> = newest.collect();
            assert_eq!((told, &row["other_sites_count"]), (newest, &json!(11)));
        }
        let alone = rows.iter().find(|row| row["webmaster_id"] == json!(other.id.0)).unwrap();
        assert_eq!((&alone["other_sites"], &alone["other_sites_count"]), (&json!([]), &json!(0)));
    })
    .await;
}

#[tokio::test]
async fn wrong_sites_are_refused_field_by_field() {
    each_app(async |app| {
        let owner = app.webmaster("w@x.org").await;
        let check = async |form: Value, fields: &[&str]| {
            assert_eq!(app.post(&owner, SITES, form.clone()).await.wrong_fields(), fields, "{form}");
        };
        check(json!({}), &["domain"]).await;
        for domain in ["localhost", "ftp://a.example", "a b.example", "javascript:alert(1)", "user:pw@a.example", ""] {
            check(json!({"domain": domain}), &["domain"]).await;
        }
        check(json!({"domain": "a.example", "name": "x".repeat(201)}), &["name"]).await;
        check(json!({"domain": "a.example", "allowed_categories": vec![1; 101]}), &["allowed_categories"]).await;
        check(json!({"domain": "a.example", "forbidden_categories": [0]}), &["forbidden_categories"]).await;
        check(json!({"domain": "a.example", "category": -1}), &["category"]).await;
        check(json!({"domain": "a.example", "status_id": 2}), &["status_id"]).await;
        let metric = json!({"statistics_metrics": "<b>", "password": "x".repeat(201)});
        check(
            json!({"domain": "a.example", "metrics": [metric]}),
            &["metrics.0.password", "metrics.0.statistics_metrics"],
        )
        .await;
        check(json!({"domain": "a.example", "metrics": [{"token": 1}]}), &["metrics.0.token"]).await;
        site(&app, &owner, "taken.example").await;
        check(json!({"domain": "http://TAKEN.example"}), &["domain"]).await;
        check(json!({"domain": "www.taken.example"}), &["domain"]).await;
        let list = async |query: &str| app.get(&owner, &format!("{SITES}?{query}")).await.wrong_fields();
        assert_eq!(list("order_by=password").await, ["order_by"]);
        assert_eq!(list("order_direction=up").await, ["order_direction"]);
        assert_eq!(list("count=10001").await, ["count"]);
        assert_eq!(list("page=0").await, ["page"]);
        assert_eq!(list("filters[status][]=9").await, ["filters.status"]);
        assert_eq!(list("filters[date_from]=yesterday").await, ["filters.date_from"]);
        assert_eq!(list("filters[date_from]=2026-11-22&filters[date_to]=2026-11-21").await, ["filters.date_to"]);
        assert_eq!(app.get(&owner, SITES).await.expect(200)["pagination"]["total"], 1, "nothing else was stored");
    })
    .await;
}

#[tokio::test]
async fn lists_search_sort_and_carry_statistics() {
    each_app(async |app| {
        let owner = app.webmaster("w@x.org").await;
        for domain in ["b.example", "a.example", "c.example"] {
            site(&app, &owner, domain).await;
        }
        let domains = async |query: &str| {
            let list = app.get(&owner, &format!("{SITES}?{query}")).await.expect(200);
            list["data"]
                .as_array()
                .unwrap()
                .iter()
                .map(|row| row["domain"].as_str().unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(domains("").await, ["c.example", "a.example", "b.example"], "newest first");
        assert_eq!(domains("order_by=domain&order_direction=asc").await, ["a.example", "b.example", "c.example"]);
        assert_eq!(domains("searchPhrase=B.EX").await, ["b.example"]);
        assert_eq!(domains("count=2&page=2").await, ["b.example"]);
        assert_eq!(domains("order_by=money_web&order_direction=asc").await.len(), 3);
        let list = app.get(&owner, &format!("{SITES}?is_show_stats=1")).await.expect(200);
        assert_eq!(list["data"][0]["statistic"]["shows_count_web"], 0);
        assert_eq!(list["data"][0]["statistic"]["ctr"], Value::Null);
        assert_eq!(list["total_statistic"]["money_web"], 0);
    })
    .await;
}

#[tokio::test]
async fn owners_are_told_what_became_of_a_site_and_staff_find_it() {
    each_app(async |app| {
        let (anna, eve) = (app.webmaster("anna@x.org").await, app.webmaster("eve@x.org").await);
        let (god, sales) = (app.god().await, app.sales().await);
        let waiting = async |person: &Person, domain: &str| {
            let form = json!({"name": domain, "domain": domain});
            app.post(person, SITES, form).await.expect(201)["data"].clone()
        };
        let decide = async |site: &Value, verb: &str, comment: Option<&str>| {
            let path = format!("/api/admin/moderation/sites/{}/{verb}", site["id"]);
            let version =
                app.get(&god, &format!("/api/admin/sites/{}", site["id"])).await.expect(200)["data"]["version"].clone();
            let body = comment
                .map_or_else(|| json!({"version": version}), |comment| json!({"version": version, "comment": comment}));
            app.post(&god, &path, body).await
        };
        let tides = waiting(&anna, "tides.example").await;
        decide(&tides, "approve", None).await.expect(200);
        assert_eq!(told(&app, &anna, "site_reviewed").await, ["Site approved: tides.example"]);

        // Pages with `www.` and without are those of one site: the second one is somebody else's.
        let copy = waiting(&eve, "www.tides.example").await;
        let queue = app.get(&god, "/api/admin/moderation/sites").await.expect(200);
        assert_eq!(queue["data"][0]["same_domain"][0]["id"], tides["id"]);
        decide(&copy, "approve", None).await.expect(409);
        decide(&copy, "reject", Some("It is not yours.")).await.expect(200);
        assert_eq!(told(&app, &eve, "site_reviewed").await, ["Site not accepted: www.tides.example. It is not yours."]);

        let found = async |who: &Person, query: &str| {
            let list = app.get(who, &format!("/api/admin/sites?{query}")).await.expect(200);
            assert_eq!(list["pagination"]["total"], list["data"].as_array().unwrap().len());
            names_of(&list, "domain")
        };
        assert_eq!(found(&god, "").await, ["www.tides.example", "tides.example"], "newest first");
        assert_eq!(found(&god, "searchPhrase=WWW").await, ["www.tides.example"]);
        assert_eq!(found(&god, "status_id=2").await, ["tides.example"]);
        assert_eq!(found(&god, &format!("searchPhrase={}", tides["id"])).await, ["tides.example"]);
        assert_eq!(found(&god, "is_held=1").await, Vec::<String>::new());
        // Who deletes a site does not hide that its earnings are held.
        on_site(&app, &god, &tides["id"], "hold_earnings", Some("Robots click there.")).await.expect(200);
        app.delete(&anna, &at("sites", &tides)).await.expect(204);
        assert_eq!(found(&god, "is_held=1").await, ["tides.example"]);
        assert_eq!(found(&god, "").await, ["www.tides.example"]);
        assert_eq!(found(&god, "status_id=5").await, ["tides.example"]);
        assert_eq!(found(&sales, "").await, Vec::<String>::new(), "not their clients");
        assert_eq!(app.get(&god, "/api/admin/sites?status_id=9").await.wrong_fields(), ["status_id"]);
        app.get(&anna, "/api/admin/sites").await.expect(403);
    })
    .await;
}

/// A field of each row of a list.
fn names_of(list: &Value, field: &str) -> Vec<String> {
    list["data"].as_array().unwrap().iter().map(|row| row[field].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_block_is_made_from_a_template_and_reaches_delivery() {
    each_app(async |app| {
        let (owner, god) = (app.webmaster("w@x.org").await, app.god().await);
        let templates = app.get(&owner, "/api/webmaster/templates").await.expect(200);
        let template = &templates["data"].as_array().unwrap().iter().find(|t| t["id"] == 2).unwrap().clone();
        assert_eq!(app.get(&owner, "/api/webmaster/templates/2").await.expect(200)["data"], *template);
        let news = site(&app, &owner, "news.example").await;
        let form = json!({
            "name": "Sidebar", "template_id": 2, "config": {"rows": 2, "columns": 2},
            "custom_styles": ".title { color: red }", "passback_html": "<p>House ad</p>"
        });
        let path = format!("{}/blocks", at("sites", &news));
        let made = app.post(&owner, &path, form).await.expect(201)["data"].clone();
        assert_eq!((&made["places"], &made["block_format_type_id"]), (&json!(4), &json!(1)));
        assert_eq!(made["compiled_styles"], ".block .title{color:red;}");
        assert_eq!(made["config"]["gap"], template["initial_values"]["gap"], "what is missing gets its default");
        let spec = async || {
            let id = BlockId(made["id"].as_i64().unwrap());
            app.app
                .store
                .read("test", async move |conn| list_specs(conn, Which::Block(id)).await)
                .await
                .unwrap()
                .remove(0)
        };
        assert!(!spec().await.1, "its site waits for a moderator");
        let approve = format!("/api/admin/moderation/sites/{}/approve", news["id"]);
        app.post(&god, &approve, json!({"version": news["version"]})).await.expect(200);
        let (found, shows) = spec().await;
        assert!(shows && found.dims.format == BlockFormat::Native && found.places == 4);
        let stop = app.put(&owner, &format!("{}/stop", at("blocks", &made)), json!({})).await.expect(200);
        assert_eq!(stop, json!({"message": {"started_count": 0}}));
        assert!(!spec().await.1);
        let start = app.put(&owner, &format!("{}/start", at("blocks", &made)), json!({})).await.expect(200);
        assert_eq!(start["message"]["started_count"], 1);
        app.delete(&owner, &at("blocks", &made)).await.expect(204);
        app.put(&owner, &format!("{}/start", at("blocks", &made)), json!({})).await.expect(409);
        assert_eq!(app.get(&owner, &path).await.expect(200)["data"], json!([]));
    })
    .await;
}

#[tokio::test]
async fn wrong_blocks_are_refused_field_by_field() {
    each_app(async |app| {
        let owner = app.webmaster("w@x.org").await;
        let news = site(&app, &owner, "news.example").await;
        let path = format!("{}/blocks", at("sites", &news));
        let check = async |form: Value, fields: &[&str]| {
            assert_eq!(app.post(&owner, &path, form.clone()).await.wrong_fields(), fields, "{form}");
        };
        check(json!({"name": "x"}), &["template_id"]).await;
        check(json!({"name": "x", "template_id": 999}), &["template_id"]).await;
        check(json!({"name": "", "template_id": 2}), &["name"]).await;
        check(json!({"name": "x", "template_id": 2, "config": {"rows": 99}}), &["config.rows"]).await;
        check(json!({"name": "x", "template_id": 2, "config": {"colour": 1}}), &["config.colour"]).await;
        check(json!({"name": "x", "template_id": 2, "config": []}), &["config"]).await;
        check(json!({"name": "x", "template_id": 2, "custom_styles": "@import 'x'"}), &["custom_styles"]).await;
        check(json!({"name": "x", "template_id": 2, "passback_html": "x".repeat(10_001)}), &["passback_html"]).await;
        let styles = json!({"custom_styles": ".title { color: red }"});
        let verdict = app.post(&owner, "/api/webmaster/styles", styles).await.expect(200);
        assert!(verdict["data"]["compiled_styles"].as_str().unwrap().contains(".block"), "{verdict}");
        let bad = json!({"custom_styles": ".title { background: url(https://x.org/a.png) }"});
        assert_eq!(app.post(&owner, "/api/webmaster/styles", bad).await.wrong_fields(), ["custom_styles"]);
        let made = block(&app, &owner, &news).await;
        let stale = json!({"name": "x", "template_id": 2, "version": 9});
        app.put(&owner, &at("blocks", &made), stale).await.expect(409);
    })
    .await;
}

#[tokio::test]
async fn stored_css_is_compiled_again_when_the_rules_are_others() {
    each_app(async |app| {
        let owner = app.webmaster("w@x.org").await;
        let site = site(&app, &owner, "news.example").await;
        let form = json!({"name": "x", "template_id": 2, "custom_styles": ".title { color: red }"});
        let made = app.post(&owner, &format!("{}/blocks", at("sites", &site)), form).await.expect(201)["data"].clone();
        let sql = async |sql: &'static str| {
            app.app.store.write("test_sql", Priority::Api, async move |tx| tx.execute(sql, []).await).await.unwrap()
        };
        let started = async || {
            block_css::bring_up_to_date(&app.app.store).await.unwrap();
            app.get(&owner, &at("blocks", &made)).await.expect(200)["data"]["compiled_styles"].clone()
        };
        sql("UPDATE blocks SET compiled_styles = 'older'").await;
        assert_eq!(started().await, "older", "the same rules: nothing is compiled");
        sql("DELETE FROM style_rules").await;
        assert_eq!(started().await, ".block .title{color:red;}");
    })
    .await;
}

#[tokio::test]
async fn nobody_touches_what_belongs_to_another_webmaster() {
    each_app(async |app| {
        let (anna, bob) = (app.webmaster("a@x.org").await, app.webmaster("b@x.org").await);
        let (news, own) = (site(&app, &anna, "news.example").await, site(&app, &bob, "bob.example").await);
        let made = block(&app, &anna, &news).await;
        let form = json!({"name": "x", "template_id": 2});
        let (site_path, block_path) = (at("sites", &news), at("blocks", &made));
        for path in
            [site_path.clone(), format!("{site_path}/blocks"), format!("{site_path}/breadcrumbs"), block_path.clone()]
        {
            app.get(&bob, &path).await.expect(404);
        }
        app.put(&bob, &site_path, json!({"domain": "stolen.example"})).await.expect(404);
        app.put(&bob, &block_path, form.clone()).await.expect(404);
        app.post(&bob, &format!("{site_path}/blocks"), form).await.expect(404);
        app.put(&bob, &format!("{block_path}/stop"), json!({})).await.expect(404);
        app.delete(&bob, &site_path).await.expect(404);
        app.delete(&bob, &block_path).await.expect(404);
        for (blocks, sites) in [(&made["id"], &own["id"]), (&json!(1_000), &own["id"])] {
            let copy = json!({"blocks": [blocks], "sites": [sites]});
            app.post(&bob, &format!("{}/blocks/copy", at("sites", &own)), copy).await.expect(404);
        }
        assert_eq!(app.get(&anna, &block_path).await.expect(200)["data"], made);
        let named = json!({"id": made["id"], "name": made["name"], "site_id": news["id"], "site_name": "news.example"});
        for (search, expected) in
            [("", json!([named])), ("?search=NEWS.ex", json!([named])), ("?search=else", json!([]))]
        {
            let path = format!("/api/webmaster/blocks/list_for_copy{search}");
            assert_eq!(app.get(&anna, &path).await.expect(200)["data"], expected, "{search}");
            assert_eq!(app.get(&bob, &path).await.expect(200)["data"], json!([]));
        }
        let copy = json!({"blocks": [made["id"], made["id"]], "sites": [news["id"], news["id"]]});
        let copies = app.post(&anna, &format!("{site_path}/blocks/copy"), copy).await.expect(201);
        assert_eq!(copies["data"].as_array().unwrap().len(), 1, "what is named twice is meant once");
        let foreign = json!({"blocks": [made["id"]], "sites": [own["id"]]});
        app.post(&anna, &format!("{site_path}/blocks/copy"), foreign).await.expect(404);
        assert_eq!(app.get(&bob, &format!("{}/blocks", at("sites", &own))).await.expect(200)["data"], json!([]));
        // Where a site has no domain, a block is found by the name that stands in its place.
        let sql = "UPDATE sites SET domain = '', name = 'Harbor' WHERE domain = 'news.example'";
        app.app.store.write("test_sql", Priority::Api, async move |tx| tx.execute(sql, []).await).await.unwrap();
        let found = app.get(&anna, "/api/webmaster/blocks/list_for_copy?search=HARB").await.expect(200);
        assert_eq!(found["data"][0]["site_name"], json!("Harbor"));
    })
    .await;
}

#[tokio::test]
async fn script_macros_and_balances() {
    each_app(async |app| {
        let (owner, buyer) = (app.webmaster("w@x.org").await, app.advertiser("a@x.org").await);
        let script = app.get(&owner, "/api/webmaster/script").await.expect(200);
        assert_eq!(script["data"], json!({"domain": "placard.example", "path": "p.js", "attribute": "data-placard"}));
        let ids = async |person: &Person| {
            let list = app.get(person, "/api/system/macros").await.expect(200);
            list["data"].as_array().unwrap().iter().map(|known| known["id"].as_u64().unwrap()).collect::<Vec<_>>()
        };
        let god = app.god().await;
        assert!(!ids(&buyer).await.contains(&2) && ids(&god).await.contains(&2));

        let (seller, payer) = (owner.id, buyer.id);
        app.app
            .store
            .write("test", Priority::Api, async move |tx| {
                let cause =
                    |reference| Cause { reference, operation: Operation::Bonus, actor: None, comment: "welcome" };
                adjust_advertiser(tx, cause("bonus-1"), payer, Money::from_dollars(50)).await?;
                adjust_webmaster(tx, cause("bonus-2"), seller, Money::from_micros(1_500_000)).await
            })
            .await
            .unwrap();
        let balance = app.get(&buyer, "/api/advertiser/balance").await.expect(200);
        assert_eq!(
            balance["data"],
            json!({"balance": 50, "bonus": 50, "currency": "USD", "spent_today": 0, "spent_week": 0,
                "days_left": null})
        );
        let balance = app.get(&owner, "/api/webmaster/balance").await.expect(200);
        assert_eq!(
            balance["data"],
            json!({
                "balance": 1.5, "pending": 0, "held": 0, "held_sites": [], "reserved": 0, "currency": "USD", "earned_today": 0
            })
        );
        let history =
            app.get(&buyer, "/api/advertiser/balance/history?count=5&order_by=processed_at").await.expect(200);
        let row = &history["data"][0];
        assert_eq!(
            (&row["amount"], &row["operation_type"], &row["comment"]),
            (&json!(50), &json!(6), &json!("welcome"))
        );
        assert_eq!(history["pagination"], history["meta"]);
        let history = app.get(&owner, "/api/webmaster/balance/history").await.expect(200);
        assert_eq!((&history["data"][0]["amount"], &history["meta"]["per_page"]), (&json!(1.5), &json!(15)));
        let base = "/api/webmaster/balance/history";
        for (query, field) in [("order_by=amount", "order_by"), ("order_direction=up", "order_direction"), ("sort=date", "sort")]
        {
            assert_eq!(app.get(&owner, &format!("{base}?{query}")).await.wrong_fields(), [field]);
        }
        app.get(&owner, "/api/advertiser/balance").await.expect(403);
    })
    .await;
}
