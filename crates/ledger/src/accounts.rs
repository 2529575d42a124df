//! What the judgement reads beside the log: fetched by the host before, changed by the judgement as it goes.

use crate::split::split;
use crate::void::void;
use placard_model::books::settlement::{Amounts, ConversionChange, Rates, Released, Settlement};
use placard_model::event::{CONVERSIONS_PER_CLICK_MAX, ConversionState, Event, EventRef, Record, ServedAd};
use placard_model::money::CONVERSION_MAX;
use placard_model::{CampaignId, Day, Money, UnixMs, UserId};
use std::collections::{BTreeMap, BTreeSet};

/// Somebody who earns a part of what another one brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Referrer {
    /// Who.
    pub user: UserId,
    /// Clicks at or after this moment earn nothing any more.
    pub until: UnixMs,
}

/// An advertiser as billing sees them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AdvertiserAccount {
    /// What can be spent.
    pub balance: Money,
    /// Who brought them.
    pub referrer: Option<Referrer>,
}

/// A webmaster as billing sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WebmasterAccount {
    /// Their share of a click in basis points, 0..=10,000.
    pub share_bp: i64,
    /// Who brought them.
    pub referrer: Option<Referrer>,
}

/// Limits and spend of a campaign.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CampaignAccount {
    /// At most so much a UTC day.
    pub daily_limit: Option<Money>,
    /// At most so much at all.
    pub total_limit: Option<Money>,
    /// Spent at all.
    pub spent_total: Money,
    /// Spent by day; a day that is not here has spent nothing.
    pub spent_on: BTreeMap<Day, Money>,
}

/// A conversion as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conversion {
    /// Its state.
    pub state: ConversionState,
    /// What it is worth to the advertiser.
    pub payout: Money,
    /// What the visitor did; empty when the tracker never said.
    pub goal: String,
    /// The advertiser's own number of the transaction; empty when the tracker never said.
    pub transaction_id: String,
}

/// What a postback tells of a conversion.
pub(crate) struct Told<'a> {
    pub(crate) state: ConversionState,
    /// None leaves what was said before, as an empty text does.
    pub(crate) payout: Option<Money>,
    pub(crate) goal: &'a str,
    pub(crate) transaction_id: &'a str,
}

/// What [`crate::State::settle`] will ask for. Everything named here must be in the [`Accounts`], except clicks that
/// were never settled and conversions that do not exist.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// Advertisers of the clicks.
    pub advertisers: BTreeSet<UserId>,
    /// Webmasters of the clicks.
    pub webmasters: BTreeSet<UserId>,
    /// Campaigns of the clicks, with the days whose spend is asked for.
    pub campaigns: BTreeMap<CampaignId, BTreeSet<Day>>,
    /// Clicks that postbacks and voids are about: their settlement (of kind `Click`), all their conversions, whether they
    /// were taken back, and whether their earnings were released.
    pub clicks: BTreeSet<EventRef>,
}

/// The accounts of one batch.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Accounts {
    /// What each referrer gets of the network's part, in basis points, 0..=5,000.
    pub referrer_bp: i64,
    /// Advertisers.
    pub advertisers: BTreeMap<UserId, AdvertiserAccount>,
    /// Webmasters.
    pub webmasters: BTreeMap<UserId, WebmasterAccount>,
    /// Campaigns.
    pub campaigns: BTreeMap<CampaignId, CampaignAccount>,
    /// Settlements of clicks that postbacks and voids are about.
    pub clicks: BTreeMap<EventRef, Settlement>,
    /// Those of these clicks that were taken back.
    pub voided: BTreeSet<EventRef>,
    /// Those of these clicks of which parts have left the pending accounts. What is billed in this batch has not.
    pub released: BTreeMap<EventRef, Released>,
    /// Conversions of those clicks by the tracker's id.
    pub conversions: BTreeMap<EventRef, BTreeMap<String, Conversion>>,
}

impl Needs {
    /// What the judgement of a click or postback asks for.
    pub(crate) fn judgement_of(&mut self, record: &Record) {
        match &record.event {
            Event::Click { ad, .. } => self.click(ad, record.append_ms.day()),
            event => self.clicks.extend(event.told_of()),
        }
    }

    fn click(&mut self, ad: &ServedAd, day: Day) {
        self.advertisers.insert(ad.ad.advertiser);
        self.webmasters.insert(ad.block.webmaster);
        self.campaigns.entry(ad.ad.campaign).or_default().insert(day);
    }
}

