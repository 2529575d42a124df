//! The format that new ads of a campaign begin with.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, add_column, column};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    let format = column("ad_format_type", Kind::Big, "Format that its ad form opens with where the group has none");
    add_column(tx, "campaigns", format.nullable()).await
}
