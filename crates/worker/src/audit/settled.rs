//! The settlements one by one, in their order, with everything that is summed from them.

use super::budgets::{Budgets, ORDER_UNKNOWN_MS};
use super::part::Part;
use super::{Ends, Report};
use crate::feeds::set_aside::Detours;
use crate::state::WorkerState;
use placard_ledger::{are_shares, split};
use placard_model::books::settlement::{Amounts, Settlement, SettlementKind};
use placard_model::event::{ConversionState, EventRef, ServedAd};
use placard_model::{CampaignId, Day, Money, UserId, Verdict};
use placard_store::Conn;
use placard_store::billing::audit_rows::{self as rows, COLUMN_NAMES, Limits, Newest, Row, Side, SpentBefore, Sum};
use placard_store::billing::seals::{self, Seal};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Kept sums and conversions read at once.
const SUMS_PER_STEP: u32 = 5_000;

/// What is remembered from settlement to settlement: sums of the day, and one number for each account and campaign.
pub(super) struct SettledAudit<'a> {
    app: &'a WorkerState,
    report: Report,
    newest: Newest,
    /// Clicks of earlier days are not all there: what is kept of those days is believed.
    since: Day,
    /// Settlements of clicks up to this place in the log are gone, and their conversions go.
    forgotten: EventRef,
    billed: Money,
    last_record: EventRef,
    /// By side: the sums of the day that is being read, by campaign or block.
    days: [BTreeMap<i64, Sum>; SIDES.len()],
    day: Option<Day>,
    /// By side: up to where kept sums were compared.
    compared: [(Day, i64); SIDES.len()],
    /// What was voided, by side, day and campaign, block or brought user.
    voided: [BTreeMap<(Day, i64), i64>; SIDES.len()],
    totals: HashMap<i64, Sum>,
    budgets: Budgets,
    /// What billing has set aside, and taken after all.
    detours: &'a Detours,
    /// Valid clicks that were taken after all, by their day: they were settled behind later ones.
    late: BTreeMap<Day, Vec<Settlement>>,
}

const SIDES: [Side; 3] = [Side::Campaign, Side::Block, Side::Referral];

impl<'a> SettledAudit<'a> {
    /// Begins where settlements are kept from; `billed` is what those cost that are gone, and `again` are clicks that were taken
    /// after all.
    pub(super) async fn begin(
        app: &'a WorkerState,
        ends: &Ends,
        billed: Money,
        detours: &'a Detours,
        again: &[Row],
    ) -> anyhow::Result<Self> {
        let since = ends.kept.clicks_since();
        let mut late: BTreeMap<Day, Vec<Settlement>> = BTreeMap::new();
        for settlement in again.iter().filter_map(|row| Some(&row.stored.as_ref().ok()?.settlement)) {
            if settlement.clicked_at.day() >= since && settlement.verdict.is_valid() {
                late.entry(settlement.clicked_at.day()).or_default().push(settlement.clone());
            }
        }
        let mut pass = Self {
            app,
            report: Report::default(),
            detours,
            late,
            newest: ends.newest,
            since,
            forgotten: ends.kept.forgotten.as_ref().map_or(EventRef(0), |seal| EventRef(seal.last_record as u64)),
            billed,
            last_record: EventRef(0),
            days: Default::default(),
            day: None,
            compared: [(since.0.checked_sub(1).map_or(Day(i32::MIN), Day), i64::MAX); SIDES.len()],
            voided: Default::default(),
            totals: HashMap::new(),
            budgets: Budgets::default(),
        };
        if let Some(forgotten) = &ends.kept.forgotten {
            pass.begin_at(forgotten).await?;
        }
        Ok(pass)
    }

    /// Begins behind settlements that are gone: with what is kept of their days.
    async fn begin_at(&mut self, forgotten: &Seal) -> anyhow::Result<()> {
        let (day, transaction, seq) = (forgotten.day, forgotten.last_transaction, forgotten.last_settlement);
        let read = async move |conn: &Conn| {
            Ok((rows::spent_up_to(conn, day, seq).await?, seals::balances_at(conn, day, transaction).await?))
        };
        let (spent, balances) = self.app.store.read("audit_begin", read).await?;
        for SpentBefore { campaign, amount, clicks, then, then_today } in spent {
            self.budgets.spent.insert(campaign, (day, then_today, then));
            self.totals.insert(campaign.0, Sum { amount, clicks, ..Sum::default() });
        }
        let balances = balances.into_iter().map(|(user, amount)| (UserId(user), Money::from_micros(amount)));
        self.budgets.balances = balances.collect();
        self.budgets.read_to = transaction;
        Ok(())
    }

