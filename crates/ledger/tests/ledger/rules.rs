//! The rules of billing as tables.

use crate::table::check;
use crate::world::{Books, Checkpoints, START, Visit, log_of};
use placard_ledger::{Accounts, Shows, State};
use placard_model::books::posting::Operation;
use placard_model::books::settlement::{Amounts, SettlementKind};
use placard_model::event::{ConversionState, Event};
use placard_model::time::{DAY_MS, HOUR_MS};
use placard_model::{CampaignId, Money, UnixMs, UserId, Verdict};
use std::collections::BTreeMap;
use std::fmt::Write as _;

#[test]
fn the_edge_speaks_first() {
    check(
        &Books::rich(),
        "
        0    show  t1
        1s   click t1 edge=bot => bot
        2s   click t1 => repeated_token
        0+5s show  t2
        6s   click t2 edge=prefetch => prefetch
        7s   click t2 edge=prefetch => prefetch
        8s   click t2 => valid
        9s   click t3 edge=stale => stale
        9s   click t3 edge=hosting_network => hosting_network
        ",
    );
}

#[test]
fn a_show_is_needed_and_may_come_two_seconds_late() {
    check(
        &Books::rich(),
        "
        0      click t1 => not_shown
        0      click t2 => valid
        2s     show  t2
        3s     click t3 => not_shown
        5s+1   show  t3
        6s     click t3 => repeated_token
        20s    show  t4 edge=bot
        21s    click t4 => not_shown
        30s    show  t5
        20h    show  t5
        20h+1s click t5 => valid
        ",
    );
}

#[test]
fn a_token_is_clicked_once() {
    check(
        &Books::rich(),
        "
        0   show  t1
        1s  click t1 => valid
        1s  click t1 => repeated_token
        23h click t1 => repeated_token
        26h click t1 => stale
        ",
    );
}

#[test]
fn a_notification_is_evidence_for_seven_days() {
    check(
        &Books::rich(),
        "
        0 show t1 push=32
        0 show t2
        0 show t3 push=1
        2d show t4 push=32 decided=0
        6d+23h click t1 => valid
        6d+23h+1s click t1 => repeated_token
        6d+23h+2s click t4 => valid
        6d+23h+3s click t5 push=32 decided=1h => not_shown
        6d+23h+4s click t2 => stale
        6d+23h+5s click t3 => stale
        7d+2h click t1 => stale
        7d+2h+1s show t6 push=32
        7d+2h+2s click t6 => valid
        ",
    );
}

#[test]
fn push_clicks_are_posted_apart_wherever_the_ad_was() {
    let books = check(
        &Books::rich(),
        "
        0 show t1 push=32
        0 show t2 push=1
        0 show t3
        1s click t1 => valid
        2s click t2 => valid
        3s click t3 => valid
        ",
    );
    let (native, push) = (Operation::NativeClicks.code(), Operation::PushClicks.code());
    let cents = |cents: i64| Money::from_micros(cents * 10_000);
    assert_eq!(books.posted, BTreeMap::from([(native, cents(10)), (push, cents(20))]));
}

#[test]
fn a_visitor_is_billed_for_an_ad_once_in_24_hours() {
    check(
        &Books::rich(),
        "
        0         show  t1 ad=1 visitor=5
        0         show  t2 ad=1 visitor=5
        0         show  t3 ad=2 visitor=5
        1s        click t1 => valid
        2s        click t2 => repeated_visitor
        3s        click t3 => valid
        20h       show  t4 ad=1 visitor=6 yesterday=5
        20h+1s    click t4 => repeated_visitor
        20h+5s    show  t5 ad=1 visitor=6 yesterday=7
        20h+6s    click t5 => valid
        24h       show  t6 ad=1 visitor=5
        24h+999   click t6 => repeated_visitor
        24h+1s    show  t7 ad=1 visitor=5
        24h+2s    click t7 => valid
        ",
    );
}

#[test]
fn owners_do_not_count() {
    let mut books = Books::rich();
    // An advertiser with a site of their own.
    let account = books.accounts.webmasters[&UserId(20)];
    books.accounts.webmasters.insert(UserId(10), account);
    check(
        &books,
        "
        0       owner 10 500
        0       owner 20 501
        0       owner 22 502
        1s      show  t1 visitor=500
        2s      click t1 => own_click
        3s      show  t2 visitor=501
        4s      click t2 => own_click
        5s      show  t3 visitor=502
        6s      click t3 => valid
        24h     show  t4 visitor=503 yesterday=501
        24h+1s  click t4 => own_click
        30h     show  t5 visitor=504
        30h+1s  click t5 => own_click
        30h+3s  owner 20 504
        48h     show  t6 visitor=500
        48h+1s  click t6 => valid
        48h+2s  show  t7 visitor=600 webmaster=10
        48h+3s  click t7 => own_click
        ",
    );
}

