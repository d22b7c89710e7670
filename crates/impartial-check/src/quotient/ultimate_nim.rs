//! Games that are ultimately Nim: certificates of kind `ultimate-nim`.
//!
//! **Claim.** The heaps of the code have the nim-values listed, continued by g(n + period) = g(n) + saltus from first_heap on,
//! saltus > 0. Let heaps 1 to m be small, for which `phi` gives values in Q, and the others late. In misère play a sum with a late
//! heap is a P-position exactly if its nim-value is 0, and a sum of small heaps exactly if the product of their values is in P.
//!
//! **Fields.** `code`; `actions`, `p`, `phi` as in [`super`], `phi` from heap 0 to heap m; `values`, those of the heaps below
//! first_heap + period, `period`, `first_heap`, `saltus`; `explicit`, the heap N from which on heaps are not looked at one by one.
//!
//! **Checked.** 1. The law of the nim-values ([`crate::arithmetic`]). 2. (Q, P) with `phi` is the misère quotient of the heaps up to m.
//! 3. Each late heap n < N has an option, and for each sum X of small heaps, with value x and nim-value v: (a) if v = g(n), no option o of n
//! into small heaps has x·Phi(o) in P; (b) if v < g(n), some option o of n has a late heap and nim-value v, or is into small
//! heaps with x·Phi(o) in P. 4. g(n) > v for all X and all n ≥ N. 5. For a finite code, which takes at most K tokens and leaves
//! at most s heaps: N > K + s·m. For one whose digits repeat with period L from d_{K+1} on: each of the heaps N - L, …, N - 1 satisfies
//! (b), for all v, by options that take more than K tokens, and every move is open to them.
//!
//! **Why that is enough.** (b) holds for n ≥ N: in a finite code every option of n has a late heap, and one has the
//! nim-value v < g(n), since g is the Grundy function; in an infinite one n leaves the same heaps as one of the L heaps, by taking a
//! multiple of L more. (a) says nothing by 4. Now take a sum with a late heap, and let the claim be true of what it can become.
//! If its nim-value is 0, it is not the end (a late heap has an option), a move that leaves a late heap makes the nim-value other than 0, so an N-position; a move that leaves
//! none is one from n + X to o + X with g(n) = v, an N-position by (a). If it is not 0, and there are two late heaps, the
//! winning move of Nim leaves one and is one to a P-position; so is it in n + X with v > g(n), where it is in X. For n + X with
//! v < g(n), (b) is a move to a P-position. The pairs (x, v) of all X are found by adding small heaps one by one.
//! The quotient is infinite, because late heaps of different nim-values are told apart by one of them.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{MOST_OPTIONS, Monoid, failure, malformed, numbers, refuted};
use crate::arithmetic::{self, Law};
use crate::code::Code;
use crate::fields::{field, list, number};
use crate::misere_sum::{Decided, Sum};
use crate::natural::Natural;
use crate::quotient::Rules;
use crate::{Refusal, Verified};

/// The most sums of small heaps, the largest N, and the most steps.
const MOST_SUMS: usize = 1 << 20;
const LARGEST_EXPLICIT: u64 = 1 << 20;
const MOST_WORK: u64 = 1 << 32;

/// What a certificate says.
pub(crate) struct Claimed {
    code: Code,
    monoid: Monoid,
    phi: Vec<u32>,
    law: Law,
}

/// What a heap can be moved to.
#[derive(Default)]
struct Options {
    /// The nim-values of those with a late heap.
    late: BTreeSet<u64>,
    /// The values of the others.
    small: BTreeSet<u32>,
}

/// Checks a certificate.
pub fn check(certificate: &Value) -> Result<Verified, Refusal> {
    let statement = verify(certificate)?.statement();
    Ok(Verified { kind: "ultimate-nim".into(), statement })
}

