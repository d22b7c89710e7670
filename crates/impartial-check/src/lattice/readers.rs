//! What is read besides strata: the strategy at a shifted point, half-spaces, single points, and classes of values.

use super::certificate::{Automaton, Axis, Inequality, narrow};
use super::machine::{Alphabet, Budget, OFF, Reader};
use crate::Refusal;

/// The slice of the strategy at u − shift, where u is the part of the vector on some axes of the alphabet.
///
/// The state is that of the automaton, which has read the low digits of u − shift, and the carry κ: the digits of u that are
/// still to come make a vector v, and the automaton still has to read v − κ.
pub(crate) struct Shifted<'a> {
    pub(crate) automaton: &'a Automaton,
    /// The places in the alphabet of the axes that the automaton reads.
    pub(crate) axes: Vec<usize>,
    pub(crate) shift: Vec<i64>,
}

impl Reader for Shifted<'_> {
    type State = (u32, Vec<i64>);

    fn first(&self, alphabet: &Alphabet, budget: &mut Budget) -> Result<Vec<Self::State>, Refusal> {
        budget.work(alphabet.first.len() * (self.axes.len() + 1))?;
        let radices = &self.automaton.radices;
        let read = |digits: &Vec<i64>| {
            let values = self.axes.iter().zip(&self.shift).map(|(axis, shift)| digits[*axis] - shift);
            let values: Vec<i64> = values.collect();
            let low = values.iter().zip(radices).map(|(value, radix)| value.rem_euclid(*radix));
            let state = self.automaton.first[Alphabet::first_letter(radices, low)];
            (state, values.iter().zip(radices).map(|(value, radix)| -value.div_euclid(*radix)).collect())
        };
        Ok(alphabet.first.iter().map(read).collect())
    }

    fn next(
        &self,
        (state, carry): &Self::State,
        alphabet: &Alphabet,
        budget: &mut Budget,
    ) -> Result<Vec<Self::State>, Refusal> {
        budget.work(alphabet.later.len() * (self.axes.len() + 1))?;
        let read = |digits: &Vec<i64>| {
            let values: Vec<i64> =
                self.axes.iter().zip(carry).map(|(axis, carry)| digits[*axis] - carry).collect();
            let letter = Alphabet::later_letter(values.iter().map(|value| value.rem_euclid(2)));
            let state = self.automaton.next[*state as usize][letter];
            (state, values.iter().map(|value| -value.div_euclid(2)).collect())
        };
        Ok(alphabet.later.iter().map(read).collect())
    }

    fn output(&self, (state, carry): &Self::State) -> u32 {
        let mut left: Vec<i64> = carry.iter().map(|carry| -carry).collect();
        if left.iter().any(|value| *value < 0) {
            return OFF;
        }
        let mut state = *state as usize;
        while left.iter().any(|value| *value > 0) {
            let letter = Alphabet::later_letter(left.iter().map(|value| value % 2));
            state = self.automaton.next[state][letter] as usize;
            left.iter_mut().for_each(|value| *value /= 2);
        }
        self.automaton.output[state]
    }
}

/// Whether normal·u ≥ bound: 1 or 0. The state is what the digits to come must still make up.
pub(super) struct HalfSpace<'a> {
    pub(super) inequality: &'a Inequality,
    /// The normal after the first letter: each entry times its radix.
    later: Vec<i64>,
}

impl<'a> HalfSpace<'a> {
    pub(super) fn new(inequality: &'a Inequality, alphabet: &Alphabet) -> Result<Self, Refusal> {
        let entries = inequality.normal.iter().zip(&alphabet.radices);
        let later = entries.map(|(entry, radix)| narrow(i128::from(*entry) * i128::from(*radix)));
        Ok(HalfSpace { inequality, later: later.collect::<Result<_, _>>()? })
    }
}

impl Reader for HalfSpace<'_> {
    type State = i64;

    fn first(&self, alphabet: &Alphabet, budget: &mut Budget) -> Result<Vec<i64>, Refusal> {
        budget.work(alphabet.first.len() * (self.later.len() + 1))?;
        // a·(c + m·v) ≥ b is (a·m)·v ≥ b − a·c; |a·c| is below the sum of the |a·m|, at most 16·2^40.
        let Inequality { normal, bound } = self.inequality;
        let read = |digits: &Vec<i64>| bound - normal.iter().zip(digits).map(|(a, c)| a * c).sum::<i64>();
        Ok(alphabet.first.iter().map(read).collect())
    }

    fn next(&self, bound: &i64, alphabet: &Alphabet, budget: &mut Budget) -> Result<Vec<i64>, Refusal> {
        budget.work(alphabet.later.len() * (self.later.len() + 1))?;
        let read = |digits: &Vec<i64>| {
            let rest = bound - self.later.iter().zip(digits).map(|(a, c)| a * c).sum::<i64>();
            -(-rest).div_euclid(2)
        };
        Ok(alphabet.later.iter().map(read).collect())
    }

    fn output(&self, bound: &i64) -> u32 {
        u32::from(*bound <= 0)
    }
}

