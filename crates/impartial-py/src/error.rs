//! What goes wrong, as exceptions.

use impartial::{ReadError, Refused, limits};
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;

create_exception!(
    impartial_games,
    NotUnderstood,
    PyValueError,
    "The text was not understood. Arguments: the message, the text, the first and the last place (characters) it is about, advice or None."
);
create_exception!(
    impartial_games,
    Unanswered,
    PyException,
    "A limit was reached, or nothing here answers the question; never a wrong question."
);

/// A text that was not understood, with its place in characters.
pub fn not_understood(
    message: String,
    place: Option<(String, std::ops::Range<usize>)>,
    help: Option<String>,
) -> PyErr {
    let (text, start, end) = match place {
        Some((text, span)) => {
            let characters = |byte: usize| text.char_indices().take_while(|(at, _)| *at < byte).count();
            let (start, end) = (characters(span.start), characters(span.end));
            (Some(text), start, end)
        }
        None => (None, 0, 0),
    };
    NotUnderstood::new_err((message, text, start, end, help))
}

/// A text that was not read.
pub fn unread(text: &str, error: ReadError) -> PyErr {
    not_understood(error.message, Some((text.to_owned(), error.span)), error.help)
}

/// A question that was refused.
pub fn refused(error: Refused) -> PyErr {
    if error.by_limit {
        return Unanswered::new_err(error.message);
    }
    not_understood(error.message, error.place, error.help)
}

/// No answer.
pub fn unanswered(why: &limits::Unanswered) -> PyErr {
    Unanswered::new_err(why.to_string())
}
