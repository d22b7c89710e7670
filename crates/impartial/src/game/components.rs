//! Games that fall apart: a position is a sum of components, and a move replaces one component by a few others.
//!
//! Sums are searched by definition, like everything in this module; but a sum is stored as a short list of numbers, and equal
//! sums are met once however they arose, so that a hundred thousand sums take a fraction of a second.

use std::fmt;
use std::hash::Hash;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{Outcome, Play, Unsolved};
use crate::limits::{Limits, StopReason};

/// A ruleset whose positions are sums of components.
///
/// ```
/// use impartial::game::{Components, SumSearch};
/// use impartial::game::{Outcome, Play};
/// use impartial::limits::Limits;
///
/// /// Kayles: knock down one pin or two neighbours; what is left falls into two rows.
/// struct Kayles;
/// impl Components for Kayles {
///     type Component = u32;
///     fn options(&self, row: &u32) -> Vec<Vec<u32>> {
///         let rows = |left, right| [left, right].into_iter().filter(|row| *row > 0).collect();
///         let after = |taken: u32| (0..=row.saturating_sub(taken)).map(move |left| rows(left, row - taken - left));
///         (1..=2).filter(|taken| taken <= row).flat_map(after).collect()
///     }
/// }
///
/// let mut search = SumSearch::new(Kayles, Play::Misere, Limits::none());
/// assert_eq!(search.outcome(&[7, 9, 12]), Ok(Outcome::N));
/// ```
pub trait Components {
    /// What sums are made of: no sum itself.
    type Component: Clone + Eq + Hash;

    /// For every move in the component, the components that it leaves: none, one or several. Repetitions are harmless.
    fn options(&self, component: &Self::Component) -> Vec<Vec<Self::Component>>;

    /// An upper bound on the number of moves that can be made in a component: its nimber is no larger.
    fn longest_play(&self, component: &Self::Component) -> u64 {
        let _ = component;
        u64::MAX
    }

    /// How much work a component is likely to be, in units of one's own: lighter ones are looked at first.
    fn weight(&self, component: &Self::Component) -> u64 {
        self.longest_play(component)
    }

    /// The nimber of a component where a theorem tells it at once.
    fn theorem(&self, component: &Self::Component) -> Option<u64> {
        let _ = component;
        None
    }
}

/// Finds outcomes of sums by looking at everything that must be looked at, and remembers them.
///
/// Cost: for every sum met, its moves; a sum with c different components is compared in O(c). No recursion.
///
/// Invariants:
/// 1. every sum stands once in the table, with its components sorted and counted;
/// 2. a sum that is `Known` has that outcome, and only sums on the stack of a running search are `Open`.
pub struct SumSearch<G: Components> {
    game: G,
    play: Play,
    limits: Limits,
    numbers: FxHashMap<G::Component, u32>,
    components: Vec<G::Component>,
    /// The moves of a component, each as sorted numbers; worked out when first wanted.
    moves: Vec<Option<Arc<Moves>>>,
    sums: Sums,
    states: Vec<State>,
    scratch: Scratch,
}

/// The moves of a component: the components that each of them leaves, sorted, one move after the other.
struct Moves {
    left: Vec<u32>,
    /// Where each move ends, and what it adds to the hash of a sum.
    ends: Vec<(u32, u64)>,
}

/// Lists under way, kept for the room they have.
#[derive(Default)]
struct Scratch {
    /// The sum whose options are listed; the same without the component moved in; an option.
    sum: Vec<Counted>,
    rest: Vec<Counted>,
    option: Vec<Counted>,
}

/// What is known of a sum.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Met,
    Open,
    Known(Outcome),
}

/// Where a sum stands in the table.
type Place = u32;

/// A sum whose moves have been listed and none of whose options is known to be P; the options still to be looked at.
struct Frame {
    sum: Place,
    options: Vec<Place>,
}

impl<G: Components> fmt::Debug for SumSearch<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SumSearch")
            .field("play", &self.play)
            .field("sums_met", &self.sums_met())
            .finish_non_exhaustive()
    }
}

impl<G: Components> SumSearch<G> {
    /// A search that knows nothing yet. The bound on positions in `limits` is a bound on the sums met, over all questions.
    pub fn new(game: G, play: Play, limits: Limits) -> Self {
        SumSearch {
            game,
            play,
            limits,
            numbers: FxHashMap::default(),
            components: Vec::new(),
            moves: Vec::new(),
            sums: Sums::default(),
            states: Vec::new(),
            scratch: Scratch::default(),
        }
    }

    /// The number of sums met so far.
    pub fn sums_met(&self) -> u64 {
        self.states.len() as u64
    }

