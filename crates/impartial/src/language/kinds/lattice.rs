//! Points of a lattice game: `lattice(board.toml)[3,0,2]`.
//!
//! Outcomes of any size: from nimbers where the game is a sum of heaps, from tables of everything that play can reach while these are
//! small, and from a strategy for the whole board where they are not.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use num_bigint::BigInt;
use serde_json::{Value, json};

use crate::claim::Claim;
use crate::game::{Outcome, Play};
use crate::language::kind::{Kind, Proof, Theorem, Unlisted};
use crate::language::lookahead::digits;
use crate::language::moves::WinningMoves;
use crate::language::parser::{Reader, Subject};
use crate::language::position::Position;
use crate::language::registry::{KindOfGame, begins_with_word};
use crate::language::search::LARGEST_LISTED;
use crate::lattice::rules::small_point;
use crate::lattice::squarefree::{self, SquarefreeStrategy};
use crate::lattice::strategy::{Found, Strategy, find};
use crate::lattice::table::points_needed;
use crate::lattice::{Cell, LatticeGame, Table, TableError, solve_box};
use crate::limits::{Limits, Unanswered};
use crate::ordinal::Ordinal;
use crate::text::{Cursor, ReadError};

/// The most points of a table that is made before a strategy for the whole board was looked for, and after.
const QUICK_TABLE: u128 = 1 << 32;
const LARGEST_TABLE: u128 = 1 << 40;

/// A lattice game under the name that texts give it, with what has been worked out about it. Equal when name and game are.
pub struct NamedBoard {
    name: String,
    game: LatticeGame,
    answers: Mutex<Answers>,
}

/// What answers for the positions of a board.
struct Answers {
    /// The nimbers of its heaps, when it is a sum of heaps in normal play.
    heaps: Option<SquarefreeStrategy>,
    /// The last table: it answers for all that its box can reach.
    table: Option<Table>,
    strategy: Option<Strategy>,
    /// A strategy was looked for and not found.
    is_unproved: bool,
}

/// A point of the board of a lattice game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LatticePoint {
    /// The board.
    pub board: Arc<NamedBoard>,
    /// The point.
    pub point: Vec<BigInt>,
}

pub(in crate::language) const KIND: KindOfGame =
    KindOfGame { name: "lattice", theory: "lattices", example: "lattice(file.toml)[3,0,2]", begins, read };

fn begins(text: &str) -> bool {
    begins_with_word(text, &["lattice"])
}

fn read(reader: &mut Reader<'_>) -> Result<Subject, ReadError> {
    let cursor = &mut reader.cursor;
    let start = cursor.at + "lattice(".len();
    let Some(length) = cursor.text()[start..].find(')') else {
        cursor.at = cursor.text().len();
        return Err(cursor.expected_here("`)` after the name of the board"));
    };
    let name = &cursor.text()[start..start + length];
    let board = reader.known.boards.iter().find(|board| board.name == name).cloned().ok_or_else(|| {
        ReadError::new(start..start + length, format!("no board is known by the name `{name}`"))
    })?;
    cursor.at = start + length + 1;
    if !reader.take(&['[']) {
        return Err(reader.cursor.expected_here("`[` and the coordinates of a position"));
    }
    let inside = reader.cursor.at;
    let mut point = Vec::new();
    loop {
        point.push(coordinate(&mut reader.cursor)?);
        if reader.take(&[']']) {
            break;
        }
        if !reader.take(&[',']) {
            return Err(reader.cursor.expected_here("`,` or `]`"));
        }
    }
    let span = inside..reader.cursor.at - 1;
    let game = &board.game;
    if point.len() != game.dimension() {
        let (found, dimension) = (point.len(), game.dimension());
        let message = format!("here are {found} coordinates, and the board has dimension {dimension}");
        return Err(ReadError::new(span, message));
    }
    if let Some(inequality) = game.board().iter().find(|inequality| !inequality.holds_at(&point)) {
        return Err(ReadError::new(span, format!("this point is off the board: {inequality} fails")));
    }
    if !game.is_legal_at(&point) {
        let message = "this position is defeated: nobody may move there, and nobody moves from there";
        return Err(ReadError::new(span, message));
    }
    Ok(Subject::Position(LatticePoint { board, point }.into()))
}

/// A coordinate of any size, within reason.
fn coordinate(cursor: &mut Cursor<'_>) -> Result<BigInt, ReadError> {
    const MOST_DIGITS: usize = 100_000;
    cursor.skip_blanks();
    let start = cursor.at;
    let sign = usize::from(cursor.rest().starts_with('-'));
    let length = digits(&cursor.rest()[sign..]);
    if length == 0 {
        return Err(cursor.expected_here("a coordinate, an integer,"));
    }
    cursor.at += sign + length;
    let value = if length <= MOST_DIGITS { cursor.text()[start..cursor.at].parse().ok() } else { None };
    value.ok_or_else(|| {
        ReadError::new(start..cursor.at, format!("coordinates have at most {MOST_DIGITS} digits"))
    })
}

