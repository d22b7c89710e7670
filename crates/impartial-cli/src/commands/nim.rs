//! `impartial nim EXPR`: arithmetic in Conway's Field On_2; `impartial nim --table N`: the multiplication table.

use std::fmt::Write as _;

use clap::Args;
use impartial::nim::calculator::FUNCTIONS;
use impartial_report::{self as report, Order, Report};

use crate::choice::choice;
use crate::context::Context;
use crate::failure::Failure;

/// Arithmetic in Conway's Field On_2.
#[derive(Args)]
#[command(after_help = functions())]
pub struct NimArguments {
    /// The expression, for example 'w^w^13 ** 47', '1/(w+1)', 'a = 5; a*a + a', 'roots(2, 3)'
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
            Some(size) => Ok(report::nim_table(size, self.by, self.select.as_deref(), &manner)?),
            None => Ok(report::nim(self.expression.unwrap_or_default(), &manner)?),
        }
    }
}
