//! Grundy values of the heaps 0, 1, 2, …, as compactly as they allow, with a checksum and a form as bytes.

use crate::limits::{Limits, StopReason};

/// The values G(0), G(1), …: one byte a heap while they are below 256, then two, then four.
///
/// ```
/// use impartial::heap::Values;
/// let values: Values = [0, 1, 300].into_iter().collect();
/// assert_eq!((values.get(2), values.max()), (Some(300), 300));
/// ```
#[derive(Clone, Debug)]
pub struct Values {
    store: Store,
    max: u32,
}

#[derive(Clone, Debug)]
pub(crate) enum Store {
    Bytes(Vec<u8>),
    Words(Vec<u16>),
    Longs(Vec<u32>),
}

impl Default for Values {
    fn default() -> Self {
        Values { store: Store::Bytes(Vec::new()), max: 0 }
    }
}

impl PartialEq for Values {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl Eq for Values {}

impl Values {
    /// The number of heaps, the empty heap included.
    pub fn len(&self) -> usize {
        match &self.store {
            Store::Bytes(values) => values.len(),
            Store::Words(values) => values.len(),
            Store::Longs(values) => values.len(),
        }
    }

    /// Whether there is not even heap 0.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a heap, if it is here.
    pub fn get(&self, heap: usize) -> Option<u32> {
        match &self.store {
            Store::Bytes(values) => values.get(heap).map(|value| u32::from(*value)),
            Store::Words(values) => values.get(heap).map(|value| u32::from(*value)),
            Store::Longs(values) => values.get(heap).copied(),
        }
    }

    /// The value of a heap that is known to be here.
    #[inline]
    pub(crate) fn at(&self, heap: usize) -> u32 {
        match &self.store {
            Store::Bytes(values) => u32::from(values[heap]),
            Store::Words(values) => u32::from(values[heap]),
            Store::Longs(values) => values[heap],
        }
    }

    /// The largest value; 0 when there is none.
    pub fn max(&self) -> u32 {
        self.max
    }

    /// Appends the value of the next heap.
    #[inline]
    pub(crate) fn push(&mut self, value: u32) {
        self.max = self.max.max(value);
        match &mut self.store {
            Store::Bytes(values) if value <= 0xff => values.push(value as u8),
            Store::Words(values) if value <= 0xffff => values.push(value as u16),
            Store::Longs(values) => values.push(value),
            _ => {
                self.widen(value);
                self.push(value);
            }
        }
    }

    /// Appends the values that a table has for these bytes; the rows of the table take turns, `first` being the first.
    pub(crate) fn extend_by_table(&mut self, bytes: &[u8], table: &[[u16; 256]; 2], first: usize) {
        let (even, odd) = (&table[first & 1], &table[first & 1 ^ 1]);
        let mut chunk = [0u16; 64];
        for bytes in bytes.chunks(chunk.len()) {
            let (pairs, rest) = bytes.as_chunks::<2>();
            for (pair, place) in pairs.iter().zip(chunk.chunks_exact_mut(2)) {
                (place[0], place[1]) = (even[usize::from(pair[0])], odd[usize::from(pair[1])]);
            }
            if let [byte] = rest {
                chunk[bytes.len() - 1] = even[usize::from(*byte)];
            }
            self.extend_words(&chunk[..bytes.len()]);
        }
    }

    /// Appends values below 65536.
    fn extend_words(&mut self, words: &[u16]) {
        let most = u32::from(words.iter().fold(0, |most, word| most.max(*word)));
        match &mut self.store {
            Store::Bytes(values) if most <= 0xff => values.extend(words.iter().map(|word| *word as u8)),
            Store::Words(values) => values.extend_from_slice(words),
            _ => words.iter().for_each(|word| self.push(u32::from(*word))),
        }
        self.max = self.max.max(most);
    }

    /// Makes room for `heaps` heaps in all, so that appending does not copy.
    pub(crate) fn reserve(&mut self, heaps: usize) {
        match &mut self.store {
            Store::Bytes(values) => values.reserve(heaps.saturating_sub(values.len())),
            Store::Words(values) => values.reserve(heaps.saturating_sub(values.len())),
            Store::Longs(values) => values.reserve(heaps.saturating_sub(values.len())),
        }
    }

    /// Appends `count` values, each equal to the one `period` heaps before it; there must be `period` values.
    pub(crate) fn extend_periodically(&mut self, period: usize, count: usize) {
        fn extend<T: Copy>(values: &mut Vec<T>, period: usize, count: usize) {
            let mut left = count;
            while left > 0 {
                let from = values.len() - period;
                let step = left.min(period);
                values.extend_from_within(from..from + step);
                left -= step;
            }
        }
        match &mut self.store {
            Store::Bytes(values) => extend(values, period, count),
            Store::Words(values) => extend(values, period, count),
            Store::Longs(values) => extend(values, period, count),
        }
    }

