//! Access: second factors, personal API tokens, impersonation, devices that were seen.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, add_column, column, id, index, table, unique};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    second_factors(tx).await?;
    api_tokens(tx).await?;
    impersonation(tx).await?;
    table(
        tx,
        "devices",
        "Browsers and networks from which a user has logged in; another one is told by mail",
        &[
            column("user_id", Kind::Big, "Whose").references("users(id)"),
            column("family", Kind::Text, "Family of browser and system, from the user agent"),
            column("network", Kind::Text, "Prefix of the address: /24 of IPv4, /48 of IPv6"),
            column("first_seen_at", Kind::Big, "Unix ms"),
            column("seen_at", Kind::Big, "Unix ms of the last login"),
        ],
        &["PRIMARY KEY (user_id, family, network)"],
    )
    .await?;
    index(tx, "audit_log", "acting_as_id, at").await
}

async fn second_factors(tx: &Tx) -> Result<()> {
    let has = column("has_second_factor", Kind::Flag, "A code is asked for at login").default("FALSE");
    add_column(tx, "users", has).await?;
    table(
        tx,
        "second_factors",
        "Secrets of one-time codes (TOTP)",
        &[
            column("user_id", Kind::Big, "Whose").references("users(id)"),
            column("secret", Kind::Bytes, "The secret, encrypted"),
            column("last_step", Kind::Big, "Step of the last code that was taken: none before it is taken again"),
            column("created_at", Kind::Big, "Unix ms"),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &["PRIMARY KEY (user_id)"],
    )
    .await?;
    table(
        tx,
        "recovery_codes",
        "Codes that stand in for a lost second factor, each once; only keyed hashes are kept",
        &[
            column("user_id", Kind::Big, "Whose").references("users(id)"),
            column("code_hash", Kind::Bytes, "Keyed hash of the code"),
            column("created_at", Kind::Big, "Unix ms"),
            column("used_at", Kind::Big, "Unix ms").nullable(),
        ],
        &["PRIMARY KEY (user_id, code_hash)"],
    )
    .await
}

async fn api_tokens(tx: &Tx) -> Result<()> {
    table(
        tx,
        "api_tokens",
        "Personal API tokens; only hashes are kept",
        &[
            id("The token"),
            column("user_id", Kind::Big, "Whose").references("users(id)"),
            column("name", Kind::Text, "What its owner calls it"),
            column("prefix", Kind::Text, "The first characters, by which its owner recognises it"),
            column("token_hash", Kind::Bytes, "SHA-256 of the token"),
            column("scopes", Kind::Text, "What it may, separated by spaces: advertiser:read statistics:read"),
            column("created_at", Kind::Big, "Unix ms"),
            column("expires_at", Kind::Big, "Unix ms; none: until it is deleted").nullable(),
            column("last_used_at", Kind::Big, "Unix ms, to the minute").nullable(),
        ],
        &[],
    )
    .await?;
    unique(tx, "api_tokens", "token_hash", "").await?;
    index(tx, "api_tokens", "user_id").await
}

async fn impersonation(tx: &Tx) -> Result<()> {
    let admin = column("admin_id", Kind::Big, "Staff who use the user's cabinet by this session; none: the user")
        .nullable()
        .references("users(id)");
    add_column(tx, "sessions", admin).await?;
    let theirs = column("admin_session_id", Kind::Big, "The session of that staff; this one ends with it").nullable();
    add_column(tx, "sessions", theirs).await?;
    table(
        tx,
        "impersonation_codes",
        "One-time codes with which staff enter a user's cabinet; only hashes are kept",
        &[
            column("code_hash", Kind::Bytes, "SHA-256 of the code"),
            column("user_id", Kind::Big, "Whose cabinet").references("users(id)"),
            column("admin_id", Kind::Big, "Who enters").references("users(id)"),
            column("admin_session_id", Kind::Big, "By which of their sessions"),
            column("expires_at", Kind::Big, "Unix ms"),
        ],
        &["PRIMARY KEY (code_hash)"],
    )
    .await
}
