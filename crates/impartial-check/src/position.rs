//! Positions of finite games, and their options by definition.
//!
//! | JSON | position |
//! |---|---|
//! | `{"nim": n}` | a nim-heap |
//! | `{"tree": i}` | entry i of the certificate's list of trees, each the list of its options, earlier entries |
//! | `{"code": "0.77", "heaps": [[size, count], …]}` | heaps of a taking-and-breaking game |
//! | `{"coins": "coins(nim x nim)", "heads": [[2, 3], …]}` | coins that show heads |
//! | `{"game": "cram", …}` | nodes that are left of a board or graph: see `taken` |
//! | `{"structure": i}` | entry i of the certificate's structures, which is the tree that it names |
//! | `{"aim": "gen", "ground": i, "chosen": […]}` | elements chosen in a game on entry i of the certificate's grounds |
//! | `{"sum": […]}`, `{"compound": […]}` | a move in one component; in one or more |
//! | `{"product": [a, b]}` | Conway's product {a'×b + a×b' + a'×b'} |

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::Refusal;
use crate::code::Code;
use crate::coins::Coins;
use crate::congruences::Quotients;
use crate::fields::{list, number};
use crate::ground::{Ground, Set, add, has};
use crate::taken::Taken;

/// The most options of one position that are looked at.
const MOST_OPTIONS: usize = 5_000_000;

/// The most heaps of one size; far above what can be played out, far below an overflow.
const MOST_HEAPS: u64 = 1 << 32;

/// A position. Sums and compounds are kept flat, sorted and without empty components, so that equal positions compare
/// equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Position {
    /// A nim-heap.
    Nim(u64),
    /// A tree of the list.
    Tree(usize),
    /// Heaps of the code with this number: sizes and how many.
    Heaps(usize, BTreeMap<u64, u64>),
    /// Coins that show heads.
    Coins(Coins, BTreeSet<Vec<u64>>),
    /// Elements chosen: whether the aim is to generate, the ground, the set.
    Chosen(bool, usize, Set),
    /// Nodes that are left of a board or graph.
    Taken(Taken),
    /// A disjunctive sum.
    Sum(Vec<Position>),
    /// A selective compound.
    Compound(Vec<Position>),
    /// A product.
    Product(Box<[Position; 2]>),
}

/// The codes and trees of a certificate.
#[derive(Default)]
pub struct Rules {
    codes: Vec<Code>,
    trees: Vec<Vec<usize>>,
    /// The size of each tree that is a nim-heap: its options are exactly the smaller nim-heaps.
    nim_sizes: Vec<Option<u64>>,
    grounds: Vec<Ground>,
    /// The name of each structure, and its tree.
    structures: Vec<(String, usize)>,
}

fn malformed(what: impl Into<String>) -> Refusal {
    Refusal::Malformed(what.into())
}

impl Rules {
    /// Reads the list of trees; options come before the trees that have them, so no play goes in circles.
    pub fn read(trees: Option<&Value>) -> Result<Rules, Refusal> {
        let Some(trees) = trees else { return Ok(Rules::default()) };
        let trees: Vec<Vec<usize>> =
            serde_json::from_value(trees.clone()).map_err(|error| malformed(format!("trees: {error}")))?;
        let mut nim_sizes: Vec<Option<u64>> = Vec::with_capacity(trees.len());
        for (at, options) in trees.iter().enumerate() {
            if let Some(option) = options.iter().find(|option| **option >= at) {
                return Err(malformed(format!(
                    "tree {at} has the option {option}, which does not stand before it"
                )));
            }
            let sizes: Option<BTreeSet<u64>> = options.iter().map(|option| nim_sizes[*option]).collect();
            let is_nim =
                |sizes: &BTreeSet<u64>| sizes.last().is_none_or(|last| last + 1 == sizes.len() as u64);
            nim_sizes.push(sizes.filter(is_nim).map(|sizes| sizes.len() as u64));
        }
        Ok(Rules { trees, nim_sizes, ..Rules::default() })
    }

    /// Reads the list of groups and closure games.
    pub fn read_grounds(&mut self, grounds: Option<&Value>) -> Result<(), Refusal> {
        let Some(grounds) = grounds else { return Ok(()) };
        let grounds = grounds.as_array().ok_or_else(|| malformed("grounds must be a list"))?;
        // Each may need a table of four million entries.
        if grounds.len() > 8 {
            return Err(malformed("more than eight grounds"));
        }
        self.grounds = grounds.iter().map(Ground::read).collect::<Result<_, _>>()?;
        Ok(())
    }

