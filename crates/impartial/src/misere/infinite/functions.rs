//! Slices that are functions of coordinates, and what can be asked of them.

use num_bigint::{BigInt, BigUint};
use rustc_hash::FxHashMap;

use super::expand::Counter;
use super::verify::{VectorGame, WrongSum, verify};
use crate::automatic::{Array, Verification};
use crate::limits::{Limits, StopReason};
use crate::misere::diagram::{Diagram, Function, ListedNode};
use crate::misere::rules::Generator;

/// Truth-valued functions of coordinates, eventually periodic in each of them: the slices of an array on the other coordinates.
///
/// Equal functions have equal numbers in the diagram that holds them, so comparing is looking at numbers.
#[derive(Clone, Debug)]
pub struct SliceFunctions {
    diagram: Diagram,
    slices: Vec<Function>,
}

impl PartialEq for SliceFunctions {
    fn eq(&self, other: &Self) -> bool {
        self.slices == other.slices && self.diagram.list() == other.diagram.list()
    }
}

impl Eq for SliceFunctions {}

/// One side of a comparison: the number of a slice (none is false everywhere), and what is added to coordinates before it is asked; it is
/// false where a coordinate becomes negative.
pub type Moved<'a> = (Option<u32>, &'a [(u32, BigInt)]);

impl SliceFunctions {
    pub(super) fn new(diagram: &Diagram, slices: &[Function]) -> Self {
        let (diagram, slices) = diagram.part(slices);
        SliceFunctions { diagram, slices }
    }

    /// Reads what [`nodes`](Self::nodes) and [`numbers`](Self::numbers) write; `None` when that is nothing of the kind.
    ///
    /// # Errors
    /// A limit of the diagram reached.
    pub fn read(nodes: &[ListedNode], numbers: &[u32]) -> Result<Option<Self>, StopReason> {
        let mut diagram = Diagram::default();
        // With the number of coordinates that each may depend on.
        let mut known = vec![(Function::FALSE, 0)];
        let at = |number: u32, known: &[(Function, u32)]| {
            let (function, height) = *known.get(number as usize / 2)?;
            Some((if number % 2 == 1 { !function } else { function }, height))
        };
        for node in nodes {
            let slices: Option<Vec<(Function, u32)>> =
                node.slices.iter().map(|slice| at(*slice, &known)).collect();
            let Some(slices) = slices else { return Ok(None) };
            let is_below = slices.iter().all(|(_, height)| *height <= node.generator);
            if !is_below || node.loop_start as usize >= slices.len() {
                return Ok(None);
            }
            let functions: Vec<Function> = slices.iter().map(|(function, _)| *function).collect();
            let function = diagram.sequence(node.generator, &functions, node.loop_start as usize)?;
            known.push((function, node.generator + 1));
        }
        let slices: Option<Vec<Function>> =
            numbers.iter().map(|number| Some(at(*number, &known)?.0)).collect();
        Ok(slices.map(|slices| SliceFunctions::new(&diagram, &slices)))
    }

    /// The nodes of the diagram, as certificates list them.
    pub fn nodes(&self) -> Vec<ListedNode> {
        self.diagram.list()
    }

    /// The number of the function of each slice: 2 i for that of node i, 2 i + 1 for its complement.
    pub fn numbers(&self) -> Vec<u32> {
        self.slices.iter().map(|slice| slice.number()).collect()
    }

    /// The number of slices.
    pub fn len(&self) -> usize {
        self.slices.len()
    }

    /// Whether there is no slice.
    pub fn is_empty(&self) -> bool {
        self.slices.is_empty()
    }

    /// Whether two slices are the same function.
    pub fn are_equal(&self, slice: u32, other: u32) -> bool {
        self.slices[slice as usize] == self.slices[other as usize]
    }

    /// The value of a slice at a point; coordinates that slices do not depend on are not looked at.
    pub fn value(&self, slice: u32, point: &[BigUint]) -> bool {
        self.diagram.value_big(self.slices[slice as usize], point)
    }

    /// Decides whether the slices are right at every position of a game, the array reading the growing coordinates.
    ///
    /// # Errors
    /// A limit reached.
    pub fn verify(
        &self,
        game: &VectorGame,
        growing: &[Generator],
        array: &Array,
        limits: &Limits,
    ) -> Result<Verification<WrongSum>, StopReason> {
        verify(game, growing, array, &mut self.diagram.clone(), &self.slices, limits)
    }

