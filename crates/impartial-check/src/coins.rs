//! Coin-turning games: which coins a move turns.
//!
//! `coins(A x B x …)`: a coin has a coordinate for each factor, and a turning set is a product of turning sets of the factors.
//! On a row, the greatest coin of a turning set must go from heads to tails; the others may do either. The factors:
//! `nim` turns two coins, `turn(l..m)` from l to m, `turning-turtles` one or two, `mock-turtles` up to three, `triplets`
//! three, `moebius` up to five, `mogul` up to seven, `moidores` up to nine, `ruler` any neighbouring coins, `turnips` three
//! equally spaced ones, `grunt` the four 0, a, n-a, n with 0 < a < n-a, `sym` any that a reflection carries to themselves;
//! `{0} {0,2} {1,2}+` turns the sets listed, those with a + also moved up by any distance.

use std::collections::BTreeSet;

use crate::Refusal;

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Factor {
    /// From the first to the second number of coins.
    Turn(usize, usize),
    Ruler,
    Turnips,
    Grunt,
    Sym,
    /// These sets, ascending; and for each whether it may be moved up.
    Sets(Vec<(Vec<u64>, bool)>),
}

/// A product of games on rows.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Coins {
    text: String,
    factors: Vec<Factor>,
}

impl Coins {
    /// Reads `coins(A x B)`.
    pub fn parse(text: &str) -> Result<Coins, Refusal> {
        let wrong = || Refusal::Malformed(format!("\"{text}\" is not a coin-turning game"));
        let inner = text.strip_prefix("coins(").and_then(|rest| rest.strip_suffix(')')).ok_or_else(wrong)?;
        let factor = |name: &str| match name {
            "nim" => Some(Factor::Turn(2, 2)),
            "turning-turtles" => Some(Factor::Turn(1, 2)),
            "mock-turtles" => Some(Factor::Turn(1, 3)),
            "triplets" => Some(Factor::Turn(3, 3)),
            "moebius" => Some(Factor::Turn(1, 5)),
            "mogul" => Some(Factor::Turn(1, 7)),
            "moidores" => Some(Factor::Turn(1, 9)),
            "ruler" => Some(Factor::Ruler),
            "turnips" => Some(Factor::Turnips),
            "grunt" => Some(Factor::Grunt),
            "sym" => Some(Factor::Sym),
            listed if listed.starts_with('{') => Some(Factor::Sets(listed_sets(listed)?)),
            other => {
                let (least, most) = other.strip_prefix("turn(")?.strip_suffix(')')?.split_once("..")?;
                let (least, most) = (least.parse().ok()?, most.parse().ok()?);
                (1 <= least && least <= most && most <= 64).then_some(Factor::Turn(least, most))
            }
        };
        let factors: Option<Vec<Factor>> = inner.split(" x ").map(factor).collect();
        let factors = factors.filter(|factors| factors.len() <= 8).ok_or_else(wrong)?;
        Ok(Coins { text: text.to_owned(), factors })
    }

    /// The text that was read.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The number of coordinates of a coin.
    pub fn dimension(&self) -> usize {
        self.factors.len()
    }

    /// Calls `visit` with the heads after each move, until it returns false; whether it never did.
    pub fn for_each_option(
        &self,
        heads: &BTreeSet<Vec<u64>>,
        visit: &mut dyn FnMut(BTreeSet<Vec<u64>>) -> bool,
    ) -> bool {
        heads.iter().all(|head| {
            product(&self.factors, head, &[Vec::new()], &mut |turned| {
                let mut after = heads.clone();
                for coin in turned {
                    if !after.remove(coin) {
                        after.insert(coin.clone());
                    }
                }
                visit(after)
            })
        })
    }
}

/// Reads `{0} {0,2} {1,2}+`; `{}` alone is the game without turning sets.
fn listed_sets(text: &str) -> Option<Vec<(Vec<u64>, bool)>> {
    if text == "{}" {
        return Some(Vec::new());
    }
    let set = |word: &str| {
        let (word, moves) = word.strip_suffix('+').map_or((word, false), |word| (word, true));
        let coins = word.strip_prefix('{')?.strip_suffix('}')?.split(',').map(|coin| coin.parse().ok());
        let coins: Vec<u64> = coins.collect::<Option<_>>()?;
        coins.windows(2).all(|pair| pair[0] < pair[1]).then_some((coins, moves))
    };
    text.split(' ').map(set).collect()
}

/// The products of turning sets with the greatest coin `head`, coordinate by coordinate.
fn product(
    factors: &[Factor],
    head: &[u64],
    corners: &[Vec<u64>],
    visit: &mut dyn FnMut(&[Vec<u64>]) -> bool,
) -> bool {
    let (Some((factor, factors)), Some((greatest, head))) = (factors.split_first(), head.split_first())
    else {
        return visit(corners);
    };
    turning_sets(factor, *greatest, &mut |set| {
        let longer: Vec<Vec<u64>> = corners
            .iter()
            .flat_map(|corner| set.iter().map(move |coin| [corner.as_slice(), &[*coin]].concat()))
            .collect();
        product(factors, head, &longer, visit)
    })
}

