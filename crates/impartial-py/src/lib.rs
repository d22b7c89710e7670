//! The native half of the Python package `impartial_games`: positions, questions, sequences, nimbers and the checker of certificates.
//! What one types in Python is in `python/impartial_games`; this half asks the library and hands over values.
//!
//! Read [`run`] (how Ctrl-C ends a computation), [`position`], [`ask`] (every question), [`arrays`] (numpy).

mod arrays;
mod ask;
mod error;
mod position;
mod quotient;
mod run;

use pyo3::prelude::*;

/// The native half of `impartial_games`.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::arrays::{grundy_values, nim_products};
    #[pymodule_export]
    use super::ask::{ask, check};
    #[pymodule_export]
    use super::error::{NotUnderstood, Unanswered};
    #[pymodule_export]
    use super::position::{
        Position, code_text, graph_position, nim_evaluate, nimber, outcome, read, winning_moves,
    };

    #[pymodule_export]
    use super::quotient::Quotient;

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
