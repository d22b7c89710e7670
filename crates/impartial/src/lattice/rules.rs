//! The rules of a lattice game: what may be subtracted, from which points.

use std::fmt;

use num_bigint::BigInt;
use rustc_hash::FxHashSet;

use crate::game::Game;

/// The half-space of the points x with `normal`·x ≥ `bound`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
pub struct Inequality {
    /// The inner normal vector.
    pub normal: Vec<i64>,
    /// What the product with the normal is at least.
    pub bound: i64,
}

impl Inequality {
    /// Whether a point satisfies the inequality; exact for all coordinates.
    pub fn holds(&self, point: &[i64]) -> bool {
        dot(&self.normal, point) >= i128::from(self.bound)
    }

    /// The same for a point of any size.
    pub fn holds_at(&self, point: &[BigInt]) -> bool {
        self.normal.iter().zip(point).map(|(n, x)| x * n).sum::<BigInt>() >= BigInt::from(self.bound)
    }
}

impl fmt::Display for Inequality {
    /// In the letters of [`coordinate_names`]: `x + 3y >= -2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} >= {}", linear_form(&self.normal), self.bound)
    }
}

/// The coordinates as text: x, y, z in dimension three or less, else x1, x2, ….
pub fn coordinate_names(dimension: usize) -> Vec<String> {
    match dimension {
        0..=3 => ["x", "y", "z"][..dimension].iter().map(|name| (*name).to_owned()).collect(),
        _ => (1..=dimension).map(|i| format!("x{i}")).collect(),
    }
}

/// A linear function as text: `x + 3y`, `-x1 + 2x4`, `0`.
pub fn linear_form(coefficients: &[i64]) -> String {
    let mut text = String::new();
    for (name, coefficient) in coordinate_names(coefficients.len()).iter().zip(coefficients) {
        let sign = match (coefficient.signum(), text.is_empty()) {
            (0, _) => continue,
            (1, true) => "",
            (1, false) => " + ",
            (_, true) => "-",
            (_, false) => " - ",
        };
        text.push_str(sign);
        if coefficient.unsigned_abs() != 1 {
            text.push_str(&coefficient.unsigned_abs().to_string());
        }
        text.push_str(name);
    }
    if text.is_empty() { "0".to_owned() } else { text }
}

/// A point as text: `(3,0,-2)`.
pub fn point_text(point: &[i64]) -> String {
    let coordinates: Vec<String> = point.iter().map(i64::to_string).collect();
    format!("({})", coordinates.join(","))
}

/// The product of two vectors of entries below 2^63: no sum of 2^20 of them overflows.
pub(crate) fn dot(left: &[i64], right: &[i64]) -> i128 {
    left.iter().zip(right).map(|(a, b)| i128::from(*a) * i128::from(*b)).sum()
}

/// The greatest dimension.
pub const MAX_DIMENSION: usize = 16;
/// The most rules, inequalities and defeated positions.
pub const MAX_VECTORS: usize = 1 << 20;
/// The greatest size of an entry of a rule or a normal vector.
pub const MAX_ENTRY: i64 = 1_000_000;
/// The greatest size of a bound of an inequality and of a coordinate of a defeated position or of a box.
pub const MAX_COORDINATE: i64 = 1_000_000_000_000;

/// Which list of the description a mistake is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The rules.
    Rules,
    /// The inequalities of the board.
    Board,
    /// The defeated positions.
    Defeated,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Part::Rules => "rule",
            Part::Board => "inequality",
            Part::Defeated => "defeated position",
        })
    }
}

