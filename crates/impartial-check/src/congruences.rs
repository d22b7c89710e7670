//! Kind `congruences`: nimber and outcomes of a game of quotients.
//!
//! Claim: on the set {0, …, `size` - 1} with the maps `maps`, a position is a congruence (an equivalence relation that every map
//! respects), and a move identifies two elements that are different, with all that follows. Above the least congruence that
//! contains the pairs `start`, the game has the nimber `nimber` and the misère outcome `misere`. So are played: groups, with
//! the multiplications by generators from both sides; sets on which a group acts, with the generators; abelian groups, with the additions
//! of generators; rings and modules, with these and the multiplications by generators. When `proper` is true, moves that identify everything
//! are forbidden: in a ring, the choice of units. The field `game`, where there is one, names the game (see `naming`).
//!
//! Checked: `positions` lists different congruences, each by pairs that generate it above the start, the start first. Every move from each of
//! them leads to one of them; the nimber listed is the least that no option has; the misère outcome listed is P exactly when
//! there is an option and none is P.
//!
//! Why that is a proof: a move makes a congruence larger, so play ends, and by induction from the end all values listed are
//! right. Not every pair need be tried: a map f that is a bijection carries (a, b) to (f(a), f(b)), and a power of f leads back, so
//! both pairs generate the same congruence above any given one.
//!
//! In a certificate of kind `strategy` such a game stands among the `structures` and is a component of the sum; each of its `positions` then
//! names the tree with the same options, which is checked instead of the values.

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;

use crate::fields::{field, list, number, text};
use crate::naming;
use crate::{Refusal, Verified};

