//! What a look at the landing pages of ads found: one row for each page, however many ads lead there.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, add_column, column, id, index, table};
use crate::statement::Insert;
use placard_model::creative::link::host_of;
use sha2::{Digest as _, Sha256};

/// Rows that are read at once to fill the table.
const ROWS_A_STEP: usize = 1_000;

pub(super) async fn up(tx: &Tx) -> Result<()> {
    table(
        tx,
        "link_checks",
        "Landing pages of ads, and what the last look at each found",
        &[
            id("Its number"),
            column("url_hash", Kind::Bytes, "SHA-256 of the page's address as its owner wrote it, macros unfilled"),
            column("url", Kind::Text, "The address"),
            column("host_key", Kind::Big, "A number for its host, alike for all addresses of that host"),
            column("state", Kind::Big, "1 waiting, 2 ok, 3 failing, 4 refused"),
            column("status", Kind::Big, "HTTP status at the end of the way").nullable(),
            column("redirects", Kind::Big, "Redirects on the way").default("0"),
            column("final_host", Kind::Text, "Host at the end of the way").default("''"),
            column("leads_elsewhere", Kind::Flag, "That host is another than the one of the address").default("FALSE"),
            column("elapsed_ms", Kind::Big, "Milliseconds until the page was there").nullable(),
            column("error", Kind::Text, "Why the last attempt failed; empty when it did not").default("''"),
            column("failures", Kind::Big, "Attempts in a row that failed").default("0"),
            column("is_asked", Kind::Flag, "Somebody waits for the next attempt").default("FALSE"),
            column("checked_at", Kind::Big, "Unix ms of the last attempt").nullable(),
            column("next_at", Kind::Big, "Unix ms when it is due; 0: before all that are only due"),
            column("created_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &["UNIQUE (url_hash)"],
    )
    .await?;
    index(tx, "link_checks", "next_at").await?;
    add_column(tx, "ads", column("link_id", Kind::Big, "Its landing page, in link_checks").nullable()).await?;
    fill(tx).await?;
    tx.run("CREATE INDEX ads_linked ON ads (link_id) WHERE deleted_at IS NULL").await?;
    // The ads for which a page is looked at by itself.
    tx.run(
        "CREATE INDEX ads_linked_live ON ads (link_id) WHERE deleted_at IS NULL AND archived_at IS NULL \
         AND (review = 2 OR needs_check OR wanted)",
    )
    .await
}

async fn fill(tx: &Tx) -> Result<()> {
    let mut last = 0i64;
    loop {
        let sql = format!(
            "SELECT id, original_url FROM ads WHERE id > {last} AND deleted_at IS NULL ORDER BY id LIMIT {ROWS_A_STEP}"
        );
        let rows = tx.rows(&sql, []).await?;
        for row in &rows {
            last = row.get("id")?;
            let url: String = row.get("original_url")?;
            let hash = Sha256::digest(url.as_bytes()).to_vec();
            let of_host = Sha256::digest(host_of(&url).as_bytes());
            let host_key = of_host.iter().take(8).fold(0i64, |key, byte| key << 8 | i64::from(*byte));
            Insert::into("link_checks")
                .set("url_hash", hash.clone())
                .set("url", url)
                .set("host_key", host_key)
                .set("state", 1i64)
                .set("next_at", tx.now().0)
                .set("created_at", tx.now().0)
                .set("updated_by", tx.name())
                .ending("ON CONFLICT (url_hash) DO NOTHING")
                .run(tx)
                .await?;
            let sql = "UPDATE ads SET link_id = (SELECT l.id FROM link_checks l WHERE l.url_hash = $2) WHERE id = $1";
            tx.execute(sql, [last.into(), hash.into()]).await?;
        }
        if rows.len() < ROWS_A_STEP {
            return Ok(());
        }
    }
}
