//! Every way of computing Grundy values against the definition.

use crate::sixty::{code, dense_reach, for_each_of_sixty, values};
use impartial::heap::{GrundySequence, Method, Values, naive_values};
use impartial::limits::Limits;

fn agrees(text: &str, last: usize, method: Method) {
    let code = code(text);
    let expected = naive_values(&code, last);
    let mut sequence = GrundySequence::with_method(code, method);
    sequence.extend_to(last as u64, &Limits::none()).expect("no limit was set");
    let differs = (0..=last).find(|heap| sequence.values().get(*heap) != expected.get(*heap));
    assert_eq!(differs, None, "{text} by {method:?}");
    assert_eq!(sequence.values().checksum(), expected.checksum(), "{text} by {method:?}");
}

#[test]
fn sets_agree_with_the_definition_on_codes_of_all_kinds() {
    for text in
        ["0.8", "0.F", "C.8F", "8.3", "0.G", "0.Z1", "0.{2+}", "0.{1+}", "0.3{0,3+}", "{2+}.1", "0.{0,2,4+}"]
    {
        agrees(text, 32, Method::Dense);
    }
    for text in ["0.[3]", "4.[3]", "0.[7]", "0.1(45)^w", "0.[3310]", "allbut(2,5)", "0.[08]", "0.37(0F)^w"] {
        agrees(text, 60, Method::Dense);
    }
    for text in [
        "4!.0",
        "4?.0",
        "4=.3",
        "0.F!",
        "0.F?3",
        "C=.F",
        "4@{3}.0",
        "0.7@{9}3",
        "0.[7@{5}]",
        "0.{2+}!",
        "0.1{3+}=",
    ] {
        agrees(text, 26, Method::Dense);
    }
}

const OCTAL: [&str; 26] = [
    "0.6", "0.16", "0.56", "0.644", "0.104", "0.106", "0.054", "0.454", "0.354", "4.44", "0.07", "0.04",
    "0.76", "0.127", "0.376", "0.167", "0.165", "0.45", "0.156", "0.356", "4.7", "0.15", "0.007", "0.137",
    "0.205", "4.05",
];

#[test]
fn the_dense_method_agrees_with_the_definition_on_octal_codes() {
    OCTAL.iter().for_each(|text| agrees(text, 1500, Method::Dense));
}

#[test]
fn every_method_agrees_with_the_dense_one() {
    for text in OCTAL {
        let dense = values(text, 9000, Method::Dense);
        for method in [Method::Automatic, Method::Sparse, Method::Blocks] {
            let other = values(text, 9000, method);
            assert_eq!(
                (0..9001).find(|heap| dense.get(*heap) != other.get(*heap)),
                None,
                "{text} by {method:?}"
            );
        }
    }
}

#[test]
fn blocks_agree_with_single_heaps_far_out_and_across_rare_heaps() {
    // 0.16 has rare heaps to 13935 and 0.127 to 27106; 0.56 outgrows its tables on the way.
    for text in
        ["0.16", "0.56", "0.104", "0.106", "0.127", "0.354", "0.205", "0.324", "0.174", "0.644", "0.454"]
    {
        let (single, block) = (values(text, 70_000, Method::Sparse), values(text, 70_000, Method::Blocks));
        assert_eq!((0..70_001).find(|heap| single.get(*heap) != block.get(*heap)), None, "{text}");
    }
}

#[test]
fn wide_blocks_agree_with_single_heaps() {
    // Up to 256 common values; 0.6 has 1583 rare heaps, those of 0.376 go on past the end.
    for (text, last) in [("0.6", 60_000), ("4.44", 60_000), ("0.376", 60_000)] {
        let (single, block) = (values(text, last, Method::Sparse), values(text, last, Method::Blocks));
        assert_eq!((0..=last).find(|heap| single.get(*heap) != block.get(*heap)), None, "{text}");
    }
}

#[test]
fn threads_change_nothing() {
    for (text, last) in [("0.6", 70_000), ("4.44", 60_000), ("0.16", 90_000), ("0.127", 30_000)] {
        let one = values(text, last, Method::Blocks);
        for threads in [2, 5] {
            let mut many = GrundySequence::with_method(code(text), Method::Blocks).with_threads(threads);
            many.extend_to(last as u64, &Limits::none()).expect("no limit was set");
            assert_eq!(many.values().checksum(), one.checksum(), "{text} on {threads} threads");
            assert_eq!(many.values().max(), one.max(), "{text} on {threads} threads");
        }
    }
}

#[test]
fn a_run_stopped_anywhere_and_resumed_gives_the_same_checksum_whatever_the_kernel() {
    // Dense, sparse, block and wide kernels, with stops that a fixed multiplier spreads over the whole run.
    for (text, method, last) in [
        ("0.04", Method::Dense, 4000),
        ("0.76", Method::Automatic, 6000),
        ("0.8F", Method::Automatic, 200),
        ("0.[3310]", Method::Automatic, 400),
        ("0.6", Method::Sparse, 20_000),
        ("0.16", Method::Blocks, 60_000),
        ("0.104", Method::Blocks, 60_000),
        ("0.6", Method::Blocks, 60_000),
        ("4.44", Method::Blocks, 60_000),
    ] {
        let whole = values(text, last, method).checksum();
        let mut stop = 12_345u64;
        for _ in 0..4 {
            stop = stop.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let first = stop >> 16 & 0xffff_ffff;
            let mut part = GrundySequence::with_method(code(text), method);
            part.extend_to(first % last as u64, &Limits::none()).expect("no limit was set");
            let mut resumed = GrundySequence::from_bytes_with(&part.to_bytes(), method).expect("whole");
            resumed.extend_to(last as u64, &Limits::none()).expect("no limit was set");
            assert_eq!(
                resumed.values().checksum(),
                whole,
                "{text} by {method:?} stopped at {}",
                first % last as u64
            );
        }
    }
}

fn first_difference(a: &Values, b: &Values) -> Option<usize> {
    (0..a.len().max(b.len())).find(|heap| a.get(*heap) != b.get(*heap))
}

#[test]
fn sixty_codes_agree_with_the_definition_and_then_with_the_dense_method() {
    for_each_of_sixty(|text, quick| {
        let code = code(text);
        let expected = naive_values(&code, quick);
        let reach = dense_reach(&code).max(quick);
        let dense = values(text, reach, Method::Dense);
        let start: Values = dense.iter().take(quick + 1).collect();
        assert_eq!(first_difference(&expected, &start), None, "{text}, by the definition");
        for method in [Method::Automatic, Method::Sparse, Method::Blocks] {
            let other = values(text, reach, method);
            assert_eq!(first_difference(&dense, &other), None, "{text} by {method:?}");
        }
    });
}

/// To heap 2,000,000; with IMPARTIAL_EXTREME (`cargo xtask extreme`) to 10,000,000.
#[test]
fn kernels_agree_with_each_other_far_out() {
    let last = if std::env::var_os("IMPARTIAL_EXTREME").is_some() { 10_000_000 } else { 2_000_000 };
    std::thread::scope(|scope| {
        for text in ["0.104", "0.106", "0.16"] {
            scope.spawn(move || {
                let [single, block] =
                    [Method::Sparse, Method::Blocks].map(|method| values(text, last, method));
                assert_eq!(single.checksum(), block.checksum(), "{text}");
            });
        }
    });
}
