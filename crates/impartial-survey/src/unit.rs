//! A unit of work: a question, a game, and bounds that count work.

use impartial::heap::GrundySequence;
use impartial::limits::{Limits, StopReason};
use impartial::misere::{Status as Search, cycle};
use impartial::question::quotient::{QuotientDetail, QuotientElements};
use impartial::question::{
    Answer, Asking, NimberQuestion, Question as _, QuotientQuestion, QuotientValue, Refused,
    SequenceQuestion, read_code,
};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::hash::hash_of;
use crate::row::{Done, Row, Status};

/// What a unit asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UnitQuestion {
    /// The period of the Grundy values of a code.
    Normal,
    /// The misère quotient of a code or of a finite position, or the description of all heaps where it is infinite.
    Misere,
    /// The nimber of a position.
    Nimber,
}

/// How far a unit goes: counts, never a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// The last heap of the search for a normal period.
    pub to: u64,
    /// The steps of work.
    pub work: u64,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds { to: 20_000, work: 100_000 }
    }
}

/// A unit of work.
///
/// ```
/// use impartial::question::Asking;
/// use impartial_survey::{Bounds, Status, Unit, UnitQuestion};
/// let unit = Unit::new(UnitQuestion::Misere, "0.77", Bounds::default());
/// let done = unit.examine(&Asking::with_certificate()).expect("nothing stops it");
/// let row = &done.row;
/// assert_eq!((row.status, row.quotient_order, row.p_portion, row.period), (Status::Solved, Some(40), Some(9), Some(12)));
/// assert_eq!((row.claim.as_deref(), row.normal_kernel), (Some("proved"), Some(true)));
/// assert!(impartial_check::check(done.certificate.as_deref().expect("there is one")).is_ok());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Unit {
    /// What is asked.
    pub question: UnitQuestion,
    /// Of which game, as the language writes it.
    pub game: String,
    /// How far.
    pub bounds: Bounds,
}

impl UnitQuestion {
    /// The question in one word.
    pub fn key(self) -> &'static str {
        match self {
            UnitQuestion::Normal => "normal",
            UnitQuestion::Misere => "misere",
            UnitQuestion::Nimber => "nimber",
        }
    }

    /// The question with this word.
    pub fn named(key: &str) -> Option<Self> {
        [UnitQuestion::Normal, UnitQuestion::Misere, UnitQuestion::Nimber]
            .into_iter()
            .find(|known| known.key() == key)
    }
}

impl Unit {
    /// A unit; bounds that its question does not use are left out of it.
    pub fn new(question: UnitQuestion, game: &str, bounds: Bounds) -> Self {
        let to = if question == UnitQuestion::Normal { bounds.to } else { 0 };
        Unit { question, game: game.to_owned(), bounds: Bounds { to, ..bounds } }
    }

    /// Its bounds as text: `to=20000 work=100000`.
    pub fn bounds_text(&self) -> String {
        let Bounds { to, work } = self.bounds;
        if to > 0 { format!("to={to} work={work}") } else { format!("work={work}") }
    }

    /// The unit with these texts, as a store holds it.
    pub fn from_texts(question: &str, game: &str, bounds: &str) -> Option<Self> {
        let mut read = Bounds { to: 0, work: 0 };
        for word in bounds.split(' ') {
            match word.split_once('=')? {
                ("to", number) => read.to = number.parse().ok()?,
                ("work", number) => read.work = number.parse().ok()?,
                _ => return None,
            }
        }
        let unit = Unit { question: UnitQuestion::named(question)?, game: game.to_owned(), bounds: read };
        (unit.bounds_text() == bounds).then_some(unit)
    }

    /// Its name: the hash of all that decides on its row.
    pub fn hash(&self) -> String {
        let Unit { question, game, .. } = self;
        hash_of(format!("impartial unit 1\n{}\n{game}\n{}\n", question.key(), self.bounds_text()).as_bytes())
    }

