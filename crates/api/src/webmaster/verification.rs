//! Whose a site is: what its owner puts where, what the last look found, and asking for another one.

use crate::auth::Webmaster;
use crate::dictionaries::words::{VerificationMethodName, VerificationStateName};
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::state::{Api, ApiState};
use axum::extract::State;
use axum::http::StatusCode;
use placard_common::error::Problem;
use placard_common::site_owner;
use placard_model::sites::verification::{Verification, VerificationMethod, bare};
use placard_model::{SiteId, UnixMs};
use placard_store::publishing::site_checks::{self, SiteCheck as Known};
use placard_store::publishing::sites::Site;
use placard_store::{Conn, Priority, Tx};
use serde::Serialize;
use utoipa::ToSchema;

/// Whether a site shows whose it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SiteVerification {
    /// Whether it does.
    #[schema(value_type = VerificationStateName)]
    pub state: &'static str,
    /// How, when it was seen last.
    #[schema(value_type = Option<VerificationMethodName>)]
    pub method: Option<&'static str>,
    /// Since when it does, or did.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub verified_at: Option<UnixMs>,
    /// Since when that is lost.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub lost_at: Option<UnixMs>,
    /// When its blocks go empty if it stays lost, or when they did.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub pauses_at: Option<UnixMs>,
    /// Its blocks are empty for it.
    pub is_paused: bool,
    /// Nobody moderates the site before it is verified.
    pub is_waited_for: bool,
}

impl From<&Site> for SiteVerification {
    fn from(site: &Site) -> Self {
        let Verification { state, method, verified_at, lost_at, pauses_at, is_paused } = site.verification;
        Self {
            state: state.name(),
            method: method.map(VerificationMethod::name),
            verified_at,
            lost_at,
            pauses_at,
            is_paused,
            is_waited_for: site.waits_for_verification(),
        }
    }
}

/// One way to show whose a site is; any of them is enough.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct VerificationWay {
    /// The way.
    #[schema(value_type = VerificationMethodName)]
    pub method: &'static str,
    /// What is looked for.
    pub snippet: String,
    /// Where: the address of the page or file, or the name of the TXT record.
    pub place: String,
    /// Whether the last look found it; null before the first.
    pub is_found: Option<bool>,
    /// What it found, in words; empty before the first.
    pub text: String,
}

/// A line of `ads.txt`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct AdsTxtLine {
    /// The line.
    pub line: String,
    /// Whether the last look found it; null before the first.
    pub is_found: Option<bool>,
    /// What it found, in words; empty before the first.
    pub text: String,
}

/// What the last look at a site found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SiteCheck {
    /// What follows from it.
    pub verification: SiteVerification,
    /// The ways, of which one is enough.
    pub ways: Vec<VerificationWay>,
    /// The lines that `ads.txt` of its domain must have.
    pub ads_txt: Vec<AdsTxtLine>,
    /// When it was looked at last.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub checked_at: Option<UnixMs>,
    /// Looks in a row that found it verified no more.
    pub failures: u32,
    /// Somebody waits for the next look.
    pub is_asked: bool,
    /// When the next look is due by itself; null while somebody waits for it.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub next_check_at: Option<UnixMs>,
}

impl SiteCheck {
    /// What is known of a site.
    pub(crate) fn new(app: &Api, site: &Site, known: Known) -> Self {
        let token = site_owner::token(&app.keys, site.id);
        // What was found of another domain, or of a line that is another by now, says nothing.
        let found = known.found.filter(|found| found.domain == site.domain);
        let ways = VerificationMethod::ALL.map(|method| {
            let seen = found.as_ref().and_then(|found| found.methods.iter().find(|seen| seen.method == method));
            let domain = if method == VerificationMethod::Dns { bare(&site.domain) } else { &site.domain };
            VerificationWay {
                method: method.name(),
                snippet: method.snippet(&token),
                place: method.place(domain),
                is_found: seen.map(|seen| seen.is_found),
                text: seen.map(|seen| seen.text.clone()).unwrap_or_default(),
            }
        });
        let line = site_owner::ads_txt_line(app, site.webmaster).to_string();
        let seen = found.as_ref().and_then(|found| found.ads_txt.iter().find(|seen| seen.line == line));
        let ads_txt = AdsTxtLine {
            is_found: seen.map(|seen| seen.is_found),
            text: seen.map(|seen| seen.text.clone()).unwrap_or_default(),
            line,
        };
        Self {
            verification: site.into(),
            ways: ways.into(),
            ads_txt: vec![ads_txt],
            checked_at: found.map(|found| found.at),
            failures: known.failures.count,
            is_asked: known.is_asked,
            next_check_at: known.next_at,
        }
    }
}

/// What is known of whose a site is, and of its `ads.txt`.
#[utoipa::path(get, path = "/api/webmaster/sites/{id}/verification", tag = "webmaster", params(("id" = i64, Path)),
    responses((status = 200, body = Data<SiteCheck>)))]
pub async fn get_site_verification(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Path(id): Path<i64>,
) -> Result<Json<Data<SiteCheck>>, Problem> {
    let scope = webmaster.scope();
    let read = async move |conn: &Conn| site_checks::get(conn, scope, SiteId(id)).await;
    let (site, known) = app.store.read("get_site_verification", read).await?;
    Ok(data(SiteCheck::new(&app, &site, known)))
}

/// Has a site looked at soon: each way to show whose it is, and its `ads.txt`. What is found stands in the answer of the
/// call that reads it, and so does what could not be reached: one way is enough. A site that none of them reaches, because it
/// is no part of the public internet, is refused.
#[utoipa::path(post, path = "/api/webmaster/sites/{id}/verify", tag = "webmaster", params(("id" = i64, Path)),
    responses((status = 202, body = Data<SiteCheck>)))]
pub async fn verify_site(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Path(id): Path<i64>,
) -> Result<(StatusCode, Json<Data<SiteCheck>>), Problem> {
    let scope = webmaster.scope();
    let read = async move |conn: &Conn| site_checks::get(conn, scope, SiteId(id)).await;
    let (site, _) = app.store.read("get_site_verification", read).await?;
    if let Some(refusal) = app.fetcher.refusal(&site.domain) {
        return Err(Problem::field("domain", format!("cannot be looked at: {refusal}")));
    }
    app.auth.calls.site_check(webmaster.id(), app.clock.now())?;
    let ask = async move |tx: &Tx| site_checks::ask(tx, scope, SiteId(id)).await;
    let (site, known) = app.store.write("verify_site", Priority::Api, ask).await?;
    Ok((StatusCode::ACCEPTED, data(SiteCheck::new(&app, &site, known))))
}
