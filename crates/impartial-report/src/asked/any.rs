//! Any question that can be asked from data, read and ready to be asked.

use std::collections::HashMap;

use impartial::coin::LONGEST_CODE;
use impartial::question::{
    AbelianQuestion, AlgebraicQuestion, BornByQuestion, CoinsQuestion, GroupQuestion, GroupsQuestion,
    LatticeQuestion, LexicodeQuestion, MovesQuestion, NimberQuestion, OutcomeQuestion, PartsQuestion,
    QuotientOf, QuotientQuestion, Refused, SameQuestion, SequenceQuestion, SurveyBounds, SurveyQuestion,
};
use serde_json::{Map, Value};

use super::options::Options;
use crate::diagram::DiagramReport;
use crate::format::Choice;
use crate::groups::{GroupsColumn, GroupsProperty};
use crate::manner::Manner;
use crate::nim_table::Order;
use crate::quotient::{QuotientPicture, QuotientReport};
use crate::report::Report;
use crate::sequence::SequenceReport;
use crate::strategy::StrategyReport;
use crate::strips::parse_fold;
use crate::table::{TableReport, TableShown};

/// The questions that are mostly answered within a second.
pub const QUICK: &[&str] = &["outcome", "nimber", "moves", "sequence", "nim", "lexicode", "abelian"];

/// A question of any kind.
pub enum AnyQuestion {
    Outcome(OutcomeQuestion),
    Nimber(NimberQuestion),
    Moves(MovesQuestion),
    Sequence(SequenceReport),
    Same(SameQuestion),
    Quotient(QuotientReport),
    Diagram(DiagramReport),
    Algebraic(AlgebraicQuestion),
    Survey(SurveyQuestion),
    Abelian(AbelianQuestion, Option<String>),
    Groups(GroupsQuestion),
    Nim(String),
    NimTable { size: u64, by: Order, select: Option<String> },
    Table(TableReport),
    Strategy(Box<StrategyReport>),
    Lattice(LatticeQuestion),
    Coins(CoinsQuestion),
    Lexicode(LexicodeQuestion),
    Canonical { game: String, equals: Option<String> },
    BornBy(BornByQuestion),
    Parts(PartsQuestion),
    Group(GroupQuestion),
    Check(String),
}

impl AnyQuestion {
    /// The question with this name about a text.
    pub fn read(question: &str, text: &str, options: &Map<String, Value>) -> Result<Self, Refused> {
        let mut options = Options::new(question, options);
        let game = text.to_owned();
        let read = match question {
            "outcome" => AnyQuestion::Outcome(OutcomeQuestion { game, play: options.play()? }),
            "nimber" => AnyQuestion::Nimber(NimberQuestion { game }),
            "moves" => AnyQuestion::Moves(MovesQuestion {
                game,
                play: options.play()?,
                reply: options.flag("reply")?,
                into: options.text("into")?,
                most: options.number("most")?,
                rows: options.flag("rows")?,
            }),
            "sequence" => AnyQuestion::Sequence(sequence(game, &mut options)?),
            "same" => AnyQuestion::Same(SameQuestion {
                first: game,
                second: options.text("as")?.ok_or_else(|| Refused::new("the same as which code?"))?,
                to: options.heap("to")?.unwrap_or(20_000),
            }),
            "quotient" => AnyQuestion::Quotient(quotient(game, &mut options)?),
            "diagram" => AnyQuestion::Diagram(DiagramReport {
                full: options.flag("full")?,
                positions: options.choice("positions")?,
                quotient: quotient(game, &mut options)?,
            }),
            "algebraic" => AnyQuestion::Algebraic(AlgebraicQuestion { code: game }),
            "survey" => AnyQuestion::Survey(survey(game, &mut options)?),
            "abelian" => AnyQuestion::Abelian(
                AbelianQuestion { bounds: game, exceptions: options.flag("exceptions")? },
                options.text("select")?,
            ),
            "groups" => AnyQuestion::Groups(groups(game, &mut options)?),
            "nim" => match options.number("table")? {
                Some(size @ 1..=1024) => AnyQuestion::NimTable {
                    size,
                    by: options.choice("by")?.unwrap_or(Order::Size),
                    select: options.text("select")?,
                },
                Some(_) => return Err(Refused::new("a table has 1 to 1024 rows")),
                None => AnyQuestion::Nim(game),
            },
            "table" => AnyQuestion::Table(table(game, &mut options)?),
            "strategy" => AnyQuestion::Strategy(Box::new(StrategyReport {
                board: game,
                below: options.text("below")?,
                repeats: options.text("repeats")?,
                conditions: options.text("where")?,
                at: options.text("at")?,
                count: options.number("count")?,
                weights: options.text("weights")?,
                ranges: options.text("box")?,
                ..StrategyReport::default()
            })),
            "lattice" => AnyQuestion::Lattice(LatticeQuestion {
                game,
                to: options.number("to")?,
                play: options.play()?,
                strata: options.flag("strata")?,
            }),
            "coins" => AnyQuestion::Coins(CoinsQuestion { game }),
            "lexicode" => AnyQuestion::Lexicode(lexicode(&mut options)?),
            "canonical" => match options.number("day")? {
                Some(day) => AnyQuestion::BornBy(BornByQuestion { day }),
                None if options.flag("parts")? => AnyQuestion::Parts(PartsQuestion { game }),
                None => AnyQuestion::Canonical { game, equals: options.text("equals")? },
            },
            "group" => AnyQuestion::Group(GroupQuestion { group: game }),
            "check" => AnyQuestion::Check(game),
            _ => return Err(Refused::new(format!("`{question}` is not a question"))),
        };
        options.done()?;
        Ok(read)
    }

