//! The lexicographically first code of a length and distance.

use num_bigint::BigUint;
use serde::Serialize;
use serde::ser::{SerializeSeq as _, Serializer};
use serde_json::json;

use super::{Answer, Asking, Certificate, Claim, Question, Refused, Stopped};
use crate::coin::{FieldLexicode, Lexicode, Word};
use crate::limits::{Limits, StopReason, Unanswered};

/// The lexicode of a length and distance, and the correction of a word.
///
/// ```
/// use impartial::question::{Asking, LexicodeQuestion, Question};
/// let question = LexicodeQuestion { base: 2, length: 7, distance: 3, decode: Some("1110111".into()) };
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
    /// How many digits there are: 2, 4 or 16.
    pub base: u64,
    /// The length n of the words.
    pub length: u64,
    /// The least distance d between two words.
    pub distance: u64,
    /// A word to correct, the greatest coordinate first; the digits after 9 are a to f.
    pub decode: Option<String>,
}

/// A lexicode, if it was found.
#[derive(Clone, Debug, Serialize)]
pub struct LexicodeValue {
    /// How many digits there are.
    pub base: u64,
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
    /// The dimension over the field of the digits.
    pub dimension: usize,
    /// The words that are least among those with their greatest coordinate.
    pub basis: Vec<String>,
    /// The nimbers of the digit 1 in each place (of the single coins, in base 2): the columns of a parity check matrix, numbers in the base.
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

/// Weights are counted in codes of at most so many words, as a power of two.
const COUNTED: usize = 28;

impl Question for LexicodeQuestion {
    type Value = LexicodeValue;

