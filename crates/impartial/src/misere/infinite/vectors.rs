//! Games on N^d that are sums of games in misère play: every rule takes one of one coordinate, and nobody may move to zero.
//!
//! Guo and Miller call such rules squarefree \[GM, Theorem 5.1\]. The coordinates are games whose options are sums of other coordinates, and
//! a point is a sum of them. So the outcome diagram ([`crate::misere::diagram`]) finds all outcomes where the quotient is finite, and the
//! search for arrays ([`super::solve`]) where it is not. What is found speaks of games, of which several coordinates with the same options
//! are one; it is written again for the coordinates, and verified there.

use super::expand::MOST_AXES;
use super::functions::SliceFunctions;
use super::guess::Guess;
use super::reduce::Reduced;
use super::verify::{VectorGame, verify};
use super::{Undescribed, solve};
use crate::automatic::{Array, DigitAutomaton, Radices, Verification};
use crate::limits::{Limits, StopReason};
use crate::misere::diagram::{FUNCTIONS, OutcomeDiagram, OutcomeStop};
use crate::misere::rules::{Generator, Rules, Sum};

/// The outcomes of a game on N^d, verified at every point.
#[derive(Clone, Debug)]
pub struct Described {
    /// The coordinates that the array reads.
    pub growing: Vec<Generator>,
    /// The array; its values are numbers of slices.
    pub array: Array,
    /// The slices, functions of the other coordinates: true at P-positions.
    pub slices: SliceFunctions,
    /// Joint states of the verification.
    pub states: usize,
    /// Combinations of slices that were compared.
    pub patterns: usize,
}

/// The number of functions made after which the search is given up: about a minute of work.
const MOST_WORK: u64 = 30_000_000;

/// Describes all outcomes of a game whose points are sums in misère play; `None` when it is no such game, or no description was found.
///
/// ```
/// use impartial::limits::Limits;
/// use impartial::misere::infinite::{VectorGame, describe};
/// // Misère Nim with heaps of one and two.
/// let nim = VectorGame { dimension: 2, rules: vec![vec![1, 0], vec![0, 1], vec![-1, 1]], defeated: vec![vec![0, 0]] };
/// let described = describe(&nim, &Limits::none()).unwrap().unwrap();
/// assert!(described.growing.is_empty());
/// assert_eq!(described.slices.order(2, 100, &Limits::none()), Ok(Some((6, 2))));
/// ```
///
/// # Errors
/// A limit reached.
pub fn describe(game: &VectorGame, limits: &Limits) -> Result<Option<Described>, StopReason> {
    let Some((rules, words)) = sums(game) else { return Ok(None) };
    let found = match diagram(&rules, limits) {
        Ok(guess) => Some((guess, Vec::new())),
        Err(OutcomeStop::Limit(StopReason::Cap { what: FUNCTIONS, .. })) => None,
        Err(OutcomeStop::Limit(reason)) => return Err(reason),
        Err(OutcomeStop::Diverging(seen)) => match solve(&rules, seen.generator, limits) {
            Ok(solved) => {
                let guess =
                    Guess { automaton: solved.automaton, diagram: solved.diagram, slices: solved.slices };
                Some((guess, solved.growing))
            }
            Err(Undescribed::Limit(reason)) => return Err(reason),
            Err(Undescribed::Open { .. }) => None,
        },
    };
    let Some((guess, growing)) = found else { return Ok(None) };
    // Of coordinates that are one game, the first stands for it.
    let first = |game: usize| words.iter().position(|word| word[..] == [game as Generator]);
    let mut generators: Vec<Generator> =
        (0..rules.len()).filter_map(first).map(|coordinate| coordinate as Generator).collect();
    generators.sort_unstable();
    let reduced = Reduced { rules, generators, words };
    let Some((guess, growing)) = guess.expand(&growing, &reduced, limits)? else { return Ok(None) };
    debug_assert!(growing.len() <= MOST_AXES);
    let array = Array::Digits(guess.automaton);
    let slices = SliceFunctions::new(&guess.diagram, &guess.slices);
    let verified = verify(game, &growing, &array, &mut guess.diagram.clone(), &guess.slices, limits)?;
    Ok(match verified {
        Verification::Holds { states, patterns } => {
            Some(Described { growing, array, slices, states, patterns })
        }
        Verification::Fails(_) | Verification::Undecided => None,
    })
}

