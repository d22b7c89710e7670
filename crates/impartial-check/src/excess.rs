//! Kind `nim-excess`: the excesses m_p in Conway's Field On_2.
//!
//! **What is claimed.** For each pair \[p, m\] in `excesses`, the least m such that κ_f + m is not a p-th power in the field
//! that it generates, f the order of 2 modulo p, is the m listed; by Lenstra (On the algebraic closure of two, 1977) this
//! says that ω^(ω^k), p the k-th odd prime, has the p-th power κ_f + m.
//!
//! **What is checked.** All of it, from the definition, in the order listed. κ_h is the sum of the K(q), q in Q(h), where Q(1)
//! is empty and, with q the part of h at its least prime and g = h/q, Q(h) = {q} if g = 1, Q(g) if q divides the degree of
//! κ_g, else Q(g) with q added. K(2^a) is the nimber 2^(2^(a-1)) and K(p^n) has the p-th power K(p^(n-1)), or κ_f + m_p if
//! n = 1: so the primes before p in the list must contain those that its own field needs. The field is a tower with one
//! generator for each prime; products are made term by term. x is a p-th power iff N^((2^f-1)/p) = 1, N its norm to F_2^f.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::fields::list;
use crate::{Refusal, Verified};

/// The largest degree of a field, the largest order f, and the most products of coefficients in all.
const MAX_DEGREE: u64 = 8192;
const MAX_ORDER: u64 = 2048;
const MAX_WORK: u64 = 100_000_000_000;

/// Checks a list of excesses.
pub fn check(certificate: &Value) -> Result<Verified, Refusal> {
    let known = known(certificate)?;
    let listed: Vec<String> = known.alphas.iter().map(|(p, alpha)| format!("m_{p} = {}", alpha.m)).collect();
    if listed.is_empty() {
        return Err(Refusal::Malformed("no excess is listed".into()));
    }
    Ok(Verified { kind: "nim-excess".into(), statement: listed.join(", ") })
}

/// The excesses in the field `excesses` of a certificate, all of them checked.
pub fn known(certificate: &Value) -> Result<Known, Refusal> {
    let malformed = || {
        Refusal::Malformed(
            "\"excesses\" must be pairs of an odd prime below 10^6 and a number below 64".into(),
        )
    };
    let mut known = Known { alphas: BTreeMap::new() };
    let mut work = 0;
    for pair in list(certificate, "excesses")? {
        let numbers: Option<Vec<u64>> =
            pair.as_array().and_then(|pair| pair.iter().map(Value::as_u64).collect());
        let Some([p, m]) = numbers.as_deref().and_then(|pair| <[u64; 2]>::try_from(pair).ok()) else {
            return Err(malformed());
        };
        if !(3..1_000_000).contains(&p) || least_prime(p) != p || m >= 64 || known.alphas.contains_key(&p) {
            return Err(malformed());
        }
        let order = order_of_two(p);
        let parts = known.parts(order)?;
        for tried in 0..=m {
            let is_power = known.is_power(p, order, &parts, tried, &mut work)?;
            if is_power != (tried < m) {
                let word = if is_power { "a" } else { "no" };
                return Err(Refusal::Refuted(format!("kappa_{order} + {tried} is {word} {p}-th power")));
            }
        }
        known.alphas.insert(p, Alpha { parts, m });
    }
    Ok(known)
}

/// K(p)^p = the sum of K(q) over `parts`, plus m.
struct Alpha {
    parts: Vec<u64>,
    m: u64,
}

/// Excesses that were checked.
pub struct Known {
    alphas: BTreeMap<u64, Alpha>,
}

impl Known {
    /// The excess of a prime, if it is known.
    pub fn excess(&self, p: u64) -> Option<u64> {
        self.alphas.get(&p).map(|alpha| alpha.m)
    }

    /// The q with K(q) in the p-th power of K(p), and the excess.
    pub fn constant(&self, p: u64) -> Result<(&[u64], u64), Refusal> {
        self.alpha(p).map(|alpha| (alpha.parts.as_slice(), alpha.m))
    }

