//! The mex rule for a whole arithmetic progression of heaps at once, decided by a finite automaton.
//!
//! Let g be a function with g(m + p) = g(m) + σ for all m ≥ n₀, for a code whose moves leave at most s heaps, with no
//! condition on their shape, and whose digits repeat with period L from d_{K+1} on (all zero, L = 1, for a finite code);
//! let L divide p. The question is whether
//!
//! > g(n) = mex { g(a) ⊕ g(b) ⊕ … : a, b, … an option of n }  for all n ≥ N,
//!
//! where N ≥ n₀, N > K, and every move is open to heaps of N tokens and more. It is a question about the binary digits of a
//! few numbers:
//!
//! * A heap is n = N + i + pT with 0 ≤ i < p and T ≥ 0, and its claimed value is σT + g(N + i).
//! * A part is *small*, below n₀, or n₀ + i' + pt with 0 ≤ i' < p and t ≥ 0, and then has value σt + g(n₀ + i').
//! * A number of tokens taken is at most K, or K + 1 + l + pt' with 0 ≤ l < p and t' ≥ 0; its digit depends on l only.
//!
//! So for fixed residues, small parts and l, an option of value v is a solution of
//!
//! > Σt + t' + e = T  and  κ ⊕ (σt₁ + c₁) ⊕ (σt₂ + c₂) ⊕ … = v
//!
//! with constants e, κ, c₁, c₂, …. Reading all numbers from the least binary digit on, what has been read matters only
//! through the carries: e stands for the carry of the sum, each c for that of its σt + c, and κ loses a digit at each step. The
//! carries stay bounded, so this is a finite automaton that reads T and v and guesses the digits of t₁, t₂, …, t'. For a
//! residue i, all automata of all moves run side by side, as the set S of states that some guess leads to; beside them run
//! the carry of σT + c, the claimed value, and the comparison of v with it. The rule holds for all T when in every state
//! that can be reached, and in which the claimed value has been read to its end,
//!
//! * if v is less than the claimed value, S has a state that accepts, that is, one that ends with all carries 0 when the digits of
//!   T and v are followed by zeros: v is reached;
//! * if v is the claimed value, S has no such state.
//!
//! Greater v do not matter. Conversely, if the rule fails for some heap, the digits of its T and of the value that is wrong
//! lead to a state that shows it: the method decides. When σ is a multiple of 2^γ, the last γ digits of all values do not
//! depend on T, t₁, t₂, …; they are read first, once for every v mod 2^γ, and the carries become that much smaller.

use rustc_hash::{FxHashMap, FxHashSet};

use super::arithmetic::Progression;
use super::code::HeapCode;
use super::digit::Digit;
use crate::limits::{Limits, StopReason};

/// The most steps of automata before the question is given up.
const MAX_WORK: u64 = 30_000_000;

/// Whether the mex rule holds for all heaps from `from` on; `None` when that would take too long to say.
///
/// The code must satisfy the conditions above, with `from` for N and the period a multiple of L.
pub(crate) fn holds_from(
    code: &HeapCode,
    claimed: &Progression<'_>,
    from: usize,
    limits: &Limits,
) -> Result<Option<bool>, StopReason> {
    let mut automaton = Automaton::new(claimed);
    let mut explored = FxHashSet::default();
    for residue in 0..claimed.period {
        let heap = from + residue;
        let mut moves =
            Moves { claimed, heap, automaton: &mut automaton, initial: FxHashMap::default(), work: 0 };
        moves.gather(code, limits)?;
        let (initial, spent) = (moves.initial, moves.work);
        automaton.work += spent;
        for low in 0..1 << automaton.low_bits {
            let set = initial.get(&low).cloned().unwrap_or_default();
            match automaton.rule_holds(set, low, claimed.at(heap), &mut explored, limits)? {
                Some(true) => {}
                answer => return Ok(answer),
            }
        }
    }
    Ok(Some(true))
}

/// The equations for one choice of residues, small parts and tokens taken, as far as they have been read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    /// The carry of the sum.
    sum: i64,
    /// The nim-sum of the small parts.
    small: u64,
    /// The carries of the values of large parts, in increasing order.
    parts: Vec<u64>,
    /// Whether the tokens taken have a number t' of their own.
    free: bool,
}

