//! The same questions as parameters of a GET: for scripts and spreadsheets that can only ask for an address.

use super::metrics::{AdvertiserMetrics, WebmasterMetrics};
use super::request::{StatsDecimal, StatsFilters, StatsFormat, StatsRequest};
use super::{StatsAnswer, WEBMASTER_DAYS, advertiser_asker, respond, webmaster_asker};
use crate::auth::{Advertiser, Webmaster};
use crate::dictionaries::words::{AdvertiserDimensionName, WebmasterDimensionName};
use crate::extract::Qs;
use crate::list::OrderDirection;
use crate::state::ApiState;
use axum::extract::State;
use axum::response::Response;
use placard_common::error::Problem;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

/// What the document says of [`StatsFilters`] in a query: the period. Each dimension stands beside it under its name.
#[derive(Clone, Debug, Default, ToSchema)]
pub struct StatsDays {
    /// First day, `YYYY-MM-DD`.
    #[schema(format = Date)]
    pub date_from: Option<String>,
    /// Last day, `YYYY-MM-DD`.
    #[schema(format = Date)]
    pub date_to: Option<String>,
}

macro_rules! queries {
    ($($(#[$doc:meta])* $name:ident of $dimension:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, Default, Deserialize, IntoParams)]
        #[into_params(parameter_in = Query)]
        #[serde(default, deny_unknown_fields)]
        pub struct $name {
            /// Levels, the outermost first: `groups[]=campaign&groups[]=ad`. The answer has the rows of the first; ask the
            /// next with the parent's value as a filter. A file has the rows of all levels.
            #[param(value_type = Vec<$dimension>, max_items = 6)]
            pub groups: Vec<String>,
            /// Period and filters by dimension: `filters[date_from]`, `filters[date_to]`, `filters[site][in][]` and
            /// `filters[country][not_in][]`, with the dimensions of the question by POST.
            #[param(style = DeepObject, explode, inline, value_type = StatsDays)]
            pub filters: StatsFilters,
            /// A metric of the answer or one of the groups; `impressions` (the shows) by default.
            pub order_by: Option<String>,
            /// `asc` or `desc`, the default.
            #[param(inline, value_type = Option<OrderDirection>)]
            pub order_direction: Option<String>,
            /// The page, from 1.
            #[param(minimum = 1, maximum = 1_000_000)]
            pub page: Option<u64>,
            /// Rows of a page, 20 by default; 0 means all, at most 10,000.
            #[param(maximum = 10_000)]
            pub count: Option<u64>,
            /// Asks for a file with all rows instead of a page.
            #[param(inline)]
            pub format: Option<StatsFormat>,
            /// How decimals are written in a file.
            #[param(inline)]
            pub decimal: Option<StatsDecimal>,
        }

        impl From<$name> for StatsRequest {
            fn from(query: $name) -> Self {
                let $name { groups, filters, order_by, order_direction, page, count, format, decimal } = query;
                Self { groups, filters, order_by, order_direction, page, count, format, decimal }
            }
        }
    )*};
}

queries! {
    /// What advertisers ask.
    AdvertiserStatsQuery of AdvertiserDimensionName;
    /// What webmasters ask.
    WebmasterStatsQuery of WebmasterDimensionName;
}

/// The advertiser's statistics: the question of `tmp_with_postbacks` as parameters. Today when no period is given; with
/// `format=csv_file` the answer is a file.
#[utoipa::path(get, path = "/api/advertiser/stats", tag = "stats", params(AdvertiserStatsQuery),
    responses((status = 200, content((StatsAnswer<AdvertiserMetrics> = "application/json"), (String = "text/csv")))))]
pub async fn get_advertiser_stats(
    State(app): State<ApiState>,
    user: Advertiser,
    Qs(query): Qs<AdvertiserStatsQuery>,
) -> Result<Response, Problem> {
    respond::<AdvertiserMetrics>(app, advertiser_asker(&user), query.into(), 1).await
}

/// The webmaster's statistics: the question by POST as parameters. The last 6 days through today when no period is given;
/// with `format=csv_file` the answer is a file.
#[utoipa::path(get, path = "/api_v2/webmaster/stats", tag = "stats", params(WebmasterStatsQuery),
    responses((status = 200, content((StatsAnswer<WebmasterMetrics> = "application/json"), (String = "text/csv")))))]
pub async fn get_webmaster_stats(
    State(app): State<ApiState>,
    user: Webmaster,
    Qs(query): Qs<WebmasterStatsQuery>,
) -> Result<Response, Problem> {
    respond::<WebmasterMetrics>(app, webmaster_asker(&user), query.into(), WEBMASTER_DAYS).await
}
