//! A quotient as people and programs read it.

use std::fmt::Write as _;

use impartial::claim::Claim;
use impartial::limits::{Limits, StopReason};
use impartial::misere::kernel::{faithful_nimbers, is_regular, normal_kernel_hypothesis};
use impartial::misere::known::{self, tame_rank};
use impartial::misere::period::Period;
use impartial::misere::presentation::{Presentation, generator_name};
use impartial::misere::quotient::{Growth, MisereQuotient, Status};
use impartial::misere::structure::Structure;
use impartial::misere::transition::Source;
use impartial::misere::{BipartiteMonoid, Element};
use impartial_picture::egg_box::EggBoxDiagram;
use serde_json::{Map, Value, json};

use super::game::Subject;
use crate::certificate;
use crate::context::Context;
use crate::quotient_formats::Quotient as Written;

/// The widest line of relations, words or values.
const WIDTH: usize = 100;
/// Values of more heaps than this are not listed in text.
const LISTED: usize = 2000;

/// Everything that is printed about a quotient.
pub struct Report {
    subject: Subject,
    heap: u64,
    /// The last heap asked for, if any was.
    asked: Option<u64>,
    status: Status,
    monoid: BipartiteMonoid,
    phi: Vec<Element>,
    growth: Vec<Growth>,
    presentation: Presentation,
    structure: Structure,
    normal_kernel: bool,
    /// A proved lower bound for the order one position further on.
    next_order: Option<u64>,
    faithful: bool,
    name: Option<String>,
}

