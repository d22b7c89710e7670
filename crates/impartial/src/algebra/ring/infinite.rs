//! Infinite rings and their products: what theorems say, and small elements that leave a finite ring that is lost.
//!
//! A position is an ideal in each factor. A product of two rings that are not 0 is won in misère play [AG, Cor 2.20]; the winning move is to win
//! in one factor, or to leave it alone if it is lost, and to choose 1 in all others [AG, Remark 2.21].

use std::sync::Arc;

use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use super::game::{Convention, IdealGame};
use super::groebner::{Ideal, Index};
use super::ground::{FiniteForm, Unbuilt};
use super::number_ring::NumberRing;
use super::pieces::{Piece, pieces};
use super::polynomial::IntegerPolynomial;
use super::position::{Element, Finite, RingGame, lock};
use super::small::candidates;
use super::text::{AffineRing, Base};
use super::theorems::{Shape, Theorem, is_trivial, theorem};
use crate::claim::Claim;
use crate::game::Outcome;
use crate::integer::mex;
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

/// How an infinite ring is known.
#[derive(Clone, Debug)]
pub(super) struct Decided {
    pub nimber: Option<Ordinal>,
    pub misere: Outcome,
    /// An element that wins misère play, where one can be written down.
    pub winning: Option<Element>,
    pub claim: Claim,
}

/// The largest finite quotient that is tried in a search for a winning element.
const LARGEST_TRIED: u64 = 1 << 12;

/// The most elements that are tried where theorems say what they leave.
const MOST_TRIED_BY_THEOREMS: usize = 250;

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

/// A piece by a theorem, by its ideals when it is finite, or by an element that wins.
fn known(ring: &AffineRing, limits: &Limits) -> Result<Option<Theorem>, Unanswered> {
    let ideal = &ring.ideal;
    let Ok(form) = finite_form(ring, ideal, limits)? else {
        if let Some(theorem) = of_number_ring(ring, ideal, limits)? {
            return Ok(Some(theorem));
        }
        if let Some(theorem) = theorem(ring, ideal, limits)? {
            return Ok(Some(theorem));
        }
        return winning_element(ring, limits);
    };
    let mut game = IdealGame::new(form.ring.clone(), Convention::AllElements);
    let zero = game.zero();
    let value = game.value(&zero, limits)?;
    let nimber = Some(Ordinal::from(u64::from(value.nimber)));
    let claim =
        Claim::Proved("mex over ideals and their sums with principal ideals (Brandenburg, Section 5)".into());
    let shape = if has_principal_ideals(ring) { Shape::Length } else { Shape::Other };
    if value.is_misere_p {
        return Ok(Some(Theorem { nimber, misere: Outcome::P, winning: None, shape, claim }));
    }
    let mut winning = None;
    for option in game.options(&zero, limits)? {
        if game.value(&option, limits)?.is_misere_p {
            winning = game.generators(&option).first().map(|element| form.polynomial(*element));
            break;
        }
    }
    Ok(Some(Theorem { nimber, misere: Outcome::N, winning, shape, claim }))
}

/// Whether a finite ring is Z/n, or has at most one variable over a field: a quotient of a principal ideal domain.
fn has_principal_ideals(ring: &AffineRing) -> bool {
    let is_field = matches!(ring.base, Base::Finite { is_field: true });
    ring.names.len() - ring.base_variables <= usize::from(is_field)
}

