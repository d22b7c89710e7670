//! Nimbers of games that fall apart, without the nimbers of everything below.
//!
//! To know that a component has nimber k one has to know of each option only that its nimber is not k; where an option falls
//! apart, all parts but the heaviest get their nimbers, and of the heaviest one question is asked.

use std::fmt;

use rustc_hash::FxHashMap;

use super::components::Components;
use super::{Outcome, Unsolved};
use crate::limits::{Limits, StopReason};

/// Finds nimbers of sums of components, and remembers what it learns of each component: its nimber, or what it is not.
///
/// Cost: depends on luck; never more than (the largest nimber + 1) times the moves of all components that can be reached, in memory
/// proportional to the components met.
///
/// ```
/// use impartial::game::{Components, NimberSearch};
/// use impartial::limits::Limits;
///
/// /// Dawson's Kayles: take two neighbours from a row; the rest stays in two rows.
/// struct Dawson;
/// impl Components for Dawson {
///     type Component = u32;
///     fn options(&self, row: &u32) -> Vec<Vec<u32>> {
///         (0..row.saturating_sub(1)).map(|left| vec![left, row - 2 - left]).collect()
///     }
/// }
///
/// let mut search = NimberSearch::new(Dawson, Limits::none());
/// let nimbers: Vec<u64> = (0..10).map(|row| search.nimber(&[row]).unwrap()).collect();
/// assert_eq!(nimbers, [0, 0, 1, 1, 2, 0, 3, 1, 1, 0]);
/// ```
pub struct NimberSearch<G: Components> {
    game: G,
    limits: Limits,
    known: FxHashMap<G::Component, Known>,
    depth: usize,
}

/// What is known of the nimber of a component.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known {
    Exactly(u64),
    /// It is none of the numbers below 64 whose bits are set.
    Not(u64),
}

/// An option whose nimber is not known: the nim-sum of its parts that are, and the others, the heaviest last.
struct Open<C> {
    value: u64,
    parts: Vec<C>,
    heaviest: u64,
}

/// Questions nest at most so deep: two for a move. Longer play is refused rather than trusted to the stack.
const DEEPEST: usize = 4_000;

impl<G: Components> fmt::Debug for NimberSearch<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NimberSearch").field("components_met", &self.components_met()).finish_non_exhaustive()
    }
}

impl<G: Components> NimberSearch<G> {
    /// A search that knows nothing yet. The bound on positions in `limits` is a bound on the components met.
    pub fn new(game: G, limits: Limits) -> Self {
        NimberSearch { game, limits, known: FxHashMap::default(), depth: 0 }
    }

    /// The number of components whose moves were looked at.
    pub fn components_met(&self) -> u64 {
        self.known.len() as u64
    }

    /// Goes on under other limits; what is known stays known.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The nimber of a sum of components.
    ///
    /// # Errors
    /// When a limit is reached (asking again goes on from there), or play is longer than two thousand moves.
    pub fn nimber(&mut self, components: &[G::Component]) -> Result<u64, Unsolved> {
        self.depth = 0;
        components.iter().try_fold(0, |sum, part| Ok(sum ^ self.nimber_of(part)?))
    }

    /// Whether a sum of components has a given nimber: often much cheaper than the nimber.
    ///
    /// # Errors
    /// As for [`nimber`](Self::nimber).
    pub fn is(&mut self, components: &[G::Component], nimber: u64) -> Result<bool, Unsolved> {
        self.depth = 0;
        match self.open(components) {
            Ok(value) => Ok(value == nimber),
            Err(open) => self.is_open(&open, nimber),
        }
    }

    /// The outcome of a sum of components in normal play.
    ///
    /// # Errors
    /// As for [`nimber`](Self::nimber).
    pub fn outcome(&mut self, components: &[G::Component]) -> Result<Outcome, Unsolved> {
        Ok(if self.is(components, 0)? { Outcome::P } else { Outcome::N })
    }

