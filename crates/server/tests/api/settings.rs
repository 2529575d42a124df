//! Settings: refused with their range, told when somebody else was first, in force at once and within a second from another
//! process, in the audit log, and the script's former names.

use crate::app::{Answer, Person, TestApp, each_app};
use axum::http::{Method, StatusCode};
use placard_model::settings::{InForce, SPECS, Spec};
use placard_server::settings_command::{self, SettingsCommand};
use placard_worker::feeds;
use serde_json::{Value, json};

const SETTINGS: &str = "/api/admin/settings";

fn setting<'a>(sections: &'a Value, name: &str) -> &'a Value {
    let all = sections["data"].as_array().unwrap().iter().flat_map(|section| section["settings"].as_array().unwrap());
    all.into_iter().find(|one| one["name"] == name).unwrap()
}

async fn put(test: &TestApp, god: &Person, name: &str, value: Value, version: i64) -> Answer {
    test.put(god, &format!("{SETTINGS}/{name}"), json!({"value": value, "version": version})).await
}

async fn run_sql(test: &TestApp, sql: &'static str) {
    let run = async move |tx: &placard_store::Tx| tx.execute(sql, []).await.map(drop);
    test.app.store.write("test_sql", placard_store::Priority::Api, run).await.unwrap();
}

#[tokio::test]
async fn settings_are_changed_told_and_refused() {
    each_app(async |test| {
        let god = test.god().await;
        let listed = test.get(&god, SETTINGS).await.expect(200);
        let count: usize =
            listed["data"].as_array().unwrap().iter().map(|one| one["settings"].as_array().unwrap().len()).sum();
        assert_eq!(count, SPECS.len());
        let one = setting(&listed, "bids.minimum");
        assert_eq!((&one["value"], &one["is_changed"], &one["version"]), (&json!("1"), &json!(false), &json!(0)));

        // Out of range or of another type: refused with the range, and nothing is changed.
        for wrong in ["0.001", "1001", "a dollar", "1.2345"] {
            let refused = put(&test, &god, "bids.minimum", json!(wrong), 0).await.expect(422);
            let range = "must be 0.005 to 1000 dollars with at most 3 decimals";
            assert_eq!(refused["errors"]["value"], json!([range]), "{wrong}");
        }
        put(&test, &god, "bids.nothing", json!("1"), 0).await.expect(404);
        assert_eq!(test.get(&god, SETTINGS).await.expect(200), listed);

        // In force for what is shown, for forms and for whoever may bid.
        let buyer = test.advertiser("buyer@x.org").await;
        let changed = put(&test, &god, "bids.minimum", json!("0.75"), 0).await.expect(200);
        assert_eq!((&changed["data"]["value"], &changed["data"]["version"]), (&json!("0.75"), &json!(1)));
        assert_eq!(
            test.get(&Person::default(), "/api/site").await.expect(200)["data"]["minimum_bid_native"],
            json!(0.75)
        );
        assert_eq!(test.get(&buyer, "/api/targeting/min_bids").await.expect(200)["data"]["min_bid"], json!(0.75));

        // The second of two people is told.
        let late = put(&test, &god, "bids.minimum", json!("2"), 0).await;
        late.expect(409);
        let back = put(&test, &god, "bids.minimum", Value::Null, 1).await.expect(200);
        assert_eq!((&back["data"]["value"], &back["data"]["is_changed"]), (&json!("1"), &json!(false)));
        assert_eq!(test.get(&Person::default(), "/api/site").await.expect(200)["data"]["minimum_bid_native"], json!(1));

        let log = test.get(&god, "/api/admin/audit_log?subject=setting").await.expect(200);
        let values: Vec<_> = log["data"].as_array().unwrap().iter().map(|row| row["after"]["value"].clone()).collect();
        assert_eq!(values, [Value::Null, json!("0.75")]);
    })
    .await;
}

