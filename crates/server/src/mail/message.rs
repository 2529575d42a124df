//! A mail in the form in which it travels (RFC 5322, MIME).

use super::{Body, open_body};
use crate::config::Config;
use crate::secrets::Keys;
use anyhow::Context;
use lettre::Message;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use placard_store::mails;
use std::time::{Duration, UNIX_EPOCH};

/// Who mail is from.
#[derive(Clone, Debug)]
pub struct Sender {
    mailbox: Mailbox,
}

impl Sender {
    /// The sender of the configuration; `no-reply` of the public address when it names none.
    pub fn of_config(config: &Config) -> anyhow::Result<Self> {
        if config.mail.from.is_empty() {
            let url = config.public_url();
            let host = url::Url::parse(&url).ok().and_then(|url| url.host_str().map(str::to_owned));
            // An address of the network instead of a name is no domain of a mail address.
            let domain = host.filter(|host| host.bytes().any(|b| b.is_ascii_alphabetic())).unwrap_or_default();
            let domain = if domain.is_empty() || domain.starts_with('[') { "localhost" } else { &domain };
            let address = format!("no-reply@{domain}").parse().context("public_url has no host for mail")?;
            return Ok(Self { mailbox: Mailbox::new(Some(config.site.name.clone()), address) });
        }
        let from = &config.mail.from;
        let mailbox = from.parse().with_context(|| format!("mail.from must be a mail address, is `{from}`"))?;
        Ok(Self { mailbox })
    }
}

/// Makes the message of a queued mail. Its `Message-ID` stays the same over all attempts, so that a mail that was
/// handed over twice is shown once.
pub fn build(mail: &mails::Mail, sender: &Sender, keys: &Keys) -> anyhow::Result<Message> {
    let Body { text, html } = open_body(keys, mail)?;
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
