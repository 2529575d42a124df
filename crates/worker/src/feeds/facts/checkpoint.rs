//! The stored form of what the feed and the engine remember.

use super::read_log_position;
use crate::feeds::checkpoints;
use crate::readers::FACTS;
use crate::state::WorkerState;
use placard_events::Position;
use placard_ledger::Shows;
use placard_store::billing::positions::Checkpoint;
use serde::{Deserialize, Serialize};

/// What outlives a restart, with the position in the log that it belongs to.
#[derive(Serialize, Deserialize)]
pub(super) struct State {
    /// The head of which tokens were shown.
    pub(super) shows: Vec<u8>,
    /// The last settlement that was learned.
    pub(super) seq: i64,
    /// What the engine has learned.
    pub(super) engine: Vec<u8>,
}

/// How far the engine has learned. While facts are derived again it is further than they are.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct LearnedTo {
    pub(super) log: Position,
    pub(super) seq: i64,
}

/// A checkpoint that could be read.
pub(super) struct Restored {
    /// None where this program cannot read which tokens were shown.
    pub(super) shows: Option<Shows>,
    pub(super) position: Position,
    pub(super) seq: i64,
    pub(super) engine: Vec<u8>,
    pub(super) learned: LearnedTo,
}

/// The bytes of a checkpoint: the state, and behind it how far the engine has learned.
pub(super) fn write_body(state: &State, learned: &LearnedTo) -> anyhow::Result<Vec<u8>> {
    Ok(postcard::to_extend(learned, postcard::to_stdvec(state)?)?)
}

/// Reads a checkpoint. The engine's part may be readable where that of the shows is of another version.
pub(super) async fn read_checkpoint(app: &WorkerState, checkpoint: &Checkpoint) -> anyhow::Result<Restored> {
    let read = || -> anyhow::Result<(Position, State, LearnedTo)> {
        let position = read_log_position(&checkpoint.position)?;
        let (state, rest) = postcard::take_from_bytes::<State>(&checkpoint.body)?;
        // Earlier versions did not write it: the engine was as far as the facts.
        let learned = match rest {
            [] => LearnedTo { log: position.clone(), seq: state.seq },
            rest => postcard::from_bytes(rest)?,
        };
        Ok((position, state, learned))
    };
    let (position, state, learned) = read().map_err(checkpoints::Unreadable::of)?;
    let State { shows, seq, engine } = state;
    let shows = checkpoints::unless_unreadable(FACTS, checkpoints::restore(app, FACTS, &shows).await)?;
    Ok(Restored { shows, position, seq, engine, learned })
}
