//! The kinds of games that the language knows: one line each.

use super::kinds::{algebra, board, chosen, coins, divided, graph, heaps, lattice, nim, tree};
use super::parser::{Reader, Subject};
use crate::text::ReadError;

/// A kind of game: its name, the theory that answers for it, and how its texts are read.
pub struct KindOfGame {
    /// Its name ([`Kind::name`](super::Kind::name)).
    pub name: &'static str,
    /// The theory it belongs to: `trees`, `heaps`, `coins`, `lattices`, `groups`, `algebra`, `graphs`, `boards`.
    pub theory: &'static str,
    /// A text of it.
    pub example: &'static str,
    /// Whether a text begins like one of this kind.
    pub(super) begins: fn(&str) -> bool,
    /// Reads it.
    pub(super) read: fn(&mut Reader<'_>) -> Result<Subject, ReadError>,
}

/// All kinds. Components of a sum are written in this order; texts are tried in it.
pub const KINDS: &[KindOfGame] = &[
    nim::KIND,
    tree::KIND,
    heaps::KIND,
    coins::KIND,
    lattice::KIND,
    chosen::KIND,
    divided::KIND,
    algebra::KIND,
    graph::KIND,
    board::KIND,
];

/// Kinds that other kinds read, for groups whose elements are not listed, and their theories.
const COMPANIONS: &[(&str, &str)] = &[("large", "groups"), ("presented", "algebra")];

/// The place of a kind in the list; companions come after it, and forms that have no text of their own last.
pub(super) fn rank(name: &str) -> usize {
    let companion = || COMPANIONS.iter().position(|(companion, _)| *companion == name);
    let place = KINDS.iter().position(|kind| kind.name == name);
    place.unwrap_or_else(|| KINDS.len() + companion().unwrap_or(COMPANIONS.len()))
}

/// The theory that answers for a kind.
pub fn theory(name: &str) -> &'static str {
    let companion = COMPANIONS.iter().find(|(companion, _)| *companion == name);
    let kind = KINDS.iter().find(|kind| kind.name == name);
    kind.map_or_else(|| companion.map_or("sum", |(_, theory)| theory), |kind| kind.theory)
}

/// Whether a text begins with one of these words and an opening parenthesis.
pub(super) fn begins_with_word(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.strip_prefix(word).is_some_and(|after| after.starts_with('(')))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::parse;

    /// Breaks when a kind is entered twice, cannot read its own example, or takes texts that belong to another.
    #[test]
    fn every_kind_reads_its_example() {
        for (at, kind) in KINDS.iter().enumerate() {
            assert_eq!(rank(kind.name), at);
            let first = KINDS.iter().find(|other| (other.begins)(kind.example)).unwrap();
            assert_eq!(first.name, kind.name, "{}", kind.example);
            // Boards and graphs are named, and brought by whoever asks.
            if !kind.example.contains("file") {
                assert_eq!(parse(kind.example).unwrap().position("").unwrap().to_string(), kind.example);
            }
        }
    }
}
