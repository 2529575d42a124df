//! How pictures are kept, and who makes how many at once.

use super::*;
use image::{ImageFormat, RgbImage};
use std::io::Cursor;

fn picture(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    RgbImage::new(width, height).write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}

#[test]
fn the_widths_that_are_made_are_those_that_are_handed_out() {
    assert_eq!(placard_pictures::WIDTHS.map(|width| format!("{width}.webp")), NARROWER);
}

#[tokio::test]
async fn the_same_picture_is_kept_once() {
    let folder = tempfile::tempdir().unwrap();
    let media = Media::new(folder.path());
    let bytes = picture(400, 300);
    let first = media.make(upload(&media, &bytes).await, Shape::Square, None).await.unwrap();
    let second = media.make(upload(&media, &bytes).await, Shape::Square, None).await.unwrap();
    assert_eq!(first, second);
    for (extension, length) in [("webp", first.webp_bytes), ("jpg", first.jpeg_bytes)] {
        let path = media_path(folder.path(), &first.picture.hash, extension);
        assert_eq!(path.metadata().unwrap().len() as i64, length);
    }
    let refused = media.make(upload(&media, b"<svg/>").await, Shape::Square, None).await;
    assert!(matches!(refused, Err(MediaError::Refused(PictureError::UnknownFormat))));
    let files = std::fs::read_dir(folder.path().join("media").join(&first.picture.hash[..2])).unwrap().count();
    assert_eq!(files, 5, "nothing else was written");
    let widths = NARROWER
        .map(|extension| image::image_dimensions(media_path(folder.path(), &first.picture.hash, extension)).unwrap());
    assert_eq!(widths, [(160, 160), (300, 300), (300, 300)], "none is enlarged");
}

fn place(media: &Media, user: i64) -> Result<Arc<Place>, MediaError> {
    media.place(UserId(user), Day(1), 100)
}

#[test]
fn a_day_has_so_many_forms() {
    let media = Media::new(Path::new("."));
    let on = |day: i32| media.place(UserId(7), Day(day), 2).map(drop);
    assert!(on(1).is_ok() && on(1).is_ok());
    assert!(matches!(on(1), Err(MediaError::QuotaUsed(2))));
    assert!(on(2).is_ok(), "another day");
}

async fn upload(media: &Media, bytes: &[u8]) -> Upload {
    let mut upload = media.upload(place(media, 7).unwrap()).await.unwrap();
    assert!(upload.write(bytes).await.unwrap());
    upload
}

#[tokio::test]
async fn work_that_nobody_waits_for_still_counts() {
    let folder = tempfile::tempdir().unwrap();
    let media = Arc::new(Media::new(folder.path()));
    let upload = upload(&media, b"bytes").await;
    let (started, has_started) = tokio::sync::oneshot::channel();
    let (finish, may_finish) = std::sync::mpsc::channel::<()>();
    let work = tokio::spawn({
        let media = media.clone();
        async move {
            media
                .on_a_worker(upload, move |bytes| {
                    assert_eq!(bytes, b"bytes");
                    started.send(()).unwrap();
                    may_finish.recv().unwrap();
                    Ok(())
                })
                .await
        }
    });
    has_started.await.unwrap();
    work.abort();
    assert!(work.await.unwrap_err().is_cancelled(), "the sender has left");
    assert_eq!(media.workers.available_permits(), WORKERS - 1);
    let places: Vec<_> = (1..uploads::PLACES_OF_ONE_MAX).map(|_| place(&media, 7).unwrap()).collect();
    assert!(matches!(place(&media, 7), Err(MediaError::TooManyOfOne)), "its place is taken too");
    finish.send(()).unwrap();
    let _all = media.workers.acquire_many(WORKERS as u32).await.unwrap();
    drop(places);
}

#[tokio::test]
async fn uploads_wait_on_disk_and_are_few() {
    let folder = tempfile::tempdir().unwrap();
    let media = Media::new(folder.path());
    let mut places = Vec::new();
    for user in 0.. {
        // The fewer are left, the fewer a user may have.
        let before = places.len();
        places.extend(std::iter::from_fn(|| place(&media, user).ok()));
        assert!((1..=uploads::PLACES_OF_ONE_MAX).contains(&(places.len() - before)));
        if places.len() == uploads::PLACES_MAX {
            assert!(user > 24, "{user} users hold all places");
            break;
        }
        assert!(matches!(place(&media, user), Err(MediaError::TooManyOfOne)));
    }
    assert!(matches!(place(&media, -1), Err(MediaError::Busy)));
    let mut upload = media.upload(places.pop().unwrap()).await.unwrap();
    assert!(place(&media, -1).is_err(), "the upload holds its place");
    assert!(upload.write(&vec![1; UPLOAD_BYTES_MAX]).await.unwrap());
    assert!(!upload.write(b"x").await.unwrap());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "the file has no name");
    drop(upload);
    assert!(place(&media, -1).is_ok());
}
