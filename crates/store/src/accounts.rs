//! Users, how they log in and who they are to each other, and what they keep, are told and may ask for.

pub mod account_tokens;
pub mod advertiser_sums;
pub mod api_tokens;
pub mod audit_log;
pub mod billing_details;
pub mod devices;
pub mod erasure;
pub mod export;
pub mod impersonation;
pub mod list_views;
pub mod notices;
pub mod second_factors;
pub mod sessions;
pub mod teams;
pub mod terms;
pub mod user_list;
pub mod user_notes;
pub mod users;
