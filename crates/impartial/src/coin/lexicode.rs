//! Lexicodes: the lexicographically first codes of a length and distance, which are the P-positions of the game
//! "turn fewer than d coins" [L, section 3].

use num_bigint::BigUint;

use super::row::RowGame;
use super::word::Word;
use crate::limits::{Limits, StopReason, Unanswered};

/// The longest code.
pub const LONGEST: usize = Word::LONGEST;

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
    /// The nimbers of the coins; nothing when d is greater than n, where they are the powers of two.
    columns: Option<Vec<u64>>,
    basis: Vec<Word>,
}

impl Lexicode {
    /// The code, from the values of the coins: a word is in it iff the nim sum of the values of its coins is 0.
    ///
    /// # Errors
    /// [`Unanswered`] when the length or the redundancy is too large, or a limit is reached.
    pub fn new(length: usize, distance: usize, limits: &Limits) -> Result<Self, Unanswered> {
        if length > LONGEST || distance == 0 {
            let message = format!("lexicodes are computed for lengths up to {LONGEST} and distances from 1");
            return Err(Unanswered::OutOfReach(message));
        }
        // With distance 1 no coin may be turned, so every coin is worth 0; beyond the length no word but 0 is left.
        let columns = match distance {
            1 => vec![0; length],
            _ if distance > length => {
                return Ok(Lexicode { length, distance, columns: None, basis: Vec::new() });
            }
            _ => RowGame::Some { least: 1, most: distance - 1 }.values(length as u64, limits)?,
        };
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
        Ok(Lexicode { length, distance, columns: Some(columns), basis })
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
        match &self.columns {
            Some(columns) => columns.iter().copied().map(BigUint::from).collect(),
            None => (0..self.length).map(|coin| BigUint::from(1u8) << coin).collect(),
        }
    }

    /// Whether a word is in the code: whether it is lost as a position.
    pub fn contains(&self, word: Word) -> bool {
        self.syndrome(word) == Some(0)
    }

    /// The nimber of a word as a position, where coins are not independent; else 0 for 0 only.
    fn syndrome(&self, word: Word) -> Option<u64> {
        let Some(columns) = &self.columns else { return word.is_zero().then_some(0) };
        Some((0..self.length).filter(|coin| word.has(*coin)).fold(0, |sum, coin| sum ^ columns[coin]))
    }

    /// How many words there are of each weight 0, …, n.
    ///
    /// Cost: 2^k for dimension k.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn weights(&self, limits: &Limits) -> Result<Vec<u64>, StopReason> {
        let mut weights = vec![0; self.length + 1];
        let mut word = Word::default();
        weights[0] = 1;
        for step in 1u64..1 << self.dimension() {
            // Gray code: one basis word changes at each step.
            word = word ^ self.basis[step.trailing_zeros() as usize];
            weights[word.weight()] += 1;
            if step & 0xfff_ffff == 0 {
                limits.poll()?;
            }
        }
        Ok(weights)
    }

    /// The only word of the code at distance less than d/2 from `word`, if there is one: the correction of errors.
    pub fn correct(&self, word: Word) -> Option<Word> {
        match (self.syndrome(word), &self.columns) {
            (Some(syndrome), Some(columns)) => (0..self.distance.div_ceil(2))
                .find_map(|errors| completed(columns, word, syndrome, errors, self.length)),
            _ => (2 * word.weight() < self.distance).then(Word::default),
        }
    }

    /// The word of the code that a legal move of the game reaches from `word`, the one with the fewest coins turned: for a
    /// word above its correction, that. `None` for a word of the code.
    pub fn best_move(&self, word: Word) -> Option<Word> {
        match (self.syndrome(word), &self.columns) {
            (Some(0), _) => None,
            (Some(syndrome), Some(columns)) => (1..self.distance).find_map(|count| {
                // The greatest coin turned is a head.
                (0..self.length).rev().filter(|coin| word.has(*coin)).find_map(|coin| {
                    completed(columns, word ^ Word::coin(coin), syndrome ^ columns[coin], count - 1, coin)
                })
            }),
            _ => Some(Word::default()),
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
            _ => None,
        }
    }

    /// A word as text, the greatest coordinate first.
    pub fn show(&self, word: Word) -> String {
        word.digits(self.length)
    }
}

/// `word` with `count` coins below `below` turned so that the syndrome vanishes.
fn completed(columns: &[u64], word: Word, syndrome: u64, count: usize, below: usize) -> Option<Word> {
    match count {
        0 => (syndrome == 0).then_some(word),
        // The last coin is known by its value.
        1 => {
            columns[..below].iter().rposition(|value| *value == syndrome).map(|coin| word ^ Word::coin(coin))
        }
        _ => (0..below).rev().find_map(|coin| {
            completed(columns, word ^ Word::coin(coin), syndrome ^ columns[coin], count - 1, coin)
        }),
    }
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
}
