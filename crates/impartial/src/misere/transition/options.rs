//! The values of the options of a heap: all that a quotient needs to know about it.

use std::ops::ControlFlow;

use super::source::Source;
use super::split::{SplitMonoid, Value};
use crate::heap::HeapCode;

/// The set of values of the options of one position, collected anew for one position after the other of the same game.
#[derive(Clone, Debug, Default)]
pub struct OptionValues {
    outer: Vec<Value>,
    /// Stamps: equal to the current one when present.
    outer_seen: Vec<u32>,
    kernel_seen: Vec<u32>,
    outer_grundy_seen: Vec<u32>,
    stamp: u32,
    is_empty: bool,
    /// The Grundy values of the positions so far, where there is a kernel.
    grundy: Vec<u32>,
    /// The places at which one of them has a 1.
    grundy_bits: u32,
    /// The last position so far with a value outside the kernel.
    last_outer: usize,
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

    /// Collects the values of the options of position n, `phi[m]` being the value of position m < n; from one call to the next
    /// `phi` may grow but not change.
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
                if monoid.has_kernel() {
                    self.collect_pairs(monoid, phi, rest);
                } else {
                    let half = rest / 2;
                    let (low, high) = (&phi[1..=half], &phi[rest - half..rest]);
                    for (x, y) in low.iter().zip(high.iter().rev()) {
                        self.insert(monoid, monoid.product(*x, *y));
                    }
                }
            }
        }
    }

    /// Learns the Grundy values of positions that are new.
    fn know_grundy(&mut self, monoid: &SplitMonoid, phi: &[Value]) {
        for (position, value) in phi.iter().enumerate().skip(self.grundy.len()) {
            let grundy = monoid.grundy(*value);
            self.grundy.push(grundy);
            self.grundy_bits |= grundy;
            if !monoid.in_kernel(*value) {
                self.last_outer = position;
            }
        }
    }

    /// The ways to leave two heaps, `rest` tokens together.
    ///
    /// A product with one factor in the kernel is there as well, and its Grundy value is an exclusive or. So only where both
    /// heaps may have values outside is there anything to look up.
    fn collect_pairs(&mut self, monoid: &SplitMonoid, phi: &[Value], rest: usize) {
        let half = rest / 2;
        if half == 0 {
            return;
        }
        self.is_empty = false;
        self.know_grundy(monoid, phi);
        // For these smaller heaps the larger one comes after the last outer position.
        let sure = (rest - 1).saturating_sub(self.last_outer).min(half);
        self.mark_pairs(rest, sure);
        for smaller in sure + 1..=half {
            self.insert(monoid, monoid.product(phi[smaller], phi[rest - smaller]));
        }
    }

    /// Marks the kernel elements of the pairs whose smaller heap is at most `sure`.
    fn mark_pairs(&mut self, rest: usize, sure: usize) {
        let size = (self.grundy_bits as usize + 1).next_power_of_two();
        if self.kernel_seen.len() < size {
            self.kernel_seen.resize(size, 0);
        }
        let (low, high) = (&self.grundy[1..=sure], &self.grundy[rest - sure..rest]);
        let (seen, stamp) = (&mut self.kernel_seen[..size], self.stamp);
        // The mask changes no index; it spares the inner loop a comparison.
        let mask = seen.len() - 1;
        let mut mark = |x: u32, y: u32| seen[(x ^ y) as usize & mask] = stamp;
        let (low, high) = (low.chunks_exact(4), high.rchunks_exact(4));
        for (x, y) in low.remainder().iter().zip(high.remainder().iter().rev()) {
            mark(*x, *y);
        }
        for (x, y) in low.zip(high) {
            (0..4).for_each(|at| mark(x[at], y[3 - at]));
        }
    }
}
