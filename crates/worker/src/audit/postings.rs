//! Every transaction against what it was made for, and every balance against its postings.

use super::part::Part;
use super::{Ends, Report};
use crate::state::WorkerState;
use placard_ledger as ledger;
use placard_model::Day;
use placard_model::books::chart::{self, AccountKind};
use placard_model::books::posting::{Operation, Posting};
use placard_model::books::settlement::Settlement;
use placard_store::Conn;
use placard_store::billing::audit_rows::{self as rows, BookedTransaction, Mismatch, Overdue, Row};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Transactions read at once: each may have some thousand postings.
const TRANSACTIONS_PER_STEP: u32 = 50;
/// So many transactions before that of the last settlement are not compared yet: billing moves the money of clicks on native ads, of
/// clicks on push ads and of voids in three that stand next to each other, and their settlements stand as they come.
const OPEN_TRANSACTIONS: i64 = 16;
/// Rows of one kind that disagree and are named.
const MISMATCHES_MAX: u32 = 100;
/// Transactions in a row that cannot be read, after which no more are tried.
const UNREADABLE_MAX: u32 = 10;
/// Balances read at once.
const BALANCES_PER_STEP: u32 = 5_000;

/// An account and its user.
type Key = (i64, i64);

/// What settlements make of a transaction.
struct Expected {
    operation: Operation,
    sums: HashMap<PostingKey, i128>,
}

/// All transactions up to the newest, and all balances.
pub(super) struct Books<'a> {
    app: &'a WorkerState,
    ends: &'a Ends,
    report: Report,
    /// The postings of transactions up to this one are folded.
    folded_to: i64,
    /// The last transaction that was compared.
    compared_to: i64,
    /// What settlements make of transactions that were not compared yet.
    expected: BTreeMap<i64, Expected>,
    /// Transactions that something speaks against: they are read again with all of their settlements.
    doubtful: BTreeSet<i64>,
    /// What was posted, by account.
    posted: HashMap<Key, i128>,
    /// Settlements could not be read to their end: transactions cannot be compared with them.
    lacks_settlements: bool,
}

impl<'a> Books<'a> {
    /// Begins with what is folded.
    pub(super) async fn begin(app: &'a WorkerState, ends: &'a Ends) -> anyhow::Result<Self> {
        let folded = app.store.read("audit_folded", async |conn| rows::folded(conn).await).await?;
        Ok(Self {
            app,
            ends,
            report: Report::default(),
            folded_to: ends.kept.folded_transaction(),
            compared_to: 0,
            expected: BTreeMap::new(),
            doubtful: BTreeSet::new(),
            posted: folded.into_iter().map(|(account, amount)| (account, i128::from(amount.micros()))).collect(),
            lacks_settlements: false,
        })
    }

    /// Goes on without settlements: balances are added up all the same, and what was doubtful so far is looked at again.
    pub(super) fn go_on_alone(&mut self) {
        self.lacks_settlements = true;
        let to = self.compared_to;
        self.doubtful.retain(|id| *id <= to);
        self.expected.retain(|id, _| *id <= to);
    }

    /// Compares transactions up to a transaction with what settlements have made of them so far. Where more of its settlements come
    /// later it is doubtful.
    async fn compare_to(&mut self, to: i64) -> anyhow::Result<()> {
        while self.compared_to < to {
            let range = (self.compared_to, to);
            let read = async move |conn: &Conn| rows::transactions(conn, range, TRANSACTIONS_PER_STEP).await;
            let Some((last, transactions)) = self.app.store.read("audit_transactions", read).await? else { break };
            for transaction in &transactions {
                self.transaction(transaction);
                for posting in &transaction.postings {
                    *self.posted.entry(posting.account).or_default() += i128::from(posting.amount.micros());
                }
            }
            self.compared_to = last;
        }
        self.compared_to = self.compared_to.max(to);
        Ok(())
    }

