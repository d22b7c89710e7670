//! Lexicodes of low rate, word by word of their bases: each new word is a deep hole of the code before it.
//!
//! Let C be the lexicode of length m and distance d. The next one has a word more iff some word of m digits differs in at least d - 1
//! places from all words of C, and then the least such word u gives the new word 1u. Where there is none, the digit m is 0 in all
//! words so far, and makes every word one farther away: so after z such digits the question is whether some word on the other
//! digits differs in d - 1 - z places.
//!
//! Let C have dimension k. Digits in which all words of C agree, or all differ alike, form a class: it is named by the vector h of
//! F_2^k whose product with a is the digit of the word that a stands for. Only the number of ones in a class matters to distances, and the
//! least word has them in the lowest places. With x_h zeros less ones in class h, the word differs from the word of a in (s - F(a)) / 2 of
//! s places, where F is the Walsh transform, F(a) = sum over h of (-1)^(a.h) x_h. So the question is whether there are integers x_h, of
//! given parities and bounds, with F(a) <= s - 2(d - 1 - z) for all a. That is decided half after half: F = P + Q on one half of the a's,
//! P - Q on the other, with the transforms P and Q of the two halves of x, so that bounds on F bound P, and then Q; each half is
//! left as soon as its bounds leave some x_h nothing, or leave less than the sum of squares that the parities ask for (Parseval).
//!
//! Whether a word of greatest distance exists is hard in general, as hard as the covering radius of a code; here codes have few words.

use super::word::Word;
use crate::limits::{Limits, StopReason, Unanswered};

/// The most blocks of the search that are looked at for one word of a basis, unless whoever asks waits: about half a second.
const MOST_BLOCKS: u64 = 1 << 21;

/// The most words in a basis: transforms have a place for each word of the code.
const MOST_WORDS: usize = 12;

/// The basis of a lexicode, every word with the least digits that go with its greatest coordinate.
///
/// Cost: one search of unknown length for each word, with O(k 2^k) for each block of 2^k numbers looked at.
///
/// # Errors
/// [`Unanswered`] when the search is too long, with the length that was settled; or a limit is reached.
pub(super) fn basis(length: usize, distance: usize, limits: &Limits) -> Result<Vec<Word>, Unanswered> {
    let mut code = Code::default();
    while let Some(word) = code.next(length, distance, limits)? {
        code.add(word);
    }
    Ok(code.basis)
}

/// A code that grows.
#[derive(Default)]
struct Code {
    basis: Vec<Word>,
    /// For each digit up to the last one that is 1 in some word, the class of the digit: bit i is the digit of word i.
    classes: Vec<usize>,
}

impl Code {
    fn add(&mut self, word: Word) {
        let length = word.greatest().map_or(0, |last| last + 1);
        self.classes.resize(length, 0);
        for (digit, class) in self.classes.iter_mut().enumerate() {
            *class |= usize::from(word.has(digit)) << self.basis.len();
        }
        self.basis.push(word);
    }

    /// The next word of the basis, if it begins below `length`.
    fn next(&self, length: usize, distance: usize, limits: &Limits) -> Result<Option<Word>, Unanswered> {
        let support = self.classes.len();
        // No word is farther than half the digits from all words of a code: that is the mean distance.
        for far in (0..distance.min(support / 2 + 1)).rev() {
            let last = support + (distance - 1 - far);
            if last >= length {
                return Ok(None);
            }
            if last + 1 < griesmer(self.basis.len() + 1, distance) {
                continue;
            }
            let settled = |what: String| {
                Unanswered::OutOfReach(format!(
                    "{what}; the lexicode of distance {distance} is settled to length {last}, where it has dimension {}",
                    self.basis.len()
                ))
            };
            if self.basis.len() > MOST_WORDS {
                return Err(settled(format!(
                    "codes of more than 2^{MOST_WORDS} words are too large to look for their deep holes"
                )));
            }
            let hole = match self.first_hole(far, limits) {
                Ok(hole) => hole,
                Err(Failure::TooLong) => {
                    return Err(settled(format!(
                        "{MOST_BLOCKS} blocks of numbers do not decide whether a word of {support} digits differs in {far} places from all \
                         words so far (with a limit of time the search goes on)"
                    )));
                }
                Err(Failure::Stopped(reason)) => return Err(reason.into()),
            };
            if let Some(hole) = hole {
                return Ok(Some((support..=last).fold(hole, |word, digit| word ^ Word::coin(digit))));
            }
        }
        unreachable!("every word is at distance 0 from a code")
    }

