//! Egg-box pictures: boxes of elements in layers, with lines from each box to those next below it.
//!
//! Marks are shapes, not colours: a marked element stands in a frame of its own, and a special box has a double frame.

use std::fmt::Write as _;

use crate::formula::to_dot;
use crate::palette::Token;
use crate::svg::{Element, LABEL, Svg, escape, number};

/// One element: its name, and whether it is marked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// What is written.
    pub name: String,
    /// The same as a formula of TeX.
    pub formula: String,
    /// Whether it has a frame of its own.
    pub marked: bool,
}

/// A box of elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EggBox {
    /// The elements, row by row.
    pub cells: Vec<Cell>,
    /// Words under the elements; may be empty.
    pub caption: String,
    /// Whether the frame is double.
    pub double: bool,
}

/// The picture: boxes, and pairs (upper, lower) of boxes that are joined. The pairs have no cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EggBoxDiagram {
    /// The heading.
    pub title: String,
    /// What the marks mean, in one line.
    pub legend: String,
    /// The boxes.
    pub boxes: Vec<EggBox>,
    /// Which box stands directly above which.
    pub covers: Vec<(usize, usize)>,
}

const CELL_HEIGHT: f64 = 24.0;
const LETTER: f64 = 7.2;
const PADDING: f64 = 8.0;
const COLUMN_GAP: f64 = 28.0;
const LAYER_GAP: f64 = 44.0;
const MARGIN: f64 = 24.0;
const HEAD: f64 = 36.0;

impl EggBoxDiagram {
    /// The picture as SVG.
    ///
    /// ```
    /// use impartial_picture::egg_box::{Cell, EggBox, EggBoxDiagram};
    /// let cell = |name: &str, marked| Cell { name: name.into(), formula: name.into(), marked };
    /// let one = |cells| EggBox { cells, caption: String::new(), double: true };
    /// let diagram = EggBoxDiagram {
    ///     title: "T_1".into(),
    ///     legend: String::new(),
    ///     boxes: vec![one(vec![cell("1", false), cell("a", true)])],
    ///     covers: vec![],
    /// };
    /// assert!(diagram.to_svg().contains(">a</text>"));
    /// ```
    pub fn to_svg(&self) -> String {
        let layout = Layout::new(self);
        let mut svg = Svg::new(&self.title, &self.legend);
        svg.text(MARGIN, MARGIN, "start", &self.title);
        for path in &layout.paths {
            let points: Vec<String> =
                path.iter().map(|(x, y)| format!("{} {}", number(*x), number(*y))).collect();
            svg.add(Element::path(&format!("M{}", points.join("L"))).hollow().stroke(Token::Soft, 1.3));
        }
        for (shape, &(x, y)) in self.boxes.iter().zip(&layout.corners) {
            shape.draw(&mut svg, x, y);
        }
        if !self.legend.is_empty() {
            svg.text(MARGIN, layout.height - 12.0, "start", &self.legend);
        }
        svg.finish(layout.width, layout.height)
    }

    /// The picture as input for Graphviz.
    pub fn to_dot(&self) -> String {
        let mut out = String::from(
            "digraph quotient {\n  rankdir=TB;\n  node [shape=plain];\n  edge [arrowhead=none];\n",
        );
        let _ = writeln!(out, "  labelloc=t;\n  label=<{}>;", escape(&self.title));
        for (number, shape) in self.boxes.iter().enumerate() {
            let columns = shape.columns();
            let mut table = String::new();
            for row in shape.cells.chunks(columns) {
                table.push_str("<TR>");
                for cell in row {
                    let border = u8::from(cell.marked);
                    let _ = write!(table, "<TD BORDER=\"{border}\">{}</TD>", to_dot(&cell.name));
                }
                table.push_str("</TR>");
            }
            if !shape.caption.is_empty() {
                let caption = to_dot(&shape.caption);
                let _ =
                    write!(table, "<TR><TD BORDER=\"0\" COLSPAN=\"{columns}\"><I>{caption}</I></TD></TR>");
            }
            let border = if shape.double { 3 } else { 1 };
            let _ = writeln!(
                out,
                "  c{number} [label=<<TABLE BORDER=\"{border}\" CELLBORDER=\"0\" CELLSPACING=\"2\">{table}</TABLE>>];"
            );
        }
        for (upper, lower) in &self.covers {
            let _ = writeln!(out, "  c{upper} -> c{lower};");
        }
        out.push_str("}\n");
        out
    }
}

