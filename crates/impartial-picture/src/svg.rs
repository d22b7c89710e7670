//! SVG text, element by element.
//!
//! Every picture has the same frame: `role="img"` with a title and a description, one small style sheet, the ground, a
//! heading with a sentence under it, then the drawing. There is no `style` attribute, no script and no reference to
//! anything outside, and no identifier, so that many pictures can stand in one page. The attribute `data-body` of the root
//! is the `viewBox` of the drawing without its heading.

use std::collections::BTreeSet;
use std::fmt::{Display, Write as _};

use crate::formula;
use crate::palette::{Paint, Token, style_sheet};

/// The letters of numbers and explanations.
const SANS: &str = "'Fira Sans', 'Source Sans 3', 'Noto Sans', Helvetica, Arial, sans-serif";
/// The letters of headings and formulas.
const SERIF: &str = "'Source Serif 4', 'Source Serif Pro', Georgia, 'Noto Serif', serif";

/// The space around a drawing.
pub(crate) const MARGIN: f64 = 24.0;
/// The size of a heading, of the sentence under it, and of labels.
const HEADING: f64 = 17.5;
const SENTENCE: f64 = 13.5;
pub(crate) const LABEL: f64 = 12.0;
/// The distance between the lines of a sentence.
const LEADING: f64 = 19.0;

/// One element: its attributes, in the order given.
pub(crate) struct Element {
    name: &'static str,
    classes: Vec<String>,
    tokens: Vec<Token>,
    attributes: String,
}

impl Element {
    /// An element without attributes.
    pub(crate) fn new(name: &'static str) -> Self {
        Element { name, classes: Vec::new(), tokens: Vec::new(), attributes: String::new() }
    }

    /// A rectangle by its upper left corner and its size.
    pub(crate) fn rectangle(corner: (f64, f64), size: (f64, f64)) -> Self {
        Element::new("rect").at("x", corner.0).at("y", corner.1).at("width", size.0).at("height", size.1)
    }

    /// A circle.
    pub(crate) fn circle(centre: (f64, f64), radius: f64) -> Self {
        Element::new("circle").at("cx", centre.0).at("cy", centre.1).at("r", radius)
    }

    /// A line.
    pub(crate) fn line(from: (f64, f64), to: (f64, f64)) -> Self {
        Element::new("line").at("x1", from.0).at("y1", from.1).at("x2", to.0).at("y2", to.1)
    }

    /// A path, given by its commands.
    pub(crate) fn path(commands: &str) -> Self {
        Element::new("path").set("d", commands)
    }

    /// Words at a point; `anchor` is `start`, `middle` or `end`.
    pub(crate) fn text((x, y): (f64, f64), anchor: &str, size: f64) -> Self {
        let text = Element::new("text").at("x", x).at("y", y);
        let text = if anchor == "start" { text } else { text.set("text-anchor", anchor) };
        text.at("font-size", size)
    }

    /// A group of elements.
    pub(crate) fn group() -> Self {
        Element::new("g")
    }

    /// An attribute.
    pub(crate) fn set(mut self, name: &str, value: impl Display) -> Self {
        let value = escape(&value.to_string());
        let _ = write!(self.attributes, " {name}=\"{value}\"");
        self
    }

    /// An attribute that is a number.
    pub(crate) fn at(mut self, name: &str, value: f64) -> Self {
        let _ = write!(self.attributes, " {name}=\"{}\"", number(value));
        self
    }

    /// A class.
    pub(crate) fn class(mut self, name: &str) -> Self {
        self.classes.push(name.to_owned());
        self
    }

    /// Rounded corners.
    pub(crate) fn rounded(self, radius: f64) -> Self {
        self.at("rx", radius)
    }

    /// The colour inside.
    pub(crate) fn fill(self, paint: impl Into<Paint>) -> Self {
        self.paint("fill", paint.into())
    }

    /// Nothing inside.
    pub(crate) fn hollow(self) -> Self {
        self.set("fill", "none")
    }

    /// The colour and the width of the outline.
    pub(crate) fn stroke(self, paint: impl Into<Paint>, width: f64) -> Self {
        self.paint("stroke", paint.into()).at("stroke-width", width)
    }

    fn paint(mut self, name: &str, paint: Paint) -> Self {
        match paint {
            Paint::Fixed(colour) => self.set(name, colour),
            Paint::Token(token) => {
                self.classes.push(format!("{name}-{}", token.name()));
                self.tokens.push(token);
                self.set(name, token.light())
            }
        }
    }

