//! Texts, public pages, the contact form.

use crate::app::{Answer, Person, TestApp, each_app};
use axum::body::Body;
use axum::http::{Request, header};
use placard_api::help_limits::limits;
use placard_api::texts::{TextKind, Texts};
use placard_model::creative::landing::LandingMacro;
use placard_model::status::BanReason;
use placard_model::time::DAY_MS;
use placard_server::App;
use placard_store::network::contact_messages;
use placard_store::network::texts::TextChange;
use placard_store::{Conn, Priority, Scope, Tx};
use placard_worker::feeds::schedule;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;

fn fill_page(app: &App, path: &str, template: &str) -> String {
    app.pages.fill(app, path, template)
}

/// Pages that texts may lead to, beside texts and files.
const PAGES: &[&str] = &[
    "/",
    "/account",
    "/account/login",
    "/account/password/reset",
    "/adsamples",
    "/advertiser",
    "/advertiser/finance",
    "/advertiser/statistics",
    "/apiDoc",
    "/contacts",
    "/demo",
    "/helpCenter",
    "/singup",
    "/webmaster",
    "/webmaster/finance",
    "/webmaster/sites",
    "/webmaster/statistics",
    "/d/why",
    "/api/openapi.json",
];

fn texts() -> Texts {
    let config =
        placard_common::config::Config { public_url: "https://placard.example".to_owned(), ..Default::default() };
    Texts::new(&config, &Arc::default(), limits()).unwrap()
}

/// Where a text stands.
fn address(kind: TextKind, slug: &str) -> String {
    match (kind, slug) {
        (TextKind::Help, slug) => format!("/helpCenter/{slug}"),
        (TextKind::Policy, slug) => format!("/account/{slug}"),
        (TextKind::Page, slug) => format!("/{slug}"),
    }
}

#[test]
fn every_text_reads_well_and_every_link_leads_somewhere() {
    let edition = texts().current();
    let all = edition.list(None);
    let mut places: BTreeSet<String> = PAGES.iter().map(|page| (*page).to_owned()).collect();
    places.extend(all.iter().map(|text| address(text.kind, &text.slug)));
    for text in &all {
        let name = &text.slug;
        assert!((3..=120).contains(&text.title.chars().count()), "{name}: title");
        assert!((20..=300).contains(&text.description.chars().count()), "{name}: description");
        assert!(text.rendered().plain.chars().count() > 200, "{name} says little");
        assert!(!text.rendered().html.contains("{{"), "{name} has a place that nothing fills");
        for link in &text.rendered().links {
            let Some(path) = link.strip_prefix('/').map(|_| link.split(['#', '?']).next().unwrap()) else { continue };
            let path = if path.len() > 1 { path.trim_end_matches('/') } else { path };
            assert!(places.contains(path), "{name} leads to {link}, which is not there");
            if let Some((path, id)) = link.split_once('#') {
                let target = all.iter().find(|text| address(text.kind, &text.slug) == path);
                let has_id = target.is_some_and(|text| text.rendered().html.contains(&format!("id=\"{id}\"")));
                assert!(has_id, "{name} leads to {link}, which has no such heading");
            }
        }
    }
    for slug in ["conditions", "privacy", "cookies", "legitimate-interest", "about", "faq", "premium", "telegram"] {
        assert!(edition.get(slug).is_some_and(|text| text.kind != TextKind::Help), "{slug} is missing");
    }
    // Articles of a section stand together.
    let mut sections: Vec<String> =
        edition.list(Some(TextKind::Help)).iter().map(|text| text.section.clone()).collect();
    sections.dedup();
    assert_eq!(sections.iter().collect::<BTreeSet<_>>().len(), sections.len(), "{sections:?}");
}

