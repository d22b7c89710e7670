//! Ideals of a finite ring as short lists of elements, and the principal ideals above each.

use super::finite::FiniteRing;
use crate::integer::lcm;
use crate::limits::{Limits, StopReason};
use crate::subset::Subset;

/// The most places of an additive group of at most 2²⁰ elements.
const PLACES: usize = 20;

/// An ideal by the Hermite normal form of its additive group: at place i the element whose residues before i are 0, whose i-th is
/// the least positive one (a divisor h_i of the modulus) and whose j-th is below h_j for j > i. It is 0 where h_i is the modulus.
///
/// Equal ideals are equal values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IdealBasis([u32; PLACES]);

/// The same in lanes, with the leading residues h_i; not reduced while it grows.
#[derive(Clone, PartialEq, Eq)]
struct Rows {
    rows: [u64; PLACES],
    leading: [u32; PLACES],
}

/// The ideals of one finite ring.
#[derive(Clone, Debug)]
pub struct Ideals {
    ring: FiniteRing,
    /// A number that annihilates the additive group.
    exponent: u32,
    /// The primitive idempotents, one for each maximal ideal.
    idempotents: Vec<usize>,
    /// For each element the maximal ideals that contain it, as bits.
    inside: Vec<u32>,
    /// Additive generators of each maximal ideal.
    maximal: Vec<Vec<u64>>,
    /// Additive generators of the square of the maximal ideal of a local ring.
    square: Vec<u64>,
}

impl Ideals {
    /// The ideals of a ring with these primitive idempotents.
    pub fn new(ring: FiniteRing, idempotents: &[usize]) -> Self {
        let inside = ring.maximal_ideals(idempotents);
        let moduli = ring.additive().moduli().iter();
        let exponent = moduli.fold(1, |exponent, n| lcm(exponent, u64::from(*n))) as u32;
        let (maximal, square) = (Vec::new(), Vec::new());
        let mut ideals =
            Ideals { ring, exponent, idempotents: idempotents.to_vec(), inside, maximal, square };
        let basis = |at: usize| {
            let mut rows = ideals.zero_rows();
            let elements = || (0..ideals.ring.order()).filter(|x| ideals.inside[*x] >> at & 1 == 1);
            let size = elements().count();
            for x in elements() {
                let before = rows.leading;
                ideals.insert(&mut rows, ideals.ring.additive().in_lanes(x));
                let index = || rows.leading.iter().map(|h| *h as usize).product::<usize>();
                if rows.leading != before && index() * size == ideals.ring.order() {
                    break;
                }
            }
            rows.rows.into_iter().filter(|row| *row != 0).collect()
        };
        ideals.maximal = (0..idempotents.len()).map(basis).collect();
        if let [maximal] = ideals.maximal.as_slice() {
            let number = |row: &u64| ideals.ring.additive().number(*row);
            let mut rows = ideals.zero_rows();
            for a in maximal {
                for b in maximal {
                    let product = ideals.ring.product(number(a), number(b));
                    ideals.insert(&mut rows, ideals.ring.additive().in_lanes(product));
                }
            }
            ideals.square = rows.rows.into_iter().filter(|row| *row != 0).collect();
        }
        ideals
    }

    /// The ring.
    pub fn ring(&self) -> &FiniteRing {
        &self.ring
    }

    fn zero_rows(&self) -> Rows {
        let mut leading = [1; PLACES];
        leading.iter_mut().zip(self.ring.additive().moduli()).for_each(|(leading, n)| *leading = *n);
        Rows { rows: [0; PLACES], leading }
    }

    fn places(&self) -> std::ops::Range<usize> {
        0..self.ring.additive().moduli().len()
    }

    /// x - k·row, where 0 < k and k is below some modulus.
    #[inline]
    fn minus(&self, x: u64, k: u32, row: u64) -> u64 {
        let additive = self.ring.additive();
        additive.sum_of_lanes(x, additive.multiple_of_lanes(self.exponent - k, row))
    }

