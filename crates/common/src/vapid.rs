//! VAPID keys (RFC 8292): how they are made, read and kept, and what of a subscription can be encrypted for.

use crate::chance::Chance;
use crate::sealed;
use crate::secrets::{Keys, Purpose};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::elliptic_curve::sec1::ToSec1Point as _;
use p256::{PublicKey, SecretKey};
use placard_model::push::subscription::{AUTH_BYTES, PUBLIC_KEY_BYTES};

/// Bytes of a private key.
pub const PRIVATE_KEY_BYTES: usize = 32;
/// How often a random number is tried that is no private key: one in 2^32 is none.
const TRIES: usize = 8;

/// A pair of keys, by which push services know who sends.
pub struct VapidPair {
    /// The private key.
    pub secret: SecretKey,
    /// The public key: uncompressed, base64url.
    pub public: String,
}

impl std::fmt::Debug for VapidPair {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "VapidPair({})", self.public)
    }
}

impl VapidPair {
    /// A new pair.
    pub fn create(chance: &Chance) -> anyhow::Result<Self> {
        (0..TRIES)
            .find_map(|_| SecretKey::from_slice(&chance.bytes::<PRIVATE_KEY_BYTES>()).ok())
            .map(Self::of)
            .ok_or_else(|| anyhow::anyhow!("no private key among {TRIES} random numbers"))
    }

    /// The pair of a private key, as base64url of its 32 bytes; none where it is no key.
    pub fn read(private: &str) -> Option<Self> {
        let bytes = from_base64(private, PRIVATE_KEY_BYTES)?;
        SecretKey::from_slice(&bytes).ok().map(Self::of)
    }

    fn of(secret: SecretKey) -> Self {
        let public = URL_SAFE_NO_PAD.encode(secret.public_key().to_sec1_point(false).as_bytes());
        Self { secret, public }
    }

    /// The private key, encrypted for the database.
    pub fn seal(&self, keys: &Keys, chance: &Chance) -> anyhow::Result<Vec<u8>> {
        sealed::seal(keys, Purpose::VapidKey, chance, self.public.as_bytes(), &self.secret.to_bytes())
    }

    /// Reads what [`VapidPair::seal`] made of the pair with this public key.
    pub fn open(keys: &Keys, public: &str, sealed: &[u8]) -> anyhow::Result<Self> {
        let bytes = sealed::open(keys, Purpose::VapidKey, public.as_bytes(), sealed)?;
        let pair = Self::of(SecretKey::from_slice(&bytes).map_err(|_| anyhow::anyhow!("no private key"))?);
        anyhow::ensure!(pair.public == public, "the private key belongs to another public key");
        Ok(pair)
    }
}

/// The bytes of base64url, with or without padding, or of base64 as some libraries write it; none where there are not so many.
fn from_base64(text: &str, bytes: usize) -> Option<Vec<u8>> {
    let text: String = text
        .trim_end_matches('=')
        .chars()
        .map(|c| match c {
            '+' => '-',
            '/' => '_',
            other => other,
        })
        .collect();
    URL_SAFE_NO_PAD.decode(text).ok().filter(|read| read.len() == bytes)
}

/// A public key as the program writes it (uncompressed, base64url); none where it is no point of the curve.
pub fn read_public_key(text: &str) -> Option<String> {
    let bytes = from_base64(text, PUBLIC_KEY_BYTES)?;
    PublicKey::from_sec1_bytes(&bytes).ok()?;
    Some(URL_SAFE_NO_PAD.encode(bytes))
}

/// A subscription's authentication secret; none where it has not 16 bytes.
pub fn read_auth(text: &str) -> Option<[u8; AUTH_BYTES]> {
    from_base64(text, AUTH_BYTES)?.try_into().ok()
}

/// A subscription's authentication secret, encrypted for the database.
pub fn seal_auth(
    keys: &Keys,
    chance: &Chance,
    endpoint_hash: &str,
    auth: &[u8; AUTH_BYTES],
) -> anyhow::Result<Vec<u8>> {
    sealed::seal(keys, Purpose::PushAuth, chance, endpoint_hash.as_bytes(), auth)
}

/// Reads what [`seal_auth`] made.
pub fn open_auth(keys: &Keys, endpoint_hash: &str, sealed: &[u8]) -> anyhow::Result<[u8; AUTH_BYTES]> {
    let bytes = sealed::open(keys, Purpose::PushAuth, endpoint_hash.as_bytes(), sealed)?;
    bytes.try_into().map_err(|_| anyhow::anyhow!("an authentication secret has {AUTH_BYTES} bytes"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    #[test]
    fn a_pair_is_kept_for_its_public_key() {
        let folder = tempfile::tempdir().unwrap();
        let keys = Keys::open(folder.path(), &mut StdRng::seed_from_u64(1)).unwrap();
        let chance = Chance::new(Some(1)).unwrap();
        let pair = VapidPair::create(&chance).unwrap();
        let other = VapidPair::create(&chance).unwrap();
        assert_ne!(pair.public, other.public);
        assert_eq!(pair.public.len(), 87);
        let kept = pair.seal(&keys, &chance).unwrap();
        assert_eq!(VapidPair::open(&keys, &pair.public, &kept).unwrap().public, pair.public);
        assert!(VapidPair::open(&keys, &other.public, &kept).is_err());
        let written = URL_SAFE_NO_PAD.encode(pair.secret.to_bytes());
        assert_eq!(VapidPair::read(&written).unwrap().public, pair.public);
        assert!(!format!("{pair:?}").contains(&written));
    }

    #[test]
    fn only_points_and_secrets_are_taken() {
        // Keys of the example of RFC 8291.
        let point = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
        assert_eq!(read_public_key(point).as_deref(), Some(point));
        assert_eq!(read_public_key(&point.replace('_', "/").replace('-', "+")).as_deref(), Some(point));
        for wrong in ["", "BCVx", &point[1..], &point.replace("BCVx", "BCVy"), &"A".repeat(87), "é"] {
            assert_eq!(read_public_key(wrong), None, "{wrong}");
        }
        assert!(read_auth("BTBZMqHH6r4Tts7J_aSIgg").is_some());
        assert!(read_auth("BTBZMqHH6r4Tts7J_aSIgg==").is_some());
        for wrong in ["", "BTBZMqHH6r4Tts7J", "BTBZMqHH6r4Tts7J_aSIggAA", "?"] {
            assert!(read_auth(wrong).is_none(), "{wrong}");
        }
        assert!(VapidPair::read(&"A".repeat(43)).is_none(), "zero is no key");
    }
}
