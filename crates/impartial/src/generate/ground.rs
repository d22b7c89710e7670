//! What GEN and DNG are played on: a finite group, or the ground set of a closure game, with names for the elements.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::OnceLock;

use super::Aim;
use super::definition::{Generation, SubsetGame};
use super::structure::Structure;
use super::text::NamedFamily;
use crate::game::Game as _;
use crate::group::{FiniteGroup, MAXIMAL_SUBGROUPS_CITED};
use crate::limits::{Limits, StopReason};
use crate::subset::Subset;
use crate::text::ReadError;

/// A group or a closure game, with its structure once that is known.
///
/// ```
/// use impartial::generate::{Aim, Ground};
/// use impartial::group;
/// use impartial::limits::Limits;
/// let limits = Limits::none();
/// let ground = Ground::of_group("Z6", group::parse("Z6", &limits)?);
/// let chosen = ground.parse_elements("2, 3").unwrap();
/// assert!(ground.generates_by_definition(&chosen));
/// assert_eq!(ground.show(&chosen), "2, 3");
/// assert_eq!(ground.structure(&limits).unwrap().nimber(Aim::Achieve, []), 4);
/// # Ok::<(), group::GroupError>(())
/// ```
pub struct Ground {
    text: String,
    source: Source,
    structure: OnceLock<Structure>,
}

/// Where the elements come from.
enum Source {
    Group(FiniteGroup),
    Family(NamedFamily),
}

impl Ground {
    /// A group, with the text that names it.
    pub fn of_group(text: impl Into<String>, group: FiniteGroup) -> Self {
        Ground { text: text.into(), source: Source::Group(group), structure: OnceLock::new() }
    }

    /// A closure game, with the text that names it.
    pub fn of_family(text: impl Into<String>, family: NamedFamily) -> Self {
        Ground { text: text.into(), source: Source::Family(family), structure: OnceLock::new() }
    }

    /// The text that names it, as it stands between the brackets of `gen(…)`.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The group, if it is one.
    pub fn group(&self) -> Option<&FiniteGroup> {
        match &self.source {
            Source::Group(group) => Some(group),
            Source::Family(_) => None,
        }
    }

    /// The closure game, if it is one.
    pub fn family(&self) -> Option<&NamedFamily> {
        match &self.source {
            Source::Group(_) => None,
            Source::Family(family) => Some(family),
        }
    }

    /// The name of an element.
    pub fn name(&self, element: usize) -> String {
        match &self.source {
            Source::Group(group) => group.show(element),
            Source::Family(family) => family.names()[element].clone(),
        }
    }

    /// The names of the elements of a set, separated by commas.
    pub fn show(&self, chosen: &Subset) -> String {
        chosen.iter().map(|element| self.name(element)).collect::<Vec<_>>().join(", ")
    }

    /// Reads a list of different elements.
    ///
    /// # Errors
    /// When a name is unknown or an element is named twice: no player chooses what has been chosen.
    pub fn parse_elements(&self, text: &str) -> Result<Subset, ReadError> {
        let mut chosen = Subset::empty(self.size());
        for span in list(text) {
            let word = &text[span.clone()];
            let element = match &self.source {
                Source::Group(group) => {
                    group.parse_element(word).map_err(|error| ReadError::from(error).shifted(span.start))?
                }
                Source::Family(family) => {
                    family.names().iter().position(|name| name == word).ok_or_else(|| {
                        let message = if word.is_empty() {
                            "expected the name of an element".to_owned()
                        } else {
                            format!("`{word}` is not in the ground set")
                        };
                        ReadError::new(span.clone(), message)
                    })?
                }
            };
            if !chosen.insert(element) {
                let message = format!("{} is chosen twice", self.name(element));
                return Err(ReadError::new(span, message));
            }
        }
        Ok(chosen)
    }

    /// The structure, computed the first time.
    ///
    /// # Errors
    /// When a limit is reached; asking again starts again.
    pub fn structure(&self, limits: &Limits) -> Result<&Structure, StopReason> {
        if let Some(known) = self.structure.get() {
            return Ok(known);
        }
        let structure = match &self.source {
            Source::Group(group) => Structure::of_group(group, limits)?,
            Source::Family(family) => Structure::of_family(family.family().clone(), limits)?,
        };
        Ok(self.structure.get_or_init(|| structure))
    }

    /// The structure, if it was computed.
    pub fn known_structure(&self) -> Option<&Structure> {
        self.structure.get()
    }

    /// What answers from the structure rest on. The maximal subgroups of a group that is not solvable are found with
    /// theorems that were not proved here.
    pub fn reason(&self) -> String {
        let Some(structure) = self.known_structure() else {
            return "structure classes (Ernst and Sieben)".to_owned();
        };
        let counted = |count: u128, one: &str, many: &str| {
            if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
        };
        let members = structure.family().members().len() as u128;
        let members = match self.group() {
            Some(_) => counted(members, "maximal subgroup", "maximal subgroups"),
            None => counted(members, "maximal set", "maximal sets"),
        };
        let classes = counted(structure.digraph().class_count(), "class", "classes");
        let mut reason = format!("structure classes (Ernst and Sieben, Prop. 3.15): {members}, {classes}");
        if self.group().is_some_and(|group| !group.is_solvable()) {
            reason.push_str("; ");
            reason.push_str(MAXIMAL_SUBGROUPS_CITED);
        }
        reason
    }

