//! What delivery knows beside the engine: blocks by id, also those that show nothing any more, ads that may be shown no
//! more, and advertisers' postback secrets. A click on what was shown before still has owners and a landing page.

use arc_swap::ArcSwap;
use parking_lot::RwLock;
use placard_engine::Snapshot;
use placard_model::inventory::{AdDims, BlockDims};
use placard_model::{AdId, BlockId, UserId};
use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::sync::Arc;
use tokio::sync::watch;

/// A block with its site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownBlock {
    /// Whose it is.
    pub dims: BlockDims,
    /// The site's domain.
    pub domain: Arc<str>,
}

/// An ad that may be shown no more: what clicks on what was shown of it need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoneAd {
    /// Whose it is.
    pub dims: AdDims,
    /// Landing page with macros.
    pub landing_url: String,
    /// Title.
    pub title: String,
    /// Name of the campaign.
    pub campaign_name: String,
}

/// Where a click leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LandingPage<'a> {
    /// With macros.
    pub(super) url: Cow<'a, str>,
    /// The ad's title.
    pub(super) title: Cow<'a, str>,
    /// The campaign's name.
    pub(super) campaign_name: Cow<'a, str>,
}

/// What delivery knows beside the engine. Kept by the inventory feed.
#[derive(Debug, Default)]
pub struct Directory {
    blocks: RwLock<FxHashMap<BlockId, KnownBlock>>,
    gone: RwLock<FxHashMap<AdId, Arc<GoneAd>>>,
    secrets: ArcSwap<FxHashMap<UserId, [u8; 32]>>,
    ready: watch::Sender<bool>,
}

impl Directory {
    /// Takes over a block.
    pub fn put_block(&self, dims: BlockDims, domain: &str) {
        self.blocks.write().insert(dims.block, KnownBlock { dims, domain: domain.into() });
    }

    /// The block of an id.
    pub fn block(&self, id: BlockId) -> Option<KnownBlock> {
        self.blocks.read().get(&id).cloned()
    }

    /// Takes over ads that may be shown no more. With `all` they are all that there are.
    pub fn put_gone(&self, ads: impl IntoIterator<Item = (AdId, GoneAd)>, all: bool) {
        let ads = ads.into_iter().map(|(id, ad)| (id, Arc::new(ad)));
        if all {
            *self.gone.write() = ads.collect();
        } else {
            self.gone.write().extend(ads);
        }
    }

    /// Whose an ad is: by the engine, or by what is known of those that are gone.
    pub(super) fn ad_dims(&self, snapshot: &Snapshot, id: AdId) -> Option<AdDims> {
        match snapshot.ad(id) {
            Some(entry) => Some(entry.dims),
            None => self.gone.read().get(&id).map(|ad| ad.dims),
        }
    }

    /// Where clicks on an ad lead.
    pub(super) fn landing<'s>(&self, snapshot: &'s Snapshot, id: AdId) -> Option<LandingPage<'s>> {
        if let Some(entry) = snapshot.ad(id) {
            let creative = &entry.spec.creative;
            return Some(LandingPage {
                url: Cow::Borrowed(&creative.landing_url),
                title: Cow::Borrowed(&creative.title),
                campaign_name: Cow::Borrowed(&entry.campaign.name),
            });
        }
        let ad = self.gone.read().get(&id).cloned()?;
        Some(LandingPage {
            url: Cow::Owned(ad.landing_url.clone()),
            title: Cow::Owned(ad.title.clone()),
            campaign_name: Cow::Owned(ad.campaign_name.clone()),
        })
    }

    /// Takes over an advertiser's postback secret, as the hash of it; none: any postback is taken.
    pub fn put_secret(&self, advertiser: UserId, hash: Option<[u8; 32]>) {
        self.secrets.rcu(|secrets| {
            let mut secrets = FxHashMap::clone(secrets);
            match hash {
                Some(hash) => drop(secrets.insert(advertiser, hash)),
                None => drop(secrets.remove(&advertiser)),
            }
            secrets
        });
    }

    /// Takes over all postback secrets.
    pub fn set_secrets(&self, secrets: impl IntoIterator<Item = (UserId, [u8; 32])>) {
        self.secrets.store(Arc::new(secrets.into_iter().collect()));
    }

    /// Whether a postback for an advertiser's click may be taken with this secret.
    pub(super) fn secret_fits(&self, advertiser: UserId, told: Option<&str>) -> bool {
        let secrets = self.secrets.load();
        let Some(expected) = secrets.get(&advertiser) else { return true };
        let Some(told) = told else { return false };
        // Two hashes: how long the comparison takes says nothing of the secret.
        let differing = secret_hash(told).iter().zip(expected).fold(0, |bits, (a, b)| bits | (a ^ b));
        std::hint::black_box(differing) == 0
    }

    /// The inventory was loaded.
    pub fn set_ready(&self) {
        self.ready.send_replace(true);
    }

    /// Whether the inventory was loaded: before that nothing can be said of any token.
    pub fn is_ready(&self) -> bool {
        *self.ready.borrow()
    }

    /// Waits until the inventory was loaded.
    pub async fn wait_ready(&self) {
        // The sender lives as long as this waits.
        let _ = self.ready.subscribe().wait_for(|ready| *ready).await;
    }
}

/// What is kept of a postback secret. Secrets are random, so that a plain hash hides them.
pub fn secret_hash(secret: &str) -> [u8; 32] {
    Sha256::digest(secret.as_bytes()).into()
}
