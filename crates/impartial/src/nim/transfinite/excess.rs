//! The numbers that close the tower: K(p)^p = α_p = κ_f + m_p, where f is the order of 2 modulo p [HWLJ].
//!
//! κ_h is the sum of the K(q) with q in Q(h). Q(1) is empty; let q be the part of h at its least prime, g = h/q: then
//! Q(h) = {q} if g = 1, Q(g) if q divides the degree of κ_g, else Q(g) with q added. The excess m_p is the least m such
//! that κ_f + m is not a p-th power in the field it generates.
//!
//! Degrees need no arithmetic: K(2^a) has degree 2^a, K(r^n) has degree r^n deg(α_r), and a sum of K(q) with different
//! primes the least common multiple.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::sparse::{Sparse, is_prime, place_of};
use super::tower::Tower;
use super::{AlgebraicClosure, TransfiniteError};
use crate::integer::lcm;
use crate::nim::BigNimber;

/// The degree of a field above which an excess is worth remembering.
const COSTLY: u64 = 1 << 17;

/// What was found out about one excess m_p.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excess {
    /// The odd prime p.
    pub prime: u64,
    /// The order f of 2 modulo p.
    pub order: u64,
    /// Q(f): κ_f is the sum of K(q) over these prime powers.
    pub prime_powers: Vec<u64>,
    /// The least m with κ_f + m not a p-th power.
    pub excess: u64,
}

/// The least m that is tried: for those below, κ_f + m is a p-th power because p does not divide its order.
///
/// *Proof.* Let Q(f) = {q} with q = r^n odd, y = K(q) and d the degree of y. Then y^q = α_r lies in the field of degree
/// d/q, so the order of y divides q (2^(d/q) - 1). Now q is the r-part of f and of d, so f does not divide d/q, hence p does
/// not divide 2^(d/q) - 1; nor q, being larger. So m = 0 is not the excess.
/// Let moreover f = 2·3^k, k > 0. Then q = 3^k and y is a root of unity of order 3^(k+1). Since 2^(3^k) = -1 modulo
/// 3^(k+1), (1 + y)^(2^(3^k)) = 1 + 1/y = (1 + y)/y, so the order of 1 + y divides 3^(k+1) (2^(3^k) - 1), which p does not
/// divide. The same holds for y + 2 = 2 (1 + y/2) and y + 3 = 3 (1 + y/3), where 2 and 3 are the cube roots of unity. ∎
fn first_tried(prime_powers: &[u64], order: u64) -> u64 {
    let mut cube = order / 2;
    while cube > 1 && cube.is_multiple_of(3) {
        cube /= 3;
    }
    if order.is_multiple_of(2) && order > 2 && cube == 1 {
        return 4;
    }
    u64::from(matches!(prime_powers, [q] if !q.is_multiple_of(2)))
}

impl AlgebraicClosure {
    /// The excess of an odd prime, worked out if it is not known yet.
    ///
    /// ```
    /// use impartial::limits::Limits;
    /// use impartial::nim::AlgebraicClosure;
    /// let mut field = AlgebraicClosure::new(Limits::none());
    /// let excess = field.excess(7)?;
    /// assert_eq!((excess.order, &excess.prime_powers[..], excess.excess), (3, &[3][..], 1));
    /// # Ok::<(), impartial::nim::TransfiniteError>(())
    /// ```
    ///
    /// Cost: O(M(d) log d) for the degree d of κ_f, M(d) the cost of a product there.
    ///
    /// # Errors
    /// [`TransfiniteError`] when `prime` is not an odd prime, the field is too large, or a limit is reached.
    pub fn excess(&mut self, prime: u64) -> Result<Excess, TransfiniteError> {
        if prime < 3 || !is_prime(prime) {
            return Err(TransfiniteError::OutOfReach(format!("{prime} is not an odd prime")));
        }
        let order = order_of_two(prime);
        let prime_powers = self.prime_powers(order)?;
        if let Some(excess) = self.excesses.get(&prime) {
            return Ok(Excess { prime, order, prime_powers, excess: *excess });
        }
        if let Some(excess) = self.remembered.get(&prime).copied()
            && self.is_costly(&prime_powers)?
        {
            self.trusted.insert(prime);
            self.excesses.insert(prime, excess);
            return Ok(Excess { prime, order, prime_powers, excess });
        }
        let mut excess = first_tried(&prime_powers, order);
        while self.is_power(prime, &self.kappa_plus(&prime_powers, excess), order)? {
            excess += 1;
        }
        self.excesses.insert(prime, excess);
        Ok(Excess { prime, order, prime_powers, excess })
    }

    /// Whether κ_f + m is a p-th power in the field that it generates, by the norm to F_2^f.
    ///
    /// # Errors
    /// As for [`excess`](Self::excess).
    pub fn is_prime_power_residue(&mut self, prime: u64, m: u64) -> Result<bool, TransfiniteError> {
        let order = order_of_two(prime);
        let prime_powers = self.prime_powers(order)?;
        self.is_power(prime, &self.kappa_plus(&prime_powers, m), order)
    }

    /// Makes known an excess that was worked out before. Where that takes a moment only, it is worked out again all the
    /// same; what rests on others is [`trusted`](Self::trusted_excesses), not proved.
    pub fn remember_excess(&mut self, prime: u64, excess: u64) {
        self.remembered.insert(prime, excess);
    }

