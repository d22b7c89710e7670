//! Algebraic periodic games: the search, with the proof that the monoid is the quotient, and the check of the certificate of both.

use impartial::limits::Limits;
use impartial::misere::algebraic::{AlgebraicQuotient, AlgebraicSearch};
use impartial::question::Certificate;

fn main() {
    divan::main();
}

const GAMES: [&str; 6] = ["0.54", "0.145", "0.734", "0.574", "0.26", "4.7"];

fn solve(code: &str) -> AlgebraicQuotient {
    let mut search = AlgebraicSearch::new(code.parse().expect("a code"));
    let mut solved = search.run(&Limits::none()).expect("the game is algebraic periodic");
    let is_quotient =
        solved.prove_infinite(&Limits::none()).and_then(|_| solved.prove_reduced(&Limits::none()));
    assert_eq!(is_quotient, Ok(true), "{code}");
    solved
}

#[divan::bench(name = "algebraic/search", args = GAMES, sample_count = 3)]
fn search(code: &str) -> AlgebraicQuotient {
    solve(code)
}

#[divan::bench(name = "algebraic/check", args = GAMES, sample_count = 5)]
fn check(bencher: divan::Bencher<'_, '_>, code: &str) {
    let certificate = Certificate::of(&solve(code).certificate()).to_string();
    bencher.bench(|| impartial_check::check(&certificate).expect("it is right"));
}
