//! Finite unions of translates f + N{g_1, …, g_r}, read digit by digit.

use rustc_hash::FxHashMap;

use super::automaton::Radices;
use super::reader::Rule;
use crate::integer::lcm;

/// The set f + N{g_1, …, g_r}: an offset and finitely many generators. Source: [GM, Definition 8.6], with free generators.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
pub struct Translate {
    /// The offset f.
    pub offset: Vec<i64>,
    /// The generators g, with entries >= 0.
    pub generators: Vec<Vec<i64>>,
}

impl Translate {
    /// Whether a point is in the set. Cost: as many steps as there are combinations of all but one generator below the point.
    pub fn contains(&self, point: &[i64]) -> bool {
        let mut wanted: Vec<i64> = point.iter().zip(&self.offset).map(|(x, f)| x - f).collect();
        wanted.iter().all(|entry| *entry >= 0) && is_combination(&mut wanted, &self.generators)
    }
}

/// Says how many of the given translates contain a point, or (if told to) only whether one does.
///
/// With x = c + 2y, x lies in f + NG exactly if y lies in (f − c + Σ_{g ∈ C} g)/2 + NG for one of the subsets C of G that make
/// the numerator even: halve the coefficients. So what has to be remembered is a finite set of offsets, which stay
/// bounded. An offset with a negative entry that no generator can lift is forgotten.
/// (The first letter has radices m_i of its own. With M their least common multiple, coefficients are divided by M, and
/// the generators from then on are those with entries g_i M/m_i.)
///
#[derive(Clone, Debug)]
pub struct Translates {
    radices: Radices,
    translates: Vec<Translate>,
    /// The generators of every translate, as they are after the first letter.
    scaled: Vec<Vec<Vec<i64>>>,
    /// For every translate the sums Σ k_g g with 0 <= k_g < `multiple`, by their residues: what the first letter asks for.
    sums: Vec<FxHashMap<Vec<u32>, Vec<Vec<i64>>>>,
    counted: bool,
}

/// The translate, and what is left of its offset.
type Offset = (u32, Vec<i64>);

impl Translates {
    /// Counts the translates that contain a point.
    pub fn counted(radices: &Radices, translates: Vec<Translate>) -> Self {
        Self::new(radices, translates, true)
    }

    /// Says 1 where some translate contains the point.
    pub fn union(radices: &Radices, translates: Vec<Translate>) -> Self {
        Self::new(radices, translates, false)
    }

    fn new(radices: &Radices, translates: Vec<Translate>, counted: bool) -> Self {
        let axes = radices.axes();
        assert!(
            translates.iter().all(|t| t.offset.len() == axes && t.generators.iter().all(|g| g.len() == axes)),
            "one entry for every axis"
        );
        assert!(
            translates.iter().flat_map(|t| t.generators.iter().flatten()).all(|entry| *entry >= 0),
            "generators have entries >= 0"
        );
        let multiple = common_multiple(radices) as i64;
        let scale = |g: &Vec<i64>| {
            g.iter().zip(radices.as_slice()).map(|(entry, m)| entry * (multiple / i64::from(*m))).collect()
        };
        let scaled = translates.iter().map(|t| t.generators.iter().map(scale).collect()).collect();
        let residues = |sum: &[i64]| -> Vec<u32> {
            sum.iter()
                .zip(radices.as_slice())
                .map(|(entry, m)| entry.rem_euclid(i64::from(*m)) as u32)
                .collect()
        };
        let sums = translates
            .iter()
            .map(|t| {
                let mut by_residues: FxHashMap<Vec<u32>, Vec<Vec<i64>>> = FxHashMap::default();
                combinations(&mut vec![0; axes], &t.generators, multiple, &mut |sum| {
                    by_residues.entry(residues(sum)).or_default().push(sum.to_vec());
                });
                by_residues
            })
            .collect();
        Translates { radices: radices.clone(), translates, scaled, sums, counted }
    }

    /// How many sums the first letter has to tell apart: the memory that these translates need, in vectors.
    pub fn size(radices: &Radices, translates: &[Translate]) -> u64 {
        let multiple = common_multiple(radices);
        let sums = |t: &Translate| multiple.saturating_pow(t.generators.len() as u32);
        translates.iter().map(sums).fold(0, u64::saturating_add)
    }
}

/// All sums Σ k_g g with 0 <= k_g < `multiple`, added to `sum`, which is as before at the end.
fn combinations(sum: &mut [i64], generators: &[Vec<i64>], multiple: i64, found: &mut dyn FnMut(&[i64])) {
    let Some((generator, others)) = generators.split_first() else { return found(sum) };
    for _ in 0..multiple {
        combinations(sum, others, multiple, found);
        sum.iter_mut().zip(generator).for_each(|(entry, g)| *entry += g);
    }
    sum.iter_mut().zip(generator).for_each(|(entry, g)| *entry -= multiple * g);
}

/// Whether some entry is negative and no generator lifts it.
fn is_hopeless(offset: &[i64], generators: &[Vec<i64>]) -> bool {
    (0..offset.len()).any(|axis| offset[axis] < 0 && generators.iter().all(|g| g[axis] == 0))
}

fn sorted(mut offsets: Vec<Offset>) -> Vec<Offset> {
    offsets.sort_unstable();
    offsets.dedup();
    offsets
}

/// The least common multiple of the first radices.
fn common_multiple(radices: &Radices) -> u64 {
    radices.as_slice().iter().fold(1, |multiple, m| lcm(multiple, u64::from(*m)))
}

