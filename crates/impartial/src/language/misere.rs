//! Misère sums of heaps, trees and nim-heaps, through the misère quotient of everything that occurs in them
//! [PS, Section 2]: a position is P exactly when the product of the values of its components is in the P-portion.

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::count::Count;
use super::position::{CodeId, GroundId, Position, Rulebook};
use crate::game::Outcome;
use crate::game::forest::Tree;
use crate::generate::Aim;
use crate::generate::forms::Forms;
use crate::heap::HeapCode;
use crate::limits::{Limits, StopReason};
use crate::misere::algebraic::AlgebraicFailure;
use crate::misere::all_heaps::{AllHeaps, AllHeapsSearch};
use crate::misere::infinite::{Beyond, InfiniteGame, beyond};
use crate::misere::period::Period;
use crate::misere::presentation::Presentation;
use crate::misere::quotient::{MisereQuotient, Status};
use crate::misere::rules::{Rules, Sum};
use crate::misere::structure::{Cycle, cycle};
use crate::misere::transition::Source;
use crate::misere::{BipartiteMonoid, Element};

/// The largest nim-heap that is put into a quotient with other games; Nim alone has a theorem of its own.
const LARGEST_NIM: u64 = 1 << 10;

/// The largest heap up to which a quotient is computed in the hope of a period.
const LARGEST_HEAP: u64 = 100_000;

/// In a mixed sum, heaps up to this one are listed; a code with larger ones is followed in the hope of a period.
const LARGEST_LISTED: u64 = 200;

/// A component that has a value in a quotient.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Piece {
    Nim(u64),
    Tree(Tree),
    Heap(CodeId, u64),
    /// A node of the forms of an achievement or avoidance game.
    Chosen(GroundId, Aim, u32),
}

/// Which pieces a quotient must cover: for each code and for Nim the largest heap, and the trees.
#[derive(Clone, Default, PartialEq, Eq)]
struct Scope {
    heaps: Vec<(CodeId, u64)>,
    trees: Vec<Tree>,
    nim: u64,
    games: Vec<(GroundId, Aim)>,
}

/// A misère quotient and the values of the pieces it covers.
struct Solved {
    scope: Scope,
    monoid: BipartiteMonoid,
    /// The codes that were followed heap by heap.
    codes: Vec<SolvedCode>,
    /// The values of the other pieces.
    pieces: FxHashMap<Piece, Element>,
}

/// The values of heaps 0, 1, 2, … of a code, and their period if it is proved.
struct SolvedCode {
    code: CodeId,
    heaps: Vec<Element>,
    period: Option<Period>,
}

/// Sums whose quotient is infinite, and the positions of the game that pieces are.
struct InfiniteSums {
    game: InfiniteGame,
    pieces: FxHashMap<Piece, Vec<u64>>,
}

/// The search for a description of a code for all heaps.
enum AlgebraicCode {
    Open(Box<AllHeapsSearch>),
    Solved(AllHeaps),
    /// Nothing more is to be tried.
    Exhausted,
}

/// What is known of a scope.
enum Found {
    Finite(Box<Solved>),
    Infinite(Box<InfiniteSums>),
    /// All heaps of the code, kept with the others.
    ForAllHeaps,
    Nothing,
}

/// The quotients worked out so far, and the scopes whose quotient did not close.
#[derive(Default)]
pub struct MisereSums {
    solved: Vec<Solved>,
    infinite: Vec<InfiniteSums>,
    /// Codes that are solved for all heaps although their quotient is infinite.
    algebraic: Vec<(CodeId, AlgebraicCode)>,
    /// Scopes for which nothing was found with this much work; without a number, however much there is.
    open: Vec<(Scope, Option<u64>)>,
}

