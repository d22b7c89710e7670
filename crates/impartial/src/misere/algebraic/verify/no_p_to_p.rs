//! Check B: no move leads from P to P, and the empty position is not in P.

use std::collections::BTreeSet;

use super::{Counterexample, Objection, element_at, heap_at, object};
use crate::limits::Limits;
use crate::misere::algebraic::monoid::{Element, PresburgerMonoid};
use crate::misere::algebraic::moves::{Moves, large_moves, value_of};
use crate::misere::algebraic::pretending::{PretendingFunction, fixed};
use crate::misere::algebraic::region::{Refused, Region};
use crate::misere::algebraic::symbolic::Symbolic;
use crate::misere::algebraic::system::Form;

/// Checks that no move leads from P to P, that 1 is not in P, and that heaps without moves have value 1.
pub fn check(
    moves: &Moves,
    monoid: &PresburgerMonoid,
    phi: &PretendingFunction,
    limits: &Limits,
) -> Result<(), Objection> {
    let one = monoid.one();
    if monoid.is_p(&one) != Some(false) {
        return Err(Counterexample::Move { context: one, heap: 0, option: Vec::new() }.into());
    }
    // Moves between equal values are looked at once.
    let mut seen: BTreeSet<(Element, Element)> = BTreeSet::new();
    for heap in 1..moves.large_from(phi) {
        let value = phi.value(heap).ok_or(Refused::Overflow)?;
        let options = moves.options(heap);
        if options.is_empty() && value != one {
            return Err(Counterexample::Value(heap).into());
        }
        for option in options {
            let left = value_of(monoid, phi, &option).ok_or(Refused::Overflow)?;
            if seen.insert((value.clone(), left.clone())) {
                limits.poll().map_err(Refused::from)?;
                both_in_p(monoid, &Region::new(), &fixed(&value), &[fixed(&left)], &|_| Some(heap))?;
            }
        }
    }
    for residue in 0..phi.period {
        let mut region = Region::new();
        let k = region.variable().ok_or(Refused::Variables)?;
        let first = phi.first_k_from(residue, moves.large_from(phi));
        let bound = Form::constant(-first).plus(1, &k).ok_or(Refused::Overflow)?;
        let region = region.at_least_zero(bound).ok_or(Refused::Overflow)?;
        let value = phi.symbolic_value(residue, &k)?;
        for large in large_moves(moves, phi, &region, residue, &k)? {
            limits.poll().map_err(Refused::from)?;
            let constant = |x: &Symbolic| x.parameters.iter().all(Form::is_constant);
            if constant(&value) && large.values.iter().all(constant) {
                let origin = [0; crate::misere::algebraic::system::MOST_VARIABLES];
                let at = |x: &Symbolic| element_at(x, &origin).ok_or(Refused::Overflow);
                let mut left = one.clone();
                for value in &large.values {
                    left = monoid.product(&left, &at(value)?).ok_or(Refused::Overflow)?;
                }
                if !seen.insert((at(&value)?, left)) {
                    continue;
                }
            }
            both_in_p(monoid, &large.region, &value, &large.values, &|point| {
                heap_at(phi.period, residue, &k, point)
            })?;
        }
    }
    Ok(())
}

/// Objects if for some q both q times the value and q times the values left are in P.
fn both_in_p(
    monoid: &PresburgerMonoid,
    region: &Region,
    value: &Symbolic,
    left: &[Symbolic],
    heap: &dyn Fn(&crate::misere::algebraic::system::Point) -> Option<u64>,
) -> Result<(), Objection> {
    for label in 0..monoid.labels.len() {
        for (region, general) in monoid.general(region, label)? {
            for flip in [false, true] {
                let q = Symbolic { flip, ..general.clone() };
                for (part, product) in monoid.multiply(&region, &q, value)? {
                    for part in monoid.where_p(&part, &product, true)? {
                        let mut cases = vec![(part, q.clone())];
                        for value in left {
                            let mut next = Vec::new();
                            for (part, x) in &cases {
                                next.extend(monoid.multiply(part, x, value)?);
                            }
                            cases = next;
                        }
                        for (part, product) in &cases {
                            if let Some(part) = monoid.where_p(part, product, true)?.first() {
                                return Err(object(part, |point| {
                                    let option: Option<Vec<Element>> =
                                        left.iter().map(|value| element_at(value, point)).collect();
                                    Some(Counterexample::Move {
                                        context: element_at(&q, point)?,
                                        heap: heap(point)?,
                                        option: option?,
                                    })
                                }));
                            }
                        }
                    }
                }
            }
        }
    }
    Ok(())
}