    /// The least word on the digits of the classes that differs in at least `far` places from all words of the code.
    fn first_hole(&self, far: usize, limits: &Limits) -> Result<Option<Word>, Failure> {
        let support = self.classes.len();
        let mut members: Vec<Vec<usize>> = vec![Vec::new(); 1 << self.basis.len()];
        for (digit, class) in self.classes.iter().enumerate() {
            members[*class].push(digit);
        }
        // How many members of its class are below a digit.
        let below: Vec<usize> = (0..support)
            .map(|digit| members[self.classes[digit]].partition_point(|member| *member < digit))
            .collect();
        let mut search = Search {
            ones: members.iter().map(|members| (0, members.len())).collect(),
            sizes: members.iter().map(Vec::len).collect(),
            left: MOST_BLOCKS,
            limits,
        };
        // The greatest digit of a word of the basis is 0, or the sum with that word is less.
        for top in self.basis.iter().filter_map(|word| word.greatest()) {
            let most = &mut search.ones[self.classes[top]].1;
            *most = below[top].min(*most);
        }
        let most = support as i32 - 2 * far as i32;
        let Some(mut hole) = search.find(most)? else { return Ok(None) };
        // Digit after digit, the greatest first: 0 where the others can be chosen to go with it.
        for digit in (0..support).rev() {
            let (class, below) = (self.classes[digit], below[digit]);
            let (least, greatest) = search.ones[class];
            if hole[class] <= below {
                search.ones[class].1 = greatest.min(below);
            } else if least <= below {
                search.ones[class].1 = below;
                match search.find(most)? {
                    Some(other) => hole = other,
                    None => search.ones[class] = (below + 1, greatest),
                }
            }
        }
        let ones = members.iter().zip(&hole).flat_map(|(members, ones)| &members[..*ones]);
        Ok(Some(ones.fold(Word::default(), |word, digit| word ^ Word::coin(*digit))))
    }
}

/// No linear code of a dimension and distance is shorter than this.
///
/// Source: Griesmer, A bound for error-correcting codes, 1960.
fn griesmer(dimension: usize, distance: usize) -> usize {
    (0..dimension).map(|i| distance.div_ceil(1 << i)).sum()
}

/// Why a hole was not found.
enum Failure {
    TooLong,
    Stopped(StopReason),
}

impl From<StopReason> for Failure {
    fn from(reason: StopReason) -> Self {
        Failure::Stopped(reason)
    }
}

/// The search for numbers of ones.
struct Search<'l> {
    /// The least and the greatest number of ones in each class.
    ones: Vec<(usize, usize)>,
    sizes: Vec<usize>,
    left: u64,
    limits: &'l Limits,
}

/// Told the numbers x of a block and their transform; whether that is enough.
type Visit<'v, 'l> = &'v mut dyn FnMut(&mut Search<'l>, &[i32], &[i32]) -> Result<bool, Failure>;

impl<'l> Search<'l> {
    /// Numbers of ones such that no value of the transform of x is above `most`.
    fn find(&mut self, most: i32) -> Result<Option<Vec<usize>>, Failure> {
        if self.ones.iter().any(|(least, most)| least > most) {
            return Ok(None);
        }
        self.left = MOST_BLOCKS;
        let support: usize = self.sizes.iter().sum();
        let bounds = vec![(-(support as i32), most); self.sizes.len()];
        let mut found = None;
        self.each(0, &bounds, &mut |search, x, _| {
            let ones = search.sizes.iter().zip(x).map(|(size, x)| (*size as i32 - x) as usize / 2);
            found = Some(ones.collect());
            Ok(true)
        })?;
        Ok(found)
    }

    /// The least and the greatest x of a class.
    fn range(&self, class: usize) -> (i32, i32) {
        let (size, (least, most)) = (self.sizes[class] as i32, self.ones[class]);
        (size - 2 * most as i32, size - 2 * least as i32)
    }

