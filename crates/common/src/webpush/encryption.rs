//! Encryption of a message for one subscription: RFC 8291 over the content coding `aes128gcm` of RFC 8188, one record.
//!
//! The key agreement is ring's, which is four times as fast as RustCrypto's (docs/decisions/0014); what is made of the agreed
//! secret is RustCrypto's. [`decrypt`] is RustCrypto's from end to end: tests and the demonstration's browsers read by it.

use aes_gcm::aead::{Aead as _, Payload};
use aes_gcm::{Aes128Gcm, KeyInit as _, Nonce};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hkdf::Hkdf;
use p256::ecdh::diffie_hellman;
use p256::{PublicKey, SecretKey};
use rand::Rng;
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::rand::SystemRandom;
use sha2::Sha256;

/// Bytes of a public key: a point of P-256, uncompressed.
pub const PUBLIC_KEY_BYTES: usize = 65;
/// Bytes of a subscription's secret.
pub const AUTH_BYTES: usize = 16;
/// The largest body that a push service must take (RFC 8030, 7.2).
pub const BODY_BYTES_MAX: usize = 4_096;
const SALT_BYTES: usize = 16;
const TAG_BYTES: usize = 16;
/// Salt, size of a record, length of the key's name, the name: our public key.
const HEAD_BYTES: usize = SALT_BYTES + 4 + 1 + PUBLIC_KEY_BYTES;
/// The size of a record: the whole message is one.
const RECORD_BYTES: u32 = BODY_BYTES_MAX as u32;
/// Follows the text of the last record (RFC 8188, 2).
const LAST_RECORD: u8 = 2;
/// The largest message, in bytes: 4,096 after encryption.
pub const PLAIN_BYTES_MAX: usize = BODY_BYTES_MAX - HEAD_BYTES - TAG_BYTES - 1;
const _: () = assert!(PLAIN_BYTES_MAX == 3_993, "RFC 8291, 4");

/// Whom a message is for.
#[derive(Clone)]
pub struct Recipient {
    public_key: [u8; PUBLIC_KEY_BYTES],
    auth: [u8; AUTH_BYTES],
}

/// Keys of a subscription that nobody can encrypt with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// The public key.
    #[error("the public key is no point of P-256 in 65 bytes of base64url")]
    PublicKey,
    /// The secret.
    #[error("the secret is not 16 bytes of base64url")]
    Auth,
}

/// Why nothing was encrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EncryptError {
    /// More than [`PLAIN_BYTES_MAX`].
    #[error("a message of {0} bytes is longer than {PLAIN_BYTES_MAX}")]
    TooLong(usize),
    /// The recipient's key is no point of the curve.
    #[error("the recipient's key is no point of P-256")]
    Key,
    /// The system gave no random bytes.
    #[error("no key could be made")]
    NoKey,
}

/// A message that was not for this recipient, or was changed on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a message for this subscription")]
pub struct NotReadable;

impl Recipient {
    /// The keys of a subscription as a browser tells them, in base64url.
    ///
    /// # Errors
    /// When one of them cannot be a key.
    pub fn parse(p256dh: &str, auth: &str) -> Result<Self, KeyError> {
        let public_key = decode(p256dh).ok_or(KeyError::PublicKey)?;
        PublicKey::from_sec1_bytes(&public_key).map_err(|_| KeyError::PublicKey)?;
        Ok(Self { public_key, auth: decode(auth).ok_or(KeyError::Auth)? })
    }

    /// Keys that were checked when they came: that the point lies on the curve is found again at the agreement.
    ///
    /// # Errors
    /// When their lengths are wrong.
    pub fn stored(p256dh: &str, auth: &[u8]) -> Result<Self, KeyError> {
        let public_key = decode(p256dh).ok_or(KeyError::PublicKey)?;
        Ok(Self { public_key, auth: auth.try_into().map_err(|_| KeyError::Auth)? })
    }
}

