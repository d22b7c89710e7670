//! Where the finite engine diverges: the quotient proved to be infinite, with the outcome of every sum.

use std::fmt::Write as _;

use impartial::claim::Claim;
use impartial::limits::{Limits, StopReason};
use impartial::misere::infinite::order::InfiniteOrder;
use impartial::misere::infinite::presentation::InfinitePresentation;
use impartial::misere::infinite::relations::Relation;
use impartial::misere::infinite::statement::Statement;
use impartial::misere::infinite::{InfiniteGame, Unsolved};
use impartial::misere::transition::Source;
use serde_json::{Map, Value, json};

use super::infinite_words;
use super::listing::{texts, write_rows};

/// The last position at which an infinite quotient is looked for: every position is a coordinate of the description.
const LARGEST: u64 = 200;

/// What is proved beyond the last finite quotient.
pub struct Infinite {
    game: InfiniteGame,
    is_heaps: bool,
    statements: Vec<Statement>,
    /// All relations and elements, where the quotient is small enough.
    presentation: Option<InfinitePresentation>,
    /// Otherwise the relations between growing generators.
    relations: Vec<Relation>,
    /// The degree to which these were looked for.
    degree: u64,
    /// Why the position asked for was not reached, if it was not.
    pub stopped: Option<String>,
}

impl Infinite {
    /// Proves the quotient infinite from position `first` on, which did not close, to `last` if possible. The error says
    /// why not even the first was proved.
    pub fn beyond(source: &Source, first: u64, last: u64, limits: &Limits) -> Result<Self, String> {
        let only = || format!("infinite quotients are described up to position {LARGEST} only");
        if first > LARGEST {
            return Err(only());
        }
        // What is infinite for the first positions is so for more, where more sums are told apart.
        let mut stopped = (last > LARGEST).then(only);
        let last = if last > LARGEST { first } else { last.max(first) };
        let solve = |to: u64| InfiniteGame::solve(source, first, to, limits);
        let mut game = solve(first).map_err(|why| explain(source, first, why))?;
        // All at once, or one after the other as far as it goes.
        match if last > first + 1 { solve(last).map(Some) } else { Ok(None) } {
            Ok(Some(further)) => game = further,
            Err(Unsolved::Limit(reason)) => stopped = Some(reason.to_string()),
            Ok(None) | Err(Unsolved::Open { .. }) => {
                while game.last() < last {
                    let to = game.last() + 1;
                    // What is described for the others may be a description for the next one too.
                    let next = match game.with_next(source, limits) {
                        Ok(Some(next)) => Ok(next),
                        Ok(None) => solve(to),
                        Err(reason) => Err(reason.into()),
                    };
                    match next {
                        Ok(further) => game = further,
                        Err(why) => {
                            stopped = Some(explain(source, to, why));
                            break;
                        }
                    }
                }
            }
        }
        let is_heaps = matches!(source, Source::Heaps(_));
        let mut found = Infinite {
            game,
            is_heaps,
            statements: Vec::new(),
            presentation: None,
            relations: Vec::new(),
            degree: 0,
            stopped,
        };
        if let Err(reason) = found.read_off(limits) {
            found
                .stopped
                .get_or_insert(format!("{reason}; not all statements and relations were written down"));
        }
        Ok(found)
    }

    fn read_off(&mut self, limits: &Limits) -> Result<(), StopReason> {
        self.statements = self.game.statements(limits)?;
        self.presentation = self.game.quotient().presentation(limits)?;
        if self.presentation.is_none() {
            (self.relations, self.degree) = self.game.relations(limits)?;
        }
        Ok(())
    }

    /// The last position.
    pub fn last(&self) -> u64 {
        self.game.last()
    }

