//! The stages against each other.

use super::*;

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

/// Every prefix of a search, saved and resumed, ends as the whole does; false values are refused.
#[test]
fn a_saved_search_loses_nothing_and_is_not_believed() {
    for (code, last) in [("0.15", 200), ("0.07", 27), ("0.414", 300)] {
        let mut whole = MisereQuotient::of_heaps(code.parse().unwrap());
        let mut search = whole.clone();
        whole.extend_to(last, &Limits::none()).unwrap();
        for to in [0, 1, 9, 14, 26] {
            search.extend_to(to, &Limits::none()).unwrap();
            let saved = search.save(&Limits::none()).unwrap();
            let mut resumed =
                MisereQuotient::resume(search.source().clone(), saved.clone(), &Limits::none()).unwrap();
            assert_eq!((resumed.heap(), resumed.growth()), (to, search.growth()));
            resumed.extend_to(last, &Limits::none()).unwrap();
            assert_eq!((resumed.status(), resumed.growth()), (whole.status(), whole.growth()), "{code} {to}");
            assert_eq!(resumed.quotient(&Limits::none()), whole.quotient(&Limits::none()));
            if to < 2 {
                continue;
            }
            let refused = |lie: SavedQuotient| {
                MisereQuotient::resume(whole.source().clone(), lie, &Limits::none()).is_err()
            };
            let mut lie = saved.clone();
            lie.phi[2] = (lie.phi[2] + 1) % (saved.growth.last().unwrap().order as u32);
            assert!(refused(lie));
            let mut lie = saved.clone();
            lie.p.pop();
            assert!(refused(lie));
            assert!(refused(SavedQuotient { game: "0.3".into(), ..saved }));
        }
    }
}

/// The bound for a quotient that was not finished is below the truth and above what is known.
#[test]
fn an_unfinished_step_gives_a_lower_bound() {
    // Q_33(0.07) has order 638; a bound of 12 copies stops it and later ones do not.
    let mut search = MisereQuotient::of_heaps("0.07".parse().unwrap());
    search.extend_to(32, &Limits::none()).unwrap();
    search.set_bound(3);
    search.extend_to(33, &Limits::none()).unwrap();
    let Status::Diverging(_) = search.status() else { panic!("three copies are too few") };
    let bound = search.next_order_at_least().unwrap();
    assert!((552..=638).contains(&bound), "{bound}");
    search.set_bound(160);
    search.extend_to(33, &Limits::none()).unwrap();
    assert_eq!(search.size(&Limits::none()).unwrap(), (638, 109));
    // Infinite at heap 7: any number is a lower bound, the one given is above Q_6.
    let mut search = MisereQuotient::of_heaps("0.3122".parse().unwrap());
    search.extend_to(7, &Limits::none()).unwrap();
    assert!(search.next_order_at_least().unwrap() > 52);
}

/// A hundred thousand generators, no two alike, with few values.
#[test]
fn large_lists_are_placed() {
    let mut rules = Rules::new();
    let mut sums: Vec<Vec<u32>> = vec![vec![]];
    for n in 1..100_000usize {
        // A path on which one may stop at any time.
        let options = [sums[n - 1].clone(), vec![]];
        sums.push(rules.add(options));
    }
    assert!(rules.len() > 90_000);
    let mut search = MisereQuotient::of_rules(rules);
    let status = search.extend_to(u64::MAX, &Limits::none()).unwrap().clone();
    assert_eq!(status, Status::Complete(Vec::new()));
    assert_eq!(search.size(&Limits::none()).unwrap(), (6, 2));
}
