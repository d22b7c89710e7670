//! Regions of parameters, and trees walked through all of a region at once.

use super::system::{Form, MOST_VARIABLES, Point, Solution, is_solution, solve};
use super::tree::{Affine, Asked, Test, Tree};

/// A set of integer points, given by inequalities and parities, that may not be empty.
///
/// It carries one of its points when one is known; a new condition that this point meets needs no proof that the region stays
/// non-empty.
#[derive(Clone, Debug)]
pub struct Region {
    variables: usize,
    rows: Vec<Form>,
    even: Vec<Form>,
    /// A point of it; `None` when the solver found neither a point nor a proof that there is none.
    point: Option<Point>,
}

impl Region {
    /// The whole plane in no variables.
    pub fn new() -> Self {
        Region { variables: 0, rows: Vec::new(), even: Vec::new(), point: Some([0; MOST_VARIABLES]) }
    }

    /// The number of variables.
    pub fn variables(&self) -> usize {
        self.variables
    }

    /// Its conditions: forms that are at least 0, and forms that are even.
    pub fn conditions(&self) -> (&[Form], &[Form]) {
        (&self.rows, &self.even)
    }

    /// A new variable without bounds; `None` when there is no place for it.
    pub fn variable(&mut self) -> Option<Form> {
        let variable = Some(self.variables).filter(|variable| *variable < MOST_VARIABLES)?;
        self.variables += 1;
        Some(Form::variable(variable))
    }

    /// A point of the region, if one is known.
    pub fn point(&self) -> Option<&Point> {
        self.point.as_ref()
    }

    /// A point of the region with a small sum of absolute values, as far as a few attempts find one.
    pub fn small_point(&self) -> Option<Point> {
        let weight = |point: &Point| point.iter().map(|v| v.abs()).sum::<i64>();
        let mut best = self.point?;
        for bound in [6, 10, 14, 18, 22, 27, 33, 40, 48, 58, 70, 90] {
            if weight(&best) <= bound {
                break;
            }
            // Variables of the checks are never much below 0.
            let mut form = Form::constant(bound);
            form.a[..self.variables].iter_mut().for_each(|a| *a = -1);
            if let Some(point) = self.at_least_zero(form).and_then(|part| part.point) {
                best = point;
                break;
            }
        }
        Some(best)
    }

    /// The part where a form is at least 0; `None` when it is empty.
    pub fn at_least_zero(&self, form: Form) -> Option<Region> {
        if form.is_constant() {
            return (form.c >= 0).then(|| self.clone());
        }
        let mut part = self.clone();
        part.rows.push(form);
        part.find_point()
    }

    /// The part where a form is even; `None` when it is empty.
    pub fn even(&self, form: Form) -> Option<Region> {
        let mut part = self.clone();
        part.even.push(form);
        part.find_point()
    }

    /// The part where a form is 0; `None` when it is empty.
    pub fn zero(&self, form: Form) -> Option<Region> {
        let negative = Form::constant(0).plus(-1, &form)?;
        self.at_least_zero(form)?.at_least_zero(negative)
    }

    /// The parts where a test of a form holds and where it does not; where the arithmetic overflows, both are whole.
    pub fn split(&self, asked: Asked, form: Form) -> [Option<Region>; 2] {
        let negated = Form::constant(0).plus(-1, &form);
        let above = form.plus(-1, &Form::constant(1));
        let below = form.plus(1, &Form::constant(1));
        let (Some(negated), Some(above), Some(below)) = (negated, above, below) else {
            return [Some(self.clone()), Some(self.clone())];
        };
        match asked {
            Asked::AtMostZero => [self.at_least_zero(negated), self.at_least_zero(above)],
            Asked::Even => [self.even(form), self.even(below)],
        }
    }

    fn find_point(mut self) -> Option<Region> {
        let known = self.point.filter(|point| is_solution(&self.rows, &self.even, point));
        self.point = match known {
            Some(point) => Some(point),
            None => match solve(&self.rows, &self.even) {
                Solution::None => return None,
                Solution::Some(point) => Some(point),
                Solution::Unknown => None,
            },
        };
        Some(self)
    }

    /// The part where two forms have equal values, or differ: `None` when they are equal all over the region, else a region
    /// in which they differ.
    pub fn difference(&self, left: &Form, right: &Form) -> Option<Region> {
        let Some(difference) = left.plus(-1, right) else {
            return Some(self.clone());
        };
        if difference == Form::constant(0) {
            return None;
        }
        let [below, above] = [difference.is_negative(), difference.plus(-1, &Form::constant(1))];
        match (below, above) {
            (Some(below), Some(above)) => self.at_least_zero(below).or_else(|| self.at_least_zero(above)),
            _ => Some(self.clone()),
        }
    }

    /// Calls `visit` with every leaf of the tree that the region may meet, and the part that meets it.
    pub fn walk<'t, T>(
        &self,
        tree: &'t Tree<T>,
        arguments: &[Form],
        visit: &mut dyn FnMut(Region, &'t T) -> Result<(), Refused>,
    ) -> Result<(), Refused> {
        match tree {
            Tree::Leaf(leaf) => visit(self.clone(), leaf),
            Tree::Branch(branch) => {
                let form = compose(&branch.test.form, arguments).ok_or(Refused::Overflow)?;
                if form.is_constant() {
                    let Test { asked, .. } = branch.test;
                    let holds = match asked {
                        Asked::AtMostZero => form.c <= 0,
                        Asked::Even => form.c % 2 == 0,
                    };
                    return self.walk(if holds { &branch.yes } else { &branch.no }, arguments, visit);
                }
                let [yes, no] = self.split(branch.test.asked, form);
                if let Some(yes) = yes {
                    yes.walk(&branch.yes, arguments, visit)?;
                }
                no.map_or(Ok(()), |no| no.walk(&branch.no, arguments, visit))
            }
        }
    }

    /// The parts that meet a given leaf.
    pub fn where_true(
        &self,
        tree: &Tree<bool>,
        arguments: &[Form],
        sought: bool,
    ) -> Result<Vec<Region>, Refused> {
        let mut parts = Vec::new();
        self.walk(tree, arguments, &mut |part, leaf| {
            if *leaf == sought {
                parts.push(part);
            }
            Ok(())
        })?;
        Ok(parts)
    }
}

impl Default for Region {
    fn default() -> Self {
        Self::new()
    }
}

/// Why a walk ended early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Numbers became too large.
    Overflow,
    /// Too many parameters at once.
    Variables,
    /// The caller has seen enough.
    Enough,
    /// A limit from outside.
    Stopped(crate::limits::StopReason),
}

impl From<crate::limits::StopReason> for Refused {
    fn from(reason: crate::limits::StopReason) -> Self {
        Refused::Stopped(reason)
    }
}

/// An affine form of arguments that are forms themselves; `None` on overflow.
pub fn compose(form: &Affine, arguments: &[Form]) -> Option<Form> {
    let mut sum = Form::constant(form.constant);
    for (a, argument) in form.coefficients.iter().zip(arguments).filter(|(a, _)| **a != 0) {
        sum = sum.plus(*a, argument)?;
    }
    Some(sum)
}
