//! Blocks: places for ads on sites.

use crate::advertising::inventory_changes::{self, Kind};
use crate::codes::code;
use crate::conn::{Conn, Row, Tx, Value, readable};
use crate::error::{Error, Result};
use crate::lists::{self, Field, Listed, Shape, has_phrase};
use crate::publishing::sites;
use crate::quotas::{self, Thing};
use crate::scope::Scope;
use crate::statement::{Insert, Update};
use placard_model::bid::floor::EcpmFloor;
use placard_model::format::{BlockFormat, accepted_formats};
use placard_model::inventory::{BlockDims, BlockSpec};
use placard_model::push::subscription::SitePush;
use placard_model::sites::placement::Placement;
use placard_model::targeting::geo::CountryCode;
use placard_model::user::{BlockStatus, SiteStatus};
use placard_model::{BlockId, CategoryId, Money, SiteId, TemplateId, UnixMs, UserId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Blocks that the engine is told of at once, when it learns all of them.
pub const SPECS_A_PAGE: i64 = 10_000;

const COLUMNS: &str = "b.id, b.site_id, b.webmaster_id, b.name, b.block_format_type_id, b.template_id, \
    t.name AS template_name, b.config, b.custom_styles, b.compiled_styles, b.passback_html, b.passback_url, \
    b.refresh_s, b.placement, b.article_paragraphs, b.ecpm_floor, b.country_floors, b.places, b.status_id, b.created_at, b.version";
const FROM: &str = "blocks b JOIN templates t ON t.id = b.template_id";

/// A block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Block {
    /// The block.
    pub id: BlockId,
    /// Its site.
    pub site: SiteId,
    /// Whose.
    pub webmaster: UserId,
    /// What its owner calls it.
    pub name: String,
    /// What it shows.
    pub format: BlockFormat,
    /// Its template.
    pub template: TemplateId,
    /// The template's name in the tag.
    pub template_name: String,
    /// JSON object: the template's settings.
    pub config: String,
    /// The webmaster's CSS as typed.
    pub custom_styles: String,
    /// The same, checked and scoped.
    pub compiled_styles: String,
    /// Shown where no ad is found.
    pub passback_html: String,
    /// Address of a page shown in a frame where no ad is found; empty: none.
    pub passback_url: String,
    /// Seconds in view after which other ads are asked for; 0: never.
    pub refresh_s: u16,
    /// Where the script puts its ads.
    pub placement: Placement,
    /// What it is to earn at least.
    pub floor: Floor,
    /// Ads that it shows, 1..=24.
    pub places: u8,
    /// The status.
    pub status: BlockStatus,
    /// When it was made.
    pub created_at: UnixMs,
    /// Grows with each change.
    pub version: i64,
}

/// What the owner says of a block, checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlockSettings {
    /// What its owner calls it.
    pub name: String,
    /// What it shows: its template's format.
    pub format: BlockFormat,
    /// Its template.
    pub template: TemplateId,
    /// JSON object: the template's settings.
    pub config: String,
    /// The webmaster's CSS as typed.
    pub custom_styles: String,
    /// The same, checked and scoped. Made anew of what was typed wherever settings were kept.
    #[serde(skip)]
    pub compiled_styles: String,
    /// Shown where no ad is found.
    pub passback_html: String,
    /// Address of a page shown in a frame where no ad is found; empty: none.
    pub passback_url: String,
    /// Seconds in view after which other ads are asked for; 0: never.
    pub refresh_s: u16,
    /// Where the script puts its ads. Settings of before it was one have none.
    #[serde(default)]
    pub placement: Placement,
    /// What it is to earn at least.
    pub floor: Floor,
    /// Ads that it shows, 1..=24.
    pub places: u8,
}

/// What a block is to earn at least by 1,000 shows, as its owner says it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Floor {
    /// Where no country's own holds; zero: none.
    pub usual: Money,
    /// Floors of single countries; zero: none there.
    pub countries: BTreeMap<CountryCode, Money>,
}

