//! Arrays that are known at all points of N^k at once: by digits, or by sectors.

use num_bigint::BigUint;
use std::fmt;
use std::ops::ControlFlow;

use super::fan::{Fan, Question};
use super::{DigitAutomaton, Explored, FinitePoints, HalfSpace, Reader, Shifted, explore, reader};
use crate::limits::{Limits, StopReason};

/// An array on N^k that is known at all points at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Array {
    /// An automaton that reads the digits of the coordinates.
    Digits(DigitAutomaton),
    /// Two coordinates: sectors and the rays between them.
    Fan(Fan),
}

impl Array {
    /// The value at a point.
    pub fn at_big(&self, point: &[BigUint]) -> u32 {
        match self {
            Array::Digits(automaton) => automaton.at_big(point),
            Array::Fan(fan) => fan.at_big(point),
        }
    }

    /// The values that may occur.
    pub(crate) fn values(&self) -> &[u32] {
        match self {
            Array::Digits(automaton) => automaton.output(),
            Array::Fan(fan) => fan.corner(),
        }
    }

    /// Visits every combination of the values at x + d for the given shifts d, of 1 or 0 for the half-spaces a·x >= b, and of
    /// the number of the point that x is (from 1; 0 if none), that occurs at some x; once each. `None` when the sectors
    /// of a fan do not fit the half-spaces or are too large.
    pub(crate) fn explore(
        &self,
        shifts: &[Vec<i64>],
        half_spaces: &[(Vec<i64>, i64)],
        points: &[Vec<u64>],
        limits: &Limits,
        visit: impl FnMut(&[u32]) -> ControlFlow<()>,
    ) -> Result<Option<Explored>, StopReason> {
        match self {
            Array::Digits(automaton) => {
                let radices = automaton.radices();
                let mut readers: Vec<Box<dyn Reader + '_>> =
                    shifts.iter().map(|shift| reader(radices, Shifted::by(automaton, shift))).collect();
                readers.extend(half_spaces.iter().map(|(normal, bound)| -> Box<dyn Reader + '_> {
                    reader(radices, HalfSpace::new(radices, normal, *bound))
                }));
                readers.push(reader(radices, FinitePoints::new(radices, points.to_vec())));
                explore(radices, &mut readers, limits, visit).map(Some)
            }
            Array::Fan(fan) => {
                let pair = |vector: &[i64]| [vector[0], vector[1]];
                let question = Question {
                    shifts: shifts.iter().map(|shift| pair(shift)).collect(),
                    half_spaces: half_spaces.iter().map(|(normal, bound)| (pair(normal), *bound)).collect(),
                    points: points.iter().map(|point| [point[0] as i64, point[1] as i64]).collect(),
                };
                fan.explore(&question, limits, visit)
            }
        }
    }

    /// The same array with every value replaced.
    pub(crate) fn map_values(&self, image: impl Fn(u32) -> u32) -> Self {
        match self {
            Array::Digits(automaton) => Array::Digits(automaton.map_output(image)),
            Array::Fan(fan) => Array::Fan(fan.map_values(image)),
        }
    }
}

impl fmt::Display for Array {
    /// Its kind and size.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Array::Digits(automaton) if automaton.states() == 1 => write!(f, "an automaton with 1 state"),
            Array::Digits(automaton) => write!(f, "an automaton with {} states", automaton.states()),
            Array::Fan(fan) if fan.rays().len() == 2 => write!(f, "1 sector"),
            Array::Fan(fan) => write!(f, "{} sectors", fan.rays().len() - 1),
        }
    }
}
