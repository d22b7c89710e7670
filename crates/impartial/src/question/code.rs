//! Codes of taking-and-breaking games as they are written.

use super::refused::Refused;
use crate::heap::HeapCode;

/// Reads a code or a name; with `octal`, only octal digits.
///
/// ```
/// use impartial::question::read_code;
/// assert_eq!(read_code("kayles", false)?, read_code("0.77", true)?);
/// assert_eq!(read_code("0.8", true).unwrap_err().place.map(|(_, span)| span), Some(2..3));
/// # Ok::<(), impartial::question::Refused>(())
/// ```
///
/// # Errors
/// When it is neither.
pub fn read_code(text: &str, octal: bool) -> Result<HeapCode, Refused> {
    let parsed = if octal { HeapCode::parse_octal(text) } else { text.parse() };
    parsed.map_err(|error| Refused { help: error.help, ..Refused::new(error.message).at(text, error.span) })
}
