//! The server's time: it follows the machine's clock as long as that behaves, and counts on by itself when it jumps.
//!
//! Time never stands still and never goes back. A machine's clock that is a little ahead is followed at once; one that
//! jumped far ahead is not believed until a restart; one that is behind what was stamped already is approached slowly, so
//! slowly that no rule on durations notices. Everything in the server uses this one time, so that decisions, tokens and
//! records of the log always fit together.

use parking_lot::Mutex;
use placard_model::time::{Clock, HOUR_MS, SystemClock, UnixMs};
use rustix::time::{ClockId, clock_gettime};

/// All jumps ahead together that a running server follows, in ms. (A clock may also run too fast by one in a thousand.)
const JUMP_MS_MAX: i64 = 15 * 60_000;
/// A clock that differs by more is told, in ms.
const TOLD_MS: i64 = 5_000;
/// While the machine's clock is behind, one in so many milliseconds is left out: 1.6 %.
const SLOWER_ONE_IN: i64 = 64;
/// Where the log is ahead of the machine's clock, a start counts as so long at least, in ms: longer than any rule looks
/// at that asks whether something came too soon.
pub const START_MS: i64 = 3_000;

/// What a clock reads.
trait Sources: Send + Sync + 'static {
    /// The machine's clock, which may jump.
    fn wall(&self) -> UnixMs;
    /// Milliseconds since some moment; never jumps, and goes on while the machine sleeps.
    fn elapsed_ms(&self) -> i64;
}

struct Machine;

impl Sources for Machine {
    fn wall(&self) -> UnixMs {
        SystemClock.now()
    }

    fn elapsed_ms(&self) -> i64 {
        let time = clock_gettime(ClockId::Boottime);
        time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }
}

/// A clock that never stands still, never goes back and never jumps far.
pub struct SteadyClock {
    sources: Box<dyn Sources>,
    state: Mutex<State>,
}

#[derive(Clone, Copy)]
struct State {
    /// The time at the beginning.
    base: UnixMs,
    /// What was elapsed then.
    began_ms: i64,
    /// Added to what was counted since: follows the machine's clock.
    offset_ms: i64,
    /// What was elapsed when time was last slowed down.
    slowed_at_ms: i64,
    /// The last answer.
    last: UnixMs,
}

impl SteadyClock {
    /// Begins at the machine's present time.
    pub fn of_machine() -> Self {
        Self::of(Box::new(Machine))
    }

    fn of(sources: Box<dyn Sources>) -> Self {
        let state = State::begin(sources.wall(), sources.elapsed_ms());
        Self { sources, state: Mutex::new(state) }
    }

    /// Begins anew behind the last stamp of the log, if the machine's clock is not past it.
    pub fn go_on_from(&self, last_stamp: UnixMs) {
        let (wall, elapsed_ms) = (self.sources.wall(), self.sources.elapsed_ms());
        let base = if wall > last_stamp { wall } else { last_stamp.plus_ms(START_MS) };
        *self.state.lock() = State::begin(base, elapsed_ms);
    }

    /// What the machine's clock shows, right or wrong.
    pub fn machine(&self) -> UnixMs {
        self.sources.wall()
    }

    /// How far the machine's clock is ahead of this one, in ms; negative: behind.
    pub fn machine_ahead_ms(&self) -> i64 {
        self.machine().since_ms(self.now())
    }

    /// What is wrong with the machine's clock, and what to do.
    pub fn alarm(&self) -> Option<String> {
        match self.machine_ahead_ms() {
            ahead if ahead > TOLD_MS => Some(format!(
                "the machine's clock jumped {} s ahead and is not believed: correct it, or restart Placard if it is right",
                ahead / 1_000
            )),
            ahead if ahead < -TOLD_MS => Some(format!(
                "the machine's clock is {} s behind what Placard has stamped already; Placard comes back to it slowly, in \
                 about {} hours: correct it if it is wrong",
                -ahead / 1_000,
                -ahead * SLOWER_ONE_IN / HOUR_MS + 1
            )),
            _ => None,
        }
    }
}

impl State {
    const fn begin(base: UnixMs, elapsed_ms: i64) -> Self {
        Self { base, began_ms: elapsed_ms, offset_ms: 0, slowed_at_ms: elapsed_ms, last: base }
    }

