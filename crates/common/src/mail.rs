//! Mail to people: what kinds there are and how they read. A mail's templates stand in `assets/mail`: `<kind>.txt` and
//! `<kind>.html`, both inside a layout.

mod letters;
pub mod outbox;

pub use letters::{Letter, render};

use crate::base::Base;
use crate::config::Config;
use crate::sealed;
use crate::secrets::{Keys, Purpose};
use placard_model::payments::payout::PayoutFacts;
use placard_model::{AdId, CampaignId, GroupId, Money, SiteId, UnixMs};
use serde::{Deserialize, Serialize};

/// A mail, with everything that its text needs.
#[derive(Clone)]
pub enum Mail {
    /// Confirm the address of a new account.
    Confirm {
        /// The token of `/confirm?token=`.
        token: String,
    },
    /// Somebody signed up with the address of an account that exists.
    AlreadyRegistered,
    /// Somebody signed up with the address of an account that waits for its confirmation, with another password: set
    /// one, which confirms the address as well.
    SignUpAgain {
        /// The token of `/account/password/reset/{token}`.
        token: String,
    },
    /// Set a new password.
    Reset {
        /// The token of `/account/password/reset/{token}`.
        token: String,
    },
    /// To a new address: confirm it.
    EmailChange {
        /// The token of `/account/change/confirm?token=`.
        token: String,
    },
    /// To the present address: somebody asked for another one.
    EmailChangeAsked {
        /// The new address, which was not confirmed yet.
        new_email: String,
        /// When.
        at: UnixMs,
        /// From which address of the network.
        address: String,
    },
    /// To the old address: the account has another one.
    EmailChanged {
        /// The new address.
        new_email: String,
        /// When.
        at: UnixMs,
    },
    /// The password is a new one.
    PasswordChanged {
        /// When.
        at: UnixMs,
        /// From which address of the network.
        address: String,
        /// API tokens that ended with the former one.
        ended_tokens: u64,
    },
    /// An API token was made.
    ApiTokenCreated {
        /// What its owner calls it.
        name: String,
        /// What it may, in words.
        may: Vec<String>,
        /// When it ends; none: when it is deleted.
        ends: Option<UnixMs>,
        /// When.
        at: UnixMs,
        /// From which address of the network.
        address: String,
    },
    /// The recovery codes of the second factor are new ones.
    RecoveryCodesReplaced {
        /// When.
        at: UnixMs,
        /// From which address of the network.
        address: String,
    },
    /// The second factor was switched on or off.
    SecondFactorChanged {
        /// What it is now.
        is_on: bool,
        /// When.
        at: UnixMs,
        /// From which address of the network.
        address: String,
    },
    /// The secret of postbacks was made, replaced or removed.
    PostbackSecretChanged {
        /// Postbacks need one now.
        is_set: bool,
        /// When.
        at: UnixMs,
        /// From which address of the network.
        address: String,
    },
    /// A login from a device that was not seen before.
    NewDevice {
        /// Browser and system, such as "Firefox on Windows".
        device: String,
        /// From which address of the network.
        address: String,
        /// When.
        at: UnixMs,
    },
    /// The landing page of ads does not answer, or does so again.
    DeadLink {
        /// One of the ads.
        ad: AdNames,
        /// More ads that lead there.
        others: usize,
        /// It answers again.
        is_back: bool,
    },
    /// A rule did something, or asks.
    RuleActed {
        /// What the rule is called.
        rule: String,
        /// What it did, a line each.
        lines: Vec<String>,
        /// It waits for its owner's word.
        asks: bool,
    },
    /// A moderator approved an ad.
    AdApproved {
        /// The ad.
        ad: AdNames,
        /// It runs; else it waits for its owner.
        is_started: bool,
    },
    /// A moderator rejected an ad.
    AdRejected {
        /// The ad.
        ad: AdNames,
        /// The ban reasons in words.
        reasons: Vec<String>,
        /// What the moderator adds; may be empty.
        comment: String,
    },
    /// The advertiser's balance is below one day of spend.
    LowBalance {
        /// What is left.
        balance: Money,
        /// What a day costs.
        day_spend: Money,
    },
    /// Money came in.
    DepositSettled {
        /// The deposit.
        deposit: i64,
        /// What came in now.
        amount: Money,
        /// What is still to come; none: that was all.
        missing: Option<Money>,
    },
    /// A payment did not go through.
    DepositFailed {
        /// The deposit.
        deposit: i64,
        /// What was asked for.
        amount: Money,
    },
    /// Automatic top-up did not pay.
    AutoTopUp {
        /// What it would have paid.
        amount: Money,
        /// By what: "Visa ending in 4242".
        method: String,
        /// Why it did not.
        reason: String,
        /// When it tries again; none: it is off.
        next_at: Option<UnixMs>,
    },
    /// An invoice for a bank transfer was written.
    InvoiceMade {
        /// The deposit.
        deposit: i64,
        /// The number of the invoice.
        number: String,
        /// What is to be paid.
        amount: Money,
        /// Until when.
        expires_at: UnixMs,
    },
    /// A campaign has spent a limit.
    OutOfBudget {
        /// The campaign.
        campaign: CampaignId,
        /// Outer name of a push campaign.
        push: Option<String>,
        /// Its name.
        name: String,
        /// The limit that it reached.
        limit: Money,
        /// It is the daily one; else the total one.
        is_daily: bool,
    },
    /// Staff paused or declined a campaign, or let it go on.
    CampaignHeld {
        /// The campaign.
        campaign: CampaignId,
        /// Outer name of a push campaign.
        push: Option<String>,
        /// Its name.
        name: String,
        /// What became of it.
        news: CampaignNews,
    },
    /// A wallet was added.
    WalletAdded {
        /// Its number.
        number: String,
        /// By which it is paid to.
        payment_type: String,
        /// It is not paid to before.
        usable_at: UnixMs,
        /// When.
        at: UnixMs,
        /// From which address of the network.
        address: String,
    },
    /// A wallet was approved or refused.
    WalletState {
        /// Its number.
        number: String,
        /// By which it is paid to.
        payment_type: String,
        /// It was approved.
        is_approved: bool,
        /// It is not paid to before.
        usable_at: UnixMs,
        /// Why it was refused; empty when it was not.
        comment: String,
    },
    /// A payout was asked for, approved, paid, rejected or cancelled.
    PayoutState(PayoutFacts),
    /// Staff hold a payout back, or let it go on.
    PayoutHeld {
        /// The payout.
        payout: PayoutFacts,
        /// Why they hold it back; none: they let it go on.
        reason: Option<String>,
    },
    /// A moderator approved a site, or did not accept it.
    SiteReviewed {
        /// The site.
        site: SiteId,
        /// Its name.
        name: String,
        /// Its domain.
        domain: String,
        /// Why it was not accepted; none: it was approved.
        reason: Option<String>,
    },
    /// Staff blocked a site or hold its earnings back, or took that back.
    SiteHeld {
        /// The site.
        site: SiteId,
        /// Its name.
        name: String,
        /// Its domain.
        domain: String,
        /// What became of it.
        news: SiteNews,
    },
    /// A site shows no longer whose it is.
    VerificationLost {
        /// The site.
        site: SiteId,
        /// Its name.
        name: String,
        /// Its domain.
        domain: String,
        /// When its blocks go empty.
        pauses_at: UnixMs,
    },
    /// The blocks of a site went empty, because it shows no longer whose it is.
    SitePaused {
        /// The site.
        site: SiteId,
        /// Its name.
        name: String,
        /// Its domain.
        domain: String,
    },
}

