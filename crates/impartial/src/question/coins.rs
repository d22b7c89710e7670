//! A finite game as a coin-turning game.

use serde::Serialize;

use super::files::read_position;
use super::{Answer, Asking, Claim, Question, Refused};
use crate::coin::{CoinGame, RowGame, TurningSets};
use crate::game::Unsolved;
use crate::language::{Language, Position};

/// A game as a coin-turning game: a coin for each position, a turning set for each move.
///
/// ```
/// use impartial::game::Play;
/// use impartial::question::{Asking, CoinsQuestion, OutcomeQuestion, Question};
/// let asking = Asking::with_certificate();
/// let coins = CoinsQuestion { game: "*2".into() }.ask(&asking)?.value;
/// assert_eq!(coins.coins, "coins({0,1} {0,2} {1,2})[2]");
/// // A position of coins is proved by a strategy.
/// let answer = OutcomeQuestion { game: coins.coins, play: Play::Normal }.ask(&asking)?;
/// let certificate = answer.certificate.unwrap().unwrap();
/// assert_eq!(certificate.kind(), "strategy");
/// assert!(impartial_check::check(&certificate.to_string()).is_ok());
/// # Ok::<(), impartial::question::Refused>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoinsQuestion {
    /// The position, in the game language.
    pub game: String,
}

/// A game of coins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CoinsValue {
    /// The position, as it is written back.
    pub game: String,
    /// The same position as one head in a game of coins.
    pub coins: String,
    /// The position that each coin stands for.
    pub positions: Vec<String>,
}

impl Question for CoinsQuestion {
    type Value = CoinsValue;

    fn ask(&self, asking: &Asking<'_>) -> Result<Answer<CoinsValue>, Refused> {
        let (_, position) = read_position(&self.game, asking)?;
        position.can_search().map_err(|why| Refused::new(why.to_string()))?;
        let (sets, positions) =
            TurningSets::of_game(&Language, &position, &asking.limits).map_err(|why| match why {
                Unsolved::Stopped(_) => Refused::new(why.to_string()).by_limit(),
                Unsolved::Loopy => Refused::new(why.to_string()),
            })?;
        let game = CoinGame::new(vec![RowGame::Sets(sets)]).expect("one factor");
        let last = (positions.len() - 1) as u64;
        let coins = game.position([vec![last]]).expect("one coordinate");
        let value = CoinsValue {
            game: position.to_string(),
            coins: coins.to_string(),
            positions: positions.iter().map(Position::to_string).collect(),
        };
        let claim = Claim::Proved("a single head is the position of its coin (Lenstra, section 3)".into());
        Ok(asking.trusting(
            Answer::new(value, "coins", claim),
            "trusted is that the turning sets are those of the positions; outcomes of either game have one",
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::NimberQuestion;

    /// A game and its coins have the same nimber.
    #[test]
    fn coins_are_worth_what_the_game_is() {
        for game in ["*3", "{0,*2}", "kayles[5]", "*1 + *2", "{*2,{0,*3}}"] {
            let nimber = |game: &str| {
                let question = NimberQuestion { game: game.into() };
                question.ask(&Asking::new()).unwrap().value.nimber.unwrap()
            };
            let coins = CoinsQuestion { game: game.into() }.ask(&Asking::new()).unwrap().value;
            assert_eq!(nimber(&coins.coins), nimber(game), "{game}");
        }
    }
}
