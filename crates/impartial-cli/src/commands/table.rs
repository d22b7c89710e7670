//! `impartial table FILE --box RANGES`: the outcomes of a lattice game in a box.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;
use std::rc::Rc;

use clap::Args;
use impartial::claim::Claim;
use impartial::game::Outcome;
use impartial::lattice::axioms::Axioms;
use impartial::lattice::rules::{coordinate_names, point_text};
use impartial::lattice::table::{Census, Multiples, census, multiples, points};
use impartial::lattice::{Cell, LatticeGame, Table, TableError, solve_box};
use impartial_picture::grid::{Grid, Kind};
use serde_json::{Map, Value, json};

use crate::answer::{Answer, Body};
use crate::board::Board;
use crate::context::{Context, Format};
use crate::failure::Failure;

/// The outcomes of a lattice game in a box.
#[derive(Args)]
pub struct TableQuestion {
    /// The board, a TOML file: rules = [[1,0],[0,1],[2,2]], and optionally board, defeated, dimension
    file: PathBuf,
    /// A range for each coordinate, both ends included, or a number: 0..400,-3..400,1
    #[arg(
        long = "box",
        value_name = "RANGES",
        allow_hyphen_values = true,
        required_unless_present = "multiples"
    )]
    ranges: Option<String>,
    /// Fix coordinates: z=1, or x1=0,x3=2
    #[arg(long, value_name = "COORDINATES", requires = "ranges")]
    slice: Option<String>,
    /// In a picture: only the points whose two coordinates are multiples of N
    #[arg(long, value_name = "N", requires = "ranges", default_value = "1", value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// Only count the cells of each kind; boxes may then be larger than memory
    #[arg(long, requires = "ranges")]
    count: bool,
    /// The outcomes of 0, 1, 2, … times this position: 0,0,0,1
    #[arg(
        long,
        value_name = "POSITION",
        allow_hyphen_values = true,
        requires = "to",
        conflicts_with = "ranges"
    )]
    multiples: Option<String>,
    /// The greatest multiple
    #[arg(long, value_name = "N", requires = "multiples")]
    to: Option<u32>,
}

/// The most cells that are listed one by one.
const MOST_LISTED: u64 = 1 << 28;
/// The most cells of a picture.
const MOST_DRAWN: u64 = 1 << 26;
/// Points recomputed one by one from their options.
const AUDITED: usize = 4096;

impl TableQuestion {
    /// Answers the question.
    pub fn run(self, context: &Context) -> Result<Answer, Failure> {
        let board = Board::read(&self.file)?;
        let mut fields = Map::new();
        fields.insert("board".into(), json!(self.file.display().to_string()));
        let Some(axioms) = board.axioms(&context.limits)? else {
            return Ok(Answer::unanswered(fields, "a limit was reached before the axioms were decided"));
        };
        let game = &board.game;
        let mut explained = String::new();
        if context.explain {
            fields.insert("axioms".into(), certificates(&axioms, game));
            for line in axioms.describe(game) {
                let _ = writeln!(explained, "{line}");
            }
        }
        if let (Some(vector), Some(most)) = (&self.multiples, self.to) {
            context.expect_format("table --multiples", &[Format::Text, Format::Json, Format::Csv])?;
            return answer_multiples(game, vector, most, explained, fields, context);
        }
        let (lower, upper) = self.corners(game.dimension())?;
        fields.insert("lower".into(), json!(lower));
        fields.insert("upper".into(), json!(upper));
        if self.count {
            context.expect_format("table --count", &[Format::Text, Format::Json])?;
            return Ok(match census(game, &lower, &upper, &context.limits) {
                Ok(counted) => answer_census(&counted, explained, fields),
                Err(error) => no_table(error, "", fields)?,
            });
        }
        let known = [Format::Text, Format::Json, Format::Csv, Format::Svg, Format::Png];
        context.expect_format("table", &known)?;
        let is_picture = matches!(context.format, Format::Svg | Format::Png);
        let sides = lower.iter().zip(&upper).map(|(lo, hi)| (hi - lo) as u64 + 1);
        let cells = sides.clone().try_fold(1u64, u64::checked_mul);
        let most = if is_picture { MOST_DRAWN } else { MOST_LISTED };
        let Some(count) = cells.filter(|cells| *cells <= most) else {
            return Err(Failure::new(format!(
                "the box has more than {most} cells, too many to show one by one"
            ))
            .help("--count counts them; --slice z=1 shows a part"));
        };
        let table = match solve_box(game, &lower, &upper, &context.limits) {
            Ok(table) => table,
            Err(error) => return no_table(error, "; --count needs less memory", fields),
        };
        if let Some(point) = table.audit(AUDITED, count) {
            // Cannot happen; and if it does, a wrong table must not be printed.
            return Err(Failure::new(format!(
                "internal error: the table is wrong at {}",
                point_text(&point)
            )));
        }
        let claim =
            Claim::Proved(format!("{} points solved, all that play can reach from the box", table.size()));
        let table = Rc::new(table);
        let body = match context.format {
            Format::Svg => {
                Body::Text(picture(&table, &self.title(), self.every, |grid, kind| grid.to_svg(kind))?)
            }
            Format::Png => {
                let pixels = picture(&table, &self.title(), self.every, |grid, kind| grid.to_pixels(kind))?;
                Body::Stream(Box::new(move |out| write_png(out, pixels)))
            }
            Format::Csv => {
                let table = table.clone();
                Body::Stream(Box::new(move |out| write_csv(out, &table)))
            }
            Format::Json => {
                let cells: String =
                    points(&lower, &upper).map(|point| table.cell(&point).character()).collect();
                fields.insert("cells".into(), json!(cells));
                Body::Text(String::new())
            }
            _ => {
                let table = table.clone();
                Body::Stream(Box::new(move |out| {
                    out.write_all(explained.as_bytes())?;
                    write_grids(out, &table)
                }))
            }
        };
        Ok(Answer { body, ..Answer::new("", fields, claim) })
    }

