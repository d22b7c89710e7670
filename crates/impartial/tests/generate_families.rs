//! Closure games of random families: structure classes against the definition, position by position.
#![allow(clippy::unwrap_used)]

use impartial::game::{Game as _, Play, Solver};
use impartial::generate::Kinds;
use impartial::generate::MisereOutcomes;
use impartial::generate::{Aim, Family, StructureDigraph, SubsetGame, Types};
use impartial::limits::Limits;
use impartial::subset::Subset;
use proptest::prelude::*;

fn families() -> impl Strategy<Value = Family> {
    (1usize..=9).prop_flat_map(|ground| {
        let set = proptest::collection::vec(any::<bool>(), ground);
        proptest::collection::vec(set, 0..=7).prop_map(move |sets| {
            let sets = sets.iter().map(|bits| Subset::from_fn(ground, |x| bits[x])).collect();
            Family::new(ground, sets)
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Nimbers and misère outcomes of every position that play can reach, by classes and by definition.
    #[test]
    fn classes_answer_for_every_position(family in families()) {
        let kinds = Kinds::new(&family);
        let digraph = StructureDigraph::new(&kinds, &[], &Limits::none()).unwrap();
        for aim in Aim::BOTH {
            let (types, misere) = (Types::new(&digraph, aim), MisereOutcomes::new(&digraph, aim));
            let game = SubsetGame { aim, rules: &family };
            let mut solver = Solver::new(&game, Limits::none());
            let empty = Subset::empty(family.ground());
            for position in solver.reachable(&empty).unwrap() {
                let place = digraph.place(&kinds.signature_of(&position));
                let nimber = u64::from(types.nimber(place, position.count()));
                prop_assert_eq!(solver.nimber(&position).unwrap(), nimber, "{} {}", aim, position);
                let outcome = misere.outcome(place, position.count());
                prop_assert_eq!(solver.outcome(&position, Play::Misere).unwrap(), outcome, "{} {}", aim, position);
            }
        }
    }

    /// The classes are the closures of the non-generating sets, and the arrows those of single elements.
    #[test]
    fn classes_are_closures(family in families()) {
        let kinds = Kinds::new(&family);
        let digraph = StructureDigraph::new(&kinds, &[], &Limits::none()).unwrap();
        let game = SubsetGame { aim: Aim::Avoid, rules: &family };
        let solver = Solver::new(&game, Limits::none());
        if family.members().is_empty() {
            prop_assert!(digraph.classes().is_empty());
            return Ok(());
        }
        let mut closed: Vec<Subset> = solver
            .reachable(&Subset::empty(family.ground()))
            .unwrap()
            .iter()
            .map(|position| family.closure(position))
            .collect();
        closed.sort();
        closed.dedup();
        prop_assert_eq!(closed.len(), digraph.classes().len());
        let mut arrows = 0;
        for set in &closed {
            let mut options: Vec<Subset> = game.options(set).iter().map(|larger| family.closure(larger)).collect();
            options.sort();
            options.dedup();
            arrows += options.len();
        }
        prop_assert_eq!(arrows, digraph.arrow_count());
    }
}

/// With a symmetry the classes are fewer and the values the same: the six points of a hexagon, maximal sets the arcs.
#[test]
fn symmetries_change_counts_only() {
    let arcs = (0..6).map(|start| Subset::from_elements(6, (0..4).map(|step| (start + step) % 6)));
    let family = Family::new(6, arcs.collect());
    let kinds = Kinds::new(&family);
    let turn = |set: &Subset| Subset::from_elements(6, set.iter().map(|x| (x + 1) % 6));
    let symmetry: Vec<u32> = family
        .members()
        .iter()
        .map(|member| family.members().iter().position(|other| *other == turn(member)).unwrap() as u32)
        .collect();
    let plain = StructureDigraph::new(&kinds, &[], &Limits::none()).unwrap();
    let folded = StructureDigraph::new(&kinds, &[symmetry], &Limits::none()).unwrap();
    assert_eq!(plain.class_count(), folded.class_count());
    assert!(folded.classes().len() * 3 < plain.classes().len());
    for aim in Aim::BOTH {
        let (all, few) = (Types::new(&plain, aim), Types::new(&folded, aim));
        assert_eq!(all.nimber_of_the_game(), few.nimber_of_the_game());
        for bits in 0..64usize {
            let signature = kinds.signature_of((0..6).filter(|x| bits >> x & 1 == 1));
            let size = bits.count_ones() as usize;
            assert_eq!(all.nimber(plain.place(&signature), size), few.nimber(folded.place(&signature), size));
        }
    }
}

/// A limit on positions stops the search.
#[test]
fn a_limit_stops_the_search() {
    let family = Family::new(12, (0..12).map(|x| Subset::singleton(12, x).complement()).collect());
    let kinds = Kinds::new(&family);
    assert_eq!(StructureDigraph::new(&kinds, &[], &Limits::none()).unwrap().classes().len(), (1 << 12) - 1);
    assert!(StructureDigraph::new(&kinds, &[], &Limits::none().with_positions(100)).is_err());
}
