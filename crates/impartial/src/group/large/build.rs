//! Large groups from the expressions of the group language.

use num_bigint::BigUint;

use super::super::error::GroupError;
use super::super::expression::{Expression, Term};
use super::super::permutation::{MAX_POINT, Permutation};
use super::super::{families, linear};
use super::{LargeShape, PermutedPoints};
use crate::limits::{Limits, StopReason};

/// The most cyclic factors of a product.
const MOST_FACTORS: usize = 100_000;

/// The most points that a group of permutations with a stabiliser chain acts on.
const MOST_POINTS: usize = 1200;

/// The shape of a group, where it has one of those that are known here.
///
/// # Errors
/// When the expression names no group, or a limit is reached.
pub(super) fn shape(
    expression: &Expression,
    text: &str,
    limits: &Limits,
) -> Result<Option<LargeShape>, GroupError> {
    if let Some(moduli) = moduli(expression)? {
        return Ok(Some(LargeShape::Abelian(moduli)));
    }
    match &expression.term {
        Term::Dihedral(n) if *n > 0 => return Ok(Some(LargeShape::Dihedral(vec![*n]))),
        Term::GeneralizedDihedral(inner) => {
            if let Some(moduli) = moduli(inner)? {
                return Ok(Some(LargeShape::Dihedral(moduli)));
            }
        }
        Term::Symmetric(n) if (5..=MAX_POINT as u64).contains(n) => {
            return Ok(Some(LargeShape::Symmetric(*n as usize)));
        }
        Term::Alternating(n) if (5..=MAX_POINT as u64).contains(n) => {
            return Ok(Some(LargeShape::Alternating(*n as usize)));
        }
        _ => {}
    }
    let Some(generated) = generators(expression, text, limits)? else { return Ok(None) };
    let (degree, generators, order) = generated;
    of_points(degree, generators, order.as_ref(), limits)
        .map_err(|reason| GroupError::from(reason).at(expression.span.clone()))
}

/// The shape of the group that permutations of a degree generate; `None` when that is too large.
pub(super) fn of_points(
    degree: usize,
    generators: Vec<Permutation>,
    order: Option<&BigUint>,
    limits: &Limits,
) -> Result<Option<LargeShape>, StopReason> {
    if degree > MOST_POINTS {
        return Ok(None);
    }
    let points = PermutedPoints::new(degree, generators, order, limits)?;
    // All permutations of the points, or the even ones, whatever generates them.
    let all: BigUint = (2..=degree).fold(BigUint::from(1u32), |product, k| product * k);
    let size = points.chain.size();
    Ok(Some(match degree {
        5.. if size == all => LargeShape::Symmetric(degree),
        5.. if size == &all / 2u32 => LargeShape::Alternating(degree),
        _ => LargeShape::Permutations(points),
    }))
}

/// The order of a group, where the text tells it without much work.
pub(super) fn order(expression: &Expression) -> Option<BigUint> {
    let factorial = |n: u64| (2..=n).fold(BigUint::from(1u32), |product, k| product * k);
    // Past this many the order does not matter: it is large.
    let most = |n: &u64| *n <= MAX_POINT as u64;
    Some(match &expression.term {
        Term::Cyclic(n) => BigUint::from(*n),
        Term::Dihedral(n) => BigUint::from(*n) * 2u32,
        Term::Dicyclic(n) => BigUint::from(*n) * 4u32,
        Term::Quaternion(n) | Term::Small(n, _) => BigUint::from(*n),
        Term::Symmetric(n) => factorial(Some(*n).filter(most)?),
        Term::Alternating(n) => factorial(Some(*n).filter(most)?) / if *n < 2 { 1u32 } else { 2 },
        Term::Mathieu(n) => BigUint::from(families::mathieu_generators(*n).ok()?.1),
        Term::Janko => BigUint::from(super::super::sporadic::JANKO_ORDER),
        Term::Abelian(moduli) => moduli.iter().fold(BigUint::from(1u32), |order, n| order * n),
        Term::GeneralizedDihedral(inner) => order(inner)? * 2u32,
        Term::Product(factors) => {
            factors.iter().try_fold(BigUint::from(1u32), |product, factor| Some(product * order(factor)?))?
        }
        Term::Power(inner, exponent) => {
            order(inner)?.pow(u32::try_from(*exponent).ok().filter(|e| *e <= 4096)?)
        }
        Term::Semidirect(normal, _, acting) => order(normal)? * order(acting)?,
        // At most all permutations of the points.
        Term::Permutations(generators) => {
            let degree = generators.iter().map(Permutation::degree).max().unwrap_or(0);
            if degree > 7 {
                return None;
            }
            factorial(degree as u64)
        }
        _ => return None,
    })
}

/// Whether the shape is found without a list of elements of a large group, or a search for one.
pub(super) fn is_quick(expression: &Expression) -> bool {
    match &expression.term {
        Term::Presentation(_) | Term::Polycyclic(_) | Term::Table(_) => false,
        Term::Semidirect(..) => order(expression).is_some_and(|order| order <= BigUint::from(2000u32)),
        Term::Small(order, _) => *order <= 2000,
        Term::Dicyclic(n) | Term::Quaternion(n) => *n <= 2000,
        Term::Product(factors) => factors.iter().all(is_quick),
        Term::Power(inner, _) | Term::GeneralizedDihedral(inner) => is_quick(inner),
        Term::Wreath(base, top) => is_quick(base) && is_quick(top),
        _ => true,
    }
}

