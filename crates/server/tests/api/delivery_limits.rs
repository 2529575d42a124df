//! How often what the public writes is written: reports of a token, calls of an address, postbacks of a click. And what
//! is served beside ads.

use crate::app::{PASSWORD, Person, each_app, each_app_with};
use crate::delivery::*;
use crate::sign_up::kinds_to;
use axum::body::Body;
use axum::http::{Method, Request, header};
use placard_common::config::Config;
use placard_model::books::settlement::{Amounts, Settlement};
use placard_model::event::{Event, EventRef};
use placard_model::time::HOUR_MS;
use placard_model::{Clock, Money, Verdict};
use placard_store::accounts::second_factors;
use placard_store::advertising::ads::{self, AdSettings};
use placard_store::billing::settlements;
use placard_store::money::movements;
use placard_store::{Priority, Scope};
use placard_worker::feeds::inventory::Inventory;
use serde_json::{Value, json};
use std::net::Ipv4Addr;

#[tokio::test]
async fn a_token_is_written_a_few_times_however_often_it_comes() {
    each_app(async |app| {
        let mut world = World::build(&app).await;
        let token = token(&app, &world).await;
        let shows = || {
            log(&app).into_iter().fold((0, 0), |(shows, views), record| match record.event {
                Event::Show { .. } => (shows + 1, views),
                Event::ConfirmedShow { .. } => (shows, views + 1),
                _ => (shows, views),
            })
        };
        let report = json!({"tokens": vec![token.clone(); 64], "page": PAGE});
        from_page(&app, "/d/show", report.clone()).await.expect(204);
        from_page(&app, "/d/view", report.clone()).await.expect(204);
        assert_eq!(shows(), (1, 1), "64 times in one report is once");
        for _ in 0..20 {
            from_page(&app, "/d/show", report.clone()).await.expect(204);
        }
        assert_eq!(shows(), (4, 1));

        app.clock.advance_ms(2_000);
        let live = app.app.engine.live();
        let mut ids = Vec::new();
        for _ in 0..10 {
            ids.push(click_id(&click(&app, &token).await));
            assert_eq!(live.unbilled(world.campaign), Money::from_micros(250_000), "a token is billed once");
        }
        assert_eq!(clicks(&app), [Verdict::Valid; 4]);
        assert_eq!(ids[4..], vec![ids[3].clone(); 6], "the visitor goes where they went before");
        app.clock.advance_ms(5_000);
        world.billing.catch_up().await.unwrap();
        assert_eq!(live.unbilled(world.campaign), Money::ZERO);
        let paid =
            app.app.store.read("test", async |conn| movements::advertiser_balances(conn, None).await).await.unwrap();
        assert_eq!(paid[0].1, Money::from_dollars(100) - Money::from_micros(250_000));
    })
    .await;
}

#[tokio::test]
async fn a_click_that_the_log_refuses_holds_no_money() {
    each_app(async |app| {
        let world = World::build(&app).await;
        let token = token(&app, &world).await;
        app.app.log.close();
        let clicked = click(&app, &token).await;
        assert_eq!((clicked.status.as_u16(), click_id(&clicked).as_str()), (302, ""), "the visitor is led on");
        from_page(&app, "/d/show", json!({"tokens": [token], "page": PAGE})).await.expect(503);
        assert_eq!(app.app.engine.live().unbilled(world.campaign), Money::ZERO);
    })
    .await;
}

#[tokio::test]
async fn an_address_is_limited_and_others_are_not() {
    let settings = |config: &mut Config| {
        config.settings.delivery.ads_per_address = 2;
        config.settings.delivery.reports_per_address = 64;
        config.settings.delivery.clicks_per_address = 3;
        config.settings.delivery.postbacks_per_address = 2;
    };
    each_app_with(settings, async |app| {
        let world = World::build(&app).await;
        let token = token(&app, &world).await;
        let call = async |path: &str, body: Option<Value>, address: Ipv4Addr| {
            let request = Request::builder().uri(path).method(if body.is_some() { "POST" } else { "GET" });
            let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
            app.send(from_visitor(browser(request).body(body).unwrap(), address)).await
        };
        let other = Ipv4Addr::new(81, 2, 69, 143);
        let check = async |path: &str, body: Option<Value>, calls: usize, answered: u16| {
            for _ in 0..calls {
                assert_eq!(call(path, body.clone(), VISITOR).await.status.as_u16(), answered, "{path}");
            }
            let limited = call(path, body.clone(), VISITOR).await;
            assert_eq!(limited.status.as_u16(), 429, "{path}");
            assert!(limited.headers.contains_key(header::RETRY_AFTER));
            assert_eq!(call(path, body.clone(), other).await.status.as_u16(), answered, "{path}, another address");
            for _ in 0..5 {
                let from_here = call(path, body.clone(), Ipv4Addr::LOCALHOST).await;
                assert_eq!(from_here.status.as_u16(), answered, "{path}: a proxy of our own stands for everybody");
            }
        };
        check("/d/ads", Some(json!({"v": 1, "blocks": [{"id": world.block.0}]})), 1, 200).await;
        check("/d/show", Some(json!({"tokens": vec![token.clone(); 32]})), 2, 204).await;
        check(&format!("/c/{token}"), None, 3, 302).await;
        check("/postback?click_id=x", None, 2, 422).await;
        app.clock.advance_ms(60_000);
        assert_eq!(call(&format!("/c/{token}"), None, VISITOR).await.status.as_u16(), 302, "a minute later");
    })
    .await;
}