/// The nimber of a product of rings of these shapes and lengths.
///
/// Lengths add up; beside vector spaces the selective compound is worked out, each of them going down by one dimension at a time, or at once.
fn nimber_of_product(factors: &[Theorem], limits: &Limits) -> Result<Option<Ordinal>, StopReason> {
    let mut length = Ordinal::ZERO;
    let mut dimensions = Vec::new();
    for factor in factors {
        match (factor.shape, &factor.nimber) {
            (Shape::Length, Some(own)) => length = length.natural_sum(own),
            (Shape::Vectors(dimension), _) => dimensions.push(dimension as u32 + 1),
            _ => return Ok(None),
        }
    }
    if dimensions.is_empty() {
        return Ok(Some(length));
    }
    let Some(length) = length.to_u64().and_then(|length| u32::try_from(length).ok()) else { return Ok(None) };
    let positions =
        dimensions.iter().fold(u64::from(length) + 1, |all, d| all.saturating_mul(u64::from(*d) + 1));
    if positions > MOST_POSITIONS {
        return Ok(None);
    }
    dimensions.sort_unstable();
    Ok(Some(Ordinal::from(u64::from(compound(length, &dimensions, &mut FxHashMap::default(), limits)?))))
}

/// The most positions of a product that are looked at.
const MOST_POSITIONS: u64 = 1 << 12;

/// The nimber of a selective compound: a length that may be any smaller one after a move, and K ⊕ V written as 1 + dim V, which may go down by one
/// or to 0.
fn compound(
    length: u32,
    vectors: &[u32],
    known: &mut FxHashMap<(u32, Vec<u32>), u32>,
    limits: &Limits,
) -> Result<u32, StopReason> {
    if let Some(nimber) = known.get(&(length, vectors.to_vec())) {
        return Ok(*nimber);
    }
    limits.poll()?;
    let mut left: Vec<Vec<u32>> = vec![Vec::new()];
    for vector in vectors {
        let after: Vec<u32> = [*vector, vector.saturating_sub(1), 0].into_iter().collect();
        left = left
            .iter()
            .flat_map(|start| after.iter().map(move |next| [start.as_slice(), &[*next]].concat()))
            .collect();
    }
    let mut seen = Vec::new();
    for mut next in left {
        next.sort_unstable();
        for shorter in (0..=length).filter(|shorter| *shorter < length || next != vectors) {
            seen.push(compound(shorter, &next, known, limits)?);
        }
    }
    let nimber = mex(seen);
    known.insert((length, vectors.to_vec()), nimber);
    Ok(nimber)
}

/// A small element whose quotient is P in misère play.
fn winning_element(ring: &AffineRing, limits: &Limits) -> Result<Option<Theorem>, Unanswered> {
    let is_infinite = matches!(ring.base, Base::InfiniteField { .. });
    let most = if is_infinite { MOST_TRIED_BY_THEOREMS } else { usize::MAX };
    for candidate in candidates(ring).take(most) {
        limits.poll()?;
        if ring.ideal.contains(&candidate) {
            continue;
        }
        let Ok(larger) = ring.ideal.with(vec![candidate.clone()], limits) else { continue };
        if is_trivial(ring, &larger) {
            continue;
        }
        let text = candidate.show(&ring.names);
        let claim = if is_infinite {
            lost_by_theorem(ring, &larger, limits)?
                .map(|source| Claim::Cited(format!("choosing {text} leaves a ring that is P: {source}")))
        } else {
            let is_lost = is_finite_and_lost(&larger, limits)?;
            is_lost.then(|| Claim::Proved(format!("choosing {text} leaves a finite ring that is P")))
        };
        if let Some(claim) = claim {
            let (misere, winning, shape) = (Outcome::N, Some(candidate), Shape::Other);
            return Ok(Some(Theorem { nimber: None, misere, winning, shape, claim }));
        }
    }
    Ok(None)
}

/// Why a quotient over an infinite field is P, if a theorem says so.
fn lost_by_theorem(ring: &AffineRing, ideal: &Ideal, limits: &Limits) -> Result<Option<String>, Unanswered> {
    let pieces = pieces(ring, ideal, limits)?;
    let [piece] = pieces.as_slice() else { return Ok(None) };
    let found = theorem(&piece.ring, &piece.ring.ideal, limits)?;
    Ok(found.filter(|found| found.misere == Outcome::P).map(|found| found.claim.detail().to_owned()))
}

