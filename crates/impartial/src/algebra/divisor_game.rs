//! The game of divisor sequences, reduced to numbers of prime factors.
//!
//! A position is a sequence k₁ ≤ k₂ ≤ … ≤ k_s; a move goes to m ≠ k with m₁ ≤ k₁ ≤ m₂ ≤ k₂ ≤ … ≤ m_s ≤ k_s. It has the nimber
//! of the abelian group Z/n₁ ⊕ … ⊕ Z/n_s with n₁ | n₂ | … and Ω(n_i) = k_i [AG, Prop 3.4, Cor 3.21].
//!
//! # Infinite groups
//!
//! Let α(k) be the nimber of the sequence k. The nimber of A = A_t ⊕ Z^r, where A_t is finite and has the sequence k, is α(k)
//! when r is even and ω + α(k) when r is odd. The paper has this for A_t = Z/n and r = 1 [AG, Prop 3.22], and r = 2, A_t = 0.
//!
//! *Moves* (this settles Remark 3.5). Let n₁ | … | n_s be the divisor sequence of A_t. A move by an element of A_t goes to B ⊕
//! Z^r with B an option of A_t. Any other element is, in a suitable basis of Z^r, (t, d) in A_t ⊕ Z with d > 0, and leads to B ⊕
//! Z^(r-1) with B = (A_t ⊕ Z)/⟨(t, d)⟩. Here N = d·n_s kills (0, 1) times N: N(0, 1) = n_s(t, d). So B is a quotient of A_t ⊕
//! Z/N by one element, and by [AG, Prop 3.3] it has a sequence m₁ | n₁ | m₂ | … | n_s | m_{s+1}. Conversely let m be such a
//! sequence with m_{s+1} ≠ 0. The element x of A_t ⊕ Z/m_{s+1} that Prop 3.3 gives has the last coordinate c with n₁…n_s·c =
//! m₁…m_{s+1}. Lifted to A_t ⊕ Z it has a quotient of that same order, of which the group of m is a quotient: it is the group of m.
//! So the moves are those of divisor sequences with r zeros at the end, and numbers of prime factors suffice as before.
//!
//! *All finite nimbers.* For every k, the numbers α(m₁, …, m_{s+1}) with m₁ ≤ k₁ ≤ … ≤ k_s ≤ m_{s+1} are all natural numbers. Otherwise
//! let v be the least one missing. The options of (k, M) are those of them with m_{s+1} ≤ M, except (k, M) itself. For all large M every number
//! below v is among their values, and v is not: α(k, M) = v. That is one of the numbers looked at. Contradiction.
//!
//! *Induction* on r and then on k. For odd r the options of rank r - 1 have the values α(m₁, …, m_{s+1}), which are all natural
//! numbers, and those of rank r have the values ω + α(m) for the options m of k: the mex is ω + α(k). For even r > 0 the options
//! of rank r - 1 have values from ω on, and those of rank r the values α(m): the mex is α(k).

use super::three_summands::ThreeSummands;
use crate::game::Game;
use crate::limits::{Limits, StopReason};
use crate::ordinal::Ordinal;

/// The game of divisor sequences by definition; a position is an increasing sequence of numbers of prime factors.
#[derive(Clone, Copy, Debug)]
pub struct DivisorRules;

impl Game for DivisorRules {
    type Position = Vec<u32>;

    fn options(&self, position: &Vec<u32>) -> Vec<Vec<u32>> {
        let mut options: Vec<Vec<u32>> = vec![Vec::new()];
        for (at, most) in position.iter().enumerate() {
            let least = if at == 0 { 0 } else { position[at - 1] };
            let longer = |start: &Vec<u32>| {
                let start = start.clone();
                (least..=*most).map(move |part| start.iter().copied().chain([part]).collect::<Vec<u32>>())
            };
            options = options.iter().flat_map(longer).collect();
        }
        options.retain(|option| option != position);
        options
    }
}

