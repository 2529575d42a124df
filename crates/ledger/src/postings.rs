//! Double entry: what each account gains or loses by settlements.

use placard_model::books::posting::{Account, Posting};
use placard_model::books::settlement::{Released, Settlement, SettlementKind};
use placard_model::{BlockId, CampaignId, Day, Money};
use std::collections::BTreeMap;

/// The postings of settlements, netted by account, day, campaign and block, in this order, without zeros.
pub fn postings<'a>(settlements: impl IntoIterator<Item = &'a Settlement>) -> Vec<Posting> {
    let mut netted = BTreeMap::<(Account, Day, Option<CampaignId>, Option<BlockId>), Money>::new();
    for settlement in settlements {
        assert!(settlement.amounts.is_balanced(), "a settlement's parts are its cost: {settlement:?}");
        let (amounts, day) = (settlement.amounts, settlement.day());
        let (ad, block) = (settlement.ad.ad, settlement.ad.block);
        let released = match settlement.kind {
            SettlementKind::Void { released } => released,
            SettlementKind::Click | SettlementKind::Conversion(_) => Released::default(),
        };
        let earning = if released.webmaster { Account::WebmasterAvailable } else { Account::WebmasterPending };
        let mut add = |account, amount, campaign, block| {
            *netted.entry((account, day, campaign, block)).or_default() += amount;
        };
        add(Account::Advertiser(ad.advertiser), -amounts.cost, Some(ad.campaign), None);
        add(earning(block.webmaster), amounts.webmaster, None, Some(block.block));
        add(Account::NetworkRevenue, amounts.network, None, None);
        for (referrer, amount, is_released) in [
            (settlement.rates.webmaster_referrer, amounts.webmaster_referrer, released.webmaster_referrer),
            (settlement.rates.advertiser_referrer, amounts.advertiser_referrer, released.advertiser_referrer),
        ] {
            match referrer {
                Some(user) if is_released => add(Account::WebmasterAvailable(user), amount, None, None),
                Some(user) => add(Account::Referral(user), amount, None, None),
                None => assert!(amount.is_zero(), "nobody is there to get it: {settlement:?}"),
            }
        }
    }
    assert!(netted.values().copied().sum::<Money>().is_zero(), "postings add up to zero");
    let rows = netted.into_iter().filter(|(_, amount)| !amount.is_zero());
    rows.map(|((account, day, campaign, block), amount)| Posting { account, amount, day, campaign, block }).collect()
}
