//! The transaction of a payout that was noted wrongly.

use super::{ADMIN, HASH, OTHER_HASH, PAYOUTS};
use crate::app::{Person, TestApp};
use serde_json::{Value, json};

/// A transaction that was mistyped is named anew by whoever saw the wrong one, and the webmaster sees where the money is.
pub(super) async fn transaction_is_corrected(app: &TestApp, god: &Person, anna: &Person, paid: &Value) {
    let path = format!("{ADMIN}/{}/transaction_hash", paid["id"]);
    let was = paid["transaction_hash"].as_str().unwrap();
    let right = if was == HASH { OTHER_HASH } else { HASH };
    let form = |hash: &str, former: &str| json!({"transaction_hash": hash, "former_hash": former});
    app.put(anna, &path, form(right, was)).await.expect(403);
    let script = app.api_token(god, &["admin:write"]).await;
    app.put(&script, &path, form(right, was)).await.expect(403);
    assert_eq!(app.put(god, &path, form("abc", was)).await.wrong_fields(), ["transaction_hash"]);
    assert_eq!(app.put(god, &path, form(right, "a b")).await.wrong_fields(), ["former_hash"]);
    let corrected = app.put(god, &path, form(right, was)).await.expect(200)["data"].clone();
    assert_eq!((&corrected["transaction_hash"], &corrected["status_id"]), (&json!(right), &json!(3)));
    assert!(corrected["explorer_url"].as_str().unwrap().ends_with(right));
    // Whoever names the former one as they had typed it is understood.
    let typed = format!("0x{}", right.to_uppercase());
    app.put(god, &path, form(was, &typed)).await.expect(200);
    app.put(god, &path, form(right, was)).await.expect(200);
    // Once more is nothing new; from what is gone is nothing that was seen.
    app.put(god, &path, form(right, was)).await.expect(200);
    let stale = app.put(god, &path, form(was, was)).await;
    assert!(stale.text.contains("corrected by somebody else"), "{}", stale.text);
    stale.expect(409);
    let seen = app.get(anna, &format!("{PAYOUTS}?status_id=3")).await.expect(200);
    assert_eq!(seen["data"][0]["transaction_hash"], json!(right));
    let log = app.get(god, &format!("/api/admin/audit_log?subject=payout&subject_id={}", paid["id"])).await.expect(200);
    let changes: Vec<&Value> =
        log["data"].as_array().unwrap().iter().filter(|entry| entry["action"] == "update_payout_hash").collect();
    assert_eq!(changes.len(), 3, "{log}");
    assert_eq!(changes[2]["before"]["transaction_hash"], json!(was));
}
