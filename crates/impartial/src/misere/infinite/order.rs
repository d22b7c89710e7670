//! Infinite order has a finite proof.
//!
//! Let S be the array of slices over the growing generators. Suppose that
//!
//! 1. S(x + v) = S(x) for all x ≥ a (a *translation*),
//! 2. the line from some p ≥ a in the direction e of generator i, where v_i > 0, has period t from its n-th place on,
//! 3. S(p) ≠ S(p + t e).
//!
//! Then generator i has infinite order in the quotient. For if it had index m and period s, take j so large that
//! p + j v has at least m copies of i. The line from there has period s from its beginning, since adding s copies to m or more
//! changes no outcome. By 1 it is a copy of the line from p, which therefore has period s from its beginning, and period
//! t from place n on; a sequence that repeats from its beginning and has period t somewhere has it everywhere. That contradicts
//! 3. Each of the three is decided by the automaton.

use super::InfiniteQuotient;
use crate::automatic::DigitAutomaton;
use crate::limits::{Limits, StopReason};
use crate::misere::rules::Generator;

/// S(x + v) = S(x) for all x ≥ a.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Translation {
    /// The vector v, one entry a growing generator.
    pub direction: Vec<u64>,
    /// The point a.
    pub from: Vec<u64>,
}

/// A proof that a growing generator has infinite order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InfiniteOrder {
    /// The place of the generator among the growing ones.
    pub axis: usize,
    /// 1: the translation.
    pub translation: Translation,
    /// 2 and 3: the point p.
    pub point: Vec<u64>,
    /// 2: the period t.
    pub period: u64,
    /// 2: the place n from which the line has that period.
    pub repeats_from: u64,
}

/// The largest entry of a translation that is tried.
const LONGEST_STEP: u64 = 4;
/// The largest entry of the point from which it holds.
const LATEST: u64 = 14;
/// How much of a line is looked at.
const LINE: u64 = 64;
/// The place from which a line is expected to repeat.
const SETTLED: u64 = 30;
/// How far points on both sides of a translation are compared before it is proved.
const SAMPLED: u64 = 6;
/// So many comparisons take as long as one step of work.
const SAMPLED_IN_A_STEP: usize = 128;

impl Translation {
    /// Whether it holds.
    pub fn verify(&self, array: &DigitAutomaton, limits: &Limits) -> Result<bool, StopReason> {
        let later: Vec<u64> = self.from.iter().zip(&self.direction).map(|(a, v)| a + v).collect();
        array.shifts_agree(&self.from, &later, limits)
    }

    /// The translation of the array by v, from the least point that can be reached by lowering one entry after the other;
    /// `None` when there is none from [`LATEST`] on.
    pub(super) fn along(
        array: &DigitAutomaton,
        direction: &[u64],
        limits: &Limits,
    ) -> Result<Option<Self>, StopReason> {
        let axes = direction.len();
        let mut found = Translation { direction: direction.to_vec(), from: vec![LATEST; axes] };
        if !found.is_likely(array, limits)? || !found.verify(array, limits)? {
            return Ok(None);
        }
        for axis in (0..axes).rev() {
            while found.from[axis] > 0 {
                found.from[axis] -= 1;
                if !found.is_likely(array, limits)? || !found.verify(array, limits)? {
                    found.from[axis] += 1;
                    break;
                }
            }
        }
        Ok(Some(found))
    }

