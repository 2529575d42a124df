//! Statements that write: each column stands beside its value, so that no two lists must agree.
//!
//! The text depends on the columns alone, and so the database prepares it once. SQL of a query, and of the odd part of a
//! statement, is written out.

use crate::conn::{Conn, Row, Tx, Value};
use crate::error::Result;
use std::borrow::Cow;

/// SQL with the values of its places, in their order.
struct Text {
    is_postgres: bool,
    sql: String,
    values: Vec<Value>,
}

impl Text {
    fn new(conn: &Conn, start: &[&str], places: usize) -> Self {
        let mut sql = String::with_capacity(64 + 24 * places);
        sql.extend(start.iter().copied());
        Self { is_postgres: conn.is_postgres(), sql, values: Vec::with_capacity(places) }
    }

    /// SQLite gets `?`: a numbered parameter has a name there, and names are searched one by one.
    fn place(&mut self, value: Value) {
        self.values.push(value);
        if self.is_postgres {
            self.sql.push('$');
            self.sql.push_str(&self.values.len().to_string());
        } else {
            self.sql.push('?');
        }
    }

    fn filter(&mut self, filters: Vec<Filter>) {
        for (position, filter) in filters.into_iter().enumerate() {
            self.sql.push_str(if position == 0 { " WHERE " } else { " AND " });
            match filter {
                Filter::Compared(sql, value) => {
                    self.sql.extend([sql, " "]);
                    self.place(value);
                }
                Filter::Plain(sql) => self.sql.push_str(&sql),
            }
        }
    }
}

/// A row to make.
#[must_use]
pub(crate) struct Insert {
    table: &'static str,
    row: Vec<(&'static str, Value)>,
    end: String,
}

impl Insert {
    /// A row of a table.
    pub(crate) const fn into(table: &'static str) -> Self {
        Self { table, row: Vec::new(), end: String::new() }
    }

    /// The value of a column.
    pub(crate) fn set(mut self, column: &'static str, value: impl Into<Value>) -> Self {
        self.row.push((column, value.into()));
        self
    }

