//! Which games a game is the sum of, in misère play.
//!
//! A *part* of G is a game A with A + B = G for some game B, its *counterpart*: sums cancel, so there is one only [Conway, ONAG, ch. 12]. All rests
//! on what equality means there: when X = G, every option of X equals an option of G or has an option that equals G.
//!
//! Let A and B be canonical with A + B = G. For every option A' of A the option A' + B of the sum equals an option G' of G, and B is a
//! part of that; or A' + B' = G for an option B' of B (A'' + B = G would mean A'' = A, which is older). So either A or B is a part of an
//! option of G, or the options of A and those of B are counterparts of each other: sets of parts with earlier birthdays. Parts are found by adding
//! such sets to those that come from options until there is no other, which also shows that there are no more.
//!
//! The counterpart X of H in G, when it is canonical and not 0, has only options that are counterparts of H in an option of G, or of an option of
//! H in G, for the same reason: it is looked for among the sets of these.

use rustc_hash::{FxHashMap, FxHashSet};

use super::canonical::CanonicalForms;
use crate::game::forest::{Forest, Tree};
use crate::limits::{Limits, StopReason, Unanswered};

/// Finds the parts of games in one [`Forest`], and remembers them.
///
/// ```
/// use impartial::game::Forest;
/// use impartial::limits::Limits;
/// use impartial::misere::{CanonicalForms, Parts};
/// let (mut forest, mut misere) = (Forest::new(), CanonicalForms::default());
/// let two = forest.nim_heap(2);
/// let four = misere.sum(&mut forest, two, two, &Limits::none()).unwrap();
/// // *2 + *2 has the parts 0, *, *2, *3, *2 + *2 and *2 + *3; it is a sum of two primes, *2 twice or *3 twice: that is the same but for *.
/// let mut parts = Parts::default();
/// assert_eq!(parts.of(&mut forest, &mut misere, four, &Limits::none()).unwrap().len(), 6);
/// assert_eq!(parts.partitions(&mut forest, &mut misere, four, &Limits::none()).unwrap(), [vec![two, two]]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Parts {
    /// For each game its parts with their counterparts, in increasing order.
    known: FxHashMap<Tree, Vec<(Tree, Tree)>>,
    counterparts: FxHashMap<(Tree, Tree), Option<Tree>>,
}

/// Sets of more games than these are not looked through.
const MOST_IN_A_SET: usize = 14;
/// More partitions are not listed.
const MOST_PARTITIONS: usize = 1000;

impl Parts {
    /// The parts of a game with their counterparts, as canonical forms in increasing order.
    ///
    /// Cost: for each subgame 2^(its parts) sums.
    ///
    /// # Errors
    /// When a limit is reached, or a subgame has too many parts.
    pub fn of(
        &mut self,
        forest: &mut Forest,
        misere: &mut CanonicalForms,
        game: Tree,
        limits: &Limits,
    ) -> Result<Vec<(Tree, Tree)>, Unanswered> {
        let game = misere.form(forest, game);
        for subgame in forest.subtrees(game) {
            if !self.known.contains_key(&subgame) {
                let parts = self.look_for(forest, misere, subgame, limits)?;
                self.known.insert(subgame, parts);
            }
        }
        Ok(self.known[&game].clone())
    }

