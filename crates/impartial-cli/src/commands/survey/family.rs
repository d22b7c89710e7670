//! Families of codes.

use impartial::heap::HeapCode;

use crate::failure::Failure;
use crate::served;

/// The largest family that a name stands for.
const MOST_CODES: u64 = 1_000_000;

/// The codes of a family, and the chart they fill if it has a name.
pub struct Family {
    /// The codes.
    pub codes: Vec<HeapCode>,
    /// How each is written with all its digits.
    pub texts: Vec<String>,
    /// The number of codes with the same digits but the last: those in a row of the chart.
    pub row: Option<usize>,
}

/// A family: `octalN` is 0.d…d with N digits from 0 to 7 and 4.d…d with N - 1; `quaternaryN` is 0.d…d with digits from 0 to 3;
/// anything else is a file with one code a line (`#` begins a comment).
pub fn family(family: &str) -> Result<Family, Failure> {
    let unknown = || {
        Failure::new(format!("no family or file is named '{family}'"))
            .help("octal1, octal2, octal3, quaternary4, …, or a file with one code a line")
    };
    let sized = |prefix: &str| family.strip_prefix(prefix).and_then(|digits| digits.parse::<u32>().ok());
    let (texts, row) = if let Some(digits) = sized("octal").filter(|digits| *digits > 0) {
        let mut texts = all("0.", 8, digits)?;
        texts.extend(all("4.", 8, digits - 1)?);
        (texts, Some(8))
    } else if let Some(digits) = sized("quaternary").filter(|digits| *digits > 0) {
        (all("0.", 4, digits)?, Some(4))
    } else {
        let text = served::read_to_string(family).map_err(|_| unknown())?;
        let line = |line: &str| line.split('#').next().unwrap_or("").trim().to_owned();
        (text.lines().map(line).filter(|line| !line.is_empty()).collect(), None)
    };
    let mut codes: Vec<HeapCode> = Vec::with_capacity(texts.len());
    for text in &texts {
        let code = text
            .parse()
            .map_err(|error: impartial::heap::CodeError| Failure::new(error.message).at(text, error.span))?;
        codes.push(code);
    }
    Ok(Family { codes, texts, row })
}

/// All texts of `digits` digits below `base` after `start`.
fn all(start: &str, base: u64, digits: u32) -> Result<Vec<String>, Failure> {
    let count = base.checked_pow(digits).filter(|count| *count <= MOST_CODES);
    let count = count.ok_or_else(|| Failure::new(format!("a family has at most {MOST_CODES} codes")))?;
    let digit = |value: u64, place: u32| char::from_digit((value / base.pow(place) % base) as u32, 10);
    Ok((0..count)
        .map(|value| {
            let digits: String = (0..digits).rev().filter_map(|place| digit(value, place)).collect();
            // 4 followed by the point alone still needs a digit.
            format!("{start}{}", if digits.is_empty() { "0" } else { &digits })
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_have_their_codes() {
        for (name, count, row) in [("octal1", 9, 8), ("octal3", 576, 8), ("quaternary4", 256, 4)] {
            let found = family(name).unwrap();
            assert_eq!((found.codes.len(), found.texts.len(), found.row), (count, count, Some(row)));
        }
        for bad in ["octal", "octal0", "octal99", "nowhere", ""] {
            assert!(family(bad).is_err(), "{bad}");
        }
    }
}
