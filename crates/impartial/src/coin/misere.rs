//! Misère play with coins alone: every position that play can reach, as a set of coins in machine words.
//!
//! The theorem that each head is a game of its own is one of normal play; here positions are searched by definition. A
//! turning set is a word, and a move is its sum with the position.

use std::fmt;
use std::hash::Hash;
use std::ops::{BitAnd, BitXor};
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use super::position::CoinGame;
use super::word::Word;
use crate::game::Outcome;
use crate::limits::{Limits, Unanswered};

/// The most turning sets in the box of the position.
const MOST_SETS: usize = 1 << 18;

/// The most positions remembered, unless whoever asks waits.
const MOST_POSITIONS: usize = 1 << 21;

/// What is known of the positions of a game in misère play; clones share it, and any two are equal.
#[derive(Clone, Default)]
pub(super) struct MisereMemory(Arc<Mutex<Option<Coins>>>);

/// The coins in a box, from 0 to the sides of it in each coordinate.
enum Coins {
    Few(Vec<u64>, Search<u64>),
    Many(Vec<u64>, Search<Word>),
    TooMany(Vec<u64>),
}

impl MisereMemory {
    /// The outcome of a position; `None` when its box has too many coins or turning sets.
    pub(super) fn outcome(
        &self,
        game: &CoinGame,
        heads: &[&[u64]],
        limits: &Limits,
    ) -> Option<Result<Outcome, Unanswered>> {
        // What a panic left is whole: nothing is half remembered.
        let mut coins = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let sides: Vec<u64> = (0..game.dimension())
            .map(|at| heads.iter().map(|head| head[at].saturating_add(1)).max().unwrap_or(0))
            .collect();
        let is_in = |coins: &Coins| coins.sides().iter().zip(&sides).all(|(have, need)| have >= need);
        if !coins.as_ref().is_some_and(is_in) {
            *coins = Some(Coins::new(game, &sides));
        }
        match coins.as_mut()? {
            Coins::Few(sides, search) => {
                Some(search.outcome(word(sides, heads, |coin| 1u64 << coin), limits))
            }
            Coins::Many(sides, search) => Some(search.outcome(word(sides, heads, Word::coin), limits)),
            Coins::TooMany(_) => None,
        }
    }

    /// The positions remembered.
    pub(super) fn positions(&self) -> usize {
        match &*self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(Coins::Few(_, search)) => search.is_lost.len(),
            Some(Coins::Many(_, search)) => search.is_lost.len(),
            Some(Coins::TooMany(_)) | None => 0,
        }
    }
}

impl fmt::Debug for MisereMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} positions", self.positions())
    }
}

impl PartialEq for MisereMemory {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for MisereMemory {}

impl Ord for MisereMemory {
    fn cmp(&self, _: &Self) -> std::cmp::Ordering {
        std::cmp::Ordering::Equal
    }
}

impl PartialOrd for MisereMemory {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for MisereMemory {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

impl Coins {
    fn new(game: &CoinGame, sides: &[u64]) -> Self {
        let sides = sides.to_vec();
        match sides.iter().try_fold(1u64, |size, side| size.checked_mul(*side)) {
            Some(size) if size <= 64 => match Search::new(game, &sides, |coin| 1u64 << coin) {
                Some(search) => Coins::Few(sides, search),
                None => Coins::TooMany(sides),
            },
            Some(size) if size <= Word::LONGEST as u64 => match Search::new(game, &sides, Word::coin) {
                Some(search) => Coins::Many(sides, search),
                None => Coins::TooMany(sides),
            },
            _ => Coins::TooMany(sides),
        }
    }

    fn sides(&self) -> &[u64] {
        match self {
            Coins::Few(sides, _) | Coins::Many(sides, _) | Coins::TooMany(sides) => sides,
        }
    }
}

/// The number of a coin in a box.
fn number(sides: &[u64], coin: &[u64]) -> usize {
    sides.iter().zip(coin).fold(0, |number, (side, at)| number * *side as usize + *at as usize)
}

/// Coins as a set.
fn word<W: Default + BitXor<Output = W>>(
    sides: &[u64],
    coins: &[impl AsRef<[u64]>],
    coin: impl Fn(usize) -> W,
) -> W {
    coins.iter().fold(W::default(), |word, at| word ^ coin(number(sides, at.as_ref())))
}

/// The search with one size of words.
struct Search<W> {
    /// For each coin, the coin alone and its turning sets.
    coins: Vec<(W, Vec<W>)>,
    is_lost: FxHashMap<W, bool>,
}

/// A position under way: the coin and the turning set that come next, and whether there was a move.
struct Frame<W> {
    position: W,
    coin: usize,
    set: usize,
    has_move: bool,
}

impl<W: Copy + Default + Eq + Hash + BitXor<Output = W> + BitAnd<Output = W>> Search<W> {
    /// `None` when there are too many turning sets.
    fn new(game: &CoinGame, sides: &[u64], coin: impl Fn(usize) -> W) -> Option<Self> {
        let mut coins = Vec::new();
        let mut count = 0;
        let mut at = vec![0; sides.len()];
        let total: u64 = sides.iter().product();
        for number in 0..total {
            let mut rest = number;
            for (at, side) in at.iter_mut().zip(sides).rev() {
                (*at, rest) = (rest % side, rest / side);
            }
            let mut sets = Vec::new();
            let is_all = game.for_each_turning_set(&at, &mut |turned| {
                sets.push(word(sides, turned, &coin));
                count += 1;
                count <= MOST_SETS
            });
            if !is_all {
                return None;
            }
            coins.push((coin(number as usize), sets));
        }
        Some(Search { coins, is_lost: FxHashMap::default() })
    }

    fn outcome(&mut self, start: W, limits: &Limits) -> Result<Outcome, Unanswered> {
        let mut stack = vec![Frame { position: start, coin: 0, set: 0, has_move: false }];
        while let Some(frame) = stack.last_mut() {
            limits.poll()?;
            if self.is_lost.len() >= MOST_POSITIONS && !limits.is_patient() {
                return Err(Unanswered::OutOfReach(format!(
                    "{MOST_POSITIONS} positions of the coins were searched; with a limit of time the search goes on until it is reached"
                )));
            }
            match Self::advance(&self.coins, &self.is_lost, frame) {
                Step::Into(option) => {
                    stack.push(Frame { position: option, coin: 0, set: 0, has_move: false });
                }
                Step::Known(is_lost) => {
                    self.is_lost.insert(frame.position, is_lost);
                    stack.pop();
                }
            }
        }
        Ok(if self.is_lost[&start] { Outcome::P } else { Outcome::N })
    }

    /// Goes through the moves to one that is not known, or to the outcome.
    fn advance(coins: &[(W, Vec<W>)], is_lost: &FxHashMap<W, bool>, frame: &mut Frame<W>) -> Step<W> {
        while let Some((alone, sets)) = coins.get(frame.coin) {
            if frame.position & *alone == *alone {
                while let Some(set) = sets.get(frame.set) {
                    frame.has_move = true;
                    let option = frame.position ^ *set;
                    match is_lost.get(&option) {
                        Some(true) => return Step::Known(false),
                        Some(false) => frame.set += 1,
                        None => return Step::Into(option),
                    }
                }
            }
            (frame.coin, frame.set) = (frame.coin + 1, 0);
        }
        // Who cannot move wins.
        Step::Known(frame.has_move)
    }
}

/// What comes next for a position.
enum Step<W> {
    Into(W),
    Known(bool),
}
