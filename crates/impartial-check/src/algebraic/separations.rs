//! Check E, claims of their own: elements are distinguishable. So the quotient is infinite, or Q itself is the quotient.
//!
//! An entry names pairs (x, y) of elements, and a list of contexts z. It is checked that for each pair one of them is an element with exactly one of x·z and y·z
//! in P. Entries for the heaps of a residue speak of pairs Φ(pk + r), Φ(pk' + r) with k < k': infinitely many values that no
//! two are alike, so the misère quotient is infinite, if contexts are values of sums (below). If there is an entry for every two labels (for one label without a: pairs
//! whose first different parameter is less in x), then no two elements are alike; if moreover a and every letter are values of
//! heaps, then every element is the value of a sum, and (Q, P) is the misère quotient.

use std::collections::BTreeSet;

use serde_json::Value;

use super::heaps::Heaps;
use super::linear::{Form, System};
use super::monoid::{Element, Image, Kind, Monoid};
use super::trees::overflow;
use super::{entries, flag, malformed, number, refuted};
use crate::Refusal;

/// What the entries prove.
pub struct Proved {
    pub is_infinite: bool,
    pub is_reduced: bool,
}

/// A pair of elements, and what contexts may depend on.
struct Pair {
    system: System,
    x: Element,
    y: Element,
    arguments: Vec<Form>,
}

/// Checks all entries.
pub fn check(certificate: &Value, monoid: &Monoid, heaps: &Heaps) -> Result<Proved, Refusal> {
    let mut proved = Proved { is_infinite: false, is_reduced: false };
    if certificate.get("separations").is_none() {
        return Ok(proved);
    }
    let labels = monoid.words.len();
    let mut seen: BTreeSet<(usize, usize, bool)> = BTreeSet::new();
    for entry in entries(certificate, "separations")? {
        let pairs = match entry.get("residue") {
            Some(residue) => {
                let residue = number(residue, heaps.period as usize)? as u64;
                proved.is_infinite = true;
                vec![heaps_of(monoid, heaps, residue)?]
            }
            None => {
                let both = entries(entry, "labels")?;
                let [x, y] = both.as_slice() else { return Err(malformed("\"labels\" must be two labels")) };
                let (x, y) = (number(x, labels)?, number(y, labels)?);
                let flip = flag(entry.get("flip").unwrap_or(&Value::Null))?;
                seen.insert((x, y, flip));
                labelled(monoid, x, y, flip)?
            }
        };
        let parameters = pairs.first().map_or(0, |pair| pair.arguments.len());
        if pairs.is_empty() {
            continue;
        }
        let contexts = entries(entry, "contexts")?
            .iter()
            .map(|context| monoid.read_image(context, parameters))
            .collect::<Result<Vec<Image>, Refusal>>()?;
        pairs.iter().try_for_each(|pair| differ(monoid, pair, &contexts))?;
    }
    let all = (0..labels).flat_map(|x| (x..labels).flat_map(move |y| [(x, y, false), (x, y, true)]));
    // Contexts are elements; they are values of sums if a and the letters are.
    let is_generated = is_generated(certificate, monoid, heaps)?;
    proved.is_infinite &= is_generated;
    proved.is_reduced = is_generated && all.into_iter().all(|pair| seen.contains(&pair));
    Ok(proved)
}

/// Φ(pk + r) and Φ(pk' + r) with k < k'.
fn heaps_of(monoid: &Monoid, heaps: &Heaps, residue: u64) -> Result<Pair, Refusal> {
    let (system, x, k) = heaps.from(&monoid.everything(), residue, heaps.regular_from())?;
    let (system, y, l) = heaps.from(&system, residue, heaps.regular_from())?;
    let above = l.plus(-1, &k).and_then(|form| form.plus(-1, &Form::constant(1))).ok_or_else(overflow)?;
    Ok(Pair { system: system.at_least_zero(above).ok_or_else(overflow)?, x, y, arguments: vec![k, l] })
}

