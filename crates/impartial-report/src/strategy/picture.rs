//! The P-positions of a lattice game as boards, each stratum in its own shape and colour.

use impartial::automatic::Translate;
use impartial::lattice::Strategy;
use impartial::lattice::coordinate_names;
use impartial::lattice::read::read_box;
use impartial::lattice::table::points;
use impartial::lattice::{Cell, LatticeGame};
use impartial::question::Refused;
use impartial_picture::slices::{Point, Slice, Slices};
use num_bigint::BigInt;

use crate::table::board_title;

/// Unasked, a single board shows coordinates 0 to this, and one of several boards 0 to that.
const ALONE: i64 = 47;
const AMONG: i64 = 15;
/// The most boards and the most points of a picture.
const MOST_BOARDS: usize = 12;
const MOST_POINTS: i64 = 40_000;
/// Kinds of strata that are told apart; the others are one kind.
const MOST_KINDS: usize = 11;

/// The strata that have the same generators are of one kind: they repeat in the same way.
struct Kinds {
    /// For each kind its generators and its strata, in the straightened coordinates.
    kinds: Vec<(Vec<Vec<i64>>, Vec<Translate>)>,
}

/// Draws the P-positions of a strategy in a box, two of the coordinates as boards.
pub fn picture(
    game: &LatticeGame,
    strategy: &Strategy,
    board: &str,
    ranges: Option<&str>,
) -> Result<String, Refused> {
    let (lower, upper) = corners(game.dimension(), ranges)?;
    let kinds = Kinds::new(strategy);
    let (others, [across, up]) = plane(&lower, &upper);
    let names = coordinate_names(game.dimension());
    let mut used = vec![false; kinds.kinds.len() + 1];
    let mut slices = Vec::new();
    let ends = |bounds: &[i64]| others.iter().map(|at| bounds[*at]).collect::<Vec<_>>();
    for fixed in points(&ends(&lower), &ends(&upper)) {
        let mut board = Vec::new();
        for at in points(&[lower[across], lower[up]], &[upper[across], upper[up]]) {
            let mut point = vec![BigInt::ZERO; game.dimension()];
            others.iter().zip(&fixed).for_each(|(place, value)| point[*place] = BigInt::from(*value));
            (point[across], point[up]) = (BigInt::from(at[0]), BigInt::from(at[1]));
            if strategy.cell(&point) == Cell::P {
                let kind = kinds.of(strategy, &point);
                used[kind] = true;
                board.push(Point { at: (at[0], at[1]), kind });
            }
        }
        let name = |(place, value): (&usize, &i64)| format!("{} = {value}", names[*place]);
        let name = others.iter().zip(&fixed).map(name).collect::<Vec<_>>().join(", ");
        slices.push(Slice { name, points: board });
    }
    // Kinds are numbered as they are listed, those that occur only.
    let mut number = vec![0; used.len()];
    let mut listed = Vec::new();
    for kind in (0..used.len()).filter(|kind| used[*kind]) {
        number[kind] = listed.len();
        listed.push(kinds.describe(kind));
    }
    for point in slices.iter_mut().flat_map(|slice| &mut slice.points) {
        point.kind = number[point.kind];
    }
    let stem = board_title(board);
    let sentence = match strategy.strata {
        Some(_) => {
            "Leave your opponent on one of these points. A shape and a colour for the strata that repeat in the same way."
        }
        None => "Leave your opponent on one of these points. They are not a union of translates.",
    };
    let picture = Slices {
        title: format!("P-positions of {stem}"),
        sentence: sentence.to_owned(),
        names: (names[across].clone(), names[up].clone()),
        lower: (lower[across], lower[up]),
        upper: (upper[across], upper[up]),
        kinds: listed,
        slices,
    };
    Ok(picture.to_svg())
}

