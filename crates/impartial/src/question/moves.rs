//! Every move, and what it leaves.

use serde::Serialize;

use super::files::read_position;
use super::reply::Reply;
use super::rows::{Row, RowChange, Rows};
use super::{
    Answer, Asking, Certificate, Claim, NoCertificate, Question, Refused, Stopped, position_certificate,
};
use crate::game::{Outcome, Play};
use crate::language::{Analyst, Known, Position, Subject, parse_with};
use crate::limits::Unanswered;
use crate::ordinal::Ordinal;

/// Every move of a position, with the outcome and the nimber of what it leaves.
///
/// ```
/// use impartial::game::Play;
/// use impartial::question::{Asking, MovesQuestion, Question};
/// let of = |game: &str, play| MovesQuestion { game: game.into(), play, reply: false, into: None, most: None, rows: false };
/// // Short strategies are written down; where they would be long, a theory proves all moves at once.
/// for (game, kind) in [("kayles[3]", "moves"), ("kayles[30+40+50]", "sum-moves")] {
///     for play in [Play::Normal, Play::Misere] {
///         let answer = of(game, play).ask(&Asking::with_certificate())?;
///         let proof = answer.certificate.expect("it was wanted").expect("there is one");
///         assert_eq!(proof.kind(), kind);
///         assert!(impartial_check::check(&proof.to_string()).is_ok());
///     }
/// }
/// # Ok::<(), impartial::question::Refused>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovesQuestion {
    /// The position, in the game language.
    pub game: String,
    /// Normal or misère play.
    pub play: Play,
    /// Also the move of a perfect player, and why.
    pub reply: bool,
    /// Only the move to this position, if it is one.
    pub into: Option<String>,
    /// With more moves than this, only those that win.
    pub most: Option<usize>,
    /// Also the games that the position is the sum of, as rows of a board, and what each move does to them.
    pub rows: bool,
}

/// The moves of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MovesValue {
    /// The position, as it is written back.
    pub game: String,
    /// The play.
    pub play: Play,
    /// Every move, as far as they were worked out; `None` when they are too many to list.
    pub options: Option<Vec<MoveFound>>,
    /// How many moves there are, when not all were worked out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<usize>,
    /// The moves that win, where the moves are too many to list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winning_moves: Option<Vec<String>>,
    /// Whether these are all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winning_moves_complete: Option<bool>,
    /// The move of a perfect player, if one was wanted: none where the game is over or none was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply: Option<Option<String>>,
    /// Why this move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply_why: Option<Option<String>>,
    /// The games that the position is the sum of, if they were wanted and are not too many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<Vec<Row>>,
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveFound {
    /// The position it leaves.
    pub game: String,
    /// Its nimber, in normal play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nimber: Option<Ordinal>,
    /// Its outcome: the move wins when it is P.
    pub outcome: Outcome,
    /// What it does to the rows, if they were wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change: Option<RowChange>,
    /// The structure that is left, by its name, where it has one: `Z4 x Z2`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<String>,
}

impl Question for MovesQuestion {
    type Value = MovesValue;

    fn ask(&self, asking: &Asking<'_>) -> Result<Answer<MovesValue>, Refused> {
        let (parsed, position) = read_position(&self.game, asking)?;
        let mut analyst = Analyst::new(asking.limits.clone());
        let normal = position.normal_form();
        let listed = match &self.into {
            Some(text) => Ok(the_move(&parsed.known, &normal, text)?),
            None => self.options(&normal),
        };
        let value = MovesValue {
            game: position.to_string(),
            play: self.play,
            options: None,
            of: None,
            winning_moves: None,
            winning_moves_complete: None,
            reply: None,
            reply_why: None,
            rows: None,
        };
        let rows = if self.rows { Rows::of(&normal) } else { None };
        let moved = listed.as_ref().ok().filter(|_| asking.certificate).cloned();
        let answer = match listed {
            Ok(listed) => self.all(&mut analyst, listed, rows.as_ref(), value),
            Err(why) => self.winning_only(&mut analyst, &normal, value, why),
        };
        let certificate = asking.certify(|| self.certificate(&mut analyst, &normal, moved, &answer));
        Ok(Answer { certificate, ..answer })
    }
}

