//! Ads: native ones, and what push ads have in common with them.

use super::campaigns::{check_version, stop_reason};
use super::groups::{self, Group};
use super::state::AdState;
pub use super::state::Entry;
use super::states::States;
use super::{NATIVE, PUSH, optional_money, read_json, to_json, write_flag};
use super::{link_checks, push_parts};
use crate::advertising::inventory_changes;
use crate::conn::{Conn, Row, Tx, Value};
use crate::error::{Error, Result};
use crate::lists::{has_folded_phrase, id_first, sought};
use crate::quotas::{self, Thing};
use crate::scope::Scope;
use crate::statement::{Insert, Update};
use placard_model::bid::auto_bid::AutoBidSettings;
use placard_model::format::FormatMask;
use placard_model::inventory::{Bid, FrequencyCap};
use placard_model::push::PushCreative;
use placard_model::status::{AdStatus, Halt, Review, StopReason};
use placard_model::targeting::geo::CountryCode;
use placard_model::{AdId, CampaignId, GroupId, Money, UnixMs, UserId};
use std::collections::HashMap;

/// How long an ad that leads to another page waits for the look at it before moderators are shown it.
pub const PROCESSING_MS_MAX: i64 = 2 * 60_000;

/// A picture of an ad.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureRef {
    /// SHA-256 of its WebP file, hex: its name in the media store.
    pub hash: String,
    /// Pixels.
    pub width: i64,
    /// Pixels.
    pub height: i64,
}

/// What the owner sets.
#[derive(Clone, Debug, PartialEq)]
pub struct AdSettings {
    /// Title.
    pub title: String,
    /// Short description.
    pub short_description: String,
    /// Long text.
    pub full_text: String,
    /// Brand; empty: the landing domain is shown.
    pub brand: String,
    /// Landing page with macros.
    pub original_url: String,
    /// Where an article was first published; may be empty.
    pub primary_source_url: String,
    /// Block formats that it has everything for.
    pub formats: FormatMask,
    /// The price of a click.
    pub bid: Bid,
    /// How often one visitor may see it.
    pub frequency_cap: Option<FrequencyCap>,
    /// Square picture.
    pub square: Option<PictureRef>,
    /// 16:9 picture; of push ads 2:1.
    pub horizontal: Option<PictureRef>,
    /// What only push ads have.
    pub push: Option<PushCreative>,
}

impl AdSettings {
    /// The lowest of all bids.
    pub fn lowest_bid(&self) -> Money {
        self.bid.lowest()
    }

    /// Whether anything that a moderator looks at differs: words, pictures, links.
    pub fn shows_the_same(&self, other: &Self) -> bool {
        let hash = |picture: &Option<PictureRef>| picture.as_ref().map(|p| p.hash.clone());
        self.title == other.title
            && self.short_description == other.short_description
            && self.full_text == other.full_text
            && self.brand == other.brand
            && self.original_url == other.original_url
            && self.primary_source_url == other.primary_source_url
            && hash(&self.square) == hash(&other.square)
            && hash(&self.horizontal) == hash(&other.horizontal)
            && self.push == other.push
    }
}

/// A stored ad.
#[derive(Clone, Debug)]
pub struct Ad {
    /// Its number.
    pub id: AdId,
    /// Its group.
    pub group: GroupId,
    /// Its campaign.
    pub campaign: CampaignId,
    /// Its owner.
    pub advertiser: UserId,
    /// What the owner set.
    pub settings: AdSettings,
    /// What the bid follows.
    pub auto: AutoBidSettings,
    /// Its landing page, in `link_checks`.
    pub link: Option<i64>,
    /// The facts behind its status.
    pub state: AdState,
    /// Why it was rejected: ban reason ids.
    pub ban_reasons: Vec<u8>,
    /// What the moderator wrote.
    pub ban_comment: String,
    /// Version of the settings.
    pub version: i64,
    /// When it was made.
    pub created_at: UnixMs,
    /// When it was changed last.
    pub updated_at: UnixMs,
    /// Outer name of a push ad.
    pub uuid: Option<String>,
    /// Why a push ad was stopped; none while it is wanted.
    pub stop_reason: Option<StopReason>,
}

