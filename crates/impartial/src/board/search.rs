//! Nimbers of boards: [`NimberSearch`](crate::game::NimberSearch) with sets of cells as machine words.
//!
//! Three things are done that the search of games in general does not do. The whole search stays on the cells of the board that
//! was asked about, and only the table knows pieces in normal position. A piece that is refuted by an option that is known already is
//! not remembered, as it is as quickly refuted again: that is nine pieces of ten. And where a move `a` is answered by `b` the answer
//! refutes `b` too, as moves change places: what `a` and `b` leave is an option of what `b` leaves.

use super::Rule;
use std::fmt;

use super::frame::Frame;
use super::memory::{Known, Memory};
use super::polyomino::Cells;
use super::word::Word;
use crate::game::{Outcome, Unsolved};
use crate::limits::Limits;

/// The most pieces that are remembered: before that, some are forgotten and worked out again when they are met again.
const MOST_REMEMBERED: usize = 1 << 27;

/// Finds nimbers of boards, and remembers what it learns of pieces.
///
/// Cost: depends on luck. Boards of four rows take some thirty times as long for two more columns.
///
/// ```
/// use impartial::board::{BoardSearch, Cells, Rule};
/// use impartial::limits::Limits;
/// let mut search = BoardSearch::new(Rule::Cram, Limits::none());
/// assert_eq!(search.nimber(Cells::rectangle(3, 6)), Ok(4));
/// ```
pub struct BoardSearch {
    rule: Rule,
    limits: Limits,
    short: Pieces<u64>,
    long: Pieces<u128>,
}

/// The search with one size of words.
struct Pieces<W: Word> {
    memory: Memory<W>,
    /// Lists that are not in use, kept for the room they have.
    lists: Vec<Lists<W>>,
    looks: u64,
}

/// What a question is about, and how it may be stopped.
struct Asked<'l, W> {
    rule: Rule,
    frame: Frame<W>,
    limits: &'l Limits,
}

/// The options of a piece that are not known.
struct Lists<W> {
    options: Vec<Open<W>>,
    parts: Vec<Part<W>>,
}

/// A part of an option: where it lies, and in normal position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Part<W> {
    weight: u32,
    normal: W,
    cells: W,
}

/// An option whose nimber is not known: the cells chosen, the nim-sum of its parts that are known, and where the others are listed.
#[derive(Clone, Copy)]
struct Open<W> {
    chosen: W,
    value: u16,
    from: usize,
    to: usize,
    is_refuted: bool,
}

/// Whether a piece has a nimber.
enum Found<W> {
    Yes,
    /// It has not, because of the option that choosing these cells leaves, when there are any.
    No(W),
}

impl fmt::Debug for BoardSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BoardSearch")
            .field("rule", &self.rule)
            .field("pieces_remembered", &self.pieces_remembered())
            .finish_non_exhaustive()
    }
}

impl BoardSearch {
    /// A search that knows nothing yet. The bound on positions in `limits` is a bound on the pieces remembered.
    pub fn new(rule: Rule, limits: Limits) -> Self {
        Self::remembering(MOST_REMEMBERED, rule, limits)
    }

    /// The same with a bound on the pieces that are remembered at a time.
    pub fn remembering(most: usize, rule: Rule, limits: Limits) -> Self {
        BoardSearch { rule, limits, short: Pieces::new(most), long: Pieces::new(most) }
    }

    /// The number of times that the moves of a piece were looked at.
    pub fn looks(&self) -> u64 {
        self.short.looks + self.long.looks
    }

    /// The number of pieces remembered.
    pub fn pieces_remembered(&self) -> u64 {
        (self.short.memory.len() + self.long.memory.len()) as u64
    }

    /// Goes on under other limits; what is known stays known.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// The nimber of what is free of a board.
    ///
    /// # Errors
    /// When a limit is reached; asking again goes on from there.
    pub fn nimber(&mut self, cells: Cells) -> Result<u64, Unsolved> {
        let cells = lying(cells);
        let BoardSearch { rule, limits, short, long } = self;
        let found = if cells.rows * cells.columns <= u64::CELLS {
            short.nimber_of_all(&Asked::new(*rule, cells, limits), cells)
        } else {
            long.nimber_of_all(&Asked::new(*rule, cells, limits), cells)
        };
        found.map(u64::from)
    }

    /// Whether what is free of a board has a given nimber: often much cheaper than the nimber.
    ///
    /// # Errors
    /// As for [`nimber`](Self::nimber).
    pub fn is(&mut self, cells: Cells, nimber: u64) -> Result<bool, Unsolved> {
        let cells = lying(cells);
        // Nimbers are no larger than the number of cells, which is far below.
        let Ok(nimber) = u16::try_from(nimber) else { return Ok(false) };
        let BoardSearch { rule, limits, short, long } = self;
        if cells.rows * cells.columns <= u64::CELLS {
            short.all_are(&Asked::new(*rule, cells, limits), cells, nimber)
        } else {
            long.all_are(&Asked::new(*rule, cells, limits), cells, nimber)
        }
    }

