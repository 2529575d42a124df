//! What is remembered of a visitor's first page until they sign up.

/// The cookie of the link that brought a visitor here first.
pub const SOURCE_COOKIE: &str = "placard_source";
/// The cookie of the code of the referral link that brought a visitor here first.
pub const REFERRAL_COOKIE: &str = "placard_referral";
