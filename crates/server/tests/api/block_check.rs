//! Whether a block works where it was put: pages that are fetched, and requests that are kept while somebody looks.

use crate::app::{Person, TestApp, each_app, each_app_that_fetches};
use crate::delivery::{self, PAGE, VISITOR, World, browser, click, from_page, from_visitor};
use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{Request, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use futures_util::future::BoxFuture;
use placard_common::fetch::{Lookup, Policy, Resolve};
use placard_edge::delivery::counters::flush;
use placard_edge::delivery::watch::{BLOCKS_PER_OWNER_MAX, LEASE_MS};
use placard_model::event::{EventRef, RequestSample};
use placard_model::format::BlockFormat;
use placard_model::inventory::BlockDims;
use placard_model::targeting::audience::{Browser, DeviceType, Language, Os};
use placard_model::targeting::content::PageContent;
use placard_model::targeting::geo::Place;
use placard_model::targeting::request::VisitorId;
use placard_model::user::UserType;
use placard_model::{BlockId, Clock as _, SiteId, TemplateId, TrafficSourceId};
use placard_stats::{NewRows, Sampled};
use placard_worker::feeds::facts::Facts;
use serde_json::{Value, json};
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use tokio::net::TcpListener;

/// Every name is the publisher's, but for one that is nobody's and one of a private network.
struct Names;

impl Resolve for Names {
    fn resolve(&self, host: String, _: Lookup) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> {
        Box::pin(async move {
            match host.as_str() {
                "nobody.daily.test" => Err(io::ErrorKind::NotFound.into()),
                "inside.daily.test" => Ok(vec![Ipv4Addr::new(10, 0, 0, 1).into()]),
                _ => Ok(vec![Ipv4Addr::LOCALHOST.into()]),
            }
        })
    }
}

/// Pages of a publisher: the first part of the path says what is wrong with them, the second is a block.
async fn page(State(port): State<u16>, uri: Uri) -> Response {
    let script = "<script async src=\"//placard.example/p.js\"></script>";
    let mut parts = uri.path().trim_start_matches('/').split('/');
    let (what, block) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let place = format!("<div data-placard=\"{block}\"></div>");
    let tagged = Html(format!("<!doctype html><head>{script}</head><p>News</p>{place}"));
    match what {
        "tagged" => tagged.into_response(),
        "bare" => Html("<p>News</p>").into_response(),
        "wrong" => Html(format!("{script}<div data-ad=\"{block}\"></div>")).into_response(),
        "former" => Html(format!("<script async src=\"//old.ads.example/p.js\"></script>{place}")).into_response(),
        "unplaced" => Html(script).into_response(),
        "unframed" => ([(header::X_FRAME_OPTIONS, "SAMEORIGIN")], tagged).into_response(),
        "strict" => ([(header::CONTENT_SECURITY_POLICY, "default-src 'self' placard.example; img-src 'self'")], tagged)
            .into_response(),
        "away" => (StatusCode::FOUND, [(header::LOCATION, format!("http://elsewhere.test:{port}/tagged/{block}"))])
            .into_response(),
        "inwards" => (StatusCode::FOUND, [(header::LOCATION, "http://inside.daily.test/")]).into_response(),
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

/// A policy under which one server of pages is reached, and its port.
async fn publisher() -> (Policy, u16) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let routes = Router::new().fallback(page).with_state(port);
    tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
    let also = vec![SocketAddr::from((Ipv4Addr::LOCALHOST, port))];
    (Policy { also, names: Arc::new(Names), ..Policy::default() }, port)
}

fn path(block: i64) -> String {
    format!("/api/webmaster/blocks/{block}/check")
}

#[tokio::test]
async fn a_page_is_fetched_and_told_what_it_lacks() {
    let (policy, port) = publisher().await;
    each_app_that_fetches(&policy, async |app| {
        let world = World::build(&app).await;
        let block = world.block.0;
        let look = async |page: String| app.post(&world.webmaster, &path(block), json!({"page": page})).await;
        let check = async |what: &str, light: &str, badge: &str, drawn: Value| {
            let told = look(format!("http://www.daily.test:{port}/{what}/{block}")).await.expect(200)["data"].clone();
            let found = (&told["tag"]["light"], &told["tag"]["badge"], &told["drawn"]["badge"]);
            assert_eq!(found, (&json!(light), &json!(badge), &drawn), "{what}: {told}");
            told
        };
        let found = check("tagged", "right", "Found", json!(null)).await;
        let lines = json!([
            "<script async src=\"//placard.example/p.js\"></script>",
            format!("<div data-placard=\"{block}\"></div>")
        ]);
        assert_eq!((&found["status"], &found["lines"]), (&json!(200), &lines));
        let bare = check("bare", "failed", "Not found", json!(null)).await;
        assert!(bare["tag"]["mend"]["code"].as_str().unwrap().contains("//placard.example/p.js"), "{bare}");
        check("wrong", "failed", "Wrong attribute", json!(null)).await;
        check("unplaced", "weak", "No place", json!(null)).await;
        let strict = check("strict", "right", "Found", json!("Blocked by the page")).await;
        assert_eq!(strict["drawn"]["mend"]["code"], "img-src 'self' http://placard.example");
        check("former", "weak", "Another host", json!(null)).await;
        let god = app.person("second@x.org", |new| new.user_type = UserType::God).await;
        let former = json!({"value": "p.js data-placard old.ads.example", "version": 0});
        app.put(&god, "/api/admin/settings/tag.former", former).await.expect(200);
        let former = check("former", "weak", "Host of before", json!(null)).await;
        assert!(former["tag"]["mend"]["code"].as_str().unwrap().contains("//placard.example/p.js"), "{former}");
        check("away", "failed", "Leads elsewhere", json!(null)).await;
        check("gone", "failed", "No page", json!(null)).await;
        check("inwards", "failed", "Not reached", json!(null)).await;
        let unknown = look("http://nobody.daily.test/".to_owned()).await.expect(200)["data"].clone();
        assert_eq!((&unknown["tag"]["badge"], &unknown["status"]), (&json!("Not reached"), &json!(null)));

        for wrong in [
            "https://other.test/",
            "https://daily.test.evil.test/",
            "https://evildaily.test/",
            "daily.test",
            "",
            "ftp://daily.test/",
            "javascript://daily.test/",
            "http://inside.daily.test/",
            "http://u:p@daily.test/",
            "http://daily.test:22/",
        ] {
            assert_eq!(look(wrong.to_owned()).await.wrong_fields(), ["page"], "{wrong}");
        }
        assert_eq!(look(format!("http://daily.test/{}", "a".repeat(2_000))).await.wrong_fields(), ["page"]);
        let other = app.webmaster("other@x.org").await;
        let form = json!({"page": "http://daily.test/"});
        app.post(&other, &path(block), form.clone()).await.expect(404);
        app.post(&world.webmaster, &path(424_242), form).await.expect(404);

        let mut looks = 0;
        while look(format!("http://daily.test:{port}/bare")).await.status == StatusCode::OK {
            looks += 1;
            assert!(looks < 100, "one owner has the server fetch without end");
        }
        assert_eq!(look(format!("http://daily.test:{port}/bare")).await.status, StatusCode::TOO_MANY_REQUESTS);
    })
    .await;
}

#[tokio::test]
async fn a_page_says_whether_it_may_be_framed() {
    let (policy, port) = publisher().await;
    each_app_that_fetches(&policy, async |app| {
        let world = World::build(&app).await;
        let path = format!("/api/webmaster/blocks/{}/framing", world.block.0);
        let ask = async |page: String| app.post(&world.webmaster, &path, json!({"page": page})).await;
        let check = async |what: &str, why: &str| {
            let told = ask(format!("http://www.daily.test:{port}/{what}/1")).await.expect(200)["data"].clone();
            assert_eq!(told["may_frame"], json!(false), "{what}: {told}");
            assert!(told["why"].as_str().unwrap().contains(why), "{what}: {told}");
        };
        // The network is sent with TLS here, and no page of this test: all else of it may be framed.
        check("tagged", "without TLS").await;
        check("unframed", "X-Frame-Options: SAMEORIGIN").await;
        check("away", "which is not on daily.test").await;
        check("gone", "answers 404").await;
        for wrong in ["https://other.test/", "javascript://daily.test/", "http://inside.daily.test/", ""] {
            assert_eq!(ask(wrong.to_owned()).await.wrong_fields(), ["page"], "{wrong}");
        }
        let other = app.webmaster("other@x.org").await;
        app.post(&other, &path, json!({"page": "http://daily.test/"})).await.expect(404);
    })
    .await;
}

async fn checked(app: &TestApp, owner: &Person, block: i64) -> Value {
    app.get(owner, &path(block)).await.expect(200)["data"].clone()
}

fn light<'a>(check: &'a Value, step: &str) -> &'a Value {
    let steps = check["steps"].as_array().unwrap();
    &steps.iter().find(|one| one["name"] == step).unwrap()["light"]
}