pub(super) const ADS: &str = "a.*, sq.width AS square_width, sq.height AS square_height, \
     hz.width AS horizontal_width, hz.height AS horizontal_height, \
     ab.epc_coefficient, ab.epc_max, ab.lead_cost, ab.bid_floor, ab.bid_ceiling, \
     p.uuid AS uuid, p.language AS push_language, p.buttons AS push_buttons, p.stop_reason AS stop_reason FROM ads a \
     LEFT JOIN pictures sq ON sq.hash = a.square_hash LEFT JOIN pictures hz ON hz.hash = a.horizontal_hash \
     LEFT JOIN push_ads p ON p.ad_id = a.id LEFT JOIN ad_auto_bids ab ON ab.ad_id = a.id";

impl Ad {
    /// Whether its owner keeps it and has not sent it to moderation yet.
    pub const fn is_draft(&self) -> bool {
        matches!(self.state.review, Review::Draft)
    }

    pub(super) fn read(row: &Row) -> Result<Self> {
        Ok(Self {
            id: AdId(row.get("id")?),
            group: GroupId(row.get("group_id")?),
            campaign: CampaignId(row.get("campaign_id")?),
            advertiser: UserId(row.get("advertiser_id")?),
            settings: AdSettings {
                title: row.get("title")?,
                short_description: row.get("short_description")?,
                full_text: row.get("full_text")?,
                brand: row.get("brand")?,
                original_url: row.get("original_url")?,
                primary_source_url: row.get("primary_source_url")?,
                formats: formats(row)?,
                bid: bid(row)?,
                frequency_cap: cap(row)?,
                square: picture(row, "square_hash", "square_width", "square_height")?,
                horizontal: picture(row, "horizontal_hash", "horizontal_width", "horizontal_height")?,
                push: push_parts::creative(row)?,
            },
            auto: auto_bid_settings(row)?,
            link: row.get("link_id")?,
            state: AdState::read(row)?,
            ban_reasons: read_json(row, "ban_reasons")?,
            ban_comment: row.get("ban_comment")?,
            version: row.get("version")?,
            created_at: UnixMs(row.get("created_at")?),
            updated_at: UnixMs(row.get("updated_at")?),
            uuid: row.get("uuid")?,
            stop_reason: stop_reason(row)?,
        })
    }
}

fn formats(row: &Row) -> Result<FormatMask> {
    let bits: i64 = row.get("formats")?;
    u8::try_from(bits).map(FormatMask).map_err(|_| Error::Corrupt(format!("formats {bits}")))
}

fn bid(row: &Row) -> Result<Bid> {
    let others = optional_money(row, "bid")?;
    let countries: Vec<(CountryCode, i64)> = read_json(row, "country_bids")?;
    match others {
        Some(bid) if countries.is_empty() => Ok(Bid::Everywhere(bid)),
        others => Ok(Bid::ByCountry(
            countries.into_iter().map(|(country, micros)| (country, Money::from_micros(micros))).collect(),
            others,
        )),
    }
}

fn cap(row: &Row) -> Result<Option<FrequencyCap>> {
    let (shows, hours): (Option<i64>, Option<i64>) = (row.get("cap_shows")?, row.get("cap_hours")?);
    let (Some(shows), Some(hours)) = (shows, hours) else { return Ok(None) };
    match (u8::try_from(shows), u16::try_from(hours)) {
        (Ok(shows), Ok(hours)) => Ok(Some(FrequencyCap { shows, hours })),
        _ => Err(Error::Corrupt(format!("frequency cap {shows} in {hours} h"))),
    }
}

fn picture(row: &Row, hash: &str, width: &str, height: &str) -> Result<Option<PictureRef>> {
    match row.get::<Option<String>>(hash)? {
        Some(hash) => Ok(Some(PictureRef { hash, width: row.get(width)?, height: row.get(height)? })),
        None => Ok(None),
    }
}

/// Only native ads.
const NO_PUSH: &str = "NOT EXISTS (SELECT 1 FROM push_ads p WHERE p.ad_id = ads.id)";

