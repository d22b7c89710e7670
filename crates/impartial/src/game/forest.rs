//! Games as sets: hereditarily finite games, each stored once.
//!
//! A game is the set of its options; two games with the same options are the same game. A [`Forest`] keeps every game
//! exactly once, so equality is equality of [`Tree`] names and a game with much repetition stays small.

use std::cmp::Ordering;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Game;
use crate::limits::{Limits, StopReason};

/// The name of a game in its [`Forest`]. Names of one forest mean nothing in another.
///
/// The derived order is the order of creation; the mathematical order is [`Forest::compare`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tree(u32);

impl Tree {
    /// The game without options, the same name in every forest.
    pub const ZERO: Tree = Tree(0);

    /// Position in the order of creation: options come before the games that have them, so a loop over
    /// `0..forest.len()` is a proof by induction.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// All games made so far, each once ("hash-consing").
///
/// Invariants:
/// 1. Every option of a tree has a smaller index than the tree.
/// 2. The options of a tree are strictly increasing in the order [`Forest::compare`].
/// 3. No two trees have the same list of options.
///
/// ```
/// use impartial::game::{Forest, Tree};
/// let mut forest = Forest::new();
/// let star = forest.set([Tree::ZERO]);
/// let two = forest.set([star, Tree::ZERO, star]);
/// assert_eq!(two, forest.nim_heap(2));
/// assert_eq!(forest.options(two), [Tree::ZERO, star]);
/// assert_eq!(forest.birthday(two), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Forest {
    /// The option lists one after the other.
    options: Vec<Tree>,
    /// Where the list of each tree begins; one entry more than there are trees.
    starts: Vec<usize>,
    birthdays: Vec<u32>,
    nim_sizes: Vec<Option<u32>>,
    /// The nim-heaps made so far: entry n is *n.
    nim_heaps: Vec<Tree>,
    unique: UniqueTable,
    sums: FxHashMap<(Tree, Tree), Tree>,
}

impl Default for Forest {
    fn default() -> Self {
        Self::new()
    }
}

impl Forest {
    /// A forest that holds the zero game only.
    pub fn new() -> Self {
        let mut forest = Forest {
            options: Vec::new(),
            starts: vec![0],
            birthdays: Vec::new(),
            nim_sizes: Vec::new(),
            nim_heaps: Vec::new(),
            unique: UniqueTable::default(),
            sums: FxHashMap::default(),
        };
        let zero = forest.set([]);
        debug_assert_eq!(zero, Tree::ZERO);
        forest
    }

    /// Number of different games made so far.
    pub fn len(&self) -> usize {
        self.birthdays.len()
    }

    /// Never: the zero game is always there.
    pub fn is_empty(&self) -> bool {
        self.birthdays.is_empty()
    }

    /// All games made so far, options before the games that have them.
    pub fn trees(&self) -> impl Iterator<Item = Tree> + use<> {
        (0..self.len() as u32).map(Tree)
    }

    /// The game whose options are the given ones; repetitions and order do not matter.
    ///
    /// Cost: O(k log k) comparisons for k options.
    ///
    /// # Panics
    /// When an option belongs to another, larger forest, or after 2^32 games.
    pub fn set(&mut self, options: impl IntoIterator<Item = Tree>) -> Tree {
        let mut list: Vec<Tree> = options.into_iter().collect();
        list.sort_unstable_by(|&a, &b| self.compare(a, b));
        list.dedup();
        self.insert_sorted(&list)
    }

    fn insert_sorted(&mut self, list: &[Tree]) -> Tree {
        let hash = UniqueTable::hash(list);
        let (options, starts) = (&self.options, &self.starts);
        let known = |id: u32| &options[starts[id as usize]..starts[id as usize + 1]] == list;
        if let Some(id) = self.unique.find(hash, known) {
            return Tree(id);
        }
        let id = u32::try_from(self.len()).expect("a forest holds fewer than 2^32 games");
        self.unique.insert(hash, id, |old| {
            UniqueTable::hash(&options[starts[old as usize]..starts[old as usize + 1]])
        });
        self.options.extend_from_slice(list);
        self.starts.push(self.options.len());
        // The order begins with the birthday, so the last option is an oldest one.
        self.birthdays.push(list.last().map_or(0, |&oldest| self.birthday(oldest) + 1));
        let is_next_heap = list.len() == self.nim_heaps.len() && list == self.nim_heaps;
        self.nim_sizes.push(is_next_heap.then_some(list.len() as u32));
        if is_next_heap {
            self.nim_heaps.push(Tree(id));
        }
        Tree(id)
    }

    /// The nim-heap `*size`: its options are all smaller nim-heaps.
    ///
    /// Cost: all smaller nim-heaps are made too, with size²/2 options in all.
    pub fn nim_heap(&mut self, size: u32) -> Tree {
        while self.nim_heaps.len() <= size as usize {
            let smaller = self.nim_heaps.clone();
            self.insert_sorted(&smaller);
        }
        self.nim_heaps[size as usize]
    }

