//! The subscribers of a site: how many, since when, from where, and what became of each day. All of it is counted as it happens; no
//! question reads the subscriptions.

use crate::auth::Webmaster;
use crate::dictionaries::words::SubscriptionStatusId;
use crate::extract::{Json, Path, Qs};
use crate::list::{Data, data};
use crate::state::ApiState;
use axum::extract::State;
use placard_common::error::Problem;
use placard_model::push::subscription::{PushCounter, SubscriptionStatus};
use placard_model::targeting::audience::{Browser, DeviceType, Os};
use placard_model::targeting::countries::country_name;
use placard_model::targeting::geo::CountryCode;
use placard_model::{Day, SiteId};
use placard_store::publishing::sites;
use placard_store::push::push_counts::{self, Counts, Dimension};
use placard_store::{Conn, Scope};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::{IntoParams, ToSchema};

/// Days when the query names no number.
const DAYS: i32 = 30;
/// The most days.
pub(crate) const DAYS_MAX: i32 = 365;
/// Countries that are told; the others are one row.
const COUNTRIES_MAX: usize = 20;
/// The ages that are told apart, in days; the last has no end.
const AGES: [i32; 6] = [0, 7, 30, 90, 180, 365];

/// Which days.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default, deny_unknown_fields)]
pub struct PushSubscribersQuery {
    /// So many days up to today; 30 when omitted.
    #[param(minimum = 1, maximum = 365)]
    pub days: Option<i32>,
}

/// What was counted in a span of time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct PushCounts {
    /// Times that somebody was asked.
    pub prompts: i64,
    /// Subscriptions that came of a question.
    pub accepts: i64,
    /// Visitors who block notifications for good.
    pub denials: i64,
    /// Visitors who said: not now.
    pub postponed: i64,
    /// Subscriptions that came from another provider.
    pub imported: i64,
    /// Subscriptions that the push service knows no more.
    pub losses: i64,
    /// Subscriptions that were ended by our link.
    pub unsubscribed: i64,
    /// Subscriptions that were let go, for they answered nothing.
    pub let_go: i64,
    /// Notifications that push services took.
    pub sent: i64,
    /// Notifications that were shown.
    pub shown: i64,
    /// Notifications that were clicked.
    pub clicked: i64,
}

impl From<&Counts> for PushCounts {
    fn from(counts: &Counts) -> Self {
        let of = |counter| counts.get(counter);
        Self {
            prompts: of(PushCounter::Prompts),
            accepts: of(PushCounter::Accepts),
            denials: of(PushCounter::Denials),
            postponed: of(PushCounter::Postponed),
            imported: of(PushCounter::Imported),
            losses: of(PushCounter::Losses),
            unsubscribed: of(PushCounter::Unsubscribed),
            let_go: of(PushCounter::LetGo),
            sent: of(PushCounter::Sent),
            shown: of(PushCounter::Shown),
            clicked: of(PushCounter::Clicked),
        }
    }
}

/// A day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PushDay {
    /// The UTC day.
    pub date: String,
    /// Active subscriptions at its end; today: now.
    pub subscribers: i64,
    /// What was counted on it.
    #[serde(flatten)]
    pub counts: PushCounts,
}

/// Active subscriptions that are alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PushGroup {
    /// In what, as the API writes it; empty for all others together.
    pub value: String,
    /// The same for people.
    pub name: String,
    /// How many.
    pub subscribers: i64,
}

/// Active subscriptions of an age.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PushAge {
    /// Whole days since they began, at least.
    pub from_days: i32,
    /// And at most; none: as old as can be.
    pub to_days: Option<i32>,
    /// How many.
    pub subscribers: i64,
}

/// Subscriptions of a state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PushState {
    /// The state.
    #[schema(value_type = SubscriptionStatusId)]
    pub status_id: u8,
    /// What people call it.
    pub name: &'static str,
    /// How many, of all that there ever were.
    pub subscribers: i64,
}

