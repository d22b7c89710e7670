//! Kind `lattice-strategy`: all P-positions of a lattice game.
//!
//! **The game** \[GM, Def 2.5\]. Positions are the integer points x of a polyhedron a_j·x ≥ b_j (`board`) without finitely many
//! (`defeated`). A move subtracts a rule (`rules`) and must end in a position. Who cannot move loses.
//!
//! **What is claimed.** In coordinates y = Ux + t (`coordinates`) every point of the board has y ≥ 0, and for every y ≥ 0
//! the description below gives a cell: `.` exactly off the board, `D` exactly at defeated points, and else the outcome P or N
//! of the position. An automaton (`radices`, `first`, `next`, `output`) reads the digits of the growing axes and gives the
//! number of a slice, or sectors do, if two axes grow (`fan`); the slice (`slices`) has a character for each combination of classes of the
//! other axes. Or these axes are `inner`, and a slice is a function of them, given by `nodes` as in the kind `infinite-quotient`: true at P-positions. If there are
//! `strata`, then the sets offset + N generators are disjoint and their union is the set of P-positions.
//!
//! **What is checked.**
//! 1. A functional decreases at every move and is bounded below on the board, because it is a combination of the
//!    inequalities of the board with multipliers that are not negative: every play ends (`game.rs`).
//! 2. U is invertible over Z, and each row of it is such a combination too, with a bound that makes y ≥ 0 (`game.rs`).
//! 3. At every y ≥ 0 the cell is `.` exactly off the board, `D` exactly at defeated points, else P if no rule leads to
//!    a P-cell, else N (`positions.rs`; for functions the board has to be all y ≥ 0, and the rule is an equation between them,
//!    `functions/local_rule.rs`). Cells P lie on the board and are not defeated, so "leads to a P-cell" and "has a legal
//!    move to a P-cell" are the same, and the P-cells are the P-positions by induction over the end of play.
//! 4. At every y ≥ 0 the number of strata that contain it is 1 or 0 as its cell is P or not (`strata.rs`).
//!
//! "At every y" is a finite check: whatever is compared is read by finite machines, digit by digit, and all joint states are
//! visited (`machine.rs`, `readers.rs`); or everything repeats along finitely many rays, and a few periods are looked through
//! (`fan.rs`, `fan_strata.rs`). The number of states, the memory and the number of steps have fixed bounds; a
//! certificate that needs more is refused.

pub(crate) mod certificate;
mod fan;
mod fan_strata;
mod game;
pub(crate) mod machine;
mod positions;
pub(crate) mod readers;
mod strata;
#[cfg(test)]
mod tests;

use serde_json::Value;

use self::certificate::{Array, Certificate, Slices};
use self::game::Game;
use self::machine::Budget;
use crate::{Refusal, Verified};

/// Checks `lattice-strategy`.
pub fn check(value: &Value) -> Result<Verified, Refusal> {
    let mut budget = Budget::new();
    let certificate = Certificate::read(value, &mut budget)?;
    let game = Game::new(&certificate)?;
    let what = match &certificate.array {
        Array::Fan(_) => "point",
        Array::Digits(automaton) => {
            for (state, next) in automaton.next.iter().enumerate() {
                if automaton.output[next[0] as usize] != automaton.output[state] {
                    return Err(refuted(format!(
                        "zeros after the last digit change the output of state {state}"
                    )));
                }
            }
            "joint state"
        }
    };
    let (states, patterns) = positions::verify(&certificate, &game, &mut budget)?;
    let mut statement = format!(
        "the P-positions of {} are exactly those of the strategy: the local rule holds in {} with {}, so at every point",
        show(&certificate),
        plural(states, what),
        plural(patterns, "pattern")
    );
    if let (Some(_), Slices::Tables(tables)) = (&certificate.strata, &certificate.slices) {
        let joint = match &certificate.array {
            Array::Digits(automaton) => strata::verify(&certificate, tables, automaton, &game, &mut budget)?,
            Array::Fan(fan) => fan_strata::verify(&certificate, tables, fan, &game, &mut budget)?,
        };
        statement += &match game.strata.len() {
            1 => format!("; they are the stratum that is listed ({})", plural(joint, what)),
            count => format!(
                "; they are the disjoint union of the {count} strata listed ({})",
                plural(joint, what)
            ),
        };
    }
    Ok(Verified { kind: "lattice-strategy".into(), statement })
}

/// The game in words.
fn show(certificate: &Certificate) -> String {
    let points = |points: &[Vec<i64>]| -> Vec<String> {
        let entries = |point: &Vec<i64>| point.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
        points.iter().map(|point| format!("({})", entries(point))).collect()
    };
    let rules = match certificate.rules.len() {
        count @ 1..=12 => {
            format!("rule{} {}", if count == 1 { "" } else { "s" }, points(&certificate.rules).join(" "))
        }
        count => plural(count, "rule"),
    };
    let d = certificate.axes.len();
    let is_unit =
        |i: usize, normal: &[i64]| normal.iter().enumerate().all(|(k, entry)| *entry == i64::from(i == k));
    let board = &certificate.board;
    let is_orthant = board.len() == d
        && board.iter().enumerate().all(|(i, side)| side.bound == 0 && is_unit(i, &side.normal));
    let board = if is_orthant {
        format!("N^{d}")
    } else {
        format!("a board in Z^{d} with {}", plural(board.len(), "inequality"))
    };
    let defeated = match &certificate.defeated[..] {
        [] => String::new(),
        few if few.len() <= 4 => format!(", {} defeated,", points(few).join(" ")),
        many => format!(", {} points defeated,", many.len()),
    };
    format!("the lattice game with {rules} on {board}{defeated}")
}

fn plural(count: usize, noun: &str) -> String {
    match (count, noun.strip_suffix('y')) {
        (1, _) => format!("1 {noun}"),
        (_, Some(stem)) => format!("{count} {stem}ies"),
        _ => format!("{count} {noun}s"),
    }
}

pub(crate) fn malformed(what: &str) -> Refusal {
    Refusal::Malformed(what.into())
}

pub(crate) fn refuted(what: String) -> Refusal {
    Refusal::Refuted(what)
}

pub(crate) fn too_large(what: &str) -> Refusal {
    Refusal::Refuted(format!("it is too large to check: {what}"))
}
