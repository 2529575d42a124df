//! What each kept part may come to, and what it came to. A part is as many rows as its days bring, times what a row takes:
//! parts that go have a number of days, parts that stay have all of them.

use super::TIMES_A_DAY;
use super::traffic::{ADS, BLOCKS, CLICKS_A_DAY, CONVERSIONS_A_DAY, REQUESTS_A_DAY, SHOWS_A_DAY, WEBMASTERS};
use crate::app::AppState;
use crate::bench::money;
use placard_common::data_folder::STATS_FILE;
use placard_stats::{SAMPLE_DAYS_KEPT, Size};
use placard_store::Conn;
use std::collections::BTreeMap;
use std::fmt;
use std::fs;

/// Bytes of a MiB.
const MIB: f64 = 1_048_576.0;

/// Settings of retention, in days and months.
pub(super) const LOG_DAYS: i64 = 30;
pub(super) const CLICK_MONTHS: i64 = 2;
pub(super) const HOURLY_MONTHS: i64 = 2;

/// Days beyond those of a setting: today, the one that is not sealed, and the last one, which goes as a whole.
const OPEN_DAYS: i64 = 3;
/// The log goes by whole days.
const LOG_DAYS_MAX: i64 = LOG_DAYS + OPEN_DAYS;
/// Two months have at most 62 days.
const CLICK_DAYS_MAX: i64 = 31 * CLICK_MONTHS + OPEN_DAYS;
const HOURLY_DAYS_MAX: i64 = 31 * HOURLY_MONTHS + OPEN_DAYS;
/// Postings stay one by one until their earnings are released, a week later, and what was released is sealed.
const POSTING_DAYS_MAX: i64 = 7 + 1 + OPEN_DAYS;
/// Samples of one day more than are asked for, and of today.
const SAMPLE_DAYS_MAX: i64 = SAMPLE_DAYS_KEPT as i64 + 2;

/// A show or click in the log: token, place, visitors and owners as numbers of variable length, about 150 bytes, and the frame of
/// 20. A sample has the page in place of the token.
const EVENT_BYTES: i64 = 200;
/// What is counted of one block.
const COUNT_BYTES: i64 = 50;
const LOG_BYTES_A_DAY: i64 = (SHOWS_A_DAY + CLICKS_A_DAY + CONVERSIONS_A_DAY + REQUESTS_A_DAY) * EVENT_BYTES
    + TIMES_A_DAY * BLOCKS * COUNT_BYTES;

/// A settlement: thirty columns, the served ad, and four indexes, in pages that are not full.
const SETTLEMENT_BYTES: i64 = 500;
const SETTLEMENTS_A_DAY: i64 = CLICKS_A_DAY + CONVERSIONS_A_DAY;
/// Each conversion has a row of its own beside its settlement.
const SETTLEMENT_ROWS_MAX: i64 = CLICK_DAYS_MAX * (SETTLEMENTS_A_DAY + CONVERSIONS_A_DAY);

/// Where nothing is netted a click has three postings; a release has two.
const POSTINGS_A_DAY: i64 = 3 * CLICKS_A_DAY + 2 * WEBMASTERS;
/// The transaction of what was billed at once, where that took two, stays as long as its settlements; that of a release goes with
/// its postings.
const POSTING_ROWS_MAX: i64 =
    POSTING_DAYS_MAX * (POSTINGS_A_DAY + WEBMASTERS) + CLICK_DAYS_MAX * 2 * TIMES_A_DAY + 3 * money::OWNERS as i64;
/// Ten numbers and three indexes, two of them without order: pages are two thirds full.
const POSTING_BYTES: i64 = 250;

/// Clicks by advertiser, webmaster and network, both sides of each release, and the seal. Kept for good.
const FOLDED_A_DAY: i64 = money::OWNERS as i64 + WEBMASTERS + 1 + 2 * WEBMASTERS + 1;
/// Seven numbers, five of them in the key, and an index without order.
const FOLDED_BYTES: i64 = 200;

/// What each campaign spent and each block earned on a day. Kept for good.
const SPENT_A_DAY: i64 = money::OWNERS as i64 + BLOCKS;
/// Six numbers and a name; key and index without order.
const SPENT_BYTES: i64 = 250;

/// Everything else in the database: checkpoints of the feeds, which know tokens of a week, accounts, and what the schema takes.
const REST_BYTES_MAX: i64 = 64 << 20;

/// What the facts are told of at most: where no two fall together each is a row of its own.
const FACTS_A_DAY: i64 = SHOWS_A_DAY + CLICKS_A_DAY + CONVERSIONS_A_DAY;
const BY_HOUR_ROWS_MAX: i64 = HOURLY_DAYS_MAX * (FACTS_A_DAY + TIMES_A_DAY * BLOCKS);
/// Twice what 27 dimensions and 17 sums take when they are packed: hours are written again when they are added up, and the file
/// gives rows back later, by whole groups.
const BY_HOUR_BYTES: i64 = 64;
/// The wide table and those of sources and both audiences may have a row for each fact, the others have one for each ad or block,
/// and for conversions that were not added up. Kept for good.
const BY_DAY_A_DAY: i64 = 4 * FACTS_A_DAY + ADS + 2 * BLOCKS + 2 * CONVERSIONS_A_DAY;
/// The wide table takes 27 bytes a row, the narrow ones 9 to 11: 14 on average, and what was not given back.
const BY_DAY_BYTES: i64 = 24;