/// Whether the vector is this one: 1 or 0. The state is what the digits to come must be.
pub(crate) struct Point<'a>(pub(crate) &'a [i64]);

impl Reader for Point<'_> {
    type State = Option<Vec<i64>>;

    fn first(&self, alphabet: &Alphabet, budget: &mut Budget) -> Result<Vec<Self::State>, Refusal> {
        budget.work(alphabet.first.len() * (self.0.len() + 1))?;
        let read = |digits: &Vec<i64>| {
            let entries = self.0.iter().zip(digits).zip(&alphabet.radices);
            entries
                .map(|((entry, digit), radix)| (entry % radix == *digit).then_some(entry / radix))
                .collect()
        };
        Ok(alphabet.first.iter().map(read).collect())
    }

    fn next(
        &self,
        left: &Self::State,
        alphabet: &Alphabet,
        budget: &mut Budget,
    ) -> Result<Vec<Self::State>, Refusal> {
        budget.work(alphabet.later.len() * (self.0.len() + 1))?;
        let read = |digits: &Vec<i64>| {
            let entries = left.as_ref()?.iter().zip(digits);
            entries.map(|(entry, digit)| (entry % 2 == *digit).then_some(entry / 2)).collect()
        };
        Ok(alphabet.later.iter().map(read).collect())
    }

    fn output(&self, left: &Self::State) -> u32 {
        u32::from(left.as_ref().is_some_and(|left| left.iter().all(|entry| *entry == 0)))
    }
}

/// The class of one coordinate whose first digit has the period of the axis as its radix; [`OFF`] beyond a bounded axis.
///
/// The state is the class of the number read so far, and the weight of the next digit, or `start` if that is less. Weights
/// are multiples of the period, so digits never change the residue.
pub(super) struct Class {
    axis: Axis,
    place: usize,
    start: i64,
    period: i64,
}

impl Class {
    pub(super) fn new(axis: Axis, place: usize) -> Self {
        let (start, period) = match axis {
            Axis::Periodic { start, period } => (start, period),
            Axis::Bounded { most } => (most + 1, 1),
            Axis::Growing | Axis::Inner => (0, 1),
        };
        Class { axis, place, start, period }
    }

    /// The axis that is read.
    pub(super) fn axis(&self) -> Axis {
        self.axis
    }

    /// The radix of the first digit.
    pub(super) fn radix(&self) -> i64 {
        self.period
    }

    /// From `start` on, the class of the residue of a value.
    fn late(&self, value: i64) -> i64 {
        self.start + (value - self.start).rem_euclid(self.period)
    }
}

impl Reader for Class {
    type State = (i64, i64);

    fn first(&self, alphabet: &Alphabet, budget: &mut Budget) -> Result<Vec<Self::State>, Refusal> {
        budget.work(alphabet.first.len())?;
        let read = |digits: &Vec<i64>| {
            let value = digits[self.place];
            (if value < self.start { value } else { self.late(value) }, self.period.min(self.start))
        };
        Ok(alphabet.first.iter().map(read).collect())
    }

    fn next(
        &self,
        (class, weight): &Self::State,
        alphabet: &Alphabet,
        budget: &mut Budget,
    ) -> Result<Vec<Self::State>, Refusal> {
        budget.work(alphabet.later.len())?;
        let read = |digits: &Vec<i64>| {
            let is_late = *class >= self.start;
            let class = match digits[self.place] {
                1 if !is_late && class + weight < self.start => class + weight,
                1 if !is_late => self.late(*class),
                _ => *class,
            };
            (class, (2 * weight).min(self.start))
        };
        Ok(alphabet.later.iter().map(read).collect())
    }

    fn output(&self, (class, _): &Self::State) -> u32 {
        match self.axis {
            Axis::Bounded { most } if *class > most => OFF,
            _ => u32::try_from(*class).unwrap_or(OFF),
        }
    }
}