    /// The outcome of what is free of a board in normal play.
    ///
    /// # Errors
    /// As for [`nimber`](Self::nimber).
    pub fn outcome(&mut self, cells: Cells) -> Result<Outcome, Unsolved> {
        Ok(if self.is(cells, 0)? { Outcome::P } else { Outcome::N })
    }
}

/// The board on its longer side.
fn lying(cells: Cells) -> Cells {
    if cells.rows > cells.columns { cells.transposed() } else { cells }
}

impl<'l, W: Word> Asked<'l, W> {
    fn new(rule: Rule, cells: Cells, limits: &'l Limits) -> Self {
        Asked { rule, frame: Frame::new(cells.rows, cells.columns), limits }
    }

    /// The cells that a choice takes away.
    fn taken(&self, piece: W, chosen: W) -> W {
        match self.rule {
            Rule::Cram | Rule::ArcKayles | Rule::Grim => chosen,
            Rule::NodeKayles => self.frame.around(chosen) & piece,
        }
    }

    /// Whether the first choice can still be made after the second, when it can be made before it.
    fn can_follow(&self, piece: W, first: W, second: W) -> bool {
        match self.rule {
            Rule::Cram | Rule::ArcKayles | Rule::NodeKayles => true,
            Rule::Grim => !(self.frame.around(first) & piece & !first & !second).is_empty(),
        }
    }

    /// Every choice, until the visit says that it is enough: the choice that was.
    fn find_choice(&self, piece: W, mut visit: impl FnMut(W) -> bool) -> Option<W> {
        let Frame { columns, not_last } = self.frame;
        let dominoes = [(piece & piece >> columns, columns), (piece & piece >> 1 & not_last, 1)];
        let singles = [(piece, 0)];
        let sets: &[(W, u32)] = match self.rule {
            Rule::Cram | Rule::ArcKayles => &dominoes,
            Rule::NodeKayles | Rule::Grim => &singles,
        };
        for (set, step) in sets {
            let mut left = *set;
            while !left.is_empty() {
                let cell = left.least();
                left = left ^ cell;
                let chosen = cell | cell << *step;
                let is_choice = self.rule != Rule::Grim || self.can_follow(piece, chosen, W::default());
                if is_choice && visit(chosen) {
                    return Some(chosen);
                }
            }
        }
        None
    }

    /// The number of moves, or nearly.
    fn weight(&self, piece: W) -> u32 {
        match self.rule {
            Rule::Cram | Rule::ArcKayles => {
                let Frame { columns, not_last } = self.frame;
                (piece & piece >> 1 & not_last).count() + (piece & piece >> columns).count()
            }
            Rule::NodeKayles | Rule::Grim => piece.count(),
        }
    }

    /// The connected parts that can be played on of cells each part of which has one of the cells `near`.
    fn parts(&self, cells: W, near: W, mut visit: impl FnMut(W)) {
        let single_counts = self.rule.plays_single_nodes();
        self.frame.parts(cells, near, |part| {
            if single_counts || part != part.least() {
                visit(part);
            }
        });
    }
}

impl<W: Word> Pieces<W> {
    fn new(most: usize) -> Self {
        Pieces { memory: Memory::new(most), lists: Vec::new(), looks: 0 }
    }

    fn all_parts(asked: &Asked<'_, W>, cells: Cells) -> Vec<(W, W)> {
        let free = W::from_cells(cells.free);
        let mut parts = Vec::new();
        asked.parts(free, free, |part| parts.push((part, asked.frame.normal(part))));
        parts.sort_by_key(|(part, _)| asked.weight(*part));
        parts
    }

    fn nimber_of_all(&mut self, asked: &Asked<'_, W>, cells: Cells) -> Result<u16, Unsolved> {
        let parts = Self::all_parts(asked, cells);
        parts.iter().try_fold(0, |sum, (part, normal)| Ok(sum ^ self.nimber(asked, *part, *normal)?))
    }

    fn all_are(&mut self, asked: &Asked<'_, W>, cells: Cells, nimber: u16) -> Result<bool, Unsolved> {
        let parts = Self::all_parts(asked, cells);
        let Some(((heaviest, normal), others)) = parts.split_last() else { return Ok(nimber == 0) };
        let mut value = nimber;
        for (part, normal) in others {
            value ^= self.nimber(asked, *part, *normal)?;
        }
        Ok(matches!(self.is(asked, *heaviest, *normal, value)?, Found::Yes))
    }

