//! A small network for the ledger's tests, and the ways in which its log can be settled.

use placard_ledger::{
    Accounts, AdvertiserAccount, CampaignAccount, CheckpointError, Checkpointed, Conversion, Needs, PartId, Settled,
    State, WebmasterAccount,
};
use placard_model::books::posting::{Account, Operation};
use placard_model::books::settlement::{Settlement, SettlementKind};
use placard_model::event::{Arrival, Event, EventRef, Record, Served, ServedAd, TokenId};
use placard_model::format::{BlockFormat, CampaignType, Target};
use placard_model::inventory::{AdDims, BlockDims};
use placard_model::targeting::audience::{Browser, DeviceType, Language, Os};
use placard_model::targeting::geo::Place;
use placard_model::targeting::request::{PrefixHash, VisitorId};
use placard_model::{
    AdId, BlockId, CampaignId, CategoryId, GroupId, Money, OfferId, SiteId, TemplateId, TrafficSourceId, UnixMs,
    UserId, Verdict,
};
use std::collections::BTreeMap;

/// Where the logs of tests begin: a Friday, 8 hours into its UTC day.
pub(crate) const START: UnixMs = UnixMs(1_800_000_000_000);

/// What distinguishes one served ad and one visit from another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Visit {
    pub(crate) token: u8,
    /// A push ad: as a notification, or in a block of a native format.
    pub(crate) push: Option<BlockFormat>,
    pub(crate) ad: i64,
    pub(crate) campaign: i64,
    pub(crate) advertiser: i64,
    pub(crate) webmaster: i64,
    pub(crate) site: i64,
    pub(crate) price: i64,
    pub(crate) decided_at: UnixMs,
    pub(crate) visitor: u64,
    pub(crate) yesterday: u64,
    pub(crate) prefix: u64,
    pub(crate) prefix_yesterday: u64,
    pub(crate) edge: Verdict,
}

impl Visit {
    /// The visit of a token by a visitor of its own.
    pub(crate) fn of(token: u8, decided_at: UnixMs) -> Self {
        let n = u64::from(token);
        Self {
            token,
            push: None,
            ad: i64::from(token),
            campaign: 1,
            advertiser: 10,
            webmaster: 20,
            site: 1,
            price: 100_000,
            decided_at,
            visitor: 1_000 + n,
            yesterday: 2_000 + n,
            prefix: 3_000 + n,
            prefix_yesterday: 4_000 + n,
            edge: Verdict::Valid,
        }
    }

    pub(crate) fn ad(&self) -> ServedAd {
        let (block, template) = (BlockId(self.site * 10), TemplateId(1));
        let served = Served {
            ad: AdId(self.ad),
            block,
            page: 1,
            visitor: VisitorId(self.visitor),
            decided_at: self.decided_at,
            price: Money::from_micros(self.price),
            weight_micros: 1,
            place: Place::default(),
            asn: 1,
            device_type: DeviceType::Mobile,
            os: Os::Android,
            browser: Browser::Chrome,
            language: Language::UNKNOWN,
            traffic_source: TrafficSourceId(0),
            template,
            position: 0,
            control: false,
            consent: false,
        };
        ServedAd {
            token: TokenId([self.token; 12]),
            served,
            ad: AdDims {
                campaign_type: if self.push.is_some() { CampaignType::Push } else { CampaignType::Native },
                advertiser: UserId(self.advertiser),
                campaign: CampaignId(self.campaign),
                group: GroupId(1),
                target: Target::Commodity,
                offer: OfferId(0),
                category: CategoryId(0),
            },
            block: BlockDims {
                webmaster: UserId(self.webmaster),
                site: SiteId(self.site),
                block,
                format: self.push.unwrap_or(BlockFormat::Native),
                template,
            },
        }
    }

    pub(crate) fn arrival(&self) -> Arrival {
        Arrival {
            edge_verdict: self.edge,
            attested: true,
            visitor: VisitorId(self.visitor),
            visitor_yesterday: VisitorId(self.yesterday),
            prefix: PrefixHash(self.prefix),
            prefix_yesterday: PrefixHash(self.prefix_yesterday),
            rate_flag: false,
        }
    }

