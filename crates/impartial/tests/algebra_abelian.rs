//! The game of finitely generated abelian groups: every statement of the paper against the definition.
#![allow(clippy::unwrap_used)]

use impartial::algebra::{
    AbelianType, AbelianValues, AlgebraPosition, DivisorTable, Integers, Module, ModuleStructure,
    QuotientRules, parse_abelian, parse_polynomial_module, two_generated_nimber,
};
use impartial::game::{Outcome, Play, Solver};
use impartial::group;
use impartial::limits::Limits;
use impartial::ordinal::Ordinal;
use impartial::subset::Subset;
use num_bigint::BigInt;
use proptest::prelude::*;

const PLAYS: [Play; 2] = [Play::Normal, Play::Misere];

fn structure(text: &str) -> ModuleStructure<Integers> {
    parse_abelian(text).unwrap().module.structure(&Limits::none()).unwrap()
}

/// All divisor sequences n_1 | n_2 | … without units and with a product of at most `most`.
fn divisor_sequences(most: u64) -> Vec<Vec<u64>> {
    let mut found = vec![Vec::new()];
    let mut at = 0;
    while at < found.len() {
        let sequence: Vec<u64> = found[at].clone();
        let product: u64 = sequence.iter().product();
        let last = sequence.last().copied().unwrap_or(1);
        for next in (1..).map(|k| k * last).take_while(|next| product * next <= most).filter(|next| *next > 1)
        {
            found.push(sequence.iter().copied().chain([next]).collect());
        }
        at += 1;
    }
    found
}

fn text(sequence: &[u64]) -> String {
    let terms: Vec<String> = sequence.iter().map(|n| format!("Z/{n}")).collect();
    if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") }
}

/// Every abelian group of order at most 64 as a set of elements: nimber, outcomes, and every winning element the theorem
/// gives. Breaks when a theorem is misread, or the element formula is.
#[test]
fn the_theorems_agree_with_the_definition() {
    let limits = Limits::none();
    for sequence in divisor_sequences(64).into_iter().skip(1) {
        let name = sequence.iter().map(|n| format!("Z{n}")).collect::<Vec<_>>().join(" x ");
        let group = group::parse(&name, &limits).unwrap();
        let rules = QuotientRules(&group);
        let mut solver = Solver::new(&rules, limits.clone());
        let trivial = Subset::singleton(group.order(), 0);
        let own = structure(&text(&sequence));
        assert_eq!(own.nimber(&limits).unwrap(), Ordinal::from(solver.nimber(&trivial).unwrap()), "{name}");
        for play in PLAYS {
            let outcome = solver.outcome(&trivial, play).unwrap();
            assert_eq!(own.outcome(play, &limits).unwrap(), outcome, "{name} {play}");
            let target = own.winning_target(play, &limits).unwrap();
            assert_eq!(target.is_some(), outcome == Outcome::N, "{name} {play}");
            if let Some(target) = target {
                let element: Vec<String> = own
                    .element(&target)
                    .iter()
                    .zip(&sequence)
                    .map(|(entry, n)| (entry % BigInt::from(*n)).to_string())
                    .collect();
                let element = match element.as_slice() {
                    [one] => one.clone(),
                    more => format!("({})", more.join(",")),
                };
                let chosen = group.parse_element(&element).unwrap();
                let after = group.normal_closure([chosen]).into_set();
                assert!(
                    chosen != 0 && solver.outcome(&after, play).unwrap() == Outcome::P,
                    "{name} {element}"
                );
            }
        }
    }
}

/// [AG, Thm 1.1]: the two plays differ exactly at the elementary abelian groups, to order 10^4.
#[test]
fn the_plays_differ_where_the_theorem_says() {
    let limits = Limits::none();
    let mut differ = 0;
    for sequence in divisor_sequences(10_000) {
        let own = structure(&text(&sequence));
        let [normal, misere] = PLAYS.map(|play| own.outcome(play, &limits).unwrap());
        let is_prime = |n: u64| (2..n).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
        let is_elementary = sequence.first().is_none_or(|p| is_prime(*p) && sequence.iter().all(|n| n == p));
        assert_eq!(normal != misere, is_elementary, "{sequence:?}");
        differ += usize::from(normal != misere);
    }
    assert!(differ > 1200, "all primes and their powers: {differ}");
}

