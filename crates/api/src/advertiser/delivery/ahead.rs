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
    /// When, about.
    #[schema(value_type = String, format = DateTime)]
    pub at: UnixMs,
    /// What is left of it.
    #[schema(value_type = f64)]
    pub left: Money,
    /// What is spent an hour until then, about.
    #[schema(value_type = f64)]
    pub per_hour: Money,
    /// What could be spent beyond it today.
    #[schema(value_type = f64)]
    pub lost: Money,
    /// The limit with which it lasts for the day; of the balance: what is to be paid in.
    #[schema(value_type = f64)]
    pub enough: Money,
}

/// The first hour of spending that a forecast is made of: the hours of yesterday until now, and before them those that this hour's
/// past is compared with.
pub(super) const fn first_hour(now: UnixMs) -> Hour {
    Hour(now.hour().0 - 24 - HOURS_LOOKED_AT)
}

/// What is used up before midnight UTC, soonest first.
pub(super) fn ahead(standing: &Standing, spent: &[HourSpent], now: UnixMs) -> Vec<StopAhead> {
    let state = &standing.campaign.state;
    let of_campaign = expected(spent, now, |hour| hour.campaign);
    let of_all = expected(spent, now, |hour| hour.advertiser);
    let left_of = |limit: Money, spent: Money| limit.saturating_sub(spent);
    let mut found = Vec::new();
    // Who spends evenly is kept from using the day's limit up before its end.
    if let Some(limit) = state.daily_limit.filter(|_| !standing.campaign.settings.even_pacing) {
        let left = left_of(limit, state.spent_today);
        found.extend(stop(StopCode::DailyLimit, left, limit, &of_campaign, now));
    }
    if let Some(limit) = state.total_limit {
        let left = left_of(limit, state.spent_total);
        found.extend(stop(StopCode::TotalLimit, left, limit, &of_campaign, now));
    }
    found.extend(stop(StopCode::NoBalance, state.balance, Money::ZERO, &of_all, now));
    found.sort_by_key(|stop| stop.at);
    found
}

/// What is expected to be spent in the rest of this hour and in those after it, until midnight UTC.
fn expected(spent: &[HourSpent], now: UnixMs, of: impl Fn(&HourSpent) -> Money) -> Vec<i64> {
    let at = |hour: i32| spent.iter().find(|one| one.hour.0 == hour).map_or(0, |one| of(one).micros().max(0));
    let this = now.hour().0;
    let sum = |before: i32| (1..=HOURS_LOOKED_AT).map(|back| at(before - back)).sum::<i64>();
    let (recent, same) = (sum(this), sum(this - 24));
    let in_hour = |hour: i32| match (same, at(hour - 24)) {
        // Yesterday tells how the day goes on, today how much of it there is.
        (1.., yesterday) => {
            let most = i128::from(yesterday) * i128::from(GROWTH_MAX);
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

/// Whole cents: a forecast is no more exact.
const fn cents(amount: Money) -> Money {
    Money::from_micros(amount.micros() / 10_000 * 10_000)
}

/// When something is used up, if that is before the end of the hours.
fn stop(code: StopCode, left: Money, limit: Money, hours: &[i64], now: UnixMs) -> Option<StopAhead> {
    let left_micros = left.micros();
    let whole = hours.iter().fold(0_i64, |sum, hour| sum.saturating_add(*hour));
    // What is gone already stops it now.
    if left_micros <= 0 || whole <= left_micros {
        return None;
    }
    let (mut at, mut rest) = (now.0, left_micros);
    for spent in hours {
        let end = (at / HOUR_MS + 1) * HOUR_MS;
        if *spent > rest {
            at += i64::try_from(i128::from(end - at) * i128::from(rest) / i128::from(*spent)).unwrap_or(0);
            break;
        }
        (at, rest) = (end, rest - spent);
    }
    let elapsed = (at - now.0).max(1);
    let per_hour = i128::from(left_micros) * i128::from(HOUR_MS) / i128::from(elapsed);
    let per_hour = Money::from_micros(i64::try_from(per_hour).unwrap_or(i64::MAX).min(whole));
    let lost = Money::from_micros(whole - left_micros);
    // What is missing, and a tenth more: a forecast that is used up to the cent stops it again.
    let enough = limit.micros() + lost.micros() + whole / 10;
    let enough = Money::from_micros((enough / STEP_MICROS + 1) * STEP_MICROS);
    let (title, what) = match code {
        StopCode::DailyLimit => ("The daily limit will be spent today", "of the daily limit"),
        StopCode::TotalLimit => ("The total limit will be spent today", "of the total limit"),
        _ => ("The balance will be used up today", "of the balance, for all your campaigns,"),
    };
    let minutes = at.rem_euclid(DAY_MS) / 60_000;
    let text = format!(
        "About {} dollars an hour are spent: what is left {what} lasts until about {:02}:{:02} UTC. About {} dollars more could be \
         spent today.",
        cents(per_hour),
        minutes / 60,
        // To the quarter of an hour: it is no more exact.
        minutes % 60 / 15 * 15,
        cents(lost),
    );
    Some(StopAhead { code, title, text, at: UnixMs(at), left, per_hour, lost, enough })
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
        (1..=27).rev().map(hour).collect()
    }

    #[test]
    fn yesterday_tells_how_the_day_goes_on() {
        // Twice as much as yesterday, when each hour had a dollar and the evening had nothing.
        let spent = spending(|back| match back {
            1..=3 => 2,
            13..=18 => 0,
            _ => 1,
        });
        let hours = expected(&spent, NOON, |hour| hour.campaign);
        assert_eq!(hours, [2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0, 0].map(|dollars| dollars * 1_000_000));
        let half_past = expected(&spent, NOON.plus_ms(HOUR_MS / 2), |hour| hour.campaign);
        assert_eq!(half_past[0], 1_000_000);
        let found = stop(StopCode::DailyLimit, Money::from_dollars(7), Money::from_dollars(20), &hours, NOON).unwrap();
        assert_eq!((found.at, found.lost), (NOON.plus_ms(HOUR_MS * 7 / 2), Money::from_dollars(5)));
        assert_eq!((found.per_hour, found.enough), (Money::from_dollars(2), Money::from_dollars(27)));
        assert!(found.text.contains("15:30 UTC"), "{}", found.text);
    }

    #[test]
    fn what_lasts_is_not_told_and_what_is_new_goes_on_as_it_does() {
        let hours = expected(&spending(|back| i64::from(back <= 3) * 3), NOON, |hour| hour.campaign);
        assert_eq!(hours, [3_000_000; 12]);
        let told =
            |left: i64| stop(StopCode::TotalLimit, Money::from_dollars(left), Money::ZERO, &hours, NOON).is_some();
        assert!(told(35) && !told(36) && !told(0));
        assert_eq!(expected(&[], NOON, |hour| hour.campaign), [0; 12]);
    }
}
