//! What will stop a campaign before the day is over, if it goes on as it does.

use super::stop_code::StopCode;
use placard_model::time::{DAY_MS, HOUR_MS};
use placard_model::{Hour, Money, UnixMs};
use placard_stats::HourSpent;
use placard_store::advertising::standing::Standing;
use serde::Serialize;
use utoipa::ToSchema;

/// Full hours before this one by which the next are judged.
const HOURS_LOOKED_AT: i32 = 3;
/// By how many times today may differ from yesterday at most: what is little can grow many times without saying anything.
const GROWTH_MAX: i64 = 4;
/// What is missing of a limit that was used up, at most: less than a click, as one part of so many.
const USED_UP_PARTS: i64 = 50;
/// What is enough is told in whole dollars.
const STEP_MICROS: i64 = 1_000_000;

/// Something that is used up before the day is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct StopAhead {
    /// What will stop it: `daily_limit`, `total_limit` or `no_balance`.
    pub code: StopCode,
    /// It in few words.
    pub title: &'static str,
    /// It in a sentence.
    pub text: String,
    /// How long it lasts, about: `until about 15:30 UTC`.
    pub lasts: String,
    /// When, about.
    #[schema(value_type = String, format = DateTime)]
    pub at: UnixMs,
    /// What is left of it.
    #[schema(value_type = f64)]
    pub left: Money,
    /// What is spent an hour when it ends, about.
    #[schema(value_type = f64)]
    pub per_hour: Money,
    /// What could be spent beyond it today.
    #[schema(value_type = f64)]
    pub lost: Money,
    /// The limit with which it lasts for the day; of the balance: what is to be paid in.
    #[schema(value_type = f64)]
    pub enough: Money,
}

/// The first hour of spending that a forecast is made of: all of yesterday, and the hours before that this hour's past is compared
/// with.
pub(super) fn first_hour(now: UnixMs) -> Hour {
    Hour((now.hour().0 - 24 - HOURS_LOOKED_AT).min(yesterday(now)))
}

/// The first hour of yesterday.
fn yesterday(now: UnixMs) -> i32 {
    now.day().first_hour().0 - 24
}

/// What a forecast is made of.
#[derive(Clone, Debug, Default)]
pub(super) struct Past {
    /// What was spent in the hours since the first.
    pub spent: Vec<HourSpent>,
    /// The daily limit of the campaign when yesterday ended: one that was raised or taken away since leaves the same hours empty.
    pub limit_yesterday: Option<Money>,
}

/// What is used up before midnight UTC, soonest first.
pub(super) fn ahead(standing: &Standing, past: &Past, now: UnixMs) -> Vec<StopAhead> {
    let (state, spent) = (&standing.campaign.state, &past.spent);
    let left_of = |limit: Money, spent: Money| limit.saturating_sub(spent);
    let mut of_campaign = expected(spent, now, past.limit_yesterday, GROWTH_MAX, |hour| hour.campaign);
    let mut found = Vec::new();
    if let Some(limit) = state.daily_limit {
        let left = left_of(limit, state.spent_today);
        // Who spends evenly is kept from using the day's limit up before its end.
        if !standing.campaign.settings.even_pacing {
            found.extend(stop(StopCode::DailyLimit, left, limit, &of_campaign, now));
        }
        // No more than that is taken of anything else.
        cut(&mut of_campaign, left);
    }
    if let Some(limit) = state.total_limit {
        let left = left_of(limit, state.spent_total);
        found.extend(stop(StopCode::TotalLimit, left, limit, &of_campaign, now));
        cut(&mut of_campaign, left);
    }
    // The others have limits of their own: they are taken to spend no more than yesterday.
    let of_others = expected(spent, now, None, 1, |hour| hour.advertiser.saturating_sub(hour.campaign));
    let of_all: Vec<i64> = of_campaign.iter().zip(of_others).map(|(one, other)| one.saturating_add(other)).collect();
    found.extend(stop(StopCode::NoBalance, state.balance, Money::ZERO, &of_all, now));
    found.sort_by_key(|stop| stop.at);
    found
}

/// Leaves of the hours what an amount lasts for.
fn cut(hours: &mut [i64], amount: Money) {
    let mut left = amount.micros().max(0);
    for hour in hours {
        *hour = (*hour).min(left);
        left -= *hour;
    }
}