    /// Appends values, each `saltus` more than the one `period` heaps before it; stops before one that does not fit.
    pub(crate) fn extend_arithmetically(&mut self, period: usize, saltus: u64, count: usize) -> bool {
        for _ in 0..count {
            let value = u64::from(self.at(self.len() - period)).checked_add(saltus);
            let Some(value) = value.and_then(|value| u32::try_from(value).ok()) else { return false };
            self.push(value);
        }
        true
    }

    fn widen(&mut self, value: u32) {
        self.store = if value <= 0xffff {
            Store::Words(self.iter().map(|value| value as u16).collect())
        } else {
            Store::Longs(self.iter().collect())
        };
    }

    /// The values in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = u32> + '_ {
        (0..self.len()).map(|heap| self.at(heap))
    }

    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    /// The number of values before which, reading backwards from the end, the shift by `period` first fails: the least
    /// n with G(m) = G(m + period) for all m ≥ n that are here.
    pub(crate) fn agreement_start(&self, period: usize) -> usize {
        fn start<T: PartialEq>(values: &[T], period: usize) -> usize {
            let (early, late) = (&values[..values.len() - period], &values[period..]);
            // Whole stretches first: they compare much faster than single values.
            let mut end = early.len();
            while end >= 4096 && early[end - 4096..end] == late[end - 4096..end] {
                end -= 4096;
            }
            while end > 0 && early[end - 1] == late[end - 1] {
                end -= 1;
            }
            end
        }
        if period >= self.len() {
            return self.len();
        }
        match &self.store {
            Store::Bytes(values) => start(values, period),
            Store::Words(values) => start(values, period),
            Store::Longs(values) => start(values, period),
        }
    }

    /// A 64-bit checksum of the values from heap 0 to the last, the same for every way of storing them: FNV-1a over
    /// the values as 32-bit units.
    pub fn checksum(&self) -> u64 {
        self.checksum_to(self.len())
    }

    /// The checksum of the first `heaps` values.
    pub fn checksum_to(&self, heaps: usize) -> u64 {
        // No limits, no end before the end.
        self.checksum_within(heaps, &Limits::none()).unwrap_or_default()
    }

    /// The same as long as the limits allow.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn checksum_within(&self, heaps: usize, limits: &Limits) -> Result<u64, StopReason> {
        const PIECE: usize = 1 << 20;
        fn fold(sum: u64, values: impl Iterator<Item = u32>) -> u64 {
            values.fold(sum, |sum, value| (sum ^ u64::from(value)).wrapping_mul(0x0000_0100_0000_01b3))
        }
        let heaps = heaps.min(self.len());
        let mut sum = 0xcbf2_9ce4_8422_2325;
        for start in (0..heaps).step_by(PIECE) {
            limits.poll()?;
            let piece = start..(start + PIECE).min(heaps);
            sum = match &self.store {
                Store::Bytes(values) => fold(sum, values[piece].iter().map(|value| u32::from(*value))),
                Store::Words(values) => fold(sum, values[piece].iter().map(|value| u32::from(*value))),
                Store::Longs(values) => fold(sum, values[piece].iter().copied()),
            };
        }
        Ok(sum)
    }

    /// The width of a value in bytes, and the values, little end first.
    pub(crate) fn to_bytes(&self) -> (u8, Vec<u8>) {
        match &self.store {
            Store::Bytes(values) => (1, values.clone()),
            Store::Words(values) => (2, values.iter().flat_map(|value| value.to_le_bytes()).collect()),
            Store::Longs(values) => (4, values.iter().flat_map(|value| value.to_le_bytes()).collect()),
        }
    }

    /// The inverse of [`to_bytes`](Self::to_bytes); `None` for another width or a broken last value.
    pub(crate) fn from_bytes(width: u8, bytes: &[u8]) -> Option<Self> {
        if width == 0 || !bytes.len().is_multiple_of(usize::from(width)) {
            return None;
        }
        let store = match width {
            1 => Store::Bytes(bytes.to_vec()),
            2 => Store::Words(bytes.as_chunks().0.iter().map(|unit| u16::from_le_bytes(*unit)).collect()),
            4 => Store::Longs(bytes.as_chunks().0.iter().map(|unit| u32::from_le_bytes(*unit)).collect()),
            _ => return None,
        };
        let mut values = Values { store, max: 0 };
        values.max = values.iter().max().unwrap_or(0);
        Some(values)
    }
}

