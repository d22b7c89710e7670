//! The recursion: from the rules to the misère outcome function.
//!
//! Let K_m(b), for a function b of the first m generators, be the only function g of them with
//!
//! > g(Y) is true exactly if b(Y) is false and g(Y') is false for every option Y' of Y.
//!
//! Here b says where the player to move wins by some move outside Y. With `zero` true at the empty sum only, K_n(zero) is
//! the misère outcome function of n generators: true at P-positions. (With b false everywhere it is normal play.)
//!
//! Cut g in the number i of copies of the last generator H. A move is either in H, to an option o of H with one
//! copy less, or in the rest. So the slices satisfy
//!
//! > g_i = K_{m-1}( b_i ∪ ⋃ over options o of H of (g_{i-1} shifted by o) ),   K_0(b) = not b.
//!
//! The pair (g_i, phase of i in the loop of b) determines the next one: the first repetition proves that the slices repeat
//! for ever. If the quotient is finite there are finitely many slices and a repetition comes; if it is infinite, none does
//! for some b. A bound on the length of sequences stops the second case; reaching it is evidence, not proof.

use rustc_hash::FxHashMap;

use super::known::KnownSequences;
use super::memo::Memo;
use super::store::{Diagram, Function};
use crate::limits::{Limits, StopReason};
use crate::misere::rules::{Generator, Sum};

/// What was seen when a sequence of slices grew past the bound without repeating: evidence of an infinite quotient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// The generator whose copies do not become periodic.
    pub generator: Generator,
    /// How many copies were looked at.
    pub copies: usize,
    /// The earlier generators whose own sequences grow with the number of copies, with the length of their longest
    /// non-periodic part after a quarter, a half, three quarters and all of the copies. A steady increase is a "diagonal":
    /// the outcome depends on a difference of two exponents.
    pub growing: Vec<(Generator, Vec<u32>)>,
}

/// The length of a sequence at which known ones are looked for: few that repeat are longer.
const ASK_AT: usize = 7;

/// Where a sequence was met that did not repeat: beside fixed numbers of copies of later generators, and given where the player to
/// move wins by a move in these.
///
/// Where a long sequence inside is only the trace of one outside, it is the outer one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The generator whose copies do not become periodic.
    pub generator: Generator,
    /// Where a move in the later generators wins: b in K(b) of the sequence; `None` where there are none, and b is true at 0 alone.
    pub given: Option<Function>,
    /// The later generators with their numbers of copies, from the earliest; those of which there is none are left out.
    pub beside: Vec<(Generator, usize)>,
}

/// Why a generator could not be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutcomeStop {
    /// A limit was reached.
    Limit(StopReason),
    /// A sequence did not repeat within the bound.
    Diverging(Divergence),
}

impl From<StopReason> for OutcomeStop {
    fn from(reason: StopReason) -> Self {
        OutcomeStop::Limit(reason)
    }
}

/// The misère outcome function of growing rules, one generator at a time.
///
/// ```
/// use impartial::limits::Limits;
/// use impartial::misere::OutcomeDiagram;
/// let mut diagram = OutcomeDiagram::new();
/// diagram.push(&[vec![]], &Limits::none()).unwrap(); // *1 = {0}
/// diagram.push(&[vec![], vec![0]], &Limits::none()).unwrap(); // *2 = {0, *1}
/// assert!(diagram.is_p(&[1, 0]) && diagram.is_p(&[0, 2])); // *1 and *2 + *2
/// let (quotient, phi) = diagram.quotient(&Limits::none()).unwrap();
/// assert_eq!((quotient.order(), quotient.p_order()), (6, 2)); // T_2
/// assert_eq!(phi.len(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct OutcomeDiagram {
    pub(super) diagram: Diagram,
    /// The options of each generator.
    pub(super) options: Vec<Vec<Sum>>,
    /// K: the key is (number of generators, b).
    pub(super) outcomes: Memo,
    pub(super) root: Function,
    bound: usize,
    /// Whether the bound was asked for, whatever it takes to reach it.
    patient: bool,
    /// The bound of the attempt under way.
    attempt: usize,
    /// See [`OutcomeDiagram::unfinished_order`].
    pub(super) unfinished: Option<usize>,
    /// The bound and the work of the attempt that was under way when the last push was stopped by a limit.
    pub(super) begun: Option<(usize, u64)>,
    /// See [`OutcomeDiagram::enumerated`].
    pub(super) enumerated: usize,
    /// Where the sequence that did not repeat was met, when the last push was stopped by the bound.
    pub(super) met: Option<Place>,
    /// The names of the generators, and sequences that are known not to repeat, while these are looked for.
    known: Option<(Vec<u32>, KnownSequences)>,
    /// The number of the known sequence that the last push met.
    recognised: Option<usize>,
    /// K that lead to a known sequence, with its number; the key is that of `outcomes`.
    pub(super) refuted: FxHashMap<u64, usize>,
    /// The options of the generator that the last push refused.
    refused: Option<Vec<Sum>>,
    /// Whether no lower bound for the order is worked out after a failure.
    is_hasty: bool,
    /// The longest sequence of slices under way when the last push was stopped, and its level.
    longest: (usize, Vec<Function>),
    /// The shifts of one function by the options of a generator, while their union is made.
    shifts: Vec<Function>,
}