/// What staff did with a campaign, with the reason for its owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CampaignNews {
    /// They paused it.
    Paused(String),
    /// They declined it.
    Declined(String),
    /// They let it go on.
    Resumed,
}

/// What staff did with a site, with the reason for its owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SiteNews {
    /// They blocked it.
    Blocked(String),
    /// They took the block back.
    Unblocked,
    /// They hold its earnings back.
    EarningsHeld(String),
    /// They let its earnings go: so much was put aside and is available now.
    EarningsReleased(Money),
}

impl SiteNews {
    /// Why, where there is something to say.
    pub(crate) fn reason(&self) -> Option<&str> {
        match self {
            Self::Blocked(reason) | Self::EarningsHeld(reason) => Some(reason),
            Self::Unblocked | Self::EarningsReleased(_) => None,
        }
    }
}

/// Which ad a mail is about.
#[derive(Clone, Debug)]
pub struct AdNames {
    /// The ad.
    pub ad: AdId,
    /// Its title.
    pub title: String,
    /// Its group.
    pub group: GroupId,
    /// Its campaign.
    pub campaign: CampaignId,
    /// The campaign's name.
    pub campaign_name: String,
    /// Outer names of the campaign and the ad, of a push ad.
    pub push: Option<(String, String)>,
}