    pub(crate) fn show(&self) -> Event {
        Event::Show { ad: self.ad(), arrival: self.arrival() }
    }

    pub(crate) fn click(&self) -> Event {
        Event::Click { ad: self.ad(), arrival: self.arrival() }
    }
}

/// What a database would hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Books {
    pub(crate) accounts: Accounts,
    pub(crate) settlements: Vec<Settlement>,
    /// Sums of all postings.
    pub(crate) balances: BTreeMap<Account, Money>,
    /// What advertisers paid by the kind of transaction, as its number.
    pub(crate) posted: BTreeMap<i64, Money>,
}

impl Books {
    /// Rich advertisers 10..=12 with campaigns 1..=3 (one each), webmasters 20..=22 at 70 %.
    pub(crate) fn rich() -> Self {
        let mut accounts = Accounts::default();
        for n in 0..3 {
            let advertiser = AdvertiserAccount { balance: Money::from_dollars(1_000), referrer: None };
            accounts.advertisers.insert(UserId(10 + n), advertiser);
            accounts.campaigns.insert(CampaignId(1 + n), CampaignAccount::default());
            accounts.webmasters.insert(UserId(20 + n), WebmasterAccount { share_bp: 7_000, referrer: None });
        }
        Self { accounts, ..Self::default() }
    }

    /// Only what was asked for, as a database would answer.
    fn fetch(&self, needs: &Needs) -> Accounts {
        let all = &self.accounts;
        Accounts {
            referrer_bp: 500,
            advertisers: needs.advertisers.iter().map(|id| (*id, all.advertisers[id])).collect(),
            webmasters: needs.webmasters.iter().map(|id| (*id, all.webmasters[id])).collect(),
            campaigns: needs
                .campaigns
                .iter()
                .map(|(id, days)| {
                    let mut campaign = all.campaigns[id].clone();
                    campaign.spent_on.retain(|day, _| days.contains(day));
                    (*id, campaign)
                })
                .collect(),
            clicks: needs.clicks.iter().filter_map(|at| Some((*at, self.click(*at)?.clone()))).collect(),
            voided: needs.clicks.iter().copied().filter(|at| self.is_voided(*at)).collect(),
            released: needs.clicks.iter().filter_map(|at| Some((*at, *all.released.get(at)?))).collect(),
            conversions: needs.clicks.iter().filter_map(|at| Some((*at, all.conversions.get(at)?.clone()))).collect(),
        }
    }

    pub(crate) fn is_voided(&self, at: EventRef) -> bool {
        self.settlements.iter().any(|s| s.click == at && matches!(s.kind, SettlementKind::Void { .. }))
    }

    fn click(&self, at: EventRef) -> Option<&Settlement> {
        self.settlements.iter().find(|s| s.click == at && s.kind == SettlementKind::Click)
    }

    fn write(&mut self, settled: &Settled) {
        let moved = settled.postings();
        let (clicks, push_clicks) = (Operation::NativeClicks, Operation::PushClicks);
        for (operation, postings) in
            [(clicks, &moved.clicks), (push_clicks, &moved.push_clicks), (Operation::Void, &moved.voids)]
        {
            for posting in postings.iter().filter(|posting| matches!(posting.account, Account::Advertiser(_))) {
                *self.posted.entry(operation.code()).or_default() -= posting.amount;
            }
            let sum: Money = postings.iter().map(|posting| posting.amount).sum();
            assert!(sum.is_zero(), "each transaction adds up to zero");
        }
        for posting in moved.clicks.into_iter().chain(moved.push_clicks).chain(moved.voids) {
            *self.balances.entry(posting.account).or_default() += posting.amount;
            if let Account::Advertiser(id) = posting.account {
                self.accounts.advertisers.get_mut(&id).unwrap().balance += posting.amount;
                let campaign = self.accounts.campaigns.get_mut(&posting.campaign.unwrap()).unwrap();
                campaign.spent_total -= posting.amount;
                *campaign.spent_on.entry(posting.day).or_default() -= posting.amount;
            }
        }
        for settlement in &settled.settlements {
            if let SettlementKind::Conversion(change) = &settlement.kind {
                let (state, payout) = change.after;
                let of_click = self.accounts.conversions.entry(settlement.click).or_default();
                of_click.insert(
                    change.external_id.clone(),
                    Conversion {
                        state,
                        payout,
                        goal: change.goal.clone(),
                        transaction_id: change.transaction_id.clone(),
                    },
                );
            }
        }
        self.settlements.extend(settled.settlements.iter().cloned());
    }