#[tokio::test]
async fn requests_are_kept_while_somebody_looks() {
    each_app(async |app| {
        let world = World::build(&app).await;
        let block = world.block.0;
        let ask = async |page: &str, tcf: Value| {
            let body = json!({"v": 1, "page": page, "language": "en-GB", "tcf": tcf, "blocks": [{"id": block}]});
            from_page(&app, "/d/ads", body).await.expect(200)["blocks"][0]["ads"].clone()
        };
        ask(PAGE, json!(null)).await;
        let nothing = checked(&app, &world.webmaster, block).await;
        assert_eq!((&nothing["requests"], light(&nothing, "asked")), (&json!([]), &json!("failed")), "{nothing}");
        assert!(nothing["kept_until"].is_string());

        let ads = ask(PAGE, json!("CQabc")).await;
        let tokens: Vec<&str> = ads.as_array().unwrap().iter().map(|ad| ad["token"].as_str().unwrap()).collect();
        app.clock.advance_ms(1_500);
        from_page(&app, "/d/show", json!({"tokens": tokens, "page": PAGE})).await.expect(204);
        from_page(&app, "/d/view", json!({"tokens": tokens[..2], "page": PAGE})).await.expect(204);
        assert_eq!(click(&app, tokens[0]).await.status, 302);
        let elsewhere = browser(Request::post("/d/ads")).header(header::ORIGIN, "https://m.other.test");
        let body = json!({"v": 1, "page": "https://m.other.test/a?b", "blocks": [{"id": block}]}).to_string();
        app.send(from_visitor(elsewhere.body(Body::from(body)).unwrap(), VISITOR)).await.expect(200);

        let seen = checked(&app, &world.webmaster, block).await;
        let [foreign, own] = seen["requests"].as_array().unwrap().as_slice() else { panic!("{seen}") };
        let fields = |request: &Value| {
            ["page", "is_on_site", "country", "ads", "shown", "viewed", "clicked", "has_consent"]
                .map(|field| request[field].clone())
        };
        let expected =
            [json!("www.daily.test/news/1"), json!(true), json!("GB"), json!(3), json!(3), json!(2), json!(1), json!(true)];
        assert_eq!(fields(own), expected);
        assert_eq!(
            (&foreign["page"], &foreign["is_on_site"], &foreign["why"]),
            (
                &json!("m.other.test/a"),
                &json!(false),
                &json!("this page is on m.other.test, and the block's site is daily.test")
            )
        );
        for (step, expected) in
            [("asked", "right"), ("site", "weak"), ("filled", "weak"), ("drawn", "right"), ("viewable", "right"), ("consent", "right")]
        {
            assert_eq!(light(&seen, step), expected, "{step}: {seen}");
        }

        // What is not found is told with the steps at which the candidates fell.
        app.post(&world.webmaster, &format!("/api/webmaster/blocks/{block}/check"), json!({})).await.expect(422);
        ask("https://daily.test/", json!(null)).await;
        let body = json!({"v": 1, "page": PAGE, "blocks": [{"id": block}], "on_page": world.ads.iter().map(|ad| ad.0).collect::<Vec<_>>()});
        from_page(&app, "/d/ads", body).await.expect(200);
        let empty = checked(&app, &world.webmaster, block).await["requests"][0].clone();
        assert_eq!(empty["fell"], json!([{"name": "Already on the page", "ads": 3}]), "{empty}");

        // Two minutes after the last look nothing is kept any more.
        app.clock.advance_ms(LEASE_MS);
        ask(PAGE, json!(null)).await;
        assert_eq!(checked(&app, &world.webmaster, block).await["requests"], json!([]));

        let other = app.webmaster("other@x.org").await;
        app.get(&other, &path(block)).await.expect(404);
        app.get(&world.advertiser, &path(block)).await.expect(403);
        app.get(&world.webmaster, &path(424_242)).await.expect(404);
    })
    .await;
}

