//! The log through its public face: what was acknowledged is there again, in order, once, whatever happens to the rest.

use placard_events::{AppendError, Appended, Log, LogConfig, LogError, Position, Record};
use placard_model::event::{ConversionState, DecodeError, Event, EventRef};
use placard_model::targeting::request::VisitorId;
use placard_model::time::{Clock, DAY_MS, ManualClock, SystemClock, UnixMs};
use placard_model::{Money, UserId};
use proptest::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::TempDir;

const NOON: UnixMs = UnixMs(1_800_000_000_000);

/// A small event, or a larger one for numbers that are divisible by 3.
fn event(n: u64) -> Event {
    if n.is_multiple_of(3) {
        let external_id = "x".repeat(200 + (n % 700) as usize);
        let payout = Some(Money::from_micros(n as i64));
        Event::Postback {
            click: EventRef(n),
            external_id,
            state: ConversionState::Hold,
            payout,
            goal: String::new(),
            transaction_id: String::new(),
        }
    } else {
        Event::OwnerSeen { user: UserId(n as i64), visitor: VisitorId(n) }
    }
}

fn open(dir: &Path, segment_bytes: u64) -> Result<Log, LogError> {
    open_at(dir, segment_bytes, Arc::new(ManualClock::new(NOON)))
}

fn open_at(dir: &Path, segment_bytes: u64, clock: Arc<dyn Clock>) -> Result<Log, LogError> {
    Log::open(dir, LogConfig { segment_bytes }, clock)
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
}

fn append(log: &Log, numbers: std::ops::Range<u64>) -> Vec<Appended> {
    block_on(log.append_all(numbers.map(event).collect())).unwrap()
}

fn read_all(log: &Log) -> Result<Vec<Record>, LogError> {
    let (mut records, mut position) = (Vec::new(), Position::default());
    loop {
        let batch = log.read(&position, 7, None)?;
        records.extend(batch.events);
        position = batch.next;
        if batch.at_end {
            assert_eq!(position, log.end());
            return Ok(records);
        }
    }
}

fn segments(dir: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "log"));
    files.sort();
    files
}

#[test]
fn what_was_appended_is_read_again_over_segments_and_restarts() {
    let dir = TempDir::new().unwrap();
    let mut appended = Vec::new();
    for restart in 0..3 {
        let log = open(dir.path(), 2_000).unwrap();
        for group in 0..10 {
            let first = restart * 40 + group * 4;
            appended.extend(append(&log, first..first + 4));
        }
        log.close();
        assert!(matches!(block_on(log.append(event(0))), Err(AppendError::Closed)));
    }
    assert!(segments(dir.path()).len() > 5);
    let log = open(dir.path(), 2_000).unwrap();
    let records = read_all(&log).unwrap();
    assert_eq!(records.len(), 120);
    for (n, (record, appended)) in records.iter().zip(&appended).enumerate() {
        assert_eq!((record.at, record.append_ms, &record.event), (appended.at, NOON, &event(n as u64)));
        assert_eq!(&log.get(record.at).unwrap(), record);
        assert!(matches!(log.get(EventRef(record.at.0 + 1)), Err(LogError::NotFound(_))), "no record starts there");
    }
    let nowhere = [EventRef(0), EventRef(1 << 56), EventRef(u64::MAX)];
    assert!(nowhere.iter().all(|at| matches!(log.get(*at), Err(LogError::NotFound(_)))));
}

#[test]
fn times_never_go_back_and_until_stops_a_reader() {
    let dir = TempDir::new().unwrap();
    let clock = Arc::new(ManualClock::new(NOON));
    let log = open_at(dir.path(), 10_000, clock.clone()).unwrap();
    let mut times = Vec::new();
    for (n, step) in [0, 50, -200, 40, 300].into_iter().enumerate() {
        clock.advance_ms(step);
        times.push(append(&log, n as u64..n as u64 + 1)[0].append_ms.0 - NOON.0);
    }
    assert_eq!(times, [0, 50, 50, 50, 190]);

    let batch = log.read(&Position::default(), 100, Some(NOON.plus_ms(50))).unwrap();
    assert_eq!((batch.events.len(), batch.passed, batch.at_end), (4, NOON.plus_ms(50), false));
    let batch = log.read(&Position::default(), 3, None).unwrap();
    assert_eq!((batch.events.len(), batch.passed, batch.at_end), (3, NOON.plus_ms(49), false), "more at 50 follow");
    let batch = log.read(&batch.next, 100, None).unwrap();
    assert_eq!((batch.events.len(), batch.passed, batch.at_end), (2, NOON.plus_ms(189), true));

    // What a reader was told has passed stays so, also when the clock is set back.
    clock.set(NOON.plus_ms(5_000));
    assert_eq!(log.read(&log.end(), 1, None).unwrap().passed, NOON.plus_ms(4_999));
    clock.set(NOON);
    assert_eq!(append(&log, 9..10)[0].append_ms, NOON.plus_ms(5_000));
    drop(log);
    let log = open_at(dir.path(), 10_000, clock).unwrap();
    assert_eq!(append(&log, 10..11)[0].append_ms, NOON.plus_ms(5_000), "the last time is known after a restart");
}

