//! Games as text: set notation `{0,*,{*2}}` and Conway's notation for misère games, `*2_+320`, read and printed.
//!
//! Conway's notation as [PS, §3.7] uses it: the options are written side by side without their stars, parentheses
//! enclose an option that is itself such a list, and `_+` after a component means the game whose only option is that
//! component. So `*2_+320` has the options `*2_+`, `*3`, `*2` and `0`, where `*2_+` can move to `*2` only.
//!
//! The papers print the sign `_+` as a subscript, and plain text made from them has lost it: `*2_++` is the game whose only
//! option is `*2_+`, inside parentheses and before a digit a plain `+` is read as `_+`, and blanks between components are
//! skipped, so that `*(2+210)(2+30)3+21` and `* (2_+ 31) (2_+ 2) 2_+ 3` are read as they are printed.
//!
//! One rule removes the ambiguity of digits: a star followed by decimal digits *only* is the nim-heap of that size
//! (`*12` is the nim-heap of twelve), and digits are single options as soon as a `_+` or a parenthesis occurs. The game
//! with the options `*3` and `*2` is therefore written `*(32)`; Conway writes `*32`. A nim-heap of ten or more inside a
//! list is written `(*12)`.
//!
//! ```
//! use impartial::game::Forest;
//! use impartial::game::notation::{conway_notation, parse_prefix, set_notation};
//! let mut forest = Forest::new();
//! let (tree, end) = parse_prefix(&mut forest, "*2_+320 + *3").unwrap();
//! assert_eq!(end, 7);
//! assert_eq!(set_notation(&forest, tree), "{0,*2,{*2},*3}");
//! assert_eq!(conway_notation(&forest, tree), "*2_+320");
//! ```

use std::fmt::Write as _;
use std::ops::Range;

use super::forest::{Forest, Tree};
use crate::text::{Cursor, ReadError};

/// The largest nim-heap that text may name as a game tree: the tree of `*n` holds n²/2 options.
pub const MAX_NIM_HEAP: u32 = 4096;

/// Reads one whole game; blanks around it are allowed.
///
/// ```
/// use impartial::game::{Forest, notation::parse};
/// let mut forest = Forest::new();
/// assert_eq!(parse(&mut forest, "{0, *}").unwrap(), forest.nim_heap(2));
/// assert_eq!(parse(&mut forest, "{0, *").unwrap_err().span, 5..5);
/// ```
pub fn parse(forest: &mut Forest, text: &str) -> Result<Tree, ReadError> {
    let (tree, end) = parse_prefix(forest, text)?;
    let rest = text[end..].trim_start();
    match rest.chars().next() {
        None => Ok(tree),
        Some(found) => {
            let at = text.len() - rest.len();
            Err(ReadError::new(at..at + found.len_utf8(), format!("the game ends before {found:?}")))
        }
    }
}

/// Reads the longest game at the beginning of `text` (after blanks): the game and the number of bytes read.
///
/// Cost: linear in the text, apart from making the trees; nesting is bounded by memory, not by the stack.
pub fn parse_prefix(forest: &mut Forest, text: &str) -> Result<(Tree, usize), ReadError> {
    Reader { forest, cursor: Cursor::new(text), open: Vec::new() }.game()
}

/// What has been opened and not yet closed.
enum Open {
    /// `{` at this byte, and the options read so far.
    Set(usize, Vec<Tree>),
    /// `*` or, if the flag is set, `(` at this byte, and the components read so far.
    List(usize, bool, Vec<Tree>),
}

struct Reader<'a> {
    forest: &'a mut Forest,
    cursor: Cursor<'a>,
    open: Vec<Open>,
}

