//! The server, its settings and texts, and what happened on it.

pub mod audit_log;
pub mod client_errors;
pub mod client_traces;
pub mod dictionaries;
pub mod known_paths;
pub mod settings;
pub mod system;
pub mod templates;
pub mod texts;
pub mod waiting;
