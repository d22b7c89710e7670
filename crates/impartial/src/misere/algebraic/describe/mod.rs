//! The description as the literature prints it: generators, relations, P and Phi [PS, Figures 20 and 21].
//!
//! Everything is read off the trees symbolically: relations are the minimal words that are not in normal form, in families with
//! conditions on indices; P is a list of families; conditions that others imply are left out.

mod pieces;
mod relations;
mod text;

pub use text::{Condition, Factor, Phrase, Term};

use std::fmt;

use num_bigint::{BigInt, BigUint};
use serde::Serialize;

use self::pieces::{Piece, phrase};
use super::monoid::{LetterKind, PresburgerMonoid, Word};
use super::pretending::fixed;
use super::quotient::AlgebraicQuotient;
use super::region::{Refused, Region};
use super::symbolic::Symbolic;
use super::system::Form;
use crate::misere::presentation::{generator_latex, generator_name};

/// A generator, or a family of them with an index, and the heaps whose values they are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Generator {
    /// Its number: a is 0.
    pub number: usize,
    /// The heap whose value it is; for a family, that of index 0.
    pub heap: u64,
    /// For a family, the step to the heap of the next index.
    pub step: Option<u64>,
}

/// left = right, under conditions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Relation {
    /// A word that is not in normal form.
    pub left: Phrase,
    /// Its normal form.
    pub right: Phrase,
    /// When.
    pub when: Vec<Condition>,
}

/// Words of P, under conditions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PFamily {
    /// The words.
    pub word: Phrase,
    /// When they are in P.
    pub when: Vec<Condition>,
}

/// A presentation with P and Phi, for people. All variables are at least 0.
///
/// `Display` writes text, [`to_latex`](Self::to_latex) LaTeX.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Description {
    /// The code.
    pub game: String,
    /// a, then the others.
    pub generators: Vec<Generator>,
    /// The relations besides a^2 = 1.
    pub relations: Vec<Relation>,
    /// P.
    pub p: Vec<PFamily>,
    /// The values of heaps 1, 2, … below the first regular one and for some periods after it.
    pub phi: Vec<Phrase>,
    /// The period.
    pub period: u64,
    /// The first regular heap.
    pub regular_from: u64,
    /// For each residue r, the value of the heap period·k + r.
    pub classes: Vec<Phrase>,
}

impl AlgebraicQuotient {
    /// The description as the literature prints it.
    pub fn describe(&self) -> Description {
        let (monoid, phi) = (self.monoid(), self.phi());
        let mut k = Form::constant(0);
        k.a[2] = 1;
        let word = |x: Result<Symbolic, Refused>| x.map_or(Phrase::default(), |x| phrase(monoid, &x));
        let last = phi.regular_from() + 3 * phi.period;
        Description {
            game: self.code().to_string(),
            generators: self.generators(),
            relations: relations::relations(monoid).unwrap_or_default(),
            p: p_families(monoid).unwrap_or_default(),
            phi: (1..last).filter_map(|heap| phi.value(heap)).map(|x| phrase(monoid, &fixed(&x))).collect(),
            period: phi.period,
            regular_from: phi.regular_from(),
            classes: (0..phi.period).map(|residue| word(phi.symbolic_value(residue, &k))).collect(),
        }
    }

    /// a, then the letters of the monoid.
    fn generators(&self) -> Vec<Generator> {
        let has_move = |heap: &u64| !self.moves().options(*heap).is_empty();
        let first = (1..self.phi().regular_from()).find(has_move).unwrap_or(1);
        let mut generators = vec![Generator { number: 0, heap: first, step: None }];
        generators.extend(self.monoid().letters.iter().zip(1..).map(|(letter, number)| Generator {
            number,
            heap: letter.heap,
            step: (letter.kind == LetterKind::Family).then_some(letter.step),
        }));
        generators
    }

