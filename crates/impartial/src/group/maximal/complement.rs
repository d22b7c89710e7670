//! Complements of an abelian chief factor V = L/K: the subgroups M with M·L = G and M ∩ L = K.
//!
//! A complement picks one coset of K in each coset of L, compatibly with multiplication. Fix representatives r_h of the
//! cosets h of L along a spanning tree of the Cayley graph of G/L, and generators x_i of G modulo L. A complement
//! contains x_i·u_i for exactly one u_i in V, and with it r_h·v_h for one v_h in V; along an edge h → h·x_i
//!
//! ```text
//! v_{h·x_i} = (v_h)^{x_i} + u_i + c(h,i),    c(h,i) = r_{h·x_i}⁻¹·r_h·x_i in V.
//! ```
//!
//! So the v_h are affine forms in the unknowns u_i, the edges outside the tree are linear equations over F_p, and
//! complements are the solutions: the one-cocycles of G/L with values in V, shifted. No presentation of G/L is needed.

use super::super::finite::FiniteGroup;
use super::super::subgroup::Subgroup;
use super::linear::{Form, System, add_multiple};
use crate::limits::{Limits, StopReason};
use crate::subset::Subset;

const UNKNOWN: u32 = u32::MAX;

/// The factor L/K as a vector space over F_p: each element of L has its coordinates, packed in base p.
struct VectorSpace {
    p: usize,
    dimension: usize,
    /// The packed coordinates of the elements of L.
    code: Vec<u32>,
    /// An element of L for each packed vector.
    vectors: Vec<usize>,
}

impl VectorSpace {
    fn new(group: &FiniteGroup, lower: &Subgroup, upper: &Subgroup, p: usize) -> Self {
        let mut code = vec![UNKNOWN; group.order()];
        for &k in lower.elements() {
            code[k] = 0;
        }
        let mut space = VectorSpace { p, dimension: 0, code, vectors: vec![0] };
        for &element in upper.elements() {
            if space.code[element] == UNKNOWN {
                space.add_dimension(group, lower, element);
            }
        }
        space
    }

    fn add_dimension(&mut self, group: &FiniteGroup, lower: &Subgroup, basis: usize) {
        let before = self.vectors.len();
        for at in before..before * self.p {
            let vector = group.product(self.vectors[at - before], basis);
            for &k in lower.elements() {
                self.code[group.product(vector, k)] = at as u32;
            }
            self.vectors.push(vector);
        }
        self.dimension += 1;
    }

    /// The coordinates of an element of L.
    fn coordinates(&self, element: usize) -> impl Iterator<Item = u32> + '_ {
        let mut rest = self.code[element] as usize;
        (0..self.dimension).map(move |_| {
            let digit = rest % self.p;
            rest /= self.p;
            digit as u32
        })
    }

    /// The element of L that represents the basis vector with the given number.
    fn basis(&self, at: usize) -> usize {
        self.vectors[self.p.pow(at as u32)]
    }
}

