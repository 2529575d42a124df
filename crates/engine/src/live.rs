//! Facts that take effect at once: wishes, money, caps, what was learned. They are kept by id, so they outlive every
//! rebuild, and written through to the bits of the current snapshot.

use crate::caps::Caps;
use crate::held::Held;
use crate::money::{AdvertiserMoney, CampaignMoney, CampaignSpend, PacingState};
use crate::posterior::{Learned, Posteriors};
use crate::snapshot::Snapshot;
use arc_swap::ArcSwap;
use parking_lot::Mutex;
use placard_model::event::TokenId;
use placard_model::ids::{AdId, CampaignId, GroupId, UserId};
use placard_model::inventory::CampaignSpec;
use placard_model::money::Money;
use placard_model::targeting::request::VisitorId;
use placard_model::time::{Day, UnixMs};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

#[derive(Debug, Default)]
struct CampaignState {
    wanted: bool,
    configured: bool,
    money: Arc<Mutex<CampaignMoney>>,
}

#[derive(Debug, Default)]
struct State {
    campaigns: FxHashMap<CampaignId, CampaignState>,
    groups: FxHashMap<GroupId, bool>,
    ads: FxHashMap<AdId, bool>,
    advertisers: FxHashMap<UserId, Arc<AdvertiserMoney>>,
    /// Those that take fewer turns than all.
    turns: FxHashMap<CampaignId, u16>,
}

/// The live facts. Every method takes effect for decisions that begin after it returns.
///
/// An advertiser whose balance nobody told has none: [`Live::set_advertiser_balance`] is called for each at start.
#[derive(Debug)]
pub struct Live {
    state: Mutex<State>,
    /// Locked before the money of campaigns, and never together with the state.
    held: Mutex<Held>,
    current: ArcSwap<Snapshot>,
    caps: Arc<Caps>,
    posteriors: Arc<Posteriors>,
}

impl Live {
    pub(crate) fn new(snapshot: Snapshot) -> Self {
        let (caps, posteriors) = (snapshot.caps.clone(), snapshot.posteriors.clone());
        Self {
            state: Mutex::default(),
            held: Mutex::default(),
            current: ArcSwap::from_pointee(snapshot),
            caps,
            posteriors,
        }
    }

    pub(crate) fn snapshot(&self) -> Arc<Snapshot> {
        self.current.load_full()
    }

    pub(crate) fn caps(&self) -> &Arc<Caps> {
        &self.caps
    }

    pub(crate) fn posteriors(&self) -> &Arc<Posteriors> {
        &self.posteriors
    }

    /// The wish of a campaign, without staff's or a rule's pause. Unknown campaigns are ignored: their wish comes with
    /// their spec.
    pub fn set_campaign_wanted(&self, campaign: CampaignId, wanted: bool) {
        let mut state = self.state.lock();
        let Some(known) = state.campaigns.get_mut(&campaign) else { return };
        if wanted && !known.wanted {
            known.money.lock().restart();
        }
        known.wanted = wanted;
        let snapshot = self.current.load();
        if let Some(&at) = snapshot.campaign_at.get(&campaign) {
            snapshot.live.campaign_wanted.write_range(at as usize, at as usize + 1, wanted);
            snapshot.refresh_started(snapshot.campaigns[at as usize]);
        }
    }

    /// The wish of a group. Unknown groups are ignored.
    pub fn set_group_wanted(&self, group: GroupId, wanted: bool) {
        let mut state = self.state.lock();
        let Some(known) = state.groups.get_mut(&group) else { return };
        *known = wanted;
        let snapshot = self.current.load();
        if let Some(&at) = snapshot.group_at.get(&group) {
            snapshot.live.group_wanted.write_range(at as usize, at as usize + 1, wanted);
            snapshot.refresh_started(snapshot.groups[at as usize]);
        }
    }