/// The type of the quotient of a finite abelian group by one element, from the numbers of solutions of p^k y = 0.
fn type_of_quotient(moduli: &[u64], x: &[u64]) -> AbelianType {
    let order: u64 = moduli.iter().product();
    let elements = || {
        (0..order).map(|mut number| {
            let mut element = Vec::with_capacity(moduli.len());
            for n in moduli {
                element.push(number % n);
                number /= n;
            }
            element
        })
    };
    let multiple = |k: u64, y: &[u64]| -> Vec<u64> { y.iter().zip(moduli).map(|(a, n)| a * k % n).collect() };
    let cyclic: std::collections::HashSet<Vec<u64>> = (0..order).map(|k| multiple(k, x)).collect();
    let mut partitions = Vec::new();
    for p in (2..=order).filter(|p| order.is_multiple_of(*p) && (2..*p).all(|d| !p.is_multiple_of(d))) {
        let (mut parts, mut known, mut power): (Vec<u8>, u64, u64) = (Vec::new(), cyclic.len() as u64, p);
        loop {
            let solutions = elements().filter(|y| cyclic.contains(&multiple(power, y))).count() as u64;
            if solutions == known {
                break;
            }
            let mut rank = 0;
            while known < solutions {
                (known, rank) = (known * p, rank + 1);
            }
            parts.resize(parts.len().max(rank), 0);
            parts[..rank].iter_mut().for_each(|part| *part += 1);
            power *= p;
        }
        partitions.push(parts);
    }
    AbelianType::new(partitions)
}

fn small_moduli() -> impl Strategy<Value = Vec<u64>> {
    prop::collection::vec(1_u64..60, 1..5)
        .prop_filter("of order at most 10^4", |moduli| moduli.iter().product::<u64>() <= 10_000)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Random groups to order 10^4, their summands in any order: the element returned leaves a P-position.
    #[test]
    fn winning_elements_win(moduli in small_moduli()) {
        let limits = Limits::none();
        let position = AlgebraPosition::parse("abelian", &text(&moduli)).unwrap();
        let own = structure(&text(&moduli));
        let mut values = AbelianValues::new();
        for play in PLAYS {
            let Some(target) = own.winning_target(play, &limits).unwrap() else {
                prop_assert!(own.is_zero() || position.outcome(play, &limits).unwrap() == Outcome::P);
                continue;
            };
            let element = parse_abelian(&text(&moduli)).unwrap().module.reduced(&own.element(&target));
            let element: Vec<u64> = element.iter().map(|entry| u64::try_from(entry).unwrap()).collect();
            prop_assert!(element.iter().any(|entry| *entry > 0));
            let value = values.of(&type_of_quotient(&moduli, &element));
            prop_assert_eq!(value.outcome(play), Outcome::P, "{} {:?} {}", text(&moduli), element, play);
        }
    }

    /// Relation matrices: the winning element, divided out by its own generators, leaves a P-position, and it was not 0.
    #[test]
    fn winning_elements_of_presentations_win(
        (columns, rows) in (1_usize..5).prop_flat_map(|columns| {
            (Just(columns), prop::collection::vec(prop::collection::vec(-9_i64..10, columns), 0..5))
        })
    ) {
        let limits = Limits::none();
        let matrix = rows.iter().map(|row| row.iter().map(|entry| BigInt::from(*entry)).collect()).collect();
        let module = Module::new(Integers, columns, matrix, &limits).unwrap();
        let own = module.structure(&limits).unwrap();
        for play in PLAYS {
            let Some(target) = own.winning_target(play, &limits).unwrap() else {
                prop_assert!(own.is_zero() || own.outcome(play, &limits).unwrap() == Outcome::P);
                continue;
            };
            let element = module.reduced(&own.element(&target));
            prop_assert!(!module.is_zero(&element));
            let left = module.quotient(&[element], &limits).unwrap().structure(&limits).unwrap();
            prop_assert_eq!(left.outcome(play, &limits).unwrap(), Outcome::P);
            prop_assert_eq!(left.show(), own.after(&target).show());
        }
    }

    /// [AG, Remark 3.5]: the moves from A_t + Z^r by any element are those of divisor sequences with zeros at the end.
    #[test]
    fn moves_from_infinite_groups_interlace(
        moduli in prop::collection::vec(2_u64..30, 0..3), rank in 1_usize..3,
        coordinates in prop::collection::vec(-40_i64..40, 5)
    ) {
        let limits = Limits::none();
        let free = if rank == 1 { "Z".to_owned() } else { format!("Z^{rank}") };
        let named = parse_abelian(&format!("{} + {free}", text(&moduli))).unwrap();
        let own = named.module.structure(&limits).unwrap();
        let element: Vec<BigInt> =
            coordinates[..named.module.generators()].iter().map(|entry| BigInt::from(*entry)).collect();
        let left = named.module.quotient(&[element], &limits).unwrap().structure(&limits).unwrap();
        let falls = own.rank - left.rank;
        prop_assert!(falls <= 1);
        // m_1 | n_1 | m_2 | …, units written out in front.
        let length = own.torsion.len() + falls;
        prop_assert!(left.torsion.len() <= length);
        let units = length - left.torsion.len();
        let m: Vec<BigInt> = std::iter::repeat_n(BigInt::from(1), units).chain(left.torsion).collect();
        for (at, factor) in m.iter().enumerate() {
            prop_assert!(at == 0 || factor % &own.torsion[at - 1] == BigInt::ZERO);
            prop_assert!(at >= own.torsion.len() || &own.torsion[at] % factor == BigInt::ZERO);
        }
    }
}