impl Reader<'_> {
    fn game(mut self) -> Result<(Tree, usize), ReadError> {
        let mut next = self.start()?;
        loop {
            next = match next {
                // Nothing complete yet: read what the innermost open bracket wants.
                None => match self.open.last() {
                    Some(Open::List(..)) => self.component()?,
                    Some(Open::Set(..)) | None => self.start()?,
                },
                Some(tree) => match self.open.last_mut() {
                    None => return Ok((tree, self.cursor.at)),
                    Some(Open::List(_, _, components)) => {
                        components.push(tree);
                        None
                    }
                    Some(Open::Set(_, options)) => {
                        options.push(tree);
                        self.after_option()?
                    }
                },
            }
        }
    }

    /// The start of a game: complete at once (`0`, `*`, `*12`, `{}`) or something opened.
    fn start(&mut self) -> Result<Option<Tree>, ReadError> {
        self.cursor.skip_blanks();
        let begin = self.cursor.at;
        match self.cursor.rest().as_bytes().first() {
            Some(b'0') => {
                self.cursor.at += 1;
                if self.cursor.rest().starts_with(|c: char| c.is_ascii_digit()) {
                    return Err(self.error(
                        begin..self.cursor.at + 1,
                        "a nim-heap is written with a star",
                        Some("*5"),
                    ));
                }
                Ok(Some(Tree::ZERO))
            }
            Some(b'*') => self.starred(),
            Some(b'{') => {
                self.cursor.at += 1;
                self.cursor.skip_blanks();
                if self.cursor.rest().starts_with('}') {
                    self.cursor.at += 1;
                    return Ok(Some(Tree::ZERO));
                }
                self.open.push(Open::Set(begin, Vec::new()));
                Ok(None)
            }
            _ => Err(self.unexpected("a game: 0, *, *5, *2_+320 or {0,*}")),
        }
    }

    /// After a star: a nim-heap if decimal digits only follow, otherwise a list of components.
    fn starred(&mut self) -> Result<Option<Tree>, ReadError> {
        let begin = self.cursor.at;
        self.cursor.at += 1;
        if self.cursor.rest().trim_start().starts_with('(') {
            self.cursor.skip_blanks();
        }
        let digits = self.cursor.count_digits();
        let after = &self.cursor.rest()[digits..];
        if after.starts_with('(') || (digits > 0 && after.starts_with("_+")) {
            self.open.push(Open::List(begin, false, Vec::new()));
            return Ok(None);
        }
        if after.starts_with("_+") {
            return Err(self.error(
                self.cursor.at..self.cursor.at + 2,
                "nothing before _+",
                Some("*1_+ is the game whose only option is *"),
            ));
        }
        if digits == 0 {
            return Ok(Some(self.forest.nim_heap(1)));
        }
        self.decimal(digits).map(Some)
    }

    /// The nim-heap whose size is the next `digits` bytes.
    fn decimal(&mut self, digits: usize) -> Result<Tree, ReadError> {
        let span = self.cursor.at..self.cursor.at + digits;
        let number = &self.cursor.text()[span.clone()];
        if digits > 1 && number.starts_with('0') {
            let help = "digits alone are one decimal number; options side by side need parentheses: *(01)";
            return Err(self.error(span, "a nim-heap size has no leading zero", Some(help)));
        }
        match number.parse::<u32>() {
            Ok(size) if size <= MAX_NIM_HEAP => {
                self.cursor.at += digits;
                Ok(self.forest.nim_heap(size))
            }
            _ => {
                let message = format!("a nim-heap inside a game tree is at most *{MAX_NIM_HEAP}");
                Err(self.error(span, &message, Some("options side by side need parentheses: *(32)")))
            }
        }
    }

    /// One component of a list, or its end.
    fn component(&mut self) -> Result<Option<Tree>, ReadError> {
        let Some(Open::List(start, parenthesised, components)) = self.open.last_mut() else {
            unreachable!("called for lists only")
        };
        let (start, parenthesised) = (*start, *parenthesised);
        let next = self.cursor.text()[self.cursor.at..].trim_start();
        // No game follows another without a sign between them: what stands here is one more component.
        if parenthesised || next.starts_with(|c: char| c == '(' || c.is_ascii_digit()) {
            self.cursor.at = self.cursor.text().len() - next.len();
        }
        let begin = self.cursor.at;
        let rest = &self.cursor.text()[begin..];
        match rest.as_bytes().first() {
            Some(digit @ b'0'..=b'9') => {
                self.cursor.at += 1;
                Ok(Some(self.forest.nim_heap(u32::from(digit - b'0'))))
            }
            Some(b'(') => {
                self.cursor.at += 1;
                if !self.cursor.rest().starts_with('*') {
                    self.open.push(Open::List(begin, true, Vec::new()));
                    return Ok(None);
                }
                self.cursor.at += 1;
                let digits = self.cursor.count_digits();
                if digits == 0 {
                    return Err(self.unexpected("a nim-heap such as (*12)"));
                }
                let heap = self.decimal(digits)?;
                if !self.cursor.rest().starts_with(')') {
                    return Err(self.unexpected("`)`"));
                }
                self.cursor.at += 1;
                Ok(Some(heap))
            }
            Some(b'_') if rest.starts_with("_+") => match components.pop() {
                None => Err(self.error(begin..begin + 2, "nothing before _+", None)),
                Some(component) => {
                    self.cursor.at += 2;
                    let mut raised = self.forest.set([component]);
                    while is_one_more_plus(self.cursor.rest(), parenthesised) {
                        self.cursor.at += 1;
                        raised = self.forest.set([raised]);
                    }
                    Ok(Some(raised))
                }
            },
            Some(b'+') if !components.is_empty() && is_subscript(rest, parenthesised) => {
                let component = components.pop().unwrap_or(Tree::ZERO);
                self.cursor.at += 1;
                Ok(Some(self.forest.set([component])))
            }
            Some(b')') if parenthesised => {
                if components.is_empty() {
                    return Err(self.error(
                        start..begin + 1,
                        "empty parentheses",
                        Some("the zero game is written 0"),
                    ));
                }
                self.cursor.at += 1;
                Ok(Some(self.close_list()))
            }
            _ if parenthesised => Err(self.unexpected("an option (digit or parenthesis), `_+` or `)`")),
            _ => Ok(Some(self.close_list())),
        }
    }

    /// A list of one component is that component, a longer one is the game with those options.
    fn close_list(&mut self) -> Tree {
        let Some(Open::List(_, _, components)) = self.open.pop() else {
            unreachable!("called for lists only")
        };
        match components[..] {
            [only] => only,
            _ => self.forest.set(components),
        }
    }

    /// After an option of a set: a comma or the closing brace.
    fn after_option(&mut self) -> Result<Option<Tree>, ReadError> {
        self.cursor.skip_blanks();
        match self.cursor.rest().as_bytes().first() {
            Some(b',') => {
                self.cursor.at += 1;
                Ok(None)
            }
            Some(b'}') => {
                self.cursor.at += 1;
                match self.open.pop() {
                    Some(Open::Set(_, options)) => Ok(Some(self.forest.set(options))),
                    _ => unreachable!("called for sets only"),
                }
            }
            _ => Err(self.unexpected("`,` or `}`")),
        }
    }

    fn unexpected(&self, expected: &str) -> ReadError {
        let unclosed = self.open.last().map(|open| match open {
            Open::Set(at, _) => format!("the `{{` at character {} is still open", self.column(*at)),
            Open::List(at, true, _) => format!("the `(` at character {} is still open", self.column(*at)),
            Open::List(at, false, _) => format!("in the list that begins at character {}", self.column(*at)),
        });
        ReadError { help: unclosed, ..self.cursor.expected(expected) }
    }

    fn column(&self, at: usize) -> usize {
        self.cursor.text()[..at].chars().count() + 1
    }

    fn error(&self, span: Range<usize>, message: &str, help: Option<&str>) -> ReadError {
        ReadError { span, message: message.to_owned(), help: help.map(str::to_owned) }
    }
}