    fn title(&self) -> String {
        let name = self.file.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        match &self.slice {
            Some(slice) => format!("P-positions of {name}, {slice}"),
            None => format!("P-positions of {name}"),
        }
    }

    /// The corners of the box, with the slice taken.
    fn corners(&self, dimension: usize) -> Result<(Vec<i64>, Vec<i64>), Failure> {
        let text = self.ranges.as_deref().unwrap_or_default();
        let mut ranges = parse_ranges(text)?;
        if ranges.len() != dimension {
            let message =
                format!("here are {} ranges, and the board has dimension {dimension}", ranges.len());
            return Err(Failure::new(message).at(text, 0..text.len()));
        }
        if let Some(slice) = &self.slice {
            let names = coordinate_names(dimension);
            let mut at = 0;
            for part in slice.split(',') {
                let span = at..at + part.len();
                at = span.end + 1;
                let fixed = part.split_once('=').and_then(|(name, value)| {
                    let index = names.iter().position(|known| known == name.trim())?;
                    Some((index, value.trim().parse::<i64>().ok()?))
                });
                let Some((index, value)) = fixed else {
                    return Err(Failure::new("a slice fixes coordinates, each as name=number")
                        .at(slice, span)
                        .help(format!("the coordinates of this board are {}", names.join(", "))));
                };
                ranges[index] = (value, value);
            }
        }
        Ok(ranges.into_iter().unzip())
    }
}

/// Reads `0..400,-3..9,1`.
pub fn parse_ranges(text: &str) -> Result<Vec<(i64, i64)>, Failure> {
    let mut ranges = Vec::new();
    let mut at = 0;
    for part in text.split(',') {
        let span = at..at + part.len();
        at = span.end + 1;
        let number = |text: &str| text.trim().trim_start_matches('=').parse::<i64>().ok();
        let range = match part.split_once("..") {
            Some((lo, hi)) => number(lo).zip(number(hi)),
            None => number(part).map(|value| (value, value)),
        };
        let Some((lo, hi)) = range else {
            return Err(Failure::new("expected a range such as 0..400, or a number").at(text, span));
        };
        if lo > hi {
            return Err(Failure::new(format!("the range {lo}..{hi} is empty")).at(text, span));
        }
        ranges.push((lo, hi));
    }
    Ok(ranges)
}

/// A limit reached is an answer; a box that makes no sense is not.
fn no_table(error: TableError, advice: &str, mut fields: Map<String, Value>) -> Result<Answer, Failure> {
    match error {
        TableError::Stopped(reason) => {
            fields.insert("cells".into(), Value::Null);
            Ok(Answer::unanswered(fields, reason.to_string()))
        }
        TableError::TooLarge => {
            fields.insert("cells".into(), Value::Null);
            Ok(Answer::unanswered(fields, format!("{error}{advice}")))
        }
        TableError::Box(_) | TableError::Endless => Err(Failure::new(error.to_string())),
    }
}