#[test]
fn one_process_has_the_log() {
    let dir = TempDir::new().unwrap();
    let log = open(dir.path(), 1_000).unwrap();
    assert!(matches!(open(dir.path(), 1_000), Err(LogError::InUse(_))));
    drop(log);
    open(dir.path(), 1_000).unwrap();
}

#[test]
fn retention_removes_whole_old_segments_but_nothing_unread() {
    let dir = TempDir::new().unwrap();
    let clock = Arc::new(ManualClock::new(NOON));
    let log = open_at(dir.path(), 2_000, clock.clone()).unwrap();
    let mut halfway = Position::default();
    for day in 0..20 {
        append(&log, day * 10..day * 10 + 10);
        clock.advance_ms(DAY_MS);
        if day == 9 {
            halfway = log.end();
        }
    }
    let before = segments(dir.path()).len();
    let late = clock.now();
    assert_eq!(log.apply_retention(NOON, &log.end()).unwrap().segments, 0, "nothing is old");
    assert_eq!(log.apply_retention(late, &Position::default()).unwrap().segments, 0, "nothing was read");

    let retired = log.apply_retention(late, &halfway).unwrap();
    assert!(retired.segments > 2 && retired.segments < before - 2, "{retired:?} of {before}");
    let rest = log.read(&halfway, 1000, None).unwrap().events;
    assert_eq!(rest.len(), 100, "nothing unread is missing");
    let first = log.read(&Position::default(), 1, None).unwrap().events;
    assert!(first[0].at <= rest[0].at, "the beginning is the oldest record that is kept");
    let old = log.position_before(NOON.plus_ms(DAY_MS));
    assert_eq!(old, Position::default());

    // Cut by time: the segment with a day in the middle is kept whole.
    let retired = log.apply_retention(clock.now().plus_ms(-5 * DAY_MS), &log.end()).unwrap();
    assert!(retired.segments > 0);
    let kept = read_all(&log).unwrap();
    assert!(kept[0].append_ms <= clock.now().plus_ms(-5 * DAY_MS) && kept.len() >= 50);
    log.apply_retention(late, &log.end()).unwrap();
    assert_eq!(segments(dir.path()).len(), 1, "the last segment stays");
    assert!(matches!(log.read(&halfway, 1, None), Err(LogError::Retired { .. })));
    drop(log);
    open(dir.path(), 2_000).unwrap();
}

#[test]
fn a_day_has_a_segment_of_its_own_and_goes_once_it_is_old() {
    let dir = TempDir::new().unwrap();
    let clock = Arc::new(ManualClock::new(NOON));
    let log = open_at(dir.path(), 1_000_000, clock.clone()).unwrap();
    assert_eq!(log.kept_since().unwrap(), None);
    append(&log, 0..3);
    clock.advance_ms(DAY_MS);
    append(&log, 3..5);
    drop(log);
    let log = open_at(dir.path(), 1_000_000, clock.clone()).unwrap();
    append(&log, 5..6);
    assert_eq!(segments(dir.path()).len(), 2, "a restart begins none");
    // Nothing for a long time: what follows is young, and the day itself is old.
    clock.advance_ms(100 * DAY_MS);
    append(&log, 6..8);
    let yesterday = NOON.plus_ms(DAY_MS);
    assert_eq!(log.apply_retention(yesterday, &log.end()).unwrap().segments, 1, "what is as old as that is kept");
    assert_eq!(log.kept_since().unwrap(), Some(yesterday));
    let all = log.kept_bytes();
    let retired = log.apply_retention(yesterday.plus_ms(1), &log.end()).unwrap();
    assert_eq!((retired.segments, log.kept_bytes()), (1, all - retired.bytes));
    assert_eq!(log.kept_since().unwrap(), Some(clock.now()));
    assert_eq!(read_all(&log).unwrap().len(), 2);
}

