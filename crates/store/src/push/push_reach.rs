//! How many subscribers push campaigns would be for. Of very many a part is looked at, spread evenly over all of them, so that
//! the answer takes no longer the more there are.

use crate::codes::code;
use crate::conn::{Conn, Row, Value};
use crate::error::{Error, Result};
use crate::publishing::sites;
use crate::push::push_blocks::MAY_SEND;
use placard_model::push::PushSettings;
use placard_model::push::push_times::Daytime;
use placard_model::push::subscription::{SitePush, local_day};
use placard_model::targeting::audience::{Browser, DeviceType, Language, Os};
use placard_model::targeting::geo::{CountryCode, PlaceId};
use placard_model::targeting::{OsOnDevice, Targeting};
use placard_model::time::{DAY_MS, HOUR_MS};
use placard_model::{BlockId, CategoryId, Day, SiteId, UnixMs, UserId};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Subscriptions that are looked at.
const LOOKED_AT: i64 = 20_000;
/// Hours of a day.
const DAY_HOURS: u64 = 24;
/// Hours that are looked ahead.
const HOURS_MAX: usize = 48;

/// Subscribers that a campaign would be for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PushReach {
    /// All of them.
    pub subscribers: u64,
    /// Those of them in whose daytime some of the time until a moment lies.
    pub in_daytime: u64,
    /// Those of these who have not been sent yet all that their site allows in that time.
    pub under_cap: u64,
    /// Those of these whose next push is due before that moment.
    pub due: u64,
    /// Pushes that they are sent in a whole day, whatever the hour: as many as their sites allow and the campaign's cap leaves.
    pub pushes_a_day: u64,
    /// They were counted in a part of the subscriptions, and multiplied.
    pub is_estimate: bool,
}

/// What was counted for some audiences.
#[derive(Clone, Debug, Default)]
pub struct PushReaches {
    /// Of each, in their order.
    pub each: Vec<PushReach>,
    /// Of all: who is in several is counted once, and sent as much as their site allows.
    pub together: PushReach,
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

/// Subscriptions that audiences are compared with. It is read once for many questions.
pub struct PushSample {
    subscribers: Vec<Subscriber>,
    sites: HashMap<BlockId, SendingSite>,
    /// Subscriptions that each of them stands for.
    step: u64,
    /// When they were as they are here.
    read_at: UnixMs,
}

/// How near a subscriber is to a push before a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Nearness {
    /// None of the time is in their daytime.
    Night,
    /// They have had all that their site allows in it.
    Full,
    /// Their next push comes later.
    Later,
    Due,
}

impl PushSample {
    /// Reads it as it is now.
    pub async fn read(conn: &Conn) -> Result<Self> {
        let last = conn.row("SELECT MAX(id) AS last FROM push_subscriptions", []).await?;
        let last = last.map(|row| row.get::<Option<i64>>("last")).transpose()?.flatten().unwrap_or_default();
        let step = (last / LOOKED_AT + i64::from(last % LOOKED_AT > 0)).max(1);
        let mut values: Vec<Value> = Vec::new();
        let looked_at = conn.one_of("id", (1..=LOOKED_AT.min(last)).map(|number| number * step), &mut values);
        // By `+` SQLite looks them up by their numbers: it would go through all that are active.
        let sql = format!(
            "SELECT block_id, country_code, region_id, city_id, asn, device_type, os, browser, language, created_at, next_send_at, \
             utc_offset_min, sent_day, sent_today FROM push_subscriptions WHERE {looked_at} AND +status_id = {}",
            code!(subscription_active)
        );
        let subscribers = conn.rows(&sql, values).await?;
        let subscribers = subscribers.iter().map(|row| subscriber(row, conn.now())).collect::<Result<Vec<_>>>()?;
        let sites = sending_sites(conn, subscribers.iter().map(|one| one.block.0).collect()).await?;
        Ok(Self { subscribers, sites, step: step.unsigned_abs(), read_at: conn.now() })
    }

