//! Answers by theory against answers by definition.

// As in the language: what positions remember behind a lock is no part of equality or hash.
#![allow(clippy::mutable_key_type)]

use impartial::game::{Outcome, Play};
use impartial::language::{Analyst, Position};
use impartial::limits::Limits;
use impartial::question::{Asking, NimberQuestion, OutcomeQuestion, Question as _, Reply, read};

use rustc_hash::FxHashMap;

use crate::choices::Choices;
use crate::games::{Bundled, Size, game};

/// Everything that can be reached from a position, with the values that the definitions give: nothing is borrowed from the
/// solvers of the library but the options.
pub struct Definition {
    /// The positions, the first asked about first.
    pub positions: Vec<Position>,
    /// The places of the options of each.
    pub options: Vec<Vec<u32>>,
    /// The least number that no option has, for each.
    pub nimbers: Vec<u32>,
    /// Whether the player to move wins in misère play, for each.
    pub misere_wins: Vec<bool>,
}

/// So many moves for each position are looked at.
const MOST_MOVES: usize = 50;

impl Definition {
    /// Looks at everything reachable; none when that is more than `most` positions, or moves beyond all measure.
    pub fn of(position: &Position, most: usize) -> Option<Self> {
        let start = position.normal_form();
        if !start.is_finite() || start.can_list_options().is_err() {
            return None;
        }
        let mut places: FxHashMap<Position, u32> = FxHashMap::from_iter([(start.clone(), 0)]);
        let (mut positions, mut options) = (vec![start], Vec::new());
        let mut moves = 0;
        while options.len() < positions.len() {
            if positions.len() > most || moves > MOST_MOVES * most {
                return None;
            }
            let mut of_this = Vec::new();
            for option in positions[options.len()].options() {
                let place = *places.entry(option).or_insert_with_key(|option| {
                    positions.push(option.clone());
                    (positions.len() - 1) as u32
                });
                of_this.push(place);
            }
            moves += of_this.len();
            options.push(of_this);
        }
        let mut found = Definition { positions, options, nimbers: Vec::new(), misere_wins: Vec::new() };
        found.value();
        Some(found)
    }

    /// Fills in the values, options before the positions they are options of.
    fn value(&mut self) {
        let count = self.positions.len();
        let (mut nimbers, mut wins) = (vec![0u32; count], vec![true; count]);
        let mut is_done = vec![false; count];
        let mut path = vec![(0u32, 0usize)];
        while let Some((at, next)) = path.last_mut() {
            let here = *at as usize;
            if let Some(option) = self.options[here].get(*next) {
                *next += 1;
                if !is_done[*option as usize] {
                    path.push((*option, 0));
                }
                continue;
            }
            let options = &self.options[here];
            let mut seen: Vec<u32> = options.iter().map(|option| nimbers[*option as usize]).collect();
            seen.sort_unstable();
            seen.dedup();
            nimbers[here] = seen.iter().zip(0..).take_while(|(nimber, n)| **nimber == *n).count() as u32;
            wins[here] = options.is_empty() || options.iter().any(|option| !wins[*option as usize]);
            is_done[here] = true;
            path.pop();
        }
        (self.nimbers, self.misere_wins) = (nimbers, wins);
    }

    /// The outcome of a position by its place.
    pub fn outcome(&self, place: usize, play: Play) -> Outcome {
        let is_won = match play {
            Play::Normal => self.nimbers[place] != 0,
            Play::Misere => self.misere_wins[place],
        };
        if is_won { Outcome::N } else { Outcome::P }
    }
}

/// How questions about the random games are asked.
pub fn asking() -> Asking<'static> {
    Asking { files: &Bundled, ..Asking::new() }
}

/// The position that a text names, with its rules.
///
/// # Panics
/// When the text is not read: those made here are all games.
pub fn position(text: &str) -> Position {
    let parsed = read(text, &asking()).unwrap_or_else(|refused| panic!("{text}: {refused}"));
    parsed.position(text).unwrap_or_else(|error| panic!("{text}: {error}")).clone()
}

/// Compares nimber, outcomes and winning moves of a game with the definition in both plays; false when it has more than `most`
/// positions and nothing was compared.
///
/// # Panics
/// When they differ, or when a question about so small a game has no answer.
pub fn compare(text: &str, most: usize) -> bool {
    let Some(definition) = Definition::of(&position(text), most) else { return false };
    let nimber = NimberQuestion { game: text.to_owned() }.ask(&asking());
    let nimber = nimber.unwrap_or_else(|refused| panic!("{text}: {refused}")).value.nimber;
    let expected = definition.nimbers[0].to_string();
    assert_eq!(nimber.map(|nimber| nimber.to_string()), Some(expected), "the nimber of {text}");
    for play in [Play::Normal, Play::Misere] {
        let question = OutcomeQuestion { game: text.to_owned(), play };
        let answer = question.ask(&asking()).unwrap_or_else(|refused| panic!("{text}: {refused}"));
        assert_eq!(answer.value.outcome, Some(definition.outcome(0, play)), "the outcome of {text}, {play}");
        assert!(answer.stopped.is_none(), "{text}, {play}: {:?}", answer.stopped);
        if answer.value.winning_moves_complete == Some(false) {
            continue;
        }
        let mut expected: Vec<String> = definition.options[0]
            .iter()
            .filter(|option| definition.outcome(**option as usize, play) == Outcome::P)
            .map(|option| definition.positions[*option as usize].to_string())
            .collect();
        let mut found = answer.value.winning_moves;
        expected.sort();
        found.sort();
        assert_eq!(found, expected, "the winning moves of {text}, {play}");
    }
    true
}

/// Plays a game to its end: `Reply` against a player who moves by chance; false when the game is too large.
///
/// # Panics
/// When a won game is lost.
pub fn play(text: &str, play: Play, choices: &mut Choices<'_>, most: usize) -> bool {
    let Some(definition) = Definition::of(&position(text), most) else { return false };
    let mut analyst = Analyst::new(Limits::none());
    let mut here = 0;
    loop {
        let was_won = definition.outcome(here, play) == Outcome::N;
        let places = &definition.options[here];
        if places.is_empty() {
            break;
        }
        let options: Vec<(Position, Outcome)> = places
            .iter()
            .map(|place| {
                let option = definition.positions[*place as usize].clone();
                let outcome = analyst.outcome(&option, play).unwrap_or_else(|why| panic!("{text}: {why}"));
                (option, outcome.value)
            })
            .collect();
        let reply = Reply::choose(&mut analyst, &options, play);
        let to = reply.unwrap_or_else(|| panic!("{text}: there are moves, and none was made")).to;
        let at = options.iter().position(|(option, _)| *option == to);
        here = places[at.unwrap_or_else(|| panic!("{text}: {to} is no move"))] as usize;
        let is_lost = definition.outcome(here, play) == Outcome::N;
        assert!(!was_won || !is_lost, "{text}, {play}: {to} gives the win away");
        // The other player moves by chance.
        match definition.options[here].as_slice() {
            [] => break,
            places => here = places[choices.below(places.len())] as usize,
        }
    }
    true
}

/// The target: a random game, compared and played.
pub fn games(data: &[u8]) {
    let mut choices = Choices::of_bytes(data);
    let text = game(&mut choices, Size::Small);
    if compare(&text, 1_000) {
        let which = if choices.below(2) == 0 { Play::Normal } else { Play::Misere };
        play(&text, which, &mut choices, 300);
    }
}
