//! The schema's history. A migration that has landed is never edited or removed, only followed by another.

use crate::conn::{Conn, Tx};
use crate::error::{Error, Result};

/// One migration for each file of this folder; a file has a function `up`.
macro_rules! migrations {
    ($($name:ident),* $(,)?) => {
        $(mod $name;)*

        /// The names of all migrations, in order.
        const NAMES: &[&str] = &[$(stringify!($name)),*];

        async fn up(tx: &Tx, name: &str) -> Result<()> {
            match name {
                $(stringify!($name) => Box::pin($name::up(tx)).await,)*
                _ => Err(Error::Database(format!("there is no migration {name}"))),
            }
        }
    };
}

migrations! {
    m0001_accounts,
    m0002_advertising,
    m0003_publishing,
    m0004_money,
    m0005_account_tokens,
    m0006_access,
    m0007_mail_texts,
    m0009_text_versions,
    m0011_set_aside,
    m0012_landings,
    m0014_key_check,
    m0015_moderation,
    m0016_quotas,
    m0017_checkpoint_parts,
    m0018_lists,
    m0019_edits,
    m0020_pictures_used,
    m0021_settings,
    m0022_link_checks,
    m0023_events,
    m0024_teams,
    m0025_client_errors,
    m0026_day_seals,
    m0027_voids,
    m0028_link_queue,
    m0029_site_checks,
    m0030_block_settings,
    m0032_hold,
    m0033_payment_systems,
    m0034_payouts,
    m0035_deposits,
    m0037_audit_runs,
    m0038_released,
    m0039_placement,
    m0044_payout_files,
    m0045_payment_states,
    m0046_due_earnings,
    m0047_referrals,
    m0048_statement_days,
    m0049_corrections,
    m0050_promo_counts,
    m0051_country_bids,
    m0052_auto_top_ups,
    m0053_push_ads,
    m0056_push_subscriptions,
    m0057_push_worker_checks,
    m0058_push_messages,
    m0060_campaign_sources,
    m0061_auto_bids,
    m0062_ad_bid_hours,
    m0063_rules,
    m0064_notices,
    m0065_halts,
    m0066_marks,
    m0067_client_traces,
    m0068_list_views,
    m0069_silence,
    m0071_link_content_types,
    m0073_staff_holds,
    m0074_notice_channels,
    m0075_list_indexes,
    m0076_mails_by_day,
    m0077_top_up_fees,
    m0079_money_holds,
    m0080_billing_details,
    m0085_added_payment_systems,
    m0086_site_blocks,
    m0089_campaign_formats,
    m0090_drafts,
    m0091_question_pictures,
    m0092_waiting,
    m0093_audit_filters,
    m0094_user_notes,
}

/// The key of PostgreSQL's advisory lock that is held while a database is migrated: as those of the topics, and none of
/// them.
pub(crate) const LOCK_KEY: i64 = 0x706c_6163_6172_64ff;

/// The table that says which migrations a database has.
const TABLE: &str = "seaql_migrations";

/// Makes the table of migrations where there is none.
pub(crate) async fn prepare(tx: &Tx) -> Result<()> {
    // To the letter as in databases that are in use.
    let number = if tx.is_postgres() { "bigint" } else { "integer" };
    tx.run(&format!(
        r#"CREATE TABLE IF NOT EXISTS "{TABLE}" ( "version" varchar NOT NULL PRIMARY KEY, "applied_at" {number} NOT NULL )"#
    ))
    .await
}

/// Migrations that the database lacks. It is left as it is, also where it has no table of them yet.
pub(crate) async fn pending(conn: &Conn) -> Result<Vec<String>> {
    let applied = applied(conn).await?;
    let unknown: Vec<&str> = applied.iter().map(String::as_str).filter(|name| !NAMES.contains(name)).collect();
    if !unknown.is_empty() {
        return Err(Error::Database(format!("a later version of the program has migrated it: {}", unknown.join(", "))));
    }
    Ok(NAMES.iter().filter(|name| !applied.iter().any(|one| one == *name)).map(|name| (*name).to_owned()).collect())
}

async fn applied(conn: &Conn) -> Result<Vec<String>> {
    let exists = if conn.is_postgres() {
        "SELECT 1 AS found FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = $1"
    } else {
        "SELECT 1 AS found FROM sqlite_schema WHERE type = 'table' AND name = $1"
    };
    if conn.row(exists, [TABLE.into()]).await?.is_none() {
        return Ok(Vec::new());
    }
    conn.rows(&format!("SELECT version FROM {TABLE}"), []).await?.iter().map(|row| row.get("version")).collect()
}

/// Applies a migration and notes it; nothing where another process has done so meanwhile.
pub(crate) async fn apply(tx: &Tx, name: &str) -> Result<()> {
    if applied(tx).await?.iter().any(|applied| applied == name) {
        return Ok(());
    }
    up(tx, name).await?;
    let sql = format!("INSERT INTO {TABLE} (version, applied_at) VALUES ($1, $2)");
    tx.execute(&sql, [name.into(), (tx.now().0 / 1000).into()]).await.map(drop)
}
