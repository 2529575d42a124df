//! Metrics: what is made of sums, and who may see it.
//!
//! A formula is written once, as sums of columns over sums of columns; both the values and the SQL that sorts by them
//! come from it. Quotients are integer arithmetic, rounded to 6 decimals, so no float ever holds an amount.

use crate::fact::Measures;
use crate::schema::{self, MEASURE_COLUMNS};
use placard_model::Money;

/// Whose eyes: each view has its own metrics and dimensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum View {
    /// What is bought: spend and conversions, nobody's earnings.
    Advertiser,
    /// What is sold: earnings, nobody's spend or conversions.
    Webmaster,
    /// Both sides and the network's part.
    Network,
}

/// The sums of a row. What the view does not show is zero: it is not even read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// The additive sums.
    pub measures: Measures,
    /// Distinct ads; not additive, 0 in the webmaster's view.
    pub ads: i64,
}

/// What a metric is, with its unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetricValue {
    /// A number of things.
    Count(i64),
    /// An amount.
    Money(Money),
    /// A ratio or percentage in millionths: 6 decimals.
    Ratio(i64),
}

/// One in a ratio.
const MILLION: i64 = 1_000_000;

/// A column that is added, or subtracted.
#[derive(Clone, Copy)]
struct Term {
    sign: i64,
    /// Position in the list of measures.
    column: usize,
}

type Terms = &'static [Term];

/// The column of a name, found when the program is compiled.
const fn plus(name: &str) -> Term {
    let mut column = 0;
    while !same(MEASURE_COLUMNS[column].name, name) {
        column += 1;
    }
    Term { sign: 1, column }
}

const fn minus(term: Term) -> Term {
    Term { sign: -term.sign, ..term }
}

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

const SHOWS: Term = plus("shows");
const CONFIRMED_SHOWS: Term = plus("confirmed_shows");
const CLICKS: Term = plus("clicks");
const REJECTED_SHOWS: Term = plus("rejected_shows");
const REJECTED_CLICKS: Term = plus("rejected_clicks");
const WEIGHT_SUM: Term = plus("weight_sum");
const SPENT: Term = plus("spent");
const EARNED: Term = plus("earned");
const WEBMASTER_REFERRAL: Term = plus("webmaster_referral");
const ADVERTISER_REFERRAL: Term = plus("advertiser_referral");
const MARGIN: Term = plus("margin");
const HOLD: Term = plus("hold");
const APPROVED: Term = plus("approved");
const REJECTED: Term = plus("rejected");
const HOLD_MONEY: Term = plus("hold_money");
const APPROVED_MONEY: Term = plus("approved_money");
const REJECTED_MONEY: Term = plus("rejected_money");
const MINUS_SPENT: Term = minus(SPENT);

enum Formula {
    /// Distinct ads.
    Ads,
    Count(Terms),
    Money(Terms),
    /// Dividend, divisor, factor in the unit of the result.
    MoneyPer(Terms, Terms, i64),
    RatioOf(Terms, Terms, i64),
}