/// What is wrong with the shape of a description. Indices count from 0, texts from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LatticeError {
    /// The dimension is 0 or too great.
    #[error("the dimension is {0}; it must be from 1 to {MAX_DIMENSION}")]
    Dimension(usize),
    /// A vector has another number of entries than the dimension.
    #[error("{part} number {} has {found} entries, and the dimension is {dimension}", .index + 1)]
    Ragged {
        /// The list.
        part: Part,
        /// The index in the list.
        index: usize,
        /// Its number of entries.
        found: usize,
        /// The dimension.
        dimension: usize,
    },
    /// There is no rule.
    #[error("there is no rule; a lattice game needs at least one")]
    NoRules,
    /// A rule is zero: such a move would leave everything as it is.
    #[error("rule number {} is zero: a move must change the position", .0 + 1)]
    ZeroRule(usize),
    /// A normal vector is zero.
    #[error("inequality number {} has the normal vector zero: it says nothing, or excludes every point", .0 + 1)]
    ZeroNormal(usize),
    /// A number is larger than the arithmetic allows for.
    #[error("{part} number {} has the entry {entry}; entries there are at most {most} in size", .index + 1)]
    TooLarge {
        /// The list.
        part: Part,
        /// The index in the list.
        index: usize,
        /// The entry.
        entry: i64,
        /// The bound.
        most: i64,
    },
    /// A list is longer than allowed.
    #[error("there are {found} entries in the list of the {part}s; at most {MAX_VECTORS} are allowed")]
    TooMany {
        /// The list.
        part: Part,
        /// Its length.
        found: usize,
    },
    /// A defeated position is not a point of Λ.
    #[error("defeated position number {} is off the board: {inequality} fails at {}", .index + 1, point_text(.point))]
    DefeatedOffBoard {
        /// The index in the list.
        index: usize,
        /// The point.
        point: Vec<i64>,
        /// An inequality that fails there.
        inequality: Inequality,
    },
}

/// A lattice game by its rules, of the right shape; whether they satisfy the axioms is decided by `axioms`.
///
/// Invariants:
/// 1. the dimension is from 1 to [`MAX_DIMENSION`], and all vectors have that many entries;
/// 2. there is a rule, and neither a rule nor a normal vector is zero; rules are sorted and distinct, inequalities distinct;
/// 3. entries of rules and normal vectors are at most [`MAX_ENTRY`], bounds and defeated coordinates at most
///    [`MAX_COORDINATE`] in size;
/// 4. defeated positions lie in Λ, sorted and distinct.
///
/// ```
/// use impartial::game::{Outcome, Play, Solver};
/// use impartial::lattice::LatticeGame;
/// use impartial::limits::Limits;
/// // Nim with heaps of at most two tokens [GM, Example 2.4]; misère play.
/// let nim = LatticeGame::new(2, vec![vec![1, 0], vec![0, 1], vec![-1, 1]], None, vec![vec![0, 0]])?;
/// let mut solver = Solver::new(&nim, Limits::none());
/// assert_eq!(solver.outcome(&vec![1, 0], Play::Normal), Ok(Outcome::P));
/// assert_eq!(solver.outcome(&vec![0, 2], Play::Normal), Ok(Outcome::P));
/// # Ok::<(), impartial::lattice::LatticeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LatticeGame {
    dimension: usize,
    rules: Vec<Vec<i64>>,
    board: Vec<Inequality>,
    defeated: Vec<Vec<i64>>,
    defeated_set: FxHashSet<Vec<i64>>,
    is_orthant: bool,
}

impl LatticeGame {
    /// The game with these rules; without inequalities the board is x ≥ 0.
    ///
    /// # Errors
    /// [`LatticeError`] when something is not of the right shape.
    pub fn new(
        dimension: usize,
        mut rules: Vec<Vec<i64>>,
        board: Option<Vec<Inequality>>,
        mut defeated: Vec<Vec<i64>>,
    ) -> Result<LatticeGame, LatticeError> {
        if dimension == 0 || dimension > MAX_DIMENSION {
            return Err(LatticeError::Dimension(dimension));
        }
        let mut board = board.unwrap_or_else(|| orthant(dimension));
        let normals = board.iter().map(|inequality| &inequality.normal);
        check_vectors(dimension, Part::Rules, MAX_ENTRY, rules.len(), rules.iter())?;
        check_vectors(dimension, Part::Board, MAX_ENTRY, board.len(), normals)?;
        check_vectors(dimension, Part::Defeated, MAX_COORDINATE, defeated.len(), defeated.iter())?;
        if rules.is_empty() {
            return Err(LatticeError::NoRules);
        }
        let is_zero = |vector: &Vec<i64>| vector.iter().all(|entry| *entry == 0);
        if let Some(index) = rules.iter().position(is_zero) {
            return Err(LatticeError::ZeroRule(index));
        }
        if let Some(index) = board.iter().position(|inequality| is_zero(&inequality.normal)) {
            return Err(LatticeError::ZeroNormal(index));
        }
        for (index, inequality) in board.iter().enumerate() {
            check_size(Part::Board, index, inequality.bound, MAX_COORDINATE)?;
        }
        for (index, point) in defeated.iter().enumerate() {
            if let Some(inequality) = board.iter().find(|inequality| !inequality.holds(point)) {
                let (point, inequality) = (point.clone(), inequality.clone());
                return Err(LatticeError::DefeatedOffBoard { index, point, inequality });
            }
        }
        rules.sort();
        rules.dedup();
        defeated.sort();
        defeated.dedup();
        let mut seen = FxHashSet::default();
        board.retain(|inequality| seen.insert(inequality.clone()));
        let defeated_set = defeated.iter().cloned().collect();
        let is_orthant = is_orthant(dimension, &board);
        Ok(LatticeGame { dimension, rules, board, defeated, defeated_set, is_orthant })
    }

