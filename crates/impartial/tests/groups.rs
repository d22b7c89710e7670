//! Finite groups against their definitions.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};

use impartial::group::{
    self, ConjugacyClasses, FiniteGroup, SmallGroups, all_subgroups, are_isomorphic, chief_series, describe,
    from_table_text, identify, isomorphism, maximal_subgroups, normal_subgroups, small_group,
};
use impartial::limits::{Limits, StopReason};
use impartial::subset::Subset;
use proptest::prelude::*;

fn parse(text: &str) -> FiniteGroup {
    group::parse(text, &Limits::none()).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

/// Every element has its order, its inverse, a name that reads back, and products associate.
fn check_group(group: &FiniteGroup) {
    let n = group.order();
    let sample: Vec<usize> = (0..n).step_by((n / 40).max(1)).collect();
    for &a in &sample {
        assert_eq!(group.product(a, 0), a);
        assert_eq!(group.product(0, a), a);
        assert_eq!(group.product(a, group.inverse(a)), 0);
        let shown = group.show(a);
        assert_eq!(group.parse_element(&shown).unwrap(), a, "{group:?}: {shown}");
        assert_eq!(group.power(a, group.element_order(a) as i64), 0);
        assert_eq!(group.power(a, -1), group.inverse(a));
        for &b in &sample {
            let ab = group.product(a, b);
            assert_eq!(group.conjugate(a, b), group.product(group.inverse(b), ab));
            for &c in &sample {
                assert_eq!(group.product(ab, c), group.product(a, group.product(b, c)), "{group:?}");
            }
        }
    }
    assert_eq!(group.subgroup(group.generators().iter().copied()).count(), n, "{group:?}");
}

#[test]
fn every_construction_is_a_group_of_the_right_order() {
    for (text, order) in [
        ("1", 1),
        ("Z1", 1),
        ("Z6", 6),
        ("C6", 6),
        ("Z/6", 6),
        ("Z6 x Z3", 18),
        ("Z6xZ3", 18),
        ("Z2^3", 8),
        ("abelian(2,4,8)", 64),
        ("D1", 2),
        ("D2", 4),
        ("D5", 10),
        ("Dic3", 12),
        ("Q8", 8),
        ("Q16", 16),
        ("S1", 1),
        ("S4", 24),
        ("A3", 3),
        ("A5", 60),
        ("S7", 5040),
        ("M11", 7920),
        ("Z7 : Z3", 21),
        ("Z7 :(2) Z3", 21),
        ("Z8 :(3) Z2", 16),
        ("(Z2 x Z2) :((0,1),(1,1)) Z3", 12),
        ("Z3 :(2) Z4", 12),
        ("Z2 wr S3", 48),
        ("S3 wr Z2", 72),
        ("Z2 wr (Z2 x Z2)", 64),
        ("Dih(Z3 x Z3)", 18),
        ("Dih(Z5)", 10),
        ("PSL(2,7)", 168),
        ("PGL(2,5)", 120),
        ("PSL(3,2)", 168),
        ("PSL(2,9)", 360),
        ("GL(2,3)", 48),
        ("SL(2,3)", 24),
        ("SL(2,4)", 60),
        ("AGL(1,9)", 72),
        ("ASL(2,2)", 24),
        ("<(1 2 3)(4 5), (1 2)>", 12),
        ("<>", 1),
        ("<()>", 1),
        ("<a,b | a^4, b^4, a*b*a^-1*b>", 16),
        ("<a,b | a^2 = b^3 = (ab)^5 = 1>", 60),
        ("<a | a^12>", 12),
        ("<a,b | a^2, b^3, (a*b)^7, [a,b]^4>", 168),
        ("<x1,x2 | x1^2, x2^2, (x1*x2)^5>", 10),
        ("pc(a,b | a^2, b^3, b^a = b^2)", 6),
        ("pc(a,b,c | a^2 = c, b^2 = c, c^2, [b,a] = c)", 8),
        ("table(0 1 2; 1 2 0; 2 0 1)", 3),
        ("SmallGroup(16,3)", 16),
        ("SmallGroup(60,5)", 60),
        ("Z3000", 3000),
        ("D2000", 4000),
        ("S5 x S5", 14400),
        ("(Z3 x Z3) x S3", 54),
        ("M11 x Z2", 15840),
    ] {
        let group = parse(text);
        assert_eq!(group.order(), order, "{text}");
        check_group(&group);
        assert_eq!(parse(group.name()).order(), order, "the name of {text}");
    }
}

#[test]
fn products_of_permutations_are_read_from_left_to_right() {
    let s3 = parse("S3");
    let product = s3.parse_element("(1 2)*(2 3)").unwrap();
    assert_eq!(s3.show(product), "(1 3 2)");
    assert_eq!(s3.parse_element("(1 3 2)^-1").unwrap(), s3.parse_element("(1 2 3)").unwrap());
}

#[test]
fn relations_hold() {
    let d5 = parse("D5");
    assert_eq!(d5.parse_element("s*r*s*r").unwrap(), 0);
    let q8 = parse("Q8");
    assert_eq!(q8.show(q8.parse_element("i*j").unwrap()), "k");
    assert_eq!(q8.show(q8.parse_element("j*i").unwrap()), "-k");
    assert_eq!(q8.show(q8.parse_element("i^2").unwrap()), "-1");
    let f21 = parse("Z7 :(2) Z3");
    let (a, b) = (f21.parse_element("(1,0)").unwrap(), f21.parse_element("(0,1)").unwrap());
    assert_eq!(f21.conjugate(a, b), f21.parse_element("(2,0)").unwrap());
}

#[test]
fn hostile_text_is_refused_quickly_and_where_it_is_wrong() {
    let deep = "(".repeat(100_000);
    let wide = format!("<a | {}>", "(a*a)^1000*".repeat(5_000));
    for text in [
        "",
        " ",
        "Z",
        "Z0",
        "D0",
        "Dic0",
        "Q7",
        "Q4",
        "S0",
        "S100",
        "A11",
        "M13",
        "M24",
        "Z1000000000",
        "foo",
        "Z6 x",
        "x Z6",
        "Z6 Z3",
        "Z6^0",
        "Z2^1000000",
        "(Z6",
        "Z6)",
        "<a,b | c>",
        "<a,a | a>",
        "<a | a^>",
        "<a,b",
        "<a,b|>",
        "<a,b | [a,b]>",
        "<(1 2",
        "<(1 1)>",
        "<(0 1)>",
        "<(1 x)>",
        "SmallGroup(16)",
        "SmallGroup(16,15)",
        "SmallGroup(16,0)",
        "SmallGroup(0,1)",
        "SmallGroup(1000000000,1)",
        "SmallGroup(512,1)",
        "PSL(2,6)",
        "PSL(2,1000003)",
        "PSL(0,7)",
        "PSL(7)",
        "GL(20,2)",
        "Z7 : Z5",
        "Z8 : Z2",
        "Z7 :(3) Z3",
        "Z7 :(2,3) Z3",
        "S3 : Z2",
        "Dih(S3)",
        "pc(a | a^2, b)",
        "pc(a,b | a^2)",
        "pc(a,b | a^2, b^3, b^a = b^3)",
        "pc(a | b)",
        "pc(a,b | a^2 = a, b^2)",
        "table()",
        "table(0 1; 1)",
        "table(1 2; 1 2)",
        "table(0 1 2; 1 0 2; 2 2 0)",
        "Z99999999999999999999",
        "<a | a^99999999999999999999>",
        "Z2 wr S100",
        "S5 wr S5",
        "é",
        "Z6 x é",
        "<é>",
        &deep,
        &wide,
        "Z6 : (",
        "Z6 :(",
        "Z6 :()",
        "abelian()",
        "abelian(2,)",
        "Dih(",
        "table(",
        "pc(",
        "<(1 2)(3>",
    ] {
        let error = group::parse(text, &Limits::none()).err();
        let error = error.unwrap_or_else(|| panic!("{} was read", &text[..text.len().min(50)]));
        assert!(error.span.start <= error.span.end && error.span.end <= text.len(), "{error:?}");
        assert!(
            text.is_char_boundary(error.span.start) && text.is_char_boundary(error.span.end),
            "{error:?}"
        );
        assert!(!error.message.is_empty());
    }
}

#[test]
fn elements_that_are_none_are_refused() {
    for (text, element) in [
        ("Z6", "x"),
        ("Z6", ""),
        ("Z6 x Z3", "(1)"),
        ("Z6 x Z3", "1"),
        ("S3", "(1 4)"),
        ("A4", "(1 2)"),
        ("D5", "t"),
        ("S3", "(1 2"),
        ("Q8", "l"),
        ("Q8", "i*"),
        ("S3", "(1 2)^"),
        ("<a | a^3>", "a^b"),
    ] {
        assert!(parse(text).parse_element(element).is_err(), "{text}: {element}");
    }
    assert_eq!(parse("Z6").parse_element("-1").unwrap(), 5);
    assert_eq!(parse("Z6").parse_element("1000000000000000000000000").unwrap(), 4);
    assert_eq!(parse("S3").parse_elements("(1 2 3), (1 2), ()").unwrap().len(), 3);
}

/// Infinite presentations end, those with a map onto the integers at once, and limits are respected.
#[test]
fn infinite_presentations_end() {
    let error = group::parse("<a,b | a^2*b^2>", &Limits::none()).unwrap_err();
    assert!(error.message.contains("maps onto the integers"), "{error:?}");
    let error = group::parse("<a,b | a^2, b^3, (a*b)^7>", &Limits::none()).unwrap_err();
    assert!(error.message.contains("infinite or too large"), "{error:?}");
    let limits = Limits::none();
    limits.handle().stop(StopReason::Time);
    let error = group::parse("<a,b | a^2, b^3, (a*b)^7>", &limits).unwrap_err();
    assert_eq!(error.stopped, Some(StopReason::Time));
}

/// Maximal by definition: proper, and in no other proper subgroup.
fn maximal_by_definition(group: &FiniteGroup) -> BTreeSet<Subset> {
    let all = all_subgroups(group, &Limits::none()).unwrap();
    let proper: Vec<&Subset> = all.iter().map(|h| h.set()).filter(|h| h.count() < group.order()).collect();
    let is_maximal = |h: &&&Subset| proper.iter().all(|other| *other == **h || !h.is_subset(other));
    proper.iter().filter(is_maximal).map(|h| (*h).clone()).collect()
}

fn check_maximal(group: &FiniteGroup) {
    let found = maximal_subgroups(group, &Limits::none()).unwrap();
    let set: BTreeSet<Subset> = found.iter().cloned().collect();
    assert_eq!(set.len(), found.len(), "{group:?}: a maximal subgroup is listed twice");
    assert_eq!(set, maximal_by_definition(group), "{group:?}");
}

#[test]
fn maximal_subgroups_are_those_of_the_definition() {
    for order in (1..=63).chain([72, 80, 81, 108, 120]) {
        for code in SmallGroups::of_order(order) {
            check_maximal(&code.group());
        }
    }
}

#[test]
fn maximal_subgroups_of_groups_that_are_not_solvable() {
    for text in [
        "S5",
        "A6",
        "SL(2,5)",
        "PSL(2,7)",
        "S5 x Z2",
        "A5 x S3",
        "PSL(2,8)",
        "SL(2,7)",
        "SmallGroup(480,1186)",
    ] {
        check_maximal(&parse(text));
    }
}

/// How many maximal subgroups there are of each order: tables of the literature (ATLAS of Finite Groups for S7, M11,
/// PSL(3,3); Goursat's lemma for A5 x A5, whose diagonals are the 120 automorphisms of A5).
#[test]
fn maximal_subgroups_of_larger_groups() {
    let expected: &[(&str, &[(usize, usize)])] = &[
        ("S7", &[(42, 120), (144, 35), (240, 21), (720, 7), (2520, 1)]),
        ("A7", &[(72, 35), (120, 21), (168, 30), (360, 7)]),
        ("M11", &[(48, 165), (120, 66), (144, 55), (660, 12), (720, 11)]),
        ("PSL(3,3)", &[(24, 234), (39, 144), (432, 26)]),
        ("A5 x A5", &[(60, 120), (360, 20), (600, 12), (720, 10)]),
        ("A5 wr Z2", &[(72, 100), (120, 120), (200, 36), (288, 25), (3600, 1)]),
        ("Z2^5 x Z3", &[(32, 1), (48, 31)]),
    ];
    for (text, expected) in expected {
        let group = parse(text);
        let mut orders: BTreeMap<usize, usize> = BTreeMap::new();
        for subgroup in maximal_subgroups(&group, &Limits::none()).unwrap() {
            *orders.entry(subgroup.count()).or_default() += 1;
        }
        assert_eq!(orders.into_iter().collect::<Vec<_>>(), *expected, "{text}");
    }
}

#[test]
fn series_and_classes_are_those_of_the_definition() {
    let limits = Limits::none();
    for order in 1..=48 {
        for code in SmallGroups::of_order(order) {
            let group = code.group();
            let classes = ConjugacyClasses::new(&group, &limits).unwrap();
            for a in 0..order {
                let class: BTreeSet<usize> = (0..order).map(|g| group.conjugate(a, g)).collect();
                assert_eq!(classes.size(classes.class_of(a)), class.len());
                let representative = classes.representative(classes.class_of(a));
                assert_eq!(group.conjugate(representative, classes.conjugator(a)), a);
            }
            let all = all_subgroups(&group, &limits).unwrap();
            let normal: BTreeSet<Subset> = all
                .iter()
                .filter(|h| (0..order).all(|g| group.conjugate_set(h.set(), g) == *h.set()))
                .map(|h| h.set().clone())
                .collect();
            let found: BTreeSet<Subset> =
                normal_subgroups(&group, &limits).unwrap().iter().map(|n| n.set().clone()).collect();
            assert_eq!(found, normal, "{group:?}");
            let chief = chief_series(&group, &limits).unwrap();
            assert_eq!((chief[0].order(), chief[chief.len() - 1].order()), (1, order));
            for pair in chief.windows(2) {
                let (low, high) = (pair[0].set(), pair[1].set());
                assert!(normal.contains(low) && normal.contains(high) && low.is_subset(high) && low != high);
                let between = |n: &&Subset| low.is_subset(n) && n.is_subset(high);
                assert_eq!(normal.iter().filter(between).count(), 2, "{group:?}");
            }
        }
    }
}

/// The two orders with very many groups: each group is found again, and what is not in the list is not.
#[test]
fn groups_of_order_256_and_384_are_identified() {
    let limits = Limits::none();
    for (order, number) in [(256, 6_800), (384, 11_000)] {
        let group = relabelled(&small_group(order, number).unwrap(), 5);
        assert_eq!(identify(&group, &limits).unwrap(), Some(number as usize), "SmallGroup({order},{number})");
    }
    assert_eq!(identify(&parse("Z2^9"), &limits), Ok(None));
}

/// Groups of one order in the list are pairwise not isomorphic, and each is found again after a change of its table.
#[test]
fn isomorphism_tells_the_small_groups_apart() {
    let limits = Limits::none();
    for order in (1..=40).chain([48, 54, 60, 64]) {
        let groups: Vec<FiniteGroup> = SmallGroups::of_order(order).map(|code| code.group()).collect();
        for (at, group) in groups.iter().enumerate() {
            let number = identify(&relabelled(group, order as u64 + 7), &limits).unwrap();
            assert_eq!(number, Some(at + 1), "{group:?}");
            if order <= 32 {
                for other in &groups[..at] {
                    assert!(!are_isomorphic(group, other, &limits).unwrap(), "{group:?} and {other:?}");
                }
            }
        }
    }
}

/// The same group under a random bijection that keeps the identity.
fn relabelled(group: &FiniteGroup, seed: u64) -> FiniteGroup {
    let n = group.order();
    let mut names: Vec<usize> = (0..n).collect();
    let mut state = seed;
    for at in (1..n).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        names.swap(at, (state >> 33) as usize % (at + 1));
    }
    let mut place = vec![0; n];
    for (at, name) in names.iter().enumerate() {
        place[*name] = at;
    }
    let rows: Vec<String> = (0..n)
        .map(|a| {
            let row = (0..n).map(|b| names[group.product(place[a], place[b])].to_string());
            row.collect::<Vec<_>>().join(" ")
        })
        .collect();
    from_table_text(&rows.join(";")).unwrap()
}

