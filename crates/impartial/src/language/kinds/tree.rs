//! Game trees: Conway's misère notation `*2_+320`, or sets `{0,*,{*2}}`.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

use serde_json::{Value, json};

use super::nim::NimHeap;
use crate::game::forest::{Forest, Tree};
use crate::game::notation;
use crate::language::kind::{Kind, Piece, Single};
use crate::language::lookahead::{digits, looks_like_code};
use crate::language::parser::{Reader, Subject};
use crate::language::position::Position;
use crate::language::registry::KindOfGame;
use crate::limits::Limits;
use crate::misere::rules::{Rules, Sum};
use crate::text::ReadError;

/// A game tree that is not a nim-heap, with the forest it stands in. Trees of different forests are equal when they have equal
/// options.
#[derive(Clone)]
pub struct GameTree {
    forest: Arc<RwLock<Forest>>,
    tree: Tree,
}

pub(in crate::language) const KIND: KindOfGame =
    KindOfGame { name: "tree", theory: "trees", example: "*2_+320", begins, read };

fn begins(text: &str) -> bool {
    match text.strip_prefix('*') {
        Some(after) => begins_after_star(after),
        None => text.starts_with('{') && !looks_like_code(text),
    }
}

/// Whether what follows a star is a tree rather than the size of a nim-heap.
pub(super) fn begins_after_star(after: &str) -> bool {
    after[digits(after)..].starts_with(['_', '('])
}

fn read(reader: &mut Reader<'_>) -> Result<Subject, ReadError> {
    let start = reader.cursor.at;
    let text = &reader.cursor.text()[start..];
    let (tree, length) = reader
        .known
        .with_forest(|forest| notation::parse_prefix(forest, text))
        .map_err(|error| error.shifted(start))?;
    reader.cursor.at += length;
    Ok(Subject::Position(GameTree::position(&reader.known.forest, tree)))
}

impl GameTree {
    /// The position that a tree is: a nim-heap when it is one.
    pub fn position(forest: &Arc<RwLock<Forest>>, tree: Tree) -> Position {
        let size = read_lock(forest).nim_size(tree);
        size.map_or_else(
            || GameTree { forest: Arc::clone(forest), tree }.into(),
            |size| Position::nim(size.into()),
        )
    }

    /// The forest it stands in.
    pub fn forest(&self) -> RwLockReadGuard<'_, Forest> {
        read_lock(&self.forest)
    }

    /// Its name there.
    pub fn tree(&self) -> Tree {
        self.tree
    }

    fn subtree(&self, tree: Tree) -> Position {
        GameTree::position(&self.forest, tree)
    }
}

fn read_lock(forest: &RwLock<Forest>) -> RwLockReadGuard<'_, Forest> {
    forest.read().unwrap_or_else(PoisonError::into_inner)
}

impl Kind for GameTree {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn options(&self) -> Vec<Position> {
        let options = self.forest().options(self.tree).to_vec();
        options.into_iter().map(|option| self.subtree(option)).collect()
    }

    fn is_over(&self) -> bool {
        self.forest().options(self.tree).is_empty()
    }

    fn bound_on_options(&self, _: &Limits) -> u64 {
        self.forest().options(self.tree).len() as u64
    }

    fn piece(&self) -> Option<Piece> {
        Some(Piece::Listed(Single::new(self.clone())))
    }

    fn enter(&self, list: &mut Rules) -> Vec<(Single, Sum)> {
        let places = list.add_trees(&self.forest(), &[self.tree]);
        let mut entered: Vec<(Tree, Sum)> = places.into_iter().collect();
        entered.sort_unstable();
        let single = |(tree, sum): (Tree, Sum)| match self.subtree(tree) {
            Position::Single(single) => (single, sum),
            _ => unreachable!("a tree is of one kind"),
        };
        entered.into_iter().map(single).collect()
    }

    fn parts(&self) -> Value {
        json!({ "tree": notation::conway_notation(&self.forest(), self.tree) })
    }
}

impl fmt::Display for GameTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&notation::conway_notation(&self.forest(), self.tree))
    }
}

impl fmt::Debug for GameTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// The order of games ([`Forest::compare`]), which does not depend on the forest.
impl Ord for GameTree {
    fn cmp(&self, other: &Self) -> Ordering {
        if Arc::ptr_eq(&self.forest, &other.forest) {
            return self.forest().compare(self.tree, other.tree);
        }
        let mut both = self.forest().clone();
        let copy = both.graft(&other.forest(), other.tree);
        both.compare(self.tree, copy)
    }
}

impl PartialOrd for GameTree {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for GameTree {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for GameTree {}

/// What two levels of the tree look like: equal trees agree in it, whatever their forest.
impl Hash for GameTree {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let forest = self.forest();
        for option in forest.options(self.tree) {
            forest.birthday(*option).hash(state);
            for next in forest.options(*option) {
                (forest.birthday(*next), forest.options(*next).len()).hash(state);
            }
        }
    }
}

/// The tree that a position of this kind or a nim-heap is, in a forest to which it is added.
pub fn graft(single: &Single, into: &mut Forest) -> Option<Tree> {
    if let Some(NimHeap(size)) = single.of_kind() {
        return size.to_u64().and_then(|size| u32::try_from(size).ok()).map(|size| into.nim_heap(size));
    }
    let GameTree { forest, tree } = single.of_kind()?;
    Some(into.graft(&read_lock(forest), *tree))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Trees of different texts are the same when their options are.
    #[test]
    fn trees_of_different_forests_are_compared() {
        let texts = ["{0,{*2}}", "{{*2},0}", "*2_+320", "{0,*2,{*2},*3}", "{{0,*},{*}}", "*2_+0"];
        let trees: Vec<Position> = texts.iter().map(|text| text.parse().unwrap()).collect();
        assert_eq!(trees[0], trees[1]);
        assert_eq!(trees[0], trees[5]);
        assert_eq!(trees[2], trees[3]);
        assert_ne!(trees[0], trees[2]);
        assert_eq!(trees.iter().collect::<HashSet<_>>().len(), 3);
        assert_eq!(Position::sum([trees[2].clone(), trees[1].clone()]).to_string(), "*2_+0 + *2_+320");
    }
}
