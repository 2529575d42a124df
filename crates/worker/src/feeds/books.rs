//! Between the ledger's words and the store's rows.

use placard_ledger as ledger;
use placard_store::billing::{Found, Wanted};
use placard_store::ledger::{Account, Posting};
use placard_store::settlements::{ConversionChange, Kind, Settlement, Split};
use placard_store::terms::Terms;
use std::collections::{BTreeMap, BTreeSet};

/// What the store has to fetch for a judgement.
pub(crate) fn wanted(needs: &ledger::Needs) -> Wanted {
    Wanted {
        advertisers: needs.advertisers.clone(),
        webmasters: needs.webmasters.clone(),
        campaigns: needs.campaigns.keys().copied().collect(),
        days: needs.campaigns.values().flatten().copied().collect::<BTreeSet<_>>(),
        conversions_of: needs.clicks.clone(),
    }
}

/// The accounts of a judgement. A campaign whose row is gone has no limits of its own.
pub(crate) fn accounts(needs: &ledger::Needs, found: &Found) -> ledger::Accounts {
    let terms = |user| found.terms.get(user).copied().unwrap_or_default();
    let referrer = |terms: Terms| terms.referrer.map(|(user, until)| ledger::Referrer { user, until });
    let advertisers = needs.advertisers.iter().map(|user| {
        let balance = found.balances.get(user).copied().unwrap_or_default();
        (*user, ledger::AdvertiserAccount { balance, referrer: referrer(terms(user)) })
    });
    let webmasters = needs.webmasters.iter().map(|user| {
        let terms = terms(user);
        (*user, ledger::WebmasterAccount { share_bp: terms.share_bp, referrer: referrer(terms) })
    });
    let campaigns = needs.campaigns.keys().map(|campaign| {
        let limits = found.campaigns.get(campaign).cloned().unwrap_or_default();
        let account = ledger::CampaignAccount {
            daily_limit: limits.daily,
            total_limit: limits.total,
            spent_total: limits.spent_total,
            spent_on: limits.spent_by_day.into_iter().collect(),
        };
        (*campaign, account)
    });
    let mut conversions: BTreeMap<_, BTreeMap<String, ledger::Conversion>> = BTreeMap::new();
    for ((click, external_id), (state, payout)) in &found.conversions {
        let conversion = ledger::Conversion { state: *state, payout: *payout };
        conversions.entry(*click).or_default().insert(external_id.clone(), conversion);
    }
    ledger::Accounts {
        advertisers: advertisers.collect(),
        webmasters: webmasters.collect(),
        campaigns: campaigns.collect(),
        clicks: found.converted_clicks.iter().map(|(click, row)| (*click, from_row(row))).collect(),
        conversions,
    }
}

/// The row of a settlement.
pub(crate) fn row(settlement: &ledger::Settlement) -> Settlement {
    let amounts = settlement.amounts;
    let (kind, conversion) = match &settlement.kind {
        ledger::Kind::Click => (Kind::Click, None),
        ledger::Kind::Conversion(change) => {
            let ledger::ConversionChange { external_id, before, after } = change.clone();
            (Kind::Conversion, Some(ConversionChange { external_id, before, after }))
        }
        ledger::Kind::Void { released: false } => (Kind::Void, None),
        ledger::Kind::Void { released: true } => (Kind::VoidReleased, None),
    };
    Settlement {
        kind,
        record: settlement.record,
        click: settlement.click,
        clicked_at: settlement.clicked_at,
        verdict: settlement.verdict,
        split: Split {
            cost: amounts.cost,
            webmaster: amounts.webmaster,
            webmaster_referrer: amounts.webmaster_referrer,
            advertiser_referrer: amounts.advertiser_referrer,
            network: amounts.network,
        },
        share_bp: settlement.rates.share_bp,
        webmaster_referrer: settlement.rates.webmaster_referrer,
        advertiser_referrer: settlement.rates.advertiser_referrer,
        conversion,
        ad: settlement.ad,
    }
}

/// The settlement of a row.
pub(crate) fn from_row(row: &Settlement) -> ledger::Settlement {
    let split = row.split;
    let kind = match (row.kind, &row.conversion) {
        (Kind::Conversion, Some(ConversionChange { external_id, before, after })) => {
            let external_id = external_id.clone();
            ledger::Kind::Conversion(ledger::ConversionChange { external_id, before: *before, after: *after })
        }
        (Kind::Void, _) => ledger::Kind::Void { released: false },
        (Kind::VoidReleased, _) => ledger::Kind::Void { released: true },
        (Kind::Click | Kind::Conversion, _) => ledger::Kind::Click,
    };
    ledger::Settlement {
        record: row.record,
        click: row.click,
        clicked_at: row.clicked_at,
        ad: row.ad,
        verdict: row.verdict,
        amounts: ledger::Amounts {
            cost: split.cost,
            webmaster: split.webmaster,
            webmaster_referrer: split.webmaster_referrer,
            advertiser_referrer: split.advertiser_referrer,
            network: split.network,
        },
        rates: ledger::Rates {
            share_bp: row.share_bp,
            webmaster_referrer: row.webmaster_referrer,
            advertiser_referrer: row.advertiser_referrer,
        },
        kind,
    }
}

/// The row of a posting.
pub(crate) fn posting(posting: &ledger::Posting) -> Posting {
    let account = match posting.account {
        ledger::Account::Advertiser(user) => Account::Advertiser(user),
        ledger::Account::WebmasterPending(user) => Account::WebmasterPending(user),
        ledger::Account::WebmasterAvailable(user) => Account::WebmasterAvailable(user),
        ledger::Account::NetworkRevenue => Account::NetworkRevenue,
        ledger::Account::Referral(user) => Account::Referral(user),
        ledger::Account::GatewayClearing => Account::GatewayClearing,
        ledger::Account::Payouts => Account::Payouts,
        ledger::Account::Fees => Account::Fees,
        ledger::Account::Adjustments => Account::Adjustments,
        ledger::Account::BadDebt => Account::BadDebt,
    };
    Posting { account, amount: posting.amount, day: posting.day, campaign: posting.campaign, block: posting.block }
}
