//! Which payouts stand in a file for a gateway.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, add_column, column};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    let when = column("exported_at", Kind::Big, "Unix ms at which it was first written to a file for a gateway");
    add_column(tx, "payouts", when.nullable()).await?;
    add_column(tx, "payouts", column("exported_by", Kind::Big, "Who made that file").nullable()).await
}
