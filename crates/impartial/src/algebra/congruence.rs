//! The game of a finite algebra: a move identifies two elements, and whatever follows from it [AG, Def 2.8].
//!
//! A congruence is an equivalence relation that every operation respects. It is enough that the *translations* respect it, the unary
//! maps that arise from an operation when all arguments but one are fixed. The join of congruences as equivalence relations is
//! again a congruence, so that above a congruence θ the move (a, b) leads to the join of θ with the least congruence that
//! identifies a and b.

use rustc_hash::{FxHashMap, FxHashSet};

use super::value::Value;
use crate::game::Game;
use crate::limits::{Limits, StopReason};
use crate::subset::Subset;

/// An operation of an algebra by its table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Operation {
    /// Its name.
    pub name: String,
    /// The number of arguments, at least 1.
    pub arity: u32,
    /// The values, the last argument fastest.
    pub table: Vec<u32>,
}

/// A finite algebra of any signature. Constants need not be listed: every congruence respects them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FiniteAlgebra {
    /// The names of the elements.
    pub names: Vec<String>,
    /// The operations.
    pub operations: Vec<Operation>,
}

/// The most elements of an algebra.
pub const LARGEST_ALGEBRA: usize = 2000;

/// The most translations that are kept.
const MOST_TRANSLATIONS: usize = 1 << 16;

impl FiniteAlgebra {
    /// The algebra with these elements and operations.
    ///
    /// # Errors
    /// What is wrong: too many elements, names twice, a table of the wrong length, a value that is no element.
    pub fn new(names: Vec<String>, operations: Vec<Operation>) -> Result<Self, String> {
        let size = names.len();
        if size == 0 || size > LARGEST_ALGEBRA {
            return Err(format!("an algebra has 1 to {LARGEST_ALGEBRA} elements here"));
        }
        let mut seen = FxHashSet::default();
        if let Some(twice) = names.iter().find(|name| !seen.insert(name.as_str())) {
            return Err(format!("the element {twice} is named twice"));
        }
        for operation in &operations {
            let cells = size.checked_pow(operation.arity).filter(|_| operation.arity > 0);
            if cells != Some(operation.table.len()) {
                let (name, found) = (&operation.name, operation.table.len());
                return Err(format!("the table of {name} has {found} entries, not {size} for each argument"));
            }
            if let Some(value) = operation.table.iter().find(|value| **value as usize >= size) {
                return Err(format!("{value} in the table of {} is no element", operation.name));
            }
        }
        Ok(FiniteAlgebra { names, operations })
    }

    /// The number of elements.
    pub fn size(&self) -> usize {
        self.names.len()
    }

    /// The operation with a name.
    pub fn operation(&self, name: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.name == name)
    }

    /// The translations, each once, without the constant ones and the identity; `None` when there are too many.
    pub fn translations(&self) -> Option<Vec<Vec<u32>>> {
        let size = self.size();
        let mut found: FxHashSet<Vec<u32>> = FxHashSet::default();
        for operation in &self.operations {
            for place in 0..operation.arity {
                // Cells with 0 in the place; the argument in it advances by `step`.
                let step = size.pow(operation.arity - 1 - place);
                for cell in (0..operation.table.len()).filter(|cell| (cell / step).is_multiple_of(size)) {
                    let map: Vec<u32> = (0..size).map(|x| operation.table[cell + x * step]).collect();
                    let is_trivial = map.iter().all(|y| *y == map[0])
                        || map.iter().enumerate().all(|(x, y)| x == *y as usize);
                    if !is_trivial {
                        found.insert(map);
                        if found.len() > MOST_TRANSLATIONS {
                            return None;
                        }
                    }
                }
            }
        }
        let mut translations: Vec<Vec<u32>> = found.into_iter().collect();
        translations.sort_unstable();
        Some(translations)
    }
}

/// An equivalence relation: for each element the least one that is equivalent to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Partition(Box<[u32]>);

impl Partition {
    /// Equality.
    pub fn equality(size: usize) -> Self {
        Partition((0..size as u32).collect())
    }

    /// Whether two elements are equivalent.
    pub fn identifies(&self, a: usize, b: usize) -> bool {
        self.0[a] == self.0[b]
    }

    /// Whether all elements are.
    pub fn is_full(&self) -> bool {
        self.0.iter().all(|least| *least == 0)
    }

    /// The number of classes.
    pub fn classes(&self) -> usize {
        self.0.iter().enumerate().filter(|(x, least)| *x == **least as usize).count()
    }

    /// For each element the least one that is equivalent to it.
    pub fn labels(&self) -> &[u32] {
        &self.0
    }

    /// The least equivalence relation that contains both.
    #[must_use]
    pub fn join(&self, other: &Partition) -> Partition {
        let mut classes = Classes(self.0.to_vec());
        for (x, y) in other.0.iter().enumerate() {
            classes.unite(x, *y as usize);
        }
        classes.partition()
    }
}