/// Titles of native ads in scope whose id or title has the phrase, the one of that id first, then the newest, and how many
/// there are.
pub async fn titles(
    conn: &Conn,
    scope: Scope,
    phrase: &str,
    without_archived: bool,
    limit: u32,
    offset: u64,
) -> Result<(Vec<(AdId, String)>, u64)> {
    let mut values = Vec::new();
    let own = scope.advertiser_rows("advertiser_id", &mut values);
    let found = has_folded_phrase("id", "folded_title", Some(phrase), &mut values);
    let live = if without_archived { " AND archived_at IS NULL" } else { "" };
    let rows = format!("FROM ads WHERE deleted_at IS NULL AND {own} AND {found} AND {NO_PUSH}{live}");
    let sql = format!("SELECT COUNT(*) AS n {rows}");
    let total = conn.row(&sql, values.clone()).await?.map_or(Ok(0), |row| row.get::<i64>("n"))?;
    let first = id_first("id", sought(Some(phrase)));
    let sql = format!("SELECT id, title {rows} ORDER BY {first}id DESC LIMIT {limit} OFFSET {offset}");
    let title = |row: &Row| Ok((AdId(row.get("id")?), row.get("title")?));
    let titles = conn.rows(&sql, values).await?.iter().map(title).collect::<Result<_>>()?;
    Ok((titles, total.unsigned_abs()))
}

/// A native ad.
pub async fn get(conn: &Conn, scope: Scope, id: AdId) -> Result<Ad> {
    any(conn, scope, id).await.and_then(native)
}

/// An ad of any kind.
pub async fn any(conn: &Conn, scope: Scope, id: AdId) -> Result<Ad> {
    by_ids(conn, scope, &[id]).await?.pop().ok_or(Error::NotFound("ad"))
}

fn native(ad: Ad) -> Result<Ad> {
    if ad.settings.push.is_none() { Ok(ad) } else { Err(Error::NotFound("ad")) }
}

/// The ads of these ids that are in scope, of any kind, in the order of the ids.
pub async fn by_ids(conn: &Conn, scope: Scope, ids: &[AdId]) -> Result<Vec<Ad>> {
    let mut values = Vec::new();
    // By `+` SQLite looks these up by their ids: it would go through all that the owner has.
    let own = scope.advertiser_rows("+a.advertiser_id", &mut values);
    let named = conn.one_of("a.id", ids.iter().map(|id| id.0), &mut values);
    let sql = format!("SELECT {ADS} WHERE a.deleted_at IS NULL AND {own} AND {named}");
    let mut ads = conn.rows(&sql, values).await?.iter().map(Ad::read).collect::<Result<Vec<_>>>()?;
    let places: HashMap<AdId, usize> = ids.iter().enumerate().map(|(place, id)| (*id, place)).collect();
    ads.sort_by_key(|ad| places.get(&ad.id).copied());
    Ok(ads)
}

/// What tells an ad from its neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Titled {
    /// The ad.
    pub id: AdId,
    /// Its group.
    pub group: GroupId,
    /// Its title.
    pub title: String,
}

/// Groups and titles of the ads of these ids that are in scope, in the order of the ids.
pub async fn titled(conn: &Conn, scope: Scope, ids: &[AdId]) -> Result<Vec<Titled>> {
    let mut values = Vec::new();
    // By `+` SQLite looks these up by their ids: it would go through all that the owner has.
    let own = scope.advertiser_rows("+a.advertiser_id", &mut values);
    let named = conn.one_of("a.id", ids.iter().map(|id| id.0), &mut values);
    let sql = format!("SELECT a.id, a.group_id, a.title FROM ads a WHERE a.deleted_at IS NULL AND {own} AND {named}");
    let mut found: HashMap<AdId, Titled> = HashMap::with_capacity(ids.len());
    for row in conn.rows(&sql, values).await? {
        let (id, group) = (AdId(row.get("id")?), GroupId(row.get("group_id")?));
        found.insert(id, Titled { id, group, title: row.get("title")? });
    }
    Ok(ids.iter().filter_map(|id| found.remove(id)).collect())
}

/// Makes an ad in a group that is in scope.
pub async fn create(tx: &Tx, scope: Scope, group: GroupId, settings: &AdSettings, entry: Entry) -> Result<AdId> {
    let group = groups::get(tx, scope, group).await?;
    if group.state.archived_at.is_some() {
        return Err(Error::Conflict("an archived (3) group takes no ads: make it stopped (1) first".to_owned()));
    }
    quotas::check(tx, group.advertiser, Thing::Ad(Some(group.id)), 1).await?;
    insert(tx, &group, settings, entry).await
}

/// Makes ads in a group that is in scope, all of them or none. Their numbers are in the order of the settings.
pub async fn create_many(
    tx: &Tx,
    scope: Scope,
    group: GroupId,
    settings: &[AdSettings],
    entry: Entry,
) -> Result<Vec<AdId>> {
    let group = groups::get(tx, scope, group).await?;
    if group.state.archived_at.is_some() {
        return Err(Error::Conflict("an archived (3) group takes no ads: make it stopped (1) first".to_owned()));
    }
    quotas::check(tx, group.advertiser, Thing::Ad(Some(group.id)), settings.len()).await?;
    let mut made = Vec::with_capacity(settings.len());
    for one in settings {
        made.push(insert(tx, &group, one, entry).await?);
    }
    Ok(made)
}

