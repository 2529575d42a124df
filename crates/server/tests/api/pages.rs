//! Every page that the routes of the application declare, and addresses that cannot be right.

use crate::app::{Answer, TestApp, sqlite_app_with};
use axum::body::Body;
use axum::http::Request;
use serde_json::Value;

/// What the build says of its pages: `make web/dist/app.html` writes it.
const PAGES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/dist/pages.json");

/// A part of each kind that can be right, and some that cannot.
const PARTS: &[(&str, &str, &[&str])] = &[
    ("id", "7", &["abc", "0", "-7", "07", "9223372036854775808", "7%20", "%D9%A7"]),
    ("uuid", "01900000-0000-7000-8000-000000000001", &["7", "01900000-0000-7000-8000-00000000000g"]),
    ("format", "16", &["3", "banner"]),
    ("slug", "moderation", &["%2E%2E", "%3Cb%3E"]),
    ("token", "any.thing", &[]),
];

/// Addresses beside pages, besides what stands one step below each.
const NOWHERE: &[&str] = &[
    "/advertiser/campaigns//edit",
    "/webmaster/sites/7/blocks/8",
    "/adm",
    "/admin/nothing",
    "/helpCenter/no-such-article",
    "/About",
    "/english",
];

async fn get(app: &TestApp, path: &str) -> Answer {
    app.send(Request::get(path).body(Body::empty()).unwrap()).await
}

/// The path of a pattern with `part` for every part that differs.
fn path_of<'a>(pattern: &str, part: impl Fn(&str) -> &'a str) -> String {
    let filled = |given: &str| match given.strip_suffix('}').and_then(|given| given.split_once(':')) {
        Some((_, kind)) => part(kind).to_owned(),
        None => given.to_owned(),
    };
    pattern.split('/').map(filled).collect::<Vec<_>>().join("/")
}

#[tokio::test]
async fn pages_are_those_that_the_application_declares() {
    let file = std::fs::read_to_string(PAGES).expect("the web application is built before its pages are tested");
    let file: Value = serde_json::from_str(&file).unwrap();
    let patterns: Vec<&str> =
        file["pages"].as_array().unwrap().iter().map(|page| page["pattern"].as_str().unwrap()).collect();
    assert!(patterns.len() > 40, "{patterns:?}");
    let right = |kind: &str| PARTS.iter().find(|(name, ..)| *name == kind).expect("every kind is tested").1;
    let mut there: Vec<String> = patterns.iter().map(|pattern| path_of(pattern, right)).collect();
    let mut nowhere: Vec<String> = NOWHERE.iter().map(|path| (*path).to_owned()).collect();
    for pattern in patterns {
        nowhere.push(format!("{}/nothing/here", path_of(pattern, right).trim_end_matches('/')));
        for (kind, _, wrong) in PARTS {
            nowhere.extend(
                wrong
                    .iter()
                    .filter(|_| pattern.contains(&format!(":{kind}}}")))
                    .map(|wrong| path_of(pattern, |other| if other == *kind { wrong } else { right(other) })),
            );
        }
    }
    there.sort();
    sqlite_app_with(
        |_| {},
        async |app| {
            for prefix in ["", "/en"] {
                for (status, paths) in [(200, &there), (404, &nowhere)] {
                    for path in paths {
                        let answer = get(&app, &format!("{prefix}{path}")).await;
                        assert_eq!(answer.status, status, "{prefix}{path}");
                        assert!(answer.text.contains("id=\"root\""), "{prefix}{path} is a page: {}", answer.text);
                    }
                }
            }
        },
    )
    .await;
}
