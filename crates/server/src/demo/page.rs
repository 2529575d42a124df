//! The demo's publisher page and its invented landing pages. These routes exist in demo mode only.

use super::transport::{Call, Transport};
use super::visitors::Page;
use super::world::{Fonts, Newspaper, Pictures};
use crate::app::AppState;
use axum::Form;
use axum::Json;
use axum::extract::{OriginalUri, Path, Query, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use bytes::Bytes;
use minijinja::{Environment, context};
use placard_common::Problem;
use placard_common::site_owner;
use placard_model::sites::verification::VerificationMethod;
use placard_store::Conn;
use placard_store::publishing::sites::{self, Site};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::Write as _;

/// Where the demo keeps what it made, inside the data folder.
pub const MANIFEST_FILE: &str = "demo.json";

/// What the demo's pages need to know of the network that was made.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Manifest {
    /// Blocks of the newspaper by their keys.
    pub blocks: BTreeMap<String, i64>,
    /// Pages that `placard simulate` visits.
    pub pages: Vec<Page>,
    /// How attractive each ad is, 1.0 being average.
    pub appeal: BTreeMap<i64, f64>,
}

impl Manifest {
    /// Reads the manifest of a data folder; `None` when the folder holds no demo network.
    pub fn read(data_dir: &std::path::Path) -> anyhow::Result<Option<Self>> {
        match std::fs::read(data_dir.join(MANIFEST_FILE)) {
            Ok(bytes) => Ok(Some(serde_json::from_slice(&bytes)?)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Writes the manifest. Its presence says that the demo network is complete.
    pub fn write(&self, data_dir: &std::path::Path) -> anyhow::Result<()> {
        let temporary = data_dir.join(format!("{MANIFEST_FILE}.new"));
        let mut file = std::fs::File::create(&temporary)?;
        file.write_all(&serde_json::to_vec_pretty(self)?)?;
        file.sync_all()?;
        std::fs::rename(&temporary, data_dir.join(MANIFEST_FILE))?;
        Ok(())
    }
}

fn manifest(app: &AppState) -> Result<Manifest, Problem> {
    Manifest::read(&app.config.data_dir)?.ok_or(Problem::NotFound)
}

fn render(source: &str, values: minijinja::Value) -> Result<Response, Problem> {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| minijinja::AutoEscape::Html);
    let layout = include_str!("../../assets/demo/post/layout.html");
    environment.add_template("layout.html", layout).map_err(anyhow::Error::from)?;
    let html = environment.render_str(source, values).map_err(anyhow::Error::from)?;
    // The page stands for a publisher's: it may load the tag and its pictures from here, and nothing else.
    let policy = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; form-action 'self'";
    Ok(([(header::CONTENT_SECURITY_POLICY, policy)], Html(html)).into_response())
}

/// The newspaper's front page.
pub async fn get_demo_page(State(app): State<AppState>, headers: HeaderMap) -> Result<Response, Problem> {
    newspaper(&app, &headers, "/demo", "front")
}

/// A section or story of the newspaper.
pub async fn get_demo_section(
    State(app): State<AppState>,
    Path(page): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let known = manifest(&app)?.pages.iter().any(|known| known.path == format!("/demo/{page}"));
    if !known {
        return Err(Problem::NotFound);
    }
    newspaper(&app, &headers, &format!("/demo/{page}"), &page)
}

fn newspaper(app: &AppState, headers: &HeaderMap, path: &str, page: &str) -> Result<Response, Problem> {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    if let Some(port) = host.strip_prefix("localhost") {
        // The demo's site is registered for the loopback address.
        return Ok(Redirect::temporary(&format!("http://127.0.0.1{port}{path}")).into_response());
    }
    let manifest = manifest(app)?;
    let file = Newspaper::get(&format!("{page}.html")).ok_or(Problem::NotFound)?;
    let source = String::from_utf8_lossy(&file.data);
    let settings = app.settings.get();
    let tag = &settings.tag;
    render(
        &source,
        context! {
            domain => host, path => tag.path, attribute => tag.attribute, blocks => manifest.blocks, page,
            date => app.clock.now().day().to_string(),
        },
    )
}

/// What `placard simulate` visits.
pub async fn get_demo_manifest(State(app): State<AppState>) -> Result<Json<Manifest>, Problem> {
    manifest(&app).map(Json)
}

/// The page that demo ads lead to: shows the macros that were filled in.
pub async fn get_demo_landing(Query(parameters): Query<Vec<(String, String)>>) -> Result<Response, Problem> {
    let of =
        |name: &str| parameters.iter().find(|(n, _)| n == name).map(|(_, value)| value.clone()).unwrap_or_default();
    let entries: Vec<_> = parameters.iter().map(|(name, value)| context! { name, value }).collect();
    render(
        include_str!("../../assets/demo/landing.html"),
        context! { brand => of("brand"), click_id => of("click_id"), parameters => entries },
    )
}

/// What the newspaper shows of its own where no ad is found: a page for a frame on its pages alone.
pub async fn get_demo_house() -> Response {
    let headers = [
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'",
        ),
        (header::X_FRAME_OPTIONS, "SAMEORIGIN"),
    ];
    (headers, Html(include_str!("../../assets/demo/house.html"))).into_response()
}

/// The form of the landing page.
#[derive(Debug, Deserialize)]
pub struct Purchase {
    click_id: String,
}

/// A purchase on the landing page: calls the postback over HTTP, as a shop's tracker would, and says what came back.
pub async fn create_demo_purchase(
    State(app): State<AppState>,
    Form(purchase): Form<Purchase>,
) -> Result<Response, Problem> {
    let query = url::form_urlencoded::Serializer::new(String::new())
        .append_pair("click_id", &purchase.click_id)
        .append_pair("status", "approved")
        .append_pair("payout", "24")
        .append_pair("id", "demo-order")
        .finish();
    let path = format!("/postback?{query}");
    let call = Call { method: Method::GET, path: &path, headers: Vec::new(), body: Bytes::new() };
    let answer = Transport::remote(&format!("http://{}", app.config.listen)).send(call).await?;
    render(
        include_str!("../../assets/demo/bought.html"),
        context! { path, status => answer.status.to_string(), accepted => answer.status.is_success() },
    )
}

/// The site of the host that is asked for, if it is approved.
async fn site_of_host(app: &AppState, headers: &HeaderMap) -> Result<Site, Problem> {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let domain = host.rsplit_once(':').map_or(host, |(name, _)| name).to_ascii_lowercase();
    let find = async move |conn: &Conn| sites::find_approved(conn, &domain).await;
    app.store.read("find_demo_site", find).await?.ok_or(Problem::NotFound)
}

/// The file by which the demo's sites show whose they are.
pub async fn get_demo_site_file(State(app): State<AppState>, headers: HeaderMap) -> Result<Response, Problem> {
    let site = site_of_host(&app, &headers).await?;
    Ok(VerificationMethod::File.snippet(&site_owner::token(&app.keys, site.id)).into_response())
}

/// The `ads.txt` of the demo's sites.
pub async fn get_demo_ads_txt(State(app): State<AppState>, headers: HeaderMap) -> Result<Response, Problem> {
    let site = site_of_host(&app, &headers).await?;
    Ok(format!("{}\n", site_owner::ads_txt_line(&app, site.webmaster)).into_response())
}

/// The worker file of the demo's sites: one line.
pub async fn get_demo_worker(State(app): State<AppState>) -> Response {
    let kind = [(header::CONTENT_TYPE, "text/javascript; charset=utf-8"), (header::CACHE_CONTROL, "max-age=3600")];
    (kind, placard_api::webmaster::push::worker_line(&app.api) + "\n").into_response()
}

/// The newspaper's style sheet.
pub async fn get_demo_style() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], include_str!("../../assets/demo/post/harbour-post.css"))
}

/// A font of the newspaper.
pub async fn get_demo_font(OriginalUri(uri): OriginalUri) -> Result<Response, Problem> {
    let name = uri.path().rsplit('/').next().unwrap_or_default();
    let file = Fonts::get(name).ok_or(Problem::NotFound)?;
    let headers = [(header::CONTENT_TYPE, "font/woff2"), (header::CACHE_CONTROL, "public, max-age=86400")];
    Ok((headers, file.data).into_response())
}

/// A drawn picture.
pub async fn get_demo_picture(Path(name): Path<String>) -> Result<Response, Problem> {
    let file = Pictures::get(&name).ok_or(Problem::NotFound)?;
    let headers = [(header::CONTENT_TYPE, "image/jpeg"), (header::CACHE_CONTROL, "public, max-age=86400")];
    Ok((StatusCode::OK, headers, file.data).into_response())
}
