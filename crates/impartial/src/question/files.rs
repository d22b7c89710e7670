//! What the text of a game may name outside itself, and the reading of such a text.

use super::Asking;
use super::board::{self, Board};
use super::refused::Refused;
use crate::group::{self, FiniteGroup, GroupError, LargeGroup, Library};
use crate::language::{Known, Parsed, Position, Sources, parse_with_sources};
use crate::limits::Limits;

/// Brings what texts name: files, and groups that are not listed here. Whoever asks decides what may be opened.
pub trait Files {
    /// The text of a file, or the reason why not.
    fn text(&self, name: &str) -> Result<String, String> {
        Err(format!("cannot read {name}: files are not read here"))
    }

    /// A group by its text: [`group::parse`], or one who knows more groups.
    fn group(&self, text: &str, limits: &Limits) -> Result<FiniteGroup, GroupError> {
        group::parse(text, limits)
    }

    /// A group of more than `least` elements that need not be listed: [`LargeGroup::parse_larger`], or one who knows more groups.
    ///
    /// # Errors
    /// When the text names no group, or a limit is reached.
    fn large_group(
        &self,
        text: &str,
        least: usize,
        limits: &Limits,
    ) -> Result<Option<LargeGroup>, GroupError> {
        LargeGroup::parse_larger(text, least, limits)
    }

    /// All groups of some orders (or degrees) in a library, told by another program.
    ///
    /// # Errors
    /// When nobody can tell them.
    fn group_lines(&self, _library: Library, _numbers: &[usize]) -> Result<GroupLines, String> {
        Err("these groups do not ship with the program, and GAP, which has them, is not asked here"
            .to_owned())
    }
}

/// The lines that describe groups, one after another; the reason when no line comes.
///
/// For each order (or degree): `groups 576 8681` with the number of groups, or `unavailable 1024`; then a line for each group as
/// [`SmallGroup::from_line`](group::SmallGroup::from_line) reads it.
pub type GroupLines = Box<dyn FnMut(&Limits) -> Result<String, String> + Send>;

/// Nothing is brought from outside.
pub struct NoFiles;

impl Files for NoFiles {}

/// Reads a game; what it names is brought by the files of the asking.
///
/// # Errors
/// When the text is not understood, or names what is not there.
pub fn read(text: &str, asking: &Asking<'_>) -> Result<Parsed, Refused> {
    let limits = &asking.limits;
    let known = read_boards(text, asking)?;
    let sources = Sources {
        file: &|name| asking.files.text(name),
        group: &|text, limits| asking.files.group(text, limits),
        large_group: &|text, least, limits| asking.files.large_group(text, least, limits),
        limits,
    };
    parse_with_sources(known, text, &sources).map_err(|error| {
        let refused = Refused::reading(text, error);
        if limits.poll().is_err() { refused.by_limit() } else { refused }
    })
}

/// Reads a position, with what later texts may refer to.
///
/// # Errors
/// As [`read`], and when the text names a whole game.
pub fn read_position(text: &str, asking: &Asking<'_>) -> Result<(Parsed, Position), Refused> {
    let parsed = read(text, asking)?;
    let position = parsed.position(text).map_err(|error| Refused::reading(text, error))?.clone();
    Ok((parsed, position))
}

/// The boards that a text names, or writes out: `lattice(board.toml)[3,0,2]`, `lattice(rules = [[1]])[3]`.
fn read_boards(text: &str, asking: &Asking<'_>) -> Result<Known, Refused> {
    let mut known = Known::default();
    for rest in text.split("lattice(").skip(1) {
        let Some((name, _)) = rest.split_once(')') else { continue };
        let board = Board::named(name, asking)?;
        if board.axioms(&asking.limits)?.is_none() {
            return Err(Refused::new(board::UNDECIDED).by_limit());
        }
        known.enter_board(name, board.game);
    }
    Ok(known)
}