    /// The size of a nim-heap, `None` for any other game.
    pub fn nim_size(&self, tree: Tree) -> Option<u32> {
        self.nim_sizes[tree.index()]
    }

    /// The options, strictly increasing in the order [`compare`](Self::compare).
    pub fn options(&self, tree: Tree) -> &[Tree] {
        &self.options[self.starts[tree.index()]..self.starts[tree.index() + 1]]
    }

    /// The birthday (formal, of this form): the largest number of moves that play can last.
    pub fn birthday(&self, tree: Tree) -> u32 {
        self.birthdays[tree.index()]
    }

    /// A total order of games that depends on the games only, not on the order in which they were made: by birthday,
    /// then by number of options, then lexicographically from the largest option down.
    ///
    /// Cost: at most one pass over the option lists on each of `birthday` levels.
    pub fn compare(&self, left: Tree, right: Tree) -> Ordering {
        let (mut left, mut right) = (left, right);
        while left != right {
            let (a, b) = (self.options(left), self.options(right));
            let coarse = self.birthday(left).cmp(&self.birthday(right)).then_with(|| a.len().cmp(&b.len()));
            if coarse.is_ne() {
                return coarse;
            }
            let differing = a.iter().zip(b).rev().find(|(x, y)| x != y);
            (left, right) =
                differing.map(|(x, y)| (*x, *y)).expect("different games have different option lists");
        }
        Ordering::Equal
    }

    /// The trees reachable from `tree` by moves, itself included, in increasing index.
    pub fn subtrees(&self, tree: Tree) -> Vec<Tree> {
        let mut found = vec![tree];
        let mut seen: FxHashSet<Tree> = found.iter().copied().collect();
        let mut at = 0;
        while at < found.len() {
            found.extend(self.options(found[at]).iter().filter(|option| seen.insert(**option)));
            at += 1;
        }
        found.sort_unstable();
        found
    }

    /// The same game as a tree of this forest; its options are added where they are new.
    pub fn graft(&mut self, other: &Forest, tree: Tree) -> Tree {
        let mut copies: FxHashMap<Tree, Tree> = FxHashMap::default();
        // Options come before the trees that have them.
        for old in other.subtrees(tree) {
            let options: Vec<Tree> = other.options(old).iter().map(|option| copies[option]).collect();
            // The order of options depends on the games only.
            let copy = self.insert_sorted(&options);
            copies.insert(old, copy);
        }
        copies[&tree]
    }

    /// The disjunctive sum as a game, by its definition: the options of G + H are the G' + H and the G + H'.
    ///
    /// All sums of a subtree of one with a subtree of the other are made and remembered; when `limits` stop the work,
    /// those already made stay.
    pub fn sum(&mut self, left: Tree, right: Tree, limits: &Limits) -> Result<Tree, StopReason> {
        let mut sums = std::mem::take(&mut self.sums);
        let sum = add(self, &mut sums, (left, right), limits, Forest::set);
        self.sums = sums;
        sum
    }

    /// Checks the numbered invariants of the type; for tests.
    pub fn check_invariants(&self) -> Result<(), String> {
        let mut lists = std::collections::HashSet::new();
        for tree in self.trees() {
            let options = self.options(tree);
            if options.iter().any(|option| option >= &tree) {
                return Err(format!("invariant 1 fails at {tree:?}"));
            }
            if options.windows(2).any(|pair| self.compare(pair[0], pair[1]).is_ge()) {
                return Err(format!("invariant 2 fails at {tree:?}"));
            }
            if !lists.insert(options) {
                return Err(format!("invariant 3 fails at {tree:?}"));
            }
        }
        Ok(())
    }
}

/// The rules of a forest: from a game to any of its options.
impl Game for Forest {
    type Position = Tree;

    fn options(&self, position: &Tree) -> Vec<Tree> {
        Forest::options(self, *position).to_vec()
    }
}

/// The sum of a pair of games, `game` making a game from its options; the sums of all pairs below it go into `sums`, each
/// under the pair in increasing order. Without recursion, as games may be deep.
pub(crate) fn add(
    forest: &mut Forest,
    sums: &mut FxHashMap<(Tree, Tree), Tree>,
    (left, right): (Tree, Tree),
    limits: &Limits,
    mut game: impl FnMut(&mut Forest, Vec<Tree>) -> Tree,
) -> Result<Tree, StopReason> {
    let key = |a: Tree, b: Tree| (a.min(b), a.max(b));
    let whole = key(left, right);
    let mut stack = vec![whole];
    while let Some(&(a, b)) = stack.last() {
        if sums.contains_key(&(a, b)) {
            stack.pop();
            continue;
        }
        limits.poll_positions(sums.len() as u64)?;
        if a == Tree::ZERO {
            sums.insert((a, b), b);
            continue;
        }
        let in_left = forest.options(a).iter().map(|&option| key(option, b));
        let moves: Vec<_> = in_left.chain(forest.options(b).iter().map(|&option| key(a, option))).collect();
        let depth = stack.len();
        stack.extend(moves.iter().filter(|pair| !sums.contains_key(pair)));
        if stack.len() == depth {
            let options = moves.iter().map(|pair| sums[pair]).collect();
            let sum = game(forest, options);
            sums.insert((a, b), sum);
        }
    }
    Ok(sums[&whole])
}

