//! The stages against each other.

use super::*;
use crate::game::forest::Forest;
use crate::game::notation::parse;

/// The quotient by the diagram alone.
fn by_diagram(code: &HeapCode, to: u64) -> (BipartiteMonoid, Vec<Element>) {
    let source = Source::Heaps(code.clone());
    let mut exact = Exact::new(None);
    while exact.count() < to {
        exact.push(&source, &Limits::none()).unwrap();
    }
    exact.values(&Limits::none()).unwrap()
}

fn octal_codes(step: usize) -> impl Iterator<Item = HeapCode> {
    (1..1024u32).step_by(step).map(|c| {
        let zeroth = if c < 512 { 0 } else { 4 };
        format!("{zeroth}.{}{}{}", c >> 6 & 7, c >> 3 & 7, c & 7).parse().unwrap()
    })
}

/// Both routes give the same monoid with the same numbering and the same values.
#[test]
fn placing_heaps_agrees_with_the_diagram() {
    let mut tails = 0;
    for code in octal_codes(9) {
        let mut search = MisereQuotient::of_heaps(code.clone());
        search.set_bound(24);
        search.extend_to(13, &Limits::none()).unwrap();
        tails += usize::from(search.tail.is_some());
        let found = search.quotient(&Limits::none()).unwrap();
        found.0.check_invariants().unwrap();
        assert_eq!(found, by_diagram(&code, search.heap()), "{code}");
    }
    assert!(tails > 12, "{tails}");
}

/// With every growth after a quiet stretch sent through the small diagrams, nothing changes.
#[test]
fn regrowing_agrees_with_the_diagram() {
    let mut regrown = 0;
    for (code, to) in
        [("0.77", 40), ("0.15", 40), ("0.07", 27), ("0.115", 50), ("0.044", 40), ("0.123", 20), ("0.644", 30)]
    {
        let code: HeapCode = code.parse().unwrap();
        let mut search = MisereQuotient::of_heaps(code.clone());
        search.short_tail = 0;
        search.extend_to(to, &Limits::none()).unwrap();
        regrown += usize::from(search.exact.is_none());
        let to = search.heap();
        assert_eq!(search.quotient(&Limits::none()).unwrap(), by_diagram(&code, to), "{code}");
    }
    assert!(regrown >= 4, "{regrown}");
}

/// Without the kernel split off, the same again.
#[test]
fn the_plain_form_agrees_with_the_split_one() {
    for (code, to) in [("0.77", 200), ("0.15", 200), ("0.414", 80), ("0.71", 40), ("0.4107", 70)] {
        let mut split = MisereQuotient::of_heaps(code.parse().unwrap());
        let mut plain = split.clone();
        plain.allow_kernel = false;
        split.extend_to(to, &Limits::none()).unwrap();
        plain.extend_to(to, &Limits::none()).unwrap();
        assert!(split.tail.as_ref().unwrap().monoid().has_kernel());
        assert!(!plain.tail.as_ref().unwrap().monoid().has_kernel());
        assert_eq!(split.status(), plain.status());
        assert_eq!(split.growth(), plain.growth());
        assert_eq!(
            split.quotient(&Limits::none()).unwrap(),
            plain.quotient(&Limits::none()).unwrap(),
            "{code}"
        );
    }
}

#[test]
fn a_stopped_search_goes_on_where_it_was() {
    let mut whole = MisereQuotient::of_heaps("0.4107".parse().unwrap());
    let mut pieces = whole.clone();
    whole.extend_to(400, &Limits::none()).unwrap();
    for to in 1..=400 {
        // Every other call is stopped at once.
        let limits = Limits::none();
        limits.handle().stop(StopReason::Interrupted);
        let before = pieces.heap();
        let stopped = pieces.extend_to(to, &limits).is_err();
        assert!(pieces.heap() >= before && (stopped || pieces.heap() <= to));
        pieces.extend_to(to, &Limits::none()).unwrap();
    }
    assert_eq!((whole.status(), whole.growth()), (pieces.status(), pieces.growth()));
}

