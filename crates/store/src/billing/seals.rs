//! Day seals: what was written on a closed day, in counts, sums and hashes, each holding on to the one before.
//!
//! A seal covers rows by their numbers, which only grow, and so never gets later ones: a click that is voided, or a record
//! that is taken after all, is settled and posted on the day on which that happens. Postings are sealed as what they come to
//! by operation, account, user and effective day, which folding them does not change.

use crate::codes::code;
use crate::conn::{Conn, Row, Tx, Value};
use crate::error::{Error, Result};
use crate::statement::Insert;
use placard_model::{Day, UnixMs};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// Settlements of a kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettledSum {
    /// How many.
    pub rows: i64,
    /// What they cost, in micro-dollars.
    pub cost: i64,
    /// What webmasters got of it.
    pub webmaster: i64,
    /// What referrers got of it.
    pub referrers: i64,
    /// What the network kept.
    pub network: i64,
}

/// Transactions of an operation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MovedSum {
    /// How many.
    pub transactions: i64,
    /// What accounts gained by them, in micro-dollars: others lost as much.
    pub moved: i64,
}

/// What a day comes to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sums {
    /// Settlements by their stored kind.
    pub settlements: BTreeMap<i64, SettledSum>,
    /// Transactions by their stored operation.
    pub operations: BTreeMap<i64, MovedSum>,
}

impl Sums {
    /// As it is stored.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Of what is stored; nothing where that is damaged.
    pub fn of_text(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }
}

/// A seal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seal {
    /// The day.
    pub day: Day,
    /// The number of its last settlement.
    pub last_settlement: i64,
    /// The number of its last transaction.
    pub last_transaction: i64,
    /// The furthest place in the log that any settlement so far is about.
    pub last_record: i64,
    /// [`Sums`] as they are stored.
    pub sums: String,
    /// Hash of the settlements.
    pub settlements_hash: Vec<u8>,
    /// Hash of what the postings come to.
    pub postings_hash: Vec<u8>,
    /// Hash of the seal, with the one before.
    pub hash: Vec<u8>,
    /// When it was made.
    pub sealed_at: UnixMs,
    /// Since when its postings are folded, or being folded.
    pub folded_at: Option<UnixMs>,
    /// Since when its settlements are removed, or being removed.
    pub forgotten_at: Option<UnixMs>,
}

impl Seal {
    /// The hash that it has to have behind the seal with the hash `before`.
    pub fn chained(&self, before: &[u8]) -> Vec<u8> {
        let mut hash = Sha256::new();
        for part in [before, self.sums.as_bytes(), &self.settlements_hash, &self.postings_hash] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        let day = i64::from(self.day.0);
        for number in [day, self.last_settlement, self.last_transaction, self.last_record, self.sealed_at.0] {
            hash.update(number.to_le_bytes());
        }
        hash.finalize().to_vec()
    }

    fn from_row(row: &Row) -> Result<Self> {
        Ok(Self {
            day: Day(row.get::<i64>("day")? as i32),
            last_settlement: row.get("last_settlement")?,
            last_transaction: row.get("last_transaction")?,
            last_record: row.get("last_record")?,
            sums: row.get("sums")?,
            settlements_hash: row.get("settlements_hash")?,
            postings_hash: row.get("postings_hash")?,
            hash: row.get("hash")?,
            sealed_at: UnixMs(row.get("sealed_at")?),
            folded_at: row.get::<Option<i64>>("folded_at")?.map(UnixMs),
            forgotten_at: row.get::<Option<i64>>("forgotten_at")?.map(UnixMs),
        })
    }
}

/// The last seal.
pub async fn last(conn: &Conn) -> Result<Option<Seal>> {
    let row = conn.row("SELECT * FROM day_seals ORDER BY day DESC LIMIT 1", []).await?;
    row.as_ref().map(Seal::from_row).transpose()
}

/// The last seal whose postings are folded, or being folded.
pub async fn last_folded(conn: &Conn) -> Result<Option<Seal>> {
    let row = conn.row("SELECT * FROM day_seals WHERE folded_at IS NOT NULL ORDER BY day DESC LIMIT 1", []).await?;
    row.as_ref().map(Seal::from_row).transpose()
}

