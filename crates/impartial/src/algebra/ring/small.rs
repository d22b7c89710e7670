//! Small elements of a ring, for searches that try a few.

use num_bigint::BigInt;

use super::polynomial::IntegerPolynomial;
use super::text::AffineRing;

/// Small elements of a ring, simple ones first: numbers, then sums of a few monomials with small coefficients.
pub(super) fn candidates(ring: &AffineRing) -> impl Iterator<Item = IntegerPolynomial> {
    let all = ring.names.len();
    let number = move |n: i64| IntegerPolynomial::constant(BigInt::from(n), all);
    let numbers = (2..=64).map(number);
    let mut monomials: Vec<IntegerPolynomial> = vec![number(1)];
    for _ in 0..3 {
        let longer: Vec<IntegerPolynomial> = monomials
            .iter()
            .flat_map(|m| (0..all).map(move |k| m.times(&IntegerPolynomial::variable(k, all))))
            .collect();
        for monomial in longer {
            if !monomials.contains(&monomial) {
                monomials.push(monomial);
            }
        }
    }
    monomials.truncate(16);
    let shifted = monomials.clone();
    let pairs = monomials.clone().into_iter().skip(1).flat_map(move |m| {
        let lower = shifted.clone();
        lower.into_iter().flat_map(move |other| {
            let m = m.clone();
            [0_i64, 1, -1, 2].into_iter().map(move |c| m.plus(&other.times(&number(c))))
        })
    });
    let triples = {
        let list = monomials.clone();
        (0..list.len()).flat_map(move |i| {
            let list = list.clone();
            (0..i).flat_map(move |j| {
                let list = list.clone();
                (0..j).map(move |k| list[i].plus(&list[j]).plus(&list[k]))
            })
        })
    };
    numbers.chain(pairs).chain(triples)
}
