//! How a question is asked and how its answer is wanted: limits, the form, and what comes from outside.

use impartial::question::{Asking, Files, Refused};

use crate::format::Format;

/// What the world outside brings: files and groups, cores, a memory for values that took long, someone who listens.
pub trait Outside: Files {
    /// How many threads may work; one where there are none to be had.
    fn threads(&self) -> usize {
        1
    }

    /// Excesses of primes that were worked out before: what rests on them is not called proved.
    fn excesses(&self) -> Vec<(u64, u64)> {
        Vec::new()
    }

    /// Keeps excesses that took long.
    fn keep_excesses(&self, _found: &[(u64, u64)]) {}

    /// Hears how far a quotient is known.
    fn hear_partial(&self, _heap: u64, _order: u64, _p_portion: u64) {}
}

/// Nothing comes from outside.
pub struct Nothing;

impl Files for Nothing {}
impl Outside for Nothing {}

/// How a question is asked, and in what form its answer is wanted.
#[derive(Clone)]
pub struct Manner<'a> {
    /// Limits, whether steps and a certificate are wanted, files.
    pub asking: Asking<'a>,
    /// What else comes from outside.
    pub outside: &'a dyn Outside,
    /// The form.
    pub format: Format,
    /// Whether formulas go into a JSON answer as MathML too.
    pub mathml: bool,
}

impl Manner<'_> {
    /// Refused unless the form asked for is one of `known`; `question` names the question in the message.
    pub(crate) fn expect_format(&self, question: &str, known: &[Format]) -> Result<(), Refused> {
        self.format.expect(question, known)
    }
}