/// Whether the `+` at the beginning of a text, after a component, is a subscript that lost its place, and not the sign of a sum:
/// in parentheses always, otherwise before a digit that begins no game of its own.
fn is_subscript(text: &str, parenthesised: bool) -> bool {
    let after = &text[1..];
    let number = after.trim_start_matches(|c: char| c.is_ascii_digit());
    parenthesised
        || (after.starts_with(|c: char| ('1'..='9').contains(&c))
            && !number.starts_with(['.', '!', '?', '=', '@']))
}

/// Whether a text that follows `_+` begins with one more `+` of the same subscript.
fn is_one_more_plus(text: &str, parenthesised: bool) -> bool {
    let Some(after) = text.strip_prefix('+') else { return false };
    let next = after.trim_start();
    let begins_component = after.starts_with(|c: char| c.is_ascii_digit() || c == '(');
    parenthesised
        || begins_component
        || next.is_empty()
        || next.starts_with(['+', '|', 'x', ')', ',', ']', '}'])
}

/// Set notation, options in increasing order, nim-heaps by name: `{0,*2,{*2},*3}`.
///
/// Cost: the length of the output, which can be exponential in the number of subtrees;
/// [`set_notation_length`] tells it in advance.
pub fn set_notation(forest: &Forest, tree: Tree) -> String {
    enum Piece {
        Game(Tree),
        Text(char),
    }
    let mut out = String::new();
    let mut stack = vec![Piece::Game(tree)];
    while let Some(piece) = stack.pop() {
        match piece {
            Piece::Text(c) => out.push(c),
            Piece::Game(tree) => match forest.nim_size(tree) {
                Some(size) => push_nim_heap(&mut out, size),
                None => {
                    out.push('{');
                    stack.push(Piece::Text('}'));
                    for (place, &option) in forest.options(tree).iter().enumerate().rev() {
                        stack.push(Piece::Game(option));
                        if place > 0 {
                            stack.push(Piece::Text(','));
                        }
                    }
                }
            },
        }
    }
    out
}

