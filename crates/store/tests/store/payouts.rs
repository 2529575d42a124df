//! Payouts on both engines: whatever people do in whatever order, nobody is paid twice, and the books hold.

use placard_model::books::posting::{Account, Operation};
use placard_model::payments::payment::USDT_TRC20;
use placard_model::payments::payout::{PayoutStatus, WalletStatus};
use placard_model::time::{DAY_MS, ManualClock};
use placard_model::user::{UserStatus, UserType};
use placard_model::{Money, PayoutId, UserId};
use placard_store::accounts::users::{self, Attribution, Contacts, NewUser};
use placard_store::billing::audit_rows::payouts as audited;
use placard_store::money::movements::{self, Cause};
use placard_store::paid_out::payouts::{self, Disbursement};
use placard_store::paid_out::{payout_returns, wallets};
use placard_store::testing::each_backend;
use placard_store::{Error, Priority, Scope, Store, Tx};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use std::sync::Arc;

const TRON: &str = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
/// Sequences that are played on each engine, and their steps.
const SEQUENCES: usize = 6;
const STEPS: usize = 40;

/// What somebody does.
#[derive(Clone, Copy, Debug)]
enum Op {
    Earn(i64),
    Correct(i64),
    Request(i64),
    Approve,
    /// By who approved, or by another owner of the network.
    Pay(bool),
    Reject,
    Cancel,
    /// Said by who paid, or by another owner of the network.
    ComeBack(bool),
}

fn op() -> impl Strategy<Value = Op> {
    prop_oneof![
        3 => (1..200i64).prop_map(Op::Earn),
        1 => (-150..150i64).prop_filter("a correction moves something", |n| *n != 0).prop_map(Op::Correct),
        4 => (20..160i64).prop_map(Op::Request),
        4 => Just(Op::Approve),
        4 => any::<bool>().prop_map(Op::Pay),
        1 => Just(Op::Reject),
        1 => Just(Op::Cancel),
        2 => any::<bool>().prop_map(Op::ComeBack),
    ]
}

async fn person(store: &Store, email: &str, user_type: UserType) -> UserId {
    let new = NewUser {
        email: email.to_owned(),
        password_hash: String::new(),
        user_type,
        status: UserStatus::Active,
        is_trusted: false,
        is_advertiser: false,
        is_webmaster: user_type == UserType::Ordinary,
        contacts: Contacts::default(),
        manager: None,
        attribution: Attribution::default(),
    };
    store.write("test_user", Priority::Api, async |tx| users::insert_user(tx, &new).await).await.unwrap().id
}

/// What must be true after each step.
#[derive(Default, Debug, PartialEq, Eq)]
struct Expected {
    available: Money,
    reserve: Money,
    paid: Money,
    fees: Money,
    /// The last payout.
    last: Option<(PayoutId, PayoutStatus, Money)>,
}

struct Played {
    user: UserId,
    gods: [UserId; 2],
    expected: Expected,
    steps: i64,
}

