//! Kind `types`: nimber and misère outcome of a finite abelian group of any size, where moves divide by cyclic subgroups.
//!
//! Claim: `game` has the nimber `nimber` and the misère outcome `misere`. It is one of `abelian(Z/4 + (Z/8)^2)`, `group(Z4 x Z8^2)`,
//! `subgroups(Z4 x Z8^2)`, `ring(Z/12)`, `ring(Z/12; non-units)`, perhaps with elements that were chosen already: `abelian(Z/4 + Z/8)[(1,2)]`.
//!
//! Checked: everything is worked out from the name. In these games a move chooses an element a ≠ 0 of a finite abelian group A and leaves A/⟨a⟩: in
//! Z/n ideals are subgroups, in an abelian group all subgroups are normal, and the game of subgroups above U is that of quotients of
//! G/U. In `non-units` moves that leave nothing are forbidden. So only the isomorphism type of A counts: for each prime p the partition
//! λ₁ ≥ λ₂ ≥ … for which the p-part is ⊕ Z/p^λᵢ. The type of what the chosen elements leave is found by elimination modulo p^λ₁, which
//! annihilates the p-part.
//!
//! Why that is a proof: by the Chinese remainder theorem ⟨a⟩ is the sum of the ⟨a_p⟩, so p-parts are divided one by one, at least one of them by an element that is not 0.
//! In a p-group A of type λ, *the types of A/⟨a⟩ are the partitions μ with λ₁ ≥ μ₁ ≥ λ₂ ≥ μ₂ ≥ …*, whatever p is; μ = λ for a = 0 only, by counting.
//!
//! * They are such. The number of parts ≥ k is the rank of p^(k-1)A/p^kA. For B = A/⟨a⟩ it is the rank of p^(k-1)A/(p^kA + C), where C =
//!   p^(k-1)A ∩ ⟨a⟩ is cyclic: the same or one less. It is one less exactly when C is not in p^kA, which is when some p^m·a is in p^(k-1)A and not in p^kA;
//!   call k - 1 its height.
//! * All of them occur. Let m_i be the sum of λ_j - μ_j over j > i; then m_i ≤ λ_{i+1} ≤ μ_i, since μ_j ≥ λ_{j+1}. Let a have the component p^(μ_i - m_i) where
//!   μ_i < λ_i, and 0 elsewhere. For m_i ≤ m < m_{i-1} the i-th component of p^m·a has the height μ_i + m - m_i < λ_i; the components
//!   after it are 0, and those before it have no smaller height, because (μ_j - m_j) - (μ_i - m_i) is the sum of μ_k - λ_{k+1} over j ≤ k < i. So the heights
//!   of the multiples of a are the numbers from μ_i to λ_i - 1 for all i, which is what the first point asks for.
//!
//! The game on types is finite and is played out.

use std::collections::HashMap;

use serde_json::Value;

use crate::fields::{number, text};
use crate::{Refusal, Verified};

/// The most summands of a group, and elements that were chosen.
const MOST_PARTS: usize = 64;
/// The largest order of a cyclic summand.
const LARGEST: u64 = 1 << 42;
/// The sum of all parts of all partitions: the length of the longest game.
const LONGEST_GAME: u64 = 400;
/// The most moves between types that a check may make.
const MOST_MOVES: u64 = 1 << 24;

/// A partition, decreasing, without zeros.
type Partition = Vec<u8>;

fn unknown(what: &str) -> Refusal {
    Refusal::Unknown(format!("the field \"game\": {what}"))
}

fn malformed(why: impl std::fmt::Display) -> Refusal {
    Refusal::Malformed(format!("the field \"game\": {why}"))
}

/// A group ⊕ Z/n, the elements that were divided out, and whether moves to nothing are forbidden.
struct Game {
    moduli: Vec<u64>,
    chosen: Vec<Vec<u64>>,
    is_proper: bool,
}

/// A whole number without sign, in digits alone.
fn digits(text: &str) -> Option<u64> {
    let is_plain = !text.is_empty() && text.len() <= 18 && text.bytes().all(|digit| digit.is_ascii_digit());
    is_plain.then(|| text.parse().ok()).flatten()
}

