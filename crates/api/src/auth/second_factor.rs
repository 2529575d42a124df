//! One-time codes (TOTP, RFC 6238) and the recovery codes that stand in for them.

use crate::state::Api;
use anyhow::Context;
use hmac::{Hmac, KeyInit, Mac};
use placard_common::chance::Chance;
use placard_common::sealed;
use placard_common::secrets::{Keys, Purpose};
use placard_model::{UnixMs, UserId};
use placard_store::accounts::audit_log::{self, Actor};
use placard_store::accounts::second_factors::{self, RecoveryCodeHash, SecondFactor};
use placard_store::{Error, Tx};
use qrcode::QrCode;
use qrcode::render::svg;
use serde::Serialize;
use sha2::Sha256;
use totp_rs::{Builder, Totp};

/// Bytes of a secret: what RFC 4226 recommends.
pub const SECRET_BYTES: usize = 20;
/// Recovery codes of a user.
pub const RECOVERY_CODES: usize = 10;
/// Letters of a recovery code: 50 bits.
const RECOVERY_LETTERS: usize = 10;
/// The letters of recovery codes: none is taken for another one.
const ALPHABET: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";
/// Codes of so many steps of 30 s before and after the present one are taken, for clocks that differ.
const SKEW_STEPS: u16 = 1;
/// The longest code that is looked at, in characters: a recovery code with spaces.
const CODE_CHARS_MAX: usize = 40;
/// What authenticator apps show beside the address.
const ISSUER: &str = "Placard";
/// The side of the QR code, in pixels, before its page scales it.
const QR_PX: u32 = 240;

/// What its owner needs to take a secret over.
#[derive(Clone)]
pub struct Setup {
    /// The secret in base 32, for typing.
    pub secret: String,
    /// The secret as `otpauth://` URL.
    pub url: String,
    /// The URL as QR code.
    pub qr_svg: String,
}

fn totp(secret: &[u8], email: &str) -> anyhow::Result<Totp> {
    // A colon would end the label.
    let account = email.replace(':', " ");
    Builder::new()
        .with_secret(secret)
        .with_skew(SKEW_STEPS)
        .with_account_name(account)
        .with_issuer(Some(ISSUER))
        .build()
        .map_err(|error| anyhow::anyhow!("one-time codes: {error}"))
}

impl Setup {
    /// What the owner of the mail address needs for the secret.
    pub fn new(secret: &[u8; SECRET_BYTES], email: &str) -> anyhow::Result<Self> {
        let totp = totp(secret, email)?;
        let url = totp.to_url().map_err(|error| anyhow::anyhow!("otpauth URL: {error}"))?;
        let qr = QrCode::new(&url).context("QR code")?;
        let svg = qr.render::<svg::Color<'_>>().min_dimensions(QR_PX, QR_PX).build();
        // Pages take it as a part of them: the declaration of a document has no place there.
        let start = svg.find("<svg").unwrap_or_default();
        let qr_svg = svg.get(start..).unwrap_or_default().to_owned();
        Ok(Self { secret: totp.secret().to_base32(), url, qr_svg })
    }
}

/// The secret as it is stored.
pub fn seal_secret(keys: &Keys, chance: &Chance, user: UserId, secret: &[u8]) -> anyhow::Result<Vec<u8>> {
    sealed::seal(keys, Purpose::SecondFactor, chance, &user.0.to_be_bytes(), secret)
}

/// The step whose code this is, if it is one of now.
fn step_of(keys: &Keys, user: UserId, factor: &SecondFactor, code: &str, now: UnixMs) -> anyhow::Result<Option<i64>> {
    let secret = sealed::open(keys, Purpose::SecondFactor, &user.0.to_be_bytes(), &factor.secret)?;
    let secret: [u8; SECRET_BYTES] = secret.try_into().map_err(|_| anyhow::anyhow!("a secret of another length"))?;
    let totp = totp(&secret, "user")?;
    Ok(totp.check(code, now.0.div_euclid(1000).unsigned_abs()).map(u64::cast_signed))
}