    /// The wish of an ad. Unknown ads are ignored.
    pub fn set_ad_wanted(&self, ad: AdId, wanted: bool) {
        let mut state = self.state.lock();
        let Some(known) = state.ads.get_mut(&ad) else { return };
        *known = wanted;
        let snapshot = self.current.load();
        if let Some(&at) = snapshot.ad_at.get(&ad) {
            snapshot.live.ad_wanted.write_range(at as usize, at as usize + 1, wanted);
            snapshot.refresh_started((at, at + 1));
        }
    }

    /// Campaigns that take fewer turns where notifications are chosen, with how many of
    /// [`placard_model::push::push_engagement::TURNS_ALL`] each takes. It replaces what was told before: all others take all.
    pub fn set_turns(&self, fewer: impl IntoIterator<Item = (CampaignId, u16)>) {
        let mut state = self.state.lock();
        state.turns = fewer.into_iter().collect();
        self.current.load().write_turns(&state.turns);
    }

    /// What an advertiser has, as billing says; it replaces what was counted since.
    pub fn set_advertiser_balance(&self, advertiser: UserId, balance: Money, now: UnixMs) {
        let mut state = self.state.lock();
        state.advertisers.entry(advertiser).or_default().balance.store(balance.micros(), Ordering::Relaxed);
        Self::refresh_advertiser(&state, &self.current.load(), advertiser, now);
    }

    /// What a campaign has spent, as billing says; it replaces what was counted since.
    pub fn set_campaign_spend(&self, campaign: CampaignId, spend: CampaignSpend, now: UnixMs) {
        let mut state = self.state.lock();
        state.campaigns.entry(campaign).or_default().money.lock().set_spend(spend);
        Self::refresh_campaign(&state, &self.current.load(), campaign, now);
    }

    /// A creative was rendered: counts for the frequency cap and for the clicks to expect.
    ///
    /// `weight_micros` is the decision's: price x predicted click rate x 1,000.
    pub fn on_show(&self, ad: AdId, visitor: VisitorId, weight_micros: i64, now: UnixMs) {
        let snapshot = self.current.load();
        let Some(entry) = snapshot.ad(ad) else { return };
        if entry.frequency_cap().is_some() {
            self.caps.record(visitor, ad, now);
        }
        Self::change_money(&snapshot, entry.dims.campaign, now, |money| {
            money.show(weight_micros.clamp(0, i64::from(u32::MAX) * 1_000) / 1_000, now);
        });
    }

    /// A click of a token is on its way to the log: its price is held until billing has judged it
    /// ([`Live::on_settled`]), or it is known not to be written ([`Live::on_not_clicked`]). To be called before it is
    /// written, so that billing cannot be faster. Further clicks of a token that holds its price hold nothing: one of
    /// them at most is billed. Says whether this click holds it.
    pub fn on_click(&self, token: TokenId, campaign: CampaignId, price: Money, now: UnixMs) -> bool {
        let snapshot = self.current.load();
        let money = match snapshot.campaign_at.get(&campaign) {
            Some(&at) => Some(snapshot.money[at as usize].clone()),
            // A campaign none of whose ads can be shown now: clicks on what was shown still cost.
            None => self.state.lock().campaigns.get(&campaign).map(|known| known.money.clone()),
        };
        let Some(money) = money else { return false };
        let holds = self.held.lock().hold(token, campaign, &money, price.micros(), now);
        if holds {
            Self::write_money(&snapshot, campaign, &money, now);
        }
        holds
    }

    /// A click that held money was not written: what it held is free again.
    pub fn on_not_clicked(&self, token: TokenId, now: UnixMs) {
        self.release(token, now);
    }

    /// Billing judged a click of a token: `charged` were taken from the advertiser, for the click's `day`, and what the
    /// token held is free again. To be called for every click that was settled, whatever the verdict.
    pub fn on_settled(
        &self,
        token: TokenId,
        campaign: CampaignId,
        advertiser: UserId,
        charged: Money,
        day: Day,
        now: UnixMs,
    ) {
        self.charge(campaign, advertiser, charged, day, now);
        self.release(token, now);
    }