    /// The answer in the form asked for.
    pub fn report(self, manner: &Manner<'_>) -> Result<Report, Refused> {
        match self {
            AnyQuestion::Outcome(question) => crate::outcome(&question, manner),
            AnyQuestion::Nimber(question) => crate::nimber(&question, manner),
            AnyQuestion::Moves(question) => crate::moves(&question, manner),
            AnyQuestion::Sequence(mut report) => {
                report.question.threads = manner.outside.threads();
                report.report(manner)
            }
            AnyQuestion::Same(question) => crate::same(&question, manner),
            AnyQuestion::Quotient(report) => report.report(manner),
            AnyQuestion::Diagram(report) => report.report(manner),
            AnyQuestion::Algebraic(question) => crate::algebraic(&question, manner),
            AnyQuestion::Survey(question) => {
                let question = SurveyQuestion { jobs: manner.outside.threads(), ..question };
                crate::survey(&question, &HashMap::new(), &|_| Ok(()), manner)
            }
            AnyQuestion::Abelian(question, select) => crate::abelian(&question, select.as_deref(), manner),
            AnyQuestion::Groups(question) => {
                let question = GroupsQuestion { jobs: manner.outside.threads(), ..question };
                crate::groups(&question, Vec::new(), &mut |_| true, manner)
            }
            AnyQuestion::Nim(expression) => crate::nim(expression, manner),
            AnyQuestion::NimTable { size, by, select } => {
                crate::nim_table(size, by, select.as_deref(), manner)
            }
            AnyQuestion::Table(report) => report.report(manner),
            AnyQuestion::Strategy(report) => report.report(manner),
            AnyQuestion::Lattice(question) => crate::lattice(&question, manner),
            AnyQuestion::Coins(question) => crate::coins(&question, manner),
            AnyQuestion::Lexicode(question) => crate::lexicode(&question, manner),
            AnyQuestion::Canonical { game, equals } => crate::canonical(game, equals, manner),
            AnyQuestion::BornBy(question) => crate::born_by(&question, manner),
            AnyQuestion::Parts(question) => crate::parts(&question, manner),
            AnyQuestion::Group(question) => crate::group(&question, manner),
            #[cfg(target_arch = "wasm32")]
            AnyQuestion::Check(name) => {
                Err(Refused::new(format!("{name}: the checker of a page is a program of its own")))
            }
            #[cfg(not(target_arch = "wasm32"))]
            AnyQuestion::Check(name) => {
                let certificate = manner.asking.files.text(&name).map_err(Refused::new)?;
                crate::check(&name, &certificate, manner)
            }
        }
    }
}

