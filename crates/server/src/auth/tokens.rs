//! Tokens: signed access tokens that name a session, and opaque refresh tokens.

use crate::config::Accounts;
use crate::secrets::{Keys, Purpose};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use placard_model::time::DAY_MS;
use placard_model::{SessionId, UnixMs, UserId};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Begins every refresh token, so that leaked ones are recognised.
const REFRESH_PREFIX: &str = "plr_";
/// The longest token that is looked at, in bytes.
const MAX_TOKEN_BYTES: usize = 1_024;

/// What an access token says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// Who.
    pub user: UserId,
    /// By which login.
    pub session: SessionId,
}

#[derive(Serialize, Deserialize)]
struct Claims {
    sub: String,
    sid: i64,
    iat: i64,
    exp: i64,
}

/// Makes and reads tokens.
pub struct Tokens {
    sign: EncodingKey,
    read: DecodingKey,
    validation: Validation,
    successor_key: [u8; 32],
    access_s: u32,
    refresh_ms: i64,
}

impl Tokens {
    /// With keys derived from the master key.
    pub fn new(keys: &Keys, accounts: &Accounts) -> Self {
        let secret = keys.derive::<32>(Purpose::AccessToken, None);
        let mut validation = Validation::new(Algorithm::HS256);
        // The library would ask the system's clock; `read` compares with the application's.
        validation.validate_exp = false;
        validation.required_spec_claims.clear();
        Self {
            sign: EncodingKey::from_secret(&secret),
            read: DecodingKey::from_secret(&secret),
            validation,
            successor_key: keys.derive(Purpose::RefreshToken, None),
            access_s: accounts.access_token_s,
            refresh_ms: i64::from(accounts.refresh_token_days) * DAY_MS,
        }
    }

    /// Seconds until an access token ends.
    pub const fn access_s(&self) -> u32 {
        self.access_s
    }

    /// When a refresh token that is given now ends.
    pub const fn refresh_expires_at(&self, now: UnixMs) -> UnixMs {
        now.plus_ms(self.refresh_ms)
    }

    /// An access token.
    pub fn access_token(&self, access: Access, now: UnixMs) -> anyhow::Result<String> {
        let iat = now.0.div_euclid(1000);
        let claims =
            Claims { sub: access.user.to_string(), sid: access.session.0, iat, exp: iat + i64::from(self.access_s) };
        Ok(jsonwebtoken::encode(&Header::new(Algorithm::HS256), &claims, &self.sign)?)
    }

    /// What a valid access token says.
    pub fn read(&self, token: &str, now: UnixMs) -> Option<Access> {
        if token.len() > MAX_TOKEN_BYTES {
            return None;
        }
        let claims = jsonwebtoken::decode::<Claims>(token, &self.read, &self.validation).ok()?.claims;
        let user = claims.sub.parse().ok()?;
        (now.0 < claims.exp * 1000).then_some(Access { user, session: SessionId(claims.sid) })
    }

    /// The first refresh token of a session.
    pub fn first_refresh_token(random: [u8; 32]) -> String {
        format!("{REFRESH_PREFIX}{}", URL_SAFE_NO_PAD.encode(random))
    }

    /// The refresh token that follows on one. It follows from the token and a key alone: a repeated request gets the
    /// same one, though only hashes are stored.
    pub fn successor(&self, refresh_token: &str) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.successor_key).expect("HMAC takes keys of any length");
        mac.update(refresh_token.as_bytes());
        Self::first_refresh_token(mac.finalize().into_bytes().into())
    }

    /// What is stored of a refresh token; none if it has not the form of one.
    pub fn hash(refresh_token: &str) -> Option<[u8; 32]> {
        let is_one = refresh_token.len() <= MAX_TOKEN_BYTES && refresh_token.starts_with(REFRESH_PREFIX);
        is_one.then(|| Sha256::digest(refresh_token.as_bytes()).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    fn tokens(seed: u64) -> Tokens {
        let folder = tempfile::tempdir().unwrap();
        let keys = Keys::open(folder.path(), &mut StdRng::seed_from_u64(seed)).unwrap();
        Tokens::new(&keys, &Accounts::default())
    }

    #[test]
    fn access_tokens_end_after_an_hour_and_cannot_be_forged() {
        let (tokens, now) = (tokens(1), UnixMs(1_800_000_000_000));
        let access = Access { user: UserId(7), session: SessionId(9) };
        let token = tokens.access_token(access, now).unwrap();
        assert_eq!(tokens.read(&token, now.plus_ms(3_599_999)), Some(access));
        assert_eq!(tokens.read(&token, now.plus_ms(3_600_000)), None);
        assert_eq!(super::tests::tokens(2).read(&token, now), None, "another key");
        for broken in ["", "a.b.c", &token[..token.len() - 2], &format!("{token}x"), &"a".repeat(5_000)] {
            assert_eq!(tokens.read(broken, now), None, "{broken}");
        }
        let unsigned = format!("{}.{}.", URL_SAFE_NO_PAD.encode(r#"{"alg":"none"}"#), token.split('.').nth(1).unwrap());
        assert_eq!(tokens.read(&unsigned, now), None);
    }

    #[test]
    fn a_refresh_token_has_one_successor() {
        let tokens = tokens(1);
        let first = Tokens::first_refresh_token([3; 32]);
        let second = tokens.successor(&first);
        assert_eq!(second, tokens.successor(&first));
        assert_ne!(tokens.successor(&second), second);
        assert_ne!(Tokens::hash(&first), Tokens::hash(&second));
        assert_eq!(Tokens::hash("something else"), None);
    }
}
