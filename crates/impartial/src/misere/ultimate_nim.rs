//! Games whose heaps, all but finitely many, act as nim-heaps in every misère sum: Nim itself, Lasker's Nim, all-but games,
//! and other codes whose nim-values grow for ever.
//!
//! **Definition.** Let m be a heap. Heaps up to m are *small*, the others *late*. A game is *ultimately Nim* from m on if a sum
//! with a late heap is a P-position exactly when its nim-value is 0. Sums of small heaps are described by a finite misère
//! quotient (Q, P) with its function Phi, so the outcome of every sum is known.
//!
//! **Theorem.** Let g(n) be the nim-value of heap n. The game is ultimately Nim from m on if every late heap n has an option, and
//! for every sum X of small heaps, with value x in Q and nim-value v,
//!
//! > (a) if v = g(n), then no option o of n into small heaps has x·Phi(o) in P;
//! >
//! > (b) if v < g(n), then n has an option o with a late heap and nim-value v, or one into small heaps with x·Phi(o) in P.
//!
//! *Proof.* Call a sum with a late heap *zero* if its nim-value is 0, and let the claim be true of all its followers. It is not
//! the end of the game, as a late heap has an option. A move from a zero sum that leaves a late heap leads to a sum that is not zero, an N-position. A move that leaves none leads from n + X,
//! with g(n) = v, to o + X, and (a) says that it is an N-position too. From a sum that is not zero, with two late heaps, the move
//! of Nim leaves a late heap and is one to a zero sum. The same for n + X when v > g(n), where the move is in X. When
//! v < g(n), (b) is a move to a P-position: o + X is zero, or small and in P. ∎
//!
//! **All late heaps at once.** Let g(n + p) = g(n) + σ from some heap on, σ > 0, which is a theorem about normal play
//! ([`heap::arithmetic`](crate::heap::arithmetic)); let s be the most heaps that a move leaves, and the digits behind d_K be 0,
//! or repeat with period L. Let N be so large that g(n) > v for all n ≥ N and all X, and every move is open to heaps from N - L on.
//! Heaps below N are looked at one by one. From N on (a) says nothing. For (b):
//!
//! - *Finite codes*, N > K + s·m: every option of n ≥ N has a late heap, and one has nim-value v < g(n).
//! - *Infinite codes*: if each of the heaps N - L, …, N - 1 satisfies (b), for all X, by options that take more than K tokens, so
//!   does every n ≥ N, by options that leave the same heaps and take a multiple of L more.
//!
//! **The quotient.** Late heaps n and n' with g(n) ≠ g(n') are told apart by n, so the quotient is infinite. Two sums with late
//! heaps are equal in it exactly if their nim-values are; two small sums exactly if their values in Q and their nim-values are.
//! A small sum X equals a late one of nim-value v if no small sum tells them apart: x·Phi(Y) in P exactly when Y has nim-value v.
//! If Q is tame, all of it is T_∞, the quotient of Nim.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use num_bigint::BigUint;
use serde_json::{Value, json};

use super::known::tame_rank;
use super::quotient::{MisereQuotient, Status};
use super::{BipartiteMonoid, Element};
use crate::game::Outcome;
use crate::heap::{ArithmeticPeriod, Digit, GrundySequence, HeapCode, Shape};
use crate::limits::{Limits, StopReason};

/// A game that is ultimately Nim, with all that proves it.
///
/// ```
/// use impartial::game::Outcome;
/// use impartial::limits::Limits;
/// use impartial::misere::UltimateNim;
/// use num_bigint::BigUint;
/// let lasker = UltimateNim::find(&"laskers-nim".parse()?, &Limits::none()).unwrap().expect("it is tame");
/// assert!(lasker.is_tame());
/// // 10^30 is a multiple of 4 and has the nim-value 10^30 - 1; 10^30 - 1 has the nim-value 10^30.
/// let heap = BigUint::from(10u32).pow(30);
/// let one = BigUint::from(1u32);
/// assert_eq!(lasker.nim_value(&heap), &heap - &one);
/// assert_eq!(lasker.outcome(&[(heap.clone(), one.clone()), (&heap - &one, one.clone()), (one.clone(), one)]), Outcome::N);
/// # Ok::<(), impartial::text::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct UltimateNim {
    code: HeapCode,
    /// m: the last small heap is `phi.len() - 1`.
    phi: Vec<Element>,
    monoid: BipartiteMonoid,
    law: ArithmeticPeriod,
    /// The nim-values of the heaps below `law.first + law.length`.
    values: Vec<u32>,
    /// N: heaps from here on are covered by the theorem at the head of this module.
    explicit: u64,
}

/// A sum of small heaps: its value in Q and its nim-value.
type Small = (Element, u64);

/// The largest last small heap, and the largest order of Q, that are tried.
const LAST_SMALL: u64 = 80;
const LARGEST_ORDER: u64 = 2000;

/// The heaps in which a law of the nim-values is looked for.
const LOOK_AT: [u64; 3] = [127, 255, 511];

