//! Signatures of callbacks: hexadecimal HMACs, compared in constant time.

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Sha256, Sha512};

/// Whether a text is the HMAC-SHA256 of a message.
pub(super) fn is_sha256(secret: &str, message: &[&[u8]], told: &str) -> bool {
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else { return false };
    for part in message {
        mac.update(part);
    }
    bytes_of(told).is_some_and(|told| mac.verify_slice(&told).is_ok())
}

/// Whether a text is the HMAC-SHA512 of a message.
pub(super) fn is_sha512(secret: &str, message: &[u8], told: &str) -> bool {
    let Ok(mut mac) = Hmac::<Sha512>::new_from_slice(secret.as_bytes()) else { return false };
    mac.update(message);
    bytes_of(told).is_some_and(|told| mac.verify_slice(&told).is_ok())
}

/// The HMAC-SHA256 of a message, as a gateway would send it.
pub(super) fn sha256(secret: &str, message: &[u8]) -> String {
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else { return String::new() };
    mac.update(message);
    hex(&mac.finalize().into_bytes())
}

/// Bytes as hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .collect()
}

/// The bytes of hexadecimal digits.
fn bytes_of(text: &str) -> Option<Vec<u8>> {
    let digits = text.chars().map(|c| c.to_digit(16).map(|digit| digit as u8)).collect::<Option<Vec<u8>>>()?;
    let (pairs, []) = digits.as_chunks::<2>() else { return None };
    Some(pairs.iter().map(|[high, low]| high << 4 | low).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_vectors_hold_and_nothing_else_does() {
        // RFC 4231, test case 2.
        let (key, data) = ("Jefe", b"what do ya want for nothing?");
        let sha256_of = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
        let sha512_of = "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fd\
            caeab1a34d4a6b4b636e070a38bce737";
        assert_eq!(sha256(key, data), sha256_of);
        assert!(is_sha256(key, &[b"what do ya want ", b"for nothing?"], sha256_of));
        assert!(is_sha256(key, &[data], &sha256_of.to_uppercase()));
        assert!(is_sha512(key, data, sha512_of));
        for wrong in ["", "zz", "5bd", &sha256_of[2..], &sha256_of.replace('5', "6")] {
            assert!(!is_sha256(key, &[data], wrong), "{wrong}");
        }
        assert!(!is_sha256("jefe", &[data], sha256_of));
        assert!(!is_sha512(key, b"what do ya want for nothing!", sha512_of));
    }
}