/// The triangular number Δ_k = 1 + 2 + … + k.
fn triangular(k: u64) -> u64 {
    k * (k + 1) / 2
}

/// The nimber of Z/p^n ⊕ Z/p^m for n ≤ m [AG, Thm 1.3].
///
/// ```
/// use impartial::algebra::two_generated_nimber;
/// assert_eq!([(4, 8), (6, 8), (3, 3), (0, 14)].map(|(n, m)| two_generated_nimber(n, m)), [12, 5, 0, 14]);
/// ```
pub fn two_generated_nimber(n: u32, m: u32) -> u64 {
    let (n, m) = (u64::from(n), u64::from(m));
    let k = m - n;
    let start = triangular(k);
    if n <= start { n + m } else { start + (n - start - 1) % (k + 1) }
}

/// What [AG, Remark 3.18] suggests for the nimber of Z/p^a ⊕ Z/p^b ⊕ Z/p^c, a ≤ b ≤ c, and which of its three lines says so.
pub fn three_generated_guess(a: u32, b: u32, c: u32) -> (u64, u8) {
    let (a, b, c) = (u64::from(a), u64::from(b), u64::from(c));
    let k = c - b;
    let (first, second) = (triangular(k + a), triangular(k + a + 1));
    if b <= first {
        (a + b + c, 1)
    } else if b <= second {
        (a + b - 1, 2)
    } else {
        (first + (b - first - 1) % (k + a + 1), 3)
    }
}

/// Three summands are answered by the proved formula where the first is at most this, and the last is larger than that.
const MOST_OF_THREE: u32 = 20;
const LEAST_OF_THREE: u32 = 30;

/// The most sequences that a table holds.
const MOST_CELLS: u64 = 1 << 27;

/// The nimbers of all divisor sequences below a bound.
///
/// ```
/// use impartial::algebra::DivisorTable;
/// let table = DivisorTable::new(&[3, 4, 4], &Default::default()).unwrap();
/// // [AG, Remark 3.18] is wrong for (1, 3, 3): it says 3.
/// assert_eq!((table.nimber(&[1, 3, 3]), table.nimber(&[4]), table.nimber(&[2, 2])), (2, 4, 0));
/// ```
#[derive(Clone, Debug)]
pub struct DivisorTable {
    /// The largest value in each place, increasing.
    bounds: Vec<u32>,
    /// For each place and value v the number of increasing sequences from this place on that begin below v.
    before: Vec<Vec<u64>>,
    /// The nimbers of the increasing sequences within the bounds, in lexicographic order.
    nimbers: Vec<u32>,
}

impl DivisorTable {
    /// The table of all sequences k with k_i ≤ bounds_i, where the bounds increase.
    ///
    /// # Errors
    /// When a limit is reached, or the table would have more than 2^27 entries.
    ///
    /// Cost: for each sequence the product of 1 + k_i - k_{i-1}.
    pub fn new(bounds: &[u32], limits: &Limits) -> Result<Self, StopReason> {
        debug_assert!(bounds.is_sorted(), "bounds increase");
        let mut before: Vec<Vec<u64>> = vec![Vec::new(); bounds.len()];
        for at in (0..bounds.len()).rev() {
            let mut count = 0_u64;
            let mut counts = vec![0];
            for value in 0..=bounds[at] {
                let after = before.get(at + 1).map_or(1, |next| next[next.len() - 1] - next[value as usize]);
                count = count.saturating_add(after);
                counts.push(count.min(u64::MAX / 2));
                if count > MOST_CELLS {
                    return Err(StopReason::Cap { what: "cells", bound: MOST_CELLS });
                }
            }
            before[at] = counts;
        }
        let cells = before.first().and_then(|counts| counts.last()).copied().unwrap_or(1);
        let mut table = DivisorTable { bounds: bounds.to_vec(), before, nimbers: vec![0; cells as usize] };
        let most = bounds.iter().map(|bound| *bound as usize).sum::<usize>();
        let mut seen = vec![0_u64; most / 64 + 1];
        let mut sequence = vec![0_u32; bounds.len()];
        for cell in 1..cells {
            // The next sequence; options come earlier.
            let place = (0..bounds.len()).rev().find(|at| sequence[*at] < bounds[*at]);
            let place = place.expect("there are more cells");
            let value = sequence[place] + 1;
            sequence[place..].fill(value);
            if cell % 64 == 0 {
                limits.poll_positions(cell)?;
            }
            seen.fill(0);
            table.collect(&sequence, 0, 0, 0, &mut seen);
            // The position itself still had the entry 0, which was collected with its options.
            if !is_not_square(&sequence) {
                seen[0] &= !1;
            }
            let full = seen.iter().take_while(|word| **word == u64::MAX).count();
            let rest = seen.get(full).map_or(0, |word| word.trailing_ones());
            table.nimbers[cell as usize] = full as u32 * 64 + rest;
        }
        Ok(table)
    }

