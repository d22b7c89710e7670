//! Positions of any size, as they are printed and written.

use std::fmt;

use num_bigint::{BigInt, BigUint};
use serde::{Serialize, Serializer};

/// A point with coordinates of any size: `(3,0,-2)`; in JSON a list of numbers, those beyond 64 bits as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point(pub Vec<BigInt>);

impl From<Vec<BigInt>> for Point {
    fn from(coordinates: Vec<BigInt>) -> Self {
        Point(coordinates)
    }
}

impl From<Vec<BigUint>> for Point {
    fn from(coordinates: Vec<BigUint>) -> Self {
        Point(coordinates.into_iter().map(BigInt::from).collect())
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let coordinates: Vec<String> = self.0.iter().map(BigInt::to_string).collect();
        write!(f, "({})", coordinates.join(","))
    }
}

impl Serialize for Point {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        /// A coordinate, by its size.
        #[derive(Serialize)]
        #[serde(untagged)]
        enum Coordinate {
            Small(i64),
            Large(String),
        }
        serializer.collect_seq(self.0.iter().map(|x| match i64::try_from(x) {
            Ok(small) => Coordinate::Small(small),
            Err(_) => Coordinate::Large(x.to_string()),
        }))
    }
}
