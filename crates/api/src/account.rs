//! The own account: sign-up, login, password, second factor, sessions, tokens, balance.

pub mod api_tokens;
pub mod balance;
pub mod billing_details;
pub mod end;
pub mod fields;
pub mod impersonation;
pub mod list_views;
pub mod login;
pub mod login_by_get;
pub mod notices;
pub mod password;
pub mod profile;
pub mod second_factor;
pub mod sessions;
pub mod settings;
pub mod sign_up;
pub mod statements;
