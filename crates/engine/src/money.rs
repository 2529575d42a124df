//! What a campaign may still spend: balance, limits, pacing.

use crate::step::Reason;
use placard_model::inventory::CampaignSpec;
use placard_model::money::Money;
use placard_model::targeting::WeekHours;
use placard_model::time::{Day, HOUR_MS, UnixMs};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

/// Minutes of shows from which clicks are still expected.
pub const EXPECT_MINUTES: usize = 10;
const MINUTE_MS: i64 = 60_000;

/// What billing says a campaign has spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CampaignSpend {
    /// The UTC day of `today`; on later days nothing is spent yet.
    pub day: Day,
    /// Spent by clicks of that day.
    pub today: Money,
    /// Spent at all.
    pub total: Money,
}

/// What an advertiser has, in micro-dollars. Shared by the campaigns.
#[derive(Debug, Default)]
pub(crate) struct AdvertiserMoney {
    pub(crate) balance: AtomicI64,
    pub(crate) unbilled: AtomicI64,
    pub(crate) expected: AtomicI64,
}

/// The cost of the clicks that the last minutes' shows will bring, in micro-dollars by minute.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Expected {
    minute: i64,
    by_minute: [i64; EXPECT_MINUTES],
}

impl Expected {
    /// Drops minutes that are past; returns by how much the sum fell.
    fn advance(&mut self, now: UnixMs) -> i64 {
        let minute = now.0.div_euclid(MINUTE_MS);
        let before = self.sum();
        let passed = minute.saturating_sub(self.minute);
        if passed >= EXPECT_MINUTES as i64 {
            self.by_minute = [0; EXPECT_MINUTES];
        } else {
            for back in 0..passed.max(0) {
                self.by_minute[(minute - back).rem_euclid(EXPECT_MINUTES as i64) as usize] = 0;
            }
        }
        self.minute = self.minute.max(minute);
        before - self.sum()
    }

    fn add(&mut self, micros: i64) {
        self.by_minute[self.minute.rem_euclid(EXPECT_MINUTES as i64) as usize] += micros;
    }

    fn sum(&self) -> i64 {
        self.by_minute.iter().sum()
    }
}

/// From where today's even spending is planned: the day's beginning, or the start of the campaign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Anchor {
    at: UnixMs,
    spent: i64,
}

/// What outlives a restart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PacingState {
    pub(crate) expected: Expected,
    pub(crate) anchor: Option<Anchor>,
}

/// The money of one campaign.
#[derive(Debug, Default)]
pub(crate) struct CampaignMoney {
    daily_limit: Option<i64>,
    total_limit: Option<i64>,
    even: bool,
    schedule: WeekHours,
    spend: CampaignSpend,
    unbilled: i64,
    pacing: PacingState,
    advertiser: Arc<AdvertiserMoney>,
    /// The campaign is gone; decisions that still hold a snapshot with it change nothing any more.
    ended: bool,
}

/// What a campaign may do now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Headroom {
    /// The most that one more click may cost, in micro-dollars.
    pub(crate) affordable: i64,
    /// Why no ad of it is offered.
    pub(crate) stop: Option<Reason>,
}

impl CampaignMoney {
    /// Takes over limits and pacing.
    pub(crate) fn configure(&mut self, spec: &CampaignSpec, advertiser: &Arc<AdvertiserMoney>) {
        self.daily_limit = spec.daily_limit.map(Money::micros);
        self.total_limit = spec.total_limit.map(Money::micros);
        self.even = spec.even_pacing;
        self.schedule = spec.targeting.schedule;
        if !Arc::ptr_eq(&self.advertiser, advertiser) {
            self.leave();
            self.advertiser = advertiser.clone();
            self.advertiser.unbilled.fetch_add(self.unbilled, Ordering::Relaxed);
            self.advertiser.expected.fetch_add(self.pacing.expected.sum(), Ordering::Relaxed);
        }
    }

    /// Takes what is outstanding off the advertiser's sums.
    fn leave(&self) {
        self.advertiser.unbilled.fetch_sub(self.unbilled, Ordering::Relaxed);
        self.advertiser.expected.fetch_sub(self.pacing.expected.sum(), Ordering::Relaxed);
    }

    /// The campaign is gone: nothing of it is outstanding, nor will be.
    pub(crate) fn end(&mut self) {
        self.leave();
        self.unbilled = 0;
        self.pacing = PacingState::default();
        self.ended = true;
    }

    /// The campaign was started again: the plan begins anew.
    pub(crate) fn restart(&mut self) {
        self.pacing.anchor = None;
    }

    /// What billing says.
    pub(crate) fn set_spend(&mut self, spend: CampaignSpend) {
        self.spend = spend;
    }

    /// A show whose click would cost so much on average.
    pub(crate) fn show(&mut self, expected: i64, now: UnixMs) {
        if self.ended {
            return;
        }
        self.advance(now);
        self.pacing.expected.add(expected);
        self.advertiser.expected.fetch_add(expected, Ordering::Relaxed);
    }

