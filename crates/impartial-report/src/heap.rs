//! Codes and heaps as they are written on the command line.

use impartial::question::LAST_HEAP;

use impartial::question::Refused;

/// Reads the last heap of a list.
pub fn parse_heap(text: &str) -> Result<u64, Refused> {
    parse_heap_to(text, LAST_HEAP)
}

/// Reads the last heap of a list that goes to `most` at most.
pub fn parse_heap_to(text: &str, most: u64) -> Result<u64, Refused> {
    let Some(heap) = whole_number(text) else {
        return Err(Refused::new(format!("'{text}' is not a heap"))
            .at(text, 0..text.len())
            .help("give a whole number, for example --to 1000 or --to 10^6"));
    };
    heap.filter(|heap| *heap <= most).ok_or_else(|| {
        Refused::new(format!("a list of values goes to heap {most} at most"))
            .at(text, 0..text.len())
            .help("`impartial nimber 'CODE[n]'` gives the value of a single heap of any size")
    })
}

/// Reads 1000000, 1_000_000, 10^6 or 1e6; `None` for what is no number, and no number inside when it exceeds u64.
fn whole_number(text: &str) -> Option<Option<u64>> {
    let digits = text.replace('_', "");
    let read = |digits: &str| {
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| digits.parse::<u64>().ok())
    };
    let power = |base: u64, exponent: u64| base.checked_pow(u32::try_from(exponent).ok()?);
    if let Some((base, exponent)) = digits.split_once('^') {
        return Some(read(base)?.zip(read(exponent)?).and_then(|(base, exponent)| power(base, exponent)));
    }
    if let Some((times, exponent)) = digits.split_once(['e', 'E']) {
        let scaled = |(times, exponent): (u64, u64)| times.checked_mul(power(10, exponent)?);
        return Some(read(times)?.zip(read(exponent)?).and_then(scaled));
    }
    read(&digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heaps_are_read_and_absurd_ones_refused() {
        for text in ["1_000", "10^3", "1e3"] {
            assert_eq!(parse_heap(text), Ok(1000));
        }
        for bad in [
            "",
            "-1",
            "1e",
            "^6",
            "2^3^4",
            "10^99",
            "7e77",
            "10^12",
            "12x",
            "1000000000000000000000000000000",
            "100000000001",
        ] {
            assert!(parse_heap(bad).is_err(), "{bad}");
        }
    }
}
