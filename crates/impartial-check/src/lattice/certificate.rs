//! The fields of the certificate, as numbers of the right shape and size. Nothing is believed here.

use serde_json::Value;

use super::fan::Fan;
use super::game::dot;
use super::machine::{Alphabet, Budget};
use super::{malformed, too_large};
use crate::Refusal;
use crate::fields::{field, list};
use crate::functions::{Function, Functions, read_slices};
use crate::natural::Natural;

/// Numbers are below this in absolute value, so that sums of products of two of them stay inside `i128`, and sums of a few
/// inside `i64`.
const LARGEST: i128 = 1 << 40;
/// The largest dimension.
const LARGEST_DIMENSION: usize = 64;

/// normal·x ≥ bound.
#[derive(Clone, Debug)]
pub(super) struct Inequality {
    pub(super) normal: Vec<i64>,
    pub(super) bound: i64,
}

/// Says that denominator times a vector is the sum of the normals of the board with these multipliers, none negative.
pub(super) struct Combination {
    pub(super) multipliers: Vec<i64>,
    pub(super) denominator: i64,
}

/// y = matrix·x + shift.
pub(super) struct Coordinates {
    pub(super) matrix: Vec<Vec<i64>>,
    pub(super) inverse: Vec<Vec<i64>>,
    pub(super) shift: Vec<i64>,
    pub(super) bounds: Vec<Combination>,
}

impl Coordinates {
    /// The point x of the game with these coordinates, as text.
    pub(super) fn show(&self, y: Option<Vec<i64>>) -> String {
        let difference = y.and_then(|y| y.iter().zip(&self.shift).map(|(y, t)| y.checked_sub(*t)).collect());
        let Some(difference): Option<Vec<i64>> = difference else {
            return "a point with coordinates beyond 2^63".into();
        };
        let x: Vec<String> = self.inverse.iter().map(|row| dot(row, &difference).to_string()).collect();
        format!("({})", x.join(","))
    }
}

/// How the strategy treats a coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    /// Read by digits.
    Growing,
    /// From `start` on only the residue modulo `period` matters.
    Periodic { start: i64, period: i64 },
    /// At most `most` on the board.
    Bounded { most: i64 },
    /// An argument of the slices, which are functions.
    Inner,
}

impl Axis {
    /// The number of classes of values; `None` for an axis that is read by digits or functions.
    pub(super) fn classes(self) -> Option<i64> {
        match self {
            Axis::Growing | Axis::Inner => None,
            Axis::Periodic { start, period } => Some(start + period),
            Axis::Bounded { most } => Some(most + 1),
        }
    }

    /// The class of a value; `None` when no point of the board has it.
    pub(super) fn class(self, value: i64) -> Option<usize> {
        let class = match self {
            Axis::Periodic { start, period } if value >= start => start + (value - start) % period,
            Axis::Bounded { most } if value > most => return None,
            _ => value,
        };
        usize::try_from(class).ok()
    }
}

/// Reads the growing coordinates together, least significant digits first.
pub(crate) struct Automaton {
    /// The radix of the first digit of each growing axis; later digits are binary.
    pub(crate) radices: Vec<i64>,
    /// The state after each first letter.
    pub(crate) first: Vec<u32>,
    /// The successors of each state, by letter: in the file one after another, in one list.
    pub(crate) next: Vec<Vec<u32>>,
    /// The number of a slice for each state.
    pub(crate) output: Vec<u32>,
}

impl Automaton {
    /// The output after all digits of some numbers, one for each axis.
    pub(crate) fn output_at(&self, numbers: impl Iterator<Item = Natural>) -> u32 {
        let (mut rest, digits): (Vec<Natural>, Vec<u64>) =
            numbers.zip(&self.radices).map(|(number, radix)| number.divided_by(*radix as u64)).unzip();
        let digits = digits.iter().map(|digit| *digit as i64);
        let mut state = self.first[Alphabet::first_letter(&self.radices, digits)];
        while rest.iter().any(|number| *number != 0.into()) {
            let (halves, bits): (Vec<Natural>, Vec<u64>) =
                rest.iter().map(|number| number.divided_by(2)).unzip();
            let letter = Alphabet::later_letter(bits.iter().map(|bit| *bit as i64));
            state = self.next[state as usize][letter];
            rest = halves;
        }
        self.output[state as usize]
    }
}

