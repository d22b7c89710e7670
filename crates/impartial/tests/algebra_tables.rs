//! The game of any finite algebra: against its definition, and against the games of groups, subgroups, abelian groups and rings.
#![allow(clippy::unwrap_used)]

use impartial::algebra::ring::{Convention, FiniteRing, IdealGame};
use impartial::algebra::{
    AbelianValues, AlgebraPosition, CongruenceGame, CongruenceRules, FiniteAlgebra, GroupGame, Operation,
    Partition, SubgroupGame, TableGame, Value, check_kind,
};
use impartial::game::{Outcome, Play, Solver};
use impartial::group::{FiniteGroup, SmallGroups};
use impartial::limits::Limits;
use proptest::prelude::*;

fn binary(name: &str, size: usize, value: impl Fn(usize, usize) -> usize) -> Operation {
    let cells = (0..size * size).map(|cell| value(cell / size, cell % size) as u32);
    Operation { name: name.into(), arity: 2, table: cells.collect() }
}

fn algebra(size: usize, operations: Vec<Operation>) -> FiniteAlgebra {
    FiniteAlgebra::new((0..size).map(|n| n.to_string()).collect(), operations).unwrap()
}

fn value(algebra: &FiniteAlgebra) -> Value {
    let mut game = CongruenceGame::new(algebra.size(), algebra.translations().unwrap());
    game.value(&Partition::equality(algebra.size()), &Limits::none()).unwrap()
}

fn by_definition(algebra: &FiniteAlgebra) -> Value {
    let rules = CongruenceRules::new(algebra.translations().unwrap());
    let mut solver = Solver::new(&rules, Limits::none());
    let start = Partition::equality(algebra.size());
    let nimber = u32::try_from(solver.nimber(&start).unwrap()).unwrap();
    Value { nimber, is_misere_p: solver.outcome(&start, Play::Misere).unwrap() == Outcome::P }
}

fn group_table(group: &FiniteGroup) -> FiniteAlgebra {
    algebra(group.order(), vec![binary("*", group.order(), |a, b| group.product(a, b))])
}

/// A group as a G-set: the maps x ↦ gx. Its game is the game of subgroups [AG, Section 4.3].
fn left_translations(group: &FiniteGroup) -> FiniteAlgebra {
    let map = |g: usize| Operation {
        name: format!("g{g}"),
        arity: 1,
        table: (0..group.order()).map(|x| group.product(g, x) as u32).collect(),
    };
    algebra(group.order(), (0..group.order()).map(map).collect())
}

/// Every group of order at most 24 as a table and as a G-set.
#[test]
fn groups_given_as_tables() {
    let limits = Limits::none();
    let mut abelian = AbelianValues::new();
    for small in (1..=24).flat_map(SmallGroups::of_order) {
        let group = small.group();
        let table = group_table(&group);
        check_kind(&table, "group").unwrap();
        let quotients = GroupGame::new(&group).value(&mut abelian, &limits).unwrap();
        assert_eq!(value(&table), quotients, "group({})", group.name());
        let subgroups = SubgroupGame::new(&group).value(&mut abelian, &limits).unwrap();
        assert_eq!(value(&left_translations(&group)), subgroups, "subgroups({})", group.name());
        if group.order() <= 12 {
            assert_eq!(by_definition(&table), quotients, "group({})", group.name());
        }
    }
}

fn ring_table(ring: &FiniteRing) -> FiniteAlgebra {
    let size = ring.order();
    algebra(
        size,
        vec![binary("+", size, |a, b| ring.sum(a, b)), binary("*", size, |a, b| ring.product(a, b))],
    )
}

/// The tables of a ring as the text of a file.
fn ring_text(ring: &FiniteRing) -> String {
    let size = ring.order();
    let table = |operation: &dyn Fn(usize, usize) -> usize| -> Vec<Vec<usize>> {
        (0..size).map(|a| (0..size).map(|b| operation(a, b)).collect()).collect()
    };
    let (sums, products) = (table(&|a, b| ring.sum(a, b)), table(&|a, b| ring.product(a, b)));
    format!("elements = {size}\n[operations]\n\"+\" = {sums:?}\n\"*\" = {products:?}\n")
}