    /// Adds an element to a subgroup.
    ///
    /// Where its leading residue r is no multiple of h, the pair (row, x) becomes (s·row + t·x, (h/g)·x - (r/g)·row) with g = sh + tr
    /// the greatest common divisor: a change of basis of determinant 1. A row 0 stands for the modulus at its place.
    fn insert(&self, rows: &mut Rows, mut x: u64) {
        let additive = self.ring.additive();
        for place in self.places() {
            let (r, h, row) = (additive.residue(x, place), rows.leading[place], rows.rows[place]);
            if r == 0 {
                continue;
            }
            if r % h == 0 {
                x = self.minus(x, r / h, row);
                continue;
            }
            let (g, t) = bezout(r, h);
            // s·h = g - t·r, taken modulo the exponent.
            let s = (i64::from(g) - t * i64::from(r)) / i64::from(h);
            let scalar = |k: i64| k.rem_euclid(i64::from(self.exponent)) as u32;
            let combined = additive.sum_of_lanes(
                additive.multiple_of_lanes(scalar(s), row),
                additive.multiple_of_lanes(scalar(t), x),
            );
            x = self.minus(additive.multiple_of_lanes(h / g, x), r / g, row);
            (rows.rows[place], rows.leading[place]) = (combined, g);
        }
    }

    /// The remainder of an element: the one of its coset whose residues are below the leading ones.
    #[inline]
    fn remainder(&self, rows: &Rows, mut x: u64) -> u64 {
        let additive = self.ring.additive();
        for place in self.places() {
            let (r, h) = (additive.residue(x, place), rows.leading[place]);
            if r >= h {
                // Divisions are slow, and over a field h is 1.
                x = self.minus(x, if h == 1 { r } else { r / h }, rows.rows[place]);
            }
        }
        x
    }

    /// Reduces the rows by those below.
    fn basis(&self, rows: &Rows) -> IdealBasis {
        let additive = self.ring.additive();
        let mut basis = [0; PLACES];
        for place in self.places().rev() {
            let mut row = rows.rows[place];
            for below in place + 1..self.places().end {
                let quotient = additive.residue(row, below) / rows.leading[below];
                if quotient > 0 {
                    row = self.minus(row, quotient, rows.rows[below]);
                }
            }
            basis[place] = additive.number(row) as u32;
        }
        IdealBasis(basis)
    }

    fn rows(&self, ideal: &IdealBasis) -> Rows {
        let additive = self.ring.additive();
        let mut rows = self.zero_rows();
        for place in self.places() {
            let row = additive.in_lanes(ideal.0[place] as usize);
            if row != 0 {
                (rows.rows[place], rows.leading[place]) = (row, additive.residue(row, place));
            }
        }
        rows
    }

    /// The ideal that an ideal and some more elements generate.
    pub fn with(&self, ideal: &IdealBasis, more: impl IntoIterator<Item = usize>) -> IdealBasis {
        let mut rows = self.rows(ideal);
        more.into_iter().for_each(|a| self.insert_multiples(&mut rows, a));
        self.basis(&rows)
    }

    fn insert_multiples(&self, rows: &mut Rows, a: usize) {
        for table in self.ring.times() {
            self.insert(rows, self.ring.additive().in_lanes(table[a] as usize));
        }
    }

    /// The zero ideal.
    pub fn zero(&self) -> IdealBasis {
        IdealBasis([0; PLACES])
    }

    /// Whether an ideal is the whole ring.
    pub fn is_everything(&self, ideal: &IdealBasis) -> bool {
        self.above(ideal) == 0
    }

    /// The maximal ideals that contain an ideal, as bits.
    fn above(&self, ideal: &IdealBasis) -> u32 {
        self.places().fold(u32::MAX, |bits, place| bits & self.inside[ideal.0[place] as usize])
            & self.inside[0]
    }

    /// The number of elements of the quotient by an ideal.
    pub fn index(&self, ideal: &IdealBasis) -> usize {
        self.rows(ideal).leading.iter().map(|h| *h as usize).product()
    }

