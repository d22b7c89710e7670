//! The theorems of the language against the definition, on random positions of every kind.
#![allow(clippy::unwrap_used)]

use impartial::game::{Outcome, Play, Solver};
use impartial::language::{Analyst, Language, Position, parse};
use impartial::limits::Limits;
use proptest::prelude::*;

/// Small positions as text.
fn single() -> impl Strategy<Value = String> {
    prop_oneof![
        (0u32..5).prop_map(|n| format!("*{n}")),
        proptest::collection::vec(1u32..7, 1..3).prop_map(|heaps| {
            let heaps: Vec<String> = heaps.iter().map(ToString::to_string).collect();
            format!("0.77[{}]", heaps.join("+"))
        }),
        (1u32..8).prop_map(|n| format!("0.137[{n}]")),
        (1u32..7).prop_map(|n| format!("4!.0[{n}]")),
        (0u32..4, 0u32..3).prop_map(|(a, b)| format!("coins(nim x mock-turtles)[({a},{b})]")),
        proptest::collection::btree_set(0u32..6, 1..3).prop_map(|heads| {
            let heads: Vec<String> = heads.iter().map(ToString::to_string).collect();
            format!("coins(ruler)[{}]", heads.join("+"))
        }),
        Just("{0,{*2}}".to_owned()),
        Just("*2_+320".to_owned()),
        Just("{{0,*},{*}}".to_owned()),
    ]
}

/// Factors with few positions: products have astronomically many.
fn factor() -> impl Strategy<Value = String> {
    prop_oneof![
        (0u32..4).prop_map(|n| format!("*{n}")),
        (1u32..5).prop_map(|n| format!("0.77[{n}]")),
        Just("{0,{*2}}".to_owned()),
    ]
}

/// Games of at most two signs: small enough for the definition.
fn game() -> impl Strategy<Value = String> {
    let sign = || prop_oneof![Just("+"), Just("|")];
    prop_oneof![
        single(),
        (single(), sign(), single()).prop_map(|(a, sign, b)| format!("{a} {sign} {b}")),
        (single(), sign(), single(), sign(), single())
            .prop_map(|(a, first, b, second, c)| format!("({a} {first} {b}) {second} {c}")),
        (single(), sign(), single(), sign(), single())
            .prop_map(|(a, first, b, second, c)| format!("{a} {first} ({b} {second} {c})")),
        (factor(), sign(), factor()).prop_map(|(a, sign, b)| format!("{a} x *2 {sign} {b}")),
        (factor(), factor()).prop_map(|(a, b)| format!("{a} x {b}")),
    ]
}

fn read(text: &str) -> Position {
    text.parse().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn theorems_agree_with_the_definition(text in game()) {
        let position = read(&text);
        let normal = position.normal_form();
        let limits = Limits::none().with_positions(2_000);
        let mut solver = Solver::new(&Language, limits);
        let mut analyst = Analyst::new(Limits::none());
        let Ok(nimber) = solver.nimber(&normal) else { return Ok(()) };
        prop_assert_eq!(analyst.nimber(&position).unwrap().value.to_u64(), Some(nimber));
        for play in [Play::Normal, Play::Misere] {
            let Ok(outcome) = solver.outcome(&normal, play) else { return Ok(()) };
            prop_assert_eq!(analyst.outcome(&position, play).unwrap().value, outcome, "{} {}", text, play);
            let mut expected = solver.winning_moves(&normal, play).unwrap();
            let mut found = analyst.winning_moves(&position, play).unwrap();
            expected.sort();
            found.moves.sort();
            prop_assert!(found.complete);
            prop_assert_eq!(found.moves, expected, "{} {}", text, play);
        }
    }

    #[test]
    fn what_is_printed_reads_back(text in game()) {
        let position = read(&text);
        let printed = position.to_string();
        prop_assert_eq!(read(&printed).normal_form(), position.normal_form(), "{}", printed);
    }

    #[test]
    fn a_strategy_answers_every_move(text in game(), misere: bool) {
        // Products have too many options for a search of all of them.
        prop_assume!(!text.contains('x'));
        let position = read(&text);
        let play = if misere { Play::Misere } else { Play::Normal };
        let mut analyst = Analyst::new(Limits::none().with_positions(2_000));
        let Ok(strategy) = impartial::language::WinningStrategy::find(&mut analyst, &position, play, 300) else { return Ok(()) };
        let has = |position: &Position| strategy.answers.binary_search(position).is_ok();
        let is_won = |position: &Position| {
            let options = position.options();
            (options.is_empty() && play == Play::Misere) || options.iter().any(has)
        };
        match strategy.outcome {
            Outcome::P => prop_assert!(has(&strategy.root)),
            Outcome::N => prop_assert!(is_won(&strategy.root)),
        }
        for answer in &strategy.answers {
            let options = answer.options();
            prop_assert!(play == Play::Normal || !options.is_empty());
            prop_assert!(options.iter().all(is_won));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, ..ProptestConfig::default() })]

    /// Nothing a user types panics or hangs: any text is read or refused with a place inside it.
    #[test]
    fn any_text_is_read_or_refused(text in "[-0-9*+|x(){}\\[\\]w^_.,!=?~@ a-fké]{0,40}") {
        if let Err(error) = parse(&text) {
            prop_assert!(error.span.start <= error.span.end && error.span.end <= text.len(), "{:?}", error);
            prop_assert!(!error.message.is_empty());
        }
    }
}

