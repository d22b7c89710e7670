//! Lexicodes of few words: no word that is left out is far enough from those that are taken.
//!
//! The greedy code of length n grows from that of length i by a word 1u (a one at the place i, u on the places below) iff some word of i
//! digits differs in at least d - 1 places from all words so far, and u is the least such word. A basis is right, then, if each of its words
//! is far enough, and there is no far word (a) one place before a word begins and at the end, (b) that agrees with u above a one of u and has 0 there.
//! In (b), and in (a), words are looked at only up to sums with words of the basis that begin below: they have 0 where these begin.
//!
//! A far word depends on numbers only: digits on which all words agree, or all differ alike, form a class h, and the distance of a word from
//! that of a is (s - F(a)) / 2, F(a) the sum of (-1)^(a.h) x_h, with x_h the zeros less the ones on the class, s the number of digits.

use crate::Refusal;

/// The most blocks of numbers that are looked at for one statement.
const MOST_BLOCKS: u64 = 1 << 24;

/// Checks that words with increasing ends, each with 0 where another one ends, are the basis of the lexicode. The words are those of
/// their digits 1, increasing.
pub fn check(basis: &[Vec<usize>], length: usize, distance: usize) -> Result<(), Refusal> {
    if basis.len() > 14 {
        return Err(Refusal::Unknown("the code has too many words and too many parity checks".into()));
    }
    // Where one word begins next to the other nothing is left out between them.
    let none_before = |before: &[Vec<usize>], end: usize| match before.last().and_then(|word| word.last()) {
        Some(last) if *last >= end => Ok(()),
        _ => refute(before, end, distance, &[], None),
    };
    for (count, word) in basis.iter().enumerate() {
        let before = &basis[..count];
        let Some((end, ones)) = word.split_last() else {
            return Err(Refusal::Malformed("a word of a basis is not 0".into()));
        };
        if *end > 0 {
            none_before(before, *end - 1)?;
        }
        if nearest(before, ones, *end) + 1 < distance {
            return Err(Refusal::Refuted("two words of the code are too near".into()));
        }
        for one in ones {
            refute(before, *end, distance, ones, Some(*one))?;
        }
    }
    none_before(basis, length - 1)
}

/// The class of every digit: bit i is the digit of word i.
fn classes(basis: &[Vec<usize>], digits: usize) -> Vec<usize> {
    let mut classes = vec![0; digits];
    for (i, word) in basis.iter().enumerate() {
        word.iter().for_each(|digit| classes[*digit] |= 1 << i);
    }
    classes
}

/// The least distance of a word from those of the code.
fn nearest(basis: &[Vec<usize>], ones: &[usize], digits: usize) -> usize {
    let classes = classes(basis, digits);
    let distance = |a: usize| {
        let differs = |digit: &usize| ((a & classes[*digit]).count_ones() % 2 == 1) != ones.contains(digit);
        (0..digits).filter(differs).count()
    };
    (0..1 << basis.len()).map(distance).min().unwrap_or(0)
}

/// Fails unless no word of so many digits differs in d - 1 places from all words of the code; where a digit is given, only among words
/// that agree with `ones` above it and have 0 there.
fn refute(
    basis: &[Vec<usize>],
    digits: usize,
    distance: usize,
    ones: &[usize],
    given: Option<usize>,
) -> Result<(), Refusal> {
    let mut ranges = vec![(0i32, 0i32); 1 << basis.len()];
    for (digit, class) in classes(basis, digits).into_iter().enumerate() {
        let (least, most) = &mut ranges[class];
        let sign = match given {
            Some(given) if digit > given && ones.contains(&digit) => Some(-1),
            Some(given) if digit >= given => Some(1),
            _ if basis.iter().any(|word| word.last() == Some(&digit)) => Some(1),
            _ => None,
        };
        *least += sign.unwrap_or(-1);
        *most += sign.unwrap_or(1);
    }
    let largest = digits as i32 - 2 * (distance as i32 - 1);
    let bounds = vec![(-(digits as i32), largest); ranges.len()];
    let mut left = MOST_BLOCKS;
    match solutions(&ranges, bounds, &mut left, &mut |_, _| Some(true)) {
        Some(false) => Ok(()),
        Some(true) => Err(Refusal::Refuted("a word that is left out is far enough from all others".into())),
        None => Err(Refusal::Unknown("the code is too large to look for words that are far enough".into())),
    }
}

/// What is done with the transform of a solution; whether to stop, or nothing when too many blocks were looked at.
type Visit<'t> = &'t mut dyn FnMut(&[i32], &mut u64) -> Option<bool>;

/// Visits the transforms of all integers in ranges (every other number) that lie within bounds.
fn solutions(
    ranges: &[(i32, i32)],
    bounds: Vec<(i32, i32)>,
    left: &mut u64,
    visit: Visit<'_>,
) -> Option<bool> {
    *left = left.checked_sub(1)?;
    let size = bounds.len();
    if size == 1 {
        let (least, most) = ranges[0];
        let mut inside: Vec<i32> =
            (least..=most).step_by(2).filter(|x| (bounds[0].0..=bounds[0].1).contains(x)).collect();
        inside.sort_unstable_by_key(|x| x.abs());
        for x in inside {
            if visit(&[x], left)? {
                return Some(true);
            }
        }
        return Some(false);
    }
    // Each number is a mean of the transform with signs; and the squares of the transform sum to `size` times those of the numbers.
    let mut squares = 0;
    for (h, (least, most)) in ranges.iter().enumerate() {
        let (mut low, mut high) = (0i64, 0i64);
        for (a, bound) in bounds.iter().enumerate() {
            let (from, to) = if (a & h).count_ones() % 2 == 0 { *bound } else { (-bound.1, -bound.0) };
            low += i64::from(from);
            high += i64::from(to);
        }
        let size = size as i64;
        let fits = |x: &i64| low <= x * size && x * size <= high;
        let squared = (i64::from(*least)..=i64::from(*most)).step_by(2).filter(fits).map(|x| x * x).min();
        let Some(squared) = squared else { return Some(false) };
        squares += squared * size;
    }
    let largest = |(from, to): &(i32, i32)| i64::from(from.abs().max(to.abs())).pow(2);
    if bounds.iter().any(|(from, to)| from > to) || squares > bounds.iter().map(largest).sum() {
        return Some(false);
    }
    // With p and q the transforms of the two halves, that of the whole is p + q, then p - q.
    let half = size / 2;
    let up = |sum: i32| sum.div_euclid(2) + sum.rem_euclid(2);
    let means = (0..half)
        .map(|a| (up(bounds[a].0 + bounds[a + half].0), (bounds[a].1 + bounds[a + half].1).div_euclid(2)));
    solutions(&ranges[..half], means.collect(), left, &mut |p, left| {
        let rest = (0..half).map(|a| {
            let (plus, minus) = (bounds[a], bounds[a + half]);
            ((plus.0 - p[a]).max(p[a] - minus.1), (plus.1 - p[a]).min(p[a] - minus.0))
        });
        solutions(&ranges[half..], rest.collect(), left, &mut |q, left| {
            let whole: Vec<i32> =
                p.iter().zip(q).map(|(p, q)| p + q).chain(p.iter().zip(q).map(|(p, q)| p - q)).collect();
            visit(&whole, left)
        })
    })
}
