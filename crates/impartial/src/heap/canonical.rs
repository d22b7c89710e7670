//! When two codes are the same game.
//!
//! If heap 1 has no move, it may be dropped wherever it appears, and every heap renamed by one token less: n becomes n - 1.
//! A move that takes k tokens from n and leaves i heaps a_1 + … + a_i = n - k becomes one that leaves the heaps a_j - 1, of
//! which some may have vanished, and takes (n - 1) - (n - k - i) = k + i - 1 tokens. So
//!
//! > the bit i of d_k becomes the bits 0, 1, …, i of d_{k+i-1}.
//!
//! The game trees are the same, apart from heaps without moves, so the two codes are the same game in normal *and* misère
//! play. Doing this until heap 1 has a move gives the canonical form: 0.4 → 0.07 → 0.137. Source: Guy and Smith 1956 (the
//! octal case); the statement for any number of heaps is derived above.

use super::code::HeapCode;
use super::digit::{Digit, Shape};

/// A code whose heap 1 has a move, and by how much the heaps were renamed to reach it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The canonical code.
    pub code: HeapCode,
    /// Heap n of the original code is heap n - shift of the canonical one; heaps up to `shift` have no move.
    pub shift: u64,
}

/// Codes that would take more steps than this are left as they are.
const MAX_WORK: u64 = 20_000_000;

impl HeapCode {
    /// The canonical form under renaming of heaps. Two codes with equal canonical forms are the same game, in both plays.
    ///
    /// A code for which one renaming would give rules that no code expresses (a condition on shape met by another, an
    /// open number of heaps) stays as far as it was brought. Cost: shift times the number of digits.
    ///
    /// ```
    /// use impartial::heap::HeapCode;
    /// let dawsons_kayles: HeapCode = "0.07".parse()?;
    /// let canonical = dawsons_kayles.canonical();
    /// assert_eq!((canonical.code.to_string().as_str(), canonical.shift), ("0.137", 1));
    /// assert_eq!("couples-are-forever".parse::<HeapCode>()?.canonical().code, "officers".parse::<HeapCode>()?.canonical().code);
    /// # Ok::<(), impartial::text::ReadError>(())
    /// ```
    pub fn canonical(&self) -> Canonical {
        let mut canonical = Canonical { code: simplified(self), shift: 0 };
        let mut work = 0;
        while canonical.code.options(1).is_empty() && work < MAX_WORK {
            work += (canonical.code.digits().len() + canonical.code.tail().len()) as u64;
            match renamed(&canonical.code) {
                Some(code) => canonical = Canonical { code, shift: canonical.shift + 1 },
                None => break,
            }
        }
        canonical
    }
}

/// The same rules with conditions left out that say nothing.
fn simplified(code: &HeapCode) -> HeapCode {
    let simple = |k: u64, digit: Digit| simple_digit(k, digit);
    let digits = code.digits().iter().zip(1..).map(|(digit, k)| simple(k, *digit)).collect();
    // A digit of the block stands for many k; only what does not depend on k may be left out.
    let tail = code.tail().iter().map(|digit| simple_shape(*digit)).collect();
    HeapCode::new(simple(0, code.digit(0)), digits, tail).unwrap_or_else(|| code.clone())
}

/// The digit d_k without a least heap that every move exceeds anyway, and without moves that the least heap rules out.
fn simple_digit(k: u64, digit: Digit) -> Digit {
    let mut digit = simple_shape(digit);
    if digit.least() > 0 && digit.open_from().is_none() {
        let mut bits = digit.bits();
        // Leaving nothing needs a heap of exactly k.
        if k < digit.least() {
            bits &= !1;
        }
        // Leaving i heaps needs a heap of k + i at least.
        let bound = (0..64).filter(|i| bits >> i & 1 == 1).map(|i| k + i).min();
        let least = if bound.is_none_or(|bound| bound >= digit.least()) { 0 } else { digit.least() };
        digit = Digit::from_value(bits).with_shape(digit.shape()).with_least(least as u32);
    }
    digit
}

/// Two heaps that are not all equal are unequal.
fn simple_shape(digit: Digit) -> Digit {
    match (digit.shape(), digit.max_parts()) {
        (Shape::NotAllEqual, Some(2)) => digit.with_shape(Shape::Unequal),
        _ => digit,
    }
}

/// The code after one renaming; `None` when the game has no move at all or no code expresses the result.
fn renamed(code: &HeapCode) -> Option<HeapCode> {
    let parts = u64::from(code.max_parts()?);
    if code.all_digits().all(Digit::is_zero) {
        return None;
    }
    let before = code.digits().len() as u64 + parts + 1;
    let digits = (1..=before).map(|k| renamed_digit(code, k, parts)).collect::<Option<Vec<Digit>>>()?;
    let tail = (before + 1..=before + code.tail().len() as u64)
        .map(|k| renamed_digit(code, k, parts))
        .collect::<Option<Vec<Digit>>>()?;
    // The new d_0 would come from leaving one heap while taking nothing, or nothing while taking one; neither exists.
    HeapCode::new(Digit::ZERO, digits, tail).map(|code| simplified(&code))
}

