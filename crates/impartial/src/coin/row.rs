//! Coin-turning games on a row of coins numbered 0, 1, 2, …

use std::fmt;

use super::reach::Reach;
use super::sets::TurningSets;
use super::symmetric;
use crate::integer::mex;
use crate::limits::{Limits, Unanswered};

/// A coin-turning game on a row: which sets of coins may be turned.
///
/// Source: [WW, chapter 14] for the names; coins are numbered from 0, so that a coin of `turning-turtles` is worth one
/// more than its number and a coin of `nim` its number.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RowGame {
    /// Exactly two coins: a disguise of Nim, a coin is worth its number.
    Nim,
    /// From `least` to `most` coins, any.
    Some {
        /// The smallest turning set.
        least: usize,
        /// The largest.
        most: usize,
    },
    /// Any number of neighbouring coins: the ruler game.
    Ruler,
    /// Three equally spaced coins.
    Turnips,
    /// Four coins 0, a, n-a, n with 0 < a < n-a: a disguise of Grundy's game, where a heap n is split into two unequal
    /// heaps.
    Grunt,
    /// Any coins that a reflection carries to themselves.
    Sym,
    /// The given sets, and for some of them their translates.
    Sets(TurningSets),
}

/// The names, with what may be turned.
pub const NAMES: &[(&str, RowGame, &str)] = &[
    ("nim", RowGame::Nim, "exactly two coins"),
    ("twins", RowGame::Nim, "exactly two coins"),
    ("turning-turtles", RowGame::Some { least: 1, most: 2 }, "one or two coins"),
    ("mock-turtles", RowGame::Some { least: 1, most: 3 }, "one, two or three coins"),
    ("triplets", RowGame::Some { least: 3, most: 3 }, "exactly three coins"),
    ("moebius", RowGame::Some { least: 1, most: 5 }, "one to five coins"),
    ("mogul", RowGame::Some { least: 1, most: 7 }, "one to seven coins"),
    ("moidores", RowGame::Some { least: 1, most: 9 }, "one to nine coins"),
    ("ruler", RowGame::Ruler, "neighbouring coins, any number"),
    ("turnips", RowGame::Turnips, "three coins equally spaced"),
    ("ternups", RowGame::Turnips, "three coins equally spaced"),
    ("grunt", RowGame::Grunt, "four coins symmetrically, the first of the row among them"),
    ("sym", RowGame::Sym, "any coins in a symmetrical arrangement"),
];

/// The number of the last coin whose value is worked out one by one.
pub const LAST_COIN: u64 = 1 << 14;

impl RowGame {
    /// The turning sets with greatest element `coin`, without that element, one by one, until `visit` says stop.
    pub fn for_each_turning_set(&self, coin: u64, visit: &mut dyn FnMut(&[u64]) -> bool) {
        match self {
            RowGame::Nim => combinations(coin, 1, 1, visit),
            RowGame::Some { least, most } => {
                combinations(coin, least.saturating_sub(1), most.saturating_sub(1), visit);
            }
            RowGame::Ruler => {
                let mut set = Vec::new();
                for next in (0..=coin).rev() {
                    if !visit(&set) || next == 0 {
                        return;
                    }
                    set.push(next - 1);
                }
            }
            RowGame::Turnips => {
                for step in 1..=coin / 2 {
                    if !visit(&[coin - step, coin - 2 * step]) {
                        return;
                    }
                }
            }
            RowGame::Grunt => {
                for inner in 1..coin.div_ceil(2) {
                    if !visit(&[0, inner, coin - inner]) {
                        return;
                    }
                }
            }
            RowGame::Sym => symmetric::for_each_turning_set(coin, visit),
            RowGame::Sets(sets) => sets.for_each(coin, visit),
        }
    }

