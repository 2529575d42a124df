//! Advertising: dictionaries, campaigns, groups, ads, pictures, source coefficients.
//!
//! Users are named by number without a foreign key, as in the ledger.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, column, id, index, table, unique};
use placard_model::targeting::audience::TrafficSource;

/// What campaigns advertise and sites are about: the first tier of the IAB's content taxonomy, without its
/// "uncategorized" and "illegal content", and what advertising networks keep apart.
const CATEGORIES: [(i64, &str, &str); 32] = [
    (1, "IAB1", "Arts & Entertainment"),
    (2, "IAB2", "Automotive"),
    (3, "IAB3", "Business"),
    (4, "IAB4", "Careers"),
    (5, "IAB5", "Education"),
    (6, "IAB6", "Family & Parenting"),
    (7, "IAB7", "Health & Fitness"),
    (8, "IAB8", "Food & Drink"),
    (9, "IAB9", "Hobbies & Interests"),
    (10, "IAB10", "Home & Garden"),
    (11, "IAB11", "Law, Government & Politics"),
    (12, "IAB12", "News"),
    (13, "IAB13", "Personal Finance"),
    (14, "IAB14", "Society"),
    (15, "IAB15", "Science"),
    (16, "IAB16", "Pets"),
    (17, "IAB17", "Sports"),
    (18, "IAB18", "Style & Fashion"),
    (19, "IAB19", "Technology & Computing"),
    (20, "IAB20", "Travel"),
    (21, "IAB21", "Real Estate"),
    (22, "IAB22", "Shopping"),
    (23, "IAB23", "Religion & Spirituality"),
    (24, "IAB9-30", "Video & Mobile Games"),
    (25, "IAB19-6", "Apps & Software"),
    (26, "IAB14-1", "Dating"),
    (27, "IAB9-7", "Gambling & Betting"),
    (28, "IAB13-7", "Investing & Cryptocurrency"),
    (29, "IAB13-5", "Insurance & Loans"),
    (30, "IAB7-44", "Weight Loss & Supplements"),
    (31, "IAB18-1", "Beauty"),
    (32, "IAB25-3", "Adult (18+)"),
];

pub(super) async fn up(tx: &Tx) -> Result<()> {
    dictionaries(tx).await?;
    campaigns(tx).await?;
    groups(tx).await?;
    pictures(tx).await?;
    ads(tx).await?;
    coefficients(tx).await
}

