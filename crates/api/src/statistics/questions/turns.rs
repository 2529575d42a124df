//! Turns of accounts: the facts answer few questions at a time and few pages are fetched, and nobody gets them all.

use crate::fair::part_of_one;
use parking_lot::Mutex;
use placard_common::error::Problem;
use placard_model::UserId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit};

/// Questions of one account that are answered at the same time: half of what the facts answer at all. Others wait.
const QUESTIONS_PER_ACCOUNT: usize = 2;
/// Questions and fetches of one account that wait or are answered; what a page asks at once is far less.
const WAITING_PER_ACCOUNT_MAX: usize = 32;
/// Pages of one account that are fetched at the same time: an eighth of what is fetched at all. Others wait.
const FETCHES_PER_ACCOUNT: usize = 2;
/// Addresses of all accounts that are looked at at the same time while they are typed: half of what is fetched at all.
const LOOKS_MAX: usize = 8;
/// Questions of one account for the subscribers of audiences that are counted at the same time. Others wait.
const REACHES_PER_ACCOUNT: usize = 1;
/// Files of one account that are made or sent at the same time; fewer when few of all are free.
pub const FILES_PER_ACCOUNT_MAX: usize = 3;
/// Files of all accounts together: each takes place on the disk until it is sent.
const FILES_MAX: usize = 24;
/// Exports of own data that are made or sent at the same time, of all accounts; of one account one: each takes place on the
/// disk until it is sent.
const EXPORTS_MAX: usize = 8;
/// Exports that are put together at the same time: each reads the database all the while.
const EXPORTS_MADE_MAX: usize = 2;
/// Long bodies of all accounts at the same time, of one account one: each is in memory, also while it arrives.
const BODIES_MAX: usize = 32;
/// Long bodies that are read at the same time once they are there: what is made of one is larger than it.
const BODIES_READ_MAX: usize = 4;
/// Seconds to wait when there were too many.
const RETRY_S: u32 = 10;
/// Accounts that are remembered before those with nothing to do are forgotten.
const ACCOUNTS_MAX: usize = 1_024;

/// Accounts that hold something of which each may have one.
type Holders = Mutex<FxHashSet<UserId>>;

/// Who asks how much at the moment.
pub struct Turns {
    accounts: Mutex<FxHashMap<UserId, Arc<Account>>>,
    looks: Semaphore,
    files: Arc<Semaphore>,
    exports: Arc<Holders>,
    making_exports: Semaphore,
    bodies: Arc<Holders>,
    reading_bodies: Semaphore,
}

struct Account {
    questions: Semaphore,
    fetches: Semaphore,
    looks: Semaphore,
    waiting: AtomicUsize,
    files: Arc<Semaphore>,
    reaches: Arc<Semaphore>,
}

impl Default for Turns {
    fn default() -> Self {
        Self {
            accounts: Mutex::default(),
            looks: Semaphore::new(LOOKS_MAX),
            files: Arc::new(Semaphore::new(FILES_MAX)),
            exports: Arc::default(),
            making_exports: Semaphore::new(EXPORTS_MADE_MAX),
            bodies: Arc::default(),
            reading_bodies: Semaphore::new(BODIES_READ_MAX),
        }
    }
}

/// The right to have a file made and sent; over when it is dropped.
pub(crate) struct FileTurn {
    _own: OwnedSemaphorePermit,
    _all: OwnedSemaphorePermit,
}

/// The right to have subscribers counted; over when it is dropped.
pub(crate) struct ReachTurn {
    _own: OwnedSemaphorePermit,
}

/// The right to an export of own data; over when it is dropped.
pub struct ExportTurn {
    _one: OneOfAccount,
}

/// The right to a long body and to what is made of it; over when it is dropped.
pub(crate) struct BodyTurn {
    _one: OneOfAccount,
}

/// What an account has one of.
struct OneOfAccount {
    all: Arc<Holders>,
    user: UserId,
}

impl OneOfAccount {
    /// Refused while the account has one, or all together so many.
    fn take(all: &Arc<Holders>, user: UserId, most: usize) -> Result<Self, Problem> {
        let mut holders = all.lock();
        if holders.contains(&user) {
            return Err(Problem::TooManyRequests(RETRY_S));
        }
        if holders.len() >= most {
            return Err(Problem::Unavailable(RETRY_S));
        }
        holders.insert(user);
        Ok(Self { all: Arc::clone(all), user })
    }
}

impl Drop for OneOfAccount {
    fn drop(&mut self) {
        self.all.lock().remove(&self.user);
    }
}

