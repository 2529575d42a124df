//! The judge of clicks: one state machine over the log.

use crate::accounts::{Accounts, Needs, Told};
use crate::checkpoint::{CheckpointError, Checkpointed, Part, Parted};
use crate::evidence::Inserted;
use crate::known::{Known, limits_of};
use crate::memory::{Series, Times};
use crate::packed_records;
use crate::settled::Settled;
use crate::tokens::{Noted, key, token_key};
use placard_model::books::settlement::{Amounts, Rates, Settlement, SettlementKind};
use placard_model::event::{Arrival, Event, EventRef, PUSH_TOKEN_AGE_MS_MAX, Record, ServedAd};
use placard_model::targeting::request::{PrefixHash, VisitorId};
use placard_model::time::{DAY_MS, HOUR_MS, Hour};
use placard_model::{UnixMs, Verdict};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::ops::AddAssign;

/// A click is judged once the log has passed its append time by this much: a show that arrives within it counts.
pub const LOOK_AHEAD_MS: i64 = 2_000;
/// A click so soon after its show is suspect.
const TOO_FAST_MS: i64 = 300;
/// The same visitor is billed for the same ad once in this time.
const VISITOR_MS: i64 = DAY_MS;
/// How long an owner's visitor id is remembered: its key changes daily and yesterday's counts too.
const OWNER_MS: i64 = 2 * DAY_MS;
/// Billed clicks of an address prefix on a site: window, most in it, verdict beyond.
const RATES: [(i64, usize, Verdict); 3] =
    [(10 * 60_000, 3, Verdict::RateTenMinutes), (HOUR_MS, 10, Verdict::RateHour), (DAY_MS, 25, Verdict::RateDay)];
/// So much of the log tells all that a [`State`] remembers: the longest memory is that of notifications, with an hour that has
/// begun and one for late clocks.
pub const MEMORY_MS: i64 = PUSH_TOKEN_AGE_MS_MAX + 2 * HOUR_MS;
/// The most billed clicks of a day that are remembered for the rule on rates: 90 a second. Of more the oldest are
/// forgotten, in favour of billing.
const RATED_MAX: usize = 8_000_000;
/// The most visitors of billed clicks that are remembered, one or two for each click; the oldest are forgotten, in favour
/// of billing.
const VISITORS_MAX: usize = 16_000_000;
/// The most appearances of owners that are remembered.
const OWNERS_MAX: usize = 1_000_000;
/// The most shows that are remembered with their time, for [`TOO_FAST_MS`].
const RECENT_MAX: usize = 1_000_000;
/// The most clicks, postbacks and voids that wait; more are judged before their time.
const PENDING_MAX: usize = 200_000;

/// What billing remembers of the log: bounded, and stored as a checkpoint in parts.
///
/// A batch is settled inside a transaction: [`State::needs`], fetch the [`Accounts`], [`State::settle`], write, and
/// after the transaction [`State::commit`], or [`State::rollback`] before another try. The reader's position is stored
/// in the same transaction. After a restart: [`Checkpointed::restore`] the last checkpoint, then [`State::replay`] from
/// its position to the stored one with the stored verdicts, [`State::replay_settled`], then go on as usual.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The last record that was taken.
    last: EventRef,
    /// When it was appended.
    now: UnixMs,
    /// Shown and clicked tokens.
    tokens: Known,
    /// When tokens were first shown, for a few seconds.
    recent: Times,
    /// Billed visitors of ads.
    visitors: Times,
    /// Visitor ids of owners.
    owners: Times,
    /// Billed clicks of address prefixes on sites.
    rates: Series,
    /// Clicks, postbacks and voids that wait for the look-ahead, and what comes again.
    #[serde(with = "packed_records")]
    pending: VecDeque<Record>,
    /// What the last commit does not know yet.
    #[serde(skip)]
    journal: Vec<Undo>,
}

/// Whether a token is that of a notification.
type IsNotification = bool;

/// How to take one change back.
#[derive(Clone, Debug, PartialEq)]
enum Undo {
    Took(EventRef, UnixMs),
    Shown(IsNotification, Inserted),
    Recent(u64),
    Clicked(IsNotification, Hour, u64),
    Visitor(u64, Option<UnixMs>),
    Owner(u64, Option<UnixMs>),
    Rate,
    Waits,
    Judged(Box<Record>),
}

/// Clicks that a replay names.
pub const DIFFERING_NAMED_MAX: usize = 20;

