//! Grundy values of an octal game, one after the other, remembering a window only.
//!
//! A heap is a byte. Let j be the lowest bit of the mask. Deleting bit j from a value respects ⊕, loses nothing once the class is
//! known, and keeps the order among values of one class; the result is the *reduced* value. A common heap is its reduced
//! value, below 64; a rare heap has the top bit set as well. So the set of common values that a heap reaches, and the
//! set of rare ones, is a word each, and the least common value that it does not reach is found by counting ones.
//!
//! Eight heaps are done at a time: whatever reaches back eight heaps or more is known for all of them before the first.

use std::ops::Range;

use crate::Refusal;

/// Values from here on are refused, so that reduced values are below 64.
const MAX_VALUE: usize = 128;

/// The mark of a rare heap.
const RARE: u8 = 0x80;

/// Heaps that are done at a time.
const GROUP: usize = 8;

/// How many pairs are looked at for all heaps of a group before each heap goes on by itself, and how many at a time.
const TOGETHER: usize = 128;
const ROUND: usize = 8;

/// How many heaps are computed before the window is moved to the front again.
const ROOM: usize = 1 << 16;

/// The moves of an octal game: the numbers of tokens that may be taken to leave two heaps, one heap, or nothing.
pub struct Moves {
    pub breaks: Vec<u64>,
    pub takes: Vec<u64>,
    pub wholes: Vec<u64>,
}

impl Moves {
    /// k: the most tokens that a move takes.
    pub fn most(&self) -> u64 {
        self.breaks.iter().chain(&self.takes).chain(&self.wholes).copied().max().unwrap_or(0)
    }

    /// The values of the heaps below `bound`, by the definition: every option of every heap.
    pub fn values(&self, bound: u64) -> Result<Vec<u8>, Refusal> {
        let mut values: Vec<u8> = Vec::new();
        let mut marks = [u64::MAX; 256];
        for heap in 0..bound {
            for take in self.takes.iter().filter(|take| **take < heap) {
                marks[usize::from(values[(heap - take) as usize])] = heap;
            }
            if heap > 0 && self.wholes.contains(&heap) {
                marks[0] = heap;
            }
            for rest in self.breaks.iter().filter_map(|take| heap.checked_sub(*take)) {
                let rest = rest as usize;
                let parts = values.iter().take(rest / 2 + 1).skip(1);
                let others = values[..rest].iter().rev();
                parts.zip(others).for_each(|(a, b)| marks[usize::from(a ^ b)] = heap);
            }
            match marks[..MAX_VALUE].iter().position(|mark| *mark != heap) {
                Some(value) => values.push(value as u8),
                None => return Err(too_large(heap)),
            }
        }
        Ok(values)
    }
}

fn too_large(heap: u64) -> Refusal {
    Refusal::Refuted(format!("it is too large to check: heap {heap} has too large a value"))
}

/// What tells rare values from common ones.
#[derive(Clone, Copy)]
pub struct Classes {
    /// Not 0, and below 128.
    pub mask: u8,
    /// The parity of the tokens that breaking moves take, if heaps are told apart by position too.
    pub shift: Option<u64>,
}

impl Classes {
    /// The class of a value seen from a heap: 0 rare, 1 common.
    fn of(self, heap: u64, value: u8) -> u32 {
        let turn = self.shift.map_or(0, |shift| (heap + shift) & 1) as u32;
        (value & self.mask).count_ones() & 1 ^ turn
    }

    /// Whether a heap of this value is rare.
    pub fn is_rare(self, heap: u64, value: u8) -> bool {
        self.of(heap, value) == 0
    }

    fn reduced(self, value: u8) -> u8 {
        let low = (1 << self.mask.trailing_zeros()) - 1;
        value & low | value >> 1 & !low
    }

    fn byte(self, heap: u64, value: u8) -> u8 {
        self.reduced(value) | if self.of(heap, value) == 0 { RARE } else { 0 }
    }