    /// What positions are called.
    fn what(&self) -> &'static str {
        if self.is_heaps { "heap" } else { "position" }
    }

    /// A position as it is written: H7 for the heap of 7.
    fn name(&self, position: u64) -> String {
        if self.is_heaps { format!("H{position}") } else { format!("G{position}") }
    }

    /// A sum of growing positions.
    fn sum(&self, exponents: &[u64]) -> String {
        let growing = self.game.growing();
        let terms: Vec<String> = (growing.iter().zip(exponents))
            .filter(|(_, copies)| **copies > 0)
            .map(|(position, copies)| self.term(*position, *copies))
            .collect();
        if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") }
    }

    fn term(&self, position: u64, copies: u64) -> String {
        if copies == 1 { self.name(position) } else { format!("{copies} {}", self.name(position)) }
    }

    fn infinite_order(&self, order: &InfiniteOrder) -> String {
        self.name(self.game.growing()[order.axis])
    }

    /// A statement as a sentence.
    fn sentence(&self, statement: &Statement) -> String {
        let Statement { beside, first, second, differences } = statement;
        let name = |generator: u32| self.name(self.game.position(generator));
        let mut terms: Vec<String> = (beside.iter())
            .map(|(generator, copies)| self.term(self.game.position(*generator), *copies))
            .collect();
        terms.push(format!("m {}", name(first.0)));
        terms.push(format!("n {}", name(second.0)));
        let when = match differences.as_slice() {
            [all] => format!("m - n is one of {all}"),
            several => {
                let modulus = several.len();
                let cases: Vec<String> = several
                    .iter()
                    .enumerate()
                    .filter(|(_, found)| found.to_string() != "none")
                    .map(|(residue, found)| {
                        format!("m - n is one of {found} and n = {residue} mod {modulus}")
                    })
                    .collect();
                cases.join(", or ")
            }
        };
        let mut guards = Vec::new();
        for (letter, from) in [("m", first.1), ("n", second.1)] {
            if from > 0 {
                guards.push(format!("{letter} >= {from}"));
            }
        }
        let guard = if guards.is_empty() { String::new() } else { format!(" (for {})", guards.join(", ")) };
        format!("{} is P exactly if {when}{guard}", terms.join(" + "))
    }

    fn equation(&self, relation: &Relation) -> String {
        format!("{} = {}", self.sum(&relation.from), self.sum(&relation.to))
    }

    /// What the answer rests on.
    pub fn claim(&self) -> Claim {
        let (states, patterns) = self.game.quotient().verified();
        Claim::Proved(format!(
            "the rule of misère play holds at every sum of {}s to {}: {states} joint states, {patterns} combinations of slices",
            self.what(),
            self.last()
        ))
    }

    /// The text for people.
    pub fn text(&self, game: &str, explain: bool) -> String {
        let mut out = String::new();
        let _ = writeln!(out, "misère quotient of {game} to {} {}: infinite", self.what(), self.last());
        let quotient = self.game.quotient();
        let growing: Vec<String> = self.game.growing().iter().map(|position| self.name(*position)).collect();
        let _ = writeln!(
            out,
            "the outcome of every sum: an automaton of {} states reads the numbers of {}; {} slices for the others",
            quotient.automaton().states(),
            growing.join(", "),
            quotient.slices().len()
        );
        let orders: Vec<String> = self.game.orders().iter().map(|order| self.infinite_order(order)).collect();
        let _ = writeln!(out, "of infinite order: {}", orders.join(", "));
        for translation in self.game.translations() {
            let guards: Vec<String> = (translation.from.iter().zip(&growing))
                .filter(|(from, _)| **from > 0)
                .map(|(from, name)| format!("{from} {name}"))
                .collect();
            let beside = if guards.is_empty() { "any sum".to_owned() } else { guards.join(" + ") };
            let _ = writeln!(
                out,
                "  beside {beside}, adding {} changes no outcome",
                self.sum(&translation.direction)
            );
        }
        for statement in &self.statements {
            let _ = writeln!(out, "  {}", self.sentence(statement));
        }
        if let Some(presentation) = &self.presentation {
            infinite_words::write_text(&mut out, presentation, explain);
            out.push_str("Phi\n");
            let phi = self.phi(presentation);
            write_rows(&mut out, &phi[1..], (phi.len() - 1).min(10));
        }
        if !self.relations.is_empty() {
            let _ = writeln!(out, "relations between {} (to degree {}):", growing.join(", "), self.degree);
            for relation in &self.relations {
                let _ = writeln!(out, "  {}", self.equation(relation));
            }
        }
        out
    }

    /// The value of every position as a word.
    fn phi(&self, presentation: &InfinitePresentation) -> Vec<String> {
        let word = |generator: Option<u32>| {
            generator.map_or_else(|| "1".to_owned(), |g| presentation.values[g as usize].to_string())
        };
        self.game.generators().map(word).collect()
    }

    /// Puts what is proved into the JSON object of the last finite quotient, which moves into a field of its own.
    pub fn put_into(&self, fields: &mut Map<String, Value>) {
        let finite: Map<String, Value> = ["heap", "order", "p_portion", "growth"]
            .iter()
            .filter_map(|name| Some(((*name).to_owned(), fields.get(*name)?.clone())))
            .collect();
        for (_, value) in fields.iter_mut().filter(|(name, _)| *name != "game") {
            *value = Value::Null;
        }
        let growing: Vec<String> = self.game.growing().iter().map(|position| self.name(*position)).collect();
        let quotient = self.game.quotient();
        let (states, patterns) = quotient.verified();
        let orders: Vec<Value> = (self.game.orders().iter())
            .map(|order| json!({"generator": self.infinite_order(order), "translation": order.translation.direction, "from": order.translation.from}))
            .collect();
        let mut put = |name: &str, value: Value| fields.insert(name.into(), value);
        put("status", json!("infinite"));
        put("heap", json!(self.last()));
        put("proved", json!(true));
        put("tame", json!(false));
        let equations = self.relations.iter().map(|relation| self.equation(relation)).collect::<Vec<_>>();
        match &self.presentation {
            Some(presentation) => {
                put("generators", json!(infinite_words::names(presentation)));
                put("relations", json!(texts(&presentation.relations)));
                put("p_words", json!(infinite_words::p_words(presentation)));
                put("families", infinite_words::families(presentation));
                put("phi", json!(self.phi(presentation)));
            }
            None => {
                put("generators", json!(growing));
                put("relations", json!(equations));
            }
        }
        put("statements", json!(self.statements.iter().map(|one| self.sentence(one)).collect::<Vec<_>>()));
        put(
            "infinite",
            json!({
                "growing": self.game.growing(),
                "infinite_order": orders,
                "states": quotient.automaton().states(),
                "slices": quotient.slices().len(),
                "relations_to_degree": self.presentation.is_none().then_some(self.degree),
                "joint_states": states,
                "patterns": patterns,
            }),
        );
        put("finite", Value::Object(finite));
    }

    /// The proof: kind `infinite-quotient`.
    pub fn certificate(&self, source: &Source) -> Value {
        let quotient = self.game.quotient();
        let automaton = quotient.automaton();
        let nodes: Vec<Value> = (quotient.diagram().list().iter())
            .map(|node| json!([node.generator, node.loop_start, node.slices]))
            .collect();
        let orders: Vec<Value> = (self.game.orders().iter())
            .map(|order| {
                json!({
                    "axis": order.axis,
                    "direction": order.translation.direction,
                    "from": order.translation.from,
                    "point": order.point,
                    "period": order.period,
                    "repeats_from": order.repeats_from,
                })
            })
            .collect();
        let mut certificate = json!({
            "kind": "infinite-quotient",
            "last": self.last(),
            "types": self.game.generators().collect::<Vec<_>>(),
            "growing": quotient.growing(),
            "radices": automaton.radices().as_slice(),
            "first": automaton.first(),
            "next": automaton.next(),
            "output": automaton.output(),
            "nodes": nodes,
            "slices": quotient.slices().iter().map(|slice| slice.number()).collect::<Vec<_>>(),
            "orders": orders,
        });
        match source {
            Source::Heaps(code) => certificate["code"] = json!(code.to_string()),
            Source::List(_) | Source::Union(_) => {
                let positions: Vec<Vec<Vec<u64>>> = (1..=self.last()).map(|n| source.options(n)).collect();
                certificate["positions"] = json!(positions);
            }
        }
        certificate
    }
}

/// Why a position is not proved to make the quotient infinite.
fn explain(source: &Source, position: u64, why: Unsolved) -> String {
    let what = if matches!(source, Source::Heaps(_)) { "heap" } else { "position" };
    match why {
        Unsolved::Limit(reason) => format!("{reason} before the quotient to {what} {position} was described"),
        Unsolved::Open { growing, cells, .. } => format!(
            "no description of the sums to {what} {position} was proved; {} exponents seem to grow, {cells} vectors of copies \
             were looked at",
            growing.len()
        ),
    }
}
