//! Misère canonical forms: when are two games equal in misère play, and which is the simplest game equal to a given one.
//!
//! G = H means that G + X and H + X have the same misère outcome for *every* impartial game X. Equality is rare: the only
//! simplification is to bypass reversible moves (Grundy and Smith; Conway, *On Numbers and Games*, chapter 12).
//!
//! **Theorem.** Let H be a game and let G have all options of H and further options E₁, …, Eₖ, each with H as an option.
//! Then G = H, provided that, in case H has no options, G is an N-position ("proviso"). A game none of whose subgames can
//! be simplified in this way is *canonical*, and equal canonical games are identical.

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use crate::game::forest::{Forest, Tree, add};
use crate::game::{Game, Outcome, Unsolved};
use crate::limits::{Limits, StopReason};

/// The canonical forms, outcomes, mates and sums found so far in one [`Forest`].
///
/// ```
/// use impartial::game::{Forest, notation::parse};
/// use impartial::misere::CanonicalForms;
/// let (mut forest, mut misere) = (Forest::new(), CanonicalForms::default());
/// // {*} reverts to 0, and {*2} does not.
/// let (up, up2) = (parse(&mut forest, "{*}").unwrap(), parse(&mut forest, "{*2}").unwrap());
/// assert_eq!(misere.form(&mut forest, up), forest.nim_heap(0));
/// assert_eq!(misere.form(&mut forest, up2), up2);
/// assert!(!misere.are_equal(&mut forest, up, up2));
/// ```
#[derive(Clone, Debug, Default)]
pub struct CanonicalForms {
    forms: FxHashMap<Tree, Tree>,
    /// Outcomes of canonical forms.
    outcomes: FxHashMap<Tree, Outcome>,
    mates: FxHashMap<Tree, Tree>,
    /// Sums of canonical forms, smaller name first.
    sums: FxHashMap<(Tree, Tree), Tree>,
}

impl CanonicalForms {
    /// The canonical form of a game: the simplest game equal to it in misère play.
    ///
    /// Cost: for each subgame with k options, k comparisons for each option of its largest option.
    pub fn form(&mut self, forest: &mut Forest, tree: Tree) -> Tree {
        let mut stack = vec![tree];
        while let Some(&top) = stack.last() {
            if self.forms.contains_key(&top) {
                stack.pop();
                continue;
            }
            let depth = stack.len();
            stack.extend(forest.options(top).iter().filter(|option| !self.forms.contains_key(option)));
            if stack.len() == depth {
                let options: Vec<Tree> =
                    forest.options(top).iter().map(|option| self.forms[option]).collect();
                let form = self.simplify(forest, options);
                self.forms.insert(top, form);
            }
        }
        self.forms[&tree]
    }

    /// The canonical form of a position of any game that ends, without writing the position out as a tree first.
    ///
    /// ```
    /// use impartial::game::Forest;
    /// use impartial::limits::Limits;
    /// use impartial::misere::CanonicalForms;
    /// use impartial::misere::Rules;
    /// let (mut forest, mut misere) = (Forest::new(), CanonicalForms::default());
    /// // Kayles: heap 4 can move to heaps 3, 2, 2 + 1 and 1 + 1, and equals *.
    /// let (rules, heaps) = Rules::from_heaps(4, |n| match n {
    ///     4 => vec![vec![3], vec![2, 1], vec![2], vec![1, 1]],
    ///     3 => vec![vec![2], vec![1, 1], vec![1]],
    ///     n => (0..n).map(|m| vec![m]).collect(),
    /// });
    /// let form = misere.form_of(&mut forest, &rules, &heaps[4], &Limits::none()).unwrap();
    /// assert_eq!(form, forest.nim_heap(1));
    /// ```
    ///
    /// # Errors
    /// When `limits` stop the work, or when the moves run in a circle.
    pub fn form_of<G: Game>(
        &mut self,
        forest: &mut Forest,
        game: &G,
        position: &G::Position,
        limits: &Limits,
    ) -> Result<Tree, Unsolved> {
        let mut forms: FxHashMap<G::Position, Option<Tree>> = FxHashMap::default();
        // Each frame is a position, its options, and how many of them are done.
        let mut frames = vec![(position.clone(), game.options(position), 0)];
        forms.insert(position.clone(), None);
        while let Some((current, options, done)) = frames.last_mut() {
            if let Some(option) = options.get(*done) {
                *done += 1;
                match forms.get(option) {
                    Some(Some(_)) => {}
                    Some(None) => return Err(Unsolved::Loopy),
                    None => {
                        limits.poll_positions(forms.len() as u64)?;
                        let option = option.clone();
                        forms.insert(option.clone(), None);
                        let next = game.options(&option);
                        frames.push((option, next, 0));
                    }
                }
                continue;
            }
            let list = options.iter().map(|option| forms[option].expect("options are done")).collect();
            let form = self.simplify(forest, list);
            forms.insert(current.clone(), Some(form));
            frames.pop();
        }
        Ok(forms[position].expect("the last frame is the position itself"))
    }