/// The games that the coordinates are, and for every coordinate which of them it is.
fn sums(game: &VectorGame) -> Option<(Rules, Vec<Sum>)> {
    let dimension = game.dimension;
    if game.defeated.len() != 1 || game.defeated[0].iter().any(|entry| *entry != 0) {
        return None;
    }
    let mut of: Vec<Vec<&Vec<i64>>> = vec![Vec::new(); dimension];
    for rule in &game.rules {
        let mut taken = (0..dimension).filter(|i| rule[*i] > 0);
        match (taken.next(), taken.next()) {
            (Some(one), None) if rule[one] == 1 => of[one].push(rule),
            _ => return None,
        }
    }
    let mut rules = Rules::new();
    let mut words: Vec<Option<Sum>> = vec![None; dimension];
    // A game comes after all games that its options have.
    while let Some(next) = (0..dimension).find(|i| {
        let is_there = |rule: &&Vec<i64>| (0..dimension).all(|j| rule[j] >= 0 || words[j].is_some());
        words[*i].is_none() && of[*i].iter().all(is_there)
    }) {
        let option = |rule: &&Vec<i64>| -> Sum {
            let left = (0..dimension).filter(|j| rule[*j] < 0);
            left.flat_map(|j| {
                let word = words[j].clone().unwrap_or_default();
                (0..-rule[j]).flat_map(move |_| word.clone()).collect::<Sum>()
            })
            .collect()
        };
        let options: Vec<Sum> = of[next].iter().map(option).collect();
        words[next] = Some(rules.add(options));
    }
    Some((rules, words.into_iter().collect::<Option<_>>()?))
}

