//! What holds for every log: books that add up, limits that hold, and restarts that change nothing.

use crate::world::{Books, Checkpoints, START, Visit, log_of};
use placard_ledger::{Checkpointed, LOOK_AHEAD_MS, Referrer, State, postings, void};
use placard_model::books::posting::{Account, Operation};
use placard_model::books::settlement::{Released, SettlementKind};
use placard_model::event::{ConversionState, Event, EventRef, Record};
use placard_model::format::{BlockFormat, CampaignType};
use placard_model::targeting::request::VisitorId;
use placard_model::time::DAY_MS;
use placard_model::{CampaignId, Money, UnixMs, UserId, Verdict};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Debug)]
enum Op {
    Show(u8),
    Click { token: u8, visitor: u64, edge: Verdict },
    Owner { user: i64, visitor: u64 },
    Postback { nth_click: prop::sample::Index, id: u8, state: ConversionState, payout: Option<i64> },
    Void { nth_click: prop::sample::Index },
}

fn op() -> impl Strategy<Value = Op> {
    let token = 0u8..40;
    let state = prop::sample::select(vec![ConversionState::Hold, ConversionState::Approved, ConversionState::Rejected]);
    prop_oneof![
        5 => token.clone().prop_map(Op::Show),
        6 => (token, 0u64..12, prop::sample::select(vec![
            Verdict::Valid, Verdict::Valid, Verdict::Valid, Verdict::Valid, Verdict::Bot, Verdict::Prefetch,
        ])).prop_map(|(token, visitor, edge)| Op::Click { token, visitor, edge }),
        1 => (prop::sample::select(vec![10i64, 11, 20, 22]), 0u64..12).prop_map(|(user, visitor)| Op::Owner { user, visitor }),
        2 => (any::<prop::sample::Index>(), 0u8..3, state, prop::option::of(0i64..9_000_000))
            .prop_map(|(nth_click, id, state, payout)| Op::Postback { nth_click, id, state, payout }),
        2 => any::<prop::sample::Index>().prop_map(|nth_click| Op::Void { nth_click }),
    ]
}

/// Steps of time from none to hours, most of them short.
fn step() -> impl Strategy<Value = i64> {
    prop_oneof![6 => 0i64..400, 3 => 400i64..5_000, 1 => 60_000i64..7_200_000, 1 => DAY_MS..5 * DAY_MS]
}

/// Of three tokens one is a notification's, and one of six a push ad's on a page.
const PUSH: [Option<BlockFormat>; 6] =
    [None, Some(BlockFormat::Push), None, Some(BlockFormat::Native), Some(BlockFormat::Push), None];

fn log() -> impl Strategy<Value = Vec<Record>> {
    prop::collection::vec((step(), op()), 1..160).prop_map(|ops| {
        let mut now = START;
        let mut clicks: Vec<usize> = Vec::new();
        let mut events: Vec<(UnixMs, Event)> = Vec::new();
        for (step, op) in ops {
            now = now.plus_ms(step);
            let visit = |token: u8| {
                let n = i64::from(token);
                let (campaign, webmaster) = (1 + n % 3, 20 + n % 2);
                Visit {
                    ad: n % 7,
                    campaign,
                    advertiser: 9 + campaign,
                    webmaster,
                    site: 1 + n % 4,
                    price: 10_001 + n * 977,
                    prefix: (n % 5) as u64,
                    visitor: 12 + u64::from(token),
                    push: PUSH[usize::from(token) % PUSH.len()],
                    ..Visit::of(token, START)
                }
            };
            let event = match op {
                Op::Show(token) => visit(token).show(),
                Op::Click { token, visitor, edge } => {
                    clicks.push(events.len());
                    let arrival = Visit { visitor, edge, ..visit(token) }.arrival();
                    Event::Click { ad: visit(token).ad(), arrival }
                }
                Op::Void { nth_click } => {
                    Event::Void { click: click_of(&clicks, nth_click), by: UserId(1), reason: "robots".to_owned() }
                }
                Op::Owner { user, visitor } => Event::OwnerSeen { user: UserId(user), visitor: VisitorId(visitor) },
                Op::Postback { nth_click, id, state, payout } => Event::Postback {
                    click: click_of(&clicks, nth_click),
                    external_id: format!("order {id}"),
                    state,
                    payout: payout.map(Money::from_micros),
                    goal: String::new(),
                    transaction_id: String::new(),
                },
            };
            events.push((now, event));
        }
        log_of(events)
    })
}

