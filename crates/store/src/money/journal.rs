//! The ledger as bookkeepers read it: transactions with their postings and where these come from, sums by day, and the
//! statement of a person's month. Folded postings count as those that they were, so that no sum changes when a day is folded.

use crate::codes::code;
use crate::conn::{Conn, Row, Value};
use crate::error::{Error, Result};
use placard_model::books::chart::AccountKind;
use placard_model::books::posting::{Account, Operation};
use placard_model::event::EventRef;
use placard_model::{AdId, BlockId, CampaignId, Day, Money, UnixMs, UserId, Verdict};
use std::collections::BTreeMap;

/// Postings and settlements of one transaction that are read at most.
pub const DETAILS_MAX: u32 = 200;
/// Rows that a statement or an export of single movements may have.
pub const LINES_MAX: u32 = 200_000;

/// Which transactions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TransactionFilter {
    /// Those that moved something of this person.
    pub user: Option<UserId>,
    /// Those that moved something on an account of this kind.
    pub account: Option<AccountKind>,
    /// Those of this kind.
    pub operation: Option<Operation>,
    /// Those made on these days, both included.
    pub days: Option<(Day, Day)>,
    /// Those before this one.
    pub before: Option<i64>,
}

/// A transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transaction {
    /// Its number.
    pub id: i64,
    /// What it was made for.
    pub reference: String,
    /// What it is.
    pub operation: Operation,
    /// When it was made.
    pub at: UnixMs,
    /// Who made it; nobody for the program.
    pub actor: Option<UserId>,
    /// Said by who made it.
    pub comment: String,
    /// What accounts gained by it: others lost as much. Nothing once its postings are folded.
    pub moved: Money,
    /// Its postings are folded into the sums of its day.
    pub is_folded: bool,
}

/// One side of a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Whose account of which kind.
    pub account: Account,
    /// What was added to it.
    pub amount: Money,
    /// The effective day.
    pub day: Day,
    /// What was paid for.
    pub campaign: Option<CampaignId>,
    /// What earned.
    pub block: Option<BlockId>,
}

/// A settlement that a transaction's postings come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Its number.
    pub settlement: i64,
    /// Its kind: 1 click, 3 void, 4 void of a released earning.
    pub kind: i64,
    /// The click.
    pub click: EventRef,
    /// When it was clicked.
    pub clicked_at: UnixMs,
    /// What billing said.
    pub verdict: Verdict,
    /// Who pays.
    pub advertiser: UserId,
    /// For which campaign.
    pub campaign: CampaignId,
    /// For which ad.
    pub ad: AdId,
    /// Who earns.
    pub webmaster: UserId,
    /// With which block.
    pub block: BlockId,
    /// What the advertiser paid.
    pub cost: Money,
    /// What the webmaster got.
    pub earned: Money,
    /// What the network kept.
    pub kept: Money,
}

fn operation(code: i64) -> Result<Operation> {
    Operation::from_code(code).ok_or_else(|| Error::Corrupt(format!("operation {code}")))
}

fn kind(code: i64) -> Result<AccountKind> {
    AccountKind::from_id(code).ok_or_else(|| Error::Corrupt(format!("account {code}")))
}

/// A code as SQL: the numbers of closed sets are written out.
fn codes(kinds: &[AccountKind]) -> String {
    kinds.iter().map(|kind| kind.id().to_string()).collect::<Vec<_>>().join(", ")
}

fn transaction(row: &Row) -> Result<Transaction> {
    let operation = operation(row.get("operation_type")?)?;
    let sides: i64 = row.get("sides")?;
    Ok(Transaction {
        id: row.get("id")?,
        reference: row.get("reference")?,
        operation,
        at: UnixMs(row.get("created_at")?),
        actor: row.get::<Option<i64>>("actor_id")?.map(UserId),
        comment: row.get("comment")?,
        moved: Money::from_micros(row.get("moved")?),
        is_folded: operation.is_folded() && sides == 0,
    })
}

