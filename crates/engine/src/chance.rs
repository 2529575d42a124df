//! Shares of random numbers.

/// Whether a random number is one of a share of all (0 to 1).
pub(crate) fn is_below(random: u64, share: f64) -> bool {
    // 53 bits are what a float of 64 bits holds exactly.
    ((random >> 11) as f64) < share * (1u64 << 53) as f64
}
