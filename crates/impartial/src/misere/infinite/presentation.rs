//! A complete presentation of an infinite quotient.
//!
//! Words are ordered by length, then as in the finite case ([`crate::misere::presentation`]); every element is written as its
//! least word. Going through the words in order, a word that equals an earlier one and has no divisor of that kind gives a
//! relation: together these are the reduced Gröbner basis of the quotient's congruence, finite by Rédei's theorem.
//! The words divided by no left side fall into finitely many *orthants* w·g₁^n₁·g₂^n₂·…. When all words of all orthants are
//! different elements, nothing is missing: that is decided exactly ([`super::separate`]), and a pair of equal words found there
//! says how much further to look.

use rustc_hash::FxHashMap;

use super::InfiniteQuotient;
use super::arrays::Arrays;
use super::contexts::Contexts;
use super::essential::Essential;
use super::lanes::{LIMIT, Lanes};
use super::separate::{Family, Separation, separate};
use crate::limits::{Limits, StopReason};
use crate::misere::presentation::{Relation, Word};
use crate::misere::rules::Generator;

/// The most least words that are listed.
const MOST_WORDS: usize = 40_000;
/// The longest words that are looked at.
const LONGEST: u32 = 60;
/// So many lengths without a relation, and the relations may be complete.
const QUIET: u32 = 3;

/// An infinite quotient by generators and relations, with the least words of all its elements.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct InfinitePresentation {
    /// The generators a, b, c, … as generators of the rules: no one is a product of others.
    pub generators: Vec<Generator>,
    /// The value of every generator of the rules.
    pub values: Vec<Word>,
    /// The relations, in the order of their left sides.
    pub relations: Vec<Relation>,
    /// Every element once.
    pub orthants: Vec<Orthant>,
}

/// The words w·g₁^n₁·g₂^n₂·… with any exponents nᵢ.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Orthant {
    /// The word w.
    pub word: Word,
    /// The generators gᵢ.
    pub free: Vec<u32>,
    /// Which of the words are in P.
    pub members: Members,
}

/// Which words of an orthant are in P.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Members {
    /// Of n = 0, 1, 2, …: the list, which goes on by repeating its last `period` entries for ever. A single word is a
    /// list of one with period 0.
    Sequence {
        /// Whether the words with exponent 0, 1, 2, … are in P.
        list: Vec<bool>,
        /// How many entries at the end of the list repeat; 0 for a single word.
        period: usize,
    },
    /// As the automaton says: there are several exponents, or one whose sequence is not seen to repeat.
    Automatic,
}

/// A word with what is known of it.
#[derive(Clone, Debug)]
struct Least {
    exponents: Vec<u32>,
    context: u32,
    x: Lanes,
}

impl InfiniteQuotient {
    /// The presentation, complete and proved to be; `None` when the quotient is too large for this.
    ///
    /// Cost: the number of least words up to the largest length needed, times the generators and relations.
    ///
    /// ```
    /// use impartial::limits::Limits;
    /// use impartial::misere::infinite::InfiniteGame;
    /// use impartial::misere::Source;
    /// let source = Source::Heaps("0.3102".parse()?);
    /// let game = InfiniteGame::solve(&source, 12, 12, &Limits::none()).unwrap();
    /// let presentation = game.quotient().presentation(&Limits::none()).unwrap().unwrap();
    /// assert!(presentation.relations.iter().any(|relation| relation.to_string() == "a^2 = 1"));
    /// # Ok::<(), impartial::text::ReadError>(())
    /// ```
    pub fn presentation(&self, limits: &Limits) -> Result<Option<InfinitePresentation>, StopReason> {
        let Some(contexts) = Contexts::new(self, limits)? else { return Ok(None) };
        let Some(essential) = Essential::new(self, &contexts, limits)? else { return Ok(None) };
        let Some(mut arrays) = Arrays::new(&essential.automaton, contexts, limits)? else { return Ok(None) };
        let mut generators = essential.generators.clone();
        let mut words = Words::new(&generators, &mut arrays);
        let mut length = 0;
        loop {
            let found = words.extend_to(&essential, length, &mut arrays, limits)?;
            match found {
                Extended::Redundant(letter) => {
                    generators.remove(letter);
                    words = Words::new(&generators, &mut arrays);
                    length = 0;
                    continue;
                }
                Extended::TooMany => return Ok(None),
                Extended::Done => {}
            }
            if length < essential.longest.max(words.longest_relation() + QUIET) {
                length += 1;
                continue;
            }
            let axes: Vec<usize> =
                words.growing_letters(&essential).into_iter().map(|(_, axis)| axis).collect();
            match separate(&mut arrays, &axes, &words.families(&essential), limits)? {
                Separation::Different => break,
                Separation::Equal(longest) if longest > length => length = longest,
                // Words of this length have been compared, so it cannot happen; or the search was too large.
                Separation::Equal(_) | Separation::TooLarge => return Ok(None),
            }
        }
        Ok(Some(words.presentation(&essential, &mut arrays, limits)?))
    }
}

