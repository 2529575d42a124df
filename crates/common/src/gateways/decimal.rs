//! Amounts of other currencies as gateways write them: exact decimals, never floats.

use placard_model::Money;
use placard_model::money::INPUT_MAX;
use serde_json::Value;

/// Decimals that are kept: further ones are left out, which favours nobody by more than a millionth of a millionth.
const DECIMALS: i32 = 12;

/// A number of a JSON value, in units of 10^-12; gateways send some of them as texts. None if it is no amount.
pub(super) fn units(value: &Value) -> Option<i128> {
    let text = match value {
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.clone(),
        _ => return None,
    };
    if text.len() > 60 {
        return None;
    }
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.trim_start_matches('+').parse::<i32>().ok()?),
        None => (text.as_str(), 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    if whole.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) || exponent.abs() > 40 {
        return None;
    }
    let shift = DECIMALS + exponent - fraction.len() as i32;
    let number: i128 = digits.parse().ok()?;
    if shift >= 0 {
        10_i128.checked_pow(shift.unsigned_abs()).and_then(|power| number.checked_mul(power))
    } else {
        Some(10_i128.checked_pow(shift.unsigned_abs()).map_or(0, |power| number / power))
    }
}

/// Dollars of a JSON value; none if it is no amount of dollars.
pub(super) fn dollars(value: &Value) -> Option<Money> {
    let micros = units(value)? / 1_000_000;
    i64::try_from(micros).ok().map(Money::from_micros).filter(|amount| *amount <= INPUT_MAX)
}

/// `price` x `paid` / `whole`, rounded down.
pub(super) fn part_of(price: Money, paid: i128, whole: i128) -> Option<Money> {
    let micros = i128::from(price.micros()).checked_mul(paid)?.checked_div(whole)?;
    i64::try_from(micros).ok().map(Money::from_micros).filter(|amount| *amount <= INPUT_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn amounts_are_read_exactly() {
        let check = |value: Value, expected: Option<i128>| assert_eq!(units(&value), expected, "{value}");
        check(json!(1), Some(1_000_000_000_000));
        check(json!("0.000000000001"), Some(1));
        check(json!("0.0000000000019"), Some(1));
        check(serde_json::from_str("1e-7").unwrap(), Some(100_000));
        check(serde_json::from_str("2.5E+3").unwrap(), Some(2_500_000_000_000_000));
        for wrong in [json!(null), json!(-1), json!("1,5"), json!("."), json!("1e999"), json!([1])] {
            check(wrong, None);
        }
        assert_eq!(dollars(&serde_json::from_str("49.99").unwrap()), Money::parse("49.99", 2).ok());
        let price = Money::from_dollars(50);
        assert_eq!(part_of(price, 1, 3), Some(Money::from_micros(16_666_666)));
        assert_eq!(part_of(price, 5, 5), Some(price));
        assert_eq!(part_of(price, 1, 0), None);
        assert_eq!(part_of(price, i128::MAX, 1), None);
    }
}
