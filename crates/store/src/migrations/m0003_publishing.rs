//! Publishing: sites, the access data of their counters, blocks, block templates.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, column, id, index, table, unique};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    templates(tx).await?;
    table(
        tx,
        "sites",
        "Websites of webmasters",
        &[
            id("The site"),
            column("webmaster_id", Kind::Big, "Whose").references("users(id)"),
            column("name", Kind::Text, "What its owner calls it"),
            column("domain", Kind::Text, "Host, lower case, without scheme and port; subdomains belong to it"),
            column("category_id", Kind::Big, "What it is about; 0 when none"),
            column("status_id", Kind::Big, "1 waiting, 2 approved, 3 rejected, 4 blocked, 5 archived"),
            column("reject_comment", Kind::Text, "What the moderator told the owner").default("''"),
            column("allowed_categories", Kind::Text, "JSON list of category ids; if not empty, only their ads"),
            column("forbidden_categories", Kind::Text, "JSON list of category ids; never their ads"),
            column("created_at", Kind::Big, "Unix ms"),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
            column("version", Kind::Big, "Grows with each change").default("1"),
        ],
        &[],
    )
    .await?;
    index(tx, "sites", "webmaster_id, status_id").await?;
    index(tx, "sites", "status_id").await?;
    // Waiting, approved and blocked sites hold their domain; rejected and archived ones free it.
    unique(tx, "sites", "domain", "WHERE status_id IN (1, 2, 4)").await?;
    table(
        tx,
        "site_metrics",
        "Counters of a site with the data to read them",
        &[
            column("site_id", Kind::Big, "The site").references("sites(id)"),
            column("position", Kind::Big, "Place in the list, from 0"),
            column("statistics_metrics", Kind::Text, "The kind of counter: google_analytics"),
            column("access", Kind::Bytes, "Address, password and comment: JSON, AES-GCM"),
        ],
        &["PRIMARY KEY (site_id, position)"],
    )
    .await?;
    table(
        tx,
        "blocks",
        "Places for ads on a site",
        &[
            id("The block"),
            column("site_id", Kind::Big, "The site").references("sites(id)"),
            column("webmaster_id", Kind::Big, "Owner of the site").references("users(id)"),
            column("name", Kind::Text, "What its owner calls it"),
            column("block_format_type_id", Kind::Big, "1 native, 2 article, 4 text, 8 long text, 16 media"),
            column("template_id", Kind::Big, "The template").references("templates(id)"),
            column("config", Kind::Text, "JSON object: the template's settings"),
            column("custom_styles", Kind::Text, "The webmaster's CSS as typed"),
            column("compiled_styles", Kind::Text, "The same, checked and scoped"),
            column("passback_html", Kind::Text, "Shown where no ad is found"),
            column("places", Kind::Big, "Ads that it shows, 1..=24"),
            column("status_id", Kind::Big, "1 active, 2 stopped, 3 archived"),
            column("created_at", Kind::Big, "Unix ms"),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
            column("version", Kind::Big, "Grows with each change").default("1"),
        ],
        &[],
    )
    .await?;
    index(tx, "blocks", "site_id, status_id").await?;
    index(tx, "blocks", "webmaster_id").await
}

async fn templates(tx: &Tx) -> Result<()> {
    table(
        tx,
        "templates",
        "Ways to draw a block; those of the program are brought up to date at start",
        &[
            column("id", Kind::Big, "The template"),
            column("block_format_type_id", Kind::Big, "1 native, 2 article, 4 text, 8 long text, 16 media"),
            column("name", Kind::Text, "Name of its code in the tag"),
            column("label", Kind::Text, "Name that people read"),
            column("definition", Kind::Text, "JSON: fields with their types, ranges and defaults, and sizes"),
            column("is_global", Kind::Flag, "Offered to every webmaster"),
            column("created_at", Kind::Big, "Unix ms"),
            column("updated_at", Kind::Big, "Unix ms"),
            column("archived_at", Kind::Big, "Unix ms; no longer offered, still drawn").nullable(),
        ],
        &["PRIMARY KEY (id)"],
    )
    .await
}