#[test]
fn an_address_prefix_is_billed_so_often_on_a_site() {
    check(
        &Books::rich(),
        "
        0        show  t1 prefix=9
        0        show  t2 prefix=9
        0        show  t3 prefix=9
        0        show  t4 prefix=9
        0        show  t5 prefix=9 site=2
        0        show  t6 prefix=9
        0        show  t7 prefix=9
        1s       click t1 => valid
        2s       click t2 => valid
        3s       click t3 => valid
        4s       click t4 => rate_ten_minutes
        5s       click t5 => valid
        10m      click t6 => rate_ten_minutes
        10m+1s   click t7 => valid
        ",
    );
}

#[test]
fn an_address_prefix_stays_the_same_over_midnight() {
    // The prefix's name changes daily: 8 is what 9 is called on the next day.
    check(
        &Books::rich(),
        "
        15h+58m      show  t1 prefix=9
        15h+58m      show  t2 prefix=9
        15h+58m      show  t3 prefix=8 prefix_yesterday=9
        15h+58m      show  t4 prefix=8 prefix_yesterday=9
        15h+58m      show  t5 prefix=7 prefix_yesterday=7
        15h+58m+1s   click t1 => valid
        15h+58m+2s   click t2 => valid
        16h+1s       click t3 => valid
        16h+2s       click t4 => rate_ten_minutes
        16h+3s       click t5 => valid
        ",
    );
}

/// So many clicks of one prefix, each with its show before it, every `gap` milliseconds.
fn clicks_of_a_prefix(gap: i64, verdicts: &[(usize, &str)]) {
    let mut table = String::new();
    let mut n = 0;
    for (count, verdict) in verdicts {
        for _ in 0..*count {
            let at = n * gap;
            let clicked = at + 1_000;
            writeln!(table, "{at} show t{n} prefix=9\n{clicked} click t{n} => {verdict}").unwrap();
            n += 1;
        }
    }
    check(&Books::rich(), &table);
}

#[test]
fn ten_in_an_hour_and_25_in_a_day() {
    clicks_of_a_prefix(5 * 60_000, &[(10, "valid"), (2, "rate_hour"), (10, "valid"), (2, "rate_hour"), (5, "valid")]);
    clicks_of_a_prefix(30 * 60_000, &[(25, "valid"), (23, "rate_day"), (1, "valid")]);
}

#[test]
fn nobody_clicks_within_300_ms() {
    check(
        &Books::rich(),
        "
        0      show  t1
        299    click t1 => too_fast
        1s     show  t2
        1s+300 click t2 => valid
        5s     show  t3
        9s     show  t3
        9s+100 click t3 => valid
        20s    click t4 => valid
        20s+1  show  t4
        30s    show  t5
        30s    click t5 => too_fast
        ",
    );
}

#[test]
fn the_first_rule_that_fails_is_the_verdict() {
    // One visitor who breaks every rule, and one rule less each time, from the first to the last.
    let mut books = Books::rich();
    books.accounts.campaigns.get_mut(&CampaignId(2)).unwrap().total_limit = Some(Money::from_micros(1));
    let clicks = "
        0      show  t1 ad=7 prefix=9 visitor=5
        0      show  t2 prefix=9
        0      show  t3 prefix=9
        0      show  t8 prefix=8
        1s     click t1 => valid
        1s     click t2 => valid
        1s     click t3 => valid
        4s     owner 10 5
        4s     owner 10 6
        5s     click t4 ad=7 prefix=9 visitor=5 campaign=2 edge=foreign_page => foreign_page
        5s     click t5 ad=7 prefix=9 visitor=5 campaign=2 => not_shown
        5s+1   click t1 ad=7 prefix=9 visitor=5 campaign=2 => repeated_token
        6s     show  t6 ad=7 prefix=9 visitor=5 campaign=2
        6s     click t6 => repeated_visitor
        7s     show  t7 ad=7 prefix=9 visitor=6 campaign=2
        7s     click t7 => own_click
        8s     show  t9 ad=7 prefix=9 visitor=77 campaign=2
        8s     click t9 => rate_ten_minutes
        9s     show  t10 ad=7 prefix=8 visitor=77 campaign=2
        9s     click t10 => too_fast
        9s     click t8 campaign=2 => over_budget
        10s    click t8 => repeated_token
        ";
    check(&books, clicks);
}

