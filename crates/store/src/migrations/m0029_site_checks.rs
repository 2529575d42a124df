//! Whose sites are, what was seen at each, and who is named in `sellers.json`.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, add_column, column, index, table};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    let flag = |name, comment| column(name, Kind::Flag, comment).default("FALSE");
    let moment = |name, comment| column(name, Kind::Big, comment).nullable();
    for added in [
        flag("shows_own_ads", "Its blocks show the ads of its owner too, unpaid"),
        column("verification_state", Kind::Big, "1 not verified, 2 verified, 3 lost").default("1"),
        moment("verified_by", "How it was seen last: 1 meta tag, 2 file, 3 DNS record"),
        moment("verified_at", "Unix ms since when it is verified, or was"),
        moment("verification_lost_at", "Unix ms since when that is lost"),
        moment("pauses_at", "Unix ms when its blocks go empty if it stays lost, or when they did"),
        flag("is_paused", "Its blocks are empty because the verification is lost"),
        flag("is_verification_required", "It waits with moderation until it is verified"),
    ] {
        add_column(tx, "sites", added).await?;
    }
    table(
        tx,
        "site_checks",
        "What the last look at each site found",
        &[
            column("site_id", Kind::Big, "The site").references("sites(id)"),
            column("webmaster_id", Kind::Big, "Whose it is"),
            column("found", Kind::Text, "What was found, as JSON; empty before the first look").default("''"),
            column("failures", Kind::Big, "Looks in a row that found it verified no more").default("0"),
            column("failing_since", Kind::Big, "Unix ms of the first of these").nullable(),
            column("is_asked", Kind::Flag, "Somebody waits for the next look").default("FALSE"),
            column("next_at", Kind::Big, "Unix ms when it is due; what is asked for is due ten years before it was asked for"),
            column("created_at", Kind::Big, "Unix ms"),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &["PRIMARY KEY (site_id)"],
    )
    .await?;
    index(tx, "site_checks", "next_at").await?;
    // Sites that are there already, spread over a week.
    let now = tx.now().0;
    tx.run(&format!(
        "INSERT INTO site_checks (site_id, webmaster_id, next_at, created_at, updated_at, updated_by) \
         SELECT id, webmaster_id, {now} + (id * 7919 % 10080) * 60000, {now}, {now}, 'm0029' FROM sites"
    ))
    .await?;
    table(
        tx,
        "sellers",
        "Webmasters who want to be named in sellers.json",
        &[
            column("user_id", Kind::Big, "The webmaster").references("users(id)"),
            column("name", Kind::Text, "The name of their business"),
            column("domain", Kind::Text, "Its domain: that of a site of theirs"),
            column("created_at", Kind::Big, "Unix ms"),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &["PRIMARY KEY (user_id)"],
    )
    .await
}
