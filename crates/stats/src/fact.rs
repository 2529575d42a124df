//! What is counted: additive deltas per hour and all dimensions.

use placard_model::books::settlement::Amounts;
use placard_model::event::{ConversionState, RequestCount, ServedAd};
use placard_model::format::{BlockFormat, CampaignType, Target};
use placard_model::targeting::audience::{Browser, DeviceType, Language, Os};
use placard_model::targeting::geo::Place;
use placard_model::{
    AdId, BlockId, CampaignId, CategoryId, GroupId, Hour, Money, OfferId, SiteId, TemplateId, TrafficSourceId, UserId,
    Verdict,
};
use std::ops::AddAssign;

/// All dimensions of a fact. Facts with equal keys add up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FactKey {
    /// The UTC hour of the show or click (of a conversion: of its click).
    pub hour: Hour,
    /// Who pays.
    pub advertiser: UserId,
    /// The kind of the campaign.
    pub campaign_type: CampaignType,
    /// The campaign.
    pub campaign: CampaignId,
    /// The group.
    pub group: GroupId,
    /// The ad.
    pub ad: AdId,
    /// What the campaign leads to.
    pub target: Target,
    /// The offer; 0 when none.
    pub offer: OfferId,
    /// The first category of the campaign; 0 when none.
    pub category: CategoryId,
    /// Who earns.
    pub webmaster: UserId,
    /// The site.
    pub site: SiteId,
    /// The block.
    pub block: BlockId,
    /// The block's template.
    pub template: TemplateId,
    /// The block's format.
    pub format: BlockFormat,
    /// Where the visitor was.
    pub place: Place,
    /// The network's autonomous system number; 0 when unknown.
    pub asn: u32,
    /// The device type.
    pub device_type: DeviceType,
    /// The operating system.
    pub os: Os,
    /// The browser.
    pub browser: Browser,
    /// The language.
    pub language: Language,
    /// The kind of traffic; 0 when unknown.
    pub traffic_source: TrafficSourceId,
    /// What the validity rules said.
    pub verdict: Verdict,
    /// Chosen at random for the control slice.
    pub control: bool,
}

impl FactKey {
    /// The key of an event about a served ad.
    pub const fn of(ad: &ServedAd, hour: Hour, verdict: Verdict) -> Self {
        Self {
            hour,
            advertiser: ad.ad.advertiser,
            campaign_type: ad.ad.campaign_type,
            campaign: ad.ad.campaign,
            group: ad.ad.group,
            ad: ad.served.ad,
            target: ad.ad.target,
            offer: ad.ad.offer,
            category: ad.ad.category,
            webmaster: ad.block.webmaster,
            site: ad.block.site,
            block: ad.block.block,
            template: ad.block.template,
            format: ad.block.format,
            place: ad.served.place,
            asn: ad.served.asn,
            device_type: ad.served.device_type,
            os: ad.served.os,
            browser: ad.served.browser,
            language: ad.served.language,
            traffic_source: ad.served.traffic_source,
            verdict,
            control: ad.served.control,
        }
    }
}

/// Sums of a fact. Any of them may be negative: corrections are added, nothing is overwritten.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measures {
    /// Valid shows.
    pub shows: i64,
    /// Valid confirmed shows.
    pub confirmed_shows: i64,
    /// Valid clicks.
    pub clicks: i64,
    /// Shows with another verdict than valid.
    pub rejected_shows: i64,
    /// Clicks with another verdict than valid.
    pub rejected_clicks: i64,
    /// Sum of the weights of the valid shows, in micro-dollars.
    pub weight_micros: i64,
    /// Money of the valid clicks.
    pub amounts: Amounts,
    /// Conversions that wait.
    pub hold: i64,
    /// Approved conversions.
    pub approved: i64,
    /// Rejected conversions.
    pub rejected: i64,
    /// What the waiting conversions are worth to the advertiser.
    pub hold_money: Money,
    /// What the approved conversions are worth to the advertiser.
    pub approved_money: Money,
    /// What the rejected conversions would have been worth.
    pub rejected_money: Money,
}

impl AddAssign for Measures {
    fn add_assign(&mut self, other: Self) {
        self.shows += other.shows;
        self.confirmed_shows += other.confirmed_shows;
        self.clicks += other.clicks;
        self.rejected_shows += other.rejected_shows;
        self.rejected_clicks += other.rejected_clicks;
        self.weight_micros += other.weight_micros;
        self.amounts += other.amounts;
        self.hold += other.hold;
        self.approved += other.approved;
        self.rejected += other.rejected;
        self.hold_money += other.hold_money;
        self.approved_money += other.approved_money;
        self.rejected_money += other.rejected_money;
    }
}