/// What a certificate proves.
pub(crate) fn verify(certificate: &Value) -> Result<Claimed, Refusal> {
    let text = field(certificate, "code")?.as_str().ok_or_else(|| malformed("a code must be a text"))?;
    let code = Code::parse(text)?;
    let Some(theorem) = code.hypothesis().filter(|theorem| !theorem.unequal) else {
        return Err(refuted("the theorem does not cover these rules".into()));
    };
    let rows = list(certificate, "actions")?;
    let actions: Vec<Vec<u32>> = rows.iter().map(|row| numbers(row, "actions")).collect::<Result<_, _>>()?;
    let monoid = Monoid::new(actions, &numbers(field(certificate, "p")?, "p")?)?;
    let phi = numbers(field(certificate, "phi")?, "phi")?;
    if phi.first() != Some(&0) || phi.iter().any(|x| *x as usize >= monoid.order()) {
        return Err(malformed("\"phi\" lists elements, of which the first is the identity"));
    }
    let law = Law {
        listed: numbers(field(certificate, "values")?, "values")?,
        first: number(certificate, "first_heap")?,
        period: number(certificate, "period")?,
        saltus: number(certificate, "saltus")?,
    };
    let is_sound = law.period > 0
        && law.first.checked_add(law.period) == Some(law.listed.len() as u64)
        && (1..1 << 31).contains(&law.saltus);
    if !is_sound {
        return Err(malformed(
            "the values must be those of the heaps below first_heap + period, and the saltus not 0",
        ));
    }
    let explicit = number(certificate, "explicit")?;
    let small = phi.len() as u64 - 1;
    if explicit > LARGEST_EXPLICIT || explicit <= small {
        return Err(malformed("\"explicit\" must be a late heap, and not absurdly large"));
    }
    arithmetic::verify(&code, &law)?;
    monoid.check()?;
    if let Some(g) = monoid.generators().iter().position(|element| !phi.contains(element)) {
        return Err(refuted(format!("generator {g} of Q is the value of no heap")));
    }
    let rules = Rules { list: Vec::new(), codes: vec![code.clone()] };
    failure::check(&rules, &monoid, &phi, MOST_OPTIONS)?;
    let claimed = Claimed { code, monoid, phi, law };
    let sums = claimed.small_sums()?;
    let mut work = 0;
    for heap in small + 1..explicit {
        claimed.late_heap(heap, &sums, &mut work)?;
    }
    let largest = sums.iter().map(|(_, v)| *v).max().unwrap_or(0);
    let grows = |heap| claimed.law.value(heap).is_some_and(|value| value > largest);
    if explicit < claimed.law.first || !(explicit..explicit + claimed.law.period).all(grows) {
        return Err(refuted(format!("some heap from {explicit} on does not exceed all small sums")));
    }
    match theorem.tail {
        None if explicit > theorem.taken + theorem.parts * small => {}
        None => return Err(refuted(format!("heap {explicit} may have options into small heaps"))),
        Some(tail) => {
            let from = explicit.checked_sub(tail).filter(|from| *from >= theorem.least);
            let from = from.ok_or_else(|| refuted("too few heaps are looked at one by one".into()))?;
            for heap in from..explicit {
                let options = claimed.options(heap, theorem.taken + 1, &mut work)?;
                if let Some((_, v)) = sums.iter().find(|sum| !claimed.answers(&options, **sum, &mut work)) {
                    return Err(refuted(format!(
                        "heap {heap} has no answer to some small sum of nim-value {v} that longer heaps have too"
                    )));
                }
            }
        }
    }
    Ok(claimed)
}

impl Claimed {
    fn value(&self, heap: u64) -> u64 {
        self.law.value(heap).unwrap_or(u64::MAX)
    }

    fn last_small(&self) -> u64 {
        self.phi.len() as u64 - 1
    }

    /// The pairs (value, nim-value) of all sums of small heaps.
    fn small_sums(&self) -> Result<BTreeSet<(u32, u64)>, Refusal> {
        let heaps: BTreeSet<(u32, u64)> =
            (1..=self.last_small()).map(|heap| (self.phi[heap as usize], self.value(heap))).collect();
        let mut found = BTreeSet::from([(0, 0)]);
        let mut waiting = vec![(0, 0)];
        while let Some((x, v)) = waiting.pop() {
            for (y, w) in &heaps {
                let sum = (self.monoid.product(x, *y), v ^ w);
                if found.insert(sum) {
                    waiting.push(sum);
                }
            }
            if found.len() > MOST_SUMS {
                return Err(refuted("there are too many small sums to check".into()));
            }
        }
        Ok(found)
    }

