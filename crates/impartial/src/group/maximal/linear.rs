//! Affine forms over a prime field, and systems of equations between them.

/// An affine form c₀·u₀ + … + c_{k-1}·u_{k-1} + c_k in k unknowns, coefficients modulo p.
pub(super) type Form = Vec<u32>;

/// Adds `factor` times `other` to a form.
pub(super) fn add_multiple(form: &mut [u32], other: &[u32], factor: u32, p: u32) {
    if factor == 0 {
        return;
    }
    for (a, b) in form.iter_mut().zip(other) {
        *a = ((u64::from(*a) + u64::from(*b) * u64::from(factor)) % u64::from(p)) as u32;
    }
}

/// The inverse of a ≠ 0 modulo the prime p.
fn inverse(a: u32, p: u32) -> u32 {
    let (mut result, mut square, mut rest) = (1u64, u64::from(a), p - 2);
    while rest > 0 {
        if rest & 1 == 1 {
            result = result * square % u64::from(p);
        }
        square = square * square % u64::from(p);
        rest >>= 1;
    }
    result as u32
}

/// A system of equations form = 0, kept in reduced echelon form.
pub(super) struct System {
    p: u32,
    unknowns: usize,
    /// For each unknown, the equation solved for it: coefficient 1 there, 0 at every other pivot.
    pivots: Vec<Option<Form>>,
}

impl System {
    pub fn new(unknowns: usize, p: u32) -> Self {
        System { p, unknowns, pivots: vec![None; unknowns] }
    }

    /// Adds an equation; `false` when it contradicts the others.
    pub fn add(&mut self, mut form: Form) -> bool {
        for at in 0..self.unknowns {
            if form[at] != 0
                && let Some(pivot) = &self.pivots[at]
            {
                let factor = self.p - form[at];
                add_multiple(&mut form, pivot, factor, self.p);
            }
        }
        let Some(at) = form[..self.unknowns].iter().position(|c| *c != 0) else {
            return form[self.unknowns] == 0;
        };
        let scale = inverse(form[at], self.p);
        for c in &mut form {
            *c = (u64::from(*c) * u64::from(scale) % u64::from(self.p)) as u32;
        }
        for pivot in self.pivots.iter_mut().flatten() {
            let factor = (self.p - pivot[at]) % self.p;
            add_multiple(pivot, &form, factor, self.p);
        }
        self.pivots[at] = Some(form);
        true
    }

    /// One solution, and a basis of the solutions of the homogeneous system.
    pub fn solutions(&self) -> (Vec<u32>, Vec<Vec<u32>>) {
        let negate = |c: u32| (self.p - c) % self.p;
        let special =
            self.pivots.iter().map(|pivot| pivot.as_ref().map_or(0, |form| negate(form[self.unknowns])));
        let free = (0..self.unknowns).filter(|at| self.pivots[*at].is_none());
        let basis = free.map(|at| {
            let entry = |(row, pivot): (usize, &Option<Form>)| match pivot {
                Some(form) => negate(form[at]),
                None => u32::from(row == at),
            };
            self.pivots.iter().enumerate().map(entry).collect()
        });
        (special.collect(), basis.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn systems_are_solved() {
        // x + 2y = 1, y + z = 2 over F_5.
        let mut system = System::new(3, 5);
        assert!(system.add(vec![1, 2, 0, 4]) && system.add(vec![0, 1, 1, 3]));
        let (special, basis) = system.solutions();
        assert_eq!(basis.len(), 1);
        for t in 0..5 {
            let at = |i: usize| (special[i] + t * basis[0][i]) % 5;
            assert_eq!(((at(0) + 2 * at(1)) % 5, (at(1) + at(2)) % 5), (1, 2));
        }
        assert!(!system.add(vec![1, 3, 1, 0]), "x + 3y + z = 0 contradicts");
        assert!(system.add(vec![1, 3, 1, 2]), "x + 3y + z = 3 follows");
    }
}