    /// The q with K(q) in the p-th power of K(p); none where the excess is not known.
    pub fn parts_of(&self, p: u64) -> &[u64] {
        self.alphas.get(&p).map_or(&[], |alpha| &alpha.parts)
    }

    fn alpha(&self, p: u64) -> Result<&Alpha, Refusal> {
        self.alphas
            .get(&p)
            .ok_or_else(|| Refusal::Refuted(format!("the excess of {p} is needed and not listed before")))
    }

    /// Q(h).
    fn parts(&self, h: u64) -> Result<Vec<u64>, Refusal> {
        if h == 1 {
            return Ok(Vec::new());
        }
        let least = least_prime(h);
        let (mut g, mut q) = (h, 1);
        while g.is_multiple_of(least) {
            g /= least;
            q *= least;
        }
        let mut parts = self.parts(g)?;
        if g == 1 || !self.degree(&parts, 0)?.is_multiple_of(q) {
            parts.push(q);
        }
        Ok(parts)
    }

    /// The degree of a sum of K(q) and a finite m: the least common multiple, 2^a for K(2^a), q deg(α_p) for q = p^n.
    fn degree(&self, parts: &[u64], m: u64) -> Result<u64, Refusal> {
        let mut degree = finite_degree(m);
        for q in parts {
            let p = least_prime(*q);
            let own = if p == 2 {
                *q
            } else {
                let alpha = self.alpha(p)?;
                self.degree(&alpha.parts, alpha.m)?.saturating_mul(*q)
            };
            if own > 1 << 40 {
                return Err(Refusal::Unknown("a field too large to be checked".into()));
            }
            degree = degree / gcd(degree, own) * own;
            if degree > 1 << 40 {
                return Err(Refusal::Unknown("a field too large to be checked".into()));
            }
        }
        Ok(degree)
    }

    /// What a sum needs: bits of finite nimbers, and for each odd prime the largest n with K(p^n).
    fn include(
        &self,
        parts: &[u64],
        m: u64,
        bits: &mut u64,
        powers: &mut BTreeMap<u64, u64>,
    ) -> Result<(), Refusal> {
        *bits = (*bits).max(finite_degree(m));
        for q in parts {
            let p = least_prime(*q);
            if p == 2 {
                *bits = (*bits).max(*q);
                continue;
            }
            let power = powers.entry(p).or_insert(1);
            *power = (*power).max(*q);
            let alpha = self.alpha(p)?;
            self.include(&alpha.parts, alpha.m, bits, powers)?;
        }
        Ok(())
    }

    fn is_power(&self, p: u64, f: u64, parts: &[u64], m: u64, work: &mut u64) -> Result<bool, Refusal> {
        let too_large = || Refusal::Unknown(format!("the field for p = {p} is too large to be checked"));
        if self.degree(parts, m)? > MAX_DEGREE || f > MAX_ORDER {
            return Err(too_large());
        }
        let (mut bits, mut powers) = (2, BTreeMap::new());
        self.include(parts, m, &mut bits, &mut powers)?;
        let degree = powers.values().fold(bits, |degree, q| degree.saturating_mul(*q));
        if bits > 64 || degree > MAX_DEGREE || !degree.is_multiple_of(f) {
            return Err(too_large());
        }
        let terms = degree / bits;
        *work += terms * terms * (2 * f + 64) + degree * terms * 64;
        if *work > MAX_WORK {
            return Err(Refusal::Unknown("the list is too long to be checked".into()));
        }
        let mut field = Field { table: products(bits), levels: Vec::new() };
        for (prime, q) in &powers {
            let alpha = self.alpha(*prime)?;
            let constant = field.sum(&alpha.parts, alpha.m)?;
            field.levels.push(Level { prime: *prime, degree: *q as usize, below: field.terms(), constant });
        }
        let x = field.sum(parts, m)?;
        if x.iter().all(|c| *c == 0) {
            return Ok(true);
        }
        let levels = field.levels.len();
        let norm = field.norm(&x, f, degree / f);
        // (2^f - 1)/p digit by digit, and the power with it.
        let (mut rest, mut power) = (0, field.one());
        for _ in 0..f {
            rest = 2 * rest + 1;
            power = field.square(levels, &power);
            if rest >= p {
                rest -= p;
                power = field.multiply(levels, &power, &norm);
            }
        }
        Ok(power == field.one())
    }
}

