//! Grundy values of any code, by sets of nim-sums: the dense method.
//!
//! For a number of tokens m left over, let S_i(m) be the set of nim-sums of all ways to leave m as i heaps. Then
//! S_1(m) = {G(m)} and, because the smallest of i parts is at most m/i,
//!
//! > S_i(m) = ⋃ { G(a) ⊕ S_{i-1}(m - a) : 1 ≤ a ≤ m/i },
//!
//! so a code that leaves up to s heaps costs n/2 + … + n/s set operations a heap instead of n^(s-1) options. "At least i
//! heaps" obeys the same recursion with T_1(m) = {G(m)} ∪ T_2(m). What a heap can reach is the union, over its digits
//! d_k, of the set of d_k at n - k; the block that repeats in an infinite code is one running union for each of its
//! digits, since a heap of n reaches with it what a heap of n - L reached, and one term more.
//!
//! A code may have thousands of digits. The sets of a digit are therefore kept as *planes*, plane w having the values from 64w on
//! of all sets side by side: the least value that is not reached is sought plane by plane, and most planes are full after a few digits.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use super::code::HeapCode;
use super::digit::{Digit, Shape};
use super::nimset::NimSet;
use super::values::Values;
use crate::limits::{Limits, StopReason};

/// The state of the dense method after some number of heaps; it is a function of the values.
pub(crate) struct SetKernel {
    code: HeapCode,
    /// The digits that occur, each once, with the sets they reach.
    reaches: Vec<Reach>,
    /// For d_0, the other digits and the block that repeats: the index into `reaches`, `None` for the digit 0. Of the
    /// digits before the block, those that may leave two heaps or more are kept, with their k and the least heap, in order.
    zeroth: Option<usize>,
    digits: Vec<(usize, usize, u64)>,
    /// The k before the block that may leave one heap.
    singles: Vec<usize>,
    tail: Vec<Option<usize>>,
    /// running[j][n mod L]: the union over k ≥ 0 of the sets of tail digit j that a heap n reaches.
    running: Vec<VecDeque<NimSet>>,
    /// exact[i - 2][m] = S_i(m), and open[i - 1][m] = T_i(m), as far as some digit needs them.
    exact: Vec<Vec<NimSet>>,
    open: Vec<Vec<NimSet>>,
    /// Marks of nim-sums seen for the heap in work; cheaper than bits while pairs are gathered.
    marks: Vec<u32>,
    epoch: u32,
}

/// The sets of one digit for the most recent numbers of tokens left.
struct Reach {
    digit: Digit,
    /// planes[w][m mod the length of a plane]: the values from 64w on, below 64 more, reached by leaving m tokens.
    planes: Vec<Vec<u64>>,
    /// The length of a plane, a power of two.
    room: usize,
}

impl Reach {
    fn record(&mut self, rest: usize, set: &NimSet) {
        while self.planes.len() < set.len() {
            self.planes.push(vec![0; self.room]);
        }
        for (at, plane) in self.planes.iter_mut().enumerate() {
            plane[rest & (self.room - 1)] = set.word(at);
        }
    }

    fn add_to(&self, set: &mut NimSet, rest: usize) {
        for (at, plane) in self.planes.iter().enumerate() {
            set.union_word(at, plane[rest & (self.room - 1)]);
        }
    }
}

impl SetKernel {
    /// The kernel for a code after the heaps whose values are given.
    pub(crate) fn new(code: &HeapCode, values: &Values, limits: &Limits) -> Result<Self, StopReason> {
        let mut reaches: Vec<Reach> = Vec::new();
        let room = (code.digits().len() + code.tail().len() + 1).next_power_of_two();
        let mut index = |digit: Digit| {
            // The least heap is a matter of the move, not of what is left.
            let digit = digit.with_least(0);
            if digit.is_zero() {
                return None;
            }
            Some(reaches.iter().position(|reach| reach.digit == digit).unwrap_or_else(|| {
                reaches.push(Reach { digit, planes: Vec::new(), room });
                reaches.len() - 1
            }))
        };
        let zeroth = index(code.digit(0));
        let digits: Vec<_> = (1..)
            .zip(code.digits())
            .filter_map(|(k, digit)| Some((k, index(digit.breaking())?, digit.least())))
            .collect();
        let singles = (1..).zip(code.digits()).filter(|(_, digit)| digit.allows(1)).map(|(k, _)| k).collect();
        let tail: Vec<_> = code.tail().iter().map(|digit| index(*digit)).collect();
        let exact = reaches.iter().filter_map(|reach| exact_depth(reach.digit)).max().unwrap_or(0);
        let open = reaches.iter().filter_map(|reach| open_depth(reach.digit)).max().unwrap_or(0);
        let running = tail.iter().map(|_| VecDeque::new()).collect();
        let mut kernel = SetKernel {
            code: code.clone(),
            reaches,
            zeroth,
            digits,
            singles,
            tail,
            running,
            exact: vec![Vec::new(); exact],
            open: vec![Vec::new(); open],
            marks: Vec::new(),
            epoch: 0,
        };
        // Unless some set looks further back, only the most recent heaps matter.
        let keep = code.digits().len() + kernel.tail.len();
        let far = exact + open > 0 || !kernel.tail.is_empty();
        let from = if far { 0 } else { values.len().saturating_sub(keep.max(1)) };
        for heap in from..values.len() {
            limits.poll()?;
            kernel.reach_by_tail(heap);
            kernel.leave(heap, values);
        }
        Ok(kernel)
    }