fn certificates(axioms: &Axioms, game: &LatticeGame) -> Value {
    let rays: Vec<Value> = axioms
        .rays
        .iter()
        .map(|ray| {
            let rules: Vec<&Vec<i64>> = ray.rules.iter().map(|index| &game.rules()[*index]).collect();
            json!({ "ray": ray.ray, "rules": rules })
        })
        .collect();
    json!({ "functional": axioms.functional, "interior": axioms.interior, "rays": rays })
}

fn answer_census(counted: &Census, explained: String, mut fields: Map<String, Value>) -> Answer {
    let Census { p, n, defeated, off } = counted;
    fields.insert("counts".into(), json!({ "P": p, "N": n, "D": defeated, ".": off }));
    let mut text = explained;
    let _ = writeln!(text, "P {p}\nN {n}\ndefeated {defeated}\noff the board {off}");
    let claim = Claim::Proved("every point of the box was solved from its options".into());
    Answer::new(text, fields, claim)
}

fn answer_multiples(
    game: &LatticeGame,
    vector: &str,
    most: u32,
    explained: String,
    mut fields: Map<String, Value>,
    context: &Context,
) -> Result<Answer, Failure> {
    let ranges = parse_ranges(vector)?;
    if ranges.len() != game.dimension() || ranges.iter().any(|(lo, hi)| lo != hi) {
        let message = format!("a position of this board is {} numbers", game.dimension());
        return Err(Failure::new(message).at(vector, 0..vector.len()));
    }
    let point: Vec<i64> = ranges.into_iter().map(|(value, _)| value).collect();
    let found = match multiples(game, &point, most, &context.limits) {
        Ok(found) => found,
        Err(TableError::Stopped(reason)) => return Ok(Answer::unanswered(fields, reason.to_string())),
        Err(TableError::TooLarge) => return Ok(Answer::unanswered(fields, TableError::TooLarge.to_string())),
        Err(error) => return Err(Failure::new(error.to_string())),
    };
    let cells: String = found.outcomes.iter().map(|outcome| character(*outcome)).collect();
    let repeats = found.repeats();
    fields.insert("position".into(), json!(point));
    fields.insert("cells".into(), json!(cells));
    fields.insert("repeats".into(), json!(repeats));
    let text = match context.format {
        Format::Csv => {
            let lines = cells.chars().enumerate().map(|(n, cell)| format!("{n},{cell}\n"));
            format!("n,cell\n{}", lines.collect::<String>())
        }
        _ => explained + &multiples_text(&point, &cells, &repeats),
    };
    let Multiples { outcomes, stopped } = found;
    let claim = match outcomes.len() {
        0 => Claim::nothing(),
        reached => Claim::UpTo(format!("multiple {}: every position below was solved", reached - 1)),
    };
    Ok(Answer { stopped: stopped.map(|reason| reason.to_string()), ..Answer::new(text, fields, claim) })
}

fn character(outcome: Option<Outcome>) -> char {
    match outcome {
        Some(Outcome::P) => 'P',
        Some(Outcome::N) => 'N',
        None => 'D',
    }
}

fn multiples_text(point: &[i64], cells: &str, repeats: &[usize]) -> String {
    let mut text = format!("outcomes of n times {}, n = 0, 1, 2, …\n", point_text(point));
    let cells: Vec<char> = cells.chars().collect();
    for (line, part) in cells.chunks(100).enumerate() {
        let _ = writeln!(text, "{:>7}  {}", 100 * line, part.iter().collect::<String>());
    }
    let repeats: Vec<String> = repeats.iter().map(usize::to_string).collect();
    let _ = writeln!(text, "the same outcome at n and n + 1 for n =\n  {}", repeats.join(" "));
    text
}

