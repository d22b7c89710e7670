//! The rules of the game, in types: positions with the same options are of one type, positions without options of none.
//!
//! That sums of types have the same moves as sums of positions needs no theorem: it is checked here that all positions of a
//! type have the same set of options, written in types, and that exactly the positions without options have no type.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::Refusal;
use crate::code::Code;
use crate::fields::{list, number};
use crate::lattice::machine::Budget;
use crate::lattice::{malformed, refuted, too_large};
use crate::natural::Natural;

/// The last position that is looked at. Functions are as deep as there are types.
const LARGEST: u64 = 500;

/// The options of each type, each a sorted list of types.
pub(super) struct Rules {
    /// The game in words.
    pub(super) game: String,
    pub(super) options: Vec<BTreeSet<Vec<u32>>>,
    /// A position of each type.
    pub(super) position: Vec<u64>,
    /// The type of each position from 0 on.
    pub(super) types: Vec<Option<u32>>,
    /// The code, where positions are heaps.
    code: Option<Code>,
    /// The options of each position from 1 on, where they are listed.
    listed: Vec<Vec<Vec<u64>>>,
}

impl Rules {
    /// Reads the game and the types of its positions.
    pub(super) fn read(certificate: &Value, budget: &mut Budget) -> Result<Self, Refusal> {
        let last = number(certificate, "last")?;
        if last > LARGEST {
            return Err(too_large("there are more than 500 positions"));
        }
        let types = list(certificate, "types")?;
        if types.len() as u64 != last + 1 || types.first() != Some(&Value::Null) {
            return Err(malformed(
                "\"types\" must have null for the empty position and an entry for each other",
            ));
        }
        let mut rules = Rules {
            game: String::new(),
            options: Vec::new(),
            position: Vec::new(),
            types: vec![None],
            code: None,
            listed: Vec::new(),
        };
        let (code, listed) = match (certificate.get("code"), certificate.get("positions")) {
            (Some(Value::String(code)), None) => (Some(Code::parse(code)?), &[][..]),
            (None, Some(Value::Array(listed))) if listed.len() as u64 == last => (None, &listed[..]),
            _ => {
                return Err(malformed("there must be a \"code\", or \"positions\" with the options of each"));
            }
        };
        rules.game = match &code {
            Some(code) => format!("{} to heap {last}", code.text()),
            None => format!("the {last} positions listed"),
        };
        for n in 1..=last {
            let mut options = BTreeSet::new();
            let mut refusal = Ok(());
            let mut visit = |parts: &[u64]| {
                let mut kinds: Vec<u32> =
                    parts.iter().filter_map(|part| rules.types[*part as usize]).collect();
                kinds.sort_unstable();
                options.insert(kinds);
                refusal = budget.keep(parts.len() + 4);
                refusal.is_ok()
            };
            match &code {
                Some(code) => {
                    code.for_each_option(n, &mut visit);
                }
                None => {
                    let mut own = Vec::new();
                    for option in list_of(&listed[n as usize - 1])? {
                        let earlier = |part: &Value| part.as_u64().filter(|part| (1..n).contains(part));
                        let parts: Option<Vec<u64>> = list_of(option)?.iter().map(earlier).collect();
                        let parts =
                            parts.ok_or_else(|| malformed("an option must be a sum of earlier positions"))?;
                        visit(&parts);
                        own.push(parts);
                    }
                    rules.listed.push(own);
                }
            }
            refusal?;
            let kind = rules.add(n, options, &types[n as usize])?;
            rules.types.push(kind);
        }
        rules.code = code;
        Ok(rules)
    }

    /// A position in words.
    pub(super) fn name(&self, position: &Natural) -> String {
        match &self.code {
            Some(code) => format!("{}[{position}]", code.text()),
            None => format!("position {position}"),
        }
    }

    /// Calls `visit` with every option of a position until it returns false; whether it never did.
    pub(super) fn for_each_option(&self, position: u64, visit: &mut dyn FnMut(&[u64]) -> bool) -> bool {
        match &self.code {
            Some(code) => code.for_each_option(position, visit),
            None => self.listed[position as usize - 1].iter().all(|option| visit(option)),
        }
    }

    /// Takes in position n with its options, when the type that is claimed for it is right.
    fn add(&mut self, n: u64, options: BTreeSet<Vec<u32>>, claimed: &Value) -> Result<Option<u32>, Refusal> {
        let fresh = self.options.len() as u64;
        match (options.is_empty(), claimed) {
            (true, Value::Null) => Ok(None),
            (false, Value::Number(kind)) if kind.as_u64() == Some(fresh) => {
                self.options.push(options);
                self.position.push(n);
                Ok(Some(fresh as u32))
            }
            (false, Value::Number(kind)) => {
                let kind = kind.as_u64().filter(|kind| *kind < fresh);
                let kind = kind.ok_or_else(|| malformed("types must be numbered in the order they come"))?;
                if self.options[kind as usize] != options {
                    return Err(refuted(format!("position {n} has other options than the rest of its type")));
                }
                Ok(Some(kind as u32))
            }
            _ => Err(refuted(format!("position {n} must have a type exactly if it has options"))),
        }
    }
}

fn list_of(value: &Value) -> Result<&[Value], Refusal> {
    value.as_array().map(Vec::as_slice).ok_or_else(|| malformed("\"positions\" must hold lists"))
}