fn is_finite_and_lost(ideal: &Ideal, limits: &Limits) -> Result<bool, Unanswered> {
    if ideal.standard_monomials(LARGEST_TRIED).is_err() {
        return Ok(false);
    }
    let Ok(form) = FiniteForm::of_ideal(ideal, limits) else { return Ok(false) };
    let mut game = IdealGame::new(form.ring, Convention::AllElements);
    let zero = game.zero();
    Ok(game.value(&zero, limits)?.is_misere_p)
}

/// What is known about the quotients of a ring of algebraic integers.
fn of_number_ring(ring: &AffineRing, ideal: &Ideal, limits: &Limits) -> Result<Option<Theorem>, Unanswered> {
    let Some(domain) = NumberRing::of(ring, limits)? else { return Ok(None) };
    if !domain.is_zero(ideal) {
        return Ok(domain.quotient(ideal, limits)?);
    }
    // A quotient is a principal ideal ring, so one that is P is a field.
    let found = winning_element(ring, limits)?;
    let source = "Brandenburg, Prop 5.6 and Ex 5.22: a Dedekind domain with a principal maximal ideal";
    Ok(found.map(|found| Theorem::n(Some(Ordinal::omega()), found.winning, source).by_length()))
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
        // What is known of each piece of each factor, and how its elements are those of the ring.
        let mut found: Vec<Option<Theorem>> = Vec::new();
        let mut lifts: Vec<(usize, Option<Piece>)> = Vec::new();
        for (at, (factor, ideal)) in self.ground.factors.iter().zip(ideals).enumerate() {
            if let Some(theorem) = of_number_ring(factor, ideal, limits)? {
                found.push(Some(theorem));
                lifts.push((at, None));
                continue;
            }
            for piece in pieces(factor, ideal, limits)? {
                found.push(known(&piece.ring, limits)?);
                lifts.push((at, Some(piece)));
            }
        }
        // The element that is this one in a piece, and divides out everything elsewhere.
        let element = |which: usize, part: &IntegerPolynomial| -> Element {
            let (at, piece) = &lifts[which];
            let mut element = self.constant(1);
            element[*at] = piece.as_ref().map_or_else(|| part.clone(), |piece| piece.lift(part));
            element
        };
        if let [only] = found.as_mut_slice() {
            let Some(Theorem { nimber, misere, winning, claim, .. }) = only.take() else { return Ok(None) };
            let winning = winning.map(|winning| element(0, &winning));
            return Ok(Some(Decided { nimber, misere, winning, claim }));
        }
        let winning = found.iter().enumerate().find_map(|(which, theorem)| {
            let Theorem { misere, winning, .. } = theorem.as_ref()?;
            let nothing = IntegerPolynomial(Vec::new());
            let part = if *misere == Outcome::P { Some(&nothing) } else { winning.as_ref() };
            part.map(|part| element(which, part))
        });
        let all: Option<Vec<Theorem>> = found.into_iter().collect();
        let nimber = all.map(|all| nimber_of_product(&all, limits)).transpose()?.flatten();
        let claim = Claim::Cited("Brandenburg, Cor 2.20, Remark 2.21 and Ex 5.23: a product of rings".into());
        Ok(Some(Decided { nimber, misere: Outcome::N, winning, claim }))
    }

    /// The element with the same number in all factors.
    pub(super) fn constant(&self, n: i32) -> Element {
        let constant =
            |factor: &Arc<AffineRing>| IntegerPolynomial::constant(BigInt::from(n), factor.names.len());
        self.ground.factors.iter().map(constant).collect()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::game::Play;

    /// Products of lengths and K ⊕ V: as the ideals of such a product over a small field have it.
    #[test]
    fn products_by_their_ideals() {
        let limits = Limits::none();
        let rings = [
            ("F2 + V^2 x F2", 1, vec![3]),
            ("F2 + V^2 x Z/4", 2, vec![3]),
            ("F3 + V^1 x F2 + V^3 x F5", 1, vec![2, 4]),
            ("F2 + V^2 x F3 + V^2", 0, vec![3, 3]),
            ("F2 + V^4 x Z/12", 3, vec![5]),
            ("F2 x F2 x F3", 3, vec![]),
        ];
        for (text, length, vectors) in rings {
            let game = RingGame::parse(text, &limits).unwrap();
            let nimber = compound(length, &vectors, &mut FxHashMap::default(), &limits).unwrap();
            assert_eq!(game.nimber(&limits), Ok(Ordinal::from(u64::from(nimber))), "{text}");
        }
    }

    /// Rings of almost 2^20 elements whose nimbers are lengths [AG, Ex 5.21] or follow from Lemma 5.9.
    #[test]
    fn the_largest_rings_by_their_ideals() {
        let limits = Limits::none();
        for (text, nimber) in
            [("Z/1048576", 20), ("F2[x]/(x^20)", 20), ("F3[x]/(x^12)", 12), ("F7 + V^6", 1), ("F31 + V^3", 2)]
        {
            let game = RingGame::parse(text, &limits).unwrap();
            assert!(game.finite().is_some(), "{text}");
            assert_eq!(game.nimber(&limits), Ok(Ordinal::from(nimber as u64)), "{text}");
        }
    }

    /// What the paper's examples come to, and rings beside them.
    #[test]
    fn nimbers_of_infinite_rings() {
        let limits = Limits::none();
        let omega = Ordinal::omega;
        let number = |n: u64| Ordinal::from(n);
        let rings = [
            ("Z x Z x Z", omega().natural_sum(&omega()).natural_sum(&omega())),
            ("Z/6[x]", omega().natural_sum(&omega())),
            ("C[x,y]/(x^2,xy,y^2) x C", number(4)),
            ("Z[i]", omega()),
            ("Z[sqrt(-5)]", omega()),
            ("Z[x]/(x^2+1)", omega()),
            ("C[x,y]/(x^2-x)", omega().natural_sum(&omega())),
            ("R[x,y]/(x^2+y^2-1)", omega()),
            ("Q[x,y]/(x^2-2,y^2-3)", number(1)),
            ("R[x,y]/(x^2-2,y^2-3)", number(4)),
            ("C[x,y]/(y^2-x^3-1,3xy-1)", number(5)),
            ("Q[x,y]/(y^2-x^3-1,3xy-1)", number(1)),
            ("C[x,y]/(y^2-x^3-1)", number(1)),
            ("C[x,y]/(4y^2+4y-x^3)", number(1)),
            ("Q[x,y]/(y^2-x)", omega()),
        ];
        for (text, nimber) in rings {
            let game = RingGame::parse(text, &limits).unwrap();
            assert_eq!(game.nimber(&limits), Ok(nimber), "{text}");
        }
    }

    /// A winning element of a misère game leaves a ring that is P, as the program itself says.
    #[test]
    fn winning_moves_lead_to_p() {
        let limits = Limits::none();
        let texts = [
            "Z[i]",
            "Z[sqrt(-5)]",
            "Z/6[x]",
            "Z/12[x]/(x^2)",
            "Q[x,y]/(y^2-x^3-1)",
            "R[x,y]/(x^2+y^2-1)",
            "Q[x,y]/(x^2-1,y^2-1)",
            "C[x,y]/(x^2-x)",
            "Z[i] x Z[sqrt(2)]",
            "Q[x,y,z]/(z-xy)",
            "Z[x] x Z/6[y]",
            "C[x,y]/(xy-1)",
            "Q[sqrt(2)][x]/(x^2-2)",
        ];
        for text in texts {
            let game = RingGame::parse(text, &limits).unwrap();
            assert_eq!(game.outcome(Play::Misere, &limits), Ok(Outcome::N), "{text}");
            let moves = game.winning_moves(Play::Misere, &limits).unwrap().moves;
            assert!(!moves.is_empty(), "{text}: no winning move");
            for moved in moves {
                assert_eq!(moved.outcome(Play::Misere, &limits), Ok(Outcome::P), "{moved}");
            }
        }
    }
}