    /// Billing took a click of `day` back: `charged` is what it had cost, with the opposite sign. Of a day that is over
    /// the total alone is freed.
    pub fn on_voided(&self, campaign: CampaignId, advertiser: UserId, charged: Money, day: Day, now: UnixMs) {
        self.charge(campaign, advertiser, charged, day, now);
    }

    fn charge(&self, campaign: CampaignId, advertiser: UserId, charged: Money, day: Day, now: UnixMs) {
        let mut state = self.state.lock();
        state.advertisers.entry(advertiser).or_default().balance.fetch_sub(charged.micros(), Ordering::Relaxed);
        if let Some(known) = state.campaigns.get(&campaign) {
            known.money.lock().charge(charged.micros(), day);
        }
        Self::refresh_campaign(&state, &self.current.load(), campaign, now);
    }

    /// What clicks that billing has not judged hold of a campaign's money.
    pub fn unbilled(&self, campaign: CampaignId) -> Money {
        let state = self.state.lock();
        Money::from_micros(state.campaigns.get(&campaign).map_or(0, |known| known.money.lock().unbilled()))
    }

    /// What clicks that billing has not judged hold of an advertiser's money.
    pub fn unbilled_of_advertiser(&self, advertiser: UserId) -> Money {
        let state = self.state.lock();
        let held = state.advertisers.get(&advertiser).map(|money| money.unbilled.load(Ordering::Relaxed));
        Money::from_micros(held.unwrap_or(0))
    }

    /// Clicks that hold money, for metrics.
    pub fn held_clicks(&self) -> usize {
        self.held.lock().len()
    }

    fn release(&self, token: TokenId, now: UnixMs) {
        let released = self.held.lock().release(token);
        if let Some(campaign) = released {
            Self::refresh_campaign(&self.state.lock(), &self.current.load(), campaign, now);
        }
    }

    /// Learns from settled clicks and valid shows.
    pub fn learn(&self, learned: &[Learned]) {
        // The lock keeps a rebuild from copying counts that this call is about to change.
        let _state = self.state.lock();
        let snapshot = self.current.load();
        for one in learned {
            snapshot.write_counts(one.ad, self.posteriors.learn(one));
        }
    }

    fn write_money(snapshot: &Snapshot, campaign: CampaignId, money: &Mutex<CampaignMoney>, now: UnixMs) {
        if let Some(&at) = snapshot.campaign_at.get(&campaign) {
            snapshot.write_headroom(at, money.lock().headroom(now));
        }
    }

    /// Changes the money of a campaign of the snapshot. No lock is shared with other campaigns.
    fn change_money(snapshot: &Snapshot, campaign: CampaignId, now: UnixMs, change: impl FnOnce(&mut CampaignMoney)) {
        if let Some(&at) = snapshot.campaign_at.get(&campaign) {
            let mut money = snapshot.money[at as usize].lock();
            change(&mut money);
            snapshot.write_headroom(at, money.headroom(now));
        }
    }

    fn refresh_campaign(state: &State, snapshot: &Snapshot, campaign: CampaignId, now: UnixMs) {
        if let (Some(known), Some(&at)) = (state.campaigns.get(&campaign), snapshot.campaign_at.get(&campaign)) {
            snapshot.write_headroom(at, known.money.lock().headroom(now));
        }
    }

    fn refresh_advertiser(state: &State, snapshot: &Snapshot, advertiser: UserId, now: UnixMs) {
        for &at in snapshot.campaigns_of.get(&advertiser).into_iter().flatten() {
            let first_ad = snapshot.campaigns[at as usize].0;
            Self::refresh_campaign(state, snapshot, snapshot.ads[first_ad as usize].dims.campaign, now);
        }
    }

    /// Lets time pass: shows grow old, days begin, plans move on.
    pub(crate) fn tick(&self, now: UnixMs) {
        self.held.lock().sweep(now);
        let _state = self.state.lock();
        Self::refresh_money(&self.current.load(), now);
    }

