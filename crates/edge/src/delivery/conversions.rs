//! What postbacks told of clicks, as far as it is remembered: whose the click is, and what need not be written again.

use super::RETRY_S;
use crate::state::{Edge, EdgeState};
use futures_util::future::BoxFuture;
use placard_common::error::Problem;
use placard_events::LogError;
use placard_model::event::{CONVERSIONS_PER_CLICK_MAX, ConversionState, Event, EventRef};
use placard_model::time::HOUR_MS;
use placard_model::{Money, UnixMs, UserId};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};
use std::sync::Arc;
use tokio::sync::Mutex;

/// What is remembered of clicks, in bytes. Of one that was forgotten postbacks are written again: the ledger has the last
/// word.
const BYTES_MAX: u64 = 32 * 1024 * 1024;
/// What a click takes, without its conversions, in bytes.
const CLICK_BYTES: u64 = 256;
/// What a conversion takes, in bytes: the hash, what was told, and room in the table.
const CONVERSION_BYTES: u64 = 112;
/// Postbacks of one click that are written in an hour.
const WRITES_PER_HOUR_MAX: u32 = 300;

/// Who paid for a click that the log has no more, by its settlement. Delivery knows no database: the server gives it this.
pub type SettledOwner = Box<dyn Fn(EventRef) -> BoxFuture<'static, anyhow::Result<Option<UserId>>> + Send + Sync>;

/// What stands for a tracker's id of a conversion, as short however long that is: nobody finds two that share 128 bits.
type IdHash = [u8; 16];

fn hash(external_id: &str) -> IdHash {
    let digest: [u8; 32] = Sha256::digest(external_id.as_bytes()).into();
    let (head, _) = digest.split_first_chunk::<16>().expect("SHA-256 has 32 bytes");
    *head
}

/// What was told last of a conversion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Told {
    pub(super) state: ConversionState,
    pub(super) payout: Option<Money>,
    /// Hash of goal and transaction id: what is remembered has a bounded size.
    words: IdHash,
}

impl Told {
    pub(super) fn new(state: ConversionState, payout: Option<Money>, goal: &str, transaction_id: &str) -> Self {
        // Neither has control characters.
        Self { state, payout, words: hash(&format!("{goal}\n{transaction_id}")) }
    }
}

/// The tracker's words for a conversion.
pub(super) struct Words {
    pub(super) external_id: String,
    pub(super) goal: String,
    pub(super) transaction_id: String,
}

/// Who paid for a click.
#[derive(Clone, Copy, Default)]
enum Owner {
    /// Not looked up yet.
    #[default]
    Unread,
    /// Neither the log nor billing knows such a click.
    Unknown,
    /// This advertiser.
    Known(UserId),
}

/// What is remembered of a click.
#[derive(Default)]
pub(super) struct OfClick {
    owner: Owner,
    /// By the tracker's id.
    told: FxHashMap<IdHash, Told>,
    since: UnixMs,
    written: u32,
}

/// A click with the number of its conversions that the cache counts: what a value weighs must not change within it.
#[derive(Clone, Default)]
struct Weighed {
    of: Arc<Mutex<OfClick>>,
    conversions: usize,
}

#[derive(Clone)]
struct Bytes;

impl Weighter<EventRef, Weighed> for Bytes {
    fn weight(&self, _: &EventRef, weighed: &Weighed) -> u64 {
        CLICK_BYTES + CONVERSION_BYTES * weighed.conversions as u64
    }
}

/// The clicks that postbacks are about.
pub(super) struct Conversions(Cache<EventRef, Weighed, Bytes>);

impl Default for Conversions {
    fn default() -> Self {
        Self(Cache::with_weighter((BYTES_MAX / CLICK_BYTES) as usize, BYTES_MAX, Bytes))
    }
}

impl Conversions {
    /// A click. Postbacks about one click take turns.
    pub(super) fn of(&self, click: EventRef) -> Arc<Mutex<OfClick>> {
        match self.0.get_or_insert_with(&click, || Ok::<_, std::convert::Infallible>(Weighed::default())) {
            Ok(weighed) => weighed.of,
            Err(never) => match never {},
        }
    }