/// The kind of a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MailKind {
    /// Its name in the API, in the store and of its templates.
    pub name: &'static str,
    /// Its name for people, in the list of notices.
    pub label: &'static str,
    /// It is always sent: security, or an answer to what its reader just did.
    pub is_required: bool,
    /// It carries a link that opens an account.
    pub has_secret: bool,
}

macro_rules! kinds {
    ($($constant:ident = $name:literal, $label:literal, required $required:literal, secret $secret:literal;)*) => {
        $(const $constant: MailKind =
            MailKind { name: $name, label: $label, is_required: $required, has_secret: $secret };)*

        /// All kinds.
        pub const ALL: &'static [Self] = &[$(Self::$constant),*];
    };
}

impl MailKind {
    kinds! {
        CONFIRM = "confirm", "Confirm the address", required true, secret true;
        ALREADY_REGISTERED = "already_registered", "Sign-up with an address that is taken", required true, secret false;
        SIGN_UP_AGAIN = "sign_up_again", "Another sign-up before the address is confirmed", required true, secret true;
        RESET = "reset", "Set a new password", required true, secret true;
        EMAIL_CHANGE = "email_change", "Confirm a new address", required true, secret true;
        EMAIL_CHANGE_ASKED = "email_change_asked", "A new mail address was asked for", required true, secret false;
        EMAIL_CHANGED = "email_changed", "The mail address was changed", required true, secret false;
        PASSWORD_CHANGED = "password_changed", "The password was changed", required true, secret false;
        SECOND_FACTOR_CHANGED = "second_factor_changed", "The second factor was changed",
            required true, secret false;
        API_TOKEN_CREATED = "api_token_created", "An API token was made", required true, secret false;
        RECOVERY_CODES_REPLACED = "recovery_codes_replaced", "The recovery codes were replaced",
            required true, secret false;
        POSTBACK_SECRET_CHANGED = "postback_secret_changed", "The secret of postbacks was changed",
            required true, secret false;
        NEW_DEVICE = "new_device", "Login from a new device", required true, secret false;
        AD_APPROVED = "ad_approved", "An ad was approved", required false, secret false;
        AD_REJECTED = "ad_rejected", "An ad was not approved", required false, secret false;
        LOW_BALANCE = "low_balance", "The balance is below one day of spend", required false, secret false;
        DEPOSIT_SETTLED = "deposit_settled", "A top-up has arrived", required false, secret false;
        DEPOSIT_FAILED = "deposit_failed", "A top-up has failed", required false, secret false;
        AUTO_TOP_UP = "auto_top_up", "An automatic top-up was not made", required false, secret false;
        INVOICE_MADE = "invoice_made", "An invoice was made", required false, secret false;
        DEAD_LINK = "dead_link", "A landing page does not answer", required false, secret false;
        RULE_ACTED = "rule_acted", "A rule did something (what it asks always comes)", required false, secret false;
        OUT_OF_BUDGET = "out_of_budget", "A campaign has used up its budget", required false, secret false;
        CAMPAIGN_HELD = "campaign_held", "The network paused or declined a campaign", required false, secret false;
        WALLET_ADDED = "wallet_added", "A wallet was added", required true, secret false;
        WALLET_STATE = "wallet_state", "A wallet was approved or refused", required false, secret false;
        PAYOUT_STATE = "payout_state", "A payout was asked for, approved, paid, corrected or given back",
            required false, secret false;
        PAYOUT_HELD = "payout_held", "The network holds a payout back, or lets it go on", required false, secret false;
        SITE_REVIEWED = "site_reviewed", "A site was approved or not accepted", required false, secret false;
        SITE_HELD = "site_held", "The network blocked a site, or holds its earnings back", required false, secret false;
        VERIFICATION_LOST = "verification_lost", "A site is no longer verified", required false, secret false;
        SITE_PAUSED = "site_paused", "Ads of a site are paused", required false, secret false;
    }

    /// The kind of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name == name)
    }
}

impl Mail {
    /// The mail about a deposit of `wanted` of which `received` is here, after `credit` came in; none when nothing is to be told.
    pub fn of_deposit(deposit: i64, wanted: Money, received: Money, credit: Money, has_failed: bool) -> Option<Self> {
        if credit > Money::ZERO {
            let missing = (received < wanted).then(|| wanted - received);
            return Some(Self::DepositSettled { deposit, amount: credit, missing });
        }
        has_failed.then_some(Self::DepositFailed { deposit, amount: wanted })
    }

