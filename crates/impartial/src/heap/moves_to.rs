//! The moves of a heap of any size to a given value, in a game with a proved arithmetic period.
//!
//! Let G(m + p) = G(m) + σ for all m ≥ n₀ ≥ 1. A heap that is left is *small*, below n₀, or c + pt with n₀ ≤ c < n₀ + p and t ≥ 0,
//! and then has the value G(c) + σt. To leave one heap of value v there are at most n₀ + p ways to look at. To leave several, of
//! R tokens in all, is to solve
//!
//! > Σ c_j + p Σ t_j = R - (small heaps)  and  κ ⊕ (σt₁ + G(c₁)) ⊕ (σt₂ + G(c₂)) ⊕ … = v,
//!
//! κ being the nim-sum of the small ones, for each choice of small heaps and of c₁, c₂, …. The binary digits of t₁, t₂, … are found from
//! the least on: what the digits so far leave open is a state (the rest of Σ t_j, the carries of the σt_j + G(c_j), the rest of κ ⊕ v), of
//! which there are few for each digit, and those that lead nowhere are remembered. When the number of tokens taken is one of a
//! digit that repeats, it may grow by multiples of the period; it is then one more number whose digits are sought.

use rustc_hash::FxHashSet;

use super::arithmetic::ArithmeticPeriod;
use super::code::HeapCode;
use super::sequence::GrundySequence;
use crate::integer::gcd;
use crate::limits::{Limits, StopReason};

/// The most digits that are chosen before the search is given up.
const MAX_WORK: u64 = 4_000_000;

/// How many ways to leave several heaps are looked for with each number of tokens taken.
const EACH: usize = 20;

/// The options of a heap that have a given value, each with its largest heap first, and whether they are all; `None` when the
/// sequence has no arithmetic period. Moves that leave one heap, or nothing, are always all there.
///
/// ```
/// use impartial::heap::{GrundySequence, moves_to};
/// use impartial::limits::Limits;
/// // Lasker's Nim: take any number from a heap, or break it in two.
/// let mut lasker = GrundySequence::new("laskers-nim".parse()?);
/// lasker.find_period(1000, &Limits::none()).expect("no limit was set");
/// let found = moves_to(&lasker, 1_000_000_000_000, 5, &Limits::none()).expect("no limit was set");
/// let (moves, _) = found.expect("its values grow");
/// assert_eq!(moves[0], [5]);
/// # Ok::<(), impartial::text::ReadError>(())
/// ```
#[allow(clippy::type_complexity)]
pub fn moves_to(
    sequence: &GrundySequence,
    heap: u64,
    value: u64,
    limits: &Limits,
) -> Result<Option<(Vec<Vec<u64>>, bool)>, StopReason> {
    let Some(period) = sequence.arithmetic_period() else { return Ok(None) };
    let code = sequence.code();
    let law = Law::new(sequence, period);
    let mut moves: Vec<Vec<u64>> = law.heaps_of(value).map(|left| vec![left]).collect();
    moves.retain(|left| left[0] < heap && may_leave(code, heap, heap - left[0], 1));
    if value == 0 && may_leave(code, heap, heap, 0) {
        moves.push(Vec::new());
    }
    let mut search =
        Search { law: &law, value, free: false, work: 0, dead: FxHashSet::default(), found: Vec::new() };
    // The digits that come once; then those that repeat, up to multiples of the period.
    let once = code.digits().len() as u64;
    let repeated = if code.is_finite() { 0 } else { law.period };
    for take in (0..=(once + repeated).min(heap)).filter(|take| heap >= code.digit(*take).least()) {
        let digit = code.digit(take);
        let most = u64::from(digit.max_parts().unwrap_or(0));
        for count in (2..=most).filter(|count| digit.allows(*count)) {
            search.free = take > once;
            search.leave(heap - take, count as usize, &mut Vec::new(), limits)?;
            moves.append(&mut search.found);
        }
    }
    moves.iter_mut().for_each(|left| left.sort_unstable_by(|a, b| b.cmp(a)));
    moves.sort();
    moves.dedup();
    Ok(Some((moves, !code.all_digits().any(|digit| digit.breaks()))))
}

