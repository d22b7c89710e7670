//! Nim products of slices in wide registers: digits of sixteen bits, eight words at a time.
//!
//! A nimber below 2^64 is d_0 + d_1 X + (d_2 + d_3 X) Y with digits in the field of 2^16, X = 2^16 and Y = 2^32, where
//! X² = X + x and Y² = Y + xX for the nimber x = 2^15 [L, (4.1)]. In the basis 1, x, x², …, x^15 of the digits both
//! equations multiply by shifts. So
//!
//! 1. every digit is written as a polynomial in x: four look-ups of nibbles, for 32 digits at once;
//! 2. with E = d_0 + d_2 Y and O = d_1 + d_3 Y, three carry-less products give EE', OO' and (E+O)(E'+O'): digits that
//!    stand 32 bits apart do not meet, so each is a polynomial in Y with three coefficients of at most 31 bits;
//! 3. with the equations of X and Y these nine become the four digits of the product, polynomials of 32 bits in x;
//! 4. eight look-ups of nibbles turn such a polynomial, not yet reduced, into the digit that it stands for.

#![allow(unsafe_code)]

use super::basis::{inverse_map, nim_product};
use super::word::Nimber;

/// A linear map from words of 4N bits to digits of 16 bits: for each nibble the low and the high bytes of its images.
struct NibbleMap<const N: usize>([[[u8; 16]; 2]; N]);

impl<const N: usize> NibbleMap<N> {
    /// The map that sends bit i to `images[i]`.
    const fn from_images(images: &[u64; 64]) -> Self {
        let mut tables = [[[0; 16]; 2]; N];
        let mut place = 0;
        while place < N {
            let mut nibble = 1usize;
            while nibble < 16 {
                let top = nibble.ilog2() as usize;
                let [low, high, ..] = images[4 * place + top].to_le_bytes();
                let rest = nibble ^ (1 << top);
                tables[place][0][nibble] = tables[place][0][rest] ^ low;
                tables[place][1][nibble] = tables[place][1][rest] ^ high;
                nibble += 1;
            }
            place += 1;
        }
        NibbleMap(tables)
    }
}

/// The powers of x = 2^15 up to x^32. From the 33rd on there are single bits, which makes the first sixteen a part of a
/// basis of all words.
const POWERS: [u64; 64] = {
    let mut powers = [1; 64];
    let mut i = 1;
    while i <= 32 {
        powers[i] = nim_product(powers[i - 1], 1 << 15);
        i += 1;
    }
    powers
};

/// The polynomials in x of the bits of a digit.
const POLYNOMIALS: [u64; 64] = {
    let mut basis = POWERS;
    let mut bit = 16;
    while bit < 64 {
        basis[bit] = 1 << bit;
        bit += 1;
    }
    inverse_map(&basis)
};

/// x^32 as a polynomial of degree below 16.
const X_32: u64 = {
    let (mut sum, mut bit) = (0, 0);
    while bit < 16 {
        if POWERS[32] >> bit & 1 == 1 {
            sum ^= POLYNOMIALS[bit];
        }
        bit += 1;
    }
    sum
};

/// From a digit to its polynomial in x.
static PREPARE: NibbleMap<4> = NibbleMap::from_images(&POLYNOMIALS);
/// From a polynomial in x of degree below 32 to its digit.
static RESTORE: NibbleMap<8> = NibbleMap::from_images(&POWERS);