    /// From where on and with which period all slices repeat along a coordinate.
    ///
    /// # Errors
    /// A limit of the diagram reached.
    pub fn period(&self, coordinate: Generator) -> Result<(u64, u64), StopReason> {
        let counter = Counter::of(&mut self.diagram.clone(), &self.slices, &[coordinate])?;
        Ok((counter.start.into(), counter.period.into()))
    }

    /// The number of different functions that the first slice becomes when points are added to its argument, and how many of them
    /// are true at zero: the order of the quotient and of its P-portion, where nothing else grows. `None` when there are
    /// more than `most`.
    ///
    /// # Errors
    /// A limit reached.
    pub fn order(
        &self,
        dimension: usize,
        most: usize,
        limits: &Limits,
    ) -> Result<Option<(usize, usize)>, StopReason> {
        let mut diagram = self.diagram.clone();
        let Some(first) = self.slices.first() else { return Ok(None) };
        let mut seen: FxHashMap<Function, ()> = FxHashMap::default();
        seen.insert(*first, ());
        let mut open = vec![*first];
        while let Some(function) = open.pop() {
            limits.poll()?;
            for coordinate in 0..dimension as Generator {
                let next = diagram.shift(function, coordinate)?;
                if seen.insert(next, ()).is_none() {
                    open.push(next);
                }
            }
            if seen.len() > most {
                return Ok(None);
            }
        }
        Ok(Some((seen.len(), seen.keys().filter(|function| function.at_zero()).count())))
    }

    /// A point of a box at which two slices, moved, differ; `None` when there is none. The box has for every coordinate that slices
    /// depend on the least value and the greatest, if there is one.
    ///
    /// # Errors
    /// A limit of the diagram reached.
    pub fn difference(
        &mut self,
        a: Moved<'_>,
        b: Moved<'_>,
        ranges: &[(u32, i64, Option<i64>)],
    ) -> Result<Option<Vec<(u32, BigUint)>>, StopReason> {
        if ranges.iter().any(|(_, least, most)| most.is_some_and(|most| most < 0 || most < *least)) {
            return Ok(None);
        }
        let mut sides = [self.moved(a)?, self.moved(b)?];
        let least = |(coordinate, least, _): &(u32, i64, _)| (*coordinate, BigInt::from(*least.max(&0)));
        let from: Vec<(u32, BigInt)> = ranges.iter().map(least).collect();
        for side in &mut sides {
            *side = self.move_function(*side, &from)?;
        }
        for (coordinate, least, most) in ranges {
            let counter = Counter::of(&mut self.diagram, &sides, &[*coordinate])?;
            // So many values show all that there is.
            let width = most.map(|most| (most - least.max(&0)).unsigned_abs());
            let Some(width) = width.filter(|width| *width < u64::from(counter.classes())) else { continue };
            let mut slices = vec![Function::FALSE; width as usize + 1];
            slices.push(Function::TRUE);
            let beyond = self.diagram.sequence(*coordinate, &slices, width as usize + 1)?;
            for side in &mut sides {
                *side = self.diagram.union(*side, beyond)?;
            }
        }
        let found = self.diagram.difference(sides[0], sides[1]);
        Ok(found.map(|found| {
            let above = |i: u32| found.iter().find(|(j, _)| *j == i).map_or(0, |(_, value)| *value);
            let value = |(i, least): (u32, BigInt)| (i, least.magnitude() + above(i));
            from.into_iter().map(value).collect()
        }))
    }

    /// A slice whose argument is moved.
    fn moved(&mut self, (slice, added): Moved<'_>) -> Result<Function, StopReason> {
        let function = slice.map_or(Function::FALSE, |slice| self.slices[slice as usize]);
        self.move_function(function, added)
    }

    /// A function whose argument is moved: up by what repeats soon enough, or down, where it is false below zero.
    fn move_function(&mut self, function: Function, added: &[(u32, BigInt)]) -> Result<Function, StopReason> {
        let mut function = function;
        for (coordinate, count) in added {
            if *count < BigInt::ZERO {
                let many = StopReason::Cap { what: "steps down along a coordinate", bound: MOST_STEPS };
                for _ in 0..u64::try_from(-count).ok().filter(|steps| *steps <= MOST_STEPS).ok_or(many)? {
                    function = self.diagram.unshift(function, *coordinate)?;
                }
                continue;
            }
            let counter = Counter::of(&mut self.diagram, &[function], &[*coordinate])?;
            for _ in 0..counter.class_of(count.magnitude()) {
                function = self.diagram.shift(function, *coordinate)?;
            }
        }
        Ok(function)
    }
}

/// The most steps that an argument is moved down.
const MOST_STEPS: u64 = 1 << 16;
