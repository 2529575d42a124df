//! Sends pushes: takes subscriptions that are due, chooses an ad for each as for any request, and sends it encrypted to the browser's
//! push service.
//!
//! A message is written before it is sent and its answer after. What was being sent when the program ended is in doubt: by day, and unless
//! a newer one was written meanwhile, it is sent again under its name, takes its own place at the push service and on the screen, and has
//! the same token, so that it is one impression. Delivery is never held up: messages have limits of their own in number, rate and time.

mod answered;
mod message;
mod outcomes;
mod send;
mod services;

use crate::state::WorkerState;
use futures_util::future::BoxFuture;
use message::{audience, plain};
use placard_common::health::Severity;
use placard_common::vapid::VapidPair;
use placard_common::webpush::{Encrypter, Vapid, VapidKey};
use placard_edge::delivery::push::{self, PushAd};
use placard_engine::Step;
use placard_model::push::push_engagement::TURN_MS;
use placard_model::push::push_times::{Daytime, Pace, least_pause_ms, next_push};
use placard_model::push::subscription::{SitePush, SubscriptionStatus, local_day};
use placard_model::time::HOUR_MS;
use placard_model::{SiteId, UnixMs};
use placard_store::push::push_health::{self, Throttle};
use placard_store::push::push_messages::{self, Answer, Message, NewMessage, State};
use placard_store::push::push_subscriptions::{self, Subscription};
use placard_store::push::{push_sending, vapid_keys};
use placard_store::{Conn, Priority, Tx};
use rand::rngs::StdRng;
use rand::{Rng as _, SeedableRng as _};
use send::{Outgoing, Sent, send};
use services::{Services, Via};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinSet;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use url::Url;

/// Messages under way at most.
const UNDER_WAY_MAX: usize = 1_024;
/// Messages that are begun at once: the most that one beat needs.
const BATCH_MAX: usize = 500;
/// Subscriptions that are looked at at once, whether or not there is an ad for them.
const LOOKS_MAX: usize = 2_000;
/// Subscriptions that are taken for each message that may be begun, at most: most of them come to nothing at times.
const LOOKS_A_MESSAGE_MAX: usize = 32;
/// Beats of a second: in each a part of the second's messages goes.
const BEATS_PER_SECOND: u32 = 4;
/// Nobody else takes a subscription for so long after it was taken.
const LEASE_MS: i64 = 60_000;
/// Where there is no ad for a subscription, the next look is after so long, and up to half as long again;
const NO_AD_PAUSE_MS: i64 = 30 * 60_000;
/// each further time in a row after twice as long, so many times.
const NO_AD_DOUBLINGS: i64 = 3;
/// Where a site's push is stopped, the next look is after so long, and up to half as long again.
const STOPPED_PAUSE_MS: i64 = 2 * HOUR_MS;
/// How much less is sent for a site is looked at again after so long.
const THROTTLE_MS: i64 = 10 * 60_000;
/// Sites of which that is remembered; with more, all are looked at again.
const THROTTLES_MAX: usize = 100_000;
/// The longest sleep while nothing is due.
const SLEEP_MAX: Duration = Duration::from_secs(2);
/// Between two removals of old messages.
const FORGET_INTERVAL: Duration = Duration::from_mins(5);
/// How long messages under way are waited for when the program ends.
const LAST_ANSWERS: Duration = Duration::from_secs(3);
/// The condition that says that push services are left alone.
const SERVICES: &str = "push_services";
/// The condition that says that keys cannot be read.
const KEYS: &str = "push_keys";

/// Sends until the token is cancelled.
pub fn run(app: WorkerState, stop: CancellationToken) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(async move {
        // Whom no ad is found for is left alone for half an hour and more: before all is known, that would be everybody.
        let known = async {
            app.delivery.directory.wait_ready().await;
            app.money_told.wait().await;
        };
        if stop.run_until_cancelled(known).await.is_none() {
            return Ok(());
        }
        let mut sender = Sender::load(app).await?;
        let mut forgotten_at: Option<Instant> = None;
        while !stop.is_cancelled() {
            let began = Instant::now();
            let per_second = sender.app.settings.get().pushes.per_second;
            let most = per_second.div_ceil(BEATS_PER_SECOND) as usize;
            let taken = sender.step(most).await?;
            answered::note(&sender.app).await?;
            if forgotten_at.is_none_or(|at| at.elapsed() > FORGET_INTERVAL) {
                forgotten_at = Some(Instant::now());
                sender.forget().await?;
            }
            sender.tell();
            // Where all places are taken, some may be free a moment later.
            let is_busy = taken > 0 || sender.is_full();
            let beat = if is_busy { Duration::from_secs(1) / BEATS_PER_SECOND } else { SLEEP_MAX };
            sender.listen(beat.saturating_sub(began.elapsed()), &stop).await?;
        }
        // What has no answer by then is in doubt, and is sent again.
        let _late = tokio::time::timeout(LAST_ANSWERS, sender.finish()).await;
        Ok(())
    })
}

