//! Bids that follow what clicks bring: by earnings, or by the cost of a lead. Whole numbers throughout.

use crate::bid::BID_MAX;
use crate::money::Money;
use serde::{Deserialize, Serialize};

/// Valid clicks before a bid follows anything: fewer say nothing.
pub const LEARNING_CLICKS: i64 = 30;
/// Approved leads before a bid follows their cost.
pub const LEARNING_LEADS: i64 = 5;
/// Days of figures, through today.
pub const WINDOW_DAYS: i32 = 7;
/// The least coefficient on earnings per click, as a decimal number.
pub const COEFFICIENT_MIN: Money = Money::from_micros(10_000);
/// The greatest.
pub const COEFFICIENT_MAX: Money = Money::from_dollars(10);
/// Decimals of it.
pub const COEFFICIENT_DECIMALS: u32 = 2;
/// The most that a lead may be meant to cost.
pub const LEAD_COST_MAX: Money = Money::from_dollars(100_000);
/// What bids are rounded down to.
const STEP: i128 = 1_000;
const MILLION: i128 = 1_000_000;

/// What an owner set of automatic bidding. It is on once one of the two ways has all that it needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AutoBidSettings {
    /// Multiplies the earnings per click, as a decimal number.
    pub epc_coefficient: Option<Money>,
    /// Never bid more by earnings.
    pub epc_max: Option<Money>,
    /// What a lead is meant to cost.
    pub lead_cost: Option<Money>,
    /// Never bid less by the cost of a lead.
    pub bid_floor: Option<Money>,
    /// Never bid more by the cost of a lead.
    pub bid_ceiling: Option<Money>,
}

/// What a bid follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AutoBid {
    /// Earnings: min(max, EPC x coefficient).
    Earnings {
        /// The coefficient, as a decimal number.
        coefficient: Money,
        /// The most.
        max: Money,
    },
    /// The cost of a lead: what it is meant to cost x leads / clicks, within bounds.
    LeadCost {
        /// What it is meant to cost.
        target: Money,
        /// The least.
        floor: Money,
        /// The most.
        ceiling: Money,
    },
}

impl AutoBidSettings {
    /// What the bid follows; nothing when it is set by hand.
    pub const fn follows(&self) -> Option<AutoBid> {
        match (self.lead_cost, self.bid_floor, self.bid_ceiling) {
            (Some(target), Some(floor), Some(ceiling)) => Some(AutoBid::LeadCost { target, floor, ceiling }),
            _ => match (self.epc_coefficient, self.epc_max) {
                (Some(coefficient), Some(max)) => Some(AutoBid::Earnings { coefficient, max }),
                _ => None,
            },
        }
    }
}

/// What an ad's clicks brought in the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Brought {
    /// Valid clicks.
    pub clicks: i64,
    /// Approved leads.
    pub leads: i64,
    /// What they are worth.
    pub worth: Money,
    /// What the clicks cost.
    pub spent: Money,
}

/// Why a bid is what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// Too few clicks or leads so far: the bid is as it was.
    Learning,
    /// It is what the figures say.
    Follows,
    /// The figures say more than the most that is allowed.
    AtMost,
    /// The figures say less than the least that is allowed.
    AtLeast,
    /// Much was spent and few leads came: it is as low as that says, before enough is learned.
    Slowed,
    /// The most that its owner allows is under the lowest allowed bid: nothing is changed.
    NoRoom,
}

impl Why {
    /// All of them with their names in the API.
    pub const ALL: [(Self, &'static str); 6] = [
        (Self::Learning, "learning"),
        (Self::Follows, "follows"),
        (Self::AtMost, "at_most"),
        (Self::AtLeast, "at_least"),
        (Self::Slowed, "slowed"),
        (Self::NoRoom, "no_room"),
    ];

    /// The name in the API.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(why, _)| *why == self).map_or("", |(_, name)| *name)
    }

    /// The reason of a name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(why, _)| *why)
    }
}

