//! What visitors of a busy network do: requests of all blocks, their shows, clicks and conversions, as the log has them.

use super::TIMES_A_DAY;
use crate::app::AppState;
use crate::bench::SEED;
use crate::bench::money::PRICE;
use placard_engine::generator::{self, GeneratedRequest, Size};
use placard_model::event::{
    Arrival, ConversionState, Event, EventRef, RequestCount, RequestSample, Served, ServedAd, TokenId,
};
use placard_model::format::{CampaignType, Target};
use placard_model::inventory::{AdDims, BlockDims};
use placard_model::targeting::request::{PrefixHash, VisitorId};
use placard_model::{AdId, BlockId, CampaignId, CategoryId, GroupId, Money, OfferId, UnixMs, UserId, Verdict};
use std::collections::BTreeMap;

/// Requests that come at once, and the ads that each shows: blocks have four places most often.
const REQUESTS_AT_ONCE: u64 = 625;
const PLACES: u64 = 4;
/// One show in so many is clicked, and one click in so many converts.
const SHOWS_OF_A_CLICK: u64 = 10;
const CLICKS_OF_A_CONVERSION: u64 = 50;
pub(super) const REQUESTS_A_DAY: i64 = TIMES_A_DAY * REQUESTS_AT_ONCE as i64;
pub(super) const SHOWS_A_DAY: i64 = REQUESTS_A_DAY * PLACES as i64;
pub(super) const CLICKS_A_DAY: i64 = SHOWS_A_DAY / SHOWS_OF_A_CLICK as i64;
pub(super) const CONVERSIONS_A_DAY: i64 = CLICKS_A_DAY / CLICKS_OF_A_CONVERSION as i64;
/// Ads, as many of each advertiser.
pub(super) const ADS: i64 = 1_000;
/// Webmasters, with one site of three blocks each.
pub(super) const WEBMASTERS: i64 = 100;
pub(super) const BLOCKS: i64 = 3 * WEBMASTERS;
/// The first webmaster comes behind this user: nobody advertises and earns.
const BEFORE_WEBMASTERS: i64 = 1_000;
/// Different visitors with their pages, who come again and again under other names.
const DIFFERENT_REQUESTS: usize = 20_000;
/// What a conversion is worth.
const PAYOUT: Money = Money::from_dollars(20);

/// The network's visitors.
pub(super) struct Traffic {
    campaigns: Vec<CampaignId>,
    blocks: BTreeMap<BlockId, BlockDims>,
    requests: Vec<GeneratedRequest>,
    /// Requests made so far.
    made: u64,
    /// Clicks that were not made yet.
    to_click: Vec<Event>,
    /// Clicks made so far, and those of the last time that convert at the next.
    clicked: u64,
    to_convert: Vec<EventRef>,
}

impl Traffic {
    /// Of one campaign for each advertiser.
    pub(super) fn new(campaigns: Vec<CampaignId>) -> Self {
        let blocks = generator::network(Size { ads: 0, sites: WEBMASTERS as usize }, SEED).blocks;
        let requests = generator::requests(&blocks, DIFFERENT_REQUESTS, SEED);
        let dims = blocks.iter().map(|block| {
            let webmaster = UserId(BEFORE_WEBMASTERS + block.dims.site.0);
            (block.dims.block, BlockDims { webmaster, ..block.dims })
        });
        Self {
            campaigns,
            blocks: dims.collect(),
            requests,
            made: 0,
            to_click: Vec::new(),
            clicked: 0,
            to_convert: Vec::new(),
        }
    }

