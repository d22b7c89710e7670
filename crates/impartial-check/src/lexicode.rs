//! Kind `lexicode`: the lexicographically first binary code of a length n and distance d, and the correction of a word.
//!
//! **What is claimed.** The code made greedily, that takes each word of n digits in increasing order if it differs in at least d
//! places from all words taken before, is linear, and `basis` lists its words that are least among those with their
//! greatest coordinate. With `word` and `decoded`: the second is a word of the code, and the only one at a distance below d/2. With `base`
//! (4 or 16) the words have that many digits, and linear means over the field of so many nimbers.
//!
//! **What is checked.** A word is taken iff no smaller word at a distance below d is: so the code is the set of the positions
//! that are lost in the game "turn fewer than d coins, the greatest from heads to tails". Each coin is a game of its own
//! (Lenstra, Nim multiplication, section 3), worth the least number that is no nim sum of at most d - 2 values of smaller
//! coins; the code is the kernel. These values are computed here, from the least number of coins that makes each nim sum. The
//! basis lies in the kernel, has its dimension, and no word of it has the greatest coordinate of another. In base 4 and 16 a coin is a place,
//! and multiples of values by digits take the place of values (Conway and Sloane, Lexicographic codes). Codes with too many
//! parity checks for that, but few words, are checked word by word (`lexicode_holes`).

use std::collections::BTreeSet;

use serde_json::Value;

use crate::fields::{list, number, text};
use crate::{Refusal, Verified, lexicode_holes};

/// The longest words, and the most nim sums, as a power of two.
const LONGEST: u64 = 512;
const MOST_SUMS: u32 = 26;

/// Checks a code.
pub fn check(certificate: &Value) -> Result<Verified, Refusal> {
    let (length, distance) = (number(certificate, "length")?, number(certificate, "distance")?);
    if !(1..=LONGEST).contains(&length) || distance == 0 {
        return Err(Refusal::Malformed(format!("the length is 1 to {LONGEST}, the distance at least 1")));
    }
    let base = if certificate.get("base").is_some() { number(certificate, "base")? } else { 2 };
    if !matches!(base, 2 | 4 | 16) {
        return Err(Refusal::Malformed("the base is 2, 4 or 16".into()));
    }
    let basis: Result<Vec<Word>, Refusal> = list(certificate, "basis")?
        .iter()
        .map(|text| word(text.as_str().unwrap_or(""), base, length))
        .collect();
    let basis = basis?;
    let places = |word: &Word| -> Vec<usize> { word.iter().map(|(place, _)| *place).collect() };
    // Words with different greatest coordinates are ordered by these.
    let increases =
        basis.windows(2).all(|pair| pair[0].last().map(|last| last.0) < pair[1].last().map(|last| last.0));
    let tops: BTreeSet<usize> =
        basis.iter().filter_map(|word| word.last()).map(|(place, _)| *place).collect();
    let is_reduced = |word: &Word| match word.split_last() {
        Some(((_, digit), others)) => *digit == 1 && others.iter().all(|(place, _)| !tops.contains(place)),
        None => false,
    };
    if !increases || !basis.iter().all(is_reduced) {
        return Err(Refusal::Refuted("the basis is not that of the code".into()));
    }
    let field = Field::new(base);
    // Reduces by the basis: nothing is left of the words of the code.
    let is_sum_of_basis = |word: &Word| {
        let mut digits = vec![0u8; length as usize];
        word.iter().for_each(|(place, digit)| digits[*place] = *digit);
        for row in basis.iter().rev() {
            let factor = row.last().map_or(0, |(place, _)| digits[*place]);
            row.iter().for_each(|(place, digit)| digits[*place] ^= field.product(factor, *digit));
        }
        digits.iter().all(|digit| *digit == 0)
    };
    match columns(&field, length, distance) {
        Ok(columns) => {
            let is_taken = |word: &Word| match &columns {
                Some(columns) => {
                    word.iter().fold(0, |sum, (place, digit)| sum ^ field.multiple(*digit, columns[*place]))
                        == 0
                }
                // Where all coins are independent only the word 0 is taken.
                None => word.is_empty(),
            };
            let dimension = columns.as_ref().map_or(0, |columns| length - rank(&field, columns));
            if basis.len() as u64 != dimension || !basis.iter().all(is_taken) {
                return Err(Refusal::Refuted("the basis is not that of the code".into()));
            }
        }
        Err(_) if base == 2 => {
            let basis: Vec<Vec<usize>> = basis.iter().map(places).collect();
            lexicode_holes::check(&basis, length as usize, distance as usize)?;
        }
        Err(reason) => return Err(reason),
    }
    let of = if base == 2 { String::new() } else { format!(" in base {base}") };
    let mut statement = format!(
        "the lexicode of length {length} and distance {distance}{of} has dimension {} and the basis listed",
        basis.len()
    );
    if certificate.get("word").is_some() {
        let (given, decoded) = (text(certificate, "word")?, text(certificate, "decoded")?);
        let (from, to) = (word(given, base, length)?, word(decoded, base, length)?);
        let digit = |word: &Word, at: usize| {
            word.iter().find(|(place, _)| *place == at).map_or(0, |(_, digit)| *digit)
        };
        let errors = (0..length as usize).filter(|at| digit(&from, *at) != digit(&to, *at)).count() as u64;
        if !is_sum_of_basis(&to) {
            return Err(Refusal::Refuted(format!("{decoded} is not in the code")));
        }
        statement += &match 2 * errors < distance {
            true => format!(
                "; {decoded} is its only word that differs from {given} in fewer than {distance}/2 places"
            ),
            false => format!("; {decoded} is a word of it that differs from {given} in {errors} places"),
        };
    }
    Ok(Verified { kind: "lexicode".into(), statement })
}