    /// Computes the values up to heap `last`; stops between two heaps when the limits say so.
    pub(crate) fn extend(
        &mut self,
        values: &mut Values,
        last: usize,
        limits: &Limits,
    ) -> Result<(), StopReason> {
        // A code that leaves many heaps looks at as many sets for a heap as there are smaller ones.
        let tables = (self.exact.len() + self.open.len()) as u64;
        while values.len() <= last {
            let heap = values.len();
            limits.poll_steps(1 + heap as u64 * tables / 64)?;
            let value = self.value(heap, values);
            values.push(value);
            self.leave(heap, values);
        }
        Ok(())
    }

    /// G(heap), from the sets of what can be left.
    fn value(&mut self, heap: usize, values: &Values) -> u32 {
        self.reach_by_tail(heap);
        let mut reached = NimSet::default();
        if let Some(zeroth) = self.zeroth
            && heap as u64 >= self.code.digit(0).least()
        {
            // Nothing is taken: the parts are smaller heaps, whose values are known, but the set is not stored yet.
            reached.union(&self.set_of(self.reaches[zeroth].digit, heap, values, None));
        }
        let open_to = |k: usize| heap as u64 >= self.code.digits()[k - 1].least();
        for k in self.singles.iter().take_while(|k| **k < heap).filter(|k| open_to(**k)) {
            reached.insert(values.at(heap - k));
        }
        if heap > 0
            && heap <= self.code.digits().len()
            && self.code.digits()[heap - 1].allows(0)
            && open_to(heap)
        {
            reached.insert(0);
        }
        for (running, digit) in self.running.iter().zip(self.code.tail()) {
            if let Some(set) = running.back()
                && heap as u64 >= digit.least()
            {
                reached.union(set);
            }
        }
        let digits = &self.digits[..self.digits.partition_point(|(k, ..)| *k <= heap)];
        let mut at = 0;
        loop {
            let mut word = reached.word(at);
            for (k, index, least) in digits {
                if word == u64::MAX {
                    break;
                }
                let reach = &self.reaches[*index];
                if heap as u64 >= *least
                    && let Some(plane) = reach.planes.get(at)
                {
                    word |= plane[(heap - k) & (reach.room - 1)];
                }
            }
            if word != u64::MAX {
                return 64 * at as u32 + word.trailing_ones();
            }
            at += 1;
        }
    }

    /// Brings the running unions of the repeating block up to this heap.
    fn reach_by_tail(&mut self, heap: usize) {
        let (length, before) = (self.tail.len(), self.code.digits().len());
        for j in 0..length {
            let running = &mut self.running[j];
            let mut set =
                if running.len() == length { running.pop_front() } else { None }.unwrap_or_default();
            // The smallest number taken by this digit; larger ones are in the union of heap - L.
            let take = before + j + 1;
            if let (Some(index), Some(rest)) = (self.tail[j], heap.checked_sub(take)) {
                self.reaches[index].add_to(&mut set, rest);
            }
            running.push_back(set);
        }
    }

    /// Records what can be left of `rest` tokens, now that G(rest) is known.
    fn leave(&mut self, rest: usize, values: &Values) {
        for parts in 2..=self.exact.len() + 1 {
            let set = self.exact_set(rest, parts, values);
            self.exact[parts - 2].push(set);
        }
        for parts in (1..=self.open.len()).rev() {
            let set = self.open_set(rest, parts, values);
            self.open[parts - 1].push(set);
        }
        for index in 0..self.reaches.len() {
            let set = self.set_of(self.reaches[index].digit, rest, values, Some(values.at(rest)));
            self.reaches[index].record(rest, &set);
        }
    }