    /// Marks the entries of the box of a sequence, from a place on; `start` is the cell of what was chosen before, and `last` the part
    /// chosen last.
    fn collect(&self, sequence: &[u32], at: usize, start: u64, last: u32, seen: &mut [u64]) {
        let least = if at == 0 { 0 } else { sequence[at - 1] };
        let most = sequence[at];
        let before = &self.before[at];
        let cell = |part: u32| start + before[part as usize] - before[last as usize];
        if at + 1 == sequence.len() {
            for value in &self.nimbers[cell(least) as usize..=cell(most) as usize] {
                seen[*value as usize / 64] |= 1 << (value % 64);
            }
        } else {
            for part in least..=most {
                self.collect(sequence, at + 1, cell(part), part, seen);
            }
        }
    }

    /// The nimber of a sequence within the bounds; shorter ones are filled up with zeros in front.
    ///
    /// # Panics
    /// When the sequence decreases somewhere or exceeds the bounds.
    pub fn nimber(&self, sequence: &[u32]) -> u32 {
        assert!(sequence.is_sorted() && sequence.len() <= self.bounds.len(), "a sequence within the bounds");
        let zeros = std::iter::repeat_n(&0, self.bounds.len() - sequence.len());
        let (mut cell, mut last) = (0, 0);
        for (at, part) in zeros.chain(sequence).enumerate() {
            assert!(*part <= self.bounds[at], "a sequence within the bounds");
            cell = cell + self.before[at][*part as usize] - self.before[at][last];
            last = *part as usize;
        }
        self.nimbers[cell as usize]
    }
}

/// Whether a sequence is no square: only then a square is among its options [AG, Prop 3.6].
fn is_not_square(sequence: &[u32]) -> bool {
    let mut rest = sequence;
    while let [start @ .., a, b] = rest {
        if a != b {
            return true;
        }
        rest = start;
    }
    rest.first().is_some_and(|first| *first > 0)
}

