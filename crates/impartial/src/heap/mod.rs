//! Taking-and-breaking games: heaps of tokens, and a code that says how many tokens may be taken and into how many
//! heaps the rest may be left.
//!
//! Conventions, once: heaps are numbered from 0, the empty heap; a position is a multiset of non-empty heaps, largest
//! first; "period p from heap n" means G(m + p) = G(m) for every m ≥ n, with n least.
//!
//! Read in this order: [`digit`] (what one digit allows), [`code`] (the rules of a game), [`parse`] and [`names`]
//! (codes as text), [`position`] (options, and the definition-level game).

pub mod code;
pub mod digit;
pub mod names;
pub mod parse;
pub mod position;

pub use code::HeapCode;
pub use digit::{Digit, Shape};
pub use names::NAMES;
pub use parse::CodeError;
pub use position::HeapGame;