    /// The elements of an ideal.
    pub fn elements(&self, ideal: &IdealBasis) -> Subset {
        let mut cosets = Vec::new();
        self.cosets(&self.zero_rows(), &self.rows(ideal), &mut cosets);
        Subset::from_elements(self.ring.order(), cosets.into_iter().map(|x| self.ring.additive().number(x)))
    }

    /// The ideal with these elements.
    pub fn of_elements(&self, ideal: &Subset) -> IdealBasis {
        let (mut rows, count) = (self.zero_rows(), ideal.count());
        for x in ideal {
            if rows.leading.iter().map(|h| *h as usize).product::<usize>() * count == self.ring.order() {
                break;
            }
            self.insert(&mut rows, self.ring.additive().in_lanes(x));
        }
        self.basis(&rows)
    }

    /// The additive generators of an ideal.
    pub fn generators(&self, ideal: &IdealBasis) -> impl Iterator<Item = usize> {
        ideal.0.into_iter().map(|x| x as usize).filter(|x| *x != 0)
    }

    /// One element of each coset of a subgroup in a larger one.
    fn cosets(&self, small: &Rows, large: &Rows, cosets: &mut Vec<u64>) {
        cosets.clear();
        cosets.push(0);
        for place in self.places() {
            let (copies, known) = (small.leading[place] / large.leading[place], cosets.len());
            for at in 0..known * (copies as usize - 1) {
                cosets.push(self.ring.additive().sum_of_lanes(cosets[at], large.rows[place]));
            }
        }
    }

    /// The dimension of m/I over the residue field of a local ring with maximal ideal m, when the ideal I contains m²; `None` when it
    /// does not, or is R.
    ///
    /// The ideals above I are then R and the subspaces of m/I, so the dimension is all that matters [AG, Lemma 5.9].
    pub fn square_zero_dimension(&self, ideal: &IdealBasis) -> Option<u32> {
        let [_] = self.maximal.as_slice() else { return None };
        let rows = self.rows(ideal);
        if self.is_everything(ideal) || self.square.iter().any(|x| self.remainder(&rows, *x) != 0) {
            return None;
        }
        let units = self.inside.iter().filter(|inside| **inside == 0).count();
        let residues = self.ring.order() / (self.ring.order() - units);
        let mut left = self.index(ideal) / residues;
        let mut dimension = 0;
        while left > 1 {
            left /= residues;
            dimension += 1;
        }
        Some(dimension)
    }

    /// The ideals I + (a) for a outside I, each once, and R the last of them.
    ///
    /// R is the product of local rings eR for its primitive idempotents e, and I + (a) that of the eI + (ea): each factor is looked at alone.
    ///
    /// # Errors
    /// When a limit is reached.
    ///
    /// Cost: for each eJ a Hermite form, one for m·a and a remainder for each element of eJ/eI: for a residue field F_q at most |eR/eI|·q/(q - 1)
    /// of them; and a Hermite form for each J.
    pub fn principal_above(
        &self,
        ideal: &IdealBasis,
        limits: &Limits,
    ) -> Result<Vec<IdealBasis>, StopReason> {
        let above = self.above(ideal);
        let whole = self.with(&self.zero(), [self.ring.one()]);
        if above == 0 {
            return Ok(Vec::new());
        }
        let small = self.rows(ideal);
        if let [_] = self.maximal.as_slice() {
            let found = self.local_above(&small, self.remainders(&small), 0, limits)?;
            return Ok(found.iter().map(|rows| self.basis(rows)).chain([whole]).collect());
        }
        let mut options = vec![small];
        for (at, &e) in self.idempotents.iter().enumerate().filter(|(at, _)| above >> at & 1 == 1) {
            let additive = self.ring.additive();
            let (mut factor, mut inside) = (self.zero_rows(), self.zero_rows());
            self.insert_multiples(&mut factor, e);
            self.generators(ideal).for_each(|x| self.insert_multiples(&mut inside, self.ring.product(e, x)));
            let mut elements = Vec::new();
            self.cosets(&inside, &factor, &mut elements);
            let elements = elements.iter().map(|x| additive.number(self.remainder(&inside, *x)));
            let mut found = self.local_above(&inside, elements, at, limits)?;
            found.push(factor);
            let before = options.len();
            for larger in found {
                for at in 0..before {
                    limits.poll()?;
                    let mut joined = options[at].clone();
                    larger
                        .rows
                        .iter()
                        .filter(|row| **row != 0)
                        .for_each(|row| self.insert(&mut joined, *row));
                    options.push(joined);
                }
            }
        }
        let mut options: Vec<IdealBasis> = options[1..].iter().map(|rows| self.basis(rows)).collect();
        options.retain(|option| *option != whole);
        options.push(whole);
        Ok(options)
    }

