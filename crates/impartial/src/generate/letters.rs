//! Symmetric and alternating groups of any number of letters: the theorems, and when permutations generate.

use num_bigint::BigUint;

use super::Aim;
use super::cover::{Law, Scope, Verdict};
use crate::claim::Claim;
use crate::group::sims::{Chance, Products};
use crate::group::{LargeElement, Permutation, StabilizerChain};
use crate::integer::is_prime;
use crate::limits::{Limits, Unanswered};

const SYMMETRIC: &str = "Benesh, Ernst and Sieben, Impartial avoidance and achievement games for generating symmetric and alternating groups";

/// The most points for which the order of a subgroup of S_n is worked out.
const MOST_POINTS: usize = 200;

/// Whether permutations of n ≥ 8 points generate all even ones. A transitive group with an element that has a cycle of prime
/// length p > n/2 is primitive, and a power of the element is a cycle of length p; with p < n-2 the group then contains A_n (Jordan).
pub(super) fn contains_alternating(
    n: usize,
    generators: &[Permutation],
    limits: &Limits,
) -> Result<bool, Unanswered> {
    let mut reached = vec![false; n];
    let mut waiting = vec![0];
    reached[0] = true;
    while let Some(point) = waiting.pop() {
        for generator in generators {
            let image = generator.image(point);
            if !std::mem::replace(&mut reached[image], true) {
                waiting.push(image);
            }
        }
    }
    if reached.contains(&false) {
        return Ok(false);
    }
    if is_imprimitive(n, generators, limits)? {
        return Ok(false);
    }
    let mut products = Products::new(n, generators);
    for _ in 0..300 {
        limits.poll_steps(n as u64)?;
        let is_long =
            |cycle: &Vec<usize>| 2 * cycle.len() > n && cycle.len() + 2 < n && is_prime(cycle.len() as u64);
        if products.next().cycles().iter().any(is_long) {
            return Ok(true);
        }
    }
    if n > MOST_POINTS {
        return Err(Unanswered::OutOfReach(
            "whether the elements chosen generate was not found out".to_owned(),
        ));
    }
    let chain = StabilizerChain::from_random_elements(n, generators, &[], None, limits)?;
    Ok(chain.size() * 2u32 >= (2..=n).fold(BigUint::from(1u32), |product, k| product * k))
}

/// Whether a transitive group keeps a partition of the points into blocks, other than the two trivial ones.
fn is_imprimitive(n: usize, generators: &[Permutation], limits: &Limits) -> Result<bool, Unanswered> {
    fn root(parents: &mut [usize], mut point: usize) -> usize {
        while parents[point] != point {
            parents[point] = parents[parents[point]];
            point = parents[point];
        }
        point
    }
    for other in 1..n {
        limits.poll_steps(n as u64)?;
        // The finest partition with both points in one block.
        let mut parents: Vec<usize> = (0..n).collect();
        let mut waiting = vec![(0, other)];
        let mut blocks = n;
        while let Some((a, b)) = waiting.pop() {
            let (a, b) = (root(&mut parents, a), root(&mut parents, b));
            if a != b {
                parents[b] = a;
                blocks -= 1;
                waiting.extend(generators.iter().map(|generator| (generator.image(a), generator.image(b))));
            }
        }
        if blocks > 1 {
            return Ok(true);
        }
    }
    Ok(false)
}

pub(super) fn shuffled(n: usize, chance: &mut Chance) -> Permutation {
    let mut images: Vec<usize> = (0..n).collect();
    for at in (1..n).rev() {
        images.swap(at, chance.below(at + 1));
    }
    Permutation::from_images(&images).expect("a rearrangement")
}

/// A random cycle of a length on n points.
pub(super) fn long_cycle(n: usize, length: usize, chance: &mut Chance) -> Permutation {
    let order = shuffled(n, chance);
    let mut images: Vec<usize> = (0..n).collect();
    for at in 0..length {
        images[order.image(at)] = order.image((at + 1) % length);
    }
    Permutation::from_images(&images).expect("a rearrangement")
}

/// The transposition of the first two points.
pub(super) fn swap(n: usize) -> Permutation {
    let mut images: Vec<usize> = (0..n).collect();
    images.swap(0, 1);
    Permutation::from_images(&images).expect("a rearrangement")
}