impl Floor {
    fn countries_json(&self) -> String {
        let micros = |(country, floor): (&CountryCode, &Money)| (country.to_string(), floor.micros().into());
        serde_json::Value::Object(self.countries.iter().map(micros).collect()).to_string()
    }

    fn of(row: &Row) -> Result<Self> {
        let corrupt = || Error::Corrupt("the floors of a block by country".to_owned());
        let stored: BTreeMap<String, i64> =
            serde_json::from_str(&row.get::<String>("country_floors")?).map_err(|_| corrupt())?;
        let floor = |(code, micros): (String, i64)| Some((CountryCode::parse(&code)?, Money::from_micros(micros)));
        let countries = stored.into_iter().map(floor).collect::<Option<_>>().ok_or_else(corrupt)?;
        Ok(Self { usual: Money::from_micros(row.get("ecpm_floor")?), countries })
    }
}

fn format_of(row: &Row) -> Result<BlockFormat> {
    let id: i64 = row.get("block_format_type_id")?;
    BlockFormat::from_id(id).ok_or_else(|| Error::Corrupt(format!("block format {id}")))
}

fn status_of(row: &Row) -> Result<BlockStatus> {
    let status: i64 = row.get("status_id")?;
    BlockStatus::from_id(status).ok_or_else(|| Error::Corrupt(format!("block status {status}")))
}

/// The columns that keep a placement.
fn placement_columns(placement: Placement) -> (i64, i64) {
    match placement {
        Placement::InPlace => (0, 0),
        Placement::StickyBottom => (1, 0),
        Placement::InArticle { paragraphs } => (2, i64::from(paragraphs)),
    }
}

fn placement_of(row: &Row) -> Result<Placement> {
    let (id, paragraphs): (i64, i64) = (row.get("placement")?, row.get("article_paragraphs")?);
    match (id, u8::try_from(paragraphs)) {
        (0, _) => Ok(Placement::InPlace),
        (1, _) => Ok(Placement::StickyBottom),
        (2, Ok(paragraphs)) => Ok(Placement::InArticle { paragraphs }),
        _ => Err(Error::Corrupt(format!("block placement {id}"))),
    }
}

fn block(row: &Row) -> Result<Block> {
    Ok(Block {
        id: BlockId(row.get("id")?),
        site: SiteId(row.get("site_id")?),
        webmaster: UserId(row.get("webmaster_id")?),
        name: row.get("name")?,
        format: format_of(row)?,
        template: TemplateId(row.get("template_id")?),
        template_name: row.get("template_name")?,
        config: row.get("config")?,
        custom_styles: row.get("custom_styles")?,
        compiled_styles: row.get("compiled_styles")?,
        passback_html: row.get("passback_html")?,
        passback_url: row.get("passback_url")?,
        refresh_s: u16::try_from(row.get::<i64>("refresh_s")?).unwrap_or(0),
        placement: placement_of(row)?,
        floor: Floor::of(row)?,
        places: row.get::<i64>("places")?.clamp(1, 24) as u8,
        status: status_of(row)?,
        created_at: UnixMs(row.get("created_at")?),
        version: row.get("version")?,
    })
}

const NAME: Field = Field::new("name", "LOWER(b.name)");
const STATUS: Field = Field::new("status", lists::STATUS);

/// Lists of blocks.
pub static LIST: Shape = Shape {
    id: "b.id",
    fields: &[
        Field::new("id", "b.id"),
        NAME,
        NAME.also("title"),
        STATUS,
        STATUS.also("status_id"),
        Field::new("block_format_type_id", "b.block_format_type_id"),
    ],
    statuses: || BlockStatus::ALL.iter().map(|status| status.id()).collect(),
    hidden: BlockStatus::Archived.id(),
    ties: None,
};

