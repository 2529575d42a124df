//! What Placard says to people: mail on its way, texts of the public pages, and what visitors write to the network.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, column, id, index, table};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    mails(tx).await?;
    notices(tx).await?;
    texts(tx).await?;
    table(
        tx,
        "contact_messages",
        "Messages of the contact form",
        &[
            id("Number of the message"),
            column("name", Kind::Text, "Who writes, 1..=100 characters"),
            column("email", Kind::Text, "Where to answer"),
            column("topic", Kind::Text, "What about: advertiser, webmaster, abuse, press, other"),
            column("message", Kind::Text, "The message, 1..=5000 characters"),
            column("user_id", Kind::Big, "Who wrote, if logged in").nullable().references("users(id)"),
            column("address", Kind::Text, "From where"),
            column("is_done", Kind::Flag, "Answered or nothing to answer").default("FALSE"),
            column("done_by", Kind::Big, "Who said so").nullable().references("users(id)"),
            column("created_at", Kind::Big, "Unix ms"),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &[],
    )
    .await?;
    index(tx, "contact_messages", "is_done, id").await
}

async fn mails(tx: &Tx) -> Result<()> {
    table(
        tx,
        "mails",
        "Mail that was sent or waits for it; queued in the transaction of what it tells",
        &[
            id("Number of the mail"),
            column("kind", Kind::Text, "Kind of mail: confirm, reset, ad_rejected, ..."),
            column("user_id", Kind::Big, "Whom it is for, if they have an account").nullable().references("users(id)"),
            column("recipient", Kind::Text, "Mail address"),
            column("recipient_name", Kind::Text, "What to call them; may be empty"),
            column("subject", Kind::Text, "Subject"),
            column("body", Kind::Bytes, "Text and HTML, encrypted: both may carry links that open an account"),
            column("state", Kind::Big, "1 waits, 2 sent, 3 given up"),
            column("attempts", Kind::Big, "How often it was tried").default("0"),
            column("next_attempt_at", Kind::Big, "Unix ms; not before. While it is tried: until when others wait"),
            column("error", Kind::Text, "Why the last attempt failed; empty when it did not").default("''"),
            column("created_at", Kind::Big, "Unix ms"),
            column("sent_at", Kind::Big, "Unix ms").nullable(),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &[],
    )
    .await?;
    index(tx, "mails", "state, next_attempt_at").await?;
    index(tx, "mails", "user_id, id").await?;
    index(tx, "mails", "created_at").await
}

async fn notices(tx: &Tx) -> Result<()> {
    table(
        tx,
        "money_notices",
        "What advertisers were told about money running out, so that one event is told once",
        &[
            column("kind", Kind::Text, "low_balance, daily_limit or total_limit"),
            column("subject_id", Kind::Big, "The user (low_balance) or the campaign"),
            column("day", Kind::Big, "UTC day on which it was last so, days since 1970"),
            column("amount", Kind::Big, "Micro-dollars: the balance, or the limit that was reached"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &["PRIMARY KEY (kind, subject_id)"],
    )
    .await
}

async fn texts(tx: &Tx) -> Result<()> {
    table(
        tx,
        "texts",
        "Texts of public pages that differ from those that the program brings along",
        &[
            column("slug", Kind::Text, "Name in the address: privacy, first-campaign"),
            column("title", Kind::Text, "Heading, 1..=120 characters"),
            column("description", Kind::Text, "What search engines show, 1..=300 characters"),
            column("body", Kind::Text, "Markdown, at most 100,000 characters"),
            column("version", Kind::Big, "Grows with each change; an older one is a stale edit"),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &["PRIMARY KEY (slug)"],
    )
    .await
}
