//! Subject, text and HTML of each mail.

use super::{CampaignNews, Mail, SiteNews};
use crate::config::Config;
use minijinja::{AutoEscape, Environment, Value, context};
use placard_model::payments::payout::{PayoutFacts, PayoutStatus};
use placard_model::{CampaignId, Money, UnixMs};
use std::sync::LazyLock;

/// The longest subject, in characters: what mail programs show of it.
const SUBJECT_CHARS_MAX: usize = 120;

/// Columns of the plain text, as mail programs show it without breaking lines themselves.
const TEXT_COLUMNS: usize = 72;

/// A mail as it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// Subject.
    pub subject: String,
    /// Plain text.
    pub text: String,
    /// HTML.
    pub html: String,
}

macro_rules! templates {
    ($($name:literal),* $(,)?) => {
        &[$(
            (concat!($name, ".txt"), include_str!(concat!("../../assets/mail/", $name, ".txt"))),
            (concat!($name, ".html"), include_str!(concat!("../../assets/mail/", $name, ".html"))),
        )*]
    };
}

const TEMPLATES: &[(&str, &str)] = templates![
    "layout",
    "confirm",
    "already_registered",
    "sign_up_again",
    "reset",
    "email_change",
    "email_change_asked",
    "email_changed",
    "password_changed",
    "second_factor_changed",
    "api_token_created",
    "recovery_codes_replaced",
    "postback_secret_changed",
    "new_device",
    "ad_approved",
    "ad_rejected",
    "low_balance",
    "deposit_settled",
    "deposit_failed",
    "auto_top_up",
    "invoice_made",
    "out_of_budget",
    "campaign_held",
    "dead_link",
    "rule_acted",
    "wallet_added",
    "wallet_state",
    "payout_state",
    "payout_held",
    "site_reviewed",
    "site_held",
    "verification_lost",
    "site_paused",
];

static ENVIRONMENT: LazyLock<Result<Environment<'static>, minijinja::Error>> = LazyLock::new(|| {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|name| {
        let is_html = name.rsplit_once('.').is_some_and(|(_, extension)| extension == "html");
        if is_html { AutoEscape::Html } else { AutoEscape::None }
    });
    // As the default, but slashes stay: links are to be read, by people and by what looks for spam.
    environment.set_formatter(|out, state, value| {
        let is_html = matches!(state.auto_escape(), AutoEscape::Html);
        if value.is_undefined() || value.is_none() {
            return Ok(());
        }
        if !is_html || value.is_safe() {
            return write!(out, "{value}").map_err(minijinja::Error::from);
        }
        out.write_str(&escape(&value.to_string())).map_err(minijinja::Error::from)
    });
    environment.add_template("parts.html", include_str!("../../assets/mail/parts.html"))?;
    for (name, source) in TEMPLATES {
        environment.add_template(name, source)?;
    }
    Ok(environment)
});

/// Writes a mail of a network.
pub fn render(mail: &Mail, config: &Config, network: &str) -> anyhow::Result<Letter> {
    let kind = mail.kind();
    let environment = ENVIRONMENT.as_ref().map_err(|error| anyhow::anyhow!("{error:#}"))?;
    let origin = config.public_url();
    let host = origin.split_once("://").map_or(origin.as_str(), |(_, host)| host).to_owned();
    let subject = one_line(&subject(mail, &host));
    let does = match mail {
        Mail::VerificationLost { .. } | Mail::SitePaused { .. } | Mail::SiteHeld { .. } | Mail::SiteReviewed { .. } => {
            "have a site"
        }
        Mail::WalletAdded { .. } | Mail::WalletState { .. } | Mail::PayoutState(_) | Mail::PayoutHeld { .. } => "earn",
        _ => "advertise",
    };
    let frame = context! { origin, host, network, subject, does, is_required => kind.is_required };
    let values = context! { ..fields(mail, &origin), ..frame };
    let page = |extension: &str| environment.get_template(&format!("{}.{extension}", kind.name))?.render(&values);
    Ok(Letter { text: tidy(&page("txt")?), html: page("html")?.trim().to_owned() + "\n", subject })
}

fn campaign_page(campaign: CampaignId, push: Option<&str>) -> String {
    match push {
        Some(uuid) => format!("/advertiser/campaigns/push/{uuid}"),
        None => format!("/advertiser/campaigns/{campaign}"),
    }
}

