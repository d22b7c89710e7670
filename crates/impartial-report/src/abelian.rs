//! `impartial abelian 11,14`: the nimbers of abelian p-groups by their exponents.

use std::fmt::Write as _;

use impartial::algebra::DivisorTable;
use impartial::question::{
    AbelianGroup, AbelianQuestion, AbelianValue, FormulaException, Question as _, Refused,
};
use impartial_picture::matrix::{Cell, Matrix, Outline};
use impartial_picture::palette;

use crate::format::Format;
use crate::manner::Manner;
use crate::report::{Body, Report};

/// The largest exponent of a picture.
const MOST_DRAWN: u32 = 60;

/// The nimbers of all groups Z/p^n1 + Z/p^n2 + … with exponents up to the bounds given; in a picture the options of the
/// group with the exponents `select`, as in `6,8`, are framed.
///
/// # Errors
/// When the bounds are not understood, or the form is none of the question.
pub fn abelian(
    question: &AbelianQuestion,
    select: Option<&str>,
    manner: &Manner<'_>,
) -> Result<Report, Refused> {
    manner.expect_format("abelian", &[Format::Text, Format::Json, Format::Csv, Format::Svg])?;
    let bounds = question.bounds()?;
    let is_picture = manner.format == Format::Svg;
    if is_picture && (bounds.len() != 2 || question.exceptions || bounds[1] > MOST_DRAWN) {
        return Err(Refused::new(format!("a picture is of two exponents, to {MOST_DRAWN} at most"))
            .at(&question.bounds, 0..question.bounds.len())
            .help("impartial abelian 11,14 -o table.svg"));
    }
    let selected = select.map(|text| parse_selection(text, &bounds)).transpose()?;
    let answer = question.ask(&manner.asking)?;
    let text = text(&answer.value, manner.format, selected);
    Report::rendered(Body::Text(text), answer)
}

/// The exponents n <= m of `--select`, within the bounds.
fn parse_selection(text: &str, bounds: &[u32]) -> Result<(u32, u32), Refused> {
    let pair = text.split_once(',').and_then(|(n, m)| Some((n.trim().parse().ok()?, m.trim().parse().ok()?)));
    match (pair, bounds) {
        (Some((n, m)), [last, width]) if n <= m && n <= *last && m <= *width => Ok((n, m)),
        _ => Err(Refused::new("expected two exponents of the table, increasing, for example 6,8")
            .at(text, 0..text.len())),
    }
}

fn text(value: &AbelianValue, format: Format, selected: Option<(u32, u32)>) -> String {
    if let Some(wrong) = &value.exceptions {
        let head = match (value.checked, value.right_beyond) {
            (_, Some(bound)) => format!(
                "n1 <= {}, and all n2 and n3: {} exceptions to Remark 3.18, none with n2 > {bound}",
                joined(&value.bounds),
                wrong.len()
            ),
            (checked, None) => {
                format!("{} groups, {} exceptions to Remark 3.18", checked.unwrap_or(0), wrong.len())
            }
        };
        return exceptions(&head, wrong, format);
    }
    let (Some(groups), Some(table)) = (&value.groups, &value.table) else { return String::new() };
    match (format, value.bounds.as_slice()) {
        (Format::Csv, _) => csv(groups),
        (Format::Svg, [last, width]) => picture(table, *last, *width, selected),
        (_, [last, width]) => square_table(table, *last, *width),
        _ => groups.iter().map(|row| format!("({})  {}\n", joined(&row.exponents), row.nimber)).collect(),
    }
}

fn joined(exponents: &[u32]) -> String {
    exponents.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

fn csv(groups: &[AbelianGroup]) -> String {
    let parts = groups.first().map_or(0, |row| row.exponents.len());
    let names: Vec<String> = (1..=parts).map(|at| format!("n{at}")).collect();
    let mut text = names.join(",") + ",nimber\n";
    for AbelianGroup { exponents, nimber } in groups {
        let _ = writeln!(text, "{},{nimber}", joined(exponents));
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

/// The sequences without zeros for which the formula is wrong.
fn exceptions(head: &str, wrong: &[FormulaException], format: Format) -> String {
    let mut text = String::new();
    if format == Format::Csv {
        text.push_str("n1,n2,n3,nimber,formula,line\n");
        for FormulaException { exponents, nimber, formula, line } in wrong {
            let _ = writeln!(text, "{},{nimber},{formula},{line}", joined(exponents));
        }
        return text;
    }
    let of_line = |line: u8| wrong.iter().filter(|found| found.line == line).count();
    let _ = writeln!(
        text,
        "{head}: {} to its first line, {} to its second, {} to its third",
        of_line(1),
        of_line(2),
        of_line(3)
    );
    for FormulaException { exponents, nimber, formula, line } in wrong {
        let _ = writeln!(text, "  ({})  nimber {nimber}, line {line} says {formula}", joined(exponents));
    }
    text
}
