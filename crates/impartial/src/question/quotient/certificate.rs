//! The proofs of misère quotients: kinds `misere-quotient` and `infinite-quotient`.

use serde_json::{Value, json};

use crate::misere::infinite::InfiniteGame;
use crate::misere::infinite::presentation::InfinitePresentation;
use crate::misere::period::Period;
use crate::misere::presentation::Word;
use crate::misere::rules::{Generator, Rules};
use crate::misere::transition::Source;
use crate::misere::{BipartiteMonoid, Element};

/// A misère quotient: kind `misere-quotient`. `phi` has the value of each position from 0 on, `periods` the proved period of
/// each code, or nothing.
pub fn finite_quotient(
    source: &Source,
    monoid: &BipartiteMonoid,
    phi: &[Element],
    periods: &[Period],
) -> Value {
    let actions: Vec<Vec<Element>> = (0..monoid.order() as Element)
        .map(|x| (0..monoid.generator_count()).map(|g| monoid.action(g, x)).collect())
        .collect();
    let mut certificate = json!({
        "kind": "misere-quotient",
        "actions": actions,
        "p": monoid.p_portion().collect::<Vec<_>>(),
        "phi": phi,
    });
    let listed =
        |rules: &Rules| (1..=rules.len() as u64).map(|n| json!(source.options(n))).collect::<Value>();
    let period = |period: &Period| json!({ "period": period.length, "first": period.first });
    match source {
        Source::Heaps(code) => {
            certificate["code"] = json!(code.to_string());
            certificate["period"] = json!(periods.first().map(period));
        }
        Source::List(rules) => certificate["positions"] = listed(rules),
        Source::Union(union) => {
            certificate["positions"] = listed(union.list());
            certificate["codes"] = union.codes().iter().map(|code| json!(code.to_string())).collect();
            certificate["periods"] = match periods {
                [] => Value::Null,
                periods => periods.iter().map(period).collect(),
            };
        }
    }
    certificate
}

/// The description of all sums of a game whose quotient is infinite: kind `infinite-quotient`; with its presentation, if that is
/// known.
pub fn infinite_quotient(
    source: &Source,
    game: &InfiniteGame,
    presentation: Option<&InfinitePresentation>,
) -> Value {
    let quotient = game.quotient();
    let automaton = quotient.automaton();
    let nodes: Vec<Value> = (quotient.diagram().list().iter())
        .map(|node| json!([node.generator, node.loop_start, node.slices]))
        .collect();
    let orders: Vec<Value> = (game.orders().iter())
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
    let mut certificate = json!({
        "kind": "infinite-quotient",
        "last": game.last(),
        "types": game.generators().collect::<Vec<_>>(),
        "growing": quotient.growing(),
        "radices": automaton.radices().as_slice(),
        "first": automaton.first(),
        "next": automaton.next(),
        "output": automaton.output(),
        "nodes": nodes,
        "slices": quotient.slices().iter().map(|slice| slice.number()).collect::<Vec<_>>(),
        "orders": orders,
    });
    if let Some(presentation) = presentation {
        certificate["relations"] = relations(presentation);
        certificate["complete"] = json!(true);
    }
    match source {
        Source::Heaps(code) => certificate["code"] = json!(code.to_string()),
        Source::List(_) | Source::Union(_) => {
            let positions: Vec<Vec<Vec<u64>>> = (1..=game.last()).map(|n| source.options(n)).collect();
            certificate["positions"] = json!(positions);
        }
    }
    certificate
}

/// The relations of a presentation, and what each generator of the rules that is no letter equals: pairs of sums, which are lists
/// of pairs [generator, copies].
fn relations(presentation: &InfinitePresentation) -> Value {
    let sum = |word: &Word| {
        let factor = |(letter, copies): &(u32, u32)| (presentation.generators[*letter as usize], *copies);
        let mut factors: Vec<(Generator, u32)> = word.factors().iter().map(factor).collect();
        factors.sort_unstable();
        json!(factors)
    };
    let values = (0..).zip(&presentation.values);
    let others = values.filter(|(generator, _)| !presentation.generators.contains(generator));
    let others = others.map(|(generator, word): (Generator, _)| json!([[(generator, 1)], sum(word)]));
    let own =
        presentation.relations.iter().map(|relation| json!([sum(&relation.left), sum(&relation.right)]));
    others.chain(own).collect()
}
