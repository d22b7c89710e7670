//! Where positions come from: heaps of a code, a finite list, or both in one game.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use crate::heap::HeapCode;
use crate::misere::period::{self, Period};
use crate::misere::rules::{Rules, Sum};

/// Where positions and their options come from.
///
/// Positions are numbered from 1; 0 is the empty position. Options use smaller numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Heaps of a taking-and-breaking game; position n is the heap of n tokens.
    Heaps(HeapCode),
    /// A finite list; position n is generator n - 1.
    List(Rules),
    /// Several codes, and a list, for sums that mix them.
    Union(Union),
}

/// A finite list and the heaps of some codes, for sums that mix them.
///
/// With L generators in the list and k codes, positions 1 to L are the list. After them come heap 1 of every code, heap 2 of
/// every code, and so on: heap h of code i (from 0) is position L + (h - 1)k + i + 1. Made by [`Source::of`].
///
/// ```
/// use impartial::misere::Rules;
/// use impartial::misere::Source;
/// let source = Source::of(Rules::new(), vec!["0.77".parse()?, "0.07".parse()?]);
/// let Source::Union(union) = &source else { panic!("two codes make a union") };
/// assert_eq!((union.position(1, 3), union.heap(6)), (6, Some((1, 3))));
/// // 0.07: heap 3 (position 6) becomes heap 1 (position 2).
/// assert_eq!(source.options(6), [[2]]);
/// # Ok::<(), impartial::text::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Union {
    list: Rules,
    codes: Vec<HeapCode>,
}

impl Union {
    /// The list.
    pub fn list(&self) -> &Rules {
        &self.list
    }

    /// The codes.
    pub fn codes(&self) -> &[HeapCode] {
        &self.codes
    }

    /// The number of a heap of a code.
    pub fn position(&self, code: usize, heap: u64) -> u64 {
        match heap {
            0 => 0,
            _ => self.list.len() as u64 + (heap - 1) * self.codes.len() as u64 + code as u64 + 1,
        }
    }

    /// The code and the heap that a position is; `None` for those of the list and the empty one.
    pub fn heap(&self, position: u64) -> Option<(usize, u64)> {
        let after_list = position.checked_sub(self.list.len() as u64 + 1)?;
        let codes = self.codes.len() as u64;
        Some(((after_list % codes) as usize, after_list / codes + 1))
    }
}

impl Source {
    /// A list and some codes in one game; each may be empty.
    pub fn of(list: Rules, mut codes: Vec<HeapCode>) -> Self {
        match codes.pop() {
            None => Source::List(list),
            Some(code) if codes.is_empty() && list.is_empty() => Source::Heaps(code),
            Some(last) => {
                codes.push(last);
                Source::Union(Union { list, codes })
            }
        }
    }

    /// The number of a heap of any size, of one of the codes.
    pub fn position_of(&self, code: usize, heap: &BigUint) -> BigUint {
        let listed = match self {
            Source::Heaps(_) => 0,
            Source::List(rules) => rules.len(),
            Source::Union(union) => union.list.len(),
        };
        if *heap == BigUint::ZERO {
            BigUint::ZERO
        } else {
            (heap - 1u8) * self.codes().len() + listed + code + 1u8
        }
    }

    /// The number of positions, if there are finitely many.
    pub fn len(&self) -> Option<u64> {
        match self {
            Source::Heaps(_) | Source::Union(_) => None,
            Source::List(rules) => Some(rules.len() as u64),
        }
    }

    /// Whether there is no position but the empty one.
    pub fn is_empty(&self) -> bool {
        self.len() == Some(0)
    }

    /// The codes.
    pub fn codes(&self) -> &[HeapCode] {
        match self {
            Source::Heaps(code) => std::slice::from_ref(code),
            Source::List(_) => &[],
            Source::Union(union) => union.codes(),
        }
    }

    /// The last position of heaps of `heap` tokens; of a list, its last position.
    pub fn last_position(&self, heap: u64) -> u64 {
        match self {
            Source::Heaps(_) => heap,
            Source::List(rules) => rules.len() as u64,
            Source::Union(union) => union.list.len() as u64 + heap.saturating_mul(union.codes.len() as u64),
        }
    }

    /// The largest heap of every code among the positions up to the given one; 0 for a list.
    pub fn heaps_up_to(&self, position: u64) -> u64 {
        match self {
            Source::Heaps(_) => position,
            Source::List(_) => 0,
            Source::Union(union) => {
                position.saturating_sub(union.list.len() as u64) / union.codes.len() as u64
            }
        }
    }

    /// The values of heaps 0, 1, 2, … of one of the codes, `phi[n]` being that of position n.
    pub fn heap_values<T: Clone>(&self, code: usize, phi: &[T]) -> Vec<T> {
        match self {
            Source::Heaps(_) | Source::List(_) => phi.to_vec(),
            Source::Union(union) => {
                let last = self.heaps_up_to(phi.len() as u64 - 1);
                (0..=last).map(|heap| phi[union.position(code, heap) as usize].clone()).collect()
            }
        }
    }

    /// The period of each code that the values `phi` of positions 0, 1, 2, … prove, when they prove one for every code.
    ///
    /// The proof of [`period::proved_for`] is about one code at a time: the options of a heap are sums of heaps of the
    /// same code, whatever else it may be summed with. So each code needs its own hypothesis, and then heaps of all codes go on
    /// together without a new value.
    pub fn proved_periods<T: Clone + PartialEq>(&self, phi: &[T]) -> Option<Vec<Period>> {
        let proved = |(at, code): (usize, &HeapCode)| period::proved_for(code, &self.heap_values(at, phi));
        self.codes().iter().enumerate().map(proved).collect()
    }

    /// The options of position n, sums of smaller positions.
    pub fn options(&self, n: u64) -> Vec<Vec<u64>> {
        let mut options = Vec::new();
        self.for_each_option(n, |option| {
            options.push(option.to_vec());
            ControlFlow::Continue(())
        });
        options
    }

    /// Calls `visit` with the options of position n until it breaks.
    pub(super) fn for_each_option(&self, n: u64, mut visit: impl FnMut(&[u64]) -> ControlFlow<()>) {
        let mut positions: Vec<u64> = Vec::new();
        let mut listed = |rules: &Rules| {
            rules.options((n - 1) as u32).iter().try_for_each(|sum| {
                positions.clear();
                positions.extend(sum.iter().map(|generator| u64::from(*generator) + 1));
                visit(&positions)
            })
        };
        let _ = match self {
            Source::Heaps(code) => code.for_each_option(n, visit),
            Source::List(rules) => listed(rules),
            Source::Union(union) => match union.heap(n) {
                None => listed(&union.list),
                Some((code, heap)) => union.codes[code].for_each_option(heap, |parts| {
                    positions.clear();
                    positions.extend(parts.iter().map(|part| union.position(code, *part)));
                    visit(&positions)
                }),
            },
        };
    }

    /// The options of position n with each position replaced by a word.
    pub(in crate::misere) fn options_in_words(&self, n: u64, words: &[Sum]) -> Vec<Sum> {
        let mut options = rustc_hash::FxHashSet::default();
        self.for_each_option(n, |option| {
            let mut sum: Sum = option.iter().flat_map(|part| words[*part as usize].iter().copied()).collect();
            sum.sort_unstable();
            options.insert(sum);
            ControlFlow::Continue(())
        });
        let mut options: Vec<Sum> = options.into_iter().collect();
        options.sort_unstable();
        options
    }
}