/// y^degree = constant over the field of `below` coefficients; y = K(degree).
struct Level {
    prime: u64,
    degree: usize,
    below: usize,
    constant: Vec<u64>,
}

/// A tower; an element is the list of its coefficients, finite nimbers.
struct Field {
    table: Products,
    levels: Vec<Level>,
}

impl Field {
    fn terms(&self) -> usize {
        self.levels.iter().map(|level| level.degree).product()
    }

    fn one(&self) -> Vec<u64> {
        let mut one = vec![0; self.terms()];
        one[0] = 1;
        one
    }

    /// The sum of K(q) and m.
    fn sum(&self, parts: &[u64], m: u64) -> Result<Vec<u64>, Refusal> {
        let mut sum = vec![0; self.terms()];
        sum[0] ^= m;
        for q in parts {
            if q.is_power_of_two() {
                sum[0] ^= 1 << (q / 2);
                continue;
            }
            let p = least_prime(*q);
            let level = self.levels.iter().find(|level| level.prime == p);
            let level = level.ok_or_else(|| Refusal::Refuted(format!("K({q}) is needed too early")))?;
            // y = K(degree), so K(q) = y^(degree/q).
            sum[level.degree / *q as usize * level.below] ^= 1;
        }
        Ok(sum)
    }

    fn multiply(&self, level: usize, a: &[u64], b: &[u64]) -> Vec<u64> {
        let Some(top) = level.checked_sub(1) else { return vec![self.table.product(a[0], b[0])] };
        let Level { degree, below, .. } = self.levels[top];
        let mut whole = vec![0; (2 * degree - 1) * below];
        for (i, a) in a.chunks(below).enumerate() {
            if a.iter().all(|c| *c == 0) {
                continue;
            }
            for (j, b) in b.chunks(below).enumerate() {
                if below == 1 {
                    whole[i + j] ^= self.table.product(a[0], b[0]);
                    continue;
                }
                let product = self.multiply(top, a, b);
                whole[(i + j) * below..].iter_mut().zip(product).for_each(|(to, c)| *to ^= c);
            }
        }
        self.fold(top, whole)
    }

    /// Replaces y^(degree + i) by constant y^i.
    fn fold(&self, top: usize, mut whole: Vec<u64>) -> Vec<u64> {
        let Level { degree, below, constant, .. } = &self.levels[top];
        let high = whole.split_off(degree * below);
        for (low, high) in whole.chunks_mut(*below).zip(high.chunks(*below)) {
            if high.iter().any(|c| *c != 0) {
                let product = self.multiply(top, high, constant);
                low.iter_mut().zip(product).for_each(|(to, c)| *to ^= c);
            }
        }
        whole
    }

    fn square(&self, level: usize, a: &[u64]) -> Vec<u64> {
        let Some(top) = level.checked_sub(1) else { return vec![self.table.product(a[0], a[0])] };
        let Level { degree, below, .. } = self.levels[top];
        let mut whole = vec![0; (2 * degree - 1) * below];
        for (i, a) in a.chunks(below).enumerate() {
            whole[2 * i * below..(2 * i + 1) * below].copy_from_slice(&self.square(top, a));
        }
        self.fold(top, whole)
    }

