//! Positions of the game of a commutative ring, finite or not.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use super::finite::FiniteRing;
use super::game::{Convention, IdealGame};
use super::groebner::{Ideal, Index};
use super::ground::{FiniteForm, Unbuilt, product};
use super::polynomial::IntegerPolynomial;
use super::small::candidates;
use super::text::{AffineRing, Base, Values, read_ring};
use super::theorems::{Theorem, theorem};
use crate::algebra::expression::{AlgebraError, Cursor, read_expression};
use crate::algebra::unknown::{Replies, Unknown};
use crate::algebra::value::Value;
use crate::game::{Outcome, Play};
use crate::limits::Limits;
use crate::ordinal::Ordinal;
use crate::subset::Subset;

/// A ring with its text, and what has been found out about it.
#[derive(Debug)]
pub struct RingGround {
    pub(super) text: String,
    pub(super) factors: Vec<Arc<AffineRing>>,
    pub(super) convention: Convention,
    /// The whole ring, when it is finite.
    pub(super) finite: Option<Finite>,
    /// Quotients of an infinite ring that have been looked at.
    quotients: Mutex<FxHashMap<Ideal, Looked>>,
}

/// A finite ring with the forms of its factors, and its game.
#[derive(Debug)]
pub(super) struct Finite {
    pub(super) forms: Vec<FiniteForm>,
    pub(super) game: Mutex<IdealGame>,
}

/// What a look at a quotient of an infinite ring gave.
#[derive(Clone, Debug)]
pub(super) enum Looked {
    Finite(Arc<Finite>),
    Infinite { decided: Option<Decided> },
}

/// How the misère outcome of an infinite ring is known.
#[derive(Clone, Debug)]
pub(super) enum Decided {
    Cited(Theorem),
    /// An element whose quotient is finite and P.
    Winning(IntegerPolynomial),
}

/// What has been divided out.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Divided {
    /// An ideal of a finite ring, as a set of elements.
    Elements(Subset),
    /// An ideal of polynomials; the ring is infinite and has one factor.
    Polynomials(Ideal),
    /// Nothing yet, of an infinite product.
    Product,
}

/// A position: a ring and the ideal that has been divided out.
#[derive(Clone, Debug)]
pub struct RingGame {
    pub(super) ground: Arc<RingGround>,
    pub(super) divided: Divided,
    /// In an infinite ring the polynomials that led here, for the text only.
    pub(super) chosen: Vec<IntegerPolynomial>,
}

impl PartialEq for RingGame {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for RingGame {}

impl PartialOrd for RingGame {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for RingGame {
    fn cmp(&self, other: &Self) -> Ordering {
        (&self.ground.text, &self.divided).cmp(&(&other.ground.text, &other.divided))
    }
}

impl Hash for RingGame {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.ground.text, &self.divided).hash(state);
    }
}

/// The memory of a computation stays right when another thread has panicked: entries are added whole.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Finite {
    fn new(forms: Vec<FiniteForm>, convention: Convention) -> Self {
        let rings: Vec<_> = forms.iter().map(|form| &form.ring).collect();
        Finite { game: Mutex::new(IdealGame::new(product(&rings), convention)), forms }
    }

    fn value(&self, ideal: &Subset, limits: &Limits) -> Result<Value, Unknown> {
        Ok(lock(&self.game).value(ideal, limits)?)
    }

    fn zero(&self) -> Subset {
        lock(&self.game).zero()
    }

    /// The element with these parts in the factors.
    fn element(&self, parts: &[usize]) -> usize {
        let mut weight = 1;
        let mut element = 0;
        for (part, form) in parts.iter().zip(&self.forms) {
            element += part * weight;
            weight *= form.ring.order();
        }
        element
    }

    fn parts(&self, element: usize) -> Vec<usize> {
        let mut rest = element;
        let part = |form: &FiniteForm| {
            let part = rest % form.ring.order();
            rest /= form.ring.order();
            part
        };
        self.forms.iter().map(part).collect()
    }
}

