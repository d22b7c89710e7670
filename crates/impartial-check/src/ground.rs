//! What achievement and avoidance games are played on: a finite group, or a finite set with maximal non-generating sets.
//!
//! | JSON | ground |
//! |---|---|
//! | `{"order": n, "generators": [[…], …]}` | a group on 0..n with identity 0; each list is x ↦ x·s for a generator s |
//! | `{"size": n, "maximal": [[…], …]}` | the set 0..n; a subset generates when none of the sets listed contains it |
//!
//! That the lists describe a group is checked, not believed. Starting from R_0 = identity, the map R_x of every element
//! x is composed of the maps of the generators along a path to x, and R_{x·s} = R_x followed by R_s is checked for all x
//! and all generators s. Then y·x = R_x(y) satisfies y·(x·s) = (y·x)·s, so by induction it is associative; 0 is neutral, and
//! all R_x are permutations: a group.

use std::collections::HashMap;

use serde_json::Value;

use crate::Refusal;
use crate::fields::{list, number, only};
use crate::naming::{self, Side};

/// A set of elements, one bit each.
pub type Set = Vec<u64>;

/// The largest group; its table has the square of it.
const LARGEST_GROUP: u64 = 2048;

/// The largest ground set of a closure game.
const LARGEST_SET: u64 = 100_000;

/// A group or a closure game.
pub struct Ground {
    size: usize,
    rules: Rules,
}

enum Rules {
    /// `table[x * size + y]` is y·x.
    Group {
        table: Vec<u16>,
        generators: Vec<Vec<usize>>,
    },
    Family {
        maximal: Vec<Set>,
    },
}

fn malformed(what: impl Into<String>) -> Refusal {
    Refusal::Malformed(what.into())
}

/// Whether an element is in a set.
pub fn has(set: &[u64], element: usize) -> bool {
    set[element / 64] >> (element % 64) & 1 == 1
}

/// Adds an element.
pub fn add(set: &mut [u64], element: usize) {
    set[element / 64] |= 1 << (element % 64);
}

/// Whether the first set is contained in the second.
pub fn is_within(set: &[u64], other: &[u64]) -> bool {
    set.iter().zip(other).all(|(a, b)| a & !b == 0)
}

/// The number of elements.
pub fn count(set: &[u64]) -> usize {
    set.iter().map(|word| word.count_ones() as usize).sum()
}

impl Ground {
    /// Reads and checks a ground.
    pub fn read(value: &Value) -> Result<Ground, Refusal> {
        if value.get("maximal").is_some() {
            let size = number(value, "size")?;
            if size > LARGEST_SET {
                return Err(malformed(format!("a set of more than {LARGEST_SET} elements")));
            }
            let size = size as usize;
            let maximal = list(value, "maximal")?
                .iter()
                .map(|set| Ok(pack(size, &elements(set, size)?)))
                .collect::<Result<Vec<Set>, Refusal>>()?;
            only(value, &["size", "maximal"])?;
            return Ok(Ground { size, rules: Rules::Family { maximal } });
        }
        only(value, &["order", "generators"])?;
        let size = number(value, "order")?;
        if size == 0 || size > LARGEST_GROUP {
            return Err(malformed(format!("the order of a group must be between 1 and {LARGEST_GROUP}")));
        }
        let size = size as usize;
        let generators = list(value, "generators")?
            .iter()
            .map(|images| permutation(images, size))
            .collect::<Result<Vec<_>, Refusal>>()?;
        Ok(Ground { size, rules: Rules::Group { table: table(size, &generators)?, generators } })
    }

    /// The number of elements.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Whether this is a group.
    pub fn is_group(&self) -> bool {
        matches!(self.rules, Rules::Group { .. })
    }

    /// What a game on this ground is called: the field `game`, checked (`naming`); where there is none, what is listed.
    pub fn called(&self, aim: &str, certificate: &Value) -> Result<String, Refusal> {
        let Some(game) = certificate.get("game") else {
            let size = self.size;
            return Ok(match &self.rules {
                Rules::Group { .. } => format!("{aim} on the group of order {size} that is listed"),
                Rules::Family { .. } => {
                    format!("{aim} on the set of size {size} with the maximal sets that are listed")
                }
            });
        };
        let game = game.as_str().ok_or_else(|| malformed("the field \"game\" must be a text"))?;
        let (own, name) = naming::split(game)?;
        if own != aim {
            return Err(Refusal::Refuted(format!("the field \"game\": {own:?} is not the aim {aim:?}")));
        }
        match &self.rules {
            Rules::Group { generators, .. } => naming::is_group(name, self.size, generators, Side::Right)?,
            Rules::Family { .. } => {
                return Err(malformed("the field \"game\": a set with maximal sets has no name"));
            }
        }
        Ok(game.to_owned())
    }