    fn refresh_money(snapshot: &Snapshot, now: UnixMs) {
        // All shows grow old first: an advertiser's balance is shared by the campaigns.
        for money in &snapshot.money {
            money.lock().advance(now);
        }
        for (at, money) in snapshot.money.iter().enumerate() {
            snapshot.write_headroom(at as u32, money.lock().headroom(now));
        }
    }

    pub(crate) fn put_campaign(&self, spec: &CampaignSpec) {
        let mut state = self.state.lock();
        let advertiser = state.advertisers.entry(spec.advertiser).or_default().clone();
        let known = state.campaigns.entry(spec.id).or_default();
        if !known.configured {
            // New here, not started again: a plan that was restored goes on.
            known.configured = true;
            known.wanted = spec.wanted;
        }
        known.money.lock().configure(spec, &advertiser);
        drop(state);
        self.set_campaign_wanted(spec.id, spec.wanted);
    }

    pub(crate) fn put_group(&self, group: GroupId, wanted: bool) {
        self.state.lock().groups.insert(group, wanted);
        self.set_group_wanted(group, wanted);
    }

    pub(crate) fn put_ad(&self, ad: AdId, wanted: bool) {
        self.state.lock().ads.insert(ad, wanted);
        self.set_ad_wanted(ad, wanted);
    }

    pub(crate) fn remove_campaign(&self, campaign: CampaignId) {
        self.set_campaign_wanted(campaign, false);
        if let Some(known) = self.state.lock().campaigns.remove(&campaign) {
            known.money.lock().end();
        }
    }

    pub(crate) fn remove_group(&self, group: GroupId) {
        self.set_group_wanted(group, false);
        self.state.lock().groups.remove(&group);
    }

    pub(crate) fn remove_ad(&self, ad: AdId) {
        self.set_ad_wanted(ad, false);
        self.state.lock().ads.remove(&ad);
    }

    /// Gives a new snapshot all live facts, then lets decisions have it. Under one lock, so that none is lost.
    pub(crate) fn publish(&self, mut snapshot: Snapshot, now: UnixMs) {
        let mut state = self.state.lock();
        snapshot.money = snapshot
            .campaigns
            .iter()
            .map(|run| state.campaigns.entry(snapshot.ads[run.0 as usize].dims.campaign).or_default().money.clone())
            .collect();
        for (id, &at) in &snapshot.campaign_at {
            let wanted = state.campaigns.get(id).is_some_and(|known| known.wanted);
            snapshot.live.campaign_wanted.write_range(at as usize, at as usize + 1, wanted);
        }
        for (id, &at) in &snapshot.group_at {
            let wanted = state.groups.get(id).is_some_and(|wanted| *wanted);
            snapshot.live.group_wanted.write_range(at as usize, at as usize + 1, wanted);
        }
        for (id, &at) in &snapshot.ad_at {
            let wanted = state.ads.get(id).is_some_and(|wanted| *wanted);
            snapshot.live.ad_wanted.write_range(at as usize, at as usize + 1, wanted);
            snapshot.write_counts(*id, self.posteriors.ad(*id));
        }
        snapshot.write_turns(&state.turns);
        snapshot.refresh_started((0, snapshot.len() as u32));
        Self::refresh_money(&snapshot, now);
        self.current.store(Arc::new(snapshot));
    }

    pub(crate) fn pacing(&self) -> Vec<(CampaignId, PacingState)> {
        let state = self.state.lock();
        let known = state.campaigns.iter().filter(|(_, known)| known.configured);
        known.map(|(campaign, known)| (*campaign, known.money.lock().pacing())).collect()
    }

    pub(crate) fn set_pacing(&self, pacing: Vec<(CampaignId, PacingState)>) {
        let mut state = self.state.lock();
        for (campaign, pacing) in pacing {
            state.campaigns.entry(campaign).or_default().money.lock().set_pacing(pacing);
        }
    }
}
