//! The P-positions of a lattice game, all of them, as a proved finite description.
//!
//! [`StrategyQuestion`] looks for one and says what follows from it ([`consequences`]); [`StrataQuestion`] and [`AutomatonQuestion`]
//! prove or refute one that is given.

mod automaton;
mod certificate;
mod consequences;
mod nimbers;
mod point;
mod strata;

use serde::Serialize;

pub use automaton::{AutomatonQuestion, AutomatonValue};
pub use consequences::{
    CongruenceFound, FiniteQuotient, PointFound, QuotientFound, QuotientWhy, RepeatsFound,
};
pub use nimbers::NimbersFound;
pub use point::Point;
pub use strata::{GivenStrata, StrataQuestion, StrataValue};

use super::board::{self, Board};
use super::{Answer, Asking, Claim, NoCertificate, Question, Refused, Stopped};
use crate::automatic::Array;
use crate::automatic::fan::Vector;
use crate::lattice::axioms::Axioms;
use crate::lattice::prover::Slices;
use crate::lattice::read::read_layers;
use crate::lattice::rules::{coordinate_names, point_text};
use crate::lattice::strata::AffineStratification;
use crate::lattice::strategy::{Found, Strategy, find};
use crate::lattice::{Inequality, LatticeGame};

/// Looks for a finite description of all P-positions of a lattice game.
///
/// ```
/// use impartial::question::{Asking, Board, Question, StrategyQuestion};
/// let asking = Asking::with_certificate();
/// let board = Board::named("rules = [[1,0],[0,1],[2,2]]", &asking)?;
/// let at = Some("1000000000000000000000000000001,4".into());
/// let answer = StrategyQuestion { at, ..StrategyQuestion::new(board) }.ask(&asking)?;
/// let strategy = answer.value.strategy.as_ref().expect("it was found");
/// assert_eq!(strategy.strata.as_ref().map(|strata| strata.translates.len()), Some(8));
/// assert_eq!(answer.to_json().unwrap()["outcome"], "P");
/// let certificate = answer.certificate.expect("it was wanted").expect("there is one");
/// assert_eq!(certificate.kind(), "lattice-strategy");
/// assert!(impartial_check::check(&certificate.to_string()).is_ok());
/// # Ok::<(), impartial::question::Refused>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrategyQuestion {
    /// The board.
    pub board: Board,
    /// Only the layers up to a value of a coordinate: `z=1`.
    pub below: Option<String>,
    /// A description is wanted even where nimbers alone answer.
    pub description: bool,
    /// Whether adding this vector never changes the outcome: `0,0,0,2,2`.
    pub repeats: Option<String>,
    /// Of positions with such coordinates: `x>=4,y<=2`.
    pub conditions: Option<String>,
    /// The outcome and the winning moves of a position of any size.
    pub at: Option<String>,
    /// Whether two positions are congruent: no position added to both tells them apart.
    pub congruent: Option<[String; 2]>,
    /// How many P-positions have each weight from 0 to this.
    pub count: Option<usize>,
    /// The weights of the coordinates; all 1 unasked.
    pub weights: Option<String>,
}

/// The P-positions of a lattice game.
#[derive(Clone, Debug, Serialize)]
pub struct StrategyValue {
    /// The name of the board.
    pub board: String,
    /// Why it is one, when steps were wanted.
    #[serde(skip)]
    pub steps: Vec<String>,
    /// What nimbers say, in normal play with rules that act on heaps.
    #[serde(flatten)]
    pub nimbers: Option<NimbersFound>,
    /// What became of the search.
    #[serde(flatten)]
    pub found: Option<StrategyFound>,
    /// Whether the quotient is finite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quotient: Option<QuotientFound>,
    /// Whether a vector can be added.
    #[serde(flatten)]
    pub repeats: Option<RepeatsFound>,
    /// The outcome of a position.
    #[serde(flatten)]
    pub at: Option<PointFound>,
    /// Whether two positions are congruent.
    #[serde(flatten)]
    pub congruence: Option<CongruenceFound>,
    /// How many P-positions there are of each weight.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counts: Option<Vec<String>>,
    /// The strategy itself, if it was found.
    #[serde(skip)]
    pub strategy: Option<Box<Strategy>>,
}

/// What became of a search or a verification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum StrategyStatus {
    /// The description is that of the P-positions.
    Proved,
    /// No description was proved; a box was solved.
    Box,
    /// The description given is wrong.
    Refuted,
}