    fn transaction(&mut self, transaction: &BookedTransaction) {
        let (id, report) = (transaction.id, &mut self.report);
        let expected = self.expected.remove(&id);
        report.postings += transaction.postings.len() as i64;
        let sum: i128 = transaction.postings.iter().map(|posting| i128::from(posting.amount.micros())).sum();
        if sum != 0 {
            report.differ(format!("the postings of a transaction add up to zero: transaction {id}: found {sum}"));
        }
        for posting in transaction.postings.iter().filter(|posting| !rows::is_plausible(posting.amount)) {
            report.differ(format!("transaction {id}: {} is no amount of a posting", posting.amount.micros()));
        }
        let Some(operation) = transaction.operation else {
            report.differ(format!("transaction {id} is not there, but postings or settlements belong to it"));
            return;
        };
        report.transactions += 1;
        let known = Operation::from_code(operation);
        let is_clicks = known.is_some_and(Operation::is_of_settlements);
        if id <= self.folded_to && (known.is_some_and(Operation::is_folded) || known == Some(Operation::Void)) {
            // What it moved is in the sums of its day, which are compared with the seal and the settlements; what was voided may
            // be older than what settlements are kept of.
            return;
        }
        if is_clicks || expected.is_some() {
            if !self.lacks_settlements && !is_as_expected(transaction, known, expected) {
                self.doubtful.insert(id);
            }
        } else {
            check_shape(transaction, operation, report);
        }
    }

    /// Says what is wrong with transactions that something spoke against. One that cannot be read hides no other.
    async fn look_again(&mut self) {
        let to = self.ends.newest.transaction;
        let left = std::mem::take(&mut self.expected).into_keys();
        let mut doubtful = std::mem::take(&mut self.doubtful);
        doubtful.extend(left.filter(|id| *id <= to));
        let mut failed = 0;
        for id in doubtful {
            let read = async move |conn: &Conn| rows::transaction(conn, id).await;
            match self.app.store.read("audit_transaction", read).await {
                Ok(transaction) => {
                    failed = 0;
                    check_whole(&transaction, &mut self.report);
                }
                Err(error) if failed < UNREADABLE_MAX => {
                    failed += 1;
                    self.report.differ(format!("transaction {id} cannot be read: {error}"));
                }
                // Each may have waited long for a database that is away.
                Err(error) => {
                    self.report.finish("what is doubtful in the books", Err(error.into()));
                    break;
                }
            }
        }
    }
}

impl Part for Books<'_> {
    async fn take(&mut self, found: &[Row]) -> anyhow::Result<()> {
        let transaction = |row: &Row| row.stored.as_ref().ok().and_then(|stored| stored.transaction);
        for stretch in found.chunk_by(|a, b| transaction(a) == transaction(b)) {
            let Some(id) = stretch.first().and_then(transaction).filter(|id| *id > self.folded_to) else { continue };
            // Those that cannot be posted are told where settlements are checked one by one.
            let settlements = stretch.iter().map(postable).collect::<Option<Vec<_>>>();
            let settlements = settlements.filter(|_| id > self.compared_to);
            let Some((settlements, operation)) =
                settlements.and_then(|all| all.first().map(|one| one.operation()).map(|operation| (all, operation)))
            else {
                self.doubtful.insert(id);
                continue;
            };
            let expected = self.expected.entry(id).or_insert_with(|| Expected { operation, sums: HashMap::new() });
            if settlements.iter().any(|one| one.operation() != expected.operation) {
                self.doubtful.insert(id);
            }
            for posting in ledger::postings(settlements) {
                *expected.sums.entry(key(&posting)).or_default() += i128::from(posting.amount.micros());
            }
        }
        let last = found.iter().rev().find_map(transaction).map_or(0, |last| last.saturating_sub(OPEN_TRANSACTIONS));
        self.compare_to(last.min(self.ends.newest.transaction)).await
    }

    async fn end(&mut self) -> anyhow::Result<()> {
        let to = self.ends.newest.transaction;
        self.compare_to(to).await?;
        self.look_again().await;
        let posted = std::mem::take(&mut self.posted);
        check_balances(self.app, to, posted, &mut self.report).await?;
        check_kept(self.app, self.ends, &mut self.report).await
    }

    fn told(&mut self) -> Report {
        std::mem::take(&mut self.report)
    }
}