impl Rule for Translates {
    type State = Vec<Offset>;

    fn first(&self, digits: &[u32]) -> Self::State {
        let mut offsets = Vec::new();
        let radices = self.radices.as_slice();
        for (number, t) in self.translates.iter().enumerate() {
            let rest: Vec<i64> = t.offset.iter().zip(digits).map(|(f, c)| f - i64::from(*c)).collect();
            let wanted: Vec<u32> =
                rest.iter().zip(radices).map(|(r, m)| (-r).rem_euclid(i64::from(*m)) as u32).collect();
            for sum in self.sums[number].get(&wanted).into_iter().flatten() {
                let quotients = rest.iter().zip(sum).zip(radices).map(|((r, s), m)| (r + s) / i64::from(*m));
                let offset: Vec<i64> = quotients.collect();
                if !is_hopeless(&offset, &self.scaled[number]) {
                    offsets.push((number as u32, offset));
                }
            }
        }
        sorted(offsets)
    }

    fn next(&self, state: &Self::State, letter: u32) -> Self::State {
        let mut offsets = Vec::new();
        for (number, offset) in state {
            let digit = |axis: usize| i64::from(letter >> axis & 1);
            let mut rest: Vec<i64> = offset.iter().enumerate().map(|(axis, f)| f - digit(axis)).collect();
            let generators = &self.scaled[*number as usize];
            combinations(&mut rest, generators, 2, &mut |sum| {
                if sum.iter().all(|entry| entry % 2 == 0) {
                    let half: Vec<i64> = sum.iter().map(|entry| entry / 2).collect();
                    if !is_hopeless(&half, generators) {
                        offsets.push((*number, half));
                    }
                }
            });
        }
        sorted(offsets)
    }

    fn weight(&self, state: &Self::State) -> usize {
        state.len() * (self.radices.axes() + 4)
    }

    fn value(&self, state: &Self::State) -> u32 {
        let reaches_zero = |(number, offset): &&Offset| {
            let generators = &self.scaled[*number as usize];
            let mut wanted: Vec<i64> = offset.iter().map(|entry| -entry).collect();
            wanted.iter().all(|entry| *entry >= 0) && is_combination(&mut wanted, generators)
        };
        let mut found = state.iter().filter(reaches_zero).map(|(number, _)| *number);
        if !self.counted {
            return u32::from(found.next().is_some());
        }
        // Offsets are sorted by translate.
        let mut numbers: Vec<u32> = found.collect();
        numbers.dedup();
        numbers.len() as u32
    }
}

/// Whether a vector is a sum of generators, with repetitions. Every generator is non-zero and has entries >= 0.
fn is_combination(wanted: &mut [i64], generators: &[Vec<i64>]) -> bool {
    let Some((generator, others)) = generators.split_first() else {
        return wanted.iter().all(|entry| *entry == 0);
    };
    if others.is_empty() {
        // A multiple of the last one.
        let times = wanted.iter().zip(generator).find(|(_, g)| **g > 0).map_or(0, |(w, g)| w / g);
        return wanted.iter().zip(generator).all(|(w, g)| *w == times * g);
    }
    let most = wanted.iter().zip(generator).filter(|(_, g)| **g > 0).map(|(w, g)| w / g).min().unwrap_or(0);
    for taken in 0..=most {
        let mut rest: Vec<i64> = wanted.iter().zip(generator).map(|(w, g)| w - taken * g).collect();
        if is_combination(&mut rest, others) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automatic::{explore, reader};
    use crate::limits::Limits;
    use std::ops::ControlFlow;

    fn translate(offset: &[i64], generators: &[&[i64]]) -> Translate {
        Translate { offset: offset.to_vec(), generators: generators.iter().map(|g| g.to_vec()).collect() }
    }

    #[test]
    fn membership_is_membership() {
        let translates = vec![
            translate(&[0, 0], &[&[2, 0], &[4, 3]]),
            translate(&[1, 1], &[&[2, 0], &[4, 3]]),
            translate(&[3, 4], &[&[6, 6]]),
            translate(&[5, 0], &[]),
            translate(&[2, 0], &[&[1, 0]]),
        ];
        for m in [[2, 2], [3, 1], [6, 4]] {
            let rule = Translates::counted(&Radices::new(m.to_vec()), translates.clone());
            for x in 0..40u32 {
                for y in 0..40u32 {
                    let mut state = rule.first(&[x % m[0], y % m[1]]);
                    for place in 0..6 {
                        state = rule.next(&state, ((x / m[0]) >> place & 1) | ((y / m[1]) >> place & 1) << 1);
                    }
                    let expected = translates.iter().filter(|t| t.contains(&[x.into(), y.into()])).count();
                    assert_eq!(rule.value(&state), expected as u32, "{x},{y} modulo {m:?}");
                }
            }
        }
    }

    #[test]
    fn the_even_and_the_odd_points_make_all() {
        let radices = Radices::binary(2);
        let both: Vec<&[i64]> = vec![&[2, 0], &[1, 1], &[0, 2]];
        let even = Translates::union(&radices, vec![translate(&[0, 0], &both)]);
        let odd = Translates::union(&radices, vec![translate(&[1, 0], &both), translate(&[0, 1], &both)]);
        let mut readers = vec![reader(&radices, even), reader(&radices, odd)];
        let explored = explore(&radices, &mut readers, &Limits::none(), |values| {
            if values[0] + values[1] == 1 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
        .unwrap();
        assert_eq!(explored.witness, None);
    }
}