/// The turning sets on a row with a given greatest coin.
fn turning_sets(factor: &Factor, greatest: u64, visit: &mut dyn FnMut(&[u64]) -> bool) -> bool {
    match factor {
        Factor::Turn(least, most) => subsets(greatest, *least, *most, &mut vec![greatest], visit),
        Factor::Ruler => {
            let mut set = Vec::new();
            (0..=greatest).rev().all(|coin| {
                set.push(coin);
                visit(&set)
            })
        }
        Factor::Turnips => {
            (1..=greatest / 2).all(|step| visit(&[greatest, greatest - step, greatest - 2 * step]))
        }
        Factor::Grunt => {
            (1..greatest.div_ceil(2)).all(|inner| visit(&[0, inner, greatest - inner, greatest]))
        }
        Factor::Sets(sets) => sets.iter().all(|(coins, moves)| {
            let distance = coins.last().and_then(|last| greatest.checked_sub(*last));
            match distance {
                Some(0) => visit(coins),
                Some(distance) if *moves => {
                    visit(&coins.iter().map(|coin| coin + distance).collect::<Vec<u64>>())
                }
                _ => true,
            }
        }),
        Factor::Sym => visit(&[greatest]) && (0..greatest).all(|least| symmetrical(least, greatest, visit)),
    }
}

/// The sets of `least`, `greatest` and coins between them that the reflection which exchanges the two keeps.
fn symmetrical(least: u64, greatest: u64, visit: &mut dyn FnMut(&[u64]) -> bool) -> bool {
    // Bit i of a pattern: the coins least+1+i and greatest-1-i. Nobody comes to the end of 2^127 patterns.
    let pairs = ((greatest - least) / 2).min(127);
    (0u128..1 << pairs).all(|pattern| {
        let chosen = (0..pairs).filter(|i| pattern >> i & 1 == 1);
        let mut set: Vec<u64> = chosen.flat_map(|i| [least + 1 + i, greatest - 1 - i]).collect();
        set.extend([least, greatest]);
        set.dedup();
        visit(&set)
    })
}

/// The sets of `least` to `most` coins that extend `set` by coins below `below`.
fn subsets(
    below: u64,
    least: usize,
    most: usize,
    set: &mut Vec<u64>,
    visit: &mut dyn FnMut(&[u64]) -> bool,
) -> bool {
    if set.len() >= least && !visit(set) {
        return false;
    }
    set.len() == most
        || (0..below).all(|coin| {
            set.push(coin);
            let go_on = subsets(coin, least, most, set, visit);
            set.pop();
            go_on
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_turn_the_sets_of_the_game() {
        let options = |text: &str, head: &[u64]| {
            let mut found = Vec::new();
            let heads = BTreeSet::from([head.to_vec()]);
            Coins::parse(text).unwrap().for_each_option(&heads, &mut |after| {
                found.push(after.into_iter().collect::<Vec<_>>());
                true
            });
            found.len()
        };
        assert_eq!(options("coins(nim)", &[5]), 5);
        assert_eq!(options("coins(turning-turtles)", &[5]), 6);
        assert_eq!(options("coins(mock-turtles)", &[4]), 1 + 4 + 6);
        assert_eq!(options("coins(ruler)", &[5]), 6);
        assert_eq!(options("coins(turnips)", &[5]), 2);
        assert_eq!(options("coins(grunt)", &[6]), 2);
        assert_eq!(options("coins(grunt)", &[7]), 3);
        // {4}, and 1, 2, 2, 4 sets with 3, 2, 1, 0 as their least coin.
        assert_eq!(options("coins(sym)", &[4]), 1 + 1 + 2 + 2 + 4);
        assert_eq!(options("coins(nim x nim)", &[2, 3]), 6);
        assert_eq!(options("coins({0} {0,2} {1,2} {2}+)", &[2]), 3);
        assert_eq!(options("coins({0} {0,2} {1,2} {2}+)", &[7]), 1);
        assert_eq!(options("coins({0,1,3}+ x nim)", &[9, 4]), 4);
        assert_eq!(options("coins({})", &[0]), 0);
        for bad in
            ["coins({2,1})", "coins({0} {})", "coins({0}  {1})", "coins({-1})", "coins({0)", "coins({1,1})"]
        {
            assert!(Coins::parse(bad).is_err(), "{bad}");
        }
        for bad in ["coins()", "nim", "coins(nimm)", "coins(turn(3..2))", "coins(turn(0..2))", "coins(nim x)"]
        {
            assert!(Coins::parse(bad).is_err(), "{bad}");
        }
    }
}
