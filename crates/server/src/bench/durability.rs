//! Events made durable per second, and what durability adds to a click at light load, beside a bare fdatasync.

use super::Bench;
use super::client::Connection;
use anyhow::Context;
use placard_model::event::{ConversionState, Event, EventRef};
use std::fmt::Write as _;
use std::io::Write as _;
use std::time::{Duration, Instant};

/// How long events are appended as fast as possible.
const LOAD_TIME: Duration = Duration::from_secs(3);
/// Appends that wait at the same time.
const WRITERS: usize = 256;
/// Clicks and syncs at light load.
const CLICKS: usize = 300;
/// Between two of them.
const PAUSE: Duration = Duration::from_millis(5);
/// What a click takes in the log, about, in bytes.
const CLICK_BYTES: usize = 160;

pub(super) async fn measure(bench: &Bench) -> anyhow::Result<String> {
    let mut report = String::new();
    let per_second = under_load(bench).await;
    let _ = writeln!(report, "Events made durable, {WRITERS} waiting at the same time: {per_second:.0} per second\n");
    let tokens = tokens(bench).await?;
    anyhow::ensure!(!tokens.is_empty(), "no ad was served to click on");
    let mut bare = Vec::new();
    let mut append = Vec::new();
    let mut click = Vec::new();
    let mut nowhere = Vec::new();
    let path = bench.app.config.data_dir.join("bare");
    let mut file = std::fs::File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
    let mut connection = Connection::open(bench.address).await?;
    for number in 0..CLICKS {
        let began = Instant::now();
        file.write_all(&[0x5a; CLICK_BYTES])?;
        file.sync_data()?;
        bare.push(began.elapsed());
        tokio::time::sleep(PAUSE).await;

        let began = Instant::now();
        bench.app.log.append(event(number as u64)).await?;
        append.push(began.elapsed());
        tokio::time::sleep(PAUSE).await;

        let Some((token, head)) = tokens.get(number % tokens.len()) else { continue };
        click.push(clicked(&mut connection, token, head, 302).await?);
        tokio::time::sleep(PAUSE).await;

        // The same way without the log: a token that is not ours.
        nowhere.push(clicked(&mut connection, token.get(1..).unwrap_or_default(), head, 404).await?);
        tokio::time::sleep(PAUSE).await;
    }
    let _ = writeln!(report, "At light load, one after the other ({CLICKS} of each)     p50        p99");
    let lines = [
        ("bare fdatasync", bare),
        ("append to the log", append),
        ("click, redirected", click),
        ("refused token", nowhere),
    ];
    for (name, mut times) in lines {
        times.sort_unstable();
        let at =
            |share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or_default().as_secs_f64();
        let _ = writeln!(report, "  {name:<40}{:>9.2} ms {:>7.2} ms", at(0.5) * 1e3, at(0.99) * 1e3);
    }
    Ok(report)
}

/// A small event; only its size matters.
fn event(number: u64) -> Event {
    let external_id = "x".repeat(CLICK_BYTES - 40);
    Event::Postback {
        click: EventRef(number),
        external_id,
        state: ConversionState::Hold,
        payout: None,
        goal: String::new(),
        transaction_id: String::new(),
    }
}

async fn under_load(bench: &Bench) -> f64 {
    let began = Instant::now();
    let writers: Vec<_> = (0..WRITERS)
        .map(|writer| {
            let app = bench.app.clone();
            tokio::spawn(async move {
                let mut count = 0u64;
                while began.elapsed() < LOAD_TIME {
                    if app.log.append(event(writer as u64)).await.is_ok() {
                        count += 1;
                    }
                }
                count
            })
        })
        .collect();
    let mut count = 0;
    for writer in writers {
        count += writer.await.unwrap_or(0);
    }
    count as f64 / began.elapsed().as_secs_f64()
}

/// Served ads, each with the headers of the visitor who saw it.
async fn tokens(bench: &Bench) -> anyhow::Result<Vec<(String, String)>> {
    let mut connection = Connection::open(bench.address).await?;
    let mut tokens = Vec::new();
    for request in bench.traffic.iter().take(CLICKS) {
        let answer = connection.send(&bench.ads_request("/d/ads", request)).await?;
        let body: serde_json::Value = serde_json::from_slice(&answer.body)?;
        for ad in body["blocks"][0]["ads"].as_array().into_iter().flatten() {
            let head = format!(
                "host: {}\r\nuser-agent: {}\r\nx-forwarded-for: {}\r\nreferer: {}\r\n\r\n",
                bench.address, request.user_agent, request.audience.ip, request.page
            );
            tokens.extend(ad["token"].as_str().map(|token| (token.to_owned(), head)));
        }
    }
    Ok(tokens)
}

async fn clicked(connection: &mut Connection, token: &str, head: &str, status: u16) -> anyhow::Result<Duration> {
    let request = format!("GET /c/{token} HTTP/1.1\r\n{head}");
    let began = Instant::now();
    let answer = connection.send(request.as_bytes()).await?;
    anyhow::ensure!(answer.status == status, "a click was answered with {} instead of {status}", answer.status);
    Ok(began.elapsed())
}
