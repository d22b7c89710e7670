//! Closure games as text: any finite set with its maximal non-generating sets, a closure system, rules, or a table.
//!
//! ```text
//! # Four points on a line; a set generates when its convex hull is everything.
//! ground: a b c d
//! maximal: a b c
//! maximal: b c d
//! ```
//!
//! After `ground:` a file describes when a set generates in one of four ways:
//!
//! | lines | a set generates when |
//! |---|---|
//! | `maximal: a b c` | none of these sets contains it |
//! | `closed: a b c` | its closure, the intersection of the sets given that contain it, is everything |
//! | `rule: a b -> c` | everything follows from it by the rules |
//! | `row: e a b` | it generates the semigroup with this multiplication table, one row for each element of the ground set |
//!
//! With closed sets, rules and tables a line `target: a d` replaces "everything" by a set to be reached, as in the
//! games on convex geometries of McCoy and Sieben.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::family::Family;
use crate::limits::{Limits, StopReason};
use crate::subset::Subset;
use crate::text::ReadError;

/// A family whose elements have names.
///
/// ```
/// use impartial::generate::NamedFamily;
/// use impartial::limits::Limits;
/// let line = NamedFamily::parse("ground: a b c\nrule: a c -> b", &Limits::none())?;
/// assert_eq!(line.family().members().len(), 2);
/// assert_eq!(line.show(&line.family().members()[0]), "a, b");
/// # Ok::<(), impartial::generate::FamilyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedFamily {
    names: Vec<String>,
    family: Family,
}

/// What is wrong with the text of a closure game, or why its family was not found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FamilyError {
    /// A mistake in the text.
    #[error("{0}")]
    Text(#[from] ReadError),
    /// A limit was reached before all closed sets were seen.
    #[error("the closed sets are too many: {0}")]
    Stopped(#[from] StopReason),
}

/// The largest ground set that is read.
const LARGEST_GROUND: usize = 100_000;

/// The most closed sets looked at to find the maximal ones among them.
const MOST_CLOSED_SETS: u64 = 1 << 20;

impl NamedFamily {
    /// Reads the text of a closure game.
    ///
    /// # Errors
    /// [`FamilyError`] with the place of the mistake, or when rules or a table have more closed sets than the limits, or
    /// 2^20, allow.
    pub fn parse(text: &str, limits: &Limits) -> Result<Self, FamilyError> {
        let lines = lines(text)?;
        let (first, rest) =
            lines.split_first().filter(|(first, _)| first.key == "ground").ok_or_else(|| {
                wrong(
                    0..text.lines().next().map_or(0, str::len),
                    "expected `ground:` and the names of the elements first",
                )
            })?;
        let names: Vec<String> = first.words.iter().map(|word| text[word.clone()].to_owned()).collect();
        if names.len() > LARGEST_GROUND {
            return Err(wrong(first.span.clone(), format!("more than {LARGEST_GROUND} elements")));
        }
        let mut number: FxHashMap<&str, usize> = FxHashMap::default();
        for word in &first.words {
            let name = &text[word.clone()];
            if number.insert(name, number.len()).is_some() {
                return Err(wrong(word.clone(), format!("`{name}` is named twice")));
            }
        }
        let mut description = Description {
            text,
            number,
            sets: Vec::new(),
            rules: Vec::new(),
            rows: Vec::new(),
            way: None,
            target: None,
        };
        for line in rest {
            description.read(line)?;
        }
        let family = description.family(limits)?;
        Ok(NamedFamily { names, family })
    }

    /// The family.
    pub fn family(&self) -> &Family {
        &self.family
    }

    /// The names of the elements.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The names of the elements of a set.
    pub fn show(&self, set: &Subset) -> String {
        set.iter().map(|element| self.names[element].as_str()).collect::<Vec<_>>().join(", ")
    }
}

fn wrong(span: Range<usize>, message: impl Into<String>) -> FamilyError {
    ReadError::new(span, message).into()
}

/// `key: word word`, without its comment.
struct Line<'t> {
    key: &'t str,
    words: Vec<Range<usize>>,
    span: Range<usize>,
}

/// The lines that say something.
fn lines(text: &str) -> Result<Vec<Line<'_>>, FamilyError> {
    let mut result = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let said = line.split('#').next().unwrap_or("");
        let span = start..start + said.trim_end().len();
        if said.trim().is_empty() {
            continue;
        }
        let Some(colon) = said.find(':') else {
            return Err(wrong(
                span,
                "expected `ground:`, `maximal:`, `closed:`, `rule:`, `row:` or `target:`",
            ));
        };
        let mut words = Vec::new();
        let mut from = colon + 1;
        for word in said[colon + 1..].split_whitespace() {
            let offset = said[from..].find(word).expect("the word comes from this text");
            let begin = start + from + offset;
            words.push(begin..begin + word.len());
            from += offset + word.len();
        }
        result.push(Line { key: said[..colon].trim(), words, span });
    }
    Ok(result)
}

