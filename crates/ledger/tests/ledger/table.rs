//! The language of the tables: what happened, line by line, and what becomes of each click.

use crate::world::{Books, Checkpoints, START, Visit, log_of, place};
use placard_ledger::{LOOK_AHEAD_MS, State};
use placard_model::books::settlement::SettlementKind;
use placard_model::event::Event;
use placard_model::format::BlockFormat;
use placard_model::targeting::request::VisitorId;
use placard_model::time::{DAY_MS, HOUR_MS};
use placard_model::{UnixMs, UserId, Verdict};
use std::collections::HashMap;

/// Milliseconds of a time such as `90`, `10s`, `2h+5m`.
fn time(text: &str) -> i64 {
    let part = |part: &str| match part.find(|c: char| !c.is_ascii_digit()) {
        None => part.parse().unwrap(),
        Some(unit) => {
            let n: i64 = part[..unit].parse().unwrap();
            n * match &part[unit..] {
                "s" => 1_000,
                "m" => 60_000,
                "h" => HOUR_MS,
                "d" => DAY_MS,
                other => panic!("no unit of time: {other}"),
            }
        }
    };
    text.split('+').map(part).sum()
}

fn verdict(name: &str) -> Verdict {
    *Verdict::ALL.iter().find(|v| v.name() == name).unwrap_or_else(|| panic!("no verdict: {name}"))
}

fn token(name: &str) -> u8 {
    name.trim_start_matches('t').parse().unwrap()
}

/// The visit of a line: of a token as it was first seen, with what the line changes.
fn visit<'a>(known: &mut HashMap<u8, Visit>, at: UnixMs, words: impl Iterator<Item = &'a str>) -> Visit {
    let mut words = words;
    let token = token(words.next().unwrap());
    let mut visit = *known.entry(token).or_insert_with(|| Visit::of(token, at));
    for (key, value) in words.map(|word| word.split_once('=').unwrap()) {
        let number = || value.parse::<i64>().unwrap();
        match key {
            "ad" => visit.ad = number(),
            "push" => visit.push = BlockFormat::from_id(number()),
            "campaign" => visit.campaign = number(),
            "site" => visit.site = number(),
            "webmaster" => visit.webmaster = number(),
            "cents" => visit.price = number() * 10_000,
            "visitor" => visit.visitor = number() as u64,
            "yesterday" => visit.yesterday = number() as u64,
            "prefix" => visit.prefix = number() as u64,
            "prefix_yesterday" => visit.prefix_yesterday = number() as u64,
            "decided" => visit.decided_at = START.plus_ms(time(value)),
            "edge" => visit.edge = verdict(value),
            other => panic!("no such field: {other}"),
        }
    }
    // The edge's verdict is of one arrival, everything else of the token.
    known.insert(token, Visit { edge: Verdict::Valid, ..visit });
    visit
}

/// Runs a table. A line is a time, `show`, `click`, `owner` or `void`, its details, and for clicks the verdict behind
/// `=>`; a void takes the last click of a token back. The log is settled at once, record by record with failing
/// transactions, and with a restart after every record: always with the same result.
pub(crate) fn check(books: &Books, table: &str) -> Books {
    let (mut events, mut expected, mut known) = (Vec::new(), Vec::new(), HashMap::new());
    let (mut clicked, mut voids) = (HashMap::new(), 0);
    for line in table.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (what, becomes) = line.split_once("=>").unwrap_or((line, ""));
        let mut words = what.split_whitespace();
        let at = START.plus_ms(time(words.next().unwrap()));
        let event = match words.next().unwrap() {
            "show" => visit(&mut known, at, words).show(),
            "click" => {
                expected.push((line.to_owned(), verdict(becomes.trim())));
                clicked.insert(token(words.clone().next().unwrap()), place(events.len()));
                visit(&mut known, at, words).click()
            }
            "owner" => {
                let mut number = || words.next().unwrap().parse::<i64>().unwrap();
                Event::OwnerSeen { user: UserId(number()), visitor: VisitorId(number() as u64) }
            }
            "void" => {
                voids += 1;
                let click = clicked[&token(words.next().unwrap())];
                Event::Void { click, by: UserId(1), reason: String::new() }
            }
            other => panic!("no such event: {other}"),
        };
        events.push((at, event));
    }
    let log = log_of(events);
    let end = log.last().unwrap().append_ms.plus_ms(LOOK_AHEAD_MS);

    let mut at_once = books.clone();
    at_once.settle(&mut State::default(), &log, end, false);
    let clicks = at_once.settlements.iter().filter(|s| s.kind == SettlementKind::Click).map(|s| s.verdict);
    for ((line, expected), verdict) in expected.iter().zip(clicks) {
        assert_eq!(verdict, *expected, "{line}\nin{table}");
    }
    assert_eq!(at_once.settlements.len(), expected.len() + voids, "each void takes a click back");

    let mut one_by_one = books.clone();
    let mut state = State::default();
    for record in &log {
        one_by_one.settle(&mut state, std::slice::from_ref(record), record.append_ms.plus_ms(-1), true);
    }
    one_by_one.settle(&mut state, &[], end, true);
    assert_eq!(one_by_one, at_once, "the cut into batches changes nothing");

    let mut restarting = books.clone();
    let mut checkpoint = (Checkpoints::begin::<State>(), 0);
    let mut state = State::default();
    for n in 0..log.len() {
        restarting.settle(&mut state, &log[n..=n], log[n].append_ms, false);
        state = restarting.restart(&checkpoint.0, &log[checkpoint.1..=n]);
        if n % 3 == 0 {
            checkpoint.0.store(&mut state);
            checkpoint.1 = n + 1;
        }
    }
    restarting.settle(&mut state, &[], end, false);
    assert_eq!(restarting, at_once, "restarts change nothing");
    at_once
}