    /// (a) and (b) for one late heap.
    fn late_heap(&self, heap: u64, sums: &BTreeSet<(u32, u64)>, work: &mut u64) -> Result<(), Refusal> {
        let options = self.options(heap, 0, work)?;
        let value = self.value(heap);
        if options.late.is_empty() && options.small.is_empty() {
            return Err(refuted(format!("heap {heap} has no options, and must be small")));
        }
        for (x, v) in sums {
            if *v < value && !self.answers(&options, (*x, *v), work) {
                return Err(refuted(format!("heap {heap} has no answer to some small sum of nim-value {v}")));
            }
            if *v == value && self.reaches_p(&options, *x, work) {
                return Err(refuted(format!(
                    "heap {heap} and a small sum of its nim-value are an N-position"
                )));
            }
        }
        enough(*work)
    }

    fn answers(&self, options: &Options, (x, v): (u32, u64), work: &mut u64) -> bool {
        options.late.contains(&v) || self.reaches_p(options, x, work)
    }

    fn reaches_p(&self, options: &Options, x: u32, work: &mut u64) -> bool {
        *work += 1 + options.small.len() as u64;
        options.small.iter().any(|y| self.monoid.is_p(self.monoid.product(x, *y)))
    }

    /// The options of a heap that take so many tokens or more.
    fn options(&self, heap: u64, take: u64, work: &mut u64) -> Result<Options, Refusal> {
        let mut found = Options::default();
        *work += heap;
        let all = self.code.for_each_option(heap, &mut |parts| {
            *work += 1;
            if heap - parts.iter().sum::<u64>() < take {
            } else if parts.iter().any(|part| *part > self.last_small()) {
                found.late.insert(parts.iter().fold(0, |sum, part| sum ^ self.value(*part)));
            } else {
                let product = |x, part: &u64| self.monoid.product(x, self.phi[*part as usize]);
                found.small.insert(parts.iter().fold(0, product));
            }
            *work <= MOST_WORK
        });
        if !all {
            return Err(refuted("there are too many options to check".into()));
        }
        enough(*work)?;
        Ok(found)
    }
}

impl Decided for Claimed {
    fn is_p_sum(&self, sum: &Sum) -> Result<bool, Refusal> {
        let is_late = |heap: &Natural| heap.to_u64().is_none_or(|heap| heap > self.last_small());
        if sum.iter().any(|(heap, _)| is_late(heap)) {
            let odd = sum.iter().filter(|(_, count)| count.is_odd());
            let total =
                odd.fold(Natural::from(0), |total, (heap, _)| total.nim_sum(&self.law.value_of(heap)));
            return Ok(total == 0.into());
        }
        let value = |heap: &Natural| self.phi[heap.to_u64().unwrap_or(0) as usize];
        let product = sum.iter().fold(0, |product, (heap, count)| {
            self.monoid.product(product, self.monoid.power(value(heap), count))
        });
        Ok(self.monoid.is_p(product))
    }

    fn name(&self, heap: &Natural) -> String {
        format!("{}[{heap}]", self.code.text())
    }

    fn statement(&self) -> String {
        let Law { period, first, saltus, .. } = self.law;
        format!(
            "In misère play a sum of heaps of {} with a heap above {} is a P-position exactly if its nim-value is 0, with nim-values \
             that grow by {saltus} with period {period} from heap {first} on; the other sums are decided by a misère quotient \
             of order {}. The misère quotient of the game is infinite.",
            self.code.text(),
            self.last_small(),
            self.monoid.order(),
        )
    }

    fn for_each_option(&self, heap: u64, visit: &mut dyn FnMut(&[u64]) -> bool) -> bool {
        self.code.for_each_option(heap, visit)
    }
}

fn enough(work: u64) -> Result<(), Refusal> {
    if work > MOST_WORK {
        return Err(refuted("it is too large to check: more steps than this checker takes".into()));
    }
    Ok(())
}
