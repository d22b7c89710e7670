//! The strata are disjoint and have the P-cells as their union: at every point, the number of strata that contain it is 1
//! if its cell is P, and 0 if not.
//!
//! All coordinates are read by digits. The state of a stratum f + NG is a finite set of offsets: with radices m and a letter
//! c, the vectors v with c + m·v in f + NG are those in the sets (f + Σ k_g g − c)/m + NG', over all 0 ≤ k_g < M_g for which
//! the division leaves no remainder. Here M_g·g is divisible by m, and G' has the vectors M_g·g/m. After the first letter
//! m is 2, M_g is 2, and G' is G. Offsets and generators are not negative, so 0 is in a set exactly if the offset is 0.
//! An offset that is another one plus a generator is left out.

use super::certificate::{Automaton, Axis, Certificate, Stratum, narrow};
use super::game::Game;
use super::machine::{Alphabet, Budget, Exploration, Machine, OFF, Reader};
use super::positions::place;
use super::readers::{Class, Shifted};
use super::{malformed, refuted, too_large};
use crate::Refusal;

/// The most generators of a stratum.
const MOST_GENERATORS: usize = 16;

/// Checks the strata against the cells; the number of joint states.
pub(super) fn verify(
    certificate: &Certificate,
    tables: &[Vec<u8>],
    automaton: &Automaton,
    game: &Game,
    budget: &mut Budget,
) -> Result<usize, Refusal> {
    let axes = &certificate.axes;
    let classes: Vec<Class> = axes.iter().enumerate().map(|(i, axis)| Class::new(*axis, i)).collect();
    let mut radices: Vec<i64> = classes.iter().map(Class::radix).collect();
    let growing: Vec<usize> = (0..axes.len()).filter(|i| axes[*i] == Axis::Growing).collect();
    growing.iter().zip(&automaton.radices).for_each(|(i, radix)| radices[*i] = *radix);
    let alphabet = Alphabet::new(radices)?;

    let slice = Shifted { automaton, shift: vec![0; growing.len()], axes: growing };
    let mut machines = vec![Machine::new(&slice, &alphabet, budget)?];
    let others: Vec<Axis> = axes.iter().copied().filter(|axis| *axis != Axis::Growing).collect();
    for class in classes.iter().filter(|class| class.axis() != Axis::Growing) {
        machines.push(Machine::new(class, &alphabet, budget)?);
    }
    for stratum in &game.strata {
        machines.push(Machine::new(&Translates::new(stratum, &alphabet)?, &alphabet, budget)?);
    }
    let exploration = Exploration::new(&machines, &alphabet, budget)?;
    for pattern in &exploration.patterns {
        let (slice, rest) = (pattern.outputs[0], &pattern.outputs[1..]);
        let (classes, strata) = rest.split_at(others.len());
        let class = |class: &u32| (*class != OFF).then_some(*class as usize);
        let place = place(others.iter().zip(classes).map(|(axis, number)| (*axis, class(number))));
        let is_p = place.is_some_and(|place| tables[slice as usize][place] == b'P');
        let count = strata.iter().filter(|contains| **contains == 1).count();
        if count != usize::from(is_p) {
            let point = certificate.coordinates.show(exploration.witness(pattern, &alphabet));
            let outcome = if is_p { "is P" } else { "is not P" };
            return Err(refuted(format!("{point} {outcome} and is in {count} strata")));
        }
    }
    Ok(exploration.states())
}

/// A stratum, as it is read.
struct Translates<'a> {
    stratum: &'a Stratum,
    /// M_g for each generator.
    multiples: Vec<i64>,
    /// The generators after the first letter.
    later: Vec<Vec<i64>>,
}

