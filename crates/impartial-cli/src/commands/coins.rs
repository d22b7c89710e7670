//! `impartial coins GAME`: a finite game as a coin-turning game.

use std::fmt::Write as _;

use clap::Args;
use impartial::claim::Claim;
use impartial::coin::{CoinGame, RowGame, TurningSets};
use impartial::game::Unsolved;
use impartial::language::Analyst;
use impartial::question;
use serde_json::{Map, json};

use super::game::GameArgument;
use crate::answer::Answer;
use crate::context::{Context, Format};
use crate::failure::Failure;

/// A game as a coin-turning game: a coin for each position, a turning set for each move.
#[derive(Args)]
pub struct CoinsQuestion {
    #[command(flatten)]
    game: GameArgument,
}

impl CoinsQuestion {
    /// Answers the question.
    pub fn run(self, context: &Context) -> Result<Answer, Failure> {
        context.expect_format("coins", &[Format::Text, Format::Json])?;
        let (parsed, position) = question::read_position(&self.game.game, &context.asking())?;
        let rulebook = &parsed.rulebook;
        Analyst::can_search(&position).map_err(|why| Failure::new(why.to_string()))?;
        let (sets, positions) =
            TurningSets::of_game(rulebook, &position, &context.limits).map_err(|why| match why {
                Unsolved::Stopped(_) => Failure::new(why.to_string()).by_limit(),
                Unsolved::Loopy => Failure::new(why.to_string()),
            })?;
        let game = CoinGame::new(vec![RowGame::Sets(sets)]).expect("one factor");
        let last = (positions.len() - 1) as u64;
        let coins = game.position([vec![last]]).expect("one coordinate");
        let shown: Vec<String> = positions.iter().map(|at| rulebook.show(at).to_string()).collect();
        let mut text = format!("{coins}\n");
        for (coin, position) in shown.iter().enumerate() {
            let _ = writeln!(text, "coin {coin}  {position}");
        }
        let mut fields = Map::new();
        fields.insert("game".into(), json!(rulebook.show(&position).to_string()));
        fields.insert("coins".into(), json!(coins.to_string()));
        fields.insert("positions".into(), json!(shown));
        let claim = Claim::Proved("a single head is the position of its coin (Lenstra, section 3)".into());
        Ok(Answer::new(text, fields, claim))
    }
}
