//! The pictures of an import: fetched or unpacked, and checked. Those of addresses are made by the look, and kept for the import.

use super::archive::Archive;
use super::blocking;
use super::table::Row;
use crate::advertiser::ads::ad_edit::busy;
use crate::advertiser::ads::ad_form::no_room;
use crate::auth::{PICTURE_FETCHES_PER_DAY, PICTURE_GB_PER_DAY};
use crate::media::{MediaError, PictureError, Place, UPLOAD_BYTES_MAX};
use crate::state::{Api, ApiState};
use futures_util::StreamExt;
use placard_common::error::Problem;
use placard_common::fetch::{FetchError, File};
use placard_model::UserId;
use placard_store::advertising::ads::PictureRef;
use placard_store::advertising::pictures::NewPicture;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// The most different pictures of an import.
pub(crate) const PICTURES_MAX: usize = 100;
/// Pictures that are fetched or made at the same time, of one import.
const AT_ONCE: usize = 4;
/// How long all pictures of an import together may take to be fetched.
const PATIENCE: Duration = Duration::from_mins(5);

/// Both pictures of a file or an address, or what is wrong with it.
pub(super) type Found = Result<[PictureRef; 2], String>;

/// The different pictures that rows name.
pub(super) fn picture_names(rows: &[Row]) -> Result<Vec<String>, Problem> {
    let mut names: Vec<String> =
        rows.iter().map(|row| row.picture.clone()).filter(|picture| !picture.is_empty()).collect();
    names.sort_unstable();
    names.dedup();
    if names.len() > PICTURES_MAX {
        let message = format!("names {} different pictures, and may name {PICTURES_MAX}: split it", names.len());
        return Err(Problem::field("file", message));
    }
    Ok(names)
}

fn is_address(name: &str) -> bool {
    ["http://", "https://"]
        .iter()
        .any(|scheme| name.get(..scheme.len()).is_some_and(|s| s.eq_ignore_ascii_case(scheme)))
}

/// All pictures by their names: fetched or unpacked, and checked; made where it is no dry run. What a dry run fetches is made too, and
/// the import that follows takes it: so each address is fetched, and counted, once for both.
pub(super) async fn all_pictures(
    app: &ApiState,
    user: UserId,
    place: &Arc<Place>,
    archive: Option<Archive>,
    names: Vec<String>,
    is_dry_run: bool,
) -> Result<(HashMap<String, Found>, Vec<NewPicture>), Problem> {
    let archive = archive.map(|archive| Arc::new(parking_lot::Mutex::new(archive)));
    let until = Instant::now() + PATIENCE;
    let one = |name: String| {
        let archive = archive.clone();
        async move {
            let is_fetched = is_address(&name);
            if is_fetched && !is_dry_run {
                let kept = app.media.looks.get(user, &name, app.clock.now());
                if kept.is_some() {
                    return Ok((name, Ok(kept)));
                }
            }
            let bytes = match bytes_of(app, user, until, archive, &name).await? {
                Ok(bytes) => bytes,
                Err(Missing { why, is_ours }) => {
                    // A look and its import agree: our own limits say nothing of what came a moment ago, and who has the picture does.
                    let now = app.clock.now();
                    if !is_ours && is_dry_run {
                        app.media.looks.put(user, &name, None, now);
                    }
                    let kept = app.media.looks.get(user, &name, now);
                    return Ok((name, if kept.is_some() { Ok(kept) } else { Err(why) }));
                }
            };
            let found = picture(app, place, bytes, is_dry_run && !is_fetched).await?;
            if is_fetched && is_dry_run {
                app.media.looks.put(user, &name, found.clone().unwrap_or_default(), app.clock.now());
            }
            Ok::<_, Problem>((name, found))
        }
    };
    let (mut found, mut made) = (HashMap::new(), Vec::new());
    let mut all = futures_util::stream::iter(names.into_iter().map(one)).buffer_unordered(AT_ONCE);
    while let Some(next) = all.next().await {
        let (name, picture) = next?;
        let known = picture.map(|pictures| match pictures {
            Some(new) => {
                let both = new.each_ref().map(|new| new.picture.clone());
                made.extend(new);
                both
            }
            None => [unmade(), unmade()],
        });
        found.insert(name, known);
    }
    Ok((found, made))
}

/// Why there is no picture.
struct Missing {
    /// In words.
    why: String,
    /// It is one of our own limits that stands against it.
    is_ours: bool,
}

