//! Double entry: what each account gains or loses by settlements.

use placard_model::posting::{Account, Posting};
use placard_model::settlement::{Settlement, SettlementKind};
use placard_model::{BlockId, CampaignId, Day, Money};
use std::collections::BTreeMap;

/// The postings of settlements, netted by account, day, campaign and block, in this order, without zeros.
pub fn postings(settlements: &[Settlement]) -> Vec<Posting> {
    let mut netted = BTreeMap::<(Account, Day, Option<CampaignId>, Option<BlockId>), Money>::new();
    for settlement in settlements {
        assert!(settlement.amounts.is_balanced(), "a settlement's parts are its cost: {settlement:?}");
        let (amounts, day) = (settlement.amounts, settlement.day());
        let (ad, block) = (settlement.ad.ad, settlement.ad.block);
        let earning = match settlement.kind {
            SettlementKind::Void { released: true } => Account::WebmasterAvailable(block.webmaster),
            _ => Account::WebmasterPending(block.webmaster),
        };
        let mut add = |account, amount, campaign, block| {
            *netted.entry((account, day, campaign, block)).or_default() += amount;
        };
        add(Account::Advertiser(ad.advertiser), -amounts.cost, Some(ad.campaign), None);
        add(earning, amounts.webmaster, None, Some(block.block));
        add(Account::NetworkRevenue, amounts.network, None, None);
        for (referrer, amount) in [
            (settlement.rates.webmaster_referrer, amounts.webmaster_referrer),
            (settlement.rates.advertiser_referrer, amounts.advertiser_referrer),
        ] {
            match referrer {
                Some(user) => add(Account::Referral(user), amount, None, None),
                None => assert!(amount.is_zero(), "nobody is there to get it: {settlement:?}"),
            }
        }
    }
    assert!(netted.values().copied().sum::<Money>().is_zero(), "postings add up to zero");
    let rows = netted.into_iter().filter(|(_, amount)| !amount.is_zero());
    rows.map(|((account, day, campaign, block), amount)| Posting { account, amount, day, campaign, block }).collect()
}
