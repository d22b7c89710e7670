//! The mex function of a quotient, for `impartial quotient GAME --mex`: which sets of options have which value.

use std::fmt::Write as _;

use impartial::limits::{Limits, StopReason};
use impartial::misere::mex_function::{MexFunction, TransitionAlgebra};
use impartial::misere::transition::Source;
use impartial::misere::{BipartiteMonoid, Element};
use serde_json::{Value, json};

use crate::quotient_formats::Quotient;

/// Lower bounds beyond this number are counted as too many to list.
const MOST_BOUNDS: usize = 200;

/// For each element: its meximal set, and the minimal sets of options that have it as value.
pub struct MexTable {
    rows: Vec<Row>,
}

/// An element, its meximal set, and its minimal sets of options unless they are too many.
type Row = (String, Vec<String>, Option<Vec<Vec<String>>>);

impl MexTable {
    /// The table of a quotient whose positions 1, 2, … come from `source`. Source: [PS, Section 7, Figure 12].
    pub fn new(quotient: &Quotient, source: &Source, limits: &Limits) -> Result<Self, StopReason> {
        let (monoid, phi) = (quotient.monoid, quotient.phi);
        let games: Vec<(Element, Vec<Element>)> =
            (1..phi.len()).map(|n| (phi[n], option_values(monoid, phi, source, n as u64))).collect();
        let algebra = TransitionAlgebra::new(monoid, &games, limits)?;
        let mex = MexFunction::new(monoid, &algebra, limits)?;
        let word = |x: Element| quotient.presentation.word(x).to_string();
        let place = |x: &Element| quotient.presentation.elements().iter().position(|y| y == x);
        let words = |mut elements: Vec<Element>| -> Vec<String> {
            elements.sort_unstable_by_key(place);
            elements.into_iter().map(word).collect()
        };
        let row = |&x: &Element| {
            let upper = words(mex.upper_bound(x).iter().map(|y| y as Element).collect());
            let lower = mex.lower_bounds(x, MOST_BOUNDS);
            (word(x), upper, lower.map(|bounds| bounds.into_iter().map(words).collect()))
        };
        Ok(MexTable { rows: quotient.presentation.elements().iter().map(row).collect() })
    }

    /// The table for people.
    pub fn text(&self) -> String {
        let mut out = String::from(
            "mex function: a set of options has the value x when it lies between a lower bound of x and M_x\n",
        );
        let braces = |words: &[String]| format!("{{{}}}", words.join(", "));
        for (element, upper, lower) in &self.rows {
            let lower = match lower {
                Some(bounds) => bounds.iter().map(|bound| braces(bound)).collect::<Vec<_>>().join(" "),
                None => format!("more than {MOST_BOUNDS}"),
            };
            let _ = writeln!(out, "  x = {element}: M_x = {}, lower bounds {lower}", braces(upper));
        }
        out
    }

    /// The table for programs.
    pub fn json(&self) -> Value {
        let row = |(element, upper, lower): &(String, Vec<String>, Option<Vec<Vec<String>>>)| json!({ "element": element, "meximal_set": upper, "lower_bounds": lower });
        Value::Array(self.rows.iter().map(row).collect())
    }
}

/// The values of the options of position n, each once.
fn option_values(monoid: &BipartiteMonoid, phi: &[Element], source: &Source, n: u64) -> Vec<Element> {
    let value = |option: &Vec<u64>| option.iter().fold(0, |x, &m| monoid.product(x, phi[m as usize]));
    let mut values: Vec<Element> = source.options(n).iter().map(value).collect();
    values.sort_unstable();
    values.dedup();
    values
}
