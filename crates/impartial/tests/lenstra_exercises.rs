//! The exercises of Lenstra's "Nim multiplication", section 4, as checks that run.
#![allow(clippy::unwrap_used)]

use impartial::nim::{BigNimber, Nimber, definition, product};
use num_bigint::BigUint;

type Word = Nimber<u64>;

const FIELDS: [u64; 6] = [2, 4, 16, 256, 65_536, 1 << 32];

fn star(n: u64) -> Word {
    Nimber::star(n)
}

/// x ∘∘ q for a field q.
fn frobenius(x: Word, q: u64) -> Word {
    (0..q.ilog2()).fold(x, |x, _| x.square())
}

/// The rank over F_2 of some vectors.
fn rank(vectors: impl IntoIterator<Item = u64>) -> usize {
    let mut rows: Vec<u64> = Vec::new();
    for mut vector in vectors {
        for row in &rows {
            vector = vector.min(vector ^ row);
        }
        if vector != 0 {
            rows.push(vector);
            rows.sort_unstable_by(|a, b| b.cmp(a));
        }
    }
    rows.len()
}

#[test]
fn exercise_2_primitive_roots() {
    for (i, q) in FIELDS.into_iter().enumerate() {
        let order = Nimber::star(u128::from(q)).order().unwrap();
        let group = u128::MAX >> (128 - (2u32 << i));
        assert_eq!(order == group, i < 2, "2^(2^{i})");
    }
}

#[test]
fn exercise_3_cube_roots() {
    for q in &FIELDS[2..] {
        assert_eq!(star(*q).roots(3).unwrap().count(), 3, "{q}");
    }
    assert!(star(2).roots(3).is_none());
}

#[test]
fn exercises_4_and_5_the_algorithms() {
    for n in 1..200u64 {
        let m = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        assert_eq!(definition::product_by_ternary(n, m), product(n, m));
        assert_eq!(definition::inverse_by_recursion(m), star(m).inverse().map(Nimber::number));
    }
}

/// Also the rule that exercise 7 asks for: ε = 1 iff n is 1 or 2 modulo 4, q = 2^(2^n).
#[test]
fn exercises_6_and_7_the_frobenius_matrix() {
    let power = |exponent: u64| BigNimber::star(BigUint::from(1u8) << exponent);
    for n in 0..8u32 {
        let bits = 1u64 << n;
        let image = |j: u64| (0..bits).fold(power(bits * j), |x, _| x.square());
        for j in 0..4 {
            let coefficients: Vec<BigUint> = (0..=j)
                .map(|i| image(j).number() >> (bits * i) & ((BigUint::from(1u8) << bits) - 1u8))
                .collect();
            assert_eq!(coefficients[j as usize], BigUint::from(1u8), "the diagonal");
            assert_eq!(image(j).number() >> (bits * (j + 1)), BigUint::ZERO, "above it nothing");
            if j >= 1 {
                assert_eq!(coefficients[j as usize - 1], BigUint::from(1u8), "n = {n}, j = {j}");
            }
            if j >= 2 {
                let epsilon = BigUint::from(u8::from(matches!(n % 4, 1 | 2)));
                assert_eq!(coefficients[j as usize - 2], epsilon, "n = {n}, j = {j}");
            }
        }
    }
}

#[test]
fn exercise_8_the_matrices() {
    type Matrix = Vec<Vec<bool>>;
    fn times(a: &Matrix, b: &Matrix) -> Matrix {
        let size = a.len();
        let entry = |i: usize, j: usize| (0..size).fold(false, |sum, k| sum ^ (a[i][k] & b[k][j]));
        (0..size).map(|i| (0..size).map(|j| entry(i, j)).collect()).collect()
    }
    fn blocks(parts: [[Option<&Matrix>; 2]; 2], size: usize) -> Matrix {
        let entry =
            |i: usize, j: usize| parts[i / size][j / size].is_some_and(|part| part[i % size][j % size]);
        (0..2 * size).map(|i| (0..2 * size).map(|j| entry(i, j)).collect()).collect()
    }
    let (mut a, mut b) = (vec![vec![true]], vec![vec![true]]);
    for n in 0..6u32 {
        let size = 1usize << n;
        for (j, _) in b.iter().enumerate() {
            let square = star(1 << j).square().number();
            let column = (0..size).filter(|i| b[*i][j]).fold(0u64, |bits, i| bits | 1 << i);
            assert_eq!(column, square, "B_{n}, column {j}");
        }
        let a_squared = times(&a, &a);
        assert_eq!(times(&a_squared, &b), times(&b, &a), "A_{n}^2 B_{n} = B_{n} A_{n}");
        let a_b = times(&a, &b);
        b = blocks([[Some(&b), Some(&a_b)], [None, Some(&b)]], size);
        a = blocks([[None, Some(&a_squared)], [Some(&a), Some(&a)]], size);
    }
}

