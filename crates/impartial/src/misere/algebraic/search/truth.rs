//! What is known for certain: a partial quotient, its elements read as words with parameters.

use rustc_hash::FxHashMap;

use super::shape::Shape;
use crate::heap::HeapCode;
use crate::limits::{Limits, StopReason};
use crate::misere::monoid::{BipartiteMonoid, Element as Finite};
use crate::misere::presentation::Presentation;
use crate::misere::quotient::MisereQuotient;

/// A partial quotient with its least words.
pub struct Partial {
    /// The quotient.
    pub monoid: BipartiteMonoid,
    /// The values of the heaps.
    pub phi: Vec<Finite>,
    /// For each generator a, b, c, …, the first heap with its value.
    pub heaps: Vec<u64>,
    /// For each element, its least word: pairs (generator, exponent).
    pub words: Vec<Vec<(u32, u32)>>,
}

impl Partial {
    /// The partial quotient with heaps up to `to`; `None` when the quotient diverges before.
    pub fn new(search: &mut MisereQuotient, to: u64, limits: &Limits) -> Result<Option<Self>, StopReason> {
        search.extend_to(to, limits)?;
        if search.heap() < to {
            return Ok(None);
        }
        let (monoid, phi) = search.quotient(limits)?;
        let presentation = Presentation::within(&monoid, &phi, limits)?;
        let heaps: Option<Vec<u64>> = presentation
            .generators()
            .iter()
            .map(|generator| phi.iter().position(|value| value == generator).map(|heap| heap as u64))
            .collect();
        let words = (0..monoid.order() as Finite).map(|x| presentation.word(x).factors().to_vec()).collect();
        Ok(heaps.map(|heaps| Partial { monoid, phi, heaps, words }))
    }

    /// The search whose quotients are looked at.
    pub fn search(code: &HeapCode) -> MisereQuotient {
        MisereQuotient::of_heaps(code.clone())
    }
}

/// A word as the shape of the game reads it: which letters, and their parameters.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reading {
    /// Whether a divides it.
    pub flip: bool,
    /// The core letters with their multiplicity, and the family letters, increasing.
    pub letters: Vec<usize>,
    /// The exponents of the power letters.
    pub powers: Vec<i64>,
    /// The indices of the family letters, in the order of `letters`.
    pub indices: Vec<i64>,
}

impl Reading {
    /// The largest parameter.
    pub fn largest(&self) -> i64 {
        self.powers.iter().chain(&self.indices).copied().max().unwrap_or(0)
    }

    /// The sum of the parameters.
    pub fn weight(&self) -> i64 {
        self.powers.iter().chain(&self.indices).sum()
    }
}

/// The elements of a partial quotient, read; those too near to its end are not.
pub struct Truth<'p> {
    /// The quotient.
    pub partial: &'p Partial,
    /// The shape.
    pub shape: &'p Shape,
    /// For each element its reading, if it is to be trusted.
    pub readings: Vec<Option<Reading>>,
    by_reading: FxHashMap<Reading, Finite>,
    /// For each letter and index, its element.
    letters: Vec<Vec<Finite>>,
    /// The bound on weights below which products are to be trusted.
    pub bound: i64,
}

impl<'p> Truth<'p> {
    /// Reads all elements.
    pub fn new(partial: &'p Partial, shape: &'p Shape) -> Self {
        let readings: Vec<Option<Reading>> = partial
            .words
            .iter()
            .map(|word| shape.read(word).filter(|reading| reading.largest() <= shape.trusted))
            .collect();
        let by_reading = (0..)
            .zip(&readings)
            .filter_map(|(x, reading)| reading.clone().map(|reading| (reading, x)))
            .collect();
        let letters = shape
            .letters
            .iter()
            .map(|letter| match letter.kind {
                crate::misere::algebraic::monoid::LetterKind::Core => {
                    vec![partial.phi[letter.heap as usize]]
                }
                crate::misere::algebraic::monoid::LetterKind::Power => {
                    let value = partial.phi[letter.heap as usize];
                    (0..=shape.trusted as u64).map(|m| partial.monoid.power(value, m)).collect()
                }
                crate::misere::algebraic::monoid::LetterKind::Family => (0..)
                    .map(|k| letter.heap + k * letter.step)
                    .take_while(|heap| *heap <= shape.top)
                    .map(|heap| partial.phi[heap as usize])
                    .collect(),
            })
            .collect();
        Truth { partial, shape, readings, by_reading, letters, bound: shape.trusted - 4 }
    }

    /// The element of a letter; `None` when the index is too large.
    pub fn letter(&self, letter: usize, index: i64) -> Option<Finite> {
        self.letters[letter].get(usize::try_from(index).ok()?).copied()
    }

    /// The element with this reading.
    pub fn element(&self, reading: &Reading) -> Option<Finite> {
        self.by_reading.get(reading).copied()
    }

    /// An element times a letter, read; `None` when it is not to be trusted.
    pub fn act(&self, x: Finite, letter: usize, index: i64) -> Option<&Reading> {
        let weight = self.readings[x as usize].as_ref()?.weight();
        if self.shape.has_powers() && weight + index > self.bound {
            return None;
        }
        let product = self.partial.monoid.product(x, self.letter(letter, index)?);
        self.readings[product as usize].as_ref()
    }
}
