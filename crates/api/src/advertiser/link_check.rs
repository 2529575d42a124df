//! What is known of the landing pages of ads, and asking for another look.

use crate::auth::Advertiser;
use crate::dictionaries::words::LinkStateName;
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::state::ApiState;
use axum::extract::State;
use axum::http::StatusCode;
use placard_common::error::Problem;
use placard_model::{AdId, UnixMs, UserId};
use placard_store::advertising::{ads as stored, link_checks};
use placard_store::{Conn, Priority};
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;

/// What the last look at a landing page found. It changes no status by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct LinkCheck {
    /// What is known. A page that answered fails only after several attempts in a row.
    #[schema(value_type = LinkStateName)]
    pub state: &'static str,
    /// HTTP status at the end of the way; null when nothing answered.
    pub status: Option<u16>,
    /// Redirects on the way.
    pub redirects: u32,
    /// Host at the end of the way; empty when nothing was tried yet.
    pub final_host: String,
    /// That host is another than the one of the landing page.
    pub leads_elsewhere: bool,
    /// Milliseconds until the page was there; null when it was not.
    pub elapsed_ms: Option<u32>,
    /// Why the last attempt failed, or why nothing was tried; empty when it did not.
    pub error: String,
    /// Attempts in a row that failed.
    pub failures: u32,
    /// Somebody waits for the next look.
    pub is_asked: bool,
    /// When it was looked at last.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub checked_at: Option<UnixMs>,
}

impl From<link_checks::LinkCheck> for LinkCheck {
    fn from(found: link_checks::LinkCheck) -> Self {
        Self {
            state: found.state.name(),
            status: found.status,
            redirects: found.redirects,
            final_host: found.final_host,
            leads_elsewhere: found.leads_elsewhere,
            elapsed_ms: found.elapsed_ms,
            error: found.error,
            failures: found.failures,
            is_asked: found.is_asked,
            checked_at: found.checked_at,
        }
    }
}

/// What is known of the landing pages of some ads.
pub(crate) struct Links(HashMap<i64, link_checks::LinkCheck>);

impl Links {
    /// Of these ads.
    pub(crate) async fn of(conn: &Conn, ads: impl Iterator<Item = &stored::Ad>) -> placard_store::Result<Self> {
        link_checks::by_ids(conn, ads.filter_map(|ad| ad.link)).await.map(Self)
    }

    /// Of one of them.
    pub(crate) fn get(&self, ad: &stored::Ad) -> Option<LinkCheck> {
        self.0.get(&ad.link?).cloned().map(LinkCheck::from)
    }
}

/// Has the landing page of an ad looked at again, soon. What is found stands in the ad's `link_check`.
#[utoipa::path(post, path = "/api/advertiser/ads/universal/{id}/check_link", tag = "advertiser",
    params(("id" = i64, Path)), responses((status = 202, body = Data<LinkCheck>)))]
pub async fn check_ad_link(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
) -> Result<(StatusCode, Json<Data<LinkCheck>>), Problem> {
    let scope = advertiser.scope();
    let ad = app.store.read("get_ad", async move |conn| stored::any(conn, scope, AdId(id)).await).await?;
    app.auth.calls.link_check(advertiser.id(), app.clock.now())?;
    ask(app, ad, advertiser.id()).await
}

/// Has the landing page of an ad looked at; who asks has a place of their own in the queue.
pub(crate) async fn ask(
    app: ApiState,
    ad: stored::Ad,
    by: UserId,
) -> Result<(StatusCode, Json<Data<LinkCheck>>), Problem> {
    let asked = async move |tx: &placard_store::Tx| {
        link_checks::ask_of(tx, ad.id, &ad.settings.original_url, ad.link, by).await
    };
    let found = app.store.write("check_ad_link", Priority::Api, asked).await?;
    Ok((StatusCode::ACCEPTED, data(found.into())))
}