/// Calls `visit` with G(a) ⊕ G(rest - a) for 1 ≤ a ≤ most < rest.
#[inline]
pub(crate) fn for_each_pair(values: &Values, rest: usize, most: usize, mut visit: impl FnMut(u32)) {
    fn pairs<T: Copy>(values: &[T], rest: usize, most: usize, mut visit: impl FnMut(T, T)) {
        let up = values[1..=most].iter();
        let down = values[rest - most..rest].iter().rev();
        up.zip(down).for_each(|(a, b)| visit(*a, *b));
    }
    match &values.store {
        Store::Bytes(values) => pairs(values, rest, most, |a, b| visit(u32::from(a ^ b))),
        Store::Words(values) => pairs(values, rest, most, |a, b| visit(u32::from(a ^ b))),
        Store::Longs(values) => pairs(values, rest, most, |a, b| visit(a ^ b)),
    }
}

/// Whether values[a] ⊕ values[rest - a] = `target` for some 1 ≤ a ≤ rest / 2; all these must be here.
pub(crate) fn pair_among<T>(values: &[T], rest: usize, target: T) -> bool
where
    T: Copy + PartialEq + std::ops::BitXor<Output = T>,
{
    pair_up_to(values, rest, rest / 2, target)
}

/// The same for 1 ≤ a ≤ `most`.
fn pair_up_to<T>(values: &[T], rest: usize, most: usize, target: T) -> bool
where
    T: Copy + PartialEq + std::ops::BitXor<Output = T>,
{
    /// Pairs compared before a decision: the compiler makes few instructions of them.
    const ROW: usize = 128;
    if most == 0 {
        return false;
    }
    let (up, down) = (&values[1..=most], &values[rest - most..rest]);
    up.chunks(ROW).zip(down.rchunks(ROW)).any(|(up, down)| {
        up.iter().zip(down.iter().rev()).fold(false, |found, (a, b)| found | (*a ^ *b == target))
    })
}

/// The same for parts that differ: 1 ≤ a < rest - a.
pub(crate) fn different_pair_among<T>(values: &[T], rest: usize, target: T) -> bool
where
    T: Copy + PartialEq + std::ops::BitXor<Output = T>,
{
    pair_up_to(values, rest, rest.saturating_sub(1) / 2, target)
}

/// The same for Grundy values, and 1 ≤ a ≤ `most` ≤ rest / 2.
pub(crate) fn has_pair(values: &Values, rest: usize, most: usize, target: u32) -> bool {
    match &values.store {
        Store::Bytes(values) => {
            u8::try_from(target).is_ok_and(|target| pair_up_to(values, rest, most, target))
        }
        Store::Words(values) => {
            u16::try_from(target).is_ok_and(|target| pair_up_to(values, rest, most, target))
        }
        Store::Longs(values) => pair_up_to(values, rest, most, target),
    }
}

impl FromIterator<u32> for Values {
    fn from_iter<I: IntoIterator<Item = u32>>(values: I) -> Self {
        let mut all = Values::default();
        values.into_iter().for_each(|value| all.push(value));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widening_changes_neither_values_nor_checksum() {
        let list = [0, 1, 255, 3, 256, 7, 65535, 65536, 9];
        let mut values = Values::default();
        for (count, value) in list.iter().enumerate() {
            values.push(*value);
            let other: Values = list[..=count].iter().copied().collect();
            let long = Values { store: Store::Longs(list[..=count].to_vec()), max: values.max };
            assert_eq!((values.checksum(), &values), (other.checksum(), &long));
            assert_eq!(long.checksum(), values.checksum());
        }
        let (width, bytes) = values.to_bytes();
        assert_eq!(Values::from_bytes(width, &bytes), Some(values));
        assert_eq!(Values::from_bytes(4, &[0; 7]), None);
    }

    #[test]
    fn pairs_are_found_by_their_nim_sum() {
        for scale in [1, 300, 70_000] {
            let values: Values = (0..600u32).map(|heap| heap * heap % 61 * scale).collect();
            for rest in [0, 1, 2, 3, 255, 256, 257, 599] {
                for target in (0..64).map(|target| target * scale) {
                    let pairs = (1..=rest / 2).map(|a| values.at(a) ^ values.at(rest - a));
                    assert_eq!(
                        has_pair(&values, rest, rest / 2, target),
                        pairs.clone().any(|pair| pair == target)
                    );
                }
            }
        }
    }

    #[test]
    fn agreement_is_followed_back_to_its_start() {
        let values: Values = (0..10_000u32).map(|heap| if heap < 777 { heap } else { heap % 5 }).collect();
        // 775 and 776 are 0 and 1 modulo 5 but have other values; heap 777 + 5 is the first to look back at 777.
        assert_eq!(values.agreement_start(5), 777);
        let mut copy: Values = values.iter().take(800).collect();
        copy.extend_periodically(5, 9200);
        assert_eq!(copy, values);
    }
}
