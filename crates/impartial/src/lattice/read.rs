//! Points, boxes and conditions as text: `3,0,-2`, `0..400,-3..9,1`, `z=1`, `x>=4,y<=2`.

use num_bigint::BigInt;

use super::rules::coordinate_names;
use crate::text::ReadError;

/// Reads `3,0,-2`, with or without brackets; coordinates may be of any size.
///
/// # Errors
/// What was expected.
pub fn read_point(text: &str, dimension: usize) -> Result<Vec<BigInt>, ReadError> {
    const LONGEST: usize = 100_000;
    if text.len() > LONGEST {
        return Err(whole(text, "the position is longer than 100000 characters"));
    }
    let inner = text.trim().trim_start_matches(['(', '[']).trim_end_matches([')', ']']);
    let numbers: Option<Vec<BigInt>> = inner.split(',').map(|part| part.trim().parse().ok()).collect();
    numbers.filter(|point| point.len() == dimension).ok_or_else(|| {
        whole(text, format!("expected a position: {dimension} whole numbers separated by commas"))
    })
}

/// Reads a vector whose entries are below 2^20 in size.
///
/// # Errors
/// What was expected.
pub fn read_small_vector(text: &str, dimension: usize) -> Result<Vec<i64>, ReadError> {
    const LARGEST: i64 = 1 << 20;
    let small = |x: &BigInt| i64::try_from(x).ok().filter(|x| x.abs() < LARGEST);
    let vector: Option<Vec<i64>> = read_point(text, dimension)?.iter().map(small).collect();
    vector.ok_or_else(|| whole(text, "entries are below 2^20 in size"))
}

/// Reads the weights of coordinates, from 0 to 2^32.
///
/// # Errors
/// What was expected.
pub fn read_weights(text: &str, dimension: usize) -> Result<Vec<i64>, ReadError> {
    let small = |w: &BigInt| i64::try_from(w).ok().filter(|w| (0..1 << 32).contains(w));
    let weights: Option<Vec<i64>> = read_point(text, dimension)?.iter().map(small).collect();
    weights.ok_or_else(|| whole(text, "weights are numbers from 0 to 2^32"))
}

/// Reads ranges with both ends included, or numbers: `0..400,-3..9,1`.
///
/// ```
/// use impartial::lattice::read::read_ranges;
/// assert_eq!(read_ranges("0..400,-3..9,1"), Ok(vec![(0, 400), (-3, 9), (1, 1)]));
/// assert_eq!(read_ranges("0..4,5..3").unwrap_err().span, 5..9);
/// ```
///
/// # Errors
/// The range that is none, or is empty.
pub fn read_ranges(text: &str) -> Result<Vec<(i64, i64)>, ReadError> {
    let mut ranges = Vec::new();
    let mut at = 0;
    for part in text.split(',') {
        let span = at..at + part.len();
        at = span.end + 1;
        let number = |text: &str| text.trim().trim_start_matches('=').parse::<i64>().ok();
        let range = match part.split_once("..") {
            Some((lo, hi)) => number(lo).zip(number(hi)),
            None => number(part).map(|value| (value, value)),
        };
        let Some((lo, hi)) = range else {
            return Err(ReadError::new(span, "expected a range such as 0..400, or a number"));
        };
        if lo > hi {
            return Err(ReadError::new(span, format!("the range {lo}..{hi} is empty")));
        }
        ranges.push((lo, hi));
    }
    Ok(ranges)
}

/// Reads a range for each coordinate of a board.
///
/// # Errors
/// As [`read_ranges`], and when there are more or fewer of them.
pub fn read_box(text: &str, dimension: usize) -> Result<Vec<(i64, i64)>, ReadError> {
    let ranges = read_ranges(text)?;
    if ranges.len() != dimension {
        let found = ranges.len();
        let message = format!("here are {found} ranges, and the board has dimension {dimension}");
        return Err(whole(text, message));
    }
    Ok(ranges)
}

/// Reads coordinates with values: `z=1`, `x1=0,x3=2`.
///
/// # Errors
/// The part that is none.
pub fn read_slice(text: &str, dimension: usize) -> Result<Vec<(usize, i64)>, ReadError> {
    let names = coordinate_names(dimension);
    let mut fixed = Vec::new();
    let mut at = 0;
    for part in text.split(',') {
        let span = at..at + part.len();
        at = span.end + 1;
        let found = read_value(part, &names);
        fixed.push(found.ok_or_else(|| {
            ReadError::new(span, "a slice fixes coordinates, each as name=number").help(known(&names))
        })?);
    }
    Ok(fixed)
}

/// Reads a coordinate and its greatest value: `z=1`.
///
/// # Errors
/// What was expected.
pub fn read_layers(text: &str, dimension: usize) -> Result<(usize, i64), ReadError> {
    let names = coordinate_names(dimension);
    read_value(text, &names).ok_or_else(|| {
        whole(text, "expected a coordinate and its greatest value, such as z=1").help(known(&names))
    })
}

fn read_value(text: &str, names: &[String]) -> Option<(usize, i64)> {
    let (name, value) = text.split_once('=')?;
    let axis = names.iter().position(|known| known == name.trim())?;
    Some((axis, value.trim().parse().ok()?))
}

/// The least and the greatest value of each coordinate that satisfies `x>=4,y<=2`; `<` and `>` too.
///
/// # Errors
/// What was expected.
pub fn read_conditions(text: &str, dimension: usize) -> Result<Vec<(i64, Option<i64>)>, ReadError> {
    let names = coordinate_names(dimension);
    let mut ranges = vec![(0i64, None::<i64>); dimension];
    for part in text.split(',') {
        let found = ["<=", ">=", "<", ">"].iter().find_map(|sign| {
            let (name, number) = part.split_once(sign)?;
            let axis = names.iter().position(|known| known == name.trim())?;
            let number: i64 = number.trim().parse().ok().filter(|n: &i64| n.abs() < 1 << 20)?;
            Some((*sign, axis, number))
        });
        let Some((sign, axis, number)) = found else {
            return Err(whole(text, "expected conditions such as x>=4,y<=2").help(known(&names)));
        };
        let (least, most) = &mut ranges[axis];
        let lower = |number: i64, most: Option<i64>| Some(most.map_or(number, |most| most.min(number)));
        match sign {
            ">=" => *least = (*least).max(number),
            ">" => *least = (*least).max(number + 1),
            "<=" => *most = lower(number, *most),
            _ => *most = lower(number - 1, *most),
        }
    }
    Ok(ranges)
}

fn whole(text: &str, message: impl Into<String>) -> ReadError {
    ReadError::new(0..text.len(), message)
}

fn known(names: &[String]) -> String {
    format!("the coordinates of this board are {}", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_and_layers_are_read() {
        assert_eq!(read_conditions("x>=4, y<2,y<=7", 2), Ok(vec![(4, None), (0, Some(1))]));
        assert_eq!(read_conditions("x>4", 1), Ok(vec![(5, None)]));
        assert!(read_conditions("t>4", 1).is_err() && read_conditions("x=4", 1).is_err());
        assert_eq!(read_layers("z = 1", 3), Ok((2, 1)));
        assert_eq!(read_slice("x1=0,x4=2", 4), Ok(vec![(0, 0), (3, 2)]));
        assert_eq!(read_slice("x1=0,x5=2", 4).unwrap_err().span, 5..9);
        assert_eq!(read_small_vector("(1,-2)", 2), Ok(vec![1, -2]));
        assert!(read_small_vector("1048576,0", 2).is_err() && read_weights("-1", 1).is_err());
    }
}
