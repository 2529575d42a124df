//! What search engines ask for: `/robots.txt` and `/sitemap.xml`.

use super::pages::escape;
use crate::app::AppState;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use placard_api::texts::{Text, TextKind};
use std::fmt::Write as _;

/// What search engines may read: pages, not calls.
pub async fn get_robots(State(app): State<AppState>) -> impl IntoResponse {
    let text =
        format!("User-agent: *\nDisallow: /api/\nDisallow: /service/\n\nSitemap: {}/sitemap.xml\n", app.site().origin);
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CACHE_CONTROL, "public, max-age=3600")], text)
}

/// All public pages, by their addresses without prefix.
pub async fn get_sitemap(State(app): State<AppState>) -> impl IntoResponse {
    let edition = app.texts.current();
    let origin = escape(&app.site().origin);
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    let mut url = |path: &str, changed: Option<&Text>| {
        let _ = write!(xml, "  <url><loc>{origin}{}</loc>", escape(path));
        if let Some(text) = changed {
            let _ = write!(xml, "<lastmod>{}</lastmod>", text.updated_at.day());
        }
        xml.push_str("</url>\n");
    };
    for page in app.pages.listed() {
        let path = page.canonical.as_ref().unwrap_or(&page.path);
        match &page.text {
            _ if page.is_article => {
                for text in edition.list(Some(TextKind::Help)) {
                    url(&app.pages.article(&text.slug), Some(&text));
                }
            }
            Some(slug) => {
                if let Some(text) = edition.get(slug) {
                    url(path, Some(text));
                }
            }
            None => url(path, None),
        }
    }
    xml.push_str("</urlset>\n");
    ([(header::CONTENT_TYPE, "application/xml"), (header::CACHE_CONTROL, "public, max-age=3600")], xml)
}