    /// Reads the list of games of quotients, and checks that each is the tree that it names: every position has the options of its tree.
    pub fn read_structures(&mut self, structures: Option<&Value>) -> Result<(), Refusal> {
        let Some(structures) = structures else { return Ok(()) };
        let structures = structures.as_array().ok_or_else(|| malformed("structures must be a list"))?;
        if structures.len() > 8 {
            return Err(malformed("more than eight structures"));
        }
        for structure in structures {
            let quotients = Quotients::read(structure)?;
            let mut trees = Vec::with_capacity(quotients.options.len());
            for position in list(structure, "positions")? {
                let tree = usize::try_from(number(position, "tree")?).ok();
                trees.push(
                    tree.filter(|tree| *tree < self.trees.len())
                        .ok_or_else(|| malformed("a position of a structure names no tree of the list"))?,
                );
            }
            for (place, options) in quotients.options.iter().enumerate() {
                let found: BTreeSet<usize> = options.iter().map(|option| trees[*option]).collect();
                if self.trees[trees[place]].iter().copied().collect::<BTreeSet<usize>>() != found {
                    return Err(Refusal::Refuted(format!(
                        "position {place} of a structure does not have the options of its tree"
                    )));
                }
            }
            let root = *trees.first().ok_or_else(|| malformed("a structure has no positions"))?;
            self.structures.push((quotients.name, root));
        }
        Ok(())
    }

    /// What each structure was found to be.
    pub fn show_structures(&self) -> Vec<String> {
        let show = |(name, tree): &(String, usize)| format!("{name} is {}", self.show(&self.tree(*tree)));
        self.structures.iter().map(show).collect()
    }

    /// The position that a tree is: a nim-heap when it is one, so that equal games compare equal.
    fn tree(&self, tree: usize) -> Position {
        self.nim_sizes[tree].map_or(Position::Tree(tree), Position::Nim)
    }

    /// Reads a position.
    pub fn position(&mut self, value: &Value) -> Result<Position, Refusal> {
        let object = value.as_object().ok_or_else(|| malformed(format!("{value} is not a position")))?;
        let many = |rules: &mut Rules, parts: &Value| -> Result<Vec<Position>, Refusal> {
            let parts = parts.as_array().ok_or_else(|| malformed("components must be a list"))?;
            parts.iter().map(|part| rules.position(part)).collect()
        };
        if let Some(size) = object.get("nim") {
            let size = size.as_u64().ok_or_else(|| malformed("the size of a nim-heap must be a number"))?;
            return Ok(Position::Nim(size));
        }
        if let Some(tree) = object.get("tree") {
            let tree = tree.as_u64().and_then(|tree| usize::try_from(tree).ok());
            let tree = tree.filter(|tree| *tree < self.trees.len());
            return tree
                .map(|tree| self.tree(tree))
                .ok_or_else(|| malformed("a tree is not in the list of trees"));
        }
        if let Some(structure) = object.get("structure") {
            let number = structure.as_u64().and_then(|number| usize::try_from(number).ok());
            let structure = number.and_then(|number| self.structures.get(number));
            let (_, tree) =
                structure.ok_or_else(|| malformed("a structure is not in the list of structures"))?;
            return Ok(self.tree(*tree));
        }
        if let Some(code) = object.get("code") {
            let code = Code::parse(code.as_str().ok_or_else(|| malformed("a code must be a text"))?)?;
            let heaps = object.get("heaps").cloned().unwrap_or(Value::Null);
            let heaps: Vec<(u64, u64)> =
                serde_json::from_value(heaps).map_err(|error| malformed(format!("heaps: {error}")))?;
            let code = self.codes.iter().position(|known| *known == code).unwrap_or_else(|| {
                self.codes.push(code);
                self.codes.len() - 1
            });
            let mut multiset = BTreeMap::new();
            for (size, count) in heaps.into_iter().filter(|(size, count)| *size > 0 && *count > 0) {
                let total: &mut u64 = multiset.entry(size).or_default();
                *total = total.saturating_add(count);
                if *total > MOST_HEAPS {
                    return Err(malformed(format!("more than {MOST_HEAPS} heaps of one size")));
                }
            }
            return Ok(normal(Position::Heaps(code, multiset)));
        }
        if let Some(game) = object.get("coins") {
            let game = Coins::parse(game.as_str().ok_or_else(|| malformed("a coin game must be a text"))?)?;
            let heads = object.get("heads").cloned().unwrap_or(Value::Null);
            let heads: BTreeSet<Vec<u64>> =
                serde_json::from_value(heads).map_err(|error| malformed(format!("heads: {error}")))?;
            if heads.iter().any(|head| head.len() != game.dimension()) {
                return Err(malformed("a coin has another number of coordinates than its game"));
            }
            return Ok(normal(Position::Coins(game, heads)));
        }
        if object.contains_key("game") {
            return Ok(normal(Position::Taken(Taken::read(object)?)));
        }
        if let Some(ground) = object.get("ground") {
            let number = ground.as_u64().and_then(|number| usize::try_from(number).ok());
            let number = number.filter(|number| *number < self.grounds.len());
            let number = number.ok_or_else(|| malformed("a ground is not in the list of grounds"))?;
            let is_gen = match object.get("aim").and_then(Value::as_str) {
                Some("gen") => true,
                Some("dng") => false,
                _ => return Err(malformed("the aim must be \"gen\" or \"dng\"")),
            };
            let ground = &self.grounds[number];
            let set = ground.set(object.get("chosen").unwrap_or(&Value::Null))?;
            if !is_gen && ground.generates(&set) {
                return Err(malformed("a generating set is not a position of dng"));
            }
            return Ok(Position::Chosen(is_gen, number, set));
        }
        if let Some(parts) = object.get("sum") {
            return Ok(sum(many(self, parts)?));
        }
        if let Some(parts) = object.get("compound") {
            return Ok(compound(many(self, parts)?));
        }
        if let Some(parts) = object.get("product") {
            let factors: [Position; 2] =
                many(self, parts)?.try_into().map_err(|_| malformed("a product has two factors"))?;
            let [left, right] = factors;
            return Ok(product(left, right));
        }
        Err(malformed(format!("{value} is not a position")))
    }

