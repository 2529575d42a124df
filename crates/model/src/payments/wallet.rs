//! Addresses of wallets: what is typed, checked so far as an address can be checked without asking its chain.

use crate::payments::payment::AddressKind;
use sha3::{Digest as _, Keccak256};

/// The longest number of a wallet, in characters.
pub const NUMBER_CHARS_MAX: usize = 100;
/// The first byte of Tron's addresses on its main chain.
const TRON_PREFIX: u8 = 0x41;
/// Bytes of an address of Tron with its prefix, without its checksum.
const TRON_BYTES: usize = 21;
/// Hex digits of an address of Ethereum.
const ETHEREUM_DIGITS: usize = 40;

/// Why an address is refused, to be read after the field's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// Nothing, or too long.
    #[error("must have 1 to 100 visible characters")]
    Length,
    /// Not of the form of the chain's addresses.
    #[error("is no Tron address: these begin with T and have 34 letters and digits")]
    Tron,
    /// The form is right, the checksum is not.
    #[error("has a wrong checksum: one of its characters is mistyped")]
    Checksum,
    /// More than one word.
    #[error("is no address of a coin: these are one word")]
    Whole,
    /// Not of the form of the chain's addresses.
    #[error("is no Ethereum address: these begin with 0x and have 40 more digits of 0 to 9 and a to f")]
    Ethereum,
}

/// Reads what wallets of a kind are named by, in the form in which it is kept: Ethereum's with the capitals of its checksum
/// (EIP-55), all small or all capital ones too, which carry none.
///
/// # Errors
/// When it is no such address, or one that is mistyped.
pub fn read_address(kind: AddressKind, text: &str) -> Result<String, AddressError> {
    let text = text.trim();
    if text.is_empty() || text.chars().count() > NUMBER_CHARS_MAX || text.chars().any(char::is_control) {
        return Err(AddressError::Length);
    }
    match kind {
        AddressKind::Tron => tron(text),
        AddressKind::Ethereum => ethereum(text),
        AddressKind::Coin if text.contains(char::is_whitespace) => Err(AddressError::Whole),
        AddressKind::Text | AddressKind::Coin => Ok(text.to_owned()),
    }
}

/// Hex digits of the hash of a transaction.
const HASH_DIGITS: usize = 64;

/// Reads the hash of a transaction to wallets of a kind, in the form in which it is kept. Of chains that are not known it is any
/// word.
///
/// # Errors
/// In words that follow the field's name.
pub fn read_transaction_hash(kind: AddressKind, text: &str) -> Result<String, &'static str> {
    let text = text.trim();
    let digits = match kind {
        AddressKind::Tron | AddressKind::Ethereum => text.strip_prefix("0x").unwrap_or(text),
        AddressKind::Text | AddressKind::Coin if text.is_empty() => return Err("is required"),
        AddressKind::Text | AddressKind::Coin => return Ok(text.to_owned()),
    };
    if digits.len() != HASH_DIGITS || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err("must have the 64 digits (0 to 9 and a to f) that the chain tells a transaction by");
    }
    let digits = digits.to_ascii_lowercase();
    Ok(if kind == AddressKind::Ethereum { format!("0x{digits}") } else { digits })
}

/// The form in which addresses are compared: capitals do not tell addresses apart, but those of Tron.
pub fn folded(address: &str) -> String {
    if tron(address).is_ok() { address.to_owned() } else { address.trim().to_lowercase() }
}

fn tron(text: &str) -> Result<String, AddressError> {
    if !text.starts_with('T') {
        return Err(AddressError::Tron);
    }
    match bs58::decode(text).with_check(Some(TRON_PREFIX)).into_vec() {
        Ok(bytes) if bytes.len() == TRON_BYTES => Ok(text.to_owned()),
        Err(bs58::decode::Error::InvalidChecksum { .. }) if text.len() == 34 => Err(AddressError::Checksum),
        _ => Err(AddressError::Tron),
    }
}

fn ethereum(text: &str) -> Result<String, AddressError> {
    let digits = text.strip_prefix("0x").ok_or(AddressError::Ethereum)?;
    if digits.len() != ETHEREUM_DIGITS || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(AddressError::Ethereum);
    }
    let checked = checksummed(&digits.to_ascii_lowercase());
    let has = |test: fn(&u8) -> bool| digits.bytes().any(|byte| test(&byte));
    // Letters of one case alone carry no checksum.
    let is_mixed = has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase);
    if is_mixed && checked != digits {
        return Err(AddressError::Checksum);
    }
    Ok(format!("0x{checked}"))
}

