//! Texts that are not of the game language: what was meant, or why there is no such game here.

use impartial::heap::{ALIASES, NAMES};

/// What becomes of a text that was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Forgiven {
    /// A text of the language.
    Meant {
        /// The text.
        text: String,
        /// `normal` or `misere`, where the play was named with the game.
        play: Option<&'static str>,
    },
    /// A text that names no game of the language: what it is, and what comes near it.
    Explained {
        /// One or two sentences.
        sentence: String,
        /// Texts of the language.
        instead: Vec<String>,
    },
}

/// Names that people use, and what they mean here.
const MEANT: &[(&str, &str)] = &[
    ("marienbad", "nim[1+3+5+7]"),
    ("fan tan", "nim[3+5+7]"),
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
    ("dominoes", "cram(4x4)"),
    ("plugg", "cram(4x4)"),
    ("node kayles", "node-kayles(petersen)"),
    ("arc kayles", "arc-kayles(3x3)"),
];

/// Games that are not games of the language.
const EXPLAINED: &[(&[&str], &str, &[&str])] = &[
    (
        &["wythoff", "wythoffs-game", "wythoff nim"],
        "In Wythoff’s game one takes from one heap, or as many from both: infinitely many kinds of moves that no code and no lattice game here has. Its lost positions are (0,0), (1,2), (3,5), (4,7), (6,10), …",
        &["nim[3+5]", "lattice(rules = [[1,0],[0,1],[1,1]])[3,5]"],
    ),
    (
        &["help", "hello", "hi", "start", "how to play"],
        "Type a game and its heaps, as nim 3 5 7 or kayles 9 12, or a game alone; “Nim in five steps” begins at the beginning.",
        &["nim[3+5+7]", "kayles[9+12]", "kayles"],
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
        &["fibonacci nim", "euclid", "euclids game", "sylver coinage", "notakto", "tac tix", "tactix"],
        "That is an impartial game, but not one of the games here: what may be done depends on the move before, or on more than heaps.",
        &["nim[3+5+7]", "subtraction(1,2,3)[21]", "cram(4x4)"],
    ),
    (
        &["nimble", "staircase nim"],
        "That is Nim in other clothes: in Nimble a coin on square n is a heap of n, in staircase Nim the coins on each odd step are a heap, and those on even steps count for nothing.",
        &["nim[3+5+7]"],
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
            "tic tac toe",
            "tictactoe",
            "connect four",
            "dots and boxes",
            "toads and frogs",
            "col",
            "snort",
            "othello",
            "reversi",
            "mancala",
        ],
        "That is no impartial game: the two players do not have the same moves, or the last move does not decide.",
        &["kayles[9+12]", "nim[3+5+7]", "treblecross[9]"],
    ),
];

/// The words that name a play.
const PLAYS: &[(&str, &str)] = &[
    ("misère play", "misere"),
    ("misere play", "misere"),
    ("misère", "misere"),
    ("misere", "misere"),
    ("last player loses", "misere"),
    ("last move loses", "misere"),
    ("normal play", "normal"),
    ("last player wins", "normal"),
    ("last move wins", "normal"),
];

/// Words around a game that say nothing about it.
const FILLERS: &[&str] = &[
    "a", "and", "by", "from", "game", "heap", "heaps", "in", "is", "of", "on", "pile", "piles", "pins",
    "play", "row", "rows", "solve", "sticks", "stones", "take", "the", "value", "what", "who", "win", "wins",
    "with",
];

/// Words that make a number alone a heap.
const HEAPS: &[&str] = &["heap", "pile", "row"];

/// What is asked of a game: the page tells all of it.
const ASKED: &[&str] = &[
    "grundy value of",
    "grundy number of",
    "nim-value of",
    "nim value of",
    "nimber of",
    "outcome of",
    "octal code",
    "octal",
    "code",
];

/// Games on boards: the words before the board, and the name of the game here.
const BOARDS: &[(&str, &str)] = &[
    ("cram", "cram"),
    ("dominoes", "cram"),
    ("node kayles", "node-kayles"),
    ("arc kayles", "arc-kayles"),
    ("grim", "grim"),
];

