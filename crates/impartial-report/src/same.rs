//! `impartial same CODE CODE`: are two codes the same game? With a proof, or the first heap or sum that differs.

use std::fmt::Write as _;

use impartial::heap::{Canonical, HeapCode, Relation};
use impartial::misere::MisereRelation;
use impartial::question::{Question as _, Refused, SameQuestion, SameValue};

use crate::format::Format;
use crate::manner::Manner;
use crate::report::{Body, Report};

/// Whether two codes are the same game.
///
/// # Errors
/// When a code is not understood, or the form is none of the question.
pub fn same(question: &SameQuestion, manner: &Manner<'_>) -> Result<Report, Refused> {
    manner.expect_format("same", &[Format::Text, Format::Json])?;
    let answer = question.ask(&manner.asking)?;
    let value = &answer.value;
    let (x, y) = &value.canonical;
    let mut text = String::new();
    if manner.asking.explain || x.shift + y.shift > 0 {
        write_form(&mut text, &value.first, x);
        write_form(&mut text, &value.second, y);
    }
    write_normal(&mut text, value);
    write_misere(&mut text, value);
    Report::rendered(Body::Text(text), answer)
}

/// The canonical form of a code, where it is another.
fn write_form(text: &mut String, code: &HeapCode, canonical: &Canonical) {
    let _ = match canonical.shift {
        0 if *code == canonical.code => Ok(()),
        0 => writeln!(text, "{code} is {}", canonical.code),
        shift => writeln!(text, "{code} is {} with each heap {shift} smaller", canonical.code),
    };
}

fn write_normal(text: &mut String, value: &SameValue) {
    let SameValue { first, second, .. } = value;
    let (x, y) = value.shifts();
    let heap = |shift: u64| if shift == 0 { "n".to_owned() } else { format!("n+{shift}") };
    let named = format!("heap {} of {first} is heap {} of {second}", heap(x), heap(y));
    let _ = match &value.normal {
        Some(Relation::SameGame { .. }) => {
            writeln!(text, "the same game in normal and misère play: {named}")
        }
        Some(Relation::SameValues { .. }) => {
            writeln!(text, "the same Grundy values, so the same game in normal play: {named}")
        }
        Some(Relation::Multiple { times, second_repeats, .. }) => {
            let (long, short) = if *second_repeats { (second, first) } else { (first, second) };
            writeln!(
                text,
                "{long} repeats every Grundy value of {short} {times} times (heaps as in the canonical forms)"
            )
        }
        Some(Relation::Different { heap, values: (a, b), .. }) if x == y => {
            writeln!(text, "different: heap {} has value {a} in {first} and {b} in {second}", heap + x)
        }
        Some(Relation::Different { heap, values: (a, b), .. }) => {
            let (x, y) = (heap + x, heap + y);
            writeln!(text, "different: heap {x} of {first} has value {a}, heap {y} of {second} has value {b}")
        }
        Some(Relation::NoDifference { last }) => {
            writeln!(text, "no difference in Grundy value up to heap {last}")
        }
        None => writeln!(text, "not decided"),
    };
}

fn write_misere(text: &mut String, value: &SameValue) {
    let sum = |heaps: &[u64]| heaps.iter().map(u64::to_string).collect::<Vec<_>>().join("+");
    let _ = match (&value.misere, value.heaps_that_differ()) {
        (None, _) => Ok(()),
        (Some(MisereRelation::Same(_)), _) => {
            writeln!(text, "the same in misère play: every sum of heaps has the same outcome")
        }
        (Some(MisereRelation::Different { outcomes, .. }), Some((x, y))) => writeln!(
            text,
            "different in misère play: {}[{}] is {}, {}[{}] is {}",
            value.first,
            sum(&x),
            outcomes.0,
            value.second,
            sum(&y),
            outcomes.1
        ),
        (Some(MisereRelation::NoDifference { last }), _) => {
            writeln!(text, "no difference in misère play in sums of heaps up to {last}")
        }
        (Some(MisereRelation::Different { .. }), None) => Ok(()),
    };
}
