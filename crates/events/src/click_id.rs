//! The `{click_id}` of landing pages and postbacks: where the click stands in the log, and a MAC that only we can make.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use placard_model::event::EventRef;
use sha2::Sha256;

/// Length of a click id: 16 bytes in base64url.
pub const CLICK_ID_CHARS: usize = 22;
/// Bytes of the MAC that are kept.
const MAC_BYTES: usize = 8;

/// Makes and reads click ids.
#[derive(Clone)]
pub struct ClickIds {
    mac: Hmac<Sha256>,
}

impl ClickIds {
    /// With a secret key of 32 bytes. Postbacks come weeks later, so the key is not changed by the day.
    pub fn new(key: &[u8; 32]) -> Self {
        Self { mac: Hmac::new_from_slice(key).expect("HMAC takes keys of any length") }
    }

    /// The id of a click: [`CLICK_ID_CHARS`] characters, safe in an address.
    pub fn make(&self, click: EventRef) -> String {
        let mut bytes = [0; 8 + MAC_BYTES];
        bytes[..8].copy_from_slice(&click.0.to_be_bytes());
        let mac = self.mac.clone().chain_update(&bytes[..8]).finalize().into_bytes();
        bytes[8..].copy_from_slice(&mac[..MAC_BYTES]);
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// The click of an id that we made; nothing from any other text.
    pub fn read(&self, text: &str) -> Option<EventRef> {
        if text.len() != CLICK_ID_CHARS {
            return None;
        }
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (place, mac) = bytes.split_at_checked(8)?;
        self.mac.clone().chain_update(place).verify_truncated_left(mac).ok()?;
        Some(EventRef(u64::from_be_bytes(place.try_into().ok()?)))
    }
}

impl std::fmt::Debug for ClickIds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ClickIds")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_own_ids_are_read() {
        let (ours, theirs) = (ClickIds::new(&[1; 32]), ClickIds::new(&[2; 32]));
        let click = EventRef(0x00ab_cdef_0123_4567);
        let id = ours.make(click);
        assert_eq!(id.len(), CLICK_ID_CHARS);
        assert_eq!(ours.read(&id), Some(click));
        assert_eq!(theirs.read(&id), None);
        for position in 0..id.len() {
            let mut other = id.clone().into_bytes();
            other[position] = if other[position] == b'A' { b'B' } else { b'A' };
            assert_eq!(ours.read(std::str::from_utf8(&other).unwrap()), None, "changed at {position}");
        }
        for text in ["", "AAAAAAAAAAAAAAAAAAAAAA", &id[1..], "????????????????????€"] {
            assert_eq!(ours.read(text), None, "{text}");
        }
    }
}
