//! Nim-values instead of outcomes: every sum beside one nim-heap.
//!
//! The misère nim-value v of a position X, defined by v(0) = 1 and v(X) = mex v(X') otherwise, is the only m for which X + \*m
//! is a P-position. So let the exponent of generator 0 be the size of *one* nim-heap: the outcome function f(m, x) is then true
//! at m = v(x) alone, and the recursion of [`super::outcome`] holds with another beginning: a position that is a nim-heap,
//! where some sizes b are won already by moves elsewhere, is P at the least size that is not in b.

use super::outcome::{OutcomeDiagram, OutcomeStop};
use super::store::Function;
use crate::limits::{Limits, StopReason};
use crate::misere::rules::{Generator, Sum};

impl OutcomeDiagram {
    /// The diagram of nim-values, with no generator but number 0, the nim-heap.
    ///
    /// ```
    /// use impartial::limits::Limits;
    /// use impartial::misere::diagram::OutcomeDiagram;
    /// let mut diagram = OutcomeDiagram::beside_nim();
    /// diagram.push(&[vec![]], &Limits::none()).unwrap(); // generator 1 is *
    /// diagram.push(&[vec![], vec![1]], &Limits::none()).unwrap(); // generator 2 is *2
    /// let mut value = |sum: &[u32]| diagram.function(sum, &Limits::none()).map(|f| diagram.nim_value(f)).unwrap();
    /// assert_eq!([value(&[]), value(&[1]), value(&[2]), value(&[2, 2]), value(&[1, 2])], [1, 0, 2, 0, 3]);
    /// ```
    pub fn beside_nim() -> Self {
        let mut diagram = OutcomeDiagram::new();
        diagram.base = 1;
        diagram.options.push(Vec::new());
        // \*m alone is a P-position for m = 1 only.
        diagram.root = diagram.only_at(1).expect("two slices fit");
        diagram
    }

    /// The function of a sum of generators: v(sum + x), as a function of x.
    pub fn function(&mut self, sum: &[Generator], limits: &Limits) -> Result<Function, StopReason> {
        self.diagram.limits = limits.clone();
        let mut function = self.root;
        for generator in sum {
            function = self.diagram.shift(function, *generator)?;
        }
        Ok(function)
    }

    /// The function of one generator more.
    pub fn beside(
        &mut self,
        function: Function,
        generator: Generator,
        limits: &Limits,
    ) -> Result<Function, StopReason> {
        self.diagram.limits = limits.clone();
        self.diagram.shift(function, generator)
    }

    /// The nim-value of the sum with this function.
    pub fn nim_value(&self, mut function: Function) -> u32 {
        while self.diagram.height(function) > 1 {
            function = self.diagram.child(&self.diagram.node(function), 0, function);
        }
        let node = self.diagram.node(function);
        (0..node.len).find(|m| self.diagram.child(&node, *m, function) == Function::TRUE).unwrap_or(0)
    }

    /// The function that a game with these options has as long as it occurs once.
    pub fn function_of_options(&mut self, options: &[Sum], limits: &Limits) -> Result<Function, OutcomeStop> {
        self.diagram.limits = limits.clone();
        self.next_slice(self.root, options)
    }

    /// Whether a game with these options is indistinguishable from the sum `word`, also when it occurs several times.
    ///
    /// With f_i the function of i copies of the game, f_(i+1) follows from f_i by the rules. If f_i is the function of i
    /// copies of the word until those repeat, it is so for every i.
    pub fn is_sum(
        &mut self,
        options: &[Sum],
        word: &[Generator],
        limits: &Limits,
    ) -> Result<bool, OutcomeStop> {
        self.diagram.limits = limits.clone();
        let mut powers = vec![self.root];
        loop {
            let power = powers[powers.len() - 1];
            let mut expected = power;
            for generator in word {
                expected = self.diagram.shift(expected, *generator)?;
            }
            if self.next_slice(power, options)? != expected {
                return Ok(false);
            }
            if powers.contains(&expected) {
                return Ok(true);
            }
            powers.push(expected);
        }
    }

    /// K(⋃ over the options of `function` shifted by them).
    fn next_slice(&mut self, function: Function, options: &[Sum]) -> Result<Function, OutcomeStop> {
        let mut b = Function::FALSE;
        for option in options {
            let mut shifted = function;
            for generator in option {
                shifted = self.diagram.shift(shifted, *generator)?;
            }
            b = self.diagram.union(b, shifted)?;
        }
        self.outcome(self.options.len(), b)
    }

    /// The function of the nim-heap alone that is true at the least size where `b` is false.
    pub(super) fn least_heap(&mut self, b: Function) -> Result<Function, StopReason> {
        let node = self.diagram.node(b);
        let least = (0..node.len).find(|m| self.diagram.child(&node, *m, b) == Function::FALSE);
        self.only_at(least.unwrap_or(0))
    }

    fn only_at(&mut self, size: u32) -> Result<Function, StopReason> {
        let base = self.diagram.scratch.len();
        self.diagram.scratch.extend((0..size).map(|_| Function::FALSE.0));
        self.diagram.scratch.extend([Function::TRUE.0, Function::FALSE.0]);
        self.diagram.intern(0, base, size as usize + 1)
    }
}
