//! Conway's Field On_2: nim addition and nim multiplication \[L\].
//!
//! | file | idea |
//! |---|---|
//! | [`definition`] | the definition and the algorithms of Lenstra's exercises: the slow faces |
//! | `word` | [`Nimber`]: the fields of 2^8 to 2^128 elements in machine words |
//! | `big` | [`BigNimber`]: every finite nimber |
//! | `operators` | what else a number type has: differences, quotients, sums of lists, texts, wider words |
//! | `prepared` | [`Prepared`], [`PreparedSlice`]: the polynomial basis, for long computations and for slices |
//! | `prepared_polynomial`, `prepared_matrix` | [`PreparedPolynomial`], [`PreparedMatrix`]: with prepared coefficients |
//! | `clmul`, `basis`, `digits`, `limbs` | how: carry-less products, changes of basis, the tower above 64 bits |
//! | `logarithm`, `logarithm_table` | discrete logarithms, one by one or through tables: [`Logarithms`] |
//! | `transfinite` | [`AlgebraicClosure`]: the ordinals below ω^(ω^ω) |
//! | `perfect` | [`PerfectClosure`]: the ordinals below ω^(ω^(ω^ω+1)) |
//! | [`calculator`] | expressions, read and evaluated |
//! | [`fermat`], `prime` | the factors of the orders of the finite fields; primes with proof |

mod basis;
mod big;
pub mod calculator;
mod clmul;
pub mod definition;
// Tables for wide registers, which other processors do not use.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
mod digits;
pub mod fermat;
mod limbs;
mod logarithm;
mod logarithm_table;
mod operators;
mod perfect;
mod polynomial;
mod prepared;
mod prepared_matrix;
mod prepared_polynomial;
pub(crate) mod prime;
mod transfinite;
mod word;

pub use big::BigNimber;
pub use logarithm_table::Logarithms;
pub use perfect::PerfectClosure;
pub use polynomial::BinaryPolynomial;
pub use prepared::{Prepared, PreparedSlice, product_slices, product_words};
pub use prepared_matrix::PreparedMatrix;
pub use prepared_polynomial::PreparedPolynomial;
pub use transfinite::{AlgebraicClosure, Excess, TransfiniteError};
pub use word::{NimWord, Nimber, Roots, product};
