//! Codes and heaps as they are written on the command line.

use impartial::heap::HeapCode;

use crate::failure::Failure;

/// The largest heap that a list of values can go to.
const MAX_HEAP: u64 = 100_000_000_000;

/// Reads a code or a name; with `octal`, only octal digits.
pub fn parse_code(text: &str, octal: bool) -> Result<HeapCode, Failure> {
    let parsed = if octal { HeapCode::parse_octal(text) } else { text.parse() };
    parsed.map_err(|error| {
        let failure = Failure::new(error.message).at(text, error.span);
        match error.help {
            Some(help) => failure.help(help),
            None => failure,
        }
    })
}

/// Reads the last heap of a list.
pub fn parse_heap(text: &str) -> Result<u64, Failure> {
    let digits = text.replace('_', "");
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Failure::new(format!("'{text}' is not a heap"))
            .at(text, 0..text.len())
            .help("give a whole number, for example --to 1000"));
    }
    digits.parse().ok().filter(|heap| *heap <= MAX_HEAP).ok_or_else(|| {
        Failure::new(format!("a list of values goes to heap {MAX_HEAP} at most"))
            .at(text, 0..text.len())
            .help("`impartial nimber 'CODE[n]'` gives the value of a single heap of any size")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heaps_are_read_and_absurd_ones_refused() {
        assert_eq!(parse_heap("1_000"), Ok(1000));
        for bad in ["", "-1", "1e6", "12x", "1000000000000000000000000000000", "100000000001"] {
            assert!(parse_heap(bad).is_err(), "{bad}");
        }
    }
}