fn may_leave(code: &HeapCode, heap: u64, take: u64, count: u64) -> bool {
    let digit = code.digit(take);
    digit.allows(count) && heap >= digit.least()
}

/// The law of the values: first ≥ 1, and the values below first + p.
struct Law {
    first: u64,
    period: u64,
    saltus: u64,
    values: Vec<u64>,
}

impl Law {
    /// With a multiple of the period with which the digits that repeat do so too.
    fn new(sequence: &GrundySequence, law: ArithmeticPeriod) -> Self {
        let (first, tail) = (law.first.max(1), sequence.code().tail().len().max(1) as u64);
        let times = tail / gcd(tail, law.length);
        let period = law.length * times;
        let values = (0..first + period).filter_map(|heap| sequence.value(heap)).collect();
        Law { first, period, saltus: law.saltus * times, values }
    }

    /// The non-empty heaps of a value.
    fn heaps_of(&self, value: u64) -> impl Iterator<Item = u64> + '_ {
        (1..).zip(&self.values[1..]).filter_map(move |(heap, least)| {
            let more = value.checked_sub(*least)?;
            match more {
                0 => Some(heap),
                _ if heap < self.first || more % self.saltus != 0 => None,
                _ => (more / self.saltus).checked_mul(self.period)?.checked_add(heap),
            }
        })
    }
}

/// What the binary digits chosen so far leave open.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    /// The rest of Σ t_j.
    sum: u64,
    /// The rest of κ ⊕ v.
    nim_sum: u64,
    /// The carries of the σt_j + G(c_j).
    carries: Vec<u64>,
}

struct Search<'a> {
    law: &'a Law,
    value: u64,
    /// Whether more tokens may be taken, by multiples of the period.
    free: bool,
    work: u64,
    dead: FxHashSet<State>,
    found: Vec<Vec<u64>>,
}