    /// The letters of formulas and headings.
    pub(crate) fn serif(self) -> Self {
        self.set("font-family", SERIF)
    }

    fn open(&self) -> String {
        let mut text = format!("<{}", self.name);
        if !self.classes.is_empty() {
            let _ = write!(text, " class=\"{}\"", self.classes.join(" "));
        }
        text.push_str(&self.attributes);
        text
    }
}

/// An SVG document in work. Coordinates are in pixels and printed with at most two decimals, so that the text is the same
/// on every machine.
///
/// ```
/// use impartial_picture::palette::Token;
/// use impartial_picture::svg::Svg;
/// let mut svg = Svg::new("a point", "");
/// svg.circle(10.0, 20.5, 2.0, Token::Ink);
/// let text = svg.finish(100.0, 50.0);
/// assert!(text.contains(r##"<circle class="fill-ink" cx="10" cy="20.5" r="2" fill="#1b1e25"/>"##));
/// ```
pub struct Svg {
    title: String,
    description: String,
    /// The height of the heading.
    head: f64,
    tokens: BTreeSet<Token>,
    text: String,
    open: Vec<&'static str>,
}

impl Svg {
    /// A picture; the title and the description are read aloud by screen readers.
    pub fn new(title: &str, description: &str) -> Self {
        Svg {
            title: title.to_owned(),
            description: description.to_owned(),
            head: 0.0,
            tokens: BTreeSet::from([Token::Card]),
            text: String::new(),
            open: Vec::new(),
        }
    }

    /// Writes the title as a heading, and the description under it in lines of at most this width. Answers the height at
    /// which the drawing begins.
    pub(crate) fn heading(&mut self, width: f64) -> f64 {
        let (title, description) = (self.title.clone(), self.description.clone());
        self.heading_of(&title, &description, 0.0, width)
    }

    /// The same for one of several drawings side by side, which begins at `left`.
    pub(crate) fn heading_of(&mut self, title: &str, sentence: &str, left: f64, width: f64) -> f64 {
        self.push(Element::group().class("heading"));
        let (x, mut y) = (left + MARGIN, MARGIN);
        for line in lines(title, width, HEADING) {
            let text = Element::text((x, y + 6.0), "start", HEADING).serif().set("font-weight", 600);
            self.write(text.fill(Token::Ink), &escape(&line));
            y += 24.0;
        }
        for line in lines(sentence, width, SENTENCE) {
            let text = Element::text((x, y + 4.0), "start", SENTENCE).fill(Token::Soft);
            self.write(text, &escape(&line));
            y += LEADING;
        }
        self.pop();
        let end = y + 4.0;
        self.head = self.head.max(end - 8.0);
        end
    }

