//! How the cost of a click is divided.

use placard_model::Money;
use placard_model::money::BASIS_POINTS;
use placard_model::settlement::Amounts;

/// What a referrer gets of the network's part, in basis points.
pub const REFERRER_BP: i64 = 500;

/// Divides a cost (not negative): first the webmaster's share in basis points (0..=10,000), then, where there are
/// referrers, [`REFERRER_BP`] of the network's part to each, all rounded down; the rest is the network's.
pub fn split(cost: Money, share_bp: i64, has_webmaster_referrer: bool, has_advertiser_referrer: bool) -> Amounts {
    assert!(!cost.is_negative(), "a click costs nothing or something");
    assert!((0..=BASIS_POINTS).contains(&share_bp), "a share is 0 to 10,000 basis points");
    let webmaster = cost.share(share_bp);
    let part = cost - webmaster;
    let referrer = |is_there: bool| if is_there { part.share(REFERRER_BP) } else { Money::ZERO };
    let webmaster_referrer = referrer(has_webmaster_referrer);
    let advertiser_referrer = referrer(has_advertiser_referrer);
    let network = part - webmaster_referrer - advertiser_referrer;
    let amounts = Amounts { cost, webmaster, webmaster_referrer, advertiser_referrer, network };
    assert!(amounts.is_balanced() && !network.is_negative(), "a split loses and makes no money: {amounts:?}");
    amounts
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn parts_are_floored_in_order() {
        let check = |cost, share_bp, referrers: (bool, bool), expected: [i64; 4]| {
            let amounts = split(Money::from_micros(cost), share_bp, referrers.0, referrers.1);
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
            cost in 0..1_000_000_000_000i64, share_bp in 0..=10_000i64, referrers in any::<(bool, bool)>(),
        ) {
            let amounts = split(Money::from_micros(cost), share_bp, referrers.0, referrers.1);
            prop_assert!(amounts.is_balanced());
            for part in [amounts.webmaster, amounts.webmaster_referrer, amounts.advertiser_referrer, amounts.network] {
                prop_assert!(!part.is_negative());
            }
        }
    }
}
