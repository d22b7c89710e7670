//! What is played: the positions of the game language, and their options by definition.

use std::fmt;
use std::sync::Arc;

use num_bigint::BigInt;

use super::count::Count;
use crate::algebra::AlgebraPosition;
use crate::coin::CoinPosition;
use crate::game::forest::{Forest, Tree};
use crate::game::{Game, notation};
use crate::generate::{Aim, Ground};
use crate::heap::HeapCode;
use crate::lattice::LatticeGame;
use crate::limits::Limits;
use crate::ordinal::Ordinal;
use crate::subset::Subset;

/// A position of the game language. The heap codes and trees it names are in a [`Rulebook`].
///
/// Positions made by [`Rulebook::sum`], [`compound`](Rulebook::compound) and [`product`](Rulebook::product) are in
/// normal form: sums and compounds are flat, sorted, without zero components, and have at least two components; heaps
/// of one code stand together; no factor of a product is zero. Equal normal forms are the same game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Position {
    /// A nim-heap; the zero game is the nim-heap of size 0.
    Nim(Ordinal),
    /// A game tree that is not a nim-heap.
    Tree(Tree),
    /// Heaps of a taking-and-breaking game.
    Heaps(CodeId, Heaps),
    /// Coins of a coin-turning game.
    Coins(CoinPosition),
    /// A point of the board of a lattice game.
    Lattice(BoardId, Vec<BigInt>),
    /// The elements chosen in an achievement or avoidance game.
    Chosen(Chosen),
    /// The subgroup reached in the game of groups or of subgroups.
    Divided(Divided),
    /// What is left of an abelian group, a module, a ring or an algebra.
    Algebra(AlgebraPosition),
    /// A move in one component.
    Sum(Vec<Position>),
    /// A move in one or more components.
    Compound(Vec<Position>),
    /// Conway's product.
    Product(Box<[Position; 2]>),
}

/// The place of a heap code in its [`Rulebook`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CodeId(u32);

/// The place of a lattice game in its [`Rulebook`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BoardId(u32);

/// A position of GEN or DNG: what it is played on, and the elements chosen so far.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Chosen {
    /// What the players want with a generating set.
    pub aim: Aim,
    /// The group or closure game.
    pub ground: GroundId,
    /// The elements chosen.
    pub set: Subset,
}

/// A position of the game of groups or of subgroups.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Divided {
    /// Which of the two games.
    pub rules: DividedRules,
    /// The group.
    pub ground: GroundId,
    /// The normal subgroup divided out, or the subgroup reached.
    pub subgroup: Subset,
}

/// The games that add up elements of a group to subgroups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DividedRules {
    /// The game of groups, `group(G)`: a move divides out the normal closure of an element.
    Quotients,
    /// The game of subgroups, `subgroups(G)`: a move adds an element to a subgroup.
    Subgroups,
}

/// The place of a group or closure game in its [`Rulebook`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GroundId(u32);

/// A multiset of non-empty heaps: sizes with their multiplicities, by increasing size.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Heaps(Vec<(u64, Count)>);

impl Heaps {
    /// The multiset with the given sizes and multiplicities.
    pub fn new(heaps: impl IntoIterator<Item = (u64, Count)>) -> Self {
        let mut all: Vec<(u64, Count)> =
            heaps.into_iter().filter(|(size, count)| *size > 0 && !count.is_zero()).collect();
        all.sort_unstable();
        let mut merged: Vec<(u64, Count)> = Vec::with_capacity(all.len());
        for (size, count) in all {
            match merged.last_mut() {
                Some((last, total)) if *last == size => *total += count,
                _ => merged.push((size, count)),
            }
        }
        Heaps(merged)
    }

    /// The multiset with one heap of each of these sizes.
    pub fn of_sizes(sizes: &[u64]) -> Self {
        Heaps::new(sizes.iter().map(|size| (*size, Count::from(1))))
    }

