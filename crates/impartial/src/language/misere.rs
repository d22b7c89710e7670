//! Misère sums of heaps, trees and nim-heaps, through the misère quotient of everything that occurs in them
//! [PS, Section 2]: a position is P exactly when the product of the values of its components is in the P-portion.

mod proof;

pub use proof::{ProvedQuotient, SumQuotient};

use std::sync::Arc;

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::company::Company;
use super::kind::Single;
use super::kinds::heaps::{HeapSum, KnownCode};
use super::kinds::nim::NimHeap;
use super::natural::Natural;
use super::position::Position;
use crate::game::Outcome;
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

/// How many steps of the search for one description of all heaps are made before those of a quotient go on, where heaps are large.
const STEPS_FOR_ALL_HEAPS: u64 = 1 << 16;

/// How many steps of the search for one monoid go for one of the search for a quotient.
const STEPS_OF_COMPANY: u64 = 1 << 10;

/// A component that has a value in a quotient.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Piece {
    Nim(u64),
    Heap(Arc<KnownCode>, Natural),
    /// A position whose rules can be listed.
    Listed(Single),
}

/// Which pieces a quotient must cover: for each code and for Nim the largest heap, and the others.
#[derive(Clone, Default, PartialEq, Eq)]
struct Scope {
    heaps: Vec<(Arc<KnownCode>, Natural)>,
    listed: Vec<Single>,
    nim: u64,
}

/// A misère quotient and the values of the pieces it covers.
struct Solved {
    scope: Scope,
    source: Source,
    monoid: BipartiteMonoid,
    /// The values of the positions of the source, from the empty one on.
    phi: Vec<Element>,
    /// The codes that were followed heap by heap.
    codes: Vec<SolvedCode>,
    /// The positions that the other pieces are.
    pieces: FxHashMap<Piece, Vec<u64>>,
}

/// The values of heaps 0, 1, 2, … of a code, and their period if it is proved.
struct SolvedCode {
    code: Arc<KnownCode>,
    heaps: Vec<Element>,
    period: Option<Period>,
}

/// Sums whose quotient is infinite, and the positions of the game that pieces are.
struct InfiniteSums {
    source: Source,
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
    algebraic: Vec<(Arc<KnownCode>, AlgebraicCode)>,
    /// Such codes with other positions that have values in the same monoid.
    companies: Vec<Company>,
    /// Scopes for which nothing was found with this much work; without a number, however much there is.
    open: Vec<(Scope, Option<u64>)>,
}

impl MisereSums {
    /// The outcome, when a quotient gives it, finite or described by an automaton: `None` for positions with other components,
    /// and where neither is found. What was not found with `work`, the work that `limits` allow, is not looked for again with no
    /// more.
    pub fn outcome(
        &mut self,
        position: &Position,
        work: u64,
        limits: &Limits,
    ) -> Result<Option<Outcome>, StopReason> {
        let Some(pieces) = pieces(position) else { return Ok(None) };
        self.learn(&pieces, work, limits)?;
        Ok(self.outcome_of(&pieces))
    }

    /// The outcome, when a quotient that is known already gives it.
    pub fn known_outcome(&self, position: &Position) -> Option<Outcome> {
        self.outcome_of(&pieces(position)?)
    }

    fn outcome_of(&self, pieces: &[(Piece, Natural)]) -> Option<Outcome> {
        let scope = Scope::of(pieces);
        if let Some(solved) = self.solved.iter().find(|solved| solved.covers(&scope)) {
            let is_p = solved.monoid.is_p(solved.product(pieces));
            return Some(if is_p { Outcome::P } else { Outcome::N });
        }
        if let Some((infinite, sum)) = self.described(pieces) {
            return Some(infinite.game.outcome(&sum));
        }
        match self.for_all_heaps(pieces) {
            Some((algebraic, sum)) => Some(algebraic.outcome(&sum)),
            None => self.companies.iter().find_map(|company| company.outcome(pieces)),
        }
    }

    /// Whether the outcome of a position comes from a description of a code for all heaps.
    pub fn is_for_all_heaps(&self, position: &Position) -> bool {
        let in_company =
            |pieces: &[(Piece, Natural)]| self.companies.iter().any(|company| company.covers(pieces));
        pieces(position).is_some_and(|pieces| self.for_all_heaps(&pieces).is_some() || in_company(&pieces))
    }

