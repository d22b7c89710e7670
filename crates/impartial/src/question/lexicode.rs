//! The lexicographically first code of a length and distance.

use num_bigint::BigUint;
use serde::Serialize;
use serde::ser::{SerializeSeq as _, Serializer};
use serde_json::json;

use super::{Answer, Asking, Certificate, Claim, Question, Refused, Stopped};
use crate::coin::{Lexicode, Word};

/// The lexicode of a length and distance, and the correction of a word.
///
/// ```
/// use impartial::question::{Asking, LexicodeQuestion, Question};
/// let question = LexicodeQuestion { length: 7, distance: 3, decode: Some("1110111".into()) };
/// let answer = question.ask(&Asking::with_certificate())?;
/// let code = answer.value.code.unwrap();
/// assert_eq!((code.dimension, code.name), (4, Some("a Hamming code")));
/// let certificate = answer.certificate.unwrap().unwrap();
/// assert_eq!(certificate.kind(), "lexicode");
/// assert!(impartial_check::check(&certificate.to_string()).is_ok());
/// # Ok::<(), impartial::question::Refused>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LexicodeQuestion {
    /// The length n of the words.
    pub length: u64,
    /// The least distance d between two words.
    pub distance: u64,
    /// A word of zeros and ones to correct, the greatest coordinate first.
    pub decode: Option<String>,
}

/// A lexicode, if it was found.
#[derive(Clone, Debug, Serialize)]
pub struct LexicodeValue {
    /// The length of the words.
    pub length: u64,
    /// The distance asked for.
    pub distance: u64,
    /// The code.
    #[serde(flatten)]
    pub code: Option<LexicodeFound>,
}

/// A lexicode.
#[derive(Clone, Debug, Serialize)]
pub struct LexicodeFound {
    /// The dimension over F_2.
    pub dimension: usize,
    /// The words that are least among those with their greatest coordinate.
    pub basis: Vec<String>,
    /// The nimbers of the single coins: the columns of a parity check matrix.
    #[serde(serialize_with = "numbers")]
    pub columns: Vec<BigUint>,
    /// The name of the code, where the literature has one.
    pub name: Option<&'static str>,
    /// The least weight of a word other than 0, where words were counted; none in a code of one word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimum_distance: Option<Option<usize>>,
    /// How many words there are of each weight that occurs, where they were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weights: Option<Vec<(usize, u64)>>,
    /// The correction of the word given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decoded: Option<String>,
    /// How many digits the correction changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub errors: Option<u32>,
    /// Whether no other word of the code is as near: proved where fewer than d/2 digits change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_unique: Option<bool>,
}

/// Numbers as numbers as long as they fit 64 bits, and as texts of digits above.
fn numbers<S: Serializer>(numbers: &[BigUint], serializer: S) -> Result<S::Ok, S::Error> {
    let mut list = serializer.serialize_seq(Some(numbers.len()))?;
    for number in numbers {
        match u64::try_from(number) {
            Ok(small) => list.serialize_element(&small)?,
            Err(_) => list.serialize_element(&number.to_string())?,
        }
    }
    list.end()
}

/// Weights are counted for dimensions up to this one.
const COUNTED: usize = 28;

impl Question for LexicodeQuestion {
    type Value = LexicodeValue;

