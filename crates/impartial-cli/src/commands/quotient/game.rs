//! What a quotient is asked of: a code, trees, or a graph of moves.

use std::path::Path;

use impartial::game::forest::{Forest, Tree};
use impartial::game::notation;
use impartial::heap::HeapCode;
use impartial::misere::rules::{Graph, Rules, Sum};
use impartial::misere::transition::Source;

use crate::commands::heap_code::parse_code;
use crate::failure::Failure;

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
    /// Reads a code, a name, or trees separated by commas.
    pub fn parse(text: &str) -> Result<Self, Failure> {
        let text = text.trim();
        if looks_like_trees(text) {
            return Self::trees(text);
        }
        let code = parse_code(text, false).map_err(|failure| {
            failure.help("a code such as 0.77 or 4.7, a name such as kayles, or trees such as '*2_+320' or '*2,{0,*2}'")
        })?;
        Ok(Self::heaps(code))
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

/// Trees begin with a star or a brace, or are the digit 0; everything else is a code or a name.
fn looks_like_trees(text: &str) -> bool {
    text.starts_with(['*', '{']) || text == "0" || text.starts_with("0,")
}