    /// Examines the game. The certificate is there when the asking wants one and something is proved.
    ///
    /// # Errors
    /// When the limits of the asking stopped it from outside: then there is no row.
    pub fn examine(&self, asking: &Asking<'_>) -> Result<Done, StopReason> {
        let outside = &asking.limits;
        let limits = || outside.clone().quiet().with_work(self.bounds.work);
        let within = Asking { limits: limits(), late: limits(), explain: false, ..asking.clone() };
        let row = Row::new(self);
        let done = match self.question {
            UnitQuestion::Normal => normal(self, row.clone(), &within),
            UnitQuestion::Misere => misere(self, row.clone(), &within),
            UnitQuestion::Nimber => nimber(self, row.clone(), &within),
        };
        // A row cut short from outside is not a result.
        outside.poll()?;
        Ok(done.unwrap_or_else(|refused| Done::new(Row { stopped: Some(refused.message), ..row }, None)))
    }
}

/// The row and the proof of an answer; a proof is kept where the status is one that was proved.
fn done<V>(row: Row, answer: Answer<V>) -> Done {
    let main = answer.claim();
    let claims: Vec<_> = answer.claims.iter().map(|stated| stated.to_json()).collect();
    let row = Row {
        claim: main.map(|claim| claim.key().to_owned()),
        because: main.map(|claim| claim.detail().to_owned()),
        claims: json!(claims),
        stopped: answer.stopped.map(|stopped| stopped.to_string()),
        ..row
    };
    let proof = answer.certificate.and_then(Result::ok).filter(|_| row.status != Status::Open);
    Done::new(row, proof.map(|proof| proof.to_string()))
}

fn normal(unit: &Unit, mut row: Row, asking: &Asking<'_>) -> Result<Done, Refused> {
    let mut sequence = GrundySequence::new(read_code(&unit.game, false)?);
    // Out of work is the same answer as no period: none is known.
    let _ = sequence.find_period(unit.bounds.to, &asking.limits);
    let last = (sequence.values().len() as u64).saturating_sub(1);
    let question = SequenceQuestion { to: Some(last), summary: true, ..SequenceQuestion::new(&unit.game) };
    // What is known is written down; nothing more is looked for.
    let spent = Asking { limits: Limits::none().with_work(0), ..asking.clone() };
    let answer = question.ask_from(Some(sequence), None, &spent)?;
    if let Some(law) = answer.value.sequence.law() {
        row.status = Status::Solved;
        row.period = Some(law.period().length);
        row.first_period_heap = Some(law.period().first);
        row.saltus = Some(law.saltus).filter(|saltus| *saltus > 0);
    }
    row.heap = Some(last);
    let answer = Answer { stopped: None, ..answer };
    Ok(done(row, answer))
}

fn misere(unit: &Unit, mut row: Row, asking: &Asking<'_>) -> Result<Done, Refused> {
    let mut answer = QuotientQuestion::of(&unit.game).ask(asking)?;
    let value = &answer.value;
    row.heap = Some(value.heap());
    row.status = status(value);
    row.period = value.period().map(|period| period.length);
    row.first_period_heap = value.period().map(|period| period.first);
    // Where all heaps have a description of another kind, a finite quotient of the first few is no fact about the game.
    if let Some(infinite) = &value.infinite {
        row.heap = Some(infinite.last());
        row.invariants = json!({ "infinite_orders": infinite.infinite_orders() });
    } else if let Some(nim) = &value.ultimate_nim {
        row.invariants = json!({ "ultimately_nim_after": nim.last_small(), "tame": nim.is_tame() });
    } else if row.status != Status::Algebraic {
        let size = value.size();
        (row.quotient_order, row.p_portion) = (size.map(|(order, _)| order), size.map(|(_, p)| p));
        if let (Some(elements), Some(detail)) = (&value.elements, &value.detail) {
            put_structure(&mut row, elements, detail);
        }
    }
    // Searching is done within counts: what stopped it is one of the bounds, and an answer that is whole has none.
    if row.status != Status::Open {
        answer.stopped = None;
    }
    Ok(done(row, answer))
}

/// What is proved, in a word.
fn status(value: &QuotientValue) -> Status {
    if value.algebraic.is_some() {
        Status::Algebraic
    } else if value.ultimate_nim.is_some() || matches!(value.status, Search::Complete(_)) {
        Status::Solved
    } else if value.infinite.is_some() {
        Status::Infinite
    } else {
        Status::Open
    }
}

