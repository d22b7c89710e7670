//! A question that was not understood: one message that points at the place and says what was expected.

use std::ops::Range;

use crate::text::ReadError;

/// What is wrong with a question, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Refused {
    /// One sentence: what is there, what was expected.
    pub message: String,
    /// The text that was read, and the bytes of it that the message is about.
    pub place: Option<(String, Range<usize>)>,
    /// Advice, where there is any.
    pub help: Option<String>,
    /// Whether the question was understood, and a limit ended the reading of what it names.
    pub by_limit: bool,
}

impl Refused {
    /// Refused with no place in a text.
    pub fn new(message: impl Into<String>) -> Self {
        Refused { message: message.into(), place: None, help: None, by_limit: false }
    }

    /// The same, pointing at the bytes `span` of `text`.
    #[must_use]
    pub fn at(mut self, text: &str, span: Range<usize>) -> Self {
        self.place = Some((text.to_owned(), span));
        self
    }

    /// The same with a line of advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same for a question that was understood, when a limit ended the reading.
    #[must_use]
    pub fn by_limit(mut self) -> Self {
        self.by_limit = true;
        self
    }

    /// The place of a reading error in its text.
    pub fn reading(text: &str, error: ReadError) -> Self {
        Refused { help: error.help, ..Refused::new(error.message).at(text, error.span) }
    }
}
