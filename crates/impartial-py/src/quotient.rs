//! A misère quotient as a Python object: its elements are words in the generators, as papers print them.

use impartial::misere::algebraic::monoid::Word;
use impartial::misere::generator_name;
use impartial::question::{QuotientQuestion, QuotientValue};
use impartial::{
    AlgebraicQuotient, Answer, Asking, BigInt, BigUint, BipartiteMonoid, Element, Limits, Presentation,
    Question, Refused,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::refused;
use crate::run::run;

/// A misère quotient: what was found as JSON text, and its elements where they can be computed with.
#[pyclass(frozen, module = "impartial_games._native")]
pub struct Quotient {
    /// The answer as JSON text.
    #[pyo3(get)]
    json: String,
    elements: Elements,
}

/// How the elements are known.
enum Elements {
    /// All of them.
    Listed(Box<(BipartiteMonoid, Presentation)>),
    /// By a description of infinitely many.
    Algebraic(Box<AlgebraicQuotient>),
    /// Not.
    Unknown,
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
        let QuotientValue { elements, detail, algebraic, infinite, .. } = answer.value;
        let elements = match (algebraic.and_then(|found| found.quotient), elements.zip(detail)) {
            (Some(all), _) => Elements::Algebraic(Box::new(all)),
            // Those of the heaps before, which are not the elements that were asked for.
            (None, Some(_)) if infinite.is_some() => Elements::Unknown,
            (None, Some((elements, detail))) => {
                Elements::Listed(Box::new((elements.monoid, detail.presentation)))
            }
            (None, None) => Elements::Unknown,
        };
        Ok(Quotient { json: serde_json::Value::Object(json).to_string(), elements })
    }

    /// The value of a heap of any size, where a description of infinitely many gives it.
    fn value(&self, heap: &str) -> PyResult<Option<String>> {
        let Elements::Algebraic(all) = &self.elements else { return Ok(None) };
        let heap: BigUint =
            heap.parse().map_err(|_| PyValueError::new_err(format!("{heap} is no size of a heap")))?;
        Ok(Some(all.word_of_heap(&heap)))
    }

    /// Generators, relations and families of P, where a description of infinitely many says them.
    fn described(&self) -> Option<[Vec<String>; 3]> {
        let Elements::Algebraic(all) = &self.elements else { return None };
        let description = all.describe();
        let generators = description.generators.iter().map(ToString::to_string).collect();
        let own = std::iter::once("a^2 = 1".to_owned());
        let relations = own.chain(description.relations.iter().map(ToString::to_string)).collect();
        Some([generators, relations, description.p.iter().map(ToString::to_string).collect()])
    }

    /// The product of two elements.
    fn multiply(&self, left: &str, right: &str) -> PyResult<String> {
        Ok(match &self.elements {
            Elements::Algebraic(all) => all.word(&all.product(&read(all, left)?, &read(all, right)?)),
            _ => {
                let (monoid, presentation) = self.listed()?;
                presentation.word(monoid.product(self.element(left)?, self.element(right)?)).to_string()
            }
        })
    }

    /// A power of an element.
    fn power(&self, word: &str, exponent: u64) -> PyResult<String> {
        Ok(match &self.elements {
            Elements::Algebraic(all) => all.word(&all.power(read(all, word)?, &exponent.into())),
            _ => {
                let (monoid, presentation) = self.listed()?;
                presentation.word(monoid.power(self.element(word)?, exponent)).to_string()
            }
        })
    }

    /// Whether an element is P.
    fn is_p(&self, word: &str) -> PyResult<bool> {
        match &self.elements {
            Elements::Algebraic(all) => Ok(all.is_p(&read(all, word)?)),
            _ => Ok(self.listed()?.0.is_p(self.element(word)?)),
        }
    }

    /// All elements.
    fn elements(&self) -> PyResult<Vec<String>> {
        let (monoid, presentation) = self.listed()?;
        Ok((0..monoid.order() as Element).map(|x| presentation.word(x).to_string()).collect())
    }

    /// The elements that are their own squares.
    fn idempotents(&self) -> PyResult<Vec<String>> {
        let (monoid, presentation) = self.listed()?;
        let all = 0..monoid.order() as Element;
        let own = all.filter(|x| monoid.product(*x, *x) == *x);
        Ok(own.map(|x| presentation.word(x).to_string()).collect())
    }
}

impl Quotient {
    fn listed(&self) -> PyResult<&(BipartiteMonoid, Presentation)> {
        match &self.elements {
            Elements::Listed(listed) => Ok(listed),
            Elements::Algebraic(_) => Err(PyValueError::new_err("there are infinitely many elements")),
            Elements::Unknown => Err(PyValueError::new_err("the elements are not listed")),
        }
    }

    /// The element that a word is.
    fn element(&self, word: &str) -> PyResult<Element> {
        let (monoid, presentation) = self.listed()?;
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

/// The element of infinitely many that a word is.
fn read(all: &AlgebraicQuotient, word: &str) -> PyResult<Word<BigInt>> {
    all.read_word(word).map_err(PyValueError::new_err)
}