/// What a replay found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replayed {
    /// Clicks, postbacks and voids that were judged.
    pub clicks: usize,
    /// Clicks on which the rules say something else than was stored: the checkpoint lacks something.
    pub differing: usize,
    /// The first of these, at most [`DIFFERING_NAMED_MAX`].
    pub differing_clicks: Vec<EventRef>,
}

impl AddAssign for Replayed {
    fn add_assign(&mut self, other: Self) {
        self.clicks += other.clicks;
        self.differing += other.differing;
        self.differing_clicks.extend(other.differing_clicks);
        self.differing_clicks.truncate(DIFFERING_NAMED_MAX);
    }
}

impl State {
    /// What [`State::settle`] will ask for with the same arguments.
    pub fn needs(&self, records: &[Record], passed: UnixMs) -> Needs {
        let passed = records.last().map_or(passed, |last| passed.max(last.append_ms.plus_ms(-1)));
        let new = records.iter().filter(|record| record.event.is_judged());
        let early = (self.pending.len() + new.clone().count()).saturating_sub(PENDING_MAX);
        let mut needs = Needs::default();
        for (n, record) in self.pending.iter().chain(new).enumerate() {
            if n >= early && !is_due(record, passed) {
                break;
            }
            needs.judgement_of(record);
        }
        needs
    }

    /// How many of those that wait can be judged at once when the log was read up to `passed`; counts to `most`.
    pub fn due(&self, passed: UnixMs, most: usize) -> usize {
        let early = self.pending.len().saturating_sub(PENDING_MAX);
        let waiting = self.pending.iter().take(most).enumerate();
        waiting.take_while(|(n, record)| *n < early || is_due(record, passed)).count()
    }

    /// What [`State::settle_due`] will ask for with the same arguments.
    pub fn needs_due(&self, passed: UnixMs, most: usize) -> Needs {
        let mut needs = Needs::default();
        self.pending.iter().take(self.due(passed, most)).for_each(|record| needs.judgement_of(record));
        needs
    }

    /// Judges at most so many of those that wait, in their order, and takes no new record.
    pub fn settle_due(&mut self, passed: UnixMs, most: usize, accounts: &mut Accounts) -> Settled {
        let mut settled = Settled::default();
        for _ in 0..most {
            let Some(due) = self.next_due(passed) else { break };
            self.judge(&due, accounts, &mut settled);
        }
        settled
    }

    /// Goes past the one that waits longest without a word on it.
    pub fn pass_over_first(&mut self) -> Option<Record> {
        self.take_pending()
    }

    /// Forgets those that wait and were set aside after the checkpoint.
    pub fn pass_over(&mut self, is_set_aside: impl Fn(EventRef) -> bool) {
        self.pending.retain(|record| !is_set_aside(record.at));
    }

    /// What waits and tells something of a click, in the order of the log.
    pub fn waiting_of(&self, click: EventRef) -> impl Iterator<Item = &Record> {
        self.pending.iter().filter(move |record| record.event.told_of() == Some(click))
    }

    /// Takes a record that was set aside at its own place in the log and comes again at this one: whatever it is, it
    /// takes its turn behind everything that waits already, and is judged, or noted, by what is known then. So it
    /// matters only where it stands in the log, and not how far time alone had brought those that wait: a click before
    /// it does not know of a show that comes again, one behind it does.
    pub fn take_again(&mut self, record: &Record) {
        self.wait(record);
    }

    /// Takes the next records of the log, in order and each once, and judges the clicks that can be: `passed` is a
    /// moment up to which the log was read (`Batch::passed`). How the log is cut into batches changes nothing.
    pub fn settle(&mut self, records: &[Record], passed: UnixMs, accounts: &mut Accounts) -> Settled {
        let mut settled = Settled::default();
        for record in records {
            while let Some(due) = self.next_due(record.append_ms.plus_ms(-1)) {
                self.judge(&due, accounts, &mut settled);
            }
            self.observe(record);
        }
        while let Some(due) = self.next_due(passed) {
            self.judge(&due, accounts, &mut settled);
        }
        settled
    }

    /// Takes records again whose settlements were stored before: `stored` tells the verdict on a click, and nothing for
    /// what is not settled yet. To be called with all records between the checkpoint and the stored position, in as
    /// many pieces as convenient; then [`State::replay_settled`].
    pub fn replay(&mut self, records: &[Record], stored: &dyn Fn(EventRef) -> Option<Verdict>) -> Replayed {
        let mut replayed = Replayed::default();
        for record in records {
            while let Some(due) = self.next_due(record.append_ms.plus_ms(-1)) {
                self.judge_again(&due, stored(due.at), &mut replayed);
            }
            self.observe(record);
        }
        self.commit();
        replayed
    }

