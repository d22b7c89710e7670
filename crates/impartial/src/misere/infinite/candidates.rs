//! Pairs of places, and which of them can lead to equal elements at all.
//!
//! A set of pairs leads to equal elements only if each of its pairs does. Of one pair that is decided in polynomial time when every
//! choice of digits of y may be followed by other digits of n and m: more pairs are called candidates then than are, never fewer.
//! Where no pair at the beginning is a candidate, no sets need be looked at; else only sets of candidates.

use rustc_hash::{FxHashMap, FxHashSet};

use super::arrays::Arrays;
use super::lanes::Lanes;
use super::places::Places;
use crate::limits::{Limits, StopReason};

/// The most successors of all pairs of a graph.
const MOST_SUCCESSORS: usize = 1 << 27;

/// Two places, and whether the numbers read so far differ, or belong to two groups.
pub(super) type Node = (u32, u32, bool);

/// How two numbers go on: the digits that n, m and y may have.
pub(super) struct Choices {
    pub(super) n: Vec<Lanes>,
    pub(super) m: Vec<Lanes>,
    pub(super) y: Vec<Lanes>,
}

/// The pairs reached from some, numbered, and their successors.
pub(super) struct Graph {
    pub(super) choices: Choices,
    nodes: Vec<Node>,
    numbers: FxHashMap<Node, u32>,
    /// For every node and every choice of digits of n and m, what is reached by the digits of y.
    next: Vec<u32>,
}

impl Graph {
    pub(super) fn new(choices: Choices) -> Self {
        Graph { choices, nodes: Vec::new(), numbers: FxHashMap::default(), next: Vec::new() }
    }

    fn number(&mut self, node: Node) -> u32 {
        *self.numbers.entry(node).or_insert_with(|| {
            self.nodes.push(node);
            self.nodes.len() as u32 - 1
        })
    }

    /// How many successors a node has.
    fn degree(&self) -> usize {
        self.choices.n.len() * self.choices.m.len() * self.choices.y.len()
    }

    fn successors(&self, node: u32) -> &[u32] {
        &self.next[node as usize * self.degree()..][..self.degree()]
    }

    /// What is reached from a node by digits of n and m, given by their places among the choices, and any digits of y.
    pub(super) fn by_digits(&self, node: u32, n: usize, m: usize) -> &[u32] {
        let of_choice = self.choices.y.len();
        &self.successors(node)[(n * self.choices.m.len() + m) * of_choice..][..of_choice]
    }

    /// Whether the numbers read before a node differ.
    pub(super) fn differ(&self, node: u32) -> bool {
        self.nodes[node as usize].2
    }

    /// How many successors are kept.
    pub(super) fn size(&self) -> usize {
        self.next.len()
    }

    /// Adds what is reached from a pair, and returns its number; `None` when that is too much.
    fn extend_from(
        &mut self,
        start: Node,
        places: &mut Places,
        arrays: &mut Arrays,
        limits: &Limits,
    ) -> Result<Option<u32>, StopReason> {
        let start = self.number(start);
        while self.next.len() < self.nodes.len() * self.degree() {
            limits.poll()?;
            if self.next.len() > MOST_SUCCESSORS {
                return Ok(None);
            }
            let (first, second, different) = self.nodes[self.next.len() / self.degree()];
            for n in 0..self.choices.n.len() {
                for m in 0..self.choices.m.len() {
                    let (n, m) = (self.choices.n[n], self.choices.m[m]);
                    for y in 0..self.choices.y.len() {
                        let y = self.choices.y[y];
                        let first = places.step(first, n + y, arrays);
                        let second = places.step(second, m + y, arrays);
                        let next = self.number((first, second, different || n != m));
                        self.next.push(next);
                    }
                }
            }
        }
        Ok(Some(start))
    }

    /// All that is reached from a node.
    fn reached_from(&self, start: u32) -> Vec<u32> {
        let mut is_reached = vec![false; self.nodes.len()];
        is_reached[start as usize] = true;
        let mut reached = vec![start];
        let mut at = 0;
        while at < reached.len() {
            for next in self.successors(reached[at]) {
                if !std::mem::replace(&mut is_reached[*next as usize], true) {
                    reached.push(*next);
                }
            }
            at += 1;
        }
        reached
    }
}

/// Which pairs are equal and which are candidate, of those reached from one.
pub(super) struct Candidates {
    /// The number of the pair at the beginning.
    pub(super) start: u32,
    /// By the numbers of the graph.
    pub(super) is_equal: Vec<bool>,
    pub(super) is_candidate: Vec<bool>,
}

impl Candidates {
    /// Looks at all that is reached from `start`. A pair is equal when one of the first contexts makes of the first place the
    /// array that one of the second makes of the second. `None` when too much is reached.
    ///
    /// Cost: pairs of places reached, times the choices of digits, a few times.
    pub(super) fn new(
        graph: &mut Graph,
        start: Node,
        contexts: [impl Iterator<Item = u32> + Clone; 2],
        places: &mut Places,
        arrays: &mut Arrays,
        limits: &Limits,
    ) -> Result<Option<Self>, StopReason> {
        let Some(start) = graph.extend_from(start, places, arrays, limits)? else { return Ok(None) };
        let reached = graph.reached_from(start);
        let mut is_equal = vec![false; graph.nodes.len()];
        // The arrays that the contexts make of a place.
        let mut known: [FxHashMap<u32, FxHashSet<u32>>; 2] = Default::default();
        for node in &reached {
            let (first, second, different) = graph.nodes[*node as usize];
            for ((known, contexts), place) in known.iter_mut().zip(&contexts).zip([first, second]) {
                known.entry(place).or_insert_with(|| {
                    let (state, carry) = places.get(place);
                    contexts.clone().map(|context| arrays.number(context, state, carry)).collect()
                });
            }
            // Of equal numbers in one group, the places are one, and two contexts have to be equal there.
            is_equal[*node as usize] = if different {
                !known[0][&first].is_disjoint(&known[1][&second])
            } else {
                known[0][&first].len() < contexts[0].clone().count()
            };
        }
        let mut is_candidate = is_equal.clone();
        loop {
            limits.poll()?;
            let mut grown = false;
            for node in reached.iter().rev() {
                if !is_candidate[*node as usize] {
                    let mut by_choice = graph.successors(*node).chunks(graph.choices.y.len());
                    let candidate = by_choice.any(|next| next.iter().all(|at| is_candidate[*at as usize]));
                    is_candidate[*node as usize] = candidate;
                    grown |= candidate;
                }
            }
            if !grown {
                return Ok(Some(Candidates { start, is_equal, is_candidate }));
            }
        }
    }
}
