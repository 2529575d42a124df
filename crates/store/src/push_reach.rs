//! How many subscribers a push campaign would be for. Of very many a part is looked at, spread evenly over all of them, so that
//! the answer takes no longer the more there are.

use crate::codes::code;
use crate::conn::{Conn, Row, Value};
use crate::error::{Error, Result};
use placard_model::audience::{Browser, DeviceType, Language, Os};
use placard_model::geo::{CountryCode, PlaceId};
use placard_model::push::PushSettings;
use placard_model::targeting::{OsOnDevice, Targeting};
use placard_model::time::DAY_MS;
use placard_model::{BlockId, SiteId, UnixMs};

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

/// The subscribers of a targeting, and those of them that are due before `until`. Hours and address ranges narrow nothing here:
/// they are a matter of the moment.
pub async fn reach(conn: &Conn, targeting: &Targeting, push: &PushSettings, until: UnixMs) -> Result<PushReach> {
    let last = conn.row("SELECT MAX(id) AS last FROM push_subscriptions", []).await?;
    let last = last.map(|row| row.get::<Option<i64>>("last")).transpose()?.flatten().unwrap_or_default();
    let step = (last / LOOKED_AT + i64::from(last % LOOKED_AT > 0)).max(1);
    let mut values: Vec<Value> = Vec::new();
    let looked_at = conn.one_of("id", (1..=LOOKED_AT.min(last)).map(|number| number * step), &mut values);
    let sql = format!(
        "SELECT site_id, block_id, country_code, region_id, city_id, asn, device_type, os, browser, language, created_at, \
         next_send_at FROM push_subscriptions WHERE {looked_at} AND status_id = {}",
        code!(subscription_active)
    );
    let (mut subscribers, mut due) = (0, 0);
    for row in conn.rows(&sql, values).await? {
        if is_for(&row, targeting, push, conn.now())? {
            subscribers += 1;
            due += u64::from(row.get::<i64>("next_send_at")? < until.0);
        }
    }
    let step = step.unsigned_abs();
    Ok(PushReach { subscribers: subscribers * step, due: due * step, is_estimate: step > 1 })
}

/// Whether the campaign is for a subscription, as the engine decides.
fn is_for(row: &Row, targeting: &Targeting, push: &PushSettings, now: UnixMs) -> Result<bool> {
    let country = CountryCode::parse(&row.get::<String>("country_code")?).unwrap_or_default();
    let place = |column: &str| Ok::<_, Error>(PlaceId(row.get::<i64>(column)? as u64));
    let (region, city) = (place("region_id")?, place("city_id")?);
    let geo = &targeting.geo;
    let named =
        |places: &[(CountryCode, PlaceId)], id: PlaceId| id != PlaceId::UNKNOWN && places.contains(&(country, id));
    let in_place = geo.is_everywhere()
        || geo.countries.contains(&country)
        || named(&geo.regions, region)
        || named(&geo.cities, city);
    let device_type = DeviceType::from_id(row.get("device_type")?).unwrap_or_default();
    let os = Os::from_id(row.get("os")?).unwrap_or_default();
    let browser = Browser::from_id(row.get("browser")?).unwrap_or_default();
    let language = Language::parse(&row.get::<String>("language")?).unwrap_or_default();
    let asn = u32::try_from(row.get::<i64>("asn")?).unwrap_or_default();
    let days = now.since_ms(UnixMs(row.get("created_at")?)).max(0) / DAY_MS;
    let days = u16::try_from(days).unwrap_or(u16::MAX);
    let (site, block) = (SiteId(row.get("site_id")?), BlockId(row.get("block_id")?));
    Ok(in_place
        && passes(&targeting.device_types, device_type)
        && passes(&targeting.os, OsOnDevice { device_type, os })
        && passes(&targeting.browsers, browser)
        && passes(&targeting.languages, language)
        && passes(&targeting.isps, asn)
        && push.targeting.subscription_age.is_none_or(|age| age.contains(days))
        && !push.lists.blacklist_sites.contains(&site)
        && !push.lists.blacklist_blocks.contains(&block))
}

fn passes<T: PartialEq>(wanted: &[T], value: T) -> bool {
    wanted.is_empty() || wanted.contains(&value)
}
