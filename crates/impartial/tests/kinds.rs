//! Kinds of positions that need files, and heaps larger than a word: against the definition, or against smaller heaps.
#![allow(clippy::unwrap_used)]

use impartial::language::{Known, Language, Sources, parse_with_sources};
use impartial::{Analyst, Limits, Outcome, Play, Position, Solver, group};

const GRAPH: &str =
    "zero:\none: zero\ntwo: zero, one\nsplit: one+one, two\nodd: split, one+two\nwild: two+two, odd\n";
const V4: &str = "e a b c\na e c b\nb c e a\nc b a e\n";

/// A position that may name the two files above.
fn read(text: &str) -> Result<Position, impartial::ReadError> {
    let file = |name: &str| match name {
        "moves.txt" => Ok(GRAPH.to_owned()),
        "circle.txt" => Ok("a: b\nb: a\n".to_owned()),
        "v4.txt" => Ok(V4.to_owned()),
        _ => Err(format!("there is no file {name}")),
    };
    let sources = Sources {
        file: &file,
        group: &group::parse,
        large_group: &group::LargeGroup::parse_larger,
        limits: &Limits::none(),
    };
    parse_with_sources(Known::default(), text, &sources)?.position(text).cloned()
}

#[test]
fn nodes_of_graphs_are_positions() {
    let mut analyst = Analyst::new(Limits::none());
    for text in [
        "graph(moves.txt)[two]",
        "graph(moves.txt)[wild+odd]",
        "graph(moves.txt)[2*wild+3*odd+split]",
        "graph(moves.txt)[wild] + kayles[4] + *2",
        "graph(moves.txt)[odd*2] | *2",
        "graph(moves.txt)[zero]",
    ] {
        let position = read(text).unwrap();
        let normal = position.normal_form();
        let mut solver = Solver::new(&Language, Limits::none());
        let nimber = solver.nimber(&normal).unwrap();
        assert_eq!(analyst.nimber(&position).unwrap().value.to_u64(), Some(nimber), "{text}");
        for play in [Play::Normal, Play::Misere] {
            let outcome = solver.outcome(&normal, play).unwrap();
            assert_eq!(analyst.outcome(&position, play).unwrap().value, outcome, "{text} {play}");
            let mut found = analyst.winning_moves(&position, play).unwrap().moves;
            let mut expected = solver.winning_moves(&normal, play).unwrap();
            found.sort();
            expected.sort();
            assert_eq!(found, expected, "{text} {play}");
            for option in expected {
                assert_eq!(read(&option.to_string()).unwrap().normal_form(), option);
            }
        }
    }
    assert_eq!(read("graph(moves.txt)[odd+2*two+odd]").unwrap().to_string(), "graph(moves.txt)[2*two+2*odd]");
    for (text, message) in [
        ("graph(moves.txt)[three]", "`three` is no node of moves.txt, nor a number of copies of one"),
        (
            "graph(moves.txt)",
            "the text ends too early: expected `[` and the nodes of a position, as in [A+3*B]",
        ),
        ("graph(moves.txt)[two+]", "expected the name of a node"),
        ("graph(circle.txt)[a]", "circle.txt: play need not end: a -> b -> a"),
        ("graph(none.txt)[a]", "there is no file none.txt"),
    ] {
        let error = read(text).unwrap_err();
        assert_eq!(error.to_string(), message);
        assert!(error.span.end <= text.len());
    }
}

#[test]
fn groups_are_read_from_tables() {
    let mut analyst = Analyst::new(Limits::none());
    for (file, known) in [
        ("gen(@v4.txt)", "gen(Z2 x Z2)"),
        ("dng(@v4.txt)", "dng(Z2 x Z2)"),
        ("group(@v4.txt)", "group(Z2 x Z2)"),
    ] {
        let (file, known) = (read(file).unwrap(), read(known).unwrap());
        assert_eq!(analyst.nimber(&file).unwrap().value, analyst.nimber(&known).unwrap().value, "{file}");
    }
    assert_eq!(read("gen(@v4.txt)[a]").unwrap().to_string(), "gen(@v4.txt)[a]");
    assert!(read("gen(@moves.txt)").is_err());
}

/// Kayles has period 12 in normal play and its misère quotient too; 0.54 is algebraic periodic. A heap larger than a word is worth what a
/// smaller one is, and the moves that are found for it win.
#[test]
fn heaps_may_be_larger_than_a_word() {
    let mut analyst = Analyst::new(Limits::none());
    for (huge, word) in [("10^30", "1000"), ("10^40+7", "400+7"), ("3*10^25+2", "3*100+2")] {
        // Powers of ten are 4 modulo 12, as 100, 400 and 1000 are.
        let (huge, word) = (format!("kayles[{huge}]"), format!("kayles[{word}]"));
        let (huge, word): (Position, Position) = (huge.parse().unwrap(), word.parse().unwrap());
        for play in [Play::Normal, Play::Misere] {
            let outcome = analyst.outcome(&huge, play).unwrap().value;
            assert_eq!(outcome, analyst.outcome(&word, play).unwrap().value, "{huge} {play}");
            let moves = analyst.winning_moves(&huge, play).unwrap();
            assert!(!moves.complete || outcome == Outcome::P);
            assert_eq!(moves.moves.is_empty(), outcome == Outcome::P, "{huge} {play}");
            for option in moves.moves.iter().take(20) {
                assert!(huge.is_move_to(option), "{huge} to {option}");
                assert_eq!(analyst.outcome(option, play).unwrap().value, Outcome::P, "{option} {play}");
            }
        }
    }
    let nim: Position = "nim[10^30+10^30+1]".parse().unwrap();
    assert_eq!(analyst.outcome(&nim, Play::Misere).unwrap().value, Outcome::N);
    assert_eq!(analyst.winning_moves(&nim, Play::Misere).unwrap().moves.len(), 1);
    // One token, or the whole heap, whatever its size.
    let all: Position = "0.3(1)^w[10^25]".parse().unwrap();
    assert!(!all.is_over() && all.is_move_to(&Position::zero()));
    assert!(all.is_move_to(&"0.3(1)^w[9999999999999999999999999]".parse().unwrap()));
    assert!(!all.is_move_to(&"0.3(1)^w[9999999999999999999999998]".parse().unwrap()));
}

/// Positions of different texts are one game when their rules are.
#[test]
fn positions_carry_their_rules() {
    let mut analyst = Analyst::new(Limits::none());
    let (kayles, dawson): (Position, Position) = ("0.77[5]".parse().unwrap(), "0.07[5]".parse().unwrap());
    assert_eq!(analyst.nimber(&kayles).unwrap().value.to_string(), "4");
    assert_eq!(analyst.nimber(&dawson).unwrap().value.to_string(), "0");
    let sum = Position::sum([dawson, kayles.clone(), "gen(S3)".parse().unwrap()]);
    assert_eq!(sum, "gen(S3) + kayles[5] + dawsons-kayles[5]".parse::<Position>().unwrap().normal_form());
    let twice = Position::sum([kayles.clone(), kayles]);
    assert_eq!(analyst.outcome(&twice, Play::Normal).unwrap().value, Outcome::P);
    let groups = Position::sum(["dng(Q8)".parse().unwrap(), "dng(Q8)".parse().unwrap()]);
    assert_eq!(analyst.outcome(&groups, Play::Normal).unwrap().value, Outcome::P);
}
