//! What follows from a strategy: the quotient, periods, and the shortcut for squarefree games.

use std::fmt::Write as _;

use impartial::claim::Claim;
use impartial::lattice::consequences::{Quotient, TwoSectors};
use impartial::lattice::rules::coordinate_names;
use impartial::lattice::squarefree::{self, NotSquarefree};
use impartial::lattice::strategy::Strategy;
use impartial::lattice::{Cell, LatticeGame};
use num_bigint::BigInt;
use serde_json::{Map, Value, json};

use super::{StrategyQuestion, big_json, parse_point, point_text};
use crate::answer::Answer;
use crate::context::Context;
use crate::failure::Failure;

/// Says whether the quotient is finite, with the reason.
pub(super) fn describe_quotient(
    game: &LatticeGame,
    strategy: &Strategy,
    text: &mut String,
    fields: &mut Map<String, Value>,
    context: &Context,
) {
    let is_misere = matches!(game.defeated(), [one] if one.iter().all(|entry| *entry == 0));
    let name = if is_misere { "misère quotient" } else { "quotient" };
    // A limit reached costs what is said here, and nothing else.
    match strategy.quotient(&context.limits).unwrap_or(Quotient::Unknown) {
        Quotient::Unknown => {}
        Quotient::Finite => {
            let mut quotient = json!({ "finite": true });
            let mut order = String::new();
            if let Ok(Some(set)) = strategy.periodic_set(&context.limits) {
                let (monoid, _) = set.quotient();
                order = format!(" of order {}", monoid.order());
                quotient["order"] = json!(monoid.order());
                quotient["p_portion"] = json!(monoid.p_order());
                quotient["periods"] = json!(set.periods);
            }
            let _ = writeln!(text, "finite {name}{order}: P is periodic along every axis");
            fields.insert("quotient".into(), quotient);
        }
        Quotient::Irregular { axis, sets } => {
            let axis = &coordinate_names(game.dimension())[axis];
            let _ = writeln!(
                text,
                "infinite {name}: P is not periodic along {axis} from any point on; whatever two multiples of a step along {axis} are \
                 compared, some position added tells them apart ({sets} sets of pairs of states, none of which could be of two \
                 congruent multiples)"
            );
            fields.insert("quotient".into(), json!({ "finite": false, "axis": axis, "sets": sets }));
        }
        Quotient::Infinite(TwoSectors { axis, step, here, there }) => {
            let outcome = |point: &[BigInt]| strategy.cell(point).character();
            let axis = &coordinate_names(game.dimension())[axis];
            let _ = writeln!(
                text,
                "infinite {name}: P is not periodic along {axis} from any point on, for steps of {step} keep the outcome inside \
                 each sector, and lead from {} ({}) to {} ({}) in the next one, wherever they begin",
                point_text(&here),
                outcome(&here),
                point_text(&there),
                outcome(&there),
            );
            fields.insert(
                "quotient".into(),
                json!({ "finite": false, "axis": axis, "step": step, "from": big_json(&here), "to": big_json(&there) }),
            );
        }
    }
}

/// Words of a code as lists of 0 and 1.
fn bits(words: &[Vec<bool>]) -> Vec<Vec<u8>> {
    words.iter().map(|word| word.iter().map(|bit| u8::from(*bit)).collect()).collect()
}

/// The most coordinates for which squarefree games are also solved as games of all kinds are, with strata and certificate.
const MOST_COORDINATES: usize = 10;

impl StrategyQuestion {
    /// Squarefree games in normal play: nimbers solve them in any dimension. `None` when the general way goes on, for
    /// games that are not squarefree, and for the strata and the certificate of small ones.
    pub(super) fn squarefree(
        &self,
        game: &LatticeGame,
        text: &mut String,
        fields: &mut Map<String, Value>,
    ) -> Result<Option<Answer>, Failure> {
        let strategy = match squarefree::solve(game) {
            Ok(strategy) => strategy,
            Err(reason @ NotSquarefree::Weakly(_)) => {
                let _ = writeln!(text, "no shortcut by nimbers: {reason}");
                fields.insert("squarefree".into(), json!(false));
                fields.insert("not_squarefree".into(), json!(reason.to_string()));
                return Ok(None);
            }
            Err(_) => return Ok(None),
        };
        fields.insert("squarefree".into(), json!(true));
        fields.insert("nimbers".into(), json!(strategy.nimbers()));
        let nimbers: Vec<String> = strategy.nimbers().iter().map(u64::to_string).collect();
        let _ =
            writeln!(text, "squarefree, normal play; the nimbers of the coordinates: {}", nimbers.join(" "));
        let kernel = strategy.kernel();
        let _ = writeln!(
            text,
            "P = P_0 + 2N^{}: P_0 is a linear code of dimension {} in {{0,1}}^{}",
            game.dimension(),
            kernel.len(),
            game.dimension()
        );
        fields.insert("kernel".into(), json!(bits(&kernel)));
        let function = strategy.generating_function();
        fields.insert("short_form".into(), json!(function));
        if game.dimension() <= MOST_COORDINATES || self.congruent.is_some() || self.count.is_some() {
            let _ = writeln!(text, "short form of the generating function: {function}");
            return Ok(None);
        }
        let _ = writeln!(text, "generating function: {function}");
        fields.insert("status".into(), json!("proved"));
        fields.insert("strata".into(), Value::Null);
        fields.insert("generating_function".into(), json!(function));
        if let Some(written) = &self.at {
            let point = parse_point(written, game.dimension())?;
            let is_odd: Vec<bool> = point.iter().map(|x| x.bit(0)).collect();
            let is_on_board = point.iter().all(|x| x.sign() != num_bigint::Sign::Minus);
            let winning = if is_on_board { strategy.winning_rule(&is_odd) } else { None };
            let cell = match (is_on_board, &winning) {
                (false, _) => Cell::Off,
                (true, None) => Cell::P,
                (true, Some(_)) => Cell::N,
            };
            let _ = writeln!(text, "{} is {}", point_text(&point), cell.character());
            let mut moves = Vec::new();
            if let Some(rule) = winning {
                let option: Vec<BigInt> =
                    point.iter().zip(&game.rules()[rule]).map(|(x, entry)| x - entry).collect();
                let _ = writeln!(text, "  by moving to {}", point_text(&option));
                moves.push(big_json(&option));
            }
            fields.insert("position".into(), big_json(&point));
            fields.insert("outcome".into(), json!(cell.character().to_string()));
            fields.insert("winning_moves".into(), json!(moves));
        }
        let claim =
            Claim::Proved("Sprague-Grundy: every rule acts on one heap [GM, section 6, corrigendum]".into());
        Ok(Some(Answer::new(std::mem::take(text), std::mem::take(fields), claim)))
    }