    async fn row(&mut self, row: &Row, limits: &HashMap<CampaignId, Limits>) -> anyhow::Result<()> {
        self.report.settlements += 1;
        let seq = row.seq;
        let stored = match &row.stored {
            Ok(stored) => stored,
            Err(error) => {
                self.report.differ(format!("settlement {seq} cannot be read: {error}"));
                return Ok(());
            }
        };
        let settlement = &stored.settlement;
        for ((name, column), served) in COLUMN_NAMES.iter().zip(row.columns).zip(dims(&settlement.ad)) {
            if column != served {
                self.report.differ(format!("settlement {seq}: {name} {column}, but what was clicked says {served}"));
            }
        }
        let amounts = settlement.amounts;
        self.billed += amounts.cost;
        check_parts(seq, settlement, &mut self.report);
        if amounts.cost.is_zero() == stored.transaction.is_some() {
            let text = if amounts.cost.is_zero() { "moved no money, but has" } else { "moved money, but has no" };
            self.report.differ(format!("every cost belongs to a transaction: settlement {seq} {text} transaction"));
        }
        let is_again = self.detours.passes_over(settlement.record);
        if matches!(settlement.kind, SettlementKind::Click | SettlementKind::Conversion(_)) && !is_again {
            if settlement.record <= self.last_record {
                self.report.differ(format!("settlement {seq} is not in the order of the log"));
            }
            self.last_record = self.last_record.max(settlement.record);
        }
        let day = settlement.clicked_at.day();
        let is_counted = day >= self.since;
        match &settlement.kind {
            SettlementKind::Click if !is_counted => {
                if settlement.verdict.is_valid() {
                    self.judge_budget(row, settlement, stored.transaction, limits).await?;
                }
            }
            SettlementKind::Void { .. } if !is_counted => {
                *self.budgets.balances.entry(settlement.ad.ad.advertiser).or_default() -= amounts.cost;
                self.budgets.spend(settlement.ad.ad.campaign, day, amounts.cost);
            }
            SettlementKind::Click => {
                if settlement.click != settlement.record {
                    self.report.differ(format!("settlement {seq}: a click is its own record"));
                }
                if is_again {
                    if settlement.verdict.is_valid() {
                        self.add_total(settlement);
                    }
                } else if self.day.is_some_and(|last| day < last) {
                    self.report.differ(format!("settlement {seq}: its click of {day} stands behind later ones"));
                } else if settlement.verdict.is_valid() {
                    if self.day != Some(day) {
                        self.begin_days(day).await?;
                    }
                    self.add(settlement, day);
                    self.add_total(settlement);
                }
                if is_again && settlement.verdict == Verdict::OverBudget {
                    // By the spend of its own day as it is now: the order is not that of the days.
                    self.report.budgets_unknown += 1;
                } else {
                    self.judge_budget(row, settlement, stored.transaction, limits).await?;
                }
            }
            SettlementKind::Void { .. } => {
                for (side, id, _, amount) in parts(settlement) {
                    *self.voided[side].entry((day, id)).or_default() -= amount;
                }
                let total = self.totals.entry(settlement.ad.ad.campaign.0).or_default();
                total.amount += amounts.cost.micros();
                *self.budgets.balances.entry(settlement.ad.ad.advertiser).or_default() -= amounts.cost;
                self.budgets.spend(settlement.ad.ad.campaign, day, amounts.cost);
                self.check_void(row, settlement).await?;
            }
            SettlementKind::Conversion(_) => {}
        }
        Ok(())
    }