/// The first cells of the rows of all tables in Markdown.
fn first_cells(markdown: &str) -> Vec<(String, String)> {
    let rows = markdown.lines().filter_map(|line| line.strip_prefix('|'));
    let mut found = Vec::new();
    for row in rows {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        if let [first, second, ..] = cells.as_slice()
            && !first.starts_with('-')
        {
            found.push(((*first).to_owned(), (*second).to_owned()));
        }
    }
    found
}

/// Words in code marks.
fn codes(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[test]
fn help_names_what_the_program_names() {
    let edition = texts().current();
    let body = |slug: &str| edition.get(slug).unwrap_or_else(|| panic!("no article {slug}")).body.clone();

    let reasons: Vec<(u8, String)> = first_cells(&body("moderation"))
        .into_iter()
        .filter_map(|(number, words)| Some((number.parse().ok()?, words)))
        .collect();
    let known: Vec<(u8, String)> =
        BanReason::ALL.iter().map(|reason| (reason.id(), reason.label().to_owned())).collect();
    assert_eq!(reasons, known, "the ban reasons of the article are those of the program");

    let article = body("macros");
    let told: BTreeSet<&str> = first_cells_codes(&article).collect();
    let site_domain = LandingMacro::SiteDomain.name();
    for one in LandingMacro::ALL {
        let name = one.name();
        let is_told = told.contains(name) || name == site_domain && article.contains("`{site_domain}`");
        assert!(is_told, "the article on macros does not tell of {{{name}}}");
    }
    for name in told {
        assert!(LandingMacro::from_name(name).is_some(), "the article on macros tells of {{{name}}}, which is none");
    }

    let document: Value = serde_json::from_str(include_str!("../../../../web/api/openapi.json")).unwrap();
    let metrics: BTreeSet<&str> = ["AdvertiserMetrics", "WebmasterMetrics", "PushStatistic"]
        .iter()
        .filter_map(|name| document["components"]["schemas"][*name]["properties"].as_object())
        .flat_map(|properties| properties.keys().map(String::as_str))
        .collect();
    assert!(metrics.len() > 30, "{metrics:?}");
    let article = body("statistics");
    for (_, code) in first_cells(&article).iter().filter(|(_, second)| second.starts_with('`')) {
        for name in codes(code) {
            assert!(metrics.contains(name), "the article on statistics tells of {name}, which is no metric");
        }
    }
}

/// Macros in the first cells of tables, without braces.
fn first_cells_codes(markdown: &str) -> impl Iterator<Item = &str> {
    markdown.lines().filter_map(|line| line.strip_prefix("| `{")?.split('|').next()).flat_map(|cell| {
        cell.split(['{', '}'])
            .filter(|word| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b == b'_'))
    })
}

async fn page(app: &TestApp, path: &str, headers: &[(header::HeaderName, &str)]) -> Answer {
    let mut request = Request::builder().uri(path);
    for (name, value) in headers {
        request = request.header(name, *value);
    }
    app.send(request.body(Body::empty()).unwrap()).await
}

fn set_cookies(answer: &Answer) -> Vec<&str> {
    answer.headers.get_all(header::SET_COOKIE).iter().map(|value| value.to_str().unwrap()).collect()
}

