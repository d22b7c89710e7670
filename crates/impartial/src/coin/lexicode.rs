//! Lexicodes: the lexicographically first codes of a length and distance, which are the P-positions of the game
//! "turn fewer than d coins" [L, section 3].

use std::cmp::Reverse;

use num_bigint::BigUint;

use super::deep_hole;
use super::reach::MOST_BITS;
use super::row::values_within;
use super::word::Word;
use crate::limits::{Limits, StopReason, Unanswered};

/// The longest code.
pub const LONGEST: usize = Word::LONGEST;

/// A code of at most so many dimensions is decoded by looking at its words.
const FEW: usize = 16;

/// The lexicode of length n and distance d.
///
/// Words are ordered as binary numbers.
///
/// ```
/// use impartial::coin::Lexicode;
/// use impartial::limits::Limits;
/// let golay = Lexicode::new(23, 7, &Limits::none()).unwrap();
/// assert_eq!((golay.dimension(), golay.name()), (12, Some("the binary Golay code")));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lexicode {
    length: usize,
    distance: usize,
    /// The nimbers of the coins.
    columns: Vec<Word>,
    basis: Vec<Word>,
}

impl Lexicode {
    /// The code: from the values of the coins, where these are small numbers (a word is in it iff the nim sum of the values of its
    /// coins is 0), or word by word of its basis, where these are few.
    ///
    /// # Errors
    /// [`Unanswered`] when it has too many words for the one way and too few for the other, or a limit is reached.
    pub fn new(length: usize, distance: usize, limits: &Limits) -> Result<Self, Unanswered> {
        if length > LONGEST || distance == 0 {
            let message = format!("lexicodes are computed for lengths up to {LONGEST} and distances from 1");
            return Err(Unanswered::OutOfReach(message));
        }
        // The first d - 1 coins are independent.
        if distance > MOST_BITS as usize + 1 || distance > length {
            let basis = deep_hole::basis(length, distance, limits)?;
            return Ok(Lexicode { length, distance, columns: columns(length, &basis), basis });
        }
        let values = Self::values(length, distance, limits)?;
        if values.len() == length {
            return Ok(Self::from_values(length, distance, &values));
        }
        let basis = deep_hole::basis(length, distance, limits).map_err(|error| match error {
            Unanswered::OutOfReach(why) => Unanswered::OutOfReach(format!(
                "{why}; by the values of the coins, lengths to {} are settled",
                values.len()
            )),
            stopped @ Unanswered::Stopped(_) => stopped,
        })?;
        Ok(Lexicode { length, distance, columns: columns(length, &basis), basis })
    }

    /// The values of the coins, as far as there is room for them.
    fn values(length: usize, distance: usize, limits: &Limits) -> Result<Vec<u64>, Unanswered> {
        match distance {
            // No coin may be turned, so every coin is worth 0.
            1 => Ok(vec![0; length]),
            _ => values_within(1, distance - 1, length as u64, limits),
        }
    }

    fn from_values(length: usize, distance: usize, columns: &[u64]) -> Self {
        // In echelon form: a value and the word of coins that makes it.
        let mut rows: Vec<(u64, Word)> = Vec::new();
        let mut basis = Vec::new();
        for (coin, column) in columns.iter().enumerate() {
            let (mut value, mut word) = (*column, Word::coin(coin));
            for (pivot, made) in &rows {
                if value ^ pivot < value {
                    value ^= pivot;
                    word = word ^ *made;
                }
            }
            if value == 0 {
                basis.push(word);
            } else {
                rows.push((value, word));
                rows.sort_unstable_by(|a, b| b.cmp(a));
            }
        }
        Lexicode {
            length,
            distance,
            columns: columns.iter().map(|value| Word::from(*value)).collect(),
            basis,
        }
    }

    /// The length n.
    pub fn length(&self) -> usize {
        self.length
    }

    /// The distance d that was asked for; the code has at least this one.
    pub fn distance(&self) -> usize {
        self.distance
    }

    /// The dimension over F_2.
    pub fn dimension(&self) -> usize {
        self.basis.len()
    }