    /// Visits all x of the classes from `first` on whose transform lies within bounds, until a visit is enough.
    fn each(&mut self, first: usize, bounds: &[(i32, i32)], visit: Visit<'_, 'l>) -> Result<bool, Failure> {
        self.limits.poll()?;
        if self.left == 0 && !self.limits.is_patient() {
            return Err(Failure::TooLong);
        }
        self.left = self.left.saturating_sub(1);
        if let [bounds] = bounds {
            let (least, most) = meet(self.range(first), (i64::from(bounds.0), i64::from(bounds.1)));
            let mut choices: Vec<i32> = (least..=most).step_by(2).collect();
            choices.sort_unstable_by_key(|x| (x.abs(), *x));
            for x in choices {
                if visit(self, &[x], &[x])? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        if !self.can_be(first, bounds) {
            return Ok(false);
        }
        let (low, high) = bounds.split_at(bounds.len() / 2);
        let pairs = || low.iter().copied().zip(high.iter().copied());
        let halves: Vec<(i32, i32)> =
            pairs().map(|(p, q)| ((p.0 + q.0 + 1).div_euclid(2), (p.1 + q.1).div_euclid(2))).collect();
        self.each(first, &halves, &mut |search, low_x, p| {
            let rest: Vec<(i32, i32)> = (pairs().zip(p))
                .map(|((plus, minus), p)| ((plus.0 - p).max(p - minus.1), (plus.1 - p).min(p - minus.0)))
                .collect();
            search.each(first + p.len(), &rest, &mut |search, high_x, q| {
                let x: Vec<i32> = low_x.iter().chain(high_x).copied().collect();
                let sums = p.iter().zip(q).map(|(p, q)| p + q);
                let transform: Vec<i32> = sums.chain(p.iter().zip(q).map(|(p, q)| p - q)).collect();
                visit(search, &x, &transform)
            })
        })
    }

    /// Whether bounds on the transform leave each x of a block something, and all of them enough for their parities.
    fn can_be(&self, first: usize, bounds: &[(i32, i32)]) -> bool {
        if bounds.iter().any(|(least, most)| least > most) {
            return false;
        }
        let mut middles: Vec<i64> = bounds.iter().map(|(least, most)| i64::from(least + most)).collect();
        let width: i64 = bounds.iter().map(|(least, most)| i64::from(most - least)).sum();
        transform(&mut middles);
        let twice = 2 * bounds.len() as i64;
        let mut squares = 0;
        for (class, middle) in (first..).zip(middles) {
            // x is the mean of the transform with signs.
            let within = (-(width - middle).div_euclid(twice), (middle + width).div_euclid(twice));
            let (least, most) = meet(self.range(class), within);
            if least > most {
                return false;
            }
            let smallest = if least > 0 {
                least
            } else if most < 0 {
                most
            } else {
                least & 1
            };
            squares += i64::from(smallest) * i64::from(smallest);
        }
        let largest = |(least, most): &(i32, i32)| i64::from(least.abs().max(most.abs()));
        squares * bounds.len() as i64 <= bounds.iter().map(|bounds| largest(bounds).pow(2)).sum()
    }
}

/// The numbers of a range, which all have the parity of its least one, that lie within bounds: the first and the last.
fn meet((least, most): (i32, i32), (from, to): (i64, i64)) -> (i32, i32) {
    let parity = i64::from(least & 1);
    let (from, to) = (from.max(i64::from(least)), to.min(i64::from(most)));
    let odd = |number: i64| (number ^ parity) & 1;
    ((from + odd(from)) as i32, (to - odd(to)) as i32)
}

/// The Walsh transform.
fn transform(values: &mut [i64]) {
    let mut half = 1;
    while half < values.len() {
        for block in values.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (p, q) in low.iter_mut().zip(high) {
                (*p, *q) = (*p + *q, *p - *q);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fails when the bounds leave out a word, or the word found is not the least: against all words, for random codes.
    #[test]
    fn holes_are_the_least_words_that_are_far_enough() {
        let mut state = 1u64;
        let mut random = |bound: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % bound
        };
        for _ in 0..200 {
            let length = 4 + random(8);
            let mut code = Code::default();
            // Words with increasing greatest digits, which the later ones do not have.
            let mut last = 0;
            while code.basis.len() < 4 {
                last += 1 + random(4);
                if last >= length {
                    break;
                }
                let tops = code.basis.iter().filter_map(|word| word.greatest());
                let mask = tops.fold((1u64 << last) - 1, |mask, top| mask & !(1 << top));
                code.add(Word::from(1 << last | random(1 << last) & mask));
            }
            let support = code.classes.len();
            let words: Vec<Word> = (0..1u64 << code.basis.len())
                .map(|a| {
                    let chosen = code.basis.iter().enumerate().filter(|(i, _)| a >> i & 1 == 1);
                    chosen.fold(Word::default(), |sum, (_, word)| sum ^ *word)
                })
                .collect();
            for far in 0..=support {
                let is_far = |word: &Word| words.iter().all(|other| (*other ^ *word).weight() >= far);
                let expected = (0..1u64 << support).map(Word::from).find(is_far);
                let Ok(found) = code.first_hole(far, &Limits::none()) else { panic!("too long") };
                assert_eq!(found, expected, "{:?}, {far} far", code.basis);
            }
        }
    }
}
