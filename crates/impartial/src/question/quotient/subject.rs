//! What a quotient is asked of: a code, trees, positions of any finite game, several of these together, or a graph of moves.

use super::followers;
use crate::game::forest::{Forest, Tree};
use crate::game::notation;
use crate::heap::HeapCode;
use crate::misere::rules::{Graph, Rules, Sum};
use crate::misere::transition::Source;
use crate::question::{Asking, Refused};

/// What a quotient is asked of, as it is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QuotientOf {
    /// A code, a name, trees separated by commas, a finite position of the game language, or several of these with + between
    /// them.
    Game(String),
    /// All positions of a graph of moves ([`Graph`]).
    Graph {
        /// What the graph is called.
        name: String,
        /// Its lines.
        text: String,
    },
}

/// The game, with the name of each position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuotientSubject {
    /// The game as it is printed.
    pub game: String,
    /// Its positions and their options.
    pub source: Source,
    /// The trees, nodes or positions asked about, by name, as sums of generators of a list; the empty sum is the game
    /// without moves.
    pub named: Vec<(String, Sum)>,
    /// The names of all generators of a list, as far as they have any.
    pub names: Vec<String>,
}

impl QuotientSubject {
    /// Reads what is asked about.
    pub(super) fn read(of: &QuotientOf, asking: &Asking<'_>) -> Result<Self, Refused> {
        match of {
            QuotientOf::Game(text) => Self::parse(text, asking),
            QuotientOf::Graph { name, text } => Self::graph(name, text),
        }
    }

    /// Reads a game, or several with + between them, which are then one game.
    pub(super) fn parse(text: &str, asking: &Asking<'_>) -> Result<Self, Refused> {
        match parts(text).as_slice() {
            [part] => Self::part(part, asking),
            parts => Self::union(parts, asking),
        }
    }

    fn part(text: &str, asking: &Asking<'_>) -> Result<Self, Refused> {
        if looks_like_position(text) {
            return followers::of(text, asking);
        }
        if looks_like_trees(text) {
            return Self::trees(text);
        }
        let code: HeapCode = text.parse().map_err(|error: crate::text::ReadError| {
            Refused::new(error.message).at(text, error.span).help("a code such as 0.77 or 4.7, a name such as kayles, trees such as '*2_+320' or '*2,{0,*2}', a position such as 'gen(S3)', or several of these: 'kayles + *4'")
        })?;
        Ok(QuotientSubject {
            game: code.to_string(),
            source: Source::Heaps(code),
            named: vec![],
            names: vec![],
        })
    }

