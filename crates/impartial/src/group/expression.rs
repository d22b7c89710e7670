//! Groups as expressions: what a text says, before any group is built.
//!
//! An expression is built into a [`FiniteGroup`], whose elements are listed, or into an
//! [`UnlistedGroup`](super::unlisted::UnlistedGroup), whose elements are not.

use std::ops::Range;

use super::constructions;
use super::error::{GroupError, Library};
use super::families::{alternating, cyclic, dicyclic, dihedral, mathieu, quaternion, symmetric};
use super::finite::FiniteGroup;
use super::permutation::Permutation;
use crate::limits::Limits;

/// A construction, and where it stands in the text.
#[derive(Clone, Debug)]
pub(super) struct Expression {
    pub span: Range<usize>,
    pub term: Term,
}

/// How a group is made of others, or of numbers. Ranges are bytes of the text.
#[derive(Clone, Debug)]
pub(super) enum Term {
    Cyclic(u64),
    Dihedral(u64),
    Dicyclic(u64),
    Quaternion(u64),
    Symmetric(u64),
    Alternating(u64),
    Mathieu(u64),
    Janko,
    Abelian(Vec<u64>),
    GeneralizedDihedral(Box<Expression>),
    /// The family in capitals, the degree, the size of the field.
    Linear(String, u64, u64),
    Small(u64, u64),
    Permutations(Vec<Permutation>),
    Presentation(Range<usize>),
    Polycyclic(Range<usize>),
    Table(Range<usize>),
    Product(Vec<Expression>),
    Power(Box<Expression>, u64),
    /// The normal group, the action if one is given, the acting group.
    Semidirect(Box<Expression>, Option<Range<usize>>, Box<Expression>),
    Wreath(Box<Expression>, Box<Expression>),
    CentralProduct(Box<Expression>, Box<Expression>),
    /// The group, and the elements whose normal closure is divided out.
    Quotient(Box<Expression>, Range<usize>),
    Sylow(u64, Box<Expression>),
    Holomorph(Box<Expression>),
    Automorphisms(Box<Expression>),
    Semidihedral(u64),
    /// The order, and whether the type is -.
    Extraspecial(u64, bool),
    /// A group of a library that does not ship with the program: degree and number.
    Library(Library, u64, u64),
}

/// Puts an error about a whole construction at its place in the text.
fn placed<T>(span: &Range<usize>, result: Result<T, GroupError>) -> Result<T, GroupError> {
    result.map_err(|error| error.at(span.clone()))
}