    /// `--repeats`: whether adding a vector changes an outcome.
    pub(super) fn repeating(
        &self,
        game: &LatticeGame,
        strategy: &Strategy,
        text: &mut String,
        fields: &mut Map<String, Value>,
        context: &Context,
    ) -> Result<(), Failure> {
        let Some(written) = &self.repeats else { return Ok(()) };
        const LARGEST: i64 = 1 << 20;
        let small = |x: &BigInt| i64::try_from(x).ok().filter(|x| x.abs() < LARGEST);
        let vector: Option<Vec<i64>> = parse_point(written, game.dimension())?.iter().map(small).collect();
        let Some(vector) = vector else {
            return Err(Failure::new("entries are below 2^20 in size").at(written, 0..written.len()));
        };
        let ranges = match &self.conditions {
            Some(conditions) => parse_conditions(conditions, game.dimension())?,
            None => vec![(0, None); game.dimension()],
        };
        let condition = self.conditions.as_ref().map_or(String::new(), |c| format!(" where {c}"));
        let sum = impartial::lattice::rules::point_text(&vector);
        match strategy.repeats(&vector, &ranges, &context.limits) {
            Err(reason) => {
                let _ = writeln!(text, "repetition not decided: {reason}");
                fields.insert("repeats".into(), Value::Null);
            }
            Ok(None) => {
                return Err(Failure::new("repetition is decided on boards that are all of x >= 0"));
            }
            Ok(Some(Ok(()))) => {
                let _ = writeln!(
                    text,
                    "adding {sum} never makes a P-position of another, nor the reverse{condition}"
                );
                fields.insert("repeats".into(), json!(true));
            }
            Ok(Some(Err(at))) => {
                let at: Vec<BigInt> = at.into_iter().map(BigInt::from).collect();
                let moved: Vec<BigInt> = at.iter().zip(&vector).map(|(x, v)| x + v).collect();
                let outcome = |point: &[BigInt]| strategy.cell(point).character();
                let _ = writeln!(
                    text,
                    "adding {sum} changes {} at {} to {}",
                    outcome(&at),
                    point_text(&at),
                    outcome(&moved)
                );
                fields.insert("repeats".into(), json!(false));
                fields.insert("changes_at".into(), big_json(&at));
            }
        }
        Ok(())
    }
}

/// Reads `x>=4,y<=2`; `<` and `>` too.
fn parse_conditions(written: &str, dimension: usize) -> Result<Vec<(i64, Option<i64>)>, Failure> {
    let names = coordinate_names(dimension);
    let mut ranges = vec![(0i64, None::<i64>); dimension];
    for part in written.split(',') {
        let found = ["<=", ">=", "<", ">"].iter().find_map(|sign| {
            let (name, number) = part.split_once(sign)?;
            let axis = names.iter().position(|known| known == name.trim())?;
            let number: i64 = number.trim().parse().ok().filter(|n: &i64| n.abs() < 1 << 20)?;
            Some((*sign, axis, number))
        });
        let Some((sign, axis, number)) = found else {
            return Err(Failure::new("expected conditions such as x>=4,y<=2")
                .at(written, 0..written.len())
                .help(format!("the coordinates of this board are {}", names.join(", "))));
        };
        let (least, most) = &mut ranges[axis];
        let lower = |number: i64, most: Option<i64>| Some(most.map_or(number, |most| most.min(number)));
        match sign {
            ">=" => *least = (*least).max(number),
            ">" => *least = (*least).max(number + 1),
            "<=" => *most = lower(number, *most),
            _ => *most = lower(number - 1, *most),
        }
    }
    Ok(ranges)
}