impl NamedBoard {
    /// A board about which nothing is known yet.
    pub fn new(name: &str, game: LatticeGame) -> Self {
        let heaps = squarefree::solve(&game).ok();
        let answers = Answers { heaps, table: None, strategy: None, is_unproved: false };
        NamedBoard { name: name.to_owned(), game, answers: Mutex::new(answers) }
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The game.
    pub fn game(&self) -> &LatticeGame {
        &self.game
    }

    fn answers(&self) -> MutexGuard<'_, Answers> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The nimber of a point of the board, where the game is a sum of heaps.
    fn nimber(&self, point: &[BigInt]) -> Option<u64> {
        let answers = self.answers();
        let heaps = answers.heaps.as_ref()?;
        Some(heaps.nimber_of_parities(point.iter().map(|x| x.bit(0))))
    }

    /// The outcome of a point of the board, which is not defeated.
    fn outcome(&self, point: &[BigInt], limits: &Limits) -> Result<Outcome, Unanswered> {
        let is_p = match self.nimber(point) {
            Some(nimber) => nimber == 0,
            None => self.answers().is_p(&self.game, point, limits)?,
        };
        Ok(if is_p { Outcome::P } else { Outcome::N })
    }

    /// What the last outcome rests on.
    fn because(&self) -> String {
        match &*self.answers() {
            Answers { heaps: Some(_), .. } => {
                "Sprague-Grundy: every rule acts on one heap (Guo and Miller, section 6, corrigendum)".into()
            }
            Answers { strategy: Some(_), .. } => {
                "a strategy for the whole board was found and verified at every position".into()
            }
            Answers { table, .. } => {
                let points = table.as_ref().map_or(0, Table::size);
                format!("every position that play can reach was solved ({points} points)")
            }
        }
    }
}

impl Answers {
    fn is_p(&mut self, game: &LatticeGame, point: &[BigInt], limits: &Limits) -> Result<bool, Unanswered> {
        if let Some(strategy) = &self.strategy {
            return Ok(strategy.cell(point) == Cell::P);
        }
        let small = small_point(point);
        if let (Some(point), Some(table)) = (&small, &self.table)
            && table.covers(point)
        {
            return Ok(table.is_p(point));
        }
        let needed = match &small {
            Some(point) => points_needed(game, point, point, limits).or_else(|error| match error {
                TableError::TooLarge => Ok(u128::MAX),
                other => Err(unanswered(other)),
            })?,
            None => u128::MAX,
        };
        if needed > QUICK_TABLE && !self.is_unproved {
            match find(game, limits) {
                Found::Proved(strategy) => {
                    let is_p = strategy.cell(point) == Cell::P;
                    self.strategy = Some(*strategy);
                    return Ok(is_p);
                }
                Found::Box { stopped: Some(reason), .. } => return Err(Unanswered::Stopped(reason)),
                Found::Box { stopped: None, .. } => self.is_unproved = true,
            }
        }
        let Some(point) = small.filter(|_| needed <= LARGEST_TABLE) else {
            return Err(unanswered(TableError::TooLarge));
        };
        let table = solve_box(game, &point, &point, limits).map_err(unanswered)?;
        let is_p = table.is_p(&point);
        self.table = Some(table);
        Ok(is_p)
    }
}

fn unanswered(error: TableError) -> Unanswered {
    match error {
        TableError::Stopped(reason) => Unanswered::Stopped(reason),
        TableError::TooLarge => Unanswered::OutOfReach(
            "a table of all that play can reach does not fit in four gigabytes, and no strategy for the whole board was found"
                .into(),
        ),
        other => Unanswered::OutOfReach(other.to_string()),
    }
}

impl Kind for LatticePoint {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn options(&self) -> Vec<Position> {
        let options = self.board.game.options_at(&self.point);
        let board = || Arc::clone(&self.board);
        options.into_iter().map(|point| LatticePoint { board: board(), point }.into()).collect()
    }

    fn is_over(&self) -> bool {
        self.board.game.options_at(&self.point).is_empty()
    }

    fn bound_on_options(&self, _: &Limits) -> u64 {
        self.board.game.rules().len() as u64
    }

