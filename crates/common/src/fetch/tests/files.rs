//! Files that are wanted whole.

use super::*;

#[tokio::test]
async fn a_file_has_the_time_that_it_needs_and_is_read_as_far_as_it_is_one() {
    let hostile = Hostile::start().await;
    let told = AtomicUsize::new(0);
    let came = |bytes: usize| {
        told.fetch_add(bytes, Ordering::SeqCst);
    };
    let get = async |path: &str| {
        told.store(0, Ordering::SeqCst);
        let url = format!("http://{}", hostile.with_port(&format!("shop.example/{path}")));
        let file = File { purpose: "test", url: &url, bytes_max: BODY_BYTES - 1, came: &came };
        let found = hostile.fetcher.get_file(file).await;
        let found = found.map(|answer| (answer.status, answer.body.len())).map_err(|failure| failure.error);
        (found, told.load(Ordering::SeqCst))
    };
    // A second is for an answer; who sends as fast as the longest file needs has another one.
    assert_eq!(get("fast/96000").await, (Ok((200, 96_000)), 96_000));
    // Who is slower holds no place for longer. The host is not left alone for what it sends slowly.
    let (found, bytes) = get("flow/99000").await;
    assert!(found == Err(FetchError::Unfinished(1)) && (16_000..40_000).contains(&bytes), "{found:?} {bytes}");
    let url = format!("http://{}", hostile.with_port("shop.example/flow/99000"));
    let page = hostile.fetcher.get(Request { purpose: "test", url: &url, body_bytes: BODY_BYTES }).await;
    assert_eq!(page.map_err(|failure| failure.error), Err(FetchError::TimedOut(1)));
    // Nothing is read of what is no file, or says that it is too long.
    assert_eq!(get("gone").await, (Ok((404, 0)), 0));
    assert_eq!(get("flow/102000").await, (Err(FetchError::TooLong(BODY_BYTES - 1)), 0));
    let (found, bytes) = get("endless_body").await;
    assert!(found == Err(FetchError::TooLong(BODY_BYTES - 1)) && bytes >= BODY_BYTES, "{found:?} {bytes}");
    assert_eq!(get("ok").await, (Ok((200, 10)), 10));
    // Who sends hardly anything is left alone as before.
    assert_eq!(get("slow_body").await.0, Err(FetchError::TimedOut(1)));
    assert!(matches!(get("ok").await.0, Err(FetchError::BackingOff(_))));
}

#[tokio::test]
async fn files_of_accounts_keep_no_page_waiting() {
    let hostile = Hostile::start().await;
    let limits = Limits::default();
    let slow = format!("http://{}", hostile.with_port("shop.example/flow/99000"));
    let imports = (0..limits.files_at_once + limits.waiting).map(|_| {
        let (fetcher, url) = (hostile.fetcher.clone(), slow.clone());
        tokio::spawn(async move {
            let file = File { purpose: "picture", url: &url, bytes_max: BODY_BYTES - 1, came: &|_| {} };
            fetcher.get_file(file).await
        })
    });
    let imports: Vec<_> = imports.collect();
    while hostile.fetcher.files.admitted.available_permits() > 0 {
        tokio::task::yield_now().await;
    }
    let url = format!("http://{}", hostile.with_port("shop.example/ok"));
    let file = File { purpose: "picture", url: &url, bytes_max: BODY_BYTES - 1, came: &|_| {} };
    let one_more = hostile.fetcher.get_file(file).await;
    assert_eq!(one_more.map_err(|failure| failure.error), Err(FetchError::Busy));
    // At the very host that they hold up, and for staff a file too.
    let began = Instant::now();
    let page = hostile.fetcher.get(Request { purpose: "site", url: &url, body_bytes: 100 }).await;
    let picture = hostile.fetcher.get_file_of_page(file).await;
    assert_eq!([page, picture].map(|found| found.map(|answer| answer.status)), [Ok(200), Ok(200)]);
    assert!(began.elapsed() < Duration::from_secs(1), "{:?}", began.elapsed());
    imports.iter().for_each(tokio::task::JoinHandle::abort);
}

/// Every name stands on this machine; as many as the system's resolver takes are looked up at the same time.
struct AnyName(SystemNames);

impl Resolve for AnyName {
    fn turn(&self) -> BoxFuture<'static, Lookup> {
        self.0.turn()
    }

    fn resolve(&self, _: String, _: Lookup) -> BoxFuture<'static, io::Result<Vec<IpAddr>>> {
        Box::pin(async { Ok(vec![IpAddr::V4(Ipv4Addr::LOCALHOST)]) })
    }
}

#[tokio::test]
async fn files_that_wait_for_their_turn_keep_no_name_of_a_page_from_being_looked_up() {
    let hostile = Hostile::start_with(Arc::new(AnyName(SystemNames::default()))).await;
    // More hosts than names are looked up at the same time.
    let imports = (0..Limits::default().files_at_once + 20).map(|number| {
        let url = format!("http://{}", hostile.with_port(&format!("h{number}.example/flow/99000")));
        let fetcher = hostile.fetcher.clone();
        tokio::spawn(async move {
            let file = File { purpose: "picture", url: &url, bytes_max: BODY_BYTES - 1, came: &|_| {} };
            fetcher.get_file(file).await
        })
    });
    let imports: Vec<_> = imports.collect();
    while hostile.fetcher.files.running.available_permits() > 0 {
        tokio::task::yield_now().await;
    }
    let began = Instant::now();
    let url = format!("http://{}", hostile.with_port("shop.example/ok"));
    let page = hostile.fetcher.get(Request { purpose: "site", url: &url, body_bytes: 100 }).await;
    assert_eq!(page.map(|answer| answer.status), Ok(200));
    assert!(began.elapsed() < Duration::from_millis(500), "{:?}", began.elapsed());
    imports.iter().for_each(tokio::task::JoinHandle::abort);
}
