//! The code of a referral link: whose it is, and a short tag that nobody else can make, so that codes cannot be counted through.

use hmac::{Hmac, KeyInit, Mac};
use placard_common::secrets::{Keys, Purpose};
use placard_model::UserId;
use sha2::Sha256;

/// Letters of the tag.
const TAG_CHARS: usize = 5;
/// Letters that codes are written with: no two of them look alike (Crockford's base 32).
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// The longest code: 13 letters are enough for any user.
const CODE_CHARS_MAX: usize = 13 + TAG_CHARS;

/// The code of a user's link.
pub(crate) fn encode(keys: &Keys, user: UserId) -> String {
    let mut rest = user.0.unsigned_abs();
    let mut code = Vec::new();
    while rest > 0 || code.is_empty() {
        code.push(LETTERS[(rest % 32) as usize]);
        rest /= 32;
    }
    code.reverse();
    code.extend(tag(keys, user));
    String::from_utf8(code).unwrap_or_default()
}

/// Whose code it is; none for what is no code.
pub(crate) fn decode(keys: &Keys, code: &str) -> Option<UserId> {
    let code = code.trim().to_ascii_lowercase();
    if !code.is_ascii() || code.len() > CODE_CHARS_MAX {
        return None;
    }
    let (number, given) = code.split_at_checked(code.len().checked_sub(TAG_CHARS)?)?;
    let mut id = 0_i64;
    for letter in number.bytes() {
        let digit = LETTERS.iter().position(|one| *one == letter)?;
        id = id.checked_mul(32)?.checked_add(digit as i64)?;
    }
    let user = UserId(id);
    // What follows from it is no secret: a comparison that ends early tells nothing of use.
    (encode(keys, user) == code && given.len() == TAG_CHARS).then_some(user)
}

fn tag(keys: &Keys, user: UserId) -> impl Iterator<Item = u8> {
    let key: [u8; 32] = keys.derive(Purpose::ReferralCode, None);
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).expect("HMAC takes keys of any length");
    mac.update(&user.0.to_be_bytes());
    let bytes: [u8; 32] = mac.finalize().into_bytes().into();
    bytes.into_iter().take(TAG_CHARS).map(|byte| LETTERS[(byte % 32) as usize])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    fn keys(seed: u64) -> Keys {
        let folder = tempfile::tempdir().unwrap();
        Keys::open(folder.path(), &mut StdRng::seed_from_u64(seed)).unwrap()
    }

    #[test]
    fn a_code_is_of_one_user_and_one_network() {
        let (ours, theirs) = (keys(1), keys(2));
        let mut taken = 0;
        for id in [1, 31, 32, 1_024, 999_999, i64::MAX] {
            let code = encode(&ours, UserId(id));
            assert!(code.len() <= CODE_CHARS_MAX, "{code}");
            assert_eq!(decode(&ours, &code), Some(UserId(id)), "{code}");
            assert_eq!(decode(&ours, &code.to_uppercase()), Some(UserId(id)), "as people type it");
            taken += usize::from(decode(&theirs, &code).is_some());
            assert_eq!(decode(&ours, &code[..code.len() - 1]), None, "{code} without its end");
            assert_eq!(decode(&ours, &format!("0{code}")), None, "{code} has one way to be written");
        }
        assert_eq!(taken, 0, "codes of another network");
        for text in ["", "7", "0", "abcde", "nonsense", "ilou1", "äöüäöü", "zzzzzzzzzzzzzzzzzzzzzzzzz"] {
            assert_eq!(decode(&ours, text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_is_too_odd(text in ".{0,40}") {
            let keys = Keys::open(tempfile::tempdir().unwrap().path(), &mut StdRng::seed_from_u64(1)).unwrap();
            let _ = decode(&keys, &text);
        }
    }
}
