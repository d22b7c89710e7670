//! The presentation of an infinite quotient, as people and programs read it.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use impartial::misere::infinite::presentation::{InfinitePresentation, Members, Orthant};
use impartial::misere::presentation::generator_name;
use serde_json::{Value, json};

use super::listing::{texts, wrap, write_list};

/// Which words of an orthant are in P, as an item of a list; `None` when none is.
fn p_item(orthant: &Orthant) -> Option<String> {
    match &orthant.members {
        Members::Sequence { list, period: 0 } => list[0].then(|| orthant.word.to_string()),
        Members::Sequence { list, period } => {
            let exponents = ray_exponents(orthant, list, *period)?;
            Some(format!("{} for {exponents}", ray(orthant)))
        }
        Members::Automatic => Some(format!("{} as the automaton says", ray(orthant))),
    }
}

/// The words of an orthant, exponents that are free as n or n_1, n_2, …
fn ray(orthant: &Orthant) -> String {
    let letters =
        orthant.word.factors().iter().map(|(letter, _)| *letter).chain(orthant.free.iter().copied());
    let letters: BTreeSet<u32> = letters.collect();
    let mut text = String::new();
    let mut after_free = false;
    for letter in letters {
        // A space, so that no letter seems to belong to the exponent before.
        if after_free {
            text.push(' ');
        }
        after_free = orthant.free.contains(&letter);
        let name = generator_name(letter as usize);
        let fixed = || orthant.word.factors().iter().find(|(g, _)| *g == letter).map_or(0, |(_, e)| *e);
        let _ = match orthant.free.iter().position(|g| *g == letter) {
            Some(_) if orthant.free.len() == 1 => write!(text, "{name}^n"),
            Some(place) => write!(text, "{name}^{{n_{}}}", place + 1),
            None if fixed() == 1 => write!(text, "{name}"),
            None => write!(text, "{name}^{}", fixed()),
        };
    }
    text
}

/// The least exponent of the free generator of a ray.
fn first_exponent(orthant: &Orthant) -> usize {
    let is_free = |(letter, _): &&(u32, u32)| orthant.free.contains(letter);
    orthant.word.factors().iter().find(is_free).map_or(0, |(_, exponent)| *exponent as usize)
}

/// The exponents n of a ray in P: `n = 1, 3, 5, …`; `None` when there are none.
fn ray_exponents(orthant: &Orthant, list: &[bool], period: usize) -> Option<String> {
    let first = first_exponent(orthant);
    let at =
        |n: usize| list[if n < list.len() { n } else { list.len() - period + (n - list.len()) % period }];
    if (0..list.len()).all(at) {
        return Some(format!("n >= {first}"));
    }
    // What comes before the repetition, then two of its periods, or three members of it where that is more.
    let in_period = (list.len() - period..list.len()).filter(|n| at(*n)).count();
    let for_ever = in_period > 0;
    let mut shown: Vec<usize> = (0..list.len() + 3 * period).filter(|n| at(*n)).collect();
    if for_ever {
        let before = shown.iter().filter(|n| **n < list.len()).count();
        shown.truncate((before + in_period).max(3));
    }
    let numbers: Vec<String> = shown.iter().map(|n| (n + first).to_string()).collect();
    let dots = if for_ever { ", …" } else { "" };
    (!numbers.is_empty()).then(|| format!("n = {}{dots}", numbers.join(", ")))
}

/// The names of the generators.
pub fn names(presentation: &InfinitePresentation) -> Vec<String> {
    (0..presentation.generators.len()).map(generator_name).collect()
}

/// Presentations with more relations are written in full only when asked for.
const MANY: usize = 120;

/// The presentation, the shape of the quotient and its P-portion; a summary when it is long and not asked for.
pub fn write_text(out: &mut String, presentation: &InfinitePresentation, in_full: bool) {
    let (points, rest): (Vec<&Orthant>, Vec<&Orthant>) =
        presentation.orthants.iter().partition(|orthant| orthant.free.is_empty());
    let (rays, larger): (Vec<&Orthant>, Vec<&Orthant>) =
        rest.into_iter().partition(|orthant| orthant.free.len() == 1);
    let mut elements = format!("{} words and {} families w g^n, n >= 0", points.len(), rays.len());
    if !larger.is_empty() {
        let _ = write!(elements, " and {} with several exponents", larger.len());
    }
    let names = names(presentation);
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
    let words: Vec<String> = points.into_iter().filter_map(p_item).collect();
    write_list(out, "P", "{", &words, if rays.is_empty() && larger.is_empty() { "}" } else { "} and" });
    let rays: Vec<String> = rays.into_iter().chain(larger).filter_map(p_item).collect();
    wrap(out, &rays, "      ", ";");
}

/// The families of words with free exponents, for programs.
pub fn families(presentation: &InfinitePresentation) -> Value {
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

/// The words of P that belong to no family.
pub fn p_words(presentation: &InfinitePresentation) -> Vec<String> {
    presentation.orthants.iter().filter(|orthant| orthant.free.is_empty()).filter_map(p_item).collect()
}

#[cfg(test)]
mod tests {
    use impartial::misere::presentation::Word;

    use super::*;

    #[test]
    fn rays_as_text() {
        let orthant = |word: &[u32], list: &[u8], period: usize| Orthant {
            word: Word::from_exponents(word),
            free: vec![1],
            members: Members::Sequence { list: list.iter().map(|is| *is == 1).collect(), period },
        };
        let text = |orthant: Orthant| p_item(&orthant);
        assert_eq!(text(orthant(&[1], &[0, 1], 2)).unwrap(), "ab^n for n = 1, 3, 5, …");
        assert_eq!(text(orthant(&[1, 3], &[1, 0, 0, 1], 2)).unwrap(), "ab^n for n = 3, 6, 8, …");
        assert_eq!(text(orthant(&[], &[0, 1, 1, 0, 0], 4)).unwrap(), "b^n for n = 1, 2, 5, 6, …");
        assert_eq!(text(orthant(&[], &[1, 1, 0], 1)).unwrap(), "b^n for n = 0, 1");
        assert_eq!(text(orthant(&[0, 2], &[1], 1)).unwrap(), "b^n for n >= 2");
        assert_eq!(text(orthant(&[], &[0], 1)), None);
        assert_eq!(text(orthant(&[1, 0, 2], &[1], 1)).unwrap(), "ab^n c^2 for n >= 0");
    }
}
