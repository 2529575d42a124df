//! Tokens of the links in mails: random, stored as a hash, used once.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use placard_common::error::Problem;
use placard_model::UnixMs;
use placard_model::time::HOUR_MS;
use placard_store::accounts::account_tokens::{LinkKind, TokenHash};
use sha2::{Digest, Sha256};

/// Random bytes of a token.
const TOKEN_BYTES: usize = 32;
/// How long a link that confirms an address holds.
const CONFIRM_MS: i64 = 48 * HOUR_MS;
/// How long a link that sets a password holds.
const RESET_MS: i64 = HOUR_MS;

/// A link that is about to be mailed.
#[derive(Clone)]
pub struct NewLink {
    /// What the mail says.
    pub token: String,
    /// What is stored.
    pub hash: TokenHash,
    /// When it ends.
    pub expires_at: UnixMs,
}

impl NewLink {
    /// A link of random bytes.
    pub fn new(kind: LinkKind, random: [u8; TOKEN_BYTES], now: UnixMs) -> Self {
        let token = URL_SAFE_NO_PAD.encode(random);
        let hash = Sha256::digest(token.as_bytes()).into();
        let holds_ms = match kind {
            LinkKind::Confirm | LinkKind::Email => CONFIRM_MS,
            LinkKind::Reset => RESET_MS,
        };
        Self { token, hash, expires_at: now.plus_ms(holds_ms) }
    }
}

/// What is stored of a token that somebody shows; unknown if it has not the form of one.
pub fn link_hash(token: &str) -> Result<TokenHash, Problem> {
    let is_one = token.len() == TOKEN_BYTES.div_ceil(3) * 4 - 1 && token.is_ascii();
    if is_one { Ok(Sha256::digest(token.as_bytes()).into()) } else { Err(Problem::LinkUnknown) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_known_by_its_hash() {
        let now = UnixMs(1_800_000_000_000);
        let link = NewLink::new(LinkKind::Reset, [7; 32], now);
        assert_eq!(link_hash(&link.token).unwrap(), link.hash);
        assert_eq!(link.expires_at, now.plus_ms(3_600_000));
        for broken in ["", "x", &link.token[1..], &format!("{}x", link.token), &"x".repeat(10_000)] {
            assert!(matches!(link_hash(broken), Err(Problem::LinkUnknown)), "{broken}");
        }
    }
}