macro_rules! metrics {
    ($($(#[$doc:meta])* $variant:ident = $title:literal, $formula:expr, $advertiser:expr, $webmaster:expr, $network:expr;)*) => {
        /// A figure of a row, made from its sums.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Metric {
            $($(#[$doc])* $variant,)*
        }

        impl Metric {
            /// All metrics of all views.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The name in a view; nothing where the view does not have it.
            pub const fn name(self, view: View) -> Option<&'static str> {
                match (self, view) {
                    $((Self::$variant, View::Advertiser) => $advertiser,
                    (Self::$variant, View::Webmaster) => $webmaster,
                    (Self::$variant, View::Network) => $network,)*
                }
            }

            /// What it is called; where both sides stand in one table, the webmaster's prices say whose they are.
            pub const fn title(self, view: View) -> &'static str {
                match (view, self) {
                    (View::Network, Self::EarnedPerClick) => "Income per click",
                    (View::Network, Self::EarnedCpm) => "Income CPM",
                    (View::Network, Self::EarnedConfirmedCpm) => "Income CPM viewable",
                    (View::Network, Self::EarnedEcpm) => "Income eCPM",
                    (View::Network, Self::EarnedConfirmedEcpm) => "Income eCPM viewable",
                    $((_, Self::$variant) => $title,)*
                }
            }

            const fn formula(self) -> Formula {
                match self {
                    $(Self::$variant => $formula,)*
                }
            }
        }
    };
}

use Formula::{Ads, Count, MoneyPer, RatioOf};
const PERCENT: i64 = 100 * MILLION;

metrics! {
    /// Valid shows.
    Shows = "Shows", Count(&[SHOWS]), Some("shows_count"), Some("shows_count_web"), Some("shows_count");
    /// Valid confirmed shows.
    ConfirmedShows = "Viewable", Count(&[CONFIRMED_SHOWS]),
        Some("confirmed_shows_count"), Some("confirmed_shows_count"), Some("confirmed_shows_count");
    /// Valid clicks.
    Clicks = "Clicks", Count(&[CLICKS]), Some("clicks_count"), Some("clicks_count"), Some("clicks_count");
    /// Shows with another verdict than valid.
    InvalidShows = "Invalid shows", Count(&[REJECTED_SHOWS]),
        Some("invalid_shows_count"), Some("invalid_shows_count"), Some("invalid_shows_count");
    /// Clicks with another verdict than valid.
    InvalidClicks = "Invalid clicks", Count(&[REJECTED_CLICKS]),
        Some("invalid_clicks_count"), Some("invalid_clicks_count"), Some("invalid_clicks_count");
    /// Clicks / shows x 100.
    Ctr = "CTR", RatioOf(&[CLICKS], &[SHOWS], PERCENT), Some("ctr"), Some("ctr"), Some("ctr");
    /// Clicks / confirmed shows x 100.
    ConfirmedCtr = "CTR viewable", RatioOf(&[CLICKS], &[CONFIRMED_SHOWS], PERCENT),
        Some("confirmed_ctr"), Some("confirmed_ctr_web"), Some("confirmed_ctr");
    /// Bid x coefficient x predicted CTR x 1000, averaged over shows; told to who bids.
    Weight = "Weight", MoneyPer(&[WEIGHT_SUM], &[SHOWS], 1), Some("weight"), None, Some("weight");
    /// Spent by the advertiser.
    Spent = "Spent", Formula::Money(&[SPENT]), Some("money"), None, Some("money");
    /// Spent / clicks.
    Bid = "Bid", MoneyPer(&[SPENT], &[CLICKS], 1), Some("bid"), None, Some("bid");
    /// The same as bid: advertisers' tables call it so.
    Cpc = "CPC", MoneyPer(&[SPENT], &[CLICKS], 1), Some("cpc"), None, Some("cpc");
    /// Spent / shows x 1000.
    Cpm = "CPM", MoneyPer(&[SPENT], &[SHOWS], 1000), Some("cpm"), None, Some("cpm");
    /// Spent / confirmed shows x 1000.
    ConfirmedCpm = "CPM viewable", MoneyPer(&[SPENT], &[CONFIRMED_SHOWS], 1000),
        Some("confirmed_cpm"), None, Some("confirmed_cpm");
    /// Approved postback money / shows x 1000.
    Ecpm = "eCPM", MoneyPer(&[APPROVED_MONEY], &[SHOWS], 1000), Some("ecpm"), None, Some("ecpm");
    /// Approved postback money / confirmed shows x 1000.
    ConfirmedEcpm = "eCPM viewable", MoneyPer(&[APPROVED_MONEY], &[CONFIRMED_SHOWS], 1000),
        Some("confirmed_ecpm"), None, Some("confirmed_ecpm");
    /// All conversions.
    Postbacks = "All conversions", Count(&[HOLD, APPROVED, REJECTED]), Some("postbacks_count"), None, Some("postbacks_count");
    /// Conversions that wait.
    PostbacksHold = "On hold", Count(&[HOLD]), Some("postbacks_hold_count"), None, Some("postbacks_hold_count");
    /// Approved conversions.
    PostbacksApproved = "Approved", Count(&[APPROVED]),
        Some("postbacks_approved_count"), None, Some("postbacks_approved_count");
    /// Rejected conversions.
    PostbacksRejected = "Rejected", Count(&[REJECTED]),
        Some("postbacks_rejected_count"), None, Some("postbacks_rejected_count");
    /// Worth of all conversions.
    PostbacksMoney = "Revenue of all", Formula::Money(&[HOLD_MONEY, APPROVED_MONEY, REJECTED_MONEY]),
        Some("postbacks_money"), None, Some("postbacks_money");
    /// Worth of the waiting conversions.
    PostbacksHoldMoney = "Revenue on hold", Formula::Money(&[HOLD_MONEY]),
        Some("postbacks_hold_money"), None, Some("postbacks_hold_money");
    /// Worth of the approved conversions.
    PostbacksApprovedMoney = "Revenue", Formula::Money(&[APPROVED_MONEY]),
        Some("postbacks_approved_money"), None, Some("postbacks_approved_money");
    /// What the rejected conversions would have been worth.
    PostbacksRejectedMoney = "Revenue rejected", Formula::Money(&[REJECTED_MONEY]),
        Some("postbacks_rejected_money"), None, Some("postbacks_rejected_money");
    /// Waiting and approved conversions.
    Lead = "Leads", Count(&[HOLD, APPROVED]), Some("lead"), None, Some("lead");
    /// Lead / clicks x 100.
    Cr = "CR", RatioOf(&[HOLD, APPROVED], &[CLICKS], PERCENT), Some("cr"), None, Some("cr");
    /// Approved / all conversions x 100.
    Approve = "Approval", RatioOf(&[APPROVED], &[HOLD, APPROVED, REJECTED], PERCENT),
        Some("approve"), None, Some("approve");
    /// Approved postback money / clicks.
    Epc = "EPC", MoneyPer(&[APPROVED_MONEY], &[CLICKS], 1), Some("epc"), None, Some("epc");
    /// Spent / lead.
    Cpl = "Cost per lead", MoneyPer(&[SPENT], &[HOLD, APPROVED], 1), Some("cpl"), None, Some("cpl");
    /// Approved postback money - spent.
    RoiMoney = "Profit", Formula::Money(&[APPROVED_MONEY, MINUS_SPENT]), Some("roi_money"), None, Some("roi_money");
    /// Roi money / spent x 100.
    RoiPercentage = "ROI", RatioOf(&[APPROVED_MONEY, MINUS_SPENT], &[SPENT], PERCENT),
        Some("roi_percentage"), None, Some("roi_percentage");
    /// Distinct ads.
    AdsCount = "Ads", Ads, Some("ads_count"), None, Some("ads_count");
    /// Earned by the webmaster.
    Earned = "Income", Formula::Money(&[EARNED]), None, Some("money_web"), Some("money_web");
    /// Earned / clicks.
    EarnedPerClick = "Per click", MoneyPer(&[EARNED], &[CLICKS], 1), None, Some("bid_web"), Some("bid_web");
    /// Earned / shows x 1000.
    EarnedCpm = "CPM", MoneyPer(&[EARNED], &[SHOWS], 1000), None, Some("cpm"), Some("cpm_web");
    /// Earned / confirmed shows x 1000.
    EarnedConfirmedCpm = "CPM viewable", MoneyPer(&[EARNED], &[CONFIRMED_SHOWS], 1000),
        None, Some("confirmed_cpm_web"), Some("confirmed_cpm_web");
    /// Earned / shows x 1000.
    EarnedEcpm = "eCPM", MoneyPer(&[EARNED], &[SHOWS], 1000), None, Some("ecpm"), Some("ecpm_web");
    /// Earned / confirmed shows x 1000.
    EarnedConfirmedEcpm = "eCPM viewable", MoneyPer(&[EARNED], &[CONFIRMED_SHOWS], 1000),
        None, Some("confirmed_ecpm"), Some("confirmed_ecpm_web");
    /// Earned by webmasters' referrers.
    WebmasterReferral = "Webmaster referral", Formula::Money(&[WEBMASTER_REFERRAL]), None, None, Some("webmaster_referral_money");
    /// Earned by advertisers' referrers.
    AdvertiserReferral = "Advertiser referral", Formula::Money(&[ADVERTISER_REFERRAL]), None, None, Some("advertiser_referral_money");
    /// What is left to the network.
    Margin = "Margin", Formula::Money(&[MARGIN]), None, None, Some("margin_money");
}

impl View {
    /// The metrics of the view, in the order of tables and files.
    pub fn metrics(self) -> impl Iterator<Item = (Metric, &'static str)> {
        Metric::ALL.iter().filter_map(move |metric| metric.name(self).map(|name| (*metric, name)))
    }

    /// Every name that [`Metric::parse`] understands in the view.
    pub fn order_names(self) -> Vec<&'static str> {
        let mut names = vec!["impressions"];
        for (_, name) in self.metrics() {
            names.push(name);
            if self == Self::Webmaster {
                names.extend(name.strip_suffix("_web"));
            }
        }
        if self == Self::Webmaster {
            names.push("cpc");
        }
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The sums that the view's metrics need, as positions in the list of measures.
    pub(crate) fn measures(self) -> Vec<usize> {
        measures_of(self.metrics().map(|(metric, _)| metric))
    }

    /// Whether the view counts distinct ads.
    pub(crate) fn counts_ads(self) -> bool {
        Metric::AdsCount.name(self).is_some()
    }
}

/// The sums that metrics need, as positions in the list of measures.
pub(crate) fn measures_of(metrics: impl Iterator<Item = Metric>) -> Vec<usize> {
    let terms: Vec<usize> = metrics
        .flat_map(|metric| match metric.formula() {
            Ads => Vec::new(),
            Count(terms) | Formula::Money(terms) => terms.to_vec(),
            MoneyPer(dividend, divisor, _) | RatioOf(dividend, divisor, _) => [dividend, divisor].concat(),
        })
        .map(|term| term.column)
        .collect();
    (0..MEASURE_COLUMNS.len()).filter(|position| terms.contains(position)).collect()
}

impl Metric {
    /// The metric of a name in the view. `impressions` is the shows; names with and without the webmaster's `_web`
    /// are understood.
    pub fn parse(name: &str, view: View) -> Option<Self> {
        let name = if name == "impressions" { "shows_count" } else { name };
        let named = |name: &str| view.metrics().find(|(_, known)| *known == name).map(|(metric, _)| metric);
        match view {
            View::Webmaster => named(name).or_else(|| match name {
                "cpc" => named("bid_web"),
                _ => named(&format!("{name}_web")),
            }),
            View::Advertiser | View::Network => named(name),
        }
    }

    /// The value; nothing where it would divide by zero.
    pub fn value(self, sums: &Sums) -> Option<MetricValue> {
        let values = schema::measure_values(&sums.measures);
        let add = |terms: Terms| terms.iter().map(|term| term.sign * values[term.column]).sum::<i64>();
        match self.formula() {
            Ads => Some(MetricValue::Count(sums.ads)),
            Count(terms) => Some(MetricValue::Count(add(terms))),
            Formula::Money(terms) => Some(MetricValue::Money(Money::from_micros(add(terms)))),
            MoneyPer(dividend, divisor, factor) => quotient(add(dividend), add(divisor), factor)
                .map(|micros| MetricValue::Money(Money::from_micros(micros))),
            RatioOf(dividend, divisor, factor) => quotient(add(dividend), add(divisor), factor).map(MetricValue::Ratio),
        }
    }

    /// The number of things: 0 for metrics that are no count.
    pub fn count(self, sums: &Sums) -> i64 {
        match self.value(sums) {
            Some(MetricValue::Count(count)) => count,
            _ => 0,
        }
    }

    /// The amount; nothing for metrics that are no amount, or would divide by zero.
    pub fn money(self, sums: &Sums) -> Option<Money> {
        match self.value(sums) {
            Some(MetricValue::Money(money)) => Some(money),
            _ => None,
        }
    }

    /// The ratio or percentage with 6 decimals; nothing for metrics that are none, or would divide by zero.
    pub fn ratio(self, sums: &Sums) -> Option<f64> {
        match self.value(sums) {
            Some(MetricValue::Ratio(millionths)) => Some(millionths as f64 / MILLION as f64),
            _ => None,
        }
    }

    /// The SQL expression that sorts by it as it is shown, over the columns of summed rows: rows that show the same are
    /// equal.
    pub(crate) fn shown_order_sql(self) -> String {
        let factor = match self.formula() {
            Ads | Count(_) | Formula::Money(_) => return self.order_sql(),
            MoneyPer(_, _, factor) | RatioOf(_, _, factor) => factor,
        };
        format!("round(({}) * {factor})", self.order_sql())
    }

    /// The SQL expression that sorts by it, over the columns of summed rows.
    pub(crate) fn order_sql(self) -> String {
        let add = |terms: Terms| {
            let signed =
                |term: &Term| [if term.sign < 0 { " - " } else { " + " }, MEASURE_COLUMNS[term.column].name].concat();
            let text = terms.iter().map(signed).collect::<Vec<_>>().concat();
            format!("({})", text.trim_start_matches([' ', '+']))
        };
        match self.formula() {
            Ads => "ads".to_owned(),
            Count(terms) | Formula::Money(terms) => add(terms),
            MoneyPer(dividend, divisor, _) | RatioOf(dividend, divisor, _) => {
                let (dividend, divisor) = (add(dividend), add(divisor));
                format!("CASE WHEN {divisor} <> 0 THEN CAST({dividend} AS DOUBLE) / {divisor} END")
            }
        }
    }
}

/// `dividend` x `factor` / `divisor`, rounded to the nearest, halves away from zero.
fn quotient(dividend: i64, divisor: i64, factor: i64) -> Option<i64> {
    if divisor == 0 {
        return None;
    }
    let (mut dividend, mut divisor) = (i128::from(dividend) * i128::from(factor), i128::from(divisor));
    if divisor < 0 {
        (dividend, divisor) = (-dividend, -divisor);
    }
    let half = if dividend < 0 { -divisor / 2 } else { divisor / 2 };
    i64::try_from((dividend + half) / divisor).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use placard_model::books::settlement::Amounts;

    fn sums() -> Sums {
        let dollars = Money::from_dollars;
        Sums {
            measures: Measures {
                shows: 10_000,
                confirmed_shows: 8_000,
                clicks: 40,
                rejected_shows: 5,
                rejected_clicks: 3,
                weight_micros: 25_000_000_000,
                amounts: Amounts {
                    cost: dollars(10),
                    webmaster: dollars(7),
                    webmaster_referrer: Money::from_micros(150_000),
                    advertiser_referrer: Money::from_micros(150_000),
                    network: Money::from_micros(2_700_000),
                },
                hold: 2,
                approved: 3,
                rejected: 1,
                hold_money: dollars(6),
                approved_money: dollars(15),
                rejected_money: dollars(2),
            },
            ads: 4,
        }
    }

    #[test]
    fn formulas() {
        let sums = sums();
        let check = |view: View, name: &str, expected: MetricValue| {
            let metric = Metric::parse(name, view).unwrap_or_else(|| panic!("{name}"));
            assert_eq!(metric.value(&sums), Some(expected), "{name}");
        };
        let count = MetricValue::Count;
        let micros = |micros| MetricValue::Money(Money::from_micros(micros));
        let percent = |text: f64| MetricValue::Ratio((text * 1e6).round() as i64);
        let a = View::Advertiser;
        check(a, "impressions", count(10_000));
        check(a, "shows_count", count(10_000));
        check(a, "invalid_clicks_count", count(3));
        check(a, "ctr", percent(0.4));
        check(a, "confirmed_ctr", percent(0.5));
        check(a, "weight", micros(2_500_000));
        check(a, "money", micros(10_000_000));
        check(a, "bid", micros(250_000));
        check(a, "cpc", micros(250_000));
        check(a, "cpm", micros(1_000_000));
        check(a, "confirmed_cpm", micros(1_250_000));
        check(a, "ecpm", micros(1_500_000));
        check(a, "confirmed_ecpm", micros(1_875_000));
        check(a, "postbacks_count", count(6));
        check(a, "postbacks_money", micros(23_000_000));
        check(a, "lead", count(5));
        check(a, "cr", percent(12.5));
        check(a, "approve", percent(50.0));
        check(a, "epc", micros(375_000));
        check(a, "cpl", micros(2_000_000));
        check(a, "roi_money", micros(5_000_000));
        check(a, "roi_percentage", percent(50.0));
        check(a, "ads_count", count(4));
        let w = View::Webmaster;
        check(w, "shows_count_web", count(10_000));
        check(w, "impressions", count(10_000));
        check(w, "money_web", micros(7_000_000));
        check(w, "money", micros(7_000_000));
        check(w, "bid", micros(175_000));
        check(w, "cpc", micros(175_000));
        check(w, "cpm", micros(700_000));
        check(w, "confirmed_cpm_web", micros(875_000));
        check(w, "ecpm", micros(700_000));
        check(w, "confirmed_ecpm", micros(875_000));
        let n = View::Network;
        check(n, "ecpm", micros(1_500_000));
        check(n, "ecpm_web", micros(700_000));
        check(n, "margin_money", micros(2_700_000));
    }

    #[test]
    fn nobody_sees_the_other_sides_money() {
        for name in ["money_web", "bid_web", "ecpm_web", "margin_money", "webmaster_referral_money"] {
            assert_eq!(Metric::parse(name, View::Advertiser), None, "{name}");
        }
        for name in ["weight", "roi_money", "postbacks_count", "ads_count", "margin_money", "epc", "cpl"] {
            assert_eq!(Metric::parse(name, View::Webmaster), None, "{name}");
        }
        let columns = |view: View| view.measures().iter().map(|p| MEASURE_COLUMNS[*p].name).collect::<Vec<_>>();
        let (advertiser, webmaster) = (columns(View::Advertiser), columns(View::Webmaster));
        for column in ["earned", "webmaster_referral", "advertiser_referral", "margin"] {
            assert!(!advertiser.contains(&column), "{column}");
        }
        for column in ["spent", "weight_sum", "hold", "approved_money", "margin"] {
            assert!(!webmaster.contains(&column), "{column}");
        }
        assert_eq!(columns(View::Network).len(), MEASURE_COLUMNS.len());
    }

    #[test]
    fn nothing_is_divided_by_zero() {
        for (metric, name) in View::Network.metrics() {
            match metric.value(&Sums::default()) {
                Some(MetricValue::Ratio(_)) => panic!("{name} of nothing is nothing"),
                Some(MetricValue::Count(count)) => assert_eq!(count, 0, "{name}"),
                Some(MetricValue::Money(money)) => assert!(money.is_zero(), "{name}"),
                None => {}
            }
        }
        assert_eq!(Metric::Cpc.value(&Sums::default()), None);
    }

    #[test]
    fn quotients_round_to_the_nearest() {
        for (dividend, divisor, expected) in
            [(1, 3, 0), (2, 3, 1), (1, 2, 1), (-1, 2, -1), (-1, 3, 0), (5, -2, -3), (7, 7, 1)]
        {
            assert_eq!(quotient(dividend, divisor, 1), Some(expected), "{dividend} / {divisor}");
        }
        assert_eq!(quotient(i64::MAX, 1, 1000), None, "out of range is no value");
    }
}
