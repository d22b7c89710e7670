//! `impartial play GAME`: a game against the program, in the terminal.

use std::fmt::Write as _;
use std::io::{BufRead as _, Write as _};

use clap::Args;
use impartial::game::{Outcome, Play};
use impartial::language::{Analyst, Known, Position, Subject, parse_with};
use impartial::question::{self, Refused, Reply};
use impartial_report::{Body, Format, Report, play_name};

use super::game::{GameArgument, PlayArgument};
use crate::context::Context;
use crate::failure::Failure;

/// Play against the program; it plays perfectly whenever the theory answers.
#[derive(Args)]
pub struct PlayQuestion {
    #[command(flatten)]
    game: GameArgument,
    #[command(flatten)]
    play: PlayArgument,
    /// Let the program move first
    #[arg(long)]
    second: bool,
}

const HELP: &str = "\
your move: its number in the list, or the position you leave; in a group, module or ring the element
you choose, in square brackets if it is a number
  moves  list the moves        hint  a move that wins, if there is one
  why    who wins, and why     undo  take your last move back
  help   this page             quit  stop
";

/// How many moves a list shows.
const SHOWN: usize = 60;

impl PlayQuestion {
    /// Plays until the game is over, the input ends or the player has had enough.
    pub fn run(self, context: &Context) -> Result<Report, Failure> {
        context.expect_format("play", &[Format::Text])?;
        let (parsed, position) = question::read_position(&self.game.game, &context.asking())?;
        let mut session = Session::new(
            parsed.known,
            Analyst::new(context.limits.clone()),
            position.normal_form(),
            self.play.play(),
        );
        let write = |text: &str| {
            let mut out = std::io::stdout().lock();
            out.write_all(text.as_bytes()).and_then(|()| out.flush())
        };
        // A reader who goes away ends the game like an input that ends.
        let first = session.begin(self.second);
        let mut going = write(&first.text).is_ok() && !first.is_last;
        let mut lines = std::io::stdin().lock().lines();
        while going {
            let Some(Ok(line)) = lines.next() else { break };
            let reply = session.respond(line.trim());
            going = write(&reply.text).is_ok() && !reply.is_last;
        }
        Ok(Report::silent(Body::Text(String::new())))
    }
}

/// What the program says, and whether the game has ended with it.
struct Said {
    text: String,
    is_last: bool,
}

/// A game under way. The person is to move whenever `respond` is called.
struct Session {
    /// What the game mentions, for the positions that are typed.
    known: Known,
    analyst: Analyst,
    play: Play,
    /// The positions in which the person was to move, the present one last.
    history: Vec<Position>,
}

impl Session {
    fn new(known: Known, analyst: Analyst, position: Position, play: Play) -> Self {
        Session { known, analyst, play, history: vec![position] }
    }

    fn position(&self) -> &Position {
        self.history.last().expect("the first position is never removed")
    }

    /// The first words, and the program's first move when the person plays second.
    fn begin(&mut self, person_is_second: bool) -> Said {
        let last = match self.play {
            Play::Normal => "wins",
            Play::Misere => "loses",
        };
        let mut text =
            format!("{}: whoever makes the last move {last}. Type help for help.\n", play_name(self.play));
        let is_last = if self.is_over() {
            text.push_str("There is no move: the game is over before it begins.\n");
            true
        } else if person_is_second {
            let first = self.position().clone();
            self.history.clear();
            self.program_answers(&first, &mut text)
        } else {
            false
        };
        if !is_last {
            self.prompt(&mut text);
        }
        Said { text, is_last }
    }

    fn is_over(&self) -> bool {
        self.options(self.position()).is_some_and(|options| options.is_empty())
    }

    fn respond(&mut self, line: &str) -> Said {
        let mut text = String::new();
        match line {
            "" => {}
            "help" | "?" => text.push_str(HELP),
            "quit" | "exit" | "q" => return Said { text, is_last: true },
            "moves" => self.list(&mut text),
            "hint" => self.hint(&mut text),
            "why" => self.why(&mut text),
            "undo" => {
                if self.history.len() > 1 {
                    self.history.pop();
                } else {
                    text.push_str("there is nothing to take back\n");
                }
            }
            typed => match self.read_move(typed) {
                Err(message) => text.push_str(&message),
                Ok(left) => {
                    let is_last = self.person_moves(left, &mut text);
                    if is_last {
                        return Said { text, is_last };
                    }
                }
            },
        }
        self.prompt(&mut text);
        Said { text, is_last: false }
    }

