//! Taking back a billed click.

use placard_model::Verdict;
use placard_model::books::settlement::{Released, Settlement, SettlementKind};

/// Why a settlement cannot be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VoidError {
    /// Only clicks that were billed can be.
    #[error("only a billed click can be voided")]
    NotBilled,
}

/// Takes back a billed click: the stored amounts with the opposite sign, on the click's day. `released`: whose
/// parts of that day have left their pending accounts. That it happens once is the store's unique key.
///
/// The campaign's spend is kept by the click's day, so a void on the same day frees the daily limit, a later one only
/// the total.
pub fn void(settlement: &Settlement, released: Released) -> Result<Settlement, VoidError> {
    if !settlement.is_billed_click() {
        return Err(VoidError::NotBilled);
    }
    let void = Settlement {
        verdict: Verdict::Voided,
        amounts: -settlement.amounts,
        kind: SettlementKind::Void { released },
        ..settlement.clone()
    };
    assert!(void.amounts.is_balanced(), "what was balanced stays so with the opposite sign");
    Ok(void)
}