/// The orders of the cyclic groups that an expression is the direct product of.
fn moduli(expression: &Expression) -> Result<Option<Vec<u64>>, GroupError> {
    let too_many = || {
        let message = format!("a product of more than {MOST_FACTORS} cyclic groups");
        GroupError::new(expression.span.clone(), message)
    };
    Ok(match &expression.term {
        Term::Cyclic(n) if *n > 0 => Some(vec![*n]),
        Term::Abelian(moduli) if moduli.iter().all(|n| *n > 0) => Some(moduli.clone()),
        Term::Product(factors) => {
            let mut all = Vec::new();
            for factor in factors {
                let Some(part) = moduli(factor)? else { return Ok(None) };
                all.extend(part);
                if all.len() > MOST_FACTORS {
                    return Err(too_many());
                }
            }
            Some(all)
        }
        Term::Power(group, exponent) => match moduli(group)? {
            None => None,
            Some(part) => {
                let copies = usize::try_from(*exponent).ok();
                let factors = copies.and_then(|copies| copies.checked_mul(part.len()));
                let copies = copies
                    .filter(|_| factors.is_some_and(|factors| factors <= MOST_FACTORS))
                    .ok_or_else(too_many)?;
                Some(part.repeat(copies))
            }
        },
        _ => None,
    })
}

/// The degree, permutations that generate a group, and a bound on its order where one is known.
type Generated = (usize, Vec<Permutation>, Option<BigUint>);

fn generators(expression: &Expression, text: &str, limits: &Limits) -> Result<Option<Generated>, GroupError> {
    let factorial = |n: usize| (2..=n).fold(BigUint::from(1u32), |product, k| product * k);
    let within = |n: u64| (1..=MOST_POINTS as u64).contains(&n);
    Ok(match &expression.term {
        Term::Symmetric(n) if within(*n) => {
            let n = *n as usize;
            Some((n, families::symmetric_generators(n), Some(factorial(n))))
        }
        Term::Alternating(n) if within(*n) => {
            let n = *n as usize;
            let order = if n < 2 { factorial(n) } else { factorial(n) / 2u32 };
            Some((n, families::alternating_generators(n), Some(order)))
        }
        Term::Mathieu(n) => {
            let (generators, order) =
                families::mathieu_generators(*n).map_err(|error| error.at(expression.span.clone()))?;
            Some((*n as usize, generators, Some(order.into())))
        }
        Term::Janko => {
            let generators = super::super::sporadic::janko_generators(limits)
                .map_err(|error| error.at(expression.span.clone()))?;
            let order = BigUint::from(super::super::sporadic::JANKO_ORDER);
            Some((generators.first().map_or(1, Permutation::degree), generators, Some(order)))
        }
        Term::Linear(family, degree, field) => {
            match linear::generators(family, *degree, *field)
                .map_err(|error| error.at(expression.span.clone()))?
            {
                Some((generators, order)) => {
                    let points = generators.first().map_or(1, Permutation::degree);
                    Some((points, generators, order.map(BigUint::from)))
                }
                None => None,
            }
        }
        Term::Permutations(generators) => {
            let degree = generators.iter().map(Permutation::degree).max().unwrap_or(0).max(1);
            Some((degree, generators.iter().map(|g| g.extended(degree)).collect(), None))
        }
        Term::Product(factors) => {
            let mut parts = Vec::new();
            for factor in factors {
                let Some(part) = generators(factor, text, limits)? else { return Ok(None) };
                parts.push(part);
            }
            side_by_side(&parts)
        }
        Term::Power(group, exponent) => match generators(group, text, limits)? {
            Some(part) if exponent.saturating_mul(part.0 as u64) <= MOST_POINTS as u64 => {
                side_by_side(&vec![part; *exponent as usize])
            }
            _ => None,
        },
        Term::Wreath(base, top) => {
            let (Some(base), Some(top)) = (generators(base, text, limits)?, generators(top, text, limits)?)
            else {
                return Ok(None);
            };
            wreath(&base, &top)
        }
        Term::Symmetric(_) | Term::Alternating(_) | Term::Presentation(_) => None,
        _ => {
            // What is small enough is listed, and acts on its points or on itself.
            let listed = expression.build(text, limits)?;
            match listed.as_permutations() {
                Ok((degree, generators)) if degree <= MOST_POINTS => {
                    Some((degree, generators, Some(BigUint::from(listed.order()))))
                }
                _ => None,
            }
        }
    })
}

/// A direct product, each factor on points of its own.
fn side_by_side(parts: &[Generated]) -> Option<Generated> {
    let degree: usize = parts.iter().map(|part| part.0).sum();
    if degree > MOST_POINTS {
        return None;
    }
    let (mut all, mut order, mut offset) = (Vec::new(), Some(BigUint::from(1u32)), 0);
    for (points, generators, size) in parts {
        all.extend(generators.iter().map(|generator| generator.shifted(offset, degree)));
        order = order.zip(size.as_ref()).map(|(order, size)| order * size);
        offset += points;
    }
    Some((degree, all, order))
}

/// The wreath product, on copies of the points of the base that the top group permutes.
fn wreath(base: &Generated, top: &Generated) -> Option<Generated> {
    let degree = base.0.checked_mul(top.0).filter(|degree| *degree <= MOST_POINTS)?;
    let points = base.0;
    // A copy for each point of the top group: more generators than needed, and right whatever its orbits are.
    let mut all: Vec<Permutation> = (0..top.0)
        .flat_map(|copy| base.1.iter().map(move |generator| generator.shifted(copy * points, degree)))
        .collect();
    for step in &top.1 {
        let images = (0..degree).map(|point| (step.image(point / points) * points + point % points) as u16);
        all.push(Permutation::from_images_unchecked(images.collect()));
    }
    let order = base.2.as_ref().zip(top.2.as_ref()).map(|(base, size)| base.pow(top.0 as u32) * size);
    Some((degree, all, order))
}
