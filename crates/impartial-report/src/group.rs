//! `impartial group G`: what an algebraist wants to know about a finite group first.

use std::fmt::Write as _;

use impartial::question::{
    GroupFound, GroupProperties, GroupQuestion, GroupValue, MaximalFound, Question as _, Refused,
    SubgroupFound,
};

use crate::format::Format;
use crate::manner::Manner;
use crate::report::{Body, Report};

/// A finite group, described.
///
/// # Errors
/// When the group is not understood, or the form is none of the question.
pub fn group(question: &GroupQuestion, manner: &Manner<'_>) -> Result<Report, Refused> {
    manner.expect_format("group", &[Format::Text, Format::Json])?;
    let answer = question.ask(&manner.asking)?;
    let text = answer.value.found.as_ref().map_or_else(String::new, |found| text(&answer.value, found));
    Report::rendered(Body::Text(text), answer)
}

/// Rows of a table that are printed; JSON has them all.
const ROWS: usize = 40;

fn text(value: &GroupValue, found: &GroupFound) -> String {
    let mut text = shortened(&value.group) + "\n";
    line(&mut text, "order", &found.order_factored());
    line(&mut text, "generators", &shortened(&found.generators.join(", ")));
    let number = found.small_group.flatten().map(|[order, id]| format!("SmallGroup({order},{id})"));
    let (early, late) = if found.is_identified_late() { (None, number) } else { (number, None) };
    let mut names: Vec<&String> = found.structure.iter().flatten().chain(&early).collect();
    names.dedup();
    if !names.is_empty() {
        let shown: Vec<&str> = names.into_iter().map(String::as_str).collect();
        line(&mut text, "structure", &shown.join(" = "));
    }
    if let Some(properties) = &found.properties {
        write_properties(&mut text, properties);
    }
    for (label, subgroup) in [("centre", &found.center), ("derived subgroup", &found.derived_subgroup)] {
        write_subgroup(&mut text, label, subgroup.as_ref(), found.order);
    }
    if let Some(classes) = &found.classes {
        line(&mut text, "conjugacy classes", &classes.len().to_string());
        let _ = writeln!(text, "    {:>8} {:>8}  representative", "order", "size");
        write_rows(&mut text, classes, |class| {
            let representative = shortened(&class.representative);
            format!("{:>8} {:>8}  {representative}", class.element_order, class.size)
        });
    }
    write_subgroup(&mut text, "Frattini subgroup", found.frattini_subgroup.as_ref(), found.order);
    if let Some(maximal) = &found.maximal_subgroups {
        write_maximal(&mut text, maximal);
    }
    if let Some(late) = late {
        line(&mut text, "in the list", &late);
    }
    text
}

fn line(text: &mut String, label: &str, value: &str) {
    let _ = writeln!(text, "  {label:<18}{value}");
}

fn write_properties(text: &mut String, properties: &GroupProperties) {
    let GroupProperties { abelian, nilpotent, solvable, perfect, simple, .. } = properties;
    let mut words = vec![match (abelian, nilpotent, solvable) {
        (true, ..) => "abelian",
        (_, true, _) => "nilpotent, not abelian",
        (_, _, true) => "solvable, not nilpotent",
        _ => "not solvable",
    }];
    words.extend(simple.then_some("simple"));
    words.extend((*perfect && !simple).then_some("perfect"));
    line(text, "properties", &words.join(", "));
    let derived: Vec<String> = properties.derived_series.iter().map(usize::to_string).collect();
    line(text, "derived series", &derived.join(" > "));
    line(text, "chief factors", &properties.chief_factors().join(", "));
    line(text, "exponent", &properties.exponent.to_string());
}

fn write_subgroup(text: &mut String, label: &str, subgroup: Option<&SubgroupFound>, whole: usize) {
    let Some(SubgroupFound { order, structure, generators }) = subgroup else { return };
    let mut shown = format!("order {order}");
    if let Some(structure) = structure.as_ref().filter(|_| *order > 1) {
        let _ = write!(shown, ", {structure}");
    }
    if *order > 1 && *order < whole {
        let _ = write!(shown, ", <{}>", generators.join(", "));
    }
    line(text, label, &shortened(&shown));
}

fn write_maximal(text: &mut String, maximal: &[MaximalFound]) {
    let all: usize = maximal.iter().map(|class| class.conjugates).sum();
    line(text, "maximal subgroups", &format!("{all} in {} classes", maximal.len()));
    if !maximal.is_empty() {
        let _ = writeln!(text, "    {:>8} {:>8} {:>8}  structure", "order", "index", "number");
    }
    write_rows(text, maximal, |MaximalFound { order, index, conjugates, structure, generators }| {
        let shown = structure.clone().unwrap_or_else(|| format!("<{}>", generators.join(", ")));
        format!("{order:>8} {index:>8} {conjugates:>8}  {}", shortened(&shown))
    });
}

fn write_rows<T>(text: &mut String, rows: &[T], show: impl Fn(&T) -> String) {
    for row in rows.iter().take(ROWS) {
        let _ = writeln!(text, "    {}", show(row));
    }
    if rows.len() > ROWS {
        let _ = writeln!(text, "    and {} more (all with --json)", rows.len() - ROWS);
    }
}

/// At most a line of a long text.
fn shortened(text: &str) -> String {
    const WIDTH: usize = 100;
    if text.chars().count() <= WIDTH {
        return text.to_owned();
    }
    text.chars().take(WIDTH - 1).chain(['…']).collect()
}
