//! `impartial strategy FILE`: the P-positions of a lattice game, all of them, as a proved finite description.

use std::fmt::Write as _;

use impartial::lattice::AffineStratification;
use impartial::lattice::Cell;
use impartial::lattice::Strategy;
use impartial::lattice::point_text;
use impartial::question::{
    AutomatonQuestion, AutomatonValue, Board, NimbersFound, PointFound, Question as _, QuotientFound,
    QuotientWhy, Refused, RepeatsFound, StrataQuestion, StrataValue, StrategyFound, StrategyQuestion,
    StrategyStatus, StrategyValue,
};
use num_bigint::BigInt;

use crate::format::Format;
use crate::manner::Manner;
use crate::report::{Body, Report};

mod picture;

/// What is asked of the P-positions of a lattice game beside their description.
#[derive(Default)]
pub struct StrategyReport {
    /// The board: a file in TOML, or its text.
    pub board: String,
    /// Only the layers up to a value of a coordinate: `z=1`.
    pub below: Option<String>,
    /// Prove or refute these strata instead: a file.
    pub strata: Option<String>,
    /// Prove or refute this automaton instead: a file.
    pub automaton: Option<String>,
    /// Also whether adding a vector never changes the outcome.
    pub repeats: Option<String>,
    /// That only for positions with such coordinates.
    pub conditions: Option<String>,
    /// Also the outcome and the winning moves of a position.
    pub at: Option<String>,
    /// Also whether two positions are congruent.
    pub congruent: Option<[String; 2]>,
    /// Also how many P-positions have each weight up to this.
    pub count: Option<usize>,
    /// The weights of the coordinates.
    pub weights: Option<String>,
    /// In a picture: a range for each coordinate.
    pub ranges: Option<String>,
}

/// Strata listed in the text.
const MOST_LISTED: usize = 400;

impl StrategyReport {
    /// Answers the question.
    ///
    /// # Errors
    /// When the board or what is asked of it is not understood, or the form is none of the question.
    pub fn report(self, manner: &Manner<'_>) -> Result<Report, Refused> {
        manner.expect_format("strategy", &[Format::Text, Format::Json, Format::Svg])?;
        let is_picture = manner.format == Format::Svg;
        if is_picture && (self.strata.is_some() || self.automaton.is_some()) {
            return Err(Refused::new(
                "a picture is of the strategy that is found; leave out --strata and --automaton",
            ));
        }
        let asking = &manner.asking;
        let board = Board::named(&self.board, asking)?;
        if let Some(name) = &self.strata {
            let text = asking.files.text(name).map_err(Refused::new)?;
            let answer = StrataQuestion::read(board, self.below, name, &text)?.ask(asking)?;
            return Report::rendered(Body::Text(strata_text(&answer.value)), answer);
        }
        if let Some(name) = self.automaton {
            let text = asking.files.text(&name).map_err(Refused::new)?;
            let answer = AutomatonQuestion { board, below: self.below, name, text }.ask(asking)?;
            return Report::rendered(Body::Text(automaton_text(&answer.value)), answer);
        }
        let game = board.game.clone();
        let question = StrategyQuestion {
            board,
            below: self.below,
            description: is_picture,
            repeats: self.repeats,
            conditions: self.conditions,
            at: self.at,
            congruent: self.congruent,
            count: self.count,
            weights: self.weights,
        };
        let answer = question.ask(asking)?;
        let text = match (is_picture, &answer.value.strategy) {
            (true, Some(strategy)) => picture::picture(&game, strategy, &self.board, self.ranges.as_deref())?,
            (true, None) => String::new(),
            (false, _) => text(&answer.value, question.conditions.as_deref()),
        };
        Report::rendered(Body::Text(text), answer)
    }
}