/// What is kept beside the postings, and beside the settlements.
async fn check_kept(app: &WorkerState, ends: &Ends, report: &mut Report) -> anyhow::Result<()> {
    let pending = app.store.read("audit_pending", async |conn| rows::wrong_pending(conn, MISMATCHES_MAX).await).await?;
    for Mismatch { subject, expected, found } in pending {
        report.differ(format!(
            "earnings that wait for their day are what the pending account holds: webmaster {subject}: expected \
             {expected}, found {found}"
        ));
    }
    // What is due is released as soon as its days are sealed: the last sealed day had its chance of all that was there.
    let sealed = ends.kept.sealed.as_ref().map_or(Day(0), |seal| seal.day);
    let read = async move |conn: &Conn| rows::overdue(conn, sealed, MISMATCHES_MAX).await;
    for Overdue { webmaster, day, due } in app.store.read("audit_overdue", read).await? {
        let due = due.map_or_else(|| "no day says when they come".to_owned(), |due| format!("they were due on {due}"));
        report.differ(format!("the earnings of webmaster {webmaster} of {day} wait, and {due}"));
    }
    let by_hand = async |conn: &placard_store::Conn| {
        Ok([
            (
                "a deposit is what gateway clearing got for it: deposit",
                rows::wrong_deposits(conn, MISMATCHES_MAX).await?,
            ),
            ("a deposit is what its payments are: deposit", rows::wrong_deposit_payments(conn, MISMATCHES_MAX).await?),
            (
                "a deposit's transaction has a deposit: transaction",
                rows::foreign_deposit_movements(conn, MISMATCHES_MAX).await?,
            ),
            (
                "a correction moves its amount once it is booked: correction",
                rows::wrong_corrections(conn, MISMATCHES_MAX).await?,
            ),
            ("a top-up got the bonus of its promo code: deposit", rows::wrong_promo_uses(conn, MISMATCHES_MAX).await?),
            ("counters of promo codes: promo code", rows::wrong_promo_codes(conn, MISMATCHES_MAX).await?),
            ("a bonus is a part of an advertiser's balance: user", rows::wrong_bonuses(conn, MISMATCHES_MAX).await?),
            (
                "earnings are held back by a hold of their site: site",
                rows::held_without_hold(conn, MISMATCHES_MAX).await?,
            ),
        ])
    };
    for (rule, found) in app.store.read("audit_deposits", by_hand).await? {
        for Mismatch { subject, expected, found } in found {
            report.differ(format!("{rule} {subject}: expected {expected}, found {found}"));
        }
    }
    let read = async |conn: &placard_store::Conn| rows::settled_though_set_aside(conn, MISMATCHES_MAX).await;
    for Mismatch { subject, found, .. } in app.store.read("audit_set_aside", read).await? {
        report.differ(format!("a record that is set aside has no settlement: record {subject} has settlement {found}"));
    }
    Ok(())
}

async fn check_balances(
    app: &WorkerState,
    since: i64,
    mut posted: HashMap<Key, i128>,
    report: &mut Report,
) -> anyhow::Result<()> {
    let mut doubtful = Vec::new();
    let mut after = (0, 0);
    loop {
        let read = async move |conn: &Conn| rows::balances(conn, after, since, BALANCES_PER_STEP).await;
        let found = app.store.read("audit_balances", read).await?;
        let Some(last) = found.last() else { break };
        after = last.account;
        for balance in &found {
            let since = i128::from(balance.posted_since.micros());
            let expected = posted.remove(&balance.account).unwrap_or_default() + since;
            if expected != i128::from(balance.kept.micros()) {
                doubtful.push(balance.account);
            }
        }
    }
    // Accounts without a row hold nothing.
    doubtful.extend(posted.into_iter().filter(|(_, amount)| *amount != 0).map(|(account, _)| account));
    for account in doubtful {
        // PostgreSQL gives numbers before it commits: only the row and its postings at one moment tell for sure.
        let read = async move |conn: &Conn| rows::balance(conn, account).await;
        let (kept, posted) = app.store.read("audit_balance", read).await?;
        if kept != posted {
            report.differ(format!(
                "a balance is the sum of its postings: {} of user {}: expected {}, found {}",
                account_name(account.0),
                account.1,
                posted.micros(),
                kept.micros()
            ));
        }
    }
    Ok(())
}

/// Whether the postings are those that settlements make.
fn is_as_expected(transaction: &BookedTransaction, operation: Option<Operation>, expected: Option<Expected>) -> bool {
    let Some(mut expected) = expected else {
        return transaction.postings.iter().all(|posting| posting.amount.is_zero());
    };
    for posting in &transaction.postings {
        let key = (posting.account, posting.day, posting.campaign, posting.block);
        *expected.sums.entry(key).or_default() -= i128::from(posting.amount.micros());
    }
    operation == Some(expected.operation) && expected.sums.values().all(|sum| *sum == 0)
}

