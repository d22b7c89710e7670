//! Sixty codes of all kinds, and their values by any method.

use impartial::heap::{GrundySequence, HeapCode, Method, Shape, Values};
use impartial::limits::Limits;

pub fn code(text: &str) -> HeapCode {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub fn values(text: &str, last: usize, method: Method) -> Values {
    let mut sequence = GrundySequence::with_method(code(text), method);
    sequence.extend_to(last as u64, &Limits::none()).expect("no limit was set");
    sequence.values().clone()
}

/// Sixty codes of all kinds, with the last heap to which the definition, which looks at every option, is quick.
const SIXTY: [(&str, usize); 60] = [
    // Octal codes: with few rare heaps, with many, with none; in the value form and in the position form.
    ("0.6", 1500),
    ("0.16", 1500),
    ("0.56", 1500),
    ("0.644", 1500),
    ("0.104", 1500),
    ("0.106", 1500),
    ("0.054", 1500),
    ("0.454", 1500),
    ("0.354", 1500),
    ("0.07", 1500),
    ("0.04", 1500),
    ("0.76", 1500),
    ("0.127", 1500),
    ("0.376", 1500),
    ("0.167", 1500),
    ("0.165", 1500),
    ("0.45", 1500),
    ("0.156", 1500),
    ("0.356", 1500),
    ("0.15", 1500),
    ("0.007", 1500),
    ("0.137", 1500),
    ("0.205", 1500),
    ("0.324", 1500),
    ("0.174", 1500),
    ("0.143", 1500),
    ("0.414", 1500),
    ("0.1777", 1500),
    ("0.00000007", 1500),
    ("0.(04)^6", 700),
    // A digit before the point.
    ("4.44", 1500),
    ("4.7", 1500),
    ("4.05", 1500),
    ("4.302", 1500),
    ("8.2", 150),
    ("C.9", 150),
    // Hexadecimal digits and further ones.
    ("0.8", 150),
    ("0.3F", 150),
    ("0.9C", 150),
    ("0.7B", 150),
    ("0.G", 60),
    ("0.3Z", 50),
    ("0.{0,2,4}", 60),
    ("0.{2+}", 34),
    ("0.1{0,3+}", 34),
    // Digits that repeat for ever.
    ("0.[3]", 1500),
    ("4.[3]", 1000),
    ("0.[3310]", 1500),
    ("0.[7]", 150),
    ("0.37(04)^w", 150),
    ("0.[08]", 60),
    // Conditions on what is left, and on the heap.
    ("4!.0", 1500),
    ("4@{3}.0", 1500),
    ("4?.7!3", 1000),
    ("0.F!", 150),
    ("C=.7", 150),
    // Sets of numbers to take, or not to take.
    ("subtraction(1,3,4)", 1500),
    ("subtraction(2,5,7,19,31)", 1500),
    ("allbut(2,5)", 1500),
    ("allbut(3,7,8,11,40,61)", 1500),
];

/// Does something for each of sixty codes, on two threads.
pub fn for_each_of_sixty(check: impl Fn(&str, usize) + Sync) {
    std::thread::scope(|scope| {
        for half in 0..2 {
            let check = &check;
            scope.spawn(move || {
                SIXTY.iter().skip(half).step_by(2).for_each(|(text, quick)| check(text, *quick));
            });
        }
    });
}

/// How far sets of nim-sums go in a second or so: pairs cost n, parts of three n of whole sets.
pub fn dense_reach(code: &HeapCode) -> usize {
    let unconditional = (0..100).all(|k| code.digit(k).shape() == Shape::Any);
    match code.max_parts() {
        Some(0 | 1) => 100_000,
        Some(2) => 12_000,
        Some(_) if unconditional => 1000,
        None if unconditional => 300,
        _ => 120,
    }
}
