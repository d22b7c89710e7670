//! Misère quotients: the searches that take longest in practice.
//!
//! CPU seconds elsewhere: MisereSolver (Java) needs 13.7 for 0.07 to heap 33, 31.6 for 0.4107, 6.9 for 0.644 and 267 for
//! 0.414 to heap 31000; 0.35 to heap 35 and 0.316 to heap 23 it does not reach in 260 and 290.

use impartial::game::Forest;
use impartial::game::notation::parse;
use impartial::limits::Limits;
use impartial::misere::MisereQuotient;
use impartial::misere::Rules;
use impartial::misere::Source;
use impartial::misere::infinite::InfiniteGame;

fn main() {
    divan::main();
}

/// The order of the partial quotient to a heap, or of the whole one if it is solved before.
fn order(code: &str, to: u64) -> u64 {
    let mut search = MisereQuotient::of_heaps(code.parse().expect("a code")).tabulate_growth(false);
    search.extend_to(to, &Limits::none()).expect("there is no limit");
    search.size(&Limits::none()).expect("there is no limit").0
}

#[divan::bench(name = "quotient/0.07/heap-33")]
fn dawsons_kayles() {
    assert_eq!(order("0.07", 33), 638);
}

#[divan::bench(name = "quotient/0.77/complete")]
fn kayles() {
    assert_eq!(order("0.77", 1000), 40);
}

#[divan::bench(name = "quotient/0.4107/complete")]
fn four_digits() {
    assert_eq!(order("0.4107", 1000), 506);
}

#[divan::bench(name = "quotient/0.644/complete", sample_count = 10)]
fn long_period() {
    assert_eq!(order("0.644", 10_000), 172);
}

#[divan::bench(name = "quotient/0.35/heap-35", sample_count = 10)]
fn algebraic_periodic() {
    assert_eq!(order("0.35", 35), 3182);
}

#[divan::bench(name = "quotient/0.316/heap-23", sample_count = 10)]
fn many_generators() {
    assert_eq!(order("0.316", 23), 8704);
}

#[divan::bench(name = "quotient/0.316/heap-40", sample_count = 1)]
fn more_generators() {
    assert_eq!(order("0.316", 40), 30_844);
}

#[divan::bench(name = "quotient/0.414/heap-31000", sample_count = 3)]
fn slow_growth() {
    assert_eq!(order("0.414", 31_000), 2056);
}

#[divan::bench(name = "quotient/0.414/heap-100000", sample_count = 1)]
fn slow_growth_far() {
    order("0.414", 100_000);
}

/// Every complete and partial quotient that the paper prints.
#[divan::bench(name = "quotient/tables-of-the-paper", sample_count = 1)]
fn tables() {
    let rows = |table: &'static str| table.lines().filter(|line| !line.starts_with('#')).skip(1);
    for row in rows(include_str!("../tests/data/misere_solved.csv")) {
        order(row.split(',').next().expect("a code"), 10_000);
    }
    for row in rows(include_str!("../tests/data/misere_partial.csv")) {
        let mut fields = row.split(',');
        let (code, heap) = (fields.next().expect("a code"), fields.next().expect("a heap"));
        order(code, heap.parse().expect("a number"));
    }
}

#[divan::bench(name = "quotient/trees", args = ["*(2_+1)(2_+0)4310", "*(2_+210)(2_+30)3_+21", "*(2_+31)(2_+2)2_+3"])]
fn trees(text: &str) -> u64 {
    let mut forest = Forest::new();
    let tree = parse(&mut forest, text).expect("a tree");
    let mut rules = Rules::new();
    rules.add_trees(&forest, &[tree]);
    let mut search = MisereQuotient::of_rules(rules);
    search.extend_to(u64::MAX, &Limits::none()).expect("there is no limit");
    search.size(&Limits::none()).expect("there is no limit").0
}

/// From the rules to the proof that the quotient is infinite, the finite engine included.
#[divan::bench(name = "quotient/infinite", sample_count = 5, args = ["0.31011/5", "0.3122/7", "0.3102/12", "0.07/34"])]
fn infinite(game: &str) -> usize {
    let (code, heap) = game.split_once('/').expect("a code and a heap");
    let heap: u64 = heap.parse().expect("a heap");
    let mut search = MisereQuotient::of_heaps(code.parse().expect("a code")).tabulate_growth(false);
    search.extend_to(heap, &Limits::none()).expect("there is no limit");
    let game =
        InfiniteGame::solve(search.source(), search.heap() + 1, heap, &Limits::none()).expect("it closes");
    game.orders().len()
}

#[divan::bench(name = "quotient/infinite/0.07/heap-39", sample_count = 1)]
fn infinite_further() -> usize {
    let source = Source::Heaps("0.07".parse().expect("a code"));
    InfiniteGame::solve(&source, 34, 39, &Limits::none()).expect("it closes").orders().len()
}