impl Default for OutcomeDiagram {
    fn default() -> Self {
        Self::new()
    }
}

impl OutcomeDiagram {
    /// The longest sequence looked at before a generator is called diverging. Sequences of finite quotients met so
    /// far have at most two dozen entries.
    ///
    /// The bound is approached in steps, 40, 80, 160, and not raised further when a step took much work, since the next one
    /// takes several times as much; a bound that was set is always reached.
    pub const DEFAULT_BOUND: usize = 160;
    const FIRST_BOUND: usize = 40;
    /// The number of functions made in one attempt after which the bound is not raised.
    const MUCH_WORK: u64 = 400_000;

    /// No generators: the only position is the empty sum, an N-position.
    pub fn new() -> Self {
        OutcomeDiagram {
            diagram: Diagram::default(),
            options: Vec::new(),
            outcomes: Memo::default(),
            root: Function::FALSE,
            bound: Self::DEFAULT_BOUND,
            patient: false,
            attempt: Self::FIRST_BOUND,
            unfinished: None,
            begun: None,
            enumerated: 1,
            met: None,
            known: None,
            recognised: None,
            refuted: FxHashMap::default(),
            refused: None,
            is_hasty: false,
            longest: (0, Vec::new()),
            shifts: Vec::new(),
        }
    }

    /// The same with another bound on the length of sequences.
    #[must_use]
    pub fn with_bound(mut self, bound: usize) -> Self {
        self.set_bound(bound);
        self
    }

    /// Another bound on the length of sequences.
    pub fn set_bound(&mut self, bound: usize) {
        self.bound = bound.max(1);
        self.patient = true;
        self.begun = None;
    }

    /// The same without lower bounds for the order after a failure, which take most of its time.
    #[must_use]
    pub fn hasty(mut self) -> Self {
        self.is_hasty = true;
        self
    }

    /// Where the last [`push`](Self::push) met a sequence that did not repeat within the bound, if that is why it failed.
    pub fn met(&self) -> Option<&Place> {
        self.met.as_ref()
    }

    /// As [`push`](Self::push), but ends at once when a sequence is met that is known not to repeat; the number of that one is then in
    /// [`recognised`](Self::recognised). `names` are those of all generators, the new one included.
    pub fn push_knowing(
        &mut self,
        options: &[Sum],
        names: &[u32],
        known: &mut KnownSequences,
        limits: &Limits,
    ) -> Result<(), OutcomeStop> {
        self.known = Some((names.to_vec(), std::mem::take(known)));
        let pushed = self.push(options, limits);
        if let Some((_, lent)) = self.known.take() {
            *known = lent;
        }
        pushed
    }

    /// The known sequence that ended the last push.
    pub fn recognised(&self) -> Option<usize> {
        self.recognised
    }

    /// Takes the last generator away. What was worked out about the others is remembered.
    ///
    /// # Panics
    /// When there is none.
    pub fn pop(&mut self) {
        let level = self.generators().checked_sub(1).expect("there is a generator");
        // The slice at no copies of it is the outcome function of the others.
        let node = self.diagram.node(self.root);
        if self.diagram.height(self.root) as usize > level {
            self.root = self.diagram.child(&node, 0, self.root);
        }
        self.options.pop();
        (self.unfinished, self.begun, self.met) = (None, None, None);
    }

    /// The number of generators.
    pub fn generators(&self) -> usize {
        self.options.len()
    }

    /// The number of functions stored at present.
    pub fn nodes(&self) -> usize {
        self.diagram.len()
    }

