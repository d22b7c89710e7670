//! The packed list of small groups: an adaptive binary range coder over the differences between neighbours.
//!
//! Each group is the list of its polycyclic relations. Groups with neighbouring numbers share most of them, so for each
//! relation one binary decision says whether it is that of the group before, and a new value is spelled bit by bit. The
//! probability of each decision is learnt from those before it in the same context, by decoder and encoder alike.
//!
//! ```text
//! file   = for each order 1, 2, …, 511: varint number of groups, varint length of its block; then the blocks
//! group  = permutation? generators | new relative orders? [9 bits each] relation…
//! ```
//!
//! The encoder is in `cargo xtask smallgroups`.

/// The probability, out of 2^16, that a decision is 1, and how often it was met.
#[derive(Clone, Copy)]
pub(super) struct Context {
    probability: u16,
    met: u8,
}

impl Context {
    pub const NEW: Context = Context { probability: 1 << 15, met: 0 };

    /// Moves the probability towards what was seen; the more often met, the less.
    fn learn(&mut self, bit: bool) {
        const MOST: u8 = 62;
        let target = if bit { 1 << 16 } else { 0 };
        let change = (target - i32::from(self.probability)) * 2 / (2 * i32::from(self.met) + 3);
        self.probability = (i32::from(self.probability) + change).clamp(32, (1 << 16) - 32) as u16;
        self.met = (self.met + 1).min(MOST);
    }
}

/// Reads decisions from bytes; past the end it reads zeros.
pub(super) struct RangeDecoder<'a> {
    bytes: &'a [u8],
    range: u32,
    code: u32,
}

impl<'a> RangeDecoder<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = RangeDecoder { bytes, range: u32::MAX, code: 0 };
        for _ in 0..4 {
            decoder.code = decoder.code << 8 | decoder.byte();
        }
        decoder
    }

    fn byte(&mut self) -> u32 {
        match self.bytes.split_first() {
            Some((byte, rest)) => {
                self.bytes = rest;
                u32::from(*byte)
            }
            None => 0,
        }
    }

    #[inline]
    pub fn bit(&mut self, context: &mut Context) -> bool {
        let bound = (self.range >> 16) * u32::from(context.probability);
        let bit = self.code < bound;
        if bit {
            self.range = bound;
        } else {
            self.code -= bound;
            self.range -= bound;
        }
        context.learn(bit);
        while self.range < 1 << 24 {
            self.range <<= 8;
            self.code = self.code << 8 | self.byte();
        }
        bit
    }

    /// A number of `bits` bits, the most significant first, each in the context of those before; `contexts` has 2^bits
    /// entries.
    pub fn number(&mut self, bits: u32, contexts: &mut [Context]) -> usize {
        let mut node = 1;
        for _ in 0..bits {
            node = node * 2 + usize::from(self.bit(&mut contexts[node]));
        }
        node - (1 << bits)
    }
}