/// The largest set.
const LARGEST: usize = 4096;
/// The most elements of all positions together: 256 megabytes.
const MOST_ENTRIES: usize = 1 << 26;
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
        let mut done = vec![0_u64; (size * size).div_ceil(64)];
        let mut is_new = |x: usize, y: usize| {
            let (word, bit) = ((x * size + y) / 64, 1 << ((x * size + y) % 64));
            let is_new = done[word] & bit == 0;
            done[word] |= bit;
            is_new
        };
        let mut pairs = Vec::new();
        for a in 0..size {
            for b in a + 1..size {
                if !is_new(a, b) {
                    continue;
                }
                pairs.push((a, b));
                let mut orbit = vec![(a, b)];
                while let Some((x, y)) = orbit.pop() {
                    for map in &bijections {
                        let (x, y) = (map[x] as usize, map[y] as usize);
                        let (x, y) = (x.min(y), x.max(y));
                        if is_new(x, y) {
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

/// The positions of a game of quotients, and the moves between them.
pub struct Quotients {
    /// What it is called, or what is listed.
    pub name: String,
    /// For each position the places of its options, each once.
    pub options: Vec<BTreeSet<usize>>,
}

impl Quotients {
    /// Reads a game with the list of its positions, and makes all moves.
    pub fn read(game: &Value) -> Result<Quotients, Refusal> {
        let size = number(game, "size")? as usize;
        if size == 0 || size > LARGEST {
            return Err(Refusal::Unknown(format!(
                "a set of {size} elements; this checker takes 1 to {LARGEST}"
            )));
        }
        let mut maps = Vec::new();
        for map in list(game, "maps")? {
            let entry = |value: &Value| value.as_u64().filter(|x| *x < size as u64).map(|x| x as u32);
            let entries: Option<Vec<u32>> = map.as_array().and_then(|list| list.iter().map(entry).collect());
            let entries = entries
                .filter(|entries| entries.len() == size)
                .ok_or_else(|| Refusal::Malformed("a map must have an element for each element".into()))?;
            maps.push(entries);
        }
        let is_proper = match game.get("proper") {
            None => false,
            Some(value) => value
                .as_bool()
                .ok_or_else(|| Refusal::Malformed("the field \"proper\" must be true or false".into()))?,
        };
        let mut checker = Checker { maps, steps: 0 };
        let equality = Classes((0..size as u32).collect());
        let start = checker.congruence(&equality, &read_pairs(field(game, "start")?, size)?)?;
        let listed = list(game, "positions")?;
        if listed.len().saturating_mul(size) > MOST_ENTRIES {
            return Err(Refusal::Unknown("a game with too many positions to be checked here".into()));
        }
        let mut places: HashMap<Classes, usize> = HashMap::new();
        for (place, position) in listed.iter().enumerate() {
            let classes = checker.congruence(&start, &read_pairs(field(position, "pairs")?, size)?)?;
            if place == 0 && classes != start {
                return Err(Refusal::Refuted("the first position is not the start".into()));
            }
            if places.insert(classes, place).is_some() {
                return Err(Refusal::Malformed(format!("position {place} is listed twice")));
            }
        }
        let pairs = checker.pairs(size);
        let mut options = vec![BTreeSet::new(); listed.len()];
        for (classes, place) in &places {
            for (a, b) in &pairs {
                if classes.0[*a] == classes.0[*b] {
                    continue;
                }
                let option = checker.congruence(classes, &[(*a, *b)])?;
                if is_proper && option.0.iter().all(|least| *least == 0) {
                    continue;
                }
                let Some(option) = places.get(&option) else {
                    return Err(Refusal::Refuted(format!(
                        "a move from position {place} leads to none that is listed"
                    )));
                };
                options[*place].insert(*option);
            }
        }
        let name = match game.get("game") {
            None => format!(
                "the game of quotients on the {size} elements and {} maps that are listed",
                checker.maps.len()
            ),
            Some(_) => {
                let name = text(game, "game")?;
                naming::is_game_of_quotients(name, size, &checker.maps, is_proper)?;
                name.to_owned()
            }
        };
        let name = match list(game, "start")?.len() {
            0 => name,
            pairs => format!("{name}, above the congruence of the {pairs} pairs that are listed,"),
        };
        Ok(Quotients { name, options })
    }
}

/// Checks a game of quotients.
pub fn check(certificate: &Value) -> Result<Verified, Refusal> {
    let quotients = Quotients::read(certificate)?;
    let values: Vec<(u64, bool)> = list(certificate, "positions")?
        .iter()
        .map(|position| Ok((number(position, "nimber")?, read_outcome(position)?)))
        .collect::<Result<_, Refusal>>()?;
    let claimed = (number(certificate, "nimber")?, read_outcome(certificate)?);
    if values.first() != Some(&claimed) {
        return Err(Refusal::Refuted("the first position does not have the values claimed".into()));
    }
    for (place, options) in quotients.options.iter().enumerate() {
        let mut nimbers: Vec<u64> = options.iter().map(|option| values[*option].0).collect();
        nimbers.sort_unstable();
        let nimber = nimbers.iter().fold(0, |least, nimber| least + u64::from(*nimber == least));
        let is_misere_p = !options.is_empty() && options.iter().all(|option| !values[*option].1);
        if (nimber, is_misere_p) != values[place] {
            let outcome = if is_misere_p { "P" } else { "N" };
            let found = format!("position {place} has nimber {nimber} and is {outcome} in misère play");
            return Err(Refusal::Refuted(found));
        }
    }
    let (nimber, is_misere_p) = claimed;
    let (normal, misere) = (if nimber == 0 { "P" } else { "N" }, if is_misere_p { "P" } else { "N" });
    let statement = format!(
        "{} has nimber {nimber}, is {normal} in normal play and {misere} in misère play ({} quotients looked at)",
        quotients.name,
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
            ("/game", json!("abelian(Z/2 + Z/2)")),
            ("/game", json!("ring(Z/4; non-units)")),
            ("/game", json!("group(Z4)")),
        ] {
            let mut changed = z4();
            *changed.pointer_mut(pointer).unwrap() = value.clone();
            assert!(check(&changed).is_err(), "{pointer} = {value}");
        }
    }

    /// Z/4 as a ring without the choice of units: 2 leaves a field, where the game ends.
    #[test]
    fn units_may_be_forbidden() {
        let mut ring = json!({
            "game": "ring(Z/4; non-units)", "size": 4, "maps": [[1, 2, 3, 0]], "start": [], "proper": true,
            "nimber": 1, "misere": "P",
            "positions": [
                { "pairs": [], "nimber": 1, "misere": "P" },
                { "pairs": [[0, 2]], "nimber": 0, "misere": "N" },
            ],
        });
        assert!(check(&ring).is_ok(), "{:?}", check(&ring));
        for wrong in [json!(false), json!(null), json!(1)] {
            ring["proper"] = wrong.clone();
            assert!(check(&ring).is_err(), "{wrong}");
        }
    }

    /// Maps that are no bijections: the chain 0 < 1 < 2 as a lattice.
    #[test]
    fn lattices() {
        let chain = json!({
            "size": 3, "start": [], "nimber": 2, "misere": "N",
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
