//! A whole data folder of an earlier version is opened, audited, and its statistics are derived again to the same figures.
//!
//! `fixtures/old-folder.zip` was made by the executable of commit 2fe976b6 (events of version 2, before settings, samples, voids and
//! pushes), over its own HTTP: a webmaster's block; an advertiser with ten dollars, who pays 1.25 for a click; eight visitors, each
//! with a show that came into view, of whom five clicked; an approved, a held and a rejected conversion. It was audited by that
//! executable after a clean stop. The ten dollars alone were put into its database by hand: it had no call for money that comes in.

use crate::app::{Person, TestApp};
use crate::damage::{Folder, close};
use crate::money::{assert_clean, balance, sums};
use crate::payouts::keyed;
use placard_model::books::posting::Account;
use placard_model::{UnixMs, UserId};
use placard_server::AppState;
use placard_stats::Measures;
use placard_worker::feeds::billing::Billing;
use placard_worker::feeds::facts::Facts;
use placard_worker::feeds::voids::{self, WaitsFor};
use placard_worker::{audit, rebuild};
use serde_json::json;
use std::io::Cursor;

/// Everybody's there.
const PASSWORD: &str = "Old-folder-password-1";
const FOLDER: &[u8] = include_bytes!("fixtures/old-folder.zip");
const ADVERTISER: Account = Account::Advertiser(UserId(1));
const WEBMASTER: Account = Account::WebmasterPending(UserId(2));

async fn caught_up(app: &AppState) {
    Billing::load(app.worker.clone()).await.unwrap().catch_up().await.unwrap();
    Facts::load(app.worker.clone()).await.unwrap().catch_up().await.unwrap();
}

fn figures(told: &Measures) -> [i64; 8] {
    let Measures { shows, confirmed_shows, clicks, rejected_clicks, hold, approved, rejected, .. } = *told;
    [shows, confirmed_shows, clicks, rejected_clicks, hold, approved, rejected, told.amounts.cost.micros()]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_of_an_earlier_version_gives_the_same_figures() {
    let folder = Folder::new();
    zip::ZipArchive::new(Cursor::new(FOLDER)).unwrap().extract(&folder.config.data_dir).unwrap();
    folder.clock.set(UnixMs::parse("2026-11-27T13:00:00Z").unwrap());
    let app = folder.open().await;
    caught_up(&app).await;
    let told = sums(&app);
    assert_eq!(figures(&told), [8, 8, 5, 0, 1, 1, 1, 6_250_000]);
    assert_eq!((balance(&app, ADVERTISER).await, balance(&app, WEBMASTER).await), (3_750_000, 4_375_000));
    assert_clean(&audit::run(&app.worker).await.unwrap());

    rebuild::run(&app.worker).await.unwrap();
    caught_up(&app).await;
    assert_eq!(sums(&app), told, "derived again");
    assert_clean(&audit::run(&app.worker).await.unwrap());

    // Its people come in as they did; what they are offered by now works on what they had then: a click is found, and taken back.
    let test = TestApp::of(app.clone(), folder.clock.clone());
    let login = json!({ "grant_type": "password", "email": "advertiser@old.example", "password": PASSWORD });
    let session = test.post(&Person::default(), "/api/oauth2/accessToken", login).await.expect(200);
    let advertiser = Person { token: session["access_token"].as_str().unwrap().to_owned(), ..Person::default() };
    let clicks = test.get(&advertiser, "/api/advertiser/clicks").await.expect(200);
    let clicks = clicks["data"].as_array().unwrap();
    assert_eq!(clicks.len(), 5, "{clicks:?}");
    let choice = json!({ "click_ids": [clicks[0]["click_id"]] });
    let void = json!({ "choice": choice, "reason": "Robots", "clicks": 1, "cost": 1.25 });
    keyed(&test, &test.god().await, "/api/admin/voids", void, "one").await.expect(202);
    let mut billing = Billing::load(app.worker.clone()).await.unwrap();
    let mut waits_for = voids::step(&app.worker).await.unwrap();
    for _ in 0..10 {
        if waits_for == WaitsFor::Nothing {
            break;
        }
        folder.clock.advance_ms(5_000);
        billing.catch_up().await.unwrap();
        waits_for = voids::step(&app.worker).await.unwrap();
    }
    assert_eq!(waits_for, WaitsFor::Nothing);
    drop(billing);
    assert_eq!((balance(&app, ADVERTISER).await, balance(&app, WEBMASTER).await), (5_000_000, 3_500_000));
    caught_up(&app).await;
    assert_clean(&audit::run(&app.worker).await.unwrap());
    drop(test);
    close(app).await;
}