/// What became of the search for a strategy.
#[derive(Clone, Debug, Serialize)]
pub struct StrategyFound {
    /// Whether one was proved.
    pub status: StrategyStatus,
    /// The states of the automaton.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub states: Option<usize>,
    /// The joint states in which the rule was checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub joint_states: Option<usize>,
    /// The rays between the sectors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rays: Option<Vec<Vector>>,
    /// The points at which the rule was checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points_checked: Option<usize>,
    /// The number of slices, where they are functions of coordinates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub functions: Option<usize>,
    /// P as disjoint translates, if it is of that kind.
    pub strata: Option<AffineStratification>,
    /// The generating function of P, if it is rational.
    pub generating_function: Option<String>,
    /// The greatest corner of the largest box that was solved, when nothing was proved.
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    pub upper: Option<Vec<i64>>,
    /// Where the last guess was wrong.
    #[serde(skip)]
    pub refuted_at: Option<Point>,
}

impl StrategyFound {
    fn new(status: StrategyStatus) -> Self {
        StrategyFound {
            status,
            states: None,
            joint_states: None,
            rays: None,
            points_checked: None,
            functions: None,
            strata: None,
            generating_function: None,
            upper: None,
            refuted_at: None,
        }
    }
}

impl StrategyQuestion {
    /// All P-positions of a board, and nothing else.
    pub fn new(board: Board) -> Self {
        StrategyQuestion {
            board,
            below: None,
            description: false,
            repeats: None,
            conditions: None,
            at: None,
            congruent: None,
            count: None,
            weights: None,
        }
    }

    /// What follows from a strategy that was found.
    fn proved(
        &self,
        game: &LatticeGame,
        axioms: &Axioms,
        strategy: Box<Strategy>,
        mut value: StrategyValue,
        asking: &Asking<'_>,
    ) -> Result<Answer<StrategyValue>, Refused> {
        let (array, dimension) = (&strategy.automatic.array, game.dimension());
        let mut found = StrategyFound::new(StrategyStatus::Proved);
        let functions = match &strategy.automatic.slices {
            Slices::Tables(_) => None,
            Slices::Functions { functions, .. } => Some(functions.len()),
        };
        found.functions = functions;
        let seen = match array {
            Array::Digits(automaton) if automaton.radices().axes() == 0 && functions.is_some() => {
                format!(
                    "one equation between functions of {dimension} coordinates with {} rules",
                    game.rules().len()
                )
            }
            Array::Digits(automaton) => {
                (found.states, found.joint_states) = (Some(automaton.states()), Some(strategy.states));
                format!("{} joint states of {} shifted automata", strategy.states, game.rules().len() + 1)
            }
            Array::Fan(fan) => {
                (found.rays, found.points_checked) = (Some(fan.rays().to_vec()), Some(strategy.states));
                format!("{array}, {} points of a few periods of each", strategy.states)
            }
        };
        found.strata = strategy.strata.clone();
        found.generating_function =
            strategy.strata.as_ref().map(|strata| strata.generating_function().to_string());
        value.found = Some(found);
        let situations = match strategy.patterns {
            1 if functions.is_some() => String::new(),
            patterns => format!(", {patterns} local situations"),
        };
        let claim = Claim::Proved(format!(
            "the rule \"P exactly if no option is P\" holds at every position: {seen}{situations}"
        ));
        let mut claims = vec!["P-positions"];
        let mut stops = Vec::new();
        value.quotient = consequences::quotient(game, &strategy, &asking.limits);
        claims.extend(value.quotient.as_ref().map(|_| "quotient"));
        if let Some(vector) = &self.repeats {
            let conditions = self.conditions.as_deref();
            let (found, why) =
                consequences::repeats(&strategy, vector, conditions, dimension, &asking.limits)?;
            claims.extend(found.repeats.map(|_| "repeats"));
            value.repeats = Some(found);
            stops.extend(why);
        }
        if let Some(point) = &self.at {
            value.at = Some(consequences::at(game, &strategy, point)?);
            claims.extend(["outcome", "winning moves"]);
        }
        if let Some([p, q]) = &self.congruent {
            let (found, why) = consequences::congruence(&strategy, [p, q], dimension, &asking.limits)?;
            claims.extend(found.congruent.map(|_| "congruence"));
            value.congruence = Some(found);
            stops.extend(why);
        }
        if let Some(to) = self.count {
            value.counts = Some(consequences::counts(&strategy, to, self.weights.as_deref(), dimension)?);
            claims.push("counts");
        }
        let certificate = asking.certify(|| certificate::write(game, axioms, &strategy));
        value.strategy = Some(strategy);
        let nimbers = value.nimbers.as_ref().and_then(NimbersFound::claim);
        let mut answer = claims.into_iter().fold(
            Answer { value, claims: Vec::new(), certificate, stopped: stops.into_iter().next() },
            |answer, statement| answer.with(statement, claim.clone()),
        );
        if let Some(claim) = nimbers {
            answer = answer.with("nimbers", claim);
        }
        Ok(answer)
    }
}

