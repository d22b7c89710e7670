//! Long sequences as numpy arrays.

use impartial::{GrundySequence, HeapCode, Limits, StopReason};
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::{Unanswered, unread};
use crate::run::run;

/// The Grundy values of heaps 0 to `to`, and the period if it was proved: its length, its first heap, and the saltus of an arithmetic one.
#[pyfunction]
#[pyo3(signature = (code, to, seconds=None, watcher=None))]
#[allow(clippy::type_complexity)]
pub fn grundy_values<'py>(
    py: Python<'py>,
    code: &str,
    to: u64,
    seconds: Option<f64>,
    watcher: Option<Py<PyAny>>,
) -> PyResult<(Bound<'py, PyArray1<u64>>, Option<(u64, u64, u64)>)> {
    const MOST: u64 = 1 << 33;
    let parsed: HeapCode = code.parse().map_err(|error| unread(code, error))?;
    if to >= MOST {
        return Err(PyValueError::new_err(format!("the last heap is below {MOST} here")));
    }
    let work = |limits: Limits| -> Result<_, StopReason> {
        let mut sequence = GrundySequence::new(parsed.clone());
        sequence.find_period(to, &limits)?;
        sequence.extend_to(to, &limits)?;
        let values: Vec<u64> = (0..=to).map_while(|heap| sequence.value(heap)).collect();
        Ok((values, sequence.law().map(|law| (law.length, law.first, law.saltus))))
    };
    let (values, law) = run(py, seconds, watcher.as_ref(), Result::is_err, work)?
        .map_err(|reason| Unanswered::new_err(reason.to_string()))?;
    Ok((values.into_pyarray(py), law))
}

/// The nim products of two arrays, term by term.
#[pyfunction]
pub fn nim_products<'py>(
    py: Python<'py>,
    left: PyReadonlyArray1<'py, u64>,
    right: PyReadonlyArray1<'py, u64>,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let (left, right) = (left.as_array(), right.as_array());
    if left.len() != right.len() {
        return Err(PyValueError::new_err(format!("{} and {} terms", left.len(), right.len())));
    }
    let mut products = left.to_vec();
    let owned;
    let factors = match right.as_slice() {
        Some(factors) => factors,
        None => {
            owned = right.to_vec();
            &owned
        }
    };
    py.detach(|| impartial::nim::product_words(&mut products, factors));
    Ok(products.into_pyarray(py))
}
