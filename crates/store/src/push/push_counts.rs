//! What is counted of a site's push: by the day, and how many of its subscriptions are alike. Both are kept with each change, so that
//! no question reads the subscriptions themselves.

use crate::codes::code;
use crate::conn::{Conn, Tx, Value};
use crate::error::Result;
use crate::scope::Scope;
use crate::statement::Insert;
use placard_model::push::subscription::PushCounter;
use placard_model::{Day, SiteId};
use std::collections::BTreeMap;

/// Groups of one dimension that are answered: days of ten years are the most.
const GROUPS_MAX: i64 = 4_000;
/// Days that are answered at once.
const DAYS_MAX: i64 = 800;

/// The column of a counter in `push_site_days`.
const fn column(counter: PushCounter) -> &'static str {
    match counter {
        PushCounter::Prompts => "prompts",
        PushCounter::Accepts => "accepts",
        PushCounter::Denials => "denials",
        PushCounter::Postponed => "postponed",
        PushCounter::Losses => "losses",
        PushCounter::Unsubscribed => "unsubscribed",
        PushCounter::LetGo => "let_go",
        PushCounter::Imported => "imported",
        PushCounter::Sent => "sent",
        PushCounter::Shown => "shown",
        PushCounter::Clicked => "clicked",
    }
}

/// What was counted on a day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts([i64; PushCounter::ALL.len()]);

impl Counts {
    /// One of the counts.
    pub const fn get(&self, counter: PushCounter) -> i64 {
        self.0[counter as usize - 1]
    }

    /// Adds to one of the counts.
    pub const fn add(&mut self, counter: PushCounter, count: i64) {
        self.0[counter as usize - 1] += count;
    }

    /// These and others together.
    #[must_use]
    pub fn plus(mut self, other: &Self) -> Self {
        for (mine, more) in self.0.iter_mut().zip(other.0) {
            *mine += more;
        }
        self
    }

    /// Subscriptions that came.
    pub const fn joined(&self) -> i64 {
        self.get(PushCounter::Accepts) + self.get(PushCounter::Imported)
    }

    /// Subscriptions that ended.
    pub const fn left(&self) -> i64 {
        self.get(PushCounter::Losses) + self.get(PushCounter::Unsubscribed) + self.get(PushCounter::LetGo)
    }
}

/// Adds to what was counted of a site on a day.
pub async fn add(tx: &Tx, site: SiteId, day: Day, counter: PushCounter, count: i64) -> Result<()> {
    let mut counts = Counts::default();
    counts.add(counter, count);
    add_all(tx, &BTreeMap::from([((site, day), counts)])).await
}

/// Adds to what was counted of sites on days. Always in the same order, so that two who add do not wait for each other for ever.
pub async fn add_all(tx: &Tx, counts: &BTreeMap<(SiteId, Day), Counts>) -> Result<()> {
    for ((site, day), counts) in counts {
        let counted: Vec<(&'static str, i64)> = PushCounter::ALL
            .into_iter()
            .map(|counter| (column(counter), counts.get(counter)))
            .filter(|(_, count)| *count != 0)
            .collect();
        if counted.is_empty() {
            continue;
        }
        let sums: Vec<String> = counted
            .iter()
            .map(|(column, _)| format!("{column} = push_site_days.{column} + excluded.{column}"))
            .collect();
        Insert::into("push_site_days")
            .set("site_id", site.0)
            .set("day", i64::from(day.0))
            .all(counted.into_iter().map(|(column, count)| (column, count.into())))
            .ending(&format!("ON CONFLICT (site_id, day) DO UPDATE SET {}", sums.join(", ")))
            .run(tx)
            .await?;
    }
    Ok(())
}

/// What was counted of a site from one day to another, by day; days on which nothing was are left out.
pub async fn days(conn: &Conn, site: SiteId, from: Day, to: Day) -> Result<BTreeMap<Day, Counts>> {
    let sql = format!(
        "SELECT * FROM push_site_days WHERE site_id = $1 AND day >= $2 AND day <= $3 ORDER BY day LIMIT {DAYS_MAX}"
    );
    let values = [site.0.into(), i64::from(from.0).into(), i64::from(to.0).into()];
    let mut days = BTreeMap::new();
    for row in conn.rows(&sql, values).await? {
        let mut counts = Counts::default();
        for counter in PushCounter::ALL {
            counts.add(counter, row.get(column(counter))?);
        }
        days.insert(Day(row.get::<i64>("day")? as i32), counts);
    }
    Ok(days)
}

/// What was counted of several sites in a span of days, summed up by site.
pub async fn sums(conn: &Conn, sites: &[SiteId], from: Day, to: Day) -> Result<BTreeMap<SiteId, Counts>> {
    let mut values: Vec<Value> = vec![i64::from(from.0).into(), i64::from(to.0).into()];
    let named = conn.one_of("site_id", sites.iter().map(|site| site.0), &mut values);
    let columns: Vec<String> = PushCounter::ALL
        .into_iter()
        .map(|counter| format!("CAST(SUM({0}) AS BIGINT) AS {0}", column(counter)))
        .collect();
    let sql = format!(
        "SELECT site_id, {} FROM push_site_days WHERE day >= $1 AND day <= $2 AND {named} GROUP BY site_id",
        columns.join(", ")
    );
    let mut sums = BTreeMap::new();
    for row in conn.rows(&sql, values).await? {
        let mut counts = Counts::default();
        for counter in PushCounter::ALL {
            counts.add(counter, row.get(column(counter))?);
        }
        sums.insert(SiteId(row.get("site_id")?), counts);
    }
    Ok(sums)
}

/// In what subscriptions are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Dimension {
    /// The status; of all subscriptions. The value is its number.
    Status = 1,
    /// The country of active ones: two letters.
    Country = 2,
    /// The browser of active ones, by number.
    Browser = 3,
    /// The operating system of active ones, by number.
    Os = 4,
    /// The device type of active ones, by number.
    Device = 5,
    /// The day on which active ones began, in days since 1970.
    Since = 6,
    /// The keys that active ones were made with, by number.
    Key = 7,
}

