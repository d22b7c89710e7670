//! What a quotient is asked of: a code, trees, several of these together, or a graph of moves.

use std::path::Path;

use impartial::game::forest::{Forest, Tree};
use impartial::game::notation;
use impartial::heap::HeapCode;
use impartial::misere::rules::{Graph, Rules, Sum};
use impartial::misere::transition::Source;

use crate::commands::heap_code::parse_code;
use crate::failure::Failure;
use crate::served;

/// The game, with the name of each position.
pub struct Subject {
    /// The game as it is printed.
    pub game: String,
    /// Its positions and their options.
    pub source: Source,
    /// The trees or nodes asked about, by name, as sums of generators of a list; the empty sum is the game without moves.
    pub named: Vec<(String, Sum)>,
}

impl Subject {
    /// Reads a code, a name, trees separated by commas, or several of these with + between them, which are then one game.
    pub fn parse(text: &str) -> Result<Self, Failure> {
        match parts(text).as_slice() {
            [part] => Self::part(part),
            parts => Self::union(parts),
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
    fn union(parts: &[&str]) -> Result<Self, Failure> {
        let mut list = Rules::new();
        let (mut games, mut named, mut codes) = (Vec::new(), Vec::new(), Vec::new());
        for part in parts {
            let Subject { game, source, named: own_named } = Self::part(part)?;
            games.push(game);
            codes.extend(source.codes().iter().cloned());
            if let Source::List(own) = source {
                let images = list.union(&own);
                let image = |sum: Sum| sum.iter().flat_map(|g| images[*g as usize].iter().copied()).collect();
                named.extend(own_named.into_iter().map(|(name, sum)| (name, image(sum))));
            }
        }
        Ok(Subject { game: games.join(" + "), source: Source::of(list, codes), named })
    }

    /// The name of a position: the heap, the tree or node it is, or else its number in a list.
    pub fn position_name(&self, position: u64) -> String {
        match &self.source {
            Source::Union(union) if let Some((code, heap)) = union.heap(position) => {
                format!("{}[{heap}]", union.codes()[code])
            }
            Source::Heaps(_) => position.to_string(),
            Source::List(_) | Source::Union(_) => {
                let is_it =
                    |sum: &Sum| matches!(sum[..], [generator] if u64::from(generator) + 1 == position);
                let name = self.named.iter().find(|(_, sum)| is_it(sum)).map(|(name, _)| name.clone());
                name.unwrap_or_else(|| position.to_string())
            }
        }
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
        let roots: Vec<Tree> = trees.iter().map(|(_, tree)| *tree).collect();
        let positions = rules.add_trees(&forest, &roots);
        let named = trees.into_iter().map(|(name, tree)| (name, positions[&tree].clone())).collect();
        Ok(Subject { game: text.to_owned(), source: Source::List(rules), named })
    }

    /// Reads a graph of moves from a file.
    pub fn graph(path: &Path) -> Result<Self, Failure> {
        let shown = path.display();
        let text = served::read_to_string(path)
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
        assert!(Subject::parse("0.77 + ").is_err());
    }

    #[test]
    fn positions_of_a_union_have_names() {
        let Ok(union) = Subject::parse("*3 + kayles + 0.[3]") else { panic!("a union") };
        assert_eq!(union.game, "*3 + 0.77 + 0.[3]");
        assert_eq!(union.named, [("*3".to_owned(), vec![2])]);
        let names: Vec<String> = (3..7).map(|position| union.position_name(position)).collect();
        assert_eq!(names, ["*3", "0.77[1]", "0.[3][1]", "0.77[2]"]);
    }
}
