//! How far a day's clicks pass a limit: people click long after a show, billing judges seconds after the click, and the engine stops
//! in time all the same.

use crate::world::{AD, ADVERTISER, BLOCK, CAMPAIGN, World, country, noon};
use placard_engine::{Host, Learned};
use placard_model::event::TokenId;
use placard_model::format::BlockFormat;
use placard_model::money::Money;
use placard_model::targeting::audience::DeviceType;
use rand::rngs::SmallRng;
use rand::{RngExt as _, SeedableRng as _};
use std::collections::BTreeSet;

/// The world's bid.
const PRICE_MICROS: i64 = 100_000;
/// Bids in the limit of the day: from so many on, few clicks pass it.
const LIMIT_BIDS: i64 = 200;
/// The most of a day's clicks that may pass it: one of so many.
const ONE_IN: i64 = 200;
/// Twelve hours of requests: two days' worth of clicks.
const REQUESTS: i64 = 14_400;
const GAP_MS: i64 = 3_000;
/// Clicks of a show, as the engine has learnt it.
const CTR: f64 = 0.02;
/// From a show to its click: at least, on average beyond that, and at most.
const CLICK_MS_MIN: i64 = 1_000;
const CLICK_MS_MEAN: f64 = 30_000.0;
const CLICK_MS_MAX: i64 = 600_000;
/// From a click to its judgement.
const JUDGED_MS: i64 = 2_500;
const DAYS: u64 = 12;

/// What happens next: when, since noon, of which click, and whether it is its judgement.
type Event = (i64, u64, bool);

struct Day<'a> {
    world: &'a World,
    host: Host,
    due: BTreeSet<Event>,
    valid: i64,
    over: i64,
}

impl Day<'_> {
    fn token(number: u64) -> TokenId {
        let mut token = [0; 12];
        token[..8].copy_from_slice(&number.to_be_bytes());
        TokenId(token)
    }

    /// Clicks and judgements up to a moment. Billing takes no click that would pass the limit.
    fn catch_up(&mut self, until_ms: i64) {
        while let Some(&event) = self.due.first().filter(|(at, ..)| *at <= until_ms) {
            self.due.remove(&event);
            let (at, number, is_judged) = event;
            let (token, now, price) = (Self::token(number), noon().plus_ms(at), Money::from_micros(PRICE_MICROS));
            if !is_judged {
                self.host.live().on_click(token, CAMPAIGN, price, now);
                self.due.insert((at + JUDGED_MS, number, true));
                continue;
            }
            let fits = self.valid < LIMIT_BIDS;
            let charged = if fits { price } else { Money::ZERO };
            self.host.live().on_settled(token, CAMPAIGN, ADVERTISER, charged, noon().day(), now);
            if fits {
                self.valid += 1;
            } else {
                self.over += 1;
            }
        }
    }

    fn pass(&mut self, rng: &mut SmallRng) {
        for number in 0..REQUESTS {
            let at = number * GAP_MS;
            self.catch_up(at);
            let now = noon().plus_ms(at);
            self.host.publish(now);
            let decision = self.host.snapshot().select(&self.world.request(1), &self.world.how, now, rng);
            let Some(choice) = decision.chosen.first() else { continue };
            self.host.live().on_show(AD, self.world.audience.visitor, choice.weight_micros, now);
            if rng.random_bool(CTR) {
                let wait = -CLICK_MS_MEAN * (1.0 - rng.random_range(0.0..1.0_f64)).ln();
                let wait = (CLICK_MS_MIN + wait as i64).min(CLICK_MS_MAX);
                self.due.insert((at + wait, number.unsigned_abs(), false));
            }
        }
        self.catch_up(i64::MAX);
    }
}

#[test]
fn hardly_a_click_passes_a_limit_of_many_bids() {
    let mut world = World::new();
    world.campaign.daily_limit = Some(Money::from_micros(LIMIT_BIDS * PRICE_MICROS));
    let learned = Learned {
        ad: AD,
        block: BLOCK,
        format: BlockFormat::Native,
        country: country("IE"),
        device_type: DeviceType::Mobile,
        shows: 100_000,
        clicks: 2_000,
    };
    let (mut valid, mut over) = (0, 0);
    for seed in 0..DAYS {
        let host = world.engine();
        host.live().learn(&[learned]);
        let mut day = Day { world: &world, host, due: BTreeSet::new(), valid: 0, over: 0 };
        day.pass(&mut SmallRng::seed_from_u64(seed));
        assert_eq!(day.valid, LIMIT_BIDS, "the limit is used up on day {seed}");
        (valid, over) = (valid + day.valid, over + day.over);
    }
    assert!(over * ONE_IN < valid + over, "{over} of {} clicks passed the limit", valid + over);
}
