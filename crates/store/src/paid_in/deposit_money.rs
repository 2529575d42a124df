//! How reports of gateways become money: each is booked as far as it was not yet, whenever and however often it comes.

use crate::accounts::billing_details::{self, Document};
use crate::accounts::users;
use crate::advertising::inventory_changes;
use crate::conn::{Conn, Tx};
use crate::error::{Error, Result};
use crate::money::bonuses;
use crate::money::movements::{self, Cause};
use crate::paid_in::deposits::{self, Deposit, PAYMENT_COLUMNS, PaymentRow, payment};
use crate::paid_in::payment_messages::{self, About};
use crate::paid_in::promo_codes::{self, Earner};
use crate::paid_in::{auto_top_ups, deposit_movements, unknown_disputes};
use crate::scope::Scope;
use crate::statement::{Insert, Update};
use crate::topic::Topic;
use placard_model::books::posting::{Account, Operation, Posting};
use placard_model::payments::deposit::{
    DepositStatus, Gateway, GatewayPayment, News, PaymentNotice, PaymentState, Report, status_after, status_at_end,
};
use placard_model::user::UserStatus;
use placard_model::{Money, UserId};

/// What a report led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The deposit as it is now.
    pub deposit: Deposit,
    /// Its status before.
    pub before: DepositStatus,
    /// What was credited.
    pub credit: Money,
    /// What was taken back; negative: given again.
    pub take: Money,
}

impl Applied {
    /// Whether the deposit failed by it.
    pub fn is_failure(&self) -> bool {
        self.deposit.status == DepositStatus::Failed && self.before != DepositStatus::Failed
    }
}

/// Who makes it known, and what is to be read in histories.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// Staff; none for the gateway itself.
    pub actor: Option<UserId>,
    /// Shown in histories; empty: what it is by itself.
    pub comment: &'a str,
}

/// The gateway itself.
pub const BY_GATEWAY: Source<'static> = Source { actor: None, comment: "" };

/// Books what a gateway says; none when it says it of a payment that is not ours, of which staff are told. A dispute about one is
/// kept, and booked when its payment comes.
pub async fn apply(tx: &Tx, gateway: Gateway, report: &Report, source: Source<'_>) -> Result<Option<Applied>> {
    let Some(applied) = apply_one(tx, gateway, report, source).await? else {
        if let News::Disputed { .. } = report.news {
            unknown_disputes::put(tx, gateway, &report.payment, &report.news).await?;
        }
        return Ok(None);
    };
    let Some(news) = unknown_disputes::take(tx, gateway, &report.payment).await? else { return Ok(Some(applied)) };
    let dispute = Report { order: Some(applied.deposit.order.clone()), asked: None, news, ..report.clone() };
    let disputed = apply_one(tx, gateway, &dispute, source).await?;
    Ok(disputed.map(|disputed| Applied {
        deposit: disputed.deposit,
        before: applied.before,
        credit: applied.credit + disputed.credit,
        take: applied.take + disputed.take,
    }))
}