/// The module that x generates is the least power of q above x, so there are no other submodules.
#[test]
fn exercise_9_submodules() {
    for q in [2u64, 4, 16] {
        for x in 1..256 {
            let images = std::iter::successors(Some(star(x)), |y| Some(frobenius(*y, q))).take(8);
            let scalars = (0..q.ilog2()).map(|bit| star(1 << bit));
            let all = images.flat_map(|y| scalars.clone().map(move |c| (c * y).number()));
            let length = u64::from(x.ilog(q)) + 1;
            assert_eq!(rank(all) as u64, length * u64::from(q.ilog2()), "q = {q}, x = {x}");
        }
    }
}

#[test]
fn exercise_10_normal_bases() {
    let r = 256u64;
    for q in [2u64, 4, 16] {
        for x in 0..r {
            let conjugates = std::iter::successors(Some(star(x)), |y| Some(frobenius(*y, q)))
                .take((8 / q.ilog2()) as usize);
            let all = conjugates.flat_map(|y| (0..q.ilog2()).map(move |bit| (star(1 << bit) * y).number()));
            assert_eq!(rank(all) == 8, x >= r / q, "q = {q}, x = {x}");
        }
    }
}

#[test]
fn exercise_11_decreasing_sequences() {
    for k in 0..64 {
        let n = 1u64 << k;
        let images: Vec<u64> = FIELDS.iter().map(|q| frobenius(star(n), *q).number()).collect();
        assert!(images.is_sorted_by(|a, b| a >= b) && images[5] >= n, "2^{k}");
        // The next field contains 2^k, and its Frobenius map fixes it.
        assert_eq!((0..64).fold(star(n), |x, _| x.square()), star(n));
    }
}

/// The product of all a + i, i < 2^n, is the sum of the a ∘∘ 2^j with j + (n-j) = n without carry.
#[test]
fn exercise_12_subspace_polynomials() {
    for n in 0..7u32 {
        for a in (0..3000).step_by(7) {
            let left = (0..1u64 << n).fold(star(1), |all, i| all * (star(a) + star(i)));
            let right = (0..=n)
                .filter(|j| j ^ (n - j) == n)
                .fold(star(0), |sum, j| sum + (0..j).fold(star(a), |x, _| x.square()));
            assert_eq!(left, right, "n = {n}, a = {a}");
        }
    }
}

#[test]
fn exercise_13_power_sums() {
    for n in 1..8u32 {
        for j in 0..1u128 << n {
            let sum = (0..1u64 << n).fold(star(0), |sum, i| sum + star(i).pow(j));
            assert_eq!(sum, star(u64::from(j == (1 << n) - 1)), "n = {n}, j = {j}");
        }
    }
}

#[test]
fn exercise_14_roots_of_unity() {
    for q in [2u64, 4, 16, 256] {
        let half = star(q / 2);
        let mut found: Vec<Word> = (0..q)
            .map(star)
            .map(|x| (x.square() + star(q) + half).quotient(x.square() + x + half).unwrap())
            .collect();
        found.push(star(1));
        found.sort_unstable();
        found.dedup();
        assert_eq!(found.len() as u64, q + 1, "all different");
        assert!(found.iter().all(|root| root.pow(u128::from(q) + 1) == star(1)), "q = {q}");
    }
}

