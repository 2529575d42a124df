//! Counters of promo codes: nobody adds up a hundred thousand uses to look at one.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, add_column, column};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    let uses = column("uses", Kind::Big, "Advertisers who use it");
    add_column(tx, "promo_codes", uses.default("0")).await?;
    let given = column("given", Kind::Big, "Micro-dollars that were given by it, less what was taken back");
    add_column(tx, "promo_codes", given.default("0")).await?;
    tx.run(
        "UPDATE promo_codes SET \
         uses = (SELECT COUNT(*) FROM promo_uses u WHERE u.promo_code_id = promo_codes.id), \
         given = (SELECT CAST(COALESCE(SUM(u.bonus), 0) AS BIGINT) FROM promo_uses u WHERE u.promo_code_id = promo_codes.id)",
    )
    .await
}
