//! Whether the words of some families are different elements, all of them, for all exponents.
//!
//! A family is a context c with x + n copies of the growing types, the entries of n in some directions being any numbers. Suppose two of
//! its words, or words of two families, are the same element: the arrays y ↦ c(S(x + n + y)) and y ↦ c'(S(x' + m + y)) are equal. Read
//! the digits of n and m one after the other, and with them *all* digits of y: what is reached is a set of pairs of places, and after the
//! last digits of n and m the two arrays of each pair are equal. So each pair of each set on the way is a *candidate*: its
//! arrays are equal, or some digits of n and m lead to candidates by all digits of y. Where the first pair is no candidate, no
//! two words are equal. Else all sets are looked at that hold candidates only; there are finitely many. Of these, one that has a subset
//! among those looked at need not be: if the larger set leads to equal arrays only, so does the smaller.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use super::arrays::{Arrays, MOST_AXES, Numbers, of_letter, plus};
use crate::Refusal;
use crate::lattice::machine::Budget;
use crate::lattice::{refuted, too_large};

/// The most successors of all pairs that are looked at together.
const MOST_SUCCESSORS: usize = 1 << 27;
/// The most words of 64 pairs in all sets of one comparison.
const MOST_IN_SETS: usize = 1 << 24;
/// How many choices of 0, 1 or 2 there are, one for each axis.
const ADDED: usize = 3_usize.pow(MOST_AXES as u32);
const UNKNOWN: u32 = u32::MAX;

/// The words of a context with x + n copies of the growing types.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Family {
    /// The axes on which n is any number, as a letter.
    pub(super) free: usize,
    pub(super) x: Numbers,
    pub(super) context: u32,
}

/// Checks that all words of all families are different elements.
pub(super) fn check(families: &[Family], arrays: &mut Arrays, budget: &mut Budget) -> Result<(), Refusal> {
    let mut single = HashSet::new();
    for word in families.iter().filter(|family| family.free == 0) {
        if !single.insert(arrays.number(word.context, arrays.start(), word.x, budget)?) {
            return Err(equal());
        }
    }
    // The contexts that go with the same directions and the same x are compared together.
    let mut groups: BTreeMap<usize, BTreeMap<Numbers, Vec<u32>>> = BTreeMap::new();
    for Family { free, x, context } in families {
        groups.entry(*free).or_default().entry(*x).or_default().push(*context);
    }
    let mut places = Places::default();
    for (free, first) in &groups {
        for (other, second) in groups.range(..=free).filter(|(other, _)| free | *other != 0) {
            let mut graph = Graph::new([*free, *other]);
            for (at, (x, contexts)) in first.iter().enumerate() {
                // Of two groups with the same directions, each pair once.
                let least = if free == other { at } else { 0 };
                for (place, (x_other, others)) in second.iter().enumerate().skip(least) {
                    let start = arrays.start();
                    let from = [
                        places.number(start, *x, arrays, budget)?,
                        places.number(start, *x_other, arrays, budget)?,
                    ];
                    let parts = [contexts.as_slice(), others.as_slice()];
                    let is_one = free == other && at == place;
                    Comparison { graph: &mut graph, places: &mut places, arrays, from }
                        .check(parts, is_one, budget)?;
                }
            }
        }
    }
    Ok(())
}

/// The refusal of relations that leave two words of one element.
pub(super) fn equal() -> Refusal {
    refuted("the relations do not present the quotient: two words that they leave are equal".into())
}

/// States with what is left of the numbers to read, numbered. Where two have the same array of slices, all that follows is the
/// same beside every context, and they are one.
#[derive(Default)]
struct Places {
    list: Vec<(u32, Numbers)>,
    by_array: HashMap<u32, u32>,
    /// For every place what comes after it when 0, 1 or 2 is added on every axis, where that is known.
    next: Vec<[u32; ADDED]>,
}

/// The context of nothing, which comes first.
const NOTHING: u32 = 0;

impl Places {
    fn number(
        &mut self,
        state: u32,
        left: Numbers,
        arrays: &mut Arrays,
        budget: &mut Budget,
    ) -> Result<u32, Refusal> {
        let array = arrays.number(NOTHING, state, left, budget)?;
        if let Some(known) = self.by_array.get(&array) {
            return Ok(*known);
        }
        budget.keep(ADDED / 2 + 8)?;
        let number = self.list.len() as u32;
        self.by_array.insert(array, number);
        self.list.push((state, left));
        self.next.push([UNKNOWN; ADDED]);
        Ok(number)
    }

    fn step(
        &mut self,
        place: u32,
        added: Numbers,
        arrays: &mut Arrays,
        budget: &mut Budget,
    ) -> Result<u32, Refusal> {
        let choice = added.iter().fold(0, |choice, entry| 3 * choice + usize::from(*entry));
        let known = self.next[place as usize][choice];
        if known != UNKNOWN {
            return Ok(known);
        }
        let (state, left) = self.list[place as usize];
        let (state, left) = arrays.step(state, plus(left, added));
        let next = self.number(state, left, arrays, budget)?;
        self.next[place as usize][choice] = next;
        Ok(next)
    }
}

