//! `GET /m/{name}`: pictures by the hash of their content.

use super::CROSS_ORIGIN;
use crate::state::EdgeState;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use placard_common::data_folder::media_path;

/// A picture. It never changes: its name is the hash of its content.
#[utoipa::path(
    get,
    path = "/m/{name}",
    tag = "delivery",
    security(()),
    params(("name" = String, Path, description = "SHA-256 of the content, in hexadecimal, and `.webp` or `.jpg`")),
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
    match tokio::fs::read(media_path(&app.config.data_dir, hash, extension)).await {
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
        "webp" if is_hash => Some((hash, "webp", "image/webp")),
        "jpg" if is_hash => Some((hash, "jpg", "image/jpeg")),
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
        ] {
            assert_eq!(read_name(bad), None, "{bad}");
        }
    }
}