/// Rings as tables, through the language as well.
#[test]
fn rings_given_as_tables() {
    let limits = Limits::none();
    for text in
        ["Z/12", "F4", "Z/4[x]/(x^2,2x)", "F2[x,y]/(x^2,xy,y^2)", "Z/4 x F2[x]/(x^2)", "F3 + V^2", "GR(4,2)"]
    {
        let AlgebraPosition::Ring(game) = AlgebraPosition::parse("ring", text).unwrap() else {
            unreachable!()
        };
        let ring = game.finite_ring().unwrap();
        let (table, written) = (ring_table(&ring), ring_text(&ring));
        let mut ideals = IdealGame::new(ring, Convention::AllElements);
        let zero = ideals.zero();
        let expected = ideals.value(&zero, &limits).unwrap();
        assert_eq!(value(&table), expected, "{text}");
        if table.size() <= 12 {
            assert_eq!(by_definition(&table), expected, "{text}");
        }
        let read = |_: &str| Ok(written.clone());
        let position = AlgebraPosition::parse_with("ring", "file:r.toml", &read, &limits).unwrap();
        for play in [Play::Normal, Play::Misere] {
            assert_eq!(position.outcome(play, &limits).unwrap(), expected.outcome(play), "{text}");
            for left in position.winning_moves(play, &limits).unwrap().moves {
                assert_eq!(left.outcome(play, &limits).unwrap(), Outcome::P, "{text} {left}");
                let chosen = left.to_string();
                let element = chosen.split_once(")[").unwrap().1.strip_suffix(']').unwrap();
                assert_eq!(position.choose_element(element).unwrap().unwrap(), left, "{text} {left}");
            }
        }
    }
}

/// A set without operations: any two elements may be identified, and nothing follows. Chains as lattices: each of the n - 1
/// steps may be collapsed, in any set that one interval spans.
#[test]
fn sets_and_chains() {
    for size in 1..9 {
        let set = algebra(size, Vec::new());
        let found = value(&set);
        // Every move reduces the number of elements by one.
        assert_eq!(
            (found.nimber as usize, found.is_misere_p),
            ((size - 1) % 2, (size - 1) % 2 == 1),
            "{size}"
        );
        let operations = vec![binary("meet", size, std::cmp::min), binary("join", size, std::cmp::max)];
        let chain = algebra(size, operations);
        check_kind(&chain, "lattice").unwrap();
        assert_eq!(value(&chain), by_definition(&chain), "{size}");
    }
}

#[test]
fn laws_that_fail_are_named() {
    let subtraction = algebra(3, vec![binary("*", 3, |a, b| (a + 3 - b) % 3)]);
    assert_eq!(
        check_kind(&subtraction, "group").unwrap_err(),
        "* is not associative: (0 0) 1 = 2, but 0 (0 1) = 1"
    );
    let maximum = algebra(2, vec![binary("*", 2, std::cmp::max)]);
    assert!(check_kind(&maximum, "monoid").is_ok());
    assert_eq!(check_kind(&maximum, "group").unwrap_err(), "* has no inverse of 1");
    assert_eq!(check_kind(&maximum, "ring").unwrap_err(), "the binary operation `+` is missing");
    assert!(
        FiniteAlgebra::new(
            vec!["a".into()],
            vec![Operation { name: "f".into(), arity: 2, table: vec![0, 0] }]
        )
        .is_err()
    );
    let game = TableGame::new("file:x", maximum).unwrap();
    assert_eq!(game.choose_text("0=2").unwrap_err().to_string(), "`2` is no element");
    assert_eq!(game.choose_text("0").unwrap_err().to_string(), "the text ends too early: expected `=`");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Random algebras with a binary and a unary operation: the fast game against the definition.
    #[test]
    fn random_algebras(size in 1_usize..6, cells in prop::collection::vec(0_usize..6, 36), map in prop::collection::vec(0_usize..6, 6)) {
        let product = binary("*", size, |a, b| cells[a * 6 + b] % size);
        let unary = Operation { name: "f".into(), arity: 1, table: (0..size).map(|x| (map[x] % size) as u32).collect() };
        let algebra = algebra(size, vec![product, unary]);
        prop_assert_eq!(value(&algebra), by_definition(&algebra));
    }
}
