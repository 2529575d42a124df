//! Rules for what people type: mail addresses, passwords, domains, URLs, pasted lists, names.

use url::{Host, Url};

/// The name of a field of the ad form, and what is wrong with it.
pub type FieldError = (&'static str, String);

/// The longest mail address, in bytes (RFC 5321).
pub const EMAIL_MAX: usize = 254;
/// The shortest password, in characters.
pub const PASSWORD_MIN: usize = 8;
/// The longest password, in characters: hashing a longer one is only work.
pub const PASSWORD_MAX: usize = 128;
/// The longest URL, in bytes.
pub const URL_MAX: usize = 2_048;
/// The longest name of a campaign, group, site or block, in characters.
pub const NAME_MAX: usize = 200;
/// The longest free comment, in characters.
pub const COMMENT_MAX: usize = 1_000;

/// A rule that a password breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PasswordRule {
    /// Fewer than [`PASSWORD_MIN`] characters.
    #[error("must have at least 8 characters")]
    TooShort,
    /// More than [`PASSWORD_MAX`] characters.
    #[error("must have at most 128 characters")]
    TooLong,
    /// No upper-case letter.
    #[error("must contain an uppercase letter")]
    NoUpper,
    /// No lower-case letter.
    #[error("must contain a lowercase letter")]
    NoLower,
    /// No digit.
    #[error("must contain a digit")]
    NoDigit,
    /// Nothing that is neither letter nor digit.
    #[error("must contain a special character")]
    NoSpecial,
    /// Blanks, tabs, line ends.
    #[error("must not contain whitespace")]
    Whitespace,
}

/// Why a domain or URL is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// Neither `http` nor `https`.
    #[error("must start with http:// or https://")]
    Scheme,
    /// Not of the form of a URL.
    #[error("is not a valid address")]
    Malformed,
    /// A host without a dot, or none.
    #[error("must have a domain name with a dot")]
    Host,
    /// A user name or password before the host.
    #[error("must not contain a user name or password")]
    Credentials,
    /// Longer than [`URL_MAX`].
    #[error("must have at most 2048 bytes")]
    TooLong,
    /// A macro where none may stand.
    #[error("must not contain a macro in the domain name")]
    Macro,
}

/// Whether a mail address has the form `something@something.something`.
pub fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    text.len() <= EMAIL_MAX
        && !local.is_empty()
        && !local.contains('@')
        && !text.chars().any(|c| c.is_whitespace() || c.is_control())
        && domain.split_once('.').is_some_and(|(name, rest)| !name.is_empty() && !rest.is_empty())
        && !domain.ends_with('.')
}

/// The rules that a password breaks; none when it is good.
pub fn broken_password_rules(password: &str) -> Vec<PasswordRule> {
    let length = password.chars().count();
    let has = |test: fn(char) -> bool| password.chars().any(test);
    [
        (length < PASSWORD_MIN, PasswordRule::TooShort),
        (length > PASSWORD_MAX, PasswordRule::TooLong),
        (!has(char::is_uppercase), PasswordRule::NoUpper),
        (!has(char::is_lowercase), PasswordRule::NoLower),
        (!has(|c| c.is_ascii_digit()), PasswordRule::NoDigit),
        (!has(|c| !c.is_alphanumeric() && !c.is_whitespace()), PasswordRule::NoSpecial),
        (has(char::is_whitespace), PasswordRule::Whitespace),
    ]
    .into_iter()
    .filter_map(|(broken, rule)| broken.then_some(rule))
    .collect()
}

/// The host of a site's address, lower case and in ASCII: `http://`, `https://` or no scheme, a host with a dot, an
/// optional port, path and query, which are dropped. A leading `www.` stays.
pub fn site_domain(text: &str) -> Result<String, AddressError> {
    let text = text.trim();
    if text.len() > URL_MAX {
        return Err(AddressError::TooLong);
    }
    let full = match text.split_once("://") {
        Some((scheme, _)) if scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https") => text.into(),
        Some(_) => return Err(AddressError::Scheme),
        None => format!("http://{text}"),
    };
    let url = parse(&full)?;
    match url.host() {
        Some(Host::Domain(domain)) if is_dotted(domain) => Ok(domain.trim_end_matches('.').to_owned()),
        Some(Host::Ipv4(address)) => Ok(address.to_string()),
        _ => Err(AddressError::Host),
    }
}

