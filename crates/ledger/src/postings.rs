//! Double entry: what each account gains or loses by settlements.

use crate::settlement::{Kind, Settlement};
use placard_model::{BlockId, CampaignId, Day, Money, UserId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Where money can be. What people own is positive in theirs; what came in from outside is negative in clearing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Account {
    /// What an advertiser can spend.
    Advertiser(UserId),
    /// What a webmaster earned in the last 7 days.
    WebmasterPending(UserId),
    /// What a webmaster can be paid.
    WebmasterAvailable(UserId),
    /// What the network keeps.
    NetworkRevenue,
    /// What somebody earned by referring others.
    Referral(UserId),
    /// Between us and payment gateways.
    GatewayClearing,
    /// Paid to webmasters.
    Payouts,
    /// Fees of payment systems.
    Fees,
    /// Corrections by staff.
    Adjustments,
    /// Money that will not come back.
    BadDebt,
}

/// A change of one account. The postings of a transaction add up to zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Posting {
    /// The account.
    pub account: Account,
    /// What is added to it; negative when taken.
    pub amount: Money,
    /// The effective day: that of the clicks.
    pub day: Day,
    /// For advertisers: the campaign that spent it.
    pub campaign: Option<CampaignId>,
    /// For webmasters: the block that earned it.
    pub block: Option<BlockId>,
}

/// The postings of settlements, netted by account, day, campaign and block, in this order, without zeros.
pub fn postings(settlements: &[Settlement]) -> Vec<Posting> {
    let mut netted = BTreeMap::<(Account, Day, Option<CampaignId>, Option<BlockId>), Money>::new();
    for settlement in settlements {
        assert!(settlement.amounts.is_balanced(), "a settlement's parts are its cost: {settlement:?}");
        let (amounts, day) = (settlement.amounts, settlement.day());
        let (ad, block) = (settlement.ad.ad, settlement.ad.block);
        let earning = match settlement.kind {
            Kind::Void { released: true } => Account::WebmasterAvailable(block.webmaster),
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