/// Notes what browsers told of notifications since the last time.
pub async fn note_answers(app: &WorkerState) -> anyhow::Result<()> {
    answered::note(app).await
}

/// The sender: what it needs in memory does not grow with the number of subscriptions.
pub struct Sender {
    app: WorkerState,
    encrypter: Arc<Encrypter>,
    vapid: Vapid,
    /// By number; none for one that cannot be read.
    keys: HashMap<i64, Option<VapidKey>>,
    /// By site, with when that was found.
    throttles: HashMap<SiteId, (UnixMs, Throttle)>,
    services: Services,
    under_way: JoinSet<Sent>,
    /// The subscriptions to which they go: of two messages to one that are under way, the older one may come last.
    in_hand: HashSet<i64>,
    /// Subscriptions that are taken for each message that may be begun.
    looks_a_message: usize,
    answers: Vec<Sent>,
    answers_since: Option<Instant>,
    rng: StdRng,
}

/// The hours in which a site wishes its notifications to come.
fn daytime_of(settings: &SitePush) -> Daytime {
    Daytime { from_hour: settings.hour_from.into(), to_hour: settings.hour_to.into() }
}

impl Sender {
    /// Begins with what was being sent when the program ended.
    pub async fn load(app: WorkerState) -> anyhow::Result<Self> {
        let doubted = app.store.write("doubt_pushes", Priority::Feed, async |tx| push_messages::doubt_all(tx).await);
        let doubted = doubted.await?;
        if doubted > 0 {
            tracing::info!(messages = doubted, "it is not known whether messages have come: they are sent again");
        }
        let rng = app.rng.fork();
        Ok(Self {
            app,
            encrypter: Arc::default(),
            vapid: Vapid::default(),
            keys: HashMap::new(),
            throttles: HashMap::new(),
            services: Services::default(),
            under_way: JoinSet::new(),
            in_hand: HashSet::new(),
            looks_a_message: 1,
            answers: Vec::new(),
            answers_since: None,
            rng,
        })
    }

    /// Sends what is due, at most so many messages; how many subscriptions and messages were looked at.
    pub async fn step(&mut self, most: usize) -> anyhow::Result<usize> {
        let room = most.min(BATCH_MAX).min(UNDER_WAY_MAX.saturating_sub(self.under_way.len()));
        if room == 0 {
            return Ok(0);
        }
        let again = self.send_again(room).await?;
        Ok(again + self.send_due(room.saturating_sub(again)).await?)
    }

    /// No more messages can be under way.
    fn is_full(&self) -> bool {
        self.under_way.len() >= UNDER_WAY_MAX
    }

    /// Takes subscriptions that are due and sends them messages.
    async fn send_due(&mut self, room: usize) -> anyhow::Result<usize> {
        if room == 0 || !self.app.log.accepts() {
            return Ok(0);
        }
        // Those for whom there is no ad do not take the places of others.
        let looks = room.saturating_mul(self.looks_a_message).min(LOOKS_MAX);
        let take = async move |tx: &Tx| push_sending::take_due(tx, looks as u32, LEASE_MS).await;
        let due = self.app.store.write("take_due_pushes", Priority::Feed, take).await?;
        if due.is_empty() {
            return Ok(0);
        }
        let taken = due.len();
        let is_all = taken < looks;
        self.know_keys(due.iter().map(|due| due.subscription.vapid_key)).await?;
        let now = self.app.clock.now();
        self.know_throttles(due.iter().map(|due| due.subscription.site), now).await?;
        let (mut put_off, mut in_vain, mut new, mut chosen) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut due = due.into_iter();
        for one in due.by_ref() {
            let subscription = one.subscription;
            match self.choose(&subscription, one.settings.as_deref(), now) {
                Ok((message, ad)) => {
                    new.push(message);
                    chosen.push((subscription, ad));
                }
                Err(Later::Until(until)) => put_off.push((subscription.id, until)),
                Err(Later::NoAd(until)) => in_vain.push((subscription.id, until)),
            }
            if new.len() >= room {
                break;
            }
        }
        // What is left keeps its place.
        let left = put_off.len();
        put_off.extend(due.map(|one| (one.subscription.id, one.subscription.next_send_at)));
        let left = put_off.len() - left;
        if new.len() < room && !is_all {
            self.looks_a_message = (self.looks_a_message * 2).min(LOOKS_A_MESSAGE_MAX);
        } else if left > taken / 2 {
            self.looks_a_message = (self.looks_a_message / 2).max(1);
        }
        let begin = async move |tx: &Tx| {
            push_sending::put_off(tx, &put_off).await?;
            push_sending::put_off_in_vain(tx, &in_vain).await?;
            push_messages::begin(tx, &new).await
        };
        let ids = self.app.store.write("begin_pushes", Priority::Feed, begin).await?;
        for (subscription, ad) in chosen {
            match ids.get(&subscription.id) {
                Some(id) => self.go(*id, subscription, &ad, now.plus_ms(self.ttl_ms()), now),
                None => self.services.end(&Via::of(&subscription), services::Heard::Answer, now),
            }
        }
        Ok(taken - left)
    }

