//! Certificates made by hand.

use std::collections::HashMap;
use std::hash::Hash;

use serde_json::{Value, json};

/// The fields that say: N^d, plays end because the sum `weights` decreases, coordinates as they are.
fn orthant(d: usize, weights: &[i64]) -> Value {
    let unit = |i: usize| (0..d).map(|k| i64::from(i == k)).collect::<Vec<_>>();
    let identity: Vec<_> = (0..d).map(unit).collect();
    let board: Vec<_> = (0..d).map(|i| json!({"normal": unit(i), "bound": 0})).collect();
    let bounds: Vec<_> = (0..d).map(|i| json!({"multipliers": unit(i), "denominator": 1})).collect();
    json!({"format": "impartial-certificate", "version": 1, "kind": "lattice-strategy",
        "dimension": d, "board": board, "defeated": [], "strata": null,
        "functional": {"values": weights, "multipliers": weights, "denominator": 1},
        "coordinates": {"matrix": identity, "inverse": identity, "shift": vec![0; d], "bounds": bounds}})
}

pub(super) fn with(mut certificate: Value, fields: Value) -> Value {
    for (name, field) in fields.as_object().unwrap() {
        certificate[name] = field.clone();
    }
    certificate
}

/// The automaton with these states: after the first digits, after two more bits, and the output.
fn automaton<S: Clone + Eq + Hash>(
    radices: [i64; 2],
    first: impl Fn(i64, i64) -> S,
    next: impl Fn(&S, i64, i64) -> S,
    output: impl Fn(&S) -> usize,
) -> Value {
    let mut numbers: HashMap<S, usize> = HashMap::new();
    let mut states = Vec::new();
    let mut number = |state: S, states: &mut Vec<S>| {
        *numbers.entry(state).or_insert_with_key(|state| {
            states.push(state.clone());
            states.len() - 1
        })
    };
    let letters = (0..radices[0]).flat_map(|x| (0..radices[1]).map(move |y| (x, y)));
    let first: Vec<usize> = letters.map(|(x, y)| number(first(x, y), &mut states)).collect();
    let mut rows: Vec<Vec<usize>> = Vec::new();
    while rows.len() < states.len() {
        let state = states[rows.len()].clone();
        let bits = [(0, 0), (1, 0), (0, 1), (1, 1)];
        rows.push(bits.iter().map(|(x, y)| number(next(&state, *x, *y), &mut states)).collect());
    }
    let output: Vec<usize> = states.iter().map(output).collect();
    json!({"radices": radices, "first": first, "next": rows.concat(), "output": output})
}

fn one_state() -> Value {
    json!({"radices": [], "first": [0], "next": [0], "output": [0]})
}

/// Nim with heaps of one and two.
pub(super) fn nim(is_misere: bool) -> Value {
    let rules = json!({"rules": [[1, 0], [0, 1], [-1, 1]]});
    let game = with(with(orthant(2, &[1, 2]), one_state()), rules);
    if is_misere {
        let axis = json!({"kind": "periodic", "start": 1, "period": 2});
        let strata = json!([{"offset": [1, 0], "generators": [[2, 0]]}, {"offset": [0, 2], "generators": [[2, 0], [0, 2]]}]);
        with(
            game,
            json!({"defeated": [[0, 0]], "axes": [axis, axis], "slices": ["DNPPNNNNP"], "strata": strata}),
        )
    } else {
        let axis = json!({"kind": "periodic", "start": 0, "period": 2});
        let strata = json!([{"offset": [0, 0], "generators": [[0, 2], [2, 0]]}]);
        with(game, json!({"axes": [axis, axis], "slices": ["PNNN"], "strata": strata}))
    }
}

