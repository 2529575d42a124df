//! The tests of ads in the groups of a campaign: how often each running ad was shown and clicked, for whoever judges which is
//! the best one.

use crate::advertiser::ads::AdList;
use crate::advertiser::stat_list::{Asked, Order, rows_of};
use crate::auth::Advertiser;
use crate::extract::{Json, Path, Qs};
use crate::list::{Data, OrderDirection, data};
use crate::state::ApiState;
use crate::statistics::metrics::LIST_DAYS_MAX;
use axum::extract::State;
use placard_common::error::Problem;
use placard_model::status::AdStatus;
use placard_model::{AdId, CampaignId, Day};
use placard_stats::{Metric, Period};
use placard_store::advertising::ads::{self, Titled};
use placard_store::advertising::campaigns;
use placard_store::advertising::listed::{self, Of};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::{IntoParams, ToSchema};

/// The most ads that are looked at, those with the most shows first: more than an account has, unless its quota was raised.
const LOOKED_MAX: u32 = 10_000;
/// The most ads of one answer.
const ADS_MAX: usize = 2_000;
/// The most ads of a group, those with the most shows first: whoever judges them compares each with all others.
const GROUP_ADS_MAX: usize = 50;
/// How many days are counted unless the query says so.
const DAYS_DEFAULT: i32 = 7;

/// Of which days.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct AdTestsQuery {
    /// First day, `YYYY-MM-DD`; six days before the last one when omitted.
    #[param(format = Date)]
    pub date_from: Option<String>,
    /// Last day, `YYYY-MM-DD`; today when omitted.
    #[param(format = Date)]
    pub date_to: Option<String>,
}

impl AdTestsQuery {
    fn period(&self, today: Day) -> Result<Period, Problem> {
        let read = |field: &str, text: &Option<String>, other: Day| match text.as_deref() {
            None | Some("") => Ok(other),
            Some(text) => Day::parse(text).ok_or_else(|| Problem::field(field, "must be a day such as 2026-11-21")),
        };
        let last = read("date_to", &self.date_to, today)?;
        let first = read("date_from", &self.date_from, Period::ending(last, DAYS_DEFAULT).first)?;
        let period = Period { first, last };
        if period.days() < 1 {
            return Err(Problem::field("date_to", "must not be before date_from"));
        }
        if period.days() > LIST_DAYS_MAX {
            return Err(Problem::field("date_from", format!("must be at most {LIST_DAYS_MAX} days before date_to")));
        }
        Ok(period)
    }
}

/// A running ad with shows.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TestedAd {
    /// The ad.
    pub id: i64,
    /// Its title.
    pub title: String,
    /// Valid shows.
    pub shows: i64,
    /// Valid clicks.
    pub clicks: i64,
}

/// A group in which ads compete.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AdTest {
    /// The group.
    pub group_id: i64,
    /// Its ads, at least two and at most 50, those with the most shows first; none where it is left out.
    pub ads: Vec<TestedAd>,
    /// It is left out: other groups of the campaign have too many ads already.
    pub is_left_out: bool,
}

/// Of ads by group, those with the most shows first, what one answer tells: the most shown ones of each group before the whole, so
/// that no group takes the place of another one.
fn tests_of(shown: impl Iterator<Item = (i64, TestedAd)>) -> Vec<AdTest> {
    let mut groups: BTreeMap<i64, Vec<TestedAd>> = BTreeMap::new();
    for (group, ad) in shown {
        let tested = groups.entry(group).or_default();
        if tested.len() < GROUP_ADS_MAX {
            tested.push(ad);
        }
    }
    groups.retain(|_, ads| ads.len() > 1);
    let mut room = ADS_MAX;
    let test = |(group_id, ads): (i64, Vec<TestedAd>)| {
        let is_left_out = ads.len() > room;
        room = room.saturating_sub(ads.len());
        AdTest { group_id, ads: if is_left_out { Vec::new() } else { ads }, is_left_out }
    };
    groups.into_iter().map(test).collect()
}

/// The groups of a campaign in which at least two running ads had shows, with these ads.
#[utoipa::path(get, path = "/api/advertiser/campaigns/{id}/ad_tests", tag = "advertiser",
    params(("id" = i64, Path), AdTestsQuery), responses((status = 200, body = Data<Vec<AdTest>>)))]
pub async fn list_ad_tests(
    State(app): State<ApiState>,
    advertiser: Advertiser,
    Path(id): Path<i64>,
    Qs(query): Qs<AdTestsQuery>,
) -> Result<Json<Data<Vec<AdTest>>>, Problem> {
    let (scope, id, now) = (advertiser.scope(), CampaignId(id), app.clock.now());
    app.store.read("list_ad_tests", async move |conn| campaigns::native(conn, scope, id).await).await?;
    let asked = Asked {
        name: "list_ad_tests",
        statuses: vec![AdStatus::Launched.id()],
        order: Order::Metric(Metric::Shows),
        direction: OrderDirection::Desc,
        rows: LOOKED_MAX,
        offset: 0,
        period: query.period(now.day())?,
        with_sums: true,
    };
    let listed = listed::ads(scope, Of::Campaign(id), None, now);
    let rows = rows_of::<AdList>(&app, advertiser.id(), listed, asked).await?;
    let shown = |id: &i64| rows.sums.get(id).filter(|sums| sums.measures.shows > 0);
    let ids: Vec<AdId> = rows.ids.iter().filter(|id| shown(id).is_some()).copied().map(AdId).collect();
    let found = app.store.read("list_ad_tests", async move |conn| ads::titled(conn, scope, &ids).await).await?;
    // They come in the order in which they were asked for.
    Ok(data(tests_of(found.into_iter().filter_map(|Titled { id, group, title }| {
        let measures = &shown(&id.0)?.measures;
        Some((group.0, TestedAd { id: id.0, title, shows: measures.shows, clicks: measures.clicks }))
    }))))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ads of groups with so many each, the first group's before those of the others.
    fn told(sizes: &[usize]) -> Vec<(i64, usize, bool)> {
        let ad = |id| TestedAd { id, title: String::new(), shows: 1, clicks: 0 };
        let shown = (1..).zip(sizes).flat_map(|(group, size)| (0..*size as i64).map(move |id| (group, ad(id))));
        tests_of(shown).into_iter().map(|test| (test.group_id, test.ads.len(), test.is_left_out)).collect()
    }

    #[test]
    fn no_group_takes_the_place_of_another_one() {
        assert_eq!(told(&[600, 10, 1, 2]), [(1, 50, false), (2, 10, false), (4, 2, false)]);
        let many = told(&[50; 45]);
        assert_eq!((many.len(), many[39], many[40]), (45, (40, 50, false), (41, 0, true)));
    }
}
