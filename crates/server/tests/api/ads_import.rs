//! Import of ads: tables and archives, right, wrong and hostile.

use crate::advertising::{Form, ad_path, ads_of, picture};
use crate::app::{Answer, Person, TestApp, each_app, each_app_that_fetches};
use axum::Router;
use axum::http::{Method, StatusCode};
use axum::routing::get;
use image::{ImageFormat, RgbImage};
use placard_common::fetch::Policy;
use serde_json::{Value, json};
use std::io::{Cursor, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use tokio::net::TcpListener;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

struct World {
    anna: Person,
    group: i64,
}

impl World {
    async fn new(app: &TestApp) -> Self {
        let anna = app.advertiser("anna@x.org").await;
        let campaign = app.campaign(&anna, "Campaign").await;
        let group = app.group(&anna, campaign).await;
        Self { anna, group }
    }

    async fn send(&self, app: &TestApp, file: impl AsRef<[u8]>, flags: &[(&str, &str)]) -> Answer {
        let form = Form::default().with_file("file", file);
        let form = flags.iter().fold(form, |form, (name, value)| form.with(name, value));
        let path = format!("/api/advertiser/ad_groups/{}/ads/import", self.group);
        app.send_form(Method::POST, &path, &self.anna, &form).await
    }

    async fn count(&self, app: &TestApp) -> Value {
        app.get(&self.anna, &ads_of(self.group)).await.expect(200)["pagination"]["total"].clone()
    }
}

const GOOD: &str = "title,description,url,bid\nHats,For all heads,https://shop.example/hats,1.50\n";

#[tokio::test]
async fn a_dry_run_tells_everything_and_makes_nothing() {
    each_app(async |app| {
        let world = World::new(&app).await;
        let table =
            format!("{GOOD},No title,https://shop.example/,2\nShoes,,nowhere,0.001\nCaps,All,https://shop.example/,\n");
        let report = world.send(&app, &table, &[]).await.expect(200)["data"].clone();
        assert_eq!(
            (&report["is_dry_run"], &report["row_count"], &report["valid_count"]),
            (&json!(true), &json!(4), &json!(2))
        );
        let problems: Vec<(i64, &str)> = report["problems"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| (one["row"].as_i64().unwrap(), one["column"].as_str().unwrap()))
            .collect();
        assert_eq!(problems, [(3, "title"), (4, "one_bid_for_all_geo"), (4, "original_url"), (4, "short_description")]);
        assert_eq!(report["sample"][0]["title"], json!("Hats"));
        assert_eq!(world.count(&app).await, json!(0));
        // In earnest: none, unless the right ones are asked for.
        let told = world.send(&app, &table, &[("dry_run", "0")]).await;
        let mut fields = told.wrong_fields();
        fields.sort();
        assert_eq!(fields[0], "rows.3.title");
        assert_eq!(world.count(&app).await, json!(0));
        let report = world.send(&app, &table, &[("dry_run", "0"), ("only_valid", "1")]).await.expect(200);
        assert_eq!(report["data"]["ad_ids"].as_array().unwrap().len(), 2);
        assert_eq!(world.count(&app).await, json!(2));
        // Bids by country and how often one visitor sees it, where a row has them.
        let by_country = "title,description,url,bid,bids,frequency\nHats,For all heads,https://shop.example/,,DE 2.50 | FR 1.80,3/24\n\
                          Caps,For others,https://shop.example/,2,DE 0.01,\n";
        let report = world.send(&app, by_country, &[("dry_run", "0"), ("only_valid", "1")]).await.expect(200)["data"].clone();
        assert_eq!((&report["problems"][0]["row"], &report["problems"][0]["column"]), (&json!(3), &json!("bids")));
        let (shown, cap) = (&report["sample"][0], json!({"shows": 3, "hours": 24}));
        assert_eq!((&shown["one_bid_for_all_geo"], &shown["bids"][0]["bid"]), (&Value::Null, &json!(2.5)), "{shown}");
        assert_eq!((&shown["bids"][1]["country_code"], &shown["frequency_cap"]), (&json!("FR"), &cap));
        let made = report["ad_ids"][0].as_i64().unwrap();
        let ad = app.get(&world.anna, &ad_path(made)).await.expect(200)["data"].clone();
        let bids = json!([{"country_code": "DE", "bid": 2.5}, {"country_code": "FR", "bid": 1.8}]);
        assert_eq!((&ad["bids"], &ad["one_bid_for_all_geo"]), (&bids, &Value::Null));
        assert_eq!(ad["frequency_cap"], json!({"shows": 3, "hours": 24}));
        let template = app.get(&world.anna, "/api/advertiser/ads/import_template").await;
        assert!(template.text.starts_with("title,short_description,"), "{}", template.text);
        assert!(template.text.contains(",3 in 24\r\n"), "no date to a spreadsheet: {}", template.text);
        assert!(template.headers["content-disposition"].to_str().unwrap().contains("ads-to-import.csv"));
    })
    .await;
}

#[tokio::test]
async fn an_archive_brings_its_pictures() {
    each_app(async |app| {
        let world = World::new(&app).await;
        let title = "A title that is long enough for native ads";
        let table = format!(
            "title,url,picture\n{title},https://shop.example/,Hat.png\n{title},https://shop.example/,img/hat.png\n\
             {title},https://shop.example/,none.png\n{title},https://shop.example/,broken.png\n\
             {title},https://shop.example/,http://127.0.0.1/x.png\n"
        );
        let hat = picture(3);
        let file = zip(&[("ads.csv", table.as_bytes()), ("img/hat.png", &hat), ("broken.png", b"GIF89a")]);
        let report = world.send(&app, &file, &[]).await.expect(200)["data"].clone();
        assert_eq!(report["valid_count"], json!(2), "{report}");
        let messages: Vec<&str> =
            report["problems"].as_array().unwrap().iter().map(|one| one["message"].as_str().unwrap()).collect();
        assert_eq!(messages.len(), 3);
        assert_eq!(messages[0], "is not in the archive");
        assert!(messages[2].starts_with("cannot be fetched: "), "{messages:?}");
        let report = world.send(&app, &file, &[("dry_run", "0"), ("only_valid", "1")]).await.expect(200);
        let ids = report["data"]["ad_ids"].as_array().unwrap().clone();
        let mut pictures = Vec::new();
        for id in ids {
            let ad = id.as_i64().unwrap();
            assert_eq!(app.ad_field(&world.anna, ad, "supported_block_format_types").await, json!([1, 16]));
            pictures.push(app.ad_field(&world.anna, ad, "media_contents").await);
        }
        assert_eq!(pictures[0], pictures[1]);
        assert_eq!(pictures[0].as_array().unwrap().len(), 2);
    })
    .await;
}

/// A picture of more than a megabyte: nothing of it can be packed.
pub(crate) fn large_picture() -> Vec<u8> {
    let noise =
        |x: u32, y: u32| (x.wrapping_mul(2_654_435_761) ^ y.wrapping_mul(2_246_822_519)).wrapping_mul(3_266_489_917);
    let image = RgbImage::from_fn(900, 600, |x, y| image::Rgb(noise(x, y).to_be_bytes()[..3].try_into().unwrap()));
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}

#[tokio::test]
async fn pictures_of_addresses_may_be_as_long_as_others() {
    let large = large_picture();
    assert!(large.len() > 1024 * 1024, "{}", large.len());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let routes = Router::new()
        .route("/large.png", get(move || std::future::ready(large.clone())))
        .route("/longer.png", get(async || vec![0_u8; 10 * 1024 * 1024 + 1]));
    tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
    let policy = Policy { also: vec![SocketAddr::from((Ipv4Addr::LOCALHOST, port))], ..Policy::default() };
    each_app_that_fetches(&policy, async |app| {
        let world = World::new(&app).await;
        let row = |name: &str| {
            format!("A title that is long enough for native ads,https://shop.example/,http://127.0.0.1:{port}/{name}\n")
        };
        let table = format!("title,url,picture\n{}{}", row("large.png"), row("longer.png"));
        let report = world.send(&app, &table, &[("dry_run", "0"), ("only_valid", "1")]).await.expect(200);
        let report = &report["data"];
        assert_eq!((&report["valid_count"], &report["problems"][0]["row"]), (&json!(1), &json!(3)), "{report}");
        assert_eq!(report["problems"][0]["column"], "picture");
        assert!(report["problems"][0]["message"].as_str().unwrap().contains("10 MB"), "{report}");
        let made = report["ad_ids"][0].as_i64().unwrap();
        assert_eq!(app.ad_field(&world.anna, made, "media_contents").await.as_array().unwrap().len(), 2);
        // What came of it counts for the bytes that an account may have fetched.
        let (calls, anna) = (&app.app.auth.calls, world.anna.id);
        calls.picture_came(anna, 2_000_000_000 - 1, app.app.clock.now());
        let report = world.send(&app, format!("title,url,picture\n{}", row("large.png")), &[]).await.expect(200);
        let why = report["data"]["problems"][0]["message"].as_str().unwrap();
        assert!(why.contains("5000 pictures and 2 GB fetched in a day"), "{report}");
    })
    .await;
}

#[tokio::test]
async fn a_look_and_its_import_fetch_each_picture_once() {
    let (asked, large) = (Arc::new(AtomicUsize::new(0)), large_picture());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let is_gone = Arc::new(AtomicBool::new(false));
    let (counted, gone) = (asked.clone(), is_gone.clone());
    let hat = get(move || {
        counted.fetch_add(1, Ordering::SeqCst);
        let found = if gone.load(Ordering::SeqCst) { Err(StatusCode::NOT_FOUND) } else { Ok(large.clone()) };
        std::future::ready(found)
    });
    let routes = Router::new().route("/hat.png", hat);
    tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
    let policy = Policy { also: vec![SocketAddr::from((Ipv4Addr::LOCALHOST, port))], ..Policy::default() };
    each_app_that_fetches(&policy, async |app| {
        asked.store(0, Ordering::SeqCst);
        let world = World::new(&app).await;
        let row = "A title that is long enough for native ads,https://shop.example/";
        let table = format!("title,url,picture\n{row},http://127.0.0.1:{port}/hat.png\n");
        let report = world.send(&app, &table, &[]).await.expect(200)["data"].clone();
        assert_eq!((&report["valid_count"], world.count(&app).await), (&json!(1), json!(0)));
        assert_eq!(asked.load(Ordering::SeqCst), 1);
        let import = async || world.send(&app, &table, &[("dry_run", "0")]).await;
        let valid = async || world.send(&app, &table, &[]).await.expect(200)["data"]["valid_count"].clone();
        // What the next look does not find, its import does not take.
        is_gone.store(true, Ordering::SeqCst);
        assert_eq!(valid().await, json!(0));
        assert_eq!(import().await.wrong_fields(), ["rows.2.picture"]);
        is_gone.store(false, Ordering::SeqCst);
        assert_eq!(valid().await, json!(1));
        asked.store(1, Ordering::SeqCst);
        // Nothing of what was looked at is missing, though nothing more may be fetched: to another look neither.
        app.app.auth.calls.picture_came(world.anna.id, 2_000_000_000, app.app.clock.now());
        assert_eq!(valid().await, json!(1));
        let made = import().await.expect(200)["data"]["ad_ids"][0].as_i64().unwrap();
        assert_eq!(app.ad_field(&world.anna, made, "media_contents").await.as_array().unwrap().len(), 2);
        assert_eq!(asked.load(Ordering::SeqCst), 1);
        app.clock.advance_ms(15 * 60_000);
        assert_eq!(import().await.wrong_fields(), ["rows.2.picture"], "it is not kept for ever");
        assert_eq!(asked.load(Ordering::SeqCst), 1);
    })
    .await;
}

#[tokio::test]
async fn pictures_are_fetched_in_turn_with_all_that_their_account_fetches() {
    each_app(async |app| {
        let world = World::new(&app).await;
        let (turns, anna) = (&app.app.turns, world.anna.id);
        let mut fetching: Vec<_> = (0..32).map(|_| Box::pin(turns.fetch(anna, std::future::pending::<()>()))).collect();
        for fetch in &mut fetching {
            assert!(futures_util::poll!(fetch).is_pending());
        }
        let table = "title,url,picture\nHats,https://shop.example/,http://127.0.0.1/x.png\n";
        world.send(&app, table, &[]).await.expect(429);
        drop(fetching);
        world.send(&app, table, &[]).await.expect(200);
    })
    .await;
}

#[tokio::test]
async fn hostile_files_are_refused() {
    each_app(async |app| {
        let world = World::new(&app).await;
        let refused = async |file: Vec<u8>, word: &str| {
            let answer = world.send(&app, file, &[("dry_run", "0")]).await;
            let text = answer.text.clone();
            assert_eq!(answer.wrong_fields(), ["file"], "{word}: {text}");
            assert!(text.contains(word), "{word}: {text}");
        };
        refused(Vec::new(), "required").await;
        refused(b"title,url\n".to_vec(), "empty").await;
        refused(b"title,url\nCaf\xe9,https://x.org/\n".to_vec(), "UTF-8").await;
        refused("title,url\nA".encode_utf16().flat_map(u16::to_le_bytes).collect(), "UTF-8").await;
        refused(format!("title,url\n{}", "A,https://x.org/\n".repeat(10_001)).into_bytes(), "1000 rows").await;
        refused(b"title,url,colour\nA,u,red\n".to_vec(), "colour").await;
        refused(b"PK\x03\x04 and no more".to_vec(), "zip").await;
        refused(zip(&[("a.png", b"x")]), "exactly one .csv").await;
        let bomb = vec![b'a'; 9 * 1024 * 1024];
        refused(zip(&[("a.csv", &bomb)]), "more than 8 MB").await;
        let names: Vec<String> = (0..101).map(|n| format!("A,https://x.org/,{n}.png")).collect();
        refused(format!("title,url,picture\n{}\n", names.join("\n")).into_bytes(), "different pictures").await;

        // What a spreadsheet would run is no text.
        let formula = "title,url,description\n\"=HYPERLINK(\"\"http://x\"\")\",https://shop.example/,@SUM(1)\n";
        let mut fields = world.send(&app, formula, &[("dry_run", "0")]).await.wrong_fields();
        fields.sort();
        assert_eq!(fields, ["rows.2.short_description", "rows.2.title"]);
        let table = "title,url,picture\nA long enough title for a native ad,https://x.org/,a.png\n";
        let long = vec![0; 11 * 1024 * 1024];
        let file = zip(&[("ads.csv", table.as_bytes()), ("a.png", &long)]);
        assert_eq!(world.send(&app, file, &[("dry_run", "0")]).await.wrong_fields(), ["rows.2.picture"]);
        assert_eq!(world.send(&app, GOOD, &[("dry_run", "2")]).await.wrong_fields(), ["dry_run"]);
        assert_eq!(world.send(&app, GOOD, &[("colour", "1")]).await.wrong_fields(), ["colour"]);
        assert_eq!(world.count(&app).await, json!(0));

        let eve = World { anna: app.advertiser("eve@x.org").await, group: world.group };
        eve.send(&app, GOOD, &[]).await.expect(404);
        let webmaster = World { anna: app.webmaster("w@x.org").await, group: world.group };
        webmaster.send(&app, GOOD, &[]).await.expect(403);
    })
    .await;
}