    /// The number d of coordinates.
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// The rule set Γ, sorted.
    pub fn rules(&self) -> &[Vec<i64>] {
        &self.rules
    }

    /// The inequalities of Π; x ≥ 0 is spelled out.
    pub fn board(&self) -> &[Inequality] {
        &self.board
    }

    /// The defeated positions D, sorted.
    pub fn defeated(&self) -> &[Vec<i64>] {
        &self.defeated
    }

    /// Whether the point is in Λ = Π ∩ ℤ^d: on the board or defeated.
    pub fn on_board(&self, point: &[i64]) -> bool {
        if self.is_orthant {
            return point.iter().all(|x| *x >= 0);
        }
        self.board.iter().all(|inequality| inequality.holds(point))
    }

    /// Whether the point is a defeated position.
    pub fn is_defeated(&self, point: &[i64]) -> bool {
        match self.defeated.as_slice() {
            [] => false,
            [one] => one == point,
            _ => self.defeated_set.contains(point),
        }
    }

    /// Whether Π is the orthant x ≥ 0, as written: its inequalities are those of the coordinates.
    pub fn is_orthant(&self) -> bool {
        self.is_orthant
    }

    /// Whether one may move to the point: it is in Λ and not defeated.
    pub fn is_legal(&self, point: &[i64]) -> bool {
        self.on_board(point) && !self.is_defeated(point)
    }

    /// The same for a point of any size; defeated positions are small.
    pub fn is_legal_at(&self, point: &[BigInt]) -> bool {
        match small_point(point) {
            Some(point) => self.is_legal(&point),
            None => self.board.iter().all(|inequality| inequality.holds_at(point)),
        }
    }

    /// The options of a position of any size, in the order of the rules.
    ///
    /// ```
    /// use impartial::lattice::LatticeGame;
    /// use num_bigint::BigInt;
    /// let game = LatticeGame::new(2, vec![vec![1, 0], vec![0, 1]], None, vec![])?;
    /// let far = BigInt::from(10).pow(30);
    /// assert_eq!(game.options_at(&[far.clone(), BigInt::ZERO]), [[far - 1, BigInt::ZERO]]);
    /// # Ok::<(), impartial::lattice::LatticeError>(())
    /// ```
    pub fn options_at(&self, point: &[BigInt]) -> Vec<Vec<BigInt>> {
        let subtract =
            |rule: &Vec<i64>| -> Vec<BigInt> { point.iter().zip(rule).map(|(x, entry)| x - entry).collect() };
        self.rules.iter().map(subtract).filter(|option| self.is_legal_at(option)).collect()
    }
}

/// The coordinates of a point as machine integers, if none is beyond [`MAX_COORDINATE`].
pub fn small_point(point: &[BigInt]) -> Option<Vec<i64>> {
    let small =
        |x: &BigInt| i64::try_from(x).ok().filter(|x| x.unsigned_abs() <= MAX_COORDINATE.unsigned_abs());
    point.iter().map(small).collect()
}

/// Whether the inequalities, which are distinct, are those of the coordinates.
fn is_orthant(dimension: usize, board: &[Inequality]) -> bool {
    let unit = |inequality: &Inequality| {
        let mut entries = inequality.normal.iter().filter(|entry| **entry != 0);
        inequality.bound == 0 && entries.next() == Some(&1) && entries.next().is_none()
    };
    board.len() == dimension && board.iter().all(unit)
}

