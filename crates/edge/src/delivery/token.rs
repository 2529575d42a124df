//! The token of a served ad: everything that later events about it need, encrypted and authenticated, so that the
//! server keeps no session.
//!
//! Layout before base64url: key id (1 byte: the day's number, modulo 256), nonce (12: node and counter, also the token's
//! id), ciphertext of version and content, tag (16). AES-256-GCM with the key id as associated data.

use aes_gcm::aead::{Aead, KeyInit, Payload};
use aes_gcm::{Aes256Gcm, Nonce};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use parking_lot::RwLock;
use placard_common::secrets::{Keys, Purpose};
use placard_model::event::{Served, TokenId};
use placard_model::{BlockId, Day, UnixMs};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Days for which a key holds after its own.
pub const KEY_DAYS: i32 = 8;
/// The longest content, in bytes.
pub const CONTENT_BYTES_MAX: usize = 120;
/// The longest token, in characters.
pub const TOKEN_CHARS_MAX: usize = 200;

const VERSION: u8 = 1;
/// In place of the version: the token of a passback, which is about no ad.
const PASSBACK: u8 = 2;
/// In place of the version: another ad for a message that has its token already. The id of that token is in the content: however
/// often other ads are asked for, a message is one show and one click.
const INSTEAD: u8 = 3;
const NONCE_BYTES: usize = 12;
const TAG_BYTES: usize = 16;
const FRAME_BYTES: usize = 1 + NONCE_BYTES + TAG_BYTES;
/// Counters that one millisecond of process life has for itself.
const COUNTER_BITS_PER_MS: u32 = 20;

/// A place for which no ad was found, as its token tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passback {
    /// The block.
    pub block: BlockId,
    /// When no ad was found.
    pub decided_at: UnixMs,
}

/// Makes and reads tokens.
pub struct Tokens {
    keys: Keys,
    /// Random for each start of the process, so that no nonce is used twice under one key.
    node: [u8; 4],
    counter: AtomicU64,
    ciphers: RwLock<Vec<(Day, Arc<Aes256Gcm>)>>,
}

impl Tokens {
    /// With the keys of the data folder and four random bytes.
    pub fn new(keys: Keys, node: [u8; 4]) -> Self {
        Self { keys, node, counter: AtomicU64::new(0), ciphers: RwLock::default() }
    }

    /// The token of a served ad, made now. None if its content is longer than [`CONTENT_BYTES_MAX`], which ids of 63
    /// bits do not reach.
    pub fn seal(&self, served: &Served, now: UnixMs) -> Option<(TokenId, String)> {
        self.seal_as(VERSION, served, now)
    }

    /// The token of an ad that takes the place of another one, whose token is `of`: what is reported of either is of one ad.
    pub fn seal_instead(&self, of: TokenId, served: &Served, now: UnixMs) -> Option<String> {
        self.seal_as(INSTEAD, &(of, served), now).map(|(_, token)| token)
    }

    /// The token of a place that stayed empty and shows the webmaster's own content.
    pub fn seal_passback(&self, passback: &Passback, now: UnixMs) -> Option<(TokenId, String)> {
        self.seal_as(PASSBACK, passback, now)
    }

    fn seal_as(&self, version: u8, what: &impl Serialize, now: UnixMs) -> Option<(TokenId, String)> {
        let mut content = Vec::with_capacity(CONTENT_BYTES_MAX);
        content.push(version);
        postcard::to_io(what, &mut content).ok()?;
        if content.len() > CONTENT_BYTES_MAX {
            return None;
        }
        let id = self.next_id(now);
        let key_id = [key_id(now.day())];
        let payload = Payload { msg: &content, aad: &key_id };
        let sealed = self.cipher(now.day()).encrypt(&Nonce::from(id.0), payload).ok()?;
        let mut bytes = Vec::with_capacity(FRAME_BYTES + CONTENT_BYTES_MAX);
        bytes.extend(key_id);
        bytes.extend(id.0);
        bytes.extend(sealed);
        Some((id, URL_SAFE_NO_PAD.encode(bytes)))
    }

