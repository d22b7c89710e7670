//! Linear groups over finite fields: GL, SL, PGL, PSL, AGL, ASL of degree n over F_q, and ΓL, PΓL, PΣL, AΓL with the automorphisms of
//! the field, as permutations of vectors, projective points, or affine points.

use super::chief::{is_prime_power, least_prime_factor};
use super::error::GroupError;
use super::finite::{FiniteGroup, MAX_ORDER};
use super::permutation::{MAX_POINT, Permutation};
use crate::limits::Limits;

/// The field with q = p^k elements: polynomials over F_p packed in base p, modulo an irreducible one.
pub(super) struct Field {
    pub q: usize,
    pub p: usize,
    products: Vec<u16>,
}

impl Field {
    pub fn new(q: usize) -> Self {
        let p = least_prime_factor(q);
        if p == q {
            let products = (0..q * q).map(|pair| ((pair / q) * (pair % q) % q) as u16).collect();
            return Field { q, p, products };
        }
        // The first monic polynomial of degree k, without its leading term, that makes the ring a field.
        let rings = (0..q).map(|tail| Field { q, p, products: products(q, p, tail) });
        let mut fields = rings.filter(|ring| (1..q).all(|a| (1..q).any(|b| ring.product(a, b) == 1)));
        fields.next().expect("there is an irreducible polynomial of every degree")
    }

    pub fn product(&self, a: usize, b: usize) -> usize {
        usize::from(self.products[a * self.q + b])
    }

    pub fn sum(&self, a: usize, b: usize) -> usize {
        let (mut a, mut b, mut result, mut weight) = (a, b, 0, 1);
        while a > 0 || b > 0 {
            result += (a + b) % self.p * weight;
            // The digits are added one by one; what is left of the carry must go.
            (a, b, weight) = (a / self.p, b / self.p, weight * self.p);
        }
        result
    }

    /// An element that generates the multiplicative group.
    pub fn primitive(&self) -> usize {
        let order = |a: usize| {
            let (mut power, mut order) = (a, 1);
            while power != 1 {
                power = self.product(power, a);
                order += 1;
            }
            order
        };
        (1..self.q).find(|a| order(*a) == self.q - 1).unwrap_or(1)
    }
}

/// The multiplication of polynomials over F_p modulo x^k + tail, q = p^k.
fn products(q: usize, p: usize, tail: usize) -> Vec<u16> {
    let digits = |mut a: usize| {
        let mut digits = Vec::new();
        let mut size = 1;
        while size < q {
            digits.push(a % p);
            a /= p;
            size *= p;
        }
        digits
    };
    let (k, tail) = (digits(0).len(), digits(tail));
    let mut table = Vec::with_capacity(q * q);
    for a in 0..q {
        for b in 0..q {
            let (a, b) = (digits(a), digits(b));
            let mut product = vec![0; 2 * k];
            for (i, x) in a.iter().enumerate() {
                for (j, y) in b.iter().enumerate() {
                    product[i + j] += x * y;
                }
            }
            for at in (k..2 * k).rev() {
                let top = product[at] % p;
                for (j, c) in tail.iter().enumerate() {
                    product[at - k + j] += top * (p - c) % p;
                }
            }
            let value = product[..k].iter().rev().fold(0, |value, digit| value * p + digit % p);
            table.push(value as u16);
        }
    }
    table
}

pub(super) type Matrix = Vec<Vec<usize>>;

/// The linear group of a family (`GL`, `SL`, `PGL`, `PSL`, `AGL`, `ASL`, `GAMMAL`, `PGAMMAL`, `PSIGMAL`, `AGAMMAL`) of degree n over the field with q elements.
///
/// ```
/// use impartial::group::linear_group;
/// let limits = Default::default();
/// assert_eq!(linear_group("PSL", 2, 7, &limits)?.order(), 168);
/// assert_eq!(linear_group("GL", 3, 2, &limits)?.order(), 168);
/// assert_eq!(linear_group("PGL", 2, 9, &limits)?.order(), 720);
/// # Ok::<(), impartial::group::GroupError>(())
/// ```
pub fn linear_group(family: &str, n: u64, q: u64, limits: &Limits) -> Result<FiniteGroup, GroupError> {
    let name = written(family, n, q);
    let too_large =
        || GroupError::whole(format!("{name} has more than {MAX_ORDER} elements or too many points"));
    let Some((generators, order)) = generators(family, n, q)? else { return Err(too_large()) };
    if order.is_none_or(|order| order > MAX_ORDER as u128) {
        return Err(too_large());
    }
    let group = FiniteGroup::from_permutations(name, &generators, limits)?;
    debug_assert_eq!(Some(group.order() as u128), order, "the known order");
    Ok(group)
}

