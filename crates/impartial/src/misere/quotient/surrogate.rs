//! Growth after a long tail: a diagram with few levels proposes, verification on the true rules disposes.
//!
//! A heap that was placed in the tail has the value of a word in the generators of the quotient. Replace it by that word
//! wherever it occurs as an option: the generators and the new heap then have a small outcome diagram of their own. Its
//! quotient is a candidate only, since the new heap may separate a placed heap from its word. So every heap is
//! placed again, in order, on the true rules; one that finds no place becomes a level of the diagram itself, and
//! the candidate is made anew. When all are placed, the candidate is verified and is the quotient.

use rustc_hash::FxHashMap;

use super::exact::diagram_with;
use super::tail::Tail;
use super::{Evidence, Stop};
use crate::limits::{Limits, StopReason};
use crate::misere::diagram::OutcomeStop;
use crate::misere::monoid::{BipartiteMonoid, Element};
use crate::misere::rules::Sum;
use crate::misere::transition::{Source, SplitMonoid, Value};

/// The tail of the quotient that includes position n, the first that `tail` could not place. `grundy` gives the
/// Grundy values of the positions up to n. `None` when every position is a level and still one finds no place, which only the
/// coarser of the two forms of verification can bring about.
pub(super) fn regrow(
    source: &Source,
    tail: &Tail,
    grundy: &[u32],
    bound: Option<usize>,
    allow_kernel: bool,
    limits: &Limits,
) -> Result<Option<Tail>, Stop> {
    let n = tail.count() + 1;
    let mut levels = irreducible(tail);
    levels.push(n);
    loop {
        limits.poll()?;
        let words = words(tail, &levels);
        let mut diagram = diagram_with(bound);
        for level in &levels {
            diagram.push(&source.options_in_words(*level, &words), limits).map_err(|stop| match stop {
                OutcomeStop::Limit(reason) => Stop::Limit(reason),
                OutcomeStop::Diverging(seen) => {
                    Stop::Diverging(Evidence::new(n, seen, |generator| levels[generator as usize]))
                }
            })?;
        }
        let (monoid, values) = diagram.quotient(limits)?;
        let candidate = Candidate { monoid, values, levels: &levels, words: &words };
        let separated = match candidate.place_all(source, grundy, allow_kernel, limits)? {
            Placed::All(tail) => return Ok(Some(*tail)),
            Placed::Not(position) => position,
        };
        // A level that fails on the true rules means that some earlier word is wrong: free the first that is none yet.
        let free = if levels.contains(&separated) {
            (1..separated).find(|m| is_free(source, *m, &levels))
        } else {
            Some(separated)
        };
        let Some(free) = free else {
            return Ok(None);
        };
        let at = levels.partition_point(|level| *level < free);
        levels.insert(at, free);
    }
}

fn is_free(source: &Source, position: u64, levels: &[u64]) -> bool {
    !levels.contains(&position) && !source.options(position).is_empty()
}

enum Placed {
    All(Box<Tail>),
    Not(u64),
}

/// The quotient of a diagram with few levels.
struct Candidate<'a> {
    monoid: BipartiteMonoid,
    /// The values of the levels.
    values: Vec<Element>,
    levels: &'a [u64],
    /// The word of every position before the last level.
    words: &'a [Sum],
}

impl Candidate<'_> {
    /// Places every position up to the last level on the true rules, with the levels' values given: in the form with the
    /// kernel split off if there is one, else or then in the plain form.
    fn place_all(
        &self,
        source: &Source,
        grundy: &[u32],
        allow_kernel: bool,
        limits: &Limits,
    ) -> Result<Placed, StopReason> {
        let of_generator: Vec<u32> = self
            .monoid
            .generators()
            .map(|g| {
                self.values.iter().position(|x| *x == g).map_or(0, |at| grundy[self.levels[at] as usize])
            })
            .collect();
        if allow_kernel
            && let Some((split, images)) = SplitMonoid::normal(&self.monoid, &of_generator)
            && let Placed::All(tail) = self.place_in(source, split, &images, limits)?
        {
            return Ok(Placed::All(tail));
        }
        let images: Vec<Value> = (0..self.monoid.order() as Value).collect();
        self.place_in(source, SplitMonoid::plain(&self.monoid), &images, limits)
    }

    /// The same in one form; `images` gives the value of each element in it.
    fn place_in(
        &self,
        source: &Source,
        split: SplitMonoid,
        images: &[Value],
        limits: &Limits,
    ) -> Result<Placed, StopReason> {
        let mut tail = Tail::new(split);
        let last = self.levels.last().copied().unwrap_or(0);
        for n in 1..=last {
            let placed = match self.levels.binary_search(&n) {
                Ok(level) => tail.place_at(source, images[self.values[level] as usize], limits)?,
                Err(_) => {
                    let hint = self.words[n as usize]
                        .iter()
                        .fold(0, |x, g| self.monoid.product(x, self.values[*g as usize]));
                    tail.place(source, Some(images[hint as usize]), limits)?
                }
            };
            if !placed {
                return Ok(Placed::Not(n));
            }
        }
        Ok(Placed::All(Box::new(tail)))
    }
}

/// The positions whose values are not products of the values of earlier ones.
fn irreducible(tail: &Tail) -> Vec<u64> {
    let (_, kept, _) = tail.monoid().generated(tail.phi());
    kept.into_iter().map(|position| position as u64).collect()
}

/// For each position of the tail its word in the levels: itself if it is one, else the least word for its value in the levels
/// before it.
fn words(tail: &Tail, levels: &[u64]) -> Vec<Sum> {
    let monoid = tail.monoid();
    let mut known: FxHashMap<Value, Sum> = FxHashMap::default();
    known.insert(0, Sum::new());
    let mut used: Vec<(u32, Value)> = Vec::new();
    let mut words: Vec<Sum> = Vec::with_capacity(tail.phi().len());
    for (position, value) in tail.phi().iter().enumerate() {
        if let Ok(level) = levels.binary_search(&(position as u64)) {
            words.push(vec![level as u32]);
            used.push((level as u32, *value));
            known = shortest_words(monoid, &used);
        } else {
            words.push(known.get(value).cloned().expect("the levels generate the values of the tail"));
        }
    }
    words
}

/// The least word for every product of the given generators.
fn shortest_words(monoid: &SplitMonoid, generators: &[(u32, Value)]) -> FxHashMap<Value, Sum> {
    let mut known: FxHashMap<Value, Sum> = FxHashMap::default();
    known.insert(0, Sum::new());
    let mut found: Vec<Value> = vec![0];
    let mut at = 0;
    while at < found.len() {
        for (level, generator) in generators {
            let product = monoid.product(found[at], *generator);
            if !known.contains_key(&product) {
                let mut word = known[&found[at]].clone();
                word.push(*level);
                known.insert(product, word);
                found.push(product);
            }
        }
        at += 1;
    }
    known
}