impl MovesQuestion {
    /// The proof of what is said of all moves.
    fn certificate(
        &self,
        analyst: &mut Analyst,
        root: &Position,
        moved: Option<Vec<Position>>,
        answer: &Answer<MovesValue>,
    ) -> Result<Certificate, NoCertificate> {
        let found = answer.value.options.as_ref().filter(|_| answer.stopped.is_none() && self.into.is_none());
        let (Some(found), Some(moved)) = (found, moved) else {
            return Err(NoCertificate::because("it is written when all moves are worked out"));
        };
        let with_values = |(option, row): (Position, &MoveFound)| {
            (option, row.outcome, row.nimber.as_ref().and_then(Ordinal::to_u64))
        };
        let options: Vec<_> = moved.into_iter().zip(found).map(with_values).collect();
        position_certificate::moves(analyst, root, self.play, &options)
    }

    /// Every move in turn.
    fn all(
        &self,
        analyst: &mut Analyst,
        listed: Vec<Position>,
        rows: Option<&Rows>,
        mut value: MovesValue,
    ) -> Answer<MovesValue> {
        value.rows = rows.map(|rows| match self.play {
            Play::Normal => rows.with_nimbers(analyst),
            Play::Misere => rows.rows(),
        });
        let count = listed.len();
        let mut found = Vec::with_capacity(count);
        let mut known = Vec::with_capacity(count);
        let mut stopped = None;
        for option in listed {
            match self.look_at(analyst, &option) {
                Ok(row) => {
                    let change = rows.and_then(|rows| rows.change(&option));
                    known.push((option, row.outcome));
                    found.push(MoveFound { change, ..row });
                }
                Err(why) => {
                    stopped = Some(why);
                    break;
                }
            }
        }
        let claim = match found.len() {
            0 if count > 0 => None,
            done if done < count => Some(Claim::Proved(format!(
                "outcomes of the first {done} of {count} options by the theorems for their kinds"
            ))),
            _ => Some(Claim::Proved("outcomes of all options by the theorems for their kinds".into())),
        };
        value.of = stopped.as_ref().map(|_| count);
        value.options = Some(found);
        if self.reply && stopped.is_none() {
            let reply = Reply::choose(analyst, &known, self.play);
            value.reply = Some(reply.as_ref().map(|reply| reply.to.to_string()));
            value.reply_why = Some(reply.map(|reply| reply.why));
        }
        let has_nimbers = value.rows.iter().flatten().any(|row| row.nimber.is_some());
        let answer = match claim {
            Some(claim) if has_nimbers => Answer::new(value, "moves", claim)
                .with("rows", Claim::Proved("nimbers of the rows by the theorems for their kinds".into())),
            Some(claim) => Answer::new(value, "moves", claim),
            None => return Answer::stopped(value, stopped.expect("else all options were looked at")),
        };
        Answer { stopped: stopped.map(Stopped::from), ..answer }
    }

    fn look_at(&self, analyst: &mut Analyst, option: &Position) -> Result<MoveFound, Unanswered> {
        let nimber = match self.play {
            Play::Normal => Some(analyst.nimber(option)?.value),
            Play::Misere => None,
        };
        let outcome = analyst.outcome(option, self.play)?.value;
        let left = match option {
            Position::Single(single) => single.left(analyst.limits()),
            _ => None,
        };
        Ok(MoveFound { game: option.to_string(), nimber, outcome, change: None, left })
    }

