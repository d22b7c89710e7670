//! Kind `infinite-beside`: the misère quotient of a game is infinite, because infinitely many sums of some of its positions have different
//! outcomes beside one of the others.
//!
//! **Fields.** `positions`, the options of position 1, 2, …; `last`, the last position; `types`, `growing`, the automaton (`radices`,
//! `first`, `next`, `output`), `nodes`, `slices` and `orders` as for `infinite-quotient`. `single`: types from this one on are *single*.
//!
//! **Claim.** The sum of any numbers of copies of positions that are not single and of at most one that is, is a P-position exactly if its
//! slice is true. The misère quotient of the sums of all positions is infinite.
//!
//! **What is checked.** 1. No move leads from a sum with at most one single position to one with more: an option of a type that is not
//! single has no single type, one of a single type at most one. 2. No growing type is single, and slices are false at sums with more than
//! one single position. 3. The local rule at all other sums, zeros at the end, and the proofs of infinite order, as for
//! `infinite-quotient`.
//!
//! **Why that is enough.** By 1 and induction over options the local rule has one solution only, the P-positions among these sums. If m
//! copies of a growing type and m + s copies were equal in the quotient, they would have the same outcome beside every sum of the claim,
//! and together with it they are sums of the claim; `order.rs` shows that they have not.

use serde_json::Value;

use super::rules::Rules;
use super::{growing, order};
use crate::fields::{list, number};
use crate::functions::local_rule::{Failure, LocalRule};
use crate::functions::{FALSE, Function, Functions, TRUE, read_slices};
use crate::lattice::certificate::automaton as read_automaton;
use crate::lattice::machine::Budget;
use crate::lattice::{malformed, refuted};
use crate::{Refusal, Verified};

/// Checks `infinite-beside`.
pub fn check(certificate: &Value) -> Result<Verified, Refusal> {
    let mut budget = Budget::new();
    let rules = Rules::read(certificate, &mut budget)?;
    let kinds = rules.options.len();
    let single = number(certificate, "single")?;
    let single = usize::try_from(single).ok().filter(|single| *single <= kinds);
    let single = single.ok_or_else(|| malformed("\"single\" must be a type, or the number of types"))?;
    let growing = growing(certificate, &rules)?;
    if growing.iter().any(|kind| *kind as usize >= single) {
        return Err(refuted("a growing type is single".into()));
    }
    for (kind, options) in rules.options.iter().enumerate() {
        let most = usize::from(kind >= single);
        let count = |option: &Vec<u32>| option.iter().filter(|part| **part as usize >= single).count();
        if options.iter().any(|option| count(option) > most) {
            return Err(refuted(format!("an option of type {kind} has too many single types")));
        }
    }
    let automaton = read_automaton(certificate, growing.len())?;
    let mut functions = Functions::new();
    let slices = read_slices(certificate, &growing, kinds, &mut functions, &mut budget)?;
    if automaton.output.iter().any(|slice| *slice as usize >= slices.len()) {
        return Err(malformed("\"output\" must hold numbers of slices"));
    }
    for (state, next) in automaton.next.iter().enumerate() {
        if automaton.output[next[0] as usize] != automaton.output[state] {
            return Err(refuted(format!("zeros after the last digit change the output of state {state}")));
        }
    }
    let inside = at_most_one(single, kinds, &mut functions, &mut budget)?;
    let outside = functions.complement(inside, &mut budget)?;
    for (at, slice) in slices.iter().enumerate() {
        // True where the slice or the claim is: the claim alone, if the slice is false elsewhere.
        if functions.union(*slice, inside, &mut budget)? != inside {
            return Err(refuted(format!("slice {at} is true beside two single positions")));
        }
        if slices[..at].contains(slice) {
            return Err(refuted("two slices are the same function".into()));
        }
    }
    let options = rules.options.iter().enumerate();
    let moves =
        options.flat_map(|(kind, options)| options.iter().map(move |o| (vec![kind as u32], o.clone())));
    let local = LocalRule::new(moves, &[vec![0; kinds]], kinds, &growing, &mut budget)?;
    let verified = local.verify_outside(outside, &automaton, &slices, &mut functions, &mut budget)?;
    let (states, patterns) = verified.map_err(|Failure(at)| {
        let at = at.map_or("large numbers".into(), |at| format!("{at:?}"));
        refuted(format!("the local rule fails at {at} copies of the growing types"))
    })?;
    let mut infinite: Vec<String> = Vec::new();
    for proof in list(certificate, "orders")? {
        let axis = order::check(proof, &automaton, &mut budget)?;
        infinite.push(rules.position[growing[axis] as usize].to_string());
    }
    if infinite.is_empty() {
        return Err(refuted("there is no proof of infinite order".into()));
    }
    let (noun, verb) = if infinite.len() == 1 { ("position", "has") } else { ("positions", "have") };
    Ok(Verified {
        kind: "infinite-beside".into(),
        statement: format!(
            "The misère quotient of {} is infinite: {noun} {} {verb} infinite order. The outcome of every sum with at most one of \
             the positions from {} on is as given: the local rule holds in {states} joint states with {patterns} combinations of \
             slices, so at all of these sums.",
            rules.game,
            infinite.join(", "),
            rules.position.get(single).map_or(rules.position.len() as u64 + 1, |position| *position),
        ),
    })
}

/// Where there is at most one single type.
fn at_most_one(
    single: usize,
    kinds: usize,
    functions: &mut Functions,
    budget: &mut Budget,
) -> Result<Function, Refusal> {
    let (mut none, mut at_most_one) = (TRUE, TRUE);
    for kind in single as u32..kinds as u32 {
        at_most_one = functions.sequence(kind, vec![at_most_one, none, FALSE], 2, budget)?;
        none = functions.sequence(kind, vec![none, FALSE], 1, budget)?;
    }
    Ok(at_most_one)
}
