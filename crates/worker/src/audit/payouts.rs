//! Payouts against the books: each moved its money as its status says, once, and what is set aside is that of the open ones.

use super::Report;
use crate::state::WorkerState;
use placard_model::Money;
use placard_model::books::posting::Account;
use placard_model::payments::payout::PayoutStatus;
use placard_store::Conn;
use placard_store::billing::audit_rows::payouts::{self as rows, AuditedPayout, MovedByAccount};

/// Payouts read at once.
const PAYOUTS_PER_STEP: u32 = 1_000;
/// Rows of one kind that disagree and are named.
const MISMATCHES_MAX: u32 = 100;

/// Checks all payouts. Each part is read at one moment, so that nothing that happens meanwhile is a difference.
pub(super) async fn check(app: &WorkerState, report: &mut Report) -> anyhow::Result<()> {
    let mut after = 0;
    loop {
        let read = async move |conn: &Conn| rows::payouts(conn, after, PAYOUTS_PER_STEP).await;
        let found = app.store.read("audit_payouts", read).await?;
        let Some(last) = found.last() else { break };
        after = last.id.0;
        for payout in &found {
            check_payout(payout, report);
        }
    }
    let strays = app.store.read("audit_payout_strays", async |conn| rows::strays(conn, MISMATCHES_MAX).await).await?;
    for transaction in strays {
        report.differ(format!("transaction {transaction} moves the money of a payout that is not there"));
    }
    let wrong = app.store.read("audit_reserves", async |conn| rows::wrong_reserves(conn, MISMATCHES_MAX).await).await?;
    for (user, expected, found) in wrong {
        report.differ(format!(
            "what is set aside is that of open payouts: webmaster {user}: expected {expected}, found {found}"
        ));
    }
    Ok(())
}

fn check_payout(payout: &AuditedPayout, report: &mut Report) {
    let AuditedPayout { id, user, amount, fee, status, request, end, paid } = payout;
    let available = Account::WebmasterAvailable(*user).code();
    let reserve = Account::PayoutReserve(*user).code();
    let plus = |account: (i64, i64), amount: Money| (account, amount.micros());
    let minus = |account: (i64, i64), amount: Money| (account, amount.micros().wrapping_neg());
    let mut differ = |what: &str, expected: &[((i64, i64), i64)], found: &MovedByAccount| {
        let mut expected: MovedByAccount = expected.iter().copied().filter(|(_, amount)| *amount != 0).collect();
        expected.sort_unstable();
        if expected != *found {
            report.differ(format!("payout {id} {what}: expected postings {expected:?}, found {found:?}"));
        }
    };
    differ("was set aside", &[minus(available, *amount), plus(reserve, *amount)], request);
    let sent = Money::from_micros(amount.micros().wrapping_sub(fee.micros()));
    let left = [minus(reserve, *amount), plus(Account::Payouts.code(), sent), plus(Account::Fees.code(), *fee)];
    match status {
        PayoutStatus::Requested | PayoutStatus::Approved => differ("is open", &[], end),
        PayoutStatus::Paid => differ("was paid", &left, end),
        PayoutStatus::Rejected if let Some(paid) = paid => {
            differ("was paid before it came back", &left, paid);
            let back =
                [plus(available, *amount), minus(Account::Payouts.code(), sent), minus(Account::Fees.code(), *fee)];
            differ("came back", &back, end);
        }
        PayoutStatus::Rejected | PayoutStatus::Cancelled => {
            differ("was given back", &[minus(reserve, *amount), plus(available, *amount)], end);
        }
    }
}