impl EggBoxDiagram {
    /// The picture as a `tikzpicture` for LaTeX; it needs the package `tikz` and nothing else.
    ///
    /// Names are set as their formulas.
    pub fn to_tikz(&self) -> String {
        let layout = Layout::new(self);
        let mut out = format!("% {}\n", self.title);
        // One unit of the layout is a CSS pixel, three quarters of a point.
        out.push_str("\\begin{tikzpicture}[x=0.75pt, y=-0.75pt, font=\\footnotesize]\n");
        for path in &layout.paths {
            let points: Vec<String> = path.iter().map(|(x, y)| format!("({x:.1},{y:.1})")).collect();
            let _ = writeln!(out, "  \\draw {};", points.join(" -- "));
        }
        for (shape, &(x, y)) in self.boxes.iter().zip(&layout.corners) {
            shape.draw_tikz(&mut out, x, y);
        }
        if !self.legend.is_empty() {
            let y = layout.height - 12.0;
            let _ = writeln!(
                out,
                "  \\node[anchor=west] at ({MARGIN:.1},{y:.1}) {{{}}};",
                tex_text(&self.legend)
            );
        }
        out.push_str("\\end{tikzpicture}\n");
        out
    }
}

impl EggBox {
    /// As many columns as rows, or one or two more.
    fn columns(&self) -> usize {
        (1..).find(|columns| columns * columns >= self.cells.len()).unwrap_or(1).max(1)
    }

    fn cell_width(&self) -> f64 {
        let letters = self.cells.iter().map(|cell| cell.name.chars().count()).max().unwrap_or(1);
        letters as f64 * LETTER + 14.0
    }

    fn size(&self) -> (f64, f64) {
        let columns = self.columns();
        let rows = self.cells.len().div_ceil(columns);
        let caption = if self.caption.is_empty() { 0.0 } else { 18.0 };
        let words = self.caption.chars().count() as f64 * LETTER;
        let width = (columns as f64 * self.cell_width()).max(words);
        (width + 2.0 * PADDING, rows as f64 * CELL_HEIGHT + caption + 2.0 * PADDING)
    }

    fn draw(&self, svg: &mut Svg, x: f64, y: f64) {
        let (width, height) = self.size();
        svg.rectangle((x, y), (width, height), Token::Card);
        svg.frame((x, y), (width, height), Token::Ink);
        if self.double {
            svg.frame((x + 3.0, y + 3.0), (width - 6.0, height - 6.0), Token::Ink);
        }
        let cell_width = self.cell_width();
        for (cell, (cell_x, cell_y)) in self.cells.iter().zip(self.cell_corners(x, y)) {
            if cell.marked {
                let (corner, size) = ((cell_x + 2.0, cell_y + 2.0), (cell_width - 4.0, CELL_HEIGHT - 4.0));
                svg.rectangle(corner, size, Token::Tint);
                svg.frame(corner, size, Token::P);
            }
            let place = (cell_x + cell_width / 2.0, cell_y + CELL_HEIGHT / 2.0 + 4.0);
            svg.formula(Element::text(place, "middle", LABEL).fill(Token::Ink), LABEL, &cell.name);
        }
        if !self.caption.is_empty() {
            svg.text(x + width / 2.0, y + height - PADDING - 2.0, "middle", &self.caption);
        }
    }
}

