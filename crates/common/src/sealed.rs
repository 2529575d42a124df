//! Data that is encrypted at rest: AES-256-GCM, a random nonce of 12 bytes first.

use crate::chance::Chance;
use crate::secrets::{Keys, Purpose};
use aes_gcm::aead::{Aead, Payload};
use aes_gcm::{Aes256Gcm, KeyInit, Nonce};

const NONCE_BYTES: usize = 12;

/// Encrypts bytes; the same `context` is needed to read them.
pub fn seal(keys: &Keys, purpose: Purpose, chance: &Chance, context: &[u8], plain: &[u8]) -> anyhow::Result<Vec<u8>> {
    let cipher = Aes256Gcm::new(&keys.derive::<32>(purpose, None).into());
    let nonce: [u8; NONCE_BYTES] = chance.bytes();
    let sealed = cipher
        .encrypt(&Nonce::from(nonce), Payload { msg: plain, aad: context })
        .map_err(|_| anyhow::anyhow!("cannot encrypt"))?;
    Ok([&nonce[..], &sealed].concat())
}

/// Reads what [`seal`] made.
pub fn open(keys: &Keys, purpose: Purpose, context: &[u8], sealed: &[u8]) -> anyhow::Result<Vec<u8>> {
    let unreadable = || anyhow::anyhow!("encrypted data cannot be read with this master key");
    let (nonce, sealed) = sealed.split_first_chunk::<NONCE_BYTES>().ok_or_else(unreadable)?;
    let cipher = Aes256Gcm::new(&keys.derive::<32>(purpose, None).into());
    cipher.decrypt(&Nonce::from(*nonce), Payload { msg: sealed, aad: context }).map_err(|_| unreadable())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    #[test]
    fn only_the_same_key_and_context_read_it() {
        let folder = tempfile::tempdir().unwrap();
        let keys = Keys::open(folder.path(), &mut StdRng::seed_from_u64(1)).unwrap();
        let chance = Chance::new(Some(1)).unwrap();
        let sealed = seal(&keys, Purpose::SiteAccess, &chance, b"a", b"secret").unwrap();
        assert!(!sealed.windows(6).any(|part| part == b"secret"));
        assert_eq!(open(&keys, Purpose::SiteAccess, b"a", &sealed).unwrap(), b"secret");
        assert!(open(&keys, Purpose::SiteAccess, b"b", &sealed).is_err());
        assert!(open(&keys, Purpose::ClickId, b"a", &sealed).is_err());
        assert!(open(&keys, Purpose::SiteAccess, b"a", &sealed[..10]).is_err());
        assert_ne!(sealed, seal(&keys, Purpose::SiteAccess, &chance, b"a", b"secret").unwrap());
    }
}