#[tokio::test]
async fn a_page_is_named_once_several_visitors_drew_nothing_there() {
    each_app(async |app| {
        let world = World::build(&app).await;
        let block = world.block.0;
        checked(&app, &world.webmaster, block).await;
        let mend_after_one = async || {
            let body = json!({"v": 1, "page": PAGE, "blocks": [{"id": block}]});
            from_page(&app, "/d/ads", body).await.expect(200);
            app.clock.advance_ms(31_000);
            let seen = checked(&app, &world.webmaster, block).await;
            let steps = seen["steps"].as_array().unwrap();
            steps.iter().find(|one| one["name"] == "drawn").unwrap()["mend"]["text"].clone()
        };
        for visitors in 1..=2 {
            assert_eq!(mend_after_one().await, json!(null), "{visitors} may have left early");
        }
        let told = mend_after_one().await;
        assert!(told.as_str().is_some_and(|text| text.contains("www.daily.test/news/1")), "{told}");
    })
    .await;
}

#[tokio::test]
async fn requests_that_nobody_kept_are_counted_all_the_same() {
    each_app(async |app| {
        let world = World::build(&app).await;
        let block = world.block.0;
        let god = app.person("second@x.org", |new| new.user_type = UserType::God).await;
        let path = "/api/admin/settings/sampling.requests_per_second";
        app.put(&god, path, json!({"value": "1", "version": 0})).await.expect(200);
        // All in one second, of which one is kept; nobody looks at the check meanwhile.
        for _ in 0..5 {
            assert_eq!(delivery::ask(&app, block).await.len(), 3);
        }
        flush(&app.app).await.unwrap();
        Facts::load(app.app.worker.clone()).await.unwrap().catch_up().await.unwrap();
        let seen = checked(&app, &world.webmaster, block).await;
        let figures = |name: &str| {
            let step = seen["steps"].as_array().unwrap().iter().find(|one| one["name"] == name).unwrap();
            (step["light"].clone(), step["count"].clone(), step["of"].clone())
        };
        assert_eq!(figures("asked"), (json!("right"), json!(5), json!(null)), "{seen}");
        assert_eq!(figures("site"), (json!("right"), json!(5), json!(5)), "{seen}");
        assert_eq!(figures("filled"), (json!("weak"), json!(15), json!(20)), "{seen}");
    })
    .await;
}

