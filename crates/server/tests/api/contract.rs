//! The document and the running server agree, both ways and for each role: what the schemas allow is taken, what they do
//! not allow is refused in plain words, and every answer is one that the document tells of.
//!
//! Requests are made from the document: for each operation the least that it takes, all that it takes, and then field by
//! field the edges of what the schema allows and what lies just outside. Where the schema cannot say what is right (a
//! thing must exist, fields depend on each other) `exceptions.rs` and `refusals.rs` name the field and the reason.

mod check;
mod document;
mod exceptions;
mod refusals;
mod values;

use crate::account_end::own_changes_are_told;
use crate::app::{Answer, Person, TestApp, many, sqlite_app_with};
use crate::endpoints::{ROLES, TOKENS, Things, WEBMASTER, World, form};
use crate::push_collecting::Push;
use crate::{blocks, delivery};
use axum::body::Body;
use axum::http::{Method, Request, header};
use document::{Document, Operation};
use exceptions::KNOWN;
use placard_common::config::Config;
use refusals::EXCEPTIONS;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use values::Maker;

/// What messages for people never hold: words of a programming language.
const LANGUAGE_WORDS: [&str; 16] = [
    "i64",
    "i32",
    "u8",
    "u16",
    "u32",
    "u64",
    "usize",
    "f64",
    "Option<",
    "Vec<",
    "struct ",
    "enum ",
    "invalid type",
    "invalid value",
    "unknown variant",
    " at line ",
];

/// A request: values of parameters and of the body.
struct Case {
    /// The field that makes it special.
    at: String,
    params: Vec<(String, String, Value)>,
    body: Option<Value>,
}

struct Run<'a> {
    app: &'a TestApp,
    world: &'a World,
    document: &'a Document,
    things: RefCell<Things>,
    /// Makes names differ.
    sent: Cell<u32>,
    /// Entries of the tables that were needed.
    used: RefCell<BTreeSet<String>>,
    /// By what is wrong, with the first request that shows it.
    mistakes: RefCell<BTreeMap<String, String>>,
}

fn generous(config: &mut Config) {
    config.settings.quotas = many();
    (config.settings.calls.per_address, config.settings.calls.all_per_address) = (u32::MAX, u32::MAX);
    config.settings.push_subscriptions.per_address = u32::MAX;
    (config.settings.logins.per_address, config.settings.logins.per_account) = (u32::MAX, u32::MAX);
}

#[tokio::test]
async fn the_server_does_what_the_document_says() {
    sqlite_app_with(generous, async |app| {
        app.app.delivery.directory.set_ready();
        let (document, world) = (Document::read(), World::build(&app).await);
        let things = RefCell::new(world.things(&app, &world.people[WEBMASTER]).await);
        let run = Run {
            app: &app,
            world: &world,
            document: &document,
            things,
            sent: Cell::new(0),
            used: RefCell::default(),
            mistakes: RefCell::default(),
        };
        for operation in document.operations() {
            run.operation(&operation).await;
        }
        own_changes_are_told(&app).await;
        let used = run.used.borrow();
        let names = KNOWN.iter().map(exceptions::Known::name).chain(EXCEPTIONS.iter().map(exceptions::Exception::name));
        for name in names.filter(|name| !used.contains(name)) {
            let text = format!("exceptions.rs or refusals.rs has {name}, which was not needed");
            run.mistakes.borrow_mut().insert(name, text);
        }
        let mistakes = run.mistakes.borrow();
        let list: Vec<&str> = mistakes.values().map(String::as_str).collect();
        assert!(list.is_empty(), "{} disagreements in {} requests:\n{}", list.len(), run.sent.get(), list.join("\n"));
    })
    .await;
}

