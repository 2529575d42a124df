//! Collecting push subscriptions: the site's push block, what browsers call, counts, health, import, the worker file.

mod keys;
mod picture;
mod worker_file;

use crate::app::{Answer, Person, TestApp, each_app};
use crate::delivery::{World, browser, from_page, from_visitor};
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::elliptic_curve::sec1::ToSec1Point as _;
use placard_model::push::subscription::SubscriptionStatus;
use placard_model::time::{DAY_MS, HOUR_MS};
use placard_store::push::push_subscriptions::{self, Subscription};
use placard_store::push::{push_sending, vapid_keys};
use placard_store::{Conn, Priority, Tx};
use placard_worker::feeds::opt_ins;
use serde_json::{Value, json};
use std::net::Ipv4Addr;

/// Points of the curve, by number: the keys of browsers.
pub(crate) fn point(number: u8) -> String {
    let mut secret = [7; 32];
    secret[31] = number;
    let secret = p256::SecretKey::from_slice(&secret).unwrap();
    URL_SAFE_NO_PAD.encode(secret.public_key().to_sec1_point(false).as_bytes())
}

/// The private key of such a point.
pub(crate) fn private(number: u8) -> String {
    let mut secret = [7; 32];
    secret[31] = number;
    URL_SAFE_NO_PAD.encode(secret)
}

pub(crate) fn endpoint(name: &str) -> String {
    format!("https://fcm.googleapis.com/fcm/send/{name}")
}

fn subscription(name: &str) -> Value {
    json!({"endpoint": endpoint(name), "expirationTime": null, "keys": {"p256dh": point(1), "auth": "BTBZMqHH6r4Tts7J_aSIgg"}})
}

/// The network with a push block on its site.
pub(crate) struct Push {
    pub(crate) world: World,
    site: i64,
    pub(crate) block: i64,
}

impl Push {
    pub(crate) async fn build(app: &TestApp) -> Self {
        let mut world = World::build(app).await;
        let site = app.get(&world.webmaster, &format!("/api/webmaster/blocks/{}", world.block)).await.expect(200);
        let site = site["data"]["site_id"].as_i64().unwrap();
        let path = format!("/api/webmaster/sites/{site}/push");
        let mut settings = app.get(&world.webmaster, &path).await.expect(200)["data"]["settings"].clone();
        assert_eq!((&settings["is_on"], &settings["version"]), (&json!(false), &json!(0)));
        settings["is_on"] = json!(true);
        let saved = app.put(&world.webmaster, &path, settings).await.expect(200);
        let block = saved["data"]["block_id"].as_i64().unwrap();
        world.inventory.catch_up().await.unwrap();
        Self { world, site, block }
    }

    pub(crate) fn path(&self, rest: &str) -> String {
        format!("/api/webmaster/sites/{}/push{rest}", self.site)
    }

    /// What a page of the site tells.
    pub(crate) fn told(&self, name: &str) -> Value {
        json!({"block": self.block, "subscription": subscription(name), "utc_offset": 60, "asked": true})
    }

    pub(crate) async fn subscribe(&self, app: &TestApp, body: Value) -> Answer {
        from_page(app, "/api/push/subscriptions", body).await
    }

    async fn name(&self, app: &TestApp, body: Value) -> String {
        self.subscribe(app, body).await.expect(200)["name"].as_str().unwrap().to_owned()
    }

    /// The webmaster in a new session: hours pass in these tests.
    async fn owner(&self, app: &TestApp) -> Person {
        app.logged_in(self.world.webmaster.id).await
    }

    async fn subscribers(&self, app: &TestApp) -> Value {
        app.get(&self.owner(app).await, &self.path("/subscribers")).await.expect(200)["data"].clone()
    }
}

async fn of_name(app: &TestApp, name: &str) -> Subscription {
    let name = name.to_owned();
    let read = async move |conn: &Conn| push_subscriptions::by_uuid(conn, &name).await;
    app.app.store.read("test", read).await.unwrap().unwrap()
}