    /// The description of a code for all heaps that covers the pieces, and the sum that they are.
    fn for_all_heaps(&self, pieces: &[(Piece, Natural)]) -> Option<(&AllHeaps, Vec<(BigUint, BigUint)>)> {
        let code = Scope::of(pieces).one_code()?;
        let solved = self.algebraic.iter().find_map(|(known, state)| match state {
            AlgebraicCode::Solved(solved) if *known == code => Some(solved),
            _ => None,
        })?;
        let heap = |(piece, count): &(Piece, Natural)| match piece {
            Piece::Heap(_, size) => Some((size.to_biguint(), count.to_biguint())),
            _ => None,
        };
        Some((solved, pieces.iter().map(heap).collect::<Option<_>>()?))
    }

    /// What the outcome of a position rests on, when a quotient gave it: the sentence, and the value of each component.
    pub fn because(&self, position: &Position) -> Option<(String, Vec<String>)> {
        let pieces = pieces(position)?;
        let scope = Scope::of(&pieces);
        let Some(solved) = self.solved.iter().find(|solved| solved.covers(&scope)) else {
            if let Some((infinite, sum)) = self.described(&pieces) {
                return Some((infinite.because(&sum), Vec::new()));
            }
            return match self.for_all_heaps(&pieces) {
                Some((algebraic, sum)) => Some(algebraic.because(&sum)),
                None => self.companies.iter().find_map(|company| company.because(&pieces)),
            };
        };
        let values: Vec<Element> = pieces.iter().filter_map(|(piece, _)| solved.value(piece)).collect();
        let presentation = Presentation::new(&solved.monoid, &solved.all_values());
        let steps = pieces
            .iter()
            .zip(&values)
            .map(|((piece, count), value)| {
                let times = if count.is_one() { String::new() } else { format!(", {count} times") };
                format!("{}: Phi = {}{times}", piece.show(), presentation.word(*value))
            })
            .collect();
        let product = solved.product(&pieces);
        let place = if solved.monoid.is_p(product) { "in P" } else { "not in P" };
        let because = format!(
            "Phi = {}, {place}, in the misère quotient of order {} of {}",
            presentation.word(product),
            solved.monoid.order(),
            solved.describe(),
        );
        Some((because, steps))
    }

    /// The description of an infinite quotient that covers the pieces, and the sum that they are.
    fn described(&self, pieces: &[(Piece, Natural)]) -> Option<(&InfiniteSums, Vec<(u64, BigUint)>)> {
        self.infinite.iter().find_map(|infinite| Some((infinite, infinite.sum(pieces)?)))
    }

