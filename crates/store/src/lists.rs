//! Lists: one way to search, count by status, sort and cut rows of any table in SQL, whatever their number.
//!
//! A list gives ids. What a page shows is read afterwards, of the ids of the page alone; what is sorted by figures of
//! the statistics gets its page there, from the ids of all rows.

use crate::conn::{Conn, Value, like, like_as_typed};
use crate::error::{Error, Result};
use placard_model::page::PageOrder;

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
/// Where [`Listed::with`] says whether a table that the rows are joined with is kept apart, and where it ends: see [`Listed::head`].
pub(crate) const KEPT: &str = "{kept}";
pub(crate) const KEPT_END: &str = "{kept_end}";

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
    /// `WITH ...`, or nothing; [`KEPT`] and [`KEPT_END`] stand in it for what depends on the database.
    pub(crate) with: String,
    /// `FROM ... WHERE ...`.
    pub(crate) rows: String,
    /// SQL of the shown status.
    pub(crate) status: String,
    /// SQL of the number of running ads; only lists that can be sorted by it have it.
    pub(crate) running: String,
    /// The id that was looked for: it comes first in the order of the ids.
    pub(crate) sought: Option<i64>,
    /// What the texts above need.
    pub(crate) values: Vec<Value>,
}

impl Listed {
    /// What all lists of its kind have in common.
    pub const fn shape(&self) -> &'static Shape {
        self.shape
    }

    /// Counts the rows of each status and finds a page of those that have one of some statuses, all in one statement, so that
    /// statuses are derived once for both. With `with_all_ids` the ids of all rows that have one of them, too.
    pub async fn look(&self, conn: &Conn, statuses: &[u8], page: Option<PageBy>, with_all_ids: bool) -> Result<Look> {
        // Where all ids come anyway, a page in their order is cut from them: no database has to go through its rows once more.
        let cut_here = page.filter(|page| with_all_ids && self.known(page.field).is_some());
        let asked = if cut_here.is_some() { None } else { page };
        let sql = self.look_sql(conn.is_postgres(), statuses, asked, with_all_ids);
        let (mut look, mut placed, mut all_ids) = (Look::default(), Vec::new(), Vec::new());
        for row in &conn.rows(&sql, self.values.clone()).await? {
            let (status, n): (i64, i64) = (row.get("status")?, row.get("n")?);
            if status == OF_THE_PAGE {
                placed.push((row.get::<i64>("place")?, n));
                continue;
            }
            let status = u8::try_from(status).map_err(|_| Error::Corrupt(format!("status {status}")))?;
            look.counts.push((status, n.unsigned_abs()));
            all_ids.extend(row.get::<Option<String>>("ids")?.map(|ids| (status, ids)));
        }
        placed.sort_unstable();
        look.page = match cut_here {
            Some(page) => self.cut(page, &all_ids)?,
            None => placed.into_iter().map(|(_, id)| id).collect(),
        };
        let all_ids: Vec<String> = all_ids.into_iter().map(|(_, ids)| ids).collect();
        look.all_ids = all_ids.join(",");
        Ok(look)
    }

    /// What the counts know of each row, where rows are sorted by it: its status or its id.
    fn known(&self, field: Field) -> Option<&'static str> {
        match field.sql {
            STATUS => Some("status"),
            sql => (sql == self.shape.id).then_some("id"),
        }
    }

    /// A page by status or id, out of the ids of each status.
    fn cut(&self, PageBy { field, direction, limit, offset }: PageBy, all_ids: &[(u8, String)]) -> Result<Vec<i64>> {
        let is_by_status = field.sql == STATUS;
        let order = PageOrder {
            is_by_status,
            is_ascending: direction == Direction::Ascending,
            are_ties_ascending: self.shape.ties.unwrap_or(direction) == Direction::Ascending,
            sought: self.sought.filter(|_| !is_by_status),
        };
        order.page(all_ids, offset, limit).ok_or_else(|| Error::Corrupt("an id that is no number".to_owned()))
    }

    /// `WITH ...` of a statement that goes through the rows once, or more often. What is read once PostgreSQL joins as it knows best,
    /// if only it is not told to keep it: of what it keeps it knows no numbers, and would sort a hundred thousand rows to join them.
    fn head(&self, is_postgres: bool, is_read_once: bool) -> String {
        let (kept, end) =
            if is_postgres && is_read_once { ("NOT MATERIALIZED", "OFFSET 0") } else { ("MATERIALIZED", "") };
        self.with.replace(KEPT, kept).replace(KEPT_END, end)
    }

    fn look_sql(&self, is_postgres: bool, statuses: &[u8], page: Option<PageBy>, with_all_ids: bool) -> String {
        let Self { rows, status, shape, .. } = self;
        let (with, id) = (self.head(is_postgres, false), shape.id);
        let ids = if with_all_ids {
            format!("string_agg(CASE WHEN {} THEN CAST(id AS TEXT) END, ',')", one_of("status", statuses))
        } else {
            NO_IDS.to_owned()
        };
        let derived = format!("SELECT {id} AS id, {status} AS status {rows}");
        let counts = |of: &str| {
            format!(
                "SELECT CAST(status AS BIGINT) AS status, COUNT(*) AS n, {ids} AS ids, CAST(0 AS BIGINT) AS place \
                 FROM {of} GROUP BY 1"
            )
        };
        // So a status is derived once for its count and its id, and what it is derived from is not sorted with it.
        let fence = if is_postgres { "OFFSET 0" } else { "LIMIT -1" };
        let counted = counts(&format!("({derived} {fence}) AS derived"));
        let Some(PageBy { field, direction, limit, offset }) = page else {
            return format!("{} {counted}", self.head(is_postgres, true));
        };
        let (direction, ties) = (direction.sql(), shape.ties.unwrap_or(direction).sql());
        // Whoever sorts by something else asked for that order.
        let sought = self.sought.filter(|_| field.sql == id);
        let (first, placed) = (id_first(id, sought), id_first("id", sought));
        let cut = format!("{ties} LIMIT {limit} OFFSET {offset}");
        // What the counts know of each row is enough for some orders: then no status is derived twice. Where it is a column there
        // is nothing to save.
        let known = self.known(field).filter(|_| !with.is_empty());
        let (head, page) = if let Some(by) = known {
            let (counted, wanted) = (counts("derived"), one_of("status", statuses));
            let page = format!(
                "SELECT id, {by} AS sorted_by FROM derived WHERE {wanted} ORDER BY {placed}{by} {direction}, id {cut}"
            );
            let with = self.head(is_postgres, true);
            (format!("{with}, derived AS MATERIALIZED ({derived}) {counted}"), page)
        } else {
            let by = match field.sql {
                STATUS => status,
                RUNNING => &self.running,
                column => column,
            };
            let collation = if field.is_folded && is_postgres { " COLLATE \"C\"" } else { "" };
            let wanted = one_of(status, statuses);
            let page = format!(
                "SELECT {id} AS id, {by}{collation} AS sorted_by {rows} AND {wanted} \
                 ORDER BY {first}sorted_by {direction}, {id} {cut}"
            );
            (format!("{with} {counted}"), page)
        };
        format!(
            "{head} UNION ALL SELECT CAST({OF_THE_PAGE} AS BIGINT), id, {NO_IDS}, \
             row_number() OVER (ORDER BY {placed}sorted_by {direction}, id {ties}) FROM ({page}) AS page"
        )
    }
}