fn text(value: &StrategyValue, conditions: Option<&str>) -> String {
    let mut text: String = value.steps.iter().map(|line| format!("{line}\n")).collect();
    write_nimbers(&mut text, value);
    if let Some(found) = &value.found {
        write_found(&mut text, found, value);
    }
    if let Some(quotient) = &value.quotient {
        write_quotient(&mut text, quotient, |point| {
            value.strategy.as_ref().map_or(Cell::Off, |strategy| strategy.cell(point))
        });
    }
    if let Some(found) = &value.repeats {
        write_repeats(&mut text, found, conditions);
    }
    if let Some(found) = &value.at {
        write_position(&mut text, found);
    }
    if let Some(found) = &value.congruence {
        let _ = match (found.congruent, &found.separated_by) {
            (Some(true), _) => writeln!(text, "the two positions are congruent"),
            (Some(false), Some(by)) => writeln!(text, "not congruent: {by} added to both tells them apart"),
            _ => Ok(()),
        };
    }
    if let Some(counts) = &value.counts {
        let last = counts.len() - 1;
        let _ = writeln!(text, "P-positions of weight 0, 1, …, {last}: {}", counts.join(" "));
    }
    text
}

fn write_nimbers(text: &mut String, value: &StrategyValue) {
    match &value.nimbers {
        None => {}
        Some(NimbersFound::Weakly { not_squarefree, .. }) => {
            let _ = writeln!(text, "no shortcut by nimbers: {not_squarefree}");
        }
        Some(NimbersFound::Squarefree { nimbers, kernel, short_form, .. }) => {
            let (dimension, rank) = (nimbers.len(), kernel.len());
            let nimbers: Vec<String> = nimbers.iter().map(u64::to_string).collect();
            let _ = writeln!(
                text,
                "squarefree, normal play; the nimbers of the coordinates: {}",
                nimbers.join(" ")
            );
            let _ = writeln!(
                text,
                "P = P_0 + 2N^{dimension}: P_0 is a linear code of dimension {rank} in {{0,1}}^{dimension}"
            );
            let by_nimbers = value.strategy.is_none()
                && value.found.as_ref().is_some_and(|found| found.status == StrategyStatus::Proved);
            let which =
                if by_nimbers { "generating function" } else { "short form of the generating function" };
            let _ = writeln!(text, "{which}: {short_form}");
        }
    }
}

fn write_found(text: &mut String, found: &StrategyFound, value: &StrategyValue) {
    match (&found.strata, &value.strategy) {
        (Some(strata), _) => write_strata(text, strata, found.generating_function.as_deref()),
        (None, Some(strategy)) if let Some(slices) = found.functions => {
            let growing = strategy.automatic.growing();
            let inner = strategy.automatic.axes.len() - growing;
            let _ = match growing {
                0 => writeln!(
                    text,
                    "P is given by a function of {inner} coordinates, eventually periodic in each (--certificate writes it down)"
                ),
                _ => writeln!(
                    text,
                    "P is given by {} that reads the digits of {growing} coordinates; its values are {slices} functions of the other {inner}, \
                     eventually periodic in each (--certificate writes them down)",
                    strategy.automatic.array
                ),
            };
        }
        (None, Some(strategy)) => {
            let _ = writeln!(
                text,
                "P is the set of {} that reads the digits of the coordinates; no union of translates was found",
                strategy.automatic.array
            );
        }
        (None, None) if found.status == StrategyStatus::Box => {
            text.push_str("no finite description was found and verified\n");
            if let Some(position) = &found.refuted_at {
                let _ = writeln!(text, "the last guess was wrong at {position}");
            }
        }
        (None, None) => {}
    }
}

fn write_strata(text: &mut String, strata: &AffineStratification, generating_function: Option<&str>) {
    let count = strata.translates.len();
    let _ =
        writeln!(text, "P is the disjoint union of {count} translate{}:", if count == 1 { "" } else { "s" });
    for translate in strata.translates.iter().take(MOST_LISTED) {
        let generators: Vec<String> = translate.generators.iter().map(|g| point_text(g)).collect();
        let _ = match generators.len() {
            0 => writeln!(text, "  {}", point_text(&translate.offset)),
            _ => writeln!(text, "  {} + N{{{}}}", point_text(&translate.offset), generators.join(", ")),
        };
    }
    match generating_function {
        _ if count > MOST_LISTED => {
            let _ = writeln!(text, "  … {} more; --json lists all", count - MOST_LISTED);
        }
        Some(function) => {
            let _ = writeln!(text, "generating function: {function}");
        }
        None => {}
    }
}

