//! Sign-up and self-service: the tokens of mailed links, where a user came from, which mail they want.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, add_column, column, id, index, table, unique};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    let columns = [
        column("source", Kind::Text, "Marketing source of the first visit").default("''"),
        column("medium", Kind::Text, "Marketing medium of the first visit").default("''"),
        column("campaign", Kind::Text, "Marketing campaign of the first visit").default("''"),
        column("pending_email", Kind::Text, "Address that waits to be confirmed; takes the place of email then")
            .nullable(),
        column("notices_off", Kind::Text, "JSON list of the kinds of mail that the user does not want").default("'[]'"),
    ];
    for column in columns {
        add_column(tx, "users", column).await?;
    }
    table(
        tx,
        "account_tokens",
        "Links that were mailed to users, each used once; only hashes are kept",
        &[
            id("Number of the token"),
            column("user_id", Kind::Big, "Whose").references("users(id)"),
            column("kind", Kind::Big, "1 confirms the account, 2 sets a new password, 3 confirms a new address"),
            column("token_hash", Kind::Bytes, "SHA-256 of the token"),
            column("email", Kind::Text, "The address that it was mailed to, which it proves"),
            column("created_at", Kind::Big, "Unix ms"),
            column("expires_at", Kind::Big, "Unix ms"),
            column("used_at", Kind::Big, "Unix ms of its use").nullable(),
        ],
        &[],
    )
    .await?;
    unique(tx, "account_tokens", "token_hash", "").await?;
    index(tx, "account_tokens", "user_id, kind").await?;
    index(tx, "account_tokens", "expires_at").await
}
