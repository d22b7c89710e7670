//! The values of the coins of a row, one after the other.

use serde::Serialize;

use super::{Answer, Asking, Claim, Question, Refused, Stated, Stopped};
use crate::coin::{CoinGame, LAST_COIN, RowGame};
use crate::limits::Unanswered;
use crate::text::ReadError;

/// The nimbers of single heads at the coins 0, 1, 2, … of a row.
///
/// ```
/// use impartial::question::{Asking, CoinSequenceQuestion, Question};
/// let question = CoinSequenceQuestion { game: "coins(moebius)".into(), to: Some(8) };
/// let answer = question.ask(&Asking::default())?;
/// assert_eq!(answer.value.values, [1, 2, 4, 8, 16, 31, 32, 64, 103]);
/// # Ok::<(), impartial::question::Refused>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoinSequenceQuestion {
    /// A game of coins without its heads: `coins(moebius)`.
    pub game: String,
    /// The last coin; 50 unless told.
    pub to: Option<u64>,
}

/// The values of coins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CoinSequenceValue {
    /// The game, as it is written back.
    pub game: String,
    /// The values of the coins from 0 on, as far as they were found.
    pub values: Vec<u64>,
}

/// So many coins are asked for at first; then twice as many, so that what is stopped has something to show.
const FIRST_COINS: u64 = 16;

impl CoinSequenceQuestion {
    /// Whether a text is for this question: a game of coins, and no code of heaps.
    pub fn is_for(text: &str) -> bool {
        text.trim_start().strip_prefix("coins").is_some_and(|rest| rest.trim_start().starts_with('('))
    }

    /// The game on a row that the text names.
    fn row(&self) -> Result<RowGame, Refused> {
        let text = self.game.as_str();
        let game: CoinGame = text.parse().map_err(|error: ReadError| {
            let refused = Refused::new(error.message).at(text, error.span);
            error.help.into_iter().fold(refused, Refused::help)
        })?;
        match game.factors() {
            [row] => Ok(row.clone()),
            _ => Err(Refused::new("a sequence is of one row of coins, and this board has more coordinates")
                .at(text, 0..text.len())),
        }
    }
}

impl Question for CoinSequenceQuestion {
    type Value = CoinSequenceValue;

    fn ask(&self, asking: &Asking<'_>) -> Result<Answer<CoinSequenceValue>, Refused> {
        let row = self.row()?;
        let last = self.to.unwrap_or(50);
        if last > LAST_COIN {
            return Err(Refused::new(format!(
                "a list of the values of coins goes to coin {LAST_COIN} at most"
            )));
        }
        let mut value = CoinSequenceValue { game: format!("coins({row})"), values: Vec::new() };
        let mut stopped: Option<Unanswered> = None;
        let mut count = FIRST_COINS.min(last + 1);
        while stopped.is_none() && (value.values.len() as u64) < last + 1 {
            match row.values(count, &asking.limits) {
                Ok(values) => value.values = values,
                Err(why) => stopped = Some(why),
            }
            count = (2 * count).min(last + 1);
        }
        let why = "the least number that is no nim sum of the other coins of a turning set, coin by coin (Lenstra, section 3)";
        let claims = match value.values.len() {
            0 => Vec::new(),
            _ => vec![Stated::new("values", Claim::Proved(why.into()))],
        };
        let stopped = stopped.map(|why| Stopped::because(why.to_string()));
        let answer = Answer { value, claims, certificate: None, stopped };
        Ok(asking.trusting(answer, "trusted is the mex rule; the nimber of one position has a proof"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coin::CoinPosition;
    use crate::limits::Limits;

    fn ask(game: &str, to: u64) -> Result<Answer<CoinSequenceValue>, Refused> {
        CoinSequenceQuestion { game: game.to_owned(), to: Some(to) }.ask(&Asking::default())
    }

    /// Fails when the list is not what each coin is worth alone.
    #[test]
    fn lists_are_of_single_coins() {
        for game in [
            "nim",
            "turning-turtles",
            "mock-turtles",
            "moebius",
            "ruler",
            "turnips",
            "grunt",
            "{0}+ {0,1,2}+",
        ] {
            let answer = ask(&format!("coins({game})"), 40).unwrap();
            assert!(answer.stopped.is_none());
            assert_eq!(answer.value.values.len(), 41);
            for coin in [0u64, 1, 7, 33, 40] {
                let (alone, _) = CoinPosition::parse_prefix(&format!("coins({game})[{coin}]")).unwrap();
                assert_eq!(
                    alone.nimber(&Limits::none()),
                    Ok(answer.value.values[coin as usize]),
                    "{game} {coin}"
                );
            }
        }
    }

    #[test]
    fn what_is_out_of_reach_leaves_the_first_coins() {
        let answer = ask("coins(moidores)", 400).unwrap();
        assert!(answer.stopped.is_some());
        assert!(answer.value.values.len() >= 16 && answer.value.values.len() < 400);
    }

    #[test]
    fn other_texts_are_refused() {
        for (game, span) in [
            ("coins(moebius)[3]", 14..17),
            ("coins(nim x nim)", 0..16),
            (" coins(mobius)", 7..13),
            ("coins(nim", 9..9),
            ("coins(nim) + *2", 10..15),
        ] {
            let refused = ask(game, 5).unwrap_err();
            assert_eq!(refused.place.as_ref().map(|(_, span)| span.clone()), Some(span), "{game}: {refused}");
        }
        assert!(ask("coins(nim)", LAST_COIN + 1).is_err());
    }
}
