//! Unmet needs: the states (x, R(X)), their closure under sums, and the placing of new heaps.
//!
//! With a split-off kernel K of Grundy values there are two kinds of heaps. Every position X has an option of each Grundy value
//! below G(x), so the needs k of X in K all have g(k) > G(x).
//!
//! **Lemma.** Call a position with value x in K *normal* if its needs z outside K have G(z) > G(x) as well. If X is
//! normal and Y is any position, or if X and Y both have values in K, then X + Y is normal.
//! *Proof.* Let z be a need of X + Y outside K; a, b, c the Grundy values of x, y, z. If X is normal, yz in R(X) gives
//! b^c > a whether yz is in K or not; if y is in K, so is yz, and the same follows. And xz, which is in K, is in R(Y), so
//! a^c > b. With s = a^b^c, not 0, the first says that a has no 1 at the top place of s, the second that b has none;
//! so c has one, and a^b = c^s < c. ∎
//!
//! A normal position is no failure, since G(1) = 0 is not above any Grundy value. So a heap that is normal can never be part
//! of a failure and is *settled*: one comparison of small sets, whatever the size of K. What remains are the sums of heaps that
//! are not normal. Their states live in the inner table of [`SplitMonoid`]: needs in K of Grundy value B and above are
//! not recorded, because they do not matter: the values of such sums, and so the places where their needs are asked
//! for, have Grundy values below B. With this a heap of 0.414 costs hardly more than a normal-play step.

use rustc_hash::FxHashMap;

use super::super::bits::BitSet;
use super::super::packed::Packed;
use super::options::OptionValues;
use super::split::{SplitMonoid, Value};
use crate::limits::{Limits, StopReason};

/// A value and the unmet needs, both in the inner table.
#[derive(Clone, Debug)]
struct State {
    value: Value,
    needs: BitSet,
    /// Another state with the same value and more needs was found; this one need not be compared any more.
    superseded: bool,
}

/// The states of all positions of a game with known values, closed under sums up to domination.
///
/// Invariant: no state recorded has the need 1; for every position made of placed heaps there is a recorded state with
/// the same value and at least its needs, or the position is normal in the kernel (without a kernel: has no needs).
#[derive(Clone, Debug)]
pub struct Transitions {
    monoid: SplitMonoid,
    states: Vec<State>,
    by_value: FxHashMap<Value, Vec<u32>>,
    /// The states of heaps that are not settled or dominated by states of earlier heaps.
    generators: Vec<(Value, BitSet)>,
}

/// The states of [`Transitions`] as lists of numbers: values, and needs as the words of their bit sets.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct SavedStates {
    states: Packed,
    generators: Packed,
}

/// What the options of a heap leave open.
struct Cover {
    /// The z of the inner table for which some option has P.
    met: BitSet,
    mex: u32,
}

impl Transitions {
    /// No heaps placed.
    pub fn new(monoid: SplitMonoid) -> Self {
        Transitions { monoid, states: Vec::new(), by_value: FxHashMap::default(), generators: Vec::new() }
    }

    /// The proof as lists of numbers: the states, and those of the heaps that generate them.
    pub fn save(&self) -> SavedStates {
        let words = |(value, needs): (Value, &BitSet)| {
            std::iter::once(u64::from(value)).chain(needs.words().to_vec())
        };
        let states = self.states.iter().filter(|state| !state.superseded);
        let generators = self.generators.iter();
        SavedStates {
            states: Packed::new(states.map(|state| (state.value, &state.needs)).flat_map(words)),
            generators: Packed::new(generators.map(|(value, needs)| (*value, needs)).flat_map(words)),
        }
    }

    /// The proof that was saved; `None` when the numbers make no sense.
    pub fn restore(monoid: SplitMonoid, saved: &SavedStates) -> Option<Self> {
        let inner = monoid.inner();
        let read = |packed: &Packed| -> Option<Vec<(Value, BitSet)>> {
            let state = |numbers: &[u64]| {
                let (value, words) = numbers.split_first()?;
                let (value, needs) = (u32::try_from(*value).ok()?, BitSet::from_words(inner, words)?);
                ((value as usize) < inner && !needs.contains(0)).then_some((value, needs))
            };
            packed.numbers()?.chunks(1 + inner.div_ceil(64)).map(state).collect()
        };
        let mut transitions = Transitions::new(monoid);
        transitions.generators = read(&saved.generators)?;
        for (value, needs) in read(&saved.states)? {
            transitions.by_value.entry(value).or_default().push(transitions.states.len() as u32);
            transitions.states.push(State { value, needs, superseded: false });
        }
        Some(transitions)
    }

