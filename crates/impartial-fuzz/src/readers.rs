//! Targets for texts: each is read or refused with a place inside it; what is read is printed so that it reads back.

use std::ops::Range;

use impartial::algebra::{FiniteAlgebra, RingGame, TableGame};
use impartial::game::Play;
use impartial::generate::{FamilyError, NamedFamily};
use impartial::group;
use impartial::heap::{GrundySequence, HeapCode, naive_values};
use impartial::language::{parse, parse_with};
use impartial::lattice::LatticeGame;
use impartial::limits::Limits;
use impartial::misere::Graph;
use impartial::ordinal::Ordinal;
use impartial::question::{Asking, Board, NimQuestion, Question as _, QuotientOf, QuotientQuestion, Refused};

/// Steps of work for what a target asks: a second or two at most, so that a hang is one.
const WORK: u64 = 2_000;

/// Limits that end soon.
pub(crate) fn limits() -> Limits {
    Limits::none().with_work(WORK).with_positions(20_000)
}

/// Asking that ends soon.
pub(crate) fn asking() -> Asking<'static> {
    Asking { limits: limits(), late: limits(), ..Asking::new() }
}

/// The bytes as text, if they are that.
pub(crate) fn text(data: &[u8]) -> Option<&str> {
    std::str::from_utf8(data).ok()
}

/// A message points into the text, between characters.
fn points_into(text: &str, span: &Range<usize>, message: &str) {
    assert!(text.get(span.clone()).is_some(), "{text:?}: {message}: {span:?}");
    assert!(!message.is_empty(), "{text:?} is refused without a word");
}

/// What is refused says so in one sentence, and where.
pub(crate) fn refusal_is_clear(refused: &Refused) {
    assert!(!refused.message.is_empty());
    if let Some((text, span)) = &refused.place {
        points_into(text, span, &refused.message);
    }
}

/// Games.
pub fn language(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let parsed = match parse(text) {
        Ok(parsed) => parsed,
        Err(error) => return points_into(text, &error.span, &error.message),
    };
    let Ok(position) = parsed.position(text) else { return };
    let printed = position.to_string();
    let again = parse_with(parsed.known.clone(), &printed)
        .unwrap_or_else(|error| panic!("{text:?} is printed as {printed:?}, which is not read: {error}"));
    let again = again.position(&printed).unwrap_or_else(|error| panic!("{printed:?}: {error}"));
    assert_eq!(again.normal_form(), position.normal_form(), "{text:?} and {printed:?}");
}

/// Taking-and-breaking codes, and their first values beside the definition.
pub fn codes(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let code: HeapCode = match text.parse() {
        Ok(code) => code,
        Err(error) => return points_into(text, &error.span, &error.message),
    };
    let printed = code.to_string();
    assert_eq!(printed.parse().as_ref(), Ok(&code), "{text:?} is printed as {printed:?}");
    // A move to five or more heaps has too many options for the definition beyond a few tokens.
    let last = 16;
    let mut sequence = GrundySequence::new(code.clone());
    if sequence.extend_to(last, &limits()).is_ok() {
        let by_definition = naive_values(&code, last as usize);
        for heap in 0..=last {
            let expected = by_definition.get(heap as usize).map(u64::from);
            assert_eq!(sequence.value(heap), expected, "heap {heap} of {printed}");
        }
    }
}

/// Ordinals, and laws of their arithmetic.
pub fn ordinals(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let mut read = Vec::new();
    for part in text.split(';').take(3) {
        let ordinal: Ordinal = match part.parse() {
            Ok(ordinal) => ordinal,
            Err(error) => return points_into(part, &error.span, &error.message),
        };
        if let Err(why) = ordinal.check_invariants() {
            panic!("{part:?}: {why}");
        }
        let printed = ordinal.to_string();
        assert_eq!(printed.parse().as_ref(), Ok(&ordinal), "{part:?} is printed as {printed:?}");
        read.push(ordinal);
    }
    // Products of products grow without bound; sums do not.
    if let [a, b, c] = read.as_slice()
        && a.size() + b.size() + c.size() < 1000
    {
        assert_eq!(&(a + b) + c, a + &(b + c), "{text:?}");
        assert_eq!(a.natural_sum(b), b.natural_sum(a), "{text:?}");
        assert_eq!(a.nim_sum(b).nim_sum(b), *a, "{text:?}");
        let difference = (a + b).left_difference(a);
        assert_eq!(difference.as_ref(), Some(b), "{text:?}");
    }
}

