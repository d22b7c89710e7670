//! Kind `infinite-quotient`: the outcome of every sum of the positions of a game in misère play, where the misère
//! quotient is infinite.
//!
//! **Fields.** `code`, the code of a taking-and-breaking game (position n is the heap of n tokens), or `positions`, the options
//! of position 1, 2, …; `last`, the last position. `types`, for each position from 0 on its type, or null (`rules.rs`). `growing`, the
//! types whose numbers of copies an automaton reads (`radices`, `first`, `next`, `output`); its outputs are numbers
//! of `slices`. A slice is a function of the numbers of copies of the other types: 2i for the function of node i of `nodes`, 2i+1
//! for its complement; node 0, which is not listed, is the constant false. A node is [type, place, slices]: in the number
//! of copies of the type it is the sequence of the functions listed, repeating from the place on (`functions/`).
//! `orders`, proofs of infinite order (`order.rs`). Optional: `relations`, pairs of sums, each a list of pairs [type, copies] (`relations.rs`);
//! `complete`, whether they are all (`complete.rs`).
//!
//! **Claim.** The sum of any numbers of copies of positions 1 to `last` is a P-position exactly if its slice is true. The misère
//! quotient of these sums is infinite, because the types of `orders` have infinite order. The two sums of each relation are equal in it;
//! if they are all, the relations present it: any two sums that are equal become the same by them.
//!
//! **What is checked.** 1. Positions of one type have the same options (`rules.rs`). 2. Zeros at the end change no output of the
//! automaton. 3. The *local rule*: a sum is in the set given exactly if it is not empty and no move leads to a sum in the set
//! (`functions/local_rule.rs`). 4. The proofs of infinite order. 5. The
//! relations, at every sum. 6. If they are all, that no two of the words that they leave are equal (`separation.rs`, with `arrays.rs`).
//!
//! **Why that is enough.** Every game ends, so by induction over options the local rule has one solution only, the set of
//! P-positions.

mod arrays;
mod beside;
mod complete;
mod order;
mod relations;
mod rules;
mod separation;

use serde_json::Value;

pub use self::beside::check as check_beside;
use self::relations::Relations;
use self::rules::Rules;
use crate::fields::list;
use crate::functions::local_rule::{Failure, LocalRule};
use crate::functions::{Function, Functions, read_slices};
use crate::lattice::certificate::{Automaton, automaton as read_automaton};
use crate::lattice::machine::Budget;
use crate::lattice::{malformed, refuted};
use crate::misere_sum::{Decided, Sum};
use crate::natural::Natural;
use crate::{Refusal, Verified};

/// Checks `infinite-quotient`.
pub fn check(certificate: &Value) -> Result<Verified, Refusal> {
    let Described { statement, .. } = verify(certificate)?;
    Ok(Verified { kind: "infinite-quotient".into(), statement })
}

/// A description of all sums that was checked.
pub(crate) struct Described {
    /// What is proved, in words.
    statement: String,
    rules: Rules,
    growing: Vec<u32>,
    automaton: Automaton,
    functions: Functions,
    slices: Vec<Function>,
}

impl Decided for Described {
    fn is_p_sum(&self, sum: &Sum) -> Result<bool, Refusal> {
        let mut copies = vec![Natural::from(0); self.rules.options.len()];
        for (position, count) in sum {
            let known =
                position.to_u64().and_then(|position| self.rules.types.get(usize::try_from(position).ok()?));
            let kind = known
                .ok_or_else(|| refuted(format!("the description does not reach position {position}")))?;
            if let Some(kind) = kind {
                let copies = &mut copies[*kind as usize];
                *copies = copies.plus(count);
            }
        }
        let slice = self.automaton.output_at(self.growing.iter().map(|kind| copies[*kind as usize].clone()));
        Ok(self.functions.value(self.slices[slice as usize], &copies))
    }

    fn for_each_option(&self, position: u64, visit: &mut dyn FnMut(&[u64]) -> bool) -> bool {
        self.rules.for_each_option(position, visit)
    }

    fn name(&self, position: &Natural) -> String {
        self.rules.name(position)
    }

    fn statement(&self) -> String {
        self.statement.clone()
    }
}

