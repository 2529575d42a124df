//! How sure a count is: the bounds of a rate behind so many events.

/// The normal quantile of 95 %, two-sided.
const Z: f64 = 1.959_964;
/// The upper bound behind no event at all: -ln 0.025.
const NONE_HIGH: f64 = 3.688_879;

/// The expected number of events that holds in 95 of 100 cases where `count` were seen: Byar's approximation of the exact
/// interval, which is off by less than one in a hundred.
pub fn bounds(count: i64) -> (f64, f64) {
    if count <= 0 {
        return (0.0, NONE_HIGH);
    }
    let bound = |count: f64, side: f64| {
        let root = 1.0 - 1.0 / (9.0 * count) + side * Z / (3.0 * count.sqrt());
        count * root.max(0.0).powi(3)
    };
    (bound(count as f64, -1.0), bound(count as f64 + 1.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_those_of_the_exact_interval() {
        // From tables of the chi-squared distribution.
        for (count, low, high) in
            [(0, 0.0, 3.689), (1, 0.0253, 5.572), (5, 1.6235, 11.668), (20, 12.217, 30.888), (100, 81.36, 121.63)]
        {
            let (found_low, found_high) = bounds(count);
            assert!((found_low - low).abs() <= 0.015 * low.max(1.0), "{count}: {found_low}");
            assert!((found_high - high).abs() <= 0.015 * high, "{count}: {found_high}");
        }
    }
}
