//! An automaton that is given: proved to be the strategy of a lattice game, or refuted with a position.

use serde::{Deserialize, Serialize};

use super::consequences::{self, QuotientFound};
use super::point::Point;
use super::strata::{no_refutation, read_description, refutation, straightened};
use super::{StrategyStatus, certificate, opened};
use crate::automatic::Array;
use crate::automatic::{DigitAutomaton, Radices, Verification};
use crate::lattice::prover::{AutomaticStrategy, Axis, Slices, WrongCell};
use crate::lattice::strategy::Strategy;
use crate::lattice::{Cell, LatticeGame};
use crate::misere::infinite::{ListedNode, SliceFunctions};
use crate::question::board::{self, Board};
use crate::question::{Answer, Asking, Claim, Question, Refused, Stopped};

/// Does this automaton give the outcome of every position of a lattice game?
///
/// ```
/// use impartial::question::{Asking, AutomatonQuestion, Board, Question};
/// let asking = Asking::with_certificate();
/// let board = Board::named("rules = [[1]]", &asking)?;
/// // The first digit to the base two decides; further digits do not.
/// let text = "radices = [2]\nfirst = [0, 1]\nnext = [0, 0, 1, 1]\noutput = [0, 1]\nslices = ['P', 'N']";
/// let question = AutomatonQuestion { board, below: None, name: "parity".into(), text: text.into() };
/// let answer = question.ask(&asking)?;
/// assert_eq!(answer.to_json().unwrap()["status"], "proved");
/// let certificate = answer.certificate.expect("it was wanted").expect("there is one");
/// assert!(impartial_check::check(&certificate.to_string()).is_ok());
/// # Ok::<(), impartial::question::Refused>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AutomatonQuestion {
    /// The board.
    pub board: Board,
    /// Only the layers up to a value of a coordinate: `z=1`.
    pub below: Option<String>,
    /// The name of the text, for messages.
    pub name: String,
    /// The automaton, as TOML or JSON. Its fields are those of a certificate, so a certificate is such a text.
    pub text: String,
}

/// What became of a given automaton.
#[derive(Clone, Debug, Serialize)]
pub struct AutomatonValue {
    /// The name of the board.
    pub board: String,
    /// Proved or refuted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<StrategyStatus>,
    /// The joint states in which the rule was checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub joint_states: Option<usize>,
    /// A position at which it is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub witness: Option<Point>,
    /// What it says there, and what follows from what it says of the options.
    #[serde(skip)]
    pub wrong: Option<[Cell; 2]>,
    /// Whether the quotient is finite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quotient: Option<QuotientFound>,
    /// The strategy that it is, if it is right.
    #[serde(skip)]
    pub strategy: Option<Box<Strategy>>,
}

/// An automaton in a text.
#[derive(Deserialize)]
struct Description {
    axes: Option<Vec<Axis>>,
    radices: Vec<u32>,
    first: Vec<u32>,
    next: Vec<u32>,
    output: Vec<u32>,
    slices: SlicesText,
    nodes: Option<Vec<(u32, u32, Vec<u32>)>>,
}

/// Slices in a text: tables, or numbers of functions that `nodes` lists.
#[derive(Deserialize)]
#[serde(untagged)]
enum SlicesText {
    Tables(Vec<String>),
    Functions(Vec<u32>),
}

/// Classes of a coordinate, at most.
const MOST_CLASSES: u64 = 1 << 16;

/// The automaton in a text, for a game in natural coordinates.
fn read(name: &str, text: &str, game: &LatticeGame) -> Result<AutomaticStrategy, Refused> {
    let file: Description = read_description(name, text)?;
    let wrong = |what: &str| Refused::new(format!("{name}: {what}"));
    let axes = file.axes.unwrap_or_else(|| vec![Axis::Growing; game.dimension()]);
    check_axes(&axes, game).map_err(wrong)?;
    let growing = axes.iter().filter(|axis| **axis == Axis::Growing).count();
    if file.radices.len() != growing || growing > Radices::MOST_AXES {
        return Err(wrong("there must be one radix for every growing axis, at most 16"));
    }
    let letters = file.radices.iter().try_fold(1u64, |letters, m| letters.checked_mul(u64::from(*m)));
    if !letters.is_some_and(|letters| (1..=1 << 24).contains(&letters)) {
        return Err(wrong("radices are positive, and their product is at most 2^24"));
    }
    let is_inner = axes.contains(&Axis::Inner);
    let (slices, count) = match file.slices {
        SlicesText::Tables(texts) if !is_inner => {
            let tables = tables(&texts, &axes).ok_or_else(|| {
                wrong("a slice has one of P, N, D and . for each combination of classes of the axes that do not grow")
            })?;
            let count = tables.len();
            (Slices::Tables(tables), count)
        }
        SlicesText::Functions(numbers) if is_inner => {
            let functions = functions(&file.nodes.unwrap_or_default(), &numbers, &axes).ok_or_else(|| {
                wrong("a node is [axis, place, slices], the axis an inner one, the slices functions of nodes before it that have lower axes; a slice is such a function: 2i that of node i, 2i+1 its complement")
            })?;
            let natural = |point: &Vec<i64>| point.iter().map(|entry| entry.unsigned_abs()).collect();
            let defeated = game.defeated().iter().map(natural).collect();
            (Slices::Functions { functions, defeated }, numbers.len())
        }
        _ => return Err(wrong("slices are texts, or with inner axes numbers of functions")),
    };
    if file.output.iter().any(|slice| *slice as usize >= count) {
        return Err(wrong("output holds numbers of slices, from 0"));
    }
    let automaton = DigitAutomaton::new(Radices::new(file.radices), file.first, file.next, file.output)
        .map_err(|reason| wrong(&format!("this is no automaton that reads digits: {reason}")))?;
    Ok(AutomaticStrategy { axes, array: Array::Digits(automaton), slices })
}