/// The number of bytes that [`set_notation`] would write (at most `u64::MAX`).
///
/// Cost: one pass over the subtrees.
pub fn set_notation_length(forest: &Forest, tree: Tree) -> u64 {
    let mut lengths: rustc_hash::FxHashMap<Tree, u64> = rustc_hash::FxHashMap::default();
    for subtree in forest.subtrees(tree) {
        let length = match forest.nim_size(subtree) {
            Some(0 | 1) => 1,
            Some(size) => 2 + u64::from(size.ilog10()),
            None => forest
                .options(subtree)
                .iter()
                .map(|option| lengths[option])
                .fold(1, |total: u64, length| total.saturating_add(length).saturating_add(1)),
        };
        lengths.insert(subtree, length);
    }
    lengths[&tree]
}

/// Conway's notation: games that are not nim-heaps first, both kinds in decreasing order: `*(2_+1)(2_+0)4310`.
///
/// Reads back as the same game. Cost: as for [`set_notation`], whose length is an upper bound up to a constant factor.
pub fn conway_notation(forest: &Forest, tree: Tree) -> String {
    let mut out = String::new();
    if let Some(size) = forest.nim_size(tree) {
        push_nim_heap(&mut out, size);
        return out;
    }
    out.push('*');
    let options = forest.options(tree);
    // Digits alone would be one number; and a list of one needs its `_+`.
    let bare = options.len() > 1
        && options.iter().any(|&option| forest.nim_size(option).is_none_or(|size| size > 9));
    let mut stack = Vec::new();
    if bare {
        push_components(forest, tree, &mut stack);
    } else {
        stack.push(Piece::Component(tree));
    }
    while let Some(piece) = stack.pop() {
        match piece {
            Piece::Text(text) => out.push_str(text),
            Piece::Component(tree) => match (forest.nim_size(tree), forest.options(tree)) {
                (Some(size @ 0..=9), _) => {
                    let _ = write!(out, "{size}");
                }
                (Some(size), _) => {
                    let _ = write!(out, "(*{size})");
                }
                (None, [only]) => {
                    stack.push(Piece::Text("_+"));
                    stack.push(Piece::Component(*only));
                }
                (None, _) => {
                    out.push('(');
                    stack.push(Piece::Text(")"));
                    push_components(forest, tree, &mut stack);
                }
            },
        }
    }
    out
}