impl State {
    fn is_end(&self) -> bool {
        self.sum == 0 && self.small == 0 && self.parts.iter().all(|carry| *carry == 0)
    }

    /// What reading a digit of T and one of v can lead to.
    fn after(&self, step: u64, (t_digit, v_digit): (i64, u64)) -> impl Iterator<Item = State> + '_ {
        let count = self.parts.len();
        (0..1u64 << (count + usize::from(self.free))).filter_map(move |guess| {
            let total = self.sum + i64::from(guess.count_ones()) - t_digit;
            let carries: Vec<u64> =
                self.parts.iter().zip(0..).map(|(carry, at)| carry + step * (guess >> at & 1)).collect();
            let nim_sum = carries.iter().fold(self.small, |sum, carry| sum ^ carry);
            if total % 2 != 0 || nim_sum & 1 != v_digit {
                return None;
            }
            let mut parts: Vec<u64> = carries.iter().map(|carry| carry >> 1).collect();
            parts.sort_unstable();
            Some(State { sum: total / 2, small: self.small >> 1, parts, free: self.free })
        })
    }
}

/// The order of v and the claimed value, by the digits read so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Order {
    Less,
    Equal,
    Greater,
}

impl Order {
    /// A further digit decides, unless both have the same.
    fn then(self, v_digit: u64, digit: u64) -> Self {
        match v_digit.cmp(&digit) {
            std::cmp::Ordering::Less => Order::Less,
            std::cmp::Ordering::Equal => self,
            std::cmp::Ordering::Greater => Order::Greater,
        }
    }
}

/// The states met so far, numbered, and what they lead to.
struct Automaton {
    /// γ, and σ / 2^γ.
    low_bits: u32,
    step: u64,
    numbers: FxHashMap<State, u32>,
    states: Vec<State>,
    /// after[q][letter], letters being the digits of T and v.
    after: Vec<[Option<Box<[u32]>>; 4]>,
    accepts: FxHashMap<u32, bool>,
    work: u64,
}

impl Automaton {
    fn new(claimed: &Progression<'_>) -> Self {
        let low_bits = claimed.saltus.trailing_zeros();
        Automaton {
            low_bits,
            step: claimed.saltus >> low_bits,
            numbers: FxHashMap::default(),
            states: Vec::new(),
            after: Vec::new(),
            accepts: FxHashMap::default(),
            work: 0,
        }
    }

    fn number(&mut self, state: State) -> u32 {
        if let Some(number) = self.numbers.get(&state) {
            return *number;
        }
        let number = self.states.len() as u32;
        self.numbers.insert(state.clone(), number);
        self.states.push(state);
        self.after.push(Default::default());
        number
    }

    fn after(&mut self, state: u32, letter: usize) -> &[u32] {
        let at = state as usize;
        if self.after[at][letter].is_none() {
            let next: Vec<State> =
                self.states[at].after(self.step, ((letter & 1) as i64, letter as u64 >> 1)).collect();
            self.work += 1 + next.len() as u64;
            let mut next: Vec<u32> = next.into_iter().map(|state| self.number(state)).collect();
            next.sort_unstable();
            next.dedup();
            self.after[at][letter] = Some(next.into());
        }
        self.after[at][letter].as_deref().unwrap_or(&[])
    }

    /// Whether zeros from here on can lead to the end.
    fn accepts(&mut self, state: u32) -> bool {
        if let Some(known) = self.accepts.get(&state) {
            return *known;
        }
        let mut met = vec![state];
        let mut at = 0;
        let mut accepts = false;
        while at < met.len() && !accepts {
            accepts = self.states[met[at] as usize].is_end();
            let next = self.after(met[at], 0).to_vec();
            met.extend(next.into_iter().filter(|next| !met.contains(next)).collect::<Vec<_>>());
            at += 1;
        }
        if !accepts {
            // Nothing that was met leads to the end.
            met.iter().for_each(|state| {
                self.accepts.insert(*state, false);
            });
        }
        self.accepts.insert(state, accepts);
        accepts
    }

