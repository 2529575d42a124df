//! How an audit reads the database: rows in steps, and every page.

use crate::app::{TestApp, each_app};
use crate::damage::{Folder, catch_up, close, story};
use placard_store::Conn;
use placard_store::billing::audit_rows;
use placard_worker::audit;
use std::fs;

#[tokio::test(flavor = "multi_thread")]
async fn an_audit_reads_clicks_and_conversions_in_their_order_and_so_many_at_once() {
    each_app(async |test: TestApp| {
        Box::pin(story(&test.app, &test.clock)).await;
        Box::pin(catch_up(&test.app)).await;
        for limit in 1..=7 {
            let (mut met, mut seq) = (Vec::new(), 0);
            loop {
                let read = async move |conn: &Conn| audit_rows::after(conn, seq, 6, limit).await;
                let found = test.app.store.read("test_rows", read).await.unwrap();
                assert!(found.len() <= limit as usize, "{} of {limit}", found.len());
                let Some(last) = found.last() else { break };
                seq = last.seq;
                met.extend(found.iter().map(|row| row.seq));
            }
            assert_eq!(met, [1, 2, 3, 4, 5, 6], "{limit} at once");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_audit_sees_a_damaged_page() {
    let folder = Folder::new();
    let app = folder.open().await;
    story(&app, &folder.clock).await;
    catch_up(&app).await;
    let root: i64 = app
        .store
        .read("test_page", async |conn| {
            let sql = "SELECT rootpage FROM sqlite_master WHERE name = 'contact_messages'";
            conn.row(sql, []).await?.unwrap().get("rootpage")
        })
        .await
        .unwrap();
    close(app).await;
    let path = folder.file("placard.db");
    let mut bytes = fs::read(&path).unwrap();
    let page = (root as usize - 1) * 4096;
    bytes[page..page + 4096].fill(0x5a);
    fs::write(&path, bytes).unwrap();
    let app = folder.open().await;
    let text = audit::run(&app.worker).await.unwrap().to_string();
    assert!(text.contains("the database's table contact_messages"), "{text}");
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("DIFFERENCE")).collect();
    assert!(lines.iter().all(|line| line.contains("contact_messages")), "the rest is right: {text}");
}
