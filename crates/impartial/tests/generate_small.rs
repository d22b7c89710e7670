//! GEN and DNG on every small group: the definition to order 20, three routes to DNG to order 255.
#![allow(clippy::unwrap_used)]

use crate::by_subsets::{AllSubsets, generating_sets};
use impartial::game::Play;
use impartial::generate::GroupSurvey;
use impartial::generate::criteria::{avoidance_by_cover, first_player_wins_by_barnes};
use impartial::generate::{Aim, Family, Place, Structure};
use impartial::group::{SmallGroups, from_table_text, maximal_subgroups};
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
        let by_barnes = first_player_wins_by_barnes(&group, &Limits::none());
        assert_eq!(by_barnes, Ok(avoid != 0), "{}", group.name());
        dng[avoid as usize] += 1;
        achieve[nimbers.achieve as usize] += 1;
        assert_eq!(nimbers.has_cycle, [false; 2], "{}", group.name());
    }
    assert_eq!(dng.iter().sum::<usize>(), 7011);
    assert_eq!(dng[2], 0, "[ES, Cor 3.21]");
    assert!(achieve.iter().all(|count| *count > 0), "all of 0 to 4 occur: {achieve:?}");
}

/// The pseudorandom permutation of 0..n with a seed, fixing 0.
fn shuffled(n: usize, seed: u64) -> Vec<usize> {
    let mut state = seed;
    let mut images: Vec<usize> = (0..n).collect();
    for at in (2..n).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        images.swap(at, 1 + (state >> 33) as usize % at);
    }
    images
}

/// Renumbering the elements at random changes nothing: the group is read again from its table in another order, so that
/// classes, chief series, maximal subgroups and signatures all come out differently numbered.
#[test]
fn relabelling_changes_nothing() {
    for group in [12, 16, 24, 36, 54, 60, 72].into_iter().flat_map(SmallGroups::of_order) {
        let (seed, group) = (group.number() as u64, group.group());
        let structure = Structure::of_group(&group, &Limits::none()).unwrap();
        let n = group.order();
        let (moved, mut back) = (shuffled(n, seed), vec![0; n]);
        moved.iter().enumerate().for_each(|(from, to)| back[*to] = from);
        let product = |a: usize, b: usize| moved[group.product(back[a], back[b])].to_string();
        let rows: Vec<String> =
            (0..n).map(|a| (0..n).map(|b| product(a, b)).collect::<Vec<_>>().join(" ")).collect();
        let relabelled = from_table_text(&rows.join("\n")).unwrap();
        let other = Structure::of_group(&relabelled, &Limits::none()).unwrap();
        for aim in Aim::BOTH {
            assert_eq!(structure.nimber(aim, []), other.nimber(aim, []), "{aim}({})", group.name());
            for x in 0..n {
                let (set, image) = ([x, n / 2], [moved[x], moved[n / 2]]);
                let (set, image) = if x == n / 2 { (&set[..1], &image[..1]) } else { (&set[..], &image[..]) };
                if aim == Aim::Avoid && structure.place(set.iter().copied()) == Place::Generating {
                    continue;
                }
                let here = structure.nimber(aim, set.iter().copied());
                let there = other.nimber(aim, image.iter().copied());
                assert_eq!(here, there, "{aim}({}){set:?}", group.name());
            }
        }
    }
}
