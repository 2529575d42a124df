//! The way to what is due of one webmaster: by the day first, each release read what was due of all.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::index;

pub(super) async fn up(tx: &Tx) -> Result<()> {
    index(tx, "pending_earnings", "webmaster_id, due_day").await
}
