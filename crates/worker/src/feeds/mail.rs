//! Sends queued mail: by SMTP, or into the folder `outbox` of the data folder where no SMTP is configured.
//!
//! A mail is taken for some minutes before it is tried, so that a crash in the middle sends it again later; its
//! `Message-ID` stays the same, so that mail programs show it once.

use crate::message::build;
use crate::state::WorkerState;
use anyhow::Context;
use futures_util::future::BoxFuture;
use lettre::transport::smtp::Error as SmtpError;
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use placard_common::config::Sender;
use placard_common::data_folder::OUTBOX;
use placard_common::mail::is_sent_by_smtp;
use placard_common::mail::outbox::remove_files;
use placard_model::UnixMs;
use placard_model::time::DAY_MS;
use placard_store::network::mails::{self, Mail};
use placard_store::{Error, Priority, Topic};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Mails that are taken at once.
const MAILS_PER_STEP: u32 = 20;
/// Nobody else tries a mail for so long after it was taken.
const LEASE_MS: i64 = 5 * 60_000;
/// How long the peer may take for one answer.
const SMTP_TIMEOUT: Duration = Duration::from_secs(30);
/// A mail that was not handed over after so many attempts (about a day and a half) is given up.
const ATTEMPTS_MAX: u32 = 10;
/// The pause after the first failed attempt; each further one is four times as long.
const FIRST_PAUSE_MS: i64 = 60_000;
/// The longest pause.
const PAUSE_MAX_MS: i64 = 6 * 3_600_000;
/// The longest sleep: other processes queue mail without waking this one.
const SLEEP_MAX: Duration = Duration::from_secs(30);
/// The longest reason that is kept, in characters.
const ERROR_CHARS_MAX: usize = 500;
/// Mails are kept for so many days.
const KEPT_DAYS: i64 = 90;

/// Sends mail until the token is cancelled.
pub fn run(app: WorkerState, stop: CancellationToken) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(async move {
        let mut queued = app.store.watch(Topic::Mails);
        let post = Post::open(app.clone())?;
        while !stop.is_cancelled() {
            queued.mark_unchanged();
            if post.step().await? {
                continue;
            }
            let due = app.store.read("next_mail_due", async |conn| mails::next_due(conn).await).await?;
            let wait = due.map_or(SLEEP_MAX, |due| {
                Duration::from_millis(due.since_ms(app.clock.now()).max(1) as u64).min(SLEEP_MAX)
            });
            tokio::select! {
                () = stop.cancelled() => {}
                _ = queued.changed() => {}
                () = tokio::time::sleep(wait) => {}
            }
        }
        Ok(())
    })
}

/// Why a mail was not handed over.
struct Failure {
    reason: String,
    /// Another attempt would fail alike.
    is_final: bool,
}

/// What hands mail over.
pub struct Post {
    app: WorkerState,
    smtp: Option<AsyncSmtpTransport<Tokio1Executor>>,
}

impl Post {
    /// As the configuration says.
    pub fn open(app: WorkerState) -> anyhow::Result<Self> {
        let smtp = if is_sent_by_smtp(&app.config) {
            let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(&app.config.mail.smtp)
                .context("mail.smtp is not a valid address")?;
            Some(builder.timeout(Some(SMTP_TIMEOUT)).build())
        } else {
            None
        };
        Ok(Self { app, smtp })
    }

    /// Hands over what is due. Whether there may be more.
    pub async fn step(&self) -> anyhow::Result<bool> {
        let take = async |tx: &placard_store::Tx| mails::take_due(tx, MAILS_PER_STEP, LEASE_MS).await;
        let due = self.app.store.write("take_due_mails", Priority::Feed, take).await?;
        let more = due.len() == MAILS_PER_STEP as usize;
        let mut noted = Ok(());
        for mail in due {
            let result = self.hand_over(&mail).await;
            // What was handed over is noted for each: a mail that is not would be sent twice.
            noted = noted.and(self.note(&mail, result).await);
        }
        noted.map(|()| more)
    }

