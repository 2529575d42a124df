//! Weeks and months of UTC days. Facts store a month as a number, so that SQL needs no calendar.

use placard_model::{Day, Hour};

/// Months since 0000-01 of the day.
pub(crate) fn month_of(day: Day) -> i64 {
    let text = day.to_string();
    let part = |range: std::ops::Range<usize>| text.get(range).and_then(|digits| digits.parse::<i64>().ok());
    match (part(0..4), part(5..7)) {
        (Some(year), Some(month)) => year * 12 + month - 1,
        // Years beyond 9999 or before 0 have another form; such days come from a broken clock only.
        _ => 0,
    }
}

/// `YYYY-MM` of a month's number.
pub(crate) fn month_text(month: i64) -> String {
    format!("{:04}-{:02}", month.div_euclid(12), month.rem_euclid(12) + 1)
}

/// The month's number of `YYYY-MM`.
pub(crate) fn parse_month(text: &str) -> Option<i64> {
    let (year, month) = text.split_once('-')?;
    if year.len() != 4 || month.len() != 2 {
        return None;
    }
    Day::parse(&format!("{text}-01")).map(month_of)
}

/// First and last day of a month's number.
pub(crate) fn month_days(month: i64) -> Option<(Day, Day)> {
    let first = |month: i64| Day::parse(&format!("{}-01", month_text(month)));
    Some((first(month)?, first(month + 1)?.plus(-1)))
}

/// The Monday of the day's ISO week.
pub(crate) const fn monday_of(day: Day) -> Day {
    // 1970-01-01 was a Thursday: 3 days after Monday.
    Day(day.0 - (day.0 + 3).rem_euclid(7))
}

/// `YYYY-MM-DDTHH` of an hour.
pub(crate) fn hour_text(hour: Hour) -> String {
    format!("{}T{:02}", hour.day(), hour.0.rem_euclid(24))
}

/// The hour of `YYYY-MM-DDTHH`.
pub(crate) fn parse_hour(text: &str) -> Option<Hour> {
    let (day, hour) = text.split_once('T')?;
    let digits = hour.len() == 2 && hour.bytes().all(|byte| byte.is_ascii_digit());
    let hour = hour.parse::<i32>().ok().filter(|number| digits && *number < 24)?;
    Some(Hour(Day::parse(day)?.first_hour().0 + hour))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weeks_and_months_of_days() {
        let day = |text| Day::parse(text).unwrap();
        assert_eq!(month_text(month_of(day("2026-11-21"))), "2026-11");
        assert_eq!(month_text(month_of(day("1970-01-01"))), "1970-01");
        assert_eq!(parse_month("2026-11"), Some(month_of(day("2026-11-30"))));
        assert_eq!(parse_month("2026-13"), None);
        assert_eq!(parse_month("2026-1"), None);
        assert_eq!(month_days(month_of(day("2028-02-10"))), Some((day("2028-02-01"), day("2028-02-29"))));
        assert_eq!(monday_of(day("2026-11-21")), day("2026-11-16"));
        assert_eq!(monday_of(day("2026-11-16")), day("2026-11-16"));
        assert_eq!(monday_of(day("1969-12-31")), day("1969-12-29"));
        assert_eq!(parse_hour("2026-11-21T07").map(hour_text).as_deref(), Some("2026-11-21T07"));
        for text in ["2026-11-21", "2026-11-21T24", "2026-11-21T7", "2026-11-21T+7", "T07"] {
            assert_eq!(parse_hour(text), None, "{text}");
        }
    }
}