/// What was meant by a text, if that can be told; `reads` says whether a text is one of the language.
pub fn forgive(text: &str, reads: &dyn Fn(&str) -> bool) -> Option<Forgiven> {
    let (whole, play) = without_play(&text.trim().replace('’', "'"));
    let whole = without_what_is_asked(&whole);
    let plain = whole.to_lowercase();
    let meant = |text: String| Some(Forgiven::Meant { text, play });
    if let Some((_, meant_by)) = MEANT.iter().find(|(name, _)| *name == plain) {
        return meant((*meant_by).to_owned());
    }
    let dashed = plain.replace(' ', "-").replace('\'', "");
    // `chomp 3x4` is Chomp.
    let named = plain.split(|sign: char| sign.is_ascii_digit()).next().unwrap_or_default().trim_end();
    let named = named.replace(' ', "-").replace('\'', "");
    let is_one = |names: &[&str]| names.iter().any(|name| name.replace(' ', "-") == named);
    if let Some((_, sentence, instead)) = EXPLAINED.iter().find(|(names, ..)| is_one(names)) {
        let instead = instead.iter().map(|text| (*text).to_owned()).collect();
        return Some(Forgiven::Explained { sentence: (*sentence).to_owned(), instead });
    }
    let candidates = [
        (whole != text.trim()).then(|| whole.to_owned()),
        code_in_words(&plain),
        known_name(&dashed),
        subtraction_in_words(&plain),
        heaps_in_words(&plain),
        board_in_words(&plain),
        sum_in_words(&plain),
        group_in_words(whole),
    ];
    if let Some(text) = candidates.into_iter().flatten().find(|text| reads(text)) {
        return meant(text);
    }
    let is_group =
        whole.starts_with(|sign: char| sign.is_ascii_uppercase()) && reads(&format!("gen({whole})"));
    is_group.then(|| Forgiven::Explained {
        sentence: format!("{whole} is a group: one can play to generate it, not to generate it, or divide it by its elements."),
        instead: ["gen", "dng", "group"].map(|game| format!("{game}({whole})")).to_vec(),
    })
}

/// The game of `what is the nimber of kayles 7?`.
fn without_what_is_asked(text: &str) -> &str {
    let text = text.trim_end_matches(|sign: char| sign.is_whitespace() || sign == '?');
    let without = |text: &'_ str, words: &str| -> Option<usize> {
        let start = text.get(..words.len())?;
        let is_word = text[words.len()..].starts_with(' ');
        (is_word && start.eq_ignore_ascii_case(words)).then_some(words.len() + 1)
    };
    let mut rest = text;
    while let Some(at) = ["what is", "the"].iter().chain(ASKED).find_map(|words| without(rest, words)) {
        rest = rest[at..].trim_start();
    }
    rest
}

/// `0.77 9 12`: a code, and heaps.
fn code_in_words(plain: &str) -> Option<String> {
    let (code, heaps) = plain.split_once(char::is_whitespace)?;
    let (words, sizes) = words_and_numbers(heaps)?;
    (code.contains('.') && words.is_empty() && !sizes.is_empty())
        .then(|| format!("{code}[{}]", sizes.join("+")))
}

/// The text without the words that name a play, and the play.
fn without_play(text: &str) -> (String, Option<&'static str>) {
    let lower = text.to_lowercase();
    for (words, play) in PLAYS {
        let Some(at) = lower.find(words) else { continue };
        // Few capital letters have small ones of another length; then the places differ.
        let (Some(before), Some(after)) = (text.get(..at), text.get(at + words.len()..)) else { continue };
        let is_between = |sign: char| sign.is_whitespace() || ",;:()".contains(sign);
        let ends = (before.chars().next_back(), after.chars().next());
        if ends.0.is_none_or(is_between) && ends.1.is_none_or(is_between) {
            let (before, after) =
                (before.trim_end_matches(is_between_words), after.trim_matches(is_between_words));
            return (format!("{before} {after}").trim().to_owned(), Some(play));
        }
    }
    (text.to_owned(), None)
}

fn is_between_words(sign: char) -> bool {
    sign.is_whitespace() || ",;:".contains(sign)
}

fn known_name(name: &str) -> Option<String> {
    let mut names = NAMES.iter().chain(ALIASES).map(|(name, _)| *name);
    names.find(|known| *known == name).map(str::to_owned)
}

