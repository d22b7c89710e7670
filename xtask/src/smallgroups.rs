//! `cargo xtask smallgroups`: the packed list of all groups of order up to 511, from the SmallGroups library of GAP.
//!
//! GAP prints one line a group: the order and the number that encodes its polycyclic presentation (`CodePcGroup`), or
//! permutations that generate it when it is not solvable. The lines are decoded and packed in the form that the library
//! reads (`crates/impartial/src/group/small/decoder.rs` describes it).

use std::collections::BTreeMap;
use std::process::Command;

use crate::run::{cargo, need, output, root, say, step};

const PROGRAM: &str = r#"
SetPrintFormattingStatus("*stdout*", false);
LoadPackage("smallgrp");
for n in [1..511] do
  for i in [1..NumberSmallGroups(n)] do
    g := SmallGroup(n, i);
    if IsPcGroup(g) then
      Print(n, " ", CodePcGroup(g), "\n");
    else
      g := Image(SmallerDegreePermutationRepresentation(g));
      Print(n, " ", List(SmallGeneratingSet(g), ListPerm), "\n");
    fi;
  od;
od;
QUIT;
"#;

/// Writes the packed list into the library and has the library's tests look at it.
pub fn smallgroups(lines: Option<&str>) -> Result<(), String> {
    let printed = match lines {
        // What GAP printed in an earlier run.
        Some(path) => std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?,
        None => ask_gap()?,
    };
    let packed = pack(&printed)?;
    let path = root().join("crates/impartial/src/group/small/small_groups.bin");
    std::fs::write(&path, &packed).map_err(|error| format!("{}: {error}", path.display()))?;
    say(&format!("{} bytes written to {}", packed.len(), path.display()));
    step("tests of the list", &mut cargo(&["test", "--package", "impartial", "--test", "small_groups"]))
}

