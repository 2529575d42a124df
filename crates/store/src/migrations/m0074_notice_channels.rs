//! What users do not want by mail, apart from what they do not want in the list of notices: what was off before is off in both.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, add_column, column};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    let mails = column("mails_off", Kind::Text, "JSON list of the kinds that the user does not want by mail");
    add_column(tx, "users", mails.default("'[]'")).await?;
    tx.run("UPDATE users SET mails_off = notices_off WHERE notices_off <> '[]'").await?;
    if tx.is_postgres() {
        let sql = "COMMENT ON COLUMN users.notices_off IS \
            'JSON list of the kinds that the user does not want in the list of notices'";
        tx.run(sql).await?;
    }
    Ok(())
}