    /// Looks for a quotient that covers the pieces, unless one is known or was looked for with as much work.
    fn learn(&mut self, pieces: &[(Piece, Natural)], work: u64, limits: &Limits) -> Result<(), StopReason> {
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
            || self.companies.iter().any(|company| company.covers(pieces))
        {
            return Ok(());
        }
        let mut found = Ok(Found::Nothing);
        if scope.has_large_heaps() && scope.one_code().is_none() {
            // One monoid in which all components have values: each step of this is short, and a quotient of them together large.
            found =
                self.find_company(&scope, &limits.clone().with_work(work.saturating_mul(STEPS_OF_COMPANY)));
        }
        if matches!(found, Ok(Found::Nothing) | Err(StopReason::Cap { .. })) {
            found = match (solve(&scope, limits), scope.one_code()) {
                // No finite quotient, or none so far: perhaps one description for all heaps.
                (unsolved @ (Ok(Found::Nothing) | Err(StopReason::Cap { .. })), Some(code)) => {
                    // Its steps are short too, and larger heaps hope for nothing else.
                    let steps = match scope.has_large_heaps() {
                        true => work.max(STEPS_FOR_ALL_HEAPS.min(work.saturating_mul(1 << 6))),
                        false => work,
                    };
                    match self.solve_for_all_heaps(&code, &limits.clone().with_work(steps)) {
                        // That the work ended before is not forgotten: more of it may still find something.
                        Ok(Found::Nothing) => unsolved,
                        found => found,
                    }
                }
                // More work may still find a company.
                (Ok(Found::Nothing), None) => found,
                (found, _) => found,
            };
        }
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
    fn solve_for_all_heaps(&mut self, code: &Arc<KnownCode>, limits: &Limits) -> Result<Found, StopReason> {
        let at = self.algebraic.iter().position(|(known, _)| known == code).unwrap_or_else(|| {
            let search = AllHeapsSearch::new(code.code().clone());
            self.algebraic.push((Arc::clone(code), AlgebraicCode::Open(Box::new(search))));
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

impl MisereSums {
    /// Looks for one monoid in which all pieces have values: that of the codes with large heaps, when these are solved for all
    /// heaps.
    fn find_company(&mut self, scope: &Scope, limits: &Limits) -> Result<Found, StopReason> {
        let mut codes = Vec::new();
        let (mut rules, mut sums) = listed(scope);
        for (code, largest) in &scope.heaps {
            match largest.to_u64().filter(|_| !is_large(largest)) {
                Some(largest) => list_heaps(code, largest, &mut rules, &mut sums),
                None => {
                    let is_new =
                        !self.algebraic.iter().any(|(known, state)| known == code && state.is_settled());
                    if is_new {
                        self.solve_for_all_heaps(code, limits)?;
                    }
                    let solved = self.algebraic.iter().find_map(|(known, state)| match state {
                        AlgebraicCode::Solved(AllHeaps::Algebraic(solved)) if known == code => {
                            Some(solved.clone())
                        }
                        _ => None,
                    });
                    match solved {
                        Some(solved) => codes.push((Arc::clone(code), solved)),
                        None => return Ok(Found::Nothing),
                    }
                }
            }
        }
        Ok(match Company::find(codes, (&rules, &sums), limits)? {
            Some(company) => {
                self.companies.push(company);
                Found::ForAllHeaps
            }
            None => Found::Nothing,
        })
    }
}

impl AlgebraicCode {
    /// Whether nothing more is to be tried.
    fn is_settled(&self) -> bool {
        !matches!(self, AlgebraicCode::Open(_))
    }
}

/// Whether the rules of the heaps up to this one are not listed.
fn is_large(heap: &Natural) -> bool {
    heap.to_u64().is_none_or(|heap| heap > LARGEST_LISTED)
}

/// Adds the rules of the heaps of a code up to one, with the position that each heap is.
fn list_heaps(code: &Arc<KnownCode>, largest: u64, rules: &mut Rules, sums: &mut Vec<(Piece, Sum)>) {
    let (own, heaps) = Rules::from_heaps(largest, |heap| code.code().options(heap));
    let images = rules.union(&own);
    for (heap, sum) in (0u64..).zip(&heaps) {
        let image = sum.iter().flat_map(|generator| images[*generator as usize].clone()).collect();
        sums.push((Piece::Heap(Arc::clone(code), heap.into()), image));
    }
}

/// The quotient of all pieces together, or the description of an infinite one.
fn solve(scope: &Scope, limits: &Limits) -> Result<Found, StopReason> {
    let (mut list, mut sums) = listed(scope);
    let alone = scope.is_one_code();
    let largest_of = |heap: &Natural| heap.to_u64().unwrap_or(u64::MAX);
    let (few, many): (Vec<_>, Vec<_>) = (scope.heaps.iter())
        .map(|(code, largest)| (code, largest_of(largest)))
        .partition(|(_, largest)| !alone && *largest <= LARGEST_LISTED);
    for (code, largest) in few {
        limits.poll()?;
        list_heaps(code, largest, &mut list, &mut sums);
    }
    let codes: Vec<HeapCode> = many.iter().map(|(code, _)| code.code().clone()).collect();
    let source = Source::of(list, codes);
    let largest = many.iter().map(|(_, largest)| *largest).max().unwrap_or(0);
    let last = source.last_position(largest.min(LARGEST_HEAP));
    let mut search = MisereQuotient::of(source).tabulate_growth(false);
    search.extend_to(last, limits)?;
    let wanted = |search: &MisereQuotient| search.source().last_position(largest.min(1 << 40));
    let periods = match search.status() {
        Status::Complete(periods) => periods.clone(),
        _ if search.heap() >= wanted(&search) => Vec::new(),
        Status::Diverging(_) if alone || many.is_empty() => {
            let mut pieces: FxHashMap<Piece, Vec<u64>> = FxHashMap::default();
            if let ([(code, largest)], true) = (many.as_slice(), alone) {
                let heaps = 1..=(*largest).min(LARGEST_LISTED);
                pieces.extend(heaps.map(|heap| (Piece::Heap(Arc::clone(code), heap.into()), vec![heap])));
            } else {
                pieces.extend(sums.iter().map(|(piece, sum)| (piece.clone(), positions(sum))));
            }
            return describe(&search, wanted(&search), pieces, limits);
        }
        _ => return Ok(Found::Nothing),
    };
    let (monoid, phi) = search.quotient(limits)?;
    let pieces = sums.iter().map(|(piece, sum)| (piece.clone(), positions(sum))).collect();
    let codes = many.iter().enumerate().map(|(at, (code, _))| SolvedCode {
        code: Arc::clone(code),
        heaps: search.source().heap_values(at, &phi),
        period: periods.get(at).copied(),
    });
    let codes = codes.collect();
    let source = search.source().clone();
    Ok(Found::Finite(Box::new(Solved { scope: scope.clone(), source, monoid, phi, codes, pieces })))
}

/// The generators of a list as positions.
fn positions(sum: &Sum) -> Vec<u64> {
    sum.iter().map(|generator| u64::from(*generator) + 1).collect()
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
            let source = search.source().clone();
            return Ok(Found::Infinite(Box::new(InfiniteSums { source, game, pieces })));
        }
        Ok(Beyond { unreached: Some(why), .. }) | Err(why) => why,
    };
    unreached.reason().map_or(Ok(Found::Nothing), Err)
}

impl InfiniteSums {
    /// The pieces as a sum of positions; `None` when one of them is not covered.
    fn sum(&self, pieces: &[(Piece, Natural)]) -> Option<Vec<(u64, BigUint)>> {
        let mut sum = Vec::new();
        for (piece, count) in pieces {
            let positions = self.pieces.get(piece)?;
            sum.extend(positions.iter().map(|position| (*position, count.to_biguint())));
        }
        Some(sum)
    }

    fn because(&self, sum: &[(u64, BigUint)]) -> String {
        let (states, _) = self.game.quotient().verified();
        let read: Vec<String> = (self.game.growing().iter())
            .map(|position| {
                let all = sum.iter().filter(|(piece, _)| piece == position).map(|(_, count)| count);
                format!("{} of {}", all.sum::<BigUint>(), self.name(*position))
            })
            .collect();
        format!(
            "the description of the infinite misère quotient, proved in {states} joint states: there are {}, the components \
             that grow",
            read.join(", "),
        )
    }

    /// The component that a position is, written as shortly as possible.
    fn name(&self, position: u64) -> String {
        let shown = (self.pieces.iter())
            .filter(|(_, positions)| **positions == [position])
            .map(|(piece, _)| piece.show());
        shown
            .min_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)))
            .unwrap_or_else(|| format!("position {position}"))
    }
}