/// What remains to be printed.
enum Piece {
    Component(Tree),
    Text(&'static str),
}

/// Stacks the options of `tree` so that they come off in the order of the notation.
fn push_components(forest: &Forest, tree: Tree, stack: &mut Vec<Piece>) {
    let options = forest.options(tree);
    let is_heap = |option: &&Tree| forest.nim_size(**option).is_some();
    stack.extend(options.iter().filter(is_heap).map(|&option| Piece::Component(option)));
    stack.extend(options.iter().filter(|option| !is_heap(option)).map(|&option| Piece::Component(option)));
}

fn push_nim_heap(out: &mut String, size: u32) {
    match size {
        0 => out.push('0'),
        1 => out.push('*'),
        _ => {
            let _ = write!(out, "*{size}");
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn round_trip(text: &str) -> (String, String) {
        let mut forest = Forest::new();
        let tree = parse(&mut forest, text).unwrap();
        (set_notation(&forest, tree), conway_notation(&forest, tree))
    }

    #[test]
    fn the_papers_examples() {
        for (text, set) in [
            ("*2_+320", "{0,*2,{*2},*3}"),
            ("*(2_+1)(2_+0)4310", "{0,*,*3,{0,{*2}},{*,{*2}},*4}"),
            ("*(2_+320)(32)3_+4", "{{*3},{*2,*3},*4,{0,*2,{*2},*3}}"),
            ("*(2_+210)(2_+30)3_+21", "{*,*2,{*3},{0,{*2},*3},{0,*,*2,{*2}}}"),
            ("*(2_+31)(2_+2)2_+3", "{{*2},*3,{*2,{*2}},{*,{*2},*3}}"),
        ] {
            assert_eq!(round_trip(text), (set.to_owned(), text.to_owned()));
        }
    }

    /// Subscripts that lost their place, as plain text of the papers has them; and sums that look alike stay sums.
    #[test]
    fn texts_of_the_papers_are_read_as_printed() {
        for (printed, meant) in [
            ("*2_++", "*2_+_+"),
            ("*2_++0", "*2_+_+0"),
            ("*(2+0)0", "*(2_+0)0"),
            ("*(2+1)(2+0)4310", "*(2_+1)(2_+0)4310"),
            ("*(2+210)(2+30)3+21", "*(2_+210)(2_+30)3_+21"),
            ("* (2_+ 31) (2_+ 2) 2_+ 3", "*(2_+31)(2_+2)2_+3"),
        ] {
            assert_eq!(round_trip(printed), round_trip(meant), "{printed}");
        }
        let mut forest = Forest::new();
        for (text, end) in [
            ("*2_++*3", 4),
            ("*2_+++*3", 5),
            ("*2_+ + *3", 4),
            ("*2_++ + *3", 5),
            ("*(20)+4.7[3]", 5),
            ("*(20)+0", 5),
            ("*(20) + *3", 5),
            ("*(20)+(*2)", 5),
        ] {
            assert_eq!(parse_prefix(&mut forest, text).unwrap().1, end, "{text}");
        }
    }

    #[test]
    fn digits_are_numbers_alone_and_options_in_company() {
        for (text, set, conway) in [
            ("0", "0", "0"),
            ("*", "*", "*"),
            ("*0", "0", "0"),
            ("*1", "*", "*"),
            ("*12", "*12", "*12"),
            ("*(12)", "{*,*2}", "*(21)"),
            ("*(32)", "{*2,*3}", "*(32)"),
            ("*(32)_+", "{{*2,*3}}", "*(32)_+"),
            ("*((32))", "{*2,*3}", "*(32)"),
            ("*2_+_+", "{{*2}}", "*2_+_+"),
            ("*12_+", "{*,{*2}}", "*2_+1"),
            ("*0_+", "*", "*"),
            ("{}", "0", "0"),
            ("{{},{{}}}", "*2", "*2"),
            ("{*12, {*12},0}", "{0,*12,{*12}}", "*(*12)_+(*12)0"),
            ("*(9876543210)", "*10", "*10"),
            ("{*10}", "{*10}", "*(*10)_+"),
        ] {
            assert_eq!(round_trip(text), (set.to_owned(), conway.to_owned()), "{text}");
        }
    }

    #[test]
    fn errors_point_at_the_place() {
        let mut forest = Forest::new();
        for (text, span) in [
            ("", 0..0),
            ("x", 0..1),
            ("{0 *}", 3..4),
            ("{0,", 3..3),
            ("{0,}", 3..4),
            ("*()", 1..3),
            ("*(3", 3..3),
            ("*(3x)", 3..4),
            ("*_+", 1..3),
            ("*(_+)", 2..4),
            ("*01", 1..3),
            ("*99999999999999999999", 1..21),
            ("*(*)", 3..4),
            ("*(*12", 5..5),
            ("05", 0..2),
            ("*2 é", 3..5),
        ] {
            let error = parse(&mut forest, text).unwrap_err();
            assert_eq!(error.span, span, "{text}: {error}");
        }
    }

    #[test]
    fn a_prefix_ends_where_the_game_ends() {
        let mut forest = Forest::new();
        for (text, end) in [
            ("*3 + *5", 2),
            ("*2_+ + *", 4),
            ("*2_+3)", 5),
            (" {0} x", 4),
            ("0.77", 1),
            ("*|*", 1),
            ("*2_", 2),
        ] {
            assert_eq!(parse_prefix(&mut forest, text).map(|(_, end)| end), Ok(end), "{text}");
        }
    }

    #[test]
    fn deep_and_long_texts_are_read_without_recursion() {
        let mut forest = Forest::new();
        let depth = 100_000;
        let sets = format!("{}*{}", "{".repeat(depth), "}".repeat(depth));
        let tree = parse(&mut forest, &sets).unwrap();
        assert_eq!(forest.birthday(tree), depth as u32 + 1);
        assert_eq!(set_notation(&forest, tree), sets);
        assert_eq!(set_notation_length(&forest, tree), sets.len() as u64);
        let pluses = format!("*2{}", "_+".repeat(depth));
        let tree = parse(&mut forest, &pluses).unwrap();
        assert_eq!(conway_notation(&forest, tree), pluses);
        let open = "*".to_owned() + &"(".repeat(depth);
        assert_eq!(parse(&mut forest, &open).unwrap_err().span, depth + 1..depth + 1);
        let nested = format!("*{}3{}", "(2".repeat(depth), ")".repeat(depth));
        assert!(parse(&mut forest, &nested).is_ok());
    }

    #[test]
    fn the_length_is_known_before_printing() {
        let mut forest = Forest::new();
        let mut tree = Tree::ZERO;
        for _ in 0..200 {
            let up = forest.set([tree]);
            tree = forest.set([tree, up]);
        }
        assert_eq!(set_notation_length(&forest, tree), u64::MAX);
    }

    proptest! {
        /// Fails when either printed form reads back as another game.
        #[test]
        fn both_notations_read_back(sets in prop::collection::vec(prop::collection::vec(0_usize..40, 0..5), 1..12)) {
            let mut forest = Forest::new();
            let mut made: Vec<Tree> = (0..12).map(|n| forest.nim_heap(n)).collect();
            for indices in sets {
                let options: Vec<Tree> = indices.iter().map(|i| made[i % made.len()]).collect();
                made.push(forest.set(options));
            }
            for &tree in &made {
                let set = set_notation(&forest, tree);
                prop_assert_eq!(set.len() as u64, set_notation_length(&forest, tree));
                prop_assert_eq!(parse(&mut forest, &set), Ok(tree));
                let conway = conway_notation(&forest, tree);
                prop_assert_eq!(parse(&mut forest, &conway), Ok(tree), "{}", conway);
            }
            forest.check_invariants().unwrap();
        }

        /// Fails when some text makes the reader panic or report a place outside the text.
        #[test]
        fn any_text_is_read_or_refused(text in "[*0-9_+(){}, ]{0,40}") {
            let mut forest = Forest::new();
            match parse_prefix(&mut forest, &text) {
                Ok((_, end)) => prop_assert!(text.is_char_boundary(end)),
                Err(error) => prop_assert!(error.span.start <= error.span.end && error.span.end <= text.len()),
            }
        }
    }
}