#[test]
fn descriptions_read_back_as_the_same_group() {
    let limits = Limits::none();
    for order in (1..=60).chain([72, 96, 100, 120]) {
        for code in SmallGroups::of_order(order) {
            if order > 60 && code.number() % 5 != 0 {
                continue;
            }
            let group = code.group();
            let text = describe(&group, &limits).unwrap().unwrap();
            let again = group::parse(&text, &limits).unwrap_or_else(|error| panic!("{text}: {error:?}"));
            assert!(are_isomorphic(&group, &again, &limits).unwrap(), "{group:?} is described as {text}");
        }
    }
    for (text, description) in [
        ("SmallGroup(8,3)", "D4"),
        ("SmallGroup(8,4)", "Q8"),
        ("SmallGroup(8,2)", "Z4 x Z2"),
        ("Z2 x Z3", "Z6"),
        ("SmallGroup(12,1)", "Dic3"),
        ("SmallGroup(12,4)", "D6"),
        ("SmallGroup(24,3)", "SL(2,3)"),
        ("SmallGroup(168,42)", "PSL(2,7)"),
        ("SmallGroup(120,34)", "S5"),
        ("A5 x Z2", "A5 x Z2"),
        ("1", "1"),
        ("<(1 2 3 4 5 6 7), (5 6 7)>", "A7"),
        ("S7/<()>", "S7"),
        ("PGammaL(2,8)", "PGammaL(2,8)"),
        ("AGL(3,2)", "AGL(3,2)"),
        ("PSL(2,13) x 1", "PSL(2,13)"),
        ("PSL(4,2)", "A8"),
        ("Aut(A6)", "PGammaL(2,9)"),
        ("M10/<()>", "M10"),
        ("Z60 x Z40", "Z120 x Z20"),
        ("D1000", "D1000"),
    ] {
        assert_eq!(describe(&parse(text), &limits).unwrap().as_deref(), Some(description), "{text}");
    }
}