const TRANSACTION: &str = "t.id, t.reference, t.operation_type, t.created_at, t.actor_id, t.comment, \
    (SELECT CAST(COALESCE(SUM(p.amount), 0) AS BIGINT) FROM postings p WHERE p.transaction_id = t.id AND p.amount > 0) AS moved, \
    (SELECT COUNT(*) FROM postings p WHERE p.transaction_id = t.id) AS sides";

/// Transactions, newest first.
pub async fn transactions(conn: &Conn, filter: &TransactionFilter, limit: u32) -> Result<Vec<Transaction>> {
    let mut values: Vec<Value> = Vec::new();
    let mut parts = Vec::new();
    let mut bound = |value: i64| {
        values.push(value.into());
        format!("${}", values.len())
    };
    if let Some(before) = filter.before {
        parts.push(format!("t.id < {}", bound(before)));
    }
    if let Some(operation) = filter.operation {
        parts.push(format!("t.operation_type = {}", operation.code()));
    }
    if let Some((first, last)) = filter.days {
        parts.push(format!("t.created_at >= {}", bound(first.start().0)));
        parts.push(format!("t.created_at < {}", bound(last.plus(1).start().0)));
    }
    // Along the index of accounts: by kind and person.
    let kinds = filter.account.map_or_else(|| codes(&AccountKind::ALL), |kind| codes(&[kind]));
    if let Some(user) = filter.user {
        parts.push(format!(
            "t.id IN (SELECT transaction_id FROM postings WHERE account IN ({kinds}) AND user_id = {})",
            bound(user.0)
        ));
    } else if filter.account.is_some() {
        parts.push(format!(
            "EXISTS (SELECT 1 FROM postings p WHERE p.transaction_id = t.id AND p.account IN ({kinds}))"
        ));
    }
    let condition = if parts.is_empty() { "1 = 1".to_owned() } else { parts.join(" AND ") };
    let sql = format!("SELECT {TRANSACTION} FROM transactions t WHERE {condition} ORDER BY t.id DESC LIMIT {limit}");
    conn.rows(&sql, values).await?.iter().map(transaction).collect()
}

/// A transaction with its sides and the settlements that these come from, at most [`DETAILS_MAX`] of each, and how many of
/// each there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detail {
    /// The transaction.
    pub transaction: Transaction,
    /// Its sides, largest first.
    pub lines: Vec<Line>,
    /// How many sides it has.
    pub lines_total: i64,
    /// The settlements that it was made from, in their order.
    pub origins: Vec<Origin>,
    /// How many these are.
    pub origins_total: i64,
}

/// One transaction.
pub async fn detail(conn: &Conn, id: i64) -> Result<Option<Detail>> {
    let sql = format!("SELECT {TRANSACTION} FROM transactions t WHERE t.id = $1");
    let Some(row) = conn.row(&sql, [id.into()]).await? else { return Ok(None) };
    let lines_total = row.get("sides")?;
    let transaction = transaction(&row)?;
    let sql = format!(
        "SELECT account, user_id, amount, day, campaign_id, block_id FROM postings WHERE transaction_id = $1 \
         ORDER BY ABS(amount) DESC, id LIMIT {DETAILS_MAX}"
    );
    let lines = conn.rows(&sql, [id.into()]).await?;
    let lines = lines.iter().map(|row| {
        let (code, user): (i64, i64) = (row.get("account")?, row.get("user_id")?);
        Ok(Line {
            account: Account::from_code(code, user).ok_or_else(|| Error::Corrupt(format!("account {code}")))?,
            amount: Money::from_micros(row.get("amount")?),
            day: Day(row.get::<i64>("day")? as i32),
            campaign: row.get::<Option<i64>>("campaign_id")?.map(CampaignId),
            block: row.get::<Option<i64>>("block_id")?.map(BlockId),
        })
    });
    let lines = lines.collect::<Result<_>>()?;
    let (mut origins, mut origins_total) = (Vec::new(), 0);
    if transaction.operation.is_of_settlements() {
        let sql = "SELECT COUNT(*) AS found FROM settlements WHERE transaction_id = $1";
        origins_total = conn.row(sql, [id.into()]).await?.map_or(Ok(0), |row| row.get("found"))?;
        let sql = format!(
            "SELECT id, kind, click_ref, clicked_at, verdict, advertiser_id, campaign_id, ad_id, webmaster_id, block_id, \
             cost, webmaster_amount, network_amount FROM settlements WHERE transaction_id = $1 ORDER BY id LIMIT {DETAILS_MAX}"
        );
        origins = conn.rows(&sql, [id.into()]).await?.iter().map(origin).collect::<Result<_>>()?;
    }
    Ok(Some(Detail { transaction, lines, lines_total, origins, origins_total }))
}

