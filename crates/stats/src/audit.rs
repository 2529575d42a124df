//! The facts by day, for the comparison with log and settlements.

use crate::database::{Stats, StatsError};
use crate::fact::{Measures, Positions};
use crate::schema::{FACT_TABLES, MEASURES, measures_of};
use placard_model::Day;

/// What the facts add up to, all tables at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// How far the facts are.
    pub positions: Positions,
    /// Each table of facts with its sums by day, the days in order. All tables should say the same.
    pub tables: Vec<(&'static str, Vec<(Day, Measures)>)>,
}

impl Stats {
    /// Adds up every table of facts by day.
    pub fn totals(&self) -> Result<Totals, StatsError> {
        self.with_reader(|reader| {
            // One transaction, so that the positions belong to the sums.
            reader.execute_batch("BEGIN TRANSACTION")?;
            let positions = reader.query_row("SELECT log, settlements FROM feed_positions", [], |row| {
                Ok(Positions { log: row.get(0)?, settlements: row.get(1)? })
            })?;
            let mut tables = Vec::new();
            for layout in FACT_TABLES {
                let sums: Vec<String> =
                    layout.measures().map(|measure| format!("CAST(sum({}) AS BIGINT)", measure.name)).collect();
                let sql = format!("SELECT day, {} FROM {} GROUP BY day ORDER BY day", sums.join(", "), layout.name);
                let mut statement = reader.prepare(&sql)?;
                let rows = statement.query_map([], |row| {
                    let mut values = [0; MEASURES];
                    for (place, value) in values.iter_mut().enumerate() {
                        *value = row.get(place + 1)?;
                    }
                    Ok((Day(row.get(0)?), measures_of(&values)))
                })?;
                tables.push((layout.name, rows.collect::<Result<Vec<_>, _>>()?));
            }
            reader.execute_batch("COMMIT")?;
            Ok(Totals { positions, tables })
        })
    }
}
