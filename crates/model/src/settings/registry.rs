//! Every setting, once.
#![expect(clippy::cast_lossless, reason = "`From` cannot be used in constants")]

use super::kind::{
    BasisPoints, CountryBid, DOMAIN_CHARS_MAX, FORMER_TAGS_MAX, FeatureUsers, FormerTag, Kind, NetworkNumber,
    PushService, Setting, ShortPath, TAG_CHARS_MAX, Unit, check_domain, check_tag_attribute, check_tag_path,
};
use super::{Spec, Who};
use crate::bid::{BID_MAX, NATIVE_DECIMALS, NATIVE_FORMAT_MIN, PUSH_FORMAT_MIN};
use crate::books::posting::{HOLD_DAYS, HOLD_DAYS_MAX};
use crate::money::{CONVERSION_MAX, INPUT_MAX, MICROS_PER_DOLLAR, Money};
use crate::push::subscription::{ASK_DAYS_MAX, ASK_DAYS_MIN, DAILY_CAP_MAX, LET_GO_WEEKS_MAX, LET_GO_WEEKS_MIN};
use std::collections::BTreeSet;

/// The most that any quota of things may be set to: what an account has is counted anew with each thing that it makes.
pub const QUOTA_MAX: u32 = 10_000;
/// The highest limit per minute that delivery can count up to.
const DELIVERY_LIMIT_MAX: u32 = 60_000;
/// The lowest limit on all calls of an address: with fewer nobody could open the page that raises it again.
const ALL_CALLS_MIN: u32 = 500;

/// The shortest time for which the event log is kept, in days: statistics of requests and what pushes show are asked of it.
const RETENTION_LOG_DAYS_MIN: u32 = 14;
/// Networks that an operator may name beside the list of hosting networks: each is compared with every caller.
const NETWORKS_MAX: usize = 200;
/// Countries that may have a lowest bid of their own: there are fewer.
const COUNTRIES_MAX: usize = 300;
/// Push services that an operator may name: there are few.
const PUSH_SERVICES_MAX: usize = 50;
/// The least limit of a campaign that an operator may allow.
pub const CAMPAIGN_LIMIT_MIN: Money = Money::CENT;
/// Between the least and the highest limit of a campaign that an operator may ask for: something is left between both.
const LIMIT_BETWEEN: Money = Money::from_dollars(1_000);

/// Between the least and the highest deposit that an operator may ask for: something is left between both.
const DEPOSIT_BETWEEN: Money = Money::from_dollars(1_000);
/// The highest deposit that an operator may allow.
const DEPOSIT_MAX: Money = Money::from_dollars(10_000_000);

/// What settings have in common.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// Its name.
    pub name: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// What it is about.
    pub about: &'static str,
}

/// Who may change settings: nobody else has any today.
const CHANGED_BY: Who = Who::God;