/// A notice that says why.
fn with_reason(subject: String, reason: Option<&str>) -> String {
    one_line(&reason.map_or(subject.clone(), |reason| format!("{subject}. {reason}")))
}

fn ad_page(ad: &super::AdNames) -> String {
    match &ad.push {
        Some((campaign, ad)) => format!("/advertiser/campaigns/push/{campaign}/medias/{ad}/edit"),
        None => format!("/advertiser/campaigns/{}/groups/{}/medias/edit/{}", ad.campaign, ad.group, ad.ad),
    }
}

/// A mail as a notice: its subject, and the page that it is about.
pub(super) fn notice(mail: &Mail) -> Option<(String, String)> {
    let path = match mail {
        Mail::AdApproved { ad, .. } => match &ad.push {
            Some((campaign, _)) => format!("/advertiser/campaigns/push/{campaign}/medias"),
            None => format!("/advertiser/campaigns/{}/groups/{}/medias", ad.campaign, ad.group),
        },
        Mail::AdRejected { ad, .. } | Mail::DeadLink { ad, .. } => ad_page(ad),
        Mail::RuleActed { .. } => "/advertiser/rules".to_owned(),
        Mail::LowBalance { .. } | Mail::InvoiceMade { .. } => "/advertiser/finance".to_owned(),
        Mail::AutoTopUp { .. } => "/advertiser/finance#auto-top-up".to_owned(),
        Mail::DepositSettled { deposit, .. } | Mail::DepositFailed { deposit, .. } => {
            format!("/advertiser/finance?deposit={deposit}")
        }
        Mail::OutOfBudget { push: Some(uuid), .. } => format!("/advertiser/campaigns/push/{uuid}/edit"),
        Mail::OutOfBudget { campaign, .. } => format!("/advertiser/campaigns/{campaign}/edit"),
        Mail::CampaignHeld { campaign, push, news, .. } => {
            let subject = subject(mail, "");
            let title = match news {
                CampaignNews::Paused(reason) | CampaignNews::Declined(reason) => format!("{subject}. {reason}"),
                CampaignNews::Resumed => subject,
            };
            return Some((one_line(&title), campaign_page(*campaign, push.as_deref())));
        }
        Mail::WalletAdded { .. } | Mail::WalletState { .. } => "/webmaster/finance/wallets".to_owned(),
        Mail::PayoutState(_) => "/webmaster/finance/payments".to_owned(),
        Mail::PayoutHeld { reason, .. } => {
            return Some((with_reason(subject(mail, ""), reason.as_deref()), "/webmaster/finance/payments".to_owned()));
        }
        Mail::SiteReviewed { site, reason, .. } => {
            return Some((with_reason(subject(mail, ""), reason.as_deref()), format!("/webmaster/sites/{site}")));
        }
        Mail::SiteHeld { site, news, .. } => {
            return Some((with_reason(subject(mail, ""), news.reason()), format!("/webmaster/sites/{site}")));
        }
        Mail::VerificationLost { site, .. } | Mail::SitePaused { site, .. } => format!("/webmaster/sites/{site}"),
        Mail::NewDevice { .. } => "/account".to_owned(),
        Mail::Confirm { .. }
        | Mail::AlreadyRegistered
        | Mail::SignUpAgain { .. }
        | Mail::Reset { .. }
        | Mail::EmailChange { .. }
        | Mail::EmailChangeAsked { .. }
        | Mail::EmailChanged { .. }
        | Mail::PasswordChanged { .. }
        | Mail::ApiTokenCreated { .. }
        | Mail::RecoveryCodesReplaced { .. }
        | Mail::SecondFactorChanged { .. }
        | Mail::PostbackSecretChanged { .. } => return None,
    };
    Some((one_line(&subject(mail, "")), path))
}