fn fold(options: &mut Options<'_>) -> Result<Option<usize>, Refused> {
    options.text("fold")?.map(|text| parse_fold(&text).map_err(Refused::new)).transpose()
}

fn sequence(code: String, options: &mut Options<'_>) -> Result<SequenceReport, Refused> {
    Ok(SequenceReport {
        question: SequenceQuestion {
            octal: options.flag("octal")?,
            to: options.heap("to")?,
            summary: options.flag("summary")?,
            rare: options.flag("rare")?,
            genus: options.flag("genus")?,
            ..SequenceQuestion::new(&code)
        },
        picture: options.choice("picture")?,
        pictures: options.list("pictures")?,
        fold: fold(options)?,
    })
}

fn quotient(game: String, options: &mut Options<'_>) -> Result<QuotientReport, Refused> {
    let other_to = options.heap("other-to")?;
    Ok(QuotientReport {
        question: QuotientQuestion {
            of: QuotientOf::Game(game),
            to: options.heap("to")?,
            bound: options.number("bound")?,
            mex: options.flag("mex")?,
            isomorphic_to: options.text("isomorphic-to")?.map(|other| (other, other_to)),
        },
        picture: options.choice("picture")?.unwrap_or(QuotientPicture::EggBox),
        pictures: options.list("pictures")?,
        fold: fold(options)?,
    })
}

fn survey(family: String, options: &mut Options<'_>) -> Result<SurveyQuestion, Refused> {
    let bounds = SurveyBounds {
        normal: options.number("to")?.unwrap_or(20_000),
        misere: options.number("misere-to")?.unwrap_or(8000),
        order: options.number("order")?.unwrap_or(2000),
        work: options.number("work")?.unwrap_or(100_000),
    };
    Ok(SurveyQuestion { family, bounds, jobs: 1 })
}

fn groups(orders: String, options: &mut Options<'_>) -> Result<GroupsQuestion, Refused> {
    let games = options.text("games")?.unwrap_or_else(|| "dng,gen".to_owned());
    let column = |name: &str| {
        let column = GroupsColumn::named(name).map(|GroupsColumn(column)| column);
        column.ok_or_else(|| Refused::new(format!("there are the games {}", GroupsColumn::names())))
    };
    let games = games.split(',').map(column).collect::<Result<_, _>>()?;
    let properties = match options.text("columns")? {
        None => Vec::new(),
        Some(names) => {
            let property = |name: &str| {
                let property = GroupsProperty::named(name).map(|GroupsProperty(property)| property);
                property
                    .ok_or_else(|| Refused::new(format!("there are the columns {}", GroupsProperty::names())))
            };
            names.split(',').map(property).collect::<Result<_, _>>()?
        }
    };
    let (filter, first) = (options.text("where")?, options.flag("first")?);
    let cycles = options.flag("cycles")?;
    Ok(GroupsQuestion { orders, games, properties, filter, first, cycles, jobs: 1 })
}

fn table(board: String, options: &mut Options<'_>) -> Result<TableReport, Refused> {
    let every = options.number("every")?.unwrap_or(1);
    if every == 0 {
        return Err(Refused::new("`every` of `table` is at least 1"));
    }
    let shown = match (options.text("multiples")?, options.number("to")?) {
        (Some(position), Some(to)) => TableShown::Multiples { position, to },
        _ => TableShown::Box {
            ranges: options.text("box")?.ok_or_else(|| Refused::new("which box of the board?"))?,
            slice: options.text("slice")?,
            count: options.flag("count")?,
        },
    };
    Ok(TableReport { board, shown, every })
}

fn lexicode(options: &mut Options<'_>) -> Result<LexicodeQuestion, Refused> {
    let longest = LONGEST_CODE as u64;
    let missing =
        || Refused::new(format!("a lexicode has a length from 1 to {longest} and a distance of at least 1"));
    let length =
        options.number("length")?.filter(|length| (1..=longest).contains(length)).ok_or_else(missing)?;
    let distance = options.number("distance")?.filter(|distance| *distance >= 1).ok_or_else(missing)?;
    let base = options.number("base")?.unwrap_or(2);
    Ok(LexicodeQuestion { base, length, distance, decode: options.text("decode")? })
}
