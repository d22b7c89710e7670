//! What is found of a unit, as a row.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::hash::hash_of;
use crate::unit::Unit;

/// How much is known of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// All of it: the nimber, the period, the finite quotient, or all heaps act as nim-heaps from some heap on.
    Solved,
    /// The outcomes of all sums, by one description of an infinite quotient (algebraic periodicity).
    Algebraic,
    /// The quotient of the positions to the heap in the row is infinite, and so is the whole; later heaps are not described.
    Infinite,
    /// Nothing but what the bound says.
    Open,
}

impl Status {
    /// All of them.
    pub const ALL: [Status; 4] = [Status::Solved, Status::Algebraic, Status::Infinite, Status::Open];

    /// The status in one word.
    pub fn key(self) -> &'static str {
        match self {
            Status::Solved => "solved",
            Status::Algebraic => "algebraic",
            Status::Infinite => "infinite",
            Status::Open => "open",
        }
    }

    /// The status with this word.
    pub fn named(key: &str) -> Option<Self> {
        Status::ALL.into_iter().find(|known| known.key() == key)
    }
}

/// A row of the atlas. `None` is "not known", or "there is no such thing".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The hash of the unit.
    pub unit: String,
    /// What was asked.
    pub question: String,
    /// Of which game.
    pub game: String,
    /// How far.
    pub bounds: String,
    /// How much is known.
    pub status: Status,
    /// The order of the finite misère quotient: of the positions to `heap` where the status is open, and none where the game
    /// is solved without one.
    pub quotient_order: Option<u64>,
    /// The size of its P-portion.
    pub p_portion: Option<u64>,
    /// The last heap or position that was placed.
    pub heap: Option<u64>,
    /// The period.
    pub period: Option<u64>,
    /// The heap from which on it holds.
    pub first_period_heap: Option<u64>,
    /// By how much the Grundy values grow with each period.
    pub saltus: Option<u64>,
    /// The nimber, an ordinal.
    pub nimber: Option<String>,
    /// The order of the kernel of the quotient.
    pub kernel_order: Option<u64>,
    /// Whether the identity z of the kernel is in P.
    pub identity_in_p: Option<bool>,
    /// Whether the normal kernel hypothesis holds.
    pub normal_kernel: Option<bool>,
    /// How many maximal subgroups do not meet P.
    pub subgroups_without_p: Option<u64>,
    /// The longest period of the powers of an element.
    pub longest_period: Option<u64>,
    /// What the main statement rests on: `proved`, `up_to` or `cited`.
    pub claim: Option<String>,
    /// The sentence, bound or source.
    pub because: Option<String>,
    /// Every statement with its claim.
    pub claims: Value,
    /// What else is known of the quotient.
    pub invariants: Value,
    /// Why there is no more.
    pub stopped: Option<String>,
    /// The hash of the proof.
    pub certificate: Option<String>,
}

/// How a column is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// Text.
    Text,
    /// A number.
    Number,
    /// 0 or 1.
    Flag,
    /// JSON as text.
    Json,
}

/// A column of the table of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name, that of the field of [`Row`].
    pub name: &'static str,
    /// How it is stored.
    pub kind: ColumnKind,
}

const fn column(name: &'static str, kind: ColumnKind) -> Column {
    Column { name, kind }
}

/// The columns in order: those of a row, in a store, in CSV and in JSON.
pub const COLUMNS: [Column; 23] = [
    column("unit", ColumnKind::Text),
    column("question", ColumnKind::Text),
    column("game", ColumnKind::Text),
    column("bounds", ColumnKind::Text),
    column("status", ColumnKind::Text),
    column("quotient_order", ColumnKind::Number),
    column("p_portion", ColumnKind::Number),
    column("heap", ColumnKind::Number),
    column("period", ColumnKind::Number),
    column("first_period_heap", ColumnKind::Number),
    column("saltus", ColumnKind::Number),
    column("nimber", ColumnKind::Text),
    column("kernel_order", ColumnKind::Number),
    column("identity_in_p", ColumnKind::Flag),
    column("normal_kernel", ColumnKind::Flag),
    column("subgroups_without_p", ColumnKind::Number),
    column("longest_period", ColumnKind::Number),
    column("claim", ColumnKind::Text),
    column("because", ColumnKind::Text),
    column("claims", ColumnKind::Json),
    column("invariants", ColumnKind::Json),
    column("stopped", ColumnKind::Text),
    column("certificate", ColumnKind::Text),
];

impl Row {
    /// A row of which nothing is known yet.
    pub fn new(unit: &Unit) -> Self {
        Row {
            unit: unit.hash(),
            question: unit.question.key().to_owned(),
            game: unit.game.clone(),
            bounds: unit.bounds_text(),
            status: Status::Open,
            quotient_order: None,
            p_portion: None,
            heap: None,
            period: None,
            first_period_heap: None,
            saltus: None,
            nimber: None,
            kernel_order: None,
            identity_in_p: None,
            normal_kernel: None,
            subgroups_without_p: None,
            longest_period: None,
            claim: None,
            because: None,
            claims: Value::Array(Vec::new()),
            invariants: Value::Object(Map::new()),
            stopped: None,
            certificate: None,
        }
    }

    /// The unit it belongs to; `None` when the hash is that of another.
    pub fn unit(&self) -> Option<Unit> {
        Unit::from_texts(&self.question, &self.game, &self.bounds).filter(|unit| unit.hash() == self.unit)
    }

    /// The row as a JSON object, its fields in the order of [`COLUMNS`].
    pub fn to_json(&self) -> Map<String, Value> {
        match serde_json::to_value(self) {
            Ok(Value::Object(fields)) => fields,
            _ => unreachable!("a row is written as an object"),
        }
    }

    /// The row of a JSON object.
    pub fn from_json(fields: Map<String, Value>) -> Option<Self> {
        serde_json::from_value(Value::Object(fields)).ok()
    }
}

/// A finished unit: its row, and the proof as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done {
    /// The row.
    pub row: Row,
    /// The certificate, whose hash is in the row.
    pub certificate: Option<String>,
}

impl Done {
    /// A row with its proof.
    pub fn new(row: Row, certificate: Option<String>) -> Self {
        let hash = certificate.as_ref().map(|proof| hash_of(proof.as_bytes()));
        Done { row: Row { certificate: hash, ..row }, certificate }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unit::{Bounds, UnitQuestion};

    /// Fails when a field is added to the row and forgotten among the columns.
    #[test]
    fn the_columns_are_the_fields() {
        let row = Row::new(&Unit::new(UnitQuestion::Normal, "0.77", Bounds::default()));
        let fields = row.to_json();
        let names: Vec<&str> = fields.keys().map(String::as_str).collect();
        assert_eq!(names, COLUMNS.map(|column| column.name));
        assert_eq!(Row::from_json(fields), Some(row.clone()));
        assert!(row.unit().is_some());
        assert_eq!(Row { game: "0.7".into(), ..row }.unit(), None);
    }
}
