//! The last word on a click and its money.
//!
//! One pure state machine reads the log in order, judges each click by the rules of billing and splits its cost. What
//! it reads beside the log (balances, limits, shares) is fetched before, so the decision itself does no IO: the same
//! records and accounts give the same settlements. Assertions are on in production: wrong books are worse than none.
//!
//! - [`State`] judges clicks and conversions: [`State::settle`] in a transaction, then [`State::commit`] or
//!   [`State::rollback`].
//! - [`Shows`] tells which shows and confirmed shows count.
//! - [`postings`] makes double-entry rows of settlements; [`void`] takes one back.

mod accounts;
mod checkpoint;
mod evidence;
mod known;
mod memory;
mod packed;
mod packed_records;
mod postings;
mod settled;
mod shows;
mod split;
mod state;
mod tokens;
mod void;

pub use accounts::{Accounts, AdvertiserAccount, CampaignAccount, Conversion, Needs, Referrer, WebmasterAccount};
pub use checkpoint::{CheckpointError, Checkpointed, PartId, Restoring};
pub use postings::postings;
pub use settled::{Settled, SettledPostings};
pub use shows::{SHOWS_MEMORY_MS, Shows};
pub use split::{are_shares, split};
pub use state::{DIFFERING_NAMED_MAX, LOOK_AHEAD_MS, MEMORY_MS, Replayed, State};
pub use void::{VoidError, void};
