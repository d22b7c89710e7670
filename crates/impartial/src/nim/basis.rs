//! The field of 2^64 nimbers in a polynomial basis, where a product is one carry-less multiplication.
//!
//! The nimbers below 2^64 are F_2(x_0, …, x_5) with x_i = 2^(2^i) and x_i² + x_i = x_0 ⋯ x_(i-1) [L, (4.1)]. Sending each
//! x_i to any solution of its equation in F_2\[x\]/(x^64+x^4+x^3+x+1) is an isomorphism. Both directions are F_2-linear:
//! eight table look-ups each. All tables are computed by the compiler from the equations.

use super::clmul::{portable_product, reduce};

/// An F_2-linear map of 64-bit words, as eight tables of 256 words, one for each byte.
pub struct LinearMap([[u64; 256]; 8]);

impl LinearMap {
    /// The map that sends bit i to `images[i]`.
    pub const fn from_images(images: &[u64; 64]) -> Self {
        let mut tables = [[0; 256]; 8];
        let mut place = 0;
        while place < 8 {
            let mut byte = 1usize;
            while byte < 256 {
                let top = byte.ilog2() as usize;
                tables[place][byte] = tables[place][byte ^ (1 << top)] ^ images[8 * place + top];
                byte += 1;
            }
            place += 1;
        }
        LinearMap(tables)
    }

    /// The image of the word whose byte at `place` is `byte` and whose other bytes are 0.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub const fn entry(&self, place: usize, byte: u8) -> u64 {
        self.0[place][byte as usize]
    }

    /// The image of `x`.
    #[inline(always)]
    pub const fn apply(&self, x: u64) -> u64 {
        let t = &self.0;
        (t[0][(x & 255) as usize] ^ t[1][(x >> 8 & 255) as usize])
            ^ (t[2][(x >> 16 & 255) as usize] ^ t[3][(x >> 24 & 255) as usize])
            ^ (t[4][(x >> 32 & 255) as usize] ^ t[5][(x >> 40 & 255) as usize])
            ^ (t[6][(x >> 48 & 255) as usize] ^ t[7][(x >> 56) as usize])
    }
}

/// An F_2-linear map on the field of 2^(8N) nimbers in the polynomial basis, as N tables of 256 words: 8N sums of
/// coefficients determine an element of the subfield.
pub struct SubfieldMap<const N: usize> {
    shift: u32,
    tables: [[u64; 256]; N],
}

impl<const N: usize> SubfieldMap<N> {
    /// The Frobenius power x ↦ x^(2^power).
    const fn frobenius(power: u32) -> Self {
        let (shift, elements) = window(8 * N);
        let powers = frobenius(power);
        let mut images = [0; 64];
        let mut bit = 0;
        while bit < 8 * N {
            images[bit] = image(&powers, elements[bit]);
            bit += 1;
        }
        let all = LinearMap::from_images(&images);
        let mut tables = [[0; 256]; N];
        let mut place = 0;
        while place < N {
            tables[place] = all.0[place];
            place += 1;
        }
        SubfieldMap { shift, tables }
    }

    /// The image of `x`, an element of the subfield.
    #[inline(always)]
    pub fn apply(&self, x: u64) -> u64 {
        let window = x ^ x >> self.shift;
        (0..N).fold(0, |sum, place| sum ^ self.tables[place][(window >> (8 * place) & 255) as usize])
    }
}

/// The inverses of the elements of the field of 2^8 nimbers in the polynomial basis.
pub struct Inverses {
    shift: u32,
    table: [u64; 256],
}

impl Inverses {
    const fn new() -> Self {
        let (shift, elements) = window(8);
        let mut table = [0; 256];
        let mut byte = 1;
        while byte < 256 {
            // x^254 = x^2 x^4 … x^128.
            let (mut power, mut product, mut count) = (image(&elements, byte as u64), 1, 1);
            while count < 8 {
                power = times(power, power);
                product = times(product, power);
                count += 1;
            }
            table[byte] = product;
            byte += 1;
        }
        Inverses { shift, table }
    }

    /// The inverse of `x`, an element of the subfield; 0 for 0.
    #[inline(always)]
    pub fn inverse(&self, x: u64) -> u64 {
        self.table[((x ^ x >> self.shift) & 255) as usize]
    }
}

