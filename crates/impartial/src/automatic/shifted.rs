//! An automatic array shifted by a vector, read digit by digit.

use num_bigint::{BigInt, Sign};

use super::automaton::DigitAutomaton;
use super::reader::Rule;

/// What [`Shifted`] says where x + d has a negative coordinate.
pub const OUTSIDE: u32 = u32::MAX;

/// Says a(x + d) at x, for an automatic array a and an integer vector d; [`OUTSIDE`] where x + d is not in N^k.
///
/// The digits of x + d come from those of x by carrying. What has to be remembered is the state of the automaton and, for every
/// axis, the carry: it begins with d_i and is halved by every letter until it is 0 or −1 (or 1), so there are finitely many.
#[derive(Clone, Debug)]
pub struct Shifted<'a> {
    automaton: &'a DigitAutomaton,
    shift: Vec<BigInt>,
}

impl<'a> Shifted<'a> {
    /// The array x ↦ a(x + d).
    ///
    /// # Panics
    /// When d has not one entry for every axis.
    pub fn new(automaton: &'a DigitAutomaton, shift: Vec<BigInt>) -> Self {
        assert_eq!(shift.len(), automaton.radices().axes(), "one entry for every axis");
        Shifted { automaton, shift }
    }

    /// The same for a shift of small integers.
    pub fn by(automaton: &'a DigitAutomaton, shift: &[i64]) -> Self {
        Self::new(automaton, shift.iter().map(|d| BigInt::from(*d)).collect())
    }
}

/// v divided by a radix, rounded down: the digit and the carry.
fn carry(v: BigInt, radix: u32) -> (u32, BigInt) {
    let mut rest = &v % radix;
    if rest.sign() == Sign::Minus {
        rest += radix;
    }
    let digit = u32::try_from(&rest).expect("a residue is below its radix");
    (digit, (v - rest) / radix)
}

impl Rule for Shifted<'_> {
    type State = (u32, Vec<BigInt>);

    fn first(&self, digits: &[u32]) -> Self::State {
        let radices = self.automaton.radices();
        let (digits, carries): (Vec<u32>, Vec<BigInt>) = (self.shift.iter().zip(digits).enumerate())
            .map(|(axis, (d, digit))| carry(d + *digit, radices.of(axis)))
            .unzip();
        (self.automaton.first()[radices.first_letter(&digits)], carries)
    }

    fn next(&self, (state, carries): &Self::State, letter: u32) -> Self::State {
        let mut moved = 0;
        let carries = (carries.iter().enumerate())
            .map(|(axis, c)| {
                let (digit, c) = carry(c + (letter >> axis & 1), 2);
                moved |= digit << axis;
                c
            })
            .collect();
        (self.automaton.step(*state, moved), carries)
    }

    fn value(&self, state: &Self::State) -> u32 {
        let mut state = state.clone();
        loop {
            if state.1.iter().any(|c| c.sign() == Sign::Minus) {
                return OUTSIDE;
            }
            if state.1.iter().all(|c| c.sign() == Sign::NoSign) {
                return self.automaton.output()[state.0 as usize];
            }
            state = self.next(&state, 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automatic::{Radices, Reader, learn, reader};

    /// Reads a point with a reader.
    fn read(reader: &mut dyn Reader, radices: &Radices, x: &[u64]) -> u32 {
        let digits: Vec<u32> =
            x.iter().zip(radices.as_slice()).map(|(x, m)| (x % u64::from(*m)) as u32).collect();
        let mut rest: Vec<u64> = x.iter().zip(radices.as_slice()).map(|(x, m)| x / u64::from(*m)).collect();
        let mut state = reader.first(&digits);
        while rest.iter().any(|x| *x > 0) {
            state =
                reader.next(state, rest.iter().enumerate().map(|(axis, x)| ((x & 1) as u32) << axis).sum());
            rest.iter_mut().for_each(|x| *x >>= 1);
        }
        reader.value(state)
    }

    #[test]
    fn a_shift_is_a_shift() {
        let radices = Radices::new(vec![3, 2]);
        let array = |x: &[usize]| (x[0] % 3) as u32 + 3 * u32::from(x[0] < 2 * x[1]);
        let automaton = learn(&radices, &[300, 300], 4, array).unwrap();
        for shift in [[0, 0], [1, -1], [-4, 3], [7, 11], [-13, -2], [100, -5]] {
            let mut shifted = reader(&radices, Shifted::by(&automaton, &shift));
            for x in 0..30u64 {
                for y in 0..30u64 {
                    let moved = [x as i64 + shift[0], y as i64 + shift[1]];
                    let expected = if moved.iter().any(|x| *x < 0) {
                        OUTSIDE
                    } else {
                        array(&[moved[0] as usize, moved[1] as usize])
                    };
                    assert_eq!(read(shifted.as_mut(), &radices, &[x, y]), expected, "{x},{y} + {shift:?}");
                }
            }
        }
    }
}