#[tokio::test]
async fn moderators_see_what_the_owner_of_a_block_sees() {
    let (policy, port) = publisher().await;
    each_app_that_fetches(&policy, async |app| {
        let world = World::build(&app).await;
        let block = world.block.0;
        let own = app.get(&world.webmaster, &format!("/api/webmaster/blocks/{block}")).await.expect(200);
        let site = own["data"]["site_id"].clone();
        let (god, sales) = (app.person("second@x.org", |new| new.user_type = UserType::God).await, app.sales().await);
        let ours = format!("/api/admin/moderation/blocks/{block}/check");
        let listed =
            app.get(&god, &format!("/api/admin/moderation/sites/{site}/blocks")).await.expect(200)["data"].clone();
        assert_eq!(listed["domain"], "daily.test");
        assert!(listed["blocks"].as_array().unwrap().iter().any(|one| one["id"] == json!(block)), "{listed}");
        checked(&app, &world.webmaster, block).await;
        let ask = json!({"v": 1, "page": PAGE, "blocks": [{"id": block}]});
        from_page(&app, "/d/ads", ask).await.expect(200);
        let theirs = checked(&app, &world.webmaster, block).await;
        let seen = app.get(&god, &ours).await.expect(200)["data"].clone();
        assert_eq!(seen["requests"], theirs["requests"]);
        assert_eq!(seen["requests"].as_array().map(Vec::len), Some(1), "{seen}");
        assert_eq!(checked(&app, &world.webmaster, block).await["requests"], seen["requests"], "both look");
        let page = json!({"page": format!("http://daily.test:{port}/tagged/{block}")});
        assert_eq!(app.post(&god, &ours, page.clone()).await.expect(200)["data"]["tag"]["badge"], "Found");
        let elsewhere = json!({"page": "https://other.test/"});
        assert_eq!(app.post(&god, &ours, elsewhere).await.wrong_fields(), ["page"]);

        // Whose client the owner is not, they know nothing of; nobody else is staff.
        app.get(&sales, &ours).await.expect(404);
        app.get(&sales, &format!("/api/admin/moderation/sites/{site}/blocks")).await.expect(404);
        app.post(&sales, &ours, page.clone()).await.expect(404);
        app.get(&world.webmaster, &ours).await.expect(403);
        app.post(&world.webmaster, &ours, page).await.expect(403);
    })
    .await;
}

