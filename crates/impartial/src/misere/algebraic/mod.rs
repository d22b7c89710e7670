//! Algebraic periodicity: games with infinite misère quotients, all of whose partial quotients are finite, solved for all heaps
//! by one finite description.
//!
//! [PS, Section 3] asks for "a precise definition of algebraic periodicity" and "an analogue of the Periodicity Theorem". Here
//! the definition is an [`AlgebraicQuotient`]: values of heaps in a [`PresburgerMonoid`](monoid::PresburgerMonoid), whose
//! elements are words with integer parameters such as a b^m c_n, and whose operations are decision trees on linear forms. The
//! theorem is in [`verify`]: four checks, each that some systems of linear inequalities and parities have no integer solution,
//! prove the outcome of every sum. 0.26 and 4.7 [PS, Appendix A] are found in this way, and so are 0.54, 0.145, 0.175, 0.355,
//! 0.357, 0.516, 0.724 and 0.734, which the paper leaves open.
//!
//! Read in this order: [`tree`] (functions by cases), [`monoid`] and [`pretending`] (the description), [`strategy`] (the proof
//! data), [`quotient`] (all together); then what proves it: [`system`] (linear arithmetic), [`region`] and [`symbolic`]
//! (products for all parameters at once), [`moves`], [`verify`]; how it is found: [`search`]; how it is printed: [`describe`];
//! which positions of other games have values in it: [`guests`].

mod certificate;
pub mod describe;
mod guests;
pub mod monoid;
pub mod moves;
pub mod pretending;
pub mod quotient;
pub mod region;
pub mod search;
pub mod strategy;
pub mod symbolic;
pub mod system;
pub mod tree;
pub mod verify;

pub use describe::Description;
pub use quotient::AlgebraicQuotient;
pub use search::{AlgebraicFailure, AlgebraicSearch};
