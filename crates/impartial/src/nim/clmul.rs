//! Carry-less multiplication: products of polynomials over F_2 of degree below 64, packed in machine words.
//!
//! The processor's instruction is used when it is there,
//! which is found out at run time; [`Portable`] does the same with ordinary multiplications. Algorithms that multiply
//! are written once, as a [`Kernel`] over any [`Carryless`], and [`run`] compiles them for both.

#![allow(unsafe_code)]

use super::basis::LinearMap;

/// The product in F_2\[x\] of two polynomials of degree below 64, bit i standing for x^i.
///
/// A register holds a polynomial of degree below 128; what is computed from registers stays in them until a word is
/// asked for, because the way between the processor's two kinds of registers is long.
pub trait Carryless: Copy {
    /// A polynomial of degree below 128.
    type Register: Copy;

    /// The polynomial of a word.
    fn register(self, word: u64) -> Self::Register;

    /// The image of a word under a linear map.
    #[inline(always)]
    fn image(self, map: &LinearMap, word: u64) -> u64 {
        map.apply(word)
    }

    /// The sum.
    fn sum(self, a: Self::Register, b: Self::Register) -> Self::Register;

    /// The product of the terms of degree below 64.
    fn product(self, a: Self::Register, b: Self::Register) -> Self::Register;

    /// The remainder modulo x^64+x^4+x^3+x+1, as the terms of degree below 64; the others have no meaning.
    fn residue(self, a: Self::Register) -> Self::Register;

    /// The coefficients.
    fn words(self, a: Self::Register) -> u128;

    /// The coefficients of the terms of degree below 64.
    #[inline(always)]
    fn word(self, a: Self::Register) -> u64 {
        self.words(a) as u64
    }

    /// The product, of degree below 127.
    #[inline(always)]
    fn multiply(self, a: u64, b: u64) -> u128 {
        self.words(self.product(self.register(a), self.register(b)))
    }

    /// `left[i] := left[i] · right[i]` in F_2\[x\]/(x^64+x^4+x^3+x+1), for slices of equal length.
    #[inline(always)]
    fn multiply_slices(self, left: &mut [u64], right: &[u64]) {
        for (a, b) in left.iter_mut().zip(right) {
            *a = reduce(self.multiply(*a, *b));
        }
    }

    /// The exclusive or of the unreduced products `left[i] · right[i]`.
    #[inline(always)]
    fn dot(self, left: &[u64], right: &[u64]) -> u128 {
        left.iter().zip(right).fold(0, |sum, (a, b)| sum ^ self.multiply(*a, *b))
    }
}

/// The remainder modulo x^64+x^4+x^3+x+1, an irreducible polynomial.
#[inline(always)]
pub const fn reduce(product: u128) -> u64 {
    let (high, low) = ((product >> 64) as u64, product as u64);
    // x^64 = x^4+x^3+x+1; what the shifts push over the top once more is folded in first.
    let high = high ^ (high >> 63) ^ (high >> 61) ^ (high >> 60);
    low ^ high ^ (high << 1) ^ (high << 3) ^ (high << 4)
}

/// Multiplication with ordinary integer products.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Carryless for Portable {
    type Register = u128;

    #[inline(always)]
    fn register(self, word: u64) -> u128 {
        u128::from(word)
    }

    #[inline(always)]
    fn sum(self, a: u128, b: u128) -> u128 {
        a ^ b
    }

    #[inline]
    fn product(self, a: u128, b: u128) -> u128 {
        portable_product(a as u64, b as u64)
    }

    #[inline(always)]
    fn residue(self, a: u128) -> u128 {
        u128::from(reduce(a))
    }

    #[inline(always)]
    fn words(self, a: u128) -> u128 {
        a
    }
}