impl RingGame {
    /// The beginning of the game on the ring that a text names.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    pub fn parse(text: &str, limits: &Limits) -> Result<Self, AlgebraError> {
        let (mut factors, non_units) = read_ring(text, limits)?;
        // What is 0 is no factor of an infinite product.
        if !factors.iter().all(|factor| factor.ideal.standard_monomials(u64::MAX).is_ok()) {
            factors.retain(|factor| !is_trivial(factor, &factor.ideal));
        }
        let convention = if non_units { Convention::NonUnits } else { Convention::AllElements };
        let is_symbolic = |ring: &Arc<AffineRing>| matches!(ring.base, Base::InfiniteField { .. });
        let forms: Result<Vec<FiniteForm>, Unbuilt> = if factors.iter().any(is_symbolic) {
            Err(Unbuilt::Index(Index::Infinite))
        } else {
            factors.iter().map(|factor| FiniteForm::new(factor, limits)).collect()
        };
        let too_large = || {
            AlgebraError::new(
                0..text.len(),
                format!("finite rings have at most {} elements here", super::finite::LARGEST_RING),
            )
        };
        let finite = match forms {
            Ok(forms) => {
                let order =
                    forms.iter().try_fold(1_u64, |order, form| order.checked_mul(form.ring.order() as u64));
                if order.is_none_or(|order| order > super::finite::LARGEST_RING) {
                    return Err(too_large());
                }
                Some(Finite::new(forms, convention))
            }
            Err(Unbuilt::Index(Index::Large)) => return Err(too_large()),
            Err(Unbuilt::Stopped(reason)) => {
                return Err(AlgebraError::new(0..text.len(), reason.to_string()));
            }
            Err(Unbuilt::Index(Index::Infinite)) => None,
        };
        let divided = match (&finite, factors.as_slice()) {
            (Some(finite), _) => Divided::Elements(finite.zero()),
            (None, [factor]) => Divided::Polynomials(factor.ideal.clone()),
            (None, _) => Divided::Product,
        };
        let ground = RingGround {
            text: text.trim().to_owned(),
            factors,
            convention,
            finite,
            quotients: Mutex::default(),
        };
        Ok(RingGame { ground: Arc::new(ground), divided, chosen: Vec::new() })
    }

    /// The ring at the beginning, when it is finite.
    pub fn finite_ring(&self) -> Option<FiniteRing> {
        self.ground.finite.as_ref().map(|finite| lock(&finite.game).ring().clone())
    }

    fn with(&self, divided: Divided) -> Self {
        RingGame { ground: self.ground.clone(), divided, chosen: Vec::new() }
    }

    /// The position after more polynomials have been divided out of an infinite ring.
    fn with_polynomials(&self, ideal: &Ideal, more: Vec<IntegerPolynomial>) -> Result<Self, Unknown> {
        let new = more.iter().filter(|polynomial| !ideal.contains(polynomial)).cloned();
        let chosen = self.chosen.iter().cloned().chain(new).collect();
        let divided = Divided::Polynomials(ideal.with(more, &Limits::none())?);
        Ok(RingGame { ground: self.ground.clone(), divided, chosen })
    }

    /// The finite ring of the ground and the ideal in it, when the ground is finite.
    pub(super) fn finite(&self) -> Option<(&Finite, &Subset)> {
        match (&self.ground.finite, &self.divided) {
            (Some(finite), Divided::Elements(ideal)) => Some((finite, ideal)),
            _ => None,
        }
    }

    /// A look at a quotient of an infinite ring with one factor.
    fn look(&self, ideal: &Ideal, limits: &Limits) -> Result<Looked, Unknown> {
        if let Some(known) = lock(&self.ground.quotients).get(ideal) {
            return Ok(known.clone());
        }
        let factor = &self.ground.factors[0];
        let is_symbolic = matches!(factor.base, Base::InfiniteField { .. });
        let form = if is_symbolic {
            Err(Unbuilt::Index(Index::Infinite))
        } else {
            FiniteForm::of_ideal(ideal, limits)
        };
        let looked = match form {
            Ok(form) => Looked::Finite(Arc::new(Finite::new(vec![form], self.ground.convention))),
            Err(Unbuilt::Stopped(reason)) => return Err(reason.into()),
            Err(Unbuilt::Index(Index::Large)) => {
                let most = super::finite::LARGEST_RING;
                return Err(Unknown::OutOfReach(format!("a finite ring with more than {most} elements")));
            }
            Err(Unbuilt::Index(Index::Infinite)) => {
                let decided = match theorem(factor, ideal) {
                    Some(theorem) => Some(Decided::Cited(theorem)),
                    None if is_symbolic || self.ground.convention == Convention::NonUnits => None,
                    None => self.winning_element(ideal, limits)?.map(Decided::Winning),
                };
                Looked::Infinite { decided }
            }
        };
        lock(&self.ground.quotients).insert(ideal.clone(), looked.clone());
        Ok(looked)
    }

    /// A small element whose quotient is finite and P in misère play.
    fn winning_element(&self, ideal: &Ideal, limits: &Limits) -> Result<Option<IntegerPolynomial>, Unknown> {
        let factor = &self.ground.factors[0];
        for candidate in candidates(factor) {
            limits.poll()?;
            if ideal.contains(&candidate) {
                continue;
            }
            let Ok(larger) = ideal.with(vec![candidate.clone()], limits) else { continue };
            if larger.is_everything() || larger.standard_monomials(LARGEST_TRIED).is_err() {
                continue;
            }
            let Ok(form) = FiniteForm::of_ideal(&larger, limits) else { continue };
            let mut game = IdealGame::new(form.ring, self.ground.convention);
            let zero = game.zero();
            if game.value(&zero, limits)?.is_misere_p {
                return Ok(Some(candidate));
            }
        }
        Ok(None)
    }

    /// The text of an element of a finite ring.
    pub(super) fn show_element(&self, finite: &Finite, element: usize) -> String {
        let parts: Vec<String> = (finite.parts(element).iter().zip(&finite.forms).zip(&self.ground.factors))
            .map(|((part, form), factor)| form.show(*part, &factor.names))
            .collect();
        match parts.as_slice() {
            [one] => one.clone(),
            more => format!("({})", more.join(",")),
        }
    }

    /// Reads an element: a polynomial, or a list of one for each factor.
    fn read_element(&self, cursor: &mut Cursor<'_>) -> Result<Vec<IntegerPolynomial>, AlgebraError> {
        let factors = &self.ground.factors;
        if let [factor] = factors.as_slice() {
            return Ok(vec![read_expression(&Values(&factor.names), cursor)?]);
        }
        cursor.expect("(")?;
        let mut parts = Vec::with_capacity(factors.len());
        for (at, factor) in factors.iter().enumerate() {
            if at > 0 {
                cursor.expect(",")?;
            }
            parts.push(read_expression(&Values(&factor.names), cursor)?);
        }
        cursor.expect(")")?;
        Ok(parts)
    }

    /// The position after the choice of elements, zero or not; `None` in an infinite product, where only theorems speak.
    fn choose(&self, elements: &[Vec<IntegerPolynomial>]) -> Result<Option<Self>, Unknown> {
        match &self.divided {
            Divided::Elements(ideal) => {
                let finite = self.ground.finite.as_ref().expect("ideals are sets in finite rings only");
                let game = lock(&finite.game);
                let chosen = elements.iter().map(|parts| {
                    let parts: Vec<usize> =
                        parts.iter().zip(&finite.forms).map(|(f, form)| form.element(f)).collect();
                    finite.element(&parts)
                });
                let larger = game.ring().ideal(game.generators(ideal).into_iter().chain(chosen));
                Ok(Some(self.with(Divided::Elements(larger))))
            }
            Divided::Polynomials(ideal) => {
                let more: Vec<IntegerPolynomial> = elements.iter().flatten().cloned().collect();
                self.with_polynomials(ideal, more).map(Some)
            }
            Divided::Product => Ok(None),
        }
    }

    /// The position after the choice of the elements in a text, separated by commas.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn choose_text(&self, text: &str) -> Result<Self, AlgebraError> {
        let mut cursor = Cursor::new(text);
        let mut elements = Vec::new();
        while cursor.peek().is_some() {
            elements.push(self.read_element(&mut cursor)?);
            if !cursor.take(",") {
                break;
            }
        }
        cursor.expect_end()?;
        let span = 0..text.len();
        let chosen =
            self.choose(&elements).map_err(|why| AlgebraError::new(span.clone(), why.to_string()))?;
        let chosen = chosen.ok_or_else(|| {
            AlgebraError::new(
                span.clone(),
                "of an infinite product only theorems speak; no element can be chosen here",
            )
        })?;
        if self.ground.convention == Convention::NonUnits && chosen.is_zero_ring() && !self.is_zero_ring() {
            return Err(AlgebraError::new(
                span,
                "these elements generate everything, and units may not be chosen",
            ));
        }
        Ok(chosen)
    }

    /// The position after the choice of the one element in a text; `None` when it is 0.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn choose_element(&self, text: &str) -> Result<Option<Self>, AlgebraError> {
        let mut cursor = Cursor::new(text);
        self.read_element(&mut cursor)?;
        cursor.expect_end()?;
        let chosen = self.choose_text(text)?;
        Ok((chosen != *self).then_some(chosen))
    }

    fn is_zero_ring(&self) -> bool {
        match &self.divided {
            Divided::Elements(ideal) => ideal.is_full(),
            Divided::Polynomials(ideal) => is_trivial(&self.ground.factors[0], ideal),
            Divided::Product => false,
        }
    }

    /// Whether there is no move.
    pub fn is_over(&self) -> bool {
        if self.is_zero_ring() {
            return true;
        }
        self.ground.convention == Convention::NonUnits
            && self.options(1, &Limits::none()).is_ok_and(|options| options.is_empty())
    }

    /// Whether there are finitely many moves.
    pub fn is_finite(&self) -> bool {
        match &self.divided {
            Divided::Elements(_) => true,
            Divided::Polynomials(ideal) => matches!(self.look(ideal, &Limits::none()), Ok(Looked::Finite(_))),
            Divided::Product => false,
        }
    }

    fn infinite(&self) -> Unknown {
        Unknown::OutOfReach(format!("{self} is infinite: it has infinitely many quotients"))
    }

    /// The finite ring that is left, and the ideal in it that stands for the position.
    pub(super) fn finite_quotient(&self, limits: &Limits) -> Result<Option<(Arc<Finite>, Subset)>, Unknown> {
        let Divided::Polynomials(ideal) = &self.divided else { return Ok(None) };
        match self.look(ideal, limits)? {
            Looked::Finite(finite) => {
                let zero = finite.zero();
                Ok(Some((finite, zero)))
            }
            Looked::Infinite { .. } => Ok(None),
        }
    }

    /// The options of a finite ring, each ideal once.
    ///
    /// # Errors
    /// When the ring is infinite, or there are more than `most` and one.
    pub fn options(&self, most: usize, limits: &Limits) -> Result<Vec<Self>, Unknown> {
        if let Some((finite, ideal)) = self.finite() {
            let options = lock(&finite.game).options(ideal, limits)?;
            return Ok(options.into_iter().map(|option| self.with(Divided::Elements(option))).collect());
        }
        let Divided::Polynomials(ideal) = &self.divided else { return Err(self.infinite()) };
        if ideal.is_everything() {
            return Ok(Vec::new());
        }
        let Some((finite, zero)) = self.finite_quotient(limits)? else { return Err(self.infinite()) };
        let options = lock(&finite.game).options(&zero, limits)?;
        if options.len() > most.max(1) {
            return Err(Unknown::OutOfReach(format!("{self} has more than {most} quotients")));
        }
        options.iter().map(|option| self.of_quotient(&finite, ideal, option)).collect()
    }

    /// The position of an ideal of the finite ring that is left.
    fn of_quotient(&self, finite: &Finite, ideal: &Ideal, option: &Subset) -> Result<Self, Unknown> {
        let generators = lock(&finite.game).generators(option);
        let polynomials = generators.iter().map(|element| finite.forms[0].polynomial(*element)).collect();
        self.with_polynomials(ideal, polynomials)
    }

    fn value(&self, limits: &Limits) -> Result<Option<Value>, Unknown> {
        if let Some((finite, ideal)) = self.finite() {
            return finite.value(ideal, limits).map(Some);
        }
        match self.finite_quotient(limits)? {
            Some((finite, zero)) => finite.value(&zero, limits).map(Some),
            None => Ok(None),
        }
    }

    pub(super) fn decided(&self, limits: &Limits) -> Result<Option<Decided>, Unknown> {
        if self.ground.convention == Convention::NonUnits {
            return Ok(None);
        }
        match &self.divided {
            Divided::Polynomials(ideal) => match self.look(ideal, limits)? {
                Looked::Infinite { decided } => Ok(decided),
                Looked::Finite(_) => Ok(None),
            },
            Divided::Product => Ok(Some(Decided::Cited(self.product_theorem(limits)))),
            Divided::Elements(_) => Ok(None),
        }
    }

    /// What is known about an infinite product [AG, Cor 2.20, Ex 5.23].
    fn product_theorem(&self, limits: &Limits) -> Theorem {
        // Principal ideal domains and their quotients: Z, or one variable at most over a field.
        let nimber = |factor: &Arc<AffineRing>| {
            let variables = factor.names.len() - factor.base_variables;
            let is_field =
                matches!(factor.base, Base::Finite { is_field: true } | Base::InfiniteField { .. });
            if variables > usize::from(is_field) {
                return None;
            }
            if let Some(Theorem { nimber, .. }) = theorem(factor, &factor.ideal) {
                return nimber;
            }
            let mut game =
                IdealGame::new(FiniteForm::new(factor, limits).ok()?.ring, Convention::AllElements);
            let zero = game.zero();
            Some(Ordinal::from(u64::from(game.value(&zero, limits).ok()?.nimber)))
        };
        let nimbers: Vec<Option<Ordinal>> = self.ground.factors.iter().map(nimber).collect();
        let nimber = match nimbers.as_slice() {
            [Some(a), Some(b)] => Some(if a >= b { a.clone() + b.clone() } else { b.clone() + a.clone() }),
            _ => None,
        };
        Theorem {
            nimber,
            misere: Outcome::N,
            winning: None,
            source: "Brandenburg, Cor 2.20 and Ex 5.23: a product of two rings",
        }
    }

    fn undecided(&self) -> Unknown {
        Unknown::OutOfReach(format!(
            "{self} is infinite, no theorem of the paper is about it, and no small element leaves a finite ring that is P"
        ))
    }

    /// The nimber.
    ///
    /// # Errors
    /// When the ring is infinite and no theorem has its nimber, or a limit is reached.
    pub fn nimber(&self, limits: &Limits) -> Result<Ordinal, Unknown> {
        if self.is_zero_ring() {
            return Ok(Ordinal::ZERO);
        }
        if let Some(value) = self.value(limits)? {
            return Ok(Ordinal::from(u64::from(value.nimber)));
        }
        match self.decided(limits)? {
            Some(Decided::Cited(Theorem { nimber: Some(nimber), .. })) => Ok(nimber),
            _ => Err(Unknown::OutOfReach(format!(
                "{self} is infinite, and no theorem of the paper has its nimber"
            ))),
        }
    }

    /// Who wins.
    ///
    /// # Errors
    /// When the ring is infinite and nothing decides, or a limit is reached.
    pub fn outcome(&self, play: Play, limits: &Limits) -> Result<Outcome, Unknown> {
        if self.is_zero_ring() {
            return Ok(play.outcome_at_the_end());
        }
        if play == Play::Normal && self.ground.convention == Convention::AllElements {
            return Ok(Outcome::N);
        }
        if let Some(value) = self.value(limits)? {
            return Ok(value.outcome(play));
        }
        match self.decided(limits)? {
            Some(Decided::Cited(theorem)) => Ok(theorem.misere),
            Some(Decided::Winning(_)) => Ok(Outcome::N),
            None => Err(self.undecided()),
        }
    }

    /// The moves that win.
    ///
    /// # Errors
    /// When they are not found.
    pub fn winning_moves(&self, play: Play, limits: &Limits) -> Result<Replies<Self>, Unknown> {
        if self.outcome(play, limits)? == Outcome::P || self.is_zero_ring() {
            return Ok(Replies { moves: Vec::new(), complete: true });
        }
        if play == Play::Normal && self.ground.convention == Convention::AllElements {
            // Only the zero ring is P.
            let one =
                |factor: &Arc<AffineRing>| IntegerPolynomial::constant(BigInt::from(1), factor.names.len());
            let one: Vec<IntegerPolynomial> = self.ground.factors.iter().map(one).collect();
            let moves = self.choose(&[one])?.into_iter().collect();
            return Ok(Replies { moves, complete: true });
        }
        let mut moves = Vec::new();
        if let Some((finite, ideal)) = self.finite() {
            let mut game = lock(&finite.game);
            for option in game.options(ideal, limits)? {
                if game.value(&option, limits)?.outcome(play) == Outcome::P {
                    moves.push(self.with(Divided::Elements(option)));
                }
            }
            return Ok(Replies { moves, complete: true });
        }
        if let (Some((finite, zero)), Divided::Polynomials(ideal)) =
            (self.finite_quotient(limits)?, &self.divided)
        {
            let options = lock(&finite.game).options(&zero, limits)?;
            let mut complete = true;
            for option in options {
                if lock(&finite.game).value(&option, limits)?.outcome(play) == Outcome::P {
                    if moves.len() == MOST_REPLIES {
                        complete = false;
                        break;
                    }
                    moves.push(self.of_quotient(&finite, ideal, &option)?);
                }
            }
            return Ok(Replies { moves, complete });
        }
        let element = match self.decided(limits)? {
            Some(Decided::Winning(element)) => Some(element),
            Some(Decided::Cited(theorem)) => theorem.winning,
            None => None,
        };
        if let Some(element) = element {
            moves.extend(self.choose(&[vec![element]])?);
        }
        Ok(Replies { moves, complete: false })
    }

    /// A move to a position with a given nimber, if one is found.
    ///
    /// # Errors
    /// When the ring is infinite.
    pub fn move_to(&self, nimber: &Ordinal, limits: &Limits) -> Result<Option<Self>, Unknown> {
        for option in self.options(usize::MAX, limits)? {
            if option.nimber(limits)? == *nimber {
                return Ok(Some(option));
            }
        }
        Ok(None)
    }

    /// Some move, unless there is none.
    pub fn some_move(&self) -> Option<Self> {
        if let Ok(options) = self.options(usize::MAX, &Limits::none()) {
            return options.into_iter().next();
        }
        let [factor] = self.ground.factors.as_slice() else { return None };
        let moved = candidates(factor).find_map(|candidate| self.choose(&[vec![candidate]]).ok().flatten());
        moved.filter(|moved| moved != self)
    }

    /// Whether one move leads from here to another position, as far as single elements of its description show it.
    pub fn is_move_to(&self, other: &Self) -> bool {
        if self.ground.text != other.ground.text || self == other {
            return false;
        }
        match (&self.divided, &other.divided) {
            (Divided::Elements(from), Divided::Elements(to)) => {
                let Some(finite) = &self.ground.finite else { return false };
                let game = lock(&finite.game);
                let is_allowed = self.ground.convention == Convention::AllElements || !to.is_full();
                let generators = game.generators(from);
                let leads = |a: usize| game.ring().ideal(generators.iter().copied().chain([a])) == *to;
                is_allowed && from.is_subset(to) && to.difference(from).iter().any(leads)
            }
            (Divided::Polynomials(from), Divided::Polynomials(to)) => {
                let leads = |g: &IntegerPolynomial| {
                    from.with(vec![g.clone()], &Limits::none()).is_ok_and(|sum| sum == *to)
                };
                to.basis().iter().any(leads)
                    || self.options(usize::MAX, &Limits::none()).is_ok_and(|options| options.contains(other))
            }
            _ => false,
        }
    }
}

/// Whether nothing is left of a ring, its field of coefficients being what it is.
fn is_trivial(ring: &AffineRing, ideal: &Ideal) -> bool {
    ideal.is_everything() || theorem(ring, ideal).is_some_and(|theorem| theorem.nimber == Some(Ordinal::ZERO))
}

/// The most winning moves listed in a quotient of an infinite ring.
const MOST_REPLIES: usize = 40;

/// The largest finite quotient that is tried in a search for a winning element.
const LARGEST_TRIED: u64 = 1 << 12;
