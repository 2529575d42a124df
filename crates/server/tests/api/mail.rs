//! Mail: how each kind reads, and that it is queued with what it tells.
//!
//! The committed files of `mails/` are every mail as people get it; `PLACARD_TEST_UPDATE=1` writes them, to be looked
//! at in a browser.

use placard_api::mail::{AdNames, CampaignNews, Mail, MailKind, SiteNews, render};
use placard_common::config::Config;
use placard_model::payments::payout::{PayoutFacts, PayoutStatus};
use placard_model::time::HOUR_MS;
use placard_model::{AdId, CampaignId, GroupId, Money, PayoutId, SiteId};
use placard_store::testing::TEST_EPOCH;
use std::collections::BTreeSet;
use std::path::Path;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/api/mails");

/// One mail for each file: those that read differently by what happened appear more than once.
fn mails() -> Vec<(&'static str, Mail)> {
    let at = TEST_EPOCH.plus_ms(14 * HOUR_MS + 5 * 60_000);
    let token = || "Nk3vXw0cR7yq2TjU5bEaLd8sZ1mGfPhQ".to_owned();
    let address = || "203.0.113.9".to_owned();
    let money = |text| Money::parse(text, 6).unwrap();
    let ad = || AdNames {
        ad: AdId(1042),
        title: "Five <quiet> keyboards & one that clicks".to_owned(),
        group: GroupId(31),
        campaign: CampaignId(12),
        campaign_name: "Keyboards, autumn".to_owned(),
        push: None,
    };
    let out = |is_daily| Mail::OutOfBudget {
        campaign: CampaignId(12),
        push: None,
        name: "Keyboards, autumn".to_owned(),
        limit: money(if is_daily { "50" } else { "1200.5" }),
        is_daily,
    };
    let held = |news| Mail::CampaignHeld {
        campaign: CampaignId(12),
        push: None,
        name: "Keyboards, <autumn>".to_owned(),
        news,
    };
    let why = || "The page sells mice.\nShow the keyboards there.".to_owned();
    let automatic = |reason: &str, next_at| Mail::AutoTopUp {
        amount: money("100"),
        method: "Visa ending in 4242".to_owned(),
        reason: reason.to_owned(),
        next_at,
    };
    let number = || "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t".to_owned();
    let payment_type = || "USDT TRC20".to_owned();
    let wallet = |is_approved: bool, comment: &str| Mail::WalletState {
        number: number(),
        payment_type: payment_type(),
        is_approved,
        usable_at: at,
        comment: comment.to_owned(),
    };
    let facts = |status: PayoutStatus, is_auto: bool, comment: &str| {
        let is_paid = status == PayoutStatus::Paid;
        PayoutFacts {
            id: PayoutId(17),
            status,
            is_returned: false,
            is_corrected: false,
            is_auto,
            amount: money("120.5"),
            fee: money("1"),
            payment_type: payment_type(),
            number: number(),
            comment: comment.to_owned(),
            transaction_hash: if is_paid { "7c2f0a".to_owned() } else { String::new() },
            explorer: is_paid.then(|| "https://explorer.example/tx/7c2f0a".to_owned()),
        }
    };
    let rule = |asks, lines: &[&str]| Mail::RuleActed {
        rule: "Tired ad, <pause> it".to_owned(),
        lines: lines.iter().map(|line| (*line).to_owned()).collect(),
        asks,
    };
    let payout = |status, is_auto, comment| Mail::PayoutState(facts(status, is_auto, comment));
    let paid = facts(PayoutStatus::Paid, false, "The address does not exist.");
    let corrected = PayoutFacts { is_corrected: true, ..facts(PayoutStatus::Paid, false, "") };
    let returned = PayoutFacts { status: PayoutStatus::Rejected, is_returned: true, ..paid };
    let (site, name, domain) = (SiteId(7), "Harbor <Post>".to_owned(), "harbor.example".to_owned());
    let why_held = || "The clicks look like robots.\nAnswer <us>, please.".to_owned();
    let held_site = |news| Mail::SiteHeld {
        site: SiteId(7),
        name: "Harbor <Post>".to_owned(),
        domain: "harbor.example".to_owned(),
        news,
    };
    let reviewed = |reason| Mail::SiteReviewed {
        site: SiteId(7),
        name: "Harbor <Post>".to_owned(),
        domain: "harbor.example".to_owned(),
        reason,
    };
    let lost = Mail::VerificationLost { site, name: name.clone(), domain: domain.clone(), pauses_at: at };
    vec![
        (
            "wallet_added",
            Mail::WalletAdded { number: number(), payment_type: payment_type(), usable_at: at, at, address: address() },
        ),
        ("wallet_state-approved", wallet(true, "")),
        ("wallet_state-rejected", wallet(false, "The address belongs to an exchange.")),
        ("payout_state-requested", payout(PayoutStatus::Requested, false, "")),
        ("payout_state-auto", payout(PayoutStatus::Requested, true, "")),
        ("payout_state-approved", payout(PayoutStatus::Approved, false, "")),
        ("payout_state-paid", payout(PayoutStatus::Paid, false, "")),
        ("payout_state-rejected", payout(PayoutStatus::Rejected, false, "Write to us <first>, please.")),
        ("payout_state-returned", Mail::PayoutState(returned)),
        ("payout_state-corrected", Mail::PayoutState(corrected)),
        ("payout_state-cancelled", payout(PayoutStatus::Cancelled, false, "")),
        (
            "payout_held",
            Mail::PayoutHeld { payout: facts(PayoutStatus::Approved, false, ""), reason: Some(why_held()) },
        ),
        ("payout_held-released", Mail::PayoutHeld { payout: facts(PayoutStatus::Approved, false, ""), reason: None }),
        ("site_reviewed-approved", reviewed(None)),
        ("site_reviewed-rejected", reviewed(Some(why_held()))),
        ("site_held-blocked", held_site(SiteNews::Blocked(why_held()))),
        ("site_held-unblocked", held_site(SiteNews::Unblocked)),
        ("site_held-earnings", held_site(SiteNews::EarningsHeld(why_held()))),
        ("site_held-released", held_site(SiteNews::EarningsReleased(Money::from_dollars(12)))),
        ("verification_lost", lost),
        ("site_paused", Mail::SitePaused { site, name, domain }),
        ("campaign_held-paused", held(CampaignNews::Paused(why()))),
        ("campaign_held-declined", held(CampaignNews::Declined(why()))),
        ("campaign_held-resumed", held(CampaignNews::Resumed)),
        ("dead_link", Mail::DeadLink { ad: ad(), others: 2, is_back: false }),
        ("dead_link-back", Mail::DeadLink { ad: ad(), others: 0, is_back: true }),
        ("rule_acted", rule(false, &["Paused ad 7 in Spring"])),
        ("rule_acted-asks", rule(true, &["Pause campaign Spring", "Pause campaign <Summer>"])),
        ("confirm", Mail::Confirm { token: token() }),
        ("already_registered", Mail::AlreadyRegistered),
        ("sign_up_again", Mail::SignUpAgain { token: token() }),
        ("reset", Mail::Reset { token: token() }),
        ("email_change", Mail::EmailChange { token: token() }),
        (
            "email_change_asked",
            Mail::EmailChangeAsked { new_email: "anna@new.example".to_owned(), at, address: address() },
        ),
        ("email_changed", Mail::EmailChanged { new_email: "anna@new.example".to_owned(), at }),
        ("password_changed", Mail::PasswordChanged { at, address: address(), ended_tokens: 0 }),
        ("password_changed-tokens", Mail::PasswordChanged { at, address: address(), ended_tokens: 2 }),
        (
            "api_token_created",
            Mail::ApiTokenCreated {
                name: "Nightly report".to_owned(),
                may: vec!["See statistics".to_owned(), "Change campaigns and ads".to_owned()],
                ends: None,
                at,
                address: address(),
            },
        ),
        ("recovery_codes_replaced", Mail::RecoveryCodesReplaced { at, address: address() }),
        ("second_factor_changed-on", Mail::SecondFactorChanged { is_on: true, at, address: address() }),
        ("second_factor_changed-off", Mail::SecondFactorChanged { is_on: false, at, address: address() }),
        ("postback_secret_changed-set", Mail::PostbackSecretChanged { is_set: true, at, address: address() }),
        ("postback_secret_changed-removed", Mail::PostbackSecretChanged { is_set: false, at, address: address() }),
        ("new_device", Mail::NewDevice { device: "Firefox on Windows".to_owned(), address: address(), at }),
        ("ad_approved-started", Mail::AdApproved { ad: ad(), is_started: true }),
        ("ad_approved-stopped", Mail::AdApproved { ad: ad(), is_started: false }),
        (
            "ad_rejected",
            Mail::AdRejected {
                ad: ad(),
                reasons: vec!["Title: errors".to_owned(), "Image: invalid quality".to_owned()],
                comment: "The picture is blurred.\nThe title has \"keybords\".".to_owned(),
            },
        ),
        ("low_balance", Mail::LowBalance { balance: money("12.4"), day_spend: money("38.75") }),
        ("deposit_settled", Mail::DepositSettled { deposit: 5, amount: money("50"), missing: None }),
        (
            "deposit_settled-partly",
            Mail::DepositSettled { deposit: 5, amount: money("20"), missing: Some(money("30.5")) },
        ),
        ("deposit_failed", Mail::DepositFailed { deposit: 5, amount: money("50") }),
        ("auto_top_up-waits", automatic("There was not enough money on the card.", Some(at))),
        ("auto_top_up-off", automatic("The card cannot be used any more.", None)),
        (
            "invoice_made",
            Mail::InvoiceMade { deposit: 5, number: "INV-000005".to_owned(), amount: money("500"), expires_at: at },
        ),
        ("out_of_budget-daily", out(true)),
        ("out_of_budget-total", out(false)),
    ]
}