impl UltimateNim {
    /// Finds the least last small heap with which the game is proved to be ultimately Nim; `None` when nothing is.
    ///
    /// Cost: for each last small heap, its misère quotient and a look at the options of some hundred heaps.
    ///
    /// # Errors
    /// When `limits` stop the work.
    pub fn find(code: &HeapCode, limits: &Limits) -> Result<Option<Self>, StopReason> {
        let is_covered =
            code.max_parts().is_some() && code.all_digits().all(|digit| digit.shape() == Shape::Any);
        if !is_covered || (code.is_finite() && code.is_octal()) {
            return Ok(None);
        }
        let Some((law, values)) = growing_values(code, limits)? else { return Ok(None) };
        let mut search = MisereQuotient::of_heaps(code.clone());
        for last in 1..=LAST_SMALL {
            match search.extend_to(last, limits)? {
                Status::Partial => {}
                _ => return Ok(None),
            }
            if search.order_at_least() > LARGEST_ORDER {
                return Ok(None);
            }
            let (monoid, phi) = search.quotient(limits)?;
            let mut found =
                UltimateNim { code: code.clone(), phi, monoid, law, values: values.clone(), explicit: 0 };
            let small = found.small_sums();
            for more in [1, 4] {
                found.explicit = found.enough(&small, more);
                if found.verify(&small, limits)? {
                    return Ok(Some(found));
                }
            }
        }
        Ok(None)
    }

    /// N, large enough for what the theorem asks of it beside (b); with `more`, some periods larger.
    fn enough(&self, small: &BTreeSet<Small>, more: u64) -> u64 {
        let ArithmeticPeriod { length, first, saltus } = self.law;
        let largest = small.iter().map(|(_, v)| *v).max().unwrap_or(0);
        let grown = first.max(1) + length * ((largest + 1) / saltus + more);
        let broken = self.fixed() + self.most_parts() * self.last_small() + 1;
        grown.max(broken).max(self.least()) + self.code.tail().len() as u64
    }

    fn fixed(&self) -> u64 {
        self.code.digits().len() as u64
    }

    fn most_parts(&self) -> u64 {
        u64::from(self.code.max_parts().unwrap_or(0)).max(1)
    }

    fn least(&self) -> u64 {
        self.code.all_digits().map(Digit::least).max().unwrap_or(0)
    }

    /// All sums of small heaps, by value and nim-value.
    fn small_sums(&self) -> BTreeSet<Small> {
        let heaps: BTreeSet<Small> =
            (1..).zip(&self.phi[1..]).map(|(heap, x)| (*x, self.small_value(heap))).collect();
        let mut found = BTreeSet::from([(0, 0)]);
        let mut waiting = vec![(0, 0)];
        while let Some((x, v)) = waiting.pop() {
            for (y, w) in &heaps {
                let sum = (self.monoid.product(x, *y), v ^ w);
                if found.insert(sum) {
                    waiting.push(sum);
                }
            }
        }
        found
    }