/// Makes an ad in a group that has a place for it.
pub(super) async fn insert(tx: &Tx, group: &Group, settings: &AdSettings, entry: Entry) -> Result<AdId> {
    let trusted = entry == Entry::Trusted;
    // A draft keeps no moderator waiting.
    let processing_until = (entry != Entry::Draft).then(|| tx.now().plus_ms(PROCESSING_MS_MAX).0);
    let now = tx.now().0;
    let id = next_number(tx, if settings.push.is_some() { PUSH } else { NATIVE }).await?;
    Insert::into("ads")
        .set("id", id)
        .set("group_id", group.id.0)
        .set("campaign_id", group.campaign.0)
        .set("advertiser_id", group.advertiser.0)
        .set("review", i64::from(entry.review().id()))
        .set("needs_check", trusted)
        .set("wanted", trusted && group.settings.auto_start_ads)
        .set("submitted_at", now)
        .set("reviewed_at", trusted.then_some(now))
        .set("link_id", link_checks::want(tx, &settings.original_url, group.advertiser).await?)
        .set("processing_until", processing_until)
        .all(setting_values(settings)?)
        .created(tx)
        .run(tx)
        .await?;
    link_checks::end_processing(tx, AdId(id)).await?;
    if trusted {
        super::campaigns::approve_once(tx, group.campaign).await?;
    }
    inventory_changes::record(tx, inventory_changes::Kind::Ad, id).await?;
    Ok(AdId(id))
}

/// A number that no ad has had.
async fn next_number(tx: &Tx, kind: i64) -> Result<i64> {
    let take = || Insert::into("ad_numbers").set("campaign_type", kind).id(tx);
    let number = take().await?;
    let last = tx.row("SELECT MAX(id) AS last FROM ads", []).await?;
    let last = last.map(|row| row.get::<Option<i64>>("last")).transpose()?.flatten().unwrap_or_default();
    if number > last {
        return Ok(number);
    }
    // An earlier version has made ads since numbers are given here.
    let sql = if tx.is_postgres() {
        "SELECT setval(pg_get_serial_sequence('ad_numbers', 'id'), $1)"
    } else {
        "UPDATE sqlite_sequence SET seq = $1 WHERE name = 'ad_numbers'"
    };
    tx.execute(sql, [last.into()]).await?;
    take().await
}

/// Replaces the settings. An approved ad whose words, pictures or links change goes back to the queue, unless its owner
/// is trusted: then it stays and is looked at later. A draft stays one. While a moderator has it open these do not
/// change, and nothing at all of one that waits. `version` is the one that the caller read.
pub async fn update(
    tx: &Tx,
    scope: Scope,
    id: AdId,
    settings: &AdSettings,
    version: Option<i64>,
    trusted: bool,
) -> Result<()> {
    let before = any(tx, scope, id).await?;
    update_found(tx, &before, settings, version, trusted).await
}

