//! Random lists of operations with crashes: whatever happens, the books are right.

use placard_model::event::ConversionState;
use placard_model::{Money, Verdict};
use placard_sim::cashier::MoneyOp;
use placard_sim::machine::{Machine, Op};
use placard_sim::world::Budgets;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

/// Lists of operations that are tried; `PROPTEST_CASES` sets more.
const CASES: u32 = 12;

fn op() -> impl Strategy<Value = Op> {
    let token = || 0u32..30;
    let visitor = || 0u64..8;
    let state = prop::sample::select(vec![ConversionState::Hold, ConversionState::Approved, ConversionState::Rejected]);
    let edge =
        prop::sample::select(vec![Verdict::Valid, Verdict::Valid, Verdict::Valid, Verdict::Bot, Verdict::Prefetch]);
    prop_oneof![
        12 => prop_oneof![4 => 1i64..900, 3 => 900i64..4_000, 1 => 600_000i64..7_200_000].prop_map(Op::Pass),
        10 => (token(), visitor()).prop_map(|(token, visitor)| Op::Show { token, visitor }),
        4 => (token(), visitor()).prop_map(|(token, visitor)| Op::Confirm { token, visitor }),
        14 => (token(), visitor(), edge).prop_map(|(token, visitor, edge)| Op::Click { token, visitor, edge }),
        4 => (any::<usize>(), 0u8..3, state, prop::option::of(0i64..9_000_000))
            .prop_map(|(click, id, state, payout)| Op::Postback { click, id, state, payout }),
        2 => any::<usize>().prop_map(|click| Op::Void { click }),
        1 => (any::<usize>(), visitor()).prop_map(|(advertiser, visitor)| Op::Owner { advertiser, visitor }),
        1 => (any::<usize>(), 1i64..500_000).prop_map(|(advertiser, micros)| Op::TopUp { advertiser, micros }),
        8 => money().prop_map(Op::Money),
        2 => (resumable(), 0u32..25).prop_map(|(op, polls)| Op::CrashInMoney(op, polls)),
        1 => Just(Op::Release),
        8 => Just(Op::Bill),
        5 => Just(Op::Count),
        2 => Just(Op::CheckpointBilling),
        1 => Just(Op::CheckpointFacts),
        2 => (0u32..30).prop_map(Op::CrashInBilling),
        1 => (0u32..20).prop_map(Op::CrashInFacts),
        1 => (0u32..10).prop_map(Op::CrashInBillingCheckpoint),
        1 => (0u32..10).prop_map(Op::CrashInFactsCheckpoint),
        1 => (any::<usize>(), 0u32..30).prop_map(|(click, polls)| Op::CrashInVoid { click, polls }),
        1 => Just(Op::Crash),
    ]
}

/// What may be gone on with when everything died in the middle of it.
fn resumable() -> impl Strategy<Value = MoneyOp> {
    let who = || 0usize..2;
    prop_oneof![
        3 => (who(), 1i64..300).prop_map(|(who, dollars)| MoneyOp::PayIn(who, dollars)),
        1 => who().prop_map(MoneyOp::PayInAgain),
        2 => (who(), 1i64..200).prop_map(|(who, dollars)| MoneyOp::ChargeBack(who, dollars)),
        4 => (who(), 40i64..300).prop_map(|(who, dollars)| MoneyOp::Request(who, dollars)),
        4 => who().prop_map(MoneyOp::Approve),
        4 => (who(), any::<bool>()).prop_map(|(who, by_other)| MoneyOp::Pay(who, by_other)),
        1 => who().prop_map(MoneyOp::Reject),
        1 => who().prop_map(MoneyOp::Cancel),
        2 => who().prop_map(MoneyOp::ComeBack),
    ]
}

fn money() -> impl Strategy<Value = MoneyOp> {
    let who = || 0usize..2;
    prop_oneof![
        8 => resumable(),
        1 => (who(), 1i64..100).prop_map(|(who, dollars)| MoneyOp::Refund(who, dollars)),
        1 => (who(), 1i64..50).prop_map(|(who, dollars)| MoneyOp::Bonus(who, dollars)),
    ]
}