    /// What is about a record of its own: all but voids.
    pub(crate) fn records(&self) -> impl Iterator<Item = &Settlement> {
        self.settlements.iter().filter(|s| !matches!(s.kind, SettlementKind::Void { .. }))
    }

    /// One transaction. A failing one is tried again after a rollback.
    pub(crate) fn settle(&mut self, state: &mut State, records: &[Record], passed: UnixMs, fails: bool) {
        let needs = state.needs(records, passed);
        if fails {
            let before = state.clone();
            state.settle(records, passed, &mut self.fetch(&needs));
            state.rollback();
            assert_eq!(*state, before, "a rollback takes everything back");
        }
        let settled = state.settle(records, passed, &mut self.fetch(&needs));
        self.write(&settled);
        state.commit();
    }

    /// A restart: from a checkpoint that was taken before `replay` was settled.
    pub(crate) fn restart(&self, checkpoint: &Checkpoints, replay: &[Record]) -> State {
        let mut state: State = checkpoint.restore().unwrap();
        let verdicts: BTreeMap<EventRef, Verdict> = self.records().map(|s| (s.record, s.verdict)).collect();
        let verdict = |at: EventRef| verdicts.get(&at).copied();
        let mut replayed = state.replay(replay, &verdict);
        replayed += state.replay_settled(&verdict);
        assert_eq!(replayed.differing, 0);
        state
    }
}

/// A store of checkpoints in parts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Checkpoints {
    pub(crate) head: Vec<u8>,
    pub(crate) parts: BTreeMap<PartId, Vec<u8>>,
    /// Bytes that were written at all.
    pub(crate) written: usize,
    last: i64,
}

impl Checkpoints {
    /// Of a state that has taken nothing.
    pub(crate) fn begin<S: Checkpointed + Default>() -> Self {
        let mut checkpoints = Self::default();
        checkpoints.store(&mut S::default());
        checkpoints
    }

    pub(crate) fn store<S: Checkpointed>(&mut self, state: &mut S) {
        self.store_parts(state, usize::MAX);
        let (head, named) = state.head();
        self.written += head.len();
        self.head = head;
        self.parts.retain(|id, _| named.contains(id));
        assert_eq!(self.parts.len(), named.len(), "every part is there, each once");
    }

    /// As far as it comes when it is killed after so many rounds, of one part each.
    pub(crate) fn store_parts<S: Checkpointed>(&mut self, state: &mut S, rounds: usize) {
        for _ in 0..rounds {
            let bodies = state.unstored_parts(1);
            if bodies.is_empty() {
                return;
            }
            let ids: Vec<PartId> = bodies
                .into_iter()
                .map(|body| {
                    self.last += 1;
                    self.written += body.len();
                    self.parts.insert(PartId(self.last), body);
                    PartId(self.last)
                })
                .collect();
            state.note_parts(&ids);
        }
    }

    pub(crate) fn restore<S: Checkpointed>(&self) -> Result<S, CheckpointError> {
        let mut restoring = S::restore(&self.head)?;
        while let Some(part) = restoring.next_part()? {
            restoring.fill(&self.parts[&part])?;
        }
        restoring.finish()
    }
}

/// Where so many records stand before one.
pub(crate) fn place(before: usize) -> EventRef {
    EventRef(32 + before as u64 * 100)
}

/// The records of a log in which these events happened at these times.
pub(crate) fn log_of(events: impl IntoIterator<Item = (UnixMs, Event)>) -> Vec<Record> {
    let records = events.into_iter().enumerate();
    records.map(|(n, (append_ms, event))| Record { at: place(n), append_ms, event }).collect()
}
