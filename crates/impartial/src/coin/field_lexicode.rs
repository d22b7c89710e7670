//! Lexicodes in base 4 and 16: they are linear over the field of that many nimbers.
//!
//! Words of n digits in base B are taken in increasing order, each one that differs in at least d places from all taken before. With
//! B = 2^(2^a) the code is closed under nim sums, digit by digit, and under nim products with a digit (Conway and Sloane,
//! Lexicographic codes, 1986): the game behind it changes fewer than d digits, the greatest of them to a smaller one, and a digit x at
//! the place i is worth the nim product of x and v, the value of 1 there. That is the least number that is no nim sum of multiples of
//! d - 2 values before it.

use super::lexicode::LONGEST;
use super::reach::Reach;
use crate::limits::{Limits, StopReason, Unanswered};
use crate::nim;

/// A code of at most so many words is decoded by looking at all of them.
const FEW: u64 = 1 << 16;

/// The lexicode of length n and distance d in base 4 or 16.
///
/// Words are lists of digits, that of the least place first.
///
/// ```
/// use impartial::coin::FieldLexicode;
/// use impartial::limits::Limits;
/// let hexacode = FieldLexicode::new(4, 6, 4, &Limits::none()).unwrap();
/// assert_eq!((hexacode.dimension(), hexacode.name()), (3, Some("the hexacode")));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldLexicode {
    base: u8,
    length: usize,
    distance: usize,
    /// The nimbers of the digit 1 in each place; none when d is greater than n, where they are the powers of the base.
    columns: Option<Vec<u64>>,
    basis: Vec<Vec<u8>>,
}

impl FieldLexicode {
    /// The code, from the values of the places.
    ///
    /// # Errors
    /// [`Unanswered`] for another base, when the code has too many parity checks, or when a limit is reached.
    pub fn new(base: u8, length: usize, distance: usize, limits: &Limits) -> Result<Self, Unanswered> {
        if !matches!(base, 4 | 16) || length > LONGEST || distance == 0 {
            let message = format!(
                "lexicodes over fields are computed in base 4 and 16, for lengths up to {LONGEST} and distances from 1"
            );
            return Err(Unanswered::OutOfReach(message));
        }
        if distance > length {
            return Ok(FieldLexicode { base, length, distance, columns: None, basis: Vec::new() });
        }
        let mut reach = Reach::new(distance.saturating_sub(2));
        let counts: Vec<usize> = (0..distance - 1).collect();
        let mut columns: Vec<u64> = Vec::new();
        // In echelon form: a value whose leading digit is 1, and the word that makes it.
        let mut rows: Vec<(u64, Vec<u8>)> = Vec::new();
        let mut basis = Vec::new();
        for place in 0..length {
            limits.poll()?;
            // With distance 1 no digit may be changed.
            let column = if distance == 1 { 0 } else { reach.mex(&counts) };
            let multiples: Vec<u64> = (1..u64::from(base)).map(|digit| nim::product(digit, column)).collect();
            if !reach.add_one_of(&multiples) {
                let message = format!(
                    "the lexicode of distance {distance} in base {base} is settled to length {place}, where it has dimension {}; then it \
                     has more parity checks than the method holds",
                    basis.len()
                );
                return Err(Unanswered::OutOfReach(message));
            }
            columns.push(column);
            let mut word = vec![0; length];
            word[place] = 1;
            let mut value = column;
            for (pivot, made) in &rows {
                let factor = digit(base, value, leading(base, *pivot));
                value ^= nim::product(factor, *pivot);
                add_multiple(&mut word, factor, made);
            }
            if value == 0 {
                basis.push(word);
            } else {
                let scale = inverse(digit(base, value, leading(base, value)));
                let word = word.iter().map(|digit| nim::product(u64::from(*digit), scale) as u8).collect();
                rows.push((nim::product(value, scale), word));
                rows.sort_unstable_by(|a, b| b.cmp(a));
            }
        }
        Ok(FieldLexicode { base, length, distance, columns: Some(columns), basis })
    }

    /// The base, the number of digits.
    pub fn base(&self) -> u8 {
        self.base
    }

    /// The length n.
    pub fn length(&self) -> usize {
        self.length
    }

    /// The distance d that was asked for; the code has at least this one.
    pub fn distance(&self) -> usize {
        self.distance
    }

    /// The dimension over the field.
    pub fn dimension(&self) -> usize {
        self.basis.len()
    }

    /// The basis of words that are least among those with their greatest place.
    pub fn basis(&self) -> &[Vec<u8>] {
        &self.basis
    }

    /// The columns of a parity check matrix, each a number in the base: the nimbers of the digit 1 in each place. `None` when d is greater
    /// than n: then they are the powers of the base.
    pub fn columns(&self) -> Option<&[u64]> {
        self.columns.as_deref()
    }

    /// Whether a word is in the code.
    pub fn contains(&self, word: &[u8]) -> bool {
        match &self.columns {
            Some(_) => self.syndrome(word) == 0,
            None => word.iter().all(|digit| *digit == 0),
        }
    }

