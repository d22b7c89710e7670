//! Families of codes.

use crate::heap::HeapCode;
use crate::question::code::read_code;
use crate::question::{Files, Refused};

/// The largest family that a name stands for.
const MOST_CODES: u64 = 1_000_000;

/// The codes of a family, and the chart they fill if it has a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// The codes.
    pub codes: Vec<HeapCode>,
    /// How each is written with all its digits.
    pub texts: Vec<String>,
    /// The number of codes with the same digits but the last: those in a row of the chart.
    pub row: Option<usize>,
}

impl Family {
    /// A family: `octalN` is 0.d…d with N digits from 0 to 7 and 4.d…d with N - 1; `quaternaryN` is 0.d…d with digits from 0
    /// to 3, `hexadecimalN` with digits from 0 to F; anything else is a file with one code a line (`#` begins a comment).
    ///
    /// # Errors
    /// When there is no such family or file, or a code is not understood.
    pub fn read(family: &str, files: &dyn Files) -> Result<Self, Refused> {
        let unknown = || {
            Refused::new(format!("no family or file is named '{family}'"))
                .help("octal1, octal2, octal3, quaternary4, hexadecimal2, …, or a file with one code a line")
        };
        let sized = |prefix: &str| family.strip_prefix(prefix).and_then(|digits| digits.parse::<u32>().ok());
        let (texts, row) = if let Some(digits) = sized("octal").filter(|digits| *digits > 0) {
            let mut texts = all("0.", 8, digits)?;
            texts.extend(all("4.", 8, digits - 1)?);
            (texts, Some(8))
        } else if let Some(digits) = sized("quaternary").filter(|digits| *digits > 0) {
            (all("0.", 4, digits)?, Some(4))
        } else if let Some(digits) = sized("hexadecimal").filter(|digits| *digits > 0) {
            (all("0.", 16, digits)?, Some(16))
        } else {
            let text = files.text(family).map_err(|_| unknown())?;
            let line = |line: &str| line.split('#').next().unwrap_or("").trim().to_owned();
            (text.lines().map(line).filter(|line| !line.is_empty()).collect(), None)
        };
        let codes: Result<Vec<HeapCode>, Refused> = texts.iter().map(|text| read_code(text, false)).collect();
        Ok(Family { codes: codes?, texts, row })
    }
}

/// All texts of `digits` digits below `base` after `start`.
fn all(start: &str, base: u64, digits: u32) -> Result<Vec<String>, Refused> {
    let count = base.checked_pow(digits).filter(|count| *count <= MOST_CODES);
    let count = count.ok_or_else(|| Refused::new(format!("a family has at most {MOST_CODES} codes")))?;
    let digit = |value: u64, place: u32| {
        char::from_digit((value / base.pow(place) % base) as u32, 16).map(|digit| digit.to_ascii_uppercase())
    };
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
    use crate::question::NoFiles;

    struct Codes(&'static str);

    impl Files for Codes {
        fn text(&self, _: &str) -> Result<String, String> {
            Ok(self.0.to_owned())
        }
    }

    #[test]
    fn families_have_their_codes() {
        for (name, count, row) in
            [("octal1", 9, 8), ("octal3", 576, 8), ("quaternary4", 256, 4), ("hexadecimal2", 256, 16)]
        {
            let found = Family::read(name, &NoFiles).unwrap();
            assert_eq!((found.codes.len(), found.texts.len(), found.row), (count, count, Some(row)));
        }
        assert_eq!(Family::read("hexadecimal1", &NoFiles).unwrap().texts[11], "0.B");
        for bad in ["octal", "octal0", "octal99", "nowhere", ""] {
            assert!(Family::read(bad, &NoFiles).is_err(), "{bad}");
        }
        let listed = Family::read("list", &Codes("0.77 # kayles\n\n  guiles\n")).unwrap();
        assert_eq!((listed.texts, listed.row), (vec!["0.77".to_owned(), "guiles".to_owned()], None));
        assert!(Family::read("list", &Codes("0.77\n0.7x\n")).is_err());
    }
}