/// A word by its places with another digit than 0, increasing, and these digits.
type Word = Vec<(usize, u8)>;

fn word(text: &str, base: u64, length: u64) -> Result<Word, Refusal> {
    let digits: Option<Vec<u8>> =
        text.chars().rev().map(|digit| digit.to_digit(base as u32).map(|digit| digit as u8)).collect();
    match digits {
        Some(digits) if digits.len() as u64 == length => {
            Ok(digits.into_iter().enumerate().filter(|(_, digit)| *digit != 0).collect())
        }
        _ => Err(Refusal::Malformed(format!("a word has {length} digits below {base}"))),
    }
}

/// The nimbers below the base.
struct Field {
    base: u8,
    products: Vec<Vec<u8>>,
}

impl Field {
    /// By the definition: a b is the least number that is no a'b + ab' + a'b' with a' < a and b' < b.
    fn new(base: u64) -> Self {
        let base = base as u8;
        let mut products = vec![vec![0u8; base.into()]; base.into()];
        for a in 0..usize::from(base) {
            for b in 0..usize::from(base) {
                let smaller = |c: u8| {
                    (0..a).any(|x| (0..b).any(|y| products[x][b] ^ products[a][y] ^ products[x][y] == c))
                };
                products[a][b] =
                    (0..base).find(|c| !smaller(*c)).expect("the nimbers below the base are a field");
            }
        }
        Field { base, products }
    }

    fn product(&self, a: u8, b: u8) -> u8 {
        self.products[usize::from(a)][usize::from(b)]
    }

    /// A number in the base, each digit multiplied.
    fn multiple(&self, digit: u8, number: u64) -> u64 {
        let width = self.base.ilog2();
        let digits = (0..64 / width).map(|place| place * width);
        digits.fold(0, |sum, at| {
            sum | u64::from(self.product(digit, (number >> at) as u8 & (self.base - 1))) << at
        })
    }
}

/// The values of the coins; none where d is greater than n: any two words are nearer than d, so that only 0 is taken.
fn columns(field: &Field, length: u64, distance: u64) -> Result<Option<Vec<u64>>, Refusal> {
    let too_many = || Refusal::Unknown("the code has too many parity checks".into());
    if distance == 1 {
        // No coin may be turned.
        return Ok(Some(vec![0; length as usize]));
    }
    if distance > length {
        return Ok(None);
    }
    // The first d - 1 are independent.
    if (distance - 1) * u64::from(field.base.ilog2()) > u64::from(MOST_SUMS) {
        return Err(too_many());
    }
    // For each nim sum the least number of coins that makes it.
    let mut coins: Vec<u16> = vec![0];
    let mut columns = Vec::new();
    for _ in 0..length {
        let value = coins.iter().position(|count| u64::from(*count) + 2 > distance).unwrap_or(coins.len());
        if value == coins.len() {
            if coins.len() * usize::from(field.base) > 1 << MOST_SUMS {
                return Err(too_many());
            }
            coins.resize(usize::from(field.base) * coins.len(), u16::MAX - 1);
        }
        let before = coins.clone();
        for multiple in (1..field.base).map(|digit| field.multiple(digit, value as u64) as usize) {
            for (sum, count) in coins.iter_mut().enumerate() {
                *count = (*count).min(before[sum ^ multiple] + 1);
            }
        }
        columns.push(value as u64);
    }
    Ok(Some(columns))
}