#[tokio::test]
async fn a_site_asks_and_browsers_subscribe_change_and_leave() {
    each_app(async |app| {
        let push = Push::build(&app).await;
        let found = from_page(&app, "/d/ads", json!({"v": 1, "blocks": [{"id": push.block}]})).await.expect(200);
        let block = &found["blocks"][0];
        assert_eq!((&block["ads"], &block["placement"]), (&json!([]), &json!("opt-in")));
        let settings = app.get(&Person::default(), &format!("/d/push/{}.json", push.block)).await;
        assert_eq!(settings.headers["access-control-allow-origin"], "*");
        assert!(settings.headers["cache-control"].to_str().unwrap().contains("max-age"));
        let settings = settings.expect(200);
        let key = settings["key"].as_str().unwrap().to_owned();
        assert_eq!((key.len(), &settings["ask_days"]), (87, &json!(14)));
        assert!(settings.get("daily_cap").is_none(), "what is sent is nobody's business");
        for other in ["0.json", "x.json", &push.world.block.to_string(), &format!("{}.json", push.world.block)] {
            app.get(&Person::default(), &format!("/d/push/{other}")).await.expect(404);
        }

        // Asked, said no, said yes.
        for event in ["asked", "asked", "later", "asked", "denied"] {
            let body = json!({"block": push.block, "event": event});
            from_page(&app, "/d/push/events", body).await.expect(204);
        }
        let from = |origin: &'static str| {
            let body = json!({"block": push.block, "event": "asked"}).to_string();
            let request = browser(Request::post("/d/push/events")).header(header::ORIGIN, origin);
            from_visitor(request.body(Body::from(body)).unwrap(), Ipv4Addr::new(81, 2, 69, 143))
        };
        app.send(from("https://elsewhere.test")).await.expect(204);
        opt_ins::write_counts(&app.app.worker).await.unwrap();
        let answer = push.subscribe(&app, push.told("one")).await;
        assert_eq!(answer.headers["access-control-allow-origin"], "*");
        let name = answer.expect(200)["name"].as_str().unwrap().to_owned();
        let known = of_name(&app, &name).await;
        assert_eq!((known.subscriber.place.country.as_str(), known.subscriber.language.as_str()), ("GB", "en"));
        assert_eq!(known.subscriber.utc_offset_min, 60);
        assert_ne!(known.target.auth_sealed.len(), 16, "secrets are encrypted");
        assert!(known.next_send_at.since_ms(app.app.clock.now()) >= HOUR_MS / 2);
        assert_eq!(push.name(&app, push.told("one")).await, name, "the same browser again");

        // The browser has another subscription: it is the same subscriber.
        let mut changed = push.told("two");
        changed["previous_name"] = json!(name);
        changed["asked"] = json!(false);
        changed["key"] = json!(key);
        let second = push.name(&app, changed).await;
        assert_ne!(second, name);
        assert_eq!(of_name(&app, &name).await.status, SubscriptionStatus::Replaced);
        let told = push.subscribers(&app).await;
        assert_eq!(told["subscribers"], 1);
        let total = &told["total"];
        let counts = ["prompts", "postponed", "denials", "accepts"].map(|name| total[name].as_i64().unwrap());
        assert_eq!(counts, [3, 1, 1, 1]);
        assert_eq!(told["countries"], json!([{"value": "GB", "name": "United Kingdom", "subscribers": 1}]));
        assert_eq!(told["days"].as_array().unwrap().len(), 30);
        assert_eq!(told["days"][29]["subscribers"], 1);
        assert_eq!(told["ages"][0]["subscribers"], 1);

        // It leaves, by our page: opening it changes nothing.
        let page = app.get(&Person::default(), &format!("/push/unsubscribe?name={second}")).await;
        assert_eq!(page.status, 200);
        assert!(page.text.contains("daily.test") && page.text.contains(&second), "{}", page.text);
        assert_eq!(of_name(&app, &second).await.status, SubscriptionStatus::Active);
        let press =
            Request::post("/push/unsubscribe").header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        let pressed = app.send(press.body(Body::from(format!("name={second}"))).unwrap()).await;
        assert_eq!((pressed.status, pressed.text.contains("No more notifications")), (StatusCode::OK, true));
        let gone = of_name(&app, &second).await;
        assert_eq!((gone.status, gone.target.endpoint.as_str()), (SubscriptionStatus::Unsubscribed, ""));
        let unknown = app.get(&Person::default(), "/push/unsubscribe?name=%3Cscript%3E").await;
        assert!(unknown.status == StatusCode::NOT_FOUND && !unknown.text.contains("<script>"));
        // Opening it reads the database: nobody does so without end.
        let mut statuses = Vec::new();
        for _ in 0..61 {
            statuses.push(app.get(&Person::default(), "/push/unsubscribe?name=nobody").await.status);
        }
        assert_eq!(statuses.last(), Some(&StatusCode::TOO_MANY_REQUESTS));
        // Its browser brings it back only when somebody has said yes anew.
        let mut quiet = push.told("two");
        quiet["asked"] = json!(false);
        push.subscribe(&app, quiet).await.expect(409);
        let mut quiet = push.told("three");
        (quiet["asked"], quiet["previous_endpoint"]) = (json!(false), json!(endpoint("two")));
        push.subscribe(&app, quiet).await.expect(409);
        push.subscribe(&app, push.told("two")).await.expect(200);
        // And by a call of the worker.
        let name = push.name(&app, push.told("two")).await;
        from_page(&app, "/api/push/subscriptions/unsubscribe", json!({"name": name})).await.expect(204);
        from_page(&app, "/api/push/subscriptions/unsubscribe", json!({"name": "nobody"})).await.expect(204);
        let told = push.subscribers(&app).await;
        assert_eq!((&told["subscribers"], &told["total"]["unsubscribed"]), (&json!(0), &json!(2)));
    })
    .await;
}

