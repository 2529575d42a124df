//! Sites that staff block, and sites whose earnings the network's owners hold back, each for a reason that the owner reads.
//! Both are taken back.

use crate::auth::{CurrentUser, God, Staff};
use crate::dictionaries::words::SiteStatusId;
use crate::extract::{Json, Path, Qs, flag};
use crate::list::{Data, List, Page, SEARCH_CHARS_MAX, data};
use crate::mail::{self, Mail, Recipient, SiteNews};
use crate::staff::moderation::campaigns::{HoldForm, ResumeForm};
use crate::state::ApiState;
use axum::extract::State;
use placard_common::error::{FieldErrors, Problem};
use placard_model::user::{SiteStatus, UserStatus};
use placard_model::{Money, SiteId, UnixMs, UserId};
use placard_store::accounts::{audit_log, users};
use placard_store::money::earning_holds;
use placard_store::publishing::site_blocks::{self, SiteFilter};
use placard_store::publishing::sites::{self, Site};
use placard_store::{Conn, Error, Priority, Scope, Tx};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::{IntoParams, ToSchema};

/// Somebody's site, as staff who may hold it see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct HeldSite {
    /// The site.
    pub id: i64,
    /// What its owner calls it.
    pub name: String,
    /// Host, lower case.
    pub domain: String,
    /// Its owner.
    pub webmaster_id: i64,
    /// Mail address of its owner.
    pub webmaster_email: String,
    /// Its status.
    #[schema(value_type = SiteStatusId)]
    pub status_id: u8,
    /// Of a blocked one: the status that it goes back to when the block ends, unless something is in its way; null otherwise.
    #[schema(value_type = Option<SiteStatusId>)]
    pub blocked_from_id: Option<u8>,
    /// The network's owner blocked it: sales neither end that nor give another reason.
    pub is_block_of_god: bool,
    /// What its owner reads about a rejection or a block; empty otherwise.
    pub reject_comment: String,
    /// Why its earnings are held back, as its owner reads it; null while they are not.
    pub earnings_held_reason: Option<String>,
    /// Since when they are.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub earnings_held_at: Option<UnixMs>,
    /// Dollars that were due since then and are held back.
    #[schema(value_type = f64)]
    pub earnings_held: Money,
    /// Send it back with a hold or its end: what was changed meanwhile is not decided on unseen.
    pub version: i64,
}

impl HeldSite {
    fn new(site: Site, email: String, held: Money) -> Self {
        Self {
            id: site.id.0,
            webmaster_id: site.webmaster.0,
            webmaster_email: email,
            status_id: site.status.id(),
            blocked_from_id: (site.status == SiteStatus::Blocked)
                .then_some(site.blocked_from.unwrap_or(SiteStatus::Waiting).id()),
            is_block_of_god: site.is_block_of_god,
            earnings_held_at: site.earnings_held_at,
            earnings_held: held,
            version: site.version,
            earnings_held_reason: site.are_earnings_held().then_some(site.earnings_held_reason),
            name: site.name,
            domain: site.domain,
            reject_comment: site.reject_comment,
        }
    }
}

async fn load(conn: &Conn, scope: Scope, id: SiteId) -> placard_store::Result<HeldSite> {
    let site = sites::get_site(conn, scope, id).await?;
    let owner = users::get_user(conn, Scope::System, site.webmaster).await?;
    Ok(HeldSite::new(site, owner.email, earning_holds::amount(conn, id).await?))
}

/// Which sites to list.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct NetworkSiteQuery {
    /// Keeps sites whose id, name or domain has this.
    #[serde(rename = "searchPhrase")]
    #[param(max_length = 200)]
    pub search_phrase: Option<String>,
    /// Keeps sites of this status; all but archived ones when omitted.
    #[param(value_type = Option<SiteStatusId>, inline)]
    pub status_id: Option<i64>,
    /// 1: sites that are blocked or whose earnings are held back, those whose earnings are held first.
    #[serde(deserialize_with = "flag")]
    #[param(value_type = u8, minimum = 0, maximum = 1)]
    pub is_held: bool,
    /// The page, from 1.
    #[param(minimum = 1)]
    pub page: Option<u32>,
    /// Rows of a page; 0 means all.
    #[param(maximum = 10000)]
    pub count: Option<u32>,
}

/// Rows of a page when none are asked for.
const PAGE_ROWS: u32 = 50;

