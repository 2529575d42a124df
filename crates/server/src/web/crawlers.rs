//! What search engines ask for: `/robots.txt` and `/sitemap.xml`.

use super::pages::{HELP, TEXT_PAGES, escape};
use crate::app::AppState;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use placard_api::texts::TextKind;
use std::fmt::Write as _;

/// Public pages that show no text of the store.
const PAGES: &[&str] = &["/", "/advertiser", "/webmaster", "/adsamples", "/contacts", HELP, "/apiDoc", "/singup"];

/// What search engines may read: pages, not calls.
pub async fn get_robots(State(app): State<AppState>) -> impl IntoResponse {
    let text =
        format!("User-agent: *\nDisallow: /api/\nDisallow: /service/\n\nSitemap: {}/sitemap.xml\n", app.site.origin);
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CACHE_CONTROL, "public, max-age=3600")], text)
}

/// All public pages, by their addresses without prefix.
pub async fn get_sitemap(State(app): State<AppState>) -> impl IntoResponse {
    let edition = app.texts.current();
    let origin = escape(&app.site.origin);
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for page in PAGES {
        let _ = writeln!(xml, "  <url><loc>{origin}{page}</loc></url>");
    }
    let texts = TEXT_PAGES.iter().filter_map(|(page, slug)| Some(((*page).to_owned(), edition.get(slug)?.clone())));
    let articles = edition.list(Some(TextKind::Help)).into_iter().map(|text| (format!("{HELP}/{}", text.slug), text));
    for (page, text) in texts.chain(articles) {
        let day = text.updated_at.day();
        let _ = writeln!(xml, "  <url><loc>{origin}{}</loc><lastmod>{day}</lastmod></url>", escape(&page));
    }
    xml.push_str("</urlset>\n");
    ([(header::CONTENT_TYPE, "application/xml"), (header::CACHE_CONTROL, "public, max-age=3600")], xml)
}