/// The rules of all pieces but heaps of codes, with the position that each piece is.
fn listed(scope: &Scope) -> (Rules, Vec<(Piece, Sum)>) {
    let mut rules = Rules::new();
    let mut sums: Vec<(Piece, Sum)> = Vec::new();
    let mut nim: Vec<Sum> = Vec::new();
    for size in 0..=scope.nim {
        nim.push(rules.add(nim.clone()));
        sums.push((Piece::Nim(size), nim[size as usize].clone()));
    }
    for single in &scope.listed {
        if sums.iter().any(|(piece, _)| matches!(piece, Piece::Listed(known) if known == single)) {
            continue;
        }
        for (entered, sum) in single.enter(&mut rules) {
            // A nim-heap inside a tree may be larger than those that stand alone.
            let nim = entered.of_kind::<NimHeap>().and_then(|NimHeap(size)| size.to_u64());
            sums.push((nim.map_or(Piece::Listed(entered), Piece::Nim), sum));
        }
    }
    (rules, sums)
}

impl Solved {
    fn covers(&self, scope: &Scope) -> bool {
        let known = |piece: Piece| self.value(&piece).is_some();
        let heaps =
            |(code, heap): &(Arc<KnownCode>, Natural)| known(Piece::Heap(Arc::clone(code), heap.clone()));
        scope.heaps.iter().all(heaps)
            && scope.listed.iter().all(|single| known(Piece::Listed(single.clone())))
            && (scope.nim == 0 || known(Piece::Nim(scope.nim)))
    }