#[tokio::test]
async fn what_strangers_send_is_refused_in_words() {
    each_app(async |app| {
        let mut push = Push::build(&app).await;
        let base = push.told("one");
        let with = |path: &str, value: Value| {
            let mut body = base.clone();
            *body.pointer_mut(path).unwrap() = value;
            body
        };
        let long = "x".repeat(1_100);
        let endpoints = [
            "http://fcm.googleapis.com/fcm/send/x",
            "https://fcm.googleapis.com:8443/x",
            "https://user@fcm.googleapis.com/x",
            "https://fcm.googleapis.com.evil.test/x",
            "https://evil.test/fcm.googleapis.com",
            "https://notify.windows.com/x",
            "https://xnotify.windows.com/x",
            "https://127.0.0.1/x",
            "https://169.254.169.254/latest",
            "https://[::1]/x",
            "http://127.0.0.1:5432/x",
            "ftp://fcm.googleapis.com/x",
            "javascript:alert(1)",
            // The same browser once more.
            "https://fcm.googleapis.com/fcm/send/x#1",
            "https://fcm.googleapis.com/fcm/send/x?y=1",
            "https://fcm.googleapis.com/fcm/send/%78",
            "https://fcm.googleapis.com/fcm/send/x%3Ay",
            "https://fcm.googleapis.com/fcm//send/x",
            "https://fcm.googleapis.com/fcm/send/x/",
            "https://db5p.notify.windows.com/w/?token=x&more=y",
            "https://db5p.notify.windows.com/w/?token=%78",
            "https://db5p.notify.windows.com/w/?token=x/y%3d",
            "https://db5p.notify.windows.com/w/?token=x%2fy=",
            "https://db5p.notify.windows.com//w/?token=x",
            "",
            &format!("https://fcm.googleapis.com/{long}"),
        ];
        let mut cases: Vec<(String, Value, u16, &str)> = endpoints
            .iter()
            .map(|text| {
                (format!("endpoint {text}"), with("/subscription/endpoint", json!(text)), 422, "subscription.endpoint")
            })
            .collect();
        for key in ["", "BA", &"A".repeat(87), &point(1)[..80]] {
            cases.push((
                format!("p256dh {key}"),
                with("/subscription/keys/p256dh", json!(key)),
                422,
                "subscription.keys.p256dh",
            ));
        }
        for auth in ["", "AAAA", &"A".repeat(40), "é"] {
            cases.push((
                format!("auth {auth}"),
                with("/subscription/keys/auth", json!(auth)),
                422,
                "subscription.keys.auth",
            ));
        }
        cases.push(("offset".to_owned(), with("/utc_offset", json!(100_000)), 422, "utc_offset"));
        cases.push(("block".to_owned(), with("/block", json!(push.world.block.0)), 422, "block"));
        cases.push(("no block".to_owned(), with("/block", json!(-1)), 422, "block"));
        let mut foreign_key = base.clone();
        foreign_key["key"] = json!(point(9));
        cases.push(("key".to_owned(), foreign_key.clone(), 422, "key"));
        foreign_key["key"] = json!("no key");
        cases.push(("no key".to_owned(), foreign_key, 422, "key"));
        for (name, body, status, field) in cases {
            let answer = push.subscribe(&app, body).await;
            assert_eq!(answer.status.as_u16(), status, "{name}: {}", answer.text);
            assert!(answer.text.contains(&format!("\"{field}\"")), "{name}: {}", answer.text);
        }
        push.subscribe(&app, json!([1])).await.expect(400);
        push.subscribe(&app, json!({"block": 1})).await.expect(400);
        push.subscribe(&app, json!({"block": push.block, "rest": "x".repeat(9_000)})).await.expect(413);

        // Theirs have a query.
        let edge = "https://db5p.notify.windows.com/w/?token=x%2fy%3d";
        let first = push.name(&app, with("/subscription/endpoint", json!(edge))).await;
        let capitals = edge.replace("%2f", "%2F").replace("%3d", "%3D");
        assert_eq!(push.name(&app, with("/subscription/endpoint", json!(capitals))).await, first, "the same browser");

        // From pages of others, and from none.
        let from = |origin: Option<&str>| {
            let mut request =
                browser(Request::post("/api/push/subscriptions")).header(header::CONTENT_TYPE, "text/plain");
            if let Some(origin) = origin {
                request = request.header(header::ORIGIN, origin);
            }
            from_visitor(request.body(Body::from(base.to_string())).unwrap(), Ipv4Addr::new(81, 2, 69, 150))
        };
        for origin in
            [None, Some("null"), Some("https://evil.test"), Some("https://daily.test.evil.test"), Some("daily.test")]
        {
            app.send(from(origin)).await.expect(403);
        }
        let mut robot = from(Some("https://daily.test"));
        robot.headers_mut().insert(header::USER_AGENT, "Googlebot/2.1".parse().unwrap());
        app.send(robot).await.expect(403);

        // An endpoint is one site's.
        app.send(from(Some("https://daily.test"))).await.expect(200);
        let other = app.webmaster("other@x.org").await;
        let made = crate::publishing::site(&app, &other, "other.test").await;
        let site = made["id"].as_i64().unwrap();
        let path = format!("/api/webmaster/sites/{site}/push");
        let mut settings = app.get(&other, &path).await.expect(200)["data"]["settings"].clone();
        settings["is_on"] = json!(true);
        let saved = app.put(&other, &path, settings).await.expect(200);
        let block = saved["data"]["block_id"].as_i64().unwrap();
        assert!(saved["data"]["stopped_by"].as_str().unwrap().contains("waiting"));
        let god = app.logged_in(push.world.god).await;
        let approve = format!("/api/admin/moderation/sites/{site}/approve");
        app.post(&god, &approve, json!({"version": made["version"]})).await.expect(200);
        push.world.inventory.catch_up().await.unwrap();
        let mut body = base.clone();
        body["block"] = json!(block);
        let request = browser(Request::post("/api/push/subscriptions")).header(header::ORIGIN, "https://other.test");
        let request = from_visitor(request.body(Body::from(body.to_string())).unwrap(), Ipv4Addr::new(81, 2, 69, 151));
        app.send(request).await.expect(409);

        // And no address sends for ever.
        let many = (0..100).map(|_| from(Some("https://daily.test")));
        let mut statuses = Vec::new();
        for request in many {
            statuses.push(app.send(request).await.status);
        }
        assert_eq!(statuses.last(), Some(&StatusCode::TOO_MANY_REQUESTS));
    })
    .await;
}

