//! Infinite because of the sums beside one fixed sum.
//!
//! Sequences that do not repeat are often met before the last generator is added many times: beside a fixed sum C of later
//! generators, the outcomes of C + Y depend on a difference of exponents in Y. To prove that the quotient is infinite, nothing has to be
//! known of sums with more than C: let B be some generators that contain all their followers. The sums w + Y, where w is C or a
//! position that play in C leads to and Y is any sum of B, are closed under moves, so the local rule determines their outcomes; and if
//! infinitely many Y have different outcomes beside C, the quotient is infinite.
//!
//! Read in this order: [`given`] (the problem, made small: it depends on B and on where a move in C wins), [`words`]
//! (C and the positions that follow it), [`solve`] (the array, and the proof at every position).

mod given;
mod solve;
mod words;

pub use given::Given;
pub use solve::InfiniteBeside;
