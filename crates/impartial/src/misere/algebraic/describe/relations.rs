//! The relations: minimal words that are not in normal form, by families.

use std::collections::BTreeSet;

use super::Relation;
use super::pieces::{Piece, phrase, phrase_of, replace};
use super::text::{Condition, Factor, Phrase, Term};
use crate::misere::algebraic::monoid::{LetterKind, PresburgerMonoid};
use crate::misere::algebraic::pretending::fixed;
use crate::misere::algebraic::region::{Refused, Region};
use crate::misere::algebraic::symbolic::Symbolic;
use crate::misere::algebraic::system::Form;

/// A word that may not be normal: letters with their parameters, powers first.
#[derive(Clone)]
struct Candidate {
    region: Region,
    letters: Vec<(usize, Option<Form>)>,
}

/// The relations of a monoid, but for a^2 = 1.
pub(super) fn relations(monoid: &PresburgerMonoid) -> Result<Vec<Relation>, Refused> {
    let is_power = |letter: &usize| monoid.letters[*letter].kind == LetterKind::Power;
    let others =
        |word: &[usize]| -> Vec<usize> { word.iter().copied().filter(|letter| !is_power(letter)).collect() };
    let mut words: BTreeSet<(usize, Vec<usize>)> = BTreeSet::new();
    for label in &monoid.labels {
        let word = others(&label.word);
        words.insert((word.len(), word.clone()));
        for letter in (0..monoid.letters.len()).filter(|letter| !is_power(letter)) {
            if word.last().is_none_or(|last| *last <= letter) {
                words.insert((word.len() + 1, [word.as_slice(), &[letter]].concat()));
            }
        }
    }
    let powers: Vec<usize> = (0..monoid.letters.len()).filter(is_power).collect();
    let mut found = Vec::new();
    for (_, word) in words {
        for chosen in 0..1usize << powers.len() {
            let chosen = powers.iter().copied().enumerate().filter(|(at, _)| chosen >> at & 1 == 1);
            let Some(candidate) = candidate(monoid, chosen.map(|(_, power)| power).collect(), &word) else {
                continue;
            };
            for part in minimal(monoid, &candidate)? {
                let one = fixed(&monoid.one());
                let mut cases = vec![(part, one)];
                for (letter, parameter) in &candidate.letters {
                    let mut next = Vec::new();
                    for (part, x) in &cases {
                        next.extend(monoid.act_symbolic(part, x, *letter, *parameter)?);
                    }
                    cases = next;
                }
                for (part, value) in cases {
                    found.push(relation(monoid, &candidate.letters, &part, &value));
                }
            }
        }
    }
    Ok(merged(found))
}

/// The general word with these powers, each at least 1, and these other letters, equal families in increasing order.
fn candidate(monoid: &PresburgerMonoid, powers: Vec<usize>, word: &[usize]) -> Option<Candidate> {
    let mut region = Region::new();
    let mut letters: Vec<(usize, Option<Form>)> = Vec::new();
    for power in powers {
        let exponent = region.variable()?;
        region = region.at_least_zero(exponent.plus(-1, &Form::constant(1))?)?;
        letters.push((power, Some(exponent)));
    }
    for letter in word {
        if !monoid.letters[*letter].is_indexed() {
            letters.push((*letter, None));
            continue;
        }
        let index = region.variable()?;
        region = region.at_least_zero(index)?;
        if let Some((_, Some(before))) = letters.last().filter(|(last, _)| last == letter) {
            region = region.at_least_zero(index.plus(-1, before)?)?;
        }
        letters.push((*letter, Some(index)));
    }
    Some(Candidate { region, letters })
}

/// The parts of a region where a word is normal, or where it is not.
fn normal(
    monoid: &PresburgerMonoid,
    region: &Region,
    letters: &[(usize, Option<Form>)],
    sought: bool,
) -> Result<Vec<Region>, Refused> {
    let is_power = |letter: usize| monoid.letters[letter].kind == LetterKind::Power;
    let others: Vec<usize> =
        letters.iter().map(|(letter, _)| *letter).filter(|letter| !is_power(*letter)).collect();
    let label = (0..monoid.labels.len()).find(|label| {
        monoid.labels[*label]
            .word
            .iter()
            .filter(|letter| !is_power(**letter))
            .copied()
            .eq(others.iter().copied())
    });
    let Some(label) = label else {
        return Ok(if sought { Vec::new() } else { vec![region.clone()] });
    };
    let label = &monoid.labels[label];
    let mut parameters = Vec::new();
    for letter in label.word.iter().filter(|letter| is_power(**letter)) {
        let exponent = letters.iter().find(|(known, _)| known == letter).and_then(|(_, exponent)| *exponent);
        parameters.push(exponent.unwrap_or(Form::constant(0)));
    }
    parameters
        .extend(letters.iter().filter(|(letter, _)| !is_power(*letter)).filter_map(|(_, index)| *index));
    let missing = letters.iter().filter(|(letter, _)| is_power(*letter) && !label.word.contains(letter));
    let mut inside = Some(region.clone());
    let mut outside = Vec::new();
    for (_, exponent) in missing {
        let exponent = exponent.unwrap_or(Form::constant(0));
        let above = exponent.plus(-1, &Form::constant(1)).ok_or(Refused::Overflow)?;
        outside.extend(inside.as_ref().and_then(|inside| inside.at_least_zero(above)));
        inside = inside.and_then(|inside| inside.zero(exponent));
    }
    let mut parts = match &inside {
        Some(inside) => inside.where_true(&label.domain, &parameters, sought)?,
        None => Vec::new(),
    };
    if !sought {
        parts.extend(outside);
    }
    Ok(parts)
}

