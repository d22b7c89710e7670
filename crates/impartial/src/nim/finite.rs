//! The product of finite nimbers.

/// The nim product of two finite nimbers below 2^64, which form a field.
///
/// With F = 2^(2^k) the largest Fermat power needed, a = a1 F + a0 (F a1 meaning both the ordinary and the nim product,
/// which agree below F), and F ⊗ F = F ⊕ F/2 [L, section 4]:
/// a ⊗ b = (a1 b0 + a0 b1 + a1 b1) F + a0 b0 + a1 b1 (F/2), all nim operations, with three half-size products by
/// Karatsuba's trick and one product by the constant F/2.
///
/// ```
/// assert_eq!(impartial::nim::product(5, 6), 8);
/// assert_eq!(impartial::nim::product(1 << 32, 1 << 32), (1 << 32) ^ (1 << 31));
/// ```
pub fn product(a: u64, b: u64) -> u64 {
    let bits = 64 - (a | b).leading_zeros();
    product_in(a, b, bits.next_power_of_two().max(1))
}

/// The product in the field of 2^`width` elements; `width` is a power of two, and `a`, `b` are in the field.
fn product_in(a: u64, b: u64, width: u32) -> u64 {
    if a < 2 || b < 2 {
        return a * b;
    }
    let half = width / 2;
    let low = (1 << half) - 1;
    let (a1, a0, b1, b0) = (a >> half, a & low, b >> half, b & low);
    let low_product = product_in(a0, b0, half);
    let high_product = product_in(a1, b1, half);
    let cross = product_in(a1 ^ a0, b1 ^ b0, half) ^ low_product;
    cross << half | (low_product ^ product_in(high_product, 1 << (half - 1), half))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tests_support::{Heap, Subtraction};
    use crate::game::{Product, Solver};
    use crate::limits::Limits;

    /// The definition [L, section 2]: the least number different from all a'b + ab' + a'b', a' < a, b' < b.
    fn table_by_definition(size: usize) -> Vec<Vec<u64>> {
        let mut table = vec![vec![0u64; size]; size];
        for a in 0..size {
            for b in 0..size {
                let mut excluded = vec![false; size * size + 1];
                for a2 in 0..a {
                    for b2 in 0..b {
                        excluded[(table[a2][b] ^ table[a][b2] ^ table[a2][b2]) as usize] = true;
                    }
                }
                table[a][b] = excluded.iter().position(|taken| !taken).unwrap() as u64;
            }
        }
        table
    }

    #[test]
    fn the_product_is_the_definition() {
        let table = table_by_definition(48);
        for (a, row) in table.iter().enumerate() {
            for (b, expected) in row.iter().enumerate() {
                assert_eq!(product(a as u64, b as u64), *expected, "{a} x {b}");
            }
        }
    }

    proptest::proptest! {
        #[test]
        fn the_laws_of_a_field_hold(a: u64, b: u64, c: u64) {
            proptest::prop_assert_eq!(product(a, b), product(b, a));
            proptest::prop_assert_eq!(product(a, product(b, c)), product(product(a, b), c));
            proptest::prop_assert_eq!(product(a, b ^ c), product(a, b) ^ product(a, c));
            proptest::prop_assert_eq!(product(a, 1), a);
        }
    }

    #[test]
    fn the_nimber_of_a_product_of_games_is_the_nim_product() {
        let subtraction = Subtraction(&[1, 3, 4]);
        let game = Product(&Heap, &subtraction);
        let mut whole = Solver::new(&game, Limits::none());
        let mut part = Solver::new(&subtraction, Limits::none());
        for (heap, tokens) in [(1, 6), (2, 1), (2, 2), (2, 3), (3, 3), (2, 4), (3, 4), (2, 6)] {
            let expected = product(u64::from(heap), part.nimber(&tokens).unwrap());
            assert_eq!(whole.nimber(&game.position(heap, tokens)), Ok(expected), "*{heap} x {tokens}");
        }
    }
}
