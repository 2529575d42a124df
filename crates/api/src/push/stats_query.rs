//! The question for the statistics of pushes, as it comes over HTTP.

use super::figures::METRICS;
use super::names::of_field;
use crate::list::OrderDirection;
use crate::state::ApiState;
use crate::statistics::questions::{StatsDecimal, day_now};
use placard_common::error::{FieldErrors, Problem};
use placard_model::format::CampaignType;
use placard_model::{AdId, CampaignId, Day};
use placard_stats::csv::Decimal;
use placard_stats::{
    COUNT_MAX, Dimension, Direction, Key, Metric, Order, OrderBy, PERIOD_DAYS_MAX, Period, Query, ROWS_REACHED_MAX,
};
use placard_store::advertising::push_names;
use placard_store::{Conn, Scope};
use serde::{Deserialize, Deserializer};
use utoipa::IntoParams;

/// Days of a question without a period: the last 6 through today.
const DAYS_DEFAULT: i32 = 7;
/// Rows of a page when the query does not say.
const ROWS_DEFAULT: u32 = 20;
/// The most values of one filter.
const VALUES_MAX: usize = 100;

/// A question about pushes.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct PushStatsQuery {
    /// First day, `YYYY-MM-DD`; 6 days before the last one when omitted.
    #[param(format = Date)]
    pub stats_from: Option<String>,
    /// Last day, `YYYY-MM-DD`; today when omitted.
    #[param(format = Date)]
    pub stats_to: Option<String>,
    /// What rows are of; campaigns when omitted.
    #[param(inline)]
    pub group_by: Groups,
    /// A figure, or what rows are of; `impressions` when omitted.
    pub order_by: Option<String>,
    /// The direction of the sort.
    #[param(inline)]
    pub order_direction: OrderDirection,
    /// Rows of a page, 20 when omitted; 0 means all, at most 10,000.
    #[param(maximum = 10000)]
    pub limit: Option<u32>,
    /// Rows before the page.
    #[param(maximum = 1_000_000)]
    pub offset: Option<u32>,
    /// Only these campaigns: UUIDs or numbers.
    #[serde(deserialize_with = "several")]
    #[param(max_items = 100)]
    pub campaign_id: Vec<String>,
    /// Only these ads: UUIDs or numbers.
    #[serde(deserialize_with = "several")]
    #[param(max_items = 100)]
    pub ad_id: Vec<String>,
    /// Only these blocks.
    #[serde(deserialize_with = "several")]
    #[param(max_items = 100, value_type = Vec<i64>)]
    pub block_id: Vec<String>,
    /// Only these webmasters, by number.
    #[serde(deserialize_with = "several")]
    #[param(max_items = 100, value_type = Vec<i64>)]
    pub user_id: Vec<String>,
    /// Only these countries, two letters each.
    #[serde(deserialize_with = "several")]
    #[param(max_items = 100)]
    pub country_code: Vec<String>,
    /// Only these device types.
    #[serde(deserialize_with = "several")]
    #[param(max_items = 100, value_type = Vec<i64>)]
    pub device_type_id: Vec<String>,
    /// How decimals are written in a file.
    #[param(inline)]
    pub decimal: Option<StatsDecimal>,
}

/// What rows are of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PushStatsGroup)]
pub enum Groups {
    /// Campaigns.
    #[default]
    #[serde(alias = "campaign_id")]
    Campaign,
    /// Ads.
    #[serde(alias = "ad_id")]
    Ad,
    /// Countries.
    #[serde(alias = "country_code")]
    Country,
    /// Device types.
    #[serde(alias = "device_type_id")]
    DeviceType,
    /// Blocks.
    #[serde(alias = "block_id")]
    Block,
    /// Webmasters.
    #[serde(alias = "user_id")]
    User,
    /// UTC months.
    Month,
    /// UTC days.
    Date,
}

impl Groups {
    /// What facts are grouped by.
    pub(super) const fn dimension(self) -> Dimension {
        match self {
            Self::Campaign => Dimension::Campaign,
            Self::Ad => Dimension::Ad,
            Self::Country => Dimension::Country,
            Self::DeviceType => Dimension::Device,
            Self::Block => Dimension::Block,
            Self::User => Dimension::Webmaster,
            Self::Month => Dimension::Month,
            Self::Date => Dimension::Date,
        }
    }

    /// The headings of a file's first columns; the first is what rows can be sorted by.
    pub(super) const fn titles(self, shows_users: bool) -> &'static [&'static str] {
        match self {
            Self::Campaign => &["campaign_id", "campaign_name"],
            Self::Ad => &["ad_id", "ad_title"],
            Self::Country => &["country_code", "country_name"],
            Self::DeviceType => &["device_type_id", "device_type_name"],
            Self::Block => &["block_id", "block_name"],
            Self::User if shows_users => &["user_id", "user_name"],
            Self::User => &["user_id"],
            Self::Month => &["month"],
            Self::Date => &["date"],
        }
    }
}

/// A checked question.
pub(super) struct Asked {
    /// About pushes alone.
    pub(super) query: Query,
    /// Rows of the page.
    pub(super) limit: u32,
    /// Rows before it.
    pub(super) offset: u32,
    /// What rows are of.
    pub(super) group: Groups,
}

/// One value or several of a query.
fn several<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum OneOrMore {
        One(String),
        More(Vec<String>),
    }
    Ok(match OneOrMore::deserialize(deserializer)? {
        OneOrMore::One(one) => vec![one],
        OneOrMore::More(more) => more,
    })
}

impl PushStatsQuery {
    /// How decimals are written in a file.
    pub(super) fn decimal(&self) -> Decimal {
        self.decimal.map(Into::into).unwrap_or_default()
    }