fn ask_gap() -> Result<String, String> {
    need("gap", &["gap-core", "gap-smallgrp"])?;
    let directory = std::env::temp_dir().join(format!("smallgroups-{}", std::process::id()));
    std::fs::create_dir_all(&directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    let program = directory.join("export.g");
    std::fs::write(&program, PROGRAM).map_err(|error| format!("{}: {error}", program.display()))?;
    say("==> GAP lists the groups of order up to 511; that takes two minutes");
    let printed = output("gap", Command::new("gap").args(["-q", "-A"]).arg(&program));
    // What is left of the directory does no harm.
    let _ = std::fs::remove_dir_all(&directory);
    printed
}

/// A group as GAP printed it.
enum Group {
    Polycyclic { relative_orders: Vec<u64>, values: Vec<u64> },
    Permutations(Vec<Vec<u8>>),
}

fn pack(printed: &str) -> Result<Vec<u8>, String> {
    let mut orders: BTreeMap<u64, Vec<Group>> = BTreeMap::new();
    for line in printed.lines() {
        let failed = || format!("GAP printed a line that is not understood: {line}");
        let (order, code) = line.split_once(' ').ok_or_else(failed)?;
        let order: u64 = order.parse().map_err(|_| failed())?;
        let group = if code.trim_start().starts_with('[') {
            permutations(code).ok_or_else(failed)?
        } else {
            decode(order, code.trim()).ok_or_else(failed)?
        };
        orders.entry(order).or_default().push(group);
    }
    if orders.len() != 511 || *orders.keys().next_back().unwrap_or(&0) != 511 {
        return Err(format!("GAP listed {} orders instead of 511", orders.len()));
    }
    let blocks: Vec<(usize, Vec<u8>)> =
        orders.iter().map(|(order, groups)| (groups.len(), block(*order, groups))).collect();
    let mut packed = Vec::new();
    for (count, block) in &blocks {
        varint(*count, &mut packed);
        varint(block.len(), &mut packed);
    }
    for (_, block) in &blocks {
        packed.extend_from_slice(block);
    }
    Ok(packed)
}

fn varint(mut value: usize, out: &mut Vec<u8>) {
    while value > 127 {
        out.push(value as u8 & 127 | 128);
        value >>= 7;
    }
    out.push(value as u8);
}

/// `[ [ 2, 3, 1 ], [ 2, 1 ] ]`: images of the points 1, 2, ….
fn permutations(code: &str) -> Option<Group> {
    let mut lists: Vec<Vec<u8>> = Vec::new();
    for part in code.split('[').skip(2) {
        let numbers = part.split(']').next()?;
        let images: Option<Vec<u8>> =
            numbers.split(',').map(|word| word.trim().parse::<u8>().ok()?.checked_sub(1)).collect();
        lists.push(images?);
    }
    let degree = lists.iter().map(Vec::len).max()?;
    for list in &mut lists {
        list.extend(list.len() as u8..degree as u8);
    }
    Some(Group::Permutations(lists))
}

fn prime_factors(mut n: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    while n > 1 {
        let prime = (2..=n).find(|p| n.is_multiple_of(*p)).unwrap_or(n);
        primes.push(prime);
        n /= prime;
    }
    primes
}

/// The relations in a code: the relative orders from the last to the first unless the order is a power of a prime, a bit
/// for each relation that is not trivial, and for each of those a number below the order.
fn decode(order: u64, code: &str) -> Option<Group> {
    let mut digits = Digits::parse(code)?;
    let mut relative_orders = prime_factors(order);
    let length = relative_orders.len();
    let largest = relative_orders.last().copied().unwrap_or(0);
    if relative_orders.first() != relative_orders.last() {
        for place in relative_orders.iter_mut().rev() {
            *place = digits.divide(largest - 1) + 2;
        }
    }
    let count = (length * (length + 1) / 2).saturating_sub(1);
    let flags: Vec<u64> = (0..count).map(|_| digits.divide(2)).collect();
    let values = flags.iter().map(|flag| if *flag == 1 { digits.divide(order) } else { 0 }).collect();
    (digits.is_zero() && relative_orders.iter().product::<u64>() == order)
        .then_some(Group::Polycyclic { relative_orders, values })
}

/// A large number in base 10^9, least significant digit first.
struct Digits(Vec<u64>);

impl Digits {
    fn parse(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        let digits: Option<Vec<u64>> =
            bytes.rchunks(9).map(|chunk| std::str::from_utf8(chunk).ok()?.parse().ok()).collect();
        digits.map(Digits)
    }

    /// Divides by a small number and returns the remainder.
    fn divide(&mut self, by: u64) -> u64 {
        let mut remainder = 0;
        for digit in self.0.iter_mut().rev() {
            let dividend = remainder * 1_000_000_000 + *digit;
            *digit = dividend / by;
            remainder = dividend % by;
        }
        remainder
    }

    fn is_zero(&self) -> bool {
        self.0.iter().all(|digit| *digit == 0)
    }
}

const PRIME_BITS: u32 = 9;

/// The groups of one order, packed; the mirror image of the library's `Model`.
fn block(order: u64, groups: &[Group]) -> Vec<u8> {
    let mut encoder = RangeEncoder::new();
    let mut before_orders = prime_factors(order);
    let length = before_orders.len();
    let relations = (length * (length + 1) / 2).saturating_sub(1);
    let value_bits = u64::BITS - (order - 1).leading_zeros();
    let contexts = |count: usize| vec![Context::NEW; count];
    let mut before = vec![0u64; relations];
    let (mut permutations, mut same_orders) = (Context::NEW, Context::NEW);
    let mut prime = contexts(length << PRIME_BITS);
    let (mut same_value, mut trivial) = (contexts(relations * 6), contexts(relations));
    let (mut value, mut byte) = (contexts(relations << value_bits), contexts(256));
    for group in groups {
        encoder.bit(matches!(group, Group::Permutations(_)), &mut permutations);
        let (relative_orders, values) = match group {
            Group::Permutations(generators) => {
                encoder.number(generators.len() as u64, 8, &mut byte);
                encoder.number(generators.first().map_or(0, Vec::len) as u64, 8, &mut byte);
                for image in generators.iter().flatten() {
                    encoder.number(u64::from(*image), 8, &mut byte);
                }
                continue;
            }
            Group::Polycyclic { relative_orders, values } => (relative_orders, values),
        };
        encoder.bit(*relative_orders == before_orders, &mut same_orders);
        if *relative_orders != before_orders {
            for (at, place) in relative_orders.iter().enumerate() {
                let contexts = &mut prime[at << PRIME_BITS..(at + 1) << PRIME_BITS];
                encoder.number(*place, PRIME_BITS, contexts);
            }
            before_orders.clone_from(relative_orders);
            before.fill(0);
        }
        let mut changes = 0usize;
        for (at, (old, new)) in before.iter_mut().zip(values).enumerate() {
            let context = at * 6 + changes.min(2) * 2 + usize::from(*old == 0);
            encoder.bit(old == new, &mut same_value[context]);
            if old == new {
                continue;
            }
            changes += 1;
            if *old != 0 {
                encoder.bit(*new == 0, &mut trivial[at]);
            }
            if *old == 0 || *new != 0 {
                let contexts = &mut value[at << value_bits..(at + 1) << value_bits];
                encoder.number(*new, value_bits, contexts);
            }
            *old = *new;
        }
    }
    encoder.finish()
}

#[derive(Clone, Copy)]
struct Context {
    probability: u16,
    met: u8,
}

impl Context {
    const NEW: Context = Context { probability: 1 << 15, met: 0 };

    fn learn(&mut self, bit: bool) {
        let target = if bit { 1 << 16 } else { 0 };
        let change = (target - i32::from(self.probability)) * 2 / (2 * i32::from(self.met) + 3);
        self.probability = (i32::from(self.probability) + change).clamp(32, (1 << 16) - 32) as u16;
        self.met = (self.met + 1).min(62);
    }
}

/// Writes decisions; `low` may carry into bytes already written, which are therefore kept.
struct RangeEncoder {
    bytes: Vec<u8>,
    low: u32,
    range: u32,
}

impl RangeEncoder {
    fn new() -> Self {
        RangeEncoder { bytes: Vec::new(), low: 0, range: u32::MAX }
    }

    fn bit(&mut self, bit: bool, context: &mut Context) {
        let bound = (self.range >> 16) * u32::from(context.probability);
        if bit {
            self.range = bound;
        } else {
            let (low, carry) = self.low.overflowing_add(bound);
            self.low = low;
            if carry {
                self.carry();
            }
            self.range -= bound;
        }
        context.learn(bit);
        while self.range < 1 << 24 {
            self.range <<= 8;
            self.shift();
        }
    }

    fn carry(&mut self) {
        for byte in self.bytes.iter_mut().rev() {
            let (sum, more) = byte.overflowing_add(1);
            *byte = sum;
            if !more {
                return;
            }
        }
    }

    fn shift(&mut self) {
        self.bytes.push((self.low >> 24) as u8);
        self.low <<= 8;
    }

    fn number(&mut self, value: u64, bits: u32, contexts: &mut [Context]) {
        let mut node = 1;
        for at in (0..bits).rev() {
            let bit = value >> at & 1;
            self.bit(bit == 1, &mut contexts[node]);
            node = node * 2 + bit as usize;
        }
    }

    /// The bytes, without the zeros at the end that the decoder supplies.
    fn finish(mut self) -> Vec<u8> {
        for _ in 0..4 {
            self.shift();
        }
        while self.bytes.last() == Some(&0) {
            self.bytes.pop();
        }
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The codes of Z4 and Z2 x Z2, of S3 and Z6.
    #[test]
    fn codes_of_gap_are_decoded() {
        let values = |order, code| match decode(order, code) {
            Some(Group::Polycyclic { relative_orders, values }) => (relative_orders, values),
            _ => panic!("order {order}, code {code}"),
        };
        assert_eq!(values(4, "5"), (vec![2, 2], vec![1, 0]));
        assert_eq!(values(4, "0"), (vec![2, 2], vec![0, 0]));
        assert!(decode(4, "1000").is_none());
        let Some(Group::Permutations(lists)) = permutations("[ [ 2, 3, 1 ], [ 2, 1 ] ]") else {
            panic!("permutations")
        };
        assert_eq!(lists, [[1, 2, 0], [1, 0, 2]]);
    }
}
