//! Amounts of money: integer micro-dollars, read from and written as decimal text, never through a float.

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

/// Micro-dollars in a dollar.
pub const MICROS_PER_DOLLAR: i64 = 1_000_000;
/// Micro-dollars of a cent: the least that is paid in or out, and that people type where amounts have two decimals.
pub const MICROS_PER_CENT: i64 = 10_000;
/// The most decimals an amount can have.
pub const DECIMALS_MAX: u32 = 6;
/// Basis points in a whole.
pub const BASIS_POINTS: i64 = 10_000;
/// The largest amount accepted from outside: one billion dollars.
pub const INPUT_MAX: Money = Money(1_000_000_000 * MICROS_PER_DOLLAR);

/// The most that one conversion can be worth: 90 million of them stay within 64 bits.
pub const CONVERSION_MAX: Money = Money(100_000 * MICROS_PER_DOLLAR);

/// Stands before what is below zero, where people read it.
const MINUS: &str = "\u{2212}";
/// Stands between thousands.
const NO_BREAK_SPACE: char = '\u{a0}';

/// An amount in micro-dollars; negative for a debit.
///
/// In JSON it is a number of dollars with at most 6 decimals, in binary formats the integer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Money(i64);

/// Why a text is no amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoneyError {
    /// Not of the form `-123.45`.
    #[error("must be an amount such as 12.50")]
    Malformed,
    /// More decimals than the field allows.
    #[error("has more than {0} decimals")]
    TooManyDecimals(u32),
    /// Beyond [`INPUT_MAX`].
    #[error("is out of range")]
    OutOfRange,
}

impl Money {
    /// Nothing.
    pub const ZERO: Self = Self(0);
    /// The least amount with two decimals.
    pub const CENT: Self = Self(MICROS_PER_CENT);

    /// An amount of so many micro-dollars.
    pub const fn from_micros(micros: i64) -> Self {
        Self(micros)
    }

    /// A whole number of dollars.
    pub const fn from_dollars(dollars: i64) -> Self {
        Self(dollars * MICROS_PER_DOLLAR)
    }

    /// The amount in micro-dollars.
    pub const fn micros(self) -> i64 {
        self.0
    }

    /// Whether it has at most two decimals.
    pub const fn is_whole_cents(self) -> bool {
        self.0 % MICROS_PER_CENT == 0
    }

    /// The whole cents of it, towards zero.
    #[must_use]
    pub const fn whole_cents(self) -> Self {
        Self(self.0 / MICROS_PER_CENT * MICROS_PER_CENT)
    }

    /// Whether the amount is zero.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// Whether the amount is below zero.
    pub const fn is_negative(self) -> bool {
        self.0 < 0
    }

    /// Reads a decimal number of dollars with at most `max_decimals` significant decimals (0..=6).
    ///
    /// Accepts what a JSON number may be, exponents included. Trailing zeros do not count as decimals.
    pub fn parse(text: &str, max_decimals: u32) -> Result<Self, MoneyError> {
        let most = i128::from(INPUT_MAX.0);
        scaled(text, max_decimals.min(DECIMALS_MAX), DECIMALS_MAX, most).map(|micros| Self(micros as i64))
    }

    /// `self` x `basis_points` / 10,000, rounded towards zero. `basis_points` is 0..=10,000.
    #[must_use]
    pub fn share(self, basis_points: i64) -> Self {
        assert!((0..=BASIS_POINTS).contains(&basis_points), "a share is 0 to 10,000 basis points");
        Self((i128::from(self.0) * i128::from(basis_points) / i128::from(BASIS_POINTS)) as i64)
    }

    /// What people read, in mails and notices as on pages: `$1 234,50`, with a no-break space, at least two decimals and a
    /// true minus.
    pub fn text(self) -> String {
        let figures = self.figures();
        match figures.strip_prefix(MINUS) {
            Some(rest) => format!("{MINUS}${rest}"),
            None => format!("${figures}"),
        }
    }

    /// As [`Money::text`], where the currency stands elsewhere: `1 234,50`.
    pub fn figures(self) -> String {
        let exact = self.to_string();
        let (sign, digits) = exact.strip_prefix('-').map_or(("", exact.as_str()), |digits| (MINUS, digits));
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let mut grouped = String::with_capacity(whole.len() * 2);
        for (at, digit) in whole.chars().enumerate() {
            if at > 0 && (whole.len() - at).is_multiple_of(3) {
                grouped.push(NO_BREAK_SPACE);
            }
            grouped.push(digit);
        }
        format!("{sign}{grouped},{fraction:0<2}")
    }

    /// The sum, or nothing on overflow.
    pub const fn checked_add(self, other: Self) -> Option<Self> {
        match self.0.checked_add(other.0) {
            Some(sum) => Some(Self(sum)),
            None => None,
        }
    }

