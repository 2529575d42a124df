//! What the front page of a site says of itself, with its picture: fetched when a moderator opens the site, kept nowhere.

use crate::advertiser::ads::ad_edit::busy;
use crate::auth::Staff;
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::media::{MediaError, PictureError, UPLOAD_BYTES_MAX};
use crate::state::{Api, ApiState};
use anyhow::Context;
use axum::extract::State;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use encoding_rs::{Encoding, UTF_8};
use html5gum::{DefaultEmitter, StartTag, Token, Tokenizer};
use placard_common::error::Problem;
use placard_common::fetch::{Answer, FetchError, File, Request};
use placard_model::{SiteId, UserId};
use placard_store::publishing::sites;
use serde::Serialize;
use std::borrow::Cow;
use url::Url;
use utoipa::ToSchema;

/// Bytes of the page that are read.
const PAGE_BYTES: usize = 512 * 1024;
/// The first bytes of a page, in which it may name how it is written (HTML, section 13.2.3.2).
const CHARSET_BYTES: usize = 1_024;
/// Characters of a title or a description that are told.
const TEXT_CHARS_MAX: usize = 500;
/// Characters of an address that are read.
const ADDRESS_CHARS_MAX: usize = 2_000;

/// What the front page of a site says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct SitePage {
    /// The address at the end of the way; none where nobody answered.
    pub page: Option<String>,
    /// Its title.
    pub title: Option<String>,
    /// What it says it is about.
    pub description: Option<String>,
    /// The language that it names.
    pub language: Option<String>,
    /// The picture that it names for others to show, as a `data:` address, made small.
    pub picture: Option<String>,
    /// Why there is no page or no picture, for people; none where there are both.
    pub why: Option<String>,
}

/// Fetches the front page of a site, and tells what it says of itself.
#[utoipa::path(get, path = "/api/admin/moderation/sites/{id}/page", tag = "admin", params(("id" = i64, Path)),
    responses((status = 200, body = Data<SitePage>)))]
pub async fn get_moderated_site_page(
    State(app): State<ApiState>,
    staff: Staff,
    Path(id): Path<i64>,
) -> Result<Json<Data<SitePage>>, Problem> {
    let scope = staff.scope();
    let read = async move |conn: &placard_store::Conn| sites::get_site(conn, scope, SiteId(id)).await;
    let site = app.store.read("get_moderated_site_page", read).await?;
    let answer = match front_page(&app, staff.id(), &site.domain).await? {
        Ok(answer) => answer,
        Err(why) => return Ok(data(SitePage { why: Some(why), ..SitePage::default() })),
    };
    let (url, status) = (answer.url.clone(), answer.status);
    let page = Some(url.to_string());
    if !(200..300).contains(&status) || answer.is_packed {
        let why = if answer.is_packed {
            "The page is sent compressed, which was not asked for: it is not read.".to_owned()
        } else {
            format!("The page answers {status}.")
        };
        return Ok(data(SitePage { page, why: Some(why), ..SitePage::default() }));
    }
    // What somebody else wrote is not read on the threads that serve ads.
    let said = tokio::task::spawn_blocking(move || Said::of(&answer)).await.context("a page could not be read")?;
    let (picture, why) = match &said.picture {
        None => (None, Some("The page names no picture of itself.".to_owned())),
        Some(address) => match picture_at(&app, staff.id(), &url, address).await? {
            Ok(picture) => (Some(picture), None),
            Err(why) => (None, Some(why)),
        },
    };
    let Said { title, description, language, .. } = said;
    Ok(data(SitePage { page, title, description, language, picture, why }))
}

/// The front page of a host, asked with TLS, and without where nobody answers so; or why there is none.
async fn front_page(app: &Api, user: UserId, host: &str) -> Result<Result<Answer, String>, Problem> {
    let mut why = None;
    for origin in app.fetcher.origins(host) {
        let url = format!("{origin}/");
        let request = Request { purpose: "site_page", url: &url, body_bytes: PAGE_BYTES };
        match app.turns.fetch(user, Box::pin(app.fetcher.get(request))).await? {
            Ok(answer) => return Ok(Ok(answer)),
            Err(failure) => {
                let leads_on = !failure.hops.is_empty();
                why.get_or_insert(format!("The page could not be fetched: {}.", failure.error));
                if leads_on {
                    break;
                }
            }
        }
    }
    Ok(Err(why.unwrap_or_else(|| "The site has no address.".to_owned())))
}

