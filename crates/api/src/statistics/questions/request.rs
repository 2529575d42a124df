//! The question as it comes over HTTP.

use crate::dictionaries::words::{AdvertiserDimensionName, NetworkDimensionName, WebmasterDimensionName};
use crate::extract::only_objects;
use crate::list::OrderDirection;
use placard_common::error::{FieldErrors, Problem};
use placard_stats::GROUPS_MAX;
use placard_stats::csv::Decimal;
use placard_stats::{Dimension, Period, Query, RawFilter, RawQuery, View};
use serde::{Deserialize, Deserializer};
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, OneOfBuilder, SchemaType, Type};
use utoipa::openapi::{KnownFormat, Ref, RefOr, Schema, SchemaFormat};
use utoipa::{PartialSchema, ToSchema};

/// A question about statistics.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StatsRequest {
    /// Levels, the outermost first. The answer has the rows of the first; ask the next with the parent's value as a
    /// filter. A file has the rows of all levels.
    #[serde(default)]
    #[schema(value_type = Vec<NetworkDimensionName>, max_items = 6)]
    pub groups: Vec<String>,
    /// Period and filters.
    #[serde(default)]
    pub filters: StatsFilters,
    /// A metric of the answer or one of the groups; `impressions` (the shows) by default.
    pub order_by: Option<String>,
    /// `asc` or `desc`, the default.
    #[schema(value_type = Option<OrderDirection>)]
    pub order_direction: Option<String>,
    /// The page, from 1.
    #[schema(minimum = 1, maximum = 1_000_000)]
    pub page: Option<u64>,
    /// Rows of a page, 20 by default; 0 means all, at most 10,000.
    #[schema(maximum = 10_000)]
    pub count: Option<u64>,
    /// Asks for a file with all rows instead of a page.
    pub format: Option<StatsFormat>,
    /// How decimals are written in a file.
    pub decimal: Option<StatsDecimal>,
}

/// What can be asked for instead of JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StatsFormat {
    /// Comma-separated values (RFC 4180).
    CsvFile,
}

/// How decimals are written in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StatsDecimal {
    /// `1.5`, cells separated by commas.
    Point,
    /// `1,5`, cells separated by semicolons.
    Comma,
}

impl From<StatsDecimal> for Decimal {
    fn from(decimal: StatsDecimal) -> Self {
        match decimal {
            StatsDecimal::Point => Self::Point,
            StatsDecimal::Comma => Self::Comma,
        }
    }
}

/// Values that a dimension must (`in`) or must not (`not_in`) have; at most 1,000 each.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(remote = "Self", deny_unknown_fields)]
pub struct StatsFilter {
    /// One of these.
    #[serde(rename = "in")]
    pub one_of: Option<Vec<StatsValue>>,
    /// None of these.
    #[serde(rename = "not_in")]
    pub none_of: Option<Vec<StatsValue>>,
}

only_objects!(StatsFilter, StatsFilters);

/// The longest key of a dimension, in characters.
const VALUE_CHARS_MAX: usize = 100;

/// A key of a dimension: an id as number or text, a code, a date.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatsValue(String);

impl<'de> Deserialize<'de> for StatsValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match serde_json::Value::deserialize(deserializer)? {
            serde_json::Value::String(text) if text.chars().count() > VALUE_CHARS_MAX => {
                Err(serde::de::Error::custom(format_args!("must have at most {VALUE_CHARS_MAX} characters")))
            }
            serde_json::Value::String(text) => Ok(Self(text)),
            serde_json::Value::Number(number) => Ok(Self(number.to_string())),
            _ => Err(serde::de::Error::custom("must be a text or a number")),
        }
    }
}

impl PartialSchema for StatsValue {
    fn schema() -> RefOr<Schema> {
        let text = ObjectBuilder::new().schema_type(Type::String).max_length(Some(VALUE_CHARS_MAX));
        let number = ObjectBuilder::new()
            .schema_type(Type::Integer)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)))
            .minimum(Some(0));
        OneOfBuilder::new().item(text).item(number).into()
    }
}

impl ToSchema for StatsValue {
    fn name() -> std::borrow::Cow<'static, str> {
        "StatsValue".into()
    }
}

