//! Finitely generated modules over a Euclidean domain, above all abelian groups: who wins, by which element.

use super::divisor_game::nimber_of_sequence;
use super::euclidean::{EuclideanDomain, Unfactored};
use super::replies::Replies;
use super::smith::{Matrix, hermite_form, reduce, smith_form};
use crate::game::{Outcome, Play};
use crate::limits::{Limits, StopReason};
use crate::ordinal::Ordinal;

/// The module with some generators and relations between them.
///
/// Invariant: the relations are in Hermite normal form, so that equal modules on the same generators are equal values.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Module<R: EuclideanDomain> {
    ring: R,
    generators: usize,
    relations: Matrix<R::Element>,
}

impl<R: EuclideanDomain> Module<R> {
    /// The module with this number of generators and these relations: each row is a combination that is 0.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn new(
        ring: R,
        generators: usize,
        relations: Matrix<R::Element>,
        limits: &Limits,
    ) -> Result<Self, StopReason> {
        debug_assert!(relations.iter().all(|row| row.len() == generators));
        let relations = hermite_form(&ring, relations, limits)?;
        Ok(Module { ring, generators, relations })
    }

    /// The ring.
    pub fn ring(&self) -> &R {
        &self.ring
    }

    /// The number of generators.
    pub fn generators(&self) -> usize {
        self.generators
    }

    /// The relations, in Hermite normal form.
    pub fn relations(&self) -> &Matrix<R::Element> {
        &self.relations
    }

    /// The same element of the module in its shortest coordinates: remainders.
    pub fn reduced(&self, element: &[R::Element]) -> Vec<R::Element> {
        reduce(&self.ring, &self.relations, element)
    }

    /// Whether an element is 0 in the module.
    pub fn is_zero(&self, element: &[R::Element]) -> bool {
        self.reduced(element).iter().all(|entry| self.ring.is_zero(entry))
    }

    /// The quotient by some elements.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn quotient(&self, elements: &[Vec<R::Element>], limits: &Limits) -> Result<Self, StopReason> {
        let relations = [self.relations.as_slice(), elements].concat();
        Self::new(self.ring.clone(), self.generators, relations, limits)
    }

    /// The structure of the module.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn structure(&self, limits: &Limits) -> Result<ModuleStructure<R>, StopReason> {
        let form = smith_form(&self.ring, &self.relations, self.generators, limits)?;
        let one = self.ring.one();
        let units = form.diagonal.iter().take_while(|entry| **entry == one).count();
        let torsion: Vec<R::Element> =
            form.diagonal[units..].iter().filter(|entry| !self.ring.is_zero(entry)).cloned().collect();
        let rank = self.generators - units - torsion.len();
        let generators = form.right_inverse[units..].iter().map(|row| self.reduced(row)).collect();
        Ok(ModuleStructure { ring: self.ring.clone(), torsion, rank, generators })
    }

    /// The least number of elements that lead from a module to this quotient of it: the structure of what was divided out,
    /// whose generators are written in those of the modules. `None` when this is no quotient of the other.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn divided_out(
        &self,
        of: &Module<R>,
        limits: &Limits,
    ) -> Result<Option<ModuleStructure<R>>, StopReason> {
        if of.generators != self.generators || of.ring != self.ring {
            return Ok(None);
        }
        // The relations of the other in terms of ours.
        let mut rows = Vec::with_capacity(of.relations.len());
        for relation in &of.relations {
            let Some(row) = self.in_relations(relation) else { return Ok(None) };
            rows.push(row);
        }
        let inner = Module::new(self.ring.clone(), self.relations.len(), rows, limits)?;
        let mut structure = inner.structure(limits)?;
        for generator in &mut structure.generators {
            let combined = combination(&self.ring, generator, &self.relations, self.generators);
            *generator = of.reduced(&combined);
        }
        Ok(Some(structure))
    }

    /// The coefficients of a combination of our relations; `None` when it is none.
    fn in_relations(&self, element: &[R::Element]) -> Option<Vec<R::Element>> {
        let ring = &self.ring;
        let mut rest = element.to_vec();
        let mut coefficients = Vec::with_capacity(self.relations.len());
        for row in &self.relations {
            let pivot = row.iter().position(|entry| !ring.is_zero(entry)).expect("rows are not 0");
            let (factor, _) = ring.division(&rest[pivot], &row[pivot]);
            for (entry, other) in rest.iter_mut().zip(row) {
                *entry = ring.difference(entry, &ring.product(&factor, other));
            }
            coefficients.push(factor);
        }
        rest.iter().all(|entry| ring.is_zero(entry)).then_some(coefficients)
    }
}

