//! What belongs to the network as a whole: its settings, texts and dictionaries, its key, its mail, what visitors write to it
//! and what browsers report.

pub mod client_errors;
pub mod client_traces;
pub mod contact_messages;
pub mod dictionaries;
pub mod key_check;
pub mod mails;
pub mod settings;
pub mod texts;
pub mod waiting;