    fn syndrome(&self, word: &[u8]) -> u64 {
        let columns = self.columns.as_deref().unwrap_or_default();
        columns
            .iter()
            .zip(word)
            .fold(0, |sum, (column, digit)| sum ^ nim::product(*column, u64::from(*digit)))
    }

    /// The number of words, if it is below 2^64.
    pub fn size(&self) -> Option<u64> {
        u64::from(self.base).checked_pow(self.dimension().try_into().ok()?)
    }

    /// All words, until a visit says that it is enough.
    fn visit_words(&self, visit: &mut dyn FnMut(&[u8]) -> Result<(), StopReason>) -> Result<(), StopReason> {
        let mut word = vec![0; self.length];
        visit(&word)?;
        let mut digits = vec![0u8; self.dimension()];
        // Counting in the base; a word of the basis is added when its digit goes from a to b with the factor a + b.
        while let Some(at) = digits.iter().position(|digit| *digit + 1 < self.base) {
            for (digit, row) in digits.iter_mut().zip(&self.basis).take(at) {
                add_multiple(&mut word, u64::from(*digit), row);
                *digit = 0;
            }
            let next = digits[at] + 1;
            add_multiple(&mut word, u64::from(digits[at] ^ next), &self.basis[at]);
            digits[at] = next;
            visit(&word)?;
        }
        Ok(())
    }

    /// How many words there are of each weight 0, …, n.
    ///
    /// Cost: B^k words, for dimension k.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn weights(&self, limits: &Limits) -> Result<Vec<u64>, StopReason> {
        let mut weights = vec![0; self.length + 1];
        self.visit_words(&mut |word| {
            weights[weight(word)] += 1;
            limits.poll()
        })?;
        Ok(weights)
    }

    /// A word of the code at the least distance e from `word`, if e is less than d; for e < d/2 it is the only one.
    ///
    /// Cost: the words of the code where these are few, else the ways to change e - 1 digits.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn nearest(&self, word: &[u8], limits: &Limits) -> Result<Option<Vec<u8>>, StopReason> {
        if self.size().is_some_and(|size| size <= FEW) {
            let mut best: Option<(usize, Vec<u8>)> = None;
            self.visit_words(&mut |other| {
                let errors = word.iter().zip(other).filter(|(a, b)| a != b).count();
                if best.as_ref().is_none_or(|(least, found)| (errors, other) < (*least, found)) {
                    best = Some((errors, other.to_vec()));
                }
                limits.poll()
            })?;
            return Ok(best.filter(|(errors, _)| *errors < self.distance).map(|(_, word)| word));
        }
        let syndrome = self.syndrome(word);
        for errors in 0..self.distance {
            let mut changed = word.to_vec();
            if self.complete(&mut changed, syndrome, errors, self.length, limits)? {
                return Ok(Some(changed));
            }
        }
        Ok(None)
    }

    /// Changes `count` digits of the word in places below `below` so that the syndrome vanishes, if that can be done.
    fn complete(
        &self,
        word: &mut [u8],
        syndrome: u64,
        count: usize,
        below: usize,
        limits: &Limits,
    ) -> Result<bool, StopReason> {
        if count == 0 {
            return Ok(syndrome == 0);
        }
        limits.poll()?;
        let columns = self.columns.as_deref().unwrap_or_default();
        for place in (0..below).rev() {
            for change in 1..self.base {
                let rest = syndrome ^ nim::product(u64::from(change), columns[place]);
                if count == 1 && rest != 0 {
                    continue;
                }
                word[place] ^= change;
                if self.complete(word, rest, count - 1, place, limits)? {
                    return Ok(true);
                }
                word[place] ^= change;
            }
        }
        Ok(false)
    }

    /// The name of the code, where the literature has one: the only code with its parameters, up to the order of places and
    /// factors in each.
    pub fn name(&self) -> Option<&'static str> {
        match (self.base, self.length, self.dimension(), self.distance) {
            (_, _, _, 1) => Some("the whole space"),
            (_, _, _, 2) => Some("a code with one parity check"),
            (4, 6, 3, 4) => Some("the hexacode"),
            (_, n, 1, d) if n == d => Some("the repetition code"),
            _ => None,
        }
    }

    /// The word that digits write, that of the greatest place first: 0 to 3, or 0 to 9 and a to f; the place of one that is no digit.
    ///
    /// # Errors
    /// The byte where the text has something else.
    pub fn read(&self, text: &str) -> Result<Vec<u8>, usize> {
        let digits = text.char_indices().map(|(at, c)| match c.to_digit(self.base.into()) {
            Some(digit) => Ok(digit as u8),
            None => Err(at),
        });
        let mut digits: Vec<u8> = digits.collect::<Result<_, _>>()?;
        digits.reverse();
        Ok(digits)
    }

    /// A word as text, the greatest place first.
    pub fn show(&self, word: &[u8]) -> String {
        word.iter().rev().filter_map(|digit| char::from_digit((*digit).into(), self.base.into())).collect()
    }
}

