//! Sets of cells as the bits of one machine word: short boards fit 64 bits, the others 128.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

/// A set of cells, or a piece in normal position: its cells in the lower bits, the width of its box in the upper eight.
pub(super) trait Word:
    Copy
    + Default
    + Ord
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + BitAndAssign
    + BitOrAssign
    + Send
    + Sync
{
    /// Where the width of the box begins: so many cells fit.
    const CELLS: u32;
    /// A line of a table, as long as a line of the processor's cache.
    type Line: Copy + AsRef<[Self]> + AsMut<[Self]> + Send;
    /// What is known of the pieces of such a line.
    type Notes: Copy + AsRef<[u16]> + AsMut<[u16]> + Send;
    /// A line without pieces.
    const EMPTY: (Self::Line, Self::Notes);

    fn one() -> Self;
    fn from_cells(cells: u128) -> Self;
    fn to_cells(self) -> u128;
    fn count(self) -> u32;
    /// The number of the first cell of a set that has one.
    fn first(self) -> u32;
    /// The number of the last cell of a set that has one.
    fn last(self) -> u32;
    /// The first cell, as a set.
    fn least(self) -> Self;
    /// The lowest so many bits, the first becoming the last.
    fn reversed(self, bits: u32) -> Self;
    /// A number that depends on all bits, in its upper half at least.
    fn mixed(self) -> u64;

    fn is_empty(self) -> bool {
        self == Self::default()
    }
}

/// The golden ratio, as every second multiplicative hash has it.
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

fn spread(bits: u64) -> u64 {
    (bits ^ bits >> 31).wrapping_mul(MIX)
}

macro_rules! word {
    ($type:ty, $slots:literal, $mixed:expr) => {
        impl Word for $type {
            const CELLS: u32 = <$type>::BITS - 8;
            type Line = [Self; $slots];
            type Notes = [u16; $slots];
            const EMPTY: (Self::Line, Self::Notes) = ([0; $slots], [0; $slots]);

            fn one() -> Self {
                1
            }

            fn from_cells(cells: u128) -> Self {
                cells as Self
            }

            fn to_cells(self) -> u128 {
                self.into()
            }

            fn count(self) -> u32 {
                self.count_ones()
            }

            fn first(self) -> u32 {
                self.trailing_zeros()
            }

            fn last(self) -> u32 {
                <$type>::BITS - 1 - self.leading_zeros()
            }

            fn least(self) -> Self {
                self & self.wrapping_neg()
            }

            fn reversed(self, bits: u32) -> Self {
                self.reverse_bits() >> (<$type>::BITS - bits)
            }

            fn mixed(self) -> u64 {
                let mixed: fn(Self) -> u64 = $mixed;
                mixed(self)
            }
        }
    };
}

word!(u64, 6, spread);
word!(u128, 3, |bits| spread((bits as u64).wrapping_mul(MIX) ^ (bits >> 64) as u64));
