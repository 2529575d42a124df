//! The script for webmasters' pages, and one file for each further template: embedded, under the name that the settings give it.

use super::CROSS_ORIGIN;
use crate::state::{Edge, EdgeState};
use arc_swap::ArcSwap;
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use placard_common::error::Problem;
use placard_model::settings::{InForce, Tag};
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;
use tower_http::compression::CompressionLayer;

/// Built by `make build`; a server without it still answers everything else.
#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../tag/dist"]
#[allow_missing = true]
struct Files;

/// The name of the script in the build.
const SCRIPT: &str = "p.js";
/// The attribute in the build.
const ATTRIBUTE: &str = "data-placard";
/// The number of the IAB's list of vendors in the build.
const VENDOR: &str = "tcf-vendor-0";
/// The network's address in the build of the worker of push, which cannot see where it was loaded from.
const BASE: &str = "https://placard.invalid";
/// How long a browser keeps the script, in seconds: a change reaches every page within this time.
const AGE_S_MAX: u32 = 300;

/// A file as it is served.
struct File {
    body: Bytes,
    etag: String,
}

/// The files by their paths, as the settings name them.
#[derive(Default)]
pub struct TagFiles(ArcSwap<Prepared>);

/// Files that were prepared for an edition of the settings.
#[derive(Default)]
struct Prepared {
    edition: u64,
    files: HashMap<String, Arc<File>>,
}

impl TagFiles {
    /// The file of a path, in the name that it has now or had before.
    fn find(&self, app: &Edge, path: &str) -> Option<Arc<File>> {
        let settings: &InForce = &app.settings;
        let edition = settings.edition();
        if self.0.load().edition != edition {
            let files = prepare_all(&settings.get().tag, &app.config.public_url());
            self.0.store(Arc::new(Prepared { edition, files }));
        }
        self.0.load().files.get(path).cloned()
    }
}

/// All files under all names.
fn prepare_all(tag: &Tag, base: &str) -> HashMap<String, Arc<File>> {
    let mut files = HashMap::new();
    for (configured, attributes) in attributes_by_path(tag) {
        for name in Files::iter() {
            let Some(embedded) = Files::get(&name) else { continue };
            let Some(path) = path_of(&name, configured) else { continue };
            files.insert(path, Arc::new(prepare(&embedded.data, &attributes, tag.vendor, base)));
        }
    }
    files
}

/// Each path with all attributes that pages may have, its own ones first: the script is pasted once, and a page may have it under
/// one name and places of another time.
fn attributes_by_path(tag: &Tag) -> Vec<(&str, String)> {
    let former = tag.former.iter().map(|former| (former.path.as_str(), former.attribute.as_str()));
    let all: Vec<(&str, &str)> = std::iter::once((tag.path.as_str(), tag.attribute.as_str())).chain(former).collect();
    let mut paths: Vec<(&str, String)> = Vec::new();
    for (path, _) in &all {
        if paths.iter().any(|(known, _)| known == path) {
            continue;
        }
        let (own, others): (Vec<_>, Vec<_>) = all.iter().partition(|(of, _)| of == path);
        let mut attributes: Vec<&str> = Vec::new();
        for (_, attribute) in own.into_iter().chain(others) {
            if !attributes.contains(&attribute) {
                attributes.push(attribute);
            }
        }
        paths.push((path, attributes.join(",")));
    }
    paths
}

/// Whether a path is that of the script or of one of its templates.
pub fn is_tag(app: &Edge, path: &str) -> bool {
    app.delivery.tag.find(app, path).is_some()
}

/// Serves the script. Its name is a setting, and so it is no route: whoever routes asks [`is_tag`] first.
pub fn router(app: &EdgeState) -> Router {
    Router::new().fallback(get_tag).with_state(app.clone()).layer(CompressionLayer::new())
}

async fn get_tag(State(app): State<EdgeState>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return Problem::MethodNotAllowed.into_response();
    }
    match app.delivery.tag.find(&app, uri.path()) {
        Some(file) => answer(&file, &headers),
        None => Problem::NotFound.into_response(),
    }
}

