//! Secrets: one random master key in the data folder; every other key is derived from it by purpose and day.

use anyhow::Context;
use hkdf::Hkdf;
use placard_model::Day;
use rand::Rng;
use sha2::Sha256;
use std::fs;
use std::io::Write;
use std::path::Path;

/// Bytes of the master key.
pub const MASTER_KEY_BYTES: usize = 32;
/// Its file in the data folder, readable by its owner alone.
pub const MASTER_KEY_FILE: &str = "master.key";

/// What a key is for. The names are part of the derivation: a changed name is another key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Signs access tokens.
    AccessToken,
    /// Makes refresh tokens follow from one another.
    RefreshToken,
    /// Encrypts the tokens of served ads; changes daily.
    AdToken,
    /// Hashes visitors; changes daily.
    Visitor,
    /// Hashes address prefixes; changes daily.
    AddressPrefix,
    /// Authenticates click ids.
    ClickId,
    /// Authenticates names of clicks that no postback takes.
    ClickName,
    /// Encrypts the access data of sites' counters.
    SiteAccess,
    /// Encrypts the secrets of second factors.
    SecondFactor,
    /// Hashes recovery codes.
    RecoveryCode,
    /// Encrypts queued mail.
    Mail,
    /// Tells in the database which master key is its own.
    KeyCheck,
    /// Authenticates devices that have logged in.
    Device,
    /// Makes what a site must show to be its owner's.
    SiteToken,
    /// Encrypts keys and secrets of payment gateways.
    GatewayAccess,
    /// Signs the callbacks of the demonstration network's gateway.
    SandboxGateway,
    /// Makes the codes of referral links.
    ReferralCode,
    /// Encrypts private VAPID keys.
    VapidKey,
    /// Encrypts the authentication secrets of push subscriptions.
    PushAuth,
}

impl Purpose {
    const fn label(self) -> &'static str {
        match self {
            Self::AccessToken => "access-token",
            Self::RefreshToken => "refresh-token",
            Self::AdToken => "ad-token",
            Self::Visitor => "visitor",
            Self::AddressPrefix => "address-prefix",
            Self::ClickId => "click-id",
            Self::ClickName => "click-name",
            Self::SiteAccess => "site-access",
            Self::SecondFactor => "second-factor",
            Self::RecoveryCode => "recovery-code",
            Self::Mail => "mail",
            Self::KeyCheck => "key-check",
            Self::Device => "device",
            Self::SiteToken => "site-token",
            Self::GatewayAccess => "gateway-access",
            Self::SandboxGateway => "sandbox-gateway",
            Self::ReferralCode => "referral-code",
            Self::VapidKey => "vapid-key",
            Self::PushAuth => "push-auth",
        }
    }
}

/// The derivation of all keys.
#[derive(Clone)]
pub struct Keys {
    master: Hkdf<Sha256>,
}

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Keys(hidden)")
    }
}

impl Keys {
    /// Reads the master key of the data folder, or makes one. For folders that have no database.
    pub fn open(data_dir: &Path, rng: &mut impl Rng) -> anyhow::Result<Self> {
        match Self::read(data_dir)? {
            Some(keys) => Ok(keys),
            None => Self::create(data_dir, rng),
        }
    }

    /// Makes a master key in a data folder that has none.
    pub fn create(data_dir: &Path, rng: &mut impl Rng) -> anyhow::Result<Self> {
        Ok(Self::of_bytes(&create(&data_dir.join(MASTER_KEY_FILE), rng)?))
    }

    /// The keys of the data folder's master key; none if there is no such file.
    pub fn read(data_dir: &Path) -> anyhow::Result<Option<Self>> {
        let path = data_dir.join(MASTER_KEY_FILE);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
        };
        anyhow::ensure!(
            bytes.len() == MASTER_KEY_BYTES,
            "{} must hold {MASTER_KEY_BYTES} bytes; restore it from a backup (without it all logins and tokens end)",
            path.display()
        );
        Ok(Some(Self::of_bytes(&bytes)))
    }

    fn of_bytes(master: &[u8]) -> Self {
        Self { master: Hkdf::new(Some(b"placard"), master) }
    }

    /// The key of a purpose, at most 8,160 bytes; `day` for those that change daily.
    pub fn derive<const N: usize>(&self, purpose: Purpose, day: Option<Day>) -> [u8; N] {
        let label = match day {
            Some(day) => format!("{}/{}", purpose.label(), day.0),
            None => purpose.label().to_owned(),
        };
        let mut key = [0; N];
        self.master.expand(label.as_bytes(), &mut key).expect("keys are far shorter than 8,160 bytes");
        key
    }
}

fn create(path: &Path, rng: &mut impl Rng) -> anyhow::Result<[u8; MASTER_KEY_BYTES]> {
    let mut key = [0; MASTER_KEY_BYTES];
    rng.fill_bytes(&mut key);
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path).with_context(|| format!("cannot create {}", path.display()))?;
    file.write_all(&key)?;
    file.sync_all()?;
    if let Some(folder) = path.parent() {
        fs::File::open(folder)?.sync_all()?;
    }
    Ok(key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    #[test]
    fn keys_are_stable_and_apart() {
        let folder = tempfile::tempdir().unwrap();
        let keys = Keys::open(folder.path(), &mut StdRng::seed_from_u64(1)).unwrap();
        let again = Keys::open(folder.path(), &mut StdRng::seed_from_u64(2)).unwrap();
        let day = Some(Day(20_000));
        assert_eq!(keys.derive::<32>(Purpose::AdToken, day), again.derive::<32>(Purpose::AdToken, day));
        assert_ne!(keys.derive::<32>(Purpose::AdToken, day), keys.derive::<32>(Purpose::AdToken, Some(Day(20_001))));
        assert_ne!(keys.derive::<32>(Purpose::AdToken, day), keys.derive::<32>(Purpose::Visitor, day));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(folder.path().join(MASTER_KEY_FILE)).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
    }

    #[test]
    fn a_damaged_key_is_told() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(MASTER_KEY_FILE), b"short").unwrap();
        let error = Keys::open(folder.path(), &mut StdRng::seed_from_u64(1)).unwrap_err();
        assert!(error.to_string().contains("backup"));
    }
}
