//! Nimbers of boards: [`NimberSearch`](crate::game::NimberSearch) with sets of cells as machine words.
//!
//! Three things are done that the search of games in general does not do. The whole search stays on the cells of the board that
//! was asked about, and only the table knows pieces in normal position. A piece that is refuted by an option that is known already is
//! not remembered, as it is as quickly refuted again: that is nine pieces of ten. And where a move `a` is answered by `b` the answer
//! refutes `b` too, as moves change places: what `a` and `b` leave is an option of what `b` leaves.

use super::Rule;
use std::fmt;
use std::sync::atomic::Ordering;
use std::thread;

use super::frame::Frame;
use super::memory::{Known, Memory, Remembers};
use super::order::effort;
use super::polyomino::Cells;
use super::shared::{SharedMemory, Together};
use super::word::Word;
use crate::game::{Outcome, Unsolved};
use crate::limits::{Limits, StopReason};

/// The most pieces that are remembered: before that, some are forgotten and worked out again when they are met again.
const MOST_REMEMBERED: usize = 1 << 27;

/// How often one thread looks before others help: about a second. Before that, what is looked at is the same in every run.
const MOST_ALONE: u64 = 1 << 20;

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
    short: Store<u64>,
    long: Store<u128>,
    /// How often one thread looks before others help.
    pub(super) most_alone: u64,
}

/// What is known with one size of words, first by one thread, and by several when that takes long.
struct Store<W: Word> {
    alone: Pieces<W, Memory<W>>,
    shared: Option<SharedMemory<W>>,
}

/// The search of one thread.
struct Pieces<W: Word, M> {
    memory: M,
    /// Lists that are not in use, kept for the room they have.
    lists: Vec<Lists<W>>,
    looks: u64,
    /// The most looks, after which there are to be more threads.
    most_looks: u64,
}