fn rank(field: &Field, columns: &[u64]) -> u64 {
    let width = field.base.ilog2();
    let leading = |number: u64| number.ilog2() / width * width;
    let digit = |number: u64, at: u32| (number >> at) as u8 & (field.base - 1);
    // The leading digit of each is 1.
    let mut rows: Vec<u64> = Vec::new();
    for column in columns {
        let mut rest = *column;
        for row in &rows {
            rest ^= field.multiple(digit(rest, leading(*row)), *row);
        }
        if rest > 0 {
            let first = digit(rest, leading(rest));
            let inverse =
                (1..field.base).find(|other| field.product(first, *other) == 1).expect("digits are a field");
            rows.push(field.multiple(inverse, rest));
            rows.sort_unstable_by(|a, b| b.cmp(a));
        }
    }
    rows.len() as u64
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// The greedy code by its definition has the words of the kernel.
    #[test]
    fn the_kernel_is_the_greedy_code() {
        for length in 1..=10u64 {
            for distance in 1..=length + 1 {
                let mut code: Vec<u64> = Vec::new();
                for word in 0..1u64 << length {
                    if code.iter().all(|other| u64::from((other ^ word).count_ones()) >= distance) {
                        code.push(word);
                    }
                }
                let field = Field::new(2);
                let columns = columns(&field, length, distance).unwrap();
                let is_taken = |word: &u64| match &columns {
                    Some(columns) => {
                        let ones = (0..length).filter(|i| word >> i & 1 == 1);
                        ones.fold(0, |sum, i| sum ^ columns[i as usize]) == 0
                    }
                    None => *word == 0,
                };
                let kernel: Vec<u64> = (0..1 << length).filter(is_taken).collect();
                assert_eq!(kernel, code, "n = {length}, d = {distance}");
                let dimension = columns.map_or(0, |columns| length - rank(&field, &columns));
                assert_eq!(1 << dimension, code.len());
            }
        }
    }

    #[test]
    fn the_hamming_code_is_accepted_and_every_change_refused() {
        let hamming = json!({
            "kind": "lexicode", "length": 7, "distance": 3,
            "basis": ["0000111", "0011001", "0101010", "1001011"],
            "word": "1110111", "decoded": "1111111",
        });
        let statement = check(&hamming).unwrap().statement;
        assert!(statement.contains("dimension 4") && statement.contains("its only word"), "{statement}");
        for (name, value) in [
            ("length", json!(8)),
            ("distance", json!(4)),
            ("basis", json!(["0000111", "0011001", "0101010"])),
            ("basis", json!(["0000111", "0011110", "0101010", "1001011"])),
            ("basis", json!(["0011001", "0000111", "0101010", "1001011"])),
            ("decoded", json!("0000001")),
            ("word", json!("11")),
            ("basis", json!(7)),
            ("length", json!(513)),
        ] {
            let mut changed = hamming.clone();
            changed[name] = value;
            assert!(check(&changed).is_err(), "{changed}");
        }
    }

    /// Fails when a basis of few words is refused although it is right, or accepted with a digit changed, a word left out, or too long.
    #[test]
    fn words_that_are_left_out_are_looked_for() {
        let low = |basis: &[&str], length: u64, distance: u64| {
            let basis: Vec<Vec<usize>> = basis
                .iter()
                .map(|text| word(text, 2, length).unwrap().iter().map(|(place, _)| *place).collect())
                .collect();
            lexicode_holes::check(&basis, length as usize, distance as usize)
        };
        let (a, b, c) = ("00000011111111", "00111100001111", "11001100110011");
        assert!(low(&[a, b, c], 14, 8).is_ok());
        for basis in [
            &[a, b][..],
            &[a, c],
            &[a, b, "11010100110011"],
            &[a, "01011100001111", c],
            &["00000111111111", b, c],
        ] {
            assert!(low(basis, 14, 8).is_err(), "{basis:?}");
        }
        // The other way to the same answer, for all short codes.
        let field = Field::new(2);
        for length in 1..=12u64 {
            for distance in 2..=length {
                let columns = columns(&field, length, distance).unwrap().unwrap();
                let kernel = |word: &u64| {
                    (0..length).filter(|i| word >> i & 1 == 1).fold(0, |sum, i| sum ^ columns[i as usize])
                        == 0
                };
                let basis: Vec<Vec<usize>> = (0..length)
                    .filter_map(|top| (1u64 << top..2 << top).find(kernel))
                    .map(|word| (0..64).filter(|i| word >> i & 1 == 1).collect())
                    .collect();
                assert!(
                    lexicode_holes::check(&basis, length as usize, distance as usize).is_ok(),
                    "{length}, {distance}"
                );
            }
        }
    }
}
