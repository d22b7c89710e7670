//! What is played: the positions of the game language, and their options by definition.

use std::fmt;
use std::str::FromStr;

use super::kind::{Kind, Single};
use super::kinds::nim::NimHeap;
use super::natural::Natural;
use super::parser;
use crate::game::Game;
use crate::limits::{Limits, Unanswered};
use crate::ordinal::Ordinal;
use crate::text::ReadError;

/// A position of the game language. It carries its rules: positions from different texts may be added and compared.
///
/// Positions made by [`Position::sum`], [`compound`](Position::compound) and [`product`](Position::product) are in
/// normal form: sums and compounds are flat, sorted, without zero components, and have at least two components; heaps
/// of one code stand together; no factor of a product is zero. Equal normal forms are the same game.
///
/// ```
/// use impartial::language::Position;
/// let kayles: Position = "kayles[5]".parse()?;
/// let dawson: Position = "0.07[5] + kayles[2]".parse()?;
/// let sum = Position::sum([kayles, dawson]);
/// assert_eq!(sum.to_string(), "0.07[5] + 0.77[2+5]");
/// assert_eq!(sum.options().len(), 9);
/// # Ok::<(), impartial::text::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Position {
    /// A position of one kind of game. The zero game is the nim-heap of size 0.
    Single(Single),
    /// A move in one component.
    Sum(Vec<Position>),
    /// A move in one or more components.
    Compound(Vec<Position>),
    /// Conway's product.
    Product(Box<[Position; 2]>),
}

/// Reads a position that names nothing outside itself: no file, no board.
impl FromStr for Position {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        parser::parse(text)?.position(text).cloned()
    }
}

impl<K: Kind> From<K> for Position {
    fn from(position: K) -> Self {
        Position::Single(Single::new(position))
    }
}

/// The most options of a product or compound that a search will list: each of them is a sum or compound itself.
const MOST_COMBINED: u64 = 1 << 16;

impl Position {
    /// The zero game.
    pub fn zero() -> Position {
        Position::nim(0)
    }

    /// The finite nim-heap *n.
    pub fn nim(n: u64) -> Position {
        NimHeap(Ordinal::from(n)).into()
    }

    /// The position, if it is of one kind and of this one.
    pub fn of_kind<K: Kind>(&self) -> Option<&K> {
        match self {
            Position::Single(single) => single.of_kind(),
            _ => None,
        }
    }

    /// Whether a position in normal form is the zero game to the eye: nothing is left to be played on.
    pub fn is_zero(&self) -> bool {
        match self {
            Position::Single(single) => single.is_zero(),
            Position::Sum(parts) | Position::Compound(parts) => parts.is_empty(),
            Position::Product(_) => false,
        }
    }

    /// The disjunctive sum in normal form.
    pub fn sum(parts: impl IntoIterator<Item = Position>) -> Position {
        let mut flat: Vec<Position> = Vec::new();
        for part in parts {
            match part {
                Position::Sum(inner) => flat.extend(inner),
                other => flat.push(other),
            }
        }
        flat.retain(|part| !part.is_zero());
        flat.sort();
        let mut merged: Vec<Position> = Vec::with_capacity(flat.len());
        for part in flat {
            // Heaps of one code stand next to each other after sorting.
            if let (Some(Position::Single(last)), Position::Single(part)) = (merged.last_mut(), &part)
                && let Some(joined) = last.join(part)
            {
                *last = joined;
            } else {
                merged.push(part);
            }
        }
        Self::one_or(merged, Position::Sum)
    }

    /// The selective compound in normal form.
    pub fn compound(parts: impl IntoIterator<Item = Position>) -> Position {
        let mut flat: Vec<Position> = Vec::new();
        for part in parts {
            match part {
                Position::Compound(inner) => flat.extend(inner),
                other => flat.push(other),
            }
        }
        flat.retain(|part| !part.is_zero());
        flat.sort();
        Self::one_or(flat, Position::Compound)
    }

