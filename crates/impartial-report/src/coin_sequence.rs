//! The values of the coins of a row.

use std::fmt::Write as _;

use impartial::question::{CoinSequenceQuestion, CoinSequenceValue, Question as _, Refused};

use crate::format::Format;
use crate::manner::Manner;
use crate::report::{Body, Report};

/// So many coins stand in a row of the text.
const IN_A_ROW: usize = 10;

/// The nimbers of single heads at the coins of a row.
///
/// # Errors
/// When the game is not understood, or the form is none of the question.
pub fn coin_sequence(question: &CoinSequenceQuestion, manner: &Manner<'_>) -> Result<Report, Refused> {
    manner.expect_format("sequence of coins", &[Format::Text, Format::Json, Format::Csv, Format::Bfile])?;
    let answer = question.ask(&manner.asking)?;
    let body = Body::Text(written(&answer.value, manner.format));
    Report::rendered(body, answer)
}

fn written(value: &CoinSequenceValue, format: Format) -> String {
    let lines = |between: char| -> String {
        value.values.iter().enumerate().map(|(coin, value)| format!("{coin}{between}{value}\n")).collect()
    };
    let mut text = String::new();
    match format {
        Format::Bfile => text = lines(' '),
        Format::Csv => text = format!("coin,value\n{}", lines(',')),
        _ => {
            let _ = writeln!(text, "{}", value.game);
            let width = |number: Option<u64>| number.map_or(1, |number| number.to_string().len());
            let wide = width(value.values.iter().copied().max()).max(2);
            let coin_wide = width(Some(value.values.len() as u64)).max(4);
            let heads: Vec<String> =
                (0..IN_A_ROW).map(|at| format!(" {:>wide$}", format!("+{at}"))).collect();
            let _ = writeln!(text, "{:>coin_wide$} |{}", "coin", heads.concat());
            for (row, values) in value.values.chunks(IN_A_ROW).enumerate() {
                let cells: Vec<String> = values.iter().map(|value| format!(" {value:>wide$}")).collect();
                let _ = writeln!(text, "{:>coin_wide$} |{}", row * IN_A_ROW, cells.concat());
            }
        }
    }
    text
}