/// The parts where a word is not normal, and each word with a letter less is.
fn minimal(monoid: &PresburgerMonoid, candidate: &Candidate) -> Result<Vec<Region>, Refused> {
    let mut parts = normal(monoid, &candidate.region, &candidate.letters, false)?;
    for at in 0..candidate.letters.len() {
        let mut less = candidate.letters.clone();
        let (letter, parameter) = less[at];
        match (monoid.letters[letter].kind, parameter) {
            (LetterKind::Power, Some(exponent)) => {
                less[at].1 = exponent.plus(-1, &Form::constant(1));
            }
            _ => {
                less.remove(at);
            }
        }
        let mut next = Vec::new();
        for part in &parts {
            next.extend(normal(monoid, part, &less, true)?);
        }
        parts = next;
    }
    Ok(parts)
}

/// The relation on a part, with determined variables replaced.
fn relation(
    monoid: &PresburgerMonoid,
    letters: &[(usize, Option<Form>)],
    part: &Region,
    value: &Symbolic,
) -> Relation {
    let mut piece = Piece::of(part);
    let (mut letters, mut value) = (letters.to_vec(), value.clone());
    piece.simplify();
    while let Some((variable, by)) = piece.solve_one() {
        let forms =
            letters.iter_mut().filter_map(|(_, parameter)| parameter.as_mut()).chain(&mut value.parameters);
        for form in forms {
            if let Some(replaced) = replace(form, variable, &by) {
                *form = replaced;
            }
        }
        piece.simplify();
    }
    Relation {
        left: phrase_of(monoid, false, letters),
        right: phrase(monoid, &value),
        when: piece.conditions(),
    }
}

/// Two relations that differ in a factor a, one for even and one for odd values of a form, are one with a power of a.
fn merged(found: Vec<Relation>) -> Vec<Relation> {
    let mut kept: Vec<Relation> = Vec::new();
    for relation in found {
        if kept.contains(&relation) {
            continue;
        }
        let both = kept.iter().position(|known| with_power_of_a(known, &relation).is_some());
        match both {
            Some(at) => kept[at] = with_power_of_a(&kept[at], &relation).unwrap_or(relation),
            None => kept.push(relation),
        }
    }
    kept
}

fn with_power_of_a(x: &Relation, y: &Relation) -> Option<Relation> {
    let is_a = |factor: &Factor| factor.generator == 0;
    let rest = |phrase: &Phrase| -> Vec<Factor> {
        phrase.0.iter().filter(|factor| !is_a(factor)).cloned().collect()
    };
    let flips = |phrase: &Phrase| phrase.0.iter().any(is_a);
    if x.left != y.left || rest(&x.right) != rest(&y.right) || flips(&x.right) == flips(&y.right) {
        return None;
    }
    let [odd, even] = if flips(&x.right) { [x, y] } else { [y, x] };
    let only = |of: &Relation, other: &Relation| -> Option<Condition> {
        let mut differ = of.when.iter().filter(|condition| !other.when.contains(condition));
        differ.next().filter(|_| differ.next().is_none()).cloned()
    };
    match (only(odd, even)?, only(even, odd)?) {
        // The relation with a holds where `with` is even: its exponent is `with` plus 1.
        (Condition::Even(with), Condition::Even(without)) if with.terms == without.terms => {
            let exponent = Term { constant: (with.constant + 1) % 2, ..with.clone() };
            let a = Factor { generator: 0, index: None, exponent };
            let when = even.when.iter().filter(|condition| odd.when.contains(condition)).cloned().collect();
            let right = Phrase([vec![a], rest(&x.right)].concat());
            Some(Relation { left: x.left.clone(), right, when })
        }
        _ => None,
    }
}
