//! Polycyclic presentations as text: `pc(a,b | a^2, b^3, b^a = b^2)`.
//!
//! Each generator has one relation g^p = w that gives its relative order; a conjugate `b^a = w` or a commutator
//! `[b,a] = w` with a before b says how they fail to commute; what is not said commutes. The words w are in later
//! generators than a.

use super::error::GroupError;
use super::finite::FiniteGroup;
use super::polycyclic::PolycyclicPresentation;
use super::presentation::{Side, read_generators, read_relations};
use super::word::Word;

/// The group of a polycyclic presentation; `text` is what stands between the parentheses.
pub(super) fn group(name: &str, text: &str) -> Result<FiniteGroup, GroupError> {
    let (generators, relations) = text.split_once('|').unwrap_or((text, ""));
    let names = read_generators(generators)?;
    let offset = generators.len() + 1;
    let relations = read_relations(relations, &names).map_err(|error| error.shifted(offset))?;
    let length = names.len();
    let mut orders: Vec<Option<usize>> = vec![None; length];
    let mut powers: Vec<Option<Side>> = vec![None; length];
    // Indexed by the earlier generator, then the later one: the word, and whether it is a commutator.
    let mut actions: Vec<Vec<Option<(Side, bool)>>> = vec![vec![None; length]; length];
    for sides in relations {
        let Some((left, span)) = sides.first().cloned() else { continue };
        let span = span.start + offset..span.end + offset;
        let (right, place) = sides.get(1).cloned().unwrap_or_else(|| (Word::new(), span.clone()));
        let place = if sides.len() > 1 { place.start + offset..place.end + offset } else { place };
        match left[..] {
            [(at, p)] if p >= 2 && orders[at].is_none() => {
                orders[at] = usize::try_from(p).ok();
                powers[at] = Some((right, place));
            }
            [(i, -1), (j, 1), (k, 1)] if i == k && i < j => actions[i][j] = Some(((right, place), false)),
            [(j, -1), (i, -1), (l, 1), (k, 1)] if i == k && j == l && i < j => {
                actions[i][j] = Some(((right, place), true));
            }
            _ => {
                return Err(GroupError::new(span, "this is not a polycyclic relation")
                    .help("relations are a^2 = w, b^a = w and [b,a] = w with a before b, one of each"));
            }
        }
    }
    if let Some(at) = orders.iter().position(Option::is_none) {
        let message = format!("the generator {0} has no relation {0}^p = w", names[at]);
        return Err(GroupError::new(0..text.len(), message));
    }
    let orders: Vec<usize> = orders.into_iter().flatten().collect();
    super::finite::checked_order(orders.iter().map(|p| *p as u64))
        .map_err(|error| error.at(0..text.len()))?;
    // From the last generator to the first: the words of each step are evaluated in the group of the later ones.
    let mut tail = PolycyclicPresentation { relative_orders: vec![], powers: vec![], commutators: vec![] };
    for at in (0..length).rev() {
        let later = tail.checked_group("tail", names[at + 1..].to_vec()).map_err(|e| e.at(0..text.len()))?;
        let value = |(word, span): &Side| -> Result<usize, GroupError> {
            let early = word.iter().find(|(generator, _)| *generator <= at);
            if let Some((generator, _)) = early {
                let message = format!("{} may not occur in this word", names[*generator]);
                return Err(GroupError::new(span.clone(), message)
                    .help(format!("only generators after {} may", names[at])));
            }
            let step = |product, &(generator, exponent): &(usize, i64)| {
                later.product(product, later.power(later.generators()[generator - at - 1], exponent))
            };
            Ok(word.iter().fold(0, step))
        };
        let power = powers[at].as_ref().map_or(Ok(0), value)?;
        let mut commutators = Vec::new();
        for (index, action) in actions[at][at + 1..].iter().enumerate() {
            let own = later.generators()[index];
            commutators.push(match action {
                None => 0,
                Some((side, true)) => value(side)?,
                Some((side, false)) => later.product(later.inverse(own), value(side)?),
            });
        }
        tail.relative_orders.insert(0, orders[at]);
        tail.powers.insert(0, power);
        tail.commutators.insert(0, commutators);
    }
    tail.checked_group(name, names).map_err(|error| error.at(0..text.len()))
}