/// The name of a linear group: `PSL(2,7)`, `Sz(8)`.
fn written(family: &str, n: u64, q: u64) -> String {
    match family {
        "SZ" => format!("Sz({q})"),
        "SP" => format!("Sp({n},{q})"),
        "PSP" => format!("PSp({n},{q})"),
        "GAMMAL" | "PGAMMAL" | "AGAMMAL" => {
            format!("{}({n},{q})", family.replace("GAMMA", "Gamma"))
        }
        "PSIGMAL" => format!("PSigmaL({n},{q})"),
        _ => format!("{family}({n},{q})"),
    }
}

/// Permutations of points, and the order of the group that they generate; none past 2^128.
pub(super) type Points = (Vec<Permutation>, Option<u128>);

/// The most vectors that are looked at for their lines.
const MOST_VECTORS: usize = 1 << 18;

/// Permutations of vectors or of points that generate a linear group, and its order; `None` when it acts on too many points.
pub(super) fn generators(family: &str, n: u64, q: u64) -> Result<Option<Points>, GroupError> {
    let name = written(family, n, q);
    if n == 0 {
        return Err(GroupError::whole(format!("{name} needs a degree of at least 1")));
    }
    let small = usize::try_from(q).ok().filter(|q| *q <= MAX_POINT);
    if q < 2 || small.is_some_and(|q| !is_prime_power(q)) {
        return Err(GroupError::whole(format!("there is no field with {q} elements"))
            .help("fields have 2, 3, 4, 5, 7, 8, 9, … elements: powers of primes"));
    }
    let Some(q) = small else { return Ok(None) };
    if matches!(family, "SZ" | "SP" | "PSP" | "SU" | "PSU") {
        return super::classical::generators(family, &name, n, q);
    }
    let vectors = q.checked_pow(u32::try_from(n).unwrap_or(u32::MAX)).filter(|count| *count <= MOST_VECTORS);
    let Some(vectors) = vectors else { return Ok(None) };
    let points = match family.as_bytes()[0] {
        b'P' => (vectors - 1) / (q - 1),
        _ => vectors,
    };
    if points > MAX_POINT {
        return Ok(None);
    }
    let is_semilinear = family.ends_with("MAL");
    let is_general = family.ends_with("GL") || family.ends_with("GAMMAL");
    let order = order(family, n as u32, q as u128);
    let (n, field) = (n as usize, Field::new(q));
    let mut maps: Vec<Map> = matrices(&field, n, is_general).into_iter().map(Map::Linear).collect();
    if is_semilinear && field.p < q {
        maps.push(Map::Frobenius);
    }
    if family.starts_with('A') {
        // Translations along the first axis for a basis of the field; the rest are conjugates.
        let basis = std::iter::successors(Some(1), |element| Some(element * field.p));
        maps.extend(basis.take_while(|element| *element < q).map(Map::Translation));
    }
    let space = Space { field: &field, n, vectors };
    let lines = if family.starts_with('P') { space.lines() } else { Vec::new() };
    let generators: Vec<Permutation> = maps
        .iter()
        .map(|map| match family.as_bytes()[0] {
            b'P' => space.projective(&lines, map),
            b'A' => space.from(0, map),
            _ => space.from(1, map),
        })
        .collect();
    Ok(Some((generators, order)))
}

/// M10 on the ten points of the projective line over F9: PSL(2,9), and x -> k·x³ for an element k that is not a square.
pub(super) fn m10_generators() -> Vec<Permutation> {
    let field = Field::new(9);
    let space = Space { field: &field, n: 2, vectors: 81 };
    let lines = space.lines();
    let mut generators: Vec<Permutation> = matrices(&field, 2, false)
        .into_iter()
        .map(|matrix| space.projective(&lines, &Map::Linear(matrix)))
        .collect();
    let k = field.primitive();
    // The line of (1, 0) is the first, that of (x, 1) comes x places after it.
    let cube = |x: usize| field.product(x, field.product(x, x));
    let images =
        (0..10).map(|point| if point == 0 { 0 } else { 1 + field.product(k, cube(point - 1)) as u16 });
    generators.push(Permutation::from_images_unchecked(images.collect()));
    generators
}

