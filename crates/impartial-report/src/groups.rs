//! Games on every group of a list, as CSV or a table for LaTeX.

use impartial::question::{GroupColumn, GroupProperty, GroupRow, GroupsQuestion, Refused};

use crate::format::{Choice, Format};
use crate::manner::Manner;
use crate::report::{Body, Report};

/// A game played on a group, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupsColumn(pub GroupColumn);

impl Choice for GroupsColumn {
    const CHOICES: &'static [(&'static str, Self, &'static str)] = &[
        ("dng", GroupsColumn(GroupColumn::Dng), "The avoidance game"),
        ("gen", GroupsColumn(GroupColumn::Gen), "The achievement game"),
        ("group", GroupsColumn(GroupColumn::Group), "The game of groups: quotients by normal closures"),
        ("subgroups", GroupsColumn(GroupColumn::Subgroups), "The game of subgroups"),
    ];
}

/// A property of a group, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupsProperty(pub GroupProperty);

impl Choice for GroupsProperty {
    const CHOICES: &'static [(&'static str, Self, &'static str)] = &{
        let mut choices = [("", GroupsProperty(GroupProperty::Structure), ""); GroupProperty::ALL.len()];
        let mut at = 0;
        while at < choices.len() {
            let (name, property, help) = GroupProperty::ALL[at];
            choices[at] = (name, GroupsProperty(property), help);
            at += 1;
        }
        choices
    };
}

/// The rows as a table for LaTeX.
fn latex(columns: &[String], rows: &[GroupRow]) -> String {
    let mut text = format!("\\begin{{tabular}}{{{}}}\n", "l".repeat(columns.len()));
    let header: Vec<String> = columns.iter().map(|name| name.replace('_', "\\_")).collect();
    text += &format!("{} \\\\ \\hline\n", header.join(" & "));
    for row in rows {
        let cells: Vec<String> = row
            .cells()
            .iter()
            .map(|cell| if cell.is_empty() { String::new() } else { format!("${}$", formula(cell)) })
            .collect();
        text += &format!("{} \\\\\n", cells.join(" & "));
    }
    text + "\\end{tabular}\n"
}

/// The name of a group as a formula: `Z4 x Z2` is Z_{4} \times Z_{2}.
pub(crate) fn formula(name: &str) -> String {
    let mut text = String::new();
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let kind = |sign: char| (sign.is_alphabetic(), sign.is_ascii_digit());
        let end = rest.find(|sign| kind(sign) != kind(first)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        let follows_letter = text.ends_with(|sign: char| sign.is_alphabetic() || sign == '}');
        match word {
            "x" => text += "\\times ",
            "wr" => text += "\\wr ",
            _ if first.is_alphabetic() && word.chars().count() > 1 => text += &format!("\\mathrm{{{word}}}"),
            _ if first.is_ascii_digit() && follows_letter => text += &format!("_{{{word}}}"),
            // Signs by themselves; spaces between the numbers of a list remain.
            _ if first.is_alphanumeric() => text += word,
            _ => {
                for sign in word.chars() {
                    match sign {
                        ':' => text += "\\rtimes ",
                        ' ' if after.starts_with(|next: char| next.is_ascii_digit()) => text += "\\ ",
                        ' ' => {}
                        '{' | '}' | '%' | '#' | '&' | '_' | '$' => text += &format!("\\{sign}"),
                        '<' => text += "\\langle ",
                        '>' => text += "\\rangle ",
                        _ => text.push(sign),
                    }
                }
            }
        }
        rest = after;
    }
    text
}

/// The first line of a list.
pub fn groups_header(question: &GroupsQuestion) -> String {
    question.columns().join(",") + "\n"
}

/// A line for each row.
pub fn groups_lines(rows: &[GroupRow]) -> String {
    rows.iter().map(|row| format!("{row}\n")).collect()
}

/// Works through the orders after those that were `kept`; `finished` hears of each, and ends the work with `false`.
///
/// # Errors
/// When the orders are not understood, or the form is none of the question.
pub fn groups(
    question: &GroupsQuestion,
    kept: Vec<GroupRow>,
    finished: &mut (dyn FnMut(&[GroupRow]) -> bool + Send),
    manner: &Manner<'_>,
) -> Result<Report, Refused> {
    manner.expect_format("groups", &[Format::Text, Format::Csv, Format::Latex, Format::Json])?;
    question.is_understood()?;
    let mut answer = question.ask_from(kept, finished, &manner.asking)?;
    let text = match manner.format {
        Format::Latex => latex(&answer.value.columns, &answer.value.rows),
        _ => groups_header(question) + &groups_lines(&answer.value.rows),
    };
    if manner.format != Format::Json {
        answer.value.rows.clear();
    }
    if manner.format == Format::Text {
        // The default form is CSV, and nothing else.
        answer.claims.clear();
    }
    Report::rendered(Body::Text(text), answer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_formulas() {
        for (name, expected) in [
            ("Z4 x Z2", "Z_{4}\\times Z_{2}"),
            ("Dih(Z3 x Z3)", "\\mathrm{Dih}(Z_{3}\\times Z_{3})"),
            ("SmallGroup(16,3)", "\\mathrm{SmallGroup}(16,3)"),
            ("Z7 : Z3", "Z_{7}\\rtimes Z_{3}"),
            ("(1,3,2)", "(1,3,2)"),
            ("0 1 2", "0\\ 1\\ 2"),
            ("12", "12"),
        ] {
            assert_eq!(formula(name), expected);
        }
    }
}
