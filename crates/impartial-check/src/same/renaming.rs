//! Codes that are the same game when heaps are renamed.
//!
//! Let no heap of 1, …, s tokens have a move. These may be left out of all sums, and heap n + s be called n. A move that takes k tokens
//! from heap n + s and leaves i heaps, of which j have more than s tokens, leaves j heaps of n - K tokens in all by their new
//! names, with K = k + d + (j - 1)s, where d is the number of tokens in the i - j small heaps: any number from i - j to
//! (i - j)s (from 3 to 2s - 1 for two that must differ). Large heaps that must differ still must, and a large one differs from a
//! small one. So the moves are: "with n at least ℓ, leave any j heaps (that differ) of n - K tokens in all", for a set of
//! (K, j, whether they must differ, ℓ) that the digits decide. Two codes whose sets are equal have the same game trees.

use std::collections::BTreeMap;

use crate::Refusal;
use crate::arithmetic::lcm;
use crate::code::Code;

/// K + `FAR`, j and whether the heaps must differ, with the least n that may do so.
type Moves = BTreeMap<(u64, u64, bool), u64>;

/// K may be negative: it is counted from here on.
const FAR: u64 = 1 << 20;

/// The most work for the moves of one code.
const MOST_MOVES: u64 = 50_000_000;

/// Whether heap n + `shifts.0` of one code and heap n + `shifts.1` of another are the same game for every n.
pub fn is_renaming(codes: [&Code; 2], shifts: [u64; 2]) -> Result<(), Refusal> {
    let shape = |at: usize| -> Result<(u64, u64), Refusal> {
        let parts = codes[at].most_parts().filter(|parts| *parts < 64);
        let parts = parts.ok_or_else(|| unknown("a move that leaves any number of heaps"))?;
        let (digits, tail) = codes[at].lengths();
        Ok((digits + (parts + 1) * (shifts[at] + 1), tail.max(1)))
    };
    if shifts.iter().any(|shift| *shift > 1 << 12) {
        return Err(unknown("so many heaps without moves"));
    }
    let ((first, p), (second, q)) = (shape(0)?, shape(1)?);
    // From the longer beginning on, both sets repeat.
    let bound = first.max(second) + 2 * lcm(p, q);
    let [one, other] = [moves(codes[0], shifts[0], bound)?, moves(codes[1], shifts[1], bound)?];
    if one == other {
        return Ok(());
    }
    let differs = one.iter().find(|(key, least)| other.get(key) != Some(least));
    let differs = differs.or_else(|| other.iter().find(|(key, least)| one.get(key) != Some(least)));
    let (take, left) = differs.map_or((0, 0), |((take, left, _), _)| (*take as i64 - FAR as i64, *left));
    Err(Refusal::Refuted(format!(
        "after the renaming only one of the two games may take {take} tokens and leave {left} heaps"
    )))
}

/// The moves of a code with K below a bound.
fn moves(code: &Code, shift: u64, bound: u64) -> Result<Moves, Refusal> {
    if let Some(heap) = (1..=shift).find(|heap| !code.for_each_option(*heap, &mut |_| false)) {
        return Err(Refusal::Refuted(format!("heap {heap} of {} has a move", code.text())));
    }
    let mut moves = Moves::new();
    let mut work = 0;
    for take in 0..=code.last_digit().unwrap_or(bound + shift) {
        let Some(digit) = code.digit(take) else { continue };
        let differ = match digit.shape {
            None => false,
            Some('!') if digit.parts < 8 => true,
            Some(_) => return Err(unknown("a condition on the shape of more than two heaps")),
        };
        for parts in (0..64).filter(|parts| digit.allows(*parts)) {
            for large in 0..=parts {
                let small = parts - large;
                let (fewest, most) = match small {
                    2 if differ => (3, (2 * shift).saturating_sub(1)),
                    _ => (small, small * shift),
                };
                for tokens in fewest..=most {
                    work += 1;
                    if work > MOST_MOVES {
                        return Err(unknown("so many moves"));
                    }
                    let k = (FAR + take + tokens + large * shift).saturating_sub(shift);
                    if k >= FAR + bound {
                        continue;
                    }
                    // Heaps with the move have that many tokens in any case.
                    let fewest = (k + large).saturating_sub(FAR) + u64::from(differ && large == 2);
                    let least = digit.least.saturating_sub(shift);
                    let least = if least <= fewest { 0 } else { least };
                    if large == 0 && least > 0 {
                        // Leaving nothing is for heap K alone.
                        continue;
                    }
                    let known = moves.entry((k, large, differ && large == 2)).or_insert(least);
                    *known = least.min(*known);
                }
            }
        }
    }
    // What may be done with any two heaps may be done with two that differ.
    let free: Vec<(u64, u64)> = moves
        .iter()
        .filter(|((_, large, differ), _)| *large == 2 && !differ)
        .map(|((k, ..), l)| (*k, *l))
        .collect();
    for (k, least) in free {
        if moves.get(&(k, 2, true)).is_some_and(|other| *other >= least) {
            moves.remove(&(k, 2, true));
        }
    }
    Ok(moves)
}

fn unknown(what: &str) -> Refusal {
    Refusal::Refuted(format!("this checker knows no renaming of codes with {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(first: &str, second: &str, shifts: [u64; 2]) -> bool {
        let (first, second) = (Code::parse(first).unwrap(), Code::parse(second).unwrap());
        is_renaming([&first, &second], shifts).is_ok()
    }

    /// Whether the options of small heaps are the same after the renaming: the definition.
    fn by_definition(first: &str, second: &str, shifts: [u64; 2]) -> bool {
        let options = |code: &str, shift: u64, heap: u64| {
            let mut options: Vec<Vec<u64>> = (Code::parse(code).unwrap().options(heap + shift).into_iter())
                .map(|parts| {
                    parts.into_iter().filter(|part| *part > shift).map(|part| part - shift).collect()
                })
                .collect();
            options.sort();
            options.dedup();
            options
        };
        let no_moves = |code: &str, shift: u64| {
            (1..=shift).all(|heap| Code::parse(code).unwrap().options(heap).is_empty())
        };
        no_moves(first, shifts[0])
            && no_moves(second, shifts[1])
            && (1..=14).all(|heap| options(first, shifts[0], heap) == options(second, shifts[1], heap))
    }

    /// Fails when a renaming of the literature is refused, or another is accepted.
    #[test]
    fn renamings_beside_the_options_of_small_heaps() {
        let codes = [
            "0.4", "0.07", "0.137", "0.6", "0.37", "4.0", "0.7", "4.4", "0.77", "0.26", "0.337", "0.007",
            "0.11337", "0.0", "4!.0", "0.36!", "4@{3}.0", "0.[3]", "0.0(3)^w", "0.(1)^w", "0.0(1)^w", "0.08",
            "0.8",
        ];
        let mut found = 0;
        for (at, first) in codes.iter().enumerate() {
            for second in &codes[at..] {
                for shifts in [[0, 0], [1, 0], [0, 1], [2, 0], [0, 2], [1, 1], [2, 1], [1, 2]] {
                    let expected = by_definition(first, second, shifts);
                    assert_eq!(same(first, second, shifts), expected, "{first} {second} {shifts:?}");
                    found += usize::from(expected);
                }
            }
        }
        assert!(found > 40, "{found}");
        assert!(same("0.4", "0.137", [2, 0]) && same("4@{3}.0", "0.37", [2, 0]));
    }
}