impl MisereSums {
    /// The outcome, when a quotient gives it, finite or described by an automaton: `None` for positions with other components,
    /// and where neither is found. What was not found with `work`, the work that `limits` allow, is not looked for again with no
    /// more.
    pub fn outcome(
        &mut self,
        rulebook: &Rulebook,
        position: &Position,
        work: u64,
        limits: &Limits,
    ) -> Result<Option<Outcome>, StopReason> {
        let Some(pieces) = pieces(rulebook, position) else { return Ok(None) };
        self.learn(rulebook, &pieces, work, limits)?;
        Ok(self.outcome_of(&pieces))
    }

    /// The outcome, when a quotient that is known already gives it.
    pub fn known_outcome(&self, rulebook: &Rulebook, position: &Position) -> Option<Outcome> {
        self.outcome_of(&pieces(rulebook, position)?)
    }

    fn outcome_of(&self, pieces: &[(Piece, Count)]) -> Option<Outcome> {
        let scope = Scope::of(pieces);
        if let Some(solved) = self.solved.iter().find(|solved| solved.covers(&scope)) {
            let is_p = solved.monoid.is_p(solved.product(pieces));
            return Some(if is_p { Outcome::P } else { Outcome::N });
        }
        if let Some((infinite, sum)) = self.described(pieces) {
            return Some(infinite.game.outcome(&sum));
        }
        self.for_all_heaps(pieces).map(|(algebraic, sum)| algebraic.outcome(&sum))
    }

    /// Whether the outcome of a position comes from a description of a code for all heaps.
    pub fn is_for_all_heaps(&self, rulebook: &Rulebook, position: &Position) -> bool {
        pieces(rulebook, position).is_some_and(|pieces| self.for_all_heaps(&pieces).is_some())
    }

    /// The description of a code for all heaps that covers the pieces, and the sum that they are.
    fn for_all_heaps(&self, pieces: &[(Piece, Count)]) -> Option<(&AllHeaps, Vec<(BigUint, BigUint)>)> {
        let code = Scope::of(pieces).one_code()?;
        let solved = self.algebraic.iter().find_map(|(known, state)| match state {
            AlgebraicCode::Solved(solved) if *known == code => Some(solved),
            _ => None,
        })?;
        let heap = |(piece, count): &(Piece, Count)| match piece {
            Piece::Heap(_, size) => Some((BigUint::from(*size), count.to_biguint())),
            _ => None,
        };
        Some((solved, pieces.iter().map(heap).collect::<Option<_>>()?))
    }

    /// What the outcome of a position rests on, when a quotient gave it: the sentence, and the value of each component.
    pub fn because(&self, rulebook: &Rulebook, position: &Position) -> Option<(String, Vec<String>)> {
        let pieces = pieces(rulebook, position)?;
        let scope = Scope::of(&pieces);
        let Some(solved) = self.solved.iter().find(|solved| solved.covers(&scope)) else {
            if let Some((infinite, sum)) = self.described(&pieces) {
                return Some((infinite.because(rulebook, &sum), Vec::new()));
            }
            let (algebraic, sum) = self.for_all_heaps(&pieces)?;
            return Some(algebraic.because(&sum));
        };
        let values: Vec<Element> = pieces.iter().filter_map(|(piece, _)| solved.value(*piece)).collect();
        let presentation = Presentation::new(&solved.monoid, &solved.all_values());
        let steps = pieces
            .iter()
            .zip(&values)
            .map(|((piece, count), value)| {
                let times = if count.is_one() { String::new() } else { format!(", {count} times") };
                format!("{}: Phi = {}{times}", piece.show(rulebook), presentation.word(*value))
            })
            .collect();
        let product = solved.product(&pieces);
        let place = if solved.monoid.is_p(product) { "in P" } else { "not in P" };
        let because = format!(
            "Phi = {}, {place}, in the misère quotient of order {} of {}",
            presentation.word(product),
            solved.monoid.order(),
            solved.describe(rulebook),
        );
        Some((because, steps))
    }

    /// The description of an infinite quotient that covers the pieces, and the sum that they are.
    fn described(&self, pieces: &[(Piece, Count)]) -> Option<(&InfiniteSums, Vec<(u64, BigUint)>)> {
        self.infinite.iter().find_map(|infinite| Some((infinite, infinite.sum(pieces)?)))
    }