    /// The product of x^(2^(f i)) for i < count.
    fn norm(&self, x: &[u64], f: u64, count: u64) -> Vec<u64> {
        let levels = self.levels.len();
        let conjugate = |x: &[u64], times: u64| (0..times).fold(x.to_vec(), |x, _| self.square(levels, &x));
        let (mut norm, mut done) = (x.to_vec(), 1);
        for bit in (0..count.ilog2()).rev() {
            norm = self.multiply(levels, &norm, &conjugate(&norm, f * done));
            done *= 2;
            if count >> bit & 1 == 1 {
                norm = self.multiply(levels, x, &conjugate(&norm, f));
                done += 1;
            }
        }
        norm
    }
}

/// Nim products of numbers below 2^bits: a table for few bits, else recursion.
struct Products {
    bits: u64,
    table: Vec<u8>,
}

fn products(bits: u64) -> Products {
    let table = if bits <= 8 {
        (0..1u64 << (2 * bits)).map(|ab| nim(ab >> bits, ab & ((1 << bits) - 1), 8) as u8).collect()
    } else {
        Vec::new()
    };
    Products { bits, table }
}

impl Products {
    fn product(&self, a: u64, b: u64) -> u64 {
        match self.table.get((a << self.bits.min(8) | b) as usize) {
            Some(product) if self.bits <= 8 => u64::from(*product),
            _ => nim(a, b, 64),
        }
    }
}

/// The nim product of numbers below 2^width: with F = 2^(width/2), F² = F + F/2.
pub fn nim(a: u64, b: u64, width: u32) -> u64 {
    if a < 2 || b < 2 {
        return a * b;
    }
    let half = width / 2;
    let low = (1 << half) - 1;
    let (a1, a0, b1, b0) = (a >> half, a & low, b >> half, b & low);
    let small = nim(a0, b0, half);
    let large = nim(a1, b1, half);
    (nim(a0 ^ a1, b0 ^ b1, half) ^ small) << half | (small ^ nim(large, 1 << (half - 1), half))
}

/// The least 2^j with m below 2^(2^j).
pub fn finite_degree(m: u64) -> u64 {
    u64::from(64 - m.leading_zeros()).max(1).next_power_of_two()
}

/// The least prime that divides a number above 1.
pub fn least_prime(n: u64) -> u64 {
    (2..).take_while(|d| d * d <= n).find(|d| n.is_multiple_of(*d)).unwrap_or(n)
}

fn order_of_two(p: u64) -> u64 {
    let (mut power, mut order) = (2 % p, 1);
    while power != 1 {
        power = 2 * power % p;
        order += 1;
    }
    order
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn verdict(excesses: &[(u64, u64)]) -> Result<Verified, Refusal> {
        let pairs: Vec<[u64; 2]> = excesses.iter().map(|(p, m)| [*p, *m]).collect();
        check(&json!({ "kind": "nim-excess", "excesses": pairs }))
    }

    #[test]
    fn the_true_list_is_accepted_and_every_change_refused() {
        let list = [(3, 0), (5, 0), (7, 1), (11, 1), (13, 0), (17, 0), (19, 4)];
        assert!(verdict(&list).unwrap().statement.contains("m_19 = 4"));
        for at in 0..list.len() {
            for change in [0, 1, 4] {
                let mut changed = list;
                changed[at].1 = change;
                assert_eq!(verdict(&changed).is_ok(), changed == list, "{changed:?}");
            }
        }
        assert!(verdict(&[(5, 0), (11, 1), (23, 1), (47, 1)]).is_ok(), "Lenstra's question");
        assert!(verdict(&[(11, 1)]).is_err(), "5 is needed");
    }

    #[test]
    fn hostile_lists_are_refused_at_once() {
        for list in [
            vec![],
            vec![(4, 0)],
            vec![(1, 0)],
            vec![(3, 64)],
            vec![(3, 0), (3, 0)],
            vec![(1_000_003, 0)],
            vec![(999_983, 0)],
            vec![(u64::MAX, 0)],
        ] {
            assert!(verdict(&list).is_err(), "{list:?}");
        }
        assert!(check(&json!({ "excesses": [[3]] })).is_err());
        assert!(check(&json!({ "excesses": 7 })).is_err());
        assert!(check(&json!({})).is_err());
    }
}
