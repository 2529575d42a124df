//! Keeps the engine fresh: everything once at start, then what changes, within a fraction of a second.
//!
//! Money is not told here: balances and spend come from the billing feed.

use crate::state::WorkerState;
use anyhow::Context;
use futures_util::future::BoxFuture;
use placard_common::health::INVENTORY;
use placard_edge::delivery::GoneAd;
use placard_engine::Change;
use placard_model::inventory::{AdSpec, BlockSpec, CampaignSpec, GroupSpec};
use placard_model::time::HOUR_MS;
use placard_model::{AdId, BlockId, CampaignId, GroupId, SiteId, TemplateId, UnixMs, UserId};
use placard_store::advertising::inventory;
use placard_store::advertising::inventory_changes::{self, Kind};
use placard_store::advertising::postback_secrets::{self, SecretHash};
use placard_store::advertising::specs::{self, AFTERLIFE_MS, Landing, LandingsOf};
use placard_store::publishing::blocks::{self, Which};
use placard_store::{Conn, Topic};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Between two looks at the changes, where no transaction of this process wakes the feed earlier.
const POLL_INTERVAL: Duration = Duration::from_millis(200);
/// Changes that are taken over at once.
const CHANGES_PER_STEP_MAX: u32 = 1000;
/// Between two full loads, which forget what was archived long enough ago.
const RELOAD_INTERVAL_MS: i64 = 6 * HOUR_MS;

/// The feed: how far it has followed the changes.
pub struct Inventory {
    app: WorkerState,
    seq: i64,
    loaded_at: UnixMs,
    /// The share of webmasters with whom none was agreed, as the floors of their blocks were loaded with it.
    usual_share: i64,
    known: Known,
    /// Ads that may be shown no more, and since when.
    gone: BTreeMap<AdId, UnixMs>,
}

/// What the engine was told of.
#[derive(Default)]
struct Known {
    campaigns: BTreeSet<CampaignId>,
    groups: BTreeSet<GroupId>,
    ads: BTreeSet<AdId>,
    blocks: BTreeSet<BlockId>,
}

/// The feed's loop.
pub fn run(app: WorkerState, stop: CancellationToken) -> BoxFuture<'static, anyhow::Result<()>> {
    Box::pin(async move {
        let mut changed = app.store.watch(Topic::Inventory);
        let mut inventory = Inventory::load(app).await?;
        loop {
            tokio::select! {
                () = stop.cancelled() => return Ok(()),
                () = tokio::time::sleep(POLL_INTERVAL) => {}
                _ = changed.changed() => {}
            }
            inventory.step().await?;
        }
    })
}

impl Inventory {
    /// Loads everything and publishes it.
    pub async fn load(app: WorkerState) -> anyhow::Result<Self> {
        let mut inventory =
            Self { app, seq: 0, loaded_at: UnixMs(0), usual_share: 0, known: Known::default(), gone: BTreeMap::new() };
        inventory.reload().await?;
        Ok(inventory)
    }

    async fn reload(&mut self) -> anyhow::Result<()> {
        let read = async |conn: &Conn| {
            let seq = inventory_changes::newest(conn).await?;
            let mut all = Found::default();
            all.put_campaigns(None, specs::campaigns(conn, None).await?);
            all.put_groups(None, specs::groups(conn, None).await?);
            all.put_ads(None, specs::ads(conn, None).await?);
            let mut from = BlockId(0);
            loop {
                let page = blocks::list_specs(conn, Which::From(from)).await?;
                let Some((last, _)) = page.last() else { break };
                from = BlockId(last.dims.block.0 + 1);
                all.blocks.extend(page);
            }
            let mut last = AdId(0);
            loop {
                let page = specs::landings(conn, LandingsOf::After(last)).await?;
                let Some(found) = page.last() else { break };
                last = found.ad;
                all.landings.extend(page);
            }
            all.secrets = secrets(conn, None).await?;
            Ok((seq, all))
        };
        let usual_share = self.usual_share();
        let (seq, mut found) =
            self.app.store.read("load_inventory", read).await.context("cannot load the inventory")?;
        // What is known and was not found again has been gone for long enough.
        let next = found.known();
        found.changes.extend(self.known.campaigns.difference(&next.campaigns).copied().map(Change::RemoveCampaign));
        found.changes.extend(self.known.groups.difference(&next.groups).copied().map(Change::RemoveGroup));
        let now = self.app.clock.now();
        let long_gone = |ad: &&AdId| self.gone.get(ad).is_none_or(|since| now.since_ms(*since) > AFTERLIFE_MS);
        found.changes.extend(self.known.ads.difference(&next.ads).filter(long_gone).copied().map(Change::RemoveAd));
        found.changes.extend(self.known.blocks.difference(&next.blocks).copied().map(Change::RemoveBlock));
        let directory = &self.app.delivery.directory;
        directory.put_gone(std::mem::take(&mut found.landings).into_iter().map(gone), true);
        directory.set_secrets(found.secrets.drain(..).filter_map(|(user, hash)| Some((user, hash?))));
        self.take_over(found);
        self.seq = seq;
        self.usual_share = usual_share;
        self.loaded_at = now;
        self.app.engine.publish_now(now);
        self.app.engine.set_loaded();
        self.app.delivery.directory.set_ready();
        self.app.health.clear(INVENTORY);
        Ok(())
    }