    /// The subscribers of each audience of an advertiser, those of them who are due before `until`, what keeps the others from it,
    /// and what they are sent in a day. Hours narrow nothing here: they are a matter of the moment. Nobody is counted for whom nothing may be sent: their push
    /// block, its site or its owner is stopped, or the site is the advertiser's and shows no own ads. It takes up to some tenths of
    /// a second: not for a thread that others wait for.
    pub fn reach(&self, advertiser: UserId, audiences: &[PushAudience], until: UnixMs) -> PushReaches {
        let near: Vec<Nearness> = self.subscribers.iter().map(|one| self.nearness(one, until)).collect();
        // Pushes that each of the subscribers may be sent in a day; none for those who are in no audience.
        let mut met = vec![0; self.subscribers.len()];
        let each = audiences.iter().map(|audience| self.reach_of(advertiser, audience, &near, &mut met)).collect();
        let mut together = self.nobody();
        for (near, pushes) in near.iter().zip(met).filter(|(_, pushes)| *pushes > 0) {
            self.count(&mut together, *near);
            together.pushes_a_day += pushes * self.step;
        }
        PushReaches { each, together }
    }

    const fn nobody(&self) -> PushReach {
        PushReach { subscribers: 0, in_daytime: 0, under_cap: 0, due: 0, pushes_a_day: 0, is_estimate: self.step > 1 }
    }

    /// Counts a subscriber, who stands for others.
    fn count(&self, found: &mut PushReach, near: Nearness) {
        let counted = |is_it: bool| if is_it { self.step } else { 0 };
        found.subscribers += self.step;
        found.in_daytime += counted(near > Nearness::Night);
        found.under_cap += counted(near > Nearness::Full);
        found.due += counted(near == Nearness::Due);
    }

    fn nearness(&self, one: &Subscriber, until: UnixMs) -> Nearness {
        let Some(site) = self.sites.get(&one.block) else { return Nearness::Night };
        let mut near = Nearness::Night;
        for at in hours(self.read_at, until).filter(|at| site.daytime.is_on(*at, one.utc_offset_min)) {
            // Another day of theirs may begin meanwhile.
            if local_day(at, one.utc_offset_min) != one.sent_day || one.sent_today < i64::from(site.daily_cap) {
                return if one.next_send_at < until { Nearness::Due } else { Nearness::Later };
            }
            near = Nearness::Full;
        }
        near
    }

    /// `near` has how near each of the subscribers is, in their order; `met` gets the pushes that each who is in the audience may be
    /// sent in a day.
    fn reach_of(&self, advertiser: UserId, audience: &PushAudience, near: &[Nearness], met: &mut [u64]) -> PushReach {
        let mut found = self.nobody();
        if !audience.can_be_met() {
            return found;
        }
        let lists = &audience.push.lists;
        let takes = |block: &BlockId, site: &SendingSite| {
            (site.shows_own_ads || site.webmaster != advertiser)
                && site.takes(&audience.categories)
                && !lists.blacklist_sites.contains(&site.id)
                && !lists.blacklist_blocks.contains(block)
        };
        let caps: HashMap<BlockId, u64> = (self.sites.iter().filter(|(block, site)| takes(block, site)))
            .map(|(block, site)| (*block, site.daily_cap.into()))
            .collect();
        let wanted = Wanted::new(audience);
        // Pushes in so many days of hours as the campaign's cap has, so that no part of one is lost.
        let (hours, shows) = audience
            .push
            .targeting
            .frequency_cap
            .map_or((1, u64::MAX), |cap| (u64::from(cap.hours.max(1)), u64::from(cap.shows) * DAY_HOURS));
        let mut pushes = 0;
        for ((one, near), met) in self.subscribers.iter().zip(near).zip(met) {
            let Some(daily_cap) = caps.get(&one.block) else { continue };
            if wanted.has(one) {
                self.count(&mut found, *near);
                pushes += (daily_cap * hours).min(shows) * self.step;
                *met = *daily_cap;
            }
        }
        found.pushes_a_day = pushes / hours;
        found
    }
}

/// A site for which something may be sent.
struct SendingSite {
    id: SiteId,
    webmaster: UserId,
    shows_own_ads: bool,
    /// Pushes a day to one of its subscribers, at most.
    daily_cap: u8,
    /// When they come.
    daytime: Daytime,
    allowed: Vec<CategoryId>,
    forbidden: Vec<CategoryId>,
}

impl SendingSite {
    /// Whether it takes a campaign of some categories, as the engine decides.
    fn takes(&self, categories: &[CategoryId]) -> bool {
        (self.allowed.is_empty() || categories.iter().any(|category| self.allowed.contains(category)))
            && !categories.iter().any(|category| self.forbidden.contains(category))
    }
}