fn subject(mail: &Mail, host: &str) -> String {
    match mail {
        Mail::Confirm { .. } => format!("Confirm your address for {host}"),
        Mail::AlreadyRegistered => format!("You have an account at {host} already"),
        Mail::SignUpAgain { .. } => format!("Choose your password for {host}"),
        Mail::Reset { .. } => "Set a new password".to_owned(),
        Mail::EmailChange { .. } => format!("Confirm your new address for {host}"),
        Mail::EmailChangeAsked { .. } => "Your mail address shall be changed".to_owned(),
        Mail::EmailChanged { .. } => "Your mail address was changed".to_owned(),
        Mail::PasswordChanged { .. } => "Your password was changed".to_owned(),
        Mail::SecondFactorChanged { is_on: true, .. } => "The second factor is on".to_owned(),
        Mail::SecondFactorChanged { is_on: false, .. } => "The second factor is off".to_owned(),
        Mail::ApiTokenCreated { name, .. } => format!("New API token: {name}"),
        Mail::RecoveryCodesReplaced { .. } => "The recovery codes were replaced".to_owned(),
        Mail::PostbackSecretChanged { is_set: true, .. } => "New postback secret".to_owned(),
        Mail::PostbackSecretChanged { is_set: false, .. } => "The postback secret was removed".to_owned(),
        Mail::NewDevice { device, .. } => format!("New login: {device}"),
        Mail::AdApproved { ad, .. } => format!("Approved: {}", ad.title),
        Mail::AdRejected { ad, .. } => format!("Not approved: {}", ad.title),
        Mail::LowBalance { balance, .. } => format!("{} left: less than a day", balance.text()),
        Mail::DepositSettled { amount, .. } => format!("{} received", amount.text()),
        Mail::DepositFailed { amount, .. } => format!("Top-up of {} failed", amount.text()),
        Mail::AutoTopUp { next_at: None, .. } => "Automatic top-up is off".to_owned(),
        Mail::AutoTopUp { amount, .. } => format!("Automatic top-up of {} waits", amount.text()),
        Mail::InvoiceMade { number, amount, .. } => format!("Invoice {number}: {}", amount.text()),
        Mail::DeadLink { ad, is_back: false, .. } => format!("Landing page does not answer: {}", ad.title),
        Mail::DeadLink { ad, is_back: true, .. } => format!("Landing page answers again: {}", ad.title),
        Mail::RuleActed { rule, asks: false, lines } => match lines.as_slice() {
            [one] => format!("{rule}: {one}"),
            lines => format!("{rule}: {} actions", lines.len()),
        },
        Mail::RuleActed { rule, asks: true, .. } => format!("{rule}: asks before it acts"),
        Mail::OutOfBudget { name, is_daily: true, .. } => format!("Budget used up for today: {name}"),
        Mail::OutOfBudget { name, is_daily: false, .. } => format!("Budget used up: {name}"),
        Mail::CampaignHeld { name, news: CampaignNews::Paused(_), .. } => format!("Paused by the network: {name}"),
        Mail::CampaignHeld { name, news: CampaignNews::Declined(_), .. } => format!("Declined: {name}"),
        Mail::CampaignHeld { name, news: CampaignNews::Resumed, .. } => format!("No longer held: {name}"),
        Mail::WalletAdded { payment_type, .. } => format!("New wallet: {payment_type}"),
        Mail::WalletState { payment_type, is_approved: true, .. } => format!("Wallet approved: {payment_type}"),
        Mail::WalletState { payment_type, is_approved: false, .. } => format!("Wallet not approved: {payment_type}"),
        Mail::PayoutState(payout) if payout.is_corrected => {
            format!("Transaction of a payout corrected: {}", payout.amount.text())
        }
        Mail::PayoutState(payout) if payout.is_returned => format!("Payout came back: {}", payout.amount.text()),
        Mail::PayoutState(payout) => format!("Payout {}: {}", payout.status.word(), payout.amount.text()),
        Mail::PayoutHeld { payout, reason: Some(_) } => format!("Payout held back: {}", payout.amount.text()),
        Mail::PayoutHeld { payout, reason: None } => format!("Payout goes on: {}", payout.amount.text()),
        Mail::SiteReviewed { name, reason: None, .. } => format!("Site approved: {name}"),
        Mail::SiteReviewed { name, reason: Some(_), .. } => format!("Site not accepted: {name}"),
        Mail::SiteHeld { name, news: SiteNews::Blocked(_), .. } => format!("Site blocked: {name}"),
        Mail::SiteHeld { name, news: SiteNews::Unblocked, .. } => format!("Site no longer blocked: {name}"),
        Mail::SiteHeld { name, news: SiteNews::EarningsHeld(_), .. } => format!("Earnings held back: {name}"),
        Mail::SiteHeld { name, news: SiteNews::EarningsReleased(_), .. } => {
            format!("Earnings no longer held back: {name}")
        }
        Mail::VerificationLost { name, .. } => format!("No longer verified: {name}"),
        Mail::SitePaused { name, .. } => format!("Ads are paused: {name}"),
    }
}