    /// Judges again what time alone made due behind the last record that was replayed. It was settled in order: up to
    /// the last of those that wait on which there is a verdict.
    pub fn replay_settled(&mut self, stored: &dyn Fn(EventRef) -> Option<Verdict>) -> Replayed {
        let mut replayed = Replayed::default();
        let settled = self.pending.iter().rposition(|record| stored(record.at).is_some()).map_or(0, |last| last + 1);
        for _ in 0..settled {
            if let Some(due) = self.take_pending() {
                self.judge_again(&due, stored(due.at), &mut replayed);
            }
        }
        self.commit();
        replayed
    }

    /// Keeps all changes, and forgets what is too old to matter.
    pub fn commit(&mut self) {
        self.journal.clear();
        // The next click to be judged is the one that waits longest, and its windows reach back from there.
        let now = self.pending.front().map_or(self.now, |record| record.append_ms);
        self.tokens.expire(now.hour());
        self.recent.expire(now.plus_ms(-TOO_FAST_MS), RECENT_MAX);
        self.visitors.expire(now.plus_ms(-VISITOR_MS), VISITORS_MAX);
        self.owners.expire(now.plus_ms(-OWNER_MS), OWNERS_MAX);
        self.rates.expire(now.plus_ms(-DAY_MS), RATED_MAX);
    }

    /// Takes back everything since the last commit.
    pub fn rollback(&mut self) {
        while let Some(change) = self.journal.pop() {
            match change {
                Undo::Took(last, now) => (self.last, self.now) = (last, now),
                Undo::Shown(is_notification, inserted) => self.tokens.kind_mut(is_notification).shown.undo(inserted),
                Undo::Recent(token) => self.recent.undo(token, None),
                Undo::Clicked(is_notification, hour, token) => {
                    self.tokens.kind_mut(is_notification).clicked.undo(hour, token);
                }
                Undo::Visitor(visitor, before) => self.visitors.undo(visitor, before),
                Undo::Owner(owner, before) => self.owners.undo(owner, before),
                Undo::Rate => self.rates.undo(),
                Undo::Waits => _ = self.pending.pop_back(),
                Undo::Judged(record) => self.pending.push_front(*record),
            }
        }
    }

    /// Shows, clicks, visitors and owners that were not remembered as long as the rules look back, since the process
    /// began: more came than there is room for. Named by what is missing, with how often.
    pub fn unremembered(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.tokens.unremembered().into_iter().chain([
            ("visitors", self.visitors.crowded_out()),
            ("owners", self.owners.crowded_out()),
            ("rates", self.rates.crowded_out()),
        ])
    }

    /// Records that wait: clicks, postbacks and voids for the look-ahead, what comes again for its turn.
    pub fn pending(&self) -> usize {
        self.pending.len()
    }

    /// What waits for the look-ahead: records and when they were appended, in the order of the log.
    pub fn waiting(&self) -> impl Iterator<Item = (EventRef, UnixMs)> {
        self.pending.iter().map(|record| (record.at, record.append_ms))
    }

    /// What waits longest.
    pub fn first_waiting(&self) -> Option<&Record> {
        self.pending.front()
    }

    /// The first moment at which something that waits can be judged, once the log has passed it.
    pub fn due_at(&self) -> Option<UnixMs> {
        self.pending.front().map(|record| record.append_ms.plus_ms(LOOK_AHEAD_MS))
    }

    fn observe(&mut self, record: &Record) {
        assert!(record.at > self.last, "records come in the order of the log, each once: {:?}", record.at);
        assert!(record.append_ms >= self.now, "append times never go backwards along the log: {:?}", record.at);
        self.journal.push(Undo::Took(self.last, self.now));
        (self.last, self.now) = (record.at, record.append_ms);
        self.take(record);
    }

    fn take(&mut self, record: &Record) {
        if record.event.is_judged() {
            self.wait(record);
        } else {
            self.note(record);
        }
    }

    fn wait(&mut self, record: &Record) {
        self.pending.push_back(record.clone());
        self.journal.push(Undo::Waits);
    }

