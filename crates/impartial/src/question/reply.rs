//! How a perfect player plays: a winning move that takes little, or the move after which it is hardest to go on winning.

use num_bigint::BigUint;

use crate::game::{Outcome, Play};
use crate::language::{Analyst, Position};

/// The move of a perfect player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The position it leaves.
    pub to: Position,
    /// Why this one, in words.
    pub why: String,
}

/// Lost positions with more replies than this in all are not compared: any move is as good.
const MOST_REPLIES: usize = 4000;

impl Reply {
    /// The move to make among the options, whose outcomes are known; none when there is no option.
    ///
    /// A winning move if there is one, of these the one that takes the fewest tokens, for a longer game; else the move that
    /// leaves the smallest part of the replies winning. The first one stands among equals.
    pub fn choose(analyst: &mut Analyst, options: &[(Position, Outcome)], play: Play) -> Option<Reply> {
        let mut winning: Vec<&Position> =
            options.iter().filter(|(_, outcome)| *outcome == Outcome::P).map(|(option, _)| option).collect();
        winning.sort_by_key(|option| std::cmp::Reverse(tokens(option)));
        if let Some(to) = winning.first() {
            let why = match winning.len() {
                1 => "the only move that wins".to_owned(),
                count => format!("one of {count} moves that win"),
            };
            return Some(Reply { to: (*to).clone(), why });
        }
        let (first, _) = options.first()?;
        let hardest = hardest(analyst, options, play);
        Some(match hardest {
            Some((to, wins, replies)) => {
                Reply { to, why: format!("every move loses; after this one {wins} of {replies} replies win") }
            }
            None => Reply { to: first.clone(), why: "every move loses".to_owned() },
        })
    }
}

/// The option with the smallest part of winning replies, with their number and that of all replies; none when there are too
/// many to look at, or when time is up.
fn hardest(
    analyst: &mut Analyst,
    options: &[(Position, Outcome)],
    play: Play,
) -> Option<(Position, usize, usize)> {
    let mut looked_at = 0;
    let mut best: Option<(Position, usize, usize)> = None;
    for (option, _) in options {
        option.can_list_options().ok()?;
        let replies = option.options();
        looked_at += replies.len();
        if looked_at > MOST_REPLIES {
            return None;
        }
        let mut wins = 0;
        for reply in &replies {
            wins += usize::from(analyst.outcome(reply, play).ok()?.value == Outcome::P);
        }
        let is_harder = match &best {
            None => true,
            // wins / replies < fewest / of
            Some((_, fewest, of)) => wins * of < fewest * replies.len(),
        };
        // Nothing is left to reply to where the game is over: that is no defence.
        if is_harder && !replies.is_empty() {
            best = Some((option.clone(), wins, replies.len()));
        }
    }
    best
}

/// How many tokens are in the heaps of a position, as far as it has any.
fn tokens(position: &Position) -> BigUint {
    position.singles().into_iter().map(|single| single.tokens()).sum()
}

#[cfg(test)]
mod tests {
    use crate::language::{Known, parse_with};
    use crate::lattice::LatticeGame;
    use crate::limits::Limits;

    use super::*;

    /// Two hundred games for each kind and play, from positions won for the program: it never loses, whatever is played
    /// against it.
    #[test]
    fn the_program_never_loses_what_is_won() {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut random = move |below: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state % below as u64) as usize
        };
        let rules = [[0, 1], [2, 0], [2, 1], [3, 0]].map(|rule| rule.to_vec()).to_vec();
        let mut boards = Known::default();
        boards.enter_board("board.toml", LatticeGame::new(2, rules, None, vec![]).unwrap());
        for text in [
            "kayles[9+12]",
            "0.137[7+4+3]",
            "*3 + *5 + *7",
            "gen(S3)",
            "dng(Z6 x Z3)",
            "abelian(Z/4 + Z/8)",
            "ring(Z/8[x]/(x^2))",
            "coins(mogul)[0+3+6]",
            "coins(ruler)[2+5+7]",
            "lattice(board.toml)[5,4]",
            "{0,*2} | *2",
        ] {
            let parsed = parse_with(boards.clone(), text).unwrap();
            let start = parsed.position(text).unwrap().normal_form();
            let mut analyst = Analyst::new(Limits::none());
            for play in [Play::Normal, Play::Misere] {
                for _ in 0..200 {
                    let mut position = start.clone();
                    let mut program_moves = analyst.outcome(&position, play).unwrap().value == Outcome::N;
                    let last_mover_is_program = loop {
                        let options = position.options();
                        if options.is_empty() {
                            break !program_moves;
                        }
                        position = if program_moves {
                            let known: Vec<_> = options
                                .into_iter()
                                .map(|option| {
                                    let outcome = analyst.outcome(&option, play).unwrap().value;
                                    (option, outcome)
                                })
                                .collect();
                            Reply::choose(&mut analyst, &known, play).unwrap().to
                        } else {
                            options[random(options.len())].clone()
                        };
                        program_moves = !program_moves;
                    };
                    assert_eq!(last_mover_is_program, play == Play::Normal, "{text}, {play}");
                }
            }
        }
    }

    #[test]
    fn a_lost_position_is_defended_where_it_is_hardest() {
        let position: Position = "kayles[9+12]".parse().unwrap();
        let mut analyst = Analyst::new(Limits::none());
        let options: Vec<_> = position.options().into_iter().map(|option| (option, Outcome::N)).collect();
        let reply = Reply::choose(&mut analyst, &options, Play::Normal).unwrap();
        assert!(reply.why.contains("after this one 1 of "), "{}", reply.why);
    }
}
