//! Games on boards and graphs that fall apart: `cram(4x5)`, `node-kayles(petersen)`, `arc-kayles(a-b, b-c)[a,b]`.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};

use crate::board::{BoardSearch, Ground, OnBoards, OnGraphs, Rule};
use crate::claim::Claim;
use crate::game::{NimberSearch, Outcome, Play};
use crate::language::kind::{Kind, Piece, Single, Theorem};
use crate::language::moves::WinningMoves;
use crate::language::parser::{Reader, Subject};
use crate::language::position::Position;
use crate::language::registry::{KindOfGame, begins_with_word};
use crate::limits::{Limits, StopReason, Unanswered};
use crate::misere::MisereComponents;
use crate::misere::components::EnteredComponents;
use crate::misere::rules::{Rules, Sum};
use crate::ordinal::Ordinal;
use crate::text::ReadError;

/// A rule, and what was worked out about its pieces.
pub struct BoardGame {
    rule: Rule,
    boards: Mutex<BoardSearch>,
    graphs: Mutex<NimberSearch<OnGraphs>>,
    misere_boards: Mutex<MisereComponents<OnBoards>>,
    misere_graphs: Mutex<MisereComponents<OnGraphs>>,
}

/// What is left of a board or graph that a game is played on. Equal when rule and ground are.
#[derive(Clone)]
pub struct OnGround {
    game: Arc<BoardGame>,
    ground: Ground,
}

pub(in crate::language) const KIND: KindOfGame =
    KindOfGame { name: "board", theory: "boards", example: "cram(..#/...)", begins, read };

fn begins(text: &str) -> bool {
    begins_with_word(text, &Rule::ALL.map(Rule::word))
}

fn read(reader: &mut Reader<'_>) -> Result<Subject, ReadError> {
    let is_it = |rule: &&Rule| begins_with_word(reader.cursor.rest(), &[rule.word()]);
    let rule = *Rule::ALL.iter().find(is_it).expect("the text begins with the word of a rule");
    let (inner, start) = reader.in_parentheses(rule.word().len())?;
    let mut ground = Ground::read(inner, reader.sources.file).map_err(|error| error.shifted(start))?;
    if rule == Rule::Cram && !ground.is_board() {
        return Err(ReadError::new(start..start + inner.len(), "Cram is played on a board")
            .help("a board is 4x5 or ..#/... ; on graphs the game is called arc-kayles"));
    }
    if let Some((inside, start)) = reader.in_brackets()? {
        ground = ground.with_nodes(inside).map_err(|error| error.shifted(start))?;
    }
    let game = reader.known.board_game(rule);
    Ok(Subject::Position(OnGround { game, ground }.into()))
}

/// A search that a lock guards; what a panic left of it is whole, as nothing is half remembered.
fn locked<S>(search: &Mutex<S>) -> MutexGuard<'_, S> {
    search.lock().unwrap_or_else(PoisonError::into_inner)
}

impl BoardGame {
    pub(super) fn new(rule: Rule) -> Self {
        BoardGame {
            rule,
            boards: Mutex::new(BoardSearch::new(rule, Limits::none())),
            graphs: Mutex::new(NimberSearch::new(OnGraphs(rule), Limits::none())),
            misere_boards: Mutex::new(MisereComponents::new(OnBoards(rule))),
            misere_graphs: Mutex::new(MisereComponents::new(OnGraphs(rule))),
        }
    }