fn origin(row: &Row) -> Result<Origin> {
    let verdict: i64 = row.get("verdict")?;
    Ok(Origin {
        settlement: row.get("id")?,
        kind: row.get("kind")?,
        click: EventRef(row.get::<i64>("click_ref")? as u64),
        clicked_at: UnixMs(row.get("clicked_at")?),
        verdict: Verdict::from_code(verdict).ok_or_else(|| Error::Corrupt(format!("verdict {verdict}")))?,
        advertiser: UserId(row.get("advertiser_id")?),
        campaign: CampaignId(row.get("campaign_id")?),
        ad: AdId(row.get("ad_id")?),
        webmaster: UserId(row.get("webmaster_id")?),
        block: BlockId(row.get("block_id")?),
        cost: Money::from_micros(row.get("cost")?),
        earned: Money::from_micros(row.get("webmaster_amount")?),
        kept: Money::from_micros(row.get("network_amount")?),
    })
}

/// What the accounts of a kind gained by transactions of a kind on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DaySum {
    /// The day of the postings.
    pub day: Day,
    /// The stored number of the operation.
    pub operation: i64,
    /// The accounts.
    pub account: AccountKind,
    /// What they gained.
    pub amount: Money,
}

/// Sums by day, operation and kind of account, of postings made on the days from `first` to `last`.
pub async fn day_sums(conn: &Conn, first: Day, last: Day, of_results: bool) -> Result<Vec<DaySum>> {
    // The network's own accounts have no person: the index of accounts leads to them.
    let results: Vec<AccountKind> = AccountKind::ALL.into_iter().filter(|kind| kind.is_result()).collect();
    let within =
        if of_results { format!("account IN ({}) AND user_id = 0 AND", codes(&results)) } else { String::new() };
    let sql = format!(
        "SELECT day, operation_type, account, CAST(SUM(amount) AS BIGINT) AS amount FROM (\
         SELECT p.posted_day AS day, t.operation_type, p.account, p.amount FROM postings p \
         JOIN transactions t ON t.id = p.transaction_id WHERE {} p.posted_day BETWEEN $1 AND $2 \
         UNION ALL SELECT sealed_day AS day, operation_type, account, amount FROM folded_postings \
         WHERE {within} sealed_day BETWEEN $1 AND $2) moved GROUP BY day, operation_type, account \
         ORDER BY day, operation_type, account",
        within.replace("account", "p.account").replace("user_id", "p.user_id")
    );
    let rows = conn.rows(&sql, [i64::from(first.0).into(), i64::from(last.0).into()]).await?;
    let sums = rows.iter().map(|row| {
        Ok(DaySum {
            day: Day(row.get::<i64>("day")? as i32),
            operation: row.get("operation_type")?,
            account: kind(row.get("account")?)?,
            amount: Money::from_micros(row.get("amount")?),
        })
    });
    sums.collect()
}

/// What the accounts of each kind hold at the end of a day: what they hold now, less what was posted since.
pub async fn closing(conn: &Conn, day: Day) -> Result<BTreeMap<AccountKind, Money>> {
    let mut held: BTreeMap<AccountKind, Money> = AccountKind::ALL.into_iter().map(|kind| (kind, Money::ZERO)).collect();
    let rows =
        conn.rows("SELECT account, CAST(SUM(amount) AS BIGINT) AS amount FROM balances GROUP BY account", []).await?;
    for row in &rows {
        *held.entry(kind(row.get("account")?)?).or_default() += Money::from_micros(row.get("amount")?);
    }
    for later in day_sums(conn, day.plus(1), Day(i32::MAX), false).await? {
        *held.entry(later.account).or_default() -= later.amount;
    }
    Ok(held)
}

