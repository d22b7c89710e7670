//! The nimbers of every group of the orders given, as CSV.

use impartial::question::{GroupColumn, GroupRow, GroupsQuestion, Refused};

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
    manner.expect_format("groups", &[Format::Text, Format::Csv, Format::Json])?;
    question.orders()?;
    let mut answer = question.ask_from(kept, finished, &manner.asking)?;
    let text = groups_header(question) + &groups_lines(&answer.value.rows);
    if manner.format != Format::Json {
        answer.value.rows.clear();
    }
    if manner.format == Format::Text {
        // The default form is CSV, and nothing else.
        answer.claims.clear();
    }
    Report::rendered(Body::Text(text), answer)
}
