//! How long an answer asks to wait.

use hyper::HeaderMap;
use hyper::header::{self, HeaderName};
use std::time::Duration;

/// What `Retry-After` says (RFC 9110 section 10.2.3): seconds, or a moment. That one is counted from the answer's own `Date`, which whoever
/// has a clock sends (section 6.6.1), as two clocks need not agree. A moment that is over asks for nothing.
pub(super) fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
    let asked = text(header::RETRY_AFTER)?;
    if let Ok(seconds) = asked.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let until = httpdate::parse_http_date(asked).ok()?;
    let since = httpdate::parse_http_date(text(header::DATE)?).ok()?;
    until.duration_since(since).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyper::header::HeaderValue;

    #[test]
    fn seconds_and_moments_are_understood() {
        let check = |asked: &str, date: Option<&str>, expected: Option<u64>| {
            let mut headers = HeaderMap::new();
            headers.insert(header::RETRY_AFTER, HeaderValue::from_str(asked).unwrap());
            if let Some(date) = date {
                headers.insert(header::DATE, HeaderValue::from_str(date).unwrap());
            }
            assert_eq!(retry_after(&headers), expected.map(Duration::from_secs), "{asked} {date:?}");
        };
        let date = Some("Sun, 06 Nov 1994 08:49:37 GMT");
        check("120", None, Some(120));
        check(" 0 ", date, Some(0));
        check("Sun, 06 Nov 1994 08:51:37 GMT", date, Some(120));
        // The two other forms that are read (section 5.6.7).
        check("Sunday, 06-Nov-94 08:51:37 GMT", date, Some(120));
        check("Sun Nov  6 08:51:37 1994", date, Some(120));
        check("Sun, 06 Nov 1994 08:49:36 GMT", date, None);
        check("Sun, 06 Nov 1994 08:51:37 GMT", None, None);
        check("Sun, 06 Nov 1994 08:51:37 GMT", Some("yesterday"), None);
        for asked in ["-1", "1.5", "soon", "", "99999999999999999999999"] {
            check(asked, date, None);
        }
        assert_eq!(retry_after(&HeaderMap::new()), None);
    }
}
