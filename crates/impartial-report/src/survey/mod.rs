//! The state of every code of a family in both plays: a chart, a list, a table.

mod chart;

use std::collections::HashMap;
use std::fmt::Write as _;

use impartial::heap::Period;
use impartial::question::{
    CodeState, Family, KeepRow, Refused, SURVEY_COLUMNS, SurveyQuestion, SurveyRow, SurveyValue,
    SurveyedQuotient,
};

use self::chart::Chart;
use crate::format::Format;
use crate::manner::Manner;
use crate::report::{Body, Report};

const FORMS: [Format; 4] = [Format::Text, Format::Csv, Format::Json, Format::Latex];

/// Refused if there is no such family, or it has no such form: to be known before any work.
///
/// # Errors
/// In these cases.
pub fn check_survey(family: &str, manner: &Manner<'_>) -> Result<(), Refused> {
    manner.expect_format("survey", &FORMS)?;
    if Family::read(family, manner.asking.files)?.row.is_none() && manner.format == Format::Latex {
        return Err(
            Refused::new("the codes of a file fill no chart").help("octal3, quaternary4 and the like do")
        );
    }
    Ok(())
}

/// Works through the family; what is `known` is not done again, and `keep` hears of each code that is done.
///
/// # Errors
/// When there is no such family, or the form is none of the question; when `keep` fails.
pub fn survey(
    question: &SurveyQuestion,
    known: &HashMap<String, SurveyRow>,
    keep: &KeepRow<'_>,
    manner: &Manner<'_>,
) -> Result<Report, Refused> {
    check_survey(&question.family, manner)?;
    let answer = question.ask_from(known, keep, &manner.asking)?;
    let text = text(&answer.value, manner.format);
    Report::rendered(Body::Text(text), answer)
}

fn text(value: &SurveyValue, format: Format) -> String {
    match (format, Chart::new(value)) {
        (Format::Csv, _) => {
            let lines = value.finished().map(|row| row.to_line() + "\n");
            format!("{SURVEY_COLUMNS}\n{}", lines.collect::<String>())
        }
        (Format::Latex, Some(chart)) => chart.latex(),
        (_, chart) => counts(value) + &chart.map_or_else(String::new, |chart| chart.text()) + &lines(value),
    }
}

/// How many codes are in each state; the sign is that of the chart.
fn counts(value: &SurveyValue) -> String {
    let mut text = String::new();
    for state in CodeState::ALL {
        let (words, sign, _) = chart::signs(state);
        let count = value.finished().filter(|row| row.state() == state).count();
        let _ = writeln!(text, "{count:>5} {sign} {words}");
    }
    text
}

/// A line for each code.
fn lines(value: &SurveyValue) -> String {
    let mut text = String::new();
    let period = |period: Option<Period>| {
        period.map_or_else(|| "-".to_owned(), |Period { length, first }| format!("{length} from {first}"))
    };
    for row in value.finished() {
        let SurveyedQuotient { order, p_portion, heap } = row.quotient;
        let saltus = row.saltus.map_or_else(String::new, |saltus| format!(", saltus {saltus}"));
        let _ = writeln!(
            text,
            "{:<8} {:<18} normal {:<18} misère {:<14} order {order}/{p_portion} at heap {heap}",
            row.code,
            row.state().key(),
            period(row.normal) + &saltus,
            period(row.misere),
        );
    }
    text
}
