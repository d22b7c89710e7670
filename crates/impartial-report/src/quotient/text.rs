//! A quotient as people read it.

use std::fmt::Write as _;

use impartial::heap::ArithmeticPeriod;
use impartial::misere::Element;
use impartial::misere::Source;
use impartial::misere::UltimateNim;
use impartial::misere::period::Period;
use impartial::question::QuotientValue;
use impartial::question::quotient::{MexRow, QuotientComparison, QuotientDetail, QuotientElements};

use super::super::algebraic;
use super::infinite_text;
use super::listing::{texts, wrap, write_list, write_rows};
use crate::quotient_formats::{shape_of_table, structure_text};

/// Values of more positions than this are not listed.
const LISTED: usize = 2000;

/// The answer for people; with `explain`, how the quotient grew and its structure.
pub fn text(value: &QuotientValue, explain: bool) -> String {
    if let Some(infinite) = &value.infinite {
        let before = match (explain, value.size()) {
            (true, _) => format!("before:\n{}", finite(value, true)),
            (false, Some((order, p_order))) => {
                let which = infinite.before(value.heap());
                format!("the quotient {which} is finite: order {order}, {p_order} in P\n")
            }
            (false, None) => String::new(),
        };
        return infinite_text::text(infinite, explain) + &before;
    }
    if let Some(nim) = &value.ultimate_nim {
        return format!("{}{}", ultimately_nim(nim), finite(value, explain));
    }
    if let Some(solved) = &value.algebraic {
        let before = finite(value, explain);
        let before = before.lines().next().unwrap_or_default();
        return format!("{}{before}\n", algebraic::text(solved, explain));
    }
    let mut out = finite(value, explain);
    if let Some(rows) = &value.mex {
        write_mex(&mut out, rows);
    }
    if let Some(comparison) = &value.comparison {
        write_comparison(&mut out, comparison);
    }
    out
}

/// What heaps do that are not in the finite quotient.
fn ultimately_nim(nim: &UltimateNim) -> String {
    let ArithmeticPeriod { length, first, saltus } = nim.law();
    let (code, last) = (nim.code(), nim.last_small());
    let which = if nim.is_tame() { ", that of Nim" } else { "" };
    format!(
        "{code}, all heaps: the misère quotient is infinite{which}\n\
         nim-values grow by {saltus} with period {length} from heap {first} on\n\
         a sum with a heap above {last} is in P exactly if its nim-value is 0; other sums by their value in what follows\n"
    )
}

/// The finite quotient of what was done.
fn finite(value: &QuotientValue, explain: bool) -> String {
    let mut out = format!("misère quotient of {}: ", value.scope());
    let Some((order, p_order)) = value.size() else {
        let _ = writeln!(out, "order at least {}", value.order_at_least);
        write_growth(&mut out, value);
        return out;
    };
    let _ = write!(out, "order {order}, {p_order} in P");
    let (Some(elements), Some(detail)) = (&value.elements, &value.detail) else {
        out.push('\n');
        write_growth(&mut out, value);
        return out;
    };
    let kind = match (detail.tame_rank, &detail.name) {
        (Some(n), _) => format!("tame: T_{n}"),
        (None, Some(name)) => format!("wild: {name}"),
        (None, None) => "wild".to_owned(),
    };
    let _ = writeln!(out, ", {kind}");
    let presentation = &detail.presentation;
    let generators = format!("< {} |", detail.generator_names().join(", ")).replace("  ", " ");
    write_list(&mut out, "Q", &generators, &texts(presentation.relations()), ">");
    write_list(&mut out, "P", "{", &texts(&presentation.p_words(&elements.monoid)), "}");
    write_kernel(&mut out, detail);
    if explain {
        write_growth(&mut out, value);
        let yes = |is: bool| if is { "yes" } else { "no" };
        let (regular, faithful) = (yes(detail.is_regular), yes(detail.is_faithful));
        let _ = writeln!(out, "regular: {regular}; faithful: {faithful}");
        out.push_str(&structure_text(&elements.monoid, detail));
    }
    write_values(&mut out, value, elements, detail);
    out
}