    /// Sizes with their multiplicities, by increasing size.
    pub fn iter(&self) -> impl Iterator<Item = (u64, &Count)> + '_ {
        self.0.iter().map(|(size, count)| (*size, count))
    }

    /// Whether there is no heap.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The largest heap, 0 when there is none.
    pub fn largest(&self) -> u64 {
        self.0.last().map_or(0, |(size, _)| *size)
    }

    /// The multiset with one heap of size `from` replaced by the heaps `to`.
    pub fn replaced(&self, from: u64, to: &[u64]) -> Self {
        let left = |(size, count): (u64, &Count)| {
            (size, if size == from { count.less_one() } else { count.clone() })
        };
        Heaps::new(self.iter().map(left).chain(to.iter().map(|size| (*size, Count::from(1)))))
    }
}

impl Chosen {
    /// The position with one element more.
    #[must_use]
    pub fn with(&self, element: usize) -> Self {
        let mut set = self.set.clone();
        set.insert(element);
        Chosen { set, ..self.clone() }
    }
}

/// The heap codes, game trees and groups that positions refer to. With it a position is a game: the definition-level face of
/// the language.
#[derive(Clone, Debug, Default)]
pub struct Rulebook {
    codes: Vec<HeapCode>,
    forest: Forest,
    boards: Vec<(String, LatticeGame)>,
    grounds: Vec<Arc<Ground>>,
}

impl Rulebook {
    /// An empty rulebook.
    pub fn new() -> Self {
        Self::default()
    }

    /// The place of a code, entered when new.
    pub fn enter(&mut self, code: HeapCode) -> CodeId {
        let at = self.codes.iter().position(|known| *known == code).unwrap_or_else(|| {
            self.codes.push(code);
            self.codes.len() - 1
        });
        CodeId(u32::try_from(at).expect("fewer than 2^32 codes fit in memory"))
    }

    /// A heap code.
    pub fn code(&self, id: CodeId) -> &HeapCode {
        &self.codes[id.0 as usize]
    }

    /// The place of a lattice game under this name; a name entered before keeps its game.
    pub fn enter_board(&mut self, name: &str, game: LatticeGame) -> BoardId {
        self.find_board(name).unwrap_or_else(|| {
            self.boards.push((name.to_owned(), game));
            BoardId(u32::try_from(self.boards.len() - 1).expect("fewer than 2^32 boards fit in memory"))
        })
    }

    /// The place of the lattice game with this name.
    pub fn find_board(&self, name: &str) -> Option<BoardId> {
        let at = self.boards.iter().position(|(known, _)| known == name)?;
        u32::try_from(at).ok().map(BoardId)
    }

    /// A lattice game.
    pub fn board(&self, id: BoardId) -> &LatticeGame {
        &self.boards[id.0 as usize].1
    }

    /// The name of a lattice game.
    pub fn board_name(&self, id: BoardId) -> &str {
        &self.boards[id.0 as usize].0
    }

    /// The group or closure game with this text, if it was entered.
    pub fn find_ground(&self, text: &str) -> Option<GroundId> {
        let at = self.grounds.iter().position(|known| known.text() == text)?;
        Some(GroundId(at as u32))
    }

    /// Enters a group or closure game.
    pub fn enter_ground(&mut self, ground: Ground) -> GroundId {
        self.grounds.push(Arc::new(ground));
        GroundId(u32::try_from(self.grounds.len() - 1).expect("fewer than 2^32 groups fit in memory"))
    }

    /// A group or closure game.
    pub fn ground(&self, id: GroundId) -> &Ground {
        &self.grounds[id.0 as usize]
    }

    /// The groups and closure games, in the order of their numbers.
    pub fn grounds(&self) -> impl Iterator<Item = (GroundId, &Ground)> {
        self.grounds.iter().enumerate().map(|(at, ground)| (GroundId(at as u32), &**ground))
    }

    /// The game trees.
    pub fn forest(&self) -> &Forest {
        &self.forest
    }

    /// The game trees, to add to.
    pub fn forest_mut(&mut self) -> &mut Forest {
        &mut self.forest
    }

    /// The position that a tree is: a nim-heap when it is one.
    pub fn tree(&self, tree: Tree) -> Position {
        self.forest.nim_size(tree).map_or(Position::Tree(tree), |size| Self::nim(size.into()))
    }

    /// The zero game.
    pub fn zero() -> Position {
        Position::Nim(Ordinal::from(0u64))
    }