    /// Whether the rule holds for one residue of heaps and all values v that end in the digits of `low`.
    fn rule_holds(
        &mut self,
        mut set: Vec<u32>,
        low: u64,
        value: u64,
        explored: &mut FxHashSet<(Box<[u32]>, u64, Order)>,
        limits: &Limits,
    ) -> Result<Option<bool>, StopReason> {
        set.sort_unstable();
        set.dedup();
        let order = Order::Equal.then(low, value & ((1 << self.low_bits) - 1));
        let mut left = vec![(set.into_boxed_slice(), value >> self.low_bits, order)];
        while let Some(here) = left.pop() {
            if !explored.insert(here.clone()) {
                continue;
            }
            limits.poll()?;
            if self.work > MAX_WORK {
                return Ok(None);
            }
            let (set, carry, order) = here;
            if carry == 0 && order != Order::Greater {
                let reached = set.iter().any(|state| self.accepts(*state));
                if reached != (order == Order::Less) {
                    return Ok(Some(false));
                }
            }
            for letter in 0..4 {
                let (t_digit, v_digit) = (letter as u64 & 1, letter as u64 >> 1);
                let mut next = Vec::new();
                for state in &set {
                    next.extend_from_slice(self.after(*state, letter));
                }
                self.work += 1 + set.len() as u64 + next.len() as u64;
                next.sort_unstable();
                next.dedup();
                let sum = carry + self.step * t_digit;
                left.push((next.into_boxed_slice(), sum >> 1, order.then(v_digit, sum & 1)));
            }
        }
        Ok(Some(true))
    }
}

/// The moves of the heaps of one residue, gathered by the last γ digits of the values they reach.
struct Moves<'a> {
    claimed: &'a Progression<'a>,
    /// The least heap of the residue, N + i.
    heap: usize,
    automaton: &'a mut Automaton,
    initial: FxHashMap<u64, Vec<u32>>,
    work: u64,
}

impl Moves<'_> {
    fn gather(&mut self, code: &HeapCode, limits: &Limits) -> Result<(), StopReason> {
        let fixed = code.digits().len();
        for take in 0..=fixed {
            self.take(code.digit(take as u64), take, false, limits)?;
        }
        if !code.is_finite() {
            for take in fixed + 1..=fixed + self.claimed.period {
                self.take(code.digit(take as u64), take, true, limits)?;
            }
        }
        Ok(())
    }

    fn take(&mut self, digit: Digit, take: usize, free: bool, limits: &Limits) -> Result<(), StopReason> {
        let most = digit.max_parts().unwrap_or(0);
        for count in (0..=most as usize).filter(|count| digit.allows(*count as u64)) {
            self.leave(take, free, count, &mut Vec::new(), limits)?;
        }
        Ok(())
    }

    /// All ways to choose `count` parts up to multiples of the period, in increasing order, the first of them chosen.
    fn leave(
        &mut self,
        take: usize,
        free: bool,
        count: usize,
        parts: &mut Vec<usize>,
        limits: &Limits,
    ) -> Result<(), StopReason> {
        self.work += 1;
        if self.work > MAX_WORK {
            return Ok(());
        }
        let (period, least) = (self.claimed.period, parts.last().copied().unwrap_or(1));
        let left = self.heap as i64 - take as i64 - parts.iter().sum::<usize>() as i64;
        if parts.len() == count {
            if left % period as i64 == 0 {
                self.record(-left / period as i64, free, parts);
            }
            return Ok(());
        }
        limits.poll()?;
        let last = parts.len() + 1 == count;
        // The last part has its residue from the others.
        let from =
            if last { least + (left - least as i64).rem_euclid(period as i64) as usize } else { least };
        for part in (from..self.claimed.first + period).step_by(if last { period } else { 1 }) {
            parts.push(part);
            self.leave(take, free, count, parts, limits)?;
            parts.pop();
        }
        Ok(())
    }

    fn record(&mut self, sum: i64, free: bool, parts: &[usize]) {
        let bits = self.automaton.low_bits;
        let nim_sum = parts.iter().fold(0, |sum, part| sum ^ self.claimed.at(*part));
        let (small, large): (Vec<usize>, Vec<usize>) =
            parts.iter().partition(|part| **part < self.claimed.first);
        let small = small.iter().fold(0, |sum, part| sum ^ self.claimed.at(*part)) >> bits;
        let mut parts: Vec<u64> = large.iter().map(|part| self.claimed.at(*part) >> bits).collect();
        parts.sort_unstable();
        let state = self.automaton.number(State { sum, small, parts, free });
        self.initial.entry(nim_sum & ((1 << bits) - 1)).or_default().push(state);
    }
}