/// Σ c_i · row_i.
fn combination<R: EuclideanDomain>(
    ring: &R,
    coefficients: &[R::Element],
    rows: &Matrix<R::Element>,
    columns: usize,
) -> Vec<R::Element> {
    let mut sum = vec![ring.zero(); columns];
    for (coefficient, row) in coefficients.iter().zip(rows) {
        for (entry, other) in sum.iter_mut().zip(row) {
            *entry = ring.sum(entry, &ring.product(coefficient, other));
        }
    }
    sum
}

/// A module as a sum of cyclic ones: R/n₁ ⊕ … ⊕ R/n_s ⊕ R^r with n₁ | n₂ | … | n_s, none of them a unit or 0
/// [AG, Thm 3.1].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModuleStructure<R: EuclideanDomain> {
    ring: R,
    /// The divisor sequence n₁ | … | n_s.
    pub torsion: Vec<R::Element>,
    /// The rank r.
    pub rank: usize,
    /// For each summand its generator, in the generators of the module.
    pub generators: Matrix<R::Element>,
}

/// A divisor sequence m₁ | m₂ | … that a move leads to: as long as the torsion when the rank stays, one longer when it
/// falls by one.
pub type Target<E> = Vec<E>;

/// A prime with its exponents in n₁, …, n_s.
pub type PrimaryPart<E> = (E, Vec<u32>);

impl<R: EuclideanDomain> ModuleStructure<R> {
    /// Whether the module is 0.
    pub fn is_zero(&self) -> bool {
        self.torsion.is_empty() && self.rank == 0
    }

    /// Whether the module is of the form B ⊕ B.
    pub fn is_square(&self) -> bool {
        self.rank.is_multiple_of(2)
            && self.torsion.len().is_multiple_of(2)
            && self.torsion.chunks(2).all(|two| two[0] == two[1])
    }

    /// The prime p when the module is a vector space over R/p of positive dimension.
    ///
    /// # Errors
    /// When it depends on whether an element is prime, and that is not found out.
    pub fn elementary_prime(&self, limits: &Limits) -> Result<Option<R::Element>, Unfactored> {
        match self.torsion.as_slice() {
            [first, rest @ ..] if self.rank == 0 && rest.iter().all(|entry| entry == first) => {
                Ok(self.ring.is_prime(first, limits)?.then(|| first.clone()))
            }
            _ => Ok(None),
        }
    }

    /// Who wins [AG, Thm 3.11, Thm 3.12, Remark 3.13]: in normal play P exactly when the module is a square; in misère play P
    /// exactly when it is a square and no vector space over a residue field, or such a vector space of odd dimension.
    ///
    /// # Errors
    /// When it depends on whether an element is prime, and that is not found out.
    pub fn outcome(&self, play: Play, limits: &Limits) -> Result<Outcome, Unfactored> {
        let is_p = match play {
            Play::Normal => self.is_square(),
            Play::Misere if self.is_zero() => false,
            Play::Misere => match self.elementary_prime(limits)? {
                Some(_) => self.torsion.len() % 2 == 1,
                None => self.is_square(),
            },
        };
        Ok(if is_p { Outcome::P } else { Outcome::N })
    }

    /// The sequence n₁ | … | n_s, with 0 at the end when the rank is odd.
    fn odd_sequence(&self) -> Vec<R::Element> {
        let zero = (self.rank % 2 == 1).then(|| self.ring.zero());
        self.torsion.iter().cloned().chain(zero).collect()
    }

