//! `impartial lexicode --length n --distance d`: the lexicographically first code.

use std::fmt::Write as _;

use clap::Args;
use impartial::claim::Claim;
use impartial::coin::Lexicode;
use impartial_picture::coins::CoinRows;
use serde_json::{Map, json};

use crate::answer::Answer;
use crate::context::{Context, Format};
use crate::failure::Failure;

/// The lexicode of a length and distance.
#[derive(Args)]
pub struct LexicodeQuestion {
    /// The length n of the words
    #[arg(long, short = 'n', value_name = "N", value_parser = clap::value_parser!(u64).range(1..=64))]
    length: u64,
    /// The least distance d between two words
    #[arg(long, short = 'd', value_name = "D", value_parser = clap::value_parser!(u64).range(1..))]
    distance: u64,
    /// Correct a word of zeros and ones, the greatest coordinate first
    #[arg(long, value_name = "WORD")]
    decode: Option<String>,
}

/// Weights are counted for dimensions up to this one.
const COUNTED: usize = 28;

impl LexicodeQuestion {
    /// Answers the question.
    pub fn run(self, context: &Context) -> Result<Answer, Failure> {
        context.expect_format("lexicode", &[Format::Text, Format::Json, Format::Csv, Format::Svg])?;
        let mut fields = Map::new();
        fields.insert("length".into(), json!(self.length));
        fields.insert("distance".into(), json!(self.distance));
        let distance = usize::try_from(self.distance).unwrap_or(usize::MAX);
        let code = match Lexicode::new(self.length as usize, distance, &context.limits) {
            Ok(code) => code,
            Err(error) => return Ok(Answer::unanswered(fields, error.to_string())),
        };
        let basis: Vec<String> = code.basis().iter().map(|word| code.show(*word)).collect();
        fields.insert("dimension".into(), json!(code.dimension()));
        fields.insert("basis".into(), json!(basis));
        fields.insert("columns".into(), json!(code.columns()));
        fields.insert("name".into(), json!(code.name()));
        let mut text = format!("[{}, {}, {}]", self.length, code.dimension(), self.distance);
        if let Some(name) = code.name() {
            let _ = write!(text, ", {name}");
        }
        let _ = writeln!(text, "\nbasis");
        for word in &basis {
            let _ = writeln!(text, "  {word}");
        }
        let columns: Vec<String> = code.columns().iter().map(u64::to_string).collect();
        let _ = writeln!(text, "parity check columns (nimbers of the coins)\n  {}", columns.join(" "));
        if code.dimension() <= COUNTED
            && let Ok(weights) = code.weights(&context.limits)
        {
            let all: Vec<(usize, u64)> =
                weights.iter().copied().enumerate().filter(|(_, count)| *count > 0).collect();
            let least = all.iter().map(|(weight, _)| *weight).find(|weight| *weight > 0);
            fields.insert("minimum_distance".into(), json!(least));
            fields.insert("weights".into(), json!(all));
            let listed: Vec<String> =
                all.iter().map(|(weight, count)| format!("{weight}: {count}")).collect();
            let _ = writeln!(text, "words of each weight\n  {}", listed.join(", "));
        }
        if let Some(word) = &self.decode {
            let decoded = decode(&code, word)?;
            fields.insert("decoded".into(), json!(decoded));
            let _ = writeln!(text, "decoded\n  {decoded}");
        }
        if context.format == Format::Svg {
            let name = code.name().map_or_else(String::new, |name| format!(", {name}"));
            let title =
                format!("The lexicode [{}, {}, {}]{name}", self.length, code.dimension(), self.distance);
            let sentence = format!(
                "A basis of the lost positions of a game with {} coins: turn fewer than {}, the leftmost of them from heads to \
                 tails. Whoever has no move loses.",
                self.length, self.distance
            );
            text = CoinRows { title, sentence, rows: basis.clone() }.to_svg();
        }
        if context.format == Format::Csv {
            text = basis.iter().map(|word| format!("{word}\n")).collect();
        }
        let claim = Claim::Proved(
            "the code is the kernel of the nimbers of the game \"turn fewer than d coins\" (Lenstra, section 3)".into(),
        );
        Ok(Answer::new(text, fields, claim))
    }
}

fn decode(code: &Lexicode, text: &str) -> Result<String, Failure> {
    if let Some(at) = text.find(|c| !matches!(c, '0' | '1')) {
        let width = text[at..].chars().next().map_or(0, char::len_utf8);
        return Err(Failure::new("a word has the digits 0 and 1 only").at(text, at..at + width));
    }
    if text.len() != code.length() {
        let message =
            format!("a word of this code has {} digits, and here are {}", code.length(), text.len());
        return Err(Failure::new(message).at(text, 0..text.len()));
    }
    let word = u64::from_str_radix(text, 2).map_err(|error| Failure::new(error.to_string()))?;
    // Where no word is near enough, the best move of the game still reaches one.
    let decoded = code.correct(word).or_else(|| code.best_move(word)).unwrap_or(word);
    Ok(code.show(decoded))
}
