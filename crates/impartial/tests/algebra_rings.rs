//! The game of commutative rings: the statements of the paper, and the definition.
#![allow(clippy::unwrap_used)]

use impartial::algebra::ring::{Convention, FiniteRing, IdealGame, RingRules};
use impartial::algebra::{AlgebraPosition, Value};
use impartial::game::{Game, Outcome, Play, Solver};
use impartial::limits::Limits;
use impartial::ordinal::Ordinal;
use impartial::subset::Subset;

const PLAYS: [Play; 2] = [Play::Normal, Play::Misere];

fn ring(text: &str) -> AlgebraPosition {
    AlgebraPosition::parse("ring", text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn nimber(text: &str) -> String {
    ring(text).nimber(&Limits::none()).unwrap_or_else(|why| panic!("{text}: {why}")).to_string()
}

fn misere(text: &str) -> Outcome {
    ring(text).outcome(Play::Misere, &Limits::none()).unwrap_or_else(|why| panic!("{text}: {why}"))
}

fn finite(text: &str) -> FiniteRing {
    let AlgebraPosition::Ring(game) = ring(text) else { unreachable!() };
    game.finite_ring().unwrap_or_else(|| panic!("{text} is finite"))
}

/// Small rings of all kinds.
const SMALL: &[&str] = &[
    "0",
    "Z/1",
    "Z/2",
    "Z/4",
    "Z/12",
    "Z/30",
    "F4",
    "F8",
    "F9",
    "GR(4,2)",
    "GR(2^3,1)",
    "F2[x]/(x^3)",
    "F3[x]/(x^2-1)",
    "F2[x,y]/(x^2,xy,y^2)",
    "F2[x,y]/(x^2,y^2)",
    "Z/4[x]/(x^2,2x)",
    "Z/4[x]/(x^2)",
    "Z/8[x]/(x^2,2x)",
    "Z/4[x]/(x^2-2)",
    "Z[x]/(4,x^2,2x-2)",
    "Z[x]/(6,x^2+x)",
    "F2 + V^3",
    "F4 + V",
    "F3 + V^2",
    "Z/4 x F2[x]/(x^2)",
    "Z/6 x Z/2",
    "F2 x F2 x F2",
    "F4[x]/(x^2+a)",
    "F2[x,y]/(x^2-y^3, xy)",
    "Z/9[x]/(x^2-3,3x)",
    "F2[x,y]/(x^3,x^2y,xy^2,y^3)",
    "GR(4,2)[x]/(x^2,2x)",
    "Z/8[x]/(x^2-2x,4x)",
    "F2[x,y,z]/(x^2,y^2,z^2,xyz)",
    "Z/12[x]/(x^2,2x) x F2",
];

fn by_definition(ring: &FiniteRing, convention: Convention) -> Value {
    let rules = RingRules(ring, convention);
    let zero = Subset::singleton(ring.order(), 0);
    let mut solver = Solver::new(&rules, Limits::none());
    let nimber = solver.nimber(&zero).unwrap();
    let is_misere_p = solver.outcome(&zero, Play::Misere).unwrap() == Outcome::P;
    Value { nimber: u32::try_from(nimber).unwrap(), is_misere_p }
}

/// Every fast answer against the definition, in both conventions, with all winning moves.
#[test]
fn fast_and_slow_agree_on_small_rings() {
    let limits = Limits::none();
    for text in SMALL {
        let built = finite(text);
        built.check_laws().unwrap_or_else(|law| panic!("{text}: {law}"));
        for convention in [Convention::AllElements, Convention::NonUnits] {
            let slow = by_definition(&built, convention);
            let mut game = IdealGame::new(built.clone(), convention);
            let zero = game.zero();
            assert_eq!(game.value(&zero, &limits).unwrap(), slow, "{text} {convention:?}");
            // Every ideal that is reached, from here by its own options.
            let rules = RingRules(&built, convention);
            let solver = Solver::new(&rules, Limits::none());
            for ideal in solver.reachable(&zero).unwrap() {
                let mut fast = game.options(&ideal, &limits).unwrap();
                fast.sort();
                assert_eq!(fast, rules.options(&ideal), "{text} {convention:?}");
            }
        }
        let position = ring(text);
        for play in PLAYS {
            let outcome = position.outcome(play, &limits).unwrap();
            let moves = position.winning_moves(play, &limits).unwrap().moves;
            assert_eq!(moves.is_empty(), outcome == Outcome::P || position.is_over(), "{text} {play}");
            for left in moves {
                assert!(position.is_move_to(&left), "{text} to {left}");
                assert_eq!(left.outcome(play, &limits).unwrap(), Outcome::P, "{text} to {left}");
                let read = position
                    .choose_text(left.to_string().rsplit_once(")[").unwrap().1.strip_suffix(']').unwrap());
                assert_eq!(read.unwrap(), left, "{text}: the text of a position reads back");
            }
        }
    }
}

/// The principal ideal of the fast ring is the set of multiples, and its sums are sums of polynomials.
#[test]
fn ideals_by_definition() {
    for text in SMALL {
        let built = finite(text);
        for a in 0..built.order() {
            let multiples =
                Subset::from_elements(built.order(), (0..built.order()).map(|r| built.product(a, r)));
            assert_eq!(built.ideal([a]), multiples, "{text} {a}");
        }
    }
}

/// [AG, Ex 5.21]: quotients of principal ideal domains.
#[test]
fn quotients_of_principal_ideal_domains() {
    let omega = |mut n: u64| {
        let mut count = 0;
        let mut d = 2;
        while n > 1 {
            if n.is_multiple_of(d) {
                (n, count) = (n / d, count + 1);
            } else {
                d += 1;
            }
        }
        count
    };
    for n in 1..=100_u64 {
        assert_eq!(nimber(&format!("Z/{n}")), omega(n).to_string());
        assert_eq!(nimber(&format!("Z[x]/(x-3,{n})")), omega(n).to_string());
    }
    for n in 1..=9 {
        assert_eq!(nimber(&format!("F2[x]/(x^{n})")), n.to_string());
        // Buzzard on MathOverflow 93276: without units the nimber of k[x]/(x^n) is n - 1.
        assert_eq!(nimber(&format!("F2[x]/(x^{n}); non-units")), (n - 1).to_string());
    }
    assert_eq!(nimber("F3[x]/(x^4-1)"), "3");
    assert_eq!(nimber("F2[x]/(x^4+x+1)"), "1");
}

/// [AG, Lemma 5.9, Cor 5.10]: K + V alternates; without units it alternates between 0 and 1.
#[test]
fn fields_with_vectors() {
    for (field, most) in [("F2", 6), ("F3", 4), ("F4", 3), ("F5", 3)] {
        for dimension in 0..=most {
            let text = format!("{field} + V^{dimension}");
            let expected = if dimension % 2 == 1 { Outcome::N } else { Outcome::P };
            assert_eq!(misere(&text), expected, "{text}");
            assert_eq!(nimber(&format!("{text}; non-units")), (dimension % 2).to_string(), "{text}");
        }
    }
    assert_eq!(misere("F7[x,y]/(x^2,xy,y^2)"), Outcome::P);
}

/// [AG, Lemma 5.11, Cor 5.12, Remark 5.14, Prop 5.15].
#[test]
fn zero_dimensional_rings() {
    for field in ["F2", "F3"] {
        for n in 0..=if field == "F2" { 4 } else { 2 } {
            let up = n + 1;
            assert_eq!(misere(&format!("{field}[x,y]/(y^2-x^3,x^{up},x^{n}*y)")), Outcome::P, "{field} {n}");
            assert_eq!(misere(&format!("{field}[x,y]/(y^2-x^3,x^{up})")), Outcome::N, "{field} {n}");
            if n > 0 {
                assert_eq!(misere(&format!("{field}[x,y]/(y^2-x^3,x^{n}*y)")), Outcome::N, "{field} {n}");
            }
        }
        for n in 1..=4 {
            assert_eq!(misere(&format!("{field}[x,y]/(x^{n},xy,y^{n})")), Outcome::P, "{field} {n}");
            for m in (n + 1..=4).filter(|_| n > 1) {
                assert_eq!(misere(&format!("{field}[x,y]/(x^{n},xy,y^{m})")), Outcome::N, "{field} {n} {m}");
            }
        }
    }
    assert_eq!(misere("F2[x,y]/(x^2,y^2)"), Outcome::N);
    assert_eq!(misere("F2[x,y]/(x^3,y^3)"), Outcome::N);
    for (p, most) in [(2_u32, 4), (3, 3), (5, 2)] {
        for n in 1..=most {
            let (power, less) = (p.pow(n), p.pow(n - 1));
            assert_eq!(misere(&format!("Z/{power}[x]/(x^2,{less}x)")), Outcome::P, "{p}^{n}");
            assert_eq!(misere(&format!("Z/{power}[x]/(x^2)")), Outcome::N, "{p}^{n}");
        }
    }
}

/// [AG, Cor 2.20, Ex 5.23, Remark 5.20].
#[test]
fn products_and_misere_play() {
    for (text, expected) in [
        ("F3 x F3", "2"),
        ("F2[x,y]/(x^2,xy,y^2) x F2", "4"),
        ("F3[x,y]/(x^2,xy,y^2) x F3", "4"),
        ("Z/4 x Z/27", "5"),
        ("Z x Z/12", "w+3"),
        ("Z x Z", "w*2"),
        ("Z x F2[x]", "w*2"),
    ] {
        assert_eq!(nimber(text), expected, "{text}");
        assert_eq!(misere(text), Outcome::N, "{text}");
    }
    for text in SMALL {
        let position = ring(text);
        let is_one = position.nimber(&Limits::none()).unwrap().to_string() == "1";
        assert_eq!(position.outcome(Play::Misere, &Limits::none()).unwrap() == Outcome::P, is_one, "{text}");
    }
}

/// Infinite rings: what the paper proves, and what a small element proves.
#[test]
fn infinite_rings() {
    for (text, outcome) in [
        ("Q", Outcome::P),
        ("Z", Outcome::N),
        ("Z[x]", Outcome::N),
        ("Z[x]/(x^2)", Outcome::P),
        ("F5[x,y]", Outcome::N),
        ("F5[x,y]/(y^2)", Outcome::P),
        ("C[x,y]/(y^2-x^3)", Outcome::P),
        ("C[x,y]/(y^2-x^3-1)", Outcome::P),
        ("C[x,y]/(xy)", Outcome::N),
        ("C[x]/(x^2+1)", Outcome::N),
        ("R[x]/(x^2+1)", Outcome::P),
        ("Q[x]/(x^2-4)", Outcome::N),
        ("Z[x]/(x^2+1)", Outcome::N),
        ("Z[x]/(x^2+5)", Outcome::N),
        ("F2[x,y]/(y^2-x^3)", Outcome::N),
        ("Z[x]/(x^2,2x)", Outcome::N),
    ] {
        assert_eq!(misere(text), outcome, "{text}");
        assert_eq!(ring(text).outcome(Play::Normal, &Limits::none()), Ok(Outcome::N), "{text}");
    }
    assert_eq!((nimber("Z"), nimber("F7[t]"), nimber("C[x]/(x^3)")), ("w".into(), "w".into(), "3".into()));
    for text in ["Z[x]", "Z[x,y,z]", "C[x,y,z]"] {
        assert!(ring(text).nimber(&Limits::none()).is_err(), "{text}");
    }
    // A product with a factor that is no quotient of a principal ideal domain, and products that are none.
    assert!(ring("Z[x]/(x^2) x Z").nimber(&Limits::none()).is_err());
    assert_eq!(misere("Z[x]/(x^2) x Z"), Outcome::N);
    assert_eq!(
        (misere("Q x Z/1"), misere("Q x Q[x]/(3)"), misere("Q x Q")),
        (Outcome::P, Outcome::P, Outcome::N)
    );
    assert_eq!((nimber("Q x Q"), nimber("C[x]/(x^2) x Z")), ("2".into(), "w+2".into()));
    assert!(ring("C[x,y,z]").outcome(Play::Misere, &Limits::none()).is_err());
}

/// The families of Section 5 over infinite fields, in either order of the variables: outcome, and a winning element that is a move to a P-position.
#[test]
fn families_over_every_field() {
    let limits = Limits::none();
    for (text, outcome) in [
        ("Q + V", Outcome::N),
        ("R + V^2", Outcome::P),
        ("C + V^5", Outcome::N),
        ("Q[x,y]/(x^2,xy,y^2)", Outcome::P),
        ("C[x,y]/(y^2-x^3,x^5,x^4*y)", Outcome::P),
        ("Q[y,x]/(y^2-x^3,x^8,x^7*y)", Outcome::P),
        ("Q[x,y]/(y^2-x^3,x^5)", Outcome::N),
        ("Q[x,y]/(y^2-x^3,x^5*y)", Outcome::N),
        ("R[x,y]/(x^3,y^2)", Outcome::N),
        ("R[x,y]/(x^4,xy,y^4)", Outcome::P),
        ("R[x,y]/(x^4,xy,y^3)", Outcome::N),
        ("R[x,y]/(x^2,xy,y^7)", Outcome::N),
        ("Q[x,y]/(x^5,y^5)", Outcome::N),
        ("Q[x,y]/(x^2,y^6,y^5*x)", Outcome::P),
        ("Q[x,y]/(x^2,y^6)", Outcome::N),
        ("Q[x,y]/(y^2,x^3*y)", Outcome::N),
    ] {
        let position = ring(text);
        assert_eq!(misere(text), outcome, "{text}");
        let moves = position.winning_moves(Play::Misere, &limits).unwrap().moves;
        assert_eq!(moves.len(), usize::from(outcome == Outcome::N), "{text}");
        for left in moves {
            assert!(position.is_move_to(&left), "{text} to {left}");
            assert_eq!(left.outcome(Play::Misere, &limits), Ok(Outcome::P), "{text} to {left}");
        }
    }
    // The same over F2, where the ideals can be looked at.
    for text in
        ["F2[x,y]/(y^2-x^3,x^4)", "F2[x,y]/(y^2-x^3,x^2*y)", "F2[x,y]/(x^4,xy,y^3)", "F2[x,y]/(x^2,y^3)"]
    {
        let infinite = ring(&text.replace("F2", "Q"));
        let left = infinite.winning_moves(Play::Misere, &limits).unwrap().moves.remove(0).to_string();
        let element = left.rsplit_once(")[").unwrap().1.strip_suffix(']').unwrap().to_owned();
        let left = ring(text).choose_text(&element).unwrap();
        assert_eq!(left.outcome(Play::Misere, &limits), Ok(Outcome::P), "{left}");
    }
}

/// [AG, Ex 5.21] over Q, R and C: the nimber is the number of irreducible factors.
#[test]
fn polynomials_over_infinite_fields() {
    for (polynomial, rational, real) in [
        ("x^3-2", "1", "2"),
        ("x^4+1", "1", "2"),
        ("x^4+4", "2", "2"),
        ("(x^2-2)^2*(x^2+1)", "3", "5"),
        ("x^6-1", "4", "4"),
        ("6x^5-12x^4", "5", "5"),
        ("x^5-x-1", "1", "3"),
        ("(x^2+x+1)^10", "10", "10"),
    ] {
        assert_eq!(nimber(&format!("Q[x]/({polynomial})")), rational, "{polynomial}");
        assert_eq!(nimber(&format!("R[x]/({polynomial})")), real, "{polynomial}");
        let expected = if rational == "1" { Outcome::P } else { Outcome::N };
        assert_eq!(misere(&format!("Q[x]/({polynomial})")), expected, "{polynomial}");
    }
    assert_eq!(nimber("C[x]/(x^7-3x+1)"), "7");
    // Elements may be chosen: Q[x] modulo x^6 - 1 and x^4 - 1 is Q[x] modulo x^2 - 1.
    let position = ring("Q[x]").choose_text("x^6-1,x^4-1").unwrap();
    assert_eq!(position.nimber(&Limits::none()).unwrap().to_string(), "2");
    let left = position.winning_moves(Play::Misere, &Limits::none()).unwrap().moves.remove(0);
    assert_eq!(left.outcome(Play::Misere, &Limits::none()), Ok(Outcome::P), "{left}");
}

/// Quotients of R and of R[X]/(X²) of any size, R = Z and F_p[y]: the theorem agrees with the ideals where these can be listed, and its winning
/// elements leave what it calls P [AG, Ex 5.21, Prop 5.15, Prop 5.16].
#[test]
fn quotients_over_principal_ideal_domains_of_any_size() {
    let limits = Limits::none();
    let large = 1_u64 << 40;
    for (start, small, big) in [
        ("Z[x]", "x^2,A,B", [36, 8, 5, 12]),
        ("Z[x]", "x^2,A+Bx", [6, 4, 9, 16]),
        ("Z[x]", "x^2,A,B+Ax,Bx", [16, 4, 12, 6]),
        ("Z[x]", "x^2,Bx", [1, 2, 3, 5]),
    ] {
        for a in big {
            for b in big {
                let elements = |factor: u64| {
                    small.replace('A', &(a * factor).to_string()).replace('B', &(b * factor).to_string())
                };
                for factor in [1, large, 3 * large] {
                    let position = ring(start).choose_text(&elements(factor)).unwrap();
                    let outcome = position.outcome(Play::Misere, &limits).unwrap();
                    let moves = position.winning_moves(Play::Misere, &limits).unwrap().moves;
                    assert_eq!(moves.is_empty(), outcome == Outcome::P || position.is_over(), "{position}");
                    for left in moves.into_iter().take(3) {
                        assert_ne!(left, position);
                        assert_eq!(
                            left.outcome(Play::Misere, &limits),
                            Ok(Outcome::P),
                            "{position} to {left}"
                        );
                    }
                }
            }
        }
    }
    assert_eq!(nimber("Z/1000000000000000000000000000000"), "60");
    assert_eq!(nimber("F2[x]/(x^40+x^20)"), "28");
    assert_eq!(misere("F3[x,y]/(x^2,y^30,x*y^29)"), Outcome::P);
    assert_eq!(misere("F3[x,y]/(y^2,x^30)"), Outcome::N);
    assert_eq!(misere("Z/1000003 x Z/1000003"), Outcome::N);
    assert_eq!(misere("Z/618970019642690137449562111"), Outcome::P);
}

/// Products of infinite rings are won [AG, Cor 2.20] by the move of [AG, Remark 2.21], and elements can be chosen in them.
#[test]
fn elements_of_infinite_products() {
    let limits = Limits::none();
    for text in
        ["Z x Z/12", "Z[x]/(x^2) x Z", "Q x Z[x]", "C[x,y]/(y^2-x^3) x Q", "Q[x]/(x^2-2) x Z x F2[x,y]"]
    {
        let position = ring(text);
        let left = position.winning_moves(Play::Misere, &limits).unwrap().moves.remove(0);
        assert!(position.is_move_to(&left), "{left}");
        assert_eq!(left.outcome(Play::Misere, &limits), Ok(Outcome::P), "{left}");
        let chosen = left.to_string();
        let element = chosen.rsplit_once(")[").unwrap().1.strip_suffix(']').unwrap();
        assert_eq!(position.choose_text(element).unwrap(), left, "the text of a position reads back");
    }
    let left = ring("Z x Z/12").choose_text("(6,2)").unwrap();
    assert_eq!(left.nimber(&limits), ring("Z/6 x Z/2").nimber(&limits));
    assert_eq!(
        ring("Z x Q").choose_element("(0,1)").unwrap().unwrap().nimber(&limits),
        ring("Z").nimber(&limits)
    );
    assert!(ring("Z x Q").choose_element("(0,0)").unwrap().is_none());
    assert!(ring("Z x Q").choose_text("(1,1)").unwrap().is_over());
    assert!(ring("Z x Q").choose_text("2").is_err());
}

/// [AG, Ex 5.17], move by move: the positions are those of the paper, and every position that the first player leaves is P.
#[test]
fn the_game_of_example_5_17() {
    let limits = Limits::none();
    let start = ring("Z[x]");
    let first = start.winning_moves(Play::Misere, &limits).unwrap().moves.remove(0);
    assert_eq!(first, start.choose_text("x^2").unwrap());
    let mut position = first;
    for (element, outcome, like) in [
        ("36", Outcome::N, "Z/36[x]/(x^2)"),
        ("18x-8", Outcome::P, "Z/4[x]/(x^2,2x)"),
        ("x+2", Outcome::N, "Z/4"),
        ("2", Outcome::P, "Z/2"),
        ("1", Outcome::N, "0"),
    ] {
        position = position.choose_element(element).unwrap().unwrap();
        assert_eq!(position.outcome(Play::Misere, &limits), Ok(outcome), "{position}");
        assert_eq!(position.nimber(&limits), ring(like).nimber(&limits), "{position}");
        if outcome == Outcome::N && !position.is_over() {
            let moves = position.winning_moves(Play::Misere, &limits).unwrap().moves;
            assert!(!moves.is_empty() && moves.iter().all(|left| position.is_move_to(left)), "{position}");
        }
    }
    assert!(position.is_over());
}

/// What is wrong with a text is said in one sentence.
#[test]
fn bad_texts() {
    for (text, message) in [
        ("Z/0", "Z/0 is Z itself: write Z"),
        ("Z/-3", "a modulus is positive"),
        ("F6", "there is no field with 6 elements: 6 is no prime power"),
        ("Z/4 + V^2", "K + V needs a field K: (2)(2) = 0 here"),
        ("F2[t]/(t^2+1) + V", "K + V needs a field K: (t+1)(t+1) = 0 here"),
        ("Z + V", "K + V needs a field K: this one is not finite, or too large"),
        ("Z[x,x]", "the variable x is named twice"),
        ("Z[x]/(y)", "no variable is named `y`"),
        ("GR(6,2)", "GR(p^k, r) needs a prime p, k > 0 and r > 0, and at most 2^20 elements"),
        ("Z[x,y,z]/((x+y+z)^1000)", "the expression grows too large here"),
        ("Z[x]/(((x^1000)^1000)^1000)", "the expression grows too large here"),
        ("Z/4[x]/(((2^1000)^1000)^1000)", "the expression grows too large here"),
        ("Z[x", "the text ends too early: expected `,`"),
        ("Z/4; units", "expected `non-units` here"),
        (
            "",
            "the text ends too early: expected a ring (Z, Z/4, F9, GR(4,2), Q, C, Z/4[x]/(x^2,2x), F2 + V^3)",
        ),
    ] {
        assert_eq!(AlgebraPosition::parse("ring", text).unwrap_err().to_string(), message, "{text}");
    }
    let infinite = ring("Z/4[x]/(2x)").nimber(&Limits::none()).unwrap_err().to_string();
    assert_eq!(infinite, "ring(Z/4[x]/(2x)) is infinite, and no theorem here has its nimber");
    // A ring is not refused for its size: what no theorem decides is a limit.
    for text in ["Z/100000[x]/(x^3); non-units", "Z/10000000; non-units"] {
        let large = ring(text).nimber(&Limits::none()).unwrap_err().to_string();
        assert_eq!(
            large,
            format!("ring({text}) has more than 1048576 elements, and no theorem here has its nimber")
        );
    }
    for (text, nimber) in
        [("Z/(2^61-1)[x]/(x^2)", 2), ("Z/(2^61-1)[x]/(x^9)", 9), ("F7[x]/(x^12)", 12), ("Z/(2^61-1)", 1)]
    {
        assert_eq!(ring(text).nimber(&Limits::none()), Ok(Ordinal::from(nimber)), "{text}");
    }
}
