//! Looks at the sites of webmasters: whether they still show whose they are, and whether their `ads.txt` names this network.
//! Every week by itself, sooner where looks fail, and at once when somebody asks.
//!
//! A few sites are looked at at a time, and no owner has more than two of these places. A site is taken for a while before
//! it is looked at, so that a crash in the middle looks again later.

mod ads_txt;
mod look;
mod meta;
mod web;

use crate::state::WorkerState;
use anyhow::Context;
use futures_util::future::BoxFuture;
use placard_common::mail::Mail;
use placard_model::UserId;
use placard_model::sites::verification::News;
use placard_model::user::{SiteStatus, UserStatus};
use placard_store::accounts::users;
use placard_store::network::mails::{self, Recipient};
use placard_store::publishing::site_checks::{self, DueSiteCheck};
use placard_store::publishing::sites::Site;
use placard_store::{Conn, Priority, Scope, Topic, Tx};
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// Sites that are looked at at the same time.
const SITES_AT_ONCE: usize = 8;
/// Of these, of one owner.
const OF_OWNER_AT_ONCE: usize = 2;
/// Nobody else looks at a site for so long after it was taken: longer than a look takes, with a minute to note it.
const LEASE_MS: i64 = look::LOOK_MAX.as_millis() as i64 + 60_000;
/// The longest sleep: other processes ask for looks without waking this one.
const SLEEP_MAX: Duration = Duration::from_secs(30);

/// Looks at sites until the token is cancelled.
pub fn run(app: WorkerState, stop: CancellationToken) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(async move {
        let mut asked = app.store.watch(Topic::SiteChecks);
        // What is under way ends with this loop.
        let mut looks: JoinSet<anyhow::Result<UserId>> = JoinSet::new();
        let mut busy: BTreeMap<UserId, usize> = BTreeMap::new();
        while !stop.is_cancelled() {
            asked.mark_unchanged();
            let mut wait = SLEEP_MAX;
            if looks.len() < SITES_AT_ONCE {
                let (room, under_way) = (SITES_AT_ONCE - looks.len(), busy.clone());
                let take =
                    async move |tx: &Tx| site_checks::take_due(tx, room, OF_OWNER_AT_ONCE, &under_way, LEASE_MS).await;
                let (due, has_more) = app.store.write("take_due_sites", Priority::Feed, take).await?;
                for site in due {
                    *busy.entry(site.webmaster).or_default() += 1;
                    looks.spawn(look_at(app.clone(), site));
                }
                if has_more && looks.len() < SITES_AT_ONCE {
                    continue;
                }
                wait = wait_for_next(&app, &busy).await?;
            }
            tokio::select! {
                () = stop.cancelled() => {}
                _ = asked.changed() => {}
                () = tokio::time::sleep(wait), if looks.len() < SITES_AT_ONCE => {}
                Some(ended) = looks.join_next() => {
                    let owner = ended.context("a look at a site did not end")??;
                    if let Some(count) = busy.get_mut(&owner) {
                        *count -= 1;
                    }
                    busy.retain(|_, count| *count > 0);
                }
            }
        }
        Ok(())
    })
}

async fn wait_for_next(app: &WorkerState, busy: &BTreeMap<UserId, usize>) -> anyhow::Result<Duration> {
    let busy = busy.clone();
    let next = async move |conn: &Conn| site_checks::next_due(conn, OF_OWNER_AT_ONCE, &busy).await;
    let next = app.store.read("next_site_due", next).await?;
    Ok(next.map_or(SLEEP_MAX, |next| {
        Duration::from_millis(next.since_ms(app.clock.now()).max(1).unsigned_abs()).min(SLEEP_MAX)
    }))
}

/// Looks at a site, notes what was found and tells its owner what follows. Answers the owner.
async fn look_at(app: WorkerState, due: DueSiteCheck) -> anyhow::Result<UserId> {
    let owner = due.webmaster;
    let found = match look::look(&app, &due).await {
        Ok(found) => found,
        Err(look::Postponed { seconds }) => {
            let until = app.clock.now().plus_ms(seconds.cast_signed().saturating_mul(1_000));
            let put_back = async move |tx: &Tx| site_checks::put_back(tx, &due, until).await;
            app.store.write("put_site_back", Priority::Feed, put_back).await?;
            return Ok(owner);
        }
    };
    let state = app.clone();
    let note = async move |tx: &Tx| match site_checks::note(tx, &due, &found).await? {
        Some((news, site)) => tell(tx, &state, news, &site).await,
        None => Ok(()),
    };
    app.store.write("note_site_check", Priority::Feed, note).await?;
    Ok(owner)
}

/// Queues a mail to the owner of a site that shows ads, or would.
async fn tell(tx: &Tx, app: &WorkerState, news: News, site: &Site) -> placard_store::Result<()> {
    let owner = users::get_user(tx, Scope::System, site.webmaster).await?;
    if owner.status != UserStatus::Active || site.status != SiteStatus::Approved {
        return Ok(());
    }
    let (site, name, domain) = (site.id, site.name.clone(), site.domain.clone());
    let pauses_at = tx.now().plus_ms(i64::from(tx.settings().sites.notice_days) * placard_model::time::DAY_MS);
    let mail = match news {
        // Its owner looks at the page that says so, or did nothing that they must hear of.
        News::Verified => return Ok(()),
        News::Lost => Mail::VerificationLost { site, name, domain, pauses_at },
        News::Paused => Mail::SitePaused { site, name, domain },
    };
    let to = Recipient { user: Some(owner.id), email: &owner.email, name: &owner.contacts.name };
    mails::queue(tx, to, mail.kind().name, mail.is_required(), mail.notice(), || mail.seal(app, to.email)).await
}
