//! A quotient as people and programs read it.

use std::fmt::Write as _;

use impartial::claim::Claim;
use impartial::limits::{Limits, StopReason};
use impartial::misere::kernel::{faithful_nimbers, is_regular, normal_kernel_hypothesis};
use impartial::misere::known::{self, tame_rank};
use impartial::misere::period::Period;
use impartial::misere::presentation::{Presentation, generator_name};
use impartial::misere::quotient::{Growth, MisereQuotient, Status};
use impartial::misere::rules::Sum;
use impartial::misere::structure::Structure;
use impartial::misere::transition::Source;
use impartial::misere::{BipartiteMonoid, Element};
use impartial_picture::egg_box::EggBoxDiagram;
use serde_json::{Map, Value, json};

use super::game::Subject;
use crate::certificate;
use crate::quotient_formats::Quotient as Written;

/// The widest line of relations, words or values.
const WIDTH: usize = 100;
/// Values of more heaps than this are not listed in text.
const LISTED: usize = 2000;

/// Everything that is printed about a quotient: as much of it as there was time for.
pub struct Report {
    subject: Subject,
    heap: u64,
    /// The last heap asked for, if any was.
    asked: Option<u64>,
    status: Status,
    growth: Vec<Growth>,
    /// A proved lower bound for the order; the order itself when the elements are there.
    order_at_least: u64,
    /// A proved lower bound for the order one position further on.
    next_order: Option<u64>,
    elements: Option<Elements>,
    detail: Option<Detail>,
}

/// The quotient element by element, and the values of the positions.
struct Elements {
    monoid: BipartiteMonoid,
    phi: Vec<Element>,
}

/// What is worked out from the elements.
struct Detail {
    presentation: Presentation,
    structure: Structure,
    normal_kernel: bool,
    faithful: bool,
    name: Option<String>,
}

impl Report {
    /// Works out the quotient in full, or as far as the limits allow: those of the search may have been reached, so
    /// `limits` are the later ones.
    pub fn new(subject: Subject, search: &mut MisereQuotient, to: Option<u64>, limits: &Limits) -> Self {
        let elements = search.quotient(limits).map(|(monoid, phi)| Elements { monoid, phi });
        let nimbers = search.nimbers(limits);
        let mut report = Report {
            subject,
            heap: search.heap(),
            asked: to,
            status: search.status().clone(),
            growth: search.growth().to_vec(),
            order_at_least: search.order_at_least(),
            next_order: search.next_order_at_least(),
            elements: elements.ok(),
            detail: None,
        };
        if let (Some(elements), Ok(nimbers)) = (&mut report.elements, nimbers) {
            report.detail = Detail::new(elements, &nimbers, limits).ok();
            if let (Status::Complete(Some(period)), Some(to)) = (&report.status, to) {
                continue_periodically(&mut elements.phi, *period, to.min(1_000_000));
            }
        }
        report
    }

