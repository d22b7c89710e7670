//! The sparse space phenomenon: Grundy values fall into two classes, one of them rare.
//!
//! Fix a mask m ≠ 0 and call the parity of v & m the parity of a value v. It is additive: the parity of v ⊕ w is the sum
//! of the parities. The *class* of heap n is
//!
//! > χ(n) = parity(G(n) & m) + ε·(n + t)  (mod 2),
//!
//! 0 for a rare heap, 1 for a common one; ε = 0 is the value form, ε = 1 the position-parity form, for which all numbers
//! t taken by breaking moves must have one parity. A move of heap n to heaps a + b = n - t has a value whose class *seen
//! from n*, parity + ε·(n + t), is χ(a) + χ(b): common values come only from a rare and a common part. So if rare heaps
//! are few, the common values that heap n can reach are quickly found, and the rest is a matter of witnesses.
//! Source: Berlekamp, in Winning Ways ch. 4; the second form is Flammenkamp's.
//!
//! Where the two parts must differ, as in Grundy's game, the same holds: the pairs that are forbidden have the value 0 each, which is a
//! matter of witnesses.
//!
//! Nothing here is trusted: any mask gives right answers, a good one gives them fast.

use super::code::HeapCode;
use super::values::Values;

/// A division of the heaps into rare and common ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    mask: u32,
    by_position: bool,
    /// The parity of the numbers taken by breaking moves; 0 in the value form.
    shift: u32,
}

impl Split {
    /// The mask m.
    pub fn mask(self) -> u32 {
        self.mask
    }

    /// Whether the class also depends on the parity of the heap (ε = 1).
    pub fn by_position(self) -> bool {
        self.by_position
    }

    /// ε·(n + t) modulo 2.
    #[inline]
    pub(crate) fn turn(self, heap: usize) -> u32 {
        if self.by_position { (heap as u32 ^ self.shift) & 1 } else { 0 }
    }

    /// The class of a value seen from a heap: 0 rare, 1 common. χ(n) is `class(n, G(n))`.
    #[inline]
    pub fn class(self, heap: usize, value: u32) -> u32 {
        (value & self.mask).count_ones() & 1 ^ self.turn(heap)
    }

    /// The value without the lowest bit of the mask: linear for ⊕, and increasing on each class.
    #[inline]
    pub(crate) fn reduce(self, value: u32) -> u32 {
        let pivot = self.mask.trailing_zeros();
        let low = value & ((1 << pivot) - 1);
        (value >> 1 & !((1 << pivot) - 1)) | low
    }

    /// The value with this reduced form that has this class seen from this heap.
    #[inline]
    pub(crate) fn restore(self, heap: usize, class: u32, reduced: u32) -> u32 {
        let pivot = self.mask.trailing_zeros();
        let low = reduced & ((1 << pivot) - 1);
        let without = (reduced & !((1 << pivot) - 1)) << 1 | low;
        let parity = (without & self.mask).count_ones() & 1;
        without | (parity ^ class ^ self.turn(heap)) << pivot
    }

    /// How many reduced forms of the other class belong to values smaller than `value`: they are those below this
    /// number. (Equal bits above the pivot mean that the pivot bits differ.)
    #[inline]
    pub(crate) fn smaller_in_other_class(self, value: u32) -> u32 {
        let pivot = self.mask.trailing_zeros();
        ((value >> 1 >> pivot) + (value >> pivot & 1)) << pivot
    }

    /// The split with the fewest rare heaps among the heaps 1, 2, … with these values, and how many there are.
    ///
    /// `None` when the code is not finite, leaves more than two heaps, or never breaks a heap. Cost: V log V for values below V.
    pub fn best(code: &HeapCode, values: &Values) -> Option<(Split, usize)> {
        Self::best_among(code, values, values.len())
    }

    /// The same, judged by the heaps below a bound.
    pub(crate) fn best_among(code: &HeapCode, values: &Values, bound: usize) -> Option<(Split, usize)> {
        let bound = bound.min(values.len());
        if code.pairs_differ().is_none() || values.max() == 0 {
            return None;
        }
        let mut breaking = (0..=code.last_digit()?).filter(|take| code.digit(*take).breaks());
        let shift = (breaking.next()? % 2) as u32;
        let forms: &[bool] =
            if breaking.all(|take| take % 2 == u64::from(shift)) { &[false, true] } else { &[false] };
        let mut best: Option<(Split, usize)> = None;
        for by_position in forms.iter().copied() {
            let form = Split { mask: 1, by_position, shift: if by_position { shift } else { 0 } };
            let mut transform = vec![0i64; (values.max() as usize + 1).next_power_of_two()];
            for (heap, value) in values.iter().enumerate().take(bound).skip(1) {
                transform[value as usize] += 1 - 2 * i64::from(form.turn(heap));
            }
            walsh_hadamard(&mut transform);
            let heaps = bound as i64 - 1;
            for (mask, sum) in transform.iter().enumerate().skip(1) {
                let rare = ((heaps + sum) / 2) as usize;
                if best.is_none_or(|(_, fewest)| rare < fewest) {
                    best = Some((Split { mask: mask as u32, ..form }, rare));
                }
            }
        }
        best
    }
}

/// h[m] becomes the sum of (-1)^parity(v & m) h[v].
fn walsh_hadamard(h: &mut [i64]) {
    let mut width = 1;
    while width < h.len() {
        for block in h.chunks_exact_mut(2 * width) {
            let (left, right) = block.split_at_mut(width);
            for (a, b) in left.iter_mut().zip(right) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        width *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::naive_values;

    #[test]
    fn reduction_is_linear_ordered_and_undone() {
        for mask in [1, 2, 6, 12, 40, 0b1011000] {
            for (by_position, shift) in [(false, 0), (true, 0), (true, 1)] {
                let split = Split { mask, by_position, shift };
                for heap in [4, 5] {
                    for v in 0..256 {
                        let class = split.class(heap, v);
                        assert_eq!(split.restore(heap, class, split.reduce(v)), v);
                        let smaller = (0..v).filter(|w| split.class(heap, *w) != class);
                        let bound = split.smaller_in_other_class(v);
                        assert!(
                            smaller.clone().all(|w| split.reduce(w) < bound)
                                && smaller.count() == bound as usize
                        );
                        for w in 0..256 {
                            assert_eq!(split.reduce(v ^ w), split.reduce(v) ^ split.reduce(w));
                            if split.class(heap, w) == class {
                                assert_eq!(v.cmp(&w), split.reduce(v).cmp(&split.reduce(w)));
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn the_best_split_is_the_best_of_all() {
        for text in ["0.16", "0.127", "0.6", "4.44", "0.644"] {
            let code: HeapCode = text.parse().unwrap();
            let values = naive_values(&code, 1500);
            let (split, rare) = Split::best(&code, &values).unwrap();
            let count = |split: Split| {
                values.iter().enumerate().skip(1).filter(|(n, v)| split.class(*n, *v) == 0).count()
            };
            assert_eq!(count(split), rare, "{text}");
            for mask in 1..=values.max().next_power_of_two() {
                assert!(count(Split { mask, by_position: false, shift: 0 }) >= rare, "{text} mask {mask}");
            }
        }
    }
}
