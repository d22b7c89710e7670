//! GEN and DNG on finite groups: every value of the paper, and structure classes against the definition.
#![allow(clippy::unwrap_used)]

use crate::by_subsets::{AllSubsets, generating_sets};
use impartial::game::Play;
use impartial::generate::GroupSurvey;
use impartial::generate::criteria::{avoidance_by_cover, first_player_wins_by_barnes};
use impartial::generate::{Aim, Place, SimplifiedDigraph, Structure};
use impartial::group::{self, FiniteGroup};
use impartial::limits::Limits;

fn parse(name: &str) -> FiniteGroup {
    group::parse(name, &Limits::none()).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn structure(name: &str) -> Structure {
    Structure::of_group(&parse(name), &Limits::none()).unwrap()
}

fn nimbers(name: &str) -> (u32, u32) {
    let structure = structure(name);
    (structure.nimber(Aim::Avoid, []), structure.nimber(Aim::Achieve, []))
}

fn agrees_with_definition(group: &FiniteGroup) {
    let structure = Structure::of_group(group, &Limits::none()).unwrap();
    let generates = generating_sets(group);
    for aim in Aim::BOTH {
        if aim == Aim::Avoid && group.order() == 1 {
            continue;
        }
        let all = AllSubsets::new(group.order(), &generates, aim);
        for set in 0usize..1 << group.order() {
            let elements = || (0..group.order()).filter(move |g| set >> g & 1 == 1);
            if aim == Aim::Avoid && structure.place(elements()) == Place::Generating {
                continue;
            }
            let shown = || format!("{aim}({}) {:?}", group.name(), elements().collect::<Vec<_>>());
            assert_eq!(u32::from(all.nimbers[set]), structure.nimber(aim, elements()), "{}", shown());
            assert_eq!(all.misere[set], structure.outcome(aim, Play::Misere, elements()), "{}", shown());
        }
    }
}

/// Every subset of some groups of order up to 16, in both games and both plays.
#[test]
fn structure_classes_agree_with_the_definition_on_every_subset() {
    for name in [
        "1", "Z2", "Z3", "Z4", "Z2^2", "Z5", "Z6", "S3", "Z7", "Z8", "Z4 x Z2", "Z2^3", "D4", "Q8", "Z9",
        "Z3^2", "Z10", "D5", "Z12", "Z6 x Z2", "A4", "D6", "Dic3", "D7", "Z15", "Z4 x Z4", "D8", "Z2^4",
        "D4 x Z2",
    ] {
        agrees_with_definition(&parse(name));
    }
}

/// [ES, Cor 6.7, 6.9]
#[test]
fn cyclic_groups() {
    assert_eq!(nimbers("Z2"), (1, 2));
    for n in 3..=130 {
        let expected = match n % 4 {
            0 => (0, 1),
            2 => (3, 4),
            _ => (1, 2),
        };
        assert_eq!(nimbers(&format!("Z{n}")), expected, "Z{n}");
    }
}

/// [ES, Cor 7.5, 7.10]
#[test]
fn dihedral_groups() {
    for n in 3..=66 {
        let expected = match n % 4 {
            0 => (0, 0),
            2 => (0, 1),
            _ => (3, 3),
        };
        assert_eq!(nimbers(&format!("D{n}")), expected, "D{n}");
    }
}

/// [ES, Prop 8.2, Cor 8.16]: all abelian groups of order up to 100, by their invariants.
#[test]
fn abelian_groups() {
    fn invariants(order: usize, least: usize, before: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize])) {
        if order == 1 {
            visit(before);
        }
        for factor in
            (2..=order).filter(|factor| order.is_multiple_of(*factor) && factor.is_multiple_of(least))
        {
            before.push(factor);
            invariants(order / factor, factor, before, visit);
            before.pop();
        }
    }
    let mut groups = 0;
    for order in 2..=100 {
        invariants(order, 1, &mut Vec::new(), &mut |factors| {
            groups += 1;
            let spread = factors.len();
            let is_odd = order % 2 == 1;
            let is_cyclic = spread == 1;
            // The 2-part is Z2 x Z2 and the odd part needs at most two generators.
            let is_klein_times_odd =
                order % 8 == 4 && !is_cyclic && spread == 2 && factors.iter().all(|f| f % 4 == 2);
            let dng = match () {
                () if is_odd || order == 2 => 1,
                () if is_cyclic && order % 4 == 2 => 3,
                () => 0,
            };
            let expected = match () {
                () if is_odd && spread <= 2 => 2,
                () if is_odd => 1,
                () if order == 2 => 2,
                () if is_cyclic && order % 4 == 0 => 1,
                () if is_cyclic => 4,
                () if is_klein_times_odd => 1,
                () => 0,
            };
            let name: Vec<String> = factors.iter().map(|factor| format!("Z{factor}")).collect();
            let name = name.join(" x ");
            assert_eq!(nimbers(&name), (dng, expected), "{name}");
        });
    }
    assert_eq!(groups, 184, "abelian groups of order 2 to 100");
}