    /// The value of a heap, from its byte.
    pub fn value(self, heap: u64, byte: u8) -> Option<u8> {
        (0..MAX_VALUE as u8).find(|value| self.byte(heap, *value) == byte)
    }

    /// For each parity of heaps and reduced common value, the set of smaller rare values.
    fn needs(self) -> [[u64; 64]; 2] {
        [0, 1].map(|parity| {
            let mut needs = [0; 64];
            let mut rare = 0;
            for value in 0..MAX_VALUE as u8 {
                let bit = self.reduced(value);
                match self.of(parity, value) {
                    0 => rare |= 1 << bit,
                    _ => needs[usize::from(bit)] = rare,
                }
            }
            needs
        })
    }
}

/// How far back a heap lies, and what its reduced value is added to.
type Offset = (u32, u8);

/// The heaps of a game, computed on and on.
pub struct Stream {
    /// Single heaps and pairs with a rare part, through which common values are reached: from [`GROUP`] on, and below.
    far: Vec<Offset>,
    near: Vec<Offset>,
    /// Single heaps and pairs of common heaps, through which rare values are reached.
    witnesses: Vec<Offset>,
    needs: [[u64; 64]; 2],
    /// The bytes of the heaps from `first` to before `first + known`, and room for more.
    heaps: Vec<u8>,
    first: u64,
    known: usize,
    /// How many heaps a heap can look back.
    depth: usize,
}

impl Stream {
    /// The stream after the heaps whose values are given, all below 2(`reach` + k) + 2; rare heaps, and parts to be tried,
    /// lie within the reach.
    pub fn new(moves: &Moves, classes: Classes, values: &[u8], reach: u64, parts: &[u64]) -> Self {
        let bytes: Vec<u8> = values.iter().zip(0..).map(|(value, heap)| classes.byte(heap, *value)).collect();
        let pairs = |part: u64| {
            let x = bytes[part as usize] & !RARE;
            moves.breaks.iter().map(move |take| ((take + part) as u32, x))
        };
        let is_rare = |part: &u64| bytes[*part as usize] & RARE != 0;
        let singles = |turned: bool| {
            // Seen from n, the class of the single heap n - k changes with the parity of k if position matters.
            let fits = move |take: &&u64| (classes.shift.is_some() && *take % 2 == 1) == turned;
            moves.takes.iter().filter(fits).map(|take| (*take as u32, 0))
        };
        let reached: Vec<Offset> =
            singles(false).chain((1..=reach).filter(is_rare).flat_map(pairs)).collect();
        let (far, near) = reached.into_iter().partition(|(back, _)| *back as usize >= GROUP);
        let common = parts.iter().copied().chain(1..=reach).filter(|part| !is_rare(part));
        Stream {
            far,
            near,
            witnesses: singles(true).chain(common.flat_map(pairs)).collect(),
            needs: classes.needs(),
            known: bytes.len(),
            heaps: bytes,
            first: 0,
            depth: (reach + moves.most()) as usize,
        }
    }

    /// The heaps that are remembered.
    pub fn bytes(&self, heaps: Range<u64>) -> &[u8] {
        &self.heaps[(heaps.start - self.first) as usize..(heaps.end - self.first) as usize]
    }

    /// Computes the next heaps, some thousands but none from `end` on, and says which.
    pub fn advance(&mut self, end: u64) -> Result<Range<u64>, Refusal> {
        let past = self.known.min(self.depth);
        self.heaps.copy_within(self.known - past..self.known, 0);
        self.first += (self.known - past) as u64;
        self.known = past;
        self.heaps.resize(past + ROOM + GROUP, 0);
        let start = self.first + past as u64;
        let count = end.saturating_sub(start).min(ROOM as u64) as usize;
        for done in (0..count).step_by(GROUP) {
            self.fill(past + done);
            let heap = start + done as u64;
            if let Some(at) = self.unwitnessed(past + done, heap, GROUP.min(count - done)) {
                return Err(Refusal::Refuted(format!(
                    "heap {} is not common, or lacks an option within the reach",
                    heap + at as u64
                )));
            }
        }
        self.known = past + count;
        Ok(start..start + count as u64)
    }