/// S_n for n ≥ 5.
pub(super) fn symmetric(n: usize, aim: Aim) -> Verdict {
    let identity = LargeElement::Permutation(Permutation::identity(n));
    match aim {
        Aim::Avoid => {
            let why = format!(
                "A{n} has even order and contains all elements of odd order (Ernst and Sieben, Section 9)"
            );
            Verdict::proved(0, why, Law::Parity(Scope::All))
        }
        Aim::Achieve => Verdict {
            nimber: 1,
            claim: Claim::Cited(format!(
                "{SYMMETRIC}: every permutation but 1 belongs to a pair that generates"
            )),
            law: Law::Pairs(Scope::All),
            reply: Some(identity),
        },
    }
}

/// A_n for n ≥ 5.
pub(super) fn alternating(n: usize, aim: Aim) -> Verdict {
    let identity = Permutation::identity(n);
    if is_zeta_prime(n) {
        let why = format!(
            "{SYMMETRIC}: {n} is a prime with remainder 3 modulo 4, not 11 or 23, and not (q^d-1)/(q-1), so a cycle of length {n} lies in no proper subgroup of even order"
        );
        let images: Vec<usize> = (0..n).map(|point| (point + 1) % n).collect();
        let cycle = Permutation::from_images(&images).expect("a rearrangement");
        let (nimber, reply) = if aim == Aim::Avoid { (3, cycle) } else { (4, identity) };
        return Verdict { nimber, claim: Claim::Cited(why), law: Law::Start, reply: None }.with_reply(reply);
    }
    // A maximal subgroup of odd order is that of an n-cycle in its normaliser, for these primes (Liebeck and Saxl 1991).
    let has_odd_subgroup = n % 4 == 3 && is_prime(n as u64) && ![7, 11, 23].contains(&n);
    let scope = if has_odd_subgroup { Scope::Even } else { Scope::All };
    match aim {
        Aim::Avoid => Verdict {
            nimber: 0,
            claim: Claim::Cited(format!("{SYMMETRIC}: subgroups of even order cover A{n}")),
            law: Law::Parity(scope),
            reply: None,
        },
        Aim::Achieve => Verdict {
            nimber: 1,
            claim: Claim::Cited(format!(
                "{SYMMETRIC}: subgroups of even order cover, and every element but 1 belongs to a pair that generates"
            )),
            law: Law::Pairs(scope),
            reply: None,
        }
        .with_reply(identity),
    }
}

/// Whether a position of A_n has a cycle of length n that lies in no proper subgroup of even order. If the position does not generate, the only
/// maximal subgroup that contains it is then the normaliser of the cycle, of odd order.
pub(super) fn has_odd_cycle(n: usize, chosen: &[Permutation]) -> bool {
    is_zeta_prime(n) && chosen.iter().any(|element| element.cycle_type().contains(&n))
}

/// Whether n is a prime for which an n-cycle lies in no proper subgroup of A_n of even order, n ≥ 5: the transitive groups of
/// prime degree are known by the classification of finite simple groups.
fn is_zeta_prime(n: usize) -> bool {
    let is_repunit = (2..n).any(|q| {
        let mut sum = 1 + q;
        while sum < n {
            sum = sum * q + 1;
        }
        sum == n && crate::integer::prime_divisors(q as u64).len() == 1
    });
    n % 4 == 3 && is_prime(n as u64) && n != 11 && n != 23 && !is_repunit
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The primes of OEIS A270123, found by definition there.
    #[test]
    fn primes_whose_cycles_are_in_odd_subgroups_only() {
        let found: Vec<usize> = (5..200).filter(|n| is_zeta_prime(*n)).collect();
        assert_eq!(found, [19, 43, 47, 59, 67, 71, 79, 83, 103, 107, 131, 139, 151, 163, 167, 179, 191, 199]);
    }

    /// Blocks by definition: a set of points whose images are equal or disjoint.
    #[test]
    fn blocks_of_small_groups() {
        let parse = |text: &str| text.parse::<Permutation>().unwrap().extended(6);
        for (generators, expected) in [
            (vec!["(1 2 3 4 5 6)"], true),
            (vec!["(1 2 3 4 5 6)", "(1 2)"], false),
            (vec!["(1 2 3 4 5 6)", "(1 4)"], true),
            (vec!["(1 2 3 4 5)", "(1 6)(2 5)"], false),
        ] {
            let generators: Vec<Permutation> = generators.iter().map(|text| parse(text)).collect();
            assert_eq!(is_imprimitive(6, &generators, &Limits::none()), Ok(expected));
        }
    }
}
