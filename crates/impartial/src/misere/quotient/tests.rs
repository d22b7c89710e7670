//! The stages against each other.

use super::*;

/// The quotient by the diagram alone.
fn by_diagram(code: &HeapCode, to: u64) -> (BipartiteMonoid, Vec<Element>) {
    let source = Source::Heaps(code.clone());
    let mut exact = Exact::new(OutcomeDiagram::DEFAULT_BOUND);
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
    for code in octal_codes(5) {
        let mut search = MisereQuotient::of_heaps(code.clone());
        search.set_bound(24);
        search.extend_to(13, &Limits::none()).unwrap();
        tails += usize::from(search.tail.is_some());
        let found = search.quotient(&Limits::none()).unwrap();
        found.0.check_invariants().unwrap();
        assert_eq!(found, by_diagram(&code, search.heap()), "{code}");
    }
    assert!(tails > 20, "{tails}");
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