/// The inequalities x_i ≥ 0.
fn orthant(dimension: usize) -> Vec<Inequality> {
    let unit = |i: usize| (0..dimension).map(|j| i64::from(i == j)).collect();
    (0..dimension).map(|i| Inequality { normal: unit(i), bound: 0 }).collect()
}

fn check_vectors<'a>(
    dimension: usize,
    part: Part,
    most: i64,
    found: usize,
    vectors: impl Iterator<Item = &'a Vec<i64>>,
) -> Result<(), LatticeError> {
    if found > MAX_VECTORS {
        return Err(LatticeError::TooMany { part, found });
    }
    for (index, vector) in vectors.enumerate() {
        if vector.len() != dimension {
            return Err(LatticeError::Ragged { part, index, found: vector.len(), dimension });
        }
        vector.iter().try_for_each(|entry| check_size(part, index, *entry, most))?;
    }
    Ok(())
}

fn check_size(part: Part, index: usize, entry: i64, most: i64) -> Result<(), LatticeError> {
    if entry.unsigned_abs() > most.unsigned_abs() {
        return Err(LatticeError::TooLarge { part, index, entry, most });
    }
    Ok(())
}

impl Game for LatticeGame {
    type Position = Vec<i64>;

    /// The points p − γ on the board, in the order of the rules \[GM, Def 2.9\]. The lattice game is this game in normal play.
    ///
    /// # Panics
    /// When a coordinate leaves the range of `i64`; positions within [`MAX_COORDINATE`] are far from it.
    fn options(&self, position: &Vec<i64>) -> Vec<Vec<i64>> {
        let subtract = |rule: &Vec<i64>| -> Vec<i64> {
            let entries = position.iter().zip(rule);
            entries
                .map(|(p, r)| p.checked_sub(*r).expect("positions are far from the range of i64"))
                .collect()
        };
        self.rules.iter().map(subtract).filter(|option| self.is_legal(option)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_checked() {
        let game = |dimension, rules: &[&[i64]]| {
            LatticeGame::new(dimension, rules.iter().map(|rule| rule.to_vec()).collect(), None, vec![])
        };
        assert_eq!(game(0, &[&[]]), Err(LatticeError::Dimension(0)));
        assert_eq!(game(40, &[&[1; 40]]), Err(LatticeError::Dimension(40)));
        assert_eq!(game(2, &[]), Err(LatticeError::NoRules));
        assert_eq!(game(2, &[&[1, 0], &[0, 0]]), Err(LatticeError::ZeroRule(1)));
        let ragged = LatticeError::Ragged { part: Part::Rules, index: 1, found: 3, dimension: 2 };
        assert_eq!(ragged.to_string(), "rule number 2 has 3 entries, and the dimension is 2");
        assert_eq!(game(2, &[&[1, 0], &[0, 1, 0]]), Err(ragged));
        let large = game(2, &[&[1, i64::MIN]]).unwrap_err();
        assert!(matches!(large, LatticeError::TooLarge { part: Part::Rules, index: 0, .. }));
        let zero = Inequality { normal: vec![0, 0], bound: 0 };
        let board = LatticeGame::new(2, vec![vec![1, 0]], Some(vec![zero]), vec![]);
        assert_eq!(board, Err(LatticeError::ZeroNormal(0)));
        let off = LatticeGame::new(2, vec![vec![1, 0]], None, vec![vec![0, -1]]).unwrap_err();
        assert_eq!(off.to_string(), "defeated position number 1 is off the board: y >= 0 fails at (0,-1)");
        assert!(game(2, &[&[1, 0], &[0, 1]]).unwrap().is_orthant());
    }

    #[test]
    fn linear_forms_are_printed_as_people_write_them() {
        assert_eq!(linear_form(&[1, 3]), "x + 3y");
        assert_eq!(linear_form(&[-1, 0, 2]), "-x + 2z");
        assert_eq!(linear_form(&[0, -1, 0, -4]), "-x2 - 4x4");
        assert_eq!(linear_form(&[0, 0]), "0");
    }
}