#[test]
fn quotients_are_homomorphic_images() {
    for text in ["S4", "D6", "Q16", "Z12 x Z2", "SL(2,3)"] {
        let group = parse(text);
        for normal in normal_subgroups(&group, &Limits::none()).unwrap() {
            let quotient = group.quotient(&normal);
            assert_eq!(quotient.group.order() * normal.order(), group.order());
            for a in 0..group.order() {
                for b in 0..group.order() {
                    let image = |x: usize| quotient.image[x] as usize;
                    assert_eq!(image(group.product(a, b)), quotient.group.product(image(a), image(b)));
                }
            }
            check_group(&quotient.group);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// An isomorphism found is one.
    #[test]
    fn isomorphisms_preserve_products(order in 2usize..80, pick in 0usize..1000, seed in 0u64..1000) {
        let count = group::number_of_small_groups(order).unwrap();
        let group = small_group(order as u64, (pick % count + 1) as u64).unwrap();
        let other = relabelled(&group, seed);
        let map = isomorphism(&group, &other, &Limits::none()).unwrap().expect("they are the same group");
        for a in 0..order {
            for b in 0..order {
                let product = map[group.product(a, b)] as usize;
                prop_assert_eq!(product, other.product(map[a] as usize, map[b] as usize));
            }
        }
    }

    /// A table with one entry changed is not that of a group, and the message has a witness.
    #[test]
    fn damaged_tables_are_refused(n in 3usize..12, a in 0usize..12, b in 0usize..12, c in 0usize..12) {
        let (a, b, c) = (a % n, b % n, c % n);
        let entry = |i: usize, j: usize| if (i, j) == (a, b) { c } else { (i + j) % n };
        let rows: Vec<String> = (0..n)
            .map(|i| (0..n).map(|j| entry(i, j).to_string()).collect::<Vec<_>>().join(" "))
            .collect();
        let read = from_table_text(&rows.join("\n"));
        prop_assert_eq!(read.is_ok(), c == (a + b) % n);
    }

    /// Two random permutations generate a group of the order that closure under products finds.
    #[test]
    fn permutation_groups_are_closed(images in proptest::collection::vec(0usize..6, 12)) {
        let arrange = |list: &[usize]| {
            let mut rest: Vec<usize> = (0..6).collect();
            list.iter().map(|at| rest.remove(at % rest.len())).collect::<Vec<usize>>()
        };
        let generators = [arrange(&images[..6]), arrange(&images[6..])];
        let mut all: BTreeSet<Vec<usize>> = BTreeSet::from([(0..6).collect()]);
        let mut queue: Vec<Vec<usize>> = all.iter().cloned().collect();
        while let Some(at) = queue.pop() {
            for generator in &generators {
                let next: Vec<usize> = at.iter().map(|point| generator[*point]).collect();
                if all.insert(next.clone()) {
                    queue.push(next);
                }
            }
        }
        let generators: Vec<group::Permutation> =
            generators.iter().map(|images| group::Permutation::from_images(images).unwrap()).collect();
        let group = FiniteGroup::from_permutations("random", &generators, &Limits::none()).unwrap();
        prop_assert_eq!(group.order(), all.len());
        check_group(&group);
    }
}