/// The subscribers of a site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PushSubscribers {
    /// Active subscriptions now.
    pub subscribers: i64,
    /// How many there were before the days.
    pub subscribers_before: i64,
    /// What was counted in the days.
    pub total: PushCounts,
    /// And in as many days before them.
    pub before: PushCounts,
    /// Each day, the first first.
    pub days: Vec<PushDay>,
    /// By state.
    pub states: Vec<PushState>,
    /// Active ones by country: the 20 with the most, and the others together.
    pub countries: Vec<PushGroup>,
    /// Active ones by browser.
    pub browsers: Vec<PushGroup>,
    /// Active ones by operating system.
    pub systems: Vec<PushGroup>,
    /// Active ones by kind of device.
    pub devices: Vec<PushGroup>,
    /// Active ones by age.
    pub ages: Vec<PushAge>,
}

/// What is counted of a site.
struct Counted {
    days: BTreeMap<Day, Counts>,
    groups: BTreeMap<Dimension, Vec<(String, i64)>>,
}

impl Counted {
    fn of(&self, dimension: Dimension) -> &[(String, i64)] {
        self.groups.get(&dimension).map(Vec::as_slice).unwrap_or_default()
    }

    fn active(&self) -> i64 {
        let active = SubscriptionStatus::Active.id().to_string();
        self.of(Dimension::Status).iter().find(|(value, _)| *value == active).map_or(0, |(_, count)| *count)
    }

    fn sum(&self, from: Day, to: Day) -> Counts {
        self.days.range(from..=to).fold(Counts::default(), |sum, (_, day)| sum.plus(day))
    }

    fn named(&self, dimension: Dimension, name: impl Fn(&str) -> String) -> Vec<PushGroup> {
        let group =
            |(value, count): &(String, i64)| PushGroup { value: value.clone(), name: name(value), subscribers: *count };
        self.of(dimension).iter().map(group).collect()
    }

    fn countries(&self) -> Vec<PushGroup> {
        let name = |code: &str| CountryCode::parse(code).map_or_else(|| code.to_owned(), country_name);
        let mut countries = self.named(Dimension::Country, name);
        let others: i64 = countries.iter().skip(COUNTRIES_MAX).map(|group| group.subscribers).sum();
        countries.truncate(COUNTRIES_MAX);
        if others > 0 {
            countries.push(PushGroup { value: String::new(), name: "Others".to_owned(), subscribers: others });
        }
        countries
    }

    fn ages(&self, today: Day) -> Vec<PushAge> {
        let mut ages: Vec<PushAge> = AGES
            .iter()
            .enumerate()
            .map(|(index, from)| PushAge {
                from_days: *from,
                to_days: AGES.get(index + 1).map(|next| next - 1),
                subscribers: 0,
            })
            .collect();
        for (day, count) in self.of(Dimension::Since) {
            let age = day.parse::<i32>().map_or(0, |day| (today.0 - day).max(0));
            if let Some(of) = ages.iter_mut().rev().find(|of| of.from_days <= age) {
                of.subscribers += count;
            }
        }
        ages
    }

    fn answer(&self, today: Day, count: i32) -> PushSubscribers {
        let (first, subscribers) = (today.plus(1 - count), self.active());
        let mut days: Vec<PushDay> = Vec::new();
        let mut at_end = subscribers;
        // Backwards from now: what came and went says how many there were.
        for day in (first.0..=today.0).rev().map(Day) {
            let counts = self.days.get(&day).copied().unwrap_or_default();
            days.push(PushDay { date: day.to_string(), subscribers: at_end.max(0), counts: (&counts).into() });
            at_end -= counts.joined() - counts.left();
        }
        days.reverse();
        let number = |value: &str| value.parse().unwrap_or_default();
        let state = |status: SubscriptionStatus| PushState {
            status_id: status.id(),
            name: status.label(),
            subscribers: {
                let id = status.id().to_string();
                self.of(Dimension::Status).iter().find(|(value, _)| *value == id).map_or(0, |(_, count)| *count)
            },
        };
        PushSubscribers {
            subscribers,
            subscribers_before: at_end.max(0),
            total: (&self.sum(first, today)).into(),
            before: (&self.sum(first.plus(-count), first.plus(-1))).into(),
            days,
            states: SubscriptionStatus::ALL.map(state).into(),
            countries: self.countries(),
            browsers: self
                .named(Dimension::Browser, |id| Browser::from_id(number(id)).unwrap_or_default().name().to_owned()),
            systems: self.named(Dimension::Os, |id| Os::from_id(number(id)).unwrap_or_default().name().to_owned()),
            devices: self
                .named(Dimension::Device, |id| DeviceType::from_id(number(id)).unwrap_or_default().name().to_owned()),
            ages: self.ages(today),
        }
    }
}

