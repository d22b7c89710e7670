//! `impartial lexicode --length n --distance d`: the lexicographically first code.

use std::fmt::Write as _;

use impartial::question::{LexicodeFound, LexicodeQuestion, Question as _, Refused};
use impartial_picture::coins::CoinRows;

use crate::format::Format;
use crate::manner::Manner;
use crate::report::{Body, Report};

/// The lexicode of a length and distance.
///
/// # Errors
/// When there is no such code, or the form is none of the question.
pub fn lexicode(question: &LexicodeQuestion, manner: &Manner<'_>) -> Result<Report, Refused> {
    manner.expect_format("lexicode", &[Format::Text, Format::Json, Format::Csv, Format::Svg])?;
    if manner.format == Format::Svg && question.base != 2 {
        return Err(Refused::new("only codes in base 2 are drawn: their words are rows of coins"));
    }
    let answer = question.ask(&manner.asking)?;
    let text = match (&answer.value.code, manner.format) {
        (None, _) => String::new(),
        (Some(code), Format::Csv) => code.basis.iter().map(|word| format!("{word}\n")).collect(),
        (Some(code), Format::Svg) => picture(code, question),
        (Some(code), _) => text(code, question),
    };
    Report::rendered(Body::Text(text), answer)
}

/// `[7, 4, 3], a Hamming code`; `[6, 3, 4] over F_4, the hexacode`.
fn title(code: &LexicodeFound, question: &LexicodeQuestion) -> String {
    let LexicodeQuestion { base, length, distance, .. } = question;
    let field = if *base == 2 { String::new() } else { format!(" over F_{base}") };
    let name = code.name.map_or_else(String::new, |name| format!(", {name}"));
    format!("[{length}, {}, {distance}]{field}{name}", code.dimension)
}

fn text(code: &LexicodeFound, question: &LexicodeQuestion) -> String {
    let distance = question.distance;
    let mut text = title(code, question) + "\nbasis\n";
    for word in &code.basis {
        let _ = writeln!(text, "  {word}");
    }
    let columns: Vec<String> = code.columns.iter().map(ToString::to_string).collect();
    let what =
        if question.base == 2 { "nimbers of the coins" } else { "nimbers of the digit 1 in each place" };
    let _ = writeln!(text, "parity check columns ({what})\n  {}", columns.join(" "));
    if let Some(weights) = &code.weights {
        let listed: Vec<String> =
            weights.iter().map(|(weight, count)| format!("{weight}: {count}")).collect();
        let _ = writeln!(text, "words of each weight\n  {}", listed.join(", "));
    }
    if let Some(decoded) = &code.decoded {
        let _ = writeln!(text, "decoded\n  {decoded}");
        if let (Some(false), Some(errors)) = (code.is_unique, code.errors) {
            let why = match question.base {
                2 => "this is where the best move of the game leads",
                _ => "this is one of the nearest words",
            };
            let _ = writeln!(
                text,
                "not unique: {errors} digits change, and only fewer than {distance}/2 leave no other choice; {why}"
            );
        }
    }
    text
}

fn picture(code: &LexicodeFound, question: &LexicodeQuestion) -> String {
    let LexicodeQuestion { length, distance, .. } = question;
    let sentence = format!(
        "A basis of the lost positions of a game with {length} coins: turn fewer than {distance}, the leftmost of them from heads \
         to tails. Whoever has no move loses."
    );
    let title = format!("The lexicode {}", title(code, question));
    CoinRows { title, sentence, rows: code.basis.clone() }.to_svg()
}