/// The picture at an address that a page names, small and as a `data:` address; or why it cannot be shown.
async fn picture_at(app: &Api, user: UserId, page: &Url, address: &str) -> Result<Result<String, String>, Problem> {
    let Some(url) = page.join(address).ok().filter(|url| matches!(url.scheme(), "http" | "https")) else {
        return Ok(Err("The page names a picture by an address that cannot be fetched.".to_owned()));
    };
    let file = File { purpose: "site_picture", url: url.as_str(), bytes_max: UPLOAD_BYTES_MAX, came: &|_| {} };
    let bytes = match app.turns.fetch(user, Box::pin(app.fetcher.get_file_of_page(file))).await? {
        Err(failure) if matches!(failure.error, FetchError::TooLong(_)) => {
            return Ok(Err(format!("Its picture {}.", PictureError::TooLong)));
        }
        Err(failure) => return Ok(Err(format!("Its picture could not be fetched: {}.", failure.error))),
        Ok(answer) if answer.status != 200 => return Ok(Err(format!("Its picture answers {}.", answer.status))),
        Ok(answer) if answer.is_packed => return Ok(Err("Its picture is sent compressed.".to_owned())),
        Ok(answer) => answer.body,
    };
    match app.media.thumbnail(bytes).await {
        Ok(webp) => Ok(Ok(format!("data:image/webp;base64,{}", STANDARD.encode(webp)))),
        Err(MediaError::Refused(refused)) => Ok(Err(format!("Its picture {refused}."))),
        Err(error) => Err(busy(error)),
    }
}

/// What stands in the head of a page.
#[derive(Debug, Default, PartialEq, Eq)]
struct Said {
    title: Option<String>,
    description: Option<String>,
    language: Option<String>,
    /// The address of its picture, as it stands there.
    picture: Option<String>,
}

impl Said {
    fn of(page: &Answer) -> Self {
        Self::read(text_of(&page.body, &page.content_type).as_bytes())
    }

    fn read(html: &[u8]) -> Self {
        let mut emitter = DefaultEmitter::default();
        emitter.naively_switch_states(true);
        let (mut said, mut title) = (Self::default(), None);
        for Ok(token) in Tokenizer::new_with_emitter(html, emitter) {
            match token {
                Token::StartTag(tag) => match tag.name.as_slice() {
                    b"html" => said.language = said.language.or_else(|| attribute(&tag, "lang", TEXT_CHARS_MAX)),
                    b"title" if said.title.is_none() => title = Some(String::new()),
                    b"meta" => said.read_meta(&tag),
                    b"body" => break,
                    _ => {}
                },
                Token::EndTag(tag) if tag.name.as_slice() == b"title" => {
                    said.title =
                        said.title.or_else(|| title.take().and_then(|text: String| line(&text, TEXT_CHARS_MAX)));
                }
                Token::String(text) => {
                    if let Some(title) = &mut title {
                        title.push_str(&String::from_utf8_lossy(&text));
                    }
                }
                _ => {}
            }
        }
        said
    }

    fn read_meta(&mut self, tag: &StartTag<()>) {
        let name = attribute(tag, "property", TEXT_CHARS_MAX).or_else(|| attribute(tag, "name", TEXT_CHARS_MAX));
        let (place, chars_max) = match name.unwrap_or_default().to_ascii_lowercase().as_str() {
            "description" => (&mut self.description, TEXT_CHARS_MAX),
            "og:image" | "og:image:url" | "twitter:image" => (&mut self.picture, ADDRESS_CHARS_MAX),
            _ => return,
        };
        if place.is_none() {
            *place = attribute(tag, "content", chars_max);
        }
    }
}

/// A page as text: by what its first bytes, its kind of content or its own head say that it is written in, else UTF-8.
fn text_of<'a>(html: &'a [u8], content_type: &str) -> Cow<'a, str> {
    let encoding = charset_of(content_type).or_else(|| named_in(&html[..html.len().min(CHARSET_BYTES)]));
    encoding.unwrap_or(UTF_8).decode(html).0
}

/// What a kind of content (`text/html; charset=windows-1251`) says that it is written in; none where nothing known is said.
fn charset_of(content_type: &str) -> Option<&'static Encoding> {
    let mut parameters = content_type.split(';').skip(1).filter_map(|parameter| parameter.split_once('='));
    let (_, label) = parameters.find(|(name, _)| name.trim().eq_ignore_ascii_case("charset"))?;
    Encoding::for_label(label.trim().trim_matches(['"', '\'']).as_bytes())
}