/// Norton's sum is addition in base three without carrying.
#[test]
fn exercise_15_characteristic_three() {
    const SIZE: usize = 27;
    let mut sum = [[0usize; SIZE]; SIZE];
    for a in 0..SIZE {
        for b in 0..SIZE {
            let mut excluded = vec![false; 4 * SIZE * SIZE];
            for a2 in 0..a {
                excluded[sum[a2][b]] = true;
                for b2 in 0..b {
                    if sum[a][b2] == sum[a2][b] {
                        excluded[sum[a2][b2]] = true;
                    }
                }
            }
            for b2 in 0..b {
                excluded[sum[a][b2]] = true;
            }
            sum[a][b] = excluded.iter().position(|taken| !taken).unwrap();
            let ternary = [1, 3, 9].iter().map(|power| (a / power + b / power) % 3 * power).sum::<usize>();
            assert_eq!(sum[a][b], ternary, "{a} & {b}");
        }
    }
}

/// The simplest field of characteristic p on the numbers below p^(2^n): sums by digits without carrying, and q = p^(2^k) a square root of the
/// least number below q that has none there.
struct SimplestField {
    p: u64,
    /// Each field that is a number, and the square of that number.
    squares: Vec<(u64, u64)>,
}

impl SimplestField {
    fn new(p: u64, steps: usize) -> Self {
        let mut field = SimplestField { p, squares: Vec::new() };
        let mut q = p;
        for _ in 0..steps {
            let has_root: std::collections::BTreeSet<u64> = (0..q).map(|x| field.product(x, x)).collect();
            let least = (0..q).find(|c| !has_root.contains(c)).expect("half of the numbers are no squares");
            field.squares.push((q, least));
            q *= q;
        }
        field
    }

    fn sum(&self, a: u64, b: u64) -> u64 {
        if a == 0 && b == 0 {
            return 0;
        }
        let p = self.p;
        (a % p + b % p) % p + p * self.sum(a / p, b / p)
    }

    fn product(&self, a: u64, b: u64) -> u64 {
        let Some((q, square)) = self.squares.iter().rev().find(|(q, _)| a >= *q || b >= *q) else {
            return a * b % self.p;
        };
        let (a1, a0, b1, b0) = (a / q, a % q, b / q, b % q);
        let low = self.sum(self.product(a0, b0), self.product(self.product(a1, b1), *square));
        q * self.sum(self.product(a1, b0), self.product(a0, b1)) + low
    }
}

/// Other characteristics: with Norton's sum and its like there is such a multiplication, and numbers that are powers p^(2^n) are fields.
/// Source: DiMuro, On On_p.
#[test]
fn exercise_16_other_characteristics() {
    for (p, steps, first_square) in [(3, 3, 2), (5, 2, 2), (7, 1, 3), (11, 1, 2)] {
        let field = SimplestField::new(p, steps);
        assert_eq!(field.product(p, p), first_square);
        let mut q = p;
        for _ in 0..=steps {
            // No divisors of zero, so every number but 0 has an inverse: rows of the table are permutations.
            let rows = if q <= 81 { 1..q } else { q - 20..q };
            for a in rows {
                let row: std::collections::BTreeSet<u64> = (0..q).map(|b| field.product(a, b)).collect();
                assert!(row.len() as u64 == q && row.last() == Some(&(q - 1)), "{a} below {q}, p = {p}");
            }
            let triples = (0..400).map(|i: u64| (i * 7919 % q, (i * i + 17) % q, (i * 104_729 + 5) % q));
            for (a, b, c) in triples {
                let product = |a, b| field.product(a, b);
                assert_eq!(product(a, product(b, c)), product(product(a, b), c));
                assert_eq!(product(a, field.sum(b, c)), field.sum(product(a, b), product(a, c)));
                assert_eq!(product(a, b), product(b, a));
            }
            assert_eq!((0..p).fold(0, |sum, _| field.sum(sum, 1)), 0);
            q *= q;
        }
    }
    // In characteristic three the sum is that of exercise 15.
    assert_eq!(SimplestField::new(3, 1).sum(5, 8), 1);
}