/// A congruence with a pair that generates it.
pub type Generated = ((u32, u32), Partition);

/// A congruence that can be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    /// Pairs that generate it above the start.
    pub pairs: Vec<(u32, u32)>,
    /// The number of its classes.
    pub classes: usize,
    /// The places of its options in the list.
    pub options: Vec<usize>,
    /// Its value.
    pub value: Value,
}

/// Classes that grow together: each element points to a smaller or equal one of its class.
struct Classes(Vec<u32>);

impl Classes {
    fn least(&mut self, mut x: usize) -> usize {
        while self.0[x] as usize != x {
            self.0[x] = self.0[self.0[x] as usize];
            x = self.0[x] as usize;
        }
        x
    }

    /// Unites the classes of two elements; whether they were different.
    fn unite(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.least(a), self.least(b));
        let (small, large) = (a.min(b), a.max(b));
        self.0[large] = small as u32;
        small != large
    }

    fn partition(mut self) -> Partition {
        let labels = (0..self.0.len()).map(|x| self.least(x) as u32).collect();
        Partition(labels)
    }
}

/// The least congruence above a partition that contains some pairs.
fn congruence(start: &Partition, pairs: &[(usize, usize)], translations: &[Vec<u32>]) -> Partition {
    let mut classes = Classes(start.0.to_vec());
    let mut waiting: Vec<(usize, usize)> = pairs.to_vec();
    while let Some((a, b)) = waiting.pop() {
        if classes.unite(a, b) {
            waiting.extend(translations.iter().map(|map| (map[a] as usize, map[b] as usize)));
        }
    }
    classes.partition()
}

/// The game by definition: a position is a congruence, a move identifies two elements.
#[derive(Clone, Debug)]
pub struct CongruenceRules {
    translations: Vec<Vec<u32>>,
}

impl CongruenceRules {
    /// The game of congruences of some unary maps.
    pub fn new(translations: Vec<Vec<u32>>) -> Self {
        CongruenceRules { translations }
    }
}

impl Game for CongruenceRules {
    type Position = Partition;

    fn options(&self, position: &Partition) -> Vec<Partition> {
        let size = position.0.len();
        let pairs = (0..size).flat_map(|a| (a + 1..size).map(move |b| (a, b)));
        let different = pairs.filter(|(a, b)| !position.identifies(*a, *b));
        let mut options: Vec<Partition> =
            different.map(|pair| congruence(position, &[pair], &self.translations)).collect();
        options.sort_unstable();
        options.dedup();
        options
    }
}

/// The game on one algebra, each congruence that is reached looked at once.
///
/// ```
/// use impartial::algebra::{CongruenceGame, FiniteAlgebra, Operation, Partition};
/// // The chain 0 < 1 < 2 as a lattice: its congruences are those of two independent steps.
/// let name = |n: u32| n.to_string();
/// let table = |f: fn(u32, u32) -> u32| (0..9).map(|cell| f(cell / 3, cell % 3)).collect();
/// let operations = vec![
///     Operation { name: "meet".into(), arity: 2, table: table(u32::min) },
///     Operation { name: "join".into(), arity: 2, table: table(u32::max) },
/// ];
/// let chain = FiniteAlgebra::new((0..3).map(name).collect(), operations).unwrap();
/// let mut game = CongruenceGame::new(3, chain.translations().unwrap());
/// assert_eq!(game.value(&Partition::equality(3), &Default::default()).unwrap().nimber, 2);
/// ```
#[derive(Clone, Debug)]
pub struct CongruenceGame {
    size: usize,
    translations: Vec<Vec<u32>>,
    /// The congruences that one pair generates, each once.
    principal: Option<Vec<Generated>>,
    /// Whether the relation that identifies everything may not be moved to.
    is_proper: bool,
    known: FxHashMap<Partition, Value>,
}

impl CongruenceGame {
    /// The game of congruences of some unary maps on a set.
    pub fn new(size: usize, translations: Vec<Vec<u32>>) -> Self {
        CongruenceGame { size, translations, principal: None, is_proper: false, known: FxHashMap::default() }
    }

    /// The same game without the moves that identify everything: in a ring, the units may not be chosen.
    #[must_use]
    pub fn proper(mut self) -> Self {
        self.is_proper = true;
        self
    }

    /// Whether moves that identify everything are forbidden.
    pub fn is_proper(&self) -> bool {
        self.is_proper
    }

    /// The number of elements of the set.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The unary maps.
    pub fn translations(&self) -> &[Vec<u32>] {
        &self.translations
    }

    /// The least congruence above one that contains some pairs.
    pub fn with(&self, start: &Partition, pairs: &[(usize, usize)]) -> Partition {
        congruence(start, pairs, &self.translations)
    }