/// What the head of a page says that it is written in. It can be read before that is known, so it is not in UTF-16.
fn named_in(html: &[u8]) -> Option<&'static Encoding> {
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    for Ok(token) in Tokenizer::new_with_emitter(html, emitter) {
        let Token::StartTag(tag) = token else { continue };
        if tag.name.as_slice() != b"meta" {
            continue;
        }
        let said = |name: &str| attribute(&tag, name, TEXT_CHARS_MAX);
        let named = said("charset").and_then(|label| Encoding::for_label(label.as_bytes())).or_else(|| {
            let is_kind = said("http-equiv").is_some_and(|of| of.eq_ignore_ascii_case("content-type"));
            said("content").filter(|_| is_kind).and_then(|kind| charset_of(&kind))
        });
        if let Some(named) = named {
            return Some(named.output_encoding());
        }
    }
    None
}

/// An attribute in one line; none where it is not there, or empty.
fn attribute(tag: &StartTag<()>, name: &str, chars_max: usize) -> Option<String> {
    let value = tag.attributes.get(name.as_bytes())?;
    line(&String::from_utf8_lossy(value), chars_max)
}

/// A text in one line, as far as it is told; none where there is none.
fn line(text: &str, chars_max: usize) -> Option<String> {
    let words: Vec<&str> =
        text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|w| !w.is_empty()).collect();
    let line: String = words.join(" ").chars().take(chars_max).collect();
    (!line.is_empty()).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_read_as_it_is_written() {
        let check = |html: &[u8], content_type: &str, expected: &str| {
            let title = Said::read(text_of(html, content_type).as_bytes()).title;
            assert_eq!(title.as_deref(), Some(expected), "{content_type}: {}", String::from_utf8_lossy(html));
        };
        let said = |head: &str, title: &[u8]| [head.as_bytes(), b"<title>", title, b"</title>"].concat();
        let (cyrillic, japanese) = (b"\xcf\xf0\xe8\xe2\xe5\xf2", b"\x93\xfa\x96\x7b");
        check(&said("", "Привет".as_bytes()), "", "Привет");
        check(&said("", cyrillic), "text/html; charset=windows-1251", "Привет");
        check(&said("", cyrillic), "text/html;Charset=\"CP1251\"", "Привет");
        check(&said("", b"caf\xe9"), "text/html; charset=ISO-8859-1", "café");
        check(&said("<meta charset=windows-1251>", cyrillic), "text/html", "Привет");
        let by_kind = "<meta http-equiv=Content-Type content='text/html; charset=Shift_JIS'>";
        check(&said(by_kind, japanese), "text/html", "日本");
        // Who serves it knows better than the page, and its first bytes better than both.
        check(&said("<meta charset=windows-1251>", "Привет".as_bytes()), "text/html; charset=utf-8", "Привет");
        check(&said("\u{feff}", "Привет".as_bytes()), "text/html; charset=windows-1251", "Привет");
        // What nobody knows, and what cannot be, is UTF-8.
        check(&said("<meta charset=klingon>", "Привет".as_bytes()), "text/html; charset=", "Привет");
        check(&said("<meta charset=utf-16>", "Привет".as_bytes()), "text/html", "Привет");
        check(&said("<meta name=description content='charset=koi8-r'>", "Привет".as_bytes()), "", "Привет");
    }

    #[test]
    fn a_page_says_of_itself_what_its_head_says() {
        let check = |html: &str, expected: [Option<&str>; 4]| {
            let said = Said::read(html.as_bytes());
            let found = [said.title, said.description, said.language, said.picture];
            assert_eq!(found, expected.map(|text| text.map(str::to_owned)), "{html}");
        };
        let whole = "<!doctype html><html lang=de><head><title> Tides &amp;\n walks </title>\
            <meta name=description content='Of the coast.'><meta property=og:image content=/tides.png>\
            <meta property='og:image' content=second.png>";
        check(whole, [Some("Tides & walks"), Some("Of the coast."), Some("de"), Some("/tides.png")]);
        check("<title></title><title>Second</title>", [Some("Second"), None, None, None]);
        check("<meta name=Twitter:Image content=a.webp>", [None, None, None, Some("a.webp")]);
        check("<!-- <title>No</title> --><script>'<title>No</title>'</script>", [None; 4]);
        check("<body><title>In a picture</title><meta name=description content=late>", [None; 4]);
        check("<title>never closed", [None; 4]);
        let long = format!("<title>{}</title>", "ä".repeat(TEXT_CHARS_MAX + 1));
        assert_eq!(Said::read(long.as_bytes()).title.map(|title| title.chars().count()), Some(TEXT_CHARS_MAX));
        for bytes in [&b"\xff\xfe<\0"[..], b"<", b"<meta property=og:image content=", b"<title>\xff</title>"] {
            Said::read(bytes);
        }
    }
}