/// The two coordinates of a box that are not fixed, the horizontal one first.
fn plane(table: &Table) -> Option<(usize, usize)> {
    let free: Vec<usize> =
        (0..table.lower().len()).filter(|i| table.lower()[*i] < table.upper()[*i]).collect();
    match (free.as_slice(), table.lower().len()) {
        ([across, up], _) => Some((*across, *up)),
        // A line is drawn as one row; a box of width one in the plane too.
        (_, 1) => None,
        ([], _) => Some((0, 1)),
        ([one], _) if *one == 0 => Some((0, 1)),
        ([one], _) => Some((0, *one)),
        _ => None,
    }
}

fn picture<T>(
    table: &Table,
    title: &str,
    every: u32,
    draw: impl FnOnce(&Grid<'_>, &dyn Fn(usize, usize) -> Kind) -> T,
) -> Result<T, Failure> {
    let Some((across, up)) = plane(table) else {
        return Err(Failure::new("a picture needs a box with two coordinates that vary")
            .help("fix the others: --box 0..99,0..99,1 or --slice z=1"));
    };
    let names = coordinate_names(table.lower().len());
    let step = i64::from(every);
    // The first multiple in the box, and how many there are.
    let mut corner = table.lower().to_vec();
    for axis in [across, up] {
        corner[axis] += (-corner[axis]).rem_euclid(step);
    }
    let side = |i: usize| ((table.upper()[i] - corner[i]).div_euclid(step) + 1).max(0) as usize;
    let cell = |column: usize, row: usize| {
        let mut point = corner.clone();
        point[across] += step * column as i64;
        point[up] += step * row as i64;
        table.cell(&point)
    };
    let kind = |column: usize, row: usize| match cell(column, row) {
        Cell::P => Kind::Mark,
        Cell::N => Kind::Empty,
        Cell::Defeated => Kind::Accent,
        Cell::Off => Kind::Outside,
    };
    let has = |wanted: Cell| points(table.lower(), table.upper()).any(|point| table.cell(&point) == wanted);
    let mut legend = vec![(Kind::Mark, "P"), (Kind::Empty, "N")];
    if has(Cell::Defeated) {
        legend.push((Kind::Accent, "defeated"));
    }
    if has(Cell::Off) {
        legend.push((Kind::Outside, "off the board"));
    }
    let grid = Grid {
        title,
        across: (&names[across], corner[across]),
        up: (&names[up], corner[up]),
        step,
        size: (side(across), side(up)),
        legend: &legend,
    };
    Ok(draw(&grid, &kind))
}

pub fn write_png(out: &mut dyn Write, (width, height, pixels): (u32, u32, Vec<u8>)) -> io::Result<()> {
    let mut encoder = png::Encoder::new(out, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    encoder.write_header()?.write_image_data(&pixels)?;
    Ok(())
}

fn write_csv(out: &mut dyn Write, table: &Table) -> io::Result<()> {
    writeln!(out, "{},cell", coordinate_names(table.lower().len()).join(","))?;
    for point in points(table.lower(), table.upper()) {
        for coordinate in &point {
            write!(out, "{coordinate},")?;
        }
        writeln!(out, "{}", table.cell(&point).character())?;
    }
    Ok(())
}

/// The cells as text: the last coordinate upwards, the one before it to the right; a grid for each value of the others.
fn write_grids(out: &mut dyn Write, table: &Table) -> io::Result<()> {
    let (lower, upper) = (table.lower(), table.upper());
    let names = coordinate_names(lower.len());
    let up = lower.len() - 1;
    if up == 0 {
        let row: String = points(lower, upper).map(|point| table.cell(&point).character()).collect();
        return writeln!(out, "{} = {} … {}\n{row}", names[0], lower[0], upper[0]);
    }
    let across = up - 1;
    let outer = points(&lower[..across], &upper[..across]);
    for fixed in outer {
        if !fixed.is_empty() {
            let fixed: Vec<String> =
                names.iter().zip(&fixed).map(|(name, value)| format!("{name} = {value}")).collect();
            writeln!(out, "{}", fixed.join(", "))?;
        }
        let width = lower[up].to_string().len().max(upper[up].to_string().len());
        for y in (lower[up]..=upper[up]).rev() {
            let cell = |x: i64| table.cell(&[fixed.as_slice(), &[x, y]].concat()).character();
            let row: String = (lower[across]..=upper[across]).map(cell).collect();
            writeln!(out, "{y:>width$}  {row}")?;
        }
        writeln!(out, "{:width$}  {} = {} … {}", names[up], names[across], lower[across], upper[across])?;
    }
    Ok(())
}