    /// All positions of several games, for sums that mix them.
    fn union(parts: &[&str], asking: &Asking<'_>) -> Result<Self, Refused> {
        let mut list = Rules::new();
        let (mut games, mut named, mut codes) = (Vec::new(), Vec::new(), Vec::new());
        let mut names = Vec::new();
        for part in parts {
            let QuotientSubject { game, source, named: own_named, names: own_names } =
                Self::part(part, asking)?;
            games.push(game);
            codes.extend(source.codes().iter().cloned());
            if let Source::List(own) = source {
                let images = list.union(&own);
                let image = |sum: Sum| sum.iter().flat_map(|g| images[*g as usize].iter().copied()).collect();
                named.extend(own_named.into_iter().map(|(name, sum)| (name, image(sum))));
                names.resize(list.len(), String::new());
                for (image, name) in images.iter().zip(own_names) {
                    if let [generator] = image[..]
                        && names[generator as usize].is_empty()
                    {
                        names[generator as usize] = name;
                    }
                }
            }
        }
        Ok(QuotientSubject { game: games.join(" + "), source: Source::of(list, codes), named, names })
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

    fn trees(text: &str) -> Result<Self, Refused> {
        let mut forest = Forest::new();
        let mut trees: Vec<(String, Tree)> = Vec::new();
        let mut at = 0;
        loop {
            at += text[at..].len() - text[at..].trim_start().len();
            let (tree, length) = notation::parse_prefix(&mut forest, &text[at..]).map_err(|error| {
                let span = error.span.start + at..error.span.end + at;
                Refused::new(error.message).at(text, span)
            })?;
            trees.push((text[at..at + length].trim().to_owned(), tree));
            at += length;
            let rest = text[at..].trim_start();
            if rest.is_empty() {
                break;
            }
            if !rest.starts_with(',') {
                let place = text.len() - rest.len();
                return Err(Refused::new("expected a comma or the end").at(text, place..place + 1));
            }
            at = text.len() - rest.len() + 1;
        }
        let mut rules = Rules::new();
        let roots: Vec<Tree> = trees.iter().map(|(_, tree)| *tree).collect();
        let positions = rules.add_trees(&forest, &roots);
        let named: Vec<(String, Sum)> =
            trees.into_iter().map(|(name, tree)| (name, positions[&tree].clone())).collect();
        let subtrees = roots.iter().flat_map(|tree| forest.subtrees(*tree));
        let others =
            subtrees.map(|tree| (notation::conway_notation(&forest, tree), positions[&tree].clone()));
        let names = generator_names(rules.len(), named.iter().cloned().chain(others));
        Ok(QuotientSubject { game: text.to_owned(), source: Source::List(rules), named, names })
    }

    fn graph(name: &str, text: &str) -> Result<Self, Refused> {
        let refused = |error: crate::misere::rules::GraphError| Refused::new(format!("{name}: {error}"));
        let graph: Graph = text.parse().map_err(refused)?;
        let (rules, positions) = graph.rules().map_err(refused)?;
        let named: Vec<(String, Sum)> = graph.names().iter().cloned().zip(positions).collect();
        let names = generator_names(rules.len(), named.iter().cloned());
        Ok(QuotientSubject { game: name.to_owned(), source: Source::List(rules), named, names })
    }
}

/// The first name of every generator, of things that are one generator each.
pub(super) fn generator_names(
    generators: usize,
    named: impl IntoIterator<Item = (String, Sum)>,
) -> Vec<String> {
    let mut names = vec![String::new(); generators];
    for (name, sum) in named {
        if let [generator] = sum[..]
            && names[generator as usize].is_empty()
        {
            names[generator as usize] = name;
        }
    }
    names
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

/// Trees begin with a star or a brace, or are the digit 0.
fn looks_like_trees(text: &str) -> bool {
    text.starts_with(['*', '{']) || text == "0" || text.starts_with("0,")
}

/// A position has heaps in brackets after its code, or begins with the word for its kind and a parenthesis, or is a product or
/// compound; what is left is trees, a code or a name.
fn looks_like_position(text: &str) -> bool {
    let is_word = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphabetic());
    let has_kind = || text.split_once('(').is_some_and(|(before, _)| before.is_empty() || is_word(before));
    match text.starts_with(['*', '{']) {
        true => text.contains(['x', '×', '|']),
        false => text.parse::<HeapCode>().is_err() && (text.ends_with(']') || has_kind()),
    }
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
        assert!(QuotientSubject::parse("0.77 + ", &Asking::new()).is_err());
    }

    #[test]
    fn positions_of_a_union_have_names() {
        let union = QuotientSubject::parse("*3 + kayles + 0.[3]", &Asking::new()).unwrap();
        assert_eq!(union.game, "*3 + 0.77 + 0.[3]");
        assert_eq!(union.named, [("*3".to_owned(), vec![2])]);
        let names: Vec<String> = (3..7).map(|position| union.position_name(position)).collect();
        assert_eq!(names, ["*3", "0.77[1]", "0.[3][1]", "0.77[2]"]);
    }

    #[test]
    fn positions_are_told_from_codes() {
        let positions =
            ["gen(S3)", "kayles[5]", "0.77[3+4]", "0.[3][7]", "coins(ruler)[3]", "abelian(Z/4)", "*2 x *3"];
        for position in positions {
            assert!(looks_like_position(position), "{position}");
        }
        for code in ["0.77", "kayles", "0.(3310)^3", "0.[3]", "4.7", "0.[12]", "*2_+320", "{0,*2}", "0.9x9"] {
            assert!(!looks_like_position(code), "{code}");
        }
    }
}