/// What gives the number of a slice for the growing coordinates.
pub(super) enum Array {
    /// By digits.
    Digits(Automaton),
    /// By sectors, two coordinates.
    Fan(Fan),
}

/// What is said of the axes that do not grow.
#[expect(clippy::large_enum_variant, reason = "one at a time")]
pub(super) enum Slices {
    /// One character for each combination of classes of these axes, the last fastest.
    Tables(Vec<Vec<u8>>),
    /// Functions of inner axes: the only other ones are growing.
    Functions(Functions, Vec<Function>),
}

/// offset + N generators.
#[derive(Clone)]
pub(super) struct Stratum {
    pub(super) offset: Vec<i64>,
    pub(super) generators: Vec<Vec<i64>>,
}

/// All of it. Rules, board, defeated points and strata are in the coordinates x of the game.
pub(super) struct Certificate {
    pub(super) rules: Vec<Vec<i64>>,
    pub(super) board: Vec<Inequality>,
    pub(super) defeated: Vec<Vec<i64>>,
    pub(super) functional: Vec<i64>,
    pub(super) functional_bound: Combination,
    pub(super) coordinates: Coordinates,
    pub(super) axes: Vec<Axis>,
    pub(super) array: Array,
    pub(super) slices: Slices,
    pub(super) strata: Option<Vec<Stratum>>,
}

impl Certificate {
    /// Reads and measures the fields.
    pub(super) fn read(value: &Value, budget: &mut Budget) -> Result<Self, Refusal> {
        let dimension = integer(field(value, "dimension")?, "dimension")?;
        let dimension = usize::try_from(dimension).ok().filter(|d| (1..=LARGEST_DIMENSION).contains(d));
        let d = dimension.ok_or_else(|| malformed("\"dimension\" must be between 1 and 64"))?;
        let inequality = |value: &Value| {
            let bound = integer(field(value, "bound")?, "board")?;
            Ok(Inequality { normal: vector(field(value, "normal")?, d, "board")?, bound })
        };
        let board: Vec<Inequality> =
            list(value, "board")?.iter().map(inequality).collect::<Result<_, Refusal>>()?;
        let functional = field(value, "functional")?;
        let coordinates = field(value, "coordinates")?;
        let bounds = list(coordinates, "bounds")?;
        if bounds.len() != d {
            return Err(malformed("\"bounds\" must have one entry for each coordinate"));
        }
        let axes: Vec<Axis> = list(value, "axes")?.iter().map(axis).collect::<Result<_, _>>()?;
        if axes.len() != d {
            return Err(malformed("\"axes\" must have one entry for each coordinate"));
        }
        let growing = axes.iter().filter(|axis| **axis == Axis::Growing).count();
        let array = match value.get("fan") {
            None => Array::Digits(automaton(value, growing)?),
            Some(_) if growing != 2 => return Err(malformed("sectors are for two growing axes")),
            Some(fan) => Array::Fan(Fan::read(fan)?),
        };
        let (slices, count) = match axes.contains(&Axis::Inner) {
            false => {
                let tables = slices(value, &axes)?;
                let count = tables.len();
                (Slices::Tables(tables), count)
            }
            true => {
                let is_digits = matches!(array, Array::Digits(_));
                if !is_digits || axes.iter().any(|axis| !matches!(axis, Axis::Growing | Axis::Inner)) {
                    return Err(malformed("inner axes stand beside growing ones only, read by digits"));
                }
                let growing: Vec<u32> =
                    (0..d as u32).filter(|i| axes[*i as usize] == Axis::Growing).collect();
                let mut functions = Functions::new();
                let slices = read_slices(value, &growing, d, &mut functions, budget)?;
                let count = slices.len();
                (Slices::Functions(functions, slices), count)
            }
        };
        let numbers = match &array {
            Array::Digits(automaton) => &automaton.output,
            Array::Fan(fan) => &fan.corner,
        };
        if numbers.iter().any(|slice| *slice as usize >= count) {
            return Err(malformed("\"output\" and \"corner\" must hold numbers of slices"));
        }
        Ok(Certificate {
            rules: vectors(field(value, "rules")?, d, "rules")?,
            defeated: vectors(field(value, "defeated")?, d, "defeated")?,
            functional: vector(field(functional, "values")?, d, "functional")?,
            functional_bound: combination(functional, board.len())?,
            coordinates: Coordinates {
                matrix: square(coordinates, "matrix", d)?,
                inverse: square(coordinates, "inverse", d)?,
                shift: vector(field(coordinates, "shift")?, d, "shift")?,
                bounds: bounds.iter().map(|row| combination(row, board.len())).collect::<Result<_, _>>()?,
            },
            board,
            axes,
            array,
            slices,
            strata: strata(field(value, "strata")?, d)?,
        })
    }
}