    /// In a local factor with maximal ideal m: the ideals I + (a) for elements a of m outside I, each once.
    ///
    /// By Nakayama's lemma the elements that generate J = I + (a) are those of J outside I + ma, and J/(I + ma) is the residue field. They need not be tried
    /// again. The elements are remainders modulo I.
    fn local_above(
        &self,
        small: &Rows,
        elements: impl Iterator<Item = usize>,
        at: usize,
        limits: &Limits,
    ) -> Result<Vec<Rows>, StopReason> {
        let additive = self.ring.additive();
        let mut found = Vec::new();
        let mut seen = Subset::singleton(self.ring.order(), 0);
        let mut cosets = Vec::new();
        for a in elements {
            if self.inside[a] >> at & 1 == 0 || seen.contains(a) {
                continue;
            }
            limits.poll()?;
            let mut large = small.clone();
            self.insert_multiples(&mut large, a);
            let mut multiples: Vec<u64> =
                self.ring.times().iter().map(|table| additive.in_lanes(table[a] as usize)).collect();
            let mut smaller = small.clone();
            for m in &self.maximal[at] {
                let product = multiples.iter().enumerate().fold(0, |sum, (place, multiple)| {
                    let residue = additive.residue(*m, place);
                    additive.sum_of_lanes(sum, additive.multiple_of_lanes(residue, *multiple))
                });
                self.insert(&mut smaller, product);
            }
            self.cosets(small, &smaller, &mut cosets);
            self.cosets(&smaller, &large, &mut multiples);
            for u in &multiples[1..] {
                for x in &cosets {
                    let generator = self.remainder(small, additive.sum_of_lanes(*u, *x));
                    seen.insert(additive.number(generator));
                }
            }
            debug_assert!(seen.contains(a), "an element generates what it generates");
            found.push(large);
        }
        Ok(found)
    }

    /// The remainders modulo a subgroup, 0 first.
    fn remainders(&self, rows: &Rows) -> impl Iterator<Item = usize> {
        let place = |k: usize| (rows.leading[k] as usize, self.ring.additive().generator(k));
        let places: Vec<(usize, usize)> = self.places().map(place).filter(|(h, _)| *h > 1).collect();
        let count: usize = places.iter().map(|(h, _)| h).product();
        let mut digits = vec![0; places.len()];
        let mut next = 0;
        (0..count).map(move |_| {
            let element = next;
            for (digit, (h, weight)) in digits.iter_mut().zip(&places) {
                *digit += 1;
                next += weight;
                if *digit < *h {
                    break;
                }
                next -= h * weight;
                *digit = 0;
            }
            element
        })
    }
}

/// The greatest common divisor g of two positive numbers, and t with g = tr modulo h.
fn bezout(r: u32, h: u32) -> (u32, i64) {
    let (mut a, mut b) = (i64::from(r), i64::from(h));
    let (mut t, mut u) = (1_i64, 0_i64);
    while b != 0 {
        let quotient = a / b;
        (a, b) = (b, a - quotient * b);
        (t, u) = (u, t - quotient * u);
    }
    (a as u32, t)
}