/// [`update`] of an ad that was read in this transaction. A refusal, which is [`Error::Conflict`] or [`Error::Stale`], has
/// written nothing: others may be changed after it.
pub async fn update_found(
    tx: &Tx,
    before: &Ad,
    settings: &AdSettings,
    version: Option<i64>,
    trusted: bool,
) -> Result<()> {
    let id = before.id;
    // Native and push ads have statuses of other numbers; a settings' kind is its ad's.
    let (is_push, kind) = (before.settings.push.is_some(), settings.push.is_some());
    if is_push != kind {
        return Err(Error::NotFound("ad"));
    }
    if before.state.archived_at.is_some() {
        let (archived, stopped) = if is_push { (3, 1) } else { (6, 4) };
        return Err(Error::Conflict(format!(
            "an archived ({archived}) ad cannot be edited: make it stopped ({stopped}) first"
        )));
    }
    let shows_another = !settings.shows_the_same(&before.settings);
    if before.state.is_locked(tx.now()) {
        let (moderation, approved, rejected) = if is_push { (10, 2, 11) } else { (21, 5, 3) };
        if before.state.review == Review::Waiting {
            return Err(Error::Conflict(format!(
                "the ad is in moderation ({moderation}) and cannot be edited until it is approved ({approved}) or rejected \
                 ({rejected})"
            )));
        }
        if shows_another {
            return Err(Error::Conflict(format!(
                "a moderator is looking at the ad ({moderation}): its text, pictures and links cannot be changed until it \
                 is approved ({approved}) or rejected ({rejected})"
            )));
        }
    }
    check_version(before.version, version)?;
    if before.settings == *settings {
        return Ok(());
    }
    let mut change = Update::of("ads").all(setting_values(settings)?).stamped(tx).versioned();
    if shows_another {
        change = change.set_sql("content_version = version + 1");
    }
    let leads_elsewhere = before.link.is_none() || settings.original_url != before.settings.original_url;
    if leads_elsewhere {
        change = change.set("link_id", link_checks::want(tx, &settings.original_url, before.advertiser).await?);
        // What is known of the former page says nothing of this one.
        change = change.set("halts", i64::from(before.state.halts & !Halt::DeadLink.id()));
        if before.state.review != Review::Draft {
            change = change.set("processing_until", tx.now().plus_ms(PROCESSING_MS_MAX).0);
        }
    }
    change.filter("id =", id.0).one(tx, "ad").await?;
    if let Some(push) = settings.push.as_ref().filter(|push| before.settings.push.as_ref() != Some(*push)) {
        push_parts::write_creative(tx, id, push).await?;
    }
    if leads_elsewhere || before.state.processing_until.is_some() {
        link_checks::end_processing(tx, id).await?;
    }
    match before.state.review {
        Review::Approved if shows_another && trusted => {
            let change = Update::of("ads").set("needs_check", true).set("submitted_at", tx.now().0);
            change.filter("id =", id.0).one(tx, "ad").await?;
        }
        Review::Approved if shows_another => {
            queue(tx, id).await?;
            leave(tx, id, &before.settings).await?;
        }
        // What a moderator wanted to be changed may be so now: also a trusted owner's is looked at before it runs again.
        Review::Rejected if shows_another => queue(tx, id).await?,
        Review::Approved | Review::Rejected | Review::Processing | Review::Waiting | Review::Draft => {}
    }
    inventory_changes::record(tx, inventory_changes::Kind::Ad, id).await
}

/// Puts an ad into the queue of moderation, where nobody has it yet.
pub(super) async fn queue(tx: &Tx, id: AdId) -> Result<()> {
    let change = Update::of("ads").set("review", i64::from(Review::Waiting.id())).set("needs_check", false);
    let change = change.set("submitted_at", tx.now().0).set_sql("lock_user_id = NULL").set_sql("lock_until = NULL");
    change.filter("id =", id.0).one(tx, "ad").await
}

/// Keeps what clicks on the shown ad need when its approval ends: `shown` is what was approved.
pub(super) async fn leave(tx: &Tx, id: AdId, shown: &AdSettings) -> Result<()> {
    let change = Update::of("ads").set("left_at", tx.now().0).set("left_url", shown.original_url.as_str());
    change.set("left_title", shown.title.as_str()).filter("id =", id.0).one(tx, "ad").await
}

/// Pauses for a rule, or lets go on what a rule paused. Answers whether that changes anything.
pub async fn set_paused_by_rule(tx: &Tx, scope: Scope, id: AdId, paused: bool) -> Result<bool> {
    let state = any(tx, scope, id).await?.state;
    if state.is_halted_by(Halt::Rule) == paused || paused && !state.wanted {
        return Ok(false);
    }
    let halts = if paused { state.halts | Halt::Rule.id() } else { state.halts & !Halt::Rule.id() };
    write_flag(tx, id, "halts", i64::from(halts).into()).await?;
    Ok(true)
}

/// Stores one bid for all places, whatever else its owner set.
pub async fn set_bid(tx: &Tx, scope: Scope, id: AdId, bid: Money) -> Result<()> {
    any(tx, scope, id).await?;
    let change = Update::of("ads").set("bid", bid.micros()).set("country_bids", "[]");
    let change = change.set("lowest_bid", bid.micros()).stamped(tx).versioned();
    change.filter("id =", id.0).one(tx, "ad").await?;
    inventory_changes::record(tx, inventory_changes::Kind::Ad, id).await
}

