//! An infinite quotient as people read it.

use std::fmt::Write as _;

use impartial::misere::infinite::presentation::{InfinitePresentation, Orthant};
use impartial::question::quotient::InfiniteValue;

use super::automaton;
use super::listing::{texts, wrap, write_list, write_rows};

/// Presentations with more relations are written in full only when asked for.
const MANY: usize = 120;

/// The description of all sums of a game.
pub fn text(infinite: &InfiniteValue, explain: bool) -> String {
    let mut out = format!("misère quotient of {}: infinite\n", infinite.scope());
    let quotient = infinite.game.quotient();
    let growing = infinite.growing();
    let _ = writeln!(
        out,
        "the outcome of every sum: an automaton of {} states reads the numbers of {}; {} slices for the others",
        quotient.automaton().states(),
        growing.join(", "),
        quotient.slices().len()
    );
    let _ = writeln!(out, "of infinite order: {}", infinite.infinite_orders().join(", "));
    for translation in infinite.game.translations() {
        let beside = match translation.from.iter().all(|from| *from == 0) {
            true => "any sum".to_owned(),
            false => infinite.multiples(&translation.from),
        };
        let added = infinite.sum(&translation.direction);
        let _ = writeln!(out, "  beside {beside}, adding {added} changes no outcome");
    }
    for statement in &infinite.statements {
        let _ = writeln!(out, "  {}", infinite.sentence(statement));
    }
    if let Some(presentation) = &infinite.presentation {
        write_presentation(&mut out, presentation, explain);
        let phi = infinite.phi(presentation);
        if infinite.is_heaps {
            out.push_str("Phi\n");
            write_rows(&mut out, &phi[1..], (phi.len() - 1).min(10));
        } else {
            for (position, word) in (0..).zip(&phi).skip(1) {
                let _ = writeln!(out, "Phi({}) = {word}", infinite.name(position));
            }
        }
    }
    if explain {
        automaton::write_text(&mut out, infinite);
    }
    if !infinite.relations.is_empty() {
        let (growing, degree) = (growing.join(", "), infinite.degree);
        let _ = writeln!(out, "relations between {growing} (to degree {degree}):");
        for relation in &infinite.relations {
            let _ = writeln!(out, "  {}", infinite.equation(relation));
        }
    }
    out
}

/// The presentation, the shape of the quotient and its P-portion; a summary when it is long and not asked for.
fn write_presentation(out: &mut String, presentation: &InfinitePresentation, in_full: bool) {
    let (points, rest): (Vec<&Orthant>, Vec<&Orthant>) =
        presentation.orthants.iter().partition(|orthant| orthant.free.is_empty());
    let (rays, larger): (Vec<&Orthant>, Vec<&Orthant>) =
        rest.into_iter().partition(|orthant| orthant.free.len() == 1);
    let mut elements = format!("{} words and {} families w g^n, n >= 0", points.len(), rays.len());
    if !larger.is_empty() {
        let _ = write!(elements, " and {} with several exponents", larger.len());
    }
    let names = presentation.generator_names();
    if presentation.relations.len() > MANY && !in_full {
        let _ = writeln!(
            out,
            "Q has {} generators and {} relations (--explain lists them)\nelements: {elements}, all different",
            names.len(),
            presentation.relations.len()
        );
        return;
    }
    write_list(out, "Q", &format!("< {} |", names.join(", ")), &texts(&presentation.relations), ">");
    let _ = writeln!(out, "elements: {elements}, all different");
    let end = if rays.is_empty() && larger.is_empty() { "}" } else { "} and" };
    write_list(out, "P", "{", &presentation.p_words(), end);
    let rays: Vec<String> = rays.into_iter().chain(larger).filter_map(Orthant::p_text).collect();
    wrap(out, &rays, "      ", ";");
}