async fn read(conn: &Conn, scope: Scope, site: SiteId, today: Day, count: i32) -> placard_store::Result<Counted> {
    let site = sites::get_site(conn, scope, site).await?.id;
    let days = push_counts::days(conn, site, today.plus(1 - 2 * count), today).await?;
    let mut groups = BTreeMap::new();
    for dimension in
        [Dimension::Status, Dimension::Country, Dimension::Browser, Dimension::Os, Dimension::Device, Dimension::Since]
    {
        groups.insert(dimension, push_counts::groups(conn, site, dimension).await?);
    }
    Ok(Counted { days, groups })
}

/// The subscribers of a site.
#[utoipa::path(get, path = "/api/webmaster/sites/{site_id}/push/subscribers", tag = "webmaster",
    params(("site_id" = i64, Path), PushSubscribersQuery), responses((status = 200, body = Data<PushSubscribers>)))]
pub async fn get_push_subscribers(
    State(app): State<ApiState>,
    webmaster: Webmaster,
    Path(site): Path<i64>,
    Qs(query): Qs<PushSubscribersQuery>,
) -> Result<Json<Data<PushSubscribers>>, Problem> {
    let count = query.days.unwrap_or(DAYS);
    if !(1..=DAYS_MAX).contains(&count) {
        return Err(Problem::field("days", format!("must be 1 to {DAYS_MAX}")));
    }
    let (scope, today) = (webmaster.scope(), app.clock.now().day());
    let found = app
        .store
        .read("get_push_subscribers", async move |conn| read(conn, scope, SiteId(site), today, count).await)
        .await?;
    Ok(data(found.answer(today, count)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(days: &[(i32, PushCounter, i64)], groups: &[(Dimension, &str, i64)]) -> Counted {
        let mut found = Counted { days: BTreeMap::new(), groups: BTreeMap::new() };
        for (day, counter, count) in days {
            found.days.entry(Day(*day)).or_default().add(*counter, *count);
        }
        for (dimension, value, count) in groups {
            found.groups.entry(*dimension).or_default().push(((*value).to_owned(), *count));
        }
        found
    }

    #[test]
    fn days_are_told_from_today_back() {
        let days = [
            (98, PushCounter::Accepts, 4),
            (99, PushCounter::Accepts, 3),
            (99, PushCounter::Losses, 1),
            (100, PushCounter::Imported, 10),
            (100, PushCounter::Unsubscribed, 2),
        ];
        let answer = counted(&days, &[(Dimension::Status, "1", 50), (Dimension::Status, "3", 7)]).answer(Day(100), 2);
        let told: Vec<i64> = answer.days.iter().map(|day| day.subscribers).collect();
        assert_eq!((told, answer.subscribers_before), (vec![42, 50], 40));
        assert_eq!((answer.total.accepts, answer.before.accepts), (3, 4));
        assert_eq!(answer.states.iter().map(|state| state.subscribers).collect::<Vec<_>>(), [50, 0, 7, 0, 0]);
    }

    #[test]
    fn ages_are_those_of_first_days() {
        let groups = [
            (Dimension::Since, "1000", 1),
            (Dimension::Since, "994", 2),
            (Dimension::Since, "993", 4),
            (Dimension::Since, "635", 8),
            (Dimension::Since, "0", 16),
            (Dimension::Since, "1001", 32),
        ];
        let ages = counted(&[], &groups).ages(Day(1_000));
        let told: Vec<_> = ages.iter().map(|age| (age.from_days, age.to_days, age.subscribers)).collect();
        assert_eq!(
            told,
            [
                (0, Some(6), 35),
                (7, Some(29), 4),
                (30, Some(89), 0),
                (90, Some(179), 0),
                (180, Some(364), 0),
                (365, None, 24)
            ]
        );
    }
}
