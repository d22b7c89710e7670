//! A position of a game of algebraic structures, whichever they are.

use std::fmt;

use super::congruence::{CongruenceGame, FiniteAlgebra, Partition};
use super::euclidean::Integers;
use super::module_game::ModuleGame;
use super::module_text::{parse_abelian, parse_polynomial_module, parse_quadratic_module};
use super::polynomial::Polynomials;
use super::quadratic::RootsOfUnity;
use super::replies::Replies;
use super::ring::RingGame;
use super::table_game::TableGame;
use crate::claim::Claim;
use crate::game::{Outcome, Play};
use crate::limits::{Limits, Unanswered};
use crate::ordinal::Ordinal;
use crate::text::ReadError;

/// A position: a structure, and what has been divided out of it.
///
/// Options that are isomorphic structures are the same game; where there would be very many, one of each kind is listed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AlgebraPosition {
    /// A quotient of a finitely generated abelian group.
    Abelian(ModuleGame<Integers>),
    /// A quotient of a finitely generated module over F_q\[x\].
    Module(ModuleGame<Polynomials>),
    /// A quotient of a finitely generated module over Z\[i\] or Z\[w\].
    Quadratic(ModuleGame<RootsOfUnity>),
    /// A quotient of a commutative ring.
    Ring(RingGame),
    /// A quotient of an algebra given by tables.
    Table(TableGame),
}

/// Gives the text of a file by its name, or says why not.
pub type FileText<'a> = &'a dyn Fn(&str) -> Result<String, String>;

/// The words that begin the text of a position.
pub const KEYWORDS: &[&str] = &["abelian", "module", "ring", "algebra"];

/// The same question for each kind.
macro_rules! each {
    ($self:expr, $game:ident => $answer:expr) => {
        match $self {
            AlgebraPosition::Abelian($game) => $answer,
            AlgebraPosition::Module($game) => $answer,
            AlgebraPosition::Quadratic($game) => $answer,
            AlgebraPosition::Ring($game) => $answer,
            AlgebraPosition::Table($game) => $answer,
        }
    };
}

/// The same question for each kind, the answer a position again.
macro_rules! map_each {
    ($self:expr, $game:ident => $answer:expr, $of:expr) => {
        match $self {
            AlgebraPosition::Abelian($game) => $of($answer, AlgebraPosition::Abelian as fn(_) -> _),
            AlgebraPosition::Module($game) => $of($answer, AlgebraPosition::Module as fn(_) -> _),
            AlgebraPosition::Quadratic($game) => $of($answer, AlgebraPosition::Quadratic as fn(_) -> _),
            AlgebraPosition::Ring($game) => $of($answer, AlgebraPosition::Ring as fn(_) -> _),
            AlgebraPosition::Table($game) => $of($answer, AlgebraPosition::Table as fn(_) -> _),
        }
    };
}

fn in_result<T, U, E>(of: Result<T, E>, wrap: fn(T) -> U) -> Result<U, E> {
    of.map(wrap)
}

fn in_list<T, U, E>(of: Result<Vec<T>, E>, wrap: fn(T) -> U) -> Result<Vec<U>, E> {
    of.map(|list| list.into_iter().map(wrap).collect())
}

fn in_option<T, U, E>(of: Result<Option<T>, E>, wrap: fn(T) -> U) -> Result<Option<U>, E> {
    of.map(|option| option.map(wrap))
}

fn in_replies<T, U, E>(of: Result<Replies<T>, E>, wrap: fn(T) -> U) -> Result<Replies<U>, E> {
    of.map(|Replies { moves, complete }| Replies { moves: moves.into_iter().map(wrap).collect(), complete })
}

impl AlgebraPosition {
    /// The position at the beginning, from the word before the brackets and the text between them.
    ///
    /// ```
    /// use impartial::algebra::AlgebraPosition;
    /// use impartial::game::{Outcome, Play};
    /// let limits = Default::default();
    /// // [AG, Ex 3.8]
    /// let position = AlgebraPosition::parse("abelian", "Z/4 + Z/8 + Z/40").unwrap();
    /// assert_eq!(position.outcome(Play::Normal, &limits), Ok(Outcome::N));
    /// let moves = position.winning_moves(Play::Normal, &limits).unwrap().moves;
    /// assert_eq!(moves[0].to_string(), "abelian(Z/4 + Z/8 + Z/40)[(1,2,2)]");
    /// ```
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    pub fn parse(keyword: &str, text: &str) -> Result<Self, ReadError> {
        Self::parse_with(keyword, text, &|_| Err("files are not read here".to_owned()), &Limits::none())
    }

