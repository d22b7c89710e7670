//! One code of a survey: what is known of it in both plays, as a row.

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::heap::{ArithmeticPeriod, GrundySequence, HeapCode, Period};
use crate::limits::Limits;
use crate::misere::heap_genus::GenusSequence;
use crate::misere::quotient::{MisereQuotient, Status};

/// How far each code is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SurveyBounds {
    /// The last heap in normal play.
    pub normal: u64,
    /// The last heap in misère play.
    pub misere: u64,
    /// The largest misère quotient that is followed further.
    pub order: u64,
    /// The steps of work for each of: the period in normal play, the first heap that is not tame, the misère quotient.
    pub work: u64,
}

/// The state of a code, as in [PS, Figure 13].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CodeState {
    /// Tame to the last heap examined.
    Tame,
    /// Wild, and solved in misère play.
    WildSolved,
    /// Wild, and solved in normal play only.
    WildNormalSolved,
    /// Wild, and solved in neither play.
    WildUnsolved,
}

/// What is known of one code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SurveyRow {
    /// The code.
    pub code: String,
    /// The proved period of the Grundy sequence.
    pub normal: Option<Period>,
    /// By how much the values grow with each period, if that is what was proved.
    pub saltus: Option<u64>,
    /// The first heap that is not tame.
    pub first_wild: Option<u64>,
    /// The last quotient that is known.
    pub quotient: SurveyedQuotient,
    /// The proved period of the pretending function: the game is solved.
    pub misere: Option<Period>,
}

/// The misère quotient of the heaps up to some heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SurveyedQuotient {
    /// Its order.
    pub order: u64,
    /// The size of its P-portion.
    pub p_portion: u64,
    /// The heap.
    pub heap: u64,
}

/// The last heap up to which tameness is examined; wild octal games show it early.
const TAME_TO: u64 = 400;

impl CodeState {
    /// All states.
    pub const ALL: [CodeState; 4] =
        [CodeState::Tame, CodeState::WildSolved, CodeState::WildNormalSolved, CodeState::WildUnsolved];

    /// The state in one word.
    pub fn key(self) -> &'static str {
        match self {
            CodeState::Tame => "tame",
            CodeState::WildSolved => "wild_solved",
            CodeState::WildNormalSolved => "wild_normal_solved",
            CodeState::WildUnsolved => "wild_unsolved",
        }
    }
}

impl SurveyRow {
    /// Examines one code. The work is bounded by counts; when `limits` stop it from outside, the row is of no use.
    pub(super) fn examine(code: &HeapCode, bounds: &SurveyBounds, limits: &Limits) -> Self {
        let within = || limits.clone().quiet().with_work(bounds.work);
        let law = law(code, bounds.normal, &within());
        let (quotient, misere) = quotient(code, bounds, &within());
        SurveyRow {
            code: code.to_string(),
            normal: law.map(ArithmeticPeriod::period),
            saltus: law.map(|law| law.saltus).filter(|saltus| *saltus > 0),
            first_wild: first_wild(code, TAME_TO.min(bounds.misere), &within()),
            quotient,
            misere,
        }
    }

    /// The state.
    pub fn state(&self) -> CodeState {
        match (self.first_wild, self.misere, self.normal) {
            (None, _, _) => CodeState::Tame,
            (Some(_), Some(_), _) => CodeState::WildSolved,
            (Some(_), None, Some(_)) => CodeState::WildNormalSolved,
            (Some(_), None, None) => CodeState::WildUnsolved,
        }
    }
}

/// The law of the Grundy values, if one is proved within the bounds.
fn law(code: &HeapCode, last: u64, limits: &Limits) -> Option<ArithmeticPeriod> {
    let mut sequence = GrundySequence::new(code.clone());
    // Out of work is the same answer as no period: none is known.
    let _ = sequence.find_period(last, limits);
    sequence.law()
}

/// The first heap that is not tame.
fn first_wild(code: &HeapCode, last: u64, limits: &Limits) -> Option<u64> {
    let mut genera = GenusSequence::new();
    for heap in 1..=last {
        if genera.extend_to(heap, |n| code.options(n), limits).is_err() || genera.first_wild().is_some() {
            break;
        }
    }
    genera.first_wild()
}

/// The misère quotient as far as the bounds allow, and the period if the game is solved.
fn quotient(code: &HeapCode, bounds: &SurveyBounds, limits: &Limits) -> (SurveyedQuotient, Option<Period>) {
    let mut search = MisereQuotient::of_heaps(code.clone());
    let mut to = 1;
    while to <= bounds.misere && *search.status() == Status::Partial {
        if search.extend_to(to, limits).is_err() {
            break;
        }
        if search.growth().last().is_some_and(|growth| growth.order > bounds.order) {
            break;
        }
        to += 1;
    }
    let period = match search.status() {
        Status::Complete(periods) => Some(periods.first().copied().unwrap_or(Period { length: 1, first: 0 })),
        Status::Partial | Status::Diverging(_) => None,
    };
    let (order, p_portion) = search.growth().last().map_or((1, 0), |growth| (growth.order, growth.p_order));
    (SurveyedQuotient { order, p_portion, heap: search.heap() }, period)
}

impl Serialize for SurveyRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let SurveyedQuotient { order, p_portion, heap } = self.quotient;
        let mut map = serializer.serialize_map(Some(11))?;
        map.serialize_entry("code", &self.code)?;
        map.serialize_entry("state", self.state().key())?;
        map.serialize_entry("period", &self.normal.map(|period| period.length))?;
        map.serialize_entry("first_period_heap", &self.normal.map(|period| period.first))?;
        map.serialize_entry("saltus", &self.saltus)?;
        map.serialize_entry("first_wild_heap", &self.first_wild)?;
        map.serialize_entry("misere_period", &self.misere.map(|period| period.length))?;
        map.serialize_entry("misere_first_period_heap", &self.misere.map(|period| period.first))?;
        map.serialize_entry("order", &order)?;
        map.serialize_entry("p_portion", &p_portion)?;
        map.serialize_entry("heap", &heap)?;
        map.end()
    }
}