    /// Notes how many conversions of a click are remembered; nothing if the click was forgotten meanwhile.
    pub(super) fn weigh(&self, click: EventRef, of: &Arc<Mutex<OfClick>>, conversions: usize) {
        if self.0.peek(&click).is_some_and(|known| Arc::ptr_eq(&known.of, of) && known.conversions != conversions) {
            // It may have been forgotten since: then it stays so.
            let _ = self.0.replace(click, Weighed { of: of.clone(), conversions }, true);
        }
    }
}

impl OfClick {
    /// The advertiser who paid for the click: read from the log, or, of one that lies no longer there, from what billing
    /// keeps. None when nobody knows it.
    pub(super) async fn owner(&mut self, app: &EdgeState, click: EventRef) -> Result<Option<UserId>, Problem> {
        match self.owner {
            Owner::Known(owner) => return Ok(Some(owner)),
            Owner::Unknown => return Ok(None),
            Owner::Unread => {}
        }
        let log = app.clone();
        let found = tokio::task::spawn_blocking(move || log.log.get(click)).await;
        let owner = match found {
            Ok(Ok(record)) => record.event.served_ad().map(|ad| ad.ad.advertiser),
            Ok(Err(LogError::NotFound(_) | LogError::Retired { .. })) => {
                (app.delivery.settled_owner)(click).await.map_err(Problem::Internal)?
            }
            Ok(Err(error)) => return Err(Problem::Internal(error.into())),
            Err(_) => return Err(Problem::Unavailable(RETRY_S)),
        };
        self.owner = owner.map_or(Owner::Unknown, Owner::Known);
        Ok(owner)
    }

    /// Whether a postback tells something that was not told before.
    pub(super) fn is_news(&self, external_id: &str, told: &Told) -> bool {
        self.told.get(&hash(external_id)) != Some(told)
    }

    /// Conversions that are remembered.
    pub(super) fn conversions(&self) -> usize {
        self.told.len()
    }

    /// Writes what a postback tells, unless it was told before.
    pub(super) async fn tell(
        &mut self,
        app: &Edge,
        click: EventRef,
        words: Words,
        told: Told,
        now: UnixMs,
    ) -> Result<(), Problem> {
        let Words { external_id, goal, transaction_id } = words;
        let id = hash(&external_id);
        let known = self.told.get(&id);
        if known == Some(&told) {
            metrics::counter!("placard_events_repeated_total", "kind" => "postback").increment(1);
            return Ok(());
        }
        if known.is_none() && self.told.len() >= CONVERSIONS_PER_CLICK_MAX {
            let most = format!("is one more than the {CONVERSIONS_PER_CLICK_MAX} conversions that a click may have");
            return Err(Problem::field("id", most));
        }
        if !(0..HOUR_MS).contains(&now.since_ms(self.since)) {
            (self.since, self.written) = (now, 0);
        }
        if self.written >= WRITES_PER_HOUR_MAX {
            let wait_ms = HOUR_MS - now.since_ms(self.since);
            return Err(Problem::TooManyRequests((wait_ms / 1_000 + 1) as u32));
        }
        let Told { state, payout, .. } = told;
        let event = Event::Postback { click, external_id, state, payout, goal, transaction_id };
        // Whether it is in the log is not known any more when the caller goes away: then it is told again.
        self.told.remove(&id);
        app.log.append(event).await.map_err(|error| super::not_recorded(&error))?;
        self.told.insert(id, told);
        self.written += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_is_bounded_in_bytes() {
        let conversions = Conversions::default();
        for click in 1..=40_000 {
            let of = conversions.of(EventRef(click));
            conversions.weigh(EventRef(click), &of, CONVERSIONS_PER_CLICK_MAX);
        }
        assert!(conversions.0.weight() <= BYTES_MAX, "{} bytes", conversions.0.weight());
        let remembered = conversions.0.len() as u64;
        assert!(remembered * CONVERSION_BYTES * CONVERSIONS_PER_CLICK_MAX as u64 <= BYTES_MAX, "{remembered} clicks");
        assert!(remembered > 1_000, "{remembered} clicks");
        assert_ne!(hash("a"), hash("b"));
    }
}
