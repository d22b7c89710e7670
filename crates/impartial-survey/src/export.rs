//! Rows written down: a table for people, CSV, LaTeX, one JSON object a line.

use std::io::{self, Write};

use serde_json::Value;

use crate::row::{COLUMNS, Row};

/// A form of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Columns for people.
    Table,
    /// All columns, comma-separated.
    Csv,
    /// A table that compiles.
    Latex,
    /// One JSON object a line.
    Lines,
}

/// What people see of a row.
const SHOWN: [&str; 9] =
    ["question", "game", "status", "order", "kernel", "period", "from", "nimber", "claim"];

fn shown(row: &Row) -> [String; 9] {
    let number = |number: Option<u64>| number.map_or_else(String::new, |number| number.to_string());
    let order = match (row.quotient_order, row.p_portion) {
        (Some(order), Some(p)) => format!("{order}/{p}"),
        _ => String::new(),
    };
    let saltus = row.saltus.map_or_else(String::new, |saltus| format!(" saltus {saltus}"));
    [
        row.question.clone(),
        row.game.clone(),
        row.status.key().to_owned(),
        order,
        number(row.kernel_order),
        number(row.period) + &saltus,
        number(row.first_period_heap),
        row.nimber.clone().unwrap_or_default(),
        match (row.claim.as_deref(), row.because.as_deref()) {
            (Some("proved"), _) => "PROVED".to_owned(),
            (Some("up_to"), Some(bound)) => {
                format!("UP TO {}", bound.split([':', ';', ',']).next().unwrap_or("").to_uppercase())
            }
            (Some("cited"), _) => "CITED".to_owned(),
            _ => String::new(),
        },
    ]
}

/// Writes rows in a form.
///
/// # Errors
/// When writing fails.
pub fn write_rows(rows: &[Row], form: Form, out: &mut dyn Write) -> io::Result<()> {
    match form {
        Form::Table => table(rows, out),
        Form::Latex => latex(rows, out),
        Form::Csv => {
            writeln!(out, "{}", COLUMNS.map(|column| column.name).join(","))?;
            rows.iter().try_for_each(|row| writeln!(out, "{}", csv(row)))
        }
        Form::Lines => rows.iter().try_for_each(|row| writeln!(out, "{}", Value::Object(row.to_json()))),
    }
}

fn table(rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
    let lines: Vec<[String; 9]> =
        std::iter::once(SHOWN.map(str::to_owned)).chain(rows.iter().map(shown)).collect();
    let width = |at: usize| lines.iter().map(|line| line[at].chars().count()).max().unwrap_or(0);
    // A column without a value is left out.
    let columns: Vec<(usize, usize)> = (0..SHOWN.len())
        .filter(|at| lines.iter().skip(1).any(|line| !line[*at].is_empty()))
        .map(|at| (at, width(at)))
        .collect();
    for line in &lines {
        let cells: Vec<String> = columns.iter().map(|(at, width)| format!("{:width$}", line[*at])).collect();
        writeln!(out, "{}", cells.join("  ").trim_end())?;
    }
    Ok(())
}

fn csv(row: &Row) -> String {
    let cell = |value: &Value| {
        let text = match value {
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
    };
    row.to_json().values().map(cell).collect::<Vec<_>>().join(",")
}

/// Text that LaTeX prints as it stands.
fn escaped(text: &str) -> String {
    text.chars().fold(String::new(), |mut out, character| {
        match character {
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => out.extend(['\\', character]),
            '\\' => out.push_str("\\textbackslash{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            _ => out.push(character),
        }
        out
    })
}

fn latex(rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
    let columns: Vec<usize> =
        (0..SHOWN.len()).filter(|at| rows.iter().any(|row| !shown(row)[*at].is_empty())).collect();
    let line = |cells: [String; 9]| {
        let cells: Vec<String> = columns.iter().map(|at| escaped(&cells[*at])).collect();
        cells.join(" & ") + " \\\\"
    };
    writeln!(out, "% \\usepackage{{longtable}}")?;
    writeln!(out, "\\begin{{longtable}}{{{}}}", "l".repeat(columns.len()))?;
    writeln!(out, "{} \\hline \\endhead", line(SHOWN.map(str::to_owned)))?;
    for row in rows {
        writeln!(out, "{}", line(shown(row)))?;
    }
    writeln!(out, "\\end{{longtable}}")
}