/// Multiplies term by term over the shorter of the two, if this processor has the instructions; says whether it has.
pub fn multiply(left: &mut [Nimber<u64>], right: &[Nimber<u64>]) -> bool {
    #[cfg(target_arch = "x86_64")]
    if super::clmul::is_wide_present() {
        // SAFETY: the features that `multiply` enables were just detected.
        unsafe { x86::multiply(left, right) };
        return true;
    }
    let _ = (left, right);
    false
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::{NibbleMap, Nimber, PREPARE, RESTORE, X_32};

    /// How many words one step takes.
    const WORDS: usize = 8;

    #[target_feature(enable = "avx2,pclmulqdq,vpclmulqdq")]
    pub fn multiply(left: &mut [Nimber<u64>], right: &[Nimber<u64>]) {
        let length = left.len().min(right.len());
        let (left, left_rest) = left[..length].as_chunks_mut();
        let (right, right_rest) = right[..length].as_chunks();
        for (left, right) in left.iter_mut().zip(right) {
            multiply_words(left, right);
        }
        let (mut a, mut b) = ([Nimber::default(); WORDS], [Nimber::default(); WORDS]);
        a[..left_rest.len()].copy_from_slice(left_rest);
        b[..right_rest.len()].copy_from_slice(right_rest);
        multiply_words(&mut a, &b);
        left_rest.copy_from_slice(&a[..left_rest.len()]);
    }

    #[target_feature(enable = "avx2,pclmulqdq,vpclmulqdq")]
    fn multiply_words(left: &mut [Nimber<u64>; WORDS], right: &[Nimber<u64>; WORDS]) {
        store(left, restore(product(prepare(load(left)), prepare(load(right)))));
    }

    #[target_feature(enable = "avx2")]
    fn load(nimbers: &[Nimber<u64>; WORDS]) -> [__m256i; 2] {
        let words = nimbers.map(Nimber::number);
        let from = words.as_ptr();
        // SAFETY: eight words are two registers.
        unsafe { [_mm256_loadu_si256(from.cast()), _mm256_loadu_si256(from.add(4).cast())] }
    }

    #[target_feature(enable = "avx2")]
    fn store(nimbers: &mut [Nimber<u64>; WORDS], registers: [__m256i; 2]) {
        let mut words = [0; WORDS];
        let to = words.as_mut_ptr();
        // SAFETY: eight words are two registers.
        unsafe {
            _mm256_storeu_si256(to.cast(), registers[0]);
            _mm256_storeu_si256(to.add(4).cast(), registers[1]);
        }
        *nimbers = words.map(Nimber::star);
    }

    /// The image of 32 words at once; `planes[i]` holds byte i of each.
    #[target_feature(enable = "avx2")]
    fn image<const N: usize>(map: &NibbleMap<N>, planes: &[__m256i]) -> [__m256i; 2] {
        let low_nibbles = _mm256_set1_epi8(15);
        let mut bytes = [_mm256_setzero_si256(); 2];
        for (plane, tables) in planes.iter().zip(map.0.chunks_exact(2)) {
            let low = _mm256_and_si256(*plane, low_nibbles);
            let high = _mm256_and_si256(_mm256_srli_epi16::<4>(*plane), low_nibbles);
            for (side, byte) in bytes.iter_mut().enumerate() {
                *byte = _mm256_xor_si256(*byte, _mm256_shuffle_epi8(table(&tables[0][side]), low));
                *byte = _mm256_xor_si256(*byte, _mm256_shuffle_epi8(table(&tables[1][side]), high));
            }
        }
        bytes
    }

    /// A table for both halves of a register.
    #[target_feature(enable = "avx2")]
    fn table(bytes: &[u8; 16]) -> __m256i {
        // SAFETY: sixteen bytes are one half register.
        _mm256_broadcastsi128_si256(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
    }

    /// The low and the high bytes of the digits of two registers. Within each half the first register comes first, so
    /// `unpack` of low and high bytes restores the order.
    #[target_feature(enable = "avx2")]
    fn planes(digits: [__m256i; 2]) -> [__m256i; 2] {
        let low_byte = _mm256_set1_epi16(255);
        let [first, second] = digits;
        [
            _mm256_packus_epi16(_mm256_and_si256(first, low_byte), _mm256_and_si256(second, low_byte)),
            _mm256_packus_epi16(_mm256_srli_epi16::<8>(first), _mm256_srli_epi16::<8>(second)),
        ]
    }

    /// Every digit as a polynomial in x.
    #[target_feature(enable = "avx2")]
    fn prepare(words: [__m256i; 2]) -> [__m256i; 2] {
        let [low, high] = image(&PREPARE, &planes(words));
        [_mm256_unpacklo_epi8(low, high), _mm256_unpackhi_epi8(low, high)]
    }

    /// The four digits of eight products, not reduced: digit i of all words in register i, in the order of words
    /// 0, 1, 4, 5 and 2, 3, 6, 7.
    #[target_feature(enable = "avx2,pclmulqdq,vpclmulqdq")]
    fn product(left: [__m256i; 2], right: [__m256i; 2]) -> [__m256i; 4] {
        // a = EE' + x OO' and b = (E+O)(E'+O') + EE': the product is a + b X.
        let mut a = [_mm256_setzero_si256(); 4];
        let mut b = a;
        for half in 0..2 {
            let (even, odd) = even_and_odd(left[half]);
            let (other_even, other_odd) = even_and_odd(right[half]);
            let both = _mm256_xor_si256(even, odd);
            let other_both = _mm256_xor_si256(other_even, other_odd);
            let evens = carryless(even, other_even);
            let odds = carryless(odd, other_odd);
            let mixed = carryless(both, other_both);
            for side in 0..2 {
                a[2 * half + side] = _mm256_xor_si256(evens[side], _mm256_slli_epi32::<1>(odds[side]));
                b[2 * half + side] = _mm256_xor_si256(evens[side], mixed[side]);
            }
        }
        let [a_0, a_1, a_2] = coefficients(a);
        let [b_0, b_1, b_2] = coefficients(b);
        // Y² = Y + xX and X² = X + x.
        let x_a_2 = times_x(a_2);
        let x_b_2 = times_x(b_2);
        [
            _mm256_xor_si256(a_0, times_x(x_b_2)),
            _mm256_xor_si256(b_0, _mm256_xor_si256(x_a_2, x_b_2)),
            _mm256_xor_si256(a_1, a_2),
            _mm256_xor_si256(b_1, b_2),
        ]
    }

    /// The digits d_0, d_2 and the digits d_1, d_3 of every word, 32 bits apart.
    #[target_feature(enable = "avx2")]
    fn even_and_odd(words: __m256i) -> (__m256i, __m256i) {
        (_mm256_blend_epi16::<0xaa>(words, _mm256_setzero_si256()), _mm256_srli_epi32::<16>(words))
    }

    /// The products of the words 0 and 2, and of the words 1 and 3.
    #[target_feature(enable = "avx2,pclmulqdq,vpclmulqdq")]
    fn carryless(left: __m256i, right: __m256i) -> [__m256i; 2] {
        [_mm256_clmulepi64_epi128::<0x00>(left, right), _mm256_clmulepi64_epi128::<0x11>(left, right)]
    }

    /// The coefficients of 1, Y and Y² of all eight words.
    #[target_feature(enable = "avx2")]
    fn coefficients(products: [__m256i; 4]) -> [__m256i; 3] {
        let [p, q, r, s] = products;
        let (first, second) = (_mm256_unpacklo_epi32(p, q), _mm256_unpacklo_epi32(r, s));
        let (third, fourth) = (_mm256_unpackhi_epi32(p, q), _mm256_unpackhi_epi32(r, s));
        [
            _mm256_unpacklo_epi64(first, second),
            _mm256_unpackhi_epi64(first, second),
            _mm256_unpacklo_epi64(third, fourth),
        ]
    }

    /// x times polynomials of degree below 32, of degree below 32 again.
    #[target_feature(enable = "avx2")]
    fn times_x(polynomials: __m256i) -> __m256i {
        let over = _mm256_and_si256(_mm256_srai_epi32::<31>(polynomials), _mm256_set1_epi32(X_32 as i32));
        _mm256_xor_si256(_mm256_slli_epi32::<1>(polynomials), over)
    }

    /// The eight words from their digits as [`product`] leaves them.
    #[target_feature(enable = "avx2")]
    fn restore(digits: [__m256i; 4]) -> [__m256i; 2] {
        let low = |even, odd| _mm256_blend_epi16::<0xaa>(even, _mm256_slli_epi32::<16>(odd));
        let high = |even, odd| _mm256_blend_epi16::<0xaa>(_mm256_srli_epi32::<16>(even), odd);
        let [d_0, d_1, d_2, d_3] = digits;
        let [byte_0, byte_1] = planes([low(d_0, d_1), low(d_2, d_3)]);
        let [byte_2, byte_3] = planes([high(d_0, d_1), high(d_2, d_3)]);
        let [low, high] = image(&RESTORE, &[byte_0, byte_1, byte_2, byte_3]);
        let (first, second) = (_mm256_unpacklo_epi8(low, high), _mm256_unpackhi_epi8(low, high));
        [_mm256_unpacklo_epi32(first, second), _mm256_unpackhi_epi32(first, second)]
    }
}