impl Played {
    async fn step(&mut self, store: &Store, op: Op) {
        self.steps += 1;
        let (user, [first, second]) = (self.user, self.gods);
        let last = self.expected.last;
        let status = last.map(|(_, status, _)| status);
        let amount = last.map_or(Money::ZERO, |(_, _, amount)| amount);
        let id = last.map_or(PayoutId(0), |(id, ..)| id);
        let fee = Money::from_dollars(1);
        match op {
            Op::Earn(dollars) | Op::Correct(dollars) => {
                let reference = format!("test:{user}:{}", self.steps);
                let amount = Money::from_dollars(dollars);
                let correct = async |tx: &Tx| {
                    let operation = Operation::Correction;
                    let cause = Cause { reference: &reference, operation, actor: None, comment: "" };
                    movements::adjust_webmaster(tx, cause, user, amount).await
                };
                store.write("test_correct", Priority::Api, correct).await.unwrap();
                self.expected.available += amount;
            }
            Op::Request(dollars) => {
                let amount = Money::from_dollars(dollars);
                let request = async |tx: &Tx| payouts::request(tx, user, None, amount, None, None).await;
                let found = store.write("test_request", Priority::Api, request).await;
                let is_open = status.is_some_and(PayoutStatus::is_open);
                let may = !is_open && dollars >= 50 && amount <= self.expected.available;
                assert_eq!(found.is_ok(), may, "{op:?} {found:?} {:?}", self.expected);
                if let Ok(made) = found {
                    self.expected.available -= amount;
                    self.expected.reserve += amount;
                    self.expected.last = Some((made.id, PayoutStatus::Requested, amount));
                }
            }
            Op::Approve => {
                let found = store.write("test", Priority::Api, async |tx| payouts::approve(tx, id, first).await).await;
                self.ended(found.map(drop), status == Some(PayoutStatus::Requested), PayoutStatus::Approved);
            }
            Op::Pay(by_other) => {
                let by = if by_other { second } else { first };
                let payment = Disbursement { by, transaction_hash: "7c2f", has_stepped_up: true, was_sent: false };
                let pay = async |tx: &Tx| payouts::pay(tx, id, payment.clone()).await;
                let found = store.write("test", Priority::Api, pay).await;
                if self.ended(found.map(drop), status == Some(PayoutStatus::Approved) && by_other, PayoutStatus::Paid) {
                    self.expected.reserve -= amount;
                    self.expected.paid += amount - fee;
                    self.expected.fees += fee;
                }
            }
            Op::Reject => {
                let reject = async |tx: &Tx| payouts::reject(tx, id, "No.", first, false).await;
                let found = store.write("test", Priority::Api, reject).await;
                if self.ended(found.map(drop), status.is_some_and(PayoutStatus::is_open), PayoutStatus::Rejected) {
                    self.expected.reserve -= amount;
                    self.expected.available += amount;
                }
            }
            Op::ComeBack(by_other) => {
                // The second one pays.
                let by = if by_other { first } else { second };
                let back = async |tx: &Tx| payout_returns::come_back(tx, id, "Wrong address.", by).await;
                let found = store.write("test", Priority::Api, back).await;
                if self.ended(found.map(drop), status == Some(PayoutStatus::Paid) && by_other, PayoutStatus::Rejected) {
                    self.expected.available += amount;
                    self.expected.paid -= amount - fee;
                    self.expected.fees -= fee;
                }
            }
            Op::Cancel => {
                let cancel = async |tx: &Tx| payouts::cancel(tx, Scope::Webmaster(user), id).await;
                let found = store.write("test", Priority::Api, cancel).await;
                if self.ended(found.map(drop), status == Some(PayoutStatus::Requested), PayoutStatus::Cancelled) {
                    self.expected.reserve -= amount;
                    self.expected.available += amount;
                }
            }
        }
        self.check(store).await;
    }

    /// A change of status was made just where it is allowed.
    fn ended(&mut self, found: Result<(), Error>, may: bool, next: PayoutStatus) -> bool {
        assert_eq!(found.is_ok(), may, "{next:?} {found:?} {:?}", self.expected);
        if may && let Some((_, status, _)) = &mut self.expected.last {
            *status = next;
        }
        may
    }

    async fn check(&self, store: &Store) {
        let user = self.user;
        let found = store
            .read("test_books", async |conn| {
                let of = async |account: Account| movements::balance(conn, account).await;
                let row = conn
                    .row("SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) AS amount FROM balances", [])
                    .await?
                    .unwrap();
                assert_eq!(row.get::<i64>("amount")?, 0, "all there is adds up to zero");
                assert!(audited::wrong_reserves(conn, 10).await?.is_empty());
                assert!(audited::strays(conn, 10).await?.is_empty());
                Ok([
                    of(Account::WebmasterAvailable(user)).await?,
                    of(Account::PayoutReserve(user)).await?,
                    of(Account::Payouts).await?,
                    of(Account::Fees).await?,
                ])
            })
            .await
            .unwrap();
        let expected = &self.expected;
        assert_eq!(found, [expected.available, expected.reserve, expected.paid, expected.fees]);
        assert!(!expected.reserve.is_negative() && !expected.paid.is_negative());
    }
}

