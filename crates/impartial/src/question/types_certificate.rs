//! Kind `types`: games on finite abelian groups that are too large for a list of all quotients, by isomorphism types.
//!
//! ```
//! use impartial::question::{Asking, NimberQuestion, Question};
//! let question = NimberQuestion { game: "abelian(Z/8192 + Z/8)".into() };
//! let answer = question.ask(&Asking::with_certificate())?;
//! let certificate = answer.certificate.unwrap().unwrap().to_string();
//! assert!(certificate.contains("\"kind\":\"types\""));
//! # Ok::<(), impartial::question::Refused>(())
//! ```

use serde_json::{Value, json};

use super::certificate::NoCertificate;
use crate::game::{Outcome, Play};
use crate::integer::prime_divisors;
use crate::language::{Analyst, Position};

/// What the checker takes: cyclic summands, their order, the length of a game, and moves between types.
const MOST_PARTS: usize = 64;
const LARGEST: u64 = 1 << 42;
const LONGEST_GAME: u64 = 400;
const MOST_MOVES: u64 = 1 << 24;

/// The certificate of a game on an abelian group whose name the checker reads; `None` for other games, and where the types are too many.
pub(super) fn write(analyst: &mut Analyst, position: &Position) -> Option<Result<Value, NoCertificate>> {
    let game = plain_name(&position.to_string());
    if moves(&game)? > MOST_MOVES {
        return None;
    }
    let mut values = || {
        let nimber = analyst.nimber(position)?.value;
        let misere = analyst.outcome(position, Play::Misere)?.value;
        Ok::<(Option<u64>, Outcome), crate::limits::Unanswered>((nimber.to_u64(), misere))
    };
    match values() {
        Ok((Some(nimber), misere)) => Some(Ok(json!({
            "kind": "types", "game": game, "nimber": nimber, "misere": misere.to_string(),
        }))),
        Ok((None, _)) => None,
        Err(why) => Some(Err(NoCertificate::because(why.to_string()))),
    }
}

/// The name with spaces as the checker reads them, and powers of integers worked out: `abelian(Z/2^3+Z/4)` is `abelian(Z/8 + Z/4)`.
fn plain_name(text: &str) -> String {
    let text = text.replace(", ", ",");
    let (game, chosen) = text.find(")[").map_or((text.as_str(), ""), |at| text.split_at(at + 1));
    let Some(inner) = game.strip_prefix("abelian(").and_then(|rest| rest.strip_suffix(')')) else {
        return text;
    };
    let summand = |summand: &str| {
        let power = summand.strip_prefix("Z/").and_then(|rest| rest.split_once('^'));
        let value =
            power.and_then(|(base, exponent)| number(base)?.checked_pow(number(exponent)?.try_into().ok()?));
        value.map_or_else(|| summand.to_owned(), |value| format!("Z/{value}"))
    };
    let summands: Vec<String> = inner.replace(' ', "").split('+').map(summand).collect();
    format!("abelian({}){chosen}", summands.join(" + "))
}

/// How many moves between types a game on an abelian group has at most; `None` when the name is no such game, or one of too large a group.
fn moves(game: &str) -> Option<u64> {
    let (game, chosen) = match game.strip_suffix(']') {
        Some(rest) => rest.split_once('[').map(|(game, chosen)| (game, Some(chosen)))?,
        None => (game, None),
    };
    let (word, inner) = game.strip_suffix(')')?.split_once('(')?;
    let (summands, slash) = match word {
        "abelian" => (inner.split(" + ").collect::<Vec<_>>(), "/"),
        "ring" => (vec![inner.strip_suffix("; non-units").unwrap_or(inner)], "/"),
        "group" | "subgroups" => (inner.split(" x ").collect(), ""),
        _ => return None,
    };
    let mut moduli = Vec::new();
    for summand in summands {
        let (base, copies) = match summand.split_once('^') {
            Some((base, copies)) if slash.is_empty() => (base, number(copies)?),
            Some((base, copies)) if word == "abelian" => {
                (base.strip_prefix('(')?.strip_suffix(')')?, number(copies)?)
            }
            Some(_) => return None,
            None => (summand, 1),
        };
        let modulus = number(base.strip_prefix('Z')?.strip_prefix(slash)?)?;
        if !(1..=LARGEST).contains(&modulus) || moduli.len() as u64 + copies > MOST_PARTS as u64 {
            return None;
        }
        moduli.extend(std::iter::repeat_n(modulus, copies as usize));
    }
    let is_listed = chosen.is_none_or(|chosen| are_elements(chosen, moduli.len()));
    let mut primes: Vec<u64> = moduli.iter().flat_map(|modulus| prime_divisors(*modulus)).collect();
    primes.sort_unstable();
    primes.dedup();
    let (mut total, mut length) = (1_u64, 0);
    for p in primes {
        let exponent =
            |n: &u64| std::iter::successors(Some(*n), |n| n.is_multiple_of(p).then(|| n / p)).count() - 1;
        let mut partition: Vec<u64> = moduli.iter().map(|n| exponent(n) as u64).filter(|e| *e > 0).collect();
        partition.sort_unstable_by(|a, b| b.cmp(a));
        length += partition.iter().sum::<u64>();
        total = total.saturating_mul(moves_of_partition(&partition));
    }
    (is_listed && length <= LONGEST_GAME).then_some(total)
}

