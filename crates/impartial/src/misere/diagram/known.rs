//! Sequences that are known not to repeat, so that nobody waits for them again.
//!
//! A sequence of slices is determined by the generators and by b ([`super::outcome`]). Restricted to fewer generators that contain their
//! followers, it is that of the restricted b. So what is known of few generators and a b is met again beside many others; it is recognised
//! by the names of the generators and the numbers of b.

use rustc_hash::FxHashMap;

use super::store::{Diagram, Function};
use crate::limits::StopReason;

/// Functions in numbers, each with the number of its sequence.
type Numbered = FxHashMap<Vec<u32>, usize>;

/// Generators, by names given from outside, and functions b of their sums in numbers, each with a number of its own.
#[derive(Clone, Debug, Default)]
pub struct KnownSequences {
    sets: Vec<(Vec<u32>, Numbered)>,
}

impl KnownSequences {
    /// Nothing known.
    pub fn new() -> Self {
        Self::default()
    }

    /// The sequence of the last of the generators with these names, with b in numbers, does not repeat.
    pub fn insert(&mut self, names: &[u32], b: Vec<u32>, number: usize) {
        let known = self.sets.iter().position(|(known, _)| known == names);
        let place = known.unwrap_or_else(|| {
            self.sets.push((names.to_vec(), FxHashMap::default()));
            self.sets.len() - 1
        });
        self.sets[place].1.insert(b, number);
    }

    /// The number of a known sequence among those of the last generator of `names` with b.
    pub(super) fn find(
        &self,
        diagram: &Diagram,
        names: &[u32],
        b: Function,
    ) -> Result<Option<usize>, StopReason> {
        for (known, signatures) in self.sets.iter().filter(|(known, _)| known.last() == names.last()) {
            if !known.iter().all(|name| names.contains(name)) {
                continue;
            }
            let place = |name: &u32| known.iter().position(|known| known == name).map(|at| at as u32);
            let places: Vec<Option<u32>> = names.iter().map(place).collect();
            let mut alone = Diagram::default();
            let b = alone.transplanted(diagram, b, &places, &mut FxHashMap::default())?;
            if let Some(number) = signatures.get(&alone.signature(b)?) {
                return Ok(Some(*number));
            }
        }
        Ok(None)
    }
}
