//! What is found of a quotient: as much of it as there was time for.

use std::fmt::Write as _;

use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use super::certificate;
use super::compare::QuotientComparison;
use super::finite::{QuotientDetail, QuotientElements};
use super::infinite::InfiniteValue;
use super::mex::MexRow;
use super::subject::QuotientSubject;
use super::ultimate_nim;
use crate::claim::Claim;
use crate::heap::HeapCode;
use crate::limits::Limits;
use crate::misere::Element;
use crate::misere::period::Period;
use crate::misere::quotient::{Growth, MisereQuotient, Status};
use crate::misere::transition::Source;
use crate::misere::ultimate_nim::UltimateNim;
use crate::question::{AlgebraicValue, Certificate, NoCertificate, Stated, Stopped};

/// A misère quotient, finite or infinite, as far as it is known.
#[derive(Clone, Debug)]
pub struct QuotientValue {
    /// What it is the quotient of.
    pub subject: QuotientSubject,
    /// The last heap asked for, if any was.
    pub asked: Option<u64>,
    /// The last position done.
    pub position: u64,
    /// How far the search for a finite quotient came.
    pub status: Status,
    /// Where the partial quotient changed.
    pub growth: Vec<Growth>,
    /// A proved lower bound for the order; the order itself when the elements are there.
    pub order_at_least: u64,
    /// A proved lower bound for the order one position further on.
    pub next_order: Option<u64>,
    /// The elements of the quotient of the positions done, which is finite.
    pub elements: Option<QuotientElements>,
    /// What is worked out from them.
    pub detail: Option<QuotientDetail>,
    /// What is proved where the search diverged.
    pub infinite: Option<InfiniteValue>,
    /// The description of all heaps, where all but the ones whose quotient is here act as nim-heaps.
    pub ultimate_nim: Option<Box<UltimateNim>>,
    /// The description of all heaps, where the partial quotients grow without end and in an order that was recognised.
    pub algebraic: Option<Box<AlgebraicValue>>,
    /// The mex function, if it was wanted.
    pub mex: Option<Vec<MexRow>>,
    /// The comparison with the quotient of another game, if it was wanted.
    pub comparison: Option<QuotientComparison>,
    /// Where the search diverged: why the quotient is not proved to be infinite.
    pub(super) not_proved: Option<String>,
    pub(super) is_stopped: bool,
    pub(super) explain: bool,
}

/// Continues the values by their proved period, up to heap `to`.
pub fn continue_periodically(phi: &mut Vec<Element>, period: Period, to: u64) {
    while (phi.len() as u64) <= to {
        phi.push(phi[phi.len() - period.length as usize]);
    }
}

impl QuotientValue {
    /// Works out the quotient in full, or as far as the limits allow: those of the search may have been reached, so
    /// `limits` are the later ones.
    pub(super) fn new(
        subject: QuotientSubject,
        search: &mut MisereQuotient,
        to: Option<u64>,
        limits: &Limits,
    ) -> Self {
        let status = search.status().clone();
        let nimbers = search.nimbers(limits);
        let quotient = search.quotient(limits);
        let source = &subject.source;
        let elements = quotient.map(|(monoid, phi)| {
            let mut heaps: Vec<Vec<Element>> =
                (0..source.codes().len()).map(|code| source.heap_values(code, &phi)).collect();
            if let (Status::Complete(periods), Some(to)) = (&status, to) {
                for (values, period) in heaps.iter_mut().zip(periods) {
                    continue_periodically(values, *period, to.min(1_000_000));
                }
            }
            QuotientElements { monoid, phi, heaps }
        });
        let mut value = QuotientValue {
            subject,
            asked: to,
            position: search.heap(),
            status,
            growth: search.growth().to_vec(),
            order_at_least: search.order_at_least(),
            next_order: search.next_order_at_least(),
            elements: elements.ok(),
            detail: None,
            infinite: None,
            ultimate_nim: None,
            algebraic: None,
            mex: None,
            comparison: None,
            not_proved: None,
            is_stopped: false,
            explain: false,
        };
        if let (Some(elements), Ok(nimbers)) = (&value.elements, nimbers) {
            value.detail = QuotientDetail::new(elements, &nimbers, limits).ok();
        }
        value
    }