#[test]
fn positions_of_every_code_are_read() {
    for code in [
        "0.77",
        "4.7",
        "C.9",
        "0.8F",
        "0.Z",
        "0.{0,2,4}",
        "{2,3}.3",
        "{2+}.1",
        "{2}!.0",
        "0.(3310)^3",
        "0.[3310]",
        "0.[3]",
        "4.[3]",
        "0.1(45)^w",
        "4!.0",
        "4?.7!3",
        "C=.7",
        "4@{7}.3",
        "4@7.3",
        "{2+}!@{9}.1",
        "0.7@{5}",
        "subtraction(1,3,4)",
        "allbut(2,5)",
        "kayles",
        "Kayles",
        "rims",
        "rails",
        "dawson's-kayles",
        "grundy's-game",
        "couples",
    ] {
        let expected: impartial::heap::HeapCode = code.parse().unwrap();
        let position = read(&format!("{code}[5+2*3]"));
        // A code that ends in a bracket is written by its name.
        let written = match expected.to_string() {
            text if text.ends_with(']') => expected.name().map_or(text, str::to_owned),
            text => text,
        };
        assert_eq!(position.to_string(), format!("{written}[2*3+5]"), "{code}");
        // A sum, and a bracket around it, change nothing.
        assert!(parse(&format!("(*2 + {code}[10^3]) + {{0,*}}")).is_ok(), "{code}");
    }
    for wrong in ["{2,3}.", "{0,*}.3[4]", "4@{7.3[6]", "4@x.3[6]", "0.77[2^]"] {
        assert!(parse(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn copies_of_a_game_are_written_with_a_number() {
    for (text, expected) in [
        ("3*({0,{*2}}) + *2", "*2 + {0,{*2}} + {0,{*2}} + {0,{*2}}"),
        ("2*(*2 + 2*(0.77[5]))", "*2 + *2 + 0.77[4*5]"),
        ("0*(gen(S3))", "0"),
        ("1*(*w)", "*w"),
    ] {
        assert_eq!(read(text).normal_form(), read(expected).normal_form(), "{text}");
    }
    for wrong in
        ["10001*(*2)", "200*(200*(*2))", "3*(0.77)", "3*", "3*()", "99999999999999999999*(*)", "-1*(*2)"]
    {
        let error = parse(wrong).unwrap_err();
        assert!(wrong.get(error.span.clone()).is_some(), "{wrong}: {error:?}");
    }
}

/// Kayles has a quotient of exponents at most 3 and period 2, so 2^70 copies are as good as 4 to 100 of the same parity.
#[test]
fn there_may_be_any_number_of_heaps() {
    for (large, small) in [("2^70", "4"), ("10^30", "10"), ("1180591620717411303425", "5"), ("2^64", "6")] {
        for rest in ["5", "1+5", "2*9+12", "10^25*4"] {
            for (code, size) in [("0.77", 3), ("0.77", 9), ("0.75", 8), ("0.3", 7)] {
                let position = read(&format!("{code}[{large}*{size}+{rest}]"));
                let few = read(&format!("{code}[{small}*{size}+{}]", rest.replace("10^25", "10")));
                let (mut analyst, mut of_few) = (Analyst::new(Limits::none()), Analyst::new(Limits::none()));
                for play in [Play::Normal, Play::Misere] {
                    let outcome = analyst.outcome(&position, play).unwrap().value;
                    assert_eq!(outcome, of_few.outcome(&few, play).unwrap().value, "{large} {size} {rest}");
                    let winning = analyst.winning_moves(&position, play).unwrap().moves;
                    assert_eq!(winning.is_empty(), outcome == Outcome::P);
                    for option in winning {
                        assert_eq!(analyst.outcome(&option, play).unwrap().value, Outcome::P);
                    }
                }
            }
        }
    }
    let position = read("0.77[2^64*3+2^64*3+0*5+1]");
    assert_eq!(position.to_string(), "0.77[1+36893488147419103232*3]");
    for wrong in ["0.77[2^65537*3]", "0.77[9^99999999999*3]", "0.77[3*10^20000]"] {
        assert!(parse(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn infinite_nim_is_played_like_nim() {
    let position = read("*(w^2*3+5) + *w^2 + *(w+1)");
    let mut analyst = Analyst::new(Limits::none());
    assert_eq!(analyst.nimber(&position).unwrap().value.to_string(), "w^2*2+w+4");
    let found = analyst.winning_moves(&position, Play::Misere).unwrap();
    let texts: Vec<String> = found.moves.iter().map(Position::to_string).collect();
    assert_eq!(texts, ["*(w+1) + *w^2 + *(w^2+w+1)"]);
}

#[test]
fn hostile_texts_are_refused_with_a_place() {
    let deep = "(".repeat(100_000);
    let sets = "{".repeat(100_000);
    let tower = format!("*{}", "w^".repeat(100_000));
    let number = format!("*{}", "9".repeat(1_000_000));
    let heap = format!("0.77[{}]", "9".repeat(100_000));
    let code = format!("0.{}[3]", "7".repeat(2_000_000));
    for text in [
        "",
        " ",
        "+",
        "*3 +",
        "*3 *4",
        "0.",
        ".7",
        "0.7.7",
        "0.77[",
        "0.77[]]",
        "0.77[3*]",
        "0.77 + *3",
        "* 3 3",
        "*(3",
        "{",
        "{0,}",
        "kayels[3]",
        "3",
        "00",
        "*w^",
        "*w w",
        "0.77[-1]",
        "é",
        "\u{0}",
        "(*3",
        "*3)",
        "x",
        "*3 x",
        "| *3",
        &deep,
        &sets,
        &tower,
        &number,
        &heap,
        &code,
    ] {
        let shown = &text[..text.len().min(20)];
        match parse(text) {
            Err(error) => assert!(error.span.end <= text.len() && !error.message.is_empty(), "{shown}"),
            Ok(parsed) => assert!(parsed.position(text).is_err() || text == number, "{shown} was read"),
        }
    }
}