enum Extended {
    Done,
    /// The generator at this place is a product of the others.
    Redundant(usize),
    TooMany,
}

/// The least words up to some length, and the relations.
struct Words {
    generators: Vec<Generator>,
    /// In increasing order.
    least: Vec<Least>,
    /// The first word of the greatest length, among `least`.
    last_length: usize,
    length: u32,
    by_element: FxHashMap<u32, usize>,
    /// The left side, and the place of the right side among `least`.
    relations: Vec<(Vec<u32>, usize)>,
    /// The places of the relations whose left side has a letter so often.
    by_letter: FxHashMap<(usize, u32), Vec<usize>>,
}

impl Words {
    fn new(generators: &[Generator], arrays: &mut Arrays) -> Self {
        let one = Least { exponents: vec![0; generators.len()], context: 0, x: Lanes::default() };
        let by_element = FxHashMap::from_iter([(arrays.element(0, Lanes::default()), 0)]);
        Words {
            generators: generators.to_vec(),
            least: vec![one],
            last_length: 0,
            length: 0,
            by_element,
            relations: Vec::new(),
            by_letter: FxHashMap::default(),
        }
    }

    /// Whether a left side divides a word that none divided before it got one more of a letter: it has that letter as often.
    fn is_divided(&self, exponents: &[u32], letter: usize) -> bool {
        let with_letter = self.by_letter.get(&(letter, exponents[letter]));
        with_letter.into_iter().flatten().any(|place| divides(&self.relations[*place].0, exponents))
    }

    fn add_relation(&mut self, left: Vec<u32>, right: usize) {
        for (letter, exponent) in left.iter().enumerate().filter(|(_, exponent)| **exponent > 0) {
            self.by_letter.entry((letter, *exponent)).or_default().push(self.relations.len());
        }
        self.relations.push((left, right));
    }

    fn longest_relation(&self) -> u32 {
        self.relations.iter().map(|(left, _)| left.iter().sum()).max().unwrap_or(0)
    }

    fn extend_to(
        &mut self,
        essential: &Essential,
        length: u32,
        arrays: &mut Arrays,
        limits: &Limits,
    ) -> Result<Extended, StopReason> {
        if length > LONGEST.min(LIMIT) {
            return Ok(Extended::TooMany);
        }
        while self.length < length {
            limits.poll()?;
            if let Some(letter) = self.extend(essential, arrays) {
                return Ok(Extended::Redundant(letter));
            }
            if self.least.len() > MOST_WORDS {
                return Ok(Extended::TooMany);
            }
        }
        Ok(Extended::Done)
    }