/// [ES, Section 9], with the misprint for A_3 in Table 9.1 corrected (docs/errata.md); n = 9 is in the benchmarks.
#[test]
fn symmetric_and_alternating_groups() {
    let expected =
        [("S2", 1, 2), ("S3", 3, 3), ("S4", 0, 0), ("S5", 0, 1), ("S6", 0, 1), ("S7", 0, 1), ("A3", 1, 2)];
    for (name, dng, achieve) in
        expected.into_iter().chain([("A4", 3, 3), ("A5", 0, 1), ("A6", 0, 1), ("A7", 0, 1)])
    {
        assert_eq!(nimbers(name), (dng, achieve), "{name}");
    }
}

/// [ES, Ex 2.3]: GEN of the trivial group is over before it begins.
#[test]
fn the_trivial_group() {
    let trivial = structure("1");
    assert_eq!(trivial.place([]), Place::Generating);
    assert_eq!(trivial.nimber(Aim::Achieve, []), 0);
    assert_eq!(trivial.simplified(Aim::Achieve).classes().len(), 1);
    assert_eq!(trivial.simplified(Aim::Avoid).classes().len(), 0);
    let survey = GroupSurvey::new().nimbers(&parse("1"), &Limits::none()).unwrap();
    assert_eq!((survey.avoid, survey.achieve), (None, 0));
}

/// The classes of a simplified digraph as type, option types and count, and its arrows, in an order of their own.
fn shape(simplified: &SimplifiedDigraph) -> Vec<String> {
    let class = |at: usize| {
        let class = &simplified.classes()[at];
        if class.is_generating { "end".to_owned() } else { class.kind.to_string() }
    };
    let mut lines: Vec<String> = (0..simplified.classes().len())
        .map(|at| {
            let mut options: Vec<String> = simplified.options(at).map(class).collect();
            options.sort();
            format!("{}: {}", class(at), options.join(" "))
        })
        .collect();
    lines.sort();
    lines
}

fn check_shapes(aim: Aim, names: &[&str], expected: &[&str]) {
    for name in names {
        assert_eq!(shape(&structure(name).simplified(aim)), expected, "{aim}({name})");
    }
}

/// [ES, Fig 3.4, 4.1, 6.1, 7.1, 8.1, 8.2, 8.3, 9.1], as the proofs describe them.
#[test]
fn simplified_diagrams_of_the_paper() {
    use Aim::{Achieve, Avoid};
    check_shapes(
        Avoid,
        &["Z6 x Z3"],
        &["(0,0,1): ", "(1,0,1): (0,0,1) (1,3,2)", "(1,1,0): ", "(1,3,2): (0,0,1) (1,1,0)"],
    );
    check_shapes(Avoid, &["Z4", "Z12", "D4", "D8", "Z4 x Z4"], &["(0,0,1): "]);
    check_shapes(Avoid, &["Z9", "Z15", "Z3^3"], &["(1,1,0): "]);
    check_shapes(
        Avoid,
        &["Z6", "Z10", "Z30", "D3", "D5", "D15"],
        &["(0,0,1): ", "(1,1,0): ", "(1,3,2): (0,0,1) (1,1,0)"],
    );
    check_shapes(Avoid, &["D6", "D10"], &["(0,0,1): ", "(1,0,1): (0,0,1)"]);
    check_shapes(Achieve, &["Z4", "Z8", "Z12"], &["(0,1,2): end", "end: "]);
    check_shapes(Achieve, &["Z9", "Z15"], &["(1,2,1): end", "end: "]);
    check_shapes(
        Achieve,
        &["Z6", "Z30"],
        &["(0,1,2): end", "(1,2,1): end", "(1,4,3): (0,1,2) (1,2,1) end", "end: "],
    );
    check_shapes(Achieve, &["D4", "D8", "D12"], &["(0,0,2): (0,1,2)", "(0,1,2): end", "end: "]);
    check_shapes(
        Achieve,
        &["D3", "D5", "D15"],
        &["(0,1,2): end", "(1,2,1): end", "(1,3,0): (0,1,2) (1,2,1)", "end: "],
    );
    let klein =
        ["(0,0,2): (0,1,2)", "(0,1,2): end", "(1,1,0): (0,1,2)", "(1,1,2): (0,0,2) (0,1,2) (1,1,0)", "end: "];
    check_shapes(Achieve, &["D6", "D10", "Z6 x Z6"], &klein);
    check_shapes(Achieve, &["Z2 x Z2 x Z15"], &["(0,1,2): end", "(1,1,0): (0,1,2)", "end: "]);
    check_shapes(Achieve, &["Z3 x Z3", "Z15 x Z3"], &["(1,2,0): (1,2,1)", "(1,2,1): end", "end: "]);
    check_shapes(Achieve, &["Z3^3"], &["(1,1,0): (1,2,0)", "(1,2,0): (1,2,1)", "(1,2,1): end", "end: "]);
    // S_n and A_n for n at least 5 share one diagram [ES, Conj 9.1].
    let s5 = shape(&structure("S5").simplified(Achieve));
    for name in ["S6", "S7"] {
        assert_eq!(shape(&structure(name).simplified(Achieve)), s5, "{name}");
    }
}

