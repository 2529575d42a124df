//! Mails of a reader by day: whether somebody was told the same lately is asked before each mail of dead links.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::index;

pub(super) async fn up(tx: &Tx) -> Result<()> {
    index(tx, "mails", "user_id, created_at").await
}