impl Run<'_> {
    /// Notes what is wrong with an operation, once for each kind of mistake.
    fn mistake(&self, operation: &Operation, kind: String, text: &str) {
        let text = format!("{} {text}", operation.id);
        self.mistakes.borrow_mut().entry(format!("{} {kind}", operation.id)).or_insert(text);
    }

    /// Everybody who may call: people in their sessions, and API tokens.
    fn callers(&self) -> impl Iterator<Item = (&'static str, &Person)> {
        let tokens = TOKENS.iter().map(|(scope, ..)| *scope).zip(&self.world.tokens);
        ROLES.into_iter().zip(&self.world.people).chain(tokens)
    }

    #[expect(clippy::option_option, reason = "not known, known to be left out, known with a value")]
    fn known(&self, operation: &Operation, at: &str) -> Option<Option<Value>> {
        let known = KNOWN.iter().find(|known| known.is_for(&operation.id, at))?;
        self.used.borrow_mut().insert(known.name());
        Some((known.value)(self.world, &self.things.borrow(), at))
    }

    /// The cases of an operation: the least and all that it takes, what is allowed, what is not.
    fn cases(&self, operation: &Operation) -> (Case, Vec<Case>, Vec<Case>) {
        let known = |at: &str| self.known(operation, at);
        let maker = |is_text| Maker { document: self.document, known: &known, is_text };
        let (mut least, mut good, mut bad) = (Vec::new(), Vec::new(), Vec::new());
        let mut full = Vec::new();
        for (place, name, required, schema) in &operation.params {
            let at = format!("{place}.{name}");
            if known(&at) == Some(None) {
                continue;
            }
            let values = maker(true).values(schema, &at);
            let param = |value: Value| (place.clone(), name.clone(), value);
            if *required && place != "path" {
                least.push(param(values.base.clone()));
            }
            if place == "path" {
                // Ids are those of things that are there; others find nothing, which is no matter of form.
                if let Some(Some(value)) = known(&at) {
                    least.push(param(value));
                }
                if schema["type"] == "integer" {
                    bad.extend(["x", "1.5"].map(|id| (at.clone(), param(json!(id)))));
                }
                continue;
            }
            full.push(param(values.base));
            good.extend(values.good.into_iter().map(|(at, value)| (at, param(value))));
            bad.extend(values.bad.into_iter().map(|(at, value)| (at, param(value))));
        }
        let body = operation.body.as_ref().map(|(media, schema)| {
            let is_text = media.starts_with("multipart");
            maker(is_text).values(schema, "")
        });
        let of_param = |(at, param): (String, (String, String, Value))| {
            let mut params: Vec<_> =
                least.iter().filter(|known| (&known.0, &known.1) != (&param.0, &param.1)).cloned().collect();
            params.push(param);
            Case { at, params, body: body.as_ref().map(|body| body.base.clone()) }
        };
        let of_body =
            |(at, value): &(String, Value)| Case { at: at.clone(), params: least.clone(), body: Some(value.clone()) };
        let (in_body, out_of_body) = body.as_ref().map_or((vec![], vec![]), |body| {
            (body.good.iter().map(of_body).collect(), body.bad.iter().map(of_body).collect())
        });
        let first =
            Case { at: String::new(), params: least.clone(), body: body.as_ref().map(|body| body.base.clone()) };
        let everything =
            Case { at: "all parameters".to_owned(), params: [least.clone(), full].concat(), body: first.body.clone() };
        let good = good.into_iter().map(of_param).chain(in_body).chain([everything]).collect();
        let bad = bad.into_iter().map(of_param).chain(out_of_body).collect();
        (first, good, bad)
    }

    /// Whether a call uses up what it is for.
    fn consumes(operation: &Operation) -> bool {
        let is_about = operation.path.contains('{') && operation.method != Method::GET;
        let decides =
            ["/approve", "/reject", "/pause", "/decline", "/resume"].iter().any(|end| operation.path.ends_with(end));
        operation.method == Method::DELETE || is_about && (operation.body.is_none() || decides)
    }

    async fn renew(&self) {
        let things = self.world.things(self.app, &self.world.people[WEBMASTER]).await;
        *self.things.borrow_mut() = things;
    }

    /// Tries an operation with all its cases.
    async fn operation(&self, operation: &Operation) {
        self.renew().await;
        let (able, is_always_refused) = self.who_may(operation).await;
        if able.is_empty() || operation.path.ends_with("/logout") {
            return;
        }
        let is_known = |at: &str, status: u16| {
            self.is_exception(operation, at, status) || is_always_refused && self.is_exception(operation, "", status)
        };
        let (_, mut good, bad) = self.cases(operation);
        for number in 0..good.len() {
            let case = &good[number];
            let (name, person) = &able[number % able.len()];
            let answer = self.send(operation, case, person).await;
            self.judge(operation, name, case, &answer);
            let status = answer.status.as_u16();
            if status >= 400 && !is_known(&case.at, status) {
                let text = format!("by {name}: refuses {}: {status} {}", told(case), answer.text);
                self.mistake(operation, format!("good {} {status}", case.at), &text);
            }
            // What they name may be gone.
            if self.renew_after(operation, &answer).await {
                good = self.cases(operation).1;
            }
        }
        for (number, case) in bad.iter().enumerate().filter(|(_, case)| self.is_bad(operation, case)) {
            let (name, person) = &able[number % able.len()];
            let answer = self.send(operation, case, person).await;
            self.judge(operation, name, case, &answer);
            let status = answer.status.as_u16();
            let is_told = matches!(status, 400 | 422) || case.at.starts_with("path.") && status == 404;
            if !is_told && !is_known(&case.at, status) {
                let text = format!("by {name}: takes {}: {status} {}", told(case), cut(&answer.text));
                self.mistake(operation, format!("bad {} {status}", case.at), &text);
            }
        }
    }

    /// Who may call an operation: who gets the least that it takes. Where nobody does, for a reason that is known, whoever is
    /// refused for that reason.
    async fn who_may(&self, operation: &Operation) -> (Vec<(&'static str, Person)>, bool) {
        let (mut able, mut refused) = (Vec::new(), Vec::new());
        let (mut least, ..) = self.cases(operation);
        for (name, person) in self.callers() {
            // A logout ends the session that the rest needs.
            let ends =
                operation.path.ends_with("/logout") && !person.token.is_empty() && !person.token.starts_with("plc_");
            let gone =
                if ends { Some(self.app.advertiser(&format!("gone{}@x.org", self.sent.get())).await) } else { None };
            let person = gone.as_ref().unwrap_or(person);
            let answer = self.send(operation, &least, person).await;
            self.judge(operation, name, &least, &answer);
            match answer.status.as_u16() {
                401 | 403 => {}
                status if status < 400 => able.push((name, person.clone())),
                status => refused.push((status, name, person.clone(), answer.text.clone())),
            }
            if self.renew_after(operation, &answer).await {
                least = self.cases(operation).0;
            }
        }
        let is_always_refused = able.is_empty();
        for (_, name, person, _) in refused.extract_if(.., |(status, ..)| self.is_exception(operation, "", *status)) {
            if is_always_refused {
                able.push((name, person));
            }
        }
        // The things of one caller are none of another's.
        for (status, name, _, text) in refused.into_iter().filter(|(status, ..)| *status != 404 || able.is_empty()) {
            self.mistake(
                operation,
                format!("least {status}"),
                &format!("by {name}: refuses the least: {status} {text}"),
            );
        }
        (able, is_always_refused)
    }

    /// Makes things anew where a call has used them up, and says whether it has: what names them is to be made anew as well.
    async fn renew_after(&self, operation: &Operation, answer: &Answer) -> bool {
        let is_used_up = Self::consumes(operation) && answer.status.is_success();
        if is_used_up {
            self.renew().await;
        }
        is_used_up
    }

    /// Whether the case lies outside of the schemas, as far as the form in which it is sent can tell.
    fn is_bad(&self, operation: &Operation, case: &Case) -> bool {
        match (&operation.body, &case.body) {
            (Some((media, schema)), Some(body)) if !case.at.contains("query.") && !case.at.contains("path.") => {
                !check::is_valid(self.document, schema, body) || media.starts_with("multipart")
            }
            _ => true,
        }
    }

    fn is_exception(&self, operation: &Operation, at: &str, status: u16) -> bool {
        let Some(refused) = EXCEPTIONS.iter().find(|refused| refused.is_for(&operation.id, at, status)) else {
            return false;
        };
        self.used.borrow_mut().insert(refused.name());
        true
    }

    /// Holds an answer to the document, whatever was asked.
    fn judge(&self, operation: &Operation, name: &str, case: &Case, answer: &Answer) {
        for mistake in self.document.mistakes_of(operation, answer) {
            let text = format!("by {name}: {mistake} (asked for {})", told(case));
            self.mistake(operation, format!("answer {}", answer.status), &text);
        }
        if answer.status.is_client_error()
            && let Some(word) = LANGUAGE_WORDS.iter().find(|word| answer.text.contains(**word))
        {
            self.mistake(operation, format!("says {word}"), &format!("by {name}: says {word:?}: {}", answer.text));
        }
    }

    async fn send(&self, operation: &Operation, case: &Case, person: &Person) -> Answer {
        self.sent.set(self.sent.get() + 1);
        let number = self.sent.get().to_string();
        let mut path = operation.path.clone();
        let mut query = Vec::new();
        for (place, name, value) in &case.params {
            match place.as_str() {
                "path" => path = path.replace(&format!("{{{name}}}"), &plain(value)),
                _ => pairs(name, value, &mut query),
            }
        }
        let mut address = self.things.borrow().address(&path);
        if !query.is_empty() {
            let pairs = query.iter().map(|(name, value)| format!("{}={}", escaped(name), escaped(value)));
            let _ = write!(address, "?{}", pairs.collect::<Vec<_>>().join("&"));
        }
        let address = address.replace("%7Bn%7D", &number);
        let Some((media, body)) = operation.body.as_ref().map(|(media, _)| media).zip(case.body.as_ref()) else {
            return self.app.call(operation.method.clone(), &address, person, None).await;
        };
        if media.starts_with("multipart") {
            let mut fields = Vec::new();
            if let Value::Object(properties) = body {
                properties.iter().for_each(|(name, value)| pairs(name, value, &mut fields));
            }
            let fields: Vec<(&str, &str)> =
                fields.iter().map(|(name, value)| (name.trim_end_matches("[][]"), value.as_str())).collect();
            return self.app.send(form(operation.method.clone(), &address, person, &fields)).await;
        }
        let mut request = Request::builder().method(operation.method.clone()).uri(address);
        if !person.token.is_empty() {
            request = request.header(header::AUTHORIZATION, format!("Bearer {}", person.token));
        }
        let body = body.to_string().replace("{n}", &number);
        self.app.send(request.header(header::CONTENT_TYPE, media).body(Body::from(body)).unwrap()).await
    }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// A value as pairs of a query or a form: with brackets.
fn pairs(name: &str, value: &Value, found: &mut Vec<(String, String)>) {
    match value {
        Value::Null => {}
        Value::Array(items) if items.iter().all(|item| !item.is_object()) => {
            for item in items {
                found.push((format!("{name}[]"), plain(item)));
            }
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(at, item)| pairs(&format!("{name}[{at}]"), item, found));
        }
        Value::Object(fields) => fields.iter().for_each(|(key, value)| pairs(&format!("{name}[{key}]"), value, found)),
        other => found.push((name.to_owned(), plain(other))),
    }
}

