//! `--automaton FILE`: an automaton of the user's, proved to be the strategy of the game or refuted with a position.

use std::path::Path;

use impartial::automatic::{DigitAutomaton, Radices};
use impartial::claim::Claim;
use impartial::lattice::array::Array;
use impartial::lattice::prover::{AutomaticStrategy, Axis, Verification};
use impartial::lattice::straighten::Straightened;
use impartial::lattice::strategy::Strategy;
use impartial::lattice::{Cell, LatticeGame};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{big_json, point_text, read_description};
use crate::answer::Answer;
use crate::context::Context;
use crate::failure::Failure;

/// The fields of the file; they are those of a certificate, so a certificate is such a file.
#[derive(Deserialize)]
struct AutomatonFile {
    axes: Option<Vec<AxisField>>,
    radices: Vec<u32>,
    first: Vec<u32>,
    next: Vec<u32>,
    output: Vec<u32>,
    slices: Vec<String>,
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum AxisField {
    Growing,
    Periodic { start: u64, period: u64 },
    Bounded { most: u64 },
}

/// Classes of a coordinate, at most.
const MOST_CLASSES: u64 = 1 << 16;

fn read(path: &Path, game: &LatticeGame) -> Result<AutomaticStrategy, Failure> {
    let name = path.display().to_string();
    let file: AutomatonFile = read_description(path)?;
    let wrong = |what: &str| Failure::new(format!("{name}: {what}"));
    let axis = |field: &AxisField| match *field {
        AxisField::Growing => Axis::Growing,
        AxisField::Periodic { start, period } => Axis::Periodic { start, period },
        AxisField::Bounded { most } => Axis::Bounded { most },
    };
    let axes: Vec<Axis> = match &file.axes {
        Some(axes) => axes.iter().map(axis).collect(),
        None => vec![Axis::Growing; game.dimension()],
    };
    if axes.len() != game.dimension() {
        return Err(wrong("there must be one axis for every coordinate"));
    }
    let growing = axes.iter().filter(|axis| **axis == Axis::Growing).count();
    let is_small = |axis: &Axis| match *axis {
        Axis::Growing => true,
        Axis::Periodic { start, period } => period > 0 && start < MOST_CLASSES && period < MOST_CLASSES,
        Axis::Bounded { most } => most < MOST_CLASSES,
    };
    if !axes.iter().all(is_small) {
        return Err(wrong("periods are positive, and starts, periods and bounds are below 65536"));
    }
    for (number, axis) in axes.iter().enumerate().filter(|(_, axis)| **axis != Axis::Growing) {
        if !AutomaticStrategy::may_be_finite(game, number) {
            return Err(wrong(
                "an axis that shares an inequality of the board with another has to be growing",
            ));
        }
        let ends = |most: u64| {
            game.board().iter().any(|side| {
                side.normal[number] < 0
                    && i128::from(side.normal[number]) * (i128::from(most) + 1) < i128::from(side.bound)
            })
        };
        if matches!(axis, Axis::Bounded { most } if !ends(*most)) {
            return Err(wrong("the board does not end where a bounded axis does"));
        }
    }
    if file.radices.len() != growing || growing > Radices::MOST_AXES {
        return Err(wrong("there must be one radix for every growing axis, at most 16"));
    }
    let letters = file.radices.iter().try_fold(1u64, |letters, m| letters.checked_mul(u64::from(*m)));
    if !letters.is_some_and(|letters| (1..=1 << 24).contains(&letters)) {
        return Err(wrong("radices are positive, and their product is at most 2^24"));
    }
    let classes = axes.iter().filter(|axis| **axis != Axis::Growing).map(|axis| axis.classes());
    let cells = classes.into_iter().try_fold(1u64, u64::checked_mul);
    let slice = |text: &String| -> Option<Vec<Cell>> {
        let found: Option<Vec<Cell>> = text.chars().map(Cell::from_character).collect();
        found.filter(|slice| Some(slice.len() as u64) == cells)
    };
    let slices: Option<Vec<Vec<Cell>>> = file.slices.iter().map(slice).collect();
    let Some(slices) = slices else {
        return Err(wrong(
            "a slice has one of P, N, D and . for each combination of classes of the axes that do not grow",
        ));
    };
    if file.output.iter().any(|slice| *slice as usize >= slices.len()) {
        return Err(wrong("output holds numbers of slices, from 0"));
    }
    let automaton = DigitAutomaton::new(Radices::new(file.radices), file.first, file.next, file.output)
        .map_err(|reason| wrong(&format!("this is no automaton that reads digits: {reason}")))?;
    Ok(AutomaticStrategy { axes, array: Array::Digits(automaton), slices })
}

/// Proves or refutes the automaton in a file.
pub(super) fn verify(
    game: &LatticeGame,
    path: &Path,
    mut fields: Map<String, Value>,
    context: &Context,
) -> Result<Answer, Failure> {
    let straightened = match Straightened::new(game, &context.limits) {
        Ok(Some(straightened)) => straightened,
        Ok(None) => return Err(Failure::new("the numbers of this board are too large for proofs")),
        Err(reason) => return Ok(Answer::unanswered(fields, reason.to_string())),
    };
    let automatic = read(path, &straightened.game)?;
    Ok(match automatic.verify(&straightened.game, &context.limits) {
        Err(reason) => Answer::unanswered(fields, reason.to_string()),
        Ok(Verification::Undecided) => {
            Answer::unanswered(fields, "the automaton is too large to be followed")
        }
        Ok(Verification::Holds { states, patterns }) => {
            fields.insert("status".into(), json!("proved"));
            fields.insert("joint_states".into(), json!(states));
            let claim = Claim::Proved(format!(
                "the rule \"P exactly if no option is P\" holds at every position: {states} joint states, {patterns} local situations"
            ));
            let mut text = "the automaton gives the outcome of every position\n".to_owned();
            let strategy = Strategy { straightened, automatic, strata: None, states, patterns };
            super::consequences::describe_quotient(game, &strategy, &mut text, &mut fields, context);
            Answer::new(text, fields, claim)
        }
        Ok(Verification::Fails { position, says, follows }) => {
            let at = straightened.point(&position);
            fields.insert("status".into(), json!("refuted"));
            fields.insert("witness".into(), big_json(&at));
            let text = format!(
                "refuted: the automaton says {} at {}, where {} follows from what it says of the options\n",
                says.character(),
                point_text(&at),
                follows.character()
            );
            Answer::new(text, fields, Claim::Proved("by the position named".into()))
        }
    })
}
