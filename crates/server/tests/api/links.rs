//! The landing pages of ads: looked at by the worker, told to owners and moderators.

mod dead;
mod typed;

use crate::advertising::{ad_path, text_form};
use crate::app::{Person, TestApp, each_app_that_fetches};
use crate::push;
use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use futures_util::future::BoxFuture;
use futures_util::{StreamExt as _, stream};
use placard_common::fetch::{Lookup, Policy, Resolve};
use placard_model::time::{DAY_MS, HOUR_MS};
use placard_model::{AdId, Clock as _};
use placard_store::advertising::{ads, link_checks};
use placard_store::{Priority, Scope};
use placard_worker::feeds::links;
use serde_json::{Value, json};
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

/// How long a look may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// Every name but one is the shop's; its addresses are not looked up. The shop can lose another one, and all of them.
struct Names {
    is_broken: Arc<AtomicBool>,
    is_cut_off: Arc<AtomicBool>,
}

impl Resolve for Names {
    fn resolve(&self, host: String, _: Lookup) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> {
        let is_lost = host == "gone.shop.org" && self.is_broken.load(Ordering::SeqCst);
        let is_lost = is_lost || self.is_cut_off.load(Ordering::SeqCst);
        Box::pin(async move {
            if host == "nobody.example" || is_lost {
                Err(io::ErrorKind::NotFound.into())
            } else {
                Ok(vec![Ipv4Addr::LOCALHOST.into()])
            }
        })
    }
}

/// A shop on a loopback address, which may be fetched from for once.
struct Shop {
    port: u16,
    looks: Arc<AtomicUsize>,
    is_broken: Arc<AtomicBool>,
    is_cut_off: Arc<AtomicBool>,
}

type Kept = (u16, Arc<AtomicUsize>, Arc<AtomicBool>);

async fn answer(State((port, looks, is_broken)): State<Kept>, uri: Uri) -> Response {
    let to = |url: String| (StatusCode::FOUND, [(header::LOCATION, url)]).into_response();
    match uri.path() {
        "/away" => to(format!("http://www.elsewhere.example:{port}/")),
        "/inwards" => to(format!("http://127.0.0.1:{}/", port ^ 1)),
        "/private" => to("http://10.0.0.1/".to_owned()),
        "/endless" => {
            Body::from_stream(stream::repeat_with(|| Ok::<_, io::Error>(vec![b'a'; 16 * 1024]))).into_response()
        }
        "/slow" => {
            let first = stream::iter([Ok::<_, io::Error>(vec![b'a'])]);
            Body::from_stream(first.chain(stream::pending())).into_response()
        }
        "/file" => ([(header::CONTENT_TYPE, "Application/ZIP; name=x")], "PK").into_response(),
        "/flaky" if is_broken.load(Ordering::SeqCst) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        _ => {
            // Macros are filled in, with nothing that could be used.
            assert!(!uri.query().unwrap_or_default().contains('{'), "{uri}");
            looks.fetch_add(1, Ordering::SeqCst);
            "A shop.".into_response()
        }
    }
}

impl Shop {
    async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let is_broken = Arc::new(AtomicBool::new(true));
        let shop = Self { port, looks: Arc::default(), is_broken, is_cut_off: Arc::default() };
        let routes = Router::new().fallback(answer).with_state((port, shop.looks.clone(), shop.is_broken.clone()));
        tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
        shop
    }

    fn policy(&self) -> Policy {
        let also = vec![SocketAddr::from((Ipv4Addr::LOCALHOST, self.port))];
        let names = Names { is_broken: self.is_broken.clone(), is_cut_off: self.is_cut_off.clone() };
        Policy { also, names: Arc::new(names), ..Policy::default() }
    }

    fn url(&self, host: &str, path: &str) -> String {
        format!("http://{host}:{}/{path}", self.port)
    }

    fn looks(&self) -> usize {
        self.looks.load(Ordering::SeqCst)
    }
}