#[test]
fn nobody_is_charged_past_a_limit() {
    let mut books = Books::rich();
    books.accounts.campaigns.get_mut(&CampaignId(1)).unwrap().daily_limit = Some(Money::from_micros(250_000));
    books.accounts.campaigns.get_mut(&CampaignId(2)).unwrap().total_limit = Some(Money::from_micros(250_000));
    books.accounts.advertisers.get_mut(&UserId(12)).unwrap().balance = Money::from_micros(250_000);
    let table = |campaign: i64, advertiser: i64, next_day: &str| {
        let mut books = books.clone();
        books.accounts.advertisers.insert(UserId(10), books.accounts.advertisers[&UserId(advertiser)]);
        let text = format!(
            "
            0   show t1 campaign={campaign} cents=10
            0   show t2 campaign={campaign} cents=10
            0   show t3 campaign={campaign} cents=10
            0   show t4 campaign={campaign} cents=5
            0   show t5 campaign={campaign} cents=1
            1s  click t1 => valid
            1s  click t2 => valid
            1s  click t3 => over_budget
            2s  click t4 => valid
            3s  click t5 => over_budget
            16h show t6 campaign={campaign} cents=10
            16h+1s click t6 => {next_day}
            "
        );
        check(&books, &text).accounts.campaigns[&CampaignId(campaign)].spent_total
    };
    assert_eq!(table(1, 10, "valid"), Money::from_micros(350_000), "a new day has a new limit");
    assert_eq!(table(2, 10, "over_budget"), Money::from_micros(250_000));
    assert_eq!(table(3, 12, "over_budget"), Money::from_micros(250_000));
}

#[test]
fn a_void_on_the_day_of_its_click_frees_the_daily_limit() {
    let mut books = Books::rich();
    books.accounts.campaigns.get_mut(&CampaignId(1)).unwrap().daily_limit = Some(Money::from_micros(250_000));
    let books = check(
        &books,
        "
        0   show  t1
        0   show  t2
        0   show  t3
        0   show  t4
        0   show  t5
        1s  click t1 => valid
        2s  click t2 => valid
        3s  click t3 => over_budget
        10s void  t1
        20s click t4 => valid
        30s click t5 => over_budget
        ",
    );
    let campaign = &books.accounts.campaigns[&CampaignId(1)];
    assert_eq!(campaign.spent_on[&START.day()], Money::from_micros(200_000));
    assert_eq!(campaign.spent_total, Money::from_micros(200_000));
}

#[test]
fn a_void_on_a_later_day_frees_the_total_limit_alone() {
    let mut books = Books::rich();
    books.accounts.campaigns.get_mut(&CampaignId(1)).unwrap().daily_limit = Some(Money::from_micros(250_000));
    books.accounts.campaigns.get_mut(&CampaignId(2)).unwrap().total_limit = Some(Money::from_micros(450_000));
    for (campaign, becomes) in [(1, "over_budget"), (2, "valid")] {
        let table = format!(
            "
            0       show  t1 campaign={campaign}
            0       show  t2 campaign={campaign}
            1s      click t1 => valid
            2s      click t2 => valid
            16h     show  t3 campaign={campaign}
            16h     show  t4 campaign={campaign}
            16h     show  t5 campaign={campaign}
            16h     show  t6 campaign={campaign}
            16h+1s  click t3 => valid
            16h+2s  click t4 => valid
            16h+3s  click t5 => over_budget
            16h+10s void  t1
            16h+20s click t6 => {becomes}
            "
        );
        let of_day = check(&books, &table).accounts.campaigns[&CampaignId(campaign)].spent_on.clone();
        let today = if becomes == "valid" { 300_000 } else { 200_000 };
        let spent = [(START.day(), 100_000), (START.day().plus(1), today)];
        assert_eq!(of_day, BTreeMap::from(spent.map(|(day, micros)| (day, Money::from_micros(micros)))));
    }
}