    /// A line of one pixel.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), paint: impl Into<Paint>) {
        self.add(Element::line(from, to).stroke(paint, 1.0));
    }

    /// A filled rectangle.
    pub fn rectangle(&mut self, corner: (f64, f64), size: (f64, f64), paint: impl Into<Paint>) {
        self.add(Element::rectangle(corner, size).fill(paint));
    }

    /// The outline of a rectangle, one pixel wide.
    pub fn frame(&mut self, corner: (f64, f64), size: (f64, f64), paint: impl Into<Paint>) {
        self.add(Element::rectangle(corner, size).hollow().stroke(paint, 1.0));
    }

    /// A filled circle.
    pub fn circle(&mut self, x: f64, y: f64, radius: f64, paint: impl Into<Paint>) {
        self.add(Element::circle((x, y), radius).fill(paint));
    }

    /// A label; `anchor` is `start`, `middle` or `end`.
    pub fn text(&mut self, x: f64, y: f64, anchor: &str, text: &str) {
        self.write(Element::text((x, y), anchor, LABEL).fill(Token::Soft), &escape(text));
    }

    /// Many small squares of one colour as a single path: compact for thousands of points.
    pub fn dots(&mut self, points: impl IntoIterator<Item = (f64, f64)>, side: f64, paint: impl Into<Paint>) {
        let mut path = String::new();
        for (x, y) in points {
            let (x, y, s) = (number(x - side / 2.0), number(y - side / 2.0), number(side));
            let _ = write!(path, "M{x} {y}h{s}v{s}h-{s}z");
        }
        if !path.is_empty() {
            self.add(Element::path(&path).fill(paint));
        }
    }

    /// An element without content.
    pub(crate) fn add(&mut self, element: Element) {
        self.tokens.extend(&element.tokens);
        self.text.push_str(&element.open());
        self.text.push_str("/>\n");
    }

    /// An element with content, which is SVG already.
    pub(crate) fn write(&mut self, element: Element, content: &str) {
        self.tokens.extend(&element.tokens);
        let _ = writeln!(self.text, "{}>{content}</{}>", element.open(), element.name);
    }

    /// A formula such as `ab^2` or `x_51` in an element for text of this size: letters slanted, exponents raised.
    pub(crate) fn formula(&mut self, text: Element, size: f64, formula: &str) {
        self.write(text.serif().set("font-style", "italic"), &formula::to_svg(formula, size));
    }

    /// The same with upright letters, for the names of groups.
    pub(crate) fn formula_upright(&mut self, text: Element, size: f64, formula: &str) {
        self.write(text.serif(), &formula::to_svg(formula, size));
    }

    /// Opens an element whose content follows, until [`Svg::pop`].
    pub(crate) fn push(&mut self, element: Element) {
        self.tokens.extend(&element.tokens);
        let _ = writeln!(self.text, "{}>", element.open());
        self.open.push(element.name);
    }

    /// Closes what was opened last.
    pub(crate) fn pop(&mut self) {
        if let Some(name) = self.open.pop() {
            let _ = writeln!(self.text, "</{name}>");
        }
    }

    /// The finished text of a picture of this size.
    pub fn finish(mut self, width: f64, height: f64) -> String {
        while !self.open.is_empty() {
            self.pop();
        }
        let (w, h) = (number(width), number(height));
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" \
             data-body=\"0 {} {w} {}\" role=\"img\" font-family=\"{SANS}\" font-size=\"{LABEL}\">\n",
            number(self.head),
            number(height - self.head)
        );
        let _ = writeln!(out, "<title>{}</title>", escape(&self.title));
        let description = if self.description.is_empty() { &self.title } else { &self.description };
        let _ = writeln!(out, "<desc>{}</desc>", escape(description));
        let tokens: Vec<Token> = self.tokens.into_iter().collect();
        let _ = writeln!(out, "<style>{}</style>", style_sheet(&tokens));
        let ground = Token::Card.light();
        let _ = writeln!(out, "<rect class=\"fill-card\" width=\"{w}\" height=\"{h}\" fill=\"{ground}\"/>");
        out.push_str(&self.text);
        out.push_str("</svg>\n");
        out
    }
}

/// About how wide a text is.
pub(crate) fn width_of(text: &str, size: f64) -> f64 {
    let letter = |c: char| match c {
        'i' | 'l' | 'j' | '.' | ',' | ':' | ';' | '\'' | '|' | ' ' | '(' | ')' | '[' | ']' => 0.33,
        'm' | 'w' | 'M' | 'W' => 0.86,
        c if c.is_uppercase() => 0.66,
        _ => 0.56,
    };
    text.chars().map(letter).sum::<f64>() * size
}

/// A text in lines of at most this width, broken between words.
fn lines(text: &str, width: f64, size: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width_of(line, size) + width_of(word, size) + size * 0.33 <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
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

    #[test]
    fn the_frame_of_a_picture() {
        let mut svg = Svg::new("T <1>", "all of it");
        let top = svg.heading(300.0);
        svg.push(Element::group().set("data-heap", 3));
        svg.rectangle((0.0, top), (4.0, 4.0), Token::P);
        let text = svg.finish(300.0, 80.0);
        assert!(
            text.contains("role=\"img\"") && text.contains("<title>T &lt;1&gt;</title>\n<desc>all of it")
        );
        assert!(text.contains("<g data-heap=\"3\">\n<rect class=\"fill-p\""), "{text}");
        assert!(text.contains("</g>\n</svg>\n") && text.contains(".fill-p{fill:#ff9a5c}"));
        // The page has a policy that allows no such attribute.
        assert!(!text.contains("style=\"") && !text.contains(" id="));
    }

    #[test]
    fn sentences_are_broken_between_words() {
        assert_eq!(lines("one two three", 60.0, 12.0), ["one two", "three"]);
        assert_eq!(lines("", 60.0, 12.0), [""; 0]);
        assert_eq!(lines("extraordinarily", 6.0, 12.0), ["extraordinarily"]);
    }
}