    /// Goes on under other limits; what is known stays known.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// The outcome of a sum of components.
    ///
    /// # Errors
    /// When a limit is reached (asking again goes on from there), or the moves run in a circle.
    pub fn outcome(&mut self, components: &[G::Component]) -> Result<Outcome, Unsolved> {
        let counted: Vec<(G::Component, u32)> = components.iter().map(|part| (part.clone(), 1)).collect();
        self.outcome_of_counted(&counted)
    }

    /// The outcome of a sum of components with their multiplicities.
    ///
    /// # Errors
    /// As for [`outcome`](Self::outcome).
    pub fn outcome_of_counted(&mut self, components: &[(G::Component, u32)]) -> Result<Outcome, Unsolved> {
        let mut sum: Vec<Counted> = Vec::with_capacity(components.len());
        for (component, count) in components.iter().filter(|(_, count)| *count > 0) {
            add(&mut sum, self.number(component), *count);
        }
        let hash = |part: &Counted| key(component_of(*part)).wrapping_mul(*part & COUNT);
        let hash = sum.iter().map(hash).fold(0, u64::wrapping_add);
        let root = self.meet(&sum, hash)?;
        let result = self.search(root);
        if result.is_err() {
            // What was under way is as if never looked at.
            self.states
                .iter_mut()
                .filter(|state| **state == State::Open)
                .for_each(|state| *state = State::Met);
        }
        result
    }

    fn search(&mut self, root: Place) -> Result<Outcome, Unsolved> {
        let mut stack: Vec<Frame> = Vec::new();
        let mut next = Some(root);
        loop {
            if let Some(sum) = next.take() {
                match self.states[sum as usize] {
                    State::Known(_) => {}
                    State::Open => return Err(Unsolved::Loopy),
                    State::Met => match self.list_options(sum)? {
                        Ok(outcome) => self.states[sum as usize] = State::Known(outcome),
                        Err(options) => {
                            self.states[sum as usize] = State::Open;
                            stack.push(Frame { sum, options });
                        }
                    },
                }
            }
            let Some(frame) = stack.last_mut() else {
                let State::Known(outcome) = self.states[root as usize] else {
                    unreachable!("the stack is empty when the first sum is known")
                };
                return Ok(outcome);
            };
            // Options that are known by now: one P decides, those that are N are done with.
            let states = &self.states;
            let mut is_won = false;
            while let Some(option) = frame.options.last() {
                match states[*option as usize] {
                    State::Known(Outcome::P) => {
                        is_won = true;
                        break;
                    }
                    State::Known(Outcome::N) => frame.options.pop(),
                    State::Open => return Err(Unsolved::Loopy),
                    State::Met => break,
                };
            }
            match frame.options.last() {
                Some(option) if !is_won => next = Some(*option),
                _ => {
                    let outcome = if is_won { Outcome::N } else { Outcome::P };
                    self.states[frame.sum as usize] = State::Known(outcome);
                    stack.pop();
                }
            }
        }
    }

    /// The outcome of a sum when its options tell at once, because it is over or one of them is known to be P; otherwise the
    /// options that are not known.
    fn list_options(&mut self, sum: Place) -> Result<Result<Outcome, Vec<Place>>, StopReason> {
        self.limits.poll()?;
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.sum.clear();
        scratch.sum.extend_from_slice(self.sums.parts(sum));
        let listed = self.list_options_of(self.sums.hash(sum), &mut scratch);
        self.scratch = scratch;
        listed
    }

    fn list_options_of(
        &mut self,
        hash: u64,
        Scratch { sum, rest, option }: &mut Scratch,
    ) -> Result<Result<Outcome, Vec<Place>>, StopReason> {
        let mut options = Vec::new();
        let mut is_over = true;
        for at in 0..sum.len() {
            let component = component_of(sum[at]);
            let moves = self.moves_of(component);
            is_over &= moves.ends.is_empty();
            without_one(sum, at, rest);
            let rest_hash = hash.wrapping_sub(key(component));
            let mut begin = 0;
            for (end, left_hash) in &moves.ends {
                let left = &moves.left[begin..*end as usize];
                begin = *end as usize;
                merge(rest, left, option);
                let place = self.meet(option, rest_hash.wrapping_add(*left_hash))?;
                match self.states[place as usize] {
                    State::Known(Outcome::P) => return Ok(Ok(Outcome::N)),
                    State::Known(Outcome::N) => {}
                    State::Met | State::Open => options.push(place),
                }
            }
        }
        Ok(match (is_over, options.is_empty()) {
            (true, _) => Ok(self.play.outcome_at_the_end()),
            (false, true) => Ok(Outcome::P),
            (false, false) => Err(options),
        })
    }

