//! Random games of every kind in both plays, by theory and by definition.

use std::panic::{AssertUnwindSafe, catch_unwind};

use impartial::game::Play;
use impartial_fuzz::choices::Choices;
use impartial_fuzz::differential::{compare, play};
use impartial_fuzz::games::{Size, game};

/// How many games, from which seed.
fn games(seed: u64, count: u64) -> impl Iterator<Item = (String, Choices<'static>)> {
    (0..count).map(move |n| {
        let mut choices = Choices::of_seed(seed + n);
        (game(&mut choices, Size::Small), choices)
    })
}

/// Runs a check over games; every failure is told, not only the first. How many games were small enough.
fn all_well(
    games: impl Iterator<Item = (String, Choices<'static>)>,
    check: impl Fn(&str, Choices<'static>) -> bool,
) -> usize {
    let (mut checked, mut failed) = (0, Vec::new());
    for (text, choices) in games {
        let result = catch_unwind(AssertUnwindSafe(|| check(&text, choices)));
        match result {
            Ok(was_checked) => checked += usize::from(was_checked),
            Err(_) => failed.push(text),
        }
    }
    assert!(failed.is_empty(), "{} games fail, as said above: {failed:#?}", failed.len());
    checked
}

/// Fails when a theorem, a search or a list of winning moves differs from the definition anywhere.
#[test]
fn answers_by_theory_are_those_of_the_definition() {
    let half = |seed: u64| all_well(games(seed, 10_000), |text, _| compare(text, 500));
    let compared = std::thread::scope(|scope| {
        let halves = [1 << 32, (1 << 32) + 10_000].map(|seed| scope.spawn(move || half(seed)));
        halves.map(|half| half.join().expect("what fails is said above")).iter().sum::<usize>()
    });
    assert!(compared > 14_000, "only {compared} of the games were small enough");
}

/// Fails when the perfect player gives a win away.
#[test]
fn a_won_game_is_never_lost() {
    let played = all_well(games(2 << 32, 3_000), |text, mut choices| {
        let which = if choices.below(2) == 0 { Play::Normal } else { Play::Misere };
        play(text, which, &mut choices, 500)
    });
    assert!(played > 2_000, "only {played} of the games were small enough");
}
