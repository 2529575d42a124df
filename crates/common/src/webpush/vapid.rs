//! Who sends: a token signed by the key that a subscription is bound to (RFC 8292). Signing costs as much as a key agreement, so
//! that the token of a push service and key is kept for half a day.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::ecdsa::signature::Signer as _;
use p256::ecdsa::{Signature, SigningKey};
use parking_lot::Mutex;
use placard_model::UnixMs;
use placard_model::time::HOUR_MS;
use serde_json::json;
use std::collections::HashMap;
use std::sync::Arc;

/// For how long a token is used.
const USED_MS: i64 = 12 * HOUR_MS;
/// For how long it holds: longer than it is used, for clocks that differ, and shorter than the day that is allowed.
const HOLDS_MS: i64 = 13 * HOUR_MS;
/// Tokens that are kept. With more, all are made anew.
const KEPT_MAX: usize = 1_000;

/// A key of the network by which push services know it.
#[derive(Clone)]
pub struct VapidKey {
    signing: SigningKey,
    /// The public one, base64url.
    public: String,
}

/// Bytes that are no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a private key of P-256")]
pub struct VapidError;

impl std::fmt::Debug for VapidKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "VapidKey({})", self.public)
    }
}

impl VapidKey {
    /// A private key of 32 bytes.
    ///
    /// # Errors
    /// When it is none.
    pub fn from_bytes(secret: &[u8]) -> Result<Self, VapidError> {
        // What is shorter would be filled up.
        let secret: &[u8; 32] = secret.try_into().map_err(|_| VapidError)?;
        let signing = SigningKey::from_slice(secret).map_err(|_| VapidError)?;
        let public = URL_SAFE_NO_PAD.encode(signing.verifying_key().to_sec1_point(false).as_bytes());
        Ok(Self { signing, public })
    }

    /// The public key, base64url: what browsers subscribe with.
    pub fn public(&self) -> &str {
        &self.public
    }

    /// The `Authorization` header for a push service. `contact` is where its operator finds who sends: a `mailto:` or `https:`
    /// address.
    fn authorization(&self, origin: &str, contact: &str, expires_at: UnixMs) -> String {
        let claims = json!({ "aud": origin, "exp": expires_at.0 / 1_000, "sub": contact }).to_string();
        let head = URL_SAFE_NO_PAD.encode(r#"{"typ":"JWT","alg":"ES256"}"#);
        let signed = format!("{head}.{}", URL_SAFE_NO_PAD.encode(claims));
        let signature: Signature = self.signing.sign(signed.as_bytes());
        format!("vapid t={signed}.{}, k={}", URL_SAFE_NO_PAD.encode(signature.to_bytes()), self.public)
    }
}

/// Tokens that were signed, by push service and key.
#[derive(Default)]
pub struct Vapid(Mutex<HashMap<ServiceKey, Signed>>);

/// The origin of a push service, and a public key.
type ServiceKey = (String, String);
/// When it was signed, and the header.
type Signed = (UnixMs, Arc<str>);

impl Vapid {
    /// The `Authorization` header for the origin of a push service: `https://push.example`.
    pub fn authorization(&self, key: &VapidKey, origin: &str, contact: &str, now: UnixMs) -> Arc<str> {
        let mut kept = self.0.lock();
        let name = (origin.to_owned(), key.public.clone());
        if let Some((made_at, header)) = kept.get(&name)
            && (0..USED_MS).contains(&now.since_ms(*made_at))
        {
            return header.clone();
        }
        if kept.len() >= KEPT_MAX {
            kept.clear();
        }
        let header: Arc<str> = key.authorization(origin, contact, now.plus_ms(HOLDS_MS)).into();
        kept.insert(name, (now, header.clone()));
        header
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use p256::ecdsa::VerifyingKey;
    use p256::ecdsa::signature::Verifier as _;

    /// Whether a header is what its key signed, and the claims that it makes.
    fn verified(header: &str) -> serde_json::Value {
        let (token, key) = header.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let key = VerifyingKey::from_sec1_bytes(&URL_SAFE_NO_PAD.decode(key).unwrap()).unwrap();
        let signature = Signature::from_slice(&URL_SAFE_NO_PAD.decode(signature).unwrap()).unwrap();
        key.verify(signed.as_bytes(), &signature).unwrap();
        let (head, claims) = signed.split_once('.').unwrap();
        let json = |part: &str| serde_json::from_slice(&URL_SAFE_NO_PAD.decode(part).unwrap()).unwrap();
        assert_eq!(json(head), json!({ "typ": "JWT", "alg": "ES256" }));
        json(claims)
    }

    #[test]
    fn the_example_of_rfc_8292() {
        let header = "vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs";
        let claims =
            json!({ "aud": "https://push.example.net", "exp": 1_453_523_768, "sub": "mailto:push@example.com" });
        assert_eq!(verified(header), claims);
        // Ours has the same form, so that what reads the example reads it.
        let own = VapidKey::from_bytes(&[7; 32]).unwrap();
        let made = own.authorization("https://push.example.net", "mailto:push@example.com", UnixMs(1_453_523_768_000));
        assert_eq!(verified(&made), claims);
        assert!(made.ends_with(own.public()));
    }

    #[test]
    fn a_token_is_used_for_half_a_day() {
        let (vapid, key) = (Vapid::default(), VapidKey::from_bytes(&[7; 32]).unwrap());
        let at = |hours: i64| vapid.authorization(&key, "https://a.test", "mailto:a@b.test", UnixMs(hours * HOUR_MS));
        let first = at(0);
        assert_eq!(at(11), first);
        assert_ne!(at(12), first);
        assert_eq!(verified(&first)["exp"], 13 * 3_600);
        let other = vapid.authorization(&key, "https://b.test", "mailto:a@b.test", UnixMs(0));
        assert_eq!(verified(&other)["aud"], "https://b.test");
        let (first_key, other_key) = (key, VapidKey::from_bytes(&[8; 32]).unwrap());
        assert_ne!(first_key.public(), other_key.public());
        assert_eq!(VapidKey::from_bytes(&[0; 32]).err(), Some(VapidError));
        assert_eq!(VapidKey::from_bytes(&[7; 31]).err(), Some(VapidError));
    }
}