/// The nimber of a finitely generated abelian group with the numbers of prime factors `exponents`, increasing, and a rank.
///
/// ```
/// use impartial::algebra::nimber_of_sequence;
/// let nimber = |exponents, rank| nimber_of_sequence(exponents, rank, &Default::default()).unwrap().to_string();
/// // Z/8, Z/8 + Z, Z^2 [AG, Thm 1.2, Remark 3.23] and beyond: Z/p + Z/p^3 + Z/p^3 + Z^5.
/// assert_eq!([nimber(&[3], 0), nimber(&[3], 1), nimber(&[], 2)], ["3", "w+3", "0"]);
/// assert_eq!(nimber(&[1, 3, 3], 5), "w+2");
/// ```
///
/// # Errors
/// When a limit is reached.
pub fn nimber_of_sequence(exponents: &[u32], rank: u32, limits: &Limits) -> Result<Ordinal, StopReason> {
    let finite = match exponents {
        [] => 0,
        [n] => u64::from(*n),
        [n, m] => two_generated_nimber(*n, *m),
        square if !is_not_square(square) => 0,
        [a, b, c] if *a <= MOST_OF_THREE && *c > LEAST_OF_THREE => {
            ThreeSummands::new(*a, limits)?.nimber(*a, *b, *c)
        }
        more => u64::from(DivisorTable::new(more, limits)?.nimber(more)),
    };
    let infinite = if rank % 2 == 1 { Ordinal::omega() } else { Ordinal::ZERO };
    Ok(infinite + Ordinal::from(finite))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Solver;

    fn by_definition(solver: &mut Solver<'_, DivisorRules>, sequence: &[u32]) -> u64 {
        solver.nimber(&sequence.to_vec()).unwrap()
    }

    #[test]
    fn tables_agree_with_the_definition() {
        let mut solver = Solver::new(&DivisorRules, Limits::none());
        let many =
            [vec![], vec![9], vec![5, 12], vec![3, 4, 7], vec![3, 3, 3, 4], vec![1, 1, 2, 2, 3], vec![1; 9]];
        for bounds in many {
            let table = DivisorTable::new(&bounds, &Limits::none()).unwrap();
            let mut sequences: Vec<Vec<u32>> = vec![Vec::new()];
            for bound in &bounds {
                let longer = |start: &Vec<u32>| {
                    let start = start.clone();
                    let least = start.last().copied().unwrap_or(0);
                    (least..=*bound)
                        .map(move |part| start.iter().copied().chain([part]).collect::<Vec<u32>>())
                };
                sequences = sequences.iter().flat_map(longer).collect();
            }
            for sequence in sequences {
                let slow = by_definition(&mut solver, &sequence);
                assert_eq!(u64::from(table.nimber(&sequence)), slow, "{sequence:?}");
                assert_eq!(is_not_square(&sequence), slow != 0, "{sequence:?}");
            }
        }
    }

    /// [AG, Thm 3.17] against the table.
    #[test]
    fn two_generated_groups() {
        let table = DivisorTable::new(&[40, 60], &Limits::none()).unwrap();
        for n in 0..=40 {
            for m in n..=60 {
                assert_eq!(u64::from(table.nimber(&[n, m])), two_generated_nimber(n, m), "{n} {m}");
            }
        }
    }

    /// The exceptions to [AG, Remark 3.18] for exponents to 10: the note counts 87 and 10 on the first two lines, none on the third.
    #[test]
    fn the_exceptions_to_the_guess_for_three_generators() {
        let table = DivisorTable::new(&[10, 10, 10], &Limits::none()).unwrap();
        let mut exceptions = [0; 4];
        let mut with_one = Vec::new();
        for a in 1..=10 {
            for b in a..=10 {
                for c in b..=10 {
                    let (guess, line) = three_generated_guess(a, b, c);
                    if guess != u64::from(table.nimber(&[a, b, c])) {
                        exceptions[usize::from(line)] += 1;
                        if a == 1 {
                            with_one.push((a, b, c));
                        }
                    }
                }
            }
        }
        assert_eq!(exceptions, [0, 87, 10, 0]);
        assert_eq!(with_one, [(1, 1, 1), (1, 1, 2), (1, 2, 2), (1, 3, 3), (1, 3, 4)]);
    }

    /// Rank one: the values of the options with last place up to M are, with growing M, all numbers up to a bound that grows.
    #[test]
    fn every_finite_nimber_is_reached_from_rank_one() {
        let most = 16;
        let table = DivisorTable::new(&[most, most, most], &Limits::none()).unwrap();
        for a in 0..6 {
            for b in a..6 {
                let values: std::collections::BTreeSet<u32> = (0..=a)
                    .flat_map(|x| (a..=b).flat_map(move |y| (b..=most).map(move |z| [x, y, z])))
                    .map(|sequence| table.nimber(&sequence))
                    .collect();
                assert!((0..most).all(|value| values.contains(&value)), "{a} {b}");
            }
        }
    }
}
