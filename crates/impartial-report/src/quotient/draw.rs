//! The pictures of a quotient: the egg-box, and strips of heaps.

use impartial::heap::GrundySequence;
use impartial::question::QuotientValue;
use impartial::question::quotient::continue_periodically;
use impartial_picture::egg_box::EggBoxDiagram;
use impartial_picture::strip::{self, Strip};

use super::egg_box;
use crate::manner::Manner;
use crate::quotient_formats::Quotient as Written;
use crate::strips::{self, LONGEST_UNASKED, Law, Shape, law_of};
use impartial::question::Refused;

/// Beside a strip of misère play, the period of normal play is looked for so far.
const NORMAL_PERIOD: u64 = 4096;

/// The picture of the classes of mutual divisibility, if the quotient was worked out.
pub fn egg_box(value: &QuotientValue) -> Option<EggBoxDiagram> {
    let detail = value.detail.as_ref()?;
    Some(egg_box::picture(
        &Written::of(value)?,
        &detail.structure,
        detail.nimbers.as_deref(),
        &value.named_scope(),
    ))
}

/// The strip of misère play, or both strips; nothing when the values were not written down.
pub fn strips(
    value: &QuotientValue,
    both: bool,
    fold: Option<usize>,
    manner: &Manner<'_>,
) -> Result<Option<String>, Refused> {
    let strips = strips_of(value, both, fold, manner)?;
    Ok((!strips.is_empty()).then(|| strip::to_svg(&strips)))
}

/// The strip of each code, or the strips of both plays, if the values were written down.
fn strips_of(
    value: &QuotientValue,
    both: bool,
    fold: Option<usize>,
    manner: &Manner<'_>,
) -> Result<Vec<Strip>, Refused> {
    let codes = value.subject.source.codes();
    if codes.is_empty() {
        return Err(Refused::new("a strip shows heaps, and this game is a list of positions"));
    }
    let (Some(elements), Some(detail)) = (&value.elements, &value.detail) else { return Ok(Vec::new()) };
    let mut strips = Vec::new();
    for (at, code) in codes.iter().enumerate() {
        let period = value.periods().get(at).copied();
        let law = period.map(|period| Law { length: period.length, first: period.first, saltus: 0 });
        let shape = Shape::new(law, fold);
        let known = elements.heaps[at].len().saturating_sub(1) as u64;
        // What the period proves may be drawn unasked, and what was asked for may not reach beyond what is known.
        let heaps = match (value.asked, law) {
            (Some(to), Some(_)) => to,
            (Some(to), None) => to.min(known),
            (None, Some(_)) => shape.heaps_unasked(),
            (None, None) => known.min(LONGEST_UNASKED),
        };
        if heaps > strips::LONGEST {
            return Err(strips::too_long(heaps));
        }
        let mut phi = elements.heaps[at].clone();
        if let Some(period) = period {
            continue_periodically(&mut phi, period, heaps);
        }
        let mut sequence = GrundySequence::new(code.clone());
        let reached = match sequence.extend_to(heaps, &manner.asking.late) {
            Ok(()) => heaps as usize,
            Err(_) => sequence.values().len().saturating_sub(1).min(heaps as usize),
        };
        if both {
            // Without its period the strip of normal play has no pattern to show, nothing more.
            let _ = sequence.find_period(NORMAL_PERIOD.max(heaps), &manner.asking.late);
            let shape = Shape::new(law_of(&sequence), fold.or(Some(shape.fold)));
            strips.push(strips::normal(&sequence, reached, &shape));
        }
        let cells: Vec<(String, bool)> =
            phi.iter().map(|&x| (detail.word(x), elements.monoid.is_p(x))).collect();
        strips.push(strips::misere(&sequence, &cells, reached, &shape));
    }
    Ok(strips)
}