    /// The nim-sums of all ways to leave `rest` under a digit; `whole` is the value of `rest` as one heap.
    fn set_of(&mut self, digit: Digit, rest: usize, values: &Values, whole: Option<u32>) -> NimSet {
        let mut set = NimSet::default();
        if rest == 0 {
            if digit.allows(0) {
                set.insert(0);
            }
            return set;
        }
        if let Some(whole) = whole
            && digit.allows(1)
        {
            set.insert(whole);
        }
        let named = digit.bits() >> 2;
        match digit.shape() {
            Shape::Any => {
                if let Some(parts) = digit.open_from() {
                    set.union(&self.open_set(rest, parts.max(2) as usize, values));
                }
                for parts in (2..64).filter(|parts| named >> (parts - 2) & 1 == 1) {
                    set.union(&self.exact_set(rest, parts, values));
                }
            }
            Shape::AllEqual => {
                for parts in
                    (2..=rest).filter(|parts| rest.is_multiple_of(*parts) && digit.allows(*parts as u64))
                {
                    set.insert(if parts % 2 == 0 { 0 } else { values.at(rest / parts) });
                }
            }
            Shape::Unequal | Shape::NotAllEqual if digit.max_parts() == Some(2) => {
                self.mark_pairs(rest, (rest - 1) / 2, values);
                self.collect_marks(&mut set);
            }
            Shape::Unequal | Shape::NotAllEqual => self.insert_shaped(digit, rest, values, &mut set),
        }
        set
    }

    /// Three or more heaps under a condition: no recursion is known to us, so every way is looked at.
    fn insert_shaped(&self, digit: Digit, rest: usize, values: &Values, set: &mut NimSet) {
        // As the options of the code that takes nothing and leaves what the digit allows, one heap excepted.
        let _ = digit.for_each_rest(rest as u64, &mut |parts: &[u64]| {
            if parts.len() > 1 {
                set.insert(parts.iter().fold(0, |sum, part| sum ^ values.at(*part as usize)));
            }
            ControlFlow::<()>::Continue(())
        });
    }

    /// S_parts(rest), parts ≥ 2, from what is stored.
    fn exact_set(&mut self, rest: usize, parts: usize, values: &Values) -> NimSet {
        let mut set = NimSet::default();
        if parts == 2 {
            self.mark_pairs(rest, rest / 2, values);
            self.collect_marks(&mut set);
        } else {
            for part in 1..=rest / parts {
                set.union_translated(&self.exact[parts - 3][rest - part], values.at(part));
            }
        }
        set
    }

    /// T_parts(rest): the nim-sums of all ways to leave `rest` as `parts` heaps or more.
    fn open_set(&mut self, rest: usize, parts: usize, values: &Values) -> NimSet {
        let mut set = NimSet::default();
        if rest > 0 && parts == 1 {
            set.insert(values.at(rest));
            if self.open.len() > 1 {
                set.union(&self.open[1][rest]);
            } else {
                set.union(&self.open_set(rest, 2, values));
            }
            return set;
        }
        for part in 1..=rest / parts.max(2) {
            set.union_translated(&self.open[parts - 2][rest - part], values.at(part));
        }
        set
    }

    /// Marks G(a) ⊕ G(rest - a) for 1 ≤ a ≤ most.
    fn mark_pairs(&mut self, rest: usize, most: usize, values: &Values) {
        let room = (values.max() as usize + 1).next_power_of_two();
        if self.marks.len() < room || self.epoch == u32::MAX {
            self.marks = vec![0; room.max(self.marks.len())];
            self.epoch = 0;
        }
        self.epoch += 1;
        let (marks, epoch) = (&mut self.marks[..], self.epoch);
        if rest < 2 {
            return;
        }
        super::values::for_each_pair(values, rest, most, |nim_sum| marks[nim_sum as usize] = epoch);
    }

    fn collect_marks(&self, set: &mut NimSet) {
        let marked = self.marks.iter().enumerate().filter(|(_, mark)| **mark == self.epoch);
        marked.for_each(|(value, _)| set.insert(value as u32));
    }
}

/// How many of the sets S_2, S_3, … must be stored for a digit: to compute S_i, the sets S_2 to S_{i-1}.
fn exact_depth(digit: Digit) -> Option<usize> {
    let most = digit.bits().checked_ilog2()?;
    (digit.shape() == Shape::Any && most >= 3).then(|| most as usize - 2)
}

/// How many of the sets T_1, T_2, … must be stored for a digit with an open end.
fn open_depth(digit: Digit) -> Option<usize> {
    let from = digit.open_from()?;
    (digit.shape() == Shape::Any).then(|| (from as usize - 1).max(1))
}
