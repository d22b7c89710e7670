//! Kind `congruences`: nimber and outcomes of a game of quotients.
//!
//! Claim: on the set {0, …, `size` - 1} with the maps `maps`, a position is a congruence (an equivalence relation that every map
//! respects), and a move identifies two elements that are different, with all that follows. Above the least congruence that
//! contains the pairs `start`, the game has the nimber `nimber` and the misère outcome `misere`. So are played: groups, with
//! the multiplications by generators from both sides; sets on which a group acts, with the generators; abelian groups, with the additions
//! of generators; rings, with these and the multiplications by generators.
//!
//! Checked: `positions` lists different congruences, each by pairs that generate it above the start, the start first. Every move from each of
//! them leads to one of them; the nimber listed is the least that no option has; the misère outcome listed is P exactly when
//! there is an option and none is P.
//!
//! Why that is a proof: a move makes a congruence larger, so play ends, and by induction from the end all values listed are
//! right. Not every pair need be tried: a map f that is a bijection carries (a, b) to (f(a), f(b)), and a power of f leads back, so
//! both pairs generate the same congruence above any given one.

use std::collections::HashMap;

use serde_json::Value;

use crate::fields::{field, list, number, text};
use crate::{Refusal, Verified};

/// The largest set.
const LARGEST: usize = 1000;
/// The most steps (images of a pair under a map) that a check may take.
const MOST_STEPS: u64 = 1 << 33;

/// Classes that grow together: each element points to a smaller or equal one of its class.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Classes(Vec<u32>);

impl Classes {
    fn least(&self, mut x: usize) -> usize {
        while self.0[x] as usize != x {
            x = self.0[x] as usize;
        }
        x
    }

    /// The same classes, each element pointing to the least of its own.
    fn flat(self) -> Self {
        Classes((0..self.0.len()).map(|x| self.least(x) as u32).collect())
    }
}

struct Checker {
    maps: Vec<Vec<u32>>,
    steps: u64,
}

impl Checker {
    /// The least congruence above one that contains some pairs.
    fn congruence(&mut self, start: &Classes, pairs: &[(usize, usize)]) -> Result<Classes, Refusal> {
        let mut classes = start.clone();
        let mut waiting = pairs.to_vec();
        while let Some((a, b)) = waiting.pop() {
            let (a, b) = (classes.least(a), classes.least(b));
            if a == b {
                continue;
            }
            classes.0[a.max(b)] = a.min(b) as u32;
            self.steps += self.maps.len() as u64 + 1;
            if self.steps > MOST_STEPS {
                return Err(Refusal::Unknown("a game too large to be checked here".into()));
            }
            // Images of the two representatives suffice: the rest of each class was identified before, with its images.
            waiting.extend(self.maps.iter().map(|map| (map[a] as usize, map[b] as usize)));
        }
        Ok(classes.flat())
    }

    /// One pair of each orbit under the bijections among the maps.
    fn pairs(&self, size: usize) -> Vec<(usize, usize)> {
        let is_bijection = |map: &&Vec<u32>| {
            let mut seen = vec![false; size];
            map.iter().for_each(|y| seen[*y as usize] = true);
            seen.iter().all(|seen| *seen)
        };
        let bijections: Vec<&Vec<u32>> = self.maps.iter().filter(is_bijection).collect();
        let mut done = vec![false; size * size];
        let mut pairs = Vec::new();
        for a in 0..size {
            for b in a + 1..size {
                if done[a * size + b] {
                    continue;
                }
                pairs.push((a, b));
                done[a * size + b] = true;
                let mut orbit = vec![(a, b)];
                while let Some((x, y)) = orbit.pop() {
                    for map in &bijections {
                        let (x, y) = (map[x] as usize, map[y] as usize);
                        let (x, y) = (x.min(y), x.max(y));
                        if !done[x * size + y] {
                            done[x * size + y] = true;
                            orbit.push((x, y));
                        }
                    }
                }
            }
        }
        pairs
    }
}

/// A list of pairs of elements.
fn read_pairs(value: &Value, size: usize) -> Result<Vec<(usize, usize)>, Refusal> {
    let wrong = || Refusal::Malformed("pairs must be lists of two elements".into());
    let element = |value: &Value| value.as_u64().filter(|x| *x < size as u64).map(|x| x as usize);
    let pair = |value: &Value| match value.as_array().map(Vec::as_slice) {
        Some([a, b]) => Some((element(a)?, element(b)?)),
        _ => None,
    };
    value.as_array().ok_or_else(wrong)?.iter().map(|value| pair(value).ok_or_else(wrong)).collect()
}

fn read_outcome(value: &Value) -> Result<bool, Refusal> {
    match text(value, "misere")? {
        "P" => Ok(true),
        "N" => Ok(false),
        other => Err(Refusal::Malformed(format!("outcome \"{other}\""))),
    }
}

