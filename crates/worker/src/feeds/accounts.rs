//! The accounts that a judgement reads, of the store's rows.

use placard_ledger as ledger;
use placard_store::accounts::terms::Terms;
use placard_store::billing::settling::{Found, Wanted};
use std::collections::{BTreeMap, BTreeSet};

/// What the store has to fetch for a judgement.
pub(crate) fn wanted(needs: &ledger::Needs) -> Wanted {
    Wanted {
        advertisers: needs.advertisers.clone(),
        webmasters: needs.webmasters.clone(),
        campaigns: needs.campaigns.keys().copied().collect(),
        days: needs.campaigns.values().flatten().copied().collect::<BTreeSet<_>>(),
        told_of: needs.clicks.clone(),
    }
}

/// The accounts of a judgement. A campaign whose row is gone has no limits of its own.
pub(crate) fn found(needs: &ledger::Needs, found: &Found) -> ledger::Accounts {
    let terms = |user| found.terms.get(user).copied();
    let referrer = |terms: Option<Terms>| terms?.referrer.map(|(user, until)| ledger::Referrer { user, until });
    let advertisers = needs.advertisers.iter().map(|user| {
        let balance = found.balances.get(user).copied().unwrap_or_default();
        (*user, ledger::AdvertiserAccount { balance, referrer: referrer(terms(user)) })
    });
    let webmasters = needs.webmasters.iter().map(|user| {
        let terms = terms(user);
        let share_bp = terms.map_or(0, |terms| terms.share_bp);
        (*user, ledger::WebmasterAccount { share_bp, referrer: referrer(terms) })
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
    for one in &found.conversions {
        let conversion = ledger::Conversion {
            state: one.state,
            payout: one.payout,
            goal: one.goal.clone(),
            transaction_id: one.transaction_id.clone(),
        };
        conversions.entry(one.click).or_default().insert(one.external_id.clone(), conversion);
    }
    ledger::Accounts {
        referrer_bp: found.referrer_bp,
        advertisers: advertisers.collect(),
        webmasters: webmasters.collect(),
        campaigns: campaigns.collect(),
        voided: found.voided_clicks.clone(),
        released: found.released_clicks.clone(),
        clicks: found.told_clicks.iter().map(|(click, row)| (*click, row.clone())).collect(),
        conversions,
    }
}