    /// The parts of a canonical game, those of its options being known.
    fn look_for(
        &mut self,
        forest: &mut Forest,
        misere: &mut CanonicalForms,
        game: Tree,
        limits: &Limits,
    ) -> Result<Vec<(Tree, Tree)>, Unanswered> {
        let mut candidates: Vec<Tree> = vec![misere.form(forest, Tree::ZERO)];
        for option in forest.options(game) {
            candidates.extend(self.known[option].iter().map(|(part, _)| *part));
        }
        let mut found: FxHashMap<Tree, Tree> = FxHashMap::default();
        for part in candidates {
            if !found.contains_key(&part)
                && let Some(other) = self.counterpart(forest, misere, (game, part), limits)?
            {
                found.insert(part, other);
                found.insert(other, part);
            }
        }
        // Sets of parts whose counterparts are the options of the counterpart.
        loop {
            let mut parts: Vec<Tree> = found.keys().copied().collect();
            parts.sort_unstable_by(|a, b| forest.compare(*a, *b));
            if parts.len() > MOST_IN_A_SET {
                return Err(too_many(parts.len()));
            }
            let mut is_new = false;
            for set in 1_u32..1 << parts.len() {
                let chosen: Vec<Tree> = members(&parts, set);
                let others: Vec<Tree> = chosen.iter().map(|part| found[part]).collect();
                let (part, other) = (forest.set(chosen), forest.set(others));
                if misere.form(forest, part) != part || misere.form(forest, other) != other {
                    continue;
                }
                if !found.contains_key(&part) && misere.sum(forest, part, other, limits)? == game {
                    found.insert(part, other);
                    found.insert(other, part);
                    is_new = true;
                }
            }
            if !is_new {
                return Ok(parts.into_iter().map(|part| (part, found[&part])).collect());
            }
        }
    }

    /// The game that is missing from a canonical game when a canonical part is taken, `None` when that is no part.
    fn counterpart(
        &mut self,
        forest: &mut Forest,
        misere: &mut CanonicalForms,
        (game, part): (Tree, Tree),
        limits: &Limits,
    ) -> Result<Option<Tree>, Unanswered> {
        if let Some(known) = self.counterparts.get(&(game, part)) {
            return Ok(*known);
        }
        limits.poll()?;
        let found = if game == part {
            Some(misere.form(forest, Tree::ZERO))
        } else {
            let simpler = (forest.options(game).iter().map(|option| (*option, part)))
                .chain(forest.options(part).iter().map(|option| (game, *option)));
            let mut options = Vec::new();
            for pair in simpler.collect::<Vec<_>>() {
                options.extend(self.counterpart(forest, misere, pair, limits)?);
            }
            options.sort_unstable_by(|a, b| forest.compare(*a, *b));
            options.dedup();
            self.of_options(forest, misere, (game, part), &options, limits)?
        };
        self.counterparts.insert((game, part), found);
        Ok(found)
    }

    /// The counterpart whose options are among these.
    fn of_options(
        &self,
        forest: &mut Forest,
        misere: &mut CanonicalForms,
        (game, part): (Tree, Tree),
        options: &[Tree],
        limits: &Limits,
    ) -> Result<Option<Tree>, Unanswered> {
        if options.len() > MOST_IN_A_SET {
            return Err(too_many(options.len()));
        }
        // All of them first: mostly the right set.
        for set in (1_u32..1 << options.len()).rev() {
            let other = forest.set(members(options, set));
            let other = misere.form(forest, other);
            if misere.sum(forest, part, other, limits)? == game {
                return Ok(Some(other));
            }
        }
        Ok(None)
    }

    /// The ways to write a game as a sum of primes, which have no parts but 0, * and themselves with or without *: of each prime and its sum with * the
    /// simpler one stands for both, and * is left out.
    ///
    /// # Errors
    /// As for [`of`](Self::of), or when there are too many.
    pub fn partitions(
        &mut self,
        forest: &mut Forest,
        misere: &mut CanonicalForms,
        game: Tree,
        limits: &Limits,
    ) -> Result<Vec<Vec<Tree>>, Unanswered> {
        let game = simpler_with_star(forest, misere, game, limits)?;
        let (zero, star) = (misere.form(forest, Tree::ZERO), forest.nim_heap(1));
        let mut ways: FxHashSet<Vec<Tree>> = FxHashSet::default();
        let mut is_prime = game != zero;
        for (part, other) in self.of(forest, misere, game, limits)? {
            let (part, other) = (
                simpler_with_star(forest, misere, part, limits)?,
                simpler_with_star(forest, misere, other, limits)?,
            );
            if [zero, star, game].contains(&part) || [zero, star, game].contains(&other) {
                continue;
            }
            is_prime = false;
            let lefts = self.partitions(forest, misere, part, limits)?;
            let rights = self.partitions(forest, misere, other, limits)?;
            for left in &lefts {
                for right in &rights {
                    let mut both = [left.as_slice(), right].concat();
                    both.sort_unstable_by(|a, b| forest.compare(*a, *b));
                    ways.insert(both);
                }
            }
            if ways.len() > MOST_PARTITIONS {
                return Err(Unanswered::OutOfReach(format!("it has more than {MOST_PARTITIONS} partitions")));
            }
        }
        if is_prime {
            ways.insert(vec![game]);
        } else if game == zero {
            ways.insert(Vec::new());
        }
        let mut ways: Vec<Vec<Tree>> = ways.into_iter().collect();
        let key = |way: &Vec<Tree>| way.iter().map(|tree| tree.index()).collect::<Vec<_>>();
        ways.sort_unstable_by_key(|way| (way.len(), key(way)));
        Ok(ways)
    }
}

