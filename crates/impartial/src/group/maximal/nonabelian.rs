//! Maximal subgroups M that contain K and not L, for a non-abelian chief factor L/K.
//!
//! Work modulo K, so that L is a non-abelian minimal normal subgroup of G and M·L = G. Let D = M ∩ L, normal in M.
//!
//! 1. D ≠ 1. Then D is not normal in G, so M is the normaliser of any subgroup E ≤ D that is normal in M and not 1. Take
//!    E minimal: it is elementary abelian ([`elementary`]), or a direct power of a simple group ([`simple`]). Both
//!    kinds are few up to conjugation. That simple groups are found by pairs is a theorem: every element other than
//!    the identity of a finite simple group T belongs to a pair that generates T (Guralnick and Kantor, *Probabilistic
//!    generation of finite simple groups*, 2000), in particular an involution does.
//! 2. D = 1. Then M is a complement of L. With R the core of M, G/R is a primitive group with a regular non-abelian
//!    minimal normal subgroup L, and by the theorem of O'Nan and Scott it is either of twisted wreath type, of order at
//!    least 60⁶·60, past what is numbered here, or has a second minimal normal subgroup C/R ≅ L, the centraliser, and
//!    M/R is the normaliser of a diagonal of L × C/R ([`diagonal`]).
//!
//! The candidates for M that arise are normalisers; one with M·L = G is maximal unless it lies in a larger one of them.

mod diagonal;
mod elementary;
mod simple;
mod transport;

use super::super::chief::prime_factors;
use super::super::finite::FiniteGroup;
use super::super::subgroup::Subgroup;
use crate::limits::{Limits, StopReason};
use crate::subset::Subset;
use transport::Transport;

/// Adds the maximal subgroups that contain `lower` and not `upper`, where `upper`/`lower` is a non-abelian chief factor.
pub(super) fn supplements(
    group: &FiniteGroup,
    (lower, upper): (&Subgroup, &Subgroup),
    limits: &Limits,
    found: &mut Vec<Subset>,
) -> Result<(), StopReason> {
    if lower.order() == 1 {
        return modulo_nothing(group, upper, limits, found);
    }
    let quotient = group.quotient(lower);
    let image =
        Subgroup::generated(&quotient.group, upper.generators().iter().map(|a| quotient.image[*a] as usize));
    let mut below = Vec::new();
    modulo_nothing(&quotient.group, &image, limits, &mut below)?;
    for subgroup in below {
        found.push(Subset::from_fn(group.order(), |a| subgroup.contains(quotient.image[a] as usize)));
    }
    Ok(())
}

/// The same for a minimal normal subgroup.
fn modulo_nothing(
    group: &FiniteGroup,
    minimal: &Subgroup,
    limits: &Limits,
    found: &mut Vec<Subset>,
) -> Result<(), StopReason> {
    let transport = Transport::new(group, limits)?;
    let mut candidates = Candidates { group, minimal, list: Vec::new() };
    for prime in prime_factors(minimal.order()) {
        for normalizer in elementary::normalizers(&transport, minimal, prime, limits)? {
            candidates.add(normalizer);
        }
    }
    for normalizer in simple::normalizers(&transport, minimal, minimal.order() / 2, limits)? {
        candidates.add(normalizer);
    }
    for normalizer in diagonal::normalizers(group, minimal, limits)? {
        candidates.add(normalizer);
    }
    candidates.maximal(limits, found)
}

/// Subgroups M with M·L = G, one or more of each class.
struct Candidates<'a> {
    group: &'a FiniteGroup,
    minimal: &'a Subgroup,
    list: Vec<Subgroup>,
}

impl Candidates<'_> {
    fn add(&mut self, candidate: Subgroup) {
        let common = candidate.set().intersection(self.minimal.set()).count();
        let product = candidate.order() / common * self.minimal.order();
        if product == self.group.order() && common < self.minimal.order() {
            self.list.push(candidate);
        }
    }

    /// The conjugates of those that lie in no larger one.
    fn maximal(mut self, limits: &Limits, found: &mut Vec<Subset>) -> Result<(), StopReason> {
        self.list.sort_by_key(|candidate| std::cmp::Reverse(candidate.order()));
        let start = found.len();
        for candidate in &self.list {
            let contained =
                found[start..].iter().any(|known| candidate.generators().iter().all(|a| known.contains(*a)));
            if !contained {
                self.add_conjugates(candidate, limits, found)?;
            }
        }
        Ok(())
    }

    /// All conjugates of a maximal subgroup that is not normal: it is its own normaliser, so they are as many as its
    /// cosets.
    fn add_conjugates(
        &self,
        subgroup: &Subgroup,
        limits: &Limits,
        found: &mut Vec<Subset>,
    ) -> Result<(), StopReason> {
        let group = self.group;
        let mut covered = Subset::empty(group.order());
        while let Some(g) = covered.first_missing() {
            limits.poll()?;
            for &a in subgroup.elements() {
                covered.insert(group.product(a, g));
            }
            let inverse = group.inverse(g);
            let conjugate = subgroup.elements().iter().map(|a| group.conjugate_by(*a, g, inverse));
            found.push(Subset::from_elements(group.order(), conjugate));
        }
        Ok(())
    }
}
