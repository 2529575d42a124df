//! What became of messages that were sent: it is waited for, told to what is known of push services, and noted for many at once.

use super::Sender;
use super::send::Sent;
use super::services::{self, Via};
use placard_model::push::subscription::{PushCounter, SubscriptionStatus};
use placard_store::push::push_counts::Counts;
use placard_store::push::push_messages::{self, Answer, State};
use placard_store::push::{push_counts, push_subscriptions};
use placard_store::{Conn, Priority, Tx};
use std::collections::{BTreeMap, HashMap};
use std::time::Duration;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// Pauses after attempts that came to nothing; after one more a message is given up.
const PAUSES_MS: [i64; 4] = [30_000, 2 * 60_000, 10 * 60_000, 30 * 60_000];
/// What a service asks for by `Retry-After`, in seconds (RFC 6585 section 4, RFC 9110 section 10.2.3), is granted up to here, in ms, and
/// up to a quarter of a message's life.
const ASKED_MS_MAX: i64 = 60 * 60_000;
/// Refusals in a row after which a subscription is taken for gone.
const REFUSALS_MAX: i64 = 8;
/// Answers that are noted together.
const ANSWERS_MAX: usize = 256;
/// How long answers wait for others.
const ANSWERS_WAIT: Duration = Duration::from_millis(200);

/// The pause that an answer asked for, in ms; 0 where it asked for none.
fn asked_ms(heard: services::Heard, life_ms: i64) -> i64 {
    let (services::Heard::Enough(Some(asked)) | services::Heard::Failure(Some(asked))) = heard else { return 0 };
    i64::try_from(asked.as_millis()).unwrap_or(i64::MAX).min(ASKED_MS_MAX).min(life_ms / 4)
}

impl Sender {
    /// Waits so long, and notes answers meanwhile.
    pub(super) async fn listen(&mut self, long: Duration, stop: &CancellationToken) -> anyhow::Result<()> {
        let ends_at = Instant::now() + long;
        loop {
            while let Some(sent) = self.under_way.try_join_next() {
                self.heard(sent?);
            }
            let is_time = self.answers_since.is_some_and(|since| since.elapsed() >= ANSWERS_WAIT);
            if self.answers.len() >= ANSWERS_MAX || is_time {
                self.note().await?;
            }
            let now = Instant::now();
            if now >= ends_at || stop.is_cancelled() {
                return Ok(());
            }
            let until = self.answers_since.map_or(ends_at, |since| (since + ANSWERS_WAIT).min(ends_at));
            tokio::select! {
                () = stop.cancelled() => {}
                () = tokio::time::sleep_until(until) => {}
                Some(sent) = self.under_way.join_next() => self.heard(sent?),
            }
        }
    }

    /// Notes answers for so long.
    pub async fn listen_for(&mut self, long: Duration) -> anyhow::Result<()> {
        self.listen(long, &CancellationToken::new()).await
    }

    /// Waits for all that is under way, and notes what became of it.
    pub async fn finish(&mut self) -> anyhow::Result<()> {
        while let Some(sent) = self.under_way.join_next().await {
            self.heard(sent?);
        }
        while !self.answers.is_empty() {
            self.note().await?;
        }
        Ok(())
    }

    /// Takes in what became of a message, which is noted later.
    pub(super) fn heard(&mut self, mut sent: Sent) {
        let (via, now) = (Via::of(&sent.subscription), self.app.clock.now());
        if sent.heard == services::Heard::Refusal && self.services.trusts(&via, now) {
            (sent.heard, sent.is_refusal) = (services::Heard::Answer, true);
        }
        self.services.end(&via, sent.heard, now);
        self.in_hand.remove(&sent.subscription.id);
        self.answers.push(sent);
        self.answers_since.get_or_insert_with(Instant::now);
    }

    /// Notes what became of messages.
    async fn note(&mut self) -> anyhow::Result<()> {
        let noted: Vec<Sent> = self.answers.drain(..self.answers.len().min(ANSWERS_MAX)).collect();
        if self.answers.is_empty() {
            self.answers_since = None;
        }
        let now = self.app.clock.now();
        let ids: Vec<i64> = noted.iter().filter(|sent| sent.state == State::Waiting).map(|sent| sent.message).collect();
        let attempts = self.attempts(ids).await?;
        let mut gone = Vec::new();
        let answers: Vec<Answer> = noted
            .iter()
            .map(|sent| {
                let pause = match sent.state {
                    State::Waiting => {
                        let tried = attempts.get(&sent.message).copied().unwrap_or(1);
                        let at = usize::try_from(tried - 1).unwrap_or_default();
                        PAUSES_MS.get(at).map(|own| asked_ms(sent.heard, self.ttl_ms()).max(*own))
                    }
                    _ => None,
                };
                let state = if sent.state == State::Waiting && pause.is_none() { State::GivenUp } else { sent.state };
                // Where nobody answered for long, it may be we who are cut off.
                let is_failure = matches!(sent.heard, services::Heard::Failure(_)) && sent.http_status.is_some();
                let is_refusal = state == State::GivenUp && (sent.is_refusal || is_failure);
                let is_worn_out = is_refusal && sent.subscription.failures + 1 >= REFUSALS_MAX;
                if sent.is_gone || is_worn_out {
                    gone.push(sent.subscription.id);
                }
                Answer {
                    message: sent.message,
                    subscription: sent.subscription.id,
                    site: sent.subscription.site,
                    state,
                    http_status: sent.http_status,
                    is_refusal,
                    not_before: self.later(now, pause.unwrap_or_default().max(2)),
                }
            })
            .collect();
        let day = now.day();
        let note = async move |tx: &Tx| {
            let taken = push_messages::answer(tx, &answers).await?;
            let counts = taken.into_iter().map(|(site, count)| {
                let mut counts = Counts::default();
                counts.add(PushCounter::Sent, count);
                ((site, day), counts)
            });
            push_counts::add_all(tx, &counts.collect::<BTreeMap<_, _>>()).await?;
            if !gone.is_empty() {
                push_subscriptions::end_all(tx, &gone, SubscriptionStatus::Gone).await?;
            }
            Ok(())
        };
        self.app.store.write("note_pushes", Priority::Feed, note).await?;
        Ok(())
    }

    /// How often messages were tried.
    async fn attempts(&self, ids: Vec<i64>) -> anyhow::Result<HashMap<i64, i64>> {
        if ids.is_empty() {
            return Ok(HashMap::new());
        }
        let read = async move |conn: &Conn| push_messages::attempts(conn, &ids).await;
        Ok(self.app.store.read("push_attempts", read).await?)
    }
}