fn labelled(monoid: &Monoid, x: usize, y: usize, flip: bool) -> Result<Vec<Pair>, Refusal> {
    let mut pairs = Vec::new();
    for (system, left) in monoid.general(&monoid.everything(), x)? {
        for (system, right) in monoid.general(&system, y)? {
            let right = Element { flip, ..right };
            let arguments: Vec<Form> = left.parameters.iter().chain(&right.parameters).copied().collect();
            let pair =
                |system| Pair { system, x: left.clone(), y: right.clone(), arguments: arguments.clone() };
            if x != y || flip {
                pairs.push(pair(system));
                continue;
            }
            // The parameters before are equal, this one is less in x.
            let mut equal = Some(system);
            for (v, w) in left.parameters.iter().zip(&right.parameters) {
                let up = w.plus(-1, v).ok_or_else(overflow)?;
                let above = up.plus(-1, &Form::constant(1)).ok_or_else(overflow)?;
                let down = Form::constant(0).plus(-1, &up).ok_or_else(overflow)?;
                pairs.extend(equal.as_ref().and_then(|equal| equal.at_least_zero(above)).map(pair));
                equal = equal.and_then(|equal| equal.at_least_zero(up)?.at_least_zero(down));
            }
        }
    }
    Ok(pairs)
}

/// The most parts of a pair that are kept at once.
const MOST_PARTS: usize = 1 << 16;

/// For every solution some context z of the list is an element with exactly one of x·z and y·z in P: the systems of the
/// solutions for which those before did not do it are handed on.
fn differ(monoid: &Monoid, pair: &Pair, contexts: &[Image]) -> Result<(), Refusal> {
    let mut left = vec![pair.system.clone()];
    for context in contexts {
        let z = context.of(&pair.arguments)?;
        let mut alike = Vec::new();
        for system in &left {
            alike.extend(monoid.outside(system, &z)?);
            for system in monoid.inside(system, &z)? {
                for (part, left) in monoid.product(&system, &pair.x, &z)? {
                    for (part, right) in monoid.product(&part, &pair.y, &z)? {
                        for is_p in [false, true] {
                            for part in monoid.where_p(&part, &left, is_p)? {
                                alike.extend(monoid.where_p(&part, &right, is_p)?);
                            }
                        }
                    }
                }
            }
            if alike.len() > MOST_PARTS {
                return Err(refuted("it is too large to check: contexts leave too many parts"));
            }
        }
        left = alike;
    }
    if left.is_empty() {
        return Ok(());
    }
    Err(refuted(&format!("elements of labels {} and {} are not told apart", pair.x.label, pair.y.label)))
}

/// Whether a and every letter are values of heaps.
fn is_generated(certificate: &Value, monoid: &Monoid, heaps: &Heaps) -> Result<bool, Refusal> {
    let a = Element { flip: true, ..monoid.one() };
    let mut has_a = false;
    for heap in 0..heaps.regular_from() + heaps.period {
        has_a |= heaps.value(heap)? == a;
    }
    for (number, letter) in entries(certificate, "letters")?.iter().enumerate() {
        let whole =
            |field: &str| letter.get(field).and_then(Value::as_u64).filter(|n| *n < 1 << 20).unwrap_or(0);
        let (heap, step) = (whole("heap"), whole("step"));
        let everything = monoid.everything();
        if monoid.letters[number] != Kind::Family {
            let index = (monoid.letters[number] == Kind::Power).then(|| Form::constant(1));
            if !is_value(monoid, &everything, number, index, &heaps.value(heap)?)? {
                return Ok(false);
            }
            continue;
        }
        if step == 0 || !heaps.period.is_multiple_of(step) {
            return Ok(false);
        }
        // Indices of heaps below n_0 one by one, then a period of residues with all larger heaps.
        let small = heaps.regular_from().saturating_sub(heap).div_ceil(step);
        for index in 0..small {
            let value = heaps.value(heap + index * step)?;
            if !is_value(monoid, &everything, number, Some(Form::constant(i128::from(index))), &value)? {
                return Ok(false);
            }
        }
        for index in small..small + heaps.period / step {
            let size = heap + index * step;
            let mut system = monoid.everything();
            let t = system.variable().ok_or_else(overflow)?;
            let system = system.at_least_zero(t).ok_or_else(overflow)?;
            let k = Form::constant(i128::from(size / heaps.period)).plus(1, &t).ok_or_else(overflow)?;
            let each = i128::from(heaps.period / step);
            let index = Form::constant(i128::from(index)).plus(each, &t).ok_or_else(overflow)?;
            let value = heaps.class(size % heaps.period, &k)?;
            if !is_value(monoid, &system, number, Some(index), &value)? {
                return Ok(false);
            }
        }
    }
    Ok(has_a)
}

/// Whether 1 times a letter is a value, for all solutions of the system.
fn is_value(
    monoid: &Monoid,
    system: &System,
    letter: usize,
    index: Option<Form>,
    value: &Element,
) -> Result<bool, Refusal> {
    for (part, image) in monoid.act(system, &monoid.one(), letter, index)? {
        if monoid.equal(&part, &image, value, "").is_err() {
            return Ok(false);
        }
    }
    Ok(true)
}