/// Slices by class of the axes that do not grow; `None` when a text is none.
fn tables(texts: &[String], axes: &[Axis]) -> Option<Vec<Vec<Cell>>> {
    let classes = axes.iter().filter(|axis| **axis != Axis::Growing).map(|axis| axis.classes());
    let cells = classes.into_iter().try_fold(1u64, u64::checked_mul)?;
    let slice = |text: &String| -> Option<Vec<Cell>> {
        let found: Option<Vec<Cell>> = text.chars().map(Cell::from_character).collect();
        found.filter(|slice| slice.len() as u64 == cells)
    };
    texts.iter().map(slice).collect()
}

/// Slices that are functions of the inner axes; `None` when nodes or numbers are none.
fn functions(nodes: &[(u32, u32, Vec<u32>)], numbers: &[u32], axes: &[Axis]) -> Option<SliceFunctions> {
    let listed = |(axis, place, slices): &(u32, u32, Vec<u32>)| {
        let node = ListedNode { generator: *axis, loop_start: *place, slices: slices.clone() };
        (axes.get(*axis as usize) == Some(&Axis::Inner)).then_some(node)
    };
    let nodes: Vec<ListedNode> = nodes.iter().map(listed).collect::<Option<_>>()?;
    SliceFunctions::read(&nodes, numbers).ok().flatten()
}

/// Whether the axes fit the board; if not, why.
fn check_axes(axes: &[Axis], game: &LatticeGame) -> Result<(), &'static str> {
    if axes.len() != game.dimension() {
        return Err("there must be one axis for every coordinate");
    }
    let is_small = |axis: &Axis| match *axis {
        Axis::Growing | Axis::Inner => true,
        Axis::Periodic { start, period } => period > 0 && start < MOST_CLASSES && period < MOST_CLASSES,
        Axis::Bounded { most } => most < MOST_CLASSES,
    };
    if !axes.iter().all(is_small) {
        return Err("periods are positive, and starts, periods and bounds are below 65536");
    }
    if axes.contains(&Axis::Inner) {
        let only = axes.iter().all(|axis| matches!(axis, Axis::Growing | Axis::Inner));
        return match only && game.is_orthant() {
            true => Ok(()),
            false => Err("inner axes stand beside growing ones only, on a board that is all of x >= 0"),
        };
    }
    for (number, axis) in axes.iter().enumerate().filter(|(_, axis)| **axis != Axis::Growing) {
        if !AutomaticStrategy::may_be_finite(game, number) {
            return Err("an axis that shares an inequality of the board with another has to be growing");
        }
        let ends = |most: u64| {
            game.board().iter().any(|side| {
                side.normal[number] < 0
                    && i128::from(side.normal[number]) * (i128::from(most) + 1) < i128::from(side.bound)
            })
        };
        if matches!(axis, Axis::Bounded { most } if !ends(*most)) {
            return Err("the board does not end where a bounded axis does");
        }
    }
    Ok(())
}

impl Question for AutomatonQuestion {
    type Value = AutomatonValue;

    fn ask(&self, asking: &Asking<'_>) -> Result<Answer<AutomatonValue>, Refused> {
        let mut value = AutomatonValue {
            board: self.board.name.clone(),
            status: None,
            joint_states: None,
            witness: None,
            wrong: None,
            quotient: None,
            strategy: None,
        };
        let Some((game, axioms)) = opened(&self.board, self.below.as_deref(), asking)? else {
            return Ok(Answer::stopped(value, Stopped::because(board::UNDECIDED)));
        };
        let straightened = match straightened(&game, asking)? {
            Ok(straightened) => straightened,
            Err(why) => return Ok(Answer::stopped(value, why)),
        };
        let automatic = read(&self.name, &self.text, &straightened.game)?;
        match automatic.verify(&straightened.game, &asking.limits) {
            Err(reason) => Ok(Answer::stopped(value, reason)),
            Ok(Verification::Undecided) => {
                let why = "the automaton is too large to be followed";
                Ok(Answer::stopped(value, Stopped::because(why)))
            }
            Ok(Verification::Holds { states, patterns }) => {
                value.status = Some(StrategyStatus::Proved);
                value.joint_states = Some(states);
                let claim = Claim::Proved(format!(
                    "the rule \"P exactly if no option is P\" holds at every position: {states} joint states, {patterns} local situations"
                ));
                let strategy = Strategy { straightened, automatic, strata: None, states, patterns };
                value.quotient = consequences::quotient(&game, &strategy, &asking.limits);
                let certificate = asking.certify(|| certificate::write(&game, &axioms, &strategy));
                value.strategy = Some(Box::new(strategy));
                let has_quotient = value.quotient.is_some();
                let answer = Answer { certificate, ..Answer::new(value, "P-positions", claim.clone()) };
                Ok(if has_quotient { answer.with("quotient", claim) } else { answer })
            }
            Ok(Verification::Fails(WrongCell { position, says, follows })) => {
                value.status = Some(StrategyStatus::Refuted);
                value.witness = Some(straightened.point(&position).into());
                value.wrong = Some([says, follows]);
                let certificate = asking.certify(|| Err(no_refutation()));
                Ok(Answer { certificate, ..Answer::new(value, "refuted", refutation()) })
            }
        }
    }
}