    /// Remembers what is not judged.
    fn note(&mut self, record: &Record) {
        match &record.event {
            Event::Show { ad, arrival } if arrival.edge_verdict.is_valid() => {
                let (token, hour) = (token_key(ad.token), ad.served.decided_at.hour());
                if let Some(inserted) = self.tokens.of_mut(ad).shown.insert(hour, token, limits_of(ad).layers_max) {
                    self.journal.push(Undo::Shown(ad.is_notification(), inserted));
                    if self.recent.get(token).is_none() {
                        self.recent.set(token, record.append_ms);
                        self.journal.push(Undo::Recent(token));
                    }
                }
            }
            Event::OwnerSeen { user, visitor } => {
                let owner = key(user.0 as u64, visitor.0);
                // One that comes again may be older than what is known.
                if self.owners.get(owner).is_none_or(|at| at <= record.append_ms) {
                    let before = self.owners.set(owner, record.append_ms);
                    self.journal.push(Undo::Owner(owner, before));
                }
            }
            _ => {}
        }
    }

    /// The next record that can be judged once the log was read up to `passed`.
    fn next_due(&mut self, passed: UnixMs) -> Option<Record> {
        let is_due = self.pending.len() > PENDING_MAX || is_due(self.pending.front()?, passed);
        if is_due { self.take_pending() } else { None }
    }

    fn take_pending(&mut self) -> Option<Record> {
        let record = self.pending.pop_front()?;
        self.journal.push(Undo::Judged(Box::new(record.clone())));
        Some(record)
    }

    fn judge(&mut self, record: &Record, accounts: &mut Accounts, settled: &mut Settled) {
        let settlement = match &record.event {
            Event::Click { ad, arrival } => {
                let settlement = self.judge_click(record, ad, arrival, accounts);
                accounts.clicks.insert(record.at, settlement.clone());
                Some(settlement)
            }
            Event::Postback { click, external_id, state, payout, goal, transaction_id } => {
                accounts.clicks.get(click).cloned().and_then(|of| {
                    let told = Told { state: *state, payout: *payout, goal, transaction_id };
                    let change = accounts.convert(*click, external_id, &told)?;
                    let (amounts, rates) = Default::default();
                    Some(Settlement {
                        record: record.at,
                        amounts,
                        rates,
                        kind: SettlementKind::Conversion(change),
                        ..of
                    })
                })
            }
            Event::Void { click, .. } => accounts.take_back(*click),
            _ => return self.note(record),
        };
        match settlement {
            Some(settlement) => settled.settlements.push(settlement),
            None => settled.ignored += 1,
        }
    }

    fn judge_click(
        &mut self,
        record: &Record,
        ad: &ServedAd,
        arrival: &Arrival,
        accounts: &mut Accounts,
    ) -> Settlement {
        let mut verdict = self.rules(ad, arrival, record.append_ms);
        let (mut amounts, mut rates) = <(Amounts, Rates)>::default();
        if verdict.is_valid() {
            match accounts.charge(ad, record.append_ms) {
                Some(charged) => (amounts, rates) = charged,
                None => verdict = Verdict::OverBudget,
            }
        }
        self.remember(ad, arrival, record.append_ms, verdict);
        let (at, clicked_at) = (record.at, record.append_ms);
        Settlement { record: at, click: at, clicked_at, ad: *ad, verdict, amounts, rates, kind: SettlementKind::Click }
    }

    fn judge_again(&mut self, record: &Record, stored: Option<Verdict>, replayed: &mut Replayed) {
        if !record.event.is_judged() {
            return self.note(record);
        }
        replayed.clicks += 1;
        if let Event::Click { ad, arrival } = &record.event {
            let by_rules = self.rules(ad, arrival, record.append_ms);
            let verdict = stored.unwrap_or(by_rules);
            let agrees =
                stored.is_some() && (verdict == by_rules || by_rules.is_valid() && verdict == Verdict::OverBudget);
            if !agrees {
                replayed.differing += 1;
                if replayed.differing_clicks.len() < DIFFERING_NAMED_MAX {
                    replayed.differing_clicks.push(record.at);
                }
            }
            self.remember(ad, arrival, record.append_ms, verdict);
        }
    }