/// GEN class counts of elementary abelian groups, the generating class counted.
#[test]
fn elementary_abelian_groups() {
    let counts = |p: u32, n: u32| structure(&format!("Z{p}^{n}")).simplified(Aim::Achieve).classes().len();
    assert_eq!((1..=8).map(|n| counts(2, n)).collect::<Vec<_>>(), [2, 3, 4, 5, 6, 6, 6, 6]);
    assert_eq!((1..=5).map(|n| counts(3, n)).collect::<Vec<_>>(), [2, 3, 4, 5, 5]);
}

/// Nilpotent groups by ranks and by their whole lattice.
#[test]
fn ranks_give_the_lattice_of_a_nilpotent_group() {
    for name in ["Z2^4", "Z4 x Z2 x Z3", "Q8 x Z3^2", "Z6 x Z6 x Z2", "D4 x Z5", "Z30", "Z3^3 x Z2^2"] {
        let by_ranks = structure(name);
        let lattice = by_ranks.unfolded(&Limits::none()).unwrap();
        assert!(by_ranks.digraph().classes().len() <= lattice.digraph().classes().len());
        assert_eq!(by_ranks.digraph().class_count(), lattice.digraph().class_count(), "{name}");
        for aim in Aim::BOTH {
            assert_eq!(shape(&by_ranks.simplified(aim)), shape(&lattice.simplified(aim)), "{aim}({name})");
            let [ranks, whole] = [&by_ranks, &lattice].map(|structure| {
                let simplified = structure.simplified(aim);
                let mut counts: Vec<_> =
                    simplified.classes().iter().map(|class| (class.kind, class.count)).collect();
                counts.sort();
                counts
            });
            assert_eq!(ranks, whole, "{aim}({name})");
        }
        // Places of single elements and pairs agree in size and type.
        for a in 0..parse(name).order() {
            for b in [0, a / 2, a] {
                let set = [a, b];
                let type_of = |structure: &Structure| structure.type_of(Aim::Achieve, set);
                assert_eq!(type_of(&by_ranks), type_of(&lattice), "{name} {set:?}");
            }
        }
    }
}

/// Conjugation folds classes and changes nothing else.
#[test]
fn conjugation_changes_counts_only() {
    for name in ["S4", "A5", "S5", "D6 x S3", "PSL(2,7)", "S3 wr Z2"] {
        let folded = structure(name);
        let lattice = folded.unfolded(&Limits::none()).unwrap();
        assert!(folded.digraph().classes().len() < lattice.digraph().classes().len());
        assert_eq!(folded.digraph().class_count(), lattice.digraph().class_count(), "{name}");
        for aim in Aim::BOTH {
            assert_eq!(shape(&folded.simplified(aim)), shape(&lattice.simplified(aim)), "{aim}({name})");
        }
    }
    assert_eq!(structure("S5").digraph().class_count(), 119);
}

/// DNG by structure classes, by the cover criterion and by the criterion of Barnes.
#[test]
fn three_routes_to_avoidance() {
    for name in [
        "Z2", "Z6", "Z30", "S3", "S4", "A4", "A5", "D6", "Z6 x Z3", "Q8", "Dic3", "Dic5", "Z7 : Z3",
        "S3 x S3", "Z3 x S3", "Z2 x A4", "SL(2,3)", "GL(2,3)", "PSL(2,7)", "Z5 : Z4", "S5",
    ] {
        let g = parse(name);
        let structure = Structure::of_group(&g, &Limits::none()).unwrap();
        let nimber = structure.nimber(Aim::Avoid, []);
        assert_eq!(avoidance_by_cover(&g, structure.family()), Some(nimber), "{name}");
        assert_eq!(first_player_wins_by_barnes(&g, &Limits::none()), Ok(nimber != 0), "{name}");
        let survey = GroupSurvey::new().nimbers(&g, &Limits::none()).unwrap();
        assert_eq!(
            (survey.avoid, survey.achieve),
            (Some(nimber), structure.nimber(Aim::Achieve, [])),
            "{name}"
        );
    }
}
