//! Where the finite engine diverges: the quotient proved to be infinite, with the outcome of every sum.

use serde_json::{Map, Value, json};

use super::QuotientSubject;
use crate::automatic::DigitAutomaton;
use crate::claim::Claim;
use crate::limits::{Limits, StopReason};
use crate::misere::infinite::presentation::{InfinitePresentation, Members, Orthant};
use crate::misere::infinite::relations::Relation;
use crate::misere::infinite::statement::Statement;
use crate::misere::infinite::{Beyond, InfiniteGame, ReadOff, Unreached, beyond_from};
use crate::misere::presentation::generator_name;
use crate::misere::transition::Source;
use crate::question::{Stated, Stopped};

/// What is proved beyond the last finite quotient.
#[derive(Clone, Debug)]
pub struct InfiniteValue {
    /// The description of all sums.
    pub game: InfiniteGame,
    /// Whether the positions are the heaps of a code.
    pub is_heaps: bool,
    /// The game as it is printed.
    title: String,
    /// Whether all positions of the game are described.
    is_whole: bool,
    /// The names of positions 1, 2, … of a list.
    names: Vec<String>,
    /// What shows the infinite orders.
    pub statements: Vec<Statement>,
    /// All relations and elements, where the quotient is small enough.
    pub presentation: Option<InfinitePresentation>,
    /// Otherwise the relations between growing generators.
    pub relations: Vec<Relation>,
    /// The degree to which these were looked for.
    pub degree: u64,
    unreached: Option<Unreached>,
    /// The limit that was reached before all of this was written down.
    left_out: Option<StopReason>,
}

impl InfiniteValue {
    /// Proves the quotient infinite from position `first` on, to `last` if possible.
    /// A description that is known for some of them is where it begins; `found` hears of those on the way.
    pub(super) fn find(
        known: Option<(InfiniteGame, Option<ReadOff>)>,
        subject: &QuotientSubject,
        (first, last): (u64, u64),
        limits: &Limits,
        found: &mut dyn FnMut(&InfiniteGame, Option<&ReadOff>),
    ) -> Result<Self, Unreached> {
        let source = &subject.source;
        let (known, read_off) = known.unzip();
        let read_off = read_off.flatten().zip(known.as_ref().map(InfiniteGame::last));
        // What is known is not found again.
        let mut keep = |game: &InfiniteGame| {
            if read_off.as_ref().is_none_or(|(_, last)| *last != game.last()) {
                found(game, None);
            }
        };
        let Beyond { game, unreached } = beyond_from(known, source, first, last, limits, &mut keep)?;
        let mut left_out = None;
        let read_off = match read_off.filter(|(_, last)| *last == game.last()) {
            Some((read_off, _)) => read_off,
            None => {
                let mut read_off = ReadOff::default();
                match read_off.read(&game, limits) {
                    Ok(()) => found(&game, Some(&read_off)),
                    Err(reason) => left_out = Some(reason),
                }
                read_off
            }
        };
        let ReadOff { statements, presentation, relations, degree } = read_off;
        Ok(InfiniteValue {
            is_heaps: matches!(source, Source::Heaps(_)),
            title: subject.game.clone(),
            is_whole: source.len() == Some(game.last()),
            names: subject.names.clone(),
            game,
            statements,
            presentation,
            relations,
            degree,
            unreached,
            left_out,
        })
    }

    /// Why it is not all that was asked for.
    pub(super) fn stopped(&self) -> Option<Stopped> {
        let unreached = self.unreached.as_ref().map(|why| match why.reason() {
            Some(reason) => {
                let (unit, position) = (self.unit(), why.position());
                Stopped::from(reason).further(&format!("the sums to {unit} {position} are not described"))
            }
            None => Stopped::because(why.to_string()),
        });
        let left_out = || {
            let what = "not all statements and relations were written down";
            self.left_out.map(|reason| Stopped::from(reason).further(what))
        };
        unreached.or_else(left_out)
    }

    /// The last position.
    pub fn last(&self) -> u64 {
        self.game.last()
    }