    fn value(&self, piece: &Piece) -> Option<Element> {
        if let Some(positions) = self.pieces.get(piece) {
            let value = |position: &u64| self.phi[*position as usize];
            return Some(positions.iter().map(value).fold(0, |x, y| self.monoid.product(x, y)));
        }
        let Piece::Heap(code, heap) = piece else { return None };
        let SolvedCode { heaps, period, .. } = self.codes.iter().find(|solved| solved.code == *code)?;
        let at = match (period, heap.to_u64()) {
            (_, Some(heap)) if heap < heaps.len() as u64 => heap,
            (Some(Period { length, first }), _) => {
                first + u64::try_from((heap.to_biguint() - first) % length).expect("a remainder is small")
            }
            (None, _) => return None,
        };
        heaps.get(usize::try_from(at).ok()?).copied()
    }

    fn product(&self, pieces: &[(Piece, Natural)]) -> Element {
        pieces.iter().fold(0, |product, (piece, count)| {
            let value = self.value(piece).expect("the quotient covers the position");
            self.monoid.product(product, power(&self.monoid, value, count))
        })
    }

    /// What the quotient is of.
    fn describe(&self) -> String {
        let Scope { heaps, listed, nim } = &self.scope;
        let mut parts: Vec<String> = Vec::new();
        for (code, heap) in heaps {
            let period =
                self.codes.iter().find(|solved| solved.code == *code).and_then(|solved| solved.period);
            let code = code.code();
            parts.push(match period {
                Some(Period { length: period, first }) => {
                    format!("{code} (period {period} from heap {first})")
                }
                None => format!("{code} to heap {heap}"),
            });
        }
        parts.extend(listed.iter().map(ToString::to_string));
        parts.dedup();
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
    fn one_code(&self) -> Option<Arc<KnownCode>> {
        if self.is_one_code() { self.heaps.first().map(|(code, _)| Arc::clone(code)) } else { None }
    }

    /// Whether some heap is too large for its rules to be listed.
    fn has_large_heaps(&self) -> bool {
        self.heaps.iter().any(|(_, heap)| is_large(heap))
    }

    fn is_one_code(&self) -> bool {
        self.heaps.len() == 1 && self.listed.is_empty() && self.nim == 0
    }

    fn of(pieces: &[(Piece, Natural)]) -> Self {
        let mut scope = Scope::default();
        for (piece, _) in pieces {
            match piece {
                Piece::Nim(size) => scope.nim = scope.nim.max(*size),
                Piece::Listed(single) => scope.listed.push(single.clone()),
                Piece::Heap(code, heap) => match scope.heaps.iter_mut().find(|(known, _)| known == code) {
                    Some((_, largest)) if *largest >= *heap => {}
                    Some((_, largest)) => *largest = heap.clone(),
                    None => scope.heaps.push((Arc::clone(code), heap.clone())),
                },
            }
        }
        scope.heaps.sort_unstable();
        scope.listed.sort_unstable();
        scope.listed.dedup();
        scope
    }
}

impl Piece {
    pub(super) fn show(&self) -> String {
        match self {
            Piece::Nim(size) => Position::nim(*size).to_string(),
            Piece::Heap(code, heap) => code.heaps([heap.clone()]).to_string(),
            Piece::Listed(single) => single.to_string(),
        }
    }
}

/// x^count. The powers of x repeat with a period below the order, so that large counts may be made smaller by multiples of it.
fn power(monoid: &BipartiteMonoid, x: Element, count: &Natural) -> Element {
    let exponent = count.to_u64().unwrap_or_else(|| {
        let Cycle { index, period } = cycle(monoid, x);
        let beyond = (count.to_biguint() - index) % period;
        u64::from(index) + u64::try_from(beyond).expect("a remainder is below the period")
    });
    monoid.power(x, exponent)
}

/// The pieces of a sum with their multiplicities; `None` when a component takes no part in quotients.
fn pieces(position: &Position) -> Option<Vec<(Piece, Natural)>> {
    let mut pieces = Vec::new();
    for part in position.parts() {
        let Position::Single(single) = part else { return None };
        match single.piece()? {
            super::kind::Piece::Nim(size) => pieces.push((Piece::Nim(size), Natural::from(1))),
            super::kind::Piece::Heaps(HeapSum { game, heaps }) => {
                let heap = |(size, count): &(Natural, Natural)| {
                    (Piece::Heap(Arc::clone(&game), size.clone()), count.clone())
                };
                pieces.extend(heaps.iter().map(heap));
            }
            super::kind::Piece::Listed(listed) => match listed.components() {
                Some(own) => pieces.extend(own.into_iter().map(|(one, count)| (Piece::Listed(one), count))),
                None => pieces.push((Piece::Listed(listed), Natural::from(1))),
            },
        }
    }
    Some(pieces)
}
