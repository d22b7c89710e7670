//! What is found of a part, ready for a store: the games, each with the reason for its answer.

use impartial::limits::{Limits, StopReason};

use super::born::Games;
use super::lessons::Lessons;
use super::part::{Found, Part};
use crate::hash::hash_of;

/// What the answer for a game rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReasonKind {
    /// The diagram of outcomes closes: this is the quotient.
    Finite,
    /// The quotient of a set of followers is infinite.
    Set,
    /// The quotient is infinite beside a fixed sum; open where that problem has no proof.
    Beside,
    /// The quotient of its followers did not close, and no proof was found.
    OpenFollowers,
    /// The game itself did not close.
    Open,
}

impl ReasonKind {
    /// All of them.
    pub const ALL: [ReasonKind; 5] = [
        ReasonKind::Finite,
        ReasonKind::Set,
        ReasonKind::Beside,
        ReasonKind::OpenFollowers,
        ReasonKind::Open,
    ];

    /// In a word, as a store has it.
    pub fn key(self) -> &'static str {
        match self {
            ReasonKind::Finite => "finite",
            ReasonKind::Set => "set",
            ReasonKind::Beside => "beside",
            ReasonKind::OpenFollowers => "open followers",
            ReasonKind::Open => "open",
        }
    }

    /// The one with this word.
    pub fn named(key: &str) -> Option<Self> {
        ReasonKind::ALL.into_iter().find(|known| known.key() == key)
    }
}

/// What the answers for many games rest on: a quotient, a set of followers, a problem; or why there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// Its name: a hash of what it is.
    pub hash: String,
    /// What it is.
    pub kind: ReasonKind,
    /// Of a finite quotient the order and the size of the P-portion.
    pub size: Option<(u64, u64)>,
    /// The number of the first game that has it, in the order of the table, and the options of that game; of a set of followers its games.
    pub first: (u64, Games),
    /// That game, that set, or the problem in words.
    pub text: String,
    /// The proof: of a set, or of a problem for the first game.
    pub certificate: Option<String>,
}

impl Reason {
    fn new(kind: ReasonKind, content: &str, first: (u64, Games), text: String) -> Self {
        let hash = hash_of(format!("impartial day 5\n{}\n{content}\n", kind.key()).as_bytes());
        Reason { hash, kind, size: None, first, text, certificate: None }
    }

    /// The status of the games that have it.
    pub fn status(&self) -> crate::row::Status {
        match (self.kind, &self.certificate) {
            (ReasonKind::Finite, _) => crate::row::Status::Solved,
            (ReasonKind::Set, _) | (ReasonKind::Beside, Some(_)) => crate::row::Status::Infinite,
            _ => crate::row::Status::Open,
        }
    }
}

/// A part that is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Findings {
    /// Its number.
    pub part: u64,
    /// The reasons.
    pub reasons: Vec<Reason>,
    /// The games: the number in the order of the table, the options, and the place of the reason.
    pub games: Vec<(u64, Games, usize)>,
}

impl Findings {
    /// Goes through a part, of which every `every`-th game is looked at.
    ///
    /// # Errors
    /// When the limits stop it.
    pub fn of(lessons: &Lessons, number: u64, every: u64, limits: &Limits) -> Result<Self, StopReason> {
        let mut part = Part::new(lessons, number, every);
        let mut heard: Vec<(u64, Games, Found)> = Vec::new();
        part.run(limits, &mut |place, game, found| heard.push((place, game, found)))?;
        let mut all = Findings { part: number, reasons: Vec::new(), games: Vec::with_capacity(heard.len()) };
        let mut places = std::collections::HashMap::new();
        for (place, game, found) in heard {
            let reason = *places.entry(key(found)).or_insert_with(|| {
                all.reasons.push(reason(lessons, &part, found, (place, game)));
                all.reasons.len() - 1
            });
            all.games.push((place, game, reason));
        }
        Ok(all)
    }
}

/// Different for different reasons.
fn key(found: Found) -> (u8, usize) {
    match found {
        Found::Finite(number) => (0, number),
        Found::Infinite(number) => (1, number),
        Found::Beside(number) => (2, number),
        Found::OpenFollowers => (3, 0),
        Found::Open => (4, 0),
    }
}

fn reason(lessons: &Lessons, part: &Part<'_>, found: Found, first: (u64, Games)) -> Reason {
    match found {
        Found::Finite(number) => {
            let quotient = &part.quotients()[number];
            let size = Some((quotient.order, quotient.p_portion));
            Reason { size, ..Reason::new(ReasonKind::Finite, &quotient.hash, first, lessons.name(first.1)) }
        }
        Found::Infinite(number) => {
            let set = &lessons.infinite_sets()[number];
            let certificate = set.certificate.clone();
            Reason {
                certificate,
                ..Reason::new(ReasonKind::Set, &set.trees, (0, set.games), set.trees.clone())
            }
        }
        Found::Beside(number) => {
            let problem = &part.problems()[number];
            let certificate = problem.certificate.as_deref().map(str::to_owned);
            let (hash, text) = (&problem.hash, lessons.problem_text(problem));
            // The first game of the whole table that has the problem may be one of the lessons.
            let first = (first.0, problem.game);
            Reason { certificate, ..Reason::new(ReasonKind::Beside, hash, first, text) }
        }
        Found::OpenFollowers => {
            let text = "the quotient of its followers did not close, and no proof was found".to_owned();
            Reason::new(ReasonKind::OpenFollowers, "", (0, 0), text)
        }
        Found::Open => {
            let text = "with the game itself the quotient did not close, and no proof was found".to_owned();
            Reason::new(ReasonKind::Open, "", (0, 0), text)
        }
    }
}