impl Accounts {
    /// Charges a click and divides it; nothing, and no change, if it would pass the balance, the daily or the total
    /// limit.
    pub(crate) fn charge(&mut self, ad: &ServedAd, clicked_at: UnixMs) -> Option<(Amounts, Rates)> {
        let cost = ad.served.price;
        let day = clicked_at.day();
        let advertiser = self.advertisers.get_mut(&ad.ad.advertiser);
        let advertiser = advertiser.unwrap_or_else(|| panic!("advertiser {} was not fetched", ad.ad.advertiser));
        let campaign = self.campaigns.get_mut(&ad.ad.campaign);
        let campaign = campaign.unwrap_or_else(|| panic!("campaign {} was not fetched", ad.ad.campaign));
        let webmaster = self.webmasters.get(&ad.block.webmaster);
        let webmaster = webmaster.unwrap_or_else(|| panic!("webmaster {} was not fetched", ad.block.webmaster));
        assert!(!cost.is_negative(), "a price is never negative");

        let spent_today = campaign.spent_on.get(&day).copied().unwrap_or_default() + cost;
        let spent_total = campaign.spent_total + cost;
        let fits = cost <= advertiser.balance
            && campaign.daily_limit.is_none_or(|limit| spent_today <= limit)
            && campaign.total_limit.is_none_or(|limit| spent_total <= limit);
        if !fits {
            return None;
        }
        advertiser.balance -= cost;
        campaign.spent_on.insert(day, spent_today);
        campaign.spent_total = spent_total;

        let paid = |referrer: Option<Referrer>| referrer.filter(|r| clicked_at < r.until).map(|r| r.user);
        let rates = Rates {
            share_bp: webmaster.share_bp,
            referrer_bp: self.referrer_bp,
            webmaster_referrer: paid(webmaster.referrer),
            advertiser_referrer: paid(advertiser.referrer),
        };
        Some((split(cost, &rates), rates))
    }

    /// Takes a click back, from the accounts on which its earnings are; nothing if it was never billed, or was taken back
    /// before.
    pub(crate) fn take_back(&mut self, click: EventRef) -> Option<Settlement> {
        let of = self.clicks.get(&click)?;
        let void = void(of, self.released.get(&click).copied().unwrap_or_default()).ok()?;
        if !self.voided.insert(click) {
            return None;
        }
        // What is not here is not asked for in this batch.
        let (cost, day) = (of.amounts.cost, of.day());
        if let Some(advertiser) = self.advertisers.get_mut(&of.ad.ad.advertiser) {
            advertiser.balance += cost;
        }
        if let Some(campaign) = self.campaigns.get_mut(&of.ad.ad.campaign) {
            campaign.spent_total -= cost;
            if let Some(spent) = campaign.spent_on.get_mut(&day) {
                *spent -= cost;
            }
        }
        Some(void)
    }

    /// Notes a postback; nothing if it changes nothing. What the log has beyond [`CONVERSION_MAX`] counts as that much.
    pub(crate) fn convert(&mut self, click: EventRef, external_id: &str, told: &Told<'_>) -> Option<ConversionChange> {
        let conversions = self.conversions.entry(click).or_default();
        let before = conversions.get(external_id);
        if before.is_none() && conversions.len() >= CONVERSIONS_PER_CLICK_MAX {
            return None;
        }
        let payout = told.payout.or(before.map(|b| b.payout)).unwrap_or_default().clamp(Money::ZERO, CONVERSION_MAX);
        let kept = |told: &str, before: Option<&String>| {
            if told.is_empty() { before.cloned().unwrap_or_default() } else { told.to_owned() }
        };
        let after = Conversion {
            state: told.state,
            payout,
            goal: kept(told.goal, before.map(|b| &b.goal)),
            transaction_id: kept(told.transaction_id, before.map(|b| &b.transaction_id)),
        };
        if before == Some(&after) {
            return None;
        }
        let before = before.map(|b| (b.state, b.payout));
        let change = ConversionChange {
            external_id: external_id.to_owned(),
            goal: after.goal.clone(),
            transaction_id: after.transaction_id.clone(),
            before,
            after: (after.state, after.payout),
        };
        conversions.insert(external_id.to_owned(), after);
        Some(change)
    }
}