/// A game or its sum with *, whichever is simpler.
fn simpler_with_star(
    forest: &mut Forest,
    misere: &mut CanonicalForms,
    game: Tree,
    limits: &Limits,
) -> Result<Tree, StopReason> {
    let star = forest.nim_heap(1);
    let (game, other) = (misere.form(forest, game), misere.sum(forest, game, star, limits)?);
    Ok(if forest.compare(game, other).is_gt() { other } else { game })
}

fn members(list: &[Tree], set: u32) -> Vec<Tree> {
    list.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1).map(|(_, tree)| *tree).collect()
}

fn too_many(count: usize) -> Unanswered {
    Unanswered::OutOfReach(format!(
        "{count} games may be options of a part; the sets of {MOST_IN_A_SET} are looked through"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All sums of two games born by day 4, by the definition: each is found in its sum, and no other two of these are.
    #[test]
    fn parts_of_sums() {
        let limits = Limits::none();
        let (mut forest, mut misere) = (Forest::new(), CanonicalForms::default());
        let born = misere.born_by(&mut forest, 4).unwrap();
        let mut sums: FxHashMap<Tree, Vec<(Tree, Tree)>> = FxHashMap::default();
        for &left in &born {
            for &right in &born {
                let sum = misere.sum(&mut forest, left, right, &limits).unwrap();
                sums.entry(sum).or_default().push((left, right));
            }
        }
        let mut parts = Parts::default();
        let mut compared = 0;
        for (game, expected) in &mut sums {
            if forest.subtrees(*game).len() > 30 {
                continue;
            }
            // Too many sets for some.
            let Ok(found) = parts.of(&mut forest, &mut misere, *game, &limits) else { continue };
            for (part, other) in &found {
                assert_eq!(misere.sum(&mut forest, *part, *other, &limits).unwrap(), *game);
            }
            let is_early = |(part, other): &(Tree, Tree)| born.contains(part) && born.contains(other);
            let mut early: Vec<_> = found.into_iter().filter(is_early).collect();
            early.sort_unstable();
            expected.sort_unstable();
            assert_eq!(early, *expected);
            compared += 1;
        }
        assert!(compared > 60, "{compared} sums");
    }

    /// Games are primes, sums of them, or units; the sum of a partition is the game, with or without *.
    #[test]
    fn partitions_sum_to_the_game() {
        let limits = Limits::none();
        let (mut forest, mut misere) = (Forest::new(), CanonicalForms::default());
        let mut parts = Parts::default();
        let star = forest.nim_heap(1);
        let mut by_length = [0; 3];
        for game in misere.born_by(&mut forest, 4).unwrap() {
            let Ok(ways) = parts.partitions(&mut forest, &mut misere, game, &limits) else { continue };
            assert!(!ways.is_empty());
            for way in ways {
                by_length[way.len().min(2)] += 1;
                let mut sum = misere.form(&mut forest, Tree::ZERO);
                for prime in way {
                    sum = misere.sum(&mut forest, sum, prime, &limits).unwrap();
                }
                let with_star = misere.sum(&mut forest, sum, star, &limits).unwrap();
                assert!([sum, with_star].contains(&game));
            }
        }
        assert_eq!(by_length[0], 2, "0 and * are the units");
        assert!(by_length[1] > 10 && by_length[2] > 0, "{by_length:?}");
    }
}
