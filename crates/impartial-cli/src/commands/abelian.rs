//! `impartial abelian 11,14`: the nimbers of abelian p-groups by their exponents.

use std::fmt::Write as _;

use clap::Args;
use impartial::algebra::{DivisorTable, three_generated_guess};
use impartial::claim::Claim;
use impartial_picture::matrix::{Cell, Matrix, Outline};
use impartial_picture::palette;
use serde_json::{Map, Value, json};

use crate::answer::Answer;
use crate::context::{Context, Format};
use crate::failure::Failure;

/// The nimbers of all groups Z/p^n1 + Z/p^n2 + … with exponents up to the bounds given. The prime does not matter.
#[derive(Args)]
pub struct AbelianQuestion {
    /// The largest exponents, increasing: 11,14 is Figure 1 of Brandenburg's paper
    bounds: String,
    /// With three bounds: the groups for which the formula of Brandenburg, Remark 3.18, is wrong
    #[arg(long)]
    exceptions: bool,
    /// In a picture: frame the options of the group with these exponents: 6,8
    #[arg(long, value_name = "N,M")]
    select: Option<String>,
}

/// The largest exponent of a picture.
const MOST_DRAWN: u32 = 60;

/// The most nimbers that an answer lists.
const MOST_ROWS: usize = 1_000_000;

impl AbelianQuestion {
    /// Computes the table.
    pub fn run(self, context: &Context) -> Result<Answer, Failure> {
        context.expect_format("abelian", &[Format::Text, Format::Json, Format::Csv, Format::Svg])?;
        let bounds = self.parse_bounds()?;
        if self.exceptions && bounds.len() != 3 {
            return Err(Failure::new("the formula of Remark 3.18 is about three exponents")
                .at(&self.bounds, 0..self.bounds.len()));
        }
        let is_picture = context.format == Format::Svg;
        if is_picture && (bounds.len() != 2 || self.exceptions || bounds[1] > MOST_DRAWN) {
            return Err(Failure::new(format!("a picture is of two exponents, to {MOST_DRAWN} at most"))
                .at(&self.bounds, 0..self.bounds.len())
                .help("impartial abelian 11,14 -o table.svg"));
        }
        let selected = self.parse_selection(&bounds)?;
        let mut fields = Map::new();
        fields.insert("bounds".into(), json!(bounds));
        let table = match DivisorTable::new(&bounds, &context.limits) {
            Ok(table) => table,
            Err(reason) => return Ok(Answer::unanswered(fields, reason.to_string())),
        };
        let mut sequences = Vec::new();
        let too_many = !below(&bounds, &mut Vec::new(), &mut sequences);
        if too_many {
            return Ok(Answer::unanswered(fields, format!("more than {MOST_ROWS} groups to list")));
        }
        let claim =
            Claim::Proved("mex over interlacing sequences of exponents (Brandenburg, Prop 3.4)".into());
        let text = if self.exceptions {
            exceptions(&table, &sequences, &mut fields, context.format)
        } else {
            let row =
                |sequence: &Vec<u32>| json!({ "exponents": sequence, "nimber": table.nimber(sequence) });
            fields.insert("groups".into(), sequences.iter().map(row).collect::<Vec<Value>>().into());
            match (context.format, bounds.as_slice()) {
                (Format::Csv, _) => csv(&sequences, |sequence| table.nimber(sequence).to_string()),
                (Format::Svg, [last, width]) => picture(&table, *last, *width, selected),
                (_, [last, width]) => square_table(&table, *last, *width),
                _ => list(&table, &sequences),
            }
        };
        Ok(Answer::new(text, fields, claim))
    }

    /// The exponents n <= m of `--select`, within the bounds.
    fn parse_selection(&self, bounds: &[u32]) -> Result<Option<(u32, u32)>, Failure> {
        let Some(text) = &self.select else { return Ok(None) };
        let pair =
            text.split_once(',').and_then(|(n, m)| Some((n.trim().parse().ok()?, m.trim().parse().ok()?)));
        match (pair, bounds) {
            (Some((n, m)), [last, width]) if n <= m && n <= *last && m <= *width => Ok(Some((n, m))),
            _ => Err(Failure::new("expected two exponents of the table, increasing, for example 6,8")
                .at(text, 0..text.len())),
        }
    }

    fn parse_bounds(&self) -> Result<Vec<u32>, Failure> {
        let mut bounds: Vec<u32> = Vec::new();
        let mut at = 0;
        for part in self.bounds.split(',') {
            let span = at..at + part.len();
            let bound: Option<u32> = part.trim().parse().ok().filter(|bound| *bound <= 100_000);
            let Some(bound) = bound else {
                return Err(Failure::new("expected exponents up to 100000, separated by commas")
                    .at(&self.bounds, span));
            };
            if bounds.last().is_some_and(|last| *last > bound) {
                return Err(Failure::new("the bounds must increase").at(&self.bounds, span));
            }
            bounds.push(bound);
            at += part.len() + 1;
        }
        Ok(bounds)
    }
}

/// All increasing sequences below the bounds, in order; `false` when there are too many.
fn below(bounds: &[u32], start: &mut Vec<u32>, found: &mut Vec<Vec<u32>>) -> bool {
    if start.len() == bounds.len() {
        found.push(start.clone());
        return found.len() <= MOST_ROWS;
    }
    for part in start.last().copied().unwrap_or(0)..=bounds[start.len()] {
        start.push(part);
        let goes_on = below(bounds, start, found);
        start.pop();
        if !goes_on {
            return false;
        }
    }
    true
}

