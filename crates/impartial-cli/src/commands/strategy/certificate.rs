//! The certificate of a strategy: what the checker needs to verify it alone.

use impartial::lattice::array::Array;
use impartial::lattice::axioms::Axioms;
use impartial::lattice::bounds::lower_bound;
use impartial::lattice::prover::Axis;
use impartial::lattice::strategy::Strategy;
use impartial::lattice::{Cell, LatticeGame};
use serde_json::{Value, json};

/// The certificate, or `None` when the board is so complicated that its bounds cannot be written down quickly.
pub(super) fn certificate(game: &LatticeGame, axioms: &Axioms, strategy: &Strategy) -> Option<Value> {
    let board: Vec<Value> = game
        .board()
        .iter()
        .map(|inequality| json!({ "normal": inequality.normal, "bound": inequality.bound }))
        .collect();
    let (multipliers, denominator) = lower_bound(&axioms.functional, game.board())?;
    let straightened = &strategy.straightened;
    let mut bounds = Vec::new();
    for row in &straightened.matrix {
        let (multipliers, denominator) = lower_bound(row, game.board())?;
        bounds.push(json!({ "multipliers": multipliers, "denominator": denominator }));
    }
    let axis = |axis: &Axis| match *axis {
        Axis::Growing => json!({ "kind": "growing" }),
        Axis::Periodic { start, period } => json!({ "kind": "periodic", "start": start, "period": period }),
        Axis::Bounded { most } => json!({ "kind": "bounded", "most": most }),
    };
    let slice = |cells: &Vec<Cell>| -> String { cells.iter().map(|cell| cell.character()).collect() };
    let strata = strategy.strata.as_ref().map_or(Value::Null, super::strata_json);
    let mut fields = json!({
        "kind": "lattice-strategy",
        "dimension": game.dimension(),
        "rules": game.rules(),
        "board": board,
        "defeated": game.defeated(),
        "functional": {
            "values": axioms.functional,
            "multipliers": multipliers,
            "denominator": denominator,
        },
        "coordinates": {
            "matrix": straightened.matrix,
            "inverse": straightened.inverse,
            "shift": straightened.shift,
            "bounds": bounds,
        },
        "axes": strategy.automatic.axes.iter().map(axis).collect::<Vec<_>>(),
        "slices": strategy.automatic.slices.iter().map(slice).collect::<Vec<_>>(),
        "strata": strata,
    });
    match &strategy.automatic.array {
        Array::Digits(automaton) => {
            fields["radices"] = json!(automaton.radices().as_slice());
            fields["first"] = json!(automaton.first());
            fields["next"] = json!(automaton.next());
            fields["output"] = json!(automaton.output());
        }
        Array::Fan(fan) => {
            fields["fan"] = json!({
                "rays": fan.rays(),
                "thresholds": fan.thresholds(),
                "side": fan.side(),
                "corner": fan.corner(),
            });
        }
    }
    Some(fields)
}
