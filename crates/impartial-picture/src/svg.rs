//! SVG text, element by element.

use std::fmt::Write as _;

/// The colours of every picture: ink and paper, a quiet line, and two marks that differ in lightness as well as hue.
pub mod palette {
    /// Text and axes.
    pub const INK: &str = "#1c2833";
    /// The background.
    pub const PAPER: &str = "#ffffff";
    /// Grid lines.
    pub const LINE: &str = "#d5dbdf";
    /// The ordinary mark.
    pub const MARK: &str = "#1f5f99";
    /// The mark that stands out.
    pub const ACCENT: &str = "#c0392b";
}

/// An SVG document in work. Coordinates are in pixels and printed with at most two decimals, so that the text is the
/// same on every machine.
///
/// ```
/// use impartial_picture::svg::Svg;
/// let mut svg = Svg::new(100.0, 50.0, "a point");
/// svg.circle(10.0, 20.5, 2.0, "#000000");
/// assert!(svg.finish().contains(r##"<circle cx="10" cy="20.5" r="2" fill="#000000"/>"##));
/// ```
pub struct Svg {
    text: String,
}

impl Svg {
    /// A document of this size; the title is read aloud by screen readers.
    pub fn new(width: f64, height: f64, title: &str) -> Self {
        let (w, h) = (number(width), number(height));
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" role=\"img\" \
             font-family=\"sans-serif\" font-size=\"12\">\n<title>{}</title>\n<rect width=\"{w}\" height=\"{h}\" fill=\"{}\"/>\n",
            escape(title),
            palette::PAPER
        );
        Svg { text }
    }

    /// A line of one pixel.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), colour: &str) {
        self.element(&format!(
            "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{colour}\"/>",
            number(from.0),
            number(from.1),
            number(to.0),
            number(to.1)
        ));
    }

    /// A filled rectangle.
    pub fn rectangle(&mut self, corner: (f64, f64), size: (f64, f64), colour: &str) {
        self.element(&format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{colour}\"/>",
            number(corner.0),
            number(corner.1),
            number(size.0),
            number(size.1)
        ));
    }

    /// The outline of a rectangle, one pixel wide.
    pub fn frame(&mut self, corner: (f64, f64), size: (f64, f64), colour: &str) {
        self.element(&format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{colour}\"/>",
            number(corner.0),
            number(corner.1),
            number(size.0),
            number(size.1)
        ));
    }

    /// A broken line of one pixel.
    pub fn polyline(&mut self, points: &[(f64, f64)], colour: &str) {
        let points: Vec<String> =
            points.iter().map(|(x, y)| format!("{},{}", number(*x), number(*y))).collect();
        self.element(&format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\"/>",
            points.join(" ")
        ));
    }

    /// A filled circle.
    pub fn circle(&mut self, x: f64, y: f64, radius: f64, colour: &str) {
        let (x, y, r) = (number(x), number(y), number(radius));
        self.element(&format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"{colour}\"/>"));
    }

    /// Text; `anchor` is `start`, `middle` or `end`.
    pub fn text(&mut self, x: f64, y: f64, anchor: &str, text: &str) {
        let (x, y, ink) = (number(x), number(y), palette::INK);
        self.element(&format!(
            "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\" fill=\"{ink}\">{}</text>",
            escape(text)
        ));
    }

    /// A formula such as `ab^2` or `x_51`: text with exponents raised and indices lowered.
    pub fn formula(&mut self, x: f64, y: f64, anchor: &str, formula: &str) {
        let (x, y, ink) = (number(x), number(y), palette::INK);
        let content = crate::formula::to_svg(formula);
        self.element(&format!(
            "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\" fill=\"{ink}\">{content}</text>"
        ));
    }

    /// Many small squares of one colour as a single path: compact for thousands of points.
    pub fn dots(&mut self, points: impl IntoIterator<Item = (f64, f64)>, side: f64, colour: &str) {
        let mut path = String::new();
        for (x, y) in points {
            let (x, y, s) = (number(x - side / 2.0), number(y - side / 2.0), number(side));
            let _ = write!(path, "M{x} {y}h{s}v{s}h-{s}z");
        }
        if !path.is_empty() {
            self.element(&format!("<path fill=\"{colour}\" d=\"{path}\"/>"));
        }
    }

    /// The finished text.
    pub fn finish(mut self) -> String {
        self.text.push_str("</svg>\n");
        self.text
    }

    /// An element given as text.
    pub(crate) fn element(&mut self, element: &str) {
        self.text.push_str(element);
        self.text.push('\n');
    }
}

/// A coordinate with at most two decimals and no trailing zeros.
pub fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

/// Text with the characters that XML reserves written as entities, and control characters left out.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars().filter(|c| !c.is_control()) {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_text_is_escaped() {
        assert_eq!([1.0, 1.5, 2.349, -0.001, 100.0].map(number), ["1", "1.5", "2.35", "0", "100"]);
        assert_eq!(escape("a<b & \"c\"\u{7}"), "a&lt;b &amp; &quot;c&quot;");
    }
}