    /// The divisor sequence of a P-position that a move leads to; `None` when there is none.
    ///
    /// Normal play [AG, Thm 3.7, Thm 3.11]: the square of n₁, n₃, … or of n₂, n₄, …, whichever leave out the last. Misère play
    /// [AG, Thm 3.9, Thm 3.12]: the same, unless it is a vector space over some R/p; then every n_i but the last is p,
    /// and one leaves (R/p)^L or (R/p)^(L-1), whichever dimension is odd.
    ///
    /// # Errors
    /// When it depends on prime factors, and they are not found out.
    pub fn winning_target(
        &self,
        play: Play,
        limits: &Limits,
    ) -> Result<Option<Target<R::Element>>, Unfactored> {
        if self.outcome(play, limits)? == Outcome::P || self.is_zero() {
            return Ok(None);
        }
        let (ring, sequence) = (&self.ring, self.odd_sequence());
        let length = sequence.len();
        let odd = length % 2;
        let entry = |at: usize| match at.checked_sub(odd) {
            None => ring.one(),
            Some(place) => sequence[odd + place / 2 * 2].clone(),
        };
        let target: Target<R::Element> = (0..length).map(entry).collect();
        if play == Play::Normal {
            return Ok(Some(target));
        }
        let left = self.after(&target);
        let is_exception = self.is_square() || left.is_zero() || left.elementary_prime(limits)?.is_some();
        if !is_exception {
            return Ok(Some(target));
        }
        let prime = match length {
            0 => unreachable!("a module that is a square of positive rank is P"),
            1 if ring.is_zero(&sequence[0]) => ring.some_prime(),
            1 => ring.prime_factor(&sequence[0], limits)?,
            _ => sequence[length - 2].clone(),
        };
        let mut target = vec![prime; length];
        if length % 2 == 0 {
            target[0] = ring.one();
        }
        Ok(Some(target))
    }

    /// The targets of moves to vector spaces of odd dimension over some R/p, and whether these are all: from R itself there are
    /// as many as primes.
    ///
    /// # Errors
    /// When they depend on prime factors, and these are not found.
    pub fn elementary_targets(&self, limits: &Limits) -> Result<Replies<Target<R::Element>>, Unfactored> {
        let (ring, sequence) = (&self.ring, self.odd_sequence());
        if self.rank > 1 {
            return Ok(Replies { moves: Vec::new(), complete: true });
        }
        let targets = match sequence.split_last() {
            None => Vec::new(),
            Some((only, [])) if ring.is_zero(only) => {
                return Ok(Replies { moves: vec![vec![ring.some_prime()]], complete: false });
            }
            Some((only, [])) => {
                ring.factors(only, limits)?.into_iter().map(|(prime, _)| vec![prime]).collect()
            }
            Some((_, start)) => {
                let prime = start[0].clone();
                if start.iter().any(|entry| *entry != prime) || !ring.is_prime(&prime, limits)? {
                    return Ok(Replies { moves: Vec::new(), complete: true });
                }
                let mut target = vec![prime; sequence.len()];
                if sequence.len().is_multiple_of(2) {
                    target[0] = ring.one();
                }
                vec![target]
            }
        };
        let moves = targets.into_iter().filter(|target| *target != sequence).collect();
        Ok(Replies { moves, complete: true })
    }

    /// The primes that divide the torsion, each with its exponents in n₁, …, n_s. They are played as a selective compound
    /// [AG, Prop 3.2].
    ///
    /// # Errors
    /// When an element is not factored.
    pub fn primary_parts(&self, limits: &Limits) -> Result<Vec<PrimaryPart<R::Element>>, Unfactored> {
        let Some(last) = self.torsion.last() else { return Ok(Vec::new()) };
        let exponent = |prime: &R::Element, of: &R::Element| {
            let mut rest = of.clone();
            let mut count = 0;
            while self.ring.divides(prime, &rest) {
                rest = self.ring.division(&rest, prime).0;
                count += 1;
            }
            count
        };
        let factors = self.ring.factors(last, limits)?;
        let part = |(prime, _): (R::Element, u32)| {
            let exponents = self.torsion.iter().map(|entry| exponent(&prime, entry)).collect();
            (prime, exponents)
        };
        Ok(factors.into_iter().map(part).collect())
    }