    /// The nimber of a single head at `coin`.
    ///
    /// ```
    /// use impartial::coin::RowGame;
    /// use impartial::limits::Limits;
    /// let values: Vec<u64> = (0..6).map(|coin| RowGame::Some { least: 1, most: 3 }.value(coin, &Limits::none()).unwrap()).collect();
    /// assert_eq!(values, [1, 2, 4, 7, 8, 11]); // the odious numbers
    /// ```
    ///
    /// Closed forms where the literature has them, checked against the definition in the tests: Nim n; one or two coins
    /// n + 1; one to three 2n + (parity of n, inverted); the ruler the largest power of two that divides n + 1. Else the least
    /// number that is no nim sum of the other coins of a turning set, coin by coin.
    ///
    /// # Errors
    /// [`Unanswered`] beyond [`LAST_COIN`] where there is no closed form.
    pub fn value(&self, coin: u64, limits: &Limits) -> Result<u64, Unanswered> {
        let too_far =
            || Unanswered::OutOfReach(format!("the value of coin {coin} of {self} is out of reach"));
        match self {
            RowGame::Nim => Ok(coin),
            RowGame::Some { least: 1, most: 1 } => Ok(1),
            RowGame::Some { least: 1, most: 2 } => coin.checked_add(1).ok_or_else(too_far),
            RowGame::Some { least: 1, most: 3 } => {
                let even = coin.checked_mul(2).ok_or_else(too_far)?;
                Ok(even | u64::from(coin.count_ones().is_multiple_of(2)))
            }
            RowGame::Ruler => match coin.checked_add(1) {
                Some(next) => Ok(next & next.wrapping_neg()),
                None => Err(too_far()),
            },
            _ if coin > LAST_COIN => Err(too_far()),
            _ => {
                let values = self.values(coin + 1, limits)?;
                Ok(values[coin as usize])
            }
        }
    }

    /// The values of the first `count` coins, by the mex rule [L, section 3].
    ///
    /// # Errors
    /// [`Unanswered`] when a limit is reached or a value outgrows the sets of sums.
    pub fn values(&self, count: u64, limits: &Limits) -> Result<Vec<u64>, Unanswered> {
        let (least, most) = match self {
            RowGame::Nim => (2, 2),
            RowGame::Some { least, most } => (*least, *most),
            RowGame::Sym => return symmetric::values(count, limits),
            RowGame::Ruler | RowGame::Turnips | RowGame::Grunt | RowGame::Sets(_) => {
                let mut values: Vec<u64> = Vec::new();
                for coin in 0..count {
                    limits.poll()?;
                    let mut seen = Vec::new();
                    self.for_each_turning_set(coin, &mut |others| {
                        seen.push(others.iter().fold(0, |sum, other| sum ^ values[*other as usize]));
                        true
                    });
                    values.push(mex(seen));
                }
                return Ok(values);
            }
        };
        let values = values_within(least, most, count, limits)?;
        if (values.len() as u64) < count {
            let coin = values.len();
            return Err(Unanswered::OutOfReach(format!(
                "the value of coin {coin} of {self} has more bits than the method holds"
            )));
        }
        Ok(values)
    }
}

/// The values of the first coins of the game "turn from `least` to `most` coins": of `count` coins, or of those before the first whose value
/// has more bits than there is room for.
///
/// Where up to 2k + 1 coins may be turned the values are 1 and 2v + 1 or 2v, whichever has an odd number of digits 1, for the values v of the
/// game with up to 2k coins. Source: the Mock Turtle Theorem, Winning Ways, chapter 14.
pub(super) fn values_within(
    least: usize,
    most: usize,
    count: u64,
    limits: &Limits,
) -> Result<Vec<u64>, Unanswered> {
    if least == 1 && most % 2 == 1 && most > 1 && count > 0 {
        let fewer = values_within(1, most - 1, count - 1, limits)?;
        let odious = |value: &u64| 2 * value + u64::from(value.count_ones().is_multiple_of(2));
        return Ok(std::iter::once(1).chain(fewer.iter().map(odious)).collect());
    }
    let counts: Vec<usize> = (least.saturating_sub(1)..most).collect();
    let mut reach = Reach::new(most.saturating_sub(1));
    let mut values = Vec::new();
    for _ in 0..count {
        limits.poll()?;
        let value = reach.mex(&counts);
        if !reach.add(value) {
            break;
        }
        values.push(value);
    }
    Ok(values)
}

