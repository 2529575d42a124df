//! Lists: one way to search, count by status, sort and cut rows of any table in SQL, whatever their number.
//!
//! A list gives ids. What a page shows is read afterwards, of the ids of the page alone; what is sorted by figures of
//! the statistics gets its page there, from the ids of all rows.

use crate::conn::{Conn, Row, Value, like, like_as_typed};
use crate::error::{Error, Result};

/// The direction of a sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Smallest first.
    Ascending,
    /// Largest first.
    Descending,
}

impl Direction {
    const fn sql(self) -> &'static str {
        match self {
            Self::Ascending => "ASC",
            Self::Descending => "DESC",
        }
    }
}

/// The field that stands for [`Listed`]'s shown status.
pub(crate) const STATUS: &str = "{status}";
/// The field that stands for its number of running ads.
pub(crate) const RUNNING: &str = "{running}";

/// Something that the rows of a list can be sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name in the API.
    pub name: &'static str,
    /// Whether it is another name of a field before it.
    pub is_alias: bool,
    sql: &'static str,
    is_folded: bool,
}

impl Field {
    /// A field of numbers, or of texts in the order of the database.
    pub(crate) const fn new(name: &'static str, sql: &'static str) -> Self {
        Self { name, is_alias: false, sql, is_folded: false }
    }

    /// A field of texts in small letters, in the order of their characters.
    pub(crate) const fn folded(name: &'static str, sql: &'static str) -> Self {
        Self { is_folded: true, ..Self::new(name, sql) }
    }

    /// The same field by another name, that clients send too.
    pub(crate) const fn also(self, name: &'static str) -> Self {
        Self { name, is_alias: true, ..self }
    }
}

/// What all lists of a kind have in common.
#[derive(Debug)]
pub struct Shape {
    /// What rows can be sorted by.
    pub fields: &'static [Field],
    /// The statuses that rows can have.
    pub statuses: fn() -> Vec<u8>,
    /// The status that is left out unless it is asked for.
    pub hidden: u8,
    /// The order of rows that are equal: none is the direction of the sort, by id.
    pub ties: Option<Direction>,
    /// SQL of the id.
    pub(crate) id: &'static str,
}

/// The rows of a list: those of a scope that a search finds, of all statuses.
#[derive(Clone, Debug)]
pub struct Listed {
    pub(crate) shape: &'static Shape,
    /// `WITH ...`, or nothing.
    pub(crate) with: String,
    /// `FROM ... WHERE ...`.
    pub(crate) rows: String,
    /// SQL of the shown status.
    pub(crate) status: String,
    /// SQL of the number of running ads; only lists that can be sorted by it have it.
    pub(crate) running: String,
    /// What the texts above need.
    pub(crate) values: Vec<Value>,
}

impl Listed {
    /// What all lists of its kind have in common.
    pub const fn shape(&self) -> &'static Shape {
        self.shape
    }

    /// How many rows of each status there are.
    pub async fn counts(&self, conn: &Conn) -> Result<Vec<(u8, u64)>> {
        let sql = self.counts_sql();
        let count = |row: &Row| {
            let status: i64 = row.get("status")?;
            let status = u8::try_from(status).map_err(|_| Error::Corrupt(format!("status {status}")))?;
            Ok((status, row.get::<i64>("n")?.unsigned_abs()))
        };
        conn.rows(&sql, self.values.clone()).await?.iter().map(count).collect()
    }

    fn counts_sql(&self) -> String {
        let Self { with, rows, status, .. } = self;
        format!("{with} SELECT CAST({status} AS BIGINT) AS status, COUNT(*) AS n {rows} GROUP BY 1")
    }

    /// The ids of a page of the rows that have one of some statuses.
    pub async fn page(
        &self,
        conn: &Conn,
        statuses: &[u8],
        field: Field,
        direction: Direction,
        limit: u32,
        offset: u64,
    ) -> Result<Vec<i64>> {
        let sql = self.page_sql(conn.is_postgres(), statuses, field, direction, limit, offset);
        conn.rows(&sql, self.values.clone()).await?.iter().map(|row| row.get("id")).collect()
    }

    fn page_sql(
        &self,
        is_postgres: bool,
        statuses: &[u8],
        field: Field,
        direction: Direction,
        limit: u32,
        offset: u64,
    ) -> String {
        let Self { with, rows, status, shape, .. } = self;
        let id = shape.id;
        let by = match field.sql {
            STATUS => status,
            RUNNING => &self.running,
            column => column,
        };
        let collation = if field.is_folded && is_postgres { " COLLATE \"C\"" } else { "" };
        let ties = shape.ties.unwrap_or(direction).sql();
        format!(
            "{with} SELECT {id} AS id {rows} AND {} ORDER BY {by}{collation} {}, {id} {ties} LIMIT {limit} OFFSET {offset}",
            one_of(status, statuses),
            direction.sql()
        )
    }

    /// The ids of all rows that have one of some statuses, in one text, separated by commas: for the statistics, that
    /// sort and add up their figures. Empty when there are none.
    pub async fn all_ids(&self, conn: &Conn, statuses: &[u8]) -> Result<String> {
        let sql = self.all_ids_sql(statuses);
        let row = conn.row(&sql, self.values.clone()).await?;
        Ok(row.map_or(Ok(None), |row| row.get::<Option<String>>("ids"))?.unwrap_or_default())
    }

    fn all_ids_sql(&self, statuses: &[u8]) -> String {
        let Self { with, rows, status, shape, .. } = self;
        let (id, wanted) = (shape.id, one_of(status, statuses));
        format!("{with} SELECT string_agg(CAST({id} AS TEXT), ',') AS ids {rows} AND {wanted}")
    }
}

