//! Identifiers. Every id is a positive 64-bit number, given by the store; a newtype each, so that none can stand in
//! for another.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub i64);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl From<i64> for $name {
            fn from(value: i64) -> Self {
                Self(value)
            }
        }

        impl From<$name> for i64 {
            fn from(value: $name) -> Self {
                value.0
            }
        }

        impl FromStr for $name {
            type Err = std::num::ParseIntError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map(Self)
            }
        }
    )*};
}

ids! {
    /// A person with an account: advertiser, webmaster or staff.
    UserId,
    /// A team of managers.
    TeamId,
    /// A login, and all that follows from it until it ends.
    SessionId,
    /// A personal API token.
    ApiTokenId,
    /// A native or push campaign.
    CampaignId,
    /// An ad group inside a native campaign.
    GroupId,
    /// An ad ("media").
    AdId,
    /// A webmaster's site.
    SiteId,
    /// A place on a site.
    BlockId,
    /// A block template.
    TemplateId,
    /// What a campaign advertises, and what a site is about.
    CategoryId,
    /// An offer of the network that a campaign can promote.
    OfferId,
    /// A kind of traffic (search, social, mail).
    TrafficSourceId,
    /// A currency: what amounts of payment systems are in.
    CurrencyId,
    /// A way in which money comes in or goes out.
    PaymentSystemId,
    /// A kind of payment of a payment system: a chain of a coin, for example.
    PaymentTypeId,
    /// Where a webmaster is paid to.
    WalletId,
    /// A payment to a webmaster, from its request on.
    PayoutId,
}