    /// Whether a set generates, by definition: the subgroup it generates is the group, or no maximal set contains it.
    pub fn generates_by_definition(&self, chosen: &Subset) -> bool {
        match &self.source {
            Source::Group(group) => group.subgroup(chosen).count() == group.order(),
            Source::Family(family) => family.family().generates(chosen),
        }
    }

    /// The elements that may be chosen next.
    pub fn moves(&self, aim: Aim, chosen: &Subset) -> Subset {
        let Some(structure) = self.known_structure() else {
            let options = SubsetGame { aim, rules: self }.options(chosen);
            let added = options.iter().filter_map(|option| option.difference(chosen).first());
            return Subset::from_elements(self.size(), added);
        };
        if structure.generates(chosen) {
            return Subset::empty(self.size());
        }
        let mut moves = chosen.complement();
        if aim == Aim::Avoid {
            moves.subtract(&structure.generating_elements(chosen));
        }
        moves
    }
}

impl Generation for Ground {
    fn size(&self) -> usize {
        match &self.source {
            Source::Group(group) => group.order(),
            Source::Family(family) => family.family().ground(),
        }
    }

    fn generates(&self, set: &Subset) -> bool {
        match self.known_structure() {
            Some(structure) => structure.generates(set),
            None => self.generates_by_definition(set),
        }
    }
}

impl Ground {
    /// What tells grounds apart beside their texts, which a file may have changed under: a group by the products with its
    /// generators, a closure game by its maximal sets.
    fn content(&self) -> Vec<Vec<usize>> {
        match &self.source {
            Source::Group(group) => {
                let product = |generator: usize| (0..group.order()).map(move |x| group.product(x, generator));
                group.generators().iter().map(|generator| product(*generator).collect()).collect()
            }
            Source::Family(family) => {
                family.family().members().iter().map(|member| member.iter().collect()).collect()
            }
        }
    }
}

/// Equal when text and content are.
impl Ord for Ground {
    fn cmp(&self, other: &Self) -> Ordering {
        if std::ptr::eq(self, other) {
            return Ordering::Equal;
        }
        let coarse = (&self.text, self.size()).cmp(&(&other.text, other.size()));
        coarse.then_with(|| self.content().cmp(&other.content()))
    }
}

impl PartialOrd for Ground {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Ground {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Ground {}

impl Hash for Ground {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

impl fmt::Debug for Ground {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} with {} elements", self.text, self.size())
    }
}

/// The parts of a list between commas, brackets respected and space trimmed; none of an empty text.
pub(crate) fn list(text: &str) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    if text.trim().is_empty() {
        return parts;
    }
    let (mut depth, mut start) = (0usize, 0);
    let mut push = |start: usize, end: usize| {
        let part = &text[start..end];
        let begin = start + (part.len() - part.trim_start().len());
        parts.push(begin..begin + part.trim().len());
    };
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                push(start, at);
                start = at + 1;
            }
            _ => {}
        }
    }
    push(start, text.len());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::group;

    fn ground(name: &str) -> Ground {
        Ground::of_group(name, group::parse(name, &Limits::none()).expect("a group"))
    }

    #[test]
    fn lists_of_elements_are_read_back() {
        let g = ground("Z6 x Z3");
        let chosen = g.parse_elements(" (1,2) ,(0,1)").expect("two elements");
        assert_eq!(g.parse_elements(&g.show(&chosen)), Ok(chosen));
        assert_eq!(g.parse_elements("  "), Ok(Subset::empty(18)));
        for (wrong, at) in [("(1,2),(1,2)", 6), ("(1,2),", 6), ("(9,9,9)", 0), ("x", 0)] {
            let error = g.parse_elements(wrong).expect_err(wrong);
            assert!(error.span.start >= at, "{wrong}: {error:?}");
        }
    }

    /// Theorems that were not proved here are named where they are used: A5 and what contains it is not solvable.
    #[test]
    fn the_reason_names_what_it_rests_on() {
        for (name, is_solvable) in
            [("S4", true), ("Z30", true), ("A5", false), ("A5 x Z2", false), ("S5", false)]
        {
            let ground = ground(name);
            ground.structure(&Limits::none()).expect("no limits");
            assert_eq!(!ground.reason().contains("Guralnick"), is_solvable, "{name}");
        }
    }

    /// The moves are the same before and after the structure is known.
    #[test]
    fn moves_by_definition_and_by_signatures() {
        for name in ["Z6", "S3", "Z12", "A4"] {
            let (slow, fast) = (ground(name), ground(name));
            fast.structure(&Limits::none()).expect("no limits");
            for a in 0..slow.size() {
                for b in 0..slow.size() {
                    let chosen = Subset::from_elements(slow.size(), [a, b]);
                    for aim in Aim::BOTH {
                        assert_eq!(
                            slow.moves(aim, &chosen),
                            fast.moves(aim, &chosen),
                            "{aim}({name}){chosen}"
                        );
                    }
                }
            }
        }
    }
}