#[test]
fn every_kind_of_mail_reads_as_committed() {
    let config = Config { public_url: "https://placard.example".to_owned(), ..Config::default() };
    let is_update = std::env::var_os("PLACARD_TEST_UPDATE").is_some();
    let mut expected = BTreeSet::new();
    let mut seen = BTreeSet::new();
    for (name, mail) in mails() {
        seen.insert(mail.kind().name);
        let letter = render(&mail, &config, "Placard").unwrap();
        for (extension, text) in
            [("txt", format!("Subject: {}\n\n{}", letter.subject, letter.text)), ("html", letter.html)]
        {
            let file = format!("{name}.{extension}");
            let path = Path::new(FOLDER).join(&file);
            if is_update {
                std::fs::write(&path, &text).unwrap();
            }
            let committed = std::fs::read_to_string(&path).unwrap_or_default();
            assert!(committed == text, "{file} differs: run with PLACARD_TEST_UPDATE=1 and look at what changed");
            expected.insert(file);
        }
    }
    assert_eq!(seen, MailKind::ALL.iter().map(|kind| kind.name).collect(), "every kind has a file");
    let found: BTreeSet<String> =
        std::fs::read_dir(FOLDER).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(found, expected, "files that no mail writes must go");
}

#[test]
fn text_and_html_carry_the_same_links_and_load_nothing() {
    let config = Config { public_url: "https://placard.example".to_owned(), ..Config::default() };
    for (name, mail) in mails() {
        let letter = render(&mail, &config, "Placard").unwrap();
        let of_text: BTreeSet<&str> = links(&letter.text);
        let of_html: BTreeSet<&str> = links(&letter.html).into_iter().filter(|link| !link.contains("w3.org")).collect();
        assert_eq!(of_text, of_html, "{name}");
        // Nothing tells a server that the mail was opened.
        for loading in ["src=", "url(", "<img", "<link", "<script"] {
            assert!(!letter.html.contains(loading), "{name} has {loading}");
        }
        assert!(!letter.html.contains("<quiet>"), "{name}: what people wrote is text");
        assert!(letter.html.len() < 100 * 1024, "{name}: mail programs cut what is longer");
    }
}

fn links(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| c.is_whitespace() || matches!(c, '"' | '<' | '>'))
        .filter_map(|word| word.find("https://").map(|at| &word[at..]))
        .collect()
}
