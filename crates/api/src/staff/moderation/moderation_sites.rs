//! The moderators' queue of sites.

use crate::auth::Staff;
use crate::dictionaries::words::SiteStatusId;
use crate::extract::{Json, Path};
use crate::list::{Data, data};
use crate::mail::Mail;
use crate::staff::moderation::site_holds::tell_owner;
use crate::state::ApiState;
use crate::webmaster::sites::{SiteMetric, SiteResource, open_metric};
use crate::webmaster::verification::SiteCheck;
use axum::extract::State;
use placard_common::error::Problem;
use placard_model::user::SiteStatus;
use placard_model::{SiteId, UserId, validate};
use placard_store::accounts::audit_log;
use placard_store::publishing::owner_sites::OwnerSite;
use placard_store::publishing::site_queue::{self, Namesake};
use placard_store::publishing::sites::{self, Site};
use placard_store::publishing::{owner_sites, site_checks};
use placard_store::{Error, Priority};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
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
    /// What the last look at it found.
    pub check: SiteCheck,
    /// Other sites that name the same domain, approved ones first; at most 10. One of them can be approved at a time.
    pub same_domain: Vec<SameDomain>,
    /// Other sites of its owner, archived ones left out: rejected and blocked ones first, then the newest; at most 10.
    pub other_sites: Vec<OtherSite>,
    /// How many other sites its owner has, archived ones left out.
    pub other_sites_count: u64,
}

/// Another site of the same owner.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OtherSite {
    /// The site.
    pub id: i64,
    /// Its domain.
    pub domain: String,
    /// Its status.
    #[schema(value_type = SiteStatusId)]
    pub status_id: u8,
    /// What its owner was told of a rejection or a block.
    pub reject_comment: String,
}

impl From<OwnerSite> for OtherSite {
    fn from(site: OwnerSite) -> Self {
        Self { id: site.id.0, domain: site.domain, status_id: site.status.id(), reject_comment: site.comment }
    }
}

/// Another site of the same domain.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SameDomain {
    /// The site.
    pub id: i64,
    /// Its status.
    #[schema(value_type = SiteStatusId)]
    pub status_id: u8,
    /// It shows that it is its owner's.
    pub is_verified: bool,
    /// Its owner; null when they are not the caller's client.
    pub webmaster_id: Option<i64>,
    /// Their mail address; null when they are not the caller's client.
    pub webmaster_email: Option<String>,
}

impl From<Namesake> for SameDomain {
    fn from(site: Namesake) -> Self {
        let (webmaster_id, webmaster_email) = site.owner.map(|(id, email)| (id.0, email)).unzip();
        Self {
            id: site.id.0,
            status_id: site.status.id(),
            is_verified: site.is_verified,
            webmaster_id,
            webmaster_email,
        }
    }
}

/// Lists the sites that wait for a moderator, oldest first.
#[utoipa::path(get, path = "/api/admin/moderation/sites", tag = "admin",
    responses((status = 200, body = Data<Vec<QueuedSite>>)))]
pub async fn list_waiting_sites(
    State(app): State<ApiState>,
    staff: Staff,
) -> Result<Json<Data<Vec<QueuedSite>>>, Problem> {
    let scope = staff.scope();
    let (found, sealed, mut namesakes, owners, mut checks) = app
        .store
        .read("list_waiting_sites", async move |conn| {
            let found = site_queue::list_waiting(conn, scope, QUEUE_ROWS).await?;
            let ids: Vec<SiteId> = found.iter().map(|(site, _)| site.id).collect();
            let sealed = sites::metrics_of_sites(conn, scope, &ids).await?;
            let checks = site_checks::of_sites(conn, &ids).await?;
            let owners: Vec<UserId> = found.iter().map(|(site, _)| site.webmaster).collect();
            let owners = owner_sites::of_owners(conn, scope, &owners).await?;
            Ok((found, sealed, site_queue::namesakes(conn, scope, &ids).await?, owners, checks))
        })
        .await?;
    let mut metrics: HashMap<SiteId, Vec<SiteMetric>> = HashMap::new();
    for (site, metric) in &sealed {
        metrics.entry(*site).or_default().push(open_metric(&app, metric)?);
    }
    let queue = found.into_iter().map(|(site, webmaster_email)| {
        let webmaster_id = site.webmaster.0;
        let same_domain = namesakes.remove(&site.id).unwrap_or_default().into_iter().map(Into::into).collect();
        let (others, other_sites_count) =
            owners.get(&site.webmaster).map(|sites| sites.beside(site.id)).unwrap_or_default();
        let metrics = metrics.remove(&site.id).unwrap_or_default();
        let check = SiteCheck::new(&app, &site, checks.remove(&site.id).unwrap_or_default());
        let site = SiteResource::with_metrics(site, metrics);
        let other_sites = others.into_iter().map(Into::into).collect();
        QueuedSite { site, webmaster_email, webmaster_id, check, same_domain, other_sites, other_sites_count }
    });
    Ok(data(queue.collect()))
}

