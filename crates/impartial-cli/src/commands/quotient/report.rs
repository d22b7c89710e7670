//! A quotient as people and programs read it.

use std::fmt::Write as _;

use impartial::claim::Claim;
use impartial::heap::{GrundySequence, HeapCode};
use impartial::limits::{Limits, StopReason};
use impartial::misere::kernel::{faithful_nimbers, is_regular, kernel_nimbers};
use impartial::misere::known::{self, tame_rank};
use impartial::misere::period::Period;
use impartial::misere::presentation::{Presentation, generator_name};
use impartial::misere::quotient::{Growth, MisereQuotient, Status};
use impartial::misere::rules::Sum;
use impartial::misere::structure::Structure;
use impartial::misere::transition::Source;
use impartial::misere::{BipartiteMonoid, Element};
use impartial::question::{Certificate, quotient_certificate};
use impartial_picture::egg_box::EggBoxDiagram;
use impartial_picture::strip::Strip;
use serde_json::{Map, Value, json};

use super::egg_box;
use super::game::Subject;
use super::infinite::Infinite;
use super::listing::{texts, wrap, write_list, write_rows};
use crate::answer::Answer;
use crate::context::{Context, Format};
use crate::failure::Failure;
use crate::quotient_formats::Quotient as Written;
use crate::strips::{self, LONGEST_UNASKED, Law, Shape, law_of};

/// Values of more heaps than this are not listed in text.
const LISTED: usize = 2000;
/// Beside a strip of misère play, the period of normal play is looked for so far.
const NORMAL_PERIOD: u64 = 4096;

/// Everything that is printed about a quotient: as much of it as there was time for.
pub struct Report {
    subject: Subject,
    /// The last position done.
    position: u64,
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
    /// Where the search diverged: why the quotient is not proved to be infinite.
    pub not_proved: Option<String>,
}

/// The quotient element by element, and the values of the positions.
struct Elements {
    monoid: BipartiteMonoid,
    phi: Vec<Element>,
    /// For each code the values of its heaps, continued by the period as far as asked.
    heaps: Vec<Vec<Element>>,
}

/// What is worked out from the elements.
struct Detail {
    presentation: Presentation,
    structure: Structure,
    /// The nim-value of each element in normal play, when the normal kernel hypothesis holds.
    nimbers: Option<Vec<Option<u32>>>,
    faithful: bool,
    name: Option<String>,
}

