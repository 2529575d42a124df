//! What the log does when a part of it is gone, and when the disk does not take what is written.

use placard_events::{AppendError, Appended, Known, Log, LogConfig, LogError, LogFolder, Position, Record};
use placard_model::UserId;
use placard_model::event::{Event, EventRef};
use placard_model::targeting::request::VisitorId;
use placard_model::time::{ManualClock, UnixMs};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const NOON: UnixMs = UnixMs(1_800_000_000_000);
const CONFIG: LogConfig = LogConfig { segment_bytes: 250 };
/// How long the log may take to write again.
const PATIENCE: Duration = Duration::from_secs(20);

fn open(dir: &Path, known: &[Known]) -> Result<Log, LogError> {
    LogFolder::lock(dir)?.open(CONFIG, Arc::new(ManualClock::new(NOON)), known)
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
}

fn try_append(log: &Log, n: u64) -> Result<Appended, AppendError> {
    block_on(log.append(Event::OwnerSeen { user: UserId(n as i64), visitor: VisitorId(n) }))
}

fn append(log: &Log, n: u64) -> Appended {
    try_append(log, n).unwrap()
}

fn read_all(log: &Log, from: &Position) -> Vec<Record> {
    let (mut records, mut position) = (Vec::new(), from.clone());
    loop {
        let batch = log.read(&position, 3, None).unwrap();
        records.extend(batch.events);
        position = batch.next;
        if batch.at_end {
            return records;
        }
    }
}

fn segments(dir: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "log"));
    files.sort();
    files
}

