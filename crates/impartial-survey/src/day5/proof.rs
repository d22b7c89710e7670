//! The certificate of an infinite quotient beside a fixed sum: kind `infinite-beside`.

use impartial::misere::infinite::InfiniteBeside;
use impartial::question::Certificate;
use serde_json::{Value, json};

/// The certificate, which `impartial check` verifies. Position n is generator n − 1.
pub(super) fn certificate(solved: &InfiniteBeside) -> Certificate {
    let automaton = &solved.automaton;
    let count = solved.rules.len() as u32;
    let positions: Vec<Vec<Vec<u32>>> = (0..count)
        .map(|generator| {
            let options = solved.rules.options(generator).iter();
            options.map(|option| option.iter().map(|part| part + 1).collect()).collect()
        })
        .collect();
    let types: Vec<Option<u32>> = [None].into_iter().chain((0..count).map(Some)).collect();
    let nodes: Vec<Value> = (solved.diagram.list().iter())
        .map(|node| json!([node.generator, node.loop_start, node.slices]))
        .collect();
    let orders: Vec<Value> = (solved.orders.iter())
        .map(|order| {
            json!({
                "axis": order.axis,
                "direction": order.translation.direction,
                "from": order.translation.from,
                "point": order.point,
                "period": order.period,
                "repeats_from": order.repeats_from,
            })
        })
        .collect();
    Certificate::of(&json!({
        "kind": "infinite-beside",
        "positions": positions,
        "last": count,
        "types": types,
        "single": solved.single,
        "growing": solved.growing,
        "radices": automaton.radices().as_slice(),
        "first": automaton.first(),
        "next": automaton.next(),
        "output": automaton.output(),
        "nodes": nodes,
        "slices": solved.slices.iter().map(|slice| slice.number()).collect::<Vec<_>>(),
        "orders": orders,
    }))
}
