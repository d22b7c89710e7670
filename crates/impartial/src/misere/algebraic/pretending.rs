//! The pretending function Phi of all heaps: explicit for small heaps, then one affine word for each residue.

use num_bigint::{BigInt, BigUint};

use super::monoid::{Element, Word};
use super::region::Refused;
use super::symbolic::Symbolic;
use super::system::Form;

/// A parameter of the value of heap period·k + residue: slope·k + offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Line {
    /// By how much it grows with each period.
    pub slope: i64,
    /// Its value at k = 0 (where there may be no such heap).
    pub offset: i64,
}

/// The values of all heaps of an algebraic periodic game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PretendingFunction {
    /// The period p.
    pub period: u64,
    /// The values of heaps 0, 1, …, below the first regular heap.
    pub small: Vec<Element>,
    /// The values of the regular heaps pk + r, for r = 0, …, p - 1.
    pub classes: Vec<Word<Line>>,
}

impl PretendingFunction {
    /// The first regular heap, n_0.
    pub fn regular_from(&self) -> u64 {
        self.small.len() as u64
    }

    /// The least k for which pk + r is regular.
    pub fn first_k(&self, residue: u64) -> i64 {
        self.first_k_from(residue, self.regular_from())
    }

    /// The least k for which pk + r is at least n.
    pub fn first_k_from(&self, residue: u64, n: u64) -> i64 {
        n.saturating_sub(residue).div_ceil(self.period) as i64
    }

    /// The value of a heap; `None` on overflow.
    pub fn value(&self, heap: u64) -> Option<Element> {
        if let Some(value) = self.small.get(usize::try_from(heap).ok()?) {
            return Some(value.clone());
        }
        let k = i64::try_from(heap / self.period).ok()?;
        let word = &self.classes[(heap % self.period) as usize];
        let parameters: Option<Vec<i64>> =
            word.parameters.iter().map(|line| line.slope.checked_mul(k)?.checked_add(line.offset)).collect();
        Some(Element { flip: word.flip, label: word.label, parameters: parameters? })
    }

    /// The value of a heap of any size.
    pub fn large_value(&self, heap: &BigUint) -> Word<BigInt> {
        let small = u64::try_from(heap).ok().and_then(|heap| self.small.get(usize::try_from(heap).ok()?));
        if let Some(word) = small {
            return word.to_large();
        }
        let k = BigInt::from(heap / self.period);
        let residue = u64::try_from(&(heap % self.period)).unwrap_or(0);
        let word = &self.classes[residue as usize];
        let parameters = word.parameters.iter().map(|line| &k * line.slope + line.offset).collect();
        Word { flip: word.flip, label: word.label, parameters }
    }

    /// The value of the regular heap pk + r, with k a form.
    pub(super) fn symbolic_value(&self, residue: u64, k: &Form) -> Result<Symbolic, Refused> {
        let word = &self.classes[residue as usize];
        let parameters: Option<Vec<Form>> =
            word.parameters.iter().map(|line| Form::constant(line.offset).plus(line.slope, k)).collect();
        Ok(Symbolic { flip: word.flip, label: word.label, parameters: parameters.ok_or(Refused::Overflow)? })
    }

    /// Whether all heaps of a residue have one value.
    pub fn is_constant(&self, residue: u64) -> bool {
        self.classes[residue as usize].parameters.iter().all(|line| line.slope == 0)
    }
}

/// An element with known parameters as one with forms.
pub(super) fn fixed(x: &Element) -> Symbolic {
    Symbolic {
        flip: x.flip,
        label: x.label,
        parameters: x.parameters.iter().map(|v| Form::constant(*v)).collect(),
    }
}