#[tokio::test]
async fn settings_are_checked_and_have_one_owner() {
    each_app(async |app| {
        let push = Push::build(&app).await;
        let (owner, path) = (&push.world.webmaster, push.path(""));
        let known = app.get(owner, &path).await.expect(200)["data"].clone();
        assert_eq!(known["worker"]["path"], "/placard-push/sw.js");
        assert_eq!(known["worker"]["line"], "importScripts(\"https://placard.example/p.push-worker.js\");");
        assert!(known["worker"]["code"].as_str().unwrap().contains(&format!("data-placard=\"{}\"", push.block)));
        assert_eq!(known["keys"].as_array().unwrap().len(), 1);
        let settings = known["settings"].clone();
        let check = async |path: &str, value: Value, field: &str| {
            let mut body = settings.clone();
            *body.pointer_mut(path).unwrap() = value;
            let answer = app.put(owner, &push.path(""), body).await;
            assert_eq!(answer.status, 422, "{path}: {}", answer.text);
            assert!(answer.text.contains(&format!("\"{field}\"")), "{path}: {}", answer.text);
        };
        check("/questions", json!([]), "questions").await;
        check("/questions/0/language", json!("English"), "questions.0.language").await;
        check("/questions/0/title", json!(" "), "questions.0.title").await;
        check("/questions/0/text", json!("x".repeat(121)), "questions.0.text").await;
        check("/questions/0/accept", json!("a\nb"), "questions.0.accept").await;
        check("/background", json!("red;}"), "background").await;
        check("/daily_cap", json!(5), "daily_cap").await;
        check("/hour_to", json!(9), "hour_to").await;
        check("/ask_days", json!(0), "ask_days").await;
        check("/let_go_weeks", json!(1), "let_go_weeks").await;
        let double = json!([settings["questions"][0], settings["questions"][0]]);
        check("/questions", double, "questions.1.language").await;

        let mut off = settings.clone();
        off["is_on"] = json!(false);
        let saved = app.put(owner, &path, off.clone()).await.expect(200)["data"].clone();
        assert_eq!((&saved["block_id"], &saved["settings"]["is_on"]), (&json!(push.block), &json!(false)));
        app.put(owner, &path, off).await.expect(409);
        let stranger = app.webmaster("stranger@x.org").await;
        for rest in ["", "/subscribers", "/health"] {
            app.get(&stranger, &push.path(rest)).await.expect(404);
        }
        app.put(&stranger, &path, settings).await.expect(404);
        app.post(&stranger, &push.path("/worker"), json!({})).await.expect(404);
        // No block of the constructor, and none that is drawn.
        let templates = app.get(owner, "/api/webmaster/templates").await.expect(200);
        assert!(!templates.to_string().contains("opt-in"));
        let at = format!("/api/webmaster/blocks/{}", push.block);
        let native = app.get(owner, &format!("/api/webmaster/blocks/{}", push.world.block)).await.expect(200);
        let version = app.get(owner, &at).await.expect(200)["data"]["version"].clone();
        let form = crate::blocks::form(&native["data"], json!({"version": version}));
        app.put(owner, &at, form).await.expect(409);
        let versions = app.get(owner, &format!("{at}/versions")).await.expect(200)["data"].clone();
        for kept in versions.as_array().unwrap() {
            let restore = format!("{at}/versions/{}/restore", kept["version"]);
            app.post(owner, &restore, json!({"version": version})).await.expect(409);
        }
        let sources = app.get(owner, "/api/webmaster/blocks/list_for_copy").await.expect(200)["data"].clone();
        let sources: Vec<&Value> = sources.as_array().unwrap().iter().map(|block| &block["id"]).collect();
        assert!(sources.contains(&&native["data"]["id"]) && !sources.contains(&&json!(push.block)), "{sources:?}");
        let copy = format!("/api/webmaster/sites/{}/blocks/copy", push.site);
        app.post(owner, &copy, json!({"blocks": [push.block], "sites": [push.site]})).await.expect(409);
        let after = app.get(owner, &at).await.expect(200);
        assert_eq!(after["data"]["block_format_type_id"], 32);
    })
    .await;
}