#[test]
fn a_position_is_found_by_time() {
    let dir = TempDir::new().unwrap();
    let clock = Arc::new(ManualClock::new(NOON));
    let log = open_at(dir.path(), 500, clock.clone()).unwrap();
    for hour in 0..50 {
        append(&log, hour..hour + 1);
        clock.advance_ms(3_600_000);
    }
    for hour in [0, 1, 20, 49] {
        let moment = NOON.plus_ms(hour * 3_600_000);
        let batch = log.read(&log.position_before(moment), 1000, None).unwrap();
        let after = batch.events.iter().filter(|r| r.append_ms >= moment).count();
        assert_eq!(after as i64, 50 - hour, "all of hour {hour} and later follow");
        assert!(batch.events.len() - after < 20, "and not much before");
    }
}

#[test]
fn damage_before_the_last_group_is_told_and_nothing_is_cut() {
    let dir = TempDir::new().unwrap();
    let log = open(dir.path(), 1_500).unwrap();
    for n in 0..40 {
        append(&log, n * 3..n * 3 + 3);
    }
    let last_group = log.end();
    append(&log, 200..203);
    let records = read_all(&log).unwrap();
    let last_group = records.iter().filter(|r| last_group.has_passed(r.at)).count();
    drop(log);
    let files = segments(dir.path());
    assert!(files.len() >= 3);
    let whole = fs::read(files.last().unwrap()).unwrap();
    let base = u64::from_str_radix(files.last().unwrap().file_stem().unwrap().to_str().unwrap(), 16).unwrap();
    let from = (records[last_group].at.0 - base) as usize;
    for at in (0..from).step_by(11) {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x10;
        fs::write(files.last().unwrap(), &damaged).unwrap();
        assert!(matches!(open(dir.path(), 1_500), Err(LogError::Corrupt { .. })), "byte {at} of {from}");
        assert_eq!(fs::read(files.last().unwrap()).unwrap(), damaged, "the file is left as it was");
    }
    fs::write(files.last().unwrap(), &whole).unwrap();

    // A damaged record in an older segment is told when it is read.
    let mut older = fs::read(&files[0]).unwrap();
    let middle = older.len() / 2;
    older[middle] ^= 1;
    fs::write(&files[0], &older).unwrap();
    let log = open(dir.path(), 1_500).unwrap();
    assert!(matches!(read_all(&log), Err(LogError::Corrupt { .. })));
    drop(log);
    fs::write(&files[0], &older[..middle]).unwrap();
    assert!(matches!(open(dir.path(), 1_500), Err(LogError::Corrupt { .. })), "a short older segment");
    fs::write(&files[0], &older).unwrap();
    fs::remove_file(&files[1]).unwrap();
    assert!(matches!(open(dir.path(), 1_500), Err(LogError::Corrupt { .. })), "a missing segment");
}

#[test]
fn an_interrupted_creation_of_a_segment_is_done_again() {
    for bytes in [0, 5, 31] {
        let dir = TempDir::new().unwrap();
        let log = open(dir.path(), 500).unwrap();
        append(&log, 0..3);
        append(&log, 3..6);
        let records = read_all(&log).unwrap();
        drop(log);
        let end: u64 = segments(dir.path()).iter().map(|path| fs::metadata(path).unwrap().len()).sum();
        fs::write(dir.path().join(format!("{end:016x}.log")), &b"PLCLOG1\nxxxxxxxxxxxxxxxxxxxxxxxxxxx"[..bytes])
            .unwrap();
        let log = open(dir.path(), 500).unwrap();
        assert_eq!(read_all(&log).unwrap(), records);
        append(&log, 6..9);
        assert_eq!(read_all(&log).unwrap().len(), 9);
    }
}

#[test]
fn a_reader_that_knows_more_than_the_log_is_told() {
    let (one, other) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let log = open(one.path(), 5_000).unwrap();
    append(&log, 0..20);
    let ahead = log.end();
    let log = open(other.path(), 5_000).unwrap();
    append(&log, 0..10);
    assert!(matches!(log.read(&ahead, 1, None), Err(LogError::Beyond { .. })));
}

