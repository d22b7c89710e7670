//! What can be asked, and what an answer is: one type a question, asked in one way by the program, the page, Python and tests.
//!
//! A [`Question`] is a value: what it is about and how far it should go. Asking it gives an [`Answer`]: what was found, a
//! [`Claim`] for each statement in it, the [`Certificate`] if one was wanted, and why it stopped if it did. A question that
//! makes no sense is [`Refused`] with the place in the text. Nothing outside this library says PROVED; whoever asks only
//! renders.
//!
//! No clock, no file and no process here: [`Asking`] brings the limits, and [`Files`] what a text may name outside itself.
//!
//! ```
//! use impartial::game::{Outcome, Play};
//! use impartial::question::{Asking, OutcomeQuestion, Question};
//! let question = OutcomeQuestion { game: "kayles[7+9+12]".into(), play: Play::Normal };
//! let answer = question.ask(&Asking::new())?;
//! assert_eq!(answer.value.outcome, Some(Outcome::N));
//! assert_eq!(answer.value.winning_moves.len(), 5);
//! assert_eq!(answer.claims[0].to_string(), "outcome: PROVED  Sprague-Grundy: 2 xor 4 xor 4 = 2");
//! # Ok::<(), impartial::question::Refused>(())
//! ```
//!
//! Read [`answer`], [`certificate`] and [`refused`] first; then the question you came for, one file each.

mod abelian;
mod achievement_certificate;
mod algebraic;
pub mod answer;
mod board;
mod canonical;
pub(crate) mod certificate;
mod checked;
mod classes_certificate;
mod code;
mod coin_sequence;
mod coins;
mod files;
mod genera;
mod group;
mod groups;
mod lattice;
mod lexicode;
mod moves;
mod nim;
mod nim_certificate;
mod nim_table;
mod nimber;
mod outcome;
mod parts;
mod period_search;
mod permuted;
mod position_certificate;
mod positions_diagram;
pub mod quotient;
pub(crate) mod refused;
mod reply;
mod rows;
mod same;
mod same_certificate;
mod sealed;
mod sequence;
mod strategy;
mod structure_certificate;
mod structure_diagram;
mod sum_certificate;
mod survey;
mod table;
mod types_certificate;

pub use abelian::{AbelianGroup, AbelianQuestion, AbelianValue, FormulaException};
pub use algebraic::{AlgebraicQuestion, AlgebraicValue};
pub use answer::{Answer, Stated, Stopped};
pub use board::Board;
pub use canonical::{
    BornByQuestion, BornByValue, CanonicalForm, CanonicalQuestion, CanonicalValue, FormComparison, SharedGame,
};
pub use certificate::{Certificate, NoCertificate};
pub use checked::CheckedValue;
pub use code::read_code;
pub use coin_sequence::{CoinSequenceQuestion, CoinSequenceValue};
pub use coins::{CoinsQuestion, CoinsValue};
pub use files::{Files, GroupLines, NoFiles, read, read_position};
pub use genera::GeneraValue;
pub use group::{
    ClassFound, GroupFound, GroupProperties, GroupQuestion, GroupValue, MaximalFound, SubgroupFound,
};
pub use groups::{GroupColumn, GroupProperty, GroupRow, GroupsQuestion, GroupsValue};
pub use lattice::{LatticeQuestion, LatticeValue};
pub use lexicode::{LexicodeFound, LexicodeQuestion, LexicodeValue};
pub use moves::{MoveFound, MovesQuestion, MovesValue};
pub use nim::{NimQuestion, NimValue};
pub use nim_table::{NimTableOrder, NimTableQuestion, NimTableValue};
pub use nimber::{NimberQuestion, NimberValue};
pub use outcome::{OutcomeQuestion, OutcomeValue};
pub use parts::{FoundParts, PartsQuestion, PartsValue};
pub use period_search::{LAST_FORGOTTEN_HEAP, PeriodSearchQuestion, PeriodSearchValue};
pub use positions_diagram::{
    PositionFound, PositionsDiagramQuestion, PositionsDiagramValue, PositionsDigraph,
};
pub use quotient::{QuotientOf, QuotientQuestion, QuotientStep, QuotientValue};
pub use refused::Refused;
pub use reply::Reply;
pub use rows::{Row, RowChange};
pub use same::{COMPARED_TO, SameQuestion, SameValue};
pub use sequence::{Keep, LAST_HEAP, RareHeaps, SequenceQuestion, SequenceValue};
pub use strategy::{
    AutomatonQuestion, AutomatonValue, CongruenceFound, FiniteQuotient, GivenStrata, NimbersFound, Point,
    PointFound, QuotientFound, QuotientWhy, RepeatsFound, StrataQuestion, StrataValue, StrategyFound,
    StrategyQuestion, StrategyStatus, StrategyValue,
};
pub use structure_diagram::{
    DiagramClass, StructureDiagram, StructureDiagramQuestion, StructureDiagramValue,
};
pub use survey::{
    CodeState, Family, KeepRow, SURVEY_COLUMNS, SurveyBounds, SurveyQuestion, SurveyRow, SurveyValue,
    SurveyedQuotient, read_survey, stored_row, stored_survey,
};
pub use table::{AxiomsFound, Cells, RayFound, TablePart, TableQuestion, TableValue};

pub use crate::claim::Claim;
use crate::limits::Limits;

/// Something that can be asked.
pub trait Question {
    /// What the answer consists of; its fields are those of the JSON object.
    type Value: serde::Serialize;

    /// Answers the question, as far as the limits allow.
    ///
    /// # Errors
    /// When the question is not understood: one message that points at the place.
    fn ask(&self, asking: &Asking<'_>) -> Result<Answer<Self::Value>, Refused>;
}

/// How a question is asked: what it may use, and what is wanted beside the answer.
#[derive(Clone)]
pub struct Asking<'a> {
    /// The limits that every computation polls.
    pub limits: Limits,
    /// The limits for writing down what is proved when a limit was reached: they end a moment later.
    pub late: Limits,
    /// Whether the steps to the answer are wanted.
    pub explain: bool,
    /// Whether the proof is wanted as an object.
    pub certificate: bool,
    /// What texts may name outside themselves.
    pub files: &'a dyn Files,
}

impl Asking<'static> {
    /// Without limits, files, steps or certificate.
    pub fn new() -> Self {
        Asking {
            limits: Limits::none(),
            late: Limits::none(),
            explain: false,
            certificate: false,
            files: &NoFiles,
        }
    }

    /// As [`new`](Self::new), with the proof.
    pub fn with_certificate() -> Self {
        Asking { certificate: true, ..Asking::new() }
    }
}

impl Default for Asking<'static> {
    fn default() -> Self {
        Asking::new()
    }
}

impl Asking<'_> {
    /// The same answer, and what is trusted in place of a proof as an object.
    fn trusting<V>(&self, answer: Answer<V>, what: &str) -> Answer<V> {
        Answer { certificate: self.certify(|| Err(NoCertificate::because(what))), ..answer }
    }

    /// The proof, if it is wanted.
    fn certify(
        &self,
        write: impl FnOnce() -> Result<Certificate, NoCertificate>,
    ) -> Option<Result<Certificate, NoCertificate>> {
        self.certificate.then(write)
    }
}