/// The digit d_k after one renaming: the bits i of d_{k-i+1}.
fn renamed_digit(code: &HeapCode, k: u64, parts: u64) -> Option<Digit> {
    let mut sum = Digit::ZERO;
    for i in 0..=parts.min(k + 1) {
        let old = code.digit(k + 1 - i);
        if !old.allows(i) {
            continue;
        }
        // Which numbers of heaps are left once some of the i heaps had one token and vanish.
        let (bits, shape) = match old.shape() {
            _ if i < 2 => ((2 << i) - 1, Shape::Any),
            Shape::Any => ((2 << i) - 1, Shape::Any),
            Shape::Unequal => (3 << (i - 1), Shape::Unequal),
            Shape::AllEqual => (1 | 1 << i, Shape::AllEqual),
            Shape::NotAllEqual => return None,
        };
        let least = old.least().saturating_sub(1) as u32;
        let new = Digit::from_value(bits).with_shape(shape).with_least(least);
        if sum.is_zero() {
            sum = new;
            continue;
        }
        if sum.least() != new.least() || (sum.breaks() && new.breaks() && sum.shape() != new.shape()) {
            return None;
        }
        let shape = if sum.breaks() { sum.shape() } else { new.shape() };
        // The condition must not come to bind moves of the other digit that it did not bind.
        sum = Digit::from_value(sum.bits() | new.bits()).with_shape(shape).with_least(least);
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::heap::{HeapGame, naive_values};

    fn code(text: &str) -> HeapCode {
        text.parse().unwrap()
    }

    #[test]
    fn the_canonical_forms_of_the_literature() {
        for (text, canonical, shift) in [
            ("0.4", "0.137", 2),
            ("0.07", "0.137", 1),
            ("0.137", "0.137", 0),
            ("0.6", "0.37", 1),
            ("4.0", "0.7", 1),
            ("4.4", "0.77", 1),
            ("0.26", "0.337", 1),
            ("0.007", "0.11337", 2),
            ("4!.0", "0.36!", 2),
            ("4@{3}.0", "0.37", 2),
            ("0.77", "0.77", 0),
            ("0.0", "0.0", 0),
            ("0.{2+}", "0.{2+}", 0),
        ] {
            let found = code(text).canonical();
            assert_eq!((found.code.to_string().as_str(), found.shift), (canonical, shift), "{text}");
        }
    }

    #[test]
    fn renaming_keeps_every_move() {
        let codes = [
            "0.4",
            "0.07",
            "0.6",
            "4.4",
            "0.26",
            "0.007",
            "4!.0",
            "4@{3}.0",
            "0.08",
            "8.0",
            "0.0[0]",
            "0.05(04)^w",
        ];
        let shaped = ["0.0F!", "0.08=", "C.02", "0.4@{7}", "0.0002", "0.[02]", "0.0(48)^w", "0.02!6?"];
        for text in codes.into_iter().chain(shaped) {
            let (original, _) = HeapCode::parse_prefix(text).unwrap();
            let canonical = original.canonical();
            let shift = canonical.shift;
            let rename =
                |heaps: &[u64]| HeapGame::position(heaps.iter().map(|heap| heap.saturating_sub(shift)));
            for heap in 0..=14 + shift {
                let mut expected: Vec<Vec<u64>> =
                    original.options(heap).iter().map(|option| rename(option)).collect();
                expected.sort();
                expected.dedup();
                let found = HeapGame::new(canonical.code.clone()).options(&rename(&[heap]));
                assert_eq!(found, expected, "{text} heap {heap}, as {}", canonical.code);
            }
        }
    }

    #[test]
    fn the_576_codes_of_figure_13_fall_into_324_classes() {
        let mut classes = std::collections::BTreeSet::new();
        let mut codes = std::collections::BTreeSet::new();
        for zeroth in [0, 4] {
            for number in 0..512u64 {
                let digits = [number >> 6, number >> 3 & 7, number & 7];
                // The figure has 0.d1d2d3 and 4.d1d2.
                if zeroth == 4 && digits[2] != 0 {
                    continue;
                }
                let digits = digits.map(Digit::from_value).to_vec();
                let code = HeapCode::new(Digit::from_value(zeroth), digits, vec![]).unwrap();
                codes.insert(code.to_string());
                classes.insert(code.canonical().code.to_string());
            }
        }
        assert_eq!((codes.len(), classes.len()), (576, 324));
    }

    #[test]
    fn grundy_values_move_with_the_heaps() {
        for text in ["0.07", "0.6", "0.26", "0.007", "4!.0"] {
            let original = code(text);
            let canonical = original.canonical();
            let (early, late) = (naive_values(&original, 80), naive_values(&canonical.code, 80));
            for heap in canonical.shift as usize..=80 {
                assert_eq!(early.get(heap), late.get(heap - canonical.shift as usize), "{text} heap {heap}");
            }
        }
    }
}