#[tokio::test]
async fn another_process_changes_them_too() {
    each_app(async |test| {
        let app = &test.app;
        let run = async |command| settings_command::run(&app.config, command).await;
        let (name, value) = ("network.name".to_owned(), "Example Ads".to_owned());
        let said = run(SettingsCommand::Set { name: name.clone(), value }).await.unwrap();
        assert_eq!(said, "network.name = Example Ads");
        // What the feed does twice a second.
        feeds::settings::refresh(&app.store, &app.settings, &app.health).await.unwrap();
        assert_eq!(test.get(&Person::default(), "/api/site").await.expect(200)["data"]["name"], json!("Example Ads"));
        assert_eq!(run(SettingsCommand::Get { name: name.clone() }).await.unwrap(), "Example Ads");
        let listed = run(SettingsCommand::List { changed: true }).await.unwrap();
        assert!(listed.contains("network.name = Example Ads (default: Placard)"), "{listed}");
        let refused = run(SettingsCommand::Set { name: "quotas.ads".to_owned(), value: "many".to_owned() }).await;
        assert_eq!(refused.unwrap_err().to_string(), "quotas.ads must be a whole number from 0 to 10000");
        let unknown = run(SettingsCommand::Get { name: "quotas.add".to_owned() }).await.unwrap_err().to_string();
        assert!(unknown.contains("placard settings list"), "{unknown}");

        // A value that another version has left is told, and does no harm.
        run_sql(&test, "UPDATE settings SET value = '' WHERE name = 'network.name'").await;
        run_sql(
            &test,
            "INSERT INTO settings (name, value, version, updated_at, updated_by) VALUES ('old.one', '1', 9, 0, 'x')",
        )
        .await;
        feeds::settings::refresh(&app.store, &app.settings, &app.health).await.unwrap();
        assert_eq!(app.settings.get().network.name, "Example Ads", "what held before goes on to hold");
        let told = app.health.conditions().into_iter().find(|one| one.name == "settings").unwrap().text;
        assert!(told.contains("network.name must not be empty; old.one is no setting"), "{told}");

        // Whoever starts with an amount that cannot be read bills nobody.
        run_sql(
            &test,
            "INSERT INTO settings (name, value, version, updated_at, updated_by) VALUES ('bids.minimum', 'x', 1, 0, 'x')",
        )
        .await;
        let starting = InForce::default();
        feeds::settings::refresh(&app.store, &starting, &app.health).await.unwrap();
        let told = app.health.conditions().into_iter().find(|one| one.name == "rates").unwrap().text;
        assert!(!starting.are_rates_known() && told.contains("bids.minimum must be 0.005 to"), "{told}");
        feeds::settings::refresh(&app.store, &app.settings, &app.health).await.unwrap();
        assert!(app.settings.are_rates_known() && app.health.conditions().iter().all(|one| one.name != "rates"));

        // Who only reads leaves the database as another version has it.
        run_sql(&test, "DELETE FROM seaql_migrations WHERE version = 'm0028_link_queue'").await;
        assert_eq!(run(SettingsCommand::Get { name: name.clone() }).await.unwrap(), "Placard");
        run(SettingsCommand::List { changed: true }).await.unwrap();
        assert_eq!(app.store.pending_migrations().await.unwrap(), ["m0028_link_queue"]);
    })
    .await;
}

#[tokio::test]
async fn the_script_keeps_its_former_names() {
    each_app(async |test| {
        let god = test.god().await;
        let found = async |path: &str| {
            let answer = test.call(Method::GET, path, &Person::default(), None).await;
            (answer.status, answer.text)
        };
        let (status, body) = found("/p.js").await;
        assert!(status == StatusCode::OK && body.contains("data-placard"), "needs the built tag: make tag/dist/p.js");
        assert_eq!(found("/news.js").await.0, StatusCode::NOT_FOUND);
        put(&test, &god, "tag.path", json!("news.js"), 0).await.expect(200);
        put(&test, &god, "tag.attribute", json!("data-spot"), 0).await.expect(200);
        let (status, body) = found("/news.js").await;
        assert_eq!(status, StatusCode::OK);
        assert!(body.contains("data-spot,data-placard"), "pages have it with either attribute");
        let (status, body) = found("/p.js").await;
        assert_eq!(status, StatusCode::OK, "pages of before go on to work");
        assert!(body.contains("data-placard,data-spot"), "and so do new places in them");
        assert_eq!(
            Spec::find("tag.former").unwrap().value(&test.app.settings.get()),
            "news.js data-placard\np.js data-placard"
        );
    })
    .await;
}

#[tokio::test]
async fn the_script_takes_no_name_that_is_taken() {
    let pages = ["confirm", "account", "advertiser", "robots.txt", "sitemap.xml", "favicon.svg", "index.html", "demo"];
    let (_, document) = placard_server::router::api();
    let calls = document.paths.paths.keys().filter_map(|path| path.split('/').nth(1));
    let path = Spec::find("tag.path").unwrap();
    for name in pages.into_iter().chain(calls) {
        assert!(path.canonical(name).is_err(), "{name} is a page, a file or a call");
        let former = format!("{name} data-placard");
        assert!(Spec::find("tag.former").unwrap().canonical(&former).is_err(), "{former}");
    }
    assert_eq!(path.canonical("news.js").as_deref(), Ok("news.js"));
}
