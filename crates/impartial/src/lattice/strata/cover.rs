//! Covering an automatic set by disjoint translates: a greedy guess, compared with the set everywhere.

use rustc_hash::FxHashMap;

use super::{are_independent, is_disjoint_union};
use crate::automatic::{DigitAutomaton, Translate, Translates};
use crate::limits::{Limits, StopReason};

/// Sides of the boxes that are covered, by number of axes; the last list is for all larger numbers.
const SIDES: [&[usize]; 4] = [&[64, 512], &[24, 48, 96, 192], &[12, 20, 28], &[8, 12]];
/// Points that directions are taken from, and directions kept.
const SAMPLES: usize = 400;
const DIRECTIONS: usize = 24;

/// The largest comparison that is made, see [`Translates::size`].
const MOST_SUMS: u64 = 2_000_000;
/// Points at which a cover is tried before it is compared everywhere.
const TRIED: usize = 1500;

/// A disjoint union of translates of free semigroups that is the set where the automaton says 1; `None` if none was found.
pub(super) fn cover(
    automaton: &DigitAutomaton,
    limits: &Limits,
) -> Result<Option<Vec<Translate>>, StopReason> {
    let axes = automaton.radices().axes();
    if axes == 0 {
        let everything = Translate { offset: vec![], generators: vec![] };
        return Ok(Some(if automaton.at(&[]) == 1 { vec![everything] } else { vec![] }));
    }
    for side in SIDES[axes.min(SIDES.len()) - 1] {
        limits.poll()?;
        let set = BoxSet::new(automaton, *side);
        let directions = set.directions();
        let translates = set.greedy(&directions, limits)?;
        let fits = Translates::size(automaton.radices(), &translates) <= MOST_SUMS;
        if !fits || !set.agrees_far_out(&translates) {
            continue;
        }
        match is_disjoint_union(automaton, &translates, limits) {
            Ok(true) => return Ok(Some(translates)),
            // Too many states for a comparison: another box may give simpler translates.
            Ok(false) | Err(StopReason::Cap { .. }) => {}
            Err(reason) => return Err(reason),
        }
    }
    Ok(None)
}

/// The set in a box [0, side)^k, a byte a point.
struct BoxSet<'a> {
    automaton: &'a DigitAutomaton,
    side: usize,
    axes: usize,
    inside: Vec<bool>,
}

/// Multiples at which a translate is tried outside the box.
const FAR: [u64; 10] = [0, 1, 2, 5, 9, 20, 33, 64, 91, 170];

impl<'a> BoxSet<'a> {
    fn new(automaton: &'a DigitAutomaton, side: usize) -> Self {
        let axes = automaton.radices().axes();
        let mut set = BoxSet { automaton, side, axes, inside: Vec::new() };
        set.inside = (0..side.pow(axes as u32))
            .map(|place| {
                let point: Vec<u64> = set.point(place).iter().map(|x| *x as u64).collect();
                automaton.at(&point) == 1
            })
            .collect();
        set
    }

    /// Whether the translates contain the right points among some that lie in the box and beyond it.
    fn agrees_far_out(&self, translates: &[Translate]) -> bool {
        let mut random = 0x9E37_79B9_7F4A_7C15u64;
        (0..TRIED).all(|number| {
            let point: Vec<u64> = (0..self.axes)
                .map(|_| {
                    random ^= random << 13;
                    random ^= random >> 7;
                    random ^= random << 17;
                    // Near the origin, too.
                    random
                        % (if number % 3 == 0 { self.side as u64 / 4 } else { 3 * self.side as u64 }).max(1)
                })
                .collect();
            let signed: Vec<i64> = point.iter().map(|x| *x as i64).collect();
            let count = translates.iter().filter(|t| t.contains(&signed)).count();
            count == self.automaton.at(&point) as usize
        })
    }

    fn point(&self, mut place: usize) -> Vec<usize> {
        let mut point = vec![0; self.axes];
        for x in point.iter_mut().rev() {
            *x = place % self.side;
            place /= self.side;
        }
        point
    }

    fn place(&self, point: &[usize]) -> usize {
        point.iter().fold(0, |place, x| place * self.side + x)
    }

    /// The places of p, p + v, p + 2v, … in the box.
    fn ray(&self, place: usize, direction: &[usize]) -> impl Iterator<Item = usize> {
        let point = self.point(place);
        let room = point.iter().zip(direction).filter(|(_, v)| **v > 0).map(|(x, v)| (self.side - 1 - x) / v);
        let steps = room.min().unwrap_or(0);
        let stride = self.place(direction);
        (0..=steps).map(move |step| place + step * stride)
    }

    /// Whether p, p + v, p + 2v, … are all in the set, as far as it is tried.
    fn goes_on(&self, place: usize, direction: &[usize]) -> bool {
        self.ray(place, direction).all(|at| self.inside[at]) && self.reaches_far(place, &[direction])
    }

