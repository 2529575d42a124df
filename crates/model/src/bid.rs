//! What a click may be bid at: the lowest allowed bid, decimals, source coefficients.

pub mod auto_bid;
pub mod floor;

use crate::money::Money;
use crate::settings::Bids;
use crate::targeting::Coefficient;

/// The lowest native bid of the format itself; a product of bid and coefficient never falls below it.
pub const NATIVE_FORMAT_MIN: Money = Money::from_micros(5_000);
/// Decimals of a native bid.
pub const NATIVE_DECIMALS: u32 = 3;
/// The input's stepper for native bids; not a rule.
pub const NATIVE_STEP: Money = Money::from_micros(100_000);
/// The lowest push bid of the format itself; a product of bid and coefficient never falls below it.
pub const PUSH_FORMAT_MIN: Money = Money::CENT;
/// Decimals of a push bid.
pub const PUSH_DECIMALS: u32 = 2;
/// The input's stepper for push bids; not a rule.
pub const PUSH_STEP: Money = Money::CENT;
/// The highest bid: a typing error costs no more than this a click.
pub const BID_MAX: Money = Money::from_dollars(1_000);
/// The least source coefficient, as a decimal number.
pub const COEFFICIENT_MIN: Money = coefficient_to_decimal(Coefficient::MIN);
/// The greatest source coefficient, as a decimal number.
pub const COEFFICIENT_MAX: Money = coefficient_to_decimal(Coefficient::MAX);
/// Micro-dollars in a tenth, for coefficients written as decimals.
const MICROS_PER_TENTH: i64 = 100_000;

/// Why a bid is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BidError {
    /// Below the lowest allowed bid.
    #[error("must be at least {0}")]
    TooLow(Money),
    /// Above [`BID_MAX`].
    #[error("must be at most {0}")]
    TooHigh(Money),
    /// More decimals than the format allows.
    #[error("must have at most {0} decimals")]
    TooManyDecimals(u32),
}

/// The lowest bid of a user: the override if there is one, else by trust.
pub fn user_minimum(is_trusted: bool, override_minimum: Option<Money>, bids: &Bids) -> Money {
    override_minimum.unwrap_or(if is_trusted { bids.minimum_trusted } else { bids.minimum })
}

/// The lowest native bid: the highest of the format's, the user's and the country's minimum.
pub fn lowest_native_bid(user_minimum: Money, country_minimum: Option<Money>) -> Money {
    NATIVE_FORMAT_MIN.max(user_minimum).max(country_minimum.unwrap_or(Money::ZERO))
}

/// Checks a native bid against the lowest allowed one.
pub fn check_native_bid(bid: Money, lowest: Money) -> Result<(), BidError> {
    check_bid(bid, lowest, NATIVE_DECIMALS)
}

/// The lowest push bid: the higher of the format's and the country's minimum. Users have no minimum of their own.
pub fn lowest_push_bid(country_minimum: Option<Money>) -> Money {
    PUSH_FORMAT_MIN.max(country_minimum.unwrap_or(Money::ZERO))
}

/// Checks a push bid against the lowest allowed one.
pub fn check_push_bid(bid: Money, lowest: Money) -> Result<(), BidError> {
    check_bid(bid, lowest, PUSH_DECIMALS)
}

fn check_bid(bid: Money, lowest: Money, decimals: u32) -> Result<(), BidError> {
    if !has_at_most_decimals(bid, decimals) {
        Err(BidError::TooManyDecimals(decimals))
    } else if bid < lowest {
        Err(BidError::TooLow(lowest))
    } else if bid > BID_MAX {
        Err(BidError::TooHigh(BID_MAX))
    } else {
        Ok(())
    }
}

/// Whether an amount has at most so many decimals (0..=6).
pub fn has_at_most_decimals(amount: Money, decimals: u32) -> bool {
    amount.micros() % 10i64.pow(6u32.saturating_sub(decimals)) == 0
}

/// The coefficient of a decimal number (`1.5`), or nothing when it is not within 0.2 to 9 in steps of 0.1.
pub fn coefficient_from_decimal(value: Money) -> Option<Coefficient> {
    if value.micros() % MICROS_PER_TENTH != 0 {
        return None;
    }
    u8::try_from(value.micros() / MICROS_PER_TENTH).ok().and_then(Coefficient::from_tenths)
}