/// Lists sites, newest first; sales see those of their clients.
#[utoipa::path(get, path = "/api/admin/sites", tag = "admin", params(NetworkSiteQuery),
    responses((status = 200, body = List<HeldSite>)))]
pub async fn list_network_sites(
    State(app): State<ApiState>,
    staff: Staff,
    Qs(query): Qs<NetworkSiteQuery>,
) -> Result<Json<List<HeldSite>>, Problem> {
    let (scope, page) = (staff.scope(), Page::new(query.page, query.count, PAGE_ROWS)?);
    let mut errors = FieldErrors::default();
    let phrase = query.search_phrase.unwrap_or_default().trim().to_owned();
    errors.check_length("searchPhrase", &phrase, 0..=SEARCH_CHARS_MAX);
    let status = query.status_id.map(SiteStatus::from_id);
    errors.check("status_id", status != Some(None), "must be 1 to 5");
    errors.finish()?;
    let filter = SiteFilter {
        phrase: Some(phrase).filter(|phrase| !phrase.is_empty()),
        status: status.flatten(),
        is_held: query.is_held,
    };
    let read = async move |conn: &Conn| {
        let (found, total) = site_blocks::list(conn, scope, &filter, page.rows, page.offset()).await?;
        let owners: Vec<UserId> = found.iter().map(|site| site.webmaster).collect();
        let emails: HashMap<UserId, String> =
            users::by_ids(conn, scope, &owners).await?.into_iter().map(|(id, user)| (id, user.email)).collect();
        let ids: Vec<SiteId> = found.iter().map(|site| site.id).collect();
        let amounts = earning_holds::amounts_of(conn, &ids).await?;
        let held: Vec<HeldSite> = found
            .into_iter()
            .map(|site| {
                let email = emails.get(&site.webmaster).cloned().unwrap_or_default();
                let amount = amounts.get(&site.id).copied().unwrap_or_default();
                HeldSite::new(site, email, amount)
            })
            .collect();
        Ok((held, total))
    };
    let (rows, total) = app.store.read("list_network_sites", read).await?;
    Ok(Json(List { data: rows, pagination: page.pagination(total), total_statistic: None, counts_by_status: None }))
}

/// Somebody's site, with whether it is blocked, whether its earnings are held back, and why.
#[utoipa::path(get, path = "/api/admin/sites/{id}", tag = "admin", params(("id" = i64, Path)),
    responses((status = 200, body = Data<HeldSite>)))]
pub async fn get_user_site(
    State(app): State<ApiState>,
    staff: Staff,
    Path(id): Path<i64>,
) -> Result<Json<Data<HeldSite>>, Problem> {
    let scope = staff.scope();
    Ok(data(app.store.read("get_user_site", async move |conn| load(conn, scope, SiteId(id)).await).await?))
}

/// Blocks somebody's site: its blocks stay empty, and its owner reads the reason and cannot change it. Once more with another
/// reason tells that one.
#[utoipa::path(put, path = "/api/admin/sites/{id}/block", tag = "admin", params(("id" = i64, Path)),
    request_body = HoldForm, responses((status = 200, body = Data<HeldSite>)))]
pub async fn block_site(
    State(app): State<ApiState>,
    staff: Staff,
    Path(id): Path<i64>,
    Json(form): Json<HoldForm>,
) -> Result<Json<Data<HeldSite>>, Problem> {
    change(&app, staff.scope(), &staff, SiteId(id), form.version, SiteNews::Blocked(form.read()?)).await
}

/// Takes the block of a site back: it is what it was before. One that was approved shows ads again, or waits for a moderator where
/// it is not verified yet or another site of its domain is approved. What the network's owner blocked, sales do not end.
#[utoipa::path(put, path = "/api/admin/sites/{id}/unblock", tag = "admin", params(("id" = i64, Path)),
    request_body = ResumeForm, responses((status = 200, body = Data<HeldSite>)))]
pub async fn unblock_site(
    State(app): State<ApiState>,
    staff: Staff,
    Path(id): Path<i64>,
    Json(form): Json<ResumeForm>,
) -> Result<Json<Data<HeldSite>>, Problem> {
    change(&app, staff.scope(), &staff, SiteId(id), form.version, SiteNews::Unblocked).await
}

