//! Linear groups over finite fields, for `group_names`: GL, SL, PGL, PSL on non-zero vectors or lines, AGL and ASL on all vectors.
//!
//! The field with q = p^k elements is that of polynomials over F_p modulo the first irreducible x^k + …, where polynomials
//! are ordered as numbers in base p. Vectors are numbered in base q, the first coordinate last.

use crate::group_names::Named;
use crate::permutations::Permutation;

/// The most vectors.
const MOST_VECTORS: usize = 1 << 14;

struct Field {
    q: usize,
    p: usize,
    products: Vec<usize>,
}

impl Field {
    fn new(q: usize) -> Option<Field> {
        let p = (2..=q).find(|p| q.is_multiple_of(*p))?;
        let mut k = 0;
        let mut power = 1;
        while power < q {
            power *= p;
            k += 1;
        }
        if power != q || q > 256 {
            return None;
        }
        (0..q).map(|tail| Field { q, p, products: products(q, p, k, tail) }).find(Field::has_inverses)
    }

    fn has_inverses(&self) -> bool {
        (1..self.q).all(|a| (1..self.q).any(|b| self.product(a, b) == 1))
    }

    fn product(&self, a: usize, b: usize) -> usize {
        self.products[a * self.q + b]
    }

    fn sum(&self, a: usize, b: usize) -> usize {
        if a == 0 && b == 0 {
            return 0;
        }
        (a % self.p + b % self.p) % self.p + self.p * self.sum(a / self.p, b / self.p)
    }

    /// The first element whose powers are all but 0.
    fn primitive(&self) -> Option<usize> {
        (1..self.q).find(|a| {
            let powers =
                std::iter::successors(Some(*a), |power| (*power != 1).then(|| self.product(*power, *a)));
            powers.count() == self.q - 1
        })
    }

    /// 1, x, x², …: the powers of p as numbers.
    fn basis(&self) -> impl Iterator<Item = usize> {
        let (p, q) = (self.p, self.q);
        std::iter::successors(Some(1), move |power| Some(power * p)).take_while(move |power| *power < q)
    }
}

/// A linear map of row vectors over a field.
type Map<'a> = Box<dyn Fn(Vec<usize>) -> Vec<usize> + 'a>;

/// Products of polynomials with k coefficients modulo x^k + tail.
fn products(q: usize, p: usize, k: u32, tail: usize) -> Vec<usize> {
    let coefficient = |a: usize, i: u32| a / p.pow(i) % p;
    // x·a: shifted, and the leading term replaced.
    let times_x = |a: usize| {
        let top = coefficient(a, k - 1);
        (0..k).fold(0, |sum, i| {
            let moved = if i == 0 { 0 } else { coefficient(a, i - 1) };
            sum + (moved + top * (p - coefficient(tail, i)) % p) % p * p.pow(i)
        })
    };
    let plus = |a: usize, b: usize, times: usize| {
        (0..k).fold(0, |sum, i| sum + (coefficient(a, i) + times * coefficient(b, i)) % p * p.pow(i))
    };
    let product = |a: usize, b: usize| {
        let (mut sum, mut shifted) = (0, a);
        for i in 0..k {
            sum = plus(sum, shifted, coefficient(b, i));
            shifted = times_x(shifted);
        }
        sum
    };
    (0..q * q).map(|pair| product(pair / q, pair % q)).collect()
}

/// The group of a family of degree n over the field with q elements.
pub fn linear(family: &str, n: usize, q: usize) -> Option<Named> {
    let (on, is_general) = match family {
        "GL" => ('V', true),
        "SL" => ('V', false),
        "PGL" => ('P', true),
        "PSL" => ('P', false),
        "AGL" => ('A', true),
        "ASL" => ('A', false),
        _ => return None,
    };
    let field = (n >= 1).then(|| Field::new(q)).flatten()?;
    let vectors = q.checked_pow(u32::try_from(n).ok()?).filter(|count| *count <= MOST_VECTORS)?;
    let coordinates = |mut number: usize| -> Vec<usize> {
        (0..n)
            .map(|_| {
                let x = number % q;
                number /= q;
                x
            })
            .collect()
    };
    let number = |vector: &[usize]| vector.iter().rev().fold(0, |number, x| number * q + x);
    let mut maps: Vec<Map<'_>> = Vec::new();
    let field = &field;
    for i in 0..n - 1 {
        for element in field.basis() {
            // Row vectors: the coordinate `column` takes up `element` times the coordinate `row`.
            for (row, column) in [(i, i + 1), (i + 1, i)] {
                maps.push(Box::new(move |mut v| {
                    v[column] = field.sum(v[column], field.product(v[row], element));
                    v
                }));
            }
        }
    }
    if is_general && q > 2 {
        let primitive = field.primitive()?;
        maps.push(Box::new(move |mut v| {
            v[0] = field.product(v[0], primitive);
            v
        }));
    }
    if on == 'A' {
        for element in field.basis() {
            maps.push(Box::new(move |mut v| {
                v[0] = field.sum(v[0], element);
                v
            }));
        }
    }
    // A line is represented by its vector whose last non-zero coordinate is 1.
    let normal = |vector: Vec<usize>| -> Vec<usize> {
        let last = vector.iter().rev().find(|x| **x != 0).copied().unwrap_or(1);
        let scale = (1..q).find(|a| field.product(*a, last) == 1).unwrap_or(1);
        vector.into_iter().map(|x| field.product(x, scale)).collect()
    };
    let points: Vec<usize> = match on {
        'A' => (0..vectors).collect(),
        'V' => (1..vectors).collect(),
        _ => (1..vectors).filter(|v| number(&normal(coordinates(*v))) == *v).collect(),
    };
    let image = |map: &dyn Fn(Vec<usize>) -> Vec<usize>, point: usize| -> Option<u16> {
        let image = map(coordinates(point));
        let image = number(&if on == 'P' { normal(image) } else { image });
        points.binary_search(&image).ok().map(|place| place as u16)
    };
    let generators: Option<Vec<Permutation>> =
        maps.iter().map(|map| points.iter().map(|point| image(map, *point)).collect()).collect();
    Some(Named { points: points.len(), generators: generators? })
}