    /// The congruences that one pair generates.
    ///
    /// A translation that is a bijection of the set carries a pair to one that generates the same congruence: a power of it leads back.
    fn principal(&mut self, limits: &Limits) -> Result<&[Generated], StopReason> {
        if self.principal.is_none() {
            let size = self.size;
            let is_bijection = |map: &&Vec<u32>| {
                let mut seen = vec![false; size];
                map.iter().for_each(|y| seen[*y as usize] = true);
                seen.iter().all(|seen| *seen)
            };
            let bijections: Vec<Vec<u32>> = self.translations.iter().filter(is_bijection).cloned().collect();
            let mut done = Subset::empty(size * size);
            let mut seen: FxHashSet<Partition> = FxHashSet::default();
            let mut principal = Vec::new();
            for a in 0..size {
                for b in a + 1..size {
                    if !done.insert(a * size + b) {
                        continue;
                    }
                    limits.poll()?;
                    let mut orbit = vec![(a, b)];
                    while let Some((x, y)) = orbit.pop() {
                        for map in &bijections {
                            let (x, y) = (map[x] as usize, map[y] as usize);
                            let (x, y) = (x.min(y), x.max(y));
                            if done.insert(x * size + y) {
                                orbit.push((x, y));
                            }
                        }
                    }
                    let partition = congruence(&Partition::equality(size), &[(a, b)], &self.translations);
                    if seen.insert(partition.clone()) {
                        principal.push(((a as u32, b as u32), partition));
                    }
                }
            }
            self.principal = Some(principal);
        }
        Ok(self.principal.as_deref().unwrap_or_default())
    }

    /// The congruences that a move leads to, each once, with a pair that does it.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn options(&mut self, from: &Partition, limits: &Limits) -> Result<Vec<Generated>, StopReason> {
        let mut seen: FxHashSet<Partition> = FxHashSet::default();
        let mut options = Vec::new();
        let is_proper = self.is_proper;
        for ((a, b), partition) in self.principal(limits)? {
            if from.identifies(*a as usize, *b as usize) {
                continue;
            }
            let option = from.join(partition);
            if (is_proper && option.is_full()) || !seen.insert(option.clone()) {
                continue;
            }
            options.push(((*a, *b), option));
        }
        Ok(options)
    }

    /// The value above a congruence.
    ///
    /// # Errors
    /// When a limit is reached; asking again goes on.
    ///
    /// Cost: for each congruence and each principal one a join, almost linear in the number of elements.
    pub fn value(&mut self, from: &Partition, limits: &Limits) -> Result<Value, StopReason> {
        // Depth first with a stack of our own: a chain of congruences can be as long as the set.
        let mut stack = vec![from.clone()];
        while let Some(next) = stack.last().cloned() {
            if self.known.contains_key(&next) {
                stack.pop();
                continue;
            }
            limits.poll_positions(self.known.len() as u64)?;
            let options = self.options(&next, limits)?;
            let unknown: Vec<Partition> = options
                .iter()
                .filter(|(_, option)| !self.known.contains_key(option))
                .map(|(_, option)| option.clone())
                .collect();
            if unknown.is_empty() {
                // A set of n elements has games of n - 1 moves: nimbers have no small bound here.
                let mut nimbers: Vec<u32> =
                    options.iter().map(|(_, option)| self.known[option].nimber).collect();
                nimbers.sort_unstable();
                let nimber = nimbers.iter().fold(0, |least, nimber| least + u32::from(*nimber == least));
                let is_lost = options.iter().all(|(_, option)| !self.known[option].is_misere_p);
                self.known.insert(next, Value { nimber, is_misere_p: is_lost && !options.is_empty() });
                stack.pop();
            } else {
                stack.extend(unknown);
            }
        }
        Ok(self.known[from])
    }

    /// All congruences that can be reached from one, itself first.
    ///
    /// # Errors
    /// When a limit is reached, or there are more than `most`.
    pub fn reachable(
        &mut self,
        from: &Partition,
        most: usize,
        limits: &Limits,
    ) -> Result<Vec<Reached>, StopReason> {
        self.value(from, limits)?;
        let mut partitions = vec![from.clone()];
        let mut places: FxHashMap<Partition, usize> = std::iter::once((from.clone(), 0)).collect();
        let mut found = vec![self.entry(Vec::new(), from)];
        let mut at = 0;
        while at < found.len() {
            let options = self.options(&partitions[at], limits)?;
            for (pair, option) in options {
                let place = places.get(&option).copied().unwrap_or_else(|| {
                    let pairs = found[at].pairs.iter().copied().chain([pair]).collect();
                    found.push(self.entry(pairs, &option));
                    partitions.push(option.clone());
                    places.insert(option, found.len() - 1);
                    found.len() - 1
                });
                found[at].options.push(place);
            }
            if found.len() > most {
                return Err(StopReason::Cap { what: "quotients", bound: most as u64 });
            }
            at += 1;
        }
        Ok(found)
    }

    fn entry(&self, pairs: Vec<(u32, u32)>, partition: &Partition) -> Reached {
        Reached { pairs, classes: partition.classes(), options: Vec::new(), value: self.known[partition] }
    }
}