/// Checks an absolute `http` or `https` URL. Macros in braces may stand in its path, query and fragment.
pub fn http_url(text: &str) -> Result<Url, AddressError> {
    if text.len() > URL_MAX {
        return Err(AddressError::TooLong);
    }
    let rest = strip_scheme(text).ok_or(AddressError::Scheme)?;
    if text.chars().any(|c| c.is_whitespace() || c.is_control()) {
        return Err(AddressError::Malformed);
    }
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if authority.contains(['{', '}']) {
        return Err(AddressError::Macro);
    }
    if authority.contains('\\') || authority.is_empty() {
        return Err(AddressError::Malformed);
    }
    let url = parse(text)?;
    match url.host() {
        Some(Host::Domain(domain)) if is_dotted(domain) => Ok(url),
        Some(Host::Ipv4(_) | Host::Ipv6(_)) => Ok(url),
        _ => Err(AddressError::Host),
    }
}

fn strip_scheme(text: &str) -> Option<&str> {
    ["https://", "http://"].into_iter().find_map(|scheme| {
        let (start, rest) = text.split_at_checked(scheme.len())?;
        start.eq_ignore_ascii_case(scheme).then_some(rest)
    })
}

fn parse(text: &str) -> Result<Url, AddressError> {
    let url = Url::parse(text).map_err(|_| AddressError::Malformed)?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err(AddressError::Credentials);
    }
    Ok(url)
}

/// Whether a host has a name and an ending, each of letters, digits and hyphens.
fn is_dotted(domain: &str) -> bool {
    let domain = domain.strip_suffix('.').unwrap_or(domain);
    let label = |label: &str| {
        !label.is_empty()
            && label.len() <= 63
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
    };
    domain.len() <= 253 && domain.contains('.') && domain.split('.').all(label)
}

/// A number as people type it: blanks around it dropped, a decimal comma made a point.
pub fn decimal_text(text: &str) -> String {
    text.trim().replace(',', ".")
}

/// Checks a name (1 to [`NAME_MAX`] characters, one line) and gives it without blanks around it.
pub fn name(text: &str) -> Result<&str, String> {
    line(text, 1, NAME_MAX)
}

/// Checks a text of one line with `min` to `max` characters and gives it without blanks around it.
pub fn line(text: &str, min: usize, max: usize) -> Result<&str, String> {
    let text = text.trim();
    let length = text.chars().count();
    if length == 0 && min > 0 {
        Err("must not be empty".to_owned())
    } else if length < min || length > max {
        Err(if min > 1 {
            format!("must have {min} to {max} characters, has {length}")
        } else {
            format!("must have at most {max} characters, has {length}")
        })
    } else if text.chars().any(char::is_control) {
        Err("must be one line without control characters".to_owned())
    } else {
        Ok(text)
    }
}

