//! What bounds the bids of ads.

use placard_model::bid::{check_native_bid, lowest_native_bid, user_minimum};
use placard_model::geo::CountryCode;
use placard_model::inventory::Bid;
use placard_model::{CampaignId, GroupId, Money};
use placard_store::advertising::campaigns::{self, Campaign};
use placard_store::advertising::groups::{self, Group};
use placard_store::users::User;
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
    Ok(limits_of(conn, user, &group, &campaign))
}

/// What bounds the bids of ads of some groups: as many questions for a thousand groups as for one.
pub(crate) async fn bid_limits_of(
    conn: &Conn,
    scope: Scope,
    user: &User,
    groups: impl IntoIterator<Item = GroupId>,
) -> placard_store::Result<BTreeMap<GroupId, BidLimits>> {
    let wanted: Vec<GroupId> = groups.into_iter().collect::<BTreeSet<_>>().into_iter().collect();
    let found = groups::by_ids(conn, scope, &wanted).await?;
    let above: BTreeSet<CampaignId> = found.values().map(|group| group.campaign).collect();
    let above = campaigns::by_ids(conn, scope, &above.into_iter().collect::<Vec<_>>()).await?;
    let limits = wanted.into_iter().map(|id| {
        let group = found.get(&id).ok_or(Error::NotFound("ad group"))?;
        let campaign = above.get(&group.campaign).ok_or(Error::NotFound("campaign"))?;
        Ok((id, limits_of(conn, user, group, campaign)))
    });
    limits.collect()
}

fn limits_of(conn: &Conn, user: &User, group: &Group, campaign: &Campaign) -> BidLimits {
    let (own, above) = (&group.settings.targeting.geo, &campaign.settings.targeting.geo);
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
