//! Nimber and misère outcome of a position.

use crate::game::{Outcome, Play};

/// What is known of a position in both plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value {
    /// The nimber.
    pub nimber: u32,
    /// Whether the previous player wins misère play.
    pub is_misere_p: bool,
}

impl Value {
    /// The end of a game: no nimber to move to, and in misère play the player to move has won.
    pub const END: Value = Value { nimber: 0, is_misere_p: false };

    /// The value of a position with the options given.
    ///
    /// ```
    /// use impartial::algebra::Value;
    /// let star = Value::of([Value::END]);
    /// assert_eq!((star.nimber, star.is_misere_p), (1, true));
    /// assert_eq!(Value::of([Value::END, star]).nimber, 2);
    /// assert_eq!(Value::of([]), Value::END);
    /// ```
    pub fn of(options: impl IntoIterator<Item = Value>) -> Value {
        let mut seen = Options::default();
        options.into_iter().for_each(|option| seen.add(option));
        seen.value()
    }

    /// The outcome.
    pub fn outcome(&self, play: Play) -> Outcome {
        let is_p = match play {
            Play::Normal => self.nimber == 0,
            Play::Misere => self.is_misere_p,
        };
        if is_p { Outcome::P } else { Outcome::N }
    }
}

/// The options of a position seen so far.
///
/// Nimbers are below 64: a game is not longer than the number of prime factors of the order of its group.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Options {
    nimbers: u64,
    any: bool,
    misere_p: bool,
}

impl Options {
    pub(super) fn add(&mut self, option: Value) {
        debug_assert!(option.nimber < 64, "games of fewer than 64 moves");
        self.nimbers |= 1 << option.nimber;
        self.any = true;
        self.misere_p |= option.is_misere_p;
    }

    pub(super) fn value(&self) -> Value {
        Value { nimber: self.nimbers.trailing_ones(), is_misere_p: self.any && !self.misere_p }
    }
}
