//! Conway's Field On_2: nim addition and nim multiplication \[L\].
//!
//! | file | idea |
//! |---|---|
//! | [`definition`] | the definition and the algorithms of Lenstra's exercises: the slow faces |
//! | `word` | [`Nimber`]: the fields of 2^8 to 2^128 elements in machine words |
//! | `big` | [`BigNimber`]: every finite nimber |
//! | `prepared` | [`Prepared`], [`PreparedSlice`]: the polynomial basis, for long computations and for slices |
//! | `clmul`, `basis`, `limbs` | how: carry-less products, the change of basis, the tower above 64 bits |
//! | [`fermat`] | the factors of the orders of the finite fields |

mod basis;
mod big;
pub mod calculator;
mod clmul;
pub mod definition;
pub mod fermat;
mod limbs;
mod logarithm;
mod polynomial;
mod prepared;
mod transfinite;
mod word;

pub use big::BigNimber;
pub use polynomial::BinaryPolynomial;
pub use prepared::{Prepared, PreparedSlice, product_slices};
pub use transfinite::{AlgebraicClosure, Excess, TransfiniteError};
pub use word::{NimWord, Nimber, Roots, product};
