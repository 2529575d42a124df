//! How many subscribers push campaigns would be for. Of very many a part is looked at, spread evenly over all of them, so that
//! the answer takes no longer the more there are.

use crate::codes::code;
use crate::conn::{Conn, Row, Value};
use crate::error::{Error, Result};
use crate::sites;
use placard_model::audience::{Browser, DeviceType, Language, Os};
use placard_model::geo::{CountryCode, PlaceId};
use placard_model::push::PushSettings;
use placard_model::targeting::{OsOnDevice, Targeting};
use placard_model::time::DAY_MS;
use placard_model::{BlockId, CategoryId, SiteId, UnixMs};
use std::collections::{BTreeSet, HashMap};

/// Subscriptions that are looked at.
const LOOKED_AT: i64 = 20_000;

/// Subscribers that a campaign would be for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PushReach {
    /// All of them.
    pub subscribers: u64,
    /// Those whose next push is due before a moment.
    pub due: u64,
    /// They were counted in a part of the subscriptions, and multiplied.
    pub is_estimate: bool,
}

/// Whom a push campaign is for.
#[derive(Clone, Debug, Default)]
pub struct PushAudience {
    /// What it says of visitors.
    pub targeting: Targeting,
    /// What it says of subscriptions, and of the sites that they are of.
    pub push: PushSettings,
    /// What it advertises: sites refuse some.
    pub categories: Vec<CategoryId>,
}

impl PushAudience {
    /// Whether it has subscribers at all. A notification comes without a page, so that no wanted keyword is met, and without an
    /// address, so that it is in no range.
    fn can_be_met(&self) -> bool {
        self.targeting.keywords.wanted.is_empty() && self.targeting.ip_ranges.is_empty()
    }
}

/// The subscribers of each audience, and those of them that are due before `until`. Hours narrow nothing here: they are a matter of
/// the moment. Nobody is counted for whom nothing may be sent: their push block, its site or its owner is stopped.
pub async fn reach(conn: &Conn, audiences: &[PushAudience], until: UnixMs) -> Result<Vec<PushReach>> {
    let last = conn.row("SELECT MAX(id) AS last FROM push_subscriptions", []).await?;
    let last = last.map(|row| row.get::<Option<i64>>("last")).transpose()?.flatten().unwrap_or_default();
    let step = (last / LOOKED_AT + i64::from(last % LOOKED_AT > 0)).max(1);
    let mut found = vec![PushReach { subscribers: 0, due: 0, is_estimate: step > 1 }; audiences.len()];
    let mut values: Vec<Value> = Vec::new();
    let looked_at = conn.one_of("id", (1..=LOOKED_AT.min(last)).map(|number| number * step), &mut values);
    let sql = format!(
        "SELECT site_id, block_id, country_code, region_id, city_id, asn, device_type, os, browser, language, created_at, \
         next_send_at FROM push_subscriptions WHERE {looked_at} AND status_id = {}",
        code!(subscription_active)
    );
    let subscribers = conn.rows(&sql, values).await?;
    let subscribers = subscribers.iter().map(|row| subscriber(row, conn.now())).collect::<Result<Vec<_>>>()?;
    let sites = sending_sites(conn, subscribers.iter().map(|one| one.block.0).collect()).await?;
    let step = step.unsigned_abs();
    for one in &subscribers {
        let Some(site) = sites.get(&one.block) else { continue };
        for (reach, audience) in found.iter_mut().zip(audiences) {
            if audience.can_be_met() && site.takes(&audience.categories) && one.is_of(audience) {
                reach.subscribers += step;
                reach.due += if one.next_send_at < until { step } else { 0 };
            }
        }
    }
    Ok(found)
}

/// What a site allows to be advertised.
struct SiteCategories {
    allowed: Vec<CategoryId>,
    forbidden: Vec<CategoryId>,
}

impl SiteCategories {
    /// Whether it takes a campaign of some categories, as the engine decides.
    fn takes(&self, categories: &[CategoryId]) -> bool {
        (self.allowed.is_empty() || categories.iter().any(|category| self.allowed.contains(category)))
            && !categories.iter().any(|category| self.forbidden.contains(category))
    }
}

