//! The mex function of a quotient: which sets of options have which value.

use serde::Serialize;

use super::finite::{QuotientDetail, QuotientElements};
use crate::limits::{Limits, StopReason};
use crate::misere::mex_function::{MexFunction, TransitionAlgebra};
use crate::misere::transition::Source;
use crate::misere::{BipartiteMonoid, Element};

/// An element, its meximal set, and the minimal sets of options that have it as value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MexRow {
    /// The element.
    pub element: String,
    /// The largest set of options with this value.
    pub meximal_set: Vec<String>,
    /// The least sets of options with this value; `None` when they are more than [`MexRow::MOST_BOUNDS`].
    pub lower_bounds: Option<Vec<Vec<String>>>,
}

impl MexRow {
    /// Lower bounds beyond this number are counted as too many to list.
    pub const MOST_BOUNDS: usize = 200;
}

/// The table of a quotient whose positions 1, 2, … come from `source`. Source: [PS, Section 7, Figure 12].
pub(super) fn table(
    elements: &QuotientElements,
    detail: &QuotientDetail,
    source: &Source,
    limits: &Limits,
) -> Result<Vec<MexRow>, StopReason> {
    let (monoid, phi) = (&elements.monoid, &elements.phi);
    let games: Vec<(Element, Vec<Element>)> =
        (1..phi.len()).map(|n| (phi[n], option_values(monoid, phi, source, n as u64))).collect();
    let algebra = TransitionAlgebra::new(monoid, &games, limits)?;
    let mex = MexFunction::new(monoid, &algebra, limits)?;
    let place = |x: &Element| detail.presentation.elements().iter().position(|y| y == x);
    let words = |mut elements: Vec<Element>| {
        elements.sort_unstable_by_key(place);
        detail.words(elements)
    };
    let row = |&x: &Element| {
        let lower = mex.lower_bounds(x, MexRow::MOST_BOUNDS);
        MexRow {
            element: detail.word(x),
            meximal_set: words(mex.upper_bound(x).iter().map(|y| y as Element).collect()),
            lower_bounds: lower.map(|bounds| bounds.into_iter().map(words).collect()),
        }
    };
    Ok(detail.presentation.elements().iter().map(row).collect())
}

/// The values of the options of position n, each once.
fn option_values(monoid: &BipartiteMonoid, phi: &[Element], source: &Source, n: u64) -> Vec<Element> {
    let value = |option: &Vec<u64>| option.iter().fold(0, |x, &m| monoid.product(x, phi[m as usize]));
    let mut values: Vec<Element> = source.options(n).iter().map(value).collect();
    values.sort_unstable();
    values.dedup();
    values
}
