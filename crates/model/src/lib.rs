//! The vocabulary of Placard: ids, money, time, statuses, targeting, events. No IO.
//!
//! Every other crate stands on this one and speaks its words: the terms of the IAB and the MRC where they have one
//! (creative, block, show, confirmed show, postback), the product's own words otherwise.

pub mod ads_txt;
pub mod audience;
pub mod auto_bid;
pub mod auto_top_up;
pub mod bid;
pub mod chart;
pub mod content;
pub mod correction;
pub mod countries;
pub mod creative;
pub mod deposit;
pub mod event;
pub mod floor;
pub mod format;
pub mod geo;
pub mod ids;
pub mod inventory;
pub mod landing;
pub mod link;
pub mod money;
pub mod payment;
pub mod payout;
pub mod placement;
pub mod poisson;
pub mod posting;
pub mod promo;
pub mod push;
pub mod push_engagement;
pub mod push_times;
pub mod rate;
pub mod refusal;
pub mod request;
pub mod rule;
pub mod settings;
pub mod settlement;
pub mod status;
pub mod subscription;
pub mod targeting;
pub mod time;
pub mod title;
pub mod user;
pub mod validate;
pub mod verdict;
pub mod verification;
pub mod void;
pub mod wallet;
pub mod word;

pub use ids::{
    AdId, ApiTokenId, BlockId, CampaignId, CategoryId, CurrencyId, GroupId, OfferId, PaymentSystemId, PaymentTypeId,
    PayoutId, SessionId, SiteId, TeamId, TemplateId, TrafficSourceId, UserId, WalletId,
};
pub use money::Money;
pub use rate::Rate;
pub use time::{Clock, Day, Hour, UnixMs};
pub use verdict::Verdict;
