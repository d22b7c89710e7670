//! Finite quotients of polynomial rings as finite rings, and back to polynomials.

use num_bigint::BigInt;

use super::finite::{FiniteRing, LARGEST_RING};
use super::groebner::{Ideal, Index};
use super::polynomial::{IntegerPolynomial, Monomial};
use super::text::AffineRing;
use crate::algebra::euclidean::{EuclideanDomain, Integers};
use crate::algebra::smith::{Matrix, smith_form};
use crate::limits::{Limits, StopReason};

/// Why a quotient is not built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unbuilt {
    /// A limit was reached.
    Stopped(StopReason),
    /// It is infinite, or too large.
    Index(Index),
}

/// A finite quotient of Z\[x₁, …\] as a ring of residues.
#[derive(Clone, Debug)]
pub struct FiniteForm {
    /// The ring.
    pub ring: FiniteRing,
    ideal: Ideal,
    monomials: Vec<Monomial>,
    /// Column j: the coefficient of the j-th additive generator in each monomial.
    coordinates: Matrix<BigInt>,
    /// The additive generators.
    generators: Vec<IntegerPolynomial>,
}

impl FiniteForm {
    /// The quotient as it is written, when it is finite and has at most [`LARGEST_RING`] elements.
    ///
    /// # Errors
    /// When it is not, or a limit is reached.
    pub fn new(ring: &AffineRing, limits: &Limits) -> Result<Self, Unbuilt> {
        Self::of_ideal(&ring.ideal, limits)
    }

    /// The quotient by an ideal.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub fn of_ideal(ideal: &Ideal, limits: &Limits) -> Result<Self, Unbuilt> {
        let standard = ideal.standard_monomials(LARGEST_RING).map_err(Unbuilt::Index)?;
        let monomials: Vec<Monomial> = standard.iter().map(|(monomial, _)| monomial.clone()).collect();
        // The relations between the monomials: d·m has a remainder without m.
        let relations: Matrix<BigInt> = standard
            .iter()
            .map(|(monomial, modulus)| {
                let multiple = IntegerPolynomial::term(monomial.clone(), BigInt::from(*modulus));
                coefficients(&multiple.plus(&ideal.remainder(&multiple).negative()), &monomials)
            })
            .collect();
        let form = smith_form(&Integers, &relations, monomials.len(), limits).map_err(Unbuilt::Stopped)?;
        let units = form.diagonal.iter().take_while(|n| **n == BigInt::from(1)).count();
        let moduli: Vec<u32> = form.diagonal[units..]
            .iter()
            .map(|n| u32::try_from(n).expect("a divisor of the order of a small ring"))
            .collect();
        let coordinates: Matrix<BigInt> = form.right.iter().map(|row| row[units..].to_vec()).collect();
        let polynomial = |row: &Vec<BigInt>| {
            let terms = row.iter().zip(&monomials);
            let sum = terms.fold(IntegerPolynomial(Vec::new()), |sum, (c, m)| {
                sum.plus(&IntegerPolynomial::term(m.clone(), c.clone()))
            });
            ideal.remainder(&sum)
        };
        let generators: Vec<IntegerPolynomial> = form.right_inverse[units..].iter().map(polynomial).collect();
        let residues = |of: &IntegerPolynomial| residues(of, ideal, &monomials, &coordinates, &moduli);
        let product = |i: usize, j: usize| residues(&generators[i].times(&generators[j]));
        let one = residues(&IntegerPolynomial::constant(BigInt::from(1), ideal.variables()));
        let ring = FiniteRing::new(moduli.clone(), product, &one);
        Ok(FiniteForm { ring, ideal: ideal.clone(), monomials, coordinates, generators })
    }

    /// The element that a polynomial is.
    pub fn element(&self, polynomial: &IntegerPolynomial) -> usize {
        let moduli = self.ring.additive().moduli();
        let residues = residues(polynomial, &self.ideal, &self.monomials, &self.coordinates, moduli);
        self.ring.additive().element(&residues)
    }

    /// A polynomial that an element is.
    pub fn polynomial(&self, element: usize) -> IntegerPolynomial {
        let residues = self.ring.additive().residues(element);
        let one = Monomial::one(self.ideal.variables());
        let terms = residues.iter().zip(&self.generators);
        let sum = terms.fold(IntegerPolynomial(Vec::new()), |sum, (residue, generator)| {
            sum.plus_multiple(&BigInt::from(*residue), &one, generator)
        });
        self.ideal.remainder(&sum)
    }

    /// The text of an element.
    pub fn show(&self, element: usize, names: &[String]) -> String {
        self.polynomial(element).show(names)
    }
}