    /// Looks for a quotient that covers the pieces, unless one is known or was looked for with as much work.
    fn learn(
        &mut self,
        rulebook: &Rulebook,
        pieces: &[(Piece, Count)],
        work: u64,
        limits: &Limits,
    ) -> Result<(), StopReason> {
        let scope = Scope::of(pieces);
        for (_, with) in self.open.iter().filter(|(open, _)| *open == scope) {
            match with {
                None => return Ok(()),
                Some(with) if *with >= work => {
                    return Err(StopReason::Cap { what: "steps of work", bound: work });
                }
                Some(_) => {}
            }
        }
        if scope.nim > LARGEST_NIM
            || self.solved.iter().any(|solved| solved.covers(&scope))
            || self.described(pieces).is_some()
            || self.for_all_heaps(pieces).is_some()
        {
            return Ok(());
        }
        let found = match (solve(rulebook, &scope, limits), scope.one_code()) {
            // No finite quotient, or none so far: perhaps one description for all heaps.
            (Ok(Found::Nothing) | Err(StopReason::Cap { .. }), Some(code)) => {
                self.solve_for_all_heaps(rulebook, code, &limits.clone().with_work(work))
            }
            (found, _) => found,
        };
        match found {
            Ok(Found::Finite(solved)) => self.solved.push(*solved),
            Ok(Found::Infinite(infinite)) => self.infinite.push(*infinite),
            Ok(Found::ForAllHeaps) => {}
            Ok(Found::Nothing) => self.open.push((scope, None)),
            Err(reason) => {
                if matches!(reason, StopReason::Cap { .. }) {
                    self.open.push((scope, Some(work)));
                }
                return Err(reason);
            }
        }
        Ok(())
    }
}

impl MisereSums {
    /// Goes on with the search for one description of all heaps of a code.
    fn solve_for_all_heaps(
        &mut self,
        rulebook: &Rulebook,
        code: CodeId,
        limits: &Limits,
    ) -> Result<Found, StopReason> {
        let at = self.algebraic.iter().position(|(known, _)| *known == code).unwrap_or_else(|| {
            let search = AllHeapsSearch::new(rulebook.code(code).clone());
            self.algebraic.push((code, AlgebraicCode::Open(Box::new(search))));
            self.algebraic.len() - 1
        });
        let state = &mut self.algebraic[at].1;
        let AlgebraicCode::Open(search) = state else { return Ok(Found::Nothing) };
        match search.run(limits) {
            Ok(solved) => {
                *state = AlgebraicCode::Solved(solved);
                Ok(Found::ForAllHeaps)
            }
            Err(AlgebraicFailure::Stopped(reason)) => Err(reason),
            Err(_) => {
                *state = AlgebraicCode::Exhausted;
                Ok(Found::Nothing)
            }
        }
    }
}

