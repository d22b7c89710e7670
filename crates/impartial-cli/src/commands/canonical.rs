//! `impartial canonical GAME`: the misère canonical form, and what it tells.

use std::fmt::Write as _;

use clap::Args;
use impartial::claim::Claim;
use impartial::game::forest::{Forest, Tree};
use impartial::game::notation::{conway_notation, set_notation, set_notation_length};
use impartial::language::{Analyst, Position, parse};
use impartial::misere::canonical::{CanonicalForms, count_born_by};
use impartial::misere::distinguish::Distinguisher;
use impartial::misere::genus::Genera;
use serde_json::{Map, Value, json};

use crate::answer::Answer;
use crate::context::{Context, Format};
use crate::failure::Failure;
use impartial::question::Refused;

/// The simplest game equal to a game in misère play.
#[derive(Args)]
pub struct Canonical {
    /// The position: '*2_+320', '{0,{*2}}', 'kayles[5]', 'A + B'
    #[arg(required_unless_present = "day")]
    game: Option<String>,
    /// Whether the game equals this one; if not, a context in which their outcomes differ
    #[arg(long, value_name = "GAME", requires = "game")]
    equals: Option<String>,
    /// How many canonical forms are born by this day, 0 to 5, and which (to day 4)
    #[arg(long, value_name = "N", conflicts_with = "game")]
    day: Option<u32>,
}

/// Forms longer than this are not written out.
const LONGEST: u64 = 100_000;

impl Canonical {
    /// Answers the question.
    pub fn run(self, context: &Context) -> Result<Answer, Failure> {
        context.expect_format("canonical", &[Format::Text, Format::Json])?;
        match (&self.game, self.day) {
            (Some(game), _) => Table::default().form(game, self.equals.as_deref(), context),
            (None, Some(day)) => born_by(day),
            (None, None) => Err(Failure::new("which game?")),
        }
    }
}

/// The largest nim-heap that is written down as a tree.
const LARGEST_NIM_HEAP: u64 = 1000;

fn largest_nim_heap(position: &Position) -> Option<u64> {
    match position {
        Position::Nim(size) => size.to_u64(),
        Position::Sum(parts) | Position::Compound(parts) => parts.iter().filter_map(largest_nim_heap).max(),
        Position::Product(factors) => factors.iter().filter_map(largest_nim_heap).max(),
        Position::Tree(_)
        | Position::Heaps(..)
        | Position::Coins(_)
        | Position::Lattice(..)
        | Position::Chosen(_)
        | Position::Divided(_)
        | Position::Algebra(_) => None,
    }
}

/// A forest with the canonical forms found in it.
#[derive(Default)]
struct Table {
    forest: Forest,
    misere: CanonicalForms,
}

impl Table {
    fn form(mut self, text: &str, equals: Option<&str>, context: &Context) -> Result<Answer, Failure> {
        let mut fields = Map::new();
        fields.insert("game".into(), json!(text));
        let form = match self.canonical(text, context)? {
            Ok(form) => form,
            Err(why) => return Ok(Answer::unanswered(fields, why)),
        };
        let mut out = String::new();
        self.describe(text, form, &mut fields, &mut out);
        let mut stopped = None;
        if let Some(other) = equals {
            match self.canonical(other, context)? {
                Ok(other_form) => {
                    stopped = self.compare(other, form, other_form, context, &mut fields, &mut out);
                }
                Err(why) => stopped = Some(why),
            }
        }
        let claim = Claim::Proved(
            "reversible moves are bypassed until none is left; equal canonical forms are identical".into(),
        );
        Ok(Answer { stopped, ..Answer::new(out, fields, claim) })
    }

    /// The canonical form of the position a text names, or why it was not reached.
    fn canonical(&mut self, text: &str, context: &Context) -> Result<Result<Tree, String>, Failure> {
        let parsed = parse(text).map_err(|error| Refused::reading(text, error))?;
        let position = parsed.position(text).map_err(|error| Refused::reading(text, error))?.clone();
        if let Err(why) = Analyst::can_search(&position) {
            return Ok(Err(why.to_string()));
        }
        // A nim-heap is a tree with as many options as it is large, and so is every heap below it.
        if let Some(size) = largest_nim_heap(&position).filter(|size| *size > LARGEST_NIM_HEAP) {
            return Ok(Err(format!(
                "the nim-heap *{size} is too large for a tree; *{LARGEST_NIM_HEAP} is the largest"
            )));
        }
        let form = self.misere.form_of(&mut self.forest, &parsed.rulebook, &position, &context.limits);
        Ok(form.map_err(|why| why.to_string()))
    }