fn fields(mail: &Mail, origin: &str) -> Value {
    match mail {
        Mail::Confirm { token } => context! { link => format!("{origin}/confirm?token={token}") },
        Mail::AlreadyRegistered => context! {},
        Mail::SignUpAgain { token } | Mail::Reset { token } => {
            context! { link => format!("{origin}/account/password/reset/{token}") }
        }
        Mail::EmailChange { token } => context! { link => format!("{origin}/account/change/confirm?token={token}") },
        Mail::EmailChangeAsked { new_email, at, address } => context! { new_email, address, at => moment(*at) },
        Mail::EmailChanged { new_email, at } => context! { new_email, at => moment(*at) },
        Mail::PasswordChanged { at, address, ended_tokens } => context! { address, ended_tokens, at => moment(*at) },
        Mail::ApiTokenCreated { name, may, ends, at, address } => context! {
            name, may, address, at => moment(*at), ends => ends.map(moment),
        },
        Mail::RecoveryCodesReplaced { at, address } => context! { address, at => moment(*at) },
        Mail::SecondFactorChanged { is_on, at, address } => {
            let (what, meaning) = if *is_on {
                ("The second factor is on", "From now on a login needs a code of your authenticator app as well.")
            } else {
                ("The second factor is off", "From now on the password alone is enough for a login.")
            };
            context! { what, meaning, address, at => moment(*at) }
        }
        Mail::PostbackSecretChanged { is_set, at, address } => {
            let (what, meaning) = if *is_set {
                ("New postback secret", "From now on postbacks for your clicks are taken with the new secret only.")
            } else {
                (
                    "The postback secret was removed",
                    "From now on everybody who knows the id of one of your clicks can tell of a conversion.",
                )
            };
            context! { what, meaning, address, at => moment(*at) }
        }
        Mail::NewDevice { device, address, at } => context! { device, address, at => moment(*at) },
        Mail::AdApproved { ad, is_started } => context! {
            title => ad.title, ad_id => ad.ad.0, campaign => ad.campaign_name, is_started,
            link => match &ad.push {
                Some((campaign, _)) => format!("{origin}/advertiser/campaigns/push/{campaign}/medias"),
                None => format!("{origin}/advertiser/campaigns/{}/groups/{}/medias", ad.campaign, ad.group),
            },
        },
        Mail::AdRejected { ad, reasons, comment } => context! {
            title => ad.title, ad_id => ad.ad.0, campaign => ad.campaign_name, reasons, comment,
            link => match &ad.push {
                Some((campaign, ad)) => format!("{origin}/advertiser/campaigns/push/{campaign}/medias/{ad}/edit"),
                None => format!(
                    "{origin}/advertiser/campaigns/{}/groups/{}/medias/edit/{}", ad.campaign, ad.group, ad.ad
                ),
            },
        },
        Mail::LowBalance { balance, day_spend } => {
            context! { balance => balance.text(), day_spend => day_spend.text() }
        }
        Mail::DepositSettled { deposit, amount, missing } => context! {
            deposit, amount => amount.text(), missing => missing.map(Money::text),
            link => format!("{origin}/advertiser/finance?deposit={deposit}"),
        },
        Mail::DepositFailed { deposit, amount } => context! {
            deposit, amount => amount.text(), link => format!("{origin}/advertiser/finance?deposit={deposit}"),
        },
        Mail::AutoTopUp { amount, method, reason, next_at } => context! {
            amount => amount.text(), method, reason, next_at => next_at.map(moment),
            link => format!("{origin}/advertiser/finance#auto-top-up"),
        },
        Mail::InvoiceMade { deposit, number, amount, expires_at } => context! {
            number, amount => amount.text(), expires_at => moment(*expires_at),
            link => format!("{origin}/advertiser/finance?deposit={deposit}"),
        },
        Mail::DeadLink { ad, others, is_back } => context! {
            title => ad.title, ad_id => ad.ad.0, campaign => ad.campaign_name, others, is_back,
            link => format!("{origin}{}", ad_page(ad)),
        },
        Mail::RuleActed { rule, lines, asks } => context! {
            rule, lines, asks, link => format!("{origin}/advertiser/rules"),
        },
        Mail::OutOfBudget { campaign, push, name, limit, is_daily } => context! {
            campaign => name, limit => limit.text(), is_daily,
            link => match push {
                Some(uuid) => format!("{origin}/advertiser/campaigns/push/{uuid}/edit"),
                None => format!("{origin}/advertiser/campaigns/{campaign}/edit"),
            },
        },
        Mail::CampaignHeld { campaign, push, name, news } => context! {
            campaign => name, id => campaign.0,
            link => format!("{origin}{}", campaign_page(*campaign, push.as_deref())),
            ..of_campaign(news)
        },
        Mail::WalletAdded { number, payment_type, usable_at, at, address } => {
            context! { number, payment_type, address, at => moment(*at), usable_at => moment(*usable_at) }
        }
        Mail::WalletState { number, payment_type, is_approved, usable_at, comment } => {
            context! { number, payment_type, is_approved, comment, usable_at => moment(*usable_at) }
        }
        Mail::PayoutState(payout) => of_payout(payout),
        Mail::PayoutHeld { payout, reason } => context! {
            id => payout.id.0, amount => payout.amount.text(), payment_type => payout.payment_type,
            number => payout.number, reason, link => format!("{origin}/webmaster/finance/payments"),
            what => if reason.is_some() { "The network holds your payout back" } else { "Your payout goes on" },
            meaning => if reason.is_some() {
                "Its amount stays set aside, and is not sent before the network lets it go on. Answer your manager, or write to us."
            } else {
                "It is no longer held back. You hear from us when it is paid."
            },
        },
        Mail::SiteReviewed { site, name, domain, reason } => context! {
            name, domain, reason, link => format!("{origin}/webmaster/sites/{site}"),
            what => if reason.is_none() { "Your site is approved" } else { "Your site was not accepted" },
            meaning => if reason.is_none() {
                "Its blocks show ads from now on, unless its page says what it waits for. If it has no block yet, make one and put its \
                 line into your pages."
            } else {
                "Mend what is named, and save the site: it is looked at again. If you think that this is a mistake, write to us."
            },
        },
        Mail::SiteHeld { site, name, domain, news } => context! {
            name, domain, reason => news.reason(), link => format!("{origin}/webmaster/sites/{site}"), ..of_site(news)
        },
        Mail::VerificationLost { site, name, domain, pauses_at } => context! {
            name, domain, pauses_at => moment(*pauses_at), link => format!("{origin}/webmaster/sites/{site}"),
        },
        Mail::SitePaused { site, name, domain } => {
            context! { name, domain, link => format!("{origin}/webmaster/sites/{site}") }
        }
    }
}

