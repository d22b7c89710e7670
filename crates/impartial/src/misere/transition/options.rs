//! The values of the options of a heap: all that a quotient needs to know about it.

use std::ops::ControlFlow;

use super::source::Source;
use super::split::{SplitMonoid, Value};
use crate::heap::HeapCode;

/// The set of values of the options of one position.
#[derive(Clone, Debug, Default)]
pub struct OptionValues {
    outer: Vec<Value>,
    /// Stamps: equal to the current one when present.
    outer_seen: Vec<u32>,
    kernel_seen: Vec<u32>,
    outer_grundy_seen: Vec<u32>,
    stamp: u32,
    is_empty: bool,
}

impl OptionValues {
    /// The distinct values outside the kernel, in the order met.
    pub(super) fn outer(&self) -> &[Value] {
        &self.outer
    }

    /// Whether the kernel element of Grundy value g is the value of an option.
    pub(super) fn has_kernel_element(&self, g: u32) -> bool {
        self.kernel_seen.get(g as usize) == Some(&self.stamp)
    }

    /// Whether the position has no options.
    pub fn is_empty(&self) -> bool {
        self.is_empty
    }

    /// The least number that is not the Grundy value of an option; 0 when Grundy values are not known.
    pub fn mex(&self) -> u32 {
        let has_outer = |g: u32| self.outer_grundy_seen.get(g as usize) == Some(&self.stamp);
        (0..).find(|g| !self.has_kernel_element(*g) && !has_outer(*g)).unwrap_or(0)
    }

    fn start(&mut self, monoid: &SplitMonoid) {
        self.outer.clear();
        self.is_empty = true;
        if self.stamp == u32::MAX || self.outer_seen.len() != monoid.outer() {
            *self =
                OptionValues { outer_seen: vec![0; monoid.outer()], is_empty: true, ..Default::default() };
        }
        self.stamp += 1;
    }

    #[inline]
    fn mark(seen: &mut Vec<u32>, at: usize, stamp: u32) {
        match seen.get_mut(at) {
            Some(place) => *place = stamp,
            None => Self::mark_beyond(seen, at, stamp),
        }
    }

    #[cold]
    fn mark_beyond(seen: &mut Vec<u32>, at: usize, stamp: u32) {
        seen.resize((at + 1).next_power_of_two(), 0);
        seen[at] = stamp;
    }

    #[inline]
    fn insert(&mut self, monoid: &SplitMonoid, value: Value) {
        self.is_empty = false;
        if monoid.in_kernel(value) {
            Self::mark(&mut self.kernel_seen, monoid.grundy(value) as usize, self.stamp);
        } else if self.outer_seen[value as usize] != self.stamp {
            self.outer_seen[value as usize] = self.stamp;
            self.outer.push(value);
            if monoid.has_kernel() {
                Self::mark(&mut self.outer_grundy_seen, monoid.grundy(value) as usize, self.stamp);
            }
        }
    }

    /// Collects the values of the options of position n, `phi[m]` being the value of position m < n.
    ///
    /// Cost: one product for each option.
    pub fn collect(&mut self, source: &Source, n: u64, monoid: &SplitMonoid, phi: &[Value]) {
        self.start(monoid);
        if let Source::Heaps(code) = source
            && code.is_octal()
        {
            return self.collect_octal(code, n as usize, monoid, phi);
        }
        source.for_each_option(n, |option| {
            let value = option.iter().fold(0, |x, part| monoid.product(x, phi[*part as usize]));
            self.insert(monoid, value);
            ControlFlow::Continue(())
        });
    }

    /// The same without lists of parts: the inner loop is one product for each pair of heaps.
    fn collect_octal(&mut self, code: &HeapCode, n: usize, monoid: &SplitMonoid, phi: &[Value]) {
        let most = code.last_digit().map_or(n, |last| n.min(last as usize));
        for take in 0..=most {
            let digit = code.digit(take as u64);
            let rest = n - take;
            if rest == 0 {
                if digit.allows(0) {
                    self.insert(monoid, 0);
                }
                continue;
            }
            if digit.allows(1) {
                self.insert(monoid, phi[rest]);
            }
            if digit.allows(2) {
                let half = rest / 2;
                let (low, high) = (&phi[1..=half], &phi[rest - half..rest]);
                if monoid.has_kernel() {
                    self.collect_pairs(monoid, low, high);
                } else {
                    for (x, y) in low.iter().zip(high.iter().rev()) {
                        self.insert(monoid, monoid.product(*x, *y));
                    }
                }
            }
        }
    }

    /// Pairs of values, mostly in the kernel, where the product is an exclusive or.
    fn collect_pairs(&mut self, monoid: &SplitMonoid, low: &[Value], high: &[Value]) {
        if low.is_empty() {
            return;
        }
        self.is_empty = false;
        let outer = monoid.outer() as Value;
        let stamp = self.stamp;
        // In the hands of the loop, so that it need not be looked up in every turn.
        let mut kernel_seen = std::mem::take(&mut self.kernel_seen);
        for (x, y) in low.iter().zip(high.iter().rev()) {
            if *x >= outer && *y >= outer {
                Self::mark(&mut kernel_seen, ((x - outer) ^ (y - outer)) as usize, stamp);
                continue;
            }
            let value = monoid.product(*x, *y);
            if monoid.in_kernel(value) {
                Self::mark(&mut kernel_seen, monoid.grundy(value) as usize, stamp);
            } else {
                self.insert(monoid, value);
            }
        }
        self.kernel_seen = kernel_seen;
    }
}