/// Bytes in base64url, with the padding that some browsers' libraries add.
fn decode<const N: usize>(text: &str) -> Option<[u8; N]> {
    // Nothing that is far longer is unpacked.
    let text = text.trim_end_matches('=');
    if text.len() > N * 4 / 3 + 4 {
        return None;
    }
    URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok()
}

/// Encrypts; each message by a key of its own, which nobody has afterwards.
pub struct Encrypter(SystemRandom);

impl Default for Encrypter {
    fn default() -> Self {
        Self(SystemRandom::new())
    }
}

impl std::fmt::Debug for Encrypter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Encrypter")
    }
}

impl Encrypter {
    /// Encrypts a message: the body of the request to the push service. `rng` salts it.
    ///
    /// # Errors
    /// When the message is too long, or the recipient's key is none.
    pub fn encrypt(&self, to: &Recipient, plain: &[u8], rng: &mut impl Rng) -> Result<Vec<u8>, EncryptError> {
        if plain.len() > PLAIN_BYTES_MAX {
            return Err(EncryptError::TooLong(plain.len()));
        }
        let own = EphemeralPrivateKey::generate(&ECDH_P256, &self.0).map_err(|_| EncryptError::NoKey)?;
        let own_public = own.compute_public_key().map_err(|_| EncryptError::NoKey)?;
        let own_public: [u8; PUBLIC_KEY_BYTES] = own_public.as_ref().try_into().map_err(|_| EncryptError::NoKey)?;
        let mut salt = [0; SALT_BYTES];
        rng.fill_bytes(&mut salt);
        let theirs = UnparsedPublicKey::new(&ECDH_P256, to.public_key);
        agree_ephemeral(own, &theirs, |secret| seal(secret, to, &own_public, salt, plain))
            .map_err(|_| EncryptError::Key)
    }
}

/// The body for an agreed secret.
fn seal(
    secret: &[u8],
    to: &Recipient,
    own_public: &[u8; PUBLIC_KEY_BYTES],
    salt: [u8; SALT_BYTES],
    plain: &[u8],
) -> Vec<u8> {
    let (cipher, nonce) = content_key(secret, &to.auth, &to.public_key, own_public, &salt);
    let mut record = Vec::with_capacity(plain.len() + 1);
    record.extend_from_slice(plain);
    record.push(LAST_RECORD);
    let sealed = cipher.encrypt(&nonce, record.as_slice()).expect("a record is far shorter than AES-GCM's limit");
    let mut body = Vec::with_capacity(HEAD_BYTES + sealed.len());
    body.extend_from_slice(&salt);
    body.extend_from_slice(&RECORD_BYTES.to_be_bytes());
    body.push(PUBLIC_KEY_BYTES as u8);
    body.extend_from_slice(own_public);
    body.extend_from_slice(&sealed);
    body
}

/// Key and nonce of the content (RFC 8291, 3.3 and 3.4; RFC 8188, 2.2 and 2.3).
fn content_key(
    secret: &[u8],
    auth: &[u8; AUTH_BYTES],
    reader: &[u8; PUBLIC_KEY_BYTES],
    writer: &[u8; PUBLIC_KEY_BYTES],
    salt: &[u8; SALT_BYTES],
) -> (Aes128Gcm, Nonce<aes_gcm::aead::consts::U12>) {
    const SHORT: &str = "far shorter than 8,160 bytes";
    let (mut input, mut key, mut nonce) = ([0; 32], [0; 16], [0; 12]);
    let agreed = Hkdf::<Sha256>::new(Some(auth), secret);
    agreed.expand_multi_info(&[b"WebPush: info\0", reader, writer], &mut input).expect(SHORT);
    let content = Hkdf::<Sha256>::new(Some(salt), &input);
    content.expand(b"Content-Encoding: aes128gcm\0", &mut key).expect(SHORT);
    content.expand(b"Content-Encoding: nonce\0", &mut nonce).expect(SHORT);
    (Aes128Gcm::new(&key.into()), nonce.into())
}

