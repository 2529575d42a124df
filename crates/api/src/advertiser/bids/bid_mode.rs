//! What a bid follows, and what an ad's form says of it.

use placard_common::error::FieldErrors;
use placard_model::Money;
use placard_model::bid::auto_bid::{
    AutoBid, AutoBidSettings, COEFFICIENT_DECIMALS, COEFFICIENT_MAX, COEFFICIENT_MIN, LEAD_COST_MAX,
};
use placard_model::bid::{BID_MAX, NATIVE_DECIMALS, has_at_most_decimals};
use placard_store::advertising::ads::Ad;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::ToSchema;

/// Decimals of the cost of a lead.
pub(crate) const LEAD_DECIMALS: u32 = 2;

/// What the bid of an ad follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BidMode {
    /// Nothing: it is set by hand.
    ByHand,
    /// Earnings: the most, or less where the earnings per click times the coefficient are less.
    Earnings,
    /// The cost of a lead.
    LeadCost,
}

impl BidMode {
    /// The mode of a name in a form.
    fn parse(text: &str) -> Option<Self> {
        match text.trim() {
            "by_hand" => Some(Self::ByHand),
            "earnings" => Some(Self::Earnings),
            "lead_cost" => Some(Self::LeadCost),
            _ => None,
        }
    }

    /// That of settings.
    pub(crate) const fn of(settings: &AutoBidSettings) -> Self {
        match settings.follows() {
            None => Self::ByHand,
            Some(AutoBid::Earnings { .. }) => Self::Earnings,
            Some(AutoBid::LeadCost { .. }) => Self::LeadCost,
        }
    }
}

/// Notes what is wrong with an amount that may be missing.
pub(crate) fn amount(field: &'static str, value: Option<Money>, most: Money, decimals: u32, errors: &mut FieldErrors) {
    let Some(value) = value else { return };
    if !has_at_most_decimals(value, decimals) {
        errors.add(field, format!("must have at most {decimals} decimals"));
    } else if value <= Money::ZERO || value > most {
        errors.add(field, format!("must be above 0 and at most {most}"));
    }
}

/// Notes what is wrong with a coefficient that may be missing.
pub(crate) fn check_coefficient(field: &'static str, value: Option<Money>, errors: &mut FieldErrors) {
    amount(field, value, COEFFICIENT_MAX, COEFFICIENT_DECIMALS, errors);
    errors.check(
        field,
        value.is_none_or(|value| value >= COEFFICIENT_MIN),
        format!("must be at least {COEFFICIENT_MIN}"),
    );
}

/// What an ad's form says of automatic bids; the stored settings where it says nothing.
#[derive(Default)]
pub(crate) struct AutoParts {
    mode: Option<BidMode>,
    given: HashMap<&'static str, Option<Money>>,
}

/// The fields of a form.
const FIELDS: [&str; 5] = ["epc_coefficient", "epc_max", "lead_cost", "bid_floor", "bid_ceiling"];

/// Whether a part of a form is about automatic bids.
pub(crate) fn is_auto_field(name: &str) -> bool {
    FIELDS.contains(&name)
}

impl AutoParts {
    /// Takes a part of the form.
    pub(crate) fn take(&mut self, name: &str, value: Option<Money>) {
        if let Some(field) = FIELDS.into_iter().find(|field| *field == name) {
            self.given.insert(field, value);
        }
    }

    /// Takes the mode; whether there is such a one.
    pub(crate) fn take_mode(&mut self, text: &str) -> bool {
        self.mode = BidMode::parse(text);
        self.mode.is_some()
    }

    /// The settings after the form.
    pub(crate) fn settings(&self, stored: Option<&Ad>, lowest: Money, errors: &mut FieldErrors) -> AutoBidSettings {
        let before = stored.map(|ad| ad.auto).unwrap_or_default();
        match self.mode {
            None if self.given.is_empty() => return before,
            Some(BidMode::ByHand) => return AutoBidSettings::default(),
            _ => {}
        }
        let of = |field: &str| self.given.get(field).copied().flatten();
        let settings = AutoBidSettings {
            epc_coefficient: of("epc_coefficient"),
            epc_max: of("epc_max"),
            lead_cost: of("lead_cost"),
            bid_floor: of("bid_floor"),
            bid_ceiling: of("bid_ceiling"),
        };
        check_coefficient("epc_coefficient", settings.epc_coefficient, errors);
        amount("epc_max", settings.epc_max, BID_MAX, NATIVE_DECIMALS, errors);
        amount("lead_cost", settings.lead_cost, LEAD_COST_MAX, LEAD_DECIMALS, errors);
        amount("bid_floor", settings.bid_floor, BID_MAX, NATIVE_DECIMALS, errors);
        amount("bid_ceiling", settings.bid_ceiling, BID_MAX, NATIVE_DECIMALS, errors);
        let (earnings, cost) = (
            [("epc_coefficient", settings.epc_coefficient), ("epc_max", settings.epc_max)],
            [
                ("lead_cost", settings.lead_cost),
                ("bid_floor", settings.bid_floor),
                ("bid_ceiling", settings.bid_ceiling),
            ],
        );
        for group in [earnings.as_slice(), cost.as_slice()] {
            if group.iter().any(|(_, value)| value.is_some()) {
                for (field, value) in group {
                    errors.check(field, value.is_some(), "is required with the others of its way");
                }
            }
        }
        for (mode, field, value) in
            [(BidMode::Earnings, "epc_max", settings.epc_max), (BidMode::LeadCost, "lead_cost", settings.lead_cost)]
        {
            errors.check(field, self.mode != Some(mode) || value.is_some(), "is required");
        }
        errors.check(
            "lead_cost",
            settings.lead_cost.is_none() || settings.epc_max.is_none(),
            "a bid follows earnings or the cost of a lead, not both",
        );
        for (field, value) in [("epc_max", settings.epc_max), ("bid_floor", settings.bid_floor)] {
            errors.check(field, value.is_none_or(|value| value >= lowest), format!("must be at least {lowest}"));
        }
        if let (Some(floor), Some(ceiling)) = (settings.bid_floor, settings.bid_ceiling) {
            errors.check("bid_ceiling", ceiling >= floor, "must be at least the floor");
        }
        settings
    }
}
