//! Devices that have logged in: what a browser keeps so that strangers who fail at its owner's account do not lock it
//! out. After OWASP's "device cookies": failures of a known device are counted by themselves.
//!
//! A network address would not do. Who shares one with a user (a mobile network, an office) would see by it whether
//! there is such an account.

use axum::http::{HeaderMap, HeaderValue, header};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use placard_common::secrets::{Keys, Purpose};
use placard_model::time::DAY_MS;
use placard_model::{UnixMs, UserId};
use sha2::Sha256;

/// The cookie that a browser keeps it in. No script reads it.
pub const DEVICE_COOKIE: &str = "placard_device";
/// Days for which a device is known without a login.
const DEVICE_DAYS: u32 = 180;
/// Accounts that one browser is known for; the one not used for longest is forgotten.
const ACCOUNTS_MAX: usize = 4;
/// Random bytes that tell a device from others.
pub const DEVICE_BYTES: usize = 12;
/// Bytes of the authentication.
const TAG_BYTES: usize = 16;
/// Bytes of a token: what was proved, the device, its day, the authentication.
const TOKEN_BYTES: usize = 1 + DEVICE_BYTES + 4 + TAG_BYTES;

/// What a device has shown to know of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The password.
    Password,
    /// The password and a code of the second factor.
    Code,
}

/// A device that is known for an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Device {
    /// Which one.
    pub id: [u8; DEVICE_BYTES],
    /// What it has shown.
    pub proof: Proof,
}

/// Makes and reads the tokens of devices. Each is bound to one account and to its present password: another password
/// makes strangers of all devices.
pub struct Devices {
    key: [u8; 32],
    is_secure: bool,
}

impl Devices {
    /// With a key derived from the master key; `is_secure` where people come by HTTPS.
    pub fn new(keys: &Keys, is_secure: bool) -> Self {
        Self { key: keys.derive(Purpose::Device, None), is_secure }
    }

    /// The device that sent the headers, if it is known for the account with this password hash. It takes as long for
    /// nobody's account.
    pub fn read(&self, headers: &HeaderMap, account: Option<(UserId, &str)>, now: UnixMs) -> Option<Device> {
        let (user, hash) = account.unwrap_or((UserId(0), ""));
        let found = tokens(headers).find_map(|token| self.open(&token, user, hash, now));
        found.filter(|_| account.is_some())
    }

    /// The header that makes a device known for the account with this password hash, beside the other accounts that the
    /// browser is known for.
    pub fn remember(
        &self,
        headers: &HeaderMap,
        device: Device,
        user: UserId,
        hash: &str,
        now: UnixMs,
    ) -> anyhow::Result<(header::HeaderName, HeaderValue)> {
        let others = tokens(headers).filter(|token| token[1..=DEVICE_BYTES] != device.id).take(ACCOUNTS_MAX - 1);
        let all: Vec<String> = std::iter::once(self.token(device, user, hash, now))
            .chain(others)
            .map(|t| URL_SAFE_NO_PAD.encode(t))
            .collect();
        let secure = if self.is_secure { "; Secure" } else { "" };
        let text = format!(
            "{DEVICE_COOKIE}={}; Path=/api; Max-Age={}; HttpOnly; SameSite=Strict{secure}",
            all.join("."),
            DEVICE_DAYS * 86_400
        );
        Ok((header::SET_COOKIE, HeaderValue::from_str(&text)?))
    }

    fn token(&self, device: Device, user: UserId, hash: &str, now: UnixMs) -> [u8; TOKEN_BYTES] {
        let mut token = [0; TOKEN_BYTES];
        token[0] = match device.proof {
            Proof::Password => 1,
            Proof::Code => 2,
        };
        token[1..=DEVICE_BYTES].copy_from_slice(&device.id);
        token[1 + DEVICE_BYTES..TOKEN_BYTES - TAG_BYTES].copy_from_slice(&day(now).to_be_bytes());
        let tag = self.mac(&token[..TOKEN_BYTES - TAG_BYTES], user, hash).finalize().into_bytes();
        token[TOKEN_BYTES - TAG_BYTES..].copy_from_slice(&tag[..TAG_BYTES]);
        token
    }

    fn open(&self, token: &[u8; TOKEN_BYTES], user: UserId, hash: &str, now: UnixMs) -> Option<Device> {
        let (said, tag) = token.split_at(TOKEN_BYTES - TAG_BYTES);
        self.mac(said, user, hash).verify_truncated_left(tag).ok()?;
        let (id, since) = said.get(1..)?.split_first_chunk::<DEVICE_BYTES>()?;
        let since = u32::from_be_bytes(since.try_into().ok()?);
        let proof = if said.first() == Some(&2) { Proof::Code } else { Proof::Password };
        (day(now).saturating_sub(since) < DEVICE_DAYS).then_some(Device { id: *id, proof })
    }

