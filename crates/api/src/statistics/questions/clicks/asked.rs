//! Which clicks are asked for.

use super::super::request::{StatsDecimal, StatsFormat};
use crate::dictionaries::words::VerdictName;
use crate::list::OrderDirection;
use placard_common::error::{FieldErrors, Problem};
use placard_model::Day;
use placard_stats::csv::Decimal;
use placard_stats::{ClickQuestion, Dimension, Direction, Filter, PERIOD_DAYS_MAX, Period};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

/// Days when none are asked for: the last 6 through today.
const PERIOD_DAYS: i32 = 7;
/// The most values of one filter.
const VALUES_MAX: usize = 100;

macro_rules! filters {
    ($($(#[$doc:meta])* $name:ident { $($(#[$fdoc:meta])* $field:ident $dimension:ident,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, Default, Deserialize, ToSchema)]
        #[serde(default)]
        pub struct $name {
            /// First day, `YYYY-MM-DD`; the last 7 days when neither is given.
            #[schema(format = Date)]
            pub date_from: Option<String>,
            /// Last day, `YYYY-MM-DD`.
            #[schema(format = Date)]
            pub date_to: Option<String>,
            /// Verdicts to keep.
            #[schema(value_type = Vec<VerdictName>, max_items = 100)]
            pub verdict: Vec<String>,
            $($(#[$fdoc])* #[schema(max_items = 100)] pub $field: Vec<String>,)*
        }

        impl From<$name> for Chosen {
            fn from(filters: $name) -> Self {
                Self {
                    first: filters.date_from,
                    last: filters.date_to,
                    values: vec![
                        ("verdict", Dimension::Verdict, filters.verdict),
                        $((stringify!($field), Dimension::$dimension, filters.$field),)*
                    ],
                }
            }
        }
    )*};
}

filters! {
    /// Which of an advertiser's clicks; at most 100 values each.
    AdvertiserClickFilters {
        /// Campaigns.
        campaign Campaign,
        /// Ad groups.
        group Group,
        /// Ads.
        ad Ad,
        /// Sites.
        site Site,
        /// Blocks.
        block Block,
        /// Countries, two letters.
        country Country,
        /// Device types.
        device Device,
    }
    /// Which of a webmaster's clicks; at most 100 values each.
    WebmasterClickFilters {
        /// Sites.
        site Site,
        /// Blocks.
        block Block,
        /// Countries, two letters.
        country Country,
        /// Device types.
        device Device,
    }
}

/// What was chosen, on either side.
pub(crate) struct Chosen {
    pub(crate) first: Option<String>,
    pub(crate) last: Option<String>,
    pub(crate) values: Vec<(&'static str, Dimension, Vec<String>)>,
}

/// How problems name the fields of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClickWords {
    /// `filters.site`: in a query.
    Filters,
    /// `site`: in a body.
    Plain,
}

macro_rules! queries {
    ($($(#[$doc:meta])* $name:ident of $filters:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, Default, Deserialize, IntoParams)]
        #[into_params(parameter_in = Query)]
        #[serde(default)]
        pub struct $name {
            /// The page, from 1.
            #[param(minimum = 1)]
            pub page: Option<u32>,
            /// Clicks of a page; 50 when omitted, 0 means all.
            #[param(maximum = 10000)]
            pub count: Option<u32>,
            /// Finds the click of this id, whenever it was; filters do not matter then.
            #[serde(rename = "searchPhrase")]
            #[param(max_length = 200)]
            pub search_phrase: Option<String>,
            /// Filters: `filters[date_from]`, `filters[verdict][]`.
            #[param(style = DeepObject, explode, inline)]
            pub filters: $filters,
            /// By the time of the click: the latest first unless `asc`.
            #[param(inline)]
            pub order_direction: OrderDirection,
            /// Asks for a file with all clicks instead of a page.
            #[param(inline)]
            pub format: Option<StatsFormat>,
            /// How decimals are written in a file.
            #[param(inline)]
            pub decimal: Option<StatsDecimal>,
        }

        impl From<$name> for Asked {
            fn from(query: $name) -> Self {
                let $name { page, count, search_phrase, filters, order_direction, format, decimal } = query;
                let decimal = decimal.map(Into::into).unwrap_or_default();
                let direction = match order_direction {
                    OrderDirection::Asc => Direction::Ascending,
                    OrderDirection::Desc => Direction::Descending,
                };
                let search = search_phrase.unwrap_or_default().trim().to_owned();
                Self { page, count, search, chosen: filters.into(), direction, is_file: format.is_some(), decimal }
            }
        }
    )*};
}

queries! {
    /// A page or a file of an advertiser's clicks.
    AdvertiserClickQuery of AdvertiserClickFilters;
    /// A page or a file of a webmaster's clicks.
    WebmasterClickQuery of WebmasterClickFilters;
}

/// What is asked, on either side.
pub(super) struct Asked {
    pub(super) page: Option<u32>,
    pub(super) count: Option<u32>,
    pub(super) search: String,
    chosen: Chosen,
    direction: Direction,
    pub(super) is_file: bool,
    pub(super) decimal: Decimal,
}

/// Checks what was chosen.
pub(super) fn read(Asked { chosen, direction, .. }: Asked, today: Day) -> Result<ClickQuestion, Problem> {
    question(chosen, direction, ClickWords::Filters, today)
}

/// The question of a choice, or what is wrong with it.
pub(crate) fn question(
    chosen: Chosen,
    direction: Direction,
    words: ClickWords,
    today: Day,
) -> Result<ClickQuestion, Problem> {
    let field = |name: &str| match words {
        ClickWords::Filters => format!("filters.{name}"),
        ClickWords::Plain => name.to_owned(),
    };
    let mut errors = FieldErrors::default();
    let mut day = |text: &Option<String>, field: &str| {
        let text = text.as_deref().filter(|text| !text.is_empty())?;
        let day = Day::parse(text);
        errors.check(field, day.is_some(), "must be a day such as 2026-11-21");
        day
    };
    let (first, last) = (day(&chosen.first, &field("date_from")), day(&chosen.last, &field("date_to")));
    let period = match (first, last) {
        (Some(first), last) => Period { first, last: last.unwrap_or(first.max(today)) },
        (None, Some(last)) => Period::ending(last, PERIOD_DAYS),
        (None, None) => Period::ending(today, PERIOD_DAYS),
    };
    errors.check(&field("date_to"), period.days() >= 1, "must not be before date_from");
    let is_short = period.days() <= PERIOD_DAYS_MAX;
    errors.check(&field("date_to"), is_short, format!("is more than {PERIOD_DAYS_MAX} days after date_from"));
    let mut filters = Vec::new();
    for (name, dimension, values) in chosen.values {
        let field = field(name);
        errors.check(&field, values.len() <= VALUES_MAX, format!("has more than {VALUES_MAX} values"));
        let keys: Option<Vec<_>> = values.iter().map(|value| dimension.parse_key(value)).collect();
        errors.check(&field, keys.is_some(), format!("has something that is no {name}"));
        if let Some(keys) = keys.filter(|keys| !keys.is_empty()) {
            filters.push(Filter { dimension, keys, excluded: false });
        }
    }
    errors.finish()?;
    Ok(ClickQuestion { period, filters, direction })
}
