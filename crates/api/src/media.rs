//! Pictures of ads: uploads are cut and encoded anew, and kept under the hash of their content.

pub mod forms;
mod looks;
#[cfg(test)]
mod tests;
pub mod unused;
mod uploads;
pub mod widths;

pub use placard_pictures::{Crop, PIXELS_MAX, PictureError, SIDE_MAX, Shape, UPLOAD_BYTES_MAX};
pub use uploads::{Place, Upload};

use looks::Looks;
use parking_lot::RwLock;
use placard_common::data_folder::{MEDIA_FOLDER, media_path};
use placard_edge::delivery::media::{NARROWER, read_name};
use placard_model::{Day, UnixMs, UserId};
use placard_pictures::{self as pictures, Encoded};
use placard_store::advertising::ads::PictureRef;
use placard_store::advertising::pictures::NewPicture;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;
use tokio::sync::Semaphore;
use uploads::Uploads;

/// Uploads that are decoded at the same time: each may take 500 MiB for a moment.
const WORKERS: usize = 2;

/// The files of a picture beside those of [`NARROWER`] widths.
const EXTENSIONS: [&str; 2] = ["jpg", "webp"];
/// How the name of a file ends that is not written whole yet.
const PARTIAL: &str = ".part";

/// Why a picture could not be made.
#[derive(Debug, thiserror::Error)]
pub enum MediaError {
    /// The upload is refused.
    #[error(transparent)]
    Refused(#[from] PictureError),
    /// Too many uploads are under way, of everybody.
    #[error("too many pictures are being made")]
    Busy,
    /// Too many uploads of this user are under way.
    #[error("too many pictures of this account are being made")]
    TooManyOfOne,
    /// This user sent as many forms with pictures today as the quota allows.
    #[error("{0} forms with pictures were sent today")]
    QuotaUsed(u32),
    /// The files cannot be written.
    #[error("cannot write a picture: {0}")]
    Write(#[from] std::io::Error),
}

/// Makes and keeps pictures.
pub struct Media {
    data_dir: PathBuf,
    workers: Arc<Semaphore>,
    uploads: Arc<Uploads>,
    /// Pictures that looks at spreadsheets have made.
    pub(crate) looks: Looks,
    /// Held by who looks at a file and then removes it; those who write one share it.
    removing: Arc<RwLock<()>>,
}

impl Media {
    /// Keeps pictures in the data folder.
    pub fn new(data_dir: &Path) -> Self {
        Self {
            data_dir: data_dir.to_owned(),
            workers: Arc::new(Semaphore::new(WORKERS)),
            uploads: Arc::default(),
            looks: Looks::default(),
            removing: Arc::default(),
        }
    }

    /// A place for a form with pictures, to be taken before its body is read: [`MediaError::Busy`] or
    /// [`MediaError::TooManyOfOne`] when there is none, [`MediaError::QuotaUsed`] when the user had more forms than the
    /// quota on this day already. It is free again when it and all uploads in it are gone.
    pub fn place(&self, user: UserId, day: Day, quota: u32) -> Result<Arc<Place>, MediaError> {
        self.uploads.place(user, day, quota)
    }

    /// An empty upload of a picture, to be written to. Its bytes are on disk, in a file without a name.
    pub async fn upload(&self, place: Arc<Place>) -> std::io::Result<Upload> {
        self.upload_of(place, UPLOAD_BYTES_MAX).await
    }

    /// An empty upload of at most so many bytes.
    pub async fn upload_of(&self, place: Arc<Place>, bytes_max: usize) -> std::io::Result<Upload> {
        let data_dir = self.data_dir.clone();
        let file = tokio::task::spawn_blocking(move || tempfile::tempfile_in(data_dir))
            .await
            .map_err(std::io::Error::other)??;
        Ok(Upload::new(file, place, bytes_max))
    }

    /// Makes a picture of an upload and keeps it. All files are on disk, synced, when this returns.
    pub async fn make(&self, upload: Upload, shape: Shape, crop: Option<Crop>) -> Result<NewPicture, MediaError> {
        let (data_dir, removing) = (self.data_dir.clone(), self.removing.clone());
        self.on_a_worker(upload, move |bytes| keep_all(&data_dir, &removing, &pictures::encode(&bytes, shape, crop)?))
            .await
    }

    /// Makes the square and the wide picture of one upload and keeps both.
    pub async fn make_both(&self, upload: Upload, crops: [Option<Crop>; 2]) -> Result<[NewPicture; 2], MediaError> {
        let (data_dir, removing) = (self.data_dir.clone(), self.removing.clone());
        self.on_a_worker(upload, move |bytes| {
            let [square, horizontal] = crops;
            let cuts = [(Shape::Square, square), (Shape::Horizontal, horizontal)];
            let [square, horizontal] = pictures::encode_both(&bytes, cuts)?;
            Ok([keep_all(&data_dir, &removing, &square)?, keep_all(&data_dir, &removing, &horizontal)?])
        })
        .await
    }

    /// Checks that both pictures can be made of an upload, and keeps nothing.
    pub async fn check_both(&self, upload: Upload) -> Result<(), MediaError> {
        self.on_a_worker(upload, |bytes| {
            let size = pictures::decode(&bytes)?.dimensions();
            for shape in [Shape::Square, Shape::Horizontal] {
                pictures::check(size, shape, None)?;
            }
            Ok(())
        })
        .await
    }

    /// A picture of somebody else's, made small to be looked at: a WebP file, which is kept nowhere.
    pub async fn thumbnail(&self, bytes: Vec<u8>) -> Result<Vec<u8>, MediaError> {
        let worker = self.workers.clone().acquire_owned().await.map_err(|_| MediaError::Busy)?;
        let made = tokio::task::spawn_blocking(move || {
            let _worker = worker;
            pictures::thumbnail(&pictures::decode(&bytes)?)
        });
        // As of uploads: a decoder that panics does not understand the file.
        Ok(made.await.unwrap_or(Err(PictureError::Damaged))?)
    }

    /// Removes the files of a picture, unless one of them was written after a moment: then somebody uploads it again.
    /// Whether they are gone. Blocks.
    pub fn remove(&self, hash: &str, written_by: UnixMs) -> std::io::Result<bool> {
        let _alone = self.removing.write();
        let files: Vec<PathBuf> = [&EXTENSIONS[..], &NARROWER[..]]
            .concat()
            .iter()
            .map(|extension| media_path(&self.data_dir, hash, extension))
            .collect();
        for file in &files {
            if written(file)?.is_some_and(|at| at > written_by) {
                return Ok(false);
            }
        }
        for file in &files {
            remove_file(file)?;
        }
        Ok(true)
    }

    /// The names of the pictures in one of the 256 folders of which a file was written by a moment; what was left of
    /// interrupted writes is removed. Blocks.
    pub fn list(&self, folder: u8, written_by: UnixMs) -> std::io::Result<BTreeSet<String>> {
        let mut found = BTreeSet::new();
        let folder = self.data_dir.join(MEDIA_FOLDER).join(format!("{folder:02x}"));
        let entries = match std::fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(found),
            Err(error) => return Err(error),
        };
        for entry in entries {
            let path = entry?.path();
            if written(&path)?.is_none_or(|at| at > written_by) {
                continue;
            }
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if name.ends_with(PARTIAL) {
                remove_file(&path)?;
            } else if let Some((hash, ..)) = read_name(name) {
                found.insert(hash.to_owned());
            }
        }
        Ok(found)
    }

    /// Runs work on the bytes of an upload, on one of few threads.
    async fn on_a_worker<T: Send + 'static>(
        &self,
        upload: Upload,
        work: impl FnOnce(Vec<u8>) -> Result<T, MediaError> + Send + 'static,
    ) -> Result<T, MediaError> {
        let worker = self.workers.clone().acquire_owned().await.map_err(|_| MediaError::Busy)?;
        let mut upload = upload.complete().await?;
        let made = tokio::task::spawn_blocking(move || {
            // The worker, and the place that the upload holds, are free when the work is done; not when whoever asked
            // for it has gone, which ends no work.
            let _worker = worker;
            work(upload.read()?)
        });
        // A decoder that panics found something that it does not understand: the file is at fault.
        made.await.unwrap_or(Err(MediaError::Refused(PictureError::Damaged)))
    }
}

