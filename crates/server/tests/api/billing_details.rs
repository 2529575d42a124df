//! To whom invoices and receipts are made out: what a document said when it was made stays.

use crate::app::{Answer, Person, TestApp, each_app};
use axum::body::Body;
use axum::http::Request;
use placard_store::Conn;
use serde_json::{Value, json};

const BILLING: &str = "/api/account/billing";

/// Makes a deposit by bank transfer; its number.
pub(crate) async fn invoice(app: &TestApp, who: &Person, amount: u32) -> Value {
    let path = format!("/api/payment/url?payment_system_id=1&payment_type_id=1001&amount={amount}");
    app.get(who, &path).await.expect(200)["data"]["deposit"]["id"].clone()
}

async fn document(app: &TestApp, who: &Person, deposit: &Value, name: &str) -> Answer {
    let file = app.get(who, &format!("/api/advertiser/deposits/{deposit}/{name}")).await;
    assert!(file.status == 200 && file.text.starts_with("%PDF"), "{}", file.text);
    file
}

/// Whether a letter stands in a document: of each it says which it is, by its number.
fn shows(file: &Answer, letter: char) -> bool {
    file.text.contains(&format!("<{:04X}>", u32::from(letter)))
}

/// Where mails of invoices went.
async fn told_of_invoices(app: &TestApp) -> Vec<String> {
    let read = async |conn: &Conn| {
        let sql = "SELECT recipient FROM mails WHERE kind = 'invoice_made' ORDER BY recipient";
        let rows = conn.rows(sql, []).await?;
        rows.iter().map(|row| row.get::<String>("recipient")).collect::<Result<Vec<String>, _>>()
    };
    app.app.store.read("test_mails", read).await.unwrap()
}

#[tokio::test]
async fn documents_are_made_out_to_the_customers_company_and_stay_as_they_were_made() {
    each_app(async |app| {
        let (god, anna) = (app.god().await, app.advertiser("anna@x.org").await);
        let none = json!({"company": "", "country": null, "vat_number": "", "address": "", "email": null});
        assert_eq!(app.get(&anna, BILLING).await.expect(200)["data"], none);
        let wrong = json!({"company": "a\nb", "country": "QQ", "email": "books"});
        let mut fields = app.put(&anna, BILLING, wrong).await.wrong_fields();
        fields.sort();
        assert_eq!(fields, ["company", "country", "email"]);

        let mut told = json!({"company": "Łąka", "country": "pl", "vat_number": "PL 1234567890",
            "address": "Rynek 1, 30-001 Kraków", "email": "books@x.org"});
        let stored = app.put(&anna, BILLING, told.clone()).await.expect(200)["data"].clone();
        told["country"] = json!("PL");
        assert_eq!(stored, told);
        assert_eq!(app.get(&anna, BILLING).await.expect(200)["data"], told);
        let first = invoice(&app, &anna, 200).await;
        let written = document(&app, &anna, &first, "invoice").await;
        assert!(shows(&written, 'Ł') && shows(&written, 'ą') && shows(&written, 'ó'));
        // Bookkeeping hears of it at its own address.
        assert_eq!(told_of_invoices(&app).await, ["anna@x.org", "books@x.org"]);

        app.put(&anna, BILLING, json!({"company": "Żaba"})).await.expect(200);
        assert_eq!(document(&app, &anna, &first, "invoice").await.text, written.text);
        // What is made from now on names the other one, also where the same amount is asked for again.
        let anew = invoice(&app, &anna, 200).await;
        assert_ne!(anew, first);
        assert_eq!(invoice(&app, &anna, 200).await, anew);
        let second = document(&app, &anna, &invoice(&app, &anna, 300).await, "invoice").await;
        assert!(shows(&second, 'Ż') && !shows(&second, 'Ł'));
        let confirm = Request::post(format!("/api/admin/deposits/{first}/confirm"))
            .header("Content-Type", "application/json")
            .header("Authorization", format!("Bearer {}", god.token));
        let body = json!({"amount": 200, "received": 0, "note": "Statement 7"});
        app.send(confirm.body(Body::from(body.to_string())).unwrap()).await.expect(200);
        let receipt = document(&app, &anna, &first, "receipt").await;
        assert!(shows(&receipt, 'Ż'));
        // Whoever wants no such mails has them sent to bookkeeping all the same.
        let off = json!({"list_off": [], "mail_off": ["invoice_made"]});
        app.put(&anna, "/api/account/notices", off).await.expect(200);
        app.put(&anna, BILLING, json!({"company": "Żaba", "email": "later@x.org"})).await.expect(200);
        invoice(&app, &anna, 400).await;
        let told = told_of_invoices(&app).await;
        assert_eq!(told.iter().filter(|to| *to == "later@x.org").count(), 1);
        assert_eq!(told.iter().filter(|to| *to == "anna@x.org").count(), 3, "as before");
        app.put(&anna, BILLING, json!({})).await.expect(200);
        assert_eq!(app.get(&anna, BILLING).await.expect(200)["data"], none);
        assert_eq!(document(&app, &anna, &first, "receipt").await.text, receipt.text);
    })
    .await;
}