/// The number of digits that are not 0.
fn weight(word: &[u8]) -> usize {
    word.iter().filter(|digit| **digit != 0).count()
}

/// Adds a multiple of one word to another.
fn add_multiple(word: &mut [u8], factor: u64, other: &[u8]) {
    if factor == 0 {
        return;
    }
    for (digit, other) in word.iter_mut().zip(other).filter(|(_, other)| **other != 0) {
        *digit ^= nim::product(factor, u64::from(*other)) as u8;
    }
}

/// The bits of a digit, and those below the leading digit of a number that is not 0.
fn width(base: u8) -> u32 {
    base.ilog2()
}

fn leading(base: u8, value: u64) -> u32 {
    value.ilog2() / width(base) * width(base)
}

/// The digit that begins with a bit.
fn digit(base: u8, value: u64, from: u32) -> u64 {
    value >> from & u64::from(base - 1)
}

/// The inverse of a digit that is not 0.
fn inverse(digit: u64) -> u64 {
    (1..16).find(|other| nim::product(digit, *other) == 1).expect("the digits are a field")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The greedy code by its definition.
    fn greedy(base: u8, length: usize, distance: usize) -> Vec<Vec<u8>> {
        let mut code: Vec<Vec<u8>> = Vec::new();
        for number in 0..u64::from(base).pow(length as u32) {
            let digit = |place: u32| (number / u64::from(base).pow(place) % u64::from(base)) as u8;
            let word: Vec<u8> = (0..length as u32).map(digit).collect();
            let differ = |other: &Vec<u8>| word.iter().zip(other).filter(|(a, b)| a != b).count();
            if code.iter().all(|other| differ(other) >= distance) {
                code.push(word);
            }
        }
        code
    }

    #[test]
    fn the_code_is_the_greedy_code() {
        for (base, longest) in [(4, 6), (16, 3)] {
            for length in 1..=longest {
                for distance in 1..=length + 1 {
                    let code = FieldLexicode::new(base, length, distance, &Limits::none()).unwrap();
                    let mut words = Vec::new();
                    code.visit_words(&mut |word| {
                        words.push(word.to_vec());
                        Ok(())
                    })
                    .unwrap();
                    words.sort_unstable_by(|a, b| a.iter().rev().cmp(b.iter().rev()));
                    let expected = greedy(base, length, distance);
                    assert!(expected.iter().all(|word| code.contains(word)), "{base}, {length}, {distance}");
                    assert_eq!(words, expected, "{base}, {length}, {distance}");
                    // The basis words are the least ones with their greatest place.
                    let greatest = |word: &[u8]| word.iter().rposition(|digit| *digit != 0);
                    for row in code.basis() {
                        assert_eq!(expected.iter().find(|word| greatest(word) == greatest(row)), Some(row));
                    }
                    let weights = code.weights(&Limits::none()).unwrap();
                    assert_eq!(weights.iter().sum::<u64>(), code.size().unwrap());
                    assert_eq!(
                        weights.iter().skip(1).position(|count| *count > 0).is_some(),
                        code.dimension() > 0
                    );
                }
            }
        }
    }

    /// Fails when a correction is not a nearest word: by both ways, against all words.
    #[test]
    fn corrections_are_nearest_words() {
        let code = FieldLexicode::new(4, 6, 4, &Limits::none()).unwrap();
        let words = greedy(4, 6, 4);
        let limits = Limits::none();
        for number in (0..4u64.pow(6)).step_by(7) {
            let word: Vec<u8> = (0..6).map(|place| (number >> (2 * place) & 3) as u8).collect();
            let distance = |other: &[u8]| word.iter().zip(other).filter(|(a, b)| a != b).count();
            let least = words.iter().map(|other| distance(other)).min().unwrap();
            let found = code.nearest(&word, &limits).unwrap().unwrap();
            assert_eq!((distance(&found), words.contains(&found)), (least, true));
            let mut changed = word.clone();
            assert!(code.complete(&mut changed, code.syndrome(&word), least, 6, &limits).unwrap());
            assert!(words.contains(&changed) && distance(&changed) == least);
            assert_eq!(code.read(&code.show(&word)), Ok(word));
        }
    }

    /// Fails when long codes are wrong: their words have the distance, and short codes are their first places.
    #[test]
    fn long_codes() {
        let limits = Limits::none();
        for (base, length, distance) in [(4, 60, 4), (4, 20, 6), (16, 100, 3), (16, 17, 4)] {
            let long = FieldLexicode::new(base, length, distance, &limits).unwrap();
            let short = FieldLexicode::new(base, length / 2, distance, &limits).unwrap();
            for (row, start) in long.basis().iter().zip(short.basis()) {
                assert_eq!(&row[..length / 2], start);
            }
            assert!(long.basis().iter().all(|row| long.contains(row) && weight(row) >= distance));
        }
        assert!(FieldLexicode::new(8, 4, 2, &limits).is_err());
        let message = FieldLexicode::new(16, 200, 9, &limits).unwrap_err().to_string();
        assert!(message.contains("settled to length"), "{message}");
    }
}
