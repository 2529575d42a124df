//! The least that a webmaster wants to earn by a block.

use crate::money::{BASIS_POINTS, Money};
use crate::targeting::geo::CountryCode;

/// The most countries of a block with a floor of their own.
pub const FLOOR_COUNTRIES_MAX: usize = 50;
/// The highest floor: no click costs enough for more.
pub const FLOOR_MAX: Money = Money::from_dollars(1_000);

/// What a webmaster wants to earn at least by 1,000 shows of an ad in a block (eCPM floor): what is expected to bring less
/// is not shown there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EcpmFloor {
    /// Where no country's own holds; zero: none.
    pub usual: Money,
    /// Floors of single countries, in the order of their codes; zero: none there.
    pub countries: Vec<(CountryCode, Money)>,
    /// The webmaster's part of a click's cost, in basis points.
    pub share_bp: i64,
}

impl EcpmFloor {
    /// The floor in a country.
    pub fn in_country(&self, country: CountryCode) -> Money {
        match self.countries.binary_search_by_key(&country, |(code, _)| *code) {
            Ok(found) => self.countries[found].1,
            Err(_) => self.usual,
        }
    }

    /// What one show of an ad must be expected to cost its advertiser at least, in micro-dollars, so that the webmaster's
    /// share of 1,000 of them reaches the floor; zero where there is no floor, and more than any ad brings where the
    /// webmaster has no share.
    pub fn least_per_show(&self, country: CountryCode) -> f32 {
        let floor = self.in_country(country).micros();
        if floor <= 0 {
            return 0.0;
        }
        let share = self.share_bp.clamp(0, BASIS_POINTS);
        // Divided in wide numbers, and rounded once: equal floors give equal bounds.
        (floor as f64 * BASIS_POINTS as f64 / (share as f64 * 1_000.0)) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_country_has_its_own_floor_or_the_usual_one() {
        let [de, fr, us] = ["DE", "FR", "US"].map(|code| CountryCode::parse(code).unwrap());
        let micros = Money::from_micros;
        let countries = vec![(de, micros(2_000_000)), (us, Money::ZERO)];
        let floor = EcpmFloor { usual: micros(500_000), countries, share_bp: 7_000 };
        let check = |country, least: f32| {
            let found = floor.least_per_show(country);
            assert!((found - least).abs() <= least * 1e-6, "{country}: {found}");
        };
        // 2 dollars by 1,000 shows at 70 % are 2,857 micro-dollars by one.
        check(de, 2_857.143);
        check(fr, 714.285_7);
        check(us, 0.0);
        let unpaid = EcpmFloor { share_bp: 0, ..floor };
        assert!(unpaid.least_per_show(de).is_infinite());
        assert!(unpaid.least_per_show(us) <= 0.0);
        assert!(EcpmFloor::default().least_per_show(de) <= 0.0);
    }
}
