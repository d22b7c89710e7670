//! Kind `nim-value`: values in Conway's Field On_2, step by step.
//!
//! **What is claimed.** Each entry of `steps`, an operation with its operands and its value: ordinals below ω^(ω^ω) in Cantor
//! normal form, ordinary numbers in decimal. `excesses` lists the excesses that products need.
//!
//! **What is checked.** The excesses, as for the kind `nim-excess`. Then each step, with products made term by term in the
//! Field ([`crate::nim_field`]):
//! `sum`, `product`, `power` are computed again; `inverse` and `sqrt` by a product; `roots` by their powers, and their number,
//! the odd part of n (one for 0): a polynomial y^n - x over a field of characteristic 2 has no more; `root`, the least one, of
//! a finite nimber, by its power, and 2 has no power of two as its order modulo a prime that divides n, so that no other
//! root is finite; `solve` by division by y + r for each r, until 1 is left; `order` by the power, and by the powers with
//! n/q for the primes q of n; `log` by the power, below the order of the base; or, where there is none, by a power of x that is
//! not 1 although that of the base is; `degree` by the powers x^(2^i), `minpoly` by its value and its degree, `trace` by the sum
//! of the conjugates; `excess` by the list.

use serde_json::Value;

use crate::excess;
use crate::fields::{field, list, number, text};
use crate::natural::{Natural, is_prime};
use crate::nim_field::{Element, NimField, Ordinal};
use crate::{Refusal, Verified};

/// The longest list of steps.
const MOST_STEPS: usize = 10_000;

/// Checks the steps.
pub fn check(certificate: &Value) -> Result<Verified, Refusal> {
    let known = excess::known(certificate)?;
    let mut nim = NimField::new(&known);
    let steps = list(certificate, "steps")?;
    if steps.is_empty() || steps.len() > MOST_STEPS {
        return Err(Refusal::Malformed("\"steps\" must be a list of one to 10000 steps".into()));
    }
    let statements: Result<Vec<String>, Refusal> =
        steps.iter().map(|step| check_step(step, &mut nim)).collect();
    Ok(Verified { kind: "nim-value".into(), statement: statements?.join("; ") })
}

/// An ordinal of a step as it is written and as an element of the Field.
struct Operand<'a> {
    text: &'a str,
    ordinal: Ordinal,
    element: Element,
}

fn ordinal_texts(value: &Value) -> Result<Vec<&str>, Refusal> {
    let wrong = || Refusal::Malformed("ordinals must be texts".into());
    let all: Option<Vec<&str>> = match value {
        Value::Array(values) => values.iter().map(Value::as_str).collect(),
        other => other.as_str().map(|text| vec![text]),
    };
    all.ok_or_else(wrong)
}

fn refuted(what: String) -> Refusal {
    Refusal::Refuted(what)
}

