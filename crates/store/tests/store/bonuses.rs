//! Bonuses on both engines: whatever people do in whatever order, a bonus is spent last, goes back to nobody, and is given once.

use placard_model::books::posting::{Account, Operation, Posting};
use placard_model::payments::correction::{CorrectionKind, CorrectionSide};
use placard_model::payments::deposit::{Dispute, Gateway, News, Report};
use placard_model::payments::promo::{PromoKind, PromoTerms};
use placard_model::time::DAY_MS;
use placard_model::user::{UserStatus, UserType};
use placard_model::{Money, UserId};
use placard_store::accounts::users::{self, Attribution, Contacts, NewUser};
use placard_store::billing::audit_rows;
use placard_store::money::bonuses;
use placard_store::money::corrections::{self, NewCorrection};
use placard_store::money::movements::{self, Cause};
use placard_store::paid_in::deposit_money::{self, BY_GATEWAY};
use placard_store::paid_in::deposits::{self, NewDeposit, Origin};
use placard_store::paid_in::promo_codes::{self, NewPromoCode};
use placard_store::paid_in::unknown_disputes;
use placard_store::testing::each_backend;
use placard_store::{Priority, Scope, Store, Tx};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

/// Sequences that are played on each engine, and their steps.
const SEQUENCES: usize = 4;
const STEPS: usize = 30;
const CODES: usize = 4;

/// What somebody does, with dollars.
#[derive(Clone, Copy, Debug)]
enum Op {
    /// Money comes in for a new top-up, with the code of a number or without.
    TopUp(i64, usize),
    /// The payer's bank takes back so much of the last top-up.
    ChargeBack(i64),
    /// So much of the last top-up goes back by hand.
    Refund(i64),
    /// Clicks.
    Spend(i64),
    /// Clicks are taken back.
    Void(i64),
    /// A bonus by hand; negative: taken back.
    Bonus(i64),
}

fn op() -> impl Strategy<Value = Op> {
    prop_oneof![
        3 => (10..400i64, 0..CODES * 2).prop_map(|(dollars, code)| Op::TopUp(dollars, code)),
        2 => (1..300i64).prop_map(Op::ChargeBack),
        2 => (1..300i64).prop_map(Op::Refund),
        5 => (1..250i64).prop_map(Op::Spend),
        1 => (1..50i64).prop_map(Op::Void),
        2 => (-40..60i64).prop_filter("a bonus is something", |dollars| *dollars != 0).prop_map(Op::Bonus),
    ]
}

const TERMS: PromoTerms = PromoTerms {
    kind: PromoKind::Part,
    amount: Money::from_dollars(50),
    part_bp: 2_000,
    minimum: Money::from_dollars(100),
};

/// A top-up, as it has to be.
#[derive(Clone, Copy, Debug)]
struct Paid {
    id: i64,
    credited: Money,
    taken: Money,
    bonus: Money,
    has_code: bool,
}

#[derive(Default)]
struct Played {
    user: UserId,
    god: UserId,
    balance: Money,
    bonus: Money,
    used: [bool; CODES],
    last: Option<Paid>,
    steps: i64,
}

impl Played {
    fn moved(&mut self, change: Money) {
        self.balance += change;
        self.bonus = self.bonus.min(self.balance.max(Money::ZERO));
    }

    /// What the code of the last top-up gives by now, as far as it can be given or taken.
    fn settle(&mut self) {
        let Some(paid) = &mut self.last else { return };
        if !paid.has_code {
            return;
        }
        let change = (TERMS.bonus_for(paid.credited - paid.taken) - paid.bonus).max(-self.bonus);
        paid.bonus += change;
        if change.is_negative() {
            self.bonus += change;
            self.moved(change);
        } else {
            self.moved(change);
            self.bonus = (self.bonus + change).min(self.balance.max(Money::ZERO));
        }
    }