async fn apply_one(tx: &Tx, gateway: Gateway, report: &Report, source: Source<'_>) -> Result<Option<Applied>> {
    let name = if report.payment.is_empty() { report.order.as_deref().unwrap_or_default() } else { &report.payment };
    let Some(id) = find(tx, gateway, report).await? else {
        let about = About { gateway, deposit: None, payment: name };
        let text = format!("order {}", report.order.as_deref().unwrap_or("without a name"));
        payment_messages::put(tx, about, PaymentNotice::UnknownPayment, &text).await?;
        return Ok(None);
    };
    // Reports about one deposit come one after the other: its row is held from here on.
    deposits::hold(tx, id).await?;
    let before = deposits::get(tx, Scope::System, id).await?;
    let about = About { gateway, deposit: Some(id), payment: name };
    let nothing = |deposit: &Deposit| Applied {
        deposit: deposit.clone(),
        before: deposit.status,
        credit: Money::ZERO,
        take: Money::ZERO,
    };
    if let News::Unreadable(text) = &report.news {
        payment_messages::put(tx, about, PaymentNotice::WrongAmount, text).await?;
        return Ok(Some(nothing(&before)));
    }
    if let (News::Paid { .. }, Some(asked)) = (&report.news, report.asked)
        && asked != before.amount
    {
        let text = format!("{} instead of {}", asked.text(), before.amount.text());
        payment_messages::put(tx, about, PaymentNotice::WrongAmount, &text).await?;
        return Ok(Some(nothing(&before)));
    }
    let mut row = payment_of(tx, gateway, name, id).await?;
    if row.deposit != id {
        payment_messages::put(tx, about, PaymentNotice::UnknownPayment, "a payment of another deposit").await?;
        return Ok(Some(nothing(&before)));
    }
    let told = row.payment.returned_told;
    if let Some(notice) = row.payment.learn(&report.news) {
        payment_messages::put(tx, about, notice, &not_added(&report.news, told)).await?;
    }
    if report.payment.is_empty() {
        // It is said of the deposit, and of no payment.
        row.payment.state = None;
    }
    let due = row.payment.due();
    if due.credit > Money::ZERO {
        credit(tx, &before, &row, due.credit, source).await?;
        row.payment.credited += due.credit;
    }
    if !due.take.is_zero() {
        let operation = match report.news {
            News::Disputed { .. } => Operation::Chargeback,
            _ => Operation::Refund,
        };
        let bad = take(tx, &before, &row, due.take, operation, source).await?;
        if operation == Operation::Chargeback && due.take > Money::ZERO {
            auto_top_ups::end_by_dispute(tx, before.advertiser).await?;
        }
        row.bad_debt += bad;
        row.changes += 1;
        row.payment.taken += due.take;
    }
    if !report.payment.is_empty() || row.payment != GatewayPayment::default() {
        keep(tx, gateway, &row).await?;
    }
    let payments = deposits::payments(tx, id).await?;
    let others = payments.iter().filter(|other| other.reference != row.reference);
    let is_open = |row: &PaymentRow| row.payment.state.is_some_and(PaymentState::is_open);
    let is_any_open = others.into_iter().any(is_open);
    let deposit = stand(tx, &before, due.credit, due.take, &report.news, is_any_open, source).await?;
    if is_open(&row) {
        deposits::ask_again(tx, &deposit).await?;
    }
    let applied = Applied { deposit, before: before.status, credit: due.credit, take: due.take };
    for (notice, text) in notices(&applied, &report.news) {
        payment_messages::put(tx, about, notice, &text).await?;
    }
    if due.credit > Money::ZERO {
        let user = users::get_user(tx, Scope::System, before.advertiser).await?;
        if user.status != UserStatus::Active {
            let text = format!("{}; the account is {}", due.credit.text(), user.status.label().to_lowercase());
            payment_messages::put(tx, about, PaymentNotice::NotActive, &text).await?;
        }
    }
    Ok(Some(applied))
}

/// Ends a deposit whose time is over, unless money of it is on its way; at the last question in any case.
pub async fn end(tx: &Tx, id: i64) -> Result<()> {
    deposits::hold(tx, id).await?;
    let before = deposits::get(tx, Scope::System, id).await?;
    if before.expires_at > tx.now() {
        return Ok(());
    }
    let payments: Vec<GatewayPayment> = deposits::payments(tx, id).await?.into_iter().map(|row| row.payment).collect();
    let status = status_at_end(before.status, &payments, before.is_asked_last(tx.now()));
    if status == before.status {
        return Ok(());
    }
    let change = Update::of("deposits").set("status_id", i64::from(status.id())).stamped(tx).versioned();
    change.filter("id =", id).one(tx, "deposit").await?;
    promo_codes::release(tx, id).await
}

/// Sends so much of a deposit back by hand: it leaves the advertiser's balance, which must have it. The gateway is to be told by
/// who asks for it; when it reports the same, nothing more is taken.
pub async fn refund(tx: &Tx, id: i64, amount: Money, source: Source<'_>) -> Result<Deposit> {
    deposits::hold(tx, id).await?;
    let before = deposits::get(tx, Scope::System, id).await?;
    let wrong = |message: &str| Error::Invalid { field: "amount", message: message.to_owned() };
    if amount <= Money::ZERO {
        return Err(wrong("must be above zero"));
    }
    if amount > before.credited - before.taken {
        return Err(wrong("is more than what is left of the deposit"));
    }
    let paid = held(tx, before.advertiser).await? - bonuses::left(tx, before.advertiser).await?;
    if amount > paid {
        return Err(wrong("is more than the balance has beside bonuses, which do not go back"));
    }
    let mut left = amount;
    for mut row in deposits::payments(tx, id).await? {
        let part = left.min(row.payment.credited - row.payment.taken);
        if part > Money::ZERO {
            row.payment.returned += part;
            row.bad_debt += take(tx, &before, &row, part, Operation::Refund, source).await?;
            row.changes += 1;
            row.payment.taken += part;
            keep(tx, before.gateway, &row).await?;
            left -= part;
        }
    }
    stand(tx, &before, Money::ZERO, amount - left, &News::Waiting, false, source).await
}

