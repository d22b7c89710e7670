//! Options of a heap, and positions of several heaps as a [`Game`]: the definition that every faster answer is
//! tested against.

use std::ops::ControlFlow;

use super::code::HeapCode;
use super::digit::{Digit, Shape};
use crate::game::Game;

impl HeapCode {
    /// The options of one heap: each a multiset of non-empty heaps, largest first.
    ///
    /// Ordered by tokens taken, then by the number of heaps left, and without repetition. The number of options grows
    /// like `heap^(s-1)` for a code that leaves up to s heaps, times the number of digits; use
    /// [`for_each_option`](Self::for_each_option) to stop early.
    ///
    /// ```
    /// use impartial::heap::HeapCode;
    /// let grundys_game: HeapCode = "4!.0".parse()?;
    /// assert_eq!(grundys_game.options(6), [[5, 1], [4, 2]]);
    /// # Ok::<(), impartial::text::ReadError>(())
    /// ```
    pub fn options(&self, heap: u64) -> Vec<Vec<u64>> {
        let mut options = Vec::new();
        let _ = self.for_each_option(heap, |option| {
            options.push(option.to_vec());
            ControlFlow::<()>::Continue(())
        });
        options
    }

    /// The first options of one heap: for each number of tokens that may be taken, at most `each` of them, in the order of
    /// [`options`](Self::options); and whether they are all.
    ///
    /// With a period, what a large heap can be broken into repeats itself, so the first ways to break it after each taking
    /// show all there is to see.
    pub fn some_options(&self, heap: u64, each: usize, takes: u64) -> (Vec<Vec<u64>>, bool) {
        let mut options = Vec::new();
        let most = self.last_digit().map_or(heap, |last| last.min(heap));
        let mut all = most < takes;
        for take in 0..=most.min(takes.saturating_sub(1)) {
            let digit = self.digit(take);
            if digit.is_zero() || heap < digit.least() {
                continue;
            }
            let end = options.len() + each;
            let finished = digit.for_each_rest(heap - take, &mut |option| {
                if options.len() == end {
                    return ControlFlow::Break(());
                }
                options.push(option.to_vec());
                ControlFlow::Continue(())
            });
            all &= finished.is_continue();
        }
        (options, all)
    }

    /// An upper bound on the number of options of one heap, not far above it.
    pub fn bound_on_options(&self, heap: u64) -> u64 {
        let ways = |digit: Digit| digit.bound_on_rests(heap);
        let single = (0..=heap.min(self.digits().len() as u64)).map(|take| ways(self.digit(take)));
        let repeating = heap.saturating_sub(self.digits().len() as u64);
        let each = self.tail().iter().map(|digit| ways(*digit)).fold(0.0, f64::max);
        // What is too large for a word is as good as infinite.
        (single.sum::<f64>() + repeating as f64 * each).ceil() as u64
    }