fn check_step(step: &Value, nim: &mut NimField<'_>) -> Result<String, Refusal> {
    let op = text(step, "op")?;
    if op == "excess" {
        let (prime, m) = (number(step, "prime")?, number(step, "value")?);
        if nim.excess(prime) != Some(m) {
            return Err(refuted(format!("m_{prime} = {m} is not in the list of excesses")));
        }
        return Ok(format!("excess({prime}) = {m}"));
    }
    let of = ordinal_texts(field(step, "of")?)?;
    let values = match step.get("value") {
        Some(value)
            if matches!(
                op,
                "sum" | "product" | "power" | "inverse" | "sqrt" | "root" | "roots" | "solve"
            ) =>
        {
            ordinal_texts(value)?
        }
        _ => Vec::new(),
    };
    // One field holds all that the step is about.
    let mut ordinals = Vec::new();
    for text in of.iter().chain(&values) {
        let ordinal = Ordinal::parse(text)?;
        nim.include(&ordinal)?;
        ordinals.push((*text, ordinal));
    }
    let mut operands = Vec::new();
    for (text, ordinal) in ordinals {
        let element = nim.element(&ordinal)?;
        operands.push(Operand { text, ordinal, element });
    }
    let values = operands.split_off(of.len());
    match (op, operands.as_slice(), values.as_slice()) {
        ("sum" | "product", [a, b], [c]) => {
            let (found, sign) = match op {
                "sum" => (Element::sum(&a.element, &b.element), '+'),
                _ => (nim.product(&a.element, &b.element)?, '*'),
            };
            let claim = format!("{} {sign} {} = {}", bracketed(a.text), bracketed(b.text), c.text);
            agreed(found == c.element, claim)
        }
        ("power", [a], [c]) => {
            let exponent = natural(step, "exponent")?;
            let claim = format!("{} ** {exponent} = {}", bracketed(a.text), c.text);
            agreed(nim.power(&a.element, &exponent)? == c.element, claim)
        }
        ("inverse", [a], [c]) => {
            let claim = format!("1/{} = {}", bracketed(a.text), c.text);
            agreed(nim.product(&a.element, &c.element)? == Element::one(), claim)
        }
        ("sqrt", [a], [c]) => {
            agreed(nim.square(&c.element)? == a.element, format!("sqrt({}) = {}", a.text, c.text))
        }
        ("roots", [a], roots) => check_roots(a, number(step, "n")?, roots, nim),
        ("root", [a], [root]) => check_least_root(a, number(step, "n")?, root, nim),
        ("solve", coefficients, roots) => check_solutions(coefficients, roots, nim),
        ("order", [a], []) => {
            let order = check_order(a, step, nim)?;
            agreed(natural(step, "value")? == order, format!("order({}) = {order}", a.text))
        }
        ("log", [a, base], []) => check_log(a, base, step, nim),
        ("degree", [a], []) => {
            let degree = number(step, "value")?;
            conjugates(a, degree, nim)?;
            Ok(format!("degree({}) = {degree}", a.text))
        }
        ("minpoly", [a], []) => check_minimal_polynomial(a, step, nim),
        ("trace", [a], []) => {
            let (degree, trace) = (number(step, "degree")?, number(step, "value")?);
            let all = conjugates(a, degree, nim)?;
            let sum = all.iter().fold(Element::zero(), |sum, x| Element::sum(&sum, x));
            let expected = if trace == 0 { Element::zero() } else { Element::one() };
            agreed(trace < 2 && sum == expected, format!("trace({}) = {trace}", a.text))
        }
        ("norm", [a], []) => {
            let norm = number(step, "value")?;
            // The norm to F_2 of what is not 0 is not 0.
            agreed(norm == u64::from(a.element != Element::zero()), format!("norm({}) = {norm}", a.text))
        }
        _ => Err(Refusal::Malformed(format!("no step \"{op}\" with these operands and values"))),
    }
}

fn agreed(is_true: bool, claim: String) -> Result<String, Refusal> {
    if is_true { Ok(claim) } else { Err(refuted(format!("it is not true that {claim}"))) }
}

fn bracketed(text: &str) -> String {
    if text.contains(['+', '*']) { format!("({text})") } else { text.to_owned() }
}

