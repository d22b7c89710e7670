//! What a quotient is asked of: a code, trees, several of these together, or a graph of moves.

use std::path::Path;

use impartial::game::forest::{Forest, Tree};
use impartial::game::notation;
use impartial::heap::HeapCode;
use impartial::misere::rules::{Graph, Rules, Sum};
use impartial::misere::transition::Source;

use crate::commands::heap_code::parse_code;
use crate::failure::Failure;

/// The last heap of a quotient of several codes: their positions are listed before the search begins.
const LARGEST_UNION: u64 = 1000;

/// The game, with the name of each position.
pub struct Subject {
    /// The game as it is printed.
    pub game: String,
    /// Its positions and their options.
    pub source: Source,
    /// For trees and graphs: the positions asked about, by name; the empty sum is the game without moves.
    pub named: Vec<(String, Sum)>,
}

impl Subject {
    /// Reads a code, a name, trees separated by commas, or several of these with + between them, which are then one game;
    /// `to` is the last heap.
    pub fn parse(text: &str, to: Option<u64>) -> Result<Self, Failure> {
        match parts(text).as_slice() {
            [part] => Self::part(part),
            parts => Self::union(parts, to),
        }
    }

    fn part(text: &str) -> Result<Self, Failure> {
        if looks_like_trees(text) {
            return Self::trees(text);
        }
        let code = parse_code(text, false).map_err(|failure| {
            failure.help("a code such as 0.77 or 4.7, a name such as kayles, trees such as '*2_+320' or '*2,{0,*2}', or several of these: 'kayles + *4'")
        })?;
        Ok(Self::heaps(code))
    }

    /// All positions of several games, for sums that mix them.
    fn union(parts: &[&str], to: Option<u64>) -> Result<Self, Failure> {
        let mut rules = Rules::new();
        let mut games = Vec::new();
        let mut named = Vec::new();
        for part in parts {
            let Subject { game, source, named: own_named } = Self::part(part)?;
            let (own, own_named) = match source {
                Source::List(own) => (own, own_named),
                Source::Heaps(code) => {
                    let to = to.ok_or_else(|| {
                        Failure::new("to which heap? several codes together are followed as far as one asks")
                            .help("for example --to 9")
                    })?;
                    if to > LARGEST_UNION {
                        let message = format!("several codes together go to heap {LARGEST_UNION} at most");
                        return Err(Failure::new(message));
                    }
                    let (own, heaps) = Rules::from_heaps(to, |heap| code.options(heap));
                    let names = (1..=to).map(|heap| format!("{code}[{heap}]"));
                    (own, names.zip(heaps.into_iter().skip(1)).collect())
                }
            };
            let images = rules.union(&own);
            let image = |sum: Sum| sum.iter().flat_map(|g| images[*g as usize].iter().copied()).collect();
            named.extend(own_named.into_iter().map(|(name, sum)| (name, image(sum))));
            games.push(game);
        }
        Ok(Subject { game: games.join(" + "), source: Source::List(rules), named })
    }

    fn heaps(code: HeapCode) -> Self {
        let game = code.to_string();
        Subject { game, source: Source::Heaps(code), named: Vec::new() }
    }

    fn trees(text: &str) -> Result<Self, Failure> {
        let mut forest = Forest::new();
        let mut trees: Vec<(String, Tree)> = Vec::new();
        let mut at = 0;
        loop {
            at += text[at..].len() - text[at..].trim_start().len();
            let (tree, length) = notation::parse_prefix(&mut forest, &text[at..]).map_err(|error| {
                let span = error.span.start + at..error.span.end + at;
                Failure::new(error.message).at(text, span)
            })?;
            trees.push((text[at..at + length].trim().to_owned(), tree));
            at += length;
            let rest = text[at..].trim_start();
            if rest.is_empty() {
                break;
            }
            if !rest.starts_with(',') {
                let place = text.len() - rest.len();
                return Err(Failure::new("expected a comma or the end").at(text, place..place + 1));
            }
            at = text.len() - rest.len() + 1;
        }
        let mut rules = Rules::new();
        let mut positions: Vec<Option<Sum>> = vec![None; forest.len()];
        for (_, tree) in &trees {
            for subtree in forest.subtrees(*tree) {
                if positions[subtree.index()].is_some() {
                    continue;
                }
                let options: Vec<Sum> = forest
                    .options(subtree)
                    .iter()
                    .map(|option| {
                        positions[option.index()].clone().expect("subtrees come after their options")
                    })
                    .collect();
                positions[subtree.index()] = Some(rules.add(options));
            }
        }
        let named = trees
            .into_iter()
            .map(|(name, tree)| (name, positions[tree.index()].clone().unwrap_or_default()))
            .collect();
        Ok(Subject { game: text.to_owned(), source: Source::List(rules), named })
    }

    /// Reads a graph of moves from a file.
    pub fn graph(path: &Path) -> Result<Self, Failure> {
        let shown = path.display();
        let text = std::fs::read_to_string(path)
            .map_err(|error| Failure::new(format!("cannot read {shown}: {error}")))?;
        let graph: Graph = text.parse().map_err(|error| Failure::new(format!("{shown}: {error}")))?;
        let (rules, positions) = graph.rules().map_err(|error| Failure::new(format!("{shown}: {error}")))?;
        let named = graph.names().iter().cloned().zip(positions).collect();
        Ok(Subject { game: shown.to_string(), source: Source::List(rules), named })
    }
}

/// The games of a union: what stands between the + signs outside of brackets. The + of Conway's `2_+` is no such sign.
fn parts(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth, mut before) = (Vec::new(), 0, 0_usize, ' ');
    for (at, character) in text.char_indices() {
        match character {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth = depth.saturating_sub(1),
            '+' if depth == 0 && before != '_' => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
        before = character;
    }
    parts.push(text[start..].trim());
    parts
}

/// Trees begin with a star or a brace, or are the digit 0; everything else is a code or a name.
fn looks_like_trees(text: &str) -> bool {
    text.starts_with(['*', '{']) || text == "0" || text.starts_with("0,")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unions_are_split_at_plus_signs_of_their_own() {
        assert_eq!(parts(" kayles + 0.07"), ["kayles", "0.07"]);
        assert_eq!(parts("*2_+320,{0,*2} + 4.7"), ["*2_+320,{0,*2}", "4.7"]);
        assert_eq!(parts("*(2_+1)(2_+0)4310"), ["*(2_+1)(2_+0)4310"]);
        assert_eq!(parts("0.77+"), ["0.77", ""]);
        assert!(Subject::parse("0.77 + ", Some(3)).is_err());
        assert!(Subject::parse("0.77 + 0.07", None).is_err());
        assert!(Subject::parse("0.77 + 0.07", Some(1_000_000_000)).is_err());
    }

    /// Fails when equal positions of two games are kept apart, or when a name gets the position of another game.
    #[test]
    fn unions_share_what_is_equal() {
        let Ok(union) = Subject::parse("*3 + kayles + 0.[3]", Some(4)) else { panic!("a union") };
        assert_eq!(union.game, "*3 + 0.77 + 0.[3]");
        let place = |name: &str| &union.named.iter().find(|(known, _)| known == name).expect("named").1;
        assert_eq!(place("*3"), place("0.[3][3]"));
        assert_eq!(place("0.77[2]"), place("0.[3][2]"));
        assert_ne!(place("0.77[4]"), place("0.[3][4]"));
        assert_eq!(union.named.len(), 9);
    }
}
