//! Where a subscription's notifications are sent. A stranger names it, so that it leads nowhere but to a push service that the operator
//! knows; the sender checks the address once more when it connects.

use super::BrowserSubscription;
use crate::state::Api;
use placard_common::error::{FieldErrors, Problem};
use placard_common::vapid;
use placard_model::push::subscription::{AUTH_BYTES, ENDPOINT_BYTES_MAX};
use placard_store::push::push_subscriptions::Target;
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use url::Url;

/// Services whose endpoints have no query, with all that stands below them: whatever stood in one would be ignored.
const WITHOUT_QUERY: [&str; 3] = ["googleapis.com", "push.services.mozilla.com", "push.apple.com"];

/// The service whose endpoints are told apart by one parameter of their query, `token`.
const WITH_TOKEN: &str = "notify.windows.com";

/// An endpoint that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    /// As browsers write it.
    pub url: String,
    /// Its SHA-256, in hexadecimal digits.
    pub hash: String,
    /// The push service's host.
    pub service: String,
}

/// A subscription that was read.
#[derive(Clone, Debug)]
pub struct Read {
    /// Where notifications are sent.
    pub endpoint: Endpoint,
    /// For whom they are encrypted.
    pub p256dh: String,
    /// The authentication secret.
    pub auth: [u8; AUTH_BYTES],
}

impl Read {
    /// As it is stored: the secret is encrypted.
    pub fn seal(self, app: &Api) -> Result<Target, Problem> {
        let auth_sealed = vapid::seal_auth(&app.keys, &app.rng, &self.endpoint.hash, &self.auth)?;
        Ok(Target {
            endpoint: self.endpoint.url,
            endpoint_hash: self.endpoint.hash,
            service: self.endpoint.service,
            p256dh: self.p256dh,
            auth_sealed,
        })
    }
}

/// Whether a text is a SHA-256 in hexadecimal digits.
pub(super) fn is_hash(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'a'..=b'f'))
}

/// SHA-256 in hexadecimal digits.
pub fn hash(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().fold(String::with_capacity(64), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// Reads an endpoint.
///
/// # Errors
/// In words that follow its name.
pub fn read_endpoint(app: &Api, text: &str) -> Result<Endpoint, String> {
    if text.len() > ENDPOINT_BYTES_MAX {
        return Err(format!("must have at most {ENDPOINT_BYTES_MAX} bytes"));
    }
    let url = Url::parse(text).map_err(|_| "must be an address".to_owned())?;
    let host = url.host_str().unwrap_or_default();
    if !url.username().is_empty() || url.password().is_some() {
        return Err("must have neither user name nor password".to_owned());
    }
    let known = |host: &str| app.settings.get().push_subscriptions.services.iter().any(|one| one.is_host(host));
    let is_https = url.scheme() == "https" && url.port().is_none();
    // In the demonstration network, and in tests, this machine plays push services.
    if !(is_https && known(host) || app.fetcher.is_exception(&url)) {
        return Err(if url.scheme() == "https" {
            "must be at a push service that the network knows".to_owned()
        } else {
            "must begin with https://".to_owned()
        });
    }
    if !is_as_named(&url) {
        return Err("must be as the browser names it, with nothing added and nothing written another way".to_owned());
    }
    // As it is sent to, however it was written: one subscription has one hash.
    let (hash, service) = (hash(&with_small_escapes(url.as_str())), host.to_owned());
    Ok(Endpoint { url: url.into(), hash, service })
}

/// Whether an address is the only one of its kind: what does not reach the service, or means the same to it, would make many
/// subscribers of one browser.
fn is_as_named(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let is_below = |of: &str| host.strip_suffix(of).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    let path = url.path();
    let query = url.query();
    if url.fragment().is_some() || has_needless_escape(path) || has_needless_escape(query.unwrap_or_default()) {
        return false;
    }
    if WITHOUT_QUERY.into_iter().any(is_below) {
        // Their tokens are letters, digits, and signs that stand in a path as they are.
        let has_empty_part = path.ends_with('/') || path.contains("//");
        return query.is_none() && !path.contains('%') && !has_empty_part;
    }
    if is_below(WITH_TOKEN) {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'%');
        let token = query.and_then(|query| query.strip_prefix("token="));
        return path == "/w/" && token.is_some_and(|token| token.bytes().all(is_plain));
    }
    true
}

/// Whether a text writes a character in percent encoding that means the same as it is.
fn has_needless_escape(text: &str) -> bool {
    text.as_bytes().windows(3).any(|part| {
        let digit = |byte: u8| char::from(byte).to_digit(16);
        let [b'%', high, low] = part else { return false };
        let Some((high, low)) = digit(*high).zip(digit(*low)) else { return false };
        let byte = (high * 16 + low) as u8;
        byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
    })
}

/// An address with the digits of its percent encoding in one case, which means the same in both (RFC 3986 section 2.1).
fn with_small_escapes(text: &str) -> String {
    let mut left = 0;
    let small = |char: char| {
        left = if char == '%' { 2 } else { i32::max(left - 1, -1) };
        if left >= 0 && char != '%' { char.to_ascii_lowercase() } else { char }
    };
    text.chars().map(small).collect()
}

/// Reads a subscription; what is wrong is noted.
pub fn read_target(app: &Api, given: &BrowserSubscription, errors: &mut FieldErrors) -> Option<Read> {
    let endpoint = read_endpoint(app, &given.endpoint).map_err(|message| errors.add("subscription.endpoint", message));
    let p256dh = vapid::read_public_key(&given.keys.p256dh);
    if p256dh.is_none() {
        errors.add("subscription.keys.p256dh", "must be a point of the curve P-256, uncompressed, base64url");
    }
    let auth = vapid::read_auth(&given.keys.auth);
    if auth.is_none() {
        errors.add("subscription.keys.auth", format!("must be {AUTH_BYTES} bytes, base64url"));
    }
    Some(Read { endpoint: endpoint.ok()?, p256dh: p256dh?, auth: auth? })
}
