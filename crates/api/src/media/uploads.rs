//! Uploads on their way in. They wait on disk and their number is bounded, so that neither many senders nor slow ones
//! fill the memory.

use super::MediaError;
use crate::fair::part_of_one;
use parking_lot::Mutex;
use placard_model::{Day, UserId};
use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Seek};
use std::sync::Arc;
use tokio::io::AsyncWriteExt;

/// Forms with files that are under way at the same time: each may hold 30 MB of disk.
pub(super) const PLACES_MAX: usize = 64;
/// The same of one user, so that nobody keeps the others out by sending slowly; fewer when few are free.
pub(super) const PLACES_OF_ONE_MAX: usize = 4;

/// The forms that are under way.
#[derive(Default)]
pub(super) struct Uploads(Mutex<Counts>);

#[derive(Default)]
struct Counts {
    /// Forms that are under way.
    by_user: HashMap<UserId, usize>,
    /// The day of `today`.
    day: Day,
    /// Forms of the day.
    today: HashMap<UserId, u32>,
}

/// A form that is under way. It counts until it is dropped.
pub struct Place {
    uploads: Arc<Uploads>,
    user: UserId,
}

impl Uploads {
    pub(super) fn place(self: &Arc<Self>, user: UserId, day: Day, quota: u32) -> Result<Arc<Place>, MediaError> {
        let mut counts = self.0.lock();
        if counts.day != day {
            (counts.day, counts.today) = (day, HashMap::new());
        }
        if counts.today.get(&user).is_some_and(|today| *today >= quota) {
            return Err(MediaError::QuotaUsed(quota));
        }
        let free = PLACES_MAX.saturating_sub(counts.by_user.values().sum());
        if free == 0 {
            return Err(MediaError::Busy);
        }
        let own = counts.by_user.get(&user).copied().unwrap_or_default();
        if own >= part_of_one(PLACES_OF_ONE_MAX, free, PLACES_MAX) {
            return Err(MediaError::TooManyOfOne);
        }
        let own = counts.by_user.entry(user).or_default();
        *own += 1;
        *counts.today.entry(user).or_default() += 1;
        Ok(Arc::new(Place { uploads: self.clone(), user }))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut counts = self.uploads.0.lock();
        if let Some(own) = counts.by_user.get_mut(&self.user) {
            *own -= 1;
            if *own == 0 {
                counts.by_user.remove(&self.user);
            }
        }
    }
}

/// A file that is on its way in or waits to be made a picture of. The system removes it when it is dropped, and also
/// when the process ends in whatever way.
pub struct Upload {
    file: tokio::fs::File,
    length: usize,
    bytes_max: usize,
    place: Arc<Place>,
}

impl Upload {
    pub(super) fn new(file: File, place: Arc<Place>, bytes_max: usize) -> Self {
        Self { file: tokio::fs::File::from_std(file), length: 0, bytes_max, place }
    }

    /// Appends bytes. False, and nothing is written, when it would become longer than its limit.
    pub async fn write(&mut self, bytes: &[u8]) -> std::io::Result<bool> {
        if self.length + bytes.len() > self.bytes_max {
            return Ok(false);
        }
        self.length += bytes.len();
        self.file.write_all(bytes).await?;
        Ok(true)
    }

    /// Whether nothing was written.
    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The file, from its beginning, for a thread that may block; and the place, which is to be kept as long as the file.
    pub async fn into_file(self) -> std::io::Result<(File, Arc<Place>)> {
        let Complete { mut file, place, .. } = self.complete().await?;
        file.rewind()?;
        Ok((file, place))
    }

    /// For a thread that may block.
    pub(super) async fn complete(mut self) -> std::io::Result<Complete> {
        self.file.flush().await?;
        Ok(Complete { file: self.file.into_std().await, length: self.length, place: self.place })
    }
}

/// An upload that has come in.
pub(super) struct Complete {
    file: File,
    length: usize,
    place: Arc<Place>,
}

impl Complete {
    /// The whole of it.
    pub(super) fn read(&mut self) -> std::io::Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(self.length);
        self.file.rewind()?;
        self.file.read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}