impl Report {
    /// Works out the quotient in full.
    pub fn new(
        subject: Subject,
        search: &mut MisereQuotient,
        to: Option<u64>,
        context: &Context,
    ) -> Result<Self, StopReason> {
        let heap = search.heap();
        let (monoid, mut phi) = match search.quotient(&context.limits) {
            // The limit that ended the search is no reason to keep back what was proved; the quotient known is small.
            Err(_) => search.quotient(&Limits::none())?,
            Ok(quotient) => quotient,
        };
        let nimbers = search.nimbers(&Limits::none())?;
        let presentation = Presentation::new(&monoid, &phi);
        let structure = Structure::new(&monoid);
        let games: Vec<(Element, u32)> = phi.iter().copied().zip(nimbers).collect();
        let normal_kernel = normal_kernel_hypothesis(&monoid, &structure, &games);
        let faithful = faithful_nimbers(&monoid, &games).is_some();
        // Names are of small quotients: nothing that a limit need stop.
        let name = known::name(&monoid, &Limits::none())?;
        if let (Status::Complete(Some(period)), Some(to)) = (search.status(), to) {
            continue_periodically(&mut phi, *period, to.min(1_000_000));
        }
        let (status, growth) = (search.status().clone(), search.growth().to_vec());
        Ok(Report {
            subject,
            heap,
            asked: to,
            status,
            monoid,
            phi,
            growth,
            presentation,
            structure,
            normal_kernel,
            next_order: search.next_order_at_least(),
            faithful,
            name,
        })
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

    /// The proof.
    pub fn certificate(&self) -> Value {
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
        certificate::quotient(&source, &self.monoid, &self.phi[..=self.heap as usize], period)
    }

    /// Why the game is not solved and the heap asked for not reached, when that is so.
    pub fn why_unfinished(&self, to: Option<u64>) -> Option<String> {
        match &self.status {
            Status::Complete(_) => None,
            Status::Partial if to.is_some_and(|to| self.heap >= to) => None,
            Status::Partial => Some(format!(
                "the quotient to heap {} has order {}; --to goes further",
                self.heap,
                self.monoid.order()
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

    fn word(&self, x: Element) -> String {
        self.presentation.word(x).to_string()
    }

    fn words(&self, elements: impl IntoIterator<Item = Element>) -> Vec<String> {
        elements.into_iter().map(|x| self.word(x)).collect()
    }

    fn p_words(&self) -> Vec<String> {
        self.presentation.p_words(&self.monoid).iter().map(ToString::to_string).collect()
    }

    /// The quotient for the writers of other forms.
    pub fn written(&self) -> Written<'_> {
        let columns = match &self.status {
            Status::Complete(Some(period)) => period.period as usize,
            _ => 10,
        };
        Written {
            game: &self.subject.game,
            monoid: &self.monoid,
            presentation: &self.presentation,
            phi: &self.phi,
            columns,
        }
    }

    /// The picture of the classes of mutual divisibility.
    pub fn picture(&self) -> EggBoxDiagram {
        self.written().picture(&self.structure)
    }

    /// The JSON object.
    pub fn fields(&self, status: &str, explain: bool) -> Map<String, Value> {
        let period = match &self.status {
            Status::Complete(period) => *period,
            _ => None,
        };
        let relations: Vec<String> = self.presentation.relations().iter().map(ToString::to_string).collect();
        let generators: Vec<String> = (0..self.presentation.generators().len()).map(generator_name).collect();
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
        put("order", json!(self.monoid.order()));
        put("p_portion", json!(self.monoid.p_order()));
        put("tame", json!(tame_rank(&self.monoid).is_some()));
        put("period", json!(period.map(|period| period.period)));
        put("first_period_heap", json!(period.map(|period| period.first)));
        put("proved", json!(matches!(self.status, Status::Complete(_))));
        put("generators", json!(generators));
        put("relations", json!(relations));
        put("p_words", json!(self.p_words()));
        put("phi", json!(self.words(self.phi.iter().copied())));
        put("isomorphic_to", json!(self.name));
        put(
            "kernel",
            json!({
                "order": self.structure.kernel().len(),
                "identity": self.word(self.structure.kernel_identity()),
            }),
        );
        put("normal_kernel_hypothesis", json!(self.normal_kernel));
        put("regular", json!(is_regular(&self.monoid, &self.structure)));
        put("faithful", json!(self.faithful));
        if explain {
            put("structure", self.written().structure_json(&self.structure));
        }
        put("growth", json!(growth));
        if let Some(order) = self.next_order {
            put("next_order_at_least", json!(order));
        }
        if !self.subject.named.is_empty() {
            let named: Map<String, Value> = self
                .subject
                .named
                .iter()
                .map(|(name, sum)| (name.clone(), json!(self.word(self.value(sum)))))
                .collect();
            put("values", Value::Object(named));
        }
        if let Status::Diverging(seen) = &self.status {
            let growing: Vec<Value> = seen
                .growing
                .iter()
                .map(|(heap, lengths)| json!({"heap": heap, "before_repeating": lengths}))
                .collect();
            put("evidence", json!({"heap": seen.heap, "copies": seen.copies, "growing": growing}));
        }
        fields
    }

    fn value(&self, sum: &[u32]) -> Element {
        sum.iter().fold(0, |x, g| self.monoid.product(x, self.phi.get(*g as usize + 1).copied().unwrap_or(0)))
    }

    /// The text for people.
    pub fn text(&self, explain: bool) -> String {
        let mut out = String::new();
        let _ = writeln!(
            out,
            "misère quotient of {}: order {}, {} in P{}",
            self.subject.game,
            self.monoid.order(),
            self.monoid.p_order(),
            match (tame_rank(&self.monoid), &self.name) {
                (Some(n), _) => format!(", tame: T_{n}"),
                (None, Some(name)) => format!(", wild: {name}"),
                (None, None) => ", wild".to_owned(),
            }
        );
        let names: Vec<String> = (0..self.presentation.generators().len()).map(generator_name).collect();
        let relations: Vec<String> = self.presentation.relations().iter().map(ToString::to_string).collect();
        let _ = writeln!(out, "Q = < {} |", names.join(", "));
        wrap(&mut out, &relations, "      ", ",");
        let _ = writeln!(out, "    >\nP = {{");
        wrap(&mut out, &self.p_words(), "      ", ",");
        let _ = writeln!(out, "    }}");
        let _ = writeln!(
            out,
            "kernel of order {} with identity {}; the normal kernel hypothesis {}",
            self.structure.kernel().len(),
            self.word(self.structure.kernel_identity()),
            if self.normal_kernel { "holds" } else { "fails" }
        );
        if explain {
            let steps: Vec<String> =
                self.growth.iter().map(|g| format!("{}: {}/{}", g.heap, g.order, g.p_order)).collect();
            let _ = writeln!(out, "growth (position: order/P):");
            wrap(&mut out, &steps, "      ", ",");
            let yes = |is: bool| if is { "yes" } else { "no" };
            let regular = yes(is_regular(&self.monoid, &self.structure));
            let _ = writeln!(out, "regular: {regular}; faithful: {}", yes(self.faithful));
            out.push_str(&self.written().structure_text(&self.structure));
        }
        if self.subject.named.is_empty() {
            self.write_phi(&mut out);
        } else {
            for (name, sum) in self.subject.named.iter().take(LISTED) {
                let _ = writeln!(out, "Phi({name}) = {}", self.word(self.value(sum)));
            }
        }
        out
    }

    /// Phi in rows of the period, as the papers print it.
    fn write_phi(&self, out: &mut String) {
        let columns = match &self.status {
            Status::Complete(Some(period)) if (4..=24).contains(&period.period) => period.period as usize,
            _ => 10,
        };
        // Unasked, two periods are enough to see it.
        let end = match (&self.status, self.asked) {
            (Status::Complete(Some(period)), None) => (period.first + 2 * period.period) as usize,
            _ => LISTED,
        };
        let end = end.min(LISTED).min(self.phi.len());
        let shown = &self.phi[1.min(end)..end];
        let words = self.words(shown.iter().copied());
        let width = words.iter().map(|word| word.chars().count()).max().unwrap_or(1).max(2);
        let label = self.phi.len().to_string().len() + 1;
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
        if self.phi.len() > end {
            let _ = writeln!(out, "… to heap {}", self.phi.len() - 1);
        }
    }
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
