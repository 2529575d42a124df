//! Subscriptions to notifications, the messages that go to them, and what is counted of both.

pub mod push_blocks;
pub mod push_counts;
pub mod push_health;
pub mod push_messages;
pub mod push_reach;
pub mod push_sending;
pub mod push_subscriptions;
pub mod vapid_keys;
