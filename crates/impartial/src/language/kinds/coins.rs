//! Coins that show heads, and products of such games: `coins(mock-turtles)[0+3+7]`, `coins(nim x nim)[(2,3)]`.

use serde_json::{Value, json};

use crate::claim::Claim;
use crate::coin::CoinPosition;
use crate::game::{Outcome, Play};
use crate::language::kind::{Kind, Single, Theorem, Unlisted};
use crate::language::moves::WinningMoves;
use crate::language::parser::{Reader, Subject};
use crate::language::position::Position;
use crate::language::registry::{KindOfGame, begins_with_word};
use crate::language::search::LARGEST_LISTED;
use crate::limits::Limits;
use crate::ordinal::Ordinal;
use crate::text::ReadError;

pub(in crate::language) const KIND: KindOfGame =
    KindOfGame { name: "coins", theory: "coins", example: "coins(mock-turtles)[0+3+7]", begins, read };

fn begins(text: &str) -> bool {
    begins_with_word(text, &["coins"])
}

fn read(reader: &mut Reader<'_>) -> Result<Subject, ReadError> {
    let start = reader.cursor.at;
    let (coins, length) =
        CoinPosition::parse_prefix(reader.cursor.rest()).map_err(|error| error.shifted(start))?;
    reader.cursor.at += length;
    Ok(Subject::Position(coins.into()))
}

/// The most coins that all moves in a row of coins may turn together, for its moves to be looked through one by one.
const MOST_TURNED: u64 = 8_000_000;

fn position(coins: CoinPosition) -> Position {
    Position::from(coins).normal_form()
}

impl Kind for CoinPosition {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn options(&self) -> Vec<Position> {
        let mut options = Vec::new();
        self.for_each_option(&mut |option| {
            options.push(position(option));
            true
        });
        options
    }

    fn is_over(&self) -> bool {
        self.turns_at_most(0)
    }

    fn bound_on_options(&self, _: &Limits) -> u64 {
        (6..=20).map(|power| 1 << power).find(|most| self.turns_at_most(*most)).unwrap_or(u64::MAX)
    }

    fn can_list(&self) -> Result<(), Unlisted> {
        if self.turns_at_most(LARGEST_LISTED) {
            return Ok(());
        }
        Err(format!("the moves of {self} turn more than {LARGEST_LISTED} coins in all"))
    }

    fn is_zero(&self) -> bool {
        self.heads().next().is_none()
    }

    fn some_move(&self) -> Option<Position> {
        let mut first = None;
        self.for_each_option(&mut |option| {
            first = Some(position(option));
            false
        });
        first
    }

    fn is_move_to(&self, to: Option<&Single>) -> bool {
        match to {
            None => self.game().position([]).is_some_and(|nothing| self.is_option(&nothing)),
            Some(to) => to.of_kind::<CoinPosition>().is_some_and(|turned| self.is_option(turned)),
        }
    }

    fn has_at_most(&self, options: usize) -> bool {
        CoinPosition::options(self, options).is_some()
    }

    fn nimber(&self, limits: &Limits) -> Theorem<Ordinal> {
        Some(CoinPosition::nimber(self, limits).map(Ordinal::from))
    }

    fn outcome(&self, play: Play, limits: &Limits) -> Theorem<Outcome> {
        match play {
            Play::Normal => None,
            Play::Misere => self.misere_outcome(limits),
        }
    }

    fn winning_moves(&self, play: Play, limits: &Limits) -> Theorem<WinningMoves> {
        if play == Play::Normal || self.can_list().is_err() {
            return None;
        }
        let mut moves = Vec::new();
        let mut ended = None;
        self.for_each_option(&mut |option| {
            match option.misere_outcome(limits) {
                Some(Ok(Outcome::P)) => moves.push(position(option)),
                Some(Ok(Outcome::N)) => {}
                other => ended = Some(other),
            }
            ended.is_none()
        });
        match ended {
            None => {
                moves.sort_unstable();
                moves.dedup();
                Some(Ok(WinningMoves::all(moves)))
            }
            Some(Some(Err(reason))) => Some(Err(reason)),
            Some(_) => None,
        }
    }

    fn reason(&self, play: Option<Play>) -> Option<Claim> {
        if play == Some(Play::Misere) {
            let met = self.misere_positions();
            return Some(Claim::Proved(format!(
                "search of every row of coins that play can reach ({met} looked at)"
            )));
        }
        Some(Claim::Proved(
            "each head is a game of its own, worth the nim product of its coordinates' values (Lenstra, section 3)"
                .to_owned(),
        ))
    }

    /// What each head is worth, and their nim sum; the first heads only, where there are many.
    fn steps(&self, play: Play, limits: &Limits) -> Vec<String> {
        if play == Play::Misere {
            return Vec::new();
        }
        const SHOWN: usize = 12;
        let heads: Vec<&[u64]> = self.heads().collect();
        let value = |head: &[u64]| self.game().value(head, limits).ok();
        let mut values = Vec::new();
        let mut steps = Vec::new();
        for head in heads.iter().take(SHOWN) {
            let Some(value) = value(head) else { return steps };
            let place: Vec<String> = head.iter().map(u64::to_string).collect();
            steps.push(format!("coin {}: nimber {value}", place.join(",")));
            values.push(value);
        }
        if heads.len() > SHOWN {
            steps.push(format!("and {} more heads", heads.len() - SHOWN));
        } else if values.len() > 1 {
            let terms: Vec<String> = values.iter().map(u64::to_string).collect();
            let sum = values.iter().fold(0, |sum, value| sum ^ value);
            steps.push(format!("{} = {sum}", terms.join(" xor ")));
        }
        steps
    }

    fn moves_to(&self, nimber: &Ordinal, limits: &Limits) -> Theorem<WinningMoves> {
        if self.game().dimension() != 1 || !self.turns_at_most(MOST_TURNED) {
            return None;
        }
        let Some(nimber) = nimber.to_u64() else { return Some(Ok(WinningMoves::all(Vec::new()))) };
        let found = self.options_with_nimber(nimber, limits);
        Some(found.map(|options| {
            WinningMoves::all(options.unwrap_or_default().into_iter().map(position).collect())
        }))
    }

    fn parts(&self) -> Value {
        json!({ "coins": self.game().to_string(), "heads": self.heads().collect::<Vec<_>>() })
    }
}