/// Counts who waits, also when the request is given up.
struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Turns {
    fn account(&self, user: UserId) -> Arc<Account> {
        let mut accounts = self.accounts.lock();
        if accounts.len() >= ACCOUNTS_MAX {
            // What is in use is held by somebody else as well, files by their permits.
            accounts.retain(|_, account| {
                Arc::strong_count(account) > 1
                    || account.files.available_permits() < FILES_PER_ACCOUNT_MAX
                    || account.reaches.available_permits() < REACHES_PER_ACCOUNT
            });
        }
        let new = || {
            Arc::new(Account {
                questions: Semaphore::new(QUESTIONS_PER_ACCOUNT),
                fetches: Semaphore::new(FETCHES_PER_ACCOUNT),
                looks: Semaphore::new(FETCHES_PER_ACCOUNT),
                waiting: AtomicUsize::new(0),
                files: Arc::new(Semaphore::new(FILES_PER_ACCOUNT_MAX)),
                reaches: Arc::new(Semaphore::new(REACHES_PER_ACCOUNT)),
            })
        };
        Arc::clone(accounts.entry(user).or_insert_with(new))
    }

    /// Asks when it is the account's turn.
    pub async fn ask<T>(&self, user: UserId, ask: impl Future<Output = T>) -> Result<T, Problem> {
        self.in_turn(user, |account| &account.questions, ask).await
    }

    /// Fetches a page when it is the account's turn.
    pub async fn fetch<T>(&self, user: UserId, fetch: impl Future<Output = T>) -> Result<T, Problem> {
        self.in_turn(user, |account| &account.fetches, fetch).await
    }

    /// Looks at an address that is typed, as a fetch of the account's; refused while all accounts together look at too many, or
    /// the account at more than one when few are free: the next letter asks again.
    pub async fn look<T>(&self, user: UserId, look: impl Future<Output = T>) -> Result<T, Problem> {
        let account = self.account(user);
        let look = async {
            let held = FETCHES_PER_ACCOUNT - account.looks.available_permits();
            if held > 0 && held >= part_of_one(FETCHES_PER_ACCOUNT, self.looks.available_permits(), LOOKS_MAX) {
                return Err(Problem::TooManyRequests(RETRY_S));
            }
            let _own = account.looks.try_acquire().map_err(|_| Problem::TooManyRequests(RETRY_S))?;
            let _one = self.looks.try_acquire().map_err(|_| Problem::Unavailable(RETRY_S))?;
            Ok(look.await)
        };
        self.fetch(user, look).await?
    }

    async fn in_turn<T>(
        &self,
        user: UserId,
        turns: impl Fn(&Account) -> &Semaphore,
        ask: impl Future<Output = T>,
    ) -> Result<T, Problem> {
        let account = self.account(user);
        let before = account.waiting.fetch_add(1, Ordering::Relaxed);
        let _waiting = Waiting(&account.waiting);
        if before >= WAITING_PER_ACCOUNT_MAX {
            return Err(Problem::TooManyRequests(RETRY_S));
        }
        let _turn = turns(&account).acquire().await.map_err(|_| Problem::Unavailable(RETRY_S))?;
        Ok(ask.await)
    }

    /// The right to have subscribers counted, when it is the account's turn.
    pub(crate) async fn reach(&self, user: UserId) -> Result<ReachTurn, Problem> {
        let account = self.account(user);
        let before = account.waiting.fetch_add(1, Ordering::Relaxed);
        let _waiting = Waiting(&account.waiting);
        if before >= WAITING_PER_ACCOUNT_MAX {
            return Err(Problem::TooManyRequests(RETRY_S));
        }
        let own = Arc::clone(&account.reaches).acquire_owned().await;
        Ok(ReachTurn { _own: own.map_err(|_| Problem::Unavailable(RETRY_S))? })
    }

    /// The right to a file; refused when the account, or all together, have too many.
    pub(crate) fn file(&self, user: UserId) -> Result<FileTurn, Problem> {
        let own = Arc::clone(&self.account(user).files);
        let held = FILES_PER_ACCOUNT_MAX - own.available_permits();
        if held > 0 && held >= part_of_one(FILES_PER_ACCOUNT_MAX, self.files.available_permits(), FILES_MAX) {
            return Err(Problem::TooManyRequests(RETRY_S));
        }
        let own = own.try_acquire_owned().map_err(|_| Problem::TooManyRequests(RETRY_S))?;
        let all = Arc::clone(&self.files).try_acquire_owned().map_err(|_| Problem::Unavailable(RETRY_S))?;
        Ok(FileTurn { _own: own, _all: all })
    }

    /// The right to an export of own data, until it is sent; refused while the account has one, or all together too many.
    pub fn export(&self, user: UserId) -> Result<ExportTurn, Problem> {
        Ok(ExportTurn { _one: OneOfAccount::take(&self.exports, user, EXPORTS_MAX)? })
    }

    /// The right to a long body; refused while the account has one, or all together too many.
    pub(crate) fn body(&self, user: UserId) -> Result<BodyTurn, Problem> {
        Ok(BodyTurn { _one: OneOfAccount::take(&self.bodies, user, BODIES_MAX)? })
    }

    /// The turn to read a long body that has arrived.
    pub(crate) async fn read_body(&self) -> Result<SemaphorePermit<'_>, Problem> {
        self.reading_bodies.acquire().await.map_err(|_| Problem::Unavailable(RETRY_S))
    }

    /// The right to put an export together, which is but a part of its way; refused when too many do.
    pub fn make_export(&self) -> Result<SemaphorePermit<'_>, Problem> {
        self.making_exports.try_acquire().map_err(|_| Problem::Unavailable(RETRY_S))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt as _;
    use std::future::{pending, ready};

    #[test]
    fn one_account_does_not_have_all_turns() {
        let turns = Turns::default();
        let mut asking: Vec<_> =
            (0..WAITING_PER_ACCOUNT_MAX).map(|_| Box::pin(turns.ask(UserId(1), pending::<()>()))).collect();
        assert!(asking.iter_mut().all(|ask| ask.as_mut().now_or_never().is_none()));
        let refused = turns.ask(UserId(1), ready(())).now_or_never().expect("it is refused at once");
        assert!(matches!(refused, Err(Problem::TooManyRequests(_))));
        assert!(matches!(turns.ask(UserId(2), ready(7)).now_or_never(), Some(Ok(7))), "others do not wait");
        drop(asking);
        assert!(matches!(turns.ask(UserId(1), ready(7)).now_or_never(), Some(Ok(7))), "what is given up is free");
        let mut fetching: Vec<_> = (0..10).map(|_| Box::pin(turns.fetch(UserId(1), pending::<()>()))).collect();
        assert!(fetching.iter_mut().all(|fetch| fetch.as_mut().now_or_never().is_none()));
        assert!(turns.fetch(UserId(1), ready(7)).now_or_never().is_none(), "its fetches are under way");
        assert!(matches!(turns.fetch(UserId(2), ready(7)).now_or_never(), Some(Ok(7))), "those of others are not");
    }

    #[test]
    fn looks_at_typed_addresses_are_few_of_all() {
        let turns = Turns::default();
        let look = |user: i64| Box::pin(turns.look(UserId(user), pending::<()>()));
        let mut looks: Vec<_> = [1, 1, 2, 2, 3].map(look).into();
        assert!(looks.iter_mut().all(|look| look.as_mut().now_or_never().is_none()));
        let second = turns.look(UserId(3), ready(())).now_or_never();
        assert!(matches!(second, Some(Err(Problem::TooManyRequests(_)))), "half is taken: one for each account");
        looks.extend((4..).take(LOOKS_MAX - looks.len()).map(look));
        assert!(looks.iter_mut().skip(5).all(|look| look.as_mut().now_or_never().is_none()));
        let refused = turns.look(UserId(999), ready(())).now_or_never();
        assert!(matches!(refused, Some(Err(Problem::Unavailable(_)))), "it is refused at once");
        assert!(matches!(turns.fetch(UserId(999), ready(7)).now_or_never(), Some(Ok(7))), "other fetches go on");
        looks.pop();
        assert!(matches!(turns.look(UserId(999), ready(7)).now_or_never(), Some(Ok(7))), "what is given up is free");
    }

    #[test]
    fn exports_are_one_of_an_account_and_few_of_all() {
        let turns = Turns::default();
        let mut exports: Vec<ExportTurn> =
            (0..EXPORTS_MAX as i64).map(|user| turns.export(UserId(user)).unwrap()).collect();
        assert!(matches!(turns.export(UserId(0)), Err(Problem::TooManyRequests(_))));
        assert!(matches!(turns.export(UserId(999)), Err(Problem::Unavailable(_))));
        exports.remove(0);
        turns.export(UserId(0)).map(drop).unwrap();
    }

    #[test]
    fn long_bodies_are_one_of_an_account_and_few_of_all() {
        let turns = Turns::default();
        let mut bodies: Vec<BodyTurn> = (0..BODIES_MAX as i64).map(|user| turns.body(UserId(user)).unwrap()).collect();
        assert!(matches!(turns.body(UserId(0)), Err(Problem::TooManyRequests(_))));
        assert!(matches!(turns.body(UserId(999)), Err(Problem::Unavailable(_))));
        bodies.remove(0);
        turns.body(UserId(999)).map(drop).unwrap();
    }

    #[test]
    fn files_are_counted_until_they_are_sent() {
        let turns = Turns::default();
        let mut files: Vec<FileTurn> = (0..FILES_PER_ACCOUNT_MAX).map(|_| turns.file(UserId(1)).unwrap()).collect();
        assert!(matches!(turns.file(UserId(1)), Err(Problem::TooManyRequests(_))));
        turns.file(UserId(2)).map(drop).unwrap();
        files.pop();
        files.push(turns.file(UserId(1)).unwrap());
        // The second half is taken by ever more accounts, each with ever fewer.
        let mut others = 2_i64..;
        while turns.files.available_permits() > 4 {
            let user = UserId(others.next().unwrap());
            while let Ok(file) = turns.file(user) {
                files.push(file);
            }
        }
        assert!(others.start > 9, "{others:?}");
        let all = others.start..others.start + 4;
        files.extend(all.map(|user| turns.file(UserId(user)).unwrap()));
        assert!(matches!(turns.file(UserId(999)), Err(Problem::Unavailable(_))));
    }
}