/// `Z/8`, `(Z/8)^2`; `Z8`, `Z8^2` where `slash` is empty: the modulus and how often it stands there.
fn summand(text: &str, slash: &str) -> Option<(u64, usize)> {
    let (base, copies) = match text.split_once('^') {
        Some((base, copies)) if slash.is_empty() => (base, digits(copies)?),
        Some((base, copies)) => (base.strip_prefix('(')?.strip_suffix(')')?, digits(copies)?),
        None => (text, 1),
    };
    let modulus = digits(base.strip_prefix('Z')?.strip_prefix(slash)?)?;
    let is_fit = (1..=LARGEST).contains(&modulus) && copies <= MOST_PARTS as u64;
    is_fit.then_some((modulus, copies as usize))
}

/// The elements in brackets: tuples, or numbers where there is one summand.
fn elements(text: &str, moduli: &[u64]) -> Option<Vec<Vec<u64>>> {
    if moduli.len() == 1 {
        return text.split(',').map(|number| residues(number, moduli)).collect();
    }
    let tuples = text.strip_prefix('(')?.strip_suffix(')')?;
    tuples.split("),(").map(|tuple| residues(tuple, moduli)).collect()
}

fn residues(tuple: &str, moduli: &[u64]) -> Option<Vec<u64>> {
    let numbers: Option<Vec<u64>> = tuple.split(',').map(digits).collect();
    let numbers = numbers.filter(|numbers| numbers.len() == moduli.len())?;
    Some(numbers.iter().zip(moduli).map(|(number, modulus)| number % modulus).collect())
}

impl Game {
    fn read(name: &str) -> Result<Game, Refusal> {
        let wrong = || malformed(format!("{name:?} is no game on an abelian group that this checker knows"));
        let (name, chosen) = match name.strip_suffix(']') {
            Some(rest) => {
                rest.split_once('[').map(|(game, chosen)| (game, Some(chosen))).ok_or_else(wrong)?
            }
            None => (name, None),
        };
        let (word, inner) = name.strip_suffix(')').and_then(|rest| rest.split_once('(')).ok_or_else(wrong)?;
        let (inner, is_proper) = match inner.strip_suffix("; non-units") {
            Some(ring) if word == "ring" => (ring, true),
            _ => (inner, false),
        };
        let (between, slash) = match word {
            "abelian" | "ring" => (" + ", "/"),
            "group" | "subgroups" => (" x ", ""),
            _ => return Err(wrong()),
        };
        let mut moduli = Vec::new();
        for part in inner.split(between) {
            let (modulus, copies) = summand(part, slash).ok_or_else(wrong)?;
            if moduli.len() + copies > MOST_PARTS || (word == "ring" && (copies != 1 || !moduli.is_empty())) {
                return Err(unknown("a group with too many summands"));
            }
            moduli.extend(std::iter::repeat_n(modulus, copies));
        }
        let chosen = match chosen {
            Some(chosen) => elements(chosen, &moduli).ok_or_else(wrong)?,
            None => Vec::new(),
        };
        if chosen.len() > MOST_PARTS {
            return Err(unknown("too many elements"));
        }
        Ok(Game { moduli, chosen, is_proper })
    }

    /// The primes that divide the order.
    fn primes(&self) -> Vec<u64> {
        let mut primes = Vec::new();
        for modulus in &self.moduli {
            let mut rest = *modulus;
            for p in &primes {
                while rest.is_multiple_of(*p) {
                    rest /= p;
                }
            }
            let mut p = 2;
            while p * p <= rest {
                if rest.is_multiple_of(p) {
                    primes.push(p);
                    while rest.is_multiple_of(p) {
                        rest /= p;
                    }
                }
                p += 1;
            }
            if rest > 1 {
                primes.push(rest);
            }
        }
        primes
    }

