//! The slow faces of nim arithmetic: definitions and the algorithms of Lenstra's exercises, kept to check the fast ones.

use std::collections::BTreeSet;

/// The table of nim products a ∘ b for a, b < `size` by the definition: the least number different from all
/// a'∘b ⊕ a∘b' ⊕ a'∘b' with a' < a, b' < b [L, section 2].
///
/// Cost: O(size⁴).
///
/// ```
/// assert_eq!(impartial::nim::definition::products_by_mex(6)[4][5], 2);
/// ```
pub fn products_by_mex(size: usize) -> Vec<Vec<u64>> {
    let mut table = vec![vec![0u64; size]; size];
    let mut seen = vec![usize::MAX; size.pow(2) + 1];
    for a in 0..size {
        for b in 0..size {
            let mark = a * size + b;
            for a2 in 0..a {
                for b2 in 0..b {
                    // A value beyond the number of pairs cannot be the least one missing.
                    let value = (table[a2][b] ^ table[a][b2] ^ table[a2][b2]) as usize;
                    if let Some(place) = seen.get_mut(value) {
                        *place = mark;
                    }
                }
            }
            let missing = seen.iter().position(|last| *last != mark).expect("fewer pairs than places");
            table[a][b] = missing as u64;
        }
    }
    table
}

/// The nim product by the ternary algorithm [L, exercise 4]: k* is k with its binary digits read in base three; multiply
/// Σ a_k X^(k*) by Σ b_k X^(k*) over F_2, and while an exponent h has a digit 2, lowest at 3^j, replace X^h by
/// X^(h-3^j) + X^(h-(3^(j+1)+1)/2), largest h first.
///
/// ```
/// assert_eq!(impartial::nim::definition::product_by_ternary(77, 77), 109);
/// ```
pub fn product_by_ternary(n: u64, m: u64) -> u64 {
    let bits = |x: u64| (0..64u64).filter(move |bit| x >> bit & 1 == 1);
    let mut polynomial = BTreeSet::new();
    let toggle = |polynomial: &mut BTreeSet<u64>, exponent: u64| {
        if !polynomial.remove(&exponent) {
            polynomial.insert(exponent);
        }
    };
    for a in bits(n) {
        for b in bits(m) {
            toggle(&mut polynomial, star(a) + star(b));
        }
    }
    while let Some((h, power)) = polynomial.iter().rev().find_map(|h| lowest_two(*h).map(|power| (*h, power)))
    {
        polynomial.remove(&h);
        toggle(&mut polynomial, h - power);
        toggle(&mut polynomial, h - (3 * power).div_ceil(2));
    }
    (0..64u64).filter(|k| polynomial.contains(&star(*k))).fold(0, |sum, k| sum | 1 << k)
}

/// The binary digits of k read in base three.
fn star(k: u64) -> u64 {
    (0..6).filter(|i| k >> i & 1 == 1).map(|i| 3u64.pow(i)).sum()
}

/// The least power of three whose ternary digit in `h` is 2.
fn lowest_two(h: u64) -> Option<u64> {
    (0..7).map(|j| 3u64.pow(j)).find(|power| h / power % 3 == 2)
}

/// The nim inverse by recursion [L, exercise 5]: for n > 1 let 2^(2^i) be the largest such number not above n and
/// a = ⌊n/2^(2^i)⌋; then 1/n = (n ⊕ a) ∘ 1/(n ∘ (n ⊕ a)). `None` for 0.
///
/// ```
/// assert_eq!(impartial::nim::definition::inverse_by_recursion(2), Some(3));
/// ```
pub fn inverse_by_recursion(n: u64) -> Option<u64> {
    if n < 2 {
        return (n == 1).then_some(1);
    }
    let half = 1u32 << n.ilog2().ilog2();
    let conjugate = n ^ n >> half;
    let norm = product_by_ternary(n, conjugate);
    Some(product_by_ternary(conjugate, inverse_by_recursion(norm)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exercises_agree_with_the_definition() {
        let table = products_by_mex(64);
        for (a, row) in table.iter().enumerate() {
            for (b, product) in row.iter().enumerate() {
                assert_eq!(product_by_ternary(a as u64, b as u64), *product, "{a} x {b}");
            }
        }
        for n in 1..64 {
            let inverse = inverse_by_recursion(n).unwrap();
            assert_eq!(product_by_ternary(n, inverse), 1, "1/{n}");
        }
        assert_eq!(inverse_by_recursion(0), None);
    }
}
