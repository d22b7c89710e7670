//! What can be asked of a store: rows by status, order, period, kernel and hypothesis, the smallest first.

use impartial::question::Refused;

use crate::row::{COLUMNS, Status};
use crate::store::Cell;
use crate::unit::UnitQuestion;

/// Numbers from one to another, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The least.
    pub from: u64,
    /// The greatest.
    pub to: u64,
}

/// Whether a conjecture about quotients fails: each is a question of [PS, Section 8].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hypothesis {
    /// The normal kernel hypothesis fails.
    NormalKernelFails,
    /// The identity z of the kernel is not in P.
    IdentityNotInP,
    /// A maximal subgroup does not meet P.
    SubgroupWithoutP,
}

/// A choice of rows. Without any bound all of them, in the order in which they were planned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// The row of one unit, by its hash.
    pub unit: Option<String>,
    /// Of one family.
    pub family: Option<String>,
    /// Of one question.
    pub question: Option<UnitQuestion>,
    /// With one status.
    pub status: Option<Status>,
    /// One game.
    pub game: Option<String>,
    /// By the order of the quotient.
    pub order: Option<Range>,
    /// By the period.
    pub period: Option<Range>,
    /// By the order of the kernel.
    pub kernel: Option<Range>,
    /// By the longest period of an element.
    pub element_period: Option<Range>,
    /// Where hypotheses fail.
    pub hypotheses: Vec<Hypothesis>,
    /// Whether the smallest come first: by order, then by P-portion, period and place.
    pub smallest: bool,
    /// How many.
    pub most: Option<u64>,
}

impl Range {
    /// Reads `8`, `8..20`, `8..` or `..20`.
    ///
    /// ```
    /// use impartial_survey::Range;
    /// assert_eq!(Range::read("8..20"), Some(Range { from: 8, to: 20 }));
    /// assert_eq!(Range::read("8"), Some(Range { from: 8, to: 8 }));
    /// assert_eq!(Range::read("20..8"), None);
    /// ```
    pub fn read(text: &str) -> Option<Self> {
        let end = |text: &str, none: u64| if text.is_empty() { Some(none) } else { text.parse().ok() };
        // A store holds numbers below 2^63.
        const LARGEST: u64 = i64::MAX as u64;
        let range = match text.split_once("..") {
            Some((from, to)) => Range { from: end(from, 0)?, to: end(to, LARGEST)? },
            None => Range { from: text.parse().ok()?, to: text.parse().ok()? },
        };
        (range.from <= range.to && range.to <= LARGEST).then_some(range)
    }
}

impl Hypothesis {
    /// All of them, each with its name.
    pub const ALL: [(&'static str, Hypothesis); 3] = [
        ("normal-kernel-fails", Hypothesis::NormalKernelFails),
        ("z-not-in-p", Hypothesis::IdentityNotInP),
        ("subgroup-without-p", Hypothesis::SubgroupWithoutP),
    ];

    /// The one with this name.
    pub fn named(name: &str) -> Option<Self> {
        Hypothesis::ALL.into_iter().find(|(known, _)| *known == name).map(|(_, hypothesis)| hypothesis)
    }

    fn condition(self) -> &'static str {
        match self {
            Hypothesis::NormalKernelFails => "e.normal_kernel = 0",
            Hypothesis::IdentityNotInP => "e.identity_in_p = 0",
            Hypothesis::SubgroupWithoutP => "e.subgroups_without_p > 0",
        }
    }
}

impl Query {
    /// The rows of a family.
    pub fn of_family(family: &str) -> Self {
        Query { family: Some(family.to_owned()), ..Query::default() }
    }

    /// The statement and what it is filled with; each parameter stands once, in order.
    pub(crate) fn sql(&self) -> Result<(String, Vec<Cell>), Refused> {
        let columns = COLUMNS.map(|column| format!("e.{}", column.name)).join(", ");
        let (mut conditions, mut cells) = (Vec::new(), Vec::new());
        let mut equals = |name: &str, text: Option<&str>| {
            if let Some(text) = text {
                cells.push(Cell::text(text));
                conditions.push(format!("{name} = ${}", cells.len()));
            }
        };
        equals("e.unit", self.unit.as_deref());
        equals("m.family", self.family.as_deref());
        equals("e.question", self.question.map(UnitQuestion::key));
        equals("e.status", self.status.map(Status::key));
        equals("e.game", self.game.as_deref());
        for (name, range) in [
            ("e.quotient_order", self.order),
            ("e.period", self.period),
            ("e.kernel_order", self.kernel),
            ("e.longest_period", self.element_period),
        ] {
            if let Some(Range { from, to }) = range {
                cells.extend([Cell::number(from)?, Cell::number(to)?]);
                conditions.push(format!("{name} BETWEEN ${} AND ${}", cells.len() - 1, cells.len()));
            }
        }
        conditions.extend(self.hypotheses.iter().map(|hypothesis| hypothesis.condition().to_owned()));
        let from = match self.family {
            Some(_) => "member m JOIN entry e ON e.unit = m.unit",
            None => "unit m JOIN entry e ON e.unit = m.hash",
        };
        let place = if self.family.is_some() { "m.place" } else { "m.number" };
        let filter = if conditions.is_empty() {
            String::new()
        } else {
            format!(" WHERE {}", conditions.join(" AND "))
        };
        let order = if self.smallest {
            format!(
                "e.quotient_order NULLS LAST, e.p_portion NULLS LAST, e.period NULLS LAST, {place}, e.bounds"
            )
        } else {
            format!("{place}, e.bounds")
        };
        let most = self.most.map_or_else(String::new, |most| format!(" LIMIT {most}"));
        Ok((format!("SELECT {columns} FROM {from}{filter} ORDER BY {order}{most}"), cells))
    }
}