    /// Gives eight heaps the least common values that they do not reach; 64 if there is none.
    fn fill(&mut self, at: usize) {
        let mut reached = [0; GROUP];
        for (back, x) in &self.far {
            gather(&self.heaps, at - *back as usize, *x, &mut reached);
        }
        for (place, reached) in (at..).zip(reached) {
            let near = self.near.iter().map(|(back, x)| self.heaps[place - *back as usize] ^ x);
            let reached = near.fold(reached, |word, byte| word | 1 << (byte & 63));
            self.heaps[place] = reached.trailing_ones() as u8;
        }
    }

    /// The first of the heaps just filled, `count` of them, that has no common value or does not reach a smaller rare one.
    fn unwitnessed(&self, at: usize, heap: u64, count: usize) -> Option<usize> {
        let mut lacking = [0; GROUP];
        for (i, lacking) in lacking.iter_mut().enumerate().take(count) {
            let byte = usize::from(self.heaps[at + i]);
            let Some(needs) = self.needs[(heap as usize + i) & 1].get(byte) else { return Some(i) };
            *lacking = *needs;
        }
        let (together, alone) = self.witnesses.split_at(TOGETHER.min(self.witnesses.len()));
        let mut reached = [0; GROUP];
        for round in together.chunks(ROUND) {
            round.iter().for_each(|(back, x)| gather(&self.heaps, at - *back as usize, *x, &mut reached));
            lacking.iter_mut().zip(reached).for_each(|(lacking, reached)| *lacking &= !reached);
            if lacking == [0; GROUP] {
                return None;
            }
        }
        (0..count).find(|i| {
            let mut lacking = lacking[*i];
            let mut pairs = alone.iter();
            while lacking != 0 {
                let Some((back, x)) = pairs.next() else { return true };
                lacking &= !(1 << ((self.heaps[at + i - *back as usize] ^ x) & 63));
            }
            false
        })
    }
}

/// Notes for eight heaps what they reach through the heaps from a place on.
#[inline]
fn gather(heaps: &[u8], from: usize, x: u8, reached: &mut [u64; GROUP]) {
    let Some(bytes) = heaps.get(from..).and_then(|heaps| heaps.first_chunk()) else { return };
    let word = u64::from_le_bytes(*bytes) ^ (u64::from(x) * 0x0101_0101_0101_0101);
    for (i, reached) in reached.iter_mut().enumerate() {
        *reached |= 1 << (word >> (8 * i) & 63);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_goes_on_as_the_definition_does() {
        // 0.156 in the value form; 0.104 in the position form, where breaking moves take three tokens.
        let value = (Moves { breaks: vec![2, 3], takes: vec![3], wholes: vec![1, 2] }, None);
        let position = (Moves { breaks: vec![3], takes: vec![], wholes: vec![1] }, Some(1));
        for (moves, shift) in [value, position] {
            let reach = 2048;
            let settled = 2 * (reach + moves.most()) + 2;
            let values = moves.values(settled + 3000).unwrap();
            // The best mask, by trying all.
            let rare = |mask: u8| {
                let classes = Classes { mask, shift };
                (1..).zip(&values[1..]).filter(|(heap, value)| classes.of(*heap, **value) == 0).count()
            };
            let mask = (1..128).min_by_key(|mask| rare(*mask)).unwrap();
            let classes = Classes { mask, shift };
            let mut stream = Stream::new(&moves, classes, &values[..settled as usize], reach, &[5, 9]);
            let heaps = stream.advance(settled + 2999).unwrap();
            assert_eq!(heaps, settled..settled + 2999);
            for (heap, byte) in heaps.clone().zip(stream.bytes(heaps)) {
                assert_eq!(classes.value(heap, *byte), Some(values[heap as usize]), "heap {heap}");
            }
        }
    }
}