    /// A value as a word.
    pub fn word(&self, value: &Word<BigInt>) -> String {
        let mut parameters = value.parameters.iter();
        let mut text = if value.flip { "a".to_owned() } else { String::new() };
        let mut run: Option<(usize, u64)> = None;
        let flush = |run: Option<(usize, u64)>| match run {
            Some((letter, 1)) => generator_name(letter + 1),
            Some((letter, count)) => format!("{}^{count}", generator_name(letter + 1)),
            None => String::new(),
        };
        for letter in &self.monoid().labels[value.label].word {
            match self.monoid().letters[*letter].kind {
                LetterKind::Core if run.is_some_and(|(known, _)| known == *letter) => {
                    run = run.map(|(letter, count)| (letter, count + 1));
                    continue;
                }
                LetterKind::Core => {
                    text += &flush(run.replace((*letter, 1)));
                    continue;
                }
                _ => text += &flush(run.take()),
            }
            let name = generator_name(letter + 1);
            let parameter = parameters.next().cloned().unwrap_or_default();
            match self.monoid().letters[*letter].kind {
                LetterKind::Power if parameter == BigInt::ZERO => {}
                LetterKind::Power if parameter == BigInt::from(1) => text += &name,
                LetterKind::Power => text += &format!("{name}^{parameter}"),
                _ => text += &format!("{name}_{parameter}"),
            }
        }
        text += &flush(run);
        if text.is_empty() { "1".into() } else { text }
    }

    /// The value that a word says: what [`word`](Self::word) writes, and every other product of generators, as in `c_3 d_0^2`.
    ///
    /// # Errors
    /// With the sentence that says what is no generator.
    pub fn read_word(&self, text: &str) -> Result<Word<BigInt>, String> {
        let generators = self.generators();
        let wrong = || {
            let names: Vec<String> = generators.iter().map(ToString::to_string).collect();
            format!("{text:?} is no word in {}", names.join(", "))
        };
        let mut rest = if text.trim() == "1" { "" } else { text.trim() };
        let mut value = self.monoid().one().to_large();
        while !rest.is_empty() {
            let named = generators.iter().map(|generator| (generator_name(generator.number), generator));
            let found = named.filter(|(name, _)| rest.starts_with(name)).max_by_key(|(name, _)| name.len());
            let (name, generator) = found.ok_or_else(wrong)?;
            rest = &rest[name.len()..];
            let mut heap = BigUint::from(generator.heap);
            if let Some(step) = generator.step {
                let (index, after) = rest.strip_prefix('_').and_then(number).ok_or_else(wrong)?;
                heap += index * step;
                rest = after;
            }
            let (exponent, after) = match rest.strip_prefix('^') {
                Some(power) => number(power).ok_or_else(wrong)?,
                None => (BigUint::from(1u8), rest),
            };
            value = self.product(&value, &self.power(self.value(&heap), &exponent));
            rest = after.trim_start_matches([' ', '*']);
        }
        Ok(value)
    }

    /// The value of a heap of any size as a word.
    pub fn word_of_heap(&self, heap: &BigUint) -> String {
        self.word(&self.value(heap))
    }
}

/// The number that a text begins with, and what is after it.
fn number(text: &str) -> Option<(BigUint, &str)> {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    // Longer ones would take long to read, and to count with.
    (1..=MOST_DIGITS).contains(&digits).then(|| Some((text[..digits].parse().ok()?, &text[digits..])))?
}

/// The most digits of an index or an exponent that is read.
const MOST_DIGITS: usize = 1000;

/// P as families of words, none inside another.
fn p_families(monoid: &PresburgerMonoid) -> Result<Vec<PFamily>, Refused> {
    let mut families = Vec::new();
    for label in 0..monoid.labels.len() {
        for flip in [false, true] {
            let mut pieces: Vec<(Piece, Symbolic)> = Vec::new();
            for (region, x) in monoid.general(&Region::new(), label)? {
                let x = Symbolic { flip, ..x };
                let domain = Piece::of(&region).rows.len();
                for part in monoid.where_p(&region, &x, true)? {
                    let mut piece = Piece::of(&part);
                    // Conditions of the tree that P does not need.
                    let in_domain = piece.rows[..domain.min(piece.rows.len())].to_vec();
                    piece.drop_where(&mut |rest| {
                        in_domain.iter().all(|row| rest.rows.contains(row))
                            && rest.region().is_some_and(|region| {
                                monoid.where_p(&region, &x, false).is_ok_and(|parts| parts.is_empty())
                            })
                    });
                    piece.simplify();
                    if !pieces.iter().any(|(known, _)| piece.is_inside(known)) {
                        pieces.retain(|(known, _)| !known.is_inside(&piece));
                        pieces.push((piece, x.clone()));
                    }
                }
            }
            for (mut piece, mut x) in pieces {
                while let Some((variable, by)) = piece.solve_one() {
                    for form in &mut x.parameters {
                        *form = pieces::replace(form, variable, &by).ok_or(Refused::Overflow)?;
                    }
                    piece.simplify();
                }
                families.push(PFamily { word: phrase(monoid, &x), when: piece.conditions() });
            }
        }
    }
    Ok(families)
}