/// The last seal whose settlements are removed, or being removed.
pub async fn last_forgotten(conn: &Conn) -> Result<Option<Seal>> {
    let row = conn.row("SELECT * FROM day_seals WHERE forgotten_at IS NOT NULL ORDER BY day DESC LIMIT 1", []).await?;
    row.as_ref().map(Seal::from_row).transpose()
}

/// The seal before a day: what the numbers of that day's rows follow.
pub async fn before(conn: &Conn, day: Day) -> Result<Option<Seal>> {
    let sql = "SELECT * FROM day_seals WHERE day < $1 ORDER BY day DESC LIMIT 1";
    conn.row(sql, [i64::from(day.0).into()]).await?.as_ref().map(Seal::from_row).transpose()
}

/// The seals after a day, in order, at most `limit`.
pub async fn after(conn: &Conn, day: Day, limit: u32) -> Result<Vec<Seal>> {
    let sql = "SELECT * FROM day_seals WHERE day > $1 ORDER BY day LIMIT $2";
    let rows = conn.rows(sql, [i64::from(day.0).into(), i64::from(limit).into()]).await?;
    rows.iter().map(Seal::from_row).collect()
}

/// When the first settlement or transaction was written.
pub async fn first_written(conn: &Conn) -> Result<Option<UnixMs>> {
    let mut first = None;
    for sql in [
        "SELECT settled_at AS at FROM settlements ORDER BY id LIMIT 1",
        "SELECT created_at AS at FROM transactions ORDER BY id LIMIT 1",
    ] {
        if let Some(row) = conn.row(sql, []).await? {
            let at = UnixMs(row.get("at")?);
            first = Some(first.map_or(at, |first: UnixMs| first.min(at)));
        }
    }
    Ok(first)
}

/// Writes a seal behind the last one. [`Error::Conflict`] when that is not the one with the hash `before`.
pub async fn put(tx: &Tx, seal: &Seal, before: Option<Day>) -> Result<()> {
    if last(tx).await?.map(|last| last.day) != before {
        return Err(Error::Conflict(format!("day {} was sealed by somebody else", seal.day)));
    }
    Insert::into("day_seals")
        .set("day", i64::from(seal.day.0))
        .set("last_settlement", seal.last_settlement)
        .set("last_transaction", seal.last_transaction)
        .set("last_record", seal.last_record)
        .set("sums", seal.sums.clone())
        .set("settlements_hash", seal.settlements_hash.clone())
        .set("postings_hash", seal.postings_hash.clone())
        .set("hash", seal.hash.clone())
        .set("sealed_at", seal.sealed_at.0)
        .set("updated_by", tx.name())
        .run(tx)
        .await
        .map(drop)
}

/// A settlement as it is sealed.
#[derive(Clone, Debug)]
pub struct SealedRow {
    /// Its number.
    pub id: i64,
    /// When it was stored.
    pub settled_at: UnixMs,
    /// The transaction that moved its money.
    pub transaction: Option<i64>,
    kind: i64,
    record: i64,
    sum: SettledSum,
    bytes: Vec<u8>,
}

/// Columns of settlements that are numbers, in the order in which they are sealed: given for good.
const NUMBERS: [&str; 27] = [
    "id",
    "kind",
    "record_ref",
    "click_ref",
    "clicked_at",
    "settled_at",
    "verdict",
    "advertiser_id",
    "campaign_id",
    "ad_id",
    "webmaster_id",
    "block_id",
    "cost",
    "webmaster_amount",
    "webmaster_referrer_amount",
    "advertiser_referrer_amount",
    "network_amount",
    "share_bp",
    "referrer_bp",
    "webmaster_referrer_id",
    "advertiser_referrer_id",
    "state_before",
    "state",
    "payout_before",
    "payout",
    "transaction_id",
    "served_version",
];
/// Those that are texts.
const TEXTS: [&str; 3] = ["external_id", "goal", "advertiser_transaction_id"];

/// The settlements after `seq`, in order, at most `limit`, as they are sealed.
pub async fn settlements(conn: &Conn, seq: i64, limit: u32) -> Result<Vec<SealedRow>> {
    let sql = format!(
        "SELECT {}, {}, served FROM settlements WHERE id > $1 ORDER BY id LIMIT $2",
        NUMBERS.join(", "),
        TEXTS.join(", ")
    );
    let rows = conn.rows(&sql, [seq.into(), i64::from(limit).into()]).await?;
    rows.iter().map(sealed_row).collect()
}