/// The other half of [AG, Remark 3.5]: every interlacing sequence is reached, by the element of Proposition 3.3.
#[test]
fn every_interlacing_sequence_is_reached() {
    let limits = Limits::none();
    for sequence in divisor_sequences(40) {
        for rank in 0..2 {
            let named = parse_abelian(&format!("{} + Z^{rank}", text(&sequence))).unwrap();
            let own = named.module.structure(&limits).unwrap();
            let mut targets = own.targets(10_000, &limits).unwrap().unwrap();
            if rank == 1 {
                let last = sequence.last().copied().unwrap_or(1);
                let mut starts = targets.clone();
                starts.push(own.torsion.clone());
                let longer = |start: &Vec<BigInt>| {
                    let start = start.clone();
                    (1..5_u64).map(move |k| start.iter().cloned().chain([BigInt::from(k * last)]).collect())
                };
                targets.extend(starts.iter().flat_map(longer).collect::<Vec<Vec<BigInt>>>());
            }
            for target in targets {
                let element = own.element(&target);
                let left = named.module.quotient(&[element], &limits).unwrap().structure(&limits).unwrap();
                assert_eq!(left.show(), own.after(&target).show(), "{sequence:?} {rank} {target:?}");
            }
        }
    }
}

/// [AG, Figure 1].
#[test]
fn figure_1() {
    let figure = [
        "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14",
        "0 3 4 5 6 7 8 9 10 11 12 13 14 15",
        "0 1 6 7 8 9 10 11 12 13 14 15 16",
        "0 2 8 9 10 11 12 13 14 15 16 17",
        "0 1 3 11 12 13 14 15 16 17 18",
        "0 2 4 13 14 15 16 17 18 19",
        "0 1 5 15 16 17 18 19 20",
        "0 2 3 6 18 19 20 21",
        "0 1 4 7 20 21 22",
        "0 2 5 8 22 23",
        "0 1 3 9 24",
        "0 2 4 6",
    ];
    let table = DivisorTable::new(&[11, 14], &Limits::none()).unwrap();
    for (n, row) in (0..).zip(figure) {
        for (m, expected) in (n..).zip(row.split(' ')) {
            assert_eq!(table.nimber(&[n, m]).to_string(), expected, "({n}, {m})");
            assert_eq!(two_generated_nimber(n, m).to_string(), expected, "({n}, {m})");
        }
    }
}

/// [AG, Prop 3.2]: the primary parts are played as a selective compound, which the types of [`AbelianValues`] do literally;
/// [AG, Cor 3.21] needs only numbers of prime factors.
#[test]
fn primary_parts_and_prime_factors() {
    let limits = Limits::none();
    let mut values = AbelianValues::new();
    for sequence in divisor_sequences(3000) {
        let own = structure(&text(&sequence));
        let decreasing = |exponents: Vec<u32>| exponents.into_iter().rev().map(|k| k as u8).collect();
        let parts =
            own.primary_parts(&limits).unwrap().into_iter().map(|(_, exponents)| decreasing(exponents));
        let value = values.of(&AbelianType::new(parts.collect()));
        assert_eq!(own.nimber(&limits).unwrap(), Ordinal::from(u64::from(value.nimber)), "{sequence:?}");
        for play in PLAYS {
            assert_eq!(own.outcome(play, &limits).unwrap(), value.outcome(play), "{sequence:?}");
        }
    }
}

/// [AG, Thm 1.2, Remark 3.23, Remark 3.24] and the groups of any rank.
#[test]
fn nimbers_of_infinite_groups() {
    let limits = Limits::none();
    for (text, nimber) in [
        ("Z", "w"),
        ("Z/12 + Z", "w+3"),
        ("Z^2", "0"),
        ("Z/12 + Z^2", "3"),
        ("Z/4 + Z/8 + Z^3", "w+1"),
        ("Z/6 + Z/6 + Z", "w"),
        ("[2 4; 0 6]", "3"),
        ("<a, b, c | 2a = 3b>", "0"),
    ] {
        assert_eq!(structure(text).nimber(&limits).unwrap().to_string(), nimber, "{text}");
    }
}