/// A side of a movement that stands for itself: not a batch of clicks, nor a release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SingleLine {
    /// The transaction.
    pub transaction: i64,
    /// When it was made.
    pub at: UnixMs,
    /// What it is.
    pub operation: Operation,
    /// What it was made for.
    pub reference: String,
    /// Said by who made it.
    pub comment: String,
    /// Whose account of which kind.
    pub account: Account,
    /// What was added.
    pub amount: Money,
}

/// The movements of some days that stand for themselves, in their order, at most [`LINES_MAX`] sides.
pub async fn single_lines(conn: &Conn, first: Day, last: Day) -> Result<Vec<SingleLine>> {
    let folded: Vec<String> =
        Operation::ALL.into_iter().filter(|one| one.is_folded()).map(|one| one.code().to_string()).collect();
    let sql = format!(
        "SELECT t.id, t.created_at, t.operation_type, t.reference, t.comment, p.account, p.user_id, p.amount \
         FROM transactions t JOIN postings p ON p.transaction_id = t.id WHERE t.created_at >= $1 AND t.created_at < $2 \
         AND t.operation_type NOT IN ({}) ORDER BY t.id, p.id LIMIT {LINES_MAX}",
        folded.join(", ")
    );
    let rows = conn.rows(&sql, [first.start().0.into(), last.plus(1).start().0.into()]).await?;
    let lines = rows.iter().map(|row| {
        let (code, user): (i64, i64) = (row.get("account")?, row.get("user_id")?);
        Ok(SingleLine {
            transaction: row.get("id")?,
            at: UnixMs(row.get("created_at")?),
            operation: operation(row.get("operation_type")?)?,
            reference: row.get("reference")?,
            comment: row.get("comment")?,
            account: Account::from_code(code, user).ok_or_else(|| Error::Corrupt(format!("account {code}")))?,
            amount: Money::from_micros(row.get("amount")?),
        })
    });
    lines.collect()
}

/// A line of somebody's statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementLine {
    /// The day of the postings.
    pub day: Day,
    /// What it is.
    pub operation: Operation,
    /// The transaction; none for what is shown by day.
    pub transaction: Option<i64>,
    /// By people whom this person brought.
    pub is_referral: bool,
    /// The month that it is about, where that is an earlier one: the first day of it.
    pub adjusts: Option<Day>,
    /// What the balance gained.
    pub amount: Money,
    /// Said by who made it.
    pub comment: String,
}

/// Day, transaction (0 for what is shown by day), operation, whether it is by others, and the earlier month that is changed.
type LineKey = (Day, i64, i64, bool, Option<Day>);

/// Whether statements show it by day: clicks, and voids, of which one decision makes many transactions.
const fn is_by_day(operation: Operation) -> bool {
    operation.is_folded() || matches!(operation, Operation::Void)
}

/// What a person's balance did from `first` to `last`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// What it was before.
    pub opening: Money,
    /// What happened, in order.
    pub lines: Vec<StatementLine>,
    /// What it was at the end: the opening and all lines.
    pub closing: Money,
}