/// All complements of the abelian chief factor `upper`/`lower` of exponent p, as sets of elements.
///
/// Cost: for n = |G|, q = |G/L|, V of dimension d and r generators: n + q·r·d·(r·d)² steps, and n/|V| for each complement.
pub(super) fn complements(
    group: &FiniteGroup,
    generators: &[usize],
    (lower, upper, p): (&Subgroup, &Subgroup, usize),
    limits: &Limits,
    found: &mut Vec<Subset>,
) -> Result<(), StopReason> {
    let space = VectorSpace::new(group, lower, upper, p);
    let steps: Vec<usize> = generators.iter().copied().filter(|x| !upper.contains(*x)).collect();
    let Some(cocycles) = cocycles(group, upper, &space, &steps, limits)? else { return Ok(()) };
    let (special, basis) = cocycles.system.solutions();
    let values = |solution: &[u32], constant: bool| -> Vec<Vec<u32>> {
        let evaluate = |form: &Form| {
            let linear = form.iter().zip(solution).map(|(c, u)| u64::from(*c) * u64::from(*u)).sum::<u64>();
            let sum = linear + if constant { u64::from(form[form.len() - 1]) } else { 0 };
            (sum % p as u64) as u32
        };
        cocycles.forms.iter().map(|forms| forms.iter().map(evaluate).collect()).collect()
    };
    let start = values(&special, true);
    let directions: Vec<Vec<Vec<u32>>> = basis.iter().map(|solution| values(solution, false)).collect();
    // All combinations of the directions, counted like a number in base p.
    let mut counter = vec![0usize; directions.len()];
    let mut current = start;
    loop {
        limits.poll()?;
        let mut complement = Subset::empty(group.order());
        for (value, &representative) in current.iter().zip(&cocycles.representatives) {
            let code = value.iter().rev().fold(0, |code, digit| code * p + *digit as usize);
            let element = group.product(representative, space.vectors[code]);
            for &k in lower.elements() {
                complement.insert(group.product(element, k));
            }
        }
        super::has_room(group, found)?;
        found.push(complement);
        let Some(at) = counter.iter().position(|digit| *digit + 1 < p) else { return Ok(()) };
        // Digits before `at` turn from p-1 to 0, which is one more step modulo p, too.
        for (digit, direction) in counter.iter_mut().zip(&directions).take(at + 1) {
            *digit = (*digit + 1) % p;
            for (value, change) in current.iter_mut().zip(direction) {
                for (a, b) in value.iter_mut().zip(change) {
                    *a = (*a + b) % p as u32;
                }
            }
        }
    }
}

/// The cosets of L with their representatives, the affine form of v_h for each, and the equations between the u_i.
struct Cocycles {
    representatives: Vec<usize>,
    forms: Vec<Vec<Form>>,
    system: System,
}

/// The system whose solutions are the complements; `None` when there is none.
fn cocycles(
    group: &FiniteGroup,
    upper: &Subgroup,
    space: &VectorSpace,
    steps: &[usize],
    limits: &Limits,
) -> Result<Option<Cocycles>, StopReason> {
    let (p, d) = (space.p as u32, space.dimension);
    let unknowns = steps.len() * d;
    let actions: Vec<Vec<Vec<u32>>> = steps
        .iter()
        .map(|&x| (0..d).map(|at| space.coordinates(group.conjugate(space.basis(at), x)).collect()).collect())
        .collect();
    let mut coset = vec![UNKNOWN; group.order()];
    for &l in upper.elements() {
        coset[l] = 0;
    }
    let mut representatives = vec![0usize];
    let mut forms: Vec<Vec<Form>> = vec![vec![vec![0; unknowns + 1]; d]];
    let mut system = System::new(unknowns, p);
    let mut at = 0;
    while at < representatives.len() {
        limits.poll()?;
        for (step, &x) in steps.iter().enumerate() {
            // The value along the edge: (v_h)^x + u.
            let mut moved = vec![vec![0; unknowns + 1]; d];
            for (form, row) in forms[at].iter().zip(&actions[step]) {
                for (sum, factor) in moved.iter_mut().zip(row) {
                    add_multiple(sum, form, *factor, p);
                }
            }
            for (coordinate, sum) in moved.iter_mut().enumerate() {
                sum[step * d + coordinate] = (sum[step * d + coordinate] + 1) % p;
            }
            let element = group.product(representatives[at], x);
            if coset[element] == UNKNOWN {
                for &l in upper.elements() {
                    coset[group.product(element, l)] = representatives.len() as u32;
                }
                representatives.push(element);
                forms.push(moved);
                continue;
            }
            let target = coset[element] as usize;
            let difference = group.product(group.inverse(representatives[target]), element);
            for ((mut equation, constant), known) in
                moved.into_iter().zip(space.coordinates(difference)).zip(&forms[target])
            {
                equation[unknowns] = (equation[unknowns] + constant) % p;
                add_multiple(&mut equation, known, p - 1, p);
                if equation.iter().any(|c| *c != 0) && !system.add(equation) {
                    return Ok(None);
                }
            }
        }
        at += 1;
    }
    Ok(Some(Cocycles { representatives, forms, system }))
}
