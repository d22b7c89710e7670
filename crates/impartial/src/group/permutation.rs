//! Permutations of the points 1..d, written as products of disjoint cycles.
//!
//! Products are read from left to right, as in GAP and in most tables of groups: `(1 2)(2 3)` first exchanges 1 and 2,
//! so it sends 1 to 3 and equals `(1 3 2)`.

use std::fmt;

use super::error::GroupError;

/// The largest point a permutation may move.
pub const MAX_POINT: usize = 4096;

/// A permutation, as the list of images of the points (counted from 0 inside, from 1 in text).
///
/// ```
/// use impartial::group::Permutation;
/// let (a, b): (Permutation, Permutation) = ("(1 2)".parse()?, "(2 3)".parse()?);
/// assert_eq!(a.then(&b).to_string(), "(1 3 2)");
/// assert_eq!(a.then(&a).to_string(), "()");
/// # Ok::<(), impartial::group::GroupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Permutation(Box<[u16]>);

impl Permutation {
    /// The identity on `degree` points.
    pub fn identity(degree: usize) -> Self {
        Permutation((0..degree).map(|point| point as u16).collect())
    }

    /// The permutation with these images of the points 0, 1, …; `None` when they are not a rearrangement of them.
    pub fn from_images(images: &[usize]) -> Option<Self> {
        let mut seen = vec![false; images.len()];
        for &image in images {
            if images.len() > MAX_POINT || *seen.get(image)? {
                return None;
            }
            seen[image] = true;
        }
        Some(Permutation(images.iter().map(|image| *image as u16).collect()))
    }

    /// As [`from_images`](Self::from_images) for images that are known to be a rearrangement.
    pub(super) fn from_images_unchecked(images: Vec<u16>) -> Self {
        Permutation(images.into_boxed_slice())
    }

    /// The number of points.
    pub fn degree(&self) -> usize {
        self.0.len()
    }

    /// The image of a point, counted from 0.
    #[inline]
    pub fn image(&self, point: usize) -> usize {
        usize::from(self.0[point])
    }

    /// The images of the points 0, 1, ….
    pub fn images(&self) -> &[u16] {
        &self.0
    }

    /// Whether no point moves.
    pub fn is_identity(&self) -> bool {
        self.0.iter().enumerate().all(|(point, image)| point == usize::from(*image))
    }

    /// The permutation on `degree` points (at least the present number) that fixes the new ones.
    #[must_use]
    pub fn extended(&self, degree: usize) -> Self {
        Permutation(self.0.iter().copied().chain(self.0.len() as u16..degree as u16).collect())
    }

    /// The permutation on `degree` points that moves the points `offset..` as this one moves 0….
    #[must_use]
    pub(super) fn shifted(&self, offset: usize, degree: usize) -> Self {
        let mut images: Vec<u16> = (0..degree as u16).collect();
        for (point, image) in self.0.iter().enumerate() {
            images[offset + point] = offset as u16 + image;
        }
        Permutation(images.into_boxed_slice())
    }

    /// First this permutation, then `next`; the one on fewer points fixes the others.
    #[must_use]
    pub fn then(&self, next: &Permutation) -> Permutation {
        let degree = self.degree().max(next.degree());
        if self.degree() != next.degree() {
            return self.extended(degree).then(&next.extended(degree));
        }
        Permutation(self.0.iter().map(|image| next.0[usize::from(*image)]).collect())
    }

    /// The inverse permutation.
    #[must_use]
    pub fn inverse(&self) -> Permutation {
        let mut images = vec![0u16; self.0.len()];
        for (point, image) in self.0.iter().enumerate() {
            images[usize::from(*image)] = point as u16;
        }
        Permutation(images.into_boxed_slice())
    }