async fn dictionaries(tx: &Tx) -> Result<()> {
    table(
        tx,
        "categories",
        "What campaigns advertise and sites are about",
        &[
            id("Number of the category"),
            column("iab_code", Kind::Text, "Code in the IAB's content taxonomy 1.0"),
            column("name", Kind::Text, "Name that people read"),
            column("is_active", Kind::Flag, "May be chosen").default("TRUE"),
        ],
        &[],
    )
    .await?;
    table(
        tx,
        "traffic_sources",
        "How visitors come to a page",
        &[
            id("Number of the source"),
            column("name", Kind::Text, "Name that people read"),
            column("is_active", Kind::Flag, "May be chosen").default("TRUE"),
        ],
        &[],
    )
    .await?;
    table(
        tx,
        "offers",
        "Offers of the network that campaigns can promote",
        &[
            id("Number of the offer"),
            column("name", Kind::Text, "Name that people read"),
            column("target", Kind::Big, "1 commodity, 2 news (inner numbers)"),
            column("category_id", Kind::Big, "What it is about").nullable().references("categories(id)"),
            column("is_active", Kind::Flag, "May be chosen").default("TRUE"),
        ],
        &[],
    )
    .await?;
    table(
        tx,
        "min_bids",
        "Lowest bids by country; a country without a row has none of its own",
        &[
            column("campaign_type", Kind::Big, "1 native, 2 push"),
            column("country", Kind::Text, "ISO 3166-1 alpha-2, upper case"),
            column("amount", Kind::Big, "Micro-dollars"),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &["PRIMARY KEY (campaign_type, country)"],
    )
    .await?;
    for (id, code, name) in CATEGORIES {
        tx.run(&format!(
                "INSERT INTO categories (id, iab_code, name) VALUES ({id}, '{code}', '{name}')"
            ))
            .await?;
    }
    for source in TrafficSource::ALL {
        tx.run(&format!(
                "INSERT INTO traffic_sources (id, name) VALUES ({}, '{}')",
                source.id(),
                source.name()
            ))
            .await?;
    }
    if tx.is_postgres() {
        // Rows with given ids do not move PostgreSQL's counters.
        for table in ["categories", "traffic_sources"] {
            tx.run(&format!(
                    "SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT MAX(id) FROM {table}))"
                ))
                .await?;
        }
    }
    Ok(())
}

async fn campaigns(tx: &Tx) -> Result<()> {
    table(
        tx,
        "campaigns",
        "Native and push campaigns: settings, and the separate facts that the shown status is derived from",
        &[
            id("Number of the campaign"),
            column("uuid", Kind::Text, "Outer name of a push campaign (UUIDv7)").nullable(),
            column("advertiser_id", Kind::Big, "Owner: users.id"),
            column("campaign_type", Kind::Big, "1 native, 2 push"),
            column("name", Kind::Text, "Name, 1..=200 characters"),
            column("target", Kind::Big, "1 commodity, 2 news (inner numbers)"),
            column("offer_id", Kind::Big, "Promoted offer").nullable().references("offers(id)"),
            column("categories", Kind::Text, "JSON array of category ids; the first counts in statistics"),
            column("targeting", Kind::Text, "JSON of model::targeting::Targeting"),
            column("traffic_source_id", Kind::Big, "The only traffic source wanted")
                .nullable()
                .references("traffic_sources(id)"),
            column("daily_limit", Kind::Big, "Micro-dollars a UTC day").nullable(),
            column("total_limit", Kind::Big, "Micro-dollars at all").nullable(),
            column("even_pacing", Kind::Flag, "Spend evenly over the day").default("FALSE"),
            column("wanted", Kind::Flag, "The owner's wish to run").default("TRUE"),
            column("approved_once", Kind::Flag, "At least one ad was approved once").default("FALSE"),
            column("declined", Kind::Flag, "Declined by a moderator").default("FALSE"),
            column("paused_by_staff", Kind::Flag, "Paused by staff").default("FALSE"),
            column("paused_by_rule", Kind::Flag, "Paused by a rule").default("FALSE"),
            column("archived_at", Kind::Big, "Unix ms; none when not archived").nullable(),
            column("deleted_at", Kind::Big, "Unix ms; rows stay for the names in statistics").nullable(),
            column("version", Kind::Big, "Grows with each change of settings; an older one is a stale edit").default("1"),
            column("created_at", Kind::Big, "Unix ms"),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &[],
    )
    .await?;
    index(tx, "campaigns", "advertiser_id, deleted_at").await?;
    unique(tx, "campaigns", "uuid", "WHERE uuid IS NOT NULL").await
}

async fn groups(tx: &Tx) -> Result<()> {
    table(
        tx,
        "ad_groups",
        "Groups of ads inside a native campaign",
        &[
            id("Number of the group"),
            column("campaign_id", Kind::Big, "Its campaign").references("campaigns(id)"),
            column("advertiser_id", Kind::Big, "Owner, as of the campaign"),
            column("name", Kind::Text, "Name, 1..=200 characters"),
            column("ad_format_type", Kind::Big, "Format that its ad form opens with").nullable(),
            column("auto_start_ads", Kind::Flag, "Approved ads start at once").default("TRUE"),
            column("targeting", Kind::Text, "JSON of model::targeting::Targeting, beside the campaign's"),
            column("lists", Kind::Text, "JSON of model::targeting::SourceLists"),
            column("wanted", Kind::Flag, "The owner's wish to run").default("TRUE"),
            column("paused_by_staff", Kind::Flag, "Paused by staff").default("FALSE"),
            column("paused_by_rule", Kind::Flag, "Paused by a rule").default("FALSE"),
            column("archived_at", Kind::Big, "Unix ms; none when not archived").nullable(),
            column("deleted_at", Kind::Big, "Unix ms; rows stay for the names in statistics").nullable(),
            column("version", Kind::Big, "Grows with each change of settings; an older one is a stale edit").default("1"),
            column("created_at", Kind::Big, "Unix ms"),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &[],
    )
    .await?;
    index(tx, "ad_groups", "campaign_id").await?;
    index(tx, "ad_groups", "advertiser_id").await
}

async fn pictures(tx: &Tx) -> Result<()> {
    table(
        tx,
        "pictures",
        "Pictures of ads, cut and encoded; the files lie in the media store under their hash",
        &[
            column("hash", Kind::Text, "SHA-256 of the WebP file, hex"),
            column("width", Kind::Big, "Pixels"),
            column("height", Kind::Big, "Pixels"),
            column("webp_bytes", Kind::Big, "Length of the WebP file"),
            column("jpeg_bytes", Kind::Big, "Length of the JPEG file"),
            column("created_at", Kind::Big, "Unix ms of the first upload"),
        ],
        &["PRIMARY KEY (hash)"],
    )
    .await
}

async fn ads(tx: &Tx) -> Result<()> {
    table(
        tx,
        "ads",
        "Native ads: the creative, the price, and the separate facts that the shown status is derived from",
        &[
            id("Number of the ad"),
            column("group_id", Kind::Big, "Its group").references("ad_groups(id)"),
            column("campaign_id", Kind::Big, "Its campaign, as of the group").references("campaigns(id)"),
            column("advertiser_id", Kind::Big, "Owner, as of the campaign"),
            column("title", Kind::Text, "Title; may hold macros"),
            column("short_description", Kind::Text, "Short description").default("''"),
            column("full_text", Kind::Text, "Text of article and long-text formats").default("''"),
            column("brand", Kind::Text, "Brand; empty: the landing domain is shown").default("''"),
            column("original_url", Kind::Text, "Landing page with macros"),
            column("primary_source_url", Kind::Text, "Where an article was first published").default("''"),
            column("formats", Kind::Big, "Bits of the supported block formats"),
            column("bid", Kind::Big, "Micro-dollars in all countries that have no bid of their own").nullable(),
            column("country_bids", Kind::Text, "JSON array of [country, micro-dollars]").default("'[]'"),
            column("lowest_bid", Kind::Big, "Lowest of all its bids, micro-dollars"),
            column("cap_shows", Kind::Big, "Frequency cap: shows to one visitor").nullable(),
            column("cap_hours", Kind::Big, "Frequency cap: in so many hours").nullable(),
            column("square_hash", Kind::Text, "Square picture").nullable().references("pictures(hash)"),
            column("horizontal_hash", Kind::Text, "16:9 picture").nullable().references("pictures(hash)"),
            column("review", Kind::Big, "1 processing, 2 waiting, 3 rejected, 5 approved"),
            column("needs_check", Kind::Flag, "Runs by trust; a moderator looks at it later").default("FALSE"),
            column("submitted_at", Kind::Big, "Unix ms of entering the queue; its order"),
            column("reviewed_at", Kind::Big, "Unix ms of the last approval or rejection").nullable(),
            column("lock_user_id", Kind::Big, "Moderator who has it open").nullable(),
            column("lock_until", Kind::Big, "Unix ms when the lock expires").nullable(),
            column("ban_reasons", Kind::Text, "JSON array of ban reason ids").default("'[]'"),
            column("ban_comment", Kind::Text, "What the moderator wrote").default("''"),
            column("wanted", Kind::Flag, "The owner's wish to run").default("FALSE"),
            column("archived_at", Kind::Big, "Unix ms; none when not archived").nullable(),
            column("deleted_at", Kind::Big, "Unix ms; rows stay for the names in statistics").nullable(),
            column("version", Kind::Big, "Grows with each change of settings; an older one is a stale edit").default("1"),
            column("created_at", Kind::Big, "Unix ms"),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &[],
    )
    .await?;
    index(tx, "ads", "group_id").await?;
    index(tx, "ads", "campaign_id").await?;
    index(tx, "ads", "advertiser_id").await?;
    index(tx, "ads", "review, submitted_at").await
}

async fn coefficients(tx: &Tx) -> Result<()> {
    table(
        tx,
        "source_coefficients",
        "Multipliers of bids at single sources",
        &[
            column("owner_kind", Kind::Big, "1 campaign, 2 group"),
            column("owner_id", Kind::Big, "Id of the campaign or group"),
            column("source_kind", Kind::Big, "1 site, 2 block"),
            column("source_id", Kind::Big, "Id of the site or block"),
            column("tenths", Kind::Big, "Coefficient in tenths, 2..=90"),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &["PRIMARY KEY (owner_kind, owner_id, source_kind, source_id)"],
    )
    .await
}
