//! Positions of the game of a commutative ring, finite or not.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

use super::finite::FiniteRing;
use super::game::{Convention, IdealGame};
use super::groebner::Ideal;
use super::ground::{FiniteForm, product};
use super::infinite::{Decided, Looked, finite_forms};
use super::polynomial::IntegerPolynomial;
use super::small::candidates;
use super::text::{AffineRing, Values, read_ring};
use super::theorems::is_trivial;
use crate::algebra::expression::read_expression;
use crate::algebra::replies::Replies;
use crate::algebra::value::Value;
use crate::game::{Outcome, Play};
use crate::limits::{Limits, Unanswered};
use crate::ordinal::Ordinal;
use crate::subset::Subset;
use crate::text::{Cursor, ReadError};

/// A ring with its text, and what has been found out about it.
#[derive(Debug)]
pub struct RingGround {
    pub(super) text: String,
    pub(super) factors: Vec<Arc<AffineRing>>,
    pub(super) convention: Convention,
    /// The whole ring, when it is finite.
    pub(super) finite: Option<Finite>,
    /// Quotients of an infinite ring that have been looked at.
    pub(super) quotients: Mutex<FxHashMap<Vec<Ideal>, Looked>>,
}

/// A finite ring with the forms of its factors, and its game.
#[derive(Debug)]
pub(super) struct Finite {
    pub(super) forms: Vec<FiniteForm>,
    pub(super) game: Mutex<IdealGame>,
}

/// An element: a polynomial for each factor.
pub(super) type Element = Vec<IntegerPolynomial>;

/// What has been divided out.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Divided {
    /// An ideal of a finite ring, as a set of elements.
    Elements(Subset),
    /// An ideal of polynomials for each factor of an infinite ring.
    Polynomials(Vec<Ideal>),
}

/// A position: a ring and the ideal that has been divided out.
#[derive(Clone, Debug)]
pub struct RingGame {
    pub(super) ground: Arc<RingGround>,
    pub(super) divided: Divided,
    /// In an infinite ring the elements that led here, for the text only.
    pub(super) chosen: Vec<Element>,
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
    pub(super) fn new(forms: Vec<FiniteForm>, convention: Convention) -> Self {
        let rings: Vec<_> = forms.iter().map(|form| &form.ring).collect();
        Finite { game: Mutex::new(IdealGame::new(product(&rings), convention)), forms }
    }

