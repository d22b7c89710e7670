//! Infinite rings and their products: what theorems say, and small elements that leave a finite ring that is lost.
//!
//! A position is an ideal in each factor. A product of two rings that are not 0 is won in misère play [AG, Cor 2.20]; the winning move is to win
//! in one factor, or to leave it alone if it is lost, and to choose 1 in all others [AG, Remark 2.21].

use std::sync::Arc;

use num_bigint::BigInt;

use super::game::{Convention, IdealGame};
use super::groebner::{Ideal, Index};
use super::ground::{FiniteForm, Unbuilt};
use super::polynomial::IntegerPolynomial;
use super::position::{Element, Finite, RingGame, lock};
use super::small::candidates;
use super::text::{AffineRing, Base};
use super::theorems::{Theorem, is_trivial, theorem};
use crate::game::Outcome;
use crate::limits::{Limits, StopReason, Unanswered};
use crate::ordinal::Ordinal;

/// What a look at a quotient of an infinite ring gave.
#[derive(Clone, Debug)]
pub(super) enum Looked {
    Finite(Arc<Finite>),
    /// It is infinite, or finite and too large.
    Unbuilt {
        is_large: bool,
        decided: Option<Decided>,
    },
}

/// How the misère outcome of an infinite ring is known.
#[derive(Clone, Debug)]
pub(super) enum Decided {
    /// By a theorem, with an element that wins where one can be written down.
    Cited { nimber: Option<Ordinal>, misere: Outcome, winning: Option<Element>, source: String },
    /// An element whose quotient is finite and P.
    Winning(Element),
}

/// The largest finite quotient that is tried in a search for a winning element.
const LARGEST_TRIED: u64 = 1 << 12;

/// A factor as a ring of residues, or why it is none.
fn finite_form(
    ring: &AffineRing,
    ideal: &Ideal,
    limits: &Limits,
) -> Result<Result<FiniteForm, Index>, StopReason> {
    let form = if is_trivial(ring, ideal) {
        let one = IntegerPolynomial::constant(BigInt::from(1), ideal.variables());
        FiniteForm::of_ideal(&ideal.with(vec![one], limits)?, limits)
    } else if matches!(ring.base, Base::InfiniteField { .. }) {
        return Ok(Err(Index::Infinite));
    } else {
        FiniteForm::of_ideal(ideal, limits)
    };
    match form {
        Ok(form) => Ok(Ok(form)),
        Err(Unbuilt::Index(index)) => Ok(Err(index)),
        Err(Unbuilt::Stopped(reason)) => Err(reason),
    }
}

/// The forms of all factors, or why they cannot be built.
pub(super) fn finite_forms(
    factors: &[Arc<AffineRing>],
    ideals: &[Ideal],
    limits: &Limits,
) -> Result<Result<Vec<FiniteForm>, Index>, StopReason> {
    let mut forms = Vec::with_capacity(factors.len());
    let (mut order, mut is_large) = (1_u64, false);
    for (factor, ideal) in factors.iter().zip(ideals) {
        match finite_form(factor, ideal, limits)? {
            Ok(form) => {
                order = order.saturating_mul(form.ring.order() as u64);
                forms.push(form);
            }
            Err(Index::Infinite) => return Ok(Err(Index::Infinite)),
            Err(Index::Large) => is_large = true,
        }
    }
    Ok(if is_large || order > super::finite::LARGEST_RING { Err(Index::Large) } else { Ok(forms) })
}

/// What is known about one factor: its nimber and misère outcome, an element that wins, a source.
struct Known {
    nimber: Option<Ordinal>,
    misere: Outcome,
    winning: Option<IntegerPolynomial>,
}

/// One factor by a theorem, or by its ideals when it is finite.
fn known(ring: &AffineRing, ideal: &Ideal, limits: &Limits) -> Result<Option<Known>, Unanswered> {
    let Ok(form) = finite_form(ring, ideal, limits)? else {
        if let Some(Theorem { nimber, misere, winning, .. }) = theorem(ring, ideal, limits)? {
            return Ok(Some(Known { nimber, misere, winning }));
        }
        let winning = winning_element(ring, ideal, limits)?;
        return Ok(winning.map(|winning| Known { nimber: None, misere: Outcome::N, winning: Some(winning) }));
    };
    let mut game = IdealGame::new(form.ring.clone(), Convention::AllElements);
    let zero = game.zero();
    let value = game.value(&zero, limits)?;
    let nimber = Some(Ordinal::from(u64::from(value.nimber)));
    if value.is_misere_p {
        return Ok(Some(Known { nimber, misere: Outcome::P, winning: None }));
    }
    for option in game.options(&zero, limits)? {
        if game.value(&option, limits)?.is_misere_p {
            let winning = game.generators(&option).first().map(|element| form.polynomial(*element));
            return Ok(Some(Known { nimber, misere: Outcome::N, winning }));
        }
    }
    Ok(Some(Known { nimber, misere: Outcome::N, winning: None }))
}

