//! The way to a person's postings of some days: statements read a month, and every posting of an account until now.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::index;

pub(super) async fn up(tx: &Tx) -> Result<()> {
    index(tx, "postings", "account, user_id, posted_day").await?;
    index(tx, "folded_postings", "account, user_id, sealed_day").await?;
    // They began alike, and nothing asks for the effective days of one account.
    for old in ["postings_account_user_id_day_idx", "folded_postings_account_user_id_day_idx"] {
        tx.run(&format!("DROP INDEX {old}")).await?;
    }
    // The ledger's list of one kind of movement: most are clicks.
    index(tx, "transactions", "operation_type, id").await?;
    // Payments that one advertiser has begun are counted before each further one.
    index(tx, "deposits", "advertiser_id, status_id").await
}
