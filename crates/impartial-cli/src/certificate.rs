//! Proofs as JSON, in the form that `impartial-check` reads.

use impartial::language::{Position, Rulebook, Strategy};
use impartial::misere::period::Period;
use impartial::misere::transition::Source;
use impartial::misere::{BipartiteMonoid, Element};
use serde_json::{Value, json};

/// The largest strategy that is written down.
pub const MOST_POSITIONS: usize = 200_000;

/// A misère quotient: kind `misere-quotient`. `phi` has the value of each position from 0 on.
pub fn quotient(source: &Source, monoid: &BipartiteMonoid, phi: &[Element], period: Option<Period>) -> Value {
    let actions: Vec<Vec<Element>> = (0..monoid.order() as Element)
        .map(|x| (0..monoid.generator_count()).map(|g| monoid.action(g, x)).collect())
        .collect();
    let mut certificate = json!({
        "kind": "misere-quotient",
        "actions": actions,
        "p": monoid.p_portion().collect::<Vec<_>>(),
        "phi": phi,
        "period": period.map(|period| json!({ "period": period.period, "first": period.first })),
    });
    match source {
        Source::Heaps(code) => certificate["code"] = json!(code.to_string()),
        Source::List(rules) => {
            let positions: Vec<Vec<Vec<u64>>> = (1..=rules.len() as u64).map(|n| source.options(n)).collect();
            certificate["positions"] = json!(positions);
        }
    }
    certificate
}

/// A strategy: kind `strategy`. Trees are listed once, options before the trees that have them.
pub fn strategy(rulebook: &Rulebook, strategy: &Strategy) -> Value {
    let trees: Vec<Vec<usize>> = rulebook
        .forest()
        .trees()
        .map(|tree| rulebook.forest().options(tree).iter().map(|option| option.index()).collect())
        .collect();
    let answers: Vec<Value> = strategy.answers.iter().map(|answer| position(rulebook, answer)).collect();
    json!({
        "kind": "strategy",
        "game": rulebook.show(&strategy.root).to_string(),
        "play": strategy.play.to_string(),
        "outcome": strategy.outcome.to_string(),
        "trees": trees,
        "root": position(rulebook, &strategy.root),
        "answers": answers,
    })
}

fn position(rulebook: &Rulebook, of: &Position) -> Value {
    let all =
        |parts: &[Position]| -> Vec<Value> { parts.iter().map(|part| position(rulebook, part)).collect() };
    match of {
        Position::Nim(size) => {
            let size = size.to_u64().expect("a strategy is written for finite games only");
            json!({ "nim": size })
        }
        Position::Tree(tree) => json!({ "tree": tree.index() }),
        Position::Heaps(code, heaps) => {
            let heaps: Vec<(u64, u64)> = heaps.iter().collect();
            json!({ "code": rulebook.code(*code).to_string(), "heaps": heaps })
        }
        Position::Sum(parts) => json!({ "sum": all(parts) }),
        Position::Compound(parts) => json!({ "compound": all(parts) }),
        Position::Product(factors) => json!({ "product": all(factors.as_slice()) }),
    }
}
