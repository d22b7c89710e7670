//! The rows of the table of day 5: the closed sets of the games born by day 4, each with the canonical games that have it as followers.

use super::born::{BornByDay4, COUNT, Games};

/// A closed set in the order of the walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// Its games.
    pub(super) set: Games,
    /// The row of the set without its youngest game, and that game; the first row has none.
    pub(super) parent: Option<(usize, usize)>,
    /// The number of its first game.
    pub(super) first: u64,
}

/// All rows in the order of the walk: from a closed set to those with one more game, younger than all of it. So each is met once,
/// and a row comes after the one it is made from.
pub(super) struct Rows {
    pub(super) rows: Vec<Row>,
    /// The number of games of all rows.
    pub(super) games: u64,
}

impl Rows {
    pub(super) fn new(born: &BornByDay4) -> Self {
        let mut all = Rows { rows: Vec::new(), games: 0 };
        all.add(born, 0, None, 0);
        all
    }

    fn add(&mut self, born: &BornByDay4, set: Games, parent: Option<(usize, usize)>, first: usize) {
        let place = self.rows.len();
        self.rows.push(Row { set, parent, first: self.games });
        self.games += games(born, set).count() as u64;
        for next in first..COUNT {
            if born.options[next] & !set == 0 {
                self.add(born, set | 1 << next, Some((place, next)), next + 1);
            }
        }
    }
}

/// The canonical games whose followers are exactly this closed set, by their options.
pub(super) fn games(born: &BornByDay4, set: Games) -> impl Iterator<Item = Games> + '_ {
    let maximal = born.maximal(set);
    let rest = set & !maximal;
    // Every subset of the rest, by the usual trick of bits.
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let chosen = next?;
        let after = chosen_after(chosen, rest);
        next = (after != 0).then_some(after);
        Some(maximal | chosen)
    })
    .filter(|options| born.is_canonical(*options))
}

fn chosen_after(chosen: Games, rest: Games) -> Games {
    chosen.wrapping_sub(rest) & rest
}