/// The blocks of a site in whose id or name a phrase is found, within a scope.
pub fn listed(scope: Scope, site: SiteId, phrase: Option<&str>) -> Listed {
    let mut values: Vec<Value> = vec![site.0.into()];
    let own = scope.webmaster_rows("b.webmaster_id", &mut values);
    let found = has_phrase("b.id", &["b.name"], phrase, &mut values);
    Listed {
        shape: &LIST,
        with: String::new(),
        rows: format!("FROM blocks b WHERE b.site_id = $1 AND {own} AND {found}"),
        status: "b.status_id".to_owned(),
        running: String::new(),
        sought: lists::sought(phrase),
        values,
    }
}

/// A block by its name and the place where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockName {
    /// The block.
    pub id: BlockId,
    /// What its owner calls it.
    pub name: String,
    /// Its site.
    pub site: SiteId,
    /// The site's domain, or what its owner calls it where it has none.
    pub site_name: String,
}

/// What a site is told by: its domain, or what its owner calls it where it has none.
const SITE_NAME: &str = "CASE WHEN s.domain = '' THEN s.name ELSE s.domain END";

/// Blocks of the constructor of all sites in scope that have a phrase in their id, their name or what their site is told by, newest
/// first, and how many there are.
pub async fn names(
    conn: &Conn,
    scope: Scope,
    phrase: &str,
    without_archived: bool,
    limit: u32,
    offset: u64,
) -> Result<(Vec<BlockName>, u64)> {
    let mut values = Vec::new();
    let own = scope.webmaster_rows("b.webmaster_id", &mut values);
    let found = has_phrase("b.id", &["b.name", SITE_NAME], Some(phrase), &mut values);
    let live = if without_archived { concat!(" AND b.status_id <> ", code!(block_archived)) } else { "" };
    let rows = format!(
        "FROM blocks b JOIN sites s ON s.id = b.site_id \
         WHERE b.block_format_type_id <> {} AND {own} AND {found}{live}",
        code!(push_format),
    );
    let total = conn.row(&format!("SELECT COUNT(*) AS n {rows}"), values.clone()).await?;
    let total = total.map_or(Ok(0), |row| row.get::<i64>("n"))?;
    let first = lists::id_first("b.id", lists::sought(Some(phrase)));
    let sql = format!(
        "SELECT b.id, b.name, b.site_id, {SITE_NAME} AS site_name {rows} \
         ORDER BY {first}b.id DESC LIMIT {limit} OFFSET {offset}"
    );
    let name = |row: &Row| {
        Ok(BlockName {
            id: BlockId(row.get("id")?),
            name: row.get("name")?,
            site: SiteId(row.get("site_id")?),
            site_name: row.get("site_name")?,
        })
    };
    let names = conn.rows(&sql, values).await?.iter().map(name).collect::<Result<_>>()?;
    Ok((names, total.unsigned_abs()))
}

/// The blocks of these ids that are in scope.
pub async fn by_ids(conn: &Conn, scope: Scope, ids: &[i64]) -> Result<Vec<Block>> {
    let mut values = Vec::new();
    let own = scope.webmaster_rows("b.webmaster_id", &mut values);
    let named = conn.one_of("b.id", ids.iter().copied(), &mut values);
    let sql = format!("SELECT {COLUMNS} FROM {FROM} WHERE {own} AND {named}");
    conn.rows(&sql, values).await?.iter().map(block).collect()
}

/// Blocks of a site that are in scope, archived ones last; at most so many.
pub async fn of_site(conn: &Conn, scope: Scope, site: SiteId, limit: u32) -> Result<Vec<Block>> {
    let mut values: Vec<Value> = vec![site.0.into(), i64::from(BlockStatus::Archived.id()).into()];
    let own = scope.webmaster_rows("b.webmaster_id", &mut values);
    let sql = format!(
        "SELECT {COLUMNS} FROM {FROM} WHERE b.site_id = $1 AND {own} \
         ORDER BY CASE WHEN b.status_id = $2 THEN 1 ELSE 0 END, b.id LIMIT {limit}"
    );
    conn.rows(&sql, values).await?.iter().map(block).collect()
}