impl Missing {
    const fn theirs(why: String) -> Self {
        Self { why, is_ours: false }
    }

    const fn ours(why: String) -> Self {
        Self { why, is_ours: true }
    }
}

/// The bytes of a picture by its name or address, or what is wrong with it.
async fn bytes_of(
    app: &Api,
    user: UserId,
    until: Instant,
    archive: Option<Arc<parking_lot::Mutex<Archive>>>,
    name: &str,
) -> Result<Result<Vec<u8>, Missing>, Problem> {
    if is_address(name) {
        return fetched(app, user, until, name).await;
    }
    let Some(archive) = archive else {
        let why = "must be an address that begins with https://, or the file a zip archive with it";
        return Ok(Err(Missing::theirs(why.to_owned())));
    };
    let name = name.to_owned();
    blocking(move || archive.lock().picture(&name).map_err(|error| Missing::theirs(error.to_string()))).await
}

/// The bytes of a picture at an address, when it is the account's turn, or why it cannot be fetched.
async fn fetched(app: &Api, user: UserId, until: Instant, url: &str) -> Result<Result<Vec<u8>, Missing>, Problem> {
    if !app.auth.calls.may_fetch_picture(user, app.clock.now()) {
        return Ok(Err(Missing::ours(format!(
            "cannot be fetched: an account may have {PICTURE_FETCHES_PER_DAY} pictures and {PICTURE_GB_PER_DAY} GB \
             fetched in a day; send it in a zip archive"
        ))));
    }
    // As they come: they are counted too when nobody waits for the picture any longer.
    let came = |bytes: usize| app.auth.calls.picture_came(user, bytes, app.clock.now());
    let file = File { purpose: "import_picture", url, bytes_max: UPLOAD_BYTES_MAX, came: &came };
    let fetching = Box::pin(app.turns.fetch(user, app.fetcher.get_file(file)));
    let Ok(answer) = tokio::time::timeout_at(until, fetching).await else {
        let minutes = PATIENCE.as_secs() / 60;
        return Ok(Err(Missing::ours(format!(
            "cannot be fetched: all pictures together took more than {minutes} minutes; send them in a zip archive"
        ))));
    };
    Ok(match answer? {
        Err(failure) => Err(match failure.error {
            FetchError::TooLong(_) => Missing::theirs(PictureError::TooLong.to_string()),
            slow @ (FetchError::TimedOut(_) | FetchError::Unfinished(_)) => {
                Missing::theirs(format!("cannot be fetched: {slow}; save it smaller, or send it in a zip archive"))
            }
            error @ (FetchError::Busy | FetchError::BackingOff(_)) => {
                Missing::ours(format!("cannot be fetched: {error}"))
            }
            error => Missing::theirs(format!("cannot be fetched: {error}")),
        }),
        Ok(answer) if answer.status != 200 => {
            Err(Missing::theirs(format!("cannot be fetched: it answers {}", answer.status)))
        }
        Ok(answer) if answer.is_packed => Err(Missing::theirs("cannot be fetched: it is sent packed".to_owned())),
        Ok(answer) => Ok(answer.body),
    })
}

/// Makes both pictures of bytes, or checks only that they can be made.
async fn picture(
    app: &Api,
    place: &Arc<Place>,
    bytes: Vec<u8>,
    is_checked_only: bool,
) -> Result<Result<Option<[NewPicture; 2]>, String>, Problem> {
    let mut upload = app.media.upload(place.clone()).await.map_err(no_room)?;
    if !upload.write(&bytes).await.map_err(no_room)? {
        return Ok(Err(PictureError::TooLong.to_string()));
    }
    // It is in a file now: nothing long waits in memory for its turn.
    drop(bytes);
    let made = if is_checked_only {
        app.media.check_both(upload).await.map(|()| None)
    } else {
        app.media.make_both(upload, [None, None]).await.map(Some)
    };
    match made {
        Ok(made) => Ok(Ok(made)),
        Err(MediaError::Refused(refused)) => Ok(Err(refused.to_string())),
        Err(MediaError::Write(error)) => Err(no_room(error)),
        Err(error) => Err(busy(error)),
    }
}

/// Stands for a picture that is not made: a row is checked as if it were.
pub(super) const fn unmade() -> PictureRef {
    PictureRef { hash: String::new(), width: 0, height: 0 }
}