/// The quotient of all pieces together, or the description of an infinite one.
fn solve(rulebook: &Rulebook, scope: &Scope, limits: &Limits) -> Result<Found, StopReason> {
    let Some((mut list, mut sums)) = listed(rulebook, scope) else { return Ok(Found::Nothing) };
    let alone = scope.is_one_code();
    let (few, many): (Vec<_>, Vec<_>) =
        scope.heaps.iter().partition(|(_, largest)| !alone && *largest <= LARGEST_LISTED);
    for (code, largest) in few {
        limits.poll()?;
        let (own, heaps) = Rules::from_heaps(largest, |heap| rulebook.code(code).options(heap));
        let images = list.union(&own);
        for (heap, sum) in heaps.iter().enumerate() {
            let image = sum.iter().flat_map(|generator| images[*generator as usize].clone()).collect();
            sums.push((Piece::Heap(code, heap as u64), image));
        }
    }
    let codes: Vec<HeapCode> = many.iter().map(|(code, _)| rulebook.code(*code).clone()).collect();
    let source = Source::of(list, codes);
    let largest = many.iter().map(|(_, largest)| *largest).max().unwrap_or(0);
    let last = source.last_position(largest.min(LARGEST_HEAP));
    let mut search = MisereQuotient::of(source).tabulate_growth(false);
    search.extend_to(last, limits)?;
    let periods = match search.status() {
        Status::Complete(periods) => periods.clone(),
        _ if search.heap() >= search.source().last_position(largest) => Vec::new(),
        Status::Diverging(_) if alone || many.is_empty() => {
            let mut pieces: FxHashMap<Piece, Vec<u64>> = FxHashMap::default();
            if let ([(code, largest)], true) = (many.as_slice(), alone) {
                let heaps = 1..=(*largest).min(LARGEST_LISTED);
                pieces.extend(heaps.map(|heap| (Piece::Heap(*code, heap), vec![heap])));
            } else {
                let positions = |sum: &Sum| sum.iter().map(|generator| u64::from(*generator) + 1).collect();
                pieces.extend(sums.iter().map(|(piece, sum)| (*piece, positions(sum))));
            }
            return describe(&search, search.source().last_position(largest), pieces, limits);
        }
        _ => return Ok(Found::Nothing),
    };
    let (monoid, phi) = search.quotient(limits)?;
    let value = |sum: &Sum| sum.iter().fold(0, |x, g| monoid.product(x, phi[*g as usize + 1]));
    let pieces = sums.iter().map(|(piece, sum)| (*piece, value(sum))).collect();
    let codes = many.iter().enumerate().map(|(at, (code, _))| SolvedCode {
        code: *code,
        heaps: search.source().heap_values(at, &phi),
        period: periods.get(at).copied(),
    });
    let codes = codes.collect();
    Ok(Found::Finite(Box::new(Solved { scope: scope.clone(), monoid, codes, pieces })))
}

/// The sums of positions 1 to `last`, where the search for their quotient diverged.
fn describe(
    search: &MisereQuotient,
    last: u64,
    pieces: FxHashMap<Piece, Vec<u64>>,
    limits: &Limits,
) -> Result<Found, StopReason> {
    if last > LARGEST_LISTED {
        return Ok(Found::Nothing);
    }
    let unreached = match beyond(search.source(), search.heap() + 1, last, limits) {
        Ok(Beyond { game, unreached: None }) => {
            return Ok(Found::Infinite(Box::new(InfiniteSums { game, pieces })));
        }
        Ok(Beyond { unreached: Some(why), .. }) | Err(why) => why,
    };
    unreached.reason().map_or(Ok(Found::Nothing), Err)
}

impl InfiniteSums {
    /// The pieces as a sum of positions; `None` when one of them is not covered.
    fn sum(&self, pieces: &[(Piece, Count)]) -> Option<Vec<(u64, BigUint)>> {
        let mut sum = Vec::new();
        for (piece, count) in pieces {
            let positions = self.pieces.get(piece)?;
            sum.extend(positions.iter().map(|position| (*position, count.to_biguint())));
        }
        Some(sum)
    }

    fn because(&self, rulebook: &Rulebook, sum: &[(u64, BigUint)]) -> String {
        let (states, _) = self.game.quotient().verified();
        let read: Vec<String> = (self.game.growing().iter())
            .map(|position| {
                let all = sum.iter().filter(|(piece, _)| piece == position).map(|(_, count)| count);
                format!("{} of {}", all.sum::<BigUint>(), self.name(rulebook, *position))
            })
            .collect();
        format!(
            "the description of the infinite misère quotient, proved in {states} joint states: there are {}, the components \
             that grow",
            read.join(", "),
        )
    }

    /// The component that a position is, written as shortly as possible.
    fn name(&self, rulebook: &Rulebook, position: u64) -> String {
        let shown = (self.pieces.iter())
            .filter(|(_, positions)| **positions == [position])
            .map(|(piece, _)| piece.show(rulebook));
        shown
            .min_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)))
            .unwrap_or_else(|| format!("position {position}"))
    }
}