    async fn step(&mut self, store: &Store, op: Op) {
        self.steps += 1;
        let name = format!("test:{}:{}", self.user, self.steps);
        match op {
            Op::TopUp(dollars, code) => self.top_up(store, &name, Money::from_dollars(dollars), code).await,
            Op::ChargeBack(dollars) => {
                let Some(Paid { id, credited, taken, .. }) = self.last else { return };
                // All that went back so far, as a gateway says it.
                let total = (taken + Money::from_dollars(dollars)).min(credited);
                if total == taken {
                    return;
                }
                let news = News::Returned { total: Some(total) };
                let back = async |tx: &Tx| {
                    let order = deposits::get(tx, Scope::System, id).await?.order;
                    let payment = format!("{id}-1");
                    let report = Report { order: Some(order), payment, asked: None, news: news.clone() };
                    deposit_money::apply(tx, Gateway::Invoice, &report, BY_GATEWAY).await
                };
                store.write("test_back", Priority::Api, back).await.unwrap();
                let amount = total - taken;
                self.moved(-(self.balance - self.bonus).max(Money::ZERO).min(amount));
                self.last.as_mut().unwrap().taken = total;
                self.settle();
            }
            Op::Refund(dollars) => {
                let Some(Paid { id, credited, taken, .. }) = self.last else { return };
                let amount = Money::from_dollars(dollars);
                let refund = async |tx: &Tx| deposit_money::refund(tx, id, amount, BY_GATEWAY).await;
                let found = store.write("test_refund", Priority::Api, refund).await;
                let may = amount <= credited - taken && amount <= self.balance - self.bonus;
                assert_eq!(found.is_ok(), may, "{op:?} {found:?}: {} with {} bonus", self.balance, self.bonus);
                if may {
                    self.moved(-amount);
                    self.last.as_mut().unwrap().taken += amount;
                    self.settle();
                }
            }
            Op::Spend(dollars) => {
                // Nobody is charged past the balance.
                let amount = Money::from_dollars(dollars).min(self.balance);
                if amount > Money::ZERO {
                    self.clicks(store, &name, Operation::NativeClicks, -amount).await;
                }
            }
            Op::Void(dollars) => self.clicks(store, &name, Operation::Void, Money::from_dollars(dollars)).await,
            Op::Bonus(dollars) => {
                let amount = Money::from_dollars(dollars);
                let (kind, side) = (CorrectionKind::Bonus, CorrectionSide::Advertiser);
                let new = NewCorrection { kind, side, user: self.user, amount, reason: name, by: self.god };
                let give = async |tx: &Tx| corrections::create(tx, &new).await;
                let found = store.write("test_bonus", Priority::Api, give).await;
                let may = -amount <= self.bonus;
                assert_eq!(found.is_ok(), may, "{op:?} {found:?}: {}", self.bonus);
                if may {
                    if amount.is_negative() {
                        self.bonus += amount;
                    }
                    self.moved(amount);
                    if !amount.is_negative() {
                        self.bonus = (self.bonus + amount).min(self.balance.max(Money::ZERO));
                    }
                }
            }
        }
        self.check(store).await;
    }

    async fn top_up(&mut self, store: &Store, name: &str, amount: Money, code: usize) {
        let has_code = code < CODES && !self.used[code];
        let new = NewDeposit {
            advertiser: self.user,
            order: name.to_owned(),
            gateway: Gateway::Invoice,
            payment_system: 1,
            payment_type: None,
            amount,
            expires_at: placard_store::testing::TEST_EPOCH.plus_ms(1_000 * DAY_MS),
            promo_code: (code < CODES).then(|| format!("CODE-{code}")),
            origin: Origin::Page { keeps_method: false },
        };
        let pay = async |tx: &Tx| {
            let (made, _) = deposits::create(tx, &new).await?;
            let news = News::Paid { total: amount, is_complete: true };
            let (order, payment) = (Some(made.order), format!("{}-1", made.id));
            let report = Report { order, payment, asked: None, news };
            deposit_money::apply(tx, Gateway::Invoice, &report, BY_GATEWAY).await?;
            Ok(made.id)
        };
        let found = store.write("test_pay", Priority::Api, pay).await;
        assert_eq!(found.is_ok(), has_code || code >= CODES, "{code} {found:?}");
        let Ok(id) = found else { return };
        self.moved(amount);
        self.last = Some(Paid { id, credited: amount, taken: Money::ZERO, bonus: Money::ZERO, has_code });
        self.settle();
        // One that earned nothing may be tried again.
        if has_code && self.last.is_some_and(|paid| paid.bonus > Money::ZERO) {
            self.used[code] = true;
        }
    }

    async fn clicks(&mut self, store: &Store, name: &str, operation: Operation, amount: Money) {
        let user = self.user;
        let post = async |tx: &Tx| {
            let day = tx.now().day();
            let postings = [
                Posting::plain(Account::Advertiser(user), amount, day),
                Posting::plain(Account::NetworkRevenue, -amount, day),
            ];
            let cause = Cause { reference: name, operation, actor: None, comment: "" };
            movements::post(tx, cause, &postings).await
        };
        store.write("test_clicks", Priority::Api, post).await.unwrap();
        self.moved(amount);
    }