    /// What there was no time for, in words.
    pub fn left_out(&self) -> Option<&'static str> {
        match (&self.elements, &self.detail) {
            (None, _) => Some("the elements, the presentation and the values were not written down"),
            (_, None) => Some("the presentation and the structure were not written down"),
            _ => None,
        }
    }

    /// The order and the size of the P-portion, when they are known.
    fn size(&self) -> Option<(u64, u64)> {
        let elements = self.elements.as_ref()?;
        Some((elements.monoid.order() as u64, elements.monoid.p_order() as u64))
    }

    /// What the answer rests on.
    pub fn claim(&self) -> Claim {
        match &self.status {
            Status::Complete(Some(Period { period, first })) => Claim::Proved(format!(
                "period {period} from heap {first}: the periodicity theorem, values computed to heap {}",
                self.heap
            )),
            Status::Complete(None) => {
                Claim::Proved("every position is placed and the quotient is exact".into())
            }
            Status::Partial | Status::Diverging(_) => Claim::UpTo(match self.subject.source {
                Source::Heaps(_) => format!("heap {}", self.heap),
                Source::List(_) => format!("position {}", self.heap),
            }),
        }
    }

    /// The proof, if the elements are there.
    pub fn certificate(&self) -> Option<Value> {
        let Elements { monoid, phi } = self.elements.as_ref()?;
        let period = match &self.status {
            Status::Complete(period) => *period,
            _ => None,
        };
        // For a list of positions that was not finished, only those done are listed.
        let source = match &self.subject.source {
            Source::List(rules) if (rules.len() as u64) > self.heap => {
                Source::List(rules.first(self.heap as usize))
            }
            source => source.clone(),
        };
        Some(certificate::quotient(&source, monoid, &phi[..=self.heap as usize], period))
    }

    /// Why the game is not solved and the heap asked for not reached, when that is so.
    pub fn why_unfinished(&self, to: Option<u64>) -> Option<String> {
        match &self.status {
            Status::Complete(_) => None,
            Status::Partial if to.is_some_and(|to| self.heap >= to) => None,
            Status::Partial => Some(format!(
                "the quotient to heap {} has order {}; --to goes further",
                self.heap, self.order_at_least
            )),
            Status::Diverging(seen) => {
                let mut why = format!(
                    "the next position, {}, did not close within {} copies: evidence of an infinite quotient, not proof",
                    seen.heap, seen.copies
                );
                for (heap, lengths) in &seen.growing {
                    let _ = write!(why, "; position {heap} runs {lengths:?} before it repeats");
                }
                if let Some(order) = self.next_order {
                    let _ = write!(why, "; its order is at least {order}");
                }
                Some(why)
            }
        }
    }

    /// The quotient for the writers of other forms, if it was worked out.
    pub fn written(&self) -> Option<Written<'_>> {
        let columns = match &self.status {
            Status::Complete(Some(period)) => period.period as usize,
            _ => 10,
        };
        let Elements { monoid, phi } = self.elements.as_ref()?;
        let presentation = &self.detail.as_ref()?.presentation;
        Some(Written { game: &self.subject.game, monoid, presentation, phi, columns })
    }

    /// The picture of the classes of mutual divisibility, if the quotient was worked out.
    pub fn picture(&self) -> Option<EggBoxDiagram> {
        Some(self.written()?.picture(&self.detail.as_ref()?.structure))
    }

    /// The JSON object.
    pub fn fields(&self, status: &str, explain: bool) -> Map<String, Value> {
        let period = match &self.status {
            Status::Complete(period) => *period,
            _ => None,
        };
        let growth: Vec<Value> = self
            .growth
            .iter()
            .map(|g| json!({"heap": g.heap, "order": g.order, "p_portion": g.p_order}))
            .collect();
        let mut fields = Map::new();
        let mut put = |name: &str, value: Value| fields.insert(name.into(), value);
        put("game", json!(self.subject.game));
        put("status", json!(status));
        put("heap", json!(self.heap));
        put("order", json!(self.size().map(|(order, _)| order)));
        put("p_portion", json!(self.size().map(|(_, p_order)| p_order)));
        put("period", json!(period.map(|period| period.period)));
        put("first_period_heap", json!(period.map(|period| period.first)));
        put("proved", json!(matches!(self.status, Status::Complete(_))));
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
        for (name, value) in self.detail_fields(explain) {
            put(&name, value);
        }
        fields
    }

    /// The fields that need the presentation; null where there is none.
    fn detail_fields(&self, explain: bool) -> Map<String, Value> {
        let names = [
            "tame",
            "generators",
            "relations",
            "p_words",
            "phi",
            "isomorphic_to",
            "kernel",
            "normal_kernel_hypothesis",
            "regular",
            "faithful",
        ];
        let mut fields: Map<String, Value> =
            names.map(|name| (name.to_owned(), Value::Null)).into_iter().collect();
        let (Some(written), Some(detail)) = (self.written(), &self.detail) else { return fields };
        let mut put = |name: &str, value: Value| fields.insert(name.into(), value);
        let (monoid, presentation) = (written.monoid, written.presentation);
        put("tame", json!(tame_rank(monoid).is_some()));
        put("generators", json!(generator_names(presentation)));
        put("relations", json!(texts(presentation.relations())));
        put("p_words", json!(texts(&presentation.p_words(monoid))));
        put("phi", json!(written.words(written.phi.iter().copied())));
        put("isomorphic_to", json!(detail.name));
        let structure = &detail.structure;
        let identity = written.word(structure.kernel_identity());
        put("kernel", json!({ "order": structure.kernel().len(), "identity": identity }));
        put("normal_kernel_hypothesis", json!(detail.normal_kernel));
        put("regular", json!(is_regular(monoid, structure)));
        put("faithful", json!(detail.faithful));
        if explain {
            put("structure", written.structure_json(structure));
        }
        if !self.subject.named.is_empty() {
            let value = |(name, sum): &(String, Sum)| (name.clone(), json!(written.word(written.value(sum))));
            put("values", Value::Object(self.subject.named.iter().map(value).collect()));
        }
        fields
    }

    /// The text for people.
    pub fn text(&self, explain: bool) -> String {
        let mut out = String::new();
        let _ = write!(out, "misère quotient of {}: ", self.subject.game);
        let Some((order, p_order)) = self.size() else {
            let _ = writeln!(out, "order at least {}, to heap {}", self.order_at_least, self.heap);
            self.write_growth(&mut out);
            return out;
        };
        let _ = write!(out, "order {order}, {p_order} in P");
        let (Some(written), Some(detail)) = (self.written(), &self.detail) else {
            out.push('\n');
            self.write_growth(&mut out);
            return out;
        };
        let (monoid, presentation, structure) = (written.monoid, written.presentation, &detail.structure);
        let kind = match (tame_rank(monoid), &detail.name) {
            (Some(n), _) => format!("tame: T_{n}"),
            (None, Some(name)) => format!("wild: {name}"),
            (None, None) => "wild".to_owned(),
        };
        let _ = writeln!(out, ", {kind}");
        let _ = writeln!(out, "Q = < {} |", generator_names(presentation).join(", "));
        wrap(&mut out, &texts(presentation.relations()), "      ", ",");
        let _ = writeln!(out, "    >\nP = {{");
        wrap(&mut out, &texts(&presentation.p_words(monoid)), "      ", ",");
        let _ = writeln!(out, "    }}");
        let _ = writeln!(
            out,
            "kernel of order {} with identity {}; the normal kernel hypothesis {}",
            structure.kernel().len(),
            written.word(structure.kernel_identity()),
            if detail.normal_kernel { "holds" } else { "fails" }
        );
        if explain {
            self.write_growth(&mut out);
            let yes = |is: bool| if is { "yes" } else { "no" };
            let regular = yes(is_regular(monoid, structure));
            let _ = writeln!(out, "regular: {regular}; faithful: {}", yes(detail.faithful));
            out.push_str(&written.structure_text(structure));
        }
        if self.subject.named.is_empty() {
            self.write_phi(&written, &mut out);
        } else {
            for (name, sum) in self.subject.named.iter().take(LISTED) {
                let _ = writeln!(out, "Phi({name}) = {}", written.word(written.value(sum)));
            }
        }
        out
    }

    fn write_growth(&self, out: &mut String) {
        let steps: Vec<String> =
            self.growth.iter().map(|g| format!("{}: {}/{}", g.heap, g.order, g.p_order)).collect();
        let _ = writeln!(out, "growth (position: order/P):");
        wrap(out, &steps, "      ", ",");
    }

    /// Phi in rows of the period, as the papers print it.
    fn write_phi(&self, written: &Written, out: &mut String) {
        let phi = written.phi;
        let columns = match &self.status {
            Status::Complete(Some(period)) if (4..=24).contains(&period.period) => period.period as usize,
            _ => 10,
        };
        // Unasked, two periods are enough to see it.
        let end = match (&self.status, self.asked) {
            (Status::Complete(Some(period)), None) => (period.first + 2 * period.period) as usize,
            _ => LISTED,
        };
        let end = end.min(LISTED).min(phi.len());
        let words = written.words(phi[1.min(end)..end].iter().copied());
        let width = words.iter().map(|word| word.chars().count()).max().unwrap_or(1).max(2);
        let label = phi.len().to_string().len() + 1;
        let _ = write!(out, "Phi\n{:label$}", "");
        for column in 1..=columns {
            let _ = write!(out, "  {column:<width$}");
        }
        out.push('\n');
        for (row, words) in words.chunks(columns).enumerate() {
            let _ = write!(out, "{:>label$}", format!("{}+", row * columns));
            for word in words {
                let _ = write!(out, "  {word}{}", " ".repeat(width - word.chars().count()));
            }
            out.truncate(out.trim_end().len());
            out.push('\n');
        }
        if phi.len() > end {
            let _ = writeln!(out, "… to heap {}", phi.len() - 1);
        }
    }
}