const CLICK_ROWS_MAX: i64 = CLICK_DAYS_MAX * (CLICKS_A_DAY + CONVERSIONS_A_DAY);
/// 25 numbers, packed; the place in the log and that of the visitor hardly.
const CLICK_BYTES: i64 = 128;
/// Each sample, and each page of a block.
const SAMPLE_ROWS_MAX: i64 = SAMPLE_DAYS_MAX * 2 * REQUESTS_A_DAY;
/// 24 columns with the address of the page.
const SAMPLE_BYTES: i64 = 200;
/// The facts' file has blocks of 256 KiB, and a part up to seven tables whose last ones are not full.
const BLOCKS_BYTES: i64 = 16 << 20;

/// A file may have as much room to use again as it has content.
const FILE_FACTOR: i64 = 2;

/// A kept part.
pub(super) struct Part {
    name: &'static str,
    /// None where it is not made of rows.
    rows: Option<(i64, i64)>,
    bytes: i64,
    bytes_max: i64,
}

impl Part {
    const fn of_rows(name: &'static str, size: Size, rows_max: i64, bytes_max: i64) -> Self {
        Self { name, rows: Some((size.rows, rows_max)), bytes: size.bytes, bytes_max }
    }

    const fn of_bytes(name: &'static str, bytes: i64, bytes_max: i64) -> Self {
        Self { name, rows: None, bytes, bytes_max }
    }

    /// Whether there is more of it than may be.
    pub(super) fn is_over(&self) -> bool {
        self.bytes > self.bytes_max || self.rows.is_some_and(|(rows, most)| rows > most)
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mib = |bytes: i64| bytes as f64 / MIB;
        write!(f, "{:<22}{:>9.1} MiB of {:>7.1}", self.name, mib(self.bytes), mib(self.bytes_max))?;
        match self.rows {
            Some((rows, most)) => write!(f, ", {rows:>9} rows of {most}"),
            None => Ok(()),
        }
    }
}

/// Every kept part after so many days.
pub(super) async fn parts(app: &AppState, days: i64) -> anyhow::Result<Vec<Part>> {
    let tables = app.store.read("bench_sizes", async |conn| table_sizes(conn).await).await?;
    let facts = app.stats.sizes()?;
    let size = |names: &[&str]| {
        let mut sum = Size::default();
        names.iter().filter_map(|name| tables.get(*name)).for_each(|size| sum += *size);
        sum
    };
    let of_store = |name, tables: &[&str], rows_max: i64, row_bytes: i64| {
        Part::of_rows(name, size(tables), rows_max, rows_max * row_bytes)
    };
    let of_facts = |name, size: Size, rows_max: i64, row_bytes: i64| {
        Part::of_rows(name, size, rows_max, rows_max * row_bytes + BLOCKS_BYTES)
    };
    let mut database = vec![
        of_store("settlements", &["settlements", "conversions"], SETTLEMENT_ROWS_MAX, SETTLEMENT_BYTES),
        of_store("postings", &["postings", "transactions"], POSTING_ROWS_MAX, POSTING_BYTES),
        of_store("folded postings", &["folded_postings", "day_seals"], days * FOLDED_A_DAY, FOLDED_BYTES),
        of_store("spent and earned", &["campaign_spend", "block_earnings"], days * SPENT_A_DAY, SPENT_BYTES),
    ];
    let all: i64 = tables.values().map(|size| size.bytes).sum();
    let rest = all - database.iter().map(|part| part.bytes).sum::<i64>();
    database.push(Part::of_bytes("the rest of the books", rest, REST_BYTES_MAX));
    let statistics = vec![
        of_facts("facts by hour", facts.by_hour, BY_HOUR_ROWS_MAX, BY_HOUR_BYTES),
        of_facts("facts by day", facts.by_day, days * BY_DAY_A_DAY, BY_DAY_BYTES),
        of_facts("click log", facts.clicks, CLICK_ROWS_MAX, CLICK_BYTES),
        of_facts("samples", facts.samples, SAMPLE_ROWS_MAX, SAMPLE_BYTES),
    ];
    let file = |name, file: &str, log: &str, parts: &[Part]| {
        let most: i64 = parts.iter().map(|part| part.bytes_max).sum();
        // The write-ahead log comes and goes.
        let files = [file.to_owned(), format!("{file}{log}")];
        let bytes = files.iter().filter_map(|file| fs::metadata(app.config.data_dir.join(file)).ok());
        let bytes: u64 = bytes.map(|found| found.len()).sum();
        Part::of_bytes(name, bytes as i64, FILE_FACTOR * most)
    };
    let files = [
        file("file of the books", "placard.db", "-wal", &database),
        file("file of the facts", STATS_FILE, ".wal", &statistics),
    ];
    let log = Part::of_bytes("log", app.log.kept_bytes() as i64, LOG_DAYS_MAX * LOG_BYTES_A_DAY);
    Ok([log].into_iter().chain(database).chain(statistics).chain(files).collect())
}

/// The rows of each table, and the bytes of its pages and those of its indexes. SQLite only.
async fn table_sizes(conn: &Conn) -> placard_store::Result<BTreeMap<String, Size>> {
    let sql = "SELECT s.tbl_name AS name, CAST(SUM(d.pgsize) AS BIGINT) AS bytes FROM dbstat d \
               JOIN sqlite_schema s ON s.name = d.name WHERE d.aggregate = TRUE GROUP BY s.tbl_name";
    let mut tables = BTreeMap::new();
    for row in conn.rows(sql, []).await? {
        let (name, bytes) = (row.get::<String>("name")?, row.get("bytes")?);
        let counted = conn.row(&format!("SELECT COUNT(*) AS found FROM {name}"), []).await?;
        let rows = counted.map(|row| row.get("found")).transpose()?.unwrap_or_default();
        tables.insert(name, Size { rows, bytes });
    }
    Ok(tables)
}
