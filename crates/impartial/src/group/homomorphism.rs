//! Homomorphisms of a presented group to permutations of few points: they show that a word is not 1.

use super::cosets::Letter;
use crate::limits::{Limits, StopReason};

/// The most points.
const MOST_POINTS: usize = 7;

/// The most choices of permutations for one number of points.
const MOST_CHOICES: u64 = 200_000;

/// The most letters of all relators together.
const MOST_LETTERS: usize = 2000;

/// Images of the points 0, 1, …; what is past the number of points stays where it is.
type Images = [u8; MOST_POINTS];

/// Whether some permutations of at most seven points in place of the generators are 1 under all relators and not under the word.
///
/// The first generator is tried up to conjugation.
///
/// # Errors
/// When a limit is reached.
pub(super) fn tells_from_identity(
    generators: usize,
    relators: &[Vec<Letter>],
    word: &[Letter],
    limits: &Limits,
) -> Result<bool, StopReason> {
    if generators == 0 || relators.iter().map(Vec::len).sum::<usize>() + word.len() > MOST_LETTERS {
        return Ok(false);
    }
    for points in 2..=MOST_POINTS {
        let all = permutations(points);
        let classes = one_of_each_cycle_type(&all, points);
        let others = u32::try_from(generators - 1).ok().and_then(|k| (all.len() as u64).checked_pow(k));
        let choices = others.and_then(|others| others.checked_mul(classes.len() as u64));
        if choices.is_none_or(|choices| choices > MOST_CHOICES) {
            break;
        }
        let mut search = Search { points, all: &all, relators, word, chosen: Vec::new(), limits };
        for first in &classes {
            search.chosen.push((*first, inverse(first)));
            let found = search.go_on(generators)?;
            search.chosen.pop();
            if found {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

struct Search<'a> {
    points: usize,
    all: &'a [Images],
    relators: &'a [Vec<Letter>],
    word: &'a [Letter],
    /// The permutations of the first generators, and their inverses.
    chosen: Vec<(Images, Images)>,
    limits: &'a Limits,
}

impl Search<'_> {
    fn go_on(&mut self, generators: usize) -> Result<bool, StopReason> {
        self.limits.poll()?;
        let known = self.chosen.len();
        let is_known = |relator: &&Vec<Letter>| {
            let last = relator.iter().map(|letter| *letter as usize / 2).max();
            last == Some(known - 1)
        };
        if !self.relators.iter().filter(is_known).all(|relator| self.is_identity(relator)) {
            return Ok(false);
        }
        if known == generators {
            return Ok(!self.is_identity(self.word));
        }
        for image in self.all {
            self.chosen.push((*image, inverse(image)));
            let found = self.go_on(generators)?;
            self.chosen.pop();
            if found {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn is_identity(&self, word: &[Letter]) -> bool {
        (0..self.points as u8).all(|point| {
            let image = word.iter().fold(point, |at, letter| {
                let (image, inverse) = &self.chosen[*letter as usize / 2];
                if letter % 2 == 0 { image[at as usize] } else { inverse[at as usize] }
            });
            image == point
        })
    }
}

fn identity() -> Images {
    std::array::from_fn(|point| point as u8)
}

fn inverse(images: &Images) -> Images {
    let mut inverse = identity();
    for (point, image) in images.iter().enumerate() {
        inverse[*image as usize] = point as u8;
    }
    inverse
}

/// All permutations of the first points.
fn permutations(points: usize) -> Vec<Images> {
    let mut found = vec![identity()];
    for last in 1..points {
        // The point `last` changes places with one before it, or stays.
        let swapped = |images: &Images, with: usize| {
            let mut images = *images;
            images.swap(last, with);
            images
        };
        found = found.iter().flat_map(|images| (0..=last).map(move |with| swapped(images, with))).collect();
    }
    found
}

fn one_of_each_cycle_type(all: &[Images], points: usize) -> Vec<Images> {
    let cycle_type = |images: &Images| {
        let mut lengths = Vec::new();
        let mut seen = [false; MOST_POINTS];
        for start in 0..points {
            let (mut at, mut length) = (start, 0);
            while !std::mem::replace(&mut seen[at], true) {
                at = images[at] as usize;
                length += 1;
            }
            if length > 0 {
                lengths.push(length);
            }
        }
        lengths.sort_unstable();
        lengths
    };
    let mut types: Vec<Vec<usize>> = Vec::new();
    let mut found = Vec::new();
    for images in all {
        let own = cycle_type(images);
        if !types.contains(&own) {
            types.push(own);
            found.push(*images);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permutations_and_their_types() {
        let counts: Vec<usize> = (2..=6).map(|points| permutations(points).len()).collect();
        assert_eq!(counts, [2, 6, 24, 120, 720]);
        let mut all = permutations(5);
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 120);
        // The partitions of 5 and of 7.
        assert_eq!(one_of_each_cycle_type(&all, 5).len(), 7);
        assert_eq!(one_of_each_cycle_type(&permutations(7), 7).len(), 15);
    }

    /// (2,3,7) has PSL(2,7) on seven points and nothing on fewer; what is 1 is never told from 1.
    #[test]
    fn words_that_are_not_1() {
        let limits = Limits::none();
        let word = |text: &str| -> Vec<Letter> {
            text.bytes()
                .map(|byte| match byte {
                    b'a' => 0,
                    b'A' => 1,
                    b'b' => 2,
                    _ => 3,
                })
                .collect()
        };
        let tells = |relators: &[&str], of: &str| {
            let relators: Vec<Vec<Letter>> = relators.iter().map(|relator| word(relator)).collect();
            tells_from_identity(2, &relators, &word(of), &limits).unwrap()
        };
        let triangle = ["aa", "bbb", "ababababababab"];
        assert!(tells(&triangle, "a") && tells(&triangle, "abAB"));
        assert!(!tells(&triangle, "aa") && !tells(&triangle, "bAabb"));
        assert!(tells(&[], "abAB") && !tells(&[], "abBA"));
        // The trivial group.
        assert!(!tells(&["AbbaBBB", "BaabAAA"], "a"));
        // Abelian groups.
        assert!(!tells(&["abAB"], "aabbABAB") && tells(&["abAB"], "aabbABA"));
    }
}