    async fn hand_over(&self, mail: &Mail) -> Result<(), Failure> {
        let message = Sender::of_config(&self.app.config, &self.app.settings.get().network.name)
            .and_then(|sender| build(mail, &sender, &self.app.keys))
            .map_err(|error| Failure { reason: format!("{error:#}"), is_final: true })?;
        if let Some(smtp) = &self.smtp {
            return smtp
                .send(message)
                .await
                .map(drop)
                .map_err(|error| Failure { is_final: is_final(&error), reason: described(&error) });
        }
        let (folder, name) = (self.app.config.data_dir.join(OUTBOX), file_name(mail));
        let written = tokio::task::spawn_blocking(move || write(&folder, &name, &message)).await;
        let failed = |reason: String| Failure { reason, is_final: false };
        written
            .map_err(|error| failed(error.to_string()))?
            .map_err(|error| failed(format!("cannot write to the outbox: {error}")))
    }

    async fn note(&self, mail: &Mail, result: Result<(), Failure>) -> anyhow::Result<()> {
        let (id, attempts) = (mail.id, mail.attempts);
        let (outcome, written) = match result {
            Ok(()) => {
                let sent = async move |tx: &placard_store::Tx| mails::mark_sent(tx, id).await;
                ("sent", self.app.store.write("mark_mail_sent", Priority::Feed, sent).await)
            }
            Err(failure) => {
                let reason: String = failure.reason.chars().take(ERROR_CHARS_MAX).collect();
                let gives_up = failure.is_final || attempts >= ATTEMPTS_MAX;
                let next = (!gives_up).then(|| self.app.clock.now().plus_ms(pause_ms(attempts)));
                tracing::warn!(mail = id, kind = mail.kind, attempts, gives_up, "mail was not handed over: {reason}");
                let failed = async move |tx: &placard_store::Tx| mails::mark_failed(tx, id, &reason, next).await;
                let written = self.app.store.write("mark_mail_failed", Priority::Feed, failed).await;
                (if gives_up { "given_up" } else { "failed" }, written)
            }
        };
        match written {
            // Its reader's account was deleted meanwhile, and the mail with it.
            Ok(()) | Err(Error::NotFound(_)) => {}
            Err(error) => return Err(error.into()),
        }
        metrics::counter!("placard_mails_total", "outcome" => outcome).increment(1);
        Ok(())
    }
}

/// The pause after a failed attempt: 1, 4, 16, 64, 256 minutes, then 6 hours.
fn pause_ms(attempts: u32) -> i64 {
    FIRST_PAUSE_MS.saturating_mul(4_i64.saturating_pow(attempts.saturating_sub(1))).min(PAUSE_MAX_MS)
}

/// A refusal for good says that this mail will never be taken; one of the login (53x) says that the configuration is
/// wrong, which its operator mends.
fn is_final(error: &SmtpError) -> bool {
    let code = error.status().map(u16::from);
    error.is_permanent() && !code.is_some_and(|code| (530..540).contains(&code))
}

fn described(error: &SmtpError) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(inner) = cause {
        let words = inner.to_string();
        if !text.contains(&words) {
            text.extend([": ", &words]);
        }
        cause = inner.source();
    }
    text
}

/// `2026-11-21T14-05-00Z-17-confirm.eml`.
fn file_name(mail: &Mail) -> String {
    let at = mail.created_at.to_string();
    let second = at.get(..19).unwrap_or(&at).replace(':', "-");
    format!("{second}Z-{}-{}.eml", mail.id, mail.kind)
}

/// Mail may carry links that open an account: nobody else on the machine may read it.
fn write(folder: &Path, name: &str, message: &Message) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    let temporary = folder.join(format!("{name}.new"));
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&temporary)?;
    file.write_all(&message.formatted())?;
    file.sync_all()?;
    fs::rename(&temporary, folder.join(name))
}

/// Removes mails that are older than 90 days, from the store and from the outbox.
pub async fn forget_old(app: &WorkerState, now: UnixMs) -> anyhow::Result<()> {
    let before = now.plus_ms(-KEPT_DAYS * DAY_MS);
    app.store.write("forget_mails", Priority::Feed, async move |tx| mails::forget_before(tx, before).await).await?;
    let oldest = before.day().to_string();
    remove_files(&app.config.data_dir, move |name| name.get(..10).is_some_and(|day| *day < *oldest)).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_a_day_and_a_half() {
        let minutes: Vec<i64> = (1..ATTEMPTS_MAX).map(|attempt| pause_ms(attempt) / 60_000).collect();
        assert_eq!(minutes, [1, 4, 16, 64, 256, 360, 360, 360, 360]);
        assert_eq!(pause_ms(u32::MAX), PAUSE_MAX_MS);
    }
}
