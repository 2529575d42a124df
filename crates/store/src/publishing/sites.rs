//! Sites of webmasters.

mod blocked;

use crate::accounts::audit_log::{self, Actor};
use crate::accounts::users;
use crate::advertising::inventory_changes::{self, Kind};
use crate::codes::code;
use crate::conn::{Conn, Row, Tx, Value};
use crate::error::{Error, Result};
use crate::lists::{self, Field, Listed, Shape, has_phrase};
use crate::network::dictionaries;
use crate::publishing::site_checks;
use crate::quotas::{self, Thing};
use crate::scope::Scope;
use crate::statement::{Insert, Update};
use placard_model::sites::verification::{Verification, VerificationMethod, VerificationState};
use placard_model::user::SiteStatus;
use placard_model::{CategoryId, SiteId, UnixMs, UserId};
use serde::Serialize;

/// The most counters of sites that are read at once.
const METRICS_MAX: i64 = 10_000;

pub(super) const BLOCKS_COUNT: &str =
    concat!("(SELECT COUNT(*) FROM blocks b WHERE b.site_id = s.id AND b.status_id <> ", code!(block_archived), ")");

pub(super) const COLUMNS: &str = "s.id, s.webmaster_id, s.name, s.domain, s.category_id, s.status_id, s.reject_comment, \
    s.allowed_categories, s.forbidden_categories, s.shows_own_ads, s.created_at, s.version, s.verification_state, \
    s.verified_by, s.verified_at, s.verification_lost_at, s.pauses_at, s.is_paused, s.is_verification_required, \
    s.earnings_held_reason, s.earnings_held_at, s.blocked_from, s.blocked_comment, s.is_block_of_god";

/// A site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Site {
    /// The site.
    pub id: SiteId,
    /// Whose.
    pub webmaster: UserId,
    /// What its owner calls it.
    pub name: String,
    /// Host, lower case.
    pub domain: String,
    /// What it is about; 0 when none.
    pub category: CategoryId,
    /// The status.
    pub status: SiteStatus,
    /// What the moderator told the owner.
    pub reject_comment: String,
    /// If not empty, only ads of these categories.
    pub allowed_categories: Vec<CategoryId>,
    /// No ads of these categories.
    pub forbidden_categories: Vec<CategoryId>,
    /// Shows the ads of its owner too, unpaid.
    pub shows_own_ads: bool,
    /// When it was added.
    pub created_at: UnixMs,
    /// Grows with each change of its owner or a moderator.
    pub version: i64,
    /// Blocks that are not archived.
    pub blocks_count: u64,
    /// Whose it is, as far as it shows that.
    #[serde(skip)]
    pub verification: Verification,
    /// It waits with moderation until it is verified.
    pub is_verification_required: bool,
    /// Why staff hold its earnings back; empty while they do not.
    pub earnings_held_reason: String,
    /// Since when they do.
    pub earnings_held_at: Option<UnixMs>,
    /// Of a blocked one: its status before.
    #[serde(skip)]
    pub blocked_from: Option<SiteStatus>,
    /// Of a blocked one: what its owner was told of a rejection before.
    #[serde(skip)]
    pub blocked_comment: String,
    /// The network's owner blocked it.
    #[serde(skip)]
    pub is_block_of_god: bool,
}

impl Site {
    /// Whether it waits until it is verified: nobody moderates it before.
    pub fn waits_for_verification(&self) -> bool {
        self.is_verification_required && self.verification.state == VerificationState::Unverified
    }

    /// Whether staff hold its earnings back.
    pub fn are_earnings_held(&self) -> bool {
        !self.earnings_held_reason.is_empty()
    }
}

/// What the owner says of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteSettings {
    /// What its owner calls it.
    pub name: String,
    /// Host, lower case, without scheme and port.
    pub domain: String,
    /// What it is about; 0 when none.
    pub category: CategoryId,
    /// If not empty, only ads of these categories.
    pub allowed_categories: Vec<CategoryId>,
    /// No ads of these categories.
    pub forbidden_categories: Vec<CategoryId>,
    /// Shows the ads of its owner too, unpaid.
    pub shows_own_ads: bool,
}

/// A counter of a site, with the data to read it as encrypted bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealedMetric {
    /// The kind of counter.
    pub kind: String,
    /// Encrypted access data.
    pub access: Vec<u8>,
}