/// Takes a code of the secret, which works once; whether it was right.
pub async fn take_code(tx: &Tx, app: &Api, user: UserId, code: &str) -> placard_store::Result<bool> {
    let code: String = code.chars().filter(|c| !c.is_whitespace()).take(CODE_CHARS_MAX).collect();
    let Some(factor) = second_factors::get_second_factor(tx, user).await? else { return Ok(false) };
    let mut step = step_of(&app.keys, user, &factor, &code, app.clock.now());
    // Phones know the time by themselves: where ours differs from the machine's, either may be theirs.
    if let (Ok(None), Some(steady)) = (&step, &app.steady) {
        step = step_of(&app.keys, user, &factor, &code, steady.machine());
    }
    match step.map_err(|cause| Error::Corrupt(format!("second factor: {cause:#}")))? {
        Some(step) => second_factors::take_step(tx, user, step).await,
        None => Ok(false),
    }
}

/// Takes a code of the second factor or a recovery code, each of which works once; whether it was right. The use of a
/// recovery code is in the audit log: its owner has lost the app, or the code.
pub async fn take_any_code(tx: &Tx, app: &Api, actor: &Actor, user: UserId, code: &str) -> placard_store::Result<bool> {
    if take_code(tx, app, user, code).await? {
        return Ok(true);
    }
    if !second_factors::take_recovery_code(tx, user, &recovery_hash(&app.keys, user, code)).await? {
        return Ok(false);
    }
    let left = second_factors::count_recovery_codes(tx, user).await?;
    let (before, after) = (CodesLeft { recovery_codes_left: left + 1 }, CodesLeft { recovery_codes_left: left });
    audit_log::record(tx, actor, "use_recovery_code", "user", user, Some(&before), Some(&after)).await?;
    Ok(true)
}

/// What the audit log keeps of recovery codes.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct CodesLeft {
    /// Codes that were not used.
    pub recovery_codes_left: u64,
}

/// New recovery codes, and what is stored of them.
pub fn new_recovery_codes(keys: &Keys, chance: &Chance, user: UserId) -> (Vec<String>, Vec<RecoveryCodeHash>) {
    let codes: Vec<String> = (0..RECOVERY_CODES).map(|_| recovery_code(chance)).collect();
    let hashes = codes.iter().map(|code| recovery_hash(keys, user, code)).collect();
    (codes, hashes)
}

fn recovery_code(chance: &Chance) -> String {
    let random: [u8; RECOVERY_LETTERS] = chance.bytes();
    let letters = random.map(|byte| char::from(ALPHABET[usize::from(byte) % ALPHABET.len()]));
    let (first, second) = letters.split_at(RECOVERY_LETTERS / 2);
    format!("{}-{}", first.iter().collect::<String>(), second.iter().collect::<String>())
}

/// A code is short enough to be tried out by who has the database, so its hash needs the master key too.
fn recovery_hash(keys: &Keys, user: UserId, code: &str) -> RecoveryCodeHash {
    let key = keys.derive::<32>(Purpose::RecoveryCode, None);
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).expect("HMAC takes keys of any length");
    mac.update(&user.0.to_be_bytes());
    let letters = code.chars().take(CODE_CHARS_MAX).filter(char::is_ascii_alphanumeric);
    let letters: String = letters.map(|letter| letter.to_ascii_lowercase()).collect();
    mac.update(letters.as_bytes());
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    #[test]
    fn a_setup_says_the_same_secret_three_times() {
        let setup = Setup::new(&[7; SECRET_BYTES], "anna:x@x.org").unwrap();
        assert_eq!(setup.secret.len(), 32);
        assert!(setup.url.starts_with("otpauth://totp/Placard:anna"), "{}", setup.url);
        assert!(setup.url.contains(&setup.secret) && setup.qr_svg.starts_with("<svg"));
        assert!(setup.qr_svg.ends_with("</svg>"));
    }

    #[test]
    fn recovery_codes_differ_and_are_read_as_people_type_them() {
        let folder = tempfile::tempdir().unwrap();
        let keys = Keys::open(folder.path(), &mut StdRng::seed_from_u64(1)).unwrap();
        let (codes, hashes) = new_recovery_codes(&keys, &Chance::new(Some(1)).unwrap(), UserId(5));
        assert_eq!(hashes.iter().collect::<std::collections::HashSet<_>>().len(), RECOVERY_CODES);
        let typed = format!(" {} ", codes[0].to_uppercase().replace('-', " "));
        assert_eq!(recovery_hash(&keys, UserId(5), &typed), hashes[0]);
        assert_ne!(recovery_hash(&keys, UserId(6), &codes[0]), hashes[0]);
    }
}