fn sealed_row(row: &Row) -> Result<SealedRow> {
    let mut bytes = Vec::with_capacity(512);
    let mut put = |part: Option<&[u8]>| match part {
        None => bytes.push(0),
        Some(part) => {
            bytes.push(1);
            bytes.extend((part.len() as u32).to_le_bytes());
            bytes.extend(part);
        }
    };
    for name in NUMBERS {
        put(row.get::<Option<i64>>(name)?.map(i64::to_le_bytes).as_ref().map(<[u8; 8]>::as_slice));
    }
    for name in TEXTS {
        put(row.get::<Option<String>>(name)?.as_deref().map(str::as_bytes));
    }
    put(Some(&row.get::<Vec<u8>>("served")?));
    let amount = |name: &str| row.get::<i64>(name);
    Ok(SealedRow {
        id: row.get("id")?,
        settled_at: UnixMs(row.get("settled_at")?),
        transaction: row.get("transaction_id")?,
        kind: row.get("kind")?,
        record: row.get("record_ref")?,
        sum: SettledSum {
            rows: 1,
            cost: amount("cost")?,
            webmaster: amount("webmaster_amount")?,
            referrers: amount("webmaster_referrer_amount")?.wrapping_add(amount("advertiser_referrer_amount")?),
            network: amount("network_amount")?,
        },
        bytes,
    })
}

/// Settlements added up and hashed as they are read.
#[derive(Clone, Debug, Default)]
pub struct SettledDigest {
    hash: Sha256,
    sums: BTreeMap<i64, SettledSum>,
    last: Option<i64>,
    last_record: Option<i64>,
    last_transaction: Option<i64>,
}

impl SettledDigest {
    /// Adds the next one. Sums wrap, so that damaged amounts end in a difference and nothing else.
    pub fn add(&mut self, row: &SealedRow) {
        self.hash.update((row.bytes.len() as u64).to_le_bytes());
        self.hash.update(&row.bytes);
        let (sum, one) = (self.sums.entry(row.kind).or_default(), row.sum);
        sum.rows += 1;
        sum.cost = sum.cost.wrapping_add(one.cost);
        sum.webmaster = sum.webmaster.wrapping_add(one.webmaster);
        sum.referrers = sum.referrers.wrapping_add(one.referrers);
        sum.network = sum.network.wrapping_add(one.network);
        self.last = Some(row.id);
        self.last_record = self.last_record.max(Some(row.record));
        self.last_transaction = self.last_transaction.max(row.transaction);
    }

    /// The number of the last one.
    pub const fn last(&self) -> Option<i64> {
        self.last
    }

    /// The furthest place in the log that they are about.
    pub const fn last_record(&self) -> Option<i64> {
        self.last_record
    }

    /// The last transaction that moved their money.
    pub const fn last_transaction(&self) -> Option<i64> {
        self.last_transaction
    }

    /// The sums and the hash.
    pub fn finish(self) -> (BTreeMap<i64, SettledSum>, Vec<u8>) {
        (self.sums, self.hash.finalize().to_vec())
    }
}

/// A transaction as it is sealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SealedTransaction {
    /// Its number.
    pub id: i64,
    /// When it began.
    pub at: UnixMs,
    /// Its stored operation.
    pub operation: i64,
}

/// The transactions after one, in order, at most `limit`.
pub async fn transactions(conn: &Conn, after: i64, limit: u32) -> Result<Vec<SealedTransaction>> {
    let sql = "SELECT id, created_at, operation_type FROM transactions WHERE id > $1 ORDER BY id LIMIT $2";
    let rows = conn.rows(sql, [after.into(), i64::from(limit).into()]).await?;
    let moved = |row: &Row| {
        Ok(SealedTransaction {
            id: row.get("id")?,
            at: UnixMs(row.get("created_at")?),
            operation: row.get("operation_type")?,
        })
    };
    rows.iter().map(moved).collect()
}

/// What postings come to: operation, account, user and effective day.
pub type PostedKey = (i64, i64, i64, i64);