/// [GM, Remark 6.13]: for x ≥ y, P if y ≡ 0 mod 3 and x is even, or y ≡ 1 mod 3 and x is odd; for y > x the mirror image.
pub(super) fn two_sectors() -> Value {
    let says = |large: i64, small: i64| usize::from(!matches!((small % 3, large % 2), (0, 0) | (1, 1)));
    // The state: the cell if x ≥ y and the cell if not, as the residues modulo 6 tell them, and whether x ≥ y.
    let merged = |(above, below, order): (usize, usize, bool)| (above, below, order || above == below);
    let automaton = automaton(
        [6, 6],
        |x, y| merged((says(x, y), says(y, x), x >= y)),
        |(above, below, order), p, q| merged((*above, *below, p > q || (p == q && *order))),
        |(above, below, order)| if *order { *above } else { *below },
    );
    let (lower, upper) = (json!([[2, 0], [4, 3], [6, 6]]), json!([[0, 2], [3, 4], [6, 6]]));
    let strata = json!([
        {"offset": [0, 0], "generators": lower}, {"offset": [1, 1], "generators": lower},
        {"offset": [0, 2], "generators": upper}, {"offset": [3, 4], "generators": [[6, 6]]},
        {"offset": [1, 3], "generators": upper}, {"offset": [4, 5], "generators": [[6, 6]]}]);
    let axes = json!([{"kind": "growing"}, {"kind": "growing"}]);
    let game =
        json!({"rules": [[1, 0], [0, 1], [2, 2]], "axes": axes, "slices": ["P", "N"], "strata": strata});
    with(with(orthant(2, &[1, 1]), automaton), game)
}

/// The same game on the board x ≥ −3, 2x + 2y ≥ 1, that is, x + y ≥ 1, in the coordinates x + 3, x + y − 1.
pub(super) fn wedge() -> Value {
    let turned = |v: &Value| json!([v[0], v[1].as_i64().unwrap() - v[0].as_i64().unwrap()]);
    let moved = |v: &Value| {
        let (x, y) = (v[0].as_i64().unwrap() - 3, v[1].as_i64().unwrap() + 1);
        json!([x, y - x])
    };
    let list = |list: &Value, change: &dyn Fn(&Value) -> Value| -> Value {
        list.as_array().unwrap().iter().map(change).collect()
    };
    let flat = two_sectors();
    let stratum =
        |s: &Value| json!({"offset": moved(&s["offset"]), "generators": list(&s["generators"], &turned)});
    let fields = json!({
        "rules": list(&flat["rules"], &turned), "strata": list(&flat["strata"], &stratum),
        "board": [{"normal": [1, 0], "bound": -3}, {"normal": [2, 2], "bound": 1}],
        "functional": {"values": [2, 1], "multipliers": [2, 1], "denominator": 2},
        "coordinates": {"matrix": [[1, 0], [1, 1]], "inverse": [[1, 0], [-1, 1]], "shift": [3, -1],
            "bounds": [{"multipliers": [1, 0], "denominator": 1}, {"multipliers": [0, 1], "denominator": 2}]}});
    with(
        with(flat, fields),
        json!({"functional": {"values": [2, 1], "multipliers": [2, 1], "denominator": 2}}),
    )
}

/// Heaps of one in three colours, at most two of the last: misère play, with an axis of each kind.
pub(super) fn colours() -> Value {
    let mut game = orthant(3, &[1, 1, 1]);
    game["board"].as_array_mut().unwrap().push(json!({"normal": [0, 0, -1], "bound": -2}));
    for pointer in ["/functional", "/coordinates/bounds/0", "/coordinates/bounds/1", "/coordinates/bounds/2"]
    {
        let bound = game.pointer_mut(pointer).unwrap();
        bound["multipliers"].as_array_mut().unwrap().push(json!(0));
    }
    let pair = json!([[2, 0, 0], [0, 2, 0]]);
    let stratum = |x: i64, y: i64, z: i64| json!({"offset": [x, y, z], "generators": pair});
    with(
        game,
        json!({
        "rules": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "defeated": [[0, 0, 0]],
        "axes": [{"kind": "growing"}, {"kind": "periodic", "start": 1, "period": 2}, {"kind": "bounded", "most": 2}],
        // The states: zero, odd, even and not zero.
        "radices": [2], "first": [0, 1], "next": [0, 2, 1, 1, 2, 2], "output": [0, 1, 2],
        "slices": ["DPNPNPNPN", "PNPNPNPNP", "NPNPNPNPN"],
        "strata": [stratum(1, 0, 0), stratum(0, 1, 0), stratum(0, 0, 1), stratum(1, 1, 1), stratum(1, 0, 2),
            stratum(0, 1, 2)]}),
    )
}

