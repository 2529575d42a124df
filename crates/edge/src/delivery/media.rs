//! `GET /m/{name}`: pictures by the hash of their content, whole or as wide as a place needs them.

use super::CROSS_ORIGIN;
use crate::state::EdgeState;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use placard_common::data_folder::media_path;

/// How the files of the widths end in which pictures are kept beside their own, all WebP: for icons and small cards, for cards of
/// phones, and for those at twice the pixels.
pub const NARROWER: [&str; 3] = ["160.webp", "320.webp", "640.webp"];
const WEBP: &str = "image/webp";
/// How long a browser keeps a picture that is wider than what it asked for, in seconds: the narrower one is being made.
const WIDER_AGE_S: u32 = 3_600;

/// A picture. It never changes: its name is the hash of its content, and a width where a narrower one will do.
#[utoipa::path(
    get,
    path = "/m/{name}",
    tag = "delivery",
    security(()),
    params(("name" = String, Path, description = "SHA-256 of the content, in hexadecimal, and `.webp` or `.jpg`; `.160.webp`, `.320.webp` and `.640.webp` are at most so many pixels wide")),
    responses(
        (status = 200, description = "The picture", content((Vec<u8> = "image/webp"), (Vec<u8> = "image/jpeg"))),
        (status = 304, description = "The picture is the one that the caller has"),
        (status = 404, description = "No such picture")
    )
)]
pub async fn get_media(State(app): State<EdgeState>, Path(name): Path<String>, headers: HeaderMap) -> Response {
    let Some((hash, extension, mime)) = read_name(&name) else { return not_found() };
    let etag = format!("\"{hash}.{extension}\"");
    let cached = [
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable".to_owned()),
        (header::ETAG, etag.clone()),
        (CROSS_ORIGIN.0, CROSS_ORIGIN.1.to_owned()),
    ];
    if headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok()).is_some_and(|v| v.contains(&etag)) {
        return (StatusCode::NOT_MODIFIED, cached).into_response();
    }
    let read = async |extension| tokio::fs::read(media_path(&app.config.data_dir, hash, extension)).await;
    let found = read(extension).await;
    if extension != "webp"
        && mime == WEBP
        && matches!(&found, Err(error) if error.kind() == std::io::ErrorKind::NotFound)
    {
        // Of an upload of before there were widths: whole, until the narrower ones are made.
        return match read("webp").await {
            Ok(bytes) => {
                let cached = [
                    (header::CACHE_CONTROL, format!("public, max-age={WIDER_AGE_S}")),
                    (CROSS_ORIGIN.0, CROSS_ORIGIN.1.to_owned()),
                ];
                (StatusCode::OK, cached, [(header::CONTENT_TYPE, mime)], bytes).into_response()
            }
            Err(_) => not_found(),
        };
    }
    match found {
        Ok(bytes) => (StatusCode::OK, cached, [(header::CONTENT_TYPE, mime)], bytes).into_response(),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => not_found(),
        Err(error) => {
            placard_common::Problem::Internal(anyhow::anyhow!("cannot read picture {name}: {error}")).into_response()
        }
    }
}

fn not_found() -> Response {
    (StatusCode::NOT_FOUND, [(header::CACHE_CONTROL, "no-store")]).into_response()
}

/// Hash, extension and type of a picture's file; none when it is not the name of one.
pub fn read_name(name: &str) -> Option<(&str, &'static str, &'static str)> {
    let (hash, extension) = name.split_once('.')?;
    let is_hash = hash.len() == 64 && hash.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    match extension {
        "webp" if is_hash => Some((hash, "webp", WEBP)),
        "jpg" if is_hash => Some((hash, "jpg", "image/jpeg")),
        _ if is_hash => NARROWER.into_iter().find(|known| *known == extension).map(|known| (hash, known, WEBP)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_pictures_become_paths() {
        let hash = "0123456789abcdef".repeat(4);
        assert_eq!(read_name(&format!("{hash}.webp")), Some((hash.as_str(), "webp", "image/webp")));
        assert_eq!(read_name(&format!("{hash}.320.webp")), Some((hash.as_str(), "320.webp", "image/webp")));
        assert_eq!(read_name(&format!("{hash}.jpg")), Some((hash.as_str(), "jpg", "image/jpeg")));
        for bad in [
            "",
            ".",
            "../../etc/passwd",
            &hash,
            &format!("{hash}.svg"),
            &format!("{}.jpg", hash.to_uppercase()),
            &format!("{hash}0.jpg"),
            &format!("{hash}.jpg/"),
            &format!("{hash}.webp.jpg"),
            &format!("{hash}.321.webp"),
            &format!("{hash}.320.jpg"),
        ] {
            assert_eq!(read_name(bad), None, "{bad}");
        }
    }
}