#[test]
fn what_is_too_large_is_refused() {
    let dir = TempDir::new().unwrap();
    let log = open(dir.path(), 5_000).unwrap();
    let large = |bytes| Event::Postback {
        click: EventRef(1),
        external_id: "x".repeat(bytes),
        state: ConversionState::Hold,
        payout: None,
        goal: String::new(),
        transaction_id: String::new(),
    };
    assert!(matches!(block_on(log.append(large(70_000))), Err(AppendError::TooLarge { .. })));
    let many = (0..70).map(|_| large(65_000)).collect();
    assert!(matches!(block_on(log.append_all(many)), Err(AppendError::TooLarge { .. })));
    block_on(log.append(large(65_000))).unwrap();
    assert_eq!(read_all(&log).unwrap().len(), 1);
}

#[test]
fn recovery_reads_one_segment_however_long_the_log() {
    let dir = TempDir::new().unwrap();
    let log = open(dir.path(), 64 << 10).unwrap();
    for n in 0..60 {
        append(&log, n * 50..n * 50 + 50);
    }
    drop(log);
    let log = open(dir.path(), 64 << 10).unwrap();
    let recovery = log.recovery();
    assert!(recovery.segments >= 5, "{recovery:?}");
    assert!(recovery.scanned_bytes <= 128 << 10 && recovery.cut_bytes == 0, "{recovery:?}");
    assert_eq!(read_all(&log).unwrap().len(), 3000);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_writers_and_a_reader_at_once() {
    const WRITERS: u64 = 32;
    const EACH: u64 = 60;
    let dir = TempDir::new().unwrap();
    let log = Arc::new(open_at(dir.path(), 20_000, Arc::new(SystemClock)).unwrap());
    let reader = tokio::spawn({
        let log = Arc::clone(&log);
        async move {
            let (mut position, mut records) = (Position::default(), Vec::<Record>::new());
            while records.len() < (WRITERS * EACH) as usize {
                log.wait_past(&position).await;
                let batch = log.read(&position, 50, None).unwrap();
                let passed = records.last().map_or(UnixMs(0), |r| r.append_ms);
                assert!(batch.events.iter().all(|r| r.append_ms >= passed));
                position = batch.next;
                records.extend(batch.events);
            }
            records
        }
    });
    let writers: Vec<_> = (0..WRITERS)
        .map(|writer| {
            let log = Arc::clone(&log);
            tokio::spawn(async move {
                let mut acknowledged = Vec::new();
                for n in 0..EACH {
                    let event = event(writer * EACH + n);
                    let appended = log.append(event.clone()).await.unwrap();
                    // Acknowledged means readable, by everybody, at once.
                    assert_eq!(log.get(appended.at).unwrap().event, event);
                    acknowledged.push(Record { at: appended.at, append_ms: appended.append_ms, event });
                }
                assert!(acknowledged.is_sorted_by(|a, b| a.at < b.at), "one writer's events keep their order");
                acknowledged
            })
        })
        .collect();
    let mut acknowledged = Vec::new();
    for writer in writers {
        acknowledged.extend(writer.await.unwrap());
    }
    acknowledged.sort_by_key(|record| record.at);
    assert_eq!(reader.await.unwrap(), acknowledged, "all events, each once, in the order of the log");
}

#[tokio::test]
async fn a_full_queue_refuses_and_a_passed_moment_stays_passed() {
    let dir = TempDir::new().unwrap();
    let log = Arc::new(open_at(dir.path(), 1 << 20, Arc::new(SystemClock)).unwrap());
    let large: Vec<Event> = (0..60)
        .map(|n| Event::Postback {
            click: EventRef(n),
            external_id: "x".repeat(60_000),
            state: ConversionState::Hold,
            payout: None,
            goal: String::new(),
            transaction_id: String::new(),
        })
        .collect();
    // 60 batches of 3.6 MB are more than the queue's 64 MiB, and asked for before the first can be written.
    let appends: Vec<_> = (0..60)
        .map(|_| {
            let (log, large) = (Arc::clone(&log), large.clone());
            tokio::spawn(async move { log.append_all(large).await })
        })
        .collect();
    let mut full = 0;
    for append in appends {
        match append.await.unwrap() {
            Ok(appended) => assert_eq!(appended.len(), 60),
            Err(AppendError::Full) => full += 1,
            Err(other) => panic!("{other}"),
        }
    }
    assert!(full > 0, "the queue has a limit");
    assert_eq!(log.queue_depth(), (0, 0));
    log.append(event(1)).await.unwrap();
}

#[test]
fn records_of_a_later_version_are_told_apart_and_hide_no_others() {
    let dir = TempDir::new().unwrap();
    let log = open(dir.path(), 1 << 20).unwrap();
    append(&log, 0..3);
    let later = block_on(log.append_encoded(vec![vec![99, 1, 2], vec![1, 250]])).unwrap();
    append(&log, 3..5);
    let batch = log.read(&Position::default(), 100, None).unwrap();
    assert_eq!((batch.events.len(), batch.at_end), (5, true));
    let unreadable: Vec<EventRef> = batch.unreadable.iter().map(|record| record.at).collect();
    assert_eq!(unreadable, [later[0].at, later[1].at]);
    assert_eq!(batch.unreadable[0].error, DecodeError::Newer(99));
    assert!(matches!(batch.unreadable[1].error, DecodeError::Malformed(_)));
    let first = log.read(&Position::default(), 4, None).unwrap();
    assert_eq!((first.events.len(), first.unreadable.len(), first.at_end), (3, 1, false), "they count");
    let rest = log.read(&first.next, 4, None).unwrap();
    assert_eq!((rest.events.len(), rest.unreadable.len(), rest.at_end), (2, 1, true));
    assert!(log.get(later[0].at).is_err());
}

/// What may happen to bytes that were written but never synced.
#[derive(Clone, Debug)]
enum Tear {
    Cut(prop::sample::Index),
    Flip(prop::sample::Index),
    Zero(prop::sample::Index, prop::sample::Index),
    Garbage(Vec<u8>),
}

fn tear() -> impl Strategy<Value = Tear> {
    let index = any::<prop::sample::Index>;
    prop_oneof![
        index().prop_map(Tear::Cut),
        index().prop_map(Tear::Flip),
        (index(), index()).prop_map(|(from, to)| Tear::Zero(from, to)),
        prop::collection::vec(any::<u8>(), 1..200).prop_map(Tear::Garbage),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    /// The groups before the last are acknowledged, the last is not: whatever became of its bytes, the former are all
    /// there, and what else is there was appended.
    #[test]
    fn no_acknowledged_record_is_lost_and_none_invented(
        groups in prop::collection::vec(1u64..6, 1..8), unsynced in 1u64..8, tears in prop::collection::vec(tear(), 1..4),
    ) {
        let dir = TempDir::new().unwrap();
        let log = open(dir.path(), 1 << 20).unwrap();
        let mut next = 0;
        for group in groups {
            append(&log, next..next + group);
            next += group;
        }
        let acknowledged = read_all(&log).unwrap();
        let from = fs::metadata(&segments(dir.path())[0]).unwrap().len() as usize;
        append(&log, next..next + unsynced);
        let written = read_all(&log).unwrap();
        drop(log);

        let mut bytes = fs::read(&segments(dir.path())[0]).unwrap();
        for tear in tears {
            let length = bytes.len() - from;
            match tear {
                Tear::Cut(at) => bytes.truncate(from + at.index(length + 1)),
                Tear::Flip(bit) if length > 0 => {
                    let bit = bit.index(length * 8);
                    bytes[from + bit / 8] ^= 1 << (bit % 8);
                }
                Tear::Zero(a, b) if length > 0 => {
                    let (a, b) = (a.index(length), b.index(length));
                    bytes[from + a.min(b)..from + a.max(b)].fill(0);
                }
                Tear::Garbage(garbage) => bytes.extend(garbage),
                Tear::Flip(_) | Tear::Zero(..) => {}
            }
        }
        fs::write(&segments(dir.path())[0], &bytes).unwrap();

        let log = open(dir.path(), 1 << 20).unwrap();
        let found = read_all(&log).unwrap();
        prop_assert!(found.len() >= acknowledged.len());
        prop_assert_eq!(&found[..], &written[..found.len()]);
        let appended = append(&log, 1_000..1_003);
        prop_assert_eq!(read_all(&log).unwrap().len(), found.len() + appended.len());
    }
}
