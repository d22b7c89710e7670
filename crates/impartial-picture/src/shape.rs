//! Small shapes that tell kinds of points apart without their colour.

use crate::svg::{Element, number};

/// A shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A square.
    Square,
    /// A disc.
    Disc,
    /// A square on its corner.
    Diamond,
    /// A triangle that points up.
    Triangle,
    /// A cross.
    Cross,
}

impl Shape {
    /// Shapes in turn: neighbours in number differ in shape.
    pub fn of(kind: usize) -> Shape {
        [Shape::Square, Shape::Disc, Shape::Diamond, Shape::Triangle, Shape::Cross][kind % 5]
    }

    /// The shape around a point, about twice `radius` across; to be filled.
    pub(crate) fn element(self, (x, y): (f64, f64), radius: f64) -> Element {
        match self {
            Shape::Disc => Element::circle((x, y), radius),
            _ => Element::path(&self.path((x, y), radius)),
        }
    }

    /// The outline as commands of a path.
    pub(crate) fn path(self, (x, y): (f64, f64), radius: f64) -> String {
        let r = radius;
        let n = number;
        match self {
            Shape::Square => {
                let (s, r) = (n(1.8 * r), 0.9 * r);
                format!("M{} {}h{s}v{s}h-{s}z", n(x - r), n(y - r))
            }
            Shape::Disc => {
                let (r, d) = (n(r), n(2.0 * r));
                format!("M{} {}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0z", n(x - radius), n(y))
            }
            Shape::Diamond => {
                let r = n(1.15 * r);
                format!("M{} {}l{r} {r}l-{r} {r}l-{r} -{r}z", n(x), n(y - 1.15 * radius))
            }
            Shape::Triangle => {
                let (half, side, height) = (n(1.15 * r), n(2.3 * r), n(2.0 * r));
                format!("M{} {}l{half} {height}h-{side}z", n(x), n(y - 1.1 * r))
            }
            Shape::Cross => {
                // Two bars, each as thick as half the radius.
                let (a, b) = (r, 0.36 * r);
                let points = [
                    (0.0, -b),
                    (a - b, -a),
                    (a, b - a),
                    (b, 0.0),
                    (a, a - b),
                    (a - b, a),
                    (0.0, b),
                    (b - a, a),
                    (-a, a - b),
                    (-b, 0.0),
                    (-a, b - a),
                    (b - a, -a),
                ];
                let points: Vec<String> =
                    points.iter().map(|(dx, dy)| format!("{} {}", n(x + dx), n(y + dy))).collect();
                format!("M{}z", points.join("L"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_closed_and_differ() {
        let paths: Vec<String> = (0..5).map(|kind| Shape::of(kind).path((10.0, 10.0), 4.0)).collect();
        assert!(paths.iter().all(|path| path.starts_with('M') && path.ends_with('z')));
        assert!((0..5).all(|a| (0..a).all(|b| paths[a] != paths[b])));
        assert_eq!(Shape::of(7), Shape::of(2));
    }
}