    /// Holds the price of a click that billing has not judged. Says whether it is held.
    pub(crate) fn hold(&mut self, price: i64) -> bool {
        if !self.ended {
            self.unbilled += price;
            self.advertiser.unbilled.fetch_add(price, Ordering::Relaxed);
        }
        !self.ended
    }

    /// Gives back what [`CampaignMoney::hold`] held.
    pub(crate) fn release(&mut self, price: i64) {
        if !self.ended {
            self.unbilled -= price;
            self.advertiser.unbilled.fetch_sub(price, Ordering::Relaxed);
        }
    }

    /// What is held.
    pub(crate) fn unbilled(&self) -> i64 {
        self.unbilled
    }

    /// Billing took so much for a click of a day.
    pub(crate) fn charge(&mut self, charged: i64, day: Day) {
        if day > self.spend.day {
            self.spend.day = day;
            self.spend.today = Money::ZERO;
        }
        if day == self.spend.day {
            self.spend.today += Money::from_micros(charged);
        }
        self.spend.total += Money::from_micros(charged);
    }

    /// Lets shows grow old.
    pub(crate) fn advance(&mut self, now: UnixMs) {
        let gone = self.pacing.expected.advance(now);
        self.advertiser.expected.fetch_sub(gone, Ordering::Relaxed);
    }

    fn spent_today(&self, now: UnixMs) -> i64 {
        if self.spend.day >= now.day() { self.spend.today.micros() } else { 0 }
    }

    /// What the campaign may do now.
    pub(crate) fn headroom(&mut self, now: UnixMs) -> Headroom {
        self.advance(now);
        let (unbilled, expected) = (self.unbilled, self.pacing.expected.sum());
        let advertiser = &self.advertiser;
        let read = |amount: &AtomicI64| amount.load(Ordering::Relaxed);
        let spent_today = self.spent_today(now);
        let rests = [
            (Reason::Balance, Some(read(&advertiser.balance)), read(&advertiser.unbilled), read(&advertiser.expected)),
            (Reason::TotalLimit, self.total_limit.map(|l| l - self.spend.total.micros()), unbilled, expected),
            (Reason::DailyLimit, self.daily_limit.map(|l| l - spent_today), unbilled, expected),
        ];
        let mut headroom = Headroom { affordable: i64::MAX, stop: None };
        for (reason, rest, unbilled, expected) in rests {
            let Some(rest) = rest else { continue };
            headroom.affordable = headroom.affordable.min(rest - unbilled);
            if headroom.stop.is_none() && rest <= unbilled + expected {
                headroom.stop = Some(reason);
            }
        }
        if headroom.stop.is_none() && self.ahead_of_plan(now, spent_today + unbilled + expected) {
            headroom.stop = Some(Reason::Pacing);
        }
        headroom
    }

    /// Whether even spending has got ahead: what is spent or spoken for is more than the part of the day's limit that
    /// the scheduled time passed since the anchor allows.
    fn ahead_of_plan(&mut self, now: UnixMs, spoken_for: i64) -> bool {
        let (true, Some(limit)) = (self.even, self.daily_limit) else { return false };
        let today = now.day();
        let anchor = match self.pacing.anchor {
            Some(anchor) if anchor.at.day() == today && anchor.at <= now => anchor,
            // It ran yesterday: the plan covers all of today. Else it starts now, and has the rest of the day.
            Some(anchor) if anchor.at.day() == today.plus(-1) => Anchor { at: today.start(), spent: 0 },
            _ => Anchor { at: now, spent: self.spent_today(now) },
        };
        self.pacing.anchor = Some(anchor);
        let whole = scheduled_ms(self.schedule, anchor.at, today.plus(1).start());
        let passed = scheduled_ms(self.schedule, anchor.at, now);
        if whole == 0 {
            return false;
        }
        let planned = i128::from(limit - anchor.spent) * i128::from(passed) / i128::from(whole);
        i128::from(spoken_for - anchor.spent) > planned
    }

    pub(crate) fn pacing(&self) -> PacingState {
        self.pacing
    }

    pub(crate) fn set_pacing(&mut self, pacing: PacingState) {
        self.advertiser.expected.fetch_sub(self.pacing.expected.sum(), Ordering::Relaxed);
        self.pacing = pacing;
        self.advertiser.expected.fetch_add(self.pacing.expected.sum(), Ordering::Relaxed);
    }
}

/// Scheduled milliseconds between two moments of one day.
fn scheduled_ms(schedule: WeekHours, from: UnixMs, to: UnixMs) -> i64 {
    let mut sum = 0;
    let mut at = from;
    while at < to {
        let end = UnixMs(at.hour().start().0 + HOUR_MS).min(to);
        if schedule.contains(at.hour_of_week()) {
            sum += end.since_ms(at);
        }
        at = end;
    }
    sum
}
