//! That no relation is missing: the relations listed present the quotient.
//!
//! Each relation is a rule that replaces its first sum by its second. A first sum of one type says that this type is no *letter*, and
//! the second sum holds letters only. The other relations hold letters only, and their second sum comes before the first: it is
//! shorter, or as long with fewer of the last type in which they differ. So rules come to an end, and any sum is brought to a
//! *word*, which holds letters only and no first sum. There are finitely many families of words: the letters that do not grow
//! stand in finitely many ways, and beside each of these the numbers of the others are those above no first sum, finitely many
//! orthants. All words are different elements (`separation.rs`). So sums that are equal in the quotient have the same word: the relations
//! make them equal, and present it.

use std::collections::{BTreeSet, HashSet};

use super::arrays::{Arrays, MOST_AXES, Numbers};
use super::relations::Relations;
use super::separation::{self, Family};
use crate::Refusal;
use crate::functions::{Function, Functions};
use crate::lattice::machine::Budget;
use crate::lattice::{refuted, too_large};

/// The most families, and the most ways in which letters that do not grow stand in words.
const MOST_FAMILIES: usize = 1 << 17;

/// How often each type is in a sum.
type Word = Vec<u32>;

/// Checks that the relations, which hold, present the quotient.
pub(super) fn check(
    relations: &Relations<'_>,
    pairs: &[[Word; 2]],
    functions: &mut Functions,
    budget: &mut Budget,
) -> Result<(), Refusal> {
    let letters = letters(relations.kinds, pairs)?;
    let lefts: Vec<&Word> = pairs.iter().map(|[left, _]| left).filter(|left| length(left) != 1).collect();
    let axes: Vec<usize> =
        (0..relations.growing.len()).filter(|axis| letters.contains(&relations.growing[*axis])).collect();
    let growing: Vec<u32> = axes.iter().map(|axis| relations.growing[*axis]).collect();
    let others: Vec<u32> = letters.iter().copied().filter(|letter| !growing.contains(letter)).collect();
    let contexts = Contexts::new(relations, &lefts, &growing, &others, functions, budget)?;
    let mut families = Vec::new();
    for (word, context) in &contexts.words {
        let beside =
            |left: &&&Word| others.iter().all(|letter| left[*letter as usize] <= word[*letter as usize]);
        let least: Vec<Vec<u32>> = lefts
            .iter()
            .filter(beside)
            .map(|left| growing.iter().map(|letter| left[*letter as usize]).collect())
            .collect();
        for orthant in orthants(&least, growing.len(), budget)? {
            budget.keep(8)?;
            families.push(Family { context: *context, ..orthant });
        }
        if families.len() > MOST_FAMILIES {
            return Err(too_large("there are more than 2^17 families of words"));
        }
    }
    let mut arrays = Arrays::new(relations.automaton, &axes, &contexts.images, budget)?;
    separation::check(&families, &mut arrays, budget)
}

fn length(word: &Word) -> u32 {
    word.iter().sum()
}

/// The types that no relation replaces; each relation must go down.
fn letters(kinds: usize, pairs: &[[Word; 2]]) -> Result<BTreeSet<u32>, Refusal> {
    let single =
        |left: &Word| (length(left) == 1).then(|| left.iter().position(|copies| *copies > 0)).flatten();
    let mut letters: BTreeSet<u32> = (0..kinds as u32).collect();
    for kind in pairs.iter().filter_map(|[left, _]| single(left)) {
        if !letters.remove(&(kind as u32)) {
            return Err(refuted(format!("two relations replace one of type {kind}")));
        }
    }
    for (at, [left, right]) in pairs.iter().enumerate() {
        let is_of_letters =
            |word: &Word| (0..).zip(word).all(|(kind, copies)| *copies == 0 || letters.contains(&kind));
        let order = |word: &Word| (length(word), word.iter().rev().copied().collect::<Vec<u32>>());
        let is_down = single(left).is_some() || is_of_letters(left) && order(right) < order(left);
        if !is_down || !is_of_letters(right) {
            return Err(refuted(format!(
                "relation {} replaces a sum by one that does not come before it",
                at + 1
            )));
        }
    }
    Ok(letters)
}

/// What the letters that do not grow make of the slices.
struct Contexts {
    /// What each context makes of each slice: all different, that of nothing first.
    images: Vec<Vec<Function>>,
    /// The words of letters that do not grow, with the context of each.
    words: Vec<(Word, u32)>,
}

