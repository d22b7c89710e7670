//! Values that grow regularly: every law that the values show is proved, and every law that fails later is refuted.

use impartial::heap::{ArithmeticPeriod, GrundySequence, HeapCode, Method, Values};
use impartial::limits::Limits;

/// Every seventh of the codes with a digit before the point and one or two hexadecimal digits after it, once or for ever;
/// and C.1 and C.11, whose first 128 heaps obey a law that later ones break. Octal codes cannot grow.
fn codes() -> Vec<HeapCode> {
    let hexadecimal = "0123456789ABCDEF";
    let mut texts = vec!["C.11".to_owned()];
    for zeroth in ["0", "4", "8", "C"] {
        for a in hexadecimal.chars() {
            texts.push(format!("{zeroth}.{a}"));
            texts.push(format!("{zeroth}.[{a}]"));
            let pairs = hexadecimal.chars().enumerate().filter(|(at, _)| (at + a as usize).is_multiple_of(7));
            texts.extend(pairs.map(|(_, b)| format!("{zeroth}.{a}{b}")));
        }
    }
    let codes = texts.iter().map(|text| text.parse::<HeapCode>().expect("all of these are codes"));
    codes.filter(|code| !code.is_octal() || !code.is_finite()).collect()
}

fn values(code: &HeapCode, last: u64) -> Values {
    let mut sequence = GrundySequence::with_method(code.clone(), Method::Dense);
    sequence.extend_to(last, &Limits::none()).expect("no limit was set");
    sequence.values().clone()
}

fn obeys(values: &Values, law: ArithmeticPeriod) -> bool {
    let value = |heap: u64| values.get(heap as usize).map(u64::from);
    (law.first..values.len() as u64 - law.length)
        .all(|heap| value(heap).map(|value| value + law.saltus) == value(heap + law.length))
}

#[test]
fn what_is_seen_is_proved_or_refuted() {
    let (mut proved, mut refuted) = (0, 0);
    for code in codes() {
        let all = values(&code, 511);
        for count in [128, 256] {
            let few: Values = all.iter().take(count).collect();
            let Some(law) = ArithmeticPeriod::observe(&few) else { continue };
            let answer = law.prove(&code, &few, &Limits::none()).expect("no limit was set");
            assert_eq!(answer, Some(obeys(&all, law)), "{code}: {law:?} in {count} heaps");
            if answer == Some(true) {
                proved += 1;
            } else {
                refuted += 1;
            }
        }
    }
    assert!(proved > 200 && refuted >= 2, "{proved} proved, {refuted} refuted");
}

#[test]
fn a_single_wrong_value_makes_the_law_fail() {
    for text in ["0.8", "0.3F", "8.2", "4.[3]", "4.9", "0.[9]"] {
        let code: HeapCode = text.parse().expect("a code");
        let right = values(&code, 127);
        let law = ArithmeticPeriod::observe(&right).expect("it grows");
        assert_eq!(law.prove(&code, &right, &Limits::none()), Ok(Some(true)), "{text}");
        // The same wrong value in every period is a law too, but not that of this game.
        for at in law.first.max(1)..law.first.max(1) + law.length {
            let wrong: Values = (0..)
                .zip(right.iter())
                .map(|(heap, value)| {
                    let same = heap >= law.first && (heap - at.min(heap)).is_multiple_of(law.length);
                    if heap >= at && same { value + 1 } else { value }
                })
                .collect();
            assert_eq!(law.prove(&code, &wrong, &Limits::none()), Ok(Some(false)), "{text}: heap {at}");
        }
    }
}

#[test]
fn games_that_never_break_heaps() {
    for (text, law) in [
        ("nim", (1, 0, 1)),
        ("allbut(2,5,9)", (4, 0, 2)),
        ("allbut(3,7,8,11,40,61)", (24, 19, 8)),
        ("0.[03]", (2, 0, 1)),
        ("0.[12]", (2, 1, 1)),
        ("0.[3@{9}]", (1, 8, 1)),
    ] {
        let code: HeapCode = text.parse().expect("a code");
        let mut sequence = GrundySequence::new(code.clone());
        sequence.find_period(400, &Limits::none()).expect("no limit was set");
        let found = sequence.arithmetic_period().map(|law| (law.length, law.first, law.saltus));
        assert_eq!(found, Some(law), "{text}");
        let far = values(&code, 2000);
        assert!(
            (0..=2000).all(|heap| sequence.value(heap) == far.get(heap as usize).map(u64::from)),
            "{text}"
        );
    }
}

#[test]
fn infinite_codes_with_bounded_values_have_proved_periods() {
    for (text, length, first) in
        [("0.[5]", 1, 1), ("0.[30]", 2, 0), ("4.[1]", 1, 1), ("0.[05]", 2, 1), ("0.[010]", 3, 0)]
    {
        let code: HeapCode = text.parse().expect("a code");
        let mut sequence = GrundySequence::new(code.clone());
        let period = sequence.find_period(400, &Limits::none()).expect("no limit was set");
        assert_eq!(period.map(|period| (period.length, period.first)), Some((length, first)), "{text}");
        let far = values(&code, 1000);
        assert!(
            (0..=1000).all(|heap| sequence.value(heap) == far.get(heap as usize).map(u64::from)),
            "{text}"
        );
    }
}

#[test]
fn games_whose_pairs_must_differ_have_proved_periods() {
    for (text, length, first) in [
        ("0.05!", 20, 13),
        ("0.35!", 3, 21),
        ("4!.32", 5, 25),
        ("4?.5!2", 8, 22),
        ("4!.37!", 4, 1),
        ("0.[35!]", 2, 1),
        ("0.[7!0]", 2, 0),
    ] {
        let code: HeapCode = text.parse().expect("a code");
        let mut sequence = GrundySequence::new(code.clone());
        let period = sequence.find_period(2000, &Limits::none()).expect("no limit was set");
        assert_eq!(period.map(|period| (period.length, period.first)), Some((length, first)), "{text}");
        let far = values(&code, 2000);
        assert!(
            (0..=2000).all(|heap| sequence.value(heap) == far.get(heap as usize).map(u64::from)),
            "{text}"
        );
    }
}

#[test]
fn shapes_and_unbounded_numbers_of_heaps_are_not_claimed() {
    for text in ["0.{2+}", "0.8!", "0.[3{2+}]", "4=.[3]"] {
        let mut sequence = GrundySequence::new(text.parse().expect("a code"));
        sequence.extend_to(120, &Limits::none()).expect("no limit was set");
        assert_eq!(sequence.arithmetic_period(), None, "{text}");
        assert!(impartial::heap::why_no_theorem(sequence.code()).is_some(), "{text}");
    }
}