    /// The sum of a position and a nim-heap.
    pub fn plus_nim(&self, position: &Position, size: u64) -> Position {
        sum(vec![position.clone(), Position::Nim(size)])
    }

    /// The options of a position.
    pub fn options(&self, position: &Position) -> Result<Vec<Position>, Refusal> {
        let too_many = || malformed(format!("a position has more than {MOST_OPTIONS} options"));
        let mut options = Vec::new();
        match position {
            Position::Nim(size) if *size > MOST_OPTIONS as u64 => return Err(too_many()),
            Position::Nim(size) => options.extend((0..*size).map(Position::Nim)),
            Position::Tree(tree) => {
                options.extend(self.trees[*tree].iter().map(|tree| self.tree(*tree)));
            }
            Position::Heaps(code, heaps) => {
                for size in heaps.keys() {
                    let finished = self.codes[*code].for_each_option(*size, &mut |left| {
                        let mut moved = heaps.clone();
                        remove_one(&mut moved, *size);
                        for heap in left {
                            *moved.entry(*heap).or_default() += 1;
                        }
                        options.push(normal(Position::Heaps(*code, moved)));
                        options.len() <= MOST_OPTIONS
                    });
                    if !finished {
                        return Err(too_many());
                    }
                }
            }
            Position::Coins(game, heads) => {
                // Each coin of each option is counted: sets of coins may be as long as a number in the file is large.
                let mut coins = 0;
                let finished = game.for_each_option(heads, &mut |after| {
                    coins += 1 + after.len();
                    options.push(normal(Position::Coins(game.clone(), after)));
                    coins <= MOST_OPTIONS
                });
                if !finished {
                    return Err(too_many());
                }
            }
            Position::Taken(taken) => {
                options.extend(taken.options().into_iter().map(|option| normal(Position::Taken(option))));
            }
            Position::Chosen(is_gen, number, set) => {
                let ground = &self.grounds[*number];
                if !ground.generates(set) {
                    for element in (0..ground.size()).filter(|element| !has(set, *element)) {
                        let mut larger = set.clone();
                        add(&mut larger, element);
                        if *is_gen || !ground.generates(&larger) {
                            options.push(Position::Chosen(*is_gen, *number, larger));
                        }
                    }
                }
            }
            Position::Sum(parts) => {
                for (at, part) in parts.iter().enumerate() {
                    for moved in self.options(part)? {
                        let mut next = parts.clone();
                        next[at] = moved;
                        options.push(sum(next));
                    }
                }
            }
            Position::Compound(parts) => {
                let mut chosen: Vec<Vec<Position>> = vec![Vec::new()];
                for part in parts {
                    let moves = self.options(part)?;
                    if chosen.len().saturating_mul(moves.len() + 1) > MOST_OPTIONS {
                        return Err(too_many());
                    }
                    chosen = chosen
                        .iter()
                        .flat_map(|start| {
                            let stay_or_move = std::iter::once(part).chain(&moves);
                            stay_or_move
                                .map(move |next| [start.as_slice(), std::slice::from_ref(next)].concat())
                        })
                        .collect();
                }
                // The first choice moves nowhere.
                options.extend(chosen.into_iter().skip(1).map(compound));
            }
            Position::Product(factors) => {
                let [left, right] = &**factors;
                let (lefts, rights) = (self.options(left)?, self.options(right)?);
                if lefts.len().saturating_mul(rights.len()) > MOST_OPTIONS {
                    return Err(too_many());
                }
                for moved_left in &lefts {
                    for moved_right in &rights {
                        options.push(sum(vec![
                            product(moved_left.clone(), right.clone()),
                            product(left.clone(), moved_right.clone()),
                            product(moved_left.clone(), moved_right.clone()),
                        ]));
                    }
                }
            }
        }
        Ok(options)
    }

