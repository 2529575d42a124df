//! Tokens: signed access tokens that name a session, and opaque refresh tokens.

use super::hs256;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use placard_common::secrets::{Keys, Purpose};
use placard_model::settings::InForce;
use placard_model::time::DAY_MS;
use placard_model::{SessionId, UnixMs, UserId};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// Begins every refresh token, so that leaked ones are recognised.
const REFRESH_PREFIX: &str = "plr_";
/// Begins every refresh token of staff in somebody's cabinet.
const IMPERSONATION_PREFIX: &str = "pli_";
/// Begins every personal API token.
pub const API_TOKEN_PREFIX: &str = "plc_";
/// Begins every one-time code with which staff enter somebody's cabinet.
const ENTRY_PREFIX: &str = "ple_";
/// Seconds for which an access token of staff in somebody's cabinet holds.
pub const IMPERSONATION_S: u32 = 30 * 60;
/// How long a refresh token of staff in somebody's cabinet holds: a call that comes just after the access token's end still
/// finds it.
const IMPERSONATION_REFRESH_MS: i64 = (IMPERSONATION_S as i64 + 5 * 60) * 1_000;
/// The longest token that is looked at, in bytes.
const TOKEN_BYTES_MAX: usize = 1_024;

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
    settings: Arc<InForce>,
}

impl Tokens {
    /// With keys derived from the master key.
    pub fn new(keys: &Keys, settings: &Arc<InForce>) -> Self {
        hs256::install();
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
            settings: Arc::clone(settings),
        }
    }

    /// Seconds until an access token ends that is given now.
    pub fn access_s(&self, kind: SessionKind) -> u32 {
        match kind {
            SessionKind::Own => self.settings.get().sessions.access_minutes * 60,
            SessionKind::Impersonation => IMPERSONATION_S,
        }
    }

    /// When a refresh token that is given now ends.
    pub fn refresh_expires_at(&self, kind: SessionKind, now: UnixMs) -> UnixMs {
        match kind {
            SessionKind::Own => now.plus_ms(i64::from(self.settings.get().sessions.days) * DAY_MS),
            SessionKind::Impersonation => now.plus_ms(IMPERSONATION_REFRESH_MS),
        }
    }

    /// An access token.
    pub fn access_token(&self, kind: SessionKind, access: Access, now: UnixMs) -> anyhow::Result<String> {
        let iat = now.0.div_euclid(1000);
        let exp = iat + i64::from(self.access_s(kind));
        let claims = Claims { sub: access.user.to_string(), sid: access.session.0, iat, exp };
        Ok(jsonwebtoken::encode(&Header::new(Algorithm::HS256), &claims, &self.sign)?)
    }

    /// What a valid access token says.
    pub fn read(&self, token: &str, now: UnixMs) -> Option<Access> {
        if token.len() > TOKEN_BYTES_MAX {
            return None;
        }
        let claims = jsonwebtoken::decode::<Claims>(token, &self.read, &self.validation).ok()?.claims;
        let user = claims.sub.parse().ok()?;
        (now.0 < claims.exp * 1000).then_some(Access { user, session: SessionId(claims.sid) })
    }

    /// The first refresh token of a session.
    pub fn first_refresh_token(kind: SessionKind, random: [u8; 32]) -> String {
        format!("{}{}", kind.prefix(), URL_SAFE_NO_PAD.encode(random))
    }

    /// The refresh token that follows on one. It follows from the token and a key alone: a repeated request gets the
    /// same one, though only hashes are stored.
    pub fn successor(&self, kind: SessionKind, refresh_token: &str) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.successor_key).expect("HMAC takes keys of any length");
        mac.update(refresh_token.as_bytes());
        Self::first_refresh_token(kind, mac.finalize().into_bytes().into())
    }

    /// What is stored of a refresh token; none if it has not the form of one of this kind.
    pub fn hash(kind: SessionKind, refresh_token: &str) -> Option<[u8; 32]> {
        hash_with_prefix(kind.prefix(), refresh_token)
    }

    /// A personal API token.
    pub fn api_token(random: [u8; 32]) -> String {
        format!("{API_TOKEN_PREFIX}{}", URL_SAFE_NO_PAD.encode(random))
    }

    /// A one-time code with which staff enter somebody's cabinet.
    pub fn entry_code(random: [u8; 32]) -> String {
        format!("{ENTRY_PREFIX}{}", URL_SAFE_NO_PAD.encode(random))
    }

    /// What is stored of such a code; none if it has not the form of one.
    pub fn entry_code_hash(code: &str) -> Option<[u8; 32]> {
        hash_with_prefix(ENTRY_PREFIX, code)
    }

    /// What is stored of an API token; none if it has not the form of one.
    pub fn api_token_hash(token: &str) -> Option<[u8; 32]> {
        hash_with_prefix(API_TOKEN_PREFIX, token)
    }
}

/// SHA-256 of a token with 32 random bytes: nothing slower is needed to keep such a one from being guessed.
fn hash_with_prefix(prefix: &str, token: &str) -> Option<[u8; 32]> {
    let is_one = token.len() <= TOKEN_BYTES_MAX && token.starts_with(prefix);
    is_one.then(|| Sha256::digest(token.as_bytes()).into())
}

/// Who uses a session. Their refresh tokens begin differently, so that one of staff in somebody's cabinet never becomes
/// a login of that user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionKind {
    /// The user.
    Own,
    /// Staff in the user's cabinet.
    Impersonation,
}

impl SessionKind {
    const fn prefix(self) -> &'static str {
        match self {
            Self::Own => REFRESH_PREFIX,
            Self::Impersonation => IMPERSONATION_PREFIX,
        }
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
        Tokens::new(&keys, &Arc::default())
    }

    #[test]
    fn access_tokens_end_after_an_hour_and_cannot_be_forged() {
        let (tokens, now) = (tokens(1), UnixMs(1_800_000_000_000));
        let access = Access { user: UserId(7), session: SessionId(9) };
        let token = tokens.access_token(SessionKind::Own, access, now).unwrap();
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
        let first = Tokens::first_refresh_token(SessionKind::Own, [3; 32]);
        let second = tokens.successor(SessionKind::Own, &first);
        assert_eq!(second, tokens.successor(SessionKind::Own, &first));
        assert_ne!(tokens.successor(SessionKind::Own, &second), second);
        assert_ne!(Tokens::hash(SessionKind::Own, &first), Tokens::hash(SessionKind::Own, &second));
        assert_eq!(Tokens::hash(SessionKind::Own, "something else"), None);
        let staff = Tokens::first_refresh_token(SessionKind::Impersonation, [3; 32]);
        assert!(Tokens::hash(SessionKind::Impersonation, &staff).is_some());
        assert_eq!(Tokens::hash(SessionKind::Own, &staff), None);
        assert_eq!(Tokens::api_token_hash(&first), None);
    }
}