/// What is approved.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ApproveSiteForm {
    /// The version that the moderator saw: what was changed since is not approved.
    pub version: i64,
}

/// Lets a site's blocks show ads. Refused while another approved site has the same domain.
#[utoipa::path(post, path = "/api/admin/moderation/sites/{id}/approve", tag = "admin", params(("id" = i64, Path)),
    request_body = ApproveSiteForm, responses((status = 200, body = Data<SiteResource>)))]
pub async fn approve_site(
    State(app): State<ApiState>,
    staff: Staff,
    Path(id): Path<i64>,
    Json(form): Json<ApproveSiteForm>,
) -> Result<Json<Data<SiteResource>>, Problem> {
    // A site that was rejected or blocked by mistake can be approved without its owner.
    let from = vec![SiteStatus::Waiting, SiteStatus::Rejected, SiteStatus::Blocked];
    let verdict = SiteDecision {
        action: "approve_site",
        version: form.version,
        from,
        to: SiteStatus::Approved,
        comment: String::new(),
    };
    decide(app, staff, SiteId(id), verdict).await
}

/// Why a site is refused.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RejectSiteForm {
    /// The version that the moderator saw.
    pub version: i64,
    /// What the owner is told.
    pub comment: String,
}

/// Refuses a site, also one that was approved.
#[utoipa::path(post, path = "/api/admin/moderation/sites/{id}/reject", tag = "admin", params(("id" = i64, Path)),
    request_body = RejectSiteForm, responses((status = 200, body = Data<SiteResource>)))]
pub async fn reject_site(
    State(app): State<ApiState>,
    staff: Staff,
    Path(id): Path<i64>,
    Json(form): Json<RejectSiteForm>,
) -> Result<Json<Data<SiteResource>>, Problem> {
    let comment = validate::paragraphs(&form.comment, validate::COMMENT_MAX)
        .map_err(|message| Problem::field("comment", message))?;
    if comment.is_empty() {
        return Err(Problem::field("comment", "must tell the owner why"));
    }
    let from = vec![SiteStatus::Waiting, SiteStatus::Approved];
    let (to, comment) = (SiteStatus::Rejected, comment.to_owned());
    let verdict = SiteDecision { action: "reject_site", version: form.version, from, to, comment };
    decide(app, staff, SiteId(id), verdict).await
}

/// A moderator's word on a site.
struct SiteDecision {
    /// Name of the transaction.
    action: &'static str,
    /// What they saw.
    version: i64,
    /// Statuses in which it can be said.
    from: Vec<SiteStatus>,
    to: SiteStatus,
    comment: String,
}

async fn decide(
    app: ApiState,
    staff: Staff,
    id: SiteId,
    verdict: SiteDecision,
) -> Result<Json<Data<SiteResource>>, Problem> {
    let (scope, actor, state) = (staff.scope(), staff.actor(), app.clone());
    let site = app
        .store
        .write(verdict.action, Priority::Api, async move |tx| {
            let before: Site = sites::get_site(tx, scope, id).await?;
            let SiteDecision { version, from, to, comment, .. } = &verdict;
            if before.version != *version {
                return Err(Error::Stale { current: before.version });
            }
            let after = sites::set_status(tx, scope, id, from, *to, comment).await?;
            audit_log::record(tx, &actor, tx.name(), "site", id, Some(&before), Some(&after)).await?;
            let reason = (*to == SiteStatus::Rejected).then(|| comment.clone());
            let (name, domain) = (after.name.clone(), after.domain.clone());
            tell_owner(tx, &state, &after, Mail::SiteReviewed { site: id, name, domain, reason }).await?;
            Ok(after)
        })
        .await?;
    Ok(data(SiteResource::new(site)))
}
