//! How much less is sent for sites whose notifications few people click, before browsers take their permission.

use crate::conn::Conn;
use crate::error::Result;
use crate::push::push_counts::{self, Counts};
use placard_model::push::subscription::PushCounter;
use placard_model::settings::PushSubscriptions;
use placard_model::{Day, SiteId};
use std::collections::BTreeMap;

/// Days that are looked at.
pub const DAYS: i32 = 28;
/// Notifications shown before which nothing is decided.
pub const SHOWN_MIN: i64 = 1_000;

/// How much less is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Throttle {
    /// Nothing less.
    Nothing,
    /// Half, rounded up.
    Half,
    /// One a day at most.
    OneADay,
}

impl Throttle {
    /// Notifications a day, where the site wishes so many.
    pub const fn cap(self, wished: u8) -> u8 {
        match self {
            Self::Nothing => wished,
            Self::Half => wished.div_ceil(2),
            Self::OneADay => 1,
        }
    }
}

/// How much less is sent, by what was counted in [`DAYS`].
pub fn throttle(counts: &Counts, settings: &PushSubscriptions) -> Throttle {
    let (shown, clicked) = (counts.get(PushCounter::Shown), counts.get(PushCounter::Clicked));
    if shown < SHOWN_MIN {
        return Throttle::Nothing;
    }
    let is_below = |basis_points: i64| clicked * 10_000 < shown * basis_points;
    if is_below(settings.least_engagement.0) {
        Throttle::OneADay
    } else if is_below(settings.low_engagement.0) {
        Throttle::Half
    } else {
        Throttle::Nothing
    }
}

/// How much less is sent for each of some sites, up to a day; those for which nothing less is are left out.
pub async fn throttles(conn: &Conn, sites: &[SiteId], today: Day) -> Result<BTreeMap<SiteId, Throttle>> {
    let sums = push_counts::sums(conn, sites, today.plus(1 - DAYS), today).await?;
    let of = &conn.settings().push_subscriptions;
    let throttled = sums.into_iter().map(|(site, counts)| (site, throttle(&counts, of)));
    Ok(throttled.filter(|(_, throttle)| *throttle > Throttle::Nothing).collect())
}