/// [`Portable`]'s product, also at compile time.
///
/// Keeps every fifth bit of each factor: then at most 13 ones meet in a column of an integer product, too few for a
/// carry to reach the next column that counts.
pub const fn portable_product(a: u64, b: u64) -> u128 {
    const FIFTH: u128 = {
        let mut mask = 0;
        let mut bit = 0;
        while bit < 128 {
            mask |= 1 << bit;
            bit += 5;
        }
        mask
    };
    let mut sum = 0u128;
    let mut i = 0;
    while i < 5 {
        let left = (a & ((FIFTH as u64) << i)) as u128;
        let mut j = 0;
        while j < 5 {
            let right = (b & ((FIFTH as u64) << j)) as u128;
            // Two shifts beyond 4 wrap to the column of bit 0 of the next five.
            sum ^= (left * right) & (FIFTH << (i + j));
            j += 1;
        }
        i += 1;
    }
    sum
}

/// A computation that multiplies polynomials.
pub trait Kernel {
    /// What it gives.
    type Output;
    /// The computation; implementations are `#[inline(always)]` so that they are compiled for the processor's
    /// instruction.
    fn run<C: Carryless>(self, with: C) -> Self::Output;
}

/// Runs a kernel with the best multiplication that this processor has.
#[inline(always)]
pub fn run<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(instruction) = x86::instruction() {
        return kernel.run(instruction);
    }
    kernel.run(Portable)
}

/// As [`run`], for kernels that work through slices: wider registers where the processor has them.
#[inline(always)]
pub fn run_wide<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    if is_wide_present() {
        // SAFETY: the features that `run_with_wide_instruction` enables were just detected.
        return unsafe { x86::run_with_wide_instruction(kernel) };
    }
    run(kernel)
}