/// What is expected to be spent in the rest of this hour and in those after it, until midnight UTC: where yesterday had this limit, and
/// with so many times what yesterday had at most.
fn expected(
    spent: &[HourSpent],
    now: UnixMs,
    limit_yesterday: Option<Money>,
    growth_max: i64,
    of: impl Fn(&HourSpent) -> Money,
) -> Vec<i64> {
    let counted = |hour: i32| spent.iter().find(|one| one.hour.0 == hour).map_or(0, |one| of(one).micros().max(0));
    let of_yesterday = yesterday(now)..yesterday(now) + 24;
    let used_up = used_up(of_yesterday.clone(), limit_yesterday, &counted);
    // Hours in which nothing could be spent say nothing: they are taken to be like those before.
    let at = |hour: i32| match used_up {
        Some((last, usual)) if hour >= last && of_yesterday.contains(&hour) => counted(hour).max(usual),
        _ => counted(hour),
    };
    let this = now.hour().0;
    let sum = |before: i32| (1..=HOURS_LOOKED_AT).map(|back| at(before - back)).sum::<i64>();
    let (recent, same) = (sum(this), sum(this - 24));
    let in_hour = |hour: i32| match (same, at(hour - 24)) {
        // Yesterday tells how the day goes on, today how much of it there is.
        (1.., yesterday) => {
            let most = i128::from(yesterday) * i128::from(growth_max);
            let grown = i128::from(yesterday) * i128::from(recent) / i128::from(same);
            i64::try_from(grown.min(most)).unwrap_or(i64::MAX)
        }
        _ => recent / i64::from(HOURS_LOOKED_AT),
    };
    let last = now.day().plus(1).first_hour().0;
    let rest_of_hour = HOUR_MS - now.0.rem_euclid(HOUR_MS);
    let part = |hour: i32| {
        let whole = in_hour(hour);
        if hour == this {
            i64::try_from(i128::from(whole) * i128::from(rest_of_hour) / i128::from(HOUR_MS)).unwrap_or(whole)
        } else {
            whole
        }
    };
    (this..last).map(part).collect()
}

/// The hour of a day in which a limit was used up, and what the hours before it had in the mean.
fn used_up(mut hours: std::ops::Range<i32>, limit: Option<Money>, counted: &impl Fn(i32) -> i64) -> Option<(i32, i64)> {
    let limit = limit?.micros();
    let first = hours.start;
    let whole: i64 = hours.clone().map(counted).sum();
    if whole < limit - limit / USED_UP_PARTS {
        return None;
    }
    let last = hours.rfind(|hour| counted(*hour) > 0)?;
    let before: Vec<i64> = (first..last).map(counted).filter(|spent| *spent > 0).collect();
    let usual = match i64::try_from(before.len()) {
        Ok(count @ 1..) => before.iter().sum::<i64>() / count,
        _ => counted(last),
    };
    Some((last, usual))
}

/// When something is used up, if that is before the end of the hours.
fn stop(code: StopCode, left: Money, limit: Money, hours: &[i64], now: UnixMs) -> Option<StopAhead> {
    let left_micros = left.micros();
    let whole = hours.iter().fold(0_i64, |sum, hour| sum.saturating_add(*hour));
    // What is gone already stops it now.
    if left_micros <= 0 || whole <= left_micros {
        return None;
    }
    let (mut at, mut rest, mut per_hour) = (now.0, left_micros, 0);
    for spent in hours {
        let end = (at / HOUR_MS + 1) * HOUR_MS;
        if *spent > rest {
            let hour = i128::from(*spent) * i128::from(HOUR_MS) / i128::from(end - at);
            per_hour = i64::try_from(hour).unwrap_or(i64::MAX);
            at += i64::try_from(i128::from(end - at) * i128::from(rest) / i128::from(*spent)).unwrap_or(0);
            break;
        }
        (at, rest) = (end, rest - spent);
    }
    let per_hour = Money::from_micros(per_hour);
    let lost = Money::from_micros(whole - left_micros);
    // What is missing, and a tenth more: a forecast that is used up to the cent stops it again.
    let enough = limit.micros() + lost.micros() + whole / 10;
    let enough = Money::from_micros((enough / STEP_MICROS + 1) * STEP_MICROS);
    let (title, what) = match code {
        StopCode::DailyLimit => ("The daily limit will be spent today", "of the daily limit"),
        StopCode::TotalLimit => ("The total limit will be spent today", "of the total limit"),
        _ => ("The balance will be used up today", "of the balance, for all your campaigns,"),
    };
    let lasts = until(UnixMs(at), now);
    let text = format!(
        "What is left {what} lasts {lasts}: about {} an hour are spent then. About {} more could be spent today.",
        per_hour.whole_cents().text(),
        lost.whole_cents().text(),
    );
    Some(StopAhead { code, title, text, lasts, at: UnixMs(at), left, per_hour, lost, enough })
}