/// Every prefix of a search, saved and resumed, ends as the whole does; one that was changed is refused, with the reason.
#[test]
fn a_saved_search_loses_nothing_and_a_changed_one_is_refused() {
    for (code, last) in [("0.15", 200), ("0.07", 27), ("0.414", 300)] {
        let mut whole = MisereQuotient::of_heaps(code.parse().unwrap());
        let mut search = whole.clone();
        whole.extend_to(last, &Limits::none()).unwrap();
        for to in [0, 1, 9, 14, 26] {
            search.extend_to(to, &Limits::none()).unwrap();
            let saved = search.save();
            let mut resumed =
                MisereQuotient::resume(search.source().clone(), saved.clone(), &Limits::none()).unwrap();
            assert_eq!((resumed.heap(), resumed.growth()), (to, search.growth()));
            resumed.extend_to(last, &Limits::none()).unwrap();
            assert_eq!((resumed.status(), resumed.growth()), (whole.status(), whole.growth()), "{code} {to}");
            assert_eq!(resumed.quotient(&Limits::none()), whole.quotient(&Limits::none()));
            if to < 2 {
                continue;
            }
            let mut bytes = Vec::new();
            saved.write_to(&mut bytes).unwrap();
            assert_eq!(SavedQuotient::from_bytes(&bytes).as_ref(), Ok(&saved));
            for at in (0..bytes.len()).step_by(bytes.len() / 40) {
                let mut changed = bytes.clone();
                changed[at] ^= 1 << (at % 8);
                for damaged in [&changed, &bytes[..at]] {
                    let why = SavedQuotient::from_bytes(damaged).unwrap_err().to_string();
                    assert!(why.contains("was changed") || why.contains("no saved search"), "{why}");
                }
            }
            let other = Source::Heaps("0.3".parse().unwrap());
            let why = MisereQuotient::resume(other, saved, &Limits::none()).unwrap_err().to_string();
            assert_eq!(why, format!("the saved search is of {code}, not of 0.3"));
        }
    }
}

/// A search that is stopped again and again in the midst of a position, saved and resumed each time, ends as the whole does and
/// does no more than a fraction of the work twice.
#[test]
fn a_search_stopped_within_a_position_goes_on_there() {
    for (code, last) in [("0.07", 27), ("0.35", 20), ("0.316", 17), ("0.3122", 7)] {
        let mut whole = MisereQuotient::of_heaps(code.parse().unwrap());
        whole.extend_to(last, &Limits::none()).unwrap();
        let mut search = MisereQuotient::of_heaps(code.parse().unwrap());
        let mut stops = 0;
        while search.extend_to(last, &Limits::none().with_work(3)).is_err() {
            stops += 1;
            assert!(stops < 5000, "{code} does not go on");
            search = MisereQuotient::resume(search.source().clone(), search.save(), &Limits::none()).unwrap();
        }
        assert!(stops > 2, "{code}");
        let steps = |search: &MisereQuotient| (search.heap(), search.growth().to_vec());
        assert_eq!(steps(&search), steps(&whole), "{code}");
        assert_eq!(search.quotient(&Limits::none()), whole.quotient(&Limits::none()), "{code}");
    }
}

/// Lists with the same number of positions are different games.
#[test]
fn a_saved_list_is_of_one_game() {
    let list = |tree: &str| {
        let (mut forest, mut rules) = (Forest::new(), Rules::new());
        let tree = parse(&mut forest, tree).unwrap();
        rules.add_trees(&forest, &[tree]);
        rules
    };
    let mut search = MisereQuotient::of_rules(list("*2_+"));
    search.extend_to(3, &Limits::none()).unwrap();
    let why = MisereQuotient::resume(Source::List(list("*3")), search.save(), &Limits::none()).unwrap_err();
    assert_eq!(why.to_string(), "the saved search is of another game of 3 generators");
}
