//! How old subscriptions must be, and how often one gets an ad.

use crate::extract::only_objects;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The most shows of a frequency cap.
pub(super) const CAP_SHOWS_MAX: u8 = u8::MAX;

/// Ages of subscriptions, in whole days since the visitor subscribed; both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(remote = "Self", deny_unknown_fields)]
pub struct SubscriptionDays {
    /// The youngest, 0 to 365.
    pub from_days: u16,
    /// The oldest, 0 to 365; null: as old as there are. 365 stands for all that are older, too.
    #[serde(default)]
    pub to_days: Option<u16>,
}

/// How often one subscriber gets each ad of a campaign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(remote = "Self", deny_unknown_fields)]
pub struct PushCap {
    /// Pushes: 1 to 255.
    pub shows: u8,
    /// In so many hours: 1 to 720.
    pub hours: u16,
}

only_objects!(; both SubscriptionDays, PushCap);