    /// The monoid.
    pub fn monoid(&self) -> &SplitMonoid {
        &self.monoid
    }

    /// The number of states recorded: the size of the proof.
    pub fn states(&self) -> usize {
        self.states.iter().filter(|state| !state.superseded).count()
    }

    fn cover(&self, options: &OptionValues) -> Cover {
        let monoid = &self.monoid;
        let mut met = BitSet::new(monoid.inner());
        for y in options.outer() {
            met.union_with(monoid.row(*y));
        }
        // A kernel element of Grundy value B or more has P with nothing in the table.
        for g in 0..monoid.labelled().len() as u32 {
            if options.has_kernel_element(g) {
                met.union_with(monoid.row(monoid.kernel_element(g)));
            }
        }
        Cover { met, mex: if monoid.has_kernel() { options.mex() } else { 0 } }
    }

    /// Whether a heap with this cover is normal with the kernel element of its Grundy value.
    fn is_settled(&self, cover: &Cover) -> bool {
        // No outer z of the same Grundy value has an option in P; every z of a smaller one has.
        let labelled = self.monoid.labelled();
        let mex = cover.mex as usize;
        self.monoid.has_kernel()
            && labelled.get(mex).is_none_or(|equal| !equal.meets(&cover.met))
            && labelled.iter().take(mex).all(|below| below.is_subset(&cover.met))
    }

    /// The unmet needs of a heap if its value were x of the inner table; `None` when that is a P-failure or has the wrong
    /// Grundy value.
    fn needs(&self, cover: &Cover, x: Value) -> Option<BitSet> {
        let row = self.monoid.row(x);
        if row.meets(&cover.met) || self.monoid.grundy(x) != cover.mex {
            return None;
        }
        let mut taken = cover.met.clone();
        taken.union_with(row);
        Some(taken.complement())
    }

    /// Places the next heap, given the values of its options: finds the value it has in this very monoid, and records
    /// what is needed to go on. `None` when the heap belongs to no element: the quotient grows (or, with a kernel, the
    /// approximation of needs is too coarse).
    ///
    /// A value returned is proved: the monoid with the values so far and this one has no failure
    /// ([PS, Theorem 7.5] in the form of this module), so it is the quotient if it was before.
    ///
    /// # Panics
    /// When there are no options: such a heap is the empty position.
    pub fn place(&mut self, options: &OptionValues, limits: &Limits) -> Result<Option<Value>, StopReason> {
        assert!(!options.is_empty(), "a heap without options is the empty position");
        let cover = self.cover(options);
        if self.is_settled(&cover) {
            return Ok(Some(self.monoid.kernel_element(cover.mex)));
        }
        let candidates: Vec<(Value, BitSet)> = (0..self.monoid.inner() as Value)
            .filter_map(|x| self.needs(&cover, x).map(|needs| (x, needs)))
            .collect();
        if let Some((x, _)) = candidates.iter().find(|(x, needs)| self.adds_nothing(*x, needs)) {
            return Ok(Some(*x));
        }
        for (x, needs) in candidates {
            if self.close_with(x, needs, limits)? {
                return Ok(Some(x));
            }
        }
        Ok(None)
    }

    /// Places the next heap at a value that is given; false when there is a failure.
    pub fn place_at(
        &mut self,
        options: &OptionValues,
        x: Value,
        limits: &Limits,
    ) -> Result<bool, StopReason> {
        if options.is_empty() {
            return Ok(x == 0);
        }
        let cover = self.cover(options);
        if self.monoid.in_kernel(x) && self.monoid.grundy(x) == cover.mex && self.is_settled(&cover) {
            return Ok(true);
        }
        if x as usize >= self.monoid.inner() {
            return Ok(false);
        }
        match self.needs(&cover, x) {
            None => Ok(false),
            Some(needs) if self.adds_nothing(x, &needs) => Ok(true),
            Some(needs) => self.close_with(x, needs, limits),
        }
    }

