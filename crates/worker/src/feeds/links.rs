//! Looks at the landing pages of ads: when an ad is made or leads elsewhere, and again every day while it runs.
//!
//! What is found is told to the ad's owner and to moderators. A page that is dead stops the ads that lead there, and one
//! that answers again lets them go on; their owner hears of both. One page of a host is looked at at a time; a page is taken
//! for a while before it is fetched, so that a crash in the middle looks again later.

use crate::state::WorkerState;
use anyhow::Context;
use futures_util::future::BoxFuture;
use placard_common::fetch::FetchError;
use placard_common::landing_look::{self, Looked, Seen};
use placard_common::mail::{AdNames, Mail};
use placard_model::UnixMs;
use placard_model::creative::link::LinkState;
use placard_model::time::{DAY_MS, HOUR_MS};
use placard_store::accounts::notices;
use placard_store::advertising::link_checks::{self, DueLinkCheck, LinkCheck, LinkVerdict};
use placard_store::advertising::{ads, campaigns};
use placard_store::{Priority, Scope, Topic};
use std::collections::HashSet;
use std::time::Duration;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// Pages that are looked at at the same time.
const PAGES_AT_ONCE: usize = 8;
/// Nobody else looks at a page for so long after it was taken.
const LEASE_MS: i64 = 2 * 60_000;
/// A page that answers, or that is not looked at, is looked at again after so long.
const RECHECK_MS: i64 = DAY_MS;
/// One that fails, after so long.
const RECHECK_FAILING_MS: i64 = HOUR_MS;
/// A page with more ads than one look sees to, after so long.
const RECHECK_REST_MS: i64 = 60_000;
/// The owner of an ad is told so seldom that its page went or came back.
const TOLD_AGAIN_MS: i64 = DAY_MS;
/// Pauses after failed attempts; after one more the page is said to fail.
const PAUSES_MS: [i64; 2] = [60_000, 5 * 60_000];
/// The longest sleep: other processes ask for looks without waking this one.
const SLEEP_MAX: Duration = Duration::from_secs(30);

/// Looks at landing pages until the token is cancelled.
pub fn run(app: WorkerState, stop: CancellationToken) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(async move {
        let mut asked = app.store.watch(Topic::Links);
        // What is under way ends with this loop.
        let mut looks: JoinSet<anyhow::Result<i64>> = JoinSet::new();
        let mut busy: HashSet<i64> = HashSet::new();
        while !stop.is_cancelled() {
            asked.mark_unchanged();
            let mut wait = SLEEP_MAX;
            if looks.len() < PAGES_AT_ONCE {
                let (room, hosts) = (PAGES_AT_ONCE - looks.len(), busy.iter().copied().collect::<Vec<_>>());
                let take = async move |tx: &placard_store::Tx| {
                    link_checks::take_due(tx, room, &hosts, LEASE_MS, RECHECK_MS).await
                };
                let (due, has_more) = app.store.write("take_due_links", Priority::Feed, take).await?;
                for page in due {
                    busy.insert(page.host_key);
                    looks.spawn(look_at(app.clone(), page));
                }
                if has_more && looks.len() < PAGES_AT_ONCE {
                    continue;
                }
                wait = wait_for_next(&app, &busy).await?;
            }
            tokio::select! {
                () = stop.cancelled() => {}
                _ = asked.changed() => {}
                () = tokio::time::sleep(wait), if looks.len() < PAGES_AT_ONCE => {}
                Some(ended) = looks.join_next() => {
                    busy.remove(&ended.context("a look at a landing page did not end")??);
                }
            }
        }
        Ok(())
    })
}

async fn wait_for_next(app: &WorkerState, busy: &HashSet<i64>) -> anyhow::Result<Duration> {
    let hosts = busy.iter().copied().collect::<Vec<_>>();
    let next = async move |conn: &placard_store::Conn| link_checks::next_due(conn, &hosts).await;
    let next = app.store.read("next_link_due", next).await?;
    Ok(next.map_or(SLEEP_MAX, |next| {
        Duration::from_millis(next.since_ms(app.clock.now()).max(1).unsigned_abs()).min(SLEEP_MAX)
    }))
}

