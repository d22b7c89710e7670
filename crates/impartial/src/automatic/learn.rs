//! An automaton from a box of data: the kernel method.

use std::convert::Infallible;

use rustc_hash::FxHashMap;

use super::automaton::{DigitAutomaton, Radices};

/// Guesses the automaton of an array from its values on a box.
///
/// The state after reading digits is the sub-array x ↦ a(r + s·x) that is left to be told apart, where r is the point read so
/// far and s_i = m_i 2^j the weight of the next digit. An array is automatic exactly if there are finitely many of these
/// sub-arrays (its *kernel*). The guess is to identify a sub-array by its values on the window [0, w)^k. `None` when the
/// box `[0, side_i)` is too small to see that no new sub-array appears.
///
/// The result is a guess: it agrees with the array where it was looked at, and an automatic array is found for a window
/// and a box that are large enough. What it says elsewhere has to be verified ([`explore`](super::explore())).
///
/// ```
/// use impartial::automatic::{Radices, learn};
/// // Pascal's triangle modulo 2, by Kummer's theorem: binomial(x + y, x) is odd exactly if x and y share no binary digit.
/// let pascal = learn(&Radices::binary(2), &[64, 64], 2, |x| u32::from(x[0] & x[1] == 0)).unwrap();
/// assert_eq!(pascal.minimal().states(), 2);
/// assert_eq!(pascal.at(&[1 << 40, (1 << 40) - 1]), 1);
/// ```
pub fn learn(
    radices: &Radices,
    side: &[usize],
    window: usize,
    mut value: impl FnMut(&[usize]) -> u32,
) -> Option<DigitAutomaton> {
    match learn_while(radices, side, window, |x| Ok::<u32, Infallible>(value(x))) {
        Ok(automaton) => automaton,
        Err(never) => match never {},
    }
}

/// The same from values that may end it: a window in many dimensions asks for a great many of them.
///
/// # Errors
/// The first that asking for a value gives.
pub fn learn_while<E>(
    radices: &Radices,
    side: &[usize],
    window: usize,
    mut value: impl FnMut(&[usize]) -> Result<u32, E>,
) -> Result<Option<DigitAutomaton>, E> {
    let axes = radices.axes();
    let mut kernel = Kernel { side, window, numbers: FxHashMap::default(), corners: Vec::new() };
    let scale: Vec<usize> = radices.as_slice().iter().map(|m| *m as usize).collect();
    let mut first = Vec::with_capacity(radices.first_letters());
    for letter in 0..radices.first_letters() {
        let corner = radices.digits(letter).into_iter().map(|digit| digit as usize).collect();
        let Some(state) = kernel.state(corner, scale.clone(), &mut value)? else { return Ok(None) };
        first.push(state);
    }
    let mut next = Vec::new();
    let mut at = 0;
    while at < kernel.corners.len() {
        let (corner, scale) = kernel.corners[at].clone();
        let doubled: Vec<usize> = scale.iter().map(|s| s * 2).collect();
        for letter in 0..radices.letters() {
            let corner = (0..axes).map(|axis| corner[axis] + (letter >> axis & 1) * scale[axis]).collect();
            let Some(state) = kernel.state(corner, doubled.clone(), &mut value)? else { return Ok(None) };
            next.push(state);
        }
        at += 1;
    }
    let output = kernel.corners.iter().map(|(corner, _)| value(corner)).collect::<Result<_, E>>()?;
    Ok(DigitAutomaton::new(radices.clone(), first, next, output).ok())
}

/// The sub-arrays met so far: the values on the window, and where each was met first.
struct Kernel<'a> {
    side: &'a [usize],
    window: usize,
    numbers: FxHashMap<Vec<u32>, u32>,
    corners: Vec<(Vec<usize>, Vec<usize>)>,
}

impl Kernel<'_> {
    /// The state of the sub-array with the given corner and scale; `None` when its window leaves the box.
    fn state<E>(
        &mut self,
        corner: Vec<usize>,
        scale: Vec<usize>,
        value: &mut impl FnMut(&[usize]) -> Result<u32, E>,
    ) -> Result<Option<u32>, E> {
        let last = |axis: usize| corner[axis] + scale[axis] * (self.window - 1);
        if (0..corner.len()).any(|axis| last(axis) >= self.side[axis]) {
            return Ok(None);
        }
        let mut signature = Vec::with_capacity(self.window.pow(corner.len() as u32));
        let mut point = corner.clone();
        loop {
            signature.push(value(&point)?);
            // The next point of the window, last axis fastest.
            let Some(axis) = (0..corner.len()).rev().find(|axis| point[*axis] < last(*axis)) else { break };
            point[axis] += scale[axis];
            point[axis + 1..].copy_from_slice(&corner[axis + 1..]);
        }
        let fresh = self.corners.len() as u32;
        let state = *self.numbers.entry(signature).or_insert(fresh);
        if state == fresh {
            self.corners.push((corner, scale));
        }
        Ok(Some(state))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_periods_go_into_the_first_digit() {
        let array = |x: &[usize]| u32::from(x[0].is_multiple_of(3) && x[1] % 4 == 1);
        let learned = learn(&Radices::new(vec![3, 2]), &[60, 60], 3, array).unwrap();
        for x in 0..90usize {
            for y in 0..90usize {
                assert_eq!(learned.at(&[x as u64, y as u64]), array(&[x, y]));
            }
        }
        // Binary digits can do it too, with more states: they read the residue as it grows by powers of two.
        let binary = learn(&Radices::binary(2), &[120, 120], 4, array).unwrap();
        assert!(binary.minimal().states() > learned.minimal().states());
    }

    #[test]
    fn a_box_too_small_is_noticed() {
        assert_eq!(learn(&Radices::binary(1), &[5], 4, |x| x[0] as u32), None);
        // The squares are not automatic. A small window closes on a wrong guess, a larger one does not close.
        let is_square = |x: &[usize]| u32::from(x[0].isqrt().pow(2) == x[0]);
        let guess = learn(&Radices::binary(1), &[4000], 4, is_square).unwrap();
        assert!((0..4000).any(|x| guess.at(&[x as u64]) != is_square(&[x])));
        assert_eq!(learn(&Radices::binary(1), &[4000], 16, is_square), None);
    }

    #[test]
    fn no_axes_is_one_value() {
        let constant = learn(&Radices::new(vec![]), &[], 4, |_| 7).unwrap();
        assert_eq!(constant.at(&[]), 7);
    }
}