    /// How many functions have been made so far, counted each time.
    pub fn work(&self) -> u64 {
        self.diagram.work()
    }

    /// Whether the sum with these exponents is a P-position in misère play.
    pub fn is_p(&self, exponents: &[u32]) -> bool {
        self.diagram.value(self.root, exponents)
    }

    /// Adds a generator with the given options, sums of generators that are there. After an error the diagram is as before,
    /// but what was worked out is remembered: pushed again, a generator that a limit stopped goes on where it was.
    ///
    /// With n generators before it, and f_0 the outcome function of those: f_i = K_n(⋃ f_{i-1} shifted by o), since the
    /// top function b is `zero`, which is false in every slice but the first.
    ///
    /// # Panics
    /// When there is no option, or an option uses a generator that is not there.
    pub fn push(&mut self, options: &[Sum], limits: &Limits) -> Result<(), OutcomeStop> {
        assert!(!options.is_empty(), "a generator has an option");
        assert!(
            options.iter().flatten().all(|g| (*g as usize) < self.options.len()),
            "options use earlier generators"
        );
        self.diagram.limits = limits.clone();
        self.diagram.scratch.clear();
        let level = self.options.len();
        self.options.push(options.to_vec());
        (self.unfinished, self.met, self.recognised) = (None, None, None);
        self.longest = (0, Vec::new());
        let mut slices = Vec::new();
        match self.attempts(level, &mut slices) {
            Ok(root) => {
                self.root = root;
                self.enumerated = 1;
                self.begun = None;
            }
            Err(stop) => {
                if matches!(stop, OutcomeStop::Diverging(_)) {
                    self.begun = None;
                }
                let (inner_level, inner) = std::mem::take(&mut self.longest);
                if !self.is_hasty {
                    self.unfinished =
                        self.distinct_shifts(slices, level).max(self.distinct_shifts(inner, inner_level));
                }
                self.refused = self.options.pop();
                self.diagram.scratch.clear();
                return Err(stop);
            }
        }
        Ok(())
    }

    /// The outcome function with generator `level`, the bound raised step by step. What one attempt finished, the next one
    /// remembers.
    fn attempts(&mut self, level: usize, slices: &mut Vec<Function>) -> Result<Function, OutcomeStop> {
        let (attempt, mut before) = self.begun.unwrap_or((Self::FIRST_BOUND, 0));
        self.attempt = attempt.min(self.bound);
        loop {
            let start = self.diagram.work();
            *slices = vec![self.root];
            self.met = None;
            let result = self.top(level, slices);
            let work = before + (self.diagram.work() - start);
            self.begun = Some((self.attempt, work));
            let affordable = self.patient || work < Self::MUCH_WORK;
            before = 0;
            if !matches!(result, Err(OutcomeStop::Diverging(_))) || self.attempt >= self.bound || !affordable
            {
                return result;
            }
            self.diagram.scratch.clear();
            self.attempt = (2 * self.attempt).min(self.bound);
        }
    }

    fn top(&mut self, level: usize, slices: &mut Vec<Function>) -> Result<Function, OutcomeStop> {
        loop {
            let previous = slices[slices.len() - 1];
            let b = self.reachable(level, previous, Function::FALSE)?;
            let next = self.outcome(level, b).map_err(|stop| self.seen_from(level, None, slices, stop))?;
            if let Some(start) = slices.iter().position(|slice| *slice == next) {
                self.diagram.scratch.extend(slices.iter().map(|slice| slice.0));
                return Ok(self.diagram.intern(level as u32, 0, start)?);
            }
            if slices.len() >= self.attempt {
                self.met = Some(Place { generator: level as Generator, given: None, beside: Vec::new() });
                return Err(OutcomeStop::Diverging(self.divergence(level, slices)));
            }
            slices.push(next);
        }
    }

    /// K_n(b) for all n generators that are there: the outcomes of their sums when b says where the player to move wins by a
    /// move elsewhere. `bound` is the length of sequences at which it gives up.
    pub(in crate::misere) fn outcomes_given(
        &mut self,
        b: Function,
        bound: usize,
        limits: &Limits,
    ) -> Result<Function, OutcomeStop> {
        self.outcomes_below(self.generators(), b, bound, limits)
    }

    /// K_m(b) for the first m generators.
    pub(in crate::misere) fn outcomes_below(
        &mut self,
        m: usize,
        b: Function,
        bound: usize,
        limits: &Limits,
    ) -> Result<Function, OutcomeStop> {
        self.diagram.limits = limits.clone();
        self.diagram.scratch.clear();
        self.attempt = bound;
        (self.met, self.recognised) = (None, None);
        self.outcome(m, b)
    }