#[tokio::test]
async fn anybody_reads_and_searches_texts() {
    each_app(async |app| {
        let nobody = Person::default();
        let text = app.get(&nobody, "/api/texts/privacy").await.expect(200)["data"].clone();
        assert_eq!((&text["slug"], &text["kind"]), (&json!("privacy"), &json!("policy")));
        assert!(text["html"].as_str().unwrap().contains("<h2 id=\""), "{text}");
        app.get(&nobody, "/api/texts/nothing").await.expect(404);
        let slugs = |list: Value| -> Vec<String> {
            list["data"].as_array().unwrap().iter().map(|text| text["slug"].as_str().unwrap().to_owned()).collect()
        };
        let all = slugs(app.get(&nobody, "/api/texts?kind=help").await.expect(200));
        assert!(all.len() >= 8 && all.iter().any(|slug| slug == "moderation"), "{all:?}");
        let found = app.get(&nobody, "/api/texts?kind=help&search=BACK%20button").await.expect(200);
        assert!(found["data"][0]["snippet"].as_str().unwrap().to_lowercase().contains("back"), "{found}");
        let macros = slugs(app.get(&nobody, "/api/texts?kind=help&search=click_id").await.expect(200));
        assert!(macros.contains(&"macros".to_owned()), "{macros:?}");
        assert!(slugs(app.get(&nobody, "/api/texts?search=zzqxj").await.expect(200)).is_empty());
        assert_eq!(app.get(&nobody, "/api/texts?kind=novel").await.wrong_fields(), ["kind"]);
        let long = "x".repeat(201);
        assert_eq!(app.get(&nobody, &format!("/api/texts?search={long}")).await.wrong_fields(), ["search"]);
        let site = app.get(&nobody, "/api/site").await.expect(200)["data"].clone();
        assert_eq!(site["origin"], "https://placard.example");
        assert_eq!((&site["webmaster_share_percent"], &site["minimum_payout"]), (&json!(70.0), &json!(50)));
        assert_eq!(site["session_days"], 30);
        assert_eq!(
            (&site["log_days"], &site["click_months"], &site["hourly_months"]),
            (&json!(90), &json!(13), &json!(13))
        );
        assert_eq!(site["geo_attribution"]["url"], "https://db-ip.com/");
    })
    .await;
}

#[tokio::test]
async fn the_owner_changes_texts_and_pages_follow() {
    each_app(async |app| {
        let (god, nobody) = (app.god().await, Person::default());
        let path = "/api/admin/texts/about";
        let before = app.get(&god, path).await.expect(200)["data"].clone();
        assert_eq!((&before["version"], &before["is_changed"]), (&json!(0), &json!(false)));
        let template = "<title>{{text.title}}</title>{{text.html}}<p>{{text.updated}}{{path}}</p><b>{{site.name}}</b>\
            <script id=\"text-data\">{{text.json}}</script>{{unknown}}{{text.slug}}";
        let first = fill_page(&app.app, "/about", template);
        let form = |version: i64| {
            json!({
                "title": "About <us>", "description": "Who we are.", "version": version,
                "body": "We are {{site.name}}. <script>alert(1)</script> [x](javascript:alert(1)) </script>",
            })
        };
        let after = app.put(&god, path, form(0)).await.expect(200)["data"].clone();
        assert_eq!((&after["version"], &after["is_changed"]), (&json!(1), &json!(true)));
        app.put(&god, path, form(0)).await.expect(409);
        let shown = app.get(&nobody, "/api/texts/about").await.expect(200)["data"].clone();
        let html = shown["html"].as_str().unwrap();
        assert!(
            html.contains("We are Placard.") && html.contains("&lt;script&gt;") && !html.contains("href"),
            "{html}"
        );
        let page = fill_page(&app.app, "/about", template);
        assert_ne!(first, page);
        assert!(page.starts_with("<title>About &lt;us&gt;</title><p>We are Placard."), "{page}");
        assert!(
            page.contains("<p>21 Nov 2026/about</p><b>Placard</b>") && page.ends_with("{{unknown}}about"),
            "{page}"
        );
        // Nothing of the text ends the script of data early.
        assert_eq!(page.matches("</script>").count(), 1, "{page}");
        let data = page.split_once("text-data\">").unwrap().1.split_once("</script>").unwrap().0;
        assert_eq!(serde_json::from_str::<Value>(data).unwrap(), shown);

        for (field, value) in [("title", json!("")), ("body", json!(" ")), ("body", json!("<!-- -->\u{7}"))] {
            let mut wrong = form(1);
            wrong[field] = value;
            assert_eq!(app.put(&god, path, wrong).await.wrong_fields(), [field]);
        }
        app.put(&god, "/api/admin/texts/nothing", form(0)).await.expect(404);

        // What is being written is shown as it will read, and kept nowhere.
        let preview = "/api/admin/texts/preview";
        let draft = json!({"body": "# {{site.name}}\r\n<b>us</b> [x](javascript:alert(1))"});
        let shown = app.post(&god, preview, draft).await.expect(200)["data"]["html"].clone();
        let html = shown.as_str().unwrap();
        assert!(html.contains("Placard</h2>") && html.contains("&lt;b&gt;us") && !html.contains("href"), "{html}");
        assert_eq!(app.post(&god, preview, json!({"body": ""})).await.expect(200)["data"]["html"], "");
        for wrong in ["\u{7}".to_owned(), "a".repeat(100_001)] {
            assert_eq!(app.post(&god, preview, json!({"body": wrong})).await.wrong_fields(), ["body"]);
        }
        assert_eq!(app.get(&god, path).await.expect(200)["data"]["version"], 1);
        // A text that somebody changed meanwhile is not thrown away unseen.
        app.delete(&god, &format!("{path}?version=0")).await.expect(409);
        assert_eq!(app.get(&god, path).await.expect(200)["data"]["is_changed"], true);
        app.delete(&god, &format!("{path}?version=1")).await.expect(204);
        app.delete(&god, &format!("{path}?version=1")).await.expect(409);
        app.delete(&god, &format!("{path}?version=2")).await.expect(204);
        let reset = app.get(&god, path).await.expect(200)["data"].clone();
        for field in ["title", "description", "body", "html", "is_changed", "updated_at"] {
            assert_eq!(reset[field], before[field], "{field}");
        }
        // What was written before the reset does not undo it.
        for version in [0, 1] {
            app.put(&god, path, form(version)).await.expect(409);
        }
        let again = app.put(&god, path, form(2)).await.expect(200);
        assert_eq!((&again["data"]["version"], &again["data"]["is_changed"]), (&json!(3), &json!(true)));
        app.delete(&god, &format!("{path}?version=3")).await.expect(204);
        let list = app.get(&god, "/api/admin/texts").await.expect(200);
        assert!(list["data"].as_array().unwrap().iter().all(|text| text["is_changed"] == false));
    })
    .await;
}

