//! The misère outcome function itself, exact, as a shared diagram of nested eventually periodic sequences.
//!
//! Order the generators so that options use earlier ones only, and let f(x) be true when the sum with x_g copies of
//! each generator g is a P-position. Fix the number i of copies of the last generator: the slices f_0, f_1, … are functions
//! of the earlier generators, and each is computed from the one before by the rules alone (see [`outcome`]). If
//! two of them agree, the slices repeat from there on, for ever. So f is an eventually periodic sequence of functions,
//! each of which is one again, and so on: a [`Diagram`] stores every function once, in a normal form, so that equal
//! functions are equal numbers.
//!
//! Two sums are indistinguishable exactly if the shifted functions f(G + ·) and f(H + ·) are equal. So the misère
//! quotient is the set of shifts of f, and the shifts by generators are its Cayley graph. Nothing is guessed: the
//! computation ends exactly when the quotient is finite, and every step on the way is true.
//!
//! # Operations
//! A function is a number in a [`Diagram`]; |f| is the count of nodes below it. All results are remembered.
//!
//! | operation | where | cost |
//! |---|---|---|
//! | equality, complement, value at zero | [`Function`] | one comparison |
//! | f(x) for given exponents | [`Diagram::value`] | the number of levels |
//! | union | [`operate`] | at most \|f\| · \|g\| nodes, each as long as the longer beginning plus the lcm of the periods |
//! | shift, unshift, restriction | [`operate`] | \|f\| nodes |
//! | outcome of one more generator | [`OutcomeDiagram::push`] | (slices until two agree) · (options) unions and shifts |
//! | the quotient | [`OutcomeDiagram::quotient`] | (order) · (generators) shifts |
//! | forgetting unused nodes | [`OutcomeDiagram::collect`] | the nodes that stay |
//!
//! To prove that a quotient is infinite, slices of this kind are put in an array over the generators that grow, and the
//! recursion is checked cell by cell ([`super::infinite`]). What that needs besides union and shift: *unshift*
//! (g(x) = f(x - one copy of a generator), false where there is none), *restriction* (f with the exponent of one
//! generator fixed, which removes its level), and the functions in use alone in a diagram of their own ([`part`]).
//!
//! Read in this order: [`store`] (nodes and their normal form), [`operate`] (union, shift, unshift, restriction), [`outcome`] (the recursion),
//! [`derive`] (the quotient), [`collect`] (forgetting what is no longer needed).

mod collect;
mod derive;
mod known;
mod memo;
mod operate;
mod outcome;
mod part;
mod saved;
mod store;
#[cfg(test)]
mod tests;

pub use known::KnownSequences;
pub use outcome::{Divergence, OutcomeDiagram, OutcomeStop, Place};
pub use part::ListedNode;
pub use saved::SavedDiagram;
pub(crate) use store::FUNCTIONS;
pub use store::{Diagram, Function};