    /// Goes through the words with one letter more. Returns a letter that is a product of others, if one is found.
    fn extend(&mut self, essential: &Essential, arrays: &mut Arrays) -> Option<usize> {
        let mut words: Vec<Least> = Vec::new();
        for word in &self.least[self.last_length..] {
            let last = word.exponents.iter().rposition(|exponent| *exponent > 0).unwrap_or(0);
            for letter in last..self.generators.len() {
                let mut longer = word.clone();
                longer.exponents[letter] += 1;
                if self.is_divided(&longer.exponents, letter) {
                    continue;
                }
                let generator = self.generators[letter];
                match essential.growing.iter().position(|g| *g == generator) {
                    Some(axis) => longer.x = longer.x + Lanes::unit(axis),
                    None => longer.context = arrays.times(longer.context, generator),
                }
                words.push(longer);
            }
        }
        words.sort_by(|a, b| a.exponents.iter().rev().cmp(b.exponents.iter().rev()));
        self.last_length = self.least.len();
        self.length += 1;
        for word in words {
            let element = arrays.element(word.context, word.x);
            let Some(&equal) = self.by_element.get(&element) else {
                self.by_element.insert(element, self.least.len());
                self.least.push(word);
                continue;
            };
            let right = &self.least[equal].exponents;
            let single = |exponents: &[u32]| {
                (exponents.iter().sum::<u32>() == 1).then(|| exponents.iter().position(|e| *e == 1)).flatten()
            };
            // g = w without g in w: of two equal generators the later one goes.
            if let Some(letter) = single(&word.exponents) {
                return Some(letter);
            }
            if let Some(letter) = single(right).filter(|letter| word.exponents[*letter] == 0) {
                return Some(letter);
            }
            self.add_relation(word.exponents, equal);
        }
        None
    }

    /// The axes of the growing generators among the letters, as (letter, axis).
    fn growing_letters(&self, essential: &Essential) -> Vec<(usize, usize)> {
        let axis = |generator: &Generator| essential.growing.iter().position(|g| g == generator);
        self.generators.iter().enumerate().filter_map(|(letter, g)| Some((letter, axis(g)?))).collect()
    }

    /// The orthants of the words that no left side divides, disjoint; the word w of each among them.
    fn orthants(&self, essential: &Essential) -> Vec<(Least, Vec<usize>)> {
        let growing = self.growing_letters(essential);
        let part = |exponents: &[u32]| -> Vec<u32> {
            growing.iter().map(|(letter, _)| exponents[*letter]).collect()
        };
        let mut orthants = Vec::new();
        for context in self.least.iter().filter(|word| word.x == Lanes::default()) {
            let divides_beside = |left: &[u32]| {
                let not_more = |letter: usize| left[letter] <= context.exponents[letter];
                (0..left.len()).all(|letter| growing.iter().any(|(g, _)| *g == letter) || not_more(letter))
            };
            let lefts: Vec<Vec<u32>> = self
                .relations
                .iter()
                .filter(|(left, _)| divides_beside(left))
                .map(|(left, _)| part(left))
                .collect();
            for (base, free) in complement(&lefts, growing.len()) {
                let mut word = context.clone();
                for ((letter, axis), exponent) in growing.iter().zip(&base) {
                    word.exponents[*letter] = *exponent;
                    word.x = word.x + Lanes::copies(*axis, *exponent);
                }
                let free =
                    growing.iter().zip(&free).filter(|(_, free)| **free).map(|((letter, _), _)| *letter);
                orthants.push((word, free.collect()));
            }
        }
        orthants
    }

    fn families(&self, essential: &Essential) -> Vec<Family> {
        let axes: FxHashMap<usize, usize> = self.growing_letters(essential).into_iter().collect();
        let family = |(word, free): (Least, Vec<usize>)| Family {
            context: word.context,
            x: word.x,
            free: free.iter().map(|letter| axes[letter]).collect(),
            length: word.exponents.iter().sum(),
        };
        self.orthants(essential).into_iter().map(family).collect()
    }

    fn presentation(
        &self,
        essential: &Essential,
        arrays: &mut Arrays,
        limits: &Limits,
    ) -> Result<InfinitePresentation, StopReason> {
        let word = |exponents: &[u32]| Word::from_exponents(exponents);
        let mut values = Vec::new();
        for (context, x) in &essential.values {
            let element = arrays.element(*context, *x);
            values.push(word(&self.least[self.by_element[&element]].exponents));
        }
        let mut relations: Vec<Relation> = (self.relations.iter())
            .map(|(left, right)| Relation { left: word(left), right: word(&self.least[*right].exponents) })
            .collect();
        relations.sort_by(|a, b| a.left.cmp(&b.left));
        let axes: FxHashMap<usize, usize> = self.growing_letters(essential).into_iter().collect();
        let mut orthants = Vec::new();
        for (least, free) in self.orthants(essential) {
            let directions: Vec<usize> = free.iter().map(|letter| axes[letter]).collect();
            let members = essential.members(&least, &directions, arrays, limits)?;
            let free = free.into_iter().map(|letter| letter as u32).collect();
            orthants.push(Orthant { word: word(&least.exponents), free, members });
        }
        orthants.sort_by(|a, b| (a.free.len(), &a.free, &a.word).cmp(&(b.free.len(), &b.free, &b.word)));
        Ok(InfinitePresentation { generators: self.generators.clone(), values, relations, orthants })
    }
}

