//! `impartial algebraic CODE --to N`: an infinite quotient given by one presentation with an index, verified on the
//! partial quotients as far as one asks.

use std::fmt::Write as _;

use clap::Args;
use impartial::claim::Claim;
use impartial::heap::HeapCode;
use impartial::misere::algebraic::Family;
use impartial::misere::quotient::MisereQuotient;
use serde_json::{Map, json};

use super::heap_code::{parse_code, parse_heap};
use crate::answer::Answer;
use crate::context::{Context, Format};
use crate::failure::Failure;

/// The algebraic periodic games, their presentations verified.
#[derive(Args)]
pub struct Algebraic {
    /// 0.26 or 4.7, the games for which such a presentation is known
    code: String,
    /// The last heap of the partial quotients compared
    #[arg(long, value_name = "N", default_value = "60")]
    to: String,
}

impl Algebraic {
    /// Verifies the family heap by heap.
    pub fn run(self, context: &Context) -> Result<Answer, Failure> {
        context.expect_format("algebraic", &[Format::Text, Format::Json])?;
        let code = parse_code(&self.code, false)?;
        let is_of = |family: &Family| family.code().parse::<HeapCode>().is_ok_and(|known| known == code);
        let Some(family) = Family::ALL.into_iter().find(is_of) else {
            return Err(Failure::new(format!("no presentation with an index is known here for {code}")).help(
                format!("0.26 and 4.7 have one; `impartial quotient {code} --to N --explain` shows how a quotient grows"),
            ));
        };
        let to = parse_heap(&self.to)?;
        let mut search = MisereQuotient::of_heaps(code.clone());
        let mut verified = 0;
        let mut stopped = None;
        for heap in 1..=to {
            if let Err(reason) = search.extend_to(heap, &context.limits) {
                stopped = Some(reason.to_string());
                break;
            }
            let (monoid, phi) = match search.quotient(&context.limits) {
                Ok(quotient) => quotient,
                Err(reason) => {
                    stopped = Some(reason.to_string());
                    break;
                }
            };
            family.verify(&monoid, &phi).map_err(|wrong| Failure::new(wrong.to_string()))?;
            verified = search.heap();
        }
        let letter = if family == Family::Code026 { "c" } else { "d" };
        let phi: Vec<String> =
            (0..=verified).map(|heap| family.phi(heap).to_string().replace('x', letter)).collect();
        let orders: Vec<(u64, u64, u64)> =
            search.growth().iter().map(|growth| (growth.heap, growth.order, growth.p_order)).collect();
        let mut fields = Map::new();
        fields.insert("game".into(), json!(code.to_string()));
        fields.insert("presentation".into(), json!(family.presentation()));
        fields.insert("heap".into(), json!(verified));
        fields.insert("phi".into(), json!(phi));
        fields.insert("orders".into(), json!(orders));
        let mut text = format!("{code}: an infinite quotient, every partial quotient finite\n");
        text.push_str(family.presentation());
        let columns = if family == Family::Code026 { 4 } else { 2 };
        write_rows(&mut text, &phi[1..], columns);
        let growth: Vec<String> =
            orders.iter().map(|(heap, order, p_order)| format!("{heap}:{order}/{p_order}")).collect();
        let _ = writeln!(text, "partial quotients, heap:order/P where they grow: {}", growth.join(" "));
        let claim = Claim::UpTo(format!(
            "heap {verified}: outcomes agree on every position with such heaps, compared with the partial quotients"
        ));
        Ok(Answer { stopped, ..Answer::new(text, fields, claim) })
    }
}

/// Phi in rows, from heap 1 on, as [PS, Figures 20 and 21] print it.
fn write_rows(out: &mut String, phi: &[String], columns: usize) {
    let width = phi.iter().map(String::len).max().unwrap_or(1);
    let label = phi.len().to_string().len() + 1;
    let row = |label_text: String, words: &[String]| {
        let cells: String = words.iter().map(|word| format!("  {word:<width$}")).collect();
        format!("{label_text:>label$}{cells}").trim_end().to_owned() + "\n"
    };
    let head: Vec<String> = (1..=columns).map(|column| column.to_string()).collect();
    out.push_str("Phi\n");
    out.push_str(&row(String::new(), &head));
    for (number, words) in phi.chunks(columns).enumerate() {
        out.push_str(&row(format!("{}+", number * columns), words));
    }
}