    /// The moves that win, if they can be found, of a position with too many moves to list.
    fn winning_only(
        &self,
        analyst: &mut Analyst,
        position: &Position,
        mut value: MovesValue,
        why: Unanswered,
    ) -> Answer<MovesValue> {
        let Ok(found) = analyst.winning_moves(position, self.play) else {
            return Answer::stopped(value, why);
        };
        let moves: Vec<String> = found.moves.iter().map(Position::to_string).collect();
        if self.reply {
            let (reply, why) = match moves.as_slice() {
                [] if found.complete => {
                    (position.some_move().map(|to| to.to_string()), "every move loses".to_owned())
                }
                [] => (None, "no winning move was found".to_owned()),
                [only] if found.complete => (Some(only.clone()), "the only move that wins".to_owned()),
                [first, ..] => (Some(first.clone()), format!("one of {} moves that win", moves.len())),
            };
            (value.reply, value.reply_why) = (Some(reply), Some(Some(why)));
        }
        (value.winning_moves, value.winning_moves_complete) = (Some(moves), Some(found.complete));
        let claim = Claim::Proved("the moves listed win, by the theorems for their kinds".into());
        Answer::new(value, "winning moves", claim)
    }

    /// The options of a position, if they are as few as they may be; else why they are not listed.
    fn options(&self, position: &Position) -> Result<Vec<Position>, Unanswered> {
        position.can_list_options()?;
        let too_many = |most: usize| Unanswered::OutOfReach(format!("there are more than {most} moves"));
        if let (Position::Single(single), Some(most)) = (position, self.most)
            && !single.has_at_most(most)
        {
            return Err(too_many(most));
        }
        let options = position.options();
        match self.most.filter(|most| options.len() > *most) {
            Some(most) => Err(too_many(most)),
            None => Ok(options),
        }
    }
}

/// The move from a position to the one that a text names: one position, or none when there is no such move.
fn the_move(known: &Known, from: &Position, text: &str) -> Result<Vec<Position>, Refused> {
    let parsed = parse_with(known.clone(), text).map_err(|error| Refused::reading(text, error))?;
    let Subject::Position(to) = parsed.subject else {
        return Err(Refused::new("a move leads to a position, and this names a whole game"));
    };
    let to = to.normal_form();
    Ok(if from.is_move_to(&to) { vec![to] } else { Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(game: &str, play: Play) -> MovesValue {
        let game = game.to_owned();
        let question = MovesQuestion { game, play, reply: false, into: None, most: None, rows: true };
        question.ask(&Asking::new()).unwrap().value
    }

    /// Every move replaces one row, and the nim sum of the rows is 0 exactly after moves that win.
    #[test]
    fn moves_change_one_row_each() {
        for game in
            ["nim[3+5+7]", "laskers-nim[3+5]", "rims[6]", "*3 + *5 + *6", "kayles[7] + *3", "nim[2*3]"]
        {
            let value = asked(game, Play::Normal);
            let rows = value.rows.unwrap();
            let number = |row: &Row| row.nimber.as_ref().and_then(Ordinal::to_u64);
            for option in value.options.unwrap() {
                let change = option.change.unwrap_or_else(|| panic!("{game} to {}", option.game));
                let left: Vec<&Row> = change.left.iter().collect();
                let sizes: u64 = left.iter().filter_map(|row| row.size).sum();
                assert!(sizes <= rows[change.row].size.unwrap(), "{game} to {}", option.game);
            }
            let sum = rows.iter().filter_map(number).fold(0, |sum, nimber| sum ^ nimber);
            assert_eq!(rows.iter().filter_map(number).count(), rows.len());
            let whole =
                super::super::NimberQuestion { game: game.to_owned() }.ask(&Asking::new()).unwrap().value;
            assert_eq!(Some(sum), whole.nimber.as_ref().and_then(Ordinal::to_u64), "{game}");
        }
        let rows = asked("gen(S3) + *3", Play::Misere).rows.unwrap();
        assert_eq!(
            rows.iter().map(|row| (row.text.as_str(), row.size)).collect::<Vec<_>>(),
            [("*3", Some(3)), ("gen(S3)", None)]
        );
    }
}