impl Detail {
    fn new(elements: &Elements, nimbers: &[u32], limits: &Limits) -> Result<Self, StopReason> {
        let Elements { monoid, phi } = elements;
        let presentation = Presentation::within(monoid, phi, limits)?;
        let structure = Structure::new(monoid);
        limits.poll()?;
        let games: Vec<(Element, u32)> = phi.iter().copied().zip(nimbers.iter().copied()).collect();
        let normal_kernel = normal_kernel_hypothesis(monoid, &structure, &games);
        limits.poll()?;
        let faithful = faithful_nimbers(monoid, &games).is_some();
        let name = known::name(monoid, limits)?;
        Ok(Detail { presentation, structure, normal_kernel, faithful, name })
    }
}

fn generator_names(presentation: &Presentation) -> Vec<String> {
    (0..presentation.generators().len()).map(generator_name).collect()
}

fn texts<T: ToString>(items: &[T]) -> Vec<String> {
    items.iter().map(ToString::to_string).collect()
}

/// Continues the values by their proved period, up to heap `to`.
fn continue_periodically(phi: &mut Vec<Element>, period: Period, to: u64) {
    while (phi.len() as u64) <= to {
        phi.push(phi[phi.len() - period.period as usize]);
    }
}

/// Writes items in lines of limited width.
fn wrap(out: &mut String, items: &[String], indent: &str, separator: &str) {
    let mut line = String::from(indent);
    for (at, item) in items.iter().enumerate() {
        let piece = if at + 1 == items.len() { item.clone() } else { format!("{item}{separator} ") };
        if line.chars().count() + piece.chars().count() > WIDTH && line.len() > indent.len() {
            let _ = writeln!(out, "{}", line.trim_end());
            line = indent.to_owned();
        }
        line.push_str(&piece);
    }
    if line.len() > indent.len() {
        let _ = writeln!(out, "{}", line.trim_end());
    }
}