    /// The product in normal form: zero when a factor is.
    pub fn product(left: Position, right: Position) -> Position {
        if left.is_zero() || right.is_zero() {
            return Position::zero();
        }
        Position::Product(Box::new([left, right]))
    }

    fn one_or(mut parts: Vec<Position>, many: impl FnOnce(Vec<Position>) -> Position) -> Position {
        match parts.len() {
            0 => Position::zero(),
            1 => parts.remove(0),
            _ => many(parts),
        }
    }

    /// The position in normal form.
    #[must_use]
    pub fn normal_form(&self) -> Position {
        match self {
            Position::Single(single) if single.is_zero() => Position::zero(),
            Position::Single(_) => self.clone(),
            Position::Sum(parts) => Position::sum(parts.iter().map(Position::normal_form)),
            Position::Compound(parts) => Position::compound(parts.iter().map(Position::normal_form)),
            Position::Product(factors) => {
                Position::product(factors[0].normal_form(), factors[1].normal_form())
            }
        }
    }

    /// Sizes and multiplicities when every component of a sum is a nim-heap, written as one or as a heap of the code of Nim.
    pub fn nim_heaps(&self) -> Option<Vec<(Ordinal, Natural)>> {
        let mut all = Vec::new();
        for part in self.parts() {
            let Position::Single(single) = part else { return None };
            all.extend(single.nim_heaps()?);
        }
        Some(all)
    }

    /// The components of a sum as they stand in it, and any other position as the only one.
    pub fn parts(&self) -> &[Position] {
        match self {
            Position::Sum(parts) => parts,
            other => std::slice::from_ref(other),
        }
    }

    /// The summands of a position in normal form, heaps one by one, with their multiplicities; none that is zero to the eye.
    pub fn components(&self) -> Vec<(Position, Natural)> {
        let mut components: Vec<(Position, Natural)> = Vec::new();
        for part in self.parts().iter().filter(|part| !part.is_zero()) {
            if let Position::Single(single) = part
                && let Some(own) = single.components()
            {
                components.extend(own.into_iter().map(|(one, count)| (Position::Single(one), count)));
                continue;
            }
            match components.last_mut() {
                Some((last, count)) if last == part => *count += Natural::from(1),
                _ => components.push((part.clone(), Natural::from(1))),
            }
        }
        components
    }

    /// The games that a position is the disjunctive sum of, without those that are zero to the eye; a heap that occurs
    /// astronomically often is listed once.
    pub fn summands(&self) -> Vec<Position> {
        const MOST: u64 = 1 << 10;
        let copies = |(component, count): (Position, Natural)| {
            let times = count.to_u64().filter(|times| *times <= MOST).unwrap_or(1);
            std::iter::repeat_n(component, times as usize)
        };
        self.normal_form().components().into_iter().flat_map(copies).collect()
    }

    /// The sum in normal form with one of its [`components`](Self::components) replaced.
    ///
    /// # Panics
    /// When there is no such component.
    #[must_use]
    pub fn replaced(&self, component: &Position, moved: Position) -> Position {
        let mut rest = self.parts().to_vec();
        let at = rest.iter().position(|part| part == component);
        if let Some(at) = at {
            rest.remove(at);
        } else {
            let without = |part: &Position| match (part, component) {
                (Position::Single(part), Position::Single(component)) => part.without(component),
                _ => None,
            };
            let found = rest.iter().enumerate().find_map(|(at, part)| without(part).map(|left| (at, left)));
            let (at, left) = found.expect("the component comes from the position");
            rest[at] = left;
        }
        Position::sum(rest.into_iter().chain([moved]))
    }

    /// Every position of one kind that occurs in it, from left to right.
    pub fn singles(&self) -> Vec<&Single> {
        match self {
            Position::Single(single) => vec![single],
            Position::Sum(parts) | Position::Compound(parts) => {
                parts.iter().flat_map(Position::singles).collect()
            }
            Position::Product(factors) => factors.iter().flat_map(Position::singles).collect(),
        }
    }

    /// Whether every position reachable has finitely many options: no nim-heap or structure in it is infinite.
    pub fn is_finite(&self) -> bool {
        self.singles().into_iter().all(|single| single.is_finite())
    }

