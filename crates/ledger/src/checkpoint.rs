//! The stored form of what is remembered: a head, and parts.
//!
//! What grows with traffic is cut into parts, and most of them are full and never change again. The head is small and
//! names its parts. So a checkpoint costs what has changed since the last one: the parts that have are stored first,
//! each as a new one, then the head in the place of the last one, and only then the parts that it does not name are let
//! go. Whatever happens in between, the last head finds all of its parts as they were.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The first byte of a head. Another form gets another number, and the reader replays the log instead.
const VERSION: u8 = 5;

/// Why bytes are no checkpoint of this program. The state is then made again from the log.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the checkpoint is not readable, the log has to be read again: {0}")]
pub struct CheckpointError(pub(crate) String);

/// The number that a store gave a part; none twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PartId(pub i64);

/// Under which number something is stored as it is now; none since it changed.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct StoredAs(Option<PartId>);

impl StoredAs {
    /// What is stored is not the same any more.
    pub(crate) fn changed(&mut self) {
        self.0 = None;
    }
}

/// Where something is stored says nothing about what it is.
impl PartialEq for StoredAs {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for StoredAs {}

/// A part, of bounded size.
pub trait Part {
    /// Under which number it is stored.
    fn stored(&mut self) -> &mut StoredAs;

    /// The bytes to store.
    fn body(&self) -> Vec<u8>;

    /// Takes the bytes back: of a part that was read with its head, and is empty so far.
    fn fill(&mut self, body: &[u8]) -> Result<(), CheckpointError>;
}

/// A state whose head is what is serialized, without the bodies of its parts.
pub trait Parted: Serialize + DeserializeOwned {
    /// All parts, always in the same order.
    fn parts(&mut self) -> Vec<&mut dyn Part>;

    /// Makes what follows from parts, once all are filled.
    ///
    /// # Errors
    /// When the parts do not fit together.
    fn complete(&mut self) -> Result<(), CheckpointError>;
}

/// A state that is stored as a head with parts.
pub trait Checkpointed: Parted {
    /// Bodies of the first parts that are not stored as they are now: together hardly more than `bytes`, at least one,
    /// and none when all are stored. To be called after a commit.
    fn unstored_parts(&mut self, bytes: usize) -> Vec<Vec<u8>> {
        let (mut bodies, mut sum) = (Vec::new(), 0);
        for part in self.parts() {
            if part.stored().0.is_none() && (sum < bytes || bodies.is_empty()) {
                let body = part.body();
                sum += body.len();
                bodies.push(body);
            }
        }
        bodies
    }

    /// Notes under which numbers the bodies that [`Checkpointed::unstored_parts`] gave are stored. Nothing may have
    /// changed in between.
    fn note_parts(&mut self, ids: &[PartId]) {
        let unstored = self.parts().into_iter().filter_map(|part| {
            let stored = part.stored();
            stored.0.is_none().then_some(stored)
        });
        for (stored, id) in unstored.zip(ids) {
            stored.0 = Some(*id);
        }
    }

    /// The head, and the parts that it names. To be called when all parts are stored.
    fn head(&mut self) -> (Vec<u8>, Vec<PartId>) {
        let ids = self.parts().into_iter().map(|part| part.stored().0.expect("all parts are stored before the head"));
        let ids = ids.collect();
        (postcard::to_io(self, vec![VERSION]).expect("writing to memory does not fail"), ids)
    }

    /// Reads a head. What it gives asks for the parts.
    ///
    /// # Errors
    /// When the bytes are no head of this version.
    fn restore(head: &[u8]) -> Result<Restoring<Self>, CheckpointError> {
        let state: Self = match head {
            [VERSION, rest @ ..] => postcard::from_bytes(rest).map_err(|error| CheckpointError(error.to_string()))?,
            [version, ..] => return Err(CheckpointError(format!("version {version}"))),
            [] => return Err(CheckpointError("no bytes".to_owned())),
        };
        Ok(Restoring { state, filled: 0 })
    }
}

/// A state whose parts are being read.
#[derive(Debug)]
pub struct Restoring<S> {
    state: S,
    filled: usize,
}

impl<S: Checkpointed> Restoring<S> {
    /// The next part to read; none when all were.
    ///
    /// # Errors
    /// When the head names no number for it.
    pub fn next_part(&mut self) -> Result<Option<PartId>, CheckpointError> {
        let mut parts = self.state.parts();
        let Some(part) = parts.get_mut(self.filled) else { return Ok(None) };
        part.stored().0.map(Some).ok_or_else(|| CheckpointError("a part has no number".to_owned()))
    }

    /// Takes the body of the part that was asked for.
    ///
    /// # Errors
    /// When it is not the body of that part.
    pub fn fill(&mut self, body: &[u8]) -> Result<(), CheckpointError> {
        if let Some(part) = self.state.parts().get_mut(self.filled) {
            part.fill(body)?;
            self.filled += 1;
        }
        Ok(())
    }

    /// The state.
    ///
    /// # Errors
    /// When a part was not read, and when the parts do not fit together.
    pub fn finish(mut self) -> Result<S, CheckpointError> {
        if self.next_part()?.is_some() {
            return Err(CheckpointError("a part is missing".to_owned()));
        }
        self.state.complete()?;
        Ok(self.state)
    }
}
