//! The certificate of a strategy: what the checker needs to verify it alone.

use serde::Serialize;
use serde_json::{Value, json};

use crate::automatic::Array;
use crate::lattice::axioms::Axioms;
use crate::lattice::bounds::lower_bound;
use crate::lattice::prover::{Axis, Slices};
use crate::lattice::strata::AffineStratification;
use crate::lattice::strategy::Strategy;
use crate::lattice::{Cell, Inequality, LatticeGame};
use crate::misere::infinite::ListedNode;
use crate::question::{Certificate, NoCertificate};

/// The fields of the kind `lattice-strategy`, in the order in which they are written.
#[derive(Serialize)]
struct Proof<'a> {
    kind: &'static str,
    dimension: usize,
    rules: &'a [Vec<i64>],
    board: &'a [Inequality],
    defeated: &'a [Vec<i64>],
    functional: Value,
    coordinates: Value,
    axes: &'a [Axis],
    slices: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<Value>,
    strata: Option<&'a AffineStratification>,
    #[serde(flatten)]
    array: Value,
}

/// The proof of a strategy of a game on (a part of) a board that satisfies the axioms.
pub(super) fn write(
    game: &LatticeGame,
    axioms: &Axioms,
    strategy: &Strategy,
) -> Result<Certificate, NoCertificate> {
    let bound = |functional: &[i64]| {
        lower_bound(functional, game.board()).ok_or_else(|| {
            NoCertificate::because(
                "the board is so complicated that its bounds cannot be written down quickly",
            )
        })
    };
    let (multipliers, denominator) = bound(&axioms.functional)?;
    let functional =
        json!({ "values": axioms.functional, "multipliers": multipliers, "denominator": denominator });
    let straightened = &strategy.straightened;
    let mut bounds = Vec::new();
    for row in &straightened.matrix {
        let (multipliers, denominator) = bound(row)?;
        bounds.push(json!({ "multipliers": multipliers, "denominator": denominator }));
    }
    let slice = |cells: &Vec<Cell>| -> String { cells.iter().map(|cell| cell.character()).collect() };
    let (slices, nodes) = match &strategy.automatic.slices {
        Slices::Tables(tables) => (json!(tables.iter().map(slice).collect::<Vec<_>>()), None),
        Slices::Functions { functions, .. } => {
            let node = |node: &ListedNode| json!([node.generator, node.loop_start, node.slices]);
            let nodes: Vec<Value> = functions.nodes().iter().map(node).collect();
            (json!(functions.numbers()), Some(Value::Array(nodes)))
        }
    };
    Ok(Certificate::of(&Proof {
        kind: "lattice-strategy",
        dimension: game.dimension(),
        rules: game.rules(),
        board: game.board(),
        defeated: game.defeated(),
        functional,
        coordinates: json!({
            "matrix": straightened.matrix,
            "inverse": straightened.inverse,
            "shift": straightened.shift,
            "bounds": bounds,
        }),
        axes: &strategy.automatic.axes,
        slices,
        nodes,
        strata: strategy.strata.as_ref(),
        array: array(&strategy.automatic.array),
    }))
}

fn array(array: &Array) -> Value {
    match array {
        Array::Digits(automaton) => json!({
            "radices": automaton.radices().as_slice(),
            "first": automaton.first(),
            "next": automaton.next(),
            "output": automaton.output(),
        }),
        Array::Fan(fan) => json!({
            "fan": {
                "rays": fan.rays(),
                "thresholds": fan.thresholds(),
                "side": fan.side(),
                "corner": fan.corner(),
            },
        }),
    }
}