    /// Whether two games are equal in misère play.
    pub fn are_equal(&mut self, forest: &mut Forest, left: Tree, right: Tree) -> bool {
        self.form(forest, left) == self.form(forest, right)
    }

    /// The misère outcome of a game.
    pub fn outcome(&mut self, forest: &mut Forest, tree: Tree) -> Outcome {
        let form = self.form(forest, tree);
        self.outcomes[&form]
    }

    /// The birthday of the value: the least birthday of a game equal to this one, which is that of the canonical form.
    pub fn birthday(&mut self, forest: &mut Forest, tree: Tree) -> u32 {
        let form = self.form(forest, tree);
        forest.birthday(form)
    }

    /// The canonical form of the game with the given canonical options.
    fn simplify(&mut self, forest: &mut Forest, mut options: Vec<Tree>) -> Tree {
        options.sort_unstable_by(|&a, &b| forest.compare(a, b));
        options.dedup();
        if let Some(simpler) = self.reverts_to(forest, &options) {
            return simpler;
        }
        let form = forest.set(options);
        let wins = form == Tree::ZERO || forest.options(form).iter().any(|o| self.outcomes[o] == Outcome::P);
        self.outcomes.insert(form, if wins { Outcome::N } else { Outcome::P });
        self.forms.insert(form, form);
        form
    }

    /// The canonical game H that the game with these canonical options (increasing) reduces to, if it reduces.
    ///
    /// H is an option of every option that is not also an option of H. It is older than some option of G, hence than the
    /// largest one, L; so L is not an option of H, and H is found among the options of L.
    fn reverts_to(&self, forest: &Forest, options: &[Tree]) -> Option<Tree> {
        let (&largest, _) = options.split_last()?;
        let has = |list: &[Tree], tree: Tree| list.binary_search_by(|&o| forest.compare(o, tree)).is_ok();
        forest.options(largest).iter().copied().find(|&simpler| {
            let kept = forest.options(simpler);
            // An option of G cannot be H: it would have to be an option of itself.
            !has(options, simpler)
                && kept.iter().all(|&option| has(options, option))
                && options.iter().all(|&option| has(kept, option) || has(forest.options(option), simpler))
                && (simpler != Tree::ZERO || options.iter().any(|option| self.outcomes[option] == Outcome::P))
        })
    }

    /// The canonical form of the sum of two games.
    ///
    /// Cost: all sums of a subgame of one canonical form with a subgame of the other; they are remembered, also when
    /// `limits` stop the work.
    pub fn sum(
        &mut self,
        forest: &mut Forest,
        left: Tree,
        right: Tree,
        limits: &Limits,
    ) -> Result<Tree, StopReason> {
        let pair = (self.form(forest, left), self.form(forest, right));
        self.form(forest, Tree::ZERO);
        let mut sums = std::mem::take(&mut self.sums);
        let sum = add(forest, &mut sums, pair, limits, |forest, options| self.simplify(forest, options));
        self.sums = sums;
        sum
    }

    /// The mate G⁻ of a game: * for 0, otherwise the game of the mates of the options of its canonical form. G + G⁻ is a
    /// P-position, so every game has an inverse for the outcome, though not for the sum. Source: Conway, ONAG, ch. 12.
    ///
    /// ```
    /// use impartial::game::{Forest, Tree};
    /// use impartial::misere::CanonicalForms;
    /// let (mut forest, mut misere) = (Forest::new(), CanonicalForms::default());
    /// let two = forest.nim_heap(2);
    /// assert_eq!(misere.mate(&mut forest, Tree::ZERO), forest.nim_heap(1));
    /// assert_eq!(misere.mate(&mut forest, two), two);
    /// ```
    pub fn mate(&mut self, forest: &mut Forest, tree: Tree) -> Tree {
        let form = self.form(forest, tree);
        for subtree in forest.subtrees(form) {
            if self.mates.contains_key(&subtree) {
                continue;
            }
            let mate = if subtree == Tree::ZERO {
                let star = forest.nim_heap(1);
                self.form(forest, star)
            } else {
                let options = forest.options(subtree).iter().map(|option| self.mates[option]).collect();
                self.simplify(forest, options)
            };
            self.mates.insert(subtree, mate);
        }
        self.mates[&form]
    }