#[tokio::test]
async fn an_owner_keeps_requests_of_a_few_blocks_only() {
    each_app(async |app| {
        let owner = app.person("t@x.org", |new| (new.is_webmaster, new.is_trusted) = (true, true)).await;
        let site = crate::publishing::site(&app, &owner, "many.example").await;
        let mut kept = 0;
        for _ in 0..=BLOCKS_PER_OWNER_MAX {
            let block = crate::publishing::block(&app, &owner, &site).await["id"].as_i64().unwrap();
            kept += usize::from(checked(&app, &owner, block).await["kept_until"].is_string());
        }
        assert_eq!(kept, BLOCKS_PER_OWNER_MAX, "the check of the last one tells all but single requests");
    })
    .await;
}

/// A request that was kept, of the block of the world of statistics.
fn sample(app: &TestApp, owner: &Person, page: &str) -> Sampled {
    let sample = RequestSample {
        block: BlockDims {
            webmaster: owner.id,
            site: SiteId(81),
            block: BlockId(91),
            format: BlockFormat::Native,
            template: TemplateId(2),
        },
        page: page.to_owned(),
        place: Place::default(),
        asn: 0,
        device_type: DeviceType::Mobile,
        os: Os::Android,
        browser: Browser::Chrome,
        language: Language::default(),
        traffic_source: TrafficSourceId(0),
        visitor: VisitorId(1),
        places: 4,
        filled: 4,
        step: Some(0),
        weight: 1,
        content: PageContent::default(),
    };
    Sampled { at: EventRef(1), append_ms: app.clock.now(), sample }
}

#[tokio::test]
async fn webmasters_see_where_their_income_comes_from_and_goes() {
    each_app(async |app| {
        let world = crate::stats::World::build(&app).await;
        let get = async |what: &str| app.get(&world.webmaster, &format!("/api/webmaster/stats/{what}")).await;
        let forecast = get("forecast").await.expect(200)["data"].clone();
        assert!(forecast["earned"].as_f64().unwrap() > 0.0, "{forecast}");
        assert_eq!(forecast["likely"], json!(null), "an account of one day has no forecast");
        let sample = sample(&app, &world.webmaster, "news.example/a");
        let rows = NewRows { samples: &[sample], ..NewRows::default() };
        app.app.stats.append_all(&rows, &app.app.stats.positions().unwrap()).unwrap();
        let pages = get("pages").await.expect(200)["data"].clone();
        assert_eq!((&pages["days"], &pages["samples"]), (&json!(7), &json!(1)));
        assert_eq!(pages["pages"][0]["page"], "news.example/a");
        assert_eq!(pages["pages"][0]["income"], forecast["earned"], "one page has all of it: {pages}");
        for wrong in ["pages?days=0", "pages?days=8"] {
            assert_eq!(get(wrong).await.wrong_fields(), ["days"], "{wrong}");
        }
        let costs = get("categories").await.expect(200)["data"].clone();
        assert_eq!(costs["sites"], 1);
        let shares = costs["categories"].as_array().unwrap().iter().map(|category| &category["income_share"]);
        assert!(shares.into_iter().all(Value::is_null), "nobody is told apart: {costs}");
        app.get(&world.advertiser, "/api/webmaster/stats/pages").await.expect(403);
    })
    .await;
}
