//! The games of groups and of subgroups: every statement of the paper about finite groups, and the definition.
#![allow(clippy::unwrap_used)]

use impartial::algebra::{
    AbelianType, AbelianValues, GroupGame, QuotientRules, SubgroupGame, SubgroupRules, Value,
};
use impartial::game::{Game, Outcome, Play, Solver};
use impartial::group::{self, FiniteGroup, SmallGroups, Subgroup, all_subgroups};
use impartial::limits::Limits;
use impartial::subset::Subset;
use proptest::prelude::*;

fn parse(name: &str) -> FiniteGroup {
    group::parse(name, &Limits::none()).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn in_quotients(group: &FiniteGroup) -> Value {
    GroupGame::new(group).value(&mut AbelianValues::new(), &Limits::none()).unwrap()
}

fn in_subgroups(group: &FiniteGroup) -> Value {
    SubgroupGame::new(group).value(&mut AbelianValues::new(), &Limits::none()).unwrap()
}

/// The P-positions of the game of groups to order 200, id by id [AG, Remark 4.8].
#[test]
fn p_positions_to_order_200() {
    let expected: &[(usize, &[usize])] = &[
        (16, &[3, 4]),
        (36, &[13]),
        (81, &[3, 4]),
        (100, &[15]),
        (128, &[175, 476]),
        (144, &[92, 93, 94, 95, 100, 102, 103, 194, 196]),
        (196, &[11]),
    ];
    let is_expected = |order: usize, id: usize| match order {
        64 => (3..=16).contains(&id) || id == 56 || (193..=245).contains(&id),
        _ => expected.iter().any(|(known, ids)| *known == order && ids.contains(&id)),
    };
    let mut abelian = AbelianValues::new();
    let (mut groups, mut all, mut not_abelian) = (0, 0, 0);
    for small in (1..=200).flat_map(SmallGroups::of_order) {
        groups += 1;
        let group = small.group();
        let is_p = GroupGame::new(&group).value(&mut abelian, &Limits::none()).unwrap().nimber == 0;
        all += usize::from(is_p);
        if !group.is_abelian() {
            not_abelian += usize::from(is_p);
            assert_eq!(is_p, is_expected(small.order(), small.number()), "{}", group.name());
        }
    }
    assert_eq!((groups, all, not_abelian), (6065, 105, 86));
}

/// Both games by definition on every group of order at most 31 (24 with a literal chain of quotient groups), with all
/// elements that win. Breaks when a join, a type or a class is wrong.
#[test]
fn fast_and_slow_agree_on_every_small_group() {
    let limits = Limits::none();
    let mut abelian = AbelianValues::new();
    for group in (1..=31).flat_map(SmallGroups::of_order).map(|small| small.group()) {
        let trivial = Subgroup::trivial(&group);
        let quotients = QuotientRules(&group);
        let mut game = GroupGame::new(&group);
        let value = game.value(&mut abelian, &limits).unwrap();
        let name = group.name().to_owned();
        assert_eq!(value, by_definition(&quotients, trivial.set()), "group({name})");
        if group.order() <= 24 {
            assert_eq!(value.nimber, nimber_of_quotients(&group), "group({name})");
        }
        for play in [Play::Normal, Play::Misere] {
            let fast = game.winning_elements(trivial.set(), play, &mut abelian, &limits).unwrap();
            let wins = |g: usize| {
                let after = group.normal_closure([g]).into_set();
                g != 0 && by_definition(&quotients, &after).outcome(play) == Outcome::P
            };
            assert_eq!(fast, Subset::from_fn(group.order(), wins), "group({name})");
        }
        let rules = SubgroupRules(&group);
        let mut game = SubgroupGame::new(&group);
        let value = game.value(&mut abelian, &limits).unwrap();
        assert_eq!(value, by_definition(&rules, trivial.set()), "subgroups({name})");
        let fast = game.winning_elements(&trivial, Play::Normal, &mut abelian, &limits).unwrap();
        let mut solver = Solver::new(&rules, Limits::none());
        let wins = |g: usize| g != 0 && solver.nimber(&group.subgroup([g])) == Ok(0);
        assert_eq!(fast, Subset::from_fn(group.order(), wins), "subgroups({name})");
    }
}

/// The options of every subgroup of larger groups and their values beside the definition, in an order that does not begin at the bottom.
/// Breaks when a class is taken for another, or an orbit of elements is too large.
#[test]
fn options_of_subgroups() {
    let limits = Limits::none();
    let mut abelian = AbelianValues::new();
    for name in
        ["S5", "GL(2,3)", "D4 x S3", "A4^2", "PSL(2,7)", "Q8 x Z2^2", "AGL(1,16)", "SmallGroup(64,134)"]
    {
        let group = group::parse(name, &limits).unwrap();
        let rules = SubgroupRules(&group);
        let mut game = SubgroupGame::new(&group);
        let mut solver = Solver::new(&rules, Limits::none());
        for subgroup in all_subgroups(&group, &limits).unwrap().iter().rev().step_by(3) {
            let options = rules.options(subgroup.set());
            let found = game.options_with(subgroup, |_| true, &mut abelian, &limits).unwrap();
            assert_eq!(found, options, "subgroups({name})");
            for play in [Play::Normal, Play::Misere] {
                let mut outcome = |option: &Subset| solver.outcome(option, play).unwrap();
                let wins: Vec<Subset> =
                    options.iter().filter(|option| outcome(option) == Outcome::P).cloned().collect();
                let wanted = |value: Value| value.outcome(play) == Outcome::P;
                let found = game.options_with(subgroup, wanted, &mut abelian, &limits).unwrap();
                assert_eq!(found, wins, "subgroups({name})");
            }
        }
    }
}

fn by_definition<G: Game<Position = Subset>>(game: &G, position: &Subset) -> Value {
    let mut solver = Solver::new(game, Limits::none());
    let nimber = solver.nimber(position).unwrap();
    let is_misere_p = solver.outcome(position, Play::Misere).unwrap() == Outcome::P;
    Value { nimber: u32::try_from(nimber).unwrap(), is_misere_p }
}

/// The game as the paper states it: a group is replaced by a quotient group, which is built.
fn nimber_of_quotients(group: &FiniteGroup) -> u32 {
    let mut seen = std::collections::BTreeSet::new();
    let mut done = std::collections::BTreeSet::new();
    for a in 1..group.order() {
        let closure = group.normal_closure([a]);
        if done.insert(closure.set().clone()) {
            seen.insert(nimber_of_quotients(&group.quotient(&closure).group));
        }
    }
    (0..).find(|nimber| !seen.contains(nimber)).unwrap()
}

/// Groups given by a table in another order have the same values.
#[test]
fn products_and_names_do_not_matter() {
    for (a, b) in [
        ("S3 x Z2", "D6"),
        ("Z4 :(3) Z4", "SmallGroup(16,4)"),
        ("SL(2,3)", "SmallGroup(24,3)"),
        ("Z6", "Z3 x Z2"),
    ] {
        assert_eq!(in_quotients(&parse(a)), in_quotients(&parse(b)), "{a}");
        assert_eq!(in_subgroups(&parse(a)), in_subgroups(&parse(b)), "{a}");
    }
}

/// [AG, Ex 4.2 to 4.5]
#[test]
fn examples_of_the_game_of_groups() {
    let is_p = |name: String| in_quotients(&parse(&name)).nimber == 0;
    for n in 3..=30 {
        assert!(!is_p(format!("D{n}")) && !is_p(format!("D{n} x Z2")), "D{n}");
    }
    for n in 2..=15 {
        assert!(!is_p(format!("Dic{n}")) && !is_p(format!("Dic{n} x Z2")), "Dic{n}");
    }
    for n in 3..=7 {
        assert!(!is_p(format!("S{n}")) && !is_p(format!("A{n}")), "{n}");
    }
    for name in ["Z7 : Z3", "Z11 : Z5", "Z13 : Z3", "Z15", "Z35"] {
        assert!(!is_p(name.to_owned()), "{name}");
    }
}

/// In the game of subgroups D_n is P exactly for prime n [AG, Prop 4.9]; more exactly its nimber is Ω(n) xor 1. A rotation
/// leads to the game of D_e for a divisor e < n of n; a reflection to a subgroup of order 2, above which the game is that of
/// Z/n, of value Ω(n). So the nimber is f(Ω(n)) with f(ω) = mex(f(0), …, f(ω - 1), ω), which is ω xor 1.
#[test]
fn subgroups_of_dihedral_groups() {
    for n in 1..=60usize {
        let (mut rest, mut omega, mut prime) = (n, 0, 2);
        while rest > 1 {
            if rest.is_multiple_of(prime) {
                rest /= prime;
                omega += 1;
            } else {
                prime += 1;
            }
        }
        let value = in_subgroups(&parse(&format!("D{n}")));
        assert_eq!(value.nimber, omega ^ 1, "D{n}");
        assert_eq!(value.nimber == 0, omega == 1, "D{n}");
    }
}

/// [AG, Prop 4.10], and the examples before it.
#[test]
fn subgroups_of_symmetric_groups() {
    for n in 1..=6 {
        assert_eq!(in_subgroups(&parse(&format!("S{n}"))).nimber == 0, n != 2, "S{n}");
    }
    assert_eq!(in_subgroups(&parse("A4")).nimber, 0);
    assert_ne!(in_subgroups(&parse("Q8")).nimber, 0);
}

fn types(most: u8) -> Vec<AbelianType> {
    // All partitions of 0 to `most`, and pairs of them.
    let mut partitions: Vec<Vec<u8>> = vec![Vec::new()];
    let mut at = 0;
    while at < partitions.len() {
        let (sum, last) = (partitions[at].iter().sum::<u8>(), partitions[at].last().copied().unwrap_or(most));
        for part in 1..=last.min(most - sum) {
            let mut longer = partitions[at].clone();
            longer.push(part);
            partitions.push(longer);
        }
        at += 1;
    }
    let small = |p: &Vec<u8>| p.iter().sum::<u8>() <= most / 2;
    let pairs = partitions.iter().filter(|p| small(p)).flat_map(|a| {
        partitions.iter().filter(|p| small(p)).map(|b| AbelianType::new(vec![a.clone(), b.clone()]))
    });
    partitions.iter().map(|p| AbelianType::new(vec![p.clone()])).chain(pairs).collect()
}

/// Abelian groups: squares, and in misère play the elementary ones, for every type with up to eleven prime factors [AG, Thm 1.1].
#[test]
fn abelian_groups_are_lost_exactly_when_they_are_squares() {
    let mut values = AbelianValues::new();
    for group in types(11) {
        let value = values.of(&group);
        let is_square = group
            .partitions()
            .iter()
            .all(|p| p.len().is_multiple_of(2) && p.chunks(2).all(|pair| pair[0] == pair[1]));
        assert_eq!(value.nimber == 0, is_square, "{group:?}");
        let is_elementary =
            group.partitions().len() == 1 && group.partitions()[0].iter().all(|exponent| *exponent == 1);
        // The trivial group is elementary, of rank 0.
        let is_elementary = is_elementary || group.partitions().is_empty();
        let rank = group.partitions().first().map_or(0, Vec::len);
        let is_misere_p = if is_elementary { rank % 2 == 1 } else { is_square };
        assert_eq!(value.is_misere_p, is_misere_p, "{group:?}");
    }
}

/// [AG, Thm 1.2, 1.3]: cyclic groups, and Z/p^n + Z/p^m.
#[test]
fn nimbers_of_abelian_groups_with_two_generators() {
    let mut values = AbelianValues::new();
    for n in 0..=14u8 {
        for m in n..=14 {
            let (k, n32) = (u32::from(m - n), u32::from(n));
            let triangle = k * (k + 1) / 2;
            let expected =
                if n32 <= triangle { n32 + u32::from(m) } else { triangle + (n32 - triangle - 1) % (k + 1) };
            assert_eq!(values.of(&AbelianType::new(vec![vec![m, n]])).nimber, expected, "{n} {m}");
        }
    }
}

/// The game of groups by definition; elements of a conjugacy class have the same normal closure.
struct ByClasses<'g>(&'g FiniteGroup, Vec<usize>);