/// The kernel, and the answers to the questions of [PS, Section 8].
fn write_kernel(out: &mut String, detail: &QuotientDetail) {
    let (kernel, identity) = (detail.structure.kernel().len(), detail.structure.kernel_identity());
    let z = detail.word(identity);
    let holds = if detail.nimbers.is_some() { "holds" } else { "fails" };
    let _ = writeln!(out, "kernel of order {kernel} with identity {z}; the normal kernel hypothesis {holds}");
    let place = if detail.is_identity_in_p { "in P" } else { "not in P" };
    let meets = match detail.kernel_p_nimbers.as_deref() {
        None => String::new(),
        Some([]) => "; the kernel does not meet P".to_owned(),
        Some([one]) => format!("; the kernel meets P at nim-value {one}"),
        Some(several) => {
            let values: Vec<String> = several.iter().map(ToString::to_string).collect();
            format!("; the kernel meets P at nim-values {}", values.join(", "))
        }
    };
    let groups = match detail.subgroups_without_p.as_slice() {
        [] => "every maximal subgroup meets P".to_owned(),
        without => {
            let words = detail.words(without.iter().copied());
            format!("no element of P in the maximal subgroups of {}", words.join(", "))
        }
    };
    let _ = writeln!(out, "{z} is {place}{meets}; {groups}");
}

fn write_growth(out: &mut String, value: &QuotientValue) {
    let steps: Vec<String> = value
        .growth
        .iter()
        .map(|g| format!("{}: {}/{}", value.subject.position_name(g.heap), g.order, g.p_order))
        .collect();
    let _ = writeln!(out, "growth (position: order/P):");
    wrap(out, &steps, "      ", ",");
}

fn write_values(
    out: &mut String,
    value: &QuotientValue,
    elements: &QuotientElements,
    detail: &QuotientDetail,
) {
    for (name, sum) in value.subject.named.iter().take(LISTED) {
        if let Some(value) = elements.value(sum) {
            let _ = writeln!(out, "Phi({name}) = {}", detail.word(value));
        }
    }
    for (at, heaps) in elements.heaps.iter().enumerate() {
        match &value.subject.source {
            Source::Union(union) => drop(writeln!(out, "Phi of {}", union.codes()[at])),
            _ => out.push_str("Phi\n"),
        }
        write_phi(out, value, detail, heaps, value.periods().get(at).copied());
    }
}

/// Phi in rows of the period, as the papers print it.
fn write_phi(
    out: &mut String,
    value: &QuotientValue,
    detail: &QuotientDetail,
    phi: &[Element],
    period: Option<Period>,
) {
    let (columns, end) = shape_of_table(value, period, phi.len());
    if end <= 1 {
        return out.push_str("no heaps\n");
    }
    write_rows(out, &detail.words(phi[1..end].iter().copied()), columns);
    if phi.len() > end {
        let _ = writeln!(out, "… to heap {}", phi.len() - 1);
    }
}

fn write_mex(out: &mut String, rows: &[MexRow]) {
    out.push_str(
        "mex function: a set of options has the value x when it lies between a lower bound of x and M_x\n",
    );
    let braces = |words: &[String]| format!("{{{}}}", words.join(", "));
    for MexRow { element, meximal_set, lower_bounds } in rows {
        let lower = match lower_bounds {
            Some(bounds) => bounds.iter().map(|bound| braces(bound)).collect::<Vec<_>>().join(" "),
            None => format!("more than {}", MexRow::MOST_BOUNDS),
        };
        let _ = writeln!(out, "  x = {element}: M_x = {}, lower bounds {lower}", braces(meximal_set));
    }
}

fn write_comparison(out: &mut String, comparison: &QuotientComparison) {
    let QuotientComparison { other, images, .. } = comparison;
    let _ = match images {
        None => writeln!(out, "not isomorphic to the misère quotient of {other}"),
        Some(images) => {
            let arrows: Vec<String> = images.iter().map(|(g, word)| format!("{g} -> {word}")).collect();
            writeln!(out, "isomorphic to the misère quotient of {other} by {}", arrows.join(", "))
        }
    };
}
