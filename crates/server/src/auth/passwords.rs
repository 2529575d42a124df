//! Passwords: argon2id on a few threads, so that a flood of logins waits instead of slowing everything else.

use anyhow::Context;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use tokio::sync::Semaphore;

/// Passwords that may wait to be hashed; more are refused.
const MAX_WAITING: u32 = 200;
/// Bytes of a salt.
pub(super) const SALT_BYTES: usize = 16;

/// Too many passwords wait to be hashed.
#[derive(Debug, thiserror::Error)]
#[error("too many logins at once")]
pub struct TooBusy;

/// Hashes and compares passwords.
pub struct Passwords {
    argon: Argon2<'static>,
    workers: Arc<Semaphore>,
    waiting: AtomicU32,
    /// Compared with when there is no account, so that the answer takes as long.
    nobody: Arc<str>,
}

impl Passwords {
    /// At most `workers` at the same time. `light` is for tests only: a hash costs nothing then.
    pub fn new(workers: u32, light: bool, salt: &[u8; SALT_BYTES]) -> anyhow::Result<Self> {
        // 19 MiB and 2 passes: the first choice of the OWASP password storage cheat sheet.
        let params = if light { Params::new(8, 1, 1, None) } else { Params::new(19 * 1024, 2, 1, None) };
        let params = params.map_err(|error| anyhow::anyhow!("argon2 parameters: {error}"))?;
        let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let nobody = hash(&argon, "nobody", salt)?;
        Ok(Self {
            argon,
            workers: Arc::new(Semaphore::new(workers as usize)),
            waiting: AtomicU32::new(0),
            nobody: nobody.into(),
        })
    }

    /// The hash to store, as PHC string.
    pub async fn hash(&self, password: &str, salt: [u8; SALT_BYTES]) -> anyhow::Result<String> {
        let (argon, password) = (self.argon.clone(), password.to_owned());
        self.on_a_worker(move || hash(&argon, &password, &salt)).await?
    }

    /// Whether the password is that of the hash; no hash takes as long and is false.
    pub async fn verify(&self, password: &str, stored: Option<String>) -> anyhow::Result<bool> {
        let (argon, password) = (self.argon.clone(), password.to_owned());
        let (known, stored): (bool, Arc<str>) = match stored {
            Some(stored) => (true, stored.into()),
            None => (false, self.nobody.clone()),
        };
        self.on_a_worker(move || argon.verify_password(password.as_bytes(), &*stored).is_ok() && known).await
    }

    async fn on_a_worker<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> anyhow::Result<T> {
        struct Waiting<'a>(&'a AtomicU32);
        impl Drop for Waiting<'_> {
            fn drop(&mut self) {
                self.0.fetch_sub(1, Ordering::Relaxed);
            }
        }
        let before = self.waiting.fetch_add(1, Ordering::Relaxed);
        let _waiting = Waiting(&self.waiting);
        if before >= MAX_WAITING {
            return Err(TooBusy.into());
        }
        let permit = self.workers.clone().acquire_owned().await.context("the password workers have ended")?;
        tokio::task::spawn_blocking(move || {
            // Held until the work is done, also when nobody waits for it any longer.
            let _permit = permit;
            work()
        })
        .await
        .context("a password worker failed")
    }
}

fn hash(argon: &Argon2<'_>, password: &str, salt: &[u8; SALT_BYTES]) -> anyhow::Result<String> {
    let hash = argon
        .hash_password_with_salt(password.as_bytes(), salt)
        .map_err(|error| anyhow::anyhow!("cannot hash a password: {error}"))?;
    Ok(hash.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_is_known_by_its_hash_alone() {
        let passwords = Passwords::new(1, true, &[7; SALT_BYTES]).unwrap();
        let stored = passwords.hash("Secret1!", [1; SALT_BYTES]).await.unwrap();
        assert!(stored.starts_with("$argon2id$v=19$"), "{stored}");
        assert!(passwords.verify("Secret1!", Some(stored.clone())).await.unwrap());
        assert!(!passwords.verify("secret1!", Some(stored.clone())).await.unwrap());
        assert!(!passwords.verify("nobody", None).await.unwrap());
        assert!(!passwords.verify("x", Some("not a hash".to_owned())).await.unwrap());
        // A hash tells its own cost: those made with other settings still hold.
        let heavy = Passwords::new(1, false, &[7; SALT_BYTES]).unwrap();
        assert!(heavy.verify("Secret1!", Some(stored)).await.unwrap());
    }
}
