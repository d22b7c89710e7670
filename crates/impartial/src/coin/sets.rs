//! Coin-turning games given by their turning sets, and any game as one of them.

use std::fmt;

use rustc_hash::FxHashMap;

use crate::game::{Game, Solver, Unsolved};
use crate::limits::Limits;

/// A turning set of a row: increasing coins, the last of which must show heads; alone or with all its translates.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TurningSet {
    coins: Vec<u64>,
    /// Whether the set may be moved to the right by any number of places.
    translates: bool,
}

impl TurningSet {
    /// The set of these coins; `None` when there are none.
    pub fn new(coins: impl IntoIterator<Item = u64>, translates: bool) -> Option<Self> {
        let mut coins: Vec<u64> = coins.into_iter().collect();
        coins.sort_unstable();
        coins.dedup();
        (!coins.is_empty()).then_some(TurningSet { coins, translates })
    }

    fn greatest(&self) -> u64 {
        self.coins[self.coins.len() - 1]
    }

    /// The other coins of the set, or of its translate, with greatest coin `coin`.
    fn others(&self, coin: u64) -> Option<Vec<u64>> {
        let by = coin.checked_sub(self.greatest()).filter(|by| self.translates || *by == 0)?;
        Some(self.coins[..self.coins.len() - 1].iter().map(|other| other + by).collect())
    }
}

impl fmt::Display for TurningSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let coins: Vec<String> = self.coins.iter().map(u64::to_string).collect();
        write!(f, "{{{}}}{}", coins.join(","), if self.translates { "+" } else { "" })
    }
}

/// The turning sets of a game on a row.
///
/// A finite board with a partial order is a row too: number its coins so that the order is kept.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TurningSets(Vec<TurningSet>);

impl TurningSets {
    /// The game with these turning sets.
    pub fn new(sets: impl IntoIterator<Item = TurningSet>) -> Self {
        let mut sets: Vec<TurningSet> = sets.into_iter().collect();
        sets.sort_unstable_by(|a, b| (a.greatest(), a).cmp(&(b.greatest(), b)));
        sets.dedup();
        TurningSets(sets)
    }

    /// The turning sets with greatest coin `coin`, without it, until `visit` says stop.
    pub(super) fn for_each(&self, coin: u64, visit: &mut dyn FnMut(&[u64]) -> bool) {
        for set in self.0.iter().take_while(|set| set.greatest() <= coin) {
            if set.others(coin).is_some_and(|others| !visit(&others)) {
                return;
            }
        }
    }

    /// Any game as a coin-turning game [L, section 3]: a coin for each position that can be reached, smaller numbers for
    /// options, and a turning set for each move. A single head is the position of that coin; `position` is the last coin.
    ///
    /// ```
    /// use impartial::coin::{CoinGame, RowGame, TurningSets};
    /// use impartial::game::Forest;
    /// use impartial::limits::Limits;
    /// let mut forest = Forest::new();
    /// let star_two = forest.nim_heap(2);
    /// let (sets, positions) = TurningSets::of_game(&forest, &star_two, &Limits::none()).unwrap();
    /// assert_eq!(sets.to_string(), "{0,1} {0,2} {1,2}");
    /// assert_eq!(positions.last(), Some(&star_two));
    /// ```
    ///
    /// # Errors
    /// [`Unsolved`] when a limit is reached, or when play can go on for ever, so that there is no such order.
    pub fn of_game<G: Game>(
        game: &G,
        position: &G::Position,
        limits: &Limits,
    ) -> Result<(Self, Vec<G::Position>), Unsolved> {
        let reachable = Solver::new(game, limits.clone()).reachable(position)?;
        let place: FxHashMap<&G::Position, usize> = reachable.iter().zip(0..).collect();
        let options: Vec<Vec<usize>> = reachable
            .iter()
            .map(|position| game.options(position).iter().map(|option| place[option]).collect())
            .collect();
        let order = options_first(&options).ok_or(Unsolved::Loopy)?;
        let mut number = vec![0; order.len()];
        for (coin, at) in (0..).zip(&order) {
            number[*at] = coin;
        }
        let pairs = options.iter().zip(&number).flat_map(|(options, from)| {
            options.iter().filter_map(|option| TurningSet::new([number[*option], *from], false))
        });
        let sets = TurningSets::new(pairs);
        Ok((sets, order.into_iter().map(|at| reachable[at].clone()).collect()))
    }
}

/// An order in which every option comes before what it is an option of; `None` when there is a cycle.
fn options_first(options: &[Vec<usize>]) -> Option<Vec<usize>> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut state = vec![State::New; options.len()];
    let mut order = Vec::with_capacity(options.len());
    for start in 0..options.len() {
        let mut path = vec![(start, 0)];
        while let Some((at, next)) = path.pop() {
            if next == 0 {
                match state[at] {
                    State::Done => continue,
                    State::Open => return None,
                    State::New => state[at] = State::Open,
                }
            }
            match options[at].get(next) {
                Some(option) => path.extend([(at, next + 1), (*option, 0)]),
                None => {
                    state[at] = State::Done;
                    order.push(at);
                }
            }
        }
    }
    Some(order)
}

impl fmt::Display for TurningSets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sets: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        if sets.is_empty() { write!(f, "{{}}") } else { write!(f, "{}", sets.join(" ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coin::{CoinGame, RowGame};
    use crate::game::forest::{Forest, Tree};
    use crate::game::notation;

    /// The tree of a coin position, by the definition.
    fn tree(forest: &mut Forest, game: &CoinGame, coins: &crate::coin::CoinPosition) -> Tree {
        let options: Vec<Tree> =
            game.options(coins).iter().map(|option| tree(forest, game, option)).collect();
        forest.set(options)
    }

    /// [L, section 3]: the position with one head, at J, is the game J itself, option by option.
    #[test]
    fn a_single_head_is_the_game() {
        for text in ["0", "*", "*3", "{0,*2}", "*2_", "*(2_+20)3", "{{{*2}},*,0}"] {
            let mut forest = Forest::new();
            let (start, _) = notation::parse_prefix(&mut forest, text).unwrap();
            let (sets, positions) = TurningSets::of_game(&forest, &start, &Limits::none()).unwrap();
            let game = CoinGame::new(vec![RowGame::Sets(sets)]).unwrap();
            for (coin, position) in (0..).zip(&positions) {
                let head = game.position([vec![coin]]).unwrap();
                assert_eq!(tree(&mut forest, &game, &head), *position, "coin {coin} of {text}");
            }
            assert_eq!(positions.last(), Some(&start));
        }
    }

    #[test]
    fn a_cycle_is_no_game() {
        struct Loop;
        impl Game for Loop {
            type Position = u8;
            fn options(&self, position: &u8) -> Vec<u8> {
                vec![(position + 1) % 3]
            }
        }
        assert_eq!(TurningSets::of_game(&Loop, &0, &Limits::none()), Err(Unsolved::Loopy));
    }
}