    /// Moves to `left`, lets the program answer, and tells whether the game is over.
    fn person_moves(&mut self, left: Position, text: &mut String) -> bool {
        if self.options(&left).is_some_and(|options| options.is_empty()) {
            text.push_str(match self.play {
                Play::Normal => "You made the last move: you win.\n",
                Play::Misere => "You made the last move: you lose.\n",
            });
            return true;
        }
        self.program_answers(&left, text)
    }

    /// Lets the program move from `from`, and tells whether the game is over.
    fn program_answers(&mut self, from: &Position, text: &mut String) -> bool {
        let (words, after) = self.program_moves(from);
        text.push_str(&words);
        let Some(after) = after else { return true };
        self.history.push(after);
        if self.is_over() {
            text.push_str(match self.play {
                Play::Normal => "The program made the last move: it wins.\n",
                Play::Misere => "The program made the last move: you win.\n",
            });
            return true;
        }
        false
    }

    /// The program's move from a position, and what it says; no move when it cannot find one.
    fn program_moves(&mut self, from: &Position) -> (String, Option<Position>) {
        let mut options = self.options(from).unwrap_or_default();
        if options.is_empty() {
            options.extend(from.some_move());
        }
        let (choice, remark) = match self.analyst.winning_moves(from, self.play) {
            Ok(found) => match found.moves.into_iter().next() {
                Some(winning) => (Some(winning), "and will win"),
                None => (self.longest_defence(options), "in a lost position"),
            },
            // Out of reach of theory and search: any move, and it says so.
            Err(_) => (options.into_iter().next(), "without knowing who wins"),
        };
        match choice {
            Some(after) => {
                let text = format!("I move to {after} {remark}.\n");
                (text, Some(after))
            }
            None if self.options(from).is_some() => ("There is no move.\n".to_owned(), None),
            None => ("I cannot list my moves here; let us stop.\n".to_owned(), None),
        }
    }

    /// The option of a lost position after which it is hardest to go on winning.
    fn longest_defence(&mut self, options: Vec<Position>) -> Option<Position> {
        let lost: Vec<_> = options.into_iter().map(|option| (option, Outcome::N)).collect();
        Reply::choose(&mut self.analyst, &lost, self.play).map(|reply| reply.to)
    }

    /// The options, when they can be listed.
    fn options(&self, position: &Position) -> Option<Vec<Position>> {
        position.can_list_options().ok().map(|()| position.options())
    }

    /// The position that the person moves to: a number in the list, or its text.
    fn read_move(&self, typed: &str) -> Result<Position, String> {
        let options = self.options(self.position());
        if let (Ok(number), Some(options)) = (typed.parse::<usize>(), &options)
            && typed != "0"
        {
            let choice = number.checked_sub(1).and_then(|at| options.get(at).cloned());
            return choice.ok_or_else(|| format!("there are moves 1 to {}\n", options.len()));
        }
        let element = typed.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(typed);
        // An element of the structure that lies on the table, or why it is none.
        let chosen = match self.position() {
            Position::Single(single) => single.choose(element),
            _ => None,
        };
        let no_element = match chosen {
            Some(Ok(Some(left))) => return Ok(left),
            Some(Ok(None)) => {
                return Err(format!("{element} is zero here: choose an element that is not\n"));
            }
            Some(Err(message)) => Some(message),
            None => None,
        };
        let parsed = parse_with(self.known.clone(), typed).map_err(|error| match &no_element {
            // What does not look like a game was meant as an element.
            Some(message) if !(typed.starts_with(char::is_alphabetic) && typed.contains('(')) => {
                format!("{message}\n")
            }
            _ => Failure::from(Refused::reading(typed, error)).render(),
        })?;
        let Subject::Position(left) = parsed.subject else {
            return Err("that names a whole game; type the position you leave\n".to_owned());
        };
        let left = left.normal_form();
        let is_listed = options.is_some_and(|options| options.contains(&left));
        let is_move = is_listed || self.position().is_move_in_one(&left);
        if is_move {
            Ok(left)
        } else {
            Err(format!("there is no move from {} to {left}; type moves for the list\n", self.position()))
        }
    }