pub(crate) fn ids_json(ids: &[CategoryId]) -> String {
    let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
    format!("[{}]", ids.join(","))
}

pub(crate) fn ids_from_json(text: &str) -> Result<Vec<CategoryId>> {
    serde_json::from_str(text).map_err(|error| Error::Corrupt(format!("category list: {error}")))
}

fn status_of(row: &Row) -> Result<SiteStatus> {
    read_status(row.get("status_id")?)
}

fn read_status(status: i64) -> Result<SiteStatus> {
    SiteStatus::from_id(status).ok_or_else(|| Error::Corrupt(format!("site status {status}")))
}

fn verification(row: &Row) -> Result<Verification> {
    let (state, method): (i64, Option<i64>) = (row.get("verification_state")?, row.get("verified_by")?);
    let moment = |column: &str| Ok::<_, Error>(row.get::<Option<i64>>(column)?.map(UnixMs));
    Ok(Verification {
        state: VerificationState::from_id(state)
            .ok_or_else(|| Error::Corrupt(format!("verification state {state}")))?,
        method: method.and_then(VerificationMethod::from_id),
        verified_at: moment("verified_at")?,
        lost_at: moment("verification_lost_at")?,
        pauses_at: moment("pauses_at")?,
        is_paused: row.get("is_paused")?,
    })
}

