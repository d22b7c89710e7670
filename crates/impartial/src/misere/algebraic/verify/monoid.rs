//! Check A: the letters act on the elements, commute, and words act as their elements do.

use super::{Counterexample, Objection, element_at, object};
use crate::limits::Limits;
use crate::misere::algebraic::monoid::{LetterKind, PresburgerMonoid};
use crate::misere::algebraic::pretending::{PretendingFunction, fixed};
use crate::misere::algebraic::region::{Refused, Region};
use crate::misere::algebraic::symbolic::{Cases, Symbolic};
use crate::misere::algebraic::system::Form;

/// Checks that the values of all heaps are elements, and that heap 0 has value 1.
pub fn values(monoid: &PresburgerMonoid, phi: &PretendingFunction) -> Result<(), Objection> {
    if phi.small.first() != Some(&monoid.one()) {
        return Err(Counterexample::Value(0).into());
    }
    for (heap, value) in phi.small.iter().enumerate() {
        if monoid.contains(value) != Some(true) {
            return Err(Counterexample::Value(heap as u64).into());
        }
    }
    for residue in 0..phi.period {
        let mut region = Region::new();
        let k = region.variable().ok_or(Refused::Variables)?;
        let bound = Form::constant(-phi.first_k(residue)).plus(1, &k).ok_or(Refused::Overflow)?;
        let Some(region) = region.at_least_zero(bound) else {
            continue;
        };
        let value = phi.symbolic_value(residue, &k)?;
        if let Some(part) = outside(monoid, &region, &value)? {
            return Err(object(&part, |point| {
                Some(Counterexample::Value(super::heap_at(phi.period, residue, &k, point)?))
            }));
        }
    }
    Ok(())
}

/// A part of the region where an element is outside its domain.
fn outside(monoid: &PresburgerMonoid, region: &Region, x: &Symbolic) -> Result<Option<Region>, Refused> {
    Ok(region.where_true(&monoid.labels[x.label].domain, &x.parameters, false)?.pop())
}

/// Checks that letters act, that powers are powers, that letters commute, and that 1 times the word of q is q.
///
/// Cost: labels × letters² × the cases of two actions, each some systems of inequalities.
pub fn laws(monoid: &PresburgerMonoid, limits: &Limits) -> Result<(), Objection> {
    for label in 0..monoid.labels.len() {
        for (region, x) in monoid.general(&Region::new(), label)? {
            one_times(monoid, &region, &x)?;
            for letter in 0..monoid.letters.len() {
                limits.poll().map_err(Refused::from)?;
                acts(monoid, &region, &x, letter)?;
                for other in 0..=letter {
                    commutes(monoid, &region, &x, letter, other)?;
                }
            }
        }
    }
    Ok(())
}

/// The general index of a letter: a new variable, at least 0.
fn index(
    monoid: &PresburgerMonoid,
    region: &Region,
    letter: usize,
) -> Result<(Region, Option<Form>), Refused> {
    let mut region = region.clone();
    if !monoid.letters[letter].is_indexed() {
        return Ok((region, None));
    }
    let index = region.variable().ok_or(Refused::Variables)?;
    let region = region.at_least_zero(index).ok_or(Refused::Overflow)?;
    Ok((region, Some(index)))
}

/// The counterexample with an element and letters at a point of a region.
fn at(region: &Region, x: &Symbolic, letters: &[(usize, Option<Form>)]) -> Objection {
    object(region, |point| {
        let letters: Option<Vec<(usize, i64)>> = letters
            .iter()
            .map(|(letter, index)| Some((*letter, index.map_or(Some(0), |index| index.at(point))?)))
            .collect();
        Some(Counterexample::Monoid { element: element_at(x, point)?, letters: letters? })
    })
}

/// A region in which two elements differ, if there is one.
fn differ(region: &Region, x: &Symbolic, y: &Symbolic) -> Option<Region> {
    if x.label != y.label || x.flip != y.flip || x.parameters.len() != y.parameters.len() {
        return Some(region.clone());
    }
    x.parameters.iter().zip(&y.parameters).find_map(|(left, right)| region.difference(left, right))
}

fn one_times(monoid: &PresburgerMonoid, region: &Region, x: &Symbolic) -> Result<(), Objection> {
    for (part, product) in monoid.multiply(region, &fixed(&monoid.one()), x)? {
        if let Some(part) = differ(&part, &product, x) {
            return Err(at(&part, x, &[]));
        }
    }
    Ok(())
}

fn acts(monoid: &PresburgerMonoid, region: &Region, x: &Symbolic, letter: usize) -> Result<(), Objection> {
    let (region, index) = index(monoid, region, letter)?;
    let cases = monoid.act_symbolic(&region, x, letter, index)?;
    for (part, image) in &cases {
        if let Some(part) = outside(monoid, part, image)? {
            return Err(at(&part, x, &[(letter, index)]));
        }
    }
    let (LetterKind::Power, Some(m)) = (monoid.letters[letter].kind, index) else {
        return Ok(());
    };
    for (part, image) in monoid.act_symbolic(&region, x, letter, Some(Form::constant(0)))? {
        if let Some(part) = differ(&part, &image, x) {
            return Err(at(&part, x, &[(letter, Some(Form::constant(0)))]));
        }
    }
    let one = Form::constant(1);
    let next = m.plus(1, &one).ok_or(Refused::Overflow)?;
    for (part, image) in cases {
        for (part, twice) in monoid.act_symbolic(&part, &image, letter, Some(one))? {
            for (part, once) in monoid.act_symbolic(&part, x, letter, Some(next))? {
                if let Some(part) = differ(&part, &once, &twice) {
                    return Err(at(&part, x, &[(letter, Some(m)), (letter, Some(one))]));
                }
            }
        }
    }
    Ok(())
}

fn commutes(
    monoid: &PresburgerMonoid,
    region: &Region,
    x: &Symbolic,
    left: usize,
    right: usize,
) -> Result<(), Objection> {
    // Powers of one letter commute, since each is the power before times the first; and for the same reason what commutes
    // with the first power commutes with all.
    let is_power = |letter: usize| monoid.letters[letter].kind == LetterKind::Power;
    if left == right && monoid.letters[left].kind != LetterKind::Family {
        return Ok(());
    }
    let general = |region: &Region, letter: usize| {
        if is_power(letter) {
            Ok((region.clone(), Some(Form::constant(1))))
        } else {
            index(monoid, region, letter)
        }
    };
    let (region, i) = general(region, left)?;
    let (region, j) = general(&region, right)?;
    let twice = |region: &Region, x: &Symbolic, first: (usize, Option<Form>), then: (usize, Option<Form>)| {
        let mut cases: Cases = Vec::new();
        for (part, image) in monoid.act_symbolic(region, x, first.0, first.1)? {
            cases.extend(monoid.act_symbolic(&part, &image, then.0, then.1)?);
        }
        Ok::<Cases, Refused>(cases)
    };
    for (part, one_way) in twice(&region, x, (left, i), (right, j))? {
        for (part, other_way) in twice(&part, x, (right, j), (left, i))? {
            if let Some(part) = differ(&part, &one_way, &other_way) {
                return Err(at(&part, x, &[(left, i), (right, j)]));
            }
        }
    }
    Ok(())
}