    fn prompt(&self, text: &mut String) {
        let _ = write!(text, "{}\nyour move> ", self.position());
    }

    fn list(&self, text: &mut String) {
        let Some(options) = self.options(self.position()) else {
            text.push_str("there are too many moves to list; type the position you leave\n");
            return;
        };
        for (at, option) in options.iter().take(SHOWN).enumerate() {
            let _ = writeln!(text, "{:>4}  {option}", at + 1);
        }
        if options.len() > SHOWN {
            let _ = writeln!(text, "      and so on to {}", options.len());
        }
    }

    fn hint(&mut self, text: &mut String) {
        let position = self.position().clone();
        match self.analyst.winning_moves(&position, self.play) {
            Ok(found) => match found.moves.first() {
                Some(option) => {
                    let _ = writeln!(text, "{option} wins");
                }
                None => text.push_str("no move wins against best play\n"),
            },
            Err(why) => {
                let _ = writeln!(text, "{why}");
            }
        }
    }

    fn why(&mut self, text: &mut String) {
        let position = self.position().clone();
        match self.analyst.outcome(&position, self.play) {
            Ok(answered) => {
                let who = match answered.value {
                    Outcome::N => "you can win",
                    Outcome::P => "you lose against best play",
                };
                let _ = writeln!(text, "{}: {who}. {}", answered.value, answered.because);
                for step in &answered.steps {
                    let _ = writeln!(text, "  {step}");
                }
            }
            Err(why) => {
                let _ = writeln!(text, "{why}");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use impartial::language::parse;
    use impartial::limits::Limits;

    use super::*;

    /// Plays a game to its end, the person answering by `choose`; what was said last.
    fn play_through(game: &str, play: Play, second: bool, choose: impl Fn(&Session) -> String) -> String {
        let parsed = parse(game).unwrap();
        let position = parsed.position(game).unwrap().normal_form();
        let analyst = Analyst::new(Limits::none());
        let mut session = Session::new(parsed.known, analyst, position, play);
        let first = session.begin(second);
        if first.is_last {
            return first.text;
        }
        for _ in 0..200 {
            let line = choose(&session);
            let reply = session.respond(&line);
            if reply.is_last {
                return reply.text;
            }
        }
        panic!("the game did not end");
    }

    /// Elements typed by the person, in every kind of structure: what is left, or why it is no move.
    #[test]
    fn elements_are_moves() {
        for (game, typed, expected) in [
            ("abelian(Z/4 + Z/8)", "(1,2)", "abelian(Z/4 + Z/8)[(1,2)"),
            ("abelian(Z/4 + Z/8)", "(1,2,3)", "here are 3 coordinates, and there are 2 generators"),
            ("abelian(<a,b | 2a = 3b>)", "a+b", "abelian(<a,b | 2a = 3b>)[a+b"),
            ("module(F4[x]: <u,v | x*u = a*v, x^2*v>)", "v", "module(F4[x]: <u,v | x*u = a*v, x^2*v>)[v"),
            ("group(S4)", "(1 2)(3 4)", "group(S4)["),
            ("group(S4)", "(1 5)", "(1 5) is not in S4"),
            ("subgroups(S4)", "(1 2 3)", "subgroups(S4)["),
            ("ring(Z/4[x]/(x^2,2x))", "x+2", "ring(Z/4[x]/(x^2,2x))["),
            ("ring(Z/4[x]/(x^2,2x))", "[0]", "0 is zero here"),
            ("ring(Z[x])", "x^2", "ring(Z[x])[x^2"),
            ("ring(Z x Q)", "(2,0)", "ring(Z x Q)[(2,0)"),
            ("ring(F2[x]/(x^3); non-units)", "x+1", "units may not be chosen"),
        ] {
            for play in [Play::Normal, Play::Misere] {
                let parsed = parse(game).unwrap();
                let position = parsed.position(game).unwrap().normal_form();
                let analyst = Analyst::new(Limits::none());
                let mut session = Session::new(parsed.known, analyst, position, play);
                let said = session.respond(typed).text;
                assert!(
                    said.contains(expected) || said.contains("The game is over"),
                    "{game} {typed}: {said}"
                );
            }
        }
    }

    #[test]
    fn the_program_wins_what_is_won() {
        for (game, play, second) in [
            ("*3 + *5 + *6", Play::Normal, false),
            ("*3 + *5 + *7", Play::Normal, true),
            ("*1 + *2 + *3", Play::Misere, false),
            ("0.77[3+5+6]", Play::Normal, true),
            ("{0,*2} | *2", Play::Normal, true),
            ("abelian(Z/4 + Z/8)", Play::Normal, true),
            ("abelian(Z/2 + Z/6 + Z/6)", Play::Misere, true),
            ("ring(Z/36[x]/(x^2))", Play::Misere, true),
            ("group(D4)", Play::Normal, true),
            ("group(S4 x Z3)", Play::Misere, true),
            ("subgroups(D6)", Play::Normal, true),
            ("module(F2[x]: [x, 1; 0, x^2])", Play::Normal, true),
        ] {
            let said = play_through(game, play, second, |_| "1".to_owned());
            let wins = if play == Play::Normal {
                "The program made the last move"
            } else {
                "You made the last move"
            };
            assert!(said.contains(wins), "{game}: {said}");
        }
    }

    #[test]
    fn a_person_who_takes_every_hint_wins() {
        let said = play_through("0.137[7+4]", Play::Normal, false, |session| {
            let mut copy = Session::new(
                session.known.clone(),
                Analyst::new(Limits::none()),
                session.position().clone(),
                session.play,
            );
            let hint = copy.respond("hint").text;
            hint.split(" wins").next().unwrap().to_owned()
        });
        assert!(said.contains("You made the last move: you win"), "{said}");
    }

    /// Elements are typed as they are; the game of Brandenburg, Example 5.17, with the program first.
    #[test]
    fn elements_are_chosen() {
        let parsed = parse("ring(Z[x])").unwrap();
        let position = parsed.position("").unwrap().normal_form();
        let analyst = Analyst::new(Limits::none());
        let mut session = Session::new(parsed.known, analyst, position, Play::Misere);
        assert!(session.begin(true).text.contains("I move to ring(Z[x])[x^2] and will win"));
        assert!(session.respond("x^2").text.contains("x^2 is zero here"));
        assert!(session.respond("36").text.contains("and will win"));
        assert!(session.respond("x").text.contains("and will win"));
        let last = session.respond("[1]");
        assert!(last.is_last && last.text.contains("You made the last move: you lose"), "{}", last.text);
        let parsed = parse("abelian(Z^2)").unwrap();
        let position = parsed.position("").unwrap().normal_form();
        let analyst = Analyst::new(Limits::none());
        let mut session = Session::new(parsed.known, analyst, position, Play::Normal);
        // Example 3.14: (2,4) leaves Z/2 + Z, and the program answers with a square.
        assert!(session.begin(false).text.contains("abelian(Z^2)"));
        assert!(session.respond("(2,4)").text.contains("and will win"));
        assert!(session.respond("why").text.contains("you lose against best play"));
    }

    #[test]
    fn what_is_typed_wrong_is_said_and_changes_nothing() {
        let parsed = parse("*2 + *w").unwrap();
        let position = parsed.position("").unwrap().normal_form();
        let analyst = Analyst::new(Limits::none());
        let mut session = Session::new(parsed.known, analyst, position.clone(), Play::Normal);
        for wrong in ["99", "*7 + *w", "kales[3]", "((((", "0.77", "undo", "*2 + *(w+1)", "\u{0}"] {
            let reply = session.respond(wrong);
            assert!(!reply.is_last && *session.position() == position, "{wrong}");
        }
        // From *2 + *w to *2 + *2 is a move that wins.
        assert!(session.respond("hint").text.contains("*2 + *2"));
        assert!(session.respond("*2 + *5").text.contains("and will win"));
    }
}