/// The least `shift` for which the lowest `width` bits of x ^ x >> shift determine an element x of the field of 2^width
/// nimbers, and the elements for which exactly one of these bits is 1.
const fn window(width: usize) -> (u32, [u64; 64]) {
    let mut shift = 1;
    loop {
        assert!(shift < 64, "some window determines the elements");
        let mut parts = [0; 64];
        let mut bit = 0;
        while bit < width {
            let x = NIM_TO_POLYNOMIAL[bit];
            parts[bit] = (x ^ x >> shift) & (u64::MAX >> (64 - width));
            bit += 1;
        }
        let rows = echelon(&parts);
        let mut elements = [0; 64];
        bit = 0;
        while bit < width && rows[bit].0 != 0 {
            bit += 1;
        }
        if bit == width {
            bit = 0;
            while bit < width {
                elements[bit] = image(&NIM_TO_POLYNOMIAL, preimage(&rows, 1 << bit));
                bit += 1;
            }
            return (shift as u32, elements);
        }
        shift += 1;
    }
}

/// The product in F_2\[x\]/(x^64+x^4+x^3+x+1), at compile time.
const fn times(a: u64, b: u64) -> u64 {
    reduce(portable_product(a, b))
}

/// The image of `x` under a map given by images of the bits, at compile time.
const fn image(images: &[u64; 64], x: u64) -> u64 {
    let mut sum = 0;
    let mut bit = 0;
    while bit < 64 {
        if x >> bit & 1 == 1 {
            sum ^= images[bit];
        }
        bit += 1;
    }
    sum
}

/// For each bit i of the image of a linear map (given by images of bits) a preimage of a vector whose leading bit is i,
/// in echelon form: `(vector, preimage)`, zero where there is none.
const fn echelon(images: &[u64; 64]) -> [(u64, u64); 64] {
    let mut rows = [(0u64, 0u64); 64];
    let mut bit = 0;
    while bit < 64 {
        let (mut vector, mut preimage) = (images[bit], 1u64 << bit);
        while vector != 0 {
            let lead = vector.ilog2() as usize;
            if rows[lead].0 == 0 {
                rows[lead] = (vector, preimage);
                break;
            }
            vector ^= rows[lead].0;
            preimage ^= rows[lead].1;
        }
        bit += 1;
    }
    rows
}

/// A preimage of `target` under the map in echelon form; the target must be in the image.
const fn preimage(rows: &[(u64, u64); 64], target: u64) -> u64 {
    let (mut rest, mut found) = (target, 0);
    while rest != 0 {
        let (vector, preimage) = rows[rest.ilog2() as usize];
        assert!(vector != 0, "the target is in the image");
        rest ^= vector;
        found ^= preimage;
    }
    found
}

/// The images of the 64 bits of a nimber in the polynomial basis.
const NIM_TO_POLYNOMIAL: [u64; 64] = {
    let mut artin_schreier = [0; 64];
    let mut bit = 0;
    while bit < 64 {
        artin_schreier[bit] = times(1 << bit, 1 << bit) ^ 1 << bit;
        bit += 1;
    }
    let rows = echelon(&artin_schreier);
    let mut images = [0; 64];
    images[0] = 1;
    let mut level = 0;
    while level < 6 {
        // images[2^level - 1] is the product of all x_j with j < level.
        let generator = preimage(&rows, images[(1 << level) - 1]);
        let mut below = 0;
        while below < 1 << level {
            images[(1 << level) + below] = times(generator, images[below]);
            below += 1;
        }
        level += 1;
    }
    images
};

const POLYNOMIAL_TO_NIM: [u64; 64] = inverse_map(&NIM_TO_POLYNOMIAL);

/// The nim product at compile time.
pub const fn nim_product(a: u64, b: u64) -> u64 {
    let product = times(image(&NIM_TO_POLYNOMIAL, a), image(&NIM_TO_POLYNOMIAL, b));
    image(&POLYNOMIAL_TO_NIM, product)
}

/// The inverse of an invertible map, both as images of bits.
pub const fn inverse_map(images: &[u64; 64]) -> [u64; 64] {
    let rows = echelon(images);
    let mut inverse = [0; 64];
    let mut bit = 0;
    while bit < 64 {
        inverse[bit] = preimage(&rows, 1 << bit);
        bit += 1;
    }
    inverse
}

/// The powers 1, x, x², … of the polynomial basis as nimbers.
pub fn polynomial_basis() -> &'static [u64; 64] {
    &POLYNOMIAL_TO_NIM
}

/// The coordinates of `vector` in a basis; `None` when `basis` is none.
pub fn coordinates(basis: &[u64; 64], vector: u64) -> Option<u64> {
    let rows = echelon(basis);
    rows.iter().all(|(lead, _)| *lead != 0).then(|| preimage(&rows, vector))
}

/// The Frobenius power x ↦ x^(2^power) on the polynomial basis, as images of bits.
const fn frobenius(power: u32) -> [u64; 64] {
    let mut images = [0; 64];
    let mut bit = 0;
    while bit < 64 {
        let mut value = 1 << bit;
        let mut count = 0;
        while count < power {
            value = times(value, value);
            count += 1;
        }
        images[bit] = value;
        bit += 1;
    }
    images
}