    /// The place of a sum, entered when it is new.
    fn meet(&mut self, sum: &[Counted], hash: u64) -> Result<Place, StopReason> {
        let place = self.sums.place(sum, hash);
        if place as usize == self.states.len() {
            self.states.push(State::Met);
            // One more may be met than is allowed; it stays, and is not looked at.
            self.limits.poll_positions(self.states.len() as u64)?;
        }
        Ok(place)
    }

    fn number(&mut self, component: &G::Component) -> u32 {
        if let Some(number) = self.numbers.get(component) {
            return *number;
        }
        let number = u32::try_from(self.components.len()).expect("fewer than 2^32 components fit in memory");
        self.numbers.insert(component.clone(), number);
        self.components.push(component.clone());
        self.moves.push(None);
        number
    }

    /// The moves of a component, each once.
    fn moves_of(&mut self, component: u32) -> Arc<Moves> {
        if let Some(moves) = &self.moves[component as usize] {
            return Arc::clone(moves);
        }
        let listed = self.game.options(&self.components[component as usize]);
        let mut moves: Vec<Vec<u32>> = listed
            .iter()
            .map(|left| {
                let mut numbers: Vec<u32> = left.iter().map(|part| self.number(part)).collect();
                numbers.sort_unstable();
                numbers
            })
            .collect();
        moves.sort_unstable();
        moves.dedup();
        let mut end = 0;
        let ends = (moves.iter())
            .map(|left| {
                end += u32::try_from(left.len()).expect("fewer than 2^32 components are left by a move");
                (end, left.iter().map(|part| key(*part)).fold(0, u64::wrapping_add))
            })
            .collect();
        let moves = Arc::new(Moves { ends, left: moves.concat() });
        self.moves[component as usize] = Some(Arc::clone(&moves));
        moves
    }
}

/// A component (the high half) and how often it occurs (the low half): one number, so that sums are compared as memory is.
type Counted = u64;

/// The half of a [`Counted`] that counts.
const COUNT: u64 = u32::MAX as u64;

fn component_of(part: Counted) -> u32 {
    (part >> 32) as u32
}

fn counted(component: u32, count: u32) -> Counted {
    u64::from(component) << 32 | u64::from(count)
}

/// The part with more copies of its component.
fn plus(part: Counted, count: u32) -> Counted {
    let count = (part & COUNT) + u64::from(count);
    assert!(count <= COUNT, "fewer than 2^32 components in a sum");
    part & !COUNT | count
}