impl Report {
    /// Works out the quotient in full, or as far as the limits allow: those of the search may have been reached, so
    /// `limits` are the later ones.
    pub fn new(subject: Subject, search: &mut MisereQuotient, to: Option<u64>, limits: &Limits) -> Self {
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
            Elements { monoid, phi, heaps }
        });
        let mut report = Report {
            subject,
            position: search.heap(),
            asked: to,
            status,
            growth: search.growth().to_vec(),
            order_at_least: search.order_at_least(),
            next_order: search.next_order_at_least(),
            elements: elements.ok(),
            detail: None,
            not_proved: None,
        };
        if let (Some(elements), Ok(nimbers)) = (&report.elements, nimbers) {
            report.detail = Detail::new(elements, &nimbers, limits).ok();
        }
        report
    }

    /// The largest heap done, of every code; the last position done of a list.
    fn heap(&self) -> u64 {
        match &self.subject.source {
            Source::List(_) => self.position,
            source => source.heaps_up_to(self.position),
        }
    }

    /// The game, and how far it was followed if it is not solved.
    pub fn scope(&self) -> String {
        match &self.status {
            Status::Complete(_) => self.subject.game.clone(),
            _ => format!("{} to heap {}", self.subject.game, self.heap()),
        }
    }

    /// The same with the name of the game, if it has one.
    fn named_scope(&self) -> String {
        match &self.subject.source {
            Source::Heaps(_) => match self.subject.source.codes().first().and_then(HeapCode::name) {
                Some(name) => {
                    self.scope().replacen(&self.subject.game, &format!("{} ({name})", self.subject.game), 1)
                }
                None => self.scope(),
            },
            _ => self.scope(),
        }
    }

    /// The name of the position after the last one done.
    pub fn next_position(&self) -> String {
        self.subject.position_name(self.position + 1)
    }

    /// The proved period of each code; none when there is no code, or no proof.
    fn periods(&self) -> &[Period] {
        match &self.status {
            Status::Complete(periods) => periods,
            _ => &[],
        }
    }

    /// The proved period of a game of one code.
    fn period(&self) -> Option<Period> {
        match (&self.subject.source, self.periods()) {
            (Source::Heaps(_), [period]) => Some(*period),
            _ => None,
        }
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

    /// The proof, if the elements are there.
    pub fn certificate(&self) -> Option<Value> {
        let Elements { monoid, phi, .. } = self.elements.as_ref()?;
        // For a list of positions that was not finished, only those done are listed.
        let source = match &self.subject.source {
            Source::List(rules) if (rules.len() as u64) > self.position => {
                Source::List(rules.first(self.position as usize))
            }
            source => source.clone(),
        };
        Some(quotient_certificate::quotient(&source, monoid, phi, self.periods()))
    }

    /// Why the game is not solved and the heap asked for not reached, when that is so.
    pub fn why_unfinished(&self, to: Option<u64>) -> Option<String> {
        match &self.status {
            Status::Complete(_) => None,
            Status::Partial if to.is_some_and(|to| self.heap() >= to) => None,
            Status::Partial => Some(format!(
                "the quotient to heap {} has order {}; --to goes further",
                self.heap(),
                self.order_at_least
            )),
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
                Some(why)
            }
        }
    }

    /// The answer where the quotient was proved to be infinite beyond the last finite one.
    /// `drawn` is its picture, if one was asked for.
    pub fn beyond(
        self,
        infinite: Infinite,
        drawn: Option<String>,
        format: Format,
        context: &Context,
    ) -> Answer {
        let has_form = drawn.is_some() || matches!(format, Format::Text | Format::Json);
        let body = match format {
            Format::Text => {
                infinite.text(&self.subject.game, context.explain) + &self.last_finite(context.explain)
            }
            _ => drawn.unwrap_or_default(),
        };
        let mut fields = Map::new();
        if format == Format::Json {
            fields = self.fields("infinite", context.explain);
            infinite.put_into(&mut fields);
        }
        let wanted = context.certificate.is_some();
        let certificate = wanted.then(|| infinite.certificate(&self.subject.source));
        let no_form =
            (!has_form).then(|| "an infinite quotient has no table to write in this form".to_owned());
        let claim = infinite.claim();
        let stopped = infinite.stopped.or(no_form);
        Answer {
            stopped,
            certificate: certificate.map(|proof| Ok(Certificate::of(&proof))),
            ..Answer::new(body, fields, claim)
        }
    }

    /// The last quotient that is finite, in a line, or in full.
    fn last_finite(&self, explain: bool) -> String {
        match (explain, self.size()) {
            (true, _) => format!("before, to heap {}:\n{}", self.heap(), self.text(true)),
            (false, Some((order, p_order))) => {
                format!("the quotient to {} is finite: order {order}, {p_order} in P\n", self.heap())
            }
            (false, None) => String::new(),
        }
    }

    /// The quotient for the writers of other forms, if it was worked out.
    pub fn written(&self) -> Option<Written<'_>> {
        let Elements { monoid, phi, heaps } = self.elements.as_ref()?;
        let (phi, unit) = match &self.subject.source {
            Source::Heaps(_) => (&heaps[0], "heap"),
            _ => (phi, "position"),
        };
        let presentation = &self.detail.as_ref()?.presentation;
        let (columns, listed) = self.shape_of_table(self.period(), phi.len());
        Some(Written { game: &self.subject.game, monoid, presentation, phi, unit, columns, listed })
    }

    /// The picture of the classes of mutual divisibility, if the quotient was worked out.
    pub fn picture(&self) -> Option<EggBoxDiagram> {
        let Detail { structure, nimbers, .. } = self.detail.as_ref()?;
        Some(egg_box::picture(&self.written()?, structure, nimbers.as_deref(), &self.named_scope()))
    }

    /// The strip of each code, or the strips of both plays, if the values were written down.
    pub fn strips(&self, both: bool, fold: Option<usize>, context: &Context) -> Result<Vec<Strip>, Failure> {
        let codes = self.subject.source.codes();
        if codes.is_empty() {
            return Err(Failure::new("a strip shows heaps, and this game is a list of positions"));
        }
        let (Some(written), Some(elements)) = (self.written(), &self.elements) else { return Ok(Vec::new()) };
        let mut strips = Vec::new();
        for (at, code) in codes.iter().enumerate() {
            let law = self.periods().get(at).map(|period| Law {
                length: period.length,
                first: period.first,
                saltus: 0,
            });
            let shape = Shape::new(law, fold);
            let known = elements.heaps[at].len().saturating_sub(1) as u64;
            // What the period proves may be drawn unasked, and what was asked for may not reach beyond what is known.
            let heaps = match (self.asked, law) {
                (Some(to), Some(_)) => to,
                (Some(to), None) => to.min(known),
                (None, Some(_)) => shape.heaps_unasked(),
                (None, None) => known.min(LONGEST_UNASKED),
            };
            if heaps > strips::LONGEST {
                return Err(strips::too_long(heaps));
            }
            let mut phi = elements.heaps[at].clone();
            if let Some(period) = self.periods().get(at) {
                continue_periodically(&mut phi, *period, heaps);
            }
            let mut sequence = GrundySequence::new(code.clone());
            let reached = match sequence.extend_to(heaps, &context.late) {
                Ok(()) => heaps as usize,
                Err(_) => sequence.values().len().saturating_sub(1).min(heaps as usize),
            };
            if both {
                // Without its period the strip of normal play has no pattern to show, nothing more.
                let _ = sequence.find_period(NORMAL_PERIOD.max(heaps), &context.late);
                strips.push(strips::normal(
                    &sequence,
                    reached,
                    &Shape::new(law_of(&sequence), fold.or(Some(shape.fold))),
                ));
            }
            let cells: Vec<(String, bool)> =
                phi.iter().map(|&x| (written.word(x), written.monoid.is_p(x))).collect();
            strips.push(strips::misere(&sequence, &cells, reached, &shape));
        }
        Ok(strips)
    }

    /// The JSON object.
    pub fn fields(&self, status: &str, explain: bool) -> Map<String, Value> {
        let period = self.period();
        let growth: Vec<Value> = self
            .growth
            .iter()
            .map(|g| json!({"heap": g.heap, "order": g.order, "p_portion": g.p_order}))
            .collect();
        let mut fields = Map::new();
        let mut put = |name: &str, value: Value| fields.insert(name.into(), value);
        put("game", json!(self.subject.game));
        put("status", json!(status));
        put("heap", json!(self.heap()));
        put("order", json!(self.size().map(|(order, _)| order)));
        put("p_portion", json!(self.size().map(|(_, p_order)| p_order)));
        put("period", json!(period.map(|period| period.length)));
        put("first_period_heap", json!(period.map(|period| period.first)));
        if let Source::Union(union) = &self.subject.source {
            let of = |(code, Period { length: period, first }): (&HeapCode, &Period)| json!({"code": code.to_string(), "period": period, "first_period_heap": first});
            put("periods", union.codes().iter().zip(self.periods()).map(of).collect());
        }
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
        put("normal_kernel_hypothesis", json!(detail.nimbers.is_some()));
        put("regular", json!(is_regular(monoid, structure)));
        put("faithful", json!(detail.faithful));
        if explain {
            put("structure", written.structure_json(structure));
        }
        let values = self.named_values(&written);
        if !values.is_empty() {
            put("values", Value::Object(values));
        }
        fields
    }

    /// The values of everything that has a name: trees and nodes, and heaps where there are several codes.
    fn named_values(&self, written: &Written) -> Map<String, Value> {
        let value = |(name, sum): &(String, Sum)| (name.clone(), json!(written.word(written.value(sum))));
        let mut values: Map<String, Value> = self.subject.named.iter().map(value).collect();
        if let (Source::Union(union), Some(elements)) = (&self.subject.source, &self.elements) {
            for (code, heaps) in union.codes().iter().zip(&elements.heaps) {
                let shown = self.asked.map_or(heaps.len(), |to| heaps.len().min(to as usize + 1));
                let value = |heap: usize| (format!("{code}[{heap}]"), json!(written.word(heaps[heap])));
                values.extend((1..shown).map(value));
            }
        }
        values
    }

    /// The text for people.
    pub fn text(&self, explain: bool) -> String {
        let mut out = String::new();
        let _ = write!(out, "misère quotient of {}: ", self.subject.game);
        let Some((order, p_order)) = self.size() else {
            let _ = writeln!(out, "order at least {}, to heap {}", self.order_at_least, self.heap());
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
        let generators = format!("< {} |", generator_names(presentation).join(", ")).replace("  ", " ");
        write_list(&mut out, "Q", &generators, &texts(presentation.relations()), ">");
        write_list(&mut out, "P", "{", &texts(&presentation.p_words(monoid)), "}");
        let _ = writeln!(
            out,
            "kernel of order {} with identity {}; the normal kernel hypothesis {}",
            structure.kernel().len(),
            written.word(structure.kernel_identity()),
            if detail.nimbers.is_some() { "holds" } else { "fails" }
        );
        if explain {
            self.write_growth(&mut out);
            let yes = |is: bool| if is { "yes" } else { "no" };
            let regular = yes(is_regular(monoid, structure));
            let _ = writeln!(out, "regular: {regular}; faithful: {}", yes(detail.faithful));
            out.push_str(&written.structure_text(structure));
        }
        for (name, sum) in self.subject.named.iter().take(LISTED) {
            let _ = writeln!(out, "Phi({name}) = {}", written.word(written.value(sum)));
        }
        let codes = self.subject.source.codes();
        for (at, heaps) in self.elements.iter().flat_map(|elements| &elements.heaps).enumerate() {
            match &self.subject.source {
                Source::Union(_) => drop(writeln!(out, "Phi of {}", codes[at])),
                _ => out.push_str("Phi\n"),
            }
            self.write_phi(&written, heaps, self.periods().get(at).copied(), &mut out);
        }
        out
    }

    fn write_growth(&self, out: &mut String) {
        let steps: Vec<String> = self
            .growth
            .iter()
            .map(|g| format!("{}: {}/{}", self.subject.position_name(g.heap), g.order, g.p_order))
            .collect();
        let _ = writeln!(out, "growth (position: order/P):");
        wrap(out, &steps, "      ", ",");
    }

    /// The number of columns of a table of `len` values, and how many of these it lists.
    fn shape_of_table(&self, period: Option<Period>, len: usize) -> (usize, usize) {
        // Rows of the period, or of a part of it that fits.
        let fits = |period: Period| (4..=14).rev().find(|columns| period.length.is_multiple_of(*columns));
        let columns = period.and_then(fits).unwrap_or(10) as usize;
        // Unasked, two periods are enough to see it.
        let end = match (period, self.asked) {
            (Some(Period { length: period, first }), None) => (first + 2 * period) as usize,
            _ => LISTED,
        };
        (columns, end.min(LISTED).min(len))
    }

    /// Phi in rows of the period, as the papers print it.
    fn write_phi(&self, written: &Written, phi: &[Element], period: Option<Period>, out: &mut String) {
        let (columns, end) = self.shape_of_table(period, phi.len());
        if end <= 1 {
            return out.push_str("no heaps\n");
        }
        write_rows(out, &written.words(phi[1..end].iter().copied()), columns);
        if phi.len() > end {
            let _ = writeln!(out, "… to heap {}", phi.len() - 1);
        }
    }
}

impl Detail {
    fn new(elements: &Elements, nimbers: &[u32], limits: &Limits) -> Result<Self, StopReason> {
        let Elements { monoid, phi, .. } = elements;
        let presentation = Presentation::within(monoid, phi, limits)?;
        let structure = Structure::new(monoid);
        limits.poll()?;
        let games: Vec<(Element, u32)> = phi.iter().copied().zip(nimbers.iter().copied()).collect();
        let nimbers = kernel_nimbers(monoid, &structure, &games);
        limits.poll()?;
        let faithful = faithful_nimbers(monoid, &games).is_some();
        let name = known::name(monoid, limits)?;
        Ok(Detail { presentation, structure, nimbers, faithful, name })
    }
}

fn generator_names(presentation: &Presentation) -> Vec<String> {
    (0..presentation.generators().len()).map(generator_name).collect()
}

/// Continues the values by their proved period, up to heap `to`.
fn continue_periodically(phi: &mut Vec<Element>, period: Period, to: u64) {
    while (phi.len() as u64) <= to {
        phi.push(phi[phi.len() - period.length as usize]);
    }
}