/// The order of a linear group.
fn order(family: &str, n: u32, q: u128) -> Option<u128> {
    let vectors = q.checked_pow(n)?;
    let mut general = 1u128;
    for i in 0..n {
        general = general.checked_mul(vectors - q.pow(i))?;
    }
    let (mut a, mut b) = (u128::from(n), q - 1);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    // The automorphisms of the field with p^k elements are k.
    let automorphisms = || u128::from(q.ilog(least_prime_factor(q as usize) as u128));
    let times_automorphisms = |order: u128| order.checked_mul(automorphisms());
    match family {
        "GAMMAL" => times_automorphisms(general),
        "PGAMMAL" => times_automorphisms(general / (q - 1)),
        "PSIGMAL" => times_automorphisms(general / (q - 1) / a),
        "AGAMMAL" => general.checked_mul(vectors).and_then(times_automorphisms),
        "GL" => Some(general),
        "SL" | "PGL" => Some(general / (q - 1)),
        "PSL" => Some(general / (q - 1) / a),
        "AGL" => general.checked_mul(vectors),
        _ => (general / (q - 1)).checked_mul(vectors),
    }
}

/// Transvections that generate SL(n,q), and a diagonal matrix that makes it GL(n,q).
fn matrices(field: &Field, n: usize, general: bool) -> Vec<Matrix> {
    let identity: Matrix = (0..n).map(|i| (0..n).map(|j| usize::from(i == j)).collect()).collect();
    let mut matrices = Vec::new();
    for i in 0..n.saturating_sub(1) {
        let mut element = 1;
        while element < field.q {
            for (row, column) in [(i, i + 1), (i + 1, i)] {
                let mut matrix = identity.clone();
                matrix[row][column] = element;
                matrices.push(matrix);
            }
            element *= field.p;
        }
    }
    if general && field.q > 2 {
        let mut matrix = identity;
        matrix[0][0] = field.primitive();
        matrices.push(matrix);
    }
    matrices
}

/// A map of the space to itself.
pub(super) enum Map {
    Linear(Matrix),
    /// Adds an element of the field to the first coordinate.
    Translation(usize),
    /// Raises all coordinates to the power p.
    Frobenius,
}

impl Map {
    pub fn image(&self, field: &Field, mut vector: Vec<usize>) -> Vec<usize> {
        match self {
            Map::Translation(by) => {
                vector[0] = field.sum(vector[0], *by);
                vector
            }
            Map::Frobenius => {
                vector
                    .iter_mut()
                    .for_each(|x| *x = (1..field.p).fold(*x, |power, _| field.product(power, *x)));
                vector
            }
            Map::Linear(matrix) => (0..vector.len())
                .map(|column| {
                    let terms = vector.iter().zip(matrix).map(|(x, row)| field.product(*x, row[column]));
                    terms.fold(0, |sum, term| field.sum(sum, term))
                })
                .collect(),
        }
    }
}

/// The vectors of F_q^n, numbered in base q with the first coordinate least significant.
pub(super) struct Space<'a> {
    pub field: &'a Field,
    pub n: usize,
    pub vectors: usize,
}

impl Space<'_> {
    pub fn vector(&self, mut number: usize) -> Vec<usize> {
        let mut vector = Vec::with_capacity(self.n);
        for _ in 0..self.n {
            vector.push(number % self.field.q);
            number /= self.field.q;
        }
        vector
    }

    pub fn number(&self, vector: &[usize]) -> usize {
        vector.iter().rev().fold(0, |number, x| number * self.field.q + x)
    }

    /// On the vectors from the given number on: 0 for all, 1 for all but the zero vector.
    pub fn from(&self, first: usize, map: &Map) -> Permutation {
        let image = |point: usize| self.number(&map.image(self.field, self.vector(point))) - first;
        Permutation::from_images_unchecked((first..self.vectors).map(|point| image(point) as u16).collect())
    }

    /// The lines through 0, each by the number of its vector whose last non-zero coordinate is 1.
    pub fn lines(&self) -> Vec<usize> {
        let is_normal = |number: &usize| self.vector(*number).iter().copied().rfind(|x| *x != 0) == Some(1);
        (1..self.vectors).filter(is_normal).collect()
    }

    /// On some of the lines through 0, which the map permutes; sorted by their numbers.
    pub fn projective(&self, lines: &[usize], map: &Map) -> Permutation {
        let field = self.field;
        let inverse = |a: usize| (1..field.q).find(|b| field.product(a, *b) == 1).unwrap_or(1);
        let inverses: Vec<usize> = (0..field.q).map(inverse).collect();
        let images = lines.iter().map(|line| {
            let image = map.image(field, self.vector(*line));
            let scale = inverses[image.iter().copied().rfind(|x| *x != 0).unwrap_or(1)];
            let normal: Vec<usize> = image.into_iter().map(|x| field.product(scale, x)).collect();
            lines.binary_search(&self.number(&normal)).unwrap_or(0) as u16
        });
        Permutation::from_images_unchecked(images.collect())
    }
}
