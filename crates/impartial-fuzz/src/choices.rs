//! Where chance comes from: the bytes of a fuzzer, or a seed.

/// A run of choices. Those made of bytes end with the bytes: from then on the first of everything is chosen, so that what is
/// built stays finite and a shorter input builds something smaller.
#[derive(Clone, Debug)]
pub struct Choices<'a> {
    source: Source<'a>,
}

#[derive(Clone, Debug)]
enum Source<'a> {
    Bytes(&'a [u8]),
    Seed(u64),
}

impl<'a> Choices<'a> {
    /// The choices that bytes stand for.
    pub fn of_bytes(bytes: &'a [u8]) -> Self {
        Choices { source: Source::Bytes(bytes) }
    }

    /// Endless choices, the same for the same seed.
    pub fn of_seed(seed: u64) -> Self {
        Choices { source: Source::Seed(seed) }
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        match &mut self.source {
            Source::Bytes(bytes) => {
                let taken = usize::from(bound > 1) + usize::from(bound > 1 << 8);
                let (now, rest) = bytes.split_at(taken.min(bytes.len()));
                *bytes = rest;
                now.iter().fold(0, |number, byte| number << 8 | usize::from(*byte)) % bound
            }
            Source::Seed(state) => {
                // SplitMix64 [Steele, Lea, Flood 2014].
                *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
                let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
                let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
                ((mixed ^ (mixed >> 31)) % bound as u64) as usize
            }
        }
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// One of these.
    pub fn one<'t, T: ?Sized>(&mut self, all: &[&'t T]) -> &'t T {
        all[self.below(all.len())]
    }

    /// True once in so many times.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    /// Texts made one after the other, with a sign between them.
    pub fn joined(&mut self, count: usize, sign: &str, mut text: impl FnMut(&mut Self) -> String) -> String {
        (0..count).map(|_| text(self)).collect::<Vec<_>>().join(sign)
    }
}
