//! Games that are infinite themselves, although their followers are not.
//!
//! When the game G does not close, a sequence was met that did not repeat: that of sums of some followers B beside a fixed sum of others
//! and of G ([`Given`]). Made as small as possible, that problem depends on B and on where a move in the fixed sum wins, and it is the
//! same for very many games. It is proved once; then it is recognised.

use std::collections::HashMap;
use std::sync::Arc;

use impartial::limits::{Limits, StopReason};
use impartial::misere::infinite::{Given, InfiniteBeside};
use impartial::misere::{KnownSequences, OutcomeDiagram, Sum};

use super::born::Games;
use super::proof;
use crate::hash::hash_of;

/// A problem that was met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The game by which it was met first.
    pub game: Games,
    /// The games B: sums of these are looked at.
    pub generators: Games,
    /// The fixed sum: games born by day 4, or the game itself, with the numbers of copies.
    pub beside: Vec<(Option<usize>, usize)>,
    /// The certificate that the quotient is infinite, for that game; `None` when no proof was found.
    pub certificate: Option<Arc<str>>,
    /// The SHA-256 of B and of where a move in the fixed sum wins: the name of the problem.
    pub hash: String,
}

/// All problems met so far.
#[derive(Clone, Default)]
pub(super) struct Problems {
    pub(super) met: Vec<Problem>,
    numbers: HashMap<Vec<u32>, usize>,
    pub(super) known: KnownSequences,
}

/// The name of a game among the generators of a diagram: its place, or for a game born on day 5 a number beyond all places.
const DAY_5: u32 = 1 << 22;

/// The names of generators: the games of a closed set, then the game itself.
pub(super) fn names(set: impl Iterator<Item = usize>, game: Option<Games>) -> Vec<u32> {
    set.map(|at| at as u32).chain(game.map(|game| DAY_5 | game)).collect()
}

/// A problem made small.
pub(super) fn least(diagram: &mut OutcomeDiagram, limits: &Limits) -> Result<Option<Given>, StopReason> {
    match Given::met(diagram, limits)? {
        Some(given) => given.least(limits),
        None => Ok(None),
    }
}

/// Solves a problem that was met in a diagram.
pub(super) fn solve(
    least: &Given,
    options: &[Vec<Sum>],
    limits: &Limits,
) -> Result<Option<InfiniteBeside>, StopReason> {
    least.solve(&|generator| options[generator as usize].clone(), limits)
}

impl Problems {
    /// The problem behind the failure to add a game to a diagram; `None` when none is found within the limits. `options` are those of all
    /// generators, `names` their names.
    pub(super) fn of(
        &mut self,
        game: Games,
        diagram: &mut OutcomeDiagram,
        options: &[Vec<Sum>],
        names: &[u32],
        limits: &Limits,
    ) -> Option<usize> {
        if let Some(number) = diagram.recognised() {
            return Some(number);
        }
        let mut least = least(diagram, limits).ok()??;
        // Beside nothing the problem is the game itself: no other game has it.
        if least.beside.is_empty() {
            return None;
        }
        let signature = least.signature(|generator| names[generator as usize]).ok()?;
        if let Some(number) = self.numbers.get(&signature) {
            return Some(*number);
        }
        let solved = solve(&least, options, limits).ok().flatten();
        let certificate = solved.map(|solved| proof::certificate(&solved).to_string().into());
        let number = self.met.len();
        let generators: Vec<u32> = least.generators.iter().map(|g| names[*g as usize]).collect();
        self.known.insert(&generators, signature[generators.len() + 1..].to_vec(), number);
        let bytes: Vec<u8> = signature.iter().flat_map(|number| number.to_le_bytes()).collect();
        self.numbers.insert(signature, number);
        let place = |g: u32| Some(names[g as usize]).filter(|name| *name < DAY_5).map(|name| name as usize);
        self.met.push(Problem {
            game,
            generators: generators.iter().filter(|name| **name < DAY_5).map(|name| 1 << name).sum(),
            beside: least.beside.iter().map(|(g, copies)| (place(*g), *copies)).collect(),
            certificate,
            hash: hash_of(&bytes),
        });
        Some(number)
    }
}