    /// The largest heap done, of every code; the last position done of a list.
    pub fn heap(&self) -> u64 {
        match &self.subject.source {
            Source::List(_) => self.position,
            source => source.heaps_up_to(self.position),
        }
    }

    /// What was computed: the game, and how far it was followed if it is not solved.
    pub fn scope(&self) -> String {
        let game = &self.subject.game;
        match (&self.status, &self.subject.source) {
            (Status::Complete(_), _) => game.clone(),
            (_, Source::List(_)) => format!("{game} to position {}", self.heap()),
            _ => format!("{game} to heap {}", self.heap()),
        }
    }

    /// The same with the name of the game, if it has one.
    pub fn named_scope(&self) -> String {
        match &self.subject.source {
            Source::Heaps(code) => match code.name() {
                Some(name) => {
                    self.scope().replacen(&self.subject.game, &format!("{} ({name})", self.subject.game), 1)
                }
                None => self.scope(),
            },
            _ => self.scope(),
        }
    }

    /// The proved period of each code; none when there is no code, or no proof.
    pub fn periods(&self) -> &[Period] {
        match &self.status {
            Status::Complete(periods) => periods,
            _ => &[],
        }
    }

    /// The proved period of a game of one code.
    pub fn period(&self) -> Option<Period> {
        match (&self.subject.source, self.periods()) {
            (Source::Heaps(_), [period]) => Some(*period),
            _ => None,
        }
    }

    /// The order and the size of the P-portion, when they are known.
    pub fn size(&self) -> Option<(u64, u64)> {
        let elements = self.elements.as_ref()?;
        Some((elements.monoid.order() as u64, elements.monoid.p_order() as u64))
    }

