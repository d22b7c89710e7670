//! What the checker and the library both take for granted, beside plain definitions and published values.
//!
//! Both read codes as *Winning Ways* (chapter 4) and CGSuite do: heap 0 is empty, digit k of an octal code is the sum of 1 (remove a
//! whole heap of k), 2 (leave one heap) and 4 (leave two heaps, neither empty), and the digit before the point splits
//! without removing anything.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use impartial_check::code::Code;

/// The options of a heap by the definition of octal digits, sorted.
fn by_definition(first: u32, digits: &[u32], heap: u64) -> BTreeSet<Vec<u64>> {
    let mut options = BTreeSet::new();
    for (taken, digit) in std::iter::once(&first).chain(digits).enumerate() {
        let Some(left) = heap.checked_sub(taken as u64) else { continue };
        if digit & 1 == 1 && left == 0 {
            options.insert(Vec::new());
        }
        if digit & 2 == 2 && left > 0 {
            options.insert(vec![left]);
        }
        if digit & 4 == 4 {
            options.extend((1..=left / 2).map(|part| vec![part, left - part]));
        }
    }
    options
}

fn options(code: &str, heap: u64) -> BTreeSet<Vec<u64>> {
    let mut found = BTreeSet::new();
    Code::parse(code).unwrap().for_each_option(heap, &mut |left| {
        let mut left = left.to_vec();
        left.sort_unstable();
        found.insert(left);
        true
    });
    found
}

/// Every octal code with two digits, without and with splitting: fails when a digit means something else to the checker.
#[test]
fn octal_digits_mean_what_they_mean_in_winning_ways() {
    for first in [0, 4] {
        for tens in 0..8 {
            for units in 1..8 {
                let code = format!("{first}.{tens}{units}");
                for heap in 1..=9 {
                    let expected = by_definition(first, &[tens, units], heap);
                    assert_eq!(options(&code, heap), expected, "{code}, heap {heap}");
                }
            }
        }
    }
}

/// Published values, by plain recursion over the checker's options: Guy and Smith 1956 for Kayles, Dawson's Kayles, Dawson's
/// Chess; *Winning Ways*, chapter 4, for Grundy's Game.
#[test]
fn published_values_by_plain_recursion() {
    for (code, expected) in [
        ("0.77", &[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2][..]),
        ("0.07", &[0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3]),
        ("0.137", &[0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3]),
        ("4!.0", &[0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3]),
    ] {
        let mut values: Vec<u64> = vec![0];
        for heap in 1..expected.len() as u64 {
            let reached: BTreeSet<u64> = options(code, heap)
                .iter()
                .map(|option| option.iter().fold(0, |sum, part| sum ^ values[*part as usize]))
                .collect();
            values.push((0..).find(|value| !reached.contains(value)).unwrap());
        }
        assert_eq!(values, expected, "{code}");
    }
}