    /// The basis of words that are least among those with their greatest coordinate.
    pub fn basis(&self) -> &[Word] {
        &self.basis
    }

    /// The columns of a parity check matrix: the nimbers of the single coins.
    pub fn columns(&self) -> Vec<BigUint> {
        self.columns.iter().map(|column| column.number()).collect()
    }

    /// Whether a word is in the code: whether it is lost as a position.
    pub fn contains(&self, word: Word) -> bool {
        self.syndrome(word).is_zero()
    }

    /// The nimber of a word as a position.
    fn syndrome(&self, word: Word) -> Word {
        let heads = (0..self.length).filter(|coin| word.has(*coin));
        heads.fold(Word::default(), |sum, coin| sum ^ self.columns[coin])
    }

    /// All words, 0 first.
    fn words(&self) -> impl Iterator<Item = Word> + '_ {
        let mut word = Word::default();
        (0u64..1 << self.dimension()).map(move |step| {
            // Gray code: one basis word changes at each step.
            if step > 0 {
                word = word ^ self.basis[step.trailing_zeros() as usize];
            }
            word
        })
    }

    /// How many words there are of each weight 0, …, n.
    ///
    /// Cost: 2^k for dimension k.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn weights(&self, limits: &Limits) -> Result<Vec<u64>, StopReason> {
        let mut weights = vec![0; self.length + 1];
        for (step, word) in (0u64..).zip(self.words()) {
            weights[word.weight()] += 1;
            if step & 0xffff == 0 {
                limits.poll()?;
            }
        }
        Ok(weights)
    }

    /// The only word of the code at distance less than d/2 from `word`, if there is one: the correction of errors.
    ///
    /// Cost: the words of the code, where these are few; else the ways to choose fewer than d/2 coins but one.
    pub fn correct(&self, word: Word) -> Option<Word> {
        if self.dimension() <= FEW {
            return self.words().find(|other| 2 * (*other ^ word).weight() < self.distance);
        }
        let syndrome = self.syndrome(word);
        (0..self.distance.div_ceil(2)).find_map(|errors| self.completed(word, syndrome, errors, self.length))
    }

    /// The word of the code that a legal move of the game reaches from `word`, the one with the fewest coins turned: for a
    /// word above its correction, that. `None` for a word of the code.
    ///
    /// Cost: as for [`correct`](Self::correct), with d in place of d/2.
    pub fn best_move(&self, word: Word) -> Option<Word> {
        if self.contains(word) {
            return None;
        }
        if self.dimension() <= FEW {
            // Among moves that turn equally many coins the one that turns the greatest.
            let turned = self.words().filter(|other| *other < word).map(|other| other ^ word);
            let best = turned.min_by_key(|turned| (turned.weight(), Reverse(*turned)));
            return best.filter(|turned| turned.weight() < self.distance).map(|turned| turned ^ word);
        }
        let syndrome = self.syndrome(word);
        (1..self.distance).find_map(|count| {
            // The greatest coin turned is a head.
            (0..self.length).rev().filter(|coin| word.has(*coin)).find_map(|coin| {
                self.completed(word ^ Word::coin(coin), syndrome ^ self.columns[coin], count - 1, coin)
            })
        })
    }

    /// `word` with `count` coins below `below` turned so that the syndrome vanishes.
    fn completed(&self, word: Word, syndrome: Word, count: usize, below: usize) -> Option<Word> {
        let columns = &self.columns[..below];
        match count {
            0 => syndrome.is_zero().then_some(word),
            // The last coin is known by its value.
            1 => columns.iter().rposition(|value| *value == syndrome).map(|coin| word ^ Word::coin(coin)),
            _ => (0..below).rev().find_map(|coin| {
                self.completed(word ^ Word::coin(coin), syndrome ^ columns[coin], count - 1, coin)
            }),
        }
    }

    /// The name of the code, where the literature has one: the codes named are the only ones with their length,
    /// dimension and distance, up to the order of coordinates.
    pub fn name(&self) -> Option<&'static str> {
        let (n, k) = (self.length, self.dimension());
        match self.distance {
            1 => Some("the whole space"),
            2 => Some("the parity check code"),
            3 if n >= 3 && (n + 1).is_power_of_two() && n - k == (n + 1).ilog2() as usize => {
                Some("a Hamming code")
            }
            4 if n >= 4 && n.is_power_of_two() && n - k == n.ilog2() as usize + 1 => {
                Some("an extended Hamming code")
            }
            5 if (n, k) == (17, 9) => Some("the quadratic residue code of length 17"),
            7 if (n, k) == (23, 12) => Some("the binary Golay code"),
            8 if (n, k) == (24, 12) => Some("the extended binary Golay code"),
            d if n == d => Some("the repetition code"),
            d if d.is_power_of_two() && n == 2 * d - 1 && k == d.ilog2() as usize + 1 => {
                Some("a simplex code")
            }
            d if d.is_power_of_two() && n == 2 * d && k == d.ilog2() as usize + 2 => {
                Some("a Reed-Muller code of the first order")
            }
            _ => None,
        }
    }

    /// A word as text, the greatest coordinate first.
    pub fn show(&self, word: Word) -> String {
        word.digits(self.length)
    }
}