/// The words of a text that say something, and its numbers, in their order.
fn words_and_numbers(plain: &str) -> Option<(String, Vec<&str>)> {
    let pieces = plain.split(|sign: char| sign.is_whitespace() || ",;:+&-=()[]{}".contains(sign));
    let mut words = Vec::new();
    let mut numbers = Vec::new();
    for piece in pieces.map(|piece| piece.trim_end_matches('.')).filter(|piece| !piece.is_empty()) {
        if piece.bytes().all(|byte| byte.is_ascii_digit()) && piece.len() <= 18 {
            numbers.push(piece);
        } else if piece.starts_with(|sign: char| sign.is_alphabetic()) {
            words.push(piece);
        } else {
            return None;
        }
    }
    words.retain(|word| !FILLERS.contains(word));
    Some((words.join(" "), numbers))
}

/// `nim 3 5 7`, `nim 3,5,7`, `Kayles (9, 12)`, `3 5 7`, `piles of 3, 5 and 7`: a name, or none for Nim, and heaps.
fn heaps_in_words(plain: &str) -> Option<String> {
    let (name, sizes) = words_and_numbers(plain)?;
    let name = name.replace(' ', "-").replace('\'', "");
    if sizes.is_empty() {
        return known_name(&name);
    }
    // One number alone is an expression, not a heap, unless it is called one.
    let is_called_heap = HEAPS.iter().any(|word| plain.contains(word));
    if sizes.len() < 2 && name.is_empty() && !is_called_heap {
        return None;
    }
    let name = if name.is_empty() { "nim".to_owned() } else { known_name(&name)? };
    Some(format!("{name}[{}]", sizes.join("+")))
}

/// `subtract 1, 2, 3 from 21`, `take 1, 2 or 3 from 21`: what may be taken, and the heap.
fn subtraction_in_words(plain: &str) -> Option<String> {
    let (words, numbers) = words_and_numbers(plain)?;
    let is_taking = plain.starts_with("take ") || words.split(' ').any(|word| word.starts_with("subtract"));
    let (heap, taken) = numbers.split_last()?;
    if !is_taking
        || !words.split(' ').all(|word| word.is_empty() || word == "or" || word.starts_with("subtract"))
    {
        return None;
    }
    // The heap stands behind the brackets of what may be taken, or after `from`.
    let is_bracketed = plain.contains(['}', ')', ']']) && plain.ends_with(|sign: char| sign.is_ascii_digit());
    match taken {
        [] => None,
        _ if is_bracketed || plain.contains("from") => {
            Some(format!("subtraction({})[{heap}]", taken.join(",")))
        }
        _ => Some(format!("subtraction({})", numbers.join(","))),
    }
}

/// `cram 4x4`, `cram 4 by 4`, `node kayles petersen`: a game, and its board.
fn board_in_words(plain: &str) -> Option<String> {
    let (game, rest) = BOARDS.iter().find_map(|(words, name)| {
        let rest = plain.strip_prefix(words).or_else(|| plain.strip_prefix(name))?;
        Some((name, rest.trim_matches(|sign: char| sign.is_whitespace() || ":()".contains(sign))))
    })?;
    let sides: Vec<&str> =
        rest.split([' ', ',', 'x', '×']).filter(|side| !side.is_empty() && *side != "by").collect();
    let is_rectangle =
        sides.len() == 2 && sides.iter().all(|side| side.bytes().all(|byte| byte.is_ascii_digit()));
    let board = if is_rectangle { sides.join("x") } else { rest.to_owned() };
    Some(format!("{game}({board})"))
}

/// `3 xor 5`, `3 ⊕ 5`: a sum of nimbers.
fn sum_in_words(plain: &str) -> Option<String> {
    let sum = plain.replace(" xor ", " + ").replace('⊕', "+").replace('^', " + ");
    (sum != plain).then_some(sum)
}

/// `gen S4`, `dng Z6 x Z3`: a game, and its group.
fn group_in_words(text: &str) -> Option<String> {
    let (game, group) = text.split_once(' ')?;
    let game = game.to_lowercase();
    // The letters of families of groups are capital.
    let mut before = ' ';
    let mut capital = |letter: char| {
        let is_first = std::mem::replace(&mut before, letter) == ' ' && letter != 'x';
        if is_first { letter.to_ascii_uppercase() } else { letter }
    };
    let group: String = group.trim().chars().map(&mut capital).collect();
    ["gen", "dng", "group", "subgroups"].contains(&game.as_str()).then(|| format!("{game}({group})"))
}