/// One of the clicks; a place where there is none as long as there are none.
fn click_of(clicks: &[usize], nth: prop::sample::Index) -> EventRef {
    let click = if clicks.is_empty() { 0 } else { clicks[nth.index(clicks.len())] };
    EventRef(32 + click as u64 * 100)
}

/// Poor advertisers, tight limits, referrers that come and go, odd shares.
fn books() -> impl Strategy<Value = Books> {
    let limit = || prop::option::of(0i64..300_000);
    let referrer = || prop::option::of((30i64..33, 0i64..40_000_000));
    let person = || (0i64..600_000, limit(), limit(), referrer(), 0i64..=10_000, referrer());
    prop::collection::vec(person(), 3).prop_map(|people| {
        let mut books = Books::rich();
        for (n, (balance, daily, total, of_advertiser, share_bp, of_webmaster)) in people.into_iter().enumerate() {
            let n = n as i64;
            let referrer = |r: Option<(i64, i64)>| {
                r.map(|(user, until)| Referrer { user: UserId(user), until: START.plus_ms(until) })
            };
            let advertiser = books.accounts.advertisers.get_mut(&UserId(10 + n)).unwrap();
            (advertiser.balance, advertiser.referrer) = (Money::from_micros(balance), referrer(of_advertiser));
            let webmaster = books.accounts.webmasters.get_mut(&UserId(20 + n)).unwrap();
            (webmaster.share_bp, webmaster.referrer) = (share_bp, referrer(of_webmaster));
            let campaign = books.accounts.campaigns.get_mut(&CampaignId(1 + n)).unwrap();
            (campaign.daily_limit, campaign.total_limit) =
                (daily.map(Money::from_micros), total.map(Money::from_micros));
        }
        books
    })
}

fn settled_at_once(books: &Books, log: &[Record]) -> Books {
    let mut books = books.clone();
    let end = log.last().unwrap().append_ms.plus_ms(LOOK_AHEAD_MS);
    books.settle(&mut State::default(), log, end, false);
    books
}