    /// Calls `visit` with each option of one heap, in the order of [`options`](Self::options), until it breaks.
    pub fn for_each_option<B>(
        &self,
        heap: u64,
        mut visit: impl FnMut(&[u64]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let most = self.last_digit().map_or(heap, |last| last.min(heap));
        for take in 0..=most {
            let digit = self.digit(take);
            if !digit.is_zero() && heap >= digit.least() {
                digit.for_each_rest(heap - take, &mut visit)?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Digit {
    /// An upper bound on the ways to leave at most `rest` tokens after one taking: partitions into a bounded number k of parts are
    /// at most (rest + k(k+1)/2)^(k-1) / (k! (k-1)!), and all of them at most exp(pi sqrt(2 rest / 3)).
    fn bound_on_rests(self, rest: u64) -> f64 {
        if self.is_zero() {
            return 0.0;
        }
        let rest = rest as f64;
        match self.max_parts() {
            None => (std::f64::consts::PI * (2.0 * rest / 3.0).sqrt()).exp(),
            Some(0) => 1.0,
            Some(parts) => {
                let k = f64::from(parts);
                let each = rest + k * (k + 1.0) / 2.0;
                (1..parts).map(f64::from).fold(1.0, |ways, i| ways * each / (i * (i + 1.0)))
            }
        }
    }

    /// The ways to leave `rest` tokens under a self.
    pub(crate) fn for_each_rest<B>(
        self,
        rest: u64,
        visit: &mut impl FnMut(&[u64]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if rest == 0 {
            return if self.allows(0) { visit(&[]) } else { ControlFlow::Continue(()) };
        }
        let most = self.max_parts().map_or(rest, |parts| rest.min(u64::from(parts)));
        for parts in (1..=most).filter(|parts| self.allows(*parts)) {
            match self.shape() {
                _ if parts == 1 => visit(&[rest])?,
                Shape::Any => for_each_partition(rest, parts, visit)?,
                // Subtracting the staircase parts-1, …, 1, 0 turns unequal parts into arbitrary ones.
                Shape::Unequal => {
                    let staircase = u128::from(parts) * u128::from(parts - 1) / 2;
                    if let Ok(staircase) = u64::try_from(staircase)
                        && let Some(flat) = rest.checked_sub(staircase).filter(|flat| *flat >= parts)
                    {
                        let mut unequal = Vec::new();
                        for_each_partition(flat, parts, &mut |partition: &[u64]| {
                            unequal.clear();
                            unequal.extend(
                                partition.iter().zip((0..parts).rev()).map(|(part, step)| part + step),
                            );
                            visit(&unequal)
                        })?;
                    }
                }
                Shape::NotAllEqual => for_each_partition(rest, parts, &mut |partition: &[u64]| {
                    if partition[0] == partition[partition.len() - 1] {
                        ControlFlow::Continue(())
                    } else {
                        visit(partition)
                    }
                })?,
                Shape::AllEqual if rest.is_multiple_of(parts) => visit(&vec![rest / parts; parts as usize])?,
                Shape::AllEqual => {}
            }
        }
        ControlFlow::Continue(())
    }
}

/// The partitions of `total` into exactly `parts` positive parts, each largest part first; 2 ≤ parts ≤ total.
///
/// After visiting a partition, the first part that can grow by one (it is at least two below the largest) does, the
/// parts between become equal to it, and the largest takes what remains.
fn for_each_partition<B>(
    total: u64,
    parts: u64,
    visit: &mut impl FnMut(&[u64]) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut partition = vec![1; parts as usize];
    partition[0] = total - (parts - 1);
    loop {
        visit(&partition)?;
        let Some(at) = (1..partition.len()).find(|at| partition[*at] + 2 <= partition[0]) else {
            return ControlFlow::Continue(());
        };
        let part = partition[at] + 1;
        partition[1..=at].fill(part);
        partition[0] = total - partition[1..].iter().sum::<u64>();
    }
}

/// The game of a code on positions of any number of heaps: the definition.
///
/// A position is the sorted list of its non-empty heaps, largest first; [`HeapGame::position`] puts heaps in order.
///
/// ```
/// use impartial::game::Game;
/// use impartial::heap::HeapGame;
/// let kayles = HeapGame::new("kayles".parse()?);
/// assert_eq!(kayles.options(&HeapGame::position([1, 1])), [[1]]);
/// # Ok::<(), impartial::text::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapGame {
    code: HeapCode,
}

impl HeapGame {
    /// The game with these rules.
    pub fn new(code: HeapCode) -> Self {
        HeapGame { code }
    }

    /// The rules.
    pub fn code(&self) -> &HeapCode {
        &self.code
    }

    /// The position with these heaps, in any order, empty ones left out.
    pub fn position(heaps: impl IntoIterator<Item = u64>) -> Vec<u64> {
        let mut position: Vec<u64> = heaps.into_iter().filter(|heap| *heap > 0).collect();
        position.sort_unstable_by(|a, b| b.cmp(a));
        position
    }
}

impl Game for HeapGame {
    type Position = Vec<u64>;

    /// Every option of every heap, equal heaps moved in once.
    fn options(&self, position: &Vec<u64>) -> Vec<Vec<u64>> {
        let mut options = Vec::new();
        for (at, heap) in position.iter().enumerate() {
            if at > 0 && position[at - 1] == *heap {
                continue;
            }
            let _ = self.code.for_each_option(*heap, |rest| {
                let others = position[..at].iter().chain(&position[at + 1..]);
                options.push(Self::position(others.chain(rest).copied()));
                ControlFlow::<()>::Continue(())
            });
        }
        options.sort_unstable();
        options.dedup();
        options
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn code(text: &str) -> HeapCode {
        text.parse().unwrap()
    }

    /// All multisets of positive integers with this sum, by the plainest recursion.
    fn partitions(total: u64, largest: u64) -> Vec<Vec<u64>> {
        if total == 0 {
            return vec![vec![]];
        }
        (1..=total.min(largest))
            .flat_map(|first| {
                partitions(total - first, first).into_iter().map(move |rest| [vec![first], rest].concat())
            })
            .collect()
    }

    /// The definition of a code, read literally.
    fn literal_options(code: &HeapCode, heap: u64) -> BTreeSet<Vec<u64>> {
        let mut options = BTreeSet::new();
        for take in 0..=heap {
            let digit = code.digit(take);
            for rest in partitions(heap - take, heap) {
                let distinct: BTreeSet<u64> = rest.iter().copied().collect();
                let shaped = rest.len() < 2
                    || match digit.shape() {
                        Shape::Any => true,
                        Shape::Unequal => distinct.len() == rest.len(),
                        Shape::NotAllEqual => distinct.len() > 1,
                        Shape::AllEqual => distinct.len() == 1,
                    };
                if shaped && digit.allows(rest.len() as u64) && heap >= digit.least() {
                    options.insert(rest);
                }
            }
        }
        options
    }

    #[test]
    fn the_bound_on_options_is_one() {
        for text in ["0.77", "4!.0", "0.[3]", "0.[7]", "4.FF", "0.{0,2+}", "0.0F7", "0.[137]", "0.{5+}"] {
            let code = code(text);
            for heap in 0..=24 {
                let (bound, options) = (code.bound_on_options(heap), code.options(heap).len() as u64);
                assert!(options <= bound, "{text}, heap {heap}: {options} options, bound {bound}");
            }
        }
        assert!(code("0.77").bound_on_options(1000) <= 1100);
        assert_eq!(code("0.{0,2+}").bound_on_options(1 << 20), u64::MAX);
    }

    #[test]
    fn options_are_those_of_the_definition_each_once() {
        let codes = ["0.77", "0.07", "0.137", "4.7", "0.8F", "C.Z", "0.[3310]", "0.1(45)^w", "4!.0", "4@3.0"];
        let shaped =
            ["G!.F?7=", "0.{0,2+}!", "{3+}=.{1,3}", "0.{2+}?@7", "allbut(2,5)", "subtraction(1,3,4)"];
        for text in codes.into_iter().chain(shaped) {
            let code = code(text);
            for heap in 0..=16 {
                let options = code.options(heap);
                let set: BTreeSet<Vec<u64>> = options.iter().cloned().collect();
                assert_eq!(set.len(), options.len(), "{text} repeats an option of heap {heap}");
                assert_eq!(set, literal_options(&code, heap), "{text}, heap {heap}");
            }
        }
    }

    #[test]
    fn enormous_heaps_cost_nothing_until_an_option_is_asked_for() {
        let first = code("0.{2+}").for_each_option(u64::MAX, |option| ControlFlow::Break(option.to_vec()));
        assert_eq!(first, ControlFlow::Break(vec![u64::MAX - 2, 1]));
        assert_eq!(code("0.33").options(u64::MAX), [[u64::MAX - 1], [u64::MAX - 2]]);
    }

    #[test]
    fn a_position_moves_in_one_heap() {
        let game = HeapGame::new(code("0.3"));
        assert_eq!(game.options(&HeapGame::position([2, 0, 1, 2])), [vec![2, 1, 1], vec![2, 2]]);
    }
}
