//! How the cost of a click is divided.

use placard_model::books::settlement::{Amounts, Rates};
use placard_model::money::BASIS_POINTS;
use placard_model::{Money, UserId};

/// Divides a cost (not negative): first the webmaster's share in basis points (0..=10,000), then, where there are
/// referrers, their share of the network's part (0..=5,000) to each, all rounded down; the rest is the network's.
pub fn split(cost: Money, rates: &Rates) -> Amounts {
    assert!(!cost.is_negative(), "a click costs nothing or something");
    assert!(are_shares(rates), "shares are parts of the whole: {rates:?}");
    let webmaster = cost.share(rates.share_bp);
    let part = cost - webmaster;
    let referrer = |user: Option<UserId>| user.map_or(Money::ZERO, |_| part.share(rates.referrer_bp));
    let webmaster_referrer = referrer(rates.webmaster_referrer);
    let advertiser_referrer = referrer(rates.advertiser_referrer);
    let network = part - webmaster_referrer - advertiser_referrer;
    let amounts = Amounts { cost, webmaster, webmaster_referrer, advertiser_referrer, network };
    assert!(amounts.is_balanced() && !network.is_negative(), "a split loses and makes no money: {amounts:?}");
    amounts
}

/// Whether a cost can be divided by these rates.
pub fn are_shares(rates: &Rates) -> bool {
    (0..=BASIS_POINTS).contains(&rates.share_bp) && (0..=BASIS_POINTS / 2).contains(&rates.referrer_bp)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rates(share_bp: i64, referrer_bp: i64, referrers: (bool, bool)) -> Rates {
        let user = |is_there: bool, id| is_there.then_some(UserId(id));
        let (webmaster_referrer, advertiser_referrer) = (user(referrers.0, 1), user(referrers.1, 2));
        Rates { share_bp, referrer_bp, webmaster_referrer, advertiser_referrer }
    }

    #[test]
    fn parts_are_floored_in_order() {
        let check = |cost, share_bp, referrers: (bool, bool), expected: [i64; 4]| {
            let amounts = split(Money::from_micros(cost), &rates(share_bp, 500, referrers));
            let parts = [amounts.webmaster, amounts.webmaster_referrer, amounts.advertiser_referrer, amounts.network];
            assert_eq!(parts.map(Money::micros), expected, "{cost} at {share_bp} bp with {referrers:?}");
        };
        check(100_000, 7000, (false, false), [70_000, 0, 0, 30_000]);
        check(100_000, 7000, (true, false), [70_000, 1_500, 0, 28_500]);
        check(100_000, 7000, (true, true), [70_000, 1_500, 1_500, 27_000]);
        check(99_999, 7000, (true, true), [69_999, 1_500, 1_500, 27_000]);
        check(3, 7000, (true, true), [2, 0, 0, 1]);
        check(1, 7000, (true, true), [0, 0, 0, 1]);
        check(0, 7000, (true, true), [0, 0, 0, 0]);
        check(5_001, 10_000, (true, true), [5_001, 0, 0, 0]);
        check(5_001, 0, (true, true), [0, 250, 250, 4_501]);
    }

    proptest! {
        #[test]
        fn the_parts_are_the_whole(
            cost in 0..1_000_000_000_000i64,
            share_bp in 0..=10_000i64,
            referrer_bp in 0..=5_000i64,
            referrers in any::<(bool, bool)>(),
        ) {
            let amounts = split(Money::from_micros(cost), &rates(share_bp, referrer_bp, referrers));
            prop_assert!(amounts.is_balanced());
            for part in [amounts.webmaster, amounts.webmaster_referrer, amounts.advertiser_referrer, amounts.network] {
                prop_assert!(!part.is_negative());
            }
        }
    }
}