macro_rules! settings {
    ($(
        $(#[doc = $section_about:literal])+
        $section:ident: $Section:ident = $section_title:literal {
            $(
                $(#[doc = $about:literal])+
                $field:ident: $ty:ty = $default:expr, $title:literal, $kind:expr;
            )*
        }
    )*) => {
        $(
            $(#[doc = $section_about])+
            #[derive(Clone, Debug, PartialEq)]
            pub struct $Section {
                $(
                    $(#[doc = $about])+
                    pub $field: $ty,
                )*
            }

            impl Default for $Section {
                fn default() -> Self {
                    Self { $($field: $default,)* }
                }
            }
        )*

        /// What an operator may change while the network runs.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct Settings {
            $(
                $(#[doc = $section_about])+
                pub $section: $Section,
            )*
        }

        /// The sections, in the order in which they are shown.
        pub static SECTIONS: &[Section] = &[$(
            Section {
                name: stringify!($section),
                title: $section_title,
                about: concat!($($section_about,)+).trim_ascii(),
            },
        )*];

        /// All settings, by section.
        pub static SPECS: &[Spec] = &[$($(
            Spec {
                name: concat!(stringify!($section), ".", stringify!($field)),
                section: stringify!($section),
                title: $title,
                about: concat!($($about,)+).trim_ascii(),
                kind: $kind,
                who: CHANGED_BY,
                read: |settings| Setting::write(&settings.$section.$field),
                write: |settings, text| {
                    settings.$section.$field = Setting::read(text, &$kind)?;
                    Ok(())
                },
            },
        )*)*];
    };
}

const fn money(min: Money, max: Money, decimals: u32) -> Kind {
    Kind::Money { min, max, decimals }
}

const fn whole(min: u32, max: u32, unit: Unit) -> Kind {
    Kind::Whole { min, max, unit }
}

const fn percent(min: i64, max: i64) -> Kind {
    Kind::Percent { min_bp: min * 100, max_bp: max * 100 }
}

const fn quota() -> Kind {
    whole(0, QUOTA_MAX, Unit::None)
}

const fn number() -> Kind {
    whole(0, u32::MAX, Unit::None)
}

const fn delivery_limit() -> Kind {
    whole(0, DELIVERY_LIMIT_MAX, Unit::PerMinute)
}

fn check_name(text: &str) -> Result<(), &'static str> {
    if text.is_empty() { Err("must not be empty") } else { Ok(()) }
}

#[expect(clippy::unnecessary_wraps, reason = "it is a check like others")]
const fn any_text(_text: &str) -> Result<(), &'static str> {
    Ok(())
}

fn check_https(text: &str) -> Result<(), &'static str> {
    let is_url = text.is_empty() || (text.starts_with("https://") && url::Url::parse(text).is_ok());
    if is_url { Ok(()) } else { Err("must begin with https://, or be empty") }
}

fn check_word(text: &str) -> Result<(), &'static str> {
    let is_word = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'));
    if is_word { Ok(()) } else { Err("must be of letters, digits, dots, hyphens and underscores") }
}

fn check_proxy_token(text: &str) -> Result<(), &'static str> {
    let is_token = text.is_empty() || text.len() >= 16 && text.bytes().all(|byte| byte.is_ascii_graphic());
    if is_token { Ok(()) } else { Err("must have at least 16 characters without blanks, or be empty") }
}

fn check_email(text: &str) -> Result<(), &'static str> {
    let is_email = text.is_empty() || crate::validate::is_email(text);
    if is_email { Ok(()) } else { Err("must be a mail address, or empty") }
}

