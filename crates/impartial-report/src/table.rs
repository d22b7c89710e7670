//! `impartial table FILE --box RANGES`: the outcomes of a lattice game in a box.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;

use impartial::lattice::table::{Census, points};
use impartial::lattice::{Cell, Table};
use impartial::lattice::{coordinate_names, point_text};
use impartial::question::{Board, Cells, Question as _, Refused, TablePart, TableQuestion, TableValue};
use impartial_picture::grid::{Grid, Kind};

use crate::format::Format;
use crate::manner::Manner;
use crate::report::{Body, Report};

/// The outcomes of a lattice game in a box, or along a line.
pub struct TableReport {
    /// The board: a file in TOML, or its text.
    pub board: String,
    /// Which cells.
    pub shown: TableShown,
    /// In a picture: only the points whose two coordinates are multiples of this.
    pub every: u32,
}

/// Which cells of a table are shown.
pub enum TableShown {
    /// Those of a box: a range for each coordinate, some of them fixed.
    Box {
        /// The ranges, both ends included: `0..400,-3..400,1`.
        ranges: String,
        /// Coordinates that are fixed: `z=1`.
        slice: Option<String>,
        /// Whether the cells of each kind are only counted.
        count: bool,
    },
    /// The multiples 0, 1, … of a position.
    Multiples {
        /// The position.
        position: String,
        /// The greatest multiple.
        to: u32,
    },
}

/// The most cells that are listed one by one.
const MOST_LISTED: u64 = 1 << 28;
/// The most cells of a picture.
const MOST_DRAWN: u64 = 1 << 26;

impl TableReport {
    /// Answers the question.
    ///
    /// # Errors
    /// When the board or the box is not understood, or the form is none of the question.
    pub fn report(self, manner: &Manner<'_>) -> Result<Report, Refused> {
        let asking = &manner.asking;
        let board = Board::named(&self.board, asking)?;
        let most = if is_picture(manner) { MOST_DRAWN } else { MOST_LISTED };
        let part = match &self.shown {
            TableShown::Multiples { position, to } => {
                manner.expect_format("table --multiples", &[Format::Text, Format::Json, Format::Csv])?;
                TablePart::Multiples { position: position.clone(), to: *to }
            }
            TableShown::Box { ranges, slice, count: true } => {
                manner.expect_format("table --count", &[Format::Text, Format::Json])?;
                TablePart::Count { ranges: ranges.clone(), slice: slice.clone() }
            }
            TableShown::Box { ranges, slice, count: false } => {
                let known = [Format::Text, Format::Json, Format::Csv, Format::Svg, Format::Png];
                manner.expect_format("table", &known)?;
                TablePart::Cells { ranges: ranges.clone(), slice: slice.clone(), most }
            }
        };
        let mut answer = TableQuestion { board, part }.ask(asking)?;
        if manner.format == Format::Json {
            return Report::rendered(Body::Text(String::new()), answer);
        }
        let steps = answer.value.axioms.iter().flat_map(|axioms| &axioms.steps);
        let steps: String = steps.map(|line| format!("{line}\n")).collect();
        let body = match answer.value.cells.take() {
            Some(Some(Cells::Box(table))) => self.box_body(table, steps, manner)?,
            Some(Some(cells @ Cells::Line(_))) => {
                Body::Text(multiples_text(&answer.value, &cells.characters(), steps, manner.format))
            }
            Some(None) => Body::Text(String::new()),
            None => Body::Text(answer.value.counts.map_or_else(String::new, |counts| {
                let Census { p, n, defeated, off } = counts;
                format!("{steps}P {p}\nN {n}\ndefeated {defeated}\noff the board {off}\n")
            })),
        };
        Report::rendered(body, answer)
    }

    fn box_body(&self, table: Box<Table>, steps: String, manner: &Manner<'_>) -> Result<Body, Refused> {
        Ok(match manner.format {
            Format::Svg => {
                Body::Text(picture(&table, &self.title(), self.every, |grid, kind| grid.to_svg(kind))?)
            }
            Format::Png => {
                let pixels = picture(&table, &self.title(), self.every, |grid, kind| grid.to_pixels(kind))?;
                Body::Stream(Box::new(move |out| write_png(out, pixels)))
            }
            Format::Csv => Body::Stream(Box::new(move |out| write_csv(out, &table))),
            _ => Body::Stream(Box::new(move |out| {
                out.write_all(steps.as_bytes())?;
                write_grids(out, &table)
            })),
        })
    }

    fn title(&self) -> String {
        let name = board_title(&self.board);
        match &self.shown {
            TableShown::Box { slice: Some(slice), .. } => format!("P-positions of {name}, {slice}"),
            _ => format!("P-positions of {name}"),
        }
    }
}

fn is_picture(manner: &Manner<'_>) -> bool {
    matches!(manner.format, Format::Svg | Format::Png)
}

/// What a picture calls a board: its file without the folder and the ending.
pub fn board_title(name: &str) -> String {
    Path::new(name).file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

fn multiples_text(value: &TableValue, cells: &str, mut text: String, format: Format) -> String {
    if format == Format::Csv {
        let lines = cells.chars().enumerate().map(|(n, cell)| format!("{n},{cell}\n"));
        return format!("n,cell\n{}", lines.collect::<String>());
    }
    let point = point_text(value.position.as_deref().unwrap_or_default());
    let _ = writeln!(text, "outcomes of n times {point}, n = 0, 1, 2, …");
    let cells: Vec<char> = cells.chars().collect();
    for (line, part) in cells.chunks(100).enumerate() {
        let _ = writeln!(text, "{:>7}  {}", 100 * line, part.iter().collect::<String>());
    }
    let repeats: Vec<String> = value.repeats.iter().flatten().map(usize::to_string).collect();
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
) -> Result<T, Refused> {
    let Some((across, up)) = plane(table) else {
        return Err(Refused::new("a picture needs a box with two coordinates that vary")
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