    /// Whether it holds at the first points.
    fn is_likely(&self, array: &DigitAutomaton, limits: &Limits) -> Result<bool, StopReason> {
        for (at, x) in points(&self.from, SAMPLED).enumerate() {
            if at.is_multiple_of(SAMPLED_IN_A_STEP) {
                limits.poll()?;
            }
            let moved: Vec<u64> = x.iter().zip(&self.direction).map(|(x, v)| x + v).collect();
            if array.at(&x) != array.at(&moved) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The points x with a ≤ x and x < a + side in every entry.
pub(super) fn points(from: &[u64], side: u64) -> impl Iterator<Item = Vec<u64>> + '_ {
    let count = side.pow(from.len() as u32);
    (0..count).map(move |mut number| {
        let digit = |a: &u64| {
            let digit = number % side;
            number /= side;
            a + digit
        };
        from.iter().map(digit).collect()
    })
}

impl InfiniteOrder {
    /// Whether the three conditions hold.
    pub fn verify(&self, array: &DigitAutomaton, limits: &Limits) -> Result<bool, StopReason> {
        let Translation { direction, from } = &self.translation;
        let mut later = self.point.clone();
        later[self.axis] += self.period;
        let mut settled = self.point.clone();
        settled[self.axis] += self.repeats_from;
        Ok(direction[self.axis] > 0
            && self.period > 0
            && self.point.iter().zip(from).all(|(p, a)| p >= a)
            && array.at(&self.point) != array.at(&later)
            && self.translation.verify(array, limits)?
            && array.line_repeats(&settled, self.axis, self.period, limits)?)
    }
}

impl InfiniteQuotient {
    /// The translations of the array of slices: for every growing generator the shortest that moves it, if one is found.
    pub fn translations(&self, limits: &Limits) -> Result<Vec<Translation>, StopReason> {
        translations(&self.automaton, limits)
    }

    /// For every growing generator a proof that it has infinite order, where one is found. One is enough for the
    /// quotient to be infinite.
    pub fn infinite_orders(
        &self,
        translations: &[Translation],
        limits: &Limits,
    ) -> Result<Vec<InfiniteOrder>, StopReason> {
        infinite_orders(&self.automaton, translations, limits)
    }

    /// The growing generator of an axis.
    pub fn generator(&self, axis: usize) -> Generator {
        self.growing[axis]
    }
}

/// The translations of an array: for every axis the shortest that moves it, if one is found.
pub(super) fn translations(array: &DigitAutomaton, limits: &Limits) -> Result<Vec<Translation>, StopReason> {
    let axes = array.radices().axes();
    let mut directions: Vec<Vec<u64>> = points(&vec![0; axes], LONGEST_STEP + 1).skip(1).collect();
    directions.sort_by_key(|v| (v.iter().sum::<u64>(), v.iter().max().copied()));
    let mut found: Vec<Translation> = Vec::new();
    for direction in directions {
        let moves = |axis: &usize| direction[*axis] > 0;
        let is_new = |axis: &usize| found.iter().all(|translation| translation.direction[*axis] == 0);
        // A direction parallel to an axis is a period of that generator, not a diagonal.
        let entries = (0..axes).filter(moves).count();
        if entries > 1 && (0..axes).filter(moves).any(|axis| is_new(&axis)) {
            found.extend(Translation::along(array, &direction, limits)?);
        }
    }
    Ok(found)
}

/// For every axis a proof that its generator has infinite order, where one is found. One is enough for the
/// quotient to be infinite.
pub(super) fn infinite_orders(
    array: &DigitAutomaton,
    translations: &[Translation],
    limits: &Limits,
) -> Result<Vec<InfiniteOrder>, StopReason> {
    let mut found = Vec::new();
    for axis in 0..array.radices().axes() {
        for translation in translations.iter().filter(|translation| translation.direction[axis] > 0) {
            if let Some(order) = infinite_order(array, axis, translation, limits)? {
                found.push(order);
                break;
            }
        }
    }
    Ok(found)
}

fn infinite_order(
    array: &DigitAutomaton,
    axis: usize,
    translation: &Translation,
    limits: &Limits,
) -> Result<Option<InfiniteOrder>, StopReason> {
    let side = match array.radices().axes() {
        0..=2 => 12,
        3 => 8,
        _ => 4,
    };
    let mut starts: Vec<Vec<u64>> = points(&translation.from, side).collect();
    starts.sort_by_key(|point| point.iter().sum::<u64>());
    for start in starts {
        limits.poll()?;
        let at = |j: u64| {
            let mut x = start.clone();
            x[axis] += j;
            x
        };
        let line: Vec<u32> = (0..LINE).map(|j| array.at(&at(j))).collect();
        let settled = &line[SETTLED as usize..];
        let Some(period) = (1..settled.len() / 2).find(|t| settled[*t..] == settled[..settled.len() - t])
        else {
            continue;
        };
        let Some(j) = (0..SETTLED as usize).rev().find(|j| line[*j] != line[j + period]) else {
            continue;
        };
        let order = InfiniteOrder {
            axis,
            translation: translation.clone(),
            point: at(j as u64),
            period: period as u64,
            repeats_from: SETTLED - j as u64,
        };
        if order.verify(array, limits)? {
            return Ok(Some(order));
        }
    }
    Ok(None)
}
