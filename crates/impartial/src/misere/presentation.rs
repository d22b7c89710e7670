//! Quotients as the field prints them: minimal generators with names, a reduced presentation, elements as words.
//!
//! Words are ordered as in [PS, Appendix B]: with generators a < b < c < …, one word comes before another when the
//! *largest* generator in which their exponents differ has the smaller exponent. Each element is written as its least
//! word. Divisors of least words are least, so the least words are described by the minimal words that are not least;
//! each of them, set equal to its least word, is a relation, and these relations are the reduced presentation
//! ("minimal lexicographic rewriting rules") that the paper prints.

use std::cmp::Ordering;
use std::fmt::{self, Write as _};

use super::monoid::{BipartiteMonoid, Element};
use crate::limits::{Limits, StopReason};

/// The name of the generator with this number: a to z, then α to ω without omicron, which looks like o,
/// then x_50, x_51, …
///
/// ```
/// use impartial::misere::generator_name;
/// assert_eq!([0, 25, 26, 48, 49].map(generator_name), ["a", "z", "α", "ω", "x_50"]);
/// ```
pub fn generator_name(generator: usize) -> String {
    match generator {
        0..26 => char::from(b'a' + generator as u8).to_string(),
        26..49 => GREEK[generator - 26].0.to_string(),
        _ => format!("x_{}", generator + 1),
    }
}

/// The name of a generator in LaTeX's mathematics mode.
///
/// ```
/// use impartial::misere::generator_latex;
/// assert_eq!([0, 26, 50].map(generator_latex), ["a", r"\alpha", "x_{51}"]);
/// ```
pub fn generator_latex(generator: usize) -> String {
    match generator {
        0..26 => generator_name(generator),
        26..49 => GREEK[generator - 26].1.to_owned(),
        _ => format!("x_{{{}}}", generator + 1),
    }
}

const GREEK: [(char, &str); 23] = [
    ('α', r"\alpha"),
    ('β', r"\beta"),
    ('γ', r"\gamma"),
    ('δ', r"\delta"),
    ('ε', r"\varepsilon"),
    ('ζ', r"\zeta"),
    ('η', r"\eta"),
    ('θ', r"\theta"),
    ('ι', r"\iota"),
    ('κ', r"\kappa"),
    ('λ', r"\lambda"),
    ('μ', r"\mu"),
    ('ν', r"\nu"),
    ('ξ', r"\xi"),
    ('π', r"\pi"),
    ('ρ', r"\rho"),
    ('σ', r"\sigma"),
    ('τ', r"\tau"),
    ('υ', r"\upsilon"),
    ('φ', r"\varphi"),
    ('χ', r"\chi"),
    ('ψ', r"\psi"),
    ('ω', r"\omega"),
];

/// A product of generators: pairs (generator, positive exponent), generators increasing. Empty for 1.
///
/// The order of the type is the order of words: from the largest generator down. `Display` writes `ab^2c`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Word(Vec<(u32, u32)>);

impl Word {
    /// The word with these exponents of generators 0, 1, 2, …
    pub fn from_exponents(exponents: &[u32]) -> Self {
        Word((0..).zip(exponents.iter().copied()).filter(|(_, exponent)| *exponent > 0).collect())
    }

    /// The factors: pairs (generator, positive exponent), generators increasing.
    pub fn factors(&self) -> &[(u32, u32)] {
        &self.0
    }

    /// Whether this is the empty word, 1.
    pub fn is_one(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of letters.
    pub fn length(&self) -> u32 {
        self.0.iter().map(|(_, exponent)| exponent).sum()
    }

    /// The word times one more letter, which is at least as large as all of its letters.
    fn push(&mut self, generator: u32) {
        match self.0.last_mut() {
            Some((last, exponent)) if *last == generator => *exponent += 1,
            _ => self.0.push((generator, 1)),
        }
    }

    /// The word in LaTeX's mathematics mode: `ab^{2}c`.
    pub fn to_latex(&self) -> String {
        let power = |&(generator, exponent): &(u32, u32)| {
            let name = generator_latex(generator as usize);
            if exponent == 1 { name } else { format!("{name}^{{{exponent}}}") }
        };
        if self.is_one() { "1".to_owned() } else { self.0.iter().map(power).collect::<Vec<_>>().join(" ") }
    }

    /// The word with other names of generators, an explicit product sign and `one` for the empty word: `a*b^2*c`.
    pub fn to_product(&self, name: impl Fn(usize) -> String, one: &str) -> String {
        let power = |&(generator, exponent): &(u32, u32)| {
            let name = name(generator as usize);
            if exponent == 1 { name } else { format!("{name}^{exponent}") }
        };
        if self.is_one() { one.to_owned() } else { self.0.iter().map(power).collect::<Vec<_>>().join("*") }
    }
}

impl Ord for Word {
    fn cmp(&self, other: &Self) -> Ordering {
        let (mut left, mut right) = (self.0.iter().rev(), other.0.iter().rev());
        loop {
            match (left.next(), right.next()) {
                (None, None) => return Ordering::Equal,
                (None, Some(_)) => return Ordering::Less,
                (Some(_), None) => return Ordering::Greater,
                (Some(a), Some(b)) if a != b => return a.cmp(b),
                _ => {}
            }
        }
    }
}

impl PartialOrd for Word {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_one() {
            return f.write_char('1');
        }
        for &(generator, exponent) in &self.0 {
            f.write_str(&generator_name(generator as usize))?;
            if exponent > 1 {
                write!(f, "^{exponent}")?;
            }
        }
        Ok(())
    }
}