    /// Checks it, and finds the numbers of campaigns and ads in scope.
    pub(super) async fn read(self, app: &ApiState, scope: Scope) -> Result<Asked, Problem> {
        let mut errors = FieldErrors::default();
        let period = self.period(day_now(app), &mut errors);
        let order = self.order(&mut errors);
        let limit = match self.limit.unwrap_or(ROWS_DEFAULT) {
            0 => COUNT_MAX,
            limit => limit,
        };
        let offset = self.offset.unwrap_or(0);
        errors.check("limit", limit <= COUNT_MAX, format!("must be at most {COUNT_MAX}"));
        errors.check("offset", u64::from(offset) <= ROWS_REACHED_MAX, format!("must be at most {ROWS_REACHED_MAX}"));
        let mut query = Query { order, ..Query::by(self.group_by.dimension(), period) };
        query = query.with(Dimension::CampaignType, vec![Key(i64::from(CampaignType::Push.id()))]);
        let plain = [
            ("block_id", Dimension::Block, &self.block_id),
            ("user_id", Dimension::Webmaster, &self.user_id),
            ("country_code", Dimension::Country, &self.country_code),
            ("device_type_id", Dimension::Device, &self.device_type_id),
        ];
        for (field, dimension, values) in plain {
            if let Some(keys) = keys_of(field, dimension, values, &mut errors) {
                query = query.with(dimension, keys);
            }
        }
        let named = [("campaign_id", &self.campaign_id), ("ad_id", &self.ad_id)]
            .map(|(field, values)| names_of(field, values, &mut errors));
        errors.finish()?;
        let [campaigns, ads] = named;
        if let Some(Named { mut keys, uuids }) = campaigns {
            let read = async move |conn: &Conn| push_names::campaign_numbers(conn, scope, &uuids).await;
            let found: Vec<CampaignId> = app.store.read("find_push_campaigns", read).await?;
            keys.extend(found.into_iter().map(|id| Key(id.0)));
            query = query.with(Dimension::Campaign, keys);
        }
        if let Some(Named { mut keys, uuids }) = ads {
            let read = async move |conn: &Conn| push_names::ad_numbers(conn, scope, &uuids).await;
            let found: Vec<AdId> = app.store.read("find_push_ads", read).await?;
            keys.extend(found.into_iter().map(|id| Key(id.0)));
            query = query.with(Dimension::Ad, keys);
        }
        Ok(Asked { query, limit, offset, group: self.group_by })
    }

    fn period(&self, today: Day, errors: &mut FieldErrors) -> Period {
        let mut day = |field: &str, text: &Option<String>| {
            let text = text.as_deref().filter(|text| !text.is_empty())?;
            let day = Day::parse(text);
            errors.check(field, day.is_some(), "must be a day such as 2026-11-21");
            day
        };
        let (from, to) = (day("stats_from", &self.stats_from), day("stats_to", &self.stats_to));
        let last = to.unwrap_or_else(|| from.map_or(today, |from| from.max(today)));
        let first = from.unwrap_or_else(|| Period::ending(last, DAYS_DEFAULT).first);
        let period = Period { first, last };
        errors.check("stats_to", period.days() >= 1, "must not be before stats_from");
        errors.check(
            "stats_to",
            period.days() <= PERIOD_DAYS_MAX,
            format!("is more than {PERIOD_DAYS_MAX} days after stats_from"),
        );
        period
    }

    fn order(&self, errors: &mut FieldErrors) -> Order {
        let direction = match self.order_direction {
            OrderDirection::Asc => Direction::Ascending,
            OrderDirection::Desc => Direction::Descending,
        };
        let by = match self.order_by.as_deref().filter(|name| !name.is_empty()) {
            None => Some(OrderBy::Metric(Metric::Shows)),
            Some(name) if self.group_by.titles(true).contains(&name) => Some(OrderBy::Group(self.group_by.dimension())),
            Some(name) => METRICS.iter().find(|(known, _)| *known == name).map(|(_, metric)| OrderBy::Metric(*metric)),
        };
        errors.check("order_by", by.is_some(), "is neither a figure nor what rows are of");
        Order { by: by.unwrap_or(OrderBy::Metric(Metric::Shows)), direction }
    }
}

fn given<'a>(field: &str, values: &'a [String], errors: &mut FieldErrors) -> Option<Vec<&'a str>> {
    let given: Vec<&str> = values.iter().map(|value| value.trim()).filter(|value| !value.is_empty()).collect();
    if given.len() > VALUES_MAX {
        errors.add(field, format!("must have at most {VALUES_MAX} values"));
        return None;
    }
    (!given.is_empty()).then_some(given)
}

fn keys_of(field: &str, dimension: Dimension, values: &[String], errors: &mut FieldErrors) -> Option<Vec<Key>> {
    let given = given(field, values, errors)?;
    let keys: Vec<Key> = given.iter().filter_map(|text| dimension.parse_key(text)).collect();
    errors.check(field, keys.len() == given.len(), "has a value that there is not");
    Some(keys)
}

/// Things by number, and by outer name.
struct Named {
    keys: Vec<Key>,
    uuids: Vec<uuid::Uuid>,
}

fn names_of(field: &str, values: &[String], errors: &mut FieldErrors) -> Option<Named> {
    let mut named = Named { keys: Vec::new(), uuids: Vec::new() };
    for text in given(field, values, errors)? {
        match (text.parse::<i64>(), of_field(field, text)) {
            (Ok(id), _) if id >= 0 => named.keys.push(Key(id)),
            (_, Ok(uuid)) => named.uuids.push(uuid),
            _ => errors.add(field, "must be numbers or UUIDs"),
        }
    }
    Some(named)
}
