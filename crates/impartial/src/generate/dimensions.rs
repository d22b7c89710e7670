//! Abelian and generalised dihedral groups of any order: the game modulo the Frattini subgroup, by dimensions alone.
//!
//! Modulo its Frattini subgroup an abelian group A is a product of vector spaces, one for each prime that divides its order,
//! and an element raises the dimension of what is chosen by one in any of the spaces that are not full. The maximal subgroups
//! of Dih(A) are A and, for each maximal subgroup M of A, the subgroups of M and a coset of reflections; so a position is known
//! by the dimensions of its part in A and whether it has a reflection, and a second reflection counts as its product with
//! the first.
//!
//! What is missing to full dimensions decides: a position of deficiency 5 or more (so many elements at least are missing)
//! in a group of even order has nimbers 0 and 1, one of odd order 1 and 0 from 3 on (`docs/algebra.md`, "Deficiency").

use std::fmt;

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::{Aim, Type};
use crate::game::Outcome;
use crate::group::{LargeElement, LargeGroup, LargeShape};
use crate::integer::prime_divisors;
use crate::limits::{Limits, StopReason};

/// A product of cyclic groups, or the generalised dihedral group of one, as vector spaces over prime fields.
#[derive(Clone, Debug)]
pub struct Spaces {
    moduli: Vec<u64>,
    is_dihedral: bool,
    /// For each prime the cyclic factors whose order it divides.
    parts: Vec<(u64, Vec<usize>)>,
    is_frattini_even: bool,
}

/// What is missing to a generating set, the order of equal parts forgotten.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Missing {
    /// Whether the closure has even order.
    is_even: bool,
    /// Dimensions that are missing over the field with two elements.
    two: usize,
    /// Dimensions that are missing over other fields, sorted, without zeros.
    odd: Vec<usize>,
    /// Whether a reflection is missing.
    mirror: bool,
}

/// `3 dimensions over F2, 1 over another field and a reflection`.
impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        let counted = |n: usize| if n == 1 { "1 dimension".to_owned() } else { format!("{n} dimensions") };
        if self.two > 0 {
            parts.push(format!("{} over F2", counted(self.two)));
        }
        parts.extend(self.odd.iter().map(|n| format!("{} over another field", counted(*n))));
        if self.mirror {
            parts.push("a reflection".to_owned());
        }
        if parts.is_empty() { f.write_str("none") } else { f.write_str(&parts.join(", ")) }
    }
}

impl Missing {
    /// Whether nothing is: the position generates.
    pub fn is_nothing(&self) -> bool {
        self.two == 0 && self.odd.is_empty() && !self.mirror
    }

    /// The least number of elements that make the position generate.
    pub fn deficiency(&self) -> usize {
        self.two.max(self.odd.last().copied().unwrap_or(0)) + usize::from(self.mirror)
    }

    /// The number of dimensions missing, a reflection counted as one.
    pub fn total(&self) -> usize {
        self.two + self.odd.iter().sum::<usize>() + usize::from(self.mirror)
    }

    /// What is missing after a move out of the class.
    fn options(&self) -> Vec<Missing> {
        let mut options = Vec::new();
        if self.mirror {
            options.push(Missing { is_even: true, mirror: false, ..self.clone() });
        }
        // Equal numbers are taken together: how many of each become less by one.
        let mut groups: Vec<(usize, usize)> = Vec::new();
        for &missing in &self.odd {
            match groups.last_mut() {
                Some((value, count)) if *value == missing => *count += 1,
                _ => groups.push((missing, 1)),
            }
        }
        let mut chosen = vec![0; groups.len()];
        loop {
            let mut odd = Vec::with_capacity(self.odd.len());
            for ((value, count), lower) in groups.iter().zip(&chosen) {
                odd.extend(std::iter::repeat_n(value - 1, *lower).filter(|value| *value > 0));
                odd.extend(std::iter::repeat_n(*value, count - lower));
            }
            odd.sort_unstable();
            if chosen.iter().any(|lower| *lower > 0) {
                options.push(Missing { odd: odd.clone(), ..self.clone() });
            }
            if self.two > 0 {
                options.push(Missing { is_even: true, two: self.two - 1, odd, mirror: self.mirror });
            }
            let Some(at) = (0..groups.len()).find(|at| chosen[*at] < groups[*at].1) else { break };
            chosen[at] += 1;
            chosen[..at].fill(0);
        }
        options
    }
}

