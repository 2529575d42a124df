//! Disputes that gateways tell of before the payment that they are about.

use crate::conn::{Conn, Tx};
use crate::error::Result;
use crate::statement::Insert;
use placard_model::Money;
use placard_model::payments::deposit::{Dispute, Gateway, GatewayPayment, News};
use placard_model::time::DAY_MS;

/// So long a dispute waits for its payment, in ms: gateways repeat for days what got no answer. An account at a gateway may have
/// payments of other business, whose disputes are nothing to us.
pub const KEPT_MS: i64 = 90 * DAY_MS;

/// Forgets disputes whose payment never came.
pub async fn forget_old(tx: &Tx) -> Result<u64> {
    tx.execute("DELETE FROM unknown_disputes WHERE updated_at < $1", [(tx.now().0 - KEPT_MS).into()]).await
}

/// Keeps a dispute about a payment; what was closed stays so.
pub(crate) async fn put(tx: &Tx, gateway: Gateway, payment: &str, news: &News) -> Result<()> {
    let mut known = get(tx, gateway, payment).await?;
    known.learn(news);
    Insert::into("unknown_disputes")
        .set("gateway", gateway.name())
        .set("payment_ref", payment)
        .set("dispute_ref", known.dispute)
        .set("disputed", known.disputed.micros())
        .set("dispute_state", known.dispute_state.map(Dispute::code))
        .stamped(tx)
        .replacing("gateway, payment_ref", &[])
        .run(tx)
        .await
        .map(drop)
}

/// The dispute about a payment, which is kept no longer.
pub(crate) async fn take(tx: &Tx, gateway: Gateway, payment: &str) -> Result<Option<News>> {
    let known = get(tx, gateway, payment).await?;
    let Some(state) = known.dispute_state else { return Ok(None) };
    let sql = "DELETE FROM unknown_disputes WHERE gateway = $1 AND payment_ref = $2";
    tx.execute(sql, [gateway.name().into(), payment.into()]).await?;
    Ok(Some(News::Disputed { dispute: known.dispute, amount: known.disputed, state }))
}

async fn get(conn: &Conn, gateway: Gateway, payment: &str) -> Result<GatewayPayment> {
    let sql =
        "SELECT dispute_ref, disputed, dispute_state FROM unknown_disputes WHERE gateway = $1 AND payment_ref = $2";
    let Some(row) = conn.row(sql, [gateway.name().into(), payment.into()]).await? else {
        return Ok(GatewayPayment::default());
    };
    Ok(GatewayPayment {
        dispute: row.get("dispute_ref")?,
        disputed: Money::from_micros(row.get("disputed")?),
        dispute_state: row.get::<Option<i64>>("dispute_state")?.and_then(Dispute::from_code),
        ..GatewayPayment::default()
    })
}