#[cfg(test)]
mod tests {
    use impartial::limits::Limits;

    use super::*;

    fn reads(text: &str) -> bool {
        super::super::read(text, &Limits::none())["ok"] == true
    }

    #[test]
    fn words_are_forgiven() {
        for (text, meant) in [
            ("nim 3 5 7", "nim[3+5+7]"),
            ("Nim: 3, 5 and 7", "nim[3+5+7]"),
            ("nim(3,5,7)", "nim[3+5+7]"),
            ("Nim 3-5-7", "nim[3+5+7]"),
            ("3 5 7", "nim[3+5+7]"),
            ("3,5,7", "nim[3+5+7]"),
            ("piles of 3, 5 and 7", "nim[3+5+7]"),
            ("the game of nim", "nim"),
            ("Kayles (9, 12)", "kayles[9+12]"),
            ("dawson's kayles 7", "dawsons-kayles[7]"),
            ("Dawson’s Chess", "dawsons-chess"),
            ("marienbad", "nim[1+3+5+7]"),
            ("take 1, 2 or 3 from 21", "subtraction(1,2,3)[21]"),
            ("subtraction game 1 3 4", "subtraction(1,3,4)"),
            ("take 1 2 3", "subtraction(1,2,3)"),
            ("Cram 4 by 4", "cram(4x4)"),
            ("node kayles petersen", "node-kayles(petersen)"),
            ("subtraction {1,3,4} 21", "subtraction(1,3,4)[21]"),
            ("gen S4", "gen(S4)"),
            ("dng z6 x z3", "dng(Z6 x Z3)"),
            ("heap of 5", "nim[5]"),
            ("what is the grundy value of kayles 7?", "kayles[7]"),
            ("octal 0.77", "0.77"),
            ("0.77 9 12", "0.77[9+12]"),
            ("what is nim?", "nim"),
            ("3 xor 5", "3 + 5"),
        ] {
            let expected = Forgiven::Meant { text: meant.to_owned(), play: None };
            assert_eq!(forgive(text, &reads), Some(expected), "{text}");
        }
        for text in ["", "0.7.5", "gen(S4", "xyzzy 3 5", "nim x y", "3 + (", "misère", "take", "gen X"] {
            assert_eq!(forgive(text, &reads), None, "{text}");
        }
    }

    #[test]
    fn a_play_may_be_named_with_the_game() {
        for (text, meant, play) in [
            ("misère nim 3 5 7", "nim[3+5+7]", "misere"),
            ("kayles[9+12] misere", "kayles[9+12]", "misere"),
            ("Kayles, misère", "Kayles", "misere"),
            ("nim 3 5 7, last player loses", "nim[3+5+7]", "misere"),
            ("gen(S4) normal play", "gen(S4)", "normal"),
        ] {
            let expected = Forgiven::Meant { text: meant.to_owned(), play: Some(play) };
            assert_eq!(forgive(text, &reads), Some(expected), "{text}");
        }
    }

    #[test]
    fn games_that_are_not_here_are_explained_with_their_boards() {
        for text in ["chomp", "Chomp 3x4", "Wythoff's game", "tic tac toe", "wythoff 3 5", "help"] {
            assert!(matches!(forgive(text, &reads), Some(Forgiven::Explained { .. })), "{text}");
        }
    }

    #[test]
    fn a_group_alone_is_no_game_yet() {
        let Some(Forgiven::Explained { instead, .. }) = forgive("Z6 x Z3", &reads) else {
            panic!("it is explained")
        };
        assert!(instead.iter().all(|text| reads(text)));
    }

    /// Whatever is meant or offered instead is a text of the language.
    #[test]
    fn what_is_offered_is_read() {
        let meant = MEANT.iter().map(|(_, meant)| *meant);
        let offered = EXPLAINED.iter().flat_map(|(_, _, instead)| instead.iter().copied());
        for text in meant.chain(offered) {
            assert!(reads(text), "{text}");
        }
    }
}
