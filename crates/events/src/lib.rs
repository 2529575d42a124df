//! The durable event log: what was acknowledged is never lost.
//!
//! Appends are grouped: one writer thread takes what is queued, writes it, calls `fdatasync` once and then acknowledges
//! all of it. Readers see only what is durable, so no consumer can act on an event that a power loss takes back.
//!
//! This is the embedded back end: segment files in one folder, one process. A position is opaque and already a vector
//! over partitions, and a [`Log`] is one concrete type, so that another back end can stand behind the same calls.

mod click_id;
mod damage;
mod error;
mod frame;
mod log;
mod position;
mod segment;
mod writer;

pub use click_id::{CLICK_ID_CHARS, ClickIds};
pub use damage::Damage;
pub use error::{AppendError, LogError};
pub use log::{Appended, Batch, Log, LogConfig, LogFolder, Retired, Unreadable};
pub use placard_model::event::{EventRef, Record};
pub use position::{Known, Position};
pub use segment::{Gap, Recovery};