    fn ask(&self, asking: &Asking<'_>) -> Result<Answer<LexicodeValue>, Refused> {
        if !matches!(self.base, 2 | 4 | 16) {
            let message = format!("no lexicodes in base {} are worked out", self.base);
            return Err(Refused::new(message)
                .help("the base is 2, 4 or 16: then the code is linear over a field of nimbers"));
        }
        let mut value =
            LexicodeValue { base: self.base, length: self.length, distance: self.distance, code: None };
        let (found, statements) = match self.find(&asking.limits)? {
            Ok(found) => found,
            Err(error) => return Ok(Answer::stopped(value, Stopped::because(error.to_string()))),
        };
        let certificate = asking.certify(|| {
            let mut proof = json!({ "kind": "lexicode" });
            if self.base != 2 {
                proof["base"] = json!(self.base);
            }
            (proof["length"], proof["distance"]) = (json!(self.length), json!(self.distance));
            proof["basis"] = json!(found.basis);
            if let (Some(word), Some(decoded)) = (&self.decode, &found.decoded) {
                (proof["word"], proof["decoded"]) = (json!(word), json!(decoded));
            }
            Ok(Certificate::of(&proof))
        });
        value.code = Some(found);
        let claim = Claim::Proved(match self.base {
            2 => "the code is the kernel of the nimbers of the game \"turn fewer than d coins\" (Lenstra, section 3)".into(),
            base => format!("in base {base} the code is linear over the field of the nimbers below {base} (Conway and Sloane, 1986)"),
        });
        let answer = Answer { certificate, ..Answer::new(value, "dimension", claim.clone()) };
        Ok(statements.into_iter().fold(answer, |answer, statement| answer.with(statement, claim.clone())))
    }
}

/// What was found of a code, and the statements that it makes; or why there is nothing.
type Finding = Result<(LexicodeFound, Vec<&'static str>), Unanswered>;

impl LexicodeQuestion {
    fn find(&self, limits: &Limits) -> Result<Finding, Refused> {
        let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let (length, distance) = (size(self.length), size(self.distance));
        let mut statements = vec!["basis"];
        let mut found = match self.base {
            2 => match Lexicode::new(length, distance, limits) {
                Ok(code) => {
                    let counted = code.dimension() <= COUNTED;
                    let mut found = LexicodeFound {
                        basis: code.basis().iter().map(|word| code.show(*word)).collect(),
                        columns: code.columns(),
                        ..LexicodeFound::new(code.dimension(), code.name())
                    };
                    found.count(counted.then(|| code.weights(limits)));
                    if let Some(word) = &self.decode {
                        let (decoded, errors) = decode(&code, word)?;
                        (found.decoded, found.errors) = (Some(decoded), Some(errors));
                    }
                    found
                }
                Err(error) => return Ok(Err(error)),
            },
            base => match FieldLexicode::new(base as u8, length, distance, limits) {
                Ok(code) => {
                    let power = |place| BigUint::from(base).pow(place as u32);
                    let columns = match code.columns() {
                        Some(columns) => columns.iter().copied().map(BigUint::from).collect(),
                        None => (0..code.length()).map(power).collect(),
                    };
                    let counted = code.size().is_some_and(|size| size >> (COUNTED - 4) == 0);
                    let mut found = LexicodeFound {
                        basis: code.basis().iter().map(|word| code.show(word)).collect(),
                        columns,
                        ..LexicodeFound::new(code.dimension(), code.name())
                    };
                    found.count(counted.then(|| code.weights(limits)));
                    if let Some(text) = &self.decode {
                        let word = read(text, code.length(), base, |text| code.read(text))?;
                        match code.nearest(&word, limits) {
                            Ok(Some(nearest)) => {
                                let errors = word.iter().zip(&nearest).filter(|(a, b)| a != b).count();
                                (found.decoded, found.errors) =
                                    (Some(code.show(&nearest)), Some(errors as u32));
                            }
                            // The covering radius of a lexicode is less than its distance.
                            Ok(None) => {
                                unreachable!("a word farther than d - 1 from the code would be in it")
                            }
                            Err(reason) => return Ok(Err(reason.into())),
                        }
                    }
                    found
                }
                Err(error) => return Ok(Err(error)),
            },
        };
        if found.weights.is_some() {
            statements.push("weights");
        }
        if let Some(errors) = found.errors {
            found.is_unique = Some(2 * u64::from(errors) < self.distance);
            statements.push("decoding");
        }
        Ok(Ok((found, statements)))
    }
}

impl LexicodeFound {
    fn new(dimension: usize, name: Option<&'static str>) -> Self {
        LexicodeFound {
            dimension,
            basis: Vec::new(),
            columns: Vec::new(),
            name,
            minimum_distance: None,
            weights: None,
            decoded: None,
            errors: None,
            is_unique: None,
        }
    }

    /// Notes how many words there are of each weight, where they were counted to the end.
    fn count(&mut self, weights: Option<Result<Vec<u64>, StopReason>>) {
        let Some(Ok(weights)) = weights else { return };
        let all: Vec<(usize, u64)> =
            weights.into_iter().enumerate().filter(|(_, count)| *count > 0).collect();
        self.minimum_distance = Some(all.iter().map(|(weight, _)| *weight).find(|weight| *weight > 0));
        self.weights = Some(all);
    }
}

/// A word of the code from its text; the reader tells the place of what is no digit.
fn read<W>(
    text: &str,
    length: usize,
    base: u64,
    reader: impl Fn(&str) -> Result<W, usize>,
) -> Result<W, Refused> {
    let word = reader(text).map_err(|at| {
        let width = text[at..].chars().next().map_or(0, char::len_utf8);
        let digits = match base {
            2 => "0 and 1",
            4 => "0 to 3",
            _ => "0 to 9 and a to f",
        };
        Refused::new(format!("a word has the digits {digits} only")).at(text, at..at + width)
    })?;
    if text.len() == length {
        return Ok(word);
    }
    let message = format!("a word of this code has {length} digits, and here are {}", text.len());
    Err(Refused::new(message).at(text, 0..text.len()))
}

/// The correction of a word, and how many digits it changes.
fn decode(code: &Lexicode, text: &str) -> Result<(String, u32), Refused> {
    let first_bad = |text: &str| text.find(|c| !matches!(c, '0' | '1'));
    read(text, code.length(), 2, |text| first_bad(text).map_or(Ok(()), Err))?;
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
            let code = Lexicode::new(length as usize, distance as usize, &Limits::none()).unwrap();
            let words: Vec<u64> = (0..1 << length).filter(|word| code.contains(Word::from(*word))).collect();
            for word in 0..1u64 << length {
                let question =
                    LexicodeQuestion { base: 2, length, distance, decode: Some(code.show(Word::from(word))) };
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

    /// Fails when codes in base 4 or 16 have no certificate that the checker accepts, or bad words are not refused with their place.
    #[test]
    fn codes_in_base_4_and_16() {
        let ask = |base, length, distance, decode: &str| {
            let decode = Some(decode.to_owned()).filter(|word| !word.is_empty());
            LexicodeQuestion { base, length, distance, decode }.ask(&Asking::with_certificate())
        };
        for (base, length, distance, word, dimension) in
            [(4, 6, 4, "012321", 3), (16, 5, 3, "0f0a1", 3), (4, 30, 5, "", 23), (16, 2, 3, "ff", 0)]
        {
            let answer = ask(base, length, distance, word).unwrap();
            let found = answer.value.code.unwrap();
            assert_eq!(found.dimension, dimension, "{base}, {length}, {distance}");
            let certificate = answer.certificate.unwrap().unwrap().to_string();
            let verified = impartial_check::check(&certificate).unwrap().statement;
            assert!(verified.contains(&format!("in base {base}")), "{verified}");
            let mut other: serde_json::Value = serde_json::from_str(&certificate).unwrap();
            other["distance"] = json!(distance - 1);
            assert!(impartial_check::check(&other.to_string()).is_err(), "{other}");
        }
        assert!(ask(3, 5, 3, "").is_err());
        let Err(refused) = ask(4, 3, 2, "014") else { panic!("4 is no digit") };
        assert!(refused.to_string().contains("digits 0 to 3"), "{refused}");
        assert!(ask(4, 3, 2, "01").is_err());
    }
}