    fn read(&mut self, wall: UnixMs, elapsed_ms: i64) -> UnixMs {
        let counted = elapsed_ms - self.began_ms;
        let plain = self.base.plus_ms(counted);
        let wanted = wall.since_ms(plain);
        if wanted >= self.offset_ms {
            self.slowed_at_ms = elapsed_ms;
            if wanted <= JUMP_MS_MAX + counted / 1_000 {
                self.offset_ms = wanted;
            }
        } else {
            let slower_ms = (elapsed_ms - self.slowed_at_ms) / SLOWER_ONE_IN;
            self.slowed_at_ms += slower_ms * SLOWER_ONE_IN;
            self.offset_ms = (self.offset_ms - slower_ms).max(wanted);
        }
        self.last = self.last.max(plain.plus_ms(self.offset_ms));
        self.last
    }
}

impl Clock for SteadyClock {
    fn now(&self) -> UnixMs {
        let mut state = self.state.lock();
        let (wall, elapsed_ms) = (self.sources.wall(), self.sources.elapsed_ms());
        state.read(wall, elapsed_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicI64, Ordering};

    /// A machine whose clock and whose count are moved by hand.
    #[derive(Clone, Default)]
    struct Hands(Arc<(AtomicI64, AtomicI64)>);

    impl Sources for Hands {
        fn wall(&self) -> UnixMs {
            UnixMs(self.0.0.load(Ordering::SeqCst))
        }

        fn elapsed_ms(&self) -> i64 {
            self.0.1.load(Ordering::SeqCst)
        }
    }

    const NOON: UnixMs = UnixMs(1_800_000_000_000);

    impl Hands {
        fn clock() -> (Self, SteadyClock) {
            let hands = Self::default();
            hands.jump(NOON.0);
            (hands.clone(), SteadyClock::of(Box::new(hands)))
        }

        fn pass(&self, ms: i64) {
            self.0.0.fetch_add(ms, Ordering::SeqCst);
            self.0.1.fetch_add(ms, Ordering::SeqCst);
        }

        fn jump(&self, ms: i64) {
            self.0.0.fetch_add(ms, Ordering::SeqCst);
        }
    }

    fn since_noon(clock: &SteadyClock) -> i64 {
        clock.now().since_ms(NOON)
    }

    #[test]
    fn small_jumps_ahead_are_followed_and_large_ones_are_not() {
        let (hands, clock) = Hands::clock();
        hands.pass(1_000);
        hands.jump(60_000);
        assert_eq!((since_noon(&clock), clock.alarm()), (61_000, None));
        hands.jump(24 * HOUR_MS);
        hands.pass(500);
        assert_eq!(since_noon(&clock), 61_500, "time goes on as if nothing had happened");
        assert!(clock.alarm().unwrap().contains("86400 s ahead"), "{:?}", clock.alarm());
        for _ in 0..100 {
            hands.jump(60_000);
            clock.now();
        }
        assert_eq!(since_noon(&clock), 61_500, "nor by small steps");
        hands.jump(-24 * HOUR_MS - 100 * 60_000);
        hands.pass(500);
        assert_eq!((since_noon(&clock), clock.alarm()), (62_000, None), "and all is well once it is corrected");
    }

    #[test]
    fn a_clock_that_was_ahead_is_come_back_to_without_standing_still() {
        let (hands, clock) = Hands::clock();
        clock.go_on_from(NOON.plus_ms(HOUR_MS));
        assert_eq!(since_noon(&clock), HOUR_MS + START_MS, "behind the last stamp, by more than any rule looks at");
        assert!(clock.alarm().unwrap().contains("behind"), "{:?}", clock.alarm());
        let mut before = since_noon(&clock);
        for _ in 0..100 {
            hands.pass(300);
            let now = since_noon(&clock);
            assert!((294..=300).contains(&(now - before)), "a pause of 300 ms was taken for {} ms", now - before);
            before = now;
        }
        // Looked at often or rarely, it arrives.
        for _ in 0..66 {
            hands.pass(HOUR_MS);
            clock.now();
        }
        assert_eq!((clock.machine_ahead_ms(), clock.alarm()), (0, None));
        hands.jump(-10);
        let now = since_noon(&clock);
        hands.pass(1);
        assert!(since_noon(&clock) >= now, "never back");
    }
}