/// Until when, to the quarter of an hour: it is no more exact.
fn until(at: UnixMs, now: UnixMs) -> String {
    let minute_of_day = |at: UnixMs| at.0.rem_euclid(DAY_MS) / 60_000;
    let quarter = (minute_of_day(at) + 7) / 15 * 15;
    if quarter <= minute_of_day(now) {
        return "some minutes more".to_owned();
    }
    // The last quarter of the day ends where the next day begins.
    format!("until about {:02}:{:02} UTC", quarter / 60, quarter % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Noon of a day.
    const NOON: UnixMs = UnixMs(20_000 * DAY_MS + 12 * HOUR_MS);

    fn spending(dollars: impl Fn(i32) -> i64) -> Vec<HourSpent> {
        let hour = |back: i32| {
            let spent = Money::from_dollars(dollars(back));
            HourSpent { hour: Hour(NOON.hour().0 - back), campaign: spent, advertiser: spent }
        };
        (1..=36).rev().map(hour).collect()
    }

    #[test]
    fn yesterday_tells_how_the_day_goes_on() {
        // Twice as much as yesterday, when each hour had a dollar and the evening had nothing.
        let spent = spending(|back| match back {
            1..=3 => 2,
            13..=18 => 0,
            _ => 1,
        });
        let hours = expected(&spent, NOON, None, GROWTH_MAX, |hour| hour.campaign);
        assert_eq!(hours, [2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0, 0].map(|dollars| dollars * 1_000_000));
        let half_past = expected(&spent, NOON.plus_ms(HOUR_MS / 2), None, GROWTH_MAX, |hour| hour.campaign);
        assert_eq!(half_past[0], 1_000_000);
        let found = stop(StopCode::DailyLimit, Money::from_dollars(7), Money::from_dollars(20), &hours, NOON).unwrap();
        assert_eq!((found.at, found.lost), (NOON.plus_ms(HOUR_MS * 7 / 2), Money::from_dollars(5)));
        assert_eq!((found.per_hour, found.enough), (Money::from_dollars(2), Money::from_dollars(27)));
        assert_eq!(found.lasts, "until about 15:30 UTC");
        assert!(found.text.contains(&found.lasts), "{}", found.text);
    }

    #[test]
    fn what_lasts_is_not_told_and_what_is_new_goes_on_as_it_does() {
        let hours = expected(&spending(|back| i64::from(back <= 3) * 3), NOON, None, GROWTH_MAX, |hour| hour.campaign);
        assert_eq!(hours, [3_000_000; 12]);
        let told =
            |left: i64| stop(StopCode::TotalLimit, Money::from_dollars(left), Money::ZERO, &hours, NOON).is_some();
        assert!(told(35) && !told(36) && !told(0));
        assert_eq!(expected(&[], NOON, None, GROWTH_MAX, |hour| hour.campaign), [0; 12]);
    }

    #[test]
    fn hours_in_which_the_limit_was_used_up_say_nothing() {
        // Ten an hour from midnight on, until the limit of 60 was used up at six of yesterday; 12 hours of today as well.
        let spent = spending(|back| if (31..=36).contains(&back) || back <= 12 { 10 } else { 0 });
        let by_limit = |limit: i64| {
            let limit = Some(Money::from_dollars(limit));
            expected(&spent, NOON, limit, GROWTH_MAX, |hour| hour.campaign)
        };
        assert_eq!(by_limit(60), [10_000_000; 12]);
        assert_eq!(by_limit(61), [10_000_000; 12], "less than a click was left");
        // Nothing in the morning hours of yesterday that are compared: it goes on as it does.
        assert_eq!(by_limit(600), [10_000_000; 12]);
        let early = NOON.plus_ms(-8 * HOUR_MS);
        let until_four: Vec<_> = spent.iter().filter(|one| one.hour.0 < early.hour().0).copied().collect();
        let whole = |limit: i64| -> i64 {
            let limit = Some(Money::from_dollars(limit));
            expected(&until_four, early, limit, GROWTH_MAX, |hour| hour.campaign).iter().sum()
        };
        assert_eq!(whole(600), 20_000_000, "the limit of yesterday let more out: nobody clicked after six");
        assert_eq!(whole(60), 200_000_000);
    }

    #[test]
    fn what_a_limit_lets_out_is_all_that_others_lose() {
        let mut hours = [4, 4, 4];
        cut(&mut hours, Money::from_micros(6));
        assert_eq!(hours, [4, 2, 0]);
        cut(&mut hours, Money::from_micros(-1));
        assert_eq!(hours, [0, 0, 0]);
    }

    #[test]
    fn the_time_is_not_past_and_the_rate_is_that_of_the_end() {
        let at = |minutes: i64| NOON.plus_ms(minutes * 60_000);
        assert_eq!(until(at(58), at(50)), "until about 13:00 UTC");
        assert_eq!(until(at(52), at(50)), "some minutes more");
        assert_eq!(until(at(719), at(0)), "until about 24:00 UTC");
        let dollars = |amount: i64| amount * 1_000_000;
        let hours = [0, 0, dollars(100), dollars(100)];
        let found = stop(StopCode::NoBalance, Money::from_dollars(50), Money::ZERO, &hours, NOON).unwrap();
        assert_eq!((found.at, found.per_hour), (NOON.plus_ms(HOUR_MS * 5 / 2), Money::from_dollars(100)));
        let hours = [dollars(50), 0];
        let found = stop(StopCode::NoBalance, Money::from_dollars(25), Money::ZERO, &hours, at(30)).unwrap();
        assert_eq!((found.at, found.per_hour), (at(45), Money::from_dollars(100)));
    }
}