impl EggBox {
    /// Where each cell stands, when the box stands at (x, y): its upper left corner.
    fn cell_corners(&self, x: f64, y: f64) -> impl Iterator<Item = (f64, f64)> {
        let (columns, cell_width) = (self.columns(), self.cell_width());
        let left = x + (self.size().0 - columns as f64 * cell_width) / 2.0;
        (0..self.cells.len()).map(move |place| {
            let (row, column) = (place / columns, place % columns);
            (left + column as f64 * cell_width, y + PADDING + row as f64 * CELL_HEIGHT)
        })
    }

    fn draw_tikz(&self, out: &mut String, x: f64, y: f64) {
        let (width, height) = self.size();
        let mut frame = |style: &str, (x, y): (f64, f64), (width, height): (f64, f64)| {
            let (right, bottom) = (x + width, y + height);
            let _ = writeln!(out, "  \\draw[{style}] ({x:.1},{y:.1}) rectangle ({right:.1},{bottom:.1});");
        };
        frame("fill=white", (x, y), (width, height));
        if self.double {
            frame("thin", (x + 3.0, y + 3.0), (width - 6.0, height - 6.0));
        }
        let (cell_width, corners) = (self.cell_width(), self.cell_corners(x, y).collect::<Vec<_>>());
        for (cell, (x, y)) in self.cells.iter().zip(&corners) {
            if cell.marked {
                frame("fill=black!8", (x + 2.0, y + 2.0), (cell_width - 4.0, CELL_HEIGHT - 4.0));
            }
        }
        for (cell, (x, y)) in self.cells.iter().zip(corners) {
            let (x, y) = (x + cell_width / 2.0, y + CELL_HEIGHT / 2.0);
            let _ = writeln!(out, "  \\node at ({x:.1},{y:.1}) {{${}$}};", cell.formula);
        }
        if !self.caption.is_empty() {
            let (x, y) = (x + width / 2.0, y + height - PADDING - 7.0);
            let _ = writeln!(out, "  \\node at ({x:.1},{y:.1}) {{{}}};", tex_text(&self.caption));
        }
    }
}

/// Words, with what TeX would read as a command made harmless; `^3` becomes a raised 3.
fn tex_text(text: &str) -> String {
    let mut out = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '^' => {
                let mut digits = String::new();
                while let Some(digit) = letters.next_if(char::is_ascii_digit) {
                    digits.push(digit);
                }
                let _ = write!(out, "$^{{{digits}}}$");
            }
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(letter);
            }
            '<' | '>' => {
                let _ = write!(out, "${letter}$");
            }
            _ => out.push(letter),
        }
    }
    out
}

/// Where everything stands. A box stands one layer below the lowest box above it; a line that passes layers goes through
/// a point of its own in each, so that it runs between boxes and not behind them.
struct Layout {
    width: f64,
    height: f64,
    /// The upper left corner of each box.
    corners: Vec<(f64, f64)>,
    paths: Vec<Vec<(f64, f64)>>,
}

/// A place in a layer: a box, or a line passing through.
struct Place {
    width: f64,
    /// Places of the layer above that it is joined to.
    above: Vec<usize>,
}