#[tokio::test]
async fn postbacks_of_a_click_are_bounded() {
    each_app(async |app| {
        let world = World::build(&app).await;
        let id = click_id(&click(&app, &token(&app, &world).await).await);
        for _ in 0..10 {
            postback(&app, &format!("click_id={id}&id=a&status=hold")).await.expect(204);
        }
        assert_eq!(postbacks(&app), 1, "the same again is acknowledged and not written");
        postback(&app, &format!("click_id={id}&id=a&status=approved")).await.expect(204);
        postback(&app, &format!("click_id={id}&id=a&status=hold")).await.expect(204);
        assert_eq!(postbacks(&app), 3, "a change is written");
        for n in 1..100 {
            postback(&app, &format!("click_id={id}&id={n}")).await.expect(204);
        }
        assert_eq!(postback(&app, &format!("click_id={id}&id=100")).await.wrong_fields(), ["id"]);
        assert_eq!(postbacks(&app), 102);
        for n in 0..300 {
            postback(&app, &format!("click_id={id}&id=a&payout={n}")).await;
        }
        assert_eq!(postbacks(&app), 300, "and not more often in an hour");
        app.clock.advance_ms(HOUR_MS);
        postback(&app, &format!("click_id={id}&id=a")).await.expect(204);
    })
    .await;
}

#[tokio::test]
async fn a_postback_needs_the_advertisers_secret() {
    each_app(async |app| {
        let mut world = World::build(&app).await;
        let advertiser = world.advertiser.clone();
        let id = click_id(&click(&app, &token(&app, &world).await).await);
        let tell = async |query: &str, told: &str| {
            let mut request = Request::get(format!("/postback?click_id={id}{query}"));
            if !told.is_empty() {
                request = request.header("x-postback-secret", told);
            }
            app.send(request.body(Body::empty()).unwrap()).await.status.as_u16()
        };
        let path = "/api/advertiser/postback_secret";
        let proof = json!({"password": PASSWORD});
        let made = async || {
            let made = app.post(&advertiser, path, proof.clone()).await.expect(201);
            made["data"]["secret"].as_str().unwrap().to_owned()
        };
        assert_eq!(app.get(&advertiser, path).await.expect(200)["data"]["is_set"], false);
        assert_eq!(tell("&id=1", "").await, 204);
        let first = made().await;
        assert_eq!(app.get(&advertiser, path).await.expect(200)["data"]["is_set"], true);
        assert_eq!(postbacks(&app), 1);
        assert_eq!(
            (tell("&id=2", "").await, tell("&id=2&secret=x", "").await, tell("&id=2", "x").await),
            (403, 403, 403)
        );
        assert_eq!(postbacks(&app), 1, "what is refused is not recorded");
        assert_eq!((tell(&format!("&id=2&secret={first}"), "").await, tell("&id=3", &first).await), (204, 204));
        let second = made().await;
        assert_eq!((tell("&id=4", &first).await, tell("&id=4", &second).await), (403, 204));
        // The feed says the same, also to a process that starts now.
        world.inventory.catch_up().await.unwrap();
        assert_eq!((tell("&id=5", "").await, tell("&id=5", &second).await), (403, 204));
        let (again, _folder) = app.restarted().await;
        Inventory::load(again.app.worker.clone()).await.unwrap();
        assert_eq!(
            postback(&again, &format!("click_id={id}&id=5")).await.status.as_u16(),
            422,
            "no record of the click"
        );
        again.app.close().await.unwrap();
        let remove = async || app.call(Method::DELETE, path, &advertiser, Some(proof.clone())).await;
        remove().await.expect(204);
        remove().await.expect(404);
        assert_eq!(tell("&id=6", "").await, 204);
        assert_eq!(postbacks(&app), 6);
    })
    .await;
}