/// What a question is about, and how it may be stopped.
struct Asked<'l, W> {
    rule: Rule,
    frame: Frame<W>,
    limits: &'l Limits,
    most_alone: u64,
    /// What other threads do.
    together: Option<&'l Together>,
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
    /// How much the heaviest part is expected to take.
    effort: u32,
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
        BoardSearch { rule, limits, short: Store::new(most), long: Store::new(most), most_alone: MOST_ALONE }
    }

    /// The number of times that the moves of a piece were looked at, as long as one thread did it; then more.
    pub fn looks(&self) -> u64 {
        self.short.alone.looks + self.long.alone.looks
    }

    /// Whether several threads took part: then what was looked at differs from run to run, and answers do not.
    pub fn is_shared(&self) -> bool {
        self.short.shared.is_some() || self.long.shared.is_some()
    }

    /// The number of pieces remembered.
    pub fn pieces_remembered(&self) -> u64 {
        (self.short.len() + self.long.len()) as u64
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
        let BoardSearch { rule, limits, short, long, most_alone } = self;
        let found = if cells.rows * cells.columns <= u64::CELLS {
            short.nimber_of_all(&Asked::new(*rule, cells, limits, *most_alone), cells)
        } else {
            long.nimber_of_all(&Asked::new(*rule, cells, limits, *most_alone), cells)
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
        let BoardSearch { rule, limits, short, long, most_alone } = self;
        if cells.rows * cells.columns <= u64::CELLS {
            short.all_are(&Asked::new(*rule, cells, limits, *most_alone), cells, nimber)
        } else {
            long.all_are(&Asked::new(*rule, cells, limits, *most_alone), cells, nimber)
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
    fn new(rule: Rule, cells: Cells, limits: &'l Limits, most_alone: u64) -> Self {
        Asked { rule, frame: Frame::new(cells.rows, cells.columns), limits, most_alone, together: None }
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

    /// How much a part is expected to take.
    fn effort(&self, part: Part<W>) -> u32 {
        match self.rule {
            Rule::Cram | Rule::ArcKayles => effort(&self.frame, part.cells, part.weight),
            Rule::NodeKayles | Rule::Grim => part.weight,
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

impl<W: Word> Store<W> {
    fn new(most: usize) -> Self {
        Store { alone: Pieces::new(Memory::new(most)), shared: None }
    }

    fn len(&self) -> usize {
        self.shared.as_ref().map_or_else(|| self.alone.memory.len(), |shared| Remembers::len(&shared))
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
        let (piece, normal) = (*heaviest, *normal);
        let is = |found| matches!(found, Found::Yes);
        self.ask(
            asked,
            |pieces, asked| pieces.is(asked, piece, normal, value).map(is),
            |pieces, asked| pieces.is(asked, piece, normal, value).map(is),
        )
    }

    fn nimber(&mut self, asked: &Asked<'_, W>, piece: W, normal: W) -> Result<u16, Unsolved> {
        self.ask(
            asked,
            |pieces, asked| pieces.nimber(asked, piece, normal),
            |pieces, asked| pieces.nimber(asked, piece, normal),
        )
    }

    /// Has one thread look for an answer for a while, and then as many as there may be.
    fn ask<T: Send>(
        &mut self,
        asked: &Asked<'_, W>,
        one: impl Fn(&mut Pieces<W, Memory<W>>, &Asked<'_, W>) -> Result<T, Unsolved>,
        each: impl Fn(&mut Pieces<W, &SharedMemory<W>>, &Asked<'_, W>) -> Result<T, Unsolved> + Sync,
    ) -> Result<T, Unsolved> {
        let threads = asked.limits.threads();
        if self.shared.is_none() {
            self.alone.most_looks = if threads > 1 { asked.most_alone } else { u64::MAX };
            let found = one(&mut self.alone, asked);
            if threads == 1 || self.alone.looks < asked.most_alone {
                return found;
            }
            let memory = std::mem::replace(&mut self.alone.memory, Memory::new(0));
            self.shared = Some(SharedMemory::new(memory));
            if found.is_ok() {
                return found;
            }
        }
        let shared = self.shared.as_ref().expect("several threads know what one knew");
        let together = Together::new();
        let look = || {
            let asked = Asked { together: Some(&together), ..*asked };
            let found = each(&mut Pieces::new(shared), &asked);
            if found.is_ok() {
                together.is_answered.store(true, Ordering::Relaxed);
            }
            found
        };
        thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(look)).collect();
            let mut found = look();
            for other in others {
                let other = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                if found.is_err() {
                    found = other;
                }
            }
            found
        })
    }
}

impl<W: Word, M: Remembers<W>> Pieces<W, M> {
    fn new(memory: M) -> Self {
        Pieces { memory, lists: Vec::new(), looks: 0, most_looks: u64::MAX }
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
        let is_answered = asked.together.is_some_and(|all| all.is_answered.load(Ordering::Relaxed));
        if is_answered || self.looks >= self.most_looks {
            return Err(StopReason::Interrupted.into());
        }
        self.looks += 1;
        let mut lists = self.lists.pop().unwrap_or(Lists { options: Vec::new(), parts: Vec::new() });
        let found = match asked.together {
            None => self.look_for(asked, piece, normal, nimber, &mut lists),
            Some(together) => {
                together.tell(normal, nimber, || self.look_for(asked, piece, normal, nimber, &mut lists))
            }
        };
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
        for option in options.iter_mut() {
            option.effort = asked.effort(parts[option.to - 1]);
        }
        options.sort_by(|a, b| {
            let by_parts = || names(a).cmp(names(b)).then(a.value.cmp(&b.value));
            let by_effort = a.effort.cmp(&b.effort);
            by_effort.then_with(|| heaviest(a).cmp(&heaviest(b))).then_with(by_parts)
        });
        options.dedup_by(|b, a| b.value == a.value && names(a).eq(names(b)));
        // What another thread looks at is left to it as long as there is something else.
        let (rounds, count) = (if asked.together.is_some() { 2 } else { 1 }, options.len());
        for (round, at) in (0..rounds).flat_map(|round| (0..count).map(move |at| (round, at))) {
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
            if round + 1 < rounds
                && asked.together.is_some_and(|all| all.is_looked_at(heaviest.normal, value))
            {
                continue;
            }
            match self.is(asked, heaviest.cells, heaviest.normal, value)? {
                Found::Yes => {
                    self.memory.exclude(normal, nimber);
                    return Ok(Found::No(option.chosen));
                }
                Found::No(answer) => {
                    let refutes = asked.can_follow(piece, option.chosen, answer);
                    let others =
                        |other: &Open<W>| other.chosen == option.chosen || refutes && other.chosen == answer;
                    options
                        .iter_mut()
                        .filter(|other| others(other))
                        .for_each(|other| other.is_refuted = true);
                }
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
        lists.options.push(Open { chosen, value, from, to: parts.len(), effort: 0, is_refuted: false });
        None
    }
}