    /// Whether a recorded state, one of earlier heaps only, has the same value and at least these needs; or, without a
    /// kernel, there are no needs. Then no sum with the new heap can fail unless one without it does.
    fn adds_nothing(&self, x: Value, needs: &BitSet) -> bool {
        (!self.monoid.has_kernel() && needs.is_empty()) || self.is_dominated(x, needs)
    }

    fn is_dominated(&self, x: Value, needs: &BitSet) -> bool {
        self.by_value.get(&x).is_some_and(|list| {
            list.iter().any(|at| {
                let state = &self.states[*at as usize];
                !state.superseded && needs.is_subset(&state.needs)
            })
        })
    }

    /// Adds a heap's state as a generator and closes under sums. False, with everything as before, when a state needs 1.
    ///
    /// Every sum of generators is dominated by a recorded state, by induction on its length: a recorded state that dominates
    /// the sum without its last summand has been combined with that summand. Hence a state may be dropped when
    /// *any* recorded one dominates it; but a generator itself stays in the list of generators, even if sums that contain
    /// it dominate it.
    fn close_with(&mut self, x: Value, needs: BitSet, limits: &Limits) -> Result<bool, StopReason> {
        let (old, old_generators) = (self.states.len(), self.generators.len());
        let mut superseded: Vec<u32> = Vec::new();
        self.generators.push((x, needs.clone()));
        let mut waiting = vec![(x, needs)];
        let outcome = self.close(&mut waiting, old, &mut superseded, limits);
        if !matches!(outcome, Ok(true)) {
            self.generators.truncate(old_generators);
            for state in self.states.drain(old..) {
                if let Some(list) = self.by_value.get_mut(&state.value) {
                    list.pop();
                }
            }
            for at in superseded.into_iter().filter(|at| (*at as usize) < old) {
                self.states[at as usize].superseded = false;
            }
        }
        outcome
    }

    fn close(
        &mut self,
        waiting: &mut Vec<(Value, BitSet)>,
        old: usize,
        superseded: &mut Vec<u32>,
        limits: &Limits,
    ) -> Result<bool, StopReason> {
        // Old states have met the old generators; they meet the new one when their turn comes.
        let mut next_old = 0;
        let newest = self.generators.len() - 1;
        loop {
            let (value, needs) = match waiting.pop() {
                Some(state) => state,
                None => {
                    if next_old == old {
                        return Ok(true);
                    }
                    let state = &self.states[next_old];
                    next_old += 1;
                    if !state.superseded {
                        let (value, needs) = (state.value, state.needs.clone());
                        waiting.push(self.combine(value, &needs, newest));
                    }
                    continue;
                }
            };
            if self.is_harmless(value, &needs) || self.is_dominated(value, &needs) {
                continue;
            }
            limits.poll()?;
            if needs.contains(0) {
                return Ok(false);
            }
            self.record(value, needs.clone(), superseded);
            for generator in 0..self.generators.len() {
                waiting.push(self.combine(value, &needs, generator));
            }
        }
    }

    /// Whether no sum with a position of this state can fail: normal in the kernel, or, without one, without any needs.
    fn is_harmless(&self, value: Value, needs: &BitSet) -> bool {
        if !self.monoid.has_kernel() {
            return needs.is_empty();
        }
        let up_to = self.monoid.grundy(value) as usize + 1;
        self.monoid.in_kernel(value)
            && self.monoid.labelled().iter().take(up_to).all(|below| !below.meets(needs))
    }

    fn record(&mut self, value: Value, needs: BitSet, superseded: &mut Vec<u32>) {
        let list = self.by_value.entry(value).or_default();
        for at in list.iter() {
            let state = &mut self.states[*at as usize];
            if !state.superseded && state.needs.is_subset(&needs) {
                state.superseded = true;
                superseded.push(*at);
            }
        }
        list.push(self.states.len() as u32);
        self.states.push(State { value, needs, superseded: false });
    }

    /// The state of X + Y, X given by value and needs, Y a generator: z is needed when yz is in R(X) and xz is in R(Y).
    fn combine(&self, x: Value, needs: &BitSet, generator: usize) -> (Value, BitSet) {
        let (y, other) = &self.generators[generator];
        let (by_x, by_y) = (self.monoid.products_of(x), self.monoid.products_of(*y));
        let sum = BitSet::from_fn(by_x.len(), |z| {
            needs.contains(by_y[z] as usize) && other.contains(by_x[z] as usize)
        });
        (by_x[*y as usize], sum)
    }
}