/// The status of lines that are no counts but rows of the page.
const OF_THE_PAGE: i64 = -1;
/// SQL of ids that nobody asked for.
const NO_IDS: &str = "CAST(NULL AS TEXT)";

/// A page of a list in the order of a field.
#[derive(Clone, Copy, Debug)]
pub struct PageBy {
    /// What by.
    pub field: Field,
    /// Which way.
    pub direction: Direction,
    /// Rows of the page.
    pub limit: u32,
    /// Rows before the page.
    pub offset: u64,
}

/// What is known of a list after one look.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// How many rows of each status there are, of all statuses.
    pub counts: Vec<(u8, u64)>,
    /// The ids of the page, in order; empty where none was asked for.
    pub page: Vec<i64>,
    /// The ids of all rows that have one of the statuses, in one text, separated by commas: for the statistics, that sort
    /// and add up their figures. Empty when there are none, or they were not asked for.
    pub all_ids: String,
}

fn one_of(status: &str, wanted: &[u8]) -> String {
    let wanted: Vec<String> = wanted.iter().map(ToString::to_string).collect();
    if wanted.is_empty() { "1 = 0".to_owned() } else { format!("{status} IN ({})", wanted.join(", ")) }
}

/// The id that a phrase is, if it is one.
pub(crate) fn sought(phrase: Option<&str>) -> Option<i64> {
    phrase?.parse().ok()
}

/// What stands before an order by id, so that the row whose id was looked for comes first; nothing where none was.
pub(crate) fn id_first(id: &str, sought: Option<i64>) -> String {
    sought.map_or_else(String::new, |sought| format!("CASE WHEN {id} = {sought} THEN 0 ELSE 1 END, "))
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

/// A phrase that is looked for, whatever it holds. SQLite knows no case beyond ASCII: there it is looked for in small letters
/// and as it was typed.
pub(crate) struct Phrase {
    small: usize,
    typed: usize,
}

impl Phrase {
    /// What it needs is pushed to `values`; at least one text has to be asked.
    pub(crate) fn new(phrase: &str, values: &mut Vec<Value>) -> Self {
        values.extend([like(phrase).into(), like_as_typed(phrase).into()]);
        Self { small: values.len() - 1, typed: values.len() }
    }

    /// A condition that a number has it.
    pub(crate) fn in_number(&self, column: &str) -> String {
        format!("CAST({column} AS TEXT) LIKE ${} ESCAPE '\\'", self.small)
    }

    /// A condition that a text has it.
    pub(crate) fn in_text(&self, text: &str) -> String {
        let Self { small, typed } = self;
        format!("(LOWER({text}) LIKE ${small} ESCAPE '\\' OR {text} LIKE ${typed} ESCAPE '\\')")
    }
}

/// A condition that an id or one of some texts has a phrase. What it needs is pushed to `values`.
pub(crate) fn has_phrase(id: &str, texts: &[&str], phrase: Option<&str>, values: &mut Vec<Value>) -> String {
    let Some(phrase) = phrase else { return "1 = 1".to_owned() };
    let phrase = Phrase::new(phrase, values);
    let mut parts = vec![phrase.in_number(id)];
    parts.extend(texts.iter().map(|text| phrase.in_text(text)));
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
                        let pages = listed.shape.fields.iter().map(|field| {
                            Some(PageBy { field: *field, direction: Direction::Descending, limit: 20, offset: 40 })
                        });
                        let questions: Vec<String> = std::iter::once(None)
                            .chain(pages)
                            .map(|page| listed.look_sql(false, &statuses, page, true))
                            .collect();
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
