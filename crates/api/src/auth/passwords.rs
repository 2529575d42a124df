//! Passwords: argon2id on a few threads of their own, which yield to everything else, so that a flood of logins waits
//! instead of slowing delivery.

use anyhow::Context;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use parking_lot::Mutex;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use tokio::sync::oneshot;

/// Passwords that may wait to be hashed; more are refused.
pub const WAITING_MAX: usize = 200;
/// The nice value of the threads: beside threads of the usual priority they get a tenth of a processor that both want.
#[cfg(target_os = "linux")]
const NICE: i32 = 10;
/// Bytes of a salt.
pub(super) const SALT_BYTES: usize = 16;

/// Too many passwords wait to be hashed.
#[derive(Debug, thiserror::Error)]
#[error("too many logins at once")]
pub struct TooBusy;

type Job = Box<dyn FnOnce() + Send>;

/// Hashes and compares passwords.
pub struct Passwords {
    argon: Argon2<'static>,
    /// Its threads end when it is dropped.
    jobs: SyncSender<Job>,
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
        let (jobs, queue) = sync_channel(WAITING_MAX);
        let queue = Arc::new(Mutex::new(queue));
        for _ in 0..workers {
            let queue = queue.clone();
            let thread = std::thread::Builder::new().name("password".to_owned());
            thread.spawn(move || work(&queue)).context("cannot start a password worker")?;
        }
        Ok(Self { argon, jobs, nobody: nobody.into() })
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

    /// Runs work on one of the threads; [`TooBusy`] when too much waits already.
    pub async fn on_a_worker<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> anyhow::Result<T> {
        let (done, result) = oneshot::channel();
        let job = Box::new(move || {
            // Nobody waits for it any longer: a flood that gives up costs nothing more.
            if !done.is_closed() {
                drop(done.send(work()));
            }
        });
        self.jobs.try_send(job).map_err(|error| match error {
            TrySendError::Full(_) => TooBusy.into(),
            TrySendError::Disconnected(_) => anyhow::anyhow!("the password workers have ended"),
        })?;
        result.await.context("a password worker failed")
    }
}

/// Does one job after the other until nobody can send more.
fn work(queue: &Mutex<Receiver<Job>>) {
    // A worker that keeps the usual priority works as well; only a flood would be felt more.
    if let Err(error) = rustix::process::setpriority_process(None, NICE) {
        tracing::debug!("password workers keep their priority: {error}");
    }
    loop {
        // The lock is held while waiting: whoever has it takes the next job, the others wait for the lock.
        let Ok(job) = queue.lock().recv() else { return };
        // A job that panics has no result; its worker goes on.
        drop(catch_unwind(AssertUnwindSafe(job)));
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