/// The nimbers of the coins, from the basis: those of coins on which no word of it ends are independent.
fn columns(length: usize, basis: &[Word]) -> Vec<Word> {
    let mut columns: Vec<Word> = Vec::with_capacity(length);
    let mut independent = 0;
    for coin in 0..length {
        columns.push(match basis.iter().find(|word| word.greatest() == Some(coin)) {
            Some(word) => {
                let others = (0..coin).filter(|other| word.has(*other));
                others.fold(Word::default(), |sum, other| sum ^ columns[other])
            }
            None => {
                independent += 1;
                Word::coin(independent - 1)
            }
        });
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The greedy code by its definition.
    fn greedy(length: usize, distance: u32) -> Vec<u64> {
        let mut code: Vec<u64> = Vec::new();
        for word in 0..1u64 << length {
            if code.iter().all(|other| (other ^ word).count_ones() >= distance) {
                code.push(word);
            }
        }
        code
    }

    #[test]
    fn the_game_is_the_greedy_code() {
        for length in 1..=11usize {
            for distance in 1..=length + 1 {
                let code = Lexicode::new(length, distance, &Limits::none()).unwrap();
                let words: Vec<u64> =
                    (0..1 << length).filter(|word| code.contains(Word::from(*word))).collect();
                assert_eq!(words, greedy(length, distance as u32), "n = {length}, d = {distance}");
                assert_eq!(words.len(), 1 << code.dimension());
                let weights = code.weights(&Limits::none()).unwrap();
                assert!((1..distance.min(length + 1)).all(|weight| weights[weight] == 0));
                assert_eq!(weights.iter().sum::<u64>(), 1 << code.dimension());
                // The basis words are the least ones with their greatest coordinate.
                for word in code.basis() {
                    let least = words
                        .iter()
                        .map(|other| Word::from(*other))
                        .find(|other| other.greatest() == word.greatest());
                    assert_eq!(least, Some(*word));
                }
            }
        }
    }

    /// The codes that [L, section 3] names.
    #[test]
    fn known_codes() {
        for (length, distance, dimension, named) in [
            (7, 3, 4, true),
            (15, 3, 11, true),
            (8, 4, 4, true),
            (16, 4, 11, true),
            (17, 5, 9, true),
            (18, 6, 9, false),
            (23, 7, 12, true),
            (24, 8, 12, true),
            (24, 2, 23, true),
        ] {
            let code = Lexicode::new(length, distance, &Limits::none()).unwrap();
            assert_eq!((code.dimension(), code.name().is_some()), (dimension, named), "{length}, {distance}");
        }
        let golay = Lexicode::new(24, 8, &Limits::none()).unwrap();
        let weights = golay.weights(&Limits::none()).unwrap();
        assert_eq!([weights[0], weights[8], weights[12], weights[16], weights[24]], [1, 759, 2576, 759, 1]);
    }

    /// Three errors in the Golay code are corrected by the best move, from any word where that move is legal.
    #[test]
    fn decoding_is_the_best_move() {
        let golay = Lexicode::new(23, 7, &Limits::none()).unwrap();
        let word = golay.basis()[3] ^ golay.basis()[10];
        for errors in [0b1u64, 0b101, 1 << 22 | 1 << 9 | 1, 7 << 12] {
            let received = word ^ Word::from(errors);
            assert_eq!(golay.correct(received), Some(word));
            let moved = golay.best_move(received).unwrap();
            assert!(golay.contains(moved));
            assert!(moved < received && (moved ^ received).weight() < 7);
            if word < received {
                assert_eq!(moved, word);
            }
        }
        assert_eq!(golay.best_move(word), None);
    }

    /// Fails when long codes are not what short ones and the literature say: Hamming codes beyond 64 digits; the first digits of a long
    /// code are the short code; corrections undo errors.
    #[test]
    fn long_codes() {
        let hamming = Lexicode::new(255, 3, &Limits::none()).unwrap();
        assert_eq!((hamming.dimension(), hamming.name()), (247, Some("a Hamming code")));
        let long = Lexicode::new(500, 5, &Limits::none()).unwrap();
        let short = Lexicode::new(64, 5, &Limits::none()).unwrap();
        assert_eq!(&long.basis()[..short.dimension()], short.basis());
        assert!(long.basis().iter().all(|word| long.contains(*word) && word.weight() >= 5));
        let word = long.basis()[300] ^ long.basis()[7];
        assert_eq!(long.correct(word ^ Word::coin(499) ^ Word::coin(70)), Some(word));
        assert_eq!(long.correct(word), Some(word));
        let nothing = Lexicode::new(200, 300, &Limits::none()).unwrap();
        assert_eq!((nothing.dimension(), nothing.columns()[199].bits()), (0, 200));
        assert_eq!(nothing.correct(Word::coin(150)), Some(Word::default()));
        assert_eq!(
            (nothing.best_move(Word::coin(3)), nothing.best_move(Word::default())),
            (Some(Word::default()), None)
        );
    }

    /// Fails when the two ways to a code disagree.
    #[test]
    fn deep_holes_and_values_make_the_same_codes() {
        for distance in 2..=11 {
            let length = 2 * distance + 4;
            let values = Lexicode::values(length, distance, &Limits::none()).unwrap();
            let by_values = Lexicode::from_values(length, distance, &values);
            let basis = deep_hole::basis(length, distance, &Limits::none());
            assert_eq!(by_values.columns, columns(length, &by_values.basis), "{length}, {distance}");
            assert_eq!(Ok(by_values.basis), basis, "{length}, {distance}");
        }
    }

    /// Reed-Muller codes of the first order are lexicodes; and all lengths to 128 are settled for distances of at least 62.
    #[test]
    fn codes_of_low_rate() {
        let code = |length, distance| Lexicode::new(length, distance, &Limits::none());
        for power in [4, 5, 6, 7] {
            let long = code(1 << power, 1 << (power - 1)).unwrap();
            assert_eq!(
                (long.dimension(), long.name()),
                (power + 1, Some("a Reed-Muller code of the first order"))
            );
            let weights = long.weights(&Limits::none()).unwrap();
            assert_eq!(weights[1 << (power - 1)], (2 << power) - 2);
        }
        assert_eq!(code(127, 64).unwrap().name(), Some("a simplex code"));
        for distance in 62..=128 {
            assert!(code(128, distance).is_ok(), "{distance}");
        }
        let long = code(128, 64).unwrap();
        let word = long.basis()[7] ^ long.basis()[2];
        let received = (0..31).fold(word, |received, error| received ^ Word::coin(4 * error + 1));
        assert_eq!(long.correct(received), Some(word));
        let message = code(128, 40).unwrap_err().to_string();
        assert!(message.contains("settled to length"), "{message}");
    }
}
