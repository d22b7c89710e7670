//! The nimber of a selective compound by definition, with its positions in a table.
//!
//! No theorem gives it from the nimbers of the components. But a position of a component matters only as the set of its options,
//! so positions with equal sets of options are one; and a position of the compound is one choice of each component, a place in a
//! table. So a million moves take some milliseconds.

use rustc_hash::FxHashMap;

use super::{Game, Unsolved};
use crate::limits::{Limits, StopReason};

/// A position as the tree of its options, equal subtrees once.
///
/// Invariant: options have smaller numbers than what they are options of, and stand sorted, each once. The position itself comes
/// last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedTree {
    options: Vec<Box<[u32]>>,
}

impl SharedTree {
    /// The tree of a position.
    ///
    /// Cost: all positions that can be reached, with their options.
    ///
    /// # Errors
    /// When a limit is reached, or the moves run in a circle.
    pub fn of<G: Game>(game: &G, position: &G::Position, limits: &Limits) -> Result<Self, Unsolved> {
        Ok(Self::with_places(game, position, limits)?.0)
    }

    /// The tree of a position, and which subtree each position is that it leads to.
    ///
    /// # Errors
    /// As for [`of`](Self::of).
    pub(crate) fn with_places<G: Game>(
        game: &G,
        position: &G::Position,
        limits: &Limits,
    ) -> Result<(Self, FxHashMap<G::Position, u32>), Unsolved> {
        let mut trees: FxHashMap<Box<[u32]>, u32> = FxHashMap::default();
        let mut numbers: FxHashMap<G::Position, Option<u32>> = FxHashMap::default();
        let mut options: Vec<Box<[u32]>> = Vec::new();
        // A position under way, its options still to be looked at, and the trees of those that were.
        let mut path = vec![(position.clone(), game.options(position), Vec::new())];
        numbers.insert(position.clone(), None);
        while let Some((_, left, found)) = path.last_mut() {
            limits.poll_positions(numbers.len() as u64)?;
            if let Some(option) = left.pop() {
                match numbers.get(&option) {
                    Some(Some(tree)) => found.push(*tree),
                    Some(None) => return Err(Unsolved::Loopy),
                    None => {
                        numbers.insert(option.clone(), None);
                        let next = game.options(&option);
                        left.push(option.clone());
                        path.push((option, next, Vec::new()));
                    }
                }
                continue;
            }
            let Some((done, _, mut found)) = path.pop() else { break };
            found.sort_unstable();
            found.dedup();
            let next = options.len() as u32;
            let tree = *trees.entry(found.into_boxed_slice()).or_insert_with_key(|found| {
                options.push(found.clone());
                next
            });
            numbers.insert(done, Some(tree));
        }
        let places = numbers.into_iter().filter_map(|(position, tree)| Some((position, tree?))).collect();
        Ok((SharedTree { options }, places))
    }

    /// The subtree that is equal to another tree, if there is one: `places` has the subtrees of this one by their options.
    pub(crate) fn place_of(&self, places: &FxHashMap<Box<[u32]>, u32>, tree: &SharedTree) -> Option<u32> {
        let mut here: Vec<u32> = Vec::with_capacity(tree.options.len());
        for options in &tree.options {
            let mut options: Box<[u32]> = options.iter().map(|option| here[*option as usize]).collect();
            options.sort_unstable();
            here.push(*places.get(&options)?);
        }
        here.last().copied()
    }

    /// The options of a subtree.
    pub(crate) fn options_of(&self, subtree: u32) -> &[u32] {
        &self.options[subtree as usize]
    }

    /// The subtrees by their options.
    pub(crate) fn by_options(&self) -> FxHashMap<Box<[u32]>, u32> {
        self.options.iter().cloned().zip(0..).collect()
    }

    /// The number of different subtrees, itself included.
    pub fn size(&self) -> usize {
        self.options.len()
    }
}

/// A table with more positions is not made.
const MOST_POSITIONS: usize = 1 << 27;