/// The coefficients of some monomials.
fn coefficients(polynomial: &IntegerPolynomial, monomials: &[Monomial]) -> Vec<BigInt> {
    let coefficient = |monomial: &Monomial| {
        let term = polynomial.0.iter().find(|(m, _)| m == monomial);
        term.map_or(BigInt::ZERO, |(_, c)| c.clone())
    };
    monomials.iter().map(coefficient).collect()
}

fn residues(
    polynomial: &IntegerPolynomial,
    ideal: &Ideal,
    monomials: &[Monomial],
    coordinates: &Matrix<BigInt>,
    moduli: &[u32],
) -> Vec<u32> {
    let row = coefficients(&ideal.remainder(polynomial), monomials);
    let residue = |(j, n): (usize, &u32)| {
        let sum: BigInt = row.iter().zip(coordinates).map(|(c, columns)| c * &columns[j]).sum();
        let (_, rest) = Integers.division(&sum, &BigInt::from(*n));
        u32::try_from(rest).expect("smaller than a 32-bit modulus")
    };
    moduli.iter().enumerate().map(residue).collect()
}

/// The direct product of finite rings; the first factor's residues come first.
pub fn product(factors: &[&FiniteRing]) -> FiniteRing {
    let moduli: Vec<u32> = factors.iter().flat_map(|ring| ring.additive().moduli().to_vec()).collect();
    let mut place = Vec::new();
    for (number, ring) in factors.iter().enumerate() {
        place.extend((0..ring.additive().moduli().len()).map(|k| (number, k)));
    }
    let embed = |number: usize, residues: Vec<u32>| -> Vec<u32> {
        let zeros = |ring: &&FiniteRing| vec![0; ring.additive().moduli().len()];
        let mut parts: Vec<Vec<u32>> = factors.iter().map(zeros).collect();
        parts[number] = residues;
        parts.concat()
    };
    let product = |i: usize, j: usize| {
        let ((a, k), (b, l)) = (place[i], place[j]);
        if a != b {
            return vec![0; moduli.len()];
        }
        let ring = factors[a];
        let element = ring.times()[k][ring.additive().generator(l)] as usize;
        embed(a, ring.additive().residues(element))
    };
    let one: Vec<u32> = factors.iter().flat_map(|ring| ring.additive().residues(ring.one())).collect();
    FiniteRing::new(moduli.clone(), product, &one)
}

/// The quotient of a finite ring by the ideal that an element generates, and the images in it of the additive generators.
pub fn quotient(ring: &FiniteRing, by: usize) -> (FiniteRing, Vec<usize>) {
    let additive = ring.additive();
    let places = additive.moduli().len();
    let integers = |residues: Vec<u32>| residues.into_iter().map(BigInt::from).collect::<Vec<BigInt>>();
    let modulus = |k: usize| {
        let mut row = vec![BigInt::ZERO; places];
        row[k] = BigInt::from(additive.moduli()[k]);
        row
    };
    let multiple = |k: usize| integers(additive.residues(ring.times()[k][by] as usize));
    let relations: Matrix<BigInt> = (0..places).map(modulus).chain((0..places).map(multiple)).collect();
    let form = smith_form(&Integers, &relations, places, &Limits::none()).expect("there is no limit");
    let units = form.diagonal.iter().take_while(|n| **n == BigInt::from(1)).count();
    let small = |n: &BigInt| u32::try_from(n).expect("a divisor of the order of a small ring");
    let moduli: Vec<u32> = form.diagonal[units..].iter().map(small).collect();
    let modulo = |row: &[BigInt], moduli: &[u32]| -> Vec<u32> {
        let residue = |(c, n): (&BigInt, &u32)| small(&Integers.division(c, &BigInt::from(*n)).1);
        row.iter().zip(moduli).map(residue).collect()
    };
    let lifted: Vec<usize> = form.right_inverse[units..]
        .iter()
        .map(|row| additive.element(&modulo(row, additive.moduli())))
        .collect();
    let image = |element: usize| {
        let residues = integers(additive.residues(element));
        let coordinate = |j: usize| residues.iter().zip(&form.right).map(|(c, row)| c * &row[j]).sum();
        let coordinates: Vec<BigInt> = (units..places).map(coordinate).collect();
        modulo(&coordinates, &moduli)
    };
    let product = |i: usize, j: usize| image(ring.product(lifted[i], lifted[j]));
    let quotient = FiniteRing::new(moduli.clone(), product, &image(ring.one()));
    let images = (0..places).map(|k| quotient.additive().element(&image(additive.generator(k)))).collect();
    (quotient, images)
}
