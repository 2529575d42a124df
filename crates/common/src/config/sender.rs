//! Who mail is from.

use crate::config::Config;
use anyhow::Context;
use lettre::message::Mailbox;

/// Who mail is from.
#[derive(Clone, Debug)]
pub struct Sender {
    /// Its address and name.
    pub mailbox: Mailbox,
}

impl Sender {
    /// The sender of the configuration; when it names none, `no-reply` of the public address with the network's name.
    pub fn of_config(config: &Config, network: &str) -> anyhow::Result<Self> {
        if config.mail.from.is_empty() {
            let url = config.public_url();
            let host = url::Url::parse(&url).ok().and_then(|url| url.host_str().map(str::to_owned));
            // An address of the network instead of a name is no domain of a mail address.
            let domain = host.filter(|host| host.bytes().any(|b| b.is_ascii_alphabetic())).unwrap_or_default();
            let domain = if domain.is_empty() || domain.starts_with('[') { "localhost" } else { &domain };
            let address = format!("no-reply@{domain}").parse().context("public_url has no host for mail")?;
            return Ok(Self { mailbox: Mailbox::new(Some(network.to_owned()), address) });
        }
        let from = &config.mail.from;
        let mailbox = from.parse().with_context(|| format!("mail.from must be a mail address, is `{from}`"))?;
        Ok(Self { mailbox })
    }
}