    /// The type of the p-part of what is left.
    fn partition(&self, p: u64) -> Partition {
        let exponent = |n: u64| {
            let (mut rest, mut exponent) = (n, 0_u32);
            while rest.is_multiple_of(p) {
                rest /= p;
                exponent += 1;
            }
            exponent
        };
        let exponents: Vec<u32> = self.moduli.iter().map(|n| exponent(*n)).collect();
        let most = exponents.iter().copied().max().unwrap_or(0);
        let modulus = p.pow(most);
        // The relations, one in each row, modulo a power of p that annihilates the group.
        let mut rows: Vec<Vec<u64>> = (0..exponents.len())
            .map(|at| {
                (0..exponents.len())
                    .map(|to| if at == to { p.pow(exponents[at]) % modulus } else { 0 })
                    .collect()
            })
            .collect();
        rows.extend(self.chosen.iter().map(|row| row.iter().map(|x| x % modulus).collect()));
        let mut parts = Vec::new();
        for column in 0..exponents.len() {
            // The entry with the fewest factors p, in the rows and columns that are left.
            let entries = rows[column..].iter().enumerate();
            let found = entries
                .flat_map(|(row, entries)| {
                    entries[column..].iter().enumerate().map(move |(at, x)| (*x, row, at))
                })
                .filter(|(x, _, _)| *x != 0)
                .min_by_key(|(x, _, _)| exponent(*x));
            let Some((pivot, row, at)) = found else {
                parts.push(most as u8);
                continue;
            };
            rows.swap(column, column + row);
            rows.iter_mut().for_each(|entries| entries.swap(column, column + at));
            parts.push(exponent(pivot) as u8);
            let power = p.pow(exponent(pivot));
            let inverse = inverse_unit(pivot / power, p, modulus);
            let pivot_row = rows[column].clone();
            for entries in &mut rows[column + 1..] {
                // Every entry is a multiple of the pivot.
                let factor = product(entries[column] / power, inverse, modulus);
                for (x, y) in entries.iter_mut().zip(&pivot_row) {
                    *x = (*x + modulus - product(factor, *y, modulus)) % modulus;
                }
            }
            // The rest of the pivot's row is cleared by changing the generators; the other rows have 0 in this column.
            rows[column].iter_mut().skip(column + 1).for_each(|x| *x = 0);
        }
        parts.retain(|part| *part > 0);
        parts.sort_unstable_by(|a, b| b.cmp(a));
        parts
    }
}

fn product(a: u64, b: u64, modulus: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(modulus)) as u64
}

/// The inverse of a number that p does not divide, modulo a power of p: its power with exponent p^(k-1)·(p - 1) - 1.
fn inverse_unit(unit: u64, p: u64, modulus: u64) -> u64 {
    if modulus == 1 {
        return 0;
    }
    let mut exponent = modulus / p * (p - 1) - 1;
    let (mut result, mut square) = (1 % modulus, unit % modulus);
    while exponent > 0 {
        if exponent % 2 == 1 {
            result = product(result, square, modulus);
        }
        square = product(square, square, modulus);
        exponent /= 2;
    }
    result
}

/// The partitions μ with λ₁ ≥ μ₁ ≥ λ₂ ≥ μ₂ ≥ …, λ itself the first.
fn interlacing(partition: &[u8]) -> Vec<Partition> {
    let mut found: Vec<Partition> = vec![Vec::new()];
    for (at, part) in partition.iter().enumerate() {
        let least = partition.get(at + 1).copied().unwrap_or(0);
        let choices = (least..=*part).rev();
        found = found
            .iter()
            .flat_map(|start| choices.clone().map(|next| [start.as_slice(), &[next]].concat()))
            .collect();
    }
    found.iter_mut().for_each(|partition| partition.retain(|part| *part > 0));
    found
}

/// The game on types, with the values worked out so far.
struct Types {
    is_proper: bool,
    moves: u64,
    known: HashMap<Vec<Partition>, (u64, bool)>,
}

impl Types {
    /// Nimber, and whether the previous player wins in misère play. The partitions are sorted, none of them empty.
    fn value(&mut self, position: &[Partition]) -> Result<(u64, bool), Refusal> {
        if let Some(known) = self.known.get(position) {
            return Ok(*known);
        }
        let widths = position.iter().flat_map(|partition| {
            partition
                .iter()
                .enumerate()
                .map(|(at, part)| u64::from(part - partition.get(at + 1).copied().unwrap_or(0)) + 1)
        });
        let count = widths.fold(1_u64, u64::saturating_mul);
        self.moves = self.moves.saturating_add(count);
        if self.moves > MOST_MOVES {
            return Err(unknown("a game too large to be checked here"));
        }
        let choices: Vec<Vec<Partition>> = position.iter().map(|partition| interlacing(partition)).collect();
        let (mut nimbers, mut is_any, mut is_misere_p) = (Vec::new(), false, false);
        // The first choice everywhere is no move.
        for mut number in 1..count {
            let mut option: Vec<Partition> = Vec::with_capacity(choices.len());
            for all in &choices {
                let chosen = &all[(number % all.len() as u64) as usize];
                number /= all.len() as u64;
                if !chosen.is_empty() {
                    option.push(chosen.clone());
                }
            }
            if self.is_proper && option.is_empty() {
                continue;
            }
            option.sort_unstable();
            let (nimber, is_p) = self.value(&option)?;
            nimbers.push(nimber);
            is_any = true;
            is_misere_p |= is_p;
        }
        nimbers.sort_unstable();
        let nimber = nimbers.iter().fold(0, |least, nimber| least + u64::from(*nimber == least));
        let value = (nimber, is_any && !is_misere_p);
        self.known.insert(position.to_vec(), value);
        Ok(value)
    }
}