    /// Whether a position in normal form has no options.
    pub fn is_over(&self) -> bool {
        match self {
            Position::Single(single) => single.is_over(),
            Position::Sum(parts) | Position::Compound(parts) => parts.iter().all(Position::is_over),
            Position::Product(factors) => factors.iter().any(Position::is_over),
        }
    }

    /// Whether `to` is an option where that can be told without a list of options: both are sums in normal form that
    /// differ in one component, a nim-heap of any ordinal size, coins or an algebraic structure.
    pub fn is_move_in_one(&self, to: &Position) -> bool {
        let (mut left, mut right) = (self.parts().to_vec(), to.parts().to_vec());
        left.retain(|part| {
            let common = right.iter().position(|other| other == part);
            common.map(|at| right.remove(at)).is_none()
        });
        right.retain(|part| !part.is_zero());
        match (left.as_slice(), right.as_slice()) {
            ([Position::Single(from)], []) => from.is_move_to(None),
            ([Position::Single(from)], [Position::Single(to)]) => from.is_move_to(Some(to)),
            _ => false,
        }
    }

    /// Whether `to` is an option.
    pub fn is_move_to(&self, to: &Position) -> bool {
        self.is_move_in_one(to) || (self.can_list_options().is_ok() && self.options().contains(to))
    }

    /// An error when the options of a position in normal form are too many to be listed.
    pub fn can_list_options(&self) -> Result<(), Unanswered> {
        let combined = matches!(self, Position::Compound(_) | Position::Product(_));
        if combined && self.bound_on_options(&Limits::none()) > MOST_COMBINED {
            return Err(no_search(&format!("it has more than {MOST_COMBINED} options")));
        }
        match self {
            Position::Single(single) => single.can_list().map_err(|why| no_search(&why)),
            Position::Sum(parts) | Position::Compound(parts) => {
                parts.iter().try_for_each(Position::can_list_options)
            }
            Position::Product(factors) => factors.iter().try_for_each(Position::can_list_options),
        }
    }

    /// An error when a position in normal form is too large to be searched by definition.
    pub fn can_search(&self) -> Result<(), Unanswered> {
        self.can_list_options()?;
        self.singles().into_iter().try_for_each(|single| single.can_search().map_err(|why| no_search(&why)))
    }

    /// An upper bound on the number of options of a position, `u64::MAX` when there are infinitely many or too many to list.
    pub fn bound_on_options(&self, limits: &Limits) -> u64 {
        let bound = |part: &Position| part.bound_on_options(limits);
        let product = |parts: &[Position], more: u64| {
            parts.iter().fold(1u64, |all, part| all.saturating_mul(bound(part).saturating_add(more)))
        };
        match self {
            Position::Single(single) => single.bound_on_options(limits),
            Position::Sum(parts) => parts.iter().fold(0, |all, part| all.saturating_add(bound(part))),
            Position::Compound(parts) => product(parts, 1),
            Position::Product(factors) => product(factors.as_slice(), 0),
        }
    }

    /// The options, in normal form and without repetition.
    ///
    /// # Panics
    /// When they cannot be listed: see [`can_list_options`](Self::can_list_options).
    pub fn options(&self) -> Vec<Position> {
        let mut options = match self {
            Position::Single(single) => single.options(),
            Position::Sum(parts) => options_of_sum(parts),
            Position::Compound(parts) => options_of_compound(parts),
            Position::Product(factors) => options_of_product(&factors[0], &factors[1]),
        };
        let mut seen = rustc_hash::FxHashSet::default();
        options.retain(|option| seen.insert(option.clone()));
        options
    }

    /// Some option of a position whose options may be too many to list; none when it has none, or when none is found so.
    pub fn some_move(&self) -> Option<Position> {
        match self {
            Position::Single(single) => single.some_move(),
            Position::Sum(parts) => parts.iter().enumerate().find_map(|(at, part)| {
                let moved = part.some_move()?;
                let others = parts.iter().enumerate().filter(|(other, _)| *other != at);
                Some(Position::sum(others.map(|(_, part)| part.clone()).chain([moved])))
            }),
            other => other.can_list_options().ok().and_then(|()| other.options().into_iter().next()),
        }
    }
}