macro_rules! dimensions {
    ($($(#[$doc:meta])* $field:ident $name:literal,)*) => {
        /// Period (UTC days, both included) and filters by dimension. Which of them exist depends on the role.
        #[derive(Clone, Debug, Default, Deserialize, ToSchema)]
        #[serde(remote = "Self", deny_unknown_fields)]
        pub struct StatsFilters {
            /// First day, `YYYY-MM-DD`.
            #[schema(format = Date)]
            pub date_from: Option<String>,
            /// Last day, `YYYY-MM-DD`.
            #[schema(format = Date)]
            pub date_to: Option<String>,
            $($(#[$doc])* pub $field: Option<StatsFilter>,)*
        }

        impl StatsFilters {
            fn into_lists(self) -> impl Iterator<Item = (String, StatsFilter)> {
                [$(($name, self.$field),)*].into_iter().filter_map(|(name, filter)| Some((name.to_owned(), filter?)))
            }

            /// The names of all filters.
            pub const NAMES: &'static [&'static str] = &[$($name),*];
        }
    };
}

dimensions! {
    /// UTC day, `YYYY-MM-DD`.
    date "date",
    /// UTC hour, `YYYY-MM-DDTHH`.
    hour "hour",
    /// ISO week, as the date of its Monday.
    week "week",
    /// UTC month, `YYYY-MM`.
    month "month",
    /// Who pays.
    advertiser "advertiser",
    /// Campaign.
    campaign "campaign",
    /// Ad group.
    group "group",
    /// Ad.
    ad "ad",
    /// Who earns; advertisers know them by number.
    webmaster "webmaster",
    /// Site.
    site "site",
    /// Block.
    block "block",
    /// Template of the block.
    template "template",
    /// Format of the block.
    format "format",
    /// What the campaign leads to.
    target "target",
    /// Kind of the campaign.
    campaign_type "campaign_type",
    /// Country, two letters; `ZZ` when unknown.
    country "country",
    /// Region; 0 when unknown.
    region "region",
    /// City; 0 when unknown.
    city "city",
    /// Device type.
    device "device",
    /// Operating system.
    os "os",
    /// Browser.
    browser "browser",
    /// Network, by its autonomous system number.
    isp "isp",
    /// Language, two letters; `zz` when unknown.
    language "language",
    /// Kind of traffic.
    traffic_source "traffic_source",
    /// Offer; 0 when none.
    offer "offer",
    /// First category of the campaign; 0 when none.
    category "category",
    /// Category of the offer; 0 when none.
    offer_category "offer_category",
    /// Who looks after the advertiser; 0 when nobody is known to.
    manager "manager",
    /// The team of who looks after the advertiser; 0 when none is known.
    team "team",
    /// Whether the webmaster has a share of their own: `custom` or `none`; staff only.
    has_commission "has_commission",
    /// Verdict of the validity rules: `valid`, `bot`, ...
    verdict "verdict",
    /// 1 in the control slice, else 0; staff only.
    control "control",
}

/// [`StatsRequest`] in the document, with the dimensions and metrics that a view has.
fn question_of(view: View) -> RefOr<Schema> {
    let (mut question, mut filters) = (StatsRequest::schema(), StatsFilters::schema());
    let dimensions = || Dimension::ALL.iter().filter(|dimension| dimension.visible(view)).map(|found| found.name());
    let is_filter = |name: &str| matches!(name, "date_from" | "date_to") || dimensions().any(|found| found == name);
    if let RefOr::T(Schema::Object(filters)) = &mut filters {
        filters.properties.retain(|name, _| is_filter(name));
    }
    if let RefOr::T(Schema::Object(question)) = &mut question {
        let names = match view {
            View::Advertiser => AdvertiserDimensionName::name(),
            View::Webmaster => WebmasterDimensionName::name(),
            View::Network => NetworkDimensionName::name(),
        };
        let groups = ArrayBuilder::new().items(Ref::from_schema_name(names)).max_items(Some(GROUPS_MAX)).unique_items(true).description(Some(
            "Levels, the outermost first. The answer has the rows of the first; ask the next with the parent's value as \
             a filter. A file has the rows of all levels.",
        ));
        let mut orders = view.order_names();
        orders.extend(dimensions().filter(|name| !view.order_names().contains(name)));
        let order = ObjectBuilder::new()
            .schema_type(SchemaType::from_iter([Type::String, Type::Null]))
            .enum_values(Some(orders.into_iter().map(Some).chain([None]).collect::<Vec<_>>()))
            .description(Some("A metric of the answer or one of the groups; `impressions` (the shows) by default."));
        question.properties.insert("groups".to_owned(), groups.into());
        question.properties.insert("filters".to_owned(), filters);
        question.properties.insert("order_by".to_owned(), order.into());
    }
    question
}

macro_rules! questions {
    ($($(#[$doc:meta])* $name:ident = $view:expr, $dimension:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub enum $name {}

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                question_of($view)
            }
        }

        impl ToSchema for $name {
            fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
                schemas.extend([
                    (StatsFilter::name().into_owned(), StatsFilter::schema()),
                    (StatsValue::name().into_owned(), StatsValue::schema()),
                    (StatsFormat::name().into_owned(), StatsFormat::schema()),
                    (StatsDecimal::name().into_owned(), StatsDecimal::schema()),
                    (OrderDirection::name().into_owned(), OrderDirection::schema()),
                    ($dimension::name().into_owned(), $dimension::schema()),
                ]);
            }
        }
    )*};
}

questions! {
    /// What advertisers ask.
    AdvertiserStatsRequest = View::Advertiser, AdvertiserDimensionName;
    /// What webmasters ask.
    WebmasterStatsRequest = View::Webmaster, WebmasterDimensionName;
    /// What staff ask.
    NetworkStatsRequest = View::Network, NetworkDimensionName;
}

impl StatsRequest {
    /// Checks the question for a view.
    pub fn into_query(self, view: View, default: Period) -> Result<Query, Problem> {
        let raw = RawQuery {
            groups: self.groups,
            date_from: self.filters.date_from.clone(),
            date_to: self.filters.date_to.clone(),
            filters: self
                .filters
                .into_lists()
                .map(|(name, filter)| {
                    let texts = |list: Option<Vec<StatsValue>>| list.map(|l| l.into_iter().map(|v| v.0).collect());
                    (name, RawFilter { one_of: texts(filter.one_of), none_of: texts(filter.none_of) })
                })
                .collect(),
            order_by: self.order_by,
            order_direction: self.order_direction,
            page: self.page,
            count: self.count,
        };
        Query::parse(&raw, view, default).map_err(|wrong| {
            let mut errors = FieldErrors::default();
            for error in wrong {
                errors.add(error.field(), error.to_string());
            }
            Problem::Fields(errors)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::read_json;
    use placard_model::Day;
    use placard_stats::Dimension;

    #[test]
    fn every_dimension_can_be_filtered() {
        let known: Vec<&str> = Dimension::ALL.iter().map(|dimension| dimension.name()).collect();
        assert_eq!(StatsFilters::NAMES, known);
    }

    fn parse(body: &str) -> Result<Query, Problem> {
        read_json::<StatsRequest>(body.as_bytes())?.into_query(View::Advertiser, Period::ending(Day(20_778), 1))
    }

    #[test]
    fn keys_are_numbers_or_texts() {
        let query = parse(r#"{"groups":["ad"],"filters":{"campaign":{"in":[12,"13"]},"country":{"not_in":["DE"]}}}"#);
        let filters = query.unwrap().filters;
        assert_eq!(filters.len(), 2);
        assert_eq!(filters[0].keys, [placard_stats::Key(12), placard_stats::Key(13)]);
        assert!(filters[1].excluded);
    }

    #[test]
    fn wrong_questions_name_their_fields() {
        let check = |body: &str, field: &str| {
            let errors = parse(body).expect_err(body).body().errors.unwrap_or_default();
            assert_eq!(errors.keys().collect::<Vec<_>>(), [field], "{body}");
        };
        check(r#"{"groups":["colour"]}"#, "groups");
        check(r#"{"group":["ad"]}"#, "group");
        check(r#"{"filters":{"colour":{"in":[1]}}}"#, "filters.colour");
        check(r#"{"filters":{"control":{"in":[1]}}}"#, "filters.control");
        check(r#"{"filters":{"manager":{"in":["me"]}}}"#, "filters.manager");
        check(r#"{"filters":{"campaign":{"is":[1]}}}"#, "filters.campaign.is");
        check(r#"{"filters":{"campaign":{"in":[true]}}}"#, "filters.campaign.in.0");
        check(r#"{"filters":{"campaign":{"in":[1.5]}}}"#, "filters.campaign");
        check(r#"{"filters":{"date_from":"2026-13-01"}}"#, "filters.date_from");
        check(r#"{"order_by":"money_web"}"#, "order_by");
        check(r#"{"format":"pdf"}"#, "format");
        check(r#"{"count":10001}"#, "count");
        check(r#"{"page":-1}"#, "page");
    }
}