#[tokio::test]
async fn silent_subscriptions_go_and_health_says_why() {
    each_app(async |app| {
        let push = Push::build(&app).await;
        let names = [push.name(&app, push.told("one")).await, push.name(&app, push.told("two")).await];
        let (one, two) = (of_name(&app, &names[0]).await, of_name(&app, &names[1]).await);
        let (site, now) = (one.site, app.app.clock.now());
        let send = async |times: i64| {
            let to = [one.clone(), two.clone()];
            let note = async move |tx: &Tx| {
                for one in &to {
                    for _ in 0..times {
                        push_sending::note_sent(tx, one, tx.now().plus_ms(DAY_MS)).await?;
                    }
                }
                Ok(())
            };
            app.app.store.write("test_sent", Priority::Api, note).await.unwrap();
        };
        let note = async move |tx: &Tx| {
            use placard_model::push::subscription::PushCounter::{Clicked, Shown};
            for (counter, count) in [(Shown, 10_000), (Clicked, 30)] {
                placard_store::push::push_counts::add(tx, site, now.day(), counter, count).await?;
            }
            Ok(())
        };
        app.clock.advance_ms(1_000);
        send(1).await;
        app.app.store.write("test_counts", Priority::Api, note).await.unwrap();
        let health = app.get(&push.world.webmaster, &push.path("/health")).await.expect(200)["data"].clone();
        assert_eq!(health["state"], "sending_less");
        assert_eq!((&health["daily_cap"], &health["effective_daily_cap"]), (&json!(4), &json!(2)));
        assert_eq!(health["engagement_28d"].to_string(), "0.3");
        assert_eq!(health["advice"][0]["field"], "daily_cap");
        assert_eq!(health["income_per_thousand"].to_string(), "0");

        app.clock.advance_ms(9 * 7 * DAY_MS);
        opt_ins::tidy(&app.app.worker).await.unwrap();
        assert_eq!(push.subscribers(&app).await["subscribers"], 2, "they are let go after ten weeks");
        let answered = [(two.id, app.app.clock.now())];
        let answer = async move |tx: &Tx| push_sending::note_answered(tx, &answered).await;
        app.app.store.write("test_answered", Priority::Api, answer).await.unwrap();
        app.clock.advance_ms(8 * DAY_MS);
        opt_ins::tidy(&app.app.worker).await.unwrap();
        assert_eq!(push.subscribers(&app).await["subscribers"], 2, "nothing was sent to them lately");
        send(push_subscriptions::UNANSWERED_MIN).await;
        app.clock.advance_ms(1_000);
        opt_ins::tidy(&app.app.worker).await.unwrap();
        let told = push.subscribers(&app).await;
        assert_eq!((&told["subscribers"], &told["total"]["let_go"]), (&json!(1), &json!(1)));
        assert_eq!(of_name(&app, &names[0]).await.status, SubscriptionStatus::LetGo);
        // What is left of it goes too.
        app.clock.advance_ms(91 * DAY_MS);
        opt_ins::tidy(&app.app.worker).await.unwrap();
        let left =
            app.app.store.read("test", async move |conn: &Conn| push_subscriptions::by_ids(conn, &[one.id]).await);
        assert!(left.await.unwrap().is_empty());
    })
    .await;
}

