//! Pictures that a look at a spreadsheet has made, for the import that follows: each address is fetched once for both.
//!
//! What is kept here are names alone. Their files lie in the media store, where those that no ad takes go after a day.

use parking_lot::Mutex;
use placard_model::{UnixMs, UserId};
use placard_store::advertising::pictures::NewPicture;
use sha2::{Digest, Sha256};
use std::collections::HashMap;

/// For how long they are kept.
const KEPT_MS: i64 = 15 * 60_000;
/// Pictures of all accounts that are kept; with more, those of further looks are not.
const KEPT_MAX: usize = 10_000;

/// An address of an account, as short however long it is.
type Key = (UserId, [u8; 32]);

/// Both pictures of an address, and until when they are taken for what is there.
struct Kept {
    until: UnixMs,
    pictures: [NewPicture; 2],
}

/// Pictures of addresses that accounts have looked at a moment ago.
#[derive(Default)]
pub(crate) struct Looks(Mutex<HashMap<Key, Kept>>);

impl Looks {
    /// Keeps what a look found at an address, in the place of what an earlier one did; nothing when it found no picture.
    pub(crate) fn put(&self, user: UserId, address: &str, pictures: Option<[NewPicture; 2]>, now: UnixMs) {
        let (mut all, key) = (self.0.lock(), key(user, address));
        all.remove(&key);
        if all.len() >= KEPT_MAX {
            all.retain(|_, kept| kept.until > now);
        }
        if let Some(pictures) = pictures
            && all.len() < KEPT_MAX
        {
            all.insert(key, Kept { until: now.plus_ms(KEPT_MS), pictures });
        }
    }

    /// What a look of the account found at an address a moment ago.
    pub(crate) fn get(&self, user: UserId, address: &str, now: UnixMs) -> Option<[NewPicture; 2]> {
        let all = self.0.lock();
        all.get(&key(user, address)).filter(|kept| kept.until > now).map(|kept| kept.pictures.clone())
    }
}

fn key(user: UserId, address: &str) -> Key {
    (user, Sha256::digest(address.as_bytes()).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use placard_store::advertising::ads::PictureRef;

    #[test]
    fn what_a_look_found_is_kept_for_a_while_and_for_its_account() {
        let (looks, now) = (Looks::default(), UnixMs(1_000_000));
        let found = |hash: &str| {
            let picture = PictureRef { hash: hash.to_owned(), width: 1, height: 1 };
            let new = NewPicture { picture, webp_bytes: 1, jpeg_bytes: 1 };
            Some([new.clone(), new])
        };
        let (anna, eve) = (UserId(1), UserId(2));
        looks.put(anna, "https://x.org/a.png", found("first"), now);
        looks.put(anna, "https://x.org/a.png", found("second"), now);
        assert_eq!(looks.get(anna, "https://x.org/a.png", now.plus_ms(KEPT_MS - 1)), found("second"));
        assert_eq!(looks.get(anna, "https://x.org/a.png", now.plus_ms(KEPT_MS)), None);
        assert_eq!(looks.get(eve, "https://x.org/a.png", now), None);
        looks.put(anna, "https://x.org/a.png", None, now);
        assert_eq!(looks.get(anna, "https://x.org/a.png", now), None, "the last look counts");
        // What is over makes room, and what is not is not pushed out.
        for n in 0..=KEPT_MAX {
            looks.put(anna, &n.to_string(), found("many"), now);
        }
        let size = || looks.0.lock().len();
        assert_eq!((size(), looks.get(anna, "0", now)), (KEPT_MAX, found("many")));
        let later = now.plus_ms(KEPT_MS);
        looks.put(eve, "0", found("later"), later);
        assert_eq!((size(), looks.get(eve, "0", later)), (1, found("later")));
    }
}
