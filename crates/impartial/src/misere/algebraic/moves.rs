//! The moves of a code whose digits are plain, as the checks need them.

use super::monoid::{Element, PresburgerMonoid};
use super::pretending::{PretendingFunction, fixed};
use super::region::{Refused, Region, compose};
use super::strategy::{Part, Witness};
use super::symbolic::Symbolic;
use super::system::Form;
use crate::heap::HeapCode;

/// A code with finitely many plain digits that leaves at least one heap of large ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moves {
    /// The code.
    pub code: HeapCode,
    /// The most tokens taken by one move.
    pub most_taken: u64,
    /// The most heaps left by one move.
    pub most_parts: u64,
}

impl Moves {
    /// The moves of a code; `None` when it is not of this kind.
    pub fn new(code: HeapCode) -> Option<Self> {
        let (most_taken, most_parts) = (code.last_digit()?, u64::from(code.max_parts()?).max(1));
        let fits = code.is_plain() && (1..=3).contains(&most_parts);
        fits.then_some(Moves { code, most_taken, most_parts })
    }

    /// From this heap on every option has a regular heap: heaps are treated by residues.
    pub fn large_from(&self, phi: &PretendingFunction) -> u64 {
        self.most_parts * phi.regular_from() + self.most_taken + 1
    }

    /// Whether so many heaps may be left after taking so many tokens.
    pub fn allows(&self, take: u64, parts: u64) -> bool {
        take <= self.most_taken && self.code.digit(take).allows(parts)
    }

    /// The options of a heap.
    pub fn options(&self, heap: u64) -> Vec<Vec<u64>> {
        self.code.options(heap)
    }
}

/// The value of a sum of heaps; `None` on overflow.
pub(super) fn value_of(
    monoid: &PresburgerMonoid,
    phi: &PretendingFunction,
    heaps: &[u64],
) -> Option<Element> {
    heaps.iter().try_fold(monoid.one(), |x, heap| monoid.product(&x, &phi.value(*heap)?))
}

/// A move of the large heap pk + r: the values of the heaps left, in a region.
pub(super) struct LargeMove {
    /// Where the move is possible.
    pub region: Region,
    /// The values of the heaps left.
    pub values: Vec<Symbolic>,
}

/// All moves of the large heaps pk + r, by shape: every heap left is a fixed one below n_0, or regular with its own residue.
pub(super) fn large_moves(
    moves: &Moves,
    phi: &PretendingFunction,
    region: &Region,
    residue: u64,
    k: &Form,
) -> Result<Vec<LargeMove>, Refused> {
    let mut found = Vec::new();
    for take in 0..=moves.most_taken {
        for parts in (1..=moves.most_parts).filter(|parts| moves.allows(take, *parts)) {
            let start = Shape {
                region: region.clone(),
                values: Vec::new(),
                rest: (residue as i64 - take as i64, *k),
            };
            start.extend(phi, parts, 0, &mut found)?;
        }
    }
    Ok(found)
}

/// Some of the heaps that a move leaves, and the tokens for the others: p·rest.1 + rest.0.
struct Shape {
    region: Region,
    values: Vec<Symbolic>,
    rest: (i64, Form),
}

impl Shape {
    /// Adds `parts` heaps, the last of which is regular. Heaps come in the order of `from`: fixed ones 1 to n_0 - 1, then
    /// residues.
    fn extend(
        self,
        phi: &PretendingFunction,
        parts: u64,
        from: u64,
        found: &mut Vec<LargeMove>,
    ) -> Result<(), Refused> {
        let first = phi.regular_from();
        if parts == 1 {
            if let Some((region, value)) = regular_rest(phi, &self.region, self.rest.0, &self.rest.1)? {
                let mut values = self.values;
                values.push(value);
                found.push(LargeMove { region, values });
            }
            return Ok(());
        }
        for heap in from.max(1)..first {
            let mut values = self.values.clone();
            values.push(fixed(&phi.small[heap as usize]));
            let rest = (self.rest.0 - heap as i64, self.rest.1);
            Shape { region: self.region.clone(), values, rest }.extend(phi, parts - 1, heap, found)?;
        }
        for residue in from.saturating_sub(first)..phi.period {
            let mut region = self.region.clone();
            let u = region.variable().ok_or(Refused::Variables)?;
            let bound = Form::constant(-phi.first_k(residue)).plus(1, &u).ok_or(Refused::Overflow)?;
            let Some(region) = region.at_least_zero(bound) else {
                continue;
            };
            let mut values = self.values.clone();
            values.push(phi.symbolic_value(residue, &u)?);
            let rest = (self.rest.0 - residue as i64, self.rest.1.plus(-1, &u).ok_or(Refused::Overflow)?);
            Shape { region, values, rest }.extend(phi, parts - 1, first + residue, found)?;
        }
        Ok(())
    }
}