settings! {
    /// What public pages and mails say of the network.
    network: Network = "Network" {
        /// What the network is called, on pages and in mails.
        name: String = "Placard".to_owned(), "Name", Kind::Text { max_chars: 60, check: check_name };
        /// Address of the network's Telegram channel; empty: none.
        telegram_url: String = String::new(), "Telegram channel", Kind::Text { max_chars: 200, check: check_https };
        /// Where people may write to beside the contact form; empty: the form alone.
        contact_email: String = String::new(), "Contact address", Kind::Text { max_chars: 200, check: check_email };
    }

    /// What a native click may be bid at, where nothing else was agreed with a user.
    bids: Bids = "Bids" {
        /// The bid of an ad whose owner names none; never under what the owner may bid.
        default_bid: Money = Money::from_dollars(4), "Bid of a new ad", money(NATIVE_FORMAT_MIN, BID_MAX, NATIVE_DECIMALS);
        /// The lowest bid of a user who is not trusted.
        minimum: Money = Money::from_dollars(1), "Lowest bid", money(NATIVE_FORMAT_MIN, BID_MAX, NATIVE_DECIMALS);
        /// The lowest bid of a trusted user.
        minimum_trusted: Money = Money::from_micros(100_000), "Lowest bid of trusted users",
            money(NATIVE_FORMAT_MIN, BID_MAX, NATIVE_DECIMALS);
        /// The lowest bid in a country, whoever bids; on the command line and in files as `US 0.5`, one in a line. Holds for ads that
        /// are made or get another bid from now on.
        by_country: Vec<CountryBid> = Vec::new(), "Lowest bids by country", Kind::CountryBids { max: COUNTRIES_MAX };
    }

    /// What an advertiser may set as the daily or total limit of a native campaign. Limits that are set stay as they are.
    limits: Limits = "Limits of campaigns" {
        /// The least limit.
        minimum: Money = Money::from_dollars(1), "Least limit", money(CAMPAIGN_LIMIT_MIN, LIMIT_BETWEEN, 2);
        /// The highest limit.
        maximum: Money = INPUT_MAX, "Highest limit", money(LIMIT_BETWEEN, INPUT_MAX, 2);
    }

    /// What an advertiser may set as the daily or total limit of a push campaign, when a campaign is held back that few people click,
    /// and how pages that are being developed call the push API.
    push_campaigns: PushCampaigns = "Push campaigns" {
        /// The least limit of a push campaign. Limits that are set stay as they are.
        minimum_limit: Money = Money::from_dollars(1), "Least limit of push campaigns", money(CAMPAIGN_LIMIT_MIN, LIMIT_BETWEEN, 2);
        /// The highest limit of a push campaign.
        maximum_limit: Money = INPUT_MAX, "Highest limit of push campaigns", money(LIMIT_BETWEEN, INPUT_MAX, 2);
        /// A push bid above this is asked about once more: it is mostly a slip of the comma.
        high_bid: Money = Money::from_dollars(1), "High bid", money(PUSH_FORMAT_MIN, BID_MAX, 2);
        /// Below this part of the clicks that others bring at the same sites, in four weeks, a campaign takes fewer turns where a
        /// notification is chosen; 0: none does.
        low_engagement: BasisPoints = BasisPoints(5_000), "Fewer turns below", percent(0, 100);
        /// The least part of its turns that such a campaign takes: it must be seen to recover.
        least_turns: BasisPoints = BasisPoints(1_000), "Least turns", percent(1, 100);
        /// A token that the push API takes instead of a login, for pages that are being developed; empty: none. It works in a
        /// development build and in the demonstration network only.
        proxy_token: String = String::new(), "Development proxy token", Kind::Text { max_chars: 200, check: check_proxy_token };
        /// The number of the user whose login the token stands in for; 0: nobody's.
        proxy_user: u32 = 0, "User of the development proxy token", number();
    }

    /// How pushes are sent. How many a subscription gets, and at which hours, is up to its site.
    pushes: Pushes = "Pushes" {
        /// At most so many messages a second leave the network: a million in an hour are 278.
        per_second: u32 = 300, "Messages a second", whole(1, 2_000, Unit::None);
        /// A message that does not reach its browser within so many hours is shown no more.
        ttl_hours: u32 = 12, "A message waits for its browser", whole(1, 72, Unit::Hours);
    }

    /// How the cost of a click is divided. Clicks that were settled keep the rates of their day.
    shares: Shares = "Shares and payouts" {
        /// The webmaster's part of what a click costs, where nothing else was agreed with them.
        webmaster: BasisPoints = BasisPoints(7_000), "Webmaster's share", percent(0, 100);
        /// What a referrer gets of the network's part of a click.
        referrer: BasisPoints = BasisPoints(500), "Referrer's share", percent(0, 50);
        /// How long a referrer earns, from the sign-up of whom they brought. Holds for sign-ups from now on.
        referral_months: u32 = 12, "Referrers earn for", whole(0, 120, Unit::Months);
        /// Earnings wait for so long, from the day of their clicks, until they can be paid out. Holds for days whose first earning
        /// comes from now on.
        hold_days: u32 = HOLD_DAYS, "Earnings wait for", whole(0, HOLD_DAYS_MAX, Unit::Days);
        /// The least amount that is paid out at once.
        minimum_payout: Money = Money::from_dollars(50), "Least payout", money(Money::from_dollars(1), Money::from_dollars(10_000), 2);
    }

    /// Money that goes out to webmasters. What a payout costs and is at least stands with the payment types.
    payouts: Payouts = "Wallets and payouts" {
        /// Wallets of an account.
        wallets: u32 = 10, "Wallets of an account", whole(1, 100, Unit::None);
        /// A new wallet is not paid to for so long, however fast it is approved: its owner, whom a mail tells of it, can object.
        /// Holds for wallets that are added from now on.
        wallet_hours: u32 = 24, "A new wallet waits for", whole(0, 720, Unit::Hours);
        /// As long as the network has two owners, another one than who approved a payout pays it, whatever its amount. Off: only
        /// above the amount below.
        two_persons_always: bool = true, "Two persons for each payout", Kind::Switch;
        /// Above this amount another owner than who approved a payout pays it, where the network has two. An only owner shows anew
        /// who they are.
        two_persons_above: Money = Money::from_dollars(500), "Two persons above",
            money(Money::ZERO, Money::from_dollars(1_000_000), 2);
    }

    /// What advertisers may pay in, and how long a payment waits. Payments that were begun stay as they are.
    deposits: Deposits = "Top-ups" {
        /// The least bank transfer.
        invoice_minimum: Money = Money::from_dollars(100), "Least bank transfer", money(Money::from_dollars(1), DEPOSIT_BETWEEN, 2);
        /// The highest bank transfer.
        invoice_maximum: Money = Money::from_dollars(1_000_000), "Highest bank transfer", money(DEPOSIT_BETWEEN, DEPOSIT_MAX, 2);
        /// The least payment by card, and in the sandbox.
        card_minimum: Money = Money::from_dollars(10), "Least payment by card", money(Money::from_dollars(1), DEPOSIT_BETWEEN, 2);
        /// The highest payment by card, and in the sandbox.
        card_maximum: Money = Money::from_dollars(10_000), "Highest payment by card", money(DEPOSIT_BETWEEN, Money::from_dollars(999_999), 2);
        /// The least payment in crypto money.
        crypto_minimum: Money = Money::from_dollars(20), "Least crypto payment", money(Money::from_dollars(1), DEPOSIT_BETWEEN, 2);
        /// The highest payment in crypto money.
        crypto_maximum: Money = Money::from_dollars(100_000), "Highest crypto payment", money(DEPOSIT_BETWEEN, DEPOSIT_MAX, 2);
        /// A payment that nobody makes ends after so long; bank transfers have a time of their own.
        wait_minutes: u32 = 1_440, "Payments wait for", whole(30, 10_080, Unit::Minutes);
        /// An invoice for a bank transfer that nobody pays ends after so long.
        invoice_days: u32 = 14, "Invoices wait for", whole(1, 90, Unit::Days);
        /// Bank transfers above this are confirmed by two persons, where there are two who may.
        two_persons_above: Money = Money::from_dollars(5_000), "Two persons confirm above", money(Money::ZERO, DEPOSIT_MAX, 2);
    }

    /// Money that the network's owners move by hand, with a reason that its owner reads.
    corrections: Corrections = "Corrections and bonuses" {
        /// Above this amount, given, taken, or promised by a promo code, a second owner of the network agrees first, where there are
        /// two.
        two_persons_above: Money = Money::from_dollars(100), "Two persons above", money(Money::ZERO, Money::from_dollars(1_000_000), 2);
    }

    /// What invoices and receipts say of the network's company.
    company: Company = "Company" {
        /// The company's name; empty: that of the network.
        name: String = String::new(), "Name", Kind::Text { max_chars: 100, check: any_text };
        /// Where it is, in one line.
        address: String = String::new(), "Address", Kind::Text { max_chars: 200, check: any_text };
        /// Its tax number.
        tax_number: String = String::new(), "Tax number", Kind::Text { max_chars: 60, check: any_text };
        /// Where bank transfers go to, in one line: bank, account, code.
        bank_account: String = String::new(), "Bank account", Kind::Text { max_chars: 300, check: any_text };
        /// What numbers of invoices begin with.
        invoice_prefix: String = "INV-".to_owned(), "Numbers of invoices begin with", Kind::Text { max_chars: 12, check: check_word };
        /// What numbers of receipts begin with.
        receipt_prefix: String = "REC-".to_owned(), "Numbers of receipts begin with", Kind::Text { max_chars: 12, check: check_word };
    }

    /// The script on webmasters' pages: can be changed against ad blockers. Pages with the code of before go on to work.
    tag: Tag = "Script on webmasters' pages" {
        /// Host, with its port, that serves the script; empty: that of the network's own address.
        domain: String = String::new(), "Host", Kind::Text { max_chars: DOMAIN_CHARS_MAX, check: check_domain };
        /// Path of the script, without a slash at the beginning.
        path: String = "p.js".to_owned(), "Path", Kind::Text { max_chars: TAG_CHARS_MAX, check: check_tag_path };
        /// Attribute that marks the place of a block; its value is the block's id.
        attribute: String = "data-placard".to_owned(), "Attribute", Kind::Text { max_chars: TAG_CHARS_MAX, check: check_tag_attribute };
        /// The network's number in the IAB's list of vendors (TCF), which visitors consent to; 0: it is not in the list.
        vendor: u32 = 0, "Vendor number", whole(0, 9_999, Unit::None);
        /// Paths with their attributes from before, one in a line, which pages may still have: the script is served there too. A
        /// third word is the host that pages name, where it was another. A change of host, path or attribute adds what was.
        former: Vec<FormerTag> = Vec::new(), "Paths of before",
            Kind::Lines { max: FORMER_TAGS_MAX, max_chars: 2 * TAG_CHARS_MAX + DOMAIN_CHARS_MAX + 2 };
    }

    /// What visitors find beside the pages.
    public: Public = "Public addresses" {
        /// Short paths that lead to the home page with source, medium and campaign, one in a line; `*` as the second part is any
        /// word.
        short_paths: Vec<ShortPath> = [
            "partners", "partners/fb", "partners/instagram", "partners/tg", "mreality/tg", "mreality/blog", "nreality/*",
            "vreality/*", "reality", "rif",
        ].map(|path| ShortPath(path.to_owned())).into(), "Short paths", Kind::Lines { max: 100, max_chars: 80 };
    }

    /// Parts of the product that not everybody has.
    features: Features = "Features" {
        /// Who may target ranges of addresses: `all`, or the ids of users.
        ip_targeting: FeatureUsers = FeatureUsers::All, "IP targeting", Kind::Users;
    }

    /// How ads are chosen, a part of all decisions.
    choosing: Choosing = "Choice of ads" {
        /// Decisions that choose among all ads that fit alike, so that what ranking brings can be measured.
        control: BasisPoints = BasisPoints(500), "Control decisions", percent(0, 50);
    }

    /// Traffic that is not billed because of the network that it comes from. The program brings a list of hosting networks; the
    /// file may name another.
    traffic: Traffic = "Traffic" {
        /// Whether clicks and shows from hosting networks do not count.
        detect_hosting: bool = true, "Hosting networks do not count", Kind::Switch;
        /// Networks that count as hosting networks too, by number, one in a line.
        hosting_networks: Vec<NetworkNumber> = Vec::new(), "Further hosting networks", Kind::Lines { max: NETWORKS_MAX, max_chars: 12 };
        /// Networks of the list that do not count as hosting networks, by number, one in a line.
        other_networks: Vec<NetworkNumber> = Vec::new(), "No hosting networks", Kind::Lines { max: NETWORKS_MAX, max_chars: 12 };
    }

    /// How moderators work.
    moderation: Moderation = "Moderation" {
        /// An ad that a moderator has opened is theirs for so long.
        lock_minutes: u32 = 10, "An opened ad is locked for", whole(1, 240, Unit::Minutes);
    }

    /// How webmasters show that a site is theirs, and what others can read of who sells here.
    sites: Sites = "Sites" {
        /// Whose sites wait with moderation until they are verified: `all`, or the ids of users; empty: nobody's. Holds for sites
        /// that are added, or get another address, from now on.
        verification_required: FeatureUsers = FeatureUsers::Ids(BTreeSet::new()), "Must be verified", Kind::Users;
        /// A site that was verified and is so no longer shows ads for so long after its owner was told.
        notice_days: u32 = 7, "Ads go on after a loss for", whole(1, 365, Unit::Days);
        /// What certifies the network, for the last field of its line in `ads.txt`; empty: nothing.
        certification_id: String = String::new(), "Certification", Kind::Text { max_chars: 64, check: check_word };
    }

    /// How much one account may have. What was deleted does not count; what an advertiser archived does.
    quotas: Quotas = "Quotas of an account" {
        /// Sites of an account.
        sites: u32 = 500, "Sites", quota();
        /// Blocks of a site.
        blocks_per_site: u32 = 200, "Blocks of a site", quota();
        /// Blocks of an account.
        blocks: u32 = 2_000, "Blocks", quota();
        /// Campaigns of an account.
        campaigns: u32 = 1_000, "Campaigns", quota();
        /// Groups of a campaign.
        groups_per_campaign: u32 = 1_000, "Groups of a campaign", quota();
        /// Groups of an account.
        groups: u32 = 5_000, "Groups", quota();
        /// Ads of a group.
        ads_per_group: u32 = 1_000, "Ads of a group", quota();
        /// Ads of an account.
        ads: u32 = 5_000, "Ads", quota();
        /// Of each of these kinds, made by an account within 24 hours, whatever became of them.
        made_per_day: u32 = 5_000, "Made in 24 hours", number();
        /// Forms of ads, which may have pictures, of an account in a UTC day, counted since the program's start: pictures stay on
        /// disk.
        uploads_per_day: u32 = 2_000, "Uploads in a day", number();
        /// Changes of an account's sites, blocks, campaigns, groups and ads in a UTC day; what is made counts too, and each thing of
        /// a call for many.
        edits_per_day: u32 = 50_000, "Changes in a day", number();
        /// What these changes may take in the audit log in a UTC day.
        audit_mib_per_day: u32 = 256, "Audit log in a day", whole(0, u32::MAX, Unit::Mebibytes);
        /// Push subscriptions of all sites of an account with which no more are imported; those of browsers that say yes are taken beyond
        /// it.
        push_subscriptions: u32 = 1_000_000, "Push subscriptions for imports", number();
        /// Push subscriptions that an account may import in a UTC day.
        push_imports_per_day: u32 = 100_000, "Imported push subscriptions in a day", number();
        /// API tokens of an account.
        api_tokens: u32 = 50, "API tokens", quota();
        /// Logins of an account that are open at the same time: another one ends the oldest.
        sessions: u32 = 100, "Open logins", whole(1, u32::MAX, Unit::None);
    }

    /// How long logins last. A login that is open keeps what it was given until it is renewed.
    sessions: Sessions = "Logins" {
        /// An access token, which programs and pages call with, ends after so long; pages renew it by themselves.
        access_minutes: u32 = 60, "Access token", whole(5, 1_440, Unit::Minutes);
        /// A login that nobody uses ends by itself after so long.
        days: u32 = 30, "Login without use", whole(1, 365, Unit::Days);
    }

    /// Failed attempts at a login. Browsers that have logged in to an account before are counted by themselves.
    logins: Logins = "Failed logins" {
        /// From one address (IPv6: /64).
        per_address: u32 = 30, "From one address", whole(1, u32::MAX, Unit::PerQuarterHour);
        /// For one account, from everywhere but the browsers that are known for it; each of those up to this too.
        per_account: u32 = 10, "For one account", whole(1, u32::MAX, Unit::PerQuarterHour);
    }

    /// Calls of the API.
    calls: Calls = "Calls of the API" {
        /// Of each kind that needs no login and sends mail or tries tokens (sign-up, lost passwords, mailed links), from one address
        /// (IPv6: /64).
        per_address: u32 = 60, "Public calls from one address", whole(1, u32::MAX, Unit::PerQuarterHour);
        /// Of all kinds together, with or without login, from one address (IPv6: /64).
        all_per_address: u32 = 30_000, "All calls from one address", whole(ALL_CALLS_MIN, u32::MAX, Unit::PerQuarterHour);
    }

    /// What visitors' browsers and advertisers' trackers call; 0: no limit. Behind one address a whole company or mobile network may
    /// stand (IPv6: /64).
    delivery: Delivery = "Delivery" {
        /// Blocks that ads are asked for, from one address.
        ads_per_address: u32 = 12_000, "Ad requests from one address", delivery_limit();
        /// Shows and confirmed shows, each ad counted, from one address.
        reports_per_address: u32 = 30_000, "Reports from one address", delivery_limit();
        /// Clicks from one address.
        clicks_per_address: u32 = 600, "Clicks from one address", delivery_limit();
        /// Postbacks from one address: a tracker sends those of all its customers.
        postbacks_per_address: u32 = 12_000, "Postbacks from one address", delivery_limit();
        /// Postbacks for the clicks of one advertiser.
        postbacks_per_advertiser: u32 = 6_000, "Postbacks for one advertiser", delivery_limit();
    }

    /// Subscriptions of visitors to notifications of sites: where they may point to, what a new push block begins with, and when less
    /// is sent, before browsers take a site's permission back.
    push_subscriptions: PushSubscriptions = "Push subscriptions" {
        /// Push services that notifications are sent to, by host, one in a line; `*.` stands for any names before. Subscriptions of
        /// others are refused.
        services: Vec<PushService> = ["fcm.googleapis.com", "updates.push.services.mozilla.com", "*.notify.windows.com", "web.push.apple.com"]
            .map(|host| PushService(host.to_owned())).into(), "Push services", Kind::Lines { max: PUSH_SERVICES_MAX, max_chars: 100 };
        /// Notifications a day to one subscription, in a new push block.
        daily_cap: u32 = DAILY_CAP_MAX as u32, "Notifications a day", whole(1, DAILY_CAP_MAX as u32, Unit::None);
        /// Days between two questions to the same visitor, in a new push block.
        ask_days: u32 = 14, "Days between questions", whole(ASK_DAYS_MIN as u32, ASK_DAYS_MAX as u32, Unit::Days);
        /// Weeks without an answer after which a subscription is let go, in a new push block.
        let_go_weeks: u32 = 10, "Let go after", whole(LET_GO_WEEKS_MIN as u32, LET_GO_WEEKS_MAX as u32, Unit::Weeks);
        /// Below this part of notifications that are clicked, in four weeks, a site's subscribers get half of their notifications.
        low_engagement: BasisPoints = BasisPoints(40), "Less is sent below", Kind::Percent { min_bp: 0, max_bp: 1_000 };
        /// Below this part they get one a day at most.
        least_engagement: BasisPoints = BasisPoints(15), "One a day below", Kind::Percent { min_bp: 0, max_bp: 1_000 };
        /// Subscriptions, changes and ends of them from one address (IPv6: /64).
        per_address: u32 = 60, "Subscriptions from one address", whole(1, u32::MAX, Unit::PerQuarterHour);
        /// Subscriptions, changes and ends of them for one site.
        per_site: u32 = 10_000, "Subscriptions for one site", whole(1, u32::MAX, Unit::PerQuarterHour);
        /// New subscriptions get a new pair of keys after so long; 0: only the first one. Those of before keep theirs until their
        /// browser is on the site again.
        key_days: u32 = 0, "A new pair of keys after", whole(0, 3_650, Unit::Days);
        /// What is left of subscriptions that ended, their numbers without endpoint and keys.
        ended_days: u32 = 90, "Ended subscriptions", whole(7, 3_650, Unit::Days);
    }

    /// What is looked at of requests and of browsers, a part for all.
    sampling: Sampling = "Samples" {
        /// So many ad requests of each second are kept with their dimensions, which tell reach and why ads are not shown; of those
        /// beyond it one in a hundred is.
        requests_per_second: u32 = 10, "Requests kept", whole(1, 1_000, Unit::PerSecond);
        /// The part of the application's unhandled errors, and of how long its pages take, that browsers report.
        errors: BasisPoints = BasisPoints(5_000), "Errors and page times reported", percent(0, 100);
    }

    /// Conversions told by advertisers' trackers.
    postbacks: Postbacks = "Postbacks" {
        /// The most that one conversion may be worth: a call that names more is refused.
        max_payout_dollars: u32 = 100_000, "Most a conversion is worth",
            whole(1, (CONVERSION_MAX.micros() / MICROS_PER_DOLLAR) as u32, Unit::Dollars);
    }

    /// How long things are kept, counted back from the last day that was sealed: so what a machine was switched off for, or a clock
    /// that is wrong for some hours, removes nothing at once. What is gone stays gone when a time is made longer.
    retention: Retention = "Kept for" {
        /// The event log. Never less than its readers, records that wait to be tried again, and seals need.
        log_days: u32 = 90, "Event log", whole(RETENTION_LOG_DAYS_MIN, 3_650, Unit::Days);
        /// Clicks one by one, with their conversions and settlements: so long can one be found and voided. Never less than the event
        /// log.
        click_months: u32 = 13, "Clicks one by one", whole(1, 120, Unit::Months);
        /// Statistics by hour. Older ones are kept by day.
        hourly_months: u32 = 13, "Statistics by hour", whole(1, 120, Unit::Months);
        /// A picture that no ad uses any longer.
        unused_pictures_days: u32 = 30, "Unused pictures", whole(1, 3_650, Unit::Days);
    }
}
