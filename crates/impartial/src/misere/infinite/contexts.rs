//! Sums of generators that do not grow, by what they do to the slices.

use rustc_hash::FxHashMap;

use super::InfiniteQuotient;
use crate::limits::{Limits, StopReason};
use crate::misere::diagram::{Diagram, Function};
use crate::misere::rules::Generator;

/// The most different contexts.
const MOST_CONTEXTS: usize = 1 << 13;

/// The contexts: sums of generators that do not grow, two of them the same when they shift all slices alike.
pub(super) struct Contexts {
    /// For each the slices shifted by it; context 0 is the empty sum.
    pub(super) images: Vec<Vec<Function>>,
    /// For each the context with one copy more of each generator; itself for the growing ones.
    pub(super) times: Vec<Vec<u32>>,
    /// For each the length of its shortest sum; increasing.
    pub(super) lengths: Vec<u32>,
}

impl Contexts {
    /// All contexts of a quotient; `None` when there are too many.
    pub(super) fn new(quotient: &InfiniteQuotient, limits: &Limits) -> Result<Option<Self>, StopReason> {
        let mut diagram: Diagram = quotient.diagram.clone();
        let mut images = vec![quotient.slices.clone()];
        let mut numbers: FxHashMap<Vec<Function>, u32> = FxHashMap::default();
        numbers.insert(images[0].clone(), 0);
        let mut times: Vec<Vec<u32>> = Vec::new();
        let mut lengths = vec![0];
        while times.len() < images.len() {
            limits.poll()?;
            let at = times.len();
            let mut row = vec![at as u32; quotient.rules.len()];
            for generator in (0..quotient.rules.len() as Generator).filter(|g| !quotient.growing.contains(g))
            {
                let mut image = Vec::with_capacity(images[at].len());
                for slice in &images[at] {
                    image.push(diagram.shift(*slice, generator)?);
                }
                row[generator as usize] = *numbers.entry(image).or_insert_with_key(|image| {
                    images.push(image.clone());
                    lengths.push(lengths[at] + 1);
                    images.len() as u32 - 1
                });
            }
            if images.len() > MOST_CONTEXTS {
                return Ok(None);
            }
            times.push(row);
        }
        Ok(Some(Contexts { images, times, lengths }))
    }
}
