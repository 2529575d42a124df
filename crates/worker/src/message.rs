//! A mail in the form in which it travels (RFC 5322, MIME).

use anyhow::Context;
use lettre::Message;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use placard_common::config::Sender;
use placard_common::mail::{Body, open_body};
use placard_common::secrets::Keys;
use placard_store::network::mails;
use std::time::{Duration, UNIX_EPOCH};

/// Makes the message of a queued mail. Its `Message-ID` stays the same over all attempts, so that a mail that was
/// handed over twice is shown once.
pub fn build(mail: &mails::Mail, sender: &Sender, keys: &Keys) -> anyhow::Result<Message> {
    let Body { text, html } = open_body(keys, &mail.recipient, &mail.body)?;
    let address = mail.recipient.parse().with_context(|| "the recipient's address is not one that mail can reach")?;
    let name = Some(mail.recipient_name.clone()).filter(|name| !name.is_empty());
    let sent = UNIX_EPOCH + Duration::from_millis(mail.created_at.0.max(0) as u64);
    let id = format!("<{}.{}@{}>", mail.id, mail.created_at.0, sender.mailbox.email.domain());
    // Says to answering machines that nobody waits for their answer (RFC 3834).
    let automatic = HeaderValue::new(HeaderName::new_from_ascii_str("Auto-Submitted"), "auto-generated".to_owned());
    Ok(Message::builder()
        .from(sender.mailbox.clone())
        .to(Mailbox::new(name, address))
        .subject(&mail.subject)
        .date(sent)
        .message_id(Some(id))
        .raw_header(automatic)
        .multipart(MultiPart::alternative_plain_html(text, html))?)
}
