//! The one palette: every colour of every picture, on light ground and on dark.
//!
//! A colour that depends on the ground is a [`Token`]. It is written twice: as a presentation attribute with the light
//! value, which every SVG program understands, and as a class, to which a style sheet gives the value that fits the
//! ground. Colours of tiles are the same on both grounds, so that a screenshot of either reads the same. Orange is P and
//! nothing else. No colour carries a meaning alone: there is always a number, a word or a shape beside it.

use std::fmt;

/// A colour: red, green and blue, a byte each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour(pub u32);

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:06x}", self.0)
    }
}

impl Colour {
    /// Red, green and blue.
    ///
    /// ```
    /// assert_eq!(impartial_picture::palette::Colour(0x0a0b0c).rgb(), [10, 11, 12]);
    /// ```
    pub fn rgb(self) -> [u8; 3] {
        let [_, red, green, blue] = self.0.to_be_bytes();
        [red, green, blue]
    }

    /// The colour `part` of the way from this one to another, `part` from 0 to 1.
    fn towards(self, other: Colour, part: f64) -> Colour {
        let (from, to) = (self.rgb(), other.rgb());
        let mix = |at: usize| {
            let (from, to) = (f64::from(from[at]), f64::from(to[at]));
            (from + (to - from) * part).round() as u8
        };
        let [red, green, blue] = [0, 1, 2].map(mix);
        Colour(u32::from_be_bytes([0, red, green, blue]))
    }

    /// The relative luminance of the Web Content Accessibility Guidelines, from 0 to 1.
    fn luminance(self) -> f64 {
        let linear = |byte: u8| {
            let value = f64::from(byte) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        let [red, green, blue] = self.rgb().map(linear);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// The contrast of two colours, from 1 to 21; words need 4.5.
    ///
    /// ```
    /// use impartial_picture::palette::Colour;
    /// assert_eq!(Colour(0xffffff).contrast(Colour(0)).round(), 21.0);
    /// ```
    pub fn contrast(self, other: Colour) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// The colour of words on this one: dark or white, whichever contrasts more.
    pub fn words(self) -> Colour {
        let (dark, white) = (Colour(0x17191f), Colour(0xffffff));
        if self.contrast(dark) >= self.contrast(white) { dark } else { white }
    }
}

/// A colour that depends on the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Token {
    /// What a picture stands on.
    Card,
    /// Words and outlines; also the ring of an exception or a selection.
    Ink,
    /// Words that explain, and arrows.
    Soft,
    /// Labels of rows and columns.
    Faint,
    /// Rules.
    Line,
    /// The finest rules.
    Hair,
    /// Ground that is no part of the picture's subject.
    Tint,
    /// The ring of P: leave your opponent here.
    P,
    /// One of [`CATEGORIES`] kinds, always with a shape or a number.
    Category(u8),
}

/// How many kinds [`Token::Category`] tells apart.
pub const CATEGORIES: usize = 7;

const CATEGORY: [(u32, u32); CATEGORIES] = [
    (0x2d6292, 0x5c93c4),
    (0x3e96a0, 0x66b6bf),
    (0xa3437f, 0xcf78ae),
    (0x7a8a2e, 0xa9bb57),
    (0x8a8f9c, 0xa6abb6),
    (0xb8960c, 0xd9bb45),
    (0x1b1e25, 0xeceae4),
];

impl Token {
    /// The name in the style sheet, without `fill-` or `stroke-`.
    pub fn name(self) -> String {
        match self {
            Token::Card => "card".into(),
            Token::Ink => "ink".into(),
            Token::Soft => "soft".into(),
            Token::Faint => "faint".into(),
            Token::Line => "line".into(),
            Token::Hair => "hair".into(),
            Token::Tint => "tint".into(),
            Token::P => "p".into(),
            Token::Category(kind) => format!("kind-{}", usize::from(kind) % CATEGORIES + 1),
        }
    }

    /// The value on light ground and the value on dark ground.
    fn values(self) -> (Colour, Colour) {
        let (light, dark) = match self {
            Token::Card => (0xffffff, 0x1b1e25),
            Token::Ink => (0x1b1e25, 0xeceae4),
            Token::Soft => (0x5b616e, 0xa9afbb),
            Token::Faint => (0x6c7280, 0x949ba8),
            Token::Line => (0xdedbd2, 0x343944),
            Token::Hair => (0xebe8e0, 0x272b34),
            Token::Tint => (0xf3f0e8, 0x22262f),
            Token::P => (0xb3430f, 0xff9a5c),
            Token::Category(kind) => CATEGORY[usize::from(kind) % CATEGORIES],
        };
        (Colour(light), Colour(dark))
    }

    /// The value on light ground.
    pub fn light(self) -> Colour {
        self.values().0
    }

    /// The value on dark ground.
    pub fn dark(self) -> Colour {
        self.values().1
    }

    /// Every token.
    pub fn all() -> Vec<Token> {
        let kinds = (0..CATEGORIES as u8).map(Token::Category);
        let plain = [
            Token::Card,
            Token::Ink,
            Token::Soft,
            Token::Faint,
            Token::Line,
            Token::Hair,
            Token::Tint,
            Token::P,
        ];
        plain.into_iter().chain(kinds).collect()
    }
}

/// What something is painted with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// A colour that depends on the ground.
    Token(Token),
    /// The same colour on every ground.
    Fixed(Colour),
}