/// A small element whose quotient is finite and P in misère play.
fn winning_element(
    ring: &AffineRing,
    ideal: &Ideal,
    limits: &Limits,
) -> Result<Option<IntegerPolynomial>, Unanswered> {
    if matches!(ring.base, Base::InfiniteField { .. }) {
        return Ok(None);
    }
    for candidate in candidates(ring) {
        limits.poll()?;
        if ideal.contains(&candidate) {
            continue;
        }
        let Ok(larger) = ideal.with(vec![candidate.clone()], limits) else { continue };
        if larger.is_everything() || larger.standard_monomials(LARGEST_TRIED).is_err() {
            continue;
        }
        let Ok(form) = FiniteForm::of_ideal(&larger, limits) else { continue };
        let mut game = IdealGame::new(form.ring, Convention::AllElements);
        let zero = game.zero();
        if game.value(&zero, limits)?.is_misere_p {
            return Ok(Some(candidate));
        }
    }
    Ok(None)
}

impl RingGame {
    /// A look at a quotient of an infinite ring.
    pub(super) fn look(&self, ideals: &[Ideal], limits: &Limits) -> Result<Looked, Unanswered> {
        if let Some(known) = lock(&self.ground.quotients).get(ideals) {
            return Ok(known.clone());
        }
        let looked = match finite_forms(&self.ground.factors, ideals, limits)? {
            Ok(forms) => Looked::Finite(Arc::new(Finite::new(forms, self.ground.convention))),
            Err(index) => {
                let decided = match self.ground.convention {
                    Convention::AllElements => self.decide(ideals, limits)?,
                    Convention::NonUnits => None,
                };
                Looked::Unbuilt { is_large: index == Index::Large, decided }
            }
        };
        lock(&self.ground.quotients).insert(ideals.to_vec(), looked.clone());
        Ok(looked)
    }

    fn decide(&self, ideals: &[Ideal], limits: &Limits) -> Result<Option<Decided>, Unanswered> {
        let factors = &self.ground.factors;
        let is_live = |at: &usize| !is_trivial(&factors[*at], &ideals[*at]);
        let live: Vec<usize> = (0..factors.len()).filter(is_live).collect();
        // The element with one part, and the same number in all others.
        let element = |at: usize, part: IntegerPolynomial, elsewhere: i32| -> Element {
            let mut element = self.constant(elsewhere);
            element[at] = part;
            element
        };
        if let [at] = live.as_slice() {
            let (factor, ideal) = (&factors[*at], &ideals[*at]);
            if let Some(theorem) = theorem(factor, ideal, limits)? {
                let Theorem { nimber, misere, winning, source } = theorem;
                let winning = winning.map(|winning| element(*at, winning, 0));
                return Ok(Some(Decided::Cited { nimber, misere, winning, source: source.to_owned() }));
            }
            let winning = winning_element(factor, ideal, limits)?;
            return Ok(winning.map(|winning| Decided::Winning(element(*at, winning, 0))));
        }
        let mut winning = None;
        let mut nimbers = Vec::with_capacity(live.len());
        for at in live {
            let known = known(&factors[at], &ideals[at], limits)?;
            if winning.is_none()
                && let Some(Known { misere, winning: reply, .. }) = &known
            {
                let zero = IntegerPolynomial(Vec::new());
                let part = if *misere == Outcome::P { Some(zero) } else { reply.clone() };
                winning = part.map(|part| element(at, part, 1));
            }
            let is_principal = is_quotient_of_principal_ideal_domain(&factors[at]);
            nimbers.push(known.and_then(|known| known.nimber).filter(|_| is_principal));
        }
        let nimber = match nimbers.as_slice() {
            [Some(a), Some(b)] => Some(a.natural_sum(b)),
            _ => None,
        };
        let source = "Brandenburg, Cor 2.20, Remark 2.21 and Ex 5.23: a product of rings";
        Ok(Some(Decided::Cited { nimber, misere: Outcome::N, winning, source: source.to_owned() }))
    }

    /// The element with the same number in all factors.
    pub(super) fn constant(&self, n: i32) -> Element {
        let constant =
            |factor: &Arc<AffineRing>| IntegerPolynomial::constant(BigInt::from(n), factor.names.len());
        self.ground.factors.iter().map(constant).collect()
    }
}

/// Whether a ring is Z, or polynomials in one variable at most over a field, or a quotient of these.
fn is_quotient_of_principal_ideal_domain(ring: &AffineRing) -> bool {
    let is_field = matches!(ring.base, Base::Finite { is_field: true } | Base::InfiniteField { .. });
    ring.names.len() - ring.base_variables <= usize::from(is_field)
}
