//! The vocabulary of Placard: ids, money, time, statuses, targeting, events. No IO.
//!
//! Every other crate stands on this one and speaks its words: the terms of the IAB and the MRC where they have one
//! (creative, block, show, confirmed show, postback), the product's own words otherwise.

pub mod bid;
pub mod books;
pub mod creative;
pub mod event;
pub mod format;
pub mod ids;
pub mod inventory;
pub mod money;
pub mod page;
pub mod payments;
pub mod poisson;
pub mod push;
pub mod refusal;
pub mod rule;
pub mod settings;
pub mod sites;
pub mod status;
pub mod targeting;
pub mod time;
pub mod user;
pub mod validate;
pub mod word;

pub use books::verdict::Verdict;
pub use ids::{
    AdId, ApiTokenId, BlockId, CampaignId, CategoryId, CurrencyId, GroupId, OfferId, PaymentSystemId, PaymentTypeId,
    PayoutId, SessionId, SiteId, TeamId, TemplateId, TrafficSourceId, UserId, WalletId,
};
pub use money::Money;
pub use payments::rate::Rate;
pub use time::{Clock, Day, Hour, UnixMs};