/// All sets of `least` to `most` numbers below `below`, increasing, until `visit` says stop.
fn combinations(below: u64, least: usize, most: usize, visit: &mut dyn FnMut(&[u64]) -> bool) {
    fn extend(
        set: &mut Vec<u64>,
        below: u64,
        least: usize,
        most: usize,
        visit: &mut dyn FnMut(&[u64]) -> bool,
    ) -> bool {
        if set.len() >= least && !visit(set) {
            return false;
        }
        if set.len() == most {
            return true;
        }
        let first = set.last().map_or(0, |last| last + 1);
        // Enough numbers must be left to come to `least`.
        let missing = least.saturating_sub(set.len() + 1) as u64;
        for next in first..below.saturating_sub(missing) {
            set.push(next);
            let goes_on = extend(set, below, least, most, visit);
            set.pop();
            if !goes_on {
                return false;
            }
        }
        true
    }
    extend(&mut Vec::new(), below, least, most, visit);
}

impl fmt::Display for RowGame {
    /// The first of its names, `turn(least..most)`, or the turning sets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (NAMES.iter().find(|(_, game, _)| game == self), self) {
            (Some((name, _, _)), _) => write!(f, "{name}"),
            (None, RowGame::Some { least, most }) => write!(f, "turn({least}..{most})"),
            (None, RowGame::Sets(sets)) => write!(f, "{sets}"),
            (None, _) => unreachable!("every other game has a name"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<RowGame> {
        let mut games: Vec<RowGame> = NAMES.iter().map(|(_, game, _)| game.clone()).collect();
        games.extend((1..5).flat_map(|least| (least..6).map(move |most| RowGame::Some { least, most })));
        games
    }

    /// Closed forms and sets of sums against the rule of [L, section 3], turning set by turning set.
    #[test]
    fn values_are_the_mex_over_turning_sets() {
        let limits = Limits::none();
        for game in all() {
            let mut values: Vec<u64> = Vec::new();
            for coin in 0..14 {
                let mut seen = Vec::new();
                game.for_each_turning_set(coin, &mut |others| {
                    assert!(others.iter().all(|other| *other < coin));
                    seen.push(others.iter().fold(0, |sum, other| sum ^ values[*other as usize]));
                    true
                });
                values.push(mex(seen));
                assert_eq!(game.value(coin, &limits), Ok(values[coin as usize]), "{game}, coin {coin}");
            }
            assert_eq!(game.values(14, &limits), Ok(values), "{game}");
        }
    }

    /// Far out the closed forms still agree with the sets of sums.
    #[test]
    fn closed_forms_far_out() {
        let limits = Limits::none();
        for game in [
            RowGame::Nim,
            RowGame::Some { least: 1, most: 2 },
            RowGame::Some { least: 1, most: 3 },
            RowGame::Ruler,
        ] {
            let values = game.values(300, &limits).unwrap();
            for (coin, value) in values.iter().enumerate() {
                assert_eq!(game.value(coin as u64, &limits), Ok(*value), "{game}, coin {coin}");
            }
        }
    }

    /// The Mock Turtle Theorem beside the mex rule by sets of sums.
    #[test]
    fn odd_numbers_of_coins_are_even_ones_with_a_parity() {
        let limits = Limits::none();
        for (most, coins) in [(1, 20), (3, 200), (5, 120), (7, 50), (9, 30), (11, 24)] {
            let counts: Vec<usize> = (0..most).collect();
            let mut reach = Reach::new(most - 1);
            let by_sums: Vec<u64> = (0..coins)
                .map(|_| {
                    let value = reach.mex(&counts);
                    assert!(reach.add(value));
                    value
                })
                .collect();
            assert_eq!(values_within(1, most, coins, &limits), Ok(by_sums), "{most}");
        }
    }

    /// [WW, chapter 14]: Grunt is Grundy's game.
    #[test]
    fn grunt_is_grundys_game() {
        let mut heaps: Vec<u64> = Vec::new();
        for heap in 0..60usize {
            let splits: Vec<u64> =
                (1..heap.div_ceil(2)).map(|part| heaps[part] ^ heaps[heap - part]).collect();
            heaps.push(mex(splits));
        }
        assert_eq!(RowGame::Grunt.values(60, &Limits::none()), Ok(heaps));
    }

    /// [WW, chapter 14]: the values of Moebius, in the table of that chapter.
    #[test]
    fn moebius() {
        let values = RowGame::Some { least: 1, most: 5 }.values(9, &Limits::none()).unwrap();
        assert_eq!(values, [1, 2, 4, 8, 16, 31, 32, 64, 103]);
    }
}