fn of_campaign(news: &CampaignNews) -> Value {
    match news {
        CampaignNews::Paused(reason) => context! {
            what => "The network paused your campaign", reason,
            meaning => "No ad of it is chosen until the network lets it go on. What is on a page or on its way already may still be \
                        seen and clicked, and such clicks are paid. Answer your manager, or write to us.",
        },
        CampaignNews::Declined(reason) => context! {
            what => "The network declined your campaign", reason,
            meaning => "No ad of it is chosen any more. What is on a page or on its way already may still be seen and clicked, \
                        and such clicks are paid. If you think that this is a mistake, write to us.",
        },
        CampaignNews::Resumed => context! {
            what => "Your campaign is no longer held",
            meaning => "If you have it switched on, it is shown again from now on.",
        },
    }
}

fn of_site(news: &SiteNews) -> Value {
    let released;
    let (what, meaning) = match news {
        SiteNews::Blocked(_) => (
            "The network blocked your site",
            "Its blocks stay empty, and you cannot change it. If you think that this is a mistake, write to us.",
        ),
        SiteNews::Unblocked => (
            "Your site is no longer blocked",
            "Its blocks show ads again from now on, unless its page says what it waits for.",
        ),
        SiteNews::EarningsHeld(_) => (
            "The network holds the earnings of your site back",
            "What becomes due of them is put aside, and is not available before the network lets it go. Answer your manager, or \
             write to us.",
        ),
        SiteNews::EarningsReleased(amount) => {
            released = if *amount > Money::ZERO {
                format!("{} that was put aside is available now. What is on its way comes on its day.", amount.text())
            } else {
                "Nothing was put aside. What is on its way comes on its day.".to_owned()
            };
            ("The earnings of your site are no longer held back", released.as_str())
        }
    };
    context! { what, meaning }
}