/// Two places, and whether the words read so far differ.
type Pair = (u32, u32, bool);

/// Pairs, numbered, and what each leads to.
struct Graph {
    /// The digits that n and m may have.
    digits: [Vec<Numbers>; 2],
    pairs: Vec<Pair>,
    numbers: HashMap<Pair, u32>,
    /// For every pair and every choice of digits of n and m, what the digits of y lead to.
    next: Vec<u32>,
    /// How many digits y may have.
    ways: usize,
}

impl Graph {
    fn new(free: [usize; 2]) -> Self {
        let within =
            |free: usize| (0..1 << MOST_AXES).filter(move |letter| letter & !free == 0).map(of_letter);
        Graph {
            digits: free.map(|free| within(free).collect()),
            pairs: Vec::new(),
            numbers: HashMap::new(),
            next: Vec::new(),
            ways: 0,
        }
    }

    fn degree(&self) -> usize {
        self.digits[0].len() * self.digits[1].len() * self.ways
    }

    fn after(&self, pair: u32) -> &[u32] {
        &self.next[pair as usize * self.degree()..][..self.degree()]
    }

    fn number(&mut self, pair: Pair) -> u32 {
        *self.numbers.entry(pair).or_insert_with(|| {
            self.pairs.push(pair);
            self.pairs.len() as u32 - 1
        })
    }

    /// Adds all that a pair leads to; its number.
    fn extend_from(
        &mut self,
        start: Pair,
        places: &mut Places,
        arrays: &mut Arrays,
        budget: &mut Budget,
    ) -> Result<u32, Refusal> {
        self.ways = arrays.letters();
        let start = self.number(start);
        while self.next.len() < self.pairs.len() * self.degree() {
            if self.next.len() > MOST_SUCCESSORS {
                return Err(too_large("comparing words needs more memory than this checker uses"));
            }
            budget.work(self.degree())?;
            let (first, second, differ) = self.pairs[self.next.len() / self.degree()];
            for at in 0..self.digits[0].len() * self.digits[1].len() {
                let [n, m] =
                    [self.digits[0][at / self.digits[1].len()], self.digits[1][at % self.digits[1].len()]];
                for y in (0..self.ways).map(of_letter) {
                    let first = places.step(first, plus(n, y), arrays, budget)?;
                    let second = places.step(second, plus(m, y), arrays, budget)?;
                    let next = self.number((first, second, differ || n != m));
                    self.next.push(next);
                }
            }
        }
        Ok(start)
    }

    /// All that a pair leads to, and the pair.
    fn reached_from(&self, start: u32) -> Vec<u32> {
        let mut is_reached = vec![false; self.pairs.len()];
        is_reached[start as usize] = true;
        let mut reached = vec![start];
        let mut at = 0;
        while at < reached.len() {
            for next in self.after(reached[at]) {
                if !std::mem::replace(&mut is_reached[*next as usize], true) {
                    reached.push(*next);
                }
            }
            at += 1;
        }
        reached
    }
}

/// The comparison of two groups.
struct Comparison<'a> {
    graph: &'a mut Graph,
    places: &'a mut Places,
    arrays: &'a mut Arrays,
    from: [u32; 2],
}