    /// Columns with their values.
    pub(crate) fn all(mut self, columns: impl IntoIterator<Item = (&'static str, Value)>) -> Self {
        self.row.extend(columns);
        self
    }

    /// Who writes it last, and when.
    pub(crate) fn stamped(self, tx: &Tx) -> Self {
        self.set("updated_at", tx.now().0).set("updated_by", tx.name())
    }

    /// When it was made, which is when it was written last.
    pub(crate) fn created(self, tx: &Tx) -> Self {
        self.set("created_at", tx.now().0).stamped(tx)
    }

    /// Another row with the same `key` gets what it lacks: all values but those of the key and of `kept`.
    pub(crate) fn replacing(self, key: &str, kept: &[&str]) -> Self {
        let is_of_key = |column: &str| key.split(", ").any(|one| one == column);
        let columns = self.row.iter().map(|(column, _)| *column);
        let changed: Vec<String> = columns
            .filter(|column| !is_of_key(column) && !kept.contains(column))
            .map(|column| format!("{column} = excluded.{column}"))
            .collect();
        let end = format!("ON CONFLICT ({key}) DO UPDATE SET {}", changed.join(", "));
        self.ending(&end)
    }

    /// SQL that follows the values: `ON CONFLICT ...`.
    pub(crate) fn ending(mut self, sql: &str) -> Self {
        self.end.extend([" ", sql]);
        self
    }

    /// Makes the row; how many rows came or were changed.
    pub(crate) async fn run(self, tx: &Tx) -> Result<u64> {
        let Text { sql, values, .. } = self.text(tx);
        tx.execute(&sql, values).await
    }

    /// Makes the row and gives the id that it got.
    pub(crate) async fn id(self, tx: &Tx) -> Result<i64> {
        let Text { sql, values, .. } = self.ending("RETURNING id").text(tx);
        tx.insert(&sql, values).await
    }

    fn text(self, conn: &Conn) -> Text {
        let mut text = Text::new(conn, &["INSERT INTO ", self.table, " ("], self.row.len());
        for (position, (column, _)) in self.row.iter().enumerate() {
            text.sql.extend([if position == 0 { "" } else { ", " }, column]);
        }
        for (position, (_, value)) in self.row.into_iter().enumerate() {
            text.sql.push_str(if position == 0 { ") VALUES (" } else { ", " });
            text.place(value);
        }
        text.sql.extend([")", &self.end]);
        text
    }
}

enum Filter {
    /// Column and comparison, and what it is compared with.
    Compared(&'static str, Value),
    Plain(Cow<'static, str>),
}

enum Change {
    Value(&'static str, Value),
    Plain(&'static str),
}

/// Rows to change.
#[must_use]
pub(crate) struct Update {
    table: &'static str,
    changes: Vec<Change>,
    filters: Vec<Filter>,
}

impl Update {
    /// Rows of a table: those that all filters find.
    pub(crate) const fn of(table: &'static str) -> Self {
        Self { table, changes: Vec::new(), filters: Vec::new() }
    }

    /// The value that a column gets.
    pub(crate) fn set(mut self, column: &'static str, value: impl Into<Value>) -> Self {
        self.changes.push(Change::Value(column, value.into()));
        self
    }

    /// Columns with the values that they get.
    pub(crate) fn all(mut self, columns: impl IntoIterator<Item = (&'static str, Value)>) -> Self {
        self.changes.extend(columns.into_iter().map(|(column, value)| Change::Value(column, value)));
        self
    }

    /// Changes in SQL: `state = 1, error = ''`.
    pub(crate) fn set_sql(mut self, sql: &'static str) -> Self {
        self.changes.push(Change::Plain(sql));
        self
    }

    /// Who writes it last, and when.
    pub(crate) fn stamped(self, tx: &Tx) -> Self {
        self.set("updated_at", tx.now().0).set("updated_by", tx.name())
    }

    /// The version grows.
    pub(crate) fn versioned(self) -> Self {
        self.set_sql("version = version + 1")
    }

    /// Compares a column with a value: `filter("id =", id)`.
    pub(crate) fn filter(mut self, compared: &'static str, value: impl Into<Value>) -> Self {
        self.filters.push(Filter::Compared(compared, value.into()));
        self
    }

    /// A condition in SQL.
    pub(crate) fn filter_sql(mut self, sql: impl Into<Cow<'static, str>>) -> Self {
        self.filters.push(Filter::Plain(sql.into()));
        self
    }

    /// Changes the rows; how many.
    pub(crate) async fn run(self, tx: &Tx) -> Result<u64> {
        let Text { sql, values, .. } = self.text(tx);
        tx.execute(&sql, values).await
    }

    /// Changes exactly one row.
    pub(crate) async fn one(self, tx: &Tx, what: &'static str) -> Result<()> {
        let Text { sql, values, .. } = self.text(tx);
        tx.execute_one(what, &sql, values).await
    }

    /// Changes rows and gives columns of the first.
    pub(crate) async fn returning(self, tx: &Tx, columns: &str) -> Result<Option<Row>> {
        let Text { mut sql, values, .. } = self.text(tx);
        sql.extend([" RETURNING ", columns]);
        tx.row(&sql, values).await
    }

    fn text(self, conn: &Conn) -> Text {
        let places = self.changes.len() + self.filters.len();
        let mut text = Text::new(conn, &["UPDATE ", self.table, " SET "], places);
        for (position, change) in self.changes.into_iter().enumerate() {
            text.sql.push_str(if position == 0 { "" } else { ", " });
            match change {
                Change::Value(column, value) => {
                    text.sql.extend([column, " = "]);
                    text.place(value);
                }
                Change::Plain(sql) => text.sql.push_str(sql),
            }
        }
        text.filter(self.filters);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Priority;
    use crate::testing::each_backend;

    #[tokio::test]
    async fn texts_have_a_place_for_each_value() {
        each_backend(async |store, _| {
            let check = async |tx: &Tx| {
                let row = Insert::into("texts").set("slug", "a").stamped(tx);
                let insert = row.replacing("slug", &["updated_by"]).text(tx);
                let update = Update::of("texts").set("title", "c").versioned().filter("slug =", "a");
                let update = update.filter_sql("version > 0").filter("version <", 9i64).text(tx);
                let [first, second, third] = if tx.is_postgres() { ["$1", "$2", "$3"] } else { ["?"; 3] };
                assert_eq!(
                    insert.sql,
                    format!(
                        "INSERT INTO texts (slug, updated_at, updated_by) VALUES ({first}, {second}, {third}) \
                         ON CONFLICT (slug) DO UPDATE SET updated_at = excluded.updated_at"
                    )
                );
                assert_eq!(insert.values, ["a".into(), tx.now().0.into(), tx.name().into()]);
                assert_eq!(
                    update.sql,
                    format!(
                        "UPDATE texts SET title = {first}, version = version + 1 \
                         WHERE slug = {second} AND version > 0 AND version < {third}"
                    )
                );
                assert_eq!(update.values, ["c".into(), "a".into(), Value::from(9i64)]);
                Ok(())
            };
            store.write("test_texts", Priority::Api, check).await.unwrap();
        })
        .await;
    }
}