    /// All canonical games with birthday at most `day`: 1, 2, 3, 5, 22 of them for days 0 to 4, in increasing order.
    /// `None` for later days, when they are too many to list (see [`count_born_by`]).
    pub fn born_by(&mut self, forest: &mut Forest, day: u32) -> Option<Vec<Tree>> {
        if day > 4 {
            return None;
        }
        let mut born = vec![self.form(forest, Tree::ZERO)];
        for _ in 0..day {
            let mut next = Vec::new();
            for subset in 0..1_u32 << born.len() {
                let options: Vec<Tree> = born
                    .iter()
                    .enumerate()
                    .filter(|(i, _)| subset >> i & 1 == 1)
                    .map(|(_, tree)| *tree)
                    .collect();
                if self.reverts_to(forest, &options).is_none() {
                    next.push(self.simplify(forest, options));
                }
            }
            next.sort_unstable_by(|&a, &b| forest.compare(a, b));
            born = next;
        }
        Some(born)
    }
}

/// The games born by some day, as subsets of the list of games born by the day before; and which subsets reduce.
///
/// A set S of canonical games reduces to H exactly when S = opts(H) ∪ T with T a non-empty set of *parents* of H (games
/// with H as an option), and, for H = 0, some P-position in T. H is unique, so the reducible sets can be counted and listed
/// without looking at the others.
struct Day {
    /// For each game of the list: its options, as a set of places in the list.
    options: Vec<u32>,
    is_p: Vec<bool>,
}

impl Day {
    fn after(forest: &Forest, misere: &CanonicalForms, born: &[Tree]) -> Day {
        let place =
            |tree: &Tree| born.iter().position(|other| other == tree).expect("options are born earlier");
        let options = |tree: &Tree| forest.options(*tree).iter().map(|option| 1_u32 << place(option)).sum();
        Day {
            options: born.iter().map(options).collect(),
            is_p: born.iter().map(|tree| misere.outcomes[tree] == Outcome::P).collect(),
        }
    }

    /// The places of the games that have game `h` as an option.
    fn parents(&self, h: usize) -> Vec<usize> {
        (0..self.options.len()).filter(|&e| self.options[e] >> h & 1 == 1).collect()
    }

    /// Every reducible set, as a bit mask, once.
    fn reducible(&self) -> Vec<u32> {
        let p_mask: u32 = (0..self.is_p.len()).filter(|&e| self.is_p[e]).map(|e| 1 << e).sum();
        let mut sets = Vec::new();
        for h in 0..self.options.len() {
            let parents = self.parents(h);
            for chosen in 1_u32..1 << parents.len() {
                let extra: u32 = parents
                    .iter()
                    .enumerate()
                    .filter(|(i, _)| chosen >> i & 1 == 1)
                    .map(|(_, e)| 1 << e)
                    .sum();
                if self.options[h] != 0 || extra & p_mask != 0 {
                    sets.push(self.options[h] | extra);
                }
            }
        }
        sets
    }

    /// The number of games born by the next day: the sets that do not reduce.
    fn count_next(&self) -> u64 {
        (1 << self.options.len()) - self.reducible().len() as u64
    }

    /// The number of games born by the day after the next. With n games born by the next day it is 2^n less the
    /// reducible sets; those that reduce to H are as many as the non-empty sets of parents of H, and only the games H
    /// of the list have parents.
    fn count_next_but_one(&self) -> BigUint {
        let (subsets, reducible) = (1_u64 << self.options.len(), self.reducible());
        let p_mask: u32 = (0..self.is_p.len()).filter(|&e| self.is_p[e]).map(|e| 1 << e).sum();
        let power = |exponent: u64| BigUint::from(1_u8) << exponent;
        let mut count = power(self.count_next());
        for (h, options) in self.options.iter().enumerate() {
            let has_h = |set: &&u32| **set >> h & 1 == 1;
            let parents = subsets / 2 - reducible.iter().filter(has_h).count() as u64;
            count -= power(parents);
            if *options != 0 {
                count += 1_u8;
                continue;
            }
            // H = 0: a set of parents that are all N-positions falls to the proviso. A parent (it has an option) is a
            // P-position exactly when it has no P-position among its options.
            let without_p = |set: &&u32| *set & p_mask == 0;
            let p_parents = (subsets >> (1 + p_mask.count_ones()))
                - reducible.iter().filter(has_h).filter(without_p).count() as u64;
            count += power(parents - p_parents);
        }
        count
    }
}