    /// What a subscription is sent now, or when it is looked at again.
    fn choose(
        &mut self,
        one: &Subscription,
        settings: Option<&SitePush>,
        now: UnixMs,
    ) -> Result<(NewMessage, PushAd), Later> {
        let Some(settings) = settings else { return Err(Later::Until(self.later(now, STOPPED_PAUSE_MS))) };
        let offset_min = one.subscriber.utc_offset_min;
        let daytime = daytime_of(settings);
        let throttle = self.throttles.get(&one.site).map_or(Throttle::Nothing, |(_, throttle)| *throttle);
        let daily_cap = throttle.cap(settings.daily_cap);
        let pace = Pace::PerDay(daily_cap.into());
        let next = |after| next_push(one.id.unsigned_abs(), offset_min, daytime, pace, after);
        let sent_today = push_sending::sent_today(one, now);
        if sent_today >= i64::from(daily_cap) {
            let tomorrow = local_day(now, offset_min).plus(1).start().plus_ms(-i64::from(offset_min) * 60_000);
            return Err(Later::Until(next(tomorrow)));
        }
        if !daytime.is_on(now, offset_min) {
            return Err(Later::Until(next(now)));
        }
        if !matches!(self.keys.get(&one.vapid_key), Some(Some(_))) {
            return Err(Later::Until(self.later(now, STOPPED_PAUSE_MS)));
        }
        if let Some(until) = self.services.closed_until(&Via::of(one), now) {
            return Err(Later::Until(self.later(until, 60_000)));
        }
        let after_this = next(now.plus_ms(least_pause_ms(daytime, pace)));
        if self.in_hand.contains(&one.id) {
            // What comes late comes in this one's place.
            return Err(Later::Until(after_this));
        }
        let audience = audience(one, now);
        let ad = match push::choose(&self.app, one.block, audience, None, now, &mut self.rng) {
            Ok(ad) => ad,
            // There are ads for it, whose turn comes: until the slot ends each further look would find the same.
            Err(Step::HeldBack) => return Err(Later::Until(self.in_next_slot(now))),
            Err(_) => {
                let pause_ms = NO_AD_PAUSE_MS << one.looks_in_vain.clamp(0, NO_AD_DOUBLINGS);
                return Err(Later::NoAd(self.later(now, pause_ms)));
            }
        };
        if let Err(until) = self.services.begin(&Via::of(one), now) {
            return Err(Later::Until(self.later(until, 10_000)));
        }
        let message = NewMessage {
            subscription: one.id,
            site: one.site,
            ad: ad.ad,
            token: ad.token.clone(),
            day: local_day(now, offset_min),
            of_day: sent_today + 1,
            next_send_at: after_this,
        };
        Ok((message, ad))
    }

    /// A moment so long after another one, or up to half as long again: those who wait do not come back together.
    fn later(&mut self, from: UnixMs, pause_ms: i64) -> UnixMs {
        let own = (self.rng.next_u64() >> 16) as i64 % (pause_ms / 2).max(1);
        from.plus_ms(pause_ms + own)
    }

    /// A moment in the first half hour after this time slot of turns: those who wait do not come back together.
    fn in_next_slot(&mut self, now: UnixMs) -> UnixMs {
        let end = UnixMs((now.0.div_euclid(TURN_MS) + 1) * TURN_MS);
        end.plus_ms((self.rng.next_u64() >> 16) as i64 % NO_AD_PAUSE_MS)
    }