/// The sites of push blocks for which something may be sent, by block.
async fn sending_sites(conn: &Conn, blocks: BTreeSet<i64>) -> Result<HashMap<BlockId, SendingSite>> {
    let mut values = Vec::new();
    let named = conn.one_of("b.id", blocks, &mut values);
    let sql = format!(
        "SELECT b.id, b.site_id, b.webmaster_id, b.config, s.allowed_categories, s.forbidden_categories, \
         s.shows_own_ads FROM blocks b JOIN sites s ON s.id = b.site_id \
         JOIN users u ON u.id = b.webmaster_id WHERE {named} AND {MAY_SEND}"
    );
    let site = |row: &Row| {
        let categories = |column: &str| sites::ids_from_json(&row.get::<String>(column)?);
        let push = SitePush::of_config(&row.get::<String>("config")?).unwrap_or_default();
        let site = SendingSite {
            id: SiteId(row.get("site_id")?),
            webmaster: UserId(row.get("webmaster_id")?),
            shows_own_ads: row.get("shows_own_ads")?,
            daily_cap: push.daily_cap,
            daytime: Daytime { from_hour: push.hour_from.into(), to_hour: push.hour_to.into() },
            allowed: categories("allowed_categories")?,
            forbidden: categories("forbidden_categories")?,
        };
        Ok((BlockId(row.get("id")?), site))
    };
    conn.rows(&sql, values).await?.iter().map(site).collect()
}

/// A subscriber, as a targeting sees one.
struct Subscriber {
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
    /// Minutes ahead of UTC.
    utc_offset_min: i32,
    /// The day of theirs on which something was sent last, and how much.
    sent_day: Day,
    sent_today: i64,
}

/// A moment, and the full hours from there to another one.
fn hours(from: UnixMs, until: UnixMs) -> impl Iterator<Item = UnixMs> {
    let next = |at: &UnixMs| Some(UnixMs((at.0.div_euclid(HOUR_MS) + 1) * HOUR_MS));
    std::iter::successors(Some(from), next).take_while(move |at| *at < until).take(HOURS_MAX)
}

fn subscriber(row: &Row, now: UnixMs) -> Result<Subscriber> {
    let place = |column: &str| Ok::<_, Error>(PlaceId(row.get::<i64>(column)? as u64));
    let days = now.since_ms(UnixMs(row.get("created_at")?)).max(0) / DAY_MS;
    Ok(Subscriber {
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
        utc_offset_min: row.get::<i64>("utc_offset_min")? as i32,
        sent_day: Day(row.get::<i64>("sent_day")? as i32),
        sent_today: row.get("sent_today")?,
    })
}

/// What an audience says of subscribers, with its long lists as sets: each is looked into for each subscriber.
struct Wanted<'a> {
    audience: &'a PushAudience,
    regions: HashSet<(CountryCode, PlaceId)>,
    cities: HashSet<(CountryCode, PlaceId)>,
    networks: HashSet<u32>,
}

impl<'a> Wanted<'a> {
    fn new(audience: &'a PushAudience) -> Self {
        let Targeting { geo, isps, .. } = &audience.targeting;
        Self {
            audience,
            regions: geo.regions.iter().copied().collect(),
            cities: geo.cities.iter().copied().collect(),
            networks: isps.iter().copied().collect(),
        }
    }

    /// Whether the campaign is for a subscriber, as the engine decides.
    fn has(&self, one: &Subscriber) -> bool {
        let PushAudience { targeting, push, .. } = self.audience;
        let geo = &targeting.geo;
        let named = |places: &HashSet<(CountryCode, PlaceId)>, id: PlaceId| {
            id != PlaceId::UNKNOWN && places.contains(&(one.country, id))
        };
        let in_place = geo.is_everywhere()
            || geo.countries.contains(&one.country)
            || named(&self.regions, one.region)
            || named(&self.cities, one.city);
        in_place
            && passes(&targeting.device_types, one.system.device_type)
            && passes(&targeting.os, one.system)
            && passes(&targeting.browsers, one.browser)
            && passes(&targeting.languages, one.language)
            && (self.networks.is_empty() || self.networks.contains(&one.asn))
            && push.targeting.subscription_age.is_none_or(|age| age.contains(one.days))
    }
}

fn passes<T: PartialEq>(wanted: &[T], value: T) -> bool {
    wanted.is_empty() || wanted.contains(&value)
}
