//! Messages that lead where nothing may be sent.

use super::*;
use placard_common::fetch::Request as Fetch;

#[tokio::test]
async fn what_is_not_fetched_is_logged_with_host_and_reason_alone() {
    each_push_world(all_day(), async |app, _, mut world| {
        let phone = world.subscribe(&app, "phone").await.id;
        let inwards = "UPDATE push_subscriptions SET endpoint = 'https://10.0.0.7/hidden-path?key=hidden-query'";
        crate::damage::execute(&app.app, inwards).await;
        let lines = tempfile::NamedTempFile::new().unwrap();
        let writer = std::sync::Mutex::new(lines.reopen().unwrap());
        let subscriber = tracing_subscriber::fmt().with_ansi(false).with_writer(writer).finish();
        let guard = tracing::subscriber::set_default(subscriber);
        world.send().await;
        let url = "http://10.0.0.7/hidden-path?key=hidden-query";
        app.app.worker.fetcher.get(Fetch { purpose: "page", url, body_bytes: 100 }).await.unwrap_err();
        drop(guard);
        assert_eq!(messages(&app, phone).await[0].state, State::GivenUp);

        let text = std::fs::read_to_string(lines.path()).unwrap();
        let told: Vec<&str> = text.lines().filter(|line| line.contains("not fetched: ")).collect();
        assert_eq!(told.len(), 2, "{text}");
        for (line, purpose) in told.into_iter().zip(["push", "page"]) {
            let reason = "not fetched: it leads to an address that is not on the public internet";
            for part in [reason, &format!("purpose=\"{purpose}\""), "host=\"10.0.0.7\""] {
                assert!(line.contains(part), "{part}: {line}");
            }
        }
        assert!(!text.contains("hidden"), "{text}");
    })
    .await;
}