/// `p.js` and `p.<template>.js` under the configured name; maps and other files are not served.
fn path_of(name: &str, configured: &str) -> Option<String> {
    if name == SCRIPT {
        return Some(format!("/{configured}"));
    }
    let template = name.strip_prefix("p.")?.strip_suffix(".js")?;
    Some(named(configured, template))
}

/// The path of one of the script's files.
fn named(configured: &str, name: &str) -> String {
    let stem = configured.strip_suffix(".js").unwrap_or(configured);
    format!("/{stem}.{name}.js")
}

fn prepare(built: &[u8], attributes: &str, vendor: u32, base: &str) -> File {
    let mut body = String::from_utf8_lossy(built).replace(BASE, base);
    if attributes != ATTRIBUTE {
        body = body.replace(ATTRIBUTE, attributes);
    }
    if vendor != 0 {
        body = body.replace(VENDOR, &format!("tcf-vendor-{vendor}"));
    }
    let mut etag = String::from("\"");
    for byte in Sha256::digest(body.as_bytes()).iter().take(8) {
        let _ = write!(etag, "{byte:02x}");
    }
    etag.push('"');
    File { body: body.into(), etag }
}

fn answer(file: &File, headers: &HeaderMap) -> Response {
    let cached = [
        (header::CACHE_CONTROL, format!("public, max-age={AGE_S_MAX}")),
        (header::ETAG, file.etag.clone()),
        (CROSS_ORIGIN.0, CROSS_ORIGIN.1.to_owned()),
    ];
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    // The compression layer weakens the tag of what it compresses.
    if known.is_some_and(|known| known.contains(&file.etag)) {
        return (StatusCode::NOT_MODIFIED, cached).into_response();
    }
    let kind = [(header::CONTENT_TYPE, "text/javascript; charset=utf-8")];
    (StatusCode::OK, cached, kind, file.body.clone()).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;
    use placard_model::settings::FormerTag;

    #[test]
    fn files_are_served_under_the_configured_name() {
        let check = |name: &str, configured: &str, expected: Option<&str>| {
            assert_eq!(path_of(name, configured).as_deref(), expected, "{name} as {configured}");
        };
        check("p.js", "p.js", Some("/p.js"));
        check("p.js", "news.js", Some("/news.js"));
        check("p.text-icon.js", "news.js", Some("/news.text-icon.js"));
        check("p.text-icon.js", "news", Some("/news.text-icon.js"));
        check("p.push-worker.js", "news.js", Some("/news.push-worker.js"));
        check("p.js.map", "p.js", None);
        check("style.css", "p.js", None);
        let built = b"find('[data-placard]', 'tcf-vendor-0')";
        let file = prepare(built, "data-spot", 812, "https://ads.test");
        assert_eq!(file.body, "find('[data-spot]', 'tcf-vendor-812')");
        let as_built = prepare(built, "data-placard", 0, "https://ads.test");
        assert_eq!(as_built.body, built.as_slice());
        assert_ne!(file.etag, as_built.etag);
        let worker = prepare(b"fetch(`https://placard.invalid/d/push/ad`)", "data-placard", 0, "https://ads.test:8443");
        assert_eq!(worker.body, "fetch(`https://ads.test:8443/d/push/ad`)");
        let former = |path: &str, attribute: &str| FormerTag {
            path: path.to_owned(),
            attribute: attribute.to_owned(),
            domain: String::new(),
        };
        let tag = Tag {
            path: "p.js".to_owned(),
            attribute: "data-c".to_owned(),
            former: vec![former("p.js", "data-b"), former("old.js", "data-b"), former("p.js", "data-a")],
            ..Tag::default()
        };
        let expected = [("p.js", "data-c,data-b,data-a".to_owned()), ("old.js", "data-b,data-c,data-a".to_owned())];
        assert_eq!(attributes_by_path(&tag), expected, "pages keep the attribute that they were written with");
    }
}