    /// The same, given up with [`StopReason::Cap`] after so many functions were made.
    #[must_use]
    pub(in crate::misere) fn within(mut self, most_work: u64) -> Self {
        self.diagram.most_work = most_work;
        self
    }

    /// The options of a generator that is there, or was when the last push failed; `None` when there is none.
    pub(in crate::misere) fn options_of(&self, generator: Generator) -> Option<&[Sum]> {
        let place = generator as usize;
        if place == self.options.len() {
            self.refused.as_deref()
        } else {
            self.options.get(place).map(Vec::as_slice)
        }
    }

    /// Adds a generator without asking for the outcome function, which stays that of the others: for [`outcomes_given`](Self::outcomes_given)
    /// alone.
    pub(in crate::misere) fn push_unasked(&mut self, options: &[Sum]) {
        self.options.push(options.to_vec());
    }

    /// The outcome function of the generators that are there.
    pub(in crate::misere) fn root(&self) -> Function {
        self.root
    }

    /// The store of functions.
    pub(in crate::misere) fn diagram(&mut self) -> &mut Diagram {
        &mut self.diagram
    }

    /// A proved lower bound for the order of the quotient with the generator whose last [`push`](Self::push) failed.
    ///
    /// The sum of i copies of it and a position W of the others has, among the others, the outcomes of the i-th slice
    /// shifted by W. Sums for which these functions differ are distinguishable, and the slices computed are exact. The same
    /// holds further down, where the numbers of copies of several generators are fixed.
    pub fn unfinished_order(&self) -> Option<usize> {
        self.unfinished
    }

    /// The number of different functions among the slices and their shifts by the first `level` generators, as far as
    /// a few milliseconds of work find them: the limits have been reached, and any number found is a bound.
    fn distinct_shifts(&mut self, slices: Vec<Function>, level: usize) -> Option<usize> {
        const NODES: usize = 1 << 14;
        const SHIFTS: usize = 1 << 16;
        let most_nodes = self.diagram.len() + NODES;
        let mut shifts = 0;
        self.diagram.scratch.clear();
        self.diagram.limits = Limits::none();
        let mut seen: rustc_hash::FxHashSet<Function> = slices.iter().copied().collect();
        let mut found = slices;
        let mut at = 0;
        while at < found.len() && shifts < SHIFTS {
            for generator in 0..level as u32 {
                if self.diagram.len() > most_nodes {
                    return Some(found.len());
                }
                shifts += 1;
                let shifted = self.diagram.shift(found[at], generator).ok()?;
                if seen.insert(shifted) {
                    found.push(shifted);
                }
            }
            at += 1;
        }
        Some(found.len())
    }

    /// b ∪ ⋃ over the options o of the generator of (f shifted by o).
    pub(in crate::misere) fn reachable(
        &mut self,
        generator: usize,
        f: Function,
        mut b: Function,
    ) -> Result<Function, StopReason> {
        if b == Function::TRUE {
            return Ok(b);
        }
        // Many options lead to the same function.
        let mut shifts = std::mem::take(&mut self.shifts);
        shifts.clear();
        for at in 0..self.options[generator].len() {
            let mut shifted = f;
            for place in 0..self.options[generator][at].len() {
                shifted = self.diagram.shift(shifted, self.options[generator][at][place])?;
            }
            shifts.push(shifted);
        }
        shifts.sort_unstable();
        shifts.dedup();
        for shifted in &shifts {
            b = self.diagram.union(b, *shifted)?;
        }
        self.shifts = shifts;
        Ok(b)
    }

