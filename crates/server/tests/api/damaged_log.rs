//! Records in the middle of the log that cannot be read: a person decides to go on, and nothing is cleared before.

use crate::damage::{Folder, catch_up, close, execute, story};
use crate::money::{assert_clean, click, show, sums};
use placard_events::Position;
use placard_model::Clock as _;
use placard_model::time::HOUR_MS;
use placard_server::confirmed::Confirmed;
use placard_server::log_command::{self, LogCommand};
use placard_server::{App, Parts};
use placard_worker::audit;
use placard_worker::feeds::billing::Billing;
use placard_worker::rebuild;
use std::fs;

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_record_is_gone_past_with_a_word_and_nothing_is_cleared_before() {
    let folder = Folder::new();
    let app = folder.open().await;
    let world = story(&app, &folder.clock).await;
    catch_up(&app).await;
    let expected = sums(&app);
    // All of what follows is of one day, and so in one file: its limit is lifted.
    let lifted = format!("UPDATE campaigns SET daily_limit = NULL, updated_at = {}", folder.clock.now().0);
    execute(&app, &lifted).await;
    // Nobody has read these yet: the first click loses its record, the others are billed.
    let mut clicks = Vec::new();
    for number in 20..24 {
        let ad = world.served(number, folder.clock.now());
        show(&app, ad, number).await;
        folder.clock.advance_ms(HOUR_MS);
        let ad = world.served(number + 10, folder.clock.now());
        show(&app, ad, number + 10).await;
        folder.clock.advance_ms(1_000);
        clicks.push(click(&app, ad, number + 10).await);
    }
    folder.clock.advance_ms(3_000);
    close(app).await;
    let log = folder.file("events/0000000000000000.log");
    let mut bytes = fs::read(&log).unwrap();
    bytes[clicks[0].0 as usize + 30] ^= 0x5a;
    fs::write(&log, &bytes).unwrap();

    // An end that proves that the record was acknowledged keeps the log from being opened; the word mends it.
    let opened = App::open(
        folder.config.clone(),
        Parts { clock: Some(folder.clock.clone()), seed: Some(7), light: true, ..Parts::default() },
    );
    let refusal = format!("{:#}", opened.await.err().unwrap());
    assert!(refusal.contains("placard log continue"), "{refusal}");
    let yes = LogCommand::Continue(Confirmed { yes: true });
    let said = log_command::run(&folder.config, yes.clone()).await.unwrap();
    assert!(said.contains(&format!("What stood between {}", clicks[0].0)), "{said}");
    let said = log_command::run(&folder.config, yes.clone()).await.unwrap();
    assert!(said.contains("nothing to do"), "{said}");
    let app = folder.open().await;
    let mut billing = Billing::load(app.worker.clone()).await.unwrap();
    assert_eq!(billing.catch_up().await.unwrap(), 3);
    catch_up(&app).await;
    assert_eq!((sums(&app).shows, sums(&app).clicks), (expected.shows + 8, expected.clicks + 3));
    let report = audit::run(&app.worker).await.unwrap();
    assert_clean(&report);
    assert!(report.lost.len() == 1 && report.lost[0].contains(&format!("positions {}", clicks[0].0)), "{report}");
    drop(billing);

    // Later a record is damaged that everybody has read: statistics are not cleared for it.
    let counted = sums(&app);
    close(app).await;
    let mut bytes = fs::read(&log).unwrap();
    bytes[100] ^= 0x5a;
    fs::write(&log, &bytes).unwrap();
    let app = folder.open().await;
    let error = format!("{:#}", rebuild::run(&app.worker).await.unwrap_err());
    assert_eq!(sums(&app), counted, "{error}");
    close(app).await;
    log_command::run(&folder.config, yes).await.unwrap();
    let app = folder.open().await;
    assert_eq!(app.log.gaps().len(), 2);
    assert_clean(&audit::run(&app.worker).await.unwrap());
    let entries = app
        .store
        .read("test_log", async |conn| {
            let sql = "SELECT COUNT(*) AS entries FROM audit_log WHERE action = 'continue_log'";
            conn.row(sql, []).await?.unwrap().get::<i64>("entries")
        })
        .await;
    assert_eq!(entries.unwrap(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn statistics_are_not_cleared_where_the_log_cannot_be_read() {
    let folder = Folder::new();
    let app = folder.open().await;
    story(&app, &folder.clock).await;
    catch_up(&app).await;
    let expected = sums(&app);
    let first = app.log.read(&Position::default(), 1, None).unwrap().events[0].at;
    let log = folder.file("events/0000000000000000.log");
    let mut bytes = fs::read(&log).unwrap();
    bytes[first.0 as usize + 30] ^= 0x5a;
    fs::write(&log, &bytes).unwrap();
    let error = format!("{:#}", rebuild::run(&app.worker).await.unwrap_err());
    assert!(error.contains("damaged at byte"), "{error}");
    assert_eq!(sums(&app), expected, "nothing was cleared");
}