    /// The values of heaps, or of positions, from 0 on.
    pub fn phi<'a>(&self, elements: &'a QuotientElements) -> &'a [Element] {
        match &self.subject.source {
            Source::Heaps(_) => &elements.heaps[0],
            _ => &elements.phi,
        }
    }

    /// What there was no time for, in words.
    pub(super) fn left_out(&self) -> Option<&'static str> {
        match (&self.elements, &self.detail) {
            (None, _) => Some("the elements, the presentation and the values were not written down"),
            (_, None) => Some("the presentation and the structure were not written down"),
            _ => None,
        }
    }

    /// What the finite quotient rests on.
    pub(super) fn claim(&self) -> Claim {
        let heap = self.heap();
        let of = |(code, Period { length: period, first }): (&HeapCode, &Period)| match &self.subject.source {
            Source::Union(_) => format!("period {period} from heap {first} of {code}"),
            _ => format!("period {period} from heap {first}"),
        };
        match (&self.status, &self.subject.source) {
            (Status::Complete(_), Source::List(_)) => {
                Claim::Proved("every position is placed and the quotient is exact".into())
            }
            (Status::Complete(periods), source) => {
                let periods: Vec<String> = source.codes().iter().zip(periods).map(of).collect();
                let periods = periods.join(", ");
                Claim::Proved(format!("{periods}: the periodicity theorem, values computed to heap {heap}"))
            }
            (_, Source::Heaps(_)) => Claim::UpTo(format!("heap {heap}")),
            (_, Source::List(_)) => Claim::UpTo(format!("position {heap}")),
            (_, Source::Union(_)) => Claim::UpTo(format!("heap {heap} of every code")),
        }
    }

    /// What each statement rests on; nothing is claimed of what was not written down.
    pub(super) fn claims(&self) -> Vec<Stated> {
        if let Some(infinite) = &self.infinite {
            return infinite.claims();
        }
        let main = self.claim();
        let mut statements = vec![if self.elements.is_some() { "order" } else { "order at least" }];
        if !self.periods().is_empty() {
            statements.push("period");
        }
        if self.elements.is_some() {
            statements.push("values");
        }
        if self.detail.is_some() {
            statements.extend(["presentation", "kernel", "normal kernel hypothesis"]);
        }
        if self.mex.is_some() {
            statements.push("mex function");
        }
        let mut claims: Vec<Stated> =
            statements.into_iter().map(|statement| Stated::new(statement, main.clone())).collect();
        if self.next_order.is_some() && self.is_stopped {
            let found = "sums that were told apart are different elements";
            claims.push(Stated::new("order with the next position", Claim::Proved(found.to_owned())));
        }
        claims.extend(self.comparison.as_ref().map(|comparison| comparison.stated(self)));
        claims
    }

    /// The proof, if the elements are there.
    pub(super) fn certificate(&self) -> Result<Certificate, NoCertificate> {
        if let Some(infinite) = &self.infinite {
            let presentation = infinite.presentation.as_ref();
            let proof = certificate::infinite_quotient(&self.subject.source, &infinite.game, presentation);
            return Ok(Certificate::of(&proof));
        }
        let Some(QuotientElements { monoid, phi, .. }) = &self.elements else {
            return Err(NoCertificate::because("the elements were not written down"));
        };
        // For a list of positions that was not finished, only those done are listed.
        let source = match &self.subject.source {
            Source::List(rules) if (rules.len() as u64) > self.position => {
                Source::List(rules.first(self.position as usize))
            }
            source => source.clone(),
        };
        Ok(Certificate::of(&certificate::finite_quotient(&source, monoid, phi, self.periods())))
    }

    /// Why the game is not solved and the heap asked for not reached, when that is so.
    pub(super) fn why_unfinished(&self) -> Option<Stopped> {
        match &self.status {
            Status::Complete(_) => None,
            Status::Partial if self.asked.is_some_and(|to| self.heap() >= to) => None,
            Status::Partial => Some(Stopped::because(format!(
                "the quotient to heap {} has order {}; --to goes further",
                self.heap(),
                self.order_at_least
            ))),
            Status::Diverging(seen) => {
                let mut why = format!(
                    "the next position, {}, did not close within {} copies: evidence of an infinite quotient, not proof",
                    self.subject.position_name(seen.heap),
                    seen.copies
                );
                for (position, lengths) in &seen.growing {
                    let name = self.subject.position_name(*position);
                    let _ = write!(why, "; position {name} runs {lengths:?} before it repeats");
                }
                if let Some(order) = self.next_order {
                    let _ = write!(why, "; its order is at least {order}");
                }
                if let Some(not_proved) = &self.not_proved {
                    let _ = write!(why, "; {not_proved}");
                }
                Some(Stopped::because(why))
            }
        }
    }

    /// The state of the search in a word.
    fn state(&self) -> &'static str {
        if self.ultimate_nim.is_some() {
            return "ultimately nim";
        }
        if self.algebraic.is_some() {
            return "algebraic";
        }
        match (&self.infinite, self.is_stopped, &self.status) {
            (Some(_), ..) => "infinite",
            (None, _, Status::Complete(_)) => "complete",
            (None, _, Status::Diverging(_)) => "diverging",
            (None, true, Status::Partial) => "limit",
            (None, false, Status::Partial) => "partial",
        }
    }

    /// The fields of the JSON object.
    fn fields(&self) -> Map<String, Value> {
        let period = self.period();
        let growth: Vec<Value> = self
            .growth
            .iter()
            .map(|g| json!({"heap": g.heap, "order": g.order, "p_portion": g.p_order}))
            .collect();
        let mut fields = Map::new();
        let mut put = |name: &str, value: Value| fields.insert(name.into(), value);
        put("game", json!(self.subject.game));
        put("status", json!(self.state()));
        put("heap", json!(self.heap()));
        put("order", json!(self.size().map(|(order, _)| order)));
        put("p_portion", json!(self.size().map(|(_, p_order)| p_order)));
        put("period", json!(period.map(|period| period.length)));
        put("first_period_heap", json!(period.map(|period| period.first)));
        if let Source::Union(union) = &self.subject.source {
            let of = |(code, Period { length: period, first }): (&HeapCode, &Period)| json!({"code": code.to_string(), "period": period, "first_period_heap": first});
            put("periods", union.codes().iter().zip(self.periods()).map(of).collect());
        }
        let for_all_heaps = self.algebraic.is_some() || self.ultimate_nim.is_some();
        put("proved", json!(matches!(self.status, Status::Complete(_)) || for_all_heaps));
        put("growth", json!(growth));
        if self.size().is_none() {
            put("order_at_least", json!(self.order_at_least));
        }
        if let Some(order) = self.next_order {
            put("next_order_at_least", json!(order));
        }
        if let Status::Diverging(seen) = &self.status {
            let growing: Vec<Value> = seen
                .growing
                .iter()
                .map(|(heap, lengths)| json!({"heap": heap, "before_repeating": lengths}))
                .collect();
            put("evidence", json!({"heap": seen.heap, "copies": seen.copies, "growing": growing}));
        }
        put("left_out", json!(self.left_out()));
        match (&self.elements, &self.detail) {
            (Some(elements), Some(detail)) => {
                fields.extend(detail.fields(&elements.monoid, self.phi(elements), self.explain));
                let values = self.named_values(elements, detail);
                if !values.is_empty() {
                    fields.insert("values".into(), Value::Object(values));
                }
            }
            _ => fields.extend(QuotientDetail::FIELDS.map(|name| (name.to_owned(), Value::Null))),
        }
        if let Some(infinite) = &self.infinite {
            infinite.put_into(&mut fields);
        }
        if let Some(nim) = &self.ultimate_nim {
            fields.insert("ultimate_nim".into(), ultimate_nim::fields(nim));
        }
        if let Some(algebraic) = &self.algebraic {
            put_apart(&mut fields);
            fields.insert("algebraic".into(), json!(algebraic));
        }
        if let Some(mex) = &self.mex {
            fields.insert("mex".into(), json!(mex));
        }
        if let Some(comparison) = &self.comparison {
            fields.insert("comparison".into(), json!(comparison));
        }
        fields
    }

    /// The values of everything that has a name: trees and nodes, and heaps where there are several codes.
    fn named_values(&self, elements: &QuotientElements, detail: &QuotientDetail) -> Map<String, Value> {
        let named = self.subject.named.iter();
        let mut values: Map<String, Value> = named
            .filter_map(|(name, sum)| Some((name.clone(), json!(detail.word(elements.value(sum)?)))))
            .collect();
        if let Source::Union(union) = &self.subject.source {
            for (code, heaps) in union.codes().iter().zip(&elements.heaps) {
                let shown = self.asked.map_or(heaps.len(), |to| heaps.len().min(to as usize + 1));
                let value = |heap: usize| (format!("{code}[{heap}]"), json!(detail.word(heaps[heap])));
                values.extend((1..shown).map(value));
            }
        }
        values
    }
}

/// Moves what is said of the heaps that were looked at into a field of its own: the quotients of more and more heaps grow without end, so
/// that of all has no order that a number tells, and is described by other words.
fn put_apart(fields: &mut Map<String, Value>) {
    let mut finite = Map::new();
    for name in ["heap", "order", "p_portion", "growth", "values"].into_iter().chain(QuotientDetail::FIELDS) {
        if let Some(value) = fields.get_mut(name) {
            finite.insert(name.to_owned(), value.take());
        }
    }
    fields.insert("finite".into(), Value::Object(finite));
}

impl Serialize for QuotientValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.fields().serialize(serializer)
    }
}
