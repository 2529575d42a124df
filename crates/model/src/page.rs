//! A page of a list, cut out of the ids of all its rows where these are at hand anyway. It is here because development builds optimise
//! this crate: a hundred thousand rows are gone through for a page.

use std::cmp::Ordering;

/// How the rows of a list are sorted, of which ids and statuses are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageOrder {
    /// Rows of one status stand together, in the order of their numbers; otherwise all are sorted by id.
    pub is_by_status: bool,
    /// Smallest first.
    pub is_ascending: bool,
    /// Rows of one status: smallest id first.
    pub are_ties_ascending: bool,
    /// The id that comes first, wherever it would stand.
    pub sought: Option<i64>,
}

impl PageOrder {
    fn compare(self, (one_status, one): (u8, i64), (other_status, other): (u8, i64)) -> Ordering {
        let first = (self.sought == Some(other)).cmp(&(self.sought == Some(one)));
        let in_direction =
            |is_ascending: bool, ordering: Ordering| if is_ascending { ordering } else { ordering.reverse() };
        if self.is_by_status {
            let by_status = in_direction(self.is_ascending, one_status.cmp(&other_status));
            first.then(by_status).then(in_direction(self.are_ties_ascending, one.cmp(&other)))
        } else {
            first.then(in_direction(self.is_ascending, one.cmp(&other)))
        }
    }

    /// The ids of `limit` rows after the first `offset`, in order, out of the ids of each status, which commas divide; nothing where one
    /// of them is no id.
    pub fn page(self, ids_by_status: &[(u8, String)], offset: u64, limit: u32) -> Option<Vec<i64>> {
        let mut rows = Vec::new();
        for (status, ids) in ids_by_status {
            for id in ids.split(',').filter(|id| !id.is_empty()) {
                rows.push((*status, id.parse::<i64>().ok()?));
            }
        }
        let offset = usize::try_from(offset).unwrap_or(usize::MAX);
        let end = offset.saturating_add(limit as usize);
        // Rows of the page and before it alone are sorted.
        if end < rows.len() {
            rows.select_nth_unstable_by(end, |one, other| self.compare(*one, *other));
            rows.truncate(end);
        }
        rows.sort_unstable_by(|one, other| self.compare(*one, *other));
        Some(rows.into_iter().skip(offset).map(|(_, id)| id).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_cut_in_order() {
        let ids = [(2, "7,1,12".to_owned()), (5, String::new()), (1, "30,4".to_owned())];
        let by_id = PageOrder { is_by_status: false, is_ascending: false, are_ties_ascending: false, sought: None };
        let by_status = PageOrder { is_by_status: true, is_ascending: true, ..by_id };
        let check = |order: PageOrder, offset, limit, expected: &[i64]| {
            assert_eq!(order.page(&ids, offset, limit).as_deref(), Some(expected), "{order:?} {offset} {limit}");
        };
        check(by_id, 0, 10, &[30, 12, 7, 4, 1]);
        check(by_id, 1, 2, &[12, 7]);
        check(PageOrder { is_ascending: true, ..by_id }, 0, 2, &[1, 4]);
        check(PageOrder { sought: Some(4), ..by_id }, 0, 3, &[4, 30, 12]);
        check(by_status, 0, 10, &[30, 4, 12, 7, 1]);
        check(PageOrder { are_ties_ascending: true, ..by_status }, 1, 3, &[30, 1, 7]);
        check(PageOrder { is_ascending: false, ..by_status }, 0, 4, &[12, 7, 1, 30]);
        check(by_id, 5, 10, &[]);
        check(by_id, u64::MAX, u32::MAX, &[]);
        check(by_id, 0, 0, &[]);
        assert_eq!(by_id.page(&[(1, "7,x".to_owned())], 0, 1), None);
    }
}