    fn mac(&self, said: &[u8], user: UserId, hash: &str) -> Hmac<Sha256> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.key).expect("HMAC takes keys of any length");
        mac.update(&user.0.to_be_bytes());
        mac.update(said);
        mac.update(hash.as_bytes());
        mac
    }
}

/// Days since 1970.
fn day(now: UnixMs) -> u32 {
    u32::try_from(now.0.div_euclid(DAY_MS)).unwrap_or(0)
}

/// What looks like tokens in the headers' cookie.
fn tokens(headers: &HeaderMap) -> impl Iterator<Item = [u8; TOKEN_BYTES]> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let values = cookies
        .flat_map(|cookies| cookies.split(';'))
        .filter_map(|cookie| cookie.trim().strip_prefix(DEVICE_COOKIE)?.strip_prefix('='));
    values
        .flat_map(|value| value.split('.'))
        .filter_map(|text| URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok())
        .take(ACCOUNTS_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    const NOW: UnixMs = UnixMs(1_800_000_000_000);

    fn devices(seed: u64) -> Devices {
        let folder = tempfile::tempdir().unwrap();
        let keys = Keys::open(folder.path(), &mut StdRng::seed_from_u64(seed)).unwrap();
        Devices::new(&keys, true)
    }

    /// What a browser sends back after it got the headers.
    fn sent(set: &HeaderValue) -> HeaderMap {
        let cookie = set.to_str().unwrap().split(';').next().unwrap().to_owned();
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, format!("locale=en; {cookie}").parse().unwrap());
        headers
    }

    #[test]
    fn a_device_is_known_for_its_account_and_password() {
        let devices = devices(1);
        let device = Device { id: [7; DEVICE_BYTES], proof: Proof::Code };
        let (_, set) = devices.remember(&HeaderMap::new(), device, UserId(5), "hash", NOW).unwrap();
        for part in ["HttpOnly", "SameSite=Strict", "Secure", "Path=/api"] {
            assert!(set.to_str().unwrap().contains(part), "{set:?}");
        }
        let headers = sent(&set);
        let read = |user, hash, now| devices.read(&headers, Some((UserId(user), hash)), now);
        assert_eq!(read(5, "hash", NOW), Some(device));
        assert_eq!(read(5, "hash", NOW.plus_ms(i64::from(DEVICE_DAYS) * DAY_MS)), None, "too long ago");
        assert_eq!((read(6, "hash", NOW), read(5, "other", NOW)), (None, None));
        assert_eq!(devices.read(&headers, None, NOW), None);
        assert_eq!(super::tests::devices(2).read(&headers, Some((UserId(5), "hash")), NOW), None, "another key");
        let tampered = headers[header::COOKIE].to_str().unwrap().replacen("placard_device=A", "placard_device=B", 1);
        let mut forged = HeaderMap::new();
        forged.insert(header::COOKIE, tampered.parse().unwrap());
        assert_eq!(devices.read(&forged, Some((UserId(5), "hash")), NOW), None);
    }

    #[test]
    fn a_browser_is_known_for_a_few_accounts() {
        let devices = devices(1);
        let mut headers = HeaderMap::new();
        for user in 1..=6 {
            let device = Device { id: [user; DEVICE_BYTES], proof: Proof::Password };
            headers = sent(&devices.remember(&headers, device, UserId(i64::from(user)), "hash", NOW).unwrap().1);
        }
        let known: Vec<i64> =
            (1..=6).filter(|user| devices.read(&headers, Some((UserId(*user), "hash")), NOW).is_some()).collect();
        assert_eq!(known, [3, 4, 5, 6]);
        // The same device, after its account got another password: in the place of what it was.
        let device = Device { id: [5; DEVICE_BYTES], proof: Proof::Password };
        let headers = sent(&devices.remember(&headers, device, UserId(5), "new", NOW).unwrap().1);
        let known = |user, hash| devices.read(&headers, Some((UserId(user), hash)), NOW).is_some();
        assert!(known(5, "new") && !known(5, "hash") && known(3, "hash") && known(6, "hash"));
    }

    #[test]
    fn what_is_no_token_is_nothing() {
        for text in ["", "placard_device", "placard_device=", "placard_device=....", "placard_device=AAAA", "é"] {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, HeaderValue::from_bytes(text.as_bytes()).unwrap());
            assert_eq!(tokens(&headers).count(), 0, "{text}");
        }
    }
}