impl Question for StrategyQuestion {
    type Value = StrategyValue;

    fn ask(&self, asking: &Asking<'_>) -> Result<Answer<StrategyValue>, Refused> {
        let mut value = StrategyValue {
            board: self.board.name.clone(),
            steps: Vec::new(),
            nimbers: None,
            found: None,
            quotient: None,
            repeats: None,
            at: None,
            congruence: None,
            counts: None,
            strategy: None,
        };
        let Some((game, axioms)) = opened(&self.board, self.below.as_deref(), asking)? else {
            return Ok(Answer::stopped(value, Stopped::because(board::UNDECIDED)));
        };
        if asking.explain {
            value.steps = axioms.describe(&game);
        }
        if let Some(answer) = self.by_nimbers(&game, &mut value)? {
            let certificate = asking.certify(|| {
                Err(NoCertificate::because(
                    "with so many coordinates the P-positions are given by nimbers, and by no automaton",
                ))
            });
            return Ok(Answer { certificate, ..answer.map(|()| value) });
        }
        match find(&game, &asking.limits) {
            Found::Proved(strategy) => self.proved(&game, &axioms, strategy, value, asking),
            Found::Box { upper, refuted_at, stopped } => {
                let mut found = StrategyFound::new(StrategyStatus::Box);
                found.refuted_at = refuted_at.map(Point::from);
                let claim = (!upper.is_empty()).then(|| {
                    let corner = point_text(&upper);
                    Claim::UpTo(format!("the box to {corner}: solved, no description proved"))
                });
                found.upper = Some(upper);
                value.found = Some(found);
                let why =
                    stopped.map_or_else(|| Stopped::because("every size of box was tried"), Stopped::from);
                let nimbers = value.nimbers.as_ref().and_then(NimbersFound::claim);
                let answer = Answer::stopped(value, why);
                let statements = [("P-positions in the box", claim), ("nimbers", nimbers)];
                Ok(statements.into_iter().fold(answer, |answer, (statement, claim)| match claim {
                    Some(claim) => answer.with(statement, claim),
                    None => answer,
                }))
            }
        }
    }
}

/// The game on a board that satisfies the axioms, or on its layers; `None` when a limit was reached.
fn opened(
    board: &Board,
    below: Option<&str>,
    asking: &Asking<'_>,
) -> Result<Option<(LatticeGame, Axioms)>, Refused> {
    let Some(axioms) = board.axioms(&asking.limits)? else { return Ok(None) };
    let game = match below {
        Some(layers) => layers_below(&board.game, layers)?,
        None => board.game.clone(),
    };
    Ok(Some((game, axioms)))
}

/// The game on the layers up to a value of a coordinate; moves must not lead upwards.
fn layers_below(game: &LatticeGame, layers: &str) -> Result<LatticeGame, Refused> {
    let dimension = game.dimension();
    let (axis, most) = read_layers(layers, dimension).map_err(|error| Refused::reading(layers, error))?;
    if game.rules().iter().any(|rule| rule[axis] < 0) {
        let name = &coordinate_names(dimension)[axis];
        return Err(Refused::new(format!(
            "some rule increases {name}, so its layers are no games of their own"
        )));
    }
    let mut board = game.board().to_vec();
    let normal = (0..dimension).map(|i| if i == axis { -1 } else { 0 }).collect();
    board.push(Inequality { normal, bound: most.saturating_neg() });
    let defeated = game.defeated().iter().filter(|point| point[axis] <= most).cloned().collect();
    LatticeGame::new(dimension, game.rules().to_vec(), Some(board), defeated)
        .map_err(|error| Refused::new(error.to_string()))
}