proptest! {
    #![proptest_config(ProptestConfig { ..ProptestConfig::default() })]

    #[test]
    fn books_add_up_and_limits_hold(start in books(), log in log()) {
        let end = settled_at_once(&start, &log);

        let clicks: BTreeSet<_> =
            log.iter().filter(|r| matches!(r.event, Event::Click { .. })).map(|r| r.at).collect();
        let settled: Vec<_> = end.settlements.iter().filter(|s| s.kind == SettlementKind::Click).map(|s| s.click).collect();
        prop_assert_eq!(settled.len(), clicks.len(), "each click once");
        prop_assert!(settled.iter().all(|click| clicks.contains(click)));
        prop_assert!(settled.is_sorted(), "in the order of the log");
        let records: BTreeSet<_> = end.records().map(|s| s.record).collect();
        prop_assert_eq!(records.len(), end.records().count(), "no record leads to two settlements");
        let voids: Vec<_> = end.settlements.iter().filter(|s| matches!(s.kind, SettlementKind::Void { .. })).collect();
        prop_assert_eq!(voids.iter().map(|s| s.click).collect::<BTreeSet<_>>().len(), voids.len(), "each is taken back once");
        let told: BTreeSet<_> = log.iter().filter(|r| matches!(r.event, Event::Void { .. })).map(|r| r.event.told_of()).collect();
        for settlement in end.settlements.iter().filter(|s| s.is_billed_click()) {
            let was_told = told.contains(&Some(settlement.click));
            prop_assert_eq!(end.is_voided(settlement.click), was_told, "click {:?}", settlement.click);
        }

        let mut cost = Money::ZERO;
        for settlement in &end.settlements {
            let amounts = settlement.amounts;
            prop_assert!(amounts.is_balanced());
            let price = settlement.ad.served.price;
            prop_assert_eq!(amounts.cost, match &settlement.kind {
                SettlementKind::Void { .. } => -price,
                SettlementKind::Click if settlement.is_billed_click() => price,
                _ => Money::ZERO,
            });
            cost += amounts.cost;
        }
        prop_assert_eq!(end.balances.values().copied().sum::<Money>(), Money::ZERO);
        let paid = end.balances.iter().filter(|(account, _)| matches!(account, Account::Advertiser(_)));
        prop_assert_eq!(-paid.map(|(_, amount)| *amount).sum::<Money>(), cost);
        prop_assert_eq!(end.posted.values().copied().sum::<Money>(), cost);
        for campaign_type in CampaignType::ALL {
            let billed = end.settlements.iter().filter(|s| s.is_billed_click() && s.ad.ad.campaign_type == campaign_type);
            let posted = end.posted.get(&Operation::of_clicks(campaign_type).code()).copied().unwrap_or_default();
            prop_assert_eq!(posted, billed.map(|s| s.amounts.cost).sum::<Money>(), "clicks of {:?}", campaign_type);
        }

        for (id, advertiser) in &end.accounts.advertisers {
            prop_assert!(!advertiser.balance.is_negative(), "advertiser {} is past the balance", id);
        }
        for (id, campaign) in &end.accounts.campaigns {
            let most_a_day = campaign.spent_on.values().max().copied().unwrap_or_default();
            prop_assert!(campaign.daily_limit.is_none_or(|limit| most_a_day <= limit), "campaign {} a day", id);
            prop_assert!(campaign.total_limit.is_none_or(|limit| campaign.spent_total <= limit), "campaign {}", id);
            prop_assert_eq!(campaign.spent_on.values().copied().sum::<Money>(), campaign.spent_total);
        }
    }

    #[test]
    fn batches_failures_and_restarts_change_nothing(
        start in books(), log in log(), cuts in prop::collection::vec((1usize..30, any::<bool>(), any::<bool>()), 1..30),
        checkpoint_every in 1usize..4,
    ) {
        let expected = settled_at_once(&start, &log);
        let (mut books, mut state) = (start, State::default());
        let (mut checkpoint, mut checkpoint_at, mut at) = (Checkpoints::begin::<State>(), 0, 0);
        for (n, (size, fails, crashes)) in cuts.iter().cycle().enumerate() {
            let records = &log[at..(at + size).min(log.len())];
            let Some(last) = records.last() else { break };
            let next = log.get(at + records.len()).map_or(last.append_ms, |r| r.append_ms);
            let passed = if n % 2 == 0 { next.plus_ms(-1) } else { last.append_ms.plus_ms(-1) };
            books.settle(&mut state, records, passed, *fails);
            at += records.len();
            if *crashes {
                state = books.restart(&checkpoint, &log[checkpoint_at..at]);
            }
            if n % checkpoint_every == 0 {
                checkpoint.store(&mut state);
                checkpoint_at = at;
                prop_assert_eq!(&checkpoint.restore::<State>().unwrap(), &state);
            } else if n % 3 == 0 {
                // Killed while the next one was written: the last one is whole.
                checkpoint.store_parts(&mut state.clone(), n % 5);
            }
        }
        books.settle(&mut state, &[], log.last().unwrap().append_ms.plus_ms(LOOK_AHEAD_MS), true);
        prop_assert_eq!(books, expected);
    }

    #[test]
    fn a_void_takes_back_what_was_paid(start in books(), log in log(), code in 0..Released::CODES) {
        let released = Released::from_code(code).unwrap();
        let log: Vec<_> = log.into_iter().filter(|record| !matches!(record.event, Event::Void { .. })).collect();
        prop_assume!(!log.is_empty());
        let end = settled_at_once(&start, &log);
        let mut both = end.settlements.clone();
        for settlement in &end.settlements {
            match void(settlement, released) {
                Ok(void) => {
                    prop_assert!(settlement.is_billed_click() && void.verdict == Verdict::Voided);
                    prop_assert!(void.amounts.is_balanced());
                    both.push(void);
                }
                Err(_) => prop_assert!(!settlement.is_billed_click()),
            }
        }
        let mut left = BTreeMap::<Account, Money>::new();
        for posting in postings(&both) {
            *left.entry(posting.account).or_default() += posting.amount;
        }
        if released == Released::default() {
            prop_assert!(left.values().all(|amount| amount.is_zero()), "nothing is left: {:?}", left);
        }
        prop_assert!(!left.contains_key(&Account::NetworkRevenue) || left[&Account::NetworkRevenue].is_zero());
        prop_assert_eq!(left.values().copied().sum::<Money>(), Money::ZERO);
    }

    #[test]
    fn any_bytes_are_a_checkpoint_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let versioned: Vec<u8> = std::iter::once(3).chain(bytes.iter().copied()).collect();
        for bytes in [bytes, versioned] {
            if let Ok(mut restoring) = State::restore(&bytes) {
                while let Ok(Some(_)) = restoring.next_part() {
                    if restoring.fill(&bytes).is_err() {
                        break;
                    }
                }
                let _ = restoring.finish();
            }
        }
    }
}
