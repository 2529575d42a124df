//! Turns of accounts: the facts answer few questions at a time, and nobody gets them all.

use crate::error::Problem;
use parking_lot::Mutex;
use placard_model::UserId;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Questions of one account that are answered at the same time: half of what the facts answer at all. Others wait.
const QUESTIONS_PER_ACCOUNT: usize = 2;
/// Questions of one account that wait or are answered; what a page asks at once is far less.
const WAITING_PER_ACCOUNT_MAX: usize = 32;
/// Files of one account that are made or sent at the same time.
pub const FILES_PER_ACCOUNT_MAX: usize = 3;
/// Files of all accounts together: each takes place on the disk until it is sent.
const FILES_MAX: usize = 24;
/// Seconds to wait when there were too many.
const RETRY_S: u32 = 10;
/// Accounts that are remembered before those with nothing to do are forgotten.
const ACCOUNTS_MAX: usize = 1_024;

/// Who asks how much at the moment.
pub struct Turns {
    accounts: Mutex<FxHashMap<UserId, Arc<Account>>>,
    files: Arc<Semaphore>,
}

struct Account {
    questions: Semaphore,
    waiting: AtomicUsize,
    files: Arc<Semaphore>,
}

impl Default for Turns {
    fn default() -> Self {
        Self { accounts: Mutex::default(), files: Arc::new(Semaphore::new(FILES_MAX)) }
    }
}

/// The right to have a file made and sent; over when it is dropped.
pub(super) struct FileTurn {
    _own: OwnedSemaphorePermit,
    _all: OwnedSemaphorePermit,
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
                Arc::strong_count(account) > 1 || account.files.available_permits() < FILES_PER_ACCOUNT_MAX
            });
        }
        let new = || {
            Arc::new(Account {
                questions: Semaphore::new(QUESTIONS_PER_ACCOUNT),
                waiting: AtomicUsize::new(0),
                files: Arc::new(Semaphore::new(FILES_PER_ACCOUNT_MAX)),
            })
        };
        Arc::clone(accounts.entry(user).or_insert_with(new))
    }

    /// Asks when it is the account's turn.
    pub async fn ask<T>(&self, user: UserId, ask: impl Future<Output = T>) -> Result<T, Problem> {
        let account = self.account(user);
        let before = account.waiting.fetch_add(1, Ordering::Relaxed);
        let _waiting = Waiting(&account.waiting);
        if before >= WAITING_PER_ACCOUNT_MAX {
            return Err(Problem::TooManyRequests(RETRY_S));
        }
        let _turn = account.questions.acquire().await.map_err(|_| Problem::Unavailable(RETRY_S))?;
        Ok(ask.await)
    }

    /// The right to a file; refused when the account, or all together, have too many.
    pub(super) fn file(&self, user: UserId) -> Result<FileTurn, Problem> {
        let own = Arc::clone(&self.account(user).files);
        let own = own.try_acquire_owned().map_err(|_| Problem::TooManyRequests(RETRY_S))?;
        let all = Arc::clone(&self.files).try_acquire_owned().map_err(|_| Problem::Unavailable(RETRY_S))?;
        Ok(FileTurn { _own: own, _all: all })
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
    }

    #[test]
    fn files_are_counted_until_they_are_sent() {
        let turns = Turns::default();
        let mut files: Vec<FileTurn> = (0..FILES_PER_ACCOUNT_MAX).map(|_| turns.file(UserId(1)).unwrap()).collect();
        assert!(matches!(turns.file(UserId(1)), Err(Problem::TooManyRequests(_))));
        turns.file(UserId(2)).map(drop).unwrap();
        files.pop();
        files.push(turns.file(UserId(1)).unwrap());
        let all = 2..2 + (FILES_MAX - FILES_PER_ACCOUNT_MAX) as i64;
        files.extend(all.map(|user| turns.file(UserId(user)).unwrap()));
        assert!(matches!(turns.file(UserId(999)), Err(Problem::Unavailable(_))));
    }
}