/// The classes worked out so far.
pub(super) type KnownTypes = FxHashMap<Missing, Type>;

impl Spaces {
    /// The spaces of a group that is a product of cyclic groups or the generalised dihedral group of one.
    pub fn new(group: &LargeGroup) -> Option<Self> {
        let (moduli, is_dihedral) = match group.shape() {
            LargeShape::Abelian(moduli) => (moduli.clone(), false),
            LargeShape::Dihedral(moduli) => (moduli.clone(), true),
            _ => return None,
        };
        let mut parts: Vec<(u64, Vec<usize>)> = Vec::new();
        let mut known: FxHashMap<u64, Vec<u64>> = FxHashMap::default();
        for (at, modulus) in moduli.iter().enumerate() {
            for prime in known.entry(*modulus).or_insert_with(|| prime_divisors(*modulus)) {
                match parts.iter_mut().find(|(known, _)| known == prime) {
                    Some((_, factors)) => factors.push(at),
                    None => parts.push((*prime, vec![at])),
                }
            }
        }
        parts.sort_unstable();
        let is_frattini_even = moduli.iter().any(|modulus| modulus.is_multiple_of(4));
        Some(Spaces { moduli, is_dihedral, parts, is_frattini_even })
    }

    /// Whether the order of the group is even.
    fn is_group_even(&self) -> bool {
        self.is_dihedral || self.parts.first().is_some_and(|(prime, _)| *prime == 2)
    }

    /// The residues of an element, and whether it is a reflection.
    fn residues(element: &LargeElement) -> (&[u64], bool) {
        match element {
            LargeElement::Tuple(residues) => (residues, false),
            LargeElement::Dihedral(residues, reflection) => (residues, *reflection),
            LargeElement::Permutation(_) => (&[], false),
        }
    }

    /// For each part a basis in echelon form of what elements span, and whether one is a reflection.
    fn spanned(&self, chosen: &[LargeElement]) -> (Vec<Vec<Vec<u64>>>, bool) {
        let rotations = chosen.iter().map(Self::residues).filter(|(_, reflection)| !reflection);
        let mut reflections = chosen.iter().map(Self::residues).filter(|(_, reflection)| *reflection);
        let first = reflections.next();
        let others: Vec<&[u64]> = reflections.map(|(residues, _)| residues).collect();
        let rotations: Vec<&[u64]> = rotations.map(|(residues, _)| residues).collect();
        let bases = self
            .parts
            .iter()
            .map(|(prime, factors)| {
                let mut basis: Vec<Vec<u64>> = Vec::new();
                for rotation in &rotations {
                    add(&mut basis, factors.iter().map(|at| rotation[*at] % prime).collect(), *prime);
                }
                if let Some((first, _)) = first {
                    for other in &others {
                        let difference =
                            |at: &usize| (other[*at] % prime + prime - first[*at] % prime) % prime;
                        add(&mut basis, factors.iter().map(difference).collect(), *prime);
                    }
                }
                basis
            })
            .collect();
        (bases, first.is_some())
    }

    /// What is missing where the spans have these dimensions.
    fn missing_at(&self, dimensions: &[usize], reflected: bool) -> Missing {
        let mut missing = Missing {
            is_even: self.is_frattini_even || reflected,
            two: 0,
            odd: Vec::new(),
            mirror: self.is_dihedral && !reflected,
        };
        for ((prime, factors), dimension) in self.parts.iter().zip(dimensions) {
            let rest = factors.len() - dimension;
            if *prime == 2 {
                missing.two = rest;
                missing.is_even |= *dimension > 0;
            } else if rest > 0 {
                missing.odd.push(rest);
            }
        }
        missing.odd.sort_unstable();
        missing
    }

    /// What is missing to a position.
    pub fn missing(&self, chosen: &[LargeElement]) -> Missing {
        let (bases, reflected) = self.spanned(chosen);
        self.missing_at(&bases.iter().map(Vec::len).collect::<Vec<_>>(), reflected)
    }