/// A relation: a minimal word that is not least, and the least word of the same element. `Display` writes `bc^2 = b`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Relation {
    /// The word that is not least.
    pub left: Word,
    /// The least word equal to it.
    pub right: Word,
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.left, self.right)
    }
}

/// Minimal generators of a bipartite monoid, the least words of its elements and its reduced presentation.
///
/// ```
/// use impartial::misere::BipartiteMonoid;
/// use impartial::misere::Presentation;
/// // T_1 = <a | a^2 = 1> with P = {a}, the misère quotient of *.
/// let monoid = BipartiteMonoid::from_actions(1, vec![1, 0], |x| x == 1).unwrap();
/// let presentation = Presentation::new(&monoid, &[1]);
/// assert_eq!(presentation.to_string(), "< a | a^2 = 1 >");
/// assert_eq!(presentation.p_words(&monoid).iter().map(ToString::to_string).collect::<Vec<_>>(), ["a"]);
/// ```
#[derive(Clone, Debug)]
pub struct Presentation {
    generators: Vec<Element>,
    /// All elements in increasing order of their least words.
    elements: Vec<Element>,
    /// For each element but 1: the element and the generator whose product, in this order, is the least word.
    last: Vec<(Element, u32)>,
    relations: Vec<Relation>,
}

impl Presentation {
    /// The presentation by a minimal set of generators chosen among `values`, the values of the heaps (or other
    /// generating games) in their order: a value is kept when the others do not generate it, and of several choices the
    /// earliest is taken.
    ///
    /// If `values` do not generate the monoid, the monoid's own generators are appended to them.
    ///
    /// Cost: O(order · k · l) for k minimal generators, with l the length of words.
    pub fn new(monoid: &BipartiteMonoid, values: &[Element]) -> Self {
        Self::within(monoid, values, &Limits::none()).expect("nothing stops it")
    }

    /// The same within limits, for monoids so large that it may take a while.
    pub fn within(monoid: &BipartiteMonoid, values: &[Element], limits: &Limits) -> Result<Self, StopReason> {
        let generators = minimal_generators(monoid, values, limits)?;
        let rows: Vec<Vec<Element>> = generators.iter().map(|&generator| monoid.row(generator)).collect();
        let (elements, last) = least_words(monoid.order(), &rows);
        let mut presentation = Presentation { generators, elements, last, relations: Vec::new() };
        presentation.relations = presentation.minimal_relations(&rows, limits)?;
        Ok(presentation)
    }

    /// The minimal generators: a, b, c, … are these elements.
    pub fn generators(&self) -> &[Element] {
        &self.generators
    }

    /// All elements in increasing order of their least words, 1 first.
    pub fn elements(&self) -> &[Element] {
        &self.elements
    }

    /// The relations, in increasing order of their left sides.
    pub fn relations(&self) -> &[Relation] {
        &self.relations
    }

    /// The least word of an element.
    pub fn word(&self, mut element: Element) -> Word {
        let mut letters = Vec::new();
        while element != 0 {
            let (before, generator) = self.last[element as usize];
            letters.push(generator);
            element = before;
        }
        let mut word = Word::default();
        letters.into_iter().rev().for_each(|generator| word.push(generator));
        word
    }

    /// The words of the P-portion, in increasing order.
    pub fn p_words(&self, monoid: &BipartiteMonoid) -> Vec<Word> {
        self.elements.iter().filter(|&&x| monoid.is_p(x)).map(|&x| self.word(x)).collect()
    }

    /// Whether the word `element`·g is least, where g is at least as large as all letters of the least word of `element`.
    fn is_least(&self, element: Element, generator: u32, rows: &[Vec<Element>]) -> bool {
        let product = rows[generator as usize][element as usize];
        product != 0 && self.last[product as usize] == (element, generator)
    }

