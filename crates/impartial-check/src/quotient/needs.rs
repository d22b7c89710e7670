//! Sets of elements, one bit each.

/// A set of elements of the monoid.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Set(Vec<u64>);

impl Set {
    pub(super) fn empty(order: usize) -> Self {
        Set(vec![0; order.div_ceil(64)])
    }

    pub(super) fn collect(order: usize, member: impl Fn(usize) -> bool) -> Self {
        let mut set = Set::empty(order);
        for x in (0..order).filter(|x| member(*x)) {
            set.0[x / 64] |= 1 << (x % 64);
        }
        set
    }

    pub(super) fn contains(&self, x: usize) -> bool {
        self.0[x / 64] >> (x % 64) & 1 == 1
    }

    /// Adds an element; whether it is new.
    pub(super) fn insert(&mut self, x: usize) -> bool {
        let bit = 1 << (x % 64);
        let is_new = self.0[x / 64] & bit == 0;
        self.0[x / 64] |= bit;
        is_new
    }

    pub(super) fn add_all(&mut self, other: &Set) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    pub(super) fn meets(&self, other: &Set) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }
}