impl Description {
    fn name(generator: &Generator, latex: bool) -> String {
        let name = if latex { generator_latex(generator.number) } else { generator_name(generator.number) };
        if generator.step.is_some() { format!("{name}_n") } else { name }
    }

    /// The heap pk + r.
    fn heap(&self, residue: u64) -> String {
        let p = if self.period == 1 { String::new() } else { self.period.to_string() };
        if residue == 0 { format!("{p}k") } else { format!("{p}k+{residue}") }
    }

    /// The presentation, P and Phi in LaTeX, with amsmath.
    pub fn to_latex(&self) -> String {
        let names: Vec<String> =
            self.generators.iter().map(|generator| Self::name(generator, true)).collect();
        let when = |conditions: &[Condition]| match conditions {
            [] => String::new(),
            some => format!("\\ ({})", some.iter().map(Condition::to_latex).collect::<Vec<_>>().join(",\\ ")),
        };
        let mut relations = vec!["a^2 = 1".to_owned()];
        relations.extend(self.relations.iter().map(|relation| {
            format!("{} = {}{}", relation.left.to_latex(), relation.right.to_latex(), when(&relation.when))
        }));
        let p: Vec<String> =
            self.p.iter().map(|family| format!("{}{}", family.word.to_latex(), when(&family.when))).collect();
        let values = self.classes.iter().enumerate().map(|(residue, word)| {
            format!("\\Phi(H_{{{}}}) &= {}", self.heap(residue as u64), word.to_latex())
        });
        format!(
            "\\begin{{align*}}\n\\mathcal{{Q}} &\\cong \\langle {} \\mid {} \\rangle \\\\\n\\mathcal{{P}} &= \\{{ {} \\}} \\\\\n{}\n\\end{{align*}}\n",
            names.join(", "),
            relations.join(",\\\\\n&\\quad "),
            p.join(",\\\\\n&\\quad "),
            values.collect::<Vec<_>>().join(" \\\\\n"),
        )
    }
}

/// Conditions after the statement that they are for.
fn when(conditions: &[Condition]) -> String {
    match conditions {
        [] => String::new(),
        some => format!(" for {}", some.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")),
    }
}

/// The name; of a family, with the index n.
impl fmt::Display for Generator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Description::name(self, false))
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}{}", self.left, self.right, when(&self.when))
    }
}

impl fmt::Display for PFamily {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.word, when(&self.when))
    }
}

impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.generators.iter().map(ToString::to_string).collect();
        writeln!(f, "Q = < {} |", names.join(", "))?;
        writeln!(f, "      a^2 = 1")?;
        for relation in &self.relations {
            writeln!(f, "      {relation}")?;
        }
        writeln!(f, "    >")?;
        writeln!(f, "P = {{")?;
        for family in &self.p {
            writeln!(f, "      {family}")?;
        }
        writeln!(f, "    }}")?;
        writeln!(f, "Phi")?;
        let words: Vec<String> = self.phi.iter().map(|word| word.to_string().replace(' ', "")).collect();
        let columns =
            [self.period, 2 * self.period, 4 * self.period, 8].into_iter().find(|n| *n >= 4).unwrap_or(8)
                as usize;
        let width = words.iter().map(|word| word.chars().count()).max().unwrap_or(1);
        for (row, words) in words.chunks(columns.min(12)).enumerate() {
            let cells: String = words.iter().map(|word| format!("  {word:<width$}")).collect();
            writeln!(f, "{}", format!("{:>4}+{cells}", row * columns.min(12)).trim_end())?;
        }
        writeln!(f, "from heap {} on, with period {}:", self.regular_from, self.period)?;
        for (residue, word) in self.classes.iter().enumerate() {
            writeln!(f, "      H_({}) = {word}", self.heap(residue as u64))?;
        }
        Ok(())
    }
}
