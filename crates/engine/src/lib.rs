//! Ad selection over an immutable snapshot.
//!
//! A [`Host`] takes changes of inventory and publishes [`Snapshot`]s; [`Snapshot::select`] answers an ad request from
//! one, without locks and without IO. What must take effect at once, wishes, money, frequency caps and what was learned,
//! is told to [`Live`] and written through to bits and counters beside the snapshot.
//!
//! Time and randomness are arguments: the same calls give the same decisions.

mod bits;
mod caps;
mod chance;
mod checkpoint;
mod config;
mod dimension;
mod explain;
pub mod generator;
mod held;
mod host;
mod index;
mod live;
mod money;
mod posterior;
mod rank;
mod select;
mod snapshot;
mod step;
mod turns;

pub use caps::SHOWS_PER_VISITOR_MAX;
pub use checkpoint::{CHECKPOINT_BYTES_MAX, CHECKPOINT_VERSION, RestoreError};
pub use config::EngineConfig;
pub use explain::Explanation;
pub use host::{Change, Host};
pub use live::Live;
pub use money::{CampaignSpend, EXPECT_MINUTES};
pub use posterior::{
    AD_STRENGTH, CELL_STRENGTH, Counts, FORMAT_STRENGTH, Learned, PAIR_STRENGTH, PRIOR_RATE, Posteriors, Rate,
};
pub use select::{Choice, Contest, Decision, Unsampled};
pub use snapshot::{AdEntry, Snapshot};
pub use step::{Reason, Step, StepCounters};