/// A number that was computed, when it is as small as those in the file must be.
pub(super) fn narrow(number: i128) -> Result<i64, Refusal> {
    let small = i64::try_from(number).ok().filter(|small| i128::from(*small).abs() < LARGEST);
    small.ok_or_else(|| too_large("a number exceeds 2^40"))
}

fn integer(value: &Value, name: &str) -> Result<i64, Refusal> {
    let found = value.as_i64().filter(|number| i128::from(*number).abs() < LARGEST);
    found
        .ok_or_else(|| malformed(&format!("the field \"{name}\" must hold whole numbers below 2^40 in size")))
}

pub(super) fn natural(value: &Value, name: &str) -> Result<i64, Refusal> {
    let wrong = || malformed(&format!("the field \"{name}\" must not hold negative numbers"));
    integer(value, name).and_then(|number| if number < 0 { Err(wrong()) } else { Ok(number) })
}

fn positive(value: &Value, name: &str) -> Result<i64, Refusal> {
    let wrong = || malformed(&format!("the field \"{name}\" must hold positive numbers"));
    integer(value, name).and_then(|number| if number < 1 { Err(wrong()) } else { Ok(number) })
}

fn entries<'a>(value: &'a Value, name: &str) -> Result<&'a [Value], Refusal> {
    let wrong = || malformed(&format!("the field \"{name}\" must hold lists"));
    value.as_array().map(Vec::as_slice).ok_or_else(wrong)
}

/// The largest entry of a vector: automata are moved along it step by step.
const LARGEST_ENTRY: u64 = 100_000;

fn vector(value: &Value, length: usize, name: &str) -> Result<Vec<i64>, Refusal> {
    let entries = entries(value, name)?;
    if entries.len() != length {
        return Err(malformed(&format!("the vectors in \"{name}\" must have {length} entries")));
    }
    let bounded = |entry: &Value| match integer(entry, name)? {
        number if number.unsigned_abs() <= LARGEST_ENTRY => Ok(number),
        _ => Err(malformed(&format!("the vectors in \"{name}\" must have entries up to {LARGEST_ENTRY}"))),
    };
    entries.iter().map(bounded).collect()
}

pub(super) fn vectors(value: &Value, length: usize, name: &str) -> Result<Vec<Vec<i64>>, Refusal> {
    entries(value, name)?.iter().map(|row| vector(row, length, name)).collect()
}

fn square(value: &Value, name: &str, d: usize) -> Result<Vec<Vec<i64>>, Refusal> {
    let rows = vectors(field(value, name)?, d, name)?;
    if rows.len() == d { Ok(rows) } else { Err(malformed(&format!("\"{name}\" must be a square matrix"))) }
}

fn combination(value: &Value, inequalities: usize) -> Result<Combination, Refusal> {
    let multipliers = list(value, "multipliers")?;
    if multipliers.len() != inequalities {
        return Err(malformed("\"multipliers\" must have one entry for each inequality of the board"));
    }
    let multipliers =
        multipliers.iter().map(|entry| natural(entry, "multipliers")).collect::<Result<_, _>>()?;
    Ok(Combination { multipliers, denominator: positive(field(value, "denominator")?, "denominator")? })
}