/// Archives, or makes an archived ad stopped.
pub async fn set_archived(tx: &Tx, scope: Scope, id: AdId, archived: bool) -> Result<()> {
    let before = get(tx, scope, id).await?;
    if !archived {
        if before.state.archived_at.is_none() {
            return Err(Error::Conflict(
                "the ad is not archived (6), so it cannot become stopped (4) again".to_owned(),
            ));
        }
        write_flag(tx, id, "wanted", false.into()).await?;
    }
    if archived && before.state.archived_at.is_some() {
        return Ok(());
    }
    let at = archived.then(|| tx.now());
    write_flag(tx, id, "archived_at", at.map(|at| at.0).into()).await
}

/// Deletes ads of any kind; the rows stay for the names in statistics.
pub async fn delete(tx: &Tx, scope: Scope, ids: &[AdId]) -> Result<()> {
    let found = by_ids(tx, scope, ids).await?;
    let missing: Vec<i64> = ids.iter().filter(|id| !found.iter().any(|ad| ad.id == **id)).map(|id| id.0).collect();
    if !missing.is_empty() {
        return Err(Error::SomeNotFound { what: "ads", ids: missing });
    }
    for ad in found {
        write_flag(tx, ad.id, "deleted_at", Some(tx.now().0).into()).await?;
    }
    Ok(())
}

/// What the bid of an ad follows, from columns that may all be missing.
fn auto_bid_settings(row: &Row) -> Result<AutoBidSettings> {
    Ok(AutoBidSettings {
        epc_coefficient: optional_money(row, "epc_coefficient")?,
        epc_max: optional_money(row, "epc_max")?,
        lead_cost: optional_money(row, "lead_cost")?,
        bid_floor: optional_money(row, "bid_floor")?,
        bid_ceiling: optional_money(row, "bid_ceiling")?,
    })
}

/// The shown status of an ad.
pub async fn status(conn: &Conn, scope: Scope, ad: &Ad) -> Result<AdStatus> {
    let states = States::above(conn, scope, std::slice::from_ref(ad)).await?;
    states.ad_status(ad, conn.now()).ok_or(Error::NotFound("ad"))
}

/// The native ads of these ids; an error that names those that are not in scope.
pub async fn all_of(conn: &Conn, scope: Scope, ids: &[AdId]) -> Result<Vec<Ad>> {
    let mut ads = by_ids(conn, scope, ids).await?;
    ads.retain(|ad| ad.settings.push.is_none());
    let missing: Vec<i64> = ids.iter().filter(|id| !ads.iter().any(|ad| ad.id == **id)).map(|id| id.0).collect();
    if missing.is_empty() { Ok(ads) } else { Err(Error::SomeNotFound { what: "ads", ids: missing }) }
}

fn setting_values(settings: &AdSettings) -> Result<[(&'static str, Value); 15]> {
    let (everywhere, countries) = match &settings.bid {
        Bid::Everywhere(bid) => (Some(*bid), Vec::new()),
        Bid::ByCountry(bids, others) => (*others, bids.iter().map(|(c, bid)| (*c, bid.micros())).collect()),
    };
    let hash = |picture: &Option<PictureRef>| Value::from(picture.as_ref().map(|p| p.hash.clone()));
    Ok([
        ("title", settings.title.clone().into()),
        ("short_description", settings.short_description.clone().into()),
        ("full_text", settings.full_text.clone().into()),
        ("brand", settings.brand.clone().into()),
        ("original_url", settings.original_url.clone().into()),
        ("primary_source_url", settings.primary_source_url.clone().into()),
        ("formats", i64::from(settings.formats.0).into()),
        ("bid", super::micros(everywhere)),
        ("country_bids", to_json(&countries)?),
        ("lowest_bid", settings.lowest_bid().micros().into()),
        ("cap_shows", settings.frequency_cap.map(|cap| i64::from(cap.shows)).into()),
        ("cap_hours", settings.frequency_cap.map(|cap| i64::from(cap.hours)).into()),
        ("square_hash", hash(&settings.square)),
        ("horizontal_hash", hash(&settings.horizontal)),
        ("folded_title", settings.title.to_lowercase().into()),
    ])
}

/// The name of a status in messages.
pub const fn status_name(status: AdStatus) -> &'static str {
    match status {
        AdStatus::Processed => "being processed",
        AdStatus::Waiting => "waiting for moderation",
        AdStatus::Rejected => "rejected",
        AdStatus::Stopped => "stopped",
        AdStatus::Launched => "started",
        AdStatus::Archived => "archived",
        AdStatus::InModeration => "in moderation",
        AdStatus::OutOfBudget => "out of budget",
        AdStatus::TimePaused => "outside its schedule",
    }
}
