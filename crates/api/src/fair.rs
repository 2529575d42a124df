//! What is few and is held for a while: nobody gets all of it.

/// How many of `all` places one account may hold while so many are `free`: `most` as long as half of them are, one when
/// hardly any is, so that what is left goes to those who have none.
pub(crate) fn part_of_one(most: usize, free: usize, all: usize) -> usize {
    let half = (all / 2).max(1);
    (most * free / half).clamp(1, most.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_less_is_free_the_less_one_may_hold() {
        let check = |free: usize, expected: usize| assert_eq!(part_of_one(4, free, 64), expected, "{free} free");
        check(64, 4);
        check(32, 4);
        check(31, 3);
        check(16, 2);
        check(8, 1);
        check(1, 1);
        // So many accounts at least hold all places.
        let (mut free, mut accounts) = (64, 0);
        while free > 0 {
            free -= part_of_one(4, free, 64).min(free);
            accounts += 1;
        }
        assert!(accounts > 24, "{accounts} accounts");
    }
}
