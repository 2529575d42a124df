//! Clicks that billing has not judged: whose money they hold, by token.
//!
//! What is held is given back by the name under which it was taken, so that both always agree, whatever became of the
//! click in between: judged by whichever rule, not written, settled again after a crash, its campaign gone.

use crate::money::CampaignMoney;
use parking_lot::Mutex;
use placard_model::event::TokenId;
use placard_model::ids::CampaignId;
use placard_model::time::{HOUR_MS, UnixMs};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The most clicks that hold money; further ones hold none, and billing refuses what passes a limit.
pub(crate) const HELD_MAX: usize = 1_000_000;
/// A click holds money no longer than this, in milliseconds: one that was never judged must not do so for good.
pub(crate) const HELD_MS_MAX: i64 = HOUR_MS;
/// Between two looks for clicks that have held money for too long, in milliseconds.
const SWEEP_MS: i64 = 60_000;

#[derive(Debug)]
struct Click {
    campaign: CampaignId,
    money: Arc<Mutex<CampaignMoney>>,
    price: i64,
    since: UnixMs,
}

/// The clicks that hold money. A token is billed once, so it holds once.
#[derive(Debug, Default)]
pub(crate) struct Held {
    clicks: FxHashMap<TokenId, Click>,
    swept_at: Option<UnixMs>,
}

impl Held {
    /// Holds a price, unless the token holds one. Says whether it is held by this.
    pub(crate) fn hold(
        &mut self,
        token: TokenId,
        campaign: CampaignId,
        money: &Arc<Mutex<CampaignMoney>>,
        price: i64,
        now: UnixMs,
    ) -> bool {
        let holds = self.clicks.len() < HELD_MAX && !self.clicks.contains_key(&token) && money.lock().hold(price);
        if holds {
            self.clicks.insert(token, Click { campaign, money: Arc::clone(money), price, since: now });
        }
        holds
    }

    /// Gives back what a token holds; the campaign if it held anything.
    pub(crate) fn release(&mut self, token: TokenId) -> Option<CampaignId> {
        let click = self.clicks.remove(&token)?;
        click.money.lock().release(click.price);
        Some(click.campaign)
    }

    /// Gives back what was held for too long.
    pub(crate) fn sweep(&mut self, now: UnixMs) {
        if self.swept_at.is_some_and(|at| (0..SWEEP_MS).contains(&now.since_ms(at))) {
            return;
        }
        self.swept_at = Some(now);
        self.clicks.retain(|_, click| {
            let keep = now.since_ms(click.since) <= HELD_MS_MAX;
            if !keep {
                click.money.lock().release(click.price);
            }
            keep
        });
    }

    /// Clicks that hold money.
    pub(crate) fn len(&self) -> usize {
        self.clicks.len()
    }
}