/// Checks a game of quotients.
pub fn check(certificate: &Value) -> Result<Verified, Refusal> {
    let size = number(certificate, "size")? as usize;
    if size == 0 || size > LARGEST {
        return Err(Refusal::Unknown(format!("a set of {size} elements; this checker takes 1 to {LARGEST}")));
    }
    let mut maps = Vec::new();
    for map in list(certificate, "maps")? {
        let entry = |value: &Value| value.as_u64().filter(|x| *x < size as u64).map(|x| x as u32);
        let entries: Option<Vec<u32>> = map.as_array().and_then(|list| list.iter().map(entry).collect());
        let entries = entries.filter(|entries| entries.len() == size);
        maps.push(
            entries
                .ok_or_else(|| Refusal::Malformed("a map must have an element for each element".into()))?,
        );
    }
    let mut checker = Checker { maps, steps: 0 };
    let equality = Classes((0..size as u32).collect());
    let start = checker.congruence(&equality, &read_pairs(field(certificate, "start")?, size)?)?;
    let mut places: HashMap<Classes, usize> = HashMap::new();
    let mut values: Vec<(u64, bool)> = Vec::new();
    for position in list(certificate, "positions")? {
        let classes = checker.congruence(&start, &read_pairs(field(position, "pairs")?, size)?)?;
        if values.is_empty() && classes != start {
            return Err(Refusal::Refuted("the first position is not the start".into()));
        }
        if places.insert(classes, values.len()).is_some() {
            return Err(Refusal::Malformed(format!("position {} is listed twice", values.len())));
        }
        values.push((number(position, "nimber")?, read_outcome(position)?));
    }
    let claimed = (number(certificate, "nimber")?, read_outcome(certificate)?);
    if values.first() != Some(&claimed) {
        return Err(Refusal::Refuted("the first position does not have the values claimed".into()));
    }
    let pairs = checker.pairs(size);
    for (classes, place) in &places {
        let mut nimbers = Vec::new();
        let (mut any, mut any_p) = (false, false);
        for (a, b) in &pairs {
            if classes.0[*a] == classes.0[*b] {
                continue;
            }
            let option = checker.congruence(classes, &[(*a, *b)])?;
            let Some(option) = places.get(&option) else {
                return Err(Refusal::Refuted(format!(
                    "a move from position {place} leads to none that is listed"
                )));
            };
            nimbers.push(values[*option].0);
            any = true;
            any_p |= values[*option].1;
        }
        nimbers.sort_unstable();
        let nimber = nimbers.iter().fold(0, |least, nimber| least + u64::from(*nimber == least));
        if (nimber, any && !any_p) != values[*place] {
            let outcome = if any && !any_p { "P" } else { "N" };
            let found = format!("position {place} has nimber {nimber} and is {outcome} in misère play");
            return Err(Refusal::Refuted(found));
        }
    }
    let (nimber, is_misere_p) = claimed;
    let (normal, misere) = (if nimber == 0 { "P" } else { "N" }, if is_misere_p { "P" } else { "N" });
    let statement = format!(
        "{}, on the {size} elements and {} maps given, has nimber {nimber}, is {normal} in normal play and {misere} in misère play \
         ({} quotients looked at)",
        text(certificate, "game")?,
        checker.maps.len(),
        values.len()
    );
    Ok(Verified { kind: "congruences".into(), statement })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Z/4: x ↦ x + 1. Quotients of 4, 2 and 1 elements.
    fn z4() -> Value {
        json!({
            "game": "abelian(Z/4)", "size": 4, "maps": [[1, 2, 3, 0]], "start": [], "nimber": 2, "misere": "N",
            "positions": [
                { "pairs": [], "nimber": 2, "misere": "N" },
                { "pairs": [[0, 2]], "nimber": 1, "misere": "P" },
                { "pairs": [[0, 1]], "nimber": 0, "misere": "N" },
            ],
        })
    }

    #[test]
    fn a_game_is_checked_and_every_change_is_noticed() {
        assert!(check(&z4()).is_ok(), "{:?}", check(&z4()));
        for (pointer, value) in [
            ("/nimber", json!(1)),
            ("/misere", json!("P")),
            ("/misere", json!("?")),
            ("/size", json!(5)),
            ("/size", json!(0)),
            ("/size", json!(1u64 << 40)),
            ("/maps/0", json!([1, 2, 3, 4])),
            ("/maps/0", json!([1, 2, 0])),
            ("/maps/0", json!([1, 0, 3, 2])),
            ("/maps", json!([])),
            ("/start", json!([[0, 2]])),
            ("/start", json!([[0, 4]])),
            ("/start", json!(7)),
            ("/positions/0/nimber", json!(3)),
            ("/positions/1/nimber", json!(2)),
            ("/positions/1/misere", json!("N")),
            ("/positions/1/pairs", json!([])),
            ("/positions/1/pairs", json!([[0, 3]])),
            ("/positions/2/nimber", json!(1)),
            ("/positions", json!([])),
            ("/positions", json!([{ "pairs": [], "nimber": 2, "misere": "N" }])),
            ("/game", json!(3)),
        ] {
            let mut changed = z4();
            *changed.pointer_mut(pointer).unwrap() = value.clone();
            assert!(check(&changed).is_err(), "{pointer} = {value}");
        }
    }

    /// Maps that are no bijections: the chain 0 < 1 < 2 as a lattice.
    #[test]
    fn lattices() {
        let chain = json!({
            "game": "algebra(chain)", "size": 3, "start": [], "nimber": 2, "misere": "N",
            "maps": [[0, 0, 0], [0, 1, 1], [1, 1, 2], [2, 2, 2]],
            "positions": [
                { "pairs": [], "nimber": 2, "misere": "N" },
                { "pairs": [[0, 1]], "nimber": 1, "misere": "P" },
                { "pairs": [[1, 2]], "nimber": 1, "misere": "P" },
                { "pairs": [[0, 2]], "nimber": 0, "misere": "N" },
            ],
        });
        assert!(check(&chain).is_ok(), "{:?}", check(&chain));
    }
}