    /// Takes over what has changed, and lets the engine publish. Says whether something had changed.
    pub async fn step(&mut self) -> anyhow::Result<bool> {
        let now = self.app.clock.now();
        if now.since_ms(self.loaded_at) >= RELOAD_INTERVAL_MS || self.usual_share() != self.usual_share {
            self.reload().await?;
            return Ok(true);
        }
        let mut any = false;
        loop {
            let seq = self.seq;
            let read = async move |conn: &Conn| {
                let changes = inventory_changes::after(conn, seq, CHANGES_PER_STEP_MAX).await?;
                let found = if changes.is_empty() { Found::default() } else { Found::read(conn, &changes).await? };
                Ok((changes, found))
            };
            let (changes, found) = self.app.store.read("follow_inventory", read).await?;
            let Some(last) = changes.last() else { break };
            any = true;
            self.seq = last.seq;
            let found = self.keep_landings(found, now);
            self.take_over(found);
            if changes.len() < CHANGES_PER_STEP_MAX as usize {
                break;
            }
        }
        self.app.engine.publish(now);
        Ok(any)
    }

    fn usual_share(&self) -> i64 {
        self.app.settings.get().shares.webmaster.0
    }

    /// Takes over what has changed and publishes it at once, however short the last snapshot is ago: for tests and for
    /// a history that is made on a moved clock.
    pub async fn catch_up(&mut self) -> anyhow::Result<()> {
        self.step().await?;
        self.app.engine.publish_now(self.app.clock.now());
        Ok(())
    }

    fn take_over(&mut self, mut found: Found) {
        // Before the engine hears of it, so that no click in between finds neither.
        let directory = &self.app.delivery.directory;
        directory.put_gone(std::mem::take(&mut found.landings).into_iter().map(gone), false);
        for (user, hash) in std::mem::take(&mut found.secrets) {
            directory.put_secret(user, hash);
        }
        for (spec, shows) in std::mem::take(&mut found.blocks) {
            found.changes.push(self.block_change(spec, shows));
        }
        for change in &found.changes {
            self.known.note(change);
        }
        self.app.engine.apply(found.changes);
    }

    /// Ads that were edited wait for a moderator with their new landing page. The approved one stays for the clicks on
    /// what was shown of it, unwanted.
    fn keep_landings(&mut self, mut found: Found, now: UnixMs) -> Found {
        let snapshot = self.app.engine.snapshot();
        for change in &mut found.changes {
            match change {
                Change::RemoveAd(id) => {
                    if let Some(entry) = snapshot.ad(*id) {
                        self.gone.entry(*id).or_insert(now);
                        *change = Change::Ad(AdSpec { wanted: false, ..AdSpec::clone(&entry.spec) });
                    }
                }
                Change::Ad(spec) => drop(self.gone.remove(&spec.id)),
                _ => {}
            }
        }
        found
    }

    /// A block that shows nothing leaves the engine, but clicks on what it showed still find their owner.
    fn block_change(&self, spec: BlockSpec, shows: bool) -> Change {
        self.app.delivery.directory.put_block(spec.dims, &spec.domain);
        if shows { Change::Block(spec) } else { Change::RemoveBlock(spec.dims.block) }
    }
}

impl Known {
    fn note(&mut self, change: &Change) {
        match change {
            Change::Campaign(spec) => drop(self.campaigns.insert(spec.id)),
            Change::RemoveCampaign(id) => drop(self.campaigns.remove(id)),
            Change::Group(spec) => drop(self.groups.insert(spec.id)),
            Change::RemoveGroup(id) => drop(self.groups.remove(id)),
            Change::Ad(spec) => drop(self.ads.insert(spec.id)),
            Change::RemoveAd(id) => drop(self.ads.remove(id)),
            Change::Block(spec) => drop(self.blocks.insert(spec.dims.block)),
            Change::RemoveBlock(id) => drop(self.blocks.remove(id)),
        }
    }
}

/// What was read for the engine.
#[derive(Default)]
struct Found {
    changes: Vec<Change>,
    blocks: Vec<(BlockSpec, bool)>,
    /// Of ads that may be shown no more.
    landings: Vec<Landing>,
    /// Postback secrets of advertisers that were looked at.
    secrets: Vec<(UserId, Option<SecretHash>)>,
}

