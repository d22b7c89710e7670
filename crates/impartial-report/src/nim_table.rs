//! `impartial nim --table N`: the multiplication table of the nimbers below N, by size or by logarithm.

use std::fmt::Write as _;

use impartial::question::{NimTableOrder, NimTableQuestion, Question as _, Refused};
use impartial_picture::matrix::{Cell, Matrix, Outline, Pixels};
use impartial_picture::palette::{Colour, field};

use crate::format::{Choice, Format};
use crate::manner::Manner;
use crate::report::{Body, Report};
use crate::table::write_png;

/// The order of rows and columns of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// 0, 1, 2, …
    Size,
    /// The powers of a generator: 1, g, g², …; the zero is left out.
    Logarithm,
}

impl Choice for Order {
    const CHOICES: &'static [(&'static str, Self, &'static str)] = &[
        ("size", Order::Size, "0, 1, 2, …"),
        ("logarithm", Order::Logarithm, "The powers of a generator: 1, g, g², …; the zero is left out"),
    ];
}

/// The largest table with numbers in its cells.
const MOST_WITH_NUMBERS: usize = 32;
/// The largest table drawn cell by cell in SVG.
const MOST_DRAWN: usize = 256;

impl From<Order> for NimTableOrder {
    fn from(order: Order) -> Self {
        match order {
            Order::Size => NimTableOrder::Size,
            Order::Logarithm => NimTableOrder::Logarithm,
        }
    }
}

/// The table in the form asked for; in a picture the product of two numbers, as in `5,6`, is marked.
///
/// # Errors
/// When the numbers are not in the table, or the form is none of the question.
pub fn nim_table(size: u64, by: Order, select: Option<&str>, manner: &Manner<'_>) -> Result<Report, Refused> {
    let forms = [Format::Text, Format::Json, Format::Csv, Format::Latex, Format::Svg, Format::Png];
    let mut answer = NimTableQuestion { size, by: by.into() }.ask(&manner.asking)?;
    let heads = &answer.value.heads;
    let place = |text: &str| heads.iter().position(|head| Ok(*head) == text.trim().parse());
    let selected = match select {
        None => None,
        Some(text) => match text.split_once(',').and_then(|(a, b)| Some((place(a)?, place(b)?))) {
            Some(pair) => Some(pair),
            None => {
                return Err(Refused::new("expected two numbers of the table, for example 5,6")
                    .at(text, 0..text.len()));
            }
        },
    };
    manner.expect_format("nim --table", &forms)?;
    let drawn = Drawn { heads, rows: &answer.value.table, by, selected };
    let body = drawn.body(manner.format)?;
    if manner.format != Format::Json {
        answer.value.table.clear();
    }
    Report::rendered(body, answer)
}

/// A table as it is drawn.
struct Drawn<'a> {
    /// What rows and columns stand for.
    heads: &'a [u64],
    rows: &'a [Vec<u64>],
    by: Order,
    selected: Option<(usize, usize)>,
}