    /// The hypotheses of the theorem, for all late heaps.
    fn verify(&self, small: &BTreeSet<Small>, limits: &Limits) -> Result<bool, StopReason> {
        for heap in self.last_small() + 1..self.explicit {
            limits.poll()?;
            let options = self.options(heap, 0, limits)?;
            let value = self.small_value(heap);
            let holds = |sum: &Small| match sum.1.cmp(&value) {
                std::cmp::Ordering::Less => self.answers(&options, *sum),
                std::cmp::Ordering::Equal => !self.reaches_p(&options, *sum),
                std::cmp::Ordering::Greater => true,
            };
            if options.is_empty() || !small.iter().all(holds) {
                return Ok(false);
            }
        }
        if self.code.is_finite() {
            return Ok(true);
        }
        let from = self.explicit - self.code.tail().len() as u64;
        for heap in from..self.explicit {
            let options = self.options(heap, self.fixed() + 1, limits)?;
            if !small.iter().all(|sum| self.answers(&options, *sum)) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// (b): an option with a late heap and the nim-value, or one into small heaps that makes a P-position.
    fn answers(&self, options: &Options, (x, v): Small) -> bool {
        options.late.contains(&v) || self.reaches_p(options, (x, v))
    }

    fn reaches_p(&self, options: &Options, (x, _): Small) -> bool {
        options.small.iter().any(|y| self.monoid.is_p(self.monoid.product(x, *y)))
    }

    /// The options of a heap that take so many tokens or more.
    fn options(&self, heap: u64, take: u64, limits: &Limits) -> Result<Options, StopReason> {
        let mut found = Options::default();
        let visited = self.code.for_each_option(heap, |parts| {
            if let Err(reason) = limits.poll() {
                return ControlFlow::Break(reason);
            }
            if heap - parts.iter().sum::<u64>() < take {
                return ControlFlow::Continue(());
            }
            if parts.iter().any(|part| *part > self.last_small()) {
                found.late.insert(parts.iter().fold(0, |sum, part| sum ^ self.small_value(*part)));
            } else {
                let product = |x, part: &u64| self.monoid.product(x, self.phi[*part as usize]);
                found.small.insert(parts.iter().fold(0, product));
            }
            ControlFlow::Continue(())
        });
        match visited {
            ControlFlow::Break(reason) => Err(reason),
            ControlFlow::Continue(()) => Ok(found),
        }
    }

    /// The nim-value of a heap that is small enough to be counted.
    fn small_value(&self, heap: u64) -> u64 {
        let periods = heap.saturating_sub(self.law.first) / self.law.length;
        u64::from(self.values[(heap - periods * self.law.length) as usize]) + periods * self.law.saltus
    }
}

/// What a heap can be moved to.
#[derive(Default)]
struct Options {
    /// The nim-values of those with a late heap.
    late: BTreeSet<u64>,
    /// The values of the others.
    small: BTreeSet<Element>,
}

impl Options {
    fn is_empty(&self) -> bool {
        self.late.is_empty() && self.small.is_empty()
    }
}

/// A law by which the nim-values grow for ever, and the values up to its first period.
fn growing_values(
    code: &HeapCode,
    limits: &Limits,
) -> Result<Option<(ArithmeticPeriod, Vec<u32>)>, StopReason> {
    let mut sequence = GrundySequence::new(code.clone());
    for last in LOOK_AT {
        sequence.extend_to(last, limits)?;
        if sequence.period().is_some() {
            return Ok(None);
        }
        if let Some(law) = sequence.arithmetic_period() {
            let known = (law.first + law.length) as usize;
            return Ok(Some((law, sequence.values().iter().take(known).collect())));
        }
    }
    Ok(None)
}

/// What is known.
impl UltimateNim {
    /// The game.
    pub fn code(&self) -> &HeapCode {
        &self.code
    }

    /// m: every larger heap acts as a nim-heap.
    pub fn last_small(&self) -> u64 {
        self.phi.len() as u64 - 1
    }

    /// The misère quotient of the small heaps, and the value of each from 0 on.
    pub fn small(&self) -> (&BipartiteMonoid, &[Element]) {
        (&self.monoid, &self.phi)
    }

    /// The law of the nim-values.
    pub fn law(&self) -> ArithmeticPeriod {
        self.law
    }

    /// Whether the quotient is T_∞, that of Nim: all small heaps act as nim-heaps too.
    pub fn is_tame(&self) -> bool {
        tame_rank(&self.monoid).is_some()
    }

    /// The nim-value of a heap of any size.
    pub fn nim_value(&self, heap: &BigUint) -> BigUint {
        let ArithmeticPeriod { length, first, saltus } = self.law;
        let first = BigUint::from(first);
        let periods = if *heap < first { BigUint::ZERO } else { (heap - first) / length };
        let known = u64::try_from(heap - &periods * length).expect("it is below the end of the first period");
        BigUint::from(self.values[known as usize]) + periods * saltus
    }

    /// The value in Q of a sum of small heaps; `None` when there is a late heap. Pairs (heap, how many of them), of any size.
    pub fn small_sum(&self, heaps: &[(BigUint, BigUint)]) -> Option<Element> {
        let mut product = 0;
        for (heap, count) in heaps {
            let value = *self.phi.get(usize::try_from(heap).ok()?)?;
            for bit in (0..count.bits()).rev() {
                // Horner's rule would square everything; a power of one heap is made by itself.
                if count.bit(bit) {
                    let mut power = value;
                    (0..bit).for_each(|_| power = self.monoid.product(power, power));
                    product = self.monoid.product(product, power);
                }
            }
        }
        Some(product)
    }

    /// The nim-value of a sum.
    pub fn nim_sum(&self, heaps: &[(BigUint, BigUint)]) -> BigUint {
        let odd = heaps.iter().filter(|(_, count)| count.bit(0));
        odd.fold(BigUint::ZERO, |sum, (heap, _)| sum ^ self.nim_value(heap))
    }

    /// The outcome of a sum in misère play: pairs (heap, how many of them), of any size.
    pub fn outcome(&self, heaps: &[(BigUint, BigUint)]) -> Outcome {
        let present: Vec<(BigUint, BigUint)> =
            heaps.iter().filter(|(_, count)| *count > BigUint::ZERO).cloned().collect();
        let is_p = match self.small_sum(&present) {
            Some(x) => self.monoid.is_p(x),
            None => self.nim_sum(&present) == BigUint::ZERO,
        };
        if is_p { Outcome::P } else { Outcome::N }
    }

    /// The proof: kind `ultimate-nim`.
    pub fn certificate(&self) -> Value {
        let actions: Vec<Vec<Element>> = (0..self.monoid.order() as Element)
            .map(|x| (0..self.monoid.generator_count()).map(|g| self.monoid.action(g, x)).collect())
            .collect();
        json!({
            "kind": "ultimate-nim",
            "code": self.code.to_string(),
            "actions": actions,
            "p": self.monoid.p_portion().collect::<Vec<_>>(),
            "phi": self.phi,
            "values": self.values,
            "period": self.law.length,
            "first_heap": self.law.first,
            "saltus": self.law.saltus,
            "explicit": self.explicit,
        })
    }
}