/// Checks a text of several lines with at most `max` characters and gives it without blanks around it.
pub fn paragraphs(text: &str, max: usize) -> Result<&str, String> {
    let text = text.trim();
    let length = text.chars().count();
    if length > max {
        Err(format!("must have at most {max} characters, has {length}"))
    } else if text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t')) {
        Err("must not contain control characters".to_owned())
    } else {
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emails() {
        for good in ["a@b.c", "anna.smith+ads@mail.example.com", "ü@bücher.example"] {
            assert!(is_email(good), "{good}");
        }
        for bad in ["", "a", "a@b", "@b.c", "a@.c", "a@b.", "a b@c.d", "a@b@c.d", "a@b .c", "a\n@b.c"] {
            assert!(!is_email(bad), "{bad}");
        }
        assert!(!is_email(&format!("{}@b.c", "a".repeat(EMAIL_MAX))));
    }

    #[test]
    fn passwords() {
        use PasswordRule::*;
        let check = |password: &str, expected: &[PasswordRule]| {
            assert_eq!(broken_password_rules(password), expected, "{password}");
        };
        check("Abcdef1!", &[]);
        check("Пароль1!", &[]);
        check("Abcde1!", &[TooShort]);
        check("abcdef1!", &[NoUpper]);
        check("ABCDEF1!", &[NoLower]);
        check("Abcdefg!", &[NoDigit]);
        check("Abcdefg1", &[NoSpecial]);
        check("Abcd ef1!", &[Whitespace]);
        check("Abcd ef12", &[NoSpecial, Whitespace]);
        check("", &[TooShort, NoUpper, NoLower, NoDigit, NoSpecial]);
        check(&format!("Aa1!{}", "x".repeat(PASSWORD_MAX)), &[TooLong]);
    }

    #[test]
    fn domains() {
        let check = |text: &str, expected: Result<&str, AddressError>| {
            assert_eq!(site_domain(text), expected.map(str::to_owned), "{text}");
        };
        check("example.com", Ok("example.com"));
        check("http://Example.COM", Ok("example.com"));
        check("https://news.example.com:8080/a?b=c", Ok("news.example.com"));
        check(" example.com/path ", Ok("example.com"));
        check("bücher.example", Ok("xn--bcher-kva.example"));
        check("127.0.0.1:8080", Ok("127.0.0.1"));
        check("ftp://example.com", Err(AddressError::Scheme));
        check("javascript://example.com", Err(AddressError::Scheme));
        check("localhost", Err(AddressError::Host));
        check("http://", Err(AddressError::Malformed));
        check("exa mple.com", Err(AddressError::Malformed));
        check("user@example.com", Err(AddressError::Credentials));
        check("example..com", Err(AddressError::Host));
        check("{host}/path", Err(AddressError::Host));
        check("", Err(AddressError::Malformed));
    }

    #[test]
    fn landing_urls() {
        let check = |text: &str, expected: Result<(), AddressError>| {
            assert_eq!(http_url(text).map(|_| ()), expected, "{text}");
        };
        check("https://shop.example/", Ok(()));
        check("HTTP://shop.example", Ok(()));
        check("https://shop.example/{campaign_id}?c={click_id}#{ad_id}", Ok(()));
        check("http://203.0.113.7:8080/x", Ok(()));
        check("http://[2001:db8::1]/", Ok(()));
        check("shop.example", Err(AddressError::Scheme));
        check("//shop.example", Err(AddressError::Scheme));
        check("javascript:alert(1)", Err(AddressError::Scheme));
        check("data:text/html,x", Err(AddressError::Scheme));
        check("ftp://shop.example/", Err(AddressError::Scheme));
        check("https://localhost/", Err(AddressError::Host));
        check("https://{site_domain}/", Err(AddressError::Macro));
        check("https://user:pass@shop.example/", Err(AddressError::Credentials));
        check("https://shop.example\\@evil.example/", Err(AddressError::Malformed));
        check("https://shop.example/a b", Err(AddressError::Malformed));
        check("https://shop.example/\n", Err(AddressError::Malformed));
        check("https://", Err(AddressError::Malformed));
        check(&format!("https://shop.example/{}", "a".repeat(URL_MAX)), Err(AddressError::TooLong));
    }

    #[test]
    fn a_comma_becomes_a_point() {
        assert_eq!(decimal_text(" 1,5 "), "1.5");
    }

    #[test]
    fn names_and_texts() {
        assert_eq!(name("  Spring sale "), Ok("Spring sale"));
        assert!(name("   ").is_err());
        assert!(name(&"a".repeat(NAME_MAX + 1)).is_err());
        assert!(name("a\u{0}b").is_err());
        assert!(name("a\nb").is_err());
        assert_eq!(paragraphs("one\ntwo", 10), Ok("one\ntwo"));
        assert!(paragraphs("one\u{7}", 10).is_err());
    }
}
