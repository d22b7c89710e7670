//! Grundy values by the definition: mex over every option. The oracle of all faster methods.

use std::ops::ControlFlow;

use super::code::HeapCode;
use super::values::Values;

/// The Grundy values of the heaps 0 to `last`, by the definition: G(n) = mex of the nim-sums of n's options.
///
/// Cost: one step for each option of each heap, n^s for a code that leaves up to s heaps.
///
/// ```
/// use impartial::heap::{naive_values, HeapCode};
/// let kayles: HeapCode = "0.77".parse()?;
/// assert_eq!(naive_values(&kayles, 11).iter().collect::<Vec<_>>(), [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
/// # Ok::<(), impartial::text::ReadError>(())
/// ```
pub fn naive_values(code: &HeapCode, last: usize) -> Values {
    let mut values = Values::default();
    let mut seen: Vec<u64> = Vec::new();
    for heap in 0..=last as u64 {
        let _ = code.for_each_option(heap, |option| {
            let value = option.iter().fold(0, |sum, part| sum ^ values.at(*part as usize)) as usize;
            if seen.len() <= value {
                seen.resize(value + 1, u64::MAX);
            }
            seen[value] = heap;
            ControlFlow::<()>::Continue(())
        });
        let mex = seen.iter().position(|last_seen| *last_seen != heap).unwrap_or(seen.len());
        values.push(mex as u32);
    }
    values
}
