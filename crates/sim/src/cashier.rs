//! Money that comes in and goes out beside the clicks: top-ups and what goes back of them, bonuses, and payouts by two people.
//! It knows what it was told, and what must be in the books for that.

use anyhow::{Context, ensure};
use placard_model::books::posting::{Account, Operation};
use placard_model::payments::correction::{CorrectionKind, CorrectionSide};
use placard_model::payments::deposit::{Gateway, News, Report};
use placard_model::payments::payment::USDT_TRC20;
use placard_model::payments::payout::{PayoutStatus, WalletStatus};
use placard_model::time::DAY_MS;
use placard_model::user::UserType;
use placard_model::{Money, PayoutId, UserId};
use placard_store::money::corrections::{self, NewCorrection};
use placard_store::money::movements::{self, Cause};
use placard_store::paid_in::deposit_money::{self, BY_GATEWAY};
use placard_store::paid_in::deposits::{self, NewDeposit, Origin};
use placard_store::paid_out::payouts::{self, Disbursement, PayoutFilter};
use placard_store::paid_out::{payout_returns, wallets};
use placard_store::{Conn, Error, Priority, Scope, Store, Tx};
use std::collections::BTreeMap;

use crate::world::{self, World};

/// A wallet that exists.
const TRON: &str = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
/// What each webmaster has from before.
const EARNED_BEFORE: Money = Money::from_dollars(400);

/// What somebody does with money. Amounts are whole dollars; who is meant is a number modulo how many there are.
#[derive(Clone, Copy, Debug)]
pub enum MoneyOp {
    /// A payment of an advertiser comes in.
    PayIn(usize, i64),
    /// The gateway tells of the last payment once more.
    PayInAgain(usize),
    /// The payer's bank takes back so much of the last payment.
    ChargeBack(usize, i64),
    /// Staff send back so much of it.
    Refund(usize, i64),
    /// Staff give a bonus.
    Bonus(usize, i64),
    /// A webmaster asks for so much.
    Request(usize, i64),
    /// Staff agree to the webmaster's payout.
    Approve(usize),
    /// Another one of them pays it; or the same one, who may not.
    Pay(usize, bool),
    /// They refuse it.
    Reject(usize),
    /// The webmaster takes it back.
    Cancel(usize),
    /// What was paid came back.
    ComeBack(usize),
}

/// The last payment of an advertiser.
#[derive(Clone, Copy, Debug)]
struct Paid {
    deposit: i64,
    amount: Money,
    back: Money,
}

/// What was told to whom.
#[derive(Clone, Debug)]
pub struct Cashier {
    gods: [UserId; 2],
    advertisers: Vec<UserId>,
    webmasters: Vec<UserId>,
    paid: BTreeMap<UserId, Paid>,
    /// What came in for an advertiser, bonuses with it, without what went back.
    received: BTreeMap<UserId, Money>,
    /// What came in from gateways, without what went back.
    cleared: Money,
    payouts: BTreeMap<UserId, (PayoutId, PayoutStatus, Money)>,
    /// What left for webmasters, fees with it.
    paid_out: Money,
    orders: u32,
}

impl Cashier {
    /// Two owners of the network, and a wallet with something to pay out for each webmaster. A day later it can be used.
    pub async fn make(store: &Store, world: &World) -> anyhow::Result<Self> {
        let advertisers = world.advertisers.clone();
        let webmasters: Vec<UserId> = world.blocks.iter().map(|block| block.webmaster).collect();
        let owners = webmasters.clone();
        let make = async move |tx: &Tx| {
            let mut gods = [UserId(0); 2];
            for (number, god) in gods.iter_mut().enumerate() {
                *god = world::staff(tx, &format!("god{number}@example.com"), UserType::God).await?;
            }
            for user in &owners {
                let wallet = wallets::insert(tx, *user, USDT_TRC20, TRON, false).await?;
                wallets::decide(tx, wallet.id, wallets::Decide::Anew, WalletStatus::Approved, "", gods[0]).await?;
                let reference = format!("before:{user}");
                let cause = Cause { reference: &reference, operation: Operation::Correction, actor: None, comment: "" };
                movements::adjust_webmaster(tx, cause, *user, EARNED_BEFORE).await?;
            }
            Ok(gods)
        };
        let gods = store.write("make_cashier", Priority::Api, make).await.context("cannot make the cashier")?;
        let (paid, received, payouts) = Default::default();
        let (cleared, paid_out, orders) = (Money::ZERO, Money::ZERO, 0);
        Ok(Self { gods, advertisers, webmasters, paid, received, cleared, payouts, paid_out, orders })
    }

