//! The minimal excludant of sets of ordinals that can be written down.

use super::Ordinal;

/// The ordinals from `from` up to, and without, `below`; without end when `below` is `None`.
///
/// A single ordinal, an initial segment and the complement of one are all of this kind.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Interval {
    /// The first ordinal of the interval.
    pub from: Ordinal,
    /// The first ordinal after it.
    pub below: Option<Ordinal>,
}

impl Interval {
    /// Just this ordinal.
    pub fn single(value: Ordinal) -> Self {
        let below = Some(value.successor());
        Interval { from: value, below }
    }

    /// All ordinals below `below`.
    pub fn initial(below: Ordinal) -> Self {
        Interval { from: Ordinal::ZERO, below: Some(below) }
    }

    /// All ordinals from `from` on.
    pub fn from(from: Ordinal) -> Self {
        Interval { from, below: None }
    }
}

/// The least ordinal that is not among the given ones.
///
/// ```
/// use impartial::ordinal::{Ordinal, mex::mex};
/// let ordinals = ["0", "1", "w", "3"].map(|text| text.parse::<Ordinal>().unwrap());
/// assert_eq!(mex(ordinals), Ordinal::from(2));
/// ```
///
/// Cost: O(n log n) comparisons for n ordinals.
pub fn mex(values: impl IntoIterator<Item = Ordinal>) -> Ordinal {
    let mut values: Vec<Ordinal> = values.into_iter().collect();
    values.sort_unstable();
    let mut least = Ordinal::ZERO;
    for value in values {
        if value == least {
            least = least.successor();
        }
    }
    least
}

/// The least ordinal in none of the intervals; `None` when they cover all ordinals.
///
/// ```
/// use impartial::ordinal::{Ordinal, mex::{Interval, mex_of_intervals}};
/// let w = Ordinal::omega();
/// let set = [Interval::initial(w.clone()), Interval::single(w.clone()), Interval::from("w^2".parse().unwrap())];
/// assert_eq!(mex_of_intervals(set), Some(w.successor()));
/// assert_eq!(mex_of_intervals([Interval::from(Ordinal::ZERO)]), None);
/// ```
///
/// Cost: O(n log n) comparisons for n intervals.
pub fn mex_of_intervals(intervals: impl IntoIterator<Item = Interval>) -> Option<Ordinal> {
    let mut intervals: Vec<Interval> = intervals.into_iter().collect();
    intervals.sort_unstable();
    let mut least = Ordinal::ZERO;
    for Interval { from, below } in intervals {
        if from > least {
            break;
        }
        least = below?.max(least);
    }
    Some(least)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::tests::ordinals;
    use super::*;

    proptest! {
        #[test]
        fn finite_sets(values in prop::collection::vec(0_u64..8, 0..12)) {
            let literal = (0..).find(|n| !values.contains(n)).map(Ordinal::from).unwrap();
            let ordinals = || values.iter().map(|&n| Ordinal::from(n));
            prop_assert_eq!(mex(ordinals()), literal.clone());
            prop_assert_eq!(mex_of_intervals(ordinals().map(Interval::single)), Some(literal));
        }

        /// Fails when the answer lies in an interval, or when a smaller ordinal lies in none.
        #[test]
        fn intervals(ends in prop::collection::vec((ordinals(), prop::option::of(ordinals())), 0..6), sample in ordinals()) {
            let set: Vec<Interval> = ends.into_iter().map(|(from, below)| Interval { from, below }).collect();
            let covers = |x: &Ordinal| set.iter().any(|i| i.from <= *x && i.below.as_ref().is_none_or(|b| x < b));
            match mex_of_intervals(set.clone()) {
                Some(least) => {
                    prop_assert!(!covers(&least));
                    prop_assert!(sample >= least || covers(&sample));
                }
                None => prop_assert!(covers(&sample)),
            }
        }
    }
}