    /// The rule.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    fn boards(&self, limits: &Limits) -> MutexGuard<'_, BoardSearch> {
        let mut search = locked(&self.boards);
        search.set_limits(limits.clone());
        search
    }

    fn graphs(&self, limits: &Limits) -> MutexGuard<'_, NimberSearch<OnGraphs>> {
        let mut search = locked(&self.graphs);
        search.set_limits(limits.clone());
        search
    }

    fn nimber(&self, ground: &Ground, limits: &Limits) -> Result<u64, Unanswered> {
        Ok(match ground {
            Ground::Board(cells) => self.boards(limits).nimber(*cells),
            Ground::Graph(graph, nodes) => self.graphs(limits).nimber(&graph.pieces(self.rule, *nodes)),
        }?)
    }

    fn is(&self, ground: &Ground, nimber: u64, limits: &Limits) -> Result<bool, Unanswered> {
        Ok(match ground {
            Ground::Board(cells) => self.boards(limits).is(*cells, nimber),
            Ground::Graph(graph, nodes) => self.graphs(limits).is(&graph.pieces(self.rule, *nodes), nimber),
        }?)
    }

    fn outcome(&self, ground: &Ground, play: Play, limits: &Limits) -> Result<Outcome, Unanswered> {
        if play == Play::Normal {
            return Ok(if self.is(ground, 0, limits)? { Outcome::P } else { Outcome::N });
        }
        Ok(match ground {
            Ground::Board(cells) => locked(&self.misere_boards).outcome(&cells.pieces(self.rule), limits),
            Ground::Graph(graph, nodes) => {
                locked(&self.misere_graphs).outcome(&graph.pieces(self.rule, *nodes), limits)
            }
        }?)
    }

    /// What the last answer rests on.
    fn reason(&self, ground: &Ground, play: Option<Play>) -> String {
        if play != Some(Play::Misere) {
            let boards = locked(&self.boards);
            let looks = boards.looks() + locked(&self.graphs).components_met();
            let least = if boards.is_shared() { "more than " } else { "" };
            return format!(
                "Sprague-Grundy for the pieces that the ground falls into, by search ({least}{looks} looked at)"
            );
        }
        let (sums, order) = match ground {
            Ground::Board(_) => {
                let search = locked(&self.misere_boards);
                (search.sums_met(), search.last_order())
            }
            Ground::Graph(..) => {
                let search = locked(&self.misere_graphs);
                (search.sums_met(), search.last_order())
            }
        };
        match order {
            Some(order) => format!("the misère quotient of the pieces that play can reach, of order {order}"),
            None => format!("search of all sums of pieces that matter ({sums} met)"),
        }
    }
}

impl OnGround {
    /// The rule.
    pub fn rule(&self) -> Rule {
        self.game.rule
    }

    /// What is left to be played on.
    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    fn with(&self, ground: Ground) -> Position {
        Position::from(OnGround { game: Arc::clone(&self.game), ground }).normal_form()
    }

    /// The options of which a test holds.
    fn options_that(
        &self,
        mut test: impl FnMut(&Ground) -> Result<bool, Unanswered>,
    ) -> Result<WinningMoves, Unanswered> {
        let mut moves = Vec::new();
        for option in self.ground.options(self.rule()) {
            if test(&option)? {
                let option = self.with(option);
                // Different cells may leave the same, as when nothing is left to play on.
                if !moves.contains(&option) {
                    moves.push(option);
                }
            }
        }
        Ok(WinningMoves::all(moves))
    }

    /// Enters the pieces that play can reach, and gives the sum of generators that this position is.
    fn enter_pieces(&self, list: &mut Rules, limits: &Limits) -> Result<Sum, StopReason> {
        let rule = self.rule();
        match &self.ground {
            Ground::Board(cells) => {
                EnteredComponents::new(&OnBoards(rule), limits).sum(&cells.pieces(rule), list)
            }
            Ground::Graph(graph, nodes) => {
                EnteredComponents::new(&OnGraphs(rule), limits).sum(&graph.pieces(rule, *nodes), list)
            }
        }
    }
}

/// A position of at most so many cells or nodes takes part in misère quotients with other games.
const MOST_LISTED: u32 = 12;

impl Kind for OnGround {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn options(&self) -> Vec<Position> {
        self.ground.options(self.rule()).into_iter().map(|option| self.with(option)).collect()
    }

    fn is_over(&self) -> bool {
        self.ground.count_moves(self.rule()) == 0
    }

    fn is_zero(&self) -> bool {
        self.is_over()
    }

    fn bound_on_options(&self, _: &Limits) -> u64 {
        self.ground.count_moves(self.rule()) as u64
    }

    fn choose(&self, element: &str) -> Option<Result<Option<Position>, String>> {
        Some(match self.ground.choose(self.rule(), element) {
            Ok(Some(ground)) => Ok(Some(self.with(ground))),
            Ok(None) => Err(format!("{element} is no move here")),
            Err(error) => Err(error.to_string()),
        })
    }

    fn nimber(&self, limits: &Limits) -> Theorem<Ordinal> {
        Some(self.game.nimber(&self.ground, limits).map(Ordinal::from))
    }

    fn outcome(&self, play: Play, limits: &Limits) -> Theorem<Outcome> {
        Some(self.game.outcome(&self.ground, play, limits))
    }

    fn reason(&self, play: Option<Play>) -> Option<Claim> {
        Some(Claim::Proved(self.game.reason(&self.ground, play)))
    }

    fn winning_moves(&self, play: Play, limits: &Limits) -> Theorem<WinningMoves> {
        let is_p = |option: &Ground| Ok(self.game.outcome(option, play, limits)? == Outcome::P);
        Some(self.options_that(is_p))
    }

    fn moves_to(&self, nimber: &Ordinal, limits: &Limits) -> Theorem<WinningMoves> {
        let Some(nimber) = nimber.to_u64() else { return Some(Ok(WinningMoves::all(Vec::new()))) };
        Some(self.options_that(|option| self.game.is(option, nimber, limits)))
    }