#[test]
fn what_is_over_budget_uses_up_the_token_but_not_the_visitor() {
    let mut books = Books::rich();
    books.accounts.campaigns.get_mut(&CampaignId(1)).unwrap().daily_limit = Some(Money::from_micros(100_000));
    check(
        &books,
        "
        0   show t1 ad=1 visitor=5 cents=11
        0   show t2 ad=1 visitor=5 cents=10
        1s  click t1 => over_budget
        2s  click t2 => valid
        3s  click t1 => repeated_token
        ",
    );
}

#[test]
fn conversions_change_by_the_trackers_id() {
    let visit = Visit::of(1, START);
    let at = |ms| START.plus_ms(ms);
    let mut log = log_of([(at(0), visit.show()), (at(1_000), visit.click())]);
    let click = log[1].at;
    let postback = |id: &str, state, cents: Option<i64>| {
        let payout = cents.map(|cents| Money::from_micros(cents * 10_000));
        Event::Postback {
            click,
            external_id: id.to_owned(),
            state,
            payout,
            goal: String::new(),
            transaction_id: String::new(),
        }
    };
    use ConversionState::{Approved, Hold, Rejected};
    let unknown = Event::Postback {
        click: log[0].at,
        external_id: "a".to_owned(),
        state: Hold,
        payout: None,
        goal: String::new(),
        transaction_id: String::new(),
    };
    let told = [
        (postback("a", Hold, Some(500)), Some((None, (Hold, 500)))),
        (postback("a", Hold, Some(500)), None),
        (postback("a", Hold, None), None),
        (postback("b", Approved, None), Some((None, (Approved, 0)))),
        (postback("a", Approved, None), Some((Some((Hold, 500)), (Approved, 500)))),
        (postback("a", Approved, Some(700)), Some((Some((Approved, 500)), (Approved, 700)))),
        (unknown, None),
        (postback("a", Rejected, None), Some((Some((Approved, 700)), (Rejected, 700)))),
        (postback("a", Hold, Some(700)), Some((Some((Rejected, 700)), (Hold, 700)))),
    ];
    let events = [visit.show(), visit.click()].into_iter().chain(told.iter().map(|(event, _)| event.clone()));
    log = log_of(events.enumerate().map(|(n, event)| (at(n as i64 * 1_000), event)));

    let cents = |(state, payout): (ConversionState, Money)| (state, payout.micros() / 10_000);
    let expected: Vec<_> = told.iter().filter_map(|(_, change)| *change).collect();
    for batch in 1..=log.len() {
        let (mut books, mut state) = (Books::rich(), State::default());
        for records in log.chunks(batch) {
            books.settle(&mut state, records, records.last().unwrap().append_ms, true);
        }
        books.settle(&mut state, &[], at(1_000_000), true);
        let changes: Vec<_> = books
            .settlements
            .iter()
            .filter_map(|s| match &s.kind {
                SettlementKind::Conversion(change) => {
                    assert_eq!((s.click, s.clicked_at, s.verdict), (click, at(1_000), Verdict::Valid));
                    assert_eq!(s.amounts, Amounts::default());
                    Some((change.before.map(cents), cents(change.after)))
                }
                _ => None,
            })
            .collect();
        assert_eq!(changes, expected, "in batches of {batch}");
    }
}

#[test]
fn the_first_valid_show_of_a_token_within_an_hour_counts() {
    let (mut shows, mut checkpoint) = (Shows::default(), Checkpoints::begin::<Shows>());
    let visit = |token| Visit::of(token, START);
    let confirmed = |visit: Visit| Event::ConfirmedShow { ad: visit.ad(), arrival: visit.arrival() };
    let bot = Visit { edge: Verdict::Bot, ..visit(1) };
    let table = [
        (0, bot.show(), Some(Verdict::Bot)),
        (0, visit(1).show(), Some(Verdict::Valid)),
        (1, visit(1).show(), Some(Verdict::RepeatedToken)),
        (1, confirmed(visit(1)), Some(Verdict::Valid)),
        (2, confirmed(visit(1)), Some(Verdict::RepeatedToken)),
        (3, visit(1).click(), None),
        (HOUR_MS, visit(2).show(), Some(Verdict::Valid)),
        (HOUR_MS + 1, visit(3).show(), Some(Verdict::Stale)),
        (HOUR_MS + 1, confirmed(visit(2)), Some(Verdict::Stale)),
        (20 * HOUR_MS, visit(1).show(), Some(Verdict::Stale)),
    ];
    for (n, (at, event, expected)) in table.into_iter().enumerate() {
        let record = log_of([(START.plus_ms(at), event)]).remove(0);
        checkpoint.store(&mut shows);
        shows = checkpoint.restore().unwrap();
        assert_eq!(shows.judge(&record), expected, "line {n}");
    }
}

