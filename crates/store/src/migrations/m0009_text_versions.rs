//! Versions of texts grow over a reset, so that an edit that was begun before it is recognised as stale.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, add_column, column};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    let is_default = column("is_default", Kind::Flag, "It was reset: it reads as the program brings it along");
    add_column(tx, "texts", is_default.default("FALSE")).await
}