fn verification_values(known: &Verification) -> [(&'static str, Value); 6] {
    let moment = |at: Option<UnixMs>| at.map(|at| at.0).into();
    [
        ("verification_state", i64::from(known.state.id()).into()),
        ("verified_by", known.method.map(|method| i64::from(method.id())).into()),
        ("verified_at", moment(known.verified_at)),
        ("verification_lost_at", moment(known.lost_at)),
        ("pauses_at", moment(known.pauses_at)),
        ("is_paused", known.is_paused.into()),
    ]
}

pub(super) fn site(row: &Row) -> Result<Site> {
    Ok(Site {
        id: SiteId(row.get("id")?),
        webmaster: UserId(row.get("webmaster_id")?),
        name: row.get("name")?,
        domain: row.get("domain")?,
        category: CategoryId(row.get("category_id")?),
        status: status_of(row)?,
        reject_comment: row.get("reject_comment")?,
        allowed_categories: ids_from_json(&row.get::<String>("allowed_categories")?)?,
        forbidden_categories: ids_from_json(&row.get::<String>("forbidden_categories")?)?,
        shows_own_ads: row.get("shows_own_ads")?,
        created_at: UnixMs(row.get("created_at")?),
        version: row.get("version")?,
        blocks_count: row.get::<i64>("blocks_count")?.cast_unsigned(),
        verification: verification(row)?,
        is_verification_required: row.get("is_verification_required")?,
        earnings_held_reason: row.get("earnings_held_reason")?,
        earnings_held_at: row.get::<Option<i64>>("earnings_held_at")?.map(UnixMs),
        blocked_from: row.get::<Option<i64>>("blocked_from")?.map(read_status).transpose()?,
        blocked_comment: row.get("blocked_comment")?,
        is_block_of_god: row.get("is_block_of_god")?,
    })
}

const NAME: Field = Field::new("name", "LOWER(s.name)");
const STATUS: Field = Field::new("status", lists::STATUS);

/// Lists of sites.
pub static LIST: Shape = Shape {
    id: "s.id",
    fields: &[
        Field::new("id", "s.id"),
        NAME,
        NAME.also("title"),
        Field::new("domain", "s.domain"),
        STATUS,
        STATUS.also("status_id"),
        Field::new("blocks_count", BLOCKS_COUNT),
    ],
    statuses: || SiteStatus::ALL.iter().map(|status| status.id()).collect(),
    hidden: SiteStatus::Archived.id(),
    ties: None,
};

/// The sites of a scope in whose id, name or domain a phrase is found.
pub fn listed(scope: Scope, phrase: Option<&str>) -> Listed {
    let mut values = Vec::new();
    let own = scope.webmaster_rows("s.webmaster_id", &mut values);
    let found = has_phrase("s.id", &["s.name", "s.domain"], phrase, &mut values);
    Listed {
        shape: &LIST,
        with: String::new(),
        rows: format!("FROM sites s WHERE {own} AND {found}"),
        status: "s.status_id".to_owned(),
        running: String::new(),
        sought: lists::sought(phrase),
        values,
    }
}

/// The sites of these ids that are in scope.
pub async fn by_ids(conn: &Conn, scope: Scope, ids: &[i64]) -> Result<Vec<Site>> {
    let mut values = Vec::new();
    let own = scope.webmaster_rows("s.webmaster_id", &mut values);
    let named = conn.one_of("s.id", ids.iter().copied(), &mut values);
    let sql = format!("SELECT {COLUMNS}, {BLOCKS_COUNT} AS blocks_count FROM sites s WHERE {own} AND {named}");
    conn.rows(&sql, values).await?.iter().map(site).collect()
}

/// A condition on a status column: one of `wanted`, or anything but `hidden` when none is wanted.
pub(crate) fn status_condition(column: &str, wanted: impl Iterator<Item = u8>, hidden: u8) -> String {
    let wanted: Vec<String> = wanted.map(|id| id.to_string()).collect();
    if wanted.is_empty() { format!("{column} <> {hidden}") } else { format!("{column} IN ({})", wanted.join(", ")) }
}

/// A site of the scope, archived ones too.
pub async fn get_site(conn: &Conn, scope: Scope, id: SiteId) -> Result<Site> {
    let mut values: Vec<Value> = vec![id.0.into()];
    let own = scope.webmaster_rows("s.webmaster_id", &mut values);
    let row = conn
        .row(
            &format!("SELECT {COLUMNS}, {BLOCKS_COUNT} AS blocks_count FROM sites s WHERE s.id = $1 AND {own}"),
            values,
        )
        .await?;
    site(&row.ok_or(Error::NotFound("site"))?)
}

/// The counters of a site of the scope, in order.
pub async fn list_metrics(conn: &Conn, scope: Scope, id: SiteId) -> Result<Vec<SealedMetric>> {
    get_site(conn, scope, id).await?;
    let sql = "SELECT statistics_metrics, access FROM site_metrics WHERE site_id = $1 ORDER BY position LIMIT 100";
    let rows = conn.rows(sql, [id.0.into()]).await?;
    rows.iter()
        .map(|row| Ok(SealedMetric { kind: row.get("statistics_metrics")?, access: row.get("access")? }))
        .collect()
}

/// The counters of all sites of a webmaster, by site. At most [`METRICS_MAX`].
pub async fn list_metrics_of(conn: &Conn, webmaster: UserId) -> Result<Vec<(SiteId, SealedMetric)>> {
    let sql = format!(
        "SELECT m.site_id, m.statistics_metrics, m.access FROM site_metrics m JOIN sites s ON s.id = m.site_id \
         WHERE s.webmaster_id = $1 ORDER BY m.site_id, m.position LIMIT {METRICS_MAX}"
    );
    conn.rows(&sql, [webmaster.0.into()]).await?.iter().map(metric_of_site).collect()
}

/// The counters of some sites of the scope, by site and in order. At most [`METRICS_MAX`].
pub async fn metrics_of_sites(conn: &Conn, scope: Scope, sites: &[SiteId]) -> Result<Vec<(SiteId, SealedMetric)>> {
    let mut values = Vec::new();
    let own = scope.webmaster_rows("s.webmaster_id", &mut values);
    let named = conn.one_of("s.id", sites.iter().map(|site| site.0), &mut values);
    let sql = format!(
        "SELECT m.site_id, m.statistics_metrics, m.access FROM site_metrics m JOIN sites s ON s.id = m.site_id \
         WHERE {own} AND {named} ORDER BY m.site_id, m.position LIMIT {METRICS_MAX}"
    );
    conn.rows(&sql, values).await?.iter().map(metric_of_site).collect()
}

fn metric_of_site(row: &Row) -> Result<(SiteId, SealedMetric)> {
    let metric = SealedMetric { kind: row.get("statistics_metrics")?, access: row.get("access")? };
    Ok((SiteId(row.get("site_id")?), metric))
}

/// Adds a site. A domain that another site holds already leaves one that was to be approved waiting: its moderator sees
/// both, and its owner does not learn of the other.
pub async fn insert_site(
    tx: &Tx,
    webmaster: UserId,
    settings: &SiteSettings,
    metrics: &[SealedMetric],
    status: SiteStatus,
) -> Result<Site> {
    quotas::check(tx, webmaster, Thing::Site, 1).await?;
    check_own_domain(tx, webmaster, &settings.domain, None).await?;
    check_categories(tx, settings, None).await?;
    let is_required = must_verify(tx, webmaster);
    let status = if is_required { SiteStatus::Waiting } else { status };
    let status = free_or_waiting(tx, &settings.domain, None, status).await?;
    let id = Insert::into("sites")
        .set("webmaster_id", webmaster.0)
        .set("is_verification_required", is_required)
        .all(status_values(tx, None, status, !is_required))
        .all(setting_values(settings))
        .created(tx)
        .id(tx)
        .await
        .map_err(approved_meanwhile)?;
    let id = SiteId(id);
    put_metrics(tx, id, metrics).await?;
    site_checks::begin(tx, id, webmaster).await?;
    inventory_changes::record(tx, Kind::Site, id).await?;
    get_site(tx, Scope::System, id).await
}

/// Refuses what is no category, and to be about one that is closed unless the site is so already. Ads of closed ones run on: sites
/// may let them in or keep them out.
async fn check_categories(conn: &Conn, settings: &SiteSettings, before: Option<&Site>) -> Result<()> {
    let kept = before.map(|before| before.category);
    let about = Some(settings.category).filter(|category| category.0 != 0 && Some(*category) != kept);
    let named = |ids: &[CategoryId], kept: Option<&Vec<CategoryId>>| -> Vec<CategoryId> {
        ids.iter().copied().filter(|id| !kept.is_some_and(|kept| kept.contains(id))).collect()
    };
    let allowed = named(&settings.allowed_categories, before.map(|before| &before.allowed_categories));
    let forbidden = named(&settings.forbidden_categories, before.map(|before| &before.forbidden_categories));
    if about.is_none() && allowed.is_empty() && forbidden.is_empty() {
        return Ok(());
    }
    let known = dictionaries::categories(conn).await?;
    dictionaries::check(&known, "category", about.as_slice(), &[])?;
    dictionaries::check_known(&known, "allowed_categories", &allowed)?;
    dictionaries::check_known(&known, "forbidden_categories", &forbidden)
}

/// Whether new addresses of a webmaster wait until they are verified.
fn must_verify(conn: &Conn, webmaster: UserId) -> bool {
    conn.settings().sites.verification_required.contains(webmaster.0)
}

/// The status, and since when a moderator may decide on the site: from its first moment, or the one at which it is verified where
/// it has to be before. `may` says whether anybody may now.
fn status_values(tx: &Tx, before: Option<&Site>, to: SiteStatus, may: bool) -> Vec<(&'static str, Value)> {
    let mut values = vec![("status_id", i64::from(to.id()).into())];
    let waits = may && to == SiteStatus::Waiting;
    let waited = before.is_some_and(|before| before.status == SiteStatus::Waiting && !before.waits_for_verification());
    if waits != waited || before.is_none() {
        values.push(("waits_since", waits.then_some(tx.now().0).into()));
    }
    values
}

fn setting_values(settings: &SiteSettings) -> [(&'static str, Value); 6] {
    [
        ("name", settings.name.as_str().into()),
        ("domain", settings.domain.as_str().into()),
        ("category_id", settings.category.0.into()),
        ("allowed_categories", ids_json(&settings.allowed_categories).into()),
        ("forbidden_categories", ids_json(&settings.forbidden_categories).into()),
        ("shows_own_ads", settings.shows_own_ads.into()),
    ]
}

/// Statuses in which a webmaster has one site of a domain at most.
pub(super) const KEPT: [SiteStatus; 3] = [SiteStatus::Waiting, SiteStatus::Approved, SiteStatus::Blocked];
/// Statuses that keep other sites of the domain from being approved without a moderator.
const HOLDING: [SiteStatus; 2] = [SiteStatus::Approved, SiteStatus::Blocked];

/// A domain without and with `www.`: pages of both are those of one site.
fn both_names(domain: &str) -> [String; 2] {
    let bare = domain.strip_prefix("www.").unwrap_or(domain);
    [bare.to_owned(), format!("www.{bare}")]
}

/// A condition on sites: of [`both_names`], and not the one that is asked about.
fn is_domain(but: Option<SiteId>) -> String {
    format!("domain IN ($1, $2) AND id <> {}", but.map_or(0, |site| site.0))
}

/// Refuses a domain of which the webmaster has a site already. It tells them of their own sites alone.
async fn check_own_domain(tx: &Tx, webmaster: UserId, domain: &str, but: Option<SiteId>) -> Result<()> {
    let sql = format!(
        "SELECT id FROM sites WHERE {} AND webmaster_id = $3 AND {} LIMIT 1",
        is_domain(but),
        status_condition("status_id", KEPT.iter().map(|status| status.id()), SiteStatus::Archived.id())
    );
    let [bare, www] = both_names(domain);
    match tx.row(&sql, [bare.into(), www.into(), webmaster.0.into()]).await? {
        Some(_) => Err(Error::Invalid { field: "domain", message: "is that of another site of yours".to_owned() }),
        None => Ok(()),
    }
}

/// The first site that holds a domain, beside `but`.
async fn holder(conn: &Conn, domain: &str, but: Option<SiteId>, of: &[SiteStatus]) -> Result<Option<SiteId>> {
    let sql = format!(
        "SELECT id FROM sites WHERE {} AND {} ORDER BY id LIMIT 1",
        is_domain(but),
        status_condition("status_id", of.iter().map(|status| status.id()), SiteStatus::Archived.id())
    );
    let [bare, www] = both_names(domain);
    let row = conn.row(&sql, [bare.into(), www.into()]).await?;
    row.map(|row| Ok(SiteId(row.get("id")?))).transpose()
}

/// The approved site of a domain.
pub async fn find_approved(conn: &Conn, domain: &str) -> Result<Option<Site>> {
    let Some(id) = holder(conn, domain, None, &[SiteStatus::Approved]).await? else { return Ok(None) };
    get_site(conn, Scope::System, id).await.map(Some)
}

/// The status that a site gets by its owner's trust: a moderator decides where another site holds its domain.
async fn free_or_waiting(tx: &Tx, domain: &str, but: Option<SiteId>, wish: SiteStatus) -> Result<SiteStatus> {
    let is_held = wish == SiteStatus::Approved && holder(tx, domain, but, &HOLDING).await?.is_some();
    Ok(if is_held { SiteStatus::Waiting } else { wish })
}

/// Another transaction has approved a site of the domain meanwhile: run again, this one will find it.
fn approved_meanwhile(error: Error) -> Error {
    match error {
        Error::Duplicate { field } => Error::Collision(format!("{field} was given away meanwhile")),
        other => other,
    }
}

async fn put_metrics(tx: &Tx, site: SiteId, metrics: &[SealedMetric]) -> Result<()> {
    tx.execute("DELETE FROM site_metrics WHERE site_id = $1", [site.0.into()]).await?;
    for (position, metric) in (0i64..).zip(metrics) {
        Insert::into("site_metrics")
            .set("site_id", site.0)
            .set("position", position)
            .set("statistics_metrics", metric.kind.as_str())
            .set("access", metric.access.clone())
            .run(tx)
            .await?;
    }
    Ok(())
}

impl Site {
    /// Whether these are its settings already.
    fn has(&self, settings: &SiteSettings) -> bool {
        self.name == settings.name
            && self.domain == settings.domain
            && self.category == settings.category
            && self.allowed_categories == settings.allowed_categories
            && self.forbidden_categories == settings.forbidden_categories
            && self.shows_own_ads == settings.shows_own_ads
    }
}

/// Changes a site of the scope to the settings and status; nothing is written when it has them. `version`, if given, must be the stored one. No metrics
/// leaves the stored ones. As with a new site, another domain that another site holds leaves it waiting.
pub async fn update_site(
    tx: &Tx,
    scope: Scope,
    id: SiteId,
    version: Option<i64>,
    settings: &SiteSettings,
    metrics: Option<&[SealedMetric]>,
    status: SiteStatus,
) -> Result<Site> {
    let before = get_site(tx, scope, id).await?;
    if version.is_some_and(|version| version != before.version) {
        return Err(Error::Stale { current: before.version });
    }
    let is_moved = settings.domain != before.domain;
    if is_moved {
        check_own_domain(tx, before.webmaster, &settings.domain, Some(id)).await?;
    }
    check_categories(tx, settings, Some(&before)).await?;
    // Who lost the verification of one address shows that the next one is theirs before ads run there, trusted or not: else
    // its pause would end with a change of address, and another one back.
    let has_to = before.waits_for_verification() || before.verification.state == VerificationState::Lost;
    let is_required =
        if is_moved { has_to || must_verify(tx, before.webmaster) } else { before.waits_for_verification() };
    let status = if is_required && status == SiteStatus::Approved { SiteStatus::Waiting } else { status };
    let status = match before.status {
        SiteStatus::Approved if !is_moved => status,
        _ => free_or_waiting(tx, &settings.domain, Some(id), status).await?,
    };
    if metrics.is_none() && status == before.status && before.has(settings) {
        return Ok(before);
    }
    let mut change =
        Update::of("sites").all(setting_values(settings)).all(status_values(tx, Some(&before), status, !is_required));
    if is_moved {
        // What was shown for one address says nothing of another.
        change = change.all(verification_values(&Verification::default()));
        change = change.set("is_verification_required", is_required);
        site_checks::begin(tx, id, before.webmaster).await?;
    }
    change.stamped(tx).versioned().filter("id =", id.0).one(tx, "site").await.map_err(approved_meanwhile)?;
    if let Some(metrics) = metrics {
        put_metrics(tx, id, metrics).await?;
    }
    inventory_changes::record(tx, Kind::Site, id).await?;
    get_site(tx, Scope::System, id).await
}

/// Gives a site of the scope another status; only from one of `from`. A domain is that of one approved site.
pub async fn set_status(
    tx: &Tx,
    scope: Scope,
    id: SiteId,
    from: &[SiteStatus],
    to: SiteStatus,
    comment: &str,
) -> Result<Site> {
    let before = get_site(tx, scope, id).await?;
    if !from.contains(&before.status) {
        return Err(Error::Conflict(format!(
            "the site is {}: it cannot become {}",
            before.status.label().to_lowercase(),
            to.label().to_lowercase()
        )));
    }
    if to == SiteStatus::Approved && before.waits_for_verification() {
        return Err(Error::Conflict(
            "the site is not verified: it can be approved once its owner has shown that it is theirs".to_owned(),
        ));
    }
    if to == SiteStatus::Approved
        && let Some(other) = holder(tx, &before.domain, Some(id), &[SiteStatus::Approved]).await?
    {
        return Err(Error::Conflict(format!(
            "{} is that of site {other}, which is approved (2): as long as it is, this site is {} ({}) and cannot \
             become approved (2)",
            before.domain,
            before.status.label().to_lowercase(),
            before.status.id()
        )));
    }
    blocked::check(scope, &before)?;
    let change = Update::of("sites")
        .all(status_values(tx, Some(&before), to, !before.waits_for_verification()))
        .set("reject_comment", comment);
    let change = change.all(blocked::kept(scope, &before, to));
    change.stamped(tx).versioned().filter("id =", id.0).one(tx, "site").await.map_err(approved_meanwhile)?;
    inventory_changes::record(tx, Kind::Site, id).await?;
    get_site(tx, Scope::System, id).await
}

/// Notes whose a site is. One that waited for it on behalf of somebody trusted is approved, where its domain is free.
/// Nothing that its owner would have to look at before they save their own changes.
pub(crate) async fn set_verification(tx: &Tx, before: &Site, known: &Verification) -> Result<()> {
    let is_first = before.waits_for_verification() && known.state == VerificationState::Verified;
    let is_trusted = is_first
        && before.status == SiteStatus::Waiting
        && users::get_user(tx, Scope::System, before.webmaster).await?.is_trusted;
    let status = if is_trusted {
        free_or_waiting(tx, &before.domain, Some(before.id), SiteStatus::Approved).await?
    } else {
        before.status
    };
    let may_decide = !(before.is_verification_required && known.state == VerificationState::Unverified);
    let change =
        Update::of("sites").all(verification_values(known)).all(status_values(tx, Some(before), status, may_decide));
    change.stamped(tx).filter("id =", before.id.0).one(tx, "site").await.map_err(approved_meanwhile)?;
    let (is_switched, is_approved) = (known.is_paused != before.verification.is_paused, status != before.status);
    // Nobody did this: the log says that the program did.
    let program = Actor::default();
    if is_switched {
        let action = if known.is_paused { "pause_site" } else { "resume_site" };
        audit_log::record(tx, &program, action, "site", before.id, Some(&before.verification), Some(known)).await?;
    }
    if is_approved {
        let after = Site { status, ..before.clone() };
        audit_log::record(tx, &program, "approve_site", "site", before.id, Some(before), Some(&after)).await?;
    }
    if is_switched || is_approved {
        inventory_changes::record(tx, Kind::Site, before.id).await?;
    }
    Ok(())
}
