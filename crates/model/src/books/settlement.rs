//! The final word on one click, conversion or void.

use crate::books::posting::Operation;
use crate::event::{ConversionState, EventRef, ServedAd};
use crate::{Day, Money, UnixMs, UserId, Verdict};
use serde::{Deserialize, Serialize};
use std::ops::{AddAssign, Neg};

/// The final word on one click, on a change of a conversion, or on a void. Stored for good; amounts are never computed
/// again from the rates of a later day.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settlement {
    /// The record of the log that led to it: the click itself, or a postback; the click for a void. Record and kind
    /// together are unique.
    pub record: EventRef,
    /// The click that it is about.
    pub click: EventRef,
    /// When the click was appended: its day is the effective day of all that follows from it.
    pub clicked_at: UnixMs,
    /// What was clicked, and who pays and earns.
    pub ad: ServedAd,
    /// What became of the click; `Voided` for a void.
    pub verdict: Verdict,
    /// What was paid: all zero for a click that is not valid and for a conversion, negative for a void.
    pub amounts: Amounts,
    /// The rates by which it was divided.
    pub rates: Rates,
    /// What kind of word it is.
    pub kind: SettlementKind,
}

impl Settlement {
    /// The kind of transaction that moves its money.
    pub const fn operation(&self) -> Operation {
        match self.kind {
            SettlementKind::Void { .. } => Operation::Void,
            SettlementKind::Click | SettlementKind::Conversion(_) => Operation::of_clicks(self.ad.ad.campaign_type),
        }
    }
}

/// What kind of word a settlement is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum SettlementKind {
    /// On a click: one for each.
    Click,
    /// On a conversion: its state or payout changed.
    Conversion(ConversionChange),
    /// A valid click was taken back.
    Void {
        /// Whose parts had left their pending accounts when it was taken back.
        released: Released,
    },
}

/// Whose parts of a click have become available: of them a void takes back what can be paid out, of the others what waits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Released {
    /// The webmaster's.
    pub webmaster: bool,
    /// That of who brought the webmaster.
    pub webmaster_referrer: bool,
    /// That of who brought the advertiser.
    pub advertiser_referrer: bool,
}

impl Released {
    /// One more than the highest number of [`Self::code`].
    pub const CODES: i64 = 8;

    /// The stored number, 0 to 7.
    pub const fn code(self) -> i64 {
        self.webmaster as i64 + 2 * self.webmaster_referrer as i64 + 4 * self.advertiser_referrer as i64
    }

    /// What a stored number says; none outside 0 to 7.
    pub const fn from_code(code: i64) -> Option<Self> {
        if code < 0 || code >= Self::CODES {
            return None;
        }
        Some(Self { webmaster: code & 1 != 0, webmaster_referrer: code & 2 != 0, advertiser_referrer: code & 4 != 0 })
    }
}

/// The parts of a click's cost. They add up to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Amounts {
    /// What the advertiser pays.
    pub cost: Money,
    /// What the webmaster earns.
    pub webmaster: Money,
    /// What the webmaster's referrer earns.
    pub webmaster_referrer: Money,
    /// What the advertiser's referrer earns.
    pub advertiser_referrer: Money,
    /// What stays with the network.
    pub network: Money,
}

impl Amounts {
    /// Whether the parts add up to the cost.
    pub fn is_balanced(&self) -> bool {
        // A damaged row may hold anything.
        let parts = [self.webmaster, self.webmaster_referrer, self.advertiser_referrer, self.network];
        parts.into_iter().map(|part| i128::from(part.micros())).sum::<i128>() == i128::from(self.cost.micros())
    }
}

impl AddAssign for Amounts {
    fn add_assign(&mut self, other: Self) {
        self.cost += other.cost;
        self.webmaster += other.webmaster;
        self.webmaster_referrer += other.webmaster_referrer;
        self.advertiser_referrer += other.advertiser_referrer;
        self.network += other.network;
    }
}

impl Neg for Amounts {
    type Output = Self;

    fn neg(self) -> Self {
        Self {
            cost: -self.cost,
            webmaster: -self.webmaster,
            webmaster_referrer: -self.webmaster_referrer,
            advertiser_referrer: -self.advertiser_referrer,
            network: -self.network,
        }
    }
}

/// The rates that held at the judgement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rates {
    /// The webmaster's share in basis points.
    pub share_bp: i64,
    /// What each referrer gets of the network's part, in basis points.
    pub referrer_bp: i64,
    /// The webmaster's referrer, if one is paid.
    pub webmaster_referrer: Option<UserId>,
    /// The advertiser's referrer, if one is paid.
    pub advertiser_referrer: Option<UserId>,
}

/// A change of a conversion: in statistics -1 of the old state and +1 of the new one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConversionChange {
    /// The tracker's own id of the conversion.
    pub external_id: String,
    /// What the visitor did, in the tracker's words; empty when it never said.
    pub goal: String,
    /// The advertiser's own number of the transaction; empty when it never said.
    pub transaction_id: String,
    /// State and payout before; none for a new conversion.
    pub before: Option<(ConversionState, Money)>,
    /// State and payout from now on.
    pub after: (ConversionState, Money),
}

impl Settlement {
    /// The UTC day that the money belongs to.
    pub fn day(&self) -> Day {
        self.clicked_at.day()
    }

    /// The change of a conversion that it is about.
    pub const fn conversion(&self) -> Option<&ConversionChange> {
        match &self.kind {
            SettlementKind::Conversion(change) => Some(change),
            SettlementKind::Click | SettlementKind::Void { .. } => None,
        }
    }

    /// Whether it is the settlement of a valid, billed click.
    pub fn is_billed_click(&self) -> bool {
        self.kind == SettlementKind::Click && self.verdict.is_valid()
    }
}