async fn find(conn: &Conn, gateway: Gateway, report: &Report) -> Result<Option<i64>> {
    let (sql, name) = match &report.order {
        Some(order) => ("SELECT id FROM deposits WHERE gateway = $1 AND order_ref = $2", order),
        None => {
            ("SELECT deposit_id AS id FROM deposit_payments WHERE gateway = $1 AND payment_ref = $2", &report.payment)
        }
    };
    conn.row(sql, [gateway.name().into(), name.as_str().into()]).await?.map(|row| row.get("id")).transpose()
}

async fn payment_of(conn: &Conn, gateway: Gateway, name: &str, deposit: i64) -> Result<PaymentRow> {
    let sql = format!("SELECT {PAYMENT_COLUMNS} FROM deposit_payments WHERE gateway = $1 AND payment_ref = $2");
    match conn.row(&sql, [gateway.name().into(), name.into()]).await? {
        Some(row) => payment(&row),
        None => Ok(PaymentRow {
            reference: name.to_owned(),
            payment: GatewayPayment::default(),
            bad_debt: Money::ZERO,
            changes: 0,
            deposit,
        }),
    }
}

async fn keep(tx: &Tx, gateway: Gateway, row: &PaymentRow) -> Result<()> {
    let known = &row.payment;
    Insert::into("deposit_payments")
        .set("gateway", gateway.name())
        .set("payment_ref", row.reference.as_str())
        .set("deposit_id", row.deposit)
        .set("paid", known.paid.micros())
        .set("returned", known.returned.micros())
        .set("dispute_ref", known.dispute.as_str())
        .set("disputed", known.disputed.micros())
        .set("dispute_state", known.dispute_state.map(placard_model::payments::deposit::Dispute::code))
        .set("credited", known.credited.micros())
        .set("taken", known.taken.micros())
        .set("bad_debt", row.bad_debt.micros())
        .set("changes", row.changes)
        .set("state", known.state.map(PaymentState::code))
        .set("returned_told", known.returned_told.micros())
        .stamped(tx)
        .replacing("gateway, payment_ref", &["deposit_id"])
        .run(tx)
        .await
        .map(drop)
}

/// What an advertiser has, held until the transaction ends, so that billing does not spend it meanwhile.
async fn held(tx: &Tx, advertiser: UserId) -> Result<Money> {
    let account = Account::Advertiser(advertiser);
    let (code, user) = account.code();
    let hold = Update::of("balances").set("updated_by", tx.name()).filter("account =", code).filter("user_id =", user);
    hold.run(tx).await?;
    movements::balance(tx, account).await
}

async fn credit(tx: &Tx, deposit: &Deposit, row: &PaymentRow, amount: Money, source: Source<'_>) -> Result<()> {
    let reference = format!("deposit:{}:in:{}:{}", deposit.id, row.reference, row.payment.paid.micros());
    let comment = if source.comment.is_empty() { &format!("Deposit {}", deposit.id) } else { source.comment };
    let cause = Cause { reference: &reference, operation: Operation::TopUp, actor: source.actor, comment };
    let transaction = movements::adjust_advertiser(tx, cause, deposit.advertiser, amount).await?;
    deposit_movements::link(tx, deposit.id, transaction).await
}