/// A block of the scope, archived ones too.
pub async fn get_block(conn: &Conn, scope: Scope, id: BlockId) -> Result<Block> {
    let mut values: Vec<Value> = vec![id.0.into()];
    let own = scope.webmaster_rows("b.webmaster_id", &mut values);
    let row = conn.row(&format!("SELECT {COLUMNS} FROM {FROM} WHERE b.id = $1 AND {own}"), values).await?;
    block(&row.ok_or(Error::NotFound("block"))?)
}

/// Adds a block to a site of the scope that is not archived.
pub async fn insert_block(tx: &Tx, scope: Scope, site: SiteId, settings: &BlockSettings) -> Result<Block> {
    let site = sites::get_site(tx, scope, site).await?;
    if site.status == SiteStatus::Archived {
        return Err(Error::Conflict("the site is archived: it takes no new blocks".to_owned()));
    }
    quotas::check(tx, site.webmaster, Thing::Block(site.id), 1).await?;
    let row = Insert::into("blocks").set("site_id", site.id.0).set("webmaster_id", site.webmaster.0);
    let row = row.set("status_id", i64::from(BlockStatus::Active.id())).all(setting_values(settings));
    let id = BlockId(row.created(tx).id(tx).await?);
    inventory_changes::record(tx, Kind::Block, id).await?;
    get_block(tx, Scope::System, id).await
}

/// The picture that a push block's config names: a column of its own says which pictures are used.
fn picture_of(settings: &BlockSettings) -> Option<String> {
    let push = (settings.format == BlockFormat::Push).then(|| SitePush::of_config(&settings.config)).flatten();
    push.and_then(|push| push.picture)
}

fn setting_values(settings: &BlockSettings) -> [(&'static str, Value); 15] {
    let (placement, paragraphs) = placement_columns(settings.placement);
    [
        ("name", settings.name.as_str().into()),
        ("block_format_type_id", i64::from(settings.format.id()).into()),
        ("template_id", settings.template.0.into()),
        ("config", settings.config.as_str().into()),
        ("picture_hash", picture_of(settings).into()),
        ("custom_styles", settings.custom_styles.as_str().into()),
        ("compiled_styles", settings.compiled_styles.as_str().into()),
        ("passback_html", settings.passback_html.as_str().into()),
        ("passback_url", settings.passback_url.as_str().into()),
        ("refresh_s", i64::from(settings.refresh_s).into()),
        ("placement", placement.into()),
        ("article_paragraphs", paragraphs.into()),
        ("ecpm_floor", settings.floor.usual.micros().into()),
        ("country_floors", settings.floor.countries_json().into()),
        ("places", i64::from(settings.places).into()),
    ]
}

impl Block {
    /// What its owner says of it.
    pub fn settings(&self) -> BlockSettings {
        BlockSettings {
            name: self.name.clone(),
            format: self.format,
            template: self.template,
            config: self.config.clone(),
            custom_styles: self.custom_styles.clone(),
            compiled_styles: self.compiled_styles.clone(),
            passback_html: self.passback_html.clone(),
            passback_url: self.passback_url.clone(),
            refresh_s: self.refresh_s,
            placement: self.placement,
            floor: self.floor.clone(),
            places: self.places,
        }
    }
}

/// Changes a block of the scope; nothing is written when it has these settings. `version`, if given, must be the stored
/// one.
pub async fn update_block(
    tx: &Tx,
    scope: Scope,
    id: BlockId,
    version: Option<i64>,
    settings: &BlockSettings,
) -> Result<Block> {
    let before = get_block(tx, scope, id).await?;
    if version.is_some_and(|version| version != before.version) {
        return Err(Error::Stale { current: before.version });
    }
    if before.settings() == *settings {
        return Ok(before);
    }
    let change = Update::of("blocks").all(setting_values(settings)).stamped(tx).versioned();
    change.filter("id =", id.0).one(tx, "block").await?;
    inventory_changes::record(tx, Kind::Block, id).await?;
    get_block(tx, Scope::System, id).await
}

/// A block's own CSS.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockStyles {
    /// The block.
    pub id: BlockId,
    /// CSS as typed.
    pub custom_styles: String,
    /// The same, checked and scoped.
    pub compiled_styles: String,
}