    /// What came in for an advertiser beside the first top-ups, without what went back.
    pub fn received(&self, user: UserId) -> Money {
        self.received.get(&user).copied().unwrap_or_default()
    }

    /// Does it; what is not allowed must be refused, and what is, done.
    pub async fn apply(&mut self, store: &Store, op: MoneyOp) -> anyhow::Result<()> {
        let dollars = Money::from_dollars;
        match op {
            MoneyOp::PayIn(who, amount) => self.pay_in(store, pick(&self.advertisers, who), dollars(amount)).await,
            MoneyOp::PayInAgain(who) => {
                let Some(paid) = self.paid.get(&pick(&self.advertisers, who)).copied() else { return Ok(()) };
                tell(store, paid.deposit, News::Paid { total: paid.amount, is_complete: true }).await
            }
            MoneyOp::ChargeBack(who, amount) => {
                let user = pick(&self.advertisers, who);
                let Some(paid) = self.paid.get_mut(&user) else { return Ok(()) };
                let total = (paid.back + dollars(amount)).min(paid.amount);
                tell(store, paid.deposit, News::Returned { total: Some(total) }).await?;
                let back = total - paid.back;
                paid.back = total;
                self.went_back(user, back);
                Ok(())
            }
            MoneyOp::Refund(who, amount) => {
                let user = pick(&self.advertisers, who);
                let Some(paid) = self.paid.get_mut(&user) else { return Ok(()) };
                let (id, amount) = (paid.deposit, dollars(amount));
                let send = async move |tx: &Tx| deposit_money::refund(tx, id, amount, BY_GATEWAY).await;
                match store.write("refund", Priority::Api, send).await {
                    Ok(_) => {
                        ensure!(paid.back + amount <= paid.amount, "{amount} of {paid:?} went back");
                        paid.back += amount;
                        self.went_back(user, amount);
                    }
                    // The balance may have been spent.
                    Err(error) => ensure!(matches!(error, Error::Invalid { .. }), "a refund: {error}"),
                }
                Ok(())
            }
            MoneyOp::Bonus(who, amount) => {
                let (user, by, amount) = (pick(&self.advertisers, who), self.gods[0], dollars(amount));
                let (kind, side) = (CorrectionKind::Bonus, CorrectionSide::Advertiser);
                let new = NewCorrection { kind, side, user, amount, reason: "A gift".to_owned(), by };
                store.write("bonus", Priority::Api, async |tx| corrections::create(tx, &new).await).await?;
                *self.received.entry(user).or_default() += amount;
                Ok(())
            }
            MoneyOp::Request(who, amount) => self.request(store, pick(&self.webmasters, who), dollars(amount)).await,
            MoneyOp::Approve(who)
            | MoneyOp::Pay(who, _)
            | MoneyOp::Reject(who)
            | MoneyOp::Cancel(who)
            | MoneyOp::ComeBack(who) => self.decide(store, pick(&self.webmasters, who), op).await,
        }
    }

    fn went_back(&mut self, user: UserId, amount: Money) {
        *self.received.entry(user).or_default() -= amount;
        self.cleared -= amount;
    }

