//! Decision trees on linear forms: read from JSON, and walked through all solutions of a system at once.

use serde_json::Value;

use super::linear::{Form, System};
use crate::Refusal;

/// A tree with parameters v_0, v_1, …
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tree<T> {
    Leaf(T),
    /// Whether the form is even, or else at most 0; then the trees for yes and no.
    Branch(bool, Affine, Box<[Tree<T>; 2]>),
}

/// Coefficients, and the constant last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Affine(Vec<i128>);

impl Affine {
    /// Reads a form in so many parameters.
    pub fn read(value: &Value, parameters: usize) -> Result<Affine, Refusal> {
        let entries: Option<Vec<i128>> =
            value.as_array().and_then(|list| list.iter().map(|a| a.as_i64().map(i128::from)).collect());
        entries
            .filter(|entries| entries.len() == parameters + 1)
            .map(Affine)
            .ok_or_else(|| Refusal::Malformed(format!("{value} is not a form in {parameters} parameters")))
    }

    /// The form of these arguments.
    pub fn of(&self, arguments: &[Form]) -> Result<Form, Refusal> {
        let (constant, coefficients) = self.0.split_last().ok_or_else(overflow)?;
        let mut sum = Form::constant(*constant);
        for (a, argument) in coefficients.iter().zip(arguments).filter(|(a, _)| **a != 0) {
            sum = sum.plus(*a, argument).ok_or_else(overflow)?;
        }
        Ok(sum)
    }
}

/// The refusal of numbers that are too large.
pub fn overflow() -> Refusal {
    Refusal::Refuted("a number is too large to be checked".into())
}

impl<T> Tree<T> {
    /// Reads a tree whose leaves `leaf` reads.
    pub fn read(
        value: &Value,
        parameters: usize,
        leaf: &dyn Fn(&Value) -> Result<T, Refusal>,
    ) -> Result<Tree<T>, Refusal> {
        let Some(list) = value.as_array() else { return leaf(value).map(Tree::Leaf) };
        let wrong = || Refusal::Malformed("a branch must be [\"<=\" or \"even\", form, yes, no]".into());
        let [asked, form, yes, no] = list.as_slice() else { return Err(wrong()) };
        let even = match asked.as_str() {
            Some("even") => true,
            Some("<=") => false,
            _ => return Err(wrong()),
        };
        let sides = [Tree::read(yes, parameters, leaf)?, Tree::read(no, parameters, leaf)?];
        Ok(Tree::Branch(even, Affine::read(form, parameters)?, Box::new(sides)))
    }

    /// The leaves that solutions of the system may reach, each with the system of those solutions.
    pub fn cases<'t>(&'t self, system: &System, arguments: &[Form]) -> Result<Vec<(System, &'t T)>, Refusal> {
        let mut found = Vec::new();
        system.work().spend(8);
        system.work().is_allowed()?;
        self.collect(system, arguments, &mut found)?;
        Ok(found)
    }

    fn collect<'t>(
        &'t self,
        system: &System,
        arguments: &[Form],
        found: &mut Vec<(System, &'t T)>,
    ) -> Result<(), Refusal> {
        match self {
            Tree::Leaf(leaf) => found.push((system.clone(), leaf)),
            Tree::Branch(even, form, sides) => {
                system.work().spend(8);
                system.work().is_allowed()?;
                let form = form.of(arguments)?;
                let one = Form::constant(1);
                let [yes, no] = if *even {
                    [system.even(form), system.even(form.plus(1, &one).ok_or_else(overflow)?)]
                } else {
                    let negative = Form::constant(0).plus(-1, &form).ok_or_else(overflow)?;
                    let above = form.plus(-1, &one).ok_or_else(overflow)?;
                    [system.at_least_zero(negative), system.at_least_zero(above)]
                };
                for (side, tree) in [yes, no].iter().zip(sides.iter()) {
                    if let Some(side) = side {
                        tree.collect(side, arguments, found)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The same questions with other leaves; branches whose sides are equal go.
    pub fn simplified<U: PartialEq>(&self, leaf: &impl Fn(&T) -> U) -> Tree<U> {
        match self {
            Tree::Leaf(value) => Tree::Leaf(leaf(value)),
            Tree::Branch(even, form, sides) => {
                let [yes, no] = [sides[0].simplified(leaf), sides[1].simplified(leaf)];
                if yes == no { yes } else { Tree::Branch(*even, form.clone(), Box::new([yes, no])) }
            }
        }
    }
}

impl Tree<bool> {
    /// Reads a tree with leaves true and false.
    pub fn read_truth(value: &Value, parameters: usize) -> Result<Tree<bool>, Refusal> {
        let leaf = |value: &Value| {
            value.as_bool().ok_or_else(|| Refusal::Malformed(format!("{value} is not true or false")))
        };
        Tree::read(value, parameters, &leaf)
    }

    /// The systems of the solutions at which the tree is `sought`.
    pub fn systems(&self, system: &System, arguments: &[Form], sought: bool) -> Result<Vec<System>, Refusal> {
        if *self == Tree::Leaf(!sought) {
            return Ok(Vec::new());
        }
        let cases = self.cases(system, arguments)?;
        Ok(cases.into_iter().filter(|(_, leaf)| **leaf == sought).map(|(system, _)| system).collect())
    }
}
