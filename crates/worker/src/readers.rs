//! How far the readers of the log are.

use parking_lot::Mutex;
use placard_events::Position;
use placard_ledger::LOOK_AHEAD_MS;
use placard_model::UnixMs;

/// The name of the feed of statistics.
pub const FACTS: &str = "facts";

/// How far one reader is.
#[derive(Clone, Debug)]
pub(crate) struct Reached {
    /// Where it reads on.
    pub(crate) position: Position,
    /// The first moment from which on something that was read waits to be judged.
    pub(crate) waits_since: Option<UnixMs>,
    /// The last settlement that was counted.
    pub(crate) seq: Option<i64>,
    /// When it moved last.
    pub(crate) moved_at: UnixMs,
}

/// How far the readers of the log are; nothing of one before it began.
#[derive(Default)]
pub struct Readers {
    pub(crate) billing: Mutex<Option<Reached>>,
    pub(crate) facts: Mutex<Option<Reached>>,
}

impl Readers {
    /// Billing has come so far; of what it has read, the oldest that is not judged was appended at `oldest`.
    pub(crate) fn billing_at(&self, position: &Position, oldest: Option<UnixMs>, now: UnixMs) {
        let waits_since = oldest.map(|oldest| oldest.plus_ms(LOOK_AHEAD_MS));
        put(&self.billing, Reached { position: position.clone(), waits_since, seq: None, moved_at: now });
    }

    /// Statistics have come so far.
    pub(crate) fn facts_at(&self, position: &Position, seq: i64, now: UnixMs) {
        let position = position.clone();
        put(&self.facts, Reached { position, waits_since: None, seq: Some(seq), moved_at: now });
    }
}

/// Notes how far a reader is. One that begins again where it was has not moved.
fn put(place: &Mutex<Option<Reached>>, mut reached: Reached) {
    let mut place = place.lock();
    if let Some(before) = &*place
        && (&before.position, before.waits_since, before.seq) == (&reached.position, reached.waits_since, reached.seq)
    {
        reached.moved_at = before.moved_at;
    }
    *place = Some(reached);
}
