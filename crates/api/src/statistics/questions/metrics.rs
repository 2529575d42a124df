//! The figures of a row, one typed object for each view.
//!
//! Formulas are those of [`placard_stats::Metric`]; here they only get their JSON names and types. What would divide by
//! zero is null.

use placard_model::Money;
use placard_stats::{Metric, Sums, View};
use serde::Serialize;
use utoipa::ToSchema;

/// The figures of one view.
pub trait Figures: Serialize + From<Sums> {
    /// The view.
    const VIEW: View;
}

macro_rules! figures {
    ($(#[$doc:meta])* $name:ident, $view:expr, {
        count { $($(#[$cdoc:meta])* $count:ident = $cmetric:ident,)* }
        money { $($(#[$mdoc:meta])* $money:ident = $mmetric:ident,)* }
        price { $($(#[$pdoc:meta])* $price:ident = $pmetric:ident,)* }
        ratio { $($(#[$rdoc:meta])* $ratio:ident = $rmetric:ident,)* }
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
        pub struct $name {
            $($(#[$cdoc])* pub $count: i64,)*
            $($(#[$mdoc])* #[schema(value_type = f64)] pub $money: Money,)*
            $($(#[$pdoc])* #[schema(value_type = Option<f64>, required)] pub $price: Option<Money>,)*
            $($(#[$rdoc])* #[schema(required)] pub $ratio: Option<f64>,)*
        }

        impl From<Sums> for $name {
            fn from(sums: Sums) -> Self {
                Self {
                    $($count: Metric::$cmetric.count(&sums),)*
                    $($money: Metric::$mmetric.money(&sums).unwrap_or_default(),)*
                    $($price: Metric::$pmetric.money(&sums),)*
                    $($ratio: Metric::$rmetric.ratio(&sums),)*
                }
            }
        }

        impl Figures for $name {
            const VIEW: View = $view;
        }
    };
}

figures! {
    /// What an advertiser sees. Money in US dollars.
    AdvertiserMetrics, View::Advertiser, {
        count {
            /// Valid shows.
            shows_count = Shows,
            /// Valid confirmed shows (viewable by the MRC rule).
            confirmed_shows_count = ConfirmedShows,
            /// Valid clicks.
            clicks_count = Clicks,
            /// Shows with another verdict than valid.
            invalid_shows_count = InvalidShows,
            /// Clicks with another verdict than valid; not charged.
            invalid_clicks_count = InvalidClicks,
            /// All conversions.
            postbacks_count = Postbacks,
            /// Conversions that wait for approval.
            postbacks_hold_count = PostbacksHold,
            /// Approved conversions.
            postbacks_approved_count = PostbacksApproved,
            /// Rejected conversions.
            postbacks_rejected_count = PostbacksRejected,
            /// Waiting and approved conversions.
            lead = Lead,
            /// Distinct ads.
            ads_count = AdsCount,
        }
        money {
            /// Spent.
            money = Spent,
            /// Worth of all conversions.
            postbacks_money = PostbacksMoney,
            /// Worth of the waiting conversions.
            postbacks_hold_money = PostbacksHoldMoney,
            /// Worth of the approved conversions.
            postbacks_approved_money = PostbacksApprovedMoney,
            /// What the rejected conversions would have been worth.
            postbacks_rejected_money = PostbacksRejectedMoney,
            /// Approved postback money - spent.
            roi_money = RoiMoney,
        }
        price {
            /// Bid x coefficient x predicted CTR x 1000, averaged over shows.
            weight = Weight,
            /// Spent / clicks.
            bid = Bid,
            /// Spent / clicks.
            cpc = Cpc,
            /// Spent / shows x 1000.
            cpm = Cpm,
            /// Spent / confirmed shows x 1000.
            confirmed_cpm = ConfirmedCpm,
            /// Approved postback money / shows x 1000.
            ecpm = Ecpm,
            /// Approved postback money / confirmed shows x 1000.
            confirmed_ecpm = ConfirmedEcpm,
            /// Approved postback money / clicks.
            epc = Epc,
            /// Spent / lead.
            cpl = Cpl,
        }
        ratio {
            /// Clicks / shows x 100.
            ctr = Ctr,
            /// Clicks / confirmed shows x 100.
            confirmed_ctr = ConfirmedCtr,
            /// Lead / clicks x 100.
            cr = Cr,
            /// Approved / all conversions x 100.
            approve = Approve,
            /// Roi money / spent x 100.
            roi_percentage = RoiPercentage,
        }
    }
}

figures! {
    /// What a webmaster sees. Money in US dollars.
    WebmasterMetrics, View::Webmaster, {
        count {
            /// Valid shows.
            shows_count_web = Shows,
            /// Valid confirmed shows (viewable by the MRC rule).
            confirmed_shows_count = ConfirmedShows,
            /// Valid clicks.
            clicks_count = Clicks,
            /// Shows with another verdict than valid.
            invalid_shows_count = InvalidShows,
            /// Clicks with another verdict than valid; not paid.
            invalid_clicks_count = InvalidClicks,
        }
        money {
            /// Earned.
            money_web = Earned,
        }
        price {
            /// Earned / clicks.
            bid_web = EarnedPerClick,
            /// Earned / shows x 1000.
            cpm = EarnedCpm,
            /// Earned / confirmed shows x 1000.
            confirmed_cpm_web = EarnedConfirmedCpm,
            /// Earned / shows x 1000.
            ecpm = EarnedEcpm,
            /// Earned / confirmed shows x 1000.
            confirmed_ecpm = EarnedConfirmedEcpm,
        }
        ratio {
            /// Clicks / shows x 100.
            ctr = Ctr,
            /// Clicks / confirmed shows x 100.
            confirmed_ctr_web = ConfirmedCtr,
        }
    }
}

figures! {
    /// What staff see: both sides and the network's part. Money in US dollars.
    NetworkMetrics, View::Network, {
        count {
            /// Valid shows.
            shows_count = Shows,
            /// Valid confirmed shows (viewable by the MRC rule).
            confirmed_shows_count = ConfirmedShows,
            /// Valid clicks.
            clicks_count = Clicks,
            /// Shows with another verdict than valid.
            invalid_shows_count = InvalidShows,
            /// Clicks with another verdict than valid.
            invalid_clicks_count = InvalidClicks,
            /// All conversions.
            postbacks_count = Postbacks,
            /// Conversions that wait for approval.
            postbacks_hold_count = PostbacksHold,
            /// Approved conversions.
            postbacks_approved_count = PostbacksApproved,
            /// Rejected conversions.
            postbacks_rejected_count = PostbacksRejected,
            /// Waiting and approved conversions.
            lead = Lead,
            /// Distinct ads.
            ads_count = AdsCount,
        }
        money {
            /// Spent by advertisers.
            money = Spent,
            /// Earned by webmasters.
            money_web = Earned,
            /// Earned by webmasters' referrers.
            webmaster_referral_money = WebmasterReferral,
            /// Earned by advertisers' referrers.
            advertiser_referral_money = AdvertiserReferral,
            /// What is left to the network.
            margin_money = Margin,
            /// Worth of all conversions.
            postbacks_money = PostbacksMoney,
            /// Worth of the waiting conversions.
            postbacks_hold_money = PostbacksHoldMoney,
            /// Worth of the approved conversions.
            postbacks_approved_money = PostbacksApprovedMoney,
            /// What the rejected conversions would have been worth.
            postbacks_rejected_money = PostbacksRejectedMoney,
            /// Approved postback money - spent.
            roi_money = RoiMoney,
        }
        price {
            /// Bid x coefficient x predicted CTR x 1000, averaged over shows.
            weight = Weight,
            /// Spent / clicks.
            bid = Bid,
            /// Spent / clicks.
            cpc = Cpc,
            /// Spent / shows x 1000.
            cpm = Cpm,
            /// Spent / confirmed shows x 1000.
            confirmed_cpm = ConfirmedCpm,
            /// Approved postback money / shows x 1000.
            ecpm = Ecpm,
            /// Approved postback money / confirmed shows x 1000.
            confirmed_ecpm = ConfirmedEcpm,
            /// Approved postback money / clicks.
            epc = Epc,
            /// Spent / lead.
            cpl = Cpl,
            /// Earned by webmasters / clicks.
            bid_web = EarnedPerClick,
            /// Earned by webmasters / shows x 1000.
            cpm_web = EarnedCpm,
            /// Earned by webmasters / confirmed shows x 1000.
            confirmed_cpm_web = EarnedConfirmedCpm,
            /// Earned by webmasters / shows x 1000.
            ecpm_web = EarnedEcpm,
            /// Earned by webmasters / confirmed shows x 1000.
            confirmed_ecpm_web = EarnedConfirmedEcpm,
        }
        ratio {
            /// Clicks / shows x 100.
            ctr = Ctr,
            /// Clicks / confirmed shows x 100.
            confirmed_ctr = ConfirmedCtr,
            /// Lead / clicks x 100.
            cr = Cr,
            /// Approved / all conversions x 100.
            approve = Approve,
            /// Roi money / spent x 100.
            roi_percentage = RoiPercentage,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use placard_stats::{Measures, MetricValue};
    use std::collections::BTreeMap;

    fn check<F: Figures>() {
        let sums = Sums {
            measures: Measures {
                shows: 1_000,
                confirmed_shows: 900,
                clicks: 7,
                hold: 1,
                approved: 2,
                ..Measures::default()
            },
            ads: 3,
        };
        for sums in [sums, Sums::default()] {
            let object = serde_json::to_value(F::from(sums)).unwrap();
            let found: BTreeMap<String, String> =
                object.as_object().unwrap().iter().map(|(name, value)| (name.clone(), value.to_string())).collect();
            let expected: BTreeMap<String, String> = F::VIEW
                .metrics()
                .map(|(metric, name)| {
                    let text = match metric.value(&sums) {
                        None => "null".to_owned(),
                        Some(MetricValue::Count(count)) => count.to_string(),
                        Some(MetricValue::Money(money)) => money.to_string(),
                        Some(MetricValue::Ratio(_)) => serde_json::to_string(&metric.ratio(&sums)).unwrap(),
                    };
                    (name.to_owned(), text)
                })
                .collect();
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn each_object_has_exactly_the_metrics_of_its_view() {
        check::<AdvertiserMetrics>();
        check::<WebmasterMetrics>();
        check::<NetworkMetrics>();
    }
}