    /// Goes on to a day, with the days before it on which there is nothing but what was taken after all.
    async fn begin_days(&mut self, day: Day) -> anyhow::Result<()> {
        while let Some((late_day, _)) = self.late.first_key_value().filter(|(late_day, _)| **late_day <= day) {
            let late_day = *late_day;
            if late_day < day || self.day != Some(day) {
                self.compare_days(late_day.plus(-1)).await?;
                self.day = Some(late_day);
            }
            for settlement in self.late.remove(&late_day).unwrap_or_default() {
                self.add(&settlement, late_day);
            }
        }
        if self.day != Some(day) {
            self.compare_days(day.plus(-1)).await?;
            self.day = Some(day);
        }
        Ok(())
    }

    fn add(&mut self, settlement: &Settlement, day: Day) {
        for (side, id, owner, amount) in parts(settlement) {
            let sum = self.days[side].entry(id).or_insert(Sum { id, day, owner, ..Sum::default() });
            sum.amount += amount;
            sum.clicks += 1;
        }
    }

    fn add_total(&mut self, settlement: &Settlement) {
        let (ad, amounts) = (&settlement.ad, settlement.amounts);
        let total = self.totals.entry(ad.ad.campaign.0).or_default();
        total.amount += amounts.cost.micros();
        total.clicks += 1;
    }

    /// A void takes back what its click cost.
    async fn check_void(&mut self, row: &Row, void: &Settlement) -> anyhow::Result<()> {
        let clicks = vec![row.click];
        let read = async move |conn: &Conn| rows::of_clicks(conn, &clicks).await;
        let found = self.app.store.read("audit_of_clicks", read).await?;
        let mut clicks = found.iter().filter_map(|row| Some(&row.stored.as_ref().ok()?.settlement));
        let click = clicks.find(|one| one.kind == SettlementKind::Click);
        let expected = click.map(|click| -click.amounts);
        // A void outlives its click by what lies between them.
        let is_gone = click.is_none() && void.day() < self.since;
        if expected != Some(void.amounts) && !is_gone {
            self.report.differ(format!("settlement {}: it does not take back what its click cost", row.seq));
        }
        Ok(())
    }

    /// The limits of campaigns with clicks that were judged to be over one.
    async fn limits(&self, found: &[Row]) -> anyhow::Result<HashMap<CampaignId, Limits>> {
        let over = found.iter().filter_map(|row| Some(&row.stored.as_ref().ok()?.settlement));
        let over = over.filter(|one| one.kind == SettlementKind::Click && one.verdict == Verdict::OverBudget);
        let campaigns: BTreeSet<CampaignId> = over.map(|one| one.ad.ad.campaign).collect();
        if campaigns.is_empty() {
            return Ok(HashMap::new());
        }
        let campaigns: Vec<CampaignId> = campaigns.into_iter().collect();
        let read = async move |conn: &Conn| rows::limits(conn, &campaigns).await;
        let limits = self.app.store.read("audit_limits", read).await?;
        Ok(limits.into_iter().map(|limits| (limits.campaign, limits)).collect())
    }

    /// Nobody was charged past a balance, and nobody was refused with room left.
    async fn judge_budget(
        &mut self,
        row: &Row,
        settlement: &Settlement,
        transaction: Option<i64>,
        limits: &HashMap<CampaignId, Limits>,
    ) -> anyhow::Result<()> {
        let (user, campaign) = (settlement.ad.ad.advertiser, settlement.ad.ad.campaign);
        let day = settlement.clicked_at.day();
        if settlement.verdict.is_valid() {
            // Changes of one account are stored in the order of their numbers, since each changes its balance.
            self.budgets.change_before(self.app, transaction.unwrap_or_default(), self.newest.transaction).await?;
            let balance = self.budgets.balances.entry(user).or_default();
            if settlement.amounts.cost > *balance {
                self.report.differ(format!(
                    "settlement {}: user {user} was charged {} past a balance of {}",
                    row.seq, settlement.amounts.cost, balance
                ));
            }
            *balance -= settlement.amounts.cost;
            self.budgets.spend(campaign, day, settlement.amounts.cost);
            return Ok(());
        }
        if settlement.verdict != Verdict::OverBudget {
            return Ok(());
        }
        let balance = self.budgets.least(self.app, user, row.settled_at, self.newest.transaction).await?;
        let price = settlement.ad.served.price;
        if price > balance {
            return Ok(());
        }
        let (today, total) = self.budgets.spent_of(campaign, day);
        let fits = |limit: Option<Money>, spent: Money| limit.is_none_or(|limit| spent + price <= limit);
        match limits.get(&campaign) {
            // A campaign whose row is gone has no limits.
            None => {}
            Some(limits) if !fits(limits.daily, today) || !fits(limits.total, total) => return Ok(()),
            Some(limits) if limits.since.plus_ms(ORDER_UNKNOWN_MS) < row.settled_at => {}
            Some(_) => {
                self.report.budgets_unknown += 1;
                return Ok(());
            }
        }
        self.report.differ(format!(
            "settlement {}: click {} was judged over budget, but its price of {price} was there: balance {balance}, \
             campaign {campaign} spent {today} on {day} and {total} at all",
            row.seq, settlement.click.0
        ));
        Ok(())
    }