/// Which rules the CSS of all blocks was compiled with; none before the first time.
pub async fn style_rules(conn: &Conn) -> Result<Option<Vec<u8>>> {
    let row = conn.row("SELECT digest FROM style_rules", []).await?;
    row.map(|row| row.get("digest")).transpose()
}

/// Notes that the CSS of all blocks is compiled with these rules.
pub async fn set_style_rules(tx: &Tx, digest: &[u8]) -> Result<()> {
    let row = Insert::into("style_rules").set("id", 1i64).set("digest", digest).set("created_at", tx.now().0);
    row.set("updated_by", tx.name()).replacing("id", &[]).run(tx).await.map(drop)
}

/// The CSS of blocks that have some, archived ones too, in the order of their ids from one on.
pub async fn list_styles(conn: &Conn, from: BlockId, limit: u32) -> Result<Vec<BlockStyles>> {
    let sql = "SELECT id, custom_styles, compiled_styles FROM blocks \
        WHERE id >= $1 AND (custom_styles <> '' OR compiled_styles <> '') ORDER BY id LIMIT $2";
    let styles = |row: &Row| {
        Ok(BlockStyles {
            id: BlockId(row.get("id")?),
            custom_styles: row.get("custom_styles")?,
            compiled_styles: row.get("compiled_styles")?,
        })
    };
    conn.rows(sql, [from.0.into(), i64::from(limit).into()]).await?.iter().map(styles).collect()
}

/// Stores what a block's own CSS was compiled to. Nothing that its owner sees as a change.
pub async fn set_compiled_styles(tx: &Tx, id: BlockId, compiled: &str) -> Result<()> {
    let change = Update::of("blocks").set("compiled_styles", compiled).stamped(tx);
    change.filter("id =", id.0).one(tx, "block").await?;
    inventory_changes::record(tx, Kind::Block, id).await
}

/// Gives a block of the scope another status; only from one of `from`. One that has it already stays as it is.
pub async fn set_status(tx: &Tx, scope: Scope, id: BlockId, from: &[BlockStatus], to: BlockStatus) -> Result<Block> {
    let before = get_block(tx, scope, id).await?;
    if before.status == to {
        return Ok(before);
    }
    if !from.contains(&before.status) {
        return Err(Error::Conflict(format!(
            "the block is {}: it cannot become {}",
            before.status.label().to_lowercase(),
            to.label().to_lowercase()
        )));
    }
    let change = Update::of("blocks").set("status_id", i64::from(to.id())).stamped(tx).versioned();
    change.filter("id =", id.0).one(tx, "block").await?;
    inventory_changes::record(tx, Kind::Block, id).await?;
    get_block(tx, Scope::System, id).await
}

/// Which blocks to load for the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// All, from this id on, in pages of [`SPECS_A_PAGE`].
    From(BlockId),
    /// Those of a site.
    Site(SiteId),
    /// One.
    Block(BlockId),
    /// Those of a template.
    Template(TemplateId),
}

/// Blocks as the engine needs them, in the order of their ids, at most [`SPECS_A_PAGE`]. The second value tells whether the
/// block shows ads: it is active, its site approved and not paused, and its owner not blocked. `render_config` is a JSON object
/// `{"template": name, "config": {..}, "styles": compiled CSS}`.
pub async fn list_specs(conn: &Conn, which: Which) -> Result<Vec<(BlockSpec, bool)>> {
    let (condition, value) = match which {
        Which::From(id) => ("b.id >= $1", id.0),
        Which::Site(id) => ("b.site_id = $1", id.0),
        Which::Block(id) => ("b.id = $1", id.0),
        Which::Template(id) => ("b.template_id = $1", id.0),
    };
    let sql = format!(
        "SELECT {COLUMNS}, s.domain, s.category_id, s.allowed_categories, s.forbidden_categories, \
            s.shows_own_ads, s.is_paused AS site_is_paused, s.status_id AS site_status_id, u.status_id AS user_status_id, \
            m.share_bp \
            FROM {FROM} JOIN sites s ON s.id = b.site_id JOIN users u ON u.id = b.webmaster_id \
            LEFT JOIN money_terms m ON m.user_id = b.webmaster_id \
            WHERE {condition} ORDER BY b.id LIMIT {SPECS_A_PAGE}"
    );
    let usual_share = conn.settings().shares.webmaster.0;
    conn.rows(&sql, [value.into()]).await?.iter().map(|row| spec(row, usual_share)).filter_map(readable).collect()
}