/// The number of games born by day `day`, up to equality in misère play: 1, 2, 3, 5, 22, 4171780, and for day 6 a number
/// of 4171780 binary digits. `None` from day 7 on.
///
/// Source: Conway, ONAG, chapter 12; [PS, Section 3.7]. The count for day 6 needs, for each of the 22 games H born by day 4,
/// the number of games born by day 5 that have H as an option.
///
/// ```
/// use impartial::misere::count_born_by;
/// assert_eq!(count_born_by(5), Some(4_171_780_u32.into()));
/// ```
///
/// Cost: milliseconds.
pub fn count_born_by(day: u32) -> Option<BigUint> {
    let (mut forest, mut misere) = (Forest::new(), CanonicalForms::default());
    if day <= 4 {
        return Some(misere.born_by(&mut forest, day)?.len().into());
    }
    if day > 6 {
        return None;
    }
    let born = misere.born_by(&mut forest, 4)?;
    let day4 = Day::after(&forest, &misere, &born);
    Some(if day == 5 { day4.count_next().into() } else { day4.count_next_but_one() })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::game::notation::{conway_notation, parse};
    use crate::misere::testing::{build_games, sets_of_options};

    /// The misère outcome by the definition.
    fn misere_outcome(forest: &Forest, tree: Tree, known: &mut FxHashMap<Tree, Outcome>) -> Outcome {
        if let Some(outcome) = known.get(&tree) {
            return *outcome;
        }
        let options = forest.options(tree);
        let wins =
            options.is_empty() || options.iter().any(|&o| misere_outcome(forest, o, known) == Outcome::P);
        let outcome = if wins { Outcome::N } else { Outcome::P };
        known.insert(tree, outcome);
        outcome
    }

    /// The games by day 4 as [PS, Figure 8] lists them, in our notation.
    const BY_DAY_4: [&str; 22] = [
        "0", "*", "*2", "*3", "*4", "*(32)", "*2_+", "*3_+", "*2_+_+", "*2_+0", "*2_+1", "*2_+2", "*2_+3",
        "*2_+20", "*2_+21", "*2_+30", "*2_+31", "*2_+32", "*2_+210", "*2_+320", "*2_+321", "*2_+3210",
    ];

    #[test]
    fn the_games_by_day_four() {
        let (mut forest, mut misere) = (Forest::new(), CanonicalForms::default());
        for (day, count) in [(0, 1), (1, 2), (2, 3), (3, 5), (4, 22)] {
            assert_eq!(misere.born_by(&mut forest, day).unwrap().len(), count);
        }
        let born = misere.born_by(&mut forest, 4).unwrap();
        let mut listed: Vec<Tree> = BY_DAY_4.iter().map(|text| parse(&mut forest, text).unwrap()).collect();
        listed.sort_unstable_by(|&a, &b| forest.compare(a, b));
        let names =
            |list: &[Tree]| list.iter().map(|&tree| conway_notation(&forest, tree)).collect::<Vec<_>>();
        assert_eq!(names(&born), names(&listed));
    }

    #[test]
    fn the_count_for_day_five_against_all_subsets() {
        let (mut forest, mut misere) = (Forest::new(), CanonicalForms::default());
        let born = misere.born_by(&mut forest, 4).unwrap();
        let day = Day::after(&forest, &misere, &born);
        let reduces = |set: u32| {
            (0..born.len()).any(|h| {
                let (kept, extra) = (day.options[h], set & !day.options[h]);
                let places = || (0..born.len()).filter(|e| extra >> e & 1 == 1);
                set & kept == kept
                    && extra != 0
                    && places().all(|e| day.options[e] >> h & 1 == 1)
                    && (kept != 0 || places().any(|e| day.is_p[e]))
            })
        };
        let canonical = (0..1_u32 << born.len()).filter(|&set| !reduces(set)).count();
        assert_eq!(canonical, 4_171_780);
        assert_eq!(count_born_by(5), Some(canonical.into()));
        let mut sets = day.reducible();
        sets.sort_unstable();
        sets.dedup();
        assert_eq!(sets.len(), day.reducible().len(), "no set reduces to two games");
    }

    /// Fails when the count two days ahead is wrong: from days 1, 2 and 3 it must give what is known for 3, 4 and 5.
    #[test]
    fn counts_two_days_ahead() {
        let (mut forest, mut misere) = (Forest::new(), CanonicalForms::default());
        for (day, expected) in [(1, 5_u32), (2, 22), (3, 4_171_780)] {
            let born = misere.born_by(&mut forest, day).unwrap();
            assert_eq!(Day::after(&forest, &misere, &born).count_next_but_one(), expected.into());
        }
        assert_eq!(count_born_by(6).unwrap().bits(), 4_171_780);
        assert!(count_born_by(7).is_none());
    }

    /// Equality against its definition: in every small context a game behaves like its canonical form. (That different
    /// canonical forms are different games is tested in [`super::super::distinguish`].)
    #[test]
    fn equality_is_sameness_in_all_contexts() {
        let (mut forest, mut misere) = (Forest::new(), CanonicalForms::default());
        let forms = misere.born_by(&mut forest, 4).unwrap();
        let limits = Limits::none();
        let mut known = FxHashMap::default();
        let mut behaviour = |forest: &mut Forest, game: Tree, contexts: &[Tree]| -> Vec<Outcome> {
            let outcome = |&context: &Tree| {
                let sum = forest.sum(game, context, &limits).unwrap();
                misere_outcome(forest, sum, &mut known)
            };
            contexts.iter().map(outcome).collect()
        };
        let mut by_day_3 = vec![Tree::ZERO];
        for _ in 0..3 {
            let subset = |set: usize| {
                let chosen = by_day_3.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
                forest.set(chosen.map(|(_, tree)| *tree))
            };
            by_day_3 = (0..1_usize << by_day_3.len()).map(subset).collect();
        }
        for set in (0..1_usize << 16).step_by(331) {
            let chosen = by_day_3.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
            let game = forest.set(chosen.map(|(_, tree)| *tree));
            let form = misere.form(&mut forest, game);
            assert!(forms.contains(&form));
            assert_eq!(behaviour(&mut forest, game, &forms), behaviour(&mut forest, form, &forms));
        }
    }

    #[test]
    fn a_path_of_a_hundred_thousand_moves() {
        let (mut forest, mut misere) = (Forest::new(), CanonicalForms::default());
        let mut path = forest.nim_heap(3);
        for _ in 0..100_000 {
            path = forest.set([path]);
        }
        let form = misere.form(&mut forest, path);
        assert!(forest.birthday(form) > 3);
        misere.mate(&mut forest, path);
    }

    #[test]
    fn positions_of_any_game() {
        struct Circle;
        impl Game for Circle {
            type Position = u8;
            fn options(&self, position: &u8) -> Vec<u8> {
                vec![(position + 1) % 3]
            }
        }
        let (mut forest, mut misere) = (Forest::new(), CanonicalForms::default());
        assert_eq!(misere.form_of(&mut forest, &Circle, &0, &Limits::none()), Err(Unsolved::Loopy));
        let tree = parse(&mut forest, "{*2_+320,{*},{{*2,*}}}").unwrap();
        let rules = forest.clone();
        let form = misere.form(&mut forest, tree);
        assert_eq!(misere.form_of(&mut forest, &rules, &tree, &Limits::none()), Ok(form));
        let stopped = misere.form_of(&mut forest, &rules, &tree, &Limits::none().with_positions(2));
        assert_eq!(stopped, Err(Unsolved::Stopped(StopReason::positions(2))));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        /// Fails when sums of canonical forms differ from canonical forms of sums, or outcomes from their definition.
        #[test]
        fn sums_and_outcomes(sets in sets_of_options()) {
            let (mut forest, mut misere) = (Forest::new(), CanonicalForms::default());
            let limits = Limits::none();
            let games = build_games(&mut forest, &sets);
            let mut known = FxHashMap::default();
            let (&last, rest) = games.split_last().unwrap();
            for &game in rest {
                let tree = forest.sum(last, game, &limits).unwrap();
                let form = misere.form(&mut forest, tree);
                prop_assert_eq!(misere.sum(&mut forest, last, game, &limits), Ok(form));
                prop_assert_eq!(misere.outcome(&mut forest, tree), misere_outcome(&forest, tree, &mut known));
                prop_assert_eq!(misere.form(&mut forest, form), form);
                prop_assert!(forest.birthday(form) <= forest.birthday(tree));
            }
        }

        /// Fails when a game and its mate do not sum to a P-position, or when the mate of the mate is another game.
        #[test]
        fn mates(sets in sets_of_options()) {
            let (mut forest, mut misere) = (Forest::new(), CanonicalForms::default());
            for game in build_games(&mut forest, &sets) {
                let mate = misere.mate(&mut forest, game);
                let sum = misere.sum(&mut forest, game, mate, &Limits::none()).unwrap();
                prop_assert_eq!(misere.outcome(&mut forest, sum), Outcome::P);
                let back = misere.mate(&mut forest, mate);
                prop_assert!(misere.are_equal(&mut forest, back, game));
            }
        }
    }
}