#[tokio::test]
async fn pages_catch_up_with_texts_that_others_changed() {
    each_app(async |app| {
        let (god, nobody) = (app.god().await, Person::default());
        let (texts, store) = (&app.app.texts, &app.app.store);
        assert!(!texts.refresh_if_changed(store).await.unwrap());
        let change = TextChange {
            title: "Changed elsewhere".to_owned(),
            description: "By another process.".to_owned(),
            body: "Words.".to_owned(),
        };
        let put = async move |tx: &Tx| placard_store::network::texts::put(tx, "about", &change, 0).await;
        store.write("test", Priority::Api, put).await.unwrap();
        let title = async || app.get(&nobody, "/api/texts/about").await.expect(200)["data"]["title"].clone();
        assert_ne!(title().await, "Changed elsewhere");
        let editable = app.get(&god, "/api/admin/texts/about").await.expect(200);
        assert_eq!(
            (&editable["data"]["title"], &editable["data"]["body"], &editable["data"]["version"]),
            (&json!("Changed elsewhere"), &json!("Words."), &json!(1)),
            "its editor sees what is stored"
        );
        assert!(texts.refresh_if_changed(store).await.unwrap());
        assert_eq!(title().await, "Changed elsewhere");
        assert!(!texts.refresh_if_changed(store).await.unwrap());

        // Of changes at the same time none is lost from the pages.
        let put = async |slug: &'static str| {
            let form = json!({"title": "Mine", "description": "d", "body": "Words.", "version": 0});
            app.put(&god, &format!("/api/admin/texts/{slug}"), form).await.expect(200);
        };
        tokio::join!(put("privacy"), put("cookies"), put("faq"), put("conditions"), put("premium"));
        for slug in ["privacy", "cookies", "faq", "conditions", "premium"] {
            assert_eq!(texts.current().get(slug).unwrap().title, "Mine", "{slug}");
        }
    })
    .await;
}