/// The bid that an ad is to have, and why: never over its owner's most, never under the lowest that is allowed.
pub fn decide(follows: AutoBid, present: Money, brought: Brought, lowest: Money) -> (Money, Why) {
    let (floor, ceiling) = match follows {
        AutoBid::Earnings { max, .. } => (lowest, max.min(BID_MAX)),
        AutoBid::LeadCost { floor, ceiling, .. } => (lowest.max(floor), ceiling.min(BID_MAX)),
    };
    if ceiling < floor {
        return (present, Why::NoRoom);
    }
    let clicks = i128::from(brought.clicks);
    let within = |micros: i128, why: Why| {
        let stepped = i64::try_from(micros - micros.rem_euclid(STEP)).unwrap_or(i64::MAX);
        match Money::from_micros(stepped) {
            bid if bid > ceiling => (ceiling, Why::AtMost),
            bid if bid < floor => (floor, Why::AtLeast),
            bid => (bid, why),
        }
    };
    let learning = || (present.clamp(floor, ceiling), Why::Learning);
    if brought.clicks < LEARNING_CLICKS {
        return learning();
    }
    match follows {
        AutoBid::Earnings { coefficient, .. } => {
            let worth = i128::from(brought.worth.micros()) * i128::from(coefficient.micros()) / MILLION;
            within(worth / clicks, Why::Follows)
        }
        AutoBid::LeadCost { target, .. } => {
            let at = |leads: i64| i128::from(target.micros()) * i128::from(leads) / clicks;
            if brought.leads >= LEARNING_LEADS {
                return within(at(brought.leads), Why::Follows);
            }
            // One more lead may come with the next click: what would be right then is the most that can be hoped for.
            let hoped = within(at(brought.leads + 1), Why::Slowed);
            if hoped.0 < present { hoped } else { learning() }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn money(text: &str) -> Money {
        Money::parse(text, 6).unwrap()
    }

    fn brought(clicks: i64, leads: i64, worth: &str) -> Brought {
        Brought { clicks, leads, worth: money(worth), spent: Money::ZERO }
    }

    #[test]
    fn earnings_are_followed() {
        let check = |clicks: i64, worth: &str, coefficient: &str, max: &str, expected: (&str, Why)| {
            let follows = AutoBid::Earnings { coefficient: money(coefficient), max: money(max) };
            let found = decide(follows, money("2"), brought(clicks, 3, worth), money("0.1"));
            assert_eq!(
                found,
                (money(expected.0), expected.1),
                "{worth} by {clicks} clicks x {coefficient}, at most {max}"
            );
        };
        check(29, "100", "1", "5", ("2", Why::Learning));
        check(29, "100", "1", "1.5", ("1.5", Why::Learning));
        check(30, "100", "1", "5", ("3.333", Why::Follows));
        check(30, "100", "0.5", "5", ("1.666", Why::Follows));
        check(30, "300", "1", "5", ("5", Why::AtMost));
        check(30, "0", "1", "5", ("0.1", Why::AtLeast));
        check(100, "90", "1", "0.05", ("2", Why::NoRoom));
    }

    #[test]
    fn the_cost_of_a_lead_is_followed() {
        let check = |clicks: i64, leads: i64, expected: (&str, Why)| {
            let follows = AutoBid::LeadCost { target: money("10"), floor: money("0.2"), ceiling: money("4") };
            let found = decide(follows, money("1"), brought(clicks, leads, "0"), money("0.1"));
            assert_eq!(found, (money(expected.0), expected.1), "{leads} leads by {clicks} clicks");
        };
        check(10, 9, ("1", Why::Learning));
        check(30, 3, ("1", Why::Learning));
        check(30, 5, ("1.666", Why::Follows));
        check(30, 30, ("4", Why::AtMost));
        check(1_000, 6, ("0.2", Why::AtLeast));
        // 100 clicks at a dollar and not one lead.
        check(100, 0, ("0.2", Why::AtLeast));
        check(40, 2, ("0.75", Why::Slowed));
    }

    proptest! {
        #[test]
        fn bounds_hold(
            clicks in 0i64..1_000_000, leads in 0i64..1_000_000, worth in 0i64..i64::MAX / 2, present in 0i64..2_000_000_000,
            coefficient in 1i64..10_000_000, a in 5_000i64..2_000_000_000, b in 5_000i64..2_000_000_000, lowest in 5_000i64..3_000_000,
            by_leads: bool,
        ) {
            let [a, b, lowest] = [a, b, lowest].map(Money::from_micros);
            let follows = if by_leads {
                AutoBid::LeadCost { target: Money::from_micros(coefficient), floor: a.min(b), ceiling: a.max(b) }
            } else {
                AutoBid::Earnings { coefficient: Money::from_micros(coefficient), max: a }
            };
            let most = if by_leads { a.max(b) } else { a };
            let worth = Money::from_micros(worth);
            let brought = Brought { clicks, leads, worth, spent: Money::ZERO };
            let (bid, why) = decide(follows, Money::from_micros(present), brought, lowest);
            if why == Why::NoRoom {
                prop_assert_eq!(bid, Money::from_micros(present));
            } else {
                prop_assert!(bid <= most && bid >= lowest && bid <= BID_MAX, "{} {:?}", bid, why);
            }
        }
    }
}