impl<'a> Translates<'a> {
    fn new(stratum: &'a Stratum, alphabet: &Alphabet) -> Result<Self, Refusal> {
        if stratum.offset.iter().chain(stratum.generators.iter().flatten()).any(|entry| *entry < 0) {
            return Err(refuted("a stratum leaves the board: an offset or generator is negative".into()));
        }
        if stratum.generators.iter().any(|generator| generator.iter().all(|entry| *entry == 0)) {
            return Err(malformed("a generator of a stratum is zero"));
        }
        if stratum.generators.len() > MOST_GENERATORS {
            return Err(too_large("a stratum has more than 16 generators"));
        }
        let (mut multiples, mut later) = (Vec::new(), Vec::new());
        for generator in &stratum.generators {
            let mut multiple = 1;
            for (entry, radix) in generator.iter().zip(&alphabet.radices) {
                let needed = radix / gcd(*radix, *entry);
                multiple = narrow(i128::from(multiple / gcd(multiple, needed)) * i128::from(needed))?;
            }
            let entries = generator.iter().zip(&alphabet.radices);
            let entries =
                entries.map(|(entry, radix)| Ok(narrow(i128::from(*entry) * i128::from(multiple))? / radix));
            later.push(entries.collect::<Result<_, Refusal>>()?);
            multiples.push(multiple);
        }
        Ok(Translates { stratum, multiples, later })
    }
}

impl Reader for Translates<'_> {
    type State = Vec<Vec<i64>>;

    fn first(&self, alphabet: &Alphabet, budget: &mut Budget) -> Result<Vec<Self::State>, Refusal> {
        let points = vec![self.stratum.offset.clone()];
        let points = sums(points, &self.stratum.generators, &self.multiples, budget)?;
        let mut sets = vec![Vec::new(); alphabet.first.len()];
        for point in points {
            let radices = &alphabet.radices;
            let low = point.iter().zip(radices).map(|(entry, radix)| entry % radix);
            let letter = Alphabet::first_letter(radices, low);
            sets[letter].push(point.iter().zip(radices).map(|(entry, radix)| entry / radix).collect());
        }
        Ok(sets.into_iter().map(|set| reduced(set, &self.later)).collect())
    }

    fn next(
        &self,
        offsets: &Self::State,
        alphabet: &Alphabet,
        budget: &mut Budget,
    ) -> Result<Vec<Self::State>, Refusal> {
        let points = sums(offsets.clone(), &self.later, &vec![2; self.later.len()], budget)?;
        let mut sets = vec![Vec::new(); alphabet.later.len()];
        for point in points {
            let letter = Alphabet::later_letter(point.iter().map(|entry| entry % 2));
            sets[letter].push(point.iter().map(|entry| entry / 2).collect());
        }
        Ok(sets.into_iter().map(|set| reduced(set, &self.later)).collect())
    }

    fn output(&self, offsets: &Self::State) -> u32 {
        u32::from(offsets.iter().any(|offset| offset.iter().all(|entry| *entry == 0)))
    }

    fn size(&self, offsets: &Self::State) -> usize {
        (offsets.len() + 1) * (2 * self.stratum.offset.len() + 8)
    }
}

/// All points plus Σ k_g g with 0 ≤ k_g < M_g.
fn sums(
    mut points: Vec<Vec<i64>>,
    generators: &[Vec<i64>],
    multiples: &[i64],
    budget: &mut Budget,
) -> Result<Vec<Vec<i64>>, Refusal> {
    let count =
        multiples.iter().try_fold(points.len() as i64, |count, multiple| count.checked_mul(*multiple));
    let count = count.filter(|count| *count <= 1 << 20);
    let count = count.ok_or_else(|| too_large("a stratum has more than 2^20 offsets"))?;
    budget.work(count as usize * (points.first().map_or(0, Vec::len) + 1) * (generators.len() + 1))?;
    for (generator, multiple) in generators.iter().zip(multiples) {
        let shifted = |point: &Vec<i64>| {
            let point = point.clone();
            (0..*multiple).map(move |k| point.iter().zip(generator).map(|(entry, g)| entry + k * g).collect())
        };
        points = points.iter().flat_map(shifted).collect();
    }
    Ok(points)
}

/// The offsets without those that another offset and a generator make superfluous, in order.
fn reduced(mut offsets: Vec<Vec<i64>>, generators: &[Vec<i64>]) -> Vec<Vec<i64>> {
    offsets.sort_unstable();
    offsets.dedup();
    let is_needed = |offset: &Vec<i64>| {
        !generators.iter().any(|generator| {
            let less: Vec<i64> = offset.iter().zip(generator).map(|(entry, g)| entry - g).collect();
            offsets.binary_search(&less).is_ok()
        })
    };
    offsets.iter().filter(|offset| is_needed(offset)).cloned().collect()
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