/// What keeps a block from showing ads, whoever asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockStop {
    /// There is none of this number.
    Unknown,
    /// It is stopped or put away.
    NotActive,
    /// Its site is not approved.
    SiteNotApproved,
    /// Its site shows no longer whose it is, and its notice is over.
    SitePaused,
    /// Its owner's account is closed.
    OwnerBlocked,
}

/// What keeps a block from showing ads: the first thing that its owner would look at.
pub async fn stop_of(conn: &Conn, id: BlockId) -> Result<Option<BlockStop>> {
    let sql = "SELECT b.status_id, s.status_id AS site_status_id, s.is_paused, u.status_id AS user_status_id \
        FROM blocks b JOIN sites s ON s.id = b.site_id JOIN users u ON u.id = b.webmaster_id WHERE b.id = $1";
    let Some(row) = conn.row(sql, [id.0.into()]).await? else { return Ok(Some(BlockStop::Unknown)) };
    Ok(if status_of(&row)? != BlockStatus::Active {
        Some(BlockStop::NotActive)
    } else if row.get::<i64>("site_status_id")? != i64::from(SiteStatus::Approved.id()) {
        Some(BlockStop::SiteNotApproved)
    } else if row.get("is_paused")? {
        Some(BlockStop::SitePaused)
    } else if matches!(row.get::<i64>("user_status_id")?, 1 | 3) {
        None
    } else {
        Some(BlockStop::OwnerBlocked)
    })
}

/// `usual_share` is that of webmasters with whom none was agreed, in basis points.
fn spec(row: &Row, usual_share: i64) -> Result<(BlockSpec, bool)> {
    let block = block(row)?;
    let config = serde_json::value::RawValue::from_string(block.config)
        .map_err(|error| Error::Corrupt(format!("block config: {error}")))?;
    let render = RenderConfig { template: &block.template_name, config: &config, styles: &block.compiled_styles };
    let shows = block.status == BlockStatus::Active
        && row.get::<i64>("site_status_id")? == i64::from(SiteStatus::Approved.id())
        && !row.get::<bool>("site_is_paused")?
        && matches!(row.get::<i64>("user_status_id")?, 1 | 3);
    let spec = BlockSpec {
        dims: BlockDims {
            webmaster: block.webmaster,
            site: block.site,
            block: block.id,
            format: block.format,
            template: block.template,
        },
        accepts: accepted_formats(block.format, &block.template_name),
        domain: row.get("domain")?,
        site_category: CategoryId(row.get("category_id")?),
        // Sites choose by category; a choice by target has no setting yet.
        allowed_targets: Vec::new(),
        allowed_categories: sites::ids_from_json(&row.get::<String>("allowed_categories")?)?,
        forbidden_categories: sites::ids_from_json(&row.get::<String>("forbidden_categories")?)?,
        shows_own: row.get("shows_own_ads")?,
        places: usize::from(block.places),
        render_config: serde_json::to_string(&render).map_err(|error| Error::Corrupt(error.to_string()))?,
        passback_html: block.passback_html,
        passback_url: block.passback_url,
        refresh_s: block.refresh_s,
        placement: block.placement,
        floor: EcpmFloor {
            usual: block.floor.usual,
            countries: block.floor.countries.into_iter().collect(),
            share_bp: row.get::<Option<i64>>("share_bp")?.unwrap_or(usual_share),
        },
    };
    Ok((spec, shows))
}

#[derive(Serialize)]
struct RenderConfig<'a> {
    template: &'a str,
    config: &'a serde_json::value::RawValue,
    styles: &'a str,
}