/// The description that a certificate proves.
pub(crate) fn verify(certificate: &Value) -> Result<Described, Refusal> {
    let mut budget = Budget::new();
    let rules = Rules::read(certificate, &mut budget)?;
    let growing = growing(certificate, &rules)?;
    let automaton = read_automaton(certificate, growing.len())?;
    let mut functions = Functions::new();
    let kinds = rules.options.len();
    let slices = read_slices(certificate, &growing, kinds, &mut functions, &mut budget)?;
    if automaton.output.iter().any(|slice| *slice as usize >= slices.len()) {
        return Err(malformed("\"output\" must hold numbers of slices"));
    }
    for (state, next) in automaton.next.iter().enumerate() {
        if automaton.output[next[0] as usize] != automaton.output[state] {
            return Err(refuted(format!("zeros after the last digit change the output of state {state}")));
        }
    }
    let options = rules.options.iter().enumerate();
    let moves =
        options.flat_map(|(kind, options)| options.iter().map(move |o| (vec![kind as u32], o.clone())));
    let local = LocalRule::new(moves, &[vec![0; kinds]], kinds, &growing, &mut budget)?;
    let verified = local.verify(&automaton, &slices, &mut functions, &mut budget)?;
    let (states, patterns) = verified.map_err(|Failure(at)| {
        let at = at.map_or("large numbers".into(), |at| format!("{at:?}"));
        refuted(format!("the local rule fails at {at} copies of the growing types"))
    })?;
    let mut infinite: Vec<u64> = Vec::new();
    // The proofs compare numbers of slices: different numbers must be different functions.
    for (at, slice) in slices.iter().enumerate() {
        if slices[..at].contains(slice) {
            return Err(refuted("two slices are the same function".into()));
        }
    }
    for proof in list(certificate, "orders")? {
        let axis = order::check(proof, &automaton, &mut budget)?;
        infinite.push(rules.position[growing[axis] as usize]);
    }
    if infinite.is_empty() {
        return Err(refuted("there is no proof of infinite order".into()));
    }
    let relations = match certificate.get("relations") {
        None => &[],
        Some(_) => list(certificate, "relations")?,
    };
    let all = Relations { automaton: &automaton, growing: &growing, kinds, slices: &slices };
    let relations = all.check(relations, &mut functions, &mut budget)?;
    let is_complete = match certificate.get("complete") {
        None | Some(Value::Bool(false)) => false,
        Some(Value::Bool(true)) => true,
        Some(_) => return Err(malformed("\"complete\" must be true or false")),
    };
    if is_complete {
        complete::check(&all, &relations, &mut functions, &mut budget)?;
    }
    let names: Vec<String> = infinite.iter().map(u64::to_string).collect();
    let (noun, verb) = if names.len() == 1 { ("position", "has") } else { ("positions", "have") };
    let statement = format!(
        "The misère quotient of {} is infinite: {noun} {} {verb} infinite order. The outcome of every sum is as given: \
         the local rule holds in {states} joint states with {patterns} combinations of slices, so everywhere.{}",
        rules.game,
        names.join(", "),
        match (relations.len(), is_complete) {
            (0, false) => String::new(),
            (1, false) => " The relation given holds.".into(),
            (count, false) => format!(" The {count} relations given hold."),
            (1, true) =>
                " The relation given holds, and no other is needed: it presents the quotient.".into(),
            (count, true) => format!(
                " The {count} relations given hold, and no other is needed: they present the quotient."
            ),
        },
    );
    Ok(Described { statement, rules, growing, automaton, functions, slices })
}

fn growing(certificate: &Value, rules: &Rules) -> Result<Vec<u32>, Refusal> {
    let wrong = || malformed("\"growing\" must hold types in increasing order");
    let kind = |value: &Value| value.as_u64().filter(|kind| *kind < rules.options.len() as u64);
    let growing: Option<Vec<u32>> =
        list(certificate, "growing")?.iter().map(|value| kind(value).map(|kind| kind as u32)).collect();
    growing.filter(|growing| growing.windows(2).all(|pair| pair[0] < pair[1])).ok_or_else(wrong)
}