    async fn check(&self, store: &Store) {
        let (user, last) = (self.user, self.last);
        let read = async |conn: &_| {
            assert!(audit_rows::wrong_bonuses(conn, 10).await?.is_empty());
            assert!(audit_rows::wrong_promo_uses(conn, 10).await?.is_empty());
            assert!(audit_rows::wrong_promo_codes(conn, 10).await?.is_empty());
            assert!(audit_rows::wrong_corrections(conn, 10).await?.is_empty());
            assert!(audit_rows::wrong_deposits(conn, 10).await?.is_empty());
            let earned = match last {
                Some(paid) => deposits::get(conn, Scope::System, paid.id).await?.bonus,
                None => Money::ZERO,
            };
            let balance = movements::balance(conn, Account::Advertiser(user)).await?;
            Ok((balance, bonuses::left(conn, user).await?, earned))
        };
        let found = store.read("test_books", read).await.unwrap();
        let earned = last.map_or(Money::ZERO, |paid| paid.bonus);
        assert_eq!(found, (self.balance, self.bonus, earned), "after {} steps: {last:?}", self.steps);
    }
}

async fn person(store: &Store, email: &str, user_type: UserType) -> UserId {
    let new = NewUser {
        email: email.to_owned(),
        password_hash: String::new(),
        user_type,
        status: UserStatus::Active,
        is_trusted: false,
        is_advertiser: user_type == UserType::Ordinary,
        is_webmaster: false,
        contacts: Contacts::default(),
        manager: None,
        attribution: Attribution::default(),
    };
    store.write("test_user", Priority::Api, async |tx| users::insert_user(tx, &new).await).await.unwrap().id
}

#[tokio::test]
async fn a_bonus_is_spent_last_and_goes_back_to_nobody() {
    let mut runner = TestRunner::deterministic();
    let sequence = prop::collection::vec(op(), STEPS);
    let sequences: Vec<Vec<Op>> = (0..SEQUENCES).map(|_| sequence.new_tree(&mut runner).unwrap().current()).collect();
    each_backend(async |store, _clock| {
        let god = person(&store, "god@placard.example", UserType::God).await;
        for code in 0..CODES {
            let begins_at = placard_store::testing::TEST_EPOCH.plus_ms(-DAY_MS);
            let code = format!("CODE-{code}");
            let (ends_at, uses_max, note) = (None, None, String::new());
            let new = NewPromoCode { code, terms: TERMS, begins_at, ends_at, uses_max, note, by: god };
            store.write("test_code", Priority::Api, async |tx| promo_codes::create(tx, &new).await).await.unwrap();
        }
        for (number, sequence) in sequences.iter().enumerate() {
            let user = person(&store, &format!("anna{number}@x.org"), UserType::Ordinary).await;
            let mut played = Played { user, god, ..Played::default() };
            for op in sequence {
                played.step(&store, *op).await;
            }
            assert!(played.steps as usize == STEPS);
        }
    })
    .await;
}

#[tokio::test]
async fn a_dispute_takes_paid_money_and_its_bonus_and_gives_both_again() {
    each_backend(async |store, _clock| {
        let god = person(&store, "god@placard.example", UserType::God).await;
        let user = person(&store, "anna@x.org", UserType::Ordinary).await;
        let begins_at = placard_store::testing::TEST_EPOCH.plus_ms(-DAY_MS);
        let (code, ends_at, uses_max, note) = ("CODE-0".to_owned(), None, None, String::new());
        let new = NewPromoCode { code, terms: TERMS, begins_at, ends_at, uses_max, note, by: god };
        store.write("test_code", Priority::Api, async |tx| promo_codes::create(tx, &new).await).await.unwrap();
        let mut played = Played { user, god, ..Played::default() };
        played.step(&store, Op::TopUp(100, 0)).await;
        played.step(&store, Op::Spend(90)).await;
        let id = played.last.unwrap().id;
        let dispute = async |state: Dispute| {
            let say = async |tx: &Tx| {
                let order = deposits::get(tx, Scope::System, id).await?.order;
                let news = News::Disputed { dispute: "dp_1".to_owned(), amount: Money::from_dollars(100), state };
                let report = Report { order: Some(order), payment: format!("{id}-1"), asked: None, news };
                deposit_money::apply(tx, Gateway::Invoice, &report, BY_GATEWAY).await
            };
            store.write("test_dispute", Priority::Api, say).await.unwrap();
            let read = async |conn: &_| {
                let balance = movements::balance(conn, Account::Advertiser(user)).await?;
                let bad = movements::balance(conn, Account::BadDebt).await?;
                assert!(audit_rows::wrong_promo_uses(conn, 10).await?.is_empty());
                assert!(audit_rows::wrong_bonuses(conn, 10).await?.is_empty());
                Ok([balance, bonuses::left(conn, user).await?, bad])
            };
            store.read("test_books", read).await.unwrap()
        };
        let dollars = |amounts: [i64; 3]| amounts.map(Money::from_dollars);
        // Ten paid dollars are left, and the bonus, which goes to nobody's bank.
        assert_eq!(dispute(Dispute::Open).await, dollars([0, 0, -90]));
        assert_eq!(dispute(Dispute::Won).await, dollars([30, 20, 0]), "no bonus became paid money");
    })
    .await;
}