    /// What is known of a component. Those that were only met as options take no memory: the theorem of the game is asked again.
    fn known(&self, component: &G::Component) -> Known {
        if let Some(known) = self.known.get(component) {
            return *known;
        }
        self.game.theorem(component).map_or(Known::Not(0), Known::Exactly)
    }

    /// The nimber of a sum all of whose components are known, else what is not known of it. Equal components cancel.
    fn open(&self, components: &[G::Component]) -> Result<u64, Open<G::Component>> {
        let mut value = 0;
        let mut parts: Vec<G::Component> = Vec::new();
        for part in components {
            match self.known(part) {
                Known::Exactly(nimber) => value ^= nimber,
                Known::Not(_) => match parts.iter().position(|other| other == part) {
                    Some(equal) => drop(parts.swap_remove(equal)),
                    None => parts.push(part.clone()),
                },
            }
        }
        if parts.is_empty() {
            return Ok(value);
        }
        parts.sort_by_key(|part| self.game.weight(part));
        let heaviest = parts.last().map_or(0, |part| self.game.weight(part));
        Err(Open { value, parts, heaviest })
    }

    fn is_open(&mut self, open: &Open<G::Component>, nimber: u64) -> Result<bool, Unsolved> {
        let (last, others) = open.parts.split_last().expect("an open sum has a component");
        let mut value = open.value ^ nimber;
        for part in others {
            value ^= self.nimber_of(part)?;
        }
        self.component_is(last, value)
    }

    fn nimber_of(&mut self, component: &G::Component) -> Result<u64, Unsolved> {
        for nimber in 0.. {
            if let Known::Exactly(nimber) = self.known(component) {
                return Ok(nimber);
            }
            if self.component_is(component, nimber)? {
                return Ok(nimber);
            }
        }
        unreachable!("a component with n options has a nimber of n at most")
    }

    /// Whether a component has this nimber.
    fn component_is(&mut self, component: &G::Component, nimber: u64) -> Result<bool, Unsolved> {
        match self.known(component) {
            Known::Exactly(known) => return Ok(known == nimber),
            Known::Not(numbers) if bit(nimber) & numbers != 0 => return Ok(false),
            Known::Not(_) if nimber > self.game.longest_play(component) => return Ok(false),
            Known::Not(_) => {}
        }
        self.limits.poll_positions(self.known.len() as u64)?;
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(StopReason::Cap { what: "moves of play", bound: DEEPEST as u64 / 2 }.into());
        }
        let found = self.look_for(component, nimber)?;
        self.depth -= 1;
        Ok(found)
    }

    fn look_for(&mut self, component: &G::Component, nimber: u64) -> Result<bool, Unsolved> {
        let options = self.game.options(component);
        let (mut seen, mut is_seen) = (0, false);
        let mut open = Vec::new();
        for option in &options {
            match self.open(option) {
                Ok(value) => {
                    seen |= bit(value);
                    is_seen |= value == nimber;
                }
                Err(unknown) => open.push(unknown),
            }
        }
        drop(options);
        self.exclude(component, seen);
        if is_seen {
            return Ok(false);
        }
        open.sort_by_key(|option| option.heaviest);
        for option in open {
            if self.is_open(&option, nimber)? {
                self.exclude(component, bit(nimber));
                return Ok(false);
            }
        }
        // No option has this nimber: the component has it exactly when options have all smaller ones.
        for smaller in 0..nimber {
            if self.component_is(component, smaller)? {
                return Ok(false);
            }
        }
        self.known.insert(component.clone(), Known::Exactly(nimber));
        Ok(true)
    }

    fn exclude(&mut self, component: &G::Component, numbers: u64) {
        match self.known.entry(component.clone()).or_insert(Known::Not(0)) {
            Known::Not(excluded) => *excluded |= numbers,
            Known::Exactly(_) => {}
        }
    }
}

/// The bit of a nimber; none for large ones, about which nothing is remembered but that they are it.
fn bit(nimber: u64) -> u64 {
    if nimber < 64 { 1 << nimber } else { 0 }
}