impl From<Token> for Paint {
    fn from(token: Token) -> Self {
        Paint::Token(token)
    }
}

impl From<Colour> for Paint {
    fn from(colour: Colour) -> Self {
        Paint::Fixed(colour)
    }
}

/// The rules that give tokens their values: `.fill-ink` and `.stroke-ink` and so on, each behind `prefix`.
///
/// A page with a switch for its ground writes the rules itself, so that they follow the switch:
///
/// ```
/// use impartial_picture::palette::{Token, rules};
/// let css = rules(&Token::all(), "[data-theme=dark] ", Token::dark);
/// assert!(css.starts_with("[data-theme=dark] .fill-card{fill:#1b1e25}"));
/// ```
pub fn rules(tokens: &[Token], prefix: &str, value: fn(Token) -> Colour) -> String {
    let rule = |token: &Token| {
        let (name, value) = (token.name(), value(*token));
        format!("{prefix}.fill-{name}{{fill:{value}}}{prefix}.stroke-{name}{{stroke:{value}}}")
    };
    tokens.iter().map(rule).collect()
}

/// The style sheet of a picture that stands alone: light, and dark where the reader's screen is dark.
pub(crate) fn style_sheet(tokens: &[Token]) -> String {
    let (light, dark) = (rules(tokens, "", Token::light), rules(tokens, "", Token::dark));
    format!("{light}@media screen and (prefers-color-scheme:dark){{{dark}}}")
}

/// From light to dark, lightness falling all the way.
const RAMP: [Colour; 8] = [
    Colour(0xfaf3d9),
    Colour(0xe4e6b4),
    Colour(0xbbd6a7),
    Colour(0x80bda3),
    Colour(0x469ba0),
    Colour(0x347798),
    Colour(0x2f5288),
    Colour(0x34286c),
];

/// Half of the ramp is reached at this value.
const MIDDLE: f64 = 6.0;

/// The colour of a tile with this nim-value: one scale for all pictures, so that a value has one colour wherever it stands. Small
/// values, which are the most frequent, are the furthest apart.
pub fn value(value: u32) -> Colour {
    let value = f64::from(value);
    let place = value / (value + MIDDLE) * (RAMP.len() - 1) as f64;
    let below = (place as usize).min(RAMP.len() - 2);
    RAMP[below].towards(RAMP[below + 1], place - below as f64)
}

/// The colour of a finite nimber in a table: a hue for each field 2, 4, 16, 256, lighter for its smaller new members.
///
/// ```
/// use impartial_picture::palette::field;
/// assert_eq!([2, 3, 4, 15].map(|n| field(n).to_string()), ["#ecbed6", "#a3437f", "#a8d6be", "#268078"]);
/// ```
pub fn field(nimber: u64) -> Colour {
    let (first, last, light, dark) = match nimber {
        0..2 => (0, 1, 0xfffbee, 0xfbe0b8),
        2..4 => (2, 3, 0xecbed6, 0xa3437f),
        4..16 => (4, 15, 0xa8d6be, 0x268078),
        16..256 => (16, 255, 0xc4cce8, 0x2c2c70),
        _ => (256, 65_535, 0xd8d8dc, 0x3c3e46),
    };
    let part = (nimber.min(last) - first) as f64 / (last - first) as f64;
    Colour(light).towards(Colour(dark), part)
}

/// The colour of one of several kinds of tiles, the same on every ground; 0 is a quiet grey for what is of no kind.
pub fn kind(number: usize) -> Colour {
    match number {
        0 => Colour(0xe7e4dc),
        // The last category is the ink itself and cannot be told from a dark ground.
        number => Colour(CATEGORY[(number - 1) % (CATEGORIES - 1)].0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_can_be_read_on_every_ground() {
        for value in [Token::light, Token::dark] {
            for words in [Token::Ink, Token::Soft, Token::Faint, Token::P] {
                let contrast = value(words).contrast(value(Token::Card));
                assert!(contrast >= 4.5, "{words:?} {contrast}");
            }
            // Marks need 3.
            for kind in 0..CATEGORIES as u8 {
                let contrast = value(Token::Category(kind)).contrast(value(Token::Card));
                assert!(contrast >= 2.6, "kind {kind} {contrast}");
            }
        }
    }

    #[test]
    fn the_ramp_falls_in_lightness_and_carries_words() {
        assert_eq!(value(0), RAMP[0]);
        for number in 0..=255 {
            let colour = value(number);
            // No colour can have more against both.
            assert!(colour.contrast(colour.words()) >= 4.1, "{number}");
            // Beyond it steps are smaller than the colours of a screen.
            if (1..=40).contains(&number) {
                assert!(colour.luminance() < value(number - 1).luminance(), "{number}");
            }
        }
    }

    #[test]
    fn a_token_has_one_name() {
        let mut names: Vec<String> = Token::all().into_iter().map(Token::name).collect();
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
        let sheet = style_sheet(&[Token::P]);
        assert_eq!(
            sheet,
            ".fill-p{fill:#b3430f}.stroke-p{stroke:#b3430f}@media screen and (prefers-color-scheme:dark)\
             {.fill-p{fill:#ff9a5c}.stroke-p{stroke:#ff9a5c}}"
        );
    }
}