/// Keeps the files of a picture under the hash of the first.
fn keep_all(data_dir: &Path, removing: &RwLock<()>, encoded: &Encoded) -> Result<NewPicture, MediaError> {
    let hash = hex(&Sha256::digest(&encoded.webp));
    let _kept = removing.read();
    keep(&media_path(data_dir, &hash, "jpg"), &encoded.jpeg)?;
    for (extension, bytes) in NARROWER.iter().zip(&encoded.narrower) {
        keep(&media_path(data_dir, &hash, extension), bytes)?;
    }
    keep(&media_path(data_dir, &hash, "webp"), &encoded.webp)?;
    Ok(NewPicture {
        picture: PictureRef { hash, width: i64::from(encoded.width), height: i64::from(encoded.height) },
        webp_bytes: encoded.webp.len() as i64,
        jpeg_bytes: encoded.jpeg.len() as i64,
    })
}

fn hex(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from_digit(u32::from(nibble), 16).unwrap_or('0');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// When a file was written; none when there is none.
fn written(path: &Path) -> std::io::Result<Option<UnixMs>> {
    match path.metadata().and_then(|metadata| metadata.modified()) {
        Ok(at) => {
            let since = at.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
            Ok(Some(UnixMs(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

fn remove_file(path: &Path) -> std::io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Writes a file whole or not at all. One that is there is written again: that it is wanted now can be told by its age.
fn keep(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    // Two uploads of the same picture at once each write a file of their own; the last rename wins with equal content.
    let unique = format!("{:?}", std::thread::current().id()).replace(|c: char| !c.is_ascii_digit(), "");
    let partial = path.with_extension(format!("{unique}{PARTIAL}"));
    let mut file = std::fs::File::create(&partial)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(&partial, path)?;
    std::fs::File::open(folder)?.sync_all()
}
