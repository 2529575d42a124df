//! HMAC-SHA-256 for the token library. Its own choice of cryptography brings RSA and the elliptic curves along, which no
//! token here uses and which cost everybody who builds Placard half a minute.

use hmac::{Hmac, KeyInit, Mac};
use jsonwebtoken::crypto::{CryptoProvider, JwtSigner, JwtVerifier, KeyUtils};
use jsonwebtoken::errors::{ErrorKind, Result};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey};
use sha2::Sha256;
use signature::{Error, Signer, Verifier};

static PROVIDER: CryptoProvider = CryptoProvider {
    signer_factory: |algorithm, key: &EncodingKey| Ok(Box::new(Hs256::new(*algorithm, key.as_bytes())?)),
    verifier_factory: |algorithm, key: &DecodingKey| Ok(Box::new(Hs256::new(*algorithm, key.try_get_as_bytes()?)?)),
    key_utils: KeyUtils::new_unimplemented(),
};

/// Makes the token library sign and check with HMAC-SHA-256 (RFC 7518, section 3.2), and with nothing else.
pub fn install() {
    // The second time it is there already.
    let _ = PROVIDER.install_default();
}

struct Hs256(Hmac<Sha256>);

impl Hs256 {
    fn new(algorithm: Algorithm, key: &[u8]) -> Result<Self> {
        if algorithm != Algorithm::HS256 {
            return Err(ErrorKind::InvalidAlgorithm.into());
        }
        Ok(Self(Hmac::new_from_slice(key).map_err(|_| ErrorKind::InvalidKeyFormat)?))
    }
}

impl Signer<Vec<u8>> for Hs256 {
    fn try_sign(&self, message: &[u8]) -> std::result::Result<Vec<u8>, Error> {
        Ok(self.0.clone().chain_update(message).finalize().into_bytes().to_vec())
    }
}

impl JwtSigner for Hs256 {
    fn algorithm(&self) -> Algorithm {
        Algorithm::HS256
    }
}

impl Verifier<Vec<u8>> for Hs256 {
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> std::result::Result<(), Error> {
        self.0.clone().chain_update(message).verify_slice(signature).map_err(|_| Error::new())
    }
}

impl JwtVerifier for Hs256 {
    fn algorithm(&self) -> Algorithm {
        Algorithm::HS256
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use jsonwebtoken::{Header, Validation, decode, encode};

    /// The example of RFC 7515, appendix A.1.
    const KEY: &str = "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow";
    const TOKEN: &str = "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0\
        dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

    fn rules() -> Validation {
        let mut rules = Validation::new(Algorithm::HS256);
        rules.validate_exp = false;
        rules
    }

    #[test]
    fn the_example_of_the_standard_is_read() {
        install();
        let key = DecodingKey::from_secret(&URL_SAFE_NO_PAD.decode(KEY).unwrap());
        let read = |token: &str| decode::<serde_json::Value>(token, &key, &rules()).map(|data| data.claims);
        assert_eq!(read(TOKEN).unwrap()["iss"], "joe");
        let forged = TOKEN.replace("FOEjXk", "FOEjXl");
        assert!(read(&forged).is_err() && read(&TOKEN[..TOKEN.len() - 1]).is_err());
        let (unsigned, _) = TOKEN.rsplit_once('.').unwrap();
        assert!(read(&format!("{unsigned}.")).is_err());
    }

    #[test]
    fn other_algorithms_are_refused() {
        install();
        let key = EncodingKey::from_secret(b"a key of enough bytes for everybody");
        let claims = serde_json::json!({"exp": 1});
        assert!(encode(&Header::new(Algorithm::HS256), &claims, &key).is_ok());
        assert!(encode(&Header::new(Algorithm::HS512), &claims, &key).is_err());
    }
}