impl Layout {
    fn new(diagram: &EggBoxDiagram) -> Layout {
        let depth = depths(diagram);
        let layer_count = depth.iter().max().map_or(0, |deepest| deepest + 1);
        let mut layers: Vec<Vec<usize>> = vec![Vec::new(); layer_count];
        let mut places: Vec<Place> =
            diagram.boxes.iter().map(|shape| Place { width: shape.size().0, above: Vec::new() }).collect();
        (0..places.len()).for_each(|place| layers[depth[place]].push(place));
        // The chains of places that make up each line.
        let mut chains = Vec::new();
        for &(upper, lower) in &diagram.covers {
            let mut chain = vec![upper];
            for layer in &mut layers[depth[upper] + 1..depth[lower]] {
                places.push(Place { width: 0.0, above: vec![chain[chain.len() - 1]] });
                layer.push(places.len() - 1);
                chain.push(places.len() - 1);
            }
            places[lower].above.push(chain[chain.len() - 1]);
            chain.push(lower);
            chains.push(chain);
        }
        let centres = centres(&places, &mut layers);
        let left = places.iter().zip(&centres).map(|(place, x)| x - place.width / 2.0).fold(0.0, f64::min);
        let heights: Vec<f64> = layers
            .iter()
            .map(|layer| {
                let boxes = layer.iter().filter_map(|&place| diagram.boxes.get(place));
                boxes.map(|shape| shape.size().1).fold(0.0, f64::max)
            })
            .collect();
        let mut tops = Vec::with_capacity(layer_count);
        let mut y = MARGIN + HEAD;
        for height in &heights {
            tops.push(y);
            y += height + LAYER_GAP;
        }
        let mut middle = vec![(0.0, 0.0, 0.0); places.len()];
        for (layer, members) in layers.iter().enumerate() {
            for &place in members {
                let x = centres[place] - left + MARGIN;
                let height = diagram.boxes.get(place).map_or(heights[layer], |shape| shape.size().1);
                let top = tops[layer] + (heights[layer] - height) / 2.0;
                middle[place] = (x, top, top + height);
            }
        }
        let right =
            places.iter().zip(&middle).map(|(place, (x, ..))| x + place.width / 2.0).fold(0.0, f64::max);
        let corners = diagram
            .boxes
            .iter()
            .zip(&middle)
            .map(|(shape, &(x, top, _))| (x - shape.size().0 / 2.0, top))
            .collect();
        let path = |chain: &Vec<usize>| {
            let mut points = Vec::new();
            for (step, &place) in chain.iter().enumerate() {
                let (x, top, bottom) = middle[place];
                if step > 0 {
                    points.push((x, top));
                }
                if step + 1 < chain.len() {
                    points.push((x, bottom));
                }
            }
            points
        };
        let words = diagram.title.chars().count().max(diagram.legend.chars().count()) as f64 * LETTER;
        Layout {
            width: (right + MARGIN).max(words + 2.0 * MARGIN),
            height: y - LAYER_GAP + HEAD + MARGIN,
            corners,
            paths: chains.iter().map(path).collect(),
        }
    }
}

/// The layer of each box: the length of the longest chain above it.
fn depths(diagram: &EggBoxDiagram) -> Vec<usize> {
    let mut depth = vec![0; diagram.boxes.len()];
    // As many rounds as the longest chain has links, at most one for each box.
    for _ in 0..diagram.boxes.len() {
        let mut settled = true;
        for &(upper, lower) in &diagram.covers {
            if depth[lower] <= depth[upper] {
                depth[lower] = depth[upper] + 1;
                settled = false;
            }
        }
        if settled {
            break;
        }
    }
    depth
}