    /// Its kind.
    pub const fn kind(&self) -> MailKind {
        match self {
            Self::Confirm { .. } => MailKind::CONFIRM,
            Self::AlreadyRegistered => MailKind::ALREADY_REGISTERED,
            Self::SignUpAgain { .. } => MailKind::SIGN_UP_AGAIN,
            Self::Reset { .. } => MailKind::RESET,
            Self::EmailChange { .. } => MailKind::EMAIL_CHANGE,
            Self::EmailChangeAsked { .. } => MailKind::EMAIL_CHANGE_ASKED,
            Self::EmailChanged { .. } => MailKind::EMAIL_CHANGED,
            Self::PasswordChanged { .. } => MailKind::PASSWORD_CHANGED,
            Self::SecondFactorChanged { .. } => MailKind::SECOND_FACTOR_CHANGED,
            Self::ApiTokenCreated { .. } => MailKind::API_TOKEN_CREATED,
            Self::RecoveryCodesReplaced { .. } => MailKind::RECOVERY_CODES_REPLACED,
            Self::PostbackSecretChanged { .. } => MailKind::POSTBACK_SECRET_CHANGED,
            Self::NewDevice { .. } => MailKind::NEW_DEVICE,
            Self::AdApproved { .. } => MailKind::AD_APPROVED,
            Self::AdRejected { .. } => MailKind::AD_REJECTED,
            Self::LowBalance { .. } => MailKind::LOW_BALANCE,
            Self::DepositSettled { .. } => MailKind::DEPOSIT_SETTLED,
            Self::DepositFailed { .. } => MailKind::DEPOSIT_FAILED,
            Self::AutoTopUp { .. } => MailKind::AUTO_TOP_UP,
            Self::InvoiceMade { .. } => MailKind::INVOICE_MADE,
            Self::OutOfBudget { .. } => MailKind::OUT_OF_BUDGET,
            Self::CampaignHeld { .. } => MailKind::CAMPAIGN_HELD,
            Self::DeadLink { .. } => MailKind::DEAD_LINK,
            Self::RuleActed { .. } => MailKind::RULE_ACTED,
            Self::WalletAdded { .. } => MailKind::WALLET_ADDED,
            Self::WalletState { .. } => MailKind::WALLET_STATE,
            Self::PayoutState(_) => MailKind::PAYOUT_STATE,
            Self::PayoutHeld { .. } => MailKind::PAYOUT_HELD,
            Self::SiteReviewed { .. } => MailKind::SITE_REVIEWED,
            Self::SiteHeld { .. } => MailKind::SITE_HELD,
            Self::VerificationLost { .. } => MailKind::VERIFICATION_LOST,
            Self::SitePaused { .. } => MailKind::SITE_PAUSED,
        }
    }
}

/// Text and HTML as they are kept.
#[derive(Debug, Serialize, Deserialize)]
pub struct Body {
    /// The plain text.
    pub text: String,
    /// The HTML.
    pub html: String,
}

impl Mail {
    /// It is sent whatever its reader has switched off: all of its kind are, or it asks something that waits for an answer.
    pub fn is_required(&self) -> bool {
        self.kind().is_required || matches!(self, Self::RuleActed { asks: true, .. })
    }

    /// What stands in the notices of its reader, and the page that it is about; none of what only a mail may carry.
    pub fn notice(&self) -> Option<(String, String)> {
        letters::notice(self)
    }

    /// Subject, and what it says, encrypted for its recipient's address.
    ///
    /// # Errors
    /// When its template is wrong, in words for the log.
    pub fn seal(&self, base: &Base, recipient: &str) -> Result<(String, Vec<u8>), String> {
        let seal = || {
            let letter = render(self, &base.config, &base.settings.get().network.name)?;
            let plain = serde_json::to_vec(&Body { text: letter.text, html: letter.html })?;
            let body = sealed::seal(&base.keys, Purpose::Mail, &base.rng, recipient.as_bytes(), &plain)?;
            Ok((letter.subject, body))
        };
        seal().map_err(|cause: anyhow::Error| format!("{cause:#}"))
    }
}

/// Reads what [`Mail::seal`] encrypted for an address.
pub fn open_body(keys: &Keys, recipient: &str, body: &[u8]) -> anyhow::Result<Body> {
    let plain = sealed::open(keys, Purpose::Mail, recipient.as_bytes(), body)?;
    Ok(serde_json::from_slice(&plain)?)
}

/// Whether mail leaves the machine; else it is written to the outbox.
pub fn is_sent_by_smtp(config: &Config) -> bool {
    !config.mail.smtp.is_empty()
}
