//! Accounts: users, their sessions, the audit log, answers kept for repeated requests.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, column, id, index, table, unique};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    users(tx).await?;
    sessions(tx).await?;
    table(
        tx,
        "audit_log",
        "Every change that a person made",
        &[
            id("Number of the entry"),
            column("at", Kind::Big, "Unix ms"),
            column("actor_id", Kind::Big, "Who; none for the command line and the program").nullable(),
            column("acting_as_id", Kind::Big, "The user whose cabinet the actor used").nullable(),
            column("action", Kind::Text, "What, as verb and noun: update_site"),
            column("subject", Kind::Text, "Kind of what was changed: site"),
            column("subject_id", Kind::Big, "Its id"),
            column("before", Kind::Text, "JSON of what it was; none for something new").nullable(),
            column("after", Kind::Text, "JSON of what it is; none for something deleted").nullable(),
            column("address", Kind::Text, "From where; empty for the command line and the program"),
        ],
        &[],
    )
    .await?;
    index(tx, "audit_log", "subject, subject_id, at").await?;
    index(tx, "audit_log", "actor_id, at").await?;
    table(
        tx,
        "idempotency_keys",
        "First answers to requests that may be sent twice",
        &[
            column("user_id", Kind::Big, "Who asked").references("users(id)"),
            column("idempotency_key", Kind::Text, "The request's Idempotency-Key"),
            column("request_hash", Kind::Bytes, "SHA-256 of method, path and body"),
            column("status", Kind::Big, "HTTP status of the answer"),
            column("answer", Kind::Text, "Body of the answer"),
            column("created_at", Kind::Big, "Unix ms; kept for a day"),
        ],
        &["PRIMARY KEY (user_id, idempotency_key)"],
    )
    .await?;
    index(tx, "idempotency_keys", "created_at").await
}

async fn users(tx: &Tx) -> Result<()> {
    table(
        tx,
        "users",
        "People with an account",
        &[
            id("The user"),
            column("email", Kind::Text, "Mail address, lower case"),
            column("password_hash", Kind::Text, "argon2id, PHC string"),
            column("type_id", Kind::Big, "1 ordinary, 12 god, 13 sales"),
            column("status_id", Kind::Big, "1 unconfirmed, 2 blocked, 3 active, 4 deleted"),
            column("status_reason", Kind::Text, "Why blocked; told at login").default("''"),
            column("is_trusted", Kind::Flag, "Skips moderation queues, lower minimum bid"),
            column("is_advertiser", Kind::Flag, "Has the advertiser's cabinet"),
            column("is_webmaster", Kind::Flag, "Has the webmaster's cabinet"),
            column("is_auto_payment", Kind::Flag, "Webmaster: payouts are requested each Monday"),
            column("name", Kind::Text, "What to call them").default("''"),
            column("phone", Kind::Text, "Phone").default("''"),
            column("skype", Kind::Text, "Skype name").default("''"),
            column("telegram", Kind::Text, "Telegram name").default("''"),
            column("currency_unit", Kind::Big, "Display of money: 1 dollars, 2 cents").default("1"),
            column("minimum_bid", Kind::Big, "Lowest native bid of the user, micro-dollars; none for the usual one")
                .nullable(),
            column("manager_id", Kind::Big, "Sales who looks after the user").nullable().references("users(id)"),
            column("created_at", Kind::Big, "Unix ms"),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
            column("version", Kind::Big, "Grows with each change").default("1"),
        ],
        &[],
    )
    .await?;
    unique(tx, "users", "email", "").await?;
    index(tx, "users", "manager_id").await
}

async fn sessions(tx: &Tx) -> Result<()> {
    table(
        tx,
        "sessions",
        "Logins; the family of the refresh tokens that follow one another",
        &[
            id("The session"),
            column("user_id", Kind::Big, "Whose").references("users(id)"),
            column("created_at", Kind::Big, "Unix ms of the login"),
            column("seen_at", Kind::Big, "Unix ms of the last refresh"),
            column("ended_at", Kind::Big, "Unix ms of logout, of a block, or of a reused token").nullable(),
            column("end_reason", Kind::Text, "logout, reuse, password, block or staff").nullable(),
            column("address", Kind::Text, "Address of the login"),
            column("user_agent", Kind::Text, "Browser of the login, shortened"),
        ],
        &[],
    )
    .await?;
    index(tx, "sessions", "user_id, created_at").await?;
    table(
        tx,
        "refresh_tokens",
        "Refresh tokens of a session, each used once; only hashes are kept",
        &[
            id("Number of the token"),
            column("session_id", Kind::Big, "The session").references("sessions(id)"),
            column("token_hash", Kind::Bytes, "SHA-256 of the token"),
            column("created_at", Kind::Big, "Unix ms"),
            column("expires_at", Kind::Big, "Unix ms"),
            column("rotated_at", Kind::Big, "Unix ms when its successor was given").nullable(),
        ],
        &[],
    )
    .await?;
    unique(tx, "refresh_tokens", "token_hash", "").await?;
    index(tx, "refresh_tokens", "session_id").await
}