/// The corners of the box that is drawn.
fn corners(dimension: usize, ranges: Option<&str>) -> Result<(Vec<i64>, Vec<i64>), Refused> {
    if dimension < 2 {
        return Err(Refused::new("a picture is of a board with two coordinates or more"));
    }
    let (lower, upper): (Vec<i64>, Vec<i64>) = match ranges {
        Some(text) => {
            read_box(text, dimension).map_err(|error| Refused::reading(text, error))?.into_iter().unzip()
        }
        None => {
            let others = dimension - 2;
            let side = if others == 0 { ALONE } else { AMONG };
            // Four boards, or nine, or twelve; further coordinates stay at 0.
            let last = |at: usize| match (others, at) {
                (_, at) if at >= others => side,
                (1, _) => 3,
                (2, _) => 2,
                (_, 0 | 1) => 1,
                (_, 2) => 2,
                _ => 0,
            };
            (vec![0; dimension], (0..dimension).map(last).collect())
        }
    };
    let text = ranges.unwrap_or_default();
    let (others, drawn) = plane(&lower, &upper);
    let side = |at: &usize| upper[*at].saturating_sub(lower[*at]).saturating_add(1);
    let size = |coordinates: &[usize]| coordinates.iter().map(side).fold(1, i64::saturating_mul);
    if size(&others) > MOST_BOARDS as i64 || size(&drawn) > MOST_POINTS {
        return Err(Refused::new(format!(
            "a picture has at most {MOST_BOARDS} boards of at most {MOST_POINTS} points each"
        ))
        .at(text, 0..text.len())
        .help("the two coordinates with the longest ranges are drawn, the others numbered: --box 0..3,0..15,0..15"));
    }
    Ok((lower, upper))
}

/// The coordinates that are numbered, and the two that are drawn: those with the longest ranges, or else the last.
fn plane(lower: &[i64], upper: &[i64]) -> (Vec<usize>, [usize; 2]) {
    let mut order: Vec<usize> = (0..lower.len()).rev().collect();
    order.sort_by_key(|at| std::cmp::Reverse(upper[*at].saturating_sub(lower[*at])));
    let mut drawn = [order[0], order[1]];
    drawn.sort_unstable();
    ((0..lower.len()).filter(|at| !drawn.contains(at)).collect(), drawn)
}

impl Kinds {
    fn new(strategy: &Strategy) -> Self {
        let straightened = &strategy.straightened;
        let mut kinds: Vec<(Vec<Vec<i64>>, Vec<Translate>)> = Vec::new();
        for stratum in strategy.strata.iter().flat_map(|strata| &strata.translates) {
            let mut generators = stratum.generators.clone();
            generators.sort_unstable();
            let offset = straightened.natural_direction(&stratum.offset);
            let natural = Translate {
                offset: offset.iter().zip(&straightened.shift).map(|(f, t)| f + t).collect(),
                generators: stratum.generators.iter().map(|g| straightened.natural_direction(g)).collect(),
            };
            match kinds.iter_mut().find(|(known, _)| *known == generators) {
                Some((_, strata)) => strata.push(natural),
                None => kinds.push((generators, vec![natural])),
            }
        }
        // The largest strata first; otherwise as they come.
        kinds.sort_by_key(|(generators, _)| std::cmp::Reverse(generators.len()));
        Kinds { kinds }
    }

    /// The kind of a P-position; one past the last when it is in no stratum.
    fn of(&self, strategy: &Strategy, point: &[BigInt]) -> usize {
        let natural: Option<Vec<i64>> = strategy
            .straightened
            .coordinates(point)
            .and_then(|point| point.iter().map(|c| i64::try_from(c).ok()).collect());
        let Some(natural) = natural else { return self.kinds.len() };
        let holds = |(_, strata): &(Vec<Vec<i64>>, Vec<Translate>)| {
            strata.iter().any(|stratum| stratum.contains(&natural))
        };
        let kind = self.kinds.iter().position(holds).unwrap_or(self.kinds.len());
        kind.min(MOST_KINDS)
    }

    fn describe(&self, kind: usize) -> String {
        match self.kinds.get(kind) {
            _ if kind >= MOST_KINDS => "the others".to_owned(),
            Some((generators, _)) if generators.is_empty() => "single positions".to_owned(),
            Some((generators, _)) => {
                let vectors: Vec<String> = generators
                    .iter()
                    .map(|vector| vector.iter().map(i64::to_string).collect::<Vec<_>>().join(","))
                    .collect();
                format!("repeats under ({})", vectors.join("), ("))
            }
            None => "P".to_owned(),
        }
    }
}