impl Expression {
    /// The group with all its elements; `text` is what the expression was read from.
    pub fn build(&self, text: &str, limits: &Limits) -> Result<FiniteGroup, GroupError> {
        let here = &self.span;
        let inner = |range: &Range<usize>| &text[range.clone()];
        match &self.term {
            Term::Cyclic(n) => placed(here, cyclic(*n)),
            Term::Dihedral(n) => placed(here, dihedral(*n)),
            Term::Dicyclic(n) => placed(here, dicyclic(*n)),
            Term::Quaternion(n) => placed(here, quaternion(*n)),
            Term::Symmetric(n) => placed(here, symmetric(*n, limits)),
            Term::Alternating(n) => placed(here, alternating(*n, limits)),
            Term::Mathieu(n) => placed(here, mathieu(*n, limits)),
            Term::Janko => placed(here, super::sporadic::janko(limits)),
            Term::Abelian(moduli) => {
                let factors: Result<Vec<_>, _> = moduli.iter().map(|n| cyclic(*n)).collect();
                placed(here, factors.and_then(|factors| FiniteGroup::direct_product(&factors)))
            }
            Term::GeneralizedDihedral(abelian) => {
                let abelian = abelian.build(text, limits)?;
                placed(here, FiniteGroup::generalized_dihedral(&abelian))
            }
            Term::Linear(family, degree, field) => {
                placed(here, super::linear::linear_group(family, *degree, *field, limits))
            }
            Term::Small(order, number) => placed(here, super::small::small_group(*order, *number)),
            Term::Permutations(generators) => {
                placed(here, FiniteGroup::from_permutations(inner(here), generators, limits))
            }
            Term::Presentation(range) => super::presentation::group(inner(here), inner(range), limits)
                .map_err(|error| error.shifted(range.start)),
            Term::Polycyclic(range) => super::polycyclic_text::group(inner(here), inner(range))
                .map_err(|error| error.shifted(range.start)),
            Term::Table(range) => {
                super::cayley::from_table_text(inner(range)).map_err(|error| error.shifted(range.start))
            }
            Term::Product(factors) => {
                let factors: Result<Vec<_>, _> =
                    factors.iter().map(|factor| factor.build(text, limits)).collect();
                placed(here, FiniteGroup::direct_product(&factors?))
            }
            Term::Power(group, exponent) => {
                let group = group.build(text, limits)?;
                placed(here, power(group, *exponent))
            }
            Term::Semidirect(normal, action, acting) => {
                let (normal, acting) = (normal.build(text, limits)?, acting.build(text, limits)?);
                match action {
                    None => placed(here, super::action::faithful(&normal, &acting)),
                    Some(action) => acted(&normal, &acting, text, action, here),
                }
            }
            Term::Wreath(base, top) => {
                let (base, top) = (base.build(text, limits)?, top.build(text, limits)?);
                placed(here, FiniteGroup::wreath_product(&base, &top, limits))
            }
            Term::CentralProduct(left, right) => {
                let (left, right) = (left.build(text, limits)?, right.build(text, limits)?);
                placed(here, constructions::central_product(&left, &right))
            }
            Term::Quotient(group, elements) => {
                let group = group.build(text, limits)?;
                let elements =
                    group.parse_elements(inner(elements)).map_err(|error| error.shifted(elements.start))?;
                Ok(constructions::quotient(&group, &elements, inner(here)))
            }
            Term::Sylow(p, group) => {
                let group = group.build(text, limits)?;
                placed(here, constructions::sylow(&group, *p, limits))
            }
            Term::Holomorph(group) => {
                let group = group.build(text, limits)?;
                placed(here, constructions::holomorph(&group, limits))
            }
            Term::Automorphisms(group) => {
                let group = group.build(text, limits)?;
                placed(here, constructions::automorphism_group(&group, limits))
            }
            Term::Semidihedral(n) => placed(here, constructions::semidihedral(*n)),
            Term::Extraspecial(order, minus) => placed(here, constructions::extraspecial(*order, *minus)),
            Term::Library(library, degree, number) => {
                Err(GroupError::elsewhere(*library, *degree, *number).at(here.clone()))
            }
        }
    }
}

/// The direct power with an exponent of at least 1.
fn power(group: FiniteGroup, exponent: u64) -> Result<FiniteGroup, GroupError> {
    let order = (group.order() as u128).checked_pow(u32::try_from(exponent).unwrap_or(u32::MAX));
    if group.order() > 1 && order.is_none_or(|order| order > super::MAX_ORDER as u128) {
        return Err(super::finite::too_large(order));
    }
    let copies = if group.order() == 1 { 1 } else { exponent as usize };
    FiniteGroup::direct_product(&vec![group; copies])
}

/// The semidirect product with the action that a part of the text gives.
fn acted(
    normal: &FiniteGroup,
    acting: &FiniteGroup,
    text: &str,
    action: &Range<usize>,
    span: &Range<usize>,
) -> Result<FiniteGroup, GroupError> {
    let mut images = Vec::new();
    let mut at = action.start;
    for part in text[action.clone()].split(';') {
        images.push(normal.parse_elements(part).map_err(|error| error.shifted(at))?);
        at += part.len() + 1;
    }
    if acting.generators().is_empty() {
        images.clear();
    }
    placed(span, FiniteGroup::semidirect_product(normal, acting, &images))
}
