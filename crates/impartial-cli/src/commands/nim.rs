//! `impartial nim EXPR`: arithmetic in Conway's Field On_2; `impartial nim --table N`: the multiplication table.

use std::fmt::Write as _;
use std::io::Write;
use std::process::ExitCode;

use clap::Args;
use impartial::nim::calculator::FUNCTIONS;
use impartial_report::{self as report, Body, Order, Report};

use crate::answer::write_standard_output;
use crate::choice::choice;
use crate::context::Context;
use crate::deadline;
use crate::failure::Failure;

/// Arithmetic in Conway's Field On_2.
#[derive(Args)]
#[command(after_help = functions())]
pub struct NimArguments {
    /// The expression, for example 'w^w^13 ** 47', '1/(w+1)', 'a = 5; a*a + a', 'roots(2, 3)'; `-` reads standard input, one a line
    #[arg(required_unless_present = "table")]
    expression: Option<String>,
    /// The multiplication table of all nimbers below N
    #[arg(long, value_name = "N", conflicts_with = "expression", value_parser = clap::value_parser!(u64).range(1..=1024))]
    table: Option<u64>,
    /// The order of rows and columns of a table
    #[arg(long, value_parser = choice::<Order>(), default_value = "size", requires = "table")]
    by: Order,
    /// In a picture: mark the product of two numbers: 5,6
    #[arg(long, value_name = "A,B", requires = "table")]
    select: Option<String>,
}

fn functions() -> String {
    let mut text = String::from(
        "+ * / are the Field operations, ** is a power with an ordinary integer, w is omega, w^… an ordinal, 2^64 and 0x10 are numbers.\n\nFunctions:\n",
    );
    for (name, arguments, meaning) in FUNCTIONS {
        let _ = writeln!(text, "  {:16} {meaning}", format!("{name}({arguments})"));
    }
    text
}

impl NimArguments {
    /// Answers the question.
    pub fn run(self, context: &Context) -> Result<Report, Failure> {
        let manner = context.manner();
        match self.table {
            None if self.expression.as_deref() == Some("-") => answer_lines(context),
            Some(size) => Ok(report::nim_table(size, self.by, self.select.as_deref(), &manner)?),
            None => Ok(report::nim(self.expression.unwrap_or_default(), &manner)?),
        }
    }
}

/// Answers the expressions of standard input line by line, as if each had been asked alone; empty lines are left out.
///
/// What is wrong with a line is told on standard error, and the next one is answered. At the end the exit status is 2 when a line was not
/// understood, else 1 when one has no answer.
fn answer_lines(context: &Context) -> Result<Report, Failure> {
    if context.certificate.is_some() || context.output.is_some() {
        return Err(Failure::new(
            "--certificate and -o are for one expression, not for those of standard input",
        ));
    }
    let (mut asked, mut refused, mut stopped) = (0u64, 0u64, 0u64);
    for (line, text) in (1u64..).zip(std::io::stdin().lines()) {
        let text = text.map_err(|error| Failure::new(format!("line {line} of standard input: {error}")))?;
        let expression = text.trim();
        if expression.is_empty() {
            continue;
        }
        asked += 1;
        match report::nim(expression.to_owned(), &context.manner()) {
            Ok(answer) => {
                stopped += u64::from(answer.stopped.is_some());
                let _pen = deadline::pen();
                let write =
                    |out: &mut dyn Write| answer.write(context.format, None, &context.late, out).map(|_| ());
                if write_standard_output(write) != ExitCode::SUCCESS {
                    return Err(Failure::new("standard output is closed"));
                }
            }
            Err(why) => {
                refused += 1;
                let _pen = deadline::pen();
                Failure::from(why).in_line(line).report();
            }
        }
        if context.limits.poll().is_err() {
            break;
        }
    }
    match (refused, stopped) {
        (0, 0) => Ok(Report::silent(Body::Text(String::new()))),
        (0, _) => Err(Failure::new(format!("{stopped} of {asked} expressions have no answer")).by_limit()),
        _ => Err(Failure::new(format!("{refused} of {asked} expressions were not understood"))),
    }
}