/// The hex digits of an address, given in small letters, with the capitals of EIP-55: those whose place has a hex digit of 8 or
/// more in the hash.
fn checksummed(digits: &str) -> String {
    let hash = Keccak256::digest(digits.as_bytes());
    let is_high = |at: usize| {
        let byte = hash.get(at / 2).copied().unwrap_or_default();
        (if at.is_multiple_of(2) { byte >> 4 } else { byte & 0x0f }) >= 8
    };
    let raised = digits.chars().enumerate();
    raised.map(|(at, digit)| if is_high(at) { digit.to_ascii_uppercase() } else { digit }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn hashes_are_those_of_a_transaction() {
        let digits = "AB".repeat(32);
        let kept = digits.to_lowercase();
        for (kind, text, expected) in [
            (AddressKind::Tron, format!(" {digits} "), Some(kept.clone())),
            (AddressKind::Tron, format!("0x{digits}"), Some(kept.clone())),
            (AddressKind::Ethereum, digits.clone(), Some(format!("0x{kept}"))),
            (AddressKind::Ethereum, format!("0x{digits}"), Some(format!("0x{kept}"))),
            (AddressKind::Tron, "abc".to_owned(), None),
            (AddressKind::Ethereum, format!("0x{}", &digits[1..]), None),
            (AddressKind::Tron, format!("{}g", &digits[1..]), None),
            (AddressKind::Coin, "Any word".to_owned(), Some("Any word".to_owned())),
            (AddressKind::Text, " ".to_owned(), None),
        ] {
            assert_eq!(read_transaction_hash(kind, &text).ok(), expected, "{kind:?} {text}");
        }
    }

    #[test]
    fn addresses_are_read_with_their_checksums() {
        let check = |kind: AddressKind, text: &str, expected: Result<&str, AddressError>| {
            assert_eq!(read_address(kind, text).as_deref().map_err(|error| *error), expected, "{text}");
        };
        // The contract of USDT, and the examples of EIP-55.
        let usdt = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
        check(AddressKind::Tron, usdt, Ok(usdt));
        check(AddressKind::Tron, &format!(" {usdt}\n"), Ok(usdt));
        check(AddressKind::Tron, "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T", Err(AddressError::Checksum));
        check(AddressKind::Tron, "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6", Err(AddressError::Tron));
        check(AddressKind::Tron, "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", Err(AddressError::Tron));
        check(AddressKind::Tron, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", Err(AddressError::Tron));
        check(AddressKind::Tron, "TR0OIl", Err(AddressError::Tron));
        for address in [
            "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
            "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
            "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
            "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
        ] {
            check(AddressKind::Ethereum, address, Ok(address));
            check(AddressKind::Ethereum, &address.to_lowercase(), Ok(address));
            check(AddressKind::Ethereum, &format!("0x{}", address[2..].to_uppercase()), Ok(address));
        }
        check(AddressKind::Ethereum, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD", Err(AddressError::Checksum));
        check(AddressKind::Ethereum, "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", Err(AddressError::Ethereum));
        check(AddressKind::Ethereum, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe", Err(AddressError::Ethereum));
        check(AddressKind::Ethereum, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg", Err(AddressError::Ethereum));
        check(AddressKind::Ethereum, usdt, Err(AddressError::Ethereum));
        check(AddressKind::Text, " Z123456789012 ", Ok("Z123456789012"));
        check(AddressKind::Text, "", Err(AddressError::Length));
        let solana = "7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV";
        check(AddressKind::Coin, &format!(" {solana} "), Ok(solana));
        check(AddressKind::Coin, "DE89 3704", Err(AddressError::Whole));
        check(AddressKind::Text, "a\tb", Err(AddressError::Length));
        check(AddressKind::Text, &"x".repeat(101), Err(AddressError::Length));
        assert_eq!(folded(usdt), usdt);
        assert_eq!(folded("0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"), "0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359");
    }

    proptest! {
        #[test]
        fn any_text_is_an_address_or_an_error(text in "\\PC{0,60}", kind in 0..AddressKind::ALL.len()) {
            if let Ok(address) = read_address(AddressKind::ALL[kind], &text) {
                prop_assert_eq!(read_address(AddressKind::ALL[kind], &address), Ok(address));
            }
        }

        #[test]
        fn a_mistyped_address_is_refused(at in 1..34usize, letter in "[1-9A-HJ-NP-Za-km-z]") {
            let usdt = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
            let mut typed = usdt.to_owned();
            typed.replace_range(at..=at, &letter);
            prop_assert_eq!(read_address(AddressKind::Tron, &typed).is_ok(), typed == usdt);
        }
    }
}
