//! What bounds the bids of ads.

use placard_model::bid::{check_native_bid, lowest_native_bid, user_minimum};
use placard_model::inventory::Bid;
use placard_model::targeting::Targeting;
use placard_model::targeting::geo::CountryCode;
use placard_model::{GroupId, Money};
use placard_store::accounts::users::User;
use placard_store::advertising::audiences::Audiences;
use placard_store::advertising::{campaigns, groups};
use placard_store::{Conn, Error, Scope};
use std::collections::{BTreeMap, BTreeSet};

/// What bounds the bids of an ad.
pub(crate) struct BidLimits {
    /// The user's minimum.
    pub(crate) user: Money,
    /// The bid of an ad whose owner names none.
    pub(crate) usual: Money,
    /// Countries with a minimum of their own.
    pub(crate) countries: Vec<(CountryCode, Money)>,
    /// Where the ad can be shown; empty is everywhere.
    pub(crate) shown_in: Vec<CountryCode>,
}

impl BidLimits {
    /// The lowest bid in a country.
    pub(crate) fn in_country(&self, country: CountryCode) -> Money {
        let own = self.countries.iter().find(|(code, _)| *code == country).map(|(_, amount)| *amount);
        lowest_native_bid(self.user, own)
    }

    /// The lowest bid for all countries in which the ad can be shown, less those with a bid of their own.
    pub(crate) fn elsewhere(&self, except: &[(CountryCode, Money)]) -> Money {
        let counts = |code: &CountryCode| {
            (self.shown_in.is_empty() || self.shown_in.contains(code)) && !except.iter().any(|(c, _)| c == code)
        };
        let highest = self.countries.iter().filter(|(code, _)| counts(code)).map(|(_, amount)| *amount).max();
        lowest_native_bid(self.user, highest)
    }

    /// Checks a bid; what is wrong is told of the field at which it was given: `one_bid_for_all_geo` or `bids`.
    pub(crate) fn check(&self, bid: &Bid) -> Result<(), (&'static str, String)> {
        let (everywhere, countries) = match bid {
            Bid::Everywhere(bid) => (Some(*bid), [].as_slice()),
            Bid::ByCountry(bids, others) => (*others, bids.as_slice()),
        };
        for (country, bid) in countries {
            check_native_bid(*bid, self.in_country(*country))
                .map_err(|error| ("bids", format!("{error} in {country}")))?;
        }
        everywhere.map_or(Ok(()), |bid| {
            check_native_bid(bid, self.elsewhere(countries)).map_err(|error| ("one_bid_for_all_geo", error.to_string()))
        })
    }
}

/// What bounds the bids of ads of a group.
pub(crate) async fn bid_limits(
    conn: &Conn,
    scope: Scope,
    user: &User,
    group: GroupId,
) -> placard_store::Result<BidLimits> {
    let group = groups::get(conn, scope, group).await?;
    let campaign = campaigns::get(conn, scope, group.campaign).await?;
    Ok(limits_of(conn, user, &group.settings.targeting, &campaign.settings.targeting))
}

/// What bounds the bids of ads of some groups: as many questions for a thousand groups as for one.
pub(crate) async fn bid_limits_of(
    conn: &Conn,
    scope: Scope,
    user: &User,
    groups: impl IntoIterator<Item = GroupId>,
) -> placard_store::Result<BTreeMap<GroupId, BidLimits>> {
    let wanted: Vec<GroupId> = groups.into_iter().collect::<BTreeSet<_>>().into_iter().collect();
    let audiences = Audiences::of(conn, scope, &wanted).await?;
    let limits = wanted.into_iter().map(|id| {
        let (own, above) = audiences.get(id).ok_or(Error::NotFound("ad group"))?;
        Ok((id, limits_of(conn, user, own, above)))
    });
    limits.collect()
}

/// `own` is the group's audience, `above` its campaign's.
fn limits_of(conn: &Conn, user: &User, own: &Targeting, above: &Targeting) -> BidLimits {
    let (own, above) = (&own.geo, &above.geo);
    let geo = if own.is_everywhere() { above } else { own };
    let places = geo.regions.iter().chain(&geo.cities).map(|(country, _)| *country);
    let shown_in: Vec<CountryCode> = geo.countries.iter().copied().chain(places).collect();
    BidLimits {
        user: user_minimum(user.is_trusted, user.minimum_bid, &conn.settings().bids),
        usual: conn.settings().bids.default_bid,
        countries: conn.settings().bids.country_minimums(),
        shown_in,
    }
}