    async fn pay_in(&mut self, store: &Store, user: UserId, amount: Money) -> anyhow::Result<()> {
        self.orders += 1;
        let new = NewDeposit {
            advertiser: user,
            order: format!("order-{}", self.orders),
            gateway: Gateway::Invoice,
            payment_system: 1,
            payment_type: None,
            amount,
            expires_at: crate::machine::START.plus_ms(1_000 * DAY_MS),
            promo_code: None,
            origin: Origin::Page { keeps_method: false },
        };
        let make = async |tx: &Tx| {
            // The same order may have been made just before everything died.
            let made = tx.row("SELECT id FROM deposits WHERE order_ref = $1", [new.order.as_str().into()]).await?;
            match made {
                Some(row) => row.get("id"),
                None => Ok(deposits::create(tx, &new).await?.0.id),
            }
        };
        let deposit = store.write("pay_in", Priority::Api, make).await?;
        tell(store, deposit, News::Paid { total: amount, is_complete: true }).await?;
        self.paid.insert(user, Paid { deposit, amount, back: Money::ZERO });
        *self.received.entry(user).or_default() += amount;
        self.cleared += amount;
        Ok(())
    }

    async fn request(&mut self, store: &Store, user: UserId, amount: Money) -> anyhow::Result<()> {
        let is_open = self.payouts.get(&user).is_some_and(|(_, status, _)| status.is_open());
        let account = Account::WebmasterAvailable(user);
        let available = store.read("available", async move |conn| movements::balance(conn, account).await).await?;
        let ask = async move |tx: &Tx| payouts::request(tx, user, None, amount, None, None).await;
        let found = store.write("request", Priority::Api, ask).await;
        let may = !is_open && amount <= available && amount >= Money::from_dollars(50);
        ensure!(found.is_ok() == may, "{amount} of {available}: {found:?}");
        if let Ok(made) = found {
            self.payouts.insert(user, (made.id, PayoutStatus::Requested, amount));
        }
        Ok(())
    }

    async fn decide(&mut self, store: &Store, user: UserId, op: MoneyOp) -> anyhow::Result<()> {
        let Some((id, status, amount)) = self.payouts.get(&user).copied() else { return Ok(()) };
        let [first, second] = self.gods;
        let by = if matches!(op, MoneyOp::Pay(_, true)) { second } else { first };
        let act = async move |tx: &Tx| match op {
            MoneyOp::Approve(_) => payouts::approve(tx, id, by).await,
            MoneyOp::Pay(..) => {
                let payment = Disbursement { by, transaction_hash: "7c2f", has_stepped_up: true, was_sent: false };
                payouts::pay(tx, id, payment).await
            }
            MoneyOp::Reject(_) => payouts::reject(tx, id, "No.", by, false).await,
            MoneyOp::ComeBack(_) => payout_returns::come_back(tx, id, "Wrong address.", by).await,
            _ => payouts::cancel(tx, Scope::Webmaster(user), id).await,
        };
        let found = store.write("decide", Priority::Api, act).await;
        let (may, next) = match op {
            MoneyOp::Approve(_) => (status == PayoutStatus::Requested, PayoutStatus::Approved),
            MoneyOp::Pay(_, by_other) => (status == PayoutStatus::Approved && by_other, PayoutStatus::Paid),
            MoneyOp::Reject(_) => (status.is_open(), PayoutStatus::Rejected),
            // The first one says so of what the second has paid.
            MoneyOp::ComeBack(_) => (status == PayoutStatus::Paid, PayoutStatus::Rejected),
            _ => (status == PayoutStatus::Requested, PayoutStatus::Cancelled),
        };
        ensure!(found.is_ok() == may, "{op:?} of a payout that is {status:?}: {found:?}");
        if may {
            self.is_now(user, id, next, amount);
        }
        Ok(())
    }

    /// A payout has changed.
    fn is_now(&mut self, user: UserId, id: PayoutId, next: PayoutStatus, amount: Money) {
        let before = self.payouts.insert(user, (id, next, amount));
        let was_paid = before.is_some_and(|(known, status, _)| known == id && status == PayoutStatus::Paid);
        if next == PayoutStatus::Paid && !was_paid {
            self.paid_out += amount;
        } else if next != PayoutStatus::Paid && was_paid {
            self.paid_out -= amount;
        }
    }