fn csv(sequences: &[Vec<u32>], value: impl Fn(&[u32]) -> String) -> String {
    let mut text = String::new();
    let names: Vec<String> = (1..=sequences.first().map_or(0, Vec::len)).map(|at| format!("n{at}")).collect();
    let _ = writeln!(text, "{},nimber", names.join(","));
    for sequence in sequences {
        let parts: Vec<String> = sequence.iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "{},{}", parts.join(","), value(sequence));
    }
    text
}

/// Two exponents: rows n, columns m.
fn square_table(table: &DivisorTable, last: u32, width: u32) -> String {
    let cell = (last + width).to_string().len().max(2) + 1;
    let mut text = format!("{:>4} |", "n,m");
    for m in 0..=width {
        let _ = write!(text, "{m:>cell$}");
    }
    text.push('\n');
    for n in 0..=last {
        let _ = write!(text, "{n:>4} |");
        for m in 0..=width {
            let value = if m < n { String::new() } else { table.nimber(&[n, m]).to_string() };
            let _ = write!(text, "{value:>cell$}");
        }
        text.push('\n');
    }
    text
}

/// Two exponents as tiles: grey while the nimber is n + m, then each diagonal in its colour, with a corner where its
/// pattern begins again [AG, Thm 3.17]; the options of a selected group in a frame.
fn picture(table: &DivisorTable, last: u32, width: u32, selected: Option<(u32, u32)>) -> String {
    let cell = |n: u32, m: u32| {
        let k = m.checked_sub(n)?;
        let triangular = k * (k + 1) / 2;
        let into = n.checked_sub(triangular + 1);
        Some(Cell {
            text: table.nimber(&[n, m]).to_string(),
            colour: palette::kind(into.map_or(0, |_| k as usize + 1)),
            is_restart: k > 0 && into.is_some_and(|into| into.is_multiple_of(k + 1)),
        })
    };
    let cells = (0..=last).map(|n| (0..=width).map(|m| cell(n, m)).collect()).collect();
    let mut sentence = "The nimber of a sum of two cyclic groups, of orders p to the n and p to the m. Grey: n + m. Then each diagonal m − n = k \
                        repeats the same k + 1 numbers; a corner marks where they begin again."
        .to_owned();
    let mut outlines = Vec::new();
    if let Some((n, m)) = selected {
        let place = |n: u32, m: u32| (n as usize, m as usize);
        outlines.push(Outline { from: place(0, n), to: place(n, m), is_selection: false });
        outlines.push(Outline { from: place(n, m), to: place(n, m), is_selection: true });
        let _ = write!(
            sentence,
            " Framed: the options of ({n}, {m}), its own place excepted; the least number missing is {}.",
            table.nimber(&[n, m])
        );
    }
    let diagonals = (1..=width).take_while(|k| k * (k + 1) / 2 < last && k + k * (k + 1) / 2 < width).count();
    let mut legend = vec![(palette::kind(0), "n + m".to_owned())];
    legend.extend((0..=diagonals).map(|k| (palette::kind(k + 1), format!("m − n = {k}"))));
    let title = "The game of abelian p-groups with two generators".to_owned();
    Matrix { title, sentence, names: ("n", "m"), cells, outlines, legend }.to_svg()
}

fn list(table: &DivisorTable, sequences: &[Vec<u32>]) -> String {
    let mut text = String::new();
    for sequence in sequences {
        let parts: Vec<String> = sequence.iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "({})  {}", parts.join(","), table.nimber(sequence));
    }
    text
}

/// The sequences without zeros for which the formula is wrong.
fn exceptions(
    table: &DivisorTable,
    sequences: &[Vec<u32>],
    fields: &mut Map<String, Value>,
    format: Format,
) -> String {
    let mut lines = [0; 3];
    let mut checked = 0;
    let mut wrong: Vec<(Vec<u32>, u32, u64, u8)> = Vec::new();
    for sequence in sequences.iter().filter(|sequence| sequence[0] > 0) {
        checked += 1;
        let (guess, line) = three_generated_guess(sequence[0], sequence[1], sequence[2]);
        let nimber = table.nimber(sequence);
        if guess != u64::from(nimber) {
            lines[usize::from(line) - 1] += 1;
            wrong.push((sequence.clone(), nimber, guess, line));
        }
    }
    let row = |(sequence, nimber, guess, line): &(Vec<u32>, u32, u64, u8)| json!({ "exponents": sequence, "nimber": nimber, "formula": guess, "line": line });
    fields.insert("checked".into(), json!(checked));
    fields.insert("exceptions".into(), wrong.iter().map(row).collect::<Vec<Value>>().into());
    if format == Format::Csv {
        let mut text = String::from("n1,n2,n3,nimber,formula,line\n");
        for (sequence, nimber, guess, line) in &wrong {
            let _ = writeln!(text, "{},{},{},{nimber},{guess},{line}", sequence[0], sequence[1], sequence[2]);
        }
        return text;
    }
    let mut text = format!(
        "{checked} groups, {} exceptions to Remark 3.18: {} to its first line, {} to its second, {} to its third\n",
        wrong.len(),
        lines[0],
        lines[1],
        lines[2]
    );
    for (sequence, nimber, guess, line) in &wrong {
        let (a, b, c) = (sequence[0], sequence[1], sequence[2]);
        let _ = writeln!(text, "  ({a},{b},{c})  nimber {nimber}, line {line} says {guess}");
    }
    text
}