    /// Changes of conversions follow each other, and the last one is what is kept.
    async fn conversions(&mut self, found: &[Row]) -> anyhow::Result<()> {
        let since = self.since;
        let changed = |row: &&Row| {
            let is_counted = |one: &Settlement| one.conversion().is_some() && one.clicked_at.day() >= since;
            row.stored.as_ref().is_ok_and(|one| is_counted(&one.settlement))
        };
        let clicks: BTreeSet<EventRef> = found.iter().filter(changed).map(|row| row.click).collect();
        if clicks.is_empty() {
            return Ok(());
        }
        let clicks: Vec<EventRef> = clicks.into_iter().collect();
        let read = async move |conn: &Conn| {
            let kept = placard_store::billing::settlements::conversions(conn, &clicks).await?;
            Ok((rows::of_clicks(conn, &clicks).await?, kept))
        };
        let (all, kept) = self.app.store.read("audit_conversions", read).await?;
        let kept: HashMap<_, _> = kept
            .into_iter()
            .map(|one| ((one.click, one.external_id), ((one.state, one.payout), one.goal, one.transaction_id)))
            .collect();
        let wanted: BTreeSet<i64> = found.iter().map(|row| row.seq).collect();
        let mut states: HashMap<(EventRef, String), Present> = HashMap::new();
        let mut clicks: HashMap<EventRef, &Settlement> = HashMap::new();
        for row in &all {
            let Ok(stored) = &row.stored else { continue };
            let settlement = &stored.settlement;
            if settlement.kind == SettlementKind::Click {
                clicks.insert(row.click, settlement);
            }
            let Some(change) = settlement.conversion() else {
                continue;
            };
            let after = (change.after, change.goal.clone(), change.transaction_id.clone());
            let before = states.insert((row.click, change.external_id.clone()), after).map(|(before, ..)| before);
            if !wanted.contains(&row.seq) {
                continue;
            }
            if before != change.before {
                self.report.differ(format!(
                    "settlement {}: conversion {:?} of click {} changes {:?}, but it was {before:?}",
                    row.seq, change.external_id, row.click.0, change.before
                ));
            }
            let as_click = clicks.get(&row.click).is_some_and(|click| {
                (click.clicked_at, click.verdict, &click.ad)
                    == (settlement.clicked_at, settlement.verdict, &settlement.ad)
            });
            if !as_click {
                self.report.differ(format!("settlement {}: it is not about click {} as settled", row.seq, row.click.0));
            }
        }
        let pages = found.iter().filter(changed).filter_map(|row| {
            let change = row.stored.as_ref().ok()?.settlement.conversion()?;
            Some((row.click, change.external_id.clone()))
        });
        for key in pages.collect::<BTreeSet<_>>() {
            if kept.get(&key) != states.get(&key) {
                self.report.differ(format!(
                    "a conversion is in its last settled state: click {}, conversion {:?}: expected {:?}, found {:?}",
                    key.0.0,
                    key.1,
                    states.get(&key),
                    kept.get(&key)
                ));
            }
        }
        Ok(())
    }