#[tokio::test]
async fn a_place_goes_to_the_top_up_that_still_waits() {
    each_backend(async |store, clock| {
        let god = person(&store, "god@placard.example", UserType::God).await;
        let anna = person(&store, "anna@x.org", UserType::Ordinary).await;
        let eva = person(&store, "eva@x.org", UserType::Ordinary).await;
        let now = placard_store::testing::TEST_EPOCH;
        let (code, begins_at, ends_at, note) = ("CODE-0".to_owned(), now.plus_ms(-DAY_MS), None, String::new());
        let new = NewPromoCode { code, terms: TERMS, begins_at, ends_at, uses_max: Some(1), note, by: god };
        store.write("test_code", Priority::Api, async |tx| promo_codes::create(tx, &new).await).await.unwrap();
        let begin = async |advertiser: UserId, order: &str, days: i64| {
            let new = NewDeposit {
                advertiser,
                order: order.to_owned(),
                gateway: Gateway::Invoice,
                payment_system: 1,
                payment_type: None,
                amount: Money::from_dollars(100 + days),
                expires_at: now.plus_ms(days * DAY_MS),
                promo_code: Some("CODE-0".to_owned()),
                origin: Origin::Page { keeps_method: false },
            };
            store.write("test_begin", Priority::Api, async |tx| deposits::create(tx, &new).await).await
        };
        let slow = begin(anna, "slow", 14).await.unwrap().0.id;
        let soon = begin(anna, "soon", 1).await.unwrap().0.id;
        clock.advance_ms(2 * DAY_MS);
        store.write("test_end", Priority::Api, async |tx| deposit_money::end(tx, soon).await).await.unwrap();
        assert!(begin(eva, "eva", 14).await.is_err(), "the only place is Anna's");
        let pay = async |tx: &Tx| {
            let news = News::Paid { total: Money::from_dollars(114), is_complete: true };
            let report = Report { order: Some("slow".to_owned()), payment: "1".to_owned(), asked: None, news };
            deposit_money::apply(tx, Gateway::Invoice, &report, BY_GATEWAY).await?;
            assert!(audit_rows::wrong_promo_codes(tx, 10).await?.is_empty());
            Ok(deposits::get(tx, Scope::System, slow).await?.bonus)
        };
        let bonus = store.write("test_pay", Priority::Api, pay).await.unwrap();
        assert_eq!(bonus, TERMS.bonus_for(Money::from_dollars(114)));
    })
    .await;
}

#[tokio::test]
async fn a_dispute_waits_for_its_payment_and_not_for_ever() {
    each_backend(async |store, clock| {
        let tell = async |name: &'static str| {
            let news =
                News::Disputed { dispute: "dp_1".to_owned(), amount: Money::from_dollars(100), state: Dispute::Open };
            let report = Report { order: None, payment: name.to_owned(), asked: None, news };
            let say = async |tx: &Tx| deposit_money::apply(tx, Gateway::Stripe, &report, BY_GATEWAY).await;
            assert!(store.write("test_dispute", Priority::Api, say).await.unwrap().is_none(), "nobody knows it");
        };
        let forget = async || store.write("test_forget", Priority::Feed, unknown_disputes::forget_old).await.unwrap();
        tell("pi_old").await;
        clock.advance_ms(unknown_disputes::KEPT_MS);
        tell("pi_new").await;
        assert_eq!(forget().await, 0);
        clock.advance_ms(1);
        assert_eq!((forget().await, forget().await), (1, 0), "the younger one still waits");
    })
    .await;
}