    fn nimber(&mut self, asked: &Asked<'_, W>, piece: W, normal: W) -> Result<u16, Unsolved> {
        for nimber in 0.. {
            if let Known::Exactly(nimber) = self.memory.known(normal) {
                return Ok(nimber);
            }
            if let Found::Yes = self.is(asked, piece, normal, nimber)? {
                return Ok(nimber);
            }
        }
        unreachable!("a piece of n cells has a nimber of n at most")
    }

    /// Whether a piece has this nimber.
    fn is(&mut self, asked: &Asked<'_, W>, piece: W, normal: W, nimber: u16) -> Result<Found<W>, Unsolved> {
        match self.memory.known(normal) {
            Known::Exactly(known) if known == nimber => return Ok(Found::Yes),
            Known::Exactly(_) => return Ok(Found::No(W::default())),
            Known::Not(numbers) if nimber < 15 && numbers >> nimber & 1 == 1 => {
                return Ok(Found::No(W::default()));
            }
            Known::Not(_) if u64::from(nimber) > asked.rule.longest_play(piece.count()) => {
                return Ok(Found::No(W::default()));
            }
            Known::Not(_) => {}
        }
        asked.limits.poll_positions(self.memory.len() as u64)?;
        self.looks += 1;
        let mut lists = self.lists.pop().unwrap_or(Lists { options: Vec::new(), parts: Vec::new() });
        let found = self.look_for(asked, piece, normal, nimber, &mut lists);
        lists.options.clear();
        lists.parts.clear();
        self.lists.push(lists);
        found
    }

    fn look_for(
        &mut self,
        asked: &Asked<'_, W>,
        piece: W,
        normal: W,
        nimber: u16,
        lists: &mut Lists<W>,
    ) -> Result<Found<W>, Unsolved> {
        if let Some(chosen) =
            asked.find_choice(piece, |chosen| self.value(asked, piece, chosen, lists) == Some(nimber))
        {
            return Ok(Found::No(chosen));
        }
        let Lists { options, parts } = lists;
        let names = |option: &Open<W>| parts[option.from..option.to].iter().map(|part| part.normal);
        let heaviest = |option: &Open<W>| parts[option.to - 1].weight;
        options.sort_by(|a, b| {
            let by_parts = || names(a).cmp(names(b)).then(a.value.cmp(&b.value));
            heaviest(a).cmp(&heaviest(b)).then_with(by_parts)
        });
        options.dedup_by(|b, a| b.value == a.value && names(a).eq(names(b)));
        for at in 0..options.len() {
            let option = options[at];
            if option.is_refuted {
                continue;
            }
            let (heaviest, others) =
                parts[option.from..option.to].split_last().expect("an open option has a part");
            let mut value = option.value ^ nimber;
            for part in others {
                value ^= self.nimber(asked, part.cells, part.normal)?;
            }
            match self.is(asked, heaviest.cells, heaviest.normal, value)? {
                Found::Yes => {
                    self.memory.exclude(normal, nimber);
                    return Ok(Found::No(option.chosen));
                }
                Found::No(answer) if asked.can_follow(piece, option.chosen, answer) => {
                    options
                        .iter_mut()
                        .filter(|other| other.chosen == answer)
                        .for_each(|other| other.is_refuted = true);
                }
                Found::No(_) => {}
            }
        }
        // No option has this nimber: the piece has it exactly when options have all smaller ones.
        for smaller in 0..nimber {
            if let Found::Yes = self.is(asked, piece, normal, smaller)? {
                return Ok(Found::No(W::default()));
            }
        }
        self.memory.learn(normal, nimber);
        Ok(Found::Yes)
    }

    /// The nimber of an option when all its parts are known; else the option is listed.
    fn value(&self, asked: &Asked<'_, W>, piece: W, chosen: W, lists: &mut Lists<W>) -> Option<u16> {
        let taken = asked.taken(piece, chosen);
        let left = piece & !taken;
        let from = lists.parts.len();
        let mut value = 0;
        let parts = &mut lists.parts;
        asked.parts(left, asked.frame.around(taken) & left, |cells| {
            let normal = asked.frame.normal(cells);
            match self.memory.known(normal) {
                Known::Exactly(nimber) => value ^= nimber,
                // Equal parts cancel.
                Known::Not(_) => match parts[from..].iter().position(|part| part.normal == normal) {
                    Some(equal) => drop(parts.swap_remove(from + equal)),
                    None => parts.push(Part { weight: asked.weight(cells), normal, cells }),
                },
            }
        });
        if parts.len() == from {
            return Some(value);
        }
        parts[from..].sort_unstable();
        lists.options.push(Open { chosen, value, from, to: parts.len(), is_refuted: false });
        None
    }
}