impl Contexts {
    fn new(
        relations: &Relations<'_>,
        lefts: &[&Word],
        growing: &[u32],
        others: &[u32],
        functions: &mut Functions,
        budget: &mut Budget,
    ) -> Result<Self, Refusal> {
        let without_growing = |left: &&&Word| growing.iter().all(|letter| left[*letter as usize] == 0);
        let lefts: Vec<&Word> = lefts.iter().filter(without_growing).copied().collect();
        let mut contexts = Contexts { images: vec![relations.slices.to_vec()], words: Vec::new() };
        let mut known = HashSet::from([relations.slices.to_vec()]);
        let mut waiting: Vec<(Word, u32, usize)> = Vec::new();
        if !lefts.iter().any(|left| length(left) == 0) {
            waiting.push((vec![0; relations.kinds], 0, 0));
        }
        // Each word once: letters are added in order.
        while let Some((word, context, from)) = waiting.pop() {
            if contexts.words.len() > MOST_FAMILIES {
                return Err(too_large("there are more than 2^17 words of the types that do not grow"));
            }
            for (place, letter) in others.iter().enumerate().skip(from) {
                budget.work(lefts.len() + 1)?;
                let mut longer = word.clone();
                longer[*letter as usize] += 1;
                if lefts.iter().any(|left| left.iter().zip(&longer).all(|(a, b)| a <= b)) {
                    continue;
                }
                let mut image = Vec::with_capacity(relations.slices.len());
                for slice in contexts.images[context as usize].clone() {
                    image.push(functions.shift(slice, *letter, budget)?);
                }
                budget.keep(2 * relations.slices.len() + relations.kinds + 8)?;
                // Two words that make the same of every slice are equal. So there are finitely many before one is refused.
                if !known.insert(image.clone()) {
                    return Err(separation::equal());
                }
                waiting.push((longer, contexts.images.len() as u32, place));
                contexts.images.push(image);
            }
            contexts.words.push((word, context));
        }
        Ok(contexts)
    }
}

/// The vectors that are above none of the given ones, as disjoint orthants: the least of each, and the axes on which others are larger.
fn orthants(least: &[Vec<u32>], axes: usize, budget: &mut Budget) -> Result<Vec<Family>, Refusal> {
    budget.work(least.len() + 1)?;
    let Some(axis) = axes.checked_sub(1).filter(|axis| *axis < MOST_AXES) else {
        let all = Family { free: 0, x: Numbers::default(), context: 0 };
        return Ok(if least.is_empty() { vec![all] } else { Vec::new() });
    };
    // Beyond the largest entry of this axis nothing changes.
    let most = least.iter().map(|vector| vector[axis]).max().unwrap_or(0);
    let mut found = Vec::new();
    for entry in 0..=most {
        let below: Vec<Vec<u32>> = least
            .iter()
            .filter(|vector| vector[axis] <= entry)
            .map(|vector| vector[..axis].to_vec())
            .collect();
        for mut orthant in orthants(&below, axis, budget)? {
            orthant.x[axis] = entry as u16;
            orthant.free |= usize::from(entry == most) << axis;
            found.push(orthant);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fails when a vector that is above none of the given ones is in no orthant or in two, or one that is above some is in one.
    #[test]
    fn orthants_by_counting() {
        for least in [
            vec![],
            vec![vec![3, 3]],
            vec![vec![2, 1], vec![0, 4]],
            vec![vec![0, 0]],
            vec![vec![1, 0], vec![0, 1]],
            vec![vec![5, 0], vec![2, 2], vec![1, 3]],
        ] {
            let found = orthants(&least, 2, &mut Budget::new()).unwrap();
            for vector in (0..8).flat_map(|x| (0..8).map(move |y| [x, y])) {
                let is_inside = |orthant: &&Family| {
                    (0..2).all(|axis| {
                        let from = u32::from(orthant.x[axis]);
                        vector[axis] == from || orthant.free >> axis & 1 == 1 && vector[axis] > from
                    })
                };
                let is_above = least.iter().any(|least| least.iter().zip(&vector).all(|(a, b)| a <= b));
                let expected = usize::from(!is_above);
                assert_eq!(found.iter().filter(is_inside).count(), expected, "{least:?} at {vector:?}");
            }
        }
    }

    /// Fails when a rule may go up, or round in a circle.
    #[test]
    fn rules_go_down() {
        let rules = |pairs: &[[[u32; 3]; 2]]| {
            let pairs: Vec<[Word; 2]> = pairs.iter().map(|pair| pair.map(|word| word.to_vec())).collect();
            letters(3, &pairs).ok()
        };
        assert_eq!(rules(&[]), Some(BTreeSet::from([0, 1, 2])));
        assert_eq!(rules(&[[[2, 0, 0], [0, 0, 0]], [[0, 1, 0], [5, 0, 1]]]), Some(BTreeSet::from([0, 2])));
        assert_eq!(rules(&[[[0, 0, 2], [2, 0, 0]]]), Some(BTreeSet::from([0, 1, 2])));
        assert_eq!(rules(&[[[2, 0, 0], [0, 0, 2]]]), None);
        assert_eq!(rules(&[[[2, 0, 0], [2, 0, 0]]]), None);
        assert_eq!(rules(&[[[1, 0, 0], [0, 1, 0]], [[0, 1, 0], [1, 0, 0]]]), None);
        assert_eq!(rules(&[[[1, 0, 0], [0, 1, 0]], [[1, 0, 0], [0, 0, 1]]]), None);
        assert_eq!(rules(&[[[1, 0, 0], [0, 1, 0]], [[2, 0, 0], [0, 0, 0]]]), None);
    }
}