    fn value(&self, ideal: &Subset, limits: &Limits) -> Result<Value, Unanswered> {
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
    pub fn parse(text: &str, limits: &Limits) -> Result<Self, ReadError> {
        let (factors, non_units) = read_ring(text, limits)?;
        let convention = if non_units { Convention::NonUnits } else { Convention::AllElements };
        let ideals: Vec<Ideal> = factors.iter().map(|factor| factor.ideal.clone()).collect();
        let wrong = |message: String| ReadError::new(0..text.len(), message);
        let forms = finite_forms(&factors, &ideals, limits).map_err(|reason| wrong(reason.to_string()))?;
        let finite = forms.ok().map(|forms| Finite::new(forms, convention));
        let divided = match &finite {
            Some(finite) => Divided::Elements(finite.zero()),
            None => Divided::Polynomials(ideals),
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

    /// The position after more elements have been divided out of an infinite ring.
    fn with_polynomials(&self, ideals: &[Ideal], more: Vec<Element>) -> Result<Self, Unanswered> {
        let is_new = |element: &&Element| {
            element.iter().zip(ideals).any(|(polynomial, ideal)| !ideal.contains(polynomial))
        };
        let chosen = self.chosen.iter().chain(more.iter().filter(is_new)).cloned().collect();
        let mut larger = Vec::with_capacity(ideals.len());
        for (at, ideal) in ideals.iter().enumerate() {
            let parts = more.iter().map(|element| element[at].clone()).collect();
            larger.push(ideal.with(parts, &Limits::none())?);
        }
        Ok(RingGame { ground: self.ground.clone(), divided: Divided::Polynomials(larger), chosen })
    }

    /// The finite ring of the ground and the ideal in it, when the ground is finite.
    pub(super) fn finite(&self) -> Option<(&Finite, &Subset)> {
        match (&self.ground.finite, &self.divided) {
            (Some(finite), Divided::Elements(ideal)) => Some((finite, ideal)),
            _ => None,
        }
    }

    /// The text of an element of a finite ring.
    pub(super) fn show_element(&self, finite: &Finite, element: usize) -> String {
        let parts = finite.parts(element).into_iter().zip(&finite.forms).zip(&self.ground.factors);
        tuple(parts.map(|((part, form), factor)| form.show(part, &factor.names)).collect())
    }

    /// The text of an element given by polynomials.
    pub(super) fn show_polynomials(&self, element: &Element) -> String {
        let parts = element.iter().zip(&self.ground.factors);
        tuple(parts.map(|(polynomial, factor)| polynomial.show(&factor.names)).collect())
    }

    /// Reads an element: a polynomial, or a list of one for each factor.
    fn read_element(&self, cursor: &mut Cursor<'_>) -> Result<Element, ReadError> {
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

    /// The position after the choice of elements, zero or not.
    fn choose(&self, elements: &[Element]) -> Result<Self, Unanswered> {
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
                Ok(self.with(Divided::Elements(larger)))
            }
            Divided::Polynomials(ideals) => self.with_polynomials(ideals, elements.to_vec()),
        }
    }

    /// The position after the choice of the elements in a text, separated by commas.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn choose_text(&self, text: &str) -> Result<Self, ReadError> {
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
        let chosen = self.choose(&elements).map_err(|why| ReadError::new(span.clone(), why.to_string()))?;
        if self.ground.convention == Convention::NonUnits && chosen.is_zero_ring() && !self.is_zero_ring() {
            return Err(ReadError::new(
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
    pub fn choose_element(&self, text: &str) -> Result<Option<Self>, ReadError> {
        let mut cursor = Cursor::new(text);
        self.read_element(&mut cursor)?;
        cursor.expect_end()?;
        let chosen = self.choose_text(text)?;
        Ok((chosen != *self).then_some(chosen))
    }

    fn is_zero_ring(&self) -> bool {
        match &self.divided {
            Divided::Elements(ideal) => ideal.is_full(),
            Divided::Polynomials(ideals) => {
                self.ground.factors.iter().zip(ideals).all(|(factor, ideal)| is_trivial(factor, ideal))
            }
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
            Divided::Polynomials(ideals) => {
                matches!(self.look(ideals, &Limits::none()), Ok(Looked::Finite(_)))
            }
        }
    }

    /// Why the quotients are not listed.
    fn size(&self) -> String {
        let is_large = match &self.divided {
            Divided::Polynomials(ideals) => {
                matches!(self.look(ideals, &Limits::none()), Ok(Looked::Unbuilt { is_large: true, .. }))
            }
            Divided::Elements(_) => false,
        };
        if is_large {
            format!("{self} has more than {} elements", super::finite::LARGEST_RING)
        } else {
            format!("{self} is infinite")
        }
    }

    fn infinite(&self) -> Unanswered {
        Unanswered::OutOfReach(format!("{}: its quotients are not listed", self.size()))
    }

    /// The finite ring that is left, and the ideal in it that stands for the position.
    pub(super) fn finite_quotient(
        &self,
        limits: &Limits,
    ) -> Result<Option<(Arc<Finite>, Subset)>, Unanswered> {
        let Divided::Polynomials(ideals) = &self.divided else { return Ok(None) };
        match self.look(ideals, limits)? {
            Looked::Finite(finite) => {
                let zero = finite.zero();
                Ok(Some((finite, zero)))
            }
            Looked::Unbuilt { .. } => Ok(None),
        }
    }

    /// The options of a finite ring, each ideal once.
    ///
    /// # Errors
    /// When the ring is infinite, or there are more than `most` and one.
    pub fn options(&self, most: usize, limits: &Limits) -> Result<Vec<Self>, Unanswered> {
        if let Some((finite, ideal)) = self.finite() {
            let options = lock(&finite.game).options(ideal, limits)?;
            return Ok(options.into_iter().map(|option| self.with(Divided::Elements(option))).collect());
        }
        let Divided::Polynomials(ideals) = &self.divided else { return Err(self.infinite()) };
        if self.is_zero_ring() {
            return Ok(Vec::new());
        }
        let Some((finite, zero)) = self.finite_quotient(limits)? else { return Err(self.infinite()) };
        let options = lock(&finite.game).options(&zero, limits)?;
        if options.len() > most.max(1) {
            return Err(Unanswered::OutOfReach(format!("{self} has more than {most} quotients")));
        }
        options.iter().map(|option| self.of_quotient(&finite, ideals, option)).collect()
    }

    /// The position of an ideal of the finite ring that is left.
    fn of_quotient(&self, finite: &Finite, ideals: &[Ideal], option: &Subset) -> Result<Self, Unanswered> {
        let generators = lock(&finite.game).generators(option);
        let element = |element: &usize| -> Element {
            let parts = finite.parts(*element).into_iter().zip(&finite.forms);
            parts.map(|(part, form)| form.polynomial(part)).collect()
        };
        self.with_polynomials(ideals, generators.iter().map(element).collect())
    }

    fn value(&self, limits: &Limits) -> Result<Option<Value>, Unanswered> {
        if let Some((finite, ideal)) = self.finite() {
            return finite.value(ideal, limits).map(Some);
        }
        match self.finite_quotient(limits)? {
            Some((finite, zero)) => finite.value(&zero, limits).map(Some),
            None => Ok(None),
        }
    }

    pub(super) fn decided(&self, limits: &Limits) -> Result<Option<Decided>, Unanswered> {
        if self.ground.convention == Convention::NonUnits {
            return Ok(None);
        }
        match &self.divided {
            Divided::Polynomials(ideals) => match self.look(ideals, limits)? {
                Looked::Unbuilt { decided, .. } => Ok(decided),
                Looked::Finite(_) => Ok(None),
            },
            Divided::Elements(_) => Ok(None),
        }
    }

    fn undecided(&self) -> Unanswered {
        Unanswered::OutOfReach(format!(
            "{}, no theorem here is about it, and no small element leaves a ring that is known to be P",
            self.size()
        ))
    }

    /// The nimber.
    ///
    /// # Errors
    /// When the ring is infinite and no theorem has its nimber, or a limit is reached.
    pub fn nimber(&self, limits: &Limits) -> Result<Ordinal, Unanswered> {
        if self.is_zero_ring() {
            return Ok(Ordinal::ZERO);
        }
        if let Some(value) = self.value(limits)? {
            return Ok(Ordinal::from(u64::from(value.nimber)));
        }
        match self.decided(limits)? {
            Some(Decided { nimber: Some(nimber), .. }) => Ok(nimber),
            _ => Err(Unanswered::OutOfReach(format!("{}, and no theorem here has its nimber", self.size()))),
        }
    }

    /// Who wins.
    ///
    /// # Errors
    /// When the ring is infinite and nothing decides, or a limit is reached.
    pub fn outcome(&self, play: Play, limits: &Limits) -> Result<Outcome, Unanswered> {
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
            Some(decided) => Ok(decided.misere),
            None => Err(self.undecided()),
        }
    }

    /// The moves that win.
    ///
    /// # Errors
    /// When they are not found.
    pub fn winning_moves(&self, play: Play, limits: &Limits) -> Result<Replies<Self>, Unanswered> {
        if self.outcome(play, limits)? == Outcome::P || self.is_zero_ring() {
            return Ok(Replies { moves: Vec::new(), complete: true });
        }
        if play == Play::Normal && self.ground.convention == Convention::AllElements {
            // Only the zero ring is P.
            let moves = vec![self.choose(&[self.constant(1)])?];
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
        if let (Some((finite, zero)), Divided::Polynomials(ideals)) =
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
                    moves.push(self.of_quotient(&finite, ideals, &option)?);
                }
            }
            return Ok(Replies { moves, complete });
        }
        if let Some(element) = self.decided(limits)?.and_then(|decided| decided.winning) {
            moves.push(self.choose(&[element])?);
        }
        Ok(Replies { moves, complete: false })
    }

    /// A move to a position with a given nimber, if one is found.
    ///
    /// # Errors
    /// When the ring is infinite.
    pub fn move_to(&self, nimber: &Ordinal, limits: &Limits) -> Result<Option<Self>, Unanswered> {
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
        let moved = match self.ground.factors.as_slice() {
            [factor] => candidates(factor).find_map(|candidate| self.choose(&[vec![candidate]]).ok()),
            _ => self.choose(&[self.constant(1)]).ok(),
        };
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
                let leads = |(from, to): (&Ideal, &Ideal)| {
                    let sum = |g: &IntegerPolynomial| from.with(vec![g.clone()], &Limits::none());
                    from == to || to.basis().iter().any(|g| sum(g).is_ok_and(|sum| sum == *to))
                };
                from.iter().zip(to).all(leads)
                    || self.options(usize::MAX, &Limits::none()).is_ok_and(|options| options.contains(other))
            }
            _ => false,
        }
    }
}

/// The parts of an element as text.
fn tuple(parts: Vec<String>) -> String {
    match parts.as_slice() {
        [one] => one.clone(),
        more => format!("({})", more.join(",")),
    }
}

/// The most winning moves listed in a quotient of an infinite ring.
const MOST_REPLIES: usize = 40;