    /// The minimal words that are not least. Such a word is w·g with w least and g its largest letter.
    fn minimal_relations(&self, rows: &[Vec<Element>], limits: &Limits) -> Result<Vec<Relation>, StopReason> {
        let mut relations = Vec::new();
        for &element in &self.elements {
            limits.poll()?;
            let word = self.word(element);
            let top = word.0.last().map_or(0, |(generator, _)| *generator);
            for generator in top..rows.len() as u32 {
                if self.is_least(element, generator, rows)
                    || !self.divisors_are_least(&word, element, generator, rows)
                {
                    continue;
                }
                let mut left = word.clone();
                left.push(generator);
                relations
                    .push(Relation { left, right: self.word(rows[generator as usize][element as usize]) });
            }
        }
        relations.sort_unstable_by(|a, b| a.left.cmp(&b.left));
        Ok(relations)
    }

    /// Whether w·g without any one letter of w is least, for the least word w of `element`.
    fn divisors_are_least(
        &self,
        word: &Word,
        element: Element,
        generator: u32,
        rows: &[Vec<Element>],
    ) -> bool {
        // Most words fail already without their largest letter, which costs nothing to try.
        if element != 0 && !self.is_least(self.last[element as usize].0, generator, rows) {
            return false;
        }
        word.0.iter().all(|&(removed, _)| {
            let mut rest = 0;
            for &(letter, exponent) in &word.0 {
                for _ in u32::from(letter == removed)..exponent {
                    rest = rows[letter as usize][rest as usize];
                }
            }
            self.is_least(rest, generator, rows)
        })
    }
}

impl fmt::Display for Presentation {
    /// `< a, b | a^2 = 1, b^3 = b >`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = (0..self.generators.len()).map(generator_name).collect();
        let relations: Vec<String> = self.relations.iter().map(ToString::to_string).collect();
        match (names.is_empty(), relations.is_empty()) {
            (true, _) => f.write_str("< | >"),
            (false, true) => write!(f, "< {} | >", names.join(", ")),
            (false, false) => write!(f, "< {} | {} >", names.join(", "), relations.join(", ")),
        }
    }
}

/// A minimal generating set among `values`: first those not generated by earlier ones, then without those that the rest
/// generates, the latest first.
fn minimal_generators(
    monoid: &BipartiteMonoid,
    values: &[Element],
    limits: &Limits,
) -> Result<Vec<Element>, StopReason> {
    // Each chosen element with its products.
    let mut chosen: Vec<(Element, Vec<Element>)> = Vec::new();
    let mut covered = Submonoid::trivial(monoid);
    for value in values.iter().copied().chain(monoid.generators()) {
        if !covered.contains(value) {
            limits.poll()?;
            let row = monoid.row(value);
            covered.adjoin(&row);
            chosen.push((value, row));
        }
    }
    for at in (0..chosen.len()).rev() {
        limits.poll()?;
        let mut others = Submonoid::trivial(monoid);
        for (_, (_, row)) in chosen.iter().enumerate().filter(|(place, _)| *place != at) {
            others.adjoin(row);
        }
        if others.contains(chosen[at].0) {
            chosen.remove(at);
        }
    }
    Ok(chosen.into_iter().map(|(value, _)| value).collect())
}

/// The submonoid generated by some elements.
struct Submonoid {
    members: Vec<Element>,
    is_member: Vec<bool>,
}

impl Submonoid {
    fn trivial(monoid: &BipartiteMonoid) -> Self {
        let mut is_member = vec![false; monoid.order()];
        is_member[0] = true;
        Submonoid { members: vec![0], is_member }
    }

    fn contains(&self, element: Element) -> bool {
        self.is_member[element as usize]
    }

    /// Adjoins the generator with these products. Only products with it can be new: the members found are closed under
    /// the old ones.
    fn adjoin(&mut self, row: &[Element]) {
        let mut at = 0;
        while at < self.members.len() {
            let product = row[self.members[at] as usize];
            if !std::mem::replace(&mut self.is_member[product as usize], true) {
                self.members.push(product);
            }
            at += 1;
        }
    }
}