#[tokio::test]
async fn the_help_center_lists_its_articles() {
    each_app(async |app| {
        let list = fill_page(&app.app, "/helpCenter", "{{help.html}}");
        assert!(list.starts_with("<section><h2>") && list.ends_with("</ul></section>"), "{list}");
        assert!(list.contains("<a href=\"/helpCenter/moderation\">"), "{list}");
        let entries: Value = serde_json::from_str(&fill_page(&app.app, "/helpCenter", "{{help.json}}")).unwrap();
        assert_eq!(entries.as_array().unwrap().len(), list.matches("<li>").count());
        let article = fill_page(&app.app, "/helpCenter/moderation", "{{text.title}}: {{path}}");
        assert_eq!(article, "Moderation rules: /helpCenter/moderation");
        // A policy is no article, and a page without a text fills no text.
        assert_eq!(fill_page(&app.app, "/helpCenter/privacy", "{{text.title}}"), "{{text.title}}");
        assert_eq!(fill_page(&app.app, "/", "{{text.title}}{{origin}}"), "{{text.title}}https://placard.example");
    })
    .await;
}

#[tokio::test]
async fn pages_answer_with_the_right_status() {
    each_app(async |app| {
        for prefix in ["", "/en"] {
            for path in ["/nothing", "/helpCenter/nothing", "/helpCenter/privacy", "/helpCenter/_slug", "/account/x"] {
                let answer = page(&app, &format!("{prefix}{path}"), &[]).await;
                assert_eq!(answer.status, 404, "{prefix}{path}");
            }
            let answer = page(&app, &format!("{prefix}/partners/tg?utm_campaign=autumn"), &[]).await;
            assert_eq!(answer.status, 302);
            let home = if prefix.is_empty() { "/" } else { prefix };
            let expected = format!("{home}?source=tg&medium=partners&campaign=autumn");
            assert_eq!(answer.headers[header::LOCATION], expected.as_str());
        }
        let allowed = (header::COOKIE, "cookie_choice=allowed");
        let answer = page(&app, "/nreality/spring", std::slice::from_ref(&allowed)).await;
        assert_eq!(
            set_cookies(&answer),
            ["placard_source=source%3Dspring%26medium%3Dnreality%26campaign%3Dnreality-spring; Path=/; \
              Max-Age=34560000; SameSite=Lax; Secure"]
        );
        assert!(set_cookies(&page(&app, "/nreality/spring", &[]).await).is_empty(), "nobody was asked yet");
        let answer = page(&app, "/en/about", &[]).await;
        assert!(set_cookies(&answer)[0].starts_with("locale=en;"), "{:?}", answer.headers);

        let robots = page(&app, "/robots.txt", &[]).await;
        assert!(robots.text.contains("Sitemap: https://placard.example/sitemap.xml"), "{}", robots.text);
        let sitemap = page(&app, "/sitemap.xml", &[]).await;
        assert_eq!(sitemap.headers[header::CONTENT_TYPE], "application/xml");
        for path in ["/", "/faq", "/account/privacy", "/helpCenter/moderation", "/adsamples"] {
            let line = format!("<loc>https://placard.example{path}</loc>");
            assert!(sitemap.text.contains(&line), "{line} is not in {}", sitemap.text);
        }
        assert!(!sitemap.text.contains("/en/"), "the unprefixed address is the canonical one");
        assert!(sitemap.text.contains("/singup</loc>") && !sitemap.text.contains("/account/login"));
    })
    .await;
}