/// Orders each layer by the mean place of what stands above, a few times down and up, and centres the layers.
fn centres(places: &[Place], layers: &mut [Vec<usize>]) -> Vec<f64> {
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); places.len()];
    for (place, above) in
        places.iter().enumerate().flat_map(|(place, data)| data.above.iter().map(move |a| (place, *a)))
    {
        below[above].push(place);
    }
    let mut centre = vec![0.0; places.len()];
    let spread = |layer: &[usize], centre: &mut Vec<f64>| {
        let total: f64 = layer.iter().map(|&place| places[place].width + COLUMN_GAP).sum::<f64>();
        let mut x = -total / 2.0;
        for &place in layer {
            let width = places[place].width + COLUMN_GAP;
            centre[place] = x + width / 2.0;
            x += width;
        }
    };
    layers.iter().for_each(|layer| spread(layer, &mut centre));
    for round in 0..6 {
        let count = layers.len();
        for step in 0..count {
            let layer = if round % 2 == 0 { step } else { count - 1 - step };
            let mean = |place: usize, centre: &[f64]| {
                let joined = if round % 2 == 0 { &places[place].above } else { &below[place] };
                match joined.len() {
                    0 => centre[place],
                    count => joined.iter().map(|&other| centre[other]).sum::<f64>() / count as f64,
                }
            };
            let mut order: Vec<(f64, usize)> =
                layers[layer].iter().map(|&place| (mean(place, &centre), place)).collect();
            order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            layers[layer] = order.into_iter().map(|(_, place)| place).collect();
            spread(&layers[layer].clone(), &mut centre);
        }
    }
    centre
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diagram(covers: &[(usize, usize)], sizes: &[usize]) -> EggBoxDiagram {
        let shape = |count: &usize| EggBox {
            cells: (0..*count)
                .map(|n| Cell { name: format!("x^{n}"), formula: format!("x^{{{n}}}"), marked: n % 2 == 1 })
                .collect(),
            caption: "Z2".into(),
            double: count.is_multiple_of(2),
        };
        EggBoxDiagram {
            title: "a < b".into(),
            legend: "framed: P".into(),
            boxes: sizes.iter().map(shape).collect(),
            covers: covers.to_vec(),
        }
    }

    #[test]
    fn boxes_of_a_layer_do_not_overlap_and_lines_go_down() {
        let diagram = diagram(&[(0, 1), (0, 2), (1, 3), (2, 4), (4, 3), (0, 5)], &[2, 1, 4, 16, 3, 2]);
        let layout = Layout::new(&diagram);
        for (i, (x, y)) in layout.corners.iter().enumerate() {
            let (width, height) = diagram.boxes[i].size();
            assert!(*x >= 0.0 && x + width <= layout.width && y + height <= layout.height);
            for (j, (other_x, other_y)) in layout.corners.iter().enumerate().filter(|(j, _)| *j != i) {
                let (other_width, other_height) = diagram.boxes[j].size();
                let apart = x + width <= *other_x
                    || other_x + other_width <= *x
                    || y + height <= *other_y
                    || other_y + other_height <= *y;
                assert!(apart, "boxes {i} and {j}");
            }
        }
        for path in &layout.paths {
            assert!(path.windows(2).all(|pair| pair[0].1 <= pair[1].1));
        }
        // The line from box 1 to box 3 passes the layer of box 4 beside it.
        let passing = &layout.paths[2];
        let (box_x, _) = layout.corners[4];
        let inside = |x: f64| x > box_x && x < box_x + diagram.boxes[4].size().0;
        assert!(passing.len() == 4 && !inside(passing[1].0));
    }

    #[test]
    fn the_text_is_well_formed() {
        let diagram = diagram(&[(0, 1)], &[2, 3]);
        let svg = diagram.to_svg();
        assert!(svg.contains("a &lt; b") && svg.ends_with("</svg>\n"));
        assert_eq!(svg.matches("stroke-soft\"").count(), 1);
        let dot = diagram.to_dot();
        assert!(
            dot.contains("c0 -> c1;")
                && dot.contains("<TD BORDER=\"1\">x<SUP>1</SUP></TD>")
                && dot.contains("a &lt; b")
        );
        assert_eq!(diagram.to_svg(), svg, "the same every time");
        let tikz = diagram.to_tikz();
        assert!(tikz.contains("{$x^{1}$};") && tikz.ends_with("\\end{tikzpicture}\n"), "{tikz}");
        // A frame for each box, one more for a double box, one for each marked cell, and one line.
        assert_eq!(tikz.matches("rectangle").count(), 2 + 1 + 2);
        assert_eq!(tikz.matches(" -- ").count(), 1);
    }

    #[test]
    fn words_are_harmless_in_tex() {
        assert_eq!(
            tex_text("5% of {a_b} < c\\d: Z2^3"),
            "5\\% of \\{a\\_b\\} $<$ c\\textbackslash{}d: Z2$^{3}$"
        );
    }
}
