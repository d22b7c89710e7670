//! The game digraph of `gen(G)` or `dng(G)` for a tiny group: positions and moves, up to automorphisms or all of them.

use serde::Serialize;

use super::structure_diagram::read_chosen;
use super::{Answer, Asking, Certificate, Claim, Question, Refused, structure_certificate};
use crate::generate::{Aim, GameDigraph, Ground};
use crate::group;
use crate::limits::{Limits, StopReason};

/// The positions of an achievement or avoidance game on a tiny group, and the moves between them.
///
/// ```
/// use impartial::question::{Asking, PositionsDiagramQuestion, Question};
/// let question = PositionsDiagramQuestion { game: "gen(Z4)".into(), all: false };
/// let digraph = question.ask(&Asking::new())?.value.digraph.unwrap();
/// assert_eq!((digraph.nimber, digraph.positions.len()), (1, 8));
/// # Ok::<(), impartial::question::Refused>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionsDiagramQuestion {
    /// The game, `gen(…)` or `dng(…)`, with elements chosen or without.
    pub game: String,
    /// Every position; otherwise one of the options that automorphisms exchange [ES, Section 2].
    pub all: bool,
}

/// The positions and moves, if they were found.
#[derive(Clone, Debug, Serialize)]
pub struct PositionsDiagramValue {
    /// The game, as it was written.
    pub game: String,
    /// The positions and moves.
    #[serde(flatten)]
    pub digraph: Option<PositionsDigraph>,
}

/// Positions and moves.
#[derive(Clone, Debug, Serialize)]
pub struct PositionsDigraph {
    /// The nimber of the game.
    pub nimber: u32,
    /// The positions, by size.
    pub positions: Vec<PositionFound>,
    /// The moves, from position to position.
    pub arrows: Vec<(usize, usize)>,
    /// What the players want.
    #[serde(skip)]
    pub aim: Aim,
}

/// A position.
#[derive(Clone, Debug, Serialize)]
pub struct PositionFound {
    /// The elements chosen.
    pub chosen: Vec<String>,
    /// Its nimber.
    pub nimber: u32,
    /// Whether the elements generate.
    #[serde(rename = "end")]
    pub is_generating: bool,
}

/// The most positions that are listed.
const MOST_POSITIONS: usize = 250;

/// The most automorphisms that are looked at.
const MOST_AUTOMORPHISMS: usize = 25_000;

/// The largest ground set whose automorphisms are looked for.
const LARGEST: usize = 256;

impl Question for PositionsDiagramQuestion {
    type Value = PositionsDiagramValue;

    fn ask(&self, asking: &Asking<'_>) -> Result<Answer<PositionsDiagramValue>, Refused> {
        let chosen = read_chosen(&self.game, asking)?;
        let (ground, limits) = (&*chosen.ground, &asking.limits);
        let value = PositionsDiagramValue { game: self.game.trim().to_owned(), digraph: None };
        let automorphisms = if self.all { Ok(Some(Vec::new())) } else { automorphisms(ground, limits) };
        let too_large = |what: String| {
            Refused::new(what).help("leave out --positions for the structure diagram, which has every size")
        };
        let automorphisms = match automorphisms {
            Ok(Some(automorphisms)) => automorphisms,
            Ok(None) => {
                let name = ground.text();
                return Err(too_large(format!(
                    "{name} has too many automorphisms for a drawing of positions"
                )));
            }
            Err(why) => return Ok(Answer::stopped(value, why)),
        };
        let start = chosen.set.clone();
        let digraph =
            match GameDigraph::new(ground, chosen.aim, start, &automorphisms, MOST_POSITIONS, limits) {
                Ok(Some(digraph)) => digraph,
                Ok(None) => {
                    return Err(too_large(format!(
                        "more than {MOST_POSITIONS} positions are too many to draw one by one"
                    )));
                }
                Err(why) => return Ok(Answer::stopped(value, why)),
            };
        let claim = Claim::Proved(if self.all {
            "by definition, on every position".into()
        } else {
            "by definition, on one position of each class of options under automorphisms".into()
        });
        let certificate = asking
            .certify(|| structure_certificate::write(&chosen, limits).map(|proof| Certificate::of(&proof)));
        let digraph = Some(listed(&digraph, ground, chosen.aim));
        let value = PositionsDiagramValue { digraph, ..value };
        Ok(Answer { certificate, ..Answer::new(value, "nimber", claim.clone()).with("positions", claim) })
    }
}

fn automorphisms(ground: &Ground, limits: &Limits) -> Result<Option<Vec<Vec<u32>>>, StopReason> {
    match (ground.group(), ground.family()) {
        (Some(group), _) if group.order() <= LARGEST => {
            group::automorphisms(group, MOST_AUTOMORPHISMS, limits)
        }
        (_, Some(family)) if family.names().len() <= LARGEST => {
            family.family().automorphisms(MOST_AUTOMORPHISMS, limits)
        }
        _ => Ok(None),
    }
}

fn listed(digraph: &GameDigraph, ground: &Ground, aim: Aim) -> PositionsDigraph {
    let position = |at: usize| PositionFound {
        chosen: digraph.positions()[at].iter().map(|element| ground.name(element)).collect(),
        nimber: digraph.nimbers()[at],
        is_generating: digraph.is_generating(at),
    };
    PositionsDigraph {
        nimber: digraph.nimbers()[0],
        positions: (0..digraph.positions().len()).map(position).collect(),
        arrows: digraph.arrows().to_vec(),
        aim,
    }
}
