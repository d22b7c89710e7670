//! Kind `infinite-quotient`: the outcome of every sum of the positions of a game in misère play, where the misère
//! quotient is infinite.
//!
//! **Fields.** `code`, the code of a taking-and-breaking game (position n is the heap of n tokens), or `positions`, the options
//! of position 1, 2, …; `last`, the last position. `types`, for each position from 0 on its type, or null (`rules.rs`). `growing`, the
//! types whose numbers of copies an automaton reads (`radices`, `first`, `next`, `output`); its outputs are numbers
//! of `slices`. A slice is a function of the numbers of copies of the other types: 2i for the function of node i of `nodes`, 2i+1
//! for its complement; node 0, which is not listed, is the constant false. A node is [type, place, slices]: in the number
//! of copies of the type it is the sequence of the functions listed, repeating from the place on (`functions.rs`).
//! `orders`, proofs of infinite order (`order.rs`).
//!
//! **Claim.** The sum of any numbers of copies of positions 1 to `last` is a P-position exactly if its slice is true. The misère
//! quotient of these sums is infinite, because the types of `orders` have infinite order.
//!
//! **What is checked.** 1. Positions of one type have the same options (`rules.rs`). 2. Zeros at the end change no output of the
//! automaton. 3. The *local rule*: with S(x) the slice at the numbers x of copies of growing types and Y those of the others,
//! S(x)(Y) is true exactly if (x, Y) is not zero and no move leads to a true value. A move in a growing type c to an option o leads
//! to S(x − e_c + growing part of o) at Y + rest of o; a move in another type is there when Y has a copy of it. So the rule
//! is an equation of functions for every combination of the slices at x and at finitely many x + d, and all combinations that
//! occur are found by following the automaton at all these points at once (`lattice/machine.rs`). 4. The proofs of infinite order.
//!
//! **Why that is enough.** Every game ends, so by induction over options the local rule has one solution only, the set of
//! P-positions.

mod functions;
mod order;
mod rules;

use std::collections::HashMap;

use serde_json::Value;

use self::functions::{FALSE, Function, Functions, LONGEST, TRUE};
use self::rules::Rules;
use crate::fields::list;
use crate::lattice::certificate::{Automaton, automaton as read_automaton};
use crate::lattice::machine::{Alphabet, Budget, Exploration, Machine, OFF};
use crate::lattice::readers::{Point, Shifted};
use crate::lattice::{malformed, refuted};
use crate::{Refusal, Verified};

/// Checks `infinite-quotient`.
pub fn check(certificate: &Value) -> Result<Verified, Refusal> {
    let mut budget = Budget::new();
    let rules = Rules::read(certificate, &mut budget)?;
    let growing = growing(certificate, &rules)?;
    let automaton = read_automaton(certificate, growing.len())?;
    let mut functions = Functions::new();
    let slices = slices(certificate, &growing, &rules, &mut functions, &mut budget)?;
    if automaton.output.iter().any(|slice| *slice as usize >= slices.len()) {
        return Err(malformed("\"output\" must hold numbers of slices"));
    }
    for (state, next) in automaton.next.iter().enumerate() {
        if automaton.output[next[0] as usize] != automaton.output[state] {
            return Err(refuted(format!("zeros after the last digit change the output of state {state}")));
        }
    }
    let local = LocalRule::new(&rules, &growing);
    let (states, patterns) = local.verify(&automaton, &slices, &mut functions, &mut budget)?;
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
    let names: Vec<String> = infinite.iter().map(u64::to_string).collect();
    let (noun, verb) = if names.len() == 1 { ("position", "has") } else { ("positions", "have") };
    Ok(Verified {
        kind: "infinite-quotient".into(),
        statement: format!(
            "The misère quotient of {} is infinite: {noun} {} {verb} infinite order. The outcome of every sum is as given: \
             the local rule holds in {states} joint states with {patterns} combinations of slices, so everywhere.",
            rules.game,
            names.join(", "),
        ),
    })
}

fn growing(certificate: &Value, rules: &Rules) -> Result<Vec<u32>, Refusal> {
    let wrong = || malformed("\"growing\" must hold types in increasing order");
    let kind = |value: &Value| value.as_u64().filter(|kind| *kind < rules.options.len() as u64);
    let growing: Option<Vec<u32>> =
        list(certificate, "growing")?.iter().map(|value| kind(value).map(|kind| kind as u32)).collect();
    growing.filter(|growing| growing.windows(2).all(|pair| pair[0] < pair[1])).ok_or_else(wrong)
}

