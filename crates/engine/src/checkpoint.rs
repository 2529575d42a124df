//! The bytes that outlive a restart: a version, then postcard.

use crate::caps::Seen;
use crate::money::PacingState;
use crate::posterior::PosteriorState;
use placard_model::ids::CampaignId;
use placard_model::targeting::request::VisitorId;
use serde::{Deserialize, Serialize};

/// The version that is written.
pub const CHECKPOINT_VERSION: u8 = 1;
/// The longest checkpoint that is read, in bytes.
pub const CHECKPOINT_BYTES_MAX: usize = 512 * 1024 * 1024;

/// Why bytes are no checkpoint.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RestoreError {
    /// Written by another version.
    #[error(
        "engine checkpoint has version {0}, this program reads {CHECKPOINT_VERSION}; start without it to learn anew"
    )]
    Version(u8),
    /// Longer than [`CHECKPOINT_BYTES_MAX`].
    #[error("engine checkpoint is {0} bytes long, more than {CHECKPOINT_BYTES_MAX}; start without it to learn anew")]
    TooLong(usize),
    /// Not a checkpoint.
    #[error("engine checkpoint is damaged ({0}); start without it to learn anew")]
    Malformed(String),
}

#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Checkpoint {
    pub(crate) posteriors: PosteriorState,
    pub(crate) caps: Vec<(VisitorId, Vec<Seen>)>,
    pub(crate) pacing: Vec<(CampaignId, PacingState)>,
}

pub(crate) fn encode(checkpoint: &Checkpoint) -> Vec<u8> {
    let mut bytes = vec![CHECKPOINT_VERSION];
    postcard::to_io(checkpoint, &mut bytes).expect("writing to memory does not fail");
    bytes
}

pub(crate) fn decode(bytes: &[u8]) -> Result<Checkpoint, RestoreError> {
    match bytes {
        _ if bytes.len() > CHECKPOINT_BYTES_MAX => Err(RestoreError::TooLong(bytes.len())),
        [CHECKPOINT_VERSION, rest @ ..] => {
            postcard::from_bytes(rest).map_err(|error| RestoreError::Malformed(error.to_string()))
        }
        [version, ..] => Err(RestoreError::Version(*version)),
        [] => Err(RestoreError::Malformed("empty".to_owned())),
    }
}
