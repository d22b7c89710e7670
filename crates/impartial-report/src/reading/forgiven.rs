//! Texts that are not of the game language: what was meant, or why there is no such game here.

use impartial::heap::{ALIASES, NAMES};

/// What becomes of a text that was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Forgiven {
    /// A text of the language.
    Meant(String),
    /// A game that is not one of the language: what it is, and what comes near it.
    Explained {
        /// One or two sentences.
        sentence: &'static str,
        /// Texts of the language.
        instead: &'static [&'static str],
    },
}

/// Names that people use, and what they mean here.
const MEANT: &[(&str, &str)] = &[
    ("marienbad", "nim[1+3+5+7]"),
    ("fan tan", "nim[3+5+7]"),
    ("tac tix", "nim[1+3+5+7]"),
    ("take away", "0.333[21]"),
    ("takeaway", "0.333[21]"),
    ("take-away", "0.333[21]"),
    ("bachet", "0.333[21]"),
    ("21", "0.333[21]"),
    ("subtraction", "0.333[21]"),
    ("subtraction game", "0.333[21]"),
    ("bowling", "kayles[13]"),
    ("rip van winkle", "kayles[13]"),
    ("dawson's chess", "dawsons-chess"),
    ("dawson's kayles", "dawsons-kayles"),
    ("grundy's game", "grundys-game"),
    ("lasker's nim", "laskers-nim"),
    ("mock turtles", "coins(mock-turtles)[0+3+7]"),
    ("turning turtles", "coins(turning-turtles)[0+3+7]"),
    ("mogul", "coins(mogul)[0+3+23]"),
    ("ruler", "coins(ruler)[0+3+7]"),
];

/// Games that are not games of the language.
const EXPLAINED: &[(&[&str], &str, &[&str])] = &[
    (
        &["wythoff", "wythoffs-game", "wythoff nim"],
        "In Wythoff’s game one takes from one heap, or as many from both: infinitely many kinds of moves that no code and no lattice game here has. Its lost positions are (0,0), (1,2), (3,5), (4,7), (6,10), …",
        &["nim[3+5]", "lattice(rules = [[1,0],[0,1],[1,1]])[3,5]"],
    ),
    (
        &["chomp"],
        "In Chomp one bites a corner off a bar of chocolate. The first player wins every bar but one square, and nobody knows how in general; its positions are not positions of a game here.",
        &["nim[3+5]", "gen(S3)"],
    ),
    (
        &["hackenbush", "green hackenbush"],
        "In Green Hackenbush one cuts edges of a picture that stands on the ground. A stalk of n edges is the nim-heap *n, and a picture is a sum of such heaps.",
        &["*3 + *5 + *6"],
    ),
    (
        &["sprouts"],
        "Sprouts is an impartial game in the plane that is not one of the games here. The game Rims is played with loops in the plane as well.",
        &["rims[5]"],
    ),
    (
        &["northcott", "northcotts-game", "poker nim"],
        "In Northcott’s game and in Poker Nim a move can be taken back by the opponent: they are Nim, played with the gaps or the chips.",
        &["nim[3+5+7]"],
    ),
    (
        &[
            "chess",
            "go",
            "checkers",
            "draughts",
            "hex",
            "domineering",
            "amazons",
            "tic-tac-toe",
            "noughts and crosses",
        ],
        "That is no impartial game: the two players do not have the same moves, or the last move does not decide.",
        &["kayles[9+12]", "nim[3+5+7]", "treblecross[9]"],
    ),
];

/// What was meant by a text, if that can be told.
pub fn forgive(text: &str) -> Option<Forgiven> {
    let plain = text.trim().to_lowercase().replace('’', "'");
    let same = |name: &str| name == plain;
    if let Some((_, meant)) = MEANT.iter().find(|(name, _)| same(name)) {
        return Some(Forgiven::Meant((*meant).to_owned()));
    }
    let dashed = plain.replace(' ', "-").replace('\'', "");
    let is_one = |names: &[&str]| names.iter().any(|name| same(name) || name.replace(' ', "-") == dashed);
    if let Some((_, sentence, instead)) = EXPLAINED.iter().find(|(names, ..)| is_one(names)) {
        return Some(Forgiven::Explained { sentence, instead });
    }
    heaps_in_words(&plain).or_else(|| known_name(&dashed).map(Forgiven::Meant))
}

fn known_name(name: &str) -> Option<String> {
    let mut names = NAMES.iter().chain(ALIASES).map(|(name, _)| *name);
    names.find(|known| *known == name).map(str::to_owned)
}

/// `nim 3 5 7`, `nim 3,5,7`, `Kayles (9, 12)`, `3 5 7`: a name, or none for Nim, and heaps.
fn heaps_in_words(plain: &str) -> Option<Forgiven> {
    let start = plain.find(|sign: char| sign.is_ascii_digit())?;
    let (name, heaps) = plain.split_at(start);
    let name = name.trim_matches(|sign: char| sign.is_whitespace() || "([{:=,".contains(sign));
    let name = name.replace(' ', "-").replace('\'', "");
    let name = if name.is_empty() { "nim".to_owned() } else { known_name(&name)? };
    let heaps = heaps.trim_end_matches(|sign: char| sign.is_whitespace() || ")]}.".contains(sign));
    let is_between = |sign: char| sign.is_whitespace() || ",;+&".contains(sign);
    let sizes: Vec<&str> =
        heaps.split(is_between).filter(|size| !size.is_empty() && *size != "and").collect();
    let is_heap = |size: &&str| size.len() <= 18 && size.bytes().all(|byte| byte.is_ascii_digit());
    // One number alone is an expression, not a heap.
    if !sizes.iter().all(is_heap) || (sizes.len() < 2 && name == "nim" && !plain.contains("nim")) {
        return None;
    }
    Some(Forgiven::Meant(format!("{name}[{}]", sizes.join("+"))))
}

#[cfg(test)]
mod tests {
    use impartial::limits::Limits;

    use super::*;

    #[test]
    fn words_are_forgiven() {
        for (text, meant) in [
            ("nim 3 5 7", "nim[3+5+7]"),
            ("Nim: 3, 5 and 7", "nim[3+5+7]"),
            ("3 5 7", "nim[3+5+7]"),
            ("3,5,7", "nim[3+5+7]"),
            ("Kayles (9, 12)", "kayles[9+12]"),
            ("dawson's kayles 7", "dawsons-kayles[7]"),
            ("Dawson’s Chess", "dawsons-chess"),
            ("marienbad", "nim[1+3+5+7]"),
        ] {
            assert_eq!(forgive(text), Some(Forgiven::Meant(meant.to_owned())), "{text}");
        }
        for text in ["", "0.7.5", "gen(S4", "xyzzy 3 5", "nim x y", "3 + ("] {
            assert_eq!(forgive(text), None, "{text}");
        }
    }

    /// Whatever is meant or offered instead is a text of the language.
    #[test]
    fn what_is_offered_is_read() {
        let meant = MEANT.iter().map(|(_, meant)| *meant);
        let offered = EXPLAINED.iter().flat_map(|(_, _, instead)| instead.iter().copied());
        for text in meant.chain(offered) {
            let reply = super::super::read(text, &Limits::none());
            assert_eq!(reply["ok"], true, "{text}: {reply:?}");
        }
    }
}
