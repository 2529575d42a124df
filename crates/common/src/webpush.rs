//! Web Push: messages that only one browser can read (RFC 8291), and the signature by which push services know who sends
//! (RFC 8292).

pub mod encryption;
pub mod vapid;

pub use encryption::{EncryptError, Encrypter, KeyError, PLAIN_BYTES_MAX, Recipient};
pub use vapid::{Vapid, VapidError, VapidKey};
