//! Transitions: how a quotient is verified on the rules, and how heaps that add nothing to it are settled one by one.
//!
//! Let (Q, P) be a reduced bipartite monoid and Phi a map from the generators of a game to Q. It is the misère quotient
//! of the game exactly if Phi is onto as a homomorphism and there is no *failure*: a position X with X and an option X'
//! both in P (a P-failure), or X ≠ 0 not in P with no option in P (an N-failure) [PS, Appendix B].
//!
//! For a position X with value x the *unmet needs* are
//!
//! > R(X) = { z in Q : xz is not in P, and no option X' of X has Phi(X')·z in P }.
//!
//! X is an N-failure exactly if 1 is in R(X), and R(X + Y) = { z : yz in R(X) and xz in R(Y) }. So the pairs (x, R(X)) of all
//! positions are found by closing those of the generators under sums, and one state makes another superfluous
//! when it has the same value and no fewer needs. This is the transition algebra of [PS, Section 7] turned around: it
//! keeps what is still wanted in place of what is there, which makes the antichains much smaller.
//!
//! [`split`] holds Q in the form used here, with the kernel as the group of Grundy values where that is so; [`needs`]
//! the states and their closure; [`options`] the values of a heap's options; [`source`] where heaps come from.

mod needs;
mod options;
mod source;
mod split;

pub use needs::{SavedStates, Transitions};
pub use options::OptionValues;
pub use source::{Source, Union};
pub use split::{SavedSplit, SplitMonoid, Value};
