//! Damaged payouts and corrections: the audit names them.

use crate::app::{Person, TestApp, each_app_with};
use crate::damage::execute;
use crate::money::assert_clean;
use crate::payouts::{ask, at_once, decide, earner, second_god};
use placard_model::books::posting::{Account, Operation};
use placard_model::payments::payout::PayoutStatus;
use placard_worker::audit;
use serde_json::{Value, json};

async fn asked(app: &TestApp, god: &Person, email: &str) -> (Person, Value) {
    let webmaster = earner(app, god, email, "120").await;
    let id = ask(app, &webmaster, json!(60)).await.expect(201)["data"]["id"].clone();
    (webmaster, id)
}

#[tokio::test(flavor = "multi_thread")]
async fn payouts_that_do_not_say_what_moved_are_named() {
    each_app_with(at_once, async |app: TestApp| {
        let (god, second) = (app.god().await, second_god(&app).await);
        let (_, paid) = asked(&app, &god, "paid@x.org").await;
        decide(&app, &god, &paid, "approve", json!({})).await.expect(200);
        decide(&app, &second, &paid, "pay", json!({"transaction_hash": crate::payouts::HASH})).await.expect(200);
        let (_, refused) = asked(&app, &god, "refused@x.org").await;
        decide(&app, &god, &refused, "reject", json!({"comment": "No"})).await.expect(200);
        let (waiting, open) = asked(&app, &god, "waiting@x.org").await;
        assert_clean(&Box::pin(audit::run(&app.app.worker)).await.unwrap());

        let set = |what: &str, id: &Value| format!("UPDATE payouts SET {what} WHERE id = {id}");
        let status = |status: PayoutStatus, id: &Value| set(&format!("status_id = {}", status.id()), id);
        let end_of = |operation: Operation, id: &Value| {
            let found = format!("SELECT MAX(id) FROM transactions WHERE operation_type = {}", operation.code());
            set(&format!("end_transaction = ({found})"), id)
        };
        let first = "(SELECT MIN(transaction_id) FROM postings WHERE account =";
        let available = Account::WebmasterAvailable(waiting.id).code().0;
        let correction = |operation: i64| {
            format!("UPDATE transactions SET operation_type = {operation} WHERE id = {first} {available})")
        };
        let owner = |user: i64| {
            let of = format!("account = {available} AND transaction_id = {first} {available})");
            format!("UPDATE postings SET user_id = {user} WHERE {of}")
        };
        let earned = app.app.store.read("test_first", async move |conn| {
            let sql = format!("SELECT MIN(user_id) AS id FROM postings WHERE account = {available}");
            conn.rows(&sql, []).await?[0].get::<i64>("id")
        });
        let first_webmaster = earned.await.unwrap();
        for (damage, mended, said) in [
            (
                set("amount = amount + 1", &open),
                set("amount = amount - 1", &open),
                format!("payout {open} was set aside"),
            ),
            (
                set("amount = amount - 1", &open),
                set("amount = amount + 1", &open),
                format!("what is set aside is that of open payouts: webmaster {}", waiting.id.0),
            ),
            (set("fee = fee + 1", &paid), set("fee = fee - 1", &paid), format!("payout {paid} was paid")),
            (
                status(PayoutStatus::Requested, &paid),
                status(PayoutStatus::Paid, &paid),
                format!("payout {paid} is open"),
            ),
            (
                status(PayoutStatus::Paid, &refused),
                status(PayoutStatus::Rejected, &refused),
                format!("payout {refused} was paid"),
            ),
            (
                status(PayoutStatus::Cancelled, &open),
                status(PayoutStatus::Requested, &open),
                format!("payout {open} was given back"),
            ),
            (
                set("end_transaction = NULL", &refused),
                end_of(Operation::PayoutReturn, &refused),
                "moves the money of a payout that is not there".to_owned(),
            ),
            (
                set("end_transaction = request_transaction", &paid),
                end_of(Operation::PayoutPaid, &paid),
                format!("payout {paid} was paid"),
            ),
            (
                correction(Operation::TopUp.code()),
                correction(Operation::Correction.code()),
                "moves the webmaster's available account".to_owned(),
            ),
            (correction(999), correction(Operation::Correction.code()), "999 is no operation".to_owned()),
            (owner(0), owner(first_webmaster), "of user 0 is no account".to_owned()),
        ] {
            execute(&app.app, &damage).await;
            let report = Box::pin(audit::run(&app.app.worker)).await.unwrap().to_string();
            assert!(report.contains(&said), "{damage}: {report}");
            execute(&app.app, &mended).await;
        }
        assert_clean(&Box::pin(audit::run(&app.app.worker)).await.unwrap());
    })
    .await;
}