fn of_payout(payout: &PayoutFacts) -> Value {
    let (what, meaning) = match payout.status {
        _ if payout.is_corrected => (
            "The transaction of your payout is corrected",
            "The one that we told you before was noted wrongly. This is the right one; nothing else has changed.",
        ),
        PayoutStatus::Requested if payout.is_auto => {
            ("A payout was requested automatically", "Its amount is set aside. You hear from us when it is approved.")
        }
        PayoutStatus::Requested => {
            ("You asked for a payout", "Its amount is set aside. You hear from us when it is approved.")
        }
        PayoutStatus::Approved => ("Your payout is approved", "It will be paid soon."),
        PayoutStatus::Paid => ("Your payout is paid", "What was sent is on its way to your wallet."),
        PayoutStatus::Rejected if payout.is_returned => (
            "Your payout came back",
            "It was sent, and its money came back. All of it is available again, with the fee. Look at your wallet before you ask again.",
        ),
        PayoutStatus::Rejected => ("Your payout was rejected", "Its amount is available again."),
        PayoutStatus::Cancelled => ("Your payout was cancelled", "Its amount is available again."),
    };
    context! {
        what, meaning, id => payout.id.0, amount => payout.amount.text(), fee => payout.fee.text(),
        payment_type => payout.payment_type, number => payout.number, comment => payout.comment,
        transaction_hash => payout.transaction_hash, explorer => payout.explorer,
        is_new => payout.status == PayoutStatus::Requested,
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}

/// `2026-11-21 14:05 UTC`.
fn moment(at: UnixMs) -> String {
    let text = at.to_string();
    match (text.get(..10), text.get(11..16)) {
        (Some(day), Some(time)) => format!("{day} {time} UTC"),
        _ => text,
    }
}

/// A subject is one line, whatever an ad is called.
fn one_line(text: &str) -> String {
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if line.chars().count() <= SUBJECT_CHARS_MAX {
        return line;
    }
    let cut: String = line.chars().take(SUBJECT_CHARS_MAX - 1).collect();
    format!("{}…", cut.trim_end())
}

/// No blank lines at the ends, never two in a row, and none that is too wide; links stay whole.
fn tidy(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in text.trim().lines() {
        // The two characters after which mail programs find the signature.
        let line = if line == "-- " { line } else { line.trim_end() };
        if line.is_empty() {
            if lines.last().is_some_and(|last| !last.is_empty()) {
                lines.push(String::new());
            }
        } else if line.chars().count() <= TEXT_COLUMNS {
            lines.push(line.to_owned());
        } else {
            wrap(line, &mut lines);
        }
    }
    lines.join("\n") + "\n"
}

fn wrap(line: &str, lines: &mut Vec<String>) {
    let mut open = String::new();
    for word in line.split(' ') {
        if !open.is_empty() && open.chars().count() + 1 + word.chars().count() > TEXT_COLUMNS {
            lines.push(std::mem::take(&mut open));
        }
        if !open.is_empty() {
            open.push(' ');
        }
        open.push_str(word);
    }
    lines.push(open);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_and_lines_read_well() {
        assert_eq!(moment(UnixMs::parse("2026-11-21T14:05:59Z").unwrap()), "2026-11-21 14:05 UTC");
        let wide = format!("{} https://placard.example/{}", "word ".repeat(30), "x".repeat(80));
        assert!(tidy(&wide).lines().all(|line| line.len() <= TEXT_COLUMNS || line.starts_with("https://")));
        assert_eq!(one_line("a\r\nBcc: x"), "a  Bcc: x");
        assert_eq!(one_line(&"x".repeat(500)).chars().count(), SUBJECT_CHARS_MAX);
    }
}
