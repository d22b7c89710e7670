//! Periods: from some heap on, what is said of heaps repeats.

/// A period: f(n + length) = f(n) for every n ≥ `first`. What f is, Grundy values, genera or values of a pretending function, and
/// whether both numbers are least, is said where one is found.
///
/// In JSON the fields are `period` and `first`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Period {
    /// The period p.
    #[serde(rename = "period")]
    pub length: u64,
    /// The heap from which on it holds.
    #[doc(alias = "preperiod")]
    pub first: u64,
}

impl Period {
    /// The least period of values that repeat with this one, and the least heap from which they do. The values must reach
    /// heap `first` + `length` - 1.
    ///
    /// ```
    /// use impartial::period::Period;
    /// let repeating = Period { length: 4, first: 3 };
    /// assert_eq!(repeating.least_of(&[7, 1, 2, 1, 2, 1, 2]), Period { length: 2, first: 1 });
    /// ```
    #[must_use]
    pub fn least_of<T: PartialEq>(self, values: &[T]) -> Period {
        let Period { length, first } = self;
        let at = |n: u64| &values[self.representative(n) as usize];
        let repeats = |shorter: &u64| {
            length.is_multiple_of(*shorter) && (first..first + length).all(|n| at(n) == at(n + shorter))
        };
        let length = (1..length).find(repeats).unwrap_or(length);
        let differs = (0..first).rev().find(|n| at(*n) != at(n + length));
        Period { length, first: differs.map_or(0, |n| n + 1) }
    }

    /// The heap of the first period that is like heap n: n itself before its end.
    ///
    /// ```
    /// use impartial::period::Period;
    /// let kayles = Period { length: 12, first: 71 };
    /// assert_eq!([70, 82, 83, 1_000_000].map(|n| kayles.representative(n)), [70, 82, 71, 76]);
    /// ```
    pub fn representative(self, n: u64) -> u64 {
        if n < self.first { n } else { self.first + (n - self.first) % self.length }
    }
}