    /// The served ad of a token that we made at most [`KEY_DAYS`] days ago; nothing from any other text.
    pub fn open(&self, text: &str, now: UnixMs) -> Option<(TokenId, Served)> {
        match self.content(text, now)? {
            (id, VERSION, content) => Some((id, postcard::from_bytes(&content).ok()?)),
            (_, INSTEAD, content) => postcard::from_bytes(&content).ok(),
            _ => None,
        }
    }

    /// The same of a place that stayed empty.
    pub fn open_passback(&self, text: &str, now: UnixMs) -> Option<(TokenId, Passback)> {
        let (id, PASSBACK, content) = self.content(text, now)? else { return None };
        Some((id, postcard::from_bytes(&content).ok()?))
    }

    /// The token's own id, what it is, and its content.
    fn content(&self, text: &str, now: UnixMs) -> Option<(TokenId, u8, Vec<u8>)> {
        if text.len() > TOKEN_CHARS_MAX {
            return None;
        }
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (key_id, rest) = bytes.split_first()?;
        let (nonce, sealed) = rest.split_first_chunk::<NONCE_BYTES>()?;
        let day = (-1..=KEY_DAYS).map(|age| now.day().plus(-age)).find(|day| self::key_id(*day) == *key_id)?;
        let payload = Payload { msg: sealed, aad: &[*key_id] };
        let mut content = self.cipher(day).decrypt(&Nonce::from(*nonce), payload).ok()?;
        let version = *content.first()?;
        content.remove(0);
        Some((TokenId(*nonce), version, content))
    }

    fn next_id(&self, now: UnixMs) -> TokenId {
        // Beginning at the clock keeps a restarted process away from the counters of the one before.
        let start = now.0.unsigned_abs() << COUNTER_BITS_PER_MS;
        let counter = match self.counter.compare_exchange(0, start + 1, Ordering::Relaxed, Ordering::Relaxed) {
            Ok(_) => start,
            Err(_) => self.counter.fetch_add(1, Ordering::Relaxed),
        };
        let mut id = [0; NONCE_BYTES];
        id[..4].copy_from_slice(&self.node);
        id[4..].copy_from_slice(&counter.to_be_bytes());
        TokenId(id)
    }

    fn cipher(&self, day: Day) -> Arc<Aes256Gcm> {
        if let Some((_, cipher)) = self.ciphers.read().iter().find(|(of, _)| *of == day) {
            return cipher.clone();
        }
        let cipher = Arc::new(Aes256Gcm::new(&self.keys.derive::<32>(Purpose::AdToken, Some(day)).into()));
        let mut ciphers = self.ciphers.write();
        // Some days more than hold, for a clock that is moved back and forth.
        ciphers.truncate(2 * KEY_DAYS as usize);
        ciphers.insert(0, (day, cipher.clone()));
        cipher
    }
}