/// An open-addressing table of names by the hash of what they name; the lists themselves live in the forest.
#[derive(Clone, Debug, Default)]
struct UniqueTable {
    slots: Vec<u32>,
    used: usize,
}

impl UniqueTable {
    const EMPTY: u32 = u32::MAX;

    fn hash(list: &[Tree]) -> u64 {
        use std::hash::{Hash as _, Hasher as _};
        let mut hasher = rustc_hash::FxHasher::default();
        list.hash(&mut hasher);
        hasher.finish()
    }

    fn find(&self, hash: u64, is_it: impl Fn(u32) -> bool) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            match self.slots[at] {
                Self::EMPTY => return None,
                id if is_it(id) => return Some(id),
                _ => at = (at + 1) & mask,
            }
        }
    }

    fn insert(&mut self, hash: u64, id: u32, rehash: impl Fn(u32) -> u64) {
        if self.used * 2 >= self.slots.len() {
            let larger = vec![Self::EMPTY; (self.slots.len() * 2).max(16)];
            let old = std::mem::replace(&mut self.slots, larger);
            for moved in old.into_iter().filter(|&slot| slot != Self::EMPTY) {
                self.place(rehash(moved), moved);
            }
        }
        self.place(hash, id);
        self.used += 1;
    }

    fn place(&mut self, hash: u64, id: u32) {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at] != Self::EMPTY {
            at = (at + 1) & mask;
        }
        self.slots[at] = id;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All games with birthday at most 3: 1, 2, 4, 16 of them.
    #[test]
    fn days_zero_to_three() {
        let mut forest = Forest::new();
        let mut born = vec![Tree::ZERO];
        for count in [2, 4, 16] {
            let before = born.clone();
            for mask in 0..1_usize << before.len() {
                let options: Vec<Tree> = before
                    .iter()
                    .enumerate()
                    .filter(|(i, _)| mask >> i & 1 == 1)
                    .map(|(_, tree)| *tree)
                    .collect();
                forest.set(options);
            }
            born = forest.trees().collect();
            assert_eq!(born.len(), count);
        }
        forest.check_invariants().unwrap();
    }

    #[test]
    fn nim_heaps_are_recognised_however_they_are_made() {
        let mut forest = Forest::new();
        let one = forest.set([Tree::ZERO]);
        let just_one = forest.set([one]);
        let two = forest.set([one, Tree::ZERO]);
        assert_eq!(forest.nim_size(two), Some(2));
        assert_eq!(forest.nim_size(just_one), None);
        assert_eq!(forest.nim_heap(2), two);
        let six = forest.nim_heap(6);
        let smaller: Vec<Tree> = (0..6).rev().map(|n| forest.nim_heap(n)).collect();
        assert_eq!(forest.set(smaller), six);
        assert_eq!(forest.birthday(six), 6);
        forest.check_invariants().unwrap();
    }

    #[test]
    fn the_order_does_not_depend_on_the_order_of_creation() {
        let (mut first, mut second) = (Forest::new(), Forest::new());
        let star = first.set([Tree::ZERO]);
        let up = first.set([star]);
        let two = first.nim_heap(2);
        let star2 = second.set([Tree::ZERO]);
        let two2 = second.nim_heap(2);
        let up2 = second.set([star2]);
        assert_eq!(first.compare(up, two), second.compare(up2, two2));
        assert_eq!(first.compare(two, two), Ordering::Equal);
    }

    #[test]
    fn sums_by_definition() {
        let mut forest = Forest::new();
        let limits = Limits::none();
        let star = forest.nim_heap(1);
        let both = forest.sum(star, star, &limits).unwrap();
        assert_eq!(forest.options(both), [star]);
        let (two, three) = (forest.nim_heap(2), forest.nim_heap(3));
        let sum = forest.sum(two, three, &limits).unwrap();
        assert_eq!(forest.sum(three, two, &limits), Ok(sum));
        assert_eq!(forest.birthday(sum), 5);
        assert_eq!(forest.sum(sum, Tree::ZERO, &limits), Ok(sum));
        forest.check_invariants().unwrap();
        let big = forest.nim_heap(40);
        let stopped = forest.sum(big, big, &Limits::none().with_positions(50));
        assert_eq!(stopped, Err(StopReason::positions(50)));
    }

    #[test]
    fn a_path_of_a_million_moves_does_not_overflow_the_stack() {
        let mut forest = Forest::new();
        let mut path = forest.nim_heap(2);
        for _ in 0..1_000_000 {
            path = forest.set([path]);
        }
        assert_eq!(forest.birthday(path), 1_000_002);
        assert_eq!(forest.subtrees(path).len(), 1_000_003);
        let star = forest.nim_heap(1);
        assert!(forest.sum(path, star, &Limits::none()).is_ok());
    }
}