    /// As [`parse`](Self::parse), with the text of files given by `file`.
    ///
    /// # Errors
    /// What is wrong with the text or the file, and where.
    pub fn parse_with(
        keyword: &str,
        text: &str,
        file: FileText<'_>,
        limits: &Limits,
    ) -> Result<Self, ReadError> {
        let wrong = |why: String| ReadError::new(0..text.len(), why);
        if let Some(path) = text.trim().strip_prefix("file:")
            && ["algebra", "ring"].contains(&keyword)
        {
            let name = path.trim();
            let read = |text: String| FiniteAlgebra::from_toml(&text).map_err(|why| format!("{name}: {why}"));
            let algebra = file(name).and_then(read).map_err(wrong)?;
            let build = if keyword == "ring" { TableGame::of_ring } else { TableGame::new };
            return Ok(AlgebraPosition::Table(build(text.trim(), algebra).map_err(wrong)?));
        }
        match keyword {
            "algebra" => Err(wrong("an algebra is read from a file of tables".into())
                .help("write algebra(file:NAME.toml)")),
            "abelian" => Ok(AlgebraPosition::Abelian(ModuleGame::new(parse_abelian(text)?))),
            "ring" => Ok(AlgebraPosition::Ring(RingGame::parse(text, limits)?)),
            _ if text.contains("Z[") => {
                Ok(AlgebraPosition::Quadratic(ModuleGame::new(parse_quadratic_module(text)?)))
            }
            _ => Ok(AlgebraPosition::Module(ModuleGame::new(parse_polynomial_module(text)?))),
        }
    }

    /// The position after the choice of elements given as text.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    pub fn choose_text(&self, text: &str) -> Result<Self, ReadError> {
        map_each!(self, game => game.choose_text(text), in_result)
    }

    /// The position after the choice of the one element in a text; `None` when it is 0 here.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    pub fn choose_element(&self, text: &str) -> Result<Option<Self>, ReadError> {
        map_each!(self, game => game.choose_element(text), in_option)
    }

    /// Whether nothing is left.
    pub fn is_over(&self) -> bool {
        each!(self, game => game.is_over())
    }

    /// Whether there are finitely many moves.
    pub fn is_finite(&self) -> bool {
        each!(self, game => game.is_finite())
    }

    /// The options, isomorphic ones once, at most `most` of them.
    ///
    /// # Errors
    /// When there are more, or they are not found.
    pub fn options(&self, most: usize, limits: &Limits) -> Result<Vec<Self>, Unanswered> {
        map_each!(self, game => game.options(most, limits), in_list)
    }

    /// The nimber.
    ///
    /// # Errors
    /// When no theorem or search here finds it.
    pub fn nimber(&self, limits: &Limits) -> Result<Ordinal, Unanswered> {
        each!(self, game => game.nimber(limits))
    }

    /// Who wins.
    ///
    /// # Errors
    /// When no theorem or search here finds it.
    pub fn outcome(&self, play: Play, limits: &Limits) -> Result<Outcome, Unanswered> {
        each!(self, game => game.outcome(play, limits))
    }

    /// The moves that win.
    ///
    /// # Errors
    /// When no theorem or search here finds them.
    pub fn winning_moves(&self, play: Play, limits: &Limits) -> Result<Replies<Self>, Unanswered> {
        map_each!(self, game => game.winning_moves(play, limits), in_replies)
    }

    /// A move to a position with a nimber that is smaller than the own one.
    ///
    /// # Errors
    /// When no theorem or search here finds it.
    pub fn move_to(&self, nimber: &Ordinal, limits: &Limits) -> Result<Option<Self>, Unanswered> {
        map_each!(self, game => game.move_to(nimber, limits), in_option)
    }

    /// Some move, unless nothing is left.
    pub fn some_move(&self) -> Option<Self> {
        let moved: Result<Option<Self>, Unanswered> =
            map_each!(self, game => Ok(game.some_move()), in_option);
        moved.ok().flatten()
    }

    /// Whether one move leads from here to another position.
    pub fn is_move_to(&self, other: &Self) -> bool {
        match (self, other) {
            (AlgebraPosition::Abelian(from), AlgebraPosition::Abelian(to)) => from.is_move_to(to),
            (AlgebraPosition::Module(from), AlgebraPosition::Module(to)) => from.is_move_to(to),
            (AlgebraPosition::Quadratic(from), AlgebraPosition::Quadratic(to)) => from.is_move_to(to),
            (AlgebraPosition::Ring(from), AlgebraPosition::Ring(to)) => from.is_move_to(to),
            (AlgebraPosition::Table(from), AlgebraPosition::Table(to)) => from.is_move_to(to),
            _ => false,
        }
    }

    /// The game as one of congruences of unary maps, and the congruence that stands for the position, for a finite structure of
    /// at most `most` elements; `None` for others.
    pub fn congruences(&self, most: usize) -> Option<(CongruenceGame, Partition)> {
        match self {
            AlgebraPosition::Abelian(game) => game.congruences(most),
            AlgebraPosition::Module(game) => game.congruences(most),
            AlgebraPosition::Quadratic(game) => game.congruences(most),
            AlgebraPosition::Ring(game) => game.congruences(most),
            AlgebraPosition::Table(game) => {
                Some(game.congruences()).filter(|(_, start)| start.labels().len() <= most)
            }
        }
    }

    /// What the nimber (no play given) or the outcome rests on.
    pub fn reason(&self, play: Option<Play>) -> Claim {
        each!(self, game => game.reason(play))
    }

    /// How the answer comes about.
    pub fn steps(&self, play: Play, limits: &Limits) -> Vec<String> {
        each!(self, game => game.steps(play, limits))
    }
}

impl fmt::Display for AlgebraPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        each!(self, game => game.fmt(f))
    }
}