    /// The finite nim-heap *n.
    pub fn nim(n: u64) -> Position {
        Position::Nim(Ordinal::from(n))
    }

    /// Whether a position in normal form is the zero game to the eye: nothing is left to be played on.
    pub fn is_zero(position: &Position) -> bool {
        match position {
            Position::Nim(size) => size.is_zero(),
            Position::Tree(_)
            | Position::Lattice(..)
            | Position::Chosen(_)
            | Position::Divided(_)
            | Position::Algebra(_)
            | Position::Product(_) => false,
            Position::Heaps(_, heaps) => heaps.is_empty(),
            Position::Coins(coins) => coins.heads().next().is_none(),
            Position::Sum(parts) | Position::Compound(parts) => parts.is_empty(),
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
        flat.retain(|part| !Self::is_zero(part));
        flat.sort();
        let mut merged: Vec<Position> = Vec::with_capacity(flat.len());
        for part in flat {
            // Heaps of one code stand next to each other after sorting.
            if let (Some(Position::Heaps(last, heaps)), Position::Heaps(code, more)) =
                (merged.last_mut(), &part)
                && last == code
            {
                *heaps =
                    Heaps::new(heaps.iter().chain(more.iter()).map(|(size, count)| (size, count.clone())));
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
        flat.retain(|part| !Self::is_zero(part));
        flat.sort();
        Self::one_or(flat, Position::Compound)
    }

    /// The product in normal form: zero when a factor is.
    pub fn product(left: Position, right: Position) -> Position {
        if Self::is_zero(&left) || Self::is_zero(&right) {
            return Self::zero();
        }
        Position::Product(Box::new([left, right]))
    }

    fn one_or(mut parts: Vec<Position>, many: impl FnOnce(Vec<Position>) -> Position) -> Position {
        match parts.len() {
            0 => Self::zero(),
            1 => parts.remove(0),
            _ => many(parts),
        }
    }

    /// The position in normal form.
    pub fn normal_form(position: &Position) -> Position {
        match position {
            Position::Nim(_)
            | Position::Tree(_)
            | Position::Lattice(..)
            | Position::Chosen(_)
            | Position::Divided(_)
            | Position::Algebra(_) => position.clone(),
            Position::Heaps(..) | Position::Coins(_) if Self::is_zero(position) => Self::zero(),
            Position::Heaps(..) | Position::Coins(_) => position.clone(),
            Position::Sum(parts) => Self::sum(parts.iter().map(Self::normal_form)),
            Position::Compound(parts) => Self::compound(parts.iter().map(Self::normal_form)),
            Position::Product(factors) => {
                Self::product(Self::normal_form(&factors[0]), Self::normal_form(&factors[1]))
            }
        }
    }

    /// The games that a position is the disjunctive sum of, without those that are zero to the eye; a heap that occurs
    /// astronomically often is listed once.
    pub fn summands(&self, position: &Position) -> Vec<Position> {
        const MOST: u64 = 1 << 10;
        match Self::normal_form(position) {
            Position::Sum(parts) => parts.iter().flat_map(|part| self.summands(part)).collect(),
            Position::Heaps(code, heaps) => heaps
                .iter()
                .flat_map(|(size, count)| {
                    let heap = Position::Heaps(code, Heaps::of_sizes(&[size]));
                    let times = count.to_u64().filter(|times| *times <= MOST).unwrap_or(1);
                    std::iter::repeat_n(heap, times as usize)
                })
                .collect(),
            zero if Self::is_zero(&zero) => Vec::new(),
            other => vec![other],
        }
    }

    /// Whether every position reachable has finitely many options: no nim-heap or structure in it is infinite.
    pub fn is_finite(position: &Position) -> bool {
        match position {
            Position::Nim(size) => size.is_finite(),
            Position::Tree(_)
            | Position::Heaps(..)
            | Position::Coins(_)
            | Position::Lattice(..)
            | Position::Chosen(_)
            | Position::Divided(_) => true,
            Position::Algebra(algebra) => algebra.is_finite(),
            Position::Sum(parts) | Position::Compound(parts) => parts.iter().all(Self::is_finite),
            Position::Product(factors) => factors.iter().all(Self::is_finite),
        }
    }

    /// Whether `to` is an option of `from` where that can be told without a list of options: both are sums in normal form that
    /// differ in one component, a nim-heap of any ordinal size, coins or an algebraic structure.
    pub fn is_move_in_one(from: &Position, to: &Position) -> bool {
        let parts = |position: &Position| match position {
            Position::Sum(parts) => parts.clone(),
            other => vec![other.clone()],
        };
        let (mut left, mut right) = (parts(from), parts(to));
        left.retain(|part| {
            let common = right.iter().position(|other| other == part);
            common.map(|at| right.remove(at)).is_none()
        });
        right.retain(|part| !Self::is_zero(part));
        match (left.as_slice(), right.as_slice()) {
            ([Position::Nim(heap)], []) => !heap.is_zero(),
            ([Position::Nim(heap)], [Position::Nim(smaller)]) => smaller < heap,
            ([Position::Coins(coins)], [Position::Coins(turned)]) => coins.is_option(turned),
            ([Position::Coins(coins)], []) => {
                coins.game().position([]).is_some_and(|nothing| coins.is_option(&nothing))
            }
            ([Position::Algebra(structure)], [Position::Algebra(quotient)]) => structure.is_move_to(quotient),
            _ => false,
        }
    }

    /// The text of a position; [`parse`](super::parse) reads it back.
    pub fn show<'a>(&'a self, position: &'a Position) -> Shown<'a> {
        Shown { rulebook: self, position, inside: Binding::Loosest }
    }

    /// The options in a sum: each component replaced by each of its options, equal components once.
    fn options_of_sum(&self, parts: &[Position]) -> Vec<Position> {
        let mut options = Vec::new();
        for (at, part) in parts.iter().enumerate() {
            if at > 0 && parts[at - 1] == *part {
                continue;
            }
            let others = || parts[..at].iter().chain(&parts[at + 1..]).cloned();
            options.extend(self.options(part).into_iter().map(|moved| Self::sum(others().chain([moved]))));
        }
        options
    }

    /// The options in a compound: every non-empty choice of components, each replaced by one of its options.
    fn options_of_compound(&self, parts: &[Position]) -> Vec<Position> {
        let choices: Vec<Vec<Position>> = parts.iter().map(|part| self.options(part)).collect();
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
        chosen.into_iter().skip(1).map(Self::compound).collect()
    }
}

impl Game for Rulebook {
    type Position = Position;

    /// The options, in normal form and without repetition.
    ///
    /// # Panics
    /// When the position holds an infinite nim-heap or structure (see [`Rulebook::is_finite`]), or a nim-heap, heap or
    /// structure whose options do not fit in memory.
    fn options(&self, position: &Position) -> Vec<Position> {
        let mut options = match position {
            Position::Nim(size) => {
                let size = size.to_u64().expect("callers ask only for finite games");
                (0..size).map(Self::nim).collect()
            }
            Position::Tree(tree) => self.forest.options(*tree).iter().map(|tree| self.tree(*tree)).collect(),
            Position::Heaps(code, heaps) => {
                let mut options = Vec::new();
                for (size, _) in heaps.iter() {
                    let moves = self.code(*code).options(size);
                    options.extend(moves.iter().map(|parts| {
                        Self::normal_form(&Position::Heaps(*code, heaps.replaced(size, parts)))
                    }));
                }
                options
            }
            Position::Coins(coins) => {
                let mut options = Vec::new();
                coins.for_each_option(&mut |option| {
                    options.push(Self::normal_form(&Position::Coins(option)));
                    true
                });
                options
            }
            Position::Lattice(board, point) => {
                let options = self.board(*board).options_at(point);
                options.into_iter().map(|option| Position::Lattice(*board, option)).collect()
            }
            Position::Chosen(chosen) => {
                let moves = self.ground(chosen.ground).moves(chosen.aim, &chosen.set);
                moves.iter().map(|element| Position::Chosen(chosen.with(element))).collect()
            }
            Position::Divided(divided) => {
                self.divided_options(divided).into_iter().map(Position::Divided).collect()
            }
            Position::Algebra(algebra) => {
                let options = algebra.options(super::algebraic::MOST_LISTED, &Limits::none());
                let options = options.expect("callers ask only for positions whose options can be listed");
                options.into_iter().map(Position::Algebra).collect()
            }
            Position::Sum(parts) => self.options_of_sum(parts),
            Position::Compound(parts) => self.options_of_compound(parts),
            Position::Product(factors) => {
                let [left, right] = &**factors;
                let (lefts, rights) = (self.options(left), self.options(right));
                let mut options = Vec::with_capacity(lefts.len() * rights.len());
                for moved_left in &lefts {
                    for moved_right in &rights {
                        options.push(Self::sum([
                            Self::product(moved_left.clone(), right.clone()),
                            Self::product(left.clone(), moved_right.clone()),
                            Self::product(moved_left.clone(), moved_right.clone()),
                        ]));
                    }
                }
                options
            }
        };
        let mut seen = rustc_hash::FxHashSet::default();
        options.retain(|option| seen.insert(option.clone()));
        options
    }
}

/// How tightly the text around a position binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Loosest,
    Sum,
    Product,
}

/// A position as text.
pub struct Shown<'a> {
    rulebook: &'a Rulebook,
    position: &'a Position,
    inside: Binding,
}

impl Shown<'_> {
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
            let alone = Shown { rulebook: self.rulebook, position, inside };
            match position {
                Position::Product(_) if own == Binding::Product && at > 0 => write!(f, "({alone})")?,
                _ => write!(f, "{alone}")?,
            }
        }
        if needs_brackets { f.write_str(")") } else { Ok(()) }
    }
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.position {
            Position::Nim(size) if size.is_zero() => f.write_str("0"),
            Position::Nim(size) if *size == Ordinal::from(1u64) => f.write_str("*"),
            Position::Nim(size) => {
                let text = size.to_string();
                // `*w^2` reads back whole; sums, multiples and the like need brackets.
                let is_plain = text.chars().all(|c| c.is_ascii_digit() || c == 'w' || c == '^');
                if is_plain { write!(f, "*{text}") } else { write!(f, "*({text})") }
            }
            Position::Tree(tree) => f.write_str(&notation::conway_notation(&self.rulebook.forest, *tree)),
            Position::Heaps(code, heaps) => {
                let code = self.rulebook.code(*code);
                write!(f, "{code}[")?;
                for (at, (size, count)) in heaps.iter().enumerate() {
                    let plus = if at > 0 { "+" } else { "" };
                    if count.is_one() {
                        write!(f, "{plus}{size}")?;
                    } else {
                        write!(f, "{plus}{count}*{size}")?;
                    }
                }
                f.write_str("]")
            }
            Position::Coins(coins) => write!(f, "{coins}"),
            Position::Lattice(board, point) => {
                let coordinates: Vec<String> = point.iter().map(BigInt::to_string).collect();
                write!(f, "lattice({})[{}]", self.rulebook.board_name(*board), coordinates.join(","))
            }
            Position::Chosen(Chosen { aim, ground, set }) => {
                let ground = self.rulebook.ground(*ground);
                write!(f, "{aim}({})", ground.text())?;
                if set.is_empty() { Ok(()) } else { write!(f, "[{}]", ground.show(set)) }
            }
            Position::Divided(divided) => {
                let ground = self.rulebook.ground(divided.ground);
                let game = match divided.rules {
                    DividedRules::Quotients => "group",
                    DividedRules::Subgroups => "subgroups",
                };
                write!(f, "{game}({})", ground.text())?;
                let chosen = self.rulebook.divided_elements(divided);
                if chosen.is_empty() { Ok(()) } else { write!(f, "[{}]", ground.show(&chosen)) }
            }
            Position::Algebra(algebra) => write!(f, "{algebra}"),
            Position::Sum(parts) => self.joined(f, parts, " + ", Binding::Sum, Binding::Product),
            Position::Compound(parts) => self.joined(f, parts, " | ", Binding::Loosest, Binding::Sum),
            Position::Product(factors) => {
                self.joined(f, factors.as_slice(), " x ", Binding::Product, Binding::Product)
            }
        }
    }
}