impl Search<'_> {
    /// Ways to leave `rest` tokens as `count` heaps with the value sought; `parts` are the first of them, up to multiples of the
    /// period, in increasing order. The last is large.
    fn leave(
        &mut self,
        rest: u64,
        count: usize,
        parts: &mut Vec<u64>,
        limits: &Limits,
    ) -> Result<(), StopReason> {
        limits.poll()?;
        let Law { first, period, .. } = *self.law;
        if parts.len() + 1 < count {
            for part in parts.last().copied().unwrap_or(1)..first + period {
                if self.found.len() >= EACH || self.work > MAX_WORK {
                    break;
                }
                parts.push(part);
                self.leave(rest, count, parts, limits)?;
                parts.pop();
            }
            return Ok(());
        }
        let Some(left) = rest.checked_sub(parts.iter().sum::<u64>() + first) else { return Ok(()) };
        let bases: Vec<u64> = parts.iter().copied().chain([first + left % period]).collect();
        let (small, large): (Vec<u64>, Vec<u64>) = bases.into_iter().partition(|part| *part < first);
        let value_of = |part: &u64| self.law.values[*part as usize];
        let state = State {
            sum: left / period,
            nim_sum: small.iter().map(value_of).fold(self.value, |sum, value| sum ^ value),
            carries: large.iter().map(value_of).collect(),
        };
        self.dead.clear();
        let mut solutions = Vec::new();
        self.digits(state, 0, &mut vec![0; large.len() + usize::from(self.free)], &mut solutions);
        for times in solutions {
            let large = large.iter().zip(times).map(|(base, times)| base + period * times);
            self.found.push(small.iter().copied().chain(large).collect());
        }
        Ok(())
    }

    /// Chooses the binary digits of `times` from this one on; whether that led to a solution.
    fn digits(
        &mut self,
        state: State,
        place: u32,
        times: &mut Vec<u64>,
        solutions: &mut Vec<Vec<u64>>,
    ) -> bool {
        if state.sum == 0 {
            let solved = state.carries.iter().fold(0, |sum, carry| sum ^ carry) == state.nim_sum;
            solutions.extend(solved.then(|| times.clone()));
            return solved;
        }
        self.work += 1;
        if self.work > MAX_WORK || self.dead.contains(&state) {
            return false;
        }
        let mut any = false;
        for guess in 0..1u64 << times.len() {
            let chosen = u64::from(guess.count_ones());
            if chosen > state.sum
                || (state.sum - chosen) % 2 == 1
                || self.found.len() + solutions.len() >= EACH
            {
                continue;
            }
            let sums =
                state.carries.iter().zip(0..).map(|(carry, at)| carry + self.law.saltus * (guess >> at & 1));
            let sums: Vec<u64> = sums.collect();
            if (sums.iter().fold(state.nim_sum, |sum, carry| sum ^ carry)) & 1 == 1 {
                continue;
            }
            let next = State {
                sum: (state.sum - chosen) / 2,
                nim_sum: state.nim_sum >> 1,
                carries: sums.iter().map(|sum| sum >> 1).collect(),
            };
            times.iter_mut().zip(0..).for_each(|(times, at)| *times |= (guess >> at & 1) << place);
            any |= self.digits(next, place + 1, times, solutions);
            times.iter_mut().for_each(|times| *times &= !(1 << place));
        }
        if !any && solutions.is_empty() {
            self.dead.insert(state);
        }
        any
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_moves_to_that_value_and_all_that_leave_one_heap_are_there() {
        for text in ["0.8", "0.3F", "laskers-nim", "nim", "4.[9]", "allbut(2,5)", "rims"] {
            let mut sequence = GrundySequence::new(text.parse().unwrap());
            sequence.find_period(500, &Limits::none()).unwrap();
            let code = sequence.code().clone();
            for heap in [40, 61] {
                let options = code.options(heap);
                let value_of =
                    |left: &Vec<u64>| left.iter().fold(0, |sum, part| sum ^ sequence.value(*part).unwrap());
                for value in 0..sequence.value(heap).unwrap() {
                    let (moves, all) = moves_to(&sequence, heap, value, &Limits::none()).unwrap().unwrap();
                    for left in &moves {
                        assert!(
                            options.contains(left) && value_of(left) == value,
                            "{text}: {heap} to {left:?}"
                        );
                    }
                    let expected: Vec<_> = options.iter().filter(|left| value_of(left) == value).collect();
                    let singles = |left: &&&Vec<u64>| left.len() < 2;
                    assert_eq!(
                        moves.iter().collect::<Vec<_>>().iter().filter(singles).count(),
                        expected.iter().filter(singles).count(),
                        "{text}: {heap} to value {value}"
                    );
                    assert!(!all || moves.len() == expected.len(), "{text}: {heap} to value {value}");
                }
            }
        }
    }

    #[test]
    fn a_huge_heap_has_a_move_to_every_smaller_value() {
        for text in ["0.8", "0.3F", "0.9C", "laskers-nim", "nim", "4.[9]"] {
            let mut sequence = GrundySequence::new(text.parse().unwrap());
            sequence.find_period(2000, &Limits::none()).unwrap();
            let heap = 1_000_000_000_039;
            let most = sequence.value(heap).unwrap();
            for value in [0, 1, 2, 77, most / 3, most / 2 + 1, most - 2, most - 1] {
                let (moves, _) = moves_to(&sequence, heap, value, &Limits::none()).unwrap().unwrap();
                let parts = moves.first().unwrap_or_else(|| panic!("{text}: no move to value {value}"));
                let reached = parts.iter().fold(0, |sum, part| sum ^ sequence.value(*part).unwrap());
                let taken = heap - parts.iter().sum::<u64>();
                assert_eq!(reached, value, "{text}");
                assert!(sequence.code().digit(taken).allows(parts.len() as u64), "{text}: {taken} taken");
            }
            let (moves, _) = moves_to(&sequence, heap, most, &Limits::none()).unwrap().unwrap();
            assert!(moves.is_empty(), "{text}: the mex is not reached");
        }
    }
}
