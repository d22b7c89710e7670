//! Kind `lexicode`: the lexicographically first binary code of a length n and distance d, and the correction of a word.
//!
//! **What is claimed.** The code made greedily, that takes each word of n digits in increasing order if it differs in at least d
//! places from all words taken before, is linear, and `basis` lists its words that are least among those with their
//! greatest coordinate. With `word` and `decoded`: the second is a word of the code, and the only one at a distance below d/2.
//!
//! **What is checked.** A word is taken iff no smaller word at a distance below d is: so the code is the set of the positions
//! that are lost in the game "turn fewer than d coins, the greatest from heads to tails". Each coin is a game of its own
//! (Lenstra, Nim multiplication, section 3), worth the least number that is no nim sum of at most d - 2 values of smaller
//! coins; the code is the kernel. These values are computed here, from the least number of coins that makes each nim sum. The
//! basis lies in the kernel, has its dimension, and no word of it has the greatest coordinate of another.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::fields::{list, number, text};
use crate::{Refusal, Verified};

/// The longest words, and the most nim sums, as a power of two.
const LONGEST: u64 = 512;
const MOST_SUMS: u32 = 26;

/// Checks a code.
pub fn check(certificate: &Value) -> Result<Verified, Refusal> {
    let (length, distance) = (number(certificate, "length")?, number(certificate, "distance")?);
    if !(1..=LONGEST).contains(&length) || distance == 0 {
        return Err(Refusal::Malformed(format!("the length is 1 to {LONGEST}, the distance at least 1")));
    }
    let basis: Result<Vec<Word>, Refusal> =
        list(certificate, "basis")?.iter().map(|text| word(text.as_str().unwrap_or(""), length)).collect();
    let basis = basis?;
    let columns = columns(length, distance)?;
    // Where all coins are independent only the word 0 is taken.
    let is_taken = |word: &Word| match &columns {
        Some(columns) => word.iter().fold(0, |sum, i| sum ^ columns[*i]) == 0,
        None => word.is_empty(),
    };
    let tops: BTreeSet<usize> = basis.iter().filter_map(|word| word.last().copied()).collect();
    let is_reduced = |word: &Word| match word.split_last() {
        Some((_, others)) => others.iter().all(|i| !tops.contains(i)),
        None => false,
    };
    // Words with different greatest coordinates are ordered by these.
    let increases = basis.windows(2).all(|pair| pair[0].last() < pair[1].last());
    let dimension = columns.as_ref().map_or(0, |columns| length - rank(columns));
    if basis.len() as u64 != dimension
        || !increases
        || !basis.iter().all(|word| is_reduced(word) && is_taken(word))
    {
        return Err(Refusal::Refuted("the basis is not that of the code".into()));
    }
    let mut statement = format!(
        "the lexicode of length {length} and distance {distance} has dimension {dimension} and the basis listed"
    );
    if certificate.get("word").is_some() {
        let (given, decoded) = (text(certificate, "word")?, text(certificate, "decoded")?);
        let (from, to) = (word(given, length)?, word(decoded, length)?);
        let differ = |a: &Word, b: &Word| a.iter().filter(|i| !b.contains(i)).count() as u64;
        let errors = differ(&from, &to) + differ(&to, &from);
        if !is_taken(&to) {
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

/// A word by the coordinates of its digits 1, increasing.
type Word = Vec<usize>;

fn word(text: &str, length: u64) -> Result<Word, Refusal> {
    if text.len() as u64 != length || !text.bytes().all(|digit| matches!(digit, b'0' | b'1')) {
        return Err(Refusal::Malformed(format!("a word has {length} digits 0 and 1")));
    }
    Ok(text.bytes().rev().enumerate().filter(|(_, digit)| *digit == b'1').map(|(i, _)| i).collect())
}

/// The values of the coins; none where d is greater than n: any two words are nearer than d, so that only 0 is taken.
fn columns(length: u64, distance: u64) -> Result<Option<Vec<u64>>, Refusal> {
    if distance == 1 {
        // No coin may be turned.
        return Ok(Some(vec![0; length as usize]));
    }
    if distance > length {
        return Ok(None);
    }
    // For each nim sum the least number of coins that makes it.
    let mut coins: Vec<u16> = vec![0];
    let mut columns = Vec::new();
    for _ in 0..length {
        let value = coins.iter().position(|count| u64::from(*count) + 2 > distance).unwrap_or(coins.len());
        if value == coins.len() {
            if coins.len() >> MOST_SUMS > 0 {
                return Err(Refusal::Unknown("the code has too many parity checks".into()));
            }
            coins.resize(2 * coins.len(), u16::MAX - 1);
        }
        for sum in 0..coins.len() {
            let other = sum ^ value;
            if sum < other {
                let (a, b) = (coins[sum], coins[other]);
                (coins[sum], coins[other]) = (a.min(b + 1), b.min(a + 1));
            }
        }
        columns.push(value as u64);
    }
    Ok(Some(columns))
}

fn rank(columns: &[u64]) -> u64 {
    let mut rows: Vec<u64> = Vec::new();
    for column in columns {
        let rest = rows.iter().fold(*column, |rest, row| rest.min(rest ^ row));
        if rest > 0 {
            rows.push(rest);
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
                let columns = columns(length, distance).unwrap();
                let is_taken = |word: &u64| match &columns {
                    Some(columns) => {
                        let ones = (0..length).filter(|i| word >> i & 1 == 1);
                        ones.fold(0, |sum, i| sum ^ columns[i as usize]) == 0
                    }
                    None => *word == 0,
                };
                let kernel: Vec<u64> = (0..1 << length).filter(is_taken).collect();
                assert_eq!(kernel, code, "n = {length}, d = {distance}");
                let dimension = columns.map_or(0, |columns| length - rank(&columns));
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
}