/// [AG, Remark 3.13]: modules over polynomials are played like groups of the same shape.
#[test]
fn modules_over_polynomials() {
    let limits = Limits::none();
    for (module, group) in [
        ("F2[x]/(x^2+x) + F2[x]/(x^3+x)", "Z/6 + Z/12"),
        ("F3[x]/(x^2+1) + F3[x]/(x^2+1)", "Z/5 + Z/5"),
        ("F4[x]/(x^2+x+1) + F4[x]", "Z/6 + Z"),
        ("F5[x]/(x) + F5[x]/(x) + F5[x]/(x)", "(Z/2)^3"),
        ("F2[x]/(x^2+1)", "Z/4"),
    ] {
        let left = parse_polynomial_module(module).unwrap().module.structure(&limits).unwrap();
        let right = structure(group);
        assert_eq!(left.nimber(&limits), right.nimber(&limits), "{module}");
        for play in PLAYS {
            assert_eq!(left.outcome(play, &limits), right.outcome(play, &limits), "{module}");
            let (l, r) =
                (left.winning_target(play, &limits).unwrap(), right.winning_target(play, &limits).unwrap());
            assert_eq!(l.is_some(), r.is_some(), "{module}");
            if let Some(target) = l {
                assert_eq!(left.after(&target).outcome(play, &limits).unwrap(), Outcome::P, "{module}");
            }
        }
    }
}

/// The options that the language lists are the quotients by single elements, each type once.
#[test]
fn options_are_the_quotients_up_to_isomorphism() {
    let limits = Limits::none();
    for sequence in divisor_sequences(36).into_iter().skip(1) {
        let named = parse_abelian(&text(&sequence)).unwrap();
        let position = AlgebraPosition::parse("abelian", &text(&sequence)).unwrap();
        let show = |option: &AlgebraPosition| {
            let AlgebraPosition::Abelian(game) = option else { unreachable!() };
            assert!(position.is_move_to(option) && !option.is_move_to(&position));
            game.structure(&limits).unwrap().show()
        };
        let mut listed: Vec<String> = position.options(1000, &limits).unwrap().iter().map(show).collect();
        let count = listed.len();
        listed.sort();
        listed.dedup();
        assert_eq!(count, listed.len());
        let order: u64 = sequence.iter().product();
        let mut literal: Vec<String> = (1..order)
            .map(|mut number| {
                let mut element = Vec::new();
                for n in &sequence {
                    element.push(BigInt::from(number % n));
                    number /= n;
                }
                named.module.quotient(&[element], &limits).unwrap().structure(&limits).unwrap().show()
            })
            .collect();
        literal.sort();
        literal.dedup();
        assert_eq!(listed, literal, "{sequence:?}");
    }
}

/// In sums, a move to every smaller nimber is found, also where there are infinitely many options.
#[test]
fn moves_to_given_nimbers() {
    let limits = Limits::none();
    for text in ["Z", "Z/6 + Z", "Z/4 + Z/8", "Z/2 + Z/8 + Z/8", "Z/12 + Z^2", "Z/2 + Z/2 + Z/16 + Z"] {
        let position = AlgebraPosition::parse("abelian", text).unwrap();
        let own = position.nimber(&limits).unwrap();
        for wanted in ["0", "1", "2", "3", "9", "w", "w+1", "w+2"] {
            let wanted: Ordinal = wanted.parse().unwrap();
            let found = position.move_to(&wanted, &limits).unwrap();
            if wanted < own {
                let found = found.unwrap();
                assert!(position.is_move_to(&found), "{text} {wanted}");
                assert_eq!(found.nimber(&limits).unwrap(), wanted, "{text}");
            } else {
                assert!(found.is_none(), "{text} {wanted}");
            }
        }
    }
}

/// What is wrong with a text is said in one sentence.
#[test]
fn bad_texts() {
    for (text, message) in [
        ("Z/0", "Z/0 is Z itself: write Z"),
        ("Z/-3", "the order of a cyclic group is positive"),
        ("Z/", "the text ends too early: expected the order of a cyclic group"),
        ("Z4", "`Z4` is the name of a finite group"),
        ("Z/4^2", "`Z/4^…` can be read in two ways"),
        ("Z/(2^3-9)", "the order of a cyclic group is positive"),
        ("[2 4; 0]", "row 2 has 1 entries and the first has 2"),
        ("[]", "a matrix of relations has 1 to 100 columns, one for each generator"),
        ("<a,a|>", "the generator a is named twice"),
        ("<a | a*a>", "expected a combination of the generators, such as 2a-3b"),
        ("<a | 2b>", "no variable is named `b`"),
        ("Z^101", "a number of copies is at most 100 here"),
    ] {
        assert_eq!(parse_abelian(text).unwrap_err().to_string(), message, "{text}");
    }
    for (text, message) in [
        ("F6[x]", "there is no field with 6 elements: 6 is no prime power"),
        ("F2[x]/(0)", "F2[x]/(0) is F2[x] itself: write F2[x]"),
        ("F2[x] + F3[x]", "a module has one ring, not F2[x] and F3[x]"),
        ("0", "a module needs its ring"),
    ] {
        assert_eq!(parse_polynomial_module(text).unwrap_err().to_string(), message, "{text}");
    }
}