/// The sites of push blocks for which something may be sent, by block.
async fn sending_sites(conn: &Conn, blocks: BTreeSet<i64>) -> Result<HashMap<BlockId, SiteCategories>> {
    let mut values = Vec::new();
    let named = conn.one_of("b.id", blocks, &mut values);
    let sql = format!(
        concat!(
            "SELECT b.id, s.allowed_categories, s.forbidden_categories FROM blocks b JOIN sites s ON s.id = b.site_id \
             JOIN users u ON u.id = b.webmaster_id WHERE {} AND b.status_id = ",
            code!(block_active),
            " AND s.status_id = ",
            code!(site_approved),
            " AND NOT s.is_paused AND u.status_id = ",
            code!(user_active)
        ),
        named
    );
    let site = |row: &Row| {
        let categories = |column: &str| sites::ids_from_json(&row.get::<String>(column)?);
        let (allowed, forbidden) = (categories("allowed_categories")?, categories("forbidden_categories")?);
        Ok((BlockId(row.get("id")?), SiteCategories { allowed, forbidden }))
    };
    conn.rows(&sql, values).await?.iter().map(site).collect()
}

/// A subscriber, as a targeting sees one.
struct Subscriber {
    site: SiteId,
    block: BlockId,
    country: CountryCode,
    region: PlaceId,
    city: PlaceId,
    asn: u32,
    system: OsOnDevice,
    browser: Browser,
    language: Language,
    /// Whole days since the subscription.
    days: u16,
    next_send_at: UnixMs,
}

fn subscriber(row: &Row, now: UnixMs) -> Result<Subscriber> {
    let place = |column: &str| Ok::<_, Error>(PlaceId(row.get::<i64>(column)? as u64));
    let days = now.since_ms(UnixMs(row.get("created_at")?)).max(0) / DAY_MS;
    Ok(Subscriber {
        site: SiteId(row.get("site_id")?),
        block: BlockId(row.get("block_id")?),
        country: CountryCode::parse(&row.get::<String>("country_code")?).unwrap_or_default(),
        region: place("region_id")?,
        city: place("city_id")?,
        asn: u32::try_from(row.get::<i64>("asn")?).unwrap_or_default(),
        system: OsOnDevice {
            device_type: DeviceType::from_id(row.get("device_type")?).unwrap_or_default(),
            os: Os::from_id(row.get("os")?).unwrap_or_default(),
        },
        browser: Browser::from_id(row.get("browser")?).unwrap_or_default(),
        language: Language::parse(&row.get::<String>("language")?).unwrap_or_default(),
        days: u16::try_from(days).unwrap_or(u16::MAX),
        next_send_at: UnixMs(row.get("next_send_at")?),
    })
}

impl Subscriber {
    /// Whether a campaign is for it, as the engine decides.
    fn is_of(&self, PushAudience { targeting, push, .. }: &PushAudience) -> bool {
        let geo = &targeting.geo;
        let named = |places: &[(CountryCode, PlaceId)], id: PlaceId| {
            id != PlaceId::UNKNOWN && places.contains(&(self.country, id))
        };
        let in_place = geo.is_everywhere()
            || geo.countries.contains(&self.country)
            || named(&geo.regions, self.region)
            || named(&geo.cities, self.city);
        in_place
            && passes(&targeting.device_types, self.system.device_type)
            && passes(&targeting.os, self.system)
            && passes(&targeting.browsers, self.browser)
            && passes(&targeting.languages, self.language)
            && passes(&targeting.isps, self.asn)
            && push.targeting.subscription_age.is_none_or(|age| age.contains(self.days))
            && !push.lists.blacklist_sites.contains(&self.site)
            && !push.lists.blacklist_blocks.contains(&self.block)
    }
}

fn passes<T: PartialEq>(wanted: &[T], value: T) -> bool {
    wanted.is_empty() || wanted.contains(&value)
}