/// Fink's game without a rational strategy, up to z = 1: Pascal's triangle modulo 2.
pub(super) fn fink() -> Value {
    let flat = [
        [1, 1],
        [5, -2],
        [-1, 4],
        [3, -2],
        [-3, 4],
        [1, 2],
        [2, 1],
        [0, 2],
        [0, 4],
        [1, 4],
        [2, 2],
        [2, 4],
        [3, 0],
        [3, 1],
        [3, 3],
        [3, 5],
        [4, 2],
        [4, 4],
    ];
    let down = [[-2, 1], [-1, -1], [-1, 2], [0, 3], [1, -1], [1, 4], [2, 0], [2, 1], [3, 2], [4, 3]];
    let rules = flat.iter().map(|[x, y]| [*x, *y, 0]).chain(down.iter().map(|[x, y]| [*x, *y, 1]));
    let rules: Vec<[i64; 3]> = rules.collect();
    let mut game = orthant(3, &[1, 1, 3]);
    game["board"].as_array_mut().unwrap().push(json!({"normal": [0, 0, -1], "bound": -1}));
    for pointer in ["/functional", "/coordinates/bounds/0", "/coordinates/bounds/1", "/coordinates/bounds/2"]
    {
        let bound = game.pointer_mut(pointer).unwrap();
        bound["multipliers"].as_array_mut().unwrap().push(json!(0));
    }
    // The state: the residues modulo 6, and of the quotients i, j whether i and j, i + 1 and j, i and j + 1 have had a
    // common binary digit 1, and the two carries.
    let matters = |x: i64, y: i64| [(0, 0), (1, 1), (4, 5), (5, 4), (1, 0), (2, 0), (0, 1)].contains(&(x, y));
    let automaton = automaton(
        [6, 6],
        |x, y| match (x, y) {
            (4, 5) | (5, 4) => (x, y, [false; 3], [1, 1]),
            _ if matters(x, y) => (x, y, [false; 3], [0, 0]),
            _ => (3, 3, [false; 3], [0, 0]),
        },
        |(x, y, met, carry), i, j| {
            let now = [i & j == 1, (i ^ carry[0]) & j == 1, i & (j ^ carry[1]) == 1];
            let met = [met[0] | now[0], met[1] | now[1], met[2] | now[2]];
            match (x, y) {
                (0, 0) | (1, 1) => (*x, *y, [met[0], false, false], [0, 0]),
                (4, 5) | (5, 4) => (*x, *y, [false, met[1], met[2]], [carry[0] & i, carry[1] & j]),
                _ => (*x, *y, [false; 3], [0, 0]),
            }
        },
        |(x, y, met, _)| match (x, y) {
            (0, 0) => usize::from(met[0]),
            (1, 0) | (2, 0) | (0, 1) => 1,
            (1, 1) => 3 - usize::from(met[0]),
            (4, 5) => 2 + usize::from(met[1] || met[2]),
            (5, 4) => 3 - usize::from(met[1] && met[2]),
            _ => 3,
        },
    );
    let axes = json!([{"kind": "growing"}, {"kind": "growing"}, {"kind": "bounded", "most": 1}]);
    let slices = ["PP", "PN", "NP", "NN"];
    with(with(game, automaton), json!({"rules": rules, "axes": axes, "slices": slices}))
}

/// The game with two sectors once more, by its sectors.
pub(super) fn fan() -> Value {
    let says = |large: i64, small: i64| i64::from(!matches!((small % 3, large % 2), (0, 0) | (1, 1)));
    let side = 14;
    let corner: Vec<i64> = (0..side * side)
        .map(|place| (place / side, place % side))
        .map(|(x, y)| if x >= y { says(x, y) } else { says(y, x) })
        .collect();
    let lower = |offset: [i64; 2]| json!({"offset": offset, "generators": [[2, 0], [6, 6]]});
    let upper = |offset: [i64; 2]| json!({"offset": offset, "generators": [[6, 6], [0, 2]]});
    // For x >= y one period of rows; for x < y the same, beginning above the diagonal.
    let strata: Vec<Value> = [[0, 0], [1, 1], [4, 3], [5, 4]]
        .map(lower)
        .into_iter()
        .chain([[0, 2], [1, 3], [3, 4], [4, 5]].map(upper))
        .collect();
    let fan = json!({"rays": [[2, 0], [6, 6], [0, 2]], "thresholds": [[1, 0], [0, 0]], "side": side, "corner": corner});
    let axes = json!([{"kind": "growing"}, {"kind": "growing"}]);
    let game = json!({"rules": [[1, 0], [0, 1], [2, 2]], "axes": axes, "slices": ["P", "N"], "strata": strata, "fan": fan});
    with(orthant(2, &[1, 1]), game)
}