    /// All rules but that of the budget, in their order: the first that fails.
    fn rules(&self, ad: &ServedAd, arrival: &Arrival, clicked_at: UnixMs) -> Verdict {
        let (token, decided) = (token_key(ad.token), ad.served.decided_at.hour());
        if !arrival.edge_verdict.is_valid() {
            return arrival.edge_verdict;
        }
        // The edge refuses such tokens earlier; this holds the result free of when exactly they were forgotten.
        let (tokens, limits) = (self.tokens.of(ad), limits_of(ad));
        if clicked_at.hour().0 - decided.0 >= limits.hours_kept {
            return Verdict::Stale;
        }
        if !tokens.shown.contains(decided, token) {
            return Verdict::NotShown;
        }
        if tokens.clicked.contains(decided, token) || tokens.clicked.is_full(limits.clicked_max) {
            return Verdict::RepeatedToken;
        }
        let visitors = [ad.served.visitor, arrival.visitor, arrival.visitor_yesterday];
        let since = clicked_at.plus_ms(-VISITOR_MS);
        let billed = |visitor: &VisitorId| self.visitors.get(key(visitor.0, ad.served.ad.0 as u64));
        if visitors.iter().any(|visitor| billed(visitor).is_some_and(|at| at > since)) {
            return Verdict::RepeatedVisitor;
        }
        // Whoever clicked: nobody pays themselves.
        if ad.block.webmaster == ad.ad.advertiser {
            return Verdict::OwnClick;
        }
        let since = clicked_at.plus_ms(-OWNER_MS);
        for user in [ad.block.webmaster, ad.ad.advertiser] {
            let seen = |visitor: &VisitorId| self.owners.get(key(user.0 as u64, visitor.0));
            if visitors.iter().any(|visitor| seen(visitor).is_some_and(|at| at > since)) {
                return Verdict::OwnClick;
            }
        }
        for (window_ms, most, verdict) in RATES {
            if self.billed_of_prefix(ad, arrival, clicked_at.plus_ms(-window_ms)) >= most {
                return verdict;
            }
        }
        // A show that comes after its click only arrived later: reports travel by another way than the visitor.
        if self.recent.get(token).is_some_and(|shown| (0..TOO_FAST_MS).contains(&clicked_at.since_ms(shown))) {
            return Verdict::TooFast;
        }
        Verdict::Valid
    }

    /// Billed clicks of the address prefix on the site after a moment: its name changes daily, so that those before
    /// midnight stand under yesterday's.
    fn billed_of_prefix(&self, ad: &ServedAd, arrival: &Arrival, after: UnixMs) -> usize {
        let count = |prefix: PrefixHash| self.rates.count_after(key(prefix.0, ad.block.site.0 as u64), after);
        let today = count(arrival.prefix);
        if arrival.prefix_yesterday == arrival.prefix { today } else { today + count(arrival.prefix_yesterday) }
    }

    /// Notes what a judged click uses up.
    fn remember(&mut self, ad: &ServedAd, arrival: &Arrival, clicked_at: UnixMs, verdict: Verdict) {
        if arrival.edge_verdict == Verdict::Prefetch {
            return;
        }
        let (token, decided) = (token_key(ad.token), ad.served.decided_at.hour());
        let max = limits_of(ad).clicked_max_with(verdict);
        if self.tokens.of_mut(ad).clicked.insert(decided, token, max) == Noted::New {
            self.journal.push(Undo::Clicked(ad.is_notification(), decided, token));
        }
        if verdict.is_valid() {
            let second = Some(arrival.visitor).filter(|visitor| *visitor != ad.served.visitor);
            for visitor in std::iter::once(ad.served.visitor).chain(second) {
                let visitor = key(visitor.0, ad.served.ad.0 as u64);
                let before = self.visitors.set(visitor, clicked_at);
                self.journal.push(Undo::Visitor(visitor, before));
            }
            self.rates.push(key(arrival.prefix.0, ad.block.site.0 as u64), clicked_at);
            self.journal.push(Undo::Rate);
        }
    }
}

impl Parted for State {
    fn parts(&mut self) -> Vec<&mut dyn Part> {
        assert!(self.journal.is_empty(), "a checkpoint is taken after a commit");
        let tokens = self.tokens.parts().chain(self.recent.parts());
        tokens.chain(self.visitors.parts()).chain(self.owners.parts()).chain(self.rates.parts()).collect()
    }

    fn complete(&mut self) -> Result<(), CheckpointError> {
        for times in [&mut self.recent, &mut self.visitors, &mut self.owners] {
            times.complete()?;
        }
        self.rates.complete()
    }
}

impl Checkpointed for State {}

fn is_due(record: &Record, passed: UnixMs) -> bool {
    record.append_ms.plus_ms(LOOK_AHEAD_MS) <= passed
}