/// What the elements tell.
fn put_structure(row: &mut Row, QuotientElements { monoid, .. }: &QuotientElements, detail: &QuotientDetail) {
    let structure = &detail.structure;
    row.kernel_order = Some(structure.kernel().len() as u64);
    row.identity_in_p = Some(detail.is_identity_in_p);
    row.normal_kernel = Some(detail.nimbers.is_some());
    row.subgroups_without_p = Some(detail.subgroups_without_p.len() as u64);
    row.longest_period =
        (0..monoid.order()).map(|x| u64::from(cycle(monoid, x as impartial::misere::Element).period)).max();
    row.invariants = json!({
        "isomorphic_to": detail.name,
        "tame": detail.tame_rank.is_some(),
        "regular": detail.is_regular,
        "faithful": detail.is_faithful,
        "idempotents": structure.idempotents().count(),
        "classes": structure.classes().len(),
        "generators": detail.presentation.generators().len(),
        "relations": detail.presentation.relations().len(),
        "kernel_p_nimbers": detail.kernel_p_nimbers,
    });
}

fn nimber(unit: &Unit, mut row: Row, asking: &Asking<'_>) -> Result<Done, Refused> {
    let answer = NimberQuestion { game: unit.game.clone() }.ask(asking)?;
    if let Some(nimber) = &answer.value.nimber {
        row.status = Status::Solved;
        row.nimber = Some(nimber.to_string());
    }
    Ok(done(row, answer))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn examined(question: UnitQuestion, game: &str) -> Row {
        let unit = Unit::new(question, game, Bounds { to: 2000, work: 20_000 });
        assert_eq!(Unit::from_texts(question.key(), game, &unit.bounds_text()), Some(unit.clone()));
        let asking = Asking::with_certificate();
        let (first, again) = (unit.examine(&asking).unwrap(), unit.examine(&asking).unwrap());
        assert_eq!(first, again, "running it twice gives the same bytes");
        if let Some(proof) = &first.certificate {
            assert!(impartial_check::check(proof).is_ok(), "{game}");
        }
        assert_eq!(first.certificate.is_some(), first.row.status != Status::Open, "{game}");
        first.row
    }

    #[test]
    fn every_status_is_found_with_its_claim() {
        use UnitQuestion::{Misere, Nimber, Normal};
        for (question, game, status, claim) in [
            (Normal, "0.77", Status::Solved, "proved"),
            (Normal, "0.6", Status::Open, "up_to"),
            (Normal, "4.[3]", Status::Solved, "proved"),
            (Misere, "0.77", Status::Solved, "proved"),
            (Misere, "0.3122", Status::Infinite, "proved"),
            (Misere, "4.[3]", Status::Solved, "proved"),
            (Misere, "*2_+3", Status::Solved, "proved"),
            (Nimber, "gen(SmallGroup(8,3))", Status::Solved, "proved"),
        ] {
            let row = examined(question, game);
            assert_eq!((row.status, row.claim.as_deref()), (status, Some(claim)), "{game}");
        }
        assert_eq!(examined(Normal, "0.77").period, Some(12));
        assert_eq!(examined(Normal, "4.[3]").saltus, Some(4));
        assert_eq!(examined(Misere, "4.[3]").quotient_order, None, "that of all heaps is infinite");
        let refused = examined(Misere, "gen(S3");
        assert!(refused.status == Status::Open && refused.stopped.is_some() && refused.claim.is_none());
    }

    #[test]
    fn another_bound_is_another_unit() {
        let unit = |work| Unit::new(UnitQuestion::Misere, "0.77", Bounds { to: 1, work });
        assert_ne!(unit(1).hash(), unit(2).hash());
        // The last heap of the search for a normal period does not matter in misère play.
        assert_eq!(unit(1), Unit::new(UnitQuestion::Misere, "0.77", Bounds { to: 9, work: 1 }));
        for bad in ["", "work=x", "to=1", "work=1 to=2", "work=01"] {
            assert_eq!(Unit::from_texts("misere", "0.77", bad), None, "{bad}");
        }
    }
}