    /// Conversions that no settlement is about.
    async fn kept_conversions(&mut self) -> anyhow::Result<()> {
        let mut after = (EventRef(0), String::new());
        loop {
            let (click, id) = after.clone();
            let read = async move |conn: &Conn| rows::conversions(conn, (click, &id), SUMS_PER_STEP).await;
            let found = self.app.store.read("audit_kept_conversions", read).await?;
            let Some(last) = found.last() else { return Ok(()) };
            after = (last.click, last.external_id.clone());
            for one in found.iter().filter(|one| one.settled.is_none() && one.click > self.forgotten) {
                self.report.differ(format!(
                    "a conversion is in its last settled state: click {}, conversion {:?} has no settlement",
                    one.click.0, one.external_id
                ));
            }
        }
    }

    /// Compares what is kept of days up to `last` with what was added up of the day before this one.
    async fn compare_days(&mut self, last: Day) -> anyhow::Result<()> {
        for (at, side) in SIDES.into_iter().enumerate() {
            let mut expected = std::mem::take(&mut self.days[at]);
            let day = self.day;
            let seq = self.newest.settlement;
            loop {
                let after = self.compared[at];
                let read = async move |conn: &Conn| {
                    let kept = rows::sums(conn, side, last, after, SUMS_PER_STEP).await?;
                    Ok((kept, rows::settled_since(conn, side, seq).await?))
                };
                let (kept, since) = self.app.store.read("audit_sums", read).await?;
                let Some(end) = kept.last() else { break };
                self.compared[at] = (end.day, end.id);
                for found in &kept {
                    let sum = if day == Some(found.day) { expected.remove(&found.id) } else { None };
                    let mut sum =
                        sum.unwrap_or(Sum { id: found.id, day: found.day, owner: found.owner, ..Sum::default() });
                    // Voids come later than the day that they are counted on.
                    sum.voided = found.voided;
                    for more in since.iter().filter(|more| (more.day, more.id) == (found.day, found.id)) {
                        sum.amount += more.amount;
                        sum.clicks += more.clicks;
                    }
                    if found.voided != 0 {
                        *self.voided[at].entry((found.day, found.id)).or_default() -= found.voided;
                        let later = since.iter().filter(|more| (more.day, more.id) == (found.day, found.id));
                        let later: i64 = later.map(|more| more.voided).sum();
                        *self.voided[at].entry((found.day, found.id)).or_default() += later;
                    }
                    if sum != *found {
                        self.report.differ(sum_text(side, &sum, found));
                    }
                }
            }
            self.compared[at] = (last, i64::MAX);
            for sum in expected.into_values() {
                self.report.differ(sum_text(side, &sum, &Sum::default()));
            }
        }
        Ok(())
    }

    async fn compare_totals(&mut self) -> anyhow::Result<()> {
        // Voids of a day may be stored before or after the day was compared: only now all of them are known.
        for (side, voided) in SIDES.into_iter().zip(&self.voided) {
            for ((day, id), left) in voided.iter().filter(|(_, left)| **left != 0) {
                self.report.differ(format!("{} {id}, day {day}: voided differs by {left}", side_name(side)));
            }
        }
        let seq = self.newest.settlement;
        let mut totals = std::mem::take(&mut self.totals);
        let mut after = 0;
        loop {
            let read = async move |conn: &Conn| {
                let kept = rows::totals(conn, after, SUMS_PER_STEP).await?;
                Ok((kept, rows::settled_since(conn, Side::Campaign, seq).await?))
            };
            let (kept, since) = self.app.store.read("audit_totals", read).await?;
            let Some(last) = kept.last() else { break };
            after = last.id;
            for found in &kept {
                let mut sum = totals.remove(&found.id).unwrap_or_default();
                for more in since.iter().filter(|more| more.id == found.id) {
                    sum.amount += more.amount - more.voided;
                    sum.clicks += more.clicks;
                }
                if (sum.amount, sum.clicks) != (found.amount, found.clicks) {
                    self.report.differ(format!(
                        "a campaign's whole spend is that of its clicks: campaign {}: expected {} of {} clicks, found \
                         {} of {}",
                        found.id, sum.amount, sum.clicks, found.amount, found.clicks
                    ));
                }
            }
        }
        for (campaign, sum) in totals.into_iter().filter(|(_, sum)| sum.amount != 0 || sum.clicks != 0) {
            self.report.differ(format!("campaign {campaign} spent {} and has no row of its whole spend", sum.amount));
        }
        Ok(())
    }
}