impl Game for ByClasses<'_> {
    type Position = Subset;

    fn options(&self, normal: &Subset) -> Vec<Subset> {
        let divided = |g: &usize| self.0.normal_closure(normal.iter().chain([*g])).into_set();
        let outside = self.1.iter().filter(|g| !normal.contains(**g));
        let mut options: Vec<Subset> = outside.map(divided).collect();
        options.sort_unstable();
        options.dedup();
        options
    }
}

/// Groups and their orders.
const FACTORS: &[(&str, usize)] = &[
    ("S3", 6),
    ("D4", 8),
    ("Q8", 8),
    ("D5", 10),
    ("A4", 12),
    ("Dic3", 12),
    ("S4", 24),
    ("SL(2,3)", 24),
    ("A5", 60),
    ("S5", 120),
    ("GL(2,3)", 48),
    ("Z7 : Z3", 21),
    ("Z3", 3),
    ("Z5", 5),
    ("Z2", 2),
    ("D9", 18),
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    /// In products of groups to order 10^4 the elements found to win leave P-positions by the definition, and the others do not.
    #[test]
    fn winning_elements_of_large_groups(places in proptest::collection::vec(0..FACTORS.len(), 2..4)) {
        prop_assume!(places.iter().map(|place| FACTORS[*place].1).product::<usize>() <= 10_000);
        let names: Vec<String> = places.iter().map(|place| format!("({})", FACTORS[*place].0)).collect();
        let name = names.join(" x ");
        let group = parse(&name);
        let index = group.order() / group.derived_subgroup().order();
        prop_assume!(index <= 24);
        let limits = Limits::none();
        let classes = group::ConjugacyClasses::new(&group, &limits).unwrap();
        prop_assume!(classes.count() <= 100);
        let rules = ByClasses(&group, classes.representatives().collect());
        let one = Subset::singleton(group.order(), 0);
        let mut game = GroupGame::new(&group);
        let mut abelian = AbelianValues::new();
        let mut solver = Solver::new(&rules, limits.clone());
        let value = game.value(&mut abelian, &limits).unwrap();
        prop_assert_eq!(solver.nimber(&one), Ok(u64::from(value.nimber)), "{}", name);
        for play in [Play::Normal, Play::Misere] {
            let winning = game.winning_elements(&one, play, &mut abelian, &limits).unwrap();
            for g in classes.representatives().skip(1) {
                let left = group.normal_closure([g]).into_set();
                let is_p = solver.outcome(&left, play) == Ok(Outcome::P);
                prop_assert_eq!(winning.contains(g), is_p, "{} {}", name, group.show(g));
            }
        }
    }
}