impl Comparison<'_> {
    /// Checks that the words of the first contexts differ from those of the second; or, when they are the same words, from each
    /// other. Where candidates are left, halves are compared: two contexts alone have fewer.
    fn check(&mut self, parts: [&[u32]; 2], is_one: bool, budget: &mut Budget) -> Result<(), Refusal> {
        let start = (self.from[0], self.from[1], !is_one);
        let start = self.graph.extend_from(start, self.places, self.arrays, budget)?;
        let reached = self.graph.reached_from(start);
        let is_equal = self.equal_pairs(&reached, parts, budget)?;
        let is_candidate = self.candidates(&reached, &is_equal, budget)?;
        if !is_candidate[start as usize] {
            return Ok(());
        }
        match parts {
            [[_], [_]] => self.look_at_sets(start, &is_equal, &is_candidate, budget),
            [part, _] if is_one => {
                let (left, right) = part.split_at(part.len() / 2);
                self.check([left, left], true, budget)?;
                self.check([right, right], true, budget)?;
                self.check([left, right], false, budget)
            }
            [first, second] if first.len() >= second.len() => {
                let (left, right) = first.split_at(first.len() / 2);
                self.check([left, second], false, budget)?;
                self.check([right, second], false, budget)
            }
            [first, second] => {
                let (left, right) = second.split_at(second.len() / 2);
                self.check([first, left], false, budget)?;
                self.check([first, right], false, budget)
            }
        }
    }

    /// For which pairs some context of the first makes the array of the first place that one of the second makes of the second.
    fn equal_pairs(
        &mut self,
        reached: &[u32],
        parts: [&[u32]; 2],
        budget: &mut Budget,
    ) -> Result<Vec<bool>, Refusal> {
        let mut is_equal = vec![false; self.graph.pairs.len()];
        let mut made: [HashMap<u32, HashSet<u32>>; 2] = Default::default();
        for pair in reached {
            let (first, second, differ) = self.graph.pairs[*pair as usize];
            for ((made, contexts), place) in made.iter_mut().zip(parts).zip([first, second]) {
                if made.contains_key(&place) {
                    continue;
                }
                budget.work(contexts.len())?;
                let (state, left) = self.places.list[place as usize];
                let numbers =
                    contexts.iter().map(|context| self.arrays.number(*context, state, left, budget));
                made.insert(place, numbers.collect::<Result<_, Refusal>>()?);
            }
            is_equal[*pair as usize] = if differ {
                !made[0][&first].is_disjoint(&made[1][&second])
            } else {
                // The same numbers in the same family, so the two places are one: two contexts must make the same of it.
                made[0][&first].len() < parts[0].len()
            };
        }
        Ok(is_equal)
    }

    /// Which pairs are candidates: equal ones, and those from which some digits of n and m lead to candidates only.
    fn candidates(
        &self,
        reached: &[u32],
        is_equal: &[bool],
        budget: &mut Budget,
    ) -> Result<Vec<bool>, Refusal> {
        let mut is_candidate = is_equal.to_vec();
        loop {
            budget.work(reached.len() * self.graph.degree())?;
            let mut has_grown = false;
            for pair in reached.iter().rev() {
                if !is_candidate[*pair as usize] {
                    let mut choices = self.graph.after(*pair).chunks(self.graph.ways);
                    let leads = choices.any(|next| next.iter().all(|next| is_candidate[*next as usize]));
                    is_candidate[*pair as usize] = leads;
                    has_grown |= leads;
                }
            }
            if !has_grown {
                return Ok(is_candidate);
            }
        }
    }

    /// Looks at all sets of candidates.
    fn look_at_sets(
        &self,
        start: u32,
        is_equal: &[bool],
        is_candidate: &[bool],
        budget: &mut Budget,
    ) -> Result<(), Refusal> {
        let candidates = Candidates::new(is_candidate);
        let sides = self.graph.digits.each_ref().map(Vec::len);
        let start = candidates.set(&[start]).ok_or_else(equal)?;
        let mut waiting = VecDeque::from([start.clone()]);
        // Those looked at that have no subset among them.
        let mut least = vec![start];
        let mut kept = 0;
        while let Some(set) = waiting.pop_front() {
            if !least.contains(&set) {
                continue;
            }
            let pairs = candidates.pairs(&set);
            if pairs.iter().all(|pair| is_equal[*pair as usize]) {
                return Err(equal());
            }
            // Of two words of one family that are the same so far, the one with the earlier digits may be called n.
            let is_same = pairs.iter().all(|pair| !self.graph.pairs[*pair as usize].2);
            for choice in (0..sides[0] * sides[1]).filter(|at| !is_same || at / sides[1] <= at % sides[1]) {
                budget.work(pairs.len() * self.graph.ways + least.len() * set.len())?;
                let after =
                    |pair: &u32| &self.graph.after(*pair)[choice * self.graph.ways..][..self.graph.ways];
                let Some(next) = candidates.set(pairs.iter().flat_map(after)) else { continue };
                if least.iter().any(|other| is_subset(other, &next)) {
                    continue;
                }
                kept += next.len();
                if kept > MOST_IN_SETS {
                    return Err(too_large("comparing words needs more memory than this checker uses"));
                }
                least.retain(|other| !is_subset(&next, other));
                least.push(next.clone());
                waiting.push_back(next);
            }
        }
        Ok(())
    }
}

/// A set of candidates: bit i of the list stands for candidate i.
type Set = Vec<u64>;

/// The candidates, numbered among themselves.
struct Candidates {
    pairs: Vec<u32>,
    place: Vec<Option<u32>>,
}

impl Candidates {
    fn new(is_candidate: &[bool]) -> Self {
        let pairs: Vec<u32> = (0..).zip(is_candidate).filter(|(_, is)| **is).map(|(pair, _)| pair).collect();
        let mut place = vec![None; is_candidate.len()];
        for (at, pair) in (0..).zip(&pairs) {
            place[*pair as usize] = Some(at);
        }
        Candidates { pairs, place }
    }

    /// The set of some pairs; nothing when one is no candidate.
    fn set<'a>(&self, pairs: impl IntoIterator<Item = &'a u32>) -> Option<Set> {
        let mut set = vec![0; self.pairs.len().div_ceil(64)];
        for pair in pairs {
            let at = self.place[*pair as usize]?;
            set[at as usize / 64] |= 1 << (at % 64);
        }
        Some(set)
    }

    fn pairs(&self, set: &Set) -> Vec<u32> {
        let has = |at: &usize| set[at / 64] >> (at % 64) & 1 == 1;
        (0..self.pairs.len()).filter(has).map(|at| self.pairs[at]).collect()
    }
}

/// Whether a set is part of another.
fn is_subset(part: &Set, whole: &Set) -> bool {
    part.iter().zip(whole).all(|(part, whole)| part & !whole == 0)
}