/// What is said of a position that theorems do not reach and that is too large for a search.
fn no_search(what: &str) -> Unanswered {
    Unanswered::OutOfReach(format!("{what}, and no theorem here answers without a search of all positions"))
}

/// Each component replaced by each of its options, equal components once.
fn options_of_sum(parts: &[Position]) -> Vec<Position> {
    let mut options = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        if at > 0 && parts[at - 1] == *part {
            continue;
        }
        let others = || parts[..at].iter().chain(&parts[at + 1..]).cloned();
        options.extend(part.options().into_iter().map(|moved| Position::sum(others().chain([moved]))));
    }
    options
}

/// Every non-empty choice of components, each replaced by one of its options.
fn options_of_compound(parts: &[Position]) -> Vec<Position> {
    let choices: Vec<Vec<Position>> = parts.iter().map(Position::options).collect();
    let mut chosen: Vec<Vec<Position>> = vec![Vec::new()];
    for (part, moved) in parts.iter().zip(&choices) {
        let stay_or_move = || std::iter::once(part).chain(moved);
        chosen = chosen
            .iter()
            .flat_map(|start| {
                stay_or_move().map(move |next| [start.as_slice(), std::slice::from_ref(next)].concat())
            })
            .collect();
    }
    // The first choice leaves every component as it is.
    chosen.into_iter().skip(1).map(Position::compound).collect()
}

/// A move in both factors at once, in Conway's way: G'×H + G×H' + G'×H'.
fn options_of_product(left: &Position, right: &Position) -> Vec<Position> {
    let (lefts, rights) = (left.options(), right.options());
    let mut options = Vec::with_capacity(lefts.len() * rights.len());
    for moved_left in &lefts {
        for moved_right in &rights {
            options.push(Position::sum([
                Position::product(moved_left.clone(), right.clone()),
                Position::product(left.clone(), moved_right.clone()),
                Position::product(moved_left.clone(), moved_right.clone()),
            ]));
        }
    }
    options
}

/// All positions of the language as one game: the definition beside which the theorems stand.
pub struct Language;

impl Game for Language {
    type Position = Position;

    fn options(&self, position: &Position) -> Vec<Position> {
        position.options()
    }
}

/// How tightly the text around a position binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Loosest,
    Sum,
    Product,
}

/// A position inside another, as text.
struct Inside<'a> {
    position: &'a Position,
    inside: Binding,
}

impl Inside<'_> {
    fn joined(
        &self,
        f: &mut fmt::Formatter<'_>,
        parts: &[Position],
        sign: &str,
        own: Binding,
        inner: Binding,
    ) -> fmt::Result {
        let needs_brackets = self.inside > own;
        if needs_brackets {
            f.write_str("(")?;
        }
        for (at, position) in parts.iter().enumerate() {
            if at > 0 {
                f.write_str(sign)?;
            }
            // A product inside a product on the right must keep its brackets: the sign groups to the left.
            let inside = if own == Binding::Product && at == 0 { own } else { inner };
            let alone = Inside { position, inside };
            match position {
                Position::Product(_) if own == Binding::Product && at > 0 => write!(f, "({alone})")?,
                _ => write!(f, "{alone}")?,
            }
        }
        if needs_brackets { f.write_str(")") } else { Ok(()) }
    }
}

impl fmt::Display for Inside<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.position {
            Position::Single(single) => write!(f, "{single}"),
            Position::Sum(parts) => self.joined(f, parts, " + ", Binding::Sum, Binding::Product),
            Position::Compound(parts) => self.joined(f, parts, " | ", Binding::Loosest, Binding::Sum),
            Position::Product(factors) => {
                self.joined(f, factors.as_slice(), " x ", Binding::Product, Binding::Product)
            }
        }
    }
}

/// The text of the position; [`parse`](super::parse) reads it back.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Inside { position: self, inside: Binding::Loosest })
    }
}
