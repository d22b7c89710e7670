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

use crate::fields::{field, list, number, text};
use crate::position::{Position, Rules};
use crate::{Refusal, Verified};

/// Checks a strategy, or with kind `moves` the outcomes of all moves.
pub fn check(certificate: &Value) -> Result<Verified, Refusal> {
    let lists_moves = text(certificate, "kind")? == "moves";
    let is_misere = match text(certificate, "play")? {
        "normal" => false,
        "misere" => true,
        other => return Err(Refusal::Malformed(format!("play \"{other}\""))),
    };
    let is_p = !lists_moves && is_p(certificate)?;
    let mut rules = Rules::read(certificate.get("trees"))?;
    rules.read_grounds(certificate.get("grounds"))?;
    rules.read_structures(certificate.get("structures"))?;
    let root = rules.position(field(certificate, "root")?)?;
    let listed = list(certificate, "answers")?;
    let answers: HashSet<Position> =
        listed.iter().map(|answer| rules.position(answer)).collect::<Result<_, _>>()?;

    let is_won = |position: &Position| is_won(&rules, &answers, is_misere, position);
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
    if lists_moves {
        return moves(certificate, &mut rules, &root, &answers, is_misere);
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

/// Whether the player to move has nothing to lose, or an answer to move to.
fn is_won(
    rules: &Rules,
    answers: &HashSet<Position>,
    is_misere: bool,
    position: &Position,
) -> Result<bool, Refusal> {
    let options = rules.options(position)?;
    Ok((options.is_empty() && is_misere) || options.iter().any(|option| answers.contains(option)))
}

fn is_p(of: &Value) -> Result<bool, Refusal> {
    match text(of, "outcome")? {
        "P" => Ok(true),
        "N" => Ok(false),
        other => {
            Err(Refusal::Malformed(format!("the field \"outcome\": {other:?} is neither \"P\" nor \"N\"")))
        }
    }
}

/// Kind `moves`: `options` lists every move from `root`, each once, with the outcome of what it leaves and, in normal play, its
/// nimber. Checked: they are the options by definition; one that is P is among the answers and one that is N has a move to
/// them (`answers` has been checked before this); with nimber n, its sum with a nim-heap of n is among the answers.
fn moves(
    certificate: &Value,
    rules: &mut Rules,
    root: &Position,
    answers: &HashSet<Position>,
    is_misere: bool,
) -> Result<Verified, Refusal> {
    let mut listed: HashSet<Position> = HashSet::new();
    let mut winning = 0;
    let entries = list(certificate, "options")?;
    for entry in entries {
        let option = rules.position(field(entry, "position")?)?;
        let is_p = is_p(entry)?;
        let holds = if is_misere {
            if is_p { answers.contains(&option) } else { is_won(rules, answers, is_misere, &option)? }
        } else {
            let nimber = number(entry, "nimber")?;
            let with = rules.plus_nim(&option, nimber);
            // The empty sum is P without being listed.
            (answers.contains(&with) || rules.options(&with)?.is_empty()) && is_p == (nimber == 0)
        };
        if !holds {
            let option = rules.show(&option);
            return Err(Refusal::Refuted(format!(
                "the field \"options\": what is said of {option} does not follow"
            )));
        }
        winning += usize::from(is_p);
        if !listed.insert(option) {
            return Err(Refusal::Malformed("the field \"options\": a move is listed twice".into()));
        }
    }
    let options: HashSet<Position> = rules.options(root)?.into_iter().collect();
    if options != listed {
        return Err(Refusal::Refuted(
            "the field \"options\": these are not the moves from the position".into(),
        ));
    }
    let play = if is_misere { "misère" } else { "normal" };
    let values = if is_misere { "outcomes" } else { "outcomes and nimbers" };
    let statement = format!(
        "there are {} different moves from {}, with the {values} listed in {play} play: {winning} of them win",
        listed.len(),
        rules.show(root)
    );
    Ok(Verified { kind: "moves".into(), statement })
}