impl Essential {
    /// Which words of an orthant are in P.
    fn members(
        &self,
        word: &Least,
        directions: &[usize],
        arrays: &Arrays,
        limits: &Limits,
    ) -> Result<Members, StopReason> {
        /// How much of a sequence is looked at, and the longest period looked for.
        const FAR: usize = 96;
        const LONGEST_PERIOD: usize = 16;
        let point: Vec<u64> = (0..self.growing.len()).map(|axis| u64::from(word.x.get(axis))).collect();
        let is_p = |slice: u32| arrays.is_p(word.context, slice);
        let [axis] = directions[..] else {
            return Ok(match directions {
                [] => Members::Sequence { list: vec![is_p(self.automaton.at(&point))], period: 0 },
                _ => Members::Automatic,
            });
        };
        let at = |n: usize| {
            let mut point = point.clone();
            point[axis] += n as u64;
            point
        };
        let sequence: Vec<bool> = (0..FAR).map(|n| is_p(self.automaton.at(&at(n)))).collect();
        let repeats =
            |start: usize, period: usize| sequence[start..FAR - period] == sequence[start + period..];
        let shape = (0..FAR - 3 * LONGEST_PERIOD).find_map(|start| {
            (1..=LONGEST_PERIOD).find(|p| repeats(start, *p)).map(|period| (start, period))
        });
        let Some((start, period)) = shape else { return Ok(Members::Automatic) };
        let outcomes = self.automaton.map_output(|slice| u32::from(is_p(slice)));
        if !outcomes.line_repeats(&at(start), axis, period as u64, limits)? {
            return Ok(Members::Automatic);
        }
        Ok(Members::Sequence { list: sequence[..start + period].to_vec(), period })
    }
}

fn divides(left: &[u32], exponents: &[u32]) -> bool {
    left.iter().zip(exponents).all(|(a, b)| a <= b)
}

/// The vectors that are at least as large as none of the given ones, as disjoint orthants: a base, and whether each entry may
/// be any larger.
fn complement(lefts: &[Vec<u32>], axes: usize) -> Vec<(Vec<u32>, Vec<bool>)> {
    if lefts.iter().any(|left| left.iter().all(|entry| *entry == 0)) {
        return Vec::new();
    }
    let Some(last) = axes.checked_sub(1) else { return vec![(Vec::new(), Vec::new())] };
    let most = lefts.iter().map(|left| left[last]).max().unwrap_or(0);
    let mut orthants = Vec::new();
    for entry in 0..=most {
        let slice: Vec<Vec<u32>> =
            lefts.iter().filter(|left| left[last] <= entry).map(|left| left[..last].to_vec()).collect();
        for (mut base, mut free) in complement(&slice, last) {
            base.push(entry);
            free.push(entry == most);
            orthants.push((base, free));
        }
    }
    orthants
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fails when a vector is in no orthant though nothing divides it, in two, or in one though something does.
    #[test]
    fn complements_by_counting() {
        for lefts in [
            vec![],
            vec![vec![3, 3]],
            vec![vec![2, 1], vec![0, 4]],
            vec![vec![0, 0]],
            vec![vec![1, 0], vec![0, 1]],
        ] {
            let orthants = complement(&lefts, 2);
            for x in 0..7 {
                for y in 0..7 {
                    let inside = |(base, free): &&(Vec<u32>, Vec<bool>)| {
                        [x, y]
                            .iter()
                            .zip(base)
                            .zip(free)
                            .all(|((at, base), free)| at == base || *free && at > base)
                    };
                    let expected = usize::from(!lefts.iter().any(|left| divides(left, &[x, y])));
                    assert_eq!(orthants.iter().filter(inside).count(), expected, "{lefts:?} at {x},{y}");
                }
            }
        }
    }
}