/// All files of the log with their content.
fn content(dir: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    segments(dir).into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

/// A log of 40 records in several segments; a reader that has passed all of them, and one that has passed half.
struct Before {
    dir: TempDir,
    records: Vec<Record>,
    reader: Known,
    slow: Position,
}

impl Before {
    fn make() -> Self {
        let dir = TempDir::new().unwrap();
        let log = open(dir.path(), &[]).unwrap();
        let mut slow = Position::default();
        for n in 0..40 {
            append(&log, n);
            if n == 19 {
                slow = log.end();
            }
        }
        let records = read_all(&log, &Position::default());
        let reader = Known::reader("billing", &log.end());
        drop(log);
        assert!(segments(dir.path()).len() > 3);
        Self { dir, records, reader, slow }
    }

    fn known(&self) -> [Known; 3] {
        let last = Known::record("a settlement", self.records[39].at);
        [self.reader.clone(), last, Known::reader("facts", &self.slow)]
    }

    /// Takes the last record away, and the end of the one before it.
    fn truncate(&self) {
        let last = segments(self.dir.path()).pop().unwrap();
        let base = u64::from_str_radix(last.file_stem().unwrap().to_str().unwrap(), 16).unwrap();
        fs::File::options().write(true).open(last).unwrap().set_len(self.records[38].at.0 + 9 - base).unwrap();
    }
}

#[test]
fn a_log_without_a_known_place_is_refused_and_left_as_it_is() {
    type Damage = fn(&Before);
    let check = |what: &str, damage: Damage, ends_before: bool| {
        let before = Before::make();
        damage(&before);
        let found = content(before.dir.path());
        let error = open(before.dir.path(), &before.known()).unwrap_err();
        let text = error.to_string();
        if ends_before {
            assert!(
                matches!(&error, LogError::EndsBefore { who, known, end, .. }
                if who == "billing" && *known == before.reader.offset() && *end < *known),
                "{what}: {text}"
            );
        } else {
            assert!(matches!(error, LogError::AnotherLog { .. }), "{what}: {text}");
        }
        assert!(text.contains("Restore") && text.contains("placard log continue"), "{what}: {text}");
        assert_eq!(content(before.dir.path()), found, "{what}: nothing was written");
    };
    check(
        "nothing left",
        |before| segments(before.dir.path()).iter().for_each(|path| fs::remove_file(path).unwrap()),
        true,
    );
    check("truncated", Before::truncate, true);
    check("an older copy", |before| fs::remove_file(segments(before.dir.path()).pop().unwrap()).unwrap(), true);
    check(
        "an older copy that was written to",
        |before| {
            before.truncate();
            let log = open(before.dir.path(), &[]).unwrap();
            for _ in 0..20 {
                let external_id = "another record".to_owned();
                let state = placard_model::event::ConversionState::Hold;
                let event = Event::Postback {
                    click: EventRef(1),
                    external_id,
                    state,
                    payout: None,
                    goal: String::new(),
                    transaction_id: String::new(),
                };
                block_on(log.append(event)).unwrap();
            }
        },
        false,
    );
    let before = Before::make();
    assert_eq!(read_all(&open(before.dir.path(), &before.known()).unwrap(), &Position::default()), before.records);

    // What a reader has still to read may not be missing at the beginning either.
    let slow = Known::reader("facts", &before.slow);
    fs::remove_file(&segments(before.dir.path())[0]).unwrap();
    open(before.dir.path(), &before.known()).unwrap();
    let early = Known::record("an old settlement", before.records[0].at);
    open(before.dir.path(), &[early]).unwrap();
    segments(before.dir.path()).iter().rev().skip(1).for_each(|path| fs::remove_file(path).unwrap());
    assert!(matches!(open(before.dir.path(), &[slow]), Err(LogError::BeginsAfter { .. })));
}

#[test]
fn a_log_goes_on_behind_everything_that_anybody_knows() {
    for damage in [Before::truncate, |before: &Before| {
        for path in segments(before.dir.path()) {
            fs::remove_file(path).unwrap();
        }
    }] {
        let before = Before::make();
        let (dir, known) = (before.dir.path(), before.known());
        assert_eq!(LogFolder::lock(dir).unwrap().continue_past(&known, NOON).unwrap(), None, "nothing is lost");
        damage(&before);
        let floor = NOON.plus_ms(5_000);
        let gap = LogFolder::lock(dir).unwrap().continue_past(&known, floor).unwrap().unwrap();
        assert!(gap.from < before.reader.offset() && gap.to > before.reader.offset() && gap.after_ms == floor);
        assert!(gap.contains(before.records[39].at));
        assert_eq!(LogFolder::lock(dir).unwrap().continue_past(&known, floor).unwrap(), None, "once is enough");

        let log = open(dir, &known).unwrap();
        let kept = read_all(&log, &Position::default());
        assert_eq!(kept, before.records[..kept.len()], "what is left is read");
        let mut new = Vec::new();
        for n in 100..140 {
            let appended = append(&log, n);
            assert!(appended.at > before.records[39].at && appended.append_ms >= floor);
            new.push(appended.at);
        }
        let found = log.gaps();
        assert_eq!(found, [gap]);
        // A reader in the lost part goes on behind it; one before reads what is left first.
        for (from, left) in [(&log.end(), 40), (&before.slow, 0), (&gap.after(), 0)] {
            let read: Vec<_> = read_all(&log, from).iter().map(|record| record.at).collect();
            assert_eq!(read[read.len().saturating_sub(40 - left)..], new[left..]);
        }
        let in_gap = log.read(&before.slow, 1_000, None).unwrap();
        assert!(in_gap.at_end && log.read(&in_gap.next, 1, None).unwrap().events.is_empty());
        drop(log);
        let log = open(dir, &known).unwrap();
        let again: Vec<_> = read_all(&log, &Position::default()).iter().map(|record| record.at).collect();
        assert_eq!(again[kept.len()..], new, "after a restart too");
        log.apply_retention(NOON.plus_ms(999_000), &log.end()).unwrap();
        assert!(log.gaps().is_empty(), "a gap is forgotten with what stood before it");
    }
}

/// Appends until the log takes it.
fn append_in_the_end(log: &Log, n: u64) -> Appended {
    let began = Instant::now();
    loop {
        match try_append(log, n) {
            Ok(appended) => return appended,
            Err(error) => assert!(began.elapsed() < PATIENCE, "{error}"),
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_log_that_could_not_write_goes_on_by_itself() {
    let dir = TempDir::new().unwrap();
    let log = open(dir.path(), &[]).unwrap();
    let mut acknowledged = vec![append(&log, 0).at];
    // Where the next segment would begin stands something that cannot be written to.
    let obstacle = |log: &Log| {
        let last = read_all(log, &Position::default()).pop().unwrap().at.0;
        (last..last + 600).map(|base| dir.path().join(format!("{base:016x}.log"))).collect::<Vec<_>>()
    };
    for round in 1..4 {
        let there: Vec<_> = obstacle(&log).into_iter().filter(|path| fs::create_dir(path).is_ok()).collect();
        let mut n = round * 100;
        let error = loop {
            n += 1;
            match try_append(&log, n) {
                Ok(appended) => acknowledged.push(appended.at),
                Err(error) => break error,
            }
        };
        assert!(matches!(error, AppendError::Io(_)), "{error}");
        assert!(!log.accepts() && matches!(log.refused(), Some(AppendError::Io(_))));
        for path in &there {
            fs::remove_dir(path).unwrap();
        }
        acknowledged.push(append_in_the_end(&log, n).at);
        assert!(log.accepts() && log.refused().is_none());
    }
    let at = |log: &Log| read_all(log, &Position::default()).iter().map(|record| record.at).collect::<Vec<_>>();
    assert_eq!(at(&log), acknowledged);

    // A restart while it cannot write: what the file holds beyond the last acknowledged record is cut off.
    let end = Known::reader("billing", &log.end());
    drop(log);
    let log = open(dir.path(), &[end]).unwrap();
    assert_eq!(at(&log), acknowledged);
    append(&log, 9_999);
}

#[test]
fn a_log_is_held_and_let_go() {
    let dir = TempDir::new().unwrap();
    let log = open(dir.path(), &[]).unwrap();
    append(&log, 1);
    log.hold(AppendError::NoSpace { free_mib: 3, min_mib: 512 });
    assert!(!log.accepts());
    let refused = try_append(&log, 2).unwrap_err().to_string();
    assert!(refused.contains("3 MiB") && refused.contains("512"), "{refused}");
    log.release();
    assert!(log.accepts());
    append(&log, 3);
    log.close();
    log.release();
    assert!(matches!(try_append(&log, 4), Err(AppendError::Closed)), "closed is for good");
}

/// Damages a record of a closed or of the last segment.
fn spoil(dir: &Path, record: &Record, byte: u64) {
    let files = segments(dir).into_iter();
    let mut bases =
        files.map(|path| (u64::from_str_radix(path.file_stem().unwrap().to_str().unwrap(), 16).unwrap(), path));
    let (base, path) = bases.rfind(|(base, _)| *base <= record.at.0).unwrap();
    let mut bytes = fs::read(&path).unwrap();
    bytes[(record.at.0 - base + byte) as usize] ^= 0x5a;
    fs::write(path, bytes).unwrap();
}

#[test]
fn a_log_goes_on_over_damaged_records_and_names_them() {
    // Each alone, two next to each other, and several at once; with a bad length, checksum or payload.
    let tables: [(&[usize], u64); 8] = [
        (&[19], 9),
        (&[1], 0),
        (&[17], 5),
        (&[18, 19], 21),
        (&[37], 22),
        (&[6, 7, 8, 9], 9),
        (&[0, 12, 30, 36], 4),
        (&[5], 1),
    ];
    for (spoilt, byte) in tables {
        let before = Before::make();
        let dir = before.dir.path();
        for n in spoilt {
            spoil(dir, &before.records[*n], byte);
        }
        let kept = content(dir);
        let folder = LogFolder::lock(dir).unwrap();
        let (mut gaps, mut lost) = (Vec::new(), Vec::new());
        while let Some(damage) = folder.find_damage().unwrap() {
            assert!(gaps.len() <= spoilt.len(), "{damage}");
            let gap = folder.go_past(&damage).unwrap();
            assert_eq!((gap.from, gap.before_ms, gap.after_ms), (damage.from, damage.before_ms, NOON));
            gaps.push(gap);
            lost.push(damage.from..damage.to);
        }
        let is_lost = |record: &&Record| lost.iter().any(|range| range.contains(&record.at.0));
        // Records are smaller here than a segment's header, which takes the place of the next one too.
        assert!(before.records.iter().filter(is_lost).count() <= 2 * spoilt.len(), "{lost:?}");
        assert!(spoilt.iter().all(|n| is_lost(&&before.records[*n])));
        // Nothing that was written is gone, but that a header may say that a gap comes before it.
        let now = content(dir);
        for (path, bytes) in kept {
            let found = now.iter().find(|(other, _)| *other == path).unwrap();
            assert!(found.1[32..] == bytes[32..]);
        }
        folder.check(&before.known()).unwrap();
        let log = folder.open(CONFIG, Arc::new(ManualClock::new(NOON)), &before.known()).unwrap();
        assert_eq!(log.gaps(), gaps);
        let left: Vec<&Record> = before.records.iter().filter(|record| !is_lost(record)).collect();
        let found = read_all(&log, &Position::default());
        assert_eq!(found.iter().collect::<Vec<_>>(), left, "{spoilt:?}");
        let slow = left.iter().filter(|record| record.at >= before.records[20].at).count();
        assert_eq!(read_all(&log, &before.slow).len(), slow, "a reader goes on");
        let next = append(&log, 99);
        drop(log);
        let log = open(dir, &before.known()).unwrap();
        assert_eq!((log.gaps(), log.get(next.at).unwrap().at), (gaps, next.at));
        assert_eq!(read_all(&log, &Position::default()).len(), left.len() + 1);
        assert_eq!(
            LogFolder::lock(before.dir.path()).err().map(|error| error.to_string().contains("open")),
            Some(true)
        );
    }
}

#[test]
fn what_was_never_acknowledged_is_no_damage() {
    let before = Before::make();
    before.truncate();
    let folder = LogFolder::lock(before.dir.path()).unwrap();
    assert_eq!(folder.find_damage().unwrap(), None);
    let whole = Before::make();
    assert_eq!(LogFolder::lock(whole.dir.path()).unwrap().find_damage().unwrap(), None);
}

#[test]
fn an_end_that_cannot_be_read_is_gone_past() {
    let before = Before::make();
    let dir = before.dir.path();
    let last = segments(dir).pop().unwrap();
    let base = u64::from_str_radix(last.file_stem().unwrap().to_str().unwrap(), 16).unwrap();
    let first_lost = before.records.iter().position(|record| record.at.0 > base + 32).unwrap();
    let at = (before.records[first_lost].at.0 - base) as usize;
    // More than one group: some of it had been acknowledged.
    let mut bytes = fs::read(&last).unwrap();
    bytes.truncate(at);
    bytes.resize(at + (5 << 20), 0x5a);
    fs::write(&last, &bytes).unwrap();
    assert!(matches!(open(dir, &[]), Err(LogError::Corrupt { .. })));
    let folder = LogFolder::lock(dir).unwrap();
    let damage = folder.find_damage().unwrap().expect("an end that is damaged");
    assert_eq!((damage.from, damage.to), (before.records[first_lost].at.0, base + bytes.len() as u64));
    folder.go_past(&damage).unwrap();
    assert_eq!(folder.find_damage().unwrap(), None);
    let log = folder.open(CONFIG, Arc::new(ManualClock::new(NOON)), &[]).unwrap();
    assert_eq!(read_all(&log, &Position::default()), before.records[..first_lost]);
    assert!(append(&log, 99).at.0 >= damage.to, "an id that was given out is not given out again");
}