/// The decimal number of a coefficient, as the API writes it.
pub const fn coefficient_to_decimal(coefficient: Coefficient) -> Money {
    Money::from_micros(coefficient.tenths() as i64 * MICROS_PER_TENTH)
}

/// The price of a click: bid x coefficient, rounded down to a micro-dollar, never below `format_min`.
pub fn price(bid: Money, coefficient: Coefficient, format_min: Money) -> Money {
    Money::from_micros((i128::from(bid.micros()) * i128::from(coefficient.tenths()) / 10) as i64).max(format_min)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn money(text: &str) -> Money {
        Money::parse(text, 6).unwrap()
    }

    #[test]
    fn the_highest_minimum_holds() {
        let check = |trusted: bool, own: Option<&str>, country: Option<&str>, expected: &str| {
            let user = user_minimum(trusted, own.map(money), &Bids::default());
            let lowest = lowest_native_bid(user, country.map(money));
            assert_eq!(lowest, money(expected), "trusted {trusted}, override {own:?}, country {country:?}");
        };
        check(false, None, None, "1");
        check(true, None, None, "0.1");
        check(false, Some("0.3"), None, "0.3");
        check(true, Some("0.9"), None, "0.9");
        check(true, Some("0.001"), None, "0.005");
        check(true, None, Some("0.25"), "0.25");
        check(false, None, Some("0.25"), "1");
        check(false, None, Some("2"), "2");
    }

    #[test]
    fn bids_are_checked() {
        let native = |bid: &str, lowest: &str, expected: Result<(), BidError>| {
            assert_eq!(check_native_bid(money(bid), money(lowest)), expected, "{bid} at least {lowest}");
        };
        native("1", "1", Ok(()));
        native("0.005", "0.005", Ok(()));
        native("1000", "1", Ok(()));
        native("1.234", "1", Ok(()));
        native("0.999", "1", Err(BidError::TooLow(money("1"))));
        native("0", "0.005", Err(BidError::TooLow(money("0.005"))));
        native("-5", "0.005", Err(BidError::TooLow(money("0.005"))));
        native("1.2345", "1", Err(BidError::TooManyDecimals(3)));
        native("1000.001", "1", Err(BidError::TooHigh(BID_MAX)));
        let push = |bid: &str, country: Option<&str>, expected: Result<(), BidError>| {
            let lowest = lowest_push_bid(country.map(money));
            assert_eq!(check_push_bid(money(bid), lowest), expected, "{bid} in a country with {country:?}");
        };
        push("0.01", None, Ok(()));
        push("0.011", None, Err(BidError::TooManyDecimals(2)));
        push("0.005", None, Err(BidError::TooManyDecimals(2)));
        push("0", None, Err(BidError::TooLow(money("0.01"))));
        push("0.05", Some("0.06"), Err(BidError::TooLow(money("0.06"))));
        push("0.06", Some("0.06"), Ok(()));
        push("1000.01", None, Err(BidError::TooHigh(BID_MAX)));
    }

    #[test]
    fn coefficients_are_tenths_from_0_2_to_9() {
        let check = |text: &str, expected: Option<u8>| {
            assert_eq!(coefficient_from_decimal(money(text)).map(Coefficient::tenths), expected, "{text}");
        };
        check("0.2", Some(2));
        check("1", Some(10));
        check("9", Some(90));
        check("9.0", Some(90));
        for text in ["0.1", "9.1", "0.25", "0", "-1", "30"] {
            check(text, None);
        }
        assert_eq!(coefficient_to_decimal(Coefficient::from_tenths(15).unwrap()), money("1.5"));
    }

    #[test]
    fn a_price_never_falls_below_the_format() {
        let check = |bid: &str, tenths: u8, expected: &str| {
            let coefficient = Coefficient::from_tenths(tenths).unwrap();
            assert_eq!(price(money(bid), coefficient, NATIVE_FORMAT_MIN), money(expected), "{bid} x {tenths}/10");
        };
        check("4", 10, "4");
        check("4", 15, "6");
        check("0.005", 2, "0.005");
        check("0.013", 13, "0.0169");
    }
}