    /// Requests with their samples, the shows of their ads, and what clicks of before have come to. All requests are kept as samples:
    /// a second has fewer of them than are kept of each.
    pub(super) async fn shows(&mut self, app: &AppState) -> anyhow::Result<()> {
        let now = app.clock.now();
        let mut counts = BTreeMap::<BlockId, RequestCount>::new();
        let (mut events, mut to_click) = (Vec::new(), Vec::new());
        for number in self.made..self.made + REQUESTS_AT_ONCE {
            let request = &self.requests[number as usize % self.requests.len()];
            let block = self.blocks[&request.block];
            let count = counts.entry(block.block).or_insert_with(|| RequestCount {
                block: block.block,
                owner: Some(block),
                step: 0,
                hour: now.hour(),
                requests: 0,
                places: 0,
                filled: 0,
            });
            count.requests += 1;
            count.places += PLACES as u32;
            count.filled += PLACES as u32;
            events.push(Event::Sample(sample(request, block, number)));
            for place in 0..PLACES {
                let show = number * PLACES + place;
                let (ad, arrival) = (self.served(show, request, block, now), arrival(number));
                events.push(Event::Show { ad, arrival });
                if show.is_multiple_of(SHOWS_OF_A_CLICK) {
                    to_click.push(Event::Click { ad, arrival });
                }
            }
        }
        self.made += REQUESTS_AT_ONCE;
        self.to_click = to_click;
        events.push(Event::Requests(counts.into_values().collect()));
        let converted = self.to_convert.drain(..).map(|click| Event::Postback {
            click,
            external_id: "order".to_owned(),
            state: ConversionState::Hold,
            payout: Some(PAYOUT),
            goal: String::new(),
            transaction_id: String::new(),
        });
        events.extend(converted);
        app.log.append_all(events).await?;
        Ok(())
    }

    /// Clicks on what was shown last.
    pub(super) async fn clicks(&mut self, app: &AppState) -> anyhow::Result<()> {
        for click in app.log.append_all(std::mem::take(&mut self.to_click)).await? {
            if self.clicked.is_multiple_of(CLICKS_OF_A_CONVERSION) {
                self.to_convert.push(click.at);
            }
            self.clicked += 1;
        }
        Ok(())
    }

    /// Any ad may come to any visitor, some far more often than others: in a network that targets fewer things come together, and
    /// fewer rows.
    fn served(&self, show: u64, request: &GeneratedRequest, block: BlockDims, decided_at: UnixMs) -> ServedAd {
        let chance = mixed(show);
        let ad = ((chance % 1_000) * (chance / 1_000 % 1_000)) as i64 * ADS / 1_000_000;
        let owner = ad % self.campaigns.len() as i64;
        let audience = &request.audience;
        let mut token = [0; 12];
        token[..8].copy_from_slice(&show.to_le_bytes());
        ServedAd {
            token: TokenId(token),
            served: Served {
                ad: AdId(ad + 1),
                block: block.block,
                page: chance as u32,
                visitor: visitor(show / PLACES),
                decided_at,
                price: PRICE,
                weight_micros: 500,
                place: audience.place,
                asn: audience.asn,
                device_type: audience.device_type,
                os: audience.os,
                browser: audience.browser,
                language: audience.language,
                traffic_source: audience.traffic_source,
                template: block.template,
                position: (show % PLACES) as u8,
                control: false,
                consent: false,
            },
            ad: AdDims {
                campaign_type: CampaignType::Native,
                advertiser: UserId(owner + 1),
                campaign: self.campaigns[owner as usize],
                group: GroupId(owner + 1),
                target: Target::Commodity,
                offer: OfferId(0),
                category: CategoryId(1),
            },
            block,
        }
    }
}

fn sample(request: &GeneratedRequest, block: BlockDims, number: u64) -> RequestSample {
    let audience = &request.audience;
    RequestSample {
        block,
        page: request.page.trim_start_matches("https://").to_owned(),
        place: audience.place,
        asn: audience.asn,
        device_type: audience.device_type,
        os: audience.os,
        browser: audience.browser,
        language: audience.language,
        traffic_source: audience.traffic_source,
        visitor: visitor(number),
        places: PLACES as u8,
        filled: PLACES as u8,
        step: Some(0),
        weight: 1,
        content: request.content.clone(),
    }
}

/// Each request is of somebody else, today and yesterday.
fn arrival(number: u64) -> Arrival {
    let yesterday = number | 1 << 63;
    Arrival {
        edge_verdict: Verdict::Valid,
        attested: true,
        visitor: visitor(number),
        visitor_yesterday: visitor(yesterday),
        prefix: PrefixHash(mixed(number)),
        prefix_yesterday: PrefixHash(mixed(yesterday)),
        rate_flag: false,
    }
}

/// As long in the log as real ones are.
fn visitor(number: u64) -> VisitorId {
    VisitorId(mixed(number))
}

/// Another number for each, without any order (the finalizer of SplitMix64).
const fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
