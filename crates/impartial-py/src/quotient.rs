//! A misère quotient as a Python object: its elements are words in the generators, as papers print them.

use impartial::misere::generator_name;
use impartial::question::{QuotientQuestion, QuotientValue};
use impartial::{Answer, Asking, BipartiteMonoid, Element, Limits, Presentation, Question, Refused};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::refused;
use crate::run::run;

/// A misère quotient: what was found as JSON text, and the monoid if it is finite.
#[pyclass(frozen, module = "impartial_games._native")]
pub struct Quotient {
    /// The answer as JSON text.
    #[pyo3(get)]
    json: String,
    elements: Option<(BipartiteMonoid, Presentation)>,
}

#[pymethods]
impl Quotient {
    #[new]
    #[pyo3(signature = (game, to=None, seconds=None, watcher=None))]
    fn new(
        py: Python<'_>,
        game: &str,
        to: Option<u64>,
        seconds: Option<f64>,
        watcher: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let question = QuotientQuestion { to, ..QuotientQuestion::of(game) };
        let ask = |limits: Limits| {
            let late = Limits::none().with_work(1 << 14);
            question.ask(&Asking { limits, late, ..Asking::new() })
        };
        let is_cut = |answer: &Result<Answer<QuotientValue>, Refused>| {
            !answer.as_ref().is_ok_and(|answer| answer.stopped.is_none())
        };
        let answer = run(py, seconds, watcher.as_ref(), is_cut, ask)?.map_err(refused)?;
        let json = answer.to_json().map_err(|error| PyValueError::new_err(error.to_string()))?;
        let QuotientValue { elements, detail, .. } = answer.value;
        let elements = elements.zip(detail).map(|(elements, detail)| (elements.monoid, detail.presentation));
        Ok(Quotient { json: serde_json::Value::Object(json).to_string(), elements })
    }

    /// The product of two elements.
    fn multiply(&self, left: &str, right: &str) -> PyResult<String> {
        let (monoid, presentation) = self.known()?;
        Ok(presentation.word(monoid.product(self.element(left)?, self.element(right)?)).to_string())
    }

    /// A power of an element.
    fn power(&self, word: &str, exponent: u64) -> PyResult<String> {
        let (monoid, presentation) = self.known()?;
        Ok(presentation.word(monoid.power(self.element(word)?, exponent)).to_string())
    }

    /// Whether an element is P.
    fn is_p(&self, word: &str) -> PyResult<bool> {
        Ok(self.known()?.0.is_p(self.element(word)?))
    }

    /// All elements.
    fn elements(&self) -> PyResult<Vec<String>> {
        let (monoid, presentation) = self.known()?;
        Ok((0..monoid.order() as Element).map(|x| presentation.word(x).to_string()).collect())
    }

    /// The elements that are their own squares.
    fn idempotents(&self) -> PyResult<Vec<String>> {
        let (monoid, presentation) = self.known()?;
        let all = 0..monoid.order() as Element;
        let own = all.filter(|x| monoid.product(*x, *x) == *x);
        Ok(own.map(|x| presentation.word(x).to_string()).collect())
    }
}

impl Quotient {
    fn known(&self) -> PyResult<&(BipartiteMonoid, Presentation)> {
        self.elements.as_ref().ok_or_else(|| PyValueError::new_err("the elements are not listed"))
    }

    /// The element that a word is.
    fn element(&self, word: &str) -> PyResult<Element> {
        let (monoid, presentation) = self.known()?;
        let names: Vec<String> = (0..presentation.generators().len()).map(generator_name).collect();
        let wrong = || PyValueError::new_err(format!("{word:?} is no word in {}", names.join(", ")));
        let mut rest = if word.trim() == "1" { "" } else { word.trim() };
        let mut element = 0;
        while !rest.is_empty() {
            let found = names.iter().enumerate().filter(|(_, name)| rest.starts_with(name.as_str()));
            let (generator, name) = found.max_by_key(|(_, name)| name.len()).ok_or_else(wrong)?;
            rest = &rest[name.len()..];
            let mut exponent = 1;
            if let Some(power) = rest.strip_prefix('^') {
                let digits = power.len() - power.trim_start_matches(|c: char| c.is_ascii_digit()).len();
                exponent = power[..digits].parse().map_err(|_| wrong())?;
                rest = &power[digits..];
            }
            element = monoid.product(element, monoid.power(presentation.generators()[generator], exponent));
            rest = rest.trim_start_matches([' ', '*']);
        }
        Ok(element)
    }
}