impl Found {
    /// Reads what changes are about; what is not found is removed.
    async fn read(conn: &Conn, changes: &[inventory_changes::Change]) -> placard_store::Result<Self> {
        let ids = |kind: Kind| -> BTreeSet<i64> { changes.iter().filter(|c| c.kind == kind).map(|c| c.id).collect() };
        let mut campaigns: BTreeSet<CampaignId> = ids(Kind::Campaign).into_iter().map(CampaignId).collect();
        let mut block_ids: BTreeSet<BlockId> = ids(Kind::Block).into_iter().map(BlockId).collect();
        let mut found = Self::default();
        for user in ids(Kind::User) {
            found.secrets.extend(secrets(conn, Some(UserId(user))).await?);
            campaigns.extend(inventory::campaigns_of(conn, UserId(user)).await?);
            block_ids.extend(inventory::blocks_of(conn, UserId(user)).await?);
        }
        let groups: Vec<GroupId> = ids(Kind::Group).into_iter().map(GroupId).collect();
        let ads: Vec<AdId> = ids(Kind::Ad).into_iter().map(AdId).collect();
        let campaigns: Vec<CampaignId> = campaigns.into_iter().collect();
        if !campaigns.is_empty() {
            found.put_campaigns(Some(&campaigns), specs::campaigns(conn, Some(&campaigns)).await?);
        }
        if !groups.is_empty() {
            found.put_groups(Some(&groups), specs::groups(conn, Some(&groups)).await?);
        }
        if !ads.is_empty() {
            found.put_ads(Some(&ads), specs::ads(conn, Some(&ads)).await?);
            found.landings = specs::landings(conn, LandingsOf::Ads(&ads)).await?;
        }
        for site in ids(Kind::Site) {
            found.blocks.extend(blocks::list_specs(conn, Which::Site(SiteId(site))).await?);
        }
        for template in ids(Kind::Template) {
            found.blocks.extend(blocks::list_specs(conn, Which::Template(TemplateId(template))).await?);
        }
        for block in block_ids {
            let specs = blocks::list_specs(conn, Which::Block(block)).await?;
            if specs.is_empty() {
                found.changes.push(Change::RemoveBlock(block));
            }
            found.blocks.extend(specs);
        }
        Ok(found)
    }

    fn put_campaigns(&mut self, asked: Option<&[CampaignId]>, specs: Vec<CampaignSpec>) {
        self.put(asked, specs, |spec| spec.id, Change::Campaign, Change::RemoveCampaign);
    }

    fn put_groups(&mut self, asked: Option<&[GroupId]>, specs: Vec<GroupSpec>) {
        self.put(asked, specs, |spec| spec.id, Change::Group, Change::RemoveGroup);
    }

    fn put_ads(&mut self, asked: Option<&[AdId]>, specs: Vec<AdSpec>) {
        self.put(asked, specs, |spec| spec.id, |spec| Change::Ad(with_brand(spec)), Change::RemoveAd);
    }

    /// Puts what was found, and removes what was asked for and not found.
    fn put<Id: Copy + Ord, Spec>(
        &mut self,
        asked: Option<&[Id]>,
        specs: Vec<Spec>,
        id: impl Fn(&Spec) -> Id,
        put: impl Fn(Spec) -> Change,
        remove: impl Fn(Id) -> Change,
    ) {
        let there: BTreeSet<Id> = specs.iter().map(id).collect();
        self.changes.extend(specs.into_iter().map(put));
        let gone = asked.unwrap_or_default().iter().filter(|asked| !there.contains(asked));
        self.changes.extend(gone.copied().map(remove));
    }

    fn known(&self) -> Known {
        let mut known = Known::default();
        for change in &self.changes {
            known.note(change);
        }
        known.blocks.extend(self.blocks.iter().filter(|(_, shows)| *shows).map(|(spec, _)| spec.dims.block));
        known
    }
}

/// The postback secrets of all advertisers, or what one has.
async fn secrets(conn: &Conn, user: Option<UserId>) -> placard_store::Result<Vec<(UserId, Option<SecretHash>)>> {
    let found = postback_secrets::hashes(conn, user).await?;
    match user {
        Some(user) if found.is_empty() => Ok(vec![(user, None)]),
        _ => Ok(found.into_iter().map(|(user, hash)| (user, Some(hash))).collect()),
    }
}

fn gone(landing: Landing) -> (AdId, GoneAd) {
    let Landing { ad, dims, url, title, campaign_name } = landing;
    (ad, GoneAd { dims, landing_url: url, title, campaign_name })
}

/// Who advertises must stand beside the mark: where the ad names no brand, the landing page's domain.
fn with_brand(mut spec: AdSpec) -> AdSpec {
    if spec.creative.brand.is_empty() {
        let landing = spec.creative.landing_url.split_once("://").map_or("", |(_, rest)| rest);
        let host = landing.split(['/', '?', '#', ':', '{']).next().unwrap_or_default();
        spec.creative.brand = host.strip_prefix("www.").unwrap_or(host).to_ascii_lowercase();
    }
    spec
}
