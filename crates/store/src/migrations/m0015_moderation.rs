//! What moderators decide about: the edit of an ad that they must have seen, and who may hold a domain.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, add_column, column, index, unique};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    let shown = column("content_version", Kind::Big, "The version since which its words, pictures and links are the same");
    add_column(tx, "ads", shown.default("1")).await?;
    tx.run("UPDATE ads SET content_version = version").await?;
    // Approval gives a domain to a site, not the mere naming of it.
    tx.run("DROP INDEX sites_domain_idx").await?;
    unique(tx, "sites", "domain", "WHERE status_id = 2").await?;
    index(tx, "sites", "domain, status_id").await
}
