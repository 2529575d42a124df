//! Day seals, and what postings of sealed days are folded into.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, column, index, table};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    table(
        tx,
        "day_seals",
        "What was written on a closed UTC day: settlements and transactions up to its last ones, behind those of the seal \
         before. Nothing is ever added to such a range: what comes later has a later number, whatever day it is about",
        &[
            column("day", Kind::Big, "The day, days since 1970: of the writing, not of the clicks"),
            column("last_settlement", Kind::Big, "Number of the last settlement; that of the seal before where there is none"),
            column("last_transaction", Kind::Big, "Number of the last transaction, alike"),
            column("last_record", Kind::Big, "The furthest place in the log that any settlement so far is about"),
            column("sums", Kind::Text, "JSON: settlements by kind, transactions by operation, with counts and micro-dollars"),
            column("settlements_hash", Kind::Bytes, "SHA-256 of the settlements in their order"),
            column(
                "postings_hash",
                Kind::Bytes,
                "SHA-256 of what the postings come to by operation, account, user and effective day: folding changes it not",
            ),
            column("hash", Kind::Bytes, "SHA-256 of all this and the seal before"),
            column("sealed_at", Kind::Big, "Unix ms"),
            column("folded_at", Kind::Big, "Unix ms from which on its postings are folded").nullable(),
            column("forgotten_at", Kind::Big, "Unix ms from which on its settlements are removed").nullable(),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &["PRIMARY KEY (day)"],
    )
    .await?;
    table(
        tx,
        "folded_postings",
        "Postings of the program's own movements on a sealed day, added up: they count as postings do",
        &[
            column("sealed_day", Kind::Big, "The seal, and the UTC day of the postings, days since 1970"),
            column("operation_type", Kind::Big, "As in transactions"),
            column("account", Kind::Big, "As in postings"),
            column("user_id", Kind::Big, "As in postings"),
            column("day", Kind::Big, "Effective UTC day, days since 1970"),
            column("amount", Kind::Big, "Micro-dollars"),
            column("postings", Kind::Big, "How many they were"),
        ],
        &["PRIMARY KEY (sealed_day, operation_type, account, user_id, day)"],
    )
    .await?;
    index(tx, "folded_postings", "account, user_id, day").await
}
