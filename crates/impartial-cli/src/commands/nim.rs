//! `impartial nim EXPR`: arithmetic in Conway's Field On_2; `impartial nim --table N`: the multiplication table.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use impartial::nim::calculator::FUNCTIONS;
use impartial::question::{NimQuestion, Question as _};
use impartial_picture::mathml;
use serde_json::json;

use self::table::Order;
use crate::answer::{Answer, Body, write_file};
use crate::context::{Context, Format};
use crate::failure::Failure;

mod table;

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
    #[arg(long, value_enum, default_value = "size", requires = "table")]
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
    pub fn run(self, context: &Context) -> Result<Answer, Failure> {
        if let Some(size) = self.table {
            return table::run(size, self.by, self.select.as_deref(), context);
        }
        context.expect_format("nim", &[Format::Text, Format::Json, Format::Latex, Format::Mathml])?;
        let memory = Memory::read();
        let remembered = memory.excesses.clone();
        let question = NimQuestion { expression: self.expression.unwrap_or_default(), remembered };
        let answer = question.ask(&context.asking())?;
        memory.write(&answer.value.costly_excesses);
        let text = match (&answer.value.value, context.format) {
            (None, _) => String::new(),
            (Some(value), Format::Latex) => format!("${}$\n", value.to_latex()),
            (Some(value), Format::Mathml) => mathml::expression(&value.to_string()) + "\n",
            (Some(value), _) => format!("{value}\n"),
        };
        let formula = answer.value.value.as_ref().map(|value| mathml::expression(&value.to_string()));
        let mut rendered = Answer::rendered(Body::Text(text), answer)?;
        if let Some(formula) = formula.filter(|_| context.mathml) {
            rendered.fields.insert("mathml".into(), json!(formula));
        }
        Ok(rendered)
    }
}

/// The excesses that took long to work out, in the user's cache directory: lines `p m`. Whatever is wrong with the file is no
/// error; a value that rests on it is not called proved.
struct Memory {
    path: Option<PathBuf>,
    excesses: Vec<(u64, u64)>,
}

impl Memory {
    fn read() -> Self {
        let directory = std::env::var_os("XDG_CACHE_HOME")
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
            .or_else(|| std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache")));
        let path = directory.map(|directory| directory.join("impartial").join("excess-2.txt"));
        let text = path.as_ref().and_then(|path| std::fs::read_to_string(path).ok()).unwrap_or_default();
        let pair = |line: &str| {
            let (prime, excess) = line.split_once(' ')?;
            // No excess above 4 is known.
            Some((prime.parse().ok()?, excess.parse().ok().filter(|excess| *excess < 64)?))
        };
        Memory { path, excesses: text.lines().filter_map(pair).collect() }
    }

    fn write(&self, found: &[(u64, u64)]) {
        let Some(path) = &self.path else { return };
        let mut all = self.excesses.clone();
        all.extend(found);
        all.sort_unstable();
        all.dedup_by_key(|(prime, _)| *prime);
        if all == self.excesses || path.parent().is_none_or(|folder| std::fs::create_dir_all(folder).is_err())
        {
            return;
        }
        // What cannot be written costs time, not truth.
        let _ = write_file(path, |out| all.iter().try_for_each(|(prime, m)| writeln!(out, "{prime} {m}")));
    }
}