/// The outcomes of all sums as one function, where the quotient is finite.
fn diagram(rules: &Rules, limits: &Limits) -> Result<Guess, OutcomeStop> {
    let mut outcomes = OutcomeDiagram::new().within(MOST_WORK);
    for generator in 0..rules.len() as Generator {
        outcomes.push(rules.options(generator), limits)?;
    }
    let root = outcomes.root();
    let (diagram, slices) = outcomes.diagram().part(&[root]);
    let automaton = DigitAutomaton::new(Radices::binary(0), vec![0], vec![0], vec![0])
        .expect("one state that reads nothing is an automaton");
    Ok(Guess { automaton, diagram, slices })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Outcome;
    use crate::misere::rules::MisereOutcomes;
    use num_bigint::{BigInt, BigUint};

    fn game(dimension: usize, rules: &[&[i64]]) -> VectorGame {
        let rules = rules.iter().map(|rule| rule.to_vec()).collect();
        VectorGame { dimension, rules, defeated: vec![vec![0; dimension]] }
    }

    /// Coordinates in any order, two of them the same game: 3, 1, 2 and 1 again, in misère Nim.
    #[test]
    fn coordinates_may_be_permuted_and_repeated() {
        let shuffled = game(
            4,
            &[
                &[0, 1, 0, 0],
                &[0, 0, 0, 1],
                &[0, 0, 1, 0],
                &[0, -1, 1, 0],
                &[1, 0, 0, 0],
                &[1, 0, 0, -1],
                &[1, 0, -1, 0],
            ],
        );
        let described = describe(&shuffled, &Limits::none()).unwrap().unwrap();
        let (nim, heaps) = Rules::from_heaps(3, |n| (0..n).map(|m| vec![m]).collect());
        let mut outcomes = MisereOutcomes::default();
        for place in 0..4u32.pow(4) {
            let point: Vec<u32> = (0..4).map(|i| place / 4u32.pow(i) % 4).collect();
            let sizes = [3usize, 1, 2, 1];
            let mut sum: Sum = (point.iter().zip(sizes))
                .flat_map(|(count, size)| (0..*count).flat_map(|_| heaps[size].clone()).collect::<Sum>())
                .collect();
            sum.sort_unstable();
            let big: Vec<BigUint> = point.iter().map(|count| (*count).into()).collect();
            let is_p = outcomes.outcome(&nim, &sum) == Outcome::P;
            assert_eq!(described.slices.value(0, &big), is_p, "{point:?}");
        }
        assert_eq!(described.slices.order(4, 100, &Limits::none()), Ok(Some((6, 2))));
        assert_eq!(described.slices.order(4, 5, &Limits::none()), Ok(None));
    }

    #[test]
    fn what_is_no_sum_is_left_alone() {
        for rules in [&[&[1i64, 1][..], &[0, 1], &[1, 0]][..], &[&[2, 0], &[0, 1]], &[&[1, -1], &[-1, 1]]] {
            assert!(describe(&game(2, rules), &Limits::none()).unwrap().is_none());
        }
        let normal = VectorGame { defeated: vec![], ..game(1, &[&[1]]) };
        assert!(describe(&normal, &Limits::none()).unwrap().is_none());
    }

    /// What functions say of moved points and boxes, beside their values.
    #[test]
    fn differences_are_found_and_are_there() {
        let nim = game(2, &[&[1, 0], &[0, 1], &[-1, 1]]);
        let mut slices = describe(&nim, &Limits::none()).unwrap().unwrap().slices;
        assert_eq!(slices.period(1), Ok((1, 2)));
        let anywhere = [(0, 0, None), (1, 0, None)];
        let far = [(1, BigInt::from(10u32).pow(30))];
        let two = [(1, 2.into())];
        assert_eq!(slices.difference((Some(0), &far), (Some(0), &two), &anywhere), Ok(None));
        let found = slices.difference((Some(0), &[]), (Some(0), &two), &anywhere).unwrap().unwrap();
        let value = |x: &BigUint, y: BigUint| slices.value(0, &[x.clone(), y]);
        assert_ne!(value(&found[0].1, found[1].1.clone()), value(&found[0].1, &found[1].1 + 2u32));
        // Beside a heap of two nothing tells them apart; without one something does.
        let mut within = |moved: i64, least: i64, most: Option<i64>| {
            let ranges = [(0, 0, None), (1, least, most)];
            slices.difference((Some(0), &[]), (Some(0), &[(1, moved.into())]), &ranges).unwrap()
        };
        assert_eq!(within(2, 1, None), None);
        assert_eq!(within(2, 5_000_000_000, Some(6_000_000_000)), None);
        assert!(within(2, 0, Some(0)).is_some_and(|found| found[1] == (1, BigUint::ZERO)));
        assert_eq!(within(2, 3, Some(2)), None);
        // Two heaps fewer: as good from three on, and not where there are none to take.
        assert_eq!(within(-2, 3, None), None);
        assert!(within(-2, 0, Some(1)).is_some_and(|found| found[1].1 < 2u32.into()));
        assert!(slices.difference((None, &[]), (Some(0), &[(1, (-70_000).into())]), &anywhere).is_err());
    }

    #[test]
    fn functions_are_read_as_they_are_written() {
        let nim = game(3, &[&[1, 0, 0], &[0, 1, 0], &[-1, 1, 0], &[0, 0, 1], &[-1, 0, 1], &[0, -1, 1]]);
        let slices = describe(&nim, &Limits::none()).unwrap().unwrap().slices;
        let (nodes, numbers) = (slices.nodes(), slices.numbers());
        assert_eq!(SliceFunctions::read(&nodes, &numbers), Ok(Some(slices)));
        assert_eq!(SliceFunctions::read(&nodes[1..], &numbers), Ok(None));
        assert_eq!(SliceFunctions::read(&nodes, &[9999]), Ok(None));
    }
}