fn one_of(status: &str, wanted: &[u8]) -> String {
    let wanted: Vec<String> = wanted.iter().map(ToString::to_string).collect();
    if wanted.is_empty() { "1 = 0".to_owned() } else { format!("{status} IN ({})", wanted.join(", ")) }
}

/// A condition that an id or a text in small letters has a phrase. What it needs is pushed to `values`.
pub(crate) fn has_folded_phrase(id: &str, folded: &str, phrase: Option<&str>, values: &mut Vec<Value>) -> String {
    let Some(phrase) = phrase else { return "1 = 1".to_owned() };
    values.push(like(phrase).into());
    let place = values.len();
    let text = format!("{folded} LIKE ${place} ESCAPE '\\'");
    // Only digits can be in an id, and to write out each costs more than to compare texts.
    if phrase.bytes().all(|byte| byte.is_ascii_digit()) {
        format!("({text} OR CAST({id} AS TEXT) LIKE ${place} ESCAPE '\\')")
    } else {
        text
    }
}

/// A condition that an id or one of some texts has a phrase. SQLite knows no case beyond ASCII: there the phrase is
/// looked for in small letters and as it was typed. What it needs is pushed to `values`.
pub(crate) fn has_phrase(id: &str, texts: &[&str], phrase: Option<&str>, values: &mut Vec<Value>) -> String {
    let Some(phrase) = phrase else { return "1 = 1".to_owned() };
    values.push(like(phrase).into());
    let small = values.len();
    values.push(like_as_typed(phrase).into());
    let typed = values.len();
    let mut parts = vec![format!("CAST({id} AS TEXT) LIKE ${small} ESCAPE '\\'")];
    for text in texts {
        parts.push(format!("LOWER({text}) LIKE ${small} ESCAPE '\\' OR {text} LIKE ${typed} ESCAPE '\\'"));
    }
    format!("({})", parts.join(" OR "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scope;
    use crate::advertising::listed::{self, Of};
    use crate::testing::{TEST_EPOCH, each_backend};
    use placard_model::format::CampaignType;
    use placard_model::{CampaignId, UserId};

    /// How SQLite reads the rows of each table, by its alias.
    async fn plan(conn: &Conn, listed: &Listed, sql: String) -> Vec<String> {
        let rows = conn.rows(&format!("EXPLAIN QUERY PLAN {sql}"), listed.values.clone()).await.unwrap();
        rows.iter().map(|row| row.get("detail").unwrap()).collect()
    }

    #[tokio::test]
    async fn a_list_reads_an_index_of_the_owner_and_no_rows() {
        each_backend(async |store, _| {
            store
                .read("test", async |conn| {
                    if conn.is_postgres() {
                        return Ok(());
                    }
                    let scope = Scope::Advertiser(UserId(1));
                    let lists = [
                        (listed::ads(scope, Of::Everything, Some("title"), TEST_EPOCH), "SEARCH a ", "ads_listed"),
                        (
                            listed::campaigns(scope, &CampaignType::ALL, Some("name"), &[], TEST_EPOCH),
                            "SEARCH c ",
                            "campaigns_listed",
                        ),
                        (listed::push_ads(scope, None, Some("title"), TEST_EPOCH), "SEARCH a ", "ads_listed"),
                        (listed::push_ads(scope, Some(CampaignId(1)), None, TEST_EPOCH), "SEARCH a ", "ads_listed"),
                        (
                            listed::groups(scope, CampaignId(1), Some("name"), TEST_EPOCH),
                            "SEARCH l ",
                            "ad_groups_listed",
                        ),
                    ];
                    for (listed, rows, index) in lists {
                        let statuses = (listed.shape.statuses)();
                        let mut questions = vec![listed.counts_sql(), listed.all_ids_sql(&statuses)];
                        questions.extend(
                            listed
                                .shape
                                .fields
                                .iter()
                                .map(|field| listed.page_sql(false, &statuses, *field, Direction::Descending, 20, 40)),
                        );
                        for sql in questions {
                            let plan = plan(conn, &listed, sql.clone()).await;
                            let covered = format!("{rows}USING COVERING INDEX {index} (");
                            assert!(plan.iter().any(|step| step.starts_with(&covered)), "{plan:#?} of {sql}");
                            let whole = |step: &String| {
                                step == "SCAN a" || step == "SCAN l" || step.starts_with("SCAN a USING")
                            };
                            assert!(!plan.iter().any(whole), "{plan:#?} of {sql}");
                        }
                    }
                    Ok(())
                })
                .await
                .unwrap();
        })
        .await;
    }
}