#[tokio::test]
async fn messages_reach_the_back_office() {
    each_app(async |app| {
        let (anna, sales, god) = (app.advertiser("anna@x.org").await, app.sales().await, app.god().await);
        let form = json!({"name": " Eva ", "email": "eva@x.org", "topic": "Money", "message": "<b>Hello</b>\nYou"});
        app.post(&Person::default(), "/api/contacts", form.clone()).await.expect(204);
        app.post(&anna, "/api/contacts", form.clone()).await.expect(204);
        let path = "/api/admin/contact_messages";
        let list = app.get(&god, path).await.expect(200);
        assert_eq!(list["pagination"]["total"], 2);
        let (newest, oldest) = (&list["data"][0], &list["data"][1]);
        assert_eq!((&newest["user_id"], &oldest["user_id"]), (&json!(anna.id.0), &Value::Null));
        assert_eq!((&oldest["name"], &oldest["message"]), (&json!("Eva"), &json!("<b>Hello</b>\nYou")));
        // Sales see what their clients wrote.
        assert_eq!(app.get(&sales, path).await.expect(200)["pagination"]["total"], 0);
        let close = async |staff: &Person, message: &Value| {
            app.put(staff, &format!("{path}/{}", message["id"]), json!({"is_done": true})).await
        };
        let client = json!({"manager_id": sales.id.0});
        app.put(&god, &format!("/api/admin/users/{}", anna.id), client).await.expect(200);
        let theirs = app.get(&sales, &format!("{path}?is_done=0")).await.expect(200);
        assert_eq!((&theirs["pagination"]["total"], &theirs["data"][0]["id"]), (&json!(1), &newest["id"]));
        // They read it, and change campaigns and sites alone.
        close(&sales, newest).await.expect(403);
        let done = close(&god, newest).await.expect(200);
        assert_eq!(done["data"]["is_done"], true);
        let list = app.get(&god, path).await.expect(200);
        assert_eq!(list["data"][1]["id"], newest["id"], "what is done comes last");
        let open = app.get(&god, &format!("{path}?is_done=0")).await.expect(200);
        assert_eq!(open["pagination"]["total"], 1);
        app.get(&god, &format!("{path}?is_done=false")).await.expect(422);

        let wrong = json!({"name": "", "email": "eva", "topic": "a\nb", "message": " "});
        let fields = app.post(&Person::default(), "/api/contacts", wrong).await.wrong_fields();
        assert_eq!(fields, ["email", "message", "name", "topic"]);
        let mut long = form.clone();
        long["message"] = json!("x".repeat(5_001));
        assert_eq!(app.post(&Person::default(), "/api/contacts", long).await.wrong_fields(), ["message"]);
        let mut limited = None;
        for _ in 0..1_000 {
            let answer = app.post(&Person::default(), "/api/contacts", form.clone()).await;
            if answer.status == 429 {
                limited = Some(answer);
                break;
            }
        }
        assert!(limited.unwrap().headers.contains_key(header::RETRY_AFTER));
    })
    .await;
}

#[tokio::test]
async fn messages_are_deleted_after_a_year() {
    each_app(async |app| {
        let send = async |topic: &str| {
            let form = json!({"name": "Eva", "email": "eva@x.org", "topic": topic, "message": "Hello"});
            app.post(&Person::default(), "/api/contacts", form).await.expect(204);
        };
        let kept = async || {
            schedule::hourly(&app.app.worker, app.app.clock.now()).await.unwrap();
            let list = async |conn: &Conn| contact_messages::list(conn, Scope::System, None, 10, 0).await;
            let (rows, _) = app.app.store.read("test_messages", list).await.unwrap();
            rows.into_iter().map(|message| message.topic).collect::<Vec<_>>()
        };
        send("first").await;
        app.clock.advance_ms(DAY_MS);
        send("second").await;
        app.clock.advance_ms((schedule::CONTACT_MESSAGES_DAYS - 1) * DAY_MS);
        assert_eq!(kept().await, ["second", "first"]);
        app.clock.advance_ms(1);
        assert_eq!(kept().await, ["second"]);
    })
    .await;
}
