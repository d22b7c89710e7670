//! What may come next in the box: names, constructors, groups, positions.

use impartial::heap::NAMES;
use serde_json::{Value, json};

use super::rules::title;
use crate::boards::BOARDS;

/// The most that is offered.
const MOST: usize = 12;

const CONSTRUCTORS: &[(&str, &str)] = &[
    ("gen(", "achievement game of a group"),
    ("dng(", "avoidance game of a group"),
    ("abelian(", "game of an abelian group"),
    ("group(", "game of quotients of a group"),
    ("subgroups(", "game of subgroups"),
    ("ring(", "game of a commutative ring"),
    ("coins(", "coin-turning game"),
    ("lattice(", "lattice game from a file"),
];

const GROUPS: &[(&str, &str)] = &[
    ("S4", "symmetric, order 24"),
    ("S3", "symmetric, order 6"),
    ("A5", "alternating, order 60"),
    ("Z6 x Z3", "abelian, order 18"),
    ("Z8", "cyclic, order 8"),
    ("D5", "dihedral, order 10"),
    ("Q8", "quaternions, order 8"),
    ("Dic3", "dicyclic, order 12"),
    ("SmallGroup(16,3)", "from the library, order 16"),
];

const FAMILIES: &[(&str, &str)] = &[
    ("octal1", "every octal code of one digit"),
    ("octal2", "every octal code of two digits"),
    ("octal3", "every octal code of three digits"),
    ("quaternary4", "every quaternary code of four digits"),
];

const POSITIONS: &[(&str, &str)] = &[
    ("9+12]", "two heaps"),
    ("7+9+12]", "three heaps"),
    ("20]", "one heap"),
    ("3*7+9]", "three of 7, one of 9"),
];

/// What may replace the word before the caret, which is a place in bytes.
pub fn completions(text: &str, caret: usize) -> Vec<Value> {
    let before = text.get(..caret).unwrap_or(text);
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let word = &before[before.trim_end_matches(is_word).len()..];
    let ahead = &before[..before.len() - word.len()];
    let from = before.len() - word.len();
    let offer = |insert: &str, label: &str, detail: &str| json!({ "insert": insert, "label": label, "detail": detail, "from": from, "to": before.len() });
    let starting = |list: &[(&str, &str)]| -> Vec<Value> {
        let fits = |name: &str| name.to_lowercase().starts_with(&word.to_lowercase()) && name != word;
        list.iter().filter(|(name, _)| fits(name)).map(|(name, detail)| offer(name, name, detail)).collect()
    };
    let mut found = Vec::new();
    if ["gen(", "dng(", "group("].iter().any(|start| ahead.ends_with(start)) || ahead.ends_with("subgroups(")
    {
        found = starting(GROUPS);
    } else if ahead.ends_with("lattice(") {
        let boards: Vec<_> = BOARDS.iter().map(|(name, detail, _)| (*name, *detail)).collect();
        found = starting(&boards);
    } else if ahead.ends_with('[') && word.is_empty() && !ahead.contains('(') {
        found = starting(POSITIONS);
    } else if word.starts_with(|c: char| c.is_ascii_alphabetic()) && !ahead.ends_with('(') {
        let lower = word.to_lowercase();
        for (name, code) in NAMES.iter().filter(|(name, _)| name.starts_with(&lower) && *name != lower) {
            found.push(offer(name, name, &format!("{} · {code}", title(name))));
        }
        found.extend(starting(CONSTRUCTORS));
        if ahead.is_empty() {
            found.extend(starting(FAMILIES));
        }
    }
    found.truncate(MOST);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inserts(text: &str) -> Vec<String> {
        completions(text, text.len())
            .iter()
            .map(|offer| offer["insert"].as_str().unwrap().to_owned())
            .collect()
    }

    #[test]
    fn words_are_completed_where_they_stand() {
        assert_eq!(inserts("kay"), ["kayles"]);
        assert_eq!(inserts("*3 + KAY"), ["kayles"]);
        assert!(inserts("gen(").contains(&"S4".to_owned()) && inserts("gen(S").contains(&"S3".to_owned()));
        assert!(inserts("kayles[").contains(&"9+12]".to_owned()));
        assert_eq!(inserts("lattice(f"), ["fink.toml"]);
        assert_eq!(inserts("octal").len(), 3);
        assert!(inserts("*3 + octal").is_empty());
        assert_eq!(inserts("g")[..2], ["guiles", "grundys-game"]);
        assert!(inserts("").is_empty() && inserts("0.77").is_empty() && inserts("kayles").is_empty());
        let offer = &completions("*3 + kay", 8)[0];
        assert_eq!((offer["from"].as_u64(), offer["to"].as_u64()), (Some(5), Some(8)));
        // A caret inside a letter is as good as none.
        assert!(completions("é", 1).is_empty());
    }
}