/// The nimber of the selective compound of games.
///
/// Cost: the product over the components of the number of subtrees, each with all its moves.
///
/// ```
/// use impartial::game::{SharedTree, compound_nimber};
/// use impartial::heap::HeapGame;
/// use impartial::limits::Limits;
/// let (nim, limits) = (HeapGame::new("nim".parse()?), Limits::none());
/// // The natural sum, for nim-heaps [AG, Remark 3.19].
/// let trees = [3, 5].map(|size| SharedTree::of(&nim, &vec![size], &limits).unwrap());
/// assert_eq!(compound_nimber(&trees, &limits), Ok(Some(8)));
/// # Ok::<(), impartial::text::ReadError>(())
/// ```
///
/// # Errors
/// When a limit is reached. `None` when there are too many positions for a table.
pub fn compound_nimber(components: &[SharedTree], limits: &Limits) -> Result<Option<u64>, StopReason> {
    let table = CompoundTable::new(&components.iter().collect::<Vec<_>>(), limits)?;
    Ok(table.map(|table| table.nimber(table.nimbers.len() - 1)))
}

/// The nimbers of a selective compound and of all that it leads to.
#[derive(Debug)]
pub(crate) struct CompoundTable {
    nimbers: Vec<u32>,
}

impl CompoundTable {
    /// The table of the compound of some components; `None` when there are too many positions for a table.
    pub(crate) fn new(components: &[&SharedTree], limits: &Limits) -> Result<Option<Self>, StopReason> {
        let mut strides = Vec::with_capacity(components.len());
        let mut count = 1usize;
        for component in components {
            strides.push(count);
            match count.checked_mul(component.size()).filter(|count| *count <= MOST_POSITIONS) {
                Some(more) => count = more,
                None => return Ok(None),
            }
        }
        let mut nimbers: Vec<u32> = Vec::new();
        // Which position had an option with this nimber last: numbered from 1.
        let mut seen: Vec<u32> = vec![0; 1];
        let mut reached: Vec<usize> = Vec::new();
        for place in 0..count {
            reached.clear();
            reached.push(0);
            for (component, stride) in components.iter().zip(&strides) {
                let here = place / stride % component.size();
                let options = &component.options[here];
                let before = reached.len();
                reached.reserve(before * options.len());
                for option in options {
                    for at in 0..before {
                        reached.push(reached[at] + *option as usize * stride);
                    }
                }
                reached[..before].iter_mut().for_each(|at| *at += here * stride);
            }
            limits.poll_steps(1 + reached.len() as u64 / 1000)?;
            // The first choice leaves every component as it is.
            for option in &reached[1..] {
                seen[nimbers[*option] as usize] = place as u32 + 1;
            }
            let mex = seen.iter().position(|last| *last != place as u32 + 1).unwrap_or(seen.len());
            if mex + 1 >= seen.len() {
                seen.resize(mex + 2, 0);
            }
            nimbers.push(mex as u32);
        }
        Ok(Some(CompoundTable { nimbers }))
    }

    /// The nimber at a place: the sum, over the components, of the number of a subtree times the sizes of the components before.
    pub(crate) fn nimber(&self, place: usize) -> u64 {
        u64::from(self.nimbers[place])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Solver;
    use crate::game::compound::SelectiveCompound;
    use crate::game::tests_support::Subtraction;

    /// Fails when a table differs from the search of all positions of the compound.
    #[test]
    fn the_table_is_the_definition() {
        let limits = Limits::none();
        let (first, second) = (Subtraction(&[1, 3, 4]), Subtraction(&[2, 3]));
        let game = SelectiveCompound(&first, SelectiveCompound(&second, &first));
        let mut whole = Solver::new(&game, Limits::none());
        for a in 0..7u32 {
            for b in 0..7 {
                for c in 0..7 {
                    let trees = [(&first, &a), (&second, &b), (&first, &c)]
                        .map(|(game, heap)| SharedTree::of(game, heap, &limits).unwrap());
                    let expected = whole.nimber(&(a, (b, c))).unwrap();
                    assert_eq!(compound_nimber(&trees, &limits), Ok(Some(expected)));
                }
            }
        }
    }
}