#[test]
fn what_comes_again_takes_its_turn_whatever_time_has_done() {
    let visit = |token| Visit::of(token, START);
    let mut log = log_of([
        (START, visit(1).show()),
        (START.plus_ms(DAY_MS), visit(2).show()),
        (START.plus_ms(DAY_MS + 1_000), Visit { visitor: 7, prefix: 7, ..visit(1) }.click()),
        (START.plus_ms(DAY_MS + 1_500), visit(2).click()),
        (START.plus_ms(DAY_MS + 61_000), visit(3).show()),
        (START.plus_ms(DAY_MS + 61_500), visit(3).click()),
    ]);
    let again = log.remove(0);
    let (before, behind) = log.split_at(3);
    // Whether the two clicks were judged when the show came again, or waited still, is the same.
    let mut outcomes = Vec::new();
    for passed_ms in [1_600, 60_000] {
        let (mut books, mut state) = (Books::rich(), State::default());
        books.settle(&mut state, before, START.plus_ms(DAY_MS + 1_600), false);
        if passed_ms > 2_000 {
            books.settle(&mut state, &[], START.plus_ms(DAY_MS + passed_ms), false);
        }
        state.take_again(&again);
        state.commit();
        books.settle(&mut state, behind, START.plus_ms(DAY_MS + 90_000), false);
        outcomes.push(books.settlements.iter().map(|settlement| settlement.verdict).collect::<Vec<_>>());
    }
    assert_eq!(outcomes[0], outcomes[1]);
    assert_eq!(outcomes[0][0], Verdict::NotShown, "the click stands before the show");
}

/// Shows of tokens that are told apart by a number.
fn shows_of(numbers: std::ops::Range<u32>, at: UnixMs) -> impl Iterator<Item = (UnixMs, Event)> {
    numbers.enumerate().map(move |(n, number)| {
        let mut ad = Visit::of(1, at).ad();
        ad.token.0[..4].copy_from_slice(&number.to_le_bytes());
        ad.served.decided_at = at;
        (at.plus_ms(n as i64 * 80), Event::Show { ad, arrival: Visit::of(1, at).arrival() })
    })
}

#[test]
fn a_checkpoint_costs_what_has_changed() {
    let (mut state, mut shows, mut checkpoints) = (State::default(), Shows::default(), Checkpoints::default());
    let mut of_shows = Checkpoints::default();
    let hours =
        (0..6).flat_map(|hour| shows_of(hour * 40_000..(hour + 1) * 40_000, START.plus_ms(i64::from(hour) * HOUR_MS)));
    let minute = shows_of(900_000..900_500, START.plus_ms(5 * HOUR_MS + 3_210_000));
    let log = log_of(hours.chain(minute));
    let (before, minute) = log.split_at(log.len() - 500);
    state.settle(before, before[before.len() - 1].append_ms, &mut Accounts::default());
    state.commit();
    assert!(before.iter().all(|show| shows.judge(show) == Some(Verdict::Valid)));
    checkpoints.store(&mut state);
    of_shows.store(&mut shows);
    let (all, all_of_shows) = (checkpoints.written, of_shows.written);
    checkpoints.store(&mut state);
    assert!(checkpoints.written - all < 1_000, "nothing changed");

    let (last, last_of_shows) = (checkpoints.written, of_shows.written);
    state.settle(minute, minute[0].append_ms, &mut Accounts::default());
    state.commit();
    assert!(minute.iter().all(|show| shows.judge(show) == Some(Verdict::Valid)));
    let killed = checkpoints.clone();
    checkpoints.store_parts(&mut state, 1);
    assert_ne!(checkpoints.restore::<State>().unwrap(), state, "only the head switches");
    assert_eq!(checkpoints.restore::<State>(), killed.restore::<State>(), "the former one is whole");
    checkpoints.store(&mut state);
    of_shows.store(&mut shows);
    let (minute, minute_of_shows) = (checkpoints.written - last, of_shows.written - last_of_shows);
    assert!(minute * 3 < all * 2, "{minute} of {all} bytes: what grows");
    assert!(minute_of_shows * 3 < all_of_shows * 2, "{minute_of_shows} of {all_of_shows} bytes: the layer that grows");
    assert_eq!(checkpoints.restore::<State>().unwrap(), state);
    assert_eq!(of_shows.restore::<Shows>().unwrap(), shows);
}
