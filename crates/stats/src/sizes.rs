//! How much room each kept part of the facts takes: for measuring that sizes stay bounded.

use crate::database::{Stats, read_hours_since};
use crate::error::StatsError;
use crate::schema::{self, Grain};
use duckdb::{Connection, params};
use std::ops::AddAssign;

/// Rows of a part, and the bytes of the file's blocks that hold them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Rows.
    pub rows: i64,
    /// Bytes of whole blocks; a block that tables share counts for each of them. Nothing where facts are in memory.
    pub bytes: i64,
}

impl Size {
    /// Some of the rows, with their share of the bytes.
    fn share(self, rows: i64) -> Self {
        let bytes = i128::from(self.bytes) * i128::from(rows) / i128::from(self.rows.max(1));
        Self { rows, bytes: bytes as i64 }
    }
}

impl AddAssign for Size {
    fn add_assign(&mut self, other: Self) {
        self.rows += other.rows;
        self.bytes += other.bytes;
    }
}

/// The sizes of all kept parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// Facts and requests of days whose hours are kept.
    pub by_hour: Size,
    /// Those of days that were folded, and the narrow tables of all days.
    pub by_day: Size,
    /// The click log, with what became of clicks later.
    pub clicks: Size,
    /// Samples of requests, with what they say of pages.
    pub samples: Size,
}

impl Stats {
    /// How much room each part takes. Writes to the file what stands in its write-ahead log first, and blocks the thread.
    pub fn sizes(&self) -> Result<Sizes, StatsError> {
        self.with_writer(|writer| Ok(writer.execute_batch("CHECKPOINT")?))?;
        self.with_reader(|reader| {
            let mut sizes = Sizes::default();
            let hours_since = read_hours_since(reader)?.map_or(i32::MIN, |day| day.0);
            for layout in schema::layouts() {
                let size = size_of(reader, layout.name)?;
                match layout.grain {
                    Grain::Day => sizes.by_day += size,
                    Grain::Hour => {
                        let sql = format!("SELECT count(*) FROM {} WHERE day >= ?", layout.name);
                        let rows: i64 = reader.query_row(&sql, params![hours_since], |row| row.get(0))?;
                        sizes.by_hour += size.share(rows);
                        sizes.by_day += size.share(size.rows - rows);
                    }
                }
            }
            for table in ["clicks", "click_changes"] {
                sizes.clicks += size_of(reader, table)?;
            }
            for table in ["samples", "sample_pages"] {
                sizes.samples += size_of(reader, table)?;
            }
            Ok(sizes)
        })
    }
}

fn size_of(reader: &Connection, table: &str) -> Result<Size, StatsError> {
    // What has no block of its own stands in the table's description.
    let sql = format!(
        "SELECT (SELECT count(*) FROM {table}), (SELECT count(DISTINCT block_id) FROM pragma_storage_info('{table}') \
         WHERE block_id >= 0) * (SELECT max(block_size) FROM pragma_database_size())"
    );
    Ok(reader.query_row(&sql, [], |row| Ok(Size { rows: row.get(0)?, bytes: row.get(1)? }))?)
}
