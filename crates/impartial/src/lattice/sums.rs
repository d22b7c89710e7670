//! Boards whose positions are sums of games in misère play: all outcomes by way of the misère quotient.
//!
//! Where every rule takes one of one coordinate and only zero is defeated, a position is a sum of games \[GM, Theorem 5.1\]. Then boxes need not be
//! solved: the outcome diagram of the sums knows all of them where the quotient is finite, in any number of coordinates, and
//! the search for infinite quotients knows them where it is not. One search answers `strategy` and `quotient`.

use super::guess::Search;
use super::prover::{AutomaticStrategy, Axis, Slices, vector_game};
use super::rules::LatticeGame;
use super::table::Cell;
use crate::automatic::Verification;
use crate::limits::{Limits, StopReason};
use crate::misere::infinite::{Described, describe};
use num_bigint::BigUint;

/// The most cells of all slices that are written as tables.
const MOST_CELLS: u64 = 1 << 13;

/// A strategy by way of the quotient; `None` when the board has none of that kind, or none was found.
pub(super) fn search(game: &LatticeGame, limits: &Limits) -> Result<Option<Search>, StopReason> {
    let Some(vectors) = vector_game(game) else { return Ok(None) };
    let Some(described) = describe(&vectors, limits)? else { return Ok(None) };
    if let Some(strategy) = with_tables(&described, &vectors.defeated)?
        && let Verification::Holds { states, patterns } = strategy.verify(game, limits)?
    {
        return Ok(Some(Search::Proved { strategy, states, patterns }));
    }
    let Described { growing, array, slices, states, patterns } = described;
    let kind = |axis: usize| if growing.contains(&(axis as u32)) { Axis::Growing } else { Axis::Inner };
    let axes = (0..game.dimension()).map(kind).collect();
    let slices = Slices::Functions { functions: slices, defeated: vectors.defeated };
    let strategy = AutomaticStrategy { axes, array, slices };
    Ok(Some(Search::Proved { strategy, states, patterns }))
}

/// The same strategy with tables in place of functions, where these are small.
fn with_tables(
    described: &Described,
    defeated: &[Vec<u64>],
) -> Result<Option<AutomaticStrategy>, StopReason> {
    let Described { growing, array, slices, .. } = described;
    let Some(dimension) = defeated.first().map(Vec::len) else { return Ok(None) };
    let mut axes = Vec::with_capacity(dimension);
    // Zero is a class of its own, for it is defeated.
    let mut count = slices.len() as u64;
    for axis in 0..dimension as u32 {
        axes.push(if growing.contains(&axis) {
            Axis::Growing
        } else {
            let (start, period) = slices.period(axis)?;
            let start = start.max(1);
            count = count.saturating_mul(start + period);
            Axis::Periodic { start, period }
        });
    }
    // Where coordinates grow, zero would need a slice of its own.
    if count > MOST_CELLS || !growing.is_empty() {
        return Ok(None);
    }
    let mut table = Vec::new();
    let mut point = vec![0u64; dimension];
    loop {
        let big: Vec<BigUint> = point.iter().map(|value| (*value).into()).collect();
        table.push(match slices.value(0, &big) {
            true => Cell::P,
            false if defeated.contains(&point) => Cell::Defeated,
            false => Cell::N,
        });
        let Some(axis) = (0..dimension).rev().find(|axis| point[*axis] + 1 < axes[*axis].classes()) else {
            break;
        };
        point[axis] += 1;
        point[axis + 1..].fill(0);
    }
    Ok(Some(AutomaticStrategy { axes, array: array.clone(), slices: Slices::Tables(vec![table]) }))
}