    /// The number of elements of the closure of a position: the order of the Frattini subgroup, and the spans.
    pub fn closure_size(&self, chosen: &[LargeElement]) -> BigUint {
        let (bases, reflected) = self.spanned(chosen);
        let order: BigUint =
            self.moduli.iter().fold(BigUint::from(1u32 + u32::from(reflected)), |n, m| n * m);
        let missing =
            self.parts.iter().zip(&bases).map(|((prime, factors), basis)| {
                BigUint::from(*prime).pow((factors.len() - basis.len()) as u32)
            });
        order / missing.product::<BigUint>()
    }

    /// The type of the class of a position; none when it generates.
    pub(super) fn type_of(
        &self,
        aim: Aim,
        missing: &Missing,
        known: &mut KnownTypes,
        limits: &Limits,
    ) -> Result<Type, StopReason> {
        let parity = u8::from(!missing.is_even);
        let deficiency = missing.deficiency();
        if self.is_group_even() && deficiency >= 5 {
            return Ok(Type { parity, even: 0, odd: 1 });
        }
        if !self.is_group_even() && (deficiency >= 3 || aim == Aim::Avoid) {
            return Ok(Type { parity, even: 1, odd: 0 });
        }
        if let Some(found) = known.get(missing) {
            return Ok(*found);
        }
        limits.poll_positions(known.len() as u64)?;
        let mut options: Vec<Type> = Vec::new();
        for option in missing.options() {
            let kind = match (option.is_nothing(), aim) {
                (true, Aim::Avoid) => continue,
                (true, Aim::Achieve) => Type { parity: 0, even: 0, odd: 0 },
                _ => self.type_of(aim, &option, known, limits)?,
            };
            if !options.contains(&kind) {
                options.push(kind);
            }
        }
        let found = Type::of_options(parity, &options);
        known.insert(missing.clone(), found);
        Ok(found)
    }

    /// The misère outcomes of the even and of the odd positions of a class.
    pub(super) fn misere(
        &self,
        aim: Aim,
        missing: &Missing,
        known: &mut FxHashMap<Missing, [Outcome; 2]>,
        limits: &Limits,
    ) -> Result<[Outcome; 2], StopReason> {
        if let Some(found) = known.get(missing) {
            return Ok(*found);
        }
        limits.poll_positions(known.len() as u64)?;
        let own = usize::from(!missing.is_even);
        // Whether there is an option at all, and one that the previous player wins, by the parity of the position moved from.
        let (mut any, mut wins) = (false, [false; 2]);
        for option in missing.options() {
            if option.is_nothing() {
                // The game is over and the next player has won, in misère play; in DNG it is no move.
                any |= aim == Aim::Achieve;
                continue;
            }
            any = true;
            let after = self.misere(aim, &option, known, limits)?;
            (0..2).for_each(|parity| wins[parity] |= after[1 - parity] == Outcome::P);
        }
        let mut found = [Outcome::N; 2];
        found[own] = if !any || wins[own] { Outcome::N } else { Outcome::P };
        let other = 1 - own;
        found[other] = if wins[other] || found[own] == Outcome::P { Outcome::N } else { Outcome::P };
        known.insert(missing.clone(), found);
        Ok(found)
    }

    /// For each class that one move leads to, an element that does: those in the class itself come first, if one is found.
    pub fn moves(&self, chosen: &[LargeElement]) -> Vec<LargeElement> {
        let (bases, reflected) = self.spanned(chosen);
        let mut found: Vec<LargeElement> = Vec::new();
        found.extend(self.inside(chosen));
        let dimensions: Vec<usize> = bases.iter().map(Vec::len).collect();
        let zeros = vec![0; self.moduli.len()];
        if self.is_dihedral && !reflected {
            found.push(LargeElement::Dihedral(zeros.clone(), true));
        }
        let open: Vec<usize> =
            (0..self.parts.len()).filter(|part| dimensions[*part] < self.parts[*part].1.len()).collect();
        let mut seen: Vec<Missing> = Vec::new();
        // All choices of a few spaces, and one space after another of many.
        let choices: Vec<Vec<usize>> = if open.len() <= 12 {
            (1..1usize << open.len())
                .map(|set| (0..open.len()).filter(|bit| set >> bit & 1 == 1).map(|bit| open[bit]).collect())
                .collect()
        } else {
            (1..=open.len()).map(|count| open[..count].to_vec()).collect()
        };
        for choice in choices {
            let mut after = dimensions.clone();
            choice.iter().for_each(|part| after[*part] += 1);
            let missing = self.missing_at(&after, reflected);
            if !seen.contains(&missing) {
                seen.push(missing);
                found.push(self.raising(&choice, &bases));
            }
        }
        found
    }