fn budgets() -> impl Strategy<Value = Budgets> {
    let limit = || prop::option::of(100_000i64..1_500_000);
    (50_000i64..2_000_000, limit(), limit(), 5_000i64..200_000).prop_map(|(balance, daily, total, bid)| Budgets {
        balance: Money::from_micros(balance),
        daily_limit: daily.map(Money::from_micros),
        total_limit: total.map(Money::from_micros),
        bid: Money::from_micros(bid),
    })
}

fn run(budgets: Budgets, ops: &[Op]) -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?.block_on(async {
        let mut machine = Machine::start(folder.path(), budgets).await?;
        for op in ops {
            machine.apply(op).await?;
        }
        machine.check().await
    })
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 60, ..ProptestConfig::with_cases(
        std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(CASES)
    ) })]

    #[test]
    fn the_books_are_right_whatever_happens(budgets in budgets(), ops in prop::collection::vec(op(), 1..150)) {
        run(budgets, &ops).map_err(|error| TestCaseError::fail(format!("{error:#}")))?;
    }
}

#[test]
fn a_crash_at_every_step_of_billing_loses_and_doubles_nothing() {
    const RICH: Budgets = Budgets {
        balance: Money::from_dollars(9),
        daily_limit: None,
        total_limit: None,
        bid: Money::from_micros(10_007),
    };
    let mut ops = Vec::new();
    for polls in 0..24 {
        let (token, visitor) = (polls, u64::from(polls) * 10);
        ops.extend([
            Op::Show { token, visitor },
            Op::Pass(1_000),
            Op::Click { token, visitor, edge: Verdict::Valid },
            Op::Postback { click: polls as usize, id: 1, state: ConversionState::Hold, payout: Some(5_000_000) },
            Op::Void { click: polls as usize },
            Op::Pass(3_000),
            Op::CrashInBilling(polls),
            Op::CrashInFacts(polls),
            Op::CrashInBillingCheckpoint(polls),
            Op::CrashInFactsCheckpoint(polls),
        ]);
        if polls % 5 == 0 {
            ops.extend([Op::CheckpointBilling, Op::CheckpointFacts]);
        }
    }
    run(RICH, &ops).unwrap();
}

#[test]
fn a_crash_at_every_step_of_a_decision_takes_back_once() {
    let budgets = Budgets {
        balance: Money::from_dollars(9),
        daily_limit: None,
        total_limit: None,
        bid: Money::from_micros(10_007),
    };
    let mut ops = Vec::new();
    for polls in 0..16 {
        ops.extend([
            Op::Show { token: polls, visitor: u64::from(polls) * 10 },
            Op::Pass(1_000),
            Op::Click { token: polls, visitor: u64::from(polls) * 10, edge: Verdict::Valid },
            Op::Pass(6_000),
            Op::Bill,
            Op::CrashInVoid { click: polls as usize, polls },
            Op::Bill,
            // The same once more, by somebody else or after the first was carried out.
            Op::CrashInVoid { click: polls as usize, polls: 30 },
        ]);
    }
    run(budgets, &ops).unwrap();
}

#[test]
fn a_crash_in_the_middle_of_a_payment_loses_and_doubles_nothing() {
    let mut ops = Vec::new();
    for polls in (0..24).step_by(3) {
        let who = polls as usize / 3;
        for op in [
            MoneyOp::PayIn(who, 20),
            MoneyOp::PayInAgain(who),
            MoneyOp::ChargeBack(who, 5),
            MoneyOp::Request(who, 60),
            MoneyOp::Approve(who),
            MoneyOp::Pay(who, true),
            MoneyOp::ComeBack(who),
        ] {
            ops.push(Op::CrashInMoney(op, polls));
        }
    }
    let budgets = Budgets {
        balance: Money::from_dollars(1),
        daily_limit: None,
        total_limit: None,
        bid: Money::from_micros(10_007),
    };
    run(budgets, &ops).unwrap();
}