    /// Whether the points far out in the translate by these directions are in the set.
    fn reaches_far(&self, place: usize, directions: &[&[usize]]) -> bool {
        let multiples = if directions.len() <= 2 { FAR.len() } else { FAR.len() / 2 };
        let base = self.point(place);
        (0..multiples.pow(directions.len() as u32)).all(|mut number| {
            let mut point: Vec<u64> = base.iter().map(|x| *x as u64).collect();
            for direction in directions {
                let multiple = FAR[FAR.len() - 1 - number % multiples];
                number /= multiples;
                point.iter_mut().zip(*direction).for_each(|(x, v)| *x += multiple * *v as u64);
            }
            self.automaton.at(&point) == 1
        })
    }

    /// Directions in which many points of the set go on for ever, as far as the box shows. From every sample point those are
    /// taken that are no sum of two others.
    fn directions(&self) -> Vec<Vec<usize>> {
        let reach = (self.side / 4).max(2);
        let small: Vec<Vec<usize>> = (1..(reach + 1).pow(self.axes as u32))
            .map(|number| {
                (0..self.axes).map(|axis| number / (reach + 1).pow(axis as u32) % (reach + 1)).collect()
            })
            .collect();
        let core: Vec<usize> = (0..self.inside.len())
            .filter(|place| self.inside[*place] && self.point(*place).iter().all(|x| *x < self.side / 2))
            .collect();
        let step = core.len().div_ceil(SAMPLES).max(1);
        let mut votes: FxHashMap<Vec<usize>, usize> = FxHashMap::default();
        for place in core.iter().step_by(step) {
            let mut valid: Vec<&Vec<usize>> = small.iter().filter(|v| self.goes_on(*place, v)).collect();
            valid.sort_by_key(|v| v.iter().sum::<usize>());
            let known: rustc_hash::FxHashSet<&Vec<usize>> = valid.iter().copied().collect();
            let splits = |v: &Vec<usize>| {
                valid.iter().take_while(|u| u.iter().sum::<usize>() < v.iter().sum()).any(|u| {
                    let rest: Option<Vec<usize>> = v.iter().zip(*u).map(|(a, b)| a.checked_sub(*b)).collect();
                    rest.is_some_and(|rest| known.contains(&rest))
                })
            };
            for v in valid.iter().filter(|v| !splits(v)) {
                *votes.entry((*v).clone()).or_insert(0) += 1;
            }
        }
        let mut directions: Vec<(Vec<usize>, usize)> = votes.into_iter().collect();
        directions.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        directions.truncate(if self.axes <= 2 { DIRECTIONS } else { DIRECTIONS / 2 });
        directions.into_iter().map(|(direction, _)| direction).collect()
    }

    /// Covers the points of the lower half of the box, smallest first, each by the largest translate that is in the set and
    /// disjoint from those before.
    fn greedy(&self, directions: &[Vec<usize>], limits: &Limits) -> Result<Vec<Translate>, StopReason> {
        let mut left = self.inside.clone();
        let mut core: Vec<usize> = (0..left.len())
            .filter(|place| left[*place] && self.point(*place).iter().all(|x| *x < self.side / 2))
            .collect();
        core.sort_by_key(|place| (self.point(*place).iter().sum::<usize>(), *place));
        let mut translates = Vec::new();
        for place in core {
            if !left[place] {
                continue;
            }
            limits.poll()?;
            let useful: Vec<&Vec<usize>> = directions
                .iter()
                .filter(|v| self.ray(place, v).all(|at| left[at]) && self.reaches_far(place, &[v]))
                .collect();
            let (generators, covered) = self.largest(place, &useful, &left);
            covered.iter().for_each(|at| left[*at] = false);
            let signed = |v: &[usize]| v.iter().map(|x| *x as i64).collect::<Vec<i64>>();
            translates.push(Translate {
                offset: signed(&self.point(place)),
                generators: generators.iter().map(|v| signed(v)).collect(),
            });
        }
        Ok(translates)
    }

    /// The independent directions that cover the most points from here; all of them have to be left.
    fn largest<'b>(
        &self,
        place: usize,
        useful: &[&'b Vec<usize>],
        left: &[bool],
    ) -> (Vec<&'b Vec<usize>>, Vec<usize>) {
        let mut best = (Vec::new(), vec![place]);
        // Depth first: every set of directions that works extends a smaller one that works.
        let mut stack = vec![(0, Vec::new(), vec![place])];
        while let Some((from, chosen, covered)) = stack.pop() {
            if covered.len() > best.1.len() || (covered.len() == best.1.len() && chosen.len() > best.0.len())
            {
                best = (chosen.clone(), covered.clone());
            }
            if chosen.len() == self.axes {
                continue;
            }
            for (at, direction) in useful.iter().enumerate().skip(from) {
                let mut more: Vec<&Vec<usize>> = chosen.clone();
                more.push(direction);
                let signed: Vec<Vec<i64>> =
                    more.iter().map(|v| v.iter().map(|x| *x as i64).collect()).collect();
                if !are_independent(&signed) {
                    continue;
                }
                let extended: Vec<usize> =
                    covered.iter().flat_map(|at| self.ray(*at, direction).collect::<Vec<_>>()).collect();
                let slices: Vec<&[usize]> = more.iter().map(|v| v.as_slice()).collect();
                if extended.iter().all(|at| left[*at]) && self.reaches_far(place, &slices) {
                    stack.push((at + 1, more, extended));
                }
            }
        }
        best
    }
}