    fn ask(&self, asking: &Asking<'_>) -> Result<Answer<LexicodeValue>, Refused> {
        let mut value = LexicodeValue { length: self.length, distance: self.distance, code: None };
        let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let code = match Lexicode::new(size(self.length), size(self.distance), &asking.limits) {
            Ok(code) => code,
            Err(error) => return Ok(Answer::stopped(value, Stopped::because(error.to_string()))),
        };
        let mut found = LexicodeFound {
            dimension: code.dimension(),
            basis: code.basis().iter().map(|word| code.show(*word)).collect(),
            columns: code.columns(),
            name: code.name(),
            minimum_distance: None,
            weights: None,
            decoded: None,
            errors: None,
            is_unique: None,
        };
        let mut statements = vec!["basis"];
        if code.dimension() <= COUNTED
            && let Ok(weights) = code.weights(&asking.limits)
        {
            let all: Vec<(usize, u64)> =
                weights.iter().copied().enumerate().filter(|(_, count)| *count > 0).collect();
            found.minimum_distance = Some(all.iter().map(|(weight, _)| *weight).find(|weight| *weight > 0));
            found.weights = Some(all);
            statements.push("weights");
        }
        if let Some(word) = &self.decode {
            let (decoded, errors) = decode(&code, word)?;
            (found.decoded, found.errors) = (Some(decoded), Some(errors));
            found.is_unique = Some(2 * u64::from(errors) < self.distance);
            statements.push("decoding");
        }
        let certificate = asking.certify(|| {
            let mut proof = json!({
                "kind": "lexicode", "length": self.length, "distance": self.distance, "basis": found.basis,
            });
            if let (Some(word), Some(decoded)) = (&self.decode, &found.decoded) {
                (proof["word"], proof["decoded"]) = (json!(word), json!(decoded));
            }
            Ok(Certificate::of(&proof))
        });
        value.code = Some(found);
        let claim = Claim::Proved(
            "the code is the kernel of the nimbers of the game \"turn fewer than d coins\" (Lenstra, section 3)"
                .into(),
        );
        let answer = Answer { certificate, ..Answer::new(value, "dimension", claim.clone()) };
        Ok(statements.into_iter().fold(answer, |answer, statement| answer.with(statement, claim.clone())))
    }
}

/// The correction of a word, and how many digits it changes.
fn decode(code: &Lexicode, text: &str) -> Result<(String, u32), Refused> {
    if let Some(at) = text.find(|c| !matches!(c, '0' | '1')) {
        let width = text[at..].chars().next().map_or(0, char::len_utf8);
        return Err(Refused::new("a word has the digits 0 and 1 only").at(text, at..at + width));
    }
    if text.len() != code.length() {
        let message =
            format!("a word of this code has {} digits, and here are {}", code.length(), text.len());
        return Err(Refused::new(message).at(text, 0..text.len()));
    }
    let word = Word::from_digits(text).ok_or_else(|| Refused::new("the word is too long"))?;
    // Where no word is near enough, the best move of the game still reaches one.
    let decoded = code.correct(word).or_else(|| code.best_move(word)).unwrap_or(word);
    Ok((code.show(decoded), (decoded ^ word).weight() as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fails when a correction is called unique although another word of the code is as near, or is not called so although few
    /// digits change.
    #[test]
    fn corrections_that_are_unique_are_said_to_be() {
        for (length, distance) in [(5u64, 3u64), (6, 4), (7, 3), (8, 5)] {
            let code =
                Lexicode::new(length as usize, distance as usize, &crate::limits::Limits::none()).unwrap();
            let words: Vec<u64> = (0..1 << length).filter(|word| code.contains(Word::from(*word))).collect();
            for word in 0..1u64 << length {
                let question =
                    LexicodeQuestion { length, distance, decode: Some(code.show(Word::from(word))) };
                let found = question.ask(&Asking::default()).unwrap().value.code.unwrap();
                let errors = found.errors.unwrap();
                let decoded = u64::from_str_radix(&found.decoded.unwrap(), 2).unwrap();
                assert_eq!((decoded ^ word).count_ones(), errors);
                let nearest = words.iter().map(|other| (other ^ word).count_ones()).min().unwrap();
                assert_eq!(found.is_unique.unwrap(), 2 * u64::from(nearest) < distance);
                if found.is_unique.unwrap() {
                    let as_near = words.iter().filter(|other| (*other ^ word).count_ones() <= errors).count();
                    assert_eq!(as_near, 1);
                }
            }
        }
    }
}
