//! Where a pattern occurs in a list, from the end to the beginning.

/// The places at which an occurrence of a pattern ends, the last first: `list[..place]` ends with the pattern.
pub(crate) struct Occurrences<'a, T> {
    list: &'a [T],
    pattern: &'a [T],
    /// Places up to here are still to be tried.
    left: usize,
}

/// How many places are tried at a time, by the last four values of the pattern.
const ROW: usize = 64;

impl<'a, T: Copy + PartialEq> Occurrences<'a, T> {
    /// The occurrences of a pattern; it must not be empty.
    pub(crate) fn new(list: &'a [T], pattern: &'a [T]) -> Self {
        Occurrences { list, pattern, left: list.len() }
    }

    /// Whether the pattern may end at one of the last places left, a row of them.
    fn row_may_agree(&self) -> bool {
        let Some(last) = self.pattern.last_chunk::<4>() else { return true };
        let row = |back: usize| {
            let end = self.left.checked_sub(back)?;
            self.list.get(end.checked_sub(ROW)?..end)
        };
        let (Some(a), Some(b), Some(c), Some(d)) = (row(3), row(2), row(1), row(0)) else { return true };
        let mut any = false;
        for i in 0..ROW {
            any |= (a[i] == last[0]) & (b[i] == last[1]) & (c[i] == last[2]) & (d[i] == last[3]);
        }
        any
    }
}

impl<T: Copy + PartialEq> Iterator for Occurrences<'_, T> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        while self.left >= self.pattern.len() {
            if !self.row_may_agree() {
                self.left -= ROW;
                continue;
            }
            let row = self.left.saturating_sub(ROW - 1).max(self.pattern.len())..=self.left;
            self.left = row.start() - 1;
            if let Some(place) = row.rev().find(|place| self.list[..*place].ends_with(self.pattern)) {
                self.left = place - 1;
                return Some(place);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_occurrence_is_found(list in prop::collection::vec(0u8..3, 0..700), length in 1usize..12, from in 0usize..700) {
            prop_assume!(list.len() >= length);
            let from = from % (list.len() - length + 1);
            let pattern = &list[from..from + length];
            let mut expected: Vec<usize> = (length..=list.len()).filter(|place| list[..*place].ends_with(pattern)).collect();
            expected.reverse();
            prop_assert_eq!(Occurrences::new(&list, pattern).collect::<Vec<_>>(), expected);
        }
    }
}