    /// The position as text.
    pub fn show(&self, position: &Position) -> String {
        let join = |parts: &[Position], sign: &str| -> String {
            let parts: Vec<String> = parts.iter().map(|part| self.show(part)).collect();
            format!("({})", parts.join(sign))
        };
        match position {
            Position::Nim(0) => "0".to_owned(),
            Position::Nim(size) => format!("*{size}"),
            Position::Tree(tree) => format!("tree {tree}"),
            Position::Heaps(code, heaps) => {
                let heaps: Vec<String> = heaps
                    .iter()
                    .map(
                        |(size, count)| {
                            if *count == 1 { size.to_string() } else { format!("{count}*{size}") }
                        },
                    )
                    .collect();
                format!("{}[{}]", self.codes[*code].text(), heaps.join("+"))
            }
            Position::Coins(game, heads) => {
                let heads: Vec<String> = heads.iter().map(|head| format!("{head:?}")).collect();
                format!("{}[{}]", game.text(), heads.join("+"))
            }
            Position::Chosen(is_gen, number, set) => {
                let chosen: Vec<String> = (0..self.grounds[*number].size())
                    .filter(|element| has(set, *element))
                    .map(|element| element.to_string())
                    .collect();
                let aim = if *is_gen { "gen" } else { "dng" };
                format!("{aim}(ground {number})[{}]", chosen.join(","))
            }
            Position::Taken(taken) => taken.show(),
            Position::Sum(parts) => join(parts, " + "),
            Position::Compound(parts) => join(parts, " | "),
            Position::Product(factors) => join(factors.as_slice(), " x "),
        }
    }
}

fn remove_one(heaps: &mut BTreeMap<u64, u64>, size: u64) {
    if let Some(count) = heaps.get_mut(&size) {
        *count -= 1;
        if *count == 0 {
            heaps.remove(&size);
        }
    }
}

fn is_empty(position: &Position) -> bool {
    *position == Position::Nim(0)
}

/// No heaps, no heads, and nodes without a move, are the empty game.
fn normal(position: Position) -> Position {
    match position {
        Position::Heaps(_, heaps) if heaps.is_empty() => Position::Nim(0),
        Position::Coins(_, heads) if heads.is_empty() => Position::Nim(0),
        Position::Taken(taken) if taken.is_over() => Position::Nim(0),
        other => other,
    }
}

fn sum(parts: Vec<Position>) -> Position {
    let mut flat = Vec::new();
    for part in parts {
        match part {
            Position::Sum(inner) => flat.extend(inner),
            other => flat.push(other),
        }
    }
    flat.retain(|part| !is_empty(part));
    flat.sort();
    let mut merged: Vec<Position> = Vec::new();
    for part in flat {
        // Heaps of one code are next to each other after sorting.
        match (merged.last_mut(), &part) {
            (Some(Position::Heaps(last, heaps)), Position::Heaps(code, more)) if last == code => {
                for (size, count) in more {
                    let total = heaps.entry(*size).or_default();
                    *total = total.saturating_add(*count);
                }
            }
            _ => merged.push(part),
        }
    }
    one_or(merged, Position::Sum)
}

fn compound(parts: Vec<Position>) -> Position {
    let mut flat = Vec::new();
    for part in parts {
        match part {
            Position::Compound(inner) => flat.extend(inner),
            other => flat.push(other),
        }
    }
    flat.retain(|part| !is_empty(part));
    flat.sort();
    one_or(flat, Position::Compound)
}

fn product(left: Position, right: Position) -> Position {
    // A product with the empty game has no moves.
    if is_empty(&left) || is_empty(&right) {
        Position::Nim(0)
    } else {
        Position::Product(Box::new([left, right]))
    }
}

fn one_or(mut parts: Vec<Position>, many: fn(Vec<Position>) -> Position) -> Position {
    match parts.len() {
        0 => Position::Nim(0),
        1 => parts.remove(0),
        _ => many(parts),
    }
}