/// What has been read of the lines after `ground:`.
struct Description<'t> {
    text: &'t str,
    number: FxHashMap<&'t str, usize>,
    /// The sets of `maximal:` or `closed:`.
    sets: Vec<Subset>,
    /// The rules: if the first set, then the second.
    rules: Vec<(Subset, Subset)>,
    /// The rows of a table.
    rows: Vec<Vec<usize>>,
    /// The key of the first line that says when a set generates.
    way: Option<&'t str>,
    target: Option<Subset>,
}

impl<'t> Description<'t> {
    fn read(&mut self, line: &Line<'t>) -> Result<(), FamilyError> {
        let size = self.number.len();
        match line.key {
            "maximal" | "closed" | "rule" | "row" => {
                if let Some(other) = self.way.filter(|way| *way != line.key) {
                    let message = format!("`{}:` after `{other}:`; a game is described in one way", line.key);
                    return Err(wrong(line.span.clone(), message));
                }
                self.way = Some(line.key);
            }
            "target" if self.target.is_some() => return Err(wrong(line.span.clone(), "a second target")),
            "ground" => return Err(wrong(line.span.clone(), "a second ground set")),
            _ => {}
        }
        match line.key {
            "maximal" | "closed" => {
                let set = self.set(&line.words)?;
                self.sets.push(set);
            }
            "target" => self.target = Some(self.set(&line.words)?),
            "rule" => {
                let arrow = line.words.iter().position(|word| &self.text[word.clone()] == "->");
                let Some(arrow) = arrow else {
                    return Err(wrong(
                        line.span.clone(),
                        "expected `->` between what is given and what follows",
                    ));
                };
                let rule = (self.set(&line.words[..arrow])?, self.set(&line.words[arrow + 1..])?);
                self.rules.push(rule);
            }
            "row" => {
                let row = line.words.iter().map(|word| self.element(word)).collect::<Result<Vec<_>, _>>()?;
                if row.len() != size {
                    let message =
                        format!("a row of {} products; the ground set has {size} elements", row.len());
                    return Err(wrong(line.span.clone(), message));
                }
                self.rows.push(row);
            }
            other => {
                let message = format!(
                    "`{other}:` says nothing here; expected `maximal:`, `closed:`, `rule:`, `row:` or `target:`"
                );
                return Err(wrong(line.span.clone(), message));
            }
        }
        Ok(())
    }

    fn element(&self, word: &Range<usize>) -> Result<usize, FamilyError> {
        let name = &self.text[word.clone()];
        self.number
            .get(name)
            .copied()
            .ok_or_else(|| wrong(word.clone(), format!("`{name}` is not in the ground set")))
    }

    fn set(&self, words: &[Range<usize>]) -> Result<Subset, FamilyError> {
        let elements = words.iter().map(|word| self.element(word)).collect::<Result<Vec<_>, _>>()?;
        Ok(Subset::from_elements(self.number.len(), elements))
    }

    fn family(self, limits: &Limits) -> Result<Family, FamilyError> {
        let size = self.number.len();
        let end = self.text.len()..self.text.len();
        let target = match (&self.target, self.way) {
            (Some(_), Some("maximal")) => {
                return Err(wrong(
                    end,
                    "maximal sets say already which sets do not generate; a target has no place",
                ));
            }
            (Some(target), _) => target.clone(),
            (None, _) => Subset::full(size),
        };
        let limits = limits.clone().with_positions(limits.positions().min(MOST_CLOSED_SETS));
        match self.way {
            // A closed set without the target lies in one of the sets given without the target.
            Some("closed") => {
                let without = self.sets.into_iter().filter(|set| !target.is_subset(set)).collect();
                Ok(Family::new(size, without))
            }
            Some("rule") => {
                let close = |set: &Subset| follow(&self.rules, set);
                Ok(Family::of_closure_operator(size, &target, close, &limits)?)
            }
            Some("row") => {
                if self.rows.len() != size {
                    let message = format!("{} rows; the ground set has {size} elements", self.rows.len());
                    return Err(wrong(end, message));
                }
                if let Some((a, b, c)) = not_associative(&self.rows) {
                    let mut names: Vec<(usize, &str)> =
                        self.number.iter().map(|(name, at)| (*at, *name)).collect();
                    names.sort_unstable();
                    let (a, b, c) = (names[a].1, names[b].1, names[c].1);
                    let message = format!("not a semigroup: ({a} {b}) {c} is not {a} ({b} {c})");
                    return Err(wrong(end, message));
                }
                let close = |set: &Subset| subsemigroup(&self.rows, set);
                Ok(Family::of_closure_operator(size, &target, close, &limits)?)
            }
            _ => Ok(Family::new(size, self.sets)),
        }
    }
}

