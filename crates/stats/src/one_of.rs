//! Conditions on many numbers.
//!
//! DuckDB makes a hash join only of a positive `IN` that stands alone in `WHERE`. Under `NOT`, `OR` or in a `FILTER` it
//! compares value by value, which takes seconds for a million rows and some thousand values. What is written here takes the
//! same time for one value and for all.

use std::fmt::Write as _;

/// Values that may as well be compared one by one.
const COMPARED_MAX: usize = 16;
/// Numbers below it are looked up in a string of so many bits; the ids of a network are counted from 1.
const BITS_MAX: usize = 1 << 21;

/// Whether `expression`, a number, is one of `values`; no row is when there are none. It may stand anywhere.
pub(crate) fn one_of(expression: &str, values: &[i64]) -> String {
    let (Some(least), Some(most)) = (values.iter().min(), values.iter().max()) else { return "FALSE".to_owned() };
    if values.len() <= COMPARED_MAX {
        return format!("{expression} IN ({})", list(values));
    }
    match usize::try_from(*most) {
        Ok(most) if *least >= 0 && most < BITS_MAX => {
            let mut bits = vec![b'0'; most + 1];
            for value in values {
                bits[*value as usize] = b'1';
            }
            let bits = String::from_utf8_lossy(&bits);
            format!(
                "CASE WHEN {expression} BETWEEN 0 AND {most} \
                 THEN get_bit(CAST('{bits}' AS BIT), CAST({expression} AS INTEGER)) = 1 ELSE FALSE END"
            )
        }
        _ => format!(
            "{expression} IN (SELECT CAST(unnest(string_split('{}', ',')) AS BIGINT))",
            list(values).replace(' ', "")
        ),
    }
}

/// Numbers in a row.
pub(crate) fn list(values: &[i64]) -> String {
    let mut text = String::new();
    for (position, value) in values.iter().enumerate() {
        let comma = if position == 0 { "" } else { ", " };
        // Writing to memory does not fail.
        let _ = write!(text, "{comma}{value}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use duckdb::Connection;
    use std::collections::BTreeSet;
    use std::time::{Duration, Instant};

    #[test]
    fn it_says_what_a_list_says() {
        let connection = Connection::open_in_memory().unwrap();
        connection
            .execute_batch(
                "CREATE TABLE numbers AS SELECT range - 3 AS n FROM range(400) UNION ALL \
                 SELECT unnest([9007199254740993, -9007199254740993, 2097151, 2097152, 5000000000])",
            )
            .unwrap();
        let check = |values: Vec<i64>| {
            let count = |condition: &str| -> i64 {
                let sql = format!("SELECT count(*) FROM numbers WHERE {condition}");
                connection.query_row(&sql, [], |row| row.get(0)).unwrap()
            };
            let (is, listed) = (one_of("n", &values), format!("n IN ({}, -77)", list(&[&[-77], &*values].concat())));
            assert_eq!(count(&is), count(&listed), "{values:?}");
            assert_eq!(count(&format!("NOT ({is})")), count(&format!("NOT ({listed})")), "not {values:?}");
            assert_eq!(count(&format!("(n = 1 OR {is})")), count(&format!("(n = 1 OR {listed})")), "or {values:?}");
        };
        check(Vec::new());
        check(vec![7]);
        check((0..16).collect());
        check((0..17).collect());
        check((0..200).map(|n| n * 3).collect());
        check((390..450).collect());
        check((-2..40).collect());
        check((1..40).chain([2_097_151]).collect());
        check((1..40).chain([2_097_152]).collect());
        check((1..40).chain([9_007_199_254_740_993]).collect());
    }

    #[test]
    fn many_values_cost_what_few_do() {
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch("CREATE TABLE numbers AS SELECT range % 20000 AS n FROM range(500000)").unwrap();
        for step in [1, 1_000_000_007] {
            let values: BTreeSet<i64> = (1..=5_000).map(|n| n * step).collect();
            let condition = one_of("n", &values.into_iter().collect::<Vec<_>>());
            let began = Instant::now();
            let sql = format!("SELECT count(*) FROM numbers WHERE NOT ({condition})");
            let _: i64 = connection.query_row(&sql, [], |row| row.get(0)).unwrap();
            // Value by value this takes many seconds.
            assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
        }
    }
}