impl Part for SettledAudit<'_> {
    async fn take(&mut self, found: &[Row]) -> anyhow::Result<()> {
        let limits = self.limits(found).await?;
        for row in found {
            self.row(row, &limits).await?;
        }
        self.conversions(found).await
    }

    async fn end(&mut self) -> anyhow::Result<()> {
        let last = self.late.last_key_value().map(|(day, _)| *day);
        if let Some(last) = last.filter(|last| self.day.is_none_or(|day| day < *last)) {
            self.begin_days(last).await?;
        }
        self.compare_days(Day(i32::MAX)).await?;
        self.compare_totals().await?;
        self.kept_conversions().await?;
        self.report.billed = self.billed.to_string();
        Ok(())
    }

    fn told(&mut self) -> Report {
        std::mem::take(&mut self.report)
    }
}

/// What a settlement moves, by the place of its side in [`SIDES`]: campaign, block or brought user, its owner, and micro-dollars.
fn parts(settlement: &Settlement) -> impl Iterator<Item = (usize, i64, i64, i64)> {
    let Settlement { ad, amounts, rates, .. } = settlement;
    let (advertiser, webmaster) = (ad.ad.advertiser.0, ad.block.webmaster.0);
    [
        Some((0, ad.ad.campaign.0, advertiser, amounts.cost.micros())),
        Some((1, ad.served.block.0, webmaster, amounts.webmaster.micros())),
        rates.webmaster_referrer.map(|user| (2, webmaster, user.0, amounts.webmaster_referrer.micros())),
        rates.advertiser_referrer.map(|user| (2, advertiser, user.0, amounts.advertiser_referrer.micros())),
    ]
    .into_iter()
    .flatten()
}

fn dims(ad: &ServedAd) -> [i64; 5] {
    [ad.ad.advertiser.0, ad.ad.campaign.0, ad.served.ad.0, ad.block.webmaster.0, ad.served.block.0]
}

const fn side_name(side: Side) -> &'static str {
    match side {
        Side::Campaign => "campaign",
        Side::Block => "block",
        Side::Referral => "referred user",
    }
}

fn sum_text(side: Side, expected: &Sum, found: &Sum) -> String {
    let what = match side {
        Side::Campaign => "a campaign's spend of a day is that of its clicks",
        Side::Block => "a block's earnings of a day are those of its clicks",
        Side::Referral => "what a referred user leaves of a day is that of its clicks",
    };
    let text = |sum: &Sum| format!("{} of {} clicks for user {}", sum.amount, sum.clicks, sum.owner);
    format!(
        "{what}: {} {}, day {}: expected {}, found {}",
        side_name(side),
        expected.id,
        expected.day,
        text(expected),
        text(found)
    )
}

/// State and payout, goal and transaction of a conversion.
type Present = ((ConversionState, Money), String, String);

/// The parts of a settlement are those of its rates, and only valid clicks and their voids have any.
fn check_parts(seq: i64, settlement: &Settlement, report: &mut Report) {
    if !settlement.amounts.is_balanced() {
        report.differ(format!("the parts of a click add up to its cost: settlement {seq}: {:?}", settlement.amounts));
    }
    let is_valid_click = settlement.kind == SettlementKind::Click && settlement.verdict.is_valid();
    match &settlement.kind {
        SettlementKind::Click | SettlementKind::Conversion(_) if !is_valid_click => {
            if settlement.amounts != Amounts::default() {
                report.differ(format!("only valid clicks cost something: settlement {seq}: {:?}", settlement.amounts));
            }
        }
        SettlementKind::Click => {
            let price = settlement.ad.served.price;
            if price.is_negative() || !are_shares(&settlement.rates) {
                report.differ(format!("settlement {seq}: no click costs {price} at {:?}", settlement.rates));
                return;
            }
            let expected = split(price, &settlement.rates);
            let found = settlement.amounts;
            if found != expected {
                report.differ(format!("settlement {seq}: divided as {found:?} instead of {expected:?}"));
            }
        }
        SettlementKind::Void { .. } | SettlementKind::Conversion(_) => {}
    }
}