    /// The set of the elements listed.
    pub fn set(&self, value: &Value) -> Result<Set, Refusal> {
        let listed = elements(value, self.size)?;
        let set = pack(self.size, &listed);
        if count(&set) != listed.len() {
            return Err(malformed("an element is listed twice"));
        }
        Ok(set)
    }

    /// The empty set.
    pub fn empty(&self) -> Set {
        vec![0; self.size.div_ceil(64)]
    }

    /// The least closed set that contains a set: the subgroup generated, or the intersection of the maximal sets that
    /// contain it (everything when there is none).
    pub fn close(&self, set: &[u64]) -> Set {
        match &self.rules {
            Rules::Group { table, .. } => {
                let mut closed = self.empty();
                add(&mut closed, 0);
                let mut members = vec![0];
                let mut generators: Vec<usize> = Vec::new();
                for element in (0..self.size).filter(|element| has(set, *element)) {
                    if has(&closed, element) {
                        continue;
                    }
                    generators.push(element);
                    // The subgroup is the set of products of generators: every member times every generator, until
                    // nothing is new.
                    let mut next = 0;
                    while next < members.len() {
                        for generator in &generators {
                            let product = usize::from(table[generator * self.size + members[next]]);
                            if !has(&closed, product) {
                                add(&mut closed, product);
                                members.push(product);
                            }
                        }
                        next += 1;
                    }
                }
                closed
            }
            Rules::Family { maximal } => {
                let mut closed = pack(self.size, &(0..self.size).collect::<Vec<_>>());
                for member in maximal.iter().filter(|member| is_within(set, member)) {
                    closed.iter_mut().zip(member).for_each(|(a, b)| *a &= b);
                }
                closed
            }
        }
    }

    /// Whether a set generates.
    pub fn generates(&self, set: &[u64]) -> bool {
        match &self.rules {
            Rules::Group { .. } => count(&self.close(set)) == self.size,
            Rules::Family { maximal } => !maximal.iter().any(|member| is_within(set, member)),
        }
    }
}

fn elements(value: &Value, size: usize) -> Result<Vec<usize>, Refusal> {
    let listed = value.as_array().ok_or_else(|| malformed("a set of elements must be a list"))?;
    listed
        .iter()
        .map(|element| {
            let element = element.as_u64().and_then(|element| usize::try_from(element).ok());
            element
                .filter(|element| *element < size)
                .ok_or_else(|| malformed("an element is not a number below the size of the ground set"))
        })
        .collect()
}

fn pack(size: usize, elements: &[usize]) -> Set {
    let mut set = vec![0; size.div_ceil(64)];
    for element in elements {
        add(&mut set, *element);
    }
    set
}

fn permutation(value: &Value, size: usize) -> Result<Vec<usize>, Refusal> {
    let images = elements(value, size)?;
    if images.len() != size || count(&pack(size, &images)) != size {
        return Err(malformed("a generator is not a permutation of the elements"));
    }
    Ok(images)
}

/// The table of the group that permutations of its elements describe.
pub fn table(size: usize, generators: &[Vec<usize>]) -> Result<Vec<u16>, Refusal> {
    let mut table: Vec<u16> = vec![0; size * size];
    let mut is_known = vec![false; size];
    for (y, entry) in table[..size].iter_mut().enumerate() {
        *entry = y as u16;
    }
    is_known[0] = true;
    let mut reached = vec![0];
    let mut next = 0;
    while next < reached.len() {
        let x = reached[next];
        next += 1;
        for generator in generators {
            let to = generator[x];
            let row: Vec<u16> =
                table[x * size..(x + 1) * size].iter().map(|y| generator[usize::from(*y)] as u16).collect();
            let known = &mut table[to * size..(to + 1) * size];
            if !is_known[to] {
                known.copy_from_slice(&row);
                is_known[to] = true;
                reached.push(to);
            } else if known != row.as_slice() {
                return Err(Refusal::Refuted("the generators do not describe a group of this order".into()));
            }
        }
    }
    if reached.len() != size {
        return Err(Refusal::Refuted("the generators do not reach every element".into()));
    }
    Ok(table)
}

