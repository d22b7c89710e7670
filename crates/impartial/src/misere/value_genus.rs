//! Genera of the heaps of a game that splits heaps, through the diagram of misère nim-values.
//!
//! Playing sums out takes as many sums as there are partitions. The diagram of nim-values ([`super::diagram`]) holds all
//! of them at once. A heap that is indistinguishable, beside any nim-heap, from a sum of earlier ones is replaced by that
//! sum, so that the diagram has few levels; and the periodicity theorem holds as for a quotient, which proves a period of the
//! genera.
//!
//! That ends when the heaps, told apart beside nim-heaps too, have infinitely many values: earlier than the misère quotient
//! becomes infinite. Then sums are played out ([`super::heap_genus`]).

use rustc_hash::FxHashMap;

use super::diagram::{Function, OutcomeDiagram, OutcomeStop};
use super::genus::Genus;
use super::period::{self, Period};
use super::rules::{Generator, Rules, Sum};
use crate::limits::{Limits, StopReason};

/// Elements beyond this number are not listed as words for later heaps.
const MOST_WORDS: usize = 4000;

/// The misère nim-values of all sums of the heaps so far.
///
/// ```
/// use impartial::limits::Limits;
/// use impartial::misere::value_genus::ValueGenera;
/// let kayles: impartial::heap::HeapCode = "0.77".parse()?;
/// let mut genera = ValueGenera::new();
/// for n in 1..=11 {
///     genera.push(&kayles.options(n), &Limits::none()).unwrap();
/// }
/// assert_eq!(genera.genus(5, 4, &Limits::none()).unwrap().to_string(), "4^146");
/// # Ok::<(), impartial::heap::CodeError>(())
/// ```
#[derive(Debug)]
pub struct ValueGenera {
    diagram: OutcomeDiagram,
    rules: Rules,
    /// The sum that each heap is.
    words: Vec<Sum>,
    /// Sums by their functions, of the present diagram.
    known: FxHashMap<Function, Sum>,
}

impl Default for ValueGenera {
    fn default() -> Self {
        Self::new()
    }
}

/// \* and \*2 are the first two generators.
const TWO: Generator = 1;

/// The level of a generator of the rules: level 0 is the nim-heap.
fn levels(sum: &[Generator]) -> Sum {
    sum.iter().map(|generator| generator + 1).collect()
}

impl ValueGenera {
    /// Heap 0 alone, with \* and \*2 beside it.
    pub fn new() -> Self {
        let mut rules = Rules::new();
        let mut diagram = OutcomeDiagram::beside_nim();
        for options in [vec![vec![]], vec![vec![], vec![0]]] {
            let in_levels: Vec<Sum> = options.iter().map(|sum| levels(sum)).collect();
            rules.add(options);
            diagram.push(&in_levels, &Limits::none()).expect("nim-heaps close at once");
        }
        let mut genera = ValueGenera { diagram, rules, words: vec![Sum::new()], known: FxHashMap::default() };
        genera.list_words(&Limits::none()).expect("nothing stops it");
        genera
    }

    /// The number of heaps, heap 0 included.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Never: heap 0 is there.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Adds the next heap with the given options, lists of smaller heaps.
    ///
    /// # Errors
    /// When limits stop the work, or when the heap does not close: its values may need an infinite diagram.
    pub fn push(&mut self, options: &[Vec<u64>], limits: &Limits) -> Result<(), OutcomeStop> {
        let mut sums: Vec<Sum> = options
            .iter()
            .map(|heaps| {
                let mut sum: Sum = heaps.iter().flat_map(|heap| self.words[*heap as usize].clone()).collect();
                sum.sort_unstable();
                sum
            })
            .collect();
        sums.sort_unstable();
        sums.dedup();
        let word = match self.word_of(&sums, limits)? {
            Some(word) => word,
            None => {
                let in_levels: Vec<Sum> = sums.iter().map(|sum| levels(sum)).collect();
                self.diagram.push(&in_levels, limits)?;
                let word = self.rules.add(sums);
                self.list_words(limits)?;
                word
            }
        };
        self.words.push(word);
        Ok(())
    }

    /// The sum of earlier heaps that the game with these options is, if it is one of those listed.
    fn word_of(&mut self, options: &[Sum], limits: &Limits) -> Result<Option<Sum>, OutcomeStop> {
        if options.is_empty() {
            return Ok(Some(Sum::new()));
        }
        let in_levels: Vec<Sum> = options.iter().map(|sum| levels(sum)).collect();
        let function = self.diagram.function_of_options(&in_levels, limits)?;
        let Some(word) = self.known.get(&function).cloned() else { return Ok(None) };
        Ok(self.diagram.is_sum(&in_levels, &levels(&word), limits)?.then_some(word))
    }

