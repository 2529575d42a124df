//! What people say of themselves when they sign up or change their account.

use axum::http::{HeaderMap, header};
use placard_common::error::FieldErrors;
use placard_common::visit::{REFERRAL_COOKIE, SOURCE_COOKIE};
use placard_model::validate;
use placard_store::accounts::users::{Attribution, normal_email};
use std::borrow::Cow;
use url::form_urlencoded;

/// The longest name, phone, Skype or Telegram name, in characters.
pub(crate) const CONTACT_MAX: usize = 100;
/// The longest marketing source, medium or campaign, in characters.
pub(crate) const SOURCE_MAX: usize = 100;

/// Reads a mail address into the form in which it is kept.
pub(crate) fn email(errors: &mut FieldErrors, field: &str, given: &str) -> String {
    let email = normal_email(given);
    errors.check(field, validate::is_email(&email), "must be a mail address such as name@example.com");
    email
}

/// Notes each rule that a password breaks.
pub(crate) fn password(errors: &mut FieldErrors, field: &str, given: &str) {
    for rule in validate::broken_password_rules(given) {
        errors.add(field, rule.to_string());
    }
}

/// Reads a contact; none when it was omitted.
pub(crate) fn contact(errors: &mut FieldErrors, field: &str, given: Option<String>) -> Option<String> {
    given.map(|given| line(errors, field, &given, CONTACT_MAX))
}

/// Reads where somebody comes from: what the call says, else what the cookie of the first visit says. What is too long or
/// no line counts as not there: it came with a link, and nobody who signs up could mend it.
pub(crate) fn attribution(given: [Option<String>; 3], headers: &HeaderMap) -> Attribution {
    let [source, medium, campaign] = given.map(|given| {
        let given = given.unwrap_or_default();
        validate::line(&given, 0, SOURCE_MAX).map(str::to_owned).unwrap_or_default()
    });
    let said = Attribution { source, medium, campaign };
    if said == Attribution::default() { first_visit(headers) } else { said }
}

fn line(errors: &mut FieldErrors, field: &str, given: &str, max: usize) -> String {
    match validate::line(given, 0, max) {
        Ok(line) => line.to_owned(),
        Err(message) => {
            errors.add(field, message);
            String::new()
        }
    }
}

/// The code of the referral link that the browser remembers.
pub(crate) fn referral(headers: &HeaderMap) -> Option<String> {
    cookie(headers, REFERRAL_COOKIE).map(str::to_owned)
}

fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(found, _)| *found == name).map(|(_, value)| value)
}

/// The cookie holds a query, encoded once more. What cannot be read counts as not there: nobody typed it.
fn first_visit(headers: &HeaderMap) -> Attribution {
    let Some(value) = cookie(headers, SOURCE_COOKIE) else { return Attribution::default() };
    let query: Cow<'_, str> = if value.contains('=') {
        value.into()
    } else {
        form_urlencoded::parse(value.as_bytes()).next().map_or_else(Cow::default, |(decoded, _)| decoded)
    };
    let mut found = Attribution::default();
    for (name, text) in form_urlencoded::parse(query.as_bytes()) {
        let Ok(text) = validate::line(&text, 0, SOURCE_MAX) else { continue };
        match &*name {
            "source" => text.clone_into(&mut found.source),
            "medium" => text.clone_into(&mut found.medium),
            "campaign" => text.clone_into(&mut found.campaign),
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_visit_is_read_from_its_cookie() {
        let check = |cookie: &str, expected: [&str; 3]| {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, cookie.parse().unwrap());
            let found = first_visit(&headers);
            assert_eq!([&*found.source, &*found.medium, &*found.campaign], expected, "{cookie}");
        };
        check("placard_source=source%3Dfb%26medium%3Dpartners%26campaign%3Da%2520b", ["fb", "partners", "a b"]);
        check("locale=en; placard_source=source=fb&medium=partners", ["fb", "partners", ""]);
        check("other=source=x", ["", "", ""]);
        check("placard_source=", ["", "", ""]);
        check("placard_source=source%3D%250A", ["", "", ""]);
        check(&format!("placard_source=source={}&medium=m", "x".repeat(101)), ["", "m", ""]);
    }
}