#[tokio::test]
async fn one_advertisers_secret_is_nothing_to_the_others() {
    each_app(async |app| {
        let mut world = World::build(&app).await;
        click(&app, &token(&app, &world).await).await;
        app.clock.advance_ms(5_000);
        world.billing.catch_up().await.unwrap();
        // The same click as one that the log has no more: what billing keeps of it says whose it is.
        let old = EventRef(1 << 40);
        app.app
            .store
            .write("test_old_click", Priority::Api, async move |tx| {
                let settled = settlements::after(tx, 0, 1).await?.remove(0).settlement;
                let of_old = Settlement { record: old, click: old, amounts: Amounts::default(), ..settled };
                settlements::put(tx, &[of_old], settlements::BatchTransactions::default()).await
            })
            .await
            .unwrap();
        let ids = &app.app.delivery.click_ids;
        let tell = async |click: EventRef| postback(&app, &format!("click_id={}", ids.make(click))).await;
        let (path, proof) = ("/api/advertiser/postback_secret", json!({"password": PASSWORD}));
        let other = app.advertiser("other@x.org").await;
        app.post(&other, path, proof.clone()).await.expect(201);
        tell(old).await.expect(204);
        assert_eq!(tell(EventRef(2 << 40)).await.wrong_fields(), ["click_id"], "nobody knows this one");
        app.post(&world.advertiser, path, proof).await.expect(201);
        tell(old).await.expect(403);
    })
    .await;
}

#[tokio::test]
async fn a_session_alone_changes_no_postback_secret() {
    each_app(async |app| {
        let (anna, path) = (app.advertiser("anna@x.org").await, "/api/advertiser/postback_secret");
        let script = app.api_token(&anna, &["advertiser:write"]).await;
        for method in [Method::POST, Method::DELETE] {
            let change = async |who: &Person, form: Value| app.call(method.clone(), path, who, Some(form)).await;
            let done = if method == Method::POST { 201 } else { 204 };
            assert_eq!(change(&anna, json!({})).await.wrong_fields(), ["password"]);
            assert_eq!(change(&anna, json!({"password": "Wrong-pass-1"})).await.wrong_fields(), ["password"]);
            change(&script, json!({"password": PASSWORD})).await.expect(403);
            assert_eq!(app.get(&anna, path).await.expect(200)["data"]["is_set"], done == 204);
            let told = kinds_to(&app, "anna@x.org").await.len();
            assert_eq!(change(&anna, json!({"password": PASSWORD})).await.status.as_u16(), done);
            let kinds = kinds_to(&app, "anna@x.org").await;
            assert_eq!(kinds[told..], ["postback_secret_changed"]);
        }
        // Who has a second factor is asked for it too.
        let id = anna.id;
        let switch_on = async move |tx: &_| second_factors::set_on(tx, id, true).await;
        app.app.store.write("test_factor", Priority::Api, switch_on).await.unwrap();
        app.app.auth.forget_user(id);
        assert_eq!(app.post(&anna, path, json!({"password": PASSWORD})).await.wrong_fields(), ["otp"]);
    })
    .await;
}

#[tokio::test]
async fn nobody_pays_for_a_click_that_leads_nowhere() {
    each_app(async |app| {
        let mut world = World::build(&app).await;
        let [long, broken, _] = world.ads[..] else { panic!("three ads") };
        app.app
            .store
            .write("test_urls", Priority::Api, async move |tx| {
                let url = |url: &str| AdSettings { original_url: url.to_owned(), ..ad_settings(1) };
                let with_referrer = url("https://shop.test/?r={referrer}&c={click_id}&n={cachebuster}");
                ads::update(tx, Scope::System, long, &with_referrer, None, true).await?;
                ads::update(tx, Scope::System, broken, &url("https://{nothing}/"), None, true).await
            })
            .await
            .unwrap();
        world.inventory.catch_up().await.unwrap();
        let tokens = tokens(&app, &world).await;

        assert_eq!(click(&app, &tokens[1]).await.status, 404);
        assert_eq!(clicks(&app), [], "what leads nowhere is no click");

        let referrer = format!("https://www.daily.test/{}", "/".repeat(4_000));
        let clicked = click_from(&app, &tokens[0], &referrer).await;
        assert_eq!(clicked.status, 302, "{}", clicked.text);
        assert!(location(&clicked.headers).starts_with("https://shop.test/?r=&c="), "what is too long is left out");
        assert_eq!(click_id(&clicked).len(), 22);
        assert_eq!(clicks(&app), [Verdict::Valid]);
        let clicked = click(&app, &tokens[0]).await;
        assert!(location(&clicked.headers).starts_with("https://shop.test/?r=https%3A%2F%2Fwww.daily.test%2F&c="));
    })
    .await;
}