/// The closed sets that can be built up one element at a time without generating, smaller ones first, and where one more
/// element leads.
pub struct Lattice {
    /// The closed sets.
    pub closed: Vec<Set>,
    /// For each the closed sets one more element leads to, and whether some element makes it generate.
    pub options: Vec<(Vec<usize>, bool)>,
}

/// The most work done to find closed sets, in elements looked at.
const MOST_WORK: u64 = 3_000_000_000;

impl Lattice {
    /// All closed sets reached from a set; refused when they are too many for this checker.
    pub fn new(ground: &Ground, start: &[u64]) -> Result<Lattice, Refusal> {
        let mut lattice = Lattice { closed: Vec::new(), options: Vec::new() };
        if ground.generates(start) {
            return Ok(lattice);
        }
        let mut number: HashMap<Set, usize> = HashMap::new();
        let first = ground.close(start);
        number.insert(first.clone(), 0);
        lattice.closed.push(first);
        let mut work = 0u64;
        while lattice.options.len() < lattice.closed.len() {
            let set = lattice.closed[lattice.options.len()].clone();
            let (mut options, mut ends) = (Vec::new(), false);
            let mut seen = set.clone();
            for element in 0..ground.size() {
                if has(&seen, element) {
                    continue;
                }
                let mut larger = set.clone();
                add(&mut larger, element);
                if let Rules::Group { table, .. } = &ground.rules {
                    // h·g for h in the subgroup generates with it what g does.
                    for h in (0..ground.size()).filter(|h| has(&set, *h)) {
                        add(&mut seen, usize::from(table[element * ground.size() + h]));
                    }
                }
                work += match &ground.rules {
                    Rules::Group { .. } => 4 * ground.size() as u64,
                    Rules::Family { maximal } => (set.len() * maximal.len()) as u64 + 1,
                };
                if work > MOST_WORK {
                    return Err(malformed("more closed sets than this checker looks at"));
                }
                if ground.generates(&larger) {
                    ends = true;
                    continue;
                }
                let larger = ground.close(&larger);
                let option = *number.entry(larger).or_insert_with_key(|larger| {
                    lattice.closed.push(larger.clone());
                    lattice.closed.len() - 1
                });
                if !options.contains(&option) {
                    options.push(option);
                }
            }
            lattice.options.push((options, ends));
        }
        Ok(lattice)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn groups_are_checked() {
        let z4 = Ground::read(&json!({ "order": 4, "generators": [[1, 2, 3, 0]] })).unwrap();
        assert_eq!(z4.close(&[0b100]), [0b101]);
        assert!(z4.generates(&[0b10]) && !z4.generates(&[0b101]));
        for wrong in [
            json!({ "order": 4, "generators": [[1, 0, 3, 2]] }),
            json!({ "order": 4, "generators": [[1, 2, 3, 3]] }),
            json!({ "order": 4, "generators": [[1, 2, 3]] }),
            json!({ "order": 4, "generators": [[1, 2, 3, 4]] }),
            // Transitive, but not regular: the symmetric group on three points.
            json!({ "order": 3, "generators": [[1, 2, 0], [1, 0, 2]] }),
            json!({ "order": 0, "generators": [] }),
            json!({ "order": 1_000_000_000, "generators": [] }),
        ] {
            assert!(Ground::read(&wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_subgroups_of_a_small_group() {
        // Z2 x Z2: the trivial subgroup and three of order two.
        let klein = json!({ "order": 4, "generators": [[1, 0, 3, 2], [2, 3, 0, 1]] });
        let klein = Ground::read(&klein).unwrap();
        let lattice = Lattice::new(&klein, &[0]).unwrap();
        assert_eq!(lattice.closed.len(), 4);
        assert_eq!(lattice.options[0], (vec![1, 2, 3], false));
        assert!(lattice.options[1..].iter().all(|(options, ends)| options.is_empty() && *ends));
    }
}