#[cfg(target_arch = "x86_64")]
pub use x86::is_wide_present;

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use std::sync::atomic::{AtomicU8, Ordering};

    use super::{Carryless, Kernel, LinearMap, portable_product, reduce};

    /// What is known of this processor: nothing yet, [`ABSENT`] or [`PRESENT`].
    static INSTRUCTION: AtomicU8 = AtomicU8::new(0);
    const ABSENT: u8 = 1;
    const PRESENT: u8 = 2;

    /// The instruction, if this processor has it: one comparison, so that it may stand in the innermost loop.
    #[inline(always)]
    pub fn instruction() -> Option<Instruction> {
        let known = INSTRUCTION.load(Ordering::Relaxed);
        (known == PRESENT || known != ABSENT && is_detected()).then_some(Instruction(()))
    }

    #[cold]
    fn is_detected() -> bool {
        let present = is_x86_feature_detected!("pclmulqdq") && is_x86_feature_detected!("ssse3");
        INSTRUCTION.store(if present { PRESENT } else { ABSENT }, Ordering::Relaxed);
        present
    }

    /// `reduce(t x^60)` for the polynomials t of degree below 4, without the part below x^64 that one fold leaves.
    static FOLDED_TWICE: [u8; 16] = {
        let mut table = [0; 16];
        let mut top = 0;
        while top < 16 {
            let folded = portable_product((top as u64) << 60, 0b11011);
            table[top] = portable_product((folded >> 64) as u64, 0b11011) as u8;
            top += 1;
        }
        table
    };

    /// The word itself; the compiler cannot look through, and so keeps the order of the operations around it.
    #[inline(always)]
    fn as_it_stands(mut word: u64) -> u64 {
        // SAFETY: there is no instruction.
        unsafe {
            std::arch::asm!("/* {0} */", inout(reg) word, options(pure, nomem, nostack, preserves_flags));
        }
        word
    }

    /// The same, in a register of which the second byte has a name.
    #[inline(always)]
    fn with_bytes(mut word: u64) -> u64 {
        // SAFETY: there is no instruction.
        unsafe {
            std::arch::asm!("/* {0} */", inout(reg_abcd) word, options(pure, nomem, nostack, preserves_flags));
        }
        word
    }

    #[inline(always)]
    pub fn is_wide_present() -> bool {
        instruction().is_some() && is_x86_feature_detected!("vpclmulqdq") && is_x86_feature_detected!("avx2")
    }

    /// Two bytes at a time from the lowest sixteen bits, and two sums of four entries each: fewer instructions and
    /// shorter chains than the compiler's own order.
    #[inline(always)]
    fn image(map: &LinearMap, word: u64) -> u64 {
        let entry = |place: usize, byte: u64| map.entry(place, byte as u8);
        let second = with_bytes(word >> 16);
        let third = with_bytes(second >> 16);
        let fourth = with_bytes(third >> 16);
        let low = entry(0, word) ^ entry(1, word >> 8) ^ entry(2, second) ^ entry(3, second >> 8);
        let high = entry(4, third) ^ entry(5, third >> 8) ^ entry(6, fourth) ^ entry(7, fourth >> 8);
        as_it_stands(low) ^ as_it_stands(high)
    }

    /// The remainder of `a`, given the product of its upper half with x^64 = x^4+x^3+x+1. What that product pushes over
    /// the top depends on the top four bits: a look-up, which `shuffle` does meanwhile.
    #[inline(always)]
    fn residue(a: __m128i, folded: __m128i, shuffle: impl Fn(__m128i, __m128i) -> __m128i) -> __m128i {
        // SAFETY: every x86-64 processor has SSE2; the table has 16 bytes.
        unsafe {
            let top = _mm_srli_epi64::<60>(_mm_srli_si128::<8>(a));
            let over = shuffle(_mm_loadu_si128(FOLDED_TWICE.as_ptr().cast()), top);
            _mm_xor_si128(_mm_xor_si128(a, over), folded)
        }
    }

    /// The instruction `pclmulqdq`. Values exist only where it was detected, and `pshufb` with it.
    ///
    /// The two are written as assembly, because the compiler's own forms of them can stand only in functions compiled for
    /// processors that have them, and such a function is never compiled into the loop that calls it: that would cost a
    /// tenth of a product.
    #[derive(Clone, Copy)]
    pub struct Instruction(());

    /// The product of the lower half of `b` with the lower (`HALF` = 0) or upper (`HALF` = 1) half of `a`.
    ///
    /// # Safety
    /// The processor must have the instruction.
    #[inline(always)]
    unsafe fn carryless<const HALF: i32>(mut a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: the caller's.
        unsafe {
            std::arch::asm!("pclmulqdq {0}, {1}, {2}", inout(xmm_reg) a, in(xmm_reg) b, const HALF,
                            options(pure, nomem, nostack, preserves_flags));
        }
        a
    }

    /// The bytes of `table` at `places`.
    ///
    /// # Safety
    /// The processor must have the instruction.
    #[inline(always)]
    unsafe fn bytes_at(mut table: __m128i, places: __m128i) -> __m128i {
        // SAFETY: the caller's.
        unsafe {
            std::arch::asm!("pshufb {0}, {1}", inout(xmm_reg) table, in(xmm_reg) places,
                            options(pure, nomem, nostack, preserves_flags));
        }
        table
    }

    impl Carryless for Instruction {
        type Register = __m128i;

        #[inline(always)]
        fn register(self, word: u64) -> __m128i {
            // SAFETY: every x86-64 processor has SSE2.
            unsafe { _mm_cvtsi64_si128(word as i64) }
        }

        #[inline(always)]
        fn image(self, map: &LinearMap, word: u64) -> u64 {
            image(map, word)
        }

        #[inline(always)]
        fn sum(self, a: __m128i, b: __m128i) -> __m128i {
            // SAFETY: every x86-64 processor has SSE2.
            unsafe { _mm_xor_si128(a, b) }
        }

        #[inline(always)]
        fn product(self, a: __m128i, b: __m128i) -> __m128i {
            // SAFETY: a value of this type exists only where the instruction was detected.
            unsafe { carryless::<0>(a, b) }
        }

        #[inline(always)]
        fn residue(self, a: __m128i) -> __m128i {
            // SAFETY: a value of this type exists only where both instructions were detected.
            unsafe {
                let folded = carryless::<1>(a, self.register(0b11011));
                residue(a, folded, |table, places| bytes_at(table, places))
            }
        }

        #[inline(always)]
        fn words(self, a: __m128i) -> u128 {
            // SAFETY: every x86-64 processor has SSE2.
            let high = unsafe { _mm_cvtsi128_si64(_mm_unpackhi_epi64(a, a)) as u64 };
            u128::from(high) << 64 | u128::from(self.word(a))
        }

        #[inline(always)]
        fn word(self, a: __m128i) -> u64 {
            // SAFETY: every x86-64 processor has SSE2.
            unsafe { _mm_cvtsi128_si64(a) as u64 }
        }
    }

    /// Two products at a time with `vpclmulqdq`. Values exist only inside [`run_with_wide_instruction`].
    #[derive(Clone, Copy)]
    pub struct Wide(Instruction);

    impl Carryless for Wide {
        type Register = __m128i;

        #[inline(always)]
        fn register(self, word: u64) -> __m128i {
            self.0.register(word)
        }

        #[inline(always)]
        fn image(self, map: &LinearMap, word: u64) -> u64 {
            image(map, word)
        }

        #[inline(always)]
        fn sum(self, a: __m128i, b: __m128i) -> __m128i {
            self.0.sum(a, b)
        }

        #[inline(always)]
        fn product(self, a: __m128i, b: __m128i) -> __m128i {
            // SAFETY: a value of this type exists only where the instruction was detected.
            unsafe { _mm_clmulepi64_si128::<0x00>(a, b) }
        }

        #[inline(always)]
        fn residue(self, a: __m128i) -> __m128i {
            // SAFETY: a value of this type exists only where the instructions were detected.
            unsafe {
                let folded = _mm_clmulepi64_si128::<0x01>(a, self.register(0b11011));
                residue(a, folded, |table, places| _mm_shuffle_epi8(table, places))
            }
        }

        #[inline(always)]
        fn words(self, a: __m128i) -> u128 {
            self.0.words(a)
        }

        #[inline(always)]
        fn word(self, a: __m128i) -> u64 {
            self.0.word(a)
        }

        #[inline(always)]
        fn multiply_slices(self, left: &mut [u64], right: &[u64]) {
            let length = left.len().min(right.len());
            let whole = length - length % 4;
            for at in (0..whole).step_by(4) {
                // SAFETY: the features were detected, and `at + 4 <= length` of both slices.
                unsafe {
                    let (to, from) = (left.as_mut_ptr().add(at), right.as_ptr().add(at));
                    let (a, b) = (_mm256_loadu_si256(to.cast()), _mm256_loadu_si256(from.cast()));
                    let even = _mm256_clmulepi64_epi128::<0x00>(a, b);
                    let odd = _mm256_clmulepi64_epi128::<0x11>(a, b);
                    let low = _mm256_unpacklo_epi64(even, odd);
                    let high = _mm256_unpackhi_epi64(even, odd);
                    let over = _mm256_xor_si256(
                        _mm256_srli_epi64::<63>(high),
                        _mm256_xor_si256(_mm256_srli_epi64::<61>(high), _mm256_srli_epi64::<60>(high)),
                    );
                    let high = _mm256_xor_si256(high, over);
                    let folded = _mm256_xor_si256(
                        _mm256_xor_si256(high, _mm256_slli_epi64::<1>(high)),
                        _mm256_xor_si256(_mm256_slli_epi64::<3>(high), _mm256_slli_epi64::<4>(high)),
                    );
                    _mm256_storeu_si256(to.cast(), _mm256_xor_si256(low, folded));
                }
            }
            for at in whole..length {
                left[at] = reduce(self.multiply(left[at], right[at]));
            }
        }

        #[inline(always)]
        fn dot(self, left: &[u64], right: &[u64]) -> u128 {
            let length = left.len().min(right.len());
            let whole = length - length % 4;
            // SAFETY: the features were detected, and `at + 4 <= length` of both slices.
            let mut sum = unsafe {
                let mut sum = _mm256_setzero_si256();
                for at in (0..whole).step_by(4) {
                    let a = _mm256_loadu_si256(left.as_ptr().add(at).cast());
                    let b = _mm256_loadu_si256(right.as_ptr().add(at).cast());
                    sum = _mm256_xor_si256(sum, _mm256_clmulepi64_epi128::<0x00>(a, b));
                    sum = _mm256_xor_si256(sum, _mm256_clmulepi64_epi128::<0x11>(a, b));
                }
                let both = _mm_xor_si128(_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum));
                let (low, high) = (_mm_cvtsi128_si64(both) as u64, _mm_extract_epi64::<1>(both) as u64);
                u128::from(high) << 64 | u128::from(low)
            };
            for at in whole..length {
                sum ^= self.multiply(left[at], right[at]);
            }
            sum
        }
    }

    /// # Safety
    /// The processor must have the features named.
    #[target_feature(enable = "pclmulqdq,ssse3,avx2,vpclmulqdq")]
    pub unsafe fn run_with_wide_instruction<K: Kernel>(kernel: K) -> K::Output {
        kernel.run(Wide(Instruction(())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by_shifts(a: u64, b: u64) -> u128 {
        (0..64).filter(|bit| b >> bit & 1 == 1).fold(0, |sum, bit| sum ^ u128::from(a) << bit)
    }

    struct Product(u64, u64);

    impl Kernel for Product {
        type Output = u128;
        #[inline(always)]
        fn run<C: Carryless>(self, with: C) -> u128 {
            with.multiply(self.0, self.1)
        }
    }

    struct Slices<'a>(&'a mut [u64], &'a [u64]);

    impl Kernel for Slices<'_> {
        type Output = u128;
        #[inline(always)]
        fn run<C: Carryless>(self, with: C) -> u128 {
            let sum = with.dot(self.0, self.1);
            with.multiply_slices(self.0, self.1);
            sum
        }
    }

    proptest::proptest! {
        /// Fails when the instruction or the portable product differs from the definition by shifts.
        #[test]
        fn every_product_is_the_definition(a: u64, b: u64) {
            proptest::prop_assert_eq!(Portable.multiply(a, b), by_shifts(a, b));
            proptest::prop_assert_eq!(run(Product(a, b)), by_shifts(a, b));
            proptest::prop_assert_eq!(Portable.multiply(u64::MAX, b), by_shifts(u64::MAX, b));
        }

        /// Fails when a slice kernel differs from single products, at any length and so at any remainder.
        #[test]
        fn slices_are_single_products(pairs in proptest::collection::vec((0u64.., 0u64..), 0..20)) {
            let (mut left, right): (Vec<u64>, Vec<u64>) = pairs.iter().copied().unzip();
            let products: Vec<u64> = pairs.iter().map(|(a, b)| reduce(by_shifts(*a, *b))).collect();
            let sum = pairs.iter().fold(0, |sum, (a, b)| sum ^ by_shifts(*a, *b));
            let mut portable = left.clone();
            proptest::prop_assert_eq!(Slices(&mut portable, &right).run(Portable), sum);
            proptest::prop_assert_eq!(&portable, &products);
            let mut narrow = left.clone();
            proptest::prop_assert_eq!(run(Slices(&mut narrow, &right)), sum);
            proptest::prop_assert_eq!(&narrow, &products);
            proptest::prop_assert_eq!(run_wide(Slices(&mut left, &right)), sum);
            proptest::prop_assert_eq!(&left, &products);
        }
    }

    #[test]
    fn reduction_is_division_with_remainder() {
        const MODULUS: u128 = 1 << 64 | 0b11011;
        for product in [u128::MAX >> 1, 1 << 126, (1 << 127) - 1, 0x1234_5678_9abc_def0_1111_2222_3333_4444] {
            let mut rest = product;
            for bit in (64..128).rev() {
                if rest >> bit & 1 == 1 {
                    rest ^= MODULUS << (bit - 64);
                }
            }
            assert_eq!(u128::from(reduce(product)), rest);
        }
    }
}