    /// An element of the closure of the position that is not chosen.
    fn inside(&self, chosen: &[LargeElement]) -> Option<LargeElement> {
        let rotation = |residues: Vec<u64>| match self.is_dihedral {
            true => LargeElement::Dihedral(residues, false),
            false => LargeElement::Tuple(residues),
        };
        let mut candidates = vec![vec![0; self.moduli.len()]];
        // Multiples by the product of the primes lie in the Frattini subgroup; multiples of what is chosen in its span.
        for (at, modulus) in self.moduli.iter().enumerate() {
            let radical: u64 = prime_divisors(*modulus).iter().product();
            if radical < *modulus {
                let mut residues = vec![0; self.moduli.len()];
                residues[at] = radical;
                candidates.push(residues);
                break;
            }
        }
        for element in chosen.iter().take(40) {
            let (residues, false) = Self::residues(element) else { continue };
            for factor in 2..6u128 {
                let multiple = |(x, n): (&u64, &u64)| (u128::from(*x) * factor % u128::from(*n)) as u64;
                candidates.push(residues.iter().zip(&self.moduli).map(multiple).collect());
            }
        }
        candidates.into_iter().map(rotation).find(|candidate| !chosen.contains(candidate))
    }

    /// An element that raises the dimension in some of the spaces, and in no others.
    fn raising(&self, choice: &[usize], bases: &[Vec<Vec<u64>>]) -> LargeElement {
        let mut residues = vec![0u64; self.moduli.len()];
        for &part in choice {
            let (prime, factors) = &self.parts[part];
            // A unit vector outside the span: the first without a pivot.
            let pivots: Vec<usize> =
                bases[part].iter().filter_map(|row| row.iter().position(|x| *x != 0)).collect();
            let free = (0..factors.len()).find(|at| !pivots.contains(at)).unwrap_or(0);
            let at = factors[free];
            // Add something that is 1 modulo this prime and 0 modulo the other primes of the modulus.
            let radical: u128 = prime_divisors(self.moduli[at]).iter().map(|p| u128::from(*p)).product();
            let others = radical / u128::from(*prime);
            let inverse = power(others % u128::from(*prime), u128::from(*prime) - 2, u128::from(*prime));
            let unit = if *prime == 2 { others } else { others * inverse % radical };
            residues[at] = ((u128::from(residues[at]) + unit) % radical) as u64;
        }
        if self.is_dihedral { LargeElement::Dihedral(residues, false) } else { LargeElement::Tuple(residues) }
    }
}

/// Adds a vector to a basis in echelon form, unless it is in the span.
fn add(basis: &mut Vec<Vec<u64>>, mut vector: Vec<u64>, prime: u64) {
    let p = u128::from(prime);
    for row in basis.iter() {
        let Some(pivot) = row.iter().position(|x| *x != 0) else { continue };
        if vector[pivot] != 0 {
            let factor = u128::from(vector[pivot]);
            for (x, y) in vector.iter_mut().zip(row) {
                *x = ((u128::from(*x) + (p - factor) * u128::from(*y)) % p) as u64;
            }
        }
    }
    if let Some(pivot) = vector.iter().position(|x| *x != 0) {
        let inverse = power(u128::from(vector[pivot]), p - 2, p);
        let inverse = if prime == 2 { 1 } else { inverse };
        vector.iter_mut().for_each(|x| *x = (u128::from(*x) * inverse % p) as u64);
        basis.push(vector);
    }
}

fn power(base: u128, mut exponent: u128, modulus: u128) -> u128 {
    let (mut square, mut result) = (base % modulus, 1 % modulus);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * square % modulus;
        }
        square = square * square % modulus;
        exponent >>= 1;
    }
    result
}