fn joined(values: &[Operand<'_>]) -> String {
    values.iter().map(|value| value.text).collect::<Vec<_>>().join(", ")
}

fn natural(step: &Value, name: &str) -> Result<Natural, Refusal> {
    Natural::parse(text(step, name)?)
}

fn check_roots(
    a: &Operand<'_>,
    n: u64,
    roots: &[Operand<'_>],
    nim: &mut NimField<'_>,
) -> Result<String, Refusal> {
    let claim = format!("roots({}, {n}) = {}", a.text, joined(roots));
    let is_zero = a.element == Element::zero();
    let count = if n == 0 { 0 } else { n >> n.trailing_zeros() };
    let are_all = roots.len() as u64 == if is_zero { count.min(1) } else { count };
    let increase = roots.windows(2).all(|pair| pair[0].ordinal < pair[1].ordinal);
    for root in roots {
        if nim.power(&root.element, &Natural::from(n))? != a.element {
            return agreed(false, claim);
        }
    }
    agreed(are_all && increase && count > 0, claim)
}

fn check_least_root(
    a: &Operand<'_>,
    n: u64,
    root: &Operand<'_>,
    nim: &mut NimField<'_>,
) -> Result<String, Refusal> {
    let claim = format!("root({}, {n}) = {}", a.text, root.text);
    if !root.ordinal.is_finite() || !(1..1 << 40).contains(&n) {
        return Err(Refusal::Unknown("the least of several infinite roots, or of a large degree".into()));
    }
    let mut rest = n >> n.trailing_zeros();
    while rest > 1 {
        let prime = excess::least_prime(rest);
        // The order of 2 is a power of two iff 2^(2^i) is 1 modulo the prime for some i, and there are fewer than 64.
        let mut power = 2 % prime;
        for _ in 0..64 {
            power = (u128::from(power) * u128::from(power) % u128::from(prime)) as u64;
            if power == 1 {
                return Err(Refusal::Unknown(format!(
                    "the field has finite roots of unity of order {prime}"
                )));
            }
        }
        rest /= prime;
    }
    agreed(nim.power(&root.element, &Natural::from(n))? == a.element, claim)
}

fn check_solutions(
    coefficients: &[Operand<'_>],
    roots: &[Operand<'_>],
    nim: &mut NimField<'_>,
) -> Result<String, Refusal> {
    let claim = format!("solve({}) = {}", joined(coefficients), joined(roots));
    let mut left = vec![Element::one()];
    left.extend(coefficients.iter().map(|coefficient| coefficient.element.clone()));
    for root in roots {
        let before = left.len();
        while left.len() > 1 {
            // Synthetic division by y + root; the last value is the remainder.
            let mut quotient: Vec<Element> = Vec::with_capacity(left.len());
            for coefficient in &left {
                let carried = match quotient.last() {
                    Some(last) => nim.product(last, &root.element)?,
                    None => Element::zero(),
                };
                quotient.push(Element::sum(&carried, coefficient));
            }
            if quotient.pop() != Some(Element::zero()) {
                break;
            }
            left = quotient;
        }
        if left.len() == before {
            return agreed(false, claim);
        }
    }
    let increase = roots.windows(2).all(|pair| pair[0].ordinal < pair[1].ordinal);
    agreed(left.len() == 1 && increase, claim)
}

/// The order of an element, from the list `factors` of its primes q and their exponents.
fn check_order(a: &Operand<'_>, step: &Value, nim: &mut NimField<'_>) -> Result<Natural, Refusal> {
    let wrong = || Refusal::Malformed("\"factors\" must be pairs of a prime and an exponent".into());
    let mut factors = Vec::new();
    for pair in list(step, "factors")? {
        let prime = pair.get(0).and_then(Value::as_str).ok_or_else(wrong)?;
        let exponent =
            pair.get(1).and_then(Value::as_u64).filter(|e| (1..64).contains(e)).ok_or_else(wrong)?;
        let prime = Natural::parse(prime)?;
        if !is_prime(&prime)? {
            return Err(refuted(format!("{prime} is not a prime")));
        }
        factors.push((prime, exponent));
    }
    let product = |without: Option<usize>| {
        factors.iter().enumerate().fold(Natural::from(1), |product, (at, (prime, exponent))| {
            let times = exponent - u64::from(without == Some(at));
            (0..times).fold(product, |product, _| product.times(prime))
        })
    };
    let order = product(None);
    for at in 0..factors.len() {
        if nim.power(&a.element, &product(Some(at)))? == Element::one() {
            return Err(refuted(format!("the order of {} is smaller than {order}", a.text)));
        }
    }
    if nim.power(&a.element, &order)? != Element::one() {
        return Err(refuted(format!("{} to the power {order} is not 1", a.text)));
    }
    Ok(order)
}

fn check_log(
    a: &Operand<'_>,
    base: &Operand<'_>,
    step: &Value,
    nim: &mut NimField<'_>,
) -> Result<String, Refusal> {
    if field(step, "value")?.is_null() {
        let order = natural(step, "order")?;
        let claim = format!("log({}, {}) does not exist", a.text, base.text);
        // All powers of the base have the power 1 with this exponent.
        let is_proved = nim.power(&base.element, &order)? == Element::one()
            && nim.power(&a.element, &order)? != Element::one();
        return agreed(is_proved, claim);
    }
    let log = natural(step, "value")?;
    let order = check_order(base, step, nim)?;
    let claim = format!("log({}, {}) = {log}", a.text, base.text);
    agreed(log < order && nim.power(&base.element, &log)? == a.element, claim)
}

/// The conjugates x^(2^i) of an element, as many as its degree is.
fn conjugates(a: &Operand<'_>, degree: u64, nim: &mut NimField<'_>) -> Result<Vec<Element>, Refusal> {
    let wrong = || refuted(format!("the degree of {} is not {degree}", a.text));
    if !(1..1 << 20).contains(&degree) {
        return Err(wrong());
    }
    let mut all = vec![a.element.clone()];
    for _ in 1..degree {
        let next = nim.square(&all[all.len() - 1])?;
        // They are different until they come again.
        if next == a.element {
            return Err(wrong());
        }
        all.push(next);
    }
    if nim.square(&all[all.len() - 1])? == a.element { Ok(all) } else { Err(wrong()) }
}

fn check_minimal_polynomial(
    a: &Operand<'_>,
    step: &Value,
    nim: &mut NimField<'_>,
) -> Result<String, Refusal> {
    let exponents: Option<Vec<u64>> = list(step, "value")?.iter().map(Value::as_u64).collect();
    let exponents = exponents
        .filter(|list| !list.is_empty() && list.windows(2).all(|pair| pair[0] > pair[1]))
        .ok_or_else(|| Refusal::Malformed("a polynomial is the decreasing list of its exponents".into()))?;
    conjugates(a, exponents[0], nim)?;
    let mut value = Element::zero();
    for exponent in (0..=exponents[0]).rev() {
        value = nim.product(&value, &a.element)?;
        if exponents.contains(&exponent) {
            value = Element::sum(&value, &Element::one());
        }
    }
    let term = |exponent: &u64| match exponent {
        0 => "1".to_owned(),
        1 => "x".to_owned(),
        e => format!("x^{e}"),
    };
    let shown = exponents.iter().map(term).collect::<Vec<_>>().join("+");
    agreed(value == Element::zero(), format!("minpoly({}) = {shown}", a.text))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn verdict(excesses: &[[u64; 2]], step: Value) -> Result<String, Refusal> {
        let certificate = json!({ "kind": "nim-value", "excesses": excesses, "steps": [step] });
        check(&certificate).map(|verified| verified.statement)
    }

    #[test]
    fn true_steps_are_accepted_and_changed_ones_refused() {
        let big = "340282366920938463463374607431768211456";
        for (excesses, step, changed) in [
            (vec![], json!({ "op": "product", "of": ["5", "6"], "value": "8" }), json!("9")),
            (vec![], json!({ "op": "sum", "of": ["5", "w+6"], "value": "w+3" }), json!("w+2")),
            (vec![], json!({ "op": "inverse", "of": "2", "value": "3" }), json!("2")),
            (vec![], json!({ "op": "sqrt", "of": "109", "value": "77" }), json!("78")),
            (vec![[3, 0]], json!({ "op": "power", "of": "w", "exponent": "3", "value": "2" }), json!("3")),
            (
                vec![[5, 0], [11, 1], [23, 1]],
                json!({ "op": "power", "of": "w^w^7", "exponent": "23", "value": "w^w^3+1" }),
                json!("w^w^3"),
            ),
            (
                vec![],
                json!({ "op": "power", "of": big, "exponent": "2", "value": "510423550381407695195061911147652317184" }),
                json!(big),
            ),
            (
                vec![[3, 0]],
                json!({ "op": "roots", "of": "2", "n": 3, "value": ["w", "w*2", "w*3"] }),
                json!(["w", "w*2"]),
            ),
            (vec![], json!({ "op": "root", "of": "2", "n": 709, "value": "2" }), json!("3")),
            (vec![], json!({ "op": "solve", "of": ["1", "1"], "value": ["2", "3"] }), json!(["2"])),
            (
                vec![],
                json!({ "op": "order", "of": "4", "value": "15", "factors": [["3", 1], ["5", 1]] }),
                json!("30"),
            ),
            (
                vec![],
                json!({ "op": "log", "of": ["8", "4"], "value": "6", "factors": [["3", 1], ["5", 1]] }),
                json!("21"),
            ),
            (vec![], json!({ "op": "log", "of": ["7", "2"], "value": null, "order": "3" }), json!("1")),
            (vec![[3, 0]], json!({ "op": "degree", "of": "w", "value": 6 }), json!(12)),
            (vec![[3, 0]], json!({ "op": "minpoly", "of": "w", "value": [6, 3, 0] }), json!([6, 3, 1, 0])),
            (vec![], json!({ "op": "trace", "of": "8", "degree": 4, "value": 1 }), json!(0)),
            (vec![], json!({ "op": "norm", "of": "8", "value": 1 }), json!(0)),
            (vec![[3, 0], [7, 1]], json!({ "op": "excess", "prime": 7, "value": 1 }), json!(0)),
        ] {
            let verified = verdict(&excesses, step.clone());
            assert!(verified.is_ok(), "{step}: {verified:?}");
            let mut other = step.clone();
            other["value"] = changed;
            assert!(verdict(&excesses, other.clone()).is_err(), "{other}");
            let mut other = step.clone();
            other["op"] = json!("sum");
            assert!(step["op"] == "sum" || verdict(&excesses, other.clone()).is_err(), "{other}");
        }
    }

    #[test]
    fn hostile_steps_are_refused() {
        for step in [
            json!({}),
            json!({ "op": "product", "of": ["5"], "value": "8" }),
            json!({ "op": "product", "of": ["w+w", "1"], "value": "w" }),
            json!({ "op": "product", "of": ["w^w^w", "1"], "value": "w^w^w" }),
            json!({ "op": "product", "of": ["w^w^999999999", "1"], "value": "w" }),
            json!({ "op": "product", "of": ["w^99999999999999999999", "1"], "value": "w" }),
            json!({ "op": "product", "of": ["((((", "1"], "value": "w" }),
            json!({ "op": "product", "of": ["0w", ""], "value": "é" }),
            json!({ "op": "power", "of": "w", "exponent": "9".repeat(100_000), "value": "2" }),
            json!({ "op": "power", "of": "9".repeat(100_000), "exponent": "2", "value": "2" }),
            json!({ "op": "root", "of": "2", "n": 3, "value": "3" }),
            json!({ "op": "root", "of": "2", "n": 0, "value": "3" }),
            json!({ "op": "roots", "of": "2", "n": 0, "value": [] }),
            json!({ "op": "order", "of": "4", "value": "15", "factors": [["15", 1]] }),
            json!({ "op": "order", "of": "4", "value": "30", "factors": [["2", 1], ["3", 1], ["5", 1]] }),
            json!({ "op": "order", "of": "0", "value": "1", "factors": [] }),
            json!({ "op": "log", "of": ["2", "7"], "value": null, "order": "15" }),
            json!({ "op": "degree", "of": "4", "value": 0 }),
            json!({ "op": "minpoly", "of": "4", "value": [] }),
            json!({ "op": "degree", "of": "4", "value": 1u64 << 61 }),
        ] {
            assert!(verdict(&[], step.clone()).is_err(), "{step}");
        }
        // An excess that is needed is missing.
        assert!(verdict(&[], json!({ "op": "power", "of": "w", "exponent": "3", "value": "2" })).is_err());
        assert!(check(&json!({ "excesses": [], "steps": [] })).is_err());
        assert!(check(&json!({})).is_err());
    }
}