/// What one copy of a component adds to the hash of a sum.
fn key(component: u32) -> u64 {
    let mut x = (u64::from(component) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// Adds copies of a component to a sorted list.
fn add(sum: &mut Vec<Counted>, component: u32, count: u32) {
    match sum.binary_search_by_key(&component, |part| component_of(*part)) {
        Ok(at) => sum[at] = plus(sum[at], count),
        Err(at) => sum.insert(at, counted(component, count)),
    }
}

/// Makes `rest` the sum without one copy of the component at a place.
fn without_one(sum: &[Counted], at: usize, rest: &mut Vec<Counted>) {
    rest.clear();
    rest.extend_from_slice(&sum[..at]);
    if sum[at] & COUNT > 1 {
        rest.push(sum[at] - 1);
    }
    rest.extend_from_slice(&sum[at + 1..]);
}

/// Makes `option` the sum of the rest and what a move leaves, both sorted.
fn merge(rest: &[Counted], left: &[u32], option: &mut Vec<Counted>) {
    option.clear();
    let mut from = 0;
    for component in left {
        // Components that a move leaves are mostly small numbers of their own: few steps.
        while from < rest.len() && component_of(rest[from]) < *component {
            option.push(rest[from]);
            from += 1;
        }
        let same = |part: Counted| component_of(part) == *component;
        match (rest.get(from), option.last_mut()) {
            (Some(part), _) if same(*part) => {
                option.push(plus(*part, 1));
                from += 1;
            }
            (_, Some(last)) if same(*last) => *last = plus(*last, 1),
            _ => option.push(counted(*component, 1)),
        }
    }
    option.extend_from_slice(&rest[from..]);
}

/// Sums, each stored once, found by a hash that does not depend on the order of components.
#[derive(Default)]
struct Sums {
    /// The components of all sums, one after the other.
    parts: Vec<Counted>,
    /// Where each sum begins; it ends where the next one begins.
    starts: Vec<u32>,
    hashes: Vec<u64>,
    /// Open addressing: a place plus one, or 0.
    table: Vec<Place>,
}

impl Sums {
    fn parts(&self, place: Place) -> &[Counted] {
        let end = self.starts.get(place as usize + 1).map_or(self.parts.len(), |end| *end as usize);
        &self.parts[self.starts[place as usize] as usize..end]
    }

    fn hash(&self, place: Place) -> u64 {
        self.hashes[place as usize]
    }

    /// The place of a sum; a new sum goes to the end.
    fn place(&mut self, sum: &[Counted], hash: u64) -> Place {
        if (self.hashes.len() + 1) * 2 > self.table.len() {
            self.grow();
        }
        let mask = self.table.len() - 1;
        let mut at = hash as usize & mask;
        while self.table[at] != 0 {
            let place = self.table[at] - 1;
            if self.hash(place) == hash && self.parts(place) == sum {
                return place;
            }
            at = (at + 1) & mask;
        }
        let fits = "fewer than 2^32 components of sums fit in memory";
        let place = Place::try_from(self.hashes.len()).expect(fits);
        self.table[at] = place + 1;
        self.starts.push(u32::try_from(self.parts.len()).expect(fits));
        self.parts.extend_from_slice(sum);
        self.hashes.push(hash);
        place
    }

    fn grow(&mut self) {
        let size = (self.table.len() * 2).max(1 << 10);
        self.table = vec![0; size];
        for (place, hash) in self.hashes.iter().enumerate() {
            let mut at = *hash as usize & (size - 1);
            while self.table[at] != 0 {
                at = (at + 1) & (size - 1);
            }
            self.table[at] = place as u32 + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Solver};

    /// Take any number of tokens from a row; or split it in two.
    struct Rows;

    impl Components for Rows {
        type Component = u32;

        fn options(&self, row: &u32) -> Vec<Vec<u32>> {
            let smaller = (0..*row).map(|left| if left == 0 { vec![] } else { vec![left] });
            smaller.chain((1..*row).map(|left| vec![left, row - left])).collect()
        }
    }

    /// The same by the definition: positions are sorted lists.
    impl Game for Rows {
        type Position = Vec<u32>;

        fn options(&self, rows: &Vec<u32>) -> Vec<Vec<u32>> {
            let mut options = Vec::new();
            for at in 0..rows.len() {
                for left in Components::options(self, &rows[at]) {
                    let mut option = rows.clone();
                    option.remove(at);
                    option.extend(left);
                    option.sort_unstable();
                    options.push(option);
                }
            }
            options
        }
    }

    #[test]
    fn sums_have_the_outcomes_of_the_definition() {
        for play in [Play::Normal, Play::Misere] {
            let mut solver = Solver::new(&Rows, Limits::none());
            let mut search = SumSearch::new(Rows, play, Limits::none());
            for a in 0..6 {
                for b in a..6 {
                    for c in b..6 {
                        let rows: Vec<u32> = [a, b, c].into_iter().filter(|row| *row > 0).collect();
                        assert_eq!(search.outcome(&rows), solver.outcome(&rows, play), "{rows:?} {play}");
                    }
                }
            }
        }
    }

    #[test]
    fn an_option_is_the_rest_and_what_is_left() {
        let sum = [counted(1, 2), counted(4, 1), counted(7, 3)];
        let (mut rest, mut option) = (Vec::new(), Vec::new());
        for (at, part) in sum.iter().enumerate() {
            for left in [&[][..], &[0], &[1, 1], &[2, 4], &[4, 4, 4], &[7, 9], &[3, 7, 7, 8, 8]] {
                without_one(&sum, at, &mut rest);
                merge(&rest, left, &mut option);
                let mut expected: Vec<Counted> = Vec::new();
                for other in &sum {
                    let count = (*other & COUNT) as u32 - u32::from(other == part);
                    if count > 0 {
                        add(&mut expected, component_of(*other), count);
                    }
                }
                left.iter().for_each(|component| add(&mut expected, *component, 1));
                assert_eq!(option, expected, "{at} {left:?}");
            }
        }
    }

    #[test]
    fn a_stopped_search_goes_on() {
        let mut search = SumSearch::new(Rows, Play::Misere, Limits::none().with_positions(20));
        assert_eq!(search.outcome(&[9, 8]), Err(Unsolved::Stopped(StopReason::positions(20))));
        search.set_limits(Limits::none());
        let mut fresh = SumSearch::new(Rows, Play::Misere, Limits::none());
        assert_eq!(search.outcome(&[9, 8]), fresh.outcome(&[9, 8]));
        assert_eq!(search.outcome_of_counted(&[(3, 4)]), fresh.outcome(&[3, 3, 3, 3]));
    }

    #[test]
    fn moves_in_a_circle_are_found() {
        struct Circle;
        impl Components for Circle {
            type Component = u32;
            fn options(&self, at: &u32) -> Vec<Vec<u32>> {
                vec![vec![(at + 1) % 3]]
            }
        }
        let mut search = SumSearch::new(Circle, Play::Normal, Limits::none());
        assert_eq!(search.outcome(&[0]), Err(Unsolved::Loopy));
    }
}