    /// Lists sums with different functions, shortest first, up to a number of them.
    fn list_words(&mut self, limits: &Limits) -> Result<(), StopReason> {
        self.known.clear();
        let root = self.diagram.function(&[], limits)?;
        self.known.insert(root, Sum::new());
        let mut found = vec![root];
        let mut at = 0;
        while at < found.len() && found.len() < MOST_WORDS {
            let word = self.known[&found[at]].clone();
            for generator in 0..self.rules.len() as Generator {
                let next = self.diagram.beside(found[at], generator + 1, limits)?;
                self.known.entry(next).or_insert_with(|| {
                    found.push(next);
                    let mut longer = word.clone();
                    longer.push(generator);
                    longer.sort_unstable();
                    longer
                });
            }
            at += 1;
        }
        Ok(())
    }

    /// The genus of a heap whose nim-value in normal play is `base`.
    pub fn genus(&mut self, heap: usize, base: u32, limits: &Limits) -> Result<Genus, StopReason> {
        let word = levels(&self.words[heap]);
        let mut seen = vec![self.diagram.function(&word, limits)?];
        loop {
            let next = self.diagram.beside(seen[seen.len() - 1], TWO + 1, limits)?;
            // From a repetition on the values repeat, and they alternate: two more entries show it.
            let repeats = seen.contains(&next);
            seen.push(next);
            if repeats {
                let after = self.diagram.beside(next, TWO + 1, limits)?;
                seen.push(after);
                let values = seen.iter().map(|function| self.diagram.nim_value(*function)).collect();
                return Ok(Genus::new(base, values));
            }
        }
    }

    /// The period of the heaps' functions that is proved, for a code with plain digits whose moves leave at most `parts`
    /// heaps and take at most `take` tokens; the genera have it too.
    ///
    /// The proof of [`period::known_up_to`] holds word for word: heaps with equal sets of option values are
    /// indistinguishable beside any nim-heap, too.
    pub fn proved_period(
        &mut self,
        parts: u64,
        take: u64,
        limits: &Limits,
    ) -> Result<Option<Period>, StopReason> {
        let mut functions = Vec::with_capacity(self.words.len());
        for word in 0..self.words.len() {
            let word = levels(&self.words[word]);
            functions.push(self.diagram.function(&word, limits)?);
        }
        Ok(period::proved(&functions, parts, take))
    }

    /// The number of generators that the heaps are sums of, \* and \*2 included.
    pub fn generators(&self) -> usize {
        self.rules.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::HeapCode;
    use crate::misere::heap_genus::GenusSequence;

    fn genera(code: &HeapCode, last: u64) -> (ValueGenera, Vec<Genus>) {
        let mut values = ValueGenera::new();
        while (values.len() as u64) <= last
            && values.push(&code.options(values.len() as u64), &Limits::none()).is_ok()
        {}
        let mut played = GenusSequence::new();
        played.extend_to(last.min(30), |n| code.options(n), &Limits::none()).unwrap();
        let bases: Vec<u32> = played.genera().map(Genus::base).collect();
        let found = bases.len().min(values.len());
        let genera = (0..found).map(|n| values.genus(n, bases[n], &Limits::none()).unwrap()).collect();
        (values, genera)
    }

    /// Fails when a genus differs from that found by playing sums out, or when the diagram ends earlier than it did.
    #[test]
    fn against_sums_played_out() {
        for (code, last, reached) in [
            ("0.77", 30, 19),
            ("0.07", 30, 30),
            ("0.15", 30, 30),
            ("0.75", 30, 30),
            ("0.26", 30, 30),
            ("0.644", 20, 20),
            ("0.123", 30, 30),
            ("4.7", 24, 24),
            ("4!.0", 24, 20),
        ] {
            let code: HeapCode = code.parse().unwrap();
            let (values, found) = genera(&code, last);
            assert!(values.len() > reached, "{code}: {}", values.len());
            let mut played = GenusSequence::new();
            played.extend_to(found.len() as u64 - 1, |n| code.options(n), &Limits::none()).unwrap();
            assert!(played.genera().eq(found.iter()), "{code}: {found:?}");
        }
    }

    /// Fails when the period of the genera is not proved, or wrong: it is that of the quotient or divides it.
    #[test]
    fn periods_are_proved() {
        for (code, period, first) in [("0.15", 10, 66), ("0.75", 2, 8), ("0.34", 8, 7), ("0.71", 6, 3)] {
            let code: HeapCode = code.parse().unwrap();
            let (mut values, _) = genera(&code, 160);
            let proved = values.proved_period(2, code.last_digit().unwrap(), &Limits::none()).unwrap();
            assert_eq!(proved, Some(Period { period, first }), "{code}");
        }
    }
}