/// The statement of a person's accounts of some kinds, over the days from `first` to `last`. Clicks are added up by day;
/// what moves between accounts of these kinds is left out. Where `without` names operations, which must be none that are folded,
/// the statement is that of a balance which they never moved. The caller must have asked for the person's own, or be staff.
pub async fn statement(
    conn: &Conn,
    user: UserId,
    kinds: &[AccountKind],
    without: &[Operation],
    (first, last): (Day, Day),
) -> Result<Statement> {
    let kinds = codes(kinds);
    let sql = format!(
        "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) AS amount FROM balances WHERE account IN ({kinds}) AND user_id = $1"
    );
    let mut now = conn.row(&sql, [user.0.into()]).await?.map_or(Ok(0), |row| row.get::<i64>("amount"))?;
    let without = without.iter().map(|one| one.code().to_string()).collect::<Vec<_>>().join(", ");
    let mut kept = String::new();
    if !without.is_empty() {
        let sql = format!(
            "SELECT CAST(COALESCE(SUM(p.amount), 0) AS BIGINT) AS amount FROM postings p \
             JOIN transactions t ON t.id = p.transaction_id \
             WHERE p.account IN ({kinds}) AND p.user_id = $1 AND t.operation_type IN ({without})"
        );
        now -= conn.row(&sql, [user.0.into()]).await?.map_or(Ok(0), |row| row.get::<i64>("amount"))?;
        kept = format!(" AND t.operation_type NOT IN ({without})");
    }
    // What is shown by day has no number and no comment.
    let by_day: Vec<String> =
        Operation::ALL.into_iter().filter(|one| is_by_day(*one)).map(|one| one.code().to_string()).collect();
    let by_day = format!("t.operation_type IN ({})", by_day.join(", "));
    let is_referral = |account: &str| {
        format!("CAST(CASE WHEN {account} = {} THEN 1 ELSE 0 END AS BIGINT) AS referral", code!(referral))
    };
    let (single, folded) = (is_referral("p.account"), is_referral("account"));
    let moved = format!(
        "SELECT {single}, p.posted_day, t.operation_type, CASE WHEN {by_day} THEN 0 ELSE t.id END AS transaction_id, p.day, p.amount, \
         CASE WHEN {by_day} THEN '' ELSE t.comment END AS comment FROM postings p \
         JOIN transactions t ON t.id = p.transaction_id WHERE p.account IN ({kinds}) AND p.user_id = $1{kept} \
         UNION ALL SELECT {folded}, sealed_day AS posted_day, operation_type, 0 AS transaction_id, day, amount, '' AS comment \
         FROM folded_postings WHERE account IN ({kinds}) AND user_id = $1"
    );
    let sql =
        format!("SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) AS amount FROM ({moved}) m WHERE posted_day >= $2");
    let since = conn.row(&sql, [user.0.into(), i64::from(first.0).into()]).await?;
    let opening = Money::from_micros(now - since.map_or(Ok(0), |row| row.get::<i64>("amount"))?);
    let sql = format!(
        "SELECT posted_day, operation_type, transaction_id, referral, day, comment, CAST(SUM(amount) AS BIGINT) AS amount \
         FROM ({moved}) m WHERE posted_day BETWEEN $2 AND $3 \
         GROUP BY posted_day, operation_type, transaction_id, referral, day, comment \
         ORDER BY posted_day, transaction_id LIMIT {LINES_MAX}"
    );
    let rows = conn.rows(&sql, [user.0.into(), i64::from(first.0).into(), i64::from(last.0).into()]).await?;
    // By day, then batches before single movements; what is added up by day has no number.
    let mut lines: BTreeMap<LineKey, (Money, String)> = BTreeMap::new();
    for row in &rows {
        let operation = operation(row.get("operation_type")?)?;
        let day = Day(row.get::<i64>("posted_day")? as i32);
        let about = Day(row.get::<i64>("day")? as i32).month_first();
        let adjusts = (about < day.month_first()).then_some(about);
        // What moves between the person's own accounts is one line, or none.
        let is_referral = operation.is_of_settlements() && row.get::<i64>("referral")? == 1;
        let key = (day, row.get("transaction_id")?, operation.code(), is_referral, adjusts);
        let line = lines.entry(key).or_default();
        line.0 += Money::from_micros(row.get("amount")?);
        line.1 = row.get("comment")?;
    }
    let mut closing = opening;
    let mut shown = Vec::with_capacity(lines.len());
    for ((day, transaction, code, is_referral, adjusts), (amount, comment)) in lines {
        closing += amount;
        if !amount.is_zero() {
            let transaction = (transaction != 0).then_some(transaction);
            let operation = operation(code)?;
            shown.push(StatementLine { day, operation, transaction, is_referral, adjusts, amount, comment });
        }
    }
    Ok(Statement { opening, lines: shown, closing })
}