    /// Sends again what waits for it.
    async fn send_again(&mut self, room: usize) -> anyhow::Result<usize> {
        let take = async move |tx: &Tx| push_messages::take_waiting(tx, room as u32).await;
        let waiting = self.app.store.write("take_waiting_pushes", Priority::Feed, take).await?;
        if waiting.is_empty() {
            return Ok(0);
        }
        let (now, taken) = (self.app.clock.now(), waiting.len());
        let ids: Vec<i64> = waiting.iter().map(|message| message.subscription).collect();
        let read = async move |conn: &Conn| {
            let subscriptions = push_subscriptions::by_ids(conn, &ids).await?;
            let settings = push_sending::settings(conn, subscriptions.iter().map(|one| one.block)).await?;
            Ok((subscriptions, settings, push_messages::newest(conn, &ids).await?))
        };
        let (subscriptions, settings, newest) = self.app.store.read("pushes_to", read).await?;
        let by_id: HashMap<i64, Subscription> = subscriptions.into_iter().map(|one| (one.id, one)).collect();
        self.know_keys(by_id.values().map(|one| one.vapid_key)).await?;
        let (mut put_back, mut ended) = (Vec::new(), Vec::new());
        for message in waiting {
            let ends = |state| Answer {
                message: message.id,
                subscription: message.subscription,
                site: message.site,
                state,
                http_status: message.http_status.and_then(|status| u16::try_from(status).ok()),
                is_refusal: false,
                not_before: now,
            };
            let one = by_id.get(&message.subscription).filter(|one| one.status == SubscriptionStatus::Active).cloned();
            let Some(one) = one else {
                ended.push(ends(State::Gone));
                continue;
            };
            // Nothing is sent for a site that has stopped, or at night: the next day has pushes of its own. And where two would come, the
            // newer one does: it would take the place of the other.
            let offset_min = one.subscriber.utc_offset_min;
            let settings = settings.get(&one.block);
            let is_day = settings.is_some_and(|settings| daytime_of(settings).is_on(now, offset_min));
            let is_overtaken = newest.get(&one.id).is_some_and(|newest| *newest > message.id);
            let lives_until = message.created_at.plus_ms(self.ttl_ms());
            if !is_day || is_overtaken || lives_until <= now {
                ended.push(ends(State::GivenUp));
                continue;
            }
            if let Err(until) = self.services.begin(&Via::of(&one), now) {
                put_back.push((message.id, self.later(until, 10_000)));
                continue;
            }
            if let Some(ad) = self.ad_again(&one, &message, now) {
                self.go(message.id, one, &ad, lives_until, now);
            } else {
                self.services.end(&Via::of(&one), services::Heard::Answer, now);
                ended.push(ends(State::GivenUp));
            }
        }
        if !put_back.is_empty() || !ended.is_empty() {
            metrics::counter!("placard_pushes_total", "outcome" => "given_up").increment(ended.len() as u64);
            let note = async move |tx: &Tx| {
                push_messages::put_back(tx, &put_back).await?;
                push_messages::answer(tx, &ended).await
            };
            self.app.store.write("put_pushes_back", Priority::Feed, note).await?;
        }
        Ok(taken)
    }

    /// The ad of a message that is sent again: its own, or another one in its name where that was stopped meanwhile.
    fn ad_again(&mut self, one: &Subscription, message: &Message, now: UnixMs) -> Option<PushAd> {
        let (id, served) = self.app.delivery.tokens.open(&message.token, now)?;
        if self.app.engine.snapshot().is_started(message.ad) {
            return Some(PushAd { ad: message.ad, id, token: message.token.clone() });
        }
        let of = Some((id, served.decided_at));
        push::choose(&self.app, one.block, audience(one, now), of, now, &mut self.rng).ok()
    }

    /// Sends a message that is written, and lives until a moment. Where that cannot be begun, it is given up.
    fn go(&mut self, message: i64, one: Subscription, ad: &PushAd, lives_until: UnixMs, now: UnixMs) {
        let subscription = Box::new(one);
        match self.outgoing(message, subscription, ad, lives_until, now) {
            Ok(out) => {
                self.in_hand.insert(out.subscription.id);
                let own = StdRng::from_rng(&mut self.rng);
                self.under_way.spawn(send(self.app.clone(), self.encrypter.clone(), own, out));
            }
            Err(subscription) => self.heard(Sent {
                message,
                subscription,
                state: State::GivenUp,
                http_status: None,
                heard: services::Heard::Answer,
                is_refusal: false,
                is_gone: false,
            }),
        }
    }