/// Holds the earnings of a site back: what becomes due of them from now on is put aside instead of becoming available, and its
/// owner reads the reason. What is available already stays so.
#[utoipa::path(put, path = "/api/admin/sites/{id}/hold_earnings", tag = "admin", params(("id" = i64, Path)),
    request_body = HoldForm, responses((status = 200, body = Data<HeldSite>)))]
pub async fn hold_site_earnings(
    State(app): State<ApiState>,
    god: God,
    Path(id): Path<i64>,
    Json(form): Json<HoldForm>,
) -> Result<Json<Data<HeldSite>>, Problem> {
    change(&app, god.scope(), &god, SiteId(id), form.version, SiteNews::EarningsHeld(form.read()?)).await
}

/// Lets the earnings of a site go: what was put aside of them becomes available at once.
#[utoipa::path(put, path = "/api/admin/sites/{id}/let_earnings_go", tag = "admin", params(("id" = i64, Path)),
    request_body = ResumeForm, responses((status = 200, body = Data<HeldSite>)))]
pub async fn let_site_earnings_go(
    State(app): State<ApiState>,
    god: God,
    Path(id): Path<i64>,
    Json(form): Json<ResumeForm>,
) -> Result<Json<Data<HeldSite>>, Problem> {
    change(&app, god.scope(), &god, SiteId(id), form.version, SiteNews::EarningsReleased(Money::ZERO)).await
}

/// A site in the audit log, with what is held back of its earnings: the release itself is folded with all others.
#[derive(Serialize)]
struct SiteRecord {
    #[serde(flatten)]
    site: Site,
    earnings_held: Money,
}

/// Does what is told, and tells its owner; nothing of both where it is so already.
async fn change(
    app: &ApiState,
    scope: Scope,
    by: &CurrentUser,
    id: SiteId,
    version: i64,
    news: SiteNews,
) -> Result<Json<Data<HeldSite>>, Problem> {
    let (actor, state) = (by.actor(), app.clone());
    let action = match news {
        SiteNews::Blocked(_) => "block_site",
        SiteNews::Unblocked => "unblock_site",
        SiteNews::EarningsHeld(_) => "hold_site_earnings",
        SiteNews::EarningsReleased(_) => "let_site_earnings_go",
    };
    let held = app
        .store
        .write(action, Priority::Api, async move |tx| {
            let before = sites::get_site(tx, scope, id).await?;
            if before.version != version {
                return Err(Error::Stale { current: before.version });
            }
            let held = earning_holds::amount(tx, id).await?;
            let mut told = news.clone();
            let is_changed = match &news {
                SiteNews::Blocked(reason)
                    if before.status == SiteStatus::Blocked && before.reject_comment == *reason =>
                {
                    false
                }
                SiteNews::Blocked(reason) => site_blocks::block(tx, scope, id, reason).await.map(|_| true)?,
                SiteNews::Unblocked if before.status != SiteStatus::Blocked => false,
                SiteNews::Unblocked => site_blocks::unblock(tx, scope, id).await.map(|_| true)?,
                SiteNews::EarningsHeld(reason) => earning_holds::hold(tx, scope, id, reason).await?,
                SiteNews::EarningsReleased(_) => {
                    let released = earning_holds::let_go(tx, scope, id).await?;
                    told = SiteNews::EarningsReleased(released.unwrap_or_default());
                    released.is_some()
                }
            };
            if is_changed {
                let after = sites::get_site(tx, scope, id).await?;
                let is = SiteRecord { site: after, earnings_held: earning_holds::amount(tx, id).await? };
                let was = SiteRecord { site: before, earnings_held: held };
                audit_log::record(tx, &actor, tx.name(), "site", id, Some(&was), Some(&is)).await?;
                let (name, domain) = (is.site.name.clone(), is.site.domain.clone());
                tell_owner(tx, &state, &is.site, Mail::SiteHeld { site: id, name, domain, news: told }).await?;
            }
            load(tx, scope, id).await
        })
        .await?;
    Ok(data(held))
}

/// Queues a mail to the owner, in the transaction of the decision; nothing where the account is not in use.
pub(super) async fn tell_owner(tx: &Tx, app: &ApiState, site: &Site, mail: Mail) -> placard_store::Result<()> {
    let owner = users::get_user(tx, Scope::System, site.webmaster).await?;
    if owner.status != UserStatus::Active {
        return Ok(());
    }
    let to = Recipient { user: Some(owner.id), email: &owner.email, name: &owner.contacts.name };
    mail::queue(tx, app, to, &mail).await
}
