//! Every question of the library from data, with its answer as JSON text; and the checker of certificates.

use impartial::group::{self, FiniteGroup, GroupError};
use impartial::{Files, Limits};
use impartial_report::{Asked, Outside};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::NotUnderstood;
use crate::run::run;

/// Files below a folder, if one was given.
struct Folder<'a>(Option<&'a str>);

impl Files for Folder<'_> {
    fn text(&self, name: &str) -> Result<String, String> {
        let Some(folder) = self.0 else { return Err(format!("cannot read {name}: no folder was given")) };
        let path = std::path::Path::new(folder).join(name);
        std::fs::read_to_string(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))
    }

    fn group(&self, text: &str, limits: &Limits) -> Result<FiniteGroup, GroupError> {
        group::parse(text, limits)
    }
}

impl Outside for Folder<'_> {
    fn threads(&self) -> usize {
        std::thread::available_parallelism().map_or(1, usize::from)
    }
}

/// Asks a question given as JSON; the answer is JSON too: `status`, and with it `answer`, `text`, or `message`, `place` and `help`.
#[pyfunction]
#[pyo3(signature = (question, folder=None, seconds=None, watcher=None))]
pub fn ask(
    py: Python<'_>,
    question: &str,
    folder: Option<&str>,
    seconds: Option<f64>,
    watcher: Option<Py<PyAny>>,
) -> PyResult<String> {
    let asked: Asked =
        serde_json::from_str(question).map_err(|error| PyValueError::new_err(error.to_string()))?;
    let folder = Folder(folder);
    let reply = run(
        py,
        seconds,
        watcher.as_ref(),
        |reply: &serde_json::Value| reply["status"] != "answered",
        |limits| asked.tell(&limits, &Limits::none().with_work(1 << 14), &folder),
    )?;
    Ok(reply.to_string())
}

/// Verifies a certificate, with code that shares nothing with the solvers; what it proves, in words.
///
/// # Errors
/// When the certificate is refused.
#[pyfunction]
pub fn check(py: Python<'_>, certificate: &str) -> PyResult<String> {
    let verified = py.detach(|| impartial_check::check(certificate));
    verified.map(|verified| verified.statement).map_err(|refusal| NotUnderstood::new_err(refusal.to_string()))
}
