//! Pictures in pixels and on paper: the picture that a question has as SVG, drawn by the program with fonts of its own, so that
//! it is the same on every machine.

use std::sync::{Arc, LazyLock};

use impartial_report::Format;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};
use svg2pdf::{ConversionOptions, PageOptions};

use crate::commands::Command;
use crate::failure::Failure;

/// What a picture is drawn as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// Pixels.
    Png,
    /// A page of PDF, as large as the picture.
    Pdf,
}

/// Pixels for one unit of a picture: fine enough for print at a third of the width of a page.
const FINE: f32 = 2.0;
/// The most pixels of a picture, and the most in a row; a larger one is drawn less fine. Four bytes each.
const MOST_PIXELS: f32 = 6.0e7;
const LONGEST_SIDE: f32 = 30_000.0;
/// Units of a picture to an inch, as browsers have it.
const UNITS_PER_INCH: f32 = 96.0;

/// The faces that pictures are lettered in, subsets of Fira Sans and Source Serif 4 without hints, under the OFL.
const FACES: [&[u8]; 7] = [
    include_bytes!("fonts/sans-400.ttf"),
    include_bytes!("fonts/sans-600.ttf"),
    include_bytes!("fonts/serif-400.ttf"),
    include_bytes!("fonts/serif-600.ttf"),
    include_bytes!("fonts/serif-400-italic.ttf"),
    include_bytes!("fonts/serif-greek-400.ttf"),
    include_bytes!("fonts/serif-greek-400-italic.ttf"),
];

static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    FACES.iter().for_each(|face| fonts.load_font_data(face.to_vec()));
    fonts.set_sans_serif_family("Fira Sans");
    fonts.set_serif_family("Source Serif 4");
    Arc::new(fonts)
});

impl Drawn {
    /// What the answer to a question is drawn as, when its form is wanted; nothing where the question writes that form itself.
    pub fn wanted(format: Format, question: &Command) -> Option<Self> {
        match format {
            Format::Pdf => Some(Drawn::Pdf),
            Format::Png if !question.has_pixels() => Some(Drawn::Png),
            _ => None,
        }
    }

    /// A failure of a question that was asked for a picture in SVG, in terms of what was wanted.
    pub fn explain(self, failure: Failure) -> Failure {
        let form = match self {
            Drawn::Png => Format::Png,
            Drawn::Pdf => Format::Pdf,
        };
        failure.about_form(Format::Svg, form)
    }

    /// Draws a picture.
    ///
    /// # Errors
    /// When the text is no picture, which is told.
    pub fn draw(self, svg: &str) -> Result<Vec<u8>, String> {
        let options = Options { fontdb: FONTS.clone(), ..Options::default() };
        let tree = Tree::from_str(&light(svg), &options)
            .map_err(|error| format!("there is no picture to draw: {error}"))?;
        match self {
            Drawn::Png => pixels(&tree),
            Drawn::Pdf => {
                let page = PageOptions { dpi: UNITS_PER_INCH };
                svg2pdf::to_pdf(&tree, ConversionOptions::default(), page).map_err(|error| error.to_string())
            }
        }
    }
}

/// The picture without its style sheet, which repeats the colours of the light theme and has those of the dark one.
fn light(svg: &str) -> String {
    match (svg.find("<style>"), svg.find("</style>")) {
        (Some(from), Some(to)) if from < to => format!("{}{}", &svg[..from], &svg[to + "</style>".len()..]),
        _ => svg.to_owned(),
    }
}

fn pixels(tree: &Tree) -> Result<Vec<u8>, String> {
    let (width, height) = (tree.size().width(), tree.size().height());
    let fits = (MOST_PIXELS / (width * height)).sqrt().min(LONGEST_SIDE / width.max(height));
    let scale = FINE.min(fits);
    // Both are below LONGEST_SIDE, and at least one.
    let (across, down) = ((width * scale).ceil().max(1.0) as u32, (height * scale).ceil().max(1.0) as u32);
    let mut canvas = Pixmap::new(across, down).ok_or("the picture is too large to draw")?;
    resvg::render(tree, Transform::from_scale(scale, scale), &mut canvas.as_mut());
    canvas.encode_png().map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SVG: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"20\" font-family=\"'Fira Sans', sans-serif\">\
        <style>.fill-ink{fill:#00ff00}</style><rect class=\"fill-ink\" width=\"40\" height=\"20\" fill=\"#ff0000\"/>";

    fn written(letters: &str) -> String {
        format!("{SVG}<text x=\"2\" y=\"15\" font-size=\"12\" fill=\"#0000ff\">{letters}</text></svg>")
    }

    fn pixels_of(svg: &str) -> Pixmap {
        Pixmap::decode_png(&Drawn::Png.draw(svg).unwrap()).unwrap()
    }

    #[test]
    fn pixels_have_the_colours_of_paper_and_the_letters() {
        let empty = pixels_of(&written(""));
        assert_eq!((empty.width(), empty.height()), (80, 40));
        assert!(empty.pixels().iter().all(|pixel| (pixel.red(), pixel.green(), pixel.blue()) == (255, 0, 0)));
        // Every letter that a picture may have is in one of the fonts.
        for letter in ["a", "7", "ω", "Φ", "∗", "⊕", "×", "≤", "…", "→", "–", "è", "·", "⟨"]
        {
            let drawn = pixels_of(&written(letter));
            assert!(drawn.pixels().iter().any(|pixel| pixel.blue() > 100), "{letter}");
        }
    }

    #[test]
    fn a_page_is_pdf_with_the_letters_as_letters() {
        let page = Drawn::Pdf.draw(&written("7")).unwrap();
        assert!(page.starts_with(b"%PDF-"));
        let text = String::from_utf8_lossy(&page);
        assert!(text.contains("/FontFile") && text.contains("/MediaBox [0 0 30 15]"), "{text}");
        assert_eq!(page, Drawn::Pdf.draw(&written("7")).unwrap());
    }

    #[test]
    fn a_huge_picture_is_drawn_less_fine_and_what_is_none_is_told() {
        let wide = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"90000\" height=\"10\"><rect width=\"9\" height=\"9\"/></svg>";
        assert_eq!(pixels_of(wide).width(), 30_000);
        assert!(Drawn::Png.draw("no picture").unwrap_err().starts_with("there is no picture to draw"));
    }
}