    /// Goes on after everything died in the middle of something, as people and gateways do: they look what became of it, and do it
    /// again where it was not done.
    pub async fn resume(&mut self, store: &Store, op: MoneyOp) -> anyhow::Result<()> {
        let (MoneyOp::Request(who, _)
        | MoneyOp::Approve(who)
        | MoneyOp::Pay(who, _)
        | MoneyOp::Reject(who)
        | MoneyOp::Cancel(who)
        | MoneyOp::ComeBack(who)) = op
        else {
            ensure!(!matches!(op, MoneyOp::Refund(..) | MoneyOp::Bonus(..)), "{op:?} is asked for under a key");
            return self.apply(store, op).await;
        };
        let user = pick(&self.webmasters, who);
        let filter = PayoutFilter { user: Some(user), ..PayoutFilter::default() };
        let list = async |conn: &Conn| payouts::list(conn, Scope::System, &filter, 1, 0).await;
        let found = store.read("resume", list).await?.into_iter().next();
        let known = self.payouts.get(&user).map(|(id, status, _)| (*id, *status));
        match found {
            Some(found) if known != Some((found.id, found.status)) => {
                self.is_now(user, found.id, found.status, found.amount);
                Ok(())
            }
            _ => self.apply(store, op).await,
        }
    }

    /// What came in, went back and left is in the books, and what is set aside is what is asked for.
    /// `before` came in without it.
    pub async fn check(&self, store: &Store, before: Money) -> anyhow::Result<()> {
        let webmasters = self.webmasters.clone();
        let read = async move |conn: &Conn| {
            let of = async |account: Account| movements::balance(conn, account).await;
            let outside = [of(Account::GatewayClearing).await?, of(Account::Payouts).await? + of(Account::Fees).await?];
            let mut set_aside = Vec::new();
            for user in &webmasters {
                set_aside.push((*user, of(Account::PayoutReserve(*user)).await?));
            }
            Ok((outside, set_aside))
        };
        let ([cleared, paid_out], set_aside) = store.read("cashier", read).await?;
        let came_in = before + self.cleared;
        ensure!(cleared == -came_in, "{cleared} cleared, {came_in} came in");
        ensure!(paid_out == self.paid_out, "{paid_out} paid out, {} was told", self.paid_out);
        for (user, reserve) in set_aside {
            let open = self.payouts.get(&user).filter(|(_, status, _)| status.is_open());
            let asked = open.map_or(Money::ZERO, |(_, _, amount)| *amount);
            ensure!(reserve == asked, "{reserve} set aside for {user}, who asks for {asked}");
        }
        Ok(())
    }
}

/// What was lost of an advertiser's payments, since it went back after it was spent.
pub async fn bad_debt(conn: &Conn, user: UserId) -> placard_store::Result<Money> {
    let mut lost = Money::ZERO;
    for row in conn.rows("SELECT id FROM deposits WHERE advertiser_id = $1", [user.0.into()]).await? {
        lost += deposits::payments(conn, row.get("id")?).await?.iter().map(|payment| payment.bad_debt).sum();
    }
    Ok(lost)
}

fn pick(users: &[UserId], number: usize) -> UserId {
    users[number % users.len()]
}

/// Tells something of a deposit's only payment, as its gateway does.
async fn tell(store: &Store, deposit: i64, news: News) -> anyhow::Result<()> {
    let tell = async |tx: &Tx| {
        let order = deposits::get(tx, Scope::System, deposit).await?.order;
        let report = Report { order: Some(order), payment: format!("{deposit}-1"), asked: None, news: news.clone() };
        deposit_money::apply(tx, Gateway::Invoice, &report, BY_GATEWAY).await.map(drop)
    };
    store.write("tell", Priority::Api, tell).await.context("a report of a gateway")
}
