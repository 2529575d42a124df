//! The stored form of what is remembered.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// The first byte. Another form gets another number, and the reader replays the log instead.
const VERSION: u8 = 2;

/// Why bytes are no checkpoint of this program. The state is then made again from the log.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the checkpoint is not readable, the log has to be read again: {0}")]
pub struct CheckpointError(String);

pub(crate) fn write<T: Serialize>(state: &T) -> Vec<u8> {
    postcard::to_io(state, vec![VERSION]).expect("writing to memory does not fail")
}

pub(crate) fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, CheckpointError> {
    match bytes {
        [VERSION, rest @ ..] => postcard::from_bytes(rest).map_err(|error| CheckpointError(error.to_string())),
        [version, ..] => Err(CheckpointError(format!("version {version}"))),
        [] => Err(CheckpointError("no bytes".to_owned())),
    }
}