/// A transaction with all of its settlements.
fn check_whole(transaction: &BookedTransaction, report: &mut Report) {
    let id = transaction.id;
    let Some(operation) = transaction.operation else {
        report.differ(format!("transaction {id} is not there, but postings or settlements belong to it"));
        return;
    };
    let known = Operation::from_code(operation);
    for stored in transaction.settlements.iter().filter_map(|row| row.stored.as_ref().ok()) {
        let expected = stored.settlement.operation();
        if known != Some(expected) {
            report.differ(format!(
                "a settlement's money moves by its kind: settlement {} in transaction {id}: operation {operation} instead \
                 of {}",
                stored.seq,
                expected.code()
            ));
        }
    }
    compare(transaction, report);
}

/// Account, user, day, campaign, block.
type PostingKey = (Key, Day, Option<i64>, Option<i64>);

fn key(posting: &Posting) -> PostingKey {
    (posting.account.code(), posting.day, posting.campaign.map(|id| id.0), posting.block.map(|id| id.0))
}

/// The postings are those that the settlements make.
fn compare(transaction: &BookedTransaction, report: &mut Report) {
    let Some(settlements) = transaction.settlements.iter().map(postable).collect::<Option<Vec<_>>>() else {
        // Told where the settlements are checked one by one.
        return;
    };
    let mut sums: BTreeMap<PostingKey, (i128, i128)> = BTreeMap::new();
    for posting in ledger::postings(settlements) {
        sums.entry(key(&posting)).or_default().0 += i128::from(posting.amount.micros());
    }
    for posting in &transaction.postings {
        sums.entry((posting.account, posting.day, posting.campaign, posting.block)).or_default().1 +=
            i128::from(posting.amount.micros());
    }
    for (((account, user), day, campaign, block), (expected, found)) in sums {
        if expected != found {
            let of = |what: &str, id: Option<i64>| id.map(|id| format!(", {what} {id}")).unwrap_or_default();
            report.differ(format!(
                "postings are those of their clicks: transaction {}: {} of user {user}{}{}, day {day}: expected {}, \
                 found {}",
                transaction.id,
                account_name(account),
                of("campaign", campaign),
                of("block", block),
                expected,
                found
            ));
        }
    }
}

/// A settlement whose postings can be made: its parts are its cost, and whoever gets something is there.
pub(super) fn postable(row: &Row) -> Option<&Settlement> {
    let settlement = &row.stored.as_ref().ok()?.settlement;
    let (amounts, rates) = (settlement.amounts, settlement.rates);
    let is_paid = (rates.webmaster_referrer.is_some() || amounts.webmaster_referrer.is_zero())
        && (rates.advertiser_referrer.is_some() || amounts.advertiser_referrer.is_zero());
    (amounts.is_balanced() && is_paid).then_some(settlement)
}

/// Transactions that are no clicks stand between the accounts that they may touch, and concern one user.
fn check_shape(transaction: &BookedTransaction, operation: i64, report: &mut Report) {
    let id = transaction.id;
    let allowed = match Operation::from_code(operation) {
        Some(operation) if operation.is_of_settlements() => return,
        Some(operation) => chart::transaction_kind(operation).accounts,
        None => {
            report.differ(format!("transaction {id}: {operation} is no operation"));
            return;
        }
    };
    let mut users: Vec<i64> = Vec::new();
    for posting in &transaction.postings {
        let (account, user) = posting.account;
        if !AccountKind::from_id(account).is_some_and(|kind| allowed.contains(&kind)) {
            report.differ(format!("transaction {id}: operation {operation} moves {}", account_name(account)));
        }
        let is_personal = matches!(account, 1 | 2 | 3 | 5 | 12);
        if is_personal != (user != 0) {
            report.differ(format!("transaction {id}: {} of user {user} is no account", account_name(account)));
        } else if is_personal && !users.contains(&user) {
            users.push(user);
        }
    }
    if users.len() > 1 {
        report
            .differ(format!("transaction {id}: operation {operation} moves the money of users {users:?}, not of one"));
    }
}

pub(super) const fn account_name(account: i64) -> &'static str {
    match account {
        1 => "the advertiser's account",
        2 => "the webmaster's pending account",
        3 => "the webmaster's available account",
        4 => "the network's revenue",
        5 => "the pending referral account",
        6 => "gateway clearing",
        7 => "payouts",
        8 => "fees",
        9 => "adjustments",
        10 => "bad debt",
        12 => "the webmaster's payout reserve",
        _ => "an unknown account",
    }
}
