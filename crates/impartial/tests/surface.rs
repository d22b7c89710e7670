//! The surface of the crate: the names at its root, and the types of what one does with them.
//!
//! Breaks, most often when it is compiled, if a name goes away, appears unannounced, or changes its type. To change the surface on
//! purpose: change this file, and say so in CHANGELOG.md.
#![allow(clippy::unwrap_used, clippy::type_complexity)]

use std::fs;
use std::path::Path;

use impartial::*;

/// The names at the root of the crate, beside its modules.
const NAMES: &str = "
    AbelianType AffineStratification Aim AlgebraPosition AlgebraicClosure AlgebraicQuotient Analyst Answer Answered
    ArithmeticPeriod Asking BigInt BigNimber BigUint BipartiteMonoid CanonicalForms Certificate Claim CoinGame CoinPosition
    Components Element Family Files FiniteGroup Forest Game Genus GenusSequence Graph Ground GroupGame GrundySequence HeapCode
    InfiniteGame Kind LatticeGame Lexicode Limits MisereQuotient Natural Nimber Ordinal Outcome Parsed Period Permutation Play
    Position Presentation Question ReadError Refused Rules Solver Stated StopReason Stopped Strategy Structure SubgroupGame
    Subject Subset SumSearch Tree Unanswered Unsolved WinningMoves parse small_group
";

#[test]
fn the_names_are_those_listed() {
    let source = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs")).unwrap();
    let mut found: Vec<String> = Vec::new();
    for statement in source.split("\npub use ").skip(1) {
        let tree = statement.split(';').next().unwrap();
        let names = match tree.split_once('{') {
            Some((_, list)) => list.trim_end_matches('}').to_owned(),
            None => tree.rsplit("::").next().unwrap().to_owned(),
        };
        found.extend(names.split(',').map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()));
    }
    found.sort();
    let mut listed: Vec<&str> = NAMES.split_whitespace().collect();
    listed.sort_unstable();
    assert_eq!(found, listed);
}

/// What one does with positions.
#[test]
fn positions_keep_their_types() {
    let _: fn(&str) -> Result<Parsed, ReadError> = parse;
    let _: fn(&str) -> Result<Position, ReadError> = str::parse::<Position>;
    let _: fn(u64) -> Position = Position::nim;
    let _: fn(Vec<Position>) -> Position = Position::sum;
    let _: fn(Vec<Position>) -> Position = Position::compound;
    let _: fn(Position, Position) -> Position = Position::product;
    let _: fn(&Position) -> Position = Position::normal_form;
    let _: fn(&Position) -> Vec<Position> = Position::options;
    let _: fn(&Position) -> Vec<(Position, Natural)> = Position::components;
    let _: fn(&Position, &Position) -> bool = Position::is_move_to;
    let _: fn(&Position) -> bool = Position::is_over;
    let _: fn(Limits) -> Analyst = Analyst::new;
    let _: fn(&mut Analyst, &Position) -> Result<Answered<Ordinal>, Unanswered> = Analyst::nimber;
    let _: fn(&mut Analyst, &Position, Play) -> Result<Answered<Outcome>, Unanswered> = Analyst::outcome;
    let _: fn(&mut Analyst, &Position, Play) -> Result<WinningMoves, Unanswered> = Analyst::winning_moves;
}

/// What one does with the theories.
#[test]
fn theories_keep_their_types() {
    let _: fn(&str) -> Result<HeapCode, ReadError> = str::parse::<HeapCode>;
    let _: fn(HeapCode) -> GrundySequence = GrundySequence::new;
    let _: fn(&mut GrundySequence, u64, &Limits) -> Result<(), StopReason> = GrundySequence::extend_to;
    let _: fn(&mut GrundySequence, u64, &Limits) -> Result<Option<Period>, StopReason> =
        GrundySequence::find_period;
    let _: fn(&GrundySequence, u64) -> Option<u64> = GrundySequence::value;
    let _: fn(&BipartiteMonoid, Element, Element) -> Element = BipartiteMonoid::product;
    let _: fn(&BipartiteMonoid, Element) -> bool = BipartiteMonoid::is_p;
    let _: fn(&BipartiteMonoid) -> usize = BipartiteMonoid::order;
    let _: fn(&str) -> Result<Graph, misere::GraphError> = str::parse::<Graph>;
    let _: fn(&AlgebraicQuotient, &[(BigUint, BigUint)]) -> Outcome = AlgebraicQuotient::outcome;
    let _: fn(&str) -> Result<Ordinal, ReadError> = str::parse::<Ordinal>;
    let _: fn(&str) -> Result<LatticeGame, ReadError> = str::parse::<LatticeGame>;
    let _: fn(&str, &Limits) -> Result<FiniteGroup, group::GroupError> = group::parse;
    let _: fn(&FiniteGroup, usize, usize) -> usize = FiniteGroup::product;
    let _: fn() -> Limits = Limits::none;
    let _: fn(Limits, u64) -> Limits = Limits::with_work;
}
