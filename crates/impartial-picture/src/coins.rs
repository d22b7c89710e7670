//! Rows of coins: the words of a code, heads filled and tails hollow.

use crate::legend::{self, Mark};
use crate::palette::Token;
use crate::shape::Shape;
use crate::svg::{Element, MARGIN, Svg, width_of};

/// Rows of coins, the greatest coordinate on the left.
///
/// ```
/// use impartial_picture::coins::CoinRows;
/// let rows = CoinRows { title: "t".into(), sentence: String::new(), rows: vec!["1011".into()] };
/// assert_eq!(rows.to_svg().matches("data-column=").count(), 4);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoinRows {
    /// The heading.
    pub title: String,
    /// What is to be seen, in a sentence or two.
    pub sentence: String,
    /// The rows, each a word of zeros and ones.
    pub rows: Vec<String>,
}

const STEP: f64 = 25.0;
const RADIUS: f64 = 9.5;
const LABELS: f64 = 11.0;

impl CoinRows {
    /// The picture as SVG. The leftmost head of a row is of another colour: no other row need have a head there.
    pub fn to_svg(&self) -> String {
        let columns = self.rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        let mut svg = Svg::new(&self.title, &self.sentence);
        let labels = width_of(&self.rows.len().to_string(), LABELS) + 14.0;
        let width = (labels + STEP * columns as f64).max(440.0);
        let top = svg.heading(width) + 30.0;
        let left = MARGIN + labels + RADIUS;
        let label = |place: (f64, f64), anchor: &str| Element::text(place, anchor, LABELS).fill(Token::Faint);
        // Coordinates are numbered from the right, from 0.
        for column in 0..columns {
            let place = (left + STEP * column as f64, top - 18.0);
            svg.write(label(place, "middle"), &(columns - 1 - column).to_string());
        }
        for (row, word) in self.rows.iter().enumerate() {
            let y = top + STEP * row as f64;
            svg.write(label((left - RADIUS - 10.0, y + 4.0), "end"), &(row + 1).to_string());
            let pivot = word.chars().position(|coin| coin == '1');
            for (column, coin) in word.chars().enumerate() {
                let shape = Element::circle((left + STEP * column as f64, y), RADIUS).class("coin");
                let shape = shape.set("data-row", row).set("data-column", columns - 1 - column);
                svg.add(match coin {
                    '1' if Some(column) == pivot => shape.fill(Token::Category(2)),
                    '1' => shape.fill(Token::Ink),
                    _ => shape.fill(Token::Card).stroke(Token::Line, 1.4),
                });
            }
        }
        let entries = [
            (Mark::Shape(Shape::Disc, Token::Ink.into()), "heads".to_owned()),
            (Mark::Shape(Shape::Disc, Token::Category(2).into()), "the first head of its row".to_owned()),
        ];
        let below = (MARGIN, top + STEP * self.rows.len() as f64 + 20.0);
        let bottom = legend::draw(&entries, below, width, &mut svg);
        svg.finish(width + 2.0 * MARGIN, bottom + MARGIN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_coin_is_drawn_and_each_row_has_one_pivot() {
        let rows = ["0110", "0001", "0000"].map(String::from).to_vec();
        let svg = CoinRows { title: "t".into(), sentence: "s".into(), rows }.to_svg();
        assert_eq!(svg.matches("class=\"coin").count(), 12);
        assert_eq!(svg.matches("class=\"coin fill-kind-3").count(), 2);
        assert_eq!(svg.matches("class=\"coin fill-ink").count(), 1);
        assert!(svg.contains("data-row=\"0\" data-column=\"2\" fill=\"#a3437f\""), "{svg}");
    }
}
