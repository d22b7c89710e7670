//! The sets of all nim sums of exactly j of the values so far, as bit sets.

use crate::integer::mex_of_bits;

/// Values of so many bits are reached whatever else.
pub const MOST_BITS: u32 = 26;

/// Values of more bits are reached as long as all sets together have so many: a gigabyte.
const MOST_ROOM: u64 = if cfg!(target_pointer_width = "32") { 1 << 30 } else { 1 << 33 };

/// For each j up to a bound, the nim sums of exactly j of the values added so far.
#[derive(Clone, Debug)]
pub struct Reach {
    /// sets\[j\]: bit v is set when v is a nim sum of j values; all of 2^bits bits. There are none for more values than were added.
    sets: Vec<Vec<u64>>,
    most: usize,
    bits: u32,
}

impl Reach {
    /// No values; sums of up to `most` of them will be kept.
    pub fn new(most: usize) -> Self {
        Reach { sets: vec![vec![1]], most, bits: 6 }
    }

    /// The least number that is a nim sum of j values for no j in `counts`; the sets must have been there for every value so far.
    pub fn mex(&self, counts: &[usize]) -> u64 {
        let sets: Vec<&Vec<u64>> = counts.iter().filter_map(|count| self.sets.get(*count)).collect();
        mex_of_bits((0..self.sets[0].len()).map(|word| sets.iter().fold(0, |seen, set| seen | set[word])))
    }

    /// Adds a value; false when it has more bits than there is room for.
    pub fn add(&mut self, value: u64) -> bool {
        self.add_one_of(&[value])
    }

    /// Adds a value that is one of several, of which a sum has at most one; false when one has more bits than there is room for.
    pub fn add_one_of(&mut self, values: &[u64]) -> bool {
        let bits = values.iter().map(|value| 64 - value.leading_zeros()).max().unwrap_or(0);
        if bits > MOST_BITS && (self.most as u64 + 1) << bits > MOST_ROOM {
            return false;
        }
        if bits > self.bits {
            self.bits = bits;
            for set in &mut self.sets {
                set.resize(1 << (bits - 6), 0);
            }
        }
        if self.sets.len() <= self.most {
            self.sets.push(vec![0; self.sets[0].len()]);
        }
        for count in (1..self.sets.len()).rev() {
            let (smaller, larger) = self.sets.split_at_mut(count);
            let (from, to) = (&smaller[count - 1], &mut larger[0]);
            for value in values {
                let high = (value >> 6) as usize;
                for (at, word) in from.iter().enumerate().filter(|(_, word)| **word != 0) {
                    to[at ^ high] |= translate(*word, value & 63);
                }
            }
        }
        true
    }
}

/// Moves bit i to bit i xor `by`, for `by` below 64.
fn translate(mut word: u64, by: u64) -> u64 {
    const LOW: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (bit, low) in LOW.iter().enumerate() {
        if by >> bit & 1 == 1 {
            word = (word & low) << (1 << bit) | (word >> (1 << bit)) & low;
        }
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn translation_permutes_bits() {
        for by in 0..64 {
            for bit in 0..64u64 {
                assert_eq!(translate(1 << bit, by), 1 << (bit ^ by));
            }
        }
    }

    #[test]
    fn sums_are_those_of_subsets() {
        let values = [1u64, 2, 4, 7, 100, 3];
        let mut reach = Reach::new(3);
        values.iter().for_each(|value| assert!(reach.add(*value)));
        for count in 0..=3usize {
            let mut sums: Vec<u64> = (0..64u32)
                .filter(|subset| subset.count_ones() as usize == count)
                .map(|subset| (0..6).filter(|i| subset >> i & 1 == 1).fold(0, |sum, i| sum ^ values[i]))
                .collect();
            sums.sort_unstable();
            sums.dedup();
            let found: Vec<u64> =
                (0..128).filter(|v| reach.sets[count][(v / 64) as usize] >> (v % 64) & 1 == 1).collect();
            assert_eq!(found, sums, "{count}");
        }
    }
}