fn axis(value: &Value) -> Result<Axis, Refusal> {
    let number = |name: &str| field(value, name).and_then(|number| natural(number, name));
    match field(value, "kind")?.as_str() {
        Some("growing") => Ok(Axis::Growing),
        Some("periodic") => {
            let period = positive(field(value, "period")?, "period")?;
            Ok(Axis::Periodic { start: number("start")?, period })
        }
        Some("bounded") => Ok(Axis::Bounded { most: number("most")? }),
        Some("inner") => Ok(Axis::Inner),
        _ => Err(malformed("an axis is \"growing\", \"periodic\", \"bounded\" or \"inner\"")),
    }
}

/// Reads the tables of an automaton for so many coordinates.
pub(crate) fn automaton(value: &Value, growing: usize) -> Result<Automaton, Refusal> {
    let radices: Vec<i64> =
        list(value, "radices")?.iter().map(|radix| positive(radix, "radices")).collect::<Result<_, _>>()?;
    if radices.len() != growing {
        return Err(malformed("\"radices\" must have one entry for each growing axis"));
    }
    let slice = |value: &Value| {
        value.as_u64().and_then(|slice| u32::try_from(slice).ok()).filter(|slice| *slice < u32::MAX)
    };
    let output: Option<Vec<u32>> = list(value, "output")?.iter().map(slice).collect();
    let output = output.ok_or_else(|| malformed("\"output\" must hold numbers of slices"))?;
    let state = |value: &Value| {
        let state = value.as_u64().and_then(|state| u32::try_from(state).ok());
        let state = state.filter(|state| (*state as usize) < output.len());
        state.ok_or_else(|| malformed("\"first\" and \"next\" must hold numbers of states"))
    };
    let first: Vec<u32> = list(value, "first")?.iter().map(state).collect::<Result<_, _>>()?;
    let letters = radices.iter().try_fold(1i64, |product, radix| product.checked_mul(*radix));
    if letters != i64::try_from(first.len()).ok() {
        return Err(malformed("\"first\" must have one state for each first letter"));
    }
    let next: Vec<u32> = list(value, "next")?.iter().map(state).collect::<Result<_, _>>()?;
    let letters = u32::try_from(growing).ok().and_then(|growing| 1usize.checked_shl(growing));
    let letters = letters.filter(|letters| letters.checked_mul(output.len()) == Some(next.len()));
    let letters = letters.ok_or_else(|| malformed("\"next\" must have a state for each state and letter"))?;
    let next = next.chunks(letters).map(<[u32]>::to_vec).collect();
    Ok(Automaton { radices, first, next, output })
}

fn slices(value: &Value, axes: &[Axis]) -> Result<Vec<Vec<u8>>, Refusal> {
    let cells = axes.iter().filter_map(|axis| axis.classes());
    let cells = cells.into_iter().try_fold(1i64, |product, classes| product.checked_mul(classes));
    let cells = cells.filter(|cells| *cells < i64::from(u32::MAX));
    let slice = |slice: &Value| {
        let slice = slice.as_str().map(|text| text.as_bytes().to_vec());
        let fits = |slice: &Vec<u8>| {
            i64::try_from(slice.len()).ok() == cells && slice.iter().all(|cell| b"PND.".contains(cell))
        };
        slice.filter(fits).ok_or_else(|| {
            malformed("a slice must have one of P, N, D and . for each class of the axes that do not grow")
        })
    };
    list(value, "slices")?.iter().map(slice).collect()
}

fn strata(value: &Value, d: usize) -> Result<Option<Vec<Stratum>>, Refusal> {
    if value.is_null() {
        return Ok(None);
    }
    let stratum = |value: &Value| {
        let offset = vector(field(value, "offset")?, d, "strata")?;
        Ok(Stratum { offset, generators: vectors(field(value, "generators")?, d, "strata")? })
    };
    entries(value, "strata")?.iter().map(stratum).collect::<Result<_, _>>().map(Some)
}
