//! What waits for staff: how much of each kind, and since when the oldest.

use crate::codes::code;
use crate::conn::{Conn, Value};
use crate::error::Result;
use crate::scope::{Clients, Scope};
use placard_model::UnixMs;
use placard_model::payments::correction::CorrectionStatus;
use placard_model::payments::deposit::Gateway;
use placard_model::payments::payout::{PayoutStatus, WalletStatus};
use placard_model::status::Review;
use placard_model::user::SiteStatus;

/// Of each kind so many are counted; more are not told apart.
pub const COUNTED_MAX: u32 = 1_000;

/// What waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StaffQueue {
    /// Ads that run after a moderator's yes.
    Ads,
    /// Ads that run by their owner's trust, to be looked at.
    AdChecks,
    /// Sites.
    Sites,
    /// Wallets that payouts are to go to.
    Wallets,
    /// Payouts to agree to.
    PayoutsRequested,
    /// Payouts that somebody agreed to, to be paid.
    PayoutsApproved,
    /// Invoices whose money may have come.
    Invoices,
    /// Corrections for a second person.
    Corrections,
    /// Promo codes for a second person.
    PromoCodes,
    /// What gateways told that somebody should look at.
    PaymentMessages,
    /// What people wrote.
    ContactMessages,
}

/// Where a queue's rows are.
struct Rows {
    table: &'static str,
    /// Which rows wait.
    condition: String,
    /// The condition names the moment, as `$1`: written out it would make another statement of each call.
    has_moment: bool,
    /// Since when one waits.
    since: &'static str,
    /// In which order they came, as an index has them.
    order: &'static str,
    /// Whose a row is, where staff with clients of their own have the queue.
    owner: Option<&'static str>,
}

impl StaffQueue {
    /// All queues, in the order in which people are waited for.
    pub const ALL: [Self; 11] = [
        Self::Ads,
        Self::AdChecks,
        Self::Sites,
        Self::Wallets,
        Self::PayoutsRequested,
        Self::PayoutsApproved,
        Self::Invoices,
        Self::Corrections,
        Self::PromoCodes,
        Self::PaymentMessages,
        Self::ContactMessages,
    ];

    /// Its name in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ads => "ads",
            Self::AdChecks => "ad_checks",
            Self::Sites => "sites",
            Self::Wallets => "wallets",
            Self::PayoutsRequested => "payouts_requested",
            Self::PayoutsApproved => "payouts_approved",
            Self::Invoices => "invoices",
            Self::Corrections => "corrections",
            Self::PromoCodes => "promo_codes",
            Self::PaymentMessages => "payment_messages",
            Self::ContactMessages => "contact_messages",
        }
    }

    /// What people read.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Ads => "Ads to approve",
            Self::AdChecks => "Running ads to look at",
            Self::Sites => "Sites to approve",
            Self::Wallets => "Wallets to approve",
            Self::PayoutsRequested => "Payouts to approve",
            Self::PayoutsApproved => "Payouts to pay",
            Self::Invoices => "Invoices to confirm",
            Self::Corrections => "Corrections for a second person",
            Self::PromoCodes => "Promo codes for a second person",
            Self::PaymentMessages => "Messages about payments",
            Self::ContactMessages => "Messages to answer",
        }
    }

    fn rows(self) -> Rows {
        // Numbers rise with time, and the indexes of most tables end in them.
        let by_number = |table, condition| Rows {
            table,
            condition,
            has_moment: false,
            since: "created_at",
            order: "id",
            owner: None,
        };
        match self {
            Self::Ads => ads(format!("review = {}", Review::Waiting.id())),
            Self::AdChecks => ads(format!("needs_check AND review <> {}", Review::Waiting.id())),
            Self::Sites => Rows {
                table: "sites",
                condition: format!("status_id = {} AND waits_since IS NOT NULL", SiteStatus::Waiting.id()),
                has_moment: false,
                since: "waits_since",
                order: "waits_since",
                owner: Some("webmaster_id"),
            },
            Self::Wallets => by_number("wallets", format!("status_id = {}", WalletStatus::Waiting.id())),
            Self::PayoutsRequested => by_number("payouts", payout(PayoutStatus::Requested)),
            Self::PayoutsApproved => {
                Rows { since: "approved_at", ..by_number("payouts", payout(PayoutStatus::Approved)) }
            }
            Self::Invoices => by_number(
                "deposits",
                format!("status_id = {} AND gateway = '{}'", code!(deposit_pending), Gateway::Invoice.name()),
            ),
            Self::Corrections => by_number("corrections", format!("status_id = {}", CorrectionStatus::Waiting.id())),
            Self::PromoCodes => {
                let condition = "approved_by IS NULL AND (ends_at IS NULL OR ends_at > $1)".to_owned();
                Rows { has_moment: true, ..by_number("promo_codes", condition) }
            }
            // Since it was told the last time: one that was seen before has waited no longer.
            Self::PaymentMessages => {
                Rows { since: "updated_at", ..by_number("payment_messages", "seen_at IS NULL".to_owned()) }
            }
            Self::ContactMessages => by_number("contact_messages", "is_done = FALSE".to_owned()),
        }
    }
}

fn ads(condition: String) -> Rows {
    let condition = format!("{condition} AND deleted_at IS NULL AND archived_at IS NULL");
    Rows { table: "ads", condition, has_moment: false, since: "submitted_at", order: "submitted_at", owner: None }
}

/// What is held back waits for nobody but who holds it.
fn payout(status: PayoutStatus) -> String {
    format!("status_id = {} AND held_reason = ''", status.id())
}

/// How much of a kind waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// What.
    pub queue: StaffQueue,
    /// How many; at most [`COUNTED_MAX`].
    pub count: u32,
    /// There are more than were counted.
    pub is_more: bool,
    /// Since when the oldest waits.
    pub oldest_at: Option<UnixMs>,
}

/// What waits for the staff of the scope, queues with nothing included. Staff with clients of their own have those of what is
/// their clients'.
pub async fn list(conn: &Conn, scope: Scope) -> Result<Vec<Waiting>> {
    let sees_all = matches!(scope, Scope::System | Scope::Staff { clients: Clients::All, .. });
    let mut found = Vec::new();
    for queue in StaffQueue::ALL {
        let Rows { table, condition, has_moment, since, order, owner } = queue.rows();
        let mut values: Vec<Value> = has_moment.then(|| conn.now().0.into()).into_iter().collect();
        let own = match owner {
            Some(column) => scope.own_rows(column, &mut values),
            None if sees_all => "1 = 1".to_owned(),
            None => continue,
        };
        let sql = format!(
            "SELECT COUNT(*) AS waiting, MIN(q.since) AS oldest_at FROM (SELECT {since} AS since FROM {table} \
             WHERE {condition} AND {own} ORDER BY {order} LIMIT {}) q",
            COUNTED_MAX + 1
        );
        let Some(row) = conn.row(&sql, values).await? else { continue };
        let counted = u32::try_from(row.get::<i64>("waiting")?).unwrap_or(u32::MAX);
        found.push(Waiting {
            queue,
            count: counted.min(COUNTED_MAX),
            is_more: counted > COUNTED_MAX,
            oldest_at: row.get::<Option<i64>>("oldest_at")?.map(UnixMs),
        });
    }
    Ok(found)
}
