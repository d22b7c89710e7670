//! Kind `strategy`: who wins a finite game, shown by a winning strategy.
//!
//! Claim: the position `root` has the outcome `outcome` ("P" or "N") in the play `play` ("normal" or "misere").
//!
//! Checked: every option of every position in `answers` has itself an option in `answers`, or is without moves in
//! misère play; no position in `answers` is without moves in misère play; `root` is in `answers` when the claim is P, and
//! has an option there (or is without moves in misère play) when it is N.
//!
//! Why that is a proof: whoever has just moved to a position in `answers` can do so again after every move of the
//! opponent, until in normal play the opponent has no move, and in misère play the opponent has made the last move or
//! must make it. Play ends, because options come earlier in the list of trees or have smaller heaps or larger
//! sets of chosen elements. A structure (a group, ring or algebra of which quotients are formed) is a component like any other once
//! it is checked to be the tree that it names.

use std::collections::HashSet;

use serde_json::Value;

use crate::fields::{field, list, text};
use crate::position::{Position, Rules};
use crate::{Refusal, Verified};

/// Checks a strategy.
pub fn check(certificate: &Value) -> Result<Verified, Refusal> {
    let is_misere = match text(certificate, "play")? {
        "normal" => false,
        "misere" => true,
        other => return Err(Refusal::Malformed(format!("play \"{other}\""))),
    };
    let is_p = match text(certificate, "outcome")? {
        "P" => true,
        "N" => false,
        other => return Err(Refusal::Malformed(format!("outcome \"{other}\""))),
    };
    let mut rules = Rules::read(certificate.get("trees"))?;
    rules.read_grounds(certificate.get("grounds"))?;
    rules.read_structures(certificate.get("structures"))?;
    let root = rules.position(field(certificate, "root")?)?;
    let listed = list(certificate, "answers")?;
    let answers: HashSet<Position> =
        listed.iter().map(|answer| rules.position(answer)).collect::<Result<_, _>>()?;

    let is_won = |position: &Position| -> Result<bool, Refusal> {
        let options = rules.options(position)?;
        Ok((options.is_empty() && is_misere) || options.iter().any(|option| answers.contains(option)))
    };
    for answer in &answers {
        let options = rules.options(answer)?;
        if options.is_empty() && is_misere {
            let answer = rules.show(answer);
            return Err(Refusal::Refuted(format!("{answer} has no moves, so it is not P in misère play")));
        }
        for option in &options {
            if !is_won(option)? {
                let (answer, option) = (rules.show(answer), rules.show(option));
                return Err(Refusal::Refuted(format!("the move from {answer} to {option} has no answer")));
            }
        }
    }
    let holds = if is_p { answers.contains(&root) } else { is_won(&root)? };
    if !holds {
        let root = rules.show(&root);
        let what = if is_p { "is not among the answers" } else { "has no move to one of the answers" };
        return Err(Refusal::Refuted(format!("{root} {what}")));
    }
    let (outcome, winner) = if is_p { ("P", "previous") } else { ("N", "next") };
    let play = if is_misere { "misère" } else { "normal" };
    let mut statement = format!(
        "{} is {outcome} in {play} play, the {winner} player wins: a strategy with {} positions answers every move",
        rules.show(&root),
        answers.len()
    );
    for structure in rules.show_structures() {
        statement.push_str("; ");
        statement.push_str(&structure);
    }
    Ok(Verified { kind: "strategy".into(), statement })
}