/// Looks at a page and notes what was found. Answers its host.
async fn look_at(app: WorkerState, page: DueLinkCheck) -> anyhow::Result<i64> {
    let host_key = page.host_key;
    let result = landing_look::look(&app.fetcher, "link", &page.url).await;
    let now = app.clock.now();
    if let Some(Err(failure)) = &result
        && let Some(seconds) = failure.error.postponed_s()
    {
        let until = now.plus_ms(seconds.cast_signed().saturating_mul(1_000));
        // A host that is left alone is left alone by all its pages; one that a page leads on to holds up that page.
        let is_own_host = matches!(failure.error, FetchError::BackingOff(_)) && failure.hops.is_empty();
        let put_off = async move |tx: &placard_store::Tx| {
            if is_own_host {
                link_checks::put_host_off(tx, &page, until).await
            } else {
                link_checks::put_back(tx, &page, until).await
            }
        };
        app.store.write("put_off_link", Priority::Feed, put_off).await?;
        return Ok(host_key);
    }
    let of_host = match &result {
        Some(Err(failure)) if failure.is_of_first_host() => Some(failure.clone()),
        _ => None,
    };
    let (found, next_at) = noted(&page, result, now);
    let state = app.clone();
    let note = async move |tx: &placard_store::Tx| {
        link_checks::note(tx, &page, &found, next_at).await?;
        follow(tx, &state, &page, &found).await?;
        let Some(failure) = &of_host else { return Ok(()) };
        // The same is found of pages that failed as often and as long before.
        let mut beside = link_checks::due_beside(tx, &page).await?;
        let failed = |page: &DueLinkCheck| (page.before.failures, page.before.failing_since);
        beside.sort_by_key(|page| (failed(page), page.id));
        for alike in beside.chunk_by(|one, other| failed(one) == failed(other)) {
            let (found, next_at) = noted(&alike[0], Some(Err(failure.clone())), now);
            link_checks::note_failure(tx, alike, &found, next_at).await?;
            for page in alike {
                follow(tx, &state, page, &found).await?;
            }
        }
        Ok(())
    };
    app.store.write("note_link_check", Priority::Feed, note).await?;
    Ok(host_key)
}

/// Stops the ads that lead to a dead page, or lets them go on, and tells their owners, once a day at most.
async fn follow(
    tx: &placard_store::Tx,
    app: &WorkerState,
    page: &DueLinkCheck,
    found: &LinkCheck,
) -> placard_store::Result<()> {
    let verdict = link_checks::verdict(tx, &page.url, found).await?;
    let mut halted = link_checks::apply(tx, page.id, verdict).await?;
    if halted.len() >= link_checks::HALTED_MAX {
        link_checks::hasten(tx, page.id, tx.now().plus_ms(RECHECK_REST_MS)).await?;
    }
    halted.retain(|ad| ad.is_wanted);
    halted.sort_by_key(|ad| (ad.advertiser, ad.ad));
    for alike in halted.chunk_by(|one, other| one.advertiser == other.advertiser) {
        let first = &alike[0];
        let campaign = campaigns::get(tx, Scope::System, first.campaign).await?;
        let push = ads::any(tx, Scope::System, first.ad).await?.uuid;
        let ad = AdNames {
            push: campaign.uuid.zip(push),
            ad: first.ad,
            title: first.title.clone(),
            group: first.group,
            campaign: first.campaign,
            campaign_name: campaign.settings.name,
        };
        let is_back = verdict == LinkVerdict::Alive;
        let mail = Mail::DeadLink { ad, others: alike.len() - 1, is_back };
        let since = tx.now().plus_ms(-TOLD_AGAIN_MS);
        let Some((title, _)) = mail.notice() else { continue };
        if !notices::was_told(tx, first.advertiser, mail.kind().name, &title, since).await? {
            super::notices::tell(tx, app, first.advertiser, &mail).await?;
        }
    }
    Ok(())
}

/// What a look says of a page, and when the next one is due.
fn noted(page: &DueLinkCheck, result: Looked, now: UnixMs) -> (LinkCheck, UnixMs) {
    let failures = page.before.failures;
    let mut found = found(&page.url, result, page.before.clone());
    found.checked_at = Some(now);
    let has_failed = found.failures > 0;
    found.failing_since = has_failed.then(|| page.before.failing_since.unwrap_or(now));
    let wait_ms = if has_failed { pause_ms(failures).unwrap_or(RECHECK_FAILING_MS) } else { RECHECK_MS };
    (found, now.plus_ms(wait_ms))
}

/// The pause after an attempt that failed after so many that did; none when there were enough.
fn pause_ms(failures: u32) -> Option<i64> {
    PAUSES_MS.get(failures as usize).copied()
}

/// What a look says of a page, after what was known before.
fn found(url: &str, looked: Looked, before: LinkCheck) -> LinkCheck {
    let seen = Seen::of(url, looked);
    let has_failed = seen.state == LinkState::Failing;
    if has_failed && pause_ms(before.failures).is_some() {
        // What held before holds until it has failed often enough.
        return LinkCheck { error: seen.error, failures: before.failures + 1, is_asked: false, ..before };
    }
    LinkCheck {
        state: seen.state,
        status: seen.status,
        redirects: seen.redirects,
        final_host: seen.final_host,
        leads_elsewhere: seen.leads_elsewhere,
        content_type: seen.content_type,
        elapsed_ms: seen.elapsed_ms,
        error: seen.error,
        failures: if has_failed { before.failures.saturating_add(1) } else { 0 },
        failing_since: None,
        is_asked: false,
        checked_at: None,
    }
}
