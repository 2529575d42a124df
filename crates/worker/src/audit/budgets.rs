//! Balances and spend as the audit knows them from settlement to settlement.

use crate::state::WorkerState;
use placard_model::{CampaignId, Day, Money, UnixMs, UserId};
use placard_store::Conn;
use placard_store::billing::audit_rows::{self as rows, BalanceChange};
use std::collections::{HashMap, VecDeque};

/// Changes read at once.
const CHANGES_PER_STEP: u32 = 1_000;
/// A transaction's moment is that of its beginning: two that are closer to each other may have ended in another order.
pub(super) const ORDER_UNKNOWN_MS: i64 = 5_000;

/// Balances and spend as they were when each click was judged.
#[derive(Default)]
pub(super) struct Budgets {
    pub(super) balances: HashMap<UserId, Money>,
    /// Spend of the day of the last click, and at all.
    pub(super) spent: HashMap<CampaignId, (Day, Money, Money)>,
    /// Changes that are not in the balances yet.
    changes: VecDeque<BalanceChange>,
    pub(super) read_to: i64,
    all_read: bool,
}

impl Budgets {
    pub(super) fn spent_of(&self, campaign: CampaignId, day: Day) -> (Money, Money) {
        let (of, today, total) = self.spent.get(&campaign).copied().unwrap_or_default();
        (if of == day { today } else { Money::ZERO }, total)
    }

    pub(super) fn spend(&mut self, campaign: CampaignId, day: Day, cost: Money) {
        let (of, today, total) = self.spent.entry(campaign).or_default();
        if day > *of {
            (*of, *today) = (day, Money::ZERO);
        }
        // What is given back for an earlier day frees the total alone.
        if day == *of {
            *today += cost;
        }
        *total += cost;
    }

    async fn read_more(&mut self, app: &WorkerState, to: i64) -> anyhow::Result<()> {
        let after = self.read_to;
        let read = async move |conn: &Conn| rows::balance_changes(conn, after, to, CHANGES_PER_STEP).await;
        match app.store.read("audit_balance_changes", read).await? {
            Some((last, changes)) => {
                self.read_to = last;
                self.changes.extend(changes);
            }
            None => self.all_read = true,
        }
        Ok(())
    }

    /// Takes all changes by transactions before one.
    pub(super) async fn change_before(&mut self, app: &WorkerState, transaction: i64, to: i64) -> anyhow::Result<()> {
        while !self.all_read && self.read_to < transaction {
            self.read_more(app, to).await?;
        }
        while let Some(change) = self.changes.pop_front_if(|change| change.transaction < transaction) {
            *self.balances.entry(change.advertiser).or_default() += change.amount;
        }
        Ok(())
    }

    /// The least that a balance can have been at a moment: changes near to it count where they take something.
    pub(super) async fn least(
        &mut self,
        app: &WorkerState,
        user: UserId,
        at: UnixMs,
        to: i64,
    ) -> anyhow::Result<Money> {
        let until = at.plus_ms(ORDER_UNKNOWN_MS);
        while !self.all_read && self.changes.back().is_none_or(|last| last.at <= until) {
            self.read_more(app, to).await?;
        }
        let mut least = self.balances.get(&user).copied().unwrap_or_default();
        for change in self.changes.iter().filter(|change| change.advertiser == user && change.at <= until) {
            if change.amount.is_negative() || change.at.plus_ms(ORDER_UNKNOWN_MS) < at {
                least += change.amount;
            }
        }
        Ok(least)
    }
}