/// Takes back what is left of the balance beside bonuses, which go back to nobody; the rest is bad debt. A negative amount gives
/// again, bad debt first. The change of bad debt.
async fn take(
    tx: &Tx,
    deposit: &Deposit,
    row: &PaymentRow,
    amount: Money,
    operation: Operation,
    source: Source<'_>,
) -> Result<Money> {
    let account = Account::Advertiser(deposit.advertiser);
    let paid = held(tx, deposit.advertiser).await? - bonuses::left(tx, deposit.advertiser).await?;
    let bad = if amount.is_negative() { amount.max(-row.bad_debt) } else { amount - paid.max(Money::ZERO).min(amount) };
    let day = tx.now().day();
    let changes = [(account, bad - amount), (Account::GatewayClearing, amount), (Account::BadDebt, -bad)];
    let postings: Vec<Posting> = changes
        .into_iter()
        .filter(|(_, change)| !change.is_zero())
        .map(|(account, change)| Posting::plain(account, change, day))
        .collect();
    let reference = format!("deposit:{}:out:{}:{}", deposit.id, row.reference, row.changes + 1);
    let what = match (operation, amount.is_negative()) {
        (Operation::Chargeback, false) => "Charge-back",
        (_, true) => "Charge-back taken back",
        _ => "Refund",
    };
    let comment = if source.comment.is_empty() { &format!("{what} of deposit {}", deposit.id) } else { source.comment };
    let cause = Cause { reference: &reference, operation, actor: source.actor, comment };
    let transaction = movements::post(tx, cause, &postings).await?;
    inventory_changes::record(tx, inventory_changes::Kind::User, deposit.advertiser).await?;
    deposit_movements::link(tx, deposit.id, transaction).await?;
    Ok(bad)
}

/// Writes how a deposit stands after so much came in and went back.
async fn stand(
    tx: &Tx,
    before: &Deposit,
    credit: Money,
    take: Money,
    news: &News,
    is_open: bool,
    source: Source<'_>,
) -> Result<Deposit> {
    let credited = before.credited + credit;
    let status = status_after(before.status, before.amount, credited, news, is_open);
    let mut change = Update::of("deposits")
        .set("credited", credited.micros())
        .set("taken", (before.taken + take).micros())
        .set("status_id", i64::from(status.id()))
        .stamped(tx)
        .versioned();
    if !credit.is_zero() || !take.is_zero() {
        change = change.set("processed_at", tx.now().0).set("confirm_amount", None::<i64>);
        change = change.set("confirm_by", None::<i64>);
    }
    if before.receipt_number.is_none() && credit > Money::ZERO {
        tx.in_order(Topic::Deposits).await?;
        change = change.set("receipt_number", deposits::next_number(tx, "receipt_number").await?);
        let parties = billing_details::parties_text(tx, before.advertiser).await?;
        change = change.set(Document::Receipt.column(), parties);
    }
    change.filter("id =", before.id).one(tx, "deposit").await?;
    let deposit = deposits::get(tx, Scope::System, before.id).await?;
    if status == DepositStatus::Failed && credited.is_zero() {
        promo_codes::release(tx, before.id).await?;
    } else {
        let earner = Earner {
            deposit: deposit.id,
            advertiser: deposit.advertiser,
            code: deposit.promo_code_id,
            kept: deposit.credited - deposit.taken,
        };
        promo_codes::book(tx, earner, source.actor).await?;
    }
    deposits::get(tx, Scope::System, before.id).await
}

/// What staff read of a report that cannot be added; `told` went back in all by the one before.
fn not_added(news: &News, told: Money) -> String {
    match news {
        News::Returned { total } => {
            let now = total.unwrap_or(Money::ZERO);
            format!(
                "{} went back in all by the gateway, which said {} before: look at it there",
                now.text(),
                told.text()
            )
        }
        News::NotReturned { amount } => format!("{} could not go back to the payer", amount.text()),
        other => format!("{other:?}"),
    }
}

fn notices(applied: &Applied, news: &News) -> Vec<(PaymentNotice, String)> {
    let Applied { deposit, before, credit, take } = applied;
    let mut notices = Vec::new();
    if *credit > Money::ZERO {
        let came = format!("{} of {}", deposit.credited.text(), deposit.amount.text());
        if matches!(before, DepositStatus::Expired | DepositStatus::Failed) {
            notices.push((PaymentNotice::Late, came.clone()));
        }
        if deposit.credited > deposit.amount {
            notices.push((PaymentNotice::Overpaid, came));
        } else if deposit.credited < deposit.amount && deposit.status == DepositStatus::Settled {
            notices.push((PaymentNotice::Underpaid, came));
        }
    }
    match news {
        News::Disputed { .. } if *take > Money::ZERO => notices.push((PaymentNotice::Disputed, take.text())),
        _ if *take > Money::ZERO => notices.push((PaymentNotice::Returned, take.text())),
        _ if take.is_negative() => notices.push((PaymentNotice::DisputeWon, (-*take).text())),
        _ => {}
    }
    notices
}
