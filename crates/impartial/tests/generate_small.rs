//! GEN and DNG on every small group: the definition to order 20, three routes to DNG to order 255.
#![allow(clippy::unwrap_used)]

mod by_subsets;

use by_subsets::{AllSubsets, generating_sets};
use impartial::game::Play;
use impartial::generate::criteria::{avoidance_by_cover, first_player_wins_by_barnes};
use impartial::generate::survey::GroupSurvey;
use impartial::generate::{Aim, Family, Place, Structure};
use impartial::group::{SmallGroups, maximal_subgroups};
use impartial::limits::Limits;

/// Every subset of every group of order at most 20, in both games and both plays. Breaks when a type, a place or a
/// symmetry is wrong anywhere.
#[test]
fn every_subset_of_every_group_to_order_20() {
    let mut groups = 0;
    for group in (1..=20).flat_map(SmallGroups::of_order).map(|group| group.group()) {
        groups += 1;
        let structure = Structure::of_group(&group, &Limits::none()).unwrap();
        let generates = generating_sets(&group);
        for aim in Aim::BOTH {
            let all = AllSubsets::new(group.order(), &generates, aim);
            for (set, is_generating) in generates.iter().copied().enumerate() {
                let elements = || (0..group.order()).filter(move |g| set >> g & 1 == 1);
                let place = structure.place(elements());
                assert_eq!(place == Place::Generating, is_generating);
                if aim == Aim::Avoid && is_generating {
                    continue;
                }
                let shown = || format!("{aim}({}) {:?}", group.name(), elements().collect::<Vec<_>>());
                assert_eq!(u32::from(all.nimbers[set]), structure.nimber(aim, elements()), "{}", shown());
                assert_eq!(all.misere[set], structure.outcome(aim, Play::Misere, elements()), "{}", shown());
            }
        }
    }
    assert_eq!(groups, 53 + 1, "groups of order 1 to 20");
}

/// DNG by structure classes, by the cover criterion and by Barnes' criterion, and the spectrum of GEN, for every group of
/// order 2 to 255: 7011 groups.
#[test]
fn three_routes_to_avoidance_on_every_group_to_order_255() {
    let mut survey = GroupSurvey::new();
    let (mut dng, mut achieve) = ([0usize; 4], [0usize; 5]);
    for group in (2..=255).flat_map(SmallGroups::of_order).map(|group| group.group()) {
        let nimbers = survey.nimbers(&group, &Limits::none()).unwrap();
        let avoid = nimbers.avoid.unwrap();
        let family = Family::of_antichain(group.order(), maximal_subgroups(&group, &Limits::none()).unwrap());
        assert_eq!(avoidance_by_cover(&group, &family), Some(avoid), "{}", group.name());
        // Barnes' criterion asks for subgroups element by element: every group to order 100, then every fifth order.
        if group.order() <= 100 || group.order().is_multiple_of(5) {
            assert_eq!(first_player_wins_by_barnes(&group), avoid != 0, "{}", group.name());
        }
        dng[avoid as usize] += 1;
        achieve[nimbers.achieve as usize] += 1;
        assert_eq!(nimbers.has_cycle, [false; 2], "{}", group.name());
    }
    assert_eq!(dng.iter().sum::<usize>(), 7011);
    assert_eq!(dng[2], 0, "[ES, Cor 3.21]");
    assert!(achieve.iter().all(|count| *count > 0), "all of 0 to 4 occur: {achieve:?}");
}

/// Renumbering the elements changes nothing: conjugate permutation groups, and a table in another order.
#[test]
fn relabelling_changes_nothing() {
    for group in [16, 24, 36, 60].into_iter().flat_map(SmallGroups::of_order).map(|group| group.group()) {
        let structure = Structure::of_group(&group, &Limits::none()).unwrap();
        let n = group.order();
        // A permutation of the elements that fixes nothing in particular.
        let step = (1..n).rev().find(|step| gcd(*step, n) == 1).unwrap_or(1);
        let moved = |x: usize| (x * step + n / 2) % n;
        let members = structure.family().members();
        let relabelled = members
            .iter()
            .map(|member| impartial::subset::Subset::from_elements(n, member.iter().map(moved)))
            .collect();
        let other = Structure::of_family(Family::new(n, relabelled), &Limits::none()).unwrap();
        for aim in Aim::BOTH {
            assert_eq!(structure.nimber(aim, []), other.nimber(aim, []), "{aim}({})", group.name());
            for x in 0..n {
                let (here, there) = (structure.nimber(aim, [x]), other.nimber(aim, [moved(x)]));
                assert_eq!(here, there, "{aim}({})[{x}]", group.name());
            }
        }
    }
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}