/// Changes of numbers of subscriptions, gathered so that each number is written once.
#[derive(Debug, Default)]
pub(crate) struct GroupChanges(BTreeMap<(SiteId, Dimension, String), i64>);

impl GroupChanges {
    /// So many more of a kind.
    pub(crate) fn add(&mut self, site: SiteId, dimension: Dimension, value: impl ToString, count: i64) {
        *self.0.entry((site, dimension, value.to_string())).or_default() += count;
    }

    /// Writes them, in their order.
    pub(crate) async fn write(self, tx: &Tx) -> Result<()> {
        for ((site, dimension, value), count) in self.0 {
            if count != 0 {
                Insert::into("push_site_groups")
                    .set("site_id", site.0)
                    .set("dimension", i64::from(dimension as u8))
                    .set("value", value)
                    .set("subscribers", count)
                    .ending(
                        "ON CONFLICT (site_id, dimension, value) \
                         DO UPDATE SET subscribers = push_site_groups.subscribers + excluded.subscribers",
                    )
                    .run(tx)
                    .await?;
            }
        }
        Ok(())
    }
}

/// How many subscriptions of a site are alike in something, by value; the most first.
pub async fn groups(conn: &Conn, site: SiteId, dimension: Dimension) -> Result<Vec<(String, i64)>> {
    let sql = format!(
        "SELECT value, subscribers FROM push_site_groups WHERE site_id = $1 AND dimension = $2 AND subscribers > 0 \
         ORDER BY subscribers DESC, value LIMIT {GROUPS_MAX}"
    );
    let rows = conn.rows(&sql, [site.0.into(), i64::from(dimension as u8).into()]).await?;
    rows.iter().map(|row| Ok((row.get("value")?, row.get("subscribers")?))).collect()
}

const _: () = assert!(Dimension::Status as u8 == code!(by_status));

/// Of `push_site_groups g`: how many subscriptions of a site are active.
const ACTIVE: &str = concat!("g.dimension = ", code!(by_status), " AND g.value = '", code!(subscription_active), "'");

/// Push blocks of other sites with at least so many active subscriptions, and how many each has; those with the most, at most so many.
pub async fn peers(conn: &Conn, of: SiteId, least: i64, limit: u32) -> Result<BTreeMap<i64, i64>> {
    let sql = format!(
        "SELECT b.id, g.subscribers FROM push_site_groups g JOIN blocks b ON b.site_id = g.site_id \
         AND b.block_format_type_id = {} WHERE {ACTIVE} AND g.subscribers >= $1 AND g.site_id <> $2 \
         ORDER BY g.subscribers DESC, b.id LIMIT {limit}",
        code!(push_format),
    );
    let rows = conn.rows(&sql, [least.into(), of.0.into()]).await?;
    rows.iter().map(|row| Ok((row.get("id")?, row.get("subscribers")?))).collect()
}

/// How many active subscriptions sites of the scope have; sites with none are left out.
pub async fn active(conn: &Conn, scope: Scope, sites: &[SiteId]) -> Result<BTreeMap<SiteId, i64>> {
    let mut values = Vec::new();
    let own = scope.webmaster_rows("s.webmaster_id", &mut values);
    let named = conn.one_of("g.site_id", sites.iter().map(|site| site.0), &mut values);
    let sql = format!(
        "SELECT g.site_id, g.subscribers FROM push_site_groups g JOIN sites s ON s.id = g.site_id \
         WHERE {ACTIVE} AND g.subscribers > 0 AND {own} AND {named}"
    );
    let rows = conn.rows(&sql, values).await?;
    rows.iter().map(|row| Ok((SiteId(row.get("site_id")?), row.get("subscribers")?))).collect()
}