/// Builds the functions of the nodes, and the slices among them.
fn slices(
    certificate: &Value,
    growing: &[u32],
    rules: &Rules,
    functions: &mut Functions,
    budget: &mut Budget,
) -> Result<Vec<Function>, Refusal> {
    let wrong =
        || malformed("a node must be [type, place, slices], with slices of lower types, and no growing type");
    // Each function with its complement.
    let mut known = vec![[FALSE, TRUE]];
    let function = |value: &Value, known: &[[Function; 2]]| {
        let number = value.as_u64().and_then(|number| usize::try_from(number).ok())?;
        known.get(number / 2).map(|pair| pair[number % 2])
    };
    for node in list(certificate, "nodes")? {
        let Some([kind, place, listed]) = node.as_array().map(Vec::as_slice) else { return Err(wrong()) };
        let kind = kind.as_u64().filter(|kind| *kind < rules.options.len() as u64).ok_or_else(wrong)? as u32;
        let listed = listed.as_array().filter(|listed| listed.len() <= LONGEST).ok_or_else(wrong)?;
        let place = place.as_u64().filter(|place| *place < listed.len() as u64).ok_or_else(wrong)? as usize;
        let listed: Option<Vec<Function>> = listed.iter().map(|slice| function(slice, &known)).collect();
        let listed = listed.ok_or_else(wrong)?;
        if growing.contains(&kind) || listed.iter().any(|slice| functions.height(*slice) > kind) {
            return Err(wrong());
        }
        let found = functions.sequence(kind, listed, place, budget)?;
        known.push([found, functions.complement(found, budget)?]);
    }
    let slice = |value: &Value| {
        function(value, &known).ok_or_else(|| malformed("\"slices\" must hold functions of nodes"))
    };
    list(certificate, "slices")?.iter().map(slice).collect()
}

/// The options of one type: the place of the shift of growing types, and what is added to the others.
struct Moves {
    kind: u32,
    grows: bool,
    options: Vec<(usize, Vec<u32>)>,
}

/// The local rule: the shifts of x that occur, the zero shift first, and all moves.
struct LocalRule {
    shifts: Vec<Vec<i64>>,
    moves: Vec<Moves>,
    others: Vec<u32>,
}

impl LocalRule {
    fn new(rules: &Rules, growing: &[u32]) -> Self {
        let mut shifts = vec![vec![0; growing.len()]];
        let mut moves = Vec::new();
        for (kind, options) in rules.options.iter().enumerate() {
            let kind = kind as u32;
            let mut listed = Vec::new();
            for option in options {
                let added = |g: &u32| option.iter().filter(|part| *part == g).count() as i64;
                let shift: Vec<i64> = growing.iter().map(|g| added(g) - i64::from(*g == kind)).collect();
                let place = shifts.iter().position(|known| *known == shift).unwrap_or_else(|| {
                    shifts.push(shift);
                    shifts.len() - 1
                });
                listed.push((place, option.iter().copied().filter(|part| !growing.contains(part)).collect()));
            }
            moves.push(Moves { kind, grows: growing.contains(&kind), options: listed });
        }
        let others = (0..rules.options.len() as u32).filter(|kind| !growing.contains(kind)).collect();
        LocalRule { shifts, moves, others }
    }

    /// Checks the rule everywhere; the numbers of joint states and of combinations of slices.
    fn verify(
        &self,
        automaton: &Automaton,
        slices: &[Function],
        functions: &mut Functions,
        budget: &mut Budget,
    ) -> Result<(usize, usize), Refusal> {
        let alphabet = Alphabet::new(automaton.radices.clone())?;
        let axes: Vec<usize> = (0..automaton.radices.len()).collect();
        let mut machines = Vec::new();
        for shift in &self.shifts {
            let shift = shift.iter().map(|entry| -entry).collect();
            machines.push(Machine::new(
                &Shifted { automaton, axes: axes.clone(), shift },
                &alphabet,
                budget,
            )?);
        }
        let origin = vec![0; axes.len()];
        machines.push(Machine::new(&Point(&origin), &alphabet, budget)?);
        let exploration = Exploration::new(&machines, &alphabet, budget)?;
        let mut empty_sum = TRUE;
        for kind in &self.others {
            empty_sum = functions.sequence(*kind, vec![empty_sum, FALSE], 1, budget)?;
        }
        let mut reached = HashMap::new();
        for pattern in &exploration.patterns {
            let outputs = &pattern.outputs;
            let mut wins = if outputs[self.shifts.len()] == 1 { empty_sum } else { FALSE };
            for moves in &self.moves {
                let needed: Vec<u32> = moves.options.iter().map(|(place, _)| outputs[*place]).collect();
                let key = (moves.kind, needed);
                let found = match reached.get(&key) {
                    Some(found) => *found,
                    None => {
                        let found = moves.reach(outputs, slices, functions, budget)?;
                        budget.keep(key.1.len() + 8)?;
                        reached.insert(key, found);
                        found
                    }
                };
                wins = functions.union(wins, found, budget)?;
            }
            if functions.complement(wins, budget)? != slices[outputs[0] as usize] {
                let at = exploration.witness(pattern, &alphabet);
                let at = at.map_or("large numbers".into(), |at| format!("{at:?}"));
                return Err(refuted(format!("the local rule fails at {at} copies of the growing types")));
            }
        }
        Ok((exploration.states(), exploration.patterns.len()))
    }
}

impl Moves {
    /// Where a move in the type leads to a P-position.
    fn reach(
        &self,
        outputs: &[u32],
        slices: &[Function],
        functions: &mut Functions,
        budget: &mut Budget,
    ) -> Result<Function, Refusal> {
        let mut reached = FALSE;
        for (place, rest) in &self.options {
            if outputs[*place] == OFF {
                continue;
            }
            let mut slice = slices[outputs[*place] as usize];
            for kind in rest {
                slice = functions.shift(slice, *kind, budget)?;
            }
            reached = functions.union(reached, slice, budget)?;
        }
        if self.grows { Ok(reached) } else { functions.unshift(reached, self.kind, budget) }
    }
}
