//! Positions as Python objects: read, added, compared, and the quick questions about them.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use impartial::language::{GraphSum, Known, Language, NamedGraph, Sources, parse_with_sources, registry};
use impartial::limits::Unanswered;
use impartial::{
    Analyst, Answered, Game as _, HeapCode, Limits, Natural, Play, StopReason, Subject, WinningMoves, group,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::{unanswered, unread};
use crate::run::run;

/// A position of some game. Immutable; equal to another when both have the same rules and the same things on the table.
#[pyclass(frozen, eq, module = "impartial_games._native")]
#[derive(Clone)]
pub struct Position(pub impartial::Position);

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.0.normal_form() == other.0.normal_form()
    }
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.normal_form().hash(state);
    }
}

#[pymethods]
impl Position {
    fn __str__(&self) -> String {
        self.0.to_string()
    }

    /// The disjunctive sum.
    fn plus(&self, other: &Position) -> Position {
        Position(impartial::Position::sum([self.0.normal_form(), other.0.normal_form()]))
    }

    /// The selective compound.
    fn beside(&self, other: &Position) -> Position {
        Position(impartial::Position::compound([self.0.normal_form(), other.0.normal_form()]))
    }

    /// Conway's product.
    fn times(&self, other: &Position) -> Position {
        Position(impartial::Position::product(self.0.normal_form(), other.0.normal_form()))
    }

    /// The positions one move away.
    fn options(&self) -> PyResult<Vec<Position>> {
        let normal = self.0.normal_form();
        normal.can_list_options().map_err(|why| unanswered(&why))?;
        Ok(Language.options(&normal).into_iter().map(Position).collect())
    }

    /// Whether a move leads to the other.
    fn leads_to(&self, other: &Position) -> bool {
        self.0.normal_form().is_move_to(&other.0.normal_form())
    }

    /// Whether there is no move.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.normal_form().is_over()
    }

    /// The theory that answers for it: trees, heaps, coins, lattices, groups, algebra, graphs or sum.
    #[getter]
    fn theory(&self) -> &'static str {
        match &self.0 {
            impartial::Position::Single(single) => registry::theory(single.name()),
            _ => "sum",
        }
    }

    /// The components with their multiplicities.
    fn components(&self) -> Vec<(Position, String)> {
        let components = self.0.normal_form().components();
        components.into_iter().map(|(part, count)| (Position(part), count.to_string())).collect()
    }

    /// What is on the table as JSON text, when the position is of one kind.
    fn parts(&self) -> Option<String> {
        match &self.0 {
            impartial::Position::Single(single) => Some(single.parts().to_string()),
            _ => None,
        }
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }
}

/// Files below a folder, for texts that name them.
fn file_in<'a>(folder: Option<&'a str>) -> impl Fn(&str) -> Result<String, String> + use<'a> {
    move |name: &str| {
        let Some(folder) = folder else { return Err(format!("cannot read {name}: no folder was given")) };
        let path = std::path::Path::new(folder).join(name);
        std::fs::read_to_string(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))
    }
}

/// Reads a game: a position, or the code of a whole game.
#[pyfunction]
#[pyo3(signature = (text, folder=None))]
pub fn read(
    py: Python<'_>,
    text: &str,
    folder: Option<&str>,
) -> PyResult<(Option<Position>, Option<String>)> {
    let parsed = run(
        py,
        None,
        None,
        // A bound that was reached while groups were made: once more, without it.
        |parsed: &Result<_, _>| parsed.is_err(),
        |limits| {
            let file = file_in(folder);
            let sources = Sources {
                file: &file,
                group: &group::parse,
                large_group: &group::LargeGroup::parse_larger,
                limits: &limits,
            };
            parse_with_sources(Known::default(), text, &sources)
        },
    )?;
    match parsed.map_err(|error| unread(text, error))?.subject {
        Subject::Position(position) => Ok((Some(Position(position)), None)),
        Subject::Code(code) => Ok((None, Some(code.to_string()))),
    }
}

/// The code of a game in its usual spelling, and its name if it has one.
#[pyfunction]
pub fn code_text(text: &str) -> PyResult<(String, Option<&'static str>)> {
    let code: HeapCode = text.parse().map_err(|error| unread(text, error))?;
    Ok((code.to_string(), code.name()))
}

/// A node of a graph of moves: `lines` as in a file, `node: option, option`.
#[pyfunction]
pub fn graph_position(name: &str, lines: &str, node: u32) -> PyResult<Position> {
    let graph = NamedGraph::read(name, lines).map_err(PyValueError::new_err)?;
    let position = GraphSum::new(Arc::clone(&graph), [(node, Natural::from(1))]);
    Ok(Position(impartial::Position::from(position).normal_form()))
}

fn play(misere: bool) -> Play {
    if misere { Play::Misere } else { Play::Normal }
}

/// Whether a quick try ended at its bound.
fn is_cut<T>(answer: &Result<T, Unanswered>) -> bool {
    matches!(answer, Err(Unanswered::Stopped(StopReason::Cap { .. })))
}

/// The value, what it rests on, whether that is cited, and the steps.
type Found = (String, String, bool, Vec<String>);

fn found<T: ToString>(answer: Result<Answered<T>, Unanswered>) -> PyResult<Found> {
    let Answered { value, because, steps, is_cited } = answer.map_err(|why| unanswered(&why))?;
    Ok((value.to_string(), because, is_cited, steps))
}

/// Who wins: "P" or "N".
#[pyfunction]
#[pyo3(signature = (position, misere=false, seconds=None))]
pub fn outcome(py: Python<'_>, position: &Position, misere: bool, seconds: Option<f64>) -> PyResult<Found> {
    let ask = |limits: Limits| Analyst::new(limits).outcome(&position.0, play(misere));
    found(run(py, seconds, None, is_cut, ask)?)
}

/// The nimber, an ordinal.
#[pyfunction]
#[pyo3(signature = (position, seconds=None))]
pub fn nimber(py: Python<'_>, position: &Position, seconds: Option<f64>) -> PyResult<Found> {
    found(run(py, seconds, None, is_cut, |limits| Analyst::new(limits).nimber(&position.0))?)
}

/// The moves that win, and whether they are all.
#[pyfunction]
#[pyo3(signature = (position, misere=false, seconds=None))]
pub fn winning_moves(
    py: Python<'_>,
    position: &Position,
    misere: bool,
    seconds: Option<f64>,
) -> PyResult<(Vec<Position>, bool)> {
    let ask = |limits: Limits| Analyst::new(limits).winning_moves(&position.0, play(misere));
    let WinningMoves { moves, complete } =
        run(py, seconds, None, is_cut, ask)?.map_err(|why| unanswered(&why))?;
    Ok((moves.into_iter().map(Position).collect(), complete))
}

/// The value of an expression in nimbers.
#[pyfunction]
#[pyo3(signature = (text, seconds=None))]
pub fn nim_evaluate(py: Python<'_>, text: &str, seconds: Option<f64>) -> PyResult<String> {
    use impartial::nim::AlgebraicClosure;
    use impartial::nim::calculator::evaluate;
    let value = run(
        py,
        seconds,
        None,
        |value: &Result<String, _>| value.is_err(),
        |limits| evaluate(text, &mut AlgebraicClosure::new(limits)).map(|value| value.to_string()),
    )?;
    value.map_err(|error| {
        if error.is_understood {
            return crate::error::Unanswered::new_err(error.message);
        }
        crate::error::not_understood(error.message, Some((text.to_owned(), error.span)), error.help)
    })
}