/// Groups: the laws at a few elements, and elements as they are printed.
pub fn groups(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let group = match group::parse(text, &limits()) {
        Ok(group) => group,
        Err(error) => return points_into(text, &error.span, &error.message),
    };
    let order = group.order();
    assert!(order > 0, "{text:?} has no element");
    let some = [0, 1 % order, order / 2, order - 1];
    for a in some {
        assert_eq!(group.product(a, group.inverse(a)), group.product(0, 0), "{text:?}");
        assert_eq!(group.parse_element(&group.show(a)), Ok(a), "element {a} of {text:?}");
        for b in some {
            for c in some {
                let (left, right) =
                    (group.product(group.product(a, b), c), group.product(a, group.product(b, c)));
                assert_eq!(left, right, "{text:?} is not associative");
            }
        }
    }
}

/// Rings, and who wins their games.
pub fn rings(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let (limits, ring) = (limits(), text);
    let game = match RingGame::parse(ring, &limits) {
        Ok(game) => game,
        Err(error) => return points_into(text, &error.span, &error.message),
    };
    let (normal, nimber) = (game.outcome(Play::Normal, &limits), game.nimber(&limits));
    if let (Ok(outcome), Ok(nimber)) = (normal, nimber) {
        assert_eq!(outcome == impartial::game::Outcome::P, nimber.is_zero(), "{text:?}");
    }
    let _ = game.outcome(Play::Misere, &limits);
}

/// Algebras by their tables.
pub fn tables(data: &[u8]) {
    let Some(text) = text(data) else { return };
    match FiniteAlgebra::from_toml(text).and_then(|algebra| TableGame::new("t", algebra)) {
        Ok(game) => {
            let _ = game.outcome(Play::Normal, &limits());
            let _ = game.outcome(Play::Misere, &limits());
        }
        Err(why) => assert!(!why.is_empty()),
    }
}

/// Graphs of moves, and their quotients.
pub fn graphs(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let Ok(graph) = text.parse::<Graph>() else { return };
    if graph.rules().is_err() || graph.names().len() > 40 {
        return;
    }
    let of = QuotientOf::Graph { name: "g".to_owned(), text: text.to_owned() };
    let question = QuotientQuestion { of, ..QuotientQuestion::of("") };
    if let Err(refused) = question.ask(&asking()) {
        refusal_is_clear(&refused);
    }
}

/// Closure games from files.
pub fn closures(data: &[u8]) {
    let Some(text) = text(data) else { return };
    match NamedFamily::parse(text, &limits()) {
        Ok(family) => {
            for set in family.family().members() {
                let _ = family.show(set);
            }
        }
        Err(FamilyError::Text(error)) => points_into(text, &error.span, &error.message),
        Err(FamilyError::Stopped(_)) => {}
    }
}

/// Boards of lattice games, and their axioms.
pub fn boards(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let game: LatticeGame = match text.parse() {
        Ok(game) => game,
        Err(error) => return points_into(text, &error.span, &error.message),
    };
    let printed = game.to_toml();
    assert_eq!(printed.parse().as_ref(), Ok(&game), "{text:?} is printed as {printed:?}");
    if let Err(refused) = Board::new("b", game).axioms(&limits()) {
        refusal_is_clear(&refused);
    }
}

/// The calculator of the Field.
pub fn calculator(data: &[u8]) {
    let Some(text) = text(data) else { return };
    if let Err(refused) = NimQuestion::new(text).ask(&asking()) {
        refusal_is_clear(&refused);
    }
}