/// An advertiser whose access does not end while days go by.
async fn advertiser(app: &TestApp) -> Person {
    let person = app.advertiser("anna@x.org").await;
    app.api_token(&person, &["advertiser:read", "advertiser:write"]).await
}

async fn link_check(app: &TestApp, person: &Person, ad: i64) -> Value {
    app.ad_field(person, ad, "link_check").await
}

/// Lets the worker look until something holds.
async fn look_until(app: &TestApp, holds: impl AsyncFn() -> bool) {
    let stop = CancellationToken::new();
    let feed = tokio::spawn(links::run(app.app.worker.clone(), stop.clone()));
    let waited = tokio::time::timeout(PATIENCE, async {
        while !holds().await {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    });
    let waited = waited.await;
    stop.cancel();
    feed.await.unwrap().unwrap();
    waited.expect("the worker looks in time");
}

/// Lets the worker look at the landing page of an ad; what it found.
async fn looked_at(app: &TestApp, person: &Person, ad: i64) -> Value {
    let now = json!(app.app.clock.now().to_string());
    look_until(app, async || link_check(app, person, ad).await["checked_at"] == now).await;
    link_check(app, person, ad).await
}

#[tokio::test]
async fn owner_and_moderator_read_what_a_look_found() {
    let shop = Shop::open().await;
    each_app_that_fetches(&shop.policy(), async |app| {
        shop.is_broken.store(true, Ordering::SeqCst);
        let (anna, other, god) = (advertiser(&app).await, app.advertiser("b@x.org").await, app.god().await);
        let campaign = app.campaign(&anna, "Campaign").await;
        let group = app.group(&anna, campaign).await;
        let ad_to = async |url: &str| app.ad(&anna, group, &text_form().with("original_url", url)).await;
        let check = async |ad: i64, expected: Value| {
            let found = looked_at(&app, &anna, ad).await;
            for (field, value) in expected.as_object().unwrap() {
                assert_eq!(&found[field], value, "{field} of {found}");
            }
        };

        // Not looked at yet; then it answers. Two ads with one address are one look.
        let before = shop.looks();
        let ok = ad_to(&shop.url("shop.example", "?c={click_id}&x={unknown}")).await;
        let same = ad_to(&shop.url("shop.example", "?c={click_id}&x={unknown}")).await;
        let found = link_check(&app, &anna, ok).await;
        assert_eq!((&found["state"], &found["is_asked"]), (&json!("waiting"), &json!(true)), "{found}");
        let fine = json!({"state": "ok", "status": 200, "redirects": 0, "final_host": "shop.example",
            "leads_elsewhere": false, "content_type": "text/plain", "error": "", "is_asked": false});
        check(ok, fine.clone()).await;
        assert_eq!(link_check(&app, &anna, same).await, link_check(&app, &anna, ok).await);
        assert_eq!(shop.looks(), before + 1);

        // The moderator reads the same, and either may ask for another look.
        let queue = app.get(&god, "/api/admin/moderation/ads").await.expect(200);
        assert_eq!(queue["data"][0]["link_check"], link_check(&app, &anna, ok).await);
        let own = format!("{}/check_link", ad_path(ok));
        app.post_empty(&other, &own).await.expect(404);
        app.post_empty(&anna, "/api/advertiser/ads/universal/424242/check_link").await.expect(404);
        app.post_empty(&god, "/api/admin/moderation/ads/424242/check_link").await.expect(404);
        assert!(!link_check(&app, &anna, ok).await["is_asked"].as_bool().unwrap());
        for (person, path) in [(&anna, own.clone()), (&god, format!("/api/admin/moderation/ads/{ok}/check_link"))] {
            app.clock.advance_ms(1_000);
            let asked = app.post_empty(person, &path).await.expect(202);
            assert_eq!((&asked["data"]["state"], &asked["data"]["is_asked"]), (&json!("ok"), &json!(true)));
            check(ok, fine.clone()).await;
        }
        assert_eq!(shop.looks(), before + 3);
        for _ in 0..59 {
            app.post_empty(&anna, &own).await.expect(202);
        }
        let too_many = app.post_empty(&anna, &own).await;
        assert!(too_many.headers.contains_key(header::RETRY_AFTER));
        too_many.expect(429);
        app.clock.advance_ms(HOUR_MS);

        // What it says it is.
        let file = ad_to(&shop.url("shop.example", "file")).await;
        check(file, json!({"state": "ok", "content_type": "application/zip"})).await;
        // Where redirects end.
        let away = ad_to(&shop.url("shop.example", "away")).await;
        let elsewhere =
            json!({"state": "ok", "redirects": 1, "final_host": "www.elsewhere.example", "leads_elsewhere": true});
        check(away, elsewhere).await;
        let inwards = ad_to(&shop.url("shop.example", "inwards")).await;
        let refused = "only ports 80 and 443 are fetched";
        check(inwards, json!({"state": "refused", "status": null, "redirects": 1, "error": refused})).await;
        let private = ad_to("http://10.0.0.1/").await;
        let refused = "it leads to an address that is not on the public internet";
        check(private, json!({"state": "refused", "redirects": 0, "error": refused})).await;

        // Three attempts, and then it fails; nothing happens to the ad.
        let nobody = ad_to(&shop.url("nobody.example", "")).await;
        let unresolved = "its name could not be resolved";
        check(nobody, json!({"state": "waiting", "failures": 1, "error": unresolved, "is_asked": false})).await;
        let flaky = ad_to(&shop.url("shop.example", "flaky")).await;
        let error = "it answers 500";
        check(flaky, json!({"state": "waiting", "failures": 1, "error": error, "is_asked": false})).await;
        let both_tried = async |times: u64| {
            look_until(&app, async || {
                let (one, other) = (link_check(&app, &anna, flaky).await, link_check(&app, &anna, nobody).await);
                one["failures"] == times && other["failures"] == times
            })
            .await;
        };
        app.clock.advance_ms(60_000);
        both_tried(2).await;
        check(flaky, json!({"state": "waiting", "failures": 2, "error": error})).await;
        app.clock.advance_ms(5 * 60_000);
        both_tried(3).await;
        check(flaky, json!({"state": "failing", "failures": 3, "error": error, "status": 500})).await;
        check(nobody, json!({"state": "failing", "failures": 3, "error": unresolved, "status": null})).await;
        assert_eq!(app.ad_field(&anna, flaky, "status_id").await, 2);
        app.clock.advance_ms(DAY_MS);
        check(flaky, json!({"state": "failing", "failures": 4})).await;
        shop.is_broken.store(false, Ordering::SeqCst);
        app.clock.advance_ms(DAY_MS);
        check(flaky, json!({"state": "ok", "failures": 0, "error": "", "status": 200})).await;
        // What answered once is not said to fail at the first failure.
        shop.is_broken.store(true, Ordering::SeqCst);
        app.post_empty(&anna, &format!("{}/check_link", ad_path(flaky))).await.expect(202);
        app.clock.advance_ms(1_000);
        check(flaky, json!({"state": "ok", "failures": 1, "error": error, "status": 200})).await;
    })
    .await;
}

#[tokio::test]
async fn pages_are_looked_at_again_while_an_ad_leads_there() {
    let shop = Shop::open().await;
    each_app_that_fetches(&shop.policy(), async |app| {
        let anna = advertiser(&app).await;
        let campaign = app.campaign(&anna, "Campaign").await;
        let group = app.group(&anna, campaign).await;
        let ad_to = async |path: &str| {
            app.ad(&anna, group, &text_form().with("original_url", shop.url("shop.example", path))).await
        };
        let (live, archived, moved) = (ad_to("live").await, ad_to("archived").await, ad_to("moved").await);
        // Until all are through: what is under way when the worker stops is taken up again minutes later.
        let looks = shop.looks();
        look_until(&app, async || {
            let mut seen = 0;
            for ad in [live, archived, moved] {
                seen += i32::from(link_check(&app, &anna, ad).await["state"] == "ok");
            }
            seen == 3
        })
        .await;
        assert_eq!(shop.looks(), looks + 3);
        let looks = shop.looks();
        let link_of = async |ad: i64| {
            let find = async move |conn: &placard_store::Conn| ads::get(conn, Scope::System, AdId(ad)).await;
            app.app.store.read("test_ad", find).await.unwrap().link.unwrap()
        };
        let old = link_of(moved).await;
        app.put_empty(&anna, &format!("{}/archive", ad_path(archived))).await.expect(200);
        let elsewhere = text_form().with("original_url", shop.url("shop.example", "live"));
        app.send_form(Method::PUT, &ad_path(moved), &anna, &elsewhere).await.expect(200);
        assert_eq!(link_of(moved).await, link_of(live).await);

        // After a week the page of the live ads is looked at, and the one that no ad leads to is forgotten. The one of an
        // archived ad keeps what was found.
        app.clock.advance_ms(7 * DAY_MS);
        looked_at(&app, &anna, live).await;
        look_until(&app, async || {
            let find = async move |conn: &placard_store::Conn| link_checks::by_ids(conn, [old]).await;
            app.app.store.read("test_link", find).await.unwrap().is_empty()
        })
        .await;
        assert_eq!(shop.looks(), looks + 1);
        let kept = link_check(&app, &anna, archived).await;
        assert_eq!((&kept["state"], &kept["is_asked"]), (&json!("ok"), &json!(false)));
        // Its owner may ask all the same.
        app.post_empty(&anna, &format!("{}/check_link", ad_path(archived))).await.expect(202);
        look_until(&app, async || shop.looks() == looks + 2).await;
    })
    .await;
}

#[tokio::test]
async fn all_pages_of_a_dead_host_fail_with_it() {
    let shop = Shop::open().await;
    each_app_that_fetches(&shop.policy(), async |app| {
        let anna = advertiser(&app).await;
        let campaign = app.campaign(&anna, "Campaign").await;
        let group = app.group(&anna, campaign).await;
        let mut ads = Vec::new();
        for page in 0..6 {
            let url = shop.url("nobody.example", &format!("{page}"));
            ads.push(app.ad(&anna, group, &text_form().with("original_url", url)).await);
        }
        for (pause_ms, failures) in [(0, 1), (60_000, 2), (5 * 60_000, 3)] {
            app.clock.advance_ms(pause_ms);
            look_until(&app, async || {
                let mut tried = 0;
                for ad in &ads {
                    tried += i32::from(link_check(&app, &anna, *ad).await["failures"] == failures);
                }
                tried == 6
            })
            .await;
        }
        for ad in &ads {
            let found = link_check(&app, &anna, *ad).await;
            let error = json!("its name could not be resolved");
            assert_eq!((&found["state"], &found["error"]), (&json!("failing"), &error), "{found}");
        }
        // While the host is left alone, one look puts off all that is asked for.
        for ad in &ads {
            app.post_empty(&anna, &format!("{}/check_link", ad_path(*ad))).await.expect(202);
        }
        let next = async |conn: &placard_store::Conn| link_checks::next_due(conn, &[]).await;
        look_until(&app, async || {
            let next = app.app.store.read("test_next", next).await.unwrap();
            next.is_some_and(|next| next > app.clock.now())
        })
        .await;
    })
    .await;
}

#[tokio::test]
async fn who_asks_for_many_looks_lets_others_in_between() {
    let shop = Shop::open().await;
    each_app_that_fetches(&shop.policy(), async |app| {
        let (anna, other) = (advertiser(&app).await, app.advertiser("b@x.org").await);
        let mut ads = Vec::new();
        for (person, pages) in [(&anna, 12), (&other, 1)] {
            let campaign = app.campaign(person, "Campaign").await;
            let group = app.group(person, campaign).await;
            for page in 0..pages {
                let url = shop.url(&format!("p{page}-{}.example", person.id), "");
                ads.push(app.ad(person, group, &text_form().with("original_url", url)).await);
            }
        }
        let take = async |most: usize| {
            let take = async move |tx: &placard_store::Tx| link_checks::take_due(tx, most, &[], DAY_MS, DAY_MS).await;
            app.app.store.write("test_take", Priority::Feed, take).await.unwrap().0
        };
        let first: Vec<String> = take(2).await.into_iter().map(|page| page.url).collect();
        let of_other = shop.url(&format!("p0-{}.example", other.id), "");
        assert!(first.contains(&of_other), "twelve others were asked for before it: {first:?}");

        // Who asks while a look is under way gets another one.
        let looked_at = take(1).await.remove(0);
        let of_page = async |ad: i64| link_check(&app, &anna, ad).await;
        let ad = ads[1];
        assert!(looked_at.url.contains("//p1-"), "{looked_at:?}");
        app.post_empty(&anna, &format!("{}/check_link", ad_path(ad))).await.expect(202);
        let now = app.clock.now();
        let mut found = looked_at.before.clone();
        (found.is_asked, found.checked_at, found.error) = (false, Some(now), "x".repeat(5_000));
        let note = async |tx: &placard_store::Tx| link_checks::note(tx, &looked_at, &found, now.plus_ms(DAY_MS)).await;
        app.app.store.write("test_note", Priority::Feed, note).await.unwrap();
        let told = of_page(ad).await;
        assert_eq!((&told["is_asked"], told["error"].as_str().unwrap().len()), (&json!(true), 200), "{told}");
        assert!(take(20).await.iter().any(|page| page.id == looked_at.id), "it is due at once");
    })
    .await;
}

#[tokio::test]
async fn a_database_in_use_learns_where_its_ads_lead() {
    let shop = Shop::open().await;
    each_app_that_fetches(&shop.policy(), async |app| {
        let anna = advertiser(&app).await;
        let campaign = app.campaign(&anna, "Campaign").await;
        let group = app.group(&anna, campaign).await;
        let form = text_form().with("original_url", shop.url("shop.example", ""));
        let (one, same) = (app.ad(&anna, group, &form).await, app.ad(&anna, group, &form).await);
        let before = async |tx: &placard_store::Tx| {
            for sql in [
                "DROP INDEX ads_linked",
                "DROP INDEX ads_linked_live",
                "ALTER TABLE ads DROP COLUMN link_id",
                "DROP TABLE link_checks",
                "ALTER TABLE push_subscriptions DROP COLUMN unanswered",
                "ALTER TABLE push_subscriptions DROP COLUMN looks_in_vain",
                "DELETE FROM seaql_migrations WHERE version IN ('m0022_link_checks', 'm0028_link_queue', \
                 'm0069_silence', 'm0071_link_content_types')",
            ] {
                tx.execute(sql, []).await?;
            }
            Ok(())
        };
        app.app.store.write("test_before", Priority::Api, before).await.unwrap();
        // The next process brings the database up to date. It fetches from the public internet alone.
        let (app, _folder) = app.restarted().await;
        let found = link_check(&app, &anna, same).await;
        assert_eq!((&found["state"], &found["checked_at"]), (&json!("waiting"), &Value::Null), "{found}");
        let found = looked_at(&app, &anna, one).await;
        assert_eq!(
            (&found["state"], &found["error"]),
            (&json!("refused"), &json!("only ports 80 and 443 are fetched"))
        );
        assert_eq!(link_check(&app, &anna, same).await, found, "one page, one look");
        app.app.close().await.unwrap();
    })
    .await;
}