/// The rules of all pieces but heaps of codes, with the position that each piece is.
fn listed(rulebook: &Rulebook, scope: &Scope) -> Option<(Rules, Vec<(Piece, Sum)>)> {
    let mut rules = Rules::new();
    let mut sums: Vec<(Piece, Sum)> = Vec::new();
    let mut nim: Vec<Sum> = Vec::new();
    for size in 0..=scope.nim {
        nim.push(rules.add(nim.clone()));
        sums.push((Piece::Nim(size), nim[size as usize].clone()));
    }
    let trees = rules.add_trees(rulebook.forest(), &scope.trees);
    for (tree, sum) in &trees {
        match rulebook.tree(*tree) {
            Position::Tree(tree) => sums.push((Piece::Tree(tree), sum.clone())),
            // A nim-heap inside a tree may be larger than those that stand alone.
            _ => sums
                .extend(rulebook.forest().nim_size(*tree).map(|size| (Piece::Nim(size.into()), sum.clone()))),
        }
    }
    for (ground, aim) in &scope.games {
        let structure = rulebook.ground(*ground).known_structure()?;
        let forms: &Forms = structure.forms(*aim);
        let mut nodes: Vec<Sum> = Vec::with_capacity(forms.len());
        for node in 0..forms.len() as u32 {
            let options: Vec<Sum> =
                forms.options(node).iter().map(|option| nodes[*option as usize].clone()).collect();
            nodes.push(rules.add(options));
            sums.push((Piece::Chosen(*ground, *aim, node), nodes[node as usize].clone()));
        }
    }
    Some((rules, sums))
}

impl Solved {
    fn covers(&self, scope: &Scope) -> bool {
        let heaps = scope.heaps.iter().all(|(code, heap)| self.value(Piece::Heap(*code, *heap)).is_some());
        let known = |piece: Piece| self.pieces.contains_key(&piece);
        let trees = scope.trees.iter().all(|tree| known(Piece::Tree(*tree)));
        let games = scope.games.iter().all(|game| self.scope.games.contains(game));
        heaps && trees && games && (scope.nim == 0 || known(Piece::Nim(scope.nim)))
    }

    fn value(&self, piece: Piece) -> Option<Element> {
        if let Some(value) = self.pieces.get(&piece) {
            return Some(*value);
        }
        let Piece::Heap(code, heap) = piece else { return None };
        let SolvedCode { heaps, period, .. } = self.codes.iter().find(|solved| solved.code == code)?;
        let at = match period {
            Some(Period { length: period, first }) if heap >= heaps.len() as u64 => {
                first + (heap - first) % period
            }
            _ => heap,
        };
        heaps.get(usize::try_from(at).ok()?).copied()
    }

    fn product(&self, pieces: &[(Piece, Count)]) -> Element {
        pieces.iter().fold(0, |product, (piece, count)| {
            let value = self.value(*piece).expect("the quotient covers the position");
            self.monoid.product(product, power(&self.monoid, value, count))
        })
    }

    /// What the quotient is of.
    fn describe(&self, rulebook: &Rulebook) -> String {
        let Scope { heaps, trees, nim, games } = &self.scope;
        let mut parts: Vec<String> = Vec::new();
        for (code, heap) in heaps {
            let period =
                self.codes.iter().find(|solved| solved.code == *code).and_then(|solved| solved.period);
            let code = rulebook.code(*code);
            parts.push(match period {
                Some(Period { length: period, first }) => {
                    format!("{code} (period {period} from heap {first})")
                }
                None => format!("{code} to heap {heap}"),
            });
        }
        parts.extend(trees.iter().map(|tree| rulebook.show(&Position::Tree(*tree)).to_string()));
        parts.extend(games.iter().map(|(ground, aim)| show_game(rulebook, *ground, *aim)));
        if *nim > 0 {
            parts.push(format!("Nim to heap {nim}"));
        }
        parts.join(", ")
    }

    /// Values in the order in which generators are to be named.
    fn all_values(&self) -> Vec<Element> {
        match self.codes.as_slice() {
            [alone] if self.scope.is_one_code() => alone.heaps.clone(),
            _ => self.monoid.generators().collect(),
        }
    }
}

