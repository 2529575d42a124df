//! Sealed days: each seal against the one before, and against what is kept of its rows. What is gone of a day is believed.

use super::postings::{account_name, postable};
use super::{Kept, ROWS_PER_STEP, Report};
use crate::feeds::retention::posted;
use crate::state::WorkerState;
use placard_ledger as ledger;
use placard_model::books::posting::Operation;
use placard_model::{Day, Money};
use placard_stats::RowCounts;
use placard_store::billing::audit_rows as rows;
use placard_store::billing::seals::{self, PostedDigest, PostedKey, Seal, SettledDigest, Sums};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Seals read at once.
const SEALS_PER_STEP: u32 = 100;

/// What is kept since when, in words.
pub(super) async fn kept(app: &WorkerState, kept: &Kept) -> anyhow::Result<Vec<String>> {
    let mut lines = Vec::new();
    let reader = Arc::clone(app);
    let (rows, since) = tokio::task::spawn_blocking(move || -> anyhow::Result<_> {
        Ok((reader.stats.row_counts()?, reader.log.kept_since()?))
    })
    .await??;
    match &kept.sealed {
        Some(seal) => lines.push(format!("days up to {} are sealed", seal.day)),
        None => lines.push("no day is sealed".to_owned()),
    }
    if let Some(since) = since {
        lines.push(format!("the event log since {} ({} bytes)", since.day(), app.log.kept_bytes()));
    }
    if kept.forgotten.is_some() {
        lines.push(format!("clicks one by one since {}", kept.clicks_since()));
    }
    if let Some(folded) = &kept.folded {
        lines.push(format!("postings of clicks one by one since {}", folded.day.plus(1)));
    }
    if kept.hours_since > Day(i32::MIN) {
        lines.push(format!("statistics by hour since {}", kept.hours_since));
    }
    let RowCounts { facts, clicks, samples } = rows;
    lines.push(format!("{facts} rows of statistics, {clicks} of the click log, {samples} samples of requests"));
    Ok(lines)
}

/// Checks all seals. What clicks of days cost whose settlements are gone is added to `billed`.
pub(super) async fn check(
    app: &WorkerState,
    kept: &Kept,
    billed: &mut Money,
    report: &mut Report,
) -> anyhow::Result<()> {
    let mut before: Option<Seal> = None;
    loop {
        let day = before.as_ref().map_or(Day(i32::MIN), |seal| seal.day);
        let read = async move |conn: &placard_store::Conn| seals::after(conn, day, SEALS_PER_STEP).await;
        let found = app.store.read("audit_seals", read).await?;
        if found.is_empty() {
            return Ok(());
        }
        for seal in found {
            check_seal(app, &seal, before.as_ref(), kept, report).await?;
            report.seals += 1;
            if seal.last_settlement <= kept.forgotten_settlement() {
                let costs = Sums::of_text(&seal.sums).unwrap_or_default().settlements.into_values();
                *billed += costs.map(|sum| Money::from_micros(sum.cost)).sum::<Money>();
            }
            before = Some(seal);
        }
    }
}

async fn check_seal(
    app: &WorkerState,
    seal: &Seal,
    before: Option<&Seal>,
    kept: &Kept,
    report: &mut Report,
) -> anyhow::Result<()> {
    let day = seal.day;
    if before.is_some_and(|before| before.day.plus(1) != day) {
        report.differ(format!("sealed day {day}: there is no seal of the day before"));
    }
    if seal.hash != seal.chained(before.map_or(&[][..], |before| &before.hash)) {
        report.differ(format!("sealed day {day}: the seal, or the one before, is not what it was"));
        return Ok(());
    }
    let Some(sums) = Sums::of_text(&seal.sums) else {
        report.differ(format!("sealed day {day}: its sums cannot be read"));
        return Ok(());
    };
    let expected = check_settlements(app, seal, before, kept, &sums, report).await?;
    check_postings(app, seal, before, &sums, expected, report).await
}

