//! What is left of an abelian group, a module, a ring or an algebra: `abelian(Z/4 + Z/8)[(0,4)]`, `ring(Z/4[x]/(x^2, 2x))`.

use serde_json::{Value, json};

use crate::algebra::position::KEYWORDS;
use crate::algebra::{AlgebraPosition, CongruenceGame, Partition};
use crate::claim::Claim;
use crate::game::{Outcome, Play};
use crate::language::kind::{Kind, Proof, Single, Theorem, Unlisted};
use crate::language::moves::WinningMoves;
use crate::language::parser::{Reader, Sources, Subject};
use crate::language::position::Position;
use crate::language::registry::{KindOfGame, begins_with_word};
use crate::limits::{Limits, Unanswered};
use crate::ordinal::Ordinal;
use crate::text::ReadError;

pub(in crate::language) const KIND: KindOfGame =
    KindOfGame { name: "algebra", theory: "algebra", example: "abelian(Z/4 + Z/8)", begins, read };

fn begins(text: &str) -> bool {
    begins_with_word(text, KEYWORDS)
}

fn read(reader: &mut Reader<'_>) -> Result<Subject, ReadError> {
    let rest = reader.cursor.rest();
    let keyword = &rest[..rest.find('(').expect("the text begins with a word and a parenthesis")];
    let at = |by: usize| move |error: ReadError| error.shifted(by);
    let Sources { file, limits, .. } = *reader.sources;
    let (inner, start) = reader.in_parentheses(keyword.len())?;
    let mut position = AlgebraPosition::parse_with(keyword, inner, file, limits).map_err(at(start))?;
    if let Some((elements, start)) = reader.in_brackets()? {
        position = position.choose_text(elements).map_err(at(start))?;
    }
    Ok(Subject::Position(position.into()))
}

/// The most options of one structure that are listed.
const MOST_LISTED: usize = 20_000;

impl AlgebraPosition {
    /// The options that have a given nimber: all of them where they can be listed, otherwise one.
    fn options_of_nimber(&self, nimber: &Ordinal, limits: &Limits) -> Result<WinningMoves, Unanswered> {
        let Ok(options) = AlgebraPosition::options(self, MOST_LISTED, limits) else {
            let found = self.move_to(nimber, limits)?.map(Position::from);
            return Ok(WinningMoves { moves: found.into_iter().collect(), complete: false });
        };
        let mut winning = Vec::new();
        for option in options {
            if AlgebraPosition::nimber(&option, limits)? == *nimber {
                winning.push(option.into());
            }
        }
        Ok(WinningMoves::all(winning))
    }
}

impl Kind for AlgebraPosition {
    fn name(&self) -> &'static str {
        KIND.name
    }

    fn options(&self) -> Vec<Position> {
        let options = AlgebraPosition::options(self, MOST_LISTED, &Limits::none());
        let options = options.expect("callers ask only for positions whose options can be listed");
        options.into_iter().map(Position::from).collect()
    }

    fn is_over(&self) -> bool {
        AlgebraPosition::is_over(self)
    }

    fn bound_on_options(&self, limits: &Limits) -> u64 {
        if !AlgebraPosition::is_finite(self) {
            return u64::MAX;
        }
        AlgebraPosition::options(self, MOST_LISTED, limits).map_or(u64::MAX, |all| all.len() as u64)
    }

    fn can_list(&self) -> Result<(), Unlisted> {
        let options = AlgebraPosition::options(self, MOST_LISTED, &Limits::none());
        options.map(|_| ()).map_err(|why| why.to_string())
    }

    fn is_finite(&self) -> bool {
        AlgebraPosition::is_finite(self)
    }

    fn some_move(&self) -> Option<Position> {
        AlgebraPosition::some_move(self).map(Position::from)
    }

    fn is_move_to(&self, to: Option<&Single>) -> bool {
        to.and_then(Single::of_kind).is_some_and(|to| AlgebraPosition::is_move_to(self, to))
    }

    fn choose(&self, element: &str) -> Option<Result<Option<Position>, String>> {
        let chosen = self.choose_element(element).map(|left| left.map(Position::from));
        Some(chosen.map_err(|error| error.to_string()))
    }

    fn nimber(&self, limits: &Limits) -> Theorem<Ordinal> {
        Some(AlgebraPosition::nimber(self, limits))
    }

    fn reason(&self, play: Option<Play>) -> Option<Claim> {
        Some(AlgebraPosition::reason(self, play))
    }

    fn is_cited(&self) -> bool {
        matches!(AlgebraPosition::reason(self, None), Claim::Cited(_))
    }

    fn steps(&self, play: Play, limits: &Limits) -> Vec<String> {
        AlgebraPosition::steps(self, play, limits)
    }

    fn outcome(&self, play: Play, limits: &Limits) -> Theorem<Outcome> {
        Some(AlgebraPosition::outcome(self, play, limits))
    }

    fn winning_moves(&self, play: Play, limits: &Limits) -> Theorem<WinningMoves> {
        let replies = AlgebraPosition::winning_moves(self, play, limits);
        Some(replies.map(|replies| WinningMoves {
            moves: replies.moves.into_iter().map(Position::from).collect(),
            complete: replies.complete,
        }))
    }

    fn moves_to(&self, nimber: &Ordinal, limits: &Limits) -> Theorem<WinningMoves> {
        Some(self.options_of_nimber(nimber, limits))
    }

    fn proof(&self) -> Proof {
        Proof::Quotients
    }

    fn parts(&self) -> Value {
        json!({ "structure": self.to_string() })
    }

    fn congruences(&self, most: usize) -> Option<(CongruenceGame, Partition)> {
        AlgebraPosition::congruences(self, most)
    }
}