fn escaped(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.[]".contains(&byte);
    text.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

fn cut(text: &str) -> String {
    text.chars().take(300).collect()
}

fn told(case: &Case) -> String {
    let params: Vec<String> = case.params.iter().map(|(_, name, value)| format!("{name}={value}")).collect();
    let body = case.body.as_ref().map(ToString::to_string).unwrap_or_default();
    cut(&format!("[{}] {} {body}", case.at, params.join("&")))
}

/// What delivery writes by hand for speed is what its types say.
#[tokio::test]
async fn hand_written_answers_are_what_the_document_says() {
    sqlite_app_with(
        |_| {},
        async |app| {
            let document = Document::read();
            let Push { mut world, block: opt_in, .. } = Push::build(&app).await;
            let operations = document.operations();
            let check = |id: &str, answer: &Answer, status: u16| {
                let operation = operations.iter().find(|operation| operation.id == id).unwrap();
                assert_eq!(answer.status.as_u16(), status, "{}", answer.text);
                assert_eq!(document.mistakes_of(operation, answer), Vec::<String>::new(), "{}", answer.text);
            };
            let asked = json!({"v": 1, "page": delivery::PAGE, "blocks": [{"id": world.block.0}, {"id": 424_242}]});
            let answer = delivery::from_page(&app, "/d/ads", asked).await;
            check("create_ads", &answer, 200);
            let mut fields = BTreeSet::new();
            let mut note = |answer: &Answer| {
                for block in answer.json()["blocks"].as_array().unwrap() {
                    fields.extend(block.as_object().unwrap().keys().cloned());
                }
            };
            note(&answer);
            let token = answer.json()["blocks"][0]["ads"][0]["token"].clone();
            let report = json!({"tokens": [token], "page": delivery::PAGE});
            check("create_shows", &delivery::from_page(&app, "/d/show", report.clone()).await, 204);
            check("create_views", &delivery::from_page(&app, "/d/view", report.clone()).await, 204);
            check("create_passbacks", &delivery::from_page(&app, "/d/passback", report).await, 204);
            check("get_click", &delivery::click(&app, token.as_str().unwrap()).await, 302);
            check("get_click", &delivery::click(&app, "nothing").await, 404);

            // Each way in which a block can be answered, until every field that it may have was seen.
            let path = format!("/api/webmaster/blocks/{}", world.block);
            let mut made = app.get(&world.webmaster, &path).await.expect(200)["data"].clone();
            let one = json!({"rows": 1, "columns": 1, "columns_tablet": 1, "columns_phone": 1});
            for change in [
                json!({"placement": "in_article"}),
                json!({"placement": "sticky_bottom", "config": one}),
                json!({"placement": "in_place", "refresh_seconds": 30, "ecpm_floor": 1000, "passback_html": "",
                    "passback_url": "https://house.example/ad"}),
            ] {
                made = blocks::save(&app, &world.webmaster, &made, change).await;
                world.inventory.catch_up().await.unwrap();
                let asked = json!({"v": 1, "page": delivery::PAGE, "blocks": [{"id": world.block.0}, {"id": opt_in}]});
                let answer = delivery::from_page(&app, "/d/ads", asked).await;
                check("create_ads", &answer, 200);
                note(&answer);
            }
            let documented: Vec<String> = document.fields_of("BlockAnswer");
            assert_eq!(fields.into_iter().collect::<Vec<_>>(), documented);
        },
    )
    .await;
}