/// Compares settlements with their seal, and returns what they make accounts gain; nothing where they are gone or cannot
/// all be read, or where postings are compared transaction by transaction.
async fn check_settlements(
    app: &WorkerState,
    seal: &Seal,
    before: Option<&Seal>,
    kept: &Kept,
    sums: &Sums,
    report: &mut Report,
) -> anyhow::Result<Option<BTreeMap<PostedKey, i128>>> {
    if seal.last_settlement <= kept.forgotten_settlement() {
        return Ok(None);
    }
    let (mut seq, to) = (before.map_or(0, |before| before.last_settlement), seal.last_settlement);
    let mut digest = SettledDigest::default();
    let is_folded = kept.folded.as_ref().is_some_and(|folded| seal.day <= folded.day);
    let (mut expected, mut is_whole) = (BTreeMap::new(), is_folded);
    while seq < to {
        let read = async move |conn: &placard_store::Conn| {
            let sealed = seals::settlements(conn, seq, ROWS_PER_STEP).await?;
            let found = if is_folded { rows::after(conn, seq, to, ROWS_PER_STEP).await? } else { Vec::new() };
            Ok((sealed, found))
        };
        let (sealed, found) = app.store.read("audit_sealed", read).await?;
        sealed.iter().filter(|row| row.id <= to).for_each(|row| digest.add(row));
        let settlements: Vec<_> = found.iter().filter_map(postable).collect();
        is_whole &= settlements.len() == found.len();
        for posting in ledger::postings(settlements) {
            let (account, user) = posting.account.code();
            // One operation or another: by account they come to the same.
            *expected.entry((0, account, user, i64::from(posting.day.0))).or_default() +=
                i128::from(posting.amount.micros());
        }
        let Some(last) = sealed.last() else { break };
        seq = last.id;
    }
    let (found, hash) = digest.finish();
    for kind in found.keys().chain(sums.settlements.keys().filter(|kind| !found.contains_key(kind))) {
        let (expected, found) = (sums.settlements.get(kind).copied(), found.get(kind).copied());
        if expected != found {
            let (expected, found) = (expected.unwrap_or_default(), found.unwrap_or_default());
            report.differ(format!(
                "sealed day {}: settlements of kind {kind}: expected {expected:?}, found {found:?}",
                seal.day
            ));
        }
    }
    if hash != seal.settlements_hash {
        report.differ(format!("sealed day {}: a settlement is not what it was", seal.day));
    }
    Ok(is_whole.then_some(expected))
}

/// Compares what postings come to with their seal, and with what the settlements make of them.
async fn check_postings(
    app: &WorkerState,
    seal: &Seal,
    before: Option<&Seal>,
    sums: &Sums,
    expected: Option<BTreeMap<PostedKey, i128>>,
    report: &mut Report,
) -> anyhow::Result<()> {
    let day = seal.day;
    let mut digest = posted(app, before.map_or(0, |before| before.last_transaction), seal.last_transaction).await?;
    digest.add(&app.store.read("audit_folded_day", async move |conn| seals::folded(conn, day).await).await?);
    let moved = digest.moved();
    for (operation, sum) in &sums.operations {
        let found = moved.get(operation).copied().unwrap_or_default();
        if found != sum.moved {
            let expected = sum.moved;
            report.differ(format!("sealed day {day}: operation {operation} moved {found} instead of {expected}"));
        }
    }
    if digest.hash() != seal.postings_hash {
        report.differ(format!("sealed day {day}: a posting is not what it was"));
    }
    if let Some(expected) = expected {
        compare(day, expected, &digest, report);
    }
    Ok(())
}

/// Folded postings are those of the day's settlements.
fn compare(day: Day, mut expected: BTreeMap<PostedKey, i128>, digest: &PostedDigest, report: &mut Report) {
    for ((operation, account, user, effective), amount) in digest.sums() {
        if Operation::from_code(operation).is_some_and(Operation::is_of_settlements) {
            *expected.entry((0, account, user, effective)).or_default() -= amount;
        }
    }
    for ((_, account, user, effective), left) in expected.into_iter().filter(|(_, left)| *left != 0) {
        report.differ(format!(
            "sealed day {day}: folded postings are those of its clicks: {} of user {user}, effective day {}: {left} are missing",
            account_name(account),
            Day(effective as i32),
        ));
    }
}
