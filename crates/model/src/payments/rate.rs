//! Rates of currencies: integer nano-dollars of one unit, read from and written as decimal text, never through a float.

use crate::money::{INPUT_MAX, Money, MoneyError, scaled};
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// Decimals that a rate can have.
pub const RATE_DECIMALS_MAX: u32 = 9;
/// Nano-dollars in a dollar.
const NANOS_PER_DOLLAR: i64 = 1_000_000_000;
/// The highest rate: a million dollars for one unit.
pub const RATE_MAX: Rate = Rate(1_000_000 * NANOS_PER_DOLLAR);

/// How many dollars one unit of a currency is, in nano-dollars; above zero.
///
/// In JSON it is a number with at most 9 decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rate(i64);

impl Rate {
    /// That of the dollar.
    pub const ONE: Self = Self(NANOS_PER_DOLLAR);

    /// A rate of so many nano-dollars; none unless it is above zero and at most [`RATE_MAX`].
    pub const fn from_nanos(nanos: i64) -> Option<Self> {
        if nanos > 0 && nanos <= RATE_MAX.0 { Some(Self(nanos)) } else { None }
    }

    /// The rate in nano-dollars.
    pub const fn nanos(self) -> i64 {
        self.0
    }

    /// Reads a decimal number of dollars above zero with at most [`RATE_DECIMALS_MAX`] decimals.
    ///
    /// # Errors
    /// When it is no such number.
    pub fn parse(text: &str) -> Result<Self, MoneyError> {
        let nanos = scaled(text, RATE_DECIMALS_MAX, RATE_DECIMALS_MAX, i128::from(RATE_MAX.0))?;
        Self::from_nanos(nanos as i64).ok_or(MoneyError::OutOfRange)
    }

    /// An amount of a currency of this rate in a currency of another one, rounded down to a millionth of its unit; none when it
    /// is beyond what amounts can be. `amount` is not negative.
    pub fn convert(self, amount: Money, to: Self) -> Option<Money> {
        let micros = i128::from(amount.micros()) * i128::from(self.0) / i128::from(to.0);
        let micros = i64::try_from(micros).ok().filter(|micros| (0..=INPUT_MAX.micros()).contains(micros))?;
        Some(Money::from_micros(micros))
    }
}

impl fmt::Display for Rate {
    /// The shortest exact decimal number of dollars.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, fraction) = (self.0 / NANOS_PER_DOLLAR, self.0 % NANOS_PER_DOLLAR);
        if fraction == 0 {
            return write!(f, "{whole}");
        }
        let decimals = format!("{fraction:09}");
        write!(f, "{whole}.{}", decimals.trim_end_matches('0'))
    }
}

impl Serialize for Rate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_string().parse::<serde_json::Number>().map_err(serde::ser::Error::custom)?.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Rate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(HumanRate)
    }
}

/// Reads a JSON number as its digits.
struct HumanRate;

impl<'de> Visitor<'de> for HumanRate {
    type Value = Rate;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a rate such as 1.085")
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Rate, E> {
        Rate::parse(&value.to_string()).map_err(|error| E::custom(words(error)))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Rate, E> {
        Rate::parse(&value.to_string()).map_err(|error| E::custom(words(error)))
    }

    fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<Rate, A::Error> {
        // With `arbitrary_precision` a number arrives as a map of one entry that holds its digits.
        let number = serde_json::Number::deserialize(de::value::MapAccessDeserializer::new(map))?;
        Rate::parse(number.as_str()).map_err(|error| de::Error::custom(words(error)))
    }
}

/// What is wrong with a rate, to be read after the field's name.
fn words(error: MoneyError) -> String {
    match error {
        MoneyError::Malformed => "must be a rate such as 1.085".to_owned(),
        MoneyError::TooManyDecimals(most) => format!("has more than {most} decimals"),
        MoneyError::OutOfRange => format!("must be above 0 and at most {RATE_MAX}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn rates_are_read_as_text() {
        let check = |text: &str, expected: Result<i64, MoneyError>| {
            assert_eq!(Rate::parse(text).map(Rate::nanos), expected, "{text}");
        };
        check("1", Ok(1_000_000_000));
        check("1.085", Ok(1_085_000_000));
        check("0.000000001", Ok(1));
        check("1000000", Ok(RATE_MAX.0));
        check("0", Err(MoneyError::OutOfRange));
        check("-1", Err(MoneyError::OutOfRange));
        check("1000000.1", Err(MoneyError::OutOfRange));
        check("0.0000000001", Err(MoneyError::TooManyDecimals(9)));
        check("x", Err(MoneyError::Malformed));
    }

    #[test]
    fn amounts_are_converted_and_rounded_down() {
        let check = |amount: &str, from: &str, to: &str, expected: Option<&str>| {
            let money = |text: &str| Money::parse(text, 6).unwrap();
            let found = Rate::parse(from).unwrap().convert(money(amount), Rate::parse(to).unwrap());
            assert_eq!(found, expected.map(money), "{amount} at {from} to {to}");
        };
        check("100", "1.085", "1", Some("108.5"));
        check("10", "1", "3", Some("3.333333"));
        check("0.000001", "1", "2", Some("0"));
        check("1000000000", "1000000", "1", None);
        check("1000000000", "1000000", "0.000000001", None);
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(nanos in 1..=RATE_MAX.0) {
            let rate = Rate(nanos);
            prop_assert_eq!(Rate::parse(&rate.to_string()), Ok(rate));
            let json = serde_json::to_string(&rate).unwrap();
            prop_assert_eq!(serde_json::from_str::<Rate>(&json).unwrap(), rate);
        }

        #[test]
        fn there_and_back_never_gains(micros in 0..=INPUT_MAX.micros(), from in 1..=RATE_MAX.0, to in 1..=RATE_MAX.0) {
            let (amount, from, to) = (Money::from_micros(micros), Rate(from), Rate(to));
            let back = from.convert(amount, to).and_then(|there| to.convert(there, from));
            prop_assert!(back.is_none_or(|back| back <= amount));
        }
    }
}