fn write_quotient(text: &mut String, found: &QuotientFound, cell: impl Fn(&[BigInt]) -> Cell) {
    let name = if found.is_misere { "misère quotient" } else { "quotient" };
    let _ = match &found.why {
        QuotientWhy::Periodic { quotient } => {
            let order =
                quotient.as_ref().map_or_else(String::new, |found| format!(" of order {}", found.order));
            writeln!(text, "finite {name}{order}: P is periodic along every axis")
        }
        QuotientWhy::Irregular { axis, sets } => writeln!(
            text,
            "infinite {name}: P is not periodic along {axis} from any point on; whatever two multiples of a step along {axis} are \
             compared, some position added tells them apart ({sets} sets of pairs of states, none of which could be of two \
             congruent multiples)"
        ),
        QuotientWhy::Sectors { axis, step, from, to } => writeln!(
            text,
            "infinite {name}: P is not periodic along {axis} from any point on, for steps of {step} keep the outcome inside \
             each sector, and lead from {from} ({}) to {to} ({}) in the next one, wherever they begin",
            cell(&from.0).character(),
            cell(&to.0).character(),
        ),
    };
}

fn write_repeats(text: &mut String, found: &RepeatsFound, conditions: Option<&str>) {
    let vector = point_text(&found.vector);
    let condition = conditions.map_or_else(String::new, |conditions| format!(" where {conditions}"));
    let _ = match (&found.changes_at, found.changes) {
        (Some(at), Some([before, after])) => {
            let (before, after) = (before.character(), after.character());
            writeln!(text, "adding {vector} changes {before} at {at} to {after}")
        }
        _ if found.repeats.is_none() => Ok(()),
        _ => {
            writeln!(text, "adding {vector} never makes a P-position of another, nor the reverse{condition}")
        }
    };
}

fn write_position(text: &mut String, found: &PointFound) {
    let says = match found.outcome {
        Cell::P => "P: whoever moved there wins",
        Cell::N => "N: the player to move wins",
        Cell::Defeated => "defeated: nobody may move there",
        Cell::Off => "off the board",
    };
    let _ = writeln!(text, "{} is {says}", found.position);
    for option in &found.winning_moves {
        let _ = writeln!(text, "  by moving to {option}");
    }
}

fn strata_text(value: &StrataValue) -> String {
    if let (Some(at), Some(wrong)) = (&value.witness, value.wrong) {
        return format!("refuted: {at} {wrong}\n");
    }
    proved_text(
        "the strata are the P-positions",
        value.status,
        value.quotient.as_ref(),
        value.strategy.as_deref(),
    )
}

fn automaton_text(value: &AutomatonValue) -> String {
    if let (Some(at), Some([says, follows])) = (&value.witness, value.wrong) {
        return format!(
            "refuted: the automaton says {} at {at}, where {} follows from what it says of the options\n",
            says.character(),
            follows.character()
        );
    }
    let sentence = "the automaton gives the outcome of every position";
    proved_text(sentence, value.status, value.quotient.as_ref(), value.strategy.as_deref())
}

fn proved_text(
    sentence: &str,
    status: Option<StrategyStatus>,
    quotient: Option<&QuotientFound>,
    strategy: Option<&Strategy>,
) -> String {
    if status.is_none() {
        return String::new();
    }
    let mut text = format!("{sentence}\n");
    if let Some(quotient) = quotient {
        write_quotient(&mut text, quotient, |point| {
            strategy.map_or(Cell::Off, |strategy| strategy.cell(point))
        });
    }
    text
}