const fn key_id(day: Day) -> u8 {
    day.0.rem_euclid(256) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use placard_model::targeting::audience::{Browser, DeviceType, Language, Os};
    use placard_model::targeting::geo::{CountryCode, Place, PlaceId};
    use placard_model::targeting::request::VisitorId;
    use placard_model::time::DAY_MS;
    use placard_model::{AdId, Money, TemplateId, TrafficSourceId};
    use proptest::prelude::*;
    use proptest::strategy::ValueTree;
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    const NOW: UnixMs = UnixMs(1_795_262_400_000);

    fn tokens(seed: u64) -> Tokens {
        let folder = tempfile::tempdir().unwrap();
        Tokens::new(Keys::open(folder.path(), &mut StdRng::seed_from_u64(seed)).unwrap(), [1, 2, 3, 4])
    }

    fn served() -> impl Strategy<Value = Served> {
        let ids = (0i64.., 0i64.., 0i64.., 0i64..);
        let numbers = (any::<u32>(), any::<u64>(), any::<i64>(), any::<u32>(), any::<u8>());
        let money = (0..=placard_model::money::INPUT_MAX.micros(), any::<i64>());
        let geo = (0usize..676, 0u64..1 << 48, 0u64..1 << 48);
        (ids, numbers, money, geo, any::<(bool, bool)>()).prop_map(
            |(
                ids,
                (page, visitor, at, asn, position),
                (price, weight),
                (country, region, city),
                (control, consent),
            )| {
                Served {
                    ad: AdId(ids.0),
                    block: BlockId(ids.1),
                    page,
                    visitor: VisitorId(visitor),
                    decided_at: UnixMs(at >> 20),
                    price: Money::from_micros(price),
                    weight_micros: weight >> 10,
                    place: Place {
                        country: CountryCode::from_index(country).unwrap(),
                        region: PlaceId(region),
                        city: PlaceId(city),
                    },
                    asn,
                    device_type: DeviceType::Mobile,
                    os: Os::Android,
                    browser: Browser::Chrome,
                    language: Language::parse("en").unwrap(),
                    traffic_source: TrafficSourceId(ids.2),
                    template: TemplateId(ids.3),
                    position,
                    control,
                    consent,
                }
            },
        )
    }

    proptest! {
        #[test]
        fn what_is_sealed_is_opened(served in served()) {
            let tokens = tokens(1);
            let (id, token) = tokens.seal(&served, NOW).unwrap();
            prop_assert!(token.len() <= TOKEN_CHARS_MAX, "{} characters", token.len());
            prop_assert_eq!(tokens.open(&token, NOW), Some((id, served)));
        }

        #[test]
        fn changed_tokens_are_refused(served in served(), at in 0usize..1600, cut in 0usize..200) {
            let tokens = tokens(1);
            let (_, token) = tokens.seal(&served, NOW).unwrap();
            let mut bytes = URL_SAFE_NO_PAD.decode(&token).unwrap();
            let bit = at % (bytes.len() * 8);
            bytes[bit / 8] ^= 1 << (bit % 8);
            prop_assert_eq!(tokens.open(&URL_SAFE_NO_PAD.encode(&bytes), NOW), None, "bit {} flipped", bit);
            prop_assert_eq!(tokens.open(&token[..cut.min(token.len() - 1)], NOW), None, "cut to {}", cut);
        }

        #[test]
        fn any_text_is_refused(text in ".{0,220}") {
            prop_assert_eq!(tokens(1).open(&text, NOW), None);
        }
    }

    #[test]
    fn what_stands_instead_of_an_ad_is_reported_as_that_ad() {
        let mut runner = proptest::test_runner::TestRunner::deterministic();
        let mut served = served().new_tree(&mut runner).unwrap().current();
        let tokens = tokens(1);
        let (id, token) = tokens.seal(&served, NOW).unwrap();
        served.ad = AdId(77);
        let [first, second] = [(); 2].map(|()| tokens.seal_instead(id, &served, NOW).unwrap());
        assert!(first != second && first != token && first.len() <= TOKEN_CHARS_MAX);
        assert_eq!(tokens.open(&first, NOW), Some((id, served)));
        assert_eq!(tokens.open(&second, NOW), Some((id, served)));
        assert_eq!(tokens.open_passback(&first, NOW), None);
        let passback = Passback { block: BlockId(1), decided_at: NOW };
        let (_, passback) = tokens.seal_passback(&passback, NOW).unwrap();
        assert_eq!(tokens.open(&passback, NOW), None);
    }

    #[test]
    fn foreign_and_old_tokens_are_refused() {
        let mut runner = proptest::test_runner::TestRunner::deterministic();
        let served = served().new_tree(&mut runner).unwrap().current();
        let (ours, theirs) = (tokens(1), tokens(2));
        let (_, token) = ours.seal(&served, NOW).unwrap();
        assert_eq!(theirs.open(&token, NOW), None);
        let after = |days: i64| ours.open(&token, NOW.plus_ms(days * DAY_MS)).is_some();
        assert!(after(0) && after(1) && after(8) && !after(9) && !after(256) && !after(-2));
        assert!(ours.open(&format!("{token}A"), NOW).is_none());
        assert!(ours.open(&"A".repeat(TOKEN_CHARS_MAX), NOW).is_none());
        let (first, second) = (ours.seal(&served, NOW).unwrap(), ours.seal(&served, NOW).unwrap());
        assert!(first.0 != second.0 && first.1 != second.1, "no nonce is used twice");
    }
}