impl Scope {
    /// The code, when all pieces are heaps of one.
    fn one_code(&self) -> Option<CodeId> {
        if self.is_one_code() { self.heaps.first().map(|(code, _)| *code) } else { None }
    }

    fn is_one_code(&self) -> bool {
        self.heaps.len() == 1 && self.trees.is_empty() && self.games.is_empty() && self.nim == 0
    }

    fn of(pieces: &[(Piece, Count)]) -> Self {
        let mut scope = Scope::default();
        for (piece, _) in pieces {
            match piece {
                Piece::Nim(size) => scope.nim = scope.nim.max(*size),
                Piece::Tree(tree) => scope.trees.push(*tree),
                Piece::Heap(code, heap) => match scope.heaps.iter_mut().find(|(known, _)| known == code) {
                    Some((_, largest)) => *largest = (*largest).max(*heap),
                    None => scope.heaps.push((*code, *heap)),
                },
                Piece::Chosen(ground, aim, _) => scope.games.push((*ground, *aim)),
            }
        }
        scope.games.sort_unstable();
        scope.games.dedup();
        scope.heaps.sort_unstable();
        scope.trees.sort_unstable();
        scope.trees.dedup();
        scope
    }
}

impl Piece {
    fn show(self, rulebook: &Rulebook) -> String {
        let position = match self {
            Piece::Nim(size) => Rulebook::nim(size),
            Piece::Tree(tree) => Position::Tree(tree),
            Piece::Heap(code, heap) => super::analysis::heaps_of(code, &[heap]),
            Piece::Chosen(ground, aim, _) => return show_game(rulebook, ground, aim),
        };
        rulebook.show(&position).to_string()
    }
}

fn show_game(rulebook: &Rulebook, ground: GroundId, aim: Aim) -> String {
    format!("{aim}({})", rulebook.ground(ground).text())
}

/// x^count. The powers of x repeat with a period below the order, so that large counts may be made smaller by multiples of it.
fn power(monoid: &BipartiteMonoid, x: Element, count: &Count) -> Element {
    let exponent = count.to_u64().unwrap_or_else(|| {
        let Cycle { index, period } = cycle(monoid, x);
        let beyond = (count.to_biguint() - index) % period;
        u64::from(index) + u64::try_from(beyond).expect("a remainder is below the period")
    });
    monoid.power(x, exponent)
}

/// The most forms of one achievement or avoidance game that are put into a quotient.
const MOST_FORMS: usize = 400;

/// The pieces of a sum with their multiplicities; `None` when a component is of another kind.
fn pieces(rulebook: &Rulebook, position: &Position) -> Option<Vec<(Piece, Count)>> {
    let parts = match position {
        Position::Sum(parts) => parts.as_slice(),
        other => std::slice::from_ref(other),
    };
    let mut pieces = Vec::new();
    for part in parts {
        match part {
            Position::Nim(size) => pieces.push((Piece::Nim(size.to_u64()?), Count::from(1))),
            Position::Tree(tree) => pieces.push((Piece::Tree(*tree), Count::from(1))),
            Position::Heaps(code, heaps) => {
                pieces.extend(heaps.iter().map(|(size, count)| (Piece::Heap(*code, size), count.clone())));
            }
            Position::Chosen(chosen) => {
                let structure = rulebook.ground(chosen.ground).known_structure()?;
                let forms = structure.forms(chosen.aim);
                let node = forms.node(structure.place(&chosen.set), chosen.set.count());
                if forms.len() > MOST_FORMS {
                    return None;
                }
                pieces.push((Piece::Chosen(chosen.ground, chosen.aim, node), Count::from(1)));
            }
            Position::Coins(_)
            | Position::Lattice(..)
            | Position::Divided(_)
            | Position::Algebra(_)
            | Position::Sum(_)
            | Position::Compound(_)
            | Position::Product(_) => return None,
        }
    }
    Some(pieces)
}
