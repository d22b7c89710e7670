//! The games that have names.

use std::sync::LazyLock;

use super::code::HeapCode;

/// The names the field uses, and the codes they stand for. [`HeapCode`] also reads `subtraction(1,3,4)` and
/// `allbut(2,5)`, which take arguments and are not in this table.
pub const NAMES: &[(&str, &str)] = &[
    ("kayles", "0.77"),
    ("dawsons-kayles", "0.07"),
    ("dawsons-chess", "0.137"),
    ("guiles", "0.15"),
    ("treblecross", "0.007"),
    ("officers", "0.6"),
    ("knots", "4.7"),
    ("lemon-drops", "0.56"),
    ("stalking", "0.31"),
    ("nim", "0.[3]"),
    ("laskers-nim", "4.[3]"),
    // Loops through any number of spots, one at least, each dividing the others: Winning Ways, ch. 4.
    ("rims", "0.[7]"),
    ("grundys-game", "4!.0"),
    // Any heap except a couple may be broken in two; the same game as Officers, each heap one larger.
    ("couples-are-forever", "4@{3}.0"),
];

/// Shorter ways to write some of them.
pub const ALIASES: &[(&str, &str)] = &[
    // Loops through one or two spots.
    ("rails", "kayles"),
    ("dawson", "dawsons-kayles"),
    ("dawson-kayles", "dawsons-kayles"),
    ("dawson-chess", "dawsons-chess"),
    ("grundy", "grundys-game"),
    ("lasker", "laskers-nim"),
    ("couples", "couples-are-forever"),
];

static CODES: LazyLock<Vec<(&'static str, HeapCode)>> =
    LazyLock::new(|| NAMES.iter().filter_map(|(name, code)| Some((*name, code.parse().ok()?))).collect());

/// The code with this name; letters may be capital.
pub(super) fn code_named(name: &str) -> Option<&'static HeapCode> {
    let alias = ALIASES.iter().find(|(alias, _)| alias.eq_ignore_ascii_case(name));
    let name = alias.map_or(name, |(_, full)| *full);
    CODES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, code)| code)
}

/// The name of this code.
pub(super) fn name_of(code: &HeapCode) -> Option<&'static str> {
    CODES.iter().find(|(_, known)| known == code).map(|(name, _)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_and_given_back() {
        assert_eq!(CODES.len(), NAMES.len());
        for (name, code) in NAMES {
            let parsed: HeapCode = name.parse().unwrap();
            assert_eq!((parsed.to_string().as_str(), parsed.name()), (*code, Some(*name)));
        }
    }

    #[test]
    fn a_short_name_is_the_long_one() {
        for (alias, name) in ALIASES {
            let parsed: HeapCode = alias.parse().unwrap();
            assert_eq!((parsed.name(), NAMES.iter().any(|(known, _)| known == alias)), (Some(*name), false));
        }
    }
}