    /// K_m(b).
    fn outcome(&mut self, m: usize, b: Function) -> Result<Function, OutcomeStop> {
        if b == Function::TRUE {
            return Ok(Function::FALSE);
        }
        if m == 0 {
            return Ok(!b);
        }
        let key = (m as u64) << 32 | u64::from(b.0);
        if let Some(known) = self.outcomes.get(key) {
            return Ok(Function(known));
        }
        let generator = m - 1;
        if self.known.is_some()
            && let Some(number) = self.refuted.get(&key)
        {
            self.recognised = Some(*number);
            return Err(Self::met_again(generator));
        }
        let node = self.diagram.node(b);
        let sliced = self.diagram.height(b) as usize == m;
        let mut slices: Vec<Function> = Vec::new();
        let loop_start = loop {
            let i = slices.len() as u32;
            let place = if sliced { node.place(i) } else { 0 };
            let slice = if sliced { self.diagram.child(&node, place, b) } else { b };
            let b_i = match slices.last() {
                None => slice,
                Some(previous) => self.reachable(generator, *previous, slice)?,
            };
            let next = match self.outcome(generator, b_i) {
                Ok(next) => next,
                Err(stop) => {
                    if let Some(number) = self.recognised {
                        self.refuted.insert(key, number);
                        return Err(stop);
                    }
                    let stop = self.seen_from(generator, Some(b), &slices, stop);
                    self.remember_longest(generator, slices);
                    return Err(stop);
                }
            };
            // A repetition counts only at the same phase of b.
            let phase = |k: usize| if sliced { node.place(k as u32) } else { 0 };
            if let Some(start) = (0..slices.len()).find(|k| slices[*k] == next && phase(*k) == place) {
                break start;
            }
            if slices.len() == ASK_AT && self.is_recognised(generator, b)? {
                self.refuted.insert(key, self.recognised.unwrap_or(0));
                return Err(Self::met_again(generator));
            }
            if slices.len() >= self.attempt {
                self.met =
                    Some(Place { generator: generator as Generator, given: Some(b), beside: Vec::new() });
                let seen = self.divergence(generator, &slices);
                self.remember_longest(generator, slices);
                return Err(OutcomeStop::Diverging(seen));
            }
            slices.push(next);
        };
        let base = self.diagram.scratch.len();
        self.diagram.scratch.extend(slices.iter().map(|slice| slice.0));
        let result = self.diagram.intern(generator as u32, base, loop_start)?;
        self.outcomes.insert(key, result.0);
        Ok(result)
    }

    /// Whether the sequence of a generator with b is a known one, which is then that of `recognised`.
    fn is_recognised(&mut self, generator: usize, b: Function) -> Result<bool, StopReason> {
        let Some((names, known)) = &self.known else { return Ok(false) };
        self.recognised = known.find(&self.diagram, &names[..=generator], b)?;
        Ok(self.recognised.is_some())
    }

    /// The end of a search that met a known sequence.
    fn met_again(generator: usize) -> OutcomeStop {
        let generator = generator as Generator;
        OutcomeStop::Diverging(Divergence { generator, copies: ASK_AT, growing: Vec::new() })
    }

    fn remember_longest(&mut self, level: usize, slices: Vec<Function>) {
        if slices.len() > self.longest.1.len() {
            self.longest = (level, slices);
        }
    }

    /// A divergence met while computing the next slice, as this sequence shows it: a long part before a loop in a lower
    /// sequence is usually the trace of a diagonal that the outer sequence has been building.
    fn seen_from(
        &mut self,
        generator: usize,
        given: Option<Function>,
        slices: &[Function],
        stop: OutcomeStop,
    ) -> OutcomeStop {
        match stop {
            OutcomeStop::Diverging(inner) if self.recognised.is_some() => OutcomeStop::Diverging(inner),
            OutcomeStop::Diverging(inner) => {
                let outer = self.divergence(generator, slices);
                if outer.growing.is_empty() {
                    if let Some(met) = self.met.as_mut().filter(|_| !slices.is_empty()) {
                        met.beside.push((generator as Generator, slices.len()));
                    }
                    return OutcomeStop::Diverging(inner);
                }
                self.met = Some(Place { generator: generator as Generator, given, beside: Vec::new() });
                OutcomeStop::Diverging(outer)
            }
            limit @ OutcomeStop::Limit(_) => limit,
        }
    }

    /// How the slices grow, sampled at the quarters.
    fn divergence(&self, generator: usize, slices: &[Function]) -> Divergence {
        if slices.is_empty() {
            return Divergence { generator: generator as Generator, copies: 0, growing: Vec::new() };
        }
        let samples = [1, 2, 3, 4]
            .map(|quarter| self.diagram.profile(slices[(slices.len() * quarter / 4).max(1) - 1], generator));
        let growing = (0..generator)
            .map(|g| (g as Generator, samples.iter().map(|profile| profile[g]).collect::<Vec<u32>>()))
            .filter(|(_, lengths)| lengths.windows(2).all(|pair| pair[0] < pair[1]))
            .collect();
        Divergence { generator: generator as Generator, copies: slices.len(), growing }
    }
}