    /// The cycles of length at least 2, each from its least point (counted from 0).
    pub fn cycles(&self) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.degree()];
        let mut cycles = Vec::new();
        for start in 0..self.degree() {
            let mut cycle = Vec::new();
            let mut point = start;
            while !seen[point] {
                seen[point] = true;
                cycle.push(point);
                point = self.image(point);
            }
            if cycle.len() > 1 {
                cycles.push(cycle);
            }
        }
        cycles
    }

    /// The conjugate g⁻¹·a·g.
    #[must_use]
    pub(crate) fn conjugated(&self, g: &Permutation) -> Permutation {
        let mut images = vec![0u16; self.0.len()];
        for (point, image) in self.0.iter().enumerate() {
            images[g.image(point)] = g.0[usize::from(*image)];
        }
        Permutation(images.into_boxed_slice())
    }

    /// The power with an exponent of at least 0.
    #[must_use]
    pub(crate) fn power(&self, mut exponent: u64) -> Permutation {
        let (mut square, mut result) = (self.clone(), Permutation::identity(self.degree()));
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = result.then(&square);
            }
            square = square.then(&square);
            exponent >>= 1;
        }
        result
    }

    /// The lengths of the cycles, those of length 1 too, sorted.
    pub(crate) fn cycle_type(&self) -> Vec<usize> {
        let cycles = self.cycles();
        let moved: usize = cycles.iter().map(Vec::len).sum();
        let mut lengths: Vec<usize> = cycles.iter().map(Vec::len).collect();
        lengths.extend(std::iter::repeat_n(1, self.degree() - moved));
        lengths.sort_unstable();
        lengths
    }

    /// The least k ≥ 1 with a^k = 1; `None` past 2^64.
    pub(crate) fn order(&self) -> Option<u64> {
        self.cycles().iter().try_fold(1u64, |order, cycle| {
            let length = cycle.len() as u64;
            (order / crate::integer::gcd(order, length)).checked_mul(length)
        })
    }

    /// Whether it is a product of an even number of transpositions.
    pub(crate) fn is_even(&self) -> bool {
        self.cycles().iter().map(|cycle| cycle.len() - 1).sum::<usize>().is_multiple_of(2)
    }
}

/// The permutation that a list of cycles (points counted from 0) multiplies to, from left to right.
pub(super) fn from_cycles(cycles: &[Vec<usize>]) -> Permutation {
    let degree = cycles.iter().flatten().max().map_or(0, |point| point + 1);
    let mut result = Permutation::identity(degree);
    for cycle in cycles {
        let mut images: Vec<u16> = (0..degree as u16).collect();
        for (at, point) in cycle.iter().enumerate() {
            images[*point] = cycle[(at + 1) % cycle.len()] as u16;
        }
        result = result.then(&Permutation(images.into_boxed_slice()));
    }
    result
}

/// Reads cycles such as `(1 2 3)(4,5)` or `()` from the front of a text; the number of bytes read comes back too.
pub(super) fn read_cycles(text: &str) -> Result<(Vec<Vec<usize>>, usize), GroupError> {
    let mut cycles = Vec::new();
    let mut at = 0;
    while text[at..].trim_start().starts_with('(') {
        let open = at + text[at..].find('(').unwrap_or(0);
        let Some(close) = text[open..].find(')').map(|close| open + close) else {
            return Err(GroupError::new(text.len()..text.len(), "a cycle ends with ')'"));
        };
        let mut cycle: Vec<usize> = Vec::new();
        let inside = &text[open + 1..close];
        for word in inside.split([' ', ',', '\t', '\n']).filter(|word| !word.is_empty()) {
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            let span = start..start + word.len();
            let point: usize = match word.parse() {
                Ok(point @ 1..=MAX_POINT) => point - 1,
                Ok(0) => return Err(GroupError::new(span, "points are counted from 1")),
                Err(_) if !word.bytes().all(|byte| byte.is_ascii_digit()) => {
                    return Err(GroupError::new(span, format!("'{word}' is not a point of a permutation"))
                        .help("a cycle is written (1 2 3)"));
                }
                _ => return Err(GroupError::new(span, format!("points go up to {MAX_POINT}"))),
            };
            if cycle.contains(&point) {
                return Err(GroupError::new(
                    span,
                    format!("the point {} occurs twice in a cycle", point + 1),
                ));
            }
            cycle.push(point);
        }
        cycles.push(cycle);
        at = close + 1;
    }
    Ok((cycles, at))
}

impl std::str::FromStr for Permutation {
    type Err = GroupError;

    fn from_str(text: &str) -> Result<Self, GroupError> {
        let (cycles, used) = read_cycles(text)?;
        if used == 0 || !text[used..].trim().is_empty() {
            return Err(GroupError::new(used..text.len(), "expected a permutation as cycles")
                .help("for example (1 2 3)(4 5), or () for the identity"));
        }
        Ok(from_cycles(&cycles))
    }
}

impl fmt::Display for Permutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cycles = self.cycles();
        if cycles.is_empty() {
            return f.write_str("()");
        }
        for cycle in cycles {
            let points: Vec<String> = cycle.iter().map(|point| (point + 1).to_string()).collect();
            write!(f, "({})", points.join(" "))?;
        }
        Ok(())
    }
}