#[tokio::test]
async fn another_providers_subscriptions_come_with_their_keys() {
    each_app(async |app| {
        let mut push = Push::build(&app).await;
        push.subscribe(&app, push.told("known")).await.expect(200);
        let (owner, path) = (&push.world.webmaster, push.path("/import"));
        let row = |name: &str| format!("{},{},BTBZMqHH6r4Tts7J_aSIgg,IE,2026-03-04", endpoint(name), point(3));
        let content = [
            "endpoint,p256dh,auth,country,created_at",
            &row("new"),
            &row("known"),
            "https://evil.test/x,no,no,,",
            &row("new"),
        ]
        .join("\n");
        let form = |public: String, private: String, content: &str| {
            json!({"public_key": public, "private_key": private, "format": "csv", "content": content})
        };
        for (public, private, field) in [
            ("no".to_owned(), private(2), "public_key"),
            (point(2), "no".to_owned(), "private_key"),
            (point(2), private(4), "private_key"),
        ] {
            let answer = app.post(owner, &path, form(public, private, &content)).await;
            assert!(answer.status == 422 && answer.text.contains(field), "{}", answer.text);
        }
        app.post(owner, &path, form(point(2), private(2), "nothing")).await.expect(422);
        let told = app.post(owner, &path, form(point(2), private(2), &content)).await.expect(200)["data"].clone();
        let counts = ["rows", "imported", "known", "refused"].map(|name| told[name].as_i64().unwrap());
        assert_eq!(counts, [4, 1, 2, 1]);
        assert_eq!(told["errors"][0]["row"], 3);
        let again = app.post(owner, &path, form(point(2), private(2), &content)).await.expect(200);
        assert_eq!((&again["data"]["imported"], &again["data"]["known"]), (&json!(0), &json!(3)));
        let known = app.get(owner, &push.path("")).await.expect(200)["data"].clone();
        let keys: Vec<_> = known["keys"].as_array().unwrap().iter().map(|key| (key["is_imported"].clone(), key["subscribers"].clone())).collect();
        assert_eq!(keys, [(json!(false), json!(1)), (json!(true), json!(1))]);
        assert!(!known.to_string().contains(&private(2)));
        // On a visit its browser changes to ours: other providers' subscriptions are known by the hash of their endpoint.
        let hash = placard_api::collecting::endpoint::hash(&endpoint("new"));
        let mut moved = push.told("moved");
        (moved["previous_hash"], moved["asked"]) = (json!(hash), json!(false));
        push.subscribe(&app, moved).await.expect(200);
        let told = push.subscribers(&app).await;
        assert_eq!((&told["subscribers"], &told["total"]["imported"], &told["total"]["accepts"]), (&json!(2), &json!(1), &json!(1)));
        app.clock.advance_ms(2 * DAY_MS);
        opt_ins::tidy(&app.app.worker).await.unwrap();
        let left = app.app.store.read("test", async |conn: &Conn| vapid_keys::list(conn).await).await.unwrap();
        assert_eq!(left.len(), 1, "a pair that nobody needs retires");
        // Nobody else's: not the other owner's site, not without push.
        let stranger = app.webmaster("stranger@x.org").await;
        app.post(&stranger, &path, form(point(2), private(2), &content)).await.expect(404);
        let owner = push.owner(&app).await;
        let made = crate::publishing::site(&app, &owner, "second.test").await;
        let path = format!("/api/webmaster/sites/{}/push", made["id"]);
        let import = format!("{path}/import");
        let content = format!("endpoint,p256dh,auth,country,created_at\n{}", row("another"));
        app.post(&owner, &import, form(point(2), private(2), &content)).await.expect(409);
        // A provider may have one pair for several sites.
        let god = app.logged_in(push.world.god).await;
        let approve = format!("/api/admin/moderation/sites/{}/approve", made["id"]);
        app.post(&god, &approve, json!({"version": made["version"]})).await.expect(200);
        let mut settings = app.get(&owner, &path).await.expect(200)["data"]["settings"].clone();
        settings["is_on"] = json!(true);
        let block = app.put(&owner, &path, settings).await.expect(200)["data"]["block_id"].clone();
        push.world.inventory.catch_up().await.unwrap();
        let mut body = push.told("fourth");
        (body["block"], body["key"]) = (block, json!(point(2)));
        let subscribe = || {
            let request = browser(Request::post("/api/push/subscriptions")).header(header::ORIGIN, "https://second.test");
            from_visitor(request.body(Body::from(body.to_string())).unwrap(), Ipv4Addr::new(81, 2, 69, 152))
        };
        app.send(subscribe()).await.expect(422);
        let told = app.post(&owner, &import, form(point(2), private(2), &content)).await.expect(200);
        assert_eq!(told["data"]["imported"], 1, "{told}");
        app.send(subscribe()).await.expect(200);
    })
    .await;
}
