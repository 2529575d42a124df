//! Everything that is stored of a user, for the user: a table of what is read, so that nothing is forgotten silently.

use crate::conn::{Conn, Row, Value};
use crate::error::{Error, Result};
use placard_model::{Day, Money, UnixMs, UserId};
use serde_json::{Map, Value as Shown};

mod parts;

use parts::PARTS;

/// The most rows of one kind, newest first.
pub const ROWS_MAX: i64 = 10_000;
/// Rows of a page. A change of a block has up to 70 kB.
pub const ROWS_A_PAGE: i64 = 200;

/// How a column is shown.
#[derive(Clone, Copy)]
enum As {
    Number,
    Text,
    Flag,
    Time,
    Day,
    Dollars,
    Json,
}

/// A list, read along an index: a page begins where the one before ended, and so costs no more than its own rows.
struct Part {
    name: &'static str,
    /// What follows `SELECT columns`, each along an index of its own; `$1` is the user. A row that several find is one.
    from: &'static [&'static str],
    /// By what rows are sorted, largest first: unique among the user's.
    key: &'static [(&'static str, As)],
    /// A column, of a table or of what is worked out, by the name that it is shown with.
    columns: &'static [(&'static str, As)],
}

/// The names of the lists and what each is read from.
pub fn sources() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    PARTS.iter().map(|part| (part.name, part.from))
}

/// Whether changes of such a subject are told with what it was before and after, to whose it is.
pub fn tells_changes_of(subject: &str) -> bool {
    let named = format!("'{subject}'");
    PARTS
        .iter()
        .filter(|part| part.name == "changes")
        .any(|part| part.columns.iter().any(|(name, _)| name.contains(&named)))
}

/// Where the next page of a list begins.
#[derive(Clone, Debug)]
pub struct Cursor {
    /// The key of the last row that was read.
    after: Vec<Value>,
    /// Rows that were read.
    rows: i64,
}

/// A page of one list of what is stored of a user, newest first, and where the next one begins, if another one follows.
/// What is encrypted is not among it.
pub async fn page(
    conn: &Conn,
    user: UserId,
    list: &str,
    from: Option<&Cursor>,
) -> Result<(Vec<Shown>, Option<Cursor>)> {
    let part = PARTS.iter().find(|part| part.name == list).ok_or(Error::NotFound("list"))?;
    let read = from.map_or(0, |cursor| cursor.rows);
    let limit = ROWS_A_PAGE.min(ROWS_MAX - read);
    let mut values: Vec<Value> = vec![user.0.into(), limit.into()];
    values.extend(from.iter().flat_map(|cursor| cursor.after.iter().cloned()));
    let rows = conn.rows(&part.sql(from.is_some()), values).await?;
    let shown = rows.iter().map(|row| object(row, part.columns)).collect::<Result<_>>()?;
    let (read, is_full) = (read + rows.len() as i64, rows.len() as i64 == limit);
    let next = match rows.last() {
        Some(last) if is_full && read < ROWS_MAX => Some(Cursor { after: part.key_of(last)?, rows: read }),
        _ => None,
    };
    Ok((shown, next))
}

impl Part {
    /// A page. Each source is cut by itself, so that none is read further than the page reaches.
    fn sql(&self, goes_on: bool) -> String {
        let key: Vec<&str> = self.key.iter().map(|(name, _)| *name).collect();
        let mut shown: Vec<String> = self.columns.iter().map(|(name, _)| (*name).to_owned()).collect();
        shown.extend(key.iter().enumerate().map(|(n, name)| format!("{name} AS key_{n}")));
        let sorted: Vec<String> = (0..key.len()).map(|n| format!("key_{n} DESC")).collect();
        let sorted = sorted.join(", ");
        let places: Vec<String> = (0..key.len()).map(|n| format!("${}", n + 3)).collect();
        let after = match (goes_on, key.first()) {
            // The first part alone is what every database finds in an index.
            (true, Some(first)) => {
                format!(" AND {first} <= $3 AND ({}) < ({})", key.join(", "), places.join(", "))
            }
            _ => String::new(),
        };
        let one = |from: &&str| format!("SELECT {} {from}{after} ORDER BY {sorted} LIMIT $2", shown.join(", "));
        match self.from {
            [only] => one(only),
            several => {
                let several: Vec<String> = several
                    .iter()
                    .enumerate()
                    .map(|(n, from)| format!("SELECT * FROM ({}) AS s{n}", one(from)))
                    .collect();
                format!("{} ORDER BY {sorted} LIMIT $2", several.join(" UNION "))
            }
        }
    }

    fn key_of(&self, row: &Row) -> Result<Vec<Value>> {
        let part = |(n, (_, shown)): (usize, &(&str, As))| {
            let name = format!("key_{n}");
            Ok(match shown {
                As::Text => row.get::<String>(&name)?.into(),
                _ => row.get::<i64>(&name)?.into(),
            })
        };
        self.key.iter().enumerate().map(part).collect()
    }
}

fn object(row: &Row, columns: &[(&'static str, As)]) -> Result<Shown> {
    let mut object = Map::new();
    for (name, shown) in columns {
        let name = name.rsplit(['.', ' ']).next().unwrap_or(name);
        object.insert(name.to_owned(), value(row, name, *shown)?);
    }
    Ok(Shown::Object(object))
}

fn value(row: &Row, name: &str, shown: As) -> Result<Shown> {
    let number = || row.get::<Option<i64>>(name);
    let text = || row.get::<Option<String>>(name);
    let unreadable = |error: serde_json::Error| Error::Corrupt(format!("column {name}: {error}"));
    Ok(match shown {
        As::Number => number()?.into(),
        As::Text => text()?.into(),
        As::Flag => row.get::<Option<bool>>(name)?.into(),
        As::Time => number()?.map(|at| UnixMs(at).to_string()).into(),
        As::Day => number()?.map(|day| Day(day as i32).to_string()).into(),
        As::Dollars => match number()? {
            Some(amount) => serde_json::to_value(Money::from_micros(amount)).map_err(unreadable)?,
            None => Shown::Null,
        },
        As::Json => match text()? {
            Some(text) => serde_json::from_str(&text).map_err(unreadable)?,
            None => Shown::Null,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::each_backend;

    #[tokio::test]
    async fn every_list_has_a_second_page() {
        each_backend(async |store, _clock| {
            for part in PARTS {
                let mut values: Vec<Value> = vec![1_i64.into(), 10_i64.into()];
                values.extend(part.key.iter().map(|(_, shown)| match shown {
                    As::Text => "x".into(),
                    _ => 7_i64.into(),
                }));
                let (sql, is_one) = (part.sql(true), part.from.len() == 1);
                let read = async move |conn: &Conn| {
                    let steps = if is_one && !conn.is_postgres() {
                        conn.rows(&format!("EXPLAIN QUERY PLAN {sql}"), values.clone()).await?
                    } else {
                        Vec::new()
                    };
                    let steps = steps.iter().map(|step| step.get("detail")).collect::<Result<Vec<String>>>()?;
                    Ok((conn.rows(&sql, values.clone()).await?.len(), steps))
                };
                let (rows, steps) = store.read("test_page", read).await.unwrap();
                assert_eq!(rows, 0, "{}", part.name);
                // It costs no more than its own rows.
                let reads_all = |step: &String| step.starts_with("SCAN") || step.contains("TEMP B-TREE FOR ORDER BY");
                assert!(!steps.iter().any(reads_all), "{}: {steps:?}", part.name);
            }
        })
        .await;
    }
}