    /// The excesses known so far that took long to work out, by prime: those worth remembering.
    ///
    /// # Errors
    /// As for [`excess`](Self::excess).
    pub fn costly_excesses(&mut self) -> Result<Vec<(u64, u64)>, TransfiniteError> {
        let mut costly = Vec::new();
        for (prime, excess) in self.excesses.clone() {
            let prime_powers = self.prime_powers(order_of_two(prime))?;
            if self.is_costly(&prime_powers)? {
                costly.push((prime, excess));
            }
        }
        Ok(costly)
    }

    /// The excesses that were remembered and not worked out again.
    pub fn trusted_excesses(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.trusted.iter().filter_map(|prime| Some((*prime, *self.excesses.get(prime)?)))
    }

    /// Whether the field of κ_f is so large that the search for the excess takes more than a second or so.
    fn is_costly(&mut self, prime_powers: &[u64]) -> Result<bool, TransfiniteError> {
        Ok(self.degree_of_sum(prime_powers)? > BigUint::from(COSTLY))
    }

    /// The excesses that a result rests on, by prime: those of the generators that products have reduced, and of all that
    /// their own definitions need.
    ///
    /// # Errors
    /// As for [`excess`](Self::excess).
    pub fn used_excesses(&mut self) -> Result<Vec<(u64, u64)>, TransfiniteError> {
        self.excesses_for(Vec::new())
    }

    /// As [`used_excesses`](Self::used_excesses), with those of the primes given and what these need.
    ///
    /// # Errors
    /// As for [`excess`](Self::excess).
    pub fn excesses_for(&mut self, primes: Vec<u64>) -> Result<Vec<(u64, u64)>, TransfiniteError> {
        let mut open = primes;
        open.extend(self.alphas.keys().copied());
        let mut used = BTreeMap::new();
        while let Some(prime) = open.pop() {
            if used.contains_key(&prime) {
                continue;
            }
            let Excess { order, excess, .. } = self.excess(prime)?;
            used.insert(prime, excess);
            open.extend((3..=order).step_by(2).filter(|p| order.is_multiple_of(*p) && is_prime(*p)));
        }
        Ok(used.into_iter().collect())
    }

    fn is_power(&mut self, prime: u64, x: &Sparse, order: u64) -> Result<bool, TransfiniteError> {
        if x.is_zero() {
            return Ok(true);
        }
        let tower = Tower::new(self, &[x])?;
        let norm = tower.norm_to(&tower.dense(x), order)?;
        let exponent = ((BigUint::from(1u8) << order) - 1u8) / prime;
        Ok(tower.power(&norm, &exponent)? == tower.field.one(tower.field.levels.len()))
    }

    /// α_p = K(p)^p.
    pub(super) fn alpha(&mut self, prime: u64) -> Result<Sparse, TransfiniteError> {
        if let Some(alpha) = self.alphas.get(&prime) {
            return Ok(alpha.clone());
        }
        let Excess { prime_powers, excess, .. } = self.excess(prime)?;
        let alpha = self.kappa_plus(&prime_powers, excess);
        self.alphas.insert(prime, alpha.clone());
        Ok(alpha)
    }

    fn kappa_plus(&self, prime_powers: &[u64], m: u64) -> Sparse {
        let mut sum = Sparse::finite(BigNimber::star(m.into()));
        for q in prime_powers {
            sum.add(&generator(*q));
        }
        sum
    }

    /// Q(h), in increasing order of primes.
    fn prime_powers(&mut self, h: u64) -> Result<Vec<u64>, TransfiniteError> {
        if h == 1 {
            return Ok(Vec::new());
        }
        let least = (2..).find(|p| h.is_multiple_of(*p)).expect("h has a prime divisor");
        let (mut rest, mut q) = (h, 1);
        while rest.is_multiple_of(least) {
            rest /= least;
            q *= least;
        }
        let mut set = self.prime_powers(rest)?;
        if rest == 1 || !divides(q, &self.degree_of_sum(&set)?) {
            set.insert(0, q);
        }
        Ok(set)
    }

    fn degree_of_sum(&mut self, prime_powers: &[u64]) -> Result<BigUint, TransfiniteError> {
        let mut degree = BigUint::from(1u8);
        for q in prime_powers {
            degree = lcm(degree, self.degree_of_generator(*q)?);
        }
        Ok(degree)
    }

    fn degree_of_generator(&mut self, q: u64) -> Result<BigUint, TransfiniteError> {
        let prime = (2..).find(|p| q.is_multiple_of(*p)).expect("a prime power has a prime");
        if prime == 2 {
            return Ok(q.into());
        }
        let Excess { prime_powers, excess, .. } = self.excess(prime)?;
        let finite = BigNimber::star(excess.into()).degree();
        Ok(lcm(self.degree_of_sum(&prime_powers)?, finite.into()) * q)
    }
}

/// K(q) for a prime power q.
fn generator(q: u64) -> Sparse {
    if q.is_power_of_two() {
        return Sparse::finite(BigNimber::star(BigUint::from(1u8) << (q / 2)));
    }
    let prime = (3..).find(|p| q.is_multiple_of(*p)).expect("an odd number above 1 has an odd prime");
    let mut digits = vec![0; q.ilog(prime) as usize];
    *digits.last_mut().expect("q is at least its prime") = 1;
    let mut sum = Sparse::default();
    sum.toggle(vec![(place_of(prime), digits)], BigNimber::one());
    sum
}

fn order_of_two(prime: u64) -> u64 {
    let (mut power, mut order) = (2 % prime, 1);
    while power != 1 {
        power = power * 2 % prime;
        order += 1;
    }
    order
}

fn divides(q: u64, n: &BigUint) -> bool {
    n % q == BigUint::ZERO
}
