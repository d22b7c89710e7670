//! Texts that are read: what is wrong with one, and where.
//!
//! Every reader of the library, from codes and ordinals to whole games and boards, says what is wrong by a [`ReadError`]. Whoever
//! shows it points at the bytes of its `span`.

use std::ops::Range;

/// What is wrong with a text, and where.
///
/// ```
/// use impartial::text::ReadError;
/// let error = ReadError::new(2..3, "a code has one point").help("write 0.77").shifted(4);
/// assert_eq!((error.span.clone(), error.to_string().as_str()), (6..7, "a code has one point"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ReadError {
    /// The bytes of the text that the message is about; empty at the place where something is missing.
    pub span: Range<usize>,
    /// One sentence: what is there, what was expected.
    pub message: String,
    /// Advice, where there is any.
    pub help: Option<String>,
}

impl ReadError {
    /// An error without advice.
    pub fn new(span: Range<usize>, message: impl Into<String>) -> Self {
        ReadError { span, message: message.into(), help: None }
    }

    /// The same error with advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same error in a longer text, in which the one that was read begins at this byte.
    #[must_use]
    pub fn shifted(mut self, by: usize) -> Self {
        self.span = self.span.start + by..self.span.end + by;
        self
    }
}