/// The value of the heap p·k + constant where it is regular; `None` when it nowhere is.
pub(super) fn regular_rest(
    phi: &PretendingFunction,
    region: &Region,
    constant: i64,
    k: &Form,
) -> Result<Option<(Region, Symbolic)>, Refused> {
    let period = phi.period as i64;
    let residue = constant.rem_euclid(period);
    let k = Form::constant(constant.div_euclid(period)).plus(1, k).ok_or(Refused::Overflow)?;
    let bound = Form::constant(-phi.first_k(residue as u64)).plus(1, &k).ok_or(Refused::Overflow)?;
    let Some(region) = region.at_least_zero(bound) else {
        return Ok(None);
    };
    Ok(Some((region, phi.symbolic_value(residue as u64, &k)?)))
}

/// The heaps that a witness leaves of a small heap; `None` when it is no move.
pub(super) fn small_witness(moves: &Moves, heap: u64, witness: &Witness) -> Option<Vec<u64>> {
    let mut rest = heap.checked_sub(witness.take)?;
    let mut heaps = Vec::new();
    for part in &witness.parts {
        let Part::Fixed(part) = part else { return None };
        rest = rest.checked_sub(*part).filter(|_| *part > 0)?;
        heaps.push(*part);
    }
    heaps.extend((rest > 0).then_some(rest));
    moves.allows(witness.take, heaps.len() as u64).then_some(heaps)
}

/// What a witness leaves of a large heap pk + r in a region of contexts: the values of the heaps, or a part of the region in
/// which it is no move.
pub(super) type Left = Result<(Region, Vec<Symbolic>), Region>;

/// The values of the heaps that a witness leaves of a large heap pk + r, if it is a move in all of the region.
pub(super) fn large_witness(
    moves: &Moves,
    phi: &PretendingFunction,
    region: &Region,
    residue: u64,
    arguments: &[Form],
    witness: &Witness,
) -> Result<Left, Refused> {
    let overflow = || Refused::Overflow;
    let k = arguments.last().ok_or_else(overflow)?;
    let mut region = region.clone();
    if !moves.allows(witness.take, witness.parts.len() as u64 + 1) {
        return Ok(Err(region));
    }
    let mut values = Vec::new();
    let (mut constant, mut rest) = (residue as i64 - witness.take as i64, *k);
    for part in &witness.parts {
        match part {
            Part::Fixed(0) => return Ok(Err(region)),
            Part::Fixed(heap) => {
                values.push(fixed(&phi.value(*heap).ok_or_else(overflow)?));
                constant = constant.checked_sub_unsigned(*heap).ok_or_else(overflow)?;
            }
            Part::Moving { residue, form, divisor } => {
                if *residue >= phi.period || !(1..=2).contains(divisor) {
                    return Ok(Err(region));
                }
                let mut u = compose(form, arguments).ok_or_else(overflow)?;
                if *divisor == 2 {
                    let odd = u.plus(1, &Form::constant(1)).ok_or_else(overflow)?;
                    if let Some(part) = region.even(odd) {
                        return Ok(Err(part));
                    }
                    // u is a new variable with 2u = form.
                    let half = region.variable().ok_or(Refused::Variables)?;
                    let zero = u.plus(-2, &half).ok_or_else(overflow)?;
                    region = region.zero(zero).ok_or_else(overflow)?;
                    u = half;
                }
                if let Some(part) = below(&region, &u, phi.first_k(*residue))? {
                    return Ok(Err(part));
                }
                values.push(phi.symbolic_value(*residue, &u)?);
                constant -= *residue as i64;
                rest = rest.plus(-1, &u).ok_or_else(overflow)?;
            }
        }
    }
    let period = phi.period as i64;
    let last = constant.rem_euclid(period) as u64;
    let u = Form::constant(constant.div_euclid(period)).plus(1, &rest).ok_or_else(overflow)?;
    if let Some(part) = below(&region, &u, phi.first_k(last))? {
        return Ok(Err(part));
    }
    values.push(phi.symbolic_value(last, &u)?);
    Ok(Ok((region, values)))
}

/// The part of a region where a form is below a bound, if there is one.
fn below(region: &Region, form: &Form, bound: i64) -> Result<Option<Region>, Refused> {
    let negative = Form::constant(bound - 1).plus(-1, form).ok_or(Refused::Overflow)?;
    Ok(region.at_least_zero(negative))
}
