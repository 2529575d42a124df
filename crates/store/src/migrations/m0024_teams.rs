//! Teams of managers.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, add_column, column, id, index, table};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    table(
        tx,
        "teams",
        "Teams of managers: statistics are asked by them",
        &[
            id("The team"),
            column("name", Kind::Text, "What staff call it"),
            column("folded_name", Kind::Text, "The name in small letters: no two teams have the same"),
            column("created_at", Kind::Big, "Unix ms"),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &["UNIQUE (folded_name)"],
    )
    .await?;
    let team = column("team_id", Kind::Big, "The team of somebody of the staff; none: in none");
    add_column(tx, "users", team.nullable().references("teams(id)")).await?;
    index(tx, "users", "team_id").await
}
