//! Linear groups over finite fields: GL, SL, PGL, PSL, AGL, ASL of degree n over F_q, as permutations of vectors,
//! projective points, or affine points.

use super::chief::{is_prime_power, least_prime_factor};
use super::error::GroupError;
use super::finite::{FiniteGroup, MAX_ORDER};
use super::permutation::{MAX_POINT, Permutation};
use crate::limits::Limits;

/// The field with q = p^k elements: polynomials over F_p packed in base p, modulo an irreducible one.
struct Field {
    q: usize,
    p: usize,
    products: Vec<u16>,
}

impl Field {
    fn new(q: usize) -> Self {
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

    fn product(&self, a: usize, b: usize) -> usize {
        usize::from(self.products[a * self.q + b])
    }

    fn sum(&self, a: usize, b: usize) -> usize {
        let (mut a, mut b, mut result, mut weight) = (a, b, 0, 1);
        while a > 0 || b > 0 {
            result += (a + b) % self.p * weight;
            // The digits are added one by one; what is left of the carry must go.
            (a, b, weight) = (a / self.p, b / self.p, weight * self.p);
        }
        result
    }

    /// An element that generates the multiplicative group.
    fn primitive(&self) -> usize {
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

type Matrix = Vec<Vec<usize>>;

/// The linear group of a family (`GL`, `SL`, `PGL`, `PSL`, `AGL`, `ASL`) of degree n over the field with q elements.
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
    if n == 0 {
        return Err(GroupError::whole(format!("{family}({n},{q}) needs a degree of at least 1")));
    }
    let small = usize::try_from(q).ok().filter(|q| *q <= MAX_POINT);
    if q < 2 || small.is_some_and(|q| !is_prime_power(q)) {
        return Err(GroupError::whole(format!("there is no field with {q} elements"))
            .help("fields have 2, 3, 4, 5, 7, 8, 9, … elements: powers of primes"));
    }
    let too_large = || {
        GroupError::whole(format!("{family}({n},{q}) has more than {MAX_ORDER} elements or too many points"))
    };
    let vectors =
        small.and_then(|q| q.checked_pow(u32::try_from(n).ok()?)).filter(|count| *count <= MAX_POINT);
    let (Some(q), Some(vectors)) = (small, vectors) else { return Err(too_large()) };
    let order = order(family, n as u32, q as u128);
    if order.is_none_or(|order| order > MAX_ORDER as u128) {
        return Err(too_large());
    }
    let (n, field) = (n as usize, Field::new(q));
    let mut maps: Vec<Map> =
        matrices(&field, n, family.ends_with("GL")).into_iter().map(Map::Linear).collect();
    if family.starts_with('A') {
        // Translations along the first axis for a basis of the field; the rest are conjugates.
        let basis = std::iter::successors(Some(1), |element| Some(element * field.p));
        maps.extend(basis.take_while(|element| *element < q).map(Map::Translation));
    }
    let points = Points { field: &field, n, vectors };
    let generators: Vec<Permutation> = maps
        .iter()
        .map(|map| match family.as_bytes()[0] {
            b'P' => points.projective(map),
            b'A' => points.from(0, map),
            _ => points.from(1, map),
        })
        .collect();
    let group = FiniteGroup::from_permutations(format!("{family}({n},{q})"), &generators, limits)?;
    debug_assert_eq!(Some(group.order() as u128), order, "the known order");
    Ok(group)
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
    match family {
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
enum Map {
    Linear(Matrix),
    /// Adds an element of the field to the first coordinate.
    Translation(usize),
}

impl Map {
    fn image(&self, field: &Field, mut vector: Vec<usize>) -> Vec<usize> {
        match self {
            Map::Translation(by) => {
                vector[0] = field.sum(vector[0], *by);
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
struct Points<'a> {
    field: &'a Field,
    n: usize,
    vectors: usize,
}

impl Points<'_> {
    fn vector(&self, mut number: usize) -> Vec<usize> {
        let mut vector = Vec::with_capacity(self.n);
        for _ in 0..self.n {
            vector.push(number % self.field.q);
            number /= self.field.q;
        }
        vector
    }

    fn number(&self, vector: &[usize]) -> usize {
        vector.iter().rev().fold(0, |number, x| number * self.field.q + x)
    }

    /// On the vectors from the given number on: 0 for all, 1 for all but the zero vector.
    fn from(&self, first: usize, map: &Map) -> Permutation {
        let image = |point: usize| self.number(&map.image(self.field, self.vector(point))) - first;
        Permutation::from_images_unchecked((first..self.vectors).map(|point| image(point) as u16).collect())
    }

    /// On lines through 0, each represented by its vector whose last non-zero coordinate is 1.
    fn projective(&self, map: &Map) -> Permutation {
        let field = self.field;
        let normal = |vector: Vec<usize>| -> Vec<usize> {
            let last = vector.iter().copied().rfind(|x| *x != 0).unwrap_or(1);
            let scale = (1..field.q).find(|a| field.product(*a, last) == 1).unwrap_or(1);
            vector.into_iter().map(|x| field.product(scale, x)).collect()
        };
        let lines: Vec<usize> = (1..self.vectors)
            .filter(|number| self.number(&normal(self.vector(*number))) == *number)
            .collect();
        let images = lines.iter().map(|line| {
            let image = self.number(&normal(map.image(field, self.vector(*line))));
            lines.binary_search(&image).unwrap_or(0) as u16
        });
        Permutation::from_images_unchecked(images.collect())
    }
}