/// `first` and then `second`.
const fn composed(first: &[u64; 64], second: &[u64; 64]) -> [u64; 64] {
    let mut images = [0; 64];
    let mut bit = 0;
    while bit < 64 {
        images[bit] = image(second, first[bit]);
        bit += 1;
    }
    images
}

const NIM_SQUARES: [u64; 64] = composed(&composed(&NIM_TO_POLYNOMIAL, &frobenius(1)), &POLYNOMIAL_TO_NIM);

/// From nimbers to the polynomial basis.
pub static PREPARE: LinearMap = LinearMap::from_images(&NIM_TO_POLYNOMIAL);
/// From the polynomial basis to nimbers.
pub static RESTORE: LinearMap = LinearMap::from_images(&POLYNOMIAL_TO_NIM);
/// The nim square.
pub static SQUARE: LinearMap = LinearMap::from_images(&NIM_SQUARES);
/// The nim square root.
pub static SQUARE_ROOT: LinearMap = LinearMap::from_images(&inverse_map(&NIM_SQUARES));
/// The least y with y² + y = a, for a without its top bit; what it does to the top bit has no meaning.
pub static ARTIN_SCHREIER_ROOT: LinearMap = LinearMap::from_images(&{
    let mut map = NIM_SQUARES;
    let mut bit = 0;
    while bit < 64 {
        map[bit] ^= 1 << bit;
        bit += 1;
    }
    let rows = echelon(&map);
    let mut roots = [0; 64];
    bit = 0;
    while bit < 63 {
        // The two roots differ by 1; the even one is the least.
        roots[bit] = preimage(&rows, 1 << bit) & !1;
        bit += 1;
    }
    roots
});
/// The conjugate over the field of 2^32 nimbers, from a nimber to the polynomial basis.
pub static PREPARE_CONJUGATE: LinearMap =
    LinearMap::from_images(&composed(&NIM_TO_POLYNOMIAL, &frobenius(32)));
/// x^(2^32) in the polynomial basis.
pub static FROBENIUS_32: LinearMap = LinearMap::from_images(&frobenius(32));
/// x^(2^16) in the polynomial basis, on the field of 2^32 nimbers.
pub static FROBENIUS_16: SubfieldMap<4> = SubfieldMap::frobenius(16);
/// x^(2^8) in the polynomial basis, on the field of 2^16 nimbers.
pub static FROBENIUS_8: SubfieldMap<2> = SubfieldMap::frobenius(8);
/// The inverses of the nimbers of the field of 2^8, in the polynomial basis; 0 for 0.
pub static INVERSES_8: Inverses = Inverses::new();
/// 2^63 in the polynomial basis, the constant of every step of the tower above 64 bits.
pub const TOP: u64 = NIM_TO_POLYNOMIAL[63];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generators_satisfy_their_equations() {
        let mut product = 1;
        for level in 0..6 {
            let x = PREPARE.apply(1 << (1 << level));
            assert_eq!(times(x, x) ^ x, product, "x_{level}");
            product = times(product, x);
        }
    }

    /// The modulus is irreducible: x^(2^64) = x, and x^(2^32) + x is prime to it.
    #[test]
    fn the_modulus_is_irreducible() {
        let frobenius = |count: u32| (0..count).fold(2u64, |x, _| times(x, x));
        assert_eq!(frobenius(64), 2);
        let (mut a, mut b) = (1u128 << 64 | 0b11011, u128::from(frobenius(32) ^ 2));
        while b != 0 {
            while a != 0 && a.ilog2() >= b.ilog2() {
                a ^= b << (a.ilog2() - b.ilog2());
            }
            (a, b) = (b, a);
        }
        assert_eq!(a, 1);
    }

    /// Fails when the window does not determine an element, or an image is wrong.
    #[test]
    fn the_maps_of_subfields_are_powers() {
        let power = |x: u64, count: u32| (0..count).fold(x, |x, _| times(x, x));
        for seed in 0..2000u64 {
            let x = PREPARE.apply(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32);
            assert_eq!(FROBENIUS_16.apply(x), power(x, 16));
            let x = PREPARE.apply((seed * 37) & 0xffff);
            assert_eq!(FROBENIUS_8.apply(x), power(x, 8));
            let x = PREPARE.apply(seed & 0xff);
            assert_eq!(times(x, INVERSES_8.inverse(x)), u64::from(x != 0));
        }
    }

    proptest::proptest! {
        #[test]
        fn the_maps_are_inverse_to_each_other(x: u64) {
            proptest::prop_assert_eq!(RESTORE.apply(PREPARE.apply(x)), x);
            proptest::prop_assert_eq!(PREPARE.apply(RESTORE.apply(x)), x);
            proptest::prop_assert_eq!(SQUARE_ROOT.apply(SQUARE.apply(x)), x);
        }
    }
}