/// Reads a message as a browser does.
///
/// # Errors
/// When it is not for this subscription, or not to the letter what was sent.
pub fn decrypt(secret: &SecretKey, auth: &[u8; AUTH_BYTES], body: &[u8]) -> Result<Vec<u8>, NotReadable> {
    if body.len() > BODY_BYTES_MAX {
        return Err(NotReadable);
    }
    let (salt, rest) = body.split_first_chunk::<SALT_BYTES>().ok_or(NotReadable)?;
    let (size, rest) = rest.split_first_chunk::<4>().ok_or(NotReadable)?;
    let (length, rest) = rest.split_first().ok_or(NotReadable)?;
    let (writer, sealed) = rest.split_first_chunk::<PUBLIC_KEY_BYTES>().ok_or(NotReadable)?;
    if usize::from(*length) != PUBLIC_KEY_BYTES || sealed.len() > u32::from_be_bytes(*size) as usize {
        return Err(NotReadable);
    }
    let theirs = PublicKey::from_sec1_bytes(writer).map_err(|_| NotReadable)?;
    let agreed = diffie_hellman(secret.to_nonzero_scalar(), theirs.as_affine());
    let reader: [u8; PUBLIC_KEY_BYTES] =
        secret.public_key().to_sec1_bytes().as_ref().try_into().map_err(|_| NotReadable)?;
    let (cipher, nonce) = content_key(agreed.raw_secret_bytes(), auth, &reader, writer, salt);
    let mut record = cipher.decrypt(&nonce, Payload { msg: sealed, aad: &[] }).map_err(|_| NotReadable)?;
    // Zeros may stand behind the mark of the last record.
    while record.last() == Some(&0) {
        record.pop();
    }
    if record.pop() == Some(LAST_RECORD) { Ok(record) } else { Err(NotReadable) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rand::SeedableRng as _;
    use rand::rngs::StdRng;

    const PLAIN: &[u8] = b"When I grow up, I want to be a watermelon";
    const WRITER: &str = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
    const WRITER_SECRET: &str = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";
    const READER: &str = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const READER_SECRET: &str = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94";
    const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";
    const SALT: &str = "DGv6ra1nlYgDCS1FRnbzlw";
    const AGREED: &str = "kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs";
    const BODY: &str = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";

    fn bytes<const N: usize>(text: &str) -> [u8; N] {
        decode(text).expect("bytes of this length")
    }

    fn secret(seed: u8) -> SecretKey {
        SecretKey::from_slice(&[seed; 32]).unwrap()
    }

    fn recipient(secret: &SecretKey, auth: [u8; AUTH_BYTES]) -> Recipient {
        Recipient::stored(&URL_SAFE_NO_PAD.encode(secret.public_key().to_sec1_bytes()), &auth).unwrap()
    }

    #[test]
    fn the_example_of_rfc_8291() {
        let writer = SecretKey::from_slice(&bytes::<32>(WRITER_SECRET)).unwrap();
        let to = Recipient::parse(READER, AUTH).unwrap();
        let reader = PublicKey::from_sec1_bytes(&to.public_key).unwrap();
        let agreed = diffie_hellman(writer.to_nonzero_scalar(), reader.as_affine());
        assert_eq!(URL_SAFE_NO_PAD.encode(agreed.raw_secret_bytes()), AGREED);
        let body = seal(agreed.raw_secret_bytes(), &to, &bytes(WRITER), bytes(SALT), PLAIN);
        assert_eq!(URL_SAFE_NO_PAD.encode(&body), BODY);
        let reader = SecretKey::from_slice(&bytes::<32>(READER_SECRET)).unwrap();
        assert_eq!(decrypt(&reader, &bytes(AUTH), &body).unwrap(), PLAIN);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn what_is_encrypted_is_read_by_its_reader_alone(
            plain in proptest::collection::vec(any::<u8>(), 0..PLAIN_BYTES_MAX + 1),
            auth in any::<[u8; AUTH_BYTES]>(),
            at in any::<proptest::sample::Index>(),
        ) {
            let reader = secret(7);
            let body = Encrypter::default()
                .encrypt(&recipient(&reader, auth), &plain, &mut StdRng::seed_from_u64(1))
                .unwrap();
            prop_assert!(body.len() <= BODY_BYTES_MAX);
            prop_assert_eq!(decrypt(&reader, &auth, &body), Ok(plain));
            prop_assert_eq!(decrypt(&secret(8), &auth, &body), Err(NotReadable));
            prop_assert_eq!(decrypt(&reader, &[auth[0] ^ 1; AUTH_BYTES], &body), Err(NotReadable));
            let mut changed = body.clone();
            let bit = at.index(body.len() * 8);
            changed[bit / 8] ^= 1 << (bit % 8);
            // The size of a record alone may be told larger: nothing depends on it here.
            let is_size = (SALT_BYTES..SALT_BYTES + 4).contains(&(bit / 8));
            prop_assert!(is_size || decrypt(&reader, &auth, &changed) == Err(NotReadable), "bit {}", bit);
            prop_assert_eq!(decrypt(&reader, &auth, &body[..at.index(body.len())]), Err(NotReadable));
        }

        #[test]
        fn any_bytes_are_refused(body in proptest::collection::vec(any::<u8>(), 0..5_000)) {
            prop_assert_eq!(decrypt(&secret(7), &[1; AUTH_BYTES], &body), Err(NotReadable));
        }
    }

    #[test]
    fn no_two_bodies_are_alike() {
        let (reader, encrypter, mut rng) = (secret(7), Encrypter::default(), StdRng::seed_from_u64(1));
        let to = recipient(&reader, [3; AUTH_BYTES]);
        let first = encrypter.encrypt(&to, PLAIN, &mut rng).unwrap();
        let second = encrypter.encrypt(&to, PLAIN, &mut rng).unwrap();
        assert!(first[..SALT_BYTES] != second[..SALT_BYTES] && first[HEAD_BYTES..] != second[HEAD_BYTES..]);
        assert_ne!(first[21..HEAD_BYTES], second[21..HEAD_BYTES], "each has a key of its own");
    }

    #[test]
    fn broken_keys_are_errors() {
        let check = |p256dh: &str, auth: &str, expected: Option<KeyError>| {
            assert_eq!(Recipient::parse(p256dh, auth).err(), expected, "{p256dh} {auth}");
        };
        check(READER, AUTH, None);
        check(&format!("{READER}="), &format!("{AUTH}=="), None);
        check("", AUTH, Some(KeyError::PublicKey));
        check(&READER[1..], AUTH, Some(KeyError::PublicKey));
        check(&"A".repeat(READER.len()), AUTH, Some(KeyError::PublicKey));
        check(&"A".repeat(1 << 20), AUTH, Some(KeyError::PublicKey));
        check(&READER.replace('_', "/"), AUTH, Some(KeyError::PublicKey));
        check(READER, "", Some(KeyError::Auth));
        check(READER, &AUTH[2..], Some(KeyError::Auth));
        check(READER, "!!!!", Some(KeyError::Auth));
        // Not on the curve: found when somebody encrypts, where it was stored without a look.
        let mut off = bytes::<PUBLIC_KEY_BYTES>(READER);
        off[64] ^= 1;
        let off = URL_SAFE_NO_PAD.encode(off);
        check(&off, AUTH, Some(KeyError::PublicKey));
        let to = Recipient::stored(&off, &bytes::<AUTH_BYTES>(AUTH)).unwrap();
        let mut rng = StdRng::seed_from_u64(1);
        assert_eq!(Encrypter::default().encrypt(&to, PLAIN, &mut rng), Err(EncryptError::Key));
        let to = Recipient::parse(READER, AUTH).unwrap();
        let long = vec![0; PLAIN_BYTES_MAX + 1];
        let error = Encrypter::default().encrypt(&to, &long, &mut rng);
        assert_eq!(error, Err(EncryptError::TooLong(PLAIN_BYTES_MAX + 1)));
        assert_eq!(Encrypter::default().encrypt(&to, &long[1..], &mut rng).map(|body| body.len()), Ok(BODY_BYTES_MAX));
    }
}
