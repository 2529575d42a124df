//! Money that staff move by hand, promo codes, and the part of a balance that is bonus.

use crate::conn::Tx;
use crate::error::Result;
use crate::schema::{Kind, add_column, column, id, index, table, unique};

pub(super) async fn up(tx: &Tx) -> Result<()> {
    table(
        tx,
        "corrections",
        "Money that staff moved by hand, or that waits for a second person",
        &[
            id("The correction"),
            column("kind_id", Kind::Big, "1 correction, 2 bonus"),
            column("side_id", Kind::Big, "1 advertiser's balance, 2 webmaster's available earnings"),
            column("user_id", Kind::Big, "Whose balance"),
            column("amount", Kind::Big, "Micro-dollars; negative when taken"),
            column("reason", Kind::Text, "Why; its owner reads it"),
            column("status_id", Kind::Big, "1 waits for a second person, 2 booked, 3 withdrawn"),
            column("made_by", Kind::Big, "Who asked for it"),
            column("decided_by", Kind::Big, "Who booked or withdrew it").nullable(),
            column("decided_at", Kind::Big, "Unix ms at which it was booked or withdrawn").nullable(),
            column("is_single_control", Kind::Flag, "A second person was wanted, and there was none"),
            column("transaction_id", Kind::Big, "The transaction that moved the money").nullable(),
            column("created_at", Kind::Big, "Unix ms"),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &[],
    )
    .await?;
    index(tx, "corrections", "status_id, id").await?;
    index(tx, "corrections", "user_id, id").await?;
    let paid = column("paid_transaction", Kind::Big, "What had paid a payout that came back");
    add_column(tx, "payouts", paid.nullable()).await?;
    let bonus = column("bonus", Kind::Big, "Micro-dollars of an advertiser's balance that are bonus: spent last");
    add_column(tx, "balances", bonus.default("0")).await?;
    table(
        tx,
        "promo_codes",
        "What a top-up earns beside the money that comes in",
        &[
            id("The promo code"),
            column("code", Kind::Text, "In capitals"),
            column("kind_id", Kind::Big, "1 fixed amount, 2 part of the top-up"),
            column("amount", Kind::Big, "Micro-dollars of the bonus; of a part the most that it can be"),
            column("part_bp", Kind::Big, "The part of the top-up in basis points"),
            column("minimum", Kind::Big, "Micro-dollars below which a top-up earns nothing"),
            column("begins_at", Kind::Big, "Unix ms from which it can be used"),
            column("ends_at", Kind::Big, "Unix ms from which it cannot be used any more").nullable(),
            column("uses_max", Kind::Big, "How many advertisers may use it").nullable(),
            column("note", Kind::Text, "For staff"),
            column("made_by", Kind::Big, "Who made it"),
            column("approved_by", Kind::Big, "Who agreed to it: nobody uses it before").nullable(),
            column("created_at", Kind::Big, "Unix ms"),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &[],
    )
    .await?;
    unique(tx, "promo_codes", "code", "").await?;
    table(
        tx,
        "promo_uses",
        "Who uses which promo code for which top-up",
        &[
            column("promo_code_id", Kind::Big, "The code"),
            column("advertiser_id", Kind::Big, "Who uses it: each once"),
            column("deposit_id", Kind::Big, "The top-up"),
            column("bonus", Kind::Big, "Micro-dollars that it earned, less what was taken back"),
            column("changes", Kind::Big, "Times that something was given or taken back"),
            column("created_at", Kind::Big, "Unix ms"),
            column("updated_at", Kind::Big, "Unix ms"),
            column("updated_by", Kind::Text, "Name of the database transaction that wrote it last"),
        ],
        &["PRIMARY KEY (promo_code_id, advertiser_id)"],
    )
    .await?;
    unique(tx, "promo_uses", "deposit_id", "").await?;
    index(tx, "promo_uses", "advertiser_id, deposit_id").await?;
    let promo = column("promo_code_id", Kind::Big, "The promo code that its payer named");
    add_column(tx, "deposits", promo.nullable()).await
}
