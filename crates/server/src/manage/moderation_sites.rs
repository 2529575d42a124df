//! The moderators' queue of sites.

use crate::app::AppState;
use crate::auth::Staff;
use crate::error::Problem;
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::manage::webmaster_sites::{SiteResource, load_site};
use axum::extract::State;
use placard_model::user::SiteStatus;
use placard_model::{SiteId, validate};
use placard_store::sites::{self, Site};
use placard_store::{Priority, audit_log};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The most sites of an answer; the oldest come first.
const QUEUE_ROWS: u32 = 200;

/// A site in the queue.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct QueuedSite {
    /// The site, with the access data of its counters.
    #[serde(flatten)]
    pub site: SiteResource,
    /// Mail address of its owner.
    pub webmaster_email: String,
    /// Its owner.
    pub webmaster_id: i64,
}

/// Lists the sites that wait for a moderator, oldest first.
#[utoipa::path(get, path = "/api/admin/moderation/sites", tag = "admin",
    responses((status = 200, body = Data<Vec<QueuedSite>>)))]
pub async fn list_waiting_sites(
    State(app): State<AppState>,
    staff: Staff,
) -> Result<Json<Data<Vec<QueuedSite>>>, Problem> {
    let scope = staff.scope();
    let found = app
        .store
        .read("list_waiting_sites", async move |conn| sites::list_waiting(conn, scope, QUEUE_ROWS).await)
        .await?;
    let mut queue = Vec::with_capacity(found.len());
    for (site, webmaster_email) in found {
        let webmaster_id = site.webmaster.0;
        let (site, metrics) = load_site(&app, scope, site.id).await?;
        queue.push(QueuedSite { site: SiteResource::with_metrics(site, metrics), webmaster_email, webmaster_id });
    }
    Ok(data(queue))
}

/// Lets a site's blocks show ads.
#[utoipa::path(post, path = "/api/admin/moderation/sites/{id}/approve", tag = "admin", params(("id" = i64, Path)),
    responses((status = 200, body = Data<SiteResource>)))]
pub async fn approve_site(
    State(app): State<AppState>,
    staff: Staff,
    Path(id): Path<i64>,
) -> Result<Json<Data<SiteResource>>, Problem> {
    // A site that was rejected or blocked by mistake can be approved without its owner.
    let from = vec![SiteStatus::Waiting, SiteStatus::Rejected, SiteStatus::Blocked];
    decide(app, staff, SiteId(id), "approve_site", from, SiteStatus::Approved, String::new()).await
}

/// Why a site is refused.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RejectSiteForm {
    /// What the owner is told.
    #[schema(min_length = 1, max_length = 1000)]
    pub comment: String,
}

/// Refuses a site, also one that was approved.
#[utoipa::path(post, path = "/api/admin/moderation/sites/{id}/reject", tag = "admin", params(("id" = i64, Path)),
    request_body = RejectSiteForm, responses((status = 200, body = Data<SiteResource>)))]
pub async fn reject_site(
    State(app): State<AppState>,
    staff: Staff,
    Path(id): Path<i64>,
    Json(form): Json<RejectSiteForm>,
) -> Result<Json<Data<SiteResource>>, Problem> {
    let comment = validate::paragraphs(&form.comment, validate::MAX_COMMENT)
        .map_err(|message| Problem::field("comment", message))?;
    if comment.is_empty() {
        return Err(Problem::field("comment", "must tell the owner why"));
    }
    let from = vec![SiteStatus::Waiting, SiteStatus::Approved];
    decide(app, staff, SiteId(id), "reject_site", from, SiteStatus::Rejected, comment.to_owned()).await
}

async fn decide(
    app: AppState,
    staff: Staff,
    id: SiteId,
    action: &'static str,
    from: Vec<SiteStatus>,
    to: SiteStatus,
    comment: String,
) -> Result<Json<Data<SiteResource>>, Problem> {
    let (scope, actor) = (staff.scope(), staff.actor());
    let site = app
        .store
        .write(action, Priority::Api, async move |tx| {
            let before: Site = sites::get_site(tx, scope, id).await?;
            let after = sites::set_status(tx, scope, id, &from, to, &comment).await?;
            audit_log::record(tx, &actor, tx.name(), "site", id, Some(&before), Some(&after)).await?;
            Ok(after)
        })
        .await?;
    Ok(data(SiteResource::new(site)))
}
