//! The 22 misère games born by day 4, whose sets are the games born by day 5.

use impartial::game::notation::conway_notation;
use impartial::game::{Forest, Outcome, Tree};
use impartial::misere::{CanonicalForms, Rules, Sum};

/// A set of the 22 games, a bit each, the oldest first.
pub type Games = u32;

/// How many there are.
pub(super) const COUNT: usize = 22;

/// The games born by day 4, with their options among themselves.
pub(super) struct BornByDay4 {
    forest: Forest,
    trees: Vec<Tree>,
    /// For each game its options.
    pub(super) options: Vec<Games>,
    /// For each game those that have it as an option.
    pub(super) parents: Vec<Games>,
    p_positions: Games,
}

impl BornByDay4 {
    pub(super) fn new() -> Self {
        let (mut forest, mut misere) = (Forest::new(), CanonicalForms::default());
        let trees = misere.born_by(&mut forest, 4).expect("day 4 is listed");
        let place =
            |tree: &Tree| trees.iter().position(|other| other == tree).expect("options are born earlier");
        let options: Vec<Games> = trees
            .iter()
            .map(|tree| forest.options(*tree).iter().map(|option| 1 << place(option)).sum())
            .collect();
        let parents = (0..trees.len())
            .map(|h| (0..trees.len()).filter(|e| options[*e] >> h & 1 == 1).map(|e| 1 << e).sum())
            .collect();
        let is_p: Vec<bool> =
            trees.clone().into_iter().map(|tree| misere.outcome(&mut forest, tree) == Outcome::P).collect();
        let p_positions = (0..trees.len()).filter(|at| is_p[*at]).map(|at| 1 << at).sum();
        BornByDay4 { forest, trees, options, parents, p_positions }
    }

    /// A game written down.
    pub(super) fn text(&self, at: usize) -> String {
        conway_notation(&self.forest, self.trees[at])
    }

    /// The game with these options, written down.
    pub(super) fn name(&self, options: Games) -> String {
        let (forest, tree) = self.tree(options);
        conway_notation(&forest, tree)
    }

    /// The game with these options, in a forest of its own.
    fn tree(&self, options: Games) -> (Forest, Tree) {
        let mut forest = self.forest.clone();
        let options: Vec<Tree> = members(options).map(|at| self.trees[at]).collect();
        let tree = forest.set(options);
        (forest, tree)
    }

    /// The rules of a game and its followers.
    pub(super) fn rules(&self, options: Games) -> Rules {
        let (forest, tree) = self.tree(options);
        let mut rules = Rules::new();
        rules.add_trees(&forest, &[tree]);
        rules
    }

    /// Whether a set of games, as the options of a game, is canonical: it does not revert to any H (see [`CanonicalForms`]).
    pub(super) fn is_canonical(&self, set: Games) -> bool {
        !(0..COUNT).any(|h| {
            let (kept, extra) = (self.options[h], set & !self.options[h]);
            set & kept == kept
                && extra != 0
                && extra & !self.parents[h] == 0
                && (kept != 0 || extra & self.p_positions != 0)
        })
    }

    /// Some games and all that follow them.
    pub(super) fn closure(&self, games: Games) -> Games {
        (0..COUNT).rev().fold(games, |all, at| if all >> at & 1 == 1 { all | self.options[at] } else { all })
    }

    /// Those games of a set that follow no other of it.
    pub(super) fn maximal(&self, set: Games) -> Games {
        members(set).filter(|at| self.parents[*at] & set == 0).map(|at| 1 << at).sum()
    }
}

/// The games of a set.
pub(super) fn members(set: Games) -> impl DoubleEndedIterator<Item = usize> + Clone {
    (0..COUNT).filter(move |at| set >> at & 1 == 1)
}

/// The options of a game as sums of generators, when game `at` is generator `places[at] - 1` and the game without options none.
pub(super) fn sums(options: Games, places: &[u8; COUNT]) -> Vec<Sum> {
    members(options).map(|at| Sum::from_iter(places[at].checked_sub(1).map(u32::from))).collect()
}
