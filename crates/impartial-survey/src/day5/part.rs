//! A part of the table: rows one after the other, and what is found of their games.

use std::collections::HashMap;
use std::ops::Range;

use impartial::limits::{Limits, StopReason};
use impartial::misere::BipartiteMonoid;

use super::GAMES;
use super::born::{Games, members, sums};
use super::lessons::Lessons;
use super::problems::{Problem, Problems, names};
use super::rows::games;
use super::sets::{Closed, Followers, Path};
use crate::hash::hash_of;

/// A game that closes does so with little of the work that a proof may take; more would only take memory.
const PUSH_SHARE: u64 = 40;
/// When the diagram of a row has more functions than this, it is made anew: what it remembers takes memory, and time to look through.
const MOST_FUNCTIONS: usize = 1 << 19;
/// So many games belong to one part, but for the rest of the last row.
const PART: u64 = 4096;

/// What is found of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// The quotient is finite: its number in [`Part::quotients`].
    Finite(usize),
    /// The quotient is infinite, since that of a set of followers is: the number of the set in [`Lessons::infinite_sets`].
    Infinite(usize),
    /// The quotient is infinite beside a fixed sum: the number of the problem in [`Part::problems`]; open if that is not proved.
    Beside(usize),
    /// The quotient of its followers did not close, and no proof was found.
    OpenFollowers,
    /// That of its followers is finite, and with the game itself it did not close.
    Open,
}

/// A finite quotient that games of a part have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FiniteQuotient {
    /// The game by which it was met first.
    pub game: Games,
    /// The order.
    pub order: u64,
    /// The size of the P-portion.
    pub p_portion: u64,
    /// The SHA-256 of its actions and of P: the name of the quotient with its list of irreducible generators.
    pub hash: String,
}

/// The finite quotients met so far.
#[derive(Default)]
pub(super) struct Quotients {
    met: Vec<FiniteQuotient>,
    numbers: HashMap<String, usize>,
}

impl Quotients {
    fn number(&mut self, game: Games, monoid: &BipartiteMonoid) -> usize {
        let hash = hash_of(&content(monoid));
        if let Some(number) = self.numbers.get(&hash) {
            return *number;
        }
        let (order, p_portion) = (monoid.order() as u64, monoid.p_order() as u64);
        self.numbers.insert(hash.clone(), self.met.len());
        self.met.push(FiniteQuotient { game, order, p_portion, hash });
        self.met.len() - 1
    }
}

/// All that a bipartite monoid with a list of generators is: elements are numbered by their least words, so equal ones have equal bytes.
fn content(monoid: &BipartiteMonoid) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut put = |number: usize| bytes.extend((number as u32).to_le_bytes());
    put(monoid.order());
    put(monoid.generator_count());
    for x in 0..monoid.order() as u32 {
        (0..monoid.generator_count()).for_each(|g| put(monoid.action(g, x) as usize));
    }
    monoid.p_portion().for_each(|x| put(x as usize));
    bytes
}

/// Finds out about the games of one row.
pub(super) struct Finder<'a> {
    set: Games,
    first: &'a Followers,
    followers: Followers,
    work: u64,
}

impl<'a> Finder<'a> {
    pub(super) fn new(set: Games, followers: &'a Followers, work: u64) -> Self {
        Finder { set, first: followers, followers: followers.clone(), work }
    }

    pub(super) fn find(
        &mut self,
        game: Games,
        problems: &mut Problems,
        quotients: &mut Quotients,
        limits: &Limits,
    ) -> Result<Found, StopReason> {
        if self.followers.functions() > MOST_FUNCTIONS {
            self.followers = self.first.clone();
        }
        let Closed { diagram, options, places } = match &mut self.followers {
            Followers::Infinite(known) => return Ok(Found::Infinite(*known)),
            Followers::Open => return Ok(Found::OpenFollowers),
            Followers::Closed(closed) => &mut **closed,
        };
        let within = || limits.clone().quiet().with_work(self.work);
        let short = limits.clone().quiet().with_work(self.work.div_ceil(PUSH_SHARE));
        let own = sums(game, places);
        if own.is_empty() {
            return Ok(Found::Finite(quotients.number(game, &BipartiteMonoid::trivial())));
        }
        let names = names(members(self.set).skip(1), Some(game));
        if diagram.push_knowing(&own, &names, &mut problems.known, &short).is_ok() {
            let quotient = diagram.quotient(&within());
            diagram.pop();
            limits.poll()?;
            return Ok(
                quotient.map_or(Found::Open, |(monoid, _)| Found::Finite(quotients.number(game, &monoid)))
            );
        }
        limits.poll()?;
        options.push(own);
        let problem = problems.of(game, diagram, options, &names, &within());
        options.pop();
        limits.poll()?;
        Ok(problem.map_or(Found::Open, Found::Beside))
    }
}

/// A part of the table. What is found of its games depends on the lessons alone.
pub struct Part<'a> {
    lessons: &'a Lessons,
    rows: Range<usize>,
    every: u64,
    problems: Problems,
    quotients: Quotients,
}

/// Hears the number of a game in the order of the table, its options, and what is found of it.
pub type Hears<'a> = dyn FnMut(u64, Games, Found) + 'a;

impl<'a> Part<'a> {
    /// One of the [`Lessons::PARTS`], of which every `every`-th game is looked at.
    pub fn new(lessons: &'a Lessons, number: u64, every: u64) -> Self {
        let before = |number: u64| lessons.rows.rows.partition_point(|row| row.first < number * PART);
        Part {
            lessons,
            rows: before(number)..before(number + 1),
            every: every.max(1),
            problems: lessons.problems.clone(),
            quotients: Quotients::default(),
        }
    }

    /// The problems that were met, those of the lessons first.
    pub fn problems(&self) -> &[Problem] {
        &self.problems.met
    }

    /// The finite quotients that were met.
    pub fn quotients(&self) -> &[FiniteQuotient] {
        &self.quotients.met
    }

    /// How many games it has.
    pub fn games(&self) -> u64 {
        let first =
            |at: usize| self.lessons.rows.rows.get(at).map_or(self.lessons.rows.games, |row| row.first);
        first(self.rows.end) - first(self.rows.start)
    }

    /// Goes through the rows.
    ///
    /// # Errors
    /// When the limits stop it: what was heard stands.
    pub fn run(&mut self, limits: &Limits, hear: &mut Hears<'_>) -> Result<(), StopReason> {
        let Lessons { born, rows, sets, work, .. } = self.lessons;
        let mut path = Path::new();
        for at in self.rows.clone() {
            let row = rows.rows[at];
            let mut chosen = (row.first..)
                .zip(games(born, row.set))
                .filter(|(number, _)| number.is_multiple_of(self.every))
                .peekable();
            limits.poll()?;
            if chosen.peek().is_none() {
                continue;
            }
            let state = match sets.settled(row.set) {
                Some(settled) => settled,
                None => path
                    .to(rows, at, &mut |followers, next, larger| {
                        sets.known(born, followers, next, larger, *work, limits)
                    })?
                    .clone(),
            };
            let mut finder = Finder::new(row.set, &state, *work);
            for (number, game) in chosen {
                let found = finder.find(game, &mut self.problems, &mut self.quotients, limits)?;
                hear(number, game, found);
            }
        }
        Ok(())
    }
}

impl Lessons {
    /// How many parts the table has.
    pub const PARTS: u64 = GAMES.div_ceil(PART);
}