#[tokio::test]
async fn pictures_never_change_and_scripts_are_fresh() {
    each_app(async |app| {
        let hash = "ab".repeat(32);
        let path = placard_common::data_folder::media_path(&app.app.config.data_dir, &hash, "webp");
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, b"RIFF").unwrap();
        let get = async |path: &str, known: &str| {
            let request = Request::get(path).header(header::IF_NONE_MATCH, known).body(Body::empty()).unwrap();
            app.send(request).await
        };
        let picture = get(&format!("/m/{hash}.webp"), "").await;
        assert_eq!((picture.status.as_u16(), picture.text.as_str()), (200, "RIFF"));
        assert_eq!(picture.headers[header::CONTENT_TYPE], "image/webp");
        assert!(picture.headers[header::CACHE_CONTROL].to_str().unwrap().contains("immutable"));
        let etag = picture.headers[header::ETAG].to_str().unwrap();
        assert_eq!(get(&format!("/m/{hash}.webp"), etag).await.status, 304);
        for missing in [format!("/m/{hash}.jpg"), "/m/x.webp".to_owned(), "/m/..%2f..%2fmaster.key".to_owned()] {
            assert_eq!(get(&missing, "").await.status, 404, "{missing}");
        }
        let script = get("/p.js", "").await;
        // A build without the web workspace has no script.
        if script.status == 200 {
            assert!(script.headers[header::CONTENT_TYPE].to_str().unwrap().starts_with("text/javascript"));
            let etag = script.headers[header::ETAG].to_str().unwrap();
            assert_eq!(get("/p.js", etag).await.status, 304);
        }
        assert!(get("/d/why", "").await.text.contains("https://db-ip.com"));
        assert_eq!(app.clock.now().day().to_string(), "2026-11-21");
    })
    .await;
}

#[tokio::test]
async fn a_frame_holds_a_block_of_the_site_that_it_stands_on() {
    each_app(async |app| {
        let world = World::build(&app).await;
        let block = world.block.0;
        let frame = async |path: &str, around: &str| {
            let mut request = browser(Request::get(path));
            if !around.is_empty() {
                request = request.header(header::REFERER, around);
            }
            app.send(request.body(Body::empty()).unwrap()).await
        };
        let path = format!("/d/frame/{block}?on=daily.test");
        let site = "https://www.daily.test/news/1";
        for around in [site, "https://daily-test.cdn.ampproject.org/"] {
            let page = frame(&path, around).await;
            assert_eq!(page.headers[header::REFERRER_POLICY], "no-referrer");
            assert!(
                page.headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap().starts_with("sandbox allow-scripts")
            );
            assert!(page.text.contains(&format!("<div data-placard=\"{block}\"></div>")), "{}", page.text);
        }
        for around in ["", "https://evil.test/", "https://evil-test.cdn.ampproject.org/"] {
            assert_eq!(frame(&path, around).await.status, 404, "{around}");
        }
        for other in [format!("/d/frame/{block}?on=other.test"), format!("/d/frame/{block}"), "/d/frame/x".to_owned()] {
            assert_eq!(frame(&other, site).await.status, 404, "{other}");
        }
        // What such a frame asks has no origin; its address says the site.
        let asked = async |page: &str| {
            let body = json!({"v": 1, "page": page, "blocks": [{"id": block}], "on_page": []});
            let request =
                browser(Request::post("/d/ads")).header(header::ORIGIN, "null").body(Body::from(body.to_string()));
            let answer = app.send(from_visitor(request.unwrap(), VISITOR)).await.expect(200);
            answer["blocks"][0]["ads"].as_array().map_or(0, Vec::len)
        };
        assert_eq!(asked(&format!("https://ads.test{path}")).await, 3);
        assert_eq!(asked(&format!("https://ads.test/d/frame/{block}?on=other.test")).await, 0);
    })
    .await;
}
