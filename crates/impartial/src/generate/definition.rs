//! The games by definition: a position is the set of elements chosen, a move chooses one more.

use super::Aim;
use super::family::Family;
use crate::game::Game;
use crate::subset::Subset;

/// A finite set with a notion of generating: the rules of GEN and DNG, by definition.
pub trait Generation {
    /// The number of elements.
    fn size(&self) -> usize;

    /// Whether a set of elements generates. A set that contains a generating set must generate.
    fn generates(&self, set: &Subset) -> bool;
}

impl Generation for Family {
    fn size(&self) -> usize {
        self.ground()
    }

    fn generates(&self, set: &Subset) -> bool {
        Family::generates(self, set)
    }
}

/// GEN or DNG on the subsets of a finite set, by definition [ES, Section 2].
///
/// Where even the empty set generates, the achievement game is over before it begins and the avoidance game has no
/// position at all; here both have the empty set as their only position [ES, Ex 2.3].
///
/// ```
/// use impartial::game::Solver;
/// use impartial::generate::{Aim, Family, SubsetGame};
/// use impartial::limits::Limits;
/// use impartial::subset::Subset;
/// // Z4 has one maximal subgroup.
/// let family = Family::new(4, vec![Subset::from_elements(4, [0, 2])]);
/// let start = Subset::empty(4);
/// let dng = SubsetGame { aim: Aim::Avoid, rules: &family };
/// assert_eq!(Solver::new(&dng, Limits::none()).nimber(&start), Ok(0));
/// let gen_game = SubsetGame { aim: Aim::Achieve, rules: &family };
/// assert_eq!(Solver::new(&gen_game, Limits::none()).nimber(&start), Ok(1));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SubsetGame<'a, R: ?Sized> {
    /// What the players want.
    pub aim: Aim,
    /// When a set generates.
    pub rules: &'a R,
}

impl<R: Generation + ?Sized> Game for SubsetGame<'_, R> {
    type Position = Subset;

    fn options(&self, chosen: &Subset) -> Vec<Subset> {
        if self.rules.generates(chosen) {
            return Vec::new();
        }
        let with = |element: usize| {
            let mut larger = chosen.clone();
            larger.insert(element);
            larger
        };
        let larger = chosen.complement().iter().map(with).collect::<Vec<Subset>>();
        match self.aim {
            Aim::Achieve => larger,
            Aim::Avoid => larger.into_iter().filter(|set| !self.rules.generates(set)).collect(),
        }
    }
}