    fn piece(&self) -> Option<Piece> {
        (self.ground.size() <= MOST_LISTED).then(|| Piece::Listed(Single::new(self.clone())))
    }

    fn enter(&self, list: &mut Rules) -> Vec<(Single, Sum)> {
        let sum = self.enter_pieces(list, &Limits::none()).expect("without limits nothing stops");
        vec![(Single::new(self.clone()), sum)]
    }

    fn enter_followers(&self, list: &mut Rules, limits: &Limits) -> Theorem<Sum> {
        Some(self.enter_pieces(list, limits).map_err(Unanswered::from))
    }

    fn parts(&self) -> Value {
        let game = self.rule().word();
        match &self.ground {
            Ground::Board(cells) => json!({
                "game": game, "rows": cells.rows, "columns": cells.columns, "free": self.ground.free(),
            }),
            ground @ Ground::Graph(..) => {
                json!({ "game": game, "nodes": ground.free(), "arcs": ground.arcs() })
            }
        }
    }
}

impl fmt::Display for OnGround {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rule().word(), self.ground)
    }
}

impl fmt::Debug for OnGround {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl fmt::Debug for BoardGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.rule.word())
    }
}

impl Ord for OnGround {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rule().cmp(&other.rule()).then_with(|| self.ground.cmp(&other.ground))
    }
}

impl PartialOrd for OnGround {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for OnGround {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for OnGround {}

impl Hash for OnGround {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.rule().hash(state);
        self.ground.hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Solver;
    use crate::heap::nimber_of_heap;
    use crate::language::{Analyst, Language, parse};

    fn position(text: &str) -> Position {
        parse(text).unwrap().position(text).unwrap().normal_form()
    }

    /// Paths are heaps: two neighbours taken from a row is Dawson's Kayles, a node with its neighbours Dawson's Chess.
    #[test]
    fn paths_are_heaps() {
        let mut analyst = Analyst::new(Limits::none());
        for length in 1..=24 {
            for (rule, code) in [("arc-kayles", "0.07"), ("node-kayles", "0.137")] {
                let found = analyst.nimber(&position(&format!("{rule}(path {length})"))).unwrap().value;
                let heap = nimber_of_heap(&code.parse().unwrap(), length, &Limits::none()).unwrap();
                assert_eq!(found, Ordinal::from(heap), "{rule} {length}");
            }
            let board = analyst.nimber(&position(&format!("cram(1x{length})"))).unwrap().value;
            assert_eq!(
                board,
                Ordinal::from(nimber_of_heap(&"0.07".parse().unwrap(), length, &Limits::none()).unwrap())
            );
        }
    }

    /// Fails when nimbers, outcomes or winning moves of boards, alone or in sums, are not those of the definition.
    #[test]
    fn answers_are_those_of_the_definition() {
        for text in [
            "cram(3x4)",
            "cram(1x3)",
            "grim(path 2)",
            "cram(..#/#../...)",
            "node-kayles(petersen)",
            "grim(cycle 5)",
            "arc-kayles(a-b, b-c, c-a, c-d)",
            "cram(2x3) + kayles[4]",
            "cram(2x3) + cram(..#/...) + *2",
            "node-kayles(path 5) + cram(2x2)",
        ] {
            let (position, again) = (position(text), position(&position(text).to_string()));
            assert_eq!(position, again);
            let mut analyst = Analyst::new(Limits::none());
            let mut solver = Solver::new(&Language, Limits::none());
            assert_eq!(
                analyst.nimber(&position).unwrap().value,
                Ordinal::from(solver.nimber(&position).unwrap())
            );
            for play in [Play::Normal, Play::Misere] {
                assert_eq!(
                    analyst.outcome(&position, play).unwrap().value,
                    solver.outcome(&position, play).unwrap(),
                    "{text} {play:?}"
                );
                let mut moves = analyst.winning_moves(&position, play).unwrap().moves;
                let mut expected = solver.winning_moves(&position, play).unwrap();
                moves.sort();
                expected.sort();
                expected.dedup();
                assert_eq!(moves, expected, "{text} {play:?}");
            }
        }
    }

    #[test]
    fn bad_texts_point_at_the_place() {
        for (text, span) in [
            ("cram(petersen)", 5..13),
            ("cram(4x4", 8..8),
            ("cram(4x4)[1]", 10..11),
            ("node-kayles(path 3)[0,5]", 22..23),
            ("node-kayles(pat 3)", 12..17),
            ("*2 + grim()", 10..10),
        ] {
            assert_eq!(parse(text).unwrap_err().span, span, "{text}");
        }
    }
}