/// The elements in increasing order of their least words, and the last letter of each.
///
/// With generators up to g, the least words are those w·g^e, w least without g, that reach new elements, e = 0, 1, 2, …;
/// a divisor of a least word is least, so w·g^e is tried only when w·g^(e-1) was least.
fn least_words(order: usize, rows: &[Vec<Element>]) -> (Vec<Element>, Vec<(Element, u32)>) {
    let mut elements: Vec<Element> = vec![0];
    let mut last = vec![(0, 0); order];
    let mut seen = vec![false; order];
    seen[0] = true;
    for (generator, row) in rows.iter().enumerate() {
        let mut layer = elements.clone();
        while !layer.is_empty() {
            let mut next = Vec::new();
            for element in layer {
                let product = row[element as usize];
                if !std::mem::replace(&mut seen[product as usize], true) {
                    last[product as usize] = (element, generator as u32);
                    next.push(product);
                }
            }
            elements.extend_from_slice(&next);
            layer = next;
        }
    }
    (elements, last)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_and_words() {
        let word = Word(vec![(0, 1), (1, 2), (26, 1), (50, 3)]);
        assert_eq!(word.to_string(), "ab^2αx_51^3");
        assert_eq!(word.to_latex(), r"a b^{2} \alpha x_{51}^{3}");
        assert_eq!(word.to_product(|g| format!("g{g}"), "One(f)"), "g0*g1^2*g26*g50^3");
        assert_eq!(Word::default().to_product(|g| format!("g{g}"), "One(f)"), "One(f)");
        assert_eq!(word.length(), 7);
        assert!(Word(vec![(0, 9)]) < Word(vec![(1, 1)]));
        assert!(Word(vec![(1, 2)]) < Word(vec![(0, 1), (1, 2)]));
        assert!(Word(vec![(0, 5), (1, 2)]) < Word(vec![(1, 3)]));
    }

    #[test]
    fn the_trivial_monoid() {
        let presentation = Presentation::new(&BipartiteMonoid::trivial(), &[]);
        assert_eq!(presentation.to_string(), "< | >");
        assert_eq!(presentation.word(0).to_string(), "1");
    }

    #[test]
    fn redundant_values_are_dropped() {
        // The cyclic group of order 6. x^2 and x^3 come first and neither is a power of the other.
        let actions = vec![1, 2, 3, 4, 5, 0];
        let monoid = BipartiteMonoid::from_actions(1, actions, |x| x == 1).unwrap();
        let presentation = Presentation::new(&monoid, &[2, 3, 1]);
        assert_eq!(presentation.generators(), [2, 3]);
        assert_eq!(presentation.to_string(), "< a, b | a^3 = 1, b^2 = 1 >");
        assert_eq!(Presentation::new(&monoid, &[1, 2, 3]).to_string(), "< a | a^6 = 1 >");
        assert_eq!(Presentation::new(&monoid, &[4, 1]).to_string(), "< a | a^6 = 1 >");
    }

    /// Rewrites a word by the relations alone until none applies.
    fn rewrite(relations: &[Relation], mut exponents: Vec<u32>) -> Vec<u32> {
        let applies = |exponents: &[u32], word: &Word| {
            word.factors().iter().all(|&(generator, exponent)| exponents[generator as usize] >= exponent)
        };
        while let Some(relation) = relations.iter().find(|relation| applies(&exponents, &relation.left)) {
            for &(generator, exponent) in relation.left.factors() {
                exponents[generator as usize] -= exponent;
            }
            for &(generator, exponent) in relation.right.factors() {
                exponents[generator as usize] += exponent;
            }
        }
        exponents
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(80))]

        /// Fails when the relations do not present the monoid: a missing one leaves two words of one element, a wrong
        /// one leads to another element.
        #[test]
        fn relations_present_the_monoid(
            shape in prop::collection::vec((0_u32..4, 1_u32..4), 1..4),
            picks in prop::collection::vec(0_u32..1000, 1..5),
            bits in any::<u64>(),
        ) {
            let monoid = super::super::monoid::tests::cyclic_product(&shape, |exponents| {
                let key = exponents.iter().fold(7_u64, |h, x| h.wrapping_mul(31).wrapping_add(u64::from(*x)));
                bits >> (key % 64) & 1 == 1
            });
            let (monoid, _) = monoid.reduce();
            let order = monoid.order() as u32;
            let values: Vec<Element> = picks.iter().map(|pick| pick % order).collect();
            let presentation = Presentation::new(&monoid, &values);
            let generators = presentation.generators();
            prop_assert_eq!(presentation.elements().len(), monoid.order());
            let exponents = |word: &Word| {
                let mut exponents = vec![0; generators.len()];
                word.factors().iter().for_each(|&(generator, exponent)| exponents[generator as usize] = exponent);
                exponents
            };
            let mut words = Vec::new();
            for &x in presentation.elements() {
                let word = presentation.word(x);
                let value = word.factors().iter().fold(0, |value, &(generator, exponent)| {
                    monoid.product(value, monoid.power(generators[generator as usize], u64::from(exponent)))
                });
                prop_assert_eq!(value, x);
                for (place, &generator) in generators.iter().enumerate() {
                    let mut product = exponents(&word);
                    product[place] += 1;
                    let least = exponents(&presentation.word(monoid.product(x, generator)));
                    prop_assert_eq!(rewrite(presentation.relations(), product), least);
                }
                words.push(word);
            }
            prop_assert!(words.windows(2).all(|pair| pair[0] < pair[1]));
            // No generator is a product of the others.
            for place in 0..generators.len() {
                let mut others = generators.to_vec();
                others.remove(place);
                prop_assert!(monoid.with_generators(&others).is_none());
            }
        }
    }
}