    fn text(&self, tree: Tree) -> Option<(String, String)> {
        (set_notation_length(&self.forest, tree) <= LONGEST)
            .then(|| (conway_notation(&self.forest, tree), set_notation(&self.forest, tree)))
    }

    fn describe(&mut self, text: &str, form: Tree, fields: &mut Map<String, Value>, out: &mut String) {
        let mut genera = Genera::default();
        let genus = genera.genus(&self.forest, form).to_string();
        let temper = genera.temper(&self.forest, form);
        let outcome = self.misere.outcome(&mut self.forest, form);
        let mate = self.misere.mate(&mut self.forest, form);
        let birthday = self.forest.birthday(form);
        let (written, mate) = (self.text(form), self.text(mate).map(|(conway, _)| conway));
        let subgames = self.forest.subtrees(form).len();
        match &written {
            Some((conway, _)) => {
                let _ = writeln!(out, "{text} = {conway} in misère play");
            }
            None => {
                let _ = writeln!(
                    out,
                    "the canonical form of {text} has {subgames} subgames and is too long to write"
                );
            }
        }
        if let Some((_, set)) = &written {
            let _ = writeln!(out, "as a set: {set}");
        }
        let _ = writeln!(out, "birthday {birthday}, genus {genus}, {temper}, outcome {outcome}");
        if let Some(mate) = &mate {
            let _ = writeln!(out, "mate {mate}: the sum of the two is a P-position");
        }
        let mut put = |name: &str, value: Value| fields.insert(name.into(), value);
        put("canonical", json!(written.as_ref().map(|(conway, _)| conway)));
        put("set", json!(written.as_ref().map(|(_, set)| set)));
        put("subgames", json!(subgames));
        put("birthday", json!(birthday));
        put("genus", json!(genus));
        put("temper", json!(temper.to_string()));
        put("play", json!("misere"));
        put("outcome", json!(outcome.to_string()));
        put("mate", json!(mate));
    }

    /// Says whether two canonical forms are equal; the reason why not, when it was not found.
    fn compare(
        &mut self,
        other: &str,
        form: Tree,
        other_form: Tree,
        context: &Context,
        fields: &mut Map<String, Value>,
        out: &mut String,
    ) -> Option<String> {
        fields.insert("equals".into(), json!(form == other_form));
        if form == other_form {
            let _ = writeln!(out, "equal to {other}");
            return None;
        }
        let found = Distinguisher::default().separator(
            &mut self.forest,
            &mut self.misere,
            form,
            other_form,
            &context.limits,
        );
        let separator = match found {
            Ok(separator) => separator.and_then(|tree| self.text(tree)),
            Err(reason) => {
                let _ = writeln!(out, "not equal to {other}");
                return Some(format!("{reason} before a context that tells them apart was written down"));
            }
        };
        fields.insert("context".into(), json!(separator.as_ref().map(|(conway, _)| conway)));
        match separator {
            Some((conway, _)) => {
                let _ = writeln!(
                    out,
                    "not equal to {other}: with T = {conway}, the first game plus T is a P-position and the second an N-position"
                );
            }
            None => {
                let _ = writeln!(
                    out,
                    "not equal to {other}; a context that tells them apart is too long to write"
                );
            }
        }
        None
    }
}

/// The canonical forms born by a day.
fn born_by(day: u32) -> Result<Answer, Failure> {
    if day > 5 {
        return Err(Failure::new("the games born by day 6 are a number of 4171780 binary digits")
            .help("days 0 to 5 are counted, days 0 to 4 listed"));
    }
    let mut table = Table::default();
    let count = count_born_by(day).map(|count| count.to_string());
    let list = table.misere.born_by(&mut table.forest, day);
    let names: Option<Vec<String>> =
        list.map(|list| list.iter().map(|&tree| conway_notation(&table.forest, tree)).collect());
    let mut fields = Map::new();
    fields.insert("day".into(), json!(day));
    fields.insert("count".into(), json!(count));
    fields.insert("games".into(), json!(names));
    let mut out = format!("{} games are born by day {day}\n", count.unwrap_or_default());
    if let Some(names) = names {
        let _ = writeln!(out, "{}", names.join("  "));
    }
    let claim = Claim::Proved(
        "every set of games born a day earlier, without those that revert to an earlier game".into(),
    );
    Ok(Answer::new(out, fields, claim))
}
