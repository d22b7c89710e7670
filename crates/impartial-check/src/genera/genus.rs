//! The genus of a game: its nim-value, and its misère nim-values beside heaps of two.

use std::collections::HashSet;
use std::fmt;

/// `base` is the nim-value; `superscript` lists gₙ, the misère nim-value beside n heaps of two, for n = 0, 1, …, up to the first
/// pair that goes on alternating for ever.
///
/// The misère nim-value of a game that is over is 1, that of any other is the mex of those of its options; so it is the only k
/// for which the game beside \*k is a P-position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Genus {
    base: u32,
    superscript: Vec<u32>,
}

impl Genus {
    /// The genus of a game from those of its options.
    ///
    /// gₙ is the mex of the gₙ of the options, of gₙ₋₁ and of gₙ₋₁ xor 1: a heap of two becomes 0 or \*, and beside \* every misère
    /// nim-value x becomes x xor 1, by induction. From some n on those of the options alternate; then gₙ₊₂ = gₙ once is for ever.
    pub fn of_options(options: &[&Genus]) -> Genus {
        let base = mex(options.iter().map(|option| option.base));
        let settled = options.iter().map(|option| option.superscript.len()).max().unwrap_or(0);
        let mut entries: Vec<u32> = Vec::new();
        loop {
            let n = entries.len();
            let beside = options.iter().map(|option| option.entry(n));
            entries.push(match entries.last() {
                None if options.is_empty() => 1,
                None => mex(beside),
                Some(before) => mex(beside.chain([*before, before ^ 1])),
            });
            if n >= settled + 2 && entries[n] == entries[n - 2] {
                return Genus::new(base, entries);
            }
        }
    }

    /// The genus with these entries, of which the last two go on alternating.
    pub fn new(base: u32, mut entries: Vec<u32>) -> Genus {
        while entries.len() > 2 && entries[entries.len() - 3] == entries[entries.len() - 1] {
            entries.pop();
        }
        Genus { base, superscript: entries }
    }

    /// The genus of a position of Nim with this nim-value; `fickle` if all its heaps have at most one token.
    pub fn of_nim(value: u32, fickle: bool) -> Genus {
        let entries = match (value, fickle) {
            (0, true) => vec![1, 2, 0],
            (1, true) => vec![0, 3, 1],
            _ => vec![value, value ^ 2],
        };
        Genus { base: value, superscript: entries }
    }

    /// The nim-value.
    pub fn base(&self) -> u32 {
        self.base
    }

    fn entry(&self, n: usize) -> u32 {
        let last = self.superscript.len() - 1;
        self.superscript[if n <= last { n } else { last - (n - last) % 2 }]
    }
}

impl fmt::Display for Genus {
    /// `2^1420`, or `8^(8 10)` where an entry has two digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entries: Vec<String> = self.superscript.iter().map(ToString::to_string).collect();
        if entries.iter().all(|entry| entry.len() == 1) {
            write!(f, "{}^{}", self.base, entries.concat())
        } else {
            write!(f, "{}^({})", self.base, entries.join(" "))
        }
    }
}

/// The least number that does not occur.
pub fn mex(values: impl Iterator<Item = u32>) -> u32 {
    let values: HashSet<u32> = values.collect();
    (0..).find(|value| !values.contains(value)).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fails when nim-heaps by their options have another genus than by the formula.
    #[test]
    fn nim_heaps() {
        let mut heaps: Vec<Genus> = Vec::new();
        for n in 0..20 {
            let genus = Genus::of_options(&heaps.iter().collect::<Vec<_>>());
            assert_eq!(genus, Genus::of_nim(n, n < 2));
            heaps.push(genus);
        }
        assert_eq!([0, 1, 2, 8].map(|n| heaps[n].to_string()), ["0^120", "1^031", "2^20", "8^(8 10)"]);
        assert_eq!((0..5).map(|n| heaps[0].entry(n)).collect::<Vec<_>>(), [1, 2, 0, 2, 0]);
    }
}