    /// Options are few; what follows a huge point is not.
    fn can_list(&self) -> Result<(), Unlisted> {
        match self.point.iter().find(|x| x.magnitude() > &LARGEST_LISTED.into()) {
            Some(coordinate) => Err(format!("the coordinate {coordinate} is larger than {LARGEST_LISTED}")),
            None => Ok(()),
        }
    }

    fn nimber(&self, _: &Limits) -> Theorem<Ordinal> {
        self.board.nimber(&self.point).map(|nimber| Ok(Ordinal::from(nimber)))
    }

    fn reason(&self, play: Option<Play>) -> Option<Claim> {
        let is_known = match play {
            None => self.board.nimber(&self.point).is_some(),
            Some(play) => play == Play::Normal,
        };
        is_known.then(|| Claim::Proved(self.board.because()))
    }

    fn outcome(&self, play: Play, limits: &Limits) -> Theorem<Outcome> {
        (play == Play::Normal).then(|| self.board.outcome(&self.point, limits))
    }

    fn winning_moves(&self, play: Play, limits: &Limits) -> Theorem<WinningMoves> {
        if play == Play::Misere {
            return None;
        }
        let mut moves = Vec::new();
        for point in self.board.game.options_at(&self.point) {
            match self.board.outcome(&point, limits) {
                Ok(Outcome::P) => moves.push(LatticePoint { board: Arc::clone(&self.board), point }.into()),
                Ok(Outcome::N) => {}
                Err(why) => return Some(Err(why)),
            }
        }
        Some(Ok(WinningMoves::all(moves)))
    }

    fn proof(&self) -> Proof {
        Proof::Board
    }

    fn parts(&self) -> Value {
        let point: Vec<String> = self.point.iter().map(BigInt::to_string).collect();
        json!({ "board": self.board.name, "point": point })
    }
}

impl fmt::Display for LatticePoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let coordinates: Vec<String> = self.point.iter().map(BigInt::to_string).collect();
        write!(f, "lattice({})[{}]", self.board.name, coordinates.join(","))
    }
}

impl fmt::Debug for NamedBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "lattice({})", self.name)
    }
}

impl NamedBoard {
    /// What tells boards apart.
    fn key(&self) -> (&str, &[Vec<i64>], &[Vec<i64>]) {
        (&self.name, self.game.rules(), self.game.defeated())
    }
}

impl PartialEq for NamedBoard {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other) || (self.name == other.name && self.game == other.game)
    }
}

impl Eq for NamedBoard {}

impl Hash for NamedBoard {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl Ord for NamedBoard {
    fn cmp(&self, other: &Self) -> Ordering {
        if std::ptr::eq(self, other) {
            return Ordering::Equal;
        }
        let board =
            |board: &NamedBoard| board.game.board().iter().map(ToString::to_string).collect::<Vec<_>>();
        self.key().cmp(&other.key()).then_with(|| board(self).cmp(&board(other)))
    }
}

impl PartialOrd for NamedBoard {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::examples::exotic;

    /// Tables and the strategy agree: adding (6,6) any number of times changes no outcome of this game.
    #[test]
    fn positions_of_every_size_have_outcomes() {
        let (small, large) = (NamedBoard::new("exotic", exotic()), NamedBoard::new("exotic", exotic()));
        let far: BigInt = BigInt::from(10).pow(30) * 6;
        for (x, y) in (0..15).flat_map(|x| (0..15).map(move |y| (BigInt::from(x), BigInt::from(y)))) {
            let by_table = small.outcome(&[x.clone(), y.clone()], &Limits::none());
            let by_strategy = large.outcome(&[x + &far, y + &far], &Limits::none());
            assert_eq!(by_table, by_strategy);
        }
        assert!(small.because().contains("every position that play can reach"));
        assert!(large.because().contains("a strategy for the whole board"));
    }

    /// Where every rule acts on one heap, parities are enough; elsewhere there is no nimber without a search.
    #[test]
    fn sums_of_heaps_have_nimbers() {
        let rules = [[1, 0, 0], [0, 1, 0], [-1, 1, 0], [0, 0, 1], [-1, 0, 1], [0, -1, 1]];
        let nim = LatticeGame::new(3, rules.map(|rule| rule.to_vec()).to_vec(), None, vec![]).unwrap();
        let nim = NamedBoard::new("nim", nim);
        let odd: BigInt = BigInt::from(10).pow(40) + 1;
        assert_eq!(nim.nimber(&[odd.clone(), odd.clone(), BigInt::ZERO]), Some(3));
        let all = [odd.clone(), odd.clone(), odd.clone()];
        assert_eq!(nim.outcome(&all, &Limits::none()), Ok(Outcome::P));
        assert_eq!(NamedBoard::new("exotic", exotic()).nimber(&[odd.clone(), odd]), None);
    }
}