    /// The difference, held at the ends of the range.
    #[must_use]
    pub const fn saturating_sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

/// Reads a decimal number with at most `max_decimals` significant decimals, in units of which `10^unit_decimals` are a whole.
pub(crate) fn scaled(text: &str, max_decimals: u32, unit_decimals: u32, most: i128) -> Result<i128, MoneyError> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (mantissa, exponent) = match digits.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (
            mantissa,
            exponent.strip_prefix('+').unwrap_or(exponent).parse::<i32>().map_err(|_| MoneyError::Malformed)?,
        ),
        None => (digits, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let ok = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    if whole.is_empty() || !ok(whole) || !ok(fraction) || (mantissa.contains('.') && fraction.is_empty()) {
        return Err(MoneyError::Malformed);
    }
    if text.len() > 40 || exponent.abs() > 30 {
        return Err(MoneyError::OutOfRange);
    }
    let joined = format!("{whole}{fraction}");
    let significant = joined.trim_start_matches('0');
    if significant.is_empty() {
        return Ok(0);
    }
    let trimmed = significant.trim_end_matches('0');
    let scale = fraction.len() as i32 - exponent - (significant.len() - trimmed.len()) as i32;
    if scale > max_decimals as i32 {
        return Err(MoneyError::TooManyDecimals(max_decimals));
    }
    let value: i128 = trimmed.parse().map_err(|_| MoneyError::OutOfRange)?;
    let power = u32::try_from(unit_decimals as i32 - scale).map_err(|_| MoneyError::OutOfRange)?;
    let units = 10i128.checked_pow(power).and_then(|p| value.checked_mul(p)).ok_or(MoneyError::OutOfRange)?;
    if units > most {
        return Err(MoneyError::OutOfRange);
    }
    Ok(if negative { -units } else { units })
}

impl fmt::Display for Money {
    /// The shortest exact decimal number of dollars.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let magnitude = self.0.unsigned_abs();
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, fraction) = (magnitude / MICROS_PER_DOLLAR as u64, magnitude % MICROS_PER_DOLLAR as u64);
        if fraction == 0 {
            return write!(f, "{sign}{whole}");
        }
        let decimals = format!("{fraction:06}");
        write!(f, "{sign}{whole}.{}", decimals.trim_end_matches('0'))
    }
}

impl Add for Money {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.checked_add(other.0).expect("sums of money stay far below the range of 64 bits"))
    }
}

impl Sub for Money {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.checked_sub(other.0).expect("differences of money stay far below the range of 64 bits"))
    }
}

impl Neg for Money {
    type Output = Self;
    fn neg(self) -> Self {
        Self(self.0.checked_neg().expect("amounts of money stay far below the range of 64 bits"))
    }
}

impl AddAssign for Money {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Money {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Sum for Money {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Add::add)
    }
}

impl Serialize for Money {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            self.to_string().parse::<serde_json::Number>().map_err(serde::ser::Error::custom)?.serialize(serializer)
        } else {
            serializer.serialize_i64(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for Money {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if !deserializer.is_human_readable() {
            return i64::deserialize(deserializer).map(Self);
        }
        deserializer.deserialize_any(HumanMoney)
    }
}

/// Reads a JSON number as its digits.
struct HumanMoney;

impl<'de> Visitor<'de> for HumanMoney {
    type Value = Money;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an amount such as 12.50")
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Money, E> {
        Money::parse(&value.to_string(), DECIMALS_MAX).map_err(E::custom)
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Money, E> {
        Money::parse(&value.to_string(), DECIMALS_MAX).map_err(E::custom)
    }

    fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<Money, A::Error> {
        // With `arbitrary_precision` a number arrives as a map of one entry that holds its digits.
        let number = serde_json::Number::deserialize(de::value::MapAccessDeserializer::new(map))?;
        Money::parse(number.as_str(), DECIMALS_MAX).map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn people_read_amounts_as_pages_write_them() {
        let check = |amount: &str, expected: &str| assert_eq!(Money::parse(amount, 6).unwrap().text(), expected);
        check("0", "$0,00");
        check("20", "$20,00");
        check("1234.5", "$1\u{a0}234,50");
        check("999999.07", "$999\u{a0}999,07");
        check("1000000", "$1\u{a0}000\u{a0}000,00");
        check("-0.004", "\u{2212}$0,004");
        check("-1200", "\u{2212}$1\u{a0}200,00");
        assert_eq!(Money::from_dollars(-1_200).figures(), "\u{2212}1\u{a0}200,00");
    }

    #[test]
    fn amounts_are_read_as_text() {
        let check = |text: &str, decimals: u32, expected: Result<i64, MoneyError>| {
            assert_eq!(Money::parse(text, decimals).map(Money::micros), expected, "{text} with {decimals} decimals");
        };
        check("0", 6, Ok(0));
        check("4.00", 3, Ok(4_000_000));
        check("0.005", 3, Ok(5_000));
        check("-12.345678", 6, Ok(-12_345_678));
        check("0.1e1", 0, Ok(1_000_000));
        check("25E-1", 1, Ok(2_500_000));
        check("1000000000", 0, Ok(INPUT_MAX.0));
        check("1.2300000000", 2, Ok(1_230_000));
        check("0.0055", 3, Err(MoneyError::TooManyDecimals(3)));
        check("0.0000001", 6, Err(MoneyError::TooManyDecimals(6)));
        check("1000000000.01", 2, Err(MoneyError::OutOfRange));
        check("1e25", 2, Err(MoneyError::OutOfRange));
        for text in ["", "-", ".5", "5.", "1,5", "abc", "1.2.3", "1e", "+1", " 1", "0x1", "NaN", "1e99999999999"] {
            check(text, 6, Err(MoneyError::Malformed));
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(micros in -INPUT_MAX.0..=INPUT_MAX.0) {
            let money = Money(micros);
            prop_assert_eq!(Money::parse(&money.to_string(), 6), Ok(money));
            let json = serde_json::to_string(&money).unwrap();
            prop_assert_eq!(serde_json::from_str::<Money>(&json).unwrap(), money);
            prop_assert_eq!(postcard::from_bytes::<Money>(&postcard::to_stdvec(&money).unwrap()).unwrap(), money);
        }

        #[test]
        fn any_text_is_an_amount_or_an_error(text in ".{0,24}") {
            let _ = Money::parse(&text, 6);
        }

        #[test]
        fn a_share_never_exceeds_the_whole(micros in 0..=INPUT_MAX.0, bp in 0..=BASIS_POINTS) {
            let share = Money(micros).share(bp);
            prop_assert!(share <= Money(micros) && !share.is_negative());
        }
    }
}