async fn begin(store: &Store, clock: &Arc<ManualClock>, name: &str, gods: [UserId; 2]) -> Played {
    let user = person(store, &format!("{name}@x.org"), UserType::Ordinary).await;
    let made = async |tx: &Tx| {
        let wallet = wallets::insert(tx, user, USDT_TRC20, TRON, false).await?;
        wallets::decide(tx, wallet.id, wallets::Decide::Anew, WalletStatus::Approved, "", gods[0]).await
    };
    store.write("test_wallet", Priority::Api, made).await.unwrap();
    clock.advance_ms(DAY_MS);
    Played { user, gods, expected: Expected::default(), steps: 0 }
}

#[tokio::test]
async fn nobody_is_paid_twice_whatever_happens_in_whatever_order() {
    let mut runner = TestRunner::deterministic();
    let sequence = prop::collection::vec(op(), STEPS);
    let sequences: Vec<Vec<Op>> = (0..SEQUENCES).map(|_| sequence.new_tree(&mut runner).unwrap().current()).collect();
    each_backend(async |store, clock| {
        let gods = [
            person(&store, "god@placard.example", UserType::God).await,
            person(&store, "second@placard.example", UserType::God).await,
        ];
        let (mut paid, mut fees) = (Money::ZERO, Money::ZERO);
        for (number, sequence) in sequences.iter().enumerate() {
            let mut played = begin(&store, &clock, &format!("anna{number}"), gods).await;
            // The network's own accounts go on from the sequence before.
            (played.expected.paid, played.expected.fees) = (paid, fees);
            for op in sequence {
                played.step(&store, *op).await;
            }
            (paid, fees) = (played.expected.paid, played.expected.fees);
        }
        assert!(paid > Money::ZERO, "some of them end in a payment");
    })
    .await;
}

#[tokio::test]
async fn of_two_at_once_one_asks_and_one_pays() {
    each_backend(async |store, clock| {
        let gods = [
            person(&store, "god@placard.example", UserType::God).await,
            person(&store, "second@placard.example", UserType::God).await,
        ];
        let mut played = begin(&store, &clock, "anna", gods).await;
        for round in 0..5 {
            played.step(&store, Op::Earn(100)).await;
            let user = played.user;
            let ask = async |tx: &Tx| payouts::request(tx, user, None, Money::from_dollars(100), None, None).await;
            let asked = || Box::pin(store.write("test_request", Priority::Api, ask));
            let (one, other) = tokio::join!(asked(), asked());
            assert_eq!(u8::from(one.is_ok()) + u8::from(other.is_ok()), 1, "{round}: {one:?} {other:?}");
            let id = one.or(other).unwrap().id;
            let approve = async |tx: &Tx| payouts::approve(tx, id, gods[0]).await;
            store.write("test_approve", Priority::Api, approve).await.unwrap();
            let pay = async |tx: &Tx| {
                payouts::pay(
                    tx,
                    id,
                    Disbursement { by: gods[1], transaction_hash: "7c", has_stepped_up: false, was_sent: false },
                )
                .await
            };
            let reject = async |tx: &Tx| payouts::reject(tx, id, "No.", gods[0], false).await;
            let (one, other, third) = tokio::join!(
                Box::pin(store.write("test_pay", Priority::Api, pay)),
                Box::pin(store.write("test_pay", Priority::Api, pay)),
                Box::pin(store.write("test_reject", Priority::Api, reject))
            );
            let done = [&one, &other, &third].iter().filter(|found| found.is_ok()).count();
            assert_eq!(done, 1, "{round}: {one:?} {other:?} {third:?}");
            let dollars = Money::from_dollars;
            played.expected.available -= dollars(100);
            if third.is_ok() {
                played.expected.available += dollars(100);
                played.step(&store, Op::Correct(-100)).await;
            } else {
                played.expected.paid += dollars(99);
                played.expected.fees += dollars(1);
                played.check(&store).await;
            }
        }
    })
    .await;
}