    /// What positions are called.
    pub fn unit(&self) -> &'static str {
        if self.is_heaps { "heap" } else { "position" }
    }

    /// What is described: the game, and how far.
    pub fn scope(&self) -> String {
        let (game, last) = (&self.title, self.last());
        match (self.is_heaps, self.is_whole) {
            (true, _) => format!("{game} to heap {last}"),
            (false, true) => game.clone(),
            (false, false) => format!("{game}, its first {last} positions"),
        }
    }

    /// Of what the last finite quotient is, when position `last` is the last in it.
    pub fn before(&self, last: u64) -> String {
        match self.is_heaps {
            true => format!("to {last}"),
            false if last == 1 => format!("of {} alone", self.name(1)),
            false => format!("of the {last} positions before {}", self.name(last + 1)),
        }
    }

    /// A position as it is written: H7 for the heap of 7, the name of a tree or node, or else G7.
    pub fn name(&self, position: u64) -> String {
        let named = position.checked_sub(1).and_then(|place| self.names.get(place as usize));
        match named.filter(|name| !name.is_empty()) {
            _ if self.is_heaps => format!("H{position}"),
            Some(name) => name.clone(),
            None => format!("G{position}"),
        }
    }

    /// The names of the positions whose numbers of copies the automaton reads.
    pub fn growing(&self) -> Vec<String> {
        self.game.growing().iter().map(|position| self.name(*position)).collect()
    }

    /// The names of the positions of infinite order.
    pub fn infinite_orders(&self) -> Vec<String> {
        let growing = self.growing();
        self.game.orders().iter().map(|order| growing[order.axis].clone()).collect()
    }

    /// A sum of growing positions.
    pub fn sum(&self, exponents: &[u64]) -> String {
        let terms: Vec<String> = (self.game.growing().iter().zip(exponents))
            .filter(|(_, copies)| **copies > 0)
            .map(|(position, copies)| self.term(*position, *copies))
            .collect();
        if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") }
    }

    /// The same with every number written, also 1: what there must be at least.
    pub fn multiples(&self, exponents: &[u64]) -> String {
        let terms = self.game.growing().into_iter().zip(exponents).filter(|(_, copies)| **copies > 0);
        let terms: Vec<String> = terms.map(|(position, copies)| self.times(copies, position)).collect();
        terms.join(" + ")
    }

    fn term(&self, position: u64, copies: u64) -> String {
        if copies == 1 { self.name(position) } else { self.times(copies, position) }
    }

    /// So many copies of a position; a name with signs in it stands in brackets.
    fn times(&self, copies: impl std::fmt::Display, position: u64) -> String {
        let name = self.name(position);
        match name.chars().all(|c| c.is_alphanumeric() || c == '_') {
            true => format!("{copies} {name}"),
            false => format!("{copies} ({name})"),
        }
    }

    /// A statement as a sentence.
    pub fn sentence(&self, statement: &Statement) -> String {
        let Statement { beside, first, second, differences } = statement;
        let times = |letter: &str, generator: u32| self.times(letter, self.game.position(generator));
        let mut terms: Vec<String> = (beside.iter())
            .map(|(generator, copies)| self.term(self.game.position(*generator), *copies))
            .collect();
        terms.push(times("m", first.0));
        terms.push(times("n", second.0));
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

    /// A relation between growing positions.
    pub fn equation(&self, relation: &Relation) -> String {
        format!("{} = {}", self.sum(&relation.from), self.sum(&relation.to))
    }

    /// The value of every position from 0 on as a word.
    pub fn phi(&self, presentation: &InfinitePresentation) -> Vec<String> {
        let word = |generator: Option<u32>| {
            generator.map_or_else(|| "1".to_owned(), |g| presentation.values[g as usize].to_string())
        };
        self.game.generators().map(word).collect()
    }

    /// What each statement rests on: the outcomes, that the quotient is infinite, and the presentation.
    pub(super) fn claims(&self) -> Vec<Stated> {
        let (states, patterns) = self.game.quotient().verified();
        let last = self.last();
        let which = if self.is_heaps { format!("heaps to {last}") } else { format!("the {last} positions") };
        let outcomes = Claim::Proved(format!(
            "the rule of misère play holds at every sum of {which}: {states} joint states, {patterns} combinations of slices"
        ));
        let mut claims = vec![Stated::new("outcomes", outcomes)];
        if let Some(order) = self.game.orders().first() {
            let name = &self.growing()[order.axis];
            let infinite = format!(
                "{name} has infinite order: adding {} changes no outcome, and multiples of {name} repeat late, not from the beginning",
                self.sum(&order.translation.direction)
            );
            claims.push(Stated::new("infinite", Claim::Proved(infinite)));
        }
        if self.presentation.is_some() {
            let holds = "the relations hold at every sum, and none is missing: no two of the words that they leave are equal, decided by automata";
            claims.push(Stated::new("presentation", Claim::Proved(holds.to_owned())));
        } else if self.left_out.is_none() {
            let degree = Claim::UpTo(format!("degree {}", self.degree));
            claims.push(Stated::new(&format!("relations between {}", self.growing().join(", ")), degree));
        }
        claims
    }

    /// Puts what is proved into the JSON object of the last finite quotient, which moves into a field of its own.
    pub(super) fn put_into(&self, fields: &mut Map<String, Value>) {
        let finite: Map<String, Value> = ["heap", "order", "p_portion", "growth"]
            .iter()
            .filter_map(|name| Some(((*name).to_owned(), fields.get(*name)?.clone())))
            .collect();
        for (_, value) in fields.iter_mut().filter(|(name, _)| *name != "game") {
            *value = Value::Null;
        }
        let quotient = self.game.quotient();
        let (states, patterns) = quotient.verified();
        let growing = self.growing();
        let orders: Vec<Value> = (self.game.orders().iter())
            .map(|order| json!({"generator": growing[order.axis], "translation": order.translation.direction, "from": order.translation.from}))
            .collect();
        let mut put = |name: &str, value: Value| fields.insert(name.into(), value);
        put("status", json!("infinite"));
        put("heap", json!(self.last()));
        put("proved", json!(true));
        put("tame", json!(false));
        match &self.presentation {
            Some(presentation) => {
                let relations: Vec<String> = presentation.relations.iter().map(ToString::to_string).collect();
                put("generators", json!(presentation.generator_names()));
                put("relations", json!(relations));
                put("p_words", json!(presentation.p_words()));
                put("families", families(presentation));
                let phi = self.phi(presentation);
                if !self.is_heaps {
                    let named = (1..).zip(&phi[1..]).map(|(at, word)| (self.name(at), json!(word)));
                    put("values", Value::Object(named.collect()));
                }
                put("phi", json!(phi));
            }
            None => {
                let equations: Vec<String> = self.relations.iter().map(|one| self.equation(one)).collect();
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
                "automaton": automaton(quotient.automaton()),
                "slices": quotient.slices().len(),
                "relations_to_degree": self.presentation.is_none().then_some(self.degree),
                "joint_states": states,
                "patterns": patterns,
            }),
        );
        put("finite", Value::Object(finite));
    }
}

/// An automaton for programs: as in a certificate.
fn automaton(automaton: &DigitAutomaton) -> Value {
    json!({
        "radices": automaton.radices().as_slice(),
        "first": automaton.first(),
        "next": automaton.next(),
        "output": automaton.output(),
    })
}

/// The families of words with free exponents, for programs.
fn families(presentation: &InfinitePresentation) -> Value {
    let family = |orthant: &Orthant| {
        let free: Vec<String> = orthant.free.iter().map(|letter| generator_name(*letter as usize)).collect();
        let (list, period) = match &orthant.members {
            Members::Sequence { list, period } => (json!(list), json!(period)),
            Members::Automatic => (Value::Null, Value::Null),
        };
        json!({"word": orthant.word.to_string(), "free": free, "in_p": list, "period": period})
    };
    presentation.orthants.iter().filter(|orthant| !orthant.free.is_empty()).map(family).collect()
}