    /// The structure that a target describes, without generators.
    pub fn after(&self, target: &Target<R::Element>) -> ModuleStructure<R> {
        let one = self.ring.one();
        ModuleStructure {
            ring: self.ring.clone(),
            torsion: target.iter().filter(|entry| **entry != one).cloned().collect(),
            rank: self.rank - (target.len() - self.torsion.len()),
            generators: Vec::new(),
        }
    }

    /// An element whose choice leads to a target, in the generators of the module [AG, Prop 3.3]:
    /// m₁ ⊕ m₁·(m₂/n₁) ⊕ m₁·(m₂/n₁)·(m₃/n₂) ⊕ ….
    pub fn element(&self, target: &Target<R::Element>) -> Vec<R::Element> {
        let ring = &self.ring;
        let mut coordinate = ring.one();
        let mut coordinates = Vec::with_capacity(target.len());
        for (at, entry) in target.iter().enumerate() {
            coordinate = ring.product(&coordinate, entry);
            if at > 0 {
                coordinate = ring.division(&coordinate, &self.torsion[at - 1]).0;
            }
            coordinates.push(coordinate.clone());
        }
        let columns = self.generators.first().map_or(0, Vec::len);
        combination(ring, &coordinates, &self.generators, columns)
    }

    /// The number of prime factors of each n_i.
    ///
    /// # Errors
    /// When an element is not factored.
    pub fn exponents(&self, limits: &Limits) -> Result<Vec<u32>, Unfactored> {
        self.torsion.iter().map(|entry| self.ring.omega(entry, limits)).collect()
    }

    /// The nimber: see [`divisor_game`](super::divisor_game).
    ///
    /// # Errors
    /// When an element is not factored, or a limit is reached.
    pub fn nimber(&self, limits: &Limits) -> Result<Ordinal, Unfactored> {
        if self.is_square() {
            return Ok(Ordinal::ZERO);
        }
        let rank = (self.rank % 2) as u32;
        Ok(nimber_of_sequence(&self.exponents(limits)?, rank, limits)?)
    }

    /// The targets of all moves that keep the rank, each quotient up to isomorphism once; `None` when there are more than `most`.
    ///
    /// # Errors
    /// When an element is not factored.
    pub fn targets(
        &self,
        most: usize,
        limits: &Limits,
    ) -> Result<Option<Vec<Target<R::Element>>>, Unfactored> {
        let ring = &self.ring;
        let mut targets: Vec<Target<R::Element>> = vec![Vec::new()];
        for (at, entry) in self.torsion.iter().enumerate() {
            let least = if at == 0 { ring.one() } else { self.torsion[at - 1].clone() };
            let mut divisors = vec![least.clone()];
            for (prime, exponent) in ring.factors(&ring.division(entry, &least).0, limits)? {
                let powers: Vec<R::Element> = (0..=exponent).map(|k| ring.power(&prime, k)).collect();
                divisors = divisors
                    .iter()
                    .flat_map(|divisor| {
                        powers.iter().map(|power| ring.associate(&ring.product(divisor, power)))
                    })
                    .collect();
            }
            divisors.sort_unstable();
            if targets.len().saturating_mul(divisors.len()) > most.saturating_add(1) {
                return Ok(None);
            }
            targets = targets
                .iter()
                .flat_map(|start| {
                    divisors.iter().map(|next| [start.as_slice(), std::slice::from_ref(next)].concat())
                })
                .collect();
        }
        targets.retain(|target| *target != self.torsion);
        Ok(Some(targets))
    }

    /// The module as text: `Z/4 + Z/8 + Z^2`.
    pub fn show(&self) -> String {
        let name = self.ring.name();
        let mut terms: Vec<String> = Vec::new();
        let mut at = 0;
        while at < self.torsion.len() {
            let count = self.torsion[at..].iter().take_while(|entry| **entry == self.torsion[at]).count();
            let modulus = self.ring.show(&self.torsion[at]);
            let modulus =
                if modulus.bytes().all(|b| b.is_ascii_digit()) { modulus } else { format!("({modulus})") };
            terms.push(match count {
                1 => format!("{name}/{modulus}"),
                _ => format!("({name}/{modulus})^{count}"),
            });
            at += count;
        }
        match self.rank {
            0 => {}
            1 => terms.push(name),
            rank => terms.push(format!("{name}^{rank}")),
        }
        if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") }
    }
}