/// The least superset that obeys the rules.
fn follow(rules: &[(Subset, Subset)], set: &Subset) -> Subset {
    let mut closed = set.clone();
    loop {
        let before = closed.count();
        for (given, follows) in rules {
            if given.is_subset(&closed) {
                closed.union_with(follows);
            }
        }
        if closed.count() == before {
            return closed;
        }
    }
}

/// The subsemigroup generated by a set.
fn subsemigroup(rows: &[Vec<usize>], set: &Subset) -> Subset {
    let mut closed = set.clone();
    let mut elements: Vec<usize> = set.iter().collect();
    let mut next = 0;
    while next < elements.len() {
        let a = elements[next];
        next += 1;
        let mut at = 0;
        while at < elements.len() {
            let b = elements[at];
            for product in [rows[a][b], rows[b][a]] {
                if closed.insert(product) {
                    elements.push(product);
                }
            }
            at += 1;
        }
    }
    closed
}

/// Three elements whose product depends on the brackets.
fn not_associative(rows: &[Vec<usize>]) -> Option<(usize, usize, usize)> {
    let all = || 0..rows.len();
    all()
        .flat_map(|a| all().map(move |b| (a, b)))
        .find_map(|(a, b)| all().find(|c| rows[rows[a][b]][*c] != rows[a][rows[b][*c]]).map(|c| (a, b, c)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<NamedFamily, FamilyError> {
        NamedFamily::parse(text, &Limits::none())
    }

    fn members(text: &str) -> Vec<String> {
        let named = read(text).expect("a closure game");
        named.family().members().iter().map(|member| named.show(member)).collect()
    }

    #[test]
    fn four_ways_to_say_the_same() {
        let maximal = members("ground: a b c\nmaximal: a b\nmaximal: b c # the other end");
        assert_eq!(maximal, ["a, b", "b, c"]);
        assert_eq!(
            members("ground: a b c\nclosed: a b\nclosed: b c\nclosed: b\nclosed: c\nclosed: a"),
            maximal
        );
        assert_eq!(members("ground: a b c\nrule: a c -> b"), maximal);
        // The left zero band with b below: products ac = ca = b, everything else the left factor's join.
        let band = "ground: a b c\nrow: a b b\nrow: b b b\nrow: b b c";
        assert_eq!(members(band), maximal);
    }

    #[test]
    fn a_target_may_be_less_than_everything() {
        // Points on a line; the game ends when b is between two chosen points or chosen.
        let line = "ground: a b c d\nrule: a c -> b\nrule: a d -> b c\nrule: b d -> c\ntarget: b";
        assert_eq!(members(line), ["a", "c, d"]);
        assert_eq!(members("ground: a b\nclosed: a\nclosed: b\ntarget: b"), ["a"]);
        assert!(members("ground: a b\nrule: a -> b\ntarget:").is_empty());
    }

    #[test]
    fn the_empty_family_is_a_family() {
        assert!(members("ground: a b c").is_empty());
        assert_eq!(members("ground:\nmaximal:").len(), 1);
    }

    #[test]
    fn mistakes_are_pointed_at() {
        for (text, at, says) in [
            ("", "", "ground"),
            ("maximal: a", "maximal: a", "ground"),
            ("ground: a b a", "a", "twice"),
            ("ground: a b\nmaximal: a c", "c", "not in the ground set"),
            ("ground: a b\nmaximal: a\nclosed: b", "closed: b", "one way"),
            ("ground: a b\nrule: a b", "rule: a b", "->"),
            ("ground: a b\nrow: a b", "", "rows"),
            ("ground: a b\nrow: a b b", "row: a b b", "3 products"),
            ("ground: a b\nrow: b a\nrow: a a", "", "semigroup"),
            ("ground: a b\nmaximum: a", "maximum: a", "maximum"),
            ("ground: a b\nground: c", "ground: c", "second"),
            ("ground: a b\nmaximal: a\ntarget: b", "", "target"),
            ("ground: a b\nwhat is this", "what is this", "expected"),
        ] {
            let Err(FamilyError::Text(ReadError { span, message, .. })) = read(text) else {
                panic!("{text:?} was read");
            };
            assert!(message.contains(says), "{text:?}: {message}");
            assert_eq!(&text[span], at, "{text:?}: {message}");
        }
    }
}
