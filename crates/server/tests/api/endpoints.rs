//! Every endpoint with every role, compared with the committed table `endpoints.txt`.
//!
//! The list of endpoints is the router's own. A new one fails this test until its line is in the table; run with
//! `PLACARD_UPDATE=1` to write the table, and look at what changed.

use crate::app::{Person, TestApp, each_app};
use axum::http::Method;
use placard_server::{openapi, router};
use serde_json::{Value, json};
use std::fmt::Write;

const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/api/endpoints.txt");
const ROLES: [&str; 6] = ["nobody", "advertiser", "webmaster", "other", "sales", "god"];

/// Things that belong to the advertiser and the webmaster of the table: the values of path parameters.
struct World {
    people: [Person; 6],
}

impl World {
    async fn build(app: &TestApp) -> Self {
        Self {
            people: [
                Person::default(),
                app.advertiser("advertiser@x.org").await,
                app.webmaster("webmaster@x.org").await,
                app.person("other@x.org", |new| (new.is_advertiser, new.is_webmaster) = (true, true)).await,
                app.sales().await,
                app.god().await,
            ],
        }
    }
}

/// All operations of the document: method and path.
fn operations() -> Vec<(Method, String)> {
    let document: Value = serde_json::from_str(&openapi::document(router::api().1).unwrap()).unwrap();
    let mut found = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            if let Ok(method) = method.to_uppercase().parse::<Method>() {
                found.push((method, path.clone()));
            }
        }
    }
    found.sort_by_key(|(method, path)| (path.clone(), method.to_string()));
    found
}

#[tokio::test]
async fn every_endpoint_answers_every_role_as_the_table_says() {
    each_app(async |app| {
        let world = World::build(&app).await;
        let mut table = String::new();
        let _ = writeln!(table, "{:<8}{:<64}{}", "method", "path", ROLES.map(|r| format!("{r:>11}")).concat());
        for (method, path) in operations() {
            let mut line = format!("{method:<8}{path:<64}");
            for person in &world.people {
                // Nothing of this id exists: who may call is told apart from whose it is by the tests of each resource.
                let address = fill(&path);
                let body = matches!(method, Method::POST | Method::PUT | Method::PATCH).then(|| json!({}));
                // A logout ends the session that the rest of the table needs.
                if path.ends_with("/logout") && !person.token.is_empty() {
                    let _ = write!(line, "{:>11}", "204");
                    continue;
                }
                let answer = app.call(method.clone(), &address, person, body).await;
                let _ = write!(line, "{:>11}", answer.status.as_u16());
            }
            table.push_str(line.trim_end());
            table.push('\n');
        }
        if std::env::var_os("PLACARD_UPDATE").is_some() {
            std::fs::write(TABLE, &table).unwrap();
        }
        let committed = std::fs::read_to_string(TABLE).unwrap_or_default();
        assert!(committed == table, "{TABLE} differs; run this test with PLACARD_UPDATE=1 and look at what changed");
    })
    .await;
}

/// The path with an id in each parameter that no row has.
fn fill(path: &str) -> String {
    path.split('/').map(|part| if part.starts_with('{') { "424242" } else { part }).collect::<Vec<_>>().join("/")
}
