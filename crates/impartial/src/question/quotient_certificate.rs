//! The proof of a misère quotient.

use serde_json::{Value, json};

use crate::misere::period::Period;
use crate::misere::rules::Rules;
use crate::misere::transition::Source;
use crate::misere::{BipartiteMonoid, Element};

/// A misère quotient: kind `misere-quotient`. `phi` has the value of each position from 0 on, `periods` the proved period of
/// each code, or nothing.
pub fn quotient(source: &Source, monoid: &BipartiteMonoid, phi: &[Element], periods: &[Period]) -> Value {
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
