//! Why two games are different in misère play: a context in which their outcomes differ.
//!
//! The proofs of Conway (ONAG, chapter 12) are constructions, carried out here:
//! * games G ≠ H are *linked* by T when G + T and H + T are both P-positions. They are linked by some T exactly when no
//!   option of one equals the other;
//! * G ≠ H exactly when their outcomes differ, or an option of one is linked to the other. A link T of G' and H makes
//!   G + T an N-position and H + T a P-position.

use rustc_hash::FxHashMap;

use super::canonical::CanonicalForms;
use crate::game::Outcome;
use crate::game::forest::{Forest, Tree};
use crate::limits::{Limits, StopReason};

/// The deepest recursion; it is at most the sum of the two birthdays.
const MAX_DEPTH: u32 = 400;

const TOO_DEEP: StopReason =
    StopReason::Cap { what: "days of both birthdays together", bound: MAX_DEPTH as u64 };

/// A search for contexts that separate games; remembers what it has found in one [`Forest`].
#[derive(Clone, Debug, Default)]
pub struct Distinguisher {
    /// For (G, H): T with G + T a P-position and H + T an N-position, or `None` when G = H.
    separators: FxHashMap<(Tree, Tree), Option<Tree>>,
}

impl Distinguisher {
    /// A game T for which `left` + T is a P-position and `right` + T an N-position in misère play; `None` when the two
    /// games are equal, and then there is no such T. This decides equality without canonical forms of sums.
    ///
    /// ```
    /// use impartial::game::{Forest, notation::{conway_notation, parse}};
    /// use impartial::limits::Limits;
    /// use impartial::misere::{CanonicalForms, Distinguisher};
    /// let (mut forest, mut misere) = (Forest::new(), CanonicalForms::default());
    /// let (two, three) = (forest.nim_heap(2), forest.nim_heap(3));
    /// let context =
    ///     Distinguisher::default().separator(&mut forest, &mut misere, two, three, &Limits::none()).unwrap().unwrap();
    /// assert_eq!(conway_notation(&forest, context), "*2");
    /// ```
    ///
    /// # Errors
    /// When `limits` stop the search, or the games are too deep for it.
    pub fn separator(
        &mut self,
        forest: &mut Forest,
        misere: &mut CanonicalForms,
        left: Tree,
        right: Tree,
        limits: &Limits,
    ) -> Result<Option<Tree>, StopReason> {
        let (left, right) = (misere.form(forest, left), misere.form(forest, right));
        let depth = forest.birthday(left).saturating_add(forest.birthday(right));
        if depth > MAX_DEPTH {
            return Err(TOO_DEEP);
        }
        Search { known: self, forest, misere, limits }.separate(left, right)
    }
}

struct Search<'a> {
    known: &'a mut Distinguisher,
    forest: &'a mut Forest,
    misere: &'a mut CanonicalForms,
    limits: &'a Limits,
}

impl Search<'_> {
    fn separate(&mut self, g: Tree, h: Tree) -> Result<Option<Tree>, StopReason> {
        if let Some(known) = self.known.separators.get(&(g, h)) {
            return Ok(*known);
        }
        self.limits.poll_positions(self.known.separators.len() as u64)?;
        let separator = self.find(g, h)?;
        self.known.separators.insert((g, h), separator);
        Ok(separator)
    }

    fn find(&mut self, g: Tree, h: Tree) -> Result<Option<Tree>, StopReason> {
        match (self.misere.outcome(self.forest, g), self.misere.outcome(self.forest, h)) {
            (Outcome::P, Outcome::N) => return Ok(Some(Tree::ZERO)),
            (Outcome::N, Outcome::P) => return Ok(Some(self.turn(g, Tree::ZERO))),
            _ => {}
        }
        for option in self.forest.options(h).to_vec() {
            if let Some(link) = self.link(g, option)? {
                return Ok(Some(link));
            }
        }
        for option in self.forest.options(g).to_vec() {
            if let Some(link) = self.link(option, h)? {
                return Ok(Some(self.turn(g, link)));
            }
        }
        Ok(None)
    }

    /// From T with G + T an N-position and H + T a P-position to T' the other way round: T and the mates of the options
    /// of G. Every move from G + T' has an answer, and H + T' moves to H + T.
    fn turn(&mut self, g: Tree, context: Tree) -> Tree {
        let mut options = vec![context];
        for option in self.forest.options(g).to_vec() {
            options.push(self.misere.mate(self.forest, option));
        }
        self.forest.set(options)
    }

    /// T with G + T and H + T both P-positions, when neither is equal to an option of the other: T can answer every
    /// move G' by a T' with G' + T' in P and H + T' in N, and likewise every H'.
    fn link(&mut self, g: Tree, h: Tree) -> Result<Option<Tree>, StopReason> {
        let mut options = Vec::new();
        for (from, other) in [(g, h), (h, g)] {
            for option in self.forest.options(from).to_vec() {
                match self.separate(option, other)? {
                    None => return Ok(None),
                    Some(answer) => options.push(answer),
                }
            }
        }
        if options.is_empty() {
            // Both are 0, and 0 + * is a P-position.
            return Ok(Some(self.forest.nim_heap(1)));
        }
        Ok(Some(self.forest.set(options)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fails when a context does not do what it is for, by the definition of the outcome; or when two of the 22 canonical
    /// forms born by day 4 are not told apart.
    #[test]
    fn the_games_by_day_four_are_pairwise_different() {
        let (mut forest, mut misere) = (Forest::new(), CanonicalForms::default());
        let mut distinguisher = Distinguisher::default();
        let limits = Limits::none();
        let forms = misere.born_by(&mut forest, 4).unwrap();
        for &g in &forms {
            for &h in &forms {
                let separator = distinguisher.separator(&mut forest, &mut misere, g, h, &limits).unwrap();
                assert_eq!(separator.is_none(), g == h);
                if let Some(context) = separator {
                    for (game, expected) in [(g, Outcome::P), (h, Outcome::N)] {
                        let sum = forest.sum(game, context, &limits).unwrap();
                        assert_eq!(by_definition(&forest, sum), expected);
                    }
                }
            }
        }
    }

    fn by_definition(forest: &Forest, tree: Tree) -> Outcome {
        let mut outcomes = FxHashMap::default();
        for subtree in forest.subtrees(tree) {
            let options = forest.options(subtree);
            let wins = options.is_empty() || options.iter().any(|option| outcomes[option] == Outcome::P);
            outcomes.insert(subtree, if wins { Outcome::N } else { Outcome::P });
        }
        outcomes[&tree]
    }

    #[test]
    fn too_deep_games_are_refused() {
        let (mut forest, mut misere) = (Forest::new(), CanonicalForms::default());
        let mut path = forest.nim_heap(2);
        for _ in 0..5000 {
            path = forest.set([path]);
        }
        let zero = Tree::ZERO;
        let stopped =
            Distinguisher::default().separator(&mut forest, &mut misere, path, zero, &Limits::none());
        assert_eq!(stopped, Err(TOO_DEEP));
    }
}
