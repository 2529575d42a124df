//! What lists filter and sort by, in columns of their own: names in small letters, hours as SQL can ask for them.

use crate::conn::{Tx, Value};
use crate::error::Result;
use crate::schema::{Kind, add_column, column};

/// Rows that are read at once to fill the columns.
const ROWS_A_STEP: usize = 1_000;

pub(super) async fn up(tx: &Tx) -> Result<()> {
    let folded = "The name in small letters: lists search and sort by it";
    let schedule = "168 digits, Monday 00:00 UTC first: 1 where it runs; none when it always does. As in the targeting";
    for table in ["campaigns", "ad_groups"] {
        add_column(tx, table, column("folded_name", Kind::Text, folded).default("''")).await?;
        add_column(tx, table, column("schedule", Kind::Text, schedule).nullable()).await?;
        fill(tx, table, "name", "folded_name", true).await?;
    }
    add_column(tx, "ads", column("folded_title", Kind::Text, folded).default("''")).await?;
    fill(tx, "ads", "title", "folded_title", false).await?;
    let indexes = [
        // They begin as the ones that they replace.
        "DROP INDEX campaigns_advertiser_id_deleted_at_idx",
        "CREATE INDEX campaigns_listed ON campaigns (advertiser_id, deleted_at, campaign_type, archived_at, declined, \
         approved_once, paused_by_staff, paused_by_rule, wanted, daily_limit, total_limit, schedule, folded_name)",
        "DROP INDEX ad_groups_campaign_id_idx",
        "CREATE INDEX ad_groups_listed ON ad_groups (campaign_id, deleted_at, advertiser_id, archived_at, \
         paused_by_staff, paused_by_rule, wanted, schedule, folded_name)",
        "DROP INDEX ads_advertiser_id_idx",
        // All that a list of ads asks about, so that it reads no ad but those of the page.
        "CREATE INDEX ads_listed ON ads (advertiser_id, deleted_at, group_id, archived_at, review, wanted, lock_until, \
         lowest_bid, formats, folded_title)",
        // The cheapest click of a campaign, and the ads that run when nothing above them stands against it.
        "CREATE INDEX ads_cheapest ON ads (campaign_id, lowest_bid) \
         WHERE review = 5 AND deleted_at IS NULL AND archived_at IS NULL",
        "CREATE INDEX ads_ready ON ads (campaign_id, group_id) \
         WHERE review = 5 AND wanted AND deleted_at IS NULL AND archived_at IS NULL",
    ];
    for sql in indexes {
        tx.run(sql).await?;
    }
    Ok(())
}

async fn fill(
    tx: &Tx,
    table: &str,
    name: &str,
    folded: &str,
    has_schedule: bool,
) -> Result<()> {
    let targeting = if has_schedule { "targeting" } else { "'{}'" };
    let mut last = 0i64;
    loop {
        let sql = format!(
            "SELECT id, {name} AS name, {targeting} AS targeting FROM {table} WHERE id > {last} ORDER BY id \
             LIMIT {ROWS_A_STEP}"
        );
        let rows = tx.rows(&sql, []).await?;
        for row in &rows {
            let (name, targeting): (String, String) = (row.get("name")?, row.get("targeting")?);
            last = row.get("id")?;
            let mut values: Vec<Value> = vec![last.into(), name.to_lowercase().into()];
            let mut sql = format!("UPDATE {table} SET {folded} = $2");
            if let Some(hours) = hours(&targeting) {
                sql.push_str(", schedule = $3");
                values.push(hours.into());
            }
            sql.push_str(" WHERE id = $1");
            tx.execute(&sql, values).await?;
        }
        if rows.len() < ROWS_A_STEP {
            return Ok(());
        }
    }
}

/// The hours of a targeting that has 21 bytes of them, as digits; none when it always runs.
fn hours(targeting: &str) -> Option<String> {
    let targeting: serde_json::Value = serde_json::from_str(targeting).ok()?;
    let bytes: Vec<u64> = targeting.get("schedule")?.as_array()?.iter().filter_map(serde_json::Value::as_u64).collect();
    let digit = |hour: usize| if bytes.get(hour / 8).is_some_and(|byte| byte >> (hour % 8) & 1 == 1) { '1' } else { '0' };
    let digits: String = (0..168).map(digit).collect();
    digits.contains('0').then_some(digits)
}