/// Checks a game on an abelian group.
pub fn check(certificate: &Value) -> Result<Verified, Refusal> {
    let name = text(certificate, "game")?;
    let nimber = number(certificate, "nimber")?;
    let misere = text(certificate, "misere")?;
    if !matches!(misere, "P" | "N") {
        return Err(Refusal::Malformed(format!("the field \"misere\": outcome \"{misere}\"")));
    }
    let game = Game::read(name)?;
    let mut position: Vec<Partition> = game.primes().into_iter().map(|p| game.partition(p)).collect();
    position.retain(|partition| !partition.is_empty());
    position.sort_unstable();
    if position.iter().flatten().map(|part| u64::from(*part)).sum::<u64>() > LONGEST_GAME {
        return Err(unknown("a game too long to be checked here"));
    }
    let mut types = Types { is_proper: game.is_proper, moves: 0, known: HashMap::new() };
    let (found, is_p) = types.value(&position)?;
    if found != nimber {
        return Err(Refusal::Refuted(format!("the field \"nimber\": {name} has nimber {found}")));
    }
    let outcome = |is_p: bool| if is_p { "P" } else { "N" };
    if outcome(is_p) != misere {
        return Err(Refusal::Refuted(format!(
            "the field \"misere\": {name} is {} in misère play",
            outcome(is_p)
        )));
    }
    let statement = format!(
        "{name} has nimber {nimber}, is {} in normal play and {misere} in misère play ({} types of groups looked at)",
        outcome(nimber == 0),
        types.known.len()
    );
    Ok(Verified { kind: "types".into(), statement })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn verdict(game: &str, nimber: u64, misere: &str) -> Result<Verified, Refusal> {
        check(&json!({ "game": game, "nimber": nimber, "misere": misere }))
    }

    /// Types of quotients of a group by what elements generate, by counting the elements that each power of p annihilates.
    fn type_by_counting(moduli: &[u64], chosen: &[Vec<u64>], p: u64) -> Partition {
        let order: u64 = moduli.iter().product();
        let element =
            |mut number: u64| -> Vec<u64> { moduli.iter().map(|n| (number % n, number /= n).0).collect() };
        let number = |element: &[u64]| -> u64 {
            element.iter().zip(moduli).rev().fold(0, |number, (x, n)| number * n + x)
        };
        let sum = |a: &[u64], b: &[u64]| -> Vec<u64> {
            a.iter().zip(b).zip(moduli).map(|((x, y), n)| (x + y) % n).collect()
        };
        let mut inside = vec![false; order as usize];
        let mut list = vec![vec![0; moduli.len()]];
        inside[0] = true;
        while let Some(x) = list.pop() {
            for y in chosen.iter().map(|a| sum(&x, a)) {
                if !std::mem::replace(&mut inside[number(&y) as usize], true) {
                    list.push(y);
                }
            }
        }
        let size = inside.iter().filter(|is| **is).count() as u64;
        let mut ranks: Vec<u32> = Vec::new();
        let mut before = size;
        for k in 1.. {
            let scalar = p.pow(k);
            let times =
                |x: &[u64]| -> Vec<u64> { x.iter().zip(moduli).map(|(x, n)| x * scalar % n).collect() };
            let killed = (0..order).filter(|x| inside[number(&times(&element(*x))) as usize]).count() as u64;
            let rank = (killed / before).ilog(p);
            if rank == 0 {
                break;
            }
            ranks.push(rank);
            before = killed;
        }
        let parts = ranks.first().copied().unwrap_or(0);
        (0..parts).map(|at| ranks.iter().filter(|rank| **rank > at).count() as u8).collect()
    }

    /// The theorem of the first comment, by dividing out every element of small groups; and the elimination.
    #[test]
    fn quotients_by_one_element_interlace() {
        for moduli in [
            vec![8],
            vec![8, 4],
            vec![4, 4],
            vec![8, 2, 2],
            vec![16, 2],
            vec![27, 9],
            vec![9, 3, 3],
            vec![12, 6],
        ] {
            let order: u64 = moduli.iter().product();
            for p in [2, 3] {
                let types = Game { moduli: moduli.clone(), chosen: Vec::new(), is_proper: false };
                let mut expected = interlacing(&types.partition(p));
                let mut found = Vec::new();
                for mut number in 0..order {
                    let a: Vec<u64> = moduli.iter().map(|n| (number % n, number /= n).0).collect();
                    let game = Game { moduli: moduli.clone(), chosen: vec![a], is_proper: false };
                    let partition = game.partition(p);
                    assert_eq!(
                        partition,
                        type_by_counting(&moduli, &game.chosen, p),
                        "{moduli:?} {:?}",
                        game.chosen
                    );
                    found.push(partition);
                }
                found.sort_unstable();
                found.dedup();
                expected.sort_unstable();
                assert_eq!(found, expected, "{moduli:?} at {p}");
            }
        }
    }

    /// Two elements at once.
    #[test]
    fn types_of_quotients() {
        for (moduli, chosen) in [
            (vec![8, 4, 2], vec![vec![2, 1, 0], vec![4, 2, 1]]),
            (vec![8, 8], vec![vec![2, 6], vec![4, 4]]),
            (vec![9, 27], vec![vec![3, 9], vec![6, 1]]),
            (vec![16, 4], vec![vec![0, 0], vec![6, 2]]),
        ] {
            for p in [2, 3] {
                let game = Game { moduli: moduli.clone(), chosen: chosen.clone(), is_proper: false };
                assert_eq!(game.partition(p), type_by_counting(&moduli, &chosen, p), "{moduli:?} {chosen:?}");
            }
        }
    }

    #[test]
    fn games_are_played_out() {
        // The nimber of a cyclic group is the number of prime factors of its order; the trivial group is over.
        assert!(verdict("abelian(Z/1)", 0, "N").is_ok());
        assert!(verdict("abelian(Z/2)", 1, "P").is_ok());
        assert!(verdict("ring(Z/1000000)", 12, "N").is_ok());
        assert!(verdict("ring(Z/4; non-units)", 1, "P").is_ok());
        assert!(verdict("group(Z2^13)", 1, "P").is_ok());
        assert!(verdict("subgroups(Z2 x Z4)[(0,2),(1,0)]", 1, "P").is_ok());
        assert!(verdict("abelian(Z/8)[4,6]", 1, "P").is_ok());
        for (game, nimber, misere) in [
            ("abelian(Z/2)", 1, "N"),
            ("abelian(Z/2)", 2, "P"),
            ("abelian(Z/2)", 1, "Q"),
            ("abelian(Z/0)", 0, "N"),
            ("abelian(Z)", 0, "N"),
            ("abelian(Z/+2)", 1, "P"),
            ("abelian(Z2)", 1, "P"),
            ("group(Z/2)", 1, "P"),
            ("group(S3)", 0, "N"),
            ("ring(Z/2 + Z/2)", 1, "P"),
            ("abelian(Z/2; non-units)", 0, "N"),
            ("abelian(Z/8)[4,]", 2, "N"),
            ("abelian(Z/8)[(4)]", 2, "N"),
            ("abelian(Z/8 + Z/2)[(4,1,1)]", 2, "N"),
            ("abelian(Z/8", 3, "N"),
            ("abelian(Z/8)]", 3, "N"),
            ("", 0, "N"),
        ] {
            assert!(verdict(game, nimber, misere).is_err(), "{game} {nimber} {misere}");
        }
    }

    /// Large names end soon.
    #[test]
    fn large_games_are_refused() {
        for game in [
            "abelian((Z/4398046511104)^64)",
            "abelian((Z/4398046511104)^65)",
            "abelian(Z/99999999999999999999)",
            "ring(Z/4398046511105)",
            "abelian(Z/4398046511104 + Z/2199023255552 + Z/1099511627776 + Z/549755813888 + Z/274877906944)",
            "group(Z2^99999999)",
        ] {
            assert!(
                matches!(verdict(game, 0, "P"), Err(Refusal::Unknown(_) | Refusal::Malformed(_))),
                "{game}"
            );
        }
        // The largest prime below 2^42.
        assert!(verdict("ring(Z/4398046511093)", 1, "P").is_ok());
    }
}
