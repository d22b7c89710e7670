//! Automatic arrays: functions on N^k that a finite automaton computes from the digits of the coordinates.
//!
//! An array x ↦ a(x) on N^k is *automatic* when a [`DigitAutomaton`] that reads all coordinates at once, least significant
//! digit first, ends in a state that knows a(x). Every finite union of eventually periodic sets is of this kind, every
//! semilinear set too, and so are fractals like Pascal's triangle modulo two.
//!
//! What makes them the tool for proving things about all positions of a game at once: a statement about a(x),
//! a(x + d), a(x + d'), …, quantified over *all* x, is decided by following the automata of the shifted arrays side by side
//! through their finitely many joint states ([`explore`](explore())). So a description of the P-positions that was guessed
//! from data is either verified, for the whole of N^k, or refuted by a shortest position where it fails.
//!
//! Digits: the first digit of axis i has a radix m_i of one's choice, all further ones are binary. Odd periods go into the first
//! digit, powers of two take care of themselves.
//!
//! Read in this order: [`automaton`] (arrays), [`learn`](learn()) (an automaton from a box of data), [`reader`](mod@reader) (what can be read
//! off digits), [`explore`](explore()) (all joint states), then the readers: [`Shifted`], [`Line`], [`HalfSpace`], [`FinitePoints`],
//! [`Translates`]; [`agree`](agree()) compares two of them, and [`along_axis`] decides about periods. In the plane there is another
//! way to know an array at all points, a [`Fan`] of sectors; an [`Array`] is the one or the other.

mod agree;
pub(crate) mod array;
pub(crate) mod automaton;
mod explore;
pub(crate) mod fan;
mod half_space;
mod learn;
mod line;
mod period;
mod points;
pub(crate) mod reader;
mod shifted;
mod translates;
mod verification;

pub use agree::agree;
pub use array::Array;
pub use automaton::{DigitAutomaton, Radices};
pub use explore::{Explored, explore};
pub use fan::Fan;
pub use half_space::HalfSpace;
pub use learn::{learn, learn_while};
pub use line::Line;
pub use period::{AlongAxis, along_axis};
pub use points::FinitePoints;
pub use reader::{Reader, Rule, reader, tabulate};
pub use shifted::{OUTSIDE, Shifted};
pub use translates::{Translate, Translates};
pub use verification::Verification;