/// A number in plain digits.
fn number(text: &str) -> Option<u64> {
    let is_plain = (1..=18).contains(&text.len()) && text.bytes().all(|digit| digit.is_ascii_digit());
    is_plain.then(|| text.parse().ok()).flatten()
}

/// Whether a text is a list of tuples of this many numbers, or of numbers where it is one.
fn are_elements(text: &str, places: usize) -> bool {
    let tuples: Vec<&str> = match places {
        1 => text.split(',').collect(),
        _ => match text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
            Some(inner) => inner.split("),(").collect(),
            None => return false,
        },
    };
    let is_tuple = |tuple: &&str| {
        tuple.split(',').filter_map(number).count() == places && tuple.split(',').count() == places
    };
    tuples.len() <= MOST_PARTS && tuples.iter().all(is_tuple)
}

/// The sum, over all partitions μ inside one, of the number of partitions that interlace with μ: of the products of μ_i - μ_{i+1} + 1.
fn moves_of_partition(partition: &[u64]) -> u64 {
    // For each value of the part that comes before: the sum over the parts from here on.
    let mut after: Option<Vec<u64>> = None;
    for part in partition.iter().rev() {
        let sum = |m: u64| match &after {
            None => m + 1,
            Some(after) => after
                .iter()
                .zip(0..=m)
                .fold(0_u64, |sum, (after, next)| sum.saturating_add(after.saturating_mul(m - next + 1))),
        };
        after = Some((0..=*part).map(sum).collect());
    }
    after.unwrap_or_default().into_iter().fold(0, u64::saturating_add).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain() {
        for (text, plain) in [
            ("abelian(Z/2^3+Z/4)", "abelian(Z/8 + Z/4)"),
            ("abelian(Z/8 + Z/4)[(1, 2), (0, 1)]", "abelian(Z/8 + Z/4)[(1,2),(0,1)]"),
            ("abelian((Z/8)^2)", "abelian((Z/8)^2)"),
            ("abelian(Z/8)[4, 2]", "abelian(Z/8)[4,2]"),
            ("ring(Z/8; non-units)", "ring(Z/8; non-units)"),
            ("group(Z2 x Z4)[(0, 1)]", "group(Z2 x Z4)[(0,1)]"),
        ] {
            assert_eq!(plain_name(text), plain);
        }
    }

    /// The moves of Z/4 + Z/2: from the types (2,1), (2), (1,1), (1) and (), with what stays in place counted.
    #[test]
    fn moves_between_types() {
        assert_eq!(moves_of_partition(&[2, 1]), 4 + 3 + 2 + 2 + 1);
        assert_eq!(moves_of_partition(&[]), 1);
        assert_eq!(moves("abelian(Z/4 + Z/2)"), Some(12));
        assert_eq!(moves("group(Z4 x Z2)[(0,1)]"), Some(12));
        assert_eq!(moves("ring(Z/12)"), Some(6 * 3));
        assert_eq!(moves("abelian((Z/2)^3)"), Some(2 + 2 + 2 + 1));
        for other in [
            "abelian(Z)",
            "abelian(Z/0)",
            "ring(F4)",
            "group(S3)",
            "abelian(Z/4)[x]",
            "abelian(Z/4 + Z/2)[(1)]",
            "gen(Z4)",
            "ring((Z/2)^2)",
            "abelian((Z/2)^65)",
            "abelian(Z/4398046511105)",
            "*3",
        ] {
            assert_eq!(moves(other), None, "{other}");
        }
    }
}