/// Adds what the postings of transactions after one up to another come to.
pub async fn posted(conn: &Conn, after: i64, to: i64) -> Result<Vec<(PostedKey, i64)>> {
    let sql = "SELECT COALESCE(t.operation_type, 0) AS operation_type, p.account, p.user_id, p.day, \
               CAST(SUM(p.amount) AS BIGINT) AS amount FROM postings p LEFT JOIN transactions t ON t.id = p.transaction_id \
               WHERE p.transaction_id > $1 AND p.transaction_id <= $2 \
               GROUP BY COALESCE(t.operation_type, 0), p.account, p.user_id, p.day";
    conn.rows(sql, [after.into(), to.into()]).await?.iter().map(posted_row).collect()
}

/// The last of the next transactions after one, at most `most` of them and none beyond `to`, that have postings which are not
/// folded; none where there are no more.
pub async fn next_posted(conn: &Conn, after: i64, to: i64, most: u32) -> Result<Option<i64>> {
    let sql = format!(
        "SELECT MAX(transaction_id) AS last FROM (SELECT DISTINCT transaction_id FROM postings \
         WHERE transaction_id > $1 AND transaction_id <= $2 ORDER BY transaction_id LIMIT {most}) x"
    );
    conn.row(&sql, [after.into(), to.into()]).await?.map_or(Ok(None), |row| row.get("last"))
}

/// What was folded of a sealed day.
pub async fn folded(conn: &Conn, day: Day) -> Result<Vec<(PostedKey, i64)>> {
    let sql = "SELECT operation_type, account, user_id, day, amount FROM folded_postings WHERE sealed_day = $1";
    conn.rows(sql, [i64::from(day.0).into()]).await?.iter().map(posted_row).collect()
}

fn posted_row(row: &Row) -> Result<(PostedKey, i64)> {
    let key = (row.get("operation_type")?, row.get("account")?, row.get("user_id")?, row.get("day")?);
    Ok((key, row.get("amount")?))
}

/// What the postings of a day come to, added up as they are read.
#[derive(Clone, Debug, Default)]
pub struct PostedDigest(BTreeMap<PostedKey, i128>);

impl PostedDigest {
    /// Adds rows.
    pub fn add(&mut self, rows: &[(PostedKey, i64)]) {
        for (key, amount) in rows {
            *self.0.entry(*key).or_default() += i128::from(*amount);
        }
    }

    /// What each comes to, without those that come to nothing.
    pub fn sums(&self) -> impl Iterator<Item = (PostedKey, i128)> {
        self.0.iter().filter(|(_, amount)| **amount != 0).map(|(key, amount)| (*key, *amount))
    }

    /// What accounts gained by each operation, in micro-dollars, cut off where nothing could be so much.
    pub fn moved(&self) -> BTreeMap<i64, i64> {
        let mut moved = BTreeMap::<i64, i128>::new();
        for ((operation, ..), amount) in self.sums() {
            *moved.entry(operation).or_default() += amount.max(0);
        }
        let cut = |amount: i128| i64::try_from(amount).unwrap_or(i64::MAX);
        moved.into_iter().map(|(operation, amount)| (operation, cut(amount))).collect()
    }

    /// The hash of all.
    pub fn hash(&self) -> Vec<u8> {
        let mut hash = Sha256::new();
        for ((operation, account, user, day), amount) in self.sums() {
            for number in [operation, account, user, day] {
                hash.update(number.to_le_bytes());
            }
            hash.update(amount.to_le_bytes());
        }
        hash.finalize().to_vec()
    }
}

/// What the advertisers' accounts held after a transaction whose day, and all before it, is folded.
pub async fn balances_at(conn: &Conn, day: Day, transaction: i64) -> Result<Vec<(i64, i64)>> {
    let sql = format!(
        "SELECT user_id, CAST(SUM(amount) AS BIGINT) AS amount FROM ( \
         SELECT user_id, amount FROM folded_postings WHERE account = {account} AND sealed_day <= $1 UNION ALL \
         SELECT user_id, amount FROM postings WHERE account = {account} AND transaction_id <= $2) x GROUP BY user_id",
        account = code!(advertiser)
    );
    let values: [Value; 2] = [i64::from(day.0).into(), transaction.into()];
    conn.rows(&sql, values).await?.iter().map(|row| Ok((row.get("user_id")?, row.get("amount")?))).collect()
}