/// A change of the sums under one key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FactDelta {
    /// Where it counts.
    pub key: FactKey,
    /// How much.
    pub measures: Measures,
}

impl FactDelta {
    /// A show at `hour`. Pass the verdict after all rules, the token's first show among them.
    pub fn show(ad: &ServedAd, hour: Hour, verdict: Verdict) -> Self {
        let measures = if verdict.is_valid() {
            Measures { shows: 1, weight_micros: ad.served.weight_micros, ..Measures::default() }
        } else {
            Measures { rejected_shows: 1, ..Measures::default() }
        };
        Self { key: FactKey::of(ad, hour, verdict), measures }
    }

    /// A valid confirmed show at `hour`; the show itself is counted by [`FactDelta::show`].
    pub fn confirmed_show(ad: &ServedAd, hour: Hour) -> Self {
        Self {
            key: FactKey::of(ad, hour, Verdict::Valid),
            measures: Measures { confirmed_shows: 1, ..Measures::default() },
        }
    }

    /// A settled click, `hour` being that of the click's append. The amounts of a click that is not valid are zero.
    pub fn click(ad: &ServedAd, hour: Hour, verdict: Verdict, amounts: Amounts) -> Self {
        let measures = if verdict.is_valid() {
            Measures { clicks: 1, amounts, ..Measures::default() }
        } else {
            Measures { rejected_clicks: 1, ..Measures::default() }
        };
        Self { key: FactKey::of(ad, hour, verdict), measures }
    }

    /// A valid click that was voided: it leaves the valid ones with its stored `amounts` and joins the voided ones.
    /// Statistics use the click's own hour.
    pub fn void(ad: &ServedAd, hour: Hour, amounts: Amounts) -> [Self; 2] {
        let valid = Measures { clicks: -1, amounts: -amounts, ..Measures::default() };
        [
            Self { key: FactKey::of(ad, hour, Verdict::Valid), measures: valid },
            Self {
                key: FactKey::of(ad, hour, Verdict::Voided),
                measures: Measures { rejected_clicks: 1, ..Measures::default() },
            },
        ]
    }

    /// A conversion that came (`before` is nothing) or changed its state or worth. `hour` and `verdict` are those of
    /// its click.
    pub fn conversion(
        ad: &ServedAd,
        hour: Hour,
        verdict: Verdict,
        before: Option<(ConversionState, Money)>,
        after: Option<(ConversionState, Money)>,
    ) -> Self {
        let mut measures = Measures::default();
        for (sign, state) in [(-1, before), (1, after)] {
            let Some((state, payout)) = state else { continue };
            let payout = if sign < 0 { -payout } else { payout };
            let (count, money) = match state {
                ConversionState::Hold => (&mut measures.hold, &mut measures.hold_money),
                ConversionState::Approved => (&mut measures.approved, &mut measures.approved_money),
                ConversionState::Rejected => (&mut measures.rejected, &mut measures.rejected_money),
            };
            *count += sign;
            *money += payout;
        }
        Self { key: FactKey::of(ad, hour, verdict), measures }
    }
}

/// Requests, asked-for and filled places of one block, by the step at which the last candidate fell out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpportunityDelta {
    /// The hour.
    pub hour: Hour,
    /// Whose block; 0 when the block is unknown.
    pub webmaster: UserId,
    /// The block's site; 0 when the block is unknown.
    pub site: SiteId,
    /// The block as it was asked for.
    pub block: BlockId,
    /// The engine's step number; 0 when an ad was found.
    pub step: u8,
    /// Requests.
    pub requests: i64,
    /// Places asked for.
    pub places: i64,
    /// Places filled.
    pub filled: i64,
}

impl From<&RequestCount> for OpportunityDelta {
    fn from(count: &RequestCount) -> Self {
        Self {
            hour: count.hour,
            webmaster: count.owner.map_or(UserId(0), |owner| owner.webmaster),
            site: count.owner.map_or(SiteId(0), |owner| owner.site),
            block: count.block,
            step: count.step,
            requests: i64::from(count.requests),
            places: i64::from(count.places),
            filled: i64::from(count.filled),
        }
    }
}

/// How far the facts are: what the feed wrote with its last batch. The bytes are the feed's own (a log position, a
/// settlement sequence, whatever it needs to go on); empty means the beginning.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Positions {
    /// In the event log.
    pub log: Vec<u8>,
    /// In the settlements.
    pub settlements: Vec<u8>,
}
