//! `impartial nim EXPR`: arithmetic in Conway's Field On_2; `impartial nim --table N`: the multiplication table.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use impartial::claim::Claim;
use impartial::nim::AlgebraicClosure;
use impartial::nim::calculator::{FUNCTIONS, Value, evaluate};
use impartial::question::Certificate;
use impartial_picture::mathml;
use serde_json::{Map, json};

use self::table::{NimTable, Order};
use crate::answer::{Answer, write_file};
use crate::context::{Context, Format};
use crate::failure::Failure;

mod table;

/// Arithmetic in Conway's Field On_2.
#[derive(Args)]
#[command(after_help = functions())]
pub struct Nim {
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
        "+ * / are the Field operations, ** is a power with an ordinary integer, w is omega, w^… an ordinal.\n\nFunctions:\n",
    );
    for (name, arguments, meaning) in FUNCTIONS {
        let _ = writeln!(text, "  {:16} {meaning}", format!("{name}({arguments})"));
    }
    text
}

impl Nim {
    /// Answers the question.
    pub fn run(self, context: &Context) -> Result<Answer, Failure> {
        if let Some(size) = self.table {
            return NimTable::new(size, self.by, self.select.as_deref())?.answer(context);
        }
        let text = self.expression.unwrap_or_default();
        context.expect_format("nim", &[Format::Text, Format::Json, Format::Latex, Format::Mathml])?;
        let mut field = AlgebraicClosure::new(context.limits.clone());
        let cache = Cache::read(&mut field);
        let mut fields = Map::new();
        fields.insert("expression".into(), json!(text));
        let value = match evaluate(&text, &mut field) {
            Ok(value) => value,
            Err(error) if error.is_understood => {
                return Ok(Answer::unanswered(fields, error.message));
            }
            Err(error) => {
                let failure = Failure::new(error.message).at(&text, error.span);
                return Err(match error.help {
                    Some(help) => failure.help(help),
                    None => failure,
                });
            }
        };
        let used = match field.used_excesses() {
            Ok(used) => used,
            Err(error) => return Ok(Answer::unanswered(fields, error.to_string())),
        };
        cache.write(&field);
        fields.insert("value".into(), json!(value.to_string()));
        if context.mathml {
            fields.insert("mathml".into(), json!(mathml::expression(&value.to_string())));
        }
        if let Value::List(values) = &value {
            fields.insert("values".into(), json!(values.iter().map(ToString::to_string).collect::<Vec<_>>()));
        }
        let mut ground = "exact arithmetic in the Field On_2".to_owned();
        if !used.is_empty() {
            let list: Vec<String> = used.iter().map(|(prime, m)| format!("m_{prime} = {m}")).collect();
            let _ = write!(ground, ", with the excesses {}", list.join(", "));
        }
        let claim = match field.citation() {
            Some(source) => Claim::Cited(format!("{source}; else {ground}")),
            None => Claim::Proved(ground),
        };
        let body = match context.format {
            Format::Latex => format!("${}$\n", value.to_latex()),
            Format::Mathml => mathml::expression(&value.to_string()) + "\n",
            _ => format!("{value}\n"),
        };
        let certificate = (!used.is_empty())
            .then(|| Ok(Certificate::of(&json!({ "kind": "nim-excess", "excesses": used }))));
        Ok(Answer { certificate, ..Answer::new(body, fields, claim) })
    }
}

/// The excesses worked out so far, in the user's cache directory. They can be worked out again, so whatever is wrong
/// with the file is no error.
struct Cache {
    path: Option<PathBuf>,
    known: usize,
}

impl Cache {
    fn read(field: &mut AlgebraicClosure) -> Self {
        let directory = std::env::var_os("XDG_CACHE_HOME")
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
            .or_else(|| std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache")));
        let path = directory.map(|directory| directory.join("impartial").join("excess-1.txt"));
        let text = path.as_ref().and_then(|path| std::fs::read_to_string(path).ok()).unwrap_or_default();
        // Lines "p m c"; the last number guards against a file that was cut or edited.
        let entries = text.lines().filter_map(|line| {
            let numbers: Option<Vec<u64>> = line.split(' ').map(|number| number.parse().ok()).collect();
            match numbers?[..] {
                [prime, m, sum] if sum == guard(prime, m) => Some((prime, m)),
                _ => None,
            }
        });
        let mut known = 0;
        for (prime, m) in entries {
            field.remember_excess(prime, m);
            known += 1;
        }
        Cache { path, known }
    }

    fn write(&self, field: &AlgebraicClosure) {
        let Some(path) = &self.path else { return };
        if field.known_excesses().count() == self.known {
            return;
        }
        let Some(directory) = path.parent() else { return };
        if std::fs::create_dir_all(directory).is_ok() {
            // A cache that cannot be written costs time, not truth.
            let _ = write_file(path, |out| {
                field
                    .known_excesses()
                    .try_for_each(|(prime, m)| writeln!(out, "{prime} {m} {}", guard(prime, m)))
            });
        }
    }
}

fn guard(prime: u64, m: u64) -> u64 {
    prime.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23) ^ m.wrapping_mul(0xc2b2_ae3d_27d4_eb4f)
}