impl Drawn<'_> {
    fn body(&self, format: Format) -> Result<Body, Refused> {
        Ok(Body::Text(match format {
            Format::Json => String::new(),
            Format::Csv => self.lines(|row| row.iter().map(u64::to_string).collect::<Vec<_>>().join(",")),
            Format::Latex => self.latex(),
            Format::Svg if self.rows.len() > MOST_DRAWN => {
                return Err(Refused::new(format!("{0} x {0} cells are too many for SVG", self.rows.len()))
                    .help("a picture in pixels holds them: -o table.png"));
            }
            Format::Svg => self.picture(),
            Format::Png => {
                let picture = self.pixels(|pixels, colour| pixels.to_pixels(colour));
                return Ok(Body::Stream(Box::new(move |out| write_png(out, picture))));
            }
            _ => {
                let widest = self.rows.iter().flatten().max().map_or(1, |largest| largest.to_string().len());
                let line = |row: &[u64]| {
                    row.iter().map(|value| format!("{value:>widest$}")).collect::<Vec<_>>().join(" ")
                };
                self.lines(line)
            }
        }))
    }

    fn lines(&self, line: impl Fn(&[u64]) -> String) -> String {
        self.rows.iter().map(|row| line(row) + "\n").collect()
    }

    fn latex(&self) -> String {
        let line = |row: &[u64]| row.iter().map(u64::to_string).collect::<Vec<_>>().join(" & ");
        let mut text = format!("\\[\n\\begin{{array}}{{r|*{{{}}}{{r}}}}\n", self.heads.len());
        let _ = writeln!(text, "\\circ & {} \\\\ \\hline", line(self.heads));
        for (a, row) in self.heads.iter().zip(self.rows) {
            let _ = writeln!(text, "{a} & {} \\\\", line(row));
        }
        text.push_str("\\end{array}\n\\]\n");
        text
    }

    fn title(&self) -> String {
        match self.by {
            Order::Size => format!("Nim products below {}", self.rows.len()),
            Order::Logarithm => format!(
                "Nim products of the {} powers of {}, by logarithm",
                self.rows.len(),
                self.heads.get(1).copied().unwrap_or(1)
            ),
        }
    }

    fn picture(&self) -> String {
        if self.rows.len() > MOST_WITH_NUMBERS {
            return self.pixels(|pixels, colour| pixels.to_svg(colour));
        }
        let cell =
            |value: &u64| Some(Cell { text: value.to_string(), colour: field(*value), is_restart: false });
        let cells: Vec<Vec<Option<Cell>>> =
            self.rows.iter().map(|row| row.iter().map(cell).collect()).collect();
        let square = |side: usize| Outline { from: (0, 0), to: (side - 1, side - 1), is_selection: false };
        let mut outlines: Vec<Outline> = Vec::new();
        let mut sentence = match self.by {
            Order::Size => {
                let fields = [16, 4, 2].into_iter().filter(|field| *field <= self.rows.len());
                outlines.extend(fields.map(square));
                "Two numbers below 4 multiply below 4, below 16 stay below 16: inside an outlined square no later colour \
                 appears."
                    .to_owned()
            }
            Order::Logarithm => "Row i, column j: the power i + j of the generator.".to_owned(),
        };
        if let Some((row, column)) = self.selected {
            outlines.push(Outline { from: (row, column), to: (row, column), is_selection: true });
            let _ = write!(
                sentence,
                " Marked: {} times {} is {}.",
                self.heads[row], self.heads[column], self.rows[row][column]
            );
        }
        let legend = fields_of(self.heads.iter().max().copied().unwrap_or(0));
        let names = if self.by == Order::Size { ("a", "b") } else { ("i", "j") };
        Matrix { title: self.title(), sentence, names, cells, outlines, legend }.to_svg()
    }

    /// The table as cells without numbers.
    fn pixels<T>(&self, draw: impl FnOnce(&Pixels<'_>, &dyn Fn(usize, usize) -> Colour) -> T) -> T {
        let largest = self.heads.iter().max().copied().unwrap_or(0);
        let by_size = self.by == Order::Size;
        let colour = |row: usize, column: usize| {
            let value = self.rows[row][column];
            // By logarithm the fields are what is seen, one colour each.
            match (by_size, value) {
                (true, value) => field(value),
                (false, 1) => Colour(0x1b1e25),
                (false, 2..4) => field(3),
                (false, 4..16) => field(15),
                (false, _) => Colour(0xe1e6f2),
            }
        };
        let sentence = if by_size {
            "Rows and columns in their order. The small outlined corners are the fields of 2, 4 and 16."
                .to_owned()
        } else {
            "Sorted as powers, the products that lie in smaller fields form diagonals: the field of 16 on every 17th, of 4 on \
             every 85th, and 1 itself on the darkest. Every other generator gives the same picture."
                .to_owned()
        };
        let legend = fields_of(largest);
        let legend: Vec<(Colour, &str)> = match by_size {
            true => legend.iter().map(|(colour, words)| (*colour, words.as_str())).collect(),
            false => vec![
                (Colour(0x1b1e25), "1"),
                (field(3), "in the field of 4"),
                (field(15), "in the field of 16"),
                (Colour(0xe1e6f2), "in no smaller field"),
            ],
        };
        let size = self.rows.len();
        let pixels = Pixels {
            title: &self.title(),
            sentence: &sentence,
            size,
            labels: if by_size { &[0, 16, 64, 128, 192, 256, 512, 768] } else { &[0, 17, 85, 170] },
            outlines: if by_size { &[2, 4, 16] } else { &[] },
            legend: &legend,
        };
        draw(&pixels, &colour)
    }
}

/// What the colours of the nimbers up to `largest` mean.
fn fields_of(largest: u64) -> Vec<(Colour, String)> {
    let entry = |(field_size, shown, words): (u64, u64, &str)| {
        (largest >= field_size).then(|| (field(shown), words.to_owned()))
    };
    [
        (0, 1, "0, 1: the field of 2"),
        (2, 3, "2, 3: new in the field of 4"),
        (4, 9, "4 … 15: new in the field of 16"),
        (16, 136, "16 … 255: new in the field of 256"),
        (256, 30_000, "256 …: later"),
    ]
    .into_iter()
    .filter_map(entry)
    .collect()
}
