//! `impartial same CODE CODE`: are two codes the same game? With a proof, or the first heap that differs.

use clap::Args;
use impartial::claim::Claim;
use impartial::heap::{Canonical, HeapCode, Relation, compare};
use serde_json::{Map, Value, json};

use crate::answer::Answer;
use crate::commands::heap_code::{parse_code, parse_heap};
use crate::context::{Context, Format};
use crate::failure::Failure;

/// Whether two codes are the same game.
#[derive(Args)]
pub struct Same {
    /// One code
    first: String,
    /// The other
    second: String,
    /// Compare Grundy values up to this heap at most
    #[arg(long, value_name = "N", default_value = "20000")]
    to: String,
}

impl Same {
    /// Compares canonical forms, then values, then values under repetition.
    pub fn run(self, context: &Context) -> Result<Answer, Failure> {
        context.expect_format("same", &[Format::Text, Format::Json])?;
        let (first, second) = (parse_code(&self.first, false)?, parse_code(&self.second, false)?);
        let last = parse_heap(&self.to)?;
        let canonical = (first.canonical(), second.canonical());
        let (relation, stopped) = match compare(&first, &second, last, &context.limits) {
            Ok(relation) => (Some(relation), None),
            Err(reason) => (None, Some(reason.to_string())),
        };
        let form = |code: &HeapCode, canonical: &Canonical| match canonical.shift {
            0 if *code == canonical.code => String::new(),
            0 => format!("{code} is {}\n", canonical.code),
            shift => format!("{code} is {} with each heap {shift} smaller\n", canonical.code),
        };
        let forms = form(&first, &canonical.0) + &form(&second, &canonical.1);
        let heap = |shift: &u64| if *shift == 0 { "n".to_owned() } else { format!("n+{shift}") };
        let named =
            |(x, y): &(u64, u64)| format!("heap {} of {first} is heap {} of {second}", heap(x), heap(y));
        let mut fields = Map::new();
        fields.insert("first".into(), json!(first.to_string()));
        fields.insert("second".into(), json!(second.to_string()));
        fields
            .insert("canonical".into(), json!([canonical.0.code.to_string(), canonical.1.code.to_string()]));
        fields.insert("same".into(), Value::Null);
        let (text, claim) = match &relation {
            Some(Relation::SameGame { shifts }) => {
                fields.insert("same".into(), json!(true));
                fields.insert("plays".into(), json!(["normal", "misere"]));
                fields.insert("shifts".into(), json!([shifts.0, shifts.1]));
                let text = format!("the same game in normal and misère play: {}\n", named(shifts));
                (text, Claim::Proved("renaming heaps takes one code to the other".into()))
            }
            Some(Relation::SameValues { shifts }) => {
                fields.insert("same".into(), json!(true));
                fields.insert("plays".into(), json!(["normal"]));
                fields.insert("shifts".into(), json!([shifts.0, shifts.1]));
                let text = format!(
                    "the same Grundy values, so the same game in normal play: {}\nmisère play is not compared\n",
                    named(shifts)
                );
                (text, Claim::Proved("both have a proved period, and are equal for one common period".into()))
            }
            Some(Relation::Multiple { times, second_repeats, shifts }) => {
                fields.insert("same".into(), json!(false));
                fields.insert("times".into(), json!(times));
                fields.insert(
                    "repeats".into(),
                    json!(if *second_repeats { second.to_string() } else { first.to_string() }),
                );
                fields.insert("shifts".into(), json!([shifts.0, shifts.1]));
                let (long, short) = if *second_repeats { (&second, &first) } else { (&first, &second) };
                let text = format!(
                    "{long} repeats every Grundy value of {short} {times} times (heaps as in the canonical forms)\n"
                );
                (
                    text,
                    Claim::Proved(
                        "both have a proved period, and the repetition holds for one common period".into(),
                    ),
                )
            }
            Some(Relation::Different { heap, values, shifts }) => {
                fields.insert("same".into(), json!(false));
                fields.insert(
                    "first_difference".into(),
                    json!({
                        "heaps": [heap + shifts.0, heap + shifts.1], "values": [values.0, values.1],
                    }),
                );
                let (x, y) = (heap + shifts.0, heap + shifts.1);
                let text = if x == y {
                    format!(
                        "different: heap {x} has value {} in {first} and {} in {second}\n",
                        values.0, values.1
                    )
                } else {
                    format!(
                        "different: heap {x} of {first} has value {}, heap {y} of {second} has value {}\n",
                        values.0, values.1
                    )
                };
                (text, Claim::Proved("both values are computed".into()))
            }
            Some(Relation::NoDifference { last }) => {
                let text = format!("no difference in Grundy value up to heap {last}\n");
                (text, Claim::UpTo(format!("heap {last}")))
            }
            None => ("not decided\n".to_owned(), Claim::UpTo("what was computed".into())),
        };
        let text =
            if context.explain || canonical.0.shift + canonical.1.shift > 0 { forms + &text } else { text };
        Ok(Answer { stopped, ..Answer::new(text, fields, claim) })
    }
}
