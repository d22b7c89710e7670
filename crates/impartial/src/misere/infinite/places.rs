//! States of the automaton with carries, numbered.

use rustc_hash::FxHashMap;

use super::arrays::Arrays;
use super::lanes::{Lanes, MOST};

/// States with their carries, numbered, and their successors.
///
/// A place is known by its array y ↦ S_q(x + y), from which all that is read later follows, beside every context: places with
/// the same array are one.
#[derive(Default)]
pub(super) struct Places {
    list: Vec<(u32, Lanes)>,
    by_array: FxHashMap<u32, u32>,
    /// For every place its successors by digits 0, 1 and 2 on every axis, where they are known.
    next: Vec<[u32; ADDED]>,
}

/// How many choices of 0, 1 or 2 for every axis there are.
const ADDED: usize = 3_usize.pow(MOST as u32);
const UNKNOWN: u32 = u32::MAX;
/// The context of the empty sum, which leaves all slices as they are.
const EMPTY: u32 = 0;

impl Places {
    /// The state and the carries of a place.
    pub(super) fn get(&self, place: u32) -> (u32, Lanes) {
        self.list[place as usize]
    }

    /// The number of a state with carries.
    pub(super) fn number(&mut self, state: u32, carry: Lanes, arrays: &mut Arrays) -> u32 {
        *self.by_array.entry(arrays.number(EMPTY, state, carry)).or_insert_with(|| {
            self.list.push((state, carry));
            self.next.push([UNKNOWN; ADDED]);
            self.list.len() as u32 - 1
        })
    }

    /// The place reached when digits 0, 1 or 2 are added to the carries and read.
    pub(super) fn step(&mut self, place: u32, digits: Lanes, arrays: &mut Arrays) -> u32 {
        let choice = (0..MOST).fold(0, |choice, axis| 3 * choice + digits.get(axis) as usize);
        let known = self.next[place as usize][choice];
        if known != UNKNOWN {
            return known;
        }
        let (state, carry) = self.list[place as usize];
        let (state, carry) = arrays.step(state, carry + digits);
        let next = self.number(state, carry, arrays);
        self.next[place as usize][choice] = next;
        next
    }
}