    /// A message that is ready to go, or back for whom it cannot be begun.
    fn outgoing(
        &self,
        message: i64,
        subscription: Box<Subscription>,
        ad: &PushAd,
        lives_until: UnixMs,
        now: UnixMs,
    ) -> Result<Outgoing, Box<Subscription>> {
        let Some((url, authorization, plain)) = self.packed(&subscription, ad, now) else { return Err(subscription) };
        let ttl_s = (lives_until.since_ms(now).max(0) / 1_000) as u32;
        Ok(Outgoing { message, subscription, url, authorization, plain, ttl_s })
    }

    /// Where a message goes, as whose, and what is in it.
    fn packed(&self, one: &Subscription, ad: &PushAd, now: UnixMs) -> Option<(Url, Arc<str>, Vec<u8>)> {
        let key = self.keys.get(&one.vapid_key)?.as_ref()?;
        let url = Url::parse(&one.target.endpoint).ok()?;
        let plain = plain(&self.app, ad.ad, ad, one, now)?;
        let authorization = self.vapid.authorization(key, &url.origin().ascii_serialization(), &self.contact(), now);
        Some((url, authorization, plain))
    }

    fn ttl_ms(&self) -> i64 {
        i64::from(self.app.settings.get().pushes.ttl_hours) * HOUR_MS
    }

    /// Where the operator of a push service finds who sends.
    fn contact(&self) -> String {
        let mail = &self.app.settings.get().network.contact_email;
        if !mail.is_empty() {
            return format!("mailto:{mail}");
        }
        let url = self.app.config.public_url();
        url.strip_prefix("http://").map_or(url.clone(), |host| format!("https://{host}"))
    }

    /// Reads keys that were not needed before.
    async fn know_keys(&mut self, ids: impl Iterator<Item = i64>) -> anyhow::Result<()> {
        let mut unknown: Vec<i64> = ids.filter(|id| !self.keys.contains_key(id)).collect();
        unknown.sort_unstable();
        unknown.dedup();
        if unknown.is_empty() {
            return Ok(());
        }
        let read = async move |conn: &Conn| vapid_keys::by_ids(conn, &unknown).await;
        for key in self.app.store.read("vapid_keys_by_ids", read).await? {
            let pair = VapidPair::open(&self.app.keys, &key.public_key, &key.private_sealed);
            let read = pair.ok().and_then(|pair| VapidKey::from_bytes(&pair.secret.to_bytes()).ok());
            if read.is_none() {
                let text = format!(
                    "the VAPID key {} cannot be read with this master key: nothing is sent to those \
                    who subscribed with it",
                    key.id
                );
                self.app.health.raise(KEYS, Severity::Warning, text);
            }
            self.keys.insert(key.id, read);
        }
        Ok(())
    }

    /// Finds how much less is sent for sites, where that was not found a moment ago.
    async fn know_throttles(&mut self, sites: impl Iterator<Item = SiteId>, now: UnixMs) -> anyhow::Result<()> {
        let known = |site: &SiteId| {
            self.throttles.get(site).is_some_and(|(at, _)| (0..THROTTLE_MS).contains(&now.since_ms(*at)))
        };
        let sites: BTreeSet<SiteId> = sites.filter(|site| !known(site)).collect();
        if sites.is_empty() {
            return Ok(());
        }
        if self.throttles.len() > THROTTLES_MAX {
            self.throttles.clear();
        }
        let sites: Vec<SiteId> = sites.into_iter().collect();
        let asked = sites.clone();
        let read = async move |conn: &Conn| push_health::throttles(conn, &asked, now.day()).await;
        let found = self.app.store.read("push_throttles", read).await?;
        for site in sites {
            let throttle = found.get(&site).copied().unwrap_or(Throttle::Nothing);
            self.throttles.insert(site, (now, throttle));
        }
        Ok(())
    }

    async fn forget(&self) -> anyhow::Result<()> {
        loop {
            let forget = async |tx: &Tx| push_messages::forget_old(tx).await;
            let forgotten = self.app.store.write("forget_pushes", Priority::Feed, forget).await?;
            if forgotten < u64::from(push_messages::FORGOTTEN_AT_ONCE) {
                return Ok(());
            }
        }
    }

    fn tell(&self) {
        metrics::gauge!("placard_pushes_under_way").set(self.under_way.len() as f64);
        let closed = self.services.closed(self.app.clock.now());
        if closed.is_empty() {
            self.app.health.clear(SERVICES);
        } else {
            let text =
                format!("push services are left alone, for they fail, refuse us or have enough: {}", closed.join(", "));
            self.app.health.raise(SERVICES, Severity::Warning, text);
        }
    }
}

/// Nothing is sent now: when a subscription is looked at again.
enum Later {
    Until(UnixMs),
    /// There was no ad for it.
    NoAd(UnixMs),
}
