//! Push: keys that push services know us by, subscriptions of browsers, and what is counted of them.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, column, id, index, table, unique};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    table(
        tx,
        "vapid_keys",
        "Pairs of keys by which push services know who sends",
        &[
            id("The pair"),
            column("public_key", Kind::Text, "65 bytes, uncompressed, base64url"),
            column("private_sealed", Kind::Bytes, "The private key: 32 bytes, AES-GCM"),
            column("site_id", Kind::Big, "The site whose subscriptions came with it from another provider; none: ours")
                .references("sites(id)")
                .nullable(),
            column("created_at", Kind::Big, "Unix ms"),
            column("retired_at", Kind::Big, "Unix ms since when no subscription needs it").nullable(),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &[],
    )
    .await?;
    unique(tx, "vapid_keys", "public_key", "").await?;
    subscriptions(tx).await?;
    let count = |name, comment| column(name, Kind::Big, comment).default("0");
    table(
        tx,
        "push_site_days",
        "What became of a site's push on each UTC day",
        &[
            column("site_id", Kind::Big, "The site").references("sites(id)"),
            column("day", Kind::Big, "Days since 1970"),
            count("prompts", "Times that somebody was asked"),
            count("accepts", "Subscriptions that came of a question"),
            count("denials", "Visitors who block notifications for good"),
            count("postponed", "Visitors who said: not now"),
            count("losses", "Subscriptions that the push service knows no more"),
            count("unsubscribed", "Subscriptions that were ended by our link"),
            count("let_go", "Subscriptions that were let go, for they answered nothing"),
            count("imported", "Subscriptions that came from another provider"),
            count("sent", "Notifications that push services took"),
            count("shown", "Notifications that were shown"),
            count("clicked", "Notifications that were clicked"),
        ],
        &["PRIMARY KEY (site_id, day)"],
    )
    .await?;
    table(
        tx,
        "push_site_groups",
        "How many subscriptions of a site are alike",
        &[
            column("site_id", Kind::Big, "The site").references("sites(id)"),
            column("dimension", Kind::Big, "1 status, of all; of active ones: 2 country, 3 browser, 4 system, 5 device, 6 first day, 7 key"),
            column("value", Kind::Text, "In what they are alike"),
            column("subscribers", Kind::Big, "How many"),
        ],
        &["PRIMARY KEY (site_id, dimension, value)"],
    )
    .await
}

async fn subscriptions(tx: &Tx) -> Result<()> {
    table(
        tx,
        "push_subscriptions",
        "Browsers that take notifications of a site",
        &[
            id("The subscription"),
            column("uuid", Kind::Text, "What the browser knows it by: 128 random bits"),
            column("site_id", Kind::Big, "The site").references("sites(id)"),
            column("block_id", Kind::Big, "Its push block").references("blocks(id)"),
            column("webmaster_id", Kind::Big, "Whose site").references("users(id)"),
            column("vapid_key_id", Kind::Big, "The keys that it was made with").references("vapid_keys(id)"),
            column("endpoint", Kind::Text, "Where notifications are sent; empty once it has ended"),
            column("endpoint_hash", Kind::Text, "SHA-256 of the endpoint, in hex"),
            column("service", Kind::Text, "The push service's host"),
            column("p256dh", Kind::Text, "The browser's public key, base64url; empty once it has ended"),
            column("auth_sealed", Kind::Bytes, "The authentication secret: 16 bytes, AES-GCM; empty once it has ended"),
            column("country_code", Kind::Text, "Two letters"),
            column("region_id", Kind::Big, "0 when unknown"),
            column("city_id", Kind::Big, "0 when unknown"),
            column("asn", Kind::Big, "Number of the network; 0 when unknown"),
            column("device_type", Kind::Big, "1 desktop, 2 tablet, 4 mobile, 0 other"),
            column("os", Kind::Big, "The operating system; 0 other"),
            column("browser", Kind::Big, "The browser; 0 other"),
            column("language", Kind::Text, "Two letters"),
            column("utc_offset_min", Kind::Big, "Minutes that its clock is ahead of UTC"),
            column("is_imported", Kind::Flag, "It came from another provider"),
            column("created_at", Kind::Big, "Unix ms"),
            column("last_seen_at", Kind::Big, "Unix ms when its browser was last on the site, as far as it told"),
            column("status_id", Kind::Big, "1 active, 2 unsubscribed, 3 gone, 4 replaced, 5 let go"),
            column("ended_at", Kind::Big, "Unix ms").nullable(),
            column("failures", Kind::Big, "Pushes in a row that failed").default("0"),
            column("next_send_at", Kind::Big, "Unix ms before which nothing is sent"),
            column("sent_day", Kind::Big, "Its own day that `sent_today` counts, in days since 1970").default("0"),
            column("sent_today", Kind::Big, "Notifications on that day").default("0"),
            column("last_sent_at", Kind::Big, "Unix ms").nullable(),
            column("last_answered_at", Kind::Big, "Unix ms of the last impression or click; of its beginning before the first"),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &[],
    )
    .await?;
    unique(tx, "push_subscriptions", "endpoint_hash", "").await?;
    unique(tx, "push_subscriptions", "uuid", "").await?;
    // What is due.
    index(tx, "push_subscriptions", "status_id, next_send_at").await?;
    // What has not answered for long.
    index(tx, "push_subscriptions", "site_id, status_id, last_answered_at, last_sent_at").await?;
    // What ended long ago.
    index(tx, "push_subscriptions", "ended_at").await?;
    index(tx, "push_subscriptions", "vapid_key_id, status_id").await?;
    index(tx, "push_subscriptions", "webmaster_id").await
}
